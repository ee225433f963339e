//! After a fit: what the solution says of its own existence, by the names of those concerned, and the model of it.

use super::Fitting;
use crate::comparisons::Kind as Names;
use crate::error::Result;
use crate::likelihood::{Gauge, Keep};
use crate::model::fitted::{Facts, Model};
use crate::model::fitting::existence::Connection;
use crate::model::fitting::slopes;
use crate::model::quantities::{nulls, SMALL};
use crate::model::specification::{list, Problems, Trouble};
use crate::solve::{Solution, Stop};
use crate::spread::ZERO;
use crate::strength::Kind;

impl Fitting<'_> {
    /// The rank that an optimum has, and what is to be said of it, if it is less than what was asked for.
    pub(super) fn missing_rank(&self, solution: &Solution) -> Option<(usize, Trouble)> {
        let strength = &self.frame.strength;
        let (asked, found) = (strength.columns - 1, strength.rank(&solution.theta));
        let is_optimum = matches!(solution.stop, Stop::Converged | Stop::Precision);
        if strength.kind != Kind::Disagreement || found >= asked || !is_optimum {
            return None;
        }
        let message = format!(
            "rank is {asked}, but at the optimum the judges disagree in {found} directions: the others are not \
             determined; choose rank {found}"
        );
        Some((found, Trouble { problem: Problems::UNDETERMINED, message }))
    }

    /// What the solution says of its own existence; true if the weakest direction is not determined.
    pub(super) fn examine(&mut self, solution: &Solution, zeros: &[usize]) -> Result<bool> {
        if !zeros.is_empty() {
            let message = format!(
                "at the boundary: {} would need a sensitivity of zero or less to agree with the consensus",
                list(self.set, Names::Judge, zeros)
            );
            self.meet(Trouble { problem: Problems::BOUNDARY, message })?;
        }
        if let Some((i, j)) = self.collapsed.first() {
            let more = if self.collapsed.len() > 1 {
                format!(" (and {} more pairs)", self.collapsed.len() - 1)
            } else {
                String::new()
            };
            let message = format!(
                "the likelihood grows as the spread of {}{more} collapses to zero next to the others, a point that is no \
                 optimum; ask for a spread_ridge",
                list(self.set, Names::Item, &[*i, *j])
            );
            self.meet(Trouble { problem: Problems::NOT_CONVERGED, message })?;
        }
        let known = |problem| self.troubles.iter().any(|t: &Trouble| t.problem == problem);
        match solution.stop {
            _ if solution.runs_off(self.objective.data.design.total()) && !known(Problems::SEPARATED) => {
                let message = self.running_off(&solution.last_step);
                self.meet(Trouble { problem: Problems::SEPARATED, message })?;
            }
            Stop::Iterations
                if !known(Problems::SEPARATED) && !solution.runs_off(self.objective.data.design.total()) =>
            {
                let far = slopes::is_far(&slopes::middles(&self.frame, &self.objective));
                let message = format!(
                    "not converged after {} iterations: gradient {:.2e}, last change of a predictor {:.2e}{}",
                    solution.iterations,
                    solution.gradient,
                    solution.step,
                    if far { "; standardise the sensitivity_covariates" } else { "" }
                );
                self.meet(Trouble { problem: Problems::NOT_CONVERGED, message })?;
            }
            _ => {}
        }
        let undetermined = solution.is_undetermined();
        let of_items = self.frame.terms.threshold.as_ref().is_some_and(|t| t.factors > 0)
            && self.frame.dimension <= SMALL;
        self.suspect =
            undetermined || of_items || self.troubles.iter().any(|t| t.problem == Problems::UNDETERMINED);
        let separated = self.troubles.iter().any(|t| t.problem == Problems::SEPARATED);
        if undetermined && !separated {
            let names = self.loading(&solution.weakest);
            let message = format!("the data do not determine {names}");
            self.meet(Trouble { problem: Problems::UNDETERMINED, message })?;
        }
        Ok(undetermined && !separated)
    }

    /// The gate of every fit: without another diagnosis that says why there is none, the solution must prove an optimum.
    fn require_proof(&mut self, solution: &Solution) -> Result<()> {
        const MOVING: f64 = 0.1;
        const EXPLAINS: [Problems; 3] =
            [Problems::SEPARATED, Problems::UNDETERMINED, Problems::NOT_CONVERGED];
        // A spread that leaves the way to its end unfinished is flat there, which says nothing of the end.
        let is_moving = self.frame.spread.is_some() && solution.step > MOVING;
        let explains = |problem: Problems| {
            EXPLAINS.contains(&problem) && !(is_moving && problem == Problems::UNDETERMINED)
        };
        if solution.is_optimum() || self.troubles.iter().any(|t| explains(t.problem)) {
            return Ok(());
        }
        let message = format!(
            "the optimum is not proved: gradient {:.2e}, Newton decrement {:.2e}, Newton step {:.2e} in a predictor, least \
             curvature {:.2e}",
            solution.gradient, solution.decrement, solution.step, solution.curvature
        );
        self.meet(Trouble { problem: Problems::NOT_CONVERGED, message })
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
        if self.outgrown {
            return "no finite estimate exists: the likelihood grows as scores and variances grow together, until the \
                    offsets, which alone set their scale, have no effect; leave the offsets out, or ask for a spread_ridge"
                .into();
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
        problems: &mut Problems,
    ) -> Vec<(usize, Problems)> {
        let mut items = Vec::new();
        if let Some(freedom) = &gauge.spread {
            items.extend(freedom.vanishing(theta, ZERO).into_iter().map(|item| (item, Problems::HEYWOOD)));
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
                items.extend(concerned.into_iter().map(|item| (item, Problems::TIE_LIMIT)));
            }
        }
        let untied = self.frame.terms.untied.iter().enumerate().filter(|(_, untied)| **untied);
        items.extend(untied.map(|(item, _)| (item, Problems::TIE_LIMIT)));
        let unbad = self.frame.terms.unbad.iter().enumerate().filter(|(_, unbad)| **unbad);
        items.extend(unbad.map(|(item, _)| (item, Problems::TIE_LIMIT)));
        items.iter().for_each(|(_, problem)| problems.insert(*problem));
        items
    }

    pub(super) fn finish(
        mut self,
        solution: Solution,
        iterations: usize,
        connection: Connection,
        zeros: Vec<usize>,
        equal: bool,
        [comparisons, unit]: [f64; 2],
    ) -> Result<Model> {
        self.require_proof(&solution)?;
        let gauge = self.gauge(&connection);
        let mut problems = Problems::NONE;
        self.troubles.iter().for_each(|t| problems.insert(t.problem));
        let gamma = |k: usize| solution.theta[self.frame.sensitivity(k)];
        if self.specification.is_signed() && self.frame.strength.is_by_judge() {
            let opposed: Vec<usize> = self.judging().filter(|&k| gamma(k) < 0.0).collect();
            if !opposed.is_empty() {
                problems.insert(Problems::OPPOSED);
                self.troubles.push(Trouble {
                    problem: Problems::OPPOSED,
                    message: format!("opposed to the consensus: {}", list(self.set, Names::Judge, &opposed)),
                });
            }
        }
        if self.frame.terms.pinned.iter().any(|p| !p.is_nan()) || self.frame.terms.bad_pinned {
            problems.insert(Problems::TIE_LIMIT);
        }
        let boundaries = self.record_boundaries(&solution.theta, &gauge, &mut problems);
        let free = self.objective.fixed.iter().filter(|f| !**f).count();
        // The pseudo-item belongs to the penalty, not to the data.
        let ghost = self.frame.strength.columns * (self.frame.strength.items - self.frame.items);
        let facts = Facts {
            problems,
            stop: solution.stop,
            iterations,
            dimension: (free - ghost).saturating_sub(gauge.len() + self.frame.hidden_turns()),
            comparisons,
            log_likelihood: -self.objective.data_value(&solution.theta) * unit,
            objective: (solution.value - self.objective.held_value(&solution.theta)) * unit,
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
        let suspect = weakest.is_some() || self.suspect;
        let open =
            nulls(&self.frame, &self.objective, &gauge, &solution.theta, &self.at_boundary(&zeros), suspect);
        let mut facts = facts;
        facts.dimension = open.rank.unwrap_or_else(|| facts.dimension.saturating_sub(open.lost));
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
        model.describe(&connection, &zeros, equal, runaway, weakest, &open.directions);
        model.add_faded_directions()?;
        boundaries.iter().for_each(|&(item, problem)| model.item_problems[item].insert(problem));
        self.untold.iter().for_each(|&k| model.judge_problems[k].insert(Problems::UNDETERMINED));
        if !self.runaways.is_empty() {
            // Seen from who runs off, everybody does.
            let all = model.item_problems.iter_mut().chain(&mut model.judge_problems);
            all.for_each(|problems| *problems = problems.without(Problems::SEPARATED));
            self.runaways.iter().for_each(|&k| model.judge_problems[k].insert(Problems::SEPARATED));
        }
        for (i, j) in self.collapsed {
            [i, j].iter().for_each(|&item| model.item_problems[item].insert(Problems::NOT_CONVERGED));
        }
        Ok(model)
    }

    /// The problems of judges as far as they stand at sensitivity zero.
    fn at_boundary(&self, zeros: &[usize]) -> Vec<Problems> {
        let mut problems = vec![Problems::NONE; self.frame.judges];
        zeros.iter().for_each(|&k| problems[k] = Problems::BOUNDARY);
        problems
    }

    fn is_grouped(&self, connection: &Connection) -> bool {
        connection.groups.iter().max() > connection.components.iter().max()
    }
}
