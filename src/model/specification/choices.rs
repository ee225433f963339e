//! The choices that make a model. What only some choices have is part of these, so that none can be written for others.

use crate::strength::StrengthKind;
use crate::threshold::{Basis, Form};

/// How judges perceive the scores of items.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum StrengthModel {
    /// The scores, S_k(i) = mu_i.
    #[default]
    Pooled,
    /// The scores through a sensitivity of each judge, S_k(i) = gamma_k mu_i.
    Sensitivity {
        /// Whether sensitivities may be negative.
        signed: bool,
        /// Covariates of contexts that they depend on, by name.
        covariates: Vec<String>,
    },
    /// Scores and sensitivities, and directions in which judges disagree, S_k(i) = gamma_k mu_i + U_k . V_i.
    Disagreement {
        /// The number of these directions.
        rank: usize,
        /// Covariates of contexts that sensitivities depend on, by name.
        covariates: Vec<String>,
    },
}

impl StrengthModel {
    /// Sensitivities that are not negative.
    pub const SENSITIVITY: StrengthModel =
        StrengthModel::Sensitivity { signed: false, covariates: Vec::new() };
    /// Sensitivities of either sign.
    pub const SIGNED: StrengthModel = StrengthModel::Sensitivity { signed: true, covariates: Vec::new() };

    /// The model of a kind, with what the kind has of the rest.
    pub fn of(kind: StrengthKind, rank: usize, signed: bool) -> StrengthModel {
        match kind {
            StrengthKind::Pooled => StrengthModel::Pooled,
            StrengthKind::Sensitivity => StrengthModel::Sensitivity { signed, covariates: Vec::new() },
            StrengthKind::Disagreement => StrengthModel::disagreement(rank),
        }
    }

    /// Disagreement, with its number of directions.
    pub const fn disagreement(rank: usize) -> StrengthModel {
        StrengthModel::Disagreement { rank, covariates: Vec::new() }
    }

    /// Which strength it is.
    pub fn kind(&self) -> StrengthKind {
        match self {
            StrengthModel::Pooled => StrengthKind::Pooled,
            StrengthModel::Sensitivity { .. } => StrengthKind::Sensitivity,
            StrengthModel::Disagreement { .. } => StrengthKind::Disagreement,
        }
    }

    /// Whether judges have parameters of their own.
    pub fn is_by_judge(&self) -> bool {
        *self != StrengthModel::Pooled
    }

    /// Directions of disagreement.
    pub fn rank(&self) -> usize {
        match self {
            StrengthModel::Disagreement { rank, .. } => *rank,
            _ => 0,
        }
    }

    /// Whether sensitivities may be negative.
    pub fn is_signed(&self) -> bool {
        matches!(self, StrengthModel::Sensitivity { signed: true, .. } | StrengthModel::Disagreement { .. })
    }

    /// Covariates of contexts that sensitivities depend on, by name.
    pub fn covariates(&self) -> &[String] {
        match self {
            StrengthModel::Pooled => &[],
            StrengthModel::Sensitivity { covariates, .. }
            | StrengthModel::Disagreement { covariates, .. } => covariates,
        }
    }

    /// The same with other covariates; of a pooled strength it stays pooled.
    pub fn with_covariates(mut self, names: Vec<String>) -> StrengthModel {
        if let StrengthModel::Sensitivity { covariates, .. }
        | StrengthModel::Disagreement { covariates, .. } = &mut self
        {
            *covariates = names;
        }
        self
    }
}

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

/// The treatment of ties under Bradley-Terry.
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

/// The treatment of votes "both bad".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BothBad {
    /// They are ties.
    #[default]
    Tie,
    /// Left out.
    Dropped,
    /// An outcome of its own.
    Outcome {
        /// Whether its threshold is the sum of a number of each item, rather than one number.
        additive: bool,
    },
}

impl BothBad {
    /// Whether it is an outcome of its own.
    pub fn is_outcome(self) -> bool {
        matches!(self, BothBad::Outcome { .. })
    }

    /// Whether it has a threshold that is the sum of a number of each item.
    pub fn is_additive(self) -> bool {
        self == (BothBad::Outcome { additive: true })
    }
}

/// How noisy the differences of items are, each by itself.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SpreadModel {
    /// Columns of Lambda.
    pub factors: usize,
    /// Its prior; 0: none.
    pub ridge: f64,
}

/// The target of an estimate where the model does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Target {
    /// Comparisons count alike: pairs that were compared often count for more.
    #[default]
    Comparisons,
    /// Pairs count alike.
    PairsEqually {
        /// Comparisons with which a pair counts in full.
        floor: f64,
    },
}

impl Target {
    /// Pairs count alike, those with fewer than 50 comparisons for less.
    pub const PAIRS: Target = Target::PairsEqually { floor: 50.0 };
}

/// The tie threshold of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum ThresholdModel {
    /// One number.
    #[default]
    Single,
    /// The sum of a number of each item.
    Additive(OfItems),
    /// Factors of each item against a fixed basis.
    Factored {
        /// How many.
        factors: usize,
        /// The basis.
        basis: Basis,
        /// Choices of all thresholds of items.
        of_items: OfItems,
    },
}

/// Choices of thresholds that are made of numbers of items.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OfItems {
    /// How they make the threshold of outcome models whose threshold is not negative; the others have no link.
    pub link: Link,
    /// Ridge on the parameters, their means left free; 0: none.
    pub ridge: f64,
}

/// How the parameters of items make a threshold that is not negative, as that of Rao and Kupper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Link {
    /// e = log(1 + exp(.)).
    #[default]
    Softplus,
    /// e itself, held at or above zero on every pair that was compared.
    Linear(BelowZero),
}

impl Link {
    /// e itself, and an error for pairs never compared where it is negative.
    pub const LINEAR: Link = Link::Linear(BelowZero::Refused);

    /// Whether the threshold is the sum itself.
    pub fn is_linear(self) -> bool {
        matches!(self, Link::Linear(_))
    }
}

/// The treatment of pairs never compared whose linear threshold is negative.
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

impl ThresholdModel {
    /// The sum of a number of each item, with the usual link and without a ridge.
    pub const ADDITIVE: ThresholdModel =
        ThresholdModel::Additive(OfItems { link: Link::Softplus, ridge: 0.0 });

    /// The model of a form, with what the form has of the rest, the usual link and no ridge.
    pub fn of(form: Form, factors: usize, basis: Basis) -> ThresholdModel {
        match form {
            Form::Single => ThresholdModel::Single,
            Form::Additive => ThresholdModel::ADDITIVE,
            Form::Factored => ThresholdModel::factored(factors, basis),
        }
    }

    /// Factors against a basis, with the usual link and without a ridge.
    pub const fn factored(factors: usize, basis: Basis) -> ThresholdModel {
        ThresholdModel::Factored { factors, basis, of_items: OfItems { link: Link::Softplus, ridge: 0.0 } }
    }

    /// The same with another link; a single threshold has none.
    pub fn with_link(mut self, link: Link) -> ThresholdModel {
        self.of_items_mut().into_iter().for_each(|of_items| of_items.link = link);
        self
    }

    /// The same with another ridge; a single threshold has none.
    pub fn with_ridge(mut self, ridge: f64) -> ThresholdModel {
        self.of_items_mut().into_iter().for_each(|of_items| of_items.ridge = ridge);
        self
    }

    fn of_items_mut(&mut self) -> Option<&mut OfItems> {
        match self {
            ThresholdModel::Single => None,
            ThresholdModel::Additive(of_items) | ThresholdModel::Factored { of_items, .. } => Some(of_items),
        }
    }

    /// Its form.
    pub fn form(&self) -> Form {
        match self {
            ThresholdModel::Single => Form::Single,
            ThresholdModel::Additive(_) => Form::Additive,
            ThresholdModel::Factored { .. } => Form::Factored,
        }
    }

    /// Choices of thresholds of items; None of a single one.
    pub fn of_items(&self) -> Option<OfItems> {
        match *self {
            ThresholdModel::Single => None,
            ThresholdModel::Additive(of_items) | ThresholdModel::Factored { of_items, .. } => Some(of_items),
        }
    }

    /// Factors of a factored one; else 0.
    pub fn factors(&self) -> usize {
        match self {
            ThresholdModel::Factored { factors, .. } => *factors,
            _ => 0,
        }
    }

    /// The basis of a factored one.
    pub fn basis(&self) -> Basis {
        match self {
            ThresholdModel::Factored { basis, .. } => *basis,
            _ => Basis::Cosine,
        }
    }

    /// How parameters of items make the threshold.
    pub fn link(&self) -> Link {
        self.of_items().unwrap_or_default().link
    }

    /// The ridge; 0: none.
    pub fn ridge(&self) -> f64 {
        self.of_items().unwrap_or_default().ridge
    }

    /// The treatment of pairs never compared whose linear threshold is negative.
    pub fn below_zero(&self) -> BelowZero {
        match self.link() {
            Link::Softplus => BelowZero::Refused,
            Link::Linear(below_zero) => below_zero,
        }
    }
}

/// Kinds of covariance; the numbers are those of the C interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CovarianceKind {
    /// Clustered by context, or by the clusters of the set, where these repeat, else the sandwich.
    Auto = 0,
    /// Inverse expected information.
    Expected = 1,
    /// Inverse Hessian.
    Observed = 2,
    /// Hessian on both sides of the squared scores of single comparisons (HC0).
    Sandwich = 3,
    /// The same with scores summed by context first, or by cluster where the set has clusters (CR0).
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

    /// Whether it is made of squared scores, and so is zero where all of them are zero.
    pub fn is_robust(self) -> bool {
        self.is_clustered() || matches!(self, CovarianceKind::Sandwich | CovarianceKind::SandwichExpected)
    }
}

/// The correction for few clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Correction {
    /// With fewer than 200 clusters [`Correction::Cr2`], or [`Correction::Cr1`] where CR2 does not exist; else none.
    #[default]
    Auto,
    /// No correction (CR0).
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
    pub const ALL: [Correction; 5] =
        [Correction::Auto, Correction::Cr1, Correction::Cr2, Correction::Jackknife, Correction::None];
}
