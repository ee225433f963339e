//! A design is read from a set: cells that the model cannot tell apart are added up, and get their linear terms.

use super::strata::Strata;
use super::{Aggregation, Design, Origin, Terms, PRODUCTS};
use crate::comparisons::{Covariate, Set, NONE};
use crate::component::{find_covariate, Case, Comparison, Component, Cut, Effect, Row, Values, Who};
use crate::error::Result;
use crate::interrupt::spend_at;
use crate::outcome::{Counts, TIE};
use crate::room::{copied, filled, with_room, Gather as _, Put as _};
use crate::terms::{Linear, SparseRows};

/// A component, and the covariate that it reads.
type Resolved<'a> = (&'a dyn Component, Option<&'a Covariate>);

impl Design {
    /// Reads a set at the given aggregation. Cells without comparisons that count are left out.
    pub fn new(set: &Set, terms: &Terms, aggregation: Aggregation) -> Result<Design> {
        let (mut design, ..) = Design::gather(set, terms, aggregation, None);
        design.add_rows(set, terms)?;
        Ok(design)
    }

    /// As `new`, and where the cells of the set went.
    pub fn traced(set: &Set, terms: &Terms, aggregation: Aggregation) -> Result<(Design, Vec<Origin>)> {
        let (mut design, used, slots) = Design::gather(set, terms, aggregation, None);
        let cells = set.cells();
        let swapped = |c: usize| aggregation.swaps(cells.left[c], cells.right[c]);
        let origin = |(&cell, &slot)| Origin { cell, slot, swapped: swapped(cell as usize) };
        let mut origins: Vec<Origin> = used.iter().zip(&slots).map(origin).gathered();
        if let Some(kept) = design.add_rows(set, terms)? {
            let mut place = vec![NONE; kept.len()];
            let places = kept.iter().enumerate().filter(|(_, kept)| **kept);
            places.enumerate().for_each(|(to, (from, _))| place[from] = to as u32);
            origins.iter_mut().for_each(|origin| origin.slot = place[origin.slot as usize]);
            origins.retain(|origin| origin.slot != NONE);
        }
        Ok((design, origins))
    }

    /// As `new`, with a cell without comparisons for a pair, of the anonymous judge and of no context.
    pub fn with_pair(set: &Set, terms: &Terms, aggregation: Aggregation, pair: [u32; 2]) -> Result<Design> {
        let (mut design, ..) = Design::gather(set, terms, aggregation, Some(pair));
        design.add_rows(set, terms)?;
        Ok(design)
    }

    /// The cells without their linear terms, with the numbers of the set's cells that count and of what each became.
    fn gather(
        set: &Set,
        terms: &Terms,
        aggregation: Aggregation,
        more: Option<[u32; 2]>,
    ) -> (Design, Vec<u32>, Vec<u32>) {
        let cells = set.cells();
        let anonymous = set.judges() as u32;
        // Without clusters of their own, comparisons are in those of their contexts.
        let keeps_context = aggregation.context || (aggregation.cluster && !cells.has_clusters());
        // By position and without branches: either order is as likely as the other.
        let read = |counts: &[f64; 5], swap: bool| {
            let [first, second] = [swap, !swap].map(usize::from);
            terms.read(&[counts[first], counts[second], counts[2], counts[3], counts[4]])
        };
        let used: Vec<u32> = (0..cells.left.len())
            .filter(|&c| read(&cells.counts[c], false).total() > 0.0)
            .map(|c| c as u32)
            .gathered();
        let swapped = |c: usize| aggregation.swaps(cells.left[c], cells.right[c]);
        let judge_of = |judge: u32| if judge == NONE { anonymous } else { judge };
        let strata = Strata::of(set, aggregation, more.is_some());
        let key = |at: usize| {
            let Some(&c) = used.get(at) else {
                let context = strata.as_ref().map_or(if keeps_context { NONE } else { 0 }, |s| s.of_nothing);
                let judge = if aggregation.judge { anonymous } else { 0 };
                let [left, right] = more.unwrap_or_default();
                return key_of([context, judge, left, right]);
            };
            let c = c as usize;
            let (left, right) = (cells.left[c], cells.right[c]);
            let [left, right] =
                if aggregation.order { [left, right] } else { [left.min(right), left.max(right)] };
            let context = match &strata {
                Some(strata) => strata.of_cell[c],
                None if keeps_context => cells.context[c],
                None => 0,
            };
            let judge = if aggregation.judge { judge_of(cells.judge[c]) } else { 0 };
            key_of([context, judge, left, right])
        };

        let judges = if aggregation.judge { set.judges() + 1 } else { 1 };
        let contexts = match &strata {
            Some(strata) => strata.distinct.len(),
            None if keeps_context => usize::MAX,
            None => 1,
        };
        let table = [contexts, judges, set.items(), set.items()];
        // Keys are twice as large as what is kept of them, and gone before counts are made.
        let (unique, slots) = group(key, used.len() + usize::from(more.is_some()), table);
        let part = |at: usize, is_kept: bool| -> Vec<u32> {
            let kept = if is_kept { &unique[..] } else { &[] };
            kept.iter().map(|&key| parts(key)[at]).gathered()
        };
        let mut design = Design {
            left: part(2, true),
            right: part(3, true),
            judges: part(1, aggregation.judge),
            contexts: part(0, keeps_context || strata.is_some()),
            ..Design::default()
        };
        let count = unique.len();
        drop(unique);
        if let Some(strata) = &strata {
            strata.write(aggregation, &mut design);
        }
        design.counts = vec![Counts::default(); count];
        let has_squares = set.importance() || cells.has_shares();
        design.squares = vec![Counts::default(); if has_squares { count } else { 0 }];
        design.products = vec![[0.0; 6]; if cells.has_shares() { count } else { 0 }];
        design.are_frequencies = !set.importance();
        for (&c, &slot) in used.iter().zip(&slots) {
            let c = c as usize;
            let slot = slot as usize;
            let counts = read(&cells.counts[c], swapped(c));
            design.counts[slot].add(&counts, 1.0);
            if !has_squares {
                continue;
            }
            match cells.shares(c) {
                None if set.importance() => {
                    design.squares[slot].add(&read(&cells.squares[c], swapped(c)), 1.0)
                }
                None => design.squares[slot].add(&counts, 1.0),
                Some(shares) => {
                    let of_judgements = if set.importance() { &cells.squares[c] } else { &cells.counts[c] };
                    let number: f64 = of_judgements.iter().sum();
                    design.add_split(slot, &read(shares, swapped(c)), number);
                }
            }
        }
        if let Some(floor) = terms.reading.pair_floor {
            design.count_pairs_equally(floor);
        }
        (design, used, slots)
    }

    /// Adds to the squares and products of a cell those of this many judgements with these shares.
    fn add_split(&mut self, cell: usize, shares: &Counts, number: f64) {
        let shares = shares.numbers();
        self.squares[cell].add(&Counts::new(shares.map(|share| share * share)), number);
        for (sum, &[k, l]) in self.products[cell].iter_mut().zip(&PRODUCTS) {
            *sum += number * shares[k] * shares[l];
        }
    }

    /// Gives the comparisons of every pair a weight over how many they are, at least a floor, with the total as it was.
    pub(super) fn count_pairs_equally(&mut self, floor: f64) {
        let pair = |design: &Design, cell: usize| {
            let (left, right) = (design.left[cell], design.right[cell]);
            (left.min(right), left.max(right))
        };
        let mut order: Vec<u32> = (0..self.len() as u32).gathered();
        crate::room::sort_by_key(&mut order, |&cell| pair(self, cell as usize));
        let mut factors = crate::room::filled(0.0, self.len());
        let mut sum = 0.0;
        for run in order.chunk_by(|&a, &b| pair(self, a as usize) == pair(self, b as usize)) {
            let compared: f64 = run.iter().map(|&cell| self.counts[cell as usize].total()).sum();
            let factor = 1.0 / compared.max(floor);
            run.iter().for_each(|&cell| factors[cell as usize] = factor);
            sum += compared * factor;
        }
        let all = self.total() / sum;
        if self.squares.is_empty() {
            self.squares = copied(&self.counts);
        }
        let scale = |counts: &mut Counts, by: f64| *counts = Counts::new(counts.numbers().map(|n| by * n));
        for (cell, factor) in factors.iter().map(|factor| all * factor).enumerate() {
            scale(&mut self.counts[cell], factor);
            scale(&mut self.squares[cell], factor * factor);
            if let Some(products) = self.products.get_mut(cell) {
                products.iter_mut().for_each(|product| *product *= factor * factor);
            }
        }
        self.are_frequencies = false;
    }

    /// Adds the linear terms; says which cells it kept if it left some out.
    fn add_rows(&mut self, set: &Set, terms: &Terms) -> Result<Option<Vec<bool>>> {
        let resolved = |part| Ok((part, find_covariate(set, part)?));
        let effects = terms.effects.iter().map(Effect::component).map(resolved).gathered_or()?;
        let slopes = terms.slopes.iter().map(|slope| resolved(slope)).gathered_or()?;
        let kept =
            terms.cuts[TIE].as_ref().filter(|tie| tie.has_pins()).and_then(|tie| self.leave_out_ties(tie));
        let has_offsets = terms.effects.iter().any(|effect| matches!(effect, Effect::Offset(_)));
        self.log_scale = self.rows_of(set, &slopes, None)?;
        self.u = self.with_constants(set, &effects, has_offsets)?;
        for (number, cut) in terms.cuts.iter().enumerate() {
            let parts: Vec<Resolved<'_>> = cut.iter().map(|cut| resolved(cut)).gathered_or()?;
            self.cuts[number] = self.with_constants(set, &parts, cut.as_ref().is_some_and(Cut::has_pins))?;
        }
        if let Some(grades) = &terms.grades {
            self.add_grades(grades);
        }
        Ok(kept)
    }

    /// The terms of some components, and the constants that they add; none where they add none.
    fn with_constants(&self, set: &Set, parts: &[Resolved<'_>], has_constants: bool) -> Result<Linear> {
        let mut constants = Vec::new();
        let rows = self.rows_of(set, parts, has_constants.then_some(&mut constants))?;
        Ok(Linear { rows, constants })
    }

    /// The terms of some components for every cell.
    fn rows_of(
        &self,
        set: &Set,
        parts: &[Resolved<'_>],
        mut constants: Option<&mut Vec<f64>>,
    ) -> Result<SparseRows> {
        let mut rows = SparseRows::default();
        if parts.is_empty() {
            rows.end_rows(self.len());
            return Ok(rows);
        }
        let mut row = Row::default();
        for cell in 0..self.len() {
            let (left, right, judge) = (self.left[cell], self.right[cell], self.judge(cell));
            let context = self.contexts.get(cell).copied().unwrap_or(NONE);
            let ids = Comparison { left, right, judge: judge as u32, context };
            let case = Case {
                left: left as usize,
                right: right as usize,
                who: Who::Judge(judge),
                is_ordered: self.is_ordered(cell),
                takes_unnamed: false,
            };
            row.clear();
            for (part, covariate) in parts {
                let values = covariate.map(|covariate| Values { set, covariate, ids });
                part.terms(&case, values.as_ref(), &mut row)?;
            }
            rows.push_row(&row.index, &row.value);
            if let Some(constants) = constants.as_deref_mut() {
                constants.put(row.constant);
            }
        }
        Ok(rows)
    }

    /// Leaves out the cells of judges who only tie: they say nothing about scores, as their threshold is infinite, and the
    /// likelihood of their votes is one. Says which cells it kept if it left some out.
    fn leave_out_ties(&mut self, tie: &Cut) -> Option<Vec<bool>> {
        let pin =
            |cell: usize| tie.pin(self.judge(cell), self.left[cell] as usize, self.right[cell] as usize);
        let keep: Vec<bool> = (0..self.len()).map(|cell| pin(cell) != f64::INFINITY).gathered();
        self.retain(&keep);
        keep.contains(&false).then_some(keep)
    }

    fn retain(&mut self, keep: &[bool]) {
        fn filter<T>(values: &mut Vec<T>, keep: &[bool]) {
            if values.is_empty() {
                return;
            }
            let mut at = 0;
            values.retain(|_| {
                at += 1;
                keep[at - 1]
            });
        }
        filter(&mut self.left, keep);
        filter(&mut self.right, keep);
        filter(&mut self.judges, keep);
        filter(&mut self.contexts, keep);
        filter(&mut self.counts, keep);
        filter(&mut self.squares, keep);
        filter(&mut self.products, keep);
        filter(&mut self.clusters, keep);
        filter(&mut self.unordered, keep);
        filter(&mut self.split, keep);
        filter(&mut self.grades, keep);
    }
}

/// Context, judge, left and right as one number: four that are written one by one and compared two by two are waited for.
pub(super) fn key_of(parts: [u32; 4]) -> u128 {
    parts.into_iter().fold(0, |key, part| key << 32 | u128::from(part))
}

fn parts(key: u128) -> [u32; 4] {
    [96, 64, 32, 0].map(|shift| (key >> shift) as u32)
}

/// The distinct keys in order, and for every key, of this many, its place among them. `extent` bounds each part
/// of a key; where all possible keys are few, a bit for each replaces the sort.
pub(super) fn group(key: impl Fn(usize) -> u128, count: usize, extent: [usize; 4]) -> (Vec<u128>, Vec<u32>) {
    let (mut unique, mut slots) = (Vec::new(), with_room(count));
    for key in (0..count).map(&key) {
        match unique.last() {
            Some(last) if *last == key => {}
            Some(last) if *last > key => break,
            _ => unique.put(key),
        }
        slots.put(unique.len() as u32 - 1);
        spend_at(slots.len(), 20);
    }
    if slots.len() == count {
        return (unique, slots);
    }
    unique.clear();
    slots.clear();
    let possible = extent.iter().try_fold(1usize, |product, &e| product.checked_mul(e));
    if let Some(possible) = possible.filter(|&p| p <= 64 * count + (1 << 16) && p < u32::MAX as usize) {
        let [_, judges, lefts, rights] = extent;
        let place = |key: u128| {
            let [context, judge, left, right] = parts(key).map(|part| part as usize);
            ((context * judges + judge) * lefts + left) * rights + right
        };
        // A bit for each possible key, and how many are set before those of its word.
        let mut words = filled((0u64, 0u32), possible / 64 + 1);
        for place in (0..count).map(|at| place(key(at))) {
            words[place / 64].0 |= 1 << (place % 64);
            slots.put(place as u32);
            spend_at(slots.len(), 20);
        }
        let mut sum = 0;
        for (bits, before) in &mut words {
            *before = sum;
            sum += bits.count_ones();
        }
        for (at, slot) in slots.iter_mut().enumerate() {
            let (bits, before) = words[*slot as usize / 64];
            *slot = before + (bits & ((1 << (*slot % 64)) - 1)).count_ones();
            spend_at(at + 1, 10);
        }
        unique = with_room(sum as usize);
        // Where the places end that differ in their right part alone, and the key of the first of them.
        let (mut end, mut base) = (0, 0);
        for (at, &(mut bits, _)) in words.iter().enumerate() {
            spend_at(at + 1, 200);
            while bits != 0 {
                let place = 64 * at + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if place >= end {
                    let row = place / rights;
                    let (rest, left) = (row / lefts, row % lefts);
                    base = key_of([rest / judges, rest % judges, left, 0].map(|part| part as u32));
                    end = (row + 1) * rights;
                }
                unique.push(base + (place + rights - end) as u128);
            }
        }
        return (unique, slots);
    }
    // By parts: a number of 16 bytes would be aligned, at the cost of 12 more.
    let mut order: Vec<([u32; 4], u32)> = (0..count).map(|at| (parts(key(at)), at as u32)).gathered();
    order.sort_unstable();
    slots.put_until(count, 0);
    for (key, at) in order {
        let key = key_of(key);
        if unique.last() != Some(&key) {
            unique.put(key);
        }
        slots[at as usize] = unique.len() as u32 - 1;
    }
    (unique, slots)
}
