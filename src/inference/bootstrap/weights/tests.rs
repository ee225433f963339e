//! Weights, the counts that they make, and studentised intervals, against fits of data that are there as often as drawn.

use super::super::studentised::errors;
use super::super::{Bootstrap, BootstrapOptions, Interval};
use super::*;
use crate::inference::testing::{set_of_cells, Cell};
use crate::inference::{estimates, readout_table, Correction, CovarianceKind, Method, Options};
use crate::model::{fit, Point, Quantity, Specification, View};
use crate::outcome::Outcome;
use crate::progress::unwatched;
use std::sync::Arc;

fn fitted(cells: &[Cell], importance: bool, covariance: CovarianceKind) -> Model {
    let specification = Specification {
        outcome: Outcome::Davidson,
        tolerance: 1e-13,
        covariance,
        ..Specification::default()
    };
    fit(&set_of_cells(cells, importance), &specification, &mut unwatched()).unwrap()
}

/// Cells of ten contexts, and some of none.
fn cells() -> Vec<Cell> {
    let pairs = [(0, 1), (1, 2), (2, 0), (1, 0)];
    (0..24u32)
        .map(|k| {
            let (left, right) = pairs[(k * 3 + k / 4) as usize % 4];
            let counts = [0, 1, 2].map(|a: u32| 2.0 + f64::from((k * 5 + a * 3 + k * k) % 5));
            Cell { context: Some(k / 2).filter(|context| *context < 10), left, right, counts }
        })
        .collect()
}

/// The same with every context, or single comparison, as often as it was drawn, each copy in a context of its own.
fn copies(model: &Model, cells: &[Cell], drawn: &Drawn, resampler: &Resampler<'_>) -> Vec<Cell> {
    let mut copies = Vec::new();
    for cell in cells.iter().filter(|_| resampler.units > 0) {
        let Some(context) = cell.context else { continue };
        for copy in 0..drawn.units[context as usize] as u32 {
            copies.push(Cell { context: Some(1000 * copy + context), ..*cell });
        }
    }
    let design = &model.objective.data.design;
    for (single, number) in resampler.singles.iter().zip(&drawn.singles) {
        let (left, right) = (design.left[single.slot as usize], design.right[single.slot as usize]);
        for _ in 0..*number as u32 {
            let mut counts = [0.0; 3];
            let which = single.answer.numbers().iter().position(|share| *share == 1.0).unwrap();
            counts[which] = single.weight;
            copies.push(Cell { context: Some(100_000 + copies.len() as u32), left, right, counts });
        }
    }
    copies
}

fn read(point: &Point<'_>) -> Result<crate::model::Readout> {
    point.readout(Quantity::Scores, &View::default())
}

fn replicates(model: &Model, unit: Unit, weights: WeightDistribution, count: usize) -> Bootstrap {
    let options = BootstrapOptions {
        unit: Some(unit),
        weights,
        replicates: count,
        seed: 5,
        ..BootstrapOptions::default()
    };
    Bootstrap::new(model, &options, &mut unwatched()).unwrap()
}

const CLUSTERED: CovarianceKind = CovarianceKind::ClusteredByContext;

/// A replicate is the fit of its copies, and its standard errors are theirs by the clusters that were drawn.
#[test]
fn studentised_errors_are_those_of_the_copies() {
    for (importance, unit, weights) in [
        (false, Unit::Context, WeightDistribution::Poisson),
        (false, Unit::Context, WeightDistribution::Multinomial),
        (true, Unit::Context, WeightDistribution::Poisson),
        (false, Unit::Row, WeightDistribution::Multinomial),
        (true, Unit::Row, WeightDistribution::Poisson),
    ] {
        let cells = cells();
        let own = if unit == Unit::Row { CovarianceKind::Sandwich } else { CLUSTERED };
        let model = fitted(&cells, importance, own);
        let bootstrap = replicates(&model, unit, weights, 4);
        let resampler = Resampler::new(&model, unit, weights).unwrap();
        let base = read(&model.point()).unwrap();
        let found = errors(&model, &bootstrap, &base, &read, &mut unwatched()).unwrap();
        let table = |model: &Model, covariance| {
            let options = Options { covariance, correction: Correction::None, ..Options::default() };
            estimates(model, Quantity::Scores, &options, &mut unwatched()).unwrap()
        };
        for (error, row) in found.base.iter().zip(table(&model, own)) {
            assert!((error - row[1]).abs() < 1e-9 * row[1], "{importance} {unit:?}: {error} {row:?}");
        }
        let values: Vec<Vec<f64>> = bootstrap
            .replicates
            .iter()
            .map(|(_, refit)| read(&refit.point(&model)).unwrap().estimates)
            .collect();
        let ratios = found.ratios(&values, &base.estimates);
        for (at, (number, _)) in bootstrap.replicates.iter().enumerate() {
            let drawn = resampler.draw_weights(&mut Random::new(5, *number as u64));
            let again = fitted(&copies(&model, &cells, &drawn, &resampler), importance, CLUSTERED);
            for (item, row) in table(&again, CLUSTERED).iter().enumerate() {
                assert!((values[at][item] - row[0]).abs() < 1e-8, "{importance} {unit:?}: {row:?}");
                let ratio = (row[0] - base.estimates[item]) / row[1];
                assert!((ratios[at][item] - ratio).abs() < 1e-6, "{importance} {unit:?}: {ratio}");
            }
        }
    }
}

/// With 19 replicates the quantiles at a quarter are the fifth ratios from either end, that of the largest at one half is the
/// tenth.
#[test]
fn studentised_intervals_are_order_statistics_of_ratios() {
    let model = fitted(&cells(), false, CLUSTERED);
    let bootstrap = Arc::new(replicates(&model, Unit::Context, WeightDistribution::Poisson, 19));
    assert_eq!(bootstrap.len(), 19);
    let base = read(&model.point()).unwrap();
    let own = errors(&model, &bootstrap, &base, &read, &mut unwatched()).unwrap();
    let values: Vec<Vec<f64>> =
        bootstrap.replicates.iter().map(|(_, refit)| read(&refit.point(&model)).unwrap().estimates).collect();
    let ratios = own.ratios(&values, &base.estimates);
    let sorted = |mut numbers: Vec<f64>| {
        numbers.sort_unstable_by(f64::total_cmp);
        numbers
    };
    let of = |method| {
        let bootstrap = Some(bootstrap.clone());
        let options =
            Options { bootstrap, interval: Interval::Studentised, method, level: 0.5, ..Options::default() };
        readout_table(&model, &read, &options, &mut unwatched()).unwrap()
    };
    let largest = sorted(ratios.iter().map(|row| row.iter().fold(0.0, |m: f64, r| m.max(r.abs()))).collect());
    let (one, all) = (of(Method::Marginal), of(Method::Simultaneous));
    for item in 0..3 {
        let column = sorted(ratios.iter().map(|row| row[item]).collect());
        let (estimate, error) = (base.estimates[item], own.base[item]);
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        near(one[item][2], estimate - column[14] * error);
        near(one[item][3], estimate - column[4] * error);
        near(all[item][2], estimate - largest[9] * error);
        near(all[item][3], estimate + largest[9] * error);
    }
}

/// Drawn from the model: totals stay, shares are the probabilities of the model, and standard errors within a replicate are
/// by its own expected information.
#[test]
fn parametric_replicates_are_drawn_from_the_model() {
    let model = fitted(&cells(), false, CovarianceKind::Expected);
    let weights = WeightDistribution::Parametric;
    let bootstrap = replicates(&model, Unit::Row, weights, 3);
    let resampler = Resampler::new(&model, Unit::Row, weights).unwrap();
    let base = read(&model.point()).unwrap();
    let found = errors(&model, &bootstrap, &base, &read, &mut unwatched()).unwrap();
    let design = &model.objective.data.design;
    let mut refitter = Refitter::new(&model, false).unwrap();
    let expected = Options { covariance: CovarianceKind::Expected, ..Options::default() };
    let table = |model: &Model| estimates(model, Quantity::Scores, &expected, &mut unwatched()).unwrap();
    for (error, row) in found.base.iter().zip(table(&model)) {
        assert!((error - row[1]).abs() < 1e-9 * row[1]);
    }
    let values: Vec<Vec<f64>> =
        bootstrap.replicates.iter().map(|(_, refit)| read(&refit.point(&model)).unwrap().estimates).collect();
    let ratios = found.ratios(&values, &base.estimates);
    for (at, (number, _)) in bootstrap.replicates.iter().enumerate() {
        resampler.draw(&mut Random::new(5, *number as u64), &mut refitter);
        let of = |slot: usize, counts: &Counts| {
            let [win, loss, tie, _] = counts.numbers();
            Cell::new(design.left[slot], design.right[slot], [win, loss, tie])
        };
        let cells: Vec<Cell> =
            refitter.counts().iter().enumerate().map(|(slot, counts)| of(slot, counts)).collect();
        for (item, row) in table(&fitted(&cells, false, CovarianceKind::Expected)).iter().enumerate() {
            assert!((values[at][item] - row[0]).abs() < 1e-8);
            assert!((ratios[at][item] - (row[0] - base.estimates[item]) / row[1]).abs() < 1e-6);
        }
    }
    let (draws, mut random) = (2000, Random::new(1, 0));
    let mut sums = vec![[0.0; 4]; design.len()];
    for _ in 0..draws {
        resampler.draw_outcomes(&mut random, &mut refitter);
        for (slot, (sum, counts)) in sums.iter_mut().zip(refitter.counts().iter()).enumerate() {
            assert_eq!(counts.total(), design.counts[slot].total());
            sum.iter_mut().zip(counts.numbers()).for_each(|(sum, count)| *sum += count);
        }
    }
    for (slot, sum) in sums.iter().enumerate() {
        let p = model.objective.data.probabilities(&model.objective.strength, &model.theta, slot);
        let total = design.counts[slot].total();
        for (sum, p) in sum.iter().zip(p) {
            let error = (total * p * (1.0 - p) / draws as f64).sqrt();
            assert!((sum / draws as f64 - total * p).abs() <= 4.5 * error, "{sum} {p}");
        }
    }
}

/// Weights of mean one; those of a fixed size add up to it, and vary the less for it.
#[test]
fn weights_have_the_moments_of_their_distribution() {
    let model = fitted(&cells(), false, CLUSTERED);
    let draws = 4000;
    for weights in
        [WeightDistribution::Poisson, WeightDistribution::Multinomial, WeightDistribution::Bayesian]
    {
        let resampler = Resampler::new(&model, Unit::Context, weights).unwrap();
        let once = resampler.once();
        let numbers = || once.units.iter().chain(&once.singles);
        assert_eq!((once.units.len(), once.units[3]), (10, 1.0));
        let size: f64 = numbers().sum();
        let single: f64 = cells().iter().filter(|c| c.context.is_none()).flat_map(|c| c.counts).sum();
        assert_eq!(size, 10.0 + single);
        let mut sums = vec![[0.0; 2]; numbers().count()];
        let mut random = Random::new(3, 0);
        for _ in 0..draws {
            let drawn = resampler.draw_weights(&mut random);
            let all = || drawn.units.iter().chain(&drawn.singles);
            if weights != WeightDistribution::Poisson {
                assert!((all().sum::<f64>() - size).abs() < 1e-9);
            }
            for (sums, (w, number)) in sums.iter_mut().zip(all().zip(numbers())) {
                sums[0] += w - number;
                sums[1] += (w - number) * (w - number);
            }
        }
        for ([sum, squares], number) in sums.iter().zip(numbers()) {
            let variance = number
                * match weights {
                    WeightDistribution::Multinomial => 1.0 - number / size,
                    // Dirichlet's.
                    WeightDistribution::Bayesian => (size - number) / (size + 1.0),
                    _ => 1.0,
                };
            let draws = draws as f64;
            assert!((sum / draws).abs() < 4.5 * (variance / draws).sqrt(), "{weights:?} {sum}");
            assert!((squares / draws / variance - 1.0).abs() < 0.25, "{weights:?} {number}: {squares}");
        }
    }
}

/// Importance weights have no unit: those of an extreme size give the same replicates, errors and accelerations.
#[test]
fn replicates_do_not_depend_on_the_unit_of_importance_weights() {
    let tables = |scale: f64, unit| {
        let mut cells = cells();
        cells.iter_mut().flat_map(|cell| &mut cell.counts).for_each(|count| *count *= scale);
        let model = fitted(&cells, true, CLUSTERED);
        assert_eq!(model.facts.unit == 1.0, scale == 1.0);
        let bootstrap = Arc::new(replicates(&model, unit, WeightDistribution::Poisson, 19));
        let of = |interval| {
            let bootstrap = Some(bootstrap.clone());
            let options = Options { bootstrap, interval, level: 0.5, ..Options::default() };
            estimates(&model, Quantity::Scores, &options, &mut unwatched()).unwrap()
        };
        [of(Interval::Bca), of(Interval::Studentised)].concat()
    };
    for unit in [Unit::Context, Unit::Row] {
        let (plain, tiny) = (tables(1.0, unit), tables(2f64.powi(-230), unit));
        let near = plain.iter().flatten().zip(tiny.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-7);
        assert!(near, "{unit:?}: {plain:?} {tiny:?}");
    }
}

#[test]
fn numbers_that_cannot_be_drawn_are_refused() {
    let mut cells = cells();
    cells.iter_mut().for_each(|cell| cell.context = None);
    cells[0].counts[1] += 0.5;
    let broken = fitted(&cells, false, CovarianceKind::Sandwich);
    let of = |model: &Model, weights| Resampler::new(model, Unit::Row, weights).err().map(|e| e.to_string());
    let said = of(&broken, WeightDistribution::Multinomial).unwrap();
    assert!(said.contains("whole numbers"), "{said}");
    assert_eq!(of(&broken, WeightDistribution::Bayesian), None);
    let said = of(&broken, WeightDistribution::Parametric).unwrap();
    let design = &broken.objective.data.design;
    let total = design.counts.iter().map(Counts::total).find(|total| total.fract() != 0.0).unwrap();
    assert!(said.ends_with(&format!("a cell has {total}")), "{said}");
    let weighted = fitted(&cells, true, CovarianceKind::Sandwich);
    let said = of(&weighted, WeightDistribution::Parametric).unwrap();
    assert!(said.contains("importance"), "{said}");
}
