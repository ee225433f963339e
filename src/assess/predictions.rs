//! Cells of a set beside what a model predicts of them: what accuracy, metrics and marginals are
//! made of.

use super::cells::{log_probabilities, observed};
use crate::comparisons::{Set, NONE};
use crate::error::{Error, Result};
use crate::inference::each_prediction;
use crate::model::Model;
use crate::outcome::mirrored;
use crate::room::Put as _;

/// A cell of the set that is predicted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Predicted {
    /// Judge (NONE where the model knows none), left, right: ids of the model.
    pub(super) key: [u32; 3],
    /// Left, right, tie, both bad, as the outcome model sees them.
    pub(super) counts: [f64; 4],
    /// Their probabilities.
    pub(super) p: [f64; 4],
    /// The logarithms of these.
    pub(super) logs: [f64; 4],
    /// log p(left) - log p(right).
    pub(super) logit: f64,
    pub(super) log_likelihood: f64,
}

/// Predictions of a model for a set.
#[derive(Debug, Clone)]
pub(super) struct Predictions {
    /// The cells that it predicts.
    pub(super) cells: Vec<Predicted>,
    /// Comparisons of the others: their predictor is not determined by the data of the model.
    pub(super) unpredicted: f64,
}

impl Predictions {
    /// Refuses where there is nothing to be measured.
    pub(super) fn some(&self) -> Result<()> {
        if self.cells.is_empty() {
            return Err(Error::data("the set has no comparisons that the model could predict"));
        }
        Ok(())
    }
}

/// Predictions of a set, or of the model's own comparisons.
pub(super) fn predictions(model: &Model, other: Option<&Set>) -> Result<Predictions> {
    let set = other.unwrap_or(&model.set);
    if set.importance() {
        return Err(Error::Unsupported(
            "set: sums of importance weights are no numbers of comparisons to be predicted".into(),
        ));
    }
    let outcome = model.outcome();
    let mut cells = Vec::new();
    let mut unpredicted = 0.0;
    each_prediction(model, set, |_, comparison, counts, predicted| {
        let at = predicted.at();
        if at.coordinates().iter().any(|value| value.is_nan()) {
            unpredicted += counts.total();
            return;
        }
        let logs = log_probabilities(outcome, at);
        // Where only a tie is possible the outcome model does not determine the odds of the sides.
        let certain = at.e() == f64::INFINITY;
        let log_likelihood = match certain {
            true if counts.total() > counts.tie => f64::NEG_INFINITY,
            true => 0.0,
            false => -outcome.value(counts, at),
        };
        cells.put(Predicted {
            key: [comparison.judge, comparison.left, comparison.right],
            counts: observed(outcome, counts),
            p: outcome.probabilities(at),
            logs,
            logit: if certain { 0.0 } else { logs[0] - logs[1] },
            log_likelihood,
        });
    })?;
    Ok(Predictions { cells, unpredicted })
}

impl Predicted {
    /// Judge, left and right; or the two items alone, the smaller id first.
    pub(super) fn group(&self, fine: bool) -> [u32; 3] {
        let [_, left, right] = self.key;
        if fine {
            self.key
        } else {
            [NONE, left.min(right), left.max(right)]
        }
    }

    /// Numbers by outcome as seen from the item with the smaller id, unless orders are kept apart.
    pub(super) fn turned(&self, values: &[f64; 4], fine: bool) -> [f64; 4] {
        if !fine && self.key[1] > self.key[2] {
            mirrored(*values)
        } else {
            *values
        }
    }
}
