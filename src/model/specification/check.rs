//! Which choices go with each other, and with a set.

use super::choices::*;
use super::flat::{not_negative, NO_LINK};
use super::model::Specification;
use crate::comparisons::{CovariateOf, Set};
use crate::component::check_name;
use crate::error::{Error, Result};
use crate::spread::MOST_FACTORS;

impl Specification {
    /// Checks the choices against each other and against the set.
    pub fn check(&self, set: &Set) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        if self.outcome.has_threshold() && self.ties == Ties::Dropped {
            return unsupported("ties: dropping ties goes with the Bradley-Terry outcome only");
        }
        self.check_threshold(set)?;
        self.check_both_bad()?;
        self.check_grades(set)?;
        self.check_spread(set)?;
        self.check_rank(set)?;
        let of_firth = !self.outcome.has_threshold() && self.outcome.is_canonical();
        if self.firth && (self.strength.is_by_judge() || !of_firth) {
            return unsupported("bias_reduction: Firth's goes with pooled strength and Bradley-Terry only");
        }
        if self.firth && (self.is_penalised() || !self.interactions.is_empty()) {
            return unsupported("bias_reduction: Firth's does not go with ridge, pseudo or interactions");
        }
        if !self.fixed_scores.is_empty() && self.strength.is_by_judge() {
            return unsupported("fixed_scores: scores can be fixed with pooled strength only");
        }
        for (name, value) in [
            ("ridge", self.ridge),
            ("pseudo", self.pseudo),
            ("tie_ridge", self.threshold.ridge()),
            ("spread_ridge", self.spread_ridge()),
            ("tolerance", self.tolerance),
        ] {
            not_negative(name, value)?;
        }
        if let Some(floor) = self.pair_floor().filter(|floor| !(*floor > 0.0 && floor.is_finite())) {
            return Err(Error::Argument(format!("pair_floor is {floor}; it must be positive and finite")));
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
        self.check_order(set)?;
        self.interactions.check(set)?;
        self.check_covariates(set)
    }

    fn check_threshold(&self, set: &Set) -> Result<()> {
        let own = self.threshold != ThresholdModel::Single || self.threshold_by_judge;
        if own && !self.outcome.has_threshold() {
            return Err(Error::Unsupported(format!(
                "threshold: {} has no tie threshold; use Rao-Kupper or Davidson",
                self.outcome.name()
            )));
        }
        if let ThresholdModel::Factored { factors, .. } = self.threshold {
            let most = set.items().saturating_sub(1).min(MOST_FACTORS);
            if factors == 0 || factors > most {
                return Err(Error::Argument(format!(
                    "tie_factors is {factors}; a factored threshold of {} items has 1 to {most}",
                    set.items()
                )));
            }
        }
        match self.threshold.of_items() {
            Some(of_items) if self.outcome.soft().is_none() && of_items.link.is_linear() => {
                Err(Error::Unsupported(NO_LINK.into()))
            }
            _ => Ok(()),
        }
    }

    fn check_grades(&self, set: &Set) -> Result<()> {
        if !self.outcome.has_grades() {
            return Ok(());
        }
        if set.cells().highest_grade().is_none() && !set.cells().is_empty() {
            return Err(Error::Unsupported(
                "tie_model: no answer of the set has a grade; append answers with a column grade, or take Rao-Kupper for \
                 wins, losses and ties"
                    .into(),
            ));
        }
        if self.threshold != ThresholdModel::Single {
            return Err(Error::Unsupported(
                "threshold: graded answers have a single threshold of ties, for all or by judge; additive and factored \
                 ones go with Rao-Kupper and Davidson"
                    .into(),
            ));
        }
        Ok(())
    }

    fn check_rank(&self, set: &Set) -> Result<()> {
        let StrengthModel::Disagreement { rank, .. } = self.strength else { return Ok(()) };
        let judges = set.judges() + usize::from(set.has_anonymous_judge());
        let most = judges.saturating_sub(1).min(set.items().saturating_sub(2));
        if judges < 2 {
            return Err(Error::Argument(format!(
                "strength: disagreement needs two judges or more, but the set has {judges}"
            )));
        }
        if rank > most {
            return Err(Error::Argument(format!(
                "rank is {rank}; the disagreement of {judges} judges about {} items has at most {most}",
                set.items()
            )));
        }
        Ok(())
    }

    fn check_both_bad(&self) -> Result<()> {
        if self.both_bad.is_outcome() && self.outcome.with_both_bad().is_none() {
            return Err(Error::Unsupported(
                "both_bad: only Davidson has both bad as an outcome of its own".into(),
            ));
        }
        Ok(())
    }

    fn check_spread(&self, set: &Set) -> Result<()> {
        let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
        let Some(SpreadModel { factors, ridge }) = self.spread else {
            if self.restarts > 0 && !self.strength.is_by_judge() {
                return unsupported(
                    "restarts: without a spread or sensitivities there is one optimum, and no need to start again",
                );
            }
            return Ok(());
        };
        if self.strength.is_by_judge() {
            return unsupported("spread: goes with pooled strength only");
        }
        if self.firth {
            return unsupported("bias_reduction: Firth's does not go with a spread");
        }
        if !self.fixed_scores.is_empty() {
            return unsupported("fixed_scores: scores cannot be fixed where the spread sets their scale");
        }
        if self.is_penalised() && ridge == 0.0 {
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

    /// Refuses what only a presentation order can show, where no comparison has one.
    fn check_order(&self, set: &Set) -> Result<()> {
        let cells = set.cells();
        let none = !cells.is_empty() && (0..cells.len()).all(|cell| !cells.is_ordered(cell));
        if none && self.position != Position::None {
            return Err(Error::Unsupported(
                "position: no comparison of the set has a presentation order, so that nothing shows a position effect; \
                 fit without it"
                    .into(),
            ));
        }
        Ok(())
    }

    fn check_covariates(&self, set: &Set) -> Result<()> {
        let all = [
            ("covariates", &self.covariates[..]),
            ("offsets", &self.offsets),
            ("sensitivity_covariates", self.strength.covariates()),
        ];
        for (option, names) in all {
            for (at, name) in names.iter().enumerate() {
                let covariate = check_name(set, option, names, at, option == "sensitivity_covariates")?;
                let is_unheard = covariate.of() == CovariateOf::Context && self.position == Position::None;
                if option == "covariates" && is_unheard {
                    return Err(Error::Unsupported(format!(
                        "covariate \"{name}\" belongs to contexts and adds to the position effect, but position is none"
                    )));
                }
            }
        }
        Ok(())
    }
}
