/* Written by `cargo xtask interface` from the sources under src/ffi; do not edit it.
   The entry points of .Call that need no thought. */

const field_spec set_facts_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_set_facts, items), NULL, 0},
    {"judges", FIELD_SIZE, offsetof(duel_set_facts, judges), NULL, 0},
    {"has_anonymous", FIELD_INT32, offsetof(duel_set_facts, has_anonymous), NULL, 0},
    {"importance", FIELD_INT32, offsetof(duel_set_facts, importance), NULL, 0},
    {"contexts", FIELD_SIZE, offsetof(duel_set_facts, contexts), NULL, 0},
    {"repeated_contexts", FIELD_SIZE, offsetof(duel_set_facts, repeated_contexts), NULL, 0},
    {"covariates", FIELD_SIZE, offsetof(duel_set_facts, covariates), NULL, 0},
    {"cells", FIELD_SIZE, offsetof(duel_set_facts, cells), NULL, 0},
    {"comparisons", FIELD_DOUBLE, offsetof(duel_set_facts, comparisons), NULL, 0},
    {"left_wins", FIELD_DOUBLE, offsetof(duel_set_facts, left_wins), NULL, 0},
    {"right_wins", FIELD_DOUBLE, offsetof(duel_set_facts, right_wins), NULL, 0},
    {"plain_ties", FIELD_DOUBLE, offsetof(duel_set_facts, plain_ties), NULL, 0},
    {"both_good", FIELD_DOUBLE, offsetof(duel_set_facts, both_good), NULL, 0},
    {"both_bad", FIELD_DOUBLE, offsetof(duel_set_facts, both_bad), NULL, 0},
    {"effective", FIELD_DOUBLE, offsetof(duel_set_facts, effective), NULL, 0},
    {"clusters", FIELD_SIZE, offsetof(duel_set_facts, clusters), NULL, 0},
    {"unordered", FIELD_DOUBLE, offsetof(duel_set_facts, unordered), NULL, 0},
    {"unordered_wins", FIELD_DOUBLE, offsetof(duel_set_facts, unordered_wins), NULL, 0},
    {"has_split", FIELD_INT32, offsetof(duel_set_facts, has_split), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec model_options_fields[] = {
    {"strength", FIELD_INT32, offsetof(duel_model_options, strength), NULL, 0},
    {"position", FIELD_INT32, offsetof(duel_model_options, position), NULL, 0},
    {"tie_model", FIELD_INT32, offsetof(duel_model_options, tie_model), NULL, 0},
    {"ties", FIELD_INT32, offsetof(duel_model_options, ties), NULL, 0},
    {"both_bad", FIELD_INT32, offsetof(duel_model_options, both_bad), NULL, 0},
    {"threshold", FIELD_INT32, offsetof(duel_model_options, threshold), NULL, 0},
    {"sign", FIELD_INT32, offsetof(duel_model_options, sign), NULL, 0},
    {"covariance", FIELD_INT32, offsetof(duel_model_options, covariance), NULL, 0},
    {"accept", FIELD_INT32, offsetof(duel_model_options, accept), NULL, 0},
    {"max_iterations", FIELD_INT32, offsetof(duel_model_options, max_iterations), NULL, 0},
    {"covariates", FIELD_TEXTS, offsetof(duel_model_options, covariates), "covariate_count", offsetof(duel_model_options, covariate_count)},
    {"covariate_count", FIELD_SIZE, offsetof(duel_model_options, covariate_count), NULL, 0},
    {"fixed_scores", FIELD_DOUBLES, offsetof(duel_model_options, fixed_scores), NULL, 0},
    {"fixed_count", FIELD_SIZE, offsetof(duel_model_options, fixed_count), NULL, 0},
    {"ridge", FIELD_DOUBLE, offsetof(duel_model_options, ridge), NULL, 0},
    {"pseudo", FIELD_DOUBLE, offsetof(duel_model_options, pseudo), NULL, 0},
    {"tolerance", FIELD_DOUBLE, offsetof(duel_model_options, tolerance), NULL, 0},
    {"max_bytes", FIELD_SIZE, offsetof(duel_model_options, max_bytes), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_model_options, progress), NULL, offsetof(duel_model_options, user)},
    {"start", FIELD_HANDLE, offsetof(duel_model_options, start), "duel_model", 0},
    {"offsets", FIELD_TEXTS, offsetof(duel_model_options, offsets), "offset_count", offsetof(duel_model_options, offset_count)},
    {"offset_count", FIELD_SIZE, offsetof(duel_model_options, offset_count), NULL, 0},
    {"bias_reduction", FIELD_INT32, offsetof(duel_model_options, bias_reduction), NULL, 0},
    {"threshold_offsets", FIELD_INT32, offsetof(duel_model_options, threshold_offsets), NULL, 0},
    {"tie_factors", FIELD_INT32, offsetof(duel_model_options, tie_factors), NULL, 0},
    {"tie_basis", FIELD_INT32, offsetof(duel_model_options, tie_basis), NULL, 0},
    {"tie_link", FIELD_INT32, offsetof(duel_model_options, tie_link), NULL, 0},
    {"below_zero", FIELD_INT32, offsetof(duel_model_options, below_zero), NULL, 0},
    {"tie_ridge", FIELD_DOUBLE, offsetof(duel_model_options, tie_ridge), NULL, 0},
    {"spread", FIELD_INT32, offsetof(duel_model_options, spread), NULL, 0},
    {"spread_factors", FIELD_INT32, offsetof(duel_model_options, spread_factors), NULL, 0},
    {"spread_ridge", FIELD_DOUBLE, offsetof(duel_model_options, spread_ridge), NULL, 0},
    {"restarts", FIELD_INT32, offsetof(duel_model_options, restarts), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_model_options, threads), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_model_options, seed), NULL, 0},
    {"bad_threshold", FIELD_INT32, offsetof(duel_model_options, bad_threshold), NULL, 0},
    {"rank", FIELD_INT32, offsetof(duel_model_options, rank), NULL, 0},
    {"sensitivity_covariates", FIELD_TEXTS, offsetof(duel_model_options, sensitivity_covariates), "sensitivity_covariate_count", offsetof(duel_model_options, sensitivity_covariate_count)},
    {"sensitivity_covariate_count", FIELD_SIZE, offsetof(duel_model_options, sensitivity_covariate_count), NULL, 0},
    {"target", FIELD_INT32, offsetof(duel_model_options, target), NULL, 0},
    {"pair_floor", FIELD_DOUBLE, offsetof(duel_model_options, pair_floor), NULL, 0},
    {"interactions", FIELD_TEXTS, offsetof(duel_model_options, interactions), "interaction_count", offsetof(duel_model_options, interaction_count)},
    {"interaction_count", FIELD_SIZE, offsetof(duel_model_options, interaction_count), NULL, 0},
    {"interaction_ridge", FIELD_DOUBLE, offsetof(duel_model_options, interaction_ridge), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec model_facts_fields[] = {
    {"problems", FIELD_INT32, offsetof(duel_model_facts, problems), NULL, 0},
    {"stop", FIELD_INT32, offsetof(duel_model_facts, stop), NULL, 0},
    {"iterations", FIELD_INT32, offsetof(duel_model_facts, iterations), NULL, 0},
    {"covariance", FIELD_INT32, offsetof(duel_model_facts, covariance), NULL, 0},
    {"strength", FIELD_INT32, offsetof(duel_model_facts, strength), NULL, 0},
    {"position", FIELD_INT32, offsetof(duel_model_facts, position), NULL, 0},
    {"tie_model", FIELD_INT32, offsetof(duel_model_facts, tie_model), NULL, 0},
    {"ties", FIELD_INT32, offsetof(duel_model_facts, ties), NULL, 0},
    {"both_bad", FIELD_INT32, offsetof(duel_model_facts, both_bad), NULL, 0},
    {"threshold", FIELD_INT32, offsetof(duel_model_facts, threshold), NULL, 0},
    {"items", FIELD_SIZE, offsetof(duel_model_facts, items), NULL, 0},
    {"judges", FIELD_SIZE, offsetof(duel_model_facts, judges), NULL, 0},
    {"contexts", FIELD_SIZE, offsetof(duel_model_facts, contexts), NULL, 0},
    {"cells", FIELD_SIZE, offsetof(duel_model_facts, cells), NULL, 0},
    {"dimension", FIELD_SIZE, offsetof(duel_model_facts, dimension), NULL, 0},
    {"comparisons", FIELD_DOUBLE, offsetof(duel_model_facts, comparisons), NULL, 0},
    {"log_likelihood", FIELD_DOUBLE, offsetof(duel_model_facts, log_likelihood), NULL, 0},
    {"objective", FIELD_DOUBLE, offsetof(duel_model_facts, objective), NULL, 0},
    {"gradient", FIELD_DOUBLE, offsetof(duel_model_facts, gradient), NULL, 0},
    {"decrement", FIELD_DOUBLE, offsetof(duel_model_facts, decrement), NULL, 0},
    {"step", FIELD_DOUBLE, offsetof(duel_model_facts, step), NULL, 0},
    {"curvature", FIELD_DOUBLE, offsetof(duel_model_facts, curvature), NULL, 0},
    {"threshold_offsets", FIELD_INT32, offsetof(duel_model_facts, threshold_offsets), NULL, 0},
    {"tie_factors", FIELD_INT32, offsetof(duel_model_facts, tie_factors), NULL, 0},
    {"tie_basis", FIELD_INT32, offsetof(duel_model_facts, tie_basis), NULL, 0},
    {"tie_link", FIELD_INT32, offsetof(duel_model_facts, tie_link), NULL, 0},
    {"spread", FIELD_INT32, offsetof(duel_model_facts, spread), NULL, 0},
    {"spread_factors", FIELD_INT32, offsetof(duel_model_facts, spread_factors), NULL, 0},
    {"starts", FIELD_INT32, offsetof(duel_model_facts, starts), NULL, 0},
    {"optima", FIELD_INT32, offsetof(duel_model_facts, optima), NULL, 0},
    {"bad_threshold", FIELD_INT32, offsetof(duel_model_facts, bad_threshold), NULL, 0},
    {"rank", FIELD_INT32, offsetof(duel_model_facts, rank), NULL, 0},
    {"consensus", FIELD_DOUBLE, offsetof(duel_model_facts, consensus), NULL, 0},
    {"clusters", FIELD_SIZE, offsetof(duel_model_facts, clusters), NULL, 0},
    {"outcomes", FIELD_INT32, offsetof(duel_model_facts, outcomes), NULL, 0},
    {"noise", FIELD_INT32, offsetof(duel_model_facts, noise), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec inference_options_fields[] = {
    {"covariance", FIELD_INT32, offsetof(duel_inference_options, covariance), NULL, 0},
    {"intervals", FIELD_INT32, offsetof(duel_inference_options, intervals), NULL, 0},
    {"normalisation", FIELD_INT32, offsetof(duel_inference_options, normalisation), NULL, 0},
    {"scale", FIELD_INT32, offsetof(duel_inference_options, scale), NULL, 0},
    {"reference_item", FIELD_SIZE, offsetof(duel_inference_options, reference_item), NULL, 0},
    {"reference_judge", FIELD_SIZE, offsetof(duel_inference_options, reference_judge), NULL, 0},
    {"weights", FIELD_DOUBLES, offsetof(duel_inference_options, weights), "weight_count", offsetof(duel_inference_options, weight_count)},
    {"weight_count", FIELD_SIZE, offsetof(duel_inference_options, weight_count), NULL, 0},
    {"level", FIELD_DOUBLE, offsetof(duel_inference_options, level), NULL, 0},
    {"unit", FIELD_DOUBLE, offsetof(duel_inference_options, unit), NULL, 0},
    {"origin", FIELD_DOUBLE, offsetof(duel_inference_options, origin), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_inference_options, seed), NULL, 0},
    {"draws", FIELD_SIZE, offsetof(duel_inference_options, draws), NULL, 0},
    {"ignore_position", FIELD_INT32, offsetof(duel_inference_options, ignore_position), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_inference_options, threads), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_inference_options, progress), NULL, offsetof(duel_inference_options, user)},
    {"correction", FIELD_INT32, offsetof(duel_inference_options, correction), NULL, 0},
    {"quantiles", FIELD_INT32, offsetof(duel_inference_options, quantiles), NULL, 0},
    {"contexts", FIELD_HANDLE, offsetof(duel_inference_options, contexts), "duel_set", 0},
    {"bootstrap", FIELD_HANDLE, offsetof(duel_inference_options, bootstrap), "duel_bootstrap", 0},
    {"bootstrap_interval", FIELD_INT32, offsetof(duel_inference_options, bootstrap_interval), NULL, 0},
    {"errors", FIELD_INT32, offsetof(duel_inference_options, errors), NULL, 0},
    {"mixture", FIELD_DOUBLE, offsetof(duel_inference_options, mixture), NULL, 0},
    {"error_draws", FIELD_SIZE, offsetof(duel_inference_options, error_draws), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec validation_options_fields[] = {
    {"by", FIELD_INT32, offsetof(duel_validation_options, by), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_validation_options, threads), NULL, 0},
    {"folds", FIELD_SIZE, offsetof(duel_validation_options, folds), NULL, 0},
    {"share", FIELD_DOUBLE, offsetof(duel_validation_options, share), NULL, 0},
    {"repeats", FIELD_SIZE, offsetof(duel_validation_options, repeats), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_validation_options, seed), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_validation_options, progress), NULL, offsetof(duel_validation_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec validation_facts_fields[] = {
    {"fits", FIELD_SIZE, offsetof(duel_validation_facts, fits), NULL, 0},
    {"failed", FIELD_SIZE, offsetof(duel_validation_facts, failed), NULL, 0},
    {"held", FIELD_DOUBLE, offsetof(duel_validation_facts, held), NULL, 0},
    {"predicted", FIELD_DOUBLE, offsetof(duel_validation_facts, predicted), NULL, 0},
    {"unpredicted", FIELD_DOUBLE, offsetof(duel_validation_facts, unpredicted), NULL, 0},
    {"log_likelihood", FIELD_DOUBLE, offsetof(duel_validation_facts, log_likelihood), NULL, 0},
    {"log_score", FIELD_DOUBLE, offsetof(duel_validation_facts, log_score), NULL, 0},
    {"log_score_se", FIELD_DOUBLE, offsetof(duel_validation_facts, log_score_se), NULL, 0},
    {"log_score_fits", FIELD_SIZE, offsetof(duel_validation_facts, log_score_fits), NULL, 0},
    {"brier", FIELD_DOUBLE, offsetof(duel_validation_facts, brier), NULL, 0},
    {"brier_se", FIELD_DOUBLE, offsetof(duel_validation_facts, brier_se), NULL, 0},
    {"brier_fits", FIELD_SIZE, offsetof(duel_validation_facts, brier_fits), NULL, 0},
    {"accuracy", FIELD_DOUBLE, offsetof(duel_validation_facts, accuracy), NULL, 0},
    {"accuracy_se", FIELD_DOUBLE, offsetof(duel_validation_facts, accuracy_se), NULL, 0},
    {"accuracy_fits", FIELD_SIZE, offsetof(duel_validation_facts, accuracy_fits), NULL, 0},
    {"calibration_error", FIELD_DOUBLE, offsetof(duel_validation_facts, calibration_error), NULL, 0},
    {"calibration_error_se", FIELD_DOUBLE, offsetof(duel_validation_facts, calibration_error_se), NULL, 0},
    {"calibration_error_fits", FIELD_SIZE, offsetof(duel_validation_facts, calibration_error_fits), NULL, 0},
    {"kl_mean", FIELD_DOUBLE, offsetof(duel_validation_facts, kl_mean), NULL, 0},
    {"kl_mean_se", FIELD_DOUBLE, offsetof(duel_validation_facts, kl_mean_se), NULL, 0},
    {"kl_mean_fits", FIELD_SIZE, offsetof(duel_validation_facts, kl_mean_fits), NULL, 0},
    {"kl_weighted", FIELD_DOUBLE, offsetof(duel_validation_facts, kl_weighted), NULL, 0},
    {"kl_weighted_se", FIELD_DOUBLE, offsetof(duel_validation_facts, kl_weighted_se), NULL, 0},
    {"kl_weighted_fits", FIELD_SIZE, offsetof(duel_validation_facts, kl_weighted_fits), NULL, 0},
    {"js_mean", FIELD_DOUBLE, offsetof(duel_validation_facts, js_mean), NULL, 0},
    {"js_mean_se", FIELD_DOUBLE, offsetof(duel_validation_facts, js_mean_se), NULL, 0},
    {"js_mean_fits", FIELD_SIZE, offsetof(duel_validation_facts, js_mean_fits), NULL, 0},
    {"js_weighted", FIELD_DOUBLE, offsetof(duel_validation_facts, js_weighted), NULL, 0},
    {"js_weighted_se", FIELD_DOUBLE, offsetof(duel_validation_facts, js_weighted_se), NULL, 0},
    {"js_weighted_fits", FIELD_SIZE, offsetof(duel_validation_facts, js_weighted_fits), NULL, 0},
    {"mae_percent", FIELD_DOUBLE, offsetof(duel_validation_facts, mae_percent), NULL, 0},
    {"mae_percent_se", FIELD_DOUBLE, offsetof(duel_validation_facts, mae_percent_se), NULL, 0},
    {"mae_percent_fits", FIELD_SIZE, offsetof(duel_validation_facts, mae_percent_fits), NULL, 0},
    {"rmse_percent", FIELD_DOUBLE, offsetof(duel_validation_facts, rmse_percent), NULL, 0},
    {"rmse_percent_se", FIELD_DOUBLE, offsetof(duel_validation_facts, rmse_percent_se), NULL, 0},
    {"rmse_percent_fits", FIELD_SIZE, offsetof(duel_validation_facts, rmse_percent_fits), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec bootstrap_options_fields[] = {
    {"by", FIELD_INT32, offsetof(duel_bootstrap_options, by), NULL, 0},
    {"weights", FIELD_INT32, offsetof(duel_bootstrap_options, weights), NULL, 0},
    {"replicates", FIELD_SIZE, offsetof(duel_bootstrap_options, replicates), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_bootstrap_options, seed), NULL, 0},
    {"one_step", FIELD_INT32, offsetof(duel_bootstrap_options, one_step), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_bootstrap_options, threads), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_bootstrap_options, progress), NULL, offsetof(duel_bootstrap_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec bootstrap_facts_fields[] = {
    {"drawn", FIELD_SIZE, offsetof(duel_bootstrap_facts, drawn), NULL, 0},
    {"used", FIELD_SIZE, offsetof(duel_bootstrap_facts, used), NULL, 0},
    {"disconnected", FIELD_SIZE, offsetof(duel_bootstrap_facts, disconnected), NULL, 0},
    {"separated", FIELD_SIZE, offsetof(duel_bootstrap_facts, separated), NULL, 0},
    {"undetermined", FIELD_SIZE, offsetof(duel_bootstrap_facts, undetermined), NULL, 0},
    {"flat", FIELD_SIZE, offsetof(duel_bootstrap_facts, flat), NULL, 0},
    {"not_converged", FIELD_SIZE, offsetof(duel_bootstrap_facts, not_converged), NULL, 0},
    {"by", FIELD_INT32, offsetof(duel_bootstrap_facts, by), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec quasi_facts_fields[] = {
    {"least_error", FIELD_DOUBLE, offsetof(duel_quasi_facts, least_error), NULL, 0},
    {"largest_error", FIELD_DOUBLE, offsetof(duel_quasi_facts, largest_error), NULL, 0},
    {"least_contrast_error", FIELD_DOUBLE, offsetof(duel_quasi_facts, least_contrast_error), NULL, 0},
    {"largest_contrast_error", FIELD_DOUBLE, offsetof(duel_quasi_facts, largest_contrast_error), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec criteria_facts_fields[] = {
    {"outcome_space", FIELD_INT32, offsetof(duel_criteria_facts, outcome_space), NULL, 0},
    {"penalised", FIELD_INT32, offsetof(duel_criteria_facts, penalised), NULL, 0},
    {"boundary", FIELD_INT32, offsetof(duel_criteria_facts, boundary), NULL, 0},
    {"dimension", FIELD_SIZE, offsetof(duel_criteria_facts, dimension), NULL, 0},
    {"cells", FIELD_SIZE, offsetof(duel_criteria_facts, cells), NULL, 0},
    {"comparisons", FIELD_DOUBLE, offsetof(duel_criteria_facts, comparisons), NULL, 0},
    {"log_likelihood", FIELD_DOUBLE, offsetof(duel_criteria_facts, log_likelihood), NULL, 0},
    {"log_coefficient", FIELD_DOUBLE, offsetof(duel_criteria_facts, log_coefficient), NULL, 0},
    {"aic", FIELD_DOUBLE, offsetof(duel_criteria_facts, aic), NULL, 0},
    {"aicc", FIELD_DOUBLE, offsetof(duel_criteria_facts, aicc), NULL, 0},
    {"bic", FIELD_DOUBLE, offsetof(duel_criteria_facts, bic), NULL, 0},
    {"caic", FIELD_DOUBLE, offsetof(duel_criteria_facts, caic), NULL, 0},
    {"deviance", FIELD_DOUBLE, offsetof(duel_criteria_facts, deviance), NULL, 0},
    {"pearson", FIELD_DOUBLE, offsetof(duel_criteria_facts, pearson), NULL, 0},
    {"df", FIELD_DOUBLE, offsetof(duel_criteria_facts, df), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec comparison_facts_fields[] = {
    {"test", FIELD_INT32, offsetof(duel_comparison_facts, test), NULL, 0},
    {"boundary", FIELD_INT32, offsetof(duel_comparison_facts, boundary), NULL, 0},
    {"adjusted", FIELD_INT32, offsetof(duel_comparison_facts, adjusted), NULL, 0},
    {"df", FIELD_SIZE, offsetof(duel_comparison_facts, df), NULL, 0},
    {"statistic", FIELD_DOUBLE, offsetof(duel_comparison_facts, statistic), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_comparison_facts, p), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec accuracy_facts_fields[] = {
    {"comparisons", FIELD_DOUBLE, offsetof(duel_accuracy_facts, comparisons), NULL, 0},
    {"log_score", FIELD_DOUBLE, offsetof(duel_accuracy_facts, log_score), NULL, 0},
    {"brier", FIELD_DOUBLE, offsetof(duel_accuracy_facts, brier), NULL, 0},
    {"decided", FIELD_DOUBLE, offsetof(duel_accuracy_facts, decided), NULL, 0},
    {"accuracy", FIELD_DOUBLE, offsetof(duel_accuracy_facts, accuracy), NULL, 0},
    {"calibration_error", FIELD_DOUBLE, offsetof(duel_accuracy_facts, calibration_error), NULL, 0},
    {"intercept", FIELD_DOUBLE, offsetof(duel_accuracy_facts, intercept), NULL, 0},
    {"intercept_se", FIELD_DOUBLE, offsetof(duel_accuracy_facts, intercept_se), NULL, 0},
    {"slope", FIELD_DOUBLE, offsetof(duel_accuracy_facts, slope), NULL, 0},
    {"slope_se", FIELD_DOUBLE, offsetof(duel_accuracy_facts, slope_se), NULL, 0},
    {"unpredicted", FIELD_DOUBLE, offsetof(duel_accuracy_facts, unpredicted), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec triads_facts_fields[] = {
    {"triads", FIELD_UINT64, offsetof(duel_triads_facts, triads), NULL, 0},
    {"circular", FIELD_UINT64, offsetof(duel_triads_facts, circular), NULL, 0},
    {"replicates", FIELD_UINT64, offsetof(duel_triads_facts, replicates), NULL, 0},
    {"expected", FIELD_DOUBLE, offsetof(duel_triads_facts, expected), NULL, 0},
    {"sd", FIELD_DOUBLE, offsetof(duel_triads_facts, sd), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_triads_facts, p), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec metrics_facts_fields[] = {
    {"outcomes", FIELD_SIZE, offsetof(duel_metrics_facts, outcomes), NULL, 0},
    {"rows", FIELD_SIZE, offsetof(duel_metrics_facts, rows), NULL, 0},
    {"comparisons", FIELD_DOUBLE, offsetof(duel_metrics_facts, comparisons), NULL, 0},
    {"unpredicted", FIELD_DOUBLE, offsetof(duel_metrics_facts, unpredicted), NULL, 0},
    {"nll", FIELD_DOUBLE, offsetof(duel_metrics_facts, nll), NULL, 0},
    {"nll_mean", FIELD_DOUBLE, offsetof(duel_metrics_facts, nll_mean), NULL, 0},
    {"nll_multinomial", FIELD_DOUBLE, offsetof(duel_metrics_facts, nll_multinomial), NULL, 0},
    {"nll_multinomial_mean", FIELD_DOUBLE, offsetof(duel_metrics_facts, nll_multinomial_mean), NULL, 0},
    {"cross_entropy", FIELD_DOUBLE, offsetof(duel_metrics_facts, cross_entropy), NULL, 0},
    {"kl_mean", FIELD_DOUBLE, offsetof(duel_metrics_facts, kl_mean), NULL, 0},
    {"kl_weighted", FIELD_DOUBLE, offsetof(duel_metrics_facts, kl_weighted), NULL, 0},
    {"js_mean", FIELD_DOUBLE, offsetof(duel_metrics_facts, js_mean), NULL, 0},
    {"js_weighted", FIELD_DOUBLE, offsetof(duel_metrics_facts, js_weighted), NULL, 0},
    {"mae_count", FIELD_DOUBLE, offsetof(duel_metrics_facts, mae_count), NULL, 0},
    {"rmse_count", FIELD_DOUBLE, offsetof(duel_metrics_facts, rmse_count), NULL, 0},
    {"mae_percent", FIELD_DOUBLE, offsetof(duel_metrics_facts, mae_percent), NULL, 0},
    {"rmse_percent", FIELD_DOUBLE, offsetof(duel_metrics_facts, rmse_percent), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec vuong_facts_fields[] = {
    {"by", FIELD_INT32, offsetof(duel_vuong_facts, by), NULL, 0},
    {"boundary", FIELD_INT32, offsetof(duel_vuong_facts, boundary), NULL, 0},
    {"units", FIELD_DOUBLE, offsetof(duel_vuong_facts, units), NULL, 0},
    {"gain", FIELD_DOUBLE, offsetof(duel_vuong_facts, gain), NULL, 0},
    {"penalty", FIELD_DOUBLE, offsetof(duel_vuong_facts, penalty), NULL, 0},
    {"variance", FIELD_DOUBLE, offsetof(duel_vuong_facts, variance), NULL, 0},
    {"statistic", FIELD_DOUBLE, offsetof(duel_vuong_facts, statistic), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_vuong_facts, p), NULL, 0},
    {"variance_statistic", FIELD_DOUBLE, offsetof(duel_vuong_facts, variance_statistic), NULL, 0},
    {"variance_p", FIELD_DOUBLE, offsetof(duel_vuong_facts, variance_p), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec goodness_facts_fields[] = {
    {"used", FIELD_SIZE, offsetof(duel_goodness_facts, used), NULL, 0},
    {"failed", FIELD_SIZE, offsetof(duel_goodness_facts, failed), NULL, 0},
    {"pearson", FIELD_DOUBLE, offsetof(duel_goodness_facts, pearson), NULL, 0},
    {"pearson_expected", FIELD_DOUBLE, offsetof(duel_goodness_facts, pearson_expected), NULL, 0},
    {"pearson_deviation", FIELD_DOUBLE, offsetof(duel_goodness_facts, pearson_deviation), NULL, 0},
    {"pearson_p", FIELD_DOUBLE, offsetof(duel_goodness_facts, pearson_p), NULL, 0},
    {"deviance", FIELD_DOUBLE, offsetof(duel_goodness_facts, deviance), NULL, 0},
    {"deviance_expected", FIELD_DOUBLE, offsetof(duel_goodness_facts, deviance_expected), NULL, 0},
    {"deviance_deviation", FIELD_DOUBLE, offsetof(duel_goodness_facts, deviance_deviation), NULL, 0},
    {"deviance_p", FIELD_DOUBLE, offsetof(duel_goodness_facts, deviance_p), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec fragility_options_fields[] = {
    {"attack", FIELD_INT32, offsetof(duel_fragility_options, attack), NULL, 0},
    {"by", FIELD_INT32, offsetof(duel_fragility_options, by), NULL, 0},
    {"top", FIELD_SIZE, offsetof(duel_fragility_options, top), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_fragility_options, progress), NULL, offsetof(duel_fragility_options, user)},
    {"quantity", FIELD_INT32, offsetof(duel_fragility_options, quantity), NULL, 0},
    {"vote", FIELD_INT32, offsetof(duel_fragility_options, vote), NULL, 0},
    {"winner", FIELD_SIZE, offsetof(duel_fragility_options, winner), NULL, 0},
    {"loser", FIELD_SIZE, offsetof(duel_fragility_options, loser), NULL, 0},
    {"renew", FIELD_INT32, offsetof(duel_fragility_options, renew), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec smacof_options_fields[] = {
    {"starts", FIELD_SIZE, offsetof(duel_smacof_options, starts), NULL, 0},
    {"iterations", FIELD_SIZE, offsetof(duel_smacof_options, iterations), NULL, 0},
    {"tolerance", FIELD_DOUBLE, offsetof(duel_smacof_options, tolerance), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_smacof_options, seed), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_smacof_options, threads), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_smacof_options, progress), NULL, offsetof(duel_smacof_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec smacof_facts_fields[] = {
    {"start", FIELD_SIZE, offsetof(duel_smacof_facts, start), NULL, 0},
    {"agreeing", FIELD_SIZE, offsetof(duel_smacof_facts, agreeing), NULL, 0},
    {"iterations", FIELD_SIZE, offsetof(duel_smacof_facts, iterations), NULL, 0},
    {"converged", FIELD_INT32, offsetof(duel_smacof_facts, converged), NULL, 0},
    {"stress", FIELD_DOUBLE, offsetof(duel_smacof_facts, stress), NULL, 0},
    {"stress_1", FIELD_DOUBLE, offsetof(duel_smacof_facts, stress_1), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec order_facts_fields[] = {
    {"pairs", FIELD_SIZE, offsetof(duel_order_facts, pairs), NULL, 0},
    {"both_orders", FIELD_SIZE, offsetof(duel_order_facts, both_orders), NULL, 0},
    {"rarer_share", FIELD_DOUBLE, offsetof(duel_order_facts, rarer_share), NULL, 0},
    {"statistic", FIELD_DOUBLE, offsetof(duel_order_facts, statistic), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_order_facts, p), NULL, 0},
    {"ordered", FIELD_DOUBLE, offsetof(duel_order_facts, ordered), NULL, 0},
    {"unordered", FIELD_DOUBLE, offsetof(duel_order_facts, unordered), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec effective_facts_fields[] = {
    {"participation", FIELD_DOUBLE, offsetof(duel_effective_facts, participation), NULL, 0},
    {"by_precision", FIELD_DOUBLE, offsetof(duel_effective_facts, by_precision), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec judge_options_fields[] = {
    {"weak", FIELD_DOUBLE, offsetof(duel_judge_options, weak), NULL, 0},
    {"position", FIELD_DOUBLE, offsetof(duel_judge_options, position), NULL, 0},
    {"idiosyncratic", FIELD_DOUBLE, offsetof(duel_judge_options, idiosyncratic), NULL, 0},
    {"redundant", FIELD_DOUBLE, offsetof(duel_judge_options, redundant), NULL, 0},
    {"item_families", FIELD_INT32S, offsetof(duel_judge_options, item_families), NULL, 0},
    {"item_count", FIELD_SIZE, offsetof(duel_judge_options, item_count), NULL, 0},
    {"judge_families", FIELD_INT32S, offsetof(duel_judge_options, judge_families), NULL, 0},
    {"judge_count", FIELD_SIZE, offsetof(duel_judge_options, judge_count), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec outlier_options_fields[] = {
    {"alpha", FIELD_DOUBLE, offsetof(duel_outlier_options, alpha), NULL, 0},
    {"adjusted", FIELD_INT32, offsetof(duel_outlier_options, adjusted), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_outlier_options, progress), NULL, offsetof(duel_outlier_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec together_options_fields[] = {
    {"copy_units", FIELD_SIZE, offsetof(duel_together_options, copy_units), NULL, 0},
    {"near_copy", FIELD_DOUBLE, offsetof(duel_together_options, near_copy), NULL, 0},
    {"max_bytes", FIELD_SIZE, offsetof(duel_together_options, max_bytes), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_together_options, progress), NULL, offsetof(duel_together_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec panel_facts_fields[] = {
    {"judges", FIELD_SIZE, offsetof(duel_panel_facts, judges), NULL, 0},
    {"copies", FIELD_SIZE, offsetof(duel_panel_facts, copies), NULL, 0},
    {"near_copies", FIELD_SIZE, offsetof(duel_panel_facts, near_copies), NULL, 0},
    {"shared", FIELD_DOUBLE, offsetof(duel_panel_facts, shared), NULL, 0},
    {"worth_equal", FIELD_DOUBLE, offsetof(duel_panel_facts, worth_equal), NULL, 0},
    {"worth_equal_se", FIELD_DOUBLE, offsetof(duel_panel_facts, worth_equal_se), NULL, 0},
    {"worth_best", FIELD_DOUBLE, offsetof(duel_panel_facts, worth_best), NULL, 0},
    {"worth_best_se", FIELD_DOUBLE, offsetof(duel_panel_facts, worth_best_se), NULL, 0},
    {"rho_within", FIELD_DOUBLE, offsetof(duel_panel_facts, rho_within), NULL, 0},
    {"tau_within", FIELD_DOUBLE, offsetof(duel_panel_facts, tau_within), NULL, 0},
    {"pairs_within", FIELD_SIZE, offsetof(duel_panel_facts, pairs_within), NULL, 0},
    {"rho_between", FIELD_DOUBLE, offsetof(duel_panel_facts, rho_between), NULL, 0},
    {"tau_between", FIELD_DOUBLE, offsetof(duel_panel_facts, tau_between), NULL, 0},
    {"pairs_between", FIELD_SIZE, offsetof(duel_panel_facts, pairs_between), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec gars_options_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_gars_options, items), NULL, 0},
    {"categories", FIELD_SIZE, offsetof(duel_gars_options, categories), NULL, 0},
    {"first", FIELD_DOUBLES, offsetof(duel_gars_options, first), NULL, 0},
    {"second", FIELD_DOUBLES, offsetof(duel_gars_options, second), NULL, 0},
    {"pairs", FIELD_INT32, offsetof(duel_gars_options, pairs), NULL, 0},
    {"clusters", FIELD_INT32, offsetof(duel_gars_options, clusters), NULL, 0},
    {"floor", FIELD_DOUBLE, offsetof(duel_gars_options, floor), NULL, 0},
    {"functionals", FIELD_INT32S, offsetof(duel_gars_options, functionals), "functional_count", offsetof(duel_gars_options, functional_count)},
    {"variants", FIELD_INT32S, offsetof(duel_gars_options, variants), NULL, 0},
    {"functional_count", FIELD_SIZE, offsetof(duel_gars_options, functional_count), NULL, 0},
    {"temperature", FIELD_DOUBLE, offsetof(duel_gars_options, temperature), NULL, 0},
    {"rankings", FIELD_INT32S, offsetof(duel_gars_options, rankings), "ranking_count", offsetof(duel_gars_options, ranking_count)},
    {"ranking_count", FIELD_SIZE, offsetof(duel_gars_options, ranking_count), NULL, 0},
    {"field_weights", FIELD_DOUBLES, offsetof(duel_gars_options, field_weights), NULL, 0},
    {"threshold", FIELD_DOUBLE, offsetof(duel_gars_options, threshold), NULL, 0},
    {"group_names", FIELD_TEXTS, offsetof(duel_gars_options, group_names), NULL, 0},
    {"group_count", FIELD_SIZE, offsetof(duel_gars_options, group_count), NULL, 0},
    {"second_order", FIELD_INT32, offsetof(duel_gars_options, second_order), NULL, 0},
    {"second_order_basis", FIELD_INT32, offsetof(duel_gars_options, second_order_basis), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec gars_facts_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_gars_facts, items), NULL, 0},
    {"categories", FIELD_SIZE, offsetof(duel_gars_facts, categories), NULL, 0},
    {"functionals", FIELD_SIZE, offsetof(duel_gars_facts, functionals), NULL, 0},
    {"values", FIELD_SIZE, offsetof(duel_gars_facts, values), NULL, 0},
    {"contexts", FIELD_DOUBLE, offsetof(duel_gars_facts, contexts), NULL, 0},
    {"unlabelled", FIELD_DOUBLE, offsetof(duel_gars_facts, unlabelled), NULL, 0},
    {"clusters", FIELD_DOUBLE, offsetof(duel_gars_facts, clusters), NULL, 0},
    {"labels", FIELD_DOUBLE, offsetof(duel_gars_facts, labels), NULL, 0},
    {"largest_weight", FIELD_DOUBLE, offsetof(duel_gars_facts, largest_weight), NULL, 0},
    {"floored", FIELD_DOUBLE, offsetof(duel_gars_facts, floored), NULL, 0},
    {"never", FIELD_SIZE, offsetof(duel_gars_facts, never), NULL, 0},
    {"one_sided", FIELD_SIZE, offsetof(duel_gars_facts, one_sided), NULL, 0},
    {"orders", FIELD_INT32, offsetof(duel_gars_facts, orders), NULL, 0},
    {"corrected", FIELD_DOUBLE, offsetof(duel_gars_facts, corrected), NULL, 0},
    {"second_order_size", FIELD_DOUBLE, offsetof(duel_gars_facts, second_order_size), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec wald_facts_fields[] = {
    {"statistic", FIELD_DOUBLE, offsetof(duel_wald_facts, statistic), NULL, 0},
    {"df", FIELD_DOUBLE, offsetof(duel_wald_facts, df), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_wald_facts, p), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec selection_options_fields[] = {
    {"selection_model", FIELD_INT32, offsetof(duel_selection_options, selection_model), NULL, 0},
    {"answered", FIELD_DOUBLES, offsetof(duel_selection_options, answered), "answered_count", offsetof(duel_selection_options, answered_count)},
    {"answered_count", FIELD_SIZE, offsetof(duel_selection_options, answered_count), NULL, 0},
    {"level", FIELD_DOUBLE, offsetof(duel_selection_options, level), NULL, 0},
    {"claims", FIELD_INT32S, offsetof(duel_selection_options, claims), "claim_count", offsetof(duel_selection_options, claim_count)},
    {"claim_count", FIELD_SIZE, offsetof(duel_selection_options, claim_count), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec ratio_facts_fields[] = {
    {"ratio", FIELD_DOUBLE, offsetof(duel_ratio_facts, ratio), NULL, 0},
    {"se", FIELD_DOUBLE, offsetof(duel_ratio_facts, se), NULL, 0},
    {"delta_lower", FIELD_DOUBLE, offsetof(duel_ratio_facts, delta_lower), NULL, 0},
    {"delta_upper", FIELD_DOUBLE, offsetof(duel_ratio_facts, delta_upper), NULL, 0},
    {"lower", FIELD_DOUBLE, offsetof(duel_ratio_facts, lower), NULL, 0},
    {"upper", FIELD_DOUBLE, offsetof(duel_ratio_facts, upper), NULL, 0},
    {"ratio_set", FIELD_INT32, offsetof(duel_ratio_facts, ratio_set), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec estimate_facts_fields[] = {
    {"values", FIELD_SIZE, offsetof(duel_estimate_facts, values), NULL, 0},
    {"rows", FIELD_SIZE, offsetof(duel_estimate_facts, rows), NULL, 0},
    {"columns", FIELD_SIZE, offsetof(duel_estimate_facts, columns), NULL, 0},
    {"quantity", FIELD_INT32, offsetof(duel_estimate_facts, quantity), NULL, 0},
    {"intervals", FIELD_INT32, offsetof(duel_estimate_facts, intervals), NULL, 0},
    {"covariance", FIELD_INT32, offsetof(duel_estimate_facts, covariance), NULL, 0},
    {"quantiles", FIELD_INT32, offsetof(duel_estimate_facts, quantiles), NULL, 0},
    {"level", FIELD_DOUBLE, offsetof(duel_estimate_facts, level), NULL, 0},
    {"df", FIELD_DOUBLE, offsetof(duel_estimate_facts, df), NULL, 0},
    {"replicates", FIELD_DOUBLE, offsetof(duel_estimate_facts, replicates), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec test_options_fields[] = {
    {"adjustment", FIELD_INT32, offsetof(duel_test_options, adjustment), NULL, 0},
    {"null", FIELD_DOUBLES, offsetof(duel_test_options, null), "null_count", offsetof(duel_test_options, null_count)},
    {"null_count", FIELD_SIZE, offsetof(duel_test_options, null_count), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec pair_options_fields[] = {
    {"family", FIELD_INT32, offsetof(duel_pair_options, family), NULL, 0},
    {"adjustment", FIELD_INT32, offsetof(duel_pair_options, adjustment), NULL, 0},
    {"reference", FIELD_SIZE, offsetof(duel_pair_options, reference), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec given_fields[] = {
    {"values", FIELD_DOUBLES, offsetof(duel_given, values), "value_count", offsetof(duel_given, value_count)},
    {"value_count", FIELD_SIZE, offsetof(duel_given, value_count), NULL, 0},
    {"names", FIELD_TEXTS, offsetof(duel_given, names), NULL, 0},
    {"covariance", FIELD_DOUBLES, offsetof(duel_given, covariance), NULL, 0},
    {"se", FIELD_DOUBLES, offsetof(duel_given, se), NULL, 0},
    {"pair_se", FIELD_DOUBLES, offsetof(duel_given, pair_se), NULL, 0},
    {"df", FIELD_DOUBLE, offsetof(duel_given, df), NULL, 0},
    {"units", FIELD_DOUBLE, offsetof(duel_given, units), NULL, 0},
    {"only_differences", FIELD_INT32, offsetof(duel_given, only_differences), NULL, 0},
    {"lower_is_better", FIELD_INT32, offsetof(duel_given, lower_is_better), NULL, 0},
    {"max_bytes", FIELD_SIZE, offsetof(duel_given, max_bytes), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec ballots_facts_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_ballots_facts, items), NULL, 0},
    {"judges", FIELD_SIZE, offsetof(duel_ballots_facts, judges), NULL, 0},
    {"contexts", FIELD_SIZE, offsetof(duel_ballots_facts, contexts), NULL, 0},
    {"ballots", FIELD_DOUBLE, offsetof(duel_ballots_facts, ballots), NULL, 0},
    {"rows", FIELD_SIZE, offsetof(duel_ballots_facts, rows), NULL, 0},
    {"of_two", FIELD_SIZE, offsetof(duel_ballots_facts, of_two), NULL, 0},
    {"most_shown", FIELD_SIZE, offsetof(duel_ballots_facts, most_shown), NULL, 0},
    {"most_tied", FIELD_SIZE, offsetof(duel_ballots_facts, most_tied), NULL, 0},
    {"best_and_worst", FIELD_SIZE, offsetof(duel_ballots_facts, best_and_worst), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec ranking_options_fields[] = {
    {"positions", FIELD_INT32, offsetof(duel_ranking_options, positions), NULL, 0},
    {"worst", FIELD_INT32, offsetof(duel_ranking_options, worst), NULL, 0},
    {"stages", FIELD_SIZE, offsetof(duel_ranking_options, stages), NULL, 0},
    {"pseudo", FIELD_DOUBLE, offsetof(duel_ranking_options, pseudo), NULL, 0},
    {"ridge", FIELD_DOUBLE, offsetof(duel_ranking_options, ridge), NULL, 0},
    {"max_bytes", FIELD_SIZE, offsetof(duel_ranking_options, max_bytes), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_ranking_options, progress), NULL, offsetof(duel_ranking_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec ranking_facts_fields[] = {
    {"log_likelihood", FIELD_DOUBLE, offsetof(duel_ranking_facts, log_likelihood), NULL, 0},
    {"parameters", FIELD_SIZE, offsetof(duel_ranking_facts, parameters), NULL, 0},
    {"ballots", FIELD_DOUBLE, offsetof(duel_ranking_facts, ballots), NULL, 0},
    {"stages", FIELD_DOUBLE, offsetof(duel_ranking_facts, stages), NULL, 0},
    {"most_tied", FIELD_SIZE, offsetof(duel_ranking_facts, most_tied), NULL, 0},
    {"iterations", FIELD_SIZE, offsetof(duel_ranking_facts, iterations), NULL, 0},
    {"gradient", FIELD_DOUBLE, offsetof(duel_ranking_facts, gradient), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec board_facts_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_board_facts, items), NULL, 0},
    {"contexts", FIELD_SIZE, offsetof(duel_board_facts, contexts), NULL, 0},
    {"group_count", FIELD_SIZE, offsetof(duel_board_facts, group_count), NULL, 0},
    {"rows", FIELD_SIZE, offsetof(duel_board_facts, rows), NULL, 0},
    {"rows_without_score", FIELD_SIZE, offsetof(duel_board_facts, rows_without_score), NULL, 0},
    {"cells", FIELD_SIZE, offsetof(duel_board_facts, cells), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec board_options_fields[] = {
    {"groups_are", FIELD_INT32, offsetof(duel_board_options, groups_are), NULL, 0},
    {"average", FIELD_INT32, offsetof(duel_board_options, average), NULL, 0},
    {"missing", FIELD_INT32, offsetof(duel_board_options, missing), NULL, 0},
    {"runs", FIELD_INT32, offsetof(duel_board_options, runs), NULL, 0},
    {"missing_value", FIELD_DOUBLE, offsetof(duel_board_options, missing_value), NULL, 0},
    {"k", FIELD_SIZE, offsetof(duel_board_options, k), NULL, 0},
    {"population", FIELD_DOUBLE, offsetof(duel_board_options, population), NULL, 0},
    {"lower_is_better", FIELD_INT32, offsetof(duel_board_options, lower_is_better), NULL, 0},
    {"max_bytes", FIELD_SIZE, offsetof(duel_board_options, max_bytes), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec gate_fields[] = {
    {"candidate", FIELD_SIZE, offsetof(duel_gate, candidate), NULL, 0},
    {"baseline", FIELD_SIZE, offsetof(duel_gate, baseline), NULL, 0},
    {"want", FIELD_INT32, offsetof(duel_gate, want), NULL, 0},
    {"margin", FIELD_DOUBLE, offsetof(duel_gate, margin), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec claim_fields[] = {
    {"claim_kind", FIELD_INT32, offsetof(duel_claim, claim_kind), NULL, 0},
    {"is_chosen", FIELD_INT32, offsetof(duel_claim, is_chosen), NULL, 0},
    {"first", FIELD_SIZE, offsetof(duel_claim, first), NULL, 0},
    {"second", FIELD_SIZE, offsetof(duel_claim, second), NULL, 0},
    {"k", FIELD_SIZE, offsetof(duel_claim, k), NULL, 0},
    {"by", FIELD_DOUBLE, offsetof(duel_claim, by), NULL, 0},
    {"items", FIELD_SIZES, offsetof(duel_claim, items), "item_count", offsetof(duel_claim, item_count)},
    {"item_count", FIELD_SIZE, offsetof(duel_claim, item_count), NULL, 0},
    {"others", FIELD_SIZES, offsetof(duel_claim, others), "other_count", offsetof(duel_claim, other_count)},
    {"other_count", FIELD_SIZE, offsetof(duel_claim, other_count), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec winner_facts_fields[] = {
    {"item", FIELD_SIZE, offsetof(duel_winner_facts, item), NULL, 0},
    {"tied_item", FIELD_SIZE, offsetof(duel_winner_facts, tied_item), NULL, 0},
    {"is_tied", FIELD_INT32, offsetof(duel_winner_facts, is_tied), NULL, 0},
    {"is_few", FIELD_INT32, offsetof(duel_winner_facts, is_few), NULL, 0},
    {"estimate", FIELD_DOUBLE, offsetof(duel_winner_facts, estimate), NULL, 0},
    {"se", FIELD_DOUBLE, offsetof(duel_winner_facts, se), NULL, 0},
    {"median", FIELD_DOUBLE, offsetof(duel_winner_facts, median), NULL, 0},
    {"lower", FIELD_DOUBLE, offsetof(duel_winner_facts, lower), NULL, 0},
    {"upper", FIELD_DOUBLE, offsetof(duel_winner_facts, upper), NULL, 0},
    {"lower_bound", FIELD_DOUBLE, offsetof(duel_winner_facts, lower_bound), NULL, 0},
    {"naive_lower", FIELD_DOUBLE, offsetof(duel_winner_facts, naive_lower), NULL, 0},
    {"naive_upper", FIELD_DOUBLE, offsetof(duel_winner_facts, naive_upper), NULL, 0},
    {"projection_lower", FIELD_DOUBLE, offsetof(duel_winner_facts, projection_lower), NULL, 0},
    {"projection_upper", FIELD_DOUBLE, offsetof(duel_winner_facts, projection_upper), NULL, 0},
    {"lead", FIELD_DOUBLE, offsetof(duel_winner_facts, lead), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec rank_set_options_fields[] = {
    {"side", FIELD_INT32, offsetof(duel_rank_set_options, side), NULL, 0},
    {"one_by_one", FIELD_INT32, offsetof(duel_rank_set_options, one_by_one), NULL, 0},
    {"single_step", FIELD_INT32, offsetof(duel_rank_set_options, single_step), NULL, 0},
    {"top", FIELD_SIZE, offsetof(duel_rank_set_options, top), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec rank_average_options_fields[] = {
    {"ranks", FIELD_INT32, offsetof(duel_rank_average_options, ranks), NULL, 0},
    {"max_rank", FIELD_INT32, offsetof(duel_rank_average_options, max_rank), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec monitor_options_fields[] = {
    {"design", FIELD_INT32, offsetof(duel_monitor_options, design), NULL, 0},
    {"exact", FIELD_INT32, offsetof(duel_monitor_options, exact), NULL, 0},
    {"alpha", FIELD_DOUBLE, offsetof(duel_monitor_options, alpha), NULL, 0},
    {"mixture", FIELD_DOUBLE, offsetof(duel_monitor_options, mixture), NULL, 0},
    {"max_items", FIELD_SIZE, offsetof(duel_monitor_options, max_items), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec monitor_facts_fields[] = {
    {"looks", FIELD_SIZE, offsetof(duel_monitor_facts, looks), NULL, 0},
    {"items", FIELD_SIZE, offsetof(duel_monitor_facts, items), NULL, 0},
    {"max_items", FIELD_SIZE, offsetof(duel_monitor_facts, max_items), NULL, 0},
    {"open", FIELD_SIZE, offsetof(duel_monitor_facts, open), NULL, 0},
    {"decided", FIELD_SIZE, offsetof(duel_monitor_facts, decided), NULL, 0},
    {"contradicted", FIELD_SIZE, offsetof(duel_monitor_facts, contradicted), NULL, 0},
    {"design", FIELD_INT32, offsetof(duel_monitor_facts, design), NULL, 0},
    {"is_exact", FIELD_INT32, offsetof(duel_monitor_facts, is_exact), NULL, 0},
    {"alpha", FIELD_DOUBLE, offsetof(duel_monitor_facts, alpha), NULL, 0},
    {"mixture", FIELD_DOUBLE, offsetof(duel_monitor_facts, mixture), NULL, 0},
    {"comparisons", FIELD_DOUBLE, offsetof(duel_monitor_facts, comparisons), NULL, 0},
    {"units", FIELD_DOUBLE, offsetof(duel_monitor_facts, units), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec nuisance_options_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_nuisance_options, items), NULL, 0},
    {"categories", FIELD_SIZE, offsetof(duel_nuisance_options, categories), NULL, 0},
    {"pairs", FIELD_INT32, offsetof(duel_nuisance_options, pairs), NULL, 0},
    {"learner", FIELD_INT32, offsetof(duel_nuisance_options, learner), NULL, 0},
    {"propensities", FIELD_INT32, offsetof(duel_nuisance_options, propensities), NULL, 0},
    {"folds", FIELD_INT32, offsetof(duel_nuisance_options, folds), NULL, 0},
    {"ridge", FIELD_DOUBLE, offsetof(duel_nuisance_options, ridge), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_nuisance_options, seed), NULL, 0},
    {"features", FIELD_DOUBLES, offsetof(duel_nuisance_options, features), "feature_count", offsetof(duel_nuisance_options, feature_count)},
    {"feature_count", FIELD_SIZE, offsetof(duel_nuisance_options, feature_count), NULL, 0},
    {"linear_count", FIELD_SIZE, offsetof(duel_nuisance_options, linear_count), NULL, 0},
    {"predictions", FIELD_DOUBLES, offsetof(duel_nuisance_options, predictions), "prediction_count", offsetof(duel_nuisance_options, prediction_count)},
    {"prediction_count", FIELD_SIZE, offsetof(duel_nuisance_options, prediction_count), NULL, 0},
    {"feature_ridge", FIELD_DOUBLE, offsetof(duel_nuisance_options, feature_ridge), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec nuisance_facts_fields[] = {
    {"items", FIELD_SIZE, offsetof(duel_nuisance_facts, items), NULL, 0},
    {"categories", FIELD_SIZE, offsetof(duel_nuisance_facts, categories), NULL, 0},
    {"contexts", FIELD_SIZE, offsetof(duel_nuisance_facts, contexts), NULL, 0},
    {"folds", FIELD_SIZE, offsetof(duel_nuisance_facts, folds), NULL, 0},
    {"log_loss", FIELD_DOUBLE, offsetof(duel_nuisance_facts, log_loss), NULL, 0},
    {"frequency_loss", FIELD_DOUBLE, offsetof(duel_nuisance_facts, frequency_loss), NULL, 0},
    {"fallbacks", FIELD_SIZE, offsetof(duel_nuisance_facts, fallbacks), NULL, 0},
    {"unlabelled", FIELD_SIZE, offsetof(duel_nuisance_facts, unlabelled), NULL, 0},
    {"items_loss", FIELD_DOUBLE, offsetof(duel_nuisance_facts, items_loss), NULL, 0},
    {"gain", FIELD_DOUBLE, offsetof(duel_nuisance_facts, gain), NULL, 0},
    {"gain_se", FIELD_DOUBLE, offsetof(duel_nuisance_facts, gain_se), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec policy_options_fields[] = {
    {"drawing", FIELD_INT32, offsetof(duel_policy_options, drawing), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_policy_options, threads), NULL, 0},
    {"floor", FIELD_DOUBLE, offsetof(duel_policy_options, floor), NULL, 0},
    {"budget", FIELD_DOUBLE, offsetof(duel_policy_options, budget), NULL, 0},
    {"mix", FIELD_DOUBLE, offsetof(duel_policy_options, mix), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_policy_options, progress), NULL, offsetof(duel_policy_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec policy_facts_fields[] = {
    {"status", FIELD_INT32, offsetof(duel_policy_facts, status), NULL, 0},
    {"iterations", FIELD_INT32, offsetof(duel_policy_facts, iterations), NULL, 0},
    {"lambda", FIELD_DOUBLE, offsetof(duel_policy_facts, lambda), NULL, 0},
    {"spend", FIELD_DOUBLE, offsetof(duel_policy_facts, spend), NULL, 0},
    {"variance", FIELD_DOUBLE, offsetof(duel_policy_facts, variance), NULL, 0},
    {"uniform", FIELD_DOUBLE, offsetof(duel_policy_facts, uniform), NULL, 0},
    {"log_determinant", FIELD_DOUBLE, offsetof(duel_policy_facts, log_determinant), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec next_options_fields[] = {
    {"criterion", FIELD_INT32, offsetof(duel_next_options, criterion), NULL, 0},
    {"threads", FIELD_INT32, offsetof(duel_next_options, threads), NULL, 0},
    {"batch", FIELD_SIZE, offsetof(duel_next_options, batch), NULL, 0},
    {"first", FIELD_SIZE, offsetof(duel_next_options, first), NULL, 0},
    {"second", FIELD_SIZE, offsetof(duel_next_options, second), NULL, 0},
    {"boundary", FIELD_SIZE, offsetof(duel_next_options, boundary), NULL, 0},
    {"by_judge", FIELD_INT32, offsetof(duel_next_options, by_judge), NULL, 0},
    {"judge", FIELD_SIZE, offsetof(duel_next_options, judge), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_next_options, progress), NULL, offsetof(duel_next_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec sprt_options_fields[] = {
    {"elo0", FIELD_DOUBLE, offsetof(duel_sprt_options, elo0), NULL, 0},
    {"elo1", FIELD_DOUBLE, offsetof(duel_sprt_options, elo1), NULL, 0},
    {"alpha", FIELD_DOUBLE, offsetof(duel_sprt_options, alpha), NULL, 0},
    {"beta", FIELD_DOUBLE, offsetof(duel_sprt_options, beta), NULL, 0},
    {"elo_scale", FIELD_INT32, offsetof(duel_sprt_options, elo_scale), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec sprt_facts_fields[] = {
    {"decision", FIELD_INT32, offsetof(duel_sprt_facts, decision), NULL, 0},
    {"log_ratio", FIELD_DOUBLE, offsetof(duel_sprt_facts, log_ratio), NULL, 0},
    {"lower", FIELD_DOUBLE, offsetof(duel_sprt_facts, lower), NULL, 0},
    {"upper", FIELD_DOUBLE, offsetof(duel_sprt_facts, upper), NULL, 0},
    {"mean", FIELD_DOUBLE, offsetof(duel_sprt_facts, mean), NULL, 0},
    {"elo", FIELD_DOUBLE, offsetof(duel_sprt_facts, elo), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec paired_options_fields[] = {
    {"want", FIELD_INT32, offsetof(duel_paired_options, want), NULL, 0},
    {"level", FIELD_DOUBLE, offsetof(duel_paired_options, level), NULL, 0},
    {"margin", FIELD_DOUBLE, offsetof(duel_paired_options, margin), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec paired_facts_fields[] = {
    {"estimate", FIELD_DOUBLE, offsetof(duel_paired_facts, estimate), NULL, 0},
    {"lower", FIELD_DOUBLE, offsetof(duel_paired_facts, lower), NULL, 0},
    {"upper", FIELD_DOUBLE, offsetof(duel_paired_facts, upper), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_paired_facts, p), NULL, 0},
    {"p_mid", FIELD_DOUBLE, offsetof(duel_paired_facts, p_mid), NULL, 0},
    {"p_larger", FIELD_DOUBLE, offsetof(duel_paired_facts, p_larger), NULL, 0},
    {"p_selective", FIELD_DOUBLE, offsetof(duel_paired_facts, p_selective), NULL, 0},
    {"log_e", FIELD_DOUBLE, offsetof(duel_paired_facts, log_e), NULL, 0},
    {"log_e_larger", FIELD_DOUBLE, offsetof(duel_paired_facts, log_e_larger), NULL, 0},
    {"log_e_selective", FIELD_DOUBLE, offsetof(duel_paired_facts, log_e_selective), NULL, 0},
    {"score_z", FIELD_DOUBLE, offsetof(duel_paired_facts, score_z), NULL, 0},
    {"score_p", FIELD_DOUBLE, offsetof(duel_paired_facts, score_p), NULL, 0},
    {"differing", FIELD_SIZE, offsetof(duel_paired_facts, differing), NULL, 0},
    {"fewest_differing", FIELD_SIZE, offsetof(duel_paired_facts, fewest_differing), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec exact_options_fields[] = {
    {"want", FIELD_INT32, offsetof(duel_exact_options, want), NULL, 0},
    {"level", FIELD_DOUBLE, offsetof(duel_exact_options, level), NULL, 0},
    {"margin", FIELD_DOUBLE, offsetof(duel_exact_options, margin), NULL, 0},
    {"lower_bound", FIELD_DOUBLE, offsetof(duel_exact_options, lower_bound), NULL, 0},
    {"upper_bound", FIELD_DOUBLE, offsetof(duel_exact_options, upper_bound), NULL, 0},
    {"draws", FIELD_SIZE, offsetof(duel_exact_options, draws), NULL, 0},
    {"seed", FIELD_UINT64, offsetof(duel_exact_options, seed), NULL, 0},
    {"progress", FIELD_PROGRESS, offsetof(duel_exact_options, progress), NULL, offsetof(duel_exact_options, user)},
    {NULL, 0, 0, NULL, 0},
};

const field_spec exact_facts_fields[] = {
    {"estimate", FIELD_DOUBLE, offsetof(duel_exact_facts, estimate), NULL, 0},
    {"lower", FIELD_DOUBLE, offsetof(duel_exact_facts, lower), NULL, 0},
    {"upper", FIELD_DOUBLE, offsetof(duel_exact_facts, upper), NULL, 0},
    {"p", FIELD_DOUBLE, offsetof(duel_exact_facts, p), NULL, 0},
    {"p_larger", FIELD_DOUBLE, offsetof(duel_exact_facts, p_larger), NULL, 0},
    {"p_selective", FIELD_DOUBLE, offsetof(duel_exact_facts, p_selective), NULL, 0},
    {"log_e", FIELD_DOUBLE, offsetof(duel_exact_facts, log_e), NULL, 0},
    {"differing", FIELD_SIZE, offsetof(duel_exact_facts, differing), NULL, 0},
    {"fewest_differing", FIELD_SIZE, offsetof(duel_exact_facts, fewest_differing), NULL, 0},
    {"patterns", FIELD_SIZE, offsetof(duel_exact_facts, patterns), NULL, 0},
    {"is_exact", FIELD_INT32, offsetof(duel_exact_facts, is_exact), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec plan_options_fields[] = {
    {"want", FIELD_INT32, offsetof(duel_plan_options, want), NULL, 0},
    {"of_votes", FIELD_INT32, offsetof(duel_plan_options, of_votes), NULL, 0},
    {"effect", FIELD_DOUBLE, offsetof(duel_plan_options, effect), NULL, 0},
    {"margin", FIELD_DOUBLE, offsetof(duel_plan_options, margin), NULL, 0},
    {"level", FIELD_DOUBLE, offsetof(duel_plan_options, level), NULL, 0},
    {"power", FIELD_DOUBLE, offsetof(duel_plan_options, power), NULL, 0},
    {"sd", FIELD_DOUBLE, offsetof(duel_plan_options, sd), NULL, 0},
    {"win", FIELD_DOUBLE, offsetof(duel_plan_options, win), NULL, 0},
    {"lose", FIELD_DOUBLE, offsetof(duel_plan_options, lose), NULL, 0},
    {"between", FIELD_DOUBLE, offsetof(duel_plan_options, between), NULL, 0},
    {"within", FIELD_DOUBLE, offsetof(duel_plan_options, within), NULL, 0},
    {"runs", FIELD_SIZE, offsetof(duel_plan_options, runs), NULL, 0},
    {"group_size", FIELD_SIZE, offsetof(duel_plan_options, group_size), NULL, 0},
    {"icc", FIELD_DOUBLE, offsetof(duel_plan_options, icc), NULL, 0},
    {"units", FIELD_SIZE, offsetof(duel_plan_options, units), NULL, 0},
    {"mixture", FIELD_DOUBLE, offsetof(duel_plan_options, mixture), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec plan_facts_fields[] = {
    {"units", FIELD_SIZE, offsetof(duel_plan_facts, units), NULL, 0},
    {"power", FIELD_DOUBLE, offsetof(duel_plan_facts, power), NULL, 0},
    {"effect", FIELD_DOUBLE, offsetof(duel_plan_facts, effect), NULL, 0},
    {"effect_found", FIELD_DOUBLE, offsetof(duel_plan_facts, effect_found), NULL, 0},
    {"sd", FIELD_DOUBLE, offsetof(duel_plan_facts, sd), NULL, 0},
    {"units_normal", FIELD_DOUBLE, offsetof(duel_plan_facts, units_normal), NULL, 0},
    {"units_anytime", FIELD_DOUBLE, offsetof(duel_plan_facts, units_anytime), NULL, 0},
    {"power_exact", FIELD_DOUBLE, offsetof(duel_plan_facts, power_exact), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

const field_spec chart_options_fields[] = {
    {"chart", FIELD_INT32, offsetof(duel_chart_options, chart), NULL, 0},
    {"logarithmic", FIELD_INT32, offsetof(duel_chart_options, logarithmic), NULL, 0},
    {"equal_axes", FIELD_INT32, offsetof(duel_chart_options, equal_axes), NULL, 0},
    {"arrows", FIELD_INT32, offsetof(duel_chart_options, arrows), NULL, 0},
    {"downward", FIELD_INT32, offsetof(duel_chart_options, downward), NULL, 0},
    {"title", FIELD_TEXT, offsetof(duel_chart_options, title), NULL, 0},
    {"note", FIELD_TEXT, offsetof(duel_chart_options, note), NULL, 0},
    {"axis", FIELD_TEXT, offsetof(duel_chart_options, axis), NULL, 0},
    {"labels", FIELD_TEXTS, offsetof(duel_chart_options, labels), "label_count", offsetof(duel_chart_options, label_count)},
    {"label_count", FIELD_SIZE, offsetof(duel_chart_options, label_count), NULL, 0},
    {"names", FIELD_TEXTS, offsetof(duel_chart_options, names), "name_count", offsetof(duel_chart_options, name_count)},
    {"name_count", FIELD_SIZE, offsetof(duel_chart_options, name_count), NULL, 0},
    {"sides", FIELD_TEXTS, offsetof(duel_chart_options, sides), "side_count", offsetof(duel_chart_options, side_count)},
    {"side_count", FIELD_SIZE, offsetof(duel_chart_options, side_count), NULL, 0},
    {"lower", FIELD_DOUBLES, offsetof(duel_chart_options, lower), "lower_count", offsetof(duel_chart_options, lower_count)},
    {"lower_count", FIELD_SIZE, offsetof(duel_chart_options, lower_count), NULL, 0},
    {"upper", FIELD_DOUBLES, offsetof(duel_chart_options, upper), "upper_count", offsetof(duel_chart_options, upper_count)},
    {"upper_count", FIELD_SIZE, offsetof(duel_chart_options, upper_count), NULL, 0},
    {"groups", FIELD_INT32S, offsetof(duel_chart_options, groups), "group_count", offsetof(duel_chart_options, group_count)},
    {"group_count", FIELD_SIZE, offsetof(duel_chart_options, group_count), NULL, 0},
    {"group_names", FIELD_TEXTS, offsetof(duel_chart_options, group_names), "group_name_count", offsetof(duel_chart_options, group_name_count)},
    {"group_name_count", FIELD_SIZE, offsetof(duel_chart_options, group_name_count), NULL, 0},
    {"limits", FIELD_DOUBLES, offsetof(duel_chart_options, limits), "limit_count", offsetof(duel_chart_options, limit_count)},
    {"limit_count", FIELD_SIZE, offsetof(duel_chart_options, limit_count), NULL, 0},
    {"positions", FIELD_DOUBLES, offsetof(duel_chart_options, positions), "position_count", offsetof(duel_chart_options, position_count)},
    {"position_count", FIELD_SIZE, offsetof(duel_chart_options, position_count), NULL, 0},
    {"least", FIELD_DOUBLE, offsetof(duel_chart_options, least), NULL, 0},
    {"most", FIELD_DOUBLE, offsetof(duel_chart_options, most), NULL, 0},
    {NULL, 0, 0, NULL, 0},
};

static SEXP r_set_new(void)
{
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_set_new(&out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_set_copy(SEXP set)
{
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_set_copy(set_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_set_intern(SEXP set, SEXP kind, SEXP names, SEXP count)
{
    duel_set *set_ = set_in(set);
    duel_kind kind_ = int32_in(kind, "kind");
    const char *const *names_ = texts_in(names, "names");
    size_t count_ = size_in(count, "count");
    duel_status status = duel_set_intern(set_, kind_, names_, count_);
    check(status);
    return set;
}

static SEXP r_set_append(SEXP set, SEXP rows)
{
    duel_set *set_ = set_in(set);
    duel_rows rows_ = rows_in(rows, R_NilValue);
    duel_status status = duel_set_append(set_, &rows_);
    check(status);
    return set;
}

static SEXP r_set_covariate(SEXP set, SEXP covariate)
{
    duel_set *set_ = set_in(set);
    duel_covariate covariate_ = covariate_in(covariate, R_NilValue);
    duel_status status = duel_set_covariate(set_, &covariate_);
    check(status);
    return set;
}

static SEXP r_set_merge(SEXP set, SEXP other)
{
    duel_set *set_ = set_in(set);
    const duel_set *other_ = set_in(other);
    duel_status status = duel_set_merge(set_, other_);
    check(status);
    return set;
}

static SEXP r_set_save(SEXP set)
{
    const duel_set *set_ = set_in(set);
    size_t length_ = 0;
    check(duel_set_save(set_, NULL, 0, &length_));
    SEXP out_at = PROTECT(Rf_allocVector(RAWSXP, extent(length_)));
    duel_status status = duel_set_save(set_, RAW(out_at), length_, &length_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_set_load(SEXP bytes)
{
    const void *bytes_ = bytes_in(bytes, "bytes");
    size_t length_ = (size_t) Rf_xlength(bytes);
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_set_load(bytes_, length_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_set_forget_order(SEXP set)
{
    duel_set *set_ = set_in(set);
    duel_status status = duel_set_forget_order(set_);
    check(status);
    return set;
}

static SEXP r_set_find(SEXP set, SEXP kind, SEXP name)
{
    const duel_set *set_ = set_in(set);
    duel_kind kind_ = int32_in(kind, "kind");
    const char *name_ = text_in(name, "name");
    size_t id_ = 0;
    duel_status status = duel_set_find(set_, kind_, name_, &id_);
    check(status);
    return Rf_ScalarReal((double) id_);
}

static SEXP r_set_info(SEXP set)
{
    const duel_set *set_ = set_in(set);
    duel_set_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_set_info(set_, &out_);
    check(status);
    return facts_out(&out_, set_facts_fields);
}

static SEXP r_set_items(SEXP set)
{
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_items(set_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_pairs(SEXP set)
{
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_pairs(set_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_cells(SEXP set)
{
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_cells(set_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_resample(SEXP set, SEXP by, SEXP seed)
{
    const duel_set *set_ = set_in(set);
    duel_by by_ = int32_in(by, "by");
    uint64_t seed_ = uint64_in(seed, "seed");
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_set_resample(set_, by_, seed_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_set_split(SEXP set, SEXP by, SEXP folds, SEXP fold, SEXP seed)
{
    const duel_set *set_ = set_in(set);
    duel_by by_ = int32_in(by, "by");
    size_t folds_ = size_in(folds, "folds");
    size_t fold_ = size_in(fold, "fold");
    uint64_t seed_ = uint64_in(seed, "seed");
    SEXP rest_at = PROTECT(set_pointer());
    duel_set *rest_ = NULL;
    SEXP held_at = PROTECT(set_pointer());
    duel_set *held_ = NULL;
    duel_status status = duel_set_split(set_, by_, folds_, fold_, seed_, &rest_, &held_);
    R_SetExternalPtrAddr(rest_at, rest_);
    R_SetExternalPtrAddr(held_at, held_);
    check(status);
    const char *called[] = {"rest", "held", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, rest_at);
    SET_VECTOR_ELT(answer, 1, held_at);
    SEXP result = answer;
    UNPROTECT(3);
    return result;
}

static SEXP r_set_filter(SEXP set, SEXP kind, SEXP ids, SEXP count)
{
    const duel_set *set_ = set_in(set);
    duel_kind kind_ = int32_in(kind, "kind");
    const size_t *ids_ = sizes_in(ids, "ids");
    size_t count_ = size_in(count, "count");
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_set_filter(set_, kind_, ids_, count_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_fit(SEXP set, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    duel_model_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, model_options_fields, "options", watched);
    SEXP out_at = PROTECT(model_pointer());
    duel_model *out_ = NULL;
    duel_status status = duel_model_fit(set_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_model_share(SEXP model)
{
    const duel_model *model_ = model_in(model);
    SEXP out_at = PROTECT(model_pointer());
    duel_model *out_ = NULL;
    duel_status status = duel_model_share(model_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_save(SEXP model)
{
    const duel_model *model_ = model_in(model);
    size_t length_ = 0;
    check(duel_model_save(model_, NULL, 0, &length_));
    SEXP out_at = PROTECT(Rf_allocVector(RAWSXP, extent(length_)));
    duel_status status = duel_model_save(model_, RAW(out_at), length_, &length_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_load(SEXP bytes)
{
    const void *bytes_ = bytes_in(bytes, "bytes");
    size_t length_ = (size_t) Rf_xlength(bytes);
    SEXP out_at = PROTECT(model_pointer());
    duel_model *out_ = NULL;
    duel_status status = duel_model_load(bytes_, length_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_info(SEXP model)
{
    const duel_model *model_ = model_in(model);
    duel_model_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_info(model_, &out_);
    check(status);
    return facts_out(&out_, model_facts_fields);
}

static SEXP r_model_shape(SEXP model, SEXP quantity)
{
    const duel_model *model_ = model_in(model);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    size_t rows_ = 0;
    size_t columns_ = 0;
    duel_status status = duel_model_shape(model_, quantity_, &rows_, &columns_);
    check(status);
    const char *called[] = {"rows", "columns", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, Rf_ScalarReal((double) rows_));
    SET_VECTOR_ELT(answer, 1, Rf_ScalarReal((double) columns_));
    SEXP result = answer;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_get(SEXP model, SEXP quantity, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const duel_model *model_ = model_in(model);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_get(model_, quantity_, REAL(out_at), capacity_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_warnings(SEXP model)
{
    const duel_model *model_ = model_in(model);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_warnings(model_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_items(SEXP model)
{
    const duel_model *model_ = model_in(model);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_items(model_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_voters(SEXP model)
{
    const duel_model *model_ = model_in(model);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_voters(model_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_optima(SEXP model)
{
    const duel_model *model_ = model_in(model);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_optima(model_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_scores(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_scores(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_effective_comparisons(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_effective_comparisons(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_predict(SEXP model, SEXP rows, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_rows rows_ = rows_in(rows, watched);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_predict(model_, &rows_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_model_log_likelihood(SEXP model, SEXP set)
{
    const duel_model *model_ = model_in(model);
    const duel_set *set_ = set_in(set);
    double log_likelihood_ = 0;
    double comparisons_ = 0;
    duel_status status = duel_model_log_likelihood(model_, set_, &log_likelihood_, &comparisons_);
    check(status);
    const char *called[] = {"log_likelihood", "comparisons", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, Rf_ScalarReal((double) log_likelihood_));
    SET_VECTOR_ELT(answer, 1, Rf_ScalarReal((double) comparisons_));
    SEXP result = answer;
    UNPROTECT(1);
    return result;
}

static SEXP r_set_cross_validate(SEXP set, SEXP fit, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    duel_model_options fit_ = {.struct_size = sizeof fit_};
    options_in(&fit_, fit, model_options_fields, "fit", R_NilValue);
    duel_validation_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, validation_options_fields, "options", watched);
    duel_validation_facts out_ = {.struct_size = sizeof out_};
    SEXP fits_at = PROTECT(table_pointer());
    duel_table *fits_ = NULL;
    duel_status status = duel_set_cross_validate(set_, fit == R_NilValue ? NULL : &fit_, options == R_NilValue ? NULL : &options_, &out_, &fits_);
    R_SetExternalPtrAddr(fits_at, fits_);
    check_watched(status, watched);
    const char *called[] = {"out", "fits", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, facts_out(&out_, validation_facts_fields));
    SET_VECTOR_ELT(answer, 1, frame_of(fits_at));
    SEXP result = answer;
    UNPROTECT(3);
    return result;
}

static SEXP r_model_sensitivities(SEXP model, SEXP judges, SEXP values, SEXP points, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    const uint32_t *judges_ = uint32s_in(judges, "judges");
    size_t judge_count_ = (size_t) Rf_xlength(judges);
    const double *values_ = doubles_in(values, "values");
    size_t points_ = size_in(points, "points");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_sensitivities(model_, judges_, judge_count_, values_, points_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_consensus(SEXP model, SEXP consensus, SEXP options, SEXP weight_capacity)
{
    size_t weight_capacity_ = size_in(weight_capacity, "weight_capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_consensus consensus_ = int32_in(consensus, "consensus");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    SEXP weights_at = PROTECT(doubles_out(weight_capacity_));
    duel_status status = duel_model_consensus(model_, consensus_, options == R_NilValue ? NULL : &options_, &out_, REAL(weights_at), weight_capacity_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    const char *called[] = {"out", "weights", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, frame_of(out_at));
    SET_VECTOR_ELT(answer, 1, weights_at);
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_set_leave_one_judge_out(SEXP set, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    duel_model_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, model_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_leave_one_judge_out(set_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_select_rank(SEXP set, SEXP max_rank, SEXP replicates, SEXP seed, SEXP threads, SEXP fit, SEXP validation)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    int32_t max_rank_ = int32_in(max_rank, "max_rank");
    size_t replicates_ = size_in(replicates, "replicates");
    uint64_t seed_ = uint64_in(seed, "seed");
    int32_t threads_ = int32_in(threads, "threads");
    duel_model_options fit_ = {.struct_size = sizeof fit_};
    options_in(&fit_, fit, model_options_fields, "fit", watched);
    duel_validation_options validation_ = {.struct_size = sizeof validation_};
    options_in(&validation_, validation, validation_options_fields, "validation", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_select_rank(set_, max_rank_, replicates_, seed_, threads_, fit == R_NilValue ? NULL : &fit_, validation == R_NilValue ? NULL : &validation_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_judge_scores(SEXP set, SEXP rank, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    int32_t rank_ = int32_in(rank, "rank");
    duel_model_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, model_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_set_judge_scores(set_, rank_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_bootstrap_new(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_bootstrap_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, bootstrap_options_fields, "options", watched);
    SEXP out_at = PROTECT(bootstrap_pointer());
    duel_bootstrap *out_ = NULL;
    duel_status status = duel_bootstrap_new(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_bootstrap_info(SEXP bootstrap)
{
    const duel_bootstrap *bootstrap_ = bootstrap_in(bootstrap);
    duel_bootstrap_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_bootstrap_info(bootstrap_, &out_);
    check(status);
    return facts_out(&out_, bootstrap_facts_fields);
}

static SEXP r_bootstrap_get(SEXP bootstrap, SEXP quantity, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_bootstrap *bootstrap_ = bootstrap_in(bootstrap);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_bootstrap_get(bootstrap_, quantity_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_p_adjust(SEXP p_values, SEXP count, SEXP adjustment, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const double *p_values_ = doubles_in(p_values, "p_values");
    size_t count_ = size_in(count, "count");
    duel_adjustment adjustment_ = int32_in(adjustment, "adjustment");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_p_adjust(p_values_, count_, adjustment_, REAL(out_at), capacity_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_rank_probabilities(SEXP model, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_rank_probabilities(model_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_model_rank_summary(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_rank_summary(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_superiority(SEXP model, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_superiority(model_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_model_compact_letters(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_compact_letters(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_more_comparisons(SEXP model, SEXP pairs, SEXP count, SEXP gaps, SEXP power, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    const size_t *pairs_ = sizes_in(pairs, "pairs");
    size_t count_ = size_in(count, "count");
    const double *gaps_ = doubles_in(gaps, "gaps");
    double power_ = double_in(power, "power");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_more_comparisons(model_, pairs_, count_, gaps_, power_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_quasi_variances(SEXP model, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_quasi_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_model_quasi_variances(model_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_, &info_);
    check_watched(status, watched);
    const char *called[] = {"out", "info", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, out_at);
    SET_VECTOR_ELT(answer, 1, facts_out(&info_, quasi_facts_fields));
    SEXP result = answer;
    UNPROTECT(3);
    return result;
}

static SEXP r_model_profile(SEXP model, SEXP quantity, SEXP weights, SEXP count, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    const double *weights_ = doubles_in(weights, "weights");
    size_t count_ = size_in(count, "count");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_profile(model_, quantity_, weights_, count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_criteria(SEXP model)
{
    const duel_model *model_ = model_in(model);
    duel_criteria_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_criteria(model_, &out_);
    check(status);
    return facts_out(&out_, criteria_facts_fields);
}

static SEXP r_model_compare(SEXP null, SEXP full, SEXP test, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *null_ = model_in(null);
    const duel_model *full_ = model_in(full);
    duel_test test_ = int32_in(test, "test");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_comparison_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_compare(null_, full_, test_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, comparison_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_accuracy(SEXP model, SEXP set)
{
    const duel_model *model_ = model_in(model);
    const duel_set *set_ = set_in(set);
    duel_accuracy_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_accuracy(model_, set_, &out_);
    check(status);
    return facts_out(&out_, accuracy_facts_fields);
}

static SEXP r_model_calibration(SEXP model, SEXP set, SEXP bins)
{
    const duel_model *model_ = model_in(model);
    const duel_set *set_ = set_in(set);
    size_t bins_ = size_in(bins, "bins");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_calibration(model_, set_, bins_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_triads(SEXP model, SEXP replicates, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    size_t replicates_ = size_in(replicates, "replicates");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_triads_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_triads(model_, replicates_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, triads_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_metrics(SEXP model, SEXP set, SEXP by)
{
    const duel_model *model_ = model_in(model);
    const duel_set *set_ = set_in(set);
    duel_by by_ = int32_in(by, "by");
    duel_metrics_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_metrics(model_, set_, by_, &out_);
    check(status);
    return facts_out(&out_, metrics_facts_fields);
}

static SEXP r_model_metrics_by_outcome(SEXP model, SEXP set, SEXP by)
{
    const duel_model *model_ = model_in(model);
    const duel_set *set_ = set_in(set);
    duel_by by_ = int32_in(by, "by");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_metrics_by_outcome(model_, set_, by_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_marginals(SEXP model, SEXP set)
{
    const duel_model *model_ = model_in(model);
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_marginals(model_, set_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_match_matrix(SEXP model, SEXP matrix, SEXP outcome, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_matrix matrix_ = int32_in(matrix, "matrix");
    duel_outcome outcome_ = int32_in(outcome, "outcome");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_match_matrix(model_, matrix_, outcome_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_model_vuong(SEXP first, SEXP second, SEXP penalty, SEXP by, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *first_ = model_in(first);
    const duel_model *second_ = model_in(second);
    duel_vuong_penalty penalty_ = int32_in(penalty, "penalty");
    duel_by by_ = int32_in(by, "by");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_vuong_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_vuong(first_, second_, penalty_, by_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, vuong_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_goodness(SEXP model, SEXP replicates, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    size_t replicates_ = size_in(replicates, "replicates");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_goodness_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_model_goodness(model_, replicates_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, goodness_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_model_residuals(SEXP model, SEXP by, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_by by_ = int32_in(by, "by");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_residuals(model_, by_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_influence(SEXP model, SEXP by, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_by by_ = int32_in(by, "by");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_influence(model_, by_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_influence_changes(SEXP model, SEXP quantity, SEXP by, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    duel_by by_ = int32_in(by, "by");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_influence_changes(model_, quantity_, by_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_model_fragility(SEXP model, SEXP pairs, SEXP count, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    const size_t *pairs_ = sizes_in(pairs, "pairs");
    size_t count_ = size_in(count, "count");
    duel_fragility_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, fragility_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_fragility(model_, pairs_, count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_fragile_votes(SEXP model, SEXP pairs, SEXP count, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    const size_t *pairs_ = sizes_in(pairs, "pairs");
    size_t count_ = size_in(count, "count");
    duel_fragility_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, fragility_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_fragile_votes(model_, pairs_, count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_rankings_agreement(SEXP scores, SEXP rankings, SEXP items, SEXP measure, SEXP k, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const double *scores_ = doubles_in(scores, "scores");
    size_t rankings_ = size_in(rankings, "rankings");
    size_t items_ = size_in(items, "items");
    duel_agreement measure_ = int32_in(measure, "measure");
    size_t k_ = size_in(k, "k");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_rankings_agreement(scores_, rankings_, items_, measure_, k_, token, REAL(out_at), capacity_);
    stoppable_end();
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_adjacent(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_adjacent(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_distances(SEXP model, SEXP distance, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_distance distance_ = int32_in(distance, "distance");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_model_distances(model_, distance_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_map_kernel_pca(SEXP dissimilarities, SEXP items, SEXP gamma, SEXP dimensions, SEXP capacity, SEXP eigenvalue_capacity, SEXP share_capacity)
{
    size_t share_capacity_ = size_in(share_capacity, "share_capacity");
    size_t eigenvalue_capacity_ = size_in(eigenvalue_capacity, "eigenvalue_capacity");
    size_t capacity_ = size_in(capacity, "capacity");
    const double *dissimilarities_ = doubles_in(dissimilarities, "dissimilarities");
    size_t items_ = size_in(items, "items");
    double gamma_ = double_in(gamma, "gamma");
    size_t dimensions_ = size_in(dimensions, "dimensions");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    SEXP eigenvalues_at = PROTECT(doubles_out(eigenvalue_capacity_));
    SEXP shares_at = PROTECT(doubles_out(share_capacity_));
    double gamma_used_ = 0;
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_map_kernel_pca(dissimilarities_, items_, gamma_, dimensions_, token, REAL(out_at), capacity_, REAL(eigenvalues_at), eigenvalue_capacity_, REAL(shares_at), share_capacity_, &gamma_used_);
    stoppable_end();
    check(status);
    const char *called[] = {"out", "eigenvalues", "shares", "gamma_used", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, out_at);
    SET_VECTOR_ELT(answer, 1, eigenvalues_at);
    SET_VECTOR_ELT(answer, 2, shares_at);
    SET_VECTOR_ELT(answer, 3, Rf_ScalarReal((double) gamma_used_));
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_map_classical(SEXP dissimilarities, SEXP items, SEXP dimensions, SEXP capacity, SEXP eigenvalue_capacity, SEXP share_capacity)
{
    size_t share_capacity_ = size_in(share_capacity, "share_capacity");
    size_t eigenvalue_capacity_ = size_in(eigenvalue_capacity, "eigenvalue_capacity");
    size_t capacity_ = size_in(capacity, "capacity");
    const double *dissimilarities_ = doubles_in(dissimilarities, "dissimilarities");
    size_t items_ = size_in(items, "items");
    size_t dimensions_ = size_in(dimensions, "dimensions");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    SEXP eigenvalues_at = PROTECT(doubles_out(eigenvalue_capacity_));
    SEXP shares_at = PROTECT(doubles_out(share_capacity_));
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_map_classical(dissimilarities_, items_, dimensions_, token, REAL(out_at), capacity_, REAL(eigenvalues_at), eigenvalue_capacity_, REAL(shares_at), share_capacity_);
    stoppable_end();
    check(status);
    const char *called[] = {"out", "eigenvalues", "shares", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, out_at);
    SET_VECTOR_ELT(answer, 1, eigenvalues_at);
    SET_VECTOR_ELT(answer, 2, shares_at);
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_map_smacof(SEXP dissimilarities, SEXP weights, SEXP items, SEXP dimensions, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const double *dissimilarities_ = doubles_in(dissimilarities, "dissimilarities");
    const double *weights_ = doubles_in(weights, "weights");
    size_t items_ = size_in(items, "items");
    size_t dimensions_ = size_in(dimensions, "dimensions");
    duel_smacof_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, smacof_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_smacof_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_map_smacof(dissimilarities_, weights_, items_, dimensions_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_, &info_);
    check_watched(status, watched);
    const char *called[] = {"out", "info", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, out_at);
    SET_VECTOR_ELT(answer, 1, facts_out(&info_, smacof_facts_fields));
    SEXP result = answer;
    UNPROTECT(3);
    return result;
}

static SEXP r_tree_cluster(SEXP dissimilarities, SEXP items, SEXP linkage, SEXP optimal, SEXP order_capacity)
{
    size_t order_capacity_ = size_in(order_capacity, "order_capacity");
    const double *dissimilarities_ = doubles_in(dissimilarities, "dissimilarities");
    size_t items_ = size_in(items, "items");
    duel_linkage linkage_ = int32_in(linkage, "linkage");
    int32_t optimal_ = int32_in(optimal, "optimal");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    int64_t *order_ = int64s_room(order_capacity_);
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_tree_cluster(dissimilarities_, items_, linkage_, optimal_, token, &out_, order_, order_capacity_);
    stoppable_end();
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    const char *called[] = {"out", "order", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, frame_of(out_at));
    SET_VECTOR_ELT(answer, 1, int64s_out(order_, order_capacity_));
    SEXP result = answer;
    UNPROTECT(2);
    return result;
}

static SEXP r_tree_cut(SEXP left, SEXP right, SEXP heights, SEXP items, SEXP by, SEXP value, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const int64_t *left_ = int64s_in(left, "left");
    const int64_t *right_ = int64s_in(right, "right");
    const double *heights_ = doubles_in(heights, "heights");
    size_t items_ = size_in(items, "items");
    duel_cut by_ = int32_in(by, "by");
    double value_ = double_in(value, "value");
    int64_t *out_ = int64s_room(capacity_);
    duel_status status = duel_tree_cut(left_, right_, heights_, items_, by_, value_, out_, capacity_);
    check(status);
    return int64s_out(out_, capacity_);
}

static SEXP r_model_tiers(SEXP model, SEXP by, SEXP value, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_tiering by_ = int32_in(by, "by");
    double value_ = double_in(value, "value");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_tiers(model_, by_, value_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_judges(SEXP set, SEXP level)
{
    const duel_set *set_ = set_in(set);
    double level_ = double_in(level, "level");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_judges(set_, level_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_order(SEXP set)
{
    const duel_set *set_ = set_in(set);
    duel_order_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_set_order(set_, &out_);
    check(status);
    return facts_out(&out_, order_facts_fields);
}

static SEXP r_set_triads(SEXP set)
{
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_set_triads(set_, token, &out_);
    stoppable_end();
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_agreement(SEXP set, SEXP level)
{
    const duel_set *set_ = set_in(set);
    double level_ = double_in(level, "level");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_set_agreement(set_, level_, token, &out_);
    stoppable_end();
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_agreement_pairs(SEXP set)
{
    const duel_set *set_ = set_in(set);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_set_agreement_pairs(set_, token, &out_);
    stoppable_end();
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_krippendorff(SEXP set, SEXP metric, SEXP orientation, SEXP level)
{
    const duel_set *set_ = set_in(set);
    duel_alpha metric_ = int32_in(metric, "metric");
    duel_orientation orientation_ = int32_in(orientation, "orientation");
    double level_ = double_in(level, "level");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_set_krippendorff(set_, metric_, orientation_, level_, token, &out_);
    stoppable_end();
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_votes_confidence(SEXP judge, SEXP confidence, SEXP correct, SEXP votes, SEXP judges, SEXP bins)
{
    const int32_t *judge_ = int32s_in(judge, "judge");
    const double *confidence_ = doubles_in(confidence, "confidence");
    const double *correct_ = doubles_in(correct, "correct");
    size_t votes_ = size_in(votes, "votes");
    size_t judges_ = size_in(judges, "judges");
    size_t bins_ = size_in(bins, "bins");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_votes_confidence(judge_, confidence_, correct_, votes_, judges_, bins_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_votes_reliability(SEXP judge, SEXP confidence, SEXP correct, SEXP votes, SEXP judges, SEXP bins)
{
    const int32_t *judge_ = int32s_in(judge, "judge");
    const double *confidence_ = doubles_in(confidence, "confidence");
    const double *correct_ = doubles_in(correct, "correct");
    size_t votes_ = size_in(votes, "votes");
    size_t judges_ = size_in(judges, "judges");
    size_t bins_ = size_in(bins, "bins");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_votes_reliability(judge_, confidence_, correct_, votes_, judges_, bins_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_rankings_effective(SEXP scores, SEXP judges, SEXP items, SEXP precisions)
{
    const double *scores_ = doubles_in(scores, "scores");
    size_t judges_ = size_in(judges, "judges");
    size_t items_ = size_in(items, "items");
    const double *precisions_ = doubles_in(precisions, "precisions");
    duel_effective_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_rankings_effective(scores_, judges_, items_, precisions_, &out_);
    check(status);
    return facts_out(&out_, effective_facts_fields);
}

static SEXP r_matrix_bicluster(SEXP table, SEXP rows, SEXP columns, SEXP dissimilarity, SEXP linkage, SEXP row_groups, SEXP column_groups)
{
    const double *table_ = doubles_in(table, "table");
    size_t rows_ = size_in(rows, "rows");
    size_t columns_ = size_in(columns, "columns");
    duel_dissimilarity dissimilarity_ = int32_in(dissimilarity, "dissimilarity");
    duel_linkage linkage_ = int32_in(linkage, "linkage");
    size_t row_groups_ = size_in(row_groups, "row_groups");
    size_t column_groups_ = size_in(column_groups, "column_groups");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    const duel_cancel *token = stoppable_begin();
    duel_status status = duel_matrix_bicluster(table_, rows_, columns_, dissimilarity_, linkage_, row_groups_, column_groups_, token, &out_);
    stoppable_end();
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_set_learning_curve(SEXP set, SEXP shares, SEXP judges, SEXP fit, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    const double *shares_ = doubles_in(shares, "shares");
    size_t share_count_ = (size_t) Rf_xlength(shares);
    const size_t *judges_ = sizes_in(judges, "judges");
    size_t judge_count_ = (size_t) Rf_xlength(judges);
    duel_model_options fit_ = {.struct_size = sizeof fit_};
    options_in(&fit_, fit, model_options_fields, "fit", R_NilValue);
    duel_validation_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, validation_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_learning_curve(set_, shares_, share_count_, judges_, judge_count_, fit == R_NilValue ? NULL : &fit_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_equivalence(SEXP model, SEXP margin, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    double margin_ = double_in(margin, "margin");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_equivalence(model_, margin_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_self_preference(SEXP model, SEXP item_families, SEXP judge_families, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    const int32_t *item_families_ = int32s_in(item_families, "item_families");
    size_t item_count_ = (size_t) Rf_xlength(item_families);
    const int32_t *judge_families_ = int32s_in(judge_families, "judge_families");
    size_t judge_count_ = (size_t) Rf_xlength(judge_families);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_self_preference(model_, item_families_, item_count_, judge_families_, judge_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_judges(SEXP model, SEXP judge_options, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_judge_options judge_options_ = {.struct_size = sizeof judge_options_};
    options_in(&judge_options_, judge_options, judge_options_fields, "judge_options", R_NilValue);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_judges(model_, judge_options == R_NilValue ? NULL : &judge_options_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_outliers(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_outlier_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, outlier_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_outliers(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_together(SEXP set, SEXP families, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    const int32_t *families_ = int32s_in(families, "families");
    size_t family_count_ = (size_t) Rf_xlength(families);
    duel_together_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, together_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_together(set_, families_, family_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_worth(SEXP set, SEXP families, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    const int32_t *families_ = int32s_in(families, "families");
    size_t family_count_ = (size_t) Rf_xlength(families);
    duel_together_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, together_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_worth(set_, families_, family_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_families(SEXP set, SEXP families, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    const int32_t *families_ = int32s_in(families, "families");
    size_t family_count_ = (size_t) Rf_xlength(families);
    duel_together_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, together_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_set_families(set_, families_, family_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_set_effective(SEXP set, SEXP families, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_set *set_ = set_in(set);
    const int32_t *families_ = int32s_in(families, "families");
    size_t family_count_ = (size_t) Rf_xlength(families);
    duel_together_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, together_options_fields, "options", watched);
    duel_panel_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_set_effective(set_, families_, family_count_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, panel_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_new(SEXP options)
{
    duel_gars_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, gars_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(gars_pointer());
    duel_gars *out_ = NULL;
    duel_status status = duel_gars_new(options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_add(SEXP gars, SEXP contexts)
{
    SEXP watched = PROTECT(watch_new());
    duel_gars *gars_ = gars_in(gars);
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    duel_status status = duel_gars_add(gars_, &contexts_);
    check_watched(status, watched);
    SEXP result = gars;
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_psi(SEXP gars, SEXP contexts, SEXP capacity, SEXP plugin_capacity)
{
    size_t plugin_capacity_ = size_in(plugin_capacity, "plugin_capacity");
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    SEXP psi_at = PROTECT(doubles_out(capacity_));
    SEXP plugin_at = PROTECT(doubles_out(plugin_capacity_));
    duel_status status = duel_gars_psi(gars_, &contexts_, REAL(psi_at), capacity_, REAL(plugin_at), plugin_capacity_);
    check_watched(status, watched);
    const char *called[] = {"psi", "plugin", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, psi_at);
    SET_VECTOR_ELT(answer, 1, plugin_at);
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_gars_weights(SEXP gars, SEXP functional, SEXP contexts, SEXP q, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    const double *q_ = doubles_in(q, "q");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_gars_weights(gars_, functional_, &contexts_, q_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_gars_model_mu(SEXP gars, SEXP model, SEXP judge, SEXP context, SEXP options, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    const duel_model *model_ = model_in(model);
    int32_t judge_ = int32_in(judge, "judge");
    int32_t context_ = int32_in(context, "context");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_gars_model_mu(gars_, model_, judge_, context_, options == R_NilValue ? NULL : &options_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_gars_merge(SEXP gars, SEXP other)
{
    duel_gars *gars_ = gars_in(gars);
    const duel_gars *other_ = gars_in(other);
    duel_status status = duel_gars_merge(gars_, other_);
    check(status);
    return gars;
}

static SEXP r_gars_save(SEXP gars)
{
    const duel_gars *gars_ = gars_in(gars);
    size_t length_ = 0;
    check(duel_gars_save(gars_, NULL, 0, &length_));
    SEXP out_at = PROTECT(Rf_allocVector(RAWSXP, extent(length_)));
    duel_status status = duel_gars_save(gars_, RAW(out_at), length_, &length_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_load(SEXP bytes)
{
    const void *bytes_ = bytes_in(bytes, "bytes");
    size_t length_ = (size_t) Rf_xlength(bytes);
    SEXP out_at = PROTECT(gars_pointer());
    duel_gars *out_ = NULL;
    duel_status status = duel_gars_load(bytes_, length_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_info(SEXP gars)
{
    const duel_gars *gars_ = gars_in(gars);
    duel_gars_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_gars_info(gars_, &out_);
    check(status);
    return facts_out(&out_, gars_facts_fields);
}

static SEXP r_gars_pairs(SEXP gars)
{
    const duel_gars *gars_ = gars_in(gars);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_gars_pairs(gars_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_groups(SEXP gars)
{
    const duel_gars *gars_ = gars_in(gars);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_gars_groups(gars_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_values(SEXP gars, SEXP functional)
{
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    size_t values_ = 0;
    duel_status status = duel_gars_values(gars_, functional_, &values_);
    check(status);
    return Rf_ScalarReal((double) values_);
}

static SEXP r_gars_ellipsoid(SEXP gars, SEXP functional, SEXP estimator, SEXP null, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    duel_estimator estimator_ = int32_in(estimator, "estimator");
    const double *null_ = doubles_in(null, "null");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_wald_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_gars_ellipsoid(gars_, functional_, estimator_, null_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, wald_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_equality(SEXP gars, SEXP first, SEXP second, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t first_ = int32_in(first, "first");
    int32_t second_ = int32_in(second, "second");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_wald_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_gars_equality(gars_, first_, second_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, wald_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_influence_equality(SEXP contexts, SEXP values, SEXP first, SEXP second, SEXP clusters, SEXP sum_is_constant, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    size_t contexts_ = size_in(contexts, "contexts");
    size_t values_ = size_in(values, "values");
    const double *first_ = doubles_in(first, "first");
    const double *second_ = doubles_in(second, "second");
    const uint64_t *clusters_ = uint64s_in(clusters, "clusters");
    int32_t sum_is_constant_ = int32_in(sum_is_constant, "sum_is_constant");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    duel_wald_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_influence_equality(contexts_, values_, first_, second_, clusters_, sum_is_constant_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, wald_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_selection(SEXP gars, SEXP contexts, SEXP functional, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    int32_t functional_ = int32_in(functional, "functional");
    duel_selection_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, selection_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_gars_selection(gars_, &contexts_, functional_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_gars_bounds(SEXP gars, SEXP contexts, SEXP functional, SEXP gamma, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    int32_t functional_ = int32_in(functional, "functional");
    const double *gamma_ = doubles_in(gamma, "gamma");
    size_t gamma_count_ = (size_t) Rf_xlength(gamma);
    duel_selection_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, selection_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_gars_bounds(gars_, &contexts_, functional_, gamma_, gamma_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_estimate(SEXP model, SEXP quantity, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_model_estimate(model_, quantity_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_gars_estimate(SEXP gars, SEXP functional, SEXP estimator, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    duel_estimator estimator_ = int32_in(estimator, "estimator");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_gars_estimate(gars_, functional_, estimator_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_gars_group_estimate(SEXP gars, SEXP functional, SEXP group, SEXP estimator, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    int32_t group_ = int32_in(group, "group");
    duel_estimator estimator_ = int32_in(estimator, "estimator");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_gars_group_estimate(gars_, functional_, group_, estimator_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_gars_differences(SEXP gars, SEXP functional, SEXP group, SEXP other, SEXP estimator, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    int32_t group_ = int32_in(group, "group");
    int32_t other_ = int32_in(other, "other");
    duel_estimator estimator_ = int32_in(estimator, "estimator");
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_gars_differences(gars_, functional_, group_, other_, estimator_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_ratio(SEXP estimate, SEXP numerator, SEXP denominator)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    int32_t numerator_ = int32_in(numerator, "numerator");
    int32_t denominator_ = int32_in(denominator, "denominator");
    duel_ratio_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_estimate_ratio(estimate_, numerator_, denominator_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, ratio_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_estimate_info(SEXP estimate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    duel_estimate_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_estimate_info(estimate_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, estimate_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_estimate_values(SEXP estimate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_values(estimate_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_contrasts(SEXP estimate, SEXP weights, SEXP contrasts)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const double *weights_ = doubles_in(weights, "weights");
    size_t contrasts_ = size_in(contrasts, "contrasts");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_contrasts(estimate_, weights_, contrasts_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_contrast_covariance(SEXP estimate, SEXP weights, SEXP contrasts, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const double *weights_ = doubles_in(weights, "weights");
    size_t contrasts_ = size_in(contrasts, "contrasts");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_estimate_contrast_covariance(estimate_, weights_, contrasts_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_tests(SEXP estimate, SEXP weights, SEXP contrasts, SEXP options)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const double *weights_ = doubles_in(weights, "weights");
    size_t contrasts_ = size_in(contrasts, "contrasts");
    duel_test_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, test_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_tests(estimate_, weights_, contrasts_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_e_values(SEXP estimate, SEXP weights, SEXP contrasts, SEXP null)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const double *weights_ = doubles_in(weights, "weights");
    size_t contrasts_ = size_in(contrasts, "contrasts");
    const double *null_ = doubles_in(null, "null");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_e_values(estimate_, weights_, contrasts_, null_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_pairs(SEXP estimate, SEXP options)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    duel_pair_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, pair_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_pairs(estimate_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_ranks(SEXP estimate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_ranks(estimate_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_covariance(SEXP estimate, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_estimate_covariance(estimate_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_new(SEXP given, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    duel_given given_ = {.struct_size = sizeof given_};
    options_in(&given_, given, given_fields, "given", R_NilValue);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_estimate_new(given == R_NilValue ? NULL : &given_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_ballots_new(void)
{
    SEXP out_at = PROTECT(ballots_pointer());
    duel_ballots *out_ = NULL;
    duel_status status = duel_ballots_new(&out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_ballots_append(SEXP ballots, SEXP rows)
{
    duel_ballots *ballots_ = ballots_in(ballots);
    duel_ballot_rows rows_ = ballot_rows_in(rows, R_NilValue);
    duel_status status = duel_ballots_append(ballots_, &rows_);
    check(status);
    return ballots;
}

static SEXP r_ballots_covariate(SEXP ballots, SEXP name, SEXP values)
{
    duel_ballots *ballots_ = ballots_in(ballots);
    const char *name_ = text_in(name, "name");
    const double *values_ = doubles_in(values, "values");
    size_t value_count_ = (size_t) Rf_xlength(values);
    duel_status status = duel_ballots_covariate(ballots_, name_, values_, value_count_);
    check(status);
    return ballots;
}

static SEXP r_ballots_info(SEXP ballots)
{
    const duel_ballots *ballots_ = ballots_in(ballots);
    duel_ballots_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_ballots_info(ballots_, &out_);
    check(status);
    return facts_out(&out_, ballots_facts_fields);
}

static SEXP r_ballots_names(SEXP ballots)
{
    const duel_ballots *ballots_ = ballots_in(ballots);
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_ballots_names(ballots_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_ballots_fit(SEXP ballots, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_ballots *ballots_ = ballots_in(ballots);
    duel_ranking_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, ranking_options_fields, "options", watched);
    SEXP out_at = PROTECT(ranking_pointer());
    duel_ranking *out_ = NULL;
    duel_status status = duel_ballots_fit(ballots_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_ranking_info(SEXP ranking)
{
    const duel_ranking *ranking_ = ranking_in(ranking);
    duel_ranking_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_ranking_info(ranking_, &out_);
    check(status);
    return facts_out(&out_, ranking_facts_fields);
}

static SEXP r_ranking_estimate(SEXP ranking, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_ranking *ranking_ = ranking_in(ranking);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_ranking_estimate(ranking_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_ranking_scores(SEXP ranking, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_ranking *ranking_ = ranking_in(ranking);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_ranking_scores(ranking_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_ranking_effects(SEXP ranking, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_ranking *ranking_ = ranking_in(ranking);
    duel_inference_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, inference_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_ranking_effects(ranking_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_board_new(void)
{
    SEXP out_at = PROTECT(board_pointer());
    duel_board *out_ = NULL;
    duel_status status = duel_board_new(&out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_board_append(SEXP board, SEXP rows)
{
    duel_board *board_ = board_in(board);
    duel_score_rows rows_ = score_rows_in(rows, R_NilValue);
    duel_status status = duel_board_append(board_, &rows_);
    check(status);
    return board;
}

static SEXP r_board_info(SEXP board)
{
    const duel_board *board_ = board_in(board);
    duel_board_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_board_info(board_, &out_);
    check(status);
    return facts_out(&out_, board_facts_fields);
}

static SEXP r_board_names(SEXP board)
{
    const duel_board *board_ = board_in(board);
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_board_names(board_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_board_estimate(SEXP board, SEXP options, SEXP inference)
{
    SEXP watched = PROTECT(watch_new());
    const duel_board *board_ = board_in(board);
    duel_board_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, board_options_fields, "options", R_NilValue);
    duel_inference_options inference_ = {.struct_size = sizeof inference_};
    options_in(&inference_, inference, inference_options_fields, "inference", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_board_estimate(board_, options == R_NilValue ? NULL : &options_, inference == R_NilValue ? NULL : &inference_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_board_variance(SEXP board)
{
    const duel_board *board_ = board_in(board);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_board_variance(board_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_estimate_gate(SEXP estimate, SEXP gate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    duel_gate gate_ = {.struct_size = sizeof gate_};
    options_in(&gate_, gate, gate_fields, "gate", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_gate(estimate_, gate == R_NilValue ? NULL : &gate_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_claims(SEXP estimate, SEXP claims)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const duel_claim *claims_ = structs_in(claims, sizeof(*claims_), claim_fields, "claims");
    size_t count_ = (size_t) Rf_xlength(claims);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_claims(estimate_, claims_, count_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_compact_letters(SEXP estimate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_compact_letters(estimate_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_tiers(SEXP estimate, SEXP by, SEXP value)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    duel_tiering by_ = int32_in(by, "by");
    double value_ = double_in(value, "value");
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_tiers(estimate_, by_, value_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_rank_summary(SEXP estimate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_rank_summary(estimate_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_rank_probabilities(SEXP estimate, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_estimate_rank_probabilities(estimate_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_superiority(SEXP estimate, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_estimate_superiority(estimate_, REAL(out_at), capacity_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_quasi_variances(SEXP estimate, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_quasi_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_estimate_quasi_variances(estimate_, REAL(out_at), capacity_, &info_);
    check_watched(status, watched);
    const char *called[] = {"out", "info", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, out_at);
    SET_VECTOR_ELT(answer, 1, facts_out(&info_, quasi_facts_fields));
    SEXP result = answer;
    UNPROTECT(3);
    return result;
}

static SEXP r_estimate_winner(SEXP estimate, SEXP items, SEXP rank)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const size_t *items_ = sizes_in(items, "items");
    size_t item_count_ = (size_t) Rf_xlength(items);
    size_t rank_ = size_in(rank, "rank");
    duel_winner_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_estimate_winner(estimate_, items_, item_count_, rank_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, winner_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_estimate_rank_sets(SEXP estimate, SEXP items, SEXP options)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const size_t *items_ = sizes_in(items, "items");
    size_t item_count_ = (size_t) Rf_xlength(items);
    duel_rank_set_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, rank_set_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_rank_sets(estimate_, items_, item_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_average(SEXP model, SEXP quantity, SEXP options, SEXP inference)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_quantity quantity_ = int32_in(quantity, "quantity");
    duel_rank_average_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, rank_average_options_fields, "options", R_NilValue);
    duel_inference_options inference_ = {.struct_size = sizeof inference_};
    options_in(&inference_, inference, inference_options_fields, "inference", watched);
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_model_average(model_, quantity_, options == R_NilValue ? NULL : &options_, inference == R_NilValue ? NULL : &inference_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_averaged_ranks(SEXP estimate)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_averaged_ranks(estimate_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_judge(SEXP estimate, SEXP judge)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    size_t judge_ = size_in(judge, "judge");
    SEXP out_at = PROTECT(estimate_pointer());
    duel_estimate *out_ = NULL;
    R_SetExternalPtrProtected(out_at, watched);
    duel_status status = duel_estimate_judge(estimate_, judge_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_judge_ranks(SEXP estimate, SEXP judges, SEXP options)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const size_t *judges_ = sizes_in(judges, "judges");
    size_t judge_count_ = (size_t) Rf_xlength(judges);
    duel_rank_set_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, rank_set_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_judge_ranks(estimate_, judges_, judge_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_reversals(SEXP estimate, SEXP judges)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const size_t *judges_ = sizes_in(judges, "judges");
    size_t judge_count_ = (size_t) Rf_xlength(judges);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_reversals(estimate_, judges_, judge_count_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_estimate_unanimous(SEXP estimate, SEXP judges)
{
    SEXP watched = PROTECT(watch_of(estimate));
    const duel_estimate *estimate_ = estimate_in(estimate);
    const size_t *judges_ = sizes_in(judges, "judges");
    size_t judge_count_ = (size_t) Rf_xlength(judges);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_estimate_unanimous(estimate_, judges_, judge_count_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_monitor_new(SEXP options)
{
    duel_monitor_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, monitor_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(monitor_pointer());
    duel_monitor *out_ = NULL;
    duel_status status = duel_monitor_new(options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_monitor_look(SEXP monitor, SEXP estimate, SEXP batch)
{
    SEXP watched = PROTECT(watch_of(estimate));
    duel_monitor *monitor_ = monitor_in(monitor);
    const duel_estimate *estimate_ = estimate_in(estimate);
    const duel_set *batch_ = set_in(batch);
    duel_status status = duel_monitor_look(monitor_, estimate_, batch_);
    check_watched(status, watched);
    SEXP result = monitor;
    UNPROTECT(1);
    return result;
}

static SEXP r_monitor_pairs(SEXP monitor)
{
    const duel_monitor *monitor_ = monitor_in(monitor);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_monitor_pairs(monitor_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_monitor_ranks(SEXP monitor)
{
    const duel_monitor *monitor_ = monitor_in(monitor);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_monitor_ranks(monitor_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_monitor_info(SEXP monitor)
{
    const duel_monitor *monitor_ = monitor_in(monitor);
    duel_monitor_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_monitor_info(monitor_, &out_);
    check(status);
    return facts_out(&out_, monitor_facts_fields);
}

static SEXP r_monitor_save(SEXP monitor)
{
    const duel_monitor *monitor_ = monitor_in(monitor);
    size_t length_ = 0;
    check(duel_monitor_save(monitor_, NULL, 0, &length_));
    SEXP out_at = PROTECT(Rf_allocVector(RAWSXP, extent(length_)));
    duel_status status = duel_monitor_save(monitor_, RAW(out_at), length_, &length_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_monitor_load(SEXP bytes)
{
    const void *bytes_ = bytes_in(bytes, "bytes");
    size_t length_ = (size_t) Rf_xlength(bytes);
    SEXP out_at = PROTECT(monitor_pointer());
    duel_monitor *out_ = NULL;
    duel_status status = duel_monitor_load(bytes_, length_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_nuisance_fit(SEXP contexts, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    duel_nuisance_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, nuisance_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(nuisance_pointer());
    duel_nuisance *out_ = NULL;
    duel_status status = duel_nuisance_fit(&contexts_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = out_at;
    UNPROTECT(2);
    return result;
}

static SEXP r_nuisance_info(SEXP nuisance)
{
    const duel_nuisance *nuisance_ = nuisance_in(nuisance);
    duel_nuisance_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_nuisance_info(nuisance_, &out_);
    check(status);
    return facts_out(&out_, nuisance_facts_fields);
}

static SEXP r_nuisance_settings(SEXP nuisance)
{
    const duel_nuisance *nuisance_ = nuisance_in(nuisance);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_nuisance_settings(nuisance_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_nuisance_warnings(SEXP nuisance)
{
    const duel_nuisance *nuisance_ = nuisance_in(nuisance);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_nuisance_warnings(nuisance_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_nuisance_folds(SEXP nuisance, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const duel_nuisance *nuisance_ = nuisance_in(nuisance);
    int32_t *out_ = int32s_room(capacity_);
    duel_status status = duel_nuisance_folds(nuisance_, out_, capacity_);
    check(status);
    return int32s_out(out_, capacity_);
}

static SEXP r_nuisance_predict(SEXP nuisance, SEXP first, SEXP count, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const duel_nuisance *nuisance_ = nuisance_in(nuisance);
    size_t first_ = size_in(first, "first");
    size_t count_ = size_in(count, "count");
    SEXP mu_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_nuisance_predict(nuisance_, first_, count_, REAL(mu_at), capacity_);
    check(status);
    SEXP result = mu_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_nuisance_propensities(SEXP nuisance, SEXP first, SEXP count, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const duel_nuisance *nuisance_ = nuisance_in(nuisance);
    size_t first_ = size_in(first, "first");
    size_t count_ = size_in(count, "count");
    SEXP out_at = PROTECT(doubles_out(capacity_));
    duel_status status = duel_nuisance_propensities(nuisance_, first_, count_, REAL(out_at), capacity_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_learn(SEXP gars, SEXP contexts, SEXP splits, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    duel_gars *gars_ = gars_in(gars);
    duel_gars_contexts contexts_ = gars_contexts_in(contexts, watched);
    int32_t splits_ = int32_in(splits, "splits");
    duel_nuisance_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, nuisance_options_fields, "options", R_NilValue);
    duel_status status = duel_gars_learn(gars_, &contexts_, splits_, options == R_NilValue ? NULL : &options_);
    check_watched(status, watched);
    SEXP result = gars;
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_remainder(SEXP gars)
{
    const duel_gars *gars_ = gars_in(gars);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_gars_remainder(gars_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_gars_warnings(SEXP gars)
{
    const duel_gars *gars_ = gars_in(gars);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_gars_warnings(gars_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = frame_of(out_at);
    UNPROTECT(1);
    return result;
}

static SEXP r_policy_choose(SEXP weights, SEXP contexts, SEXP pairs, SEXP costs, SEXP options, SEXP capacity, SEXP nu_capacity)
{
    size_t nu_capacity_ = size_in(nu_capacity, "nu_capacity");
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const double *weights_ = doubles_in(weights, "weights");
    size_t contexts_ = size_in(contexts, "contexts");
    size_t pairs_ = size_in(pairs, "pairs");
    const double *costs_ = doubles_in(costs, "costs");
    duel_policy_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, policy_options_fields, "options", watched);
    SEXP propensities_at = PROTECT(doubles_out(capacity_));
    SEXP nu_at = PROTECT(doubles_out(nu_capacity_));
    duel_policy_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_policy_choose(weights_, contexts_, pairs_, costs_, options == R_NilValue ? NULL : &options_, REAL(propensities_at), capacity_, REAL(nu_at), nu_capacity_, &info_);
    check_watched(status, watched);
    const char *called[] = {"propensities", "nu", "info", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, propensities_at);
    SET_VECTOR_ELT(answer, 1, nu_at);
    SET_VECTOR_ELT(answer, 2, facts_out(&info_, policy_facts_fields));
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_policy_apply(SEXP weights, SEXP contexts, SEXP pairs, SEXP costs, SEXP lambda, SEXP options, SEXP capacity, SEXP nu_capacity)
{
    size_t nu_capacity_ = size_in(nu_capacity, "nu_capacity");
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const double *weights_ = doubles_in(weights, "weights");
    size_t contexts_ = size_in(contexts, "contexts");
    size_t pairs_ = size_in(pairs, "pairs");
    const double *costs_ = doubles_in(costs, "costs");
    double lambda_ = double_in(lambda, "lambda");
    duel_policy_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, policy_options_fields, "options", watched);
    SEXP propensities_at = PROTECT(doubles_out(capacity_));
    SEXP nu_at = PROTECT(doubles_out(nu_capacity_));
    duel_policy_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_policy_apply(weights_, contexts_, pairs_, costs_, lambda_, options == R_NilValue ? NULL : &options_, REAL(propensities_at), capacity_, REAL(nu_at), nu_capacity_, &info_);
    check_watched(status, watched);
    const char *called[] = {"propensities", "nu", "info", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, propensities_at);
    SET_VECTOR_ELT(answer, 1, nu_at);
    SET_VECTOR_ELT(answer, 2, facts_out(&info_, policy_facts_fields));
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_policy_lambda(SEXP histogram, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const double *histogram_ = doubles_in(histogram, "histogram");
    size_t length_ = (size_t) Rf_xlength(histogram);
    duel_policy_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, policy_options_fields, "options", watched);
    duel_policy_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_policy_lambda(histogram_, length_, options == R_NilValue ? NULL : &options_, &info_);
    check_watched(status, watched);
    SEXP result = facts_out(&info_, policy_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_policy_outcome(SEXP weights, SEXP contexts, SEXP pairs, SEXP costs, SEXP propensities)
{
    const double *weights_ = doubles_in(weights, "weights");
    size_t contexts_ = size_in(contexts, "contexts");
    size_t pairs_ = size_in(pairs, "pairs");
    const double *costs_ = doubles_in(costs, "costs");
    const double *propensities_ = doubles_in(propensities, "propensities");
    duel_policy_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_policy_outcome(weights_, contexts_, pairs_, costs_, propensities_, &info_);
    check(status);
    return facts_out(&info_, policy_facts_fields);
}

static SEXP r_policy_draw(SEXP propensities, SEXP contexts, SEXP pairs, SEXP drawing, SEXP seed, SEXP first_context, SEXP capacity)
{
    size_t capacity_ = size_in(capacity, "capacity");
    const double *propensities_ = doubles_in(propensities, "propensities");
    size_t contexts_ = size_in(contexts, "contexts");
    size_t pairs_ = size_in(pairs, "pairs");
    duel_drawing drawing_ = int32_in(drawing, "drawing");
    uint64_t seed_ = uint64_in(seed, "seed");
    uint64_t first_context_ = uint64_in(first_context, "first_context");
    uint8_t *out_ = flags_room(capacity_);
    duel_status status = duel_policy_draw(propensities_, contexts_, pairs_, drawing_, seed_, first_context_, out_, capacity_);
    check(status);
    return flags_out(out_, capacity_);
}

static SEXP r_gars_d_optimal(SEXP gars, SEXP functional, SEXP mu, SEXP contexts, SEXP costs, SEXP options, SEXP capacity, SEXP covariance_capacity)
{
    size_t covariance_capacity_ = size_in(covariance_capacity, "covariance_capacity");
    size_t capacity_ = size_in(capacity, "capacity");
    SEXP watched = PROTECT(watch_new());
    const duel_gars *gars_ = gars_in(gars);
    int32_t functional_ = int32_in(functional, "functional");
    const double *mu_ = doubles_in(mu, "mu");
    size_t contexts_ = size_in(contexts, "contexts");
    const double *costs_ = doubles_in(costs, "costs");
    duel_policy_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, policy_options_fields, "options", watched);
    SEXP propensities_at = PROTECT(doubles_out(capacity_));
    SEXP covariance_at = PROTECT(doubles_out(covariance_capacity_));
    duel_policy_facts info_ = {.struct_size = sizeof info_};
    duel_status status = duel_gars_d_optimal(gars_, functional_, mu_, contexts_, costs_, options == R_NilValue ? NULL : &options_, REAL(propensities_at), capacity_, REAL(covariance_at), covariance_capacity_, &info_);
    check_watched(status, watched);
    const char *called[] = {"propensities", "covariance", "info", ""};
    SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));
    SET_VECTOR_ELT(answer, 0, propensities_at);
    SET_VECTOR_ELT(answer, 1, covariance_at);
    SET_VECTOR_ELT(answer, 2, facts_out(&info_, policy_facts_fields));
    SEXP result = answer;
    UNPROTECT(4);
    return result;
}

static SEXP r_model_next(SEXP model, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const duel_model *model_ = model_in(model);
    duel_next_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, next_options_fields, "options", watched);
    SEXP out_at = PROTECT(table_pointer());
    duel_table *out_ = NULL;
    duel_status status = duel_model_next(model_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check_watched(status, watched);
    SEXP result = frame_of(out_at);
    UNPROTECT(2);
    return result;
}

static SEXP r_model_given(SEXP set, SEXP parameters, SEXP options)
{
    const duel_set *set_ = set_in(set);
    const double *parameters_ = doubles_in(parameters, "parameters");
    size_t parameter_count_ = (size_t) Rf_xlength(parameters);
    duel_model_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, model_options_fields, "options", R_NilValue);
    SEXP out_at = PROTECT(model_pointer());
    duel_model *out_ = NULL;
    duel_status status = duel_model_given(set_, parameters_, parameter_count_, options == R_NilValue ? NULL : &options_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_model_simulate(SEXP model, SEXP design, SEXP seed)
{
    const duel_model *model_ = model_in(model);
    const duel_set *design_ = set_in(design);
    uint64_t seed_ = uint64_in(seed, "seed");
    SEXP out_at = PROTECT(set_pointer());
    duel_set *out_ = NULL;
    duel_status status = duel_model_simulate(model_, design_, seed_, &out_);
    R_SetExternalPtrAddr(out_at, out_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}

static SEXP r_counts_sprt(SEXP counts, SEXP count, SEXP options)
{
    const double *counts_ = doubles_in(counts, "counts");
    size_t count_ = size_in(count, "count");
    duel_sprt_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, sprt_options_fields, "options", R_NilValue);
    duel_sprt_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_counts_sprt(counts_, count_, options == R_NilValue ? NULL : &options_, &out_);
    check(status);
    return facts_out(&out_, sprt_facts_fields);
}

static SEXP r_counts_paired(SEXP only_first, SEXP only_second, SEXP tasks, SEXP options)
{
    double only_first_ = double_in(only_first, "only_first");
    double only_second_ = double_in(only_second, "only_second");
    double tasks_ = double_in(tasks, "tasks");
    duel_paired_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, paired_options_fields, "options", R_NilValue);
    duel_paired_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_counts_paired(only_first_, only_second_, tasks_, options == R_NilValue ? NULL : &options_, &out_);
    check(status);
    return facts_out(&out_, paired_facts_fields);
}

static SEXP r_differences_exact(SEXP differences, SEXP count, SEXP options)
{
    SEXP watched = PROTECT(watch_new());
    const double *differences_ = doubles_in(differences, "differences");
    size_t count_ = size_in(count, "count");
    duel_exact_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, exact_options_fields, "options", watched);
    duel_exact_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_differences_exact(differences_, count_, options == R_NilValue ? NULL : &options_, &out_);
    check_watched(status, watched);
    SEXP result = facts_out(&out_, exact_facts_fields);
    UNPROTECT(1);
    return result;
}

static SEXP r_plan_units(SEXP options)
{
    duel_plan_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, plan_options_fields, "options", R_NilValue);
    duel_plan_facts out_ = {.struct_size = sizeof out_};
    duel_status status = duel_plan_units(options == R_NilValue ? NULL : &options_, &out_);
    check(status);
    return facts_out(&out_, plan_facts_fields);
}

static SEXP r_matrix_chart(SEXP table, SEXP rows, SEXP columns, SEXP options)
{
    const double *table_ = doubles_in(table, "table");
    size_t rows_ = size_in(rows, "rows");
    size_t columns_ = size_in(columns, "columns");
    duel_chart_options options_ = {.struct_size = sizeof options_};
    options_in(&options_, options, chart_options_fields, "options", R_NilValue);
    size_t length_ = 0;
    check(duel_matrix_chart(table_, rows_, columns_, options == R_NilValue ? NULL : &options_, NULL, 0, &length_));
    SEXP out_at = PROTECT(Rf_allocVector(RAWSXP, extent(length_)));
    duel_status status = duel_matrix_chart(table_, rows_, columns_, options == R_NilValue ? NULL : &options_, (char *) RAW(out_at), length_, &length_);
    check(status);
    SEXP result = out_at;
    UNPROTECT(1);
    return result;
}


#define CALLS \
    ENTRY(set_new, 0), \
    ENTRY(set_copy, 1), \
    ENTRY(set_intern, 4), \
    ENTRY(set_append, 2), \
    ENTRY(set_covariate, 2), \
    ENTRY(set_merge, 2), \
    ENTRY(set_save, 1), \
    ENTRY(set_load, 1), \
    ENTRY(set_forget_order, 1), \
    ENTRY(set_find, 3), \
    ENTRY(set_info, 1), \
    ENTRY(set_items, 1), \
    ENTRY(set_pairs, 1), \
    ENTRY(set_cells, 1), \
    ENTRY(set_resample, 3), \
    ENTRY(set_split, 5), \
    ENTRY(set_filter, 4), \
    ENTRY(model_fit, 2), \
    ENTRY(model_share, 1), \
    ENTRY(model_save, 1), \
    ENTRY(model_load, 1), \
    ENTRY(model_info, 1), \
    ENTRY(model_shape, 2), \
    ENTRY(model_get, 3), \
    ENTRY(model_warnings, 1), \
    ENTRY(model_items, 1), \
    ENTRY(model_voters, 1), \
    ENTRY(model_optima, 1), \
    ENTRY(model_scores, 2), \
    ENTRY(model_effective_comparisons, 2), \
    ENTRY(model_predict, 4), \
    ENTRY(model_log_likelihood, 2), \
    ENTRY(set_cross_validate, 3), \
    ENTRY(model_sensitivities, 5), \
    ENTRY(model_consensus, 4), \
    ENTRY(set_leave_one_judge_out, 2), \
    ENTRY(set_select_rank, 7), \
    ENTRY(set_judge_scores, 4), \
    ENTRY(bootstrap_new, 2), \
    ENTRY(bootstrap_info, 1), \
    ENTRY(bootstrap_get, 4), \
    ENTRY(p_adjust, 4), \
    ENTRY(model_rank_probabilities, 3), \
    ENTRY(model_rank_summary, 2), \
    ENTRY(model_superiority, 3), \
    ENTRY(model_compact_letters, 2), \
    ENTRY(model_more_comparisons, 6), \
    ENTRY(model_quasi_variances, 3), \
    ENTRY(model_profile, 5), \
    ENTRY(model_criteria, 1), \
    ENTRY(model_compare, 4), \
    ENTRY(model_accuracy, 2), \
    ENTRY(model_calibration, 3), \
    ENTRY(model_triads, 3), \
    ENTRY(model_metrics, 3), \
    ENTRY(model_metrics_by_outcome, 3), \
    ENTRY(model_marginals, 2), \
    ENTRY(model_match_matrix, 5), \
    ENTRY(model_vuong, 5), \
    ENTRY(model_goodness, 3), \
    ENTRY(model_residuals, 3), \
    ENTRY(model_influence, 3), \
    ENTRY(model_influence_changes, 5), \
    ENTRY(model_fragility, 4), \
    ENTRY(model_fragile_votes, 4), \
    ENTRY(rankings_agreement, 6), \
    ENTRY(model_adjacent, 2), \
    ENTRY(model_distances, 4), \
    ENTRY(map_kernel_pca, 7), \
    ENTRY(map_classical, 6), \
    ENTRY(map_smacof, 6), \
    ENTRY(tree_cluster, 5), \
    ENTRY(tree_cut, 7), \
    ENTRY(model_tiers, 4), \
    ENTRY(set_judges, 2), \
    ENTRY(set_order, 1), \
    ENTRY(set_triads, 1), \
    ENTRY(set_agreement, 2), \
    ENTRY(set_agreement_pairs, 1), \
    ENTRY(set_krippendorff, 4), \
    ENTRY(votes_confidence, 6), \
    ENTRY(votes_reliability, 6), \
    ENTRY(rankings_effective, 4), \
    ENTRY(matrix_bicluster, 7), \
    ENTRY(set_learning_curve, 5), \
    ENTRY(model_equivalence, 3), \
    ENTRY(model_self_preference, 4), \
    ENTRY(model_judges, 3), \
    ENTRY(model_outliers, 2), \
    ENTRY(set_together, 3), \
    ENTRY(set_worth, 3), \
    ENTRY(set_families, 3), \
    ENTRY(set_effective, 3), \
    ENTRY(gars_new, 1), \
    ENTRY(gars_add, 2), \
    ENTRY(gars_psi, 4), \
    ENTRY(gars_weights, 5), \
    ENTRY(gars_model_mu, 6), \
    ENTRY(gars_merge, 2), \
    ENTRY(gars_save, 1), \
    ENTRY(gars_load, 1), \
    ENTRY(gars_info, 1), \
    ENTRY(gars_pairs, 1), \
    ENTRY(gars_groups, 1), \
    ENTRY(gars_values, 2), \
    ENTRY(gars_ellipsoid, 5), \
    ENTRY(gars_equality, 4), \
    ENTRY(influence_equality, 7), \
    ENTRY(gars_selection, 4), \
    ENTRY(gars_bounds, 5), \
    ENTRY(model_estimate, 3), \
    ENTRY(gars_estimate, 4), \
    ENTRY(gars_group_estimate, 5), \
    ENTRY(gars_differences, 6), \
    ENTRY(estimate_ratio, 3), \
    ENTRY(estimate_info, 1), \
    ENTRY(estimate_values, 1), \
    ENTRY(estimate_contrasts, 3), \
    ENTRY(estimate_contrast_covariance, 4), \
    ENTRY(estimate_tests, 4), \
    ENTRY(estimate_e_values, 4), \
    ENTRY(estimate_pairs, 2), \
    ENTRY(estimate_ranks, 1), \
    ENTRY(estimate_covariance, 2), \
    ENTRY(estimate_new, 2), \
    ENTRY(ballots_new, 0), \
    ENTRY(ballots_append, 2), \
    ENTRY(ballots_covariate, 3), \
    ENTRY(ballots_info, 1), \
    ENTRY(ballots_names, 1), \
    ENTRY(ballots_fit, 2), \
    ENTRY(ranking_info, 1), \
    ENTRY(ranking_estimate, 2), \
    ENTRY(ranking_scores, 2), \
    ENTRY(ranking_effects, 2), \
    ENTRY(board_new, 0), \
    ENTRY(board_append, 2), \
    ENTRY(board_info, 1), \
    ENTRY(board_names, 1), \
    ENTRY(board_estimate, 3), \
    ENTRY(board_variance, 1), \
    ENTRY(estimate_gate, 2), \
    ENTRY(estimate_claims, 2), \
    ENTRY(estimate_compact_letters, 1), \
    ENTRY(estimate_tiers, 3), \
    ENTRY(estimate_rank_summary, 1), \
    ENTRY(estimate_rank_probabilities, 2), \
    ENTRY(estimate_superiority, 2), \
    ENTRY(estimate_quasi_variances, 2), \
    ENTRY(estimate_winner, 3), \
    ENTRY(estimate_rank_sets, 3), \
    ENTRY(model_average, 4), \
    ENTRY(estimate_averaged_ranks, 1), \
    ENTRY(estimate_judge, 2), \
    ENTRY(estimate_judge_ranks, 3), \
    ENTRY(estimate_reversals, 2), \
    ENTRY(estimate_unanimous, 2), \
    ENTRY(monitor_new, 1), \
    ENTRY(monitor_look, 3), \
    ENTRY(monitor_pairs, 1), \
    ENTRY(monitor_ranks, 1), \
    ENTRY(monitor_info, 1), \
    ENTRY(monitor_save, 1), \
    ENTRY(monitor_load, 1), \
    ENTRY(nuisance_fit, 2), \
    ENTRY(nuisance_info, 1), \
    ENTRY(nuisance_settings, 1), \
    ENTRY(nuisance_warnings, 1), \
    ENTRY(nuisance_folds, 2), \
    ENTRY(nuisance_predict, 4), \
    ENTRY(nuisance_propensities, 4), \
    ENTRY(gars_learn, 4), \
    ENTRY(gars_remainder, 1), \
    ENTRY(gars_warnings, 1), \
    ENTRY(policy_choose, 7), \
    ENTRY(policy_apply, 8), \
    ENTRY(policy_lambda, 2), \
    ENTRY(policy_outcome, 5), \
    ENTRY(policy_draw, 7), \
    ENTRY(gars_d_optimal, 8), \
    ENTRY(model_next, 2), \
    ENTRY(model_given, 3), \
    ENTRY(model_simulate, 3), \
    ENTRY(counts_sprt, 3), \
    ENTRY(counts_paired, 4), \
    ENTRY(differences_exact, 3), \
    ENTRY(plan_units, 1), \
    ENTRY(matrix_chart, 4)
