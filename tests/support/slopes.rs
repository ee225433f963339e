//! Slopes of sensitivities that the data do not tell: of judges whose votes come out even, of covariates that do not
//! vary; and those that are told where the covariate is far from zero.

use crate::support::*;
use duel::comparisons::{Column, CovariateValues, Set};
use duel::inference::{pair_probabilities, Options};
use duel::model::{Model, Problems, Quantity, Specification, StrengthModel};
use duel::random::Random;
use duel::strength::StrengthKind;

const ITEMS: u32 = 4;
const JUDGES: u32 = 3;
const CONTEXTS: u32 = 12;

fn covariate(context: u32) -> f64 {
    (1.9 * f64::from(context)).sin()
}

/// Votes of judges whose sensitivities depend on the context.
fn votes() -> Vec<Cell> {
    let mut random = Random::new(8, 1);
    let mut cells = Vec::new();
    for judge in 0..JUDGES {
        for context in 0..CONTEXTS {
            let gamma = (0.4 * f64::from(judge) * covariate(context)).exp();
            for left in 0..ITEMS {
                for right in left + 1..ITEMS {
                    let p = 1.0 / (1.0 + (gamma * 0.5 * f64::from(right - left)).exp());
                    let wins = random.binomial(5, p) as f64;
                    let one = Cell::new(Some(judge), left, right, wins, 5.0 - wins, 0.0);
                    cells.push(Cell { context: Some(context), ..one });
                }
            }
        }
    }
    cells
}

/// A judge more, with these answers to the first comparisons of a context.
fn with_another(mut cells: Vec<Cell>, contexts: std::ops::Range<u32>, counts: [f64; 3]) -> Vec<Cell> {
    for context in contexts {
        for (left, right) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            let one = Cell::new(Some(JUDGES), left, right, counts[0], counts[1], counts[2]);
            cells.push(Cell { context: Some(context), ..one });
        }
    }
    cells
}

fn set_with(cells: &[Cell], x: impl Fn(u32) -> f64) -> Set {
    let mut set = set_of(cells);
    let contexts: Vec<u32> = (0..CONTEXTS).collect();
    let values: Vec<f64> = contexts.iter().map(|&c| x(c)).collect();
    set.add_covariate(&CovariateValues {
        name: "x",
        length: values.len(),
        context: ids(&contexts),
        value: Column::F64(&values),
        ..CovariateValues::default()
    })
    .expect("covariate");
    set
}

fn specification(strength: StrengthKind, rank: usize, signed: bool, ridge: f64) -> Specification {
    let sensitivity_covariates = vec!["x".to_string()];
    Specification {
        strength: StrengthModel::of(strength, rank, signed).with_covariates(sensitivity_covariates),
        ridge,
        ..Specification::default()
    }
}

fn errors(model: &Model, quantity: Quantity) -> Vec<f64> {
    table(model, quantity, &Options::default()).1
}

#[test]
fn of_judges_whose_votes_come_out_even() {
    for counts in [[1.0, 1.0, 0.0], [0.0, 0.0, 2.0]] {
        let set = set_with(&with_another(votes(), 0..5, counts), covariate);
        for (strength, rank, ridge) in [
            (StrengthKind::Sensitivity, 0, 0.0),
            (StrengthKind::Sensitivity, 0, 0.3),
            (StrengthKind::Disagreement, 0, 0.0),
            (StrengthKind::Disagreement, 1, 0.0),
            (StrengthKind::Disagreement, 1, 0.3),
        ] {
            let plain = specification(strength, rank, strength == StrengthKind::Sensitivity, ridge);
            let error = refused(&set, &plain);
            assert_eq!(error.code(), 8, "{error}");
            let expected = "the sensitivity of \"3\" is zero: its slopes are not determined; for the fit all the same, accept \
                            DUEL_FIT_UNDETERMINED";
            assert_eq!(error.to_string(), expected);
            let model = fitted(&set, &Specification { accept: Problems::UNDETERMINED, ..plain });
            assert_eq!(model.facts.problems.without(Problems::OPPOSED), Problems::UNDETERMINED);
            assert!(model.judge_problems[3].contains(Problems::UNDETERMINED));
            assert!(!model.judge_problems[0].contains(Problems::UNDETERMINED));
            let slopes = errors(&model, Quantity::SensitivitySlopes);
            assert!(slopes[..3].iter().all(|s| *s > 0.0) && slopes[3].is_nan(), "{slopes:?}");
            assert!(errors(&model, Quantity::Scores).iter().all(|s| s.is_finite() && *s > 0.0));
        }
    }
}

#[test]
fn of_covariates_that_do_not_vary() {
    let set = set_with(&votes(), |_| 3.0);
    for (strength, ridge) in [
        (StrengthKind::Sensitivity, 0.0),
        (StrengthKind::Sensitivity, 0.3),
        (StrengthKind::Disagreement, 0.3),
    ] {
        let plain = specification(strength, 0, false, ridge);
        let error = refused(&set, &plain).to_string();
        let expected =
            "covariate \"x\" is the same in all comparisons of \"0\", \"1\", \"2\": the slope of sensitivity is not \
             identified; for the fit all the same, accept DUEL_FIT_UNDETERMINED";
        assert_eq!(error, expected);
        // A slope trades against the sensitivity where the covariate is zero, of which nothing is known, nor of scores
        // that are measured by it; in the contexts that were seen the model is that without slopes.
        let accepted = fitted(&set, &Specification { accept: Problems::UNDETERMINED, ..plain.clone() });
        let without = fitted(
            &set,
            &Specification { strength: plain.strength.clone().with_covariates(Vec::new()), ..plain },
        );
        near("likelihood", accepted.facts.log_likelihood, without.facts.log_likelihood, absolute(1e-9));
        for judge in 0..JUDGES {
            let [found, expected] = [&accepted, &without].map(|model| {
                pair_probabilities(model, judge, 0, &Options::default()).expect("probabilities")
            });
            all_near("probabilities", &found, &expected, absolute(1e-9));
        }
        let (sensitivities, errors) = table(&accepted, Quantity::Sensitivities, &Options::default());
        // A ridge gives every strength a value.
        let unknown = ridge == 0.0;
        assert!(
            !unknown || sensitivities.iter().chain(&errors).all(|s| s.is_nan()),
            "{sensitivities:?} {errors:?}"
        );
    }
    // A judge who saw one context only.
    let one = set_with(&with_another(votes(), 7..8, [2.0, 1.0, 0.0]), covariate);
    let error = refused(&one, &specification(StrengthKind::Sensitivity, 0, false, 0.0)).to_string();
    assert!(error.contains("comparisons of \"3\":"), "{error}");
    let year = set_with(&votes(), |context| 2020.0 + covariate(context));
    let error = refused(&year, &specification(StrengthKind::Sensitivity, 0, false, 0.0)).to_string();
    assert!(error.contains("(mean 2020.") && error.contains("standardise it"), "{error}");
}

/// Where zero is far from the data sensitivities there differ by many powers of ten, and are none the worse.
#[test]
fn of_covariates_far_from_zero() {
    let near_zero =
        fitted(&set_with(&votes(), covariate), &specification(StrengthKind::Sensitivity, 0, false, 0.0));
    for shift in [5.0, 10.0, -10.0] {
        let set = set_with(&votes(), |context| shift + covariate(context));
        let model = fitted(&set, &specification(StrengthKind::Sensitivity, 0, false, 0.0));
        near("likelihood", model.facts.log_likelihood, near_zero.facts.log_likelihood, absolute(1e-7));
        let [found, expected] =
            [&model, &near_zero].map(|m| table(m, Quantity::SensitivitySlopes, &Options::default()));
        all_near("slopes", &found.0, &expected.0, absolute(1e-6));
        all_near("their errors", &found.1, &expected.1, relative(1e-4));
    }
}
