//! Answers of several judges on the same unit: a pair of items in a context, whichever was shown first.

use super::{folded, judges, place};
use crate::comparisons::{Set, NONE};
use crate::room::{self, Put as _};
use std::ops::Range;

/// From which side a pair is looked at when the answers of several judges are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// From both, each pair counted once in either: nothing depends on the numbers of the items.
    #[default]
    Both,
    /// From the item with the lower id.
    ById,
}

impl Orientation {
    /// All by their numbers.
    pub const ALL: [Orientation; 2] = [Orientation::Both, Orientation::ById];
}

/// The answer of a judge on a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub(super) judge: usize,
    /// Shares of the first item (the lower id), of the second, and of ties. A judge who was asked more than
    /// once may have several.
    pub(super) shares: [f64; 3],
    /// Shares of what was shown first, of what was shown second, and of ties.
    pub(super) positions: [f64; 3],
    /// How often the first item was the one shown first.
    pub(super) in_order: f64,
}

/// A pair in a context.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) context: u32,
    pub(super) answers: Range<usize>,
}

/// All units that at least two judges answered, by context.
#[derive(Debug)]
pub(super) struct Units {
    pub(super) judges: usize,
    pub(super) units: Vec<Unit>,
    pub(super) answers: Vec<Answer>,
}

impl Units {
    /// The units of a set. Comparisons without a context are about the same only where none has one.
    pub(super) fn new(set: &Set) -> Units {
        let cells = set.cells();
        let rows = judges(set);
        let mut found = Units { judges: rows, units: Vec::new(), answers: Vec::new() };
        let mut from = 0;
        let mut votes: Vec<Vote> = Vec::new();
        for run in cells.context.chunk_by(|a, b| a == b) {
            let all = from..from + run.len();
            from = all.end;
            if run[0] == NONE && set.contexts() > 0 {
                continue;
            }
            votes.clear();
            votes.put_each(all.map(|cell| {
                let (left, right) = (cells.left[cell], cells.right[cell]);
                let pair = [left.min(right), left.max(right)];
                let judge = place(cells.judge[cell], rows);
                let is_ordered = cells.is_ordered(cell);
                Vote {
                    pair,
                    judge,
                    in_order: left < right,
                    is_ordered,
                    positions: folded(&cells.counts[cell]),
                }
            }));
            room::sort_by_key(&mut votes, |vote| (vote.pair, vote.judge));
            for of_pair in votes.chunk_by(|a, b| a.pair == b.pair) {
                found.add(run[0], of_pair);
            }
        }
        found
    }

    fn add(&mut self, context: u32, votes: &[Vote]) {
        let start = self.answers.len();
        for own in votes.chunk_by(|a, b| a.judge == b.judge) {
            let (mut shares, mut positions, mut in_order) = ([0.0; 3], [0.0; 3], 0.0);
            for vote in own {
                let [left, right, tie] = vote.positions;
                let of_items = if vote.in_order { [left, right, tie] } else { [right, left, tie] };
                // Without an order each item is as likely to be the first.
                let half = (left + right) / 2.0;
                let shown = if vote.is_ordered { vote.positions } else { [half, half, tie] };
                for k in 0..3 {
                    positions[k] += shown[k];
                    shares[k] += of_items[k];
                }
                in_order += match (vote.is_ordered, vote.in_order) {
                    (false, _) => (left + right + tie) / 2.0,
                    (true, true) => left + right + tie,
                    (true, false) => 0.0,
                };
            }
            let total: f64 = positions.iter().sum();
            self.answers.put(Answer {
                judge: own[0].judge,
                shares: shares.map(|s| s / total),
                positions: positions.map(|s| s / total),
                in_order: in_order / total,
            });
        }
        if self.answers.len() - start < 2 {
            self.answers.truncate(start);
        } else {
            self.units.put(Unit { context, answers: start..self.answers.len() });
        }
    }

    pub(super) fn of<'a>(&'a self, unit: &Unit) -> &'a [Answer] {
        &self.answers[unit.answers.clone()]
    }
}

/// The votes of a judge on a pair in one order.
struct Vote {
    pair: [u32; 2],
    judge: usize,
    in_order: bool,
    is_ordered: bool,
    /// Left, right, tie.
    positions: [f64; 3],
}
