//! Geometry of items: how far apart they are, maps, clusters and tiers.
//!
//! `distances` and `tiers` start from a fitted model; the rest takes any symmetric matrix of
//! dissimilarities, such as these distances or 1 - the agreement of rankings.

mod bicluster;
mod cluster;
mod distances;
mod kernel_pca;
mod mds;
mod ordering;
mod smacof;
mod spectrum;
mod tiers;

pub use bicluster::{bicluster, Bicluster, Dissimilarity, MatrixSide, Placed, BICLUSTER};
pub use cluster::{cluster, cut, Cut, Linkage, Merge, Tree, MERGES};
pub use distances::{distances, Distance};
pub use kernel_pca::{kernel_pca, KernelPca};
pub use mds::classical;
pub use smacof::{smacof, Smacof, SmacofOptions};
pub use spectrum::Map;
pub use tiers::{tiers, tiers_of_given, Tier, Tiers, TIERS};

use crate::error::{Error, Result};
use crate::interrupt::spend;

/// Two halves of a matrix that differ by no more than this share of an element are taken as rounded.
const ROUNDING: f64 = 1e-9;

/// Checks that the argument is a matrix of dissimilarities of n items: symmetric, finite, not negative, with zeros
/// on the diagonal. Elements with `absent` are ignored.
fn check(dissimilarities: &[f64], n: usize, absent: impl Fn(usize, usize) -> bool) -> Result<()> {
    check_square(dissimilarities, n, "dissimilarities")?;
    for i in 0..n {
        // A column is far apart in memory.
        spend(8 * i);
        for j in (0..=i).filter(|&j| !absent(i, j)) {
            check_pair(dissimilarities, n, i, j, "dissimilarities")?;
        }
        let own = dissimilarities[i * n + i];
        if own != 0.0 {
            return Err(Error::row(
                i,
                format!("dissimilarities: the element on the diagonal is {own}, not 0"),
            ));
        }
    }
    Ok(())
}

/// Refuses a matrix of another size.
fn check_square(matrix: &[f64], n: usize, name: &str) -> Result<()> {
    if n == 0 {
        return Err(Error::Argument("items is 0; there must be at least one".into()));
    }
    if n.checked_mul(n) != Some(matrix.len()) {
        return Err(Error::Size(format!("{name}: {} numbers are not {n} x {n}", matrix.len())));
    }
    Ok(())
}

/// Refuses a pair whose two elements are not finite, negative or different.
fn check_pair(matrix: &[f64], n: usize, i: usize, j: usize, name: &str) -> Result<()> {
    let (below, above) = (matrix[i * n + j], matrix[j * n + i]);
    for (row, value) in [(i, below), (j, above)] {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(Error::row(
                row,
                format!("{name}: an element is {value}; it must be finite and not negative"),
            ));
        }
    }
    if (below - above).abs() > ROUNDING * below.max(above) {
        return Err(Error::row(i, format!("{name}: an element is {below}, but its mirror image is {above}")));
    }
    Ok(())
}

/// Refuses a number of dimensions that a map of n items does not have.
fn check_dimensions(dimensions: usize, n: usize) -> Result<()> {
    if dimensions == 0 || dimensions > n {
        return Err(Error::Argument(format!(
            "dimensions is {dimensions}; it must be at least 1 and at most the number of items, {n}"
        )));
    }
    Ok(())
}

/// Takes off the mean of a vector and makes its length one, so that products of such vectors are
/// correlations; false where that cannot be: it is constant, or not all finite.
pub(crate) fn standardise(vector: &mut [f64]) -> bool {
    let largest = |v: &[f64]| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let size = largest(vector);
    let mean = vector.iter().map(|x| x / size).sum::<f64>() / vector.len() as f64;
    vector.iter_mut().for_each(|x| *x = *x / size - mean);
    let is_more_than_rounding = largest(vector) > 1e-12 && size.is_finite() && !mean.is_nan();
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.iter_mut().for_each(|x| *x /= length);
    is_more_than_rounding
}

#[cfg(test)]
mod testing {
    use crate::random::Random;

    /// n points in the plane or in space, and their distances.
    pub(super) fn points(n: usize, dimensions: usize, seed: u64) -> (Vec<f64>, Vec<f64>) {
        let mut random = Random::new(seed, 0);
        let points: Vec<f64> = (0..n * dimensions).map(|_| random.normal()).collect();
        let distances = distances(&points, n, dimensions);
        (points, distances)
    }

    /// Euclidean distances.
    pub(super) fn distances(points: &[f64], n: usize, dimensions: usize) -> Vec<f64> {
        let at = |i: usize, k: usize| points[i * dimensions + k];
        let squared =
            |i: usize, j: usize| (0..dimensions).map(|k| (at(i, k) - at(j, k)).powi(2)).sum::<f64>();
        (0..n * n).map(|k| squared(k / n, k % n).sqrt()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn refused(matrix: &[f64], n: usize) -> Error {
        check(matrix, n, |_, _| false).unwrap_err()
    }

    #[test]
    fn what_is_no_dissimilarity_is_named() {
        let (nan, infinity) = (f64::NAN, f64::INFINITY);
        for (matrix, row, part) in [
            ([0.0, 1.0, nan, 1.0, 0.0, 2.0, 1.0, 2.0, 0.0], 0, "an element is NaN"),
            ([0.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0, -2.0, 0.0], 2, "an element is -2"),
            ([0.0, 1.0, 1.0, 1.0, 0.0, infinity, 1.0, infinity, 0.0], 2, "an element is inf"),
            (
                [0.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 2.5, 0.0],
                2,
                "an element is 2.5, but its mirror image is 2",
            ),
            ([0.0, 1.0, 1.0, 1.0, 0.5, 2.0, 1.0, 2.0, 0.0], 1, "is 0.5"),
        ] {
            let error = refused(&matrix, 3);
            assert_eq!(error.row_number(), Some(row), "{error}");
            assert!(error.to_string().contains(part), "{error}");
        }
        assert!(matches!(refused(&[0.0; 3], 2), Error::Size(_)));
        assert!(matches!(refused(&[], 0), Error::Argument(_)));
        assert!(matches!(refused(&[0.0], usize::MAX), Error::Size(_)));
        let absent = [0.0, nan, 1.0, nan, 0.0, 2.0, 1.0, 2.0, 0.0];
        assert!(check(&absent, 3, |i, j| i.min(j) == 0 && i.max(j) == 1).is_ok());
    }

    #[test]
    fn standard_vectors() {
        for scale in [1.0, 1e300, 1e-300] {
            let mut vector = [1.0, 2.0, 3.0, 6.0].map(|x| scale * x);
            assert!(standardise(&mut vector));
            let root = 14f64.sqrt();
            let by_hand = [-2.0 / root, -1.0 / root, 0.0, 3.0 / root];
            assert!(vector.iter().zip(by_hand).all(|(x, y)| (x - y).abs() < 1e-15), "{vector:?}");
        }
        for bad in [[0.0; 3], [0.1 + 0.2, 0.3, 0.3], [f64::NAN, 1.0, 2.0], [f64::INFINITY, 1.0, 2.0]] {
            assert!(!standardise(&mut bad.clone()), "{bad:?}");
        }
        assert!(!standardise(&mut []));
    }

    /// Matrices of extreme numbers, most of them symmetric: what is answered is finite.
    #[test]
    fn extremes_are_answered_or_refused() {
        let extremes = [0.0, 1.0, 2.5, 1.0, 1e-320, 1e-160, 1e160, 1e308];
        let mut random = Random::new(77, 0);
        let (mut answered, mut refused) = (0, 0);
        let mut count = |numbers: Result<Vec<f64>>| match numbers {
            Ok(numbers) => {
                assert!(numbers.iter().all(|x| x.is_finite()), "{numbers:?}");
                answered += 1;
            }
            Err(Error::Internal(message)) => panic!("{message}"),
            Err(_) => refused += 1,
        };
        for _ in 0..3000 {
            let n = random.below(7) as usize;
            let scale = extremes[random.below(8) as usize];
            let mut matrix = vec![0.0; n * n];
            for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let own = if random.below(4) == 0 { extremes[random.below(8) as usize] } else { scale };
                matrix[i * n + j] = own * random.uniform();
                matrix[j * n + i] = matrix[i * n + j];
            }
            let mut weights = matrix.clone();
            if n > 0 && random.below(8) == 0 {
                let odd = [f64::NAN, f64::INFINITY, -1.0, 3.0][random.below(4) as usize];
                matrix[random.below((n * n) as u64) as usize] = odd;
            }
            weights.reverse();
            let dimensions = random.below(4) as usize;
            let gamma = [0.0, 1.0, 1e-300, 1e300][random.below(4) as usize];
            count(kernel_pca(&matrix, n, gamma, dimensions).map(|k| k.map.coordinates));
            count(classical(&matrix, n, dimensions).map(|map| [map.shares(), map.coordinates].concat()));
            let options = SmacofOptions { dimensions, starts: 2, iterations: 50, ..Default::default() };
            for weights in [None, Some(weights.as_slice())] {
                let found = smacof(&matrix, weights, n, &options, &mut crate::progress::unwatched());
                count(found.map(|s| [s.coordinates, vec![s.stress_1]].concat()));
            }
            for linkage in Linkage::ALL {
                let tree = cluster(&matrix, n, linkage, random.below(2) == 0, &mut || Ok(()));
                let labels = tree.and_then(|tree| {
                    assert!(tree.merges.iter().all(|m| m.height.is_finite()), "{tree:?}");
                    cut(&tree.merges, n, Cut::Number(1 + random.below(4) as usize))
                });
                count(labels.map(|labels| labels.into_iter().map(|l| l as f64).collect()));
            }
        }
        assert!(answered > 5000 && refused > 1000, "{answered} {refused}");
    }
}
