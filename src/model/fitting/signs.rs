//! Sensitivities that must not be negative have many local optima: which judges speak for the consensus, and which
//! are at zero because they oppose it. A search among such choices.
//!
//! Given scores, every sensitivity is the optimum of a convex function of its own, so that a direction of scores is
//! quick to judge. Directions are the optimum without bounds, the pooled scores, both turned around, and weighted sums
//! of the judges' own scores over subsets of those in doubt; the best of them are starts of fits.

use super::boundary::{votes, Boundary, Gauges, Settled};
use super::ends::{choose, is_better, is_same, unless_numeric, Ended, Found};
use super::floor;
use super::groups::of_groups;
use super::judge_starts::{
    disturb_slopes, drawn_scores, own_scores, slopes_and_curvatures, take_best_sensitivities, ROUGH,
};
use super::restarts::{AGAIN, SMALL as SMALL_FIT};
use crate::error::Result;
use crate::likelihood::{NullSpace, Objective};
use crate::linalg::Factor;
use crate::model::specification::ParameterLayout;
use crate::progress::Watch;
use crate::random::Random;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::solve::{is_dense, Limits, Solver};
use crate::terms::Local;
use crate::threads::{self, Ask};
use crate::vectors::{dot, largest};

/// With at most this many judges all are in doubt whose sensitivities are not clearly positive.
const SMALL: usize = 12;

/// With at most this many judges in doubt all subsets of them are looked at, else each of them alone.
const SUBSETS: usize = 6;

/// Directions that a fit starts from, in small problems and in large ones.
const FITS: [usize; 2] = [40, 3];

/// Ratios of a sensitivity in doubt to the others.
const RATIOS: [f64; 5] = [0.0625, 0.25, 1.0, 4.0, 16.0];

/// The log-likelihood that a clearly positive sensitivity gains over zero.
const CLEAR: f64 = 8.0;

/// Judges in doubt whose information is less than this share of the others' cannot turn the consensus.
const TURN: f64 = 0.75;

/// A search for the best local optimum.
pub(super) struct Search<'a> {
    pub(super) layout: &'a ParameterLayout,
    pub(super) boundary: &'a Boundary<'a>,
    /// With no judge at zero.
    pub(super) objective: &'a Objective,
    pub(super) null_spaces: Gauges<'a>,
    pub(super) limits: Limits,
    pub(super) restarts: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// A point to start from: parameters, and the judges at zero.
type Start = (Vec<f64>, Vec<usize>);

impl Search<'_> {
    /// The best optimum of fits from `theta`, with the judges of `zeros` at zero, from directions, and from restarts.
    pub(super) fn run(&self, start: Start, watch: Watch<'_>) -> Result<Found> {
        let mut solver = Solver::new(self.objective.shape())?;
        let pooled = start.0.duplicate();
        let (mut first, zeros, outside) = self.fit(&mut solver, start, watch)?;
        let doubtful = self.doubtful(&first.objective, &first.solution.theta, &zeros)?;
        let large = self.boundary.judging.len() > SMALL;
        let is_open = !(doubtful.is_empty() || large && zeros.is_empty());
        let own = match is_open || self.restarts > 0 {
            true => own_scores(self.layout, self.objective, &ROUGH, watch)?,
            false => Vec::new(),
        };
        let base = first.solution.theta.duplicate();
        if is_open {
            let known = [Some(&base), Some(&pooled), outside.as_ref()];
            let given = match self.objective.dimension <= SMALL_FIT {
                true => self.scores_of_ratios(&mut solver, &base, &doubtful, watch)?,
                false => Vec::new(),
            };
            for start in self.promising(&base, &known, (&own, given), &doubtful, large) {
                let Some((ended, ..)) = unless_numeric(self.fit(&mut solver, start, watch))? else {
                    continue;
                };
                if is_better(&ended, &first) {
                    first = ended;
                }
            }
        }
        // That there is no end is not to be said of one start.
        let is_again =
            self.restarts == 0 && !first.solution.is_optimum() && self.objective.dimension <= SMALL_FIT;
        let restarts = if is_again { AGAIN } else { self.restarts };
        let own = match is_again && own.is_empty() {
            true => own_scores(self.layout, self.objective, &ROUGH, watch)?,
            false => own,
        };
        let groups = match restarts > 0 && self.objective.dimension <= SMALL_FIT {
            true => of_groups(self.layout, self.objective, &own, &base, 0.0)?,
            false => Vec::new(),
        };
        let least = first.value();
        let mut all = vec![(0, first)];
        if restarts > 0 {
            let begin = || Solver::new(self.objective.shape());
            let work = |solver: &mut Solver, number: usize, ask: Ask<'_>| {
                // Where a fit diverged, its positions and thresholds lead there again.
                let base = if is_again && number % 2 == 0 { &pooled } else { &base };
                let start = match number.checked_sub(restarts) {
                    Some(number) => self.with_zeros(groups[number].duplicate()),
                    None => self.drawn(base, &own, number + 1),
                };
                unless_numeric(self.fit(solver, start, &mut |_| ask()))
            };
            let ended = threads::run_long(restarts + groups.len(), self.threads.max(1), begin, work, watch)?;
            for (number, ended) in ended.into_iter().enumerate() {
                // Where the first is no optimum a better end is taken, whatever it is.
                let is_below = |ended: &Ended| ended.value() < least && !is_same(ended.value(), least);
                let ended = ended
                    .map(|(ended, ..)| ended)
                    .filter(|ended| !is_again || ended.solution.is_optimum() || is_below(ended));
                all.put_each(ended.map(|ended| (number + 1, ended)));
            }
        }
        Ok(choose(all))
    }

    /// A local optimum, the judges at zero, and where the fit led without bounds.
    fn fit(
        &self,
        solver: &mut Solver,
        start: Start,
        watch: Watch<'_>,
    ) -> Result<(Ended, Vec<usize>, Option<Vec<f64>>)> {
        let mut objective = self.objective.clone();
        let Settled { solution, zeros, outside } = self.boundary.find_active_set(
            solver,
            &mut objective,
            self.null_spaces,
            start,
            &self.limits,
            watch,
        )?;
        Ok((Ended { solution, objective, collapsed: Vec::new() }, zeros, outside))
    }

    /// Judges at zero, and those who gain little by a sensitivity above it; empty if all of them together could not turn
    /// the consensus of the others.
    fn doubtful(&self, objective: &Objective, theta: &[f64], zeros: &[usize]) -> Result<Vec<usize>> {
        let (_, diagonal) = slopes_and_curvatures(objective, theta);
        let clear = |k: usize| {
            let at = self.layout.sensitivity(k);
            0.5 * theta[at] * theta[at] * diagonal[at] > CLEAR
        };
        let all = self.boundary.judging.iter().copied();
        // Where all scores are zero, no sensitivity is identified.
        if largest(&theta[..self.layout.strength.items]) < 1e-9 {
            return Ok(all.gathered());
        }
        let doubtful: Vec<usize> = all.filter(|k| zeros.contains(k) || !clear(*k)).gathered();
        let is_open = doubtful.is_empty() || self.share_of_information(theta, &doubtful)? >= TURN;
        Ok(if is_open { doubtful } else { Vec::new() })
    }

    /// The information of some judges at zero as a share of the others'.
    ///
    /// Where the scores move by d, the others lose d'F d / 2, F their information; a judge at zero whose slope changes by
    /// g'd and whose curvature is h gains at most (g'd)² / 2h. While the sum of g'F⁻¹g / h is below one, the
    /// whole has one optimum near the others'.
    fn share_of_information(&self, theta: &[f64], judges: &[usize]) -> Result<f64> {
        let objective = self.objective;
        if !is_dense(objective.shape()) {
            return Ok(f64::INFINITY);
        }
        let p = objective.dimension;
        let mut factor = Factor::new(p)?;
        let (mut gradient, mut others) = (vec![0.0; p], objective.fixed.duplicate());
        objective.evaluate(theta, &mut gradient, factor.matrix(), &mut Local::default());
        let entry = |matrix: &[f64], a: usize, b: usize| matrix[a.min(b) * p + a.max(b)];
        let of = |&k: &usize| self.layout.sensitivity(k);
        let matrix = factor.matrix();
        let column = |k: &usize| (0..p).map(|row| entry(matrix, of(k), row)).gathered();
        let columns: Vec<Vec<f64>> = judges.iter().map(column).gathered();
        judges.iter().for_each(|k| others[of(k)] = true);
        let scale = objective.typical(factor.matrix());
        let null_space = (self.null_spaces)(objective);
        let fixed = &objective.fixed;
        null_space.add_projector(&objective.strength, theta, fixed, scale, factor.matrix(), &mut Vec::new());
        if !factor.factor_free(&others) {
            return Ok(f64::INFINITY);
        }
        let share = |(k, slope): (&usize, &Vec<f64>)| {
            let mut solved = slope.duplicate();
            factor.solve(&mut solved);
            dot(&solved, slope) / slope[of(k)]
        };
        let shares: f64 = judges.iter().zip(&columns).map(share).sum();
        Ok(if shares.is_finite() { shares } else { f64::INFINITY })
    }

    /// The scores that are best at given ratios of the sensitivities in doubt to the others: those are convex problems.
    /// Of up to two ratios all combinations are looked at, of more one after the other.
    fn scores_of_ratios(
        &self,
        solver: &mut Solver,
        base: &[f64],
        doubtful: &[usize],
        watch: Watch<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        let of = |k: usize| self.layout.sensitivity(k);
        let is_sure = |k: &&usize| !doubtful.contains(k) && base[of(**k)] > 0.0;
        let mut sure: Vec<f64> =
            self.boundary.judging.iter().filter(is_sure).map(|k| base[of(*k)]).gathered();
        room::sort_by(&mut sure, f64::total_cmp);
        let typical = sure.get(sure.len() / 2).copied().unwrap_or(1.0);
        // Without any other the first in doubt sets the scale.
        let (scale, open) = doubtful.split_at(usize::from(sure.is_empty()).min(doubtful.len()));
        let mut ratios: Vec<Vec<f64>> = Vec::new();
        match open.len() {
            0 => {}
            1 => ratios.put_each(RATIOS.map(|a| vec![a])),
            2 => ratios.put_each(RATIOS.iter().flat_map(|&a| RATIOS.map(|b| vec![a, b]))),
            many => {
                for one in 0..many {
                    let alone = |a| (0..many).map(|at| if at == one { a } else { 0.0 }).gathered();
                    ratios.put_each(RATIOS.map(alone));
                }
                ratios.put_each(RATIOS.map(|a| vec![a; many]));
            }
        }
        let limits = Limits { iterations: 3 * ROUGH.iterations, ..ROUGH };
        let items = self.layout.strength.items;
        let mut scores = Vec::new();
        for ratios in ratios {
            let (mut objective, mut theta) = (self.objective.clone(), base.duplicate());
            self.boundary.judging.iter().for_each(|&k| objective.fixed[of(k)] = true);
            scale.iter().for_each(|&k| theta[of(k)] = typical);
            open.iter().zip(&ratios).for_each(|(&k, ratio)| theta[of(k)] = ratio * typical);
            let null_space = NullSpace { scale: false, ..(self.null_spaces)(&objective) };
            let found = floor::minimise(solver, &mut objective, &null_space, theta, &limits, watch);
            scores.put_each(unless_numeric(found)?.map(|found| found.theta[..items].duplicate()));
        }
        Ok(scores)
    }

    /// The most promising points to start from.
    fn promising(
        &self,
        base: &[f64],
        known: &[Option<&Vec<f64>>],
        (own, given): (&[f64], Vec<Vec<f64>>),
        doubtful: &[usize],
        large: bool,
    ) -> Vec<Start> {
        let items = self.layout.strength.items;
        let mut directions = given;
        for theta in known.iter().flatten() {
            directions.push(theta[..items].duplicate());
            directions.push(theta[..items].iter().map(|s| -s).gathered());
        }
        let weights = votes(self.layout, self.objective);
        let of = |k: usize| &own[k * items..(k + 1) * items];
        let sum = |judges: &dyn Fn(usize) -> bool| -> Vec<f64> {
            let mut sum = vec![0.0; items];
            for &k in self.boundary.judging.iter().filter(|&&k| judges(k)) {
                sum.iter_mut().zip(of(k)).for_each(|(s, x)| *s += weights[k] * x);
            }
            sum
        };
        let mut doubtful = doubtful.duplicate();
        room::sort_by(&mut doubtful, |&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
        doubtful.truncate(SMALL);
        let sure = |k: usize| !doubtful.contains(&k);
        if doubtful.len() <= SUBSETS {
            for subset in 0..1usize << doubtful.len() {
                let chosen =
                    |k: usize| doubtful.iter().position(|&d| d == k).is_some_and(|d| subset >> d & 1 == 1);
                directions.push(sum(&|k| sure(k) || chosen(k)));
                directions.push(sum(&chosen));
            }
        }
        for &one in &doubtful {
            directions.push(of(one).duplicate());
            directions.push(sum(&|k| k != one));
            directions.push(sum(&|k| sure(k) || k == one));
        }
        let mut tried: Vec<(f64, Start)> = Vec::new();
        for direction in directions.iter().filter(|d| largest(d) > 1e-9) {
            let (value, start) = self.at(base, direction);
            // Turned around or stretched, many directions are the same.
            let is_new = |(known, _): &(f64, Start)| (known - value).abs() > 1e-6;
            if value.is_finite() && start.1.len() < self.boundary.judging.len() && tried.iter().all(is_new) {
                tried.put((value, start));
            }
        }
        room::sort_by(&mut tried, |a, b| a.0.total_cmp(&b.0));
        tried.truncate(FITS[usize::from(large)]);
        tried.into_iter().map(|(_, start)| start).gathered()
    }

    /// The best sensitivities at given scores, and the objective there.
    fn at(&self, base: &[f64], scores: &[f64]) -> (f64, Start) {
        let mut theta = base.duplicate();
        let judging = &self.boundary.judging;
        let value = take_best_sensitivities(self.layout, self.objective, judging, scores, 0.0, &mut theta);
        (value, self.with_zeros(theta))
    }

    /// A point to start from, with the judges who are at zero there.
    fn with_zeros(&self, theta: Vec<f64>) -> Start {
        let is_zero = |k: &usize| theta[self.layout.sensitivity(*k)] <= 1e-9;
        let zeros = self.boundary.judging.iter().copied().filter(is_zero).gathered();
        (theta, zeros)
    }

    /// A direction drawn from the judges' own scores.
    fn drawn(&self, base: &[f64], own: &[f64], number: usize) -> Start {
        let mut random = Random::new(self.seed, number as u64);
        let judging = &self.boundary.judging;
        let mut sum = drawn_scores(self.layout, judging, own, &mut random);
        if largest(&sum) <= 1e-9 {
            sum.copy_from_slice(&base[..self.layout.strength.items]);
        }
        let mut base = base.duplicate();
        disturb_slopes(self.layout, self.objective, &mut random, &mut base);
        let (_, start) = self.at(&base, &sum);
        if start.1.len() < judging.len() {
            return start;
        }
        sum.iter_mut().for_each(|s| *s = -*s);
        self.at(&base, &sum).1
    }
}
