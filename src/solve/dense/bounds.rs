//! The numbers that bound the iterations: of parameters, of log odds, of shares of the comparisons, of steps.

/// With more parameters a factor takes far longer than all else.
pub(super) const LARGE: usize = 1_000;

/// Parts of a refused step, each a quarter of the one before, that are tried before another factor is made.
pub(super) const MOST_PARTS: usize = 2;

/// After this many steps in a row that a shift has shortened, a step goes along the direction whose curvature needs the shift.
pub(super) const MOST_HELD: usize = 4;

/// A gain that does not justify another step where the Hessian is singular in double precision.
pub(super) const SINGULAR_GAIN: f64 = 1e-4;

/// The least shift where the Hessian is singular in double precision and predictors are not linear: the points that the data
/// do not distinguish form a curved surface, which a step along the rounding of the gradient would leave.
pub(super) const MIN_SHIFT_ON_A_SURFACE: f64 = 1e-11;

/// A Newton step of a convex objective that changes no predictor by more than this share of the tolerance, and whose
/// decrement is that of an optimum, is not taken.
pub(super) const NO_STEP_SHARE: f64 = 1e-4;

/// A factor of a convex objective is that of all points to which predictors have moved by no more than this since: Newton's
/// steps are taken by it (Kelley 1995, section 5.4), and the optimum is proved by it.
pub(super) const REACH_OF_A_FACTOR: f64 = 1e-3;

/// The share of the step before that a step by a factor made elsewhere may have: a longer one has the next factored anew.
pub(super) const MOST_OF_LAST_STEP: f64 = 1e-2;

/// Steps in a row that gain almost nothing before a fit ends.
pub(super) const MAX_IDLE_STEPS: usize = 10;

/// Bound on absolute log odds: beyond it the likelihood equals one in double precision.
pub(super) const MAX_LOG_ODDS: f64 = 700.0;

/// A fit diverges where a step moves a predictor by more than the first, promises less than the second (a share of the
/// comparisons) and the third (in all), and ends where the likelihood of that predictor is one but for rounding.
pub(super) const MAX_STEP_IN_PREDICTOR: f64 = 10.0;
pub(super) const MAX_LONG_STEP_PROMISE_SHARE: f64 = 1e-5;
pub(super) const MAX_LONG_STEP_PROMISE: f64 = 5e-2;
pub(super) const SATURATED_LOG_ODDS: f64 = 40.0;

/// A convex fit diverges after this many steps as long in a row, each of which promises at most this share of the
/// comparisons. Sets of few comparisons are followed until they have no information.
pub(super) const MAX_LONG_STEPS: usize = 3;
pub(super) const SLOW_PROMISE_SHARE: f64 = 1e-9;

/// A convex fit ends after [`MAX_IDLE_STEPS`] steps in a row whose full length is as long and promises at most this share
/// of the comparisons: hundreds of such steps may follow.
pub(super) const SLOW_FULL_PROMISE_SHARE: f64 = 1e-8;

/// A step that moves no predictor by more than this, for less than this share of the comparisons, where the Hessian is
/// singular in double precision, is taken as a drift along directions that the data hardly determine.
pub(super) const MAX_DRIFT: f64 = 1e-5;
pub(super) const MAX_DRIFT_GAIN_SHARE: f64 = 1e-11;

/// The share of the way to the end of the domain of thresholds that a step may go.
pub(super) const SHARE_TO_BOUNDARY: f64 = 0.95;

/// The largest shift that the next fit of nearly the same begins with.
pub(super) const MAX_FIRST_SHIFT: f64 = 1e-12;
