//! Intervals, covariances and accelerations against their definitions.

use super::acceleration::accelerations;
use super::*;
use crate::comparisons::NONE;
use crate::distributions::normal;
use crate::inference::testing::{set_of_cells, Cell};
use crate::inference::{pair_probabilities, Method, Options};
use crate::model::{fit, Normalisation, Quantity, Specification, View};
use crate::outcome::Outcome;
use crate::progress::unwatched;

fn specification() -> Specification {
    Specification { outcome: Outcome::Davidson, tolerance: 1e-13, ..Specification::default() }
}

fn fitted(cells: &[Cell]) -> Model {
    fit(&set_of_cells(cells, false), &specification(), &mut unwatched()).unwrap()
}

/// Twelve contexts of unequal size, every outcome in each cell.
fn cells() -> Vec<Cell> {
    let pairs = [(0, 1), (1, 2), (2, 0), (1, 0), (3, 1), (0, 3)];
    let of = |context: u32| {
        let many = 2 + context % 3;
        (0..many).map(move |k| {
            let (left, right) = pairs[((context * 5 + k * 2) % 6) as usize];
            let count = |a: u32| 1.0 + f64::from((context * 7 + k * 3 + a * 5) % 4);
            Cell { context: Some(context), left, right, counts: [count(0), count(1), count(2)] }
        })
    };
    (0..12).flat_map(of).collect()
}

fn drawn(model: &Model, unit: Unit, weights: WeightDistribution, replicates: usize) -> Bootstrap {
    let options = BootstrapOptions { unit: Some(unit), weights, replicates, ..BootstrapOptions::default() };
    Bootstrap::new(model, &options, &mut unwatched()).unwrap()
}

/// The derivative of every score in the number of copies of some counts, by central differences of fits.
fn slopes(cells: &[Cell], add: impl Fn(&mut [Cell], f64)) -> Vec<f64> {
    let step = 1e-3;
    let at = |by: f64| {
        let mut moved = cells.to_vec();
        add(&mut moved, by);
        fitted(&moved).readout(Quantity::Scores, &View::default()).unwrap().estimates
    };
    at(step).iter().zip(at(-step)).map(|(up, down)| (up - down) / (2.0 * step)).collect()
}

/// A sixth of the skewness of the influences, each of which is there this many times.
fn skewness(influences: &[(f64, f64)]) -> f64 {
    let sum = |power: i32| influences.iter().map(|(number, d)| number * d.powi(power)).sum::<f64>();
    sum(3) / (6.0 * sum(2).powf(1.5))
}

#[test]
fn accelerations_are_the_skewness_of_the_influence_of_units() {
    let cells = cells();
    let model = fitted(&cells);
    let readout = model.readout(Quantity::Scores, &View::default()).unwrap();
    let contexts: Vec<Vec<f64>> = (0..12)
        .map(|context| {
            slopes(&cells, |moved, by| {
                let own = moved.iter_mut().filter(|cell| cell.context == Some(context));
                own.for_each(|cell| cell.counts.iter_mut().for_each(|count| *count *= 1.0 + by));
            })
        })
        .collect();
    let singles: Vec<Vec<Vec<f64>>> = (0..cells.len())
        .map(|at| (0..3).map(|which| slopes(&cells, |moved, by| moved[at].counts[which] += by)).collect())
        .collect();
    let p = pair_probabilities_of(&model);
    for item in 0..4 {
        let of_contexts: Vec<(f64, f64)> = contexts.iter().map(|d| (1.0, d[item])).collect();
        let places = || (0..cells.len()).flat_map(|at| (0..3).map(move |which| (at, which)));
        let of_singles = places().map(|(at, which)| (cells[at].counts[which], singles[at][which][item]));
        let of_draws = places().map(|(at, which)| {
            let Cell { left, right, counts, .. } = cells[at];
            (counts.iter().sum::<f64>() * p(left, right)[which], singles[at][which][item])
        });
        for (unit, weights, expected) in [
            (Unit::Context, WeightDistribution::Poisson, skewness(&of_contexts)),
            (Unit::Row, WeightDistribution::Bayesian, skewness(&of_singles.collect::<Vec<_>>())),
            (Unit::Row, WeightDistribution::Parametric, skewness(&of_draws.collect::<Vec<_>>())),
        ] {
            let bootstrap = drawn(&model, unit, weights, 2);
            let found = accelerations(&model, &bootstrap, &readout.jacobian).unwrap();
            assert!((found[item] - expected).abs() < 1e-5, "{weights:?} {item}: {} {expected}", found[item]);
        }
    }
    // An item at zero by convention has no influence to be skewed.
    let view = View { normalisation: Normalisation::Reference(0), ..View::default() };
    let jacobian = model.readout(Quantity::Scores, &view).unwrap().jacobian;
    let bootstrap = drawn(&model, Unit::Context, WeightDistribution::Poisson, 2);
    assert_eq!(accelerations(&model, &bootstrap, &jacobian).unwrap()[0], 0.0);
}

/// Probabilities of win, loss and tie of an ordered pair.
fn pair_probabilities_of(model: &Model) -> impl Fn(u32, u32) -> [f64; 3] {
    let table = pair_probabilities(model, NONE, NONE, &Options::default()).unwrap();
    move |left, right| {
        let at = 4 * (left as usize * 4 + right as usize);
        [table[at], table[at + 1], table[at + 2]]
    }
}

/// Every kind of interval from the sorted replicates: with 199 of them the quantile at 0.05 is the tenth, at 0.025 the fifth.
#[test]
fn intervals_are_order_statistics() {
    let model = fitted(&cells());
    let bootstrap = drawn(&model, Unit::Context, WeightDistribution::Bayesian, 199);
    assert_eq!(bootstrap.len(), 199);
    let weights = [1.0, -1.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0];
    let read = |point: &Point<'_>| {
        let base = point.readout(Quantity::Scores, &View::default())?;
        let difference = |a: usize, b: usize| base.estimates[a] - base.estimates[b];
        let estimates = vec![difference(0, 1), difference(1, 3)];
        Ok(Readout { estimates, jacobian: base.jacobian.contrasts(&weights, 2) })
    };
    let base = read(&model.point()).unwrap();
    let values: Vec<Vec<f64>> =
        bootstrap.replicates.iter().map(|(_, refit)| read(&refit.point(&model)).unwrap().estimates).collect();
    let table = |interval, method| {
        let options = Options { interval, method, level: 0.9, ..Options::default() };
        table_of(&model, &bootstrap, &base, &values, Some(&read), &options, &mut unwatched()).unwrap()
    };
    let accelerations = accelerations(&model, &bootstrap, &base.jacobian).unwrap();
    let moments = |at: usize| {
        let mean = values.iter().map(|row| row[at]).sum::<f64>() / 199.0;
        let squares: f64 = values.iter().map(|row| (row[at] - mean).powi(2)).sum();
        (mean, (squares / 198.0).sqrt())
    };
    let ratio = |row: &[f64], at: usize| (row[at] - base.estimates[at]) / moments(at).1;
    let mut largest: Vec<f64> =
        values.iter().map(|row| ratio(row, 0).abs().max(ratio(row, 1).abs())).collect();
    largest.sort_unstable_by(f64::total_cmp);
    for at in 0..2 {
        let estimate = base.estimates[at];
        let mut sorted: Vec<f64> = values.iter().map(|row| row[at]).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let near = |found: [f64; 4], lower: f64, upper: f64| {
            let expected = [estimate, moments(at).1, lower, upper];
            assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-12), "{found:?} {expected:?}");
        };
        near(table(Interval::Percentile, Method::Marginal)[at], sorted[9], sorted[189]);
        near(table(Interval::Percentile, Method::Bonferroni)[at], sorted[4], sorted[194]);
        let [low, high] = [sorted[9], sorted[189]].map(|end| 2.0 * estimate - end);
        near(table(Interval::Basic, Method::Marginal)[at], high, low);
        for interval in [Interval::Bca, Interval::Percentile, Interval::Basic] {
            let half = largest[179] * moments(at).1;
            near(table(interval, Method::Simultaneous)[at], estimate - half, estimate + half);
        }
        // Efron (1987): the bias from the share of smaller replicates, the quantile linear between two.
        let below = sorted.iter().filter(|v| **v < estimate).count() as f64;
        let bias = normal::quantile(below / 199.0);
        let end = |z: f64| {
            let moved = bias + z;
            let p = normal::cdf(bias + moved / (1.0 - accelerations[at] * moved));
            let place = 200.0 * p - 1.0;
            let whole = place.floor();
            sorted[whole as usize] + (place - whole) * (sorted[whole as usize + 1] - sorted[whole as usize])
        };
        let z = normal::critical(0.9);
        near(table(Interval::Bca, Method::Marginal)[at], end(-z), end(z));
    }
    let covariance = covariance_of(&values, 2).unwrap();
    let [(first, sd), (second, _)] = [moments(0), moments(1)];
    let products: f64 = values.iter().map(|row| (row[0] - first) * (row[1] - second)).sum();
    assert!((covariance[0] - sd * sd).abs() < 1e-14 && covariance[1] == covariance[2]);
    assert!((covariance[1] - products / 198.0).abs() < 1e-14);
}

/// Two replicates must lie beyond either end: at 50 % 8 are enough, and 7 are not.
#[test]
fn too_few_replicates_are_refused_with_the_number_that_is_enough() {
    let model = fitted(&cells());
    let ask = |replicates, method| {
        let bootstrap = drawn(&model, Unit::Context, WeightDistribution::Bayesian, replicates);
        let base = model.readout(Quantity::Scores, &View::default()).unwrap();
        let read = |point: &Point<'_>| point.readout(Quantity::Scores, &View::default());
        let options = Options { interval: Interval::Percentile, method, level: 0.5, ..Options::default() };
        table(&model, &bootstrap, &base, &read, &options, &mut unwatched())
    };
    assert!(ask(8, Method::Marginal).is_ok() && ask(7, Method::Marginal).is_err());
    // Of four values 32.
    let refused = ask(31, Method::Bonferroni).unwrap_err().to_string();
    assert!(refused.contains("31 replicates") && refused.contains("needs 32"), "{refused}");
    assert!(ask(32, Method::Bonferroni).is_ok());
}

/// A value that some replicates do not have: its moments are those of the others. One that is fixed has an interval without
/// width, one that does not exist none.
#[test]
fn missing_and_fixed_values() {
    let model = fitted(&cells());
    let bootstrap = drawn(&model, Unit::Context, WeightDistribution::Bayesian, 99);
    let mut base = model.readout(Quantity::Scores, &View::default()).unwrap();
    base.estimates[1] = 0.5;
    base.estimates[2] = f64::NAN;
    let row = |k: usize| {
        let (x, y) = (k as f64, ((k * k) % 17) as f64);
        vec![if k % 3 == 0 { f64::NAN } else { x }, 0.5, x, y]
    };
    let values: Vec<Vec<f64>> = (0..99).map(row).collect();
    let kept: Vec<usize> = (0..99).filter(|k| k % 3 != 0).collect();
    let count = kept.len() as f64;
    let mean = kept.iter().sum::<usize>() as f64 / count;
    let variance = kept.iter().map(|&k| (k as f64 - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let options = Options { interval: Interval::Percentile, level: 0.9, ..Options::default() };
    let table = table_of(&model, &bootstrap, &base, &values, None, &options, &mut unwatched()).unwrap();
    assert!((table[0][1] - variance.sqrt()).abs() < 1e-12);
    assert_eq!(table[1], [0.5, 0.0, 0.5, 0.5]);
    assert!(table[2].iter().all(|v| v.is_nan()));
    let covariance = covariance_of(&values, 4).unwrap();
    let all = values.iter().map(|row| row[3]).sum::<f64>() / 99.0;
    let products: f64 = kept.iter().map(|&k| (k as f64 - mean) * (values[k][3] - all)).sum();
    assert!((covariance[0] - variance).abs() < 1e-10);
    assert!((covariance[3] - products / (count - 1.0)).abs() < 1e-10 && covariance[12] == covariance[3]);
    let student = Options { interval: Interval::Studentised, ..options };
    assert!(matches!(
        table_of(&model, &bootstrap, &base, &values, None, &student, &mut unwatched()),
        Err(Error::Unsupported(_))
    ));
}
