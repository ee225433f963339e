//! Tiers: items in the order of their scores, cut into stretches.

use crate::error::{Error, Result};
use crate::inference::{sure_pairs, Given, Options};
use crate::model::{Model, Normalisation, Problems, Quantity, View};
use crate::progress::Watch;
use crate::room::{self, reserve, with_room, Gather as _, Put as _, TryRoom as _};
use crate::table::{Schema, SchemaColumn};

/// Where a new tier begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tiers {
    /// By the number of tiers, with the least sum of squared differences of scores from the means of
    /// their tiers (Fisher 1958).
    Number(usize),
    /// Where the score of an item is lower than that of the one before by more than this.
    Gap(f64),
    /// Where an item is significantly worse than the first of the tier, in the simultaneous comparison of
    /// all pairs.
    Significance,
}

/// An item and its tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tier {
    /// The item.
    pub item: usize,
    /// Its tier, 0 for the best; None for an item that has no place among the others.
    pub tier: Option<usize>,
}

/// The columns of [`tiers`].
pub static TIERS: Schema<Tier> = Schema {
    name: "model_tiers",
    title: c"Tiers of items",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |t| Some(t.item)),
        SchemaColumn::i64(
            c"tier",
            c"",
            c"Its tier, 0 for the best; missing for an item that has no place among the others: outside the largest component, of unknown score, or diverging.",
            |t| t.tier.map(|tier| tier as i64),
        ),
    ],
};

/// The tier of every item, 0 for the best. None for an item that has no place among the others: whose score
/// is unidentified or diverges, or that is outside the largest component of disconnected data.
pub fn tiers(model: &Model, by: Tiers, options: &Options, watch: Watch<'_>) -> Result<Vec<Tier>> {
    let view = View { normalisation: Normalisation::Sum, origin: 0.0, ..options.view.clone() };
    let scores = model.readout(Quantity::Scores, &view)?;
    of_scores(&scores.estimates, in_order(model, &scores.estimates), by, || sure_pairs(model, options, watch))
}

/// The tiers of values that somebody gave: of those that have a finite value and error.
pub fn tiers_of_given(given: &Given, by: Tiers, options: &Options, watch: Watch<'_>) -> Result<Vec<Tier>> {
    let values = given.ordered_values();
    let mut order: Vec<usize> = (0..values.len()).filter(|&i| values[i].is_finite()).gathered();
    room::sort_by(&mut order, |&i, &j| (values[j] + 0.0).total_cmp(&(values[i] + 0.0)));
    of_scores(&values, order, by, || given.sure_pairs(options, watch))
}

/// The tier of every item, of which these have a place, in this order.
fn of_scores(
    scores: &[f64],
    order: Vec<usize>,
    by: Tiers,
    sure: impl FnOnce() -> Result<Vec<(usize, usize)>>,
) -> Result<Vec<Tier>> {
    let sorted: Vec<f64> = order.iter().map(|&item| scores[item]).gathered();
    let starts = match by {
        Tiers::Number(count) => by_number(&sorted, count)?,
        Tiers::Gap(gap) => by_gap(&sorted, gap)?,
        Tiers::Significance => {
            let n = scores.len();
            let mut worse = vec![false; 0];
            worse
                .try_room(n * n)
                .map_err(|_| Error::Memory(format!("no memory for the pairs of {n} items")))?;
            worse.put_until(n * n, false);
            for (i, j) in sure()? {
                worse[j * n + i] = true;
            }
            by_significance(&order, |item, first| worse[item * n + first])
        }
    };
    let mut labels: Vec<Tier> = (0..scores.len()).map(|item| Tier { item, tier: None }).gathered();
    let mut tier = 0;
    for (at, &item) in order.iter().enumerate() {
        tier += usize::from(at > 0 && starts[at]);
        labels[item].tier = Some(tier);
    }
    Ok(labels)
}

/// The items that have a place, from the best down.
fn in_order(model: &Model, scores: &[f64]) -> Vec<usize> {
    let diverges = |item: &usize| model.item_problems[*item].contains(Problems::SEPARATED);
    let mut order: Vec<usize> = (0..scores.len())
        .filter(|&i| model.components[i] == 0 && scores[i].is_finite())
        .filter(|item| !diverges(item))
        .gathered();
    // Adding 0 makes one of 0 and -0, which are equal scores.
    room::sort_by(&mut order, |&i, &j| (scores[j] + 0.0).total_cmp(&(scores[i] + 0.0)));
    order
}

/// Where the score falls by more than the gap.
fn by_gap(sorted: &[f64], gap: f64) -> Result<Vec<bool>> {
    if gap.is_nan() || gap < 0.0 {
        return Err(Error::Argument(format!("value is {gap}; it must be a gap that is not negative")));
    }
    Ok((0..sorted.len()).map(|at| at > 0 && sorted[at - 1] - sorted[at] > gap).gathered())
}

/// Where an item is worse than the first of its tier.
fn by_significance(order: &[usize], worse: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut first = order.first().copied();
    order
        .iter()
        .map(|&item| {
            let opens = first.is_some_and(|first| worse(item, first));
            if opens {
                first = Some(item);
            }
            opens
        })
        .gathered()
}

/// Where the tiers of the best partition into `count` begin, by dynamic programming; equal scores stay
/// together.
fn by_number(sorted: &[f64], count: usize) -> Result<Vec<bool>> {
    let values = Values::new(sorted);
    let n = values.firsts.len();
    if count == 0 || count > n {
        return Err(Error::Argument(format!(
            "value is {count}; it must be 1 to the number of different scores, {n}"
        )));
    }
    // The least cost of the first values in this many tiers, and where the last of these begins. The place
    // moves on with the number of values, so that each is sought between those of its neighbours.
    let mut cost: Vec<f64> = (0..n).map(|last| values.cost(0, last)).gathered();
    let mut begins: Vec<Vec<usize>> = with_room(count);
    for tiers in 1..count {
        let mut next = reserve(n)?;
        let mut begin = vec![0; n];
        let mut open = vec![[tiers, n, tiers, n]];
        while let Some([low, high, from, to]) = open.pop() {
            if low >= high {
                continue;
            }
            let last = low + (high - low) / 2;
            let mut best = (f64::INFINITY, from);
            for first in from..to.min(last + 1) {
                let candidate = cost[first - 1] + values.cost(first, last);
                if candidate < best.0 {
                    best = (candidate, first);
                }
            }
            (next[last], begin[last]) = best;
            open.put_each([[low, last, from, best.1 + 1], [last + 1, high, best.1, to]]);
        }
        cost = next;
        begins.push(begin);
    }
    let mut starts = vec![false; sorted.len()];
    let mut last = n - 1;
    for begin in begins.iter().rev() {
        starts[values.firsts[begin[last]]] = true;
        last = begin[last] - 1;
    }
    Ok(starts)
}

/// Different scores, each with its number, as running sums.
struct Values {
    /// Where each begins among all.
    firsts: Vec<usize>,
    /// Sums of number, of score and of squared score over all before, about the mean of all.
    sums: Vec<[f64; 3]>,
}

impl Values {
    fn new(sorted: &[f64]) -> Values {
        let mean = sorted.iter().sum::<f64>() / sorted.len().max(1) as f64;
        let (mut firsts, mut sums) = (Vec::new(), vec![[0.0; 3]]);
        let mut sum = [0.0; 3];
        let mut before = 0;
        for equal in sorted.chunk_by(|a, b| a == b) {
            firsts.put(before);
            before += equal.len();
            let (number, value) = (equal.len() as f64, equal[0] - mean);
            sum = [sum[0] + number, sum[1] + number * value, sum[2] + number * value * value];
            sums.put(sum);
        }
        Values { firsts, sums }
    }

    /// Sum of squares about the mean of the values first ..= last.
    fn cost(&self, first: usize, last: usize) -> f64 {
        let (a, b) = (self.sums[first], self.sums[last + 1]);
        let [number, sum, squares] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        (squares - sum * sum / number).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn within(sorted: &[f64], starts: &[bool]) -> f64 {
        let mut tiers: Vec<Vec<f64>> = Vec::new();
        for (at, &value) in sorted.iter().enumerate() {
            match tiers.last_mut() {
                Some(tier) if !(at > 0 && starts[at]) => tier.push(value),
                _ => tiers.push(vec![value]),
            }
        }
        let squares = |tier: &Vec<f64>| {
            let mean = tier.iter().sum::<f64>() / tier.len() as f64;
            tier.iter().map(|v| (v - mean).powi(2)).sum::<f64>()
        };
        tiers.iter().map(squares).sum()
    }

    /// Against every way to cut.
    #[test]
    fn the_partition_is_the_best_of_all() {
        let mut random = Random::new(3, 0);
        for n in 1..=11 {
            // Some scores are equal.
            let mut sorted: Vec<f64> =
                (0..n).map(|_| (random.normal() * 4.0).round() / 2.0 + 100.0).collect();
            sorted.sort_by(|a, b| b.total_cmp(a));
            let different = sorted.chunk_by(|a, b| a == b).count();
            for count in 1..=different {
                let starts = by_number(&sorted, count).unwrap();
                assert_eq!(starts.iter().filter(|s| **s).count(), count - 1);
                let found = within(&sorted, &starts);
                let least = (0..1usize << (n - 1))
                    .filter(|set| set.count_ones() as usize == count - 1)
                    .map(|set| {
                        let starts: Vec<bool> = (0..n).map(|at| at > 0 && set >> (at - 1) & 1 == 1).collect();
                        within(&sorted, &starts)
                    })
                    .fold(f64::INFINITY, f64::min);
                assert!((found - least).abs() < 1e-9, "{sorted:?} in {count}: {found} against {least}");
                assert!((1..n).all(|at| !starts[at] || sorted[at] != sorted[at - 1]));
            }
            assert!(matches!(by_number(&sorted, different + 1), Err(Error::Argument(_))));
        }
        assert!(by_number(&[1.0], 0).is_err() && by_number(&[], 1).is_err());
    }

    #[test]
    fn many_items_in_clear_tiers() {
        let mut random = Random::new(4, 0);
        let mut sorted: Vec<f64> = (0..3000).map(|k| -50.0 * f64::from(k / 1000) + random.normal()).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let starts = by_number(&sorted, 3).unwrap();
        assert!((0..3000).all(|at| starts[at] == (at == 1000 || at == 2000)));
    }

    #[test]
    fn gaps_open_tiers() {
        let sorted = [3.0, 2.5, 2.5, 1.0, 0.5];
        assert_eq!(by_gap(&sorted, 0.5).unwrap(), [false, false, false, true, false]);
        assert_eq!(by_gap(&sorted, 0.0).unwrap(), [false, true, false, true, true]);
        assert_eq!(by_gap(&sorted, f64::INFINITY).unwrap(), [false; 5]);
        assert!(by_gap(&sorted, -1.0).is_err() && by_gap(&sorted, f64::NAN).is_err());
    }

    #[test]
    fn each_is_compared_with_the_first_of_its_tier() {
        // Neighbours do not differ significantly, but the third differs from the first, and so on.
        let order = [4, 2, 0, 1, 3];
        let place = |item: usize| order.iter().position(|&o| o == item).unwrap();
        let starts = by_significance(&order, |item, first| place(item) - place(first) >= 2);
        assert_eq!(starts, [false, false, true, false, true]);
        assert!(by_significance(&[], |_, _| true).is_empty());
    }
}
