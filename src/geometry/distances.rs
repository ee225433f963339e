//! How far apart the items of a fitted model are.

use crate::error::{Error, Result};
use crate::inference::Options;
use crate::model::{Direction, Model, Outcomes, Quantity, Scale, ScoreGauge, View};
use crate::solve::{reserve, Progress, Watch};

/// What a distance is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Distance {
    /// The difference of the scores, on their scale.
    #[default]
    Scores,
    /// The scaled difference z of a neutral comparison: how well comparisons tell the two apart.
    Distinguishability,
    /// The noise of the difference, sqrt(S_ij).
    Noise,
}

impl Distance {
    /// All by their numbers.
    pub const ALL: [Distance; 3] = [Distance::Scores, Distance::Distinguishability, Distance::Noise];
}

/// Distances of all pairs of items, items x items. NaN between items of which nothing is known relative
/// to each other, infinite where a difference runs off.
pub fn distances(model: &Model, what: Distance, options: &Options, watch: Watch<'_>) -> Result<Vec<f64>> {
    model.check_view(&options.view)?;
    match what {
        Distance::Scores => of_scores(model, &options.view, watch),
        Distance::Distinguishability => of_predictors(model, options.view.scale, watch),
        Distance::Noise => of_spreads(model, &options.view),
    }
}

/// Roots of the spreads, on the scale of the scores; the diagonal is zero.
fn of_spreads(model: &Model, view: &View) -> Result<Vec<f64>> {
    if model.frame.spread.is_none() {
        return Err(Error::Unsupported(
            "what: the model has no spread, so that the noise of all differences is 1".into(),
        ));
    }
    let items = model.frame.items;
    let mut roots = model.readout(Quantity::Spreads, view)?.estimates;
    roots.iter_mut().for_each(|s| *s = view.unit * s.sqrt());
    (0..items).for_each(|i| roots[i * items + i] = 0.0);
    Ok(roots)
}

/// Differences of scores.
fn of_scores(model: &Model, view: &View, watch: Watch<'_>) -> Result<Vec<f64>> {
    let view = View { gauge: ScoreGauge::Sum, origin: 0.0, ..view.clone() };
    // A difference may be known where neither score is: each pair is looked at by itself.
    let scores = model.point().readout(Quantity::Scores, &view)?;
    let mut row = vec![0.0; scores.jacobian.columns()];
    let mut slopes: Vec<Vec<[f64; 2]>> = Vec::with_capacity(model.frame.items);
    for item in 0..model.frame.items {
        scores.jacobian.dense_row(item, &mut row);
        slopes.push(model.directions.iter().map(|d| slope(d, &row)).collect());
    }
    let apart = model.facts.outcomes.contains(Outcomes::DISCONNECTED);
    let difference = |i: usize, j: usize| {
        // Each component has its own zero.
        if apart && model.components[i] != model.components[j] {
            return Ok(f64::NAN);
        }
        let moves = |at: usize| {
            let ([a, size], [b, other]) = (slopes[i][at], slopes[j][at]);
            is_more_than_rounding(a - b, size + other)
        };
        Ok(mark(model, moves, scores.estimates[i] - scores.estimates[j]))
    };
    fill(model.frame.items, difference, watch)
}

/// Predictors of neutral comparisons.
fn of_predictors(model: &Model, scale: Scale, watch: Watch<'_>) -> Result<Vec<f64>> {
    let along: Vec<Vec<f64>> = model.directions.iter().map(|d| dense(d, model.theta.len())).collect();
    let point = model.point();
    let difference = |i: usize, j: usize| {
        let predicted = point.predict_neutral(i, j, scale)?;
        let moves = |at: usize| {
            let parts = predicted.along_u.iter().map(|&(k, v)| v * along[at][k as usize]);
            let [sum, size] = sum_and_size(parts);
            is_more_than_rounding(sum, size)
        };
        Ok(mark(model, moves, predicted.u))
    };
    fill(model.frame.items, difference, watch)
}

/// The symmetric matrix of absolute differences.
fn fill(n: usize, difference: impl Fn(usize, usize) -> Result<f64>, watch: Watch<'_>) -> Result<Vec<f64>> {
    let mut matrix = reserve(n * n)?;
    for i in 0..n {
        for j in 0..i {
            let distance = difference(i, j)?.abs();
            matrix[i * n + j] = distance;
            matrix[j * n + i] = distance;
        }
        watch(&Progress {
            fraction: ((i + 1) as f64 / n as f64).powi(2),
            iteration: i as u64,
            objective: f64::NAN,
            gradient: f64::NAN,
        })?;
    }
    Ok(matrix)
}

/// The difference, or what becomes of it where it moves along a direction that is not identified.
fn mark(model: &Model, moves: impl Fn(usize) -> bool, difference: f64) -> f64 {
    let along = |runs_off: bool| {
        let of_kind = |(_, direction): &(usize, &Direction)| direction.runs_off == runs_off;
        model.directions.iter().enumerate().filter(of_kind).any(|(at, _)| moves(at))
    };
    if along(false) {
        f64::NAN
    } else if along(true) {
        f64::INFINITY
    } else {
        difference
    }
}

/// Whether a sum is more than the rounding of its parts, whose absolute values add up to `size`.
fn is_more_than_rounding(sum: f64, size: f64) -> bool {
    sum.abs() > 1e-6 * size
}

/// A sum, and that of the absolute values.
fn sum_and_size(parts: impl Iterator<Item = f64>) -> [f64; 2] {
    parts.fold([0.0; 2], |[sum, size], part| [sum + part, size + part.abs()])
}

/// The change along a direction of a value with these derivatives, and the size of its parts.
fn slope(direction: &Direction, row: &[f64]) -> [f64; 2] {
    sum_and_size(direction.along.iter().map(|&(at, v)| v * row[at as usize]))
}

fn dense(direction: &Direction, size: usize) -> Vec<f64> {
    let mut dense = vec![0.0; size];
    direction.along.iter().for_each(|&(at, v)| dense[at as usize] = v);
    dense
}
