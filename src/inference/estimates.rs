//! Estimates, contrasts and ranks with standard errors and intervals.

use super::anytime;
use super::bootstrap;
use super::critical::MaxDistribution;
use super::degrees::{degrees, each_value, smallest};
use super::intervals::{interval, IntervalScale, Method, Reach};
use super::ranks::{self, Rank};
use super::scores::{draws, Scores};
use super::{sampled, Covariance, Jacobian, Options};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::{Model, Point, Problems, Quantity, Readout, State};
use crate::progress::unwatched;
use crate::progress::Watch;
use crate::room::Gather as _;
use crate::solve::Stop;
use crate::threshold::Form;

/// Beyond this dimension a few contrasts are solved for one by one rather than by a dense inverse.
const DENSE_INVERSE: usize = 2_000;

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
        for (row, pinned) in table.iter_mut().zip(&model.layout.terms.pinned) {
            if !pinned.is_nan() {
                row[1..].copy_from_slice(&without_distribution(options));
            }
        }
    }
    if quantity == Quantity::BadThresholds && model.layout.terms.bad_pinned {
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
        for (at, row) in table.iter_mut().enumerate() {
            // At the boundary the normal distribution says nothing about a sensitivity.
            if model.judge_problems[at / per_judge].contains(Problems::BOUNDARY) {
                row[1..].copy_from_slice(&without_distribution(options));
            }
        }
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
    model.hide_lone(quantity, &options.view, &mut base);
    if let Some(at) = weights.iter().position(|w| !w.is_finite()) {
        return Err(Error::Argument(format!("weights[{at}] is {}", weights[at])));
    }
    let estimates = combine(weights, count, &base.estimates);
    let mut readout = Readout { estimates, jacobian: base.jacobian.contrasts(weights, count) };
    model.resolve(&mut readout);
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
    Ok((0..count).map(of).collect())
}

/// Weighted sums of values, one for each row of weights.
pub(super) fn combine(weights: &[f64], count: usize, values: &[f64]) -> Vec<f64> {
    let size = values.len();
    let sum = |row: &[f64]| row.iter().zip(values).filter(|(w, _)| **w != 0.0).map(|(w, v)| w * v).sum();
    (0..count).map(|c| sum(&weights[c * size..(c + 1) * size])).collect()
}

/// The covariance of a quantity, values x values.
pub fn covariance_of(model: &Model, quantity: Quantity, options: &Options) -> Result<Vec<f64>> {
    covariance_among(model, quantity, None, options)
}

/// The same of some of its values (None: all), in the order given; a few are solved for where the matrix of all parameters
/// is large.
pub(super) fn covariance_among(
    model: &Model,
    quantity: Quantity,
    values: Option<&[usize]>,
    options: &Options,
) -> Result<Vec<f64>> {
    options.check()?;
    let of_values = |readout: Readout| match values {
        None => readout,
        Some(values) => Readout {
            estimates: values.iter().map(|&value| readout.estimates[value]).collect(),
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
                    Some(values) => values.iter().map(|&value| all[value]).collect(),
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

/// Ranks and rank ranges from the simultaneous comparison of all pairs.
pub fn rank_ranges(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Rank>> {
    if sampled::is_sampled(model, options) {
        return sampled::ranks(model, options, watch);
    }
    let scores = Scores::of(model, options, &mut *watch)?;
    let critical = scores.critical(options, watch)?;
    let mut found = ranks::ranks(&scores.estimates, &scores.covariance, critical)?;
    for (rank, place) in found.iter_mut().zip(scores.places()) {
        rank.rank = place;
    }
    Ok(found)
}

/// Standard errors of a read-out and the critical values of its intervals. Only variances are computed
/// where intervals are not simultaneous.
pub(super) fn standard_errors(
    model: &Model,
    readout: &Readout,
    options: &Options,
    watch: Watch<'_>,
) -> Result<(Vec<f64>, Vec<Reach>)> {
    if sampled::is_sampled(model, options) {
        return sampled_errors(model, readout, options, watch);
    }
    let n = readout.estimates.len();
    if options.method == Method::Simultaneous {
        let covariance = covariance_of_readout(model, &readout.jacobian, options, false)?;
        let critical = critical_values(model, &readout.jacobian, &covariance, options, watch)?;
        return Ok(((0..n).map(|i| root(covariance[i * n + i])).collect(), critical));
    }
    let variances = variances_of(model, &readout.jacobian, options)?;
    let critical = critical_values(model, &readout.jacobian, &[], options, watch)?;
    Ok((variances.into_iter().map(root).collect(), critical))
}

/// The same by draws.
pub(super) fn sampled_errors(
    model: &Model,
    readout: &Readout,
    options: &Options,
    watch: Watch<'_>,
) -> Result<(Vec<f64>, Vec<Reach>)> {
    let jacobian = &readout.jacobian;
    let drawn = sampled::variances(model, jacobian, options, &mut *watch)?;
    let mut variances = drawn.variances.clone();
    settle_variances(model, jacobian, &drawn.sizes, options, &mut variances);
    let each = sampled::one_by_one(options, jacobian.rows());
    let mut critical = critical_values(model, jacobian, &[], &each, watch)?;
    let errors: Vec<f64> = variances.into_iter().map(root).collect();
    // A claim at all looks must not depend on the draws.
    for (reach, (error, noise)) in critical.iter_mut().zip(errors.iter().zip(&drawn.errors)) {
        if let Reach::Anytime(_, times) = reach {
            let share = noise / error;
            *times += if share.is_finite() { sampled::ERRORS_AT_ALL_LOOKS * share } else { 0.0 };
        }
    }
    Ok((errors, critical))
}

/// A covariance; nothing for given parameters that the comparisons of their set, if there are any, would
/// not determine: a prediction from them needs none.
fn known<'a>(model: &Model, found: Result<&'a Covariance>) -> Result<Option<&'a Covariance>> {
    let given = model.facts.stop == Stop::Given;
    match found {
        _ if given && model.facts.comparisons == 0.0 => Ok(None),
        Err(Error::Numeric(_)) if given => Ok(None),
        other => other.map(Some),
    }
}

/// The diagonal of J C J', with rows that are not identified marked infinite or NaN.
pub(super) fn variances_of(model: &Model, jacobian: &Jacobian, options: &Options) -> Result<Vec<f64>> {
    let Some(raw) = known(model, model.covariance(options.covariance, options.correction))? else {
        return Ok(vec![f64::NAN; jacobian.rows()]);
    };
    let mut variances = raw.variances(jacobian, options.threads)?;
    settle_variances(model, jacobian, &raw.sizes, options, &mut variances);
    Ok(variances)
}

/// Marks variances that are rounding, and those of values that are not identified.
fn settle_variances(
    model: &Model,
    jacobian: &Jacobian,
    sizes: &[f64],
    options: &Options,
    variances: &mut [f64],
) {
    let robust = model.kind(options.covariance).is_robust();
    for (row, bound) in jacobian.bounds(sizes).into_iter().enumerate() {
        if is_rounding(variances[row], bound) {
            variances[row] = what_is_left(robust, jacobian, row, sizes, bound);
        }
    }
    for (variance, state) in variances.iter_mut().zip(model.states(jacobian)) {
        *variance = unidentified(state).unwrap_or(*variance);
    }
}

/// How far every interval reaches; `covariance` is looked at for simultaneous ones only.
fn critical_values(
    model: &Model,
    jacobian: &Jacobian,
    covariance: &[f64],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Reach>> {
    if options.method.is_anytime() {
        anytime::check(model, options)?;
        anytime::check_penalty(model, jacobian, options, |row| format!("value {row}"))?;
    }
    critical_of(covariance, &degrees(model, jacobian, options)?, options, watch)
}

/// The same from the degrees of freedom of every value.
pub(super) fn critical_of(
    covariance: &[f64],
    degrees: &[f64],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Reach>> {
    let n = degrees.len();
    if let Some(mixture) = options.mixture_of_each(n)? {
        return Ok(vec![Reach::Anytime(mixture, 1.0); n]);
    }
    let critical = match options.method {
        Method::Simultaneous => {
            let least = smallest(degrees);
            if least <= 0.0 {
                vec![f64::INFINITY; n]
            } else {
                let distribution =
                    MaxDistribution::of_values(covariance, n, least, draws(options), &mut keep(watch))?;
                vec![distribution.quantile(options.level)?.value; n]
            }
        }
        Method::Bonferroni => each_value(options.level, n, degrees)?,
        _ => each_value(options.level, 1, degrees)?,
    };
    Ok(critical.into_iter().map(Reach::Errors).collect())
}

/// Rounding may leave a variance of zero slightly negative.
fn root(variance: f64) -> f64 {
    if variance < 0.0 {
        0.0
    } else {
        variance.sqrt()
    }
}

/// Adapts a watch to code that only needs to know whether to go on.
pub(super) fn keep(watch: Watch<'_>) -> impl FnMut() -> Result<()> + '_ {
    move || watch(&crate::progress::Progress::of_parts(f64::NAN, 0))
}

/// The variance of a value that is not identified.
fn unidentified(state: State) -> Option<f64> {
    match state {
        State::Identified => None,
        State::Arbitrary => Some(f64::NAN),
        State::Diverges(_) => Some(f64::INFINITY),
    }
}

/// J C J', with rows and columns that are not identified marked infinite or NaN.
pub(crate) fn covariance_of_readout(
    model: &Model,
    jacobian: &Jacobian,
    options: &Options,
    few: bool,
) -> Result<Vec<f64>> {
    let kind = model.kind(options.covariance);
    let is_sampled = sampled::is_sampled(model, options);
    let solves = is_sampled || (few && model.theta.len() > DENSE_INVERSE);
    if is_sampled && jacobian.rows() > sampled::MOST_SOLVED {
        return Err(sampled::too_many(jacobian.rows()));
    }
    let solved = match solves {
        true => model.solved_covariance(kind, options.correction, jacobian, is_sampled)?,
        false => None,
    };
    let mut covariance = if let Some(solved) = solved {
        solved
    } else {
        let Some(raw) = known(model, model.covariance(kind, options.correction))? else {
            return Ok(vec![f64::NAN; jacobian.rows() * jacobian.rows()]);
        };
        let mut covariance = jacobian.covariance(raw.matrix()?);
        let left = |row, bound| what_is_left(kind.is_robust(), jacobian, row, &raw.sizes, bound);
        settle(&mut covariance, &jacobian.bounds(&raw.sizes), left);
        covariance
    };
    let n = jacobian.rows();
    for (row, state) in model.states(jacobian).into_iter().enumerate() {
        let Some(variance) = unidentified(state) else { continue };
        for other in 0..n {
            covariance[row * n + other] = f64::NAN;
            covariance[other * n + row] = f64::NAN;
        }
        covariance[row * n + row] = variance;
    }
    Ok(covariance)
}

/// Whether a variance is zero but for rounding; `bound` is a standard error that the value cannot pass
/// where the model is right.
fn is_rounding(variance: f64, bound: f64) -> bool {
    variance <= 1e-11 * bound * bound
}

/// The value of a variance that is nothing but rounding: zero for a value that no parameter moves, NaN for one of
/// which a robust covariance says nothing, because a single cluster determines it, or all residuals are zero.
fn what_is_left(robust: bool, jacobian: &Jacobian, row: usize, sizes: &[f64], bound: f64) -> f64 {
    if !robust {
        return 0.0;
    }
    let mut dense = vec![0.0; sizes.len()];
    jacobian.dense_row(row, &mut dense);
    let moves = dense.iter().zip(sizes).any(|(slope, size)| (slope * size).abs() > 1e-6 * bound);
    if moves {
        f64::NAN
    } else {
        0.0
    }
}

/// Takes rounding out of a covariance: rows whose variance is nothing else become what `left` says, and
/// correlations stay within one.
fn settle(covariance: &mut [f64], bounds: &[f64], left: impl Fn(usize, f64) -> f64) {
    let n = bounds.len();
    for i in 0..n {
        if is_rounding(covariance[i * n + i], bounds[i]) {
            let value = left(i, bounds[i]);
            for j in 0..n {
                covariance[i * n + j] = value;
                covariance[j * n + i] = value;
            }
        }
    }
    for i in 0..n {
        spend(10 * i);
        for j in 0..i {
            let most = (covariance[i * n + i] * covariance[j * n + j]).sqrt();
            // Not clamp, which panics on NaN.
            let settled = covariance[i * n + j].min(most).max(-most);
            covariance[i * n + j] = settled;
            covariance[j * n + i] = settled;
        }
    }
}
