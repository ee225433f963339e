//! Sensitivities that must not be negative: a local optimum under these bounds, by active sets.
//!
//! No round raises the objective. Without bounds the free sensitivities may cross zero; then the fit is repeated with
//! bounds at zero from where it started, and judges who come to the bound and gain nothing by leaving it are fixed there.
//! A judge at zero who would gain by a positive sensitivity (Karush-Kuhn-Tucker) is released.

use super::floor;
use super::slopes;
use crate::component::Component as _;
use crate::error::Result;
use crate::likelihood::{Constraint, ConstraintState, NullSpace, Objective};
use crate::model::specification::ParameterLayout;
use crate::progress::Watch;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solution, Solver, Stop};
use crate::terms::Local;

/// The bounds of the sensitivities of a model.
#[derive(Debug, Clone)]
pub(super) struct Boundary<'a> {
    layout: &'a ParameterLayout,
    /// Parameters that are fixed whoever is at zero.
    fixed: Vec<bool>,
    /// Judges with comparisons.
    pub(super) judging: Vec<usize>,
}

/// A local optimum under the bounds.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) solution: Solution,
    /// Judges at zero.
    pub(super) zeros: Vec<usize>,
    /// Where the first round ended without bounds, if outside of them.
    pub(super) outside: Option<Vec<f64>>,
}

/// The null directions, by what is fixed in an objective.
pub(super) type Gauges<'a> = &'a (dyn Fn(&Objective) -> NullSpace + Sync);

/// A sensitivity of this share of a typical one is zero.
const ZERO: f64 = 1e-8;

/// A sensitivity of this share of a typical one is at the bound.
const NEAR: f64 = 0.02;

/// A sensitivity of this share of a typical one has been driven into the bound.
const MAX_SHARE_AT_BOUND: f64 = 1e-3;

/// Iterations of a round with bounds.
const ROUND: usize = 30;

/// A gain of the objective that is not worth another step with bounds.
const ROUGH: f64 = 1e-6;

/// How a round is solved.
#[derive(Clone, Copy, PartialEq)]
enum Round {
    /// Without bounds.
    Free,
    /// With bounds, roughly.
    Bounded,
    /// With bounds, to the end.
    Last,
}

impl<'a> Boundary<'a> {
    /// The bounds of judges with comparisons; `fixed` are the parameters fixed with no judge at zero.
    pub(super) fn new(layout: &'a ParameterLayout, fixed: &[bool], judging: Vec<usize>) -> Boundary<'a> {
        let judging = judging.into_iter().filter(|&k| !fixed[layout.sensitivity(k)]).gathered();
        Boundary { layout, fixed: fixed.duplicate(), judging }
    }

    /// Minimises an objective from theta, with the judges of `zeros` at zero to begin with.
    pub(super) fn find_active_set(
        &self,
        solver: &mut Solver,
        objective: &mut Objective,
        null_spaces: Gauges<'_>,
        (mut theta, mut zeros): (Vec<f64>, Vec<usize>),
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Settled> {
        let mut outside = None;
        let mut iterations = 0;
        // Whether no judge reached zero in the last bounded round.
        let mut is_bounded = false;
        let most = 20 + 4 * self.judging.len();
        let rough = Limits {
            tolerance: limits.tolerance.max(1e-3),
            iterations: limits.iterations.min(ROUND),
            prove: Prove::Step,
            gain: limits.gain.max(ROUGH),
            ..*limits
        };
        let mut round = Round::Free;
        for rounds in 0.. {
            self.fix(objective, &mut theta, &zeros);
            let null_space = null_spaces(objective);
            let mut found = match round {
                Round::Free => {
                    floor::minimise(solver, objective, &null_space, theta.duplicate(), limits, watch)?
                }
                Round::Bounded => {
                    self.bounded(solver, objective, &null_space, (theta.duplicate(), &zeros), &rough, watch)?
                }
                Round::Last => {
                    self.bounded(solver, objective, &null_space, (theta.duplicate(), &zeros), limits, watch)?
                }
            };
            iterations += found.iterations;
            if round == Round::Last && rounds <= most {
                // Far from the end a bound stops what would move along it.
                let stuck = self.stuck(objective, &zeros, &found.theta);
                if !stuck.is_empty() {
                    theta = found.theta;
                    zeros.put_each(stuck);
                    zeros.sort_unstable();
                    (round, is_bounded) = (Round::Free, false);
                    continue;
                }
            }
            if round == Round::Bounded {
                theta = found.theta;
                let mut reached = self.reached(objective, &zeros, &theta);
                if reached.is_empty() {
                    reached = self.stuck(objective, &zeros, &theta);
                }
                round = match reached.is_empty() && found.stop != Stop::Iterations {
                    true => Round::Free,
                    false => Round::Bounded,
                };
                // Judges come to the bound one after the other; who leaves it again is released later.
                is_bounded = reached.is_empty();
                zeros.put_each(reached);
                zeros.sort_unstable();
                if rounds > most {
                    round = Round::Last;
                }
                continue;
            }
            let inside = round == Round::Last || self.move_inside(objective, &zeros, &mut found.theta);
            if !inside {
                // A fit that leaves the bounds from an optimum within them diverges, or goes to another optimum.
                round = if is_bounded { Round::Last } else { Round::Bounded };
                outside.get_or_insert(found.theta);
                continue;
            }
            let released = if rounds < most { self.release(objective, &zeros, &found.theta) } else { None };
            let Some((judge, next)) = released else {
                found.iterations = iterations;
                return Ok(Settled { solution: found, zeros, outside });
            };
            zeros.retain(|&k| k != judge);
            (theta, round, is_bounded) = (next, Round::Free, false);
        }
        unreachable!("the rounds end by themselves")
    }

    fn slopes(&self, judge: usize) -> impl Iterator<Item = usize> + '_ {
        self.layout.terms.slopes.iter().map(move |slope| slope.first + judge)
    }

    fn sensitivity(&self, theta: &[f64], judge: usize) -> f64 {
        theta[self.layout.sensitivity(judge)]
    }

    fn free<'b>(&'b self, zeros: &'b [usize]) -> impl Iterator<Item = usize> + 'b {
        self.judging.iter().copied().filter(|k| !zeros.contains(k))
    }

    /// Fixes the judges at zero and no others.
    fn fix(&self, objective: &mut Objective, theta: &mut [f64], zeros: &[usize]) {
        for &judge in &self.judging {
            let is_zero = zeros.contains(&judge);
            self.layout.strength_of(judge).for_each(|at| objective.fixed[at] = is_zero || self.fixed[at]);
            if is_zero {
                theta[self.layout.sensitivity(judge)] = 0.0;
                // Whatever the slopes of nothing are.
                self.slopes(judge).filter(|&at| !self.fixed[at]).for_each(|at| theta[at] = 0.0);
            }
        }
    }

    /// The median of the sizes of sensitivities by comparisons.
    fn typical(&self, objective: &Objective, theta: &[f64]) -> f64 {
        let factors = slopes::factors(self.layout, objective, theta);
        let votes = votes(self.layout, objective);
        let size = |&k: &usize| ((self.sensitivity(theta, k) * factors[k]).abs(), votes[k]);
        median(&mut self.judging.iter().map(size).gathered())
    }

    /// Whether the sensitivities of judges not at zero are positive, once their common sign is.
    fn move_inside(&self, objective: &Objective, zeros: &[usize], theta: &mut [f64]) -> bool {
        let least = ZERO * self.typical(objective, theta);
        if self.free(zeros).all(|k| self.sensitivity(theta, k) > least) {
            return true;
        }
        let is_held =
            objective.constraints.iter().any(|constraint| constraint.state == ConstraintState::Equality);
        if is_held || !self.free(zeros).all(|k| self.sensitivity(theta, k) < -least) {
            return false;
        }
        self.layout.strength.orient(theta);
        true
    }

    /// An optimum with sensitivities kept above zero.
    fn bounded(
        &self,
        solver: &mut Solver,
        objective: &mut Objective,
        null_space: &NullSpace,
        (mut theta, zeros): (Vec<f64>, &[usize]),
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Solution> {
        let least = 0.5 * NEAR * self.typical(objective, &theta).max(1e-3);
        for judge in self.free(zeros) {
            let at = self.layout.sensitivity(judge);
            if theta[at] <= 0.0 {
                theta[at] = least;
            }
        }
        objective.constraints.put_each(self.bounds(zeros));
        let found = floor::minimise(solver, objective, null_space, theta, limits, watch);
        objective.constraints.retain(|constraint| constraint.state != ConstraintState::Bound);
        found
    }

    /// Bounds at zero of all sensitivities but those of `zeros`.
    pub(super) fn bounds<'b>(&'b self, zeros: &'b [usize]) -> impl Iterator<Item = Constraint> + 'b {
        let bound = |at: usize| vec![(at as u32, 1.0)];
        self.free(zeros).map(move |k| Constraint {
            along: bound(self.layout.sensitivity(k)),
            target: 0.0,
            weight: 0.0,
            multiplier: 0.0,
            state: ConstraintState::Bound,
        })
    }

    /// Judges near zero whom the rest of the model would have at zero: the objective is convex in each sensitivity.
    fn reached(&self, objective: &Objective, zeros: &[usize], theta: &[f64]) -> Vec<usize> {
        let size = self.typical(objective, theta);
        let near: Vec<usize> =
            self.free(zeros).filter(|&k| self.sensitivity(theta, k) <= NEAR * size).gathered();
        let mut at_zero = theta.duplicate();
        near.iter().for_each(|&k| at_zero[self.layout.sensitivity(k)] = 0.0);
        let mut gradient = vec![0.0; objective.dimension];
        objective.gradient(&at_zero, &mut gradient, &mut Local::default());
        near.into_iter().filter(|&k| gradient[self.layout.sensitivity(k)] >= 0.0).gathered()
    }

    /// Judges so near to their bound that it stops every step: their optimum is known
    /// only once the other parameters are free to move along the bound. A judge fixed at zero wrongly is released later.
    fn stuck(&self, objective: &Objective, zeros: &[usize], theta: &[f64]) -> Vec<usize> {
        let size = self.typical(objective, theta);
        self.free(zeros).filter(|&k| self.sensitivity(theta, k) <= MAX_SHARE_AT_BOUND * size).gathered()
    }

    /// The parameters as they are, and with other slopes of the judges at zero, of one covariate after the other.
    fn tilted(&self, objective: &Objective, zeros: &[usize], theta: &[f64]) -> Vec<Vec<f64>> {
        let mut all = vec![theta.duplicate()];
        let log_scale = &objective.data.design.log_scale;
        let cells = 0..objective.data.design.len();
        for slope in self.layout.terms.slopes.iter().filter(|_| !log_scale.is_empty()) {
            let own = slope.range();
            let mut largest = 0.0f64;
            for (index, value) in cells.clone().map(|cell| log_scale.row(cell)) {
                let of_covariate = index.iter().zip(value).filter(|(at, _)| own.contains(&(**at as usize)));
                of_covariate.for_each(|(_, x)| largest = largest.max(x.abs()));
            }
            for tilt in TILTS.iter().filter(|_| largest > 0.0) {
                let mut next = theta.duplicate();
                let free = zeros.iter().map(|judge| slope.first + judge).filter(|&at| !self.fixed[at]);
                free.for_each(|at| next[at] = tilt / largest);
                all.push(next);
            }
        }
        all
    }

    /// The judge at zero who gains most by a positive sensitivity, and where.
    fn release(&self, objective: &Objective, zeros: &[usize], theta: &[f64]) -> Option<(usize, Vec<f64>)> {
        if zeros.is_empty() {
            return None;
        }
        let mut open = objective.clone();
        zeros.iter().for_each(|&k| open.fixed[self.layout.sensitivity(k)] = false);
        let size = self.typical(objective, theta);
        let slack = 1e-7 * open.data.design.total();
        let before = objective.value(theta);
        let mut gradient = vec![0.0; open.dimension];
        let mut found: Option<(f64, usize, Vec<f64>)> = None;
        // A judge may agree with the consensus in some contexts alone, which slopes make the most of.
        for tilted in self.tilted(objective, zeros, theta) {
            open.gradient(&tilted, &mut gradient, &mut Local::default());
            for &judge in zeros {
                let slope = gradient[self.layout.sensitivity(judge)];
                if slope * size.max(1e-3) < -slack && found.as_ref().is_none_or(|(least, ..)| slope < *least)
                {
                    found = Some((slope, judge, tilted.duplicate()));
                }
            }
        }
        let (_, judge, tilted) = found?;
        let mut best = (before - 1e-9 * before.abs(), None);
        for quarters in 0..8 {
            let mut next = theta.duplicate();
            self.slopes(judge).for_each(|at| next[at] = tilted[at]);
            next[self.layout.sensitivity(judge)] = size * 0.25f64.powi(quarters);
            let value = objective.value(&next);
            if value < best.0 {
                best = (value, Some(next));
            }
        }
        best.1.map(|next| (judge, next))
    }
}

/// Changes of the logarithm of a sensitivity, between covariates of zero and the largest, at which judges at zero are
/// looked at.
const TILTS: [f64; 4] = [-3.0, -1.0, 1.0, 3.0];

/// Comparisons of every judge.
pub(super) fn votes(layout: &ParameterLayout, objective: &Objective) -> Vec<f64> {
    let design = &objective.data.design;
    let mut votes = vec![0.0; layout.judges];
    (0..design.len()).for_each(|cell| votes[design.judge(cell)] += design.counts[cell].total());
    votes
}

/// The median of sizes by their weights, without those that are zero but for rounding.
fn median(known: &mut Vec<(f64, f64)>) -> f64 {
    let largest = known.iter().fold(0.0, |m: f64, (size, _)| m.max(*size));
    known.retain(|(size, _)| *size > 1e-12 * largest);
    room::sort_by(known, |a, b| a.0.total_cmp(&b.0));
    let half = 0.5 * known.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut sum = 0.0;
    let middle = known.iter().find(|(_, weight)| {
        sum += weight;
        sum >= half
    });
    middle.map_or(0.0, |(size, _)| *size)
}
