//! Questions of order that an estimate answers beside ranks: letters, tiers, probable ranks, quasi-variances.

use super::{only_one, only_scores, Estimate, Source};
use crate::error::Result;
use crate::geometry::{self, Tier, Tiers, TIERS};
use crate::inference::{self, Member, Quasi, RankDistribution, RankSummary, COMPACT_LETTERS, RANK_SUMMARY};
use crate::progress::Watch;
use crate::table::Schema;

/// The columns of groups of items that do not differ significantly.
pub static ESTIMATE_LETTERS: Schema<Member> = Schema { name: "estimate_compact_letters", ..COMPACT_LETTERS };

/// The columns of tiers.
pub static ESTIMATE_TIERS: Schema<Tier> = Schema { name: "estimate_tiers", ..TIERS };

/// The columns of probable ranks.
pub static ESTIMATE_RANK_SUMMARY: Schema<RankSummary> =
    Schema { name: "estimate_rank_summary", ..RANK_SUMMARY };

impl Estimate {
    /// Groups of items that do not differ significantly, item by item: the compact letter display.
    pub fn compact_letters(&self, watch: Watch<'_>) -> Result<Vec<Member>> {
        let groups = match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "groups")?;
                inference::compact_letters(model, &self.options, watch)?
            }
            Source::Given { given, parts } => {
                only_one(parts, "groups")?;
                given.compact_letters(&self.options, watch)?
            }
            Source::Averaged(averaged) => return averaged.refuse("groups"),
            Source::Judge(own) => {
                let order = own.order(&self.options)?;
                order.given.compact_letters(&order.options, watch)?
            }
        };
        Ok(inference::members(&groups))
    }

    /// Tiers of items.
    pub fn tiers(&self, by: Tiers, watch: Watch<'_>) -> Result<Vec<Tier>> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "tiers")?;
                geometry::tiers(model, by, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "tiers")?;
                geometry::tiers_of_given(given, by, &self.options, watch)
            }
            Source::Averaged(averaged) => averaged.refuse("tiers"),
            Source::Judge(own) => {
                let order = own.order(&self.options)?;
                geometry::tiers_of_given(&order.given, by, &order.options, watch)
            }
        }
    }

    /// The distribution of the ranks.
    pub fn rank_probabilities(&self, watch: Watch<'_>) -> Result<RankDistribution> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "ranks")?;
                inference::rank_probabilities(model, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "ranks")?;
                given.rank_probabilities(&self.options, watch)
            }
            Source::Averaged(averaged) => averaged.rank_probabilities(watch),
            Source::Judge(own) => own.rank_probabilities(&self.options, watch),
        }
    }

    /// The summary of every item's rank under that distribution.
    pub fn rank_summary(&self, watch: Watch<'_>) -> Result<Vec<RankSummary>> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "ranks")?;
                inference::rank_summary(model, &self.options, watch)
            }
            Source::Given { .. } | Source::Averaged(_) | Source::Judge(_) => {
                Ok(self.rank_probabilities(watch)?.summary_rows(self.options.level))
            }
        }
    }

    /// items x items: the probability that item i is truly better than item j.
    pub fn superiority(&self, watch: Watch<'_>) -> Result<Vec<f64>> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "superiority")?;
                inference::superiority(model, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "superiority")?;
                given.superiority(&self.options)
            }
            Source::Averaged(averaged) => averaged.superiority(),
            Source::Judge(own) => own.superiority(&self.options),
        }
    }

    /// Quasi-variances of the scores.
    pub fn quasi_variances(&self) -> Result<Quasi> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "quasi-variances")?;
                inference::quasi_variances(model, &self.options)
            }
            Source::Given { given, parts } => {
                only_one(parts, "quasi-variances")?;
                given.quasi_variances(&self.set, &self.options)
            }
            Source::Averaged(averaged) => averaged.refuse("quasi-variances"),
            Source::Judge(own) => {
                let order = own.check_sum("quasi-variances", &self.options)?;
                order.given.quasi_variances(&self.set, &order.options)
            }
        }
    }
}
