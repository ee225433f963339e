//! Fitting: start, solve, set judges at the boundary, and say what is wrong.

mod marks;
mod opening;
mod scale;
mod strengths;
mod verdict;

use super::canonical;
use super::existence::{connect, is_proved, Connection};
use super::firth;
use super::judge_starts::{of_disagreement, pooled_scores, shared_scores, ROUGH};
use super::restarts::Starts;
use super::slopes;
use super::start;
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::likelihood::{Design, Gauge, Objective};
use crate::model::fitted::{Model, Optimum};
use crate::model::specification::{Frame, Problems, Specification, Trouble};
use crate::room;
use crate::solve::{is_dense, Limits, Progress, Solution, Watch};
use crate::strength::Kind;
use crate::vectors::largest;

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
    // A fit may end where it starts: the caller is asked at least once.
    watch(&Progress::of_parts(f64::NAN, 0))?;
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
        open: Vec::new(),
        troubles: Vec::new(),
        optima: Vec::new(),
        collapsed: Vec::new(),
        untold: Vec::new(),
        runaways: Vec::new(),
        outgrown: false,
        suspect: false,
    };
    fitting.fix_parameters(&ties);
    let mut connection = fitting.connect()?;
    fitting.check_covariates()?;
    fitting.check_thresholds()?;
    fitting.check_spread(&connection)?;
    if specification.has_floor() {
        fitting.objective.held = fitting.objective.floors();
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
    fitting.open.clone_from(&fitting.objective.fixed);
    let (mut iterations, mut first) = (0, true);
    let (mut solution, mut zeros) = loop {
        if bounded {
            let theta = start.swap_remove(0);
            let (found, zeros) = fitting.solve_bounded(theta, from, &connection, watch)?;
            iterations += found.iterations;
            connection = fitting.connect()?;
            break (found, zeros);
        }
        // Only the first round is of many starts; the others go on from where it ended.
        let restarts = if first { specification.restarts } else { 0 };
        let found = fitting.solve(start, &connection, (restarts, warm), watch)?;
        iterations += found.iterations;
        first = false;
        match slopes::of_the_mute(set, &fitting.frame, &fitting.objective, &found.theta) {
            Some(untold) => {
                let mut next = found.theta;
                untold.parameters.iter().for_each(|&at| next[at] = 0.0);
                fitting.hold(untold)?;
                start = vec![next];
            }
            None => break (found, Vec::new()),
        }
    };
    if fitting.is_adrift(&solution) {
        let zeros = bounded.then_some(&mut zeros);
        solution = fitting.follow(solution, zeros, &connection, watch)?;
        connection = fitting.connect()?;
    }
    fitting.watch_size(&mut solution);
    fitting.watch_scale(&mut solution);
    fitting.frame.strength.orient(&mut solution.theta);
    canonical::bring(
        &fitting.frame,
        &fitting.gauge(&connection),
        &fitting.objective.fixed,
        &mut solution.theta,
    )?;
    if let Some((rank, trouble)) = fitting.missing_rank(&solution) {
        fitting.meet(trouble.clone())?;
        // Directions that are not there have no numbers: the model is that of the rank there is.
        let mut model = fit_from(set, &Specification { rank, ..specification.clone() }, None, watch)?;
        model.facts.problems.insert(trouble.problem);
        model.troubles.push(trouble);
        return Ok(model);
    }
    let equal = equal || fitting.flatten(&solution.theta)?;
    let undetermined = fitting.examine(&solution, &zeros)?;
    if !undetermined {
        solution.weakest.clear();
    }
    let comparisons = effective(set, &fitting.frame, ties.iter().map(|t| t[0]).sum());
    fitting.finish(solution, iterations, connection, zeros, equal, [comparisons, unit])
}

/// The number of comparisons that the model uses: the sum of frequencies, or Kish's effective number of importance
/// weights, in which votes that the model does not read have no part.
pub(super) fn effective(set: &Set, frame: &Frame, sum: f64) -> f64 {
    if frame.terms.pair_floor.is_some() {
        let Ok(design) = Design::new(set, &frame.terms, frame.grain) else { return sum };
        let squares: f64 = (0..design.len()).map(|cell| design.squares(cell).total()).sum();
        return design.total() * design.total() / squares;
    }
    if !set.importance() {
        return sum;
    }
    // Relative to the largest weight, so that squares of extreme weights do not overflow.
    let cells = set.cells();
    let counts: Vec<f64> = cells.counts.iter().map(|counts| frame.terms.read(counts).total()).collect();
    let largest = counts.iter().fold(0.0, |m: f64, c| m.max(*c));
    let squares = cells.squares.iter().map(|squares| frame.terms.read(squares).total() / largest / largest);
    let sum: f64 = counts.iter().map(|c| c / largest).sum();
    sum * sum / squares.sum::<f64>()
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
    room::expect("the fit", bytes)
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
    /// Parameters fixed with no judge at zero.
    open: Vec<bool>,
    troubles: Vec<Trouble>,
    optima: Vec<Optimum>,
    collapsed: Vec<(usize, usize)>,
    /// Judges whose slopes cannot be told.
    untold: Vec<usize>,
    /// Judges who run to infinity.
    runaways: Vec<usize>,
    /// Whether the spread grew until offsets have no effect.
    outgrown: bool,
    /// Whether the solver found curvature missing.
    suspect: bool,
}

impl Fitting<'_> {
    /// Records a trouble, or makes it the error if it is not accepted.
    fn meet(&mut self, trouble: Trouble) -> Result<()> {
        if !self.specification.accept.contains(trouble.problem) {
            return Err(match trouble.problem {
                Problems::NOT_CONVERGED => Error::NotConverged(trouble.message),
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

    fn connect(&mut self) -> Result<Connection> {
        let connection = self.connection(&self.objective);
        for trouble in &connection.troubles {
            self.meet(trouble.clone())?;
        }
        Ok(connection)
    }

    /// What the graph of the comparisons of judges not at zero says.
    fn connection(&self, objective: &Objective) -> Connection {
        let frame = &self.frame;
        let zero = |k: usize| frame.strength.is_by_judge() && objective.fixed[frame.sensitivity(k)];
        connect(self.set, frame, self.specification, &objective.data.design, |k| !zero(k))
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
        let is_equal = |scores: &[f64]| largest(&scores[..self.frame.items]) < 1e-9;
        if is_equal(&scores) {
            // Judges of whom some vote against others may cancel in the pooled scores.
            let own = shared_scores(&self.frame, &self.objective, watch)?;
            theta[..own.len()].copy_from_slice(&own);
        }
        let equal = is_equal(theta);
        if equal {
            self.meet(Trouble {
                problem: Problems::EQUAL_SCORES,
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
        let strength = frame.strength;
        let mut known = theta.to_vec();
        // In canonical form columns differ in size, and steps along them would be inexact.
        strength.balance(&mut known);
        if strength.columns == 1 || (!cold && strength.rank(&known) + 1 == strength.columns) {
            return Ok(vec![if cold { theta.to_vec() } else { known }]);
        }
        // Where a column is zero the gradient vanishes.
        let mut starts = of_disagreement(frame, &self.objective, theta, watch)?;
        if frame.dimension > LARGE {
            starts.truncate(1);
        }
        Ok(starts)
    }

    /// When a fit is to stop.
    fn limits(&self, connection: &Connection) -> Limits {
        let s = self.specification;
        let finite = is_proved(&self.objective, connection, s.is_penalised());
        // A ridge on the strengths of judges keeps all of them finite.
        let finite = finite
            || (s.strength != Kind::Pooled
                && s.ridge > 0.0
                && !s.outcome.has_threshold()
                && self.objective.data.design.is_bare()
                && self.objective.data.design.log_scale.is_empty());
        Limits { tolerance: s.tolerance, iterations: s.max_iterations, finite, examine: true, gain: 0.0 }
    }

    fn solve(
        &mut self,
        starts_at: Vec<Vec<f64>>,
        connection: &Connection,
        (restarts, warm): (usize, bool),
        watch: Watch<'_>,
    ) -> Result<Solution> {
        let s = self.specification;
        let limits = self.limits(connection);
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
            seed: s.seed,
            threads: s.threads,
        };
        let found = starts.solve(&self.objective, starts_at, watch)?;
        self.objective = found.objective;
        self.optima = found.optima;
        self.collapsed = found.collapsed;
        Ok(found.solution)
    }

    /// Says so, and holds the sensitivities, if all strengths are zero at the optimum.
    fn flatten(&mut self, theta: &[f64]) -> Result<bool> {
        let factors = slopes::factors(&self.frame, &self.objective, theta);
        if !self.frame.strength.is_flat(theta, &factors) {
            return Ok(false);
        }
        self.meet(Trouble {
            problem: Problems::EQUAL_SCORES,
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
}

/// A watch that never cancels.
pub fn unwatched() -> impl FnMut(&Progress) -> Result<()> {
    |_| Ok(())
}
