//! Solvers shaped to the likelihood: Newton's method with exact second derivatives.
//!
//! Small problems factor the Hessian (`dense`); large ones solve for the step by conjugate gradients
//! over cells (`iterative`). Both are trust-region methods, both work in every gauge at once, and both
//! report the proof of the optimum rather than a claim.

mod dense;
mod eigen;
mod factor;
mod iterative;
mod null;

pub use eigen::{singular_values, symmetric_eigen};
pub use factor::reserve;
pub use factor::Factor;
pub(crate) use factor::{multiply, multiply_into, outer_products, reserve_filled};
pub use iterative::solve as solve_iteratively;
pub use null::Design as NullDesign;

use crate::error::Result;
use crate::likelihood::{Gauge, Objective};

/// More parameters than this are fitted without a dense Hessian.
pub const DENSE_LIMIT: usize = 600;

/// The same where cells touch many parameters: conjugate gradients would need many products, each of
/// them as dear as the Hessian.
pub const COUPLED_LIMIT: usize = 4000;

/// Whether an objective is minimised with a dense Hessian.
pub fn is_dense(objective: &Objective) -> bool {
    let coupled = objective.data.spread.is_some()
        || objective.strength.columns > 1
        || objective.data.design.e.width() > 3;
    objective.dimension <= if coupled { COUPLED_LIMIT } else { DENSE_LIMIT }
}

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
    /// Nothing was solved: the parameters were given.
    Given,
}

impl Stop {
    /// All by their numbers.
    pub const ALL: [Stop; 5] =
        [Stop::Converged, Stop::Precision, Stop::Diverging, Stop::Iterations, Stop::Given];
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
    /// Whether to look for the weakest direction at the end.
    pub examine: bool,
    /// A gain of the objective that is not worth another step.
    pub gain: f64,
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

impl Solution {
    /// Whether the solver ended on the way to infinity: the gradient as good as gone, the step not.
    /// `total` is the number of comparisons.
    pub fn runs_off(&self, total: f64) -> bool {
        // A fit that was cut off early may still have far to go for other reasons.
        let slow = self.stop == Stop::Iterations
            && self.iterations >= 100
            && self.step > 0.5
            && self.step.is_finite()
            && self.gradient < 1e-4 * total;
        self.stop == Stop::Diverging || slow
    }

    /// Whether the Hessian is singular beyond the gauge, judged free of the units of covariates.
    pub fn is_undetermined(&self) -> bool {
        !self.weakest.is_empty() && self.curvature <= 1e-10 * self.uncorrelated
    }
}

/// A solver with its working memory, for many problems of one size.
#[derive(Debug)]
pub struct Solver {
    dense: Option<dense::Workspace>,
}

impl Solver {
    /// Memory for problems like this one.
    pub fn new(objective: &Objective) -> Result<Solver> {
        let dense =
            if is_dense(objective) { Some(dense::Workspace::new(objective.dimension)?) } else { None };
        Ok(Solver { dense })
    }

    /// As [`minimise`].
    pub fn minimise(
        &mut self,
        objective: &Objective,
        gauge: &Gauge,
        theta: Vec<f64>,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Solution> {
        match &mut self.dense {
            Some(workspace) => dense::minimise(objective, gauge, theta, limits, workspace, watch),
            None => iterative::minimise(objective, gauge, theta, limits, watch),
        }
    }
}

/// Minimises an objective from `theta`; `gauge` holds the directions that change nothing.
pub fn minimise(
    objective: &Objective,
    gauge: &Gauge,
    theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Solution> {
    Solver::new(objective)?.minimise(objective, gauge, theta, limits, watch)
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
