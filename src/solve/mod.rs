//! Solvers shaped to likelihoods of comparisons: Newton's method with exact second derivatives, of whatever is a
//! [`Minimand`].
//!
//! Small problems factor the Hessian (`dense`); large ones solve for the step by conjugate gradients
//! over cells (`iterative`). Both are trust-region methods, both work off the structural null space, and both
//! report the proof of the optimum rather than a claim.

mod certificate;
mod dense;
mod iterative;
mod many;
mod minimand;

use crate::room::{Duplicate as _, Gather as _};
pub use certificate::Solution;
pub use many::solve as solve_iteratively;
pub(crate) use many::{Hessian, Lane, LANES};
pub use minimand::{Laplacian, Minimand, Shape};

use crate::error::Result;
use crate::progress::{Progress, Watch};
use crate::vectors::largest;
use certificate::Proof;

/// More parameters than this are fitted without a dense Hessian.
pub const DENSE_LIMIT: usize = 600;

/// The same where cells touch many parameters: conjugate gradients would need many products, each of
/// them as dear as the Hessian.
pub const COUPLED_LIMIT: usize = 4000;

/// Whether such a problem is solved with a dense Hessian.
pub fn is_dense(shape: Shape) -> bool {
    shape.dimension <= if shape.is_coupled { COUPLED_LIMIT } else { DENSE_LIMIT }
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

/// The measurements where a solver ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prove {
    /// The gradient, and what takes no further factor: a start for another solver.
    Nothing,
    /// The Newton step and its decrement, too.
    Step,
    /// The weakest direction and its curvature, too.
    Curvature,
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
    /// Whether it is known to be unique if the objective is convex.
    pub unique: bool,
    /// The measurements at the end.
    pub prove: Prove,
    /// A gain of the objective that is not worth another step.
    pub gain: f64,
    /// The shift of a dense Hessian to begin with: that of a solution nearby, or zero.
    pub first_shift: f64,
}

/// Where the iterations of a solver ended, before anything is proved.
#[derive(Debug)]
struct Ended {
    theta: Vec<f64>,
    value: f64,
    iterations: usize,
    stop: Stop,
    last_step: Vec<f64>,
    /// The shift, if negligible, that a dense Hessian needed last.
    shift: f64,
}

/// A solver with its working memory, for many problems of one size.
#[derive(Debug)]
pub struct Solver {
    dense: Option<dense::Workspace>,
}

impl Solver {
    /// Memory for problems of this shape.
    pub fn new(shape: Shape) -> Result<Solver> {
        let dense = if is_dense(shape) { Some(dense::Workspace::new(shape.dimension)?) } else { None };
        Ok(Solver { dense })
    }

    /// Minimises from `theta`.
    pub fn minimise(
        &mut self,
        minimand: &impl Minimand,
        theta: Vec<f64>,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Solution> {
        let (ended, proof) = match &mut self.dense {
            Some(workspace) => dense::minimise(minimand, theta, limits, workspace, watch)?,
            None => iterative::minimise(minimand, theta, limits, watch)?,
        };
        Ok(Solution::new(ended, proof, minimand, limits))
    }

    /// Proves a point that another method found after `iterations` and calls the optimum.
    pub fn prove(
        &mut self,
        minimand: &impl Minimand,
        theta: Vec<f64>,
        (iterations, stop): (usize, Stop),
        limits: &Limits,
    ) -> Result<Solution> {
        let (value, proof) = match &mut self.dense {
            Some(workspace) => dense::prove_at(minimand, &theta, limits, workspace)?,
            None => iterative::prove_at(minimand, &theta, limits)?,
        };
        let ended = Ended { last_step: proof.newton.duplicate(), theta, value, iterations, stop, shift: 0.0 };
        Ok(Solution::new(ended, proof, minimand, limits))
    }
}

/// Below this share of the total weight the squared decrement is as good as zero.
const ZERO_DECREMENT_SHARE: f64 = 1e-13;

/// A Newton step that changes a predictor by more, though the decrement vanishes, leads to infinity.
const MAX_VANISHING_STEP: f64 = 0.05;

/// A decrement with which a short step is no sign of an optimum: where a threshold is a thousandth of its estimate, Newton's
/// method doubles it at every step.
const MAX_DECREMENT: f64 = 1e-2;

/// Why a solver stops whose full step promises less than rounding.
fn at_the_floor(change: f64, limits: &Limits) -> Stop {
    if change <= limits.tolerance {
        Stop::Converged
    } else if change > MAX_VANISHING_STEP && !limits.finite {
        Stop::Diverging
    } else {
        Stop::Precision
    }
}

/// A fixed start for inverse iteration that is orthogonal to nothing in particular.
fn probe(size: usize) -> Vec<f64> {
    (0..size).map(|k| 1.0 + 0.5 * ((k as f64) * 0.7548776662).fract()).gathered()
}

/// The part of a refused step of a convex objective to try next, where the step changes a predictor by up to `change`:
/// the negative logarithm of a probability has a third derivative of at most its second, so that along the step the
/// model error is bounded by exponentials and the bound is least at ln(1 + change) / change (Sun and Tran-Dinh 2019).
pub(crate) fn damped(change: f64) -> f64 {
    if change > 1e-3 && change.is_finite() {
        (change.ln_1p() / change).clamp(1e-12, 0.5)
    } else {
        0.25
    }
}

/// Stalled steps in a row that end the search for an optimum that is known to exist.
const STALLS: usize = 3;

/// Whole steps that promise less than the rounding of the objective.
struct Floor {
    /// The slope of the last of them.
    slope: f64,
    /// Stalled ones in a row.
    stalled: usize,
}

impl Floor {
    fn new() -> Floor {
        Floor { slope: f64::INFINITY, stalled: 0 }
    }

    /// Whether one more of them, with this slope, ends the iterations. Newton's method squares the decrement near an optimum
    /// until rounding of the gradient ends that, and far from an optimum that is known to exist each step leaves 1/e of it; a
    /// step that leaves more than a share is stalled, and where something diverges all are.
    fn ends(&mut self, slope: f64, limits: &Limits) -> bool {
        let share = if limits.finite { 0.75 } else { 0.25 };
        self.stalled = if slope > share * self.slope { self.stalled + 1 } else { 0 };
        let ends = self.stalled > STALLS * usize::from(limits.finite);
        self.slope = slope;
        ends
    }
}

/// Whether the decrement of a whole step vanishes while the step stays long: the optimum is at infinity.
fn leads_to_infinity(slope: f64, change: f64, total: f64, limits: &Limits) -> bool {
    !limits.finite && slope <= ZERO_DECREMENT_SHARE * total && change > MAX_VANISHING_STEP
}

/// The report of an iteration.
fn report(iterations: usize, objective: f64, gradient: &[f64]) -> Progress {
    Progress { fraction: f64::NAN, iteration: iterations as u64, objective, gradient: largest(gradient) }
}

/// A step that changes a predictor by more is shortened at once where an optimum is known to exist: one that pays may
/// end where every probability is zero or one in double precision and no curvature is left.
const LONGEST: f64 = 30.0;

/// Most reductions of a step: the last is shorter than rounding.
pub(crate) const MOST_SEARCHED: usize = 30;

/// Below this multiple of the rounding of the objective a gain is computed from slopes and not from values.
pub(crate) const ROUNDED: f64 = 1e5;

/// The slopes at both ends of a step, from the gradients there.
fn slopes(gradients: [&[f64]; 2], [from, to]: [&[f64]; 2]) -> [f64; 2] {
    gradients.map(|gradient| gradient.iter().zip(to.iter().zip(from)).map(|(g, (t, x))| g * (t - x)).sum())
}

/// The decrease of the objective along a step, from its values or, where these are equal but for rounding, from the
/// slopes at both ends (trapezoid rule; Hager and Zhang 2005).
pub(crate) fn decrease(
    [before, after]: [f64; 2],
    slopes: impl Fn() -> [f64; 2],
    promised: f64,
    floor: f64,
) -> f64 {
    if promised.abs() > ROUNDED * floor || !after.is_finite() {
        return before - after;
    }
    let [first, last] = slopes();
    -0.5 * (first + last)
}
