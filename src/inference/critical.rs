//! Critical values: the c that all of several estimates stay within, |estimate - truth| <= c times its
//! standard error, with the probability of the level; and the distribution that they are quantiles of.

mod exact;
mod largest;
mod distribution;
mod kernels;
mod leads;
mod signed;
mod signs;
mod simulation;

use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::room::{self, Gather as _, Put as _, TryRoom as _};

use crate::interrupt::spend;
use distribution::Source;
use exact::Exact;
use largest::{largest_value, Pairs, Weights};
use simulation::{normal as normal_numbers, Simulation, TriangularFactor, LANES, LEAST_BEYOND};

pub(crate) use distribution::two_sided;
pub use distribution::MaxDistribution;
pub(crate) use leads::Leads;
pub(crate) use signed::SignedLeads;
pub(crate) use signs::{Family as SignFamily, Signs};

/// A critical value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Critical {
    /// The value.
    pub value: f64,
    /// Its Monte Carlo standard error, 0 where it is exact.
    pub error: f64,
}

impl Critical {
    fn exact(value: f64) -> Self {
        Critical { value, error: 0.0 }
    }
}

/// The critical value of one estimate by itself.
pub fn marginal(level: f64) -> Result<f64> {
    check_level(level)?;
    Ok(normal::critical(level))
}

/// The critical value that holds for `count` comparisons at once, whatever their dependence.
pub fn bonferroni(level: f64, count: usize) -> Result<f64> {
    check_level(level)?;
    Ok(-normal::quantile(0.5 * (1.0 - level) / count.max(1) as f64))
}

/// Standard error of the coverage of a simulated critical value, at most, where the number of draws is
/// not given.
const COVERAGE: f64 = 1e-3;

/// No fewer draws are taken where their number is not given, and no more.
const LEAST_DRAWS: f64 = 1e4;
const MOST_DRAWS: f64 = 1e7;

/// Differences of which it is looked whether they need no simulation.
const FEW: usize = 24;

/// The number of draws with which a simulated critical value has the level but for a standard error of
/// 0.001: of the share of draws beyond it.
pub fn enough_draws(level: f64) -> usize {
    let coverage = level * (1.0 - level) / (COVERAGE * COVERAGE);
    let draws = coverage.max(LEAST_BEYOND / (1.0 - level)).clamp(LEAST_DRAWS, MOST_DRAWS);
    // A whole number may come out with rounding.
    (draws - 1e-6).ceil() as usize
}

/// How much to simulate where there is no closed form.
#[derive(Debug, Clone, Copy)]
pub struct Draws {
    /// Number of draws.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads; the same bits for any number of them.
    pub threads: usize,
}

impl MaxDistribution {
    /// The distribution of max |T_i| for the correlations of `covariance` (n x n, row by row; positive
    /// semidefinite, possibly singular) and common degrees of freedom, infinite for the normal distribution.
    ///
    /// Values with zero or non-finite variance are left out; where none is left, the distribution is that of
    /// one value. Exact for up to three values, many of which some are perfectly correlated counting as
    /// those that are left; for uncorrelated values, correlations of rank two, and correlations that are
    /// products a_i a_j, equal positive ones among them (with finite degrees of freedom: of at most 16
    /// different a); and for groups of such values that are not correlated with each other. Else simulated.
    pub fn of_values(
        covariance: &[f64],
        n: usize,
        degrees: f64,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<MaxDistribution> {
        let (correlation, size) = distinct_correlations(covariance, n)?;
        keep_going()?;
        let source = match exact(&correlation, size, degrees) {
            Some(exact) => Source::Exact(exact),
            None => {
                let order: Vec<usize> = (0..size).gathered();
                let factor = TriangularFactor::new(&correlation, size, &order)?;
                drawn_values(draws, &factor, keep_going)?
            }
        };
        MaxDistribution::new(source, size, degrees)
    }

    /// The distribution of max |Z_i - Z_j| / se_ij over all pairs i < j, where Z is normal with mean zero and
    /// `covariance` (n x n, row by row; positive semidefinite, possibly singular), se_ij is the standard
    /// deviation of the difference, and all are divided by one S as in [`MaxLaw`].
    ///
    /// Pairs whose difference has zero or non-finite variance are left out; where none is left, the distribution
    /// is that of one value. Items whose covariance is not finite, such as those of separate components,
    /// are taken as independent of each other. Exact for up to three items, also in each of a few
    /// components, and for more whose differences all have the same variance (the studentized range).
    /// Else simulated: the work grows with draws times n squared, 40 ms for 200 items and 10 000 draws,
    /// minutes for 10 000 items.
    pub fn of_pairs(
        covariance: &[f64],
        n: usize,
        degrees: f64,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<MaxDistribution> {
        check_size(covariance, n)?;
        let items = usable(covariance, n, true)?;
        let size = items.len();
        let correlation = correlations(covariance, n, &items)?;
        keep_going()?;
        let weights = Weights::new(covariance, n, &items)?;
        let count = weights.count;
        let source = if count <= 1 {
            Source::Exact(Exact::Independent(1))
        } else if weights.all_equal() {
            Source::Exact(Exact::Range(size))
        } else if let Some(exact) = few_differences(covariance, n, &items, count, degrees)? {
            Source::Exact(exact)
        } else {
            let mut factor = TriangularFactor::new(&correlation, size, &weights.by_precision())?;
            drop(correlation);
            factor.scale(&deviations(covariance, n, &items));
            let pairs = Pairs::new(&weights, factor.order())?;
            drop(weights);
            drawn(draws, &factor, &|values, out, check| pairs.largest(values, out, check), keep_going)?
        };
        MaxDistribution::new(source, count, degrees)
    }
}

/// The distribution of a correlation matrix that needs no simulation, if there is one.
fn exact(correlation: &[f64], size: usize, degrees: f64) -> Option<Exact> {
    Exact::of_values(correlation, size).filter(|e| degrees.is_infinite() || e.is_quick())
}

/// The distribution of a few differences, if it needs no simulation.
fn few_differences(
    covariance: &[f64],
    n: usize,
    items: &[usize],
    count: usize,
    degrees: f64,
) -> Result<Option<Exact>> {
    if count > FEW {
        return Ok(None);
    }
    let is_known = |&(i, j): &(usize, usize)| {
        let variance = difference_variance(covariance, n, i, j);
        variance > 0.0 && variance.is_finite()
    };
    let pairs = items.iter().enumerate().flat_map(|(a, &i)| items[a + 1..].iter().map(move |&j| (i, j)));
    let pairs: Vec<(usize, usize)> = pairs.filter(is_known).gathered();
    let element = |i: usize, j: usize| Some(covariance[i * n + j]).filter(|c| c.is_finite()).unwrap_or(0.0);
    let mut differences = zeros(count * count)?;
    for (row, &(i, j)) in differences.chunks_exact_mut(count).zip(&pairs) {
        for (cell, &(k, l)) in row.iter_mut().zip(&pairs) {
            *cell = match (i, j) == (k, l) {
                true => difference_variance(covariance, n, i, j),
                false => (element(i, k) - element(i, l)) - (element(j, k) - element(j, l)),
            };
        }
    }
    let (correlation, size) = distinct_correlations(&differences, count)?;
    Ok(exact(&correlation, size, degrees))
}

/// The sorted statistics of draws with the covariance of `factor`.
fn drawn(
    draws: Draws,
    factor: &TriangularFactor,
    statistic: &simulation::Statistic,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Source> {
    let Draws { count, seed, threads } = draws;
    let mut statistics = Simulation { draws: count, threads }.statistics(
        factor,
        &normal_numbers(seed),
        statistic,
        keep_going,
    )?;
    statistics.sort_unstable_by(f64::total_cmp);
    Ok(Source::Drawn(statistics))
}

/// The sorted largest absolute values of draws.
fn drawn_values(
    draws: Draws,
    factor: &TriangularFactor,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Source> {
    let largest = |values: &[[f64; LANES]], out: &mut [f64], _: &mut dyn FnMut() -> Result<()>| {
        largest_value(values, factor.lanes(), out);
        Ok(())
    };
    drawn(draws, factor, &largest, keep_going)
}

/// The quantile of [`MaxLaw::of_values`].
#[allow(clippy::too_many_arguments)] // All are plain numbers that every caller has at hand.
pub fn gaussian_max(
    covariance: &[f64],
    n: usize,
    level: f64,
    draws: usize,
    seed: u64,
    threads: usize,
    degrees: f64,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Critical> {
    check_level(level)?;
    let draws = Draws { count: draws, seed, threads };
    MaxDistribution::of_values(covariance, n, degrees, draws, keep_going)?.quantile(level)
}

/// The quantile of [`MaxLaw::of_pairs`].
#[allow(clippy::too_many_arguments)] // As above.
pub fn gaussian_max_pairs(
    covariance: &[f64],
    n: usize,
    level: f64,
    draws: usize,
    seed: u64,
    threads: usize,
    degrees: f64,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Critical> {
    check_level(level)?;
    let draws = Draws { count: draws, seed, threads };
    MaxDistribution::of_pairs(covariance, n, degrees, draws, keep_going)?.quantile(level)
}

/// A factor of the covariance of the given values, whose variances are finite, to draw from.
pub(crate) fn factor(covariance: &[f64], n: usize, values: &[usize]) -> Result<TriangularFactor> {
    let order: Vec<usize> = (0..values.len()).gathered();
    let mut factor = TriangularFactor::new(&correlations(covariance, n, values)?, values.len(), &order)?;
    factor.scale(&deviations(covariance, n, values));
    Ok(factor)
}

/// Standard deviations of the given values.
fn deviations(covariance: &[f64], n: usize, values: &[usize]) -> Vec<f64> {
    values.iter().map(|&i| covariance[i * n + i].max(0.0).sqrt()).gathered()
}

/// Variance of the difference of items i and j: 0 where the terms cancel to rounding, NaN or infinite
/// where the covariance is, negative where the covariance is not one.
pub(crate) fn difference_variance(covariance: &[f64], n: usize, i: usize, j: usize) -> f64 {
    let sum = covariance[i * n + i] + covariance[j * n + j];
    let variance = sum - 2.0 * covariance[i * n + j];
    if variance.is_finite() && variance <= 1e-14 * sum && variance >= -1e-10 * sum {
        0.0
    } else {
        variance
    }
}

pub(crate) fn check_level(level: f64) -> Result<()> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    Err(Error::Argument(format!("level: {level} is not between 0 and 1")))
}

pub(crate) fn check_size(covariance: &[f64], n: usize) -> Result<()> {
    if n.checked_mul(n) == Some(covariance.len()) {
        return Ok(());
    }
    Err(Error::Size(format!("covariance: {} numbers are not {n} x {n}", covariance.len())))
}

/// The values with finite variance, above zero or (`with_zero`) also zero.
fn usable(covariance: &[f64], n: usize, with_zero: bool) -> Result<Vec<usize>> {
    let variance = |i: usize| covariance[i * n + i];
    let largest = (0..n).map(variance).filter(|v| v.is_finite()).fold(0.0, f64::max);
    let mut items = Vec::new();
    for i in (0..n).filter(|&i| variance(i).is_finite()) {
        if variance(i) < -1e-12 * largest {
            return Err(Error::Argument(format!("covariance: the variance of row {i} is {}", variance(i))));
        }
        if variance(i) > 0.0 || with_zero {
            items.put(i);
        }
    }
    Ok(items)
}

/// Correlation of i and j; 0 where one of them has zero variance or their covariance is not known.
fn correlation(covariance: &[f64], n: usize, i: usize, j: usize) -> Result<f64> {
    let (first, second) = (covariance[i * n + i], covariance[j * n + j]);
    let covariance = covariance[i * n + j];
    if first <= 0.0 || second <= 0.0 || !covariance.is_finite() {
        return Ok(0.0);
    }
    let r = covariance / first.sqrt() / second.sqrt();
    if r.abs() > 1.0 + 1e-6 {
        return Err(Error::Argument(format!(
            "covariance: element ({i}, {j}) is {covariance}, a correlation of {r}"
        )));
    }
    Ok(r.clamp(-1.0, 1.0))
}

/// Correlation matrix of the given items.
fn correlations(covariance: &[f64], n: usize, items: &[usize]) -> Result<Vec<f64>> {
    let size = items.len();
    let mut matrix = zeros(size * size)?;
    for a in 0..size {
        spend(20 * a);
        matrix[a * size + a] = if covariance[items[a] * n + items[a]] > 0.0 { 1.0 } else { 0.0 };
        for b in 0..a {
            let r = correlation(covariance, n, items[a], items[b])?;
            matrix[a * size + b] = r;
            matrix[b * size + a] = r;
        }
    }
    Ok(matrix)
}

/// Correlation matrix of the usable values, with those left out that are perfectly correlated with
/// an earlier one and so never decide the maximum; and its size.
fn distinct_correlations(covariance: &[f64], n: usize) -> Result<(Vec<f64>, usize)> {
    check_size(covariance, n)?;
    let usable = usable(covariance, n, false)?;
    // Formulas for up to three values hold however near to one a correlation is.
    let perfect = 1.0 - if usable.len() <= 3 { 4e-15 } else { 1e-12 };
    let mut kept: Vec<usize> = Vec::new();
    for i in usable {
        spend(20 * kept.len());
        let mut repeated = false;
        for &j in &kept {
            let element = covariance[i * n + j];
            if !element.is_finite() {
                return Err(Error::Argument(format!(
                    "covariance: element ({i}, {j}) is {element}, though both variances are finite"
                )));
            }
            repeated |= correlation(covariance, n, i, j)?.abs() > perfect;
        }
        if !repeated {
            kept.put(i);
        }
    }
    Ok((correlations(covariance, n, &kept)?, kept.len()))
}

/// A vector of zeros, or an error where memory is short.
fn zeros(count: usize) -> Result<Vec<f64>> {
    let mut numbers = Vec::new();
    numbers
        .try_room(count)
        .map_err(|_| Error::Memory(format!("{count} numbers for a critical value do not fit in memory")))?;
    room::fill(&mut numbers, 0.0, count);
    Ok(numbers)
}

#[cfg(test)]
mod tests;
