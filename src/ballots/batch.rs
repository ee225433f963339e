//! A batch of rows: what makes them invalid, and their ballots.

use super::rows::{most_tied, BallotRows, LAST};
use super::{MOST_SHOWN, MOST_TIED};
use crate::comparisons::{Kind, Set, NONE};
use crate::error::{Error, Result};
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use std::ops::Range;

/// Who rows are of.
pub(super) struct Keys {
    pub(super) ballot: Vec<u32>,
    pub(super) item: Vec<u32>,
    pub(super) judge: Vec<u32>,
    pub(super) context: Vec<u32>,
}

/// Rows that are valid, ballot by ballot.
pub(super) struct Batch {
    pub(super) keys: Keys,
    pub(super) weight: Vec<f64>,
    /// Rows, in the order of their ballots.
    pub(super) rows: Vec<u32>,
    /// Their ranks, counted from 1 without gaps.
    pub(super) ranks: Vec<i32>,
    /// The stretch of `rows` of each ballot.
    pub(super) ballots: Vec<Range<usize>>,
    pub(super) come: Vec<bool>,
}

impl Batch {
    pub(super) fn new(names: &Set, come: &[bool], keys: Keys, rows: &BallotRows<'_>) -> Result<Batch> {
        let count = rows.length;
        let mut come = come.duplicate();
        come.put_until(names.clusters(), false);
        let name = |row: usize| names.name(Kind::Cluster, keys.ballot[row] as usize).unwrap_or_default();
        if let Some(row) = (0..count).find(|&row| come[keys.ballot[row] as usize]) {
            return Err(Error::row(
                row,
                format!("ballot \"{}\" was appended before; append all of its rows in one call", name(row)),
            ));
        }
        let weight = (0..count).map(|row| weight_of(rows, row)).gathered_or()?;
        let given = (0..count).map(|row| rank_of(rows, row)).gathered_or()?;
        let mut order: Vec<u32> = (0..count as u32).gathered();
        // Ballots in the order in which they come, and their rows as they come.
        let mut first = vec![NONE; names.clusters()];
        for (row, &ballot) in keys.ballot.iter().enumerate().rev() {
            first[ballot as usize] = row as u32;
        }
        let place = |row: u32| (first[keys.ballot[row as usize] as usize], row);
        if !order.is_sorted_by_key(|row| place(*row)) {
            room::sort_by_key(&mut order, |&row| place(row));
        }
        let mut batch =
            Batch { keys, weight, rows: order, ranks: room::with_room(count), ballots: Vec::new(), come };
        let mut from = 0;
        while from < count {
            let own = batch.keys.ballot[batch.rows[from] as usize];
            let size =
                batch.rows[from..].iter().take_while(|&&row| batch.keys.ballot[row as usize] == own).count();
            batch.check(names, from..from + size, &given)?;
            batch.come[own as usize] = true;
            batch.ballots.put(from..from + size);
            from += size;
        }
        Ok(batch)
    }

    /// Checks the rows of a ballot, and puts their ranks.
    fn check(&mut self, names: &Set, range: Range<usize>, given: &[i32]) -> Result<()> {
        let rows = &self.rows[range];
        let first = rows[0] as usize;
        let name = |kind, id: u32| names.name(kind, id as usize).unwrap_or_default();
        let ballot = name(Kind::Cluster, self.keys.ballot[first]);
        let refuse =
            |row: u32, what: String| Err(Error::row(row as usize, format!("ballot \"{ballot}\" {what}")));
        if rows.len() < 2 {
            return refuse(
                rows[0],
                "shows one item; it must show at least two, those that were not chosen too".into(),
            );
        }
        if rows.len() > MOST_SHOWN {
            return refuse(
                rows[MOST_SHOWN],
                format!("shows {} items; the most are {MOST_SHOWN}", rows.len()),
            );
        }
        for (at, &row) in rows.iter().enumerate() {
            let row_of = row as usize;
            if rows[..at].iter().any(|&other| self.keys.item[other as usize] == self.keys.item[row_of]) {
                return refuse(row, format!("shows \"{}\" twice", name(Kind::Item, self.keys.item[row_of])));
            }
            for (kind, of, word) in
                [(Kind::Judge, &self.keys.judge, "judge"), (Kind::Context, &self.keys.context, "context")]
            {
                if of[row_of] != of[first] {
                    let word_of = |id: u32| match id {
                        NONE => "none".to_string(),
                        id => format!("\"{}\"", name(kind, id)),
                    };
                    let (own, other) = (word_of(of[row_of]), word_of(of[first]));
                    return refuse(
                        row,
                        format!("has {word} {own}, but {other} in an earlier row; it has one"),
                    );
                }
            }
            if self.weight[row_of] != self.weight[first] {
                let (own, other) = (self.weight[row_of], self.weight[first]);
                return refuse(row, format!("has weight {own}, but {other} in an earlier row; it has one"));
            }
        }
        let own: Vec<i32> = rows.iter().map(|&row| given[row as usize]).gathered();
        match fault(&own) {
            Some(what) => refuse(rows[0], what),
            None => {
                self.ranks.put_each(own.iter().map(|rank| dense(*rank, &own)));
                Ok(())
            }
        }
    }
}

/// A rank counted from 1 without gaps: 1, 1, 3 is 1, 1, 2.
fn dense(rank: i32, all: &[i32]) -> i32 {
    if rank <= 0 {
        return rank;
    }
    let better = |at: usize| all[at] > 0 && all[at] < rank && !all[..at].contains(&all[at]);
    1 + (0..all.len()).filter(|&at| better(at)).count() as i32
}

/// Why the ranks of a ballot are invalid.
fn fault(ranks: &[i32]) -> Option<String> {
    let places = ranks.iter().filter(|rank| **rank > 0).count();
    let worst = ranks.iter().filter(|rank| **rank == LAST).count();
    let tied = most_tied(ranks);
    if places == 0 {
        return Some(
            "puts no item first: all ranks are 0 or missing; rank what was chosen, or leave it out".into(),
        );
    }
    if worst > 1 {
        return Some(format!("names {worst} items the worst (rank {LAST}); it must name one"));
    }
    if worst == 1 && places > 1 {
        return Some(format!(
            "ranks {places} items and names one the worst (rank {LAST}); give that one the largest rank instead"
        ));
    }
    if tied > MOST_TIED {
        return Some(format!(
            "has {tied} items tied; the most are {MOST_TIED}: break the tie, or leave the ballot out"
        ));
    }
    None
}

fn rank_of(rows: &BallotRows<'_>, row: usize) -> Result<i32> {
    let value = rows.rank.number(row);
    if value.is_nan() {
        return Ok(0);
    }
    if value.fract() != 0.0 || value < f64::from(LAST) || value > f64::from(i32::MAX) {
        return Err(Error::row(
            row,
            format!(
                "rank is {value}; it must be a whole number: 1 for the best, 0 or missing for what has no place, \
                 {LAST} for the worst"
            ),
        ));
    }
    Ok(value as i32)
}

fn weight_of(rows: &BallotRows<'_>, row: usize) -> Result<f64> {
    let weight = if rows.weight.is_present() { rows.weight.number(row) } else { 1.0 };
    match weight > 0.0 && weight.is_finite() {
        true => Ok(weight),
        false => Err(Error::row(row, format!("weight is {weight}; it must be positive and finite"))),
    }
}
