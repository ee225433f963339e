//! Ranks, and the range of ranks that the data leave open.

use super::critical::difference_variance;
use super::established::Established;
use super::intervals::Reach;
use crate::interrupt::spend;
use crate::room::Gather as _;
use crate::vectors::mean_ranks;

/// Where an item stands; rank 1 is the highest score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rank {
    /// Rank of the score; items with equal scores share the mean of their ranks. NaN for a score that
    /// is NaN.
    pub rank: f64,
    /// One more than the number of items significantly better.
    pub best: usize,
    /// The number of items less those significantly worse.
    pub worst: usize,
}

/// Calls `each` with every pair of items of which one is significantly better: with the better first.
///
/// Item j is significantly better than i if s_j - s_i > critical * se_ij. A pair without a finite standard
/// error of its difference, or with a score that is NaN, is never sure. With the critical value at
/// some level all ranges hold the true ranks at once with at least that probability.
pub(super) fn each_sure_pair(
    scores: &[f64],
    covariance: &[f64],
    critical: Reach,
    mut each: impl FnMut(usize, usize),
) {
    let n = scores.len();
    let rounding = rounding(scores);
    for i in 0..n {
        spend(10 * i);
        for j in 0..i {
            let margin = critical.half_width(difference_variance(covariance, n, i, j).sqrt()) + rounding;
            let difference = scores[i] - scores[j];
            // Comparisons with NaN are false: neither is sure.
            if difference > margin {
                each(i, j);
            } else if -difference > margin {
                each(j, i);
            }
        }
    }
}

/// Differences of scores that are no larger are rounding only, however sure.
pub(super) fn rounding(scores: &[f64]) -> f64 {
    1e-10 * scores.iter().filter(|s| s.is_finite()).fold(0.0, |m: f64, s| m.max(s.abs()))
}

/// Ranks and ranges from scores and the order that is established among them.
pub(super) fn of_established(scores: &[f64], established: &Established) -> Vec<Rank> {
    let n = scores.len();
    let mut result: Vec<Rank> =
        mean_ranks(scores).into_iter().map(|rank| Rank { rank, best: 1, worst: n }).gathered();
    established.each(|better, worse| {
        result[worse].best += 1;
        result[better].worst -= 1;
    });
    result
}

/// The number of differences of n items.
pub fn pairs(n: usize) -> usize {
    n.saturating_mul(n.saturating_sub(1)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::critical::gaussian_max_pairs;
    use crate::random::Random;

    fn ranks(scores: &[f64], covariance: &[f64], critical: f64) -> Vec<Rank> {
        let mut established = Established::new(scores.len());
        each_sure_pair(scores, covariance, critical.into(), |i, j| established.put(i, j));
        of_established(scores, &established)
    }

    /// Independent scores with the given variances.
    fn diagonal(variances: &[f64]) -> Vec<f64> {
        let n = variances.len();
        (0..n * n).map(|k| if k / n == k % n { variances[k / n] } else { 0.0 }).collect()
    }

    fn ranges(found: &[Rank]) -> Vec<(f64, usize, usize)> {
        found.iter().map(|r| (r.rank, r.best, r.worst)).collect()
    }

    #[test]
    fn four_items_by_hand() {
        // Standard errors of differences are sqrt 2; 2 standard errors are 2.83.
        let found = ranks(&[0.0, 5.0, 2.5, -3.0], &diagonal(&[1.0; 4]), 2.0);
        assert_eq!(ranges(&found), [(3.0, 2, 3), (1.0, 1, 2), (2.0, 1, 3), (4.0, 4, 4)]);
    }

    #[test]
    fn correlation_sharpens_differences() {
        let covariance = [1.0, 0.99, 0.99, 1.0];
        let found = ranks(&[0.0, 0.5], &covariance, 2.0);
        assert_eq!(ranges(&found), [(2.0, 2, 2), (1.0, 1, 1)]);
        let found = ranks(&[0.0, 0.5], &diagonal(&[1.0; 2]), 2.0);
        assert_eq!(ranges(&found), [(2.0, 1, 2), (1.0, 1, 2)]);
    }

    #[test]
    fn equal_scores_share_the_mean_rank() {
        let found = ranks(&[1.0, 3.0, 1.0, 1.0, -0.0, 0.0], &diagonal(&[1.0; 6]), 9.0);
        let mean: Vec<f64> = found.iter().map(|r| r.rank).collect();
        assert_eq!(mean, [3.0, 1.0, 3.0, 3.0, 5.5, 5.5]);
        assert!(found.iter().all(|r| (r.best, r.worst) == (1, 6)));
    }

    #[test]
    fn what_is_not_known_is_never_sure() {
        let (nan, infinity) = (f64::NAN, f64::INFINITY);
        let found = ranks(&[9.0, nan, 0.0], &diagonal(&[0.1, 0.1, 0.1]), 2.0);
        assert_eq!((found[0].best, found[0].worst, found[2].best, found[2].worst), (1, 2, 2, 3));
        assert!(found[1].rank.is_nan() && (found[1].best, found[1].worst) == (1, 3));
        for variance in [nan, infinity, -1.0] {
            let found = ranks(&[9.0, 0.0], &diagonal(&[0.1, variance]), 2.0);
            assert_eq!(ranges(&found), [(1.0, 1, 2), (2.0, 1, 2)]);
        }
        let found = ranks(&[9.0, 0.0], &diagonal(&[0.1, 0.1]), infinity);
        assert_eq!(ranges(&found), [(1.0, 1, 2), (2.0, 1, 2)]);
    }

    #[test]
    fn a_difference_without_error_is_sure() {
        let found = ranks(&[0.0, 1e-9], &[0.0; 4], 2.0);
        assert_eq!(ranges(&found), [(2.0, 2, 2), (1.0, 1, 1)]);
    }

    #[test]
    fn no_item_and_one_item() {
        assert!(ranks(&[], &[], 2.0).is_empty());
        assert_eq!(ranges(&ranks(&[3.0], &[1.0], 2.0)), [(1.0, 1, 1)]);
    }

    /// Share of 2000 data sets in which every range holds the true rank (each of them, where true
    /// scores are equal), and the share in which some range is narrower than all ranks.
    fn coverage(truth: &[f64], root: &[f64]) -> (f64, f64) {
        let n = truth.len();
        let dot = |i: usize, j: usize| (0..n).map(|k| root[i * n + k] * root[j * n + k]).sum::<f64>();
        let covariance: Vec<f64> = (0..n * n).map(|k| dot(k / n, k % n)).collect();
        let critical =
            gaussian_max_pairs(&covariance, n, 0.95, 20_000, 3, 1, f64::INFINITY, &mut || Ok(())).unwrap();
        let (mut held, mut informative) = (0.0, 0.0);
        let mut random = Random::new(17, 0);
        for _ in 0..2000 {
            let noise: Vec<f64> = (0..n).map(|_| random.normal()).collect();
            let score = |i: usize| truth[i] + (0..n).map(|k| root[i * n + k] * noise[k]).sum::<f64>();
            let scores: Vec<f64> = (0..n).map(score).collect();
            let found = ranks(&scores, &covariance, critical.value);
            let holds = |i: usize| {
                let better = truth.iter().filter(|&&t| t > truth[i]).count();
                let worse = truth.iter().filter(|&&t| t < truth[i]).count();
                found[i].best <= better + 1 && found[i].worst >= n - worse
            };
            held += f64::from(u8::from((0..n).all(holds)));
            informative += f64::from(u8::from(found.iter().any(|r| r.worst - r.best < n - 1)));
        }
        (held / 2000.0, informative / 2000.0)
    }

    #[test]
    fn ranges_hold_all_true_ranks_at_the_level() {
        // Correlated scores of unequal precision.
        let n = 10;
        let mut random = Random::new(5, 0);
        let root: Vec<f64> = (0..n * n)
            .map(|k| 0.3 * random.normal() + if k / n == k % n { 0.5 + 0.1 * (k % n) as f64 } else { 0.0 })
            .collect();
        let apart: Vec<f64> = (0..n).map(|i| 0.6 * i as f64).collect();
        let (held, informative) = coverage(&apart, &root);
        assert!(held >= 0.94, "apart: {held}");
        assert!(informative > 0.9, "apart: only {informative} of the data sets tell anything");
        // With equal true scores nothing is lost by the ranges: coverage is the level itself.
        let (held, informative) = coverage(&[0.0; 10], &root);
        assert!((0.935..0.965).contains(&held), "equal: {held}");
        assert!((held + informative - 1.0).abs() < 1e-12);
    }

    /// A difference of zero is not larger than a margin of zero.
    #[test]
    fn equal_scores_without_error_are_not_told_apart() {
        let found = ranks(&[0.0; 2], &[0.0; 4], 0.0);
        assert_eq!(ranges(&found), [(1.5, 1, 2); 2]);
    }
}
