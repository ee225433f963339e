//! Strength: what judge k thinks of item i, S_k(i), and how it depends on the parameters.
//!
//! A strength says which few parameters the difference S_k(i) - S_k(j) touches, with first and second
//! derivatives; which directions leave every difference as it is; and what a ridge on S costs.

mod pooled;
mod sensitivity;

use crate::likelihood::Local;

/// Where the score of an item and the sensitivity of a judge stand among the parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// Which strength.
    pub kind: Kind,
    /// Number of scores, a pseudo-item included.
    pub items: usize,
    /// Number of judges of the model.
    pub judges: usize,
}

/// The variants of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// S_k(i) = mu_i. Parameters: mu.
    Pooled,
    /// S_k(i) = gamma_k mu_i. Parameters: mu, then gamma (signed).
    Sensitivity,
}

impl Kind {
    /// All by their numbers.
    pub const ALL: [Kind; 2] = [Kind::Pooled, Kind::Sensitivity];
}

impl Strength {
    /// Number of parameters.
    pub fn dimension(&self) -> usize {
        match self.kind {
            Kind::Pooled => self.items,
            Kind::Sensitivity => self.items + self.judges,
        }
    }

    /// S_k(i) - S_k(j).
    #[inline]
    pub fn difference(&self, theta: &[f64], judge: usize, left: usize, right: usize) -> f64 {
        match self.kind {
            Kind::Pooled => theta[left] - theta[right],
            Kind::Sensitivity => theta[self.items + judge] * (theta[left] - theta[right]),
        }
    }

    /// Adds the touched parameters with their derivatives to `local`.
    #[inline]
    pub fn touch(&self, theta: &[f64], judge: usize, left: usize, right: usize, local: &mut Local) {
        match self.kind {
            Kind::Pooled => pooled::touch(left, right, local),
            Kind::Sensitivity => sensitivity::touch(self, theta, judge, left, right, local),
        }
    }

    /// The direction at theta, beyond shifts of scores, along which no difference changes; false
    /// (and `out` untouched) if there is none.
    pub fn scale_direction(&self, theta: &[f64], fixed: &[bool], out: &mut [f64]) -> bool {
        match self.kind {
            Kind::Pooled => false,
            Kind::Sensitivity => {
                sensitivity::scale_direction(self, theta, fixed, out);
                true
            }
        }
    }

    /// Moves a step along the direction that changes nothing to where curvature misleads least.
    pub fn slide(&self, theta: &[f64], fixed: &[bool], step: &mut [f64]) {
        match self.kind {
            Kind::Pooled => {}
            Kind::Sensitivity => sensitivity::slide(self, theta, fixed, step),
        }
    }

    /// Moves theta along the directions that change nothing to where numbers are balanced.
    pub fn balance(&self, theta: &mut [f64]) {
        match self.kind {
            Kind::Pooled => {}
            Kind::Sensitivity => sensitivity::balance(self, theta),
        }
    }

    /// Gives (mu, gamma) the sign under which sensitivities are positive on the whole.
    pub fn orient(&self, theta: &mut [f64]) {
        if self.kind == Kind::Pooled {
            return;
        }
        let (scores, rest) = theta.split_at_mut(self.items);
        let gamma = &mut rest[..self.judges];
        if gamma.iter().sum::<f64>() < 0.0 {
            scores.iter_mut().chain(gamma).for_each(|x| *x = -*x);
        }
    }

    /// Whether there are sensitivities and all strengths are zero: scores equal, or sensitivities zero.
    pub fn is_flat(&self, theta: &[f64]) -> bool {
        let (scores, rest) = theta.split_at(self.items);
        let largest = |values: &[f64]| values.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        self.kind == Kind::Sensitivity && largest(scores) * largest(&rest[..self.judges]) < 1e-6
    }

    /// 0.5 |S|^2 of the centred strengths.
    pub fn ridge(&self, theta: &[f64]) -> f64 {
        match self.kind {
            Kind::Pooled => pooled::ridge(self, theta),
            Kind::Sensitivity => sensitivity::ridge(self, theta),
        }
    }

    /// Adds `weight` times the gradient of the ridge.
    pub fn ridge_gradient(&self, theta: &[f64], weight: f64, gradient: &mut [f64]) {
        match self.kind {
            Kind::Pooled => pooled::ridge_gradient(self, theta, weight, gradient),
            Kind::Sensitivity => sensitivity::ridge_gradient(self, theta, weight, gradient),
        }
    }

    /// Calls `add` with the entries (row >= column) of the ridge's Hessian; `expected` leaves out the
    /// second derivatives of S, as expected information does with those of the data: the two balance
    /// at the optimum.
    pub fn ridge_hessian(&self, theta: &[f64], expected: bool, add: impl FnMut(usize, usize, f64)) {
        match self.kind {
            Kind::Pooled => pooled::ridge_hessian(self, add),
            Kind::Sensitivity => sensitivity::ridge_hessian(self, theta, expected, add),
        }
    }

    /// Adds `weight` times the product of the ridge's Hessian with `v`.
    pub fn ridge_product(&self, theta: &[f64], weight: f64, v: &[f64], out: &mut [f64]) {
        match self.kind {
            Kind::Pooled => pooled::ridge_product(self, weight, v, out),
            Kind::Sensitivity => sensitivity::ridge_product(self, theta, weight, v, out),
        }
    }

    /// Adds `weight` times the diagonal of the ridge's Hessian, up to the centring.
    pub fn ridge_diagonal(&self, theta: &[f64], weight: f64, diagonal: &mut [f64]) {
        match self.kind {
            Kind::Pooled => diagonal[..self.items].iter_mut().for_each(|d| *d += weight),
            Kind::Sensitivity => sensitivity::ridge_diagonal(self, theta, weight, diagonal),
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
