//! The model of the end of a fit.

use super::diagnosis::Diagnosis;
use super::end::End;
use super::report::Report;
use crate::comparisons::Kind as Names;
use crate::error::Result;
use crate::likelihood::{ConstraintState, NullSpace};
use crate::model::fitted::{Facts, Model};
use crate::model::quantities::{identified_by_votes, nulls, Quantity, State, View};
use crate::model::specification::{list, Diagnostic, Problems};
use crate::outcome::{BAD, TIE};
use crate::room::{Gather as _, Put as _};
use crate::spread::ZERO;

/// The least curvature that is not rounding, as a share of the curvature without correlations.
const CURVED: f64 = 1e-6;

/// The model, with its diagnostics marked on the items and judges that they concern.
pub(super) fn model(end: End<'_>, diagnosis: Diagnosis, report: Report) -> Result<Model> {
    let null_space = end.problem.null_space();
    let mut diagnostics = report.diagnostics;
    diagnostics.put_each(end.opposed());
    let limits = end.at_limits(&null_space);
    let mut facts = end.facts(&null_space);
    diagnostics.iter().for_each(|diagnostic| facts.problems.insert(diagnostic.problem));
    limits.iter().for_each(|(_, problem)| facts.problems.insert(*problem));
    let divergence = end.divergence();
    let mut at_zero = vec![Problems::NONE; end.problem.layout.judges];
    end.zeros.iter().for_each(|&k| at_zero[k] = Problems::BOUNDARY);
    let End { problem, solution, zeros, optima, collapsed, diverging, equal, .. } = end;
    let theta = &solution.theta;
    let is_curved = solution.curvature > CURVED * solution.uncorrelated.abs();
    let open = nulls(
        &problem.layout,
        &problem.objective,
        &null_space,
        theta,
        &at_zero,
        (diagnosis.suspect, is_curved),
    );
    facts.dimension = open.rank.unwrap_or_else(|| facts.dimension.saturating_sub(open.lost));
    let leans = problem.connection.leans_on_penalty || !problem.objective.data.design.u.is_empty();
    if (problem.specification.is_penalised() && leans) || problem.layout.ties_penalised {
        facts.dimension = identified_by_votes(&problem.layout, &problem.objective, theta, facts.dimension);
    }
    let mut model = Model::new(
        problem.set.clone(),
        problem.specification.clone(),
        problem.layout,
        problem.objective,
        null_space,
        solution.theta,
        facts,
    );
    model.diagnostics = diagnostics;
    model.optima = optima;
    model.describe(&problem.connection, &zeros, equal, divergence, diagnosis.weakest, &open.directions);
    model.add_faded_directions()?;
    limits.iter().for_each(|&(item, problem)| model.item_problems[item].insert(problem));
    problem.unidentified_judges.iter().for_each(|&k| model.judge_problems[k].insert(Problems::UNDETERMINED));
    if !diverging.is_empty() {
        // If one judge's sensitivity diverges, all scores diverge relative to it.
        let all = model.item_problems.iter_mut().chain(&mut model.judge_problems);
        all.for_each(|problems| *problems = problems.without(Problems::SEPARATED));
        diverging.iter().for_each(|&k| model.judge_problems[k].insert(Problems::SEPARATED));
    }
    for (i, j) in collapsed {
        [i, j].iter().for_each(|&item| model.item_problems[item].insert(Problems::NOT_CONVERGED));
    }
    require_scores(&mut model)?;
    Ok(model)
}

/// The last gate: a model that can tell no score says so.
fn require_scores(model: &mut Model) -> Result<()> {
    let why = [
        Problems::UNDETERMINED,
        Problems::SEPARATED,
        Problems::DISCONNECTED,
        Problems::EQUAL_SCORES,
        Problems::NOT_CONVERGED,
    ];
    if model.directions.is_empty() || why.into_iter().any(|problem| model.facts.problems.contains(problem)) {
        return Ok(());
    }
    let scores = model.readout(Quantity::Scores, &View::default())?;
    if model.states(&scores.jacobian).contains(&State::Identified) {
        return Ok(());
    }
    let problem = Problems::UNDETERMINED;
    let diagnostic = Diagnostic { problem, message: "the data do not determine any score".into() };
    Report::new(model.specification.accept).record(diagnostic.clone())?;
    model.diagnostics.put(diagnostic);
    model.facts.problems.insert(problem);
    Ok(())
}

impl End<'_> {
    /// Facts about the fit, but for its diagnostics.
    fn facts(&self, null_space: &NullSpace) -> Facts {
        let (problem, solution) = (&self.problem, &self.solution);
        let (layout, objective, unit) = (&problem.layout, &problem.objective, problem.unit);
        let free = objective.fixed.iter().filter(|f| !**f).count();
        // The pseudo-item belongs to the penalty, not to the data.
        let pseudo_item = layout.strength.columns * (layout.strength.items - layout.items);
        // Grades without a middle have no threshold of ties that could end its range.
        let has_middle = layout.terms.grades.is_none() || !layout.terms.is_pinned(TIE);
        let ties = has_middle && layout.terms.pinned(TIE).iter().any(|p| !p.is_nan());
        let pinned = ties || layout.terms.is_pinned(BAD);
        Facts {
            problems: if pinned { Problems::TIE_LIMIT } else { Problems::NONE },
            stop: solution.stop,
            iterations: self.iterations,
            dimension: (free - pseudo_item).saturating_sub(null_space.len() + layout.hidden_turns()),
            comparisons: problem.comparisons(),
            log_likelihood: -objective.data_value_in(&solution.theta, solution.value) * unit,
            objective: (solution.value - objective.constraint_value(&solution.theta)) * unit,
            gradient: solution.gradient * unit,
            decrement: solution.decrement * unit.sqrt(),
            step: solution.step,
            curvature: solution.curvature * unit,
            unit,
        }
    }

    /// Judges against the consensus, where sensitivities may be negative: recorded, never an error.
    fn opposed(&self) -> Option<Diagnostic> {
        let problem = &self.problem;
        if !problem.specification.strength.is_signed() {
            return None;
        }
        let gamma = |k: usize| self.solution.theta[problem.layout.sensitivity(k)];
        let opposed: Vec<usize> = problem.judging().filter(|&k| gamma(k) < 0.0).gathered();
        let message = format!("opposed to the consensus: {}", list(problem.set, Names::Judge, &opposed));
        (!opposed.is_empty()).then_some(Diagnostic { problem: Problems::OPPOSED, message })
    }

    /// The direction in which the solution diverges, unless groups of items tell it.
    fn divergence(&self) -> Option<Vec<f64>> {
        let connection = &self.problem.connection;
        let is_grouped = connection.groups.iter().max() > connection.components.iter().max();
        let diverges = self.solution.diverges(self.problem.objective.data.design.total());
        (diverges && !is_grouped).then(|| self.threshold_part(&self.solution.last_step))
    }

    /// A direction that diverges, without what the other parameters still move with the thresholds.
    fn threshold_part(&self, direction: &[f64]) -> Vec<f64> {
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let terms = &self.problem.layout.terms;
        let of_items =
            [terms.threshold(TIE), terms.threshold(BAD)].into_iter().flatten().find(|t| t.factors > 0);
        let before = of_items.map_or(0, |t| t.first);
        let settled = direction[..before].iter().all(|d| d.abs() <= 0.1 * largest);
        let kept = |(k, d): (usize, &f64)| if k < before && settled { 0.0 } else { *d };
        direction.iter().enumerate().map(kept).gathered()
    }

    /// Variances of zero, thresholds at the end of their range: marked on their items, never an error.
    fn at_limits(&self, null_space: &NullSpace) -> Vec<(usize, Problems)> {
        let mut items = Vec::new();
        if let Some(freedom) = &null_space.spread {
            items.put_each(
                freedom
                    .vanishing(&self.solution.theta, ZERO)
                    .into_iter()
                    .map(|item| (item, Problems::HEYWOOD)),
            );
        }
        for constraint in self
            .problem
            .objective
            .constraints
            .iter()
            .filter(|constraint| constraint.state == ConstraintState::Active)
        {
            if let Some(threshold) = self.problem.layout.terms.threshold(TIE) {
                let mut concerned: Vec<usize> = constraint
                    .along
                    .iter()
                    .map(|(k, _)| (*k as usize - threshold.first) / threshold.factors)
                    .filter(|&item| item < threshold.items)
                    .gathered();
                concerned.dedup();
                items.put_each(concerned.into_iter().map(|item| (item, Problems::TIE_LIMIT)));
            }
        }
        let untied = self.problem.layout.terms.never(TIE).iter().enumerate().filter(|(_, untied)| **untied);
        items.put_each(untied.map(|(item, _)| (item, Problems::TIE_LIMIT)));
        let unbad = self.problem.layout.terms.never(BAD).iter().enumerate().filter(|(_, unbad)| **unbad);
        items.put_each(unbad.map(|(item, _)| (item, Problems::TIE_LIMIT)));
        items
    }
}
