/* Operations of tests/c/faults.c on claims: at all looks, after choosing, under attack, judges that do not belong. */
#include "faults.h"

#include <stdlib.h>

static void need(duel_status status) {
  if (status) exit(2);
}

/* A model with a likelihood, of votes without contexts, that has computed nothing yet. */
static duel_model *fresh(world *w) {
  static unsigned char *bytes;
  static size_t length;
  duel_model *model = NULL;
  if (!bytes) {
    ZERO(duel_model_options, fit);
    duel_set *set = NULL;
    need(duel_set_new(&set));
    need(duel_set_append(set, &w->by_id));
    fit.tie_model = DUEL_MODEL_DAVIDSON;
    need(duel_model_fit(set, &fit, &model));
    need(duel_model_save(model, NULL, 0, &length));
    bytes = malloc(length);
    if (!bytes) exit(2);
    need(duel_model_save(model, bytes, length, &length));
    duel_model_free(model);
    duel_set_free(set);
    model = NULL;
  }
  need(duel_model_load(bytes, length, &model));
  return model;
}

/* The first two items by score. */
static const size_t *leaders(world *w, const duel_model *model) {
  static size_t pair[2];
  double *const scores = w->room[1];
  size_t i;
  need(duel_model_get(model, DUEL_QUANTITY_SCORES, scores, w->capacity));
  pair[0] = scores[1] > scores[0];
  pair[1] = 1 - pair[0];
  for (i = 2; i < w->items; i++) {
    if (scores[i] > scores[pair[0]]) pair[1] = pair[0], pair[0] = i;
    else if (scores[i] > scores[pair[1]]) pair[1] = i;
  }
  return pair;
}

/* Calls with a model, and its first two items. */
#define OF_MODEL(call)                                     \
  do {                                                     \
    duel_table *out = NULL;                                \
    duel_model *const model = fresh(w);                    \
    const size_t *const pair = leaders(w, model);          \
    (void)pair;                                            \
    TRY(call);                                             \
    if (w->status && out) w->wrong++;                      \
    duel_model_free(model);                                \
    return w->status ? w->status : see_table(w, out);      \
  } while (0)

static duel_status attacked(world *w, int32_t attack, int32_t by, int32_t renew) {
  ZERO(duel_fragility_options, how);
  how.attack = attack;
  how.by = by;
  how.renew = renew;
  HEARD(how);
  OF_MODEL(duel_model_fragility(model, pair, 1, &how, &out));
}
static duel_status fragility(world *w) { return attacked(w, DUEL_ATTACK_DROP, DUEL_BY_ROW, 0); }
static duel_status fragility_flip(world *w) { return attacked(w, DUEL_ATTACK_FLIP, DUEL_BY_ROW, 0); }
static duel_status fragility_add(world *w) { return attacked(w, DUEL_ATTACK_ADD, DUEL_BY_ROW, 0); }
static duel_status fragility_renewed(world *w) { return attacked(w, DUEL_ATTACK_DROP, DUEL_BY_JUDGE, 1); }
static duel_status fragile_votes(world *w) {
  ZERO(duel_fragility_options, how);
  HEARD(how);
  OF_MODEL(duel_model_fragile_votes(model, pair, 1, &how, &out));
}

static duel_status strangers(world *w, int32_t adjusted) {
  ZERO(duel_outlier_options, how);
  how.adjusted = adjusted;
  HEARD(how);
  OF_MODEL(duel_model_outliers(model, &how, &out));
}
static duel_status outliers(world *w) { return strangers(w, 0); }
static duel_status outliers_adjusted(world *w) { return strangers(w, 1); }

static duel_estimate *estimated(world *w, const duel_model *model, int32_t intervals, int32_t errors, size_t draws) {
  ZERO(duel_inference_options, how);
  duel_estimate *estimate = NULL;
  how.draws = draws;
  how.intervals = intervals;
  how.errors = errors;
  HEARD(how);
  TRY(duel_model_estimate(model, DUEL_QUANTITY_SCORES, &how, &estimate));
  if (w->status && estimate) w->wrong++;
  return estimate;
}

#define OF_SCORES(intervals, call)                                         \
  do {                                                                     \
    duel_table *out = NULL;                                                \
    duel_model *const model = fresh(w);                                    \
    duel_estimate *const estimate = estimated(w, model, intervals, 0, 300);\
    if (estimate) {                                                        \
      TRY(call);                                                           \
      if (w->status && out) w->wrong++;                                    \
    }                                                                      \
    duel_estimate_free(estimate);                                          \
    duel_model_free(model);                                                \
    return w->status ? w->status : see_table(w, out);                      \
  } while (0)

static duel_status values_at_all_looks(world *w) {
  OF_SCORES(DUEL_INTERVALS_ANYTIME_SIMULTANEOUS, duel_estimate_values(estimate, &out));
}
static duel_status ranks_at_all_looks(world *w) {
  OF_SCORES(DUEL_INTERVALS_ANYTIME, duel_estimate_ranks(estimate, &out));
}
static duel_status e_values(world *w) {
  size_t i;
  for (i = 0; i < w->items; i++) w->numbers[i] = i == 0 ? 1.0 : i == 1 ? -1.0 : 0.0;
  OF_SCORES(DUEL_INTERVALS_ANYTIME, duel_estimate_e_values(estimate, w->numbers, 1, NULL, &out));
}
static duel_status rank_sets(world *w) {
  static const size_t few[] = {0, 3};
  ZERO(duel_rank_set_options, how);
  how.one_by_one = 1;
  OF_SCORES(0, duel_estimate_rank_sets(estimate, few, 2, &how, &out));
}
static duel_status rank_sets_top(world *w) {
  ZERO(duel_rank_set_options, how);
  how.top = 2;
  OF_SCORES(0, duel_estimate_rank_sets(estimate, NULL, 0, &how, &out));
}

static duel_status winner_by(world *w, size_t count, int32_t errors) {
  static const size_t few[] = {4, 0, 3};
  ZERO(duel_winner_facts, out);
  duel_model *const model = fresh(w);
  duel_estimate *const estimate = estimated(w, model, 0, errors, 2000);
  if (estimate) TRY(duel_estimate_winner(estimate, count ? few : NULL, count, 0, &out));
  duel_estimate_free(estimate);
  duel_model_free(model);
  if (!w->status) see_bytes(w, &out, sizeof out);
  return w->status;
}
static duel_status winner(world *w) { return winner_by(w, 0, 0); }
static duel_status winner_of_few(world *w) { return winner_by(w, 3, DUEL_ERRORS_SAMPLED); }

/* A second look, so that there is something to be changed. */
static duel_status look(world *w, int32_t design) {
  ZERO(duel_monitor_options, plan);
  ZERO(duel_monitor_facts, facts);
  duel_monitor *monitor = NULL;
  duel_table *pairs = NULL;
  duel_model *const model = fresh(w);
  duel_estimate *estimate = NULL, *before = NULL;
  plan.design = design;
  need(duel_monitor_new(&plan, &monitor));
  need(duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, &before));
  need(duel_monitor_look(monitor, before, NULL));
  duel_estimate_free(before);
  estimate = estimated(w, model, 0, 0, 300);
  if (estimate) TRY(duel_monitor_look(monitor, estimate, NULL));
  need(duel_monitor_info(monitor, &facts));
  if (facts.looks != (w->status ? 1u : 2u)) w->wrong++;
  need(duel_monitor_pairs(monitor, &pairs));
  if (w->status) duel_table_free(pairs);
  else see_table(w, pairs);
  duel_estimate_free(estimate);
  duel_model_free(model);
  duel_monitor_free(monitor);
  return w->status;
}
static duel_status monitor_look(world *w) { return look(w, DUEL_DESIGN_FIXED); }
static duel_status monitor_look_adaptive(world *w) { return look(w, DUEL_DESIGN_ADAPTIVE); }

/* A monitor that has looked once, as bytes in room[1]. */
static size_t watched(world *w) {
  duel_monitor *monitor = NULL;
  duel_estimate *estimate = NULL;
  duel_model *const model = fresh(w);
  size_t length = 0;
  need(duel_monitor_new(NULL, &monitor));
  need(duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, &estimate));
  need(duel_monitor_look(monitor, estimate, NULL));
  need(duel_monitor_save(monitor, w->room[1], w->capacity * sizeof(double), &length));
  duel_estimate_free(estimate);
  duel_model_free(model);
  duel_monitor_free(monitor);
  return length;
}
static duel_status monitor_load(world *w) {
  const size_t length = watched(w);
  duel_monitor *out = NULL;
  size_t again = 0;
  if (TRY(duel_monitor_load(w->room[1], length, &out))) {
    if (out) w->wrong++;
    return w->status;
  }
  need(duel_monitor_save(out, w->room[0], w->capacity * sizeof(double), &again));
  see_bytes(w, w->room[0], again);
  duel_monitor_free(out);
  return DUEL_OK;
}

enum { SAVE, PAIRS, RANKS };
static duel_status of_monitor(world *w, int what) {
  duel_monitor *monitor = NULL;
  duel_table *out = NULL;
  size_t length = watched(w);
  need(duel_monitor_load(w->room[1], length, &monitor));
  TRY(what == SAVE    ? duel_monitor_save(monitor, w->room[0], w->capacity * sizeof(double), &length)
      : what == PAIRS ? duel_monitor_pairs(monitor, &out)
                      : duel_monitor_ranks(monitor, &out));
  if (w->status && out) w->wrong++;
  if (!w->status && what == SAVE) see_bytes(w, w->room[0], length);
  if (!w->status && out) see_table(w, out);
  duel_monitor_free(monitor);
  return w->status;
}
static duel_status monitor_save(world *w) { return of_monitor(w, SAVE); }
static duel_status monitor_pairs(world *w) { return of_monitor(w, PAIRS); }
static duel_status monitor_ranks(world *w) { return of_monitor(w, RANKS); }

static duel_status sprt(world *w) {
  static const double counts[] = {11, 20, 40, 25, 14};
  ZERO(duel_sprt_options, how);
  how.elo1 = 20.0;
  how.elo_scale = DUEL_ELO_NORMALIZED;
  FACTS(duel_sprt_facts, duel_counts_sprt(counts, 5, &how, &out));
}

static duel_status paired(world *w) { FACTS(duel_paired_facts, duel_counts_paired(30, 14, 90, NULL, &out)); }

static duel_status differences(world *w) {
  static const double numbers[] = {3, 1, -2, 5, 4, -1, 2, 2, 7, -3, 1, 1, 4, 2, -6, 3, 1, 2, 5, 3, -1, 2};
  ZERO(duel_exact_options, how);
  how.lower_bound = -1e3;
  how.upper_bound = 1e3;
  how.draws = 300;
  FACTS(duel_exact_facts, duel_differences_exact(numbers, sizeof numbers / sizeof *numbers, &how, &out));
}

static duel_status plan(world *w) {
  ZERO(duel_plan_options, how);
  how.win = 0.3;
  how.lose = 0.2;
  how.mixture = 0.1;
  FACTS(duel_plan_facts, duel_plan_units(&how, &out));
}

const operation claim_operations[] = {
    {"estimate_values, at all looks", values_at_all_looks},
    {"estimate_ranks, at all looks", ranks_at_all_looks},
    {"estimate_e_values", e_values},
    {"estimate_winner", winner},
    {"estimate_winner, of a few, solved for", winner_of_few},
    {"estimate_rank_sets, one by one", rank_sets},
    {"estimate_rank_sets, top", rank_sets_top},
    {"model_fragility", fragility},
    {"model_fragility, turned round", fragility_flip},
    {"model_fragility, added", fragility_add},
    {"model_fragility, judges, renewed", fragility_renewed},
    {"model_fragile_votes", fragile_votes},
    {"model_outliers", outliers},
    {"model_outliers, adjusted", outliers_adjusted},
    {"monitor_look", monitor_look},
    {"monitor_look, adaptive", monitor_look_adaptive},
    {"monitor_save", monitor_save},
    {"monitor_load", monitor_load},
    {"monitor_pairs", monitor_pairs},
    {"monitor_ranks", monitor_ranks},
    {"counts_sprt", sprt},
    {"counts_paired", paired},
    {"differences_exact", differences},
    {"plan_units", plan},
    {NULL, NULL},
};
