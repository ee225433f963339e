//! Strength: what judge k thinks of item i, S_k(i), and how it depends on the parameters.
//!
//! A strength says which few parameters the difference S_k(i) - S_k(j) touches, with first and second
//! derivatives; which directions leave every difference as it is; and what a ridge on S costs.

mod bilinear;
mod consensus;
mod pooled;

use crate::terms::Local;

pub use consensus::{Columns, Condition};

/// Where the scores of items and the weights that judges give them stand among the parameters.
///
/// Pooled: the scores. Else columns, one after the other, each a number of every item and then one of every
/// judge: S_k(i) = sum of judge's times item's. The first is that of scores and sensitivities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// Which strength.
    pub kind: StrengthKind,
    /// Number of scores, a pseudo-item included.
    pub items: usize,
    /// Number of judges of the model.
    pub judges: usize,
    /// Number of columns: one, and the rank of the disagreement.
    pub columns: usize,
}

/// The variants of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrengthKind {
    /// S_k(i) = mu_i. Parameters: mu.
    Pooled,
    /// S_k(i) = gamma_k mu_i. Parameters: mu, then gamma (signed).
    Sensitivity,
    /// S_k(i) = gamma_k mu_i + sum_c U_kc V_ic (HJA, arXiv:2605.05073). Parameters: mu, gamma, then V_c, U_c.
    Disagreement,
}

impl StrengthKind {
    /// All by their numbers.
    pub const ALL: [StrengthKind; 3] =
        [StrengthKind::Pooled, StrengthKind::Sensitivity, StrengthKind::Disagreement];
}

impl Strength {
    /// The strength of all judges alike, with the same items.
    pub fn pooled(&self) -> Strength {
        Strength { kind: StrengthKind::Pooled, columns: 1, ..*self }
    }

    /// Whether judges have parameters of their own.
    #[inline(always)]
    pub fn is_by_judge(&self) -> bool {
        self.kind != StrengthKind::Pooled
    }

    /// Whether differences are linear in the parameters.
    #[inline(always)]
    pub fn is_linear(&self) -> bool {
        self.kind == StrengthKind::Pooled
    }

    /// Whether judges may differ in more than their sensitivity, at rank zero, too.
    #[inline(always)]
    pub fn has_disagreement(&self) -> bool {
        self.kind == StrengthKind::Disagreement
    }

    /// Number of parameters.
    pub fn dimension(&self) -> usize {
        if self.is_by_judge() {
            self.columns * (self.items + self.judges)
        } else {
            self.items
        }
    }

    /// Parameter of an item in a column.
    #[inline]
    pub fn item(&self, item: usize, column: usize) -> usize {
        column * (self.items + self.judges) + item
    }

    /// Parameter of a judge in a column.
    #[inline]
    pub fn judge(&self, judge: usize, column: usize) -> usize {
        column * (self.items + self.judges) + self.items + judge
    }

    /// S_k(i) - S_k(j).
    #[inline(always)]
    pub fn difference(&self, theta: &[f64], judge: usize, left: usize, right: usize) -> f64 {
        if self.is_by_judge() {
            bilinear::difference(self, theta, judge, left, right)
        } else {
            theta[left] - theta[right]
        }
    }

    /// Adds the touched parameters with their derivatives to `local`.
    #[inline]
    pub fn touch(&self, theta: &[f64], judge: usize, left: usize, right: usize, local: &mut Local) {
        if self.is_by_judge() {
            bilinear::touch(self, theta, judge, left, right, local);
        } else {
            pooled::touch(left, right, local);
        }
    }

    /// The directions at theta, beyond shifts of scores, along which no difference changes, one of the length
    /// of theta after the other, appended to `out`.
    pub fn directions(&self, theta: &[f64], fixed: &[bool], out: &mut Vec<f64>) {
        if self.is_by_judge() {
            bilinear::directions(self, theta, fixed, out);
        }
    }

    /// Moves a step along the null directions to where curvature misleads least.
    pub fn correct_step(&self, theta: &[f64], fixed: &[bool], step: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::correct_step(self, theta, fixed, step);
        }
    }

    /// Moves theta along the null directions to where numbers are balanced.
    pub fn balance(&self, theta: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::balance(self, theta);
        }
    }

    /// Gives (mu, gamma) the sign under which sensitivities are positive on the whole.
    pub fn orient(&self, theta: &mut [f64]) {
        if self.kind != StrengthKind::Sensitivity {
            return;
        }
        let (scores, rest) = theta.split_at_mut(self.items);
        let gamma = &mut rest[..self.judges];
        if gamma.iter().sum::<f64>() < 0.0 {
            scores.iter_mut().chain(gamma).for_each(|x| *x = -*x);
        }
    }

    /// Whether there are sensitivities and all strengths are zero: scores equal, or sensitivities (times the factor of
    /// each judge) zero.
    pub fn is_flat(&self, theta: &[f64], factors: &[f64]) -> bool {
        if !self.is_by_judge() {
            return false;
        }
        let of = |judge: usize| {
            let strengths = (0..self.items).map(|item| self.difference(theta, judge, item, 0).abs());
            strengths.fold(0.0, f64::max) * factors[judge]
        };
        (0..self.judges).all(|judge| of(judge) < 1e-6)
    }

    /// 0.5 |S|^2 of the centred strengths.
    pub fn ridge(&self, theta: &[f64]) -> f64 {
        if self.is_by_judge() {
            bilinear::ridge(self, theta)
        } else {
            pooled::ridge(self, theta)
        }
    }

    /// Adds `weight` times the gradient of the ridge.
    pub fn ridge_gradient(&self, theta: &[f64], weight: f64, gradient: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::ridge_gradient(self, theta, weight, gradient);
        } else {
            pooled::ridge_gradient(self, theta, weight, gradient);
        }
    }

    /// Calls `add` with the entries (row >= column) of the ridge's Hessian; `expected` leaves out the
    /// second derivatives of S, as expected information does with those of the data: the two balance
    /// at the optimum.
    pub fn ridge_hessian(&self, theta: &[f64], expected: bool, add: impl FnMut(usize, usize, f64)) {
        if self.is_by_judge() {
            bilinear::ridge_hessian(self, theta, expected, add);
        } else {
            pooled::ridge_hessian(self, add);
        }
    }

    /// Adds `weight` times the product of the ridge's Hessian with `v`.
    pub fn ridge_product(&self, theta: &[f64], weight: f64, v: &[f64], out: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::ridge_product(self, theta, weight, v, out);
        } else {
            pooled::ridge_product(self, weight, v, out);
        }
    }

    /// Adds `weight` times the diagonal of the ridge's Hessian, up to the centring.
    pub fn ridge_diagonal(&self, theta: &[f64], weight: f64, diagonal: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::ridge_diagonal(self, theta, weight, diagonal);
        } else {
            diagonal[..self.items].iter_mut().for_each(|d| *d += weight);
        }
    }
}

/// Mean of a slice; 0 of an empty one.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strengths of four items before three judges, at parameters that are nothing in particular.
    fn examples() -> Vec<(Strength, Vec<f64>)> {
        let of = |kind, columns: usize, count: usize| {
            let theta = (0..count).map(|k| ((k * k + 3 * k) % 11) as f64 / 4.0 - 1.2).collect();
            (Strength { kind, items: 4, judges: 3, columns }, theta)
        };
        [(StrengthKind::Pooled, 1, 4), (StrengthKind::Sensitivity, 1, 7), (StrengthKind::Disagreement, 3, 21)]
            .into_iter()
            .map(|(kind, columns, count)| of(kind, columns, count))
            .collect()
    }

    /// First and second derivatives of a function by steps; exact but for rounding up to the third degree, and nearly of
    /// the fourth.
    fn by_steps(theta: &[f64], value: impl Fn(&[f64]) -> f64) -> (Vec<f64>, Vec<f64>) {
        let (p, step) = (theta.len(), 1e-3);
        let at = |moves: [(usize, f64); 2]| {
            let mut moved = theta.to_vec();
            moves.iter().for_each(|(k, by)| moved[*k] += by * step);
            value(&moved)
        };
        let slopes = (0..p).map(|k| (at([(k, 1.0), (k, 0.0)]) - at([(k, -1.0), (k, 0.0)])) / (2.0 * step));
        let second = |a: usize, b: usize| {
            let of = |x: f64, y: f64| at([(a, x), (b, y)]);
            (of(1.0, 1.0) - of(1.0, -1.0) - of(-1.0, 1.0) + of(-1.0, -1.0)) / (4.0 * step * step)
        };
        (slopes.collect(), (0..p * p).map(|k| second(k / p, k % p)).collect())
    }

    fn near(what: &str, found: &[f64], expected: &[f64]) {
        for (at, (f, e)) in found.iter().zip(expected).enumerate() {
            assert!((f - e).abs() < 1e-4, "{what}, {at}: {f}, not {e}");
        }
    }

    #[test]
    fn what_a_difference_touches_are_its_derivatives() {
        for (strength, theta) in examples() {
            let p = theta.len();
            for (judge, left, right) in [(0, 1, 3), (2, 3, 0)] {
                let mut local = Local::default();
                strength.touch(&theta, judge, left, right, &mut local);
                let (mut gradient, mut hessian) = (vec![0.0; p], vec![0.0; p * p]);
                local.touched.iter().for_each(|touch| gradient[touch.index as usize] += touch.along);
                for &(a, b, value) in &local.curvature {
                    let at = |place: u32| local.touched[place as usize].index as usize;
                    hessian[at(a) * p + at(b)] += value;
                    hessian[at(b) * p + at(a)] += value;
                }
                let (slopes, seconds) =
                    by_steps(&theta, |theta| strength.difference(theta, judge, left, right));
                near("slope", &gradient, &slopes);
                near("curvature", &hessian, &seconds);
            }
        }
    }

    #[test]
    fn the_ridge_is_half_the_squared_strengths_and_has_its_derivatives() {
        const WEIGHT: f64 = 0.7;
        for (strength, theta) in examples() {
            let p = theta.len();
            let judges = if strength.is_by_judge() { strength.judges } else { 1 };
            let mut squares = 0.0;
            for judge in 0..judges {
                let row: Vec<f64> = (0..4).map(|item| strength.difference(&theta, judge, item, 0)).collect();
                squares += row.iter().map(|s| (s - mean(&row)).powi(2)).sum::<f64>();
            }
            let ridge = strength.ridge(&theta);
            assert!((ridge - 0.5 * squares).abs() < 1e-12, "{:?}: {ridge}", strength.kind);
            let (slopes, seconds) = by_steps(&theta, |theta| WEIGHT * strength.ridge(theta));
            let mut gradient = vec![0.0; p];
            strength.ridge_gradient(&theta, WEIGHT, &mut gradient);
            near("gradient", &gradient, &slopes);
            let direction: Vec<f64> = (0..p).map(|k| (k % 5) as f64 - 1.5).collect();
            let mut product = vec![0.0; p];
            strength.ridge_product(&theta, WEIGHT, &direction, &mut product);
            let row = |k: usize| (0..p).map(|at| seconds[k * p + at] * direction[at]).sum::<f64>();
            let expected: Vec<f64> = (0..p).map(row).collect();
            near("product", &product, &expected);
        }
    }

    /// Of (mu, gamma) and (-mu, -gamma), which are the same strengths, that with a positive sum of sensitivities.
    #[test]
    fn sensitivities_are_positive_on_the_whole() {
        for (strength, theta) in examples() {
            let (mut one, mut other) = (theta.clone(), theta.iter().map(|x| -x).collect::<Vec<f64>>());
            strength.orient(&mut one);
            strength.orient(&mut other);
            if strength.kind == StrengthKind::Sensitivity {
                assert_eq!(one, other);
                assert!(one[4..].iter().sum::<f64>() > 0.0);
                assert!(one == theta || one.iter().zip(&theta).all(|(a, b)| *a == -b));
            } else {
                assert_eq!(one, theta);
            }
        }
        let strength = Strength { kind: StrengthKind::Sensitivity, items: 1, judges: 2, columns: 1 };
        let mut even = [2.0, 1.0, -1.0];
        strength.orient(&mut even);
        assert_eq!(even, [2.0, 1.0, -1.0]);
    }

    #[test]
    fn strengths_are_flat_where_scores_or_sensitivities_vanish() {
        let strength = Strength { kind: StrengthKind::Sensitivity, items: 3, judges: 2, columns: 1 };
        let flat = |theta: &[f64; 5], factors: [f64; 2]| strength.is_flat(theta, &factors);
        assert!(flat(&[1.0, 1.0, 1.0, 2.0, 3.0], [1.0; 2]));
        assert!(flat(&[1.0, 2.0, 3.0, 0.0, 0.0], [1.0; 2]));
        assert!(!flat(&[0.0, 0.0, 1.0, 0.0, 1.0], [1.0; 2]));
        assert!(!flat(&[0.0, 1.0, 0.0, 1.0, 0.0], [1.0; 2]));
        assert!(!flat(&[1.0, 0.0, 0.0, -1.0, 0.0], [1.0; 2]));
        // A factor makes a sensitivity small, or large.
        assert!(flat(&[0.0, 1.0, 0.0, 1.0, 0.0], [1e-9, 1.0]));
        assert!(!flat(&[0.0, 1.0, 0.0, 1e-8, 0.0], [1e9, 1.0]));
        let pooled = Strength { kind: StrengthKind::Pooled, items: 3, judges: 2, columns: 1 };
        assert!(!pooled.is_flat(&[1.0; 3], &[1.0; 2]));
        assert_eq!((mean(&[]), mean(&[1.0, 2.0, 6.0])), (0.0, 3.0));
    }
}
