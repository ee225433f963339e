//! Fits with a spread: in stages, from one start or several.
//!
//! The likelihood with a spread has many optima. Scores and thresholds are fitted without it first, where
//! it is one half for every item; then the spread with the thresholds held; then all together. Each start
//! differs from the first by its own random spread.

use super::ends::{best, choose, is_same, is_sound, keep_consensus, unless_numeric, Ended, Found};
use super::floor;
use super::groups::of_groups;
use super::judge_starts::{disturb, draw_signed, own_scores, ROUGH as OWN};
use super::vanishing::{collapsed, disturb_spread, leave_collapse, leave_saddles, of_vanishing_variances};
use crate::error::{Error, Result};
use crate::likelihood::{NullSpace, Objective};
use crate::model::specification::ParameterLayout;
use crate::progress::Watch;
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solver, Stop};
use crate::spread::Spread;
use crate::threads::{self, Ask};

/// How to start.
pub(super) struct Starts<'a> {
    pub(super) layout: &'a ParameterLayout,
    pub(super) shifts: &'a [Vec<u32>],
    pub(super) limits: Limits,
    /// Whether the start is from another model with a spread: nothing is to be found out before.
    pub(super) warm: bool,
    pub(super) restarts: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// A rough fit will do before the last stage.
const ROUGH: Limits = Limits {
    tolerance: 1e-3,
    iterations: 60,
    finite: true,
    unique: true,
    prove: Prove::Nothing,
    gain: 1e-3,
    first_shift: 0.0,
};

/// Up to this number of parameters, a fit of judges without a finite optimum is restarted this number of times.
pub(super) const SMALL: usize = 100;
pub(super) const AGAIN: usize = 24;

/// Up to the same number, a fit that was stopped early continues for this multiple of its iterations, unless it was limited to
/// fewer than the default.
pub(super) const LONGER: usize = 10;
pub(super) const PATIENT: usize = 200;

/// The scale of further starts of a spread whose scale offsets set.
const OTHER_SCALE: f64 = 8.0;

/// Size of the first factors.
pub(super) const FACTOR: f64 = 0.3;

/// With at most this many items a fit of variances starts from each of them in turn.
const MAX_ITEMS_IN_TURN: usize = 8;

/// Square roots of the variances of one item and of the others, where it is noisy, and where it is not.
const NOISY: [f64; 2] = [1.2, 0.05];
const QUIET: [f64; 2] = [0.05, 0.8];

impl Starts<'_> {
    /// Fits from all starts: those given, or with a spread those drawn around the one given.
    pub(super) fn solve(
        &self,
        objective: &Objective,
        mut starts: Vec<Vec<f64>>,
        watch: Watch<'_>,
    ) -> Result<Found> {
        let Some(spread) = self.layout.spread else { return self.plain(objective, starts, watch) };
        let theta = starts.swap_remove(0);
        let mut objective = objective.clone();
        let theta = if self.warm { theta } else { self.before(&mut objective, theta, spread, watch)? };
        let objective = &objective;
        let mut from = self.spreads(&theta, spread);
        let given = from.len();
        if self.restarts > 0 && spread.factors == 0 && spread.items <= MAX_ITEMS_IN_TURN && !self.warm {
            from.put_each(of_vanishing_variances(&theta, objective, spread));
        }
        let ended = if from.len() == 1 && self.restarts == 0 {
            let mut solvers = self.solvers(objective)?;
            vec![unless_numeric(self.start(
                &mut solvers,
                objective,
                spread,
                &from[0],
                (!self.warm, false),
                watch,
            ))?]
        } else {
            let begin = || self.solvers(objective);
            let work = |solvers: &mut Solvers, number: usize, ask: Ask<'_>| {
                let mut theta = from[if number < from.len() { number } else { 0 }].duplicate();
                if number >= from.len() {
                    disturb_spread(
                        &mut theta,
                        spread,
                        &self.layout.item_order,
                        self.seed,
                        1 + number - from.len(),
                    );
                }
                let is_vanishing = (given..from.len()).contains(&number);
                let is_rough = !is_vanishing && (number > 0 || !self.warm);
                unless_numeric(self.start(
                    solvers,
                    objective,
                    spread,
                    &theta,
                    (is_rough, is_vanishing),
                    &mut |_| ask(),
                ))
            };
            threads::run_long(from.len() + self.restarts, self.threads.max(1), begin, work, watch)?
        };
        let mut ended: Vec<(usize, Ended)> =
            ended.into_iter().enumerate().filter_map(|(number, e)| e.map(|e| (number, e))).gathered();
        self.go_on(objective, spread, &mut ended, watch)?;
        if self.restarts == 0 && !self.warm && objective.dimension <= SMALL {
            self.again(objective, spread, (&theta, from.len()), &mut ended, watch)?;
        }
        if ended.is_empty() {
            return Err(Error::NotIdentified(
                "spread: every start ran into a point where the likelihood is singular; the data are too few for \
                 a variance of every item, or need spread_ridge"
                    .into(),
            ));
        }
        Ok(choose(ended))
    }

    /// Goes on from the best end if iterations ended it: a variance that is drawn to zero loses but a share of itself at each
    /// step.
    fn go_on(
        &self,
        objective: &Objective,
        spread: Spread,
        ended: &mut [(usize, Ended)],
        watch: Watch<'_>,
    ) -> Result<()> {
        let is_small = objective.dimension <= SMALL && self.limits.iterations >= PATIENT;
        let Some(at) = best(ended).filter(|_| is_small) else { return Ok(()) };
        let end = &ended[at].1;
        if end.solution.stop != Stop::Iterations || !end.collapsed.is_empty() {
            return Ok(());
        }
        let null_space = self.layout.null_space(self.shifts, &objective.fixed);
        let limits = Limits { iterations: LONGER * self.limits.iterations, ..self.limits };
        let (mut objective, theta) = (end.objective.clone(), end.solution.theta.clone());
        let mut solver = Solver::new(objective.shape())?;
        let found = floor::minimise(&mut solver, &mut objective, &null_space, theta, &limits, watch);
        let Some(mut solution) = unless_numeric(found)? else { return Ok(()) };
        solution.iterations += end.solution.iterations;
        let collapsed = collapsed(&objective, spread, &solution.theta);
        let found = Ended { solution, objective, collapsed };
        if found.value() <= end.value() {
            ended[at].1 = found;
        }
        Ok(())
    }

    /// Starts a fit again whose best end is no optimum: that there is none is not to be said of one start. Where offsets set
    /// the scale, half of the starts have another one.
    fn again(
        &self,
        objective: &Objective,
        spread: Spread,
        (theta, given): (&[f64], usize),
        ended: &mut Vec<(usize, Ended)>,
        watch: Watch<'_>,
    ) -> Result<()> {
        let best = best(ended).map(|at| &ended[at].1);
        if best.is_some_and(|best| best.collapsed.is_empty() && best.solution.is_optimum()) {
            return Ok(());
        }
        let least = best.map_or(f64::INFINITY, Ended::value);
        let begin = || self.solvers(objective);
        let work = |solvers: &mut Solvers, number: usize, ask: Ask<'_>| {
            let mut start = self.spreads(theta, spread).swap_remove(0);
            disturb_spread(&mut start, spread, &self.layout.item_order, self.seed, 1 + number);
            if !self.layout.scale_is_free && number % 2 == 1 {
                let scaled = 0..spread.first + spread.len();
                scaled.filter(|&at| !objective.fixed[at]).for_each(|at| start[at] *= OTHER_SCALE);
            }
            unless_numeric(self.start(solvers, objective, spread, &start, (true, false), &mut |_| ask()))
        };
        let found = threads::run_long(AGAIN, self.threads.max(1), begin, work, watch)?;
        let is_less = |e: &Ended| e.value() < least && !is_same(e.value(), least);
        let found = found.into_iter().enumerate().filter_map(|(number, e)| Some((given + number, e?)));
        ended.put_each(found.filter(|(_, e)| is_less(e)));
        Ok(())
    }

    fn plain(&self, objective: &Objective, starts: Vec<Vec<f64>>, watch: Watch<'_>) -> Result<Found> {
        let null_space = self.layout.null_space(self.shifts, &objective.fixed);
        let fit = |solver: &mut Solver, theta: Vec<f64>, watch: Watch<'_>| {
            let mut objective = objective.clone();
            let solution = floor::minimise(solver, &mut objective, &null_space, theta, &self.limits, watch)?;
            Ok(Ended { solution, objective, collapsed: Vec::new() })
        };
        let given = starts.len();
        let by_judge = self.layout.strength.is_by_judge();
        let mut drawn = if by_judge { self.restarts } else { 0 };
        let is_small = objective.dimension <= SMALL;
        let mut ended: Vec<(usize, Ended)> = Vec::new();
        let is_again = drawn == 0;
        if is_again {
            let mut solver = Solver::new(objective.shape())?;
            for (number, theta) in starts.iter().enumerate() {
                let found = fit(&mut solver, theta.duplicate(), watch);
                let found = if given > 1 { unless_numeric(found)? } else { Some(found?) };
                ended.put_each(found.map(|found| (number, found)));
            }
            let is_doubtful = best(&ended).is_none_or(|at| !ended[at].1.solution.is_optimum());
            if by_judge && is_small && is_doubtful {
                // That there is no maximum is not to be said of these starts.
                drawn = AGAIN;
            }
        }
        if drawn > 0 {
            let mut own = match self.layout.strength.columns {
                1 => own_scores(self.layout, objective, &OWN, watch)?,
                _ if is_small => own_scores(self.layout, objective, &OWN, watch)?,
                _ => Vec::new(),
            };
            let groups = match is_small {
                true => of_groups(self.layout, objective, &own, &starts[0], f64::NEG_INFINITY)?,
                false => Vec::new(),
            };
            if self.layout.strength.columns > 1 {
                own.clear();
            }
            let done = if is_again { given } else { 0 };
            let begin = || Solver::new(objective.shape());
            let work = |solver: &mut Solver, number: usize, ask: Ask<'_>| {
                let number = number + done;
                let mut theta = starts[number.min(given - 1)].duplicate();
                if number >= given + drawn {
                    theta.clone_from(&groups[number - given - drawn]);
                } else if number >= given {
                    theta.clone_from(&starts[0]);
                    let seed = (self.seed, number);
                    // Of four, with sensitivities alone: one of them, one of scores too, and two of the judges' own scores.
                    match (own.is_empty(), number % 4) {
                        (false, turn @ (3 | 0)) => {
                            let turn = 2 * ((number - 3) / 4) + usize::from(turn == 0);
                            draw_signed(self.layout, objective, &own, turn, seed, &mut theta);
                        }
                        _ => disturb(self.layout, objective, seed, number % 2 == 0, &mut theta),
                    }
                }
                unless_numeric(fit(solver, theta, &mut |_| ask()))
            };
            let count = given + drawn + groups.len() - done;
            let others = threads::run_long(count, self.threads.max(1), begin, work, watch)?;
            let first = ended.iter().map(|(_, first)| first.value()).fold(f64::INFINITY, f64::min);
            // Where the first are no optimum, a better end is taken, whatever it is.
            let is_below = |e: &Ended| e.value() < first && !is_same(e.value(), first);
            let others = others.into_iter().enumerate().filter_map(|(number, e)| Some((number + done, e?)));
            ended.put_each(others.filter(|(_, e)| !is_again || is_below(e) || is_sound(e, first)));
        }
        if ended.is_empty() {
            return Err(Error::Numeric("no start led to an optimum: the likelihood is singular".into()));
        }
        keep_consensus(self.layout, &null_space, &mut ended)?;
        Ok(choose(ended))
    }

    /// The points to start from before any are drawn: as given; with factors, cosines for them; and where few items have
    /// variances alone, each item in turn much noisier, and much less noisy, than the others.
    fn spreads(&self, theta: &[f64], spread: Spread) -> Vec<Vec<f64>> {
        let mut first = theta.duplicate();
        if self.warm {
            return vec![first];
        }
        let items = spread.items as f64;
        for (place, item) in self.layout.item_order.iter().map(|&item| item as usize).enumerate() {
            for c in 0..spread.factors {
                let cosine = (std::f64::consts::PI / items * (place as f64 + 0.5) * (c as f64 + 1.0)).cos();
                first[spread.row(item) + c] = FACTOR * std::f64::consts::SQRT_2 * cosine;
            }
        }
        let mut all = vec![first];
        if spread.factors > 0 || spread.items > MAX_ITEMS_IN_TURN {
            return all;
        }
        for [own, other] in [NOISY, QUIET] {
            for item in 0..spread.items {
                let mut next = theta.duplicate();
                (0..spread.items).for_each(|i| next[spread.tau(i)] = if i == item { own } else { other });
                if self.layout.scale_is_free {
                    // Differences grow with their noise, so that probabilities stay near those without a spread.
                    let size = other * std::f64::consts::SQRT_2;
                    let others = (0..spread.items).filter(|i| *i != item);
                    let mean = others.map(|i| theta[i]).sum::<f64>() / (items - 1.0).max(1.0);
                    next[..spread.first].iter_mut().for_each(|t| *t *= size);
                    next[..spread.items].iter_mut().for_each(|t| *t -= size * mean);
                    next[item] = own.hypot(other) * (theta[item] - mean);
                }
                all.push(next);
            }
        }
        all
    }

    fn solvers(&self, objective: &Objective) -> Result<Solvers> {
        let small = spread_alone(objective, &vec![0.0; objective.dimension], self.end());
        Ok(Solvers { whole: Solver::new(objective.shape())?, part: Solver::new(small.shape())? })
    }

    /// Parameters before the thresholds.
    fn end(&self) -> usize {
        self.layout.spread.map_or(self.layout.dimension, |s| s.first + s.len())
    }

    /// Scores and thresholds without a spread; which floors they reach is left in the objective.
    fn before(
        &self,
        objective: &mut Objective,
        mut theta: Vec<f64>,
        spread: Spread,
        watch: Watch<'_>,
    ) -> Result<Vec<f64>> {
        let mut plain = objective.clone();
        plain.data.spread = None;
        let places = spread.first..spread.first + spread.len();
        plain.fixed[places.clone()].fill(true);
        // Rows of factors are zero: the penalty of the spread is constant here.
        let null_space = NullSpace { spread: None, ..self.layout.null_space(self.shifts, &plain.fixed) };
        let mut solver = Solver::new(plain.shape())?;
        theta[places].fill(0.0);
        for item in 0..spread.items {
            theta[spread.tau(item)] = std::f64::consts::FRAC_1_SQRT_2;
        }
        let found = floor::minimise(&mut solver, &mut plain, &null_space, theta, &ROUGH, watch)?;
        objective.constraints = plain.constraints;
        Ok(found.theta)
    }

    fn start(
        &self,
        solvers: &mut Solvers,
        objective: &Objective,
        spread: Spread,
        theta: &[f64],
        (is_rough, is_vanishing): (bool, bool),
        watch: Watch<'_>,
    ) -> Result<Ended> {
        let mut objective = objective.clone();
        let mut theta = theta.duplicate();
        if is_rough {
            self.solve_part(&mut solvers.part, &objective, spread, &mut theta, watch)?;
        }
        let null_space = self.layout.null_space(self.shifts, &objective.fixed);
        // In turns, because the way past a saddle point is long.
        let turn = Limits { iterations: 10, prove: Prove::Nothing, gain: 5e-3, ..self.limits };
        let mut before = 0;
        // A start of vanishing variances is not to be moved away from them.
        while !is_vanishing && before < self.limits.iterations {
            let found =
                floor::minimise(&mut solvers.whole, &mut objective, &null_space, theta, &turn, watch)?;
            before += found.iterations;
            theta = found.theta;
            let left = leave_saddles(&objective, spread, &mut theta);
            if !left && found.stop != Stop::Iterations {
                break;
            }
            // The way down from a saddle point is all but one of scores and variances, whose steps are cheap.
            self.solve_part(&mut solvers.part, &objective, spread, &mut theta, watch)?;
        }
        let mut solution =
            floor::minimise(&mut solvers.whole, &mut objective, &null_space, theta, &self.limits, watch)?;
        solution.iterations += before;
        for _ in 0..3 {
            // At a variance of zero the gradient vanishes whether it wants to stay there or not.
            let is_saddle = solution.curvature < -1e-9 * solution.uncorrelated.abs();
            if !is_saddle {
                break;
            }
            let mut next = solution.theta.duplicate();
            next.iter_mut().zip(&solution.weakest).for_each(|(t, v)| *t += 0.1 * v);
            let again =
                floor::minimise(&mut solvers.whole, &mut objective, &null_space, next, &self.limits, watch)?;
            let iterations = solution.iterations + again.iterations;
            solution = again;
            solution.iterations = iterations;
        }
        let collapsed = collapsed(&objective, spread, &solution.theta);
        Ok(Ended { solution, objective, collapsed })
    }

    /// Scores and spread alone, to a rough optimum.
    fn solve_part(
        &self,
        solver: &mut Solver,
        objective: &Objective,
        spread: Spread,
        theta: &mut [f64],
        watch: Watch<'_>,
    ) -> Result<()> {
        let end = self.end();
        let part = spread_alone(objective, theta, end);
        let null_space = self.layout.null_space_of_differences(self.shifts, &part.fixed);
        let mut head =
            solver.minimise(&part.modulo(&null_space), theta[..end].duplicate(), &ROUGH, watch)?.theta;
        for _ in 0..6 {
            if !leave_collapse(&part, spread, &mut head) && !leave_saddles(&part, spread, &mut head) {
                break;
            }
            head = solver.minimise(&part.modulo(&null_space), head, &ROUGH, watch)?.theta;
        }
        theta[..end].copy_from_slice(&head);
        Ok(())
    }
}

struct Solvers {
    whole: Solver,
    part: Solver,
}

/// The objective of the parameters before `end`, with every threshold as it is at theta.
fn spread_alone(objective: &Objective, theta: &[f64], end: usize) -> Objective {
    let mut part = objective.clone();
    let cells = 0..objective.data.design.len();
    let of = |cut: usize| cells.clone().map(|cell| objective.data.threshold(cut, theta, cell)).gathered();
    part.data.design = objective.data.design.with_thresholds(std::array::from_fn(of)).into();
    part.constraints.clear();
    part.penalties.retain(|penalty| penalty.is_before(end));
    part.fixed.truncate(end);
    part.dimension = end;
    part
}
