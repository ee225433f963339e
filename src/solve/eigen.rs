//! Eigenvalues of symmetric matrices, singular values of square ones, and their vectors.

use super::factor::{buffer, reserve};
use super::ready;
use crate::error::{Error, Result};
use faer::dyn_stack::MemStack;
use faer::linalg::evd::{self_adjoint_evd, self_adjoint_evd_scratch, ComputeEigenvectors};
use faer::linalg::svd::{svd, svd_scratch, ComputeSvdVectors};
use faer::{ColMut, MatMut, MatRef, Par};

/// Eigenvalues in ascending order, and the unit eigenvectors one after the other, of a symmetric
/// matrix of `n` rows (only its lower triangle, column-major, is read).
pub fn symmetric_eigen(matrix: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    if matrix.iter().any(|v| !v.is_finite()) {
        return Err(Error::Numeric(format!("a matrix of {n} rows has eigenvalues that are not finite")));
    }
    if n <= 1 {
        return Ok((matrix.to_vec(), vec![1.0; n]));
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
    .map_err(|_| Error::Numeric(format!("the eigenvalues of a matrix of {n} rows did not converge")))?;
    Ok((values, vectors))
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
    use super::{singular_values, symmetric_eigen};

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

    #[test]
    fn no_rows_and_numbers_that_are_none() {
        assert_eq!(symmetric_eigen(&[], 0).unwrap(), (vec![], vec![]));
        assert!(symmetric_eigen(&[1.0, f64::NAN, f64::NAN, 1.0], 2).is_err());
    }
}
