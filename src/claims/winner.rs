//! The value of the item that came first: estimates that allow for its having been chosen because it came first.
//!
//! The hybrid of Andrews, Kitagawa and McCloskey (2024): given that the item came first its estimate is a truncated
//! normal variable, and the truth is looked for within a simultaneous interval of a higher level only, so that the
//! result is never much wider than that. With few clusters Student's distribution takes the place of the normal one, in the
//! truncated variable and in the simultaneous interval: an approximation, whose level `tests/campaigns/few.txt` measures.

use crate::distributions::root::falling_by_halves;
use crate::distributions::{normal, student};
use crate::room::{self, Gather as _};
use std::f64::consts::PI;

/// The share of the error that the simultaneous interval takes.
const PROJECTED: f64 = 0.1;

/// Differences of variances below this share of the variance are rounding.
const SAME: f64 = 1e-12;

/// Estimates no further apart than this share of the standard error are tied.
const TIED: f64 = 1e-9;

/// Intervals of a standard normal variable narrower than this have the density of their middle.
const NARROW: f64 = 1e-5;

/// The item at a rank, and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Winner {
    /// The item at the rank.
    pub item: usize,
    /// The item below it, if there is one.
    pub next: Option<usize>,
    /// Another item has the same estimate: no item is at this rank.
    pub tied: Option<usize>,
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub error: f64,
    /// The median-unbiased estimate; NaN where items are tied, or the error has no degrees of freedom.
    pub median: f64,
    /// The hybrid interval; NaN as the median.
    pub hybrid: [f64; 2],
    /// The lower bound by itself, with the whole error on its side.
    pub bound: f64,
    /// The interval that does not allow for the choice.
    pub naive: [f64; 2],
    /// The simultaneous interval of a higher level: holds whoever is chosen.
    pub projection: [f64; 2],
    /// The lead of the estimate over that of the next item; NaN without a next item.
    pub lead: f64,
}

impl Winner {
    /// The same of values whose signs were changed, so that the smallest came first: the bound is then the upper one.
    pub fn mirrored(self) -> Winner {
        let turned = |[low, high]: [f64; 2]| [-high, -low];
        Winner {
            estimate: -self.estimate,
            median: -self.median,
            hybrid: turned(self.hybrid),
            bound: -self.bound,
            naive: turned(self.naive),
            projection: turned(self.projection),
            ..self
        }
    }
}

/// The level of the simultaneous interval whose critical value [`at_rank`] takes.
pub fn projected_level(level: f64) -> f64 {
    1.0 - PROJECTED * (1.0 - level)
}

/// The items, the largest estimate first.
pub fn ranked(estimates: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..estimates.len()).gathered();
    room::sort_by(&mut order, |&i, &j| estimates[j].total_cmp(&estimates[i]));
    order
}

/// The item at a rank, from 1, of `estimates` with their covariance (n x n, variances finite, that of the item
/// positive). `critical` is the quantile at [`projected_level`] of the largest |error| in standard errors, and `degrees` are those
/// of freedom of the item's error, infinite for the normal distribution.
pub fn at_rank(
    estimates: &[f64],
    covariance: &[f64],
    rank: usize,
    level: f64,
    critical: f64,
    degrees: f64,
) -> Winner {
    let n = estimates.len();
    let order = ranked(estimates);
    let (item, next) = (order[rank - 1], order.get(rank).copied());
    let (estimate, variance) = (estimates[item], covariance[item * n + item]);
    let error = variance.sqrt();
    let around = |c: f64| [estimate - c * error, estimate + c * error];
    let tied = (0..n).find(|&j| j != item && (estimate - estimates[j]).abs() <= TIED * error);
    let mut found = Winner {
        item,
        next,
        tied,
        estimate,
        error,
        median: f64::NAN,
        hybrid: [f64::NAN; 2],
        bound: f64::NAN,
        naive: around(if degrees.is_nan() { f64::INFINITY } else { student::critical(level, degrees) }),
        projection: around(critical),
        lead: next.map_or(f64::NAN, |j| estimate - estimates[j]),
    };
    if tied.is_some() || degrees.is_nan() {
        return found;
    }
    let mut ends = [f64::NEG_INFINITY, f64::INFINITY];
    for (place, &j) in order.iter().enumerate().filter(|(_, j)| **j != item) {
        let gap = variance - covariance[item * n + j];
        if gap.abs() <= SAME * variance {
            continue;
        }
        // Where the item would stop to be above j; or below, for those above it.
        let end = estimate - variance * (estimate - estimates[j]) / gap;
        if (gap > 0.0) == (place >= rank) {
            ends[0] = ends[0].max(end);
        } else {
            ends[1] = ends[1].min(end);
        }
    }
    let distribution = Truncated { estimate, error, ends, critical, degrees };
    let alpha = 1.0 - level;
    let rest = (alpha - PROJECTED * alpha) / (1.0 - PROJECTED * alpha);
    found.median = distribution.truth(0.5);
    found.hybrid = [distribution.truth(1.0 - 0.5 * rest), distribution.truth(0.5 * rest)];
    found.bound = distribution.truth(1.0 - rest);
    found
}

/// An estimate, normal or Student's, that is known to lie between two ends, and within `critical` standard errors of the truth.
struct Truncated {
    estimate: f64,
    error: f64,
    ends: [f64; 2],
    critical: f64,
    degrees: f64,
}

impl Truncated {
    /// The logarithm of the probability of an estimate no larger than this one.
    fn log_below(&self, truth: f64) -> f64 {
        let reach = self.critical * self.error;
        let standard = |value: f64| (value - truth) / self.error;
        let low = standard(self.ends[0].max(truth - reach));
        let high = standard(self.ends[1].min(truth + reach));
        let log_between = |low, high| match self.degrees.is_finite() {
            true => log_between_of_student(low, high, self.degrees),
            false => log_between(low, high),
        };
        log_between(low, standard(self.estimate)) - log_between(low, high)
    }

    /// The truth for which that probability, which falls in it, has this value.
    fn truth(&self, probability: f64) -> f64 {
        let reach = self.critical * self.error;
        let target = probability.ln();
        falling_by_halves(self.estimate - reach, self.estimate + reach, |truth| {
            self.log_below(truth) - target
        })
    }
}

/// log P(low <= T <= high) of Student's distribution, whose tails fall too slowly to underflow.
fn log_between_of_student(low: f64, high: f64, degrees: f64) -> f64 {
    if low > 0.0 {
        return log_between_of_student(-high, -low, degrees);
    }
    let width = high - low;
    if width <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let middle = 0.5 * (low + high);
    if width < NARROW * (1.0 + middle.abs()) {
        return width.ln() + student::density(middle, degrees).ln();
    }
    if high <= 0.0 {
        return (student::cdf(high, degrees) - student::cdf(low, degrees)).ln();
    }
    (-(student::cdf(low, degrees) + student::upper(high, degrees))).ln_1p()
}

/// log P(low <= Z <= high), however far out.
fn log_between(low: f64, high: f64) -> f64 {
    if low > 0.0 {
        return log_between(-high, -low);
    }
    let width = high - low;
    if width <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if width < NARROW {
        let middle = 0.5 * (low + high);
        // The density changes by exp(-middle t) over the interval.
        let half = 0.5 * middle * width;
        let curve = if half.abs() < 1e-4 { half * half / 6.0 } else { (half.sinh() / half).ln() };
        return width.ln() - 0.5 * middle * middle - 0.5 * (2.0 * PI).ln() + curve;
    }
    if high <= 0.0 {
        let upper = normal::log_cdf(high);
        return upper + (-(normal::log_cdf(low) - upper).exp()).ln_1p();
    }
    (-(normal::cdf(low) + normal::upper(high))).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    fn diagonal(variances: &[f64]) -> Vec<f64> {
        let n = variances.len();
        (0..n * n).map(|k| if k / n == k % n { variances[k / n] } else { 0.0 }).collect()
    }

    #[test]
    fn logarithms_of_probabilities_of_intervals() {
        for (low, high) in
            [(-1.0, 2.0), (-5.0, -4.9), (3.0, 3.5), (-0.5, f64::INFINITY), (f64::NEG_INFINITY, -2.0)]
        {
            let direct = (normal::cdf(high) - normal::cdf(low)).ln();
            assert_relative_eq!(log_between(low, high), direct, max_relative = 1e-10);
        }
        // At the seam, near and far.
        for middle in [0.0, -0.3, -7.0, -35.0, 35.0] {
            let at = |width: f64| log_between(middle - 0.5 * width, middle + 0.5 * width) - width.ln();
            assert!((at(0.999 * NARROW) - at(1.001 * NARROW)).abs() < 1e-8, "{middle}");
        }
        assert_relative_eq!(log_between(40.0, 41.0), normal::log_cdf(-40.0), max_relative = 1e-12);
        assert_eq!(log_between(1.0, 1.0), f64::NEG_INFINITY);
    }

    /// Far ahead of all others there is nothing to allow for but the bounds of the truth.
    #[test]
    fn far_ahead_it_is_the_naive_interval() {
        let x = [0.0, 9.0, -1.0];
        let level = 0.95;
        let critical = 3.2;
        let found = at_rank(&x, &diagonal(&[1.0; 3]), 1, level, critical, f64::INFINITY);
        assert_eq!((found.item, found.next, found.tied, found.lead), (1, Some(0), None, 9.0));
        assert!((found.median - 9.0).abs() < 1e-6);
        // The distribution is truncated at 3.2 standard errors: F = (Phi(t) - Phi(-c)) / (1 - 2 Phi(-c)).
        let rest = 0.045 / 0.995;
        let outside = normal::cdf(-critical);
        let t = normal::quantile(outside + (1.0 - 0.5 * rest) * (1.0 - 2.0 * outside));
        assert!((found.hybrid[0] - (9.0 - t)).abs() < 1e-6 && (found.hybrid[1] - (9.0 + t)).abs() < 1e-6);
        assert_relative_eq!(found.naive[0], 9.0 - 1.959_963_984_540_054, max_relative = 1e-12);
        assert_eq!(found.projection, [9.0 - 3.2, 9.0 + 3.2]);
    }

    /// By numerical integration of the truncated density.
    #[test]
    fn the_median_halves_the_truncated_distribution() {
        let x = [0.3, 0.0, -0.2];
        let covariance = [1.0, 0.2, 0.1, 0.2, 0.5, 0.0, 0.1, 0.0, 0.8];
        let (critical, level) = (3.0, 0.9);
        let found = at_rank(&x, &covariance, 1, level, critical, f64::INFINITY);
        let low = [0.3 - 0.3 / 0.8, 0.3 - 0.5 / 0.9].into_iter().fold(f64::NEG_INFINITY, f64::max);
        let share = |truth: f64| {
            let from = low.max(truth - critical);
            let sum = |to: f64| {
                let steps = 200_000;
                let h = (to - from) / f64::from(steps);
                (0..steps).map(|k| h * normal::density(from + (f64::from(k) + 0.5) * h - truth)).sum::<f64>()
            };
            sum(0.3) / sum(truth + critical)
        };
        let rest = 0.09 / 0.99;
        assert_relative_eq!(share(found.median), 0.5, max_relative = 1e-8);
        assert_relative_eq!(share(found.hybrid[0]), 1.0 - 0.5 * rest, max_relative = 1e-8);
        assert_relative_eq!(share(found.hybrid[1]), 0.5 * rest, max_relative = 1e-8);
        assert_relative_eq!(share(found.bound), 1.0 - rest, max_relative = 1e-8);
    }

    /// Student's distribution, by numerical integration; with many degrees of freedom the normal one.
    #[test]
    fn few_degrees_of_freedom_widen_the_interval() {
        let x = [0.3, 0.0, -0.2];
        let covariance = diagonal(&[1.0, 0.5, 0.8]);
        let (critical, level) = (6.0, 0.9);
        let found = at_rank(&x, &covariance, 1, level, critical, 4.0);
        let share = |truth: f64| {
            let sum = |to: f64| {
                let (steps, from) = (200_000, f64::max(0.0, truth - critical));
                let h = (to - from) / f64::from(steps);
                let at = |k: i32| student::density(from + (f64::from(k) + 0.5) * h - truth, 4.0);
                (0..steps).map(|k| h * at(k)).sum::<f64>()
            };
            sum(0.3) / sum(truth + critical)
        };
        let rest = 0.09 / 0.99;
        assert_relative_eq!(share(found.median), 0.5, max_relative = 1e-7);
        assert_relative_eq!(share(found.hybrid[0]), 1.0 - 0.5 * rest, max_relative = 1e-7);
        assert_relative_eq!(share(found.hybrid[1]), 0.5 * rest, max_relative = 1e-7);
        assert!((found.naive[1] - 0.3 - student::critical(0.9, 4.0)).abs() < 1e-12);
        let [normal, many] = [f64::INFINITY, 1e7].map(|df| at_rank(&x, &covariance, 1, level, 3.0, df));
        assert!(
            (normal.hybrid[0] - many.hybrid[0]).abs() < 1e-5 && (normal.median - many.median).abs() < 1e-5
        );
        let unknown = at_rank(&x, &covariance, 1, level, f64::INFINITY, f64::NAN);
        assert!(unknown.hybrid[0].is_nan() && unknown.naive == [f64::NEG_INFINITY, f64::INFINITY]);
    }

    /// The last of all, seen from below, is the first.
    #[test]
    fn ranks_from_the_other_end() {
        let x = [0.3, 0.0, -0.4, 1.0];
        let variances = diagonal(&[1.0, 0.5, 2.0, 0.7]);
        let turned: Vec<f64> = x.iter().map(|x| -x).collect();
        let last = at_rank(&x, &variances, 4, 0.95, 3.0, f64::INFINITY);
        let first = at_rank(&turned, &variances, 1, 0.95, 3.0, f64::INFINITY);
        assert_eq!((last.item, last.next), (2, None));
        assert!(last.lead.is_nan());
        assert!((last.median + first.median).abs() < 1e-9);
        assert!((last.hybrid[0] + first.hybrid[1]).abs() < 1e-9);
        // In the middle the estimate is held from both sides.
        let second = at_rank(&x, &variances, 2, 0.95, 3.0, f64::INFINITY);
        assert_eq!((second.item, second.next), (0, Some(1)));
        assert!(second.hybrid[0] <= second.median && second.median <= second.hybrid[1]);
    }

    #[test]
    fn ties_have_no_winner_and_near_ties_little_to_say() {
        let tied = at_rank(&[0.0, 1e-10, -1.0], &diagonal(&[1.0; 3]), 1, 0.95, 3.0, f64::INFINITY);
        assert_eq!((tied.item, tied.tied), (1, Some(0)));
        assert!(tied.median.is_nan() && tied.hybrid[0].is_nan() && tied.projection[0] < -2.9);
        let near = at_rank(&[0.0, 0.02, -1.0], &diagonal(&[1.0; 3]), 1, 0.95, 3.0, f64::INFINITY);
        assert!(near.hybrid[1] < near.estimate && near.hybrid[0] > near.projection[0]);
        // Variances and covariances that are equal say nothing of the order.
        let same = at_rank(&[1.0, 0.0], &[1.0, 1.0, 1.0, 2.0], 1, 0.95, 3.0, f64::INFINITY);
        assert!((same.median - 1.0).abs() < 1e-9);
    }
}
