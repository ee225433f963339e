//! Read-outs and questions of small models, each against another way to the same number.

use super::testing::{set_of_cells, Cell};
use super::*;
use crate::comparisons::NONE;
use crate::distributions::normal;
use crate::model::{fit, Normalisation, Position, Problems, Quantity, Specification};
use crate::outcome::{At, Outcome};
use crate::progress::unwatched;

fn fitted(cells: &[Cell], specification: &Specification) -> Model {
    fit(&set_of_cells(cells, false), specification, &mut unwatched()).unwrap()
}

fn davidson() -> Specification {
    Specification { outcome: Outcome::Davidson, position: Position::Shared, ..Specification::default() }
}

/// Four items in sixty contexts.
fn cells() -> Vec<Cell> {
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 0), (1, 3), (1, 0)];
    (0..180u32)
        .map(|k| {
            let (left, right) = pairs[(k * 5 + k / 7) as usize % 7];
            let which = match (k * 7 + k / 3) % 10 {
                0..=4 => usize::from(left > right),
                5..=7 => usize::from(left < right),
                _ => 2,
            };
            let mut counts = [0.0; 3];
            counts[which] = 1.0;
            Cell { context: Some(k / 3), left, right, counts }
        })
        .collect()
}

fn scores(model: &Model, options: &Options) -> Vec<[f64; 4]> {
    estimates(model, Quantity::Scores, options, &mut unwatched()).unwrap()
}

/// Robbins's mixture (1970): with r the ratio of the error to the scale, the half-width is the error times
/// sqrt((1 + r^2) (log(1 + 1 / r^2) - 2 log alpha)); together each has its share of alpha.
#[test]
fn intervals_at_all_looks_share_their_level() {
    let model = fitted(&cells(), &davidson());
    let half = |error: f64, alpha: f64| {
        let square = (error / 1.0f64).powi(2);
        error * ((1.0 + square) * ((1.0 / square).ln_1p() - 2.0 * alpha.ln())).sqrt()
    };
    for (method, alpha) in [(Method::Anytime, 0.05), (Method::AnytimeSimultaneous, 0.05 / 4.0)] {
        for row in scores(&model, &Options { method, mixture: 1.0, ..Options::default() }) {
            assert!((row[3] - row[0] - half(row[1], alpha)).abs() < 1e-12, "{method:?} {row:?}");
            assert!((row[0] - row[2] - half(row[1], alpha)).abs() < 1e-12, "{method:?} {row:?}");
        }
    }
    let none = Options { mixture: 0.0, ..Options::default() };
    assert!(matches!(none.mixture_at(0.05), Err(Error::Argument(_))));
}

/// A probability has the interval of its logit, which is that of a contrast here; and the slopes of the outcome model.
#[test]
fn probabilities_of_a_logistic_model_are_transformed_differences() {
    let model = fitted(&cells(), &Specification::default());
    let asked = [Comparison { left: 2, right: 1, judge: NONE, context: NONE }];
    let found = probabilities(&model, &asked, &Options::default(), &mut unwatched()).unwrap()[0];
    let weights = [0.0, -1.0, 1.0, 0.0];
    let (rows, _) =
        contrasts(&model, Quantity::Scores, &weights, 1, &Options::default(), &mut unwatched()).unwrap();
    let [z, error, lower, upper] = rows[0];
    let logistic = |z: f64| 1.0 / (1.0 + (-z).exp());
    let p = logistic(z);
    for (found, sign) in [(&found[..4], 1.0), (&found[4..8], -1.0)] {
        let ends = [logistic(sign * lower), logistic(sign * upper)];
        let expected =
            [logistic(sign * z), error * p * (1.0 - p), ends[0].min(ends[1]), ends[0].max(ends[1])];
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-12), "{found:?} {expected:?}");
    }
    assert_eq!(found[8..], [0.0; 8]);
}

/// With ties and a position: the table of all pairs is the outcome model at the scores, and its sum over the comparisons of the
/// set is the log-likelihood of the model.
#[test]
fn probabilities_are_those_of_the_outcome_model() {
    let model = fitted(&cells(), &davidson());
    let read = |quantity| estimates(&model, quantity, &Options::default(), &mut unwatched()).unwrap();
    let (s, e, position) =
        (read(Quantity::Scores), read(Quantity::Thresholds)[0][0], read(Quantity::Positions)[0][0]);
    assert!(position.abs() > 1e-3);
    for (ignore_position, shift) in [(false, position), (true, 0.0)] {
        let options = Options { ignore_position, correction: Correction::None, ..Options::default() };
        let table = pair_probabilities(&model, NONE, NONE, &options).unwrap();
        let asked: Vec<Comparison> =
            (0..16).map(|k| Comparison { left: k / 4, right: k % 4, judge: NONE, context: NONE }).collect();
        for (pair, found) in table.chunks_exact(4).enumerate() {
            let (left, right) = (pair / 4, pair % 4);
            if left == right {
                assert_eq!(found, [0.0; 4]);
                continue;
            }
            let p = Outcome::Davidson.probabilities(At::new(s[left][0] - s[right][0] + shift, e));
            assert!(found.iter().zip(p).all(|(f, p)| (f - p).abs() < 1e-12), "{found:?} {p:?}");
            let row = probabilities(&model, &asked[pair..=pair], &options, &mut unwatched()).unwrap()[0];
            for which in 0..3 {
                let [value, error, lower, upper] = [0, 1, 2, 3].map(|at| row[4 * which + at]);
                assert!((value - p[which]).abs() < 1e-12);
                // Symmetric about the logit.
                let logit = |p: f64| (p / (1.0 - p)).ln();
                let half = normal::critical(0.95) * error / (value * (1.0 - value));
                assert!((logit(upper) - logit(value) - half).abs() < 1e-9);
                assert!((logit(value) - logit(lower) - half).abs() < 1e-9);
            }
        }
    }
    let (value, count) = log_likelihood(&model, &model.set).unwrap();
    assert!((value - model.facts.log_likelihood).abs() < 1e-9, "{value}");
    assert_eq!(count, 180.0);
}

/// By CR2 each pair has its own degrees of freedom, those of its contrast; else the fewer of its two scores.
#[test]
fn degrees_of_differences_are_those_of_contrasts() {
    let view = View { normalisation: Normalisation::Sum, ..View::default() };
    let contrast = |n: usize, i: usize, j: usize| {
        let mut row = vec![0.0; n];
        (row[i], row[j]) = (1.0, -1.0);
        row
    };
    let model = fitted(&cells(), &Specification::default());
    let jacobian = model.readout(Quantity::Scores, &view).unwrap().jacobian;
    let cr2 = Options { correction: Correction::Cr2, ..Options::default() };
    let found = scores::Scores::of(&model, scores::Need::Degrees, &cr2, &mut unwatched()).unwrap();
    for (i, j) in [(0, 1), (1, 0), (2, 1), (0, 3), (3, 2)] {
        let rows = jacobian.contrasts(&contrast(4, i, j), 1);
        let expected = degrees::degrees(&model, &rows, &cr2).unwrap()[0];
        assert!(expected > 1.0 && expected < 60.0);
        assert!((found.degrees(i, j) - expected).abs() < 1e-6 * expected, "{i} {j}");
    }
    let own = degrees::degrees(&model, &jacobian, &cr2).unwrap();
    let pairs = degrees::of_pairs(&model, &jacobian, &cr2).unwrap();
    assert_eq!((own.len(), pairs.len()), (4, 6));
    let cr1 = Options { correction: Correction::Cr1, ..Options::default() };
    assert_eq!(degrees::of_pairs(&model, &jacobian, &cr1).unwrap(), [59.0; 4]);
    // Three items have as many pairs as scores, and more than 63 too many pairs: those of the scores must do.
    let three: Vec<Cell> = cells().into_iter().filter(|cell| cell.left < 3 && cell.right < 3).collect();
    let three = fitted(&three, &Specification::default());
    let jacobian = three.readout(Quantity::Scores, &view).unwrap().jacobian;
    let own = degrees::degrees(&three, &jacobian, &cr2).unwrap();
    assert_eq!(degrees::of_pairs(&three, &jacobian, &cr2).unwrap(), own);
    let found = scores::Scores::of(&three, scores::Need::Degrees, &cr2, &mut unwatched()).unwrap();
    assert_eq!(found.degrees(2, 0), own[0].min(own[2]));
    let ring =
        |k: u32| Cell { context: Some(k / 8), left: k % 64, right: (k + 1) % 64, counts: [1.0, 1.0, 0.0] };
    let many = fitted(&(0..64).map(ring).collect::<Vec<_>>(), &Specification::default());
    let jacobian = many.readout(Quantity::Scores, &view).unwrap().jacobian;
    assert_eq!(degrees::of_pairs(&many, &jacobian, &cr2).unwrap().len(), 64);
}

/// n = 1 / (s^2 w) in any unit; with w the mean information about the item.
#[test]
fn effective_comparisons_do_not_depend_on_the_unit() {
    let model = fitted(&cells(), &Specification::default());
    let of = |unit: f64| {
        let options = Options { view: View { unit, ..View::default() }, ..Options::default() };
        effective_comparisons(&model, &options, &mut unwatched()).unwrap()
    };
    let s: Vec<f64> = scores(&model, &Options::default()).iter().map(|row| row[0]).collect();
    let covariance = covariance_of(&model, Quantity::Scores, &Options::default()).unwrap();
    for (plain, scaled) in of(1.0).iter().zip(of(40.0)) {
        let item = plain.item;
        // The variance of the difference from the mean of the other three.
        let along = |i: usize| if i == item { 1.0 } else { -1.0 / 3.0 };
        let variance: f64 = (0..16).map(|k| along(k / 4) * along(k % 4) * covariance[k]).sum();
        let information = |other: usize| {
            let p = 1.0 / (1.0 + (s[other] - s[item]).exp());
            p * (1.0 - p)
        };
        let mean = (0..4).filter(|&other| other != item).map(information).sum::<f64>() / 3.0;
        assert!((plain.effective * variance * mean - 1.0).abs() < 1e-9, "{plain:?}");
        assert!((scaled.effective / plain.effective - 1.0).abs() < 1e-9, "{scaled:?}");
        let own = cells().iter().filter(|c| c.left as usize == item || c.right as usize == item).count();
        assert_eq!((plain.comparisons, scaled.comparisons), (own as f64, own as f64));
    }
}

/// A model of four items, and of two that no comparison connects with them.
fn with_two_apart() -> (Model, Options) {
    let mut cells = cells();
    cells.push(Cell { context: Some(99), ..Cell::new(4, 5, [1.0, 3.0, 0.0]) });
    let model = fitted(&cells, &Specification { accept: Problems::DISCONNECTED, ..Specification::default() });
    (model, Options { covariance: CovarianceKind::Expected, ..Options::default() })
}

/// Where an item stands among neighbours, and the tests between them.
#[test]
fn neighbours_follow_one_another_within_their_component() {
    let (model, options) = with_two_apart();
    let found = adjacent(&model, &options, &mut unwatched()).unwrap();
    let s: Vec<f64> = scores(&model, &options).iter().map(|row| row[0]).collect();
    let mut order = [0, 1, 2, 3];
    order.sort_by(|&i, &j| s[j].total_cmp(&s[i]));
    let expected = [order[0], order[1], order[2], order[3], 5, 4];
    assert_eq!(found.len(), 5);
    for (row, pair) in found.iter().zip(expected.windows(2)) {
        assert_eq!([row.upper, row.lower], [pair[0], pair[1]]);
        if pair[0] == order[3] {
            assert!(row.test.estimate.is_nan() && row.test.p.is_nan());
        } else {
            assert!((row.test.estimate - (s[pair[0]] - s[pair[1]])).abs() < 1e-9);
            let p = 2.0 * normal::upper(row.test.statistic.abs());
            assert!((row.test.p - p).abs() < 1e-12 && row.test.adjusted == row.test.p);
        }
    }
}

/// The covariance of some values is that part of the covariance of all; between components there is none.
#[test]
fn covariances_of_some_values_are_part_of_those_of_all() {
    let (model, options) = with_two_apart();
    let all = covariance_of(&model, Quantity::Scores, &options).unwrap();
    let some = [5, 2, 4, 0];
    let found = estimates::covariance_among(&model, Quantity::Scores, Some(&some), &options).unwrap();
    for (a, &i) in some.iter().enumerate() {
        for (b, &j) in some.iter().enumerate() {
            let (found, expected) = (found[4 * a + b], all[6 * i + j]);
            if (i < 4) == (j < 4) {
                assert!((found - expected).abs() < 1e-12, "{i} {j}: {found} {expected}");
            } else {
                assert!(found.is_nan() && expected.is_nan());
            }
        }
    }
}

mod edges;
mod given;
mod ranks;
mod sampled;
