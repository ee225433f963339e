//! Kernel principal components (Schoelkopf, Smola and Mueller 1998) of dissimilarities d, with the
//! Gaussian kernel exp(-gamma d^2).

use super::spectrum::{map_of, Map};
use super::{check, check_dimensions};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::reserve;
use crate::room::{self, Gather as _};

/// Kernel principal components.
#[derive(Debug, Clone)]
pub struct KernelPca {
    /// Coordinates and eigenvalues.
    pub map: Map,
    /// The gamma taken.
    pub gamma: f64,
}

/// Kernel principal components of n items. `gamma` 0: one over the median of the squared dissimilarities
/// of all pairs (the mean of the middle two).
pub fn kernel_pca(dissimilarities: &[f64], n: usize, gamma: f64, dimensions: usize) -> Result<KernelPca> {
    check(dissimilarities, n, |_, _| false)?;
    check_dimensions(dimensions, n)?;
    if !(gamma >= 0.0 && gamma.is_finite()) {
        return Err(Error::Argument(format!("gamma is {gamma}; it must be positive, or 0 for the median's")));
    }
    let gamma = if gamma == 0.0 { by_median(dissimilarities, n)? } else { gamma };
    let mut kernel = reserve(n * n)?;
    for (row, given) in kernel.chunks_mut(n).zip(dissimilarities.chunks(n)) {
        spend(10 * n);
        row.iter_mut().zip(given).for_each(|(k, d)| *k = (-gamma * d * d).exp());
    }
    Ok(KernelPca { map: map_of(kernel, n, dimensions)?, gamma })
}

/// One over the median of the squared dissimilarities of all pairs; of one item, which has none, 1.
fn by_median(dissimilarities: &[f64], n: usize) -> Result<f64> {
    let mut squares: Vec<f64> =
        (0..n).flat_map(|i| (0..i).map(move |j| i * n + j)).map(|at| dissimilarities[at].powi(2)).gathered();
    if squares.is_empty() {
        return Ok(1.0);
    }
    room::sort_by(&mut squares, f64::total_cmp);
    let half = squares.len() / 2;
    let median =
        if squares.len() % 2 == 1 { squares[half] } else { 0.5 * (squares[half - 1] + squares[half]) };
    let gamma = 1.0 / median;
    if !(gamma > 0.0 && gamma.is_finite()) {
        return Err(Error::Argument(format!(
            "gamma is 0, but the median of the squared dissimilarities is {median}; give gamma"
        )));
    }
    Ok(gamma)
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;

    /// Distances of the map in all dimensions are those of the kernel: |a - b|^2 = 2 - 2 k(a, b).
    #[test]
    fn the_full_map_has_the_distances_of_the_kernel() {
        let (n, gamma) = (9, 0.7);
        let (_, d) = points(n, 3, 1);
        let found = kernel_pca(&d, n, gamma, n).unwrap();
        let x = &found.map.coordinates;
        for i in 0..n {
            for j in 0..n {
                let gap: f64 = (0..n).map(|k| (x[i * n + k] - x[j * n + k]).powi(2)).sum();
                assert!((gap - (2.0 - 2.0 * (-gamma * d[i * n + j].powi(2)).exp())).abs() < 1e-12);
            }
        }
        for k in 0..n {
            let variance: f64 = (0..n).map(|i| x[i * n + k].powi(2)).sum();
            assert!((variance - found.map.eigenvalues[k]).abs() < 1e-12);
        }
        assert!((found.map.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_median_is_that_of_squares_off_the_diagonal() {
        let d = [0.0, 1.0, 2.0, 1.0, 0.0, 4.0, 2.0, 4.0, 0.0];
        assert_eq!(kernel_pca(&d, 3, 0.0, 1).unwrap().gamma, 0.25);
        let line = [0.0f64, 1.0, 4.0, 5.0];
        let d: Vec<f64> = (0..16).map(|k| (line[k / 4] - line[k % 4]).abs()).collect();
        // Squares 1, 16, 25, 9, 16, 1: the middle two are 9 and 16.
        assert_eq!(kernel_pca(&d, 4, 0.0, 2).unwrap().gamma, 1.0 / 12.5);
        assert_eq!(kernel_pca(&[0.0], 1, 0.0, 1).unwrap().map.coordinates, [0.0]);
    }

    #[test]
    fn what_has_no_kernel_is_named() {
        let zeros = [0.0; 9];
        let error = kernel_pca(&zeros, 3, 0.0, 1).unwrap_err();
        assert!(matches!(&error, Error::Argument(m) if m.contains("median")), "{error}");
        assert_eq!(kernel_pca(&zeros, 3, 1.0, 1).unwrap().map.coordinates, [0.0; 3]);
        for gamma in [-1.0, f64::NAN, f64::INFINITY] {
            let error = kernel_pca(&zeros, 3, gamma, 1).unwrap_err();
            assert!(error.to_string().contains("gamma"), "{error}");
        }
        for dimensions in [0, 4] {
            let error = kernel_pca(&zeros, 3, 1.0, dimensions).unwrap_err();
            assert!(error.to_string().contains("dimensions"), "{error}");
        }
    }
}
