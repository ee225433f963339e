//! Slopes of sensitivities in covariates of contexts: gamma_k exp(sum of beta_k x).

use super::position::judge_name;
use super::{Adoption, Aggregation, Case, Component, Row, Terms, Values, Who};
use crate::comparisons::{Set, NONE};
use crate::error::Result;
use std::ops::Range;

/// The slopes of all judges in a covariate.
#[derive(Debug, Clone)]
pub struct Slope {
    /// The covariate, by name.
    pub name: String,
    /// The slope of the first judge.
    pub first: usize,
    /// Judges.
    pub judges: usize,
}

impl Component for Slope {
    fn range(&self) -> Range<usize> {
        self.first..self.first + self.judges
    }

    fn describe(&self, set: &Set, parameter: usize) -> String {
        let whose = judge_name(set, parameter - self.first);
        format!("the slope in \"{}\" of the sensitivity of {whose}", self.name)
    }

    fn covariate(&self) -> Option<(&str, &'static str)> {
        Some((&self.name, "sensitivity_covariates"))
    }

    fn by_judge(&self) -> Option<usize> {
        Some(self.first)
    }

    fn aggregation(&self, _: &Set) -> Aggregation {
        Aggregation { context: true, ..Aggregation::default() }
    }

    fn terms(&self, case: &Case<'_>, values: Option<&Values<'_>>, row: &mut Row) -> Result<()> {
        let (Some(values), Who::Judge(judge)) = (values, case.who) else { return Ok(()) };
        // Without a context a judge is as where the covariates are zero.
        if !(case.takes_unnamed && values.ids.context == NONE) {
            row.push(self.first + judge, values.difference()?);
        }
        Ok(())
    }

    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>) {
        if let Some(other) = from.slopes.iter().find(|other| other.name == self.name) {
            adoption.by_judge(self.first, other.first);
        }
    }

    // Models that differ in these are compared by their likelihoods.
    fn freed(&self, _: &Terms, _: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        Vec::new()
    }
}
