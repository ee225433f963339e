//! Householder's reduction of a symmetric matrix to a tridiagonal one, and the way back for its eigenvectors.
//!
//! A = Q T Q', Q a product of reflections I - share v v'. Columns are reduced in panels, whose effect on the rest,
//! V W' + W V', is a product of matrices (Dongarra, Sorensen and Hammarling 1989); half of the work are products of what
//! is left with one vector each.

use super::super::blocks::{add_lower, product};
use crate::error::Result;
use crate::interrupt::spend;
use crate::room::reserve;
use crate::vectors::dot;
use faer::traits::pulp::{Arch, Simd, WithSimd};
use faer::{Accum, MatMut, MatRef};

/// Panel width: columns that are reduced before the trailing update.
const PANEL: usize = 16;

/// Reflections that are undone at once.
const UNDONE: usize = 64;

/// Vectors that they are undone in at once.
const WIDTH: usize = 512;

/// Columns, and rows, of which a product with a vector is made at a time, and columns between two questions.
const COLUMNS: usize = 4;
const LANES: usize = 8;
const ASKED: usize = 64;

/// Squares of less, in a matrix whose largest entry is near one, would be inexact, and are as good as zero.
const MIN_SQUARE: f64 = 1e-280;

/// A tridiagonal matrix and the reflections that lead to it.
pub(super) struct Reduction {
    n: usize,
    /// The vectors v, in columns: zero down to the diagonal, one below it.
    reflections: Vec<f64>,
    shares: Vec<f64>,
    pub(super) diagonal: Vec<f64>,
    /// Below the diagonal; a zero at the end.
    pub(super) below: Vec<f64>,
}

impl Reduction {
    /// Reduces a matrix of `n` rows, of which the lower triangle is read, column-major.
    pub(super) fn new(matrix: Vec<f64>, n: usize) -> Result<Reduction> {
        let [shares, diagonal, below] = [reserve(n)?, reserve(n)?, reserve(n)?];
        let mut found = Reduction { n, reflections: matrix, shares, diagonal, below };
        let mut images = reserve(n * PANEL)?;
        for first in (0..n).step_by(PANEL) {
            let width = PANEL.min(n - first);
            for at in 0..width {
                found.reduce(first, at, &mut images);
            }
            let rest = n - first - width;
            if rest == 0 {
                break;
            }
            let matrix = MatMut::from_column_major_slice_mut(&mut found.reflections, n, n);
            let (_, _, rows, mut left) = matrix.split_at_mut(first + width, first + width);
            let own = rows.as_ref().subcols(first, width);
            let images = MatRef::from_column_major_slice(&images[..n * width], n, width);
            let images = images.subrows(n - rest, rest);
            add_lower(left.as_mut(), own, images, -1.0);
            add_lower(left, images, own, -1.0);
        }
        Ok(found)
    }

    /// Reduces a column of a panel, and notes w.
    fn reduce(&mut self, first: usize, at: usize, images: &mut [f64]) {
        let n = self.n;
        let column = first + at;
        let (before, rest) = self.reflections.split_at_mut(column * n);
        let before = &before[first * n..];
        let (own, rest) = rest.split_at_mut(n);
        let pairs = || before.chunks_exact(n).zip(images.chunks_exact(n));
        for (v, w) in pairs() {
            let (along_v, along_w) = (w[column], v[column]);
            let both = v[column..].iter().zip(&w[column..]);
            own[column..].iter_mut().zip(both).for_each(|(a, (v, w))| *a -= along_v * v + along_w * w);
        }
        self.diagonal[column] = own[column];
        own[..=column].fill(0.0);
        let v = &mut own[column + 1..];
        let Some((head, tail)) = v.split_first_mut() else { return };
        let size = dot(tail, tail);
        let (below, share) = if size > MIN_SQUARE {
            let below = -(*head * *head + size).sqrt().copysign(*head);
            let divisor = *head - below;
            tail.iter_mut().for_each(|x| *x /= divisor);
            (below, (below - *head) / below)
        } else {
            tail.fill(0.0);
            (*head, 0.0)
        };
        *head = 1.0;
        (self.below[column], self.shares[column]) = (below, share);
        let from = column + 1;
        let v = &*v;
        let (earlier, image) = images.split_at_mut(at * n);
        let image = &mut image[from..n];
        times_symmetric(&rest[from..], n, v, image);
        for (other, earlier) in before.chunks_exact(n).zip(earlier.chunks_exact(n)) {
            let (other, earlier) = (&other[from..], &earlier[from..]);
            let (along_other, along_earlier) = (dot(earlier, v), dot(other, v));
            let both = other.iter().zip(earlier);
            image.iter_mut().zip(both).for_each(|(y, (o, e))| *y -= along_other * o + along_earlier * e);
        }
        let half = 0.5 * share * share * dot(image, v);
        image.iter_mut().zip(v).for_each(|(y, v)| *y = share * *y - half * v);
        spend(3 * at * (n - column));
    }

    /// Puts Q times columns of `n` numbers in place of them.
    pub(super) fn apply(&self, columns: &mut [f64]) -> Result<()> {
        let n = self.n;
        let (mut along, mut turned) = (reserve(UNDONE * WIDTH)?, reserve(UNDONE * WIDTH)?);
        for first in (0..n).step_by(UNDONE).rev() {
            let width = UNDONE.min(n - first);
            // Reflections of the panel change no rows before this one.
            let rows = n - first;
            let reflections = MatRef::from_column_major_slice(&self.reflections, n, n);
            let own = reflections.submatrix(first, first, rows, width);
            let shape = self.shape(first, width)?;
            let shape = MatRef::from_column_major_slice(&shape, width, width);
            for some in columns.chunks_mut(n * WIDTH) {
                let count = some.len() / n;
                let some = MatMut::from_column_major_slice_mut(some, n, count);
                let mut some = some.subrows_mut(first, rows);
                let mut along =
                    MatMut::from_column_major_slice_mut(&mut along[..width * count], width, count);
                product(along.as_mut(), Accum::Replace, own.transpose(), some.as_ref(), 1.0);
                let mut turned =
                    MatMut::from_column_major_slice_mut(&mut turned[..width * count], width, count);
                product(turned.as_mut(), Accum::Replace, shape, along.as_ref(), 1.0);
                product(some.as_mut(), Accum::Add, own, turned.as_ref(), -1.0);
            }
        }
        Ok(())
    }

    /// The upper triangular S of a panel whose reflections are together I - V S V' (Schreiber and Van Loan 1989).
    fn shape(&self, first: usize, width: usize) -> Result<Vec<f64>> {
        let mut shape = reserve(width * width)?;
        let vector = |at: usize| &self.reflections[(first + at) * self.n..][first..self.n];
        for at in 0..width {
            let share = self.shares[first + at];
            let (before, own) = shape.split_at_mut(at * width);
            let own = &mut own[..width];
            for (other, before) in before.chunks_exact(width).enumerate() {
                let along = -share * dot(vector(other), vector(at));
                own.iter_mut().zip(&before[..=other]).for_each(|(s, b)| *s += along * b);
            }
            own[at] = share;
            spend(at * (self.n - first));
        }
        Ok(shape)
    }
}

/// The product of a symmetric matrix with a vector. `matrix` begins with its first column, of which, and of every one,
/// the lower triangle is read; between columns are `stride` numbers.
fn times_symmetric(matrix: &[f64], stride: usize, vector: &[f64], out: &mut [f64]) {
    let n = vector.len();
    out.fill(0.0);
    for first in (0..n).step_by(ASKED) {
        let columns = first..n.min(first + ASKED);
        // Memory-bound: two products per load.
        spend((n - first) * columns.len() / 4);
        Arch::new().dispatch(TimesSymmetric { matrix, stride, vector, out, columns });
    }
}

/// The share of some columns in [`times_symmetric`], for the widest instructions there are.
struct TimesSymmetric<'a> {
    matrix: &'a [f64],
    stride: usize,
    vector: &'a [f64],
    out: &'a mut [f64],
    columns: std::ops::Range<usize>,
}

impl WithSimd for TimesSymmetric<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let TimesSymmetric { matrix, stride, vector, out, columns } = self;
        let n = vector.len();
        for first in columns.clone().step_by(COLUMNS) {
            let last = columns.end.min(first + COLUMNS);
            // The triangle on the diagonal, and where there are less columns all that is below.
            let below = if last - first == COLUMNS { last } else { n };
            for column in first..last {
                let own = &matrix[column * stride..][..n];
                out[column] += own[column] * vector[column];
                for row in column + 1..below {
                    out[row] += own[row] * vector[column];
                    out[column] += own[row] * vector[row];
                }
            }
            if below == n {
                continue;
            }
            let own: [&[f64]; COLUMNS] = std::array::from_fn(|at| &matrix[(first + at) * stride..][below..n]);
            let factors: [f64; COLUMNS] = std::array::from_fn(|at| vector[first + at]);
            let sums = of_columns(own, factors, &vector[below..], &mut out[below..]);
            out[first..last].iter_mut().zip(sums).for_each(|(out, sum)| *out += sum);
        }
    }
}

/// Adds multiples of columns to `out`; their products with a vector.
#[inline(always)]
fn of_columns(
    columns: [&[f64]; COLUMNS],
    factors: [f64; COLUMNS],
    vector: &[f64],
    out: &mut [f64],
) -> [f64; COLUMNS] {
    let mut sums = [[0.0; LANES]; COLUMNS];
    let n = vector.len();
    let columns = columns.map(|column| &column[..n]);
    let out = &mut out[..n];
    let whole = n - n % LANES;
    for at in (0..whole).step_by(LANES) {
        let vector = &vector[at..at + LANES];
        let out = &mut out[at..at + LANES];
        for column in 0..COLUMNS {
            let own = &columns[column][at..at + LANES];
            for lane in 0..LANES {
                out[lane] += factors[column] * own[lane];
                sums[column][lane] += own[lane] * vector[lane];
            }
        }
    }
    for at in whole..n {
        for column in 0..COLUMNS {
            out[at] += factors[column] * columns[column][at];
            sums[column][0] += columns[column][at] * vector[at];
        }
    }
    sums.map(|lanes| lanes.iter().sum())
}
