//! Factors of a dense Hessian that may be singular or indefinite: with the shift of its diagonal that it takes.

use super::Workspace;
use crate::error::{Error, Result};
use crate::linalg::Factor;
use crate::room;
use crate::solve::Minimand;
use crate::vectors::dot;

/// The first shift of a Hessian that cannot be factored, and the largest that leaves a step as good as exact,
/// relative to its diagonal.
pub(super) const MIN_SHIFT: f64 = 1e-15;
pub(super) const MAX_NEGLIGIBLE_SHIFT: f64 = 1e-8;

/// The first shift where the Hessian is indefinite, or a step does not pay.
pub(super) const COARSE_SHIFT: f64 = 1e-3;

/// The same where indefinite Hessians are the rule.
pub(super) const FINE_SHIFT: f64 = 1e-7;

/// The least size of a diagonal element as a share of the largest entry of a Hessian: of one that is not indefinite by far
/// the diagonal is larger.
const MIN_DIAGONAL_SHARE: f64 = 1e-8;

/// Factors Hessian + null directions + shift, raising the shift, `first` to begin with, until it is positive
/// definite.
/// Returns the size of a diagonal element that the shift is relative to.
pub(super) fn prepare(
    minimand: &impl Minimand,
    theta: &[f64],
    shift: &mut f64,
    first: f64,
    fine: bool,
    w: &mut Workspace,
) -> Result<f64> {
    let p = minimand.dimension();
    // Where little curvature is left, residuals may still couple parameters: a shift is held against these, too. Of a
    // convex objective the largest entry stands on the diagonal.
    let coupling = if minimand.is_convex() { 0.0 } else { minimand.largest(&w.hessian) };
    let scale = minimand.typical(&w.hessian).max(MIN_DIAGONAL_SHARE * coupling);
    if !scale.is_finite() {
        return Err(Error::Numeric("the Hessian overflows: are the weights too large?".into()));
    }
    w.left_out.copy_from_slice(minimand.fixed());
    let is_grounded = is_grounded(minimand);
    if is_grounded {
        // The item of most weight: a projector would drown small weights in the rounding of large ones.
        let size = |item: &&u32| w.hessian[**item as usize * (p + 1)];
        for group in minimand.shifts() {
            if let Some(&item) = group.iter().max_by(|a, b| size(a).total_cmp(&size(b))) {
                w.left_out[item as usize] = true;
            }
        }
    }
    loop {
        let matrix = w.factor.matrix();
        copy_lower(&w.hessian, p, matrix);
        if !is_grounded {
            minimand.add_projector(theta, scale, matrix, &mut w.scratch);
        }
        if *shift > 0.0 {
            for k in 0..p {
                matrix[k * p + k] += *shift * scale * w.damping[k];
            }
        }
        // With an entry of the diagonal that is not positive there is no factor to look for.
        let may_be_positive = (0..p).all(|k| w.left_out[k] || matrix[k * (p + 1)] > 0.0);
        if may_be_positive && w.factor.factor_free(&w.left_out) {
            return Ok(scale);
        }
        // Singular but for rounding, or indefinite: then no shift below what the direction found needs is tried.
        let needed =
            if may_be_positive && !is_grounded { least_shift(minimand, theta, scale, w) } else { 0.0 };
        let next = |shift: f64| match shift {
            0.0 => first,
            s if 1e3 * s <= MAX_NEGLIGIBLE_SHIFT => 1e3 * s,
            s if fine && s < COARSE_SHIFT => 16.0 * s.max(FINE_SHIFT / 16.0),
            s => (8.0 * s).max(COARSE_SHIFT),
        };
        *shift = next(*shift);
        while *shift < needed {
            *shift = next(*shift);
        }
        if *shift > 1e12 {
            return Err(Error::Numeric("the Hessian could not be made positive definite".into()));
        }
    }
}

/// The shift below which a Hessian that could not be factored is not positive definite: that of the curvature along the
/// direction where its factor ended (Conn, Gould and Toint 2000, section 7.3). Zero where that may be rounding.
fn least_shift(minimand: &impl Minimand, theta: &[f64], scale: f64, w: &mut Workspace) -> f64 {
    let along = &mut w.trial;
    w.factor.set_uncurved(along);
    minimand.project(theta, along, &mut w.scratch);
    let in_metric: f64 = along.iter().zip(&w.damping).map(|(v, d)| d * v * v).sum();
    let shift = -quadratic(&w.hessian, along) / (scale * in_metric);
    if shift.is_finite() && shift > MAX_NEGLIGIBLE_SHIFT {
        (1.0 - 1e-6) * shift
    } else {
        0.0
    }
}

/// The lower triangle of a matrix (column-major) in place of another.
fn copy_lower(from: &[f64], p: usize, to: &mut [f64]) {
    for (k, (from, to)) in from.chunks(p.max(1)).zip(to.chunks_mut(p.max(1))).enumerate() {
        room::copy(&from[k..], &mut to[k..]);
    }
}

/// Whether one score of every group is held in place of adding null directions.
pub(super) fn is_grounded(minimand: &impl Minimand) -> bool {
    minimand.is_of_shifts() && minimand.is_convex()
}

/// Solves with the factor, orthogonally to the shifts.
pub(super) fn solve_off_null_space(
    minimand: &impl Minimand,
    theta: &[f64],
    factor: &mut Factor,
    right: &mut [f64],
    scratch: &mut Vec<f64>,
) {
    factor.solve(right);
    if is_grounded(minimand) {
        minimand.project(theta, right, scratch);
    }
}

/// v' H v from the lower triangle of H.
pub(super) fn quadratic(hessian: &[f64], v: &[f64]) -> f64 {
    let p = v.len();
    (0..p)
        .map(|c| {
            let below = &hessian[c * p + c..(c + 1) * p];
            v[c] * (v[c] * below[0] + 2.0 * dot(&below[1..], &v[c + 1..]))
        })
        .sum()
}
