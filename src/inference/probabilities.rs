//! Probabilities of comparisons with intervals, and the likelihood of other data.

use super::anytime;
use super::errors::standard_errors;
use super::intervals::{interval, IntervalScale, Reach};
use super::{bootstrap, Jacobian, Options};
use crate::comparisons::{Kind as Names, Set, NONE};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::{self, Comparison, Model, Point, Predicted, Readout, Source, PREDICTION};
use crate::outcome::{At, Counts};
use crate::progress::Watch;
use crate::room::{reserve, with_room, Gather as _};

/// Work of a prediction, in nanoseconds.
const PREDICTED: usize = 1000;

/// For every comparison: left, right, tie and both bad, each with probability, standard error, lower and
/// upper end, sixteen numbers in all; zero for outcomes that the outcome model has not. Contexts are ids of the set that the options name, or of the model's.
pub fn probabilities(
    model: &Model,
    comparisons: &[Comparison],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 16]>> {
    options.check()?;
    let options = &*options.or_mixture(anytime::OF_LOGARITHMS);
    model.check_view(&options.view)?;
    let outcomes = model.outcome().outcomes();
    let sources = Sources::new(model, options.contexts.as_ref());
    let read = |point: &Point<'_>| logits(point, comparisons, &sources, options);
    let mut readout = read(&model.point())?;
    model.hide_arbitrary(&mut readout);
    for (row, comparison) in comparisons.iter().enumerate() {
        let source = sources.of(comparison);
        spend(PREDICTED);
        let mut predicted =
            model.point().predict(comparison, &source, options.view.scale, options.ignore_position)?;
        model.hide_prediction(&mut predicted);
        if predicted.at().coordinates().iter().any(|value| value.is_nan()) {
            readout.estimates[row * outcomes..(row + 1) * outcomes].fill(f64::NAN);
        }
    }
    // On the logit scale: estimate there, standard error there, and back.
    let table: Vec<[f64; 4]> = match &options.bootstrap {
        Some(bootstrap) => bootstrap::table(model, bootstrap, &readout, &read, options, watch)?,
        None => {
            let (errors, critical) = standard_errors(model, &readout, options, watch)?;
            let row = |((&logit, error), reach): ((&f64, f64), Reach)| {
                let (lower, upper) = interval(IntervalScale::Identity, logit, error, reach);
                [logit, error, lower, upper]
            };
            readout.estimates.iter().zip(errors).zip(critical).map(row).gathered()
        }
    };
    let mut result = vec![[0.0; 16]; comparisons.len()];
    for (at, &[logit, error, lower, upper]) in table.iter().enumerate() {
        let probability = IntervalScale::Logit.inverse(logit);
        let row = if probability == 0.0 || probability == 1.0 {
            [probability, 0.0, probability, probability]
        } else {
            let [lower, upper] = [lower, upper].map(|end| IntervalScale::Logit.inverse(end));
            [probability, error * probability * (1.0 - probability), lower, upper]
        };
        result[at / outcomes][4 * (at % outcomes)..][..4].copy_from_slice(&row);
    }
    Ok(result)
}

/// Probabilities of left, right, tie and both bad for all ordered pairs of items, items x items x 4 with zeros
/// on the diagonal, by one judge and in one context (NONE: as in [`Comparison`]); NaN for pairs of which the data
/// of the model do not identify them.
pub fn pair_probabilities(model: &Model, judge: u32, context: u32, options: &Options) -> Result<Vec<f64>> {
    options.check()?;
    let (items, outcome) = (model.layout.items, model.outcome());
    let sources = Sources::new(model, options.contexts.as_ref());
    let mut table = reserve(4 * items * items)?;
    let point = model.point();
    for (pair, out) in table.chunks_exact_mut(4).enumerate() {
        let (left, right) = (pair / items, pair % items);
        if left == right {
            continue;
        }
        let comparison = Comparison { left: left as u32, right: right as u32, judge, context };
        let source = sources.of(&comparison);
        spend(PREDICTED);
        let mut predicted =
            point.predict(&comparison, &source, options.view.scale, options.ignore_position)?;
        model.hide_prediction(&mut predicted);
        let p = outcome.probabilities(predicted.at());
        out[..outcome.outcomes()].copy_from_slice(&p[..outcome.outcomes()]);
    }
    Ok(table)
}

/// The logits of the probabilities of the outcomes of every comparison.
fn logits(
    point: &Point<'_>,
    comparisons: &[Comparison],
    sources: &Sources<'_>,
    options: &Options,
) -> Result<Readout> {
    let outcome = point.model.outcome();
    let outcomes = outcome.outcomes();
    let mut estimates = with_room(comparisons.len() * outcomes);
    let mut jacobian = Jacobian::new(point.theta.len());
    for (row, comparison) in comparisons.iter().enumerate() {
        let source = sources.of(comparison);
        spend(PREDICTED);
        let predicted = point
            .predict(comparison, &source, options.view.scale, options.ignore_position)
            .map_err(|e| at_row(e, row))?;
        let p = outcome.probabilities(predicted.at());
        for (which, &probability) in p.iter().enumerate().take(outcomes) {
            estimates.push(IntervalScale::Logit.transform(probability));
            let slopes = logit_slopes(point.model, &predicted, which, probability);
            predicted.along(slopes, |at, slope| point.push_free(&mut jacobian, at as usize, slope));
            jacobian.end_row();
        }
    }
    Ok(Readout { estimates, jacobian })
}

/// Where the covariates of comparisons are looked up, with the ids that items and judges have there.
struct Sources<'a> {
    set: &'a Set,
    ids: Option<[Vec<u32>; 2]>,
}

impl<'a> Sources<'a> {
    fn new(model: &'a Model, other: Option<&'a Set>) -> Sources<'a> {
        let Some(set) = other else { return Sources { set: &model.set, ids: None } };
        let translate = |kind: Names, count: usize| -> Vec<u32> {
            let find = |id| model.set.name(kind, id).and_then(|name| set.find(kind, name));
            (0..count).map(|id| find(id).map_or(NONE, |id| id as u32)).gathered()
        };
        let items = translate(Names::Item, model.set.items());
        Sources { set, ids: Some([items, translate(Names::Judge, model.set.judges())]) }
    }

    fn of(&self, comparison: &Comparison) -> Source<'a> {
        let mut ids = *comparison;
        if let Some([items, judges]) = &self.ids {
            ids.left = items[comparison.left as usize];
            ids.right = items[comparison.right as usize];
            ids.judge = judges.get(comparison.judge as usize).copied().unwrap_or(NONE);
        }
        Source { set: self.set, ids, is_ordered: true }
    }
}

fn at_row(error: Error, row: usize) -> Error {
    match error {
        Error::Data { message, .. } => Error::Data { row: Some(row), message },
        other => other,
    }
}

/// Derivatives of logit p in u, e and b.
fn logit_slopes(model: &Model, predicted: &Predicted, which: usize, probability: f64) -> [f64; 3] {
    if probability == 0.0 || probability == 1.0 {
        return [0.0; 3];
    }
    let d = model.outcome().derivatives(&Counts::single(which), predicted.at());
    // d logit p = d log p / (1 - p).
    d.slopes.map(|slope| -slope / (1.0 - probability))
}

/// Log-likelihood and number of the comparisons of another set, matched by name; NaN if the data of the model do
/// not identify a probability among them.
pub fn log_likelihood(model: &Model, other: &Set) -> Result<(f64, f64)> {
    let (mut sum, mut count) = (0.0, 0.0);
    each_cell(model, other, |_, counts, at| {
        sum -= model.outcome().value(counts, at);
        count += counts.total();
    })?;
    Ok((sum, count))
}

/// Calls `each` with the number, the counts, and where its outcome model is looked at, of every cell of another set, matched
/// by name.
pub(crate) fn each_cell(model: &Model, other: &Set, mut each: impl FnMut(usize, &Counts, At)) -> Result<()> {
    each_prediction(model, other, |cell, _, counts, predicted| each(cell, counts, predicted.at()))
}

/// As `each_cell`, with the comparison in ids of the model and the derivatives of its predictor. Predictors and
/// thresholds that the data of the model do not identify are NaN.
pub(crate) fn each_prediction(
    model: &Model,
    other: &Set,
    mut each: impl FnMut(usize, &Comparison, &Counts, Predicted),
) -> Result<()> {
    let terms = &model.layout.terms;
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
            .gathered_or()
    };
    let items = translate(Names::Item, other.items(), true)?;
    let mut judges = translate(Names::Judge, other.judges(), false)?;
    let contexts = translate(Names::Context, other.contexts(), false)?;
    let of = |ids: &[u32], id: u32| if id == NONE { NONE } else { ids[id as usize] };
    let cells = other.cells();
    let mut anonymous = if model.set.has_anonymous_judge() { model.layout.judges as u32 - 1 } else { NONE };
    // A judge whom the model has never heard is as unknown as one whose name it does not know.
    let without_votes = model.judges_without_votes();
    for judge in judges.iter_mut().chain([&mut anonymous]) {
        if without_votes.get(*judge as usize) == Some(&true) {
            *judge = NONE;
        }
    }
    for (c, by_category) in cells.counts.iter().enumerate() {
        spend(PREDICTION);
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
        let ids = Comparison {
            left: cells.left[c],
            right: cells.right[c],
            judge: cells.judge[c],
            context: cells.context[c],
        };
        let source = Source { set: other, ids, is_ordered: cells.is_ordered(c) };
        let mut predicted = model.point().predict(&comparison, &source, model::Scale::Arithmetic, false)?;
        model.hide_prediction(&mut predicted);
        each(c, &comparison, &counts, predicted);
    }
    Ok(())
}
