//! A model, and how to fit it.

use super::choices::*;
use super::diagnostic::Problems;
use crate::component::Interactions;
use crate::outcome::Outcome;
use crate::room::Duplicate as _;

/// A model, and how to fit it.
#[derive(Debug, Clone, PartialEq)]
pub struct Specification {
    /// Strength.
    pub strength: StrengthModel,
    /// Position.
    pub position: Position,
    /// Outcome.
    pub outcome: Outcome,
    /// Ties under Bradley-Terry.
    pub ties: Ties,
    /// Votes "both bad".
    pub both_bad: BothBad,
    /// Tie threshold.
    pub threshold: ThresholdModel,
    /// Whether every judge adds an offset of its own to the threshold.
    pub threshold_by_judge: bool,
    /// Spread, if differences have one of their own.
    pub spread: Option<SpreadModel>,
    /// Further starts.
    pub restarts: usize,
    /// Seed of these.
    pub seed: u64,
    /// Threads for them.
    pub threads: usize,
    /// The model's own covariance.
    pub covariance: CovarianceKind,
    /// Problems that are taken rather than refused.
    pub accept: Problems,
    /// Covariates, by name.
    pub covariates: Vec<String>,
    /// Covariates that enter with coefficient one, by name.
    pub offsets: Vec<String>,
    /// Interactions of items with covariates.
    pub interactions: Interactions,
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
    /// The units that count alike.
    pub target: Target,
}

impl Default for Specification {
    fn default() -> Self {
        Specification {
            strength: StrengthModel::Pooled,
            position: Position::None,
            outcome: Outcome::BradleyTerry,
            ties: Ties::Half,
            both_bad: BothBad::Tie,
            threshold: ThresholdModel::Single,
            threshold_by_judge: false,
            spread: None,
            restarts: 0,
            seed: 0,
            threads: 1,
            covariance: CovarianceKind::Auto,
            accept: Problems::NONE,
            covariates: Vec::new(),
            offsets: Vec::new(),
            interactions: Interactions::default(),
            firth: false,
            fixed_scores: Vec::new(),
            ridge: 0.0,
            pseudo: 0.0,
            tolerance: 1e-8,
            max_iterations: 200,
            max_bytes: 0,
            target: Target::Comparisons,
        }
    }
}

impl Specification {
    /// Whether the model has a penalty that keeps every score finite.
    pub fn is_penalised(&self) -> bool {
        self.ridge > 0.0 || self.pseudo > 0.0
    }

    /// Whether other parameters than scores have a penalty.
    pub fn penalises_others(&self) -> bool {
        self.threshold.ridge() > 0.0 || self.spread_ridge() > 0.0 || !self.interactions.is_empty()
    }

    /// The outcome model of a cell, the link of its threshold included.
    pub fn outcome(&self) -> Outcome {
        let is_soft = self.threshold.of_items().is_some_and(|of_items| of_items.link == Link::Softplus);
        let outcome = if is_soft { self.outcome.soft() } else { None };
        outcome
            .or(if self.both_bad.is_outcome() { self.outcome.with_both_bad() } else { None })
            .unwrap_or(self.outcome)
    }

    /// Whether thresholds must be kept at or above zero pair by pair.
    pub fn has_floor(&self) -> bool {
        self.threshold != ThresholdModel::Single && self.outcome().floor().is_finite()
    }

    /// The same with another rank of the disagreement.
    pub fn of_rank(&self, rank: usize) -> Specification {
        let covariates = self.strength.covariates().duplicate();
        Specification { strength: StrengthModel::Disagreement { rank, covariates }, ..self.clone() }
    }

    /// Columns of Lambda, if differences have a spread of their own.
    pub fn spread_factors(&self) -> Option<usize> {
        self.spread.map(|spread| spread.factors)
    }

    /// Ridge on the spread; 0: none.
    pub fn spread_ridge(&self) -> f64 {
        self.spread.map_or(0.0, |spread| spread.ridge)
    }

    /// Comparisons with which a pair counts in full, where pairs count alike.
    pub fn pair_floor(&self) -> Option<f64> {
        match self.target {
            Target::Comparisons => None,
            Target::PairsEqually { floor } => Some(floor),
        }
    }
}
