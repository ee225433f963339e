//! Choix, evalica, arena-rank and leaderbot: the cases of `peers.json` that come from them, and the
//! independent solutions (`exact`) that accompany these and the cases of R packages.

use crate::support::*;
use duel::comparisons::Set;
use duel::inference::CovarianceKind;
use duel::model::{Model, Normalisation, Quantity, Scale, Specification};
use duel::outcome::Outcome;
use duel::Error;
use serde_json::Value;

/// The references say "to 1e-12"; the solver stops when no predictor changes by 1e-8.
const EXACT: Within = absolute(1e-6);

pub fn zero_sum(covariance: CovarianceKind) -> duel::inference::Options {
    options(covariance, Normalisation::Sum, Scale::Arithmetic)
}

/// The set of a case: rows of i, j, wins of i, wins of j, ties.
pub fn paired(case: &Value) -> Set {
    let cells: Vec<Cell> = rows(&case["pairs"])
        .iter()
        .map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], r[4]))
        .collect();
    set_of(&cells)
}

pub fn with(outcome: Outcome) -> Specification {
    Specification { outcome, ..Specification::default() }
}

fn scores(model: &Model) -> Vec<f64> {
    table(model, Quantity::Scores, &zero_sum(CovarianceKind::Expected)).0
}

/// Ties as halves: scores, likelihood, plain and sandwich standard errors.
pub fn check_halves(what: &str, set: &Set, exact: &Value) {
    let model = fitted(set, &Specification::default());
    near(&format!("{what}: nll"), -model.facts.log_likelihood, number(&exact["nll"]), relative(1e-9));
    for (kind, name) in [
        (CovarianceKind::Expected, "se_sum0"),
        (CovarianceKind::Observed, "se_sum0"),
        (CovarianceKind::Sandwich, "sandwich_se_sum0"),
        (CovarianceKind::SandwichExpected, "sandwich_se_sum0"),
    ] {
        let (found, errors) = table(&model, Quantity::Scores, &zero_sum(kind));
        all_near(&format!("{what}: scores"), &found, &numbers(&exact["log_strength_sum0"]), EXACT);
        all_near(&format!("{what}: {name}"), &errors, &numbers(&exact[name]), EXACT);
    }
}

/// An outcome model with a tie threshold: scores, threshold, likelihood.
pub fn check_ties(what: &str, set: &Set, outcome: Outcome, exact: &Value) {
    let model = fitted(set, &with(outcome));
    let threshold = if outcome == Outcome::Davidson { "log_nu" } else { "eta" };
    near(&format!("{what}: nll"), -model.facts.log_likelihood, number(&exact["nll"]), relative(1e-9));
    all_near(&format!("{what}: scores"), &scores(&model), &numbers(&exact["log_strength_sum0"]), EXACT);
    let (found, _) = table(&model, Quantity::Thresholds, &zero_sum(CovarianceKind::Expected));
    all_near(&format!("{what}: {threshold}"), &found, &[number(&exact[threshold])], EXACT);
}

fn logarithms(values: &Value) -> Vec<f64> {
    let logs: Vec<f64> = numbers(values).iter().map(|v| v.ln()).collect();
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    logs.iter().map(|l| l - mean).collect()
}

#[test]
fn choix() {
    let reference = reference("peers.json");
    for name in ["choix/pairwise-1", "choix/pairwise-2"] {
        let case = &reference[name];
        let set = paired(case);
        check_halves(name, &set, &case["exact"]);
        let tolerance = Within {
            absolute: number(&case["tolerance"]["atol"]),
            relative: number(&case["tolerance"]["rtol"]),
        };
        let found = scores(&fitted(&set, &Specification::default()));
        all_near(name, &found, &numbers(&case["published"]["ml"]), tolerance);
        for method in ["ilsr", "mm", "opt_newton"] {
            all_near(method, &found, &numbers(&case["verified"][method]), tolerance);
        }
    }
}

/// Their penalty is alpha times the sum of squares, ours half the ridge times it: alpha .5 is ridge 1.
#[test]
fn choix_with_a_ridge() {
    let case = &reference("peers.json")["choix/8-random-ridge"];
    let set = paired(case);
    let error = refused(&set, &Specification::default());
    assert!(matches!(error, Error::NotIdentified(_)), "{error:?}");
    assert!(error.to_string().contains("\"7\""), "{error}");
    let model = fitted(&set, &Specification { ridge: 1.0, ..Specification::default() });
    let found = scores(&model);
    all_near("map", &found, &numbers(&case["exact"]["log_strength"]), EXACT);
    all_near("map", &found, &numbers(&case["published"]["map"]), absolute(1e-4));
    let penalty = 0.5 * found.iter().map(|s| s * s).sum::<f64>();
    near("objective", model.facts.objective, penalty - model.facts.log_likelihood, absolute(1e-10));
}

#[test]
fn evalica() {
    let reference = reference("peers.json");
    for name in ["evalica/simple", "evalica/food"] {
        let case = &reference[name];
        let set = paired(case);
        check_halves(name, &set, &case["exact"]["bt"]);
        check_ties(name, &set, Outcome::Davidson, &case["exact"]["davidson"]);
        let tolerance = relative(number(&case["tolerance"]["rtol"]));
        let found = scores(&fitted(&set, &Specification::default()));
        let sum: f64 = found.iter().map(|s| s.exp()).sum();
        let shares: Vec<f64> = found.iter().map(|s| s.exp() / sum).collect();
        all_near(name, &shares, &numbers(&case["published"]["bradley_terry"]), tolerance);
        all_near(name, &shares, &numbers(&case["exact"]["bt_probability_scale"]), EXACT);
        // "newman" are Davidson strengths in a unit of its own.
        let found = scores(&fitted(&set, &with(Outcome::Davidson)));
        let published = logarithms(&case["published"]["newman"]);
        all_near(name, &found, &published, absolute(1e-4));
    }
}

#[test]
fn arena_rank() {
    let case = &reference("peers.json")["arena-rank/wikipedia"];
    let set = paired(case);
    check_halves("wikipedia", &set, &case["exact"]);
    let model = fitted(&set, &Specification::default());
    let (found, errors) = table(&model, Quantity::Scores, &zero_sum(CovarianceKind::Sandwich));
    let strengths: Vec<f64> = found.iter().map(|s| s.exp()).collect();
    let tolerance = relative(number(&case["tolerance"]["rtol"]));
    all_near("strengths", &strengths, &numbers(&case["published"]["strength_geometric_mean_1"]), tolerance);
    // Their optimiser stops at about 1e-6; their variances are 6e-5 from the exact ones above.
    all_near("ratings", &found, &numbers(&case["verified"]["ratings"]), absolute(1e-5));
    let variances: Vec<f64> = errors.iter().map(|e| e * e).collect();
    all_near("variances", &variances, &numbers(&case["verified"]["sandwich_variances"]), absolute(1e-4));
}

#[test]
fn leaderbot() {
    let case = &reference("peers.json")["leaderbot/chatbot-arena-20240814"];
    let set = arena_counts();
    assert_eq!(set.items() as f64, number(&case["n_items"]));
    let exact = &case["exact"];
    check_halves("arena", &set, &exact["bt"]);
    check_ties("arena Davidson", &set, Outcome::Davidson, &exact["davidson"]);
    check_ties("arena Rao-Kupper", &set, Outcome::RaoKupper, &exact["rao_kupper"]);
    let rounding = absolute(number(&case["tolerance"]["atol"]) + 1e-9);
    for (name, outcome) in
        [("bt", Outcome::BradleyTerry), ("davidson", Outcome::Davidson), ("rao_kupper", Outcome::RaoKupper)]
    {
        let model = fitted(&set, &with(outcome));
        let loss = -model.facts.log_likelihood / model.facts.comparisons;
        near(name, loss, number(&exact["nll_per_comparison"][name]), absolute(1e-9));
        near(name, loss, number(&case["published"]["nll_per_comparison"][name]), rounding);
        let verified = &case["verified"][name];
        near(name, loss, number(&verified["loss_per_comparison"]), absolute(1e-7));
    }
}

/// The independent solutions of the cases that come from R packages.
#[test]
fn independent_solutions() {
    let reference = reference("peers.json");
    for name in ["R/citations", "R/springall", "R/sound_fields_flute"] {
        let case = &reference[name];
        let set = paired(case);
        check_halves(name, &set, &case["exact"]);
        for (part, outcome) in
            [("exact_davidson", Outcome::Davidson), ("exact_rao_kupper", Outcome::RaoKupper)]
        {
            if let Some(exact) = case.get(part) {
                check_ties(&format!("{name} {part}"), &set, outcome, exact);
            }
        }
    }
}
