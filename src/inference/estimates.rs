//! Estimates, contrasts and ranks with standard errors and intervals.

use super::anytime;
use super::bootstrap;
use super::errors::{covariance_of_readout, critical_values, root, standard_errors};
use super::intervals::{interval, IntervalScale, Reach};
use super::ranks::Rank;
use super::scores::{Need, Scores};
use super::{sampled, Options};
use crate::error::{Error, Result};
use crate::model::{Model, Point, Problems, Quantity, Readout};
use crate::outcome::{BAD, TIE};
use crate::progress::unwatched;
use crate::progress::Watch;
use crate::room::Gather as _;
use crate::threshold::Form;

/// Estimate, standard error, lower and upper end of every value of a quantity.
pub fn estimates(
    model: &Model,
    quantity: Quantity,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    options.check()?;
    let options = &*options.or_mixture(anytime::of_values(quantity, options.view.unit));
    let readout = model.readout(quantity, &options.view)?;
    let mut table = match &options.bootstrap {
        Some(bootstrap) => {
            let read = |point: &Point<'_>| point.readout(quantity, &options.view);
            let values = |point: &Point<'_>| point.values(quantity, &options.view);
            let values = bootstrap.values(model, &values, &mut *watch)?;
            bootstrap::table_of(model, bootstrap, &readout, &values, Some(&read), options, watch)?
        }
        None => normal_table(model, quantity, &readout, options, watch)?,
    };
    if quantity == Quantity::Thresholds && model.specification.threshold.form() == Form::Single {
        for (row, pinned) in table.iter_mut().zip(model.layout.terms.pinned(TIE)) {
            if !pinned.is_nan() {
                row[1..].copy_from_slice(&without_distribution(options));
            }
        }
    }
    if quantity == Quantity::BadThresholds && model.layout.terms.is_pinned(BAD) {
        table.iter_mut().for_each(|row| row[1..].copy_from_slice(&without_distribution(options)));
    }
    Ok(table)
}

/// Sensitivities of judges where the covariates that they depend on have given values (points x covariates), with
/// intervals formed on the logarithm: judges x points.
pub fn sensitivity_curves(
    model: &Model,
    judges: &[usize],
    points: &[f64],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    options.check()?;
    let (_, covariates) = model.shape(Quantity::SensitivitySlopes)?;
    if let Some(at) = judges.iter().position(|&k| k >= model.layout.judges) {
        return Err(Error::row(
            at,
            format!("judges: {} is no judge of the model, which has {}", judges[at], model.layout.judges),
        ));
    }
    if let Some(at) = points.iter().position(|x| !x.is_finite()) {
        return Err(Error::row(at / covariates, format!("values: a covariate is {}", points[at])));
    }
    let options = &*options.or_mixture(anytime::OF_LOGARITHMS);
    let read = |point: &Point<'_>| point.read_sensitivity_curves(judges, points, &options.view);
    let scale = |estimate: f64| if estimate > 0.0 { IntervalScale::Log } else { IntervalScale::Identity };
    table_of_reading(model, &read, options, scale, watch)
}

/// Estimate, standard error and interval of whatever is read out of a point.
pub fn readout_table(
    model: &Model,
    read: &(dyn Fn(&Point<'_>) -> Result<Readout> + Sync),
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    options.check()?;
    table_of_reading(model, read, options, |_| IntervalScale::Identity, watch)
}

/// The same of some values of a quantity, in the order given; those of strengths at the boundary have no distribution.
pub(crate) fn row_of_readout(
    model: &Model,
    quantity: Quantity,
    values: &[usize],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    let options = &*options.or_mixture(anytime::of_values(quantity, options.view.unit));
    let read = |point: &Point<'_>| {
        let all = point.readout(quantity, &options.view)?;
        let estimates = values.iter().map(|&value| all.estimates[value]).gathered();
        Ok(Readout { estimates, jacobian: all.jacobian.of_rows(values) })
    };
    let mut table = readout_table(model, &read, options, watch)?;
    if quantity == Quantity::Strengths {
        hide_boundary(model, &mut table, |at| values[at] / model.layout.items, options);
    }
    Ok(table)
}

/// Leaves rows of judges at the boundary without a distribution: the normal one says nothing about a sensitivity there.
fn hide_boundary(
    model: &Model,
    table: &mut [[f64; 4]],
    judge_of: impl Fn(usize) -> usize,
    options: &Options,
) {
    for (at, row) in table.iter_mut().enumerate() {
        if model.judge_problems[judge_of(at)].contains(Problems::BOUNDARY) {
            row[1..].copy_from_slice(&without_distribution(options));
        }
    }
}

fn table_of_reading(
    model: &Model,
    read: &(dyn Fn(&Point<'_>) -> Result<Readout> + Sync),
    options: &Options,
    scale: impl Fn(f64) -> IntervalScale,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    let mut readout = read(&model.point())?;
    model.hide_arbitrary(&mut readout);
    match &options.bootstrap {
        Some(bootstrap) => bootstrap::table(model, bootstrap, &readout, &read, options, watch),
        None => scaled_table(model, &readout, options, scale, watch),
    }
}

/// The table of `estimates` by the normal distribution.
fn normal_table(
    model: &Model,
    quantity: Quantity,
    readout: &Readout,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    // On the scale where the estimate is nearest to normal.
    let scale = |estimate: f64| match quantity {
        Quantity::Sensitivities
        | Quantity::Variances
        | Quantity::Spreads
        | Quantity::DisagreementNorms
        | Quantity::DisagreementRatios
            if estimate > 0.0 =>
        {
            IntervalScale::Log
        }
        Quantity::WinRates | Quantity::Shares if estimate > 0.0 && estimate < 1.0 => IntervalScale::Logit,
        _ => IntervalScale::Identity,
    };
    let mut table = scaled_table(model, readout, options, scale, watch)?;
    if matches!(quantity, Quantity::Sensitivities | Quantity::Strengths) {
        let per_judge = table.len() / model.layout.judges;
        hide_boundary(model, &mut table, |at| at / per_judge, options);
    }
    if quantity == Quantity::Variances {
        let rows = table.iter_mut().zip(&model.item_problems);
        // An interval of a variance of zero could only be one-sided.
        rows.filter(|(_, o)| o.contains(Problems::HEYWOOD))
            .for_each(|(row, _)| row[1..].copy_from_slice(&without_distribution(options)));
    }
    Ok(table)
}

/// Rows of estimate, standard error and interval, formed on a scale of the estimate's own.
fn scaled_table(
    model: &Model,
    readout: &Readout,
    options: &Options,
    scale: impl Fn(f64) -> IntervalScale,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    let (errors, critical) = standard_errors(model, readout, options, watch)?;
    let rows = readout.estimates.iter().zip(errors.iter().zip(&critical));
    let mut table: Vec<[f64; 4]> =
        rows.map(|(&e, (&error, &critical))| row(scale(e), e, error, critical)).gathered();
    for row in table.iter_mut().filter(|row| !row[0].is_finite()) {
        row[1..].copy_from_slice(&without_distribution(options));
    }
    Ok(table)
}

/// Standard error and ends of a value of unknown distribution: at all looks nothing is excluded.
fn without_distribution(options: &Options) -> [f64; 3] {
    match options.method.is_anytime() {
        true => [f64::NAN, f64::NEG_INFINITY, f64::INFINITY],
        false => [f64::NAN; 3],
    }
}

pub(super) fn row(scale: IntervalScale, estimate: f64, error: f64, reach: Reach) -> [f64; 4] {
    let (lower, upper) = interval(scale, estimate, error, reach);
    [estimate, error, lower, upper]
}

/// Estimates of L theta, and their covariance.
pub fn contrasts(
    model: &Model,
    quantity: Quantity,
    weights: &[f64],
    count: usize,
    options: &Options,
    watch: Watch<'_>,
) -> Result<(Vec<[f64; 4]>, Vec<f64>)> {
    options.check()?;
    let options = &*options.or_mixture(anytime::of_contrasts(quantity, options.view.unit));
    // A contrast may be identified where single values are not.
    let mut base = model.point().readout(quantity, &options.view)?;
    model.mask_lone_items(quantity, &options.view, &mut base);
    if let Some(at) = weights.iter().position(|w| !w.is_finite()) {
        return Err(Error::Argument(format!("weights[{at}] is {}", weights[at])));
    }
    let estimates = combine(weights, count, &base.estimates);
    let mut readout = Readout { estimates, jacobian: base.jacobian.contrasts(weights, count) };
    model.mark_diverging(&mut readout);
    hide(&mut readout.estimates, &model.across(quantity, weights, count));
    if let Some(bootstrap) = &options.bootstrap {
        let read = |point: &Point<'_>| {
            let base = point.readout(quantity, &options.view)?;
            Ok(Readout {
                estimates: combine(weights, count, &base.estimates),
                jacobian: base.jacobian.contrasts(weights, count),
            })
        };
        let values = |point: &Point<'_>| Ok(combine(weights, count, &point.values(quantity, &options.view)?));
        let values = bootstrap.values(model, &values, &mut *watch)?;
        let table =
            bootstrap::table_of(model, bootstrap, &readout, &values, Some(&read), options, &mut *watch)?;
        let mut covariance = bootstrap::covariance_of(&values, count)?;
        hide_rows(&mut covariance, &readout.estimates);
        return Ok((table, covariance));
    }
    let mut covariance =
        covariance_of_readout(model, &readout.jacobian, options, count <= sampled::MOST_SOLVED)?;
    hide_rows(&mut covariance, &readout.estimates);
    Ok((table_of(model, &readout, &covariance, options, watch)?, covariance))
}

/// Values that are not identified are NaN.
pub(super) fn hide(estimates: &mut [f64], hidden: &[bool]) {
    estimates.iter_mut().zip(hidden).filter(|(_, hidden)| **hidden).for_each(|(e, _)| *e = f64::NAN);
}

/// Covariances of values that are NaN are NaN.
pub(super) fn hide_rows(covariance: &mut [f64], estimates: &[f64]) {
    let n = estimates.len();
    for row in (0..n).filter(|&row| estimates[row].is_nan()) {
        for other in 0..n {
            covariance[row * n + other] = f64::NAN;
            covariance[other * n + row] = f64::NAN;
        }
    }
}

/// Estimates with intervals from their covariance.
pub(super) fn table_of(
    model: &Model,
    readout: &Readout,
    covariance: &[f64],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    let count = readout.estimates.len();
    let critical = critical_values(model, &readout.jacobian, covariance, options, watch)?;
    let of = |c: usize| {
        row(IntervalScale::Identity, readout.estimates[c], root(covariance[c * count + c]), critical[c])
    };
    Ok((0..count).map(of).gathered())
}

/// Weighted sums of values, one for each row of weights.
pub(super) fn combine(weights: &[f64], count: usize, values: &[f64]) -> Vec<f64> {
    let size = values.len();
    let sum = |row: &[f64]| row.iter().zip(values).filter(|(w, _)| **w != 0.0).map(|(w, v)| w * v).sum();
    (0..count).map(|c| sum(&weights[c * size..(c + 1) * size])).gathered()
}

/// The covariance of a quantity, values x values.
pub fn covariance_of(model: &Model, quantity: Quantity, options: &Options) -> Result<Vec<f64>> {
    covariance_among(model, quantity, None, options)
}

/// The same of some of its values (None: all), in the order given; a few are solved for where the matrix of all parameters
/// is large.
pub(crate) fn covariance_among(
    model: &Model,
    quantity: Quantity,
    values: Option<&[usize]>,
    options: &Options,
) -> Result<Vec<f64>> {
    options.check()?;
    let of_values = |readout: Readout| match values {
        None => readout,
        Some(values) => Readout {
            estimates: values.iter().map(|&value| readout.estimates[value]).gathered(),
            jacobian: readout.jacobian.of_rows(values),
        },
    };
    let readout = of_values(model.readout(quantity, &options.view)?);
    let mut covariance = match &options.bootstrap {
        Some(bootstrap) => {
            let read = |point: &Point<'_>| {
                let all = point.values(quantity, &options.view)?;
                Ok(match values {
                    None => all,
                    Some(values) => values.iter().map(|&value| all[value]).gathered(),
                })
            };
            let mut found = bootstrap::covariance(model, bootstrap, &read, &mut unwatched())?;
            hide_rows(&mut found, &readout.estimates);
            found
        }
        None => {
            let few = values.is_some_and(|values| values.len() <= sampled::MOST_SOLVED);
            covariance_of_readout(model, &readout.jacobian, options, few)?
        }
    };
    // Values of different components have each their own zero.
    if let Some(of) = model.components_of(quantity) {
        let n = readout.estimates.len();
        let component = |at: usize| of[values.map_or(at, |values| values[at])];
        for (at, slot) in covariance.iter_mut().enumerate() {
            let (a, b) = (at / n, at % n);
            let lone = readout.estimates[a].is_nan() || readout.estimates[b].is_nan();
            if component(a) != component(b) || lone {
                *slot = f64::NAN;
            }
        }
    }
    Ok(covariance)
}

/// Refuses ranks and rank ranges that need too much memory, before anything is computed.
pub(crate) fn expect_rank_ranges(model: &Model, options: &Options) -> Result<()> {
    if sampled::is_sampled(model, options) {
        return Ok(());
    }
    Scores::expect(model)
}

/// Ranks and rank ranges from the simultaneous comparison of all pairs.
pub fn rank_ranges(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Rank>> {
    if sampled::is_sampled(model, options) {
        return sampled::ranks(model, options, watch);
    }
    let scores = Scores::of(model, Need::Together, options, &mut *watch)?;
    scores.rank_ranges(true, options, watch)
}
