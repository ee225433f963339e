//! From rows to cells: everything is checked and counted aside, then added at once.

use super::cells::add_batch;
use super::decode::Stores;
use super::names::Kind;
use super::rows::Rows;
use super::tally::Tally;
use super::Set;
use crate::error::{Error, Result};
use crate::room;
use std::sync::Arc;

const KINDS: [Kind; 4] = [Kind::Item, Kind::Judge, Kind::Context, Kind::Cluster];

impl Set {
    /// Append rows: all of them or, at the first invalid one, none; the set is then as it was.
    ///
    /// The first rows decide, for items, judges, contexts and clusters each, whether they have names or ids. Where there are names,
    /// ids are those of names that are there.
    /// A row of weight 0 counts nothing, but its names are known afterwards. Append in batches: one
    /// call may cost as much as the set has cells.
    pub fn append(&mut self, rows: &Rows) -> Result<()> {
        self.append_all(|appender| appender.append(rows))
    }

    /// Append the rows of many batches, all of them or none: `feed` hands them over one after the other, and where it ends
    /// with an error, its own or one of a batch, the set is as it was. Errors count rows from the first batch on.
    pub fn append_all(&mut self, feed: impl FnOnce(&mut Appender) -> Result<()>) -> Result<()> {
        self.naming(|set| {
            let mut appender = Appender { set, tally: Tally::default() };
            feed(&mut appender).and_then(|()| appender.finish())
        })
    }

    /// Makes names known, which are forgotten where it ends with an error.
    pub(crate) fn naming<T>(&mut self, body: impl FnOnce(&mut Set) -> Result<T>) -> Result<T> {
        let marks = KINDS.map(|kind| self.names(kind).mark());
        let appended = room::attempt(|| body(self));
        if appended.is_err() {
            for (kind, mark) in KINDS.into_iter().zip(marks) {
                // Names that are still shared have not changed.
                Arc::get_mut(self.names_mut(kind)).into_iter().for_each(|names| names.undo(mark));
            }
        }
        appended
    }
}

/// Takes batches of rows for [`Set::append_all`].
pub struct Appender<'a> {
    set: &'a mut Set,
    tally: Tally,
}

impl Appender<'_> {
    /// Count a batch of rows.
    pub fn append(&mut self, rows: &Rows) -> Result<()> {
        if rows.length == 0 {
            return Ok(());
        }
        self.count(rows).map_err(|error| error.after(self.tally.rows()))
    }

    fn count(&mut self, rows: &Rows) -> Result<()> {
        let set = &mut *self.set;
        let answer = rows.check_columns([&set.items, &set.judges, &set.contexts, &set.clusters])?;
        let known = self.tally.importance().or((!set.cells.is_empty()).then(|| set.importance()));
        if known.is_some_and(|known| known != rows.importance) {
            let [known, new] =
                if rows.importance { ["frequencies", "importance"] } else { ["importance", "frequencies"] };
            return Err(Error::data(format!(
                "the weights of the set are {known} weights, those of the rows {new} weights"
            )));
        }
        let stores = Stores {
            items: Arc::make_mut(&mut set.items),
            judges: Arc::make_mut(&mut set.judges),
            contexts: Arc::make_mut(&mut set.contexts),
            clusters: Arc::make_mut(&mut set.clusters),
        };
        self.tally.count(rows, answer, stores, &set.cells)
    }

    /// Add what was counted, and know the ids that it mentions.
    fn finish(&mut self) -> Result<()> {
        let batch = self.tally.finish()?;
        let cells = self.set.cells.len() + batch.len();
        for kind in KINDS {
            self.tally.check_ids(kind, cells)?;
            if let Some((column, count)) = self.tally.ids(kind) {
                Arc::make_mut(self.set.names_mut(kind)).grow_ids(kind, count, column)?;
            }
        }
        add_batch(&mut self.set.cells, batch)
    }
}

#[cfg(test)]
mod tests;
