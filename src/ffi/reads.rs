//! Which fields each function reads of the options that several functions take. The generator of the interface reads
//! this file, too: the header and duel.json say what is said here.

/// The fields of one option struct that one function reads.
pub struct Reads {
    /// The function.
    pub function: &'static str,
    /// The struct.
    pub options: &'static str,
    /// Which fields.
    pub fields: Which,
}

/// Some of the fields of a struct.
pub enum Which {
    /// Those of these groups.
    Only(&'static [&'static [&'static str]]),
    /// All fields but these.
    AllBut(&'static [&'static str]),
}

/// How the work is done, whatever is computed.
const RUN: &[&str] = &["threads", "cancel", "progress", "user"];
/// The source of a standard error.
const ERRORS: &[&str] = &["covariance", "correction", "bootstrap"];
/// Whether standard errors are sampled, and how.
const SAMPLED: &[&str] = &["errors", "error_draws", "seed"];
/// The distribution of an estimate in units of its error.
const QUANTILES: &[&str] = &["quantiles"];
/// Intervals, each by itself or all at once.
const TOGETHER: &[&str] = &["quantiles", "level", "intervals", "seed", "draws"];
/// Statements that hold at all looks.
const LOOKS: &[&str] = &["mixture"];
/// How replicates become intervals.
const REPLICATES: &[&str] = &["bootstrap_interval"];
/// The zero of scores.
const ZERO: &[&str] = &["normalisation", "reference_item", "weights", "weight_count"];
/// The unit of differences of scores.
const UNIT: &[&str] = &["scale", "reference_judge", "unit"];
/// Terms that are added to scores.
const ORIGIN: &[&str] = &["origin"];
/// The judge of sensitivity one.
const SCALE: &[&str] = &["scale", "reference_judge"];
/// The values that are predicted.
const PREDICTED: &[&str] = &["ignore_position", "contexts"];
/// Seed of a simulation whose size is an argument.
const SEED: &[&str] = &["seed"];
/// Level of an interval, or of a test, by itself.
const LEVEL: &[&str] = &["level"];
/// Covariance of a test.
const COVARIANCE: &[&str] = &["covariance", "correction"];
/// Parts that belong to a covariance of clusters.
const CLUSTERS: &[&str] = &["correction"];

/// Settings that a fit beside other options takes from these: callbacks, and where to start.
const ASKED_BESIDE: &[&str] = &["cancel", "progress", "user", "start"];

const fn inference(function: &'static str, groups: &'static [&'static [&'static str]]) -> Reads {
    Reads { function, options: "duel_inference_options", fields: Which::Only(groups) }
}

const fn fit(function: &'static str, fields: Which) -> Reads {
    Reads { function, options: "duel_model_options", fields }
}

const fn validation(function: &'static str, fields: Which) -> Reads {
    Reads { function, options: "duel_validation_options", fields }
}

const fn policy(function: &'static str, fields: Which) -> Reads {
    Reads { function, options: "duel_policy_options", fields }
}

/// Every function, and every struct of options that it shares with others.
pub const READS: &[Reads] = &[
    inference("duel_model_scores", &[ERRORS, SAMPLED, TOGETHER, LOOKS, REPLICATES, ZERO, UNIT, ORIGIN, RUN]),
    inference("duel_model_effective_comparisons", &[ERRORS, RUN]),
    inference("duel_model_predict", &[ERRORS, TOGETHER, LOOKS, REPLICATES, SCALE, PREDICTED, RUN]),
    inference("duel_model_sensitivities", &[ERRORS, TOGETHER, LOOKS, REPLICATES, SCALE, RUN]),
    inference("duel_model_consensus", &[ERRORS, TOGETHER, REPLICATES, RUN]),
    inference("duel_bootstrap_get", &[ZERO, UNIT, ORIGIN, RUN]),
    inference("duel_model_rank_probabilities", &[ERRORS, &["errors"], SEED, &["draws"], RUN]),
    inference("duel_model_rank_summary", &[ERRORS, &["errors"], LEVEL, SEED, &["draws"], RUN]),
    inference("duel_model_superiority", &[ERRORS, QUANTILES, RUN]),
    inference("duel_model_compact_letters", &[ERRORS, TOGETHER, LOOKS, RUN]),
    inference("duel_model_more_comparisons", &[ERRORS, LEVEL, UNIT, RUN]),
    inference("duel_model_quasi_variances", &[ERRORS, UNIT, RUN]),
    inference(
        "duel_model_profile",
        &[COVARIANCE, QUANTILES, &["level", "intervals"], ZERO, UNIT, ORIGIN, RUN],
    ),
    inference("duel_model_function", &[ERRORS, TOGETHER, LOOKS, REPLICATES, ZERO, UNIT, ORIGIN, RUN]),
    inference("duel_model_compare", &[COVARIANCE, RUN]),
    inference("duel_model_triads", &[SEED, RUN]),
    inference("duel_model_goodness", &[SEED, RUN]),
    inference("duel_model_residuals", &[RUN]),
    inference("duel_model_match_matrix", &[RUN]),
    inference("duel_model_vuong", &[RUN]),
    inference("duel_model_influence", &[RUN]),
    inference("duel_model_influence_changes", &[ZERO, UNIT, RUN]),
    inference("duel_model_adjacent", &[ERRORS, TOGETHER, UNIT, RUN]),
    inference("duel_model_distances", &[UNIT, RUN]),
    inference("duel_model_tiers", &[ERRORS, TOGETHER, UNIT, RUN]),
    inference("duel_model_equivalence", &[ERRORS, TOGETHER, UNIT, RUN]),
    Reads { function: "duel_nuisance_fit", options: "duel_nuisance_options", fields: Which::AllBut(&[]) },
    Reads {
        function: "duel_gars_learn",
        options: "duel_nuisance_options",
        fields: Which::AllBut(&["propensities"]),
    },
    Reads {
        function: "duel_estimate_rank_sets",
        options: "duel_rank_set_options",
        fields: Which::AllBut(&[]),
    },
    Reads {
        function: "duel_estimate_judge_ranks",
        options: "duel_rank_set_options",
        fields: Which::AllBut(&[]),
    },
    Reads { function: "duel_set_together", options: "duel_together_options", fields: Which::AllBut(&[]) },
    Reads { function: "duel_set_worth", options: "duel_together_options", fields: Which::AllBut(&[]) },
    Reads { function: "duel_set_families", options: "duel_together_options", fields: Which::AllBut(&[]) },
    Reads { function: "duel_set_effective", options: "duel_together_options", fields: Which::AllBut(&[]) },
    Reads { function: "duel_model_fragility", options: "duel_fragility_options", fields: Which::AllBut(&[]) },
    Reads {
        function: "duel_model_fragile_votes",
        options: "duel_fragility_options",
        fields: Which::AllBut(&[]),
    },
    inference("duel_model_self_preference", &[LEVEL, RUN]),
    inference("duel_model_judges", &[ERRORS, TOGETHER, REPLICATES, RUN]),
    inference(
        "duel_model_estimate",
        &[ERRORS, SAMPLED, TOGETHER, LOOKS, REPLICATES, ZERO, UNIT, ORIGIN, RUN],
    ),
    inference("duel_model_average", &[COVARIANCE, SAMPLED, TOGETHER, ZERO, UNIT, ORIGIN, RUN]),
    inference("duel_gars_model_mu", &[SCALE, PREDICTED, RUN]),
    inference("duel_estimate_new", &[TOGETHER, LOOKS, ZERO, &["unit"], ORIGIN, RUN]),
    inference("duel_board_estimate", &[CLUSTERS, TOGETHER, LOOKS, RUN]),
    inference("duel_ranking_estimate", &[COVARIANCE, TOGETHER, LOOKS, RUN]),
    inference("duel_ranking_scores", &[COVARIANCE, TOGETHER, RUN]),
    inference("duel_ranking_effects", &[COVARIANCE, TOGETHER, RUN]),
    inference("duel_gars_estimate", &[CLUSTERS, TOGETHER, LOOKS, RUN]),
    inference("duel_gars_group_estimate", &[CLUSTERS, TOGETHER, LOOKS, RUN]),
    inference("duel_gars_differences", &[CLUSTERS, TOGETHER, LOOKS, RUN]),
    inference("duel_gars_ellipsoid", &[CLUSTERS, RUN]),
    inference("duel_gars_equality", &[CLUSTERS, RUN]),
    inference("duel_influence_equality", &[CLUSTERS, RUN]),
    fit("duel_model_fit", Which::AllBut(&[])),
    fit(
        "duel_model_given",
        Which::AllBut(&[
            "accept",
            "max_iterations",
            "tolerance",
            "restarts",
            "threads",
            "seed",
            "start",
            "cancel",
            "progress",
            "user",
        ]),
    ),
    fit("duel_set_cross_validate", Which::AllBut(ASKED_BESIDE)),
    fit("duel_set_learning_curve", Which::AllBut(ASKED_BESIDE)),
    fit("duel_set_leave_one_judge_out", Which::AllBut(&["start"])),
    fit("duel_set_select_rank", Which::AllBut(&["strength", "rank", "start"])),
    fit(
        "duel_set_judge_scores",
        Which::Only(&[&["ties", "both_bad", "ridge", "pseudo", "cancel", "progress", "user"]]),
    ),
    validation("duel_set_cross_validate", Which::AllBut(&[])),
    validation("duel_set_learning_curve", Which::AllBut(&["folds", "share"])),
    validation("duel_set_select_rank", Which::AllBut(&["cancel", "progress", "user"])),
    Reads { function: "duel_gars_selection", options: "duel_selection_options", fields: Which::AllBut(&[]) },
    Reads {
        function: "duel_gars_bounds",
        options: "duel_selection_options",
        fields: Which::AllBut(&["claims", "claim_count"]),
    },
    policy("duel_policy_choose", Which::AllBut(&[])),
    policy("duel_policy_apply", Which::AllBut(&[])),
    policy("duel_policy_lambda", Which::AllBut(&["drawing", "mix"])),
    policy("duel_gars_d_optimal", Which::AllBut(&["drawing"])),
];

/// The options that a function reads; None: it takes no such struct, or shares it with no other.
pub fn reads(function: &str, options: &str) -> Option<&'static Which> {
    READS.iter().find(|row| row.function == function && row.options == options).map(|row| &row.fields)
}

impl Which {
    /// Whether a field is one of them.
    pub fn has(&self, field: &str) -> bool {
        match self {
            Which::Only(groups) => groups.iter().any(|group| group.contains(&field)),
            Which::AllBut(others) => !others.contains(&field),
        }
    }
}
