/* Bad profiles and functions of the parameters, and bad values of the options of fits and inference
 * that came with them. */
#include "estimates.h"
#include "bad_input.h"

#include <math.h>

static double room[64 * SMALL_ITEMS];
enum { ROOM = sizeof room / sizeof *room };

/* A call with one argument wrong. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)set;                                                        \
    (void)model;                                                      \
    return call;                                                      \
  }

/* ---- profiles and functions ------------------------------------------------------------------ */

static const double difference[] = {1.0, -1.0, 0.0, 0.0}, no_weight[] = {1.0, -1.0, 0.0, NAN};

static duel_status profile(const duel_model *model, int32_t what, int32_t intervals, double level) {
  duel_inference_options options = inference_defaults();
  options.intervals = intervals;
  options.level = level;
  return model_profile(model, what, &options, difference, 1, room, ROOM);
}

CALL(profile_no_model, model_profile(NULL, DUEL_QUANTITY_SCORES, NULL, difference, 1, room, ROOM))
CALL(profile_nowhere, model_profile(model, DUEL_QUANTITY_SCORES, NULL, difference, 1, NULL, ROOM))
CALL(profile_of_zero, model_profile(model, 0, NULL, difference, 1, room, ROOM))
CALL(profile_of_parameters, model_profile(model, DUEL_QUANTITY_PARAMETERS, NULL, difference, 1, room, ROOM))
CALL(profile_of_rates, model_profile(model, DUEL_QUANTITY_WIN_RATES, NULL, difference, 1, room, ROOM))
CALL(profile_of_effects, model_profile(model, DUEL_QUANTITY_EFFECTS, NULL, difference, 1, room, ROOM))
CALL(profile_count, model_profile(model, DUEL_QUANTITY_SCORES, NULL, NULL, 3, room, ROOM))
CALL(profile_overflow, model_profile(model, DUEL_QUANTITY_SCORES, NULL, difference, (size_t)-1, room, ROOM))
CALL(profile_nan, model_profile(model, DUEL_QUANTITY_SCORES, NULL, no_weight, 1, room, ROOM))
CALL(profile_together, profile(model, DUEL_QUANTITY_SCORES, DUEL_INTERVALS_SIMULTANEOUS, 0.0))
CALL(profile_level, profile(model, DUEL_QUANTITY_SCORES, DUEL_INTERVALS_MARGINAL, 1.5))

static duel_status profile_firth(duel_set *set, const duel_model *model) {
  duel_model_options how = fit_defaults();
  duel_model *firth = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  (void)model;
  how.bias_reduction = DUEL_BIAS_FIRTH;
  if (duel_model_fit(set, &how, &firth) == DUEL_OK) {
    status = model_profile(firth, DUEL_QUANTITY_SCORES, NULL, difference, 1, room, ROOM);
  }
  duel_model_free(firth);
  return status;
}

static int two_odds(const double *values, size_t n, double *out, double *gradient, void *user) {
  (void)n;
  (void)gradient;
  (void)user;
  out[0] = exp(values[0] - values[1]);
  out[1] = exp(values[1] - values[2]);
  return 0;
}

static int no_derivative(const double *values, size_t n, double *out, double *gradient, void *user) {
  (void)n;
  (void)user;
  out[0] = values[0];
  if (gradient) gradient[1] = HUGE_VAL;
  return 0;
}

static duel_status function(const duel_model *model, int32_t what, duel_function_fn call,
                            size_t capacity, size_t covariance_capacity) {
  return model_function(model, what, NULL, call, NULL, 2, room, capacity, room + 32,
                       covariance_capacity);
}

CALL(function_no_model, function(NULL, DUEL_QUANTITY_SCORES, two_odds, ROOM, 4))
CALL(function_missing, function(model, DUEL_QUANTITY_SCORES, NULL, ROOM, 4))
CALL(function_of_zero, function(model, 0, two_odds, ROOM, 4))
CALL(function_of_loadings, function(model, DUEL_QUANTITY_LOADINGS, two_odds, ROOM, 4))
CALL(function_of_thresholds, function(model, DUEL_QUANTITY_THRESHOLDS, two_odds, ROOM, 4))
CALL(function_short_covariance, function(model, DUEL_QUANTITY_SCORES, two_odds, ROOM, 3))
CALL(function_nowhere,
     model_function(model, DUEL_QUANTITY_SCORES, NULL, two_odds, NULL, 2, NULL, ROOM, NULL, 0))
CALL(function_overflow,
     model_function(model, DUEL_QUANTITY_SCORES, NULL, two_odds, NULL, (size_t)-1, room, ROOM, NULL, 0))
CALL(function_steep,
     model_function(model, DUEL_QUANTITY_SCORES, NULL, no_derivative, NULL, 1, room, ROOM, NULL, 0))

/* ---- new options ----------------------------------------------------------------------------- */

/* Fit, and forget what should not have been made. */
#define FIT(name, change)                                             \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_model_options options = fit_defaults();                        \
    duel_model *made = NULL;                                          \
    duel_status status;                                               \
    (void)model;                                                      \
    change;                                                           \
    status = duel_model_fit(set, &options, &made);                          \
    CHECK(status == DUEL_OK || made == NULL, "a failure wrote a model"); \
    duel_model_free(made);                                            \
    return status;                                                    \
  }

static const char *const unknown[] = {"handicap"}, *const missing[] = {NULL};

FIT(offsets_null, options.offset_count = 1)
FIT(offset_null, options.offsets = missing; options.offset_count = 1)
FIT(offset_unknown, options.offsets = unknown; options.offset_count = 1)
FIT(bias_two, options.bias_reduction = 2)
FIT(bias_negative, options.bias_reduction = -1)
FIT(bias_sensitivity, options.bias_reduction = DUEL_BIAS_FIRTH; options.strength = DUEL_STRENGTH_SENSITIVITY)
FIT(bias_davidson, options.bias_reduction = DUEL_BIAS_FIRTH; options.tie_model = DUEL_MODEL_DAVIDSON)
FIT(bias_probit, options.bias_reduction = DUEL_BIAS_FIRTH; options.tie_model = DUEL_MODEL_THURSTONE_MOSTELLER)
FIT(bias_ridge, options.bias_reduction = DUEL_BIAS_FIRTH; options.ridge = 1.0)
/* A start does not excuse what is wrong otherwise. */
FIT(start_and_ridge, options.start = model; options.ridge = -1.0)

static duel_status offset_twice(duel_set *set, const duel_model *model) {
  static const char *const twice[] = {"handicap", "handicap"};
  duel_covariate covariate;
  duel_model_options options = fit_defaults();
  duel_set *copy = NULL;
  duel_model *made = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  (void)model;
  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;
  covariate.length = SMALL_ITEMS;
  covariate.name = "handicap";
  covariate.item = names_column(small_items);
  covariate.value = double_column(difference);
  options.offsets = twice;
  options.offset_count = 2;
  if (duel_set_copy(set, &copy) == DUEL_OK && duel_set_covariate(copy, &covariate) == DUEL_OK) {
    status = duel_model_fit(copy, &options, &made);
  }
  duel_model_free(made);
  duel_set_free(copy);
  return status;
}

static duel_status inference_errors(duel_set *set, const duel_model *model) {
  duel_inference_options options = inference_defaults();
  (void)set;
  options.errors = 9;
  return model_values(model, DUEL_QUANTITY_SCORES, &options, room, ROOM);
}

/* A judge whom the model does not have, as the unit of sensitivities. */
static duel_status no_such_judge(duel_set *set, const duel_model *model) {
  static const char *const left[] = {"ash"}, *const right[] = {"birch"};
  duel_model_options how = fit_defaults();
  duel_inference_options options = inference_defaults();
  duel_rows rows = empty_rows(1);
  duel_model *aware = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  (void)model;
  rows.left = names_column(left);
  rows.right = names_column(right);
  how.strength = DUEL_STRENGTH_SENSITIVITY;
  options.scale = DUEL_SCALE_REFERENCE;
  options.reference_judge = SMALL_JUDGES;
  if (duel_model_fit(set, &how, &aware) == DUEL_OK) {
    status = duel_model_predict(aware, &rows, &options, room, ROOM);
  }
  duel_model_free(aware);
  return status;
}

/* A context that the set of the options does not have. */
static duel_status no_such_context(duel_set *set, const duel_model *model) {
  static const char *const left[] = {"ash"}, *const right[] = {"birch"}, *const where[] = {"p1"};
  duel_inference_options options = inference_defaults();
  duel_rows rows = empty_rows(1);
  duel_set *others = NULL;
  duel_status status = DUEL_ERR_INTERNAL;
  (void)set;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.context = names_column(where);
  if (duel_set_new(&others) == DUEL_OK && duel_set_intern(others, DUEL_KIND_ITEM, left, 1) == DUEL_OK &&
      duel_set_intern(others, DUEL_KIND_ITEM, right, 1) == DUEL_OK) {
    options.contexts = others;
    status = duel_model_predict(model, &rows, &options, room, ROOM);
  }
  duel_set_free(others);
  return status;
}

const bad_input bad_profiles[] = {
    {"profile of no model", profile_no_model, DUEL_ERR_NULL, "model is NULL", -1},
    {"profile nowhere", profile_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"profile of quantity 0", profile_of_zero, DUEL_ERR_ARGUMENT, "quantity is 0", -1},
    {"profile of parameters", profile_of_parameters, DUEL_ERR_ARGUMENT, "quantity is 23", -1},
    {"profile of win rates", profile_of_rates, DUEL_ERR_UNSUPPORTED, "profile: ", -1},
    {"profile of no effects", profile_of_effects, DUEL_ERR_UNSUPPORTED, "covariate", -1},
    {"profile of 3 values of 4", profile_count, DUEL_ERR_ARGUMENT, "count is 3", -1},
    {"far too many profiles", profile_overflow, DUEL_ERR_SIZE, "overflow", -1},
    {"profile of NaN", profile_nan, DUEL_ERR_ARGUMENT, "weights[3] is NaN", -1},
    {"simultaneous profiles", profile_together, DUEL_ERR_UNSUPPORTED, "intervals: ", -1},
    {"profile at level 1.5", profile_level, DUEL_ERR_ARGUMENT, "level is 1.5", -1},
    {"profile of Firth's", profile_firth, DUEL_ERR_UNSUPPORTED, "bias_reduction", -1},
    {"function of no model", function_no_model, DUEL_ERR_NULL, "model is NULL", -1},
    {"no function", function_missing, DUEL_ERR_NULL, "function is NULL", -1},
    {"function of quantity 0", function_of_zero, DUEL_ERR_ARGUMENT, "quantity is 0", -1},
    {"function of loadings", function_of_loadings, DUEL_ERR_ARGUMENT, "quantity is 24", -1},
    {"function of no thresholds", function_of_thresholds, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"room for 3 covariances", function_short_covariance, DUEL_ERR_SIZE, "covariance has room for 3",
     -1},
    {"functions nowhere", function_nowhere, DUEL_ERR_NULL, "out is NULL", -1},
    {"far too many functions", function_overflow, DUEL_ERR_SIZE, "overflow", -1},
    {"a function without a derivative", function_steep, DUEL_ERR_NUMERIC,
     "function 0 in value 1 is inf", -1},
    {"offsets NULL", offsets_null, DUEL_ERR_NULL, "offsets", -1},
    {"an offset NULL", offset_null, DUEL_ERR_NULL, "offsets[", -1},
    {"offset unknown", offset_unknown, DUEL_ERR_NAME, "\"handicap\"", -1},
    {"offset twice", offset_twice, DUEL_ERR_ARGUMENT, "offsets[1]", -1},
    {"bias_reduction 2", bias_two, DUEL_ERR_ARGUMENT, "bias_reduction is 2", -1},
    {"bias_reduction -1", bias_negative, DUEL_ERR_ARGUMENT, "bias_reduction is -1", -1},
    {"Firth's of sensitivities", bias_sensitivity, DUEL_ERR_UNSUPPORTED, "bias_reduction", -1},
    {"Firth's of probit", bias_probit, DUEL_ERR_UNSUPPORTED, "bias_reduction", -1},
    {"Firth's of Davidson", bias_davidson, DUEL_ERR_UNSUPPORTED, "bias_reduction", -1},
    {"Firth's with a ridge", bias_ridge, DUEL_ERR_UNSUPPORTED, "bias_reduction", -1},
    {"a start and a bad ridge", start_and_ridge, DUEL_ERR_ARGUMENT, "ridge is -1", -1},
    {"errors of inference", inference_errors, DUEL_ERR_ARGUMENT, "errors is 9; it must be 0 to 2", -1},
    {"a judge of no model", no_such_judge, DUEL_ERR_ARGUMENT, "reference_judge", -1},
    {"a context of no set", no_such_context, DUEL_ERR_NAME, "\"p1\"", 0},
    {NULL, NULL, 0, NULL, 0},
};
