//! Probabilities of comparisons with intervals, and the likelihood of other data.

use super::estimates::standard_errors;
use super::intervals::{self, interval_on_scale};
use super::{Jacobian, Options};
use crate::comparisons::{CovariateOf, Kind as Names, Set, NONE};
use crate::error::{Error, Result};
use crate::likelihood::{difference, Local};
use crate::model::{Model, Readout, Scale};
use crate::outcome::Counts;
use crate::solve::Watch;
use crate::strength::Kind;

/// A comparison to predict: ids of the model's set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// Item shown first.
    pub left: u32,
    /// Item shown second.
    pub right: u32,
    /// Judge of the model, or NONE for one of sensitivity one, mean position effect and threshold.
    pub judge: u32,
    /// Context, or NONE.
    pub context: u32,
}

/// The predictor u and the threshold e of a comparison, and their derivatives.
struct Predicted {
    u: f64,
    e: f64,
    along_u: Vec<(u32, f64)>,
    along_e: Vec<(u32, f64)>,
}

/// For every comparison: left, right and tie, each with probability, standard error, lower and upper
/// end, twelve numbers in all.
pub fn probabilities(
    model: &Model,
    comparisons: &[Comparison],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 12]>> {
    options.check()?;
    let outcomes = if model.specification.outcome.has_threshold() { 3 } else { 2 };
    let mut values = Vec::with_capacity(comparisons.len() * outcomes);
    let mut jacobian = Jacobian::new(model.theta.len());
    for (row, comparison) in comparisons.iter().enumerate() {
        let predicted =
            predict(model, comparison, options.view.scale, options.neutral).map_err(|e| at_row(e, row))?;
        let p = model.specification.outcome.probabilities(predicted.u, predicted.e);
        for (which, &probability) in p.iter().enumerate().take(outcomes) {
            values.push(probability);
            let [by_u, by_e] = logit_slopes(model, &predicted, which, probability);
            let entries = predicted.along_u.iter().map(|&(i, d)| (i, by_u * d));
            for (at, slope) in entries.chain(predicted.along_e.iter().map(|&(i, d)| (i, by_e * d))) {
                model.push_free(&mut jacobian, at as usize, slope);
            }
            jacobian.end_row();
        }
    }
    // On the logit scale: estimate there, standard error there, and back.
    let mut readout = Readout {
        estimates: values.iter().map(|&p| intervals::Scale::Logit.transform(p)).collect(),
        jacobian,
    };
    model.hide_arbitrary(&mut readout);
    let (errors, critical) = standard_errors(model, &readout, options, watch)?;
    let mut result = vec![[0.0; 12]; comparisons.len()];
    for (at, (&probability, &error)) in values.iter().zip(&errors).enumerate() {
        let logit = readout.estimates[at];
        let row = if probability == 0.0 || probability == 1.0 {
            [probability, 0.0, probability, probability]
        } else {
            let (lower, upper) = interval_on_scale(intervals::Scale::Logit, logit, error, critical);
            let shown = if logit.is_nan() { f64::NAN } else { probability };
            [shown, error * probability * (1.0 - probability), lower, upper]
        };
        result[at / outcomes][4 * (at % outcomes)..][..4].copy_from_slice(&row);
    }
    Ok(result)
}

fn at_row(error: Error, row: usize) -> Error {
    match error {
        Error::Data { message, .. } => Error::Data { row: Some(row), message },
        other => other,
    }
}

/// Derivatives of logit p in u and e.
fn logit_slopes(model: &Model, predicted: &Predicted, which: usize, probability: f64) -> [f64; 2] {
    if probability == 0.0 || probability == 1.0 {
        return [0.0, 0.0];
    }
    let mut single = Counts::default();
    *[&mut single.win, &mut single.loss, &mut single.tie][which] = 1.0;
    let d = model.specification.outcome.derivatives(&single, predicted.u, predicted.e);
    // d logit p = d log p / (1 - p).
    [-d.z / (1.0 - probability), -d.e / (1.0 - probability)]
}

/// The predictor of a comparison.
fn predict(model: &Model, comparison: &Comparison, scale: Scale, neutral: bool) -> Result<Predicted> {
    let frame = &model.frame;
    let (left, right) = (comparison.left as usize, comparison.right as usize);
    let known = comparison.judge != NONE;
    let judge = if known { comparison.judge as usize } else { 0 };
    let mut predicted = Predicted { u: 0.0, e: 0.0, along_u: Vec::new(), along_e: Vec::new() };
    if known || frame.strength.kind == Kind::Pooled {
        let mut local = Local::default();
        frame.strength.touch(&model.theta, judge, left, right, &mut local);
        predicted.u = frame.strength.difference(&model.theta, judge, left, right);
        predicted.along_u.extend(local.index.iter().copied().zip(local.u.iter().copied()));
    } else {
        let (factor, derivative) = model.consensus(scale)?;
        let gap = model.theta[left] - model.theta[right];
        predicted.u = factor * gap;
        predicted.along_u.extend([(left as u32, factor), (right as u32, -factor)]);
        predicted.along_u.extend(derivative.iter().map(|&(at, d)| (at, d * gap)));
    }
    add_position(model, known.then_some(judge), neutral, &mut predicted);
    for (name, at) in &frame.terms.covariates {
        let Some(covariate) = model.set.covariate(name) else { continue };
        // What is not named is taken as equal on both sides.
        let equal = match covariate.of() {
            CovariateOf::Item => false,
            CovariateOf::Context => neutral || comparison.context == NONE,
            CovariateOf::ContextItem => comparison.context == NONE,
            CovariateOf::JudgeItem => comparison.judge == NONE,
        };
        if equal {
            continue;
        }
        let value = difference(
            &model.set,
            covariate,
            comparison.context,
            comparison.judge,
            left as u32,
            right as u32,
        )?;
        predicted.u += value * model.theta[*at];
        predicted.along_u.push((*at as u32, value));
    }
    add_threshold(model, known.then_some(judge), &mut predicted);
    Ok(predicted)
}

fn add_position(model: &Model, judge: Option<usize>, neutral: bool, predicted: &mut Predicted) {
    let Some((first, by_judge)) = model.frame.terms.position.filter(|_| !neutral) else { return };
    let places: Vec<usize> = match (by_judge, judge) {
        (false, _) => vec![first],
        (true, Some(judge)) => vec![first + judge],
        (true, None) => (first..first + model.frame.judges).filter(|&k| !model.objective.fixed[k]).collect(),
    };
    let share = 1.0 / places.len().max(1) as f64;
    for at in places {
        predicted.u += share * model.theta[at];
        predicted.along_u.push((at as u32, share));
    }
}

fn add_threshold(model: &Model, judge: Option<usize>, predicted: &mut Predicted) {
    let Some((single, offsets)) = model.frame.terms.threshold else { return };
    let pinned = &model.frame.terms.pinned;
    let pin = match (offsets, judge) {
        (None, _) => pinned[0],
        (Some(_), Some(judge)) => pinned[judge],
        // The mean threshold is that of the judges who have one.
        (Some(_), None) if model.objective.fixed[single] => pinned[0],
        (Some(_), None) => f64::NAN,
    };
    if !pin.is_nan() {
        predicted.e = pin;
        return;
    }
    predicted.e = model.theta[single];
    predicted.along_e.push((single as u32, 1.0));
    if let Some(first) = offsets {
        let places: Vec<usize> = match judge {
            Some(judge) => vec![first + judge],
            None => (first..first + model.frame.judges).filter(|&k| !model.objective.fixed[k]).collect(),
        };
        let share = 1.0 / places.len().max(1) as f64;
        for at in places {
            predicted.e += share * model.theta[at];
            predicted.along_e.push((at as u32, share));
        }
    }
}

/// Log-likelihood and number of the comparisons of another set, matched by name.
pub fn log_likelihood(model: &Model, other: &Set) -> Result<(f64, f64)> {
    let (mut sum, mut count) = (0.0, 0.0);
    each_cell(model, other, |counts, u, e| {
        sum -= model.specification.outcome.value(counts, u, e);
        count += counts.total();
    })?;
    Ok((sum, count))
}

/// Calls `each` with the counts, the predictor and the threshold of every cell of another set, matched
/// by name.
pub(crate) fn each_cell(model: &Model, other: &Set, mut each: impl FnMut(&Counts, f64, f64)) -> Result<()> {
    let terms = &model.frame.terms;
    let translate = |kind: Names, count: usize, required: bool| -> Result<Vec<u32>> {
        (0..count)
            .map(|id| {
                let name = other.name(kind, id).unwrap_or("");
                match model.set.find(kind, name) {
                    Some(id) => Ok(id as u32),
                    None if required => Err(Error::name(format!("item \"{name}\" is not in the model"))),
                    None => Ok(NONE),
                }
            })
            .collect()
    };
    let items = translate(Names::Item, other.items(), true)?;
    let judges = translate(Names::Judge, other.judges(), false)?;
    let contexts = translate(Names::Context, other.contexts(), false)?;
    let of = |ids: &[u32], id: u32| if id == NONE { NONE } else { ids[id as usize] };
    let cells = other.cells();
    let anonymous = if model.set.has_anonymous_judge() { model.frame.judges as u32 - 1 } else { NONE };
    for (c, by_category) in cells.counts.iter().enumerate() {
        let counts = terms.read(by_category);
        if counts.total() == 0.0 {
            continue;
        }
        let judge = match cells.judge[c] {
            NONE => anonymous,
            judge => of(&judges, judge),
        };
        let comparison = Comparison {
            left: items[cells.left[c] as usize],
            right: items[cells.right[c] as usize],
            judge,
            context: of(&contexts, cells.context[c]),
        };
        let predicted = predict(model, &comparison, Scale::Arithmetic, false)?;
        each(&counts, predicted.u, predicted.e);
    }
    Ok(())
}
