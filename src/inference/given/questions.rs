//! Questions of order that estimates answer without a model: letters, tiers, quasi-variances, probable ranks.

use super::Given;
use crate::comparisons::Set;
use crate::error::Result;
use crate::inference::compact_letters::{of_scores, sure};
use crate::inference::rank_distribution::{of_normal_draws, superiority_of};
use crate::inference::{quasi, Options, Quasi, RankDistribution};
use crate::progress::Watch;
use crate::room::Duplicate as _;

impl Given {
    /// The values as order sees them, more is better; NaN where one is unidentified.
    pub(crate) fn ordered_values(&self) -> Vec<f64> {
        let n = self.estimates.len();
        let mut values = self.ordered().estimates().duplicate();
        for (i, value) in values.iter_mut().enumerate() {
            if !self.covariance[i * n + i].is_finite() {
                *value = f64::NAN;
            }
        }
        values
    }

    /// Groups of values that do not differ significantly, the group of the best first.
    pub fn compact_letters(&self, options: &Options, watch: Watch<'_>) -> Result<Vec<Vec<usize>>> {
        of_scores(&self.ordered().scores_together(options)?, options, watch)
    }

    /// Pairs of values, the better first, that differ significantly in the comparison of all pairs at once.
    pub(crate) fn sure_pairs(&self, options: &Options, watch: Watch<'_>) -> Result<Vec<(usize, usize)>> {
        sure(&self.ordered().scores_together(options)?, options, watch)
    }

    /// Quasi-variances of values that belong to items of a set.
    pub fn quasi_variances(&self, set: &Set, options: &Options) -> Result<Quasi> {
        quasi::of_scores(&self.scores(options)?, set)
    }

    /// The distribution of ranks under the normal distribution of the values.
    pub fn rank_probabilities(&self, options: &Options, watch: Watch<'_>) -> Result<RankDistribution> {
        of_normal_draws(&self.ordered().scores(options)?, options, watch)
    }

    /// n x n: the probability that value i is truly better than value j.
    pub fn superiority(&self, options: &Options) -> Result<Vec<f64>> {
        superiority_of(&self.ordered().scores(options)?)
    }
}
