//! The tables of a monitor: what is claimed of pairs, and ranks.

use super::{Order, Tracked};
use crate::claims::p_value;
use crate::table::{Schema, SchemaColumn};

/// The claim on a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairRow {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) tracked: Tracked,
}

/// The columns of [`Monitor::pairs`].
pub static MONITOR_PAIRS: Schema<PairRow> = Schema {
    name: "monitor_pairs",
    title: c"The evidence of all looks on pairs of items",
    columns: &[
        SchemaColumn::item(c"first", c"One of two items.", |r| Some(r.first)),
        SchemaColumn::item(c"second", c"The other item.", |r| Some(r.second)),
        SchemaColumn::f64(
            c"estimate",
            c"score",
            c"The difference of their scores at the last look that had both; missing where it is unidentified.",
            |r| r.tracked.difference,
        ),
        SchemaColumn::f64(c"se", c"score", c"Its standard error.", |r| r.tracked.error),
        SchemaColumn::f64(c"log_e", c"", c"Logarithm of the e-value against equality at that look; missing where none had both.", |r| r.tracked.log_e),
        SchemaColumn::f64(c"log_e_largest", c"", c"The largest of these of all looks.", |r| r.tracked.largest),
        SchemaColumn::f64(c"p", c"probability", c"The p-value of the largest, valid whenever one stops.", |r| p_value(r.tracked.largest)),
        SchemaColumn::f64(
            c"lower",
            c"score",
            c"Lower end of the difference by all looks, for this pair by itself; missing where looks contradict each other.",
            |r| r.tracked.intervals[0][0],
        ),
        SchemaColumn::f64(c"upper", c"score", c"Upper end of it.", |r| r.tracked.intervals[0][1]),
        SchemaColumn::f64(
            c"simultaneous_lower",
            c"score",
            c"Lower end of the difference by all looks, for all pairs at once.",
            |r| r.tracked.intervals[1][0],
        ),
        SchemaColumn::f64(c"simultaneous_upper", c"score", c"Upper end of it.", |r| r.tracked.intervals[1][1]),
        SchemaColumn::choice(
            c"order",
            c"Which is better by now, for all pairs at once; what was decided stays.",
            &Order::LABELS,
            |r| Some(r.tracked.order as usize),
        ),
        SchemaColumn::i64(c"decided_at", c"look", c"The number of the look that decided it, from 1; missing while it is open.", |r| {
            (r.tracked.decided_at > 0).then_some(r.tracked.decided_at as i64)
        }),
        SchemaColumn::bool(c"is_contradicted", c"Whether no difference agrees with all looks.", |r| {
            Some(r.tracked.is_contradicted)
        }),
    ],
};

/// Where an item may stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankRow {
    pub(super) item: usize,
    pub(super) rank: f64,
    pub(super) best: usize,
    pub(super) worst: usize,
}

/// The columns of [`Monitor::ranks`].
pub static MONITOR_RANKS: Schema<RankRow> = Schema {
    name: "monitor_ranks",
    title: c"Ranks with ranges that hold at all looks",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |r| Some(r.item)),
        SchemaColumn::f64(
            c"rank",
            c"rank",
            c"Rank by score at the last look that had it, 1 is best; equal values share the mean; missing where it is not known.",
            |r| r.rank,
        ),
        SchemaColumn::i64(c"rank_best", c"rank", c"One more than the number of items that were found to be better.", |r| {
            Some(r.best as i64)
        }),
        SchemaColumn::i64(c"rank_worst", c"rank", c"The number of items less those that were found to be worse.", |r| {
            Some(r.worst as i64)
        }),
    ],
};
