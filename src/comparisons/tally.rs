//! Rows, counted batch after batch, before they are added to a set.

use super::cells::{pack, Beside, Cell, Cells, UNGRADED, WHOLE};
use super::column::Key;
use super::decode::{Buffers, Stores, BLOCK};
use super::names::Kind;
use super::records::{Amounts, Records, Sums};
use super::rows::{Answer, Rows};
use super::table::{Progress, Table};
use super::{reserve, NONE};
use crate::error::{Error, Result};
use std::ops::AddAssign;

/// Most entries of one category of the table, which then has at most 20 MB (40 MB with weights).
const LARGEST_TABLE: usize = 1 << 20;
/// A table of this size is cheap even for a few rows.
const SMALLEST_TABLE: usize = 1 << 12;
/// Rows after which a table is emptied, before an entry could overflow. Tests come by here sooner.
const DRAIN: usize = if cfg!(test) { 4 * BLOCK } else { u32::MAX as usize - BLOCK };
/// Rows of several batches that are sorted together, at least: few large parts are joined sooner than many small ones.
const TOGETHER: usize = if cfg!(test) { 3 * BLOCK } else { 1 << 22 };
/// Number of rows that are sorted together as cells.
const APART: usize = if cfg!(test) { 2 * BLOCK } else { 1 << 16 };
/// Limit on ids per kind that any set may declare.
const ANY: usize = 1 << 24;

/// Rows, counted.
#[derive(Default)]
pub(super) struct Tally {
    /// Number of rows.
    rows: usize,
    /// Whether their weights are importance weights, once there are some.
    importance: Option<bool>,
    has_judges: bool,
    has_contexts: bool,
    /// One more than the largest id of items, judges, contexts, clusters.
    seen: [usize; 4],
    /// Which of them go by ids, with the column where they were first seen.
    by_ids: [Option<&'static str>; 4],
    /// Where ids are that only a large set may have.
    far: [Option<Far>; 4],
    /// Sums over the set and these rows, where they may overflow.
    sums: Option<Sums>,
    ones: Counting<u32>,
    weights: Counting<f64>,
    /// Rows that count one comparison each, and are not sorted yet.
    waiting: Records,
    buffers: Buffers,
    parts: Parts,
}

/// Counts of rows.
#[derive(Default)]
struct Parts {
    /// Each sorted and more than half as long as the next.
    cells: Vec<Cells>,
    /// Whether the rows that come have no presentation order.
    unordered: bool,
}

/// A table, and how many rows it counts.
struct Counting<T> {
    table: Table<T>,
    rows: usize,
}

impl<T: Copy + Default + PartialEq + AddAssign + Into<f64>> Default for Counting<T> {
    fn default() -> Counting<T> {
        Counting { table: Table::new(), rows: 0 }
    }
}

impl<T: Copy + Default + PartialEq + AddAssign + Into<f64>> Counting<T> {
    fn drain(&mut self) -> Result<Cells> {
        self.rows = 0;
        self.table.drain()
    }
}

/// A row with a large id.
struct Far {
    row: usize,
    column: &'static str,
    value: i128,
    base: i64,
}

impl Tally {
    /// How many rows were counted.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Whether weights are importance weights; None if there was no row.
    pub(super) fn importance(&self) -> Option<bool> {
        self.importance
    }

    /// Count rows that will be added to cells. Their names are interned on the way.
    pub(super) fn count(
        &mut self,
        rows: &Rows,
        answer: Answer,
        mut stores: Stores,
        known: &Cells,
    ) -> Result<()> {
        let amounts = Amounts::new(rows)?;
        if !amounts.are_valid() {
            return Err(rows.fault(answer));
        }
        let (has_judges, has_contexts) = (rows.judge.values.is_present(), rows.context.values.is_present());
        let before = (self.has_judges, self.has_contexts, self.parts.unordered);
        if (has_judges, has_contexts, rows.unordered) != before {
            self.drain()?;
            (self.has_judges, self.has_contexts, self.parts.unordered) =
                (has_judges, has_contexts, rows.unordered);
        }
        // Rows whose keys have more than ids of four kinds.
        let are_apart = rows.cluster.values.is_present()
            || rows.ordered.is_present()
            || rows.grade.is_present()
            || amounts.may_be_split();
        let in_table = answer != Answer::Counts && !rows.importance && !has_contexts;
        let total = (self.rows + rows.length).saturating_mul(2);
        let limit = total.clamp(SMALLEST_TABLE, LARGEST_TABLE);
        let before = self.seen;
        self.buffers.begin(rows);
        let mut counter =
            Counter { rows, answer, stores: &mut stores, buffers: &mut self.buffers, seen: self.seen };
        let done = match amounts.weight() {
            _ if are_apart => counter.apart(&amounts, &mut self.parts)?,
            _ if !in_table => 0,
            None => counter.by_table(&mut self.ones, &mut self.parts, limit, |_| 1)?,
            Some(weight) => counter.by_table(&mut self.weights, &mut self.parts, limit, |row| weight[row])?,
        };
        if amounts.depend_on_row() {
            let mut records = Records::new(done);
            counter.take(done, &mut records)?;
            self.parts.push(records.cells(&amounts)?)?;
        } else {
            counter.take(done, &mut self.waiting)?;
        }
        self.seen = counter.seen;
        if self.waiting.len() >= TOGETHER {
            let together = std::mem::take(&mut self.waiting);
            self.parts.push(together.cells(&Amounts::ones(rows.importance))?)?;
        }
        self.note_ids(rows, before);
        if amounts.depend_on_row() {
            let sums = || Sums { counts: known.total(), squares: known.total_squares() };
            amounts.add_to(self.sums.get_or_insert_with(sums), rows, answer)?;
        }
        self.importance = Some(rows.importance);
        self.rows += rows.length;
        Ok(())
    }

    /// Remember which kinds go by ids, and where they are large.
    fn note_ids(&mut self, rows: &Rows, before: [usize; 4]) {
        let keys: [&[(&Key, &'static str)]; 4] = [
            &[(&rows.left, "left"), (&rows.right, "right")],
            &[(&rows.judge, "judge")],
            &[(&rows.context, "context")],
            &[(&rows.cluster, "cluster")],
        ];
        for (kind, keys) in keys.into_iter().enumerate() {
            let values = keys[0].0.values;
            if values.is_present() && !values.has_names() {
                self.by_ids[kind] = self.by_ids[kind].or(Some(keys[0].1));
                if self.seen[kind] > ANY.max(before[kind]) {
                    self.far[kind] = far(keys, rows.length, self.seen[kind] - 1)
                        .map(|found| Far { row: self.rows + found.row, ..found });
                }
            }
        }
    }

    /// The columns with the ids of a kind, and how many ids there are; None where there are names.
    pub(super) fn ids(&self, kind: Kind) -> Option<(&'static str, usize)> {
        self.by_ids[kind as usize]
            .map(|column| (column, self.seen[kind as usize]))
            .filter(|(_, count)| *count > 0)
    }

    /// An error if ids are too large for a set with this many cells.
    pub(super) fn check_ids(&self, kind: Kind, cells: usize) -> Result<()> {
        let most = most_ids(cells);
        let Some((_, count)) = self.ids(kind).filter(|(_, count)| *count > most) else { return Ok(()) };
        let rule = "with so few different comparisons ids go up to";
        Err(match &self.far[kind as usize] {
            Some(Far { row, column, value, base }) => Error::row(
                *row,
                format!(
                    "{column} is {value}: {rule} {}; number {kind}s from {base}, or give names",
                    most as i128 - 1 + i128::from(*base)
                ),
            ),
            None => Error::data(format!("{kind} {}: {rule} {}", count - 1, most - 1)),
        })
    }

    /// The cells of all rows.
    pub(super) fn finish(&mut self) -> Result<Cells> {
        self.drain()?;
        self.parts.sum()
    }

    /// Empty the tables, and sort what waits.
    fn drain(&mut self) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        self.parts.push(waiting.cells(&Amounts::ones(self.importance == Some(true)))?)?;
        for cells in [self.ones.drain()?, self.weights.drain()?] {
            note_cells(&mut self.seen, &cells);
            self.parts.push(cells)?;
        }
        Ok(())
    }
}

impl Parts {
    /// Keep cells aside. Parts of like length are joined, so that every cell is walked over a few times only, however many
    /// batches there are.
    fn push(&mut self, cells: Cells) -> Result<()> {
        if cells.is_empty() {
            return Ok(());
        }
        reserve(&mut self.cells, 1)?;
        self.cells.push(if self.unordered { cells.without_order()? } else { cells });
        while let [.., one, two] = &self.cells[..] {
            if one.len() > 2 * two.len() {
                break;
            }
            self.join_last()?;
        }
        Ok(())
    }

    fn join_last(&mut self) -> Result<()> {
        if let (Some(two), Some(one)) = (self.cells.pop(), self.cells.pop()) {
            self.cells.push(one.merged(&two)?);
        }
        Ok(())
    }

    /// All of them as one.
    fn sum(&mut self) -> Result<Cells> {
        while self.cells.len() > 1 {
            self.join_last()?;
        }
        Ok(self.cells.pop().unwrap_or_default())
    }
}

/// Counts rows, block by block.
struct Counter<'a, 'r, 's> {
    rows: &'a Rows<'r>,
    answer: Answer,
    stores: &'a mut Stores<'s>,
    buffers: &'a mut Buffers,
    seen: [usize; 4],
}

impl Counter<'_, '_, '_> {
    /// Count rows in a table as long as it does not get too large; how many rows. Without weights, which may be zero, every
    /// id is in a cell, and so is noted when the table is emptied.
    fn by_table<T>(
        &mut self,
        counting: &mut Counting<T>,
        parts: &mut Parts,
        limit: usize,
        amount: impl Fn(usize) -> T + Copy,
    ) -> Result<usize>
    where
        T: Copy + Default + PartialEq + AddAssign + Into<f64>,
    {
        counting.table.allow(limit);
        for start in (0..self.rows.length).step_by(BLOCK) {
            let range = start..(start + BLOCK).min(self.rows.length);
            let block = self.buffers.decode(self.rows, self.answer, range, self.stores)?;
            let block = block.ok_or_else(|| self.rows.fault(self.answer))?;
            let progress = counting.table.count(&block, |row| amount(start + row))?;
            if self.rows.weight.is_present() {
                note(&mut self.seen, block.ids());
            }
            counting.rows += block.left.len();
            match progress {
                Progress::Done => (),
                Progress::Invalid => return Err(self.rows.fault(self.answer)),
                Progress::Full(row) => return Ok(start + row),
            }
            if counting.rows >= DRAIN {
                let cells = counting.drain()?;
                note_cells(&mut self.seen, &cells);
                parts.push(cells)?;
            }
        }
        Ok(self.rows.length)
    }

    /// Count rows with clusters, with an order of their own or with split judgements, some thousands at a time, by sorting
    /// them as cells; how many rows.
    fn apart(&mut self, amounts: &Amounts, parts: &mut Parts) -> Result<usize> {
        let mut cells: Vec<Cell> = Vec::new();
        for start in (0..self.rows.length).step_by(BLOCK) {
            let range = start..(start + BLOCK).min(self.rows.length);
            let block = self.buffers.decode(self.rows, self.answer, range, self.stores)?;
            let block = block.ok_or_else(|| self.rows.fault(self.answer))?;
            reserve(&mut cells, block.left.len())?;
            for at in 0..block.left.len() {
                let row = start + at;
                if !self.rows.is_valid(&block, at, row, self.answer) {
                    return Err(self.rows.fault(self.answer));
                }
                let (counts, squares) = amounts.of_row(row, block.codes[at]);
                if counts.iter().any(|&count| count != 0.0) {
                    let of = |ids: Option<&[u32]>| ids.map_or(NONE, |ids| ids[at]);
                    let unordered = self.rows.ordered.is_present() && self.rows.ordered.number(row) == 0.0;
                    let shares = amounts.shares(row).unwrap_or(WHOLE);
                    let grade = match self.answer {
                        Answer::Grade => {
                            self.rows.grade(row).map_or(UNGRADED, |grade| 1 + grade.unsigned_abs())
                        }
                        _ => UNGRADED,
                    };
                    let beside = Beside { cluster: of(block.cluster), unordered, shares, grade };
                    let key = pack(of(block.context), of(block.judge), block.left[at], block.right[at]);
                    cells.push(((key, beside), counts, self.rows.importance.then_some(squares)));
                }
            }
            note(&mut self.seen, block.ids());
            if cells.len() >= APART || start + BLOCK >= self.rows.length {
                parts.push(Cells::sorted(std::mem::take(&mut cells), self.rows.importance)?)?;
            }
        }
        Ok(self.rows.length)
    }

    /// Take the rows from `first` on, to count them by sorting their keys.
    fn take(&mut self, first: usize, records: &mut Records) -> Result<()> {
        for start in (first..self.rows.length).step_by(BLOCK) {
            let range = start..(start + BLOCK).min(self.rows.length);
            let block = self.buffers.decode(self.rows, self.answer, range, self.stores)?;
            let block = block.ok_or_else(|| self.rows.fault(self.answer))?;
            if !records.take(&block, self.answer)? {
                return Err(self.rows.fault(self.answer));
            }
            note(&mut self.seen, block.ids());
        }
        Ok(())
    }
}

/// The most ids of a kind that this many cells may declare. What a set and a model hold grows with the largest id, so that one
/// row with an id that is no number of an item would ask for all memory.
pub(super) fn most_ids(cells: usize) -> usize {
    const A_CELL: usize = 64;
    ANY.max(cells.saturating_mul(A_CELL))
}

/// The first row with an id.
fn far(keys: &[(&Key, &'static str)], length: usize, id: usize) -> Option<Far> {
    (0..length).find_map(|row| {
        let has_it = |key: &Key| key.values.integer(row) - i128::from(key.base) == id as i128;
        let (key, column) = keys.iter().find(|(key, _)| has_it(key))?;
        Some(Far { row, column, value: key.values.integer(row), base: key.base })
    })
}

/// Remember the largest ids of items, judges, contexts, clusters.
fn note(seen: &mut [usize; 4], columns: [&[u32]; 5]) {
    for (kind, ids) in [0, 0, 1, 2, 3].into_iter().zip(columns) {
        // One more than an id; NONE becomes 0.
        let count = ids.iter().fold(0, |most: u32, id| most.max(id.wrapping_add(1)));
        seen[kind] = seen[kind].max(count as usize);
    }
}

fn note_cells(seen: &mut [usize; 4], cells: &Cells) {
    note(seen, [&cells.left, &cells.right, &cells.judge, &cells.context, &cells.cluster]);
}
