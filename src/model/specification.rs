//! The choices that make a model.

use super::trouble::Outcomes;
use crate::comparisons::{CovariateOf, Set};
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::strength::Kind;

/// The effect of being shown first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Position {
    /// None.
    #[default]
    None,
    /// One effect.
    Shared,
    /// One effect for every judge.
    ByJudge,
}

impl Position {
    /// All by their numbers.
    pub const ALL: [Position; 3] = [Position::None, Position::Shared, Position::ByJudge];
}

/// What becomes of ties under Bradley-Terry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// Half a win for each side.
    #[default]
    Half,
    /// Left out.
    Dropped,
}

impl Ties {
    /// All by their numbers.
    pub const ALL: [Ties; 2] = [Ties::Half, Ties::Dropped];
}

/// The tie threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Threshold {
    /// One number.
    #[default]
    Single,
    /// One number and an offset for every judge.
    ByJudge,
}

impl Threshold {
    /// All by their numbers.
    pub const ALL: [Threshold; 2] = [Threshold::Single, Threshold::ByJudge];
}

/// Kinds of covariance; the numbers are those of the C interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CovarianceKind {
    /// Clustered by context where contexts repeat, else the sandwich.
    Auto = 0,
    /// Inverse expected information.
    Expected = 1,
    /// Inverse Hessian.
    Observed = 2,
    /// Hessian on both sides of the squared scores of single comparisons (HC0).
    Sandwich = 3,
    /// The same with scores summed by context first (CR0).
    ClusteredByContext = 4,
    /// The same with scores summed by judge first (CR0).
    ClusteredByJudge = 5,
    /// The sandwich with expected information as its bread.
    SandwichExpected = 6,
    /// Clustered by context and by judge at once: the sum of the two less that of their intersection
    /// (Cameron, Gelbach and Miller 2011).
    ClusteredTwoWay = 7,
}

impl CovarianceKind {
    /// All kinds by their numbers.
    pub const ALL: [CovarianceKind; 8] = [
        CovarianceKind::Auto,
        CovarianceKind::Expected,
        CovarianceKind::Observed,
        CovarianceKind::Sandwich,
        CovarianceKind::ClusteredByContext,
        CovarianceKind::ClusteredByJudge,
        CovarianceKind::SandwichExpected,
        CovarianceKind::ClusteredTwoWay,
    ];
}

impl CovarianceKind {
    /// Whether scores are summed within clusters before they are squared.
    pub fn is_clustered(self) -> bool {
        use CovarianceKind::{ClusteredByContext, ClusteredByJudge, ClusteredTwoWay};
        matches!(self, ClusteredByContext | ClusteredByJudge | ClusteredTwoWay)
    }
}

/// What is done about few clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Correction {
    /// Nothing (CR0).
    #[default]
    None,
    /// The factor G / (G - 1) (CR1).
    Cr1,
    /// Bell and McCaffrey's (2002): unbiased where the model is right (CR2).
    Cr2,
    /// Leaving out one cluster at a time, by one Newton step each (CR3).
    Jackknife,
}

impl Correction {
    /// All by their numbers.
    pub const ALL: [Correction; 4] =
        [Correction::None, Correction::Cr1, Correction::Cr2, Correction::Jackknife];
}

/// A model, and how to fit it.
#[derive(Debug, Clone, PartialEq)]
pub struct Specification {
    /// Strength.
    pub strength: Kind,
    /// Position.
    pub position: Position,
    /// Outcome.
    pub outcome: Outcome,
    /// Ties under Bradley-Terry.
    pub ties: Ties,
    /// Whether votes "both bad" are left out rather than read as ties.
    pub both_bad_dropped: bool,
    /// Tie threshold.
    pub threshold: Threshold,
    /// Whether sensitivities may be negative.
    pub signed: bool,
    /// The model's own covariance.
    pub covariance: CovarianceKind,
    /// Outcomes that are taken rather than refused.
    pub accept: Outcomes,
    /// Covariates, by name.
    pub covariates: Vec<String>,
    /// Covariates that enter with coefficient one, by name.
    pub offsets: Vec<String>,
    /// Fixed scores: NaN where free. Empty: all free.
    pub fixed_scores: Vec<f64>,
    /// Whether to reduce bias as Firth (1993) does.
    pub firth: bool,
    /// Ridge on centred strengths.
    pub ridge: f64,
    /// Pseudo-comparisons of every item.
    pub pseudo: f64,
    /// Largest change of any u at convergence.
    pub tolerance: f64,
    /// Most outer iterations.
    pub max_iterations: usize,
    /// Most bytes; 0: no limit.
    pub max_bytes: usize,
}

impl Default for Specification {
    fn default() -> Self {
        Specification {
            strength: Kind::Pooled,
            position: Position::None,
            outcome: Outcome::BradleyTerry,
            ties: Ties::Half,
            both_bad_dropped: false,
            threshold: Threshold::Single,
            signed: false,
            covariance: CovarianceKind::Auto,
            accept: Outcomes::NONE,
            covariates: Vec::new(),
            offsets: Vec::new(),
            firth: false,
            fixed_scores: Vec::new(),
            ridge: 0.0,
            pseudo: 0.0,
            tolerance: 1e-8,
            max_iterations: 200,
            max_bytes: 0,
        }
    }
}

impl Specification {
    /// Whether the model has a penalty that keeps every score finite.
    pub fn is_penalised(&self) -> bool {
        self.ridge > 0.0 || self.pseudo > 0.0
    }

    /// Checks the choices against each other and against the set.
    pub fn check(&self, set: &Set) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        if self.outcome != Outcome::BradleyTerry && self.ties == Ties::Dropped {
            return unsupported("ties: dropping ties goes with the Bradley-Terry outcome only");
        }
        if self.outcome == Outcome::BradleyTerry && self.threshold != Threshold::Single {
            return unsupported("threshold: Bradley-Terry has no tie threshold; use Rao-Kupper or Davidson");
        }
        if self.signed && self.strength == Kind::Pooled {
            return unsupported("sign: pooled strength has no sensitivities");
        }
        if self.firth && (self.strength != Kind::Pooled || self.outcome != Outcome::BradleyTerry) {
            return unsupported("bias_reduction: Firth's goes with pooled strength and Bradley-Terry only");
        }
        if self.firth && self.is_penalised() {
            return unsupported("bias_reduction: Firth's does not go with ridge or pseudo");
        }
        if !self.fixed_scores.is_empty() && self.strength != Kind::Pooled {
            return unsupported("fixed_scores: scores can be fixed with pooled strength only");
        }
        for (name, value) in [("ridge", self.ridge), ("pseudo", self.pseudo), ("tolerance", self.tolerance)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(Error::Argument(format!(
                    "{name} is {value}; it must be finite and not negative"
                )));
            }
        }
        if self.max_iterations == 0 {
            return Err(Error::Argument("max_iterations is 0".into()));
        }
        if !self.fixed_scores.is_empty() && self.fixed_scores.len() != set.items() {
            return Err(Error::Argument(format!(
                "fixed_count is {}, but the set has {} items",
                self.fixed_scores.len(),
                set.items()
            )));
        }
        if let Some(at) = self.fixed_scores.iter().position(|s| s.is_infinite()) {
            return Err(Error::Argument(format!("fixed_scores[{at}] is {}", self.fixed_scores[at])));
        }
        self.check_covariates(set)
    }

    fn check_covariates(&self, set: &Set) -> Result<()> {
        let covariates = self.covariates.iter().enumerate().map(|(at, name)| ("covariates", at, name));
        let offsets = self.offsets.iter().enumerate().map(|(at, name)| ("offsets", at, name));
        for (of, at, name) in covariates.chain(offsets) {
            let Some(covariate) = set.covariate(name) else {
                return Err(Error::name(format!("{of}[{at}]: \"{name}\" is not a covariate of the set")));
            };
            let before = if of == "covariates" { &self.covariates[..at] } else { &self.offsets[..at] };
            if before.contains(name) {
                return Err(Error::Argument(format!("{of}[{at}]: \"{name}\" is given twice")));
            }
            if of == "offsets" {
                continue;
            }
            if covariate.of() == CovariateOf::Context && self.position == Position::None {
                return Err(Error::Unsupported(format!(
                    "covariate \"{name}\" belongs to contexts and multiplies the position effect, but position is none"
                )));
            }
        }
        Ok(())
    }
}
