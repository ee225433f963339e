/* Operations of the library that are tried with memory refused, or cancelled: what they share. */
#ifndef FAULTS_H
#define FAULTS_H

#include <duel.h>

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Data of one size, objects made of them, and room for numbers. The rich model is loaded anew before every attempt,
 * so that what it computes once it computes each time. */
typedef struct {
  size_t items, judges, contexts, length;
  const char **left, **right, **judge, **context, **names, **prompts;
  int32_t *item_ids[2], *judge_ids, *context_ids, *families;
  double *score, *numbers, *costs;
  duel_rows rows, half, by_id;
  duel_set *set, *other, *met;
  unsigned char *set_bytes, *model_bytes, *gars_bytes;
  size_t set_length, model_length, gars_length;
  duel_model *model, *plain, *nested, *judged, *sloped, *rival;
  duel_bootstrap *bootstrap;
  duel_gars *gars;
  duel_nuisance *nuisance;
  duel_gars_contexts labels;
  double *features, *mu, *pi;
  double *room[2];
  size_t capacity;
  duel_status status;
  /* The findings of a run, folded into one number; and how often something was not as it must be. */
  uint64_t digest, reference;
  int wrong;
} world;

typedef struct {
  const char *name;
  duel_status (*run)(world *w);
} operation;

extern const operation set_operations[], fit_operations[], model_operations[], claim_operations[], other_operations[],
  wide_operations[];

/* Where every digest begins. */
#define FAULTS_START UINT64_C(14695981039346656037)

world *world_of(size_t items, size_t length, size_t judges);
/* One without models, but of any number of items, judges and contexts. */
world *world_wide(size_t items, size_t length, size_t judges, size_t contexts);
void world_refresh(world *w);

/* Whom calls ask whether to go on: nobody, unless a program says so. */
extern duel_progress_fn fault_heard;
extern duel_cancel *fault_token;
#define HEARD(name) (name.cancel = fault_token, name.progress = fault_heard)

/* Around the call that is tried. */
void fault_begin(void);
void fault_end(void);
static inline duel_status fault_tried(world *w, duel_status status) {
  fault_end();
  return w->status = status;
}
#define TRY(call) (fault_begin(), fault_tried(w, call))

void see_bytes(world *w, const void *bytes, size_t length);
/* These free what they have seen. */
duel_status see_table(world *w, duel_table *table);
duel_status see_set(world *w, duel_set *set);
duel_status see_model(world *w, duel_model *model);

#define ZERO(type, name) \
  type name;             \
  memset(&name, 0, sizeof name); \
  name.struct_size = sizeof name

/* A call that makes a table, or writes numbers. */
#define TABLE(call)                                  \
  do {                                               \
    duel_table *out = NULL;                          \
    TRY(call);                                       \
    if (w->status && out) w->wrong++;                 \
    return w->status ? w->status : see_table(w, out); \
  } while (0)
#define NUMBERS(call, count)                                      \
  do {                                                            \
    double *const out = w->room[0];                               \
    const size_t capacity = w->capacity;                          \
    if (TRY(call)) return w->status;                              \
    see_bytes(w, out, (count) * sizeof *out);                     \
    return DUEL_OK;                                               \
  } while (0)
#define FACTS(type, call)                          \
  do {                                             \
    ZERO(type, out);                               \
    if (TRY(call)) return w->status;               \
    see_bytes(w, &out, sizeof out);                \
    return DUEL_OK;                                \
  } while (0)

#endif
