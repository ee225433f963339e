//! The paired-comparison family: the references of `paired.json`.

use crate::peers::with;
use crate::support::*;
use duel::assess::{metrics, ResidualsBy};
use duel::comparisons::{Column, Kind, Rows, Set};
use duel::model::{BelowZero, Link, Model, Problems, Specification, SpreadModel, ThresholdModel, Ties};
use duel::outcome::Outcome;
use duel::terms::Local;
use duel::threshold::Basis;
use serde_json::Value;
use std::collections::HashMap;

/// The model of a case: family, k_cov and k_tie, ties.
pub fn specification(case: &Value) -> Specification {
    let outcome = match case["family"].as_str() {
        Some("RK") => with(Outcome::RaoKupper),
        Some("DV") => with(Outcome::Davidson),
        _ if case["ties"] == "half" => Specification::default(),
        _ => Specification { ties: Ties::Dropped, ..Specification::default() },
    };
    let spread = case["k_cov"].as_u64().map(|k| k as usize);
    let tie_factors = case["k_tie"].as_u64().unwrap_or(0) as usize;
    if tie_factors == 0 {
        return Specification {
            spread: spread.map(|factors| SpreadModel { factors, ridge: 0.0 }),
            ..outcome
        };
    }
    let link = if outcome.outcome == Outcome::RaoKupper { Link::LINEAR } else { Link::Softplus };
    Specification {
        spread: spread.map(|factors| SpreadModel { factors, ridge: 0.0 }),
        threshold: ThresholdModel::factored(tie_factors, Basis::Paper).with_link(link),
        ..outcome
    }
}

fn name(case: &Value) -> String {
    format!("{} {} {} {}", case["family"], case["k_cov"], case["k_tie"], case["ties"])
}

fn unit_set(reference: &Value) -> Set {
    let pairs = rows(&reference["pairs"]);
    let counts = rows(&reference["counts_win_loss_tie"]);
    let cell =
        |(pair, c): (&Vec<f64>, &Vec<f64>)| Cell::new(None, pair[0] as u32, pair[1] as u32, c[0], c[1], c[2]);
    set_of(&pairs.iter().zip(&counts).map(cell).collect::<Vec<_>>())
}

#[test]
fn values_gradients_hessians_and_probabilities() {
    let reference = &reference("paired.json")["unit_checks"];
    let set = unit_set(reference);
    let cases = reference["cases"].as_array().expect("cases");
    for case in cases {
        let what = name(case);
        let theta = numbers(&case["theta"]);
        let model = Model::given(&set, &specification(case), &theta).expect(&what);
        let p = theta.len();
        let (mut gradient, mut hessian) = (vec![0.0; p], vec![0.0; p * p]);
        let value = model.objective.evaluate(&theta, &mut gradient, &mut hessian, &mut Local::default());
        near(&format!("{what}: value"), value, number(&case["total_nll"]), relative(1e-12));
        let largest = |values: &[f64]| values.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        let expected = numbers(&case["grad"]);
        all_near(&format!("{what}: gradient"), &gradient, &expected, absolute(1e-11 * largest(&expected)));
        if case["hess"].is_null() {
            let square = |k: usize| hessian[k].powi(2) * if k % p == k / p { 1.0 } else { 2.0 };
            let norm = (0..p * p).filter(|k| k % p >= k / p).map(square).sum::<f64>().sqrt();
            near(&format!("{what}: Hessian"), norm, number(&case["hess_frobenius"]), relative(1e-12));
        } else {
            let expected = numbers(&case["hess"]);
            let both: Vec<f64> =
                (0..p * p).map(|k| hessian[(k / p).min(k % p) * p + (k / p).max(k % p)]).collect();
            all_near(&format!("{what}: Hessian"), &both, &expected, absolute(1e-11 * largest(&expected)));
        }
        let data = &model.objective.data;
        let found: Vec<f64> = (0..data.design.len())
            .flat_map(|cell| data.probabilities(&model.objective.strength, &theta, cell).into_iter().take(3))
            .collect();
        all_near(
            &format!("{what}: probabilities"),
            &found,
            &numbers(&case["probs_win_loss_tie"]),
            relative(1e-11),
        );
    }
    assert_eq!(cases.len(), 24);
}

/// Without spread and with a diagonal one the optimum is known; with factors it is one of many.
#[test]
fn optima_of_the_arena() {
    let reference = reference("paired.json");
    let set = arena_counts();
    let mut seen = 0;
    // Twenty factors take their time: `make models`.
    let quick = |case: &&Value| {
        case["k_tie"].as_u64().unwrap_or(0) < 20 && case["number"] != 29 && case["number"] != 17
    };
    for case in reference["models"].as_array().expect("models").iter().filter(quick) {
        let what = format!("model {}", case["number"]);
        let model = fitted(&set, &specification(case));
        let within = if case["k_cov"] == 3 { 45.0 } else { 0.001 };
        near(&what, model.facts.log_likelihood, number(&case["loglik"]), absolute(within));
        assert_eq!(model.facts.dimension as f64, number(&case["identified_dimension"]), "{what}");
        seen += 1;
    }
    assert_eq!(seen, 15);
}

/// The Arena counts with items in another order, which new names say, and without some rows.
fn arena(items: &[String], left_out: &[usize]) -> (Set, Set) {
    let rows = lines(&["examples", "data", "chatbot_arena_202408_counts.csv"]);
    let called: Vec<String> = items.iter().enumerate().map(|(at, name)| format!("{at:03} {name}")).collect();
    let call: HashMap<&str, &str> =
        items.iter().map(String::as_str).zip(called.iter().map(String::as_str)).collect();
    let of = |keep: &dyn Fn(usize) -> bool| {
        let kept: Vec<&Vec<String>> =
            rows.iter().enumerate().filter(|(at, _)| keep(*at)).map(|(_, row)| row).collect();
        let column = |at: usize| kept.iter().map(|row| call[row[at].as_str()]).collect::<Vec<_>>();
        let number = |at: usize| kept.iter().map(|row| row[at].parse().expect("count")).collect::<Vec<f64>>();
        let (left, right) = (column(0), column(1));
        let (wins, losses, ties) = (number(2), number(3), number(4));
        let mut set = Set::new();
        set.intern(Kind::Item, &called.iter().map(String::as_str).collect::<Vec<_>>()).expect("items");
        let rows = Rows {
            length: kept.len(),
            left: texts(&left),
            right: texts(&right),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ties: Column::F64(&ties),
            ..Rows::default()
        };
        set.append(&rows).expect("counts");
        set
    };
    (of(&|at| !left_out.contains(&at)), of(&|at| left_out.contains(&at)))
}

fn names(reference: &Value) -> Vec<String> {
    let names = reference["items"].as_array().expect("items").iter();
    names.map(|name| name.as_str().expect("name").to_string()).collect()
}

#[test]
fn bases_depend_on_the_order_of_names() {
    let reference = reference("paired.json");
    let items = names(&reference);
    let reversed: Vec<String> = items.iter().rev().cloned().collect();
    for case in reference["tie_bases"].as_array().expect("cases") {
        let what = case["basis"].as_str().expect("basis");
        let order = if what.contains("reversed") { &reversed } else { &items };
        let set = arena(order, &[]).0;
        let basis = if what.contains("DCT-II ") { Basis::Cosine } else { Basis::Paper };
        let tie_factors = case["k_tie"].as_u64().expect("factors") as usize;
        let factored = Specification {
            threshold: ThresholdModel::factored(tie_factors, basis),
            ..with(Outcome::Davidson)
        };
        let model = fitted(&set, &factored);
        near(what, model.facts.log_likelihood, number(&case["loglik"]), absolute(1e-5));
        if basis == Basis::Cosine && tie_factors == 1 {
            let additive = Specification { threshold: ThresholdModel::ADDITIVE, ..with(Outcome::Davidson) };
            for order in [&items, &reversed] {
                let model = fitted(&arena(order, &[]).0, &additive);
                near(what, model.facts.log_likelihood, number(&case["loglik"]), absolute(1e-6));
            }
        }
    }
}

/// Fits to nine tenths of the pairs, with and without a ridge on the thresholds.
#[test]
fn pairs_held_out() {
    let reference = reference("paired.json");
    let held: Vec<usize> = numbers(&reference["held_out_pairs_rows"]).iter().map(|r| *r as usize).collect();
    let (train, test) = arena(&names(&reference), &held);
    for case in reference["held_out"].as_array().expect("cases") {
        let what = case["model"].as_str().expect("model");
        let after = |tag: &str| what.split(tag).nth(1).and_then(|rest| rest.split(' ').next());
        let tie_factors = after("k=").and_then(|k| k.parse().ok()).unwrap_or(0);
        let tie_ridge = after("ridge ").and_then(|r| r.parse().ok()).unwrap_or(0.0);
        let basis = if what.starts_with("DCT-II ") { Basis::Cosine } else { Basis::Paper };
        let specification = match tie_factors {
            0 => with(Outcome::Davidson),
            _ => Specification {
                threshold: ThresholdModel::factored(tie_factors, basis).with_ridge(tie_ridge),
                accept: Problems::UNDETERMINED,
                ..with(Outcome::Davidson)
            },
        };
        let model = fitted(&train, &specification);
        near(what, model.facts.log_likelihood, number(&case["train_loglik"]), absolute(2e-4));
        let found = metrics(&model, Some(&test), ResidualsBy::Pair).expect(what);
        let mean = -found.log_likelihood / found.comparisons;
        near(what, mean, number(&case["test_mean_nll"]), absolute(1e-7));
    }
}

/// Linear thresholds stay at or above zero on all pairs compared; a prediction below is refused or zero.
#[test]
fn linear_thresholds_below_zero() {
    let set = arena_counts();
    let linear = Specification {
        threshold: ThresholdModel::factored(10, Basis::Paper).with_link(Link::LINEAR),
        ..with(Outcome::RaoKupper)
    };
    let model = fitted(&set, &linear);
    assert!(model.facts.problems.contains(Problems::TIE_LIMIT));
    let data = &model.objective.data;
    let e: Vec<f64> =
        (0..data.design.len()).map(|cell| data.threshold(duel::outcome::TIE, &model.theta, cell)).collect();
    assert!(e.iter().all(|e| *e >= -1e-9));
    let at_zero: Vec<usize> = (0..e.len()).filter(|&c| e[c] < 1e-8).collect();
    assert_eq!(at_zero.len(), 5);
    assert!(at_zero.iter().all(|&c| data.design.counts[c].tie == 0.0));
    // Karush, Kuhn and Tucker: the likelihood would have them lower.
    let slopes = model.objective.constraints.iter().map(|constraint| constraint.slope(&model.theta));
    assert!(slopes.clone().all(|s| s <= 0.0) && slopes.filter(|s| *s < 0.0).count() == 5);
    let win_rates = |model: &Model| {
        model.readout(duel::model::Quantity::WinRates, &duel::model::View::default()).map(|r| r.estimates)
    };
    let error = win_rates(&model).expect_err("a threshold below zero").to_string();
    assert!(error.contains("below zero") && error.contains("never compared"), "{error}");
    let taken = fitted(
        &set,
        &Specification { threshold: linear.threshold.with_link(Link::Linear(BelowZero::Zero)), ..linear },
    );
    assert!(win_rates(&taken).expect("win rates").iter().all(|w| (0.0..1.0).contains(w)));
}
