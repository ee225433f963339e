//! Before a fit: what is held where it is, because the caller or the data fix it or leave it open.

use super::problem::Problem;
use super::report::Report;
use crate::comparisons::{CovariateOf, Kind as Names, NONE};
use crate::component::CovariateEffect;
use crate::error::{Error, Result};
use crate::model::fitting::slopes::{self, UnidentifiedSlopes};
use crate::model::specification::{list, unidentified, Diagnostic, Problems, UnidentifiedDirection};
use crate::outcome::{BAD, TIE};
use crate::room::{Gather as _, Put as _};
use crate::threshold::{Form, Threshold};

impl Problem<'_> {
    /// Fixes the scores the caller fixed, what has no data, and thresholds at the end of their range.
    pub(super) fn fix_parameters(&mut self) {
        self.fix_bad_thresholds();
        let layout = &self.layout;
        for (item, score) in self.specification.fixed_scores.iter().enumerate() {
            self.objective.fixed[item] = !score.is_nan();
        }
        let mut without_votes = vec![true; layout.judges];
        if layout.aggregation.judge {
            self.judging().for_each(|k| without_votes[k] = false);
        } else {
            without_votes.fill(false);
        }
        for judge in (0..layout.judges).filter(|&k| without_votes[k]) {
            layout.of_judge(judge).for_each(|at| self.objective.fixed[at] = true);
        }
        let Some(threshold) = layout.terms.threshold(TIE) else { return };
        let pinned = &layout.terms.pinned(TIE);
        let fixed = &mut self.objective.fixed;
        let mut any = threshold.offsets.is_none() && pinned[0].is_nan();
        if let Some(first) = threshold.offsets {
            for judge in 0..layout.judges {
                let free = pinned[judge].is_nan() && self.ties[judge][0] > 0.0;
                fixed[first + judge] = !free;
                any |= free;
            }
        }
        if threshold.factors == 0 {
            fixed[threshold.first] = !any;
            return;
        }
        // A threshold that is drawn to a mean has a value without comparisons, too.
        let mut open = vec![layout.ties_penalised; layout.items];
        let design = &self.objective.data.design;
        for cell in (0..design.len()).filter(|&c| !design.cuts[TIE].rows.row(c).0.is_empty()) {
            open[design.left[cell] as usize] = true;
            open[design.right[cell] as usize] = true;
        }
        for (item, open) in open.iter().enumerate() {
            fixed[threshold.of_item(item)].fill(!(any && *open));
        }
    }

    /// Fixes thresholds of both bad at the end of their range, and of items without comparisons.
    fn fix_bad_thresholds(&mut self) {
        let Some(bad) = self.layout.terms.threshold(BAD) else { return };
        let design = &self.objective.data.design;
        let mut open = vec![false; self.layout.dimension];
        for cell in 0..design.len() {
            design.cuts[BAD].rows.row(cell).0.iter().for_each(|&at| open[at as usize] = true);
        }
        (bad.first..bad.first + bad.len()).for_each(|at| self.objective.fixed[at] = !open[at]);
    }

    /// Covariates that cannot have an effect of their own.
    pub(super) fn check_covariates(&mut self, report: &mut Report) -> Result<()> {
        let mut varies = vec![false; self.layout.dimension];
        let design = &self.objective.data.design;
        let cells = if self.layout.terms.covariates().next().is_none() { 0 } else { design.len() };
        for cell in 0..cells {
            let (index, value) = design.u.rows.row(cell);
            index.iter().zip(value).filter(|(_, v)| **v != 0.0).for_each(|(&i, _)| varies[i as usize] = true);
        }
        // Judges more than there are columns of strengths can tell an effect, which is the same for all, from scores.
        let is_pooled = !self.specification.strength.is_by_judge();
        let free_scores = (is_pooled || self.judging().count() <= self.layout.strength.columns)
            && self.specification.fixed_scores.iter().all(|s| s.is_nan());
        let effects: Vec<CovariateEffect> = self.layout.terms.covariates().cloned().gathered();
        for CovariateEffect { name, at } in effects {
            let covariate = self.set.covariate(&name).filter(|c| c.of() == CovariateOf::Item);
            let message = if !varies[at] {
                format!(
                    "covariate \"{name}\" never differs between left and right: its effect is not identified"
                )
            } else if let (Some(covariate), true) =
                (covariate, free_scores && !self.specification.is_penalised())
            {
                let items = 0..self.layout.items as u32;
                let values = items.clone().filter_map(|item| covariate.value(item, NONE));
                let mean = values.clone().sum::<f64>() / values.count().max(1) as f64;
                let scores = items.map(|item| (item, mean - covariate.value(item, NONE).unwrap_or(mean)));
                let along = scores.chain([(at as u32, 1.0)]).filter(|(_, v)| *v != 0.0);
                self.layout.traded.put_each(is_pooled.then(|| along.gathered()));
                format!(
                    "covariate \"{name}\" belongs to items, and so do the free scores: its effect is not identified \
                     (fix scores with fixed_scores)"
                )
            } else {
                continue;
            };
            self.objective.fixed[at] = true;
            report.record(Diagnostic { problem: Problems::UNDETERMINED, message })?;
        }
        let unidentified = slopes::of_constants(self.set, &self.layout, &self.objective);
        unidentified.into_iter().try_for_each(|unidentified| self.hold(unidentified, report))
    }

    /// Fixes unidentified slopes at their values.
    pub(super) fn hold(&mut self, unidentified: UnidentifiedSlopes, report: &mut Report) -> Result<()> {
        unidentified.parameters.iter().for_each(|&at| self.objective.fixed[at] = true);
        self.unidentified_judges.put_each(unidentified.judges);
        report.record(unidentified.diagnostic)
    }

    /// Thresholds that the comparisons leave open.
    pub(super) fn check_thresholds(&mut self, report: &mut Report) -> Result<()> {
        let Some(threshold) = self.layout.terms.threshold(TIE).cloned() else { return Ok(()) };
        if !self.layout.ties_penalised {
            self.layout.unidentified = self.unidentified(&threshold, TIE);
        }
        let found = &self.layout.unidentified;
        if let Some(first) = found.first() {
            let why = match threshold.form {
                Form::Factored => "too few opponents for these factors",
                _ => "comparisons that go between two sides only",
            };
            // An item may be in several of the directions that the data leave open.
            let mut items: Vec<usize> =
                found.iter().flat_map(|unidentified| unidentified.items.iter().copied()).gathered();
            items.sort_unstable();
            items.dedup();
            let message = format!(
                "the data do not determine the tie thresholds of {} ({why}); set tie_ridge",
                list(
                    self.set,
                    Names::Item,
                    if threshold.form == Form::Factored { &items } else { &first.items }
                )
            );
            report.record(Diagnostic { problem: Problems::UNDETERMINED, message })?;
        }
        let Some(bad) = self.layout.terms.threshold(BAD).cloned() else { return Ok(()) };
        let found = self.unidentified(&bad, BAD);
        if let Some(first) = found.first() {
            let message = format!(
                "the data do not determine the thresholds of both bad of {} (comparisons that go between two \
                 sides only)",
                list(self.set, Names::Item, &first.items)
            );
            report.record(Diagnostic { problem: Problems::UNDETERMINED, message })?;
        }
        self.layout.unidentified.put_each(found);
        Ok(())
    }

    /// Directions of the threshold of this number that the comparisons leave open.
    fn unidentified(&self, threshold: &Threshold, cut: usize) -> Vec<UnidentifiedDirection> {
        let design = &self.objective.data.design;
        let pairs: Vec<(u32, u32)> = (0..design.len())
            .filter(|&cell| !design.cuts[cut].rows.row(cell).0.is_empty())
            .map(|cell| (design.left[cell], design.right[cell]))
            .gathered();
        unidentified(threshold, &pairs, |k| self.objective.fixed[k])
    }

    /// A spread is of items that are all connected; those never compared have none.
    pub(super) fn check_spread(&mut self) -> Result<()> {
        let Some(spread) = self.layout.spread else { return Ok(()) };
        let groups = self.connection.shifts.iter().filter(|group| group.len() > 1).count();
        if groups > 1 {
            return Err(Error::NotIdentified(
                "spread: items of different components have no common scale; fit each component by itself"
                    .into(),
            ));
        }
        if self.specification.spread_ridge() > 0.0 {
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
}
