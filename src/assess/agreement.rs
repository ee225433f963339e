//! Agreement of rankings: how alike the orders are that several models, or judges, give to items.

use crate::error::{Error, Result};
use crate::progress::{Progress, Watch};
use crate::room::{reserve, Duplicate as _, Gather as _};
use crate::vectors::dot;
use std::cmp::Ordering;

/// How agreement is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Agreement {
    /// Kendall's tau-b (1945).
    #[default]
    Kendall,
    /// Spearman's correlation of mid-ranks.
    Spearman,
    /// The share that the best k items have in common.
    Top,
    /// The mean of this over the best 1, 2, ..., k items: average overlap (Webber, Moffat and Zobel 2010).
    AverageOverlap,
}

impl Agreement {
    /// All by their numbers.
    pub const ALL: [Agreement; 4] =
        [Agreement::Kendall, Agreement::Spearman, Agreement::Top, Agreement::AverageOverlap];
}

/// Agreement of all pairs of rankings, rankings x rankings. `scores` are rankings x items, the highest
/// first, equal scores tied; NaN for an item that a ranking does not have: two rankings are compared over
/// the items that both have. `k` counts for overlaps only.
///
/// NaN where undefined: fewer than two items, or all tied in one of the rankings; fewer than k
/// items for overlaps.
pub fn agreement(
    scores: &[f64],
    rankings: usize,
    items: usize,
    measure: Agreement,
    k: usize,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    if rankings.checked_mul(items) != Some(scores.len()) {
        return Err(Error::Size(format!("scores: {} numbers are not {rankings} x {items}", scores.len())));
    }
    let overlaps = matches!(measure, Agreement::Top | Agreement::AverageOverlap);
    if overlaps && (k == 0 || k > items) {
        return Err(Error::Argument(format!("k is {k}; it must be 1 to the number of items, {items}")));
    }
    let mut table = reserve(rankings * rankings)?;
    let (mut a, mut b) = (reserve(items)?, reserve(items)?);
    for i in 0..rankings {
        for j in 0..=i {
            let (first, second) = (&scores[i * items..(i + 1) * items], &scores[j * items..(j + 1) * items]);
            a.clear();
            b.clear();
            for (x, y) in first.iter().zip(second).filter(|(x, y)| !x.is_nan() && !y.is_nan()) {
                // Adding 0 makes one of 0 and -0, which are equal scores.
                a.push(x + 0.0);
                b.push(y + 0.0);
            }
            let value = match measure {
                Agreement::Kendall => kendall(&a, &b),
                Agreement::Spearman => spearman(&a, &b),
                Agreement::Top => overlap(&a, &b, k, k),
                Agreement::AverageOverlap => overlap(&a, &b, 1, k),
            };
            // Roots of squares are right but for rounding.
            let value = if i == j && !value.is_nan() { 1.0 } else { value };
            table[i * rankings + j] = value;
            table[j * rankings + i] = value;
        }
        watch(&Progress::of_parts(((i + 1) as f64 / rankings as f64).powi(2), i as u64))?;
    }
    Ok(table)
}

/// Kendall's tau-b by the algorithm of Knight (1966): pairs in the same order less those in the opposite
/// one, over the root of the pairs not tied in the one times those not tied in the other.
fn kendall(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len();
    let mut order: Vec<usize> = (0..n).gathered();
    order.sort_unstable_by(|&i, &j| a[i].total_cmp(&a[j]).then(b[i].total_cmp(&b[j])));
    let tied = |same: &dyn Fn(usize, usize) -> bool, order: &[usize]| -> f64 {
        order.chunk_by(|&i, &j| same(i, j)).map(|run| pairs(run.len())).sum()
    };
    let tied_a = tied(&|i, j| a[i] == a[j], &order);
    let tied_both = tied(&|i, j| a[i] == a[j] && b[i] == b[j], &order);
    let mut second: Vec<f64> = order.iter().map(|&i| b[i]).gathered();
    let exchanges = sort_counting(&mut second);
    let tied_b: f64 = second.chunk_by(|x, y| x == y).map(|run| pairs(run.len())).sum();
    let all = pairs(n);
    let (apart_a, apart_b) = (all - tied_a, all - tied_b);
    if apart_a == 0.0 || apart_b == 0.0 {
        return f64::NAN;
    }
    let difference = all - tied_a - tied_b + tied_both - 2.0 * exchanges;
    (difference / (apart_a * apart_b).sqrt()).clamp(-1.0, 1.0)
}

/// Number of pairs of n objects.
fn pairs(n: usize) -> f64 {
    0.5 * n as f64 * (n as f64 - 1.0)
}

/// Sorts by merging and counts the pairs that were in the wrong order.
fn sort_counting(values: &mut [f64]) -> f64 {
    let n = values.len();
    let mut other = values.duplicate();
    let mut exchanges = 0.0;
    let mut width = 1;
    while width < n {
        for (from, to) in values.chunks(2 * width).zip(other.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            let (mut l, mut r) = (0, 0);
            for slot in to {
                let take_right =
                    r < right.len() && (l == left.len() || right[r].total_cmp(&left[l]) == Ordering::Less);
                if take_right {
                    *slot = right[r];
                    r += 1;
                    exchanges += (left.len() - l) as f64;
                } else {
                    *slot = left[l];
                    l += 1;
                }
            }
        }
        values.copy_from_slice(&other);
        width *= 2;
    }
    exchanges
}

/// The correlation of mid-ranks.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (centred_ranks(a), centred_ranks(b));
    let (own, other) = (dot(&a, &a), dot(&b, &b));
    if own == 0.0 || other == 0.0 {
        return f64::NAN;
    }
    (dot(&a, &b) / (own * other).sqrt()).clamp(-1.0, 1.0)
}

/// Ranks from the lowest, ties sharing the mean, less the mean of all.
fn centred_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).gathered();
    order.sort_unstable_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let rank = before as f64 + 0.5 * (tied.len() as f64 - values.len() as f64);
        tied.iter().for_each(|&i| ranks[i] = rank);
        before += tied.len();
    }
    ranks
}

/// The mean over depths from `least` to `most` of the share that the best items have in common. Items
/// tied at the edge share the places left in equal parts; of an item that both have in part the smaller
/// part is in common.
fn overlap(a: &[f64], b: &[f64], least: usize, most: usize) -> f64 {
    if a.len() < most {
        return f64::NAN;
    }
    let (a, b) = (places(a), places(b));
    let share = |depth: usize| {
        let part =
            |&(above, tied): &(usize, usize)| (depth.saturating_sub(above).min(tied)) as f64 / tied as f64;
        let common = |(x, y): (&(usize, usize), &(usize, usize))| part(x).min(part(y));
        a.iter().zip(&b).map(common).sum::<f64>() / depth as f64
    };
    (least..=most).map(share).sum::<f64>() / (most + 1 - least) as f64
}

/// Of every item how many stand above it, and how many are tied with it, itself among them.
fn places(values: &[f64]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..values.len()).gathered();
    order.sort_unstable_by(|&i, &j| values[j].total_cmp(&values[i]));
    let mut places = vec![(0, 1); values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&i, &j| values[i] == values[j]) {
        tied.iter().for_each(|&i| places[i] = (before, tied.len()));
        before += tied.len();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::unwatched;
    use crate::random::Random;

    fn table(scores: &[f64], rankings: usize, measure: Agreement, k: usize) -> Vec<f64> {
        agreement(scores, rankings, scores.len() / rankings, measure, k, &mut unwatched()).unwrap()
    }

    fn two(a: &[f64], b: &[f64], measure: Agreement, k: usize) -> f64 {
        table(&[a, b].concat(), 2, measure, k)[1]
    }

    /// By looking at all pairs.
    fn kendall_by_pairs(a: &[f64], b: &[f64]) -> f64 {
        let sign = |x: f64, y: f64| f64::from(i32::from(x > y) - i32::from(x < y));
        let sum = |x: &[f64], y: &[f64]| -> f64 {
            let all = (0..x.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            all.map(|(i, j)| sign(x[i], x[j]) * sign(y[i], y[j])).sum()
        };
        sum(a, b) / (sum(a, a) * sum(b, b)).sqrt()
    }

    #[test]
    fn tau_is_that_of_all_pairs() {
        let mut random = Random::new(2, 0);
        for n in [2, 3, 5, 8, 33, 100] {
            for values in [3, 1000] {
                let mut draw = || (0..n).map(|_| random.below(values) as f64).collect::<Vec<f64>>();
                let (a, b) = (draw(), draw());
                let (found, expected) = (two(&a, &b, Agreement::Kendall, 0), kendall_by_pairs(&a, &b));
                let same = (found - expected).abs() < 1e-14 || (found.is_nan() && expected.is_nan());
                assert!(same, "{a:?} {b:?}: {found} against {expected}");
            }
        }
    }

    #[test]
    fn four_items_by_hand() {
        let (a, b) = ([4.0, 3.0, 2.0, 1.0], [4.0, 2.0, 3.0, 1.0]);
        // Five pairs in order, one not; squared rank differences sum to 2.
        assert!((two(&a, &b, Agreement::Kendall, 0) - 4.0 / 6.0).abs() < 1e-15);
        assert!((two(&a, &b, Agreement::Spearman, 0) - (1.0 - 6.0 * 2.0 / 60.0)).abs() < 1e-15);
        assert_eq!(two(&a, &b, Agreement::Top, 1), 1.0);
        assert_eq!(two(&a, &b, Agreement::Top, 2), 0.5);
        assert_eq!(two(&a, &b, Agreement::Top, 3), 1.0);
        assert!((two(&a, &b, Agreement::AverageOverlap, 3) - 2.5 / 3.0).abs() < 1e-15);
        let reversed = a.map(|x| -x);
        assert_eq!(two(&a, &reversed, Agreement::Kendall, 0), -1.0);
        assert_eq!(two(&a, &reversed, Agreement::Spearman, 0), -1.0);
        assert_eq!(two(&a, &reversed, Agreement::Top, 2), 0.0);
        assert_eq!(table(&[a, a].concat(), 2, Agreement::Kendall, 0), [1.0; 4]);
    }

    #[test]
    fn items_tied_at_the_edge_share_its_places() {
        // The best two of a are the first and half of the second and third each.
        let (a, b) = ([9.0, 5.0, 5.0, 1.0], [9.0, 8.0, 1.0, 0.0]);
        assert!((two(&a, &b, Agreement::Top, 2) - 1.5 / 2.0).abs() < 1e-15);
        assert_eq!(two(&a, &b, Agreement::Top, 3), 1.0);
        let equal = [1.0; 4];
        assert_eq!(two(&equal, &equal, Agreement::Top, 1), 1.0);
        assert!((two(&a, &equal, Agreement::Top, 1) - 0.25).abs() < 1e-15);
    }

    #[test]
    fn missing_items_count_in_neither_ranking() {
        let nan = f64::NAN;
        let scores = [1.0, 2.0, nan, 4.0, 5.0, 2.0, 1.0, 9.0, nan, 5.0, nan, nan, nan, nan, 3.0];
        for measure in [Agreement::Kendall, Agreement::Spearman] {
            let found = table(&scores, 3, measure, 0);
            let common = two(&[1.0, 2.0, 5.0], &[2.0, 1.0, 5.0], measure, 0);
            assert_eq!(found[1], common);
            assert_eq!((found[0], found[4], found[3]), (1.0, 1.0, common));
            // One item in common, or one in all.
            assert!(found[2].is_nan() && found[8].is_nan());
        }
        let top = table(&scores, 3, Agreement::Top, 2);
        assert_eq!(top[1], two(&[1.0, 2.0, 5.0], &[2.0, 1.0, 5.0], Agreement::Top, 2));
        assert!(top[2].is_nan() && top[8].is_nan() && top[0] == 1.0);
    }

    #[test]
    fn zeros_infinities_and_rankings_without_order() {
        let infinity = f64::INFINITY;
        assert_eq!(two(&[0.0, -0.0, 1.0], &[5.0, 5.0, 6.0], Agreement::Kendall, 0), 1.0);
        assert_eq!(two(&[-infinity, 0.0, infinity], &[1.0, 2.0, 3.0], Agreement::Spearman, 0), 1.0);
        let flat = table(&[1.0, 1.0, 1.0, 1.0, 2.0, 3.0], 2, Agreement::Kendall, 0);
        assert!(flat[0].is_nan() && flat[1].is_nan() && flat[3] == 1.0);
        assert!(table(&[1.0, 1.0, 1.0, 2.0], 2, Agreement::Spearman, 0)[1].is_nan());
        assert!(agreement(&[], 0, 5, Agreement::Kendall, 0, &mut unwatched()).unwrap().is_empty());
        assert!(agreement(&[], 2, 0, Agreement::Kendall, 0, &mut unwatched()).unwrap()[1].is_nan());
    }

    #[test]
    fn bad_arguments_are_named() {
        let refused = |rankings, items, measure, k| {
            agreement(&[1.0, 2.0], rankings, items, measure, k, &mut unwatched()).unwrap_err()
        };
        assert!(matches!(refused(2, 2, Agreement::Kendall, 0), Error::Size(_)));
        assert!(matches!(refused(usize::MAX, 3, Agreement::Kendall, 0), Error::Size(_)));
        for k in [0, 3] {
            assert!(matches!(refused(1, 2, Agreement::Top, k), Error::Argument(_)));
            assert!(matches!(refused(1, 2, Agreement::AverageOverlap, k), Error::Argument(_)));
        }
    }
}
