//! The larger of two correlated standard normal values, in absolute value.

use std::f64::consts::PI;

use super::normal;
use super::quadrature::adaptive;

/// P(|Z1| <= c and |Z2| <= c) for c >= 0 and correlation rho.
pub fn inside(c: f64, rho: f64) -> f64 {
    1.0 - outside(c, rho)
}

/// P(|Z1| > c or |Z2| > c) for c >= 0 and correlation rho, accurate also where it is small.
///
/// Integrates the derivative of the probability in the correlation r, which is twice the normal
/// density at (c, c) less that at (c, -c), from r = 0, where the two values are independent. With
/// r = sin t the integrand is smooth up to perfect correlation.
pub fn outside(c: f64, rho: f64) -> f64 {
    if !(c >= 0.0 && rho.abs() <= 1.0) {
        return f64::NAN;
    }
    let one = normal::outside(c);
    let gain = adaptive(0.0, rho.abs().asin(), 2, one * 1e-13, &mut |t: f64| {
        let r = t.sin();
        // 1 - sin t without cancellation near a right angle.
        let away = 2.0 * (0.25 * PI - 0.5 * t).sin().powi(2);
        (-c * c / (1.0 + r)).exp() - (-c * c / away).exp()
    });
    one * (2.0 - one) - gain / PI
}

#[cfg(test)]
#[allow(clippy::excessive_precision)] // tables are kept to 20 digits
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// (c, rho, P(|Z1| > c or |Z2| > c)) by one-dimensional integration with 35 digits.
    const OUTSIDE: [(f64, f64, f64); 10] = [
        (0.5, 0.3, 0.847_453_200_514_653_977_42),
        (1.96, 0.0, 0.097_492_001_545_516_053_553),
        (1.96, 0.5, 0.090_738_882_967_919_399_751),
        (1.96, -0.5, 0.090_738_882_967_919_399_751),
        (2.24, 0.9, 0.036_284_551_199_684_989_434),
        (2.0, 0.99, 0.051_577_242_495_378_936_608),
        (2.0, 0.9999, 0.046_109_471_483_845_873_457),
        (1.0, -0.7, 0.465_637_493_309_382_566_63),
        (6.0, 0.5, 3.945_571_862_537_400_599_7e-9),
        (6.0, 0.95, 3.306_627_428_834_994_982_5e-9),
    ];

    #[test]
    fn outside_equals_the_table() {
        for (c, rho, p) in OUTSIDE {
            assert_relative_eq!(outside(c, rho), p, max_relative = 1e-12);
            assert_relative_eq!(inside(c, rho), 1.0 - p, max_relative = 1e-12);
        }
    }

    #[test]
    fn perfect_correlation_is_one_value() {
        for c in [0.0, 0.3, 1.0, 2.5, 4.0] {
            for rho in [-1.0, 1.0] {
                assert_relative_eq!(outside(c, rho), normal::outside(c), max_relative = 1e-11);
            }
        }
    }

    /// In the plane the two values are lines at the angle whose cosine is the correlation: the average
    /// over directions of the probability that the nearer line is crossed, in closed form for small c.
    #[test]
    fn nearly_equal_values_within_narrow_bounds() {
        for (c, angle) in [(1e-3, 1e-3f64), (1e-2, 1e-4), (1e-4, 0.5)] {
            // For small c the density is 1 / (2 pi) where it matters, but for what is far out along both.
            let inside = |t: f64| -(-0.5 * (c / t.cos()).powi(2)).exp_m1();
            let middle = |low: f64, high: f64| {
                let steps = 2_000_000;
                let width = (high - low) / steps as f64;
                (0..steps).map(|k| inside(low + (k as f64 + 0.5) * width)).sum::<f64>() * width
            };
            let right = 0.5 * PI - 0.5 * angle;
            let exact = 2.0 / PI * (middle(0.0, 0.5 * angle) + middle(0.0, right));
            assert_relative_eq!(super::inside(c, angle.cos()), exact, max_relative = 1e-6);
        }
    }

    #[test]
    fn invalid_arguments_are_nan() {
        assert!(outside(-1.0, 0.0).is_nan());
        assert!(outside(1.0, 1.1).is_nan());
        assert!(outside(f64::NAN, 0.0).is_nan());
    }
}
