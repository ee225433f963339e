//! The design: a set of comparisons as one model reads it.
//!
//! Cells that the model cannot tell apart are added up: over contexts unless a covariate (or the
//! caller, for clustered scores) needs them, over judges unless the model tells judges apart, over
//! the two orders of a pair unless position matters.

use crate::comparisons::{Covariate, CovariateOf, Kind, Set, NONE};
use crate::error::{Error, Result};
use crate::outcome::Counts;
use crate::room::{copied, with_room, Gather as _, Put as _};
use crate::terms::SparseRows;
use crate::threshold::Threshold;
use std::ops::Range;

/// The aggregation level of a design: what its cells are distinguished by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Aggregation {
    /// Contexts.
    pub context: bool,
    /// Judges.
    pub judge: bool,
    /// The order of the two items.
    pub order: bool,
}

impl Aggregation {
    /// Whether a cell of two items is read the other way round.
    fn swaps(self, left: u32, right: u32) -> bool {
        !self.order && left > right
    }

    /// The finer of two levels.
    pub fn or(self, other: Aggregation) -> Aggregation {
        Aggregation {
            context: self.context || other.context,
            judge: self.judge || other.judge,
            order: self.order || other.order,
        }
    }
}

/// The linear terms of a model: which parameters a cell adds to u, to e and to b.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// First position parameter: absent, shared by all judges, or one for each.
    pub position: Option<(usize, bool)>,
    /// Name and parameter of every covariate.
    pub covariates: Vec<(String, usize)>,
    /// Names of covariates that enter with coefficient one.
    pub offsets: Vec<String>,
    /// Name of every covariate of contexts that sensitivities depend on, and the parameter of the first judge.
    pub slopes: Vec<(String, usize)>,
    /// The tie threshold.
    pub threshold: Option<Threshold>,
    /// Thresholds that are not estimated, by judge (or one for all): NaN where they are.
    pub pinned: Vec<f64>,
    /// Items that never tied, all of whose thresholds are at the end of their range; empty if there are none.
    pub untied: Vec<bool>,
    /// The end of the range of a threshold without ties.
    pub floor: f64,
    /// Where pairs count equally: comparisons with which a pair counts in full.
    pub pair_floor: Option<f64>,
    /// Whether ties count.
    pub ties: bool,
    /// Whether votes "both bad" count: as ties, unless they are an outcome of their own.
    pub both_bad: bool,
    /// Whether votes "both bad" are an outcome of their own.
    pub bad_apart: bool,
    /// The threshold of "both bad" where it is an outcome of its own.
    pub bad: Option<Threshold>,
    /// Whether there are no votes "both bad", so that their threshold is minus infinity.
    pub bad_pinned: bool,
    /// Items that were never part of such a vote, all of whose thresholds of "both bad" are minus infinity;
    /// empty if there are none.
    pub unbad: Vec<bool>,
}

impl Terms {
    /// Parameters of covariates, those of sensitivities (one for every judge) among them.
    pub fn units(&self, judges: usize) -> Range<usize> {
        let first = self.covariates.first().or(self.slopes.first()).map_or(0, |(_, at)| *at);
        first..first + self.covariates.len() + judges * self.slopes.len()
    }

    /// How the model reads the five counts of a cell: which ties count, and as what.
    pub fn read(&self, counts: &[f64; 5]) -> Counts {
        let bad = if self.both_bad { counts[4] } else { 0.0 };
        let (tied, bad) = if self.bad_apart { (0.0, bad) } else { (bad, 0.0) };
        let tie = if self.ties { counts[2] + counts[3] + tied } else { 0.0 };
        Counts { win: counts[0], loss: counts[1], tie, bad }
    }

    /// Whether two items cannot be both bad.
    pub fn is_never_bad(&self, left: usize, right: usize) -> bool {
        self.bad_pinned || (!self.unbad.is_empty() && (self.unbad[left] || self.unbad[right]))
    }

    /// The threshold of a cell where it is not estimated, else NaN.
    pub fn pin(&self, judge: usize, left: usize, right: usize) -> f64 {
        let pin =
            self.pinned.get(if self.pinned.len() == 1 { 0 } else { judge }).copied().unwrap_or(f64::NAN);
        let untied = !self.untied.is_empty() && (self.untied[left] || self.untied[right]);
        if pin.is_nan() && untied {
            self.floor
        } else {
            pin
        }
    }

    /// The aggregation level that the terms need; covariates of contexts are signed by the order.
    pub fn aggregation(&self, set: &Set) -> Aggregation {
        let mut aggregation = Aggregation { order: self.position.is_some(), ..Aggregation::default() };
        aggregation.judge = matches!(self.position, Some((_, true)))
            || self.threshold.as_ref().is_some_and(|t| t.offsets.is_some());
        aggregation.context |= !self.slopes.is_empty();
        for name in self.covariates.iter().map(|(name, _)| name).chain(&self.offsets) {
            match set.covariate(name).map(Covariate::of) {
                Some(CovariateOf::Context) => {
                    aggregation.context = true;
                    aggregation.order = true;
                }
                Some(CovariateOf::ContextItem) => aggregation.context = true,
                Some(CovariateOf::JudgeItem) => aggregation.judge = true,
                _ => {}
            }
        }
        aggregation
    }
}

/// Where a cell of a set went in a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Cell of the set.
    pub cell: u32,
    /// Cell of the design.
    pub slot: u32,
    /// Whether left and right changed places.
    pub swapped: bool,
}

/// Comparisons in structure-of-arrays order, with the sparse rows of their linear terms.
#[derive(Debug, Default)]
pub struct Design {
    /// Item on the left.
    pub left: Vec<u32>,
    /// Item on the right.
    pub right: Vec<u32>,
    /// Judge; empty where judges are not kept apart.
    pub judges: Vec<u32>,
    /// Context (NONE: none); empty where contexts are not kept apart.
    pub contexts: Vec<u32>,
    /// Counts.
    pub counts: Vec<Counts>,
    /// Sums of squared importance weights; empty for frequencies, where they equal the counts.
    squares: Vec<Counts>,
    /// Linear terms of the logarithm of what strengths are multiplied by.
    pub log_scale: SparseRows,
    /// Linear terms of u.
    pub u: SparseRows,
    /// Linear terms of e.
    pub e: SparseRows,
    /// Linear terms of b.
    pub b: SparseRows,
    /// Constant part of u; empty if zero throughout.
    u_offset: Vec<f64>,
    /// Constant part of e; empty if zero throughout.
    e_offset: Vec<f64>,
    /// Constant part of b; empty if zero throughout.
    b_offset: Vec<f64>,
}

impl Clone for Design {
    fn clone(&self) -> Design {
        Design {
            left: copied(&self.left),
            right: copied(&self.right),
            judges: copied(&self.judges),
            contexts: copied(&self.contexts),
            counts: copied(&self.counts),
            squares: copied(&self.squares),
            log_scale: self.log_scale.clone(),
            u: self.u.clone(),
            e: self.e.clone(),
            b: self.b.clone(),
            u_offset: copied(&self.u_offset),
            e_offset: copied(&self.e_offset),
            b_offset: copied(&self.b_offset),
        }
    }
}

impl Design {
    /// Number of cells.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Who of a cell won at least in part against whom, as edges of a graph: undecided comparisons go both ways.
    pub fn won(&self, cell: usize) -> impl Iterator<Item = (u32, u32)> {
        let (left, right, counts) = (self.left[cell], self.right[cell], &self.counts[cell]);
        let won = (counts.win > 0.0 || counts.undecided() > 0.0).then_some((left, right));
        let lost = (counts.loss > 0.0 || counts.undecided() > 0.0).then_some((right, left));
        won.into_iter().chain(lost)
    }

    /// Judge of a cell.
    #[inline]
    pub fn judge(&self, cell: usize) -> usize {
        if self.judges.is_empty() {
            0
        } else {
            self.judges[cell] as usize
        }
    }

    /// Constant part of u.
    #[inline]
    pub fn u_offset(&self, cell: usize) -> f64 {
        self.u_offset.get(cell).copied().unwrap_or(0.0)
    }

    /// Whether u is nothing but a difference of strengths.
    #[inline]
    pub fn is_bare(&self) -> bool {
        self.u.is_empty() && self.u_offset.is_empty()
    }

    /// Constant part of e.
    #[inline]
    pub fn e_offset(&self, cell: usize) -> f64 {
        if self.e_offset.is_empty() {
            0.0
        } else {
            self.e_offset[cell]
        }
    }

    /// Constant part of b.
    #[inline]
    pub fn b_offset(&self, cell: usize) -> f64 {
        self.b_offset.get(cell).copied().unwrap_or(0.0)
    }

    /// Sums of squared weights of a cell; frequencies are rows of weight one.
    #[inline]
    pub fn squares(&self, cell: usize) -> &Counts {
        if self.squares.is_empty() {
            &self.counts[cell]
        } else {
            &self.squares[cell]
        }
    }

    /// Sums of squared weights, to be changed; none for frequencies.
    pub fn squares_mut(&mut self) -> &mut [Counts] {
        &mut self.squares
    }

    /// All comparisons.
    pub fn total(&self) -> f64 {
        self.counts.iter().map(Counts::total).sum()
    }

    /// Multiplies all counts.
    pub fn scale(&mut self, factor: f64) {
        let scale = |c: &mut Counts, f: f64| *c = Counts::new(c.numbers().map(|number| f * number));
        self.counts.iter_mut().for_each(|c| scale(c, factor));
        self.squares.iter_mut().for_each(|c| scale(c, factor * factor));
    }

    /// Pseudo-comparisons: every item wins and loses `amount` against the item `pseudo_item`, split evenly
    /// over the judges where the strength tells them apart.
    pub fn pseudo(items: usize, pseudo_item: usize, judges: usize, amount: f64) -> Design {
        let mut design = Design::default();
        let share = amount / judges as f64;
        for judge in 0..judges {
            for item in 0..items {
                design.left.push(item as u32);
                design.right.push(pseudo_item as u32);
                design.judges.push(judge as u32);
                design.counts.push(Counts { win: share, loss: share, ..Counts::default() });
            }
        }
        design
    }

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
        let read = |counts: &[f64; 5], swap: bool| {
            let counts = terms.read(counts);
            if swap {
                counts.swapped()
            } else {
                counts
            }
        };
        let used: Vec<u32> = (0..cells.left.len())
            .filter(|&c| read(&cells.counts[c], false).total() > 0.0)
            .map(|c| c as u32)
            .gathered();
        let swapped = |c: usize| aggregation.swaps(cells.left[c], cells.right[c]);
        let keys: Vec<[u32; 4]> = used
            .iter()
            .map(|&c| {
                let c = c as usize;
                let (left, right) = (cells.left[c], cells.right[c]);
                let (left, right) = if swapped(c) { (right, left) } else { (left, right) };
                let judge = match (aggregation.judge, cells.judge[c]) {
                    (false, _) => 0,
                    (true, NONE) => anonymous,
                    (true, judge) => judge,
                };
                [if aggregation.context { cells.context[c] } else { 0 }, judge, left, right]
            })
            .chain(more.map(|[left, right]| {
                let judge = if aggregation.judge { anonymous } else { 0 };
                [if aggregation.context { NONE } else { 0 }, judge, left, right]
            }))
            .gathered();

        let judges = if aggregation.judge { set.judges() + 1 } else { 1 };
        let table = [if aggregation.context { usize::MAX } else { 1 }, judges, set.items(), set.items()];
        // Keys are twice as large as what is kept of them, and gone before counts are made.
        let (unique, slots) = group(keys, table);
        let mut design = Design {
            left: unique.iter().map(|k| k[2]).gathered(),
            right: unique.iter().map(|k| k[3]).gathered(),
            judges: if aggregation.judge { unique.iter().map(|k| k[1]).gathered() } else { Vec::new() },
            contexts: if aggregation.context { unique.iter().map(|k| k[0]).gathered() } else { Vec::new() },
            ..Design::default()
        };
        let count = unique.len();
        drop(unique);
        design.counts = vec![Counts::default(); count];
        design.squares = vec![Counts::default(); if set.importance() { count } else { 0 }];
        for (&c, &slot) in used.iter().zip(&slots) {
            let c = c as usize;
            design.counts[slot as usize].add(&read(&cells.counts[c], swapped(c)), 1.0);
            if set.importance() {
                design.squares[slot as usize].add(&read(&cells.squares[c], swapped(c)), 1.0);
            }
        }
        if let Some(floor) = terms.pair_floor {
            design.count_pairs_equally(floor);
        }
        (design, used, slots)
    }

    /// Gives the comparisons of every pair a weight over how many they are, at least a floor, with the total as it was.
    fn count_pairs_equally(&mut self, floor: f64) {
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
        }
    }

    /// Adds the linear terms; says which cells it kept if it left some out.
    fn add_rows(&mut self, set: &Set, terms: &Terms) -> Result<Option<Vec<bool>>> {
        let mut kept = None;
        let find = |name: &String, of: &str| {
            set.covariate(name)
                .ok_or_else(|| Error::name(format!("{of}: \"{name}\" is not a covariate of the set")))
        };
        let covariates: Vec<(&Covariate, usize)> = terms
            .covariates
            .iter()
            .map(|(name, at)| Ok((find(name, "covariates")?, *at)))
            .collect::<Result<_>>()?;
        let slopes: Vec<(&Covariate, usize)> = terms
            .slopes
            .iter()
            .map(|(name, at)| Ok((find(name, "sensitivity_covariates")?, *at)))
            .collect::<Result<_>>()?;
        let offsets: Vec<&Covariate> =
            terms.offsets.iter().map(|name| find(name, "offsets")).collect::<Result<_>>()?;
        if terms.pinned.iter().any(|p| !p.is_nan()) || !terms.untied.is_empty() {
            // A judge who only ties says nothing about scores: its threshold is infinite, and the
            // likelihood of its votes is one.
            let keep: Vec<bool> =
                (0..self.len()).map(|cell| self.pin(terms, cell) != f64::INFINITY).collect();
            self.retain(&keep);
            kept = keep.contains(&false).then_some(keep);
            let pins = (0..self.len()).map(|cell| self.pin(terms, cell));
            self.e_offset = pins.map(|pin| if pin.is_nan() { 0.0 } else { pin }).collect();
        }
        let never_bad = |design: &Design, cell: usize| {
            terms.is_never_bad(design.left[cell] as usize, design.right[cell] as usize)
        };
        if terms.bad_pinned || !terms.unbad.is_empty() {
            let pin = |cell| if never_bad(self, cell) { f64::NEG_INFINITY } else { 0.0 };
            self.b_offset = (0..self.len()).map(pin).collect();
        }
        let value = |covariate: &Covariate, cell: usize, design: &Design| {
            let context = design.contexts.get(cell).copied().unwrap_or(NONE);
            let judge = design.judge(cell) as u32;
            difference(set, covariate, context, judge, design.left[cell], design.right[cell])
        };
        for cell in 0..self.len() {
            let judge = self.judge(cell);
            if let Some((at, by_judge)) = terms.position {
                self.u.push(at + if by_judge { judge } else { 0 }, 1.0);
            }
            for &(covariate, at) in &covariates {
                let value = value(covariate, cell, self)?;
                if value != 0.0 {
                    self.u.push(at, value);
                }
            }
            for &(covariate, first) in &slopes {
                let value = value(covariate, cell, self)?;
                self.log_scale.push(first + judge, value);
            }
            if !offsets.is_empty() {
                let sum = offsets.iter().map(|offset| value(offset, cell, self)).sum::<Result<f64>>()?;
                self.u_offset.push(sum);
            }
            if let Some(threshold) = &terms.threshold {
                if self.pin(terms, cell).is_nan() {
                    let (left, right) = (self.left[cell] as usize, self.right[cell] as usize);
                    threshold.terms(left, right, |at, weight| self.e.push(at, weight));
                    if let Some(first) = threshold.offsets {
                        self.e.push(first + judge, 1.0);
                    }
                }
            }
            if let Some(bad) = &terms.bad {
                if !never_bad(self, cell) {
                    let (left, right) = (self.left[cell] as usize, self.right[cell] as usize);
                    bad.terms(left, right, |at, weight| self.b.push(at, weight));
                }
            }
            self.log_scale.end_row();
            self.u.end_row();
            self.e.end_row();
            self.b.end_row();
        }
        Ok(kept)
    }

    /// The same comparisons with given thresholds e and b, one of each for each cell.
    pub fn with_thresholds(&self, e: Vec<f64>, b: Vec<f64>) -> Design {
        let none = SparseRows::default;
        Design { e: none(), b: none(), e_offset: e, b_offset: b, ..self.clone() }
    }

    /// The same items and counts alone, read by Bradley-Terry: what has no winner is half a win for each
    /// side.
    pub fn bare(&self) -> Design {
        let halved = |c: &Counts| Counts { tie: c.undecided(), bad: 0.0, ..*c };
        Design {
            left: copied(&self.left),
            right: copied(&self.right),
            counts: self.counts.iter().map(halved).gathered(),
            u_offset: copied(&self.u_offset),
            ..Design::default()
        }
    }

    /// The comparisons of each judge by themselves, as `bare` reads them.
    pub fn bare_by_judge(&self, judges: usize) -> Vec<Design> {
        let all = self.bare();
        let mut each = vec![Design::default(); judges];
        for cell in 0..self.len() {
            let of = &mut each[self.judge(cell)];
            of.left.put(all.left[cell]);
            of.right.put(all.right[cell]);
            of.counts.put(all.counts[cell]);
            if !all.u_offset.is_empty() {
                of.u_offset.put(all.u_offset[cell]);
            }
        }
        each
    }

    fn pin(&self, terms: &Terms, cell: usize) -> f64 {
        terms.pin(self.judge(cell), self.left[cell] as usize, self.right[cell] as usize)
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
    }
}

/// The distinct keys in order, and for every key its place among them. `extent` bounds each part
/// of a key; where all possible keys are few, a table replaces the sort.
fn group(keys: Vec<[u32; 4]>, extent: [usize; 4]) -> (Vec<[u32; 4]>, Vec<u32>) {
    let mut unique = Vec::new();
    if keys.windows(2).all(|pair| pair[0] <= pair[1]) {
        let mut slots = with_room(keys.len());
        for key in keys {
            if unique.last() != Some(&key) {
                unique.put(key);
            }
            slots.push(unique.len() as u32 - 1);
        }
        return (unique, slots);
    }
    let possible = extent.iter().try_fold(1usize, |product, &e| product.checked_mul(e));
    if let Some(possible) = possible.filter(|&p| p <= 4 * keys.len() + (1 << 16)) {
        let [_, judges, lefts, rights] = extent;
        let place = |k: &[u32; 4]| {
            ((k[0] as usize * judges + k[1] as usize) * lefts + k[2] as usize) * rights + k[3] as usize
        };
        let mut table = vec![u32::MAX; possible];
        keys.iter().for_each(|key| table[place(key)] = 0);
        for (at, slot) in table.iter_mut().enumerate().filter(|(_, slot)| **slot == 0) {
            *slot = unique.len() as u32;
            let (rest, right) = (at / rights, at % rights);
            let (rest, left) = (rest / lefts, rest % lefts);
            unique.put([(rest / judges) as u32, (rest % judges) as u32, left as u32, right as u32]);
        }
        let slots = keys.iter().map(|key| table[place(key)]).gathered();
        return (unique, slots);
    }
    let mut order: Vec<([u32; 4], u32)> =
        keys.iter().enumerate().map(|(at, key)| (*key, at as u32)).gathered();
    let count = keys.len();
    drop(keys);
    order.sort_unstable();
    let mut slots = vec![0; count];
    for (key, at) in order {
        if unique.last() != Some(&key) {
            unique.put(key);
        }
        slots[at as usize] = unique.len() as u32 - 1;
    }
    (unique, slots)
}

/// x_left - x_right of a covariate; the value itself for a covariate of contexts, which adds to the
/// position effect.
pub(crate) fn difference(
    set: &Set,
    covariate: &Covariate,
    context: u32,
    judge: u32,
    left: u32,
    right: u32,
) -> Result<f64> {
    let missing =
        |what: String| Error::data(format!("covariate \"{}\" has no value for {what}", covariate.name()));
    let name = |kind, id: u32| set.name(kind, id as usize).unwrap_or("").to_string();
    let of = |item: u32| {
        let (value, owner) = match covariate.of() {
            CovariateOf::Item => (covariate.value(item, 0), String::new()),
            CovariateOf::ContextItem => {
                (covariate.value(context, item), format!(" in context \"{}\"", name(Kind::Context, context)))
            }
            CovariateOf::JudgeItem => {
                (covariate.value(judge, item), format!(" and judge \"{}\"", name(Kind::Judge, judge)))
            }
            CovariateOf::Context => (None, String::new()),
        };
        value.ok_or_else(|| missing(format!("item \"{}\"{owner}", name(Kind::Item, item))))
    };
    match covariate.of() {
        CovariateOf::Context => covariate
            .value(context, 0)
            .ok_or_else(|| missing(format!("context \"{}\"", name(Kind::Context, context)))),
        _ => Ok(of(left)? - of(right)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By order, by a table and by a sort.
    #[test]
    fn keys_are_grouped_in_the_same_way_however_many_there_may_be() {
        let mut random = crate::random::Random::new(2, 1);
        let keys: Vec<[u32; 4]> =
            (0..400).map(|_| [3, 4, 5, 6].map(|most| (random.uniform() * f64::from(most)) as u32)).collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        let sorted = expected.clone();
        expected.dedup();
        for (keys, extent) in [
            (&keys, [3, 4, 5, 6]),
            (&keys, [30, 40, 5, 6]),
            (&keys, [usize::MAX, 4, 5, 6]),
            (&keys, [1000, 1000, 5, 6]),
            (&sorted, [3, 4, 5, 6]),
        ] {
            let (unique, slots) = group(keys.clone(), extent);
            assert_eq!(unique, expected);
            assert!(keys.iter().zip(&slots).all(|(key, &slot)| unique[slot as usize] == *key));
        }
    }

    #[test]
    fn thresholds_are_pinned_by_judge_or_for_all_and_those_of_items_without_ties_at_the_floor() {
        let mut terms = Terms { pinned: vec![0.5], floor: 0.1, ..Terms::default() };
        assert_eq!((terms.pin(0, 0, 1), terms.pin(3, 0, 1)), (0.5, 0.5));
        terms.pinned = vec![f64::NAN, 0.7];
        assert!(terms.pin(0, 0, 1).is_nan() && terms.pin(2, 0, 1).is_nan());
        assert_eq!(terms.pin(1, 0, 1), 0.7);
        terms.untied = vec![true, false, false];
        assert_eq!((terms.pin(0, 0, 1), terms.pin(0, 2, 0), terms.pin(1, 0, 1)), (0.1, 0.1, 0.7));
        assert!(terms.pin(0, 1, 2).is_nan());
        assert!(!terms.is_never_bad(0, 1));
        terms.unbad = vec![true, false, false];
        assert!(terms.is_never_bad(0, 1) && terms.is_never_bad(2, 0) && !terms.is_never_bad(1, 2));
        terms.bad_pinned = true;
        assert!(terms.is_never_bad(1, 2));
    }

    /// Pairs with many comparisons count as much as those at the floor; the total stays.
    #[test]
    fn pairs_count_equally() {
        let mut design = Design::default();
        for (left, right, win, loss) in
            [(0, 1, 2.0, 0.0), (1, 0, 3.0, 5.0), (1, 2, 1.0, 0.0), (0, 2, 4.0, 0.0)]
        {
            design.left.push(left);
            design.right.push(right);
            design.counts.push(Counts { win, loss, ..Counts::default() });
        }
        design.count_pairs_equally(2.0);
        // The pairs have 10, 1 and 4 comparisons: shares of 1, 1/2 and 1.
        let unit = 15.0 / 2.5;
        let factors = [unit / 10.0, unit / 10.0, unit / 2.0, unit / 4.0];
        let expected = [[2.0, 0.0], [3.0, 5.0], [1.0, 0.0], [4.0, 0.0]];
        for (cell, ([win, loss], factor)) in expected.into_iter().zip(factors).enumerate() {
            let counts = design.counts[cell];
            assert!((counts.win - factor * win).abs() < 1e-14 && (counts.loss - factor * loss).abs() < 1e-14);
            let squares = design.squares(cell);
            assert!((squares.win - factor * factor * win).abs() < 1e-13);
            assert!((squares.loss - factor * factor * loss).abs() < 1e-13);
        }
        assert!((design.total() - 15.0).abs() < 1e-13);
    }

    #[test]
    fn cells_are_read_the_other_way_round_unless_the_order_matters() {
        let ordered = Aggregation { order: true, ..Aggregation::default() };
        assert!(Aggregation::default().swaps(2, 1) && !Aggregation::default().swaps(1, 2));
        assert!(!Aggregation::default().swaps(1, 1) && !ordered.swaps(2, 1));
    }

    /// Of a cell with ties, or votes both bad, both sides won in part; alone, ties count as half a win for each side.
    #[test]
    fn bare_designs_take_what_has_no_winner_as_a_tie() {
        let mut design = Design::default();
        for (judge, counts) in
            [(1, [2.0, 0.0, 0.0, 0.0]), (0, [0.0, 0.5, 0.0, 0.0]), (1, [0.0, 0.0, 1.0, 2.0])]
        {
            design.left.push(3);
            design.right.push(5);
            design.judges.push(judge);
            design.counts.push(Counts::new(counts));
        }
        let won = |cell: usize| design.won(cell).collect::<Vec<_>>();
        assert_eq!((won(0), won(1), won(2)), (vec![(3, 5)], vec![(5, 3)], vec![(3, 5), (5, 3)]));
        let numbers = |design: &Design| design.counts.iter().map(Counts::numbers).collect::<Vec<_>>();
        let all = [[2.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0]];
        assert_eq!(numbers(&design.bare()), all);
        let each = design.bare_by_judge(2);
        assert_eq!((numbers(&each[0]), numbers(&each[1])), (vec![all[1]], vec![all[0], all[2]]));
        assert!(Design::default().is_empty() && !design.is_empty() && design.is_bare());
        assert!(each
            .iter()
            .all(|design| design.left.iter().all(|i| *i == 3) && design.right.len() == design.len()));
    }

    #[test]
    fn parameters_of_covariates_stand_together() {
        let name = |at| ("x".to_string(), at);
        let terms = Terms { covariates: vec![name(7), name(8)], slopes: vec![name(9)], ..Terms::default() };
        assert_eq!(terms.units(3), 7..12);
        assert_eq!(Terms { slopes: vec![name(4)], ..Terms::default() }.units(3), 4..7);
        assert!(Terms::default().units(3).is_empty());
    }
}
