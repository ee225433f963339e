//! Pooled strength: all judges share the scores.

use super::{mean, Strength};
use crate::terms::Local;

#[inline]
pub(super) fn touch(left: usize, right: usize, local: &mut Local) {
    local.push_u(left, 1.0);
    local.push_u(right, -1.0);
}

pub(super) fn ridge(strength: &Strength, theta: &[f64]) -> f64 {
    let mu = &theta[..strength.items];
    let centre = mean(mu);
    0.5 * mu.iter().map(|m| (m - centre) * (m - centre)).sum::<f64>()
}

pub(super) fn ridge_gradient(strength: &Strength, theta: &[f64], weight: f64, gradient: &mut [f64]) {
    ridge_product(strength, weight, theta, gradient);
}

pub(super) fn ridge_product(strength: &Strength, weight: f64, v: &[f64], out: &mut [f64]) {
    let centre = mean(&v[..strength.items]);
    for (o, x) in out.iter_mut().zip(&v[..strength.items]) {
        *o += weight * (x - centre);
    }
}

pub(super) fn ridge_hessian(strength: &Strength, mut add: impl FnMut(usize, usize, f64)) {
    let share = 1.0 / strength.items as f64;
    for column in 0..strength.items {
        add(column, column, 1.0 - share);
        for row in column + 1..strength.items {
            add(row, column, -share);
        }
    }
}
