//! The certificate of an optimum: every solution is made here, from the gradient at the very parameters that it holds, and
//! from the Newton decrement, the Newton step and the least curvature there or, of a convex problem, less than a thousandth
//! of a predictor away.
//!
//! A solution has no other constructor, so that no solver reports convergence that this did not confirm.

use super::{Ended, Limits, Minimand, Stop, MAX_VANISHING_STEP, ZERO_DECREMENT_SHARE};
use crate::room::Duplicate as _;

/// The largest decrement of an optimum, a distance to it in standard errors of any combination of parameters.
const DECREMENT: f64 = 1e-6;

/// The largest Newton step in a predictor of an optimum whose decrement vanishes: weakly determined
/// parameters are known to this accuracy.
const STEP: f64 = 1e-3;

/// The same of an optimum that is known to exist, where the objective is convex and cannot tell its decrement from
/// rounding: along a step this long the curvature changes by less than a factor of two, as the third derivative of a
/// logistic loss is at most its second, so that the decrement still is the distance in standard errors (Bach 2010).
const PROVED_STEP: f64 = 0.5;

/// Negative curvature that is rounding, as a share of the curvature without correlations.
const FLAT: f64 = 1e-9;

/// Curvature below this share is rounding.
pub(super) const FLAT_SHARE: f64 = 1e-10;

/// Measurements at the end of a solver, for its last parameters.
#[derive(Debug)]
pub(super) struct Proof {
    /// Largest element of the gradient.
    pub(super) gradient: f64,
    /// The Newton step from here.
    pub(super) newton: Vec<f64>,
    /// Its decrement.
    pub(super) decrement: f64,
    /// Its largest change of a predictor.
    pub(super) step: f64,
    /// The least curvature, its direction and what it would be without correlations; NaN where not computed.
    pub(super) curvature: f64,
    pub(super) weakest: Vec<f64>,
    pub(super) uncorrelated: f64,
}

impl Proof {
    /// Whether the weakest direction has no curvature but rounding.
    pub(super) fn is_flat(&self) -> bool {
        !self.weakest.is_empty() && self.curvature.abs() <= FLAT_SHARE * self.uncorrelated
    }
}

/// Where a solver ended, and the proof.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The parameters.
    pub theta: Vec<f64>,
    /// The objective there.
    pub value: f64,
    /// Largest element of the gradient there.
    pub gradient: f64,
    /// Newton decrement there.
    pub decrement: f64,
    /// Largest change of a predictor by the Newton step from there.
    pub step: f64,
    /// Smallest eigenvalue of the Hessian off the null directions, NaN where not computed.
    pub curvature: f64,
    /// The direction of that eigenvalue.
    pub weakest: Vec<f64>,
    /// The curvature along it without correlations: sum of v_k^2 H_kk.
    pub uncorrelated: f64,
    /// Outer iterations.
    pub iterations: usize,
    /// Why it ended.
    pub stop: Stop,
    /// The last Newton step: where a diverging problem runs to.
    pub last_step: Vec<f64>,
    /// The negligible shift without which the last dense Hessian was singular in double precision, or zero.
    pub shift: f64,
    /// Whether the numbers above prove an optimum.
    is_optimum: bool,
    /// Whether a finite optimum was known to exist.
    is_finite: bool,
    /// Whether it was known to be unique.
    is_unique: bool,
}

impl Solution {
    pub(super) fn new(ended: Ended, proof: Proof, minimand: &impl Minimand, limits: &Limits) -> Solution {
        let total = minimand.total();
        let Ended { theta, value, iterations, stop, last_step, shift } = ended;
        let is_flat = proof.is_flat();
        let Proof { gradient, decrement, step, curvature, weakest, uncorrelated, .. } = proof;
        let is_unique = limits.finite && limits.unique && minimand.is_convex();
        let rounded = decrement * decrement <= 8.0 * f64::EPSILON * value.abs();
        let longest = if is_unique && rounded { PROVED_STEP } else { STEP };
        let short = step <= limits.tolerance && decrement <= super::MAX_DECREMENT;
        let small = [value, gradient, decrement, step].iter().all(|x| x.is_finite())
            && (short || (decrement <= bound(total) && step <= longest));
        let is_optimum = small && (curvature.is_nan() || curvature >= -FLAT * uncorrelated.abs());
        // A step of a solver may be long for other reasons than an optimum at infinity; the Newton step at the end is
        // not, and it vanishes at an optimum only.
        let vanishes = decrement * decrement <= ZERO_DECREMENT_SHARE * total;
        let stop = match stop {
            Stop::Diverging if is_optimum && curvature > FLAT * uncorrelated => Stop::Precision,
            // Along what is not determined a solver may wander at the optimum until it is stopped.
            Stop::Iterations if is_optimum && is_flat => Stop::Precision,
            Stop::Precision if vanishes && step > MAX_VANISHING_STEP && curvature > 0.0 && !limits.finite => {
                Stop::Diverging
            }
            stop => stop,
        };
        let mut ended = (stop, last_step);
        // No curvature is left along what diverges either, but there predictors move.
        let may_run = !limits.finite && vanishes && matches!(stop, Stop::Converged | Stop::Precision);
        if is_flat && may_run && minimand.saturates(&theta, &weakest) {
            ended = (Stop::Diverging, weakest.duplicate());
        }
        let (stop, last_step) = ended;
        Solution {
            theta,
            value,
            gradient,
            decrement,
            step,
            curvature,
            weakest,
            uncorrelated,
            iterations,
            stop,
            last_step,
            shift,
            is_optimum,
            is_finite: limits.finite,
            is_unique,
        }
    }

    /// Whether gradient, decrement, step and curvature prove that the parameters are an optimum.
    pub fn is_optimum(&self) -> bool {
        self.is_optimum && matches!(self.stop, Stop::Converged | Stop::Precision)
    }

    /// Whether the solver ended on the way to infinity: the gradient as good as gone, the step not.
    /// `total` is the number of comparisons.
    pub fn diverges(&self, total: f64) -> bool {
        // A fit that was cut off early may still have far to go for other reasons.
        let slow = self.stop == Stop::Iterations
            && !self.is_finite
            && self.iterations >= 100
            && self.step > 0.5
            && self.step.is_finite()
            && self.gradient < 1e-4 * total;
        self.stop == Stop::Diverging || slow
    }

    /// Whether the Hessian is singular beyond the structural null space, judged free of the units of covariates.
    pub fn is_undetermined(&self) -> bool {
        !self.is_unique && !self.weakest.is_empty() && self.curvature <= FLAT_SHARE * self.uncorrelated
    }
}

/// The largest decrement of an optimum of this many comparisons: weights of less than one in all make a standard error
/// larger, very many comparisons make the rounding of the gradient larger.
pub(super) fn bound(total: f64) -> f64 {
    DECREMENT * total.min(1.0).sqrt() + 100.0 * f64::EPSILON * total.sqrt()
}
