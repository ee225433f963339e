//! Bias reduction: the cases of `peers.json` from brglm, and what Firth's method promises.

use crate::peers::paired;
use crate::r_packages::baseball;
use crate::support::*;
use duel::inference::{covariance_of, CovarianceKind, Options};
use duel::model::{Model, Normalisation, Problems, Quantity, Scale, Specification};
use duel::Error;
use serde_json::Value;

fn firth() -> Specification {
    Specification { firth: true, ..Specification::default() }
}

fn from_first() -> Options {
    options(CovarianceKind::Expected, Normalisation::Reference(0), Scale::Arithmetic)
}

/// Scores and errors relative to the first item against "name: coefficient" in their order.
fn check(what: &str, model: &Model, case: &Value) {
    let (found, errors) = table(model, Quantity::Scores, &from_first());
    let expected: Vec<f64> = case["coef"].as_object().expect("coefficients").values().map(number).collect();
    all_near(what, &found[1..], &expected, absolute(1e-6));
    all_near(&format!("{what}: se"), &errors[1..], &numbers(&case["se"]), absolute(1e-6));
}

#[test]
fn bias_reduced_citations_and_baseball() {
    let reference = reference("peers.json");
    let case = &reference["R/citations"];
    check("citations", &fitted(&paired(case), &firth()), &case["bias_reduced"]);
    let case = &reference["R/baseball"];
    check("baseball", &fitted(&baseball(case).0, &firth()), &case["bias_reduced_standard"]);
}

/// A hundred contests of 77 lizards: separated and disconnected.
#[test]
fn bias_reduced_lizards_are_finite() {
    let case = &reference("peers.json")["R/flatlizards"];
    let contests = rows(&case["contests"]);
    let cells: Vec<Cell> =
        contests.iter().map(|r| Cell::new(None, r[0] as u32, r[1] as u32, 1.0, 0.0, 0.0)).collect();
    let set = set_of(&cells);
    assert!(matches!(refused(&set, &firth()), Error::NotIdentified(_)), "components are still separate");
    let model = fitted(&set, &Specification { accept: Problems::DISCONNECTED, ..firth() });
    assert_eq!(model.facts.problems, Problems::DISCONNECTED);
    let (found, errors) = table(&model, Quantity::Scores, &from_first());
    let coefficients = case["bias_reduced"]["coef"].as_object().expect("coefficients");
    let theirs = &case["bias_reduced"]["se"];
    let main = model.components[0];
    let items: Vec<&str> =
        case["items"].as_array().expect("items").iter().map(|n| n.as_str().expect("name")).collect();
    let mut compared = 0;
    for (at, (name, value)) in coefficients.iter().enumerate() {
        let item = items.iter().position(|i| name.ends_with(i)).expect("a lizard");
        if model.components[item] == main {
            // brglm stopped where its modified score was still 1.3e-5, which is this far from its zero.
            near(name, found[item], number(value), absolute(6e-5));
            near(name, errors[item], number(&theirs[at]), relative(6e-5));
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
    check_score(&model);
}

/// The modified score is zero: y + h/2 against (n + h) p, with the leverage h = n p (1 - p) var(difference).
fn check_score(model: &Model) {
    let (items, design) = (model.layout.items, &model.objective.data.design);
    let covariance = covariance_of(model, Quantity::Scores, &expected()).expect("covariance");
    let mut score = vec![0.0; items];
    for cell in 0..design.len() {
        let (i, j) = (design.left[cell] as usize, design.right[cell] as usize);
        let counts = &design.counts[cell];
        let p = 1.0 / (1.0 + (model.theta[j] - model.theta[i]).exp());
        let variance =
            covariance[i * items + i] + covariance[j * items + j] - 2.0 * covariance[i * items + j];
        let leverage = counts.total() * p * (1.0 - p) * variance;
        let excess = counts.win + 0.5 * leverage - (counts.total() + leverage) * p;
        score[i] += excess;
        score[j] -= excess;
    }
    assert!(score.iter().all(|s| s.abs() < 1e-8), "{score:?}");
}

fn expected() -> Options {
    options(CovarianceKind::Expected, Normalisation::Sum, Scale::Arithmetic)
}

/// One pair: the estimate is log((w + 1/2) / (l + 1/2)), known since Haldane.
#[test]
fn one_pair_is_haldanes() {
    let set = set_of(&[Cell::new(None, 0, 1, 7.0, 0.0, 0.0)]);
    let model = fitted(&set, &firth());
    let (found, errors) = table(&model, Quantity::Scores, &from_first());
    near("difference", -found[1], 15f64.ln(), absolute(1e-9));
    let p: f64 = 7.5 / 8.0;
    near("its error", errors[1], 1.0 / (7.0 * p * (1.0 - p)).sqrt(), absolute(1e-9));
}
