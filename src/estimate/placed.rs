//! The board of ballots: every item with its strength, its ranks and how often it was shown and chosen.

use super::rows::state;
use super::Estimate;
use crate::ballots::{Ranking, Shown};
use crate::error::Result;
use crate::inference::{Options, Rank};
use crate::progress::Watch;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn, TableFacts};

/// An item on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The item.
    pub item: usize,
    /// Strength, standard error, lower and upper end.
    pub row: [f64; 4],
    /// Its rank, with a range that holds for all items at once.
    pub rank: Rank,
    /// How often it was shown and chosen.
    pub shown: Shown,
}

/// The columns of [`placed`].
pub static RANKING_SCORES: Schema<Placed> = Schema {
    name: "ranking_scores",
    title: c"Strengths and ranks of the items of ballots",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |s| Some(s.item)),
        SchemaColumn::f64(c"estimate", c"logit", c"The strength; the mean of all is zero.", |s| s.row[0]),
        SchemaColumn::f64(c"se", c"logit", c"Its standard error.", |s| s.row[1]),
        SchemaColumn::f64(c"lower", c"logit", c"Lower end of its interval.", |s| s.row[2]),
        SchemaColumn::f64(c"upper", c"logit", c"Upper end of its interval.", |s| s.row[3]),
        SchemaColumn::f64(c"rank", c"rank", c"Rank, 1 is best; equal strengths share the mean.", |s| s.rank.rank),
        SchemaColumn::i64(c"rank_best", c"rank", c"One more than the number of items significantly better.", |s| {
            Some(s.rank.best as i64)
        }),
        SchemaColumn::i64(c"rank_worst", c"rank", c"The number of items less those significantly worse.", |s| {
            Some(s.rank.worst as i64)
        }),
        SchemaColumn::f64(c"ballots", c"ballots", c"Ballots that showed it.", |s| s.shown.all),
        SchemaColumn::f64(c"put_first", c"ballots", c"Of these, those that put it first, alone or tied.", |s| {
            s.shown.first
        }),
        SchemaColumn::f64(
            c"put_last",
            c"ballots",
            c"Of these, those that put it last or named it the worst; not where several are below all that have a place.",
            |s| s.shown.last,
        ),
        SchemaColumn::choice(c"state", c"Why the standard error is as it is.", super::rows::STATES, |s| {
            Some(state(&s.row))
        }),
    ],
};

/// All items, by their ids, and how the errors were computed.
pub fn placed(ranking: &Ranking, options: Options, watch: Watch<'_>) -> Result<(Vec<Placed>, TableFacts)> {
    let estimate = Estimate::of_ranking(ranking, options)?;
    let values = estimate.values(&mut *watch)?;
    let ranks = estimate.ranks(watch)?;
    let shown = ranking.ballots().shown();
    let rows = values.iter().zip(ranks).zip(shown).enumerate();
    let placed = |(item, ((value, ranked), shown))| {
        let (value, ranked): (&super::Value, super::Ranked) = (value, ranked);
        Placed { item, row: value.row, rank: ranked.rank, shown }
    };
    Ok((rows.map(placed).gathered(), estimate.facts()))
}
