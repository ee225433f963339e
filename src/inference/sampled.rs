//! Standard errors, simultaneous intervals and ranges of ranks where the matrix of all parameters would be too large:
//! variances by draws, each with its Monte Carlo error.

use super::intervals::{interval, IntervalScale, Method};
use super::ranks::Rank;
use super::scores::within;
use super::{anytime, Errors, Jacobian, Options};
use crate::error::{Error, Result};
use crate::model::{
    Model, NormalDraws, Normalisation, Problems, Quantity, Readout, Sampled, Sampling, State, View,
};
use crate::progress::Watch;
use crate::room::{self, Duplicate as _, Gather as _};
use crate::vectors::mean_ranks;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

/// More parameters than this have their standard errors sampled unless exact ones are asked for: at 5 000 the matrix takes
/// some seconds and 400 MB, and both grow fast.
pub const MOST_EXACT: usize = 5_000;

/// Whether the standard errors of a model are sampled.
pub(super) fn is_sampled(model: &Model, options: &Options) -> bool {
    let p = model.theta.len();
    match options.errors {
        _ if options.bootstrap.is_some() => false,
        Errors::Exact => false,
        Errors::Sampled => true,
        Errors::Auto => {
            let limit = model.specification.max_bytes;
            p > MOST_EXACT || (limit > 0 && room::matrices(2, p) > limit)
        }
    }
}

/// Questions that are too large to be answered from draws.
pub(super) fn too_many(values: usize) -> Error {
    Error::Unsupported(format!(
        "errors: with sampled standard errors there is no covariance of {values} values; ask about at most \
         {MOST_SOLVED}, or for DUEL_ERRORS_EXACT"
    ))
}

/// Monte Carlo standard errors that are added to a sampled standard error where claims hold at all looks.
pub(super) const ERRORS_AT_ALL_LOOKS: f64 = 2.0;

/// Most values whose covariance is solved for one by one.
pub(super) const MOST_SOLVED: usize = 64;

/// The variances of J theta by draws; the last ones are kept with the model.
pub(super) fn variances(
    model: &Model,
    jacobian: &Jacobian,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Arc<Sampled>> {
    model.sampled(options.covariance, options.settled(model)?, jacobian, &sampling(options), watch)
}

fn sampling(options: &Options) -> Sampling {
    let or_exact = options.errors == Errors::Auto;
    Sampling { draws: options.error_draws, seed: options.seed, threads: options.threads, or_exact }
}

/// The options with which each interval by itself has the level that Sidak's inequality asks of it where `count` are to
/// hold all at once. It holds for normal values whatever their correlation, and is nearly an equality for many items.
pub(super) fn one_by_one(options: &Options, count: usize) -> Cow<'_, Options> {
    match options.method {
        Method::Simultaneous => {
            let level = options.level.powf(1.0 / count.max(1) as f64);
            Cow::Owned(Options { method: Method::Marginal, level, ..options.clone() })
        }
        _ => Cow::Borrowed(options),
    }
}

/// The note of a table on how its standard errors were computed; empty for exact ones.
pub(super) fn note(model: &Model, options: &Options) -> String {
    if !is_sampled(model, options) {
        return String::new();
    }
    let Ok(correction) = options.settled(model) else { return String::new() };
    match model.kept_draws(options.covariance, correction, &sampling(options)) {
        // Another thread has asked the model something else meanwhile.
        None => "Standard errors are sampled, or exact where se_mc is 0.".into(),
        Some(0) => "Standard errors are exact, from a sparse factor or solutions for single clusters.".into(),
        Some(draws) => format!(
            "Standard errors are sampled by {draws} draws with seed {}; se_mc is their Monte Carlo standard error. Ranges \
             of ranks are from simultaneous intervals of the scores.{}",
            options.seed,
            if options.method.is_anytime() { " Intervals at all looks have se and twice se_mc for an error." } else { "" }
        ),
    }
}

/// The same of ranks; empty where draws are not solved for.
pub fn note_of_ranks(model: &Model, options: &Options) -> String {
    if !is_sampled(model, options) {
        return String::new();
    }
    let count = rank_draws(options);
    format!(
        "Ranks are those of {count} draws of all scores with seed {}, each solved for: a probability p has the Monte Carlo \
         standard error sqrt(p (1 - p) / {count}).",
        options.seed
    )
}

/// The Monte Carlo standard error of the standard error of every value of a quantity; zero where it is exact.
pub fn monte_carlo_errors(
    model: &Model,
    quantity: Quantity,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    if !is_sampled(model, options) {
        let (rows, columns) = model.shape(quantity)?;
        return Ok(vec![0.0; rows * columns]);
    }
    let jacobian = model.readout(quantity, &options.view)?.jacobian;
    Ok(variances(model, &jacobian, options, watch)?.errors.duplicate())
}

/// Scores with their errors as measured from the mean of their class, and the class of each.
fn scores_within(model: &Model, view: &View) -> Result<(Readout, Vec<usize>)> {
    let Readout { estimates, jacobian } = model.point().readout(Quantity::Scores, view)?;
    let (classes, _) = model.classes(&jacobian);
    Ok((Readout { estimates, jacobian: within(jacobian, &classes, &model.components) }, classes))
}

/// Ranks, and ranges of ranks from simultaneous intervals of the scores about the mean of their class: an item is significantly
/// better where its interval is above the other's. They are wider than those from differences, whose errors would have to
/// be sampled pair by pair.
pub(super) fn ranks(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Rank>> {
    options.check()?;
    let view = View { normalisation: Normalisation::Sum, ..options.view.clone() };
    let (readout, classes) = scores_within(model, &view)?;
    let n = readout.estimates.len();
    let anytime = options.method.is_anytime();
    let method = if anytime { Method::AnytimeSimultaneous } else { options.method };
    let method = if method == Method::Marginal { Method::Simultaneous } else { method };
    let options = Options { method, view, ..options.clone() };
    let options = &*options.or_mixture(anytime::of_contrasts(Quantity::Scores, options.view.unit));
    let (errors, critical) = super::errors::sampled_errors(model, &readout, options, watch)?;
    let apart = model.facts.problems.contains(Problems::DISCONNECTED);
    let lone = model.lone_items();
    let main = |i: usize| (!apart || model.components[i] == 0) && !lone[i];
    let scores: Vec<f64> = (0..n).map(|i| if main(i) { readout.estimates[i] } else { f64::NAN }).gathered();
    let mut found: Vec<Rank> =
        mean_ranks(&scores).into_iter().map(|rank| Rank { rank, best: 1, worst: n }).gathered();
    let ends: Vec<(f64, f64)> = (0..n)
        .map(|i| interval(IntervalScale::Identity, readout.estimates[i], errors[i], critical[i]))
        .gathered();
    let mut by_class: Vec<(usize, usize)> = (0..n).map(|i| (classes[i], i)).gathered();
    by_class.sort_unstable();
    for class in by_class.chunk_by(|a, b| a.0 == b.0) {
        let known: Vec<usize> = class
            .iter()
            .map(|(_, i)| *i)
            .filter(|&i| ends[i].0.is_finite() && ends[i].1.is_finite())
            .gathered();
        let mut lower = known.iter().map(|&i| ends[i].0).gathered();
        let mut upper = known.iter().map(|&i| ends[i].1).gathered();
        lower.sort_unstable_by(f64::total_cmp);
        upper.sort_unstable_by(f64::total_cmp);
        for &i in &known {
            found[i].best += known.len() - lower.partition_point(|&l| l <= ends[i].1);
            found[i].worst -= upper.partition_point(|&u| u < ends[i].0);
        }
    }
    Ok(found)
}

/// Draws of the distribution of scores where their number is not given: a probability then has a standard error of at most 0.016.
const DRAWS: usize = 1_000;

fn rank_draws(options: &Options) -> usize {
    if options.draws == 0 {
        DRAWS
    } else {
        options.draws
    }
}

/// Calls `each` with draws of all scores under their normal distribution; NaN for items without a rank: unidentified ones,
/// that diverge, or that are outside the largest class of those that can be compared.
pub(super) fn each_draw(
    model: &Model,
    options: &Options,
    watch: Watch<'_>,
    mut each: impl FnMut(&[f64]),
) -> Result<()> {
    options.check()?;
    let view = View { normalisation: Normalisation::Sum, ..options.view.clone() };
    let (readout, classes) = scores_within(model, &view)?;
    let mut sizes = vec![0usize; classes.iter().max().map_or(0, |class| class + 1)];
    classes.iter().for_each(|&class| sizes[class] += 1);
    let largest = (0..sizes.len()).max_by_key(|&class| (sizes[class], Reverse(class))).unwrap_or(0);
    let lone = model.lone_items();
    let states = model.states(&readout.jacobian);
    let known = |i: usize| {
        classes[i] == largest
            && !lone[i]
            && readout.estimates[i].is_finite()
            && !matches!(states[i], State::Diverges(_))
    };
    let known: Vec<bool> = (0..classes.len()).map(known).gathered();
    let mut scores = crate::room::filled(f64::NAN, known.len());
    let draws = NormalDraws { count: rank_draws(options), seed: options.seed, threads: options.threads };
    model.each_draw((options.covariance, options.settled(model)?), &readout.jacobian, draws, watch, |draw| {
        for (i, score) in scores.iter_mut().enumerate().filter(|(i, _)| known[*i]) {
            *score = readout.estimates[i] + draw[i];
        }
        each(&scores);
    })
}
