//! Trust-region Newton with a dense Hessian. The region is set by a shift of the Hessian, raised
//! until it is positive definite and the step pays (Levenberg).

use super::{at_the_floor, probe, Factor, Limits, Progress, Solution, Stop, Watch, VANISHING};
use crate::error::{Error, Result};
use crate::likelihood::{Gauge, Local, Objective};
use crate::vectors::{dot, largest};

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
    local: Local,
}

impl Workspace {
    pub(super) fn new(p: usize) -> Result<Workspace> {
        let zeros = super::factor::reserve;
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
            local: Local::default(),
        })
    }
}

/// The first shift of a Hessian that cannot be factored, and the largest that leaves a step as good as exact,
/// relative to its diagonal.
const SMALLEST: f64 = 1e-15;
const NEGLIGIBLE: f64 = 1e-8;

/// The first shift where the Hessian is indefinite, or a step does not pay.
const COARSE: f64 = 1e-3;

/// The same where indefinite Hessians are the rule.
const FINE: f64 = 1e-7;

/// What of a shift thresholds take beside a spread: in them the likelihood is convex.
const MILD: f64 = 1e-3;

/// What is not worth another step where the Hessian is singular in double precision.
const SINGULAR_GAIN: f64 = 1e-4;

/// Steps in a row that gain next to nothing before a fit ends.
const PATIENCE: usize = 10;

/// Log odds that no estimate has: the likelihood there is one in double precision.
const OUT_OF_SIGHT: f64 = 700.0;

/// A step that moves a predictor this far for so little, as a share of the comparisons and in all, to where its
/// likelihood is one but for rounding, runs to infinity: were there an optimum, nothing could be said of it.
const FAR: f64 = 10.0;
const NOTHING: f64 = 1e-5;
const LITTLE: f64 = 5e-2;
const SATURATED: f64 = 40.0;

/// How far a step goes to where thresholds leave their domain.
const TO_THE_WALL: f64 = 0.95;

pub(super) fn minimise(
    objective: &Objective,
    gauge: &Gauge,
    mut theta: Vec<f64>,
    limits: &Limits,
    w: &mut Workspace,
    watch: Watch<'_>,
) -> Result<Solution> {
    let p = objective.dimension;
    let total = objective.data.design.total();
    let mut value = objective.evaluate(&theta, &mut w.gradient, &mut w.hessian, &mut w.local);
    if !value.is_finite() {
        return Err(Error::Numeric("the log-likelihood is not finite at the start".into()));
    }
    let mut shift = 0.0;
    // What a Hessian that is not positive definite last needed to be factored.
    let mut needed = 0.0;
    // Whether the shift was dropped to see if an exact step ends it.
    let mut dropped = false;
    // A spread has saddle points wherever a variance is zero: a shift not much above the curvature there
    // leaves them soonest. Products of columns run to infinity along bends, which small shifts follow.
    let fine = objective.data.spread.is_some() || objective.strength.columns > 1;
    // Negative curvature comes of the spread: to damp thresholds as much, which stand behind it, would only slow
    // down those of little curvature.
    w.damping.fill(1.0);
    if let Some(spread) = objective.data.spread {
        w.damping[spread.first + spread.len()..].fill(MILD);
    }
    // A covariate's share is in its own units.
    let typical = objective.typical(&w.hessian);
    for k in objective.units.clone() {
        let own = w.hessian[k * p + k].abs() / typical;
        if own > 0.0 && own.is_finite() {
            w.damping[k] = own;
        }
    }
    let (mut decrement, mut change) = (f64::INFINITY, f64::INFINITY);
    let mut iterations = 0;
    let mut slow = 0;
    let stop = loop {
        if iterations >= limits.iterations {
            break Stop::Iterations;
        }
        iterations += 1;
        let asked = shift;
        let scale = match prepare(objective, gauge, &theta, &mut shift, SMALLEST, fine, w) {
            // Slopes of sensitivities run off twice exponentially, and take the Hessian with them.
            Err(Error::Numeric(_)) if objective.size(&theta) > OUT_OF_SIGHT => break Stop::Diverging,
            other => other?,
        };
        if shift > asked {
            needed = if fine || shift <= NEGLIGIBLE { shift } else { 0.0 };
        }
        let exact = shift <= NEGLIGIBLE;
        w.step.iter_mut().zip(&w.gradient).for_each(|(s, g)| *s = -g);
        w.factor.solve(&mut w.step);
        // Not to where thresholds leave their domain.
        let room = objective.room(&theta, &w.step);
        let length = if room > 1.0 / TO_THE_WALL { 1.0 } else { TO_THE_WALL * room };
        // The model promises -(g's + s'Hs/2), and (H + shift D) s = -g.
        let slope = dot(&w.step, &w.gradient);
        let damped: f64 = w.step.iter().zip(&w.damping).map(|(s, d)| d * s * s).sum();
        let shifted = shift * scale * damped;
        let promised = length * ((0.5 * length - 1.0) * slope + 0.5 * length * shifted);
        if length < 1.0 {
            w.step.iter_mut().for_each(|s| *s *= length);
        }
        if gauge.scale {
            objective.strength.slide(&theta, &objective.fixed, &mut w.step);
        }
        w.trial.iter_mut().zip(&theta).zip(&w.step).for_each(|((t, x), s)| *t = x + s);
        gauge.balance(&objective.strength, &mut w.trial, &objective.fixed);
        // Along what is singular in double precision steps are long and gain next to nothing.
        let worth =
            if needed > 0.0 && needed <= NEGLIGIBLE { limits.gain.max(SINGULAR_GAIN) } else { limits.gain };
        let trifle = promised <= worth && exact && length == 1.0;
        // A step of a shifted Hessian is often refused: then its derivatives are not needed.
        let pays = |trial_value: f64| value - trial_value >= 1e-4 * promised;
        let trial_value = match exact || pays(objective.value(&w.trial)) {
            true => objective.evaluate(&w.trial, &mut w.trial_gradient, &mut w.trial_hessian, &mut w.local),
            false => f64::INFINITY,
        };
        let step_change = objective.change(&theta, &w.trial);
        let floor = 8.0 * f64::EPSILON * (value.abs() + total * f64::EPSILON);
        let gained = value - trial_value;
        let at_floor = promised <= floor && exact && length == 1.0;
        let better = trial_value.is_finite()
            && (pays(trial_value) || (at_floor && largest(&w.trial_gradient) <= largest(&w.gradient)));
        if exact && length == 1.0 {
            decrement = (-slope).max(0.0).sqrt();
            change = step_change;
        }
        if !better {
            if at_floor || trifle {
                break at_the_floor(change, limits);
            }
            // Rounding, not curvature, is against a shifted step that promises so little.
            if promised <= floor && length == 1.0 && !exact && !dropped {
                (shift, needed, dropped) = (0.0, 0.0, true);
                continue;
            }
            shift = (shift * 8.0).max(if fine { FINE } else { COARSE });
            if shift > 1e12 {
                break at_the_floor(change, limits);
            }
            continue;
        }
        dropped = false;
        std::mem::swap(&mut theta, &mut w.trial);
        std::mem::swap(&mut w.gradient, &mut w.trial_gradient);
        std::mem::swap(&mut w.hessian, &mut w.trial_hessian);
        value = trial_value;
        slow = if gained <= limits.gain { slow + 1 } else { 0 };
        watch(&Progress {
            fraction: f64::NAN,
            iteration: iterations as u64,
            objective: value,
            gradient: largest(&w.gradient),
        })?;
        let is_far = !limits.finite && step_change > FAR && promised <= (NOTHING * total).min(LITTLE);
        if is_far && objective.size(&theta) > SATURATED {
            break Stop::Diverging;
        }
        if exact && length == 1.0 {
            if step_change <= limits.tolerance {
                break Stop::Converged;
            }
            if trifle && step_change > 0.05 {
                break at_the_floor(step_change, limits);
            }
            // Three steps would have ended what converges: this is rounding, or runs off.
            if slow >= 3 {
                break at_the_floor(step_change, limits);
            }
            if !limits.finite && slope.abs() <= VANISHING * total && step_change > 0.05 {
                break Stop::Diverging;
            }
        }
        // A rough solution is not polished; and beside a saddle point, or where thresholds run off by the dozen,
        // steps that must be shifted can trickle on for ever.
        let patience = match exact && length == 1.0 {
            _ if limits.examine => PATIENCE,
            true => 1,
            false => 3,
        };
        if slow >= patience {
            break Stop::Precision;
        }
        if gained >= 0.7 * promised {
            if needed > NEGLIGIBLE {
                needed /= 4.0;
            }
            shift = if shift >= 0.1 || (fine && shift > 4.0 * needed) { shift / 16.0 } else { needed };
            shift = shift.max(needed);
        }
    };
    let last_step = w.step.clone();
    let (curvature, weakest) = match limits.examine {
        true => match weakest(objective, gauge, &theta, w) {
            Err(Error::Numeric(_)) if stop == Stop::Diverging => (f64::NAN, Vec::new()),
            other => other?,
        },
        false => (f64::NAN, Vec::new()),
    };
    let uncorrelated: f64 = weakest.iter().enumerate().map(|(k, v)| v * v * w.hessian[k * p + k]).sum();
    // What nothing depends on at all has no curvature of its own to be held against; covariates may have little
    // because of their units.
    let share = weakest.iter().enumerate().filter(|(k, _)| !objective.units.contains(k));
    let share: f64 = share.map(|(_, v)| v * v).sum();
    let uncorrelated = uncorrelated.max(1e-8 * share * objective.typical(&w.hessian));
    Ok(Solution {
        value,
        gradient: largest(&w.gradient),
        decrement,
        step: change,
        curvature,
        weakest,
        uncorrelated,
        iterations,
        stop,
        last_step,
        theta,
    })
}

/// Factors Hessian + null directions + shift, raising the shift, `first` to begin with, until it is positive
/// definite.
/// Returns the size of a diagonal element that the shift is relative to.
fn prepare(
    objective: &Objective,
    gauge: &Gauge,
    theta: &[f64],
    shift: &mut f64,
    first: f64,
    fine: bool,
    w: &mut Workspace,
) -> Result<f64> {
    let p = objective.dimension;
    let scale = objective.typical(&w.hessian);
    if !scale.is_finite() {
        return Err(Error::Numeric("the Hessian overflows: are the weights too large?".into()));
    }
    loop {
        let matrix = w.factor.matrix();
        matrix.copy_from_slice(&w.hessian);
        gauge.add_projector(&objective.strength, theta, &objective.fixed, scale, matrix, &mut w.scratch);
        if *shift > 0.0 {
            for k in 0..p {
                matrix[k * p + k] += *shift * scale * w.damping[k];
            }
        }
        if w.factor.factor_free(&objective.fixed) {
            return Ok(scale);
        }
        // Singular but for rounding, or indefinite.
        *shift = match *shift {
            0.0 => first,
            s if 1e3 * s <= NEGLIGIBLE => 1e3 * s,
            s if fine && s < COARSE => 16.0 * s.max(FINE / 16.0),
            s => (8.0 * s).max(COARSE),
        };
        if *shift > 1e12 {
            return Err(Error::Numeric("the Hessian could not be made positive definite".into()));
        }
    }
}

/// The smallest eigenvalue of the Hessian off the null directions, by inverse iteration; its sign is
/// that of the curvature if the Hessian is not positive definite.
fn weakest(
    objective: &Objective,
    gauge: &Gauge,
    theta: &[f64],
    w: &mut Workspace,
) -> Result<(f64, Vec<f64>)> {
    let p = objective.dimension;
    let mut shift = 0.0;
    // A shift that is not the same for all would turn the direction.
    w.damping[objective.units.clone()].fill(1.0);
    prepare(objective, gauge, theta, &mut shift, COARSE, false, w)?;
    let mut v = probe(p);
    let clean = |v: &mut Vec<f64>, scratch: &mut Vec<f64>| {
        v.iter_mut().zip(&objective.fixed).for_each(|(x, &fixed)| *x = if fixed { 0.0 } else { *x });
        gauge.project(&objective.strength, theta, &objective.fixed, v, scratch);
        let norm = dot(v, v).sqrt();
        if norm > 0.0 {
            v.iter_mut().for_each(|x| *x /= norm);
        }
        norm
    };
    if clean(&mut v, &mut w.scratch) == 0.0 {
        return Ok((f64::NAN, v));
    }
    // A singular Hessian took a shift to be factored: then the direction must be sharp, so that its
    // curvature comes out as nothing but rounding.
    let sharpness = if shift > 0.0 { 1e-8 } else { 1e-2 };
    let mut last = f64::INFINITY;
    for _ in 0..30 {
        w.factor.solve(&mut v);
        let next = 1.0 / clean(&mut v, &mut w.scratch);
        let settled = (next - last).abs() <= sharpness * next;
        last = next;
        if settled {
            break;
        }
    }
    Ok((quadratic(&w.hessian, &v), v))
}

/// v' H v from the lower triangle of H.
fn quadratic(hessian: &[f64], v: &[f64]) -> f64 {
    let p = v.len();
    (0..p)
        .map(|c| {
            let below = &hessian[c * p + c..(c + 1) * p];
            v[c] * (v[c] * below[0] + 2.0 * dot(&below[1..], &v[c + 1..]))
        })
        .sum()
}
