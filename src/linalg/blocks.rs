//! Products, factors and inverses of large matrices in blocks: between them the caller is asked whether to go on, and
//! those that do not wait for each other are done on all threads that may be used. A small matrix is one call of the
//! kernel. The kernels themselves run on one thread, so that bits do not depend on the number of threads.

use super::factor::buffer;
use super::ready;
use crate::error::Result;
use crate::interrupt::{spend, PRODUCTS};
use crate::room::{reserve, with_room};
use crate::threads;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt;
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_inverse::invert_lower_triangular;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::{Accum, MatMut, MatRef, Par, Spec};
use std::sync::{Mutex, PoisonError};

/// Matrices of more rows are done in blocks.
const WHOLE: usize = 640;

/// Rows and columns of a block: enough for the kernels to be as fast as in one call.
const BLOCK: usize = 256;

/// Rows, and inner dimension, of the tiles of a product; a tile has the columns of a block.
const ROWS: usize = 4096;
const INNER: usize = 512;

/// Rows of a matrix that is factored column by column. With half of what faer does by default, matrices of 64 to 200 rows
/// take 10 to 35 % less time.
const BY_COLUMNS: usize = 32;

/// How a matrix is factored.
fn parameters() -> Spec<llt::factor::LltParams, f64> {
    let mut parameters: Spec<llt::factor::LltParams, f64> = Spec::default();
    parameters.recursion_threshold = BY_COLUMNS;
    parameters
}

/// Memory that `cholesky` and `solve` need.
pub(super) fn scratch(n: usize) -> StackReq {
    let n = if n > WHOLE { BLOCK } else { n };
    llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, parameters())
}

/// The starts of blocks of this size of `n` rows, and their number.
fn blocks(n: usize, size: usize) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    (0..n.div_ceil(size)).map(move |k| (k * size, size.min(n - k * size)))
}

/// Does something with each panel of this many columns and its first column, on the threads that may be used.
fn each_panel(mut matrix: MatMut<'_, f64>, width: usize, work: impl Fn(usize, MatMut<'_, f64>) + Sync) {
    let count = matrix.ncols().div_ceil(width);
    if count < 2 || threads::allowed() < 2 {
        let columns = matrix.ncols();
        return blocks(columns, width).for_each(|(k, own)| work(k, matrix.as_mut().subcols_mut(k, own)));
    }
    let mut panels = with_room(count);
    let mut rest = matrix;
    while rest.ncols() > 0 {
        let own = width.min(rest.ncols());
        let (panel, others) = rest.split_at_col_mut(own);
        panels.push(Mutex::new(panel));
        rest = others;
    }
    threads::each(count, |task| {
        let mut panel = panels[task].lock().unwrap_or_else(PoisonError::into_inner);
        work(task * width, panel.as_mut());
    });
}

/// Adds `factor` times left times right to `out`, or puts it there.
pub(super) fn product(
    out: MatMut<'_, f64>,
    accumulate: Accum,
    left: MatRef<'_, f64>,
    right: MatRef<'_, f64>,
    factor: f64,
) {
    ready();
    let (rows, inner, columns) = (out.nrows(), left.ncols(), out.ncols());
    let work = rows.saturating_mul(inner).saturating_mul(columns);
    if work <= WHOLE * WHOLE * WHOLE {
        matmul(out, accumulate, left, right, factor, Par::Seq);
        return spend(work / PRODUCTS);
    }
    each_panel(out, BLOCK, |column, mut out| {
        let width = out.ncols();
        for (from, depth) in blocks(inner, INNER) {
            let accumulate = if from > 0 { Accum::Add } else { accumulate };
            let right = right.submatrix(from, column, depth, width);
            for (row, height) in blocks(rows, ROWS) {
                let to = out.as_mut().subrows_mut(row, height);
                matmul(to, accumulate, left.submatrix(row, from, height, depth), right, factor, Par::Seq);
                spend(height * depth * width / PRODUCTS);
            }
        }
    });
}

/// Adds `factor` times the product of a matrix with its transpose to the lower triangle of `out`.
pub(super) fn add_square(out: MatMut<'_, f64>, left: MatRef<'_, f64>, factor: f64) {
    add_lower(out, left, left, factor);
}

/// Adds the lower triangle of `factor` times left times the transpose of right to that of `out`.
pub(super) fn add_lower(out: MatMut<'_, f64>, left: MatRef<'_, f64>, right: MatRef<'_, f64>, factor: f64) {
    ready();
    let n = out.nrows();
    let size = if n > WHOLE { BLOCK } else { n };
    each_panel(out, size.max(1), |first, panel| {
        let width = panel.ncols();
        let (mut diagonal, below) = panel.subrows_mut(first, n - first).split_at_row_mut(width);
        for (from, depth) in blocks(left.ncols(), ROWS) {
            let own = left.submatrix(first, from, width, depth);
            let other = right.submatrix(first, from, width, depth);
            let whole = BlockStructure::Rectangular;
            let lower = BlockStructure::TriangularLower;
            let to = diagonal.as_mut();
            triangular::matmul(to, lower, Accum::Add, own, whole, other.transpose(), whole, factor, Par::Seq);
            spend(width * width * depth / (2 * PRODUCTS));
        }
        if n > first + width {
            let own = right.subrows(first, width).transpose();
            product(below, Accum::Add, left.subrows(first + width, n - first - width), own, factor);
        }
    });
}

/// Factors the lower triangle of a matrix in place; if it is not positive definite, the row where that was found: the
/// factor of what is before it and its part of that row are in place.
pub(super) fn cholesky(
    mut matrix: MatMut<'_, f64>,
    scratch: &mut MemBuffer,
) -> std::result::Result<(), usize> {
    ready();
    let n = matrix.nrows();
    let mut factor = |block: MatMut<'_, f64>| {
        let work = block.nrows().pow(3) / (6 * PRODUCTS);
        let stack = MemStack::new(scratch);
        let done = llt::factor::cholesky_in_place(block, Default::default(), Par::Seq, stack, parameters());
        spend(work);
        done.map(|_| ()).map_err(|llt::factor::LltError::NonPositivePivot { index }| index)
    };
    if n <= WHOLE {
        return factor(matrix);
    }
    for (first, width) in blocks(n, BLOCK) {
        let rest = n - first - width;
        let trailing = matrix.as_mut().submatrix_mut(first, first, n - first, n - first);
        let (mut diagonal, _, mut below, trailing) = trailing.split_at_mut(width, width);
        factor(diagonal.as_mut()).map_err(|row| first + row)?;
        if rest == 0 {
            break;
        }
        each_panel(below.as_mut().transpose_mut(), 2 * BLOCK, |_, part| {
            let work = part.ncols() * width * width / (2 * PRODUCTS);
            solve_lower_triangular_in_place(diagonal.as_ref(), part, Par::Seq);
            spend(work);
        });
        add_square(trailing, below.as_ref(), -1.0);
    }
    Ok(())
}

/// Puts L^-1 times columns in place of them. Rows before `begin` are zero, those before `from` are done.
fn forward(factor: MatRef<'_, f64>, mut right: MatMut<'_, f64>, [begin, from]: [usize; 2]) {
    let (n, columns) = (right.nrows(), right.ncols());
    for (row, height) in blocks(n - from, BLOCK).map(|(row, height)| (row + from, height)) {
        let (done, rest) = right.as_mut().split_at_row_mut(row);
        let mut own = rest.subrows_mut(0, height);
        if row > begin {
            let left = factor.submatrix(row, begin, height, row - begin);
            product(own.as_mut(), Accum::Add, left, done.as_ref().subrows(begin, row - begin), -1.0);
        }
        solve_lower_triangular_in_place(factor.submatrix(row, row, height, height), own, Par::Seq);
        spend(height * height * columns / (2 * PRODUCTS));
    }
}

/// Puts L'^-1 times columns in place of them.
fn backward(factor: MatRef<'_, f64>, mut right: MatMut<'_, f64>) {
    let (n, columns) = (right.nrows(), right.ncols());
    for (row, height) in blocks(n, BLOCK).rev() {
        let below = row + height;
        let (rest, done) = right.as_mut().split_at_row_mut(below);
        let mut own = rest.subrows_mut(row, height);
        if below < n {
            let left = factor.submatrix(below, row, n - below, height).transpose();
            product(own.as_mut(), Accum::Add, left, done.as_ref(), -1.0);
        }
        let diagonal = factor.submatrix(row, row, height, height).transpose();
        solve_upper_triangular_in_place(diagonal, own, Par::Seq);
        spend(height * height * columns / (2 * PRODUCTS));
    }
}

/// Solves with a factor for many right-hand sides, in place.
pub(super) fn solve(factor: MatRef<'_, f64>, mut right: MatMut<'_, f64>, scratch: &mut MemBuffer) {
    ready();
    let n = factor.nrows();
    if n > WHOLE {
        return each_panel(right, BLOCK, |_, mut own| {
            forward(factor, own.as_mut(), [0, 0]);
            backward(factor, own);
        });
    }
    for (column, width) in blocks(right.ncols(), WHOLE) {
        let own = right.as_mut().subcols_mut(column, width);
        llt::solve::solve_in_place(factor, own, Par::Seq, MemStack::new(scratch));
        spend(n * n * width / PRODUCTS);
    }
}

/// The lower triangle of the inverse of what was factored; `out` is zero before.
pub(super) fn inverse(factor: MatRef<'_, f64>, mut out: MatMut<'_, f64>) -> Result<()> {
    ready();
    let n = factor.nrows();
    if n <= WHOLE {
        let mut scratch = buffer(llt::inverse::inverse_scratch::<f64>(n, Par::Seq), n)?;
        llt::inverse::inverse(out, factor, Par::Seq, MemStack::new(&mut scratch));
        spend(n * n * n / (3 * PRODUCTS));
        return Ok(());
    }
    // L^-1, then its transpose times itself: column after column, since none needs those before it.
    each_panel(out.as_mut(), BLOCK, |first, mut columns| {
        let width = columns.ncols();
        let diagonal = columns.as_mut().subrows_mut(first, width);
        invert_lower_triangular(diagonal, factor.submatrix(first, first, width, width), Par::Seq);
        forward(factor, columns, [first, first + width]);
    });
    let mut copy = reserve(n * BLOCK)?;
    for (first, width) in blocks(n, BLOCK) {
        let below = n - first;
        let (mut own, later) = out.as_mut().submatrix_mut(first, first, below, below).split_at_col_mut(width);
        let mut copy = MatMut::from_column_major_slice_mut(&mut copy[..below * width], below, width);
        copy.copy_from(own.as_ref());
        let (copy, later) = (copy.as_ref(), later.as_ref());
        each_panel(own.as_mut().transpose_mut(), BLOCK, |row, block| {
            let height = block.ncols();
            let left = match row {
                0 => copy,
                row => later.submatrix(row, row - width, below - row, height),
            };
            let left = left.transpose();
            product(block.transpose_mut(), Accum::Replace, left, copy.subrows(row, below - row), 1.0);
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Factor;
    use super::super::{multiply_into, outer_products};
    use crate::random::Random;
    use crate::vectors::dot;

    fn numbers(count: usize) -> Vec<f64> {
        let mut random = Random::new(5, 0);
        (0..count).map(|_| random.uniform() - 0.5).collect()
    }

    /// Of more rows than are done at once, and not a whole number of blocks.
    #[test]
    fn large_matrices_are_factored_solved_and_inverted() {
        for n in [641, 900] {
            let entry = |i: usize, j: usize| {
                (-(i.abs_diff(j) as f64) / 40.0).exp() + if i == j { 0.5 + (i % 7) as f64 } else { 0.0 }
            };
            let matrix: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
            let mut factor = Factor::new(n).unwrap();
            factor.matrix().copy_from_slice(&matrix);
            assert!(factor.factor());
            let column = |k: usize| &matrix[k * n..(k + 1) * n];
            let mut right = numbers(300 * n);
            let given = right.clone();
            factor.solve_many(&mut right);
            let inverse = factor.inverse().unwrap();
            for k in [0, 255, 256, 640, n - 1] {
                for other in [0, 17, 256, 511, 600, n - 1] {
                    let along = dot(&inverse[k * n..(k + 1) * n], column(other));
                    assert!((along - f64::from(u8::from(k == other))).abs() < 1e-12);
                    assert_eq!(inverse[k * n + other], inverse[other * n + k]);
                }
                for count in [0, 255, 299] {
                    let found = dot(&right[count * n..(count + 1) * n], column(k));
                    assert!((found - given[count * n + k]).abs() < 1e-12);
                }
            }
            factor.matrix().copy_from_slice(&matrix);
            factor.matrix()[(n - 3) * (n + 1)] = -1.0;
            assert!(!factor.factor());
        }
    }

    /// Blocks are the same for any number of threads, and so are bits.
    #[test]
    fn threads_do_not_change_a_bit() {
        let n = 1_100;
        let of = |threads| {
            crate::threads::using(threads, || {
                let mut factor = Factor::new(n).unwrap();
                let entry = |k: usize| (-((k / n).abs_diff(k % n) as f64) / 40.0).exp();
                factor.matrix().iter_mut().enumerate().for_each(|(k, to)| *to = entry(k));
                (0..n).for_each(|k| factor.matrix()[k * (n + 1)] += 0.5);
                assert!(factor.factor());
                let mut right = numbers(700 * n);
                factor.solve_many(&mut right);
                let inverse = factor.inverse().unwrap();
                let mut square = vec![0.0; n * n];
                outer_products(&inverse, n, &mut square);
                (right, inverse, square)
            })
        };
        let one = of(1);
        assert!(of(2) == one && of(5) == one);
    }

    #[test]
    fn large_products_are_those_of_their_rows() {
        let [rows, inner, columns] = [700, 1300, 520];
        let (left, right) = (numbers(rows * inner), numbers(inner * columns));
        let mut out = vec![f64::NAN; rows * columns];
        multiply_into(&left, true, &right, [rows, inner, columns], &mut out);
        let mut squares = vec![f64::NAN; inner * inner];
        outer_products(&right, inner, &mut squares);
        for (i, j) in [(0, 0), (3, 519), (699, 255), (512, 256), (699, 519)] {
            let sum = dot(&left[i * inner..(i + 1) * inner], &right[j * inner..(j + 1) * inner]);
            assert!((out[j * rows + i] - sum).abs() < 1e-12 * inner as f64);
            let sum: f64 = right.chunks(inner).map(|row| row[i] * row[j]).sum();
            assert!((squares[j * inner + i] - sum).abs() < 1e-12 * inner as f64);
        }
    }
}
