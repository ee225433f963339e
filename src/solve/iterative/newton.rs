//! The iterations: a state, and what one iteration does with it.

use super::{conjugate_gradients, metric, Inner, Point, Workspace};
use crate::error::{Error, Result};
use crate::progress::Watch;
use crate::solve::{at_the_floor, damped, decrease, leads_to_infinity, report, slopes, Floor};
use crate::solve::{Limits, Minimand, Stop, MAX_DECREMENT, MOST_SEARCHED};
use crate::vectors::{dot, largest};

/// Steps to the edge of the region, one after the other, that promise less than rounding.
const MOST_IDLE: usize = 10;

/// How exactly the first step is solved for, as a share of the gradient.
const FIRST_FORCING: f64 = 0.1;

/// The step that conjugate gradients found.
struct Step {
    /// Whether it is the Newton step, and not cut at the edge of the region.
    is_solved: bool,
    slope: f64,
    /// Its quadratic form by the Hessian.
    square: f64,
    /// Its length in the metric of the region.
    length: f64,
}

/// Where a step led.
struct Trial {
    /// How often the step was shortened.
    searched: usize,
    promised: f64,
    value: f64,
    /// The largest change of a predictor.
    change: f64,
    gained: f64,
    /// Whether the step is taken.
    better: bool,
    /// Whether it is a whole Newton step.
    is_whole: bool,
    /// Whether the promise of such a step lies below the rounding of the objective.
    at_floor: bool,
}

/// The state of the iterations.
pub(super) struct Newton<'a, M: Minimand> {
    minimand: &'a M,
    limits: &'a Limits,
    pub(super) w: Workspace<M>,
    total: f64,
    convex: bool,
    pub(super) theta: Vec<f64>,
    pub(super) value: f64,
    pub(super) iterations: usize,
    /// Of the region, in its metric.
    radius: f64,
    /// How exactly the step is solved for, as a share of the gradient.
    forcing: f64,
    /// The largest change of a predictor by the last whole step.
    change: f64,
    /// Whole steps that promised less than the rounding of the objective.
    floor: Floor,
    /// Steps to the edge in a row that promise less than rounding.
    idle: usize,
}

impl<'a, M: Minimand> Newton<'a, M> {
    pub(super) fn new(minimand: &'a M, theta: Vec<f64>, limits: &'a Limits) -> Result<Newton<'a, M>> {
        let mut w = Workspace::new(minimand)?;
        let value = minimand.weigh(&theta, &mut w.gradient, &mut w.diagonal, &mut w.weights, &mut w.scratch);
        if !value.is_finite() {
            return Err(Error::Numeric("the log-likelihood is not finite at the start".into()));
        }
        Ok(Newton {
            minimand,
            limits,
            w,
            total: minimand.total(),
            convex: minimand.is_convex(),
            theta,
            value,
            iterations: 0,
            radius: f64::INFINITY,
            forcing: FIRST_FORCING,
            change: f64::INFINITY,
            floor: Floor::new(),
            idle: 0,
        })
    }

    pub(super) fn run(&mut self, watch: Watch<'_>) -> Result<Stop> {
        while self.iterations < self.limits.iterations {
            self.iterations += 1;
            if let Some(stop) = self.iterate(&mut *watch)? {
                return Ok(stop);
            }
        }
        Ok(Stop::Iterations)
    }

    /// One iteration; why it is the last, if it is.
    fn iterate(&mut self, watch: Watch<'_>) -> Result<Option<Stop>> {
        let step = self.solve()?;
        let trial = self.search(&step);
        if trial.is_whole {
            self.change = trial.change;
        }
        // Where something diverges its curvature drowns in rounding, and may come out negative: nothing is gained by that.
        let is_idle = trial.promised.abs() <= self.rounding() && !trial.is_whole;
        self.idle = if is_idle { self.idle + 1 } else { 0 };
        if self.idle > MOST_IDLE {
            return Ok(Some(at_the_floor(self.change, self.limits)));
        }
        if !trial.better {
            return Ok(self.refuse(&step, &trial));
        }
        let shrunk = largest(&self.w.trial_gradient) / largest(&self.w.gradient).max(f64::MIN_POSITIVE);
        self.take(&trial);
        watch(&report(self.iterations, self.value, &self.w.gradient))?;
        let stop = if trial.is_whole { self.ends(step.slope.abs(), &trial) } else { None };
        if stop.is_none() {
            self.adapt(&step, &trial, shrunk);
        }
        Ok(stop)
    }

    /// The rounding of the objective.
    fn rounding(&self) -> f64 {
        8.0 * f64::EPSILON * (self.value.abs() + self.total * f64::EPSILON)
    }

    fn solve(&mut self) -> Result<Step> {
        let (minimand, w) = (self.minimand, &mut self.w);
        let point = Point { minimand, theta: &self.theta, weights: &w.weights, diagonal: &w.diagonal };
        w.cg.adapt(&point)?;
        w.cg.residual.iter_mut().zip(&w.gradient).for_each(|(r, g)| *r = -g);
        let (forcing, radius) = (self.forcing, self.radius);
        let inner = conjugate_gradients(&point, forcing, radius, self.total, &mut w.cg, &mut w.scratch)?;
        let slope = dot(&w.cg.step, &w.gradient);
        minimand.product(&self.theta, &w.weights, &w.cg.step, &mut w.cg.product, &mut w.scratch);
        let square = dot(&w.cg.step, &w.cg.product);
        let length = metric(&w.cg.step, &w.diagonal);
        minimand.correct_step(&self.theta, &mut w.cg.step);
        Ok(Step { is_solved: inner == Inner::Solved, slope, square, length })
    }

    /// Tries the step. Of a convex objective it is shortened until it pays, since there is no need of a smaller region.
    fn search(&mut self, step: &Step) -> Trial {
        let floor = self.rounding();
        let (minimand, w) = (self.minimand, &mut self.w);
        let (mut searched, mut part) = (0, 1.0);
        loop {
            let promised = -part * step.slope - 0.5 * part * part * step.square;
            w.trial.iter_mut().zip(&self.theta).zip(&w.cg.step).for_each(|((t, x), s)| *t = x + s);
            minimand.balance(&mut w.trial);
            let value = minimand.weigh(
                &w.trial,
                &mut w.trial_gradient,
                &mut w.trial_diagonal,
                &mut w.trial_weights,
                &mut w.scratch,
            );
            let slopes = || slopes([&w.gradient, &w.trial_gradient], [&self.theta, &w.trial]);
            let gained = decrease([self.value, value], slopes, promised, floor);
            let change = minimand.change(&self.theta, &w.trial);
            let better = value.is_finite() && promised > 0.0 && gained >= 1e-4 * promised;
            if better || !self.convex || part * change < 1e-14 || searched >= MOST_SEARCHED {
                let is_whole = step.is_solved && searched == 0;
                let at_floor = promised.abs() <= floor && is_whole;
                return Trial { searched, promised, value, change, gained, better, is_whole, at_floor };
            }
            let by = if searched == 0 { damped(change) } else { 0.25 };
            searched += 1;
            part *= by;
            w.cg.step.iter_mut().for_each(|s| *s *= by);
        }
    }

    /// After a step that does not pay: a smaller region, or the end.
    fn refuse(&mut self, step: &Step, trial: &Trial) -> Option<Stop> {
        let end = Some(at_the_floor(self.change, self.limits));
        if trial.at_floor || trial.searched > 0 {
            return end;
        }
        self.radius = 0.25 * step.length;
        if self.radius <= f64::EPSILON * metric(&self.theta, &self.w.diagonal) {
            return end;
        }
        None
    }

    fn take(&mut self, trial: &Trial) {
        let w = &mut self.w;
        std::mem::swap(&mut self.theta, &mut w.trial);
        std::mem::swap(&mut w.gradient, &mut w.trial_gradient);
        std::mem::swap(&mut w.diagonal, &mut w.trial_diagonal);
        std::mem::swap(&mut w.weights, &mut w.trial_weights);
        self.value = trial.value;
    }

    /// Why the iterations end after a whole step with this slope, if they do.
    fn ends(&mut self, slope: f64, trial: &Trial) -> Option<Stop> {
        let (limits, change) = (self.limits, trial.change);
        if change <= limits.tolerance && slope <= MAX_DECREMENT * MAX_DECREMENT {
            return Some(Stop::Converged);
        }
        // Steps are inexact, so that more of them may be needed than with a dense Hessian.
        if trial.at_floor && self.floor.ends(slope, limits) {
            return Some(at_the_floor(change, limits));
        }
        leads_to_infinity(slope, change, self.total, limits).then_some(Stop::Diverging)
    }

    /// The region and the exactness of the next iteration.
    fn adapt(&mut self, step: &Step, trial: &Trial, shrunk: f64) {
        // Solve the more exactly the faster the gradient falls: superlinear at the end.
        // And the more exactly the smaller the decrement, or what diverges drowns in the error of the rest.
        let close = trial.change.min((step.slope.abs() / self.total).sqrt()).max(1e-10);
        self.forcing = (0.5 * shrunk).clamp(1e-10, FIRST_FORCING).min(self.forcing.max(1e-10)).min(close);
        if !step.is_solved && trial.gained >= 0.7 * trial.promised {
            self.radius = (4.0 * step.length).max(self.radius);
        } else if !self.convex && trial.gained < 0.25 * trial.promised && !trial.at_floor {
            self.radius = 0.5 * step.length;
        }
    }
}
