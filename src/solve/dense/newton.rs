//! The iterations: a state, and what one iteration does with it.

mod ending;

use super::bounds::*;
use super::saddle::leave;
use super::shifted::{
    prepare, solve_off_null_space, COARSE_SHIFT, FINE_SHIFT, MAX_NEGLIGIBLE_SHIFT, MIN_SHIFT,
};
use super::Workspace;
use crate::error::{Error, Result};
use crate::progress::{Progress, Watch};
use crate::solve::certificate::bound;
use crate::solve::{at_the_floor, damped, decrease, report, slopes, Floor};
use crate::solve::{Limits, Minimand, Stop, LONGEST, MOST_SEARCHED, ROUNDED};
use crate::vectors::{dot, largest};

/// The step that an iteration would take.
struct Step {
    /// The share of the Newton step that is within the domain of thresholds.
    length: f64,
    /// Slope of the objective along the Newton step.
    slope: f64,
    /// Curvature that the shift adds along it.
    shifted: f64,
    /// The change of predictors by the Newton step, where it is known.
    whole: Option<f64>,
}

impl Step {
    /// The gain that the quadratic model promises for a share of the Newton step: -(g's + s'Hs/2), where (H + shift D) s = -g.
    fn promise(&self, length: f64) -> f64 {
        length * ((0.5 * length - 1.0) * self.slope + 0.5 * length * self.shifted)
    }
}

/// Where a step led.
struct Trial {
    /// The share of the Newton step that was tried last.
    length: f64,
    /// How often the step was shortened.
    searched: usize,
    promised: f64,
    value: f64,
    /// The largest change of a predictor.
    change: f64,
    gained: f64,
    /// Whether the step is taken.
    better: bool,
    /// The rounding of the objective.
    floor: f64,
    /// Whether the promise lies below that rounding, of a whole step by an exact factor.
    at_floor: bool,
    /// Whether it lies below the gain that is worth a step.
    trifle: bool,
    /// Whether the error that a factor made elsewhere leaves is negligible.
    is_settled: bool,
    /// Whether a Hessian nearby was singular in double precision.
    singular: bool,
}

/// The state of the iterations.
pub(super) struct Newton<'a, M: Minimand> {
    minimand: &'a M,
    limits: &'a Limits,
    pub(super) w: &'a mut Workspace,
    total: f64,
    convex: bool,
    is_large: bool,
    pub(super) theta: Vec<f64>,
    pub(super) value: f64,
    pub(super) iterations: usize,
    /// The shift of the Hessian.
    shift: f64,
    /// That of the first factor; zero once it was used.
    first: f64,
    /// The shift with which a Hessian that is not positive definite was last factored.
    pub(super) needed: f64,
    /// Whether a smaller one, negligible too, did not do: then the Hessian is singular, and was not indefinite.
    singular_below: bool,
    /// Whether the shift was dropped to see if an exact step ends it.
    dropped: bool,
    /// Whether the factor in the workspace is that of a Hessian, and not of one that was shifted.
    pub(super) exact: bool,
    /// Whether that is the Hessian where the iterations ended, or one beside it.
    pub(super) factored: bool,
    /// How far predictors have moved since the factor was made; infinite where it is not to be used again.
    moved: f64,
    /// The largest change of a predictor by the last whole exact step.
    change: f64,
    /// Steps in a row that gained almost nothing.
    slow: usize,
    /// Whole steps that promised less than the rounding of the objective.
    floor: Floor,
    /// Long steps in a row that gain almost nothing.
    long_steps: usize,
    /// The same of steps whose full length counts, also where they are cut.
    slow_steps: usize,
    /// Steps in a row that a shift has shortened.
    held: usize,
}

impl<'a, M: Minimand> Newton<'a, M> {
    pub(super) fn new(
        minimand: &'a M,
        theta: Vec<f64>,
        limits: &'a Limits,
        w: &'a mut Workspace,
    ) -> Result<Newton<'a, M>> {
        let value = minimand.evaluate(&theta, &mut w.gradient, &mut w.hessian, &mut w.local);
        if !value.is_finite() {
            return Err(Error::Numeric("the log-likelihood is not finite at the start".into()));
        }
        minimand.set_damping(&w.hessian, &mut w.damping);
        Ok(Newton {
            minimand,
            limits,
            total: minimand.total(),
            convex: minimand.is_convex(),
            is_large: minimand.dimension() > LARGE,
            theta,
            value,
            iterations: 0,
            shift: 0.0,
            first: limits.first_shift,
            needed: 0.0,
            singular_below: true,
            dropped: false,
            exact: false,
            factored: false,
            moved: f64::INFINITY,
            change: f64::INFINITY,
            slow: 0,
            floor: Floor::new(),
            long_steps: 0,
            slow_steps: 0,
            held: 0,
            w,
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
        let singular = is_singular(self.needed);
        let Some((scale, was_raised)) = self.factor(singular)? else { return Ok(Some(Stop::Diverging)) };
        let floor = 8.0 * f64::EPSILON * (self.value.abs() + self.total * f64::EPSILON);
        if self.leaves_a_saddle(floor)? {
            watch(&self.now())?;
            return Ok(None);
        }
        if was_raised {
            let counts = !self.convex || self.shift <= MAX_NEGLIGIBLE_SHIFT;
            self.needed = if counts { self.shift } else { 0.0 };
            self.singular_below = self.shift <= MAX_NEGLIGIBLE_SHIFT;
        }
        self.exact = self.shift <= MAX_NEGLIGIBLE_SHIFT;
        self.w.step.iter_mut().zip(&self.w.gradient).for_each(|(s, g)| *s = -g);
        let w = &mut *self.w;
        solve_off_null_space(self.minimand, &self.theta, &mut w.factor, &mut w.step, &mut w.scratch);
        let whole = self.change_by_whole_step();
        if whole.is_some_and(|change| self.would_end_here(change)) {
            // The factor proves the point where it stands.
            self.factored = true;
            watch(&self.now())?;
            return Ok(Some(Stop::Converged));
        }
        let step = self.within_the_domain(scale, whole);
        let trial = self.search(&step, floor, singular);
        if !trial.better {
            return Ok(self.refuse(&trial));
        }
        let drops = self.take(&trial);
        watch(&self.now())?;
        if self.diverges(&step, &trial) {
            return Ok(Some(Stop::Diverging));
        }
        if let Some(stop) = self.ends(&step, &trial) {
            return Ok(Some(stop));
        }
        self.adapt(&trial, drops);
        Ok(None)
    }

    fn now(&self) -> Progress {
        report(self.iterations, self.value, &self.w.gradient)
    }

    /// Factors the Hessian, unless the factor that there is will do: the scale of the shift, zero where there is none, and
    /// whether the shift was raised. None where what diverges takes the Hessian with it.
    fn factor(&mut self, singular: bool) -> Result<Option<(f64, bool)>> {
        if singular && !self.convex {
            // In proportion to the gradient: then steps stay near the surface of optima, and still become Newton's
            // (Yamashita and Fukushima 2001). Not to a curvature that vanishes with it, as where strengths diverge.
            let mean = self.total / self.minimand.dimension() as f64;
            let typical = self.minimand.typical(&self.w.hessian).max(mean);
            let by_gradient = largest(&self.w.gradient) / typical;
            self.shift = self.shift.max(by_gradient.clamp(MIN_SHIFT_ON_A_SURFACE, COARSE_SHIFT));
        }
        let asked = self.shift;
        // Not tried without, where a Hessian nearby was singular.
        self.shift = self.shift.max(std::mem::take(&mut self.first));
        let mut scale = 0.0;
        if self.moved > REACH_OF_A_FACTOR {
            let fine = !self.convex;
            scale = match prepare(self.minimand, &self.theta, &mut self.shift, MIN_SHIFT, fine, self.w) {
                // Slopes of sensitivities diverge twice exponentially, and take the Hessian with them.
                Err(Error::Numeric(_)) if self.minimand.size(&self.theta) > MAX_LOG_ODDS => return Ok(None),
                other => other?,
            };
            self.moved = if self.convex && self.shift == 0.0 { 0.0 } else { f64::INFINITY };
        }
        Ok(Some((scale, self.shift > asked)))
    }

    /// Goes along the direction of negative curvature, where a shift has shortened several steps in a row and that gains.
    fn leaves_a_saddle(&mut self, floor: f64) -> Result<bool> {
        let is_held = self.is_large && !self.convex && self.shift > MAX_NEGLIGIBLE_SHIFT;
        self.held = if is_held { self.held + 1 } else { 0 };
        if self.held < MOST_HELD {
            return Ok(false);
        }
        self.held = 0;
        match leave(self.minimand, &mut self.theta, (self.value, floor), self.w) {
            Some(less) => {
                self.value = less;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The change of predictors by the Newton step of a convex objective.
    fn change_by_whole_step(&mut self) -> Option<f64> {
        if !self.convex || self.shift != 0.0 {
            return None;
        }
        let w = &mut *self.w;
        w.trial.iter_mut().zip(&self.theta).zip(&w.step).for_each(|((t, x), s)| *t = x + s);
        Some(self.minimand.change(&self.theta, &w.trial))
    }

    /// Whether a Newton step that changes predictors by so much is not worth taking.
    fn would_end_here(&self, change: f64) -> bool {
        // A parameter that no predictor reads may still be moved by a penalty or a constraint.
        let decrement = dot(&self.w.step, &self.w.gradient).abs().sqrt();
        change <= NO_STEP_SHARE * self.limits.tolerance && decrement <= bound(self.total)
    }

    /// Shortens the step so that thresholds stay in their domain.
    fn within_the_domain(&mut self, scale: f64, whole: Option<f64>) -> Step {
        let w = &mut *self.w;
        let room = self.minimand.room(&self.theta, &w.step);
        let length = if room > 1.0 / SHARE_TO_BOUNDARY { 1.0 } else { SHARE_TO_BOUNDARY * room };
        let slope = dot(&w.step, &w.gradient);
        let in_metric: f64 = w.step.iter().zip(&w.damping).map(|(s, d)| d * s * s).sum();
        let shifted = self.shift * scale * in_metric;
        if length < 1.0 {
            w.step.iter_mut().for_each(|s| *s *= length);
        }
        self.minimand.correct_step(&self.theta, &mut w.step);
        Step { length, slope, shifted, whole }
    }

    /// Tries the step. Of a convex objective it is shortened until it pays, since there is no need of a smaller region.
    fn search(&mut self, step: &Step, floor: f64, singular: bool) -> Trial {
        let (minimand, limits) = (self.minimand, self.limits);
        // Along what is singular in double precision steps are long and gain almost nothing.
        let least_gain = if self.convex && is_singular(self.needed) {
            limits.gain.max(SINGULAR_GAIN)
        } else {
            limits.gain
        };
        let (mut length, mut searched) = (step.length, 0);
        let (promised, value, change, gained, better) = loop {
            let promised = step.promise(length);
            let w = &mut *self.w;
            w.trial.iter_mut().zip(&self.theta).zip(&w.step).for_each(|((t, x), s)| *t = x + s);
            minimand.balance(&mut w.trial);
            let pays = |gained: f64| gained >= 1e-4 * promised;
            // A step of a shifted Hessian is often refused: then its derivatives are not needed.
            let rounded = promised <= ROUNDED * floor;
            let value = match self.exact || rounded || pays(self.value - minimand.value(&w.trial)) {
                true => {
                    minimand.evaluate(&w.trial, &mut w.trial_gradient, &mut w.trial_hessian, &mut w.local)
                }
                false => f64::INFINITY,
            };
            let slopes = || slopes([&w.gradient, &w.trial_gradient], [&self.theta, &w.trial]);
            let gained = decrease([self.value, value], slopes, promised, floor);
            // Of a convex objective nothing moves predictors but the step.
            let whole = step.whole.filter(|_| searched == 0 && length == 1.0);
            let change = whole.unwrap_or_else(|| minimand.change(&self.theta, &w.trial));
            let better = value.is_finite() && pays(gained) && promised > 0.0;
            let too_long = self.convex && limits.finite && searched == 0 && change > LONGEST;
            let better = better && !too_long;
            let most = match self.convex {
                // Parts of a step that promises less than rounding trickle on.
                true if searched == 0 && self.exact && promised <= floor => 0,
                true => MOST_SEARCHED,
                // A part of the step costs a value, another shift costs a factor.
                false if self.is_large && promised > least_gain.max(floor) => MOST_PARTS,
                false => 0,
            };
            if better || length * change < 1e-14 || searched >= most {
                break (promised, value, change, gained, better);
            }
            let part = if self.convex && searched == 0 { damped(change) } else { 0.25 };
            searched += 1;
            length *= part;
            w.step.iter_mut().for_each(|s| *s *= part);
        };
        // A step by a factor made elsewhere leaves that share of the error.
        let left = if self.moved.is_finite() { self.moved * change } else { 0.0 };
        let reaches = length == 1.0 && (self.moved == 0.0 || change <= MOST_OF_LAST_STEP * self.change);
        self.moved = if better && reaches { self.moved + change } else { f64::INFINITY };
        if self.exact && searched == 0 && length == 1.0 {
            self.change = change;
        }
        Trial {
            length,
            searched,
            promised,
            value,
            change,
            gained,
            better,
            floor,
            at_floor: promised <= floor && self.exact && length == 1.0,
            trifle: promised <= least_gain && self.exact && length == 1.0,
            is_settled: left <= NO_STEP_SHARE * limits.tolerance,
            singular,
        }
    }

    /// After a step that does not pay: a larger shift, or the end.
    fn refuse(&mut self, trial: &Trial) -> Option<Stop> {
        if trial.at_floor || trial.trifle || (self.convex && trial.searched > 0) {
            return Some(at_the_floor(self.change, self.limits));
        }
        // Rounding, not curvature, is against a shifted step that promises so little.
        if trial.promised <= trial.floor && trial.length == 1.0 && !self.exact && !self.dropped {
            (self.shift, self.needed, self.dropped) = (0.0, 0.0, true);
            return None;
        }
        let raised = if trial.searched > 0 { 64.0 } else { 8.0 };
        self.shift = (self.shift * raised).max(if self.convex { COARSE_SHIFT } else { FINE_SHIFT });
        match self.shift > 1e12 {
            true => Some(at_the_floor(self.change, self.limits)),
            false => None,
        }
    }

    /// Takes the step. Whether the shift is to be dropped: where the Hessian is positive definite, what is left of it only
    /// holds up a step that rounding hides.
    fn take(&mut self, trial: &Trial) -> bool {
        let w = &mut *self.w;
        std::mem::swap(&mut self.theta, &mut w.trial);
        std::mem::swap(&mut w.gradient, &mut w.trial_gradient);
        std::mem::swap(&mut w.hessian, &mut w.trial_hessian);
        self.value = trial.value;
        let unseen = !self.exact && trial.promised <= trial.floor;
        let drifts = trial.singular
            && self.exact
            && trial.change <= MAX_DRIFT
            && trial.gained <= MAX_DRIFT_GAIN_SHARE * self.total;
        let is_slow = trial.gained <= self.limits.gain || unseen || drifts;
        self.slow = if is_slow { self.slow + 1 } else { 0 };
        let drops = unseen && !self.dropped && self.needed <= MAX_NEGLIGIBLE_SHIFT;
        self.dropped = unseen && (drops || self.dropped);
        drops
    }

    /// The shift of the next iteration.
    fn adapt(&mut self, trial: &Trial, drops: bool) {
        // A spread has saddle points wherever a variance is zero: a shift not much above the curvature there leaves them
        // soonest. Products of sensitivities and scores run to infinity along bends, which small shifts follow.
        let fine = !self.convex;
        if drops {
            self.shift = self.needed;
        } else if trial.searched > 0 && fine {
            self.shift = (8.0 * self.shift).max(FINE_SHIFT);
        } else if trial.gained >= 0.7 * trial.promised {
            if self.needed > MAX_NEGLIGIBLE_SHIFT {
                self.needed /= 4.0;
            } else if !self.singular_below && self.is_large {
                self.needed = 0.0;
            }
            let falls = self.shift >= 0.1 || (fine && self.shift > 4.0 * self.needed);
            self.shift = if falls { self.shift / 16.0 } else { self.needed };
            self.shift = self.shift.max(self.needed);
        }
    }
}

/// Whether a shift says that the Hessian is singular in double precision.
fn is_singular(shift: f64) -> bool {
    shift > 0.0 && shift <= MAX_NEGLIGIBLE_SHIFT
}
