//! Contexts as they come: arrays of probabilities with strides, labels in columns.

use super::evaluator::Evaluator;
use super::groups::GroupWeights;
use super::input::{Judged, LabelColumns, StridedMatrix};
use super::second_order::Folds;
use crate::error::{Error, Result};
use crate::room::Gather as _;
use std::ops::Range;

/// An array of contexts x K x K x depth: element (i, j, k, c) is at the sum of index times stride.
#[derive(Debug, Clone, Copy)]
pub struct Array<'a> {
    /// The numbers.
    pub values: &'a [f64],
    /// Numbers from one context, first item, second item and category to the next. A stride of 0 for
    /// contexts means that all have the same.
    pub strides: [usize; 4],
}

impl<'a> Array<'a> {
    /// Row-major, with one matrix for every context.
    pub fn dense(values: &'a [f64], items: usize, depth: usize) -> Array<'a> {
        Array { values, strides: [items * items * depth, items * depth, depth, 1] }
    }

    /// Row-major, with one matrix for all contexts.
    pub fn shared(values: &'a [f64], items: usize, depth: usize) -> Array<'a> {
        Array { values, strides: [0, items * depth, depth, 1] }
    }

    /// Refuses an array that is too short.
    pub(super) fn check(&self, name: &str, contexts: usize, items: usize, depth: usize) -> Result<()> {
        if contexts == 0 {
            return Ok(());
        }
        let ends = [contexts - 1, items - 1, items - 1, depth - 1];
        let last = ends.iter().zip(self.strides).try_fold(0usize, |sum, (&end, stride)| {
            end.checked_mul(stride).and_then(|step| sum.checked_add(step))
        });
        match last {
            Some(last) if last < self.values.len() => Ok(()),
            _ => Err(Error::Size(format!(
                "{name}: {} numbers are too few for {contexts} contexts of {items} x {items} x {depth}",
                self.values.len()
            ))),
        }
    }

    /// The contexts from a first one on.
    pub(super) fn from(&self, first: usize) -> Array<'a> {
        Array { values: &self.values[first * self.strides[0]..], ..*self }
    }

    pub(super) fn context(&self, context: usize) -> StridedMatrix<'a> {
        let [step, rows @ ..] = self.strides;
        StridedMatrix { values: &self.values[context * step..], strides: rows }
    }
}

/// Contexts with their nuisances and labels.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// Number of contexts.
    pub contexts: usize,
    /// Probabilities mu.
    pub mu: Array<'a>,
    /// Probabilities of a judge, where miscalibration is asked for.
    pub judge: Option<Array<'a>>,
    /// Propensities of all pairs, where efficient inference is asked for: depth 1.
    pub propensities: Option<Array<'a>>,
    /// The labels.
    pub labels: LabelColumns<'a>,
    /// The cluster of every context.
    pub clusters: Option<&'a [u64]>,
    /// Weights of contexts in the groups of the estimate.
    pub groups: Option<GroupWeights<'a>>,
    /// The folds of cross-fitting, for the second-order correction.
    pub folds: Option<Folds<'a>>,
}

impl Batch<'_> {
    fn context(&self, context: usize) -> Judged<'_> {
        Judged {
            mu: self.mu.context(context),
            judge: self.judge.map(|judge| judge.context(context)),
            propensities: self.propensities.map(|propensities| propensities.context(context)),
        }
    }

    /// Visits contexts, as many at once as there is room for, and calls `each` with those visited. An error
    /// is that of the first context that has one, with its row.
    pub(super) fn in_turn(
        &self,
        evaluator: &mut Evaluator,
        contexts: Range<usize>,
        mut each: impl FnMut(&mut Evaluator, Range<usize>) -> Result<()>,
    ) -> Result<()> {
        let mut first = contexts.start;
        while first < contexts.end {
            let some = (first..contexts.end).map(|context| self.context(context));
            let done = evaluator.visit_some(some);
            let done = done.and_then(|count| each(evaluator, first..first + count).map(|()| count));
            if let Err(error @ Error::Memory(_)) = done {
                return Err(error);
            }
            let Ok(count) = done else {
                // One by one: which of them it is.
                for context in first..contexts.end {
                    let alone = evaluator.visit_some(std::iter::once(self.context(context)));
                    let alone = alone.and_then(|_| each(evaluator, context..context + 1));
                    alone.map_err(|error| of_context(error, context))?;
                }
                return Ok(());
            };
            first += count;
        }
        Ok(())
    }
}

/// An error of a context as one of its row.
fn of_context(error: Error, context: usize) -> Error {
    match error {
        Error::Data { row: None, message } | Error::Numeric(message) => Error::row(context, message),
        other => other,
    }
}

/// Columns of labels, owned.
#[derive(Debug, Clone)]
pub struct OwnedLabels {
    /// The context of every label.
    pub context: Vec<u64>,
    /// Item shown first, and second.
    pub items: [Vec<u32>; 2],
    /// Category.
    pub category: Vec<u32>,
    /// Propensity, and weight; either may be empty.
    pub numbers: [Vec<f64>; 2],
}

impl OwnedLabels {
    /// Labels of some contexts of a batch, copied in order.
    pub(super) fn of(labels: &LabelColumns<'_>, rows: &[usize], first: u64) -> OwnedLabels {
        let integers = |column: &[u32]| rows.iter().map(|&row| column[row]).gathered();
        let numbers = |column: &[f64]| rows.iter().filter_map(|&row| column.get(row).copied()).gathered();
        OwnedLabels {
            context: rows.iter().map(|&row| labels.context[row] - first).gathered(),
            items: [integers(labels.first), integers(labels.second)],
            category: integers(labels.category),
            numbers: [numbers(labels.propensity), numbers(labels.weight)],
        }
    }

    /// As the core reads them.
    pub fn labels(&self, replicates: bool) -> LabelColumns<'_> {
        LabelColumns {
            context: &self.context,
            first: &self.items[0],
            second: &self.items[1],
            category: &self.category,
            propensity: &self.numbers[0],
            weight: &self.numbers[1],
            replicates,
        }
    }
}
