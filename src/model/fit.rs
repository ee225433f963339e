//! Fitting: start, solve, set judges at the boundary, and say what is wrong.

use super::boundary::{Boundary, Next};
use super::canonical;
use super::existence::{connect, Connection};
use super::firth;
use super::fitted::{Facts, Model};
use super::floor;
use super::frame::Frame;
use super::judge_starts::{of_disagreement, pooled_scores, ROUGH};
use super::loose::{loose, Loose};
use super::restarts::{Optimum, Starts};
use super::runaway;
use super::slopes::{self, Untold};
use super::specification::Specification;
use super::start;
use super::trouble::{list, Outcomes, Trouble};
use crate::comparisons::{CovariateOf, Kind as Names, Set};
use crate::error::{Error, Result};
use crate::likelihood::{Design, Gauge, Keep, Objective, SparseRows};
use crate::outcome::Outcome;
use crate::solve::{is_dense, Limits, Progress, Solution, Stop, Watch};
use crate::spread::ZERO;
use crate::strength::Kind;
use crate::threshold::{Form, Threshold};

/// Fits a model to a set.
pub fn fit(set: &Set, specification: &Specification, watch: Watch<'_>) -> Result<Model> {
    fit_from(set, specification, None, watch)
}

/// Fits a model to a set, starting from what another model knows of the same names.
pub fn fit_from(
    set: &Set,
    specification: &Specification,
    from: Option<&Model>,
    watch: Watch<'_>,
) -> Result<Model> {
    specification.check(set)?;
    // A fit may solve several times; the caller sees one count of iterations.
    let (mut before, mut last) = (0, 0);
    let mut counted = |now: &Progress| {
        if now.iteration <= last {
            before += last;
        }
        last = now.iteration;
        watch(&Progress { iteration: before + now.iteration, ..*now })
    };
    let watch: Watch<'_> = &mut counted;
    let mut frame = Frame::new(set, specification);
    let ties = frame.tie_counts(set);
    if ties.iter().map(|t| t[0]).sum::<f64>() == 0.0 {
        return Err(Error::data("the set has no comparisons that this model could use"));
    }
    frame.pin_thresholds(set, &ties)?;
    let mut objective = frame.objective(set, specification)?;
    check_memory(set, &objective, specification)?;
    let unit = normalise(&mut objective)?;
    let mut fitting = Fitting {
        set,
        specification,
        frame,
        objective,
        troubles: Vec::new(),
        optima: Vec::new(),
        collapsed: Vec::new(),
        untold: Vec::new(),
        runaways: Vec::new(),
    };
    fitting.fix_parameters(&ties);
    let mut connection = fitting.connect()?;
    fitting.check_covariates()?;
    fitting.check_thresholds()?;
    fitting.check_spread(&connection)?;
    if specification.has_floor() {
        fitting.objective.held = floor::floors(&fitting.objective);
    }
    let mut theta = start::cold(&fitting.frame, &fitting.objective, specification, &ties, &connection);
    let equal = match from {
        Some(model) => {
            let (frame, fixed) = (&fitting.frame, &fitting.objective.fixed);
            start::warm(set, frame, fitting.objective.data.outcome, fixed, model, &mut theta);
            false
        }
        None => fitting.start_scores(&mut theta, &connection, watch)?,
    };
    let warm = from.is_some_and(|model| model.frame.spread.is_some());
    let bounded = specification.strength == Kind::Sensitivity && !specification.signed && !equal;
    let mut start = fitting.starts(&theta, equal, from.is_none(), watch)?;
    let (mut iterations, mut first) = (0, true);
    let mut boundary = Boundary::new(fitting.judging().collect());
    let mut solution = loop {
        // Only the first round is of many starts; the others go on from where it ended.
        let restarts = if first { specification.restarts } else { 0 };
        let found = fitting.solve(start, &connection, (restarts, warm), watch)?;
        iterations += found.iterations;
        first = false;
        if !bounded {
            match slopes::of_the_mute(set, &fitting.frame, &fitting.objective, &found.theta) {
                Some(untold) => {
                    let mut next = found.theta;
                    untold.parameters.iter().for_each(|&at| next[at] = 0.0);
                    fitting.hold(untold)?;
                    start = vec![next];
                    continue;
                }
                None => break found,
            }
        }
        match boundary.next(&fitting.frame, &mut fitting.objective, Some(&theta), &found.theta) {
            Next::Settled => break found,
            Next::Again(next) => start = vec![next],
            Next::Cycling(judge) => {
                fitting.meet(Trouble {
                    outcome: Outcomes::NOT_CONVERGED,
                    message: format!(
                        "the boundary could not be settled: the sensitivity of {} leaves zero and comes back",
                        list(set, Names::Judge, &[judge])
                    ),
                })?;
                break found;
            }
        }
        connection = fitting.connect()?;
        if boundary.is_everyone() {
            return Err(Error::NotIdentified(
                "no judge agrees with the pooled scores: every sensitivity would be zero".into(),
            ));
        }
    };
    let zeros = boundary.zeros;
    if solution.runs_off(fitting.objective.data.design.total()) {
        let Solution { theta, last_step, .. } = &solution;
        fitting.runaways = runaway::judges(&fitting.frame, &fitting.objective, theta, last_step);
    }
    fitting.frame.strength.orient(&mut solution.theta);
    canonical::bring(
        &fitting.frame,
        &fitting.gauge(&connection),
        &fitting.objective.fixed,
        &mut solution.theta,
    )?;
    let equal = equal || fitting.flatten(&solution.theta)?;
    let undetermined = fitting.examine(&solution, &zeros)?;
    if !undetermined {
        solution.weakest.clear();
    }
    let comparisons = effective(set, ties.iter().map(|t| t[0]).sum());
    fitting.finish(solution, iterations, connection, zeros, equal, [comparisons, unit])
}

/// The number of comparisons: the sum of frequencies, or Kish's effective number of importance weights.
fn effective(set: &Set, sum: f64) -> f64 {
    if !set.importance() {
        return sum;
    }
    let squares: f64 = set.cells().squares.iter().flatten().sum();
    sum * sum / squares
}

/// Refuses what would need more memory than the caller allows.
fn check_memory(set: &Set, objective: &Objective, specification: &Specification) -> Result<()> {
    let p = objective.dimension;
    let matrices = if is_dense(objective) { 3 * p * p } else { 16 * p };
    let cells = set.cells().left.len();
    let bytes = (matrices * 8).saturating_add(cells.saturating_mul(160));
    if specification.max_bytes > 0 && bytes > specification.max_bytes {
        return Err(Error::Memory(format!(
            "the fit needs about {bytes} bytes, more than max_bytes = {}",
            specification.max_bytes
        )));
    }
    Ok(())
}

/// Brings weights of extreme size to a total near one; returns what a unit of the objective is worth.
fn normalise(objective: &mut Objective) -> Result<f64> {
    let total = objective.data.design.total();
    if !total.is_finite() {
        return Err(Error::data("the sum of the weights is not finite"));
    }
    if (1e-60..1e60).contains(&total) {
        return Ok(1.0);
    }
    // Not 1 / total, which overflows for the smallest weights.
    let unit = 2f64.powi(total.log2().round().clamp(-1000.0, 1000.0) as i32);
    objective.rescale(unit);
    Ok(unit)
}

/// With more parameters than this a fit of disagreement starts once: its votes are many, and a start takes seconds.
const LARGE: usize = 1_000;

struct Fitting<'a> {
    set: &'a Set,
    specification: &'a Specification,
    frame: Frame,
    objective: Objective,
    troubles: Vec<Trouble>,
    optima: Vec<Optimum>,
    collapsed: Vec<(usize, usize)>,
    /// Judges whose slopes cannot be told.
    untold: Vec<usize>,
    /// Judges who run to infinity.
    runaways: Vec<usize>,
}

impl Fitting<'_> {
    /// Records a trouble, or makes it the error if it is not accepted.
    fn meet(&mut self, trouble: Trouble) -> Result<()> {
        if !self.specification.accept.contains(trouble.outcome) {
            return Err(match trouble.outcome {
                Outcomes::NOT_CONVERGED => Error::NotConverged(trouble.message),
                _ => Error::NotIdentified(trouble.message),
            });
        }
        if !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
        Ok(())
    }

    /// Judges with comparisons.
    fn judging(&self) -> impl Iterator<Item = usize> + '_ {
        let mut seen = vec![false; self.frame.judges];
        let design = &self.objective.data.design;
        (0..design.len()).for_each(|c| seen[design.judge(c)] = true);
        (0..seen.len()).filter(move |&k| seen[k])
    }

    /// Fixes the scores the caller fixed, what has no data, and thresholds at the end of their range.
    fn fix_parameters(&mut self, ties: &[[f64; 3]]) {
        self.fix_bad_thresholds();
        let frame = &self.frame;
        for (item, score) in self.specification.fixed_scores.iter().enumerate() {
            self.objective.fixed[item] = !score.is_nan();
        }
        let mut silent = vec![true; frame.judges];
        if frame.grain.judge {
            self.judging().for_each(|k| silent[k] = false);
        } else {
            silent.fill(false);
        }
        for judge in (0..frame.judges).filter(|&k| silent[k]) {
            frame.strength_of(judge).for_each(|at| self.objective.fixed[at] = true);
            if let Some((first, true)) = frame.terms.position {
                self.objective.fixed[first + judge] = true;
            }
        }
        let Some(threshold) = &frame.terms.threshold else { return };
        let pinned = &frame.terms.pinned;
        let fixed = &mut self.objective.fixed;
        let mut any = threshold.offsets.is_none() && pinned[0].is_nan();
        if let Some(first) = threshold.offsets {
            for judge in 0..frame.judges {
                let free = pinned[judge].is_nan() && ties[judge][0] > 0.0;
                fixed[first + judge] = !free;
                any |= free;
            }
        }
        if threshold.factors == 0 {
            fixed[threshold.first] = !any;
            return;
        }
        // What is drawn to a mean has a value without comparisons too.
        let mut open = vec![frame.ties_penalised; frame.items];
        let design = &self.objective.data.design;
        for cell in (0..design.len()).filter(|&c| !design.e.row(c).0.is_empty()) {
            open[design.left[cell] as usize] = true;
            open[design.right[cell] as usize] = true;
        }
        for (item, open) in open.iter().enumerate() {
            fixed[threshold.of_item(item)].fill(!(any && *open));
        }
    }

    /// Fixes thresholds of both bad at the end of their range, and of items without comparisons.
    fn fix_bad_thresholds(&mut self) {
        let Some(bad) = &self.frame.terms.bad else { return };
        let design = &self.objective.data.design;
        let mut open = vec![false; self.frame.dimension];
        for cell in 0..design.len() {
            design.b.row(cell).0.iter().for_each(|&at| open[at as usize] = true);
        }
        (bad.first..bad.first + bad.len()).for_each(|at| self.objective.fixed[at] = !open[at]);
    }

    fn connect(&mut self) -> Result<Connection> {
        let frame = &self.frame;
        let zero = |k: usize| frame.strength.is_by_judge() && self.objective.fixed[frame.sensitivity(k)];
        let design = &self.objective.data.design;
        let connection = connect(self.set, frame, self.specification, design, |k| !zero(k));
        for trouble in &connection.troubles {
            self.meet(trouble.clone())?;
        }
        Ok(connection)
    }

    /// Covariates that cannot have an effect of their own.
    fn check_covariates(&mut self) -> Result<()> {
        let mut varies = vec![false; self.frame.dimension];
        let design = &self.objective.data.design;
        for cell in 0..design.len() {
            let (index, value) = design.u.row(cell);
            index.iter().zip(value).filter(|(_, v)| **v != 0.0).for_each(|(&i, _)| varies[i as usize] = true);
        }
        let free_scores = self.specification.fixed_scores.iter().all(|s| s.is_nan());
        for (name, at) in self.frame.terms.covariates.clone() {
            let of_items = self.set.covariate(&name).is_some_and(|c| c.of() == CovariateOf::Item);
            let message = if !varies[at] {
                format!(
                    "covariate \"{name}\" never differs between left and right: its effect cannot be told"
                )
            } else if of_items && free_scores && !self.specification.is_penalised() {
                format!(
                    "covariate \"{name}\" belongs to items, and so do the free scores: its effect cannot be told \
                     (fix scores with fixed_scores)"
                )
            } else {
                continue;
            };
            self.objective.fixed[at] = true;
            self.meet(Trouble { outcome: Outcomes::UNDETERMINED, message })?;
        }
        let untold = slopes::of_constants(self.set, &self.frame, &self.objective);
        untold.into_iter().try_for_each(|untold| self.hold(untold))
    }

    /// Holds slopes that cannot be told where they are.
    fn hold(&mut self, untold: Untold) -> Result<()> {
        untold.parameters.iter().for_each(|&at| self.objective.fixed[at] = true);
        self.untold.extend(untold.judges);
        self.meet(untold.trouble)
    }

    /// Thresholds that the comparisons leave open.
    fn check_thresholds(&mut self) -> Result<()> {
        let Some(threshold) = self.frame.terms.threshold.clone() else { return Ok(()) };
        if !self.frame.ties_penalised {
            self.frame.loose = self.loose(&threshold, |design| &design.e);
        }
        let found = &self.frame.loose;
        if let Some(first) = found.first() {
            let why = match threshold.form {
                Form::Factored => "too few opponents for so many factors",
                _ => "comparisons that go between two sides only",
            };
            // An item may be in several of the directions that the data leave open.
            let mut items: Vec<usize> = found.iter().flat_map(|loose| loose.items.iter().copied()).collect();
            items.sort_unstable();
            items.dedup();
            let message = format!(
                "the data do not determine the tie thresholds of {} ({why}); tie_ridge would",
                list(
                    self.set,
                    Names::Item,
                    if threshold.form == Form::Factored { &items } else { &first.items }
                )
            );
            self.meet(Trouble { outcome: Outcomes::UNDETERMINED, message })?;
        }
        let Some(bad) = self.frame.terms.bad.clone() else { return Ok(()) };
        let found = self.loose(&bad, |design| &design.b);
        if let Some(first) = found.first() {
            let message = format!(
                "the data do not determine the thresholds of both bad of {} (comparisons that go between two \
                 sides only)",
                list(self.set, Names::Item, &first.items)
            );
            self.meet(Trouble { outcome: Outcomes::UNDETERMINED, message })?;
        }
        self.frame.loose.extend(found);
        Ok(())
    }

    /// Directions of a threshold, whose terms are in these rows of the design, that the comparisons leave open.
    fn loose(&self, threshold: &Threshold, terms: fn(&Design) -> &SparseRows) -> Vec<Loose> {
        let design = &self.objective.data.design;
        let pairs: Vec<(u32, u32)> = (0..design.len())
            .filter(|&cell| !terms(design).row(cell).0.is_empty())
            .map(|cell| (design.left[cell], design.right[cell]))
            .collect();
        loose(threshold, &pairs, |k| self.objective.fixed[k])
    }

    /// A spread is of items that are all connected; those never compared have none.
    fn check_spread(&mut self, connection: &Connection) -> Result<()> {
        let Some(spread) = self.frame.spread else { return Ok(()) };
        let groups = connection.shifts.iter().filter(|group| group.len() > 1).count();
        if groups > 1 {
            return Err(Error::NotIdentified(
                "spread: items of different components have no common scale; fit each component by itself"
                    .into(),
            ));
        }
        if self.specification.spread_ridge > 0.0 {
            return Ok(());
        }
        let mut compared = vec![false; spread.items];
        let design = &self.objective.data.design;
        for (&i, &j) in design.left.iter().zip(&design.right) {
            compared[i as usize] = true;
            compared[j as usize] = true;
        }
        for item in (0..spread.items).filter(|&i| !compared[i]) {
            self.objective.fixed[spread.tau(item)] = true;
            self.objective.fixed[spread.row(item)..spread.row(item) + spread.factors].fill(true);
        }
        Ok(())
    }

    fn gauge(&self, connection: &Connection) -> Gauge {
        self.frame.gauge(&connection.shifts, &self.objective.fixed)
    }

    /// With sensitivities, starts the scores from pooled Bradley-Terry; true if all are equal.
    fn start_scores(&mut self, theta: &mut [f64], connection: &Connection, watch: Watch<'_>) -> Result<bool> {
        if self.specification.strength == Kind::Pooled {
            return Ok(false);
        }
        let gauge = Gauge { shifts: connection.shifts.clone(), ..Gauge::default() };
        let design = self.objective.data.design.bare();
        let scores = pooled_scores(&self.objective, design, self.objective.ridge, &gauge, &ROUGH, watch)?;
        theta[..scores.len()].copy_from_slice(&scores);
        let spread = scores[..self.frame.items].iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        let equal = spread < 1e-9;
        if equal {
            self.meet(Trouble {
                outcome: Outcomes::EQUAL_SCORES,
                message: "all pooled scores are equal: sensitivities of judges cannot be told".into(),
            })?;
            if self.frame.strength.columns > 1 {
                return Err(Error::NotIdentified(
                    "the pooled scores are equal: there is no consensus".into(),
                ));
            }
            self.hold_strengths();
        }
        Ok(equal)
    }

    /// The points to start from before any are drawn: of disagreement there are two.
    fn starts(&self, theta: &[f64], equal: bool, cold: bool, watch: Watch<'_>) -> Result<Vec<Vec<f64>>> {
        let frame = &self.frame;
        if !frame.strength.is_by_judge() || equal {
            return Ok(vec![theta.to_vec()]);
        }
        if !cold || frame.strength.columns == 1 {
            return Ok(vec![theta.to_vec()]);
        }
        let mut starts = of_disagreement(frame, &self.objective, theta, watch)?;
        if frame.dimension > LARGE {
            starts.truncate(1);
        }
        Ok(starts)
    }

    fn solve(
        &mut self,
        starts_at: Vec<Vec<f64>>,
        connection: &Connection,
        (restarts, warm): (usize, bool),
        watch: Watch<'_>,
    ) -> Result<Solution> {
        let s = self.specification;
        let one_group = connection.groups.iter().max() == connection.components.iter().max();
        let finite = s.outcome == Outcome::BradleyTerry
            && s.strength == Kind::Pooled
            && s.spread.is_none()
            && self.objective.data.design.is_bare()
            && one_group;
        // Thresholds of pairs run off by the dozen, one unit of log odds a step.
        let gain = match s.threshold {
            Form::Factored if s.spread.is_some() || s.has_floor() => 1e-3,
            Form::Factored => 1e-4,
            _ => 0.0,
        };
        // With a spread, scores that the graph holds together do not run off; thresholds of pairs may.
        let finite = finite || (s.spread.is_some() && one_group && s.threshold == Form::Single);
        let limits =
            Limits { tolerance: s.tolerance, iterations: s.max_iterations, finite, examine: true, gain };
        if s.firth {
            let theta = starts_at.into_iter().next().unwrap_or_default();
            return firth::minimise(&self.objective, &self.gauge(connection), theta, &limits, watch);
        }
        let gauge = self.gauge(connection);
        let starts_at =
            slopes::from_the_middle(&self.frame, &self.objective, &gauge, starts_at, &limits, watch)?;
        let starts = Starts {
            frame: &self.frame,
            shifts: &connection.shifts,
            limits,
            warm,
            restarts,
            signed: s.is_signed(),
            seed: s.seed,
            threads: s.threads,
        };
        let found = starts.solve(&self.objective, starts_at, watch)?;
        self.objective = found.objective;
        self.optima = found.optima;
        self.collapsed = found.collapsed;
        Ok(found.solution)
    }

    /// What the solution says of its own existence; true if the weakest direction is not determined.
    fn examine(&mut self, solution: &Solution, zeros: &[usize]) -> Result<bool> {
        if !zeros.is_empty() {
            let message = format!(
                "at the boundary: {} would need a sensitivity of zero or less to agree with the consensus",
                list(self.set, Names::Judge, zeros)
            );
            self.meet(Trouble { outcome: Outcomes::BOUNDARY, message })?;
        }
        if let Some((i, j)) = self.collapsed.first() {
            let more = if self.collapsed.len() > 1 {
                format!(" (and {} more pairs)", self.collapsed.len() - 1)
            } else {
                String::new()
            };
            let message = format!(
                "the spread of {}{more} has collapsed to zero, a point that is no optimum; ask for restarts or \
                 a spread_ridge",
                list(self.set, Names::Item, &[*i, *j])
            );
            self.meet(Trouble { outcome: Outcomes::NOT_CONVERGED, message })?;
        }
        let known = |outcome| self.troubles.iter().any(|t: &Trouble| t.outcome == outcome);
        match solution.stop {
            _ if solution.runs_off(self.objective.data.design.total()) && !known(Outcomes::SEPARATED) => {
                let message = self.running_off(&solution.last_step);
                self.meet(Trouble { outcome: Outcomes::SEPARATED, message })?;
            }
            Stop::Iterations
                if !known(Outcomes::SEPARATED) && !solution.runs_off(self.objective.data.design.total()) =>
            {
                let far = slopes::is_far(&slopes::middles(&self.frame, &self.objective));
                let message = format!(
                    "not converged after {} iterations: gradient {:.2e}, last change of a predictor {:.2e}{}",
                    solution.iterations,
                    solution.gradient,
                    solution.step,
                    if far { "; standardise the sensitivity_covariates" } else { "" }
                );
                self.meet(Trouble { outcome: Outcomes::NOT_CONVERGED, message })?;
            }
            _ => {}
        }
        let (asked, found) = (self.frame.strength.columns - 1, self.frame.strength.rank(&solution.theta));
        if self.frame.strength.kind == Kind::Disagreement && found < asked {
            let message = format!(
                "rank is {asked}, but at the optimum the judges disagree in {found} directions: the others are not \
                 determined; choose rank {found}"
            );
            self.meet(Trouble { outcome: Outcomes::UNDETERMINED, message })?;
        }
        let undetermined = solution.is_undetermined();
        let separated = self.troubles.iter().any(|t| t.outcome == Outcomes::SEPARATED);
        if undetermined && !separated {
            let names = self.loading(&solution.weakest);
            let message = format!("the data do not determine {names}");
            self.meet(Trouble { outcome: Outcomes::UNDETERMINED, message })?;
        } else if solution.stop == Stop::Precision && !separated && solution.step > 1e-3 {
            let message = format!(
                "the solver could not get closer than a change of {:.2e} in a predictor (gradient {:.2e})",
                solution.step, solution.gradient
            );
            self.meet(Trouble { outcome: Outcomes::NOT_CONVERGED, message })?;
        }
        Ok(undetermined && !separated)
    }

    /// Says so, and holds the sensitivities, if all strengths are zero at the optimum.
    fn flatten(&mut self, theta: &[f64]) -> Result<bool> {
        let factors = slopes::factors(&self.frame, &self.objective, theta);
        if !self.frame.strength.is_flat(theta, &factors) {
            return Ok(false);
        }
        self.meet(Trouble {
            outcome: Outcomes::EQUAL_SCORES,
            message: "all scores are equal at the optimum: sensitivities of judges cannot be told".into(),
        })?;
        self.hold_strengths();
        Ok(true)
    }

    /// Holds what judges make of scores.
    fn hold_strengths(&mut self) {
        for judge in 0..self.frame.judges {
            self.frame.strength_of(judge).for_each(|at| self.objective.fixed[at] = true);
        }
    }

    /// What runs to infinity along a direction: thresholds of pairs that never tied, or what carries most.
    fn running_off(&self, direction: &[f64]) -> String {
        let design = &self.objective.data.design;
        let change = |cell: usize| design.e.dot(cell, direction);
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let mut pairs: Vec<(usize, usize)> = (0..design.len())
            .filter(|&cell| design.counts[cell].tie == 0.0 && change(cell) < -0.05)
            .map(|cell| (design.left[cell] as usize, design.right[cell] as usize))
            .map(|(i, j)| (i.min(j), i.max(j)))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let of_scores = direction[..self.frame.items].iter().any(|d| d.abs() > 0.1 * largest);
        if !self.runaways.is_empty() {
            return format!(
                "no finite estimate exists: the likelihood grows as strengths of {} run to infinity (too few votes, or \
                 votes that never err); a ridge keeps them finite",
                list(self.set, Names::Judge, &self.runaways)
            );
        }
        if pairs.is_empty() || of_scores || self.frame.terms.threshold.as_ref().is_none_or(|t| t.factors == 0)
        {
            let names = self.loading(direction);
            return format!("no finite estimate exists: the likelihood grows as {names} runs to infinity");
        }
        let name = |&(i, j): &(usize, usize)| format!("{{{}}}", list(self.set, Names::Item, &[i, j]));
        let first: Vec<String> = pairs.iter().take(3).map(name).collect();
        let more = pairs.len().saturating_sub(3);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!(
            "no finite estimate exists: tie thresholds run to minus infinity on {} pairs that never tied: {}{rest}; \
             a tie_ridge keeps them finite",
            pairs.len(),
            first.join(", ")
        )
    }

    /// A direction that runs off, without what the other parameters still move with the thresholds.
    fn threshold_part(&self, direction: &[f64]) -> Vec<f64> {
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let terms = &self.frame.terms;
        let of_items = [&terms.threshold, &terms.bad].into_iter().flatten().find(|t| t.factors > 0);
        let before = of_items.map_or(0, |t| t.first);
        let settled = direction[..before].iter().all(|d| d.abs() <= 0.1 * largest);
        let kept = |(k, d): (usize, &f64)| if k < before && settled { 0.0 } else { *d };
        direction.iter().enumerate().map(kept).collect()
    }

    /// Variances of zero, thresholds at the end of their range: recorded, never an error.
    fn record_boundaries(
        &self,
        theta: &[f64],
        gauge: &Gauge,
        outcomes: &mut Outcomes,
    ) -> Vec<(usize, Outcomes)> {
        let mut items = Vec::new();
        if let Some(freedom) = &gauge.spread {
            items.extend(freedom.vanishing(theta, ZERO).into_iter().map(|item| (item, Outcomes::HEYWOOD)));
        }
        for held in self.objective.held.iter().filter(|held| held.keep == Keep::Floor) {
            if let Some(threshold) = &self.frame.terms.threshold {
                let mut concerned: Vec<usize> = held
                    .along
                    .iter()
                    .map(|(k, _)| (*k as usize - threshold.first) / threshold.factors)
                    .filter(|&item| item < threshold.items)
                    .collect();
                concerned.dedup();
                items.extend(concerned.into_iter().map(|item| (item, Outcomes::TIE_LIMIT)));
            }
        }
        let untied = self.frame.terms.untied.iter().enumerate().filter(|(_, untied)| **untied);
        items.extend(untied.map(|(item, _)| (item, Outcomes::TIE_LIMIT)));
        let unbad = self.frame.terms.unbad.iter().enumerate().filter(|(_, unbad)| **unbad);
        items.extend(unbad.map(|(item, _)| (item, Outcomes::TIE_LIMIT)));
        items.iter().for_each(|(_, outcome)| outcomes.insert(*outcome));
        items
    }

    /// Names the parameters that carry most of a direction.
    fn loading(&self, direction: &[f64]) -> String {
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let mut heavy: Vec<usize> = (0..direction.len())
            .filter(|&k| !self.objective.fixed[k] && direction[k].abs() >= 0.5 * largest)
            .collect();
        heavy.sort_by(|&a, &b| direction[b].abs().total_cmp(&direction[a].abs()));
        let more = heavy.len().saturating_sub(4);
        let names: Vec<String> = heavy.iter().take(4).map(|&k| self.frame.describe(self.set, k)).collect();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{rest}", names.join(", "))
    }

    fn finish(
        mut self,
        solution: Solution,
        iterations: usize,
        connection: Connection,
        zeros: Vec<usize>,
        equal: bool,
        [comparisons, unit]: [f64; 2],
    ) -> Result<Model> {
        let gauge = self.gauge(&connection);
        let mut outcomes = Outcomes::NONE;
        self.troubles.iter().for_each(|t| outcomes.insert(t.outcome));
        let gamma = |k: usize| solution.theta[self.frame.sensitivity(k)];
        if self.specification.is_signed() && self.frame.strength.is_by_judge() {
            let opposed: Vec<usize> = self.judging().filter(|&k| gamma(k) < 0.0).collect();
            if !opposed.is_empty() {
                outcomes.insert(Outcomes::OPPOSED);
                self.troubles.push(Trouble {
                    outcome: Outcomes::OPPOSED,
                    message: format!("opposed to the consensus: {}", list(self.set, Names::Judge, &opposed)),
                });
            }
        }
        if self.frame.terms.pinned.iter().any(|p| !p.is_nan()) || self.frame.terms.bad_pinned {
            outcomes.insert(Outcomes::TIE_LIMIT);
        }
        let boundaries = self.record_boundaries(&solution.theta, &gauge, &mut outcomes);
        let free = self.objective.fixed.iter().filter(|f| !**f).count();
        // The pseudo-item belongs to the penalty, not to the data.
        let ghost = self.frame.strength.columns * (self.frame.strength.items - self.frame.items);
        let facts = Facts {
            outcomes,
            stop: solution.stop,
            iterations,
            dimension: (free - ghost).saturating_sub(gauge.len() + self.frame.hidden_turns()),
            comparisons,
            log_likelihood: -self.objective.data_value(&solution.theta) * unit,
            objective: solution.value * unit,
            gradient: solution.gradient * unit,
            decrement: solution.decrement * unit.sqrt(),
            step: solution.step,
            curvature: solution.curvature * unit,
            unit,
        };
        let runaway = (solution.runs_off(self.objective.data.design.total())
            && !self.is_grouped(&connection))
        .then(|| self.threshold_part(&solution.last_step));
        let weakest = (!solution.weakest.is_empty()).then(|| solution.weakest.clone());
        let mut model = Model::new(
            self.set.clone(),
            self.specification.clone(),
            self.frame,
            self.objective,
            gauge,
            solution.theta,
            facts,
        );
        model.troubles = self.troubles;
        model.optima = self.optima;
        model.describe(&connection, &zeros, equal, runaway, weakest);
        boundaries.iter().for_each(|&(item, outcome)| model.item_outcomes[item].insert(outcome));
        self.untold.iter().for_each(|&k| model.judge_outcomes[k].insert(Outcomes::UNDETERMINED));
        if !self.runaways.is_empty() {
            // Seen from who runs off, everybody does.
            let all = model.item_outcomes.iter_mut().chain(&mut model.judge_outcomes);
            all.for_each(|outcomes| *outcomes = outcomes.without(Outcomes::SEPARATED));
            self.runaways.iter().for_each(|&k| model.judge_outcomes[k].insert(Outcomes::SEPARATED));
        }
        for (i, j) in self.collapsed {
            [i, j].iter().for_each(|&item| model.item_outcomes[item].insert(Outcomes::NOT_CONVERGED));
        }
        Ok(model)
    }

    fn is_grouped(&self, connection: &Connection) -> bool {
        connection.groups.iter().max() > connection.components.iter().max()
    }
}

/// A watch that never cancels.
pub fn unwatched() -> impl FnMut(&Progress) -> Result<()> {
    |_| Ok(())
}
