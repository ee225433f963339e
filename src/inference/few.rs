//! Few clusters: the default correction of errors, and the bounds of simultaneous comparisons.

use super::critical::{MaxDistribution, SignFamily, Signs};
use super::{sampled, Correction, Jacobian, Options, Quantiles};
use crate::distributions::student;
use crate::error::Result;
use crate::model::Model;

/// How the largest of several statistics is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By draws of their joint normal distribution, or Student's with common degrees of freedom.
    Drawn,
    /// By sign flips of what clusters contribute.
    Signs,
    /// By Bonferroni's inequality, with Student's quantiles.
    Bonferroni,
}

impl Way {
    /// That of all pairs of this many items: two are one comparison.
    pub(super) fn of_pairs(self, items: usize) -> Way {
        match self {
            Way::Signs if items <= 2 => Way::Bonferroni,
            way => way,
        }
    }
}

/// The distribution of the largest of several statistics, or a bound of it.
pub(super) enum Together {
    /// As it is drawn, or by a formula.
    Distribution(MaxDistribution),
    /// By sign flips.
    Flips(SignFamily),
    /// Bonferroni's bound.
    Bonferroni,
}

impl Options {
    /// The correction that is asked for; at all looks none unless it is.
    pub(crate) fn asked_correction(&self) -> Correction {
        match self.correction {
            Correction::Auto if self.method.is_anytime() => Correction::None,
            asked => asked,
        }
    }

    /// The correction that the errors of a model get.
    pub(crate) fn settled(&self, model: &Model) -> Result<Correction> {
        let kind = model.kind(self.covariance);
        match sampled::is_sampled(model, self) {
            true => model.settled_by_draws(kind, self.asked_correction()),
            false => model.settled(kind, self.asked_correction()),
        }
    }

    /// The share of the replicates, if these take the place of a covariance, that have no estimate.
    pub(super) fn failed_share(&self) -> f64 {
        self.bootstrap.as_ref().map_or(0.0, |b| b.failures() as f64 / (b.len() + b.failures()) as f64)
    }

    /// The level at which replicates with an estimate have to agree, since those without one count against a claim; 1 where
    /// nothing can be claimed.
    pub(super) fn level_with_failed(&self) -> f64 {
        (self.level + self.failed_share()).min(1.0)
    }

    /// Whether the correction is the default one for few clusters.
    fn is_corrected(&self, model: &Model) -> Result<bool> {
        let is_open = self.correction == Correction::Auto && self.bootstrap.is_none();
        Ok(is_open && self.settled(model)? != Correction::None)
    }
}

/// Few clusters have sign flips, where their vectors of signs are enough for the level and CR2 exists; and Bonferroni
/// otherwise. With a correction or quantiles that are asked for by name all is as by their draws.
pub(super) fn way(model: &Model, options: &Options) -> Result<Way> {
    if options.quantiles != Quantiles::Auto || !options.is_corrected(model)? {
        return Ok(Way::Drawn);
    }
    let clusters = model.cluster_count(options.covariance)?;
    Ok(match options.settled(model)? {
        Correction::Cr2 if are_enough(clusters, options.level) => Way::Signs,
        _ => Way::Bonferroni,
    })
}

/// Whether this many clusters have a vector of signs beyond the level: 2^(1 - G) <= 1 - level.
pub(super) fn are_enough(clusters: usize, level: f64) -> bool {
    // 1 - level may come out with rounding.
    0.5f64.powi(clusters as i32 - 1) <= (1.0 - level) * (1.0 + 1e-9)
}

/// The contributions of clusters to values, with their means put back as far as these are known.
pub(super) fn signs(model: &Model, jacobian: &Jacobian, means: &[f64], options: &Options) -> Result<Signs> {
    let contributions = model.contributions(model.kind(options.covariance), jacobian)?;
    Ok(Signs::new(contributions, means))
}

/// Student's critical value of one of this many two-sided tests at a level; infinite without degrees of freedom.
pub(super) fn bonferroni(level: f64, count: usize, degrees: f64) -> f64 {
    match degrees > 0.0 {
        true => -student::quantile(0.5 * (1.0 - level) / count.max(1) as f64, degrees),
        false => f64::INFINITY,
    }
}

/// The note of a table on a correction that is used by default; empty without a correction.
pub(super) fn note(model: &Model, options: &Options) -> String {
    if !options.is_corrected(model).unwrap_or(false) {
        return String::new();
    }
    let (Ok(clusters), Ok(correction), Ok(way)) =
        (model.cluster_count(options.covariance), options.settled(model), way(model, options))
    else {
        return String::new();
    };
    let clusters = clusters as f64;
    match correction {
        Correction::Cr2 => {
            let quantiles = match options.quantiles {
                Quantiles::Normal => "",
                _ => ", quantiles are Student's with Bell and McCaffrey's degrees of freedom",
            };
            let together = match way {
                Way::Drawn => "",
                Way::Signs => " Tests, ranges and sets of many comparisons are by sign flips of the clusters, simultaneous intervals by Bonferroni.",
                Way::Bonferroni => {
                    " Comparisons of many are by Bonferroni: the clusters are too few for sign flips."
                }
            };
            format!("Errors of {clusters} clusters are corrected (CR2){quantiles}.{together}")
        }
        _ => note_of_factor(clusters, options.quantiles),
    }
}

/// The same of this many clusters that have no CR2.
pub(super) fn note_of_factor(clusters: f64, quantiles: Quantiles) -> String {
    let rest = match quantiles {
        Quantiles::Normal => String::new(),
        Quantiles::Student => format!(", quantiles are Student's with {} degrees of freedom", clusters - 1.0),
        Quantiles::Auto => format!(
            ", quantiles are Student's with {} degrees of freedom. Comparisons of many are by Bonferroni",
            clusters - 1.0
        ),
    };
    format!("Errors of {clusters} clusters are corrected (CR1, since they have no CR2){rest}.")
}

#[cfg(test)]
mod tests;
