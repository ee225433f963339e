//! Effects of covariates on the difference: x_left - x_right times a coefficient, which is estimated or one.

use super::{Adoption, Aggregation, Case, Component, Row, Terms, Values};
use crate::comparisons::Set;
use crate::error::Result;
use std::ops::Range;

/// The effect of a covariate.
#[derive(Debug, Clone)]
pub struct CovariateEffect {
    /// The covariate, by name.
    pub name: String,
    /// Its coefficient.
    pub at: usize,
}

impl Component for CovariateEffect {
    fn range(&self) -> Range<usize> {
        self.at..self.at + 1
    }

    fn describe(&self, _: &Set, _: usize) -> String {
        format!("the effect of covariate \"{}\"", self.name)
    }

    fn covariate(&self) -> Option<(&str, &'static str)> {
        Some((&self.name, "covariates"))
    }

    fn aggregation(&self, set: &Set) -> Aggregation {
        Aggregation::of_covariate(set, &self.name)
    }

    fn terms(&self, case: &Case<'_>, values: Option<&Values<'_>>, row: &mut Row) -> Result<()> {
        if let Some(values) = values.filter(|values| case.hears(values)) {
            let value = values.difference()?;
            if value != 0.0 {
                row.push(self.at, value);
            }
        }
        Ok(())
    }

    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>) {
        if let Some(other) = from.covariates().find(|other| other.name == self.name) {
            adoption.take(self.at, other.at);
        }
    }

    fn freed(&self, smaller: &Terms, _: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        match smaller.covariates().any(|other| other.name == self.name) {
            true => Vec::new(),
            false => vec![(self.at, None)],
        }
    }
}

/// A covariate whose coefficient is one.
#[derive(Debug, Clone)]
pub struct Offset {
    /// The covariate, by name.
    pub name: String,
}

impl Component for Offset {
    fn range(&self) -> Range<usize> {
        0..0
    }

    fn describe(&self, _: &Set, _: usize) -> String {
        format!("the offset \"{}\"", self.name)
    }

    fn covariate(&self) -> Option<(&str, &'static str)> {
        Some((&self.name, "offsets"))
    }

    fn aggregation(&self, set: &Set) -> Aggregation {
        Aggregation::of_covariate(set, &self.name)
    }

    fn terms(&self, case: &Case<'_>, values: Option<&Values<'_>>, row: &mut Row) -> Result<()> {
        if let Some(values) = values.filter(|values| case.hears(values)) {
            row.constant += values.difference()?;
        }
        Ok(())
    }

    fn adopt(&self, _: &Terms, _: &mut Adoption<'_>) {}

    fn freed(&self, _: &Terms, _: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        Vec::new()
    }
}
