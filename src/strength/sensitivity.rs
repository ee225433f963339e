//! Judge sensitivity (JA-Ranking, arXiv:2601.21817): S_k(i) = gamma_k mu_i, with gamma of either sign.
//!
//! The likelihood does not change under mu + c and under (a mu, gamma / a).

use super::{mean, Strength};
use crate::likelihood::Local;

#[inline]
pub(super) fn touch(
    strength: &Strength,
    theta: &[f64],
    judge: usize,
    left: usize,
    right: usize,
    local: &mut Local,
) {
    let at = strength.items + judge;
    let gamma = theta[at];
    let l = local.push_u(left, gamma);
    let r = local.push_u(right, -gamma);
    let g = local.push_u(at, theta[left] - theta[right]);
    local.push_curvature(g, l, 1.0);
    local.push_curvature(g, r, -1.0);
}

/// (mu, -gamma) on the free parameters.
pub(super) fn scale_direction(strength: &Strength, theta: &[f64], fixed: &[bool], out: &mut [f64]) {
    let n = strength.items;
    out.fill(0.0);
    out[..n].copy_from_slice(&theta[..n]);
    for k in n..n + strength.judges {
        out[k] = if fixed[k] { 0.0 } else { -theta[k] };
    }
}

/// Keeps the size of gamma in a step and leaves a change of scale to mu: a step orthogonal to the
/// scaling would put it into gamma where mu is large, and the product of the two changes would spoil
/// the gain where scores run to infinity.
pub(super) fn slide(strength: &Strength, theta: &[f64], fixed: &[bool], step: &mut [f64]) {
    let n = strength.items;
    let free = (n..n + strength.judges).filter(|&k| !fixed[k]);
    let square: f64 = free.clone().map(|k| theta[k] * theta[k]).sum();
    if square == 0.0 {
        return;
    }
    let t = free.clone().map(|k| theta[k] * step[k]).sum::<f64>() / square;
    let centre = mean(&theta[..n]);
    free.for_each(|k| step[k] -= t * theta[k]);
    (0..n).for_each(|i| step[i] += t * (theta[i] - centre));
}

/// Brings the root mean square of the sensitivities to one.
pub(super) fn balance(strength: &Strength, theta: &mut [f64]) {
    let (mu, rest) = theta.split_at_mut(strength.items);
    let gamma = &mut rest[..strength.judges];
    let active = gamma.iter().filter(|g| **g != 0.0).count();
    let square: f64 = gamma.iter().map(|g| g * g).sum();
    if active == 0 || !(square > 0.0 && square.is_finite()) {
        return;
    }
    let scale = (square / active as f64).sqrt();
    gamma.iter_mut().for_each(|g| *g /= scale);
    mu.iter_mut().for_each(|m| *m *= scale);
}

/// Sums of squares: of centred scores, of sensitivities; and the mean score.
fn squares(strength: &Strength, theta: &[f64]) -> (f64, f64, f64) {
    let (mu, rest) = theta.split_at(strength.items);
    let centre = mean(mu);
    let scores = mu.iter().map(|m| (m - centre) * (m - centre)).sum();
    let judges = rest[..strength.judges].iter().map(|g| g * g).sum();
    (scores, judges, centre)
}

pub(super) fn ridge(strength: &Strength, theta: &[f64]) -> f64 {
    let (scores, judges, _) = squares(strength, theta);
    0.5 * scores * judges
}

pub(super) fn ridge_gradient(strength: &Strength, theta: &[f64], weight: f64, gradient: &mut [f64]) {
    let n = strength.items;
    let (scores, judges, centre) = squares(strength, theta);
    for i in 0..n {
        gradient[i] += weight * judges * (theta[i] - centre);
    }
    for k in n..n + strength.judges {
        gradient[k] += weight * scores * theta[k];
    }
}

pub(super) fn ridge_product(strength: &Strength, theta: &[f64], weight: f64, v: &[f64], out: &mut [f64]) {
    let n = strength.items;
    let (scores, judges, centre) = squares(strength, theta);
    let centre_v = mean(&v[..n]);
    let along_scores: f64 = (0..n).map(|i| (theta[i] - centre) * v[i]).sum();
    let along_judges: f64 = (n..n + strength.judges).map(|k| theta[k] * v[k]).sum();
    for i in 0..n {
        out[i] += weight * (judges * (v[i] - centre_v) + 2.0 * (theta[i] - centre) * along_judges);
    }
    for k in n..n + strength.judges {
        out[k] += weight * (scores * v[k] + 2.0 * theta[k] * along_scores);
    }
}

pub(super) fn ridge_diagonal(strength: &Strength, theta: &[f64], weight: f64, diagonal: &mut [f64]) {
    let n = strength.items;
    let (scores, judges, _) = squares(strength, theta);
    for (at, d) in diagonal[..n + strength.judges].iter_mut().enumerate() {
        *d += weight * if at < n { judges } else { scores };
    }
}

pub(super) fn ridge_hessian(
    strength: &Strength,
    theta: &[f64],
    expected: bool,
    mut add: impl FnMut(usize, usize, f64),
) {
    let n = strength.items;
    let (scores, judges, centre) = squares(strength, theta);
    let share = judges / n as f64;
    let cross = if expected { 1.0 } else { 2.0 };
    for column in 0..n {
        add(column, column, judges - share);
        for row in column + 1..n {
            add(row, column, -share);
        }
        for k in n..n + strength.judges {
            add(k, column, cross * theta[k] * (theta[column] - centre));
        }
    }
    for k in n..n + strength.judges {
        add(k, k, scores);
    }
}
