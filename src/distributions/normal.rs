//! The standard normal distribution.

use std::f64::consts::{PI, SQRT_2};

use statrs::function::erf::erfc_inv;

/// Density at z.
pub fn density(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * PI).sqrt()
}

/// P(Z <= z).
pub fn cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// P(Z > z), accurate far into the tail.
pub fn upper(z: f64) -> f64 {
    0.5 * libm::erfc(z / SQRT_2)
}

/// log P(Z <= z), accurate however small the probability.
pub fn log_cdf(z: f64) -> f64 {
    if z < 0.0 {
        log_cdf_scaled(z) - 0.5 * z * z
    } else {
        (-upper(z)).ln_1p()
    }
}

/// log P(Z <= z) + z^2 / 2 for z <= 0, which stays small where its terms do not.
pub fn log_cdf_scaled(z: f64) -> f64 {
    if z > -30.0 {
        return cdf(z).ln() + 0.5 * z * z;
    }
    // The asymptotic series of Mills' ratio: its next term is below 1e-11.
    let s = 1.0 / z / z;
    let series = -s * (1.0 - 3.0 * s * (1.0 - 5.0 * s * (1.0 - 7.0 * s)));
    series.ln_1p() - (-z).ln() - 0.5 * (2.0 * PI).ln()
}

/// P(|Z| <= c) for c >= 0.
pub fn inside(c: f64) -> f64 {
    libm::erf(c / SQRT_2)
}

/// P(|Z| > c) for c >= 0: the two-sided p-value of c.
pub fn outside(c: f64) -> f64 {
    libm::erfc(c / SQRT_2)
}

/// The z with P(Z <= z) = p.
pub fn quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    -SQRT_2 * erfc_inv(2.0 * p)
}

/// The c with P(|Z| <= c) = level: 1.96 for 0.95.
pub fn critical(level: f64) -> f64 {
    -quantile(0.5 * (1.0 - level))
}

#[cfg(test)]
#[allow(clippy::excessive_precision)] // tables are kept to 20 digits
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// (z, P(Z <= z)) to 20 digits.
    const CDF: [(f64, f64); 10] = [
        (-37.0, 5.725_571_222_524_576_822_7e-300),
        (-20.0, 2.753_624_118_606_233_695_1e-89),
        (-8.0, 6.220_960_574_271_784_123_5e-16),
        (-3.0, 0.001_349_898_031_630_094_526_7),
        (-1.0, 0.158_655_253_931_457_051_41),
        (-0.25, 0.401_293_674_317_076_275_76),
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013_103_64),
        (2.0, 0.977_249_868_051_820_792_8),
        (6.0, 0.999_999_999_013_412_354_96),
    ];

    /// (p, z with P(Z <= z) = p) to 20 digits.
    const QUANTILE: [(f64, f64); 9] = [
        (1e-300, -37.047_096_299_361_199_237),
        (1e-20, -9.262_340_089_798_407_579_6),
        (1e-6, -4.753_424_308_822_898_957_3),
        (0.025, -1.959_963_984_540_054_211_8),
        (0.3, -0.524_400_512_708_040_816_97),
        (0.500_000_1, 2.506_628_273_311_648_301_2e-7),
        (0.8, 0.841_621_233_572_914_363_8),
        (0.975, 1.959_963_984_540_053_855_6),
        (0.999_999, 4.753_424_308_817_087_765_7),
    ];

    #[test]
    fn cdf_and_upper_tail_equal_the_table() {
        for (z, p) in CDF {
            assert_relative_eq!(cdf(z), p, max_relative = 2e-13);
            assert_relative_eq!(upper(-z), p, max_relative = 2e-13);
        }
    }

    #[test]
    fn logarithms_of_tails() {
        for (z, p) in CDF {
            assert_relative_eq!(log_cdf(z), p.ln(), max_relative = 1e-12, epsilon = 1e-13);
        }
        // At the seam of the two formulas, and where p itself is zero.
        assert_relative_eq!(log_cdf(-30.0), -454.321_243_956_343_2, max_relative = 1e-12);
        assert_relative_eq!(log_cdf(-30.0 + 1e-9), log_cdf(-30.0) + 30.0e-9, max_relative = 1e-11);
        assert_relative_eq!(log_cdf(-1e3), -500_007.826_694_812_2, max_relative = 1e-14);
        assert!(log_cdf(f64::NAN).is_nan());
    }

    #[test]
    fn quantile_equals_the_table() {
        for (p, z) in QUANTILE {
            assert_relative_eq!(quantile(p), z, max_relative = 1e-15);
        }
    }

    #[test]
    fn two_sided_functions_agree() {
        for c in [0.1, 1.0, 1.96, 3.0] {
            assert_relative_eq!(inside(c) + outside(c), 1.0, max_relative = 1e-15);
            assert_relative_eq!(outside(c), 2.0 * upper(c), max_relative = 1e-15);
            assert_relative_eq!(critical(inside(c)), c, max_relative = 1e-12);
        }
        assert_relative_eq!(critical(0.95), 1.959_963_984_540_054_2, max_relative = 1e-14);
    }

    #[test]
    fn density_is_the_derivative_of_the_cdf() {
        for z in [-2.0, 0.0, 0.7, 3.0] {
            let slope = (cdf(z + 1e-5) - cdf(z - 1e-5)) / 2e-5;
            assert_relative_eq!(density(z), slope, max_relative = 1e-8);
        }
    }

    #[test]
    fn ends_and_invalid_arguments() {
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(quantile(1.0), f64::INFINITY);
        assert!(quantile(-0.1).is_nan() && quantile(1.1).is_nan() && quantile(f64::NAN).is_nan());
        assert!(cdf(f64::NAN).is_nan());
    }
}
