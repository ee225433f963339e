//! The largest of three correlated standard normal values, in absolute value.

use super::quadrature::adaptive;
use super::{bivariate, normal};

/// P(max |Z_i| > c) for c >= 0 and correlations `r12`, `r13`, `r23` that are positive semidefinite.
/// `scale` is the size of probability that must come out accurately.
///
/// Integrates the derivative of the probability along the way from correlations (0, 0, r23), where the
/// first value is independent of the others, to those given (Plackett 1954; Genz 2004). The derivative in
/// a correlation is the bivariate density at the corners of the square, times the probability that the
/// third value is within its bounds given the corner. The strongest correlation is the one that is held:
/// the others then stay away from one unless all three are near it. The way is t = 1 - v^2, under which
/// the roots that the derivative has at the end of the way are smooth.
pub(crate) fn outside(c: f64, correlations: [f64; 3], scale: f64) -> f64 {
    if c == 0.0 {
        return 1.0;
    }
    let [r12, r13, r23] = strongest_last(correlations);
    let (one, two) = (normal::outside(c), bivariate::outside(c, r23));
    let independent = one + two - one * two;
    // 1 - r23^2, and what the correlations with the first value take of the determinant.
    let rest = (1.0 - r23) * (1.0 + r23);
    let slope = &mut |v: f64| {
        let t = 1.0 - v * v;
        let by_second = r12 * corners(c, [t * r12, t * r13, r23], rest);
        let by_third = r13 * corners(c, [t * r13, t * r12, r23], rest);
        2.0 * v * (by_second + by_third)
    };
    (independent - adaptive(0.0, 1.0, 2, scale * 1e-12, slope)).clamp(0.0, 1.0)
}

/// The derivative of P(max |Z_i| <= c) in the correlation a of the first value and one of the others;
/// b is that of the first value and the remaining one, g that of these two, `rest` = 1 - g^2.
fn corners(c: f64, [a, b, g]: [f64; 3], rest: f64) -> f64 {
    let square = (1.0 - a) * (1.0 + a);
    if square <= 0.0 {
        return 0.0;
    }
    // The variance that the remaining value keeps, without the cancellation of the determinant.
    let variance = (rest * (1.0 - b * b) - (a - g * b).powi(2)).max(0.0).min(rest);
    // Of the corners (c, c) and (c, -c), each also for its mirror image: their distance from the bounds
    // of the remaining value, in terms that do not cancel where all correlations are near one.
    let corner = |a: f64, b: f64, g: f64| {
        let density = (-c * c / (1.0 + a)).exp();
        if density == 0.0 {
            return 0.0;
        }
        let deviation = (variance * (1.0 + a) / (1.0 - a)).sqrt();
        let below = |distance: f64| match distance == 0.0 {
            true => 0.5,
            false => normal::cdf(c * distance / deviation),
        };
        density * (below((1.0 - g) + (a - b)) - below(-(1.0 + a) - (b + g)))
    };
    (corner(a, b, g) - corner(-a, b, -g)) / (std::f64::consts::PI * square.sqrt())
}

/// The correlations with the values so numbered that the last is the largest.
fn strongest_last([r12, r13, r23]: [f64; 3]) -> [f64; 3] {
    if r12.abs() >= r13.abs().max(r23.abs()) {
        [r13, r23, r12]
    } else if r13.abs() >= r23.abs() {
        [r12, r23, r13]
    } else {
        [r12, r13, r23]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by definition: the density of the first value times the probability that the others,
    /// given it, leave their square, itself an integral over the second.
    fn by_definition(c: f64, [r12, r13, r23]: [f64; 3]) -> f64 {
        let root = (1.0 - r12 * r12).sqrt();
        let weight = (r23 - r12 * r13) / root;
        let rest = (1.0 - r13 * r13 - weight * weight).max(0.0).sqrt();
        let inside = adaptive(-c, c, 8, 1e-13, &mut |z| {
            let (low, high) = ((-c - r12 * z) / root, (c - r12 * z) / root);
            let (low, high) = (low.clamp(-10.0, 10.0), high.clamp(-10.0, 10.0));
            let given = adaptive(low, high, 2, 1e-12, &mut |x| {
                let mean = r13 * z + weight * x;
                normal::density(x) * (normal::cdf((c - mean) / rest) - normal::cdf((-c - mean) / rest))
            });
            normal::density(z) * given
        });
        1.0 - inside
    }

    #[test]
    fn equals_the_definition() {
        let cases = [
            [0.3, -0.2, 0.5],
            [-0.7, -0.5, 0.1],
            [0.9, 0.8, 0.75],
            [-0.45, -0.45, -0.45],
            [0.0, 0.0, 0.6],
            [0.99, -0.9, -0.95],
            [0.5, 0.5, -0.49],
            [0.999, 0.2, 0.23],
        ];
        for r in cases {
            for c in [0.1, 1.0, 1.96, 2.4, 3.5] {
                let (found, exact) = (outside(c, r, 0.05), by_definition(c, r));
                assert!((found - exact).abs() < 1e-9, "{r:?}, {c}: {found} for {exact}");
            }
        }
    }

    #[test]
    fn the_order_and_the_signs_of_values_do_not_matter() {
        let [a, b, g] = [0.62, -0.35, 0.41];
        let base = outside(2.2, [a, b, g], 0.05);
        for same in [[a, g, b], [b, a, g], [g, b, a], [-a, -b, g], [-a, b, -g], [a, -b, -g]] {
            assert!((outside(2.2, same, 0.05) - base).abs() < 1e-13, "{same:?}");
        }
    }

    #[test]
    fn nearly_one_value_is_nearly_two_or_one() {
        for c in [0.5, 1.96, 3.0] {
            for e in [1e-6, 1e-9, 1e-12, 1e-14_f64] {
                // A value that is nearly another one adds no more than their distance.
                let distance = 2.0 * e.sqrt();
                let r = 0.4;
                let found = outside(c, [r, r, 1.0 - e], 0.05) - bivariate::outside(c, r);
                assert!((-1e-10..distance).contains(&found), "{c}, {e}: {found}");
                let found = outside(c, [1.0 - e, -1.0 + e, -1.0 + e], 0.05) - normal::outside(c);
                assert!((-1e-10..distance).contains(&found), "{c}, {e}: {found}");
            }
        }
    }

    #[test]
    fn tails_keep_their_digits() {
        // Far out at most one of three leaves, but for a share that is smaller than the square.
        let one = normal::outside(7.0);
        let found = outside(7.0, [0.3, -0.2, 0.5], 3.0 * one);
        assert!((found / (3.0 * one) - 1.0).abs() < 1e-4, "{found}");
        assert_eq!(outside(0.0, [0.3, -0.2, 0.5], 0.5), 1.0);
    }
}
