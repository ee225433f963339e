//! Maps from the spectrum of a doubly centred matrix: the part that kernel principal components and
//! classical scaling share.

use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::symmetric_eigen;
use crate::room::{reserve, Gather as _};
use crate::vectors::largest;

/// Coordinates from the top of a spectrum.
#[derive(Debug, Clone)]
pub struct Map {
    /// items x dimensions, row by row: centred, along principal axes, the largest entry of each axis
    /// positive.
    pub coordinates: Vec<f64>,
    /// All eigenvalues of the doubly centred matrix, the largest first.
    pub eigenvalues: Vec<f64>,
}

impl Map {
    /// The share of every eigenvalue in the sum of their absolute values; 0 where all are 0.
    pub fn shares(&self) -> Vec<f64> {
        let sum: f64 = self.eigenvalues.iter().map(|v| v.abs()).sum();
        self.eigenvalues.iter().map(|v| if sum > 0.0 { v / sum } else { 0.0 }).gathered()
    }
}

/// The map of a symmetric matrix of inner products (n x n; only the lower triangle counts): its
/// eigenvectors after double centring, each times the root of its eigenvalue. An axis whose eigenvalue is
/// not positive, but for rounding, is zero.
pub(super) fn map_of(mut products: Vec<f64>, n: usize, dimensions: usize) -> Result<Map> {
    centre(&mut products, n);
    let (mut eigenvalues, vectors) = symmetric_eigen(&products, n)?;
    let largest = largest(&eigenvalues);
    let rounding = 4.0 * n as f64 * f64::EPSILON * largest;
    let mut coordinates = reserve(n * dimensions)?;
    for axis in 0..dimensions {
        let from = n - 1 - axis;
        if eigenvalues[from] > rounding {
            let root = eigenvalues[from].sqrt();
            let vector = &vectors[from * n..(from + 1) * n];
            (0..n).for_each(|i| coordinates[i * dimensions + axis] = root * vector[i]);
        }
    }
    fix_signs(&mut coordinates, dimensions);
    eigenvalues.reverse();
    Ok(Map { coordinates, eigenvalues })
}

/// Takes the means of rows and columns out of a symmetric matrix, of which only the lower triangle
/// (i >= j at i * n + j) counts; both are written.
fn centre(matrix: &mut [f64], n: usize) {
    for i in 0..n {
        // A column is far apart in memory.
        spend(8 * i);
        for j in 0..i {
            matrix[j * n + i] = matrix[i * n + j];
        }
    }
    let means: Vec<f64> = matrix.chunks_exact(n).map(|row| row.iter().sum::<f64>() / n as f64).gathered();
    let mean = means.iter().sum::<f64>() / n as f64;
    for i in 0..n {
        spend(2 * n);
        for j in 0..n {
            matrix[i * n + j] += mean - means[i] - means[j];
        }
    }
}

/// Turns every axis so that its largest entry is positive; of entries that are equal but for rounding the
/// first decides.
pub(super) fn fix_signs(coordinates: &mut [f64], dimensions: usize) {
    for axis in 0..dimensions {
        let along = |k: &usize| coordinates[k * dimensions + axis];
        let count = coordinates.len() / dimensions;
        let largest = (0..count).fold(0.0, |m: f64, k| m.max(along(&k).abs()));
        let first = (0..count).find(|k| along(k).abs() >= (1.0 - 1e-9) * largest);
        if first.is_some_and(|k| along(&k) < 0.0) {
            coordinates.iter_mut().skip(axis).step_by(dimensions).for_each(|x| *x = -*x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centring_takes_out_rows_and_columns() {
        let mut matrix = vec![4.0, 9.0, 9.0, 1.0, 3.0, 9.0, -2.0, 0.5, 1.0];
        centre(&mut matrix, 3);
        for i in 0..3 {
            assert!(matrix[i * 3..i * 3 + 3].iter().sum::<f64>().abs() < 1e-14);
            assert!((0..3).map(|j| matrix[j * 3 + i]).sum::<f64>().abs() < 1e-14);
        }
        // 1 minus the means 1.5 of its row and 1 of its column, plus the mean 7 / 9 of all.
        assert!((matrix[3] - (1.0 - 1.5 - 1.0 + 7.0 / 9.0)).abs() < 1e-14);
    }

    #[test]
    fn signs_are_those_of_the_first_largest_entry() {
        let mut map = vec![-2.0, 1.0, 1.0, -3.0, 2.0 - 1e-12, 2.0];
        fix_signs(&mut map, 2);
        assert_eq!(map, [2.0, -1.0, -1.0, 3.0, -2.0 + 1e-12, -2.0]);
        let mut nothing = vec![0.0; 3];
        fix_signs(&mut nothing, 1);
        assert_eq!(nothing, [0.0; 3]);
    }

    #[test]
    fn one_item_stands_at_zero() {
        let map = map_of(vec![3.0], 1, 1).unwrap();
        assert_eq!((map.coordinates[0], map.eigenvalues[0], map.shares()[0]), (0.0, 0.0, 0.0));
    }
}
