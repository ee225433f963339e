//! The likelihood: the chain rule over cells, written once.
//!
//! For one cell
//!
//! ```text
//! u = S_k(i) - S_k(j) + linear terms      (strength, position, covariates)
//! z = u / sqrt(S_ij)                      (spread; z = u without one)
//! e = linear terms                        (tie threshold)
//! negative log-likelihood = outcome(counts, z, e)
//! ```
//!
//! Strength and spread are formulas; position, covariates and thresholds are linear in their parameters and
//! are kept as sparse rows, made once per fit. Value, gradient, Hessian, Hessian products, expected
//! information and the meat of the sandwich then follow from the few parameters that a cell touches.

mod assemble;
mod design;
mod gauge;
mod objective;
mod penalty;
mod rows;

pub use assemble::{Block, Curvature};
pub(crate) use design::difference;
pub use design::{Design, Grain, Origin, Terms};
pub use gauge::Gauge;
pub use objective::{Held, Keep, Objective};
pub use penalty::Penalty;
pub use rows::{Entries, SparseRows};

use crate::outcome::Derivatives;

/// The parameters that one cell touches, with the derivatives of u (or of z, once scaled by a spread) and e.
#[derive(Debug, Default, Clone)]
pub struct Local {
    /// Which parameters.
    pub index: Vec<u32>,
    /// Derivative of u in each.
    pub u: Vec<f64>,
    /// Derivative of e in each.
    pub e: Vec<f64>,
    /// Second derivatives of u: two places in `index`, and the value.
    pub curvature: Vec<(u32, u32, f64)>,
}

impl Local {
    /// Forgets the last cell.
    #[inline]
    pub fn clear(&mut self) {
        self.index.clear();
        self.u.clear();
        self.e.clear();
        self.curvature.clear();
    }

    /// A parameter that moves u; returns its place.
    #[inline]
    pub fn push_u(&mut self, index: usize, derivative: f64) -> u32 {
        self.push(index as u32, derivative, 0.0)
    }

    /// A parameter that moves e.
    #[inline]
    pub fn push_e(&mut self, index: usize, derivative: f64) -> u32 {
        self.push(index as u32, 0.0, derivative)
    }

    #[inline]
    fn push(&mut self, index: u32, u: f64, e: f64) -> u32 {
        self.index.push(index);
        self.u.push(u);
        self.e.push(e);
        self.index.len() as u32 - 1
    }

    /// A second derivative of u between two places.
    #[inline]
    pub fn push_curvature(&mut self, a: u32, b: u32, value: f64) {
        self.curvature.push((a, b, value));
    }

    /// Adds a cell's share of the gradient.
    #[inline]
    fn add_gradient(&self, d: &Derivatives, gradient: &mut [f64]) {
        for ((&i, u), e) in self.index.iter().zip(&self.u).zip(&self.e) {
            gradient[i as usize] += d.z * u + d.e * e;
        }
    }
}
