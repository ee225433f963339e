//! Cells: counts by (context, judge, left, right), as a structure of arrays.

use super::{reserve, NONE};
use crate::error::Result;
use crate::room::{self, copied, Put as _};
use std::cmp::Ordering;
use std::sync::Arc;

/// Counts of five categories by key, sorted by (context, judge, left, right), then by the rest of the key, keys unique.
///
/// The rest of the key is what few sets have: a cluster apart from the context, items without a presentation order, the
/// shares of judgements that are split between answers, and grades. A column that is the default throughout is empty.
///
/// [`NONE`] as context, judge or cluster sorts last. Every cell holds something: its counts are finite, not
/// negative, and not all zero.
#[derive(Debug, Default, PartialEq)]
pub struct Cells {
    /// The subject of the comparisons, or [`NONE`].
    pub context: Vec<u32>,
    /// Who judged, or [`NONE`].
    pub judge: Vec<u32>,
    /// The item shown first; of cells without an order the item with the lower id.
    pub left: Vec<u32>,
    /// The item shown second.
    pub right: Vec<u32>,
    /// Left preferred, right preferred, tie, both good, both bad.
    pub counts: Vec<[f64; 5]>,
    /// Sums of squared weights, by category. Empty unless weights are importance weights.
    pub squares: Vec<[f64; 5]>,
    /// The cluster apart from the context, or [`NONE`]. Empty where no comparison has one.
    pub(super) cluster: Vec<u32>,
    /// Whether it is unknown which item was shown first, or none was. Empty where all have an order.
    pub(super) unordered: Vec<bool>,
    /// The shares of every judgement of the cell between the categories, which sum to one; zeros where each judgement
    /// has one answer. Empty where this holds throughout.
    pub(super) shares: Vec<[f64; 5]>,
    /// The grade of the answers: 0 where they have none, else one more than how far the preferred item is ahead. Empty
    /// where no answer has a grade.
    pub(super) grade: Vec<u8>,
}

impl Clone for Cells {
    fn clone(&self) -> Cells {
        Cells {
            context: copied(&self.context),
            judge: copied(&self.judge),
            left: copied(&self.left),
            right: copied(&self.right),
            counts: copied(&self.counts),
            squares: copied(&self.squares),
            cluster: copied(&self.cluster),
            unordered: copied(&self.unordered),
            shares: copied(&self.shares),
            grade: copied(&self.grade),
        }
    }
}

/// Number of categories of an answer.
pub(super) const CATEGORIES: usize = 5;

/// The shares of judgements with one answer each.
pub(super) const WHOLE: [f64; CATEGORIES] = [0.0; CATEGORIES];

impl Cells {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The cluster apart from the context, or [`NONE`].
    #[inline]
    pub fn cluster(&self, cell: usize) -> u32 {
        self.cluster.get(cell).copied().unwrap_or(NONE)
    }

    /// Whether comparisons of a cell have a presentation order: left was shown first.
    #[inline]
    pub fn is_ordered(&self, cell: usize) -> bool {
        !self.unordered.get(cell).copied().unwrap_or(false)
    }

    /// The shares of each judgement of a cell between the categories; None where each has one answer.
    #[inline]
    pub fn shares(&self, cell: usize) -> Option<&[f64; 5]> {
        self.shares.get(cell).filter(|shares| **shares != WHOLE)
    }

    /// How far the answers of a cell are from the middle, by their grade; None where they have no grade.
    #[inline]
    pub fn grade(&self, cell: usize) -> Option<usize> {
        self.grade.get(cell).copied().unwrap_or(UNGRADED).checked_sub(1).map(usize::from)
    }

    /// The highest grade, of either side; None where no answer has a grade.
    pub fn highest_grade(&self) -> Option<usize> {
        self.grade.iter().max().and_then(|most| most.checked_sub(1)).map(usize::from)
    }

    /// Whether some comparisons are in clusters apart from contexts.
    pub fn has_clusters(&self) -> bool {
        !self.cluster.is_empty()
    }

    /// Whether some comparisons have no presentation order.
    pub fn has_unordered(&self) -> bool {
        !self.unordered.is_empty()
    }

    /// Whether some judgements are split between answers.
    pub fn has_shares(&self) -> bool {
        !self.shares.is_empty()
    }
}

/// Stands for the grade of answers that have none.
pub(super) const UNGRADED: u8 = 0;

/// The parts of a key beside context, judge, left and right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beside {
    pub(super) cluster: u32,
    pub(super) unordered: bool,
    pub(super) shares: [f64; CATEGORIES],
    pub(super) grade: u8,
}

impl Default for Beside {
    fn default() -> Beside {
        Beside { cluster: NONE, unordered: false, shares: WHOLE, grade: UNGRADED }
    }
}

impl Eq for Beside {}

impl PartialOrd for Beside {
    fn partial_cmp(&self, other: &Beside) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Beside {
    fn cmp(&self, other: &Beside) -> Ordering {
        // Shares are not negative, so that their bits have their order.
        let rest = |b: &Beside| (b.cluster, b.unordered, b.shares.map(f64::to_bits), b.grade);
        rest(self).cmp(&rest(other))
    }
}

/// A key: context, judge, left and right as one number whose order is the order of cells; and the rest.
pub(super) type Key = (u128, Beside);

/// A cell aside from others: key, counts, squares.
pub(super) type Cell = (Key, [f64; 5], Option<[f64; 5]>);

/// The same judgements seen from the other side.
pub(super) fn mirrored([win, loss, tie, good, bad]: [f64; CATEGORIES]) -> [f64; CATEGORIES] {
    [loss, win, tie, good, bad]
}

/// Without an order a > b and b < a are one cell: that with the lower id on the left.
pub(super) fn canonical(((key, beside), counts, squares): Cell) -> Cell {
    let [context, judge, left, right] = unpack(key);
    if !beside.unordered || left < right {
        return ((key, beside), counts, squares);
    }
    let beside = Beside { shares: mirrored(beside.shares), ..beside };
    ((pack(context, judge, right, left), beside), mirrored(counts), squares.map(mirrored))
}

impl Cells {
    /// Context, judge, left and right as one number whose order is the order of cells.
    pub(super) fn key(&self, cell: usize) -> u128 {
        pack(self.context[cell], self.judge[cell], self.left[cell], self.right[cell])
    }

    /// The rest of the key.
    pub(super) fn beside(&self, cell: usize) -> Beside {
        Beside {
            cluster: self.cluster(cell),
            unordered: !self.is_ordered(cell),
            shares: self.shares.get(cell).copied().unwrap_or(WHOLE),
            grade: self.grade.get(cell).copied().unwrap_or(UNGRADED),
        }
    }

    /// Whether keys have nothing but context, judge, left and right.
    pub(super) fn is_plain(&self) -> bool {
        self.cluster.is_empty()
            && self.unordered.is_empty()
            && self.shares.is_empty()
            && self.grade.is_empty()
    }

    pub(super) fn whole_key(&self, cell: usize) -> Key {
        (self.key(cell), self.beside(cell))
    }

    /// How a cell compares with one of others by their keys.
    fn compare(&self, cell: usize, others: &Cells, other: usize) -> Ordering {
        let order = self.key(cell).cmp(&others.key(other));
        if order != Ordering::Equal || (self.is_plain() && others.is_plain()) {
            return order;
        }
        self.beside(cell).cmp(&others.beside(other))
    }

    pub(super) fn cell(&self, cell: usize) -> Cell {
        (self.whole_key(cell), self.counts[cell], self.squares.get(cell).copied())
    }

    /// Sum of all counts.
    pub(super) fn total(&self) -> f64 {
        self.counts.iter().flatten().sum()
    }

    /// Sum of all squared weights.
    pub(crate) fn total_squares(&self) -> f64 {
        self.squares.iter().flatten().sum()
    }

    pub(super) fn reserve(&mut self, additional: usize, squares: bool) -> Result<()> {
        for ids in [&mut self.context, &mut self.judge, &mut self.left, &mut self.right] {
            reserve(ids, additional)?;
        }
        reserve(&mut self.counts, additional)?;
        reserve(&mut self.squares, if squares { additional } else { 0 })
    }

    /// Add a cell at the end; its key must be above all others.
    pub(super) fn push(&mut self, ((key, beside), counts, squares): Cell) {
        let before = self.len();
        self.push_ids(unpack(key), counts, squares);
        if !self.is_plain() || beside != Beside::default() {
            push_unless(&mut self.cluster, before, beside.cluster, NONE);
            push_unless(&mut self.unordered, before, beside.unordered, false);
            push_unless(&mut self.shares, before, beside.shares, WHOLE);
            push_unless(&mut self.grade, before, beside.grade, UNGRADED);
        }
    }

    #[inline]
    fn push_ids(
        &mut self,
        [context, judge, left, right]: [u32; 4],
        counts: [f64; 5],
        squares: Option<[f64; 5]>,
    ) {
        self.context.put(context);
        self.judge.put(judge);
        self.left.put(left);
        self.right.put(right);
        self.counts.put(counts);
        if let Some(squares) = squares {
            self.squares.put(squares);
        }
    }

    /// Add to the last cell if the key is the same, else push.
    pub(super) fn push_or_add(&mut self, cell: Cell) {
        match self.len().checked_sub(1) {
            Some(last) if self.whole_key(last) == cell.0 => self.add(last, cell.1, cell.2),
            _ => self.push(cell),
        }
    }

    /// Count a row after others with keys that are not above its own, and nothing beside them: with the last, or as a new
    /// cell of these ids. False if it counts zero, and nothing is done.
    #[inline]
    pub(super) fn count(
        &mut self,
        with_last: bool,
        ids: impl FnOnce() -> [u32; 4],
        (counts, squares): ([f64; 5], [f64; 5]),
        importance: bool,
    ) -> Result<bool> {
        if counts.iter().all(|&count| count == 0.0) {
            return Ok(false);
        }
        let squares = importance.then_some(squares);
        if let Some(last) = self.len().checked_sub(1).filter(|_| with_last) {
            self.add(last, counts, squares);
            return Ok(true);
        }
        if self.counts.len() == self.counts.capacity() {
            self.reserve(self.len().max(64), importance)?;
        }
        self.push_ids(ids(), counts, squares);
        Ok(true)
    }

    fn add(&mut self, cell: usize, counts: [f64; 5], squares: Option<[f64; 5]>) {
        for (sum, count) in self.counts[cell].iter_mut().zip(counts) {
            *sum += count;
        }
        if let Some(squares) = squares {
            for (sum, square) in self.squares[cell].iter_mut().zip(squares) {
                *sum += square;
            }
        }
    }

    /// Where all cells of `batch` are found here, or None if one is missing.
    fn places(&self, batch: &Cells) -> Option<Vec<usize>> {
        let mut from = 0;
        let mut places = room::with_room(batch.len());
        for cell in 0..batch.len() {
            let is_at_most = |place: usize| self.compare(place, batch, cell) != Ordering::Greater;
            let mut step = 1;
            while from + step < self.len() && is_at_most(from + step) {
                step *= 2;
            }
            let (mut low, mut high) = (from + step / 2, (from + step).min(self.len()));
            while high - low > 1 {
                let middle = (low + high) / 2;
                if is_at_most(middle) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            from = low;
            if self.compare(low, batch, cell) != Ordering::Equal {
                return None;
            }
            places.push(low);
        }
        Some(places)
    }

    /// The sum of two, in one walk.
    pub(super) fn merged(&self, other: &Cells) -> Result<Cells> {
        let mut sum = Cells::default();
        sum.reserve(self.len() + other.len(), !(self.squares.is_empty() && other.squares.is_empty()))?;
        let (mut a, mut b) = (0, 0);
        while a < self.len() || b < other.len() {
            let from_self =
                b == other.len() || (a < self.len() && self.compare(a, other, b) != Ordering::Greater);
            if from_self {
                sum.push(self.cell(a));
                a += 1;
            } else {
                sum.push_or_add(other.cell(b));
                b += 1;
            }
        }
        Ok(sum)
    }

    /// The sum of cells in any order, each brought to its canonical form.
    pub(super) fn sorted(mut all: Vec<Cell>, importance: bool) -> Result<Cells> {
        all.iter_mut().for_each(|cell| *cell = canonical(*cell));
        // Of equal keys in the order in which they came, as sums depend on it.
        room::sort_by_key(&mut all, |cell| cell.0);
        let mut sum = Cells::default();
        sum.reserve(all.len(), importance)?;
        all.into_iter().for_each(|cell| sum.push_or_add(cell));
        Ok(sum)
    }

    /// The same comparisons without a presentation order.
    pub(super) fn without_order(&self) -> Result<Cells> {
        let mut all = Vec::new();
        reserve(&mut all, self.len())?;
        all.put_each((0..self.len()).map(|cell| {
            let ((key, beside), counts, squares) = self.cell(cell);
            ((key, Beside { unordered: true, ..beside }), counts, squares)
        }));
        Cells::sorted(all, !self.squares.is_empty())
    }
}

/// Pushes a value of a cell after `before` others to a column that is empty as long as all are the default.
fn push_unless<T: Copy + PartialEq>(column: &mut Vec<T>, before: usize, value: T, default: T) {
    if !column.is_empty() {
        column.put(value);
    } else if value != default {
        *column = room::filled(default, before);
        column.put(value);
    }
}

/// Add a batch of cells, of the same kind of weights, in the cheapest way: at the end, in place, or
/// by one walk over both.
pub(super) fn add_batch(cells: &mut Arc<Cells>, batch: Cells) -> Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    if cells.is_empty() {
        let first = Arc::new(batch);
        room::check();
        *cells = first;
        return Ok(());
    }
    if batch.compare(0, cells, cells.len() - 1) == Ordering::Greater {
        let cells = Arc::make_mut(cells);
        cells.reserve(batch.len(), !batch.squares.is_empty())?;
        room::check();
        (0..batch.len()).for_each(|cell| cells.push(batch.cell(cell)));
    } else if let Some(places) = cells.places(&batch) {
        let cells = Arc::make_mut(cells);
        room::check();
        for (cell, place) in places.into_iter().enumerate() {
            cells.add(place, batch.counts[cell], batch.squares.get(cell).copied());
        }
    } else {
        let sum = Arc::new(cells.merged(&batch)?);
        room::check();
        *cells = sum;
    }
    Ok(())
}

/// (context, judge, left, right) as one number of the same order.
pub(super) fn pack(context: u32, judge: u32, left: u32, right: u32) -> u128 {
    let high = u64::from(context) << 32 | u64::from(judge);
    let low = u64::from(left) << 32 | u64::from(right);
    u128::from(high) << 64 | u128::from(low)
}

/// The inverse of [`pack`].
pub(super) fn unpack(key: u128) -> [u32; 4] {
    [96, 64, 32, 0].map(|shift| (key >> shift) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(keys: &[u32]) -> Cells {
        let mut cells = Cells::default();
        for &key in keys {
            cells.push((
                (pack(key / 100, key / 10 % 10, 7, key % 10), Beside::default()),
                [1.0, 0.0, f64::from(key), 0.0, 0.0],
                None,
            ));
        }
        cells
    }

    /// Keys and first counts after adding a batch.
    fn sum(known: &[u32], batch: &[u32]) -> Vec<(u32, f64)> {
        let mut sum = Arc::new(cells(known));
        add_batch(&mut sum, cells(batch)).unwrap();
        (0..sum.len())
            .map(|cell| {
                (100 * sum.context[cell] + 10 * sum.judge[cell] + sum.right[cell], sum.counts[cell][0])
            })
            .collect()
    }

    #[test]
    fn a_batch_is_added_at_the_end_in_place_or_between() {
        assert_eq!(sum(&[], &[5]), [(5, 1.0)]);
        assert_eq!(sum(&[5], &[]), [(5, 1.0)]);
        assert_eq!(sum(&[5, 17], &[18, 230]), [(5, 1.0), (17, 1.0), (18, 1.0), (230, 1.0)]);
        assert_eq!(sum(&[5, 17, 18, 230], &[5, 18]), [(5, 2.0), (17, 1.0), (18, 2.0), (230, 1.0)]);
        assert_eq!(sum(&[5, 230], &[5, 17]), [(5, 2.0), (17, 1.0), (230, 1.0)]);
        assert_eq!(sum(&[5, 230], &[1, 230]), [(1, 1.0), (5, 1.0), (230, 2.0)]);
        assert_eq!(sum(&[5, 230], &[230, 231]), [(5, 1.0), (230, 2.0), (231, 1.0)]);
    }

    #[test]
    fn places_are_found_wherever_they_are() {
        let known: Vec<u32> = (0..500).map(|key| 2 * key).collect();
        for batch in [vec![0], vec![998], vec![0, 2, 4, 600, 602, 998], (0..500).map(|key| 2 * key).collect()]
        {
            let expected: Vec<usize> = batch.iter().map(|&key| key as usize / 2).collect();
            assert_eq!(cells(&known).places(&cells(&batch)), Some(expected));
        }
        for missing in [1, 499, 501, 999] {
            assert_eq!(cells(&known).places(&cells(&[0, missing])), None);
        }
        assert_eq!(cells(&[4, 6]).places(&cells(&[2])), None);
    }

    #[test]
    fn keys_sort_by_context_judge_left_right() {
        use crate::comparisons::NONE;
        let keys = [[0, 0, 9, 9], [0, 1, 0, 5], [0, 1, 1, 0], [0, NONE, 0, 0], [1, 0, 0, 0], [NONE, 0, 0, 0]];
        let packed = keys.map(|[context, judge, left, right]| pack(context, judge, left, right));
        assert!(packed.is_sorted());
        assert_eq!(packed.map(unpack), keys);
    }
}
