/* Bad questions about what to label or to compare next. */
#include "bad_input.h"

#include <math.h>

enum { CONTEXTS = 2, PAIRS = 3, SIZE = CONTEXTS * PAIRS, MANY = 64 };
static double room[MANY];
static double histogram[DUEL_HISTOGRAM_LENGTH];

static const double weights[SIZE] = {4.0, 1.0, 0.0, 2.0, 0.5, 3.0};
static const double costs[PAIRS] = {1.0, 2.0, 0.0};
static const double propensities[SIZE] = {0.5, 0.25, 0.0, 0.5, 0.75, 0.0};

static duel_policy_options defaults(void) {
  duel_policy_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.floor = 0.1;
  options.budget = 1.0;
  return options;
}

/* A call with one argument wrong; it must leave the output alone. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_policy_options options = defaults();                         \
    duel_policy_facts info;                                            \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    (void)options;                                                    \
    memset(&info, 0, sizeof info);                                    \
    info.struct_size = sizeof info;                                   \
    info.lambda = 4711.0;                                             \
    room[0] = 4711.0;                                                 \
    status = call;                                                    \
    CHECK(room[0] == 4711.0, "a failure wrote %g", room[0]);          \
    CHECK(info.lambda == 4711.0, "a failure wrote %g", info.lambda);  \
    return status;                                                    \
  }

static duel_status plan(const duel_policy_options *options, duel_policy_facts *info) {
  return duel_policy_choose(weights, CONTEXTS, PAIRS, costs, options, room, MANY, NULL, 0, info);
}

static const double *changed(const double *values, size_t at, double value) {
  static double copy[SIZE];
  memcpy(copy, values, sizeof copy);
  copy[at] = value;
  return copy;
}

CALL(no_options, plan(NULL, &info))
CALL(options_size, (options.struct_size = 8, plan(&options, &info)))
CALL(drawing, (options.drawing = 2, plan(&options, &info)))
CALL(threads, (options.threads = -1, plan(&options, &info)))
CALL(floor_negative, (options.floor = -0.1, plan(&options, &info)))
CALL(floor_nan, (options.floor = NAN, plan(&options, &info)))
CALL(budget_low, (options.budget = 0.25, plan(&options, &info)))
CALL(budget_nan, (options.budget = NAN, plan(&options, &info)))
CALL(mix_two, (options.mix = 2.0, plan(&options, &info)))
CALL(floor_one_pair, (options.drawing = 1, options.floor = 0.6, plan(&options, &info)))
CALL(no_weights, duel_policy_choose(NULL, CONTEXTS, PAIRS, NULL, &options, room, MANY, NULL, 0, &info))
CALL(no_contexts, duel_policy_choose(weights, 0, PAIRS, NULL, &options, room, MANY, NULL, 0, &info))
CALL(no_pairs, duel_policy_choose(weights, CONTEXTS, 0, NULL, &options, room, MANY, NULL, 0, &info))
CALL(huge, duel_policy_choose(weights, (size_t)-1, PAIRS, NULL, &options, room, MANY, NULL, 0, &info))
CALL(nowhere, duel_policy_choose(weights, CONTEXTS, PAIRS, NULL, &options, NULL, MANY, NULL, 0, &info))
CALL(too_short, duel_policy_choose(weights, CONTEXTS, PAIRS, NULL, &options, room, 5, NULL, 0, &info))
CALL(nu_short, duel_policy_choose(weights, CONTEXTS, PAIRS, NULL, &options, room, MANY, room + 32, 1, &info))
CALL(weight_nan,
     duel_policy_choose(changed(weights, 4, NAN), CONTEXTS, PAIRS, NULL, &options, room, MANY, NULL, 0, &info))
CALL(weight_negative,
     duel_policy_choose(changed(weights, 1, -1.0), CONTEXTS, PAIRS, NULL, &options, room, MANY, NULL, 0, &info))
CALL(cost_negative,
     duel_policy_choose(weights, CONTEXTS, PAIRS, changed(weights, 2, -2.0), &options, room, MANY, NULL, 0, &info))
CALL(nothing_offered, duel_policy_choose(weights, CONTEXTS, 1, costs + 2, &options, room, MANY, NULL, 0, &info))

static duel_status apply(double lambda, const duel_policy_options *options, size_t capacity) {
  return duel_policy_apply(weights, CONTEXTS, PAIRS, costs, lambda, options, room, capacity, NULL, 0, NULL);
}

CALL(lambda_nan, apply(NAN, &options, MANY))
CALL(lambda_negative, apply(-1.0, &options, MANY))
CALL(apply_floor, (options.floor = 1.5, apply(1.0, &options, MANY)))
CALL(apply_short, apply(1.0, &options, 5))
CALL(apply_no_options, apply(1.0, NULL, MANY))

CALL(histogram_nowhere, duel_policy_histogram(weights, CONTEXTS, PAIRS, costs, NULL, DUEL_HISTOGRAM_LENGTH))
CALL(histogram_short, duel_policy_histogram(weights, CONTEXTS, PAIRS, costs, histogram, 100))
CALL(histogram_weight,
     duel_policy_histogram(changed(weights, 3, NAN), CONTEXTS, PAIRS, costs, histogram, DUEL_HISTOGRAM_LENGTH))
CALL(lambda_empty, duel_policy_lambda(histogram, DUEL_HISTOGRAM_LENGTH, &options, &info))
CALL(lambda_short, duel_policy_lambda(histogram, 7, &options, &info))
CALL(lambda_nothing, duel_policy_lambda(NULL, DUEL_HISTOGRAM_LENGTH, &options, &info))
CALL(lambda_nowhere, duel_policy_lambda(histogram, DUEL_HISTOGRAM_LENGTH, &options, NULL))
CALL(lambda_one_pair,
     (options.drawing = 1, duel_policy_lambda(histogram, DUEL_HISTOGRAM_LENGTH, &options, &info)))

CALL(outcome_two, duel_policy_outcome(weights, CONTEXTS, PAIRS, costs, weights, &info))
CALL(outcome_nothing, duel_policy_outcome(weights, CONTEXTS, PAIRS, costs, NULL, &info))
CALL(outcome_nowhere, duel_policy_outcome(weights, CONTEXTS, PAIRS, costs, propensities, NULL))

static duel_status draw(const double *pi, size_t pairs, int32_t how, size_t capacity) {
  static uint8_t drawn[MANY];
  return duel_policy_draw(pi, CONTEXTS, pairs, how, 1, 0, drawn, capacity);
}

CALL(draw_nothing, draw(NULL, PAIRS, 0, MANY))
CALL(draw_no_pairs, draw(propensities, 0, 0, MANY))
CALL(draw_how, draw(propensities, PAIRS, 2, MANY))
CALL(draw_short, draw(propensities, PAIRS, 0, 5))
CALL(draw_nan, draw(changed(propensities, 5, NAN), PAIRS, 0, MANY))
CALL(draw_many, draw(propensities, PAIRS, DUEL_DRAWING_ONE_PAIR, MANY))

/* ---- D-optimal -------------------------------------------------------------------------------- */

enum { K = 2, C = 2 };
static const double mu[CONTEXTS * K * K * C] = {0.0, 0.0, 0.6, 0.4, 0.3, 0.7, 0.0, 0.0,
                                                0.0, 0.0, 0.2, 0.8, 0.7, 0.3, 0.0, 0.0};

static duel_status d_optimal(size_t functional, const double *probabilities,
                             const duel_policy_options *options, size_t capacity, size_t second) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA};
  duel_gars_options asked;
  duel_gars *gars = NULL;
  duel_status status;
  memset(&asked, 0, sizeof asked);
  asked.struct_size = sizeof asked;
  asked.items = K;
  asked.categories = C;
  asked.functionals = functionals;
  asked.functional_count = 1;
  EXPECT(DUEL_OK, duel_gars_new(&asked, &gars));
  status = duel_gars_d_optimal(gars, functional, probabilities, CONTEXTS, NULL, options, room, capacity,
                                 room + 32, second, NULL);
  duel_gars_free(gars);
  return status;
}

static const double *broken(void) {
  static double copy[CONTEXTS * K * K * C];
  memcpy(copy, mu, sizeof copy);
  copy[10] = 0.9;
  return copy;
}

CALL(d_no_gars, duel_gars_d_optimal(NULL, 0, mu, CONTEXTS, NULL, &options, room, MANY, NULL, 0, &info))
CALL(d_functional, d_optimal(1, mu, &options, MANY, 32))
CALL(d_nothing, d_optimal(0, NULL, &options, MANY, 32))
CALL(d_mu, d_optimal(0, broken(), &options, MANY, 32))
CALL(d_short, d_optimal(0, mu, &options, 7, 32))
CALL(d_covariance_short, d_optimal(0, mu, &options, MANY, 3))
CALL(d_one_pair, (options.drawing = 1, d_optimal(0, mu, &options, MANY, 32)))
CALL(d_no_budget, (options.budget = 0.0, options.floor = 0.0, d_optimal(0, mu, &options, MANY, 32)))

/* ---- next comparisons -------------------------------------------------------------------------- */

#define NEXT(name, change)                                            \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_next_options options;                                        \
    duel_table *table = NULL;                                         \
    duel_status status;                                               \
    (void)set;                                                        \
    memset(&options, 0, sizeof options);                              \
    options.struct_size = sizeof options;                             \
    change;                                                           \
    status = duel_model_next(model, &options, &table);                \
    CHECK(!table, "a failure made a table");                          \
    return status;                                                    \
  }

NEXT(next_no_model, model = NULL)
NEXT(next_size, options.struct_size = 80)
NEXT(next_criterion, options.criterion = 4)
NEXT(next_threads, options.threads = -2)
NEXT(next_reserved, options.reserved = 1)
NEXT(next_item, (options.criterion = DUEL_NEXT_DIFFERENCE, options.second = SMALL_ITEMS))
NEXT(next_same, options.criterion = DUEL_NEXT_DIFFERENCE)
NEXT(next_boundary, options.criterion = DUEL_NEXT_BOUNDARY)
NEXT(next_judge, (options.by_judge = 1, options.judge = 1000))
NEXT(next_batch, options.batch = 1000001)

const bad_input bad_policy[] = {
    {"a policy without options", no_options, DUEL_ERR_NULL, "duel_policy_options", -1},
    {"policy struct_size 8", options_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"drawing 2", drawing, DUEL_ERR_ARGUMENT, "drawing is 2", -1},
    {"policy threads", threads, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"floor -0.1", floor_negative, DUEL_ERR_ARGUMENT, "floor is -0.1", -1},
    {"floor NaN", floor_nan, DUEL_ERR_ARGUMENT, "floor is NaN", -1},
    {"a budget below the floor", budget_low, DUEL_ERR_ARGUMENT, "budget is 0.25", -1},
    {"budget NaN", budget_nan, DUEL_ERR_ARGUMENT, "budget is NaN", -1},
    {"mix 2", mix_two, DUEL_ERR_ARGUMENT, "mix is 2", -1},
    {"a floor above one half of two", floor_one_pair, DUEL_ERR_ARGUMENT, "floor is 0.6", -1},
    {"no weights", no_weights, DUEL_ERR_NULL, "weights", -1},
    {"weights of no contexts", no_contexts, DUEL_ERR_ARGUMENT, "no contexts", -1},
    {"weights of no pairs", no_pairs, DUEL_ERR_ARGUMENT, "no pairs", -1},
    {"weights of all memory", huge, DUEL_ERR_SIZE, "overflow", -1},
    {"a policy nowhere", nowhere, DUEL_ERR_NULL, "propensities", -1},
    {"room for 5 propensities", too_short, DUEL_ERR_SIZE, "5", -1},
    {"room for one nu", nu_short, DUEL_ERR_SIZE, "nu", -1},
    {"weight NaN", weight_nan, DUEL_ERR_DATA, "NaN", 1},
    {"weight -1", weight_negative, DUEL_ERR_DATA, "-1", 0},
    {"cost -2", cost_negative, DUEL_ERR_DATA, "costs: -2", 2},
    {"nothing on offer", nothing_offered, DUEL_ERR_ARGUMENT, "on offer", -1},
    {"lambda NaN", lambda_nan, DUEL_ERR_ARGUMENT, "lambda is NaN", -1},
    {"lambda -1", lambda_negative, DUEL_ERR_ARGUMENT, "lambda is -1", -1},
    {"floor 1.5", apply_floor, DUEL_ERR_ARGUMENT, "floor is 1.5", -1},
    {"room for 5 of six", apply_short, DUEL_ERR_SIZE, "5", -1},
    {"a multiplier without options", apply_no_options, DUEL_ERR_NULL, "duel_policy_options", -1},
    {"a histogram nowhere", histogram_nowhere, DUEL_ERR_NULL, "histogram", -1},
    {"a short histogram", histogram_short, DUEL_ERR_SIZE, "100", -1},
    {"a histogram of NaN", histogram_weight, DUEL_ERR_DATA, "NaN", 1},
    {"an empty histogram", lambda_empty, DUEL_ERR_ARGUMENT, "no contexts", -1},
    {"seven numbers for a histogram", lambda_short, DUEL_ERR_SIZE, "7", -1},
    {"no histogram", lambda_nothing, DUEL_ERR_NULL, "histogram", -1},
    {"lambda nowhere", lambda_nowhere, DUEL_ERR_NULL, "out", -1},
    {"a histogram for one pair", lambda_one_pair, DUEL_ERR_UNSUPPORTED, "drawing is not read by duel_policy_lambda", -1},
    {"propensity 4", outcome_two, DUEL_ERR_DATA, "pi: 4", 0},
    {"no propensities", outcome_nothing, DUEL_ERR_NULL, "propensities", -1},
    {"an outcome nowhere", outcome_nowhere, DUEL_ERR_NULL, "out", -1},
    {"draws from nothing", draw_nothing, DUEL_ERR_NULL, "propensities", -1},
    {"draws of no pairs", draw_no_pairs, DUEL_ERR_SIZE, "0 pairs", -1},
    {"draws in way 2", draw_how, DUEL_ERR_ARGUMENT, "drawing is 2", -1},
    {"room for 5 draws", draw_short, DUEL_ERR_SIZE, "5", -1},
    {"propensity NaN", draw_nan, DUEL_ERR_DATA, "NaN", 1},
    {"one pair of more than all", draw_many, DUEL_ERR_DATA, "sum to 1.25", 1},
    {"D-optimal for nothing", d_no_gars, DUEL_ERR_NULL, "gars", -1},
    {"D-optimal for functional 1", d_functional, DUEL_ERR_ARGUMENT, "1", -1},
    {"D-optimal without mu", d_nothing, DUEL_ERR_NULL, "mu", -1},
    {"probabilities that sum to 1.7", d_mu, DUEL_ERR_DATA, "mu", 1},
    {"room for 7 of eight", d_short, DUEL_ERR_SIZE, "7", -1},
    {"room for 3 of a covariance", d_covariance_short, DUEL_ERR_SIZE, "covariance", -1},
    {"D-optimal, one pair", d_one_pair, DUEL_ERR_UNSUPPORTED, "drawing is not read by duel_gars_d_optimal", -1},
    {"D-optimal for nothing to spend", d_no_budget, DUEL_ERR_ARGUMENT, "budget is 0", -1},
    {"next of nothing", next_no_model, DUEL_ERR_NULL, "model", -1},
    {"next struct_size 80", next_size, DUEL_ERR_ARGUMENT, "struct_size is 80", -1},
    {"criterion 4", next_criterion, DUEL_ERR_ARGUMENT, "criterion is 4", -1},
    {"next threads", next_threads, DUEL_ERR_ARGUMENT, "threads is -2", -1},
    {"next reserved", next_reserved, DUEL_ERR_ARGUMENT, "reserved is 1", -1},
    {"a difference with item 4", next_item, DUEL_ERR_ARGUMENT, "item is 4", -1},
    {"a difference with itself", next_same, DUEL_ERR_ARGUMENT, "itself", -1},
    {"boundary 0", next_boundary, DUEL_ERR_ARGUMENT, "boundary is 0", -1},
    {"judge 1000", next_judge, DUEL_ERR_ARGUMENT, "judge is 1000", -1},
    {"batch 1000001", next_batch, DUEL_ERR_ARGUMENT, "batch is 1000001", -1},
    {NULL, NULL, 0, NULL, 0},
};
