//! The chi-square distribution with any positive number of degrees of freedom.
//!
//! Tails are right to 3e-12 relative up to 3000 degrees of freedom and to 1e-10 at 100 000.

use statrs::function::gamma::{checked_gamma_lr, checked_gamma_ur};

use super::normal;
use super::root::log_newton;

/// P(X <= x).
pub fn lower(x: f64, df: f64) -> f64 {
    if !(df > 0.0 && df.is_finite()) || x.is_nan() {
        return f64::NAN;
    }
    if x <= 0.0 {
        return 0.0;
    }
    if x == f64::INFINITY {
        return 1.0;
    }
    let (a, half) = (0.5 * df, 0.5 * x);
    if half < 1e-13 {
        // The leading term of the series; the library takes such an x for zero.
        return (a * half.ln() - libm::lgamma(a + 1.0)).exp();
    }
    checked_gamma_lr(a, half).unwrap_or(f64::NAN)
}

/// P(X > x): the p-value of a chi-square statistic.
pub fn upper(x: f64, df: f64) -> f64 {
    if !(df > 0.0 && df.is_finite()) || x.is_nan() {
        return f64::NAN;
    }
    if x <= 0.0 {
        return 1.0;
    }
    if x == f64::INFINITY {
        return 0.0;
    }
    if 0.5 * x < 1e-13 {
        return 1.0 - lower(x, df);
    }
    checked_gamma_ur(0.5 * df, 0.5 * x).unwrap_or(f64::NAN)
}

/// Density at x.
pub fn density(x: f64, df: f64) -> f64 {
    if !(df > 0.0 && df.is_finite()) || x.is_nan() {
        return f64::NAN;
    }
    if x < 0.0 {
        return 0.0;
    }
    let a = 0.5 * df;
    if x == 0.0 {
        return if a < 1.0 {
            f64::INFINITY
        } else if a == 1.0 {
            0.5
        } else {
            0.0
        };
    }
    0.5 * ((a - 1.0) * (0.5 * x).ln() - 0.5 * x - libm::lgamma(a)).exp()
}

/// The x with P(X <= x) = p.
pub fn quantile(p: f64, df: f64) -> f64 {
    solve(p, 1.0 - p, df)
}

/// The x with P(X > x) = p.
pub fn upper_quantile(p: f64, df: f64) -> f64 {
    solve(1.0 - p, p, df)
}

/// The x with the two tails given, by the smaller one.
fn solve(below: f64, above: f64, df: f64) -> f64 {
    if !(df > 0.0 && df.is_finite() && (0.0..=1.0).contains(&below) && (0.0..=1.0).contains(&above)) {
        return f64::NAN;
    }
    if below == 0.0 {
        return 0.0;
    }
    if above == 0.0 {
        return f64::INFINITY;
    }
    // Wilson and Hilferty's cube root is nearly normal; near zero the leading term is better.
    let z = if below < above { normal::quantile(below) } else { -normal::quantile(above) };
    let variance = 2.0 / (9.0 * df);
    let root = 1.0 - variance + z * variance.sqrt();
    let a = 0.5 * df;
    let leading = 2.0 * ((below.ln() + libm::lgamma(a + 1.0)) / a).exp();
    let start = if root > 0.3 { df * root.powi(3) } else { leading.max(f64::MIN_POSITIVE) };
    if below < above {
        log_newton(start, below, |x| (lower(x, df), density(x, df)))
    } else {
        log_newton(start, above, |x| (upper(x, df), -density(x, df)))
    }
}

#[cfg(test)]
#[allow(clippy::excessive_precision)] // tables are kept to 20 digits
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// (x, df, P(X > x), P(X <= x)) to 20 digits.
    const TAILS: [(f64, f64, f64, f64); 15] = [
        (1e-14, 1.0, 0.999_999_920_211_543_919_71, 7.978_845_608_028_640_256e-8),
        (0.004, 1.0, 0.949_570_971_151_105_087_82, 0.050_429_028_848_894_912_184),
        (3.84, 1.0, 0.050_043_521_248_705_103_189, 0.949_956_478_751_294_896_81),
        (60.0, 1.0, 9.485_737_571_073_848_388_5e-15, 0.999_999_999_999_990_514_26),
        (0.5, 4.0, 0.973_500_978_839_256_085_31, 0.026_499_021_160_743_914_694),
        (9.5, 4.0, 0.049_747_247_417_943_646_518, 0.950_252_752_582_056_353_48),
        (700.0, 4.0, 3.485_286_229_089_007_733e-150, 1.0),
        (2.0, 20.0, 0.999_999_888_574_521_661_28, 1.114_254_783_387_206_773_5e-7),
        (31.0, 20.0, 0.055_190_456_259_990_123_713, 0.944_809_543_740_009_876_29),
        (80.0, 128.0, 0.999_713_433_725_334_645_01, 0.000_286_566_274_665_354_987_15),
        (155.0, 128.0, 0.052_338_015_291_124_947_015, 0.947_661_984_708_875_052_98),
        (300.0, 128.0, 7.681_474_872_264_122_968_3e-16, 0.999_999_999_999_999_231_85),
        (900.0, 1000.0, 0.989_282_761_908_710_258_44, 0.010_717_238_091_289_741_557),
        (1100.0, 1000.0, 0.014_614_408_126_295_194_045, 0.985_385_591_873_704_805_95),
        (3.0, 0.5, 0.033_416_444_158_979_030_304, 0.966_583_555_841_020_969_7),
    ];

    /// (upper tail, df, x) to 20 digits.
    const UPPER_QUANTILE: [(f64, f64, f64); 6] = [
        (0.05, 1.0, 3.841_458_820_694_125_865_3),
        (0.05, 4.0, 9.487_729_036_781_156_617_3),
        (0.001, 128.0, 183.186_437_334_472_259_68),
        (0.05, 1000.0, 1_074.679_448_803_440_983_2),
        (1e-12, 10.0, 78.471_646_562_838_480_76),
        (0.4, 3.0, 2.946_166_073_101_950_229_3),
    ];

    /// (lower tail, df, x) to 20 digits.
    const QUANTILE: [(f64, f64, f64); 5] = [
        (0.05, 1.0, 0.003_932_140_000_019_523_168_4),
        (1e-8, 1.0, 1.570_796_326_794_896_767_2e-16),
        (0.025, 4.0, 0.484_418_557_087_929_820_4),
        (0.001, 128.0, 84.187_820_704_531_154_658),
        (0.3, 1000.0, 976.073_591_257_774_141_97),
    ];

    #[test]
    fn tails_equal_the_table() {
        for (x, df, above, below) in TAILS {
            assert_relative_eq!(upper(x, df), above, max_relative = 1e-12);
            assert_relative_eq!(lower(x, df), below, max_relative = 1e-12);
        }
    }

    #[test]
    fn quantiles_equal_the_table() {
        for (p, df, x) in UPPER_QUANTILE {
            assert_relative_eq!(upper_quantile(p, df), x, max_relative = 1e-13);
        }
        for (p, df, x) in QUANTILE {
            assert_relative_eq!(quantile(p, df), x, max_relative = 1e-13);
        }
    }

    #[test]
    fn quantiles_invert_the_tails_everywhere() {
        for df in [0.1, 1.0, 2.0, 3.5, 30.0, 999.0, 2e4] {
            for p in [1e-15, 1e-4, 0.05, 0.3, 0.5, 0.7, 0.95] {
                assert_relative_eq!(lower(quantile(p, df), df), p, max_relative = 1e-10);
                assert_relative_eq!(upper(upper_quantile(p, df), df), p, max_relative = 1e-10);
            }
        }
    }

    #[test]
    fn density_is_the_derivative() {
        for (x, df) in [(0.5, 1.0), (3.0, 2.0), (40.0, 35.0), (1000.0, 1000.0)] {
            let slope = (lower(x + 1e-4, df) - lower(x - 1e-4, df)) / 2e-4;
            assert_relative_eq!(density(x, df), slope, max_relative = 1e-6);
        }
    }

    #[test]
    fn ends_and_invalid_arguments() {
        assert_eq!((upper(0.0, 2.0), lower(0.0, 2.0)), (1.0, 0.0));
        assert_eq!((upper(f64::INFINITY, 2.0), lower(f64::INFINITY, 2.0)), (0.0, 1.0));
        assert_eq!((quantile(0.0, 2.0), quantile(1.0, 2.0)), (0.0, f64::INFINITY));
        assert!(upper(1.0, 0.0).is_nan() && lower(f64::NAN, 1.0).is_nan());
        assert!(quantile(2.0, 1.0).is_nan() && quantile(0.5, -1.0).is_nan());
        assert_eq!((density(0.0, 2.0), density(0.0, 1.0)), (0.5, f64::INFINITY));
    }
}
