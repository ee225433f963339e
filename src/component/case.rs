//! A comparison as components see it, and the terms that they write for it.

use crate::comparisons::{Covariate, CovariateOf, Kind, Set, NONE};
use crate::error::{Error, Result};
use crate::room::{Gather as _, Put as _};

/// A comparison in ids of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// Item shown first.
    pub left: u32,
    /// Item shown second.
    pub right: u32,
    /// Judge, or NONE for one of sensitivity one, mean position effect and threshold.
    pub judge: u32,
    /// Context, or NONE.
    pub context: u32,
}

/// Whose comparison it is.
#[derive(Debug, Clone, Copy)]
pub enum Who<'a> {
    /// A judge of the model.
    Judge(usize),
    /// The mean of those judges whose parameters are not fixed: the number of all, and the parameters that are.
    Mean(usize, &'a [bool]),
}

impl Who<'_> {
    /// Calls `add` with the parameters of judges, which begin at `first`, and their weights.
    pub(super) fn each(self, first: usize, mut add: impl FnMut(usize, f64)) {
        match self {
            Who::Judge(judge) => add(first + judge, 1.0),
            Who::Mean(judges, fixed) => {
                let free: Vec<usize> = (first..first + judges).filter(|&k| !fixed[k]).gathered();
                let share = 1.0 / free.len().max(1) as f64;
                free.into_iter().for_each(|at| add(at, share));
            }
        }
    }
}

/// A comparison as components see it: seen, or asked for.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// Item shown first.
    pub left: usize,
    /// Item shown second.
    pub right: usize,
    /// Whose it is.
    pub who: Who<'a>,
    /// Whether one of the items was shown first.
    pub is_ordered: bool,
    /// Whether a covariate of a context or judge that is not named is equal on both sides, rather than an error.
    pub takes_unnamed: bool,
}

impl Case<'_> {
    /// Whether a covariate has a part in it. Which way one of contexts pushes, only the order says.
    pub(super) fn hears(&self, values: &Values<'_>) -> bool {
        let named = |id: u32| !self.takes_unnamed || id != NONE;
        match values.covariate.of() {
            CovariateOf::Item => true,
            CovariateOf::Context => self.is_ordered && named(values.ids.context),
            CovariateOf::ContextItem => named(values.ids.context),
            CovariateOf::JudgeItem => named(values.ids.judge),
        }
    }
}

/// The values of a covariate in a comparison, in the ids of the set that has it.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// The set.
    pub set: &'a Set,
    /// The covariate.
    pub covariate: &'a Covariate,
    /// The comparison.
    pub ids: Comparison,
}

impl Values<'_> {
    /// x_left - x_right; the value itself for a covariate of contexts, which adds to the position effect.
    pub(super) fn difference(&self) -> Result<f64> {
        match self.covariate.of() {
            CovariateOf::Context => {
                let value = self.covariate.value(self.ids.context, 0);
                value.ok_or_else(|| self.missing(self.named(Kind::Context, self.ids.context)))
            }
            _ => Ok(self.of(self.ids.left)? - self.of(self.ids.right)?),
        }
    }

    fn of(&self, item: u32) -> Result<f64> {
        let Comparison { judge, context, .. } = self.ids;
        let (value, owner) = match self.covariate.of() {
            CovariateOf::Item => (self.covariate.value(item, 0), None),
            CovariateOf::ContextItem => {
                (self.covariate.value(context, item), Some((" in ", Kind::Context, context)))
            }
            CovariateOf::JudgeItem => {
                (self.covariate.value(judge, item), Some((" and ", Kind::Judge, judge)))
            }
            CovariateOf::Context => (None, None),
        };
        value.ok_or_else(|| {
            let owner = owner.map_or(String::new(), |(of, kind, id)| of.to_string() + &self.named(kind, id));
            self.missing(self.named(Kind::Item, item) + &owner)
        })
    }

    fn missing(&self, of: String) -> Error {
        Error::data(format!("covariate \"{}\" has no value for {of}", self.covariate.name()))
    }

    /// An item, a context or a judge in a sentence.
    fn named(&self, kind: Kind, id: u32) -> String {
        let noun = match kind {
            Kind::Context => "context",
            Kind::Judge => "judge",
            _ => "item",
        };
        match self.set.name(kind, id as usize) {
            Some(name) => format!("{noun} \"{name}\""),
            None => format!("comparisons without a {noun}"),
        }
    }
}

/// The terms of a comparison in one part of its predictor: parameters with their weights, and a number.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// The parameters.
    pub index: Vec<u32>,
    /// Their weights.
    pub value: Vec<f64>,
    /// The number.
    pub constant: f64,
}

impl Row {
    /// Forgets the last comparison.
    pub fn clear(&mut self) {
        self.index.clear();
        self.value.clear();
        self.constant = 0.0;
    }

    /// Adds a parameter.
    pub fn push(&mut self, at: usize, weight: f64) {
        self.index.put(at as u32);
        self.value.put(weight);
    }

    /// The parameters with their weights.
    pub fn entries(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.index.iter().copied().zip(self.value.iter().copied())
    }
}
