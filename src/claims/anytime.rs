//! Intervals and evidence that hold at all looks at growing data, by a normal mixture of alternatives (Robbins 1970).
//!
//! An estimate with standard error s is compared, at every look, with a mixture of truths that lie about the tested
//! value with standard deviation tau. r = tau^2 / s^2 grows with the data.

use crate::distributions::normal;
use std::f64::consts::LN_2;

/// The mixture of an interval or of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mixture {
    /// Standard deviation of the alternatives, tau: the size of a difference that matters, on the scale of the interval.
    pub scale: f64,
    /// The probability that the truth ever leaves the interval, at most.
    pub alpha: f64,
}

impl Mixture {
    /// How far the interval reaches to each side of an estimate with this standard error. Where the error is not known
    /// nothing is excluded; a value without an error has no interval (NaN).
    // Inlined into a loop over pairs, the logarithm of alpha is taken before it is asked whether there is a mixture: of memory that was
    // never written, which memcheck reports.
    #[inline(never)]
    pub fn half_width(&self, error: f64) -> f64 {
        Growth::of(error / self.scale).half_width(error, self.alpha)
    }

    /// The evidence of an estimate that lies `gap` above what is tested.
    pub fn evidence(&self, gap: f64, error: f64) -> Evidence {
        evidence(gap / error, error / self.scale)
    }

    /// The logarithm of the e-value against equality, and the half-widths at alpha and at its share among `family`.
    pub fn look(&self, gap: f64, error: f64, family: f64) -> (f64, [f64; 2]) {
        let ratio = error / self.scale;
        let growth = Growth::of(ratio);
        let halves = [self.alpha, self.alpha / family].map(|alpha| growth.half_width(error, alpha));
        (growth.two_sided(gap / error, ratio), halves)
    }
}

/// Logarithms of e-values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// Against equality.
    pub two_sided: f64,
    /// Against being equal or smaller: for being larger.
    pub larger: f64,
}

impl Evidence {
    /// A statement without evidence.
    pub const NONE: Evidence = Evidence { two_sided: 0.0, larger: 0.0 };
}

/// log(1 + r) where `ratio` is s / tau, so that r = 1 / ratio^2, which may overflow.
fn log_growth(ratio: f64) -> f64 {
    if ratio < 1.0 {
        (ratio * ratio).ln_1p() - 2.0 * ratio.ln()
    } else {
        (1.0 / ratio / ratio).ln_1p()
    }
}

/// The parts that an interval and an e-value share.
struct Growth {
    /// sqrt((1 + r) / r).
    root: f64,
    /// log(1 + r).
    log: f64,
}

impl Growth {
    /// `ratio` is s / tau.
    fn of(ratio: f64) -> Growth {
        Growth { root: 1f64.hypot(ratio), log: log_growth(ratio) }
    }

    /// The half-width in standard errors, k(r, alpha).
    fn critical(&self, alpha: f64) -> f64 {
        // (1 + r) / r, without its square root.
        self.root * (self.log - 2.0 * alpha.ln()).sqrt()
    }

    fn half_width(&self, error: f64, alpha: f64) -> f64 {
        if error.is_nan() || error == f64::INFINITY {
            return f64::INFINITY;
        }
        // An error of nearly zero, too, gives a width of nearly zero.
        if error > 0.0 {
            self.critical(alpha) * error
        } else {
            f64::NAN
        }
    }

    /// The logarithm of the e-value of z against equality.
    fn two_sided(&self, z: f64, ratio: f64) -> f64 {
        if says_nothing(z, ratio) {
            return 0.0;
        }
        self.square(z) - 0.5 * self.log
    }

    fn square(&self, z: f64) -> f64 {
        let shrunk = z / self.root;
        (0.5 * shrunk * shrunk).min(f64::MAX)
    }
}

fn says_nothing(z: f64, ratio: f64) -> bool {
    !(z.is_finite() && ratio > 0.0 && ratio.is_finite())
}

/// The logarithms of the e-values of z = gap / s; `ratio` is s / tau. Nothing is exponentiated, so that they are finite
/// wherever z is.
fn evidence(z: f64, ratio: f64) -> Evidence {
    if says_nothing(z, ratio) {
        return Evidence::NONE;
    }
    let growth = Growth::of(ratio);
    let (shrunk, square) = (z / growth.root, growth.square(z));
    // Far below, the square and the logarithm of the tail cancel each other.
    let larger =
        if shrunk < 0.0 { normal::log_cdf_scaled(shrunk) } else { square + normal::cdf(shrunk).ln() };
    Evidence { two_sided: growth.two_sided(z, ratio), larger: LN_2 + larger - 0.5 * growth.log }
}

/// Evidence on all contrasts of scores at once, which holds whatever rule chose the pairs that were compared by earlier
/// answers: the mixture of the likelihood over normal scores with variance tau^2 / 2 (Abbasi-Yadkori, Pal and Szepesvari
/// 2011). There is nothing to divide by the number of contrasts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ellipsoid {
    /// The bound that a quadratic form must exceed to be evidence: log det(I + tau^2 H / 2) + 2 |theta|^2 / tau^2.
    threshold: f64,
    alpha: f64,
}

impl Ellipsoid {
    /// Of scores that sum to zero, the eigenvalues of their covariance by the information but for the one that is zero, and
    /// the size of a difference that matters.
    pub fn new(scores: &[f64], variances: &[f64], scale: f64, alpha: f64) -> Ellipsoid {
        let spread = 0.5 * scale * scale;
        let growth: f64 = variances.iter().map(|variance| (spread / variance).ln_1p()).sum();
        let length: f64 = scores.iter().map(|score| score * score).sum();
        Ellipsoid { threshold: growth + length / spread, alpha }
    }

    /// How far the interval reaches to each side of a contrast with this standard error.
    pub fn half_width(&self, error: f64) -> f64 {
        if error.is_finite() {
            error * (self.threshold - 2.0 * self.alpha.ln()).sqrt()
        } else {
            f64::INFINITY
        }
    }

    /// The logarithm of the e-value of a contrast against zero.
    pub fn log_e(&self, estimate: f64, error: f64) -> f64 {
        let z = estimate / error;
        if z.is_finite() {
            0.5 * (z * z - self.threshold)
        } else {
            0.0
        }
    }
}

/// The p-value of the logarithm of an e-value, valid whenever one stops.
pub fn p_value(log_e: f64) -> f64 {
    (-log_e).exp().min(1.0)
}

/// The r at which the interval is narrowest in standard errors: -W(-alpha^2 / e) - 1, W the lower branch of Lambert's
/// function; the root of r - log(1 + r) = 2 log(1 / alpha).
pub fn best_ratio(alpha: f64) -> f64 {
    let target = -2.0 * alpha.ln();
    // The function is convex and the start is beyond the root: Newton's steps go down to it.
    let mut r = 2.0 * (target + (2.0 * target).sqrt());
    for _ in 0..100 {
        let step = (r - r.ln_1p() - target) * (1.0 + r) / r;
        r -= step;
        if step.abs() <= 1e-15 * r {
            break;
        }
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::quadrature::{apply, gauss_legendre};
    use approx::assert_relative_eq;

    /// k as a function of r.
    fn k(r: f64, alpha: f64) -> f64 {
        Growth::of(1.0 / r.sqrt()).critical(alpha)
    }

    /// The direct formulas.
    #[test]
    fn widths_and_evidence_by_their_formulas() {
        for r in [0.01f64, 0.3, 1.0, 8.2, 1e3, 1e9] {
            for alpha in [0.2f64, 0.05, 1e-6] {
                let direct = ((1.0 + r) / r * (r.ln_1p() + 2.0 * (1.0 / alpha).ln())).sqrt();
                assert_relative_eq!(k(r, alpha), direct, max_relative = 1e-13);
                // At the end of the interval the e-value is 1 / alpha.
                let found = evidence(direct, 1.0 / r.sqrt());
                assert_relative_eq!(found.two_sided, -alpha.ln(), max_relative = 1e-9);
            }
            for z in [-3.0, 0.0, 1.5, 6.0] {
                let direct = z * z * r / (2.0 * (1.0 + r)) - 0.5 * r.ln_1p();
                let larger = LN_2 + direct + normal::cdf(z * (r / (1.0 + r)).sqrt()).ln();
                let found = evidence(z, 1.0 / r.sqrt());
                assert!((found.two_sided - direct).abs() < 1e-12 && (found.larger - larger).abs() < 1e-11);
            }
        }
    }

    /// The e-value is the mean likelihood ratio over the mixture; of the half of it, for the one-sided.
    #[test]
    fn evidence_is_a_mixture_of_likelihood_ratios() {
        let (z, error, scale) = (-1.7, 0.4, 0.9);
        let ratio = |truth: f64| (truth * z / error - 0.5 * (truth / error).powi(2)).exp();
        let density = |truth: f64| normal::density(truth / scale) / scale;
        let rule = gauss_legendre(200);
        let over = |low: f64, high: f64| apply(&rule, low, high, |truth| ratio(truth) * density(truth));
        let found = Mixture { scale, alpha: 0.05 }.evidence(z * error, error);
        assert_relative_eq!(found.two_sided, over(-8.0, 8.0).ln(), max_relative = 1e-9);
        assert_relative_eq!(found.larger, (2.0 * over(0.0, 8.0)).ln(), max_relative = 1e-9);
    }

    #[test]
    fn the_narrowest_interval() {
        assert_relative_eq!(best_ratio(0.05), 8.211_968_062_068_253, max_relative = 1e-12);
        assert_relative_eq!(k(best_ratio(0.05), 0.05), 3.035_122_413_028_551, max_relative = 1e-12);
        for alpha in [0.5, 0.1, 1e-3, 1e-12] {
            let best = best_ratio(alpha);
            for other in [0.99 * best, 1.01 * best] {
                assert!(k(other, alpha) > k(best, alpha));
            }
            // w = -(1 + r) solves w e^w = -alpha^2 / e.
            assert_relative_eq!((1.0 + best).ln() - best, 2.0 * alpha.ln(), max_relative = 1e-12);
        }
    }

    /// The chance that a Brownian motion, looked at from r0 on, ever leaves the interval. By reflection of the mixture
    /// martingale: P(|Z| > k0) and, from within, the e-value at r0 over 1 / alpha.
    #[test]
    fn chance_of_crossing_is_at_most_alpha() {
        let alpha = 0.05;
        for (r0, expected) in [(0.1f64, 0.0500), (1.0, 0.0498), (8.21, 0.0365), (100.0, 0.0138)] {
            let k0 = k(r0, alpha);
            let formula = 2.0 * normal::upper(k0) + alpha * (2.0 * normal::cdf(k0 / (1.0 + r0).sqrt()) - 1.0);
            // Already out, or later: the mean of alpha E over what is within.
            let ratio = 1.0 / r0.sqrt();
            let of = |z: f64| normal::density(z) * evidence(z, ratio).two_sided.exp();
            let later = apply(&gauss_legendre(200), -k0, k0, of);
            let chance = 2.0 * normal::upper(k0) + alpha * later;
            assert_relative_eq!(chance, formula, max_relative = 1e-9);
            assert!((chance - expected).abs() < 5e-5, "{r0}: {chance}");
        }
    }

    #[test]
    fn what_is_degenerate_says_nothing_and_what_is_extreme_is_finite() {
        let mixture = Mixture { scale: 0.5, alpha: 0.05 };
        assert!(mixture.half_width(0.0).is_nan());
        assert_eq!(mixture.half_width(f64::INFINITY), f64::INFINITY);
        assert_eq!(mixture.half_width(f64::NAN), f64::INFINITY);
        for (gap, error) in [(1.0, 0.0), (0.0, 0.0), (1.0, f64::INFINITY), (1.0, f64::NAN), (f64::NAN, 1.0)] {
            assert_eq!(mixture.evidence(gap, error), Evidence::NONE);
        }
        for z in [-1e200, -1e9, -40.0, 40.0, 1e9, 1e200] {
            for ratio in [1e-200, 1e-3, 1.0, 1e3, 1e200] {
                let found = evidence(z, ratio);
                assert!(found.two_sided.is_finite() && found.larger.is_finite(), "{z} {ratio} {found:?}");
            }
        }
        assert!(mixture.half_width(1e-200) < 1e-197 && mixture.half_width(1e200) > 1e200);
        // Mills' ratio far below: log(2 phi(t) / |t|) + t^2 / 2 - growth.
        let (t, growth) = (-1e6f64, 0.5 * 2f64.ln());
        let found = evidence(t * 2f64.sqrt(), 1.0).larger;
        let expected = LN_2 - 0.5 * (2.0 * std::f64::consts::PI).ln() - (-t).ln() - growth;
        assert_relative_eq!(found, expected, max_relative = 1e-11);
        assert_eq!((p_value(-3.0), p_value(f64::INFINITY)), (1.0, 0.0));
        assert_relative_eq!(p_value(3.0), (-3f64).exp(), max_relative = 1e-15);
    }
}
