/* Bad questions about replicates, given parameters and data drawn from a model. */
#include "estimates.h"
#include "bad_input.h"

#include <math.h>

static double room[64 * SMALL_ITEMS];
enum { ROOM = sizeof room / sizeof *room, DRAWS = 90 };

/* A call with one argument wrong. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)set;                                                        \
    (void)model;                                                      \
    return call;                                                      \
  }

/* ---- replicates ------------------------------------------------------------------------------ */

static duel_bootstrap_options bootstrap_defaults(void) {
  duel_bootstrap_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.replicates = DRAWS;
  return options;
}

/* Draw, and forget what should not have been drawn. */
static duel_status draw(const duel_model *model, const duel_bootstrap_options *options) {
  duel_bootstrap *made = NULL;
  duel_status status = duel_bootstrap_new(model, options, &made);
  CHECK(status == DUEL_OK || made == NULL, "a failure wrote replicates");
  duel_bootstrap_free(made);
  return status;
}

#define DRAW(name, change)                                            \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_bootstrap_options options = bootstrap_defaults();            \
    (void)set;                                                        \
    change;                                                           \
    return draw(model, &options);                                     \
  }

DRAW(draw_size_zero, options.struct_size = 0)
DRAW(draw_size_huge, options.struct_size = (size_t)-1)
DRAW(draw_by, options.by = 5)
DRAW(draw_by_negative, options.by = -1)
DRAW(draw_weights, options.weights = 4)
DRAW(draw_weights_negative, options.weights = -1)
DRAW(draw_one, options.replicates = 1)
DRAW(draw_far_too_many, options.replicates = (size_t)-1)
DRAW(draw_threads, options.threads = -1)
DRAW(draw_parametric_units, options.weights = DUEL_WEIGHTS_PARAMETRIC;
     options.by = DUEL_BY_CONTEXT)
CALL(draw_no_model, draw(NULL, NULL))
CALL(draw_nowhere, duel_bootstrap_new(model, NULL, NULL))
CALL(facts_of_nothing, duel_bootstrap_info(NULL, (duel_bootstrap_facts *)room))
CALL(replicates_of_nothing, duel_bootstrap_get(NULL, DUEL_QUANTITY_SCORES, NULL, room, ROOM))

/* A model of its own, of a few rows, and replicates of it. */
static duel_status draw_from(const double *score, const double *weight, int importance,
                             duel_model_options how, const duel_bootstrap_options *options) {
  static const char *const left[] = {"ash", "birch", "cedar", "ash"};
  static const char *const right[] = {"birch", "cedar", "ash", "birch"};
  duel_rows rows = empty_rows(4);
  duel_set *set = NULL;
  duel_model *model = NULL;
  /* A status that no row of the table expects, so that a mistake in the data shows. */
  duel_status status = DUEL_ERR_INTERNAL;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  if (weight) rows.weight = double_column(weight);
  rows.importance = importance;
  if (duel_set_new(&set) == DUEL_OK && duel_set_append(set, &rows) == DUEL_OK &&
      duel_model_fit(set, &how, &model) == DUEL_OK) {
    status = draw(model, options);
  }
  duel_model_free(model);
  duel_set_free(set);
  return status;
}

static const double circle[] = {1.0, 1.0, 1.0, 0.0}, ladder[] = {1.0, 1.0, 0.0, 1.0};
static const double halves[] = {2.5, 2.5, 2.5, 2.5};

#define DRAW_FROM(name, score, weight, importance, change)              \
  static duel_status name(duel_set *set, const duel_model *model) {     \
    duel_bootstrap_options options = bootstrap_defaults();              \
    duel_model_options how = fit_defaults();                              \
    (void)set;                                                          \
    (void)model;                                                        \
    change;                                                             \
    return draw_from(score, weight, importance, how, &options);         \
  }

DRAW_FROM(draw_no_contexts, circle, NULL, 0, options.by = DUEL_BY_CONTEXT)
DRAW_FROM(draw_half_rows, circle, halves, 0, options.weights = DUEL_WEIGHTS_MULTINOMIAL)
DRAW_FROM(draw_half_cells, circle, halves, 0, options.weights = DUEL_WEIGHTS_PARAMETRIC)
DRAW_FROM(draw_importance, circle, halves, 1, options.weights = DUEL_WEIGHTS_PARAMETRIC)
DRAW_FROM(draw_separated, ladder, NULL, 0, how.accept = DUEL_FIT_ANY)
/* Of two units the smallest bootstrap is all but always separated. */
DRAW_FROM(draw_hopeless, circle, NULL, 0, options.replicates = 2)
DRAW_FROM(draw_firth_step, circle, NULL, 0, how.bias_reduction = DUEL_BIAS_FIRTH;
          options.one_step = 1)

static duel_status draw_given(duel_set *set, const duel_model *model) {
  const double scores[SMALL_ITEMS] = {0.5, 0.0, 0.0, -0.5};
  duel_model *given = NULL;
  duel_bootstrap_options options = bootstrap_defaults();
  duel_status status = DUEL_ERR_INTERNAL;
  (void)model;
  if (duel_model_given(set, scores, SMALL_ITEMS, NULL, &given) == DUEL_OK) {
    status = draw(given, &options);
  }
  duel_model_free(given);
  return status;
}

/* No unit is independent of all others, and none is named. */
static duel_status draw_two_ways(duel_set *set, const duel_model *model) {
  duel_model *both = NULL;
  duel_bootstrap_options options = bootstrap_defaults();
  duel_model_options how = fit_defaults();
  duel_status status = DUEL_ERR_INTERNAL;
  (void)model;
  how.covariance = DUEL_COVARIANCE_CLUSTERED_TWO_WAY;
  if (duel_model_fit(set, &how, &both) == DUEL_OK) status = draw(both, &options);
  duel_model_free(both);
  return status;
}

/* A question to good replicates of the common model; `user` is what the question needs. */
static duel_status with_replicates(const duel_model *model,
                                   duel_status (*ask)(const duel_bootstrap *, const duel_model *)) {
  duel_bootstrap_options options = bootstrap_defaults();
  duel_bootstrap *bootstrap = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  options.by = DUEL_BY_ROW; /* of which every replicate has an estimate */
  if (duel_bootstrap_new(model, &options, &bootstrap) == DUEL_OK) status = ask(bootstrap, model);
  duel_bootstrap_free(bootstrap);
  return status;
}

#define REPLICATES(name, call)                                                             \
  static duel_status name##_ask(const duel_bootstrap *bootstrap, const duel_model *model) { \
    duel_inference_options options = inference_defaults();                                 \
    options.bootstrap = bootstrap;                                                         \
    (void)options;                                                                         \
    (void)model;                                                                           \
    return call;                                                                           \
  }                                                                                        \
  CALL(name, with_replicates(model, name##_ask))

static duel_status facts_into(const duel_bootstrap *bootstrap, size_t size) {
  duel_bootstrap_facts info;
  memset(&info, 0, sizeof info);
  info.struct_size = size;
  return duel_bootstrap_info(bootstrap, &info);
}

static int two_odds(const double *values, size_t n, double *out, double *gradient, void *user) {
  (void)n;
  (void)gradient;
  (void)user;
  out[0] = exp(values[0] - values[1]);
  out[1] = exp(values[1] - values[2]);
  return 0;
}

/* Replicates of the common model for another one of the same items. */
static duel_status for_another(const duel_model *model, const duel_bootstrap *bootstrap) {
  duel_model_options how = fit_defaults();
  duel_inference_options options = inference_defaults();
  duel_model *other = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  how.ridge = 1.0;
  options.bootstrap = bootstrap;
  if (duel_model_fit(duel_model_set(model), &how, &other) == DUEL_OK) {
    status = model_values(other, DUEL_QUANTITY_SCORES, &options, room, ROOM);
  }
  duel_model_free(other);
  return status;
}

static duel_status by_interval(const duel_model *model, duel_inference_options options,
                               int32_t interval, double level, int32_t together) {
  options.bootstrap_interval = interval;
  options.level = level;
  options.intervals = together;
  return model_values(model, DUEL_QUANTITY_SCORES, &options, room, ROOM);
}

static duel_status studentised_function(const duel_model *model, duel_inference_options options) {
  options.bootstrap_interval = DUEL_BOOTSTRAP_STUDENTISED;
  return model_function(model, DUEL_QUANTITY_SCORES, &options, two_odds, NULL, 2, room, ROOM, NULL, 0);
}

REPLICATES(facts_nowhere, duel_bootstrap_info(bootstrap, NULL))
REPLICATES(facts_size_zero, facts_into(bootstrap, 0))
REPLICATES(facts_size_huge, facts_into(bootstrap, (size_t)-1))
REPLICATES(replicates_what_zero, duel_bootstrap_get(bootstrap, 0, NULL, room, ROOM))
REPLICATES(replicates_of_parameters, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_PARAMETERS, NULL, room, ROOM))
REPLICATES(replicates_of_thresholds, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_THRESHOLDS, NULL, room, ROOM))
REPLICATES(replicates_nowhere, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_SCORES, NULL, NULL, ROOM))
REPLICATES(replicates_short, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_SCORES, NULL, room, 7))
REPLICATES(another_model, for_another(model, bootstrap))
REPLICATES(interval_four, by_interval(model, options, 4, 0.0, DUEL_INTERVALS_MARGINAL))
REPLICATES(interval_negative, by_interval(model, options, -1, 0.0, DUEL_INTERVALS_MARGINAL))
REPLICATES(too_few_replicates, by_interval(model, options, DUEL_BOOTSTRAP_BCA, 0.99, DUEL_INTERVALS_MARGINAL))
REPLICATES(too_few_for_bonferroni,
           by_interval(model, options, DUEL_BOOTSTRAP_BASIC, 0.95, DUEL_INTERVALS_BONFERRONI))
REPLICATES(function_studentised, studentised_function(model, options))
REPLICATES(profile_of_replicates,
           model_profile(model, DUEL_QUANTITY_SCORES, &options, NULL, SMALL_ITEMS, room, ROOM))

/* ---- beyond one fit -------------------------------------------------------------------------- */

static duel_status given(const duel_set *set, double second, size_t count, int32_t outcome) {
  double parameters[SMALL_ITEMS + 1] = {0.0};
  duel_model_options how = fit_defaults();
  duel_model *made = NULL;
  duel_status status;
  parameters[1] = second;
  how.tie_model = outcome;
  status = duel_model_given(set, parameters, count, &how, &made);
  CHECK(status == DUEL_OK || made == NULL, "a failure wrote a model");
  duel_model_free(made);
  return status;
}

CALL(given_no_set, given(NULL, 0.0, SMALL_ITEMS, 0))
CALL(given_too_few, given(set, 0.0, SMALL_ITEMS - 1, 0))
CALL(given_no_threshold, given(set, 0.0, SMALL_ITEMS, DUEL_MODEL_DAVIDSON))
CALL(given_nan, given(set, NAN, SMALL_ITEMS, 0))
CALL(given_infinite, given(set, HUGE_VAL, SMALL_ITEMS, 0))
CALL(given_outcome, given(set, 0.0, SMALL_ITEMS, 6))
CALL(given_nothing, duel_model_given(set, NULL, SMALL_ITEMS, NULL, (duel_model **)(void *)room))
CALL(given_nowhere, duel_model_given(set, circle, SMALL_ITEMS, NULL, NULL))

/* Draw for a design of one row. */
static duel_status simulate(const duel_model *model, const char *left_name, double weight,
                            int importance) {
  static const char *const right[] = {"ash"};
  static const double one[] = {1.0};
  const char *left[1];
  duel_rows rows = empty_rows(1);
  duel_set *design = NULL, *drawn = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  left[0] = left_name;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(one);
  rows.weight = double_column(&weight);
  rows.importance = importance;
  if (duel_set_new(&design) == DUEL_OK && duel_set_append(design, &rows) == DUEL_OK) {
    status = duel_model_simulate(model, design, 1, &drawn);
    CHECK(status == DUEL_OK || drawn == NULL, "a failure wrote a set");
  }
  duel_set_free(drawn);
  duel_set_free(design);
  return status;
}

CALL(simulate_no_model, duel_model_simulate(NULL, NULL, 1, (duel_set **)(void *)room))
CALL(simulate_nowhere, duel_model_simulate(model, NULL, 1, NULL))
CALL(simulate_stranger, simulate(model, "yew", 1.0, 0))
CALL(simulate_half, simulate(model, "birch", 0.5, 0))
CALL(simulate_endless, simulate(model, "birch", 1e30, 0))
CALL(simulate_importance, simulate(model, "birch", 2.0, 1))

static duel_status goodness(const duel_model *model, size_t replicates, size_t size) {
  duel_goodness_facts out;
  duel_status status;
  memset(&out, 0, sizeof out);
  out.struct_size = size;
  status = duel_model_goodness(model, replicates, NULL, &out);
  CHECK(status == DUEL_OK || out.pearson == 0.0, "a failure wrote X^2 = %g", out.pearson);
  return status;
}

/* Without ties, so that nothing but one argument is wrong. */
static duel_status goodness_of(duel_set *set, size_t replicates, size_t size) {
  duel_model_options how = fit_defaults();
  duel_model *model = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  how.ties = DUEL_TIES_DROPPED;
  if (duel_model_fit(set, &how, &model) == DUEL_OK) status = goodness(model, replicates, size);
  duel_model_free(model);
  return status;
}

CALL(goodness_no_model, goodness(NULL, 10, sizeof(duel_goodness_facts)))
CALL(goodness_nowhere, duel_model_goodness(model, 10, NULL, NULL))
CALL(goodness_of_halves, goodness(model, 10, sizeof(duel_goodness_facts)))
CALL(goodness_one, goodness_of(set, 1, sizeof(duel_goodness_facts)))
CALL(goodness_size, goodness_of(set, 10, 0))

const bad_input bad_resampling[] = {
    {"replicates of no model", draw_no_model, DUEL_ERR_NULL, "model is NULL", -1},
    {"replicates nowhere", draw_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"bootstrap struct_size 0", draw_size_zero, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"bootstrap struct_size huge", draw_size_huge, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"bootstrap by 5", draw_by, DUEL_ERR_ARGUMENT, "by is 5", -1},
    {"bootstrap by -1", draw_by_negative, DUEL_ERR_ARGUMENT, "by is -1", -1},
    {"bootstrap weights 4", draw_weights, DUEL_ERR_ARGUMENT, "weights is 4", -1},
    {"bootstrap weights -1", draw_weights_negative, DUEL_ERR_ARGUMENT, "weights is -1", -1},
    {"one replicate", draw_one, DUEL_ERR_ARGUMENT, "replicates is 1;", -1},
    {"far too many replicates", draw_far_too_many, DUEL_ERR_ARGUMENT, "replicates is", -1},
    {"bootstrap by -1 threads", draw_threads, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"two units", draw_two_ways, DUEL_ERR_UNSUPPORTED, "choose contexts or judges", -1},
    {"parametric contexts", draw_parametric_units, DUEL_ERR_UNSUPPORTED, "by: ", -1},
    {"contexts of a set without", draw_no_contexts, DUEL_ERR_UNSUPPORTED, "by: ", -1},
    {"multinomial half rows", draw_half_rows, DUEL_ERR_UNSUPPORTED, "weights: ", -1},
    {"parametric half rows", draw_half_cells, DUEL_ERR_UNSUPPORTED, "weights: ", -1},
    {"parametric importance", draw_importance, DUEL_ERR_UNSUPPORTED, "importance", -1},
    {"replicates of separated items", draw_separated, DUEL_ERR_NOT_IDENTIFIED, "\"ash\"", -1},
    {"hopeless replicates", draw_hopeless, DUEL_ERR_NOT_IDENTIFIED, "of 2 replicates", -1},
    {"one step of Firth's", draw_firth_step, DUEL_ERR_UNSUPPORTED, "one_step", -1},
    {"replicates of given parameters", draw_given, DUEL_ERR_UNSUPPORTED, "given", -1},
    {"facts of no replicates", facts_of_nothing, DUEL_ERR_NULL, "bootstrap is NULL", -1},
    {"facts nowhere", facts_nowhere, DUEL_ERR_NULL, "out", -1},
    {"facts struct_size 0", facts_size_zero, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"facts struct_size huge", facts_size_huge, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"values of no replicates", replicates_of_nothing, DUEL_ERR_NULL, "bootstrap is NULL", -1},
    {"quantity 0 of replicates", replicates_what_zero, DUEL_ERR_ARGUMENT, "quantity is 0", -1},
    {"parameters of replicates", replicates_of_parameters, DUEL_ERR_ARGUMENT, "quantity is 23", -1},
    {"thresholds of replicates", replicates_of_thresholds, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"values nowhere", replicates_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"room for 7 replicate values", replicates_short, DUEL_ERR_SIZE, "room for 7", -1},
    {"replicates of another model", another_model, DUEL_ERR_ARGUMENT, "bootstrap: ", -1},
    {"bootstrap_interval 4", interval_four, DUEL_ERR_ARGUMENT, "bootstrap_interval is 4", -1},
    {"bootstrap_interval -1", interval_negative, DUEL_ERR_ARGUMENT, "bootstrap_interval is -1", -1},
    {"90 replicates for 99 %", too_few_replicates, DUEL_ERR_ARGUMENT, "90 replicates", -1},
    {"90 replicates for four", too_few_for_bonferroni, DUEL_ERR_ARGUMENT, "90 replicates", -1},
    {"a studentised function", function_studentised, DUEL_ERR_UNSUPPORTED, "studentised", -1},
    {"a profile of replicates", profile_of_replicates, DUEL_ERR_UNSUPPORTED, "bootstrap is not read by duel_model_profile", -1},
    {"given no set", given_no_set, DUEL_ERR_NULL, "set is NULL", -1},
    {"given three of four", given_too_few, DUEL_ERR_ARGUMENT, "parameter_count is 3", -1},
    {"given no threshold", given_no_threshold, DUEL_ERR_ARGUMENT, "parameter_count is 4", -1},
    {"given NaN", given_nan, DUEL_ERR_ARGUMENT, "parameters[1] is NaN", -1},
    {"given infinity", given_infinite, DUEL_ERR_ARGUMENT, "parameters[1] is inf", -1},
    {"given tie_model 6", given_outcome, DUEL_ERR_ARGUMENT, "tie_model is 6", -1},
    {"given nothing", given_nothing, DUEL_ERR_NULL, "parameters is NULL", -1},
    {"given nowhere", given_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"simulate no model", simulate_no_model, DUEL_ERR_NULL, "model is NULL", -1},
    {"simulate nowhere", simulate_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"simulate 1e30 comparisons", simulate_endless, DUEL_ERR_DATA, "1e30", -1},
    {"simulate a stranger", simulate_stranger, DUEL_ERR_NAME, "\"yew\"", -1},
    {"simulate half a comparison", simulate_half, DUEL_ERR_UNSUPPORTED, "0.5 comparisons", -1},
    {"simulate importance", simulate_importance, DUEL_ERR_UNSUPPORTED, "design: ", -1},
    {"goodness of no model", goodness_no_model, DUEL_ERR_NULL, "model is NULL", -1},
    {"goodness nowhere", goodness_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"goodness of halves", goodness_of_halves, DUEL_ERR_UNSUPPORTED, "ties as halves", -1},
    {"goodness of one replicate", goodness_one, DUEL_ERR_ARGUMENT, "replicates is 1;", -1},
    {"goodness struct_size 0", goodness_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {NULL, NULL, 0, NULL, 0},
};
