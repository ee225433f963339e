//! Rows of ballots: who was shown, and in what order they were put.

use super::batch::{Batch, Keys};
use crate::comparisons::{Column, Key, Kind, Set, NONE};
use crate::error::{Error, Result};
use crate::room::{self, Duplicate as _, Gather as _, Put as _};

/// Most items that a ballot shows.
pub const MOST_SHOWN: usize = 64;

/// Most items that share a place.
pub const MOST_TIED: usize = 3;

/// The rank of the worst item, where a ballot names the best and the worst.
pub(super) const LAST: i32 = -1;

/// Rows of ballots: one for each item that a ballot showed, as columns of `length` values.
#[derive(Debug, Clone, Copy, Default)]
pub struct BallotRows<'a> {
    /// Number of rows.
    pub length: usize,
    /// The ballot that the row belongs to. Its rows need not follow each other; their order is that of the positions in
    /// which its items were shown.
    pub ballot: Key<'a>,
    /// The item shown.
    pub item: Key<'a>,
    /// Its place: 1 the best; equal numbers are ties; 0 or missing: below all that have a place; -1: named the worst.
    pub rank: Column<'a>,
    /// Who judged; absent: nobody in particular.
    pub judge: Key<'a>,
    /// The subject of the ballot; absent: none.
    pub context: Key<'a>,
    /// How many ballots this one stands for; absent: 1.
    pub weight: Column<'a>,
}

/// Ballots that order items.
#[derive(Debug, Default, PartialEq)]
pub struct Ballots {
    /// Items, judges and contexts; ballots are its clusters.
    names: Set,
    /// Where the ballots begin in `item` and `rank`, and where the last one ends.
    start: Vec<usize>,
    item: Vec<u32>,
    rank: Vec<i32>,
    judge: Vec<u32>,
    context: Vec<u32>,
    weight: Vec<f64>,
    /// Of each name of a ballot, whether it has come.
    come: Vec<bool>,
    /// Where in `item` each row is, in the order in which rows were appended.
    place: Vec<u32>,
    covariates: Vec<Covariate>,
}

/// A number of every item shown, such as the length of an answer.
#[derive(Debug, PartialEq)]
struct Covariate {
    name: String,
    /// In the order of `item`; of as many rows as there were.
    values: Vec<f64>,
}

impl Clone for Covariate {
    fn clone(&self) -> Covariate {
        Covariate { name: self.name.clone(), values: self.values.duplicate() }
    }
}

impl Clone for Ballots {
    fn clone(&self) -> Ballots {
        Ballots {
            names: self.names.clone(),
            start: self.start.duplicate(),
            item: self.item.duplicate(),
            rank: self.rank.duplicate(),
            judge: self.judge.duplicate(),
            context: self.context.duplicate(),
            weight: self.weight.duplicate(),
            come: self.come.duplicate(),
            place: self.place.duplicate(),
            covariates: self.covariates.iter().cloned().gathered(),
        }
    }
}

/// Facts about ballots.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallotsFacts {
    /// Items.
    pub items: usize,
    /// Judges.
    pub judges: usize,
    /// Contexts.
    pub contexts: usize,
    /// Ballots, as often as their weights say.
    pub ballots: f64,
    /// Rows: items shown.
    pub rows: usize,
    /// Ballots of two items.
    pub of_two: usize,
    /// The most items that a ballot shows.
    pub most_shown: usize,
    /// The most items that share a place; 1 without ties.
    pub most_tied: usize,
    /// Ballots that name the best and the worst.
    pub best_and_worst: usize,
}

/// How often an item was shown and chosen, as weights say.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Shown {
    /// Ballots that showed it.
    pub all: f64,
    /// Those that put it first, alone or tied.
    pub first: f64,
    /// Those that put it last, or named it the worst.
    pub last: f64,
}

/// A ballot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ballot<'a> {
    /// The items, in the positions in which they were shown.
    pub(super) items: &'a [u32],
    /// Their ranks.
    pub(super) ranks: &'a [i32],
    pub(super) judge: u32,
    pub(super) context: u32,
    pub(super) weight: f64,
    /// Where the first of the items is among all rows.
    pub(super) first: usize,
}

impl Ballot<'_> {
    /// Whether it names the best and the worst.
    pub(super) fn names_worst(&self) -> bool {
        self.ranks.contains(&LAST)
    }
}

impl Ballots {
    /// No ballots.
    pub fn new() -> Ballots {
        Ballots::default()
    }

    /// The names of items, judges, contexts and ballots (its clusters).
    pub fn names(&self) -> &Set {
        &self.names
    }

    /// How many ballots there are.
    pub(super) fn len(&self) -> usize {
        self.weight.len()
    }

    /// A ballot.
    pub(super) fn ballot(&self, at: usize) -> Ballot<'_> {
        let shown = self.start[at]..self.start[at + 1];
        Ballot {
            items: &self.item[shown.clone()],
            ranks: &self.rank[shown],
            judge: self.judge[at],
            context: self.context[at],
            weight: self.weight[at],
            first: self.start[at],
        }
    }

    /// All ballots.
    pub(super) fn ballots(&self) -> impl Iterator<Item = Ballot<'_>> + Clone {
        (0..self.len()).map(|at| self.ballot(at))
    }

    /// Ballots, as often as their weights say.
    pub(super) fn total(&self) -> f64 {
        // Of nothing, floating-point sums are -0.
        self.weight.iter().sum::<f64>() + 0.0
    }

    /// Facts about them.
    pub fn facts(&self) -> BallotsFacts {
        let shown = |ballot: Ballot<'_>| ballot.items.len();
        BallotsFacts {
            items: self.names.items(),
            judges: self.names.judges(),
            contexts: self.names.contexts(),
            ballots: self.total(),
            rows: self.item.len(),
            of_two: self.ballots().filter(|ballot| shown(*ballot) == 2).count(),
            most_shown: self.ballots().map(shown).max().unwrap_or(0),
            most_tied: self.ballots().map(|ballot| most_tied(ballot.ranks)).max().unwrap_or(0),
            best_and_worst: self.ballots().filter(Ballot::names_worst).count(),
        }
    }

    /// How often each item was shown and chosen.
    pub fn shown(&self) -> Vec<Shown> {
        let mut shown = vec![Shown::default(); self.names.items()];
        for ballot in self.ballots() {
            let has_worst = ballot.names_worst();
            // Of several that are below all others none is last.
            let lowest = match ballot.ranks.iter().filter(|rank| **rank == 0).count() {
                0 => ballot.ranks.iter().copied().max().filter(|rank| *rank > 1),
                1 => Some(0),
                _ => None,
            };
            for (&item, &rank) in ballot.items.iter().zip(ballot.ranks) {
                let own = &mut shown[item as usize];
                let is_last = if has_worst { rank == LAST } else { lowest == Some(rank) };
                own.all += ballot.weight;
                own.first += if rank == 1 { ballot.weight } else { 0.0 };
                own.last += if is_last { ballot.weight } else { 0.0 };
            }
        }
        shown
    }

    /// Sets a covariate: a number of every row, in the order in which rows were appended. One of the same name is replaced.
    pub fn set_covariate(&mut self, name: &str, values: &Column<'_>) -> Result<()> {
        if name.is_empty() || name.contains('\0') {
            return Err(Error::Argument("name: a covariate must have one, without NUL".into()));
        }
        if values.length() != self.place.len() {
            return Err(Error::Size(format!(
                "values of \"{name}\": {} are given, and there are {} rows; append all rows first",
                values.length(),
                self.place.len()
            )));
        }
        values.check_numbers(self.place.len(), "values")?;
        let mut own = vec![0.0; self.place.len()];
        for (row, &at) in self.place.iter().enumerate() {
            let value = values.number(row);
            if !value.is_finite() {
                return Err(Error::row(
                    row,
                    format!("the value of \"{name}\" is {value}; it must be finite"),
                ));
            }
            own[at as usize] = value;
        }
        let covariate = Covariate { name: name.into(), values: own };
        match self.covariates.iter_mut().find(|known| known.name == name) {
            Some(known) => *known = covariate,
            None => self.covariates.put(covariate),
        }
        Ok(())
    }

    /// Names of the covariates.
    pub(super) fn covariates(&self) -> impl Iterator<Item = &str> {
        self.covariates.iter().map(|covariate| covariate.name.as_str())
    }

    /// The value of a covariate of an item shown, by its place among all rows.
    pub(super) fn value(&self, covariate: usize, at: usize) -> f64 {
        self.covariates[covariate].values[at]
    }

    /// Refuses covariates that do not know all rows, or are the same for all that a ballot shows.
    pub(super) fn check_covariates(&self) -> Result<()> {
        if let Some(covariate) =
            self.covariates.iter().find(|covariate| covariate.values.len() < self.item.len())
        {
            return Err(Error::data(format!(
                "covariate \"{}\" has values for {} of {} rows; set it again after the last append",
                covariate.name,
                covariate.values.len(),
                self.item.len()
            )));
        }
        match (0..self.covariates.len()).find(|&number| self.range_of(number) == 0.0) {
            None => Ok(()),
            Some(number) => Err(Error::NotIdentified(format!(
                "covariate \"{}\" is the same for all items of every ballot and says nothing; leave it out",
                self.covariates[number].name
            ))),
        }
    }

    /// The largest difference of a covariate within a ballot.
    pub(super) fn range_of(&self, covariate: usize) -> f64 {
        let values = &self.covariates[covariate].values;
        let range = |pair: &[usize]| {
            let own = &values[pair[0]..pair[1]];
            own.iter().copied().fold(f64::NEG_INFINITY, f64::max)
                - own.iter().copied().fold(f64::INFINITY, f64::min)
        };
        self.start.windows(2).map(range).fold(0.0, f64::max)
    }

    /// Appends rows: all of them or, at the first that is invalid, none. A ballot comes whole.
    pub fn append(&mut self, rows: &BallotRows<'_>) -> Result<()> {
        let count = rows.length;
        if self.item.len() + count > NONE as usize {
            return Err(Error::Size(format!("ballots have at most {NONE} rows")));
        }
        if !rows.rank.is_present() {
            return Err(Error::Argument("rank is absent".into()));
        }
        rows.rank.check_numbers(count, "rank")?;
        if rows.weight.is_present() {
            rows.weight.check_numbers(count, "weight")?;
        }
        let Ballots { names, come, .. } = self;
        let batch = names.naming(|names| {
            let keys = Keys {
                ballot: names.identify(Kind::Cluster, &rows.ballot, count, "ballot", false)?,
                item: names.identify(Kind::Item, &rows.item, count, "item", false)?,
                judge: names.identify(Kind::Judge, &rows.judge, count, "judge", true)?,
                context: names.identify(Kind::Context, &rows.context, count, "context", true)?,
            };
            Batch::new(names, come, keys, rows)
        })?;
        self.put(batch);
        Ok(())
    }

    fn put(&mut self, batch: Batch) {
        let shown = batch.rows.len();
        let ballots = batch.ballots.len();
        room::grow(&mut self.start, ballots + 1);
        room::grow(&mut self.item, shown);
        room::grow(&mut self.rank, shown);
        room::grow(&mut self.place, shown);
        room::grow(&mut self.judge, ballots);
        room::grow(&mut self.context, ballots);
        room::grow(&mut self.weight, ballots);
        room::check();
        if self.start.is_empty() {
            self.start.put(0);
        }
        let before = self.place.len();
        self.place.put_until(before + shown, 0);
        for (at, &row) in batch.rows.iter().enumerate() {
            self.place[before + row as usize] = (before + at) as u32;
        }
        for range in &batch.ballots {
            for &row in &batch.rows[range.clone()] {
                self.item.put(batch.keys.item[row as usize]);
            }
            self.rank.put_all(&batch.ranks[range.clone()]);
            let first = batch.rows[range.start] as usize;
            self.judge.put(batch.keys.judge[first]);
            self.context.put(batch.keys.context[first]);
            self.weight.put(batch.weight[first]);
            self.start.put(self.item.len());
        }
        self.come = batch.come;
    }
}

/// The most items that share a place.
pub(super) fn most_tied(ranks: &[i32]) -> usize {
    let places = ranks.iter().copied().filter(|rank| *rank > 0);
    places.clone().map(|rank| places.clone().filter(|other| *other == rank).count()).max().unwrap_or(0)
}
