//! How far apart the items of a fitted model are.

use crate::error::{Error, Result};
use crate::inference::Options;
use crate::model::{Model, Normalisation, Quantity, Scale, View};
use crate::progress::{Progress, Watch};
use crate::room::reserve;

/// The terms of a distance.
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

/// Distances of all pairs of items, items x items. NaN between items that are unidentified relative
/// to each other, infinite where a difference diverges.
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
    if model.layout.spread.is_none() {
        return Err(Error::Unsupported(
            "what: the model has no spread, so that the noise of all differences is 1".into(),
        ));
    }
    let items = model.layout.items;
    let mut roots = model.readout(Quantity::Spreads, view)?.estimates;
    roots.iter_mut().for_each(|s| *s = view.unit * s.sqrt());
    (0..items).for_each(|i| roots[i * items + i] = 0.0);
    Ok(roots)
}

/// Differences of scores.
fn of_scores(model: &Model, view: &View, watch: Watch<'_>) -> Result<Vec<f64>> {
    let view = View { normalisation: Normalisation::Sum, origin: 0.0, ..view.clone() };
    // A difference may be known where neither score is: items are compared within their class.
    let scores = model.point().readout(Quantity::Scores, &view)?;
    let (classes, signs) = model.classes(&scores.jacobian);
    let count = classes.iter().max().map_or(0, |c| c + 1);
    let difference = |i: usize, j: usize| match signs[classes[i] * count + classes[j]] {
        0.0 => scores.estimates[i] - scores.estimates[j],
        sign => f64::INFINITY * sign,
    };
    fill(model.layout.items, |i, j| Ok(difference(i, j)), watch)
}

/// Predictors of neutral comparisons.
fn of_predictors(model: &Model, scale: Scale, watch: Watch<'_>) -> Result<Vec<f64>> {
    let point = model.point();
    fill(model.layout.items, |i, j| Ok(model.resolve_difference(&point.predict_neutral(i, j, scale)?)), watch)
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
        watch(&Progress::of_parts(((i + 1) as f64 / n as f64).powi(2), i as u64))?;
    }
    Ok(matrix)
}
