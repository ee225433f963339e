/* Bad fits: options out of their domain, choices that do not go together, and data that no finite
 * estimate exists for. */
#include "bad_input.h"

#include <math.h>

/* Fit, and forget what should not have been made. */
static duel_status fit(const duel_set *set, const duel_model_options *options) {
  duel_model *made = NULL;
  duel_status status = duel_model_fit(set, options, &made);
  duel_model_free(made);
  return status;
}

#define FIT(name, change)                                             \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_model_options options = fit_defaults();                        \
    (void)model;                                                      \
    change;                                                           \
    return fit(set, &options);                                        \
  }

static const char *const unknown_covariate[] = {"length"};
static const double three_scores[] = {0.0, 0.0, 0.0};
static const double infinite_scores[] = {0.0, HUGE_VAL, NAN, NAN, 0.5, 0.5};

static duel_model_options additive(int32_t outcome) {
  duel_model_options options = fit_defaults();
  options.tie_model = outcome;
  options.threshold = DUEL_THRESHOLD_ADDITIVE;
  return options;
}

static duel_model_options factored(int32_t outcome) {
  duel_model_options options = additive(outcome);
  options.threshold = DUEL_THRESHOLD_FACTORED;
  options.tie_factors = 2;
  return options;
}


FIT(size_zero, options.struct_size = 0)
FIT(size_huge, options.struct_size = (size_t)-1)
FIT(strength, options.strength = 3)
FIT(position, options.position = -1)
FIT(outcome, options.tie_model = 6)
FIT(both_bad_of_probit, options.tie_model = DUEL_MODEL_GLENN_DAVID; options.both_bad = DUEL_BOTH_BAD_OUTCOME)
FIT(threshold_of_probit, options.tie_model = DUEL_MODEL_THURSTONE_MOSTELLER; options.threshold_offsets = 1)
FIT(ties, options.ties = 7)
FIT(both_bad, options.both_bad = 3)
FIT(threshold, options.tie_model = DUEL_MODEL_DAVIDSON; options.threshold = 4)
FIT(sign, options.strength = DUEL_STRENGTH_SENSITIVITY; options.sign = 2)
FIT(covariance, options.covariance = 8)
FIT(accept, options.accept = 128)
FIT(accept_heywood, options.accept = DUEL_FIT_HEYWOOD)
FIT(iterations, options.max_iterations = -1)
FIT(ridge_negative, options.ridge = -1.0)
FIT(ridge_nan, options.ridge = NAN)
FIT(pseudo_infinite, options.pseudo = HUGE_VAL)
FIT(tolerance_negative, options.tolerance = -1e-8)
FIT(ties_ignored, options.tie_model = DUEL_MODEL_DAVIDSON; options.ties = DUEL_TIES_DROPPED)
FIT(threshold_ignored, options.threshold = DUEL_THRESHOLD_BY_JUDGE)
FIT(sign_ignored, options.sign = DUEL_SIGN_SIGNED)
FIT(bad_law, options.tie_model = DUEL_MODEL_RAO_KUPPER; options.both_bad = DUEL_BOTH_BAD_OUTCOME)
FIT(bad_bradley_terry, options.both_bad = DUEL_BOTH_BAD_OUTCOME)
FIT(bad_threshold, options.tie_model = DUEL_MODEL_DAVIDSON; options.both_bad = DUEL_BOTH_BAD_OUTCOME;
    options.bad_threshold = 2)
FIT(bad_threshold_ignored, options.tie_model = DUEL_MODEL_DAVIDSON;
    options.bad_threshold = DUEL_BAD_THRESHOLD_ADDITIVE)
FIT(rank_negative, options.strength = DUEL_STRENGTH_DISAGREEMENT; options.rank = -1)
FIT(rank_high, options.strength = DUEL_STRENGTH_DISAGREEMENT; options.rank = 3)
FIT(rank_ignored, options.strength = DUEL_STRENGTH_SENSITIVITY; options.rank = 1)
FIT(slopes_ignored, options.sensitivity_covariates = unknown_covariate;
    options.sensitivity_covariate_count = 1)
FIT(slopes_unknown, options.strength = DUEL_STRENGTH_SENSITIVITY;
    options.sensitivity_covariates = unknown_covariate; options.sensitivity_covariate_count = 1)
FIT(slopes_null, options.strength = DUEL_STRENGTH_SENSITIVITY; options.sensitivity_covariate_count = 1)
FIT(interactions_unknown, options.interactions = unknown_covariate; options.interaction_count = 1)
FIT(interactions_null, options.interaction_count = 1)
FIT(interaction_ridge_negative, options.interaction_ridge = -1.0)
FIT(interaction_ridge_ignored, options.interaction_ridge = 2.0)
FIT(covariate_unknown, options.covariates = unknown_covariate; options.covariate_count = 1)
FIT(covariates_null, options.covariate_count = 1)
FIT(fixed_short, options.fixed_scores = three_scores; options.fixed_count = 3)
FIT(fixed_infinite, options.fixed_scores = infinite_scores; options.fixed_count = 4)
/* Thresholds of items and pairs. Four items have at most three factors. */
FIT(offsets, options.tie_model = DUEL_MODEL_DAVIDSON; options.threshold_offsets = 2)
FIT(offsets_ignored, options.threshold_offsets = DUEL_OFFSETS_BY_JUDGE)
FIT(additive_ignored, options.threshold = DUEL_THRESHOLD_ADDITIVE)
FIT(factors_negative, options.tie_factors = -1)
FIT(factors_none, options = factored(DUEL_MODEL_DAVIDSON); options.tie_factors = 0)
FIT(factors_many, options = factored(DUEL_MODEL_DAVIDSON); options.tie_factors = 4)
FIT(factors_countless, options = factored(DUEL_MODEL_DAVIDSON); options.tie_factors = INT32_MAX)
FIT(factors_ignored, options = additive(DUEL_MODEL_DAVIDSON); options.tie_factors = 1)
FIT(basis, options = factored(DUEL_MODEL_DAVIDSON); options.tie_basis = 2)
FIT(basis_ignored, options = additive(DUEL_MODEL_DAVIDSON); options.tie_basis = DUEL_BASIS_PAPER)
FIT(link, options = additive(DUEL_MODEL_RAO_KUPPER); options.tie_link = -1)
FIT(link_ignored, options.tie_model = DUEL_MODEL_RAO_KUPPER; options.tie_link = DUEL_LINK_LINEAR)
FIT(link_of_davidson, options = additive(DUEL_MODEL_DAVIDSON); options.tie_link = DUEL_LINK_LINEAR)
FIT(below_zero, options = additive(DUEL_MODEL_RAO_KUPPER); options.below_zero = 2)
FIT(below_zero_ignored, options = additive(DUEL_MODEL_RAO_KUPPER);
    options.below_zero = DUEL_BELOW_ZERO_ZERO)
FIT(tie_ridge_negative, options = additive(DUEL_MODEL_DAVIDSON); options.tie_ridge = -0.5)
FIT(tie_ridge_nan, options = additive(DUEL_MODEL_DAVIDSON); options.tie_ridge = NAN)
FIT(tie_ridge_ignored, options.tie_model = DUEL_MODEL_DAVIDSON; options.tie_ridge = 1.0)

FIT(spread_unknown, options.spread = 3)
FIT(spread_negative, options.spread = -1)
FIT(loadings_negative, options.spread = DUEL_SPREAD_FACTORS; options.spread_factors = -2)
FIT(loadings_none, options.spread = DUEL_SPREAD_FACTORS)
FIT(loadings_many, options.spread = DUEL_SPREAD_FACTORS; options.spread_factors = 4)
FIT(loadings_ignored, options.spread = DUEL_SPREAD_DIAGONAL; options.spread_factors = 1)
FIT(spread_ridge_infinite, options.spread = DUEL_SPREAD_DIAGONAL; options.spread_ridge = HUGE_VAL)
FIT(spread_ridge_ignored, options.spread_ridge = 1.0)
FIT(restarts_negative, options.spread = DUEL_SPREAD_DIAGONAL; options.restarts = -1)
FIT(restarts_ignored, options.restarts = 1)
FIT(threads_negative, options.threads = -1)
FIT(spread_of_judges, options.spread = DUEL_SPREAD_DIAGONAL; options.strength = DUEL_STRENGTH_SENSITIVITY)
FIT(spread_and_firth, options.spread = DUEL_SPREAD_DIAGONAL;
    options.bias_reduction = DUEL_BIAS_FIRTH)
FIT(spread_and_fixed, options.spread = DUEL_SPREAD_DIAGONAL; options.fixed_scores = infinite_scores + 2;
    options.fixed_count = 4)
FIT(spread_and_ridge, options.spread = DUEL_SPREAD_DIAGONAL; options.ridge = 1.0)
FIT(spread_and_pseudo, options.spread = DUEL_SPREAD_DIAGONAL; options.pseudo = 1.0)

FIT(memory, options.max_bytes = 1)

/* ---- data ------------------------------------------------------------------------------------ */

/* A set of its own from rows of names and scores. */
static duel_status fit_rows(const char *const *left, const char *const *right,
                            const char *const *judge, const double *score, const double *weight,
                            size_t length, const duel_model_options *options) {
  duel_rows rows = empty_rows(length);
  duel_set *set = NULL;
  duel_status status = duel_set_new(&set);
  if (status != DUEL_OK) return status;
  rows.left = names_column(left);
  rows.right = names_column(right);
  if (judge) rows.judge = names_column(judge);
  if (weight) rows.weight = double_column(weight);
  rows.score = double_column(score);
  status = duel_set_append(set, &rows);
  /* A status that no row of the table expects, so that a mistake in the data shows. */
  if (status != DUEL_OK) {
    duel_set_free(set);
    return DUEL_ERR_INTERNAL;
  }
  status = fit(set, options);
  duel_set_free(set);
  return status;
}

static duel_status no_rows(duel_set *set, const duel_model *model) {
  duel_set *fresh = NULL;
  duel_status status = duel_set_new(&fresh);
  (void)set;
  (void)model;
  if (status == DUEL_OK) status = fit(fresh, NULL);
  duel_set_free(fresh);
  return status;
}

static duel_status one_item(duel_set *set, const duel_model *model) {
  static const char *const names[] = {"ash"};
  duel_set *fresh = NULL;
  duel_status status = duel_set_new(&fresh);
  (void)set;
  (void)model;
  if (status == DUEL_OK) status = duel_set_intern(fresh, DUEL_KIND_ITEM, names, 1);
  if (status == DUEL_OK) status = fit(fresh, NULL);
  duel_set_free(fresh);
  return status;
}

#define DATA(name, count, how, ...)                                   \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    static const struct {                                             \
      const char *left[count], *right[count];                         \
      double score[count];                                            \
    } rows = {__VA_ARGS__};                                           \
    duel_model_options options = fit_defaults();                        \
    (void)set;                                                        \
    (void)model;                                                      \
    how;                                                              \
    return fit_rows(rows.left, rows.right, NULL, rows.score, NULL, count, &options); \
  }

DATA(one_comparison, 1, (void)0, {"ash"}, {"birch"}, {1.0})
DATA(disconnected, 4, (void)0, {"ash", "birch", "elm", "fir"}, {"birch", "ash", "fir", "elm"},
     {1.0, 1.0, 1.0, 1.0})
DATA(separated, 4, (void)0, {"ash", "birch", "elm", "ash"}, {"birch", "ash", "ash", "birch"},
     {1.0, 1.0, 1.0, 0.5})
DATA(ties_dropped_separate, 3, options.ties = DUEL_TIES_DROPPED, {"ash", "ash", "birch"},
     {"birch", "elm", "elm"}, {0.5, 1.0, 1.0})
DATA(only_ties, 3, options.strength = DUEL_STRENGTH_SENSITIVITY, {"ash", "birch", "elm"},
     {"birch", "elm", "ash"}, {0.5, 0.5, 0.5})
DATA(all_dropped, 2, options.ties = DUEL_TIES_DROPPED, {"ash", "birch"}, {"birch", "ash"},
     {0.5, 0.5})

/* Of two judges the second only ties: no sensitivity above zero explains that. */
static duel_status tying_judge(duel_set *set, const duel_model *model) {
  static const char *const left[] = {"ash", "birch", "ash", "ash", "birch"};
  static const char *const right[] = {"birch", "ash", "birch", "birch", "ash"};
  static const char *const judge[] = {"ann", "ann", "ann", "tia", "tia"};
  static const double score[] = {1.0, 1.0, 1.0, 0.5, 0.5};
  duel_model_options options = fit_defaults();
  (void)set;
  (void)model;
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  return fit_rows(left, right, judge, score, NULL, 5, &options);
}

const bad_input bad_fits[] = {
    {"options struct_size 0", size_zero, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"options struct_size huge", size_huge, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"strength 3", strength, DUEL_ERR_ARGUMENT, "strength", -1},
    {"position -1", position, DUEL_ERR_ARGUMENT, "position", -1},
    {"outcome 6", outcome, DUEL_ERR_ARGUMENT, "tie_model is 6", -1},
    {"both_bad of probit", both_bad_of_probit, DUEL_ERR_UNSUPPORTED, "both_bad", -1},
    {"threshold of probit", threshold_of_probit, DUEL_ERR_UNSUPPORTED, "threshold: Thurstone-Mosteller", -1},
    {"ties 7", ties, DUEL_ERR_ARGUMENT, "ties", -1},
    {"both_bad 3", both_bad, DUEL_ERR_ARGUMENT, "both_bad", -1},
    {"threshold 4", threshold, DUEL_ERR_ARGUMENT, "threshold", -1},
    {"sign 2", sign, DUEL_ERR_ARGUMENT, "sign", -1},
    {"covariance 8", covariance, DUEL_ERR_ARGUMENT, "covariance", -1},
    {"accept 128", accept, DUEL_ERR_ARGUMENT, "accept", -1},
    {"accept 256", accept_heywood, DUEL_ERR_ARGUMENT, "accept", -1},
    {"max_iterations -1", iterations, DUEL_ERR_ARGUMENT, "max_iterations", -1},
    {"ridge negative", ridge_negative, DUEL_ERR_ARGUMENT, "ridge", -1},
    {"ridge NaN", ridge_nan, DUEL_ERR_ARGUMENT, "ridge", -1},
    {"pseudo infinite", pseudo_infinite, DUEL_ERR_ARGUMENT, "pseudo", -1},
    {"tolerance negative", tolerance_negative, DUEL_ERR_ARGUMENT, "tolerance", -1},
    {"ties dropped under Davidson", ties_ignored, DUEL_ERR_UNSUPPORTED, "ties", -1},
    {"threshold under Bradley-Terry", threshold_ignored, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"sign of pooled", sign_ignored, DUEL_ERR_UNSUPPORTED, "sign", -1},
    {"both bad an outcome under Rao-Kupper", bad_law, DUEL_ERR_UNSUPPORTED, "both_bad", -1},
    {"both bad an outcome under Bradley-Terry", bad_bradley_terry, DUEL_ERR_UNSUPPORTED, "both_bad",
     -1},
    {"bad_threshold 2", bad_threshold, DUEL_ERR_ARGUMENT, "bad_threshold", -1},
    {"threshold of both bad without it", bad_threshold_ignored, DUEL_ERR_UNSUPPORTED,
     "bad_threshold", -1},
    {"rank -1", rank_negative, DUEL_ERR_ARGUMENT, "rank is -1", -1},
    {"rank 3 of three judges", rank_high, DUEL_ERR_ARGUMENT, "at most 2", -1},
    {"a rank of sensitivities", rank_ignored, DUEL_ERR_UNSUPPORTED, "rank", -1},
    {"covariates of pooled sensitivities", slopes_ignored, DUEL_ERR_UNSUPPORTED,
     "sensitivity_covariates", -1},
    {"an unknown covariate of sensitivities", slopes_unknown, DUEL_ERR_NAME,
     "sensitivity_covariates[0]", -1},
    {"covariates of sensitivities that are not there", slopes_null, DUEL_ERR_NULL,
     "sensitivity_covariates", -1},
    {"an unknown covariate of interactions", interactions_unknown, DUEL_ERR_NAME, "interactions[0]", -1},
    {"interactions that are not there", interactions_null, DUEL_ERR_NULL, "interactions", -1},
    {"interaction_ridge -1", interaction_ridge_negative, DUEL_ERR_ARGUMENT, "interaction_ridge is -1", -1},
    {"a ridge on no interactions", interaction_ridge_ignored, DUEL_ERR_UNSUPPORTED, "interaction_ridge", -1},
    {"covariate unknown", covariate_unknown, DUEL_ERR_NAME, "\"length\"", -1},
    {"covariates NULL", covariates_null, DUEL_ERR_NULL, "covariates", -1},
    {"fixed scores too few", fixed_short, DUEL_ERR_ARGUMENT, "fixed_count is 3", -1},
    {"fixed score infinite", fixed_infinite, DUEL_ERR_ARGUMENT, "fixed", -1},
    {"threshold_offsets 2", offsets, DUEL_ERR_ARGUMENT, "threshold_offsets", -1},
    {"offsets under Bradley-Terry", offsets_ignored, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"additive under Bradley-Terry", additive_ignored, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"tie_factors -1", factors_negative, DUEL_ERR_ARGUMENT, "tie_factors is -1", -1},
    {"tie_factors 0", factors_none, DUEL_ERR_ARGUMENT, "tie_factors is 0", -1},
    {"tie_factors as many as items", factors_many, DUEL_ERR_ARGUMENT, "tie_factors is 4", -1},
    {"tie_factors without end", factors_countless, DUEL_ERR_ARGUMENT, "tie_factors is 2147", -1},
    {"tie_factors of additive", factors_ignored, DUEL_ERR_UNSUPPORTED, "tie_factors", -1},
    {"tie_basis 2", basis, DUEL_ERR_ARGUMENT, "tie_basis", -1},
    {"tie_basis of additive", basis_ignored, DUEL_ERR_UNSUPPORTED, "tie_basis", -1},
    {"tie_link -1", link, DUEL_ERR_ARGUMENT, "tie_link", -1},
    {"tie_link of a single threshold", link_ignored, DUEL_ERR_UNSUPPORTED, "tie_link", -1},
    {"tie_link of Davidson", link_of_davidson, DUEL_ERR_UNSUPPORTED, "tie_link", -1},
    {"below_zero 2", below_zero, DUEL_ERR_ARGUMENT, "below_zero", -1},
    {"below_zero of softplus", below_zero_ignored, DUEL_ERR_UNSUPPORTED, "below_zero", -1},
    {"tie_ridge negative", tie_ridge_negative, DUEL_ERR_ARGUMENT, "tie_ridge", -1},
    {"tie_ridge NaN", tie_ridge_nan, DUEL_ERR_ARGUMENT, "tie_ridge", -1},
    {"tie_ridge of a single threshold", tie_ridge_ignored, DUEL_ERR_UNSUPPORTED, "tie_ridge", -1},
    {"spread 3", spread_unknown, DUEL_ERR_ARGUMENT, "spread is 3", -1},
    {"spread -1", spread_negative, DUEL_ERR_ARGUMENT, "spread is -1", -1},
    {"spread_factors -2", loadings_negative, DUEL_ERR_ARGUMENT, "spread_factors is -2", -1},
    {"spread_factors 0", loadings_none, DUEL_ERR_ARGUMENT, "spread_factors is 0", -1},
    {"spread_factors as many as items", loadings_many, DUEL_ERR_ARGUMENT, "spread_factors is 4", -1},
    {"spread_factors of diagonal", loadings_ignored, DUEL_ERR_UNSUPPORTED, "spread_factors", -1},
    {"spread_ridge infinite", spread_ridge_infinite, DUEL_ERR_ARGUMENT, "spread_ridge", -1},
    {"spread_ridge without spread", spread_ridge_ignored, DUEL_ERR_UNSUPPORTED, "spread_ridge", -1},
    {"restarts -1", restarts_negative, DUEL_ERR_ARGUMENT, "restarts is -1", -1},
    {"restarts of one optimum", restarts_ignored, DUEL_ERR_UNSUPPORTED, "restarts", -1},
    {"threads -1", threads_negative, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"spread and sensitivities", spread_of_judges, DUEL_ERR_UNSUPPORTED, "spread", -1},
    {"spread and Firth", spread_and_firth, DUEL_ERR_UNSUPPORTED, "bias_reduction", -1},
    {"spread and fixed scores", spread_and_fixed, DUEL_ERR_UNSUPPORTED, "fixed_scores", -1},
    {"spread and ridge", spread_and_ridge, DUEL_ERR_UNSUPPORTED, "spread_ridge", -1},
    {"spread and pseudo", spread_and_pseudo, DUEL_ERR_UNSUPPORTED, "spread_ridge", -1},
    {"one byte of memory", memory, DUEL_ERR_MEMORY, "max_bytes", -1},
    {"no rows", no_rows, DUEL_ERR_DATA, "", -1},
    {"one item", one_item, DUEL_ERR_DATA, "", -1},
    {"all comparisons dropped", all_dropped, DUEL_ERR_DATA, "", -1},
    {"one comparison", one_comparison, DUEL_ERR_NOT_IDENTIFIED, "ash", -1},
    {"disconnected", disconnected, DUEL_ERR_NOT_IDENTIFIED, "elm", -1},
    {"separated", separated, DUEL_ERR_NOT_IDENTIFIED, "elm", -1},
    {"ties held it together", ties_dropped_separate, DUEL_ERR_NOT_IDENTIFIED, "\"ash\"", -1},
    {"only ties under sensitivity", only_ties, DUEL_ERR_NOT_IDENTIFIED, "equal", -1},
    {"a judge who only ties", tying_judge, DUEL_ERR_NOT_IDENTIFIED, "tia", -1},
    {NULL, NULL, 0, NULL, 0},
};
