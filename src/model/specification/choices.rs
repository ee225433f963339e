//! The choices that make a model.

use super::trouble::Problems;
use crate::comparisons::{CovariateOf, Set};
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::spread::MOST_FACTORS;
use crate::strength::Kind;
use crate::threshold::{Basis, Form};

/// Pairs with fewer comparisons count for less, where pairs count alike.
const PAIR_FLOOR: f64 = 50.0;

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

/// What becomes of votes "both bad".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BothBad {
    /// They are ties.
    #[default]
    Tie,
    /// Left out.
    Dropped,
    /// An outcome of its own.
    Outcome,
}

impl BothBad {
    /// All by their numbers.
    pub const ALL: [BothBad; 3] = [BothBad::Tie, BothBad::Dropped, BothBad::Outcome];
}

/// What an estimate is of, where the model does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Target {
    /// Comparisons count alike: pairs that were compared often count for more.
    #[default]
    Comparisons,
    /// Pairs count alike.
    PairsEqually,
}

impl Target {
    /// All by their numbers.
    pub const ALL: [Target; 2] = [Target::Comparisons, Target::PairsEqually];
}

/// How the parameters of an additive or factored threshold make the threshold of Rao and Kupper, which is
/// not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Link {
    /// e = log(1 + exp(.)).
    #[default]
    Softplus,
    /// e itself, held at or above zero on every pair that was compared.
    Linear,
}

impl Link {
    /// All by their numbers.
    pub const ALL: [Link; 2] = [Link::Softplus, Link::Linear];
}

/// What is said of pairs never compared whose linear threshold is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BelowZero {
    /// An error.
    #[default]
    Refused,
    /// The threshold is zero: no ties.
    Zero,
}

impl BelowZero {
    /// All by their numbers.
    pub const ALL: [BelowZero; 2] = [BelowZero::Refused, BelowZero::Zero];
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

    /// Whether it is made of squared scores, which say nothing where all of them are zero.
    pub fn is_robust(self) -> bool {
        self.is_clustered() || matches!(self, CovarianceKind::Sandwich | CovarianceKind::SandwichExpected)
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
    /// Rank of the disagreement.
    pub rank: usize,
    /// Position.
    pub position: Position,
    /// Outcome.
    pub outcome: Outcome,
    /// Ties under Bradley-Terry.
    pub ties: Ties,
    /// Votes "both bad".
    pub both_bad: BothBad,
    /// Threshold of "both bad" where it is an outcome: single or additive.
    pub bad_threshold: Form,
    /// Tie threshold.
    pub threshold: Form,
    /// Whether every judge adds an offset of its own to the threshold.
    pub threshold_by_judge: bool,
    /// Factors of a factored threshold.
    pub tie_factors: usize,
    /// Their basis.
    pub basis: Basis,
    /// Link of additive and factored thresholds of Rao and Kupper.
    pub link: Link,
    /// Linear thresholds below zero.
    pub below_zero: BelowZero,
    /// Ridge on the parameters of additive and factored thresholds, their means left free.
    pub tie_ridge: f64,
    /// Columns of Lambda, if differences have a spread of their own.
    pub spread: Option<usize>,
    /// Prior of the spread.
    pub spread_ridge: f64,
    /// Further starts.
    pub restarts: usize,
    /// Seed of these.
    pub seed: u64,
    /// Threads for them.
    pub threads: usize,
    /// Whether sensitivities may be negative.
    pub signed: bool,
    /// The model's own covariance.
    pub covariance: CovarianceKind,
    /// Problems that are taken rather than refused.
    pub accept: Problems,
    /// Covariates, by name.
    pub covariates: Vec<String>,
    /// Covariates that enter with coefficient one, by name.
    pub offsets: Vec<String>,
    /// Covariates of contexts that sensitivities depend on, by name.
    pub sensitivity_covariates: Vec<String>,
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
    /// What counts alike.
    pub target: Target,
    /// Comparisons with which a pair counts in full, where pairs count alike.
    pub pair_floor: f64,
}

impl Default for Specification {
    fn default() -> Self {
        Specification {
            strength: Kind::Pooled,
            rank: 0,
            position: Position::None,
            outcome: Outcome::BradleyTerry,
            ties: Ties::Half,
            both_bad: BothBad::Tie,
            bad_threshold: Form::Single,
            threshold: Form::Single,
            threshold_by_judge: false,
            tie_factors: 0,
            basis: Basis::Cosine,
            link: Link::Softplus,
            below_zero: BelowZero::Refused,
            tie_ridge: 0.0,
            spread: None,
            spread_ridge: 0.0,
            restarts: 0,
            seed: 0,
            threads: 1,
            signed: false,
            covariance: CovarianceKind::Auto,
            accept: Problems::NONE,
            covariates: Vec::new(),
            offsets: Vec::new(),
            sensitivity_covariates: Vec::new(),
            firth: false,
            fixed_scores: Vec::new(),
            ridge: 0.0,
            pseudo: 0.0,
            tolerance: 1e-8,
            max_iterations: 200,
            max_bytes: 0,
            target: Target::Comparisons,
            pair_floor: PAIR_FLOOR,
        }
    }
}

impl Specification {
    /// Whether the model has a penalty that keeps every score finite.
    pub fn is_penalised(&self) -> bool {
        self.ridge > 0.0 || self.pseudo > 0.0
    }

    /// The law of a cell, the link of its threshold included.
    pub fn law(&self) -> Outcome {
        let soft = self.threshold != Form::Single && self.link == Link::Softplus;
        let law = if soft { self.outcome.soft() } else { None };
        let bad_apart = self.both_bad == BothBad::Outcome;
        law.or(if bad_apart { self.outcome.with_both_bad() } else { None }).unwrap_or(self.outcome)
    }

    /// Whether thresholds must be kept at or above zero pair by pair.
    pub fn has_floor(&self) -> bool {
        self.threshold != Form::Single && self.law().floor().is_finite()
    }

    /// Checks the choices against each other and against the set.
    pub fn check(&self, set: &Set) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        if self.outcome.has_threshold() && self.ties == Ties::Dropped {
            return unsupported("ties: dropping ties goes with the Bradley-Terry outcome only");
        }
        self.check_threshold(set)?;
        self.check_both_bad()?;
        self.check_spread(set)?;
        self.check_rank(set)?;
        if self.signed && self.strength == Kind::Pooled {
            return unsupported("sign: pooled strength has no sensitivities");
        }
        let of_firth = !self.outcome.has_threshold() && self.outcome.is_canonical();
        if self.firth && (self.strength != Kind::Pooled || !of_firth) {
            return unsupported("bias_reduction: Firth's goes with pooled strength and Bradley-Terry only");
        }
        if self.firth && self.is_penalised() {
            return unsupported("bias_reduction: Firth's does not go with ridge or pseudo");
        }
        if !self.fixed_scores.is_empty() && self.strength != Kind::Pooled {
            return unsupported("fixed_scores: scores can be fixed with pooled strength only");
        }
        for (name, value) in [
            ("ridge", self.ridge),
            ("pseudo", self.pseudo),
            ("tie_ridge", self.tie_ridge),
            ("spread_ridge", self.spread_ridge),
            ("tolerance", self.tolerance),
        ] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(Error::Argument(format!(
                    "{name} is {value}; it must be finite and not negative"
                )));
            }
        }
        if !(self.pair_floor > 0.0 && self.pair_floor.is_finite()) {
            return Err(Error::Argument(format!(
                "pair_floor is {}; it must be positive and finite",
                self.pair_floor
            )));
        }
        if self.target == Target::Comparisons && self.pair_floor != PAIR_FLOOR {
            return unsupported("pair_floor: only where pairs count equally");
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

    fn check_threshold(&self, set: &Set) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        let own = self.threshold != Form::Single || self.threshold_by_judge;
        if own && !self.outcome.has_threshold() {
            return Err(Error::Unsupported(format!(
                "threshold: {} has no tie threshold; use Rao-Kupper or Davidson",
                self.outcome.name()
            )));
        }
        if self.threshold == Form::Factored {
            let most = set.items().saturating_sub(1).min(MOST_FACTORS);
            if self.tie_factors == 0 || self.tie_factors > most {
                return Err(Error::Argument(format!(
                    "tie_factors is {}; a factored threshold of {} items has 1 to {most}",
                    self.tie_factors,
                    set.items()
                )));
            }
        } else if self.tie_factors > 0 {
            return unsupported("tie_factors: only a factored threshold has factors");
        } else if self.basis != Basis::Cosine {
            return unsupported("tie_basis: only a factored threshold has a basis");
        }
        if self.threshold == Form::Single && self.tie_ridge > 0.0 {
            return unsupported("tie_ridge: a single threshold has nothing to be drawn together");
        }
        let linked = self.outcome.soft().is_some() && self.threshold != Form::Single;
        if !linked && self.link != Link::Softplus {
            return unsupported("tie_link: only additive and factored thresholds of Rao-Kupper have a link");
        }
        if !self.has_floor() && self.below_zero != BelowZero::Refused {
            return unsupported("below_zero: only linear thresholds of Rao-Kupper can be below zero");
        }
        Ok(())
    }

    fn check_rank(&self, set: &Set) -> Result<()> {
        if self.strength != Kind::Disagreement {
            return match self.rank {
                0 => Ok(()),
                _ => Err(Error::Unsupported("rank: only disagreement has one".into())),
            };
        }
        let judges = set.judges() + usize::from(set.has_anonymous_judge());
        let most = judges.saturating_sub(1).min(set.items().saturating_sub(2));
        if judges < 2 {
            return Err(Error::Argument(format!(
                "strength: disagreement needs two judges or more, but the set has {judges}"
            )));
        }
        if self.rank > most {
            return Err(Error::Argument(format!(
                "rank is {}; the disagreement of {judges} judges about {} items has at most {most}",
                self.rank,
                set.items()
            )));
        }
        Ok(())
    }

    /// Whether sensitivities may be negative.
    pub fn is_signed(&self) -> bool {
        self.signed || self.strength == Kind::Disagreement
    }

    fn check_both_bad(&self) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        if self.both_bad == BothBad::Outcome && self.outcome.with_both_bad().is_none() {
            return unsupported("both_bad: only Davidson has both bad as an outcome of its own");
        }
        if self.both_bad != BothBad::Outcome && self.bad_threshold != Form::Single {
            return unsupported("bad_threshold: both bad is no outcome of its own and has no threshold");
        }
        if self.bad_threshold == Form::Factored {
            return unsupported("bad_threshold: single or additive, not factored");
        }
        Ok(())
    }

    fn check_spread(&self, set: &Set) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        let Some(factors) = self.spread else {
            return match (self.spread_ridge > 0.0, self.restarts > 0) {
                (true, _) => unsupported("spread_ridge: the model has no spread"),
                (_, true) if self.strength == Kind::Pooled => unsupported(
                    "restarts: without a spread or sensitivities there is one optimum, and no need to start again",
                ),
                _ => Ok(()),
            };
        };
        if self.strength != Kind::Pooled {
            return unsupported("spread: goes with pooled strength only");
        }
        if self.firth {
            return unsupported("bias_reduction: Firth's does not go with a spread");
        }
        if !self.fixed_scores.is_empty() {
            return unsupported("fixed_scores: scores cannot be fixed where the spread sets their scale");
        }
        if self.is_penalised() && self.spread_ridge == 0.0 {
            return unsupported(
                "ridge, pseudo: with a spread the scale of scores is free, and a penalty on them alone draws \
                 all to zero; give spread_ridge too",
            );
        }
        let most = set.items().saturating_sub(1).min(MOST_FACTORS);
        if factors > most {
            return Err(Error::Argument(format!(
                "spread_factors is {factors}; {} items have at most {most}",
                set.items()
            )));
        }
        Ok(())
    }

    fn check_covariates(&self, set: &Set) -> Result<()> {
        let covariates = self.covariates.iter().enumerate().map(|(at, name)| ("covariates", at, name));
        let offsets = self.offsets.iter().enumerate().map(|(at, name)| ("offsets", at, name));
        let slopes = self.sensitivity_covariates.iter().enumerate();
        let slopes = slopes.map(|(at, name)| ("sensitivity_covariates", at, name));
        if self.strength == Kind::Pooled && !self.sensitivity_covariates.is_empty() {
            return Err(Error::Unsupported(
                "sensitivity_covariates: pooled strength has no sensitivities".into(),
            ));
        }
        for (of, at, name) in covariates.chain(offsets).chain(slopes) {
            let Some(covariate) = set.covariate(name) else {
                return Err(Error::name(format!("{of}[{at}]: \"{name}\" is not a covariate of the set")));
            };
            let before = match of {
                "covariates" => &self.covariates[..at],
                "offsets" => &self.offsets[..at],
                _ => &self.sensitivity_covariates[..at],
            };
            if before.contains(name) {
                return Err(Error::Argument(format!("{of}[{at}]: \"{name}\" is given twice")));
            }
            if of == "sensitivity_covariates" && covariate.of() != CovariateOf::Context {
                return Err(Error::Unsupported(format!(
                    "sensitivity_covariates[{at}]: \"{name}\" does not belong to contexts"
                )));
            }
            if of != "covariates" {
                continue;
            }
            if covariate.of() == CovariateOf::Context && self.position == Position::None {
                return Err(Error::Unsupported(format!(
                    "covariate \"{name}\" belongs to contexts and adds to the position effect, but position is none"
                )));
            }
        }
        Ok(())
    }
}
