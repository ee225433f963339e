//! The model of the end of a fit.

use super::diagnosis::Diagnosis;
use super::end::End;
use super::report::Report;
use crate::comparisons::Kind as Names;
use crate::error::Result;
use crate::likelihood::{Gauge, Keep};
use crate::model::fitted::{Facts, Model};
use crate::model::quantities::nulls;
use crate::model::specification::{list, Problems, Trouble};
use crate::spread::ZERO;

/// The model, with its troubles marked on those whom they concern.
pub(super) fn model(end: End<'_>, diagnosis: Diagnosis, report: Report) -> Result<Model> {
    let gauge = end.problem.gauge();
    let mut troubles = report.troubles;
    troubles.extend(end.opposed());
    let limits = end.at_limits(&gauge);
    let mut facts = end.facts(&gauge);
    troubles.iter().for_each(|trouble| facts.problems.insert(trouble.problem));
    limits.iter().for_each(|(_, problem)| facts.problems.insert(*problem));
    let runaway = end.runaway();
    let mut at_zero = vec![Problems::NONE; end.problem.frame.judges];
    end.zeros.iter().for_each(|&k| at_zero[k] = Problems::BOUNDARY);
    let End { problem, solution, zeros, optima, collapsed, runaways, equal, .. } = end;
    let theta = &solution.theta;
    let open = nulls(&problem.frame, &problem.objective, &gauge, theta, &at_zero, diagnosis.suspect);
    facts.dimension = open.rank.unwrap_or_else(|| facts.dimension.saturating_sub(open.lost));
    let mut model = Model::new(
        problem.set.clone(),
        problem.specification.clone(),
        problem.frame,
        problem.objective,
        gauge,
        solution.theta,
        facts,
    );
    model.troubles = troubles;
    model.optima = optima;
    model.describe(&problem.connection, &zeros, equal, runaway, diagnosis.weakest, &open.directions);
    model.add_faded_directions()?;
    limits.iter().for_each(|&(item, problem)| model.item_problems[item].insert(problem));
    problem.untold.iter().for_each(|&k| model.judge_problems[k].insert(Problems::UNDETERMINED));
    if !runaways.is_empty() {
        // Seen from who runs off, everybody does.
        let all = model.item_problems.iter_mut().chain(&mut model.judge_problems);
        all.for_each(|problems| *problems = problems.without(Problems::SEPARATED));
        runaways.iter().for_each(|&k| model.judge_problems[k].insert(Problems::SEPARATED));
    }
    for (i, j) in collapsed {
        [i, j].iter().for_each(|&item| model.item_problems[item].insert(Problems::NOT_CONVERGED));
    }
    Ok(model)
}

impl End<'_> {
    /// Facts about the fit, but for its troubles.
    fn facts(&self, gauge: &Gauge) -> Facts {
        let (problem, solution) = (&self.problem, &self.solution);
        let (frame, objective, unit) = (&problem.frame, &problem.objective, problem.unit);
        let free = objective.fixed.iter().filter(|f| !**f).count();
        // The pseudo-item belongs to the penalty, not to the data.
        let ghost = frame.strength.columns * (frame.strength.items - frame.items);
        let pinned = frame.terms.pinned.iter().any(|p| !p.is_nan()) || frame.terms.bad_pinned;
        Facts {
            problems: if pinned { Problems::TIE_LIMIT } else { Problems::NONE },
            stop: solution.stop,
            iterations: self.iterations,
            dimension: (free - ghost).saturating_sub(gauge.len() + frame.hidden_turns()),
            comparisons: problem.comparisons(),
            log_likelihood: -objective.data_value(&solution.theta) * unit,
            objective: (solution.value - objective.held_value(&solution.theta)) * unit,
            gradient: solution.gradient * unit,
            decrement: solution.decrement * unit.sqrt(),
            step: solution.step,
            curvature: solution.curvature * unit,
            unit,
        }
    }

    /// Judges against the consensus, where sensitivities may be negative: recorded, never an error.
    fn opposed(&self) -> Option<Trouble> {
        let problem = &self.problem;
        if !problem.specification.strength.is_signed() {
            return None;
        }
        let gamma = |k: usize| self.solution.theta[problem.frame.sensitivity(k)];
        let opposed: Vec<usize> = problem.judging().filter(|&k| gamma(k) < 0.0).collect();
        let message = format!("opposed to the consensus: {}", list(problem.set, Names::Judge, &opposed));
        (!opposed.is_empty()).then_some(Trouble { problem: Problems::OPPOSED, message })
    }

    /// The direction in which the solution runs off, unless groups of items tell it.
    fn runaway(&self) -> Option<Vec<f64>> {
        let connection = &self.problem.connection;
        let is_grouped = connection.groups.iter().max() > connection.components.iter().max();
        let runs_off = self.solution.runs_off(self.problem.objective.data.design.total());
        (runs_off && !is_grouped).then(|| self.threshold_part(&self.solution.last_step))
    }

    /// A direction that runs off, without what the other parameters still move with the thresholds.
    fn threshold_part(&self, direction: &[f64]) -> Vec<f64> {
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let terms = &self.problem.frame.terms;
        let of_items = [&terms.threshold, &terms.bad].into_iter().flatten().find(|t| t.factors > 0);
        let before = of_items.map_or(0, |t| t.first);
        let settled = direction[..before].iter().all(|d| d.abs() <= 0.1 * largest);
        let kept = |(k, d): (usize, &f64)| if k < before && settled { 0.0 } else { *d };
        direction.iter().enumerate().map(kept).collect()
    }

    /// Variances of zero, thresholds at the end of their range: marked on their items, never an error.
    fn at_limits(&self, gauge: &Gauge) -> Vec<(usize, Problems)> {
        let mut items = Vec::new();
        if let Some(freedom) = &gauge.spread {
            items.extend(
                freedom
                    .vanishing(&self.solution.theta, ZERO)
                    .into_iter()
                    .map(|item| (item, Problems::HEYWOOD)),
            );
        }
        for held in self.problem.objective.held.iter().filter(|held| held.keep == Keep::Floor) {
            if let Some(threshold) = &self.problem.frame.terms.threshold {
                let mut concerned: Vec<usize> = held
                    .along
                    .iter()
                    .map(|(k, _)| (*k as usize - threshold.first) / threshold.factors)
                    .filter(|&item| item < threshold.items)
                    .collect();
                concerned.dedup();
                items.extend(concerned.into_iter().map(|item| (item, Problems::TIE_LIMIT)));
            }
        }
        let untied = self.problem.frame.terms.untied.iter().enumerate().filter(|(_, untied)| **untied);
        items.extend(untied.map(|(item, _)| (item, Problems::TIE_LIMIT)));
        let unbad = self.problem.frame.terms.unbad.iter().enumerate().filter(|(_, unbad)| **unbad);
        items.extend(unbad.map(|(item, _)| (item, Problems::TIE_LIMIT)));
        items
    }
}
