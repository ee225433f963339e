//! Student's t distribution with any positive number of degrees of freedom.
//!
//! Upper tails are right to 2e-12 relative, up to 3000 degrees all the way, beyond down to 1e-25.

use std::f64::consts::PI;

use statrs::function::beta::checked_beta_reg;

use super::normal;
use super::root::log_newton;

/// Beyond this many degrees of freedom the expansion about the normal distribution is the more accurate way.
const LARGE: f64 = 3000.0;

/// P(T > t).
pub fn upper(t: f64, df: f64) -> f64 {
    if df.is_nan() || df <= 0.0 || t.is_nan() {
        return f64::NAN;
    }
    if t < 0.0 {
        return 1.0 - upper(-t, df);
    }
    if df > LARGE {
        return normal::upper(equivalent_normal(t, df));
    }
    if near_centre(t, df) {
        0.5 - central(t, df)
    } else {
        0.5 * beta(0.5 * df, 0.5, 1.0 / (1.0 + t * t / df))
    }
}

/// P(T <= t).
pub fn cdf(t: f64, df: f64) -> f64 {
    upper(-t, df)
}

/// Density at t.
pub fn density(t: f64, df: f64) -> f64 {
    if df.is_nan() || df <= 0.0 {
        return f64::NAN;
    }
    if df > 1e8 {
        return normal::density(t);
    }
    let ratio = (libm::lgamma(0.5 * (df + 1.0)) - libm::lgamma(0.5 * df)).exp();
    // Beyond the square root of the largest number t * t overflows: there the density is 0 anyway.
    ratio / (df * PI).sqrt() * (-0.5 * (df + 1.0) * (t * t / df).ln_1p()).exp()
}

/// The t with P(T <= t) = p.
pub fn quantile(p: f64, df: f64) -> f64 {
    if df.is_nan() || df <= 0.0 || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p <= 0.5 {
        -upper_quantile(p, p - 0.5, df)
    } else {
        upper_quantile(1.0 - p, p - 0.5, df)
    }
}

/// The c with P(|T| <= c) = level.
pub fn critical(level: f64, df: f64) -> f64 {
    -quantile(0.5 * (1.0 - level), df)
}

/// The t >= 0 with P(T > t) = tail; `from_half` is tail's distance from one half, as exactly as the
/// caller knows it.
fn upper_quantile(tail: f64, from_half: f64, df: f64) -> f64 {
    if tail == 0.0 {
        return f64::INFINITY;
    }
    let from_half = from_half.abs();
    if from_half == 0.0 {
        return 0.0;
    }
    let z = -normal::quantile(tail);
    if df == f64::INFINITY {
        return z;
    }
    let start = z * (1.0 + (z * z + 1.0) / (4.0 * df));
    if tail < 0.25 {
        log_newton(start, tail, |t| (upper(t, df), -density(t, df)))
    } else {
        log_newton(start, from_half, |t| (central(t, df), density(t, df)))
    }
}

/// P(0 < T <= t) for t >= 0, accurate also where it is small.
fn central(t: f64, df: f64) -> f64 {
    if df > LARGE {
        0.5 * normal::inside(equivalent_normal(t, df))
    } else if near_centre(t, df) {
        let square = t * t / df;
        0.5 * beta(0.5, 0.5 * df, square / (1.0 + square))
    } else {
        0.5 - upper(t, df)
    }
}

/// Whether the continued fraction of the incomplete beta function is quicker for the centre.
fn near_centre(t: f64, df: f64) -> bool {
    t * t / (df + t * t) < 3.0 / (5.0 + df)
}

/// The z >= 0 with the same upper tail as t, to high order in 1 / df (G. W. Hill 1970).
fn equivalent_normal(t: f64, df: f64) -> f64 {
    if df == f64::INFINITY {
        return t;
    }
    let a = df - 0.5;
    let b = 48.0 * a * a;
    let y = a * (t * t / df).ln_1p();
    let polynomial = (((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b);
    ((polynomial + y + 3.0) / b + 1.0) * y.sqrt()
}

/// Regularized incomplete beta function.
fn beta(a: f64, b: f64, x: f64) -> f64 {
    checked_beta_reg(a, b, x).unwrap_or(f64::NAN)
}

#[cfg(test)]
#[allow(clippy::excessive_precision)] // tables are kept to 20 digits
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// (t, df, P(T > t)) to 20 digits.
    const UPPER: [(f64, f64, f64); 17] = [
        (0.001, 0.1, 0.499_851_908_147_791_548_39),
        (1e6, 0.1, 0.104_841_194_680_574_961_03),
        (1.0, 1.0, 0.25),
        (12.5, 1.0, 0.025_410_673_666_115_895_51),
        (0.3, 2.5, 0.393_671_185_747_598_607_24),
        (4.0, 2.5, 0.019_506_487_920_659_123_307),
        (1e-8, 7.0, 0.499_999_996_150_085_491_68),
        (2.0, 7.0, 0.042_809_664_281_488_038_38),
        (25.0, 7.0, 2.089_848_558_829_716_814_2e-8),
        (1.0, 30.0, 0.162_654_307_713_014_945_62),
        (2.0, 30.0, 0.027_312_522_481_491_551_96),
        (8.0, 120.0, 4.416_712_831_415_019_627_5e-13),
        (0.7, 2500.0, 0.241_996_217_838_703_628_8),
        (3.0, 2500.0, 0.001_363_228_405_676_492_758_3),
        (0.5, 4000.0, 0.308_551_290_745_867_808_37),
        (6.0, 4000.0, 1.074_056_880_925_125_758_4e-9),
        (2.5, 1e5, 0.006_210_459_596_279_522_691),
    ];

    /// (upper tail, df, t) to 20 digits.
    const QUANTILE: [(f64, f64, f64); 9] = [
        (0.025, 1.0, 12.706_204_736_174_703_938),
        (0.025, 2.5, 3.574_654_842_003_683_127_3),
        (0.025, 9.0, 2.262_157_162_798_205_508_6),
        (0.025, 200.0, 1.971_896_223_633_909_358_1),
        (0.005, 40.0, 2.704_459_267_433_162_444_3),
        (0.3, 5.0, 0.559_429_644_469_360_785_24),
        (0.499, 3.0, 0.002_720_703_521_734_023_002_7),
        (1e-10, 4.0, 416.175_140_329_604_123_53),
        (0.025, 0.5, 164.557_673_480_488_514_85),
    ];

    #[test]
    fn tails_equal_the_table() {
        for (t, df, p) in UPPER {
            assert_relative_eq!(upper(t, df), p, max_relative = 2e-12);
            assert_relative_eq!(cdf(-t, df), p, max_relative = 2e-12);
            assert_relative_eq!(cdf(t, df), 1.0 - p, max_relative = 2e-12);
        }
    }

    #[test]
    fn quantiles_equal_the_table() {
        for (tail, df, t) in QUANTILE {
            assert_relative_eq!(quantile(tail, df), -t, max_relative = 5e-13);
            assert_relative_eq!(critical(1.0 - 2.0 * tail, df), t, max_relative = 1e-6);
        }
    }

    #[test]
    fn quantile_inverts_the_cdf_everywhere() {
        for df in [0.1, 0.7, 1.0, 3.3, 20.0, 250.0, 2999.0, 3001.0, 1e6, 1e12, f64::INFINITY] {
            for p in [1e-12, 0.01, 0.2, 0.249, 0.251, 0.4999, 0.500_01, 0.6, 0.9, 0.9999] {
                assert_relative_eq!(cdf(quantile(p, df), df), p, max_relative = 5e-12);
            }
            assert_eq!(quantile(0.5, df), 0.0);
        }
    }

    #[test]
    fn density_is_the_derivative_of_the_cdf() {
        for (t, df) in [(0.5, 1.0), (-2.0, 4.5), (1.0, 100.0), (1.5, 1e5), (1.5, 1e9)] {
            let slope = (cdf(t + 1e-4, df) - cdf(t - 1e-4, df)) / 2e-4;
            assert_relative_eq!(density(t, df), slope, max_relative = 1e-7);
        }
    }

    #[test]
    fn ends_and_invalid_arguments() {
        assert_eq!(upper(f64::INFINITY, 3.0), 0.0);
        assert_eq!(cdf(f64::INFINITY, 3.0), 1.0);
        assert_eq!(quantile(0.0, 3.0), f64::NEG_INFINITY);
        assert_eq!(quantile(1.0, 3.0), f64::INFINITY);
        assert!(upper(1.0, 0.0).is_nan() && upper(1.0, -1.0).is_nan() && upper(1.0, f64::NAN).is_nan());
        assert!(upper(f64::NAN, 3.0).is_nan() && quantile(1.5, 3.0).is_nan());
    }
}
