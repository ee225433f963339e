//! Standard errors, simultaneous intervals and ranges of ranks where the matrix of all parameters would be too large:
//! variances by draws, each with its Monte Carlo error.

use super::degrees::{degrees, each_value};
use super::intervals::{interval, Method, Reach, Scale};
use super::ranks::{mean_ranks, Rank};
use super::{anytime, Errors, Jacobian, Options};
use crate::error::{Error, Result};
use crate::model::{Model, Outcomes, Quantity, Sampled, Sampling, ScoreGauge as Gauge, View};
use crate::room;
use crate::solve::Watch;
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

/// What is too large to be answered from draws.
pub(super) fn too_many(values: usize) -> Error {
    Error::Unsupported(format!(
        "errors: with sampled standard errors there is no covariance of {values} values; ask for contrasts of at most \
         {MOST_SOLVED}, or for DUEL_ERRORS_EXACT"
    ))
}

/// Most values whose covariance is solved for one by one.
pub(super) const MOST_SOLVED: usize = 64;

/// The variances of J theta by draws; the last ones are kept with the model.
pub(super) fn variances(
    model: &Model,
    jacobian: &Jacobian,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Arc<Sampled>> {
    let or_exact = options.errors == Errors::Auto;
    let sampling =
        Sampling { draws: options.error_draws, seed: options.seed, threads: options.threads, or_exact };
    model.sampled(options.covariance, options.correction, jacobian, &sampling, watch)
}

/// How far intervals reach. All at once by Sidak's inequality, which holds for normal values whatever their correlation,
/// and is nearly an equality for many items.
pub(super) fn critical_values(model: &Model, jacobian: &Jacobian, options: &Options) -> Result<Vec<Reach>> {
    let n = jacobian.rows();
    if options.method.is_anytime() {
        anytime::check(model, options)?;
        anytime::check_penalty(model, jacobian, |row| format!("value {row}"))?;
    }
    if let Some(mixture) = options.mixture_of_each(n)? {
        return Ok(vec![Reach::Anytime(mixture); n]);
    }
    let degrees = degrees(model, jacobian, options)?;
    let critical = match options.method {
        Method::Simultaneous => each_value(options.level.powf(1.0 / n.max(1) as f64), 1, &degrees)?,
        Method::Bonferroni => each_value(options.level, n, &degrees)?,
        _ => each_value(options.level, 1, &degrees)?,
    };
    Ok(critical.into_iter().map(Reach::Errors).collect())
}

/// What a table says of how its standard errors were computed; empty where nothing is special about them.
pub(super) fn note(model: &Model, options: &Options) -> String {
    match model.kept_draws() {
        _ if !is_sampled(model, options) => String::new(),
        None => "Standard errors are exact, from a sparse factor.".into(),
        Some(draws) => format!(
            "Standard errors are sampled by {draws} draws with seed {}; se_mc is their Monte Carlo standard error. Ranges \
             of ranks are from simultaneous intervals of the scores.",
            options.seed
        ),
    }
}

/// The Monte Carlo standard error of the standard error of every value of a quantity; zero where it is exact.
pub fn monte_carlo_errors(
    model: &Model,
    quantity: Quantity,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let jacobian = model.readout(quantity, &options.view)?.jacobian;
    if !is_sampled(model, options) {
        return Ok(vec![0.0; jacobian.rows()]);
    }
    Ok(variances(model, &jacobian, options, watch)?.errors.clone())
}

/// Ranks, and ranges of ranks from simultaneous intervals of the scores about their mean: an item is surely better where
/// its interval is above the other's. They are wider than those from differences, whose errors would have to be sampled
/// pair by pair.
pub(super) fn ranks(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Rank>> {
    options.check()?;
    let view = View { gauge: Gauge::Sum, ..options.view.clone() };
    let readout = model.point().readout(Quantity::Scores, &view)?;
    let n = readout.estimates.len();
    let anytime = options.method.is_anytime();
    let method = if anytime { Method::AnytimeSimultaneous } else { options.method };
    let method = if method == Method::Marginal { Method::Simultaneous } else { method };
    let options = Options { method, view, ..options.clone() };
    let options = &*options.or_mixture(anytime::of_contrasts(Quantity::Scores, options.view.unit));
    let (errors, critical) = super::estimates::sampled_errors(model, &readout, options, watch)?;
    let (classes, _) = model.classes(&readout.jacobian);
    let apart = model.facts.outcomes.contains(Outcomes::DISCONNECTED);
    let lone = model.lone_items();
    let main = |i: usize| (!apart || model.components[i] == 0) && !lone[i];
    let scores: Vec<f64> = (0..n).map(|i| if main(i) { readout.estimates[i] } else { f64::NAN }).collect();
    let mut found: Vec<Rank> =
        mean_ranks(&scores).into_iter().map(|rank| Rank { rank, best: 1, worst: n }).collect();
    let ends: Vec<(f64, f64)> =
        (0..n).map(|i| interval(Scale::Identity, readout.estimates[i], errors[i], critical[i])).collect();
    let mut by_class: Vec<(usize, usize)> = (0..n).map(|i| (classes[i], i)).collect();
    by_class.sort_unstable();
    for class in by_class.chunk_by(|a, b| a.0 == b.0) {
        let known: Vec<usize> = class
            .iter()
            .map(|(_, i)| *i)
            .filter(|&i| ends[i].0.is_finite() && ends[i].1.is_finite())
            .collect();
        let (mut lower, mut upper): (Vec<f64>, Vec<f64>) = known.iter().map(|&i| ends[i]).unzip();
        lower.sort_unstable_by(f64::total_cmp);
        upper.sort_unstable_by(f64::total_cmp);
        for &i in &known {
            found[i].best += known.len() - lower.partition_point(|&l| l <= ends[i].1);
            found[i].worst -= upper.partition_point(|&u| u < ends[i].0);
        }
    }
    Ok(found)
}
