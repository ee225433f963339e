//! Fitting a model again: to other counts of its own cells, from its own estimate.

use super::boundary::Boundary;
use super::canonical;
use super::existence;
use super::firth;
use super::floor;
use super::recession::{self, Recession};
use super::slopes;
use crate::error::{Error, Result};
use crate::graph;
use crate::likelihood::{Constraint, ConstraintState, Design, Objective};
use crate::model::fitted::Model;
use crate::model::quantities::Point;
use crate::model::specification::Problems;
use crate::outcome::Counts;
use crate::progress::Watch;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solver, Stop};
use crate::strength::StrengthKind;
use crate::terms::Entries;
use std::sync::Arc;

/// A refit converges when a Newton step changes no predictor by more: its error is then about the square of this, or below
/// 1e-4 of it, far below what replicates differ by.
const TOLERANCE: f64 = 1e-5;

/// Fits one model many times.
#[derive(Debug)]
pub struct Refitter<'a> {
    model: &'a Model,
    objective: Objective,
    solver: Solver,
    limits: Limits,
    /// Whether a refit is one Newton step.
    one_step: bool,
    /// A judge that is not held at zero, whatever the model found.
    released: Option<usize>,
    /// Whether strengths have a scale of their own in what is minimised.
    scaled: bool,
    /// Directions beyond the structural null space that the data of the model do not identify: no refit moves along them.
    open: Vec<Entries>,
}

/// The result of a refit.
#[derive(Debug, Clone, PartialEq)]
pub struct Refit {
    /// The parameters.
    pub theta: Vec<f64>,
    /// Which of them did not move.
    pub fixed: Vec<bool>,
    /// Which judges had no comparisons; empty where judges are not told apart.
    pub without_votes: Vec<bool>,
}

impl Refit {
    /// The refit as a point of its model.
    pub fn point<'a>(&'a self, model: &'a Model) -> Point<'a> {
        let without_votes = (!self.without_votes.is_empty()).then_some(&self.without_votes[..]);
        Point { model, theta: &self.theta, fixed: &self.fixed, without_votes }
    }
}

impl<'a> Refitter<'a> {
    /// Memory for refits of a model; refused where the model itself has no finite, unique estimate.
    pub fn new(model: &'a Model, one_step: bool) -> Result<Refitter<'a>> {
        Refitter::unless(model, one_step, &[Problems::SEPARATED], model.objective.clone())
    }

    /// The same with cells beyond those of the model.
    pub(crate) fn with_design(model: &'a Model, design: Arc<Design>) -> Result<Refitter<'a>> {
        let mut objective = model.objective.clone();
        objective.data.design = design;
        Refitter::unless(model, false, &[Problems::SEPARATED], objective)
    }

    /// The same to hold functions of the parameters: what diverges is then held back.
    pub fn to_hold(model: &'a Model) -> Result<Refitter<'a>> {
        Refitter::unless(model, false, &[], model.objective.clone())
    }

    fn unless(
        model: &'a Model,
        one_step: bool,
        hopeless: &[Problems],
        objective: Objective,
    ) -> Result<Refitter<'a>> {
        let always = [Problems::NOT_CONVERGED];
        let hopeless = room::joined(&[hopeless, &always]);
        if let Some(diagnostic) = model.diagnostics.iter().find(|t| hopeless.contains(&t.problem)) {
            return Err(Error::NotIdentified(format!(
                "the model cannot be fitted again: {}",
                diagnostic.message
            )));
        }
        if model.facts.stop == Stop::Given {
            return Err(Error::Unsupported("the parameters of this model were given, not fitted".into()));
        }
        if one_step && model.specification.firth {
            return Err(Error::Unsupported("one_step does not go with bias_reduction".into()));
        }
        let s = &model.specification;
        let finite = existence::is_plain(&objective) && !s.is_penalised();
        let limits = Limits {
            tolerance: TOLERANCE.max(s.tolerance),
            iterations: if one_step { 1 } else { s.max_iterations },
            finite,
            unique: finite,
            prove: if one_step || finite { Prove::Step } else { Prove::Curvature },
            gain: 0.0,
            first_shift: 0.0,
        };
        let solver = Solver::new(objective.shape())?;
        let open = model.open_directions();
        Ok(Refitter { model, solver, objective, limits, one_step, released: None, scaled: false, open })
    }

    /// The counts of the model's cells, to be changed before a refit.
    pub fn counts(&mut self) -> &mut [Counts] {
        &mut Arc::make_mut(&mut self.objective.data.design).counts
    }

    /// The same and the sums of squared importance weights, to be changed with them; none for frequencies.
    pub fn sums(&mut self) -> [&mut [Counts]; 2] {
        Arc::make_mut(&mut self.objective.data.design).sums_mut()
    }

    /// Holds functions of the parameters at targets in the refits to come. `scaled`: they fix the scale
    /// of the strengths. `released`: a judge to be let go from the boundary.
    ///
    /// With equalities a fit may diverge where the model does not: its likelihood still converges, and is what a
    /// profile needs. The parameters are then those where it has.
    pub fn hold(&mut self, equalities: Vec<Constraint>, scaled: bool, released: Option<usize>) {
        (self.limits.finite, self.limits.unique) = (true, true);
        self.limits.prove = Prove::Step;
        self.objective.constraints.retain(|constraint| constraint.state != ConstraintState::Equality);
        self.objective.constraints.put_each(equalities);
        self.scaled = scaled;
        self.released = released;
    }

    /// The equality constraints.
    pub fn equalities(&mut self) -> impl Iterator<Item = &mut Constraint> {
        self.objective
            .constraints
            .iter_mut()
            .filter(|constraint| constraint.state == ConstraintState::Equality)
    }

    /// Holds parameters where they are, to look at what a refit of these counts minimised.
    pub fn fix(&mut self, fixed: &[bool]) {
        self.objective.fixed.copy_from_slice(fixed);
    }

    /// The objective of the last refit.
    pub fn objective(&self) -> &Objective {
        &self.objective
    }

    /// Fits to the counts as they are now; the problem, if there is no estimate.
    pub fn refit(&mut self, watch: Watch<'_>) -> Result<std::result::Result<Refit, Problems>> {
        let mut start = self.model.theta.duplicate();
        if let (Some(freedom), false) = (&self.model.null_space.spread, self.one_step) {
            freedom.leave_zero(&mut start);
        }
        self.refit_from(start, watch)
    }

    /// As `refit`, from a start of the caller.
    pub fn refit_from(
        &mut self,
        mut start: Vec<f64>,
        watch: Watch<'_>,
    ) -> Result<std::result::Result<Refit, Problems>> {
        let without_votes = self.without_votes();
        self.hold_steps(&mut start);
        if self.model.specification.has_floor() {
            // Which pairs never tied is another matter in these counts.
            self.objective.constraints.retain(|constraint| constraint.state == ConstraintState::Equality);
            self.objective.constraints.put_each(self.objective.floors());
        }
        if let Some(outcome) = self.falls_apart() {
            return Ok(Err(outcome));
        }
        match self.solve(start, &without_votes, watch) {
            Ok(Ok(theta)) => Ok(Ok(Refit { theta, fixed: self.objective.fixed.duplicate(), without_votes })),
            Ok(Err(outcome)) => Ok(Err(outcome)),
            // No positive definite Hessian off the null space: something is no longer determined.
            Err(Error::Numeric(_)) => Ok(Err(Problems::UNDETERMINED)),
            Err(error) => Err(error),
        }
    }

    /// Holds the steps of grades that the counts say nothing of.
    fn hold_steps(&mut self, start: &mut [f64]) {
        let Some(grades) = &self.model.layout.terms.grades else { return };
        let design = &self.objective.data.design;
        let graded =
            (0..design.len()).filter_map(|cell| Some((design.grade(cell)?, design.counts[cell].total())));
        for (at, held) in grades.held(graded) {
            (self.objective.fixed[at], start[at]) = (true, held);
        }
    }

    fn solve(
        &mut self,
        start: Vec<f64>,
        without_votes: &[bool],
        watch: Watch<'_>,
    ) -> Result<std::result::Result<Vec<f64>, Problems>> {
        let model = self.model;
        let layout = &model.layout;
        let judging: Vec<usize> = (0..without_votes.len()).filter(|&k| !without_votes[k]).gathered();
        let bounded = layout.strength.kind == StrengthKind::Sensitivity
            && !model.specification.strength.is_signed()
            && !self.one_step
            && !model.facts.problems.contains(Problems::EQUAL_SCORES);
        let mut zeros = Vec::new();
        if bounded {
            zeros = (0..layout.judges)
                .filter(|&k| model.judge_problems[k].contains(Problems::BOUNDARY) && !without_votes[k])
                .filter(|&k| self.released != Some(k))
                .gathered();
            // A judge at zero may be released, but not its slopes if they are not identified.
            for &judge in judging.iter().filter(|&&k| model.judge_problems[k].contains(Problems::BOUNDARY)) {
                let columns = layout.strength.columns;
                let unidentified = model.judge_problems[judge].contains(Problems::UNDETERMINED);
                let released =
                    layout.strength_of(judge).take(if unidentified { columns } else { usize::MAX });
                released.for_each(|at| self.objective.fixed[at] = false);
            }
        }
        let is_held =
            self.objective.constraints.iter().any(|constraint| constraint.state == ConstraintState::Equality);
        let (scaled, open) = (self.scaled, &self.open);
        let null_spaces = |objective: &Objective| {
            let mut null_space = layout.null_space(&model.null_space.shifts, &objective.fixed);
            null_space.scale &= !scaled;
            let moves = |along: &&Entries| along.iter().all(|(at, _)| !objective.fixed[*at as usize]);
            null_space.thresholds.put_each(open.iter().filter(moves).cloned());
            null_space
        };
        let Refitter { solver, objective, limits, .. } = self;
        let found = if bounded {
            let boundary = Boundary::new(layout, &objective.fixed, judging);
            let settled =
                boundary.find_active_set(solver, objective, &null_spaces, (start, zeros), limits, watch)?;
            if settled.zeros.len() == boundary.judging.len() {
                return Ok(Err(Problems::BOUNDARY));
            }
            settled.solution
        } else if model.specification.firth {
            firth::minimise(objective, &null_spaces(objective), start, limits, watch)?
        } else {
            let null_space = null_spaces(objective);
            let found = floor::minimise(solver, objective, &null_space, start.duplicate(), limits, watch)?;
            let is_open = !limits.finite && !is_held && !self.one_step;
            let decided = match is_open && recession::is_doubtful(objective, &found) {
                true => recession::decide(objective, &null_space, model.specification.is_penalised()),
                false => None,
            };
            match decided {
                Some(Recession::Along(_)) => return Ok(Err(Problems::SEPARATED)),
                Some(Recession::None { unique }) if !found.is_optimum() => {
                    let limits = Limits { finite: true, unique, ..*limits };
                    floor::minimise(solver, objective, &null_space, start, &limits, watch)?
                }
                _ => found,
            }
        };
        if !is_held && found.diverges(self.objective.data.design.total()) {
            return Ok(Err(Problems::SEPARATED));
        }
        if !found.is_optimum() && !self.one_step && !is_held {
            return Ok(Err(Problems::NOT_CONVERGED));
        }
        if found.is_undetermined() {
            return Ok(Err(Problems::UNDETERMINED));
        }
        if !bounded && !slopes::uninformative(layout, &self.objective, &found.theta).is_empty() {
            return Ok(Err(Problems::UNDETERMINED));
        }
        let theta = found.theta;
        let mut theta = theta;
        if layout.spread.is_some() || layout.strength.has_disagreement() {
            let null_space = layout.null_space(&model.null_space.shifts, &self.objective.fixed);
            match canonical::to_canonical(layout, &null_space, &self.objective.fixed, &mut theta) {
                Err(Error::NotIdentified(_)) => return Ok(Err(Problems::EQUAL_SCORES)),
                other => other?,
            }
        }
        if !self.scaled {
            layout.strength.orient(&mut theta);
        }
        let was_flat = model.facts.problems.contains(Problems::EQUAL_SCORES);
        let factors = slopes::factors(layout, &self.objective, &theta);
        if !was_flat && layout.strength.is_flat(&theta, &factors) {
            return Ok(Err(Problems::EQUAL_SCORES));
        }
        Ok(Ok(theta))
    }

    /// Fixes the parameters of judges without comparisons; returns these judges.
    fn without_votes(&mut self) -> Vec<bool> {
        let layout = &self.model.layout;
        self.objective.fixed.clone_from(&self.model.objective.fixed);
        if !layout.aggregation.judge {
            return Vec::new();
        }
        let mut without_votes = vec![true; layout.judges];
        let design = &self.objective.data.design;
        for (cell, counts) in design.counts.iter().enumerate() {
            if counts.total() > 0.0 {
                without_votes[design.judge(cell)] = false;
            }
        }
        for judge in (0..layout.judges).filter(|&k| without_votes[k]) {
            layout.of_judge(judge).for_each(|at| self.objective.fixed[at] = true);
        }
        without_votes
    }

    /// Whether items that the model's data connect both ways are not connected any more.
    fn falls_apart(&self) -> Option<Problems> {
        let model = self.model;
        if model.specification.is_penalised() {
            return None;
        }
        let (old, new) = (&model.objective.data.design, &self.objective.data.design);
        let vanished = |(a, b): (&Counts, &Counts)| {
            a.numbers().into_iter().zip(b.numbers()).any(|(a, b)| a > 0.0 && b == 0.0)
        };
        // A graph that has lost no kind of outcome anywhere is connected as before.
        if !old.counts.iter().zip(&new.counts).any(vanished) {
            return None;
        }
        // Firth's penalty adds to the wins and the losses of every compared pair.
        let firth = model.specification.firth;
        let met = |cell: usize| {
            let (i, j) = (new.left[cell], new.right[cell]);
            (firth && new.counts[cell].total() > 0.0).then_some([(i, j), (j, i)]).into_iter().flatten()
        };
        let edges = (0..new.len()).flat_map(|cell| new.won(cell).chain(met(cell)));
        let anchors: Vec<u32> = (0..model.layout.items as u32)
            .filter(|&i| model.specification.fixed_scores.get(i as usize).is_some_and(|s| !s.is_nan()))
            .gathered();
        let tied = anchors.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
        let groups = graph::groups(model.layout.items, edges.chain(tied));
        if groups.iter().max() > model.components.iter().max() {
            let pairs = (0..new.len()).filter(|&c| new.counts[c].total() > 0.0);
            let tied = anchors.windows(2).map(|pair| (pair[0], pair[1]));
            let edges = pairs.map(|c| (new.left[c], new.right[c])).chain(tied);
            let components = graph::components(model.layout.items, edges);
            let apart = components.iter().max() > model.components.iter().max();
            return Some(if apart { Problems::DISCONNECTED } else { Problems::SEPARATED });
        }
        None
    }
}
