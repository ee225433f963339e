//! When the iterations end after a step that was taken.

use super::super::bounds::*;
use super::super::shifted::solve_off_null_space;
use super::{Newton, Step, Trial};
use crate::solve::certificate::bound;
use crate::solve::{at_the_floor, leads_to_infinity};
use crate::solve::{Minimand, Prove, Stop, MAX_DECREMENT, MAX_VANISHING_STEP};
use crate::vectors::dot;

impl<M: Minimand> Newton<'_, M> {
    /// Whether long steps in a row promise almost nothing.
    pub(super) fn diverges(&mut self, step: &Step, trial: &Trial) -> bool {
        let most_promised = |share: f64| (share * self.total).min(MAX_LONG_STEP_PROMISE);
        let is_far = !self.limits.finite
            && trial.change > MAX_STEP_IN_PREDICTOR
            && trial.promised <= most_promised(MAX_LONG_STEP_PROMISE_SHARE);
        let would_be_slow = self.convex
            && !self.limits.finite
            && trial.change > MAX_STEP_IN_PREDICTOR * trial.length
            && step.promise(1.0) <= most_promised(SLOW_FULL_PROMISE_SHARE);
        let is_slow = is_far && trial.promised <= SLOW_PROMISE_SHARE * self.total;
        self.long_steps = if is_slow { self.long_steps + 1 } else { 0 };
        self.slow_steps = if would_be_slow { self.slow_steps + 1 } else { 0 };
        self.long_steps >= MAX_LONG_STEPS
            || self.slow_steps >= MAX_IDLE_STEPS
            || (!self.convex && is_far && self.minimand.size(&self.theta) > SATURATED_LOG_ODDS)
    }

    /// Why the iterations end at the point that a step has led to, if they do.
    pub(super) fn ends(&mut self, step: &Step, trial: &Trial) -> Option<Stop> {
        let is_whole = self.exact && trial.length == 1.0;
        if is_whole {
            if let Some(stop) = self.ends_after_whole_step(step.slope.abs(), trial) {
                return Some(stop);
            }
        }
        // A rough solution is not polished; and beside a saddle point, or where thresholds diverge by the dozen,
        // steps that must be shifted can trickle on for ever.
        let patience = match is_whole {
            _ if self.limits.prove == Prove::Curvature => MAX_IDLE_STEPS,
            true => 1,
            false => 3,
        };
        (self.slow >= patience).then_some(Stop::Precision)
    }

    /// The same after a whole step by an exact factor, along which the slope was this.
    fn ends_after_whole_step(&mut self, slope: f64, trial: &Trial) -> Option<Stop> {
        let (limits, change) = (self.limits, trial.change);
        let is_short = change <= limits.tolerance;
        // Next to a variance of zero a step may be followed by a longer one: the gradient must have gone.
        if is_short
            && trial.is_settled
            && slope <= MAX_DECREMENT * MAX_DECREMENT
            && (self.convex || self.gradient_has_gone())
        {
            self.factored = self.moved <= REACH_OF_A_FACTOR;
            return Some(Stop::Converged);
        }
        if trial.trifle && limits.prove != Prove::Curvature && change > MAX_VANISHING_STEP {
            return Some(at_the_floor(change, limits));
        }
        if trial.at_floor && self.floor.ends(slope, limits) {
            return Some(at_the_floor(change, limits));
        }
        // Three steps would have ended what converges: this is rounding, or diverges.
        if self.slow >= 3 {
            return Some(at_the_floor(change, limits));
        }
        leads_to_infinity(slope, change, self.total, limits).then_some(Stop::Diverging)
    }

    fn gradient_has_gone(&mut self) -> bool {
        let w = &mut *self.w;
        w.trial.copy_from_slice(&w.gradient);
        solve_off_null_space(self.minimand, &self.theta, &mut w.factor, &mut w.trial, &mut w.scratch);
        dot(&w.trial, &w.gradient).max(0.0).sqrt() <= bound(self.total)
    }
}
