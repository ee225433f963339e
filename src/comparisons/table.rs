//! Counting rows without contexts in a dense table: one addition a row.

use super::cells::{Cells, CATEGORIES};
use super::decode::Block;
use super::names::MOST;
use super::{reserve, NONE};
use crate::error::Result;
use crate::room::Put as _;
use faer::traits::pulp::{Arch, Simd, WithSimd};
use std::ops::AddAssign;

/// Sums by (category, judge, left, right): `u32` for rows that count one, `f64` for weights.
/// Categories are outermost, for most data use only the first two or three, and the others then cost
/// no memory.
pub(super) struct Table<T> {
    sums: Vec<T>,
    categories: usize,
    /// The anonymous judge, then those with ids.
    judges: usize,
    items: usize,
    /// Most entries of one category.
    limit: usize,
}

/// How far a block was counted.
#[derive(Debug, PartialEq)]
pub(super) enum Progress {
    /// All of it.
    Done,
    /// Up to a row that is not valid.
    Invalid,
    /// Up to this row of the block, which is valid but would make the table too large.
    Full(usize),
}

/// The place of a judge, the anonymous one first.
fn slot(judge: u32) -> usize {
    judge.wrapping_add(1) as usize
}

/// Rows of a run: few enough that a run is counted while the next is still on its way from memory.
const RUN: usize = 64;

/// Counts runs of rows, compiled for several instruction sets of which the widest runs.
struct Runs<'a, T, F> {
    left: &'a [u32],
    right: &'a [u32],
    codes: &'a [u8],
    items: u32,
    categories: u32,
    sums: &'a mut [T],
    amount: F,
}

impl<T: AddAssign, F: Fn(usize) -> T> WithSimd for Runs<'_, T, F> {
    /// How many rows were counted: all, or those before a run with one that is not valid or does not fit.
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        let Runs { left, right, codes, items, categories, sums, amount } = self;
        let runs = left.chunks(RUN).zip(right.chunks(RUN)).zip(codes.chunks(RUN));
        let mut places = [0; RUN];
        let mut from = 0;
        // Two loops, places first and then sums, are faster than one: the first has no branch and becomes vector
        // instructions.
        for ((left, right), codes) in runs {
            let places = &mut places[..left.len()];
            let mut bad = 0;
            for (((place, &left), &right), &code) in places.iter_mut().zip(left).zip(right).zip(codes) {
                let plane = u32::from(code).wrapping_sub(1);
                *place = plane.wrapping_mul(items).wrapping_add(left).wrapping_mul(items).wrapping_add(right);
                bad |= u32::from(left >= items)
                    | u32::from(right >= items)
                    | u32::from(plane >= categories)
                    | u32::from(left == right);
            }
            if bad != 0 {
                break;
            }
            for (row, &place) in places.iter().enumerate() {
                sums[place as usize] += amount(from + row);
            }
            from += places.len();
        }
        from
    }
}

impl<T: Copy + Default + PartialEq + AddAssign + Into<f64>> Table<T> {
    /// A table that cannot grow yet.
    pub(super) fn new() -> Table<T> {
        Table { sums: Vec::new(), categories: 0, judges: 0, items: 0, limit: 0 }
    }

    /// Grow to this many entries a category.
    pub(super) fn allow(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Count a block of rows, each with the amount that `amount` gives for its place in the block.
    pub(super) fn count(&mut self, block: &Block, amount: impl Fn(usize) -> T + Copy) -> Result<Progress> {
        let mut done = 0;
        loop {
            done = match block.judge {
                None => self.pass(block, done, amount),
                Some(judge) => self.pass_with_judges(block, judge, done, amount),
            };
            if done == block.left.len() {
                return Ok(Progress::Done);
            }
            let (left, right) = (block.left[done] as usize, block.right[done] as usize);
            let code = usize::from(block.codes[done]);
            if left == right || left.max(right) >= MOST || !(1..=CATEGORIES).contains(&code) {
                return Ok(Progress::Invalid);
            }
            // Room for the rest of the block too: one growth for the first block, seldom more.
            let largest = |ids: &[u32]| ids[done..].iter().copied().max().unwrap_or(0) as usize + 1;
            let items = largest(block.left).max(largest(block.right));
            let judges = block
                .judge
                .map_or(1, |judge| judge[done..].iter().fold(0, |most, &judge| most.max(slot(judge))) + 1);
            let codes = block.codes[done..].iter().copied().max().unwrap_or(0);
            if !self.grow(usize::from(codes).min(CATEGORIES), judges, items)? {
                return Ok(Progress::Full(done));
            }
        }
    }

    /// Count rows from `start` on as long as they are valid and fit; where this ends.
    fn pass(&mut self, block: &Block, start: usize, amount: impl Fn(usize) -> T) -> usize {
        let (Ok(items), Ok(_)) = (u32::try_from(self.items), u32::try_from(self.sums.len())) else {
            return self.pass_one_by_one(block, start, amount);
        };
        let counted = Arch::new().dispatch(Runs {
            left: &block.left[start..],
            right: &block.right[start..],
            codes: &block.codes[start..],
            items,
            categories: self.categories as u32,
            sums: &mut self.sums,
            amount: |row| amount(start + row),
        });
        self.pass_one_by_one(block, start + counted, amount)
    }

    /// As `pass`, row by row, so that it is known where it ends.
    fn pass_one_by_one(&mut self, block: &Block, start: usize, amount: impl Fn(usize) -> T) -> usize {
        let items = self.items;
        let sums = &mut self.sums[..];
        let rows = block.left[start..].iter().zip(&block.right[start..]).zip(&block.codes[start..]);
        for (row, ((&left, &right), &code)) in rows.enumerate() {
            let (left, right, plane) = (left as usize, right as usize, usize::from(code).wrapping_sub(1));
            // Code 0 wraps to a place beyond every table.
            let place = plane.wrapping_mul(items).wrapping_add(left).wrapping_mul(items).wrapping_add(right);
            if left >= items || right >= items || left == right || place >= sums.len() {
                return start + row;
            }
            sums[place] += amount(start + row);
        }
        block.left.len()
    }

    fn pass_with_judges(
        &mut self,
        block: &Block,
        judge: &[u32],
        start: usize,
        amount: impl Fn(usize) -> T,
    ) -> usize {
        let (items, judges) = (self.items, self.judges);
        let sums = &mut self.sums[..];
        let rows = block.left[start..].iter().zip(&block.right[start..]).zip(&block.codes[start..]);
        for (row, (((&left, &right), &code), &judge)) in rows.zip(&judge[start..]).enumerate() {
            let (left, right, plane) = (left as usize, right as usize, usize::from(code).wrapping_sub(1));
            let judge = slot(judge);
            let place = plane.wrapping_mul(judges).wrapping_add(judge);
            let place = place.wrapping_mul(items).wrapping_add(left).wrapping_mul(items).wrapping_add(right);
            let fits = left < items && right < items && judge < judges && place < sums.len();
            if !fits || left == right {
                return start + row;
            }
            sums[place] += amount(start + row);
        }
        block.left.len()
    }

    /// Have at least this many categories, judges and items; if items or judges must grow a second
    /// time, then by half, so that data sorted by id do not grow the table at every block. False if
    /// that does not fit.
    fn grow(&mut self, categories: usize, judges: usize, items: usize) -> Result<bool> {
        let tight = |needed: usize, old: usize| needed.max(old);
        let roomy = |needed: usize, old: usize| if needed > old { needed.max(old + old / 2) } else { old };
        let choices = [
            (roomy(judges, self.judges), roomy(items, self.items)),
            (tight(judges, self.judges), tight(items, self.items)),
        ];
        let fits = |&(judges, items): &(usize, usize)| {
            let plane = items.checked_mul(items).and_then(|pairs| pairs.checked_mul(judges));
            plane.is_some_and(|plane| plane <= self.limit)
        };
        let Some((judges, items)) = choices.into_iter().find(fits) else {
            return Ok(false);
        };
        let categories = categories.max(self.categories);
        let mut sums = Vec::new();
        reserve(&mut sums, categories * judges * items * items)?;
        sums.put_until(categories * judges * items * items, T::default());
        for (row, old) in self.sums.chunks_exact(self.items.max(1)).enumerate() {
            let (left, plane) = (row % self.items, row / self.items);
            let (judge, category) = (plane % self.judges, plane / self.judges);
            let start = ((category * judges + judge) * items + left) * items;
            sums[start..start + self.items].copy_from_slice(old);
        }
        (self.sums, self.categories, self.judges, self.items) = (sums, categories, judges, items);
        Ok(true)
    }

    /// The cells counted; the table starts again from nothing.
    pub(super) fn drain(&mut self) -> Result<Cells> {
        let sums = std::mem::take(&mut self.sums);
        let (items, rows) = (self.items, self.judges * self.items);
        let plane = rows * items;
        let mut used = vec![false; plane];
        for sums in sums.chunks_exact(plane.max(1)) {
            used.iter_mut().zip(sums).for_each(|(used, sum)| *used |= *sum != T::default());
        }
        let mut cells = Cells::default();
        cells.reserve(used.iter().filter(|used| **used).count(), false)?;
        // The right items of one judge and left item.
        let mut found = vec![0; items];
        // The anonymous judge comes first here and last among cells.
        for number in (items..rows).chain(0..items.min(rows)) {
            let first = number * items;
            let mut count = 0;
            for (right, used) in (0..).zip(&used[first..first + items]) {
                // Without a branch.
                found[count] = right;
                count += usize::from(*used);
            }
            let found = &found[..count];
            let length = cells.right.len() + count;
            cells.left.put_until(length, (number % items) as u32);
            cells.judge.put_until(length, ((number / items) as u32).wrapping_sub(1));
            cells.right.put_all(found);
            cells.counts.put_each(found.iter().map(|&right| -> [f64; CATEGORIES] {
                let place = |category: usize| category * plane + first + right as usize;
                std::array::from_fn(|category| sums.get(place(category)).map_or(0.0, |&sum| sum.into()))
            }));
        }
        cells.context.put_until(cells.counts.len(), NONE);
        (self.categories, self.judges, self.items) = (0, 0, 0);
        Ok(cells)
    }
}
