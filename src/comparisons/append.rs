//! From rows to cells: everything is checked and counted aside, then added at once.

use super::cells::{add_batch, Cells};
use super::column::{Column, Key};
use super::decode::{Buffers, Stores, BLOCK};
use super::names::Kind;
use super::records::{Amounts, Records};
use super::rows::{Answer, Rows};
use super::table::{Progress, Table};
use super::Set;
use crate::error::{Error, Result};
use crate::room;
use std::ops::AddAssign;
use std::sync::Arc;

/// Most entries of one category of the table, which then has at most 20 MB (40 MB with weights).
const LARGEST_TABLE: usize = 1 << 20;
/// A table of this size is cheap even for a few rows.
const SMALLEST_TABLE: usize = 1 << 12;
/// Rows after which a table is emptied, before an entry could overflow. Tests come by here sooner.
const DRAIN: usize = if cfg!(test) { 4 * BLOCK } else { u32::MAX as usize - BLOCK };

impl Set {
    /// Append rows: all of them or, at the first invalid one, none; the set is then as it was.
    ///
    /// The first rows decide, for items, judges and contexts each, whether they have names or ids.
    /// A row of weight 0 counts nothing, but its names are known afterwards. Append in batches: one
    /// call may cost as much as the set has cells.
    pub fn append(&mut self, rows: &Rows) -> Result<()> {
        if rows.length == 0 {
            return Ok(());
        }
        let answer = rows.check_columns(&self.items, &self.judges, &self.contexts)?;
        if !self.cells.is_empty() && self.importance() != rows.importance {
            let [known, new] =
                if rows.importance { ["frequencies", "importance"] } else { ["importance", "frequencies"] };
            return Err(Error::data(format!(
                "the weights of the set are {known} weights, those of the rows {new} weights"
            )));
        }
        let marks = [&self.items, &self.judges, &self.contexts].map(|names| names.mark());
        let appended = room::attempt(|| self.count(rows, answer).and_then(|batch| self.add(rows, batch)));
        if appended.is_err() {
            for (kind, mark) in [Kind::Item, Kind::Judge, Kind::Context].into_iter().zip(marks) {
                // Names that are still shared have not changed.
                Arc::get_mut(self.names_mut(kind)).into_iter().for_each(|names| names.undo(mark));
            }
        }
        appended
    }

    /// The cells of the rows. Their names are interned on the way.
    fn count(&mut self, rows: &Rows, answer: Answer) -> Result<Batch> {
        let amounts = Amounts::new(rows)?;
        if !amounts.are_valid() {
            return Err(rows.fault(answer));
        }
        let mut counter = Counter {
            rows,
            answer,
            stores: Stores {
                items: Arc::make_mut(&mut self.items),
                judges: Arc::make_mut(&mut self.judges),
                contexts: Arc::make_mut(&mut self.contexts),
            },
            buffers: Buffers::default(),
            seen: [0; 3],
        };
        let in_table = answer != Answer::Counts && !rows.importance && !rows.context.values.is_present();
        let (cells, done) = match amounts.weight() {
            _ if !in_table => (Cells::default(), 0),
            None => counter.by_table(false, |_| 1u32)?,
            Some(weight) => counter.by_table(true, |row| weight[row])?,
        };
        let rest = counter.by_sorting(done, &amounts)?;
        let seen = counter.seen;
        amounts.check_sums(rows, answer, &self.cells)?;
        let cells = match (cells.is_empty(), rest.is_empty()) {
            (true, _) => rest,
            (_, true) => cells,
            _ => cells.merged(&rest)?,
        };
        Ok(Batch { seen, cells })
    }

    /// Add counted rows, and know the ids that they mention.
    fn add(&mut self, rows: &Rows, batch: Batch) -> Result<()> {
        let columns = [
            (Kind::Item, &rows.left, "left"),
            (Kind::Judge, &rows.judge, "judge"),
            (Kind::Context, &rows.context, "context"),
        ];
        let cells = self.cells.len() + batch.cells.len();
        for ((kind, key, column), count) in columns.into_iter().zip(batch.seen) {
            if count > most_ids(cells) {
                return Err(too_large(rows, kind, count - 1, most_ids(cells)));
            }
            if key.values.is_present() && !matches!(key.values, Column::Text(_)) {
                Arc::make_mut(self.names_mut(kind)).grow_ids(kind, count, column)?;
            }
        }
        add_batch(&mut self.cells, batch.cells)
    }
}

/// Rows, counted.
struct Batch {
    cells: Cells,
    /// One more than the largest id of items, judges, contexts.
    seen: [usize; 3],
}

/// Counts rows, block by block.
struct Counter<'a, 'r> {
    rows: &'a Rows<'r>,
    answer: Answer,
    stores: Stores<'a>,
    buffers: Buffers,
    seen: [usize; 3],
}

impl Counter<'_, '_> {
    /// Count rows in a table as long as it does not get too large; the cells, and how many rows. If
    /// amounts cannot be zero, every id that was seen is in a cell.
    fn by_table<T>(&mut self, can_be_zero: bool, amount: impl Fn(usize) -> T + Copy) -> Result<(Cells, usize)>
    where
        T: Copy + Default + PartialEq + AddAssign + Into<f64>,
    {
        let limit = (2 * self.rows.length).clamp(SMALLEST_TABLE, LARGEST_TABLE);
        let mut table = Table::new(self.rows.judge.values.is_present(), limit);
        let mut cells = Cells::default();
        let mut since_drain = 0;
        for start in (0..self.rows.length).step_by(BLOCK) {
            let range = start..(start + BLOCK).min(self.rows.length);
            let block = self.buffers.decode(self.rows, self.answer, range, &mut self.stores)?;
            let block = block.ok_or_else(|| self.rows.fault(self.answer))?;
            match table.count(&block, |row| amount(start + row))? {
                Progress::Done => (),
                Progress::Invalid => return Err(self.rows.fault(self.answer)),
                Progress::Full(row) => {
                    let cells = cells.merged(&table.drain()?)?;
                    note(&mut self.seen, [&cells.left, &cells.right, &cells.judge, &cells.context]);
                    return Ok((cells, start + row));
                }
            }
            if can_be_zero {
                note(&mut self.seen, block.ids());
            }
            since_drain += block.left.len();
            if since_drain >= DRAIN {
                cells = cells.merged(&table.drain()?)?;
                since_drain = 0;
            }
        }
        let last = table.drain()?;
        let cells = if cells.is_empty() { last } else { cells.merged(&last)? };
        note(&mut self.seen, [&cells.left, &cells.right, &cells.judge, &cells.context]);
        Ok((cells, self.rows.length))
    }

    /// Count rows from `first` on by sorting their keys.
    fn by_sorting(&mut self, first: usize, amounts: &Amounts) -> Result<Cells> {
        let mut records = Records::new(first);
        for start in (first..self.rows.length).step_by(BLOCK) {
            let range = start..(start + BLOCK).min(self.rows.length);
            let block = self.buffers.decode(self.rows, self.answer, range, &mut self.stores)?;
            let block = block.ok_or_else(|| self.rows.fault(self.answer))?;
            if !records.take(&block, self.answer)? {
                return Err(self.rows.fault(self.answer));
            }
            note(&mut self.seen, block.ids());
        }
        records.cells(amounts)
    }
}

/// The most ids of a kind that so many cells may declare. What a set and a model hold grows with the largest id, so that one
/// row with an id that is no number of an item would ask for all memory.
pub(super) fn most_ids(cells: usize) -> usize {
    const ANY: usize = 1 << 24;
    const A_CELL: usize = 64;
    ANY.max(cells.saturating_mul(A_CELL))
}

/// The error of the first row with the id.
fn too_large(rows: &Rows, kind: Kind, id: usize, most: usize) -> Error {
    let keys: &[(&Key, &str)] = match kind {
        Kind::Item => &[(&rows.left, "left"), (&rows.right, "right")],
        Kind::Judge => &[(&rows.judge, "judge")],
        Kind::Context => &[(&rows.context, "context")],
    };
    let given = |key: &Key, row: usize| key.values.integer(row) - i128::from(key.base);
    for row in 0..rows.length {
        if let Some((key, column)) = keys.iter().find(|(key, _)| given(key, row) == id as i128) {
            let value = key.values.integer(row);
            return Error::row(
                row,
                format!(
                    "{column} is {value}: with so few different comparisons ids go up to {}; number {kind}s from {}, or \
                     give names",
                    most as i128 - 1 + i128::from(key.base),
                    key.base
                ),
            );
        }
    }
    Error::data(format!("{kind} {id}: with so few different comparisons ids go up to {}", most - 1))
}

/// Remember the largest ids of items, judges, contexts.
fn note(seen: &mut [usize; 3], columns: [&[u32]; 4]) {
    for (kind, ids) in [0, 0, 1, 2].into_iter().zip(columns) {
        // One more than an id; NONE becomes 0.
        let count = ids.iter().fold(0, |most: u32, id| most.max(id.wrapping_add(1)));
        seen[kind] = seen[kind].max(count as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::testing::{cells_of, counted, Row};
    use crate::comparisons::{Key, NONE};
    use crate::random::Random;

    fn ids(values: Column) -> Key {
        Key { values, base: 0 }
    }

    /// Rows with items below `items`, judges below `judges`.
    fn random_rows(count: usize, items: u64, judges: u64) -> Vec<Row> {
        let mut random = Random::new(3, 0);
        let row = |_| {
            let left = random.below(items) as u8;
            let right = (u64::from(left) + 1 + random.below(items - 1)) % items;
            let judge = (judges > 0).then(|| random.below(judges) as u8);
            let code = 1 + random.below(5) as u8;
            Row { context: None, judge, left, right: right as u8, code, weight: 1.0 }
        };
        (0..count).map(row).collect()
    }

    /// One column of rows, converted.
    fn column<T>(rows: &[Row], value: impl Fn(&Row) -> T) -> Vec<T> {
        rows.iter().map(value).collect()
    }

    #[test]
    fn every_type_of_column_gives_the_same_cells() {
        let rows = random_rows(300, 20, 0);
        let expected = counted(&rows);
        macro_rules! check {
            ($variant:ident, $type:ty, $base:expr) => {
                let shift = |id: u8| (i64::from(id) + $base) as $type;
                let (left, right) =
                    (column(&rows, |row| shift(row.left)), column(&rows, |row| shift(row.right)));
                let codes = column(&rows, |row| row.code as $type);
                let mut set = Set::new();
                set.append(&Rows {
                    length: rows.len(),
                    left: Key { values: Column::$variant(&left), base: $base },
                    right: Key { values: Column::$variant(&right), base: $base },
                    outcome: Column::$variant(&codes),
                    ..Rows::default()
                })
                .unwrap();
                let counts: Vec<_> = expected.values().map(|(counts, _)| *counts).collect();
                assert_eq!(set.cells().counts, counts, stringify!($variant));
                assert_eq!((set.items(), set.judges(), set.has_anonymous_judge()), (20, 0, true));
                assert_eq!(
                    cells_of(&set).into_keys().collect::<Vec<_>>(),
                    expected.keys().copied().collect::<Vec<_>>()
                );
            };
        }
        check!(I8, i8, -100);
        check!(U8, u8, 1);
        check!(I16, i16, -1);
        check!(U16, u16, 1000);
        check!(I32, i32, i64::from(i32::MIN));
        check!(U32, u32, 0);
        check!(U32, u32, 4_000_000_000);
        check!(I64, i64, i64::MIN);
        check!(I64, i64, i64::MAX - 30);
        check!(U64, u64, 1);
    }

    #[test]
    fn an_id_that_declares_billions_is_refused_with_its_row() {
        let mut set = Set::new();
        let far = [0u32, 4_000_000_000, 1];
        let near = Column::U32(&[1, 0, 2]);
        let rows = |left, judge| Rows {
            length: 3,
            left: ids(left),
            right: ids(near),
            judge: ids(judge),
            outcome: Column::U8(&[1, 1, 1]),
            ..Rows::default()
        };
        let of_items = rows(Column::U32(&far), Column::Absent);
        let of_judges = rows(Column::U32(&[0, 1, 0]), Column::U32(&far));
        for (rows, column) in [(of_items, "left"), (of_judges, "judge")] {
            let error = set.append(&rows).unwrap_err();
            assert_eq!(error.row_number(), Some(1), "{error}");
            assert!(error.to_string().contains(&format!("{column} is 4000000000")), "{error}");
            assert!(set.cells().is_empty() && set.items() == 0 && set.judges() == 0);
        }
        let most = super::most_ids(1) as u32;
        let one = |left: &[u32; 1]| {
            let left = ids(Column::U32(left));
            let rows = Rows {
                length: 1,
                left,
                right: ids(Column::U32(&[0])),
                outcome: Column::U8(&[1]),
                ..Rows::default()
            };
            Set::new().append(&rows)
        };
        assert!(one(&[most - 1]).is_ok() && one(&[most]).is_err());
    }

    #[test]
    fn scores_are_outcomes() {
        let mut set = Set::new();
        let row = |score| Rows {
            length: 3,
            left: ids(Column::U8(&[0, 0, 0])),
            right: ids(Column::U8(&[1, 1, 1])),
            score,
            ..Rows::default()
        };
        set.append(&row(Column::F64(&[1.0, 0.5, 0.0]))).unwrap();
        set.append(&row(Column::I32(&[1, 1, 0]))).unwrap();
        assert_eq!(set.cells().counts, [[3.0, 2.0, 1.0, 0.0, 0.0]]);
        assert_eq!(set.append(&row(Column::U8(&[1, 1, 2]))).unwrap_err().row_number(), Some(2));
    }

    #[test]
    fn counts_stand_for_many_comparisons() {
        let rows = Rows {
            length: 2,
            left: ids(Column::Text(&["a", "b"])),
            right: ids(Column::Text(&["b", "a"])),
            wins: Column::I64(&[3, 0]),
            losses: Column::F64(&[1.0, -0.0]),
            both_bad: Column::F64(&[-0.0, 0.0]),
            weight: Column::F64(&[0.5, 1.0]),
            importance: true,
            ..Rows::default()
        };
        let mut set = Set::new();
        set.append(&rows).unwrap();
        // The second row counts nothing, and no zero is negative.
        assert!(set.cells().counts.iter().flatten().all(|count| count.is_sign_positive()));
        assert_eq!(set.cells().counts, [[1.5, 0.5, 0.0, 0.0, 0.0]]);
        assert_eq!(set.cells().squares, [[0.75, 0.25, 0.0, 0.0, 0.0]]);
        set.append(&Rows { ties: Column::U8(&[0, 4]), ..rows }).unwrap();
        assert_eq!(set.cells().counts, [[3.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0, 0.0]]);
    }

    #[test]
    fn tables_and_sorting_agree() {
        // Many blocks; ids that grow with the rows; rows that come by the emptying of the table.
        type Order = fn(&Row) -> u8;
        let by_left: Order = |row| row.left / 4;
        let by_right: Order = |row| row.right / 4;
        let by_both: Order = |row| row.left.max(row.right) / 4;
        let by_judge: Order = |row| row.judge.unwrap_or(0);
        let cases = [
            (3, 0, by_left),
            (60, 0, by_left),
            (250, 0, by_right),
            (60, 0, by_both),
            (20, 9, by_right),
            (20, 9, by_judge),
        ];
        for (items, judges, order) in cases {
            let mut rows = random_rows(12 * BLOCK + 5, items, judges);
            rows.sort_by_key(order);
            let expected = counted(&rows);
            let left = column(&rows, |row| row.left);
            let right = column(&rows, |row| row.right);
            let judge = column(&rows, |row| row.judge.unwrap_or(0));
            let context = vec![0u8; rows.len()];
            let ones = vec![1.0; rows.len()];
            let codes = column(&rows, |row| row.code);
            let plain = Rows {
                length: rows.len(),
                left: ids(Column::U8(&left)),
                right: ids(Column::U8(&right)),
                judge: if judges > 0 { ids(Column::U8(&judge)) } else { Key::default() },
                outcome: Column::U8(&codes),
                ..Rows::default()
            };
            let weighted = Rows { weight: Column::F64(&ones), ..plain };
            let in_context = Rows { context: ids(Column::U8(&context)), ..weighted };
            for (number, rows) in [plain, weighted, in_context].iter().enumerate() {
                let mut set = Set::new();
                set.append(rows).unwrap();
                assert_eq!(set.items(), items as usize);
                let mut cells = cells_of(&set);
                if number == 2 {
                    cells = cells.into_iter().map(|([_, j, l, r], cell)| ([NONE, j, l, r], cell)).collect();
                }
                assert_eq!(cells.len(), expected.len());
                assert!(cells.iter().all(|(key, (counts, _))| expected[key].0 == *counts), "{number}");
            }
        }
    }

    #[test]
    fn ids_too_large_for_a_table_are_sorted_instead() {
        // From the first row on, from some row on, and beyond what fits into one word.
        for far in [0, BLOCK + 7] {
            for (large, judge) in [(50_000u32, 5u32), (16_777_214, 16_777_214)] {
                let length = 2 * BLOCK;
                let left: Vec<u32> = (0..length as u32).map(|row| row % 7).collect();
                let right: Vec<u32> = (0..length).map(|row| if row < far { 8 } else { large }).collect();
                let judges: Vec<u32> =
                    (0..length).map(|row| if row < far || row % 2 == 0 { 1 } else { judge }).collect();
                let codes = vec![2u8; length];
                let weights: Vec<f64> = (0..length).map(|row| if row < far { 1.0 } else { 2.0 }).collect();
                let rows = Rows {
                    length,
                    left: ids(Column::U32(&left)),
                    right: ids(Column::U32(&right)),
                    judge: ids(Column::U32(&judges)),
                    outcome: Column::U8(&codes),
                    ..Rows::default()
                };
                for (rows, weight) in [(rows, 1.0), (Rows { weight: Column::F64(&weights), ..rows }, 2.0)] {
                    let mut set = Set::new();
                    set.append(&rows).unwrap();
                    let cells = set.cells();
                    assert_eq!((set.items(), set.judges()), (large as usize + 1, judge as usize + 1));
                    assert_eq!(cells.len(), if far > 0 { 21 } else { 14 });
                    assert_eq!(cells.total(), far as f64 + weight * (length - far) as f64);
                    assert!((1..cells.len()).all(|cell| cells.key(cell - 1) < cells.key(cell)));
                    assert_eq!(cells.judge.iter().filter(|&&other| other == judge).count(), 7);
                }
            }
        }
    }

    #[test]
    fn a_row_of_weight_zero_leaves_its_names() {
        for context in [Column::Absent, Column::U8(&[6, 0])] {
            let mut set = Set::new();
            set.append(&Rows {
                length: 2,
                left: ids(Column::U8(&[9, 0])),
                right: ids(Column::U8(&[0, 1])),
                context: ids(context),
                outcome: Column::U8(&[1, 1]),
                weight: Column::F64(&[0.0, 2.0]),
                ..Rows::default()
            })
            .unwrap();
            assert_eq!((set.items(), set.cells().len()), (10, 1));
            assert_eq!(set.contexts(), if context.is_present() { 7 } else { 0 });
        }
    }

    #[test]
    fn names_get_ids_in_the_order_of_rows() {
        let mut set = Set::new();
        set.append(&Rows {
            length: 2,
            left: ids(Column::Text(&["d", "b"])),
            right: ids(Column::Text(&["c", "a"])),
            outcome: Column::U8(&[1, 1]),
            ..Rows::default()
        })
        .unwrap();
        let names: Vec<&str> = (0..4).map(|id| set.name(Kind::Item, id).unwrap()).collect();
        assert_eq!(names, ["d", "c", "b", "a"]);
    }

    #[test]
    fn kinds_of_weights_do_not_mix() {
        let row = |importance| Rows {
            length: 1,
            left: ids(Column::U8(&[0])),
            right: ids(Column::U8(&[1])),
            outcome: Column::U8(&[1]),
            importance,
            ..Rows::default()
        };
        for first in [false, true] {
            let mut set = Set::new();
            set.append(&row(first)).unwrap();
            let old = set.clone();
            assert_eq!(set.append(&row(!first)).unwrap_err().code(), 3);
            assert_eq!(set, old);
            assert_eq!(set.importance(), first);
        }
    }

    #[test]
    fn a_copy_does_not_see_later_rows() {
        let row = Rows {
            length: 1,
            left: ids(Column::Text(&["a"])),
            right: ids(Column::Text(&["b"])),
            outcome: Column::U8(&[1]),
            ..Rows::default()
        };
        let mut set = Set::new();
        set.append(&row).unwrap();
        let copy = set.clone();
        set.append(&Rows { left: ids(Column::Text(&["c"])), ..row }).unwrap();
        assert_eq!((copy.items(), copy.cells().len()), (2, 1));
        assert_eq!((set.items(), set.cells().len()), (3, 2));
    }

    /// Nanoseconds a row, to be run by hand in a release build.
    #[test]
    #[ignore = "prints times"]
    fn time_of_two_million_rows() {
        let length = 2_000_000;
        let rows = random_rows(length, 200, 20);
        let left = column(&rows, |row| u32::from(row.left));
        let right = column(&rows, |row| u32::from(row.right));
        let judge = column(&rows, |row| row.judge.unwrap_or(0));
        let context: Vec<u32> = (0..length as u32).map(|row| row % 100_003).collect();
        let codes = column(&rows, |row| row.code.min(3));
        let scores = column(&rows, |row| [1.0, 0.0, 0.5][usize::from(row.code.min(3)) - 1]);
        let weights = vec![0.5; length];
        let names: Vec<String> = (0..200).map(|id| format!("model-number-{id}")).collect();
        let left_names = column(&rows, |row| names[usize::from(row.left)].as_str());
        let right_names = column(&rows, |row| names[usize::from(row.right)].as_str());
        let plain = Rows {
            length,
            left: ids(Column::U32(&left)),
            right: ids(Column::U32(&right)),
            outcome: Column::U8(&codes),
            ..Rows::default()
        };
        let text =
            Rows { left: ids(Column::Text(&left_names)), right: ids(Column::Text(&right_names)), ..plain };
        let cases = [
            ("ids and codes", plain),
            ("ids and scores", Rows { outcome: Column::Absent, score: Column::F64(&scores), ..plain }),
            ("names and codes", text),
            ("with judges", Rows { judge: ids(Column::U8(&judge)), ..plain }),
            ("with weights", Rows { weight: Column::F64(&weights), ..plain }),
            ("with contexts", Rows { context: ids(Column::U32(&context)), ..plain }),
        ];
        for (name, rows) in cases {
            let times = (0..7).map(|_| {
                let start = std::time::Instant::now();
                Set::new().append(&rows).unwrap();
                start.elapsed().as_nanos() as f64 / length as f64
            });
            println!("{name}: {:.2} ns a row", times.fold(f64::INFINITY, f64::min));
        }
    }
}
