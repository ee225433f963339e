//! Eigenvalues and eigenvectors of a tridiagonal matrix from those of its halves (Cuppen 1981).

use super::super::blocks::product;
use super::super::factor::buffer;
use super::secular;
use crate::error::Result;
use crate::interrupt::spend;
use crate::room::{self, reserve, Gather as _, Put as _};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{self_adjoint_evd_scratch, tridiagonal_self_adjoint_evd, ComputeEigenvectors};
use faer::{Accum, ColMut, ColRef, MatMut, MatRef, Par};
use std::f64::consts::FRAC_1_SQRT_2;

/// Rows of a part that is not halved any more.
const WHOLE: usize = 256;

/// A value smaller than this many roundings is zero.
const ROUNDINGS: f64 = 8.0;

/// Which halves a vector has entries in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Half {
    Upper,
    Both,
    Lower,
}

/// Working memory.
pub(super) struct Merging {
    n: usize,
    scratch: MemBuffer,
    /// The vectors that are combined, their halves without zeros, and those that stay.
    pub(super) packed: Vec<f64>,
    /// By how much they are.
    factors: Vec<f64>,
    column: Vec<f64>,
}

impl Merging {
    pub(super) fn new(n: usize) -> Result<Merging> {
        let compute = ComputeEigenvectors::Yes;
        let request = self_adjoint_evd_scratch::<f64>(WHOLE, compute, Par::Seq, Default::default());
        Ok(Merging {
            n,
            scratch: buffer(request, WHOLE)?,
            packed: reserve(n * n)?,
            factors: reserve(n * n)?,
            column: reserve(n)?,
        })
    }

    /// Replaces the diagonal by the eigenvalues, in no order, and puts the eigenvectors in columns of `vectors`, which
    /// are all zero; between columns are as many numbers as the whole matrix has rows.
    pub(super) fn solve(&mut self, diagonal: &mut [f64], below: &[f64], vectors: &mut [f64]) -> Result<()> {
        let rows = diagonal.len();
        if rows <= WHOLE {
            return self.solve_whole(diagonal, below, vectors);
        }
        let half = rows / 2;
        let join = below[half - 1];
        diagonal[half - 1] -= join.abs();
        diagonal[half] -= join.abs();
        let (upper, lower) = diagonal.split_at_mut(half);
        self.solve(upper, below, vectors)?;
        self.solve(lower, &below[half..], &mut vectors[half * (self.n + 1)..])?;
        self.merge(half, join, diagonal, vectors)
    }

    fn solve_whole(&mut self, diagonal: &mut [f64], below: &[f64], vectors: &mut [f64]) -> Result<()> {
        let rows = diagonal.len();
        let given = room::copied(diagonal);
        tridiagonal_self_adjoint_evd(
            ColRef::from_slice(&given).as_diagonal(),
            ColRef::from_slice(&below[..rows]).as_diagonal(),
            ColMut::from_slice_mut(diagonal).as_diagonal_mut(),
            Some(MatMut::from_column_major_slice_with_stride_mut(vectors, rows, rows, self.n)),
            Par::Seq,
            MemStack::new(&mut self.scratch),
            Default::default(),
        )
        .map_err(|_| super::endless(self.n))?;
        spend(rows * rows * rows / 4);
        Ok(())
    }

    /// Makes the eigenvalues and eigenvectors of two halves those of the whole: D + 2 |join| zz', where z is the last
    /// row of the vectors of the upper half and the first of the lower one.
    fn merge(&mut self, half: usize, join: f64, diagonal: &mut [f64], vectors: &mut [f64]) -> Result<()> {
        let (n, rows) = (self.n, diagonal.len());
        let weight = (2.0 * join.abs()).sqrt();
        let z: Vec<f64> = (0..rows)
            .map(|j| match j < half {
                true => vectors[j * n + half - 1] * FRAC_1_SQRT_2 * weight,
                false => vectors[j * n + half] * FRAC_1_SQRT_2 * weight.copysign(join),
            })
            .gathered();
        let Parted { kept, stays, z, halves } = part(half, z, diagonal, vectors, n);
        let k = kept.len();
        if k == 0 {
            return Ok(());
        }
        let poles: Vec<f64> = kept.iter().map(|&j| diagonal[j]).gathered();
        let vector: Vec<f64> = kept.iter().map(|&j| z[j]).gathered();
        let factors = &mut self.factors[..k * k];
        let mut values = vec![0.0; k];
        secular::solve(&poles, &vector, &mut values, factors);

        // In the order of their halves, each half of the vectors times the factors is one product.
        let mut order: Vec<usize> = (0..k).gathered();
        order.sort_unstable_by_key(|&at| (halves[kept[at]], at));
        let column = &mut self.column[..k];
        for factors in factors.chunks_exact_mut(k) {
            column.copy_from_slice(factors);
            factors.iter_mut().zip(&order).for_each(|(factor, &at)| *factor = column[at]);
            spend(k);
        }
        let count = |which: Half| order.iter().filter(|&&at| halves[kept[at]] == which).count();
        let (first, last) = (k - count(Half::Lower), count(Half::Upper));
        let (upper, rest) = self.packed.split_at_mut(half * first);
        let (lower, rest) = rest.split_at_mut((rows - half) * (k - last));
        let own = |at: usize| &vectors[kept[order[at]] * n..][..rows];
        for (at, packed) in upper.chunks_exact_mut(half).enumerate() {
            packed.copy_from_slice(&own(at)[..half]);
            spend(half);
        }
        for (at, packed) in lower.chunks_exact_mut(rows - half).enumerate() {
            packed.copy_from_slice(&own(last + at)[half..]);
            spend(rows);
        }
        for (&j, packed) in stays.iter().zip(rest.chunks_exact_mut(rows)) {
            packed.copy_from_slice(&vectors[j * n..][..rows]);
            spend(rows);
        }
        stays.iter().for_each(|&j| values.put(diagonal[j]));
        diagonal.copy_from_slice(&values);
        for (at, packed) in rest.chunks_exact(rows).take(stays.len()).enumerate() {
            vectors[(k + at) * n..][..rows].copy_from_slice(packed);
            spend(rows);
        }
        let out = MatMut::from_column_major_slice_with_stride_mut(vectors, rows, k, n);
        let (out_upper, out_lower) = out.split_at_row_mut(half);
        let factors = MatRef::from_column_major_slice(factors, k, k);
        let combine = |mut out: MatMut<'_, f64>, packed: &[f64], factors: MatRef<'_, f64>| {
            let (height, count) = (out.nrows(), factors.nrows());
            if count == 0 {
                return out.fill(0.0);
            }
            let packed = MatRef::from_column_major_slice(packed, height, count);
            product(out, Accum::Replace, packed, factors, 1.0);
        };
        combine(out_upper, upper, factors.subrows(0, first));
        combine(out_lower, lower, factors.subrows(last, k - last));
        Ok(())
    }
}

/// Eigenvectors of halves that make those of the whole, by rising eigenvalues; and those that are such already.
struct Parted {
    kept: Vec<usize>,
    stays: Vec<usize>,
    z: Vec<f64>,
    halves: Vec<Half>,
}

/// Turns vectors of eigenvalues that are next to equal so that only one of them has a share in z (Dongarra and Sorensen
/// 1987).
fn part(half: usize, mut z: Vec<f64>, diagonal: &mut [f64], vectors: &mut [f64], n: usize) -> Parted {
    let rows = diagonal.len();
    let mut halves: Vec<Half> =
        (0..rows).map(|j| if j < half { Half::Upper } else { Half::Lower }).gathered();
    let mut order: Vec<usize> = (0..rows).gathered();
    order.sort_unstable_by(|&a, &b| diagonal[a].total_cmp(&diagonal[b]).then(a.cmp(&b)));
    let norm = z.iter().map(|z| z * z).sum::<f64>().sqrt();
    let largest = diagonal.iter().fold(norm * norm, |most, d| most.max(d.abs()));
    let zero = ROUNDINGS * f64::EPSILON * largest;
    let (mut kept, mut stays) = (Vec::new(), Vec::new());
    let mut before: Option<usize> = None;
    for next in order {
        if norm * z[next].abs() <= zero {
            stays.put(next);
            continue;
        }
        if let Some(last) = before {
            let length = z[last].hypot(z[next]);
            let [cos, sin] = [z[next] / length, -z[last] / length];
            if ((diagonal[next] - diagonal[last]) * cos * sin).abs() <= zero {
                (z[last], z[next]) = (0.0, length);
                let (early, late) = vectors.split_at_mut(last.max(next) * n);
                let (early, late) = (&mut early[last.min(next) * n..][..rows], &mut late[..rows]);
                let (own, other) = if last < next { (early, late) } else { (late, early) };
                for (x, y) in own.iter_mut().zip(other) {
                    (*x, *y) = (cos * *x + sin * *y, cos * *y - sin * *x);
                }
                spend(rows);
                if halves[last] != halves[next] {
                    halves[next] = Half::Both;
                }
                let [a, b] = [diagonal[last], diagonal[next]];
                diagonal[last] = a * cos * cos + b * sin * sin;
                diagonal[next] = a * sin * sin + b * cos * cos;
                stays.put(last);
            } else {
                kept.put(last);
            }
        }
        before = Some(next);
    }
    before.into_iter().for_each(|last| kept.put(last));
    Parted { kept, stays, z, halves }
}
