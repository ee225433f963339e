//! The choices field by field, as an interface of plain options and a saved model have them.

use super::choices::*;
use super::model::Specification;
use crate::error::{Error, Result};
use crate::room::Duplicate as _;
use crate::strength::StrengthKind;
use crate::threshold::{Basis, Form};

/// Comparisons with which a pair counts in full, unless something else is asked for.
const PAIR_FLOOR: f64 = 50.0;

/// The message about a link where the thresholds have no link.
pub(super) const NO_LINK: &str = "tie_link: only additive and factored thresholds of Rao-Kupper have a link";

/// Votes "both bad", without what an outcome of its own has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BothBadKind {
    /// Ties.
    Tie,
    /// Left out.
    Dropped,
    /// An outcome of its own.
    Outcome,
}

impl BothBadKind {
    /// All by their numbers.
    pub const ALL: [BothBadKind; 3] = [BothBadKind::Tie, BothBadKind::Dropped, BothBadKind::Outcome];
}

/// The fields of the choices that have something of their own. Those that a choice does not have are zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Flat {
    /// Strength.
    pub strength: StrengthKind,
    /// Rank of the disagreement.
    pub rank: usize,
    /// Whether sensitivities may be negative.
    pub signed: bool,
    /// Covariates of sensitivities.
    pub sensitivity_covariates: Vec<String>,
    /// Votes "both bad".
    pub both_bad: BothBadKind,
    /// Their threshold.
    pub bad_threshold: Form,
    /// Tie threshold.
    pub threshold: Form,
    /// Its factors.
    pub tie_factors: usize,
    /// Their basis.
    pub basis: Basis,
    /// Whether its link is linear.
    pub linear: bool,
    /// Linear thresholds below zero.
    pub below_zero: BelowZero,
    /// Ridge on thresholds of items.
    pub tie_ridge: f64,
    /// Columns of Lambda, if differences have a spread of their own.
    pub spread: Option<usize>,
    /// Prior of the spread.
    pub spread_ridge: f64,
    /// Whether pairs count alike.
    pub equally: bool,
    /// Comparisons with which a pair then counts in full; 0: 50.
    pub pair_floor: f64,
}

impl Flat {
    /// Those of a specification.
    pub fn of(s: &Specification) -> Flat {
        let both_bad = match s.both_bad {
            BothBad::Tie => BothBadKind::Tie,
            BothBad::Dropped => BothBadKind::Dropped,
            BothBad::Outcome { .. } => BothBadKind::Outcome,
        };
        Flat {
            strength: s.strength.kind(),
            rank: s.strength.rank(),
            signed: matches!(s.strength, StrengthModel::Sensitivity { signed: true, .. }),
            sensitivity_covariates: s.strength.covariates().duplicate(),
            both_bad,
            bad_threshold: if s.both_bad.is_additive() { Form::Additive } else { Form::Single },
            threshold: s.threshold.form(),
            tie_factors: s.threshold.factors(),
            basis: s.threshold.basis(),
            linear: s.threshold.link().is_linear(),
            below_zero: s.threshold.below_zero(),
            tie_ridge: s.threshold.ridge(),
            spread: s.spread_factors(),
            spread_ridge: s.spread_ridge(),
            equally: s.pair_floor().is_some(),
            pair_floor: s.pair_floor().unwrap_or(PAIR_FLOOR),
        }
    }

    /// The strength; refuses what it does not have.
    pub fn strength(&self) -> Result<StrengthModel> {
        if self.strength == StrengthKind::Pooled && self.signed {
            return unsupported("sign: pooled strength has no sensitivities");
        }
        if self.strength == StrengthKind::Pooled && !self.sensitivity_covariates.is_empty() {
            return unsupported("sensitivity_covariates: pooled strength has no sensitivities");
        }
        if self.strength != StrengthKind::Disagreement && self.rank > 0 {
            return unsupported("rank: only disagreement has one");
        }
        let covariates = self.sensitivity_covariates.duplicate();
        Ok(StrengthModel::of(self.strength, self.rank, self.signed).with_covariates(covariates))
    }

    /// Votes "both bad"; refuses a threshold that they do not have.
    pub fn both_bad(&self) -> Result<BothBad> {
        Ok(match (self.both_bad, self.bad_threshold) {
            (_, Form::Factored) => return unsupported("bad_threshold: single or additive, not factored"),
            (BothBadKind::Outcome, form) => BothBad::Outcome { additive: form == Form::Additive },
            (_, Form::Additive) => {
                return unsupported("bad_threshold: both bad is no outcome of its own and has no threshold")
            }
            (BothBadKind::Tie, Form::Single) => BothBad::Tie,
            (BothBadKind::Dropped, Form::Single) => BothBad::Dropped,
        })
    }

    /// The tie threshold; refuses what it does not have.
    pub fn threshold(&self) -> Result<ThresholdModel> {
        not_negative("tie_ridge", self.tie_ridge)?;
        if self.threshold != Form::Factored && self.tie_factors > 0 {
            return unsupported("tie_factors: only a factored threshold has factors");
        }
        if self.threshold != Form::Factored && self.basis != Basis::Cosine {
            return unsupported("tie_basis: only a factored threshold has a basis");
        }
        if self.threshold == Form::Single && self.tie_ridge > 0.0 {
            return unsupported("tie_ridge: a single threshold has nothing to be drawn together");
        }
        if self.threshold == Form::Single && self.linear {
            return unsupported(NO_LINK);
        }
        if !self.linear && self.below_zero != BelowZero::Refused {
            return unsupported("below_zero: only linear thresholds of Rao-Kupper can be below zero");
        }
        let link = if self.linear { Link::Linear(self.below_zero) } else { Link::Softplus };
        let threshold = ThresholdModel::of(self.threshold, self.tie_factors, self.basis);
        Ok(threshold.with_link(link).with_ridge(self.tie_ridge))
    }

    /// The spread; refuses a prior of none.
    pub fn spread(&self) -> Result<Option<SpreadModel>> {
        not_negative("spread_ridge", self.spread_ridge)?;
        if self.spread.is_none() && self.spread_ridge > 0.0 {
            return unsupported("spread_ridge: the model has no spread");
        }
        Ok(self.spread.map(|factors| SpreadModel { factors, ridge: self.spread_ridge }))
    }

    /// The units that count alike.
    pub fn target(&self) -> Result<Target> {
        let floor = if self.pair_floor == 0.0 { PAIR_FLOOR } else { self.pair_floor };
        if !self.equally && floor != PAIR_FLOOR {
            return unsupported("pair_floor: only where pairs count equally");
        }
        Ok(if self.equally { Target::PairsEqually { floor } } else { Target::Comparisons })
    }
}

/// Returns an error for a negative or infinite penalty.
pub(super) fn not_negative(name: &str, value: f64) -> Result<()> {
    if value >= 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(Error::Argument(format!("{name} is {value}; it must be finite and not negative")))
}

fn unsupported<T>(text: &str) -> Result<T> {
    Err(Error::Unsupported(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Specification;

    fn refused<T: std::fmt::Debug>(result: Result<T>) -> String {
        match result {
            Err(Error::Unsupported(text)) => text.split(':').next().unwrap_or_default().into(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_a_choice_does_not_have_is_refused_by_name() {
        let plain = || Flat::of(&Specification::default());
        let covariates = || vec!["x".to_string()];
        assert_eq!(refused(Flat { signed: true, ..plain() }.strength()), "sign");
        let sloped = Flat { sensitivity_covariates: covariates(), ..plain() };
        assert_eq!(refused(sloped.strength()), "sensitivity_covariates");
        assert_eq!(
            refused(Flat { rank: 1, strength: StrengthKind::Sensitivity, ..plain() }.strength()),
            "rank"
        );
        assert_eq!(
            refused(Flat { tie_factors: 1, threshold: Form::Additive, ..plain() }.threshold()),
            "tie_factors"
        );
        assert_eq!(refused(Flat { basis: Basis::Paper, ..plain() }.threshold()), "tie_basis");
        assert_eq!(refused(Flat { tie_ridge: 1.0, ..plain() }.threshold()), "tie_ridge");
        assert_eq!(refused(Flat { linear: true, ..plain() }.threshold()), "tie_link");
        let below = Flat { below_zero: BelowZero::Zero, threshold: Form::Additive, ..plain() };
        assert_eq!(refused(below.threshold()), "below_zero");
        for both_bad in [BothBadKind::Tie, BothBadKind::Dropped] {
            let bad = Flat { both_bad, bad_threshold: Form::Additive, ..plain() };
            assert_eq!(refused(bad.both_bad()), "bad_threshold");
        }
        let factored = Flat { both_bad: BothBadKind::Outcome, bad_threshold: Form::Factored, ..plain() };
        assert_eq!(refused(factored.both_bad()), "bad_threshold");
        assert_eq!(refused(Flat { spread_ridge: 1.0, ..plain() }.spread()), "spread_ridge");
        assert_eq!(refused(Flat { pair_floor: 7.0, ..plain() }.target()), "pair_floor");
        for value in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(Flat { tie_ridge: value, ..plain() }.threshold(), Err(Error::Argument(_))));
            assert!(matches!(Flat { spread_ridge: value, ..plain() }.spread(), Err(Error::Argument(_))));
        }
    }

    #[test]
    fn choices_are_what_their_fields_make() {
        let of_items = OfItems { link: Link::Linear(BelowZero::Zero), ridge: 0.5 };
        let choices = Specification {
            strength: StrengthModel::Disagreement { rank: 2, covariates: vec!["x".into()] },
            both_bad: BothBad::Outcome { additive: true },
            threshold: ThresholdModel::Factored { factors: 3, basis: Basis::Paper, of_items },
            spread: Some(SpreadModel { factors: 1, ridge: 2.0 }),
            target: Target::PairsEqually { floor: 9.0 },
            ..Specification::default()
        };
        for s in [choices, Specification::default()] {
            let flat = Flat::of(&s);
            assert_eq!(flat.strength(), Ok(s.strength));
            assert_eq!(flat.both_bad(), Ok(s.both_bad));
            assert_eq!(flat.threshold(), Ok(s.threshold));
            assert_eq!(flat.spread(), Ok(s.spread));
            assert_eq!(flat.target(), Ok(s.target));
        }
    }
}
