//! Simulated critical values: draws of a normal vector, a maximum of each, and their quantile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use faer::linalg::matmul::matmul;
use faer::traits::pulp::{Arch, Simd, WithSimd};
use faer::{Accum, MatMut, MatRef, Par};

use super::{difference_variance, exact, zeros, Critical};
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::random::Random;

/// Draws that share one stream of random numbers and one matrix product.
pub(super) const CHUNK: usize = 256;

/// Draws that the comparison of all pairs takes at once.
const LANES: usize = 8;

/// Draws beyond the quantile without which it means nothing.
const LEAST_BEYOND: f64 = 10.0;

/// The statistic of a chunk: takes values (one row of [`CHUNK`] draws for each value), writes one
/// number for each of the first `out.len()` draws (zero before), and may look whether to stop.
pub(super) type Statistic<'a> =
    dyn Fn(&[f64], &mut [f64], &mut dyn FnMut() -> Result<()>) -> Result<()> + Sync + 'a;

/// A matrix L with L L' equal to a positive semidefinite matrix.
pub(super) struct Factor {
    rows: usize,
    rank: usize,
    /// Column by column.
    columns: Vec<f64>,
}

impl Factor {
    /// Cholesky factor with the largest remaining diagonal element as pivot, up to the numerical rank;
    /// the rows stay in their order. The diagonal of the matrix is 1, or 0 for a row of zeros.
    pub(super) fn new(matrix: &[f64], size: usize) -> Result<Factor> {
        let tolerance = 10.0 * size as f64 * f64::EPSILON;
        let mut remaining: Vec<f64> = (0..size).map(|i| matrix[i * size + i]).collect();
        let mut columns: Vec<f64> = Vec::new();
        let mut pivots: Vec<usize> = Vec::new();
        while let Some(pivot) = (0..size).max_by(|&i, &j| remaining[i].total_cmp(&remaining[j])) {
            if remaining[pivot] <= tolerance {
                break;
            }
            let mut column = zeros(size)?;
            column.copy_from_slice(&matrix[pivot * size..(pivot + 1) * size]);
            for earlier in columns.chunks_exact(size) {
                let factor = earlier[pivot];
                column.iter_mut().zip(earlier).for_each(|(x, e)| *x -= factor * e);
            }
            let root = remaining[pivot].sqrt();
            column.iter_mut().for_each(|x| *x /= root);
            for &done in &pivots {
                column[done] = 0.0;
            }
            column[pivot] = root;
            remaining.iter_mut().zip(&column).for_each(|(d, x)| *d -= x * x);
            pivots.push(pivot);
            remaining[pivot] = 0.0;
            columns
                .try_reserve(size)
                .map_err(|_| Error::Memory(format!("the factor of {size} values does not fit in memory")))?;
            columns.extend_from_slice(&column);
        }
        if let Some(row) = (0..size).find(|&i| remaining[i] < -1e-6) {
            return Err(Error::Numeric(format!(
                "covariance: not positive semidefinite (value {row} of those compared keeps {} of its variance)",
                remaining[row]
            )));
        }
        Ok(Factor { rows: size, rank: pivots.len(), columns })
    }

    /// Number of columns.
    #[cfg(test)]
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// L L'.
    #[cfg(test)]
    pub(super) fn reconstruct(&self) -> Vec<f64> {
        let n = self.rows;
        let element = |i: usize, j: usize| self.columns.chunks_exact(n).map(|c| c[i] * c[j]).sum();
        (0..n * n).map(|k| element(k / n, k % n)).collect()
    }

    /// Multiplies each row by a number.
    pub(super) fn scale(&mut self, by: &[f64]) {
        for column in self.columns.chunks_exact_mut(self.rows) {
            column.iter_mut().zip(by).for_each(|(x, b)| *x *= b);
        }
    }
}

/// How to simulate.
pub(super) struct Simulation {
    pub(super) level: f64,
    pub(super) draws: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

impl Simulation {
    /// The quantile at the level of the statistic of draws with the covariance of `factor`. It is the
    /// maximum of `count` standard normal values in absolute value, which bounds it from both sides.
    pub(super) fn run(
        &self,
        factor: &Factor,
        count: usize,
        statistic: &Statistic,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Critical> {
        let needed = (LEAST_BEYOND / (1.0 - self.level)).ceil();
        if (self.draws as f64) < needed {
            return Err(Error::Argument(format!(
                "draws: {} are too few for level {}, which needs {needed}",
                self.draws, self.level
            )));
        }
        let mut statistics = self.statistics(factor, statistic, keep_going)?;
        let (value, error) = quantile(&mut statistics, self.level);
        let (least, most) = (normal::critical(self.level), exact::independent(count, self.level));
        Ok(Critical { value: value.clamp(least, most), error })
    }

    /// The statistic of each draw. Chunks are drawn from streams of their own, so that it does not
    /// matter who does which; only the calling thread asks whether to go on.
    fn statistics(
        &self,
        factor: &Factor,
        statistic: &Statistic,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<f64>> {
        let mut statistics = zeros(self.draws)?;
        let stop = AtomicBool::new(false);
        let queue = Mutex::new(statistics.chunks_mut(CHUNK).enumerate());
        let work = |check: &mut dyn FnMut() -> Result<()>| -> Result<()> {
            let mut noise = zeros(factor.rank * CHUNK)?;
            let mut values = zeros(factor.rows * CHUNK)?;
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((chunk, out)) = next else { return Ok(()) };
                check()?;
                let mut random = Random::new(self.seed, chunk as u64);
                noise.iter_mut().for_each(|z| *z = random.normal());
                multiply(factor, &noise, &mut values);
                statistic(&values, out, check)?;
            }
        };
        let helper =
            || work(&mut || if stop.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) });
        let helpers = self.threads.min(self.draws.div_ceil(CHUNK)).saturating_sub(1);
        thread::scope(|scope| {
            // A thread that cannot be had is work for the others.
            let helpers: Vec<_> = (0..helpers)
                .filter_map(|_| thread::Builder::new().spawn_scoped(scope, helper).ok())
                .collect();
            let mut outcome = work(keep_going);
            stop.store(outcome.is_err(), Ordering::Relaxed);
            for helper in helpers {
                match helper.join() {
                    Ok(other) => outcome = outcome.and(other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            outcome
        })?;
        Ok(statistics)
    }
}

/// Values = L noise, a row of draws for each value.
fn multiply(factor: &Factor, noise: &[f64], values: &mut [f64]) {
    let transposed = MatMut::from_column_major_slice_mut(values, CHUNK, factor.rows);
    let noise = MatRef::from_column_major_slice(noise, CHUNK, factor.rank);
    let columns = MatRef::from_column_major_slice(&factor.columns, factor.rows, factor.rank);
    matmul(transposed, Accum::Replace, noise, columns.transpose(), 1.0, Par::Seq);
}

/// The order statistic at the level, and its standard error: half the distance of the order statistics
/// one binomial standard deviation to both sides.
fn quantile(statistics: &mut [f64], level: f64) -> (f64, f64) {
    statistics.sort_unstable_by(f64::total_cmp);
    let draws = statistics.len() as f64;
    let rank = (level * draws).ceil().max(1.0);
    let deviation = (draws * level * (1.0 - level)).sqrt().ceil().max(1.0);
    let at = |rank: f64| statistics[(rank.clamp(1.0, draws) - 1.0) as usize];
    (at(rank), 0.5 * (at(rank + deviation) - at(rank - deviation)))
}

/// The largest absolute value of each draw.
pub(super) fn largest(values: &[f64], out: &mut [f64], _: &mut dyn FnMut() -> Result<()>) -> Result<()> {
    Arch::new().dispatch(LargestValue { values, out });
    Ok(())
}

/// The inner loop of [`largest`], for the widest instructions there are. Its end also leaves the
/// vector registers as the random numbers of the next chunk want them: after the matrix product alone
/// they take twice as long.
struct LargestValue<'a> {
    values: &'a [f64],
    out: &'a mut [f64],
}

impl WithSimd for LargestValue<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for row in self.values.chunks_exact(CHUNK) {
            for (largest, value) in self.out.iter_mut().zip(row) {
                let value = value.abs();
                *largest = if value > *largest { value } else { *largest };
            }
        }
    }
}

/// One over the standard deviation of the difference of every pair.
pub(super) struct PairWeights {
    size: usize,
    /// Row by row, i < j used; 0 for a pair left out.
    weights: Vec<f64>,
    /// Number of pairs not left out.
    pub(super) pairs: usize,
}

impl PairWeights {
    /// The weights of the given items.
    pub(super) fn new(covariance: &[f64], n: usize, items: &[usize]) -> Result<PairWeights> {
        let size = items.len();
        let mut weights = zeros(size * size)?;
        let mut pairs = 0;
        for a in 0..size {
            for b in a + 1..size {
                let variance = difference_variance(covariance, n, items[a], items[b]);
                if variance < 0.0 {
                    return Err(Error::Argument(format!(
                        "covariance: the difference of items {} and {} has variance {variance}",
                        items[a], items[b]
                    )));
                }
                if variance > 0.0 && variance.is_finite() {
                    weights[a * size + b] = 1.0 / variance.sqrt();
                    pairs += 1;
                }
            }
        }
        Ok(PairWeights { size, weights, pairs })
    }

    /// Whether every pair counts and all differences have the same variance.
    pub(super) fn all_equal(&self) -> bool {
        let first = self.weights[1];
        let row = |i: usize| &self.weights[i * self.size + i + 1..(i + 1) * self.size];
        (0..self.size).all(|i| row(i).iter().all(|w| (w - first).abs() <= 1e-9 * first))
    }

    /// The largest weighted absolute difference of each draw.
    pub(super) fn largest(
        &self,
        values: &[f64],
        out: &mut [f64],
        check: &mut dyn FnMut() -> Result<()>,
    ) -> Result<()> {
        // A few draws of all values side by side: they stay in the first cache, and the loop over the
        // draws is as wide as the registers.
        let instructions = Arch::new();
        let mut side_by_side = vec![[0.0; LANES]; self.size];
        for (block, out) in out.chunks_mut(LANES).enumerate() {
            check()?;
            for (to, from) in side_by_side.iter_mut().zip(values.chunks_exact(CHUNK)) {
                to.copy_from_slice(&from[block * LANES..(block + 1) * LANES]);
            }
            let largest = instructions.dispatch(LargestDifference { weights: self, values: &side_by_side });
            out.copy_from_slice(&largest[..out.len()]);
        }
        Ok(())
    }
}

/// The largest weighted absolute difference of a few draws: the inner loop, compiled for several
/// instruction sets of which the widest there is runs. It only subtracts, multiplies and compares, so
/// that the bits are the same with each.
struct LargestDifference<'a> {
    weights: &'a PairWeights,
    values: &'a [[f64; LANES]],
}

impl WithSimd for LargestDifference<'_> {
    type Output = [f64; LANES];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; LANES] {
        let PairWeights { size, weights, .. } = self.weights;
        let mut largest = [0.0; LANES];
        for (i, first) in self.values.iter().enumerate() {
            let weights = &weights[i * size + i + 1..(i + 1) * size];
            for (second, weight) in self.values[i + 1..].iter().zip(weights) {
                for lane in 0..LANES {
                    let value = (first[lane] - second[lane]).abs() * weight;
                    // f64::max also minds NaN, of which there is none here, and is slower for it.
                    largest[lane] = if value > largest[lane] { value } else { largest[lane] };
                }
            }
        }
        largest
    }
}
