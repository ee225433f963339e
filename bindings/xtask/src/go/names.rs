//! Names of C as Go has them, and those where the rule does not say it.

use crate::description::{Constant, Enumeration, Function, Interface, Item};
use crate::text::camel as camel_of;

/// Enumerations that Go calls otherwise: the name in C without `duel_`, the type, and what its constants begin with.
const ENUMERATIONS: [(&str, &str, &str); 52] = [
    ("status", "Code", "Err"),
    ("outcome", "Outcome", ""),
    ("kind", "Kind", ""),
    ("by", "Unit", "By"),
    ("strength", "Strength", ""),
    ("tie_model", "OutcomeLaw", ""),
    ("both_bad", "BothBadRule", "BothBad"),
    ("bad_threshold", "BadThreshold", "Bad"),
    ("offsets", "TieOffsets", "Offsets"),
    ("basis", "TieBasis", "Basis"),
    ("link", "TieLink", "Link"),
    ("sign", "Sign", "Sensitivity"),
    ("covariance", "CovarianceKind", "Covariance"),
    ("bias", "BiasReduction", "Bias"),
    ("fit_problem", "FitOutcome", "Fit"),
    ("quantity", "Quantity", ""),
    ("intervals", "Intervals", ""),
    ("bootstrap_interval", "BootstrapInterval", "Interval"),
    ("consensus", "ConsensusKind", "Consensus"),
    ("weights", "ReplicateWeights", "Weights"),
    ("adjustment", "Adjustment", "Adjust"),
    ("family", "Family", ""),
    ("outcome_space", "OutcomeSpace", "Space"),
    ("test", "NestedTest", "Test"),
    ("matrix", "MatrixKind", "Matrix"),
    ("vuong_penalty", "VuongPenalty", "Vuong"),
    ("agreement", "AgreementMeasure", "Agreement"),
    ("cut", "CutBy", "Cut"),
    ("tiering", "TiersBy", "Tiers"),
    ("alpha", "AlphaMetric", "Alpha"),
    ("verdict", "Verdict", "Judge"),
    ("functional", "GARSFunctional", "GARS"),
    ("log_odds", "GARSVariant", "GARS"),
    ("centrality", "GARSVariant", "GARS"),
    ("copeland", "GARSVariant", "GARS"),
    ("kemeny", "GARSVariant", "GARS"),
    ("miscalibration", "GARSVariant", "GARS"),
    ("restricted", "GARSVariant", "GARS"),
    ("pairs", "GARSPairs", "GARS"),
    ("clusters", "GARSClusters", "GARS"),
    ("estimator", "GARSEstimate", "GARS"),
    ("orders", "GARSOrders", "GARS"),
    ("propensity", "PropensityLearner", "Propensity"),
    ("drawing", "PolicyDrawing", "Policy"),
    ("policy_status", "PolicyStatus", "Policy"),
    ("criterion", "NextCriterion", "Next"),
    ("elo_scale", "EloScale", "Elo"),
    ("chart", "ChartKind", "Chart"),
    // Shown by their labels, in tables only.
    ("type", "", ""),
    ("refers", "", ""),
    ("warning", "", ""),
    ("departure", "", ""),
];

/// Constants that Go calls otherwise; "" where it has none.
const CONSTANTS: [(&str, &str); 7] = [
    ("DUEL_OK", ""),
    ("DUEL_KIND_CLUSTER", "ClusterKind"),
    ("DUEL_BOOTSTRAP_BCA", "IntervalBCa"),
    ("DUEL_ADJUST_E_BH", "AdjustEBH"),
    ("DUEL_ORDERS_BOTH", "GARSBothOrders"),
    ("DUEL_ORDERS_ONE", "GARSOneOrder"),
    ("DUEL_ORDERS_UNKNOWN", "GARSUnknownOrder"),
];

/// Structs of facts that Go calls otherwise than Info, behind the object that they are about, or by their own name.
const FACTS: [(&str, &str); 8] = [
    ("model", "Info"),
    ("set", "SetFacts"),
    ("wald", "ChiSquare"),
    ("policy", "PolicyInfo"),
    ("smacof", "SmacofInfo"),
    ("validation", "ValidationFacts"),
    ("quasi", "QuasiFacts"),
    ("effective", "EffectiveFacts"),
];

/// Methods that Go calls otherwise than the function.
const METHODS: [(&str, &str); 4] = [
    ("duel_model_adjacent", "AdjacentDifferences"),
    ("duel_model_next", "NextComparisons"),
    ("duel_bootstrap_info", "Facts"),
    ("duel_model_sensitivities", "SensitivityCurves"),
];

/// Words that stand in fields of facts, as Go writes them.
const WORDS: [(&str, &str); 13] = [
    ("se", "StandardError"),
    ("sd", "StandardDeviation"),
    ("df", "DF"),
    ("kl", "KL"),
    ("js", "JS"),
    ("mae", "MAE"),
    ("nll", "NLL"),
    ("rmse", "RMSE"),
    ("aic", "AIC"),
    ("aicc", "AICc"),
    ("bic", "BIC"),
    ("caic", "CAIC"),
    ("id", "ID"),
];

fn listed<'a>(list: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    list.iter().find(|(of, _)| *of == name).map(|(_, go)| *go)
}

/// "rank_sets" as RankSets; initials that Go writes in capitals.
pub fn camel(name: &str) -> String {
    camel_of(name, &["se", "df", "id", "ok", "cr1", "cr2", "aic", "bic", "gars"])
}

/// The names of rows and their columns: "gars_pairs" is GarsPairs there.
pub fn column(name: &str) -> String {
    camel_of(name, &["se", "df", "id"])
}

/// "null_count" as nullCount, a parameter.
pub fn parameter(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default();
    let name = first.to_string() + &words.map(|word| camel_of(word, &["id"])).collect::<String>();
    match name.as_str() {
        "range" | "type" | "func" | "map" | "var" | "go" | "select" => name + "_",
        _ => name,
    }
}

/// The type of an enumeration and what its constants begin with; none where Go shows only its labels.
pub fn enumeration(name: &str) -> Option<(String, String)> {
    let short = name.trim_start_matches("duel_");
    match ENUMERATIONS.iter().find(|(of, ..)| *of == short) {
        Some((_, "", _)) => None,
        Some((_, kind, prefix)) => Some(((*kind).to_string(), (*prefix).to_string())),
        None => Some((camel(short), camel(short))),
    }
}

/// Whether several enumerations are one type, which is declared by hand.
pub fn is_shared(kind: &str) -> bool {
    ENUMERATIONS.iter().filter(|(_, of, _)| *of == kind).count() > 1
}

/// The name of a constant; none where Go has none.
pub fn constant(of: &Enumeration, value: &Constant) -> Option<String> {
    let (_, prefix) = enumeration(&of.name)?;
    match listed(&CONSTANTS, &value.name) {
        Some("") => None,
        Some(name) => Some(name.to_string()),
        None => Some(prefix + &camel(&of.label(value))),
    }
}

/// The name of a struct of options.
pub fn options(name: &str) -> String {
    match name {
        "duel_model_options" => "Options".to_string(),
        _ => camel(name),
    }
}

/// The name of a field of options.
pub fn option(name: &str) -> String {
    if name == "tie_model" {
        "Outcome".to_string()
    } else {
        camel(name)
    }
}

/// The name of a struct of facts.
pub fn facts(interface: &Interface, name: &str) -> String {
    let short = name.trim_start_matches("duel_").trim_end_matches("_facts");
    let is_object = matches!(interface.find(&format!("duel_{short}")), Some(Item::Opaque(..)));
    let is_choice = matches!(interface.find(&format!("duel_{short}")), Some(Item::Enumeration(..)));
    match listed(&FACTS, short) {
        Some(name) => name.to_string(),
        None if is_object => camel(short) + "Info",
        // Its type has the name already.
        None if is_choice => camel(short) + "Facts",
        None => camel(short),
    }
}

/// The name of a field of facts.
pub fn fact(name: &str) -> String {
    let word = |word| listed(&WORDS, word).map_or_else(|| camel(word), str::to_string);
    match name {
        "problems" => "Outcome".to_string(),
        "tie_model" => "OutcomeLaw".to_string(),
        "to" | "p" | "from" => camel(name),
        _ => name.split('_').map(word).collect(),
    }
}

/// An object: its type, the letter of its receiver, and its method of a function.
pub fn method(function: &Function) -> Option<(&'static str, &'static str, String)> {
    let objects = [
        ("duel_set", "Set", "s"),
        ("duel_model", "Model", "m"),
        ("duel_bootstrap", "Bootstrap", "b"),
        ("duel_estimate", "Estimates", "e"),
        ("duel_gars", "GARS", "g"),
        ("duel_monitor", "Monitor", "m"),
        ("duel_board", "Board", "b"),
        ("duel_ballots", "Ballots", "b"),
        ("duel_ranking", "Ranking", "r"),
        ("duel_nuisance", "Nuisance", "n"),
    ];
    let noun = function.parameters.first()?.kind.mentions()?;
    let (of, kind, receiver) = objects.into_iter().find(|(of, ..)| *of == noun)?;
    let short = function.name.strip_prefix(of)?.strip_prefix('_')?;
    let name = listed(&METHODS, &function.name).map_or_else(|| camel(short), str::to_string);
    Some((kind, receiver, name))
}

/// The number of a field's or a parameter's bytes that hold 0 or 1 are a bool, an enumeration is its type.
pub fn scalar(named: Option<&str>, is_truth: bool, scalar: &str) -> String {
    match (named.and_then(enumeration), scalar) {
        (Some((kind, _)), _) => kind,
        _ if is_truth => "bool".to_string(),
        (None, "double") => "float64".to_string(),
        (None, "uint64_t") => "uint64".to_string(),
        (None, "int64_t") => "int64".to_string(),
        (None, _) => "int".to_string(),
    }
}
