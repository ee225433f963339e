//! Values at the ends of their ranges, scores that are fixed or diverge, and questions that have no answer.

use super::{cells, davidson, fitted};
use crate::assess::judges::testing::set;
use crate::comparisons::NONE;
use crate::error::Error;
use crate::inference::testing::Cell;
use crate::inference::{
    contrasts, covariance_of, estimates, functions, more_comparisons, probabilities, profile,
    quasi_variances, rank_sets, superiority, Bootstrap, BootstrapOptions, Comparison, CovarianceKind, Of,
    Options, PlanningQuestion, RankQuestion, WeightDistribution,
};
use crate::model::{fit, Problems, Quantity, Specification, StrengthModel, View};
use crate::progress::unwatched;
use std::sync::Arc;

fn expected() -> Options {
    Options { covariance: CovarianceKind::Expected, ..Options::default() }
}

/// Of two scores that are fixed it is known which is higher; equal ones are even.
#[test]
fn fixed_scores_are_certain() {
    let fixed_scores = vec![0.4, 0.4, -1.0, f64::NAN];
    let model = fitted(&cells(), &Specification { fixed_scores, ..Specification::default() });
    let found = superiority(&model, &expected(), &mut unwatched()).unwrap();
    assert_eq!((found[1], found[4]), (0.5, 0.5));
    assert_eq!((found[2], found[8]), (1.0, 0.0));
    assert!(found[0].is_nan() && found[3] > 0.0 && found[3] < 1.0);
    assert!((found[3] + found[12] - 1.0).abs() < 1e-12);
    // Their difference has a value, and no likelihood to be profiled.
    let observed = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let rows =
        profile(&model, Quantity::Scores, &[1.0, 0.0, -1.0, 0.0], 1, &observed, &mut unwatched()).unwrap();
    assert!((rows[0][0] - 1.4).abs() < 1e-12 && rows[0][2].is_nan() && rows[0][3].is_nan());
}

/// An item that never loses: its variance is infinite, its covariances are unknown, and those of others are as they were.
#[test]
fn what_diverges_has_no_covariance_with_others() {
    let mut all = cells();
    all.extend((0..3).map(|other| Cell { context: Some(200), ..Cell::new(4, other, [2.0, 0.0, 0.0]) }));
    let accept = Problems::SEPARATED;
    let model = fitted(&all, &Specification { accept, ..Specification::default() });
    let found = covariance_of(&model, Quantity::Scores, &expected()).unwrap();
    let weights = [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, -1.0, 0.0];
    let (rows, of_contrasts) =
        contrasts(&model, Quantity::Scores, &weights, 3, &expected(), &mut unwatched()).unwrap();
    assert_eq!(found[24], f64::INFINITY);
    assert!((0..4).all(|other| found[20 + other].is_nan() && found[5 * other + 4].is_nan()));
    assert_eq!(of_contrasts[4], f64::INFINITY);
    for at in [1, 3, 5, 7] {
        assert!(of_contrasts[at].is_nan(), "{of_contrasts:?}");
    }
    assert!((of_contrasts[8].sqrt() - rows[2][1]).abs() < 1e-12);
    let alone = fitted(&cells(), &Specification::default());
    let (expected, _) =
        contrasts(&alone, Quantity::Scores, &[1.0, -1.0, 0.0, 0.0], 1, &expected(), &mut unwatched())
            .unwrap();
    assert!((rows[0][0] - expected[0][0]).abs() < 1e-6 && (rows[0][1] - expected[0][1]).abs() < 1e-6);
}

/// Without ties a model of ties gives them no probability, and this is certain.
#[test]
fn a_probability_of_zero_is_certain() {
    let decided: Vec<Cell> = cells().into_iter().filter(|cell| cell.counts[2] == 0.0).collect();
    let model = fitted(&decided, &davidson());
    let asked = [Comparison { left: 0, right: 2, judge: NONE, context: NONE }];
    let row = probabilities(&model, &asked, &Options::default(), &mut unwatched()).unwrap()[0];
    assert_eq!(row[8..12], [0.0; 4], "{row:?}");
    assert!((row[0] + row[4] - 1.0).abs() < 1e-12 && row[1] > 0.0);
}

/// Quasi-variances need all differences; the refusal names two items that no comparisons connect.
#[test]
fn quasi_variances_of_two_components() {
    let mut all = cells();
    all.push(Cell { context: Some(99), ..Cell::new(4, 5, [1.0, 3.0, 0.0]) });
    let model = fitted(&all, &Specification { accept: Problems::DISCONNECTED, ..Specification::default() });
    match quasi_variances(&model, &expected()) {
        Err(Error::NotIdentified(said)) => assert_eq!(
            said,
            "quasi-variances: the difference of \"0\" and \"4\" is not determined by the comparisons"
        ),
        other => panic!("{other:?}"),
    }
}

/// The number of items that quasi-variances, tops and powers need.
#[test]
fn the_smallest_questions() {
    let items = |count: u32| {
        let some: Vec<Cell> = cells().into_iter().filter(|c| c.left < count && c.right < count).collect();
        fitted(&some, &Specification::default())
    };
    assert!(matches!(quasi_variances(&items(2), &expected()), Err(Error::Unsupported(_))));
    let three = items(3);
    let quasi = quasi_variances(&three, &expected()).unwrap().variances;
    let covariance = covariance_of(&three, Quantity::Scores, &expected()).unwrap();
    let variance = covariance[0] + covariance[4] - 2.0 * covariance[1];
    assert!((quasi[0] + quasi[1] - variance).abs() < 1e-9);
    let ask = |power| {
        let question = PlanningQuestion { pairs: &[[0, 1]], gaps: &[], power };
        more_comparisons(&three, &question, &expected())
    };
    assert!(ask(0.5).is_ok() && matches!(ask(1.0), Err(Error::Argument(_))));
    assert!(matches!(ask(0.49), Err(Error::Argument(_))));
    let question = |top| RankQuestion { top, ..RankQuestion::default() };
    let sets = |top| rank_sets(&three, &question(top), &expected(), &mut unwatched()).unwrap();
    assert!(sets(0).iter().all(|row| row.top.is_none() && row.bottom.is_none()));
    for (top, row) in [1, 2, 3].into_iter().flat_map(|top| sets(top).into_iter().map(move |row| (top, row))) {
        // Steps and families are the same for all items.
        assert_eq!(row.top, Some(row.best <= top), "{row:?}");
        assert_eq!(row.bottom, Some(row.worst > 3 - top), "{row:?}");
        assert_eq!(row.decided, row.best - 1 + 3 - row.worst);
    }
}

/// Central differences take steps that a large value feels.
#[test]
fn functions_of_large_values_have_derivatives() {
    let model = fitted(&cells(), &Specification::default());
    let weights = [1.0, -1.0, 0.0, 0.0];
    for unit in [1.0, 1e9] {
        let options = Options { view: View { unit, ..View::default() }, ..Options::default() };
        let mut difference = |x: &[f64], out: &mut [f64], _: Option<&mut [f64]>| {
            out[0] = x[0] - x[1];
            Ok(())
        };
        let of = Of::Quantity(Quantity::Scores);
        let (rows, _) = functions(&model, of, 1, &mut difference, &options, &mut unwatched()).unwrap();
        let (expected, _) =
            contrasts(&model, Quantity::Scores, &weights, 1, &options, &mut unwatched()).unwrap();
        for (found, expected) in rows[0].iter().zip(expected[0]) {
            assert!((found - expected).abs() < 1e-8 * unit, "{unit}: {rows:?} {expected}");
        }
    }
}

/// Of a thousand million votes the error is a small part of the value: the ends are near it, and where the likelihood says.
#[test]
fn profiles_of_very_many_votes_are_finite() {
    let model = fitted(&[Cell::new(0, 1, [7e9, 3e9, 0.0])], &Specification::default());
    let observed = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let row = profile(&model, Quantity::Scores, &[1.0, -1.0], 1, &observed, &mut unwatched()).unwrap()[0];
    let error = (1.0 / 7e9f64 + 1.0 / 3e9).sqrt();
    assert!((row[0] - (7.0f64 / 3.0).ln()).abs() < 1e-9 && (row[1] / error - 1.0).abs() < 1e-6);
    assert!((row[0] - row[2] - 1.96 * error).abs() < 0.01 * error, "{row:?} {error}");
    assert!((row[3] - row[0] - 1.96 * error).abs() < 0.01 * error, "{row:?} {error}");
}

/// One judge with a sensitivity is a model without: thresholds have the same profile.
#[test]
fn thresholds_of_one_sensitive_judge_have_the_profile_of_the_pooled_model() {
    let observed = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let of = |strength| {
        let model = fitted(&cells(), &Specification { strength, ..davidson() });
        profile(&model, Quantity::Thresholds, &[1.0], 1, &observed, &mut unwatched()).unwrap()[0]
    };
    let (pooled, sensitive) = (of(StrengthModel::Pooled), of(StrengthModel::SENSITIVITY));
    assert!(pooled[2] < pooled[0] && pooled[0] < pooled[3]);
    for (a, b) in pooled.iter().zip(sensitive) {
        assert!((a - b).abs() < 1e-5, "{pooled:?} {sensitive:?}");
    }
}

/// At the end of its range a share has no logit: its interval is formed as it stands.
#[test]
fn shares_at_the_end_of_their_range() {
    let fixed_scores = vec![100.0, 0.0, f64::NAN, f64::NAN];
    let model = fitted(&cells(), &Specification { fixed_scores, ..Specification::default() });
    let rows = estimates(&model, Quantity::Shares, &expected(), &mut unwatched()).unwrap();
    let [share, error, lower, upper] = rows[0];
    assert!(share == 1.0 && error < 1e-12 && lower == 1.0 && upper == 1.0, "{rows:?}");
    assert!(rows[2][0] > 0.0 && rows[2][2] > 0.0 && rows[2][3] < 1.0, "{rows:?}");
}

/// A probability of one is certain in replicates, too, which have no finite logit of it.
#[test]
fn a_probability_of_one_is_certain_in_replicates() {
    let fixed_scores = vec![100.0, 0.0, f64::NAN, f64::NAN];
    let model = fitted(&cells(), &Specification { fixed_scores, ..Specification::default() });
    let weights = WeightDistribution::Bayesian;
    let drawn = BootstrapOptions { weights, replicates: 100, ..BootstrapOptions::default() };
    let bootstrap = Bootstrap::new(&model, &drawn, &mut unwatched()).unwrap();
    let options = Options { bootstrap: Some(Arc::new(bootstrap)), ..Options::default() };
    let asked = [Comparison { left: 0, right: 1, judge: NONE, context: NONE }];
    let row = probabilities(&model, &asked, &options, &mut unwatched()).unwrap()[0];
    assert_eq!(row[..4], [1.0, 0.0, 1.0, 1.0]);
}

/// A judge who is against all others has a sensitivity of zero, and an interval that begins there and grows with the level.
#[test]
fn a_sensitivity_at_zero_has_an_upper_end() {
    let mut rows = Vec::new();
    for (at, (left, right)) in [(0u32, 1u32), (1, 2), (0, 2)].into_iter().enumerate() {
        for vote in 0..10 {
            let context = 100 * at as u32 + vote;
            let for_left = |yes: bool| if yes { 1 } else { 2 };
            rows.push([context, 0, left, right, for_left(vote < 7)]);
            rows.push([context, 1, left, right, for_left(vote < 8)]);
            rows.push([context, 2, left, right, for_left(vote < 3)]);
        }
    }
    let (strength, accept) = (StrengthModel::SENSITIVITY, Problems::BOUNDARY);
    let specification = Specification { strength, accept, ..Specification::default() };
    let model = fit(&set(&rows), &specification, &mut unwatched()).unwrap();
    let of = |level| {
        let covariance = CovarianceKind::Observed;
        let options = Options { covariance, level, ..Options::default() };
        profile(&model, Quantity::Sensitivities, &[0.0, 0.0, 1.0], 1, &options, &mut unwatched()).unwrap()[0]
    };
    let (half, most) = (of(0.5), of(0.95));
    assert_eq!((half[0], half[2], most[2]), (0.0, 0.0, 0.0));
    assert!(half[3] > 0.0 && most[3] > half[3], "{half:?} {most:?}");
}
