//! The leaderboard: every item with its score, its ranks and what it rests on.

use super::rows::state;
use crate::error::Result;
use crate::inference::{self, Options, Rank};
use crate::model::{Model, Quantity};
use crate::progress::Watch;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// An item on the leaderboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The item.
    pub item: usize,
    /// Score, standard error, lower and upper end.
    pub row: [f64; 4],
    /// Monte Carlo standard error of the standard error; zero where it is exact.
    pub simulated: f64,
    /// Its rank, with a range that holds for all items at once.
    pub rank: Rank,
    /// The comparisons of the item that the model used: all, wins, losses, ties.
    pub counts: [f64; 4],
}

/// The columns of [`scores`].
pub static SCORES: Schema<Standing> = Schema {
    name: "model_scores",
    title: c"Scores and ranks of the items",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |s| Some(s.item)),
        SchemaColumn::f64(c"estimate", c"score", c"The score; missing where it is unidentified.", |s| s.row[0]),
        SchemaColumn::f64(
            c"se",
            c"score",
            c"Its standard error: 0 where the normalisation fixes the score, infinite where it diverges.",
            |s| s.row[1],
        ),
        SchemaColumn::f64(c"lower", c"score", c"Lower end of its interval.", |s| s.row[2]),
        SchemaColumn::f64(c"upper", c"score", c"Upper end of its interval.", |s| s.row[3]),
        SchemaColumn::f64(
            c"se_mc",
            c"score",
            c"Monte Carlo standard error of se, where it is sampled; 0 where it is exact.",
            |s| s.simulated,
        ),
        SchemaColumn::f64(
            c"rank",
            c"rank",
            c"Rank, 1 is best; equal scores share the mean; missing where it is not known.",
            |s| s.rank.rank,
        ),
        SchemaColumn::i64(c"rank_best", c"rank", c"One more than the number of items significantly better.", |s| {
            Some(s.rank.best as i64)
        }),
        SchemaColumn::i64(c"rank_worst", c"rank", c"The number of items less those significantly worse.", |s| {
            Some(s.rank.worst as i64)
        }),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Comparisons that the model used.", |s| s.counts[0]),
        SchemaColumn::f64(c"wins", c"comparisons", c"Of these, won.", |s| s.counts[1]),
        SchemaColumn::f64(c"losses", c"comparisons", c"Of these, lost.", |s| s.counts[2]),
        SchemaColumn::f64(c"ties", c"comparisons", c"Of these, tied, both bad included.", |s| s.counts[3]),
        SchemaColumn::choice(
            c"state",
            c"Why the standard error is as it is: boundary means that the normal distribution says nothing there.",
            super::rows::STATES,
            |s| Some(state(&s.row)),
        ),
    ],
};

/// All items, by their ids.
pub fn scores(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Standing>> {
    inference::expect_rank_ranges(model, options)?;
    let rows = inference::estimates(model, Quantity::Scores, options, &mut *watch)?;
    let simulated = inference::monte_carlo_errors(model, Quantity::Scores, options, &mut *watch)?;
    let ranks = inference::rank_ranges(model, options, watch)?;
    let counts = model.item_counts();
    let standing = |(item, (row, rank)): (usize, (&[f64; 4], Rank))| {
        let own = &counts[6 * item..6 * item + 4];
        Standing {
            item,
            row: *row,
            simulated: simulated[item],
            rank,
            counts: [own[0], own[1], own[2], own[3]],
        }
    };
    Ok(rows.iter().zip(ranks).enumerate().map(standing).gathered())
}
