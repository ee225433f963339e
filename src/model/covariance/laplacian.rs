//! The meat of a model whose cells involve only the scores of two items: a weighted Laplacian, by its entries.

use super::meat::PANEL;
use crate::interrupt::spend;
use crate::likelihood::{add_edges, each_run, Block, Curvature};
use crate::room::{copied, filled, Put as _};
use crate::vectors::are_finite;
use faer::traits::pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// The sum of w (e_i - e_j)(e_i - e_j)' over the cells of a design.
#[derive(Debug, Clone)]
pub(crate) struct Laplacian {
    /// An item on the left, and its cells.
    runs: Vec<(usize, Range<usize>)>,
    /// The items on the right.
    right: Vec<u32>,
    weights: Vec<f64>,
    diagonal: Vec<f64>,
}

impl Laplacian {
    /// The sum of squared scores over the cells of a block that is plain.
    pub(super) fn of_squares(block: &Block, theta: &[f64]) -> Laplacian {
        let design = &block.design;
        let mut weights = filled(0.0, design.len());
        block.weights_of_pairs(theta, Curvature::Squared, 0..design.len(), &mut weights);
        let (mut runs, mut diagonal) = (Vec::new(), filled(0.0, theta.len()));
        each_run([&design.left, &design.right], |left, others, cells| {
            for (&right, weight) in others.iter().zip(&weights[cells.clone()]) {
                diagonal[left] += weight;
                diagonal[right as usize] += weight;
            }
            runs.put((left, cells));
        });
        Laplacian { runs, right: copied(&design.right), weights, diagonal }
    }

    /// Whether all numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        are_finite(&self.weights) && are_finite(&self.diagonal)
    }

    /// Adds it to the lower triangle of a matrix of `p` rows.
    pub(super) fn add_to(&self, p: usize, matrix: &mut [f64]) {
        for (left, cells) in &self.runs {
            let (right, weights) = (&self.right[cells.clone()], &self.weights[cells.clone()]);
            add_edges(*left, right, weights, p, matrix, |_, _| ());
            spend(10 * cells.len());
        }
    }

    /// Its quadratic forms of the columns of a panel.
    pub(super) fn forms(&self, panel: &[[f64; PANEL]]) -> [f64; PANEL] {
        spend(4 * (self.weights.len() + panel.len()));
        Arch::new().dispatch(Forms { of: self, panel })
    }
}

/// x'Dx - 2 x'Wx, D the diagonal and W the weights above it: half the operations of a sum of squared differences. It only adds
/// and multiplies, so that bits are the same with every instruction set.
struct Forms<'a> {
    of: &'a Laplacian,
    panel: &'a [[f64; PANEL]],
}

impl WithSimd for Forms<'_> {
    type Output = [f64; PANEL];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; PANEL] {
        let Laplacian { runs, right, weights, diagonal } = self.of;
        let mut sums = [0.0; PANEL];
        for (own, weight) in self.panel.iter().zip(diagonal) {
            for lane in 0..PANEL {
                sums[lane] += weight * own[lane] * own[lane];
            }
        }
        for (left, cells) in runs {
            let mut along = [0.0; PANEL];
            for (&right, weight) in right[cells.clone()].iter().zip(&weights[cells.clone()]) {
                let other = &self.panel[right as usize];
                for lane in 0..PANEL {
                    along[lane] += weight * other[lane];
                }
            }
            let own = &self.panel[*left];
            for lane in 0..PANEL {
                sums[lane] -= 2.0 * own[lane] * along[lane];
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::super::bread::bread;
    use super::super::meat::{each_score, Each, Meat};
    use super::super::sandwich;
    use super::super::tests::{fitted, scores, Vote};
    use crate::comparisons::NONE;
    use crate::likelihood::Curvature;
    use crate::model::specification::{Correction, CovarianceKind};
    use crate::model::Specification;
    use crate::random::Random;

    const ITEMS: u32 = 20;

    /// Comparisons of this many neighbours of every item in a circle.
    fn votes(neighbours: u32) -> Vec<Vote> {
        let mut random = Random::new(3, 1);
        let pairs = (0..ITEMS).flat_map(|i| (1..=neighbours).map(move |step| (i, (i + step) % ITEMS)));
        pairs
            .map(|(left, right)| {
                let counts = [4, 3, 2].map(|most| 0.5 + random.below(most) as f64);
                (NONE, 0, left, right, counts)
            })
            .collect()
    }

    /// Errors of scores are those by the matrix, and by the squared scores of every pair; whichever form the meat has, and
    /// with a score that is held.
    #[test]
    fn errors_are_those_by_the_matrix_however_many_pairs_there_are() {
        for (neighbours, expected) in [(1, false), (3, true), (5, true), (8, false)] {
            for held in [false, true] {
                let fixed_scores = match held {
                    true => [vec![f64::NAN, 0.5], vec![f64::NAN; ITEMS as usize - 2]].concat(),
                    false => Vec::new(),
                };
                let specification = Specification { fixed_scores, ..Specification::default() };
                let model = fitted(&votes(neighbours), specification);
                let kind = CovarianceKind::Sandwich;
                let (meat, _) = Meat::new(&model, kind, Correction::None, None).unwrap();
                assert_eq!(matches!(meat, Meat::Pairs(_)), expected, "{neighbours}");
                let p = model.theta.len();
                let mut squares = vec![0.0; p * p];
                let each: Each<'_> = &mut |columns, values| {
                    for (&a, x) in columns.iter().zip(values) {
                        columns
                            .iter()
                            .zip(values)
                            .for_each(|(&b, y)| squares[a as usize * p + b as usize] += x * y);
                    }
                    Ok(())
                };
                each_score(&model, kind, Correction::None, None, each).unwrap();
                let bread = bread(&model, Curvature::Observed).unwrap();
                let covariance = sandwich(&bread, &squares, p).unwrap();
                let found = model.covariance(kind, Correction::None).unwrap();
                let jacobian = scores(&model);
                let by_pairs = found.variances(&jacobian, 1).unwrap();
                for expected in [jacobian.variances(&covariance), jacobian.variances(found.matrix().unwrap())]
                {
                    for (variance, expected) in by_pairs.iter().zip(expected) {
                        assert!(
                            (variance - expected).abs() <= 1e-12 * (1.0 + expected),
                            "{variance}, not {expected}"
                        );
                    }
                }
            }
        }
    }
}
