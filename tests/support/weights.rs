//! Weights of any size, and of very different sizes; importance weights.

use crate::support::*;
use crate::{plain, pooled, sensitive, sound, with};
use duel::comparisons::{Column, Rows, Set};
use duel::inference::{estimates, CovarianceKind, Options};
use duel::model::{Problems, Quantity};
use duel::outcome::Outcome;
use duel::progress::unwatched;

fn weighted(cells: &[Cell], weight: f64) -> Vec<Cell> {
    cells.iter().map(|c| Cell { counts: c.counts.map(|n| n * weight), ..*c }).collect()
}

/// Weights of any size scale likelihood and errors and leave the rest.
#[test]
fn tiny_and_huge_weights() {
    for specification in [pooled(), sensitive(), with(Outcome::Davidson), with(Outcome::RaoKupper)] {
        let model = fitted(&set_of(&sound()), &specification);
        for weight in [1e-300, 1e-100, 1e-20, 1e20, 1e100, 1e300] {
            let scaled = fitted(&set_of(&weighted(&sound(), weight)), &specification);
            let what = format!("weight {weight:e} in {specification:?}");
            near(&what, scaled.facts.log_likelihood / weight, model.facts.log_likelihood, relative(1e-9));
            for kind in [CovarianceKind::Expected, CovarianceKind::Observed, CovarianceKind::Sandwich] {
                let options = Options { covariance: kind, ..Options::default() };
                let (expected, errors) = table(&model, Quantity::Scores, &options);
                let (found, scaled_errors) = table(&scaled, Quantity::Scores, &options);
                all_near(&what, &found, &expected, absolute(1e-7));
                let back: Vec<f64> = scaled_errors.iter().map(|e| e * weight.sqrt()).collect();
                all_near(&what, &back, &errors, relative(1e-6));
            }
            // The number of clusters decides.
            let options = Options { covariance: CovarianceKind::ClusteredByJudge, ..Options::default() };
            let (_, errors) = table(&model, Quantity::Scores, &options);
            let (_, scaled_errors) = table(&scaled, Quantity::Scores, &options);
            all_near(&what, &scaled_errors, &errors, Within { absolute: 1e-7, relative: 1e-6 });
        }
    }
}

/// Where huge and tiny weights meet, the tiny ones cannot be seen: an answer to the huge ones, or an
/// error that says why.
#[test]
fn weights_of_very_different_size() {
    let mut cells = sound();
    cells.push(Cell::new(Some(0), 0, 1, 1e-300, 0.0, 0.0));
    let model = fitted(&set_of(&cells), &pooled());
    let plain = fitted(&set_of(&sound()), &pooled());
    let scores = |model| table(model, Quantity::Scores, &Options::default()).0;
    all_near("tiny beside plain", &scores(&model), &scores(&plain), absolute(1e-9));

    // Items 0 and 1 a hundred and more orders of magnitude surer than item 2.
    let mixed = plain_pairs(1e300, 1e-300);
    match try_fit(&set_of(&mixed), &pooled()) {
        Ok(model) => {
            let (scores, _) = table(&model, Quantity::Scores, &Options::default());
            near("the huge pair", scores[0] - scores[1], 2f64.ln(), absolute(1e-6));
            near("the tiny pair", scores[1] - scores[2], 3f64.ln(), absolute(1e-6));
        }
        Err(error) => {
            assert!([3, 8, 9, 10].contains(&error.code()), "{error:?}");
            assert!(error.to_string().len() > 20, "{error}");
        }
    }
}

fn plain_pairs(huge: f64, tiny: f64) -> Vec<Cell> {
    plain(&[(0, 1, 2.0 * huge, huge, 0.0), (1, 2, 3.0 * tiny, tiny, 0.0)])
}

/// Each item beats the next a thousand times for every loss.
#[test]
fn a_chain_at_a_thousand_to_one() {
    let cells: Vec<Cell> = (0..11).map(|k| Cell::new(None, k, k + 1, 1000.0, 1.0, 0.0)).collect();
    let model = fitted(&set_of(&cells), &pooled());
    assert_eq!(model.facts.problems, Problems::NONE);
    let (scores, errors) = table(&model, Quantity::Scores, &Options::default());
    for pair in scores.windows(2) {
        near("gap", pair[0] - pair[1], 1000f64.ln(), absolute(1e-6));
    }
    assert!(errors.iter().all(|e| e.is_finite() && *e > 0.0));
    let likelihood = 11.0 * (1000.0 * (1000.0f64 / 1001.0).ln() + (1.0f64 / 1001.0).ln());
    near("log-likelihood", model.facts.log_likelihood, likelihood, absolute(1e-8));
}

/// Importance weights have sandwiches only.
#[test]
fn importance_weights_have_no_plain_covariance() {
    let (left, right) = ([0u32, 1, 2, 1, 2, 0], [1u32, 2, 0, 0, 1, 2]);
    let score = [1.0, 1.0, 1.0, 1.0, 0.5, 0.0];
    let weight = [0.5, 2.0, 1.5, 1.0, 0.25, 3.0];
    let mut set = Set::new();
    let rows = Rows {
        length: 6,
        left: ids(&left),
        right: ids(&right),
        score: Column::F64(&score),
        weight: Column::F64(&weight),
        importance: true,
        ..Rows::default()
    };
    set.append(&rows).expect("rows");
    let model = fitted(&set, &pooled());
    for (covariance, code) in [
        (CovarianceKind::Expected, 7),
        (CovarianceKind::Observed, 7),
        (CovarianceKind::Sandwich, 0),
        (CovarianceKind::SandwichExpected, 0),
        (CovarianceKind::Auto, 0),
    ] {
        let options = Options { covariance, ..Options::default() };
        let result = estimates(&model, Quantity::Scores, &options, &mut unwatched());
        assert_eq!(result.map_or_else(|e| e.code(), |_| 0), code, "{covariance:?}");
    }
}
