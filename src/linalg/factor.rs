//! Cholesky factor of a symmetric matrix, in place, without allocation after `new`.

use super::blocks;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::room::{refusable, reserve, Gather as _, Put as _};
use faer::dyn_stack::{MemBuffer, StackReq};
use faer::traits::pulp::{Arch, Simd, WithSimd};
use faer::{Accum, MatMut, MatRef};

/// A workspace for factoring and solving with matrices of one size.
pub struct Factor {
    size: usize,
    matrix: Vec<f64>,
    scratch: MemBuffer,
    /// Rows and columns that were factored.
    kept: Vec<usize>,
    /// A right-hand side without the others.
    packed: Vec<f64>,
    /// The row where the last matrix was found not to be positive definite, of those that were factored.
    failed: Option<usize>,
}

impl std::fmt::Debug for Factor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Factor").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Factor {
    /// Room for matrices of `size` rows.
    pub fn new(size: usize) -> Result<Factor> {
        Ok(Factor {
            size,
            matrix: reserve(size * size)?,
            scratch: buffer(blocks::scratch(size), size)?,
            kept: (0..size).gathered(),
            packed: reserve(size)?,
            failed: None,
        })
    }

    /// The matrix to be factored: write its lower triangle, column-major.
    pub fn matrix(&mut self) -> &mut [f64] {
        &mut self.matrix
    }

    /// Factors the matrix in place; false if it is not positive definite.
    pub fn factor(&mut self) -> bool {
        self.kept.clear();
        self.kept.put_each(0..self.size);
        self.factor_kept()
    }

    /// As `factor`, without the rows and columns that are fixed, at which solutions are zero.
    pub fn factor_free(&mut self, fixed: &[bool]) -> bool {
        let (size, kept) = (self.size, &mut self.kept);
        kept.clear();
        kept.put_each((0..size).filter(|&k| !fixed[k]));
        let n = kept.len();
        if n < size {
            // In place: an entry never moves past one that is still to be read.
            for (to, &column) in kept.iter().enumerate() {
                let mut at = to * n + to;
                for rows in kept[to..].chunk_by(|row, next| row + 1 == *next) {
                    let from = column * size + rows[0];
                    self.matrix.copy_within(from..from + rows.len(), at);
                    at += rows.len();
                }
            }
        }
        self.factor_kept()
    }

    fn factor_kept(&mut self) -> bool {
        let n = self.kept.len();
        self.failed = None;
        if n > 0 {
            let matrix = MatMut::from_column_major_slice_mut(&mut self.matrix[..n * n], n, n);
            self.failed = blocks::cholesky(matrix, &mut self.scratch).err();
        }
        self.failed.is_none()
    }

    /// A direction along which a matrix that could not be factored has no positive curvature but for rounding.
    pub fn set_uncurved(&self, out: &mut [f64]) {
        out.fill(0.0);
        let (n, Some(row)) = (self.kept.len(), self.failed) else { return };
        out[self.kept[row]] = 1.0;
        // L' v is zero above the row where there is no root.
        for column in (0..row).rev() {
            let below = &self.matrix[column * n + column..=column * n + row];
            let known = self.kept[column + 1..=row].iter().zip(&below[1..]);
            let sum: f64 = known.map(|(&at, l)| l * out[at]).sum();
            out[self.kept[column]] = -sum / below[0];
        }
        interrupt::spend(row * row / 2);
    }

    /// The logarithm of the determinant of the factored matrix.
    pub fn log_determinant(&self) -> f64 {
        let n = self.kept.len();
        2.0 * (0..n).map(|k| self.matrix[k * n + k].ln()).sum::<f64>()
    }

    /// Solves with the factored matrix, in place.
    pub fn solve(&mut self, right: &mut [f64]) {
        let n = self.kept.len();
        if n == self.size {
            return solve_with(&self.matrix, right);
        }
        let packed = &mut self.packed[..n];
        packed.iter_mut().zip(&self.kept).for_each(|(x, &k)| *x = right[k]);
        solve_with(&self.matrix, packed);
        right.fill(0.0);
        packed.iter().zip(&self.kept).for_each(|(x, &k)| right[k] = *x);
    }

    /// Solves with the factored matrix for many right-hand sides, one after the other, in place; all of it must have
    /// been factored.
    pub fn solve_many(&mut self, right: &mut [f64]) {
        let n = self.size;
        let count = right.len() / n.max(1);
        if count == 0 {
            return;
        }
        blocks::solve(
            MatRef::from_column_major_slice(&self.matrix, n, n),
            MatMut::from_column_major_slice_mut(right, n, count),
            &mut self.scratch,
        );
    }

    /// The inverse of the factored matrix, both triangles; all of it must have been factored.
    pub fn inverse(&mut self) -> Result<Vec<f64>> {
        let n = self.size;
        let mut out = reserve(n * n)?;
        if n > 0 {
            let factor = MatRef::from_column_major_slice(&self.matrix, n, n);
            blocks::inverse(factor, MatMut::from_column_major_slice_mut(&mut out, n, n))?;
            mirror(&mut out, n);
        }
        Ok(out)
    }
}

/// Rows and columns of a tile that stays in the cache while it is transposed.
const TILE: usize = 64;

/// Copies the lower triangle (column-major) to the upper one.
pub(crate) fn mirror(matrix: &mut [f64], n: usize) {
    for first in (0..n).step_by(TILE) {
        for below in (first..n).step_by(TILE) {
            for column in first..n.min(first + TILE) {
                for row in below.max(column + 1)..n.min(below + TILE) {
                    matrix[row * n + column] = matrix[column * n + row];
                }
            }
        }
        interrupt::spend((n - first) * TILE);
    }
}

/// Solves with a Cholesky factor. Column by column: for one right-hand side this takes a tenth of the
/// instructions of the blocked kernel, which is made for many.
fn solve_with(factor: &[f64], right: &mut [f64]) {
    interrupt::spend(right.len() * right.len());
    Arch::new().dispatch(Solve { factor, right });
}

/// The bits are those of any instruction set.
struct Solve<'a> {
    factor: &'a [f64],
    right: &'a mut [f64],
}

impl WithSimd for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Solve { factor, right } = self;
        let n = right.len();
        // The columns that are too few to be taken together come first, so that those below are whole.
        let alone = n % TOGETHER;
        let column = |at: usize, from: usize| &factor[at * n + from..(at + 1) * n];
        for at in 0..alone {
            let below = column(at, at);
            right[at] /= below[0];
            let x = right[at];
            right[at + 1..].iter_mut().zip(&below[1..]).for_each(|(r, l)| *r -= x * l);
        }
        for first in (alone..n).step_by(TOGETHER) {
            let columns: [&[f64]; TOGETHER] = std::array::from_fn(|k| column(first + k, first));
            let (own, rest) = right[first..].split_at_mut(TOGETHER);
            // A division within the chain of operations is waited for.
            let inverse: Few = std::array::from_fn(|k| 1.0 / columns[k][k]);
            let mut x: Few = std::array::from_fn(|k| own[k]);
            for k in 0..TOGETHER {
                (0..k).for_each(|j| x[k] -= x[j] * columns[j][k]);
                x[k] *= inverse[k];
            }
            own.copy_from_slice(&x);
            let [a, b, c, d] = columns.map(|column| column[TOGETHER..].chunks_exact(TOGETHER));
            for ((((r, a), b), c), d) in rest.chunks_exact_mut(TOGETHER).zip(a).zip(b).zip(c).zip(d) {
                for lane in 0..TOGETHER {
                    r[lane] -= (x[0] * a[lane] + x[1] * b[lane]) + (x[2] * c[lane] + x[3] * d[lane]);
                }
            }
        }
        for first in (alone..n).step_by(TOGETHER).rev() {
            let columns: [&[f64]; TOGETHER] = std::array::from_fn(|k| column(first + k, first));
            let (own, rest) = right[first..].split_at_mut(TOGETHER);
            let inverse: Few = std::array::from_fn(|k| 1.0 / columns[k][k]);
            let mut sums = [[0.0; TOGETHER]; TOGETHER];
            let [a, b, c, d] = columns.map(|column| column[TOGETHER..].chunks_exact(TOGETHER));
            for ((((r, a), b), c), d) in rest.chunks_exact(TOGETHER).zip(a).zip(b).zip(c).zip(d) {
                for lane in 0..TOGETHER {
                    sums[0][lane] += r[lane] * a[lane];
                    sums[1][lane] += r[lane] * b[lane];
                    sums[2][lane] += r[lane] * c[lane];
                    sums[3][lane] += r[lane] * d[lane];
                }
            }
            let mut x: Few = std::array::from_fn(|k| own[k] - sums[k].iter().sum::<f64>());
            for k in (0..TOGETHER).rev() {
                (k + 1..TOGETHER).for_each(|j| x[k] -= x[j] * columns[k][j]);
                x[k] *= inverse[k];
            }
            own.copy_from_slice(&x);
        }
        for at in (0..alone).rev() {
            let below = column(at, at);
            let sum: f64 = below[1..].iter().zip(&right[at + 1..]).map(|(l, x)| l * x).sum();
            right[at] = (right[at] - sum) / below[0];
        }
    }
}

/// Columns of a factor that are taken together: each alone would be waited for.
const TOGETHER: usize = 4;

type Few = [f64; TOGETHER];

pub(super) fn buffer(request: StackReq, size: usize) -> Result<MemBuffer> {
    refusable(|| MemBuffer::try_new(request))
        .map_err(|_| Error::Memory(format!("no memory to factor a matrix of {size} rows")))
}

/// The product of two square matrices, column-major.
pub(crate) fn multiply(left: &[f64], right: &[f64], out: &mut [f64], n: usize) {
    multiply_into(left, false, right, [n, n, n], out);
}

/// The product of left (rows x inner, or its transpose where `transposed`) and right (inner x columns),
/// column-major.
pub(crate) fn multiply_into(
    left: &[f64],
    transposed: bool,
    right: &[f64],
    [rows, inner, columns]: [usize; 3],
    out: &mut [f64],
) {
    if rows == 0 || columns == 0 || inner == 0 {
        out.fill(0.0);
        return;
    }
    let left = if transposed {
        MatRef::from_column_major_slice(left, inner, rows).transpose()
    } else {
        MatRef::from_column_major_slice(left, rows, inner)
    };
    blocks::product(
        MatMut::from_column_major_slice_mut(out, rows, columns),
        Accum::Replace,
        left,
        MatRef::from_column_major_slice(right, inner, columns),
        1.0,
    );
}

/// The sum of the outer products of rows, each of this many numbers, with themselves.
pub(crate) fn outer_products(rows: &[f64], size: usize, out: &mut [f64]) {
    let rows = MatRef::from_column_major_slice(rows, size, rows.len() / size.max(1));
    let out = MatMut::from_column_major_slice_mut(out, size, size);
    blocks::product(out, Accum::Replace, rows, rows.transpose(), 1.0);
}

/// Adds the outer products of vectors, each of `n` numbers, with themselves to the lower triangle of a matrix,
/// column-major.
pub(crate) fn add_outer_products(vectors: &[f64], n: usize, matrix: &mut [f64]) {
    let count = vectors.len() / n.max(1);
    if count == 0 {
        return;
    }
    let vectors = MatRef::from_column_major_slice(vectors, n, count);
    blocks::add_square(MatMut::from_column_major_slice_mut(matrix, n, n), vectors, 1.0);
}

/// Takes the directions of an orthonormal basis out of vectors, both of `n` numbers each.
pub(super) fn project_many(basis: &[f64], n: usize, vectors: &mut [f64]) -> Result<()> {
    let (size, count) = (basis.len() / n.max(1), vectors.len() / n.max(1));
    if size == 0 || count == 0 {
        return Ok(());
    }
    let mut along = reserve(size * count)?;
    multiply_into(basis, true, vectors, [size, n, count], &mut along);
    blocks::product(
        MatMut::from_column_major_slice_mut(vectors, n, count),
        Accum::Add,
        MatRef::from_column_major_slice(basis, n, size),
        MatRef::from_column_major_slice(&along, size, count),
        -1.0,
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Factor;

    #[test]
    fn solves_and_inverts() {
        let mut f = Factor::new(2).unwrap();
        f.matrix().copy_from_slice(&[4.0, 2.0, 0.0, 3.0]);
        assert!(f.factor());
        let mut x = [8.0, 7.0];
        f.solve(&mut x);
        assert!((x[0] - 1.25).abs() < 1e-15 && (x[1] - 1.5).abs() < 1e-15);
        assert!((f.log_determinant() - 8f64.ln()).abs() < 1e-15);
        let inverse = f.inverse().unwrap();
        for (a, b) in inverse.iter().zip([0.375, -0.25, -0.25, 0.5]) {
            assert!((a - b).abs() < 1e-15);
        }
        f.matrix().copy_from_slice(&[1.0, 2.0, 0.0, 1.0]);
        assert!(!f.factor());
    }

    /// Of sizes that leave none to three columns to be solved for alone.
    #[test]
    fn solves_any_number_of_equations() {
        for n in 1..30usize {
            let entry = |row: usize, column: usize| match row.abs_diff(column) {
                0 => 5.0 + row as f64,
                apart => ((3 * row + 3 * column) % 7) as f64 / (2.0 + apart as f64) - 0.5,
            };
            let mut f = Factor::new(n).unwrap();
            for column in 0..n {
                (column..n).for_each(|row| f.matrix()[column * n + row] = entry(row, column));
            }
            assert!(f.factor());
            let x = |k: usize| ((5 * k + 1) % 11) as f64 - 4.0;
            let mut found: Vec<f64> = (0..n).map(|r| (0..n).map(|c| entry(r, c) * x(c)).sum()).collect();
            f.solve(&mut found);
            for (k, found) in found.iter().enumerate() {
                assert!((found - x(k)).abs() < 1e-13, "{n}: {found}, not {}", x(k));
            }
        }
    }

    /// A matrix with one negative eigenvalue, whose factor ends in the middle of a block.
    #[test]
    fn finds_a_direction_without_curvature() {
        let (n, fixed_at, bad) = (700, 3, 517);
        let entry = |row: usize, column: usize| match (row, column) {
            (r, c) if r == c && r == bad => -0.5,
            (r, c) if r == c => 4.0 + (r % 7) as f64,
            (r, c) => ((r * 31 + c * 17) % 13) as f64 / 2600.0,
        };
        let mut f = Factor::new(n).unwrap();
        for column in 0..n {
            for row in column..n {
                f.matrix()[column * n + row] = entry(row, column);
            }
        }
        let mut fixed = vec![false; n];
        fixed[fixed_at] = true;
        assert!(!f.factor_free(&fixed));
        let mut v = vec![1.0; n];
        f.set_uncurved(&mut v);
        assert_eq!((v[fixed_at], v[bad]), (0.0, 1.0));
        let whole = |r: usize, c: usize| entry(r.max(c), r.min(c));
        let curvature: f64 = (0..n).map(|r| v[r] * (0..n).map(|c| whole(r, c) * v[c]).sum::<f64>()).sum();
        // The last pivot, which is below the entry of the diagonal.
        assert!(curvature <= -0.5 && curvature > -0.51, "{curvature}");
        assert!(
            f.factor_free(&{
                fixed[bad] = true;
                fixed
            }) == f.failed.is_none()
        );
    }

    #[test]
    fn leaves_out_what_is_fixed() {
        let mut f = Factor::new(4).unwrap();
        // Of no use: the second row and column, where nothing is positive.
        f.matrix().copy_from_slice(&[
            4.0, 9.0, 2.0, 1.0, // below the diagonal of the first column
            0.0, -7.0, 8.0, 6.0, //
            0.0, 0.0, 3.0, 0.5, //
            0.0, 0.0, 0.0, 5.0,
        ]);
        assert!(f.factor_free(&[false, true, false, false]));
        let (x, y, z) = (0.5, -1.5, 2.0);
        let mut right = [4.0 * x + 2.0 * y + z, 123.0, 2.0 * x + 3.0 * y + 0.5 * z, x + 0.5 * y + 5.0 * z];
        f.solve(&mut right);
        for (found, expected) in right.iter().zip([x, 0.0, y, z]) {
            assert!((found - expected).abs() < 1e-15);
        }
        assert!(f.factor_free(&[true; 4]));
        f.solve(&mut right);
        assert_eq!(right, [0.0; 4]);
    }
}
