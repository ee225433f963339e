//! Classical multidimensional scaling (Torgerson 1952): principal coordinates of dissimilarities.

use super::spectrum::{map_of, Map};
use super::{check, check_dimensions};
use crate::error::Result;
use crate::room::reserve;

/// Classical scaling of n items: the map of -1/2 of the squared dissimilarities, doubly centred. It is
/// exact for Euclidean distances in this many dimensions; eigenvalues that are negative show how far
/// dissimilarities are from any.
pub fn classical(dissimilarities: &[f64], n: usize, dimensions: usize) -> Result<Map> {
    check(dissimilarities, n, |_, _| false)?;
    check_dimensions(dimensions, n)?;
    let mut products = reserve(n * n)?;
    products.iter_mut().zip(dissimilarities).for_each(|(p, d)| *p = -0.5 * d * d);
    map_of(products, n, dimensions)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{distances, points};
    use super::*;

    #[test]
    fn euclidean_distances_are_rebuilt() {
        for (n, dimensions) in [(2, 1), (7, 2), (12, 3)] {
            let (_, d) = points(n, dimensions, 2);
            let map = classical(&d, n, dimensions).unwrap();
            let again = distances(&map.coordinates, n, dimensions);
            assert!(d.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-12));
            assert!(map.eigenvalues[dimensions..].iter().all(|v| v.abs() < 1e-12));
            assert!((map.shares()[..dimensions].iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    /// A star: the middle is 1 from each of three items that are 2 apart. In a plane they would be root 3.
    #[test]
    fn what_is_not_euclidean_has_negative_eigenvalues() {
        let d = [0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 2.0, 2.0, 1.0, 2.0, 0.0, 2.0, 1.0, 2.0, 2.0, 0.0];
        let map = classical(&d, 4, 3).unwrap();
        for (found, expected) in map.eigenvalues.iter().zip([2.0, 2.0, 0.0, -0.25]) {
            assert!((found - expected).abs() < 1e-14, "{:?}", map.eigenvalues);
        }
        assert!(map.coordinates.iter().skip(2).step_by(3).all(|x| *x == 0.0), "{:?}", map.coordinates);
        assert!((map.shares()[3] + 0.25 / 4.25).abs() < 1e-14);
    }
}
