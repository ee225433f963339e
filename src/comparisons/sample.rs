//! Sets drawn from a set: resamples and folds.

use super::cells::{Beside, Cells, Key, CATEGORIES, WHOLE};
use super::fold_assignment::FoldAssignment;
use super::{Set, NONE};
use crate::error::{Error, Result};
use crate::random::Random;
use crate::room::{Gather as _, Put as _};
use std::sync::Arc;

/// More folds than anyone fits.
const MOST_FOLDS: usize = 1_000_000;

/// Unit of folds and resampling: what is drawn as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Single comparisons.
    #[default]
    Row,
    /// Contexts, with all their comparisons. A comparison without context is a unit of its own.
    Context,
    /// Pairs of items, in both orders.
    Pair,
    /// Judges, with all their comparisons; the anonymous judge is one of them.
    Judge,
    /// Clusters, with all their comparisons: those of the set; a comparison without one is in the cluster of its context.
    Cluster,
}

/// The units of a set: which one each cell belongs to.
struct Units {
    /// Nothing: every comparison of the cell is a unit of its own.
    of_cell: Vec<Option<usize>>,
    /// Units of more than single comparisons.
    count: usize,
}

/// Whole numbers are exact in a double up to here.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Set {
    /// Draw as many units as the set has, with replacement. Names, ids and covariates stay.
    ///
    /// A unit drawn m times counts m times. Single comparisons can be drawn only from whole counts.
    pub fn resample(&self, unit: Unit, seed: u64) -> Result<Set> {
        let units = self.units(unit);
        let singles = self.single_comparisons(&units).ok_or_else(|| {
            let what =
                if unit == Unit::Context { "comparisons without context" } else { "single comparisons" };
            Error::Unsupported(format!("{what} cannot be drawn from counts that are not whole numbers"))
        })?;
        let mut random = Random::new(seed, 0);
        // Multinomial by conditional binomials: of the draws left, a unit gets its share of the units left.
        let mut left = units.count as u64 + singles;
        let mut draws = left;
        let mut draw = |size: u64| {
            let drawn = random.binomial(draws, size as f64 / left as f64);
            left -= size;
            draws -= drawn;
            drawn as f64
        };
        let times: Vec<f64> = (0..units.count).map(|_| draw(1)).gathered();
        let mut drawn = Cells::default();
        for (cell, unit) in units.of_cell.iter().enumerate() {
            let (key, counts, squares) = self.cells.cell(cell);
            let (counts, squares) = match unit {
                Some(unit) => {
                    let times = times[*unit];
                    (counts.map(|count| count * times), squares.map(|squares| squares.map(|s| s * times)))
                }
                None => match self.cells.shares(cell) {
                    Some(shares) => {
                        let drawn = draw(self.judgements(cell) as u64);
                        (shares.map(|share| share * drawn), squares)
                    }
                    None => (counts.map(|count| if count > 0.0 { draw(count as u64) } else { 0.0 }), squares),
                },
            };
            push_some(&mut drawn, key, counts, squares);
        }
        if !(drawn.total().is_finite() && drawn.total_squares().is_finite()) {
            return Err(Error::Numeric("the sum of the weights drawn overflows".into()));
        }
        Ok(self.with_cells(drawn))
    }

    /// Split into (the rest, the fold held out). Names, ids and covariates stay in both.
    ///
    /// Units are shared out at random and evenly; the same seed gives the same folds, so that folds
    /// 0 .. `folds` partition the set. Where comparisons are units of their own but counts are not
    /// whole numbers, cells are the units.
    pub fn split(&self, unit: Unit, folds: usize, fold: usize, seed: u64) -> Result<(Set, Set)> {
        self.split_again(unit, folds, fold, seed, 0)
    }

    /// As `split`, by the partition with this number: each is another, and that of number 0 is `split`'s.
    pub(crate) fn split_again(
        &self,
        unit: Unit,
        folds: usize,
        fold: usize,
        seed: u64,
        partition: u64,
    ) -> Result<(Set, Set)> {
        if folds < 2 {
            return Err(Error::Argument(format!("folds is {folds}, less than 2")));
        }
        if folds > MOST_FOLDS {
            return Err(Error::Argument(format!("folds is {folds}; it must be at most {MOST_FOLDS}")));
        }
        if fold >= folds {
            return Err(Error::Argument(format!("fold is {fold}, but there are {folds} folds, from 0")));
        }
        Ok(self.deal(unit, |units| FoldAssignment::new(units, folds), fold, Random::new(seed, partition)))
    }

    /// Split into (the rest, what is held out): a share of the units, rounded to a whole number.
    pub(crate) fn hold_out(&self, unit: Unit, share: f64, seed: u64, partition: u64) -> Result<(Set, Set)> {
        if !(share > 0.0 && share < 1.0) {
            return Err(Error::Argument(format!("share is {share}; it must be between 0 and 1")));
        }
        let assignment = |units: u64| {
            let held = (share * units as f64).round() as u64;
            FoldAssignment::with_room(vec![units - held.min(units), held.min(units)])
        };
        Ok(self.deal(unit, assignment, 1, Random::new(seed, partition)))
    }

    /// Shares the units out over the folds of an assignment; (the rest, the fold asked for).
    fn deal(
        &self,
        unit: Unit,
        assignment: impl Fn(u64) -> FoldAssignment,
        fold: usize,
        mut random: Random,
    ) -> (Set, Set) {
        let mut units = self.units(unit);
        let singles = self.single_comparisons(&units).unwrap_or_else(|| {
            for unit in units.of_cell.iter_mut().filter(|unit| unit.is_none()) {
                *unit = Some(units.count);
                units.count += 1;
            }
            0
        });
        let mut assignment = assignment(units.count as u64 + singles);
        let is_held: Vec<bool> = (0..units.count).map(|_| assignment.draw(&mut random) == fold).gathered();
        let (mut rest, mut held) = (Cells::default(), Cells::default());
        for (cell, unit) in units.of_cell.iter().enumerate() {
            let (key, counts, squares) = self.cells.cell(cell);
            match unit {
                Some(unit) => {
                    let part = if is_held[*unit] { &mut held } else { &mut rest };
                    part.push((key, counts, squares));
                }
                None => {
                    let mut draw = |count: f64| assignment.draw_alike(count as u64, fold, &mut random) as f64;
                    let out = match self.cells.shares(cell) {
                        Some(shares) => {
                            let drawn = draw(self.judgements(cell));
                            shares.map(|share| share * drawn)
                        }
                        None => counts.map(draw),
                    };
                    push_some(&mut rest, key, std::array::from_fn(|c| counts[c] - out[c]), None);
                    push_some(&mut held, key, out, None);
                }
            }
        }
        (self.with_cells(rest), self.with_cells(held))
    }

    /// How many judgements a cell of split ones holds: a whole number but for rounding, where no weights are fractions.
    pub(crate) fn judgements(&self, cell: usize) -> f64 {
        let total: f64 = self.cells.counts[cell].iter().sum();
        let whole = total.round();
        if (total - whole).abs() <= 1e-9 * whole {
            whole
        } else {
            total
        }
    }

    /// The cluster of a cell: a number below [`Set::clusters`], of a cluster apart from contexts; from there on, of its
    /// context; [`NONE`] where it has neither.
    pub fn cluster_label(&self, cell: usize) -> u32 {
        match (self.cells.cluster(cell), self.cells.context[cell]) {
            (NONE, NONE) => NONE,
            (NONE, context) => (self.clusters() as u32).saturating_add(context),
            (cluster, _) => cluster,
        }
    }

    /// The same of all cells.
    pub fn cluster_labels(&self) -> Vec<u32> {
        (0..self.cells.len()).map(|cell| self.cluster_label(cell)).gathered()
    }

    /// The unit that each cell belongs to, by a number that means nothing else; None where every
    /// comparison of the cell is a unit of its own.
    pub fn unit_labels(&self, unit: Unit) -> Vec<Option<u64>> {
        if unit == Unit::Cluster {
            let labels = self.cluster_labels();
            return labels.iter().map(|&id| Some(id).filter(|&id| id != NONE).map(u64::from)).gathered();
        }
        let cells = &self.cells;
        let pair = |cell: usize| {
            let (left, right) = (cells.left[cell], cells.right[cell]);
            u64::from(left.min(right)) << 32 | u64::from(left.max(right))
        };
        (0..cells.len())
            .map(|cell| match unit {
                Unit::Row | Unit::Cluster => None,
                Unit::Context => Some(cells.context[cell]).filter(|&id| id != NONE).map(u64::from),
                Unit::Pair => Some(pair(cell)),
                Unit::Judge => Some(cells.judge[cell].into()),
            })
            .gathered()
    }

    fn units(&self, unit: Unit) -> Units {
        let labels = self.unit_labels(unit);
        let mut distinct: Vec<u64> = labels.iter().copied().flatten().gathered();
        distinct.sort_unstable();
        distinct.dedup();
        let of_cell = labels.iter().map(|label| label.and_then(|label| distinct.binary_search(&label).ok()));
        Units { of_cell: of_cell.gathered(), count: distinct.len() }
    }

    /// Number of comparisons that are units of their own; None if single comparisons are not known.
    fn single_comparisons(&self, units: &Units) -> Option<u64> {
        let mut counts: Vec<f64> = Vec::new();
        for (cell, _) in units.of_cell.iter().enumerate().filter(|(_, unit)| unit.is_none()) {
            match self.cells.shares(cell) {
                Some(_) => counts.put(self.judgements(cell)),
                None => counts.put_all(&self.cells.counts[cell]),
            }
        }
        let total: f64 = counts.iter().sum();
        let whole = counts.iter().all(|count| count.fract() == 0.0) && total <= EXACT;
        (counts.is_empty() || (whole && !self.importance())).then_some(total as u64)
    }

    /// The set with these cells alone, by their numbers in order, and these counts of whole answers in them.
    pub(crate) fn answered(&self, answers: &[(usize, [f64; CATEGORIES])]) -> Result<Set> {
        let mut cells = Cells::default();
        if !self.cells.has_shares() {
            for &(cell, counts) in answers {
                push_some(&mut cells, self.cells.whole_key(cell), counts, None);
            }
            return Ok(self.with_cells(cells));
        }
        let whole = |&(cell, counts): &(usize, [f64; CATEGORIES])| {
            let (key, beside) = self.cells.whole_key(cell);
            ((key, Beside { shares: WHOLE, ..beside }), counts, None)
        };
        let some = answers.iter().filter(|(_, counts)| *counts != [0.0; CATEGORIES]);
        Ok(self.with_cells(Cells::sorted(some.map(whole).gathered(), false)?))
    }

    fn with_cells(&self, cells: Cells) -> Set {
        Set { cells: Arc::new(cells), ..self.clone() }
    }
}

/// Push a cell unless its counts are zero.
fn push_some(cells: &mut Cells, key: Key, counts: [f64; 5], squares: Option<[f64; 5]>) {
    if counts != [0.0; CATEGORIES] {
        cells.push((key, counts, squares));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::testing::{set, Form, Row};
    use crate::comparisons::{Column, Key, Rows};

    const IDS: Form = Form { names: false, importance: false };

    fn row(context: Option<u8>, judge: Option<u8>, left: u8, right: u8, weight: f64) -> Row {
        Row { context, judge, left, right, code: 1, weight }
    }

    /// Three contexts of very different size, and two comparisons without one.
    fn example() -> Set {
        set(
            &[
                row(Some(0), Some(0), 0, 1, 10.0),
                row(Some(0), Some(1), 1, 0, 1.0),
                row(Some(1), Some(0), 0, 2, 2.0),
                row(Some(2), Some(1), 1, 2, 1.0),
                row(None, None, 2, 0, 2.0),
            ],
            IDS,
        )
    }

    /// Mean and variance of a number over many seeds.
    fn moments(number: impl Fn(u64) -> f64) -> (f64, f64) {
        let numbers: Vec<f64> = (0..4000).map(number).collect();
        let mean = numbers.iter().sum::<f64>() / 4000.0;
        (mean, numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 4000.0)
    }

    fn count(set: &Set, cell: usize, original: &Set) -> f64 {
        let key = original.cells.key(cell);
        (0..set.cells.len()).find(|&at| set.cells.key(at) == key).map_or(0.0, |at| set.cells.counts[at][0])
    }

    #[test]
    fn resampled_units_have_the_moments_of_a_multinomial() {
        let set = example();
        // Cell 0 is 10 of 16 comparisons; one of 3 contexts and 2 single comparisons; one of 3 pairs
        // with cell 1; one of 3 judges with cell 2.
        let cases: [(Unit, f64, f64, f64); 4] = [
            (Unit::Row, 16.0, 10.0 / 16.0, 1.0),
            (Unit::Context, 5.0, 1.0 / 5.0, 10.0),
            (Unit::Pair, 3.0, 1.0 / 3.0, 10.0),
            (Unit::Judge, 3.0, 1.0 / 3.0, 10.0),
        ];
        for (unit, draws, p, size) in cases {
            let (mean, variance) = moments(|seed| count(&set.resample(unit, seed).unwrap(), 0, &set));
            let expected = size * size * draws * p * (1.0 - p);
            assert!((mean - size * draws * p).abs() < 4.0 * (expected / 4000.0).sqrt(), "{unit:?} {mean}");
            assert!((variance / expected - 1.0).abs() < 0.15, "{unit:?} {variance} for {expected}");
        }
    }

    #[test]
    fn what_belongs_together_is_drawn_together() {
        let set = example();
        for seed in 0..200 {
            let counts = |unit| -> Vec<f64> {
                let drawn = set.resample(unit, seed).unwrap();
                (0..5).map(|cell| count(&drawn, cell, &set)).collect()
            };
            let by_context = counts(Unit::Context);
            assert_eq!(by_context[0], 10.0 * by_context[1]);
            assert_eq!(by_context[0] / 10.0 + by_context[2] / 2.0 + by_context[3] + by_context[4], 5.0);
            let by_pair = counts(Unit::Pair);
            assert!(by_pair[0] == 10.0 * by_pair[1] && by_pair[2] == by_pair[4]);
            let by_judge = counts(Unit::Judge);
            assert!(by_judge[0] == 5.0 * by_judge[2] && by_judge[1] == by_judge[3]);
        }
    }

    #[test]
    fn squares_count_as_often_as_weights() {
        let rows = [row(Some(0), None, 0, 1, 1.5), row(Some(1), None, 0, 1, 0.5)];
        let set = set(&rows, Form { names: false, importance: true });
        for seed in 0..20 {
            let drawn = set.resample(Unit::Context, seed).unwrap();
            assert!(drawn.importance());
            for cell in 0..drawn.cells.len() {
                let weight = if drawn.cells.context[cell] == 0 { 1.5 } else { 0.5 };
                assert_eq!(drawn.cells.squares[cell][0], weight * drawn.cells.counts[cell][0]);
            }
        }
    }

    #[test]
    fn single_comparisons_need_whole_counts() {
        let fractional = set(&[row(None, None, 0, 1, 0.5), row(Some(0), None, 0, 1, 1.5)], IDS);
        for unit in [Unit::Row, Unit::Context] {
            assert_eq!(fractional.resample(unit, 1).unwrap_err().code(), 7);
        }
        fractional.resample(Unit::Pair, 1).unwrap();
        let importance = set(&[row(None, None, 0, 1, 2.0)], Form { names: false, importance: true });
        assert_eq!(importance.resample(Unit::Row, 1).unwrap_err().code(), 7);
        assert_eq!(Set::new().resample(Unit::Row, 1), Ok(Set::new()));
    }

    #[test]
    fn units_stay_whole_in_a_fold() {
        let set = example();
        for seed in 0..50 {
            let (rest, held) = set.split(Unit::Context, 2, 0, seed).unwrap();
            let (rest, held) = (count(&rest, 0, &set) + 10.0 * count(&rest, 1, &set), count(&held, 0, &set));
            assert!((rest, held) == (0.0, 10.0) || (rest, held) == (20.0, 0.0));
        }
        // Each cell is one of the units where counts are not whole.
        let cells = set_of_fractions();
        let sizes: Vec<usize> =
            (0..3).map(|fold| cells.split(Unit::Row, 3, fold, 9).unwrap().1.cells.len()).collect();
        assert_eq!(sizes, [2, 2, 2]);
    }

    fn set_of_fractions() -> Set {
        set(&(0..6).map(|right| row(None, None, 7, right, 0.5)).collect::<Vec<_>>(), IDS)
    }

    #[test]
    fn every_comparison_is_held_out_equally_often() {
        let set = example();
        for (cell, size) in [(0, 10.0), (4, 2.0)] {
            let (mean, _) = moments(|seed| count(&set.split(Unit::Row, 4, 3, seed).unwrap().1, cell, &set));
            assert!((mean - size / 4.0).abs() < 0.1, "{mean}");
        }
    }

    #[test]
    fn folds_are_checked() {
        let set = example();
        let many = usize::MAX;
        for (folds, fold, part) in
            [(1, 0, "folds is 1"), (0, 0, "folds is 0"), (3, 3, "fold is 3"), (many, 0, "must be at most")]
        {
            let error = set.split(Unit::Row, folds, fold, 0).unwrap_err();
            assert!(error.code() == 2 && error.to_string().contains(part), "{error}");
        }
        let (rest, held) = set.split(Unit::Judge, 9, 8, 0).unwrap();
        assert_eq!((rest, held.cells.len()), (set.clone(), 0));
    }

    #[test]
    fn a_billion_comparisons_are_shared_out_quickly() {
        let mut set = Set::new();
        set.append(&Rows {
            length: 1,
            left: Key { values: Column::U8(&[0]), base: 0 },
            right: Key { values: Column::U8(&[1]), base: 0 },
            wins: Column::U64(&[3_000_000_000]),
            losses: Column::U64(&[1_000_000_001]),
            ..Rows::default()
        })
        .unwrap();
        let held = set.split(Unit::Row, 5, 0, 1).unwrap().1;
        assert_eq!(held.cells.total(), 800_000_001.0);
        assert!((held.cells.counts[0][0] / 6e8 - 1.0).abs() < 1e-3);
    }
}
