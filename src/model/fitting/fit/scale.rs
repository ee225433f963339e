//! Solutions that diverged without the solver's notice: a scale that offsets alone set, and log odds beyond all votes.

use super::end::End;
use crate::room::Gather as _;
use crate::solve::Stop;
use crate::vectors::largest;

/// Squared effects of the offsets on the predictors of all comparisons, below which the likelihood is as good as that
/// without them.
const NO_EFFECT: f64 = 1e-6;

/// Log odds that no number of votes that a double can count gives.
const SATURATED: f64 = 700.0;

impl End<'_> {
    /// Whether scores and spread grew together until the offsets, which alone fix their scale, have no effect: where the
    /// comparisons speak against the offsets the likelihood rises all the way, and more slowly than a solver can follow.
    fn has_outgrown_offsets(&self) -> bool {
        let (problem, theta) = (&self.problem, &self.solution.theta);
        let Some(spread) = problem.layout.spread else { return false };
        if problem.layout.scale_is_free || problem.specification.spread_ridge() > 0.0 {
            return false;
        }
        let design = &problem.objective.data.design;
        let (mut sizes, mut effects) = (0.0, 0.0);
        for cell in 0..design.len() {
            let offset = design.u.constant(cell);
            let between = spread.value(theta, design.left[cell] as usize, design.right[cell] as usize);
            sizes += offset * offset;
            if offset != 0.0 {
                effects += design.counts[cell].total() * offset * offset / between;
            }
        }
        sizes > 0.0 && effects < NO_EFFECT
    }

    /// Whether log odds exceed any that votes can determine, though votes alone determine them.
    fn is_saturated(&self) -> bool {
        let (problem, theta) = (&self.problem, &self.solution.theta);
        let s = problem.specification;
        let is_linear = !s.strength.is_by_judge() && problem.layout.spread.is_none();
        if !is_linear || s.is_penalised() || !s.offsets.is_empty() || !s.fixed_scores.is_empty() {
            return false;
        }
        let (data, strength) = (&problem.objective.data, &problem.objective.strength);
        // Differences of scores alone are at most twice the largest score.
        if data.is_plain(strength) && 2.0 * largest(theta) < SATURATED {
            return false;
        }
        let size = |cell: usize| data.difference(strength, theta, cell).abs();
        (0..data.design.len()).any(|cell| size(cell) > SATURATED)
    }

    /// Marks a solution as diverging if its log odds exceed any that votes can determine, with the direction.
    pub(super) fn detect_saturation(&mut self) {
        if self.solution.stop == Stop::Diverging || self.problem.existence.is_some() || !self.is_saturated() {
            return;
        }
        let fixed = &self.problem.objective.fixed;
        let along = self.solution.theta.iter().zip(fixed).map(|(v, fixed)| if *fixed { 0.0 } else { *v });
        self.runs_off_along(along.gathered());
    }

    /// Marks a solution whose scale diverges, along the direction in which it does.
    pub(super) fn watch_scale(&mut self) {
        let Some(spread) = self.problem.layout.spread else { return };
        if !self.has_outgrown_offsets() {
            return;
        }
        let scaled = 0..spread.first + spread.len();
        let fixed = &self.problem.objective.fixed;
        let is_still = |at: usize| !scaled.contains(&at) || fixed[at];
        let along = self.solution.theta.iter().enumerate();
        let along = along.map(|(at, v)| if is_still(at) { 0.0 } else { *v }).gathered();
        self.runs_off_along(along);
        self.outgrown = true;
    }

    /// Says that the solution diverges along a direction of any length.
    pub(super) fn runs_off_along(&mut self, mut along: Vec<f64>) {
        let size = largest(&along);
        along.iter_mut().for_each(|v| *v /= size);
        (self.solution.stop, self.solution.last_step) = (Stop::Diverging, along);
    }
}
