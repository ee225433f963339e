//! The distribution of the largest of several standardised values: its quantiles are critical values, its
//! upper tail the p-values of single-step tests.

use super::exact::{at_least_one, Exact};
use super::simulation::LEAST_BEYOND;
use super::{check_level, Critical};
use crate::distributions::quadrature::gauss_legendre;
use crate::distributions::{chi_square, normal, root, student};
use crate::error::{Error, Result};
use crate::room::{with_room, Gather as _};

/// With fewer draws beyond a statistic than these a share of draws says little of its p-value.
const FEW_BEYOND: f64 = 50.0;

/// Beyond this many degrees of freedom Student's distribution is the normal one.
const NORMAL: f64 = 1e7;

/// Statistics that are tabulated lie this close to each other.
const STEP: f64 = 0.04;

/// Statistics beyond this are not tabulated: there Sidak's bound is the p-value to all digits that
/// matter.
const MAX_TABULATED: f64 = 12.0;

/// How the distribution is computed.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// A formula.
    Exact(Exact),
    /// Draws, sorted.
    Drawn(Vec<f64>),
}

/// The distribution of max |T_i| for T_i = Z_i / S: Z normal with mean zero and variances one, S^2 chi-square
/// over its degrees of freedom and independent of Z (the multivariate t distribution), or S = 1.
#[derive(Debug, Clone)]
pub struct MaxDistribution {
    source: Source,
    /// Number of values, which bounds the distribution by that of independent ones (Sidak 1967).
    count: usize,
    degrees: f64,
    /// Values of S with their weights; empty where S = 1.
    scales: Vec<(f64, f64)>,
}

impl MaxDistribution {
    pub(super) fn new(source: Source, count: usize, degrees: f64) -> Result<MaxDistribution> {
        if degrees.is_nan() || degrees <= 0.0 {
            return Err(Error::Argument(format!("degrees: {degrees} are not degrees of freedom")));
        }
        let scales = if degrees < NORMAL { scales(degrees) } else { Vec::new() };
        Ok(MaxDistribution { source, count: count.max(1), degrees, scales })
    }

    /// Number of values, at least one.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The c with P(max |T_i| <= c) = level.
    pub fn quantile(&self, level: f64) -> Result<Critical> {
        check_level(level)?;
        let (least, most) = (student::critical(level, self.degrees), self.independent(level));
        if self.count == 1 {
            return Ok(Critical::exact(if self.scales.is_empty() { normal::critical(level) } else { least }));
        }
        match &self.source {
            Source::Exact(Exact::Independent(_)) if self.scales.is_empty() => Ok(Critical::exact(most)),
            Source::Exact(_) => Ok(Critical::exact(self.solve(level, least, most))),
            Source::Drawn(draws) => {
                enough(draws.len(), level)?;
                let (value, error) = if self.scales.is_empty() {
                    order_statistic(draws, level)
                } else {
                    // Averaging over S smooths the draws: their own error is an upper bound.
                    let shift = (level * (1.0 - level) / draws.len() as f64).sqrt();
                    let at = |level: f64| self.solve(level, 0.0, most + 1.0);
                    (at(level), 0.5 * (at(level + shift.min(0.5 * (1.0 - level))) - at(level - shift)))
                };
                Ok(Critical { value: value.max(least).min(most), error })
            }
        }
    }

    /// The quantile of draws that need not be of absolute values.
    pub(super) fn largest_quantile(&self, level: f64) -> Result<f64> {
        check_level(level)?;
        match &self.source {
            Source::Drawn(draws) if self.scales.is_empty() => {
                enough(draws.len(), level)?;
                Ok(order_statistic(draws, level).0)
            }
            Source::Drawn(draws) => {
                enough(draws.len(), level)?;
                let most = self.independent(level) + 1.0;
                Ok(self.solve(level, -most, most))
            }
            Source::Exact(_) => Err(Error::Internal("an exact distribution has no signs".into())),
        }
    }

    /// P(max |T_i| >= |t|), the single-step p-value of a statistic.
    ///
    /// It lies between the p-value of one value and that of independent ones, for which Sidak's
    /// inequality holds. Where the distribution is simulated and fewer than 50 draws lie beyond t, it is the
    /// smaller of Sidak's bound and the share of 50 draws: too large rather than too small, and never 0.
    pub fn p_value(&self, t: f64) -> f64 {
        let t = t.abs();
        let (marginal, independent) = self.bounds(t);
        if self.count == 1 || t.is_nan() {
            return marginal;
        }
        let p = match &self.source {
            Source::Exact(_) => self.outside(t, marginal.max(1e-250)),
            Source::Drawn(draws) => {
                let share = self.outside(t, marginal);
                let least = FEW_BEYOND / draws.len() as f64;
                if share < least {
                    independent.min(least)
                } else {
                    share
                }
            }
        };
        p.max(marginal).min(independent)
    }

    /// The p-values of many statistics. Where one takes an integral, the logarithm of the p-value is
    /// tabulated and interpolated by cubics, which leaves relative errors below 1e-6.
    pub fn p_values(&self, statistics: &[f64]) -> Vec<f64> {
        let largest = statistics.iter().map(|t| t.abs()).filter(|t| *t <= MAX_TABULATED).fold(0.0, f64::max);
        let knots = (largest / STEP).ceil() as usize + 4;
        let plain = matches!(self.source, Source::Drawn(_) | Source::Exact(Exact::Independent(_)));
        if plain || self.count == 1 || statistics.len() <= knots {
            return statistics.iter().map(|&t| self.p_value(t)).gathered();
        }
        let table: Vec<f64> = (0..knots).map(|k| self.p_value(k as f64 * STEP).ln()).gathered();
        let one = |t: f64| {
            let (marginal, independent) = self.bounds(t);
            if t.is_nan() {
                f64::NAN
            } else if t > MAX_TABULATED {
                independent
            } else {
                cubic(&table, t / STEP).exp().max(marginal).min(independent)
            }
        };
        statistics.iter().map(|t| one(t.abs())).gathered()
    }

    /// The p-value of one value, and of independent ones.
    fn bounds(&self, t: f64) -> (f64, f64) {
        let marginal = two_sided(t, self.degrees);
        (marginal, at_least_one(marginal, self.count))
    }

    /// P(max |T_i| > c).
    fn outside(&self, c: f64, scale: f64) -> f64 {
        let given = |c: f64| match &self.source {
            Source::Exact(exact) => exact.outside(c, scale),
            Source::Drawn(draws) => share_beyond(draws, c),
        };
        if self.scales.is_empty() {
            return given(c);
        }
        self.scales.iter().map(|(s, weight)| weight * given(c * s)).sum()
    }

    /// The root of P(max |T_i| > c) = 1 - level between two bounds.
    fn solve(&self, level: f64, least: f64, most: f64) -> f64 {
        let tail = 1.0 - level;
        // A share of draws may be zero, whose logarithm is of no use to the solver.
        root::falling(least, most, |c| (self.outside(c, tail) / tail).ln().max(-50.0))
    }

    /// The c of independent values (Sidak); an upper bound for others.
    fn independent(&self, level: f64) -> f64 {
        // 1 - level^(1 / count) without cancellation.
        let outside = -(level.ln() / self.count as f64).exp_m1();
        if self.scales.is_empty() {
            -normal::quantile(0.5 * outside)
        } else {
            -student::quantile(0.5 * outside, self.degrees)
        }
    }
}

/// P(|T| > t) for one value.
pub(crate) fn two_sided(t: f64, degrees: f64) -> f64 {
    if degrees < NORMAL {
        2.0 * student::upper(t.abs(), degrees)
    } else {
        normal::outside(t.abs())
    }
}

/// Values of S = sqrt(chi-square / degrees) with weights that integrate smooth functions over its distribution:
/// panels of Gauss-Legendre nodes in log S.
fn scales(degrees: f64) -> Vec<(f64, f64)> {
    let logarithm = |square: f64| 0.5 * (square / degrees).ln();
    let low = logarithm(chi_square::quantile(1e-13, degrees));
    let high = logarithm(chi_square::upper_quantile(1e-13, degrees));
    let panels = ((high - low).ceil() as usize).clamp(4, 32);
    let width = (high - low) / panels as f64;
    let rule = gauss_legendre(16);
    let mut nodes = with_room(16 * panels);
    for panel in 0..panels {
        let start = low + panel as f64 * width;
        for &(x, weight) in &rule {
            let s = (start + 0.5 * width * (1.0 + x)).exp();
            let square = degrees * s * s;
            nodes.push((s, weight * width * square * chi_square::density(square, degrees)));
        }
    }
    let sum: f64 = nodes.iter().map(|n| n.1).sum();
    nodes.iter_mut().for_each(|n| n.1 /= sum);
    nodes
}

/// The share of sorted draws beyond c, linear between draws.
fn share_beyond(draws: &[f64], c: f64) -> f64 {
    let below = draws.partition_point(|d| *d <= c);
    if below == 0 || below == draws.len() {
        return if below == 0 { 1.0 } else { 0.0 };
    }
    let (left, right) = (draws[below - 1], draws[below]);
    let part = (c - left) / (right - left);
    ((draws.len() - below) as f64 - part) / draws.len() as f64
}

/// Refuses too few draws for a quantile.
fn enough(count: usize, level: f64) -> Result<()> {
    let needed = (LEAST_BEYOND / (1.0 - level)).ceil();
    if (count as f64) < needed {
        return Err(Error::Argument(format!(
            "draws: {count} are too few for level {level}, which needs {needed}"
        )));
    }
    Ok(())
}

/// The order statistic at the level, and its standard error: half the distance of the order statistics
/// one binomial standard deviation to both sides.
fn order_statistic(sorted: &[f64], level: f64) -> (f64, f64) {
    let draws = sorted.len() as f64;
    let rank = (level * draws).ceil().max(1.0);
    let deviation = (draws * level * (1.0 - level)).sqrt().ceil().max(1.0);
    let at = |rank: f64| sorted[(rank.max(1.0).min(draws) - 1.0) as usize];
    (at(rank), 0.5 * (at(rank + deviation) - at(rank - deviation)))
}

/// The value at x of a table with a value for every whole number, by the cubic through the four
/// nearest.
fn cubic(table: &[f64], x: f64) -> f64 {
    let first = (x.floor() as usize).saturating_sub(1).min(table.len() - 4);
    let at = x - first as f64;
    let mut sum = 0.0;
    for (k, value) in table[first..first + 4].iter().enumerate() {
        let others = (0..4).filter(|j| *j != k);
        let weight: f64 = others.map(|j| (at - j as f64) / (k as f64 - j as f64)).product();
        sum += weight * value;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// E S^2 = 1, and E S = sqrt(2 / df) gamma((df + 1) / 2) / gamma(df / 2).
    #[test]
    fn scales_have_the_moments_of_their_distribution() {
        for degrees in [0.5, 1.0, 3.0, 8.0, 30.0, 400.0, 1e5] {
            let nodes = scales(degrees);
            let moment = |power: i32| nodes.iter().map(|(s, weight)| weight * s.powi(power)).sum::<f64>();
            let ratio = (libm::lgamma(0.5 * (degrees + 1.0)) - libm::lgamma(0.5 * degrees)).exp();
            assert!((moment(0) - 1.0).abs() < 1e-12);
            assert!((moment(1) - (2.0 / degrees).sqrt() * ratio).abs() < 1e-8, "{degrees}: {}", moment(1));
            assert!((moment(2) - 1.0).abs() < 1e-8, "{degrees}: {}", moment(2));
            assert!((moment(4) - 1.0 - 2.0 / degrees).abs() < 1e-8 * (1.0 + 2.0 / degrees), "{degrees}");
        }
    }

    /// Of 1000 squares the 900th, and half the distance from the 890th to the 910th: sqrt(90) rounds up to 10.
    #[test]
    fn order_statistics_and_their_errors() {
        let squares: Vec<f64> = (1..=1000).map(|k| f64::from(k * k)).collect();
        assert_eq!(order_statistic(&squares, 0.9), (810_000.0, 0.5 * (910.0 * 910.0 - 890.0 * 890.0)));
        // At the ends there is nothing beyond.
        assert_eq!(order_statistic(&squares[..10], 0.05), (1.0, 0.5 * (4.0 - 1.0)));
        assert_eq!(order_statistic(&squares[..10], 0.999), (100.0, 0.5 * (100.0 - 81.0)));
    }

    fn of_draws(draws: Vec<f64>, count: usize, degrees: f64) -> MaxDistribution {
        MaxDistribution::new(Source::Drawn(draws), count, degrees).unwrap()
    }

    fn largest_of_two(count: usize) -> Vec<f64> {
        let mut random = Random::new(4, 0);
        let mut draws: Vec<f64> =
            (0..count).map(|_| random.normal().abs().max(random.normal().abs())).collect();
        draws.sort_unstable_by(f64::total_cmp);
        draws
    }

    /// The error of a simulated quantile is that of a share of draws over the density there.
    #[test]
    fn errors_of_quantiles_follow_the_density() {
        let (level, count) = (0.9f64, 40_000);
        let share = (level * (1.0 - level) / count as f64).sqrt();
        for degrees in [f64::INFINITY, 6.0] {
            let simulated = of_draws(largest_of_two(count), 2, degrees);
            let exact = MaxDistribution::new(Source::Exact(Exact::Independent(2)), 2, degrees).unwrap();
            let found = simulated.quantile(level).unwrap();
            let c = exact.quantile(level).unwrap().value;
            let density = (exact.p_value(c - 1e-4) - exact.p_value(c + 1e-4)) / 2e-4;
            assert!((found.value - c).abs() < 4.0 * found.error, "{found:?} {c}");
            assert!((found.error * density / share - 1.0).abs() < 0.2, "{found:?}");
        }
    }

    /// A few p-values are computed one by one; a statistic that does not exist has none.
    #[test]
    fn p_values_of_few_statistics_are_those_of_each() {
        let correlated = Source::Exact(Exact::Two(0.4));
        let exact = MaxDistribution::new(correlated, 2, f64::INFINITY).unwrap();
        let few = [0.3, -2.0, 2.5, f64::NAN, 3.1];
        for distribution in [exact, of_draws(largest_of_two(1000), 2, f64::INFINITY)] {
            let found = distribution.p_values(&few);
            for (t, p) in few.iter().zip(&found) {
                assert!(*p == distribution.p_value(*t) || t.is_nan());
            }
            assert!(found[3].is_nan() && distribution.p_value(f64::NAN).is_nan());
            let many: Vec<f64> = (0..900).map(|k| f64::from(k) / 80.0).collect();
            for (t, p) in many.iter().zip(distribution.p_values(&many)) {
                assert!((p / distribution.p_value(*t) - 1.0).abs() < 1e-6, "{t}: {p}");
            }
        }
    }
}
