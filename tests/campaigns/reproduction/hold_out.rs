//! Table 1 of the HJA paper (arXiv:2605.05073, F.1): how often votes held out are foretold, all of them and those
//! on pairs that are nearly tied.

use super::models::{attempt, disagreeing, judged, pooled, positioned, read};
use crate::measures::{mean, spread};
use crate::replicates::numbered;
use crate::support::votes;
use duel::assess::{cross_validate, HeldOut, Plan};
use duel::comparisons::{Set, Unit};
use duel::model::{Model, Quantity, Specification};
use duel::progress::unwatched;
use std::fmt::Write;

pub const SEEDS: usize = 20;

/// The methods compared.
pub const METHODS: [&str; 4] = ["HJA (CV rank)", "JA", "BTL", "JA + position"];

/// Printed mean and standard deviation: held out; closest, middle and farthest pairs. HJA, JA, BTL.
type Printed = [[[f64; 2]; 4]; 3];

const PRINTED: [Printed; 3] = [
    [
        [[0.65, 0.01], [0.68, 0.05], [0.69, 0.04], [0.67, 0.06]],
        [[0.58, 0.01], [0.58, 0.03], [0.54, 0.05], [0.50, 0.06]],
        [[0.58, 0.01], [0.57, 0.04], [0.54, 0.05], [0.51, 0.06]],
    ],
    [
        [[0.76, 0.01], [0.74, 0.02], [0.84, 0.01], [0.89, 0.01]],
        [[0.70, 0.01], [0.62, 0.02], [0.78, 0.01], [0.86, 0.01]],
        [[0.70, 0.01], [0.62, 0.02], [0.78, 0.01], [0.86, 0.01]],
    ],
    [
        [[0.70, 0.01], [0.69, 0.05], [0.68, 0.04], [0.71, 0.06]],
        [[0.62, 0.01], [0.55, 0.06], [0.58, 0.06], [0.60, 0.04]],
        [[0.61, 0.01], [0.55, 0.06], [0.58, 0.06], [0.60, 0.04]],
    ],
];

/// The rank with the best mean log-likelihood in five folds.
pub fn chosen_rank(set: &Set, most: usize, seed: u64) -> usize {
    let plan = Plan { unit: Unit::Row, part: HeldOut::Folds(5), repeats: 1, seed, threads: 1 };
    let held = |rank: usize| {
        let average =
            cross_validate(set, &disagreeing(rank), &plan, &mut unwatched()).expect("folds").averages[0];
        // A rank that some fold has no estimate of is not compared.
        if average.folds == 5 {
            average.mean
        } else {
            f64::NEG_INFINITY
        }
    };
    let values: Vec<f64> = (0..=most).map(held).collect();
    (0..=most).fold(0, |best, rank| if values[rank] > values[best] { rank } else { best })
}

/// The highest rank that is tried, as for the reference results: estimates of more do not exist in two of the sets.
pub fn most(set: &Set) -> usize {
    (set.items() - 2).min(if set.items() < 10 { 4 } else { 3 })
}

/// A vote under a model.
struct Rule {
    strengths: Vec<f64>,
    positions: Vec<f64>,
    items: usize,
}

impl Rule {
    fn of(model: &Model) -> Rule {
        let positions = match model.specification.position {
            duel::model::Position::None => vec![0.0; model.set.judges()],
            _ => read(model, Quantity::Positions),
        };
        Rule { strengths: read(model, Quantity::Strengths), positions, items: model.set.items() }
    }

    fn difference(&self, judge: u32, left: u32, right: u32) -> f64 {
        let at = |item: u32| self.strengths[judge as usize * self.items + item as usize];
        at(left) - at(right) + self.positions[judge as usize]
    }
}

/// Decided votes foretold, decided votes and ties, on some pairs. Of a difference of zero half the votes are.
fn foretold(rule: &Rule, set: &Set, on: impl Fn(u32, u32) -> bool) -> [f64; 3] {
    let cells = set.cells();
    let mut sums = [0.0; 3];
    for cell in 0..cells.len() {
        let (left, right, counts) = (cells.left[cell], cells.right[cell], cells.counts[cell]);
        if on(left, right) {
            let u = rule.difference(cells.judge[cell], left, right);
            let right_of_left = if u == 0.0 { 0.5 } else { f64::from(u8::from(u > 0.0)) };
            sums[0] += right_of_left * counts[0] + (1.0 - right_of_left) * counts[1];
            sums[1] += counts[0] + counts[1];
            sums[2] += counts[2];
        }
    }
    sums
}

/// The pairs with at least 20 votes whose share of wins is nearest to a half, 20 at most, nearest first.
fn near_pairs(set: &Set) -> Vec<(u32, u32)> {
    let (cells, items) = (set.cells(), set.items());
    let mut sums = vec![[0.0; 2]; items * items];
    for cell in 0..cells.len() {
        let (left, right, counts) = (cells.left[cell], cells.right[cell], cells.counts[cell]);
        let turned = left > right;
        let sum = &mut sums[left.min(right) as usize * items + left.max(right) as usize];
        sum[0] += counts[usize::from(turned)] + 0.5 * counts[2];
        sum[1] += counts[0] + counts[1] + counts[2];
    }
    let gap = |at: usize| (sums[at][0] / sums[at][1] - 0.5).abs();
    let mut pairs: Vec<usize> = (0..sums.len()).filter(|&at| sums[at][1] >= 20.0).collect();
    pairs.sort_by(|&a, &b| gap(a).total_cmp(&gap(b)));
    pairs.truncate(20);
    pairs.iter().map(|at| ((at / items) as u32, (at % items) as u32)).collect()
}

/// Of one method: ties as errors, ties left out; closest, middle, farthest pairs.
type Shares = [f64; 5];

/// One split: the shares of all methods, and the rank chosen.
fn split(set: &Set, seed: u64) -> ([Shares; 4], usize) {
    let (rest, held) = set.split(Unit::Row, 5, 0, seed).expect("a split");
    let pairs = near_pairs(&rest);
    // Thirds, the first ones larger where they cannot be equal.
    let cut = |third: usize| third * (pairs.len() / 3) + third.min(pairs.len() % 3);
    let rank = chosen_rank(&rest, most(set), seed);
    let shares = |specification: Specification| -> Shares {
        let rule = Rule::of(&attempt(&rest, &specification).expect("a fit"));
        let [right, decided, ties] = foretold(&rule, &held, |_, _| true);
        let third = |third: usize| {
            let some = &pairs[cut(third)..cut(third + 1)];
            let found = foretold(&rule, &held, |i, j| some.contains(&(i.min(j), i.max(j))));
            found[0] / found[1]
        };
        [right / (decided + ties), right / decided, third(0), third(1), third(2)]
    };
    ([shares(disagreeing(rank)), shares(judged()), shares(pooled()), shares(positioned())], rank)
}

/// One of the three vote sets.
pub fn held_out(number: usize, seeds: usize, missed: &mut Vec<String>) -> String {
    let (name, file) = super::FILES[number];
    let set = votes(file);
    let found = numbered(seeds, |seed| split(&set, seed as u64));
    let mut ranks = vec![0; most(&set) + 1];
    found.iter().for_each(|(_, rank)| ranks[*rank] += 1);
    let mut text = format!(
        "Table 1 of HJA, {name}: share of held-out votes foretold, {seeds} splits 80/20, mean +- sd (printed)\n\
         {:>14}  {:>30}  {:>14}  {:>30}  {:>30}  {:>30}\n",
        "", "ties as errors", "ties left out", "closest pairs", "middle", "farthest"
    );
    for (method, label) in METHODS.iter().enumerate() {
        let column = |at: usize| found.iter().map(|(all, _)| all[method][at]).collect::<Vec<f64>>();
        let _ = write!(text, "{label:>14}");
        for (at, shown) in [(0, Some(0)), (1, None), (2, Some(1)), (3, Some(2)), (4, Some(3))] {
            let values = column(at);
            let (middle, sd) = (mean(&values), spread(&values));
            let printed = shown.filter(|_| method < 3).map(|shown| PRINTED[number][method][shown]);
            let beside = printed.map(|p| format!(" ({:.2} +- {:.2})", p[0], p[1])).unwrap_or_default();
            let cell = format!("{middle:.3} +- {sd:.3}{beside}");
            let _ = write!(text, "  {cell:>width$}", width = if shown.is_some() { 30 } else { 14 });
            if let Some(p) = printed {
                // Two standard deviations of one split, and half a digit of what is printed.
                let room = 2.0 * sd.max(p[1]) + 0.005;
                if (middle - p[0]).abs() > room {
                    missed.push(format!("{name}, {label}, column {at}: {middle:.3}, printed {:.2}", p[0]));
                }
            }
        }
        text.push('\n');
    }
    let _ = writeln!(text, "ranks chosen by five folds, from 0: {ranks:?}");
    text
}

#[test]
fn near_pairs_are_the_nearest_to_a_half() {
    let set = votes("judge_mtbench.csv");
    let pairs = near_pairs(&set);
    // All 15 pairs of six models have hundreds of votes.
    assert_eq!(pairs.len(), 15);
    let (shares, rank) = split(&set, 1);
    assert!(rank <= 4);
    for method in shares {
        assert!(method[0] < method[1], "ties cannot be foretold");
        assert!(method[2] < method[4], "far pairs are easier than near ones");
    }
}
