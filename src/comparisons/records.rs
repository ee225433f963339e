//! Counting rows of any kind: keys are sorted, then equal ones added up.

use super::cells::Cells;
use super::column::Column;
use super::decode::Block;
use super::names::MOST;
use super::rows::{Answer, Rows};
use super::{reserve, NONE};
use crate::error::{Error, Result};
use crate::room::Put as _;
use crate::vectors::all;
use std::borrow::Cow;

/// Keys and codes of rows, decoded, from row `first` of the batch on.
#[derive(Default)]
pub(super) struct Records {
    first: usize,
    context: Vec<u32>,
    judge: Vec<u32>,
    left: Vec<u32>,
    right: Vec<u32>,
    codes: Vec<u8>,
}

impl Records {
    pub(super) fn new(first: usize) -> Records {
        Records { first, ..Records::default() }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.left.len()
    }

    /// Take a block of rows; false if one is invalid.
    pub(super) fn take(&mut self, block: &Block, answer: Answer) -> Result<bool> {
        let (left, right, codes) = (block.left, block.right, block.codes);
        let differ = |(left, right): (&[u32], &[u32])| {
            left.iter().zip(right).fold(true, |all, (left, right)| all & (left != right))
        };
        let wrong_sides = !left.chunks(64).zip(right.chunks(64)).all(differ);
        let wrong_code = answer != Answer::Counts && !all(codes, |code| (1..=5).contains(code));
        let columns = [
            (&mut self.left, Some(left)),
            (&mut self.right, Some(right)),
            (&mut self.judge, block.judge),
            (&mut self.context, block.context),
        ];
        let mut wrong_id = false;
        for (at, (column, ids)) in columns.into_iter().enumerate() {
            let ids = ids.unwrap_or_default();
            // Judges and contexts may be missing.
            wrong_id |= at < 2 && !all(ids, |&id| (id as usize) < MOST);
            reserve(column, ids.len())?;
            column.put_all(ids);
        }
        reserve(&mut self.codes, codes.len())?;
        self.codes.put_all(codes);
        Ok(!(wrong_sides || wrong_code || wrong_id))
    }

    /// Add up, with the amounts of the rows; equal keys in the order of the rows.
    pub(super) fn cells(&self, amounts: &Amounts) -> Result<Cells> {
        match Layout::of(self, amounts.depend_on_row()) {
            Some(layout) => self.by_words(&layout, amounts),
            None => self.by_rows(amounts),
        }
    }

    /// Sort keys packed into words: several times faster than by comparing columns.
    fn by_words(&self, layout: &Layout, amounts: &Amounts) -> Result<Cells> {
        let mut words: Vec<u64> = Vec::new();
        reserve(&mut words, self.left.len())?;
        words.put_until(self.left.len(), 0);
        for (column, ids) in self.columns().into_iter().enumerate().filter(|(_, ids)| !ids.is_empty()) {
            let (width, none) = (layout.widths[column], layout.none[column]);
            words
                .iter_mut()
                .zip(ids)
                .for_each(|(word, &id)| *word = *word << width | u64::from(id.min(none)));
        }
        if layout.with_row {
            words.iter_mut().zip(0u64..).for_each(|(word, row)| *word = *word << layout.low | row);
        } else {
            let codes = self.codes.iter();
            words
                .iter_mut()
                .zip(codes)
                .for_each(|(word, &code)| *word = *word << layout.low | u64::from(code));
        }
        words.sort_unstable();
        let mut cells = Cells::default();
        let columns = amounts.columns();
        let mut last = u64::MAX;
        for word in words {
            let low = word & ((1 << layout.low) - 1);
            let (row, code) = match layout.with_row {
                true => (low as usize, self.codes[low as usize]),
                false => (0, low as u8),
            };
            let key = word >> layout.low;
            let amounts = Amounts::of(&columns, self.first + row, code);
            if cells.count(key == last, || layout.ids(key), amounts, columns.importance)? {
                last = key;
            }
        }
        Ok(cells)
    }

    /// Sort rows by comparing columns, whatever the ids.
    fn by_rows(&self, amounts: &Amounts) -> Result<Cells> {
        let ids = |row: usize| self.columns().map(|ids| ids.get(row).copied().unwrap_or(NONE));
        let mut order: Vec<usize> = Vec::new();
        reserve(&mut order, self.left.len())?;
        order.put_each(0..self.left.len());
        order.sort_unstable_by_key(|&row| (ids(row), row));
        let mut cells = Cells::default();
        let columns = amounts.columns();
        let mut last = None;
        for row in order {
            let amounts = Amounts::of(&columns, self.first + row, self.codes[row]);
            let key = Some(ids(row));
            if cells.count(key == last, || ids(row), amounts, columns.importance)? {
                last = key;
            }
        }
        Ok(cells)
    }

    fn columns(&self) -> [&[u32]; 4] {
        [&self.context, &self.judge, &self.left, &self.right]
    }
}

/// How a key, and below it a row or a code, are packed into a word.
struct Layout {
    /// Bits of context, judge, left, right; 0 for an absent column.
    widths: [u32; 4],
    /// The bits below those of each.
    shifts: [u32; 4],
    /// The code for none in a word: one more than the largest id, so that it comes last; zero where all are none.
    none: [u32; 4],
    /// Bits of the row or the code.
    low: u32,
    with_row: bool,
}

impl Layout {
    /// The layout, if the bits suffice.
    fn of(records: &Records, with_row: bool) -> Option<Layout> {
        let columns = records.columns();
        // One more than the largest id is at most NONE, which becomes zero.
        let none = columns.map(|ids| ids.iter().fold(0, |most, id| id.wrapping_add(1).max(most)));
        let bits = |column: usize| {
            let most = none[column].saturating_sub(u32::from(all(columns[column], |&id| id != NONE)));
            u32::BITS - most.leading_zeros()
        };
        let widths: [u32; 4] = std::array::from_fn(bits);
        let shifts = std::array::from_fn(|column| widths[column + 1..].iter().sum());
        let low = if with_row { usize::BITS - records.left.len().leading_zeros() } else { 3 };
        (widths.iter().sum::<u32>() + low <= u64::BITS).then_some(Layout {
            widths,
            shifts,
            none,
            low,
            with_row,
        })
    }

    /// Context, judge, left and right of a key.
    fn ids(&self, key: u64) -> [u32; 4] {
        std::array::from_fn(|column| {
            let id = (key >> self.shifts[column] & ((1 << self.widths[column]) - 1)) as u32;
            if id == self.none[column] {
                NONE
            } else {
                id
            }
        })
    }
}

/// Largest sum over a set. The margin below infinity is for sums in another order.
pub(super) const LARGEST_SUM: f64 = f64::MAX * (1.0 - 1e-6);

/// Deviation from one of shares that were rounded to six digits.
const SHARES: f64 = 2e-6;

/// Sums over a set.
pub(super) struct Sums {
    pub(super) counts: f64,
    pub(super) squares: f64,
}

/// Rows whose counts are summed together.
const SOME: usize = 256;

/// The columns of amounts, empty where they are absent.
struct Columns<'a> {
    weight: &'a [f64],
    counts: [&'a [f64]; 5],
    importance: bool,
}

/// How much each row counts.
pub(super) struct Amounts<'a> {
    weight: Option<Cow<'a, [f64]>>,
    counts: [Option<Cow<'a, [f64]>>; 5],
    importance: bool,
}

impl<'a> Amounts<'a> {
    pub(super) fn new(rows: &Rows<'a>) -> Result<Amounts<'a>> {
        let mut counts = [const { None }; 5];
        for (slot, (_, column)) in counts.iter_mut().zip(rows.counts()) {
            *slot = numbers(column, rows.length)?;
        }
        Ok(Amounts { weight: numbers(rows.weight, rows.length)?, counts, importance: rows.importance })
    }

    /// One comparison a row.
    pub(super) fn ones(importance: bool) -> Amounts<'static> {
        Amounts { weight: None, counts: [const { None }; 5], importance }
    }

    /// Whether rows of the same code may count differently.
    pub(super) fn depend_on_row(&self) -> bool {
        self.weight.is_some() || self.counts.iter().any(Option::is_some)
    }

    /// The weights, unless all rows have weight 1.
    pub(super) fn weight(&self) -> Option<&[f64]> {
        self.weight.as_deref()
    }

    /// Whether all are finite and not negative.
    pub(super) fn are_valid(&self) -> bool {
        let columns = self.counts.iter().chain([&self.weight]).flatten();
        columns.into_iter().all(|column| all(column, |amount| (0.0..f64::INFINITY).contains(amount)))
    }

    fn columns(&self) -> Columns<'_> {
        Columns {
            weight: self.weight.as_deref().unwrap_or_default(),
            counts: self.counts.each_ref().map(|column| column.as_deref().unwrap_or_default()),
            importance: self.importance,
        }
    }

    /// Counts and squared weights of a row, by category.
    fn of(columns: &Columns, row: usize, code: u8) -> ([f64; 5], [f64; 5]) {
        let weight = columns.weight.get(row).copied().unwrap_or(1.0);
        let counts: [f64; 5] = match usize::from(code).checked_sub(1) {
            Some(category) => std::array::from_fn(|other| if other == category { weight } else { 0.0 }),
            None => columns.counts.map(|counts| counts.get(row).map_or(0.0, |count| count * weight)),
        };
        // Adding zero turns a negative zero into a plain one.
        let counts = counts.map(|count| count + 0.0);
        (counts, counts.map(|count| count * weight))
    }

    /// Counts and squared weights of a row, by category.
    pub(super) fn of_row(&self, row: usize, code: u8) -> ([f64; 5], [f64; 5]) {
        Amounts::of(&self.columns(), row, code)
    }

    /// Whether some row may be a judgement that is split between answers: it has a count below one.
    pub(super) fn may_be_split(&self) -> bool {
        let columns = self.counts.iter().flatten();
        columns.into_iter().any(|column| !all(column, |&count| count == 0.0 || count >= 1.0))
    }

    /// The shares of a row that is one judgement, split between answers: counts that sum to one, more than one of them above
    /// zero. Other fractions are counts that somebody weighted: the number of judgements is unknown.
    pub(super) fn shares(&self, row: usize) -> Option<[f64; 5]> {
        let counts = self.counts.each_ref().map(|column| column.as_ref().map_or(0.0, |counts| counts[row]));
        let total: f64 = counts.iter().sum();
        let is_split =
            counts.iter().filter(|&&count| count > 0.0).count() > 1 && (total - 1.0).abs() <= SHARES;
        is_split.then(|| counts.map(|count| count / total + 0.0))
    }

    /// Adds to the sums over the set; an error of the row where they are no longer finite.
    pub(super) fn add_to(&self, sums: &mut Sums, rows: &Rows, answer: Answer) -> Result<()> {
        let columns = self.columns();
        let mut all = [0.0; SOME];
        for first in (0..rows.length).step_by(SOME) {
            let some = first..rows.length.min(first + SOME);
            let all = &mut all[..some.len()];
            let weight = columns.weight.get(some.clone());
            match (answer, weight) {
                (Answer::Counts, _) => {
                    all.fill(0.0);
                    for counts in columns.counts.iter().filter_map(|counts| counts.get(some.clone())) {
                        let sums = all.iter_mut().zip(counts);
                        match weight {
                            // Counts that overflow together may not with their weights.
                            Some(weight) => sums.zip(weight).for_each(|((sum, count), w)| *sum += count * w),
                            None => sums.for_each(|(sum, count)| *sum += count),
                        }
                    }
                }
                (_, Some(weight)) => all.copy_from_slice(weight),
                (_, None) => all.fill(1.0),
            }
            for (at, (row, count)) in some.zip(all.iter()).enumerate() {
                sums.counts += count;
                if sums.counts > LARGEST_SUM {
                    return Err(self.overflow(row, rows, "comparisons"));
                }
                if self.importance {
                    sums.squares += count * weight.map_or(1.0, |weight| weight[at]);
                }
                if sums.squares > LARGEST_SUM {
                    return Err(self.overflow(row, rows, "squared weights"));
                }
            }
        }
        Ok(())
    }

    fn overflow(&self, row: usize, rows: &Rows, what: &str) -> Error {
        let largest = rows
            .counts()
            .into_iter()
            .chain([("weight", rows.weight)])
            .filter(|(_, column)| column.is_present())
            .map(|(name, column)| (name, column.number(row)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let (name, value) = largest.unwrap_or(("weight", 1.0));
        Error::row(row, format!("{name} is {value:e}, with which the sum of all {what} overflows"))
    }
}

fn numbers(column: Column, length: usize) -> Result<Option<Cow<[f64]>>> {
    Ok(match column {
        Column::Absent => None,
        Column::F64(values) => Some(Cow::Borrowed(values)),
        other => {
            let mut values = Vec::new();
            reserve(&mut values, length)?;
            values.put_each((0..length).map(|row| other.number(row)));
            Some(Cow::Owned(values))
        }
    })
}
