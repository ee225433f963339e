//! Mean and sums of products of vectors, whole clusters at a time, mergeable in any order.
//!
//! With m_g vectors of sum B_g in cluster g, about a centre c: S = sum (B_g - m_g c)(B_g - m_g c)',
//! u = sum m_g (B_g - m_g c), q = sum m_g^2. Moving the centre by delta makes them
//! S - u delta' - delta u' + q delta delta' and u - q delta, so that the centre can follow the mean as in
//! Chan, Golub and LeVeque (1983), of which clusters of one vector (u = 0, q = n) are the case. Raw sums
//! would lose all digits where the mean is large against the standard deviation.

use crate::error::Result;
use crate::linalg::outer_products;
use crate::room::{copied, reserve, Gather as _};

#[derive(Debug, PartialEq)]
pub(super) struct Moments {
    /// Number of vectors, n.
    pub(super) count: f64,
    /// Number of clusters.
    pub(super) clusters: f64,
    /// q.
    pub(super) squares: f64,
    /// The mean of the vectors, which is the centre.
    pub(super) mean: Vec<f64>,
    /// u.
    pub(super) cross: Vec<f64>,
    /// S, row-major.
    pub(super) products: Vec<f64>,
}

impl Clone for Moments {
    fn clone(&self) -> Moments {
        Moments {
            mean: copied(&self.mean),
            cross: copied(&self.cross),
            products: copied(&self.products),
            ..*self
        }
    }
}

impl Moments {
    /// Moments of an empty sample of vectors of the given length.
    pub(super) fn new(size: usize) -> Result<Moments> {
        Ok(Moments {
            count: 0.0,
            clusters: 0.0,
            squares: 0.0,
            mean: reserve(size)?,
            cross: reserve(size)?,
            products: reserve(size * size)?,
        })
    }

    /// Of clusters with `counts` vectors each and these sums, one cluster after the other.
    pub(super) fn of(size: usize, counts: &[f64], sums: &[f64]) -> Result<Moments> {
        let clusters = counts.len();
        let mut moments = Moments::new(size)?;
        if clusters == 0 {
            return Ok(moments);
        }
        let total: f64 = counts.iter().sum();
        moments.count = total;
        moments.clusters = clusters as f64;
        moments.squares = counts.iter().map(|m| m * m).sum();
        let mut centred = reserve(size * clusters)?;
        centred.copy_from_slice(sums);
        // Again, for what rounding left of the mean.
        for _ in 0..2 {
            let mut mean = reserve(size)?;
            for row in centred.chunks_exact(size) {
                mean.iter_mut().zip(row).for_each(|(mean, b)| *mean += b);
            }
            mean.iter_mut().for_each(|mean| *mean /= total);
            for (row, m) in centred.chunks_exact_mut(size).zip(counts) {
                row.iter_mut().zip(&mean).for_each(|(b, mean)| *b -= m * mean);
            }
            moments.mean.iter_mut().zip(&mean).for_each(|(sum, mean)| *sum += mean);
        }
        if !moments.is_simple() {
            for (row, m) in centred.chunks_exact(size).zip(counts) {
                moments.cross.iter_mut().zip(row).for_each(|(cross, b)| *cross += m * b);
            }
        }
        outer_products(&centred, size, &mut moments.products);
        Ok(moments)
    }

    /// Whether every cluster is of one vector.
    fn is_simple(&self) -> bool {
        self.squares == self.count
    }

    /// Takes in others.
    pub(super) fn merge(&mut self, other: &Moments) {
        if other.count == 0.0 {
            return;
        }
        if self.count == 0.0 {
            self.clone_from(other);
            return;
        }
        let total = self.count + other.count;
        let size = self.mean.len();
        let gap: Vec<f64> = other.mean.iter().zip(&self.mean).map(|(b, a)| b - a).gathered();
        // How far either centre moves.
        let (own, others) = (other.count / total, -self.count / total);
        // S and u enter by products with the gap only.
        let (q, r) = (self.squares, other.squares);
        let square = q * own * own + r * others * others;
        let along: Vec<f64> =
            self.cross.iter().zip(&other.cross).map(|(u, v)| u * own + v * others).gathered();
        for i in 0..size {
            let row = &mut self.products[i * size..(i + 1) * size];
            let added = &other.products[i * size..(i + 1) * size];
            let (g, a) = (square * gap[i] - along[i], gap[i]);
            for ((p, o), (d, u)) in row.iter_mut().zip(added).zip(gap.iter().zip(&along)) {
                *p += o + g * d - a * u;
            }
        }
        let moved = q * own + r * others;
        let cross = self.cross.iter_mut().zip(&other.cross);
        cross.zip(&gap).for_each(|((u, v), d)| *u += v - moved * d);
        self.mean.iter_mut().zip(&gap).for_each(|(m, d)| *m += own * d);
        self.count = total;
        self.clusters += other.clusters;
        self.squares += other.squares;
        if self.is_simple() {
            self.cross.fill(0.0);
        }
    }

    /// S / n: the covariance of a single vector, of which that of the mean is one n-th.
    pub(super) fn covariance(&self) -> Vec<f64> {
        let size = self.mean.len();
        let at = |i: usize, j: usize| self.products[i.max(j) * size + i.min(j)] / self.count;
        let mut covariance = (0..size * size).map(|k| at(k / size, k % size)).gathered();
        for i in 0..size {
            // Nothing but the rounding of a constant.
            let noise = (8.0 * f64::EPSILON * self.mean[i]).powi(2);
            if covariance[i * size + i] <= noise {
                for j in 0..size {
                    covariance[i * size + j] = 0.0;
                    covariance[j * size + i] = 0.0;
                }
            }
        }
        covariance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SIZE: usize = 4;

    /// Clusters of 1 to `most` vectors, and S about the mean from its definition.
    fn sample(most: u64, mean: f64) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let mut random = Random::new(4, most);
        let counts: Vec<f64> = (0..50).map(|_| 1.0 + random.below(most) as f64).collect();
        let rows = counts.iter().flat_map(|m| [*m; SIZE]);
        let sums: Vec<f64> = rows.map(|m| m * mean + random.normal()).collect();
        let total: f64 = counts.iter().sum();
        let means: Vec<f64> =
            (0..SIZE).map(|a| sums.iter().skip(a).step_by(SIZE).sum::<f64>() / total).collect();
        let mut products = vec![0.0; SIZE * SIZE];
        for (b, m) in sums.chunks_exact(SIZE).zip(&counts) {
            for i in 0..SIZE {
                for j in 0..SIZE {
                    products[i * SIZE + j] += (b[i] - m * means[i]) * (b[j] - m * means[j]);
                }
            }
        }
        (counts, sums, products)
    }

    fn near(found: &[f64], expected: &[f64], tolerance: f64) {
        for (f, e) in found.iter().zip(expected) {
            assert!((f - e).abs() < tolerance, "{f} {e}");
        }
    }

    #[test]
    fn any_merging_is_the_definition() {
        for (most, mean, tolerance) in [(1, 0.0, 1e-12), (1, 1e6, 1e-6), (5, 0.0, 1e-12), (5, 10.0, 1e-9)] {
            let (counts, sums, products) = sample(most, mean);
            let part = |from: usize, to: usize| {
                Moments::of(SIZE, &counts[from..to], &sums[from * SIZE..to * SIZE]).unwrap()
            };
            let whole = part(0, 50);
            near(&whole.products, &products, tolerance);
            for order in [[(0, 7), (7, 8), (8, 50)], [(8, 50), (0, 7), (7, 8)], [(7, 8), (8, 50), (0, 7)]] {
                let mut merged = Moments::new(SIZE).unwrap();
                order.iter().for_each(|&(from, to)| merged.merge(&part(from, to)));
                near(&merged.products, &products, tolerance);
                near(&merged.cross, &whole.cross, tolerance.max(1e-9));
                near(&merged.mean, &whole.mean, 1e-12 * mean.max(1.0));
                assert_eq!((merged.count, merged.clusters), (counts.iter().sum(), 50.0));
            }
        }
    }

    #[test]
    fn a_large_mean_keeps_the_digits_of_the_spread() {
        let (counts, sums, _) = sample(1, 1e9);
        let shifted: Vec<f64> = sums.iter().map(|b| b - 1e9).collect();
        let expected = Moments::of(SIZE, &counts, &shifted).unwrap();
        let mut merged = Moments::new(SIZE).unwrap();
        for g in 0..50 {
            merged.merge(&Moments::of(SIZE, &[1.0], &sums[g * SIZE..(g + 1) * SIZE]).unwrap());
        }
        near(&merged.products, &expected.products, 1e-5);
        // Constants have no spread, not that of rounding.
        let constant = Moments::of(1, &[1.0; 3], &[0.1; 3]).unwrap();
        assert_eq!(constant.covariance(), [0.0]);
    }
}
