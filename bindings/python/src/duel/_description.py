"""Structs and functions of the interface as data, from which calls are made.

Written by `cargo xtask interface` from duel.json; do not edit it.
"""

VERSION = "0.2.0"

# The function that frees an object.
FREES = {
    "duel_table": "duel_table_free",
    "duel_set": "duel_set_free",
    "duel_cancel": "duel_cancel_free",
    "duel_model": "duel_model_free",
    "duel_bootstrap": "duel_bootstrap_free",
    "duel_gars": "duel_gars_free",
    "duel_estimate": "duel_estimate_free",
    "duel_ballots": "duel_ballots_free",
    "duel_ranking": "duel_ranking_free",
    "duel_board": "duel_board_free",
    "duel_monitor": "duel_monitor_free",
    "duel_nuisance": "duel_nuisance_free",
}

# The classes of enumerations.
ENUMS = {
    "duel_status": "Status",
    "duel_type": "Type",
    "duel_outcome": "Outcome",
    "duel_refers": "Refers",
    "duel_kind": "Kind",
    "duel_by": "By",
    "duel_strength": "Strength",
    "duel_position": "Position",
    "duel_tie_model": "TieModel",
    "duel_target": "Target",
    "duel_ties": "Ties",
    "duel_both_bad": "BothBad",
    "duel_bad_threshold": "BadThreshold",
    "duel_threshold": "Threshold",
    "duel_offsets": "Offsets",
    "duel_basis": "Basis",
    "duel_link": "Link",
    "duel_below_zero": "BelowZero",
    "duel_spread": "Spread",
    "duel_sign": "Sign",
    "duel_covariance": "Covariance",
    "duel_bias": "Bias",
    "duel_fit_problem": "FitProblem",
    "duel_noise": "Noise",
    "duel_stop": "Stop",
    "duel_quantity": "Quantity",
    "duel_warning": "Warning",
    "duel_normalisation": "Normalisation",
    "duel_scale": "Scale",
    "duel_intervals": "Intervals",
    "duel_correction": "Correction",
    "duel_quantiles": "Quantiles",
    "duel_bootstrap_interval": "BootstrapInterval",
    "duel_errors": "Errors",
    "duel_consensus": "Consensus",
    "duel_weights": "Weights",
    "duel_adjustment": "Adjustment",
    "duel_family": "Family",
    "duel_outcome_space": "OutcomeSpace",
    "duel_test": "Test",
    "duel_matrix": "Matrix",
    "duel_vuong_penalty": "VuongPenalty",
    "duel_attack": "Attack",
    "duel_agreement": "Agreement",
    "duel_distance": "Distance",
    "duel_linkage": "Linkage",
    "duel_cut": "Cut",
    "duel_tiering": "Tiering",
    "duel_alpha": "Alpha",
    "duel_orientation": "Orientation",
    "duel_dissimilarity": "Dissimilarity",
    "duel_verdict": "Verdict",
    "duel_departure": "Departure",
    "duel_functional": "Functional",
    "duel_log_odds": "LogOdds",
    "duel_centrality": "Centrality",
    "duel_copeland": "Copeland",
    "duel_kemeny": "Kemeny",
    "duel_miscalibration": "Miscalibration",
    "duel_restricted": "Restricted",
    "duel_pairs": "Pairs",
    "duel_clusters": "Clusters",
    "duel_estimator": "Estimator",
    "duel_orders": "Orders",
    "duel_selection_model": "SelectionModel",
    "duel_ratio_set": "RatioSet",
    "duel_effect": "Effect",
    "duel_worst": "Worst",
    "duel_groups_are": "GroupsAre",
    "duel_average": "Average",
    "duel_missing": "Missing",
    "duel_runs": "Runs",
    "duel_want": "Want",
    "duel_claim_kind": "ClaimKind",
    "duel_side": "Side",
    "duel_ranks": "Ranks",
    "duel_design": "Design",
    "duel_learner": "Learner",
    "duel_propensity": "Propensity",
    "duel_second_order": "SecondOrder",
    "duel_residual_basis": "ResidualBasis",
    "duel_drawing": "Drawing",
    "duel_policy_status": "PolicyStatus",
    "duel_criterion": "Criterion",
    "duel_elo_scale": "EloScale",
    "duel_decision": "Decision",
    "duel_chart": "Chart",
}

# Prefixes of the names of constants in C.
PREFIXES = ("DUEL_", "DUEL_TYPE_", "DUEL_OUTCOME_", "DUEL_REFERS_", "DUEL_KIND_", "DUEL_BY_", "DUEL_STRENGTH_", "DUEL_POSITION_", "DUEL_MODEL_", "DUEL_TARGET_", "DUEL_TIES_", "DUEL_BOTH_BAD_", "DUEL_BAD_THRESHOLD_", "DUEL_THRESHOLD_", "DUEL_OFFSETS_", "DUEL_BASIS_", "DUEL_LINK_", "DUEL_BELOW_ZERO_", "DUEL_SPREAD_", "DUEL_SIGN_", "DUEL_COVARIANCE_", "DUEL_BIAS_", "DUEL_FIT_", "DUEL_NOISE_", "DUEL_STOP_", "DUEL_QUANTITY_", "DUEL_WARNING_", "DUEL_NORMALISATION_", "DUEL_SCALE_", "DUEL_INTERVALS_", "DUEL_CORRECTION_", "DUEL_QUANTILES_", "DUEL_BOOTSTRAP_", "DUEL_ERRORS_", "DUEL_CONSENSUS_", "DUEL_WEIGHTS_", "DUEL_ADJUST_", "DUEL_FAMILY_", "DUEL_SPACE_", "DUEL_TEST_", "DUEL_MATRIX_", "DUEL_VUONG_", "DUEL_ATTACK_", "DUEL_AGREEMENT_", "DUEL_DISTANCE_", "DUEL_LINKAGE_", "DUEL_CUT_", "DUEL_TIERS_", "DUEL_ALPHA_", "DUEL_ORIENTATION_", "DUEL_DISSIMILARITY_", "DUEL_VERDICT_", "DUEL_DEPARTURE_", "DUEL_FUNCTIONAL_", "DUEL_LOG_ODDS_", "DUEL_CENTRALITY_", "DUEL_COPELAND_", "DUEL_KEMENY_", "DUEL_MISCALIBRATION_", "DUEL_RESTRICTED_", "DUEL_PAIRS_", "DUEL_CLUSTERS_", "DUEL_ESTIMATOR_", "DUEL_ORDERS_", "DUEL_SELECTION_", "DUEL_RATIO_", "DUEL_EFFECT_", "DUEL_WORST_", "DUEL_GROUPS_ARE_", "DUEL_AVERAGE_", "DUEL_MISSING_", "DUEL_RUNS_", "DUEL_WANT_", "DUEL_CLAIM_", "DUEL_SIDE_", "DUEL_RANKS_", "DUEL_DESIGN_", "DUEL_LEARNER_", "DUEL_PROPENSITY_", "DUEL_SECOND_ORDER_", "DUEL_RESIDUAL_BASIS_", "DUEL_DRAWING_", "DUEL_POLICY_", "DUEL_NEXT_", "DUEL_ELO_", "DUEL_DECISION_", "DUEL_CHART_")

# Size and fields of structs: name, type, what it refers to, field that counts it.
STRUCTS = {
    "duel_column": (40, (
        ("data", "const void *", "", ""),
        ("stride", "ptrdiff_t", "", ""),
        ("type", "int32_t", "duel_type", ""),
        ("base", "int32_t", "", ""),
        ("labels", "const char *const *", "", "label_count"),
        ("label_count", "size_t", "", ""),
    )),
    "duel_rows": (624, (
        ("struct_size", "size_t", "", ""),
        ("length", "size_t", "", ""),
        ("left", "duel_column", "", ""),
        ("right", "duel_column", "", ""),
        ("judge", "duel_column", "", ""),
        ("context", "duel_column", "", ""),
        ("score", "duel_column", "", ""),
        ("outcome", "duel_column", "", ""),
        ("weight", "duel_column", "", ""),
        ("wins", "duel_column", "", ""),
        ("losses", "duel_column", "", ""),
        ("ties", "duel_column", "", ""),
        ("both_good", "duel_column", "", ""),
        ("both_bad", "duel_column", "", ""),
        ("importance", "int32_t", "bool", ""),
        ("unordered", "int32_t", "bool", ""),
        ("cluster", "duel_column", "", ""),
        ("ordered", "duel_column", "", ""),
        ("grade", "duel_column", "", ""),
    )),
    "duel_covariate": (184, (
        ("struct_size", "size_t", "", ""),
        ("length", "size_t", "", ""),
        ("name", "const char *", "", ""),
        ("item", "duel_column", "", ""),
        ("context", "duel_column", "", ""),
        ("judge", "duel_column", "", ""),
        ("value", "duel_column", "", ""),
    )),
    "duel_table_column": (80, (
        ("struct_size", "size_t", "", ""),
        ("name", "const char *", "", ""),
        ("unit", "const char *", "", ""),
        ("description", "const char *", "", ""),
        ("type", "int32_t", "duel_type", ""),
        ("refers", "int32_t", "duel_refers", ""),
        ("data", "const void *", "", ""),
        ("validity", "const uint8_t *", "", ""),
        ("null_count", "size_t", "", ""),
        ("labels", "const char *const *", "", "label_count"),
        ("label_count", "size_t", "", ""),
    )),
    "duel_table_facts": (80, (
        ("struct_size", "size_t", "", ""),
        ("rows", "size_t", "", ""),
        ("columns", "size_t", "", ""),
        ("level", "double", "", ""),
        ("intervals", "int32_t", "duel_intervals", ""),
        ("covariance", "int32_t", "duel_covariance", ""),
        ("quantiles", "int32_t", "duel_quantiles", ""),
        ("reserved", "int32_t", "", ""),
        ("df", "double", "", ""),
        ("replicates", "double", "", ""),
        ("title", "const char *", "", ""),
        ("notes", "const char *", "", ""),
    )),
    "duel_print_options": (24, (
        ("struct_size", "size_t", "", ""),
        ("digits", "int32_t", "", ""),
        ("reserved", "int32_t", "", ""),
        ("rows", "size_t", "", ""),
    )),
    "duel_set_facts": (152, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("judges", "size_t", "", ""),
        ("has_anonymous", "int32_t", "bool", ""),
        ("importance", "int32_t", "bool", ""),
        ("contexts", "size_t", "", ""),
        ("repeated_contexts", "size_t", "", ""),
        ("covariates", "size_t", "", ""),
        ("cells", "size_t", "", ""),
        ("comparisons", "double", "", ""),
        ("left_wins", "double", "", ""),
        ("right_wins", "double", "", ""),
        ("plain_ties", "double", "", ""),
        ("both_good", "double", "", ""),
        ("both_bad", "double", "", ""),
        ("effective", "double", "", ""),
        ("clusters", "size_t", "", ""),
        ("unordered", "double", "", ""),
        ("unordered_wins", "double", "", ""),
        ("has_split", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
    )),
    "duel_stream_columns": (168, (
        ("struct_size", "size_t", "", ""),
        ("left", "const char *", "", ""),
        ("right", "const char *", "", ""),
        ("judge", "const char *", "", ""),
        ("context", "const char *", "", ""),
        ("score", "const char *", "", ""),
        ("outcome", "const char *", "", ""),
        ("weight", "const char *", "", ""),
        ("wins", "const char *", "", ""),
        ("losses", "const char *", "", ""),
        ("ties", "const char *", "", ""),
        ("both_good", "const char *", "", ""),
        ("both_bad", "const char *", "", ""),
        ("answers", "const char *const *", "", "answer_count"),
        ("meanings", "const int32_t *", "", ""),
        ("answer_count", "size_t", "", ""),
        ("ids", "int32_t", "bool", ""),
        ("base", "int32_t", "", ""),
        ("importance", "int32_t", "bool", ""),
        ("unordered", "int32_t", "bool", ""),
        ("cluster", "const char *", "", ""),
        ("ordered", "const char *", "", ""),
        ("grade", "const char *", "", ""),
    )),
    "duel_progress": (40, (
        ("struct_size", "size_t", "", ""),
        ("fraction", "double", "", ""),
        ("iteration", "uint64_t", "", ""),
        ("objective", "double", "", ""),
        ("gradient", "double", "", ""),
    )),
    "duel_model_options": (288, (
        ("struct_size", "size_t", "", ""),
        ("strength", "int32_t", "duel_strength", ""),
        ("position", "int32_t", "duel_position", ""),
        ("tie_model", "int32_t", "duel_tie_model", ""),
        ("ties", "int32_t", "duel_ties", ""),
        ("both_bad", "int32_t", "duel_both_bad", ""),
        ("threshold", "int32_t", "duel_threshold", ""),
        ("sign", "int32_t", "duel_sign", ""),
        ("covariance", "int32_t", "duel_covariance", ""),
        ("accept", "int32_t", "duel_fit_problem", ""),
        ("max_iterations", "int32_t", "", ""),
        ("covariates", "const char *const *", "", "covariate_count"),
        ("covariate_count", "size_t", "", ""),
        ("fixed_scores", "const double *", "", ""),
        ("fixed_count", "size_t", "", ""),
        ("ridge", "double", "", ""),
        ("pseudo", "double", "", ""),
        ("tolerance", "double", "", ""),
        ("max_bytes", "size_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
        ("start", "const duel_model *", "", ""),
        ("offsets", "const char *const *", "", "offset_count"),
        ("offset_count", "size_t", "", ""),
        ("bias_reduction", "int32_t", "duel_bias", ""),
        ("threshold_offsets", "int32_t", "duel_offsets", ""),
        ("tie_factors", "int32_t", "", ""),
        ("tie_basis", "int32_t", "duel_basis", ""),
        ("tie_link", "int32_t", "duel_link", ""),
        ("below_zero", "int32_t", "duel_below_zero", ""),
        ("tie_ridge", "double", "", ""),
        ("spread", "int32_t", "duel_spread", ""),
        ("spread_factors", "int32_t", "", ""),
        ("spread_ridge", "double", "", ""),
        ("restarts", "int32_t", "", ""),
        ("threads", "int32_t", "", ""),
        ("seed", "uint64_t", "", ""),
        ("bad_threshold", "int32_t", "duel_bad_threshold", ""),
        ("rank", "int32_t", "", ""),
        ("sensitivity_covariates", "const char *const *", "", "sensitivity_covariate_count"),
        ("sensitivity_covariate_count", "size_t", "", ""),
        ("target", "int32_t", "duel_target", ""),
        ("reserved", "int32_t", "", ""),
        ("pair_floor", "double", "", ""),
        ("interactions", "const char *const *", "", "interaction_count"),
        ("interaction_count", "size_t", "", ""),
        ("interaction_ridge", "double", "", ""),
    )),
    "duel_model_facts": (208, (
        ("struct_size", "size_t", "", ""),
        ("problems", "int32_t", "duel_fit_problem", ""),
        ("stop", "int32_t", "duel_stop", ""),
        ("iterations", "int32_t", "", ""),
        ("covariance", "int32_t", "duel_covariance", ""),
        ("strength", "int32_t", "duel_strength", ""),
        ("position", "int32_t", "duel_position", ""),
        ("tie_model", "int32_t", "duel_tie_model", ""),
        ("ties", "int32_t", "duel_ties", ""),
        ("both_bad", "int32_t", "duel_both_bad", ""),
        ("threshold", "int32_t", "duel_threshold", ""),
        ("items", "size_t", "", ""),
        ("judges", "size_t", "", ""),
        ("contexts", "size_t", "", ""),
        ("cells", "size_t", "", ""),
        ("dimension", "size_t", "", ""),
        ("comparisons", "double", "", ""),
        ("log_likelihood", "double", "", ""),
        ("objective", "double", "", ""),
        ("gradient", "double", "", ""),
        ("decrement", "double", "", ""),
        ("step", "double", "", ""),
        ("curvature", "double", "", ""),
        ("threshold_offsets", "int32_t", "duel_offsets", ""),
        ("tie_factors", "int32_t", "", ""),
        ("tie_basis", "int32_t", "duel_basis", ""),
        ("tie_link", "int32_t", "duel_link", ""),
        ("spread", "int32_t", "duel_spread", ""),
        ("spread_factors", "int32_t", "", ""),
        ("starts", "int32_t", "", ""),
        ("optima", "int32_t", "", ""),
        ("bad_threshold", "int32_t", "duel_bad_threshold", ""),
        ("rank", "int32_t", "", ""),
        ("consensus", "double", "", ""),
        ("clusters", "size_t", "", ""),
        ("outcomes", "int32_t", "", ""),
        ("noise", "int32_t", "duel_noise", ""),
    )),
    "duel_inference_options": (176, (
        ("struct_size", "size_t", "", ""),
        ("covariance", "int32_t", "duel_covariance", ""),
        ("intervals", "int32_t", "duel_intervals", ""),
        ("normalisation", "int32_t", "duel_normalisation", ""),
        ("scale", "int32_t", "duel_scale", ""),
        ("reference_item", "size_t", "item", ""),
        ("reference_judge", "size_t", "judge", ""),
        ("weights", "const double *", "", "weight_count"),
        ("weight_count", "size_t", "", ""),
        ("level", "double", "", ""),
        ("unit", "double", "", ""),
        ("origin", "double", "", ""),
        ("seed", "uint64_t", "", ""),
        ("draws", "size_t", "", ""),
        ("ignore_position", "int32_t", "bool", ""),
        ("threads", "int32_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
        ("correction", "int32_t", "duel_correction", ""),
        ("quantiles", "int32_t", "duel_quantiles", ""),
        ("contexts", "const duel_set *", "", ""),
        ("bootstrap", "const duel_bootstrap *", "", ""),
        ("bootstrap_interval", "int32_t", "duel_bootstrap_interval", ""),
        ("errors", "int32_t", "duel_errors", ""),
        ("mixture", "double", "", ""),
        ("error_draws", "size_t", "", ""),
    )),
    "duel_validation_options": (72, (
        ("struct_size", "size_t", "", ""),
        ("by", "int32_t", "duel_by", ""),
        ("threads", "int32_t", "", ""),
        ("folds", "size_t", "", ""),
        ("share", "double", "", ""),
        ("repeats", "size_t", "", ""),
        ("seed", "uint64_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_validation_facts": (296, (
        ("struct_size", "size_t", "", ""),
        ("fits", "size_t", "", ""),
        ("failed", "size_t", "", ""),
        ("held", "double", "", ""),
        ("predicted", "double", "", ""),
        ("unpredicted", "double", "", ""),
        ("log_likelihood", "double", "", ""),
        ("log_score", "double", "", ""),
        ("log_score_se", "double", "", ""),
        ("log_score_fits", "size_t", "", ""),
        ("brier", "double", "", ""),
        ("brier_se", "double", "", ""),
        ("brier_fits", "size_t", "", ""),
        ("accuracy", "double", "", ""),
        ("accuracy_se", "double", "", ""),
        ("accuracy_fits", "size_t", "", ""),
        ("calibration_error", "double", "", ""),
        ("calibration_error_se", "double", "", ""),
        ("calibration_error_fits", "size_t", "", ""),
        ("kl_mean", "double", "", ""),
        ("kl_mean_se", "double", "", ""),
        ("kl_mean_fits", "size_t", "", ""),
        ("kl_weighted", "double", "", ""),
        ("kl_weighted_se", "double", "", ""),
        ("kl_weighted_fits", "size_t", "", ""),
        ("js_mean", "double", "", ""),
        ("js_mean_se", "double", "", ""),
        ("js_mean_fits", "size_t", "", ""),
        ("js_weighted", "double", "", ""),
        ("js_weighted_se", "double", "", ""),
        ("js_weighted_fits", "size_t", "", ""),
        ("mae_percent", "double", "", ""),
        ("mae_percent_se", "double", "", ""),
        ("mae_percent_fits", "size_t", "", ""),
        ("rmse_percent", "double", "", ""),
        ("rmse_percent_se", "double", "", ""),
        ("rmse_percent_fits", "size_t", "", ""),
    )),
    "duel_bootstrap_options": (64, (
        ("struct_size", "size_t", "", ""),
        ("by", "int32_t", "duel_by", ""),
        ("weights", "int32_t", "duel_weights", ""),
        ("replicates", "size_t", "", ""),
        ("seed", "uint64_t", "", ""),
        ("one_step", "int32_t", "bool", ""),
        ("threads", "int32_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_bootstrap_facts": (72, (
        ("struct_size", "size_t", "", ""),
        ("drawn", "size_t", "", ""),
        ("used", "size_t", "", ""),
        ("disconnected", "size_t", "", ""),
        ("separated", "size_t", "", ""),
        ("undetermined", "size_t", "", ""),
        ("flat", "size_t", "", ""),
        ("not_converged", "size_t", "", ""),
        ("by", "int32_t", "duel_by", ""),
        ("reserved", "int32_t", "", ""),
    )),
    "duel_quasi_facts": (40, (
        ("struct_size", "size_t", "", ""),
        ("least_error", "double", "", ""),
        ("largest_error", "double", "", ""),
        ("least_contrast_error", "double", "", ""),
        ("largest_contrast_error", "double", "", ""),
    )),
    "duel_criteria_facts": (120, (
        ("struct_size", "size_t", "", ""),
        ("outcome_space", "int32_t", "duel_outcome_space", ""),
        ("penalised", "int32_t", "bool", ""),
        ("boundary", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("dimension", "size_t", "", ""),
        ("cells", "size_t", "", ""),
        ("comparisons", "double", "", ""),
        ("log_likelihood", "double", "", ""),
        ("log_coefficient", "double", "", ""),
        ("aic", "double", "", ""),
        ("aicc", "double", "", ""),
        ("bic", "double", "", ""),
        ("caic", "double", "", ""),
        ("deviance", "double", "", ""),
        ("pearson", "double", "", ""),
        ("df", "double", "", ""),
    )),
    "duel_comparison_facts": (48, (
        ("struct_size", "size_t", "", ""),
        ("test", "int32_t", "duel_test", ""),
        ("boundary", "int32_t", "bool", ""),
        ("adjusted", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("df", "size_t", "", ""),
        ("statistic", "double", "", ""),
        ("p", "double", "", ""),
    )),
    "duel_accuracy_facts": (96, (
        ("struct_size", "size_t", "", ""),
        ("comparisons", "double", "", ""),
        ("log_score", "double", "", ""),
        ("brier", "double", "", ""),
        ("decided", "double", "", ""),
        ("accuracy", "double", "", ""),
        ("calibration_error", "double", "", ""),
        ("intercept", "double", "", ""),
        ("intercept_se", "double", "", ""),
        ("slope", "double", "", ""),
        ("slope_se", "double", "", ""),
        ("unpredicted", "double", "", ""),
    )),
    "duel_triads_facts": (56, (
        ("struct_size", "size_t", "", ""),
        ("triads", "uint64_t", "", ""),
        ("circular", "uint64_t", "", ""),
        ("replicates", "uint64_t", "", ""),
        ("expected", "double", "", ""),
        ("sd", "double", "", ""),
        ("p", "double", "", ""),
    )),
    "duel_metrics_facts": (144, (
        ("struct_size", "size_t", "", ""),
        ("outcomes", "size_t", "", ""),
        ("rows", "size_t", "", ""),
        ("comparisons", "double", "", ""),
        ("unpredicted", "double", "", ""),
        ("nll", "double", "", ""),
        ("nll_mean", "double", "", ""),
        ("nll_multinomial", "double", "", ""),
        ("nll_multinomial_mean", "double", "", ""),
        ("cross_entropy", "double", "", ""),
        ("kl_mean", "double", "", ""),
        ("kl_weighted", "double", "", ""),
        ("js_mean", "double", "", ""),
        ("js_weighted", "double", "", ""),
        ("mae_count", "double", "", ""),
        ("rmse_count", "double", "", ""),
        ("mae_percent", "double", "", ""),
        ("rmse_percent", "double", "", ""),
    )),
    "duel_vuong_facts": (80, (
        ("struct_size", "size_t", "", ""),
        ("by", "int32_t", "duel_by", ""),
        ("boundary", "int32_t", "bool", ""),
        ("units", "double", "", ""),
        ("gain", "double", "", ""),
        ("penalty", "double", "", ""),
        ("variance", "double", "", ""),
        ("statistic", "double", "", ""),
        ("p", "double", "", ""),
        ("variance_statistic", "double", "", ""),
        ("variance_p", "double", "", ""),
    )),
    "duel_goodness_facts": (88, (
        ("struct_size", "size_t", "", ""),
        ("used", "size_t", "", ""),
        ("failed", "size_t", "", ""),
        ("pearson", "double", "", ""),
        ("pearson_expected", "double", "", ""),
        ("pearson_deviation", "double", "", ""),
        ("pearson_p", "double", "", ""),
        ("deviance", "double", "", ""),
        ("deviance_expected", "double", "", ""),
        ("deviance_deviation", "double", "", ""),
        ("deviance_p", "double", "", ""),
    )),
    "duel_fragility_options": (80, (
        ("struct_size", "size_t", "", ""),
        ("attack", "int32_t", "duel_attack", ""),
        ("by", "int32_t", "duel_by", ""),
        ("top", "size_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
        ("quantity", "int32_t", "duel_quantity", ""),
        ("vote", "int32_t", "bool", ""),
        ("winner", "size_t", "", ""),
        ("loser", "size_t", "", ""),
        ("renew", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
    )),
    "duel_smacof_options": (72, (
        ("struct_size", "size_t", "", ""),
        ("starts", "size_t", "", ""),
        ("iterations", "size_t", "", ""),
        ("tolerance", "double", "", ""),
        ("seed", "uint64_t", "", ""),
        ("threads", "int32_t", "", ""),
        ("reserved", "int32_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_smacof_facts": (56, (
        ("struct_size", "size_t", "", ""),
        ("start", "size_t", "", ""),
        ("agreeing", "size_t", "", ""),
        ("iterations", "size_t", "", ""),
        ("converged", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("stress", "double", "", ""),
        ("stress_1", "double", "", ""),
    )),
    "duel_order_facts": (64, (
        ("struct_size", "size_t", "", ""),
        ("pairs", "size_t", "", ""),
        ("both_orders", "size_t", "", ""),
        ("rarer_share", "double", "", ""),
        ("statistic", "double", "", ""),
        ("p", "double", "", ""),
        ("ordered", "double", "", ""),
        ("unordered", "double", "", ""),
    )),
    "duel_effective_facts": (24, (
        ("struct_size", "size_t", "", ""),
        ("participation", "double", "", ""),
        ("by_precision", "double", "", ""),
    )),
    "duel_judge_options": (72, (
        ("struct_size", "size_t", "", ""),
        ("weak", "double", "", ""),
        ("position", "double", "", ""),
        ("idiosyncratic", "double", "", ""),
        ("redundant", "double", "", ""),
        ("item_families", "const int32_t *", "", ""),
        ("item_count", "size_t", "", ""),
        ("judge_families", "const int32_t *", "", ""),
        ("judge_count", "size_t", "", ""),
    )),
    "duel_outlier_options": (48, (
        ("struct_size", "size_t", "", ""),
        ("alpha", "double", "", ""),
        ("adjusted", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_together_options": (56, (
        ("struct_size", "size_t", "", ""),
        ("copy_units", "size_t", "", ""),
        ("near_copy", "double", "", ""),
        ("max_bytes", "size_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_panel_facts": (120, (
        ("struct_size", "size_t", "", ""),
        ("judges", "size_t", "", ""),
        ("copies", "size_t", "", ""),
        ("near_copies", "size_t", "", ""),
        ("shared", "double", "", ""),
        ("worth_equal", "double", "", ""),
        ("worth_equal_se", "double", "", ""),
        ("worth_best", "double", "", ""),
        ("worth_best_se", "double", "", ""),
        ("rho_within", "double", "", ""),
        ("tau_within", "double", "", ""),
        ("pairs_within", "size_t", "", ""),
        ("rho_between", "double", "", ""),
        ("tau_between", "double", "", ""),
        ("pairs_between", "size_t", "", ""),
    )),
    "duel_gars_contexts": (456, (
        ("struct_size", "size_t", "", ""),
        ("length", "size_t", "", ""),
        ("mu", "const double *", "", ""),
        ("mu_strides", "const size_t *", "", ""),
        ("judge", "const double *", "", ""),
        ("judge_strides", "const size_t *", "", ""),
        ("propensities", "const double *", "", ""),
        ("propensity_strides", "const size_t *", "", ""),
        ("labels", "size_t", "", ""),
        ("context", "duel_column", "", ""),
        ("first", "duel_column", "", ""),
        ("second", "duel_column", "", ""),
        ("category", "duel_column", "", ""),
        ("propensity", "duel_column", "", ""),
        ("weight", "duel_column", "", ""),
        ("replicates", "int32_t", "bool", ""),
        ("threads", "int32_t", "", ""),
        ("cluster", "duel_column", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
        ("groups", "const double *", "", ""),
        ("group_strides", "const size_t *", "", ""),
        ("fold", "duel_column", "", ""),
        ("features", "const double *", "", "feature_count"),
        ("feature_count", "size_t", "", ""),
    )),
    "duel_gars_options": (144, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("categories", "size_t", "", ""),
        ("first", "const double *", "", ""),
        ("second", "const double *", "", ""),
        ("pairs", "int32_t", "duel_pairs", ""),
        ("clusters", "int32_t", "duel_clusters", ""),
        ("floor", "double", "", ""),
        ("functionals", "const int32_t *", "duel_functional", "functional_count"),
        ("variants", "const int32_t *", "", ""),
        ("functional_count", "size_t", "", ""),
        ("temperature", "double", "", ""),
        ("rankings", "const int32_t *", "", "ranking_count"),
        ("ranking_count", "size_t", "", ""),
        ("field_weights", "const double *", "", ""),
        ("threshold", "double", "", ""),
        ("group_names", "const char *const *", "", ""),
        ("group_count", "size_t", "", ""),
        ("second_order", "int32_t", "duel_second_order", ""),
        ("second_order_basis", "int32_t", "duel_residual_basis", ""),
    )),
    "duel_gars_facts": (128, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("categories", "size_t", "", ""),
        ("functionals", "size_t", "", ""),
        ("values", "size_t", "", ""),
        ("contexts", "double", "", ""),
        ("unlabelled", "double", "", ""),
        ("clusters", "double", "", ""),
        ("labels", "double", "", ""),
        ("largest_weight", "double", "", ""),
        ("floored", "double", "", ""),
        ("never", "size_t", "", ""),
        ("one_sided", "size_t", "", ""),
        ("orders", "int32_t", "duel_orders", ""),
        ("reserved", "int32_t", "", ""),
        ("corrected", "double", "", ""),
        ("second_order_size", "double", "", ""),
    )),
    "duel_wald_facts": (32, (
        ("struct_size", "size_t", "", ""),
        ("statistic", "double", "", ""),
        ("df", "double", "", ""),
        ("p", "double", "", ""),
    )),
    "duel_selection_options": (56, (
        ("struct_size", "size_t", "", ""),
        ("selection_model", "int32_t", "duel_selection_model", ""),
        ("reserved", "int32_t", "", ""),
        ("answered", "const double *", "", "answered_count"),
        ("answered_count", "size_t", "", ""),
        ("level", "double", "", ""),
        ("claims", "const int32_t *", "", "claim_count"),
        ("claim_count", "size_t", "", ""),
    )),
    "duel_test_options": (32, (
        ("struct_size", "size_t", "", ""),
        ("adjustment", "int32_t", "duel_adjustment", ""),
        ("reserved", "int32_t", "", ""),
        ("null", "const double *", "", "null_count"),
        ("null_count", "size_t", "", ""),
    )),
    "duel_pair_options": (24, (
        ("struct_size", "size_t", "", ""),
        ("family", "int32_t", "duel_family", ""),
        ("adjustment", "int32_t", "duel_adjustment", ""),
        ("reference", "size_t", "item", ""),
    )),
    "duel_estimate_facts": (72, (
        ("struct_size", "size_t", "", ""),
        ("values", "size_t", "", ""),
        ("rows", "size_t", "", ""),
        ("columns", "size_t", "", ""),
        ("quantity", "int32_t", "duel_quantity", ""),
        ("intervals", "int32_t", "duel_intervals", ""),
        ("covariance", "int32_t", "duel_covariance", ""),
        ("quantiles", "int32_t", "duel_quantiles", ""),
        ("level", "double", "", ""),
        ("df", "double", "", ""),
        ("replicates", "double", "", ""),
    )),
    "duel_ratio_facts": (64, (
        ("struct_size", "size_t", "", ""),
        ("ratio", "double", "", ""),
        ("se", "double", "", ""),
        ("delta_lower", "double", "", ""),
        ("delta_upper", "double", "", ""),
        ("lower", "double", "", ""),
        ("upper", "double", "", ""),
        ("ratio_set", "int32_t", "duel_ratio_set", ""),
        ("reserved", "int32_t", "", ""),
    )),
    "duel_given": (88, (
        ("struct_size", "size_t", "", ""),
        ("values", "const double *", "", "value_count"),
        ("value_count", "size_t", "", ""),
        ("names", "const char *const *", "", ""),
        ("covariance", "const double *", "", ""),
        ("se", "const double *", "", ""),
        ("pair_se", "const double *", "", ""),
        ("df", "double", "", ""),
        ("units", "double", "", ""),
        ("only_differences", "int32_t", "bool", ""),
        ("lower_is_better", "int32_t", "bool", ""),
        ("max_bytes", "size_t", "", ""),
    )),
    "duel_ballot_rows": (256, (
        ("struct_size", "size_t", "", ""),
        ("length", "size_t", "", ""),
        ("ballot", "duel_column", "", ""),
        ("item", "duel_column", "", ""),
        ("rank", "duel_column", "", ""),
        ("judge", "duel_column", "", ""),
        ("context", "duel_column", "", ""),
        ("weight", "duel_column", "", ""),
    )),
    "duel_ranking_options": (72, (
        ("struct_size", "size_t", "", ""),
        ("positions", "int32_t", "bool", ""),
        ("worst", "int32_t", "duel_worst", ""),
        ("stages", "size_t", "", ""),
        ("pseudo", "double", "", ""),
        ("ridge", "double", "", ""),
        ("max_bytes", "size_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_ballots_facts": (80, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("judges", "size_t", "", ""),
        ("contexts", "size_t", "", ""),
        ("ballots", "double", "", ""),
        ("rows", "size_t", "", ""),
        ("of_two", "size_t", "", ""),
        ("most_shown", "size_t", "", ""),
        ("most_tied", "size_t", "", ""),
        ("best_and_worst", "size_t", "", ""),
    )),
    "duel_ranking_facts": (64, (
        ("struct_size", "size_t", "", ""),
        ("log_likelihood", "double", "", ""),
        ("parameters", "size_t", "", ""),
        ("ballots", "double", "", ""),
        ("stages", "double", "", ""),
        ("most_tied", "size_t", "", ""),
        ("iterations", "size_t", "", ""),
        ("gradient", "double", "", ""),
    )),
    "duel_score_rows": (256, (
        ("struct_size", "size_t", "", ""),
        ("length", "size_t", "", ""),
        ("item", "duel_column", "", ""),
        ("context", "duel_column", "", ""),
        ("score", "duel_column", "", ""),
        ("group", "duel_column", "", ""),
        ("run", "duel_column", "", ""),
        ("weight", "duel_column", "", ""),
    )),
    "duel_board_options": (64, (
        ("struct_size", "size_t", "", ""),
        ("groups_are", "int32_t", "duel_groups_are", ""),
        ("average", "int32_t", "duel_average", ""),
        ("missing", "int32_t", "duel_missing", ""),
        ("runs", "int32_t", "duel_runs", ""),
        ("missing_value", "double", "", ""),
        ("k", "size_t", "", ""),
        ("population", "double", "", ""),
        ("lower_is_better", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("max_bytes", "size_t", "", ""),
    )),
    "duel_board_facts": (56, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("contexts", "size_t", "", ""),
        ("group_count", "size_t", "", ""),
        ("rows", "size_t", "", ""),
        ("rows_without_score", "size_t", "", ""),
        ("cells", "size_t", "", ""),
    )),
    "duel_gate": (40, (
        ("struct_size", "size_t", "", ""),
        ("candidate", "size_t", "", ""),
        ("baseline", "size_t", "", ""),
        ("want", "int32_t", "duel_want", ""),
        ("reserved", "int32_t", "", ""),
        ("margin", "double", "", ""),
    )),
    "duel_claim": (80, (
        ("struct_size", "size_t", "", ""),
        ("claim_kind", "int32_t", "duel_claim_kind", ""),
        ("is_chosen", "int32_t", "bool", ""),
        ("first", "size_t", "", ""),
        ("second", "size_t", "", ""),
        ("k", "size_t", "", ""),
        ("by", "double", "", ""),
        ("items", "const size_t *", "", "item_count"),
        ("item_count", "size_t", "", ""),
        ("others", "const size_t *", "", "other_count"),
        ("other_count", "size_t", "", ""),
    )),
    "duel_winner_facts": (120, (
        ("struct_size", "size_t", "", ""),
        ("item", "size_t", "", ""),
        ("tied_item", "size_t", "", ""),
        ("is_tied", "int32_t", "bool", ""),
        ("is_few", "int32_t", "bool", ""),
        ("estimate", "double", "", ""),
        ("se", "double", "", ""),
        ("median", "double", "", ""),
        ("lower", "double", "", ""),
        ("upper", "double", "", ""),
        ("lower_bound", "double", "", ""),
        ("naive_lower", "double", "", ""),
        ("naive_upper", "double", "", ""),
        ("projection_lower", "double", "", ""),
        ("projection_upper", "double", "", ""),
        ("lead", "double", "", ""),
    )),
    "duel_rank_set_options": (32, (
        ("struct_size", "size_t", "", ""),
        ("side", "int32_t", "duel_side", ""),
        ("one_by_one", "int32_t", "bool", ""),
        ("single_step", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("top", "size_t", "", ""),
    )),
    "duel_rank_average_options": (16, (
        ("struct_size", "size_t", "", ""),
        ("ranks", "int32_t", "duel_ranks", ""),
        ("max_rank", "int32_t", "", ""),
    )),
    "duel_monitor_options": (40, (
        ("struct_size", "size_t", "", ""),
        ("design", "int32_t", "duel_design", ""),
        ("exact", "int32_t", "bool", ""),
        ("alpha", "double", "", ""),
        ("mixture", "double", "", ""),
        ("max_items", "size_t", "", ""),
    )),
    "duel_monitor_facts": (96, (
        ("struct_size", "size_t", "", ""),
        ("looks", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("max_items", "size_t", "", ""),
        ("open", "size_t", "", ""),
        ("decided", "size_t", "", ""),
        ("contradicted", "size_t", "", ""),
        ("design", "int32_t", "duel_design", ""),
        ("is_exact", "int32_t", "bool", ""),
        ("alpha", "double", "", ""),
        ("mixture", "double", "", ""),
        ("comparisons", "double", "", ""),
        ("units", "double", "", ""),
    )),
    "duel_nuisance_options": (104, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("categories", "size_t", "", ""),
        ("pairs", "int32_t", "duel_pairs", ""),
        ("learner", "int32_t", "duel_learner", ""),
        ("propensities", "int32_t", "duel_propensity", ""),
        ("folds", "int32_t", "", ""),
        ("ridge", "double", "", ""),
        ("seed", "uint64_t", "", ""),
        ("features", "const double *", "", "feature_count"),
        ("feature_count", "size_t", "", ""),
        ("linear_count", "size_t", "", ""),
        ("predictions", "const double *", "", "prediction_count"),
        ("prediction_count", "size_t", "", ""),
        ("feature_ridge", "double", "", ""),
    )),
    "duel_nuisance_facts": (96, (
        ("struct_size", "size_t", "", ""),
        ("items", "size_t", "", ""),
        ("categories", "size_t", "", ""),
        ("contexts", "size_t", "", ""),
        ("folds", "size_t", "", ""),
        ("log_loss", "double", "", ""),
        ("frequency_loss", "double", "", ""),
        ("fallbacks", "size_t", "", ""),
        ("unlabelled", "size_t", "", ""),
        ("items_loss", "double", "", ""),
        ("gain", "double", "", ""),
        ("gain_se", "double", "", ""),
    )),
    "duel_policy_options": (64, (
        ("struct_size", "size_t", "", ""),
        ("drawing", "int32_t", "duel_drawing", ""),
        ("threads", "int32_t", "", ""),
        ("floor", "double", "", ""),
        ("budget", "double", "", ""),
        ("mix", "double", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_policy_facts": (56, (
        ("struct_size", "size_t", "", ""),
        ("status", "int32_t", "duel_policy_status", ""),
        ("iterations", "int32_t", "", ""),
        ("lambda", "double", "", ""),
        ("spend", "double", "", ""),
        ("variance", "double", "", ""),
        ("uniform", "double", "", ""),
        ("log_determinant", "double", "", ""),
    )),
    "duel_next_options": (88, (
        ("struct_size", "size_t", "", ""),
        ("criterion", "int32_t", "duel_criterion", ""),
        ("threads", "int32_t", "", ""),
        ("batch", "size_t", "", ""),
        ("first", "size_t", "item", ""),
        ("second", "size_t", "item", ""),
        ("boundary", "size_t", "", ""),
        ("by_judge", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("judge", "size_t", "judge", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_sprt_options": (48, (
        ("struct_size", "size_t", "", ""),
        ("elo0", "double", "", ""),
        ("elo1", "double", "", ""),
        ("alpha", "double", "", ""),
        ("beta", "double", "", ""),
        ("elo_scale", "int32_t", "duel_elo_scale", ""),
        ("reserved", "int32_t", "", ""),
    )),
    "duel_sprt_facts": (56, (
        ("struct_size", "size_t", "", ""),
        ("decision", "int32_t", "duel_decision", ""),
        ("reserved", "int32_t", "", ""),
        ("log_ratio", "double", "", ""),
        ("lower", "double", "", ""),
        ("upper", "double", "", ""),
        ("mean", "double", "", ""),
        ("elo", "double", "", ""),
    )),
    "duel_paired_options": (32, (
        ("struct_size", "size_t", "", ""),
        ("want", "int32_t", "duel_want", ""),
        ("reserved", "int32_t", "", ""),
        ("level", "double", "", ""),
        ("margin", "double", "", ""),
    )),
    "duel_paired_facts": (120, (
        ("struct_size", "size_t", "", ""),
        ("estimate", "double", "", ""),
        ("lower", "double", "", ""),
        ("upper", "double", "", ""),
        ("p", "double", "", ""),
        ("p_mid", "double", "", ""),
        ("p_larger", "double", "", ""),
        ("p_selective", "double", "", ""),
        ("log_e", "double", "", ""),
        ("log_e_larger", "double", "", ""),
        ("log_e_selective", "double", "", ""),
        ("score_z", "double", "", ""),
        ("score_p", "double", "", ""),
        ("differing", "size_t", "", ""),
        ("fewest_differing", "size_t", "", ""),
    )),
    "duel_exact_options": (88, (
        ("struct_size", "size_t", "", ""),
        ("want", "int32_t", "duel_want", ""),
        ("reserved", "int32_t", "", ""),
        ("level", "double", "", ""),
        ("margin", "double", "", ""),
        ("lower_bound", "double", "", ""),
        ("upper_bound", "double", "", ""),
        ("draws", "size_t", "", ""),
        ("seed", "uint64_t", "", ""),
        ("cancel", "const duel_cancel *", "", ""),
        ("progress", "duel_progress_fn", "", ""),
        ("user", "void *", "", ""),
    )),
    "duel_exact_facts": (96, (
        ("struct_size", "size_t", "", ""),
        ("estimate", "double", "", ""),
        ("lower", "double", "", ""),
        ("upper", "double", "", ""),
        ("p", "double", "", ""),
        ("p_larger", "double", "", ""),
        ("p_selective", "double", "", ""),
        ("log_e", "double", "", ""),
        ("differing", "size_t", "", ""),
        ("fewest_differing", "size_t", "", ""),
        ("patterns", "size_t", "", ""),
        ("is_exact", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
    )),
    "duel_plan_options": (128, (
        ("struct_size", "size_t", "", ""),
        ("want", "int32_t", "duel_want", ""),
        ("of_votes", "int32_t", "bool", ""),
        ("effect", "double", "", ""),
        ("margin", "double", "", ""),
        ("level", "double", "", ""),
        ("power", "double", "", ""),
        ("sd", "double", "", ""),
        ("win", "double", "", ""),
        ("lose", "double", "", ""),
        ("between", "double", "", ""),
        ("within", "double", "", ""),
        ("runs", "size_t", "", ""),
        ("group_size", "size_t", "", ""),
        ("icc", "double", "", ""),
        ("units", "size_t", "", ""),
        ("mixture", "double", "", ""),
    )),
    "duel_plan_facts": (72, (
        ("struct_size", "size_t", "", ""),
        ("units", "size_t", "", ""),
        ("power", "double", "", ""),
        ("effect", "double", "", ""),
        ("effect_found", "double", "", ""),
        ("sd", "double", "", ""),
        ("units_normal", "double", "", ""),
        ("units_anytime", "double", "", ""),
        ("power_exact", "double", "", ""),
    )),
    "duel_chart_options": (216, (
        ("struct_size", "size_t", "", ""),
        ("chart", "int32_t", "duel_chart", ""),
        ("logarithmic", "int32_t", "bool", ""),
        ("equal_axes", "int32_t", "bool", ""),
        ("arrows", "int32_t", "bool", ""),
        ("downward", "int32_t", "bool", ""),
        ("reserved", "int32_t", "", ""),
        ("title", "const char *", "", ""),
        ("note", "const char *", "", ""),
        ("axis", "const char *", "", ""),
        ("labels", "const char *const *", "", "label_count"),
        ("label_count", "size_t", "", ""),
        ("names", "const char *const *", "", "name_count"),
        ("name_count", "size_t", "", ""),
        ("sides", "const char *const *", "", "side_count"),
        ("side_count", "size_t", "", ""),
        ("lower", "const double *", "", "lower_count"),
        ("lower_count", "size_t", "", ""),
        ("upper", "const double *", "", "upper_count"),
        ("upper_count", "size_t", "", ""),
        ("groups", "const int32_t *", "", "group_count"),
        ("group_count", "size_t", "", ""),
        ("group_names", "const char *const *", "", "group_name_count"),
        ("group_name_count", "size_t", "", ""),
        ("limits", "const double *", "", "limit_count"),
        ("limit_count", "size_t", "", ""),
        ("positions", "const double *", "", "position_count"),
        ("position_count", "size_t", "", ""),
        ("least", "double", "", ""),
        ("most", "double", "", ""),
    )),
}

# Result and parameters of functions and callbacks: name, type, role, what it is a size of.
FUNCTIONS = {
    "duel_version": ("const char *", (
    )),
    "duel_version_number": ("int32_t", (
    )),
    "duel_status_name": ("const char *", (
        ("status", "duel_status", "input", ""),
    )),
    "duel_last_error": ("const char *", (
    )),
    "duel_last_status": ("duel_status", (
    )),
    "duel_last_error_row": ("int64_t", (
    )),
    "duel_table_info": ("duel_status", (
        ("table", "const duel_table *", "object", ""),
        ("out", "duel_table_facts *", "output", ""),
    )),
    "duel_table_get": ("duel_status", (
        ("table", "const duel_table *", "object", ""),
        ("column", "size_t", "input", ""),
        ("out", "duel_table_column *", "output", ""),
    )),
    "duel_table_find": ("duel_status", (
        ("table", "const duel_table *", "object", ""),
        ("name", "const char *", "input", ""),
        ("column", "size_t *", "output", ""),
    )),
    "duel_table_f64": ("const double *", (
        ("table", "const duel_table *", "object", ""),
        ("name", "const char *", "input", ""),
    )),
    "duel_table_i64": ("const int64_t *", (
        ("table", "const duel_table *", "object", ""),
        ("name", "const char *", "input", ""),
    )),
    "duel_table_bool": ("const uint8_t *", (
        ("table", "const duel_table *", "object", ""),
        ("name", "const char *", "input", ""),
    )),
    "duel_table_codes": ("const int32_t *", (
        ("table", "const duel_table *", "object", ""),
        ("name", "const char *", "input", ""),
    )),
    "duel_table_text": ("const char *", (
        ("table", "const duel_table *", "object", ""),
        ("name", "const char *", "input", ""),
        ("row", "size_t", "input", ""),
    )),
    "duel_table_print": ("duel_status", (
        ("table", "const duel_table *", "object", ""),
        ("options", "const duel_print_options *", "options", ""),
        ("out", "char *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("length", "size_t *", "output", ""),
    )),
    "duel_table_export": ("duel_status", (
        ("table", "const duel_table *", "object", ""),
        ("out", "struct ArrowArrayStream *", "output", ""),
    )),
    "duel_table_free": ("void", (
        ("table", "duel_table *", "object", ""),
    )),
    "duel_set_new": ("duel_status", (
        ("out", "duel_set **", "output", ""),
    )),
    "duel_set_free": ("void", (
        ("set", "duel_set *", "object", ""),
    )),
    "duel_set_copy": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_set_intern": ("duel_status", (
        ("set", "duel_set *", "object", ""),
        ("kind", "duel_kind", "input", ""),
        ("names", "const char *const *", "input", ""),
        ("count", "size_t", "input", ""),
    )),
    "duel_set_append": ("duel_status", (
        ("set", "duel_set *", "object", ""),
        ("rows", "const duel_rows *", "input", ""),
    )),
    "duel_set_covariate": ("duel_status", (
        ("set", "duel_set *", "object", ""),
        ("covariate", "const duel_covariate *", "input", ""),
    )),
    "duel_set_merge": ("duel_status", (
        ("set", "duel_set *", "object", ""),
        ("other", "const duel_set *", "input", ""),
    )),
    "duel_set_save": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "void *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("length", "size_t *", "output", ""),
    )),
    "duel_set_load": ("duel_status", (
        ("bytes", "const void *", "input", ""),
        ("length", "size_t", "count", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_set_count": ("size_t", (
        ("set", "const duel_set *", "object", ""),
        ("kind", "duel_kind", "input", ""),
    )),
    "duel_set_forget_order": ("duel_status", (
        ("set", "duel_set *", "object", ""),
    )),
    "duel_set_name": ("const char *", (
        ("set", "const duel_set *", "object", ""),
        ("kind", "duel_kind", "input", ""),
        ("id", "size_t", "input", ""),
    )),
    "duel_set_find": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("kind", "duel_kind", "input", ""),
        ("name", "const char *", "input", ""),
        ("id", "size_t *", "output", ""),
    )),
    "duel_set_info": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "duel_set_facts *", "output", ""),
    )),
    "duel_set_items": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_pairs": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_cells": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_resample": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("by", "duel_by", "input", ""),
        ("seed", "uint64_t", "input", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_set_split": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("by", "duel_by", "input", ""),
        ("folds", "size_t", "input", ""),
        ("fold", "size_t", "input", ""),
        ("seed", "uint64_t", "input", ""),
        ("rest", "duel_set **", "output", ""),
        ("held", "duel_set **", "output", ""),
    )),
    "duel_set_filter": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("kind", "duel_kind", "input", ""),
        ("ids", "const size_t *", "input", ""),
        ("count", "size_t", "input", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_set_append_stream": ("duel_status", (
        ("set", "duel_set *", "object", ""),
        ("stream", "struct ArrowArrayStream *", "input", ""),
        ("columns", "const duel_stream_columns *", "input", ""),
    )),
    "duel_cancel_new": ("duel_status", (
        ("out", "duel_cancel **", "output", ""),
    )),
    "duel_cancel_raise": ("void", (
        ("token", "const duel_cancel *", "object", ""),
    )),
    "duel_cancel_free": ("void", (
        ("token", "duel_cancel *", "object", ""),
    )),
    "duel_model_fit": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("options", "const duel_model_options *", "options", ""),
        ("out", "duel_model **", "output", ""),
    )),
    "duel_model_share": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_model **", "output", ""),
    )),
    "duel_model_free": ("void", (
        ("model", "duel_model *", "object", ""),
    )),
    "duel_model_save": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "void *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("length", "size_t *", "output", ""),
    )),
    "duel_model_load": ("duel_status", (
        ("bytes", "const void *", "input", ""),
        ("length", "size_t", "count", ""),
        ("out", "duel_model **", "output", ""),
    )),
    "duel_model_set": ("const duel_set *", (
        ("model", "const duel_model *", "object", ""),
    )),
    "duel_model_info": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_model_facts *", "output", ""),
    )),
    "duel_model_shape": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("rows", "size_t *", "output", ""),
        ("columns", "size_t *", "output", ""),
    )),
    "duel_model_get": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_warnings": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_items": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_voters": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_optima": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_scores": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_effective_comparisons": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_predict": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("rows", "const duel_rows *", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_log_likelihood": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("set", "const duel_set *", "input", ""),
        ("log_likelihood", "double *", "output", ""),
        ("comparisons", "double *", "output", ""),
    )),
    "duel_set_cross_validate": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("fit", "const duel_model_options *", "options", ""),
        ("options", "const duel_validation_options *", "options", ""),
        ("out", "duel_validation_facts *", "output", ""),
        ("fits", "duel_table **", "output", ""),
    )),
    "duel_model_sensitivities": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("judges", "const uint32_t *", "input", ""),
        ("judge_count", "size_t", "count", "judges"),
        ("values", "const double *", "input", ""),
        ("points", "size_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_consensus": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("consensus", "duel_consensus", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
        ("weights", "double *", "output", ""),
        ("weight_capacity", "size_t", "capacity", "weights"),
    )),
    "duel_set_leave_one_judge_out": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("options", "const duel_model_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_select_rank": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("max_rank", "int32_t", "input", ""),
        ("replicates", "size_t", "input", ""),
        ("seed", "uint64_t", "input", ""),
        ("threads", "int32_t", "input", ""),
        ("fit", "const duel_model_options *", "options", ""),
        ("validation", "const duel_validation_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_judge_scores": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("rank", "int32_t", "input", ""),
        ("options", "const duel_model_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_bootstrap_new": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_bootstrap_options *", "options", ""),
        ("out", "duel_bootstrap **", "output", ""),
    )),
    "duel_bootstrap_free": ("void", (
        ("bootstrap", "duel_bootstrap *", "object", ""),
    )),
    "duel_bootstrap_info": ("duel_status", (
        ("bootstrap", "const duel_bootstrap *", "object", ""),
        ("out", "duel_bootstrap_facts *", "output", ""),
    )),
    "duel_bootstrap_get": ("duel_status", (
        ("bootstrap", "const duel_bootstrap *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_p_adjust": ("duel_status", (
        ("p_values", "const double *", "input", ""),
        ("count", "size_t", "input", ""),
        ("adjustment", "duel_adjustment", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_rank_probabilities": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_rank_summary": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_superiority": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_compact_letters": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_more_comparisons": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("pairs", "const size_t *", "input", ""),
        ("count", "size_t", "input", ""),
        ("gaps", "const double *", "input", ""),
        ("power", "double", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_quasi_variances": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("info", "duel_quasi_facts *", "output", ""),
    )),
    "duel_model_profile": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("weights", "const double *", "input", ""),
        ("count", "size_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_function": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("function", "duel_function_fn", "input", ""),
        ("user", "void *", "user", ""),
        ("count", "size_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
        ("covariance", "double *", "output", ""),
        ("covariance_capacity", "size_t", "capacity", "covariance"),
    )),
    "duel_model_criteria": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("out", "duel_criteria_facts *", "output", ""),
    )),
    "duel_model_compare": ("duel_status", (
        ("null", "const duel_model *", "object", ""),
        ("full", "const duel_model *", "input", ""),
        ("test", "duel_test", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_comparison_facts *", "output", ""),
    )),
    "duel_model_accuracy": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("set", "const duel_set *", "input", ""),
        ("out", "duel_accuracy_facts *", "output", ""),
    )),
    "duel_model_calibration": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("set", "const duel_set *", "input", ""),
        ("bins", "size_t", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_triads": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("replicates", "size_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_triads_facts *", "output", ""),
    )),
    "duel_model_metrics": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("set", "const duel_set *", "input", ""),
        ("by", "duel_by", "input", ""),
        ("out", "duel_metrics_facts *", "output", ""),
    )),
    "duel_model_metrics_by_outcome": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("set", "const duel_set *", "input", ""),
        ("by", "duel_by", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_marginals": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("set", "const duel_set *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_match_matrix": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("matrix", "duel_matrix", "input", ""),
        ("outcome", "duel_outcome", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_vuong": ("duel_status", (
        ("first", "const duel_model *", "object", ""),
        ("second", "const duel_model *", "input", ""),
        ("penalty", "duel_vuong_penalty", "input", ""),
        ("by", "duel_by", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_vuong_facts *", "output", ""),
    )),
    "duel_model_goodness": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("replicates", "size_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_goodness_facts *", "output", ""),
    )),
    "duel_model_residuals": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("by", "duel_by", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_influence": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("by", "duel_by", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_influence_changes": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("by", "duel_by", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_fragility": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("pairs", "const size_t *", "input", ""),
        ("count", "size_t", "input", ""),
        ("options", "const duel_fragility_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_fragile_votes": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("pairs", "const size_t *", "input", ""),
        ("count", "size_t", "input", ""),
        ("options", "const duel_fragility_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_rankings_agreement": ("duel_status", (
        ("scores", "const double *", "input", ""),
        ("rankings", "size_t", "input", ""),
        ("items", "size_t", "input", ""),
        ("measure", "duel_agreement", "input", ""),
        ("k", "size_t", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_adjacent": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_distances": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("distance", "duel_distance", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_map_kernel_pca": ("duel_status", (
        ("dissimilarities", "const double *", "input", ""),
        ("items", "size_t", "input", ""),
        ("gamma", "double", "input", ""),
        ("dimensions", "size_t", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("eigenvalues", "double *", "output", ""),
        ("eigenvalue_capacity", "size_t", "capacity", "eigenvalues"),
        ("shares", "double *", "output", ""),
        ("share_capacity", "size_t", "capacity", "shares"),
        ("gamma_used", "double *", "output", ""),
    )),
    "duel_map_classical": ("duel_status", (
        ("dissimilarities", "const double *", "input", ""),
        ("items", "size_t", "input", ""),
        ("dimensions", "size_t", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("eigenvalues", "double *", "output", ""),
        ("eigenvalue_capacity", "size_t", "capacity", "eigenvalues"),
        ("shares", "double *", "output", ""),
        ("share_capacity", "size_t", "capacity", "shares"),
    )),
    "duel_map_smacof": ("duel_status", (
        ("dissimilarities", "const double *", "input", ""),
        ("weights", "const double *", "input", ""),
        ("items", "size_t", "input", ""),
        ("dimensions", "size_t", "input", ""),
        ("options", "const duel_smacof_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("info", "duel_smacof_facts *", "output", ""),
    )),
    "duel_tree_cluster": ("duel_status", (
        ("dissimilarities", "const double *", "input", ""),
        ("items", "size_t", "input", ""),
        ("linkage", "duel_linkage", "input", ""),
        ("optimal", "int32_t", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "duel_table **", "output", ""),
        ("order", "int64_t *", "output", ""),
        ("order_capacity", "size_t", "capacity", "order"),
    )),
    "duel_tree_cut": ("duel_status", (
        ("left", "const int64_t *", "input", ""),
        ("right", "const int64_t *", "input", ""),
        ("heights", "const double *", "input", ""),
        ("items", "size_t", "input", ""),
        ("by", "duel_cut", "input", ""),
        ("value", "double", "input", ""),
        ("out", "int64_t *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_model_tiers": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("by", "duel_tiering", "input", ""),
        ("value", "double", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_judges": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("level", "double", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_order": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("out", "duel_order_facts *", "output", ""),
    )),
    "duel_set_triads": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_agreement": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("level", "double", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_agreement_pairs": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_krippendorff": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("metric", "duel_alpha", "input", ""),
        ("orientation", "duel_orientation", "input", ""),
        ("level", "double", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_votes_confidence": ("duel_status", (
        ("judge", "const int32_t *", "input", ""),
        ("confidence", "const double *", "input", ""),
        ("correct", "const double *", "input", ""),
        ("votes", "size_t", "input", ""),
        ("judges", "size_t", "input", ""),
        ("bins", "size_t", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_votes_reliability": ("duel_status", (
        ("judge", "const int32_t *", "input", ""),
        ("confidence", "const double *", "input", ""),
        ("correct", "const double *", "input", ""),
        ("votes", "size_t", "input", ""),
        ("judges", "size_t", "input", ""),
        ("bins", "size_t", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_rankings_effective": ("duel_status", (
        ("scores", "const double *", "input", ""),
        ("judges", "size_t", "input", ""),
        ("items", "size_t", "input", ""),
        ("precisions", "const double *", "input", ""),
        ("out", "duel_effective_facts *", "output", ""),
    )),
    "duel_matrix_bicluster": ("duel_status", (
        ("table", "const double *", "input", ""),
        ("rows", "size_t", "input", ""),
        ("columns", "size_t", "input", ""),
        ("dissimilarity", "duel_dissimilarity", "input", ""),
        ("linkage", "duel_linkage", "input", ""),
        ("row_groups", "size_t", "input", ""),
        ("column_groups", "size_t", "input", ""),
        ("cancel", "const duel_cancel *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_learning_curve": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("shares", "const double *", "input", ""),
        ("share_count", "size_t", "count", "shares"),
        ("judges", "const size_t *", "input", ""),
        ("judge_count", "size_t", "count", "judges"),
        ("fit", "const duel_model_options *", "options", ""),
        ("options", "const duel_validation_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_equivalence": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("margin", "double", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_self_preference": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("item_families", "const int32_t *", "input", ""),
        ("item_count", "size_t", "count", ""),
        ("judge_families", "const int32_t *", "input", ""),
        ("judge_count", "size_t", "count", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_judges": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("judge_options", "const duel_judge_options *", "options", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_outliers": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_outlier_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_together": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("families", "const int32_t *", "input", ""),
        ("family_count", "size_t", "count", ""),
        ("options", "const duel_together_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_worth": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("families", "const int32_t *", "input", ""),
        ("family_count", "size_t", "count", ""),
        ("options", "const duel_together_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_families": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("families", "const int32_t *", "input", ""),
        ("family_count", "size_t", "count", ""),
        ("options", "const duel_together_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_set_effective": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("families", "const int32_t *", "input", ""),
        ("family_count", "size_t", "count", ""),
        ("options", "const duel_together_options *", "options", ""),
        ("out", "duel_panel_facts *", "output", ""),
    )),
    "duel_gars_new": ("duel_status", (
        ("options", "const duel_gars_options *", "options", ""),
        ("out", "duel_gars **", "output", ""),
    )),
    "duel_gars_free": ("void", (
        ("gars", "duel_gars *", "object", ""),
    )),
    "duel_gars_add": ("duel_status", (
        ("gars", "duel_gars *", "object", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
    )),
    "duel_gars_run": ("duel_status", (
        ("gars", "duel_gars *", "object", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("mu", "duel_gars_mu_fn", "input", ""),
        ("user", "void *", "user", ""),
    )),
    "duel_gars_psi": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("psi", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "psi"),
        ("plugin", "double *", "output", ""),
        ("plugin_capacity", "size_t", "capacity", "plugin"),
    )),
    "duel_gars_weights": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("q", "const double *", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_gars_model_mu": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("model", "const duel_model *", "input", ""),
        ("judge", "int32_t", "input", ""),
        ("context", "int32_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_gars_merge": ("duel_status", (
        ("gars", "duel_gars *", "object", ""),
        ("other", "const duel_gars *", "input", ""),
    )),
    "duel_gars_save": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("out", "void *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("length", "size_t *", "output", ""),
    )),
    "duel_gars_load": ("duel_status", (
        ("bytes", "const void *", "input", ""),
        ("length", "size_t", "count", ""),
        ("out", "duel_gars **", "output", ""),
    )),
    "duel_gars_own": ("duel_status", (
        ("gars", "duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("name", "const char *", "input", ""),
        ("score", "duel_score_fn", "input", ""),
        ("slope", "duel_slope_fn", "input", ""),
        ("user", "void *", "user", ""),
    )),
    "duel_gars_info": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("out", "duel_gars_facts *", "output", ""),
    )),
    "duel_gars_pairs": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_gars_groups": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_gars_values": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("values", "size_t *", "output", ""),
    )),
    "duel_gars_ellipsoid": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("estimator", "duel_estimator", "input", ""),
        ("null", "const double *", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_wald_facts *", "output", ""),
    )),
    "duel_gars_equality": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("first", "int32_t", "input", ""),
        ("second", "int32_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_wald_facts *", "output", ""),
    )),
    "duel_influence_equality": ("duel_status", (
        ("contexts", "size_t", "input", ""),
        ("values", "size_t", "input", ""),
        ("first", "const double *", "input", ""),
        ("second", "const double *", "input", ""),
        ("clusters", "const uint64_t *", "input", ""),
        ("sum_is_constant", "int32_t", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_wald_facts *", "output", ""),
    )),
    "duel_gars_selection": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("functional", "int32_t", "input", ""),
        ("options", "const duel_selection_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_gars_bounds": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("functional", "int32_t", "input", ""),
        ("gamma", "const double *", "input", ""),
        ("gamma_count", "size_t", "count", "gamma"),
        ("options", "const duel_selection_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_estimate": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_gars_estimate": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("estimator", "duel_estimator", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_gars_group_estimate": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("group", "int32_t", "input", ""),
        ("estimator", "duel_estimator", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_gars_differences": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("group", "int32_t", "input", ""),
        ("other", "int32_t", "input", ""),
        ("estimator", "duel_estimator", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_estimate_ratio": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("numerator", "int32_t", "input", ""),
        ("denominator", "int32_t", "input", ""),
        ("out", "duel_ratio_facts *", "output", ""),
    )),
    "duel_estimate_info": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "duel_estimate_facts *", "output", ""),
    )),
    "duel_estimate_values": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_contrasts": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("weights", "const double *", "input", ""),
        ("contrasts", "size_t", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_contrast_covariance": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("weights", "const double *", "input", ""),
        ("contrasts", "size_t", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_estimate_tests": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("weights", "const double *", "input", ""),
        ("contrasts", "size_t", "input", ""),
        ("options", "const duel_test_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_e_values": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("weights", "const double *", "input", ""),
        ("contrasts", "size_t", "input", ""),
        ("null", "const double *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_pairs": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("options", "const duel_pair_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_ranks": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_covariance": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_estimate_free": ("void", (
        ("estimate", "duel_estimate *", "object", ""),
    )),
    "duel_estimate_new": ("duel_status", (
        ("given", "const duel_given *", "input", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_ballots_new": ("duel_status", (
        ("out", "duel_ballots **", "output", ""),
    )),
    "duel_ballots_free": ("void", (
        ("ballots", "duel_ballots *", "object", ""),
    )),
    "duel_ballots_append": ("duel_status", (
        ("ballots", "duel_ballots *", "object", ""),
        ("rows", "const duel_ballot_rows *", "input", ""),
    )),
    "duel_ballots_covariate": ("duel_status", (
        ("ballots", "duel_ballots *", "object", ""),
        ("name", "const char *", "input", ""),
        ("values", "const double *", "input", ""),
        ("value_count", "size_t", "count", "values"),
    )),
    "duel_ballots_info": ("duel_status", (
        ("ballots", "const duel_ballots *", "object", ""),
        ("out", "duel_ballots_facts *", "output", ""),
    )),
    "duel_ballots_names": ("duel_status", (
        ("ballots", "const duel_ballots *", "object", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_ballots_fit": ("duel_status", (
        ("ballots", "const duel_ballots *", "object", ""),
        ("options", "const duel_ranking_options *", "options", ""),
        ("out", "duel_ranking **", "output", ""),
    )),
    "duel_ranking_free": ("void", (
        ("ranking", "duel_ranking *", "object", ""),
    )),
    "duel_ranking_info": ("duel_status", (
        ("ranking", "const duel_ranking *", "object", ""),
        ("out", "duel_ranking_facts *", "output", ""),
    )),
    "duel_ranking_estimate": ("duel_status", (
        ("ranking", "const duel_ranking *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_ranking_scores": ("duel_status", (
        ("ranking", "const duel_ranking *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_ranking_effects": ("duel_status", (
        ("ranking", "const duel_ranking *", "object", ""),
        ("options", "const duel_inference_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_board_new": ("duel_status", (
        ("out", "duel_board **", "output", ""),
    )),
    "duel_board_free": ("void", (
        ("board", "duel_board *", "object", ""),
    )),
    "duel_board_append": ("duel_status", (
        ("board", "duel_board *", "object", ""),
        ("rows", "const duel_score_rows *", "input", ""),
    )),
    "duel_board_info": ("duel_status", (
        ("board", "const duel_board *", "object", ""),
        ("out", "duel_board_facts *", "output", ""),
    )),
    "duel_board_names": ("duel_status", (
        ("board", "const duel_board *", "object", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_board_estimate": ("duel_status", (
        ("board", "const duel_board *", "object", ""),
        ("options", "const duel_board_options *", "options", ""),
        ("inference", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_board_variance": ("duel_status", (
        ("board", "const duel_board *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_gate": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("gate", "const duel_gate *", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_claims": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("claims", "const duel_claim *", "input", ""),
        ("count", "size_t", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_compact_letters": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_tiers": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("by", "duel_tiering", "input", ""),
        ("value", "double", "input", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_rank_summary": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_rank_probabilities": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_estimate_superiority": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_estimate_quasi_variances": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("info", "duel_quasi_facts *", "output", ""),
    )),
    "duel_estimate_winner": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("items", "const size_t *", "input", ""),
        ("item_count", "size_t", "count", "items"),
        ("rank", "size_t", "input", ""),
        ("out", "duel_winner_facts *", "output", ""),
    )),
    "duel_estimate_rank_sets": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("items", "const size_t *", "input", ""),
        ("item_count", "size_t", "count", "items"),
        ("options", "const duel_rank_set_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_average": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("quantity", "duel_quantity", "input", ""),
        ("options", "const duel_rank_average_options *", "options", ""),
        ("inference", "const duel_inference_options *", "options", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_estimate_averaged_ranks": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_judge": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("judge", "size_t", "input", ""),
        ("out", "duel_estimate **", "output", ""),
    )),
    "duel_estimate_judge_ranks": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("judges", "const size_t *", "input", ""),
        ("judge_count", "size_t", "count", "judges"),
        ("options", "const duel_rank_set_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_reversals": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("judges", "const size_t *", "input", ""),
        ("judge_count", "size_t", "count", "judges"),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_estimate_unanimous": ("duel_status", (
        ("estimate", "const duel_estimate *", "object", ""),
        ("judges", "const size_t *", "input", ""),
        ("judge_count", "size_t", "count", "judges"),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_monitor_new": ("duel_status", (
        ("options", "const duel_monitor_options *", "options", ""),
        ("out", "duel_monitor **", "output", ""),
    )),
    "duel_monitor_free": ("void", (
        ("monitor", "duel_monitor *", "object", ""),
    )),
    "duel_monitor_look": ("duel_status", (
        ("monitor", "duel_monitor *", "object", ""),
        ("estimate", "const duel_estimate *", "input", ""),
        ("batch", "const duel_set *", "input", ""),
    )),
    "duel_monitor_pairs": ("duel_status", (
        ("monitor", "const duel_monitor *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_monitor_ranks": ("duel_status", (
        ("monitor", "const duel_monitor *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_monitor_info": ("duel_status", (
        ("monitor", "const duel_monitor *", "object", ""),
        ("out", "duel_monitor_facts *", "output", ""),
    )),
    "duel_monitor_save": ("duel_status", (
        ("monitor", "const duel_monitor *", "object", ""),
        ("out", "void *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("length", "size_t *", "output", ""),
    )),
    "duel_monitor_load": ("duel_status", (
        ("bytes", "const void *", "input", ""),
        ("length", "size_t", "count", ""),
        ("out", "duel_monitor **", "output", ""),
    )),
    "duel_nuisance_fit": ("duel_status", (
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("options", "const duel_nuisance_options *", "options", ""),
        ("out", "duel_nuisance **", "output", ""),
    )),
    "duel_nuisance_free": ("void", (
        ("nuisance", "duel_nuisance *", "object", ""),
    )),
    "duel_nuisance_info": ("duel_status", (
        ("nuisance", "const duel_nuisance *", "object", ""),
        ("out", "duel_nuisance_facts *", "output", ""),
    )),
    "duel_nuisance_settings": ("duel_status", (
        ("nuisance", "const duel_nuisance *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_nuisance_warnings": ("duel_status", (
        ("nuisance", "const duel_nuisance *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_nuisance_folds": ("duel_status", (
        ("nuisance", "const duel_nuisance *", "object", ""),
        ("out", "int32_t *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_nuisance_predict": ("duel_status", (
        ("nuisance", "const duel_nuisance *", "object", ""),
        ("first", "size_t", "input", ""),
        ("count", "size_t", "input", ""),
        ("mu", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "mu"),
    )),
    "duel_nuisance_propensities": ("duel_status", (
        ("nuisance", "const duel_nuisance *", "object", ""),
        ("first", "size_t", "input", ""),
        ("count", "size_t", "input", ""),
        ("out", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_nuisance_mu": ("int32_t", (
        ("user", "void *", "user", ""),
        ("first", "size_t", "input", ""),
        ("count", "size_t", "input", ""),
        ("mu", "double *", "output", ""),
    )),
    "duel_gars_learn": ("duel_status", (
        ("gars", "duel_gars *", "object", ""),
        ("contexts", "const duel_gars_contexts *", "input", ""),
        ("splits", "int32_t", "input", ""),
        ("options", "const duel_nuisance_options *", "options", ""),
    )),
    "duel_gars_remainder": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_gars_warnings": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_policy_choose": ("duel_status", (
        ("weights", "const double *", "input", ""),
        ("contexts", "size_t", "input", ""),
        ("pairs", "size_t", "input", ""),
        ("costs", "const double *", "input", ""),
        ("options", "const duel_policy_options *", "options", ""),
        ("propensities", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "propensities"),
        ("nu", "double *", "output", ""),
        ("nu_capacity", "size_t", "capacity", "nu"),
        ("info", "duel_policy_facts *", "output", ""),
    )),
    "duel_policy_apply": ("duel_status", (
        ("weights", "const double *", "input", ""),
        ("contexts", "size_t", "input", ""),
        ("pairs", "size_t", "input", ""),
        ("costs", "const double *", "input", ""),
        ("lambda", "double", "input", ""),
        ("options", "const duel_policy_options *", "options", ""),
        ("propensities", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "propensities"),
        ("nu", "double *", "output", ""),
        ("nu_capacity", "size_t", "capacity", "nu"),
        ("info", "duel_policy_facts *", "output", ""),
    )),
    "duel_policy_histogram": ("duel_status", (
        ("weights", "const double *", "input", ""),
        ("contexts", "size_t", "input", ""),
        ("pairs", "size_t", "input", ""),
        ("costs", "const double *", "input", ""),
        ("histogram", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "histogram"),
    )),
    "duel_policy_lambda": ("duel_status", (
        ("histogram", "const double *", "input", ""),
        ("length", "size_t", "count", ""),
        ("options", "const duel_policy_options *", "options", ""),
        ("info", "duel_policy_facts *", "output", ""),
    )),
    "duel_policy_outcome": ("duel_status", (
        ("weights", "const double *", "input", ""),
        ("contexts", "size_t", "input", ""),
        ("pairs", "size_t", "input", ""),
        ("costs", "const double *", "input", ""),
        ("propensities", "const double *", "input", ""),
        ("info", "duel_policy_facts *", "output", ""),
    )),
    "duel_policy_draw": ("duel_status", (
        ("propensities", "const double *", "input", ""),
        ("contexts", "size_t", "input", ""),
        ("pairs", "size_t", "input", ""),
        ("drawing", "duel_drawing", "input", ""),
        ("seed", "uint64_t", "input", ""),
        ("first_context", "uint64_t", "input", ""),
        ("out", "uint8_t *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
    )),
    "duel_gars_d_optimal": ("duel_status", (
        ("gars", "const duel_gars *", "object", ""),
        ("functional", "int32_t", "input", ""),
        ("mu", "const double *", "input", ""),
        ("contexts", "size_t", "input", ""),
        ("costs", "const double *", "input", ""),
        ("options", "const duel_policy_options *", "options", ""),
        ("propensities", "double *", "output", ""),
        ("capacity", "size_t", "capacity", "propensities"),
        ("covariance", "double *", "output", ""),
        ("covariance_capacity", "size_t", "capacity", "covariance"),
        ("info", "duel_policy_facts *", "output", ""),
    )),
    "duel_model_next": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("options", "const duel_next_options *", "options", ""),
        ("out", "duel_table **", "output", ""),
    )),
    "duel_model_given": ("duel_status", (
        ("set", "const duel_set *", "object", ""),
        ("parameters", "const double *", "input", ""),
        ("parameter_count", "size_t", "count", "parameters"),
        ("options", "const duel_model_options *", "options", ""),
        ("out", "duel_model **", "output", ""),
    )),
    "duel_model_simulate": ("duel_status", (
        ("model", "const duel_model *", "object", ""),
        ("design", "const duel_set *", "input", ""),
        ("seed", "uint64_t", "input", ""),
        ("out", "duel_set **", "output", ""),
    )),
    "duel_counts_sprt": ("duel_status", (
        ("counts", "const double *", "input", ""),
        ("count", "size_t", "input", ""),
        ("options", "const duel_sprt_options *", "options", ""),
        ("out", "duel_sprt_facts *", "output", ""),
    )),
    "duel_counts_paired": ("duel_status", (
        ("only_first", "double", "input", ""),
        ("only_second", "double", "input", ""),
        ("tasks", "double", "input", ""),
        ("options", "const duel_paired_options *", "options", ""),
        ("out", "duel_paired_facts *", "output", ""),
    )),
    "duel_differences_exact": ("duel_status", (
        ("differences", "const double *", "input", ""),
        ("count", "size_t", "input", ""),
        ("options", "const duel_exact_options *", "options", ""),
        ("out", "duel_exact_facts *", "output", ""),
    )),
    "duel_plan_units": ("duel_status", (
        ("options", "const duel_plan_options *", "options", ""),
        ("out", "duel_plan_facts *", "output", ""),
    )),
    "duel_matrix_chart": ("duel_status", (
        ("table", "const double *", "input", ""),
        ("rows", "size_t", "input", ""),
        ("columns", "size_t", "input", ""),
        ("options", "const duel_chart_options *", "options", ""),
        ("out", "char *", "output", ""),
        ("capacity", "size_t", "capacity", "out"),
        ("length", "size_t *", "output", ""),
    )),
    "duel_progress_fn": ("int", (
        ("now", "const duel_progress *", "input", ""),
        ("user", "void *", "user", ""),
    )),
    "duel_function_fn": ("int", (
        ("values", "const double *", "input", ""),
        ("n", "size_t", "input", ""),
        ("out", "double *", "output", ""),
        ("gradient", "double *", "output", ""),
        ("user", "void *", "user", ""),
    )),
    "duel_gars_mu_fn": ("int32_t", (
        ("user", "void *", "user", ""),
        ("first", "size_t", "input", ""),
        ("count", "size_t", "input", ""),
        ("mu", "double *", "output", ""),
    )),
    "duel_score_fn": ("int32_t", (
        ("user", "void *", "user", ""),
        ("count", "size_t", "input", ""),
        ("mu", "const double *", "input", ""),
        ("values", "double *", "output", ""),
    )),
    "duel_slope_fn": ("int32_t", (
        ("user", "void *", "user", ""),
        ("count", "size_t", "input", ""),
        ("mu", "const double *", "input", ""),
        ("h", "const double *", "input", ""),
        ("slopes", "double *", "output", ""),
    )),
}

# Options with a token that the function does not read, and refuses.
WITHOUT_CANCEL = {
    ("duel_set_cross_validate", "fit"),
    ("duel_set_select_rank", "validation"),
    ("duel_set_learning_curve", "fit"),
    ("duel_model_given", "options"),
}

# The manual of the functions that methods written by hand call.
DOCS = {
    "duel_version": """The version of the library, such as "0.2.0". Static; never None.""",
    "duel_version_number": """The version as a number: major * 1000000 + minor * 1000 + patch. Compare with VERSION_NUMBER to
    detect a header and a library that do not belong together.
    """,
    "duel_status_name": """The name of a status code, such as "DataError"; "unknown status" for any other number. Static;
    never None.
    """,
    "duel_last_error": """The message of the last error on this thread: one line of UTF-8 that names the argument and the
    value, control characters escaped; Error.row has the row. Never None; "" before the first error.
    Valid until the next error on the same thread.
    """,
    "duel_last_status": """The status of the last error on this thread, for functions that answer None; "ok" before the
    first error.
    """,
    "duel_last_error_row": """The zero-based row that the last error on this thread concerns, or -1.""",
    "duel_table_info": """Facts about a table.""",
    "duel_table_get": """A column by its place.

    Args:
        column: zero-based, below the columns of Table.info; ArgumentError beyond.
    """,
    "duel_table_find": """The place of a column; InvalidNameError names the nearest column, and all there are.

    Gives:
        column: the zero-based place.
    """,
    "duel_table_f64": """The numbers of a "f64" column, NaN where missing. None if there is no such column or it has
    another type: the error tells.
    """,
    "duel_table_i64": """The numbers of a "i64" column, 0 where missing. None if there is no such column or it has
    another type: the error tells.
    """,
    "duel_table_bool": """The values of a "bool" column, 0 where missing. None if there is no such column or it has
    another type: the error tells.
    """,
    "duel_table_codes": """The codes of a "code" column, or the bits of a "flags" column; 0 where missing. None if there is
    no such column or it has another type: the error tells.
    """,
    "duel_table_text": """The text of a cell: of a "text" column, or the label of a "code" column; "" where it is missing.
    None if there is no such column or row, or the column has another type: the error tells.
    """,
    "duel_table_print": """A table as text for people: aligned columns under their names, each row on a line; what is
    missing is a dash. Tables with ranks of items are printed best first, whatever the order of
    their rows. The layout is not stable.

    Options:
        PrintOptions: digits, rows.

    Gives:
        out: None, or receives the text, which ends with a NUL.
        length: the bytes of the text, its NUL among them.
    """,
    "duel_table_export": """Export a table as an Arrow stream of one record batch (the Arrow C stream interface). The stream
    holds a share of the table: free either first, and release it on any thread. Codes are
    dictionaries of their labels; unit and sentence are metadata of the fields ("unit",
    "description"), title and notes of the schema.

    Gives:
        out: the stream; call its release when done.
    """,
    "duel_table_free": """Free a table. None is ignored.""",
    "duel_set_new": """Make an empty set.

    Gives:
        out: the set; the caller frees it with Set.free.
    """,
    "duel_set_free": """Free a set. None is ignored. Models fitted to it live on.""",
    "duel_set_intern": """Fix the order of names before data comes: ids are given in the order of first sight, here and in
    Set.append. Names already known keep their id. All names are taken or none.

    Args:
        kind: "item", "judge", "context" or "cluster".
        names: `count` pointers to NUL-terminated UTF-8, copied.
    """,
    "duel_set_append": """Append rows: all of them or, at the first invalid one, none. On DataError and InvalidNameError
    Error.row is the row and the message names column and value.

    Ids of names already known stay, as they do in Set.merge and Set.covariate; Set.load and
    Set.filter give ids anew.

    Names or ids: the first append decides, for items, judges and contexts each. Where there are
    names (Set.intern, or an append before), ids are those of names that are there; an id of none is
    InvalidNameError. Else item k is the k-th from `base`; ids below the largest that no row
    mentions are items without comparisons, and the name of an id is its number. An id is refused
    from 2^24 and from 64 times the number of different comparisons (cells) on: what a set and a
    model hold grows with the largest id.

    Refused: left = right; NaN, infinite or negative weights and counts; scores other than 0, 0.5
    and 1; unknown outcome codes; empty names, names that are not UTF-8; ids below `base` or beyond
    2^32 - 2 after it; a total weight that overflows. Append in batches rather than row by row.
    """,
    "duel_set_covariate": """Set values of a covariate, all or none. Values of one covariate may come in several calls; a
    second, different value for the same key is DataError.
    """,
    "duel_set_save": """Save a set to bytes: versioned, canonical (equal data give equal bytes) and checksummed, the
    same on every machine. Names are saved in the order of their bytes, and so give the ids of the
    loaded set: see Set.load. Call with out None and capacity 0 for the length.

    Gives:
        length: the number of bytes, also when the buffer is too short.
    """,
    "duel_set_load": """Load a set from bytes. Any truncation and any flipped bit is FormatError.

    The ids of the loaded set are the canonical ones: items, judges and contexts are numbered in the
    order of the bytes of their names, not as in the set that was saved. Ids that a caller holds
    from before (and the rows of Model.influence, Model.residuals and of all results by ids) are
    those of the old set: look names up anew with Set.find. Where a set has ids instead of names
    they stay. No fit depends on it: what needs an order of items, such as the basis of a factored
    threshold, takes that of the names. Draws of comparisons by a seed (folds, resamples, bootstrap,
    simulated data) depend on ids, and differ.
    """,
    "duel_set_count": """How many there are of a kind: "item", "judge", "context", "cluster", "covariate" or "cell". 0 if
    set is None or kind is unknown. The anonymous judge is not counted.
    """,
    "duel_set_name": """The name of an id, borrowed: valid until the set is changed or freed. None if out of range.""",
    "duel_set_find": """The id of a name; InvalidNameError if it is unknown.

    Gives:
        id: the zero-based id.
    """,
    "duel_set_filter": """Keep some items (comparisons of two kept items) or some judges only; ids are given anew, in the
    old order, names stay (of a set with ids, the old numbers become names). Contexts and clusters
    that lose all comparisons go.

    Args:
        kind: "item" or "judge".
        ids: `count` ids to keep; duplicates are ArgumentError.

    Gives:
        out: a new set.
    """,
    "duel_set_append_stream": """Append the rows of an Arrow stream (the Arrow C stream interface), batch by batch: all of them
    or, at the first invalid one, none, as Set.append does with one batch.

    Read are text (utf8, large_utf8, string views, and binary that is UTF-8), dictionaries of text
    or whole numbers with codes of any integer type, integers, floating-point numbers, decimals,
    bools and nulls, with any offsets; other columns of the stream may be of any type. Whole numbers
    in columns of names are names, their decimals, unless ids is set. A null is no judge, no context
    and no cluster, and elsewhere an error. Names of a dictionary that no row mentions are ignored.
    Numbers are read from where they are; memory of the call grows with the different comparisons
    and the longest batch, of which it keeps two, not with the stream; rows that are not counted yet
    take up to some 100 MB.

    The library takes the stream over: it is released when the call returns, also after an error,
    and its release is then None. It is read in the calling thread; its functions must not use the
    set. To stop the call let get_next fail: what get_last_error says becomes part of the message. A
    stream that breaks the rules of Arrow is FormatError as far as that can be seen: whether buffers
    are as long as lengths and offsets say cannot. After DataError and InvalidNameError Error.row
    counts rows from the first of the stream, and the message names the column.

    Args:
        stream: the stream, which the call releases.
        columns: None: columns are called as the fields of StreamColumns.
    """,
    "duel_cancel_new": """Make a cancel token.""",
    "duel_cancel_raise": """Ask the calls that hold the token to stop; they return CancelledError. Sticky. Safe from any
    thread and from signal handlers. None is ignored.
    """,
    "duel_cancel_free": """Free a token that no running call holds. None is ignored.""",
    "duel_model_fit": """Fit a model by maximum (penalised) likelihood, by Newton's method with exact second derivatives.

    NotIdentifiedError: no unique finite estimate exists, and the message names the items or judges;
    accept takes such a result with its outcome recorded in ModelFacts. UnsupportedError: two
    choices do not go together, or an option that the model would ignore. The set is only read; the
    model keeps what it needs of it.

    Options:
        ModelOptions: strength, position, tie_model, ties, both_bad, threshold, sign, covariance,
            accept, max_iterations, covariates, fixed_scores, ridge, pseudo, tolerance, max_bytes,
            cancel, progress, start, offsets, bias_reduction, threshold_offsets, tie_factors,
            tie_basis, tie_link, below_zero, tie_ridge, spread, spread_factors, spread_ridge,
            restarts, threads, seed, bad_threshold, rank, sensitivity_covariates, target,
            pair_floor, interactions, interaction_ridge.
    """,
    "duel_model_free": """Free one share of a model. None is ignored.""",
    "duel_model_save": """Save a model with its data to bytes, versioned and checksummed. A loaded model answers every
    question as the saved one does, under the same ids. Equal fits save to equal bytes: threads and
    max_bytes of the fit are not saved. Call with out None and capacity 0 for the length.

    Gives:
        length: the number of bytes, also when the buffer is too short.
    """,
    "duel_model_load": """Load a model from bytes. Any truncation and any flipped bit is FormatError.""",
    "duel_model_set": """The data of a model, borrowed: valid as long as this share of the model. None if model is None.""",
    "duel_model_shape": """The size of a quantity; UnsupportedError if the model has no such quantity.

    Args:
        quantity: "scores" ... "parameters".

    Gives:
        rows: receive the shape.
        columns: receive the shape.
    """,
    "duel_model_get": """A quantity, row-major: scores sum to zero, sensitivities have mean one. "parameters" gives the
    raw parameters in the order of Model.given: scores; sensitivities; V and U of each direction of
    disagreement; position effects; regression coefficients; slopes of sensitivities; roots of
    variances and Lambda of a spread; tie thresholds and their offsets; thresholds of both bad.

    Gives:
        out: room for rows * columns doubles of Model.shape.
    """,
    "duel_model_predict": """Probabilities of comparisons, with intervals formed on the logit scale.

    Args:
        rows: left and right; judge where the model tells judges apart (absent: a judge of
            sensitivity one, mean position effect and mean threshold); context where covariates need
            it (absent: covariates of contexts, answers and judges are taken as equal on both sides,
            a difference of zero). Other columns must be absent. Names or ids as in the set.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: rows.length x 12: for left preferred, right preferred and tie in turn the probability,
            its standard error, lower and upper end. Without ties in the model the last four are 0.
            Where both bad is an outcome ("outcome") rows.length x 16, its four last.
    """,
    "duel_model_log_likelihood": """The log-likelihood of other data under a model, such as a fold held out: items, judges, contexts
    are matched by name. Unknown items are InvalidNameError; an unknown judge counts as in
    Model.predict without a judge. Covariates are looked up in the set, and those that it does not
    have in the model's data; a context of which neither has a value counts as one where both sides
    are alike, a difference of zero: give the set its covariates.

    Gives:
        log_likelihood: the sum over comparisons, without multinomial coefficients. NaN if the data
            of the model do not identify one of the probabilities.
        comparisons: None, or receives the number of comparisons.
    """,
    "duel_model_sensitivities": """Sensitivities of judges where the covariates that they depend on have given values: gamma_k
    exp(beta_k . x), a curve over x, by the delta method; intervals are formed on the logarithm
    where the sensitivity is positive. For a band over a whole curve ask for "simultaneous" with the
    points of that curve.

    Args:
        judges: ids of judges of the model.
        values: points x covariates, row-major: values of the sensitivity covariates, in their
            order.
        points: number of rows of values.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: the table: all points of the first judge, then of the next.

    Columns:
        judge: The judge.
        point: Row of `values`.
        estimate: The sensitivity; missing where it is not identified.
        se: Its standard error.
        lower: Lower end of its interval.
        upper: Upper end of its interval.
    """,
    "duel_model_consensus": """The consensus of the judges, other than the plain mean (an unweighted average of strengths whose
    precision may differ widely: a judge with an extreme sensitivity dominates it). Means sum to
    zero as scores do; medians need not. UnsupportedError for pooled strength.

    Args:
        consensus: "mean", "precision" or "median".

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        weights: None, or judges x 1: receives the weight of every judge; NaN with the median.

    Columns:
        item: The item.
        estimate: The consensus of the judges' strengths. Unit: score.
        se: Its standard error. Unit: score.
        lower: Lower end of its interval. Unit: score.
        upper: Upper end of its interval. Unit: score.
    """,
    "duel_set_judge_scores": """Baselines to hold a fit with disagreement against: every judge's own Bradley-Terry scores (with
    a ridge of .01 where they would not be finite), or these cut down by their singular values to
    the rank that a consensus and `rank` directions of disagreement have (the two-step estimator of
    arXiv:2605.05073). No intervals.

    Args:
        rank: JUDGE_WISE, or the number of directions.

    Options:
        options: of the fit what concerns votes and penalties; None: all defaults.
        ModelOptions: strength, position, tie_model, ties, both_bad, threshold, sign, covariance,
            accept, max_iterations, covariates, fixed_scores, ridge, pseudo, tolerance, max_bytes,
            cancel, progress, start, offsets, bias_reduction, threshold_offsets, tie_factors,
            tie_basis, tie_link, below_zero, tie_ridge, spread, spread_factors, spread_ridge,
            restarts, threads, seed, bad_threshold, rank, sensitivity_covariates, target,
            pair_floor, interactions, interaction_ridge.

    Gives:
        out: judges x items, each judge's scores summing to zero.
    """,
    "duel_bootstrap_new": """Draw replicates of a model: the same model is fitted, from its estimate, to the same data with
    random weights, or to data drawn from it.

    Put the result into InferenceOptions.bootstrap: every function of inference then takes standard
    errors, intervals and ranks from the replicates in place of the normal distribution. Replicates
    without an estimate are left out and counted (BootstrapFacts); if more than a few are, the rest
    is a biased choice: use a ridge or Bayesian weights.

    NotIdentifiedError: the model, or nearly all of the replicates, have no finite estimate.
    UnsupportedError: parametric or multinomial draws from counts that are not whole numbers, or
    from importance weights, or by = 0 where the model's covariance is clustered by contexts and
    judges. Importance weights are drawn in their effective number (sum of weights squared over sum
    of squares).

    Options:
        BootstrapOptions: by, weights, replicates, seed, one_step, threads, cancel, progress.

    Gives:
        out: the replicates; free them with Bootstrap.free.
    """,
    "duel_bootstrap_free": """Free replicates. None is ignored.""",
    "duel_bootstrap_get": """A quantity of every replicate.

    Args:
        quantity: "scores", ...

    Options:
        options: None: scores sum to zero, sensitivities have mean one.
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: used x n, row-major, for the replicates with an estimate (Bootstrap.info) and the n
            values of the quantity; NaN where a replicate has no such value (a judge it did not
            draw).
    """,
    "duel_p_adjust": """Adjusts p-values of tests made elsewhere, or the logarithms of e-values. Those that are NaN are
    no part of the family and stay NaN.

    Args:
        p_values: count p-values between 0 and 1; a bad one is named by Error.row. With "e_bh" and
            "e_holm" logarithms of e-values.
        count: number of p-values.
        adjustment: "none" to "e_holm". "single_step" is UnsupportedError: it needs the dependence
            of the tests.

    Gives:
        out: count adjusted p-values; it may be p_values itself. Of logarithms of e-values,
            logarithms of adjusted e-values: a hypothesis is rejected at alpha where its own is at
            least log(1 / alpha).
    """,
    "duel_model_rank_probabilities": """Probabilities of ranks under the normal distribution of the scores: draws of all scores about
    their estimates, with their covariance, are ranked (rank 1 is the highest score; equal scores
    share the ranks they take together in equal parts). The draws and the seed are those of the
    options; the Monte Carlo standard error of a probability p is sqrt(p (1 - p) / draws). One
    thread does the work. With a bootstrap in the options its replicates are the draws. Where
    standard errors are sampled (errors), as by default beyond 5000 parameters, every draw is solved
    for, and draws is 1000 if it is 0; the matrix of all items and ranks may then be too large,
    which Model.rank_summary has no need of.

    An item whose score is not identified, or diverges, has no rank, nor have items outside the
    largest component of disconnected data: their numbers are NaN, and ranks are among the other
    items.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: items x items, row-major: in row i the probability of rank r + 1 in column r.
    """,
    "duel_model_superiority": """The probability that the true score of one item is higher than that of another: Phi((score i -
    score j) / standard error), or Student's distribution where the options ask for it (with the
    fewer degrees of freedom of the two scores). It is the posterior probability under a flat prior
    and the normal approximation of the likelihood, and equals 1 - p for the one-sided p-value p.
    With a bootstrap, standard errors are those of the replicates.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: items x items, row-major: in row i, column j that i is better than j. NaN on the
            diagonal, between components, and for a score that diverges.
    """,
    "duel_model_more_comparisons": """How many more comparisons a gap between two items needs, so that a two-sided test at the level
    finds it with the power.

    The standard error aimed at is |gap| / (z(1 - (1 - level) / 2) + z(power)), z the normal
    quantile: the chance of significance on the wrong side and the adjustment for many tests are
    left out. With the whole design the variance falls as one over the number of comparisons.
    Comparisons of the pair alone add to the information about its difference what one neutral
    comparison is expected to add at the estimated difference (by a judge of sensitivity one,
    without position, the tie threshold not taken as known): exact for the covariance from the
    information; a sandwich is taken to keep its ratio to it.

    Args:
        pairs: count x 2, row-major: zero-based items; Error.row names a bad row.
        count: number of pairs.
        gaps: None: the estimated differences; else count finite differences in the unit of the
            scores, whose signs do not matter. A gap of 0 needs infinitely many.
        power: probability of finding the gap, from 0.5 to less than 1; 0: 0.8.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: the table. Needs of the whole design are, of importance weights, in effective
            comparisons, as ModelFacts.comparisons.

    Columns:
        first: The first item.
        second: The second item.
        estimate: The estimated difference, first less second; missing between components. Unit:
            score.
        se: Its standard error. Unit: score.
        pair_comparisons: Comparisons of this pair still needed, not rounded; 0 where there are
            enough, infinite where a score diverges. Unit: comparisons.
        design_comparisons: Comparisons of the whole design still needed in the present proportions.
            Unit: comparisons.
    """,
    "duel_model_quasi_variances": """Quasi-variances of the scores (Firth and de Menezes 2004): the q that minimise the sum over
    pairs of (log(q_i + q_j) - log v_ij)^2, v_ij the variance of a difference. With them a reader
    can test any two items from one number each: sqrt(q_i + q_j) stands for the standard error. At
    least three items; one q may be negative, no sum of two is. Items whose differences are not
    known or have no variance are NotIdentifiedError.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: items quasi-variances.
    """,
    "duel_model_profile": """Profile-likelihood intervals, which follow the likelihood where it is skew or near the end of a
    range: few wins or losses, sensitivities near zero, thresholds near zero. An interval holds the
    values v with 2 (l - l(v)) <= c^2, where l(v) is the largest log-likelihood with the value held
    at v, and c the critical value. Under a sandwich or clustered covariance the left side is
    divided by the ratio of the value's two variances (Pace, Salvan and Sartori 2011), so that it is
    right where the model is not.

    An end is infinite where the likelihood never falls that far, as beyond a separated score (fit
    with accept); a sensitivity that must not be negative may end at 0. What is not estimated, such
    as a threshold without ties ("tie_limit"), is NaN. Intervals are "marginal" or "bonferroni".
    Each end takes some ten fits. UnsupportedError: "simultaneous", bias reduction, the geometric
    scale, "log_sensitivities", "win_rates", "shares" (the interval of a function that always rises
    is that function of the interval), "pair_thresholds"; and of a model with a spread all but
    thresholds.

    Args:
        quantity: "scores", "sensitivities", "positions", "effects", "thresholds",
            "threshold_offsets", "bad_thresholds" or "strengths".
        weights: count x n, row-major: contrasts of the n values. None, with count n: each value.
        count: number of contrasts, or of values.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Columns:
        contrast: Number of the contrast or function, from 0.
        estimate: Its value; missing if unidentified. Unit: that of the quantity.
        se: Its standard error. Unit: that of the quantity.
        lower: Lower end of its interval. Unit: that of the quantity.
        upper: Upper end of its interval. Unit: that of the quantity.
    """,
    "duel_model_function": """Any smooth functions of a quantity, with standard errors by the delta method (or, with a
    bootstrap, from the replicates) and intervals.

    Args:
        quantity: "scores", ...: functions of its values, as Estimate.values shows them under the
            options; or "parameters": functions of all parameters, which come in the order of
            Model.given (scores; sensitivities; V and U of each direction of disagreement; position
            effects; regression coefficients; slopes of sensitivities; roots of variances and Lambda
            of a spread; tie thresholds and their offsets; thresholds of both bad) and must not
            depend on the solver's identifiability constraint (differences of scores, not scores;
            else ArgumentError).
        function: called a few times; with a bootstrap once more for every replicate.
        count: number of functions.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        covariance: None, or count x count: receives the covariance of the functions.

    Columns:
        contrast: Number of the contrast or function, from 0.
        estimate: Its value; missing if unidentified. Unit: that of the quantity.
        se: Its standard error. Unit: that of the quantity.
        lower: Lower end of its interval. Unit: that of the quantity.
        upper: Upper end of its interval. Unit: that of the quantity.
    """,
    "duel_model_match_matrix": """How often the item of the row beats that of the column, or ties with it.

    Where ties count as halves, a tie is half a win and half a loss, and "tie" is UnsupportedError,
    as it is where ties are dropped, and "both_bad" unless that is an outcome. So are all but
    "predicted" for importance weights.

    Args:
        matrix: "predicted" (default, 0), "observed", "counts" or "expected".
        outcome: "left" (default, also 0): wins of the item of the row; "tie": ties, and "both_bad":
            both bad, symmetric matrices.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: items x items, row-major.
    """,
    "duel_model_influence_changes": """The change of the n values of a quantity without each context or judge, as in Model.influence.

    Args:
        quantity: "scores" ...
        by: "context", "judge" or "cluster" (clusters of the set, then contexts of those without
            one).

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: count x n, row-major, in the order of Model.influence: the value without the unit less
            the value.
    """,
    "duel_model_fragility": """How few votes (or judges, or contexts) would have to be left out, reversed or added before one
    item is no longer above another. Votes are ordered by their effect on the difference of the
    scores to first order (Broderick, Giordano and Meager 2011.14999); the prediction is the fewest
    whose sum exceeds the difference. Refits then find how many votes, taken in that order, put the
    other item strictly ahead. The number found suffices; a smaller one may, too: say "falls with k
    or fewer". Ridge and pseudo-comparisons, fixed scores and the treatment of ties stay as they
    are; a tie that counts as half is one vote. Whole votes only. Time of order parameters^2 + cells
    (beyond 600 parameters: a solution by iterations over the cells) and about ten fits for each
    claim.

    Args:
        pairs: count pairs of items, the first of each with the higher score (else DataError); None:
            all neighbours in the order of the scores, as with top none.
        count: number of pairs, or 0.

    Options:
        FragilityOptions: attack, by, top, cancel, progress, quantity, vote, winner, loser, renew.

    Gives:
        out: the table: a row for each claim; with top one row, of the pair that is overturned with
            the fewest. Pairs between components of the data are not identified; the number for
            equal scores is 0. UnsupportedError for importance weights, parameters that were given,
            and judges or contexts reversed or added; NotIdentifiedError where the model cannot be
            fitted again.

    Columns:
        first: The item with the higher score; missing where a sign is claimed.
        second: The other item.
        value: The number of the value whose sign is claimed, from 0; missing for scores.
        estimate: The difference of their scores, or the size of the value; missing where it is
            unidentified. Unit: score.
        z: That in standard errors, which many votes make large and few votes may still undo.
        predicted: How many changes turn it round to first order; missing where all are not enough.
            Unit: changes.
        confirmed: How many do by a fit without them, as few as were found; missing where it stands.
            Unit: changes.
        share: These as a share of all votes, judges or contexts.
        estimate_after: The difference after them. Unit: score.
        state: Whether the claim falls, stands, loses its fit before it falls, or is not identified.
            One of falls, stands, no_fit, not_identified.
        winner: Of added votes: who wins; missing unless votes are added.
        loser: Of added votes: who loses.
        judge: Of added votes: the judge, where the model tells judges apart.
    """,
    "duel_model_fragile_votes": """The votes whose change overturns each claim, in the order of the changes: the votes that
    Model.fragility leaves out, reverses or adds, with the votes of every judge or context that it
    leaves out. Votes that are alike to the model, of one pair with one outcome, are taken in the
    order of the cells of its set. The arguments are those of Model.fragility, and so is the time.

    Args:
        pairs: count pairs of items, the first of each with the higher score; None: all neighbours.
        count: number of pairs, or 0.

    Options:
        FragilityOptions: attack, by, top, cancel, progress, quantity, vote, winner, loser, renew.

    Gives:
        out: the table: of every claim that falls, or loses its fit, the votes that are changed; of
            others none. Errors are those of Model.fragility.

    Columns:
        claim: The claim: its row in the table of claims.
        context: The context of the votes; missing where they have none, or are added.
        judge: Their judge; missing for the anonymous judge, and in models without parameters of
            judges.
        left: The item on the left.
        right: The item on the right.
        outcome: Their answer; missing for votes that are added. One of left, right, tie, both_good,
            both_bad.
        outcome_after: Their answer after the change; missing for votes that are left out. One of
            left, right, tie, both_good, both_bad.
        comparisons: How many such votes are changed. Unit: comparisons.
    """,
    "duel_rankings_agreement": """Agreement of all pairs of rankings, such as those of several models. To cluster rankings, pass 1
    - result to tree_cluster.

    Args:
        scores: rankings x items, row-major: the scores of the same items in every ranking, the
            highest first; equal scores are tied. NaN for an item that a ranking does not have: two
            rankings are compared over the items that both have.
        rankings: number of rankings.
        items: number of items.
        measure: "kendall", ...
        k: for overlaps, 1 to items; else ignored.

    Gives:
        out: rankings x rankings, row-major, symmetric. Correlations lie between -1 and 1 and are
            NaN where fewer than two items are compared or all are tied in one of the two; overlaps
            lie between 0 and 1 and are NaN where fewer than k items are compared.
    """,
    "duel_model_distances": """Distances of all pairs of items of a model.

    Args:
        distance: "scores", "z" or "noise".

    Options:
        options: None: all defaults. unit multiplies differences of scores; scale says which judge
            has sensitivity one.
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: items x items, row-major, symmetric, zero on the diagonal. NaN between items of which
            the difference is not identified, such as those of different components; infinite where
            the difference diverges.
    """,
    "duel_map_kernel_pca": """Kernel principal components (Schoelkopf, Smola and Mueller 1998) of items, from dissimilarities
    d and the kernel exp(-gamma d^2), doubly centred. Time of order items^3.

    Args:
        dissimilarities: items x items, row-major: symmetric, finite, not negative, zero on the
            diagonal, such as those of Model.distances. A bad element is named, with its row by
            Error.row.
        items: number of items, at least 1.
        gamma: positive; 0: one over the median of d^2 over all pairs of different items (of an even
            number of pairs the mean of the middle two). A median of 0 is then ArgumentError.
        dimensions: number of axes, 1 to items.

    Gives:
        out: items x dimensions, row-major: eigenvectors, the largest eigenvalue first, each times
            the root of its eigenvalue; 0 on axes whose eigenvalue is not positive (the kernel of
            dissimilarities that are no Euclidean distances may have negative ones). The largest
            entry of each axis is positive.
        eigenvalues: None, or receives all eigenvalues, one for each item, the largest first.
        shares: None, or receives the share of each in the sum of their absolute values (of the
            variance, where none is negative).
        gamma_used: None, or receives the gamma that was taken.
    """,
    "duel_map_classical": """Classical multidimensional scaling (Torgerson 1952; principal coordinates): the eigenvectors of
    -1/2 of the squared dissimilarities, doubly centred. Exact for Euclidean distances in the given
    number of dimensions. Time of order items^3.

    Args:
        dissimilarities: items x items, as in map_kernel_pca.
        items: number of items, at least 1.
        dimensions: number of axes, 1 to items.

    Gives:
        out: items x dimensions, row-major, as in map_kernel_pca.
        eigenvalues: None, or receives all eigenvalues, one for each item, the largest first.
            Negative ones show how far the dissimilarities are from being Euclidean distances.
        shares: None, or receives the share of each in the sum of their absolute values (Mardia
            1978).
    """,
    "duel_map_smacof": """Metric multidimensional scaling by majorisation of the raw stress (SMACOF, de Leeuw and Heiser
    1980): a map whose distances are as near as possible to the dissimilarities, in least squares.
    Every start ends at a local optimum (or at the number of iterations); the best of them is taken,
    which need not be the best there is: on a line it seldom is.

    Args:
        dissimilarities: items x items, as in map_kernel_pca; elements of pairs with weight 0 are
            not read.
        weights: None: all 1; else items x items, row-major, symmetric, finite, not negative; 0 for
            a missing pair. The diagonal is not used. Items that no chain of positive weights
            connects are NotIdentifiedError.
        items: number of items, at least 1.
        dimensions: number of axes, 1 to items.

    Options:
        SmacofOptions: starts, iterations, tolerance, seed, threads, cancel, progress.

    Gives:
        out: items x dimensions, row-major: centred, turned to the principal axes, the longest
            first; the largest entry of each axis is positive.
    """,
    "duel_tree_cluster": """Agglomerative clusters of items from dissimilarities (Lance and Williams 1967), by the
    nearest-neighbour chain: time and memory of order items^2; with the optimal order of order
    items^3 at most, in time.

    Args:
        dissimilarities: items x items, row-major: symmetric, finite, not negative, zero on the
            diagonal, such as those of Model.distances, or 1 - those of rankings_agreement. A bad
            element is named, with its row by Error.row.
        items: number of items n, at least 1.
        linkage: "average", ...
        optimal: non-zero: the two sides of every merge are so exchanged that the sum of the
            dissimilarities of neighbouring leaves is least (Bar-Joseph, Gifford and Jaakkola 2001),
            the smaller of the two outermost leaves on the left. 0: the cluster with the smaller
            number is on the left.

    Gives:
        out: the table, the linkage matrix of SciPy.
        order: None, or receives n: the items from left to right.

    Columns:
        left_cluster: The cluster on the left: of n items 0 to n - 1 are the items, and n + t is the
            merge of row t.
        right_cluster: The cluster on the right.
        height: The dissimilarity of the two. Unit: dissimilarity.
        items: Items of both. Unit: items.
    """,
    "duel_tree_cut": """The clusters of items when a tree is cut.

    Args:
        left: items - 1 numbers each: columns left_cluster, right_cluster and height of
            tree_cluster; Error.row names a bad row.
        right: items - 1 numbers each: columns left_cluster, right_cluster and height of
            tree_cluster; Error.row names a bad row.
        heights: items - 1 numbers each: columns left_cluster, right_cluster and height of
            tree_cluster; Error.row names a bad row.
        items: number of items, at least 1.
        by: "number" or "height".
        value: the number of clusters, 1 to items, or the height.

    Gives:
        out: items numbers: the cluster of each, from 0 in the order of their first items.
    """,
    "duel_votes_confidence": """Stated confidence of judges against what was right, and of all votes together. The expected
    calibration error is that of Naeini, Cooper and Hauskrecht (2015); intervals have level 0.95.
    Labels of judges are their numbers.

    Args:
        judge: votes numbers: the judge of every vote, 0 to judges - 1.
        confidence: votes numbers from 0 to 1: how sure the judge said it was; NaN where it did not.
        correct: votes numbers: 1 where it was right, 0 where it was not (or a share, such as that
            of the other judges who said the same); NaN where it is unknown. Votes with a NaN are
            left out. A bad number is DataError with its row.
        votes: number of votes.
        judges: number of judges.
        bins: bins of equal width from 0 to 1; 0: 10.

    Columns:
        judge: The judge; missing in the last row, which is of all votes together.
        votes: Votes with a confidence whose correctness is known. Unit: votes.
        confidence: Mean confidence; missing, as all that follows, where there is no vote. Unit:
            share.
        correct: Share that was right. Unit: share.
        excess: Mean confidence less the share that was right; above zero: too sure. Unit: share.
        excess_lower: Lower end of its interval; missing, as the upper end, where there is but one
            vote. Unit: share.
        excess_upper: Upper end of its interval. Unit: share.
        brier: Brier score, the mean of (confidence - correct)^2.
        calibration_error: Expected calibration error: the mean distance of confidence and share
            over the bins, by votes. Unit: share.
        largest_error: The largest of these distances. Unit: share.
    """,
    "duel_votes_reliability": """Reliability diagrams of the stated confidence of judges, and of all votes together: how often
    judges were right where they said that they were so sure. Intervals are those of Wilson (1927),
    of level 0.95. Arguments are those of votes_confidence.

    Args:
        judge: votes numbers: the judge of every vote, 0 to judges - 1.
        confidence: votes numbers from 0 to 1; NaN: none was stated.
        correct: votes numbers from 0 to 1; NaN: unknown.
        votes: number of votes.
        judges: number of judges.
        bins: bins of equal width from 0 to 1; 0: 10.

    Columns:
        judge: The judge; missing in the last rows, which are of all votes together.
        bin: Number of the bin, from 0, the least sure.
        votes: Votes in the bin. Unit: votes.
        confidence: Their mean confidence; missing, as all that follows, where there is no vote.
            Unit: share.
        correct: Share of them that was right. Unit: share.
        lower: Lower end of the interval of that share. Unit: share.
        upper: Upper end of the interval of that share. Unit: share.
    """,
    "duel_rankings_effective": """How many judges the judges are worth.

    Args:
        scores: judges x items, row-major: what each judge thinks of the items, such as "strengths"
            of a model, or its residuals by judge and item (of what judges get wrong together). Rows
            that are constant or not all finite are left out. Under "sensitivity" all rows are in
            proportion, and worth one judge.
        judges: number of rows.
        items: number of columns.
        precisions: None, or one number for every judge, such as 1 / variance of what it says.
    """,
    "duel_matrix_bicluster": """Two-way clusters of a table, such as "strengths" of a model: rows and columns in an order in
    which neighbours are as near as can be (Bar-Joseph, Gifford and Jaakkola 2001), and their
    groups. The two sides are clustered each by itself, as tree_cluster does.

    Args:
        table: rows x columns, row-major, finite: DataError names a bad element, and its row or, of
            a constant column, that column.
        dissimilarity: "euclidean", or "correlation", for which no row and no column may be
            constant.
        linkage: "average", ...
        row_groups: groups of rows, 1 to rows; 0: 1.
        column_groups: groups of columns, 1 to columns; 0: 1.

    Gives:
        out: the table: rows in their order, then columns in theirs.

    Columns:
        side: Whether the line is a row or a column of the matrix. One of row, column.
        place: Its place in the order of its side, from 0.
        number: Its number in the matrix, from 0.
        group: Its group; groups of a side are numbered from 0 along the order.
    """,
    "duel_set_learning_curve": """Learning curve: how near the ranking of few votes of few judges comes to that of all. The model
    is fitted to all comparisons, and then again and again to a share of the votes of some judges,
    both drawn at random; scores of items that both fits rank are compared. Replicate r draws the
    same judges in the same order at every point of the curve, so that points differ by less than
    their scatter.

    A diagnostic that the accept of the fit options does not take makes a fit fail: it is counted as
    missing. Of disconnected data the largest component is ranked. A ridge keeps all fits.
    UnsupportedError for importance weights; for fewer than all judges where some comparisons have
    none.

    Args:
        shares: shares of the votes, above 0 and at most 1.
        judges: numbers of judges, 1 to the number of judges of the set, the anonymous one included;
            None: that number only.

    Options:
        options: None: all defaults. by: what is drawn as a whole; repeats: replicates of every
            point, 0: 10.
        ModelOptions: strength, position, tie_model, ties, both_bad, threshold, sign, covariance,
            accept, max_iterations, covariates, fixed_scores, ridge, pseudo, tolerance, max_bytes,
            cancel, progress, start, offsets, bias_reduction, threshold_offsets, tie_factors,
            tie_basis, tie_link, below_zero, tie_ridge, spread, spread_factors, spread_ridge,
            restarts, threads, seed, bad_threshold, rank, sensitivity_covariates, target,
            pair_floor, interactions, interaction_ridge.
        ValidationOptions: by, threads, folds, share, repeats, seed, cancel, progress.

    Gives:
        out: the table: the judges of the first share first.

    Columns:
        vote_share: Share of the votes. Unit: share.
        judges: Number of judges. Unit: judges.
        fits: Fits with an estimate. Unit: fits.
        comparisons: Mean number of comparisons over the fits; missing, as all that follows, without
            a fit. Unit: comparisons.
        items_ranked: Mean number of items that they rank. Unit: items.
        spearman: Mean of Spearman's correlation with the scores of all comparisons.
        spearman_sd: Its standard deviation; missing with but one fit.
        pearson: Mean of Pearson's correlation with the scores of all comparisons.
        pearson_sd: Its standard deviation; missing with but one fit.
    """,
    "duel_model_self_preference": """Self-preference: does a judge favour items of its own family (its maker, say) beyond what the
    model expects? Give every judge and item a family of its own for self-preference in the narrow
    sense.

    The numbers are of the judge's comparisons of an item of its family with one of another. A model
    with position effects separates a preference for a position from one for a family; one that has
    a factor for just this judge and these items, as "disagreement" may, leaves no residual
    preference (NaN). Errors are robust (squared residuals, summed by context where contexts repeat)
    and allow for the fit; UnsupportedError for importance weights.

    Args:
        item_families: one number for every item of the model; below zero: none.
        judge_families: one number for every judge of the model, the anonymous one last if there is
            one; below zero: none.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Columns:
        judge: The judge.
        comparisons: Its comparisons of an item of its family with one of another. Unit:
            comparisons.
        observed: Mean score of the items of its family in these, a tie being half a win; missing,
            as all that follows, where there are none.
        expected: The mean score that the model expects.
        excess: The observed less the expected mean score; above zero: the judge favours its own.
            Unit: share.
        excess_se: Its standard error. Unit: share.
        excess_lower: Lower end of its interval. Unit: share.
        excess_upper: Upper end of its interval. Unit: share.
        effect: The effect on z that would explain it, added where the own item is on the left and
            taken off where it is on the right, in one step from the fit; missing where the model
            leaves nothing of it free. Unit: score.
        effect_se: Its standard error. Unit: score.
        effect_lower: Lower end of its interval. Unit: score.
        effect_upper: Upper end of its interval. Unit: score.
    """,
    "duel_set_together": """Do judges err together? Correlations of the errors of any two judges on the same pair of items
    in the same context.

    An error is (y - p) / sqrt(p (1 - p)), y the score of the item with the lower id (1, 0, a tie of
    any kind 1/2) and p what the judge's own strengths and its own position effect expect, found
    from its votes alone with a normal prior of standard deviation 2 on each, and kept within .005
    and .995: neither taste nor position counts as an error. rho = sum e e' / sqrt(sum e^2 sum e'^2)
    over the pairs of votes that two judges share. Fisher's z of rho is drawn towards the mean of
    its kind (judges of one family, or not), the more the fewer pairs of votes there are, tau^2 /
    (tau^2 + 1 / N) of it being kept, tau the standard deviation between pairs of judges
    (DerSimonian and Laird 1986). Two judges with fewer than 4 pairs of votes have the mean of their
    kind.

    An exact copy gave the same answers as another on each of its units, at least copy_units of
    them. It is found first, and its votes are left out. Comparisons without a context are left out,
    too. UnsupportedError for importance weights, without contexts, with fewer than two judges, and
    with fewer than 50 pairs of votes.

    Args:
        families: None, or one number for every judge, the anonymous one last if there is one, such
            as its maker; below zero: none.

    Options:
        TogetherOptions: copy_units, near_copy, max_bytes, cancel, progress.

    Gives:
        out: the table: a row for any two judges, and for each copy one with its original. Its note
            names copies and near copies.

    Columns:
        first: The judge with the lower id.
        second: The other judge.
        shared: Pairs of a vote of the one and a vote of the other on the same pair of items in the
            same context. Unit: pairs of votes.
        rho: Correlation of their errors in these; missing where there are none. Unit: correlation.
        rho_shrunk: The same, drawn towards the mean of its kind the more, the fewer votes it rests
            on; not below zero. Unit: correlation.
        is_copy: Whether one is an exact copy of the other: each of its units, with the same
            answers. A copy has no row with others: it would be that of its original.
        is_near_copy: Whether one is as good as a copy of the other: exactly, or by a correlation
            above near_copy from at least 50 pairs of votes.
    """,
    "duel_set_worth": """How much does each judge add to the others? Its share of the weights with which a mean of all
    judges' votes on one unit errs least, and how much less the others are worth without it. A judge
    without a weight says nothing that others do not say.

    Correlations are those of Set.together, which says what families are and what is refused.

    Args:
        families: None, or one number for every judge; below zero: none.

    Options:
        TogetherOptions: copy_units, near_copy, max_bytes, cancel, progress.

    Gives:
        out: the table: a row for each judge.

    Columns:
        judge: The judge.
        best_weight: Its share of the weights with which a mean of all judges errs least; missing
            where it has no vote in a context. Unit: share.
        worth: How much less the others are worth without it, at their best weights; zero for a
            copy. Unit: judges.
        copy_of: The judge of which it is an exact copy; missing for all others.
    """,
    "duel_set_families": """How much is a second judge of the same maker worth? For each family with at least two judges
    that are no copies, the correlations of their errors and the number of judges without common
    errors that they are worth.

    Correlations are those of Set.together, which says what is refused; standard errors are those of
    Set.effective.

    Args:
        families: one number for every judge, such as its maker; below zero: none. None: no
            families, and no rows.

    Options:
        TogetherOptions: copy_units, near_copy, max_bytes, cancel, progress.

    Gives:
        out: the table: a row for each family, by number.

    Columns:
        family: The family.
        judges: Its judges, copies left out. Unit: judges.
        mean_rho: Mean of the shrunken correlations of the errors of any two of them. Unit:
            correlation.
        least_rho: The least of these. Unit: correlation.
        largest_rho: The largest of these. Unit: correlation.
        worth_equal: The number of judges without common errors that they are worth with equal
            weights. Unit: judges.
        worth_equal_se: Its standard error. Unit: judges.
        worth_best: The same with the weights that are best. Unit: judges.
        worth_best_se: Its standard error. Unit: judges.
        second_worth: The worth of a second judge of the family as a share of that of the first: (1
            - rho) / (1 + rho) at the mean. Unit: share.
    """,
    "duel_set_effective": """How many judges are the judges worth on one unit? Judges without common errors are worth one
    each; copies are worth one together.

    Correlations are those of Set.together, which says what families are and what is refused.
    Standard errors are the first order of the jackknife over contexts, or over clusters where
    comparisons have some (the infinitesimal jackknife, Jaeckel 1972), with the judges' own
    strengths as they are; NaN where there is but one. They are somewhat small where contexts are
    few: on 80 contexts with twenty judges .23 and .30, where leaving out each context and computing
    all anew gives .26 and .36.

    Args:
        families: None, or one number for every judge; below zero: none.

    Options:
        TogetherOptions: copy_units, near_copy, max_bytes, cancel, progress.
    """,
    "duel_gars_new": """Makes an estimate without contexts.

    Options:
        GarsOptions: items, categories, first, second, pairs, clusters, floor, functionals,
            variants, temperature, rankings, field_weights, threshold, group_names, second_order,
            second_order_basis.
    """,
    "duel_gars_free": """Frees an estimate. None is fine.""",
    "duel_gars_add": """Adds contexts: all, or none where one is refused. Error.row then names the context, or the label
    where a label is to blame.

    Args:
        contexts: mu and whatever the functionals need. Probabilities that are negative, NaN or do
            not sum to one, a propensity of 0 or less of a labelled pair, labels out of range or of
            an item against itself, and repeated labels are DataError.
    """,
    "duel_gars_run": """Adds contexts whose probabilities a function writes, 10 MB of them at a time, so that they need
    not fit in memory. All contexts of the call are added, or none: call it for parts of them to
    keep what was done before a failure.

    Args:
        contexts: as in Gars.add, without mu. With fold, where scores are corrected to the second
            order, the probabilities of all contexts are kept until the end, n x K x K x C doubles.
        mu: writes probabilities, called for all contexts in order. If it returns another number
            than 0, this is DataError with the number in the message, and the first context of its
            call as the row.
    """,
    "duel_gars_psi": """The influence values psi of contexts, for a bootstrap or computations of one's own; the scores
    do not change.

    Args:
        contexts: as in Gars.add; with fold, psi of scores that are corrected to the second order
            has their correction.

    Gives:
        psi: n x values (Gars.values of functional -1), row-major: the values of all functionals,
            one after the other.
        plugin: None, or n x values: F(mu), without the correction.
    """,
    "duel_gars_weights": """The variance of a functional that labels of every pair would add, times their propensity: W_jk =
    trace(Q J_jk V_jk J_jk'), J the derivative of F in mu_jk and V the covariance of the label. What
    policies spend a budget by. Labels, clusters and propensities of the contexts are ignored.

    Args:
        functional: number of the functional among those of the options, from 0. "efficient" and
            "efficient_order" have no weights: UnsupportedError.
        contexts: length, mu with strides, and judge where the functionals need one.
        q: None: the identity (A-optimality); else values x values, row-major and symmetric.

    Gives:
        out: n x K x K, row-major, 0 on the diagonal; with unordered pairs of the folded derivative,
            above the diagonal.
    """,
    "duel_gars_model_mu": """The probabilities of a context by a fitted model, for use as mu: the parametric and the
    nonparametric side meet in the same scores. Fit the model to other labels than those that
    correct it (Set.split).

    Args:
        model: of the same items in the same order; without ties for two categories, for three with
            or without; else UnsupportedError.
        judge: id of a judge of the model, or -1: one of sensitivity one, as in Model.predict.
        context: id of a context of the model's data, or of options->contexts, where covariates need
            it; -1: none.

    Options:
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: K x K x C, row-major, zero for an item against itself.
    """,
    "duel_gars_save": """Saves an estimate to bytes, versioned and checksummed: the wire format between shards. Call with
    out None and capacity 0 for the length.

    Gives:
        length: the number of bytes.
    """,
    "duel_gars_load": """Loads a saved estimate. Bytes that are damaged or truncated are FormatError.""",
    "duel_gars_own": """Gives the function of a score of one's own: before contexts are added, and again after
    Gars.load, as bytes have its name alone. Both functions and user must live until the estimate is
    freed, and bear being called by as many threads as use the estimate at once.

    A score must be twice differentiable in mu, with bounded second derivatives where probabilities
    are above the floor. At eight of the first contexts that are added it is tried: DataError if it
    is not finite, not the same twice, if the derivative that is given differs from differences, or
    if its derivative jumps nearby (a maximum, a rank or a count). Kinks elsewhere are not seen. A
    score has no weights for policies: UnsupportedError.

    Args:
        functional: number of the functional, which is "own".
        name: names the score in messages and in saved bytes; estimates are merged where names are
            the same.
        score: computes values.
        slope: None: derivatives are those of differences (five calls for the values of a context,
            in two calls of the function, and an error of about 2e-8); else computes them.
    """,
    "duel_gars_values": """The number of values of a functional: K, for Kemeny the number of rankings.

    Args:
        functional: number of the functional among those of the options, from 0; -1: all together.

    Gives:
        values: that number.
    """,
    "duel_gars_ellipsoid": """A test of all values of a functional at once, n delta' Sigma^-1 delta with delta the estimate
    less null: values inside the confidence ellipsoid have a large p-value. Where the sum of the
    values does not depend on the data (all but Borda with unequal weights, some forms of Copeland,
    Kemeny and miscalibration) Sigma is singular and the test is on the complement, with one degree
    of freedom less.

    Args:
        functional: number of the functional, from 0.
        estimator: "debiased" or "plugin".
        null: values to test against.

    Options:
        options: None, or as in Gars.estimate.
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.
    """,
    "duel_influence_equality": """The same test for any two estimates of the same contexts, from their influence values (estimates
    for each context whose mean they are), such as those of a parametric model and of Gars.psi.

    Args:
        contexts: number of contexts, at least 1.
        values: number of values of either estimate, at least 1.
        first: contexts x values, row-major.
        second: contexts x values, row-major.
        clusters: None, or the cluster of every context.
        sum_is_constant: non-zero: the values of both sum to the same in every context.

    Options:
        options: None, or as in Gars.estimate.
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.
    """,
    "duel_gars_selection": """How selective answers would have to be to turn claims that one item is above another. Labels are
    those that people chose to give; whether they did may depend on what they would have said, by a
    factor gamma. For every claim the table has the least gamma at which the difference may be nil
    (turns), and at which the lower end of its interval is (uncertain). Neighbours on boards turn at
    factors as small as 1.05 to 1.5.

    Bounds are sharp for Borda, "against", "field", Kemeny in its centred form and Bradley-Terry
    projections where the weights of every category sum to one; other scores are UnsupportedError.

    Args:
        contexts: as in Gars.add, with mu, such as those that were added: nothing is added. The
            propensity of a label is that with which it was recorded: drawn and answered. Threads
            share the claims.
        functional: number of the functional among those of the options, from 0.

    Options:
        SelectionOptions: selection_model, answered, level, claims.

    Gives:
        out: the table: a row for each claim.

    Columns:
        above: The item that is above.
        below: The item that is below.
        difference: The difference without selection. Unit: that of the functional.
        se: Its standard error. Unit: that of the functional.
        turns: The least factor at which the difference may be nil: 1 where it is not above zero
            anyway, infinite where no factor is enough. Unit: odds ratio.
        uncertain: The least factor at which the lower end of its interval is nil, as for turns.
            Unit: odds ratio.
    """,
    "duel_gars_bounds": """The bounds of all values of a functional where answering may depend on the answer by given
    factors, with an interval that holds the whole range: what Gars.selection looks for, at factors
    of one's choice.

    Args:
        contexts: as in Gars.selection.
        functional: as in Gars.selection.
        gamma: factors, at least 1; infinite: nothing is assumed of those that did not answer.

    Options:
        options: None: all defaults; without claims.
        SelectionOptions: selection_model, answered, level, claims.

    Gives:
        out: the table: a row for each factor and value.

    Columns:
        gamma: The factor by which the odds of answering may depend on the answer.
        item: The item, or the number of the value.
        least: The least value. Unit: that of the functional.
        least_se: Its standard error. Unit: that of the functional.
        largest: The largest value. Unit: that of the functional.
        largest_se: Its standard error. Unit: that of the functional.
        lower: Lower end of an interval that holds all values between the two. Unit: that of the
            functional.
        upper: Its upper end. Unit: that of the functional.
    """,
    "duel_estimate_contrasts": """Linear contrasts L theta of the values, with standard errors and intervals.

    Args:
        weights: contrasts x values, row-major: the rows of L.
        contrasts: number of contrasts.

    Gives:
        out: the table: a row for each contrast.

    Columns:
        contrast: Number of the contrast or function, from 0.
        estimate: Its value; missing if unidentified. Unit: that of the quantity.
        se: Its standard error. Unit: that of the quantity.
        lower: Lower end of its interval. Unit: that of the quantity.
        upper: Upper end of its interval. Unit: that of the quantity.
    """,
    "duel_estimate_contrast_covariance": """The covariance of linear contrasts, L Sigma L'.

    Args:
        weights: contrasts x values, row-major: the rows of L.
        contrasts: number of contrasts.

    Gives:
        out: contrasts x contrasts.
    """,
    "duel_estimate_tests": """Two-sided tests of linear contrasts, L theta = null, adjusted for their number. Statistics and
    p-values are as in Estimate.pairs; intervals follow the adjustment, and are of L theta, not of
    its difference from null. With "anytime" the statistic is the logarithm of the e-value, as in
    Estimate.e_values, and "single_step", which is of one look, is UnsupportedError.

    Args:
        weights: contrasts x values, row-major: the rows of L.
        contrasts: number of contrasts.

    Options:
        TestOptions: adjustment, null.

    Gives:
        out: the table: a row for each contrast.

    Columns:
        contrast: Number of the contrast, from 0.
        estimate: The contrast; missing if unidentified. Unit: that of the quantity.
        se: Its standard error. Unit: that of the quantity.
        lower: Lower end of its adjusted interval. Unit: that of the quantity.
        upper: Upper end of its adjusted interval. Unit: that of the quantity.
        null_value: The value it is tested against. Unit: that of the quantity.
        statistic: The estimate less null, over its standard error, or the logarithm of an e-value
            at all looks; missing where there is no test.
        p: The two-sided p-value of the test alone. Unit: probability.
        p_adjusted: The p-value, adjusted for the family of tests. Unit: probability.
    """,
    "duel_estimate_e_values": """Evidence that linear contrasts L theta differ from null, which holds at all looks at growing
    data: stop when one likes. The e-value is the likelihood ratio of the estimate at a mixture of
    truths, normal about null with standard deviation mixture (of the options of the estimate), to
    null: log E = z^2 r / (2 (1 + r)) - log(1 + r) / 2, z the difference from null over its standard
    error s, r = mixture^2 / s^2. It exceeds 1 / alpha at some look with probability alpha or less
    where null holds, as the smallest p-value of all looks falls below alpha. The one-sided e-value
    has the upper half of the mixture. The intervals of the estimate are ignored; what "anytime"
    refuses is UnsupportedError. For many contrasts adjust the logarithms: p_adjust, "e_holm" or
    "e_bh".

    Args:
        weights: contrasts x values, row-major: the rows of L.
        contrasts: number of contrasts.
        null: None: all are tested against zero; else a finite value for each contrast.

    Gives:
        out: the table: a row for each contrast.

    Columns:
        contrast: Number of the contrast, from 0.
        estimate: The contrast; missing if unidentified. Unit: that of the quantity.
        se: Its standard error. Unit: that of the quantity.
        null_value: The value it is tested against. Unit: that of the quantity.
        log_e: Logarithm of the e-value against being equal to it; 0, which says nothing, where
            there is no test.
        log_e_larger: Logarithm of the e-value against being equal to it or smaller.
        p: The p-value that holds at all looks, 1 over the first e-value. Unit: probability.
    """,
    "duel_estimate_covariance": """The covariance of the values. For "sensitivities" it is that of gamma itself. NaN between scores
    or strengths of different components, each of which has its own zero. Of functionals it is that
    of psi over contexts (with clusters of its sums over clusters), divisor n, over n.

    Gives:
        out: values x values, row-major.
    """,
    "duel_estimate_free": """Free an estimate. None is ignored.""",
    "duel_estimate_new": """An estimate of values that somebody else estimated. Every question answers that needs no model:
    values, contrasts, pairs, tests, ranks, rank sets, groups, tiers, the winner; those at all looks
    where units are given.

    Without only_differences values are levels with a zero of their own, such as accuracies:
    normalisation, unit and origin are then UnsupportedError. With it, a covariance V and V + a 1' +
    1 a' mean the same.

    A covariance that no data can have is DataError, with the contrast that would have a negative
    variance: that is what becomes of leaving out missing scores pair by pair. What rounding to
    three digits explains is replaced by the nearest correlations with the same errors, and the
    notes of tables say by how much errors of differences change (no error by more than a tenth). A
    value without an error is not identified and has no rank.

    Args:
        given: the values. They are copied.

    Options:
        options: None: all defaults. They are copied. covariance, correction and bootstrap belong to
            fitted models.
        InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
            reference_judge, weights, level, unit, origin, seed, draws, ignore_position, threads,
            cancel, progress, correction, quantiles, contexts, bootstrap, bootstrap_interval,
            errors, mixture, error_draws.

    Gives:
        out: the estimate.
    """,
    "duel_ballots_new": """Make empty ballots.

    Gives:
        out: the ballots; the caller frees them with Ballots.free.
    """,
    "duel_ballots_free": """Free ballots. None is ignored. Models of them live on.""",
    "duel_ballots_append": """Append ballots: all of them or, at the first invalid row, none. An item shown twice, a ballot
    that comes in two calls, that puts nothing first or ties more than 3 items is DataError with the
    row.

    Args:
        rows: the rows, as columns.
    """,
    "duel_ballots_covariate": """Set a covariate of the items as they were shown, such as the length of an answer: a number of
    every row, in the order in which rows were appended. Within a ballot only its differences
    matter. One of the same name is replaced. Another number of values than there are rows is
    SizeError, one that is not finite DataError with the row.

    Args:
        name: UTF-8, not empty. @param values finite numbers. @param value_count how many: as many
            as there are rows.
    """,
    "duel_ranking_free": """Free a model of ballots. None is ignored. Its estimates live on.""",
    "duel_board_new": """Make an empty board.

    Gives:
        out: the board; the caller frees it with Board.free.
    """,
    "duel_board_free": """Free a board. None is ignored. Estimates of it live on.""",
    "duel_board_append": """Append rows of scores: all of them or, at the first invalid one, none. A score that is infinite,
    a task in two groups or with two weights are DataError with the row. A score that is missing
    says that the item and the task are there. Append in batches: a call costs as much as the board
    has tasks.

    Args:
        rows: the rows, as columns.
    """,
    "duel_estimate_gate": """A verdict about a candidate against a baseline: pass, fail, or not enough data, read off one
    interval of the candidate less the baseline, which is that of the options of the estimate. With
    an interval [L, U] the candidate is better where L > 0, better by the margin where L > margin,
    not worse where L > -margin, equal where margin > 0, L > -margin and U < margin, worse where U <
    0. "better" passes where L > margin and fails where U < margin, "not_worse" passes where L >
    -margin and fails where U < -margin, "equal" passes where the two are equal and fails where L >
    margin or U < -margin. So a pass is wrong with probability (1 - level) / 2 at most (with level
    .9 that is two one-sided tests at .05), and the words never contradict each other. Where less is
    better, better means lower; estimate, lower and upper are as the values are.

    Of two items of a board whose tasks are each solved or not, and which differ on fewer than 50 of
    them, the interval is Tango's (1998), and better and worse need McNemar's exact test, too.

    A verdict holds at one look. To look again as units come in, take "anytime" for the estimate.

    Gives:
        out: the table of one row.

    Columns:
        candidate: The candidate.
        baseline: The item that the candidate is compared with.
        want: The question. One of better, not_worse, equal.
        margin: The difference that matters. Unit: that of the quantity.
        verdict: Whether it is as is wanted; not_enough: the data do not tell. One of pass, fail,
            not_enough.
        estimate: The candidate less the baseline; missing if unidentified. Unit: that of the
            quantity.
        se: Its standard error. Unit: that of the quantity.
        lower: Lower end of the interval that all is read off. Unit: that of the quantity.
        upper: Its upper end. Unit: that of the quantity.
        is_better: Whether the candidate is better.
        is_better_by_margin: Whether it is better by more than the margin.
        is_not_worse: Whether it is not worse by the margin or more.
        is_equal: Whether the two are equal within the margin.
        is_worse: Whether it is worse.
        is_worse_by_margin: Whether it is worse by more than the margin.
        units: Independent units behind the interval; missing where not known. Unit: units.
        units_needed: More units like these that would pass with a power of .8 at the present
            difference; infinite where no number does, missing where the verdict is not open. Unit:
            units.
        p: One-sided p-value of what is wanted against its being false; missing at all looks. Unit:
            probability.
        log_e: Logarithm of the e-value of what is wanted, which holds at all looks; missing at one
            look.
        sentence: The answer in words.
    """,
    "duel_estimate_claims": """Judges claims about the order of items, all jointly: a claim is supported where its p-value is
    at most (1 - level) / count, refuted where the p-value of its contrary is, else open. Of a claim
    and its contrary one is true, so that any of the words is false with probability 1 - level at
    most. Claims may come from anywhere if not from these data; of the item that leads say
    is_chosen.

    p-values are one-sided, by the distribution of the estimate: of "top" k times the (m - k)-th
    smallest of those that the item is above each other (a partial conjunction, Benjamini and Heller
    2008), of an order and of groups the largest.

    Args:
        claims: count claims.

    Gives:
        out: the table: a row for each claim.

    Columns:
        claim: Number of the claim, from 0.
        state: Whether it is supported or refuted, jointly with all others at the level of the
            estimate; else open. One of open, supported, refuted.
        p_supported: The p-value against the claim's being false; missing where a difference is not
            known. Unit: probability.
        p_refuted: The p-value against its being true. Unit: probability.
        estimate: The difference, of a claim about one, as more is better; else missing. Unit: that
            of the quantity.
        at_least: The difference is at least this, jointly with all other claims. Unit: that of the
            quantity.
    """,
    "duel_estimate_rank_probabilities": """Probabilities of ranks, as Model.rank_probabilities, of any estimate.

    Gives:
        out: values x values, row-major: in row i the probability of rank r + 1 in column r.
    """,
    "duel_estimate_superiority": """The probability that one item is truly better than another, as Model.superiority, of any
    estimate.

    Gives:
        out: values x values, row-major: in row i, column j that i is better than j. NaN on the
            diagonal, and for a value that is not known.
    """,
    "duel_estimate_quasi_variances": """Quasi-variances, as Model.quasi_variances, of any estimate.

    Gives:
        out: values quasi-variances.
    """,
    "duel_estimate_winner": """The value of the item that came first: the best of many is overrated by its own estimate. The
    interval and the median-unbiased estimate hold for the true score of the item with the largest
    estimate, whichever that is: the hybrid of Andrews, Kitagawa and McCloskey (2024), by the
    distribution of the estimate given that it came first, within the simultaneous interval of all
    items at a tenth of the error. Near a tie the median lies well below the estimate, which the
    interval may even exclude: a small lead is weak evidence.

    It allows for the choice among the items of the question: not for items left out before, nor for
    a model chosen for its winner. For the best of a few variants name these. Of scores, with the
    normalisation and the unit of the options, or of the values of one functional; the normal
    distribution, with draws for the simultaneous interval where there is no formula. With few
    clusters, Student's distribution and Bonferroni's simultaneous interval. This is an
    approximation: of 5 to 40 equal items with 6 to 100 clusters the 95 % interval misses on 2 to 6
    % of boards. NotIdentifiedError where an item has no finite variance, UnsupportedError where the
    winner has no error (the reference item) and for intervals at all looks.

    Args:
        items: the items it is chosen from; None: all.
        rank: the rank that the item has among them; 0: 1, the winner.
    """,
    "duel_estimate_rank_sets": """Ranks that items may have (Mogstad, Romano, Shaikh and Wilhelm 2024): narrower than the
    simultaneous ranges of Estimate.ranks: for one item, for one side, or by a step-down procedure.
    Item j is significantly better than i where the difference of their estimates in standard errors
    exceeds the quantile of the largest such difference over the comparisons that are asked for,
    from draws by the seed of the options. True ties: an item may have any rank of its tie, and the
    sets hold all of them. Of scores, or of the values of one functional. Pairs without a standard
    error are never decided.

    With top, is_top marks a set of items that contains, at the level, all items truly among the
    first top ranks, and is_bottom one for the last; both are simultaneous over all items and step
    down, whatever the other options.

    Args:
        items: the items whose ranks, among all, are asked for; None: all.

    Options:
        options: None: all at once, both ends, in steps.
        RankSetOptions: side, one_by_one, single_step, top.

    Gives:
        out: the table: a row for each item that is asked for. UnsupportedError for intervals at all
            looks.

    Columns:
        item: The item.
        rank: Rank, 1 is best; equal values share the mean; missing where it is not known. Unit:
            rank.
        rank_best: The best rank that it may have; 1 where that is not asked for. Unit: rank.
        rank_worst: The worst rank that it may have; the number of items where that is not asked
            for. Unit: rank.
        is_top: Whether it may be among the first; missing where that is not asked.
        is_bottom: Whether it may be among the last; missing where that is not asked.
        told_apart: Items that are significantly better or significantly worse. Unit: items.
    """,
    "duel_estimate_judge_ranks": """Ranks that items may have by each of some judges, all at once: Estimate.rank_sets judge by
    judge, each of K judges at level^(1/K), which together are at least as sure as the level (the
    Gaussian correlation inequality, Royen 2014); of one side at 1 - (1 - level) / K. Steps down
    stay within a judge.

    Args:
        judges: numbers of judges, each once; None: all.

    Options:
        options: None: all items at once, both ends, in steps.
        RankSetOptions: side, one_by_one, single_step, top.

    Gives:
        out: the table: all items by the first judge, then by the next. By a judge whose votes leave
            its strengths open every item may have any rank; if it is the only one that is asked
            for, it is NotIdentifiedError.

    Columns:
        judge: The judge.
        item: The item.
        rank: Rank by the judge's strengths, 1 is best; equal ones share the mean; missing where it
            is not known. Unit: rank.
        rank_best: The best rank that it may have. Unit: rank.
        rank_worst: The worst. Unit: rank.
        is_top: Whether it may be among the first ranks that were asked for; missing if none were.
        is_bottom: Whether it may be among the last ranks that were asked for; missing if none were.
        told_apart: Items significantly better or worse. Unit: items.
    """,
    "duel_estimate_reversals": """Pairs of items that judges have in another order than the consensus. That a judge has i above j
    and the consensus j above i has the larger of the two one-sided p-values; Holm's adjustment is
    over all pairs of all judges that are asked for. An order that follows the position rather than
    the items looks like a reversal: see the warning position_followers of Model.warnings.

    Args:
        judges: numbers of judges, each once; None: all.

    Gives:
        out: the table: the pairs (0, 1), (0, 2), ... by the first judge, then by the next.

    Columns:
        judge: The judge.
        first: The first item.
        second: The second item.
        estimate: The judge's strength of the first less that of the second; missing if
            unidentified. Unit: that of the quantity.
        consensus: The same by the consensus. Unit: score.
        p: The larger of two one-sided p-values: of the judge's order, and of the opposite order of
            the consensus. Unit: probability.
        p_adjusted: The p-value, adjusted for the family of tests. Unit: probability.
    """,
    "duel_estimate_unanimous": """Pairs of items that all of some judges have in the same order, and how many judges have each
    order. That all have i above j has the largest one-sided p-value of a judge, with no adjustment
    for judges; Holm's adjustment is over both orders of all pairs, since the data choose the order.
    Numbers of judges are those whose one-sided p-values Holm's adjustment over judges leaves at 1 -
    level or less: at least this many, for each pair and order by itself.

    Args:
        judges: numbers of judges, each once; None: all.

    Gives:
        out: the table: a row for each pair, the item first that more speaks for.

    Columns:
        first: The item that all judges have above the second, if they agree.
        second: The other.
        p: The largest one-sided p-value of a judge having the first above the second. Unit:
            probability.
        p_adjusted: The p-value, adjusted for the family of tests. Unit: probability.
        judges_first: At the level at least this many judges have the first above the second. Unit:
            judges.
        judges_second: At the level at least this many have the second above the first. Unit:
            judges.
    """,
    "duel_monitor_new": """Makes a monitor, which keeps what has been established of all pairs of items, at all looks
    together: the largest e-value of each pair, the intersection of its intervals, and the order
    once it is decided. Look as often as you like, and stop when MonitorFacts.open is 0, or when
    what you want to claim is decided.

    Options:
        MonitorOptions: design, exact, alpha, mixture, max_items.
    """,
    "duel_monitor_free": """Frees a monitor. None is fine.""",
    "duel_monitor_save": """Saves a monitor to bytes, versioned and checksummed, to go on after the next data. Call with out
    None and capacity 0 for the length.

    Gives:
        length: the number of bytes.
    """,
    "duel_monitor_load": """Loads a saved monitor. Bytes that are damaged or truncated are FormatError.""",
    "duel_nuisance_fit": """Learns from labels.

    Args:
        contexts: length (n), the columns of the labels (context, first, second, category), cluster
            if there are clusters (integers that are not negative; else each context is one),
            threads, cancel, progress. mu, judge and propensities must be None; propensity and
            weight are ignored. Several labels of a pair all count. Contexts without labels may be
            among them and are predicted. A bad label is named by Error.row; no labels at all are
            DataError.

    Options:
        options: items, categories, features and how to learn.
        NuisanceOptions: items, categories, pairs, learner, propensities, folds, ridge, seed,
            features, predictions, feature_ridge.
    """,
    "duel_nuisance_free": """Frees learners. None is fine.""",
    "duel_nuisance_folds": """The fold of every context that was learnt from: its probabilities are by fits to the labels of
    other folds. What GarsContexts wants as fold for the second-order correction.

    Gives:
        out: n integers from 0.
    """,
    "duel_nuisance_predict": """Cross-fitted probabilities of contexts that were learnt from (labelled or not).

    Args:
        first: zero-based number of the first context.
        count: number of contexts.

    Gives:
        mu: count x K x K x C, row-major: item shown first, item shown second, category; 0 for an
            item against itself. With "unordered" mirrored pairs agree exactly.
    """,
    "duel_nuisance_propensities": """Cross-fitted propensities of contexts that were learnt from; UnsupportedError with "known".

    Args:
        first: zero-based number of the first context.
        count: number of contexts.

    Gives:
        out: count x K x K, row-major, 0 for an item against itself; with "unordered" the
            probability of the pair in both places.
    """,
    "duel_nuisance_mu": """Nuisance.predict as a duel_gars_mu_fn: Gars.run(gars, contexts, Nuisance.mu, nuisance) estimates
    scores with the probabilities that were learnt from the same contexts, in the same order. What
    is estimated must have the same numbers of items and categories, which this function cannot see:
    learners of more would write beyond mu.
    """,
    "duel_gars_learn": """Learns the probabilities of contexts from their labels, in several random splits into folds, and
    adds the contexts, with scores that are not linear corrected to the second order: the estimate
    is the mean of those of the splits, and its covariance the mean of theirs. All contexts are
    added, or none. A split costs a call of Nuisance.fit and, for a label, about the square of the
    number of functions of the basis.

    Args:
        contexts: as in Gars.add, without mu; fold and features are those of the learners.
        splits: number of splits, at most 100; 0: three where scores are corrected, else one, and
            then more are ArgumentError.

    Options:
        options: how to learn, as in Nuisance.fit, of the same items, categories and pairs.
            Propensities are those of the labels. The seeds of the splits are seed, seed + 1, ...
        NuisanceOptions: items, categories, pairs, learner, propensities, folds, ridge, seed,
            features, predictions, feature_ridge.
    """,
    "duel_policy_choose": """A policy that spends a budget so that the sum of the variances of the scores becomes as small as
    can be: propensities sqrt(W / (lambda c)), held between the floor and 1 ("independent"; Frauen
    and others, theorem 6.2, with the cases it leaves out), or sqrt(W / (lambda c + nu)) with nu
    such that those of a context sum to no more than 1 ("one_pair"). lambda is exact. Gains over
    uniform propensities are modest: 4 % to 31 % in the source's own example.

    Args:
        weights: contexts x pairs, row-major, finite and not negative, such as those of Gars.weights
            with K K pairs; a context with a bad one is named by Error.row. Pairs of weight 0 stay
            at the floor.
        contexts: number of contexts, at least 1.
        pairs: number of pairs of a context, at least 1.
        costs: None: all 1; else the cost of each pair, finite. A pair of cost 0 is not on offer:
            its weight is ignored and its propensity is 0. With K K pairs, and None, an item would
            be compared with itself: give 0 on the diagonal, and below it where pairs are unordered.

    Options:
        options: floor, budget and drawing. A budget below the cost of the floor is ArgumentError.
        PolicyOptions: drawing, threads, floor, budget, mix, cancel, progress.

    Gives:
        propensities: contexts x pairs.
        nu: None, or receives one number for each context: its nu, 0 with "independent", NaN where
            the floors sum to 1.
    """,
    "duel_policy_apply": """The policy of a multiplier that is known, for contexts that come in parts: propensities as by
    policy_choose with this lambda. Budgets are read only to mix.

    Args:
        weights: contexts x pairs, as in policy_choose; further arguments as there.
        costs: None, or as in policy_choose.
        lambda: 0 to infinity, such as that of policy_lambda.

    Options:
        PolicyOptions: drawing, threads, floor, budget, mix, cancel, progress.

    Gives:
        nu: None, or as in policy_choose.
        info: None, or as in policy_choose.
    """,
    "duel_policy_histogram": """Adds contexts to a histogram, from which policy_lambda finds the multiplier of a budget when
    weights do not fit in memory. Add the histograms of shards element by element, in any system.

    Args:
        weights: contexts x pairs, as in policy_choose; all parts must have the same pairs and
            costs.
        costs: None, or as in policy_choose.

    Gives:
        histogram: HISTOGRAM_LENGTH doubles, all 0 at first.
    """,
    "duel_policy_lambda": """The multiplier that spends a budget on the contexts of a histogram, for independent draws. The
    error of the spend is about 1e-5 of the budget: policy_apply with this lambda gives the exact
    spend. If at most one pair of a context may be labelled, what is spent on a pair depends on the
    other pairs, which a histogram of single pairs does not hold. Then take lambda of policy_choose
    on a random part of the contexts that fits in memory, and policy_apply on all; or, exactly, pass
    over the parts with policy_apply and several lambdas: the spend falls as lambda grows.

    Args:
        histogram: HISTOGRAM_LENGTH doubles of policy_histogram, or the sum of several.

    Options:
        options: floor and budget.
        PolicyOptions: drawing, threads, floor, budget, mix, cancel, progress.
    """,
    "duel_policy_outcome": """Results of any propensities: spend, and the variance that labels add, with that of the uniform
    policy that spends as much. For planning, and to compare policies.

    Args:
        weights: contexts x pairs, as in policy_choose.
        costs: None, or as in policy_choose.
        propensities: contexts x pairs, each 0 to 1.
    """,
    "duel_policy_draw": """Draws the pairs to be labelled. Every context has a stream of random numbers of its own,
    numbered first_context + its row: parts of the contexts draw what the whole would, in any order.

    Args:
        propensities: contexts x pairs, each 0 to 1; with "one_pair" those of a context sum to 1 at
            most. A context with a bad one is named by Error.row.
        drawing: "independent" or "one_pair".
        seed: same seed, same draws. Take another one for every round of labels.
        first_context: number of the first context among all.

    Gives:
        out: contexts x pairs: 1 for a pair that is to be labelled, else 0.
    """,
    "duel_gars_d_optimal": """The D-optimal policy for a functional: the determinant of the covariance of its values, off
    their constant directions, becomes as small as can be; every pair is drawn independently. Each
    step is an A-optimal policy for weights by the inverse of the last covariance, which never
    raises the determinant and ends at the optimum; some twenty steps are usual. Labels of a context
    are taken to be independent given the context.

    Args:
        functional: number of the functional, from 0, of those that need no judge.
        mu: contexts x K x K x C, row-major: probabilities, as in Gars.add.
        contexts: number of contexts.
        costs: None: all 1; else K x K. An item against itself is not on offer, nor the lower half
            where pairs are unordered, whatever is given there.

    Options:
        options: floor, budget; mix is applied at the end.
        PolicyOptions: drawing, threads, floor, budget, mix, cancel, progress.

    Gives:
        propensities: contexts x K x K.
        covariance: None, or receives values x values: n times the covariance of the estimates that
            is expected of the policy (before it is mixed).
    """,
    "duel_model_given": """A model at given parameters instead of fitted ones: to predict and simulate from a truth, to
    plan a study, to test a hypothesis that is known beforehand. Its covariances are those that the
    comparisons of the set would give if the parameters are true, and NaN where they would not
    determine them; ModelFacts.stop is "given".

    Args:
        parameters: in the order of "parameters", items and judges by their ids in the set: items
            scores (and that of the extra item, with pseudo); sensitivities of the judges, unless
            strength is pooled; of each direction of a disagreement a number V of every item (and
            the extra one), then a number U of every judge, which need not be in the form that
            "disagreement" is read out in and are brought to it; position effects, one or judges;
            regression coefficients; of each sensitivity covariate the slopes of the judges; of a
            spread with k factors the roots of the variances, items of them, then items x k
            coordinates Lambda, row-major; tie thresholds, with models of ties: one, items, or items
            x tie_factors, row-major; their offsets by judge; thresholds of both bad, one or items,
            where that is an outcome. Finite.

    Options:
        options: the choices of the model, without what belongs to fitting; None: all defaults.
        ModelOptions: strength, position, tie_model, ties, both_bad, threshold, sign, covariance,
            accept, max_iterations, covariates, fixed_scores, ridge, pseudo, tolerance, max_bytes,
            cancel, progress, start, offsets, bias_reduction, threshold_offsets, tie_factors,
            tie_basis, tie_link, below_zero, tie_ridge, spread, spread_factors, spread_ridge,
            restarts, threads, seed, bad_threshold, rank, sensitivity_covariates, target,
            pair_floor, interactions, interaction_ridge.
    """,
    "duel_counts_sprt": """The sequential probability ratio test of a candidate against another, valid however often it is
    evaluated, which stops when it is clear whether the candidate is better.

    The counts are of independent units (one pair of items in a context), from the worst for the
    candidate to the best: 3 of single comparisons (loss, tie, win), or 5 of pairs of comparisons in
    both orders, by the sum of the two results (0, 1/2, 1, 3/2, 2). The ratio is the generalised
    one: the probabilities of all results are fitted under each hypothesis by maximum likelihood, in
    "normalized" by a fixed point (Van den Bergh, "support MLE" and "normalized Elo", as fishtest
    and fastchess compute it); a count of zero stands as 0.001. Wald's bounds are approximate, on
    the cautious side, and the ratio needs some tens of units to follow its distribution. It is no
    e-value, and no interval of a fixed number of units holds after it has stopped.

    Args:
        counts: count counts, finite and not negative, not all zero (else ArgumentError).
        count: 3 or 5.

    Options:
        options: elo1 has no default: not None. ArgumentError unless elo0 < elo1 and alpha + beta <
            1. NumericError where the fixed point does not settle, or no results are as good as
            that.
        SprtOptions: elo0, elo1, alpha, beta, elo_scale.
    """,
    "duel_counts_paired": """Two items on the same tasks, each of which they solved or not: exact tests on the tasks on which
    they differ, an interval, and e-values that hold at all looks from the first task on. No
    approximation but that of the interval and of score_z.

    With b tasks that only the first solved, c only the second, k = b + c, X is binomial with k
    trials of probability 1/2 under "where they differ either is as likely" (McNemar). The interval
    is Tango's (1998), which covers at 20 tasks as well. The e-values are those of Jeffreys'
    mixture, log E = k log 2 + log B(b + 1/2, c + 1/2) - log pi and log E+ = log E + log 2 + log
    I_1/2(c + 1/2, b + 1/2), I the regularised incomplete beta function. Tasks are taken as
    independent: where they come in groups see differences_exact.

    Args:
        only_first: tasks that the first solved and the second did not.
        only_second: tasks that the second solved and the first did not.
        tasks: all tasks, at least 1. ArgumentError, with the name and the number, for a count that
            is negative, not whole, not a number, above 1e12, or where more tasks differ than there
            are.

    Options:
        PairedOptions: want, level, margin.
    """,
    "duel_differences_exact": """Differences of two items on the same units, exactly: p-values by flips of their signs, and of
    scores within bounds an e-value and an interval that hold at all looks and assume no
    distribution.

    The p-values are exact if the difference of every unit is as likely to be d as -d, whatever its
    size: up to 20 differences that are not 0 by all patterns of signs, beyond by draws, with the
    data counted as one. On differences of 0/1 they are McNemar's (counts_paired). The units are
    what is independent: tasks, or, where tasks come in groups that are a sample (repositories,
    competitions), the sum of the differences of each group for p, its mean for the interval of the
    mean over groups.

    The e-value bets on differences d over the width of the bounds, within [-1, 1]: against a mean
    of at most mu, E = mean over j of prod (1 + l_j (d - mu)), l_j = (j - 1/2) / 64 / (1 + mu), j =
    1 to 64 (Waudby-Smith and Ramdas 2024). The order of units does not matter. E falls in mu; lower
    is the mu where E = 2 / (1 - level), upper that of the differences with their signs reversed.

    Args:
        differences: count differences, the first item less the second; 0 where they are alike. NaN
            is refused with its row: leave out units without a difference, or give what a missing
            score means.
        count: at least 1.

    Options:
        options: None: all defaults. DataError, with the row, for a difference that scores within
            the bounds cannot have; ArgumentError for bounds in the wrong order, and for a margin
            without bounds.
        ExactOptions: want, level, margin, lower_bound, upper_bound, draws, seed, cancel, progress.
    """,
    "duel_plan_units": """How many tasks a comparison of two items needs, before there are data, or the difference that a
    number of tasks would find. After a fit of paired comparisons Model.more_comparisons says how
    many more are needed, and Estimate.gate after any estimate.

    The test is the one that Estimate.gate reads off the interval of the mean difference of n units,
    by Student's distribution with n - 1 degrees of freedom. "better" and "not_worse": the fewest n
    with P(T > t) >= power, t the quantile of the level and T noncentral with ncp = (effect -
    threshold) sqrt(n) / sd, threshold margin or -margin; exact where differences are normal.
    "equal", with s = sd / sqrt(n): Phi((margin - effect) / s - t) + Phi((margin + effect) / s - t)
    - 1, which neglects that sd is estimated. At all looks: Phi(ncp - k), k the half-width in errors
    of "anytime" at mixture.

    Options:
        options: not None. ArgumentError, with the name and the value, unless one of sd, win and
            lose, between and within is given; for an effect that is not as is wanted, which no
            number of units shows; where more than 1e12 units are needed.
        PlanOptions: want, of_votes, effect, margin, level, power, sd, win, lose, between, within,
            runs, group_size, icc, units, mixture.
    """,
    "duel_matrix_chart": """A drawing of a matrix of numbers as SVG: a text that stands alone, as a file or within a page,
    and follows the reader's screen in light or dark. It grows with what it shows, so that 3 rows
    and 200 are legible. The same numbers give the same text; where things stand in it is not
    stable.

    NaN leaves its place empty. An interval that would dwarf all others ends in an arrow at the edge
    of its plot.

    Args:
        table: rows times columns numbers, row by row.
        rows: 1 to 1000.
        columns: 1 to 1000; of points 2, of a tree 3.

    Options:
        ChartOptions: chart, logarithmic, equal_axes, arrows, downward, title, note, axis, labels,
            names, sides, lower, upper, groups, group_names, limits, positions, least, most.

    Gives:
        out: None, or receives the text, which ends with a NUL.
        length: the bytes of the text, its NUL among them.
    """,
}
