//! Solutions that ran off without the solver's notice: a scale that offsets alone set, and log odds beyond all votes.

use super::Fitting;
use crate::solve::{Solution, Stop};
use crate::strength::Kind;
use crate::vectors::largest;

/// Squared effects of the offsets on the predictors of all comparisons, below which the likelihood is as good as that
/// without them.
const NO_EFFECT: f64 = 1e-6;

/// Log odds that no number of votes that a double can count gives.
const SATURATED: f64 = 700.0;

impl Fitting<'_> {
    /// Whether scores and spread grew together until the offsets, which alone fix their scale, have no effect: where the
    /// comparisons speak against the offsets the likelihood rises all the way, and more slowly than a solver can follow.
    fn has_outgrown_offsets(&self, theta: &[f64]) -> bool {
        let Some(spread) = self.frame.spread else { return false };
        if self.frame.scale_is_free || self.specification.spread_ridge > 0.0 {
            return false;
        }
        let design = &self.objective.data.design;
        let (mut sizes, mut effects) = (0.0, 0.0);
        for cell in 0..design.len() {
            let offset = design.u_offset(cell);
            let between = spread.value(theta, design.left[cell] as usize, design.right[cell] as usize);
            sizes += offset * offset;
            if offset != 0.0 {
                effects += design.counts[cell].total() * offset * offset / between;
            }
        }
        sizes > 0.0 && effects < NO_EFFECT
    }

    /// Whether log odds are beyond all that votes can tell, though nothing but votes sets them.
    fn is_saturated(&self, theta: &[f64]) -> bool {
        let s = self.specification;
        let is_linear = s.strength == Kind::Pooled && self.frame.spread.is_none();
        if !is_linear || s.is_penalised() || !s.offsets.is_empty() || !s.fixed_scores.is_empty() {
            return false;
        }
        let (data, strength) = (&self.objective.data, &self.objective.strength);
        let size = |cell: usize| data.difference(strength, theta, cell).abs();
        (0..data.design.len()).any(|cell| size(cell) > SATURATED)
    }

    /// Marks a solution of log odds beyond all votes, along the direction in which they run off.
    pub(super) fn watch_size(&self, solution: &mut Solution) {
        if solution.stop == Stop::Diverging || !self.is_saturated(&solution.theta) {
            return;
        }
        let mut along = solution.theta.clone();
        along.iter_mut().zip(&self.objective.fixed).filter(|(_, fixed)| **fixed).for_each(|(v, _)| *v = 0.0);
        let size = largest(&along);
        along.iter_mut().for_each(|v| *v /= size);
        (solution.stop, solution.last_step) = (Stop::Diverging, along);
    }

    /// Marks a solution whose scale runs off, along the direction in which it does.
    pub(super) fn watch_scale(&mut self, solution: &mut Solution) {
        let Some(spread) = self.frame.spread else { return };
        if !self.has_outgrown_offsets(&solution.theta) {
            return;
        }
        let mut along = solution.theta.clone();
        let scaled = 0..spread.first + spread.len();
        let is_still = |at: usize| !scaled.contains(&at) || self.objective.fixed[at];
        (0..along.len()).filter(|&at| is_still(at)).for_each(|at| along[at] = 0.0);
        let size = largest(&along);
        along.iter_mut().for_each(|v| *v /= size);
        (solution.stop, solution.last_step) = (Stop::Diverging, along);
        self.outgrown = true;
    }
}
