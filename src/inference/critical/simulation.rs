//! Simulated distributions: draws of a normal vector, and a statistic of each.

use crate::room::{self, Gather as _, Put as _, TryRoom as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use super::zeros;
use crate::error::{Error, Result};
use crate::interrupt::{spend, PRODUCTS};
use crate::linalg::ready;
use crate::random::Random;
use crate::threads;

/// Draws that share one stream of random numbers and one matrix product.
pub(super) const CHUNK: usize = 256;

/// Draws beyond the quantile without which it means nothing.
pub(super) const LEAST_BEYOND: f64 = 10.0;

/// Numbers that are taken side by side, as wide as the widest registers.
pub(super) const LANES: usize = 8;

/// A pivot no smaller than this share of its variance is taken in the order that is asked for.
const MIN_PIVOT: f64 = 1e-4;

/// Columns of a factor that are found at once.
const COLUMNS: usize = 64;

/// Rows of a factor that are multiplied at once: beyond the last pivot among them all is zero.
const ROWS: usize = 192;

/// The statistic of a chunk: takes values (for each draw one for each row of the factor, in the order
/// of [`TriangularFactor::order`], zeros up to whole lanes), writes one number for each of the first `out.len()`
/// draws, and may look whether to stop.
pub(super) type Statistic<'a> =
    dyn Fn(&[[f64; LANES]], &mut [f64], &mut dyn FnMut() -> Result<()>) -> Result<()> + Sync + 'a;

/// Writes the numbers of a chunk that are multiplied by a factor, for each draw one for each column.
pub(super) type Noise<'a> = dyn Fn(usize, &mut [f64]) + Sync + 'a;

/// Standard normal numbers.
pub(super) fn normal(seed: u64) -> impl Fn(usize, &mut [f64]) + Sync {
    move |chunk, noise| {
        let mut random = Random::new(seed, chunk as u64);
        noise.iter_mut().for_each(|z| *z = random.normal());
    }
}

/// A matrix L with L L' equal to a positive semidefinite matrix, its rows so ordered that it is lower
/// triangular.
pub(crate) struct TriangularFactor {
    order: Vec<usize>,
    rank: usize,
    /// Column by column.
    columns: Vec<f64>,
    /// Whether all above the diagonal is zero.
    is_triangular: bool,
}

impl TriangularFactor {
    /// Cholesky factor up to the numerical rank. Rows come in the order asked for as long as their
    /// pivots are sound, then by what remains of their diagonal elements, the largest first but for a factor of two.
    /// The diagonal of the matrix is 1, or 0 for a row of zeros.
    pub(crate) fn new(matrix: &[f64], size: usize, order: &[usize]) -> Result<TriangularFactor> {
        let tolerance = 10.0 * size as f64 * f64::EPSILON;
        let mut remaining: Vec<f64> = (0..size).map(|i| matrix[i * size + i]).gathered();
        // To grow later would copy tens of megabytes at once; what is not needed is not touched.
        let mut columns: Vec<f64> = room::with_room(size * size);
        let mut pivots: Vec<usize> = Vec::new();
        let mut block = zeros(size * COLUMNS.min(size))?;
        let mut wanted = order.iter().copied();
        let mut width = COLUMNS;
        loop {
            let sound = wanted.by_ref().filter(|&i| remaining[i] > MIN_PIVOT);
            let mut candidates: Vec<usize> = sound.take(width).gathered();
            let mut least = MIN_PIVOT;
            if candidates.is_empty() {
                let largest = remaining.iter().copied().fold(0.0, f64::max);
                least = tolerance.max(0.5 * largest);
                candidates.put_each((0..size).filter(|&i| remaining[i] > least));
                room::sort_by(&mut candidates, |&i, &j| remaining[j].total_cmp(&remaining[i]));
                candidates.truncate(width);
            }
            if candidates.is_empty() {
                break;
            }
            let block = &mut block[..size * candidates.len()];
            rest(matrix, &columns, &candidates, block)?;
            let known = columns.len();
            for (column, &pivot) in block.chunks_exact_mut(size).zip(&candidates) {
                // The candidates before it may have left too little.
                if remaining[pivot] <= least {
                    continue;
                }
                for earlier in columns[known..].chunks_exact(size) {
                    spend(size);
                    let factor = earlier[pivot];
                    column.iter_mut().zip(earlier).for_each(|(x, e)| *x -= factor * e);
                }
                let root = remaining[pivot].sqrt();
                column.iter_mut().for_each(|x| *x /= root);
                for &done in &pivots {
                    column[done] = 0.0;
                }
                column[pivot] = root;
                remaining.iter_mut().zip(&*column).for_each(|(d, x)| *d -= x * x);
                pivots.put(pivot);
                remaining[pivot] = 0.0;
                columns.put_all(column);
            }
            // Where one leaves little of the others, more at once are lost work.
            width = (2 * (columns.len() - known) / size).clamp(1, COLUMNS);
        }
        if let Some(row) = (0..size).find(|&i| remaining[i] < -1e-6) {
            return Err(Error::Numeric(format!(
                "covariance: not positive semidefinite (value {row} of those compared keeps {} of its variance)",
                remaining[row]
            )));
        }
        let mut placed = vec![false; size];
        pivots.iter().for_each(|&p| placed[p] = true);
        let rank = pivots.len();
        let mut order = pivots;
        order.put_each((0..size).filter(|&i| !placed[i]));
        let mut row = vec![0.0; size];
        for column in columns.chunks_exact_mut(size.max(1)) {
            spend(2 * size);
            row.iter_mut().zip(&order).for_each(|(x, &i)| *x = column[i]);
            column.copy_from_slice(&row);
        }
        Ok(TriangularFactor { order, rank, columns, is_triangular: true })
    }

    /// A factor of this many columns, rows in an order, that need not be triangular.
    pub(super) fn full(columns: Vec<f64>, order: Vec<usize>, rank: usize) -> TriangularFactor {
        TriangularFactor { order, rank, columns, is_triangular: false }
    }

    /// Which row of the matrix each row of the factor belongs to.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Whole lanes of values of one draw.
    pub(super) fn lanes(&self) -> usize {
        self.order.len().div_ceil(LANES)
    }

    /// Number of columns.
    #[cfg(test)]
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// L L', rows and columns in the order of the matrix.
    #[cfg(test)]
    pub(super) fn reconstruct(&self) -> Vec<f64> {
        let n = self.order.len();
        let mut product = vec![0.0; n * n];
        for column in self.columns.chunks_exact(n) {
            for (x, &i) in column.iter().zip(&self.order) {
                for (y, &j) in column.iter().zip(&self.order) {
                    product[i * n + j] += x * y;
                }
            }
        }
        product
    }

    /// Multiplies each row by a number; `by` is in the order of the matrix.
    pub(crate) fn scale(&mut self, by: &[f64]) {
        for column in self.columns.chunks_exact_mut(self.order.len().max(1)) {
            column.iter_mut().zip(&self.order).for_each(|(x, &i)| *x *= by[i]);
        }
    }

    /// Calls `each` with this many draws of the normal distribution with mean zero and the matrix as covariance,
    /// values in the order of the matrix.
    pub(crate) fn each_draw(
        &self,
        draws: usize,
        seed: u64,
        keep_going: &mut dyn FnMut() -> Result<()>,
        each: impl FnMut(&[f64]),
    ) -> Result<()> {
        self.each_of(draws, &normal(seed), keep_going, each)
    }

    /// The same of other numbers than normal ones.
    pub(super) fn each_of(
        &self,
        draws: usize,
        write: &Noise,
        keep_going: &mut dyn FnMut() -> Result<()>,
        mut each: impl FnMut(&[f64]),
    ) -> Result<()> {
        let rows = self.order.len();
        let mut noise = zeros(self.rank * CHUNK)?;
        let mut values = lanes(self.lanes() * CHUNK)?;
        let mut draw = zeros(rows)?;
        for chunk in 0..draws.div_ceil(CHUNK) {
            keep_going()?;
            write(chunk, &mut noise);
            self.multiply(&noise, &mut values);
            for values in values.chunks_exact(self.lanes().max(1)).take(draws - chunk * CHUNK) {
                values.as_flattened().iter().zip(&self.order).for_each(|(v, &at)| draw[at] = *v);
                each(&draw);
            }
        }
        Ok(())
    }

    /// Values = L noise for a chunk of draws, each with its numbers side by side.
    fn multiply(&self, noise: &[f64], values: &mut [[f64; LANES]]) {
        let (rows, rank, stride) = (self.order.len(), self.rank, self.lanes() * LANES);
        ready();
        let columns = MatRef::from_column_major_slice(&self.columns, rows, rank);
        let noise = MatRef::from_column_major_slice(noise, rank, CHUNK);
        let mut values = MatMut::from_column_major_slice_mut(values.as_flattened_mut(), stride, CHUNK);
        for first in (0..rows).step_by(ROWS) {
            let count = ROWS.min(rows - first);
            let used = if self.is_triangular { rank.min(first + count) } else { rank };
            let to = values.as_mut().subrows_mut(first, count);
            let left = columns.submatrix(first, 0, count, used);
            matmul(to, Accum::Replace, left, noise.subrows(0, used), 1.0, Par::Seq);
            spend(count * used * CHUNK / PRODUCTS);
        }
    }
}

/// The columns of a matrix at the candidates, less the part that the columns of a factor explain.
fn rest(matrix: &[f64], columns: &[f64], candidates: &[usize], out: &mut [f64]) -> Result<()> {
    let size = out.len() / candidates.len();
    for (out, &candidate) in out.chunks_exact_mut(size).zip(candidates) {
        out.copy_from_slice(&matrix[candidate * size..(candidate + 1) * size]);
    }
    let rank = columns.len() / size;
    let mut rows = zeros(rank * candidates.len())?;
    for (row, column) in rows.chunks_exact_mut(candidates.len()).zip(columns.chunks_exact(size)) {
        row.iter_mut().zip(candidates).for_each(|(r, &candidate)| *r = column[candidate]);
    }
    ready();
    let columns = MatRef::from_column_major_slice(columns, size, rank);
    let rows = MatRef::from_row_major_slice(&rows, rank, candidates.len());
    let mut out = MatMut::from_column_major_slice_mut(out, size, candidates.len());
    for first in (0..size).step_by(ROWS) {
        let count = ROWS.min(size - first);
        let left = columns.subrows(first, count);
        matmul(out.as_mut().subrows_mut(first, count), Accum::Add, left, rows, -1.0, Par::Seq);
        spend(count * rank * candidates.len() / PRODUCTS);
    }
    Ok(())
}

/// How to simulate.
pub(super) struct Simulation {
    pub(super) draws: usize,
    pub(super) threads: usize,
}

impl Simulation {
    /// The statistic of each draw. Chunks are drawn from streams of their own, so that it does not
    /// matter who does which; only the calling thread asks whether to go on.
    pub(super) fn statistics(
        &self,
        factor: &TriangularFactor,
        write: &Noise,
        statistic: &Statistic,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<f64>> {
        let mut statistics = zeros(self.draws)?;
        let stop = AtomicBool::new(false);
        let queue = Mutex::new(statistics.chunks_mut(CHUNK).enumerate());
        let draw = |check: &mut dyn FnMut() -> Result<()>| -> Result<()> {
            let mut noise = zeros(factor.rank * CHUNK)?;
            let mut values = lanes(factor.lanes() * CHUNK)?;
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((chunk, out)) = next else { return Ok(()) };
                check()?;
                room::check();
                write(chunk, &mut noise);
                factor.multiply(&noise, &mut values);
                statistic(&values, out, check)?;
            }
        };
        let work = |check: &mut dyn FnMut() -> Result<()>| room::attempt(|| draw(check));
        let other =
            || work(&mut || if stop.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) });
        let helpers = self.threads.min(self.draws.div_ceil(CHUNK)).saturating_sub(1);
        threads::together(helpers, &other, &mut || work(keep_going), &stop)?;
        Ok(statistics)
    }
}

/// Zeros, in lanes.
pub(super) fn lanes(count: usize) -> Result<Vec<[f64; LANES]>> {
    let mut lanes = Vec::new();
    lanes.try_room(count).map_err(|_| {
        Error::Memory(format!("{count} lanes of numbers for a critical value do not fit in memory"))
    })?;
    room::fill(&mut lanes, [0.0; LANES], count);
    Ok(lanes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(matrix: &[f64], size: usize, order: &[usize]) -> TriangularFactor {
        TriangularFactor::new(matrix, size, order).unwrap()
    }

    /// A row of which others leave too little for its turn comes later, and is not lost, whichever it is.
    #[test]
    fn rows_that_others_nearly_explain_come_later() {
        let r = (1.0f64 - 5e-5).sqrt();
        for (late, order) in [(0, [1, 0, 2]), (1, [0, 1, 2]), (2, [1, 2, 0])] {
            let twin = order[0];
            let matrix: Vec<f64> = (0..9)
                .map(|k| match (k / 3, k % 3) {
                    (i, j) if i == j => 1.0,
                    (i, j) if [i, j] == [late, twin] || [j, i] == [late, twin] => r,
                    _ => 0.0,
                })
                .collect();
            let found = factor(&matrix, 3, &order);
            assert_eq!((found.rank(), found.order()[2]), (3, late));
            assert!(found.reconstruct().iter().zip(&matrix).all(|(f, m)| (f - m).abs() < 1e-14), "{late}");
        }
    }

    #[test]
    fn one_value_is_scaled_too() {
        let mut found = factor(&[1.0], 1, &[0]);
        found.scale(&[3.0]);
        assert_eq!(found.reconstruct(), [9.0]);
    }

    /// As many draws as asked for, of more rows than are multiplied at once, with the covariance of the matrix.
    #[test]
    fn draws_are_counted_and_have_the_covariance() {
        let size = ROWS + 8;
        // Neighbours share a half of their variance.
        let matrix: Vec<f64> = (0..size * size)
            .map(|k| match (k / size).abs_diff(k % size) {
                0 => 1.0,
                1 => 0.5,
                _ => 0.0,
            })
            .collect();
        let order: Vec<usize> = (0..size).rev().collect();
        let factor = factor(&matrix, size, &order);
        let (mut count, mut squares, mut products, mut apart) = (0, 0.0, 0.0, 0.0);
        let draws = CHUNK + 44;
        let each = |draw: &[f64]| {
            count += 1;
            squares += draw.iter().map(|x| x * x).sum::<f64>() / size as f64;
            products += draw.windows(2).map(|x| x[0] * x[1]).sum::<f64>() / (size - 1) as f64;
            apart += draw.windows(3).map(|x| x[0] * x[2]).sum::<f64>() / (size - 2) as f64;
        };
        factor.each_draw(draws, 7, &mut || Ok(()), each).unwrap();
        assert_eq!(count, draws);
        // Means of 60 000 products, some of them dependent.
        let near = |sum: f64, expected: f64| (sum / draws as f64 - expected).abs() < 0.03;
        assert!(
            near(squares, 1.0) && near(products, 0.5) && near(apart, 0.0),
            "{squares} {products} {apart}"
        );
    }
}
