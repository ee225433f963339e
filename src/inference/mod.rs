//! Inference: estimates of a fitted model and their uncertainty. Written once for every quantity of every model.
//!
//! A read-out with its derivative and a covariance of the parameters, both of the model, give standard
//! errors by the delta method; critical values turn them into intervals, and simultaneous
//! comparisons into rank ranges.

mod adjacent;
mod anytime;
mod bootstrap;
mod compact_letters;
mod critical;
mod curves;
mod degrees;
mod effective;
mod errors;
mod established;
mod estimates;
mod few;
mod functions;
mod given;
mod hypotheses;
mod judge_order;
mod intervals;
mod multiplicity;
mod planning;
mod probabilities;
mod profile;
mod quasi;
mod rank_distribution;
mod ranks;
mod ratio;
mod sampled;
mod scores;
mod selection;
#[cfg(test)]
mod testing;

use crate::room::Gather as _;
pub use adjacent::{adjacent, Adjacent, ADJACENT};
pub(crate) use anytime::{largest_prior_share, LOG_ODDS, MOST_PRIOR, PROBABILITY};
pub use bootstrap::{Bootstrap, BootstrapOptions, Interval, WeightDistribution};
pub(crate) use compact_letters::sure_pairs;
pub use compact_letters::{compact_letters, members, Member, COMPACT_LETTERS};
pub use critical::{enough_draws, gaussian_max, gaussian_max_pairs, Critical, Draws, MaxDistribution};
pub use curves::{curve_points, CurvePoint, SENSITIVITIES};
pub(crate) use degrees::has_each_pair;
pub use effective::{effective_comparisons, Effective, EFFECTIVE_COMPARISONS};
pub(crate) use errors::covariance_of_readout;
pub use estimates::{contrasts, covariance_of, estimates, rank_ranges, readout_table, sensitivity_curves};
pub(crate) use estimates::{covariance_among, expect_rank_ranges, row_of_readout};
pub use functions::{functions, Function, Of};
pub(crate) use given::{Additive, Behind, Degrees, Means};
pub use given::{Given, Supplied, SuppliedErrors, Wald};
pub use hypotheses::{
    differences, e_values, test_contrasts, test_pairs, Difference, EValue, Family, PairTest, Test,
};
pub use intervals::Method;
pub(crate) use judge_order::{check_judge, judge_order, JudgeOrder};
pub use multiplicity::{adjust, Adjustment};
pub use planning::{more_comparisons, Need, PlanningQuestion, MORE_COMPARISONS};
pub(crate) use probabilities::{each_cell, each_prediction};
pub use probabilities::{log_likelihood, pair_probabilities, probabilities};
pub(crate) use profile::losses_of_equality;
pub use profile::profile;
pub use quasi::{quasi_variances, Quasi};
pub use rank_distribution::{
    rank_probabilities, rank_summary, superiority, RankDistribution, RankSummary, RANK_SUMMARY,
};
pub use ranks::Rank;
pub use ratio::{Ratio, RatioSet};
pub use sampled::{monte_carlo_errors, note_of_ranks, MOST_EXACT};
pub use selection::{rank_sets, winner, RankQuestion, RankSet, RANK_SETS};

pub use crate::model::{Comparison, Correction, Covariance, CovarianceKind, Jacobian};

use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::model::{Model, View};
use crate::table::TableFacts;
use std::ffi::CString;
use std::sync::Arc;

/// The distribution that quantiles are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quantiles {
    /// Student's where errors are corrected for few clusters, else the normal.
    #[default]
    Auto,
    /// The normal distribution.
    Normal,
    /// Student's distribution: clustered covariances only.
    Student,
}

impl Quantiles {
    /// All by their numbers.
    pub const ALL: [Quantiles; 3] = [Quantiles::Auto, Quantiles::Normal, Quantiles::Student];
}

/// How standard errors are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Errors {
    /// From a matrix of all parameters up to some thousands of them, else from a sparse factor or by draws.
    Auto,
    /// From a matrix of all parameters.
    #[default]
    Exact,
    /// By draws.
    Sampled,
}

impl Errors {
    /// All by their numbers.
    pub const ALL: [Errors; 3] = [Errors::Auto, Errors::Exact, Errors::Sampled];
}

/// How to infer.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Covariance; Auto: the model's own.
    pub covariance: CovarianceKind,
    /// The correction for few clusters.
    pub correction: Correction,
    /// The distribution that quantiles are taken from.
    pub quantiles: Quantiles,
    /// Intervals one by one, or all at once.
    pub method: Method,
    /// The scale of intervals at all looks: the size of a difference that matters; 0: that of the quantity.
    pub mixture: f64,
    /// Normalisation, scale and units.
    pub view: View,
    /// Level of the intervals.
    pub level: f64,
    /// Seed of simulated critical values.
    pub seed: u64,
    /// Draws of simulated critical values and of ranks; 0: as many critical values as [`enough_draws`]
    /// says, and 10 000 of ranks.
    pub draws: usize,
    /// Threads.
    pub threads: usize,
    /// Leave position effects out of probabilities.
    pub ignore_position: bool,
    /// How standard errors are computed.
    pub errors: Errors,
    /// Draws of standard errors; 0: 200.
    pub error_draws: usize,
    /// Replicates that take the place of the normal distribution.
    pub bootstrap: Option<Arc<Bootstrap>>,
    /// How replicates become intervals.
    pub interval: Interval,
    /// Where contexts and covariates of comparisons to predict are looked up; None: the model's set.
    pub contexts: Option<Set>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            covariance: CovarianceKind::Auto,
            correction: Correction::Auto,
            quantiles: Quantiles::Auto,
            method: Method::Marginal,
            mixture: 0.0,
            view: View::default(),
            level: 0.95,
            seed: 0,
            draws: 0,
            threads: 1,
            ignore_position: false,
            contexts: None,
            errors: Errors::Exact,
            error_draws: 0,
            bootstrap: None,
            interval: Interval::default(),
        }
    }
}

impl Options {
    /// The facts of a table about these options, for a model.
    pub fn facts(&self, model: &Model) -> TableFacts {
        let number = |at: Option<usize>| at.map(|at| at as i32);
        let drawn = self.bootstrap.as_ref();
        let is_student = match self.quantiles {
            Quantiles::Auto => self.settled(model).is_ok_and(|correction| correction != Correction::None),
            other => other == Quantiles::Student,
        };
        let quantiles = if is_student { Quantiles::Student } else { Quantiles::Normal };
        let covariance = model.kind(self.covariance);
        TableFacts {
            level: self.level,
            intervals: number(Method::ALL.iter().position(|m| *m == self.method)),
            // Replicates take the place of a covariance and of its quantiles.
            covariance: number(CovarianceKind::ALL.iter().position(|k| *k == covariance && drawn.is_none())),
            quantiles: number(Quantiles::ALL.iter().position(|q| *q == quantiles && drawn.is_none())),
            replicates: drawn.map_or(f64::NAN, |b| b.len() as f64),
            notes: CString::new(self.note(model)).unwrap_or_default(),
            ..TableFacts::default()
        }
    }

    /// The note on how errors were computed.
    fn note(&self, model: &Model) -> String {
        let notes = [sampled::note(model, self), few::note(model, self)];
        notes.iter().filter(|note| !note.is_empty()).map(String::as_str).gathered().join(" ")
    }

    /// Refuses choices without effect.
    pub(crate) fn check(&self) -> Result<()> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(Error::Argument(format!("level is {}; it must be between 0 and 1", self.level)));
        }
        if !(self.mixture >= 0.0 && self.mixture.is_finite()) {
            return Err(Error::Argument(format!(
                "mixture is {}; it must be positive and finite",
                self.mixture
            )));
        }
        if self.method.is_anytime() {
            anytime::check_options(self)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
