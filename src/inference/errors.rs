//! Variances and covariances of read-outs, and critical values of their intervals: the delta method.

use super::anytime;
use super::critical::MaxDistribution;
use super::degrees::{degrees, each_value, smallest};
use super::few::{self, Way};
use super::intervals::{Method, Reach};
use super::scores::draws;
use super::{sampled, Covariance, Jacobian, Options};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::{Model, Readout, State};
use crate::progress::Watch;
use crate::room::{self, Duplicate as _, Gather as _};
use crate::solve::Stop;

/// Beyond this dimension a few contrasts are solved for one by one rather than by a dense inverse.
const DENSE_INVERSE: usize = 2_000;

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
        // The covariance of the values, and what their largest error is drawn with.
        let bytes = room::matrices(1, model.theta.len()).saturating_add(room::matrices(3, n));
        room::expect(format_args!("simultaneous intervals of {n} values"), bytes)?;
        let covariance = covariance_of_readout(model, &readout.jacobian, options, false)?;
        let critical = critical_values(model, &readout.jacobian, &covariance, options, watch)?;
        return Ok(((0..n).map(|i| root(covariance[i * n + i])).gathered(), critical));
    }
    let variances = variances_of(model, &readout.jacobian, options)?;
    let critical = critical_values(model, &readout.jacobian, &[], options, watch)?;
    Ok((variances.into_iter().map(root).gathered(), critical))
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
    let mut variances = drawn.variances.duplicate();
    mark_variances(model, jacobian, &drawn.sizes, options, &mut variances);
    let each = sampled::one_by_one(options, jacobian.rows());
    let mut critical = critical_values(model, jacobian, &[], &each, watch)?;
    let errors: Vec<f64> = variances.into_iter().map(root).gathered();
    // A claim at all looks must not depend on the draws.
    for (reach, (error, noise)) in critical.iter_mut().zip(errors.iter().zip(&drawn.errors)) {
        if let Reach::Anytime(_, times) = reach {
            let share = noise / error;
            *times += if share.is_finite() { sampled::ERRORS_AT_ALL_LOOKS * share } else { 0.0 };
        }
    }
    Ok((errors, critical))
}

/// A covariance; None for given parameters that the comparisons of their set do not determine: predictions from these
/// need no covariance.
fn if_determined<'a>(model: &Model, found: Result<&'a Covariance>) -> Result<Option<&'a Covariance>> {
    let given = model.facts.stop == Stop::Given;
    match found {
        _ if given && model.facts.comparisons == 0.0 => Ok(None),
        Err(Error::Numeric(_)) if given => Ok(None),
        other => other.map(Some),
    }
}

/// The diagonal of J C J', with rows that are not identified marked infinite or NaN.
pub(super) fn variances_of(model: &Model, jacobian: &Jacobian, options: &Options) -> Result<Vec<f64>> {
    let Some(raw) = if_determined(model, model.covariance(options.covariance, options.settled(model)?))?
    else {
        return Ok(vec![f64::NAN; jacobian.rows()]);
    };
    let mut variances = raw.variances(jacobian, options.threads)?;
    mark_variances(model, jacobian, &raw.sizes, options, &mut variances);
    Ok(variances)
}

/// Marks variances that are rounding, and those of values that are not identified.
fn mark_variances(
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

/// The half-width of every interval in standard errors; `covariance` is read for simultaneous intervals only.
pub(super) fn critical_values(
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
    let degrees = degrees(model, jacobian, options)?;
    let way = if options.method == Method::Simultaneous { few::way(model, options)? } else { Way::Drawn };
    if way == Way::Drawn {
        return critical_of(covariance, &degrees, options, watch);
    }
    // With few clusters of unequal size sign flips are less accurate for intervals than for tests, and the values depend
    // little on each other, so Bonferroni loses little.
    let bar = |&df: &f64| few::bonferroni(options.level, degrees.len(), df);
    Ok(degrees.iter().map(bar).map(Reach::Errors).gathered())
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
    Ok(critical.into_iter().map(Reach::Errors).gathered())
}

/// Rounding may leave a variance of zero slightly negative.
pub(super) fn root(variance: f64) -> f64 {
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
        true => model.solved_covariance(kind, options.settled(model)?, jacobian, is_sampled)?,
        false => None,
    };
    let n = jacobian.rows();
    if solved.is_none() {
        let bytes = room::matrices(1, model.theta.len()).saturating_add(room::matrices(1, n));
        room::expect(format_args!("the covariance of {n} values"), bytes)?;
    }
    let mut covariance = if let Some(solved) = solved {
        solved
    } else {
        let Some(raw) = if_determined(model, model.covariance(kind, options.settled(model)?))? else {
            return Ok(vec![f64::NAN; jacobian.rows() * jacobian.rows()]);
        };
        let mut covariance = jacobian.covariance(raw.matrix()?);
        let left = |row, bound| what_is_left(kind.is_robust(), jacobian, row, &raw.sizes, bound);
        settle(&mut covariance, &jacobian.bounds(&raw.sizes), left);
        covariance
    };
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

/// The value of a variance that is rounding only: zero for a value that no parameter moves, NaN for one of
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A correlation comes down to one, a row that is rounding to what is left of it, and the rest stays.
    #[test]
    fn rounding_is_taken_out_of_covariances() {
        let mut covariance = vec![4.0, 6.5, -0.1, 6.5, 9.0, 0.2, -0.1, 0.2, 1e-13];
        settle(&mut covariance, &[2.0, 3.0, 1.0], |row, bound| {
            assert_eq!((row, bound), (2, 1.0));
            0.0
        });
        assert_eq!(covariance, [4.0, 6.0, 0.0, 6.0, 9.0, 0.0, 0.0, 0.0, 0.0]);
        let mut covariance = vec![4.0, -6.5, -6.5, 9.0];
        settle(&mut covariance, &[2.0, 3.0], |_, _| f64::NAN);
        assert_eq!(covariance, [4.0, -6.0, -6.0, 9.0]);
        let mut nothing = vec![1e-20, 1e-21, 1e-21, 1.0];
        settle(&mut nothing, &[1.0, 1.0], |_, _| f64::NAN);
        assert!(nothing[..3].iter().all(|v| v.is_nan()) && nothing[3] == 1.0);
    }

    /// A variance that is rounding is zero where no parameter moves the value; under a robust covariance it is not known where
    /// one does.
    #[test]
    fn a_robust_variance_of_nothing_is_not_known() {
        let mut jacobian = Jacobian::new(2);
        jacobian.push(0, 2.0);
        jacobian.end_row();
        jacobian.push(1, 1e-9);
        jacobian.end_row();
        let sizes = [0.5, 1.0];
        assert_eq!(what_is_left(false, &jacobian, 0, &sizes, 1.0), 0.0);
        assert!(what_is_left(true, &jacobian, 0, &sizes, 1.0).is_nan());
        assert_eq!(what_is_left(true, &jacobian, 1, &sizes, 1.0), 0.0);
    }
}
