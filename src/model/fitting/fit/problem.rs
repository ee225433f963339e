//! The problem of a fit: an objective, its fixed parameters, and properties of the graph of comparisons.

use super::report::Report;
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::likelihood::{Design, NullSpace, Objective};
use crate::model::fitting::existence::{connect, is_proved, Connection};
use crate::model::specification::{ParameterLayout, Specification};
use crate::room::{self, Gather as _};
use crate::solve::{is_dense, Limits, Prove};

/// A problem to solve.
pub(super) struct Problem<'a> {
    pub(super) set: &'a Set,
    pub(super) specification: &'a Specification,
    pub(super) layout: ParameterLayout,
    pub(super) objective: Objective,
    /// Comparisons, ties and votes both bad of every judge.
    pub(super) ties: Vec<[f64; 3]>,
    /// The value of a unit of the scaled objective.
    pub(super) unit: f64,
    /// Properties of the graph of comparisons of judges not at zero.
    pub(super) connection: Connection,
    /// Whether a linear programme has proved that a finite estimate exists, and if so whether it is unique.
    pub(super) existence: Option<bool>,
    /// Judges whose slopes are not identified.
    pub(super) unidentified_judges: Vec<usize>,
}

impl<'a> Problem<'a> {
    /// The problem of a model and a set, with what the votes leave open held where it is.
    pub(super) fn new(
        set: &'a Set,
        specification: &'a Specification,
        report: &mut Report,
    ) -> Result<Problem<'a>> {
        let mut layout = ParameterLayout::new(set, specification);
        let ties = layout.tie_counts(set);
        if ties.iter().map(|t| t[0]).sum::<f64>() == 0.0 {
            return Err(Error::data("the set has no comparisons that this model could use"));
        }
        layout.pin_thresholds(set, &ties)?;
        let mut objective = layout.objective(set, specification)?;
        check_memory(set, &objective, specification)?;
        let unit = normalise(&mut objective)?;
        let connection = Connection::default();
        let mut problem = Problem {
            set,
            specification,
            layout,
            objective,
            ties,
            unit,
            connection,
            existence: None,
            unidentified_judges: Vec::new(),
        };
        problem.fix_parameters();
        problem.connect(report)?;
        problem.check_covariates(report)?;
        problem.check_thresholds(report)?;
        problem.check_spread()?;
        if specification.has_floor() {
            problem.objective.constraints = problem.objective.floors();
        }
        Ok(problem)
    }

    /// Judges with comparisons.
    pub(super) fn judging(&self) -> impl Iterator<Item = usize> + '_ {
        let mut seen = vec![false; self.layout.judges];
        let design = &self.objective.data.design;
        (0..design.len()).for_each(|c| seen[design.judge(c)] = true);
        (0..seen.len()).filter(move |&k| seen[k])
    }

    /// Looks at the graph of the comparisons again, and says what is wrong with it.
    pub(super) fn connect(&mut self, report: &mut Report) -> Result<()> {
        self.connection = self.connection_of(&self.objective);
        self.connection.diagnostics.iter().try_for_each(|diagnostic| report.record(diagnostic.clone()))
    }

    fn connection_of(&self, objective: &Objective) -> Connection {
        let layout = &self.layout;
        let zero = |k: usize| layout.strength.is_by_judge() && objective.fixed[layout.sensitivity(k)];
        connect(self.set, layout, self.specification, &objective.data.design, |k| !zero(k))
    }

    /// The null directions.
    pub(super) fn null_space(&self) -> NullSpace {
        self.layout.null_space(&self.connection.shifts, &self.objective.fixed)
    }

    /// The same with what is fixed in another objective.
    pub(super) fn null_space_of(&self, objective: &Objective) -> NullSpace {
        self.layout.null_space(&self.connection_of(objective).shifts, &objective.fixed)
    }

    /// When a fit is to stop.
    pub(super) fn limits(&self) -> Limits {
        let s = self.specification;
        let finite = is_proved(&self.objective, &self.connection, s.is_penalised());
        // A ridge on the strengths of judges keeps all of them finite.
        let finite = finite
            || (s.strength.is_by_judge()
                && s.ridge > 0.0
                && !s.outcome.has_threshold()
                && self.objective.data.design.is_bare()
                && self.objective.data.design.log_scale.is_empty());
        Limits {
            tolerance: s.tolerance,
            iterations: s.max_iterations,
            finite: finite || self.existence.is_some(),
            unique: finite || self.existence == Some(true),
            prove: Prove::Curvature,
            gain: 0.0,
            first_shift: 0.0,
        }
    }

    /// Holds what judges make of scores.
    pub(super) fn hold_strengths(&mut self) {
        for judge in 0..self.layout.judges {
            self.layout.strength_of(judge).for_each(|at| self.objective.fixed[at] = true);
        }
    }

    /// The number of comparisons that the model uses.
    pub(super) fn comparisons(&self) -> f64 {
        effective(self.set, &self.layout, self.ties.iter().map(|t| t[0]).sum())
    }
}

/// The number of comparisons that the model uses: the sum of frequencies, or Kish's effective number of importance
/// weights, in which votes that the model does not read have no part.
pub(in crate::model::fitting) fn effective(set: &Set, layout: &ParameterLayout, sum: f64) -> f64 {
    if layout.terms.reading.pair_floor.is_some() {
        let Ok(design) = Design::new(set, &layout.terms, layout.aggregation) else { return sum };
        let squares: f64 = (0..design.len()).map(|cell| design.squares(cell).total()).sum();
        return design.total() * design.total() / squares;
    }
    if !set.importance() {
        return sum;
    }
    // Relative to the largest weight, so that squares of extreme weights do not overflow.
    let cells = set.cells();
    let counts: Vec<f64> = cells.counts.iter().map(|counts| layout.terms.read(counts).total()).gathered();
    let largest = counts.iter().fold(0.0, |m: f64, c| m.max(*c));
    let squares = cells.squares.iter().map(|squares| layout.terms.read(squares).total() / largest / largest);
    let sum: f64 = counts.iter().map(|c| c / largest).sum();
    sum * sum / squares.sum::<f64>()
}

/// Refuses what would need more memory than the caller allows.
fn check_memory(set: &Set, objective: &Objective, specification: &Specification) -> Result<()> {
    let p = objective.dimension;
    let matrices = if is_dense(objective.shape()) { 3 * p * p } else { 16 * p };
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
