//! The distribution of ranks, from draws of the scores: normal ones here, or bootstrap replicates.

use super::critical::factor;
use super::errors::keep;
use super::scores::{Need, Scores};
use super::{sampled, Bootstrap, Options};
use crate::distributions::student;
use crate::error::Result;
use crate::interrupt::spend;
use crate::model::{Model, Normalisation, Point, Quantity, View};
use crate::progress::Watch;
use crate::room::{reserve, with_room, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use crate::vectors::mean_ranks;

/// Draws where their number is not given: a probability then has a standard error of at most 0.005.
const DRAWS: usize = 10_000;

/// Counts of the ranks that items take in draws of their scores.
#[derive(Debug, Clone)]
pub struct RankDistribution {
    items: usize,
    /// items x items: how often item i took rank r + 1.
    counts: Vec<f64>,
    /// Draws in which each item had a rank.
    draws: Vec<f64>,
    /// Replicates without any scores, which count against every claim.
    failed: f64,
    order: Vec<usize>,
}

impl RankDistribution {
    /// No draws yet.
    pub fn new(items: usize) -> Result<RankDistribution> {
        let counts = reserve(items * items)?;
        Ok(RankDistribution { items, counts, draws: vec![0.0; items], failed: 0.0, order: with_room(items) })
    }

    /// The probabilities of ranks, items x items; NaN in the row of an item without a rank.
    pub(crate) fn of_probabilities(counts: Vec<f64>) -> Result<RankDistribution> {
        let items = counts.len().isqrt();
        Ok(RankDistribution { items, counts, draws: vec![1.0; items], failed: 0.0, order: with_room(items) })
    }

    /// Adds a draw. Items whose score is NaN take no rank and leave no gap; equal scores share the
    /// ranks that they take together, in equal parts.
    pub fn add(&mut self, scores: &[f64]) {
        // A sort, and a number of each row.
        spend(200 * self.items);
        self.order.clear();
        self.order.put_each((0..self.items).filter(|&i| !scores[i].is_nan()));
        self.order.sort_unstable_by(|&i, &j| scores[j].total_cmp(&scores[i]));
        let mut before = 0;
        for tied in self.order.chunk_by(|&i, &j| scores[i] == scores[j]) {
            let part = 1.0 / tied.len() as f64;
            for &i in tied {
                self.draws[i] += 1.0;
                let row = &mut self.counts[i * self.items..(i + 1) * self.items];
                row[before..before + tied.len()].iter_mut().for_each(|count| *count += part);
            }
            before += tied.len();
        }
    }

    /// items x items: the probability that item i has rank r + 1. NaN for an item without a rank in
    /// any draw.
    pub fn probabilities(&self) -> Vec<f64> {
        let mut table = crate::room::copied(&self.counts);
        for (row, draws) in table.chunks_exact_mut(self.items.max(1)).zip(&self.draws) {
            spend(row.len());
            row.iter_mut().for_each(|p| *p /= draws);
        }
        table
    }

    fn failed_share(&self) -> f64 {
        let used = self.draws.iter().copied().fold(0.0, f64::max);
        if self.failed > 0.0 {
            self.failed / (used + self.failed)
        } else {
            0.0
        }
    }

    /// The summary of every item's rank, as rows of [`RANK_SUMMARY`].
    pub fn summary_rows(&self, level: f64) -> Vec<RankSummary> {
        let rows = self.summary(level).into_iter().enumerate();
        rows.map(|(item, numbers)| RankSummary { item, numbers }).gathered()
    }

    /// Of every item: probability of being best, expected rank, its standard deviation, and the ranks
    /// that leave at most half of 1 - level below and above.
    pub fn summary(&self, level: f64) -> Vec<[f64; 5]> {
        let table = self.probabilities();
        let numbers = |row: &[f64]| {
            spend(4 * row.len());
            summary(row, 0.5 * (1.0 - level), self.failed_share())
        };
        table.chunks_exact(self.items.max(1)).map(numbers).gathered()
    }
}

/// The distribution of the rank of an item in a few numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankSummary {
    /// The item.
    pub item: usize,
    /// Probability of being best, expected rank, its standard deviation, lower and upper quantile; NaN for an item
    /// without a rank.
    pub numbers: [f64; 5],
}

impl RankSummary {
    fn quantile(&self, at: usize) -> Option<i64> {
        let rank = self.numbers[at];
        (!rank.is_nan()).then_some(rank as i64)
    }
}

/// The columns of [`RankLaw::summary_rows`].
pub static RANK_SUMMARY: Schema<RankSummary> = Schema {
    name: "model_rank_summary",
    title: c"Probable ranks of items",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |r| Some(r.item)),
        SchemaColumn::f64(
            c"best_probability",
            c"probability",
            c"Probability of being the best; missing, like all else, for an item without a rank.",
            |r| r.numbers[0],
        ),
        SchemaColumn::f64(c"rank_mean", c"rank", c"Expected rank.", |r| r.numbers[1]),
        SchemaColumn::f64(c"rank_sd", c"rank", c"Standard deviation of the rank.", |r| r.numbers[2]),
        SchemaColumn::i64(
            c"rank_lower",
            c"rank",
            c"Lower quantile: at most half of 1 - level of the probability is on ranks below it.",
            |r| r.quantile(3),
        ),
        SchemaColumn::i64(
            c"rank_upper",
            c"rank",
            c"Upper quantile: at most half of 1 - level of the probability is on ranks above it.",
            |r| r.quantile(4),
        ),
    ],
};

/// The summary of the distribution of one rank, with quantiles at `tail` and 1 - `tail`.
fn summary(row: &[f64], tail: f64, failed: f64) -> [f64; 5] {
    if row.iter().any(|p| p.is_nan()) {
        return [f64::NAN; 5];
    }
    let moment =
        |f: &dyn Fn(f64) -> f64| -> f64 { row.iter().enumerate().map(|(r, p)| p * f((r + 1) as f64)).sum() };
    let mean = moment(&|rank| rank);
    let deviation = moment(&|rank| (rank - mean).powi(2)).sqrt();
    let quantile = |target: f64| {
        let mut sum = 0.0;
        let reached = row.iter().position(|p| {
            sum += p;
            // Sums of shares are right but for rounding.
            sum >= target - 1e-12
        });
        (reached.unwrap_or(row.len() - 1) + 1) as f64
    };
    // Replicates without an estimate make no item the best, and lie beyond either quantile.
    let of_rest = |target: f64| ((target - failed) / (1.0 - failed)).max(0.0);
    let lower = if failed > 0.0 { of_rest(tail) } else { tail };
    let upper = if failed > 0.0 { ((1.0 - tail) / (1.0 - failed)).min(1.0) } else { 1.0 - tail };
    let upper = if failed > tail { row.len() as f64 } else { quantile(upper) };
    let lower = if failed > tail { 1.0 } else { quantile(lower.max(1e-9)) };
    [row[0] * (1.0 - failed), mean, deviation, lower, upper]
}

/// The distribution of the ranks under the normal distribution of the scores.
///
/// Items that are unidentified, or that diverge, have no rank, nor have those outside the largest
/// component: ranks are among the others.
/// With a bootstrap the replicates are the draws; where standard errors are sampled, each draw is solved for.
pub fn rank_probabilities(model: &Model, options: &Options, watch: Watch<'_>) -> Result<RankDistribution> {
    if let Some(bootstrap) = &options.bootstrap {
        return of_replicates(model, bootstrap, options, watch);
    }
    if sampled::is_sampled(model, options) {
        let mut distribution = RankDistribution::new(model.layout.items)?;
        sampled::each_draw(model, options, watch, |scores| distribution.add(scores))?;
        return Ok(distribution);
    }
    let scores = Scores::of(model, Need::Errors, options, &mut *watch)?;
    of_normal_draws(&scores, options, watch)
}

/// The same of scores that are known, from the normal distribution.
pub(super) fn of_normal_draws(
    scores: &Scores,
    options: &Options,
    watch: Watch<'_>,
) -> Result<RankDistribution> {
    let n = scores.len();
    let largest = scores.largest_class();
    let known = |i: &usize| {
        let variance = scores.covariance[i * n + i];
        largest[*i] && scores.estimates[*i].is_finite() && variance.is_finite()
    };
    let items: Vec<usize> = (0..n).filter(known).gathered();
    let mut distribution = RankDistribution::new(n)?;
    let mut drawn = vec![f64::NAN; n];
    factor(&scores.covariance, n, &items)?.each_draw(
        if options.draws == 0 { DRAWS } else { options.draws },
        options.seed,
        &mut keep(watch),
        |draw| {
            items.iter().zip(draw).for_each(|(&i, z)| drawn[i] = scores.estimates[i] + z);
            distribution.add(&drawn);
        },
    )?;
    Ok(distribution)
}

/// The summary of every item's rank under the distribution of [`rank_probabilities`], as rows of [`RANK_SUMMARY`]; where the draws
/// are solved for, without a matrix of all items and ranks.
pub fn rank_summary(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<RankSummary>> {
    if !sampled::is_sampled(model, options) {
        return Ok(rank_probabilities(model, options, watch)?.summary_rows(options.level));
    }
    options.check()?;
    let n = model.layout.items;
    let mut ranks: Vec<Vec<f32>> = Vec::new();
    sampled::each_draw(model, options, watch, |scores| {
        ranks.put(mean_ranks(scores).into_iter().map(|rank| rank as f32).gathered());
    })?;
    let tail = 0.5 * (1.0 - options.level);
    let mut own: Vec<f32> = with_room(ranks.len());
    let mut rows = with_room(n);
    for item in 0..n {
        spend(10 * ranks.len());
        own.clear();
        ranks.iter().for_each(|draw| own.put(draw[item]));
        own.sort_unstable_by(f32::total_cmp);
        rows.put(RankSummary { item, numbers: summary_of_draws(&own, tail) });
    }
    Ok(rows)
}

/// The summary of the distribution of one rank from draws of it, ascending.
fn summary_of_draws(ranks: &[f32], tail: f64) -> [f64; 5] {
    if ranks.iter().any(|rank| rank.is_nan()) {
        return [f64::NAN; 5];
    }
    let count = ranks.len() as f64;
    let mean_of = |f: &dyn Fn(f64) -> f64| ranks.iter().map(|&rank| f(f64::from(rank))).sum::<f64>() / count;
    let mean = mean_of(&|rank| rank);
    let deviation = mean_of(&|rank| (rank - mean).powi(2)).sqrt();
    let quantile = |target: f64| {
        let at = (count * target - 1e-9).ceil().max(1.0) as usize - 1;
        f64::from(ranks[at.min(ranks.len() - 1)]).round()
    };
    [mean_of(&|rank| f64::from(u8::from(rank < 1.5))), mean, deviation, quantile(tail), quantile(1.0 - tail)]
}

/// The distribution of the ranks in the replicates of a bootstrap.
fn of_replicates(
    model: &Model,
    bootstrap: &Bootstrap,
    options: &Options,
    watch: Watch<'_>,
) -> Result<RankDistribution> {
    options.check()?;
    let view = View { normalisation: Normalisation::Sum, ..options.view.clone() };
    let mut distribution = RankDistribution::new(model.layout.items)?;
    let scores = |point: &Point<'_>| {
        let mut scores = point.readout(Quantity::Scores, &view)?.estimates;
        for (score, &component) in scores.iter_mut().zip(&model.components) {
            if component != 0 {
                *score = f64::NAN;
            }
        }
        Ok(scores)
    };
    distribution.failed = bootstrap.failures() as f64;
    bootstrap.values(model, &scores, watch)?.iter().for_each(|draw| distribution.add(draw));
    Ok(distribution)
}

/// items x items: the probability that the true score of i is above that of j, from the distribution of the
/// estimated difference about the true one read backwards (a flat prior). NaN on the diagonal and where
/// the difference is unidentified.
pub fn superiority(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<f64>> {
    superiority_of(&Scores::of(model, Need::Degrees, options, &mut *watch)?)
}

/// The same of scores that are known.
pub(super) fn superiority_of(scores: &Scores) -> Result<Vec<f64>> {
    let n = scores.len();
    let mut table = reserve(n * n)?;
    for i in 0..n {
        spend(50 * n);
        for j in 0..n {
            let (difference, error) = scores.difference(i, j);
            table[i * n + j] = if i == j || error.is_nan() || error.is_infinite() {
                f64::NAN
            } else if error == 0.0 {
                0.5 + 0.5 * if difference == 0.0 { 0.0 } else { difference.signum() }
            } else {
                student::cdf(difference / error, scores.degrees(i, j))
            };
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::normal;

    #[test]
    fn ties_share_and_nan_takes_no_rank() {
        let mut distribution = RankDistribution::new(4).unwrap();
        distribution.add(&[1.0, 3.0, 1.0, f64::NAN]);
        distribution.add(&[2.0, 1.0, 0.0, f64::NAN]);
        let p = distribution.probabilities();
        assert_eq!(p[..4], [0.5, 0.25, 0.25, 0.0]);
        assert_eq!(p[4..8], [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(p[8..12], [0.0, 0.25, 0.75, 0.0]);
        assert!(p[12..].iter().all(|p| p.is_nan()));
        let summary = distribution.summary(0.5);
        assert_eq!(summary[1], [0.5, 1.5, 0.5, 1.0, 2.0]);
        assert_eq!((summary[2][1], summary[2][3], summary[2][4]), (2.75, 2.0, 3.0));
        assert!(summary[3].iter().all(|v| v.is_nan()));
        assert!(RankDistribution::new(0).unwrap().summary(0.9).is_empty());
    }

    /// Four replicates, of which one failed: no item is the best in it, and ranks are beyond both quantiles.
    #[test]
    fn failed_replicates_count_against_the_claim() {
        let mut distribution = RankDistribution::new(2).unwrap();
        (0..3).for_each(|_| distribution.add(&[1.0, 0.0]));
        let [best, ..] = distribution.summary(0.5)[0];
        assert_eq!(best, 1.0);
        distribution.failed = 1.0;
        let found = distribution.summary(0.5);
        assert_eq!((found[0][0], found[0][3], found[0][4]), (0.75, 1.0, 1.0));
        assert_eq!((found[0][1], found[1][1]), (1.0, 2.0));
        let found = distribution.summary(0.9);
        assert_eq!((found[0][3], found[0][4]), (1.0, 2.0));
    }

    #[test]
    fn normal_draws_give_the_probabilities_of_the_differences() {
        // Three scores with a singular covariance (they sum to zero).
        let root = [1.0, 0.2, -0.5, 0.9, -0.5, -1.1];
        let covariance: Vec<f64> = (0..9)
            .map(|k| root[2 * (k / 3)] * root[2 * (k % 3)] + root[2 * (k / 3) + 1] * root[2 * (k % 3) + 1])
            .collect();
        let mean = [0.3, 0.0, -0.3];
        let mut distribution = RankDistribution::new(3).unwrap();
        let draws = 100_000;
        let factor = factor(&covariance, 3, &[0, 1, 2]).unwrap();
        let add = |z: &[f64]| distribution.add(&[mean[0] + z[0], mean[1] + z[1], mean[2] + z[2]]);
        factor.each_draw(draws, 4, &mut || Ok(()), add).unwrap();
        let summary = distribution.summary(0.95);
        // The expected rank is one more than the sum of the probabilities that others are better.
        for i in 0..3 {
            let better = |j: usize| {
                let v = covariance[i * 3 + i] + covariance[j * 3 + j] - 2.0 * covariance[i * 3 + j];
                normal::cdf((mean[j] - mean[i]) / v.sqrt())
            };
            let expected = 1.0 + (0..3).filter(|&j| j != i).map(better).sum::<f64>();
            let error = summary[i][2] / (draws as f64).sqrt();
            assert!((summary[i][1] - expected).abs() < 4.0 * error, "{i}: {:?}, {expected}", summary[i]);
        }
        let columns = (0..3).map(|r| distribution.probabilities().iter().skip(r).step_by(3).sum::<f64>());
        assert!(columns.into_iter().all(|sum| (sum - 1.0).abs() < 1e-12));
    }

    /// Of four draws the quarter on either side leaves the first and the third; a rank that is not known has no quantile.
    #[test]
    fn quantiles_of_draws_and_of_rows() {
        let found = summary_of_draws(&[1.0, 2.0, 3.0, 4.0], 0.25);
        assert_eq!(found, [0.25, 2.5, 1.25f64.sqrt(), 1.0, 3.0]);
        assert_eq!(summary_of_draws(&[1.0, 2.0, 3.0, 4.0], 1e-12)[3..], [1.0, 4.0]);
        assert!(summary_of_draws(&[1.0, f32::NAN], 0.25).iter().all(|v| v.is_nan()));
        let row = RankSummary { item: 0, numbers: found };
        assert_eq!((row.quantile(3), row.quantile(4)), (Some(1), Some(3)));
        assert_eq!(RankSummary { item: 0, numbers: [f64::NAN; 5] }.quantile(3), None);
    }
}
