//! Probit against R: BradleyTerry2 and glm, and with ties as an outcome MASS::polr.

use crate::support::*;
use duel::inference::Options;
use duel::model::{CovarianceKind, Position, Quantity, Specification};
use duel::outcome::Outcome;

/// The convergence error of glm to a relative 1e-15 of the deviance.
const GLM: Within = absolute(1e-7);
/// polr ends with a quasi-Newton step.
const POLR: Within = absolute(2e-6);

fn check(name: &str, outcome: Outcome, position: Position, kind: CovarianceKind, tolerance: Within) {
    let case = &reference("probit.json")[name];
    let cells: Vec<Cell> = rows(&case["pairs"])
        .iter()
        .map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], r[4]))
        .collect();
    let specification = Specification { outcome, position, ..Specification::default() };
    let model = fitted(&set_of(&cells), &specification);
    let options = Options { covariance: kind, ..Options::default() };
    let mut quantities = vec![("scores", "errors", Quantity::Scores)];
    quantities.extend((position != Position::None).then_some((
        "position",
        "position_error",
        Quantity::Positions,
    )));
    quantities.extend(outcome.has_threshold().then_some((
        "threshold",
        "threshold_error",
        Quantity::Thresholds,
    )));
    for (value, error, quantity) in quantities {
        let (values, errors) = table(&model, quantity, &options);
        all_near(&format!("{name} {value}"), &values, &numbers(&case[value]), tolerance);
        all_near(&format!("{name} {error}"), &errors, &numbers(&case[error]), tolerance);
    }
    if case.get("bradleyterry2").is_some() {
        let (scores, _) = table(&model, Quantity::Scores, &options);
        all_near("BradleyTerry2", &scores, &numbers(&case["bradleyterry2"]), GLM);
    }
    let least = numbers(&case["log_likelihood"])[0];
    near("log-likelihood", model.facts.log_likelihood, least, absolute(1e-7));
}

#[test]
fn without_ties_it_is_the_glm() {
    let expected = CovarianceKind::Expected;
    check("citations", Outcome::ThurstoneMosteller, Position::None, expected, GLM);
    check("springall", Outcome::ThurstoneMosteller, Position::None, expected, GLM);
    check("baseball", Outcome::ThurstoneMosteller, Position::Shared, expected, GLM);
}

/// polr reports the observed information. Symmetric data have every comparison twice, each of half the weight.
#[test]
fn with_ties_it_is_ordered_probit() {
    let observed = CovarianceKind::Observed;
    check("springall_ties", Outcome::GlennDavid, Position::None, observed, POLR);
    check("springall_ties_and_position", Outcome::GlennDavid, Position::Shared, observed, POLR);
}
