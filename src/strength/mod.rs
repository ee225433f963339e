//! Strength: what judge k thinks of item i, S_k(i), and how it depends on the parameters.
//!
//! A strength says which few parameters the difference S_k(i) - S_k(j) touches, with first and second
//! derivatives; which directions leave every difference as it is; and what a ridge on S costs.

mod bilinear;
mod consensus;
mod pooled;

use crate::likelihood::Local;

pub use consensus::{Columns, Condition};

/// Where the scores of items and the weights that judges give them stand among the parameters.
///
/// Pooled: the scores. Else columns, one after the other, each a number of every item and then one of every
/// judge: S_k(i) = sum of judge's times item's. The first is that of scores and sensitivities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// Which strength.
    pub kind: Kind,
    /// Number of scores, a pseudo-item included.
    pub items: usize,
    /// Number of judges of the model.
    pub judges: usize,
    /// Number of columns: one, and the rank of the disagreement.
    pub columns: usize,
}

/// The variants of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// S_k(i) = mu_i. Parameters: mu.
    Pooled,
    /// S_k(i) = gamma_k mu_i. Parameters: mu, then gamma (signed).
    Sensitivity,
    /// S_k(i) = gamma_k mu_i + sum_c U_kc V_ic (HJA, arXiv:2605.05073). Parameters: mu, gamma, then V_c, U_c.
    Disagreement,
}

impl Kind {
    /// All by their numbers.
    pub const ALL: [Kind; 3] = [Kind::Pooled, Kind::Sensitivity, Kind::Disagreement];
}

impl Strength {
    /// The strength of all judges alike, with the same items.
    pub fn pooled(&self) -> Strength {
        Strength { kind: Kind::Pooled, columns: 1, ..*self }
    }

    /// Whether judges have parameters of their own.
    #[inline]
    pub fn is_by_judge(&self) -> bool {
        self.kind != Kind::Pooled
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
    #[inline]
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

    /// Moves a step along the directions that change nothing to where curvature misleads least.
    pub fn slide(&self, theta: &[f64], fixed: &[bool], step: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::slide(self, theta, fixed, step);
        }
    }

    /// Moves theta along the directions that change nothing to where numbers are balanced.
    pub fn balance(&self, theta: &mut [f64]) {
        if self.is_by_judge() {
            bilinear::balance(self, theta);
        }
    }

    /// Gives (mu, gamma) the sign under which sensitivities are positive on the whole.
    pub fn orient(&self, theta: &mut [f64]) {
        if self.kind != Kind::Sensitivity {
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
