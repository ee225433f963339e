//! Ratios and slopes of sensitivities that diverge, followed by the profile of the objective.
//!
//! Where scores form groups, a judge who compares within a group may have a sensitivity that grows without end beside those
//! of judges who compare between groups; and where the votes in one context speak against those in another, a slope may
//! grow until one of them has no predictor left. Every probability may stay finite. The likelihood rises along a curve that
//! neither Newton's method nor a vanishing ridge follows. With the ratio or the slope fixed the rest is a regular problem:
//! the objective is followed as a function of it alone.

use super::boundary::Gauges;
use super::diverging::{growing, sizes, Course};
use super::ends::unless_numeric;
use super::floor;
use crate::error::Result;
use crate::interrupt::spend;
use crate::likelihood::{NullSpace, Objective};
use crate::model::specification::ParameterLayout;
use crate::progress::Watch;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solver, Stop};

/// The factor from one ratio to the next, and the change of the logarithm of a sensitivity from one slope to the next.
const FACTOR: f64 = 10.0;
const CHANGE: f64 = 2.0;

/// How many steps are looked at, and in how many of them the objective must fall by more than rounding.
const STEPS: usize = 5;
const MIN_FALLS: usize = 3;

/// With more judges than this only ratios of neighbours in size are looked at.
const MAX_JUDGES: usize = 6;

/// How many steps a slope is first taken back: far out the objective hardly falls any more.
const BACK: usize = 3;

/// Changes of the objective below this share of it are rounding.
const ROUNDING: f64 = 1e-12;

/// A quantity that may diverge.
#[derive(Debug, Clone)]
enum Quantity {
    /// The ratio of the sensitivities of two judges.
    Ratio(usize, usize),
    /// Slopes that grow together.
    Slopes(Vec<Slope>),
}

/// The parameter of a slope, its judge, and its sign.
#[derive(Debug, Clone, Copy)]
struct Slope {
    at: usize,
    judge: usize,
    sign: f64,
}

/// The objective at two successive values of a quantity, and where it is least at each.
type Begun = ([f64; 2], [Vec<f64>; 2]);

/// Profiles of the objective of a model with sensitivities.
pub(super) struct Profiles<'a> {
    pub(super) layout: &'a ParameterLayout,
    pub(super) objective: &'a Objective,
    pub(super) null_spaces: Gauges<'a>,
    pub(super) limits: Limits,
    /// Whether sensitivities may be negative.
    pub(super) is_signed: bool,
    /// Whether a penalty keeps ratios finite.
    pub(super) is_penalised: bool,
}

impl Profiles<'_> {
    /// Follows from theta the quantity along which the objective falls most. It diverges if the objective falls all the way,
    /// and settles where it turns.
    pub(super) fn trace(&self, theta: &[f64], watch: Watch<'_>) -> Result<Course> {
        let mut solver = Solver::new(self.objective.shape())?;
        let is_below = |value: f64, other: f64| value < other - ROUNDING * (1.0 + other.abs());
        let mut best: Option<(f64, Quantity, Begun)> = None;
        for quantity in self.quantities(theta) {
            let Some(start) = self.begun(theta, &quantity) else { continue };
            let Some((before, here)) = self.minimum(&mut solver, start, &quantity, watch)? else { continue };
            let Some(start) = self.moved(&here, &quantity, 1.0) else { continue };
            let Some((after, there)) = self.minimum(&mut solver, start, &quantity, watch)? else { continue };
            if is_below(after, before) && best.as_ref().is_none_or(|(least, ..)| after < *least) {
                best = Some((after, quantity, ([before, after], [here, there])));
            }
        }
        let Some((_, quantity, ([_, mut value], [here, there]))) = best else { return Ok(Course::Unknown) };
        let mut course = vec![here, there];
        let mut falls = 1;
        let steps = match quantity {
            Quantity::Ratio(..) => STEPS,
            Quantity::Slopes(_) => STEPS + BACK,
        };
        for _ in 1..steps {
            let last = &course[course.len() - 1];
            let found = match self.moved(last, &quantity, 1.0) {
                Some(start) => self.minimum(&mut solver, start, &quantity, watch)?,
                None => None,
            };
            let Some((next, theta)) = found else { return Ok(Course::Unknown) };
            if is_below(value, next) {
                return Ok(Course::Settles(last.duplicate()));
            }
            falls += usize::from(is_below(next, value));
            value = value.min(next);
            course.push(theta);
        }
        let [.., before, last] = &course[..] else { return Ok(Course::Unknown) };
        if falls < MIN_FALLS {
            return Ok(Course::Unknown);
        }
        let (judges, along) = match quantity {
            Quantity::Ratio(..) => {
                let size = |theta: &[f64]| sizes(self.layout, self.objective, theta);
                let along = last.iter().zip(before).map(|(to, from)| to - from).gathered();
                (growing(&size(before), &size(last)), along)
            }
            Quantity::Slopes(slopes) => {
                let mut along = vec![0.0; last.len()];
                slopes.iter().for_each(|slope| along[slope.at] = slope.sign);
                (slopes.iter().map(|slope| slope.judge).gathered(), along)
            }
        };
        Ok(Course::Diverges { theta: last.duplicate(), judges, along })
    }

    /// The quantities that may diverge from theta.
    fn quantities(&self, theta: &[f64]) -> Vec<Quantity> {
        let size = |k: usize| theta[self.layout.sensitivity(k)].abs();
        let is_open = |k: &usize| !self.objective.fixed[self.layout.sensitivity(*k)] && size(*k) > 0.0;
        let mut judges: Vec<usize> = (0..self.layout.judges).filter(is_open).gathered();
        room::sort_by(&mut judges, |&a, &b| size(b).total_cmp(&size(a)).then(a.cmp(&b)));
        let mut all = Vec::new();
        for slope in &self.layout.terms.slopes {
            let open = judges.iter().map(|&judge| (slope.first + judge, judge));
            let open = open.filter(|(at, _)| !self.objective.fixed[*at] && theta[*at] != 0.0);
            let open = open.map(|(at, judge)| Slope { at, judge, sign: theta[at].signum() });
            let open: Vec<Slope> = open.filter(|slope| self.range(*slope).is_some()).gathered();
            all.put_each(open.iter().map(|&slope| Quantity::Slopes(vec![slope])));
            if open.len() > 1 {
                all.put(Quantity::Slopes(open));
            }
        }
        let reach = if judges.len() > MAX_JUDGES { 1 } else { judges.len() };
        for (at, &one) in judges.iter().enumerate().filter(|_| !self.is_penalised) {
            all.put_each(judges.iter().skip(at + 1).take(reach).map(|&other| Quantity::Ratio(one, other)));
        }
        all
    }

    /// The least and the largest value of the covariate of a slope in the comparisons of its judge, in the direction of its
    /// sign; none where they are equal.
    fn range(&self, Slope { at, sign, .. }: Slope) -> Option<[f64; 2]> {
        let design = &self.objective.data.design;
        spend(10 * design.len());
        let values = (0..design.len()).filter_map(|cell| {
            let (index, value) = design.log_scale.row(cell);
            index.iter().position(|&k| k as usize == at).map(|place| sign * value[place])
        });
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        let range = values.fold(none, |[low, high], x| [f64::min(low, x), f64::max(high, x)]);
        Some(range).filter(|[low, high]| low < high)
    }

    /// The point to begin with.
    fn begun(&self, theta: &[f64], quantity: &Quantity) -> Option<Vec<f64>> {
        match quantity {
            Quantity::Ratio(..) => Some(theta.duplicate()),
            Quantity::Slopes(_) => self.moved(theta, quantity, -(BACK as f64)),
        }
    }

    /// A point from which to look for the minimum this many steps on: where no predictor moves that is to stay.
    fn moved(&self, theta: &[f64], quantity: &Quantity, steps: f64) -> Option<Vec<f64>> {
        let of = |k: usize| self.layout.sensitivity(k);
        let mut next = theta.duplicate();
        match *quantity {
            Quantity::Slopes(ref slopes) => {
                for slope in slopes {
                    let [low, high] = self.range(*slope)?;
                    let change = steps * CHANGE / (high - low);
                    next[slope.at] += slope.sign * change;
                    // The context of the largest sensitivity keeps it.
                    next[of(slope.judge)] *= (-change * high).exp();
                }
            }
            Quantity::Ratio(one, other) => {
                let (a, b) = (theta[of(one)].abs(), theta[of(other)].abs());
                let middle = (a * b).sqrt();
                let items = self.layout.strength.items;
                if self.objective.fixed[..items].iter().any(|fixed| *fixed) {
                    return None;
                }
                let is_small = |k: &usize| !self.objective.fixed[of(*k)] && theta[of(*k)].abs() <= middle;
                let judges = (0..self.layout.judges).filter(|&k| k != one).filter(is_small);
                judges.for_each(|k| next[of(k)] /= FACTOR);
                // Groups, whose distances the smaller sensitivities see, move apart; differences within them stay.
                let mut order: Vec<usize> = (0..items).gathered();
                room::sort_by(&mut order, |&i, &j| theta[i].total_cmp(&theta[j]).then(i.cmp(&j)));
                let is_apart = |pair: &[usize]| (theta[pair[1]] - theta[pair[0]]) * middle > 1.0;
                let mut shift = 0.0;
                for pair in order.windows(2) {
                    if is_apart(pair) {
                        shift += (FACTOR - 1.0) * (theta[pair[1]] - theta[pair[0]]);
                    }
                    next[pair[1]] += shift;
                }
            }
        }
        Some(next)
    }

    /// The least objective at the value that a quantity has at the start, and its parameters; None if none satisfy
    /// the bounds.
    fn minimum(
        &self,
        solver: &mut Solver,
        start: Vec<f64>,
        quantity: &Quantity,
        watch: Watch<'_>,
    ) -> Result<Option<(f64, Vec<f64>)>> {
        let of = |k: usize| self.layout.sensitivity(k);
        let mut objective = self.objective.clone();
        let scale = match *quantity {
            Quantity::Ratio(one, other) => {
                [one, other].into_iter().for_each(|k| objective.fixed[of(k)] = true);
                false
            }
            Quantity::Slopes(ref slopes) => {
                slopes.iter().for_each(|slope| objective.fixed[slope.at] = true);
                true
            }
        };
        let mut null_space: NullSpace = (self.null_spaces)(&objective);
        null_space.scale &= scale;
        let limits = Limits { prove: Prove::Step, finite: true, unique: true, ..self.limits };
        let found = floor::minimise(solver, &mut objective, &null_space, start, &limits, watch);
        let Some(found) = unless_numeric(found)?.filter(|found| found.stop != Stop::Iterations) else {
            return Ok(None);
        };
        let is_allowed = self.is_signed || (0..self.layout.judges).all(|k| found.theta[of(k)] >= 0.0);
        let value = objective.value_unheld(&found.theta);
        Ok(Some((value, found.theta)).filter(|(value, _)| is_allowed && value.is_finite()))
    }
}
