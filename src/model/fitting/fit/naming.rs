//! Which items, judges and pairs a direction is about.

use super::end::End;
use crate::comparisons::Kind as Names;
use crate::model::specification::list;
use crate::outcome::TIE;
use crate::room::{self, Gather as _};

impl End<'_> {
    /// The parameters that diverge along a direction: thresholds of pairs that never tied, or those of most weight.
    pub(super) fn running_off(&self, direction: &[f64]) -> String {
        let design = &self.problem.objective.data.design;
        let change = |cell: usize| design.cuts[TIE].rows.dot(cell, direction);
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let mut pairs: Vec<(usize, usize)> = (0..design.len())
            .filter(|&cell| design.counts[cell].tie == 0.0 && change(cell) < -0.05)
            .map(|cell| (design.left[cell] as usize, design.right[cell] as usize))
            .map(|(i, j)| (i.min(j), i.max(j)))
            .gathered();
        pairs.sort_unstable();
        pairs.dedup();
        let of_scores = direction[..self.problem.layout.items].iter().any(|d| d.abs() > 0.1 * largest);
        if !self.diverging.is_empty() {
            return format!(
                "no finite estimate exists: the likelihood grows as strengths of {} run to infinity (too few votes, or \
                 votes that never err); a ridge keeps them finite",
                list(self.problem.set, Names::Judge, &self.diverging)
            );
        }
        if self.outgrown {
            return "no finite estimate exists: the likelihood grows as scores and variances grow together, until the \
                    offsets, which alone set their scale, have no effect; leave the offsets out, or set spread_ridge"
                .into();
        }
        if pairs.is_empty()
            || of_scores
            || self.problem.layout.terms.threshold(TIE).is_none_or(|t| t.factors == 0)
        {
            let names = self.loading(direction);
            let to = if self.vanishes(direction) { "goes to zero" } else { "runs to infinity" };
            return format!("no finite estimate exists: the likelihood grows as {names} {to}");
        }
        let name = |&(i, j): &(usize, usize)| format!("{{{}}}", list(self.problem.set, Names::Item, &[i, j]));
        let first: Vec<String> = pairs.iter().take(3).map(name).gathered();
        let more = pairs.len().saturating_sub(3);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!(
            "no finite estimate exists: tie thresholds run to minus infinity on {} pairs that never tied: {}{rest}; \
             set tie_ridge to keep them finite",
            pairs.len(),
            first.join(", ")
        )
    }

    /// Whether a direction takes variances to zero, and hardly anything else anywhere.
    fn vanishes(&self, direction: &[f64]) -> bool {
        let Some(spread) = self.problem.layout.spread else { return false };
        let of_variances = spread.first..spread.first + spread.len();
        let theta = &self.solution.theta;
        self.heavy(direction).iter().all(|&k| of_variances.contains(&k) && direction[k] * theta[k] < 0.0)
    }

    /// The parameters that carry most of a direction, the heaviest first.
    fn heavy(&self, direction: &[f64]) -> Vec<usize> {
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let mut heavy: Vec<usize> = (0..direction.len())
            .filter(|&k| !self.problem.objective.fixed[k] && direction[k].abs() >= 0.5 * largest)
            .gathered();
        room::sort_by(&mut heavy, |&a, &b| direction[b].abs().total_cmp(&direction[a].abs()));
        heavy
    }

    /// Names these parameters.
    pub(super) fn loading(&self, direction: &[f64]) -> String {
        let heavy = self.heavy(direction);
        let more = heavy.len().saturating_sub(4);
        let names: Vec<String> =
            heavy.iter().take(4).map(|&k| self.problem.layout.describe(self.problem.set, k)).gathered();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{rest}", names.join(", "))
    }
}
