//! The measurements that prove an optimum, with a dense Hessian.

use super::shifted::{prepare, quadratic, solve_off_null_space, MIN_SHIFT};
use super::Workspace;
use crate::error::{Error, Result};
use crate::room::Gather as _;
use crate::solve::certificate::FLAT_SHARE;
use crate::solve::{probe, Limits, Minimand, Proof, Prove, Stop};
use crate::vectors::{dot, largest};

/// The value at theta, and its proof.
pub(in crate::solve) fn prove_at(
    minimand: &impl Minimand,
    theta: &[f64],
    limits: &Limits,
    w: &mut Workspace,
) -> Result<(f64, Proof)> {
    w.damping.fill(1.0);
    let value = minimand.evaluate(theta, &mut w.gradient, &mut w.hessian, &mut w.local);
    Ok((value, prove(minimand, theta, (limits, Stop::Given, [false; 2]), 0.0, w)?))
}

/// Measures what is to be proved at theta, whose gradient and Hessian are in the workspace. `near`: the factor is that
/// of a point nearby, good enough for a Newton step alone; `factored`: of theta, or of a point so near that its curvature is
/// the same to a thousandth. `needed`: the shift without which the last Hessian was singular.
pub(super) fn prove(
    minimand: &impl Minimand,
    theta: &[f64],
    (limits, stop, [near, factored]): (&Limits, Stop, [bool; 2]),
    needed: f64,
    w: &mut Workspace,
) -> Result<Proof> {
    let p = minimand.dimension();
    let mut proof = Proof {
        gradient: largest(&w.gradient),
        newton: w.gradient.iter().map(|g| -g).gathered(),
        decrement: f64::INFINITY,
        step: f64::INFINITY,
        curvature: f64::NAN,
        weakest: Vec::new(),
        uncorrelated: 0.0,
    };
    if limits.prove == Prove::Nothing && !near {
        return Ok(proof);
    }
    let mut shift: f64 = 0.0;
    if !factored && (limits.prove == Prove::Curvature || !near) {
        // A shift that is not the same for all would turn the direction.
        w.damping[minimand.units()].fill(1.0);
        match prepare(minimand, theta, &mut shift, needed.max(MIN_SHIFT), false, w) {
            Err(Error::Numeric(_)) if stop == Stop::Diverging => return Ok(proof),
            other => other?,
        };
    }
    if limits.prove == Prove::Curvature {
        (proof.curvature, proof.weakest) = weakest(minimand, theta, shift > 0.0, w);
        let weakest = &proof.weakest;
        let uncorrelated: f64 = weakest.iter().enumerate().map(|(k, v)| v * v * w.hessian[k * p + k]).sum();
        // A parameter without any effect has no curvature of its own to compare with; covariates may have little
        // because of their units.
        let share = weakest.iter().enumerate().filter(|(k, _)| !minimand.units().contains(k));
        let share: f64 = share.map(|(_, v)| v * v).sum();
        proof.uncorrelated = uncorrelated.max(1e-8 * share * minimand.typical(&w.hessian));
        if !minimand.is_convex() && shift < FLAT_SHARE && proof.is_flat() {
            // Where there is no curvature the Newton step is the rounding of the gradient: no step is known there.
            shift = FLAT_SHARE;
            prepare(minimand, theta, &mut shift, MIN_SHIFT, false, w)?;
        }
    }
    solve_off_null_space(minimand, theta, &mut w.factor, &mut proof.newton, &mut w.scratch);
    proof.decrement = (-dot(&proof.newton, &w.gradient)).max(0.0).sqrt();
    w.trial.iter_mut().zip(theta).zip(&proof.newton).for_each(|((t, x), s)| *t = x + s);
    proof.step = minimand.change(theta, &w.trial);
    Ok(proof)
}

/// The smallest eigenvalue of the Hessian off the null directions, by inverse iteration with the factor in the
/// workspace, of a Hessian that was `shifted` or not; its sign is that of the curvature if the Hessian is not positive
/// definite.
fn weakest(minimand: &impl Minimand, theta: &[f64], shifted: bool, w: &mut Workspace) -> (f64, Vec<f64>) {
    let p = minimand.dimension();
    let mut v = probe(p);
    let clean = |v: &mut Vec<f64>, scratch: &mut Vec<f64>| {
        v.iter_mut().zip(minimand.fixed()).for_each(|(x, &fixed)| *x = if fixed { 0.0 } else { *x });
        minimand.project(theta, v, scratch);
        let norm = dot(v, v).sqrt();
        if norm > 0.0 {
            v.iter_mut().for_each(|x| *x /= norm);
        }
        norm
    };
    if clean(&mut v, &mut w.scratch) == 0.0 {
        return (f64::NAN, v);
    }
    // A singular Hessian took a shift to be factored: then the direction must be sharp, so that its
    // curvature comes out as rounding only.
    let sharpness = if shifted { 1e-8 } else { 1e-2 };
    let mut last = f64::INFINITY;
    for _ in 0..30 {
        solve_off_null_space(minimand, theta, &mut w.factor, &mut v, &mut w.scratch);
        let next = 1.0 / clean(&mut v, &mut w.scratch);
        let settled = (next - last).abs() <= sharpness * next;
        last = next;
        if settled {
            break;
        }
    }
    // The quadratic form of large entries drowns a small curvature in rounding; the factor of a positive definite Hessian
    // does not.
    (if shifted { quadratic(&w.hessian, &v) } else { last }, v)
}
