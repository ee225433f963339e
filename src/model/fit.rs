//! Fitting: start, solve, set judges at the boundary, and say what is wrong.

use super::boundary::{Boundary, Next};
use super::existence::{connect, Connection};
use super::firth;
use super::fitted::{Facts, Model};
use super::frame::Frame;
use super::specification::Specification;
use super::start;
use super::trouble::{list, Outcomes, Trouble};
use crate::comparisons::{CovariateOf, Kind as Names, Set};
use crate::error::{Error, Result};
use crate::likelihood::{Block, Design, Gauge, Objective};
use crate::outcome::Outcome;
use crate::solve::{minimise, Limits, Progress, Solution, Stop, Watch};
use crate::strength::{Kind, Strength};

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
    frame.pin_thresholds(specification.outcome, &ties)?;
    check_memory(set, &frame, specification)?;
    let mut objective = frame.objective(set, specification)?;
    let unit = normalise(&mut objective)?;
    let mut fitting = Fitting { set, specification, frame, objective, troubles: Vec::new() };
    fitting.fix_parameters(&ties);
    let mut connection = fitting.connect()?;
    fitting.check_covariates()?;
    let mut theta = start::cold(&fitting.frame, &fitting.objective, specification, &ties, &connection);
    let equal = match from {
        Some(model) => {
            let (frame, fixed) = (&fitting.frame, &fitting.objective.fixed);
            start::warm(set, frame, specification.outcome, fixed, model, &mut theta);
            false
        }
        None => fitting.start_scores(&mut theta, &connection, watch)?,
    };
    let bounded = specification.strength == Kind::Sensitivity && !specification.signed && !equal;
    let mut start = theta.clone();
    let mut iterations = 0;
    let mut boundary = Boundary::new(fitting.judging().collect());
    let mut solution = loop {
        let found = fitting.solve(start, &connection, watch)?;
        iterations += found.iterations;
        if !bounded {
            break found;
        }
        match boundary.next(&fitting.frame, &mut fitting.objective, Some(&theta), &found.theta) {
            Next::Settled => break found,
            Next::Again(next) => start = next,
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
    fitting.frame.strength.orient(&mut solution.theta);
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
fn check_memory(set: &Set, frame: &Frame, specification: &Specification) -> Result<()> {
    let p = frame.dimension;
    let matrices = if p <= crate::solve::DENSE_LIMIT { 3 * p * p } else { 16 * p };
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

struct Fitting<'a> {
    set: &'a Set,
    specification: &'a Specification,
    frame: Frame,
    objective: Objective,
    troubles: Vec<Trouble>,
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
    fn fix_parameters(&mut self, ties: &[[f64; 2]]) {
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
            if frame.strength.kind == Kind::Sensitivity {
                self.objective.fixed[frame.sensitivity(judge)] = true;
            }
            if let Some((first, true)) = frame.terms.position {
                self.objective.fixed[first + judge] = true;
            }
        }
        if let Some((single, offsets)) = frame.terms.threshold {
            let pinned = &frame.terms.pinned;
            match offsets {
                None => self.objective.fixed[single] = !pinned[0].is_nan(),
                Some(first) => {
                    let free = (0..frame.judges).filter(|&k| pinned[k].is_nan() && ties[k][0] > 0.0);
                    let mut any = false;
                    (0..frame.judges).for_each(|k| self.objective.fixed[first + k] = true);
                    for k in free {
                        self.objective.fixed[first + k] = false;
                        any = true;
                    }
                    self.objective.fixed[single] = !any;
                }
            }
        }
    }

    fn connect(&mut self) -> Result<Connection> {
        let frame = &self.frame;
        let zero =
            |k: usize| frame.strength.kind == Kind::Sensitivity && self.objective.fixed[frame.sensitivity(k)];
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
        Ok(())
    }

    /// With sensitivities, starts the scores from pooled Bradley-Terry; true if all are equal.
    fn start_scores(&mut self, theta: &mut [f64], connection: &Connection, watch: Watch<'_>) -> Result<bool> {
        if self.specification.strength == Kind::Pooled {
            return Ok(false);
        }
        let frame = &self.frame;
        let strength = Strength { kind: Kind::Pooled, ..self.frame.strength };
        let plain = |block: &Block| {
            let mut design = Design::default();
            design.left.clone_from(&block.design.left);
            design.right.clone_from(&block.design.right);
            design.counts.clone_from(&block.design.counts);
            Block { design, outcome: Outcome::BradleyTerry }
        };
        let pooled = Objective {
            strength,
            data: plain(&self.objective.data),
            pseudo: self.objective.pseudo.as_ref().map(plain),
            ridge: self.objective.ridge,
            fixed: vec![false; strength.items],
            held: Vec::new(),
            dimension: strength.items,
        };
        let gauge = Gauge { shifts: connection.shifts.clone(), ..Gauge::default() };
        // A rough start will do.
        let limits = Limits { tolerance: 1e-3, iterations: 8, finite: true, examine: false };
        let solution = minimise(&pooled, &gauge, vec![0.0; strength.items], &limits, watch)?;
        theta[..strength.items].copy_from_slice(&solution.theta);
        let spread = solution.theta[..frame.items].iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        let equal = spread < 1e-9;
        if equal {
            self.meet(Trouble {
                outcome: Outcomes::EQUAL_SCORES,
                message: "all pooled scores are equal: sensitivities of judges cannot be told".into(),
            })?;
            for judge in 0..self.frame.judges {
                let at = self.frame.sensitivity(judge);
                self.objective.fixed[at] = true;
            }
        }
        Ok(equal)
    }

    fn solve(&self, theta: Vec<f64>, connection: &Connection, watch: Watch<'_>) -> Result<Solution> {
        let s = self.specification;
        let one_group = connection.groups.iter().max() == connection.components.iter().max();
        let finite = s.outcome == Outcome::BradleyTerry
            && s.strength == Kind::Pooled
            && self.objective.data.design.is_bare()
            && one_group;
        let limits = Limits { tolerance: s.tolerance, iterations: s.max_iterations, finite, examine: true };
        let gauge = self.frame.gauge(&connection.shifts, &self.objective.fixed);
        if s.firth {
            return firth::minimise(&self.objective, &gauge, theta, &limits, watch);
        }
        minimise(&self.objective, &gauge, theta, &limits, watch)
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
        let known = |outcome| self.troubles.iter().any(|t: &Trouble| t.outcome == outcome);
        match solution.stop {
            _ if solution.runs_off(self.objective.data.design.total()) && !known(Outcomes::SEPARATED) => {
                let names = self.loading(&solution.last_step);
                let message =
                    format!("no finite estimate exists: the likelihood grows as {names} runs to infinity");
                self.meet(Trouble { outcome: Outcomes::SEPARATED, message })?;
            }
            Stop::Iterations
                if !known(Outcomes::SEPARATED) && !solution.runs_off(self.objective.data.design.total()) =>
            {
                let message = format!(
                    "not converged after {} iterations: gradient {:.2e}, last change of a predictor {:.2e}",
                    solution.iterations, solution.gradient, solution.step
                );
                self.meet(Trouble { outcome: Outcomes::NOT_CONVERGED, message })?;
            }
            _ => {}
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
        if !self.frame.strength.is_flat(theta) {
            return Ok(false);
        }
        self.meet(Trouble {
            outcome: Outcomes::EQUAL_SCORES,
            message: "all scores are equal at the optimum: sensitivities of judges cannot be told".into(),
        })?;
        for judge in 0..self.frame.judges {
            let at = self.frame.sensitivity(judge);
            self.objective.fixed[at] = true;
        }
        Ok(true)
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
        let gauge = self.frame.gauge(&connection.shifts, &self.objective.fixed);
        let mut outcomes = Outcomes::NONE;
        self.troubles.iter().for_each(|t| outcomes.insert(t.outcome));
        let gamma = |k: usize| solution.theta[self.frame.sensitivity(k)];
        if self.specification.signed {
            let opposed: Vec<usize> = self.judging().filter(|&k| gamma(k) < 0.0).collect();
            if !opposed.is_empty() {
                outcomes.insert(Outcomes::OPPOSED);
                self.troubles.push(Trouble {
                    outcome: Outcomes::OPPOSED,
                    message: format!("opposed to the consensus: {}", list(self.set, Names::Judge, &opposed)),
                });
            }
        }
        if self.frame.terms.pinned.iter().any(|p| !p.is_nan()) {
            outcomes.insert(Outcomes::TIE_LIMIT);
        }
        let free = self.objective.fixed.iter().filter(|f| !**f).count();
        // The pseudo-item belongs to the penalty, not to the data.
        let ghost = self.frame.strength.items - self.frame.items;
        let facts = Facts {
            outcomes,
            stop: solution.stop,
            iterations,
            dimension: (free - ghost).saturating_sub(gauge.len()),
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
        .then(|| solution.last_step.clone());
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
        model.describe(&connection, &zeros, equal, runaway, weakest);
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
