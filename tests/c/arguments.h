/* Arguments of the calls of operations.h: valid objects, one or two elements of every list, and room for results that is
 * full of canaries. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "check.h"
#include "gars_data.h"
#include "unread.h"

#include <stdint.h>

/* Differences from a valid call: bits of the parameters that are NULL, options for one of them, and no room for results. */
typedef struct {
  uint32_t missing;
  int place;
  const void *chosen;
  int is_short;
} pointers;

/* Options of a function: the place of the parameter, its name, its type, all fields, and those that the function does not
 * read, between blanks. */
typedef struct {
  int at;
  const char *name, *type;
  const field *fields;
  size_t count, size;
  const char *unread;
} taken_options;

typedef struct {
  const char *name;
  duel_status (*call)(const pointers *p);
  /* Frees what a call has made; NULL where it makes nothing. */
  void (*end)(void);
  int parameters;
  /* Bits of the parameters that may not be NULL. */
  uint32_t needed;
  /* Whether it writes to arrays, and whether it takes a token by itself. */
  int has_room, is_stopped;
  taken_options taken[2];
} operation;

enum { ROOM = 64, PLACES = 12, CANARY = 0xA5 };

/* All outputs of a call, a place for each parameter. */
static union {
  size_t struct_size;
  double numbers[ROOM];
  unsigned char bytes[16 * ROOM];
} out[PLACES];

static struct {
  duel_set *set, *changed;
  /* A token that was raised; and the one that calls are given, if any. */
  duel_cancel *raised, *asked;
  duel_model *model, *sloped, *judged;
  duel_bootstrap *bootstrap;
  duel_estimate *estimate, *strengths, *averaged;
  duel_gars *gars;
  duel_monitor *monitor;
  duel_nuisance *nuisance;
  duel_board *board;
  duel_score_rows scores;
  duel_ballots *ballots, *more_ballots;
  duel_ranking *ranking;
  duel_ballot_rows places;
  duel_table *table;
  duel_rows rows;
  duel_covariate covariate, length;
  duel_stream_columns stream_columns;
  duel_gars_contexts contexts;
} good;

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define IS_MISSING(at) (p->missing >> (at) & 1u)
#define CAPACITY (p->is_short ? 0 : ROOM)
#define COUNTED(at) (IS_MISSING(at) ? 0 : 1)
#define POINTER(at, value) (IS_MISSING(at) ? NULL : (value))
#define INPUT(at, type) ((type)(IS_MISSING(at) ? NULL : input_of(#type)))
#define OUTPUT(at, type) ((type)(IS_MISSING(at) ? NULL : (void *)&out[at]))
#define FACTS(at, type) ((type *)(IS_MISSING(at) ? NULL : (out[at].struct_size = sizeof(type), (void *)&out[at])))
#define CHOSEN(at, type) ((type)(IS_MISSING(at) ? NULL : p->place == (at) ? p->chosen : default_of(#type)))

/* Elements of a list, by their type in C. */
static const void *input_of(const char *type) {
  static const double numbers[ROOM] = {1.0, 0.5, 0.25, 0.75};
  static const size_t sizes[ROOM] = {0, 1};
  static const uint64_t whole[ROOM] = {0, 1};
  static const uint32_t ids[ROOM] = {0, 1};
  if (strstr(type, "char *const *")) return small_items;
  if (strstr(type, "char")) return "ash";
  if (strstr(type, "double")) return numbers;
  if (strstr(type, "size_t")) return sizes;
  if (strstr(type, "int64_t")) return whole;
  if (strstr(type, "int32_t")) return ids;
  return small_items;
}

/* The options that have no default: the others are NULL. */
static const void *default_of(const char *type) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA};
  static const double feature[GARS_N] = {0.1, 0.5, 0.3, 0.9};
  static duel_gars_options gars;
  static duel_nuisance_options nuisance;
  static duel_sprt_options sprt;
  static duel_policy_options policy;
  static duel_plan_options plan;
  if (strstr(type, "duel_gars_options")) return gars = gars_options(functionals, 1), &gars;
  if (strstr(type, "duel_nuisance_options")) {
    nuisance.struct_size = sizeof nuisance;
    nuisance.items = GARS_K;
    nuisance.categories = 2;
    nuisance.folds = 2;
    nuisance.features = feature;
    nuisance.feature_count = 1;
    return &nuisance;
  }
  if (strstr(type, "duel_sprt_options")) return sprt.struct_size = sizeof sprt, sprt.elo1 = 5.0, &sprt;
  if (strstr(type, "duel_plan_options")) return plan.struct_size = sizeof plan, plan.effect = plan.sd = 0.5, &plan;
  if (strstr(type, "duel_policy_options")) return policy.struct_size = sizeof policy, policy.budget = 0.5, &policy;
  return NULL;
}

static inline const duel_set *given_set(void) { return good.set; }
static inline duel_set *changed_set(void) { return good.changed; }
static inline const duel_model *given_model(void) { return good.model; }
/* One whose sensitivities depend on a covariate. */
static inline const duel_model *given_sloped(void) { return good.sloped; }
/* One with sensitivities of judges, its strengths, and these over ranks. */
static inline const duel_model *given_judged(void) { return good.judged; }
static inline const duel_estimate *given_strengths(void) { return good.strengths; }
static inline const duel_estimate *given_averaged(void) { return good.averaged; }
static inline const duel_bootstrap *given_bootstrap(void) { return good.bootstrap; }
static inline const duel_estimate *given_estimate(void) { return good.estimate; }
static inline const duel_gars *given_gars(void) { return good.gars; }
static inline duel_gars *changed_gars(void) { return good.gars; }
static inline const duel_monitor *given_monitor(void) { return good.monitor; }
static inline duel_monitor *changed_monitor(void) { return good.monitor; }
static inline const duel_nuisance *given_nuisance(void) { return good.nuisance; }
static inline const duel_board *given_board(void) { return good.board; }
static inline duel_board *changed_board(void) { return good.board; }
static inline const duel_ballots *given_ballots(void) { return good.ballots; }
static inline duel_ballots *changed_ballots(void) { return good.more_ballots; }
static inline const duel_ranking *given_ranking(void) { return good.ranking; }
/* A ballot comes once: every call has others. */
static inline const duel_ballot_rows *given_ballot_rows(void) {
  static char texts[4][24];
  static const char *const rows[] = {texts[0], texts[0], texts[0], texts[1], texts[1], texts[2], texts[2], texts[3], texts[3]};
  static int calls = 0;
  int at;
  calls++;
  for (at = 0; at < 4; at++) snprintf(texts[at], sizeof texts[at], "%d of %d", at, calls);
  good.places.ballot = names_column(rows);
  return &good.places;
}
static inline const duel_score_rows *given_score_rows(void) { return &good.scores; }
static inline const duel_table *given_table(void) { return good.table; }
static inline const duel_rows *given_rows(void) { return &good.rows; }
static inline const duel_covariate *given_covariate(void) { return &good.covariate; }
static inline const duel_stream_columns *given_stream_columns(void) { return &good.stream_columns; }
static inline const duel_gars_contexts *given_gars_contexts(void) { return &good.contexts; }
static inline const duel_given *given_given(void) {
  static const double values[] = {1.0, 2.0, 4.0}, se[] = {0.1, 0.2, 0.1};
  static duel_given given;
  given.struct_size = sizeof given;
  given.values = values;
  given.value_count = COUNT(values);
  given.se = se;
  return &given;
}
static inline const duel_gate *given_gate(void) {
  static duel_gate gate;
  gate.struct_size = sizeof gate;
  gate.candidate = 1;
  return &gate;
}
static inline const duel_claim *given_claim(void) {
  static duel_claim claim;
  claim.struct_size = sizeof claim;
  claim.second = 1;
  return &claim;
}
static inline const duel_cancel *given_cancel(void) { return good.asked; }
/* A stream is released by who is given it, and none is given here. */
static inline struct ArrowArrayStream *given_stream(void) { return NULL; }

static int given_function_fn(const double *values, size_t n, double *to, double *gradient, void *user) {
  (void)values, (void)n, (void)gradient, (void)user;
  to[0] = 1.0;
  return 0;
}

static int32_t given_score_fn(void *user, size_t count, const double *mu, double *values) {
  (void)user;
  memcpy(values, mu, count * sizeof *values);
  return 0;
}

static int32_t given_slope_fn(void *user, size_t count, const double *mu, const double *h, double *slopes) {
  (void)user;
  (void)mu;
  memcpy(slopes, h, count * sizeof *slopes);
  return 0;
}

static int32_t given_gars_mu_fn(void *user, size_t first, size_t count, double *mu) {
  (void)user, (void)first, (void)count, (void)mu;
  return 1;
}

static inline void fresh(void) {
  memset(out, CANARY, sizeof out);
}

/* Whether a call that failed left all its outputs alone; the sizes of facts are those of the caller. */
static inline int untouched(void) {
  size_t place, at;
  for (place = 0; place < PLACES; place++) {
    const int is_facts = out[place].struct_size < sizeof out[place];
    for (at = is_facts ? sizeof(size_t) : 0; at < sizeof out[place]; at++) {
      if (out[place].bytes[at] != CANARY) return 0;
    }
  }
  return 1;
}

/* The status of a call, of which nothing stays but the bytes of its outputs. */
static inline duel_status ended(const operation *one, const pointers *p) {
  duel_status status;
  int at;
  fresh();
  status = one->call(p);
  /* Nothing was made in the place of an output that is missing. */
  for (at = 0; status == DUEL_OK && at < one->parameters; at++) {
    if (p->missing >> at & 1u) memset(&out[at], 0, sizeof out[at]);
  }
  if (status == DUEL_OK && one->end) one->end();
  return status;
}

static void make_arguments(void) {
  static const char *const left[] = {"ash", "birch"}, *const right[] = {"birch", "cedar"};
  static const double sizes[] = {1.0, 2.0}, lengths[] = {-1.0, 0.5, 1.0, -0.5, 0.7, -0.7};
  static const char *const length[] = {"length"}, *const scored[] = {"ash", "birch", "ash", "birch", "ash"};
  static const char *const tasks[] = {"t", "t", "u", "u", "u"};
  static const double scores[] = {1.0, 0.0, 0.5, 1.0, 0.0}, places[] = {1.0, 2.0, 3.0, 2.0, 1.0, 1.0, 2.0, 2.0, 1.0};
  static const char *const ballots[] = {"j", "j", "j", "k", "k", "l", "l", "m", "m"};
  static const char *const shown[] = {"ash", "birch", "cedar", "ash", "cedar", "birch", "ash", "birch", "cedar"};
  duel_model_options slopes = fit_defaults(), judged = fit_defaults();
  duel_gars_contexts labels;
  EXPECT(DUEL_OK, small_set(&good.set));
  EXPECT(DUEL_OK, duel_set_copy(good.set, &good.changed));
  EXPECT(DUEL_OK, duel_model_fit(good.set, NULL, &good.model));
  EXPECT(DUEL_OK, duel_bootstrap_new(good.model, NULL, &good.bootstrap));
  EXPECT(DUEL_OK, duel_model_estimate(good.model, DUEL_QUANTITY_SCORES, NULL, &good.estimate));
  EXPECT(DUEL_OK, duel_monitor_new(NULL, &good.monitor));
  EXPECT(DUEL_OK, duel_set_items(good.set, &good.table));
  EXPECT(DUEL_OK, duel_gars_new((const duel_gars_options *)default_of("duel_gars_options"), &good.gars));
  good.contexts = gars_contexts();
  EXPECT(DUEL_OK, duel_gars_add(good.gars, &good.contexts));
  labels = good.contexts;
  labels.mu = NULL;
  labels.mu_strides = NULL;
  memset(&labels.propensity, 0, sizeof labels.propensity);
  EXPECT(DUEL_OK, duel_nuisance_fit(&labels, (const duel_nuisance_options *)default_of("duel_nuisance_options"), &good.nuisance));
  EXPECT(DUEL_OK, duel_cancel_new(&good.raised));
  duel_cancel_raise(good.raised);
  EXPECT(DUEL_OK, duel_board_new(&good.board));
  good.scores.struct_size = sizeof good.scores;
  good.scores.length = COUNT(scored);
  good.scores.item = names_column(scored);
  good.scores.context = names_column(tasks);
  good.scores.score = double_column(scores);
  EXPECT(DUEL_OK, duel_board_append(good.board, &good.scores));
  good.places.struct_size = sizeof good.places;
  good.places.length = COUNT(shown);
  good.places.ballot = names_column(ballots);
  good.places.item = names_column(shown);
  good.places.rank = double_column(places);
  EXPECT(DUEL_OK, duel_ballots_new(&good.ballots));
  EXPECT(DUEL_OK, duel_ballots_append(good.ballots, &good.places));
  EXPECT(DUEL_OK, duel_ballots_fit(good.ballots, NULL, &good.ranking));
  EXPECT(DUEL_OK, duel_ballots_new(&good.more_ballots));
  good.rows = empty_rows(2);
  good.rows.left = names_column(left);
  good.rows.right = names_column(right);
  good.covariate.struct_size = sizeof good.covariate;
  good.covariate.length = 2;
  good.covariate.name = "size";
  good.covariate.item = names_column(left);
  good.covariate.value = double_column(sizes);
  good.stream_columns.struct_size = sizeof good.stream_columns;
  good.length = good.covariate;
  good.length.name = length[0];
  good.length.length = SMALL_CONTEXTS;
  memset(&good.length.item, 0, sizeof good.length.item);
  good.length.context = names_column(small_contexts);
  good.length.value = double_column(lengths);
  EXPECT(DUEL_OK, duel_set_covariate(good.set, &good.length));
  slopes.strength = DUEL_STRENGTH_SENSITIVITY;
  slopes.accept = DUEL_FIT_ANY;
  slopes.sensitivity_covariates = length;
  slopes.sensitivity_covariate_count = 1;
  EXPECT(DUEL_OK, duel_model_fit(good.set, &slopes, &good.sloped));
  judged.strength = DUEL_STRENGTH_SENSITIVITY;
  judged.ridge = 1.0;
  judged.accept = DUEL_FIT_ANY;
  EXPECT(DUEL_OK, duel_model_fit(good.set, &judged, &good.judged));
  EXPECT(DUEL_OK, duel_model_estimate(good.judged, DUEL_QUANTITY_STRENGTHS, NULL, &good.strengths));
  EXPECT(DUEL_OK, duel_model_average(good.judged, DUEL_QUANTITY_STRENGTHS, NULL, NULL, &good.averaged));
}

static void free_arguments(void) {
  duel_cancel_free(good.raised);
  duel_board_free(good.board);
  duel_ranking_free(good.ranking);
  duel_ballots_free(good.ballots);
  duel_ballots_free(good.more_ballots);
  duel_nuisance_free(good.nuisance);
  duel_gars_free(good.gars);
  duel_table_free(good.table);
  duel_monitor_free(good.monitor);
  duel_estimate_free(good.averaged);
  duel_estimate_free(good.strengths);
  duel_estimate_free(good.estimate);
  duel_bootstrap_free(good.bootstrap);
  duel_model_free(good.judged);
  duel_model_free(good.sloped);
  duel_model_free(good.model);
  duel_set_free(good.changed);
  duel_set_free(good.set);
}

#endif
