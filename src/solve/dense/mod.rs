//! Trust-region Newton with a dense Hessian. The region is set by a shift of the Hessian, raised
//! until it is positive definite and the step pays (Levenberg).

mod proof;
mod saddle;
mod shifted;

pub(super) use proof::prove_at;

use super::certificate::bound;
use super::{at_the_floor, damped, decrease, slopes};
use super::{Ended, Limits, Minimand, Proof, Prove, Stop, ZERO_DECREMENT_SHARE};
use crate::error::{Error, Result};
use crate::linalg::Factor;
use crate::progress::{Progress, Watch};
use crate::room;
use crate::terms::Local;
use crate::vectors::{dot, largest};
use proof::prove;
use saddle::leave;
use shifted::{prepare, solve_off_null_space, COARSE_SHIFT, FINE_SHIFT, MAX_NEGLIGIBLE_SHIFT, MIN_SHIFT};

/// Everything the iterations write to, allocated once.
#[derive(Debug)]
pub(super) struct Workspace {
    factor: Factor,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    trial_hessian: Vec<f64>,
    step: Vec<f64>,
    scratch: Vec<f64>,
    damping: Vec<f64>,
    /// Parameters that are left out of the factor: those that do not move, and grounded scores.
    left_out: Vec<bool>,
    local: Local,
}

impl Workspace {
    pub(super) fn new(p: usize) -> Result<Workspace> {
        let zeros = room::reserve;
        Ok(Workspace {
            factor: Factor::new(p)?,
            gradient: zeros(p)?,
            hessian: zeros(p * p)?,
            trial: zeros(p)?,
            trial_gradient: zeros(p)?,
            trial_hessian: zeros(p * p)?,
            step: zeros(p)?,
            scratch: zeros(p)?,
            damping: zeros(p)?,
            left_out: room::reserve_filled(p, false)?,
            local: Local::default(),
        })
    }
}

/// With more parameters a factor takes far longer than all else.
const LARGE: usize = 1_000;

/// Parts of a refused step, each a quarter of the one before, that are tried before another factor is made.
const MOST_PARTS: usize = 2;

/// After so many steps in a row that a shift has shortened, the direction whose curvature asks for it is gone along.
const MOST_HELD: usize = 4;

/// The largest shift that the next fit of nearly the same begins with.
const MAX_FIRST_SHIFT: f64 = 1e-12;

/// A gain that does not justify another step where the Hessian is singular in double precision.
const SINGULAR_GAIN: f64 = 1e-4;

/// The least shift where the Hessian is singular in double precision and predictors are not linear: the points that the data
/// do not distinguish form a curved surface, which a step along the rounding of the gradient would leave.
const MIN_SHIFT_ON_A_SURFACE: f64 = 1e-11;

/// A Newton step of a convex objective that changes no predictor by more than this share of the tolerance, and whose
/// decrement is that of an optimum, is not taken.
const NO_STEP_SHARE: f64 = 1e-4;

/// A factor of a convex objective is that of all points to which predictors have moved by no more than this since: Newton's
/// steps are taken by it (Kelley 1995, section 5.4), and the optimum is proved by it.
const REACH_OF_A_FACTOR: f64 = 1e-3;

/// The share of the step before that a step by a factor made elsewhere may have: a longer one has the next factored anew.
const MOST_OF_LAST_STEP: f64 = 1e-2;

/// Steps in a row that gain next to nothing before a fit ends.
const MAX_IDLE_STEPS: usize = 10;

/// Bound on absolute log odds: beyond it the likelihood equals one in double precision.
const MAX_LOG_ODDS: f64 = 700.0;

/// A fit diverges where a step moves a predictor by more than the first, promises less than the second (a share of the
/// comparisons) and the third (in all), and ends where the likelihood of that predictor is one but for rounding.
const MAX_STEP_IN_PREDICTOR: f64 = 10.0;
const MAX_LONG_STEP_PROMISE_SHARE: f64 = 1e-5;
const MAX_LONG_STEP_PROMISE: f64 = 5e-2;
const SATURATED_LOG_ODDS: f64 = 40.0;

/// A convex fit diverges after so many steps as long in a row, each of which promises at most this share of the
/// comparisons. Sets of few comparisons are followed until they have no information.
const MAX_LONG_STEPS: usize = 3;
const SLOW_PROMISE_SHARE: f64 = 1e-9;

/// A convex fit ends after [`MAX_IDLE_STEPS`] steps in a row whose full length is as long and promises at most this share
/// of the comparisons: hundreds of such steps may follow.
const SLOW_FULL_PROMISE_SHARE: f64 = 1e-8;

/// A step that moves no predictor by more than this, for less than this share of the comparisons, where the Hessian is
/// singular in double precision, is taken as a drift along directions that the data hardly determine.
const MAX_DRIFT: f64 = 1e-5;
const MAX_DRIFT_GAIN_SHARE: f64 = 1e-11;

/// The share of the way to the end of the domain of thresholds that a step may go.
const SHARE_TO_BOUNDARY: f64 = 0.95;

/// The report of an iteration.
fn now(iterations: usize, objective: f64, gradient: &[f64]) -> Progress {
    Progress { fraction: f64::NAN, iteration: iterations as u64, objective, gradient: largest(gradient) }
}

pub(super) fn minimise(
    minimand: &impl Minimand,
    mut theta: Vec<f64>,
    limits: &Limits,
    w: &mut Workspace,
    watch: Watch<'_>,
) -> Result<(Ended, Proof)> {
    let p = minimand.dimension();
    let total = minimand.total();
    let mut value = minimand.evaluate(&theta, &mut w.gradient, &mut w.hessian, &mut w.local);
    if !value.is_finite() {
        return Err(Error::Numeric("the log-likelihood is not finite at the start".into()));
    }
    let mut shift: f64 = 0.0;
    let mut first = limits.first_shift;
    // The shift with which a Hessian that is not positive definite was last factored.
    let mut needed = 0.0;
    // Whether a smaller one, negligible too, did not do: then the Hessian is singular, and was not indefinite.
    let mut singular_below = true;
    // Whether the shift was dropped to see if an exact step ends it.
    let mut dropped = false;
    // A spread has saddle points wherever a variance is zero: a shift not much above the curvature there
    // leaves them soonest. Products of sensitivities and scores run to infinity along bends, which small shifts follow.
    let convex = minimand.is_convex();
    let fine = !convex;
    let is_large = p > LARGE;
    minimand.set_damping(&w.hessian, &mut w.damping);
    let mut change = f64::INFINITY;
    let mut iterations = 0;
    let mut slow = 0;
    // Slope of the last exact step whose gain was below the rounding of the objective.
    let mut last_slope = f64::INFINITY;
    let mut stalled = 0;
    // Long steps in a row that gain next to nothing.
    let mut long_steps = 0;
    // The same of steps whose full length counts, also where they are cut.
    let mut slow_steps = 0;
    // Whether the factor in the workspace is that of a Hessian, and not of one that was shifted.
    let mut exact = false;
    // Whether that is the Hessian where the iterations ended, or one beside it.
    let mut factored = false;
    // How far predictors have moved since the factor was made; infinite where it is not to be used again.
    let mut moved = f64::INFINITY;
    // Steps in a row that a shift has shortened.
    let mut held = 0;
    let stop = loop {
        if iterations >= limits.iterations {
            break Stop::Iterations;
        }
        iterations += 1;
        let singular = needed > 0.0 && needed <= MAX_NEGLIGIBLE_SHIFT;
        if singular && !convex {
            // In proportion to the gradient: then steps stay near the surface of optima, and still become Newton's
            // (Yamashita and Fukushima 2001). Not to a curvature that vanishes with it, as where strengths diverge.
            let typical = minimand.typical(&w.hessian).max(total / p as f64);
            shift = shift.max((largest(&w.gradient) / typical).clamp(MIN_SHIFT_ON_A_SURFACE, COARSE_SHIFT));
        }
        let asked = shift;
        // Not tried without, where a Hessian nearby was singular.
        shift = shift.max(std::mem::take(&mut first));
        // Where there is no shift, its scale is of no use.
        let mut scale = 0.0;
        if moved > REACH_OF_A_FACTOR {
            scale = match prepare(minimand, &theta, &mut shift, MIN_SHIFT, fine, w) {
                // Slopes of sensitivities diverge twice exponentially, and take the Hessian with them.
                Err(Error::Numeric(_)) if minimand.size(&theta) > MAX_LOG_ODDS => break Stop::Diverging,
                other => other?,
            };
            moved = if convex && shift == 0.0 { 0.0 } else { f64::INFINITY };
        }
        let floor = 8.0 * f64::EPSILON * (value.abs() + total * f64::EPSILON);
        held = if is_large && !convex && shift > MAX_NEGLIGIBLE_SHIFT { held + 1 } else { 0 };
        if held == MOST_HELD {
            held = 0;
            if let Some(less) = leave(minimand, &mut theta, (value, floor), w) {
                value = less;
                watch(&now(iterations, value, &w.gradient))?;
                continue;
            }
        }
        if shift > asked {
            needed = if fine || shift <= MAX_NEGLIGIBLE_SHIFT { shift } else { 0.0 };
            singular_below = shift <= MAX_NEGLIGIBLE_SHIFT;
        }
        exact = shift <= MAX_NEGLIGIBLE_SHIFT;
        w.step.iter_mut().zip(&w.gradient).for_each(|(s, g)| *s = -g);
        solve_off_null_space(minimand, &theta, &mut w.factor, &mut w.step, &mut w.scratch);
        // The change of predictors by a Newton step.
        let mut whole = None;
        if convex && shift == 0.0 {
            w.trial.iter_mut().zip(&theta).zip(&w.step).for_each(|((t, x), s)| *t = x + s);
            let change = minimand.change(&theta, &w.trial);
            // A parameter that no predictor reads may still be moved by a penalty or a constraint.
            let decrement = dot(&w.step, &w.gradient).abs().sqrt();
            if change <= NO_STEP_SHARE * limits.tolerance && decrement <= bound(total) {
                // It would end where it is, a point that the factor proves.
                factored = true;
                watch(&now(iterations, value, &w.gradient))?;
                break Stop::Converged;
            }
            whole = Some(change);
        }
        // Not to where thresholds leave their domain.
        let room = minimand.room(&theta, &w.step);
        let mut length = if room > 1.0 / SHARE_TO_BOUNDARY { 1.0 } else { SHARE_TO_BOUNDARY * room };
        // The model promises -(g's + s'Hs/2), and (H + shift D) s = -g.
        let slope = dot(&w.step, &w.gradient);
        let in_metric: f64 = w.step.iter().zip(&w.damping).map(|(s, d)| d * s * s).sum();
        let shifted = shift * scale * in_metric;
        let promise = |length: f64| length * ((0.5 * length - 1.0) * slope + 0.5 * length * shifted);
        if length < 1.0 {
            w.step.iter_mut().for_each(|s| *s *= length);
        }
        minimand.correct_step(&theta, &mut w.step);
        // Along what is singular in double precision steps are long and gain next to nothing.
        let least_gain = if convex && needed > 0.0 && needed <= MAX_NEGLIGIBLE_SHIFT {
            limits.gain.max(SINGULAR_GAIN)
        } else {
            limits.gain
        };
        // A convex objective has no need of a smaller region: the Newton step is shortened until it pays.
        let mut searched = 0;
        let (promised, trial_value, step_change, gained, better) = loop {
            let promised = promise(length);
            w.trial.iter_mut().zip(&theta).zip(&w.step).for_each(|((t, x), s)| *t = x + s);
            minimand.balance(&mut w.trial);
            let pays = |gained: f64| gained >= 1e-4 * promised;
            // A step of a shifted Hessian is often refused: then its derivatives are not needed.
            let rounded = promised <= super::ROUNDED * floor;
            let trial_value = match exact || rounded || pays(value - minimand.value(&w.trial)) {
                true => {
                    minimand.evaluate(&w.trial, &mut w.trial_gradient, &mut w.trial_hessian, &mut w.local)
                }
                false => f64::INFINITY,
            };
            let slopes = || slopes([&w.gradient, &w.trial_gradient], [&theta, &w.trial]);
            let gained = decrease([value, trial_value], slopes, promised, floor);
            // Of a convex objective nothing moves predictors but the step.
            let whole = whole.filter(|_| searched == 0 && length == 1.0);
            let step_change = whole.unwrap_or_else(|| minimand.change(&theta, &w.trial));
            let better = trial_value.is_finite() && pays(gained) && promised > 0.0;
            let too_long = convex && limits.finite && searched == 0 && step_change > super::LONGEST;
            let better = better && !too_long;
            let most = match convex {
                // Parts of a step that promises less than rounding trickle on.
                true if searched == 0 && exact && promised <= floor => 0,
                true => super::MOST_SEARCHED,
                // A part of the step costs a value, another shift costs a factor.
                false if is_large && promised > least_gain.max(floor) => MOST_PARTS,
                false => 0,
            };
            if better || length * step_change < 1e-14 || searched >= most {
                break (promised, trial_value, step_change, gained, better);
            }
            let part = if convex && searched == 0 { damped(step_change) } else { 0.25 };
            searched += 1;
            length *= part;
            w.step.iter_mut().for_each(|s| *s *= part);
        };
        // A step by a factor made elsewhere leaves that share of the error.
        let left = if moved.is_finite() { moved * step_change } else { 0.0 };
        let is_settled = left <= NO_STEP_SHARE * limits.tolerance;
        let reaches = length == 1.0 && (moved == 0.0 || step_change <= MOST_OF_LAST_STEP * change);
        moved = if better && reaches { moved + step_change } else { f64::INFINITY };
        let at_floor = promised <= floor && exact && length == 1.0;
        let trifle = promised <= least_gain && exact && length == 1.0;
        if exact && searched == 0 && length == 1.0 {
            change = step_change;
        }
        if !better {
            if at_floor || trifle || (convex && searched > 0) {
                break at_the_floor(change, limits);
            }
            // Rounding, not curvature, is against a shifted step that promises so little.
            if promised <= floor && length == 1.0 && !exact && !dropped {
                (shift, needed, dropped) = (0.0, 0.0, true);
                continue;
            }
            let raised = if searched > 0 { 64.0 } else { 8.0 };
            shift = (shift * raised).max(if fine { FINE_SHIFT } else { COARSE_SHIFT });
            if shift > 1e12 {
                break at_the_floor(change, limits);
            }
            continue;
        }
        std::mem::swap(&mut theta, &mut w.trial);
        std::mem::swap(&mut w.gradient, &mut w.trial_gradient);
        std::mem::swap(&mut w.hessian, &mut w.trial_hessian);
        value = trial_value;
        let unseen = !exact && promised <= floor;
        let drifts = singular && exact && step_change <= MAX_DRIFT && gained <= MAX_DRIFT_GAIN_SHARE * total;
        slow = if gained <= limits.gain || unseen || drifts { slow + 1 } else { 0 };
        // Where the Hessian is positive definite, what is left of a shift only holds up a step that rounding hides.
        let drops = unseen && !dropped && needed <= MAX_NEGLIGIBLE_SHIFT;
        dropped = unseen && (drops || dropped);
        watch(&now(iterations, value, &w.gradient))?;
        let is_far = !limits.finite
            && step_change > MAX_STEP_IN_PREDICTOR
            && promised <= (MAX_LONG_STEP_PROMISE_SHARE * total).min(MAX_LONG_STEP_PROMISE);
        long_steps = if is_far && promised <= SLOW_PROMISE_SHARE * total { long_steps + 1 } else { 0 };
        let would_be_slow = convex
            && !limits.finite
            && step_change > MAX_STEP_IN_PREDICTOR * length
            && promise(1.0) <= (SLOW_FULL_PROMISE_SHARE * total).min(MAX_LONG_STEP_PROMISE);
        slow_steps = if would_be_slow { slow_steps + 1 } else { 0 };
        let diverges = long_steps >= MAX_LONG_STEPS
            || slow_steps >= MAX_IDLE_STEPS
            || (!convex && is_far && minimand.size(&theta) > SATURATED_LOG_ODDS);
        if diverges {
            break Stop::Diverging;
        }
        if exact && length == 1.0 {
            let is_short = step_change <= limits.tolerance;
            if is_short && is_settled && slope.abs() <= super::MAX_DECREMENT * super::MAX_DECREMENT {
                // Next to a variance of zero a step may be followed by a longer one: the gradient must have gone.
                let mut has_gone = || {
                    w.trial.copy_from_slice(&w.gradient);
                    solve_off_null_space(minimand, &theta, &mut w.factor, &mut w.trial, &mut w.scratch);
                    dot(&w.trial, &w.gradient).max(0.0).sqrt() <= bound(total)
                };
                if convex || has_gone() {
                    factored = moved <= REACH_OF_A_FACTOR;
                    break Stop::Converged;
                }
            }
            if trifle && limits.prove != Prove::Curvature && step_change > super::MAX_VANISHING_STEP {
                break at_the_floor(step_change, limits);
            }
            // Newton's method squares the error until rounding of the gradient ends that; what diverges loses a share.
            if at_floor {
                stalled = if slope.abs() > super::stall(limits) * last_slope { stalled + 1 } else { 0 };
                if stalled > super::STALLS * usize::from(limits.finite) {
                    break at_the_floor(step_change, limits);
                }
                last_slope = slope.abs();
            }
            // Three steps would have ended what converges: this is rounding, or diverges.
            if slow >= 3 {
                break at_the_floor(step_change, limits);
            }
            if !limits.finite
                && slope.abs() <= ZERO_DECREMENT_SHARE * total
                && step_change > super::MAX_VANISHING_STEP
            {
                break Stop::Diverging;
            }
        }
        // A rough solution is not polished; and beside a saddle point, or where thresholds diverge by the dozen,
        // steps that must be shifted can trickle on for ever.
        let patience = match exact && length == 1.0 {
            _ if limits.prove == Prove::Curvature => MAX_IDLE_STEPS,
            true => 1,
            false => 3,
        };
        if slow >= patience {
            break Stop::Precision;
        }
        if drops {
            shift = needed;
        } else if searched > 0 && !convex {
            shift = (8.0 * shift).max(FINE_SHIFT);
        } else if gained >= 0.7 * promised {
            if needed > MAX_NEGLIGIBLE_SHIFT {
                needed /= 4.0;
            } else if !singular_below && is_large {
                needed = 0.0;
            }
            shift = if shift >= 0.1 || (fine && shift > 4.0 * needed) { shift / 16.0 } else { needed };
            shift = shift.max(needed);
        }
    };
    let last_step = w.step.clone();
    let shift = if needed <= MAX_NEGLIGIBLE_SHIFT { needed.min(MAX_FIRST_SHIFT) } else { 0.0 };
    let proof = prove(minimand, &theta, (limits, stop, [exact, factored]), shift, w)?;
    Ok((Ended { theta, value, iterations, stop, last_step, shift }, proof))
}
