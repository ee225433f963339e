/* All functions are tried for what they do alike. NULL in each pointer that one needs is DUEL_ERR_NULL and changes no output; an
 * option that it does not read is refused by name, and one that it reads is not, but for NaN and what is below all. A call that
 * is served is served without what may be NULL, refused without room, and stopped by a token that was raised. */
#include "operations.h"

#include <math.h>

static size_t answered, nulls, refused, taken, nonsense;

static void without_pointers(const operation *one) {
  int at;
  for (at = 0; at < one->parameters; at++) {
    pointers p = {0, -1, NULL, 0};
    duel_status status;
    if (!(one->needed >> at & 1u)) continue;
    p.missing = 1u << at;
    fresh();
    status = one->call(&p);
    CHECK(status == DUEL_ERR_NULL, "%s without parameter %d: %s, %s", one->name, at, duel_status_name(status), duel_last_error());
    CHECK(untouched(), "%s without parameter %d changed an output", one->name, at);
    nulls++;
  }
}

static int watch(const duel_progress *now, void *user) {
  (void)now, (void)user;
  return 0;
}

/* Options as a caller has them who wants nothing else, with one field at a value. */
static duel_status with_value(const operation *one, const taken_options *of, const field *set, const void *value) {
  union {
    size_t struct_size;
    unsigned char bytes[1024];
    double align;
  } options;
  pointers p = {0, of->at, &options, 0};
  const void *usual = default_of(of->type);
  duel_status status;
  memset(&options, 0, sizeof options);
  if (usual) memcpy(&options, usual, of->size);
  options.struct_size = of->size;
  memcpy(options.bytes + set->at, value, set->size);
  fresh();
  status = one->call(&p);
  if (status == DUEL_OK && one->end) one->end();
  /* Who needs more room than there is says how much. */
  CHECK(status == DUEL_OK || status == DUEL_ERR_SIZE || untouched(), "%s with %s changed an output", one->name, set->name);
  return status;
}

static void with_option(const operation *one, const taken_options *of, const field *set, int is_read) {
  int (*const callback)(const duel_progress *, void *) = watch;
  static const double half = 0.5;
  const double *const pointer = &half;
  const int32_t narrow = 2; /* one thread is the default */
  const int64_t wide = 2;
  /* Who refuses an option does not look where it points to. */
  const void *value = set->kind == NUMBER_FIELD ? (const void *)&half : !strcmp(set->name, "progress") ? (const void *)&callback
    : set->kind == POINTER_FIELD ? (const void *)&pointer : set->size == sizeof narrow ? (const void *)&narrow : (const void *)&wide;
  const duel_status status = with_value(one, of, set, value);
  const field *found = unread(status, of->fields, of->count);
  if (is_read) {
    CHECK(found != set, "%s refuses %s of %s: %s", one->name, set->name, of->name, duel_last_error());
    taken++;
    return;
  }
  CHECK(found == set, "%s takes %s of %s: %s, %s", one->name, set->name, of->name, duel_status_name(status), duel_last_error());
  refused++;
}

/* Where nonsense is no error of the call: estimates look at their options when something is asked, a fit without a judge that
 * failed says so in its row, of functionals only Copeland and shares have a temperature, shares a threshold, and a floor
 * below zero is none. */
static int is_looked_at(const char *function, const char *name) {
  if (!strcmp(function, "duel_model_estimate") || !strcmp(function, "duel_set_leave_one_judge_out")) return 0;
  return strcmp(function, "duel_gars_new") || (strcmp(name, "temperature") && strcmp(name, "threshold") && strcmp(name, "floor"));
}

/* NaN, and numbers below all: never taken, and no defect. */
static void with_nonsense(const operation *one, const taken_options *of, const field *set) {
  static const double nan_and_infinite[] = {NAN, -HUGE_VAL};
  static const int32_t least = INT32_MIN;
  size_t i;
  for (i = 0; i < (set->kind == NUMBER_FIELD ? 2 : 1); i++) {
    const void *value = set->kind == NUMBER_FIELD ? (const void *)&nan_and_infinite[i] : (const void *)&least;
    const duel_status status = with_value(one, of, set, value);
    CHECK(status == DUEL_ERR_ARGUMENT || status == DUEL_ERR_UNSUPPORTED || status == DUEL_ERR_NULL || status == DUEL_ERR_SIZE ||
            status == DUEL_ERR_DATA,
          "%s with %s = %s: %s, %s", one->name, set->name, set->kind != NUMBER_FIELD ? "INT32_MIN" : i ? "-inf" : "NaN",
          duel_status_name(status), status ? duel_last_error() : "");
    nonsense++;
  }
}

/* Where a pointer is read it must point to what it says. */
static int is_tried(const field *set, int is_read) {
  return !is_read || set->kind != POINTER_FIELD || !strcmp(set->name, "progress") || !strcmp(set->name, "user");
}

/* A call that is served with these arguments: also without what may be NULL, not without room, and not when it is stopped. */
static void served(const operation *one) {
  pointers p = {0, -1, NULL, 0};
  int at;
  size_t which, i;
  const duel_status status = ended(one, &p);
  CHECK(status < DUEL_ERR_MEMORY, "%s: %s, %s", one->name, duel_status_name(status), duel_last_error());
  if (status != DUEL_OK) return;
  answered++;
  for (at = 0; at < one->parameters; at++) {
    duel_status without;
    if (one->needed >> at & 1u) continue;
    p.missing = 1u << at;
    without = ended(one, &p);
    /* Without weights a profile is of all values, whose number must be right. */
    CHECK(without == DUEL_OK || !strcmp(one->name, "duel_model_profile"), "%s without parameter %d: %s, %s", one->name, at,
          duel_status_name(without), duel_last_error());
  }
  p.missing = 0;
  if (one->has_room) {
    p.is_short = 1;
    EXPECT(DUEL_ERR_SIZE, ended(one, &p));
    CHECK(untouched(), "%s without room wrote", one->name);
  }
  if (one->is_stopped) {
    p.is_short = 0;
    good.asked = good.raised;
    EXPECT(DUEL_ERR_CANCELLED, ended(one, &p));
    CHECK(untouched(), "%s wrote when it was stopped", one->name);
    good.asked = NULL;
  }
  for (which = 0; which < COUNT(one->taken); which++) {
    const taken_options *of = &one->taken[which];
    for (i = 0; of->name && i < of->count; i++) {
      if (strcmp(of->fields[i].name, "cancel") || strstr(of->unread, " cancel ")) continue;
      CHECK(with_value(one, of, &of->fields[i], &good.raised) == DUEL_ERR_CANCELLED, "%s is not stopped: %s", one->name, duel_last_error());
    }
  }
}

int main(void) {
  size_t at, which, i, before = 0, after = 0;
  unsigned char *first, *last;
  make_arguments();
  first = bytes_of(good.changed, &before);
  for (at = 0; at < COUNT(operations); at++) without_pointers(&operations[at]);
  for (at = 0; at < COUNT(operations); at++) {
    for (which = 0; which < COUNT(operations[at].taken); which++) {
      const taken_options *of = &operations[at].taken[which];
      for (i = 0; of->name && i < of->count; i++) {
        char name[64];
        int is_read;
        snprintf(name, sizeof name, " %s ", of->fields[i].name);
        is_read = strstr(of->unread, name) == NULL;
        if (is_tried(&of->fields[i], is_read)) with_option(&operations[at], of, &of->fields[i], is_read);
        if (is_read && is_looked_at(operations[at].name, of->fields[i].name) &&
            (of->fields[i].kind == NUMBER_FIELD ||
             (of->fields[i].kind == WHOLE_FIELD && of->fields[i].size == sizeof(int32_t)))) {
          with_nonsense(&operations[at], of, &of->fields[i]);
        }
      }
    }
  }
  last = bytes_of(good.changed, &after);
  CHECK(first && last && before == after && memcmp(first, last, before) == 0, "the set changed");
  free(first);
  free(last);
  CHECK(nulls > 300 && refused > 300 && taken > 300 && nonsense > 300, "%lu pointers, %lu and %lu options, %lu bad ones",
        (unsigned long)nulls, (unsigned long)refused, (unsigned long)taken, (unsigned long)nonsense);
  for (at = 0; at < COUNT(operations); at++) served(&operations[at]);
  CHECK(answered > 100, "only %lu functions answer", (unsigned long)answered);
  free_arguments();
  return checks_end();
}
