//! Counting rows without contexts in a dense table: one addition a row.

use super::cells::{Cells, CATEGORIES};
use super::decode::Block;
use super::names::MOST;
use super::{reserve, NONE};
use crate::error::Result;
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

/// The places of a run of rows, compiled for several instruction sets of which the widest runs.
struct Places<'a> {
    left: &'a [u32],
    right: &'a [u32],
    codes: &'a [u8],
    items: u32,
    categories: u32,
    places: &'a mut [u32],
}

impl WithSimd for Places<'_> {
    /// Whether all rows are valid and fit.
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        let Places { left, right, codes, items, categories, places } = self;
        let mut bad = 0;
        for (((place, &left), &right), &code) in places.iter_mut().zip(left).zip(right).zip(codes) {
            let plane = u32::from(code).wrapping_sub(1);
            *place = plane.wrapping_mul(items).wrapping_add(left).wrapping_mul(items).wrapping_add(right);
            bad |= u32::from(left >= items)
                | u32::from(right >= items)
                | u32::from(plane >= categories)
                | u32::from(left == right);
        }
        bad == 0
    }
}

impl<T: Copy + Default + PartialEq + AddAssign + Into<f64>> Table<T> {
    /// A table that cannot grow yet.
    pub(super) fn new() -> Table<T> {
        Table { sums: Vec::new(), categories: 0, judges: 0, items: 0, limit: 0 }
    }

    /// Let it grow to so many entries a category.
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
        // Two loops over a short run of rows, places first and then sums, are faster than one: the
        // first has no branch and becomes vector instructions.
        const RUN: usize = 512;
        let mut places = [0; RUN];
        let mut from = start;
        while from < block.left.len() {
            let to = (from + RUN).min(block.left.len());
            if !self.places(block, from, to, &mut places) {
                return self.pass_one_by_one(block, from, amount);
            }
            let sums = &mut self.sums[..];
            for (row, &place) in places[..to - from].iter().enumerate() {
                if let Some(sum) = sums.get_mut(place as usize) {
                    *sum += amount(from + row);
                }
            }
            from = to;
        }
        block.left.len()
    }

    /// Where rows count; false if one of them is not valid or does not fit.
    fn places(&self, block: &Block, from: usize, to: usize, places: &mut [u32]) -> bool {
        let (Ok(items), Ok(_)) = (u32::try_from(self.items), u32::try_from(self.sums.len())) else {
            return false;
        };
        Arch::new().dispatch(Places {
            left: &block.left[from..to],
            right: &block.right[from..to],
            codes: &block.codes[from..to],
            items,
            categories: self.categories as u32,
            places: &mut places[..to - from],
        })
    }

    /// As `pass`, row by row, so that it knows where it ends.
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

    /// Have at least so many categories, judges and items; if items or judges must grow a second
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
        sums.resize(categories * judges * items * items, T::default());
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
        let nothing = vec![T::default(); items];
        // The sums of one judge and left item, by category and right item.
        let row = |row: usize| -> [&[T]; CATEGORIES] {
            std::array::from_fn(|category| {
                let start = (category * rows + row) * items;
                sums.get(start..start + items).unwrap_or(&nothing)
            })
        };
        // Without a branch for each category, and without comparing arrays in memory: this is half of
        // the time of a small batch.
        let zero = T::default();
        let is_some = |a, b, c, d, e| (a != zero) | (b != zero) | (c != zero) | (d != zero) | (e != zero);
        let used = |[a, b, c, d, e]: [&[T]; CATEGORIES]| {
            let sums = a.iter().zip(b).zip(c).zip(d).zip(e);
            sums.filter(|((((a, b), c), d), e)| is_some(**a, **b, **c, **d, **e)).count()
        };
        let mut cells = Cells::default();
        cells.reserve((0..rows).map(|number| used(row(number))).sum(), false)?;
        // The anonymous judge comes first here and last among cells.
        for number in (items..rows).chain(0..items.min(rows)) {
            let judge = ((number / items) as u32).wrapping_sub(1);
            let left = (number % items) as u32;
            let [a, b, c, d, e] = row(number);
            for (right, ((((&a, &b), &c), &d), &e)) in (0..).zip(a.iter().zip(b).zip(c).zip(d).zip(e)) {
                if is_some(a, b, c, d, e) {
                    cells.left.push(left);
                    cells.judge.push(judge);
                    cells.right.push(right);
                    cells.counts.push([a.into(), b.into(), c.into(), d.into(), e.into()]);
                }
            }
        }
        cells.context.resize(cells.counts.len(), NONE);
        (self.categories, self.judges, self.items) = (0, 0, 0);
        Ok(cells)
    }
}
