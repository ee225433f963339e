//! Marginal rates: how often every item won, lost and tied against all others, and how often the model
//! expects it to.

use super::predictions::predictions;
use crate::comparisons::Set;
use crate::error::Result;
use crate::model::Model;
use crate::outcome::mirrored;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// How one item fared against all others together. What the outcome model does not have is NaN.
#[derive(Debug, Clone, Copy)]
pub struct Marginal {
    /// The item.
    pub item: usize,
    /// Its comparisons.
    pub comparisons: f64,
    /// Wins, losses, ties and votes both bad that were observed.
    pub observed: [f64; 4],
    /// The same as the model expects of these comparisons.
    pub expected: [f64; 4],
}

/// The columns of [`marginals`].
pub static MARGINALS: Schema<Marginal> = Schema {
    name: "model_marginals",
    title: c"Results of items against all others, observed and expected",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |m| Some(m.item)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Its comparisons.", |m| m.comparisons),
        SchemaColumn::f64(
            c"wins",
            c"comparisons",
            c"Of these, won; with half the ties where ties count as halves.",
            |m| m.observed[0],
        ),
        SchemaColumn::f64(
            c"losses",
            c"comparisons",
            c"Of these, lost; with half the ties where ties count as halves.",
            |m| m.observed[1],
        ),
        SchemaColumn::f64(
            c"ties",
            c"comparisons",
            c"Of these, tied; missing without a model of ties.",
            |m| m.observed[2],
        ),
        SchemaColumn::f64(
            c"both_bad",
            c"comparisons",
            c"Of these, votes both bad; missing unless they are an outcome.",
            |m| m.observed[3],
        ),
        SchemaColumn::f64(c"expected_wins", c"comparisons", c"Wins that the model expects.", |m| {
            m.expected[0]
        }),
        SchemaColumn::f64(c"expected_losses", c"comparisons", c"Losses that it expects.", |m| m.expected[1]),
        SchemaColumn::f64(
            c"expected_ties",
            c"comparisons",
            c"Ties that it expects; missing as ties are.",
            |m| m.expected[2],
        ),
        SchemaColumn::f64(
            c"expected_both_bad",
            c"comparisons",
            c"Votes both bad that it expects; missing as both_bad is.",
            |m| m.expected[3],
        ),
    ],
};

/// Of every item of the model, in the comparisons of another set or of the model's own.
pub fn marginals(model: &Model, other: Option<&Set>) -> Result<Vec<Marginal>> {
    let found = predictions(model, other)?;
    let outcomes = model.outcome().outcomes();
    let none = [0, 1, 2, 3].map(|outcome| if outcome < outcomes { 0.0 } else { f64::NAN });
    let row = |item| Marginal { item, comparisons: 0.0, observed: none, expected: none };
    let mut table: Vec<Marginal> = (0..model.layout.items).map(row).gathered();
    for cell in &found.cells {
        let n: f64 = cell.counts.iter().sum();
        let (mut counts, mut p) = (cell.counts, cell.p);
        for item in [cell.key[1], cell.key[2]] {
            let row = &mut table[item as usize];
            row.comparisons += n;
            for outcome in 0..outcomes {
                row.observed[outcome] += counts[outcome];
                row.expected[outcome] += n * p[outcome];
            }
            // The other item wins where this one loses.
            (counts, p) = (mirrored(counts), mirrored(p));
        }
    }
    Ok(table)
}
