//! Fitting: start, solve, set judges at the boundary, and say what is wrong.

use super::existence::{connect, Connection};
use super::fitted::{Facts, Model};
use super::frame::Frame;
use super::specification::Specification;
use super::trouble::{list, Outcomes, Trouble};
use crate::comparisons::{CovariateOf, Kind as Names, Set};
use crate::error::{Error, Result};
use crate::likelihood::{Block, Design, Gauge, Local, Objective};
use crate::outcome::Outcome;
use crate::solve::{minimise, Limits, Progress, Solution, Stop, Watch};
use crate::strength::{Kind, Strength};

/// Fits a model to a set.
pub fn fit(set: &Set, specification: &Specification, watch: Watch<'_>) -> Result<Model> {
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
    let mut theta = fitting.start(&ties, &connection);
    let equal = fitting.start_scores(&mut theta, &connection, watch)?;
    let bounded = specification.strength == Kind::Sensitivity && !specification.signed && !equal;
    let mut start = theta.clone();
    let mut iterations = 0;
    let mut zeros: Vec<usize> = Vec::new();
    let mut released = Vec::new();
    // Every round adds judges to the boundary or releases one that was never released before.
    let mut solution = loop {
        let found = fitting.solve(start, &connection, watch)?;
        iterations += found.iterations;
        let next = if bounded { fitting.boundary(&found.theta, &zeros) } else { Boundary::Settled };
        match next {
            Boundary::Settled => break found,
            Boundary::Negative(judges) => {
                zeros.extend(judges);
                zeros.sort_unstable();
                start = theta.clone();
                fitting.set_boundary(&zeros, &mut start);
            }
            Boundary::Releasable(judge) if released.contains(&judge) => {
                fitting.meet(Trouble {
                    outcome: Outcomes::NOT_CONVERGED,
                    message: format!(
                        "the boundary could not be settled: the sensitivity of {} leaves zero and comes back",
                        list(set, Names::Judge, &[judge])
                    ),
                })?;
                break found;
            }
            Boundary::Releasable(judge) => {
                released.push(judge);
                zeros.retain(|&k| k != judge);
                start = found.theta;
                fitting.release(judge, &mut start);
            }
        }
        connection = fitting.connect()?;
        if zeros.len() == fitting.judging().count() {
            return Err(Error::NotIdentified(
                "no judge agrees with the pooled scores: every sensitivity would be zero".into(),
            ));
        }
    };
    fitting.orient(&mut solution.theta);
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

/// What becomes of the judges at sensitivity zero.
enum Boundary {
    /// They are where they belong.
    Settled,
    /// These join them.
    Negative(Vec<usize>),
    /// For this one a positive sensitivity is better.
    Releasable(usize),
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

    /// Starting values: scores zero (pooled Bradley-Terry: after a few of Newman's sweeps),
    /// sensitivities one, thresholds from the share of ties.
    fn start(&self, ties: &[[f64; 2]], connection: &Connection) -> Vec<f64> {
        let frame = &self.frame;
        let mut theta = vec![0.0; frame.dimension];
        for (score, fixed) in theta.iter_mut().zip(&self.specification.fixed_scores) {
            *score = if fixed.is_nan() { 0.0 } else { *fixed };
        }
        // Large problems gain nothing: a sweep costs as much as a step of conjugate gradients.
        let small = frame.dimension <= crate::solve::DENSE_LIMIT;
        let plain = small && frame.dimension == frame.items && self.specification.fixed_scores.is_empty();
        if plain && self.specification.outcome == Outcome::BradleyTerry && connection.troubles.is_empty() {
            sweep(&self.objective.data.design, &mut theta, &connection.shifts);
        }
        if frame.strength.kind == Kind::Sensitivity {
            for judge in 0..frame.judges {
                let at = frame.sensitivity(judge);
                theta[at] = if self.objective.fixed[at] { 0.0 } else { 1.0 };
            }
        }
        if let Some((single, offsets)) = frame.terms.threshold {
            let law = self.specification.outcome;
            let sum = ties.iter().fold([0.0; 2], |s, t| [s[0] + t[0], s[1] + t[1]]);
            if !self.objective.fixed[single] {
                theta[single] = threshold_at(law, sum[1] / sum[0]);
            }
            if let Some(first) = offsets {
                for (at, [all, tied]) in (first..).zip(ties) {
                    if !self.objective.fixed[at] {
                        theta[at] = threshold_at(law, tied / all) - theta[single];
                    }
                }
            }
        }
        theta
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
            dimension: strength.items,
        };
        let gauge = Gauge { shifts: connection.shifts.clone(), ..Gauge::default() };
        // A rough start will do.
        let limits = Limits { tolerance: 1e-3, iterations: 8, finite: true };
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

    fn gauge(&self, connection: &Connection) -> Gauge {
        let frame = &self.frame;
        let free = |k: usize| !self.objective.fixed[k];
        let offsets = match frame.terms.threshold {
            Some((single, Some(first))) if free(single) => {
                Some((single, (first..first + frame.judges).filter(|&k| free(k)).collect()))
            }
            _ => None,
        };
        Gauge {
            shifts: connection.shifts.clone(),
            scale: frame.strength.kind == Kind::Sensitivity
                && (0..frame.judges).any(|k| free(frame.sensitivity(k))),
            offsets,
        }
    }

    fn solve(&self, theta: Vec<f64>, connection: &Connection, watch: Watch<'_>) -> Result<Solution> {
        let s = self.specification;
        let one_group = connection.groups.iter().max() == connection.components.iter().max();
        let finite = s.outcome == Outcome::BradleyTerry
            && s.strength == Kind::Pooled
            && self.objective.data.design.u.is_empty()
            && one_group;
        let limits = Limits { tolerance: s.tolerance, iterations: s.max_iterations, finite };
        minimise(&self.objective, &self.gauge(connection), theta, &limits, watch)
    }

    /// What becomes of the boundary after a round.
    fn boundary(&self, theta: &[f64], zeros: &[usize]) -> Boundary {
        let judging: Vec<usize> = self.judging().collect();
        let gamma = |k: usize| theta[self.frame.sensitivity(k)];
        // The sign of (mu, gamma) is free: take the one that most comparisons agree with.
        let sum: f64 = judging.iter().map(|&k| gamma(k)).sum();
        let sign = if sum < 0.0 { -1.0 } else { 1.0 };
        let size = judging.iter().map(|&k| gamma(k).abs()).fold(0.0, f64::max);
        let negative: Vec<usize> = judging
            .iter()
            .copied()
            .filter(|k| !zeros.contains(k) && sign * gamma(*k) <= 1e-8 * size)
            .collect();
        if !negative.is_empty() {
            return Boundary::Negative(negative);
        }
        if zeros.is_empty() {
            return Boundary::Settled;
        }
        // A judge at zero stays there if going positive would cost (Karush-Kuhn-Tucker).
        let mut open = self.objective.clone();
        zeros.iter().for_each(|&k| open.fixed[self.frame.sensitivity(k)] = false);
        let mut gradient = vec![0.0; open.dimension];
        open.gradient(theta, &mut gradient, &mut Local::default());
        let slack = 1e-6 * open.data.design.total();
        let slope = |k: usize| sign * gradient[self.frame.sensitivity(k)];
        let steepest = zeros.iter().copied().min_by(|&a, &b| slope(a).total_cmp(&slope(b)));
        match steepest {
            Some(judge) if slope(judge) < -slack => Boundary::Releasable(judge),
            _ => Boundary::Settled,
        }
    }

    /// Fixes the judges at the boundary at zero; the others start from one.
    fn set_boundary(&mut self, zeros: &[usize], theta: &mut [f64]) {
        for judge in self.judging().collect::<Vec<_>>() {
            let at = self.frame.sensitivity(judge);
            let zero = zeros.contains(&judge);
            self.objective.fixed[at] = zero;
            theta[at] = if zero { 0.0 } else { 1.0 };
        }
    }

    /// Lets a judge go, from a small sensitivity with the sign of the others.
    fn release(&mut self, judge: usize, theta: &mut [f64]) {
        let first = self.frame.sensitivity(0);
        let mean = theta[first..first + self.frame.judges].iter().sum::<f64>() / self.frame.judges as f64;
        let at = self.frame.sensitivity(judge);
        self.objective.fixed[at] = false;
        theta[at] = 0.05 * mean;
    }

    /// Gives (mu, gamma) the sign under which sensitivities are positive on the whole.
    fn orient(&self, theta: &mut [f64]) {
        let strength = &self.frame.strength;
        if strength.kind == Kind::Pooled {
            return;
        }
        let (scores, rest) = theta.split_at_mut(strength.items);
        let gamma = &mut rest[..strength.judges];
        if gamma.iter().sum::<f64>() < 0.0 {
            scores.iter_mut().chain(gamma).for_each(|x| *x = -*x);
        }
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
            _ if self.runs_off(solution) && !known(Outcomes::SEPARATED) => {
                let names = self.loading(&solution.last_step);
                let message =
                    format!("no finite estimate exists: the likelihood grows as {names} runs to infinity");
                self.meet(Trouble { outcome: Outcomes::SEPARATED, message })?;
            }
            Stop::Iterations if !known(Outcomes::SEPARATED) && !self.runs_off(solution) => {
                let message = format!(
                    "not converged after {} iterations: gradient {:.2e}, last change of a predictor {:.2e}",
                    solution.iterations, solution.gradient, solution.step
                );
                self.meet(Trouble { outcome: Outcomes::NOT_CONVERGED, message })?;
            }
            _ => {}
        }
        let undetermined = self.is_undetermined(solution);
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

    /// Whether the solver ended on the way to infinity: the gradient as good as gone, the step not.
    fn runs_off(&self, solution: &Solution) -> bool {
        let total = self.objective.data.design.total();
        // A fit that was cut off early may still have far to go for other reasons.
        let slow = solution.stop == Stop::Iterations
            && solution.iterations >= 100
            && solution.step > 0.5
            && solution.step.is_finite()
            && solution.gradient < 1e-4 * total;
        solution.stop == Stop::Diverging || slow
    }

    /// Says so, and holds the sensitivities, if all strengths are zero at the optimum.
    fn flatten(&mut self, theta: &[f64]) -> Result<bool> {
        if !self.is_flat(theta) {
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

    /// Whether all scores are equal, or all sensitivities zero, at the optimum.
    fn is_flat(&self, theta: &[f64]) -> bool {
        let strength = &self.frame.strength;
        let (scores, rest) = theta.split_at(strength.items);
        let largest = |values: &[f64]| values.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        strength.kind == Kind::Sensitivity && largest(scores) * largest(&rest[..strength.judges]) < 1e-6
    }

    /// Whether the Hessian is singular beyond the gauge, judged free of the units of covariates.
    fn is_undetermined(&self, solution: &Solution) -> bool {
        !solution.weakest.is_empty() && solution.curvature <= 1e-11 * solution.uncorrelated
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
        let runaway =
            (self.runs_off(&solution) && !self.is_grouped(&connection)).then(|| solution.last_step.clone());
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

/// A few sweeps of Newman's iteration (2023), pi_i = sum w_ij pi_j / (pi_i + pi_j) over
/// sum l_ij / (pi_i + pi_j): each costs less than a Newton step, and they bring the start near enough
/// for two or three of those. On chains they do next to nothing, and harm as little.
fn sweep(design: &Design, theta: &mut [f64], groups: &[Vec<u32>]) {
    const SWEEPS: usize = 5;
    let items = theta.len();
    let mut worth = vec![1.0; items];
    let mut sums = vec![[0.0; 2]; items];
    for _ in 0..SWEEPS {
        sums.fill([0.0; 2]);
        for ((&i, &j), c) in design.left.iter().zip(&design.right).zip(&design.counts) {
            let (i, j) = (i as usize, j as usize);
            let share = 1.0 / (worth[i] + worth[j]);
            let (win, loss) = ((c.win + 0.5 * c.tie) * share, (c.loss + 0.5 * c.tie) * share);
            sums[i][0] += win * worth[j];
            sums[i][1] += loss;
            sums[j][0] += loss * worth[i];
            sums[j][1] += win;
        }
        for (worth, [won, lost]) in worth.iter_mut().zip(&sums) {
            let next = won / lost;
            if next > 1e-100 && next < 1e100 {
                *worth = next;
            }
        }
    }
    theta.iter_mut().zip(&worth).for_each(|(t, w)| *t = w.ln());
    for group in groups {
        let mean = group.iter().map(|&i| theta[i as usize]).sum::<f64>() / group.len() as f64;
        group.iter().for_each(|&i| theta[i as usize] -= mean);
    }
}

/// The threshold that gives a share of ties between equal items.
fn threshold_at(law: Outcome, share: f64) -> f64 {
    match law {
        Outcome::RaoKupper => ((1.0 + share) / (1.0 - share)).ln(),
        _ => (2.0 * share / (1.0 - share)).ln(),
    }
}

/// A watch that never cancels.
pub fn unwatched() -> impl FnMut(&Progress) -> Result<()> {
    |_| Ok(())
}
