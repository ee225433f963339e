//! The domain e >= 0 of linear thresholds of Rao and Kupper, pair by pair: a barrier, then active sets by the
//! method of multipliers. Where a pair tied the likelihood itself keeps e above zero.

use crate::error::Result;
use crate::likelihood::{Constraint, ConstraintState, NullSpace, Objective};
use crate::outcome::TIE;
use crate::progress::Watch;
use crate::room::Gather as _;
use crate::solve::{Limits, Prove, Solution, Solver, Stop};

/// Rounds of multipliers; each takes a few steps.
const ROUNDS: usize = 40;

/// Barriers, each a tenth of the one before.
const BARRIERS: usize = 4;

/// Gains that are not worth another step with a barrier: in all, and as a share of how far barriers keep the objective from
/// its optimum, which is one barrier for each threshold.
const ROUGH_GAIN: f64 = 1e-2;
const BARRIER_GAIN: f64 = 0.1;

/// A threshold this near to zero is at zero.
const NEAR: f64 = 1e-9;

/// As [`Solver::minimise`], above all floors of the objective, whose multipliers are left at the optimum.
///
/// A barrier leads to the optimum from inside and tells most of the floors that are reached; the others are
/// found one round after the other.
pub(super) fn minimise(
    solver: &mut Solver,
    objective: &mut Objective,
    null_space: &NullSpace,
    theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Solution> {
    if !objective.constraints.iter().any(is_floor) {
        return solver.minimise(&objective.modulo(null_space), theta, limits, watch);
    }
    let mut theta = theta;
    let mut iterations = 0;
    let mut round = Limits { prove: Prove::Nothing, gain: limits.gain.max(1e-5), ..*limits };
    let settled_before =
        objective.constraints.iter().any(|constraint| constraint.state == ConstraintState::Active);
    if !settled_before && make_feasible(objective, &mut theta, true) {
        let stiff: Vec<f64> = objective.constraints.iter().map(|constraint| constraint.weight).gathered();
        let mut rough = Limits { tolerance: 1e-2, ..round };
        let mut barrier = 0.003 * objective.data.design.total() / objective.data.design.len() as f64;
        let count = objective.constraints.iter().filter(|constraint| is_floor(constraint)).count();
        for _ in 0..BARRIERS {
            let floors = objective.constraints.iter_mut().filter(|constraint| is_floor(constraint));
            floors.for_each(|constraint| {
                (constraint.state, constraint.weight) = (ConstraintState::Interior, barrier)
            });
            rough.gain = ROUGH_GAIN.max(BARRIER_GAIN * barrier * count as f64);
            let found = solver.minimise(&objective.modulo(null_space), theta, &rough, watch)?;
            iterations += found.iterations;
            (theta, rough.first_shift) = (found.theta, found.shift);
            barrier *= 0.1;
        }
        for (constraint, weight) in
            objective.constraints.iter_mut().zip(stiff).filter(|(h, _)| h.state == ConstraintState::Interior)
        {
            // At the end of the barrier multiplier times gap is the same for all: what is reached has the
            // larger multiplier.
            let (multiplier, gap) = (constraint.slope(&theta), constraint.gap(&theta));
            let reached = -multiplier > gap;
            constraint.state = if reached { ConstraintState::Active } else { ConstraintState::Inactive };
            (constraint.weight, constraint.multiplier) = (weight, if reached { multiplier } else { 0.0 });
        }
    }
    for _ in 0..ROUNDS {
        let found = solver.minimise(&objective.modulo(null_space), theta, &round, watch)?;
        iterations += found.iterations;
        (theta, round.first_shift) = (found.theta, found.shift);
        if found.stop == Stop::Iterations || update_active_set(objective, &theta) {
            let last = Limits { first_shift: round.first_shift, ..*limits };
            let mut last = solver.minimise(&objective.modulo(null_space), theta, &last, watch)?;
            last.iterations += iterations;
            return Ok(last);
        }
    }
    let mut last = solver.minimise(&objective.modulo(null_space), theta, limits, watch)?;
    (last.iterations, last.stop) = (iterations + last.iterations, Stop::Iterations);
    Ok(last)
}

/// Whether a constraint is the floor of a threshold: not an equality or a bound of the caller.
fn is_floor(constraint: &Constraint) -> bool {
    !matches!(constraint.state, ConstraintState::Equality | ConstraintState::Bound)
}

/// Updates multipliers, releases active constraints whose multiplier has the wrong sign, and activates violated ones.
/// Returns whether nothing changed.
fn update_active_set(objective: &mut Objective, theta: &[f64]) -> bool {
    let mut settled = true;
    for constraint in &mut objective.constraints {
        let gap = constraint.gap(theta);
        match constraint.state {
            ConstraintState::Active => {
                constraint.multiplier = constraint.slope(theta);
                settled &= gap.abs() <= NEAR;
                if constraint.multiplier > 0.0 {
                    (constraint.state, constraint.multiplier) = (ConstraintState::Inactive, 0.0);
                    settled = false;
                }
            }
            ConstraintState::Inactive if gap < -NEAR => {
                constraint.state = ConstraintState::Active;
                settled = false;
            }
            _ => {}
        }
    }
    settled
}

/// Moves thresholds to where every pair that tied, or with `all` every pair, has a positive one; false if
/// it finds no such place.
pub(super) fn make_feasible(objective: &Objective, theta: &mut [f64], all: bool) -> bool {
    const SWEEPS: usize = 1000;
    let (data, design) = (&objective.data, &objective.data.design);
    for _ in 0..SWEEPS {
        let mut feasible = true;
        for cell in (0..design.len()).filter(|&c| all || design.counts[c].tie > 0.0) {
            let (index, value) = design.cuts[TIE].rows.row(cell);
            let size: f64 = value.iter().map(|v| v * v).sum();
            let e = data.threshold(TIE, theta, cell);
            if e < 0.05 && size > 0.0 {
                feasible = false;
                // Onto the threshold of a tenth (Kaczmarz).
                let step = (0.1 - e) / size;
                index.iter().zip(value).for_each(|(&k, v)| theta[k as usize] += step * v);
            }
        }
        if feasible {
            return true;
        }
    }
    false
}
