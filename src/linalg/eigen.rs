//! Eigenvalues of symmetric matrices, singular values of square ones, and their vectors.

mod merging;
mod reduction;
mod secular;

use super::factor::buffer;
use super::ready;
use crate::error::{Error, Result};
use crate::interrupt::{spend, PRODUCTS};
use crate::room::{reserve, Duplicate as _, Gather as _};
use crate::vectors::largest;
use faer::dyn_stack::MemStack;
use faer::linalg::evd::{self_adjoint_evd, self_adjoint_evd_scratch, ComputeEigenvectors};
use faer::linalg::svd::{svd, svd_scratch, ComputeSvdVectors};
use faer::{ColMut, MatMut, MatRef, Par};

/// Matrices of more rows are done in steps, so that the caller is asked between them whether to go on.
const WHOLE: usize = 512;

/// Eigenvalues in ascending order, and the unit eigenvectors one after the other, of a symmetric
/// matrix of `n` rows (only its lower triangle, column-major, is read).
pub fn symmetric_eigen(matrix: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let finite = |row: &[f64]| {
        spend(row.len());
        row.iter().all(|v| v.is_finite())
    };
    if !matrix.chunks(n.max(1)).all(finite) {
        return Err(Error::Numeric(format!("a matrix of {n} rows has eigenvalues that are not finite")));
    }
    if n <= 1 {
        return Ok((matrix.duplicate(), vec![1.0; n]));
    }
    if n > WHOLE {
        return in_steps(matrix, n);
    }
    let mut values = reserve(n)?;
    let mut vectors = reserve(n * n)?;
    let compute = ComputeEigenvectors::Yes;
    let request = self_adjoint_evd_scratch::<f64>(n, compute, Par::Seq, Default::default());
    let mut scratch = buffer(request, n)?;
    ready();
    self_adjoint_evd(
        MatRef::from_column_major_slice(matrix, n, n),
        ColMut::from_slice_mut(&mut values).as_diagonal_mut(),
        Some(MatMut::from_column_major_slice_mut(&mut vectors, n, n)),
        Par::Seq,
        MemStack::new(&mut scratch),
        Default::default(),
    )
    .map_err(|_| endless(n))?;
    spend(n * n * n / PRODUCTS);
    Ok((values, vectors))
}

/// As `symmetric_eigen`, of a large matrix.
fn in_steps(matrix: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    // A power of two near the largest entry, so that squares stay in range.
    let of_row = |row| {
        spend(n);
        largest(row)
    };
    let largest = matrix.chunks(n).map(of_row).fold(0.0, f64::max);
    if largest == 0.0 {
        let mut unit = reserve(n * n)?;
        (0..n).for_each(|k| unit[k * n + k] = 1.0);
        return Ok((reserve(n)?, unit));
    }
    let scale = largest.log2().floor().clamp(-1000.0, 1000.0).exp2();
    let mut scaled = reserve(n * n)?;
    for (to, from) in scaled.chunks_mut(n).zip(matrix.chunks(n)) {
        to.iter_mut().zip(from).for_each(|(to, from)| *to = from / scale);
        spend(n);
    }
    ready();
    let mut reduction = reduction::Reduction::new(scaled, n)?;
    let mut values = std::mem::take(&mut reduction.diagonal);
    let mut columns = reserve(n * n)?;
    let mut merging = merging::Merging::new(n)?;
    merging.solve(&mut values, &reduction.below, &mut columns)?;
    let mut order: Vec<usize> = (0..n).gathered();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
    let mut vectors = merging.packed;
    for (to, &from) in vectors.chunks_mut(n).zip(&order) {
        to.copy_from_slice(&columns[from * n..][..n]);
        spend(n);
    }
    drop(columns);
    reduction.apply(&mut vectors)?;
    Ok((order.iter().map(|&k| values[k] * scale).gathered(), vectors))
}

/// The message where the steps of a decomposition do not end.
fn endless(n: usize) -> Error {
    Error::Numeric(format!("the eigenvalues of a matrix of {n} rows did not converge"))
}

/// Singular values in descending order, and the left and the right unit vectors one after the other, of a
/// square matrix of `n` rows, column-major.
pub fn singular_values(matrix: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>, Vec<f64>)> {
    if matrix.iter().any(|v| !v.is_finite()) {
        return Err(Error::Numeric(format!("a matrix of {n} rows has singular values that are not finite")));
    }
    let (mut values, mut left, mut right) = (reserve(n)?, reserve(n * n)?, reserve(n * n)?);
    if n == 0 {
        return Ok((values, left, right));
    }
    let compute = ComputeSvdVectors::Full;
    let request = svd_scratch::<f64>(n, n, compute, compute, Par::Seq, Default::default());
    let mut scratch = buffer(request, n)?;
    ready();
    spend(n * n * n);
    svd(
        MatRef::from_column_major_slice(matrix, n, n),
        ColMut::from_slice_mut(&mut values).as_diagonal_mut(),
        Some(MatMut::from_column_major_slice_mut(&mut left, n, n)),
        Some(MatMut::from_column_major_slice_mut(&mut right, n, n)),
        Par::Seq,
        MemStack::new(&mut scratch),
        Default::default(),
    )
    .map_err(|_| Error::Numeric(format!("the singular values of a matrix of {n} rows did not converge")))?;
    Ok((values, left, right))
}

#[cfg(test)]
mod tests {
    use super::super::{mirror, multiply_into};
    use super::*;
    use crate::{interrupt, room};

    #[test]
    fn singular_values_rebuild_the_matrix() {
        for n in [1, 2, 3, 7] {
            let matrix: Vec<f64> = (0..n * n).map(|k| (1.0 + (k * k) as f64).sin()).collect();
            let (values, left, right) = singular_values(&matrix, n).unwrap();
            assert!(values.iter().rev().is_sorted() && values[n - 1] >= 0.0);
            for i in 0..n {
                for j in 0..n {
                    let sum: f64 = (0..n).map(|k| values[k] * left[k * n + i] * right[k * n + j]).sum();
                    assert!((sum - matrix[j * n + i]).abs() < 1e-13 * n as f64);
                }
            }
        }
    }

    #[test]
    fn rebuilds_the_matrix() {
        for n in [1, 2, 3, 7, 40] {
            let entry = |i: usize, j: usize| ((i * j) as f64).sin() + if i == j { i as f64 } else { 0.0 };
            let matrix: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
            let (values, vectors) = symmetric_eigen(&matrix, n).unwrap();
            assert!(values.is_sorted());
            for i in 0..n {
                for j in 0..n {
                    let along = |k: usize| vectors[k * n + i] * vectors[k * n + j];
                    let sum: f64 = (0..n).map(|k| values[k] * along(k)).sum();
                    assert!((sum - matrix[i * n + j]).abs() < 1e-12 * n as f64);
                    let across: f64 = (0..n).map(along).sum();
                    assert!((across - f64::from(u8::from(i == j))).abs() < 1e-13 * n as f64);
                }
            }
        }
    }

    /// Of more rows than are done at once: dense ones, of many equal eigenvalues, in blocks, tridiagonal, of entries that
    /// vanish beside others, and of entries whose squares are out of range.
    #[test]
    fn large_matrices_are_decomposed_in_steps() {
        type Entry = fn(usize, usize) -> f64;
        let entries: [Entry; 8] = [
            |i, j| ((7 * i * i + 3 * j * j + i * j) as f64).sin(),
            |i, j| ((i + 3) as f64).sin() * ((j + 3) as f64).sin() + if i == j { 1.0 } else { 0.0 },
            |i, j| if i == j { 3.0 } else { 0.0 },
            |i, j| 1e-9 * (-(i.abs_diff(j) as f64) / 40.0).exp(),
            |i, j| 10f64.powf(-((i + j) as f64) / 8.0),
            |i, j| if i % 5 == j % 5 && (i < 200) == (j < 200) { 1.0 + ((i * j) as f64).cos() } else { 0.0 },
            |i, j| match i.abs_diff(j) {
                0 => (i as f64 - 350.0).abs(),
                1 => 1.0,
                _ => 0.0,
            },
            |i, j| if i == j { 3e200 } else { 1e200 },
        ];
        for (which, entry) in entries.into_iter().enumerate() {
            let n = WHOLE + 1 + 47 * which;
            let mut matrix: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
            mirror(&mut matrix, n);
            let (values, vectors) = symmetric_eigen(&matrix, n).unwrap();
            assert!(values.is_sorted());
            let size = largest(&matrix);
            let mut squares = vec![0.0; n * n];
            multiply_into(&vectors, true, &vectors, [n, n, n], &mut squares);
            let one = |k: usize| if k / n == k % n { 1.0 } else { 0.0 };
            assert!(squares.iter().enumerate().all(|(k, x)| (x - one(k)).abs() < 1e-13), "{which}");
            matrix.iter_mut().for_each(|x| *x /= size);
            multiply_into(&matrix, false, &vectors, [n, n, n], &mut squares);
            let error = squares.iter().zip(&vectors).enumerate();
            let error = error.map(|(k, (x, v))| x - values[k / n] / size * v);
            assert!(error.fold(0.0, |most: f64, e| most.max(e.abs())) < 1e-14 * n as f64, "{which}");
            assert!((0..n).all(|k| matrix[k * n + k].is_finite()));
            let trace: f64 = (0..n).map(|k| matrix[k * n + k]).sum();
            assert!((values.iter().map(|v| v / size).sum::<f64>() - trace).abs() < 1e-13 * n as f64);
        }
        let zero = vec![0.0; 600 * 600];
        assert_eq!(symmetric_eigen(&zero, 600).unwrap().0, vec![0.0; 600]);
    }

    thread_local!(static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });

    /// Goes on until the number that is asked for.
    fn until() -> Result<()> {
        ASKED.set(ASKED.get() - 1);
        if ASKED.get() == 0 {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }

    #[test]
    fn a_large_decomposition_can_be_refused_throughout() {
        let n = 1100;
        let matrix: Vec<f64> = (0..n * n).map(|k| ((k / n + k % n) as f64).sin()).collect();
        let tried = |number: usize| {
            ASKED.set(number);
            let found = interrupt::during(until, || room::attempt(|| symmetric_eigen(&matrix, n)));
            (found, number - ASKED.get())
        };
        let (found, questions) = tried(usize::MAX);
        // Some 0.1 to 0.3 s.
        assert!(found.is_ok() && questions > 20, "{questions}");
        for number in [1, questions / 4, questions / 2, 3 * questions / 4, questions - 2] {
            assert_eq!(tried(number).0.err(), Some(Error::Cancelled), "{number}");
        }
    }

    #[test]
    fn no_rows_and_numbers_that_are_none() {
        assert_eq!(symmetric_eigen(&[], 0).unwrap(), (vec![], vec![]));
        assert!(symmetric_eigen(&[1.0, f64::NAN, f64::NAN, 1.0], 2).is_err());
    }
}
