//! Marginal rates: how often every item won, lost and tied against all others, and how often the model
//! expects it to.

use super::predictions::predictions;
use crate::comparisons::Set;
use crate::error::Result;
use crate::model::Model;
use crate::solve::reserve;

/// For every item of the model, row after row: comparisons; then wins, losses and, under a law of ties,
/// ties, and both bad where it is an outcome, as observed; then the same as expected. Of another set, or of the model's own.
pub fn marginals(model: &Model, other: Option<&Set>) -> Result<Vec<f64>> {
    let found = predictions(model, other)?;
    let outcomes = model.law().outcomes();
    let width = 2 * outcomes + 1;
    let mut table = reserve(model.frame.items.saturating_mul(width))?;
    for cell in &found.cells {
        let n: f64 = cell.counts.iter().sum();
        let (mut counts, mut p) = (cell.counts, cell.p);
        for item in [cell.key[1], cell.key[2]] {
            let row = &mut table[item as usize * width..][..width];
            row[0] += n;
            let (observed, expected) = row[1..].split_at_mut(outcomes);
            observed.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            expected.iter_mut().zip(p).for_each(|(sum, p)| *sum += n * p);
            // The other item wins where this one loses.
            counts.swap(0, 1);
            p.swap(0, 1);
        }
    }
    Ok(table)
}
