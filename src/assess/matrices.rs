//! Matrices over pairs of items: how often the row's item beats the column's, or ties with it, as
//! observed and as predicted.

use super::predictions::predictions;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::{Model, Scale, PREDICTION};
use crate::room::reserve;

/// The entries of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matrix {
    /// Probability of every pair, before a judge of sensitivity one, positions and contexts left out.
    Predicted,
    /// Observed proportion; NaN where two items were never compared.
    Observed,
    /// Observed count.
    Counts,
    /// The count that the model expects among the comparisons observed.
    Expected,
}

impl Matrix {
    /// All by their numbers.
    pub const ALL: [Matrix; 4] = [Matrix::Predicted, Matrix::Observed, Matrix::Counts, Matrix::Expected];
}

/// A matrix of items x items. `outcome` is 0 for wins of the row's item, 2 for ties, 3 for both bad, in the
/// order of `observed`. The diagonal is NaN among proportions and zero among counts.
pub fn matrix(model: &Model, what: Matrix, outcome: usize) -> Result<Vec<f64>> {
    let known = model.outcome().outcomes();
    if outcome >= known {
        return Err(Error::Unsupported(
            "outcome: the model has no such outcome; Bradley-Terry has no ties, and both bad is one only where asked for".into(),
        ));
    }
    let items = model.layout.items;
    let mut table = reserve(items.saturating_mul(items))?;
    // A win of one side is a loss of the other, and the rest is the same for both.
    let mirrored = [1, 0].get(outcome).copied().unwrap_or(outcome);
    if what == Matrix::Predicted {
        predicted(model, [outcome, mirrored], &mut table)?;
        return Ok(table);
    }
    let mut totals = reserve(if what == Matrix::Observed { table.len() } else { 0 })?;
    for cell in predictions(model, None)?.cells {
        let (left, right) = (cell.key[1] as usize, cell.key[2] as usize);
        let n: f64 = cell.counts.iter().sum();
        for (at, k) in [(left * items + right, outcome), (right * items + left, mirrored)] {
            table[at] += if what == Matrix::Expected { n * cell.p[k] } else { cell.counts[k] };
            if let Some(total) = totals.get_mut(at) {
                *total += n;
            }
        }
    }
    // 0 / 0 is NaN.
    table.iter_mut().zip(&totals).for_each(|(count, total)| *count /= total);
    Ok(table)
}

fn predicted(model: &Model, [which, mirrored]: [usize; 2], table: &mut [f64]) -> Result<()> {
    let (items, outcome, point) = (model.layout.items, model.outcome(), model.point());
    for left in 0..items {
        table[left * items + left] = f64::NAN;
        spend(PREDICTION * (items - left));
        for right in left + 1..items {
            let mut predicted = point.predict_neutral(left, right, Scale::Arithmetic)?;
            model.hide_prediction(&mut predicted);
            let p = outcome.probabilities(predicted.at());
            table[left * items + right] = p[which];
            table[right * items + left] = p[mirrored];
        }
    }
    Ok(())
}
