//! Quantiles of the largest of chosen differences, each with its sign, in units of their standard deviations.

use super::distribution::Source;
use super::simulation::{lanes, LANES};
use super::{
    correlations, deviations, difference_variance, usable, Draws, MaxDistribution, TriangularFactor,
};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::with_room;

/// Draws of all values, kept so that one family of differences after the other can be asked for.
pub(crate) struct Leads {
    items: usize,
    /// Whole lanes of the values of a draw.
    blocks: usize,
    /// Draw by draw, values in their order, zeros up to whole lanes.
    values: Vec<[f64; LANES]>,
    /// One over the standard deviation of each difference, items x items; 0 where it has none.
    weights: Vec<f64>,
    degrees: f64,
}

/// Differences of one item with several: (its value - theirs) times weights, plus bars of minus infinity for those
/// that are left out.
struct Row {
    item: usize,
    weights: Vec<[f64; LANES]>,
    bars: Vec<[f64; LANES]>,
}

impl Leads {
    /// Draws of values with mean zero and a covariance (n x n), and so many degrees of freedom.
    pub(crate) fn new(
        covariance: &[f64],
        n: usize,
        degrees: f64,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Leads> {
        let used = usable(covariance, n, true)?;
        let size = used.len();
        let order: Vec<usize> = (0..size).collect();
        let mut factor = TriangularFactor::new(&correlations(covariance, n, &used)?, size, &order)?;
        factor.scale(&deviations(covariance, n, &used));
        let blocks = n.div_ceil(LANES);
        let room = blocks.checked_mul(draws.count).ok_or_else(|| Error::Size("draws: too many".into()))?;
        let mut values = lanes(room)?;
        let mut rows = values.chunks_exact_mut(blocks.max(1));
        factor.each_draw(draws.count, draws.seed, keep_going, |draw| {
            let Some(row) = rows.next() else { return };
            let row = row.as_flattened_mut();
            used.iter().zip(draw).for_each(|(&item, value)| row[item] = *value);
        })?;
        let weight = |at: usize| {
            let variance = difference_variance(covariance, n, at / n, at % n);
            if variance > 0.0 && variance.is_finite() {
                1.0 / variance.sqrt()
            } else {
                0.0
            }
        };
        let weights = (0..n * n).map(weight).collect();
        Ok(Leads { items: n, blocks, values, weights, degrees })
    }

    /// The quantile at a level of the largest (e_j - e_k) / sd_jk over a family of ordered pairs (items x items).
    pub(crate) fn critical(
        &self,
        family: &[bool],
        level: f64,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<f64> {
        let rows = self.rows(family);
        let mut largest = with_room(self.values.len() / self.blocks.max(1));
        for (at, draw) in self.values.chunks_exact(self.blocks.max(1)).enumerate() {
            if at % 256 == 0 {
                keep_going()?;
            }
            largest.push(rows.iter().map(|row| row.largest(draw)).fold(f64::NEG_INFINITY, f64::max));
        }
        largest.sort_unstable_by(f64::total_cmp);
        let pairs = family.iter().filter(|pair| **pair).count();
        MaxDistribution::new(Source::Drawn(largest), pairs, self.degrees)?.largest_quantile(level)
    }

    /// The family by rows, as few as there can be: a pair goes with its first item where that has others, too.
    fn rows(&self, family: &[bool]) -> Vec<Row> {
        let n = self.items;
        let of_first: Vec<usize> =
            family.chunks_exact(n).map(|row| row.iter().filter(|p| **p).count()).collect();
        let pairs = || (0..n * n).filter(|&at| family[at]).map(|at| (at / n, at % n));
        let mut rows: Vec<Row> = Vec::new();
        for sign in [1.0, -1.0] {
            for item in 0..n {
                spend(2 * n * n);
                let mut row = Row {
                    item,
                    weights: vec![[0.0; LANES]; self.blocks],
                    bars: vec![[f64::NEG_INFINITY; LANES]; self.blocks],
                };
                let mut is_used = false;
                let mut add = |other: usize| {
                    row.weights.as_flattened_mut()[other] = sign * self.weights[item * n + other];
                    row.bars.as_flattened_mut()[other] = 0.0;
                    is_used = true;
                };
                if sign > 0.0 {
                    pairs().filter(|&(j, _)| j == item && of_first[j] > 1).for_each(|(_, k)| add(k));
                } else {
                    pairs().filter(|&(j, k)| k == item && of_first[j] == 1).for_each(|(j, _)| add(j));
                }
                if is_used {
                    rows.push(row);
                }
            }
        }
        rows
    }
}

impl Row {
    /// The largest of its differences in a draw.
    fn largest(&self, draw: &[[f64; LANES]]) -> f64 {
        let own = draw[self.item / LANES][self.item % LANES];
        let mut largest = [f64::NEG_INFINITY; LANES];
        for (values, (weights, bars)) in draw.iter().zip(self.weights.iter().zip(&self.bars)) {
            for lane in 0..LANES {
                let lead = (own - values[lane]) * weights[lane] + bars[lane];
                largest[lane] = if lead > largest[lane] { lead } else { largest[lane] };
            }
        }
        largest.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::{normal, student};

    const DRAWS: Draws = Draws { count: 200_000, seed: 3, threads: 1 };

    fn leads(covariance: &[f64], n: usize, degrees: f64) -> Leads {
        Leads::new(covariance, n, degrees, DRAWS, &mut || Ok(())).unwrap()
    }

    /// One pair is one normal variable; with its reverse, two-sided; and two of independent scores.
    #[test]
    fn few_pairs_have_closed_forms() {
        let covariance = [1.0, 0.3, 0.0, 0.3, 2.0, 0.0, 0.0, 0.0, 0.5];
        let family = |pairs: &[(usize, usize)]| {
            let mut family = vec![false; 9];
            pairs.iter().for_each(|(j, k)| family[3 * j + k] = true);
            family
        };
        let of = |degrees: f64, pairs: &[(usize, usize)], level: f64| {
            leads(&covariance, 3, degrees).critical(&family(pairs), level, &mut || Ok(())).unwrap()
        };
        assert!((of(f64::INFINITY, &[(0, 1)], 0.95) - normal::quantile(0.95)).abs() < 0.01);
        assert!((of(f64::INFINITY, &[(2, 0)], 0.3) - normal::quantile(0.3)).abs() < 0.01);
        assert!((of(f64::INFINITY, &[(0, 1), (1, 0)], 0.95) - normal::critical(0.95)).abs() < 0.01);
        assert!((of(8.0, &[(1, 2)], 0.95) - student::critical(0.9, 8.0)).abs() < 0.02);
        assert!((of(8.0, &[(0, 1), (1, 0)], 0.95) - student::critical(0.95, 8.0)).abs() < 0.02);
    }

    /// All ordered pairs are the two-sided distribution of all pairs, whatever the number of lanes.
    #[test]
    fn all_pairs_are_the_distribution_of_the_range() {
        for n in [3usize, 8, 11] {
            let covariance: Vec<f64> = (0..n * n).map(|k| if k / n == k % n { 1.0 } else { 0.0 }).collect();
            let family: Vec<bool> = (0..n * n).map(|k| k / n != k % n).collect();
            let found = leads(&covariance, n, f64::INFINITY).critical(&family, 0.95, &mut || Ok(())).unwrap();
            let exact =
                MaxDistribution::of_pairs(&covariance, n, f64::INFINITY, DRAWS, &mut || Ok(())).unwrap();
            assert!((found - exact.quantile(0.95).unwrap().value).abs() < 0.015, "{n}");
        }
    }

    /// One item against many: rows by either side of a pair are the same numbers.
    #[test]
    fn families_of_one_item() {
        let n = 9;
        let covariance: Vec<f64> =
            (0..n * n).map(|k| if k / n == k % n { 1.0 + (k / n) as f64 } else { 0.2 }).collect();
        let from = |item: usize, up: bool| -> Vec<bool> {
            (0..n * n).map(|k| k / n != k % n && (if up { k / n } else { k % n }) == item).collect()
        };
        let all = leads(&covariance, n, f64::INFINITY);
        let ask = |family: &[bool]| all.critical(family, 0.9, &mut || Ok(())).unwrap();
        let (up, down) = (ask(&from(2, true)), ask(&from(2, false)));
        // The distribution is symmetric.
        assert!((up - down).abs() < 0.02, "{up} {down}");
        let both: Vec<bool> = from(2, true).iter().zip(from(2, false)).map(|(a, b)| *a || b).collect();
        let two_sided = ask(&both);
        assert!(two_sided > up + 0.1);
        // 16 pairs at a level of 0.9: no wider than Bonferroni's.
        assert!(two_sided < -normal::quantile(0.1 / 16.0));
    }
}
