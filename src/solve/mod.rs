//! Solvers shaped to the likelihood: Newton's method with exact second derivatives.
//!
//! Small problems factor the Hessian (`dense`); large ones solve for the step by conjugate gradients
//! over cells (`iterative`). Both are trust-region methods, both work in every gauge at once, and both
//! report the proof of the optimum rather than a claim.

mod dense;
mod eigen;
mod factor;
mod iterative;

pub use eigen::symmetric_eigen;
pub use factor::Factor;
pub(crate) use factor::{multiply, reserve};
pub use iterative::solve as solve_iteratively;

use crate::error::Result;
use crate::likelihood::{Gauge, Objective};

/// More parameters than this are fitted without a dense Hessian.
pub const DENSE_LIMIT: usize = 600;

/// Why a solver stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The Newton step vanished.
    Converged,
    /// The objective no longer changes in double precision.
    Precision,
    /// The gradient vanishes while the Newton step stays large: the optimum is at infinity.
    Diverging,
    /// The limit of iterations.
    Iterations,
}

impl Stop {
    /// All by their numbers.
    pub const ALL: [Stop; 4] = [Stop::Converged, Stop::Precision, Stop::Diverging, Stop::Iterations];
}

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Largest change of any u in the last step.
    pub tolerance: f64,
    /// Most outer iterations.
    pub iterations: usize,
    /// Whether a finite optimum is known to exist, so that slow progress is not taken for divergence.
    pub finite: bool,
}

/// What is reported at the end of every iteration.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Share of the work, NaN if unknown.
    pub fraction: f64,
    /// Outer iterations so far.
    pub iteration: u64,
    /// The objective.
    pub objective: f64,
    /// Largest element of the gradient.
    pub gradient: f64,
}

/// Something to tell about progress, which may answer that the work is to be cancelled.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> Result<()>;

/// Where a solver ended, and the proof.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The parameters.
    pub theta: Vec<f64>,
    /// The objective there.
    pub value: f64,
    /// Largest element of the gradient there.
    pub gradient: f64,
    /// Newton decrement of the last step.
    pub decrement: f64,
    /// Largest change of any u in the last step.
    pub step: f64,
    /// Smallest eigenvalue of the Hessian off the null directions, NaN where not computed.
    pub curvature: f64,
    /// The direction of that eigenvalue.
    pub weakest: Vec<f64>,
    /// What the curvature along it would be without correlations: sum of v_k^2 H_kk.
    pub uncorrelated: f64,
    /// Outer iterations.
    pub iterations: usize,
    /// Why it ended.
    pub stop: Stop,
    /// The last Newton step: where a diverging problem runs to.
    pub last_step: Vec<f64>,
}

/// Minimises an objective from `theta`; `gauge` holds the directions that change nothing.
pub fn minimise(
    objective: &Objective,
    gauge: &Gauge,
    theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Solution> {
    if objective.dimension <= DENSE_LIMIT {
        dense::minimise(objective, gauge, theta, limits, watch)
    } else {
        iterative::minimise(objective, gauge, theta, limits, watch)
    }
}

/// Below this share of the total weight the squared decrement is as good as zero.
const VANISHING: f64 = 1e-13;

/// Why a solver stops whose full step promises less than rounding.
fn at_the_floor(change: f64, limits: &Limits) -> Stop {
    if change <= limits.tolerance {
        Stop::Converged
    } else if change > 0.05 && !limits.finite {
        Stop::Diverging
    } else {
        Stop::Precision
    }
}

/// A fixed start for inverse iteration that is orthogonal to nothing in particular.
fn probe(size: usize) -> Vec<f64> {
    (0..size).map(|k| 1.0 + 0.5 * ((k as f64) * 0.7548776662).fract()).collect()
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub(crate) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| m.max(v.abs()))
}
