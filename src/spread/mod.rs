//! Spread: how noisy the difference of two items is (Thurstone 1927; Ameli, Zhuang, Stoica and Mahoney,
//! ICLR 2025).
//!
//! ```text
//! S_ij = d_i + d_j + |Lambda_i - Lambda_j|^2,  d_i = tau_i^2,  z = u / sqrt(S_ij)
//! ```
//!
//! The likelihood does not change under (u, Sigma) -> (s u, s^2 Sigma), Lambda + 1 c', Lambda Q for
//! orthogonal Q, and signs of tau.

mod freedom;

pub use freedom::{Freedom, MOST_FACTORS, ZERO};

use crate::interrupt::spend;
use crate::terms::Local;

/// Where the parameters of a spread stand: tau, then Lambda (items x factors, row-major).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// First parameter.
    pub first: usize,
    /// Items.
    pub items: usize,
    /// Columns of Lambda.
    pub factors: usize,
}

impl Spread {
    /// Number of parameters.
    pub fn len(&self) -> usize {
        self.items * (1 + self.factors)
    }

    /// A spread has parameters wherever there are items.
    pub fn is_empty(&self) -> bool {
        self.items == 0
    }

    /// Parameter of tau.
    #[inline]
    pub fn tau(&self, item: usize) -> usize {
        self.first + item
    }

    /// First parameter of an item's row of Lambda.
    #[inline]
    pub fn row(&self, item: usize) -> usize {
        self.first + self.items + item * self.factors
    }

    /// Variance of an item, d.
    pub fn variance(&self, theta: &[f64], item: usize) -> f64 {
        theta[self.tau(item)] * theta[self.tau(item)]
    }

    /// S of two items.
    #[inline]
    pub fn value(&self, theta: &[f64], left: usize, right: usize) -> f64 {
        let (a, b) = (self.row(left), self.row(right));
        let apart = theta[a..a + self.factors].iter().zip(&theta[b..b + self.factors]);
        self.variance(theta, left)
            + self.variance(theta, right)
            + apart.map(|(l, r)| (l - r) * (l - r)).sum::<f64>()
    }

    /// Calls `add` with every parameter of S_ij and the derivative of S in it; each comes once.
    #[inline]
    pub fn slopes(&self, theta: &[f64], left: usize, right: usize, mut add: impl FnMut(usize, f64)) {
        add(self.tau(left), 2.0 * theta[self.tau(left)]);
        add(self.tau(right), 2.0 * theta[self.tau(right)]);
        let (a, b) = (self.row(left), self.row(right));
        for c in 0..self.factors {
            let gap = 2.0 * (theta[a + c] - theta[b + c]);
            add(a + c, gap);
            add(b + c, -gap);
        }
    }

    /// Turns the derivatives of u in `local`, complete for the cell, into those of z = u / sqrt(S).
    ///
    /// z_u = S^-1/2, z_S = -z / (2 S), z_uS = -S^-3/2 / 2, z_SS = 3 z / (4 S^2); the second derivatives of S
    /// are 2 in each tau, and in each factor 2 on the two items and -2 between them.
    pub fn scale(&self, theta: &[f64], u: f64, left: usize, right: usize, local: &mut Local) {
        let s = self.value(theta, left, right);
        let by_u = 1.0 / s.sqrt();
        let z = u * by_u;
        let (by_s, by_us, by_ss) = (-0.5 * z / s, -0.5 * by_u / s, 0.75 * z / (s * s));
        let moved = local.touched.len();
        let first = moved as u32;
        self.slopes(theta, left, right, |at, slope| {
            local.push_u(at, slope);
        });
        let end = local.touched.len() as u32;
        for (_, _, value) in &mut local.curvature {
            *value *= by_u;
        }
        for a in first..end {
            let slope = local.touched[a as usize].along;
            for b in 0..first {
                local.push_curvature(a, b, by_us * slope * local.touched[b as usize].along);
            }
            for b in first..a {
                local.push_curvature(a, b, by_ss * slope * local.touched[b as usize].along);
            }
            // An entry of the diagonal counts twice.
            local.push_curvature(a, a, 0.5 * by_ss * slope * slope + by_s);
        }
        for c in 0..self.factors as u32 {
            let left = first + 2 + 2 * c;
            local.push_curvature(left + 1, left, -2.0 * by_s);
        }
        local.touched[..moved].iter_mut().for_each(|touch| touch.along *= by_u);
        local.touched[moved..].iter_mut().for_each(|touch| touch.along *= by_s);
        spend(10 * local.curvature.len());
    }
}
