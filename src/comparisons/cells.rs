//! Cells: counts by (context, judge, left, right), as a structure of arrays.

use super::reserve;
use crate::error::Result;
use crate::room::{self, copied, Put as _};
use std::sync::Arc;

/// Counts of five categories by key, sorted by (context, judge, left, right), keys unique.
///
/// [`NONE`](super::NONE) as context or judge sorts last. Every cell holds something: its counts are finite, not
/// negative, and not all zero.
#[derive(Debug, Default, PartialEq)]
pub struct Cells {
    /// The subject of the comparisons, or [`NONE`](super::NONE).
    pub context: Vec<u32>,
    /// Who judged, or [`NONE`](super::NONE).
    pub judge: Vec<u32>,
    /// The item shown first.
    pub left: Vec<u32>,
    /// The item shown second.
    pub right: Vec<u32>,
    /// Left preferred, right preferred, tie, both good, both bad.
    pub counts: Vec<[f64; 5]>,
    /// Sums of squared weights, by category. Empty unless weights are importance weights.
    pub squares: Vec<[f64; 5]>,
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
        }
    }
}

/// Number of categories of an answer.
pub(super) const CATEGORIES: usize = 5;

impl Cells {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// A cell aside from others: key, counts, squares.
pub(super) type Cell = (u128, [f64; 5], Option<[f64; 5]>);

impl Cells {
    /// The key as one number whose order is the order of cells.
    pub(super) fn key(&self, cell: usize) -> u128 {
        pack(self.context[cell], self.judge[cell], self.left[cell], self.right[cell])
    }

    pub(super) fn cell(&self, cell: usize) -> Cell {
        (self.key(cell), self.counts[cell], self.squares.get(cell).copied())
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
    pub(super) fn push(&mut self, (key, counts, squares): Cell) {
        self.push_ids(unpack(key), counts, squares);
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
            Some(last) if self.key(last) == cell.0 => self.add(last, cell.1, cell.2),
            _ => self.push(cell),
        }
    }

    /// Count a row after others with keys that are not above its own: with the last, or as a new cell of these ids. False
    /// if it counts zero, and nothing is done.
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

    /// Where all cells of `batch` are found here, or nothing if one is missing.
    fn places(&self, batch: &Cells) -> Option<Vec<usize>> {
        let mut from = 0;
        let mut places = room::with_room(batch.len());
        for cell in 0..batch.len() {
            let key = batch.key(cell);
            let mut step = 1;
            while from + step < self.len() && self.key(from + step) <= key {
                step *= 2;
            }
            let (mut low, mut high) = (from + step / 2, (from + step).min(self.len()));
            while high - low > 1 {
                let middle = (low + high) / 2;
                if self.key(middle) <= key {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            from = low;
            if self.key(low) != key {
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
            let from_self = b == other.len() || (a < self.len() && self.key(a) <= other.key(b));
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
    if batch.key(0) > cells.key(cells.len() - 1) {
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
                pack(key / 100, key / 10 % 10, 7, key % 10),
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
