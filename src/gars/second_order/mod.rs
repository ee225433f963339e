//! The correction of second order of scores that are not linear in the probabilities.
//!
//! With known propensities the bias of the mean of psi is -E d2F(m)[mu - m, mu - m] / 2, m what was predicted: most of it
//! is the learner's squared bias, which neither folds nor repeats mend. Labels that the learner has not seen say where it
//! is off. Within a fold of cross-fitting their residuals are regressed on a few functions of the pair and the context,
//! hat = b' (sum w b b' + I)^-1 sum w b r', without the labels of the context itself, and
//! U = d2F(mu)[h, hat] / 2 is added to psi: a U-statistic of second order (Robins, Li, Tchetgen and van der Vaart 2008).
//! The covariance of a context is Cov(psi + U) + Cov(U).
//!
//! d2F is taken by central differences of dF along hat, so that every functional is corrected by the same code.

mod adding;
mod basis;
mod curvature;
mod regression;
mod remainder;
mod splits;
mod warnings;

pub(super) use adding::{Remainder, Verdict};
pub use remainder::{RemainderRow, REMAINDER};
pub use warnings::{GarsWarning, GarsWarningKind, GARS_WARNINGS};

use super::specification::{Functional, GarsSpecification};
use crate::error::{Error, Result};

/// Whether scores are corrected to the second order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SecondOrder {
    /// Scores that are not linear, of contexts that are independent and come with folds that have labels enough.
    #[default]
    Auto,
    /// None.
    Off,
    /// The same, and what does not allow it is refused.
    On,
}

impl SecondOrder {
    /// All by their numbers.
    pub const ALL: [SecondOrder; 3] = [SecondOrder::Auto, SecondOrder::Off, SecondOrder::On];
}

/// The functions that residuals are regressed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResidualBasis {
    /// With features, the first of them, as many as labels allow; without where that makes intervals much wider.
    #[default]
    Auto,
    /// Pairs, and splines of the log odds of the score.
    Short,
    /// With polynomials of all features.
    Full,
}

impl ResidualBasis {
    /// All by their numbers.
    pub const ALL: [ResidualBasis; 3] = [ResidualBasis::Auto, ResidualBasis::Short, ResidualBasis::Full];
}

/// The folds of contexts, and what is known of these.
#[derive(Debug, Clone, Copy)]
pub struct Folds<'a> {
    /// The fold of every context: its labels were not used for the probabilities of contexts of the same fold.
    pub fold: &'a [u32],
    /// Numbers known of every context, contexts x feature_count, row-major; empty if there are none.
    pub features: &'a [f64],
    /// Number of features.
    pub feature_count: usize,
}

/// Folds are numbered below this.
const FOLDS: usize = 1000;
/// Labels that a fold must have.
const LABELS: usize = 20;
/// Temperatures below this make steps that no second derivative describes.
const SMOOTH: f64 = 0.05;

impl Folds<'_> {
    /// Refuses what does not fit contexts.
    pub(super) fn check(&self, contexts: usize) -> Result<()> {
        if self.fold.len() != contexts {
            return Err(Error::Size(format!("fold: {} numbers for {contexts} contexts", self.fold.len())));
        }
        if let Some(at) = self.fold.iter().position(|fold| *fold as usize >= FOLDS) {
            let message = format!("fold is {}; it must be below {FOLDS}", self.fold[at]);
            return Err(Error::row(at, message));
        }
        if self.feature_count.checked_mul(contexts) != Some(self.features.len()) {
            return Err(Error::Size(format!(
                "features: {} numbers for {contexts} contexts of {}",
                self.features.len(),
                self.feature_count
            )));
        }
        if let Some(at) = self.features.iter().position(|x| !x.is_finite()) {
            let (context, feature) = (at / self.feature_count, at % self.feature_count);
            let message = format!("features: number {feature} is {}, which is not finite", self.features[at]);
            return Err(Error::row(context, message));
        }
        Ok(())
    }

    /// Number of folds up to the last.
    fn count(&self) -> usize {
        self.fold.iter().max().map_or(0, |last| *last as usize + 1)
    }
}

impl GarsSpecification {
    /// Whether a functional is corrected to the second order: it is not linear, and smooth.
    pub(super) fn is_curved(&self, functional: &Functional) -> bool {
        match functional {
            Functional::BradleyTerry(_)
            | Functional::RankCentrality(_)
            | Functional::Softmax(_)
            | Functional::Own(_) => true,
            Functional::Copeland(_, temperature) => *temperature >= SMOOTH,
            Functional::Share(share) => share.temperature >= SMOOTH,
            _ => false,
        }
    }

    /// Whether any is.
    pub(super) fn has_curved(&self) -> bool {
        self.functionals.iter().any(|functional| self.is_curved(functional))
    }
}
