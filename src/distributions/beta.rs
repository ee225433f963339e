//! The incomplete beta function in logarithms, for parameters of any size, and with it tails of binomial distributions.
//!
//! Logarithms of gamma functions of large numbers cancel; here their differences are taken apart first (Loader 2000).

use std::f64::consts::PI;

/// The continued fraction needs some multiple of the root of the larger parameter.
const MOST_STEPS: usize = 50_000_000;

/// ln Gamma(a) less Stirling's formula (a - 1/2) ln a - a + ln(2 pi) / 2, for a > 0.
pub(crate) fn stirling_error(a: f64) -> f64 {
    if a < 15.0 {
        return libm::lgamma(a) - ((a - 0.5) * a.ln() - a + 0.5 * (2.0 * PI).ln());
    }
    let s = 1.0 / (a * a);
    (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s / 1188.0)))) / a
}

/// x ln(x / m) + m - x for positive x and m, without cancelling where they are close.
fn deviance(x: f64, m: f64) -> f64 {
    if (x - m).abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = (x - m) / (x + m);
    let mut sum = (x - m) * v;
    let mut power = 2.0 * x * v;
    for j in 1..1000 {
        power *= v * v;
        let next = sum + power / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// ln of x^a (1 - x)^b / B(a, b) for a, b > 0 and 0 < x < 1.
pub(crate) fn log_term(a: f64, b: f64, x: f64) -> f64 {
    let n = a + b;
    let errors = stirling_error(n) - stirling_error(a) - stirling_error(b);
    // a b / n could overflow where a / n times b does not.
    errors - deviance(a, n * x) - deviance(b, n * (1.0 - x)) + 0.5 * (a / n * b / (2.0 * PI)).ln()
}

/// ln of the regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 < x < 1.
pub(crate) fn log_lower(a: f64, b: f64, x: f64) -> f64 {
    if x > (a + 1.0) / (a + b + 2.0) {
        return (-by_fraction(b, a, 1.0 - x).exp()).ln_1p();
    }
    by_fraction(a, b, x)
}

/// The same where the continued fraction is quick: left of the mean.
fn by_fraction(a: f64, b: f64, x: f64) -> f64 {
    log_term(a, b, x) - a.ln() + fraction(a, b, x).ln()
}

/// Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..MOST_STEPS {
        let m = step as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        value *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        let change = d * c;
        value *= change;
        if (change - 1.0).abs() <= 1e-15 {
            break;
        }
    }
    value
}

/// P(X <= m) of a binomial variable with k trials of probability 0 < p < 1; whole m, negative ones included.
pub(crate) fn binomial_lower(m: f64, k: f64, p: f64) -> f64 {
    if m < 0.0 {
        return 0.0;
    }
    if m >= k {
        return 1.0;
    }
    log_lower(k - m, m + 1.0, 1.0 - p).exp()
}

/// P(X >= m) of the same variable, accurate where it is small.
pub(crate) fn binomial_upper(m: f64, k: f64, p: f64) -> f64 {
    binomial_lower(k - m, k, 1.0 - p)
}

/// P(X = m) of the same variable.
pub(crate) fn binomial_at(m: f64, k: f64, p: f64) -> f64 {
    match m {
        _ if m < 0.0 || m > k => 0.0,
        _ if m == 0.0 => (k * (-p).ln_1p()).exp(),
        _ if m == k => (k * p.ln()).exp(),
        // x^m (1 - x)^(k - m) / B(m, k - m), and B(m, k - m) = k / (m (k - m)) over the binomial coefficient.
        _ => (log_term(m, k - m, p) + (k / m / (k - m)).ln()).exp(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// By recurrence from one term to the next.
    #[test]
    fn binomial_terms_and_tails_are_sums() {
        for (k, p) in [(1.0f64, 0.5), (7.0, 0.3), (40.0, 0.5), (1000.0, 0.02), (1000.0, 0.97)] {
            let (mut term, mut sum) = (f64::powf(1.0 - p, k), 0.0);
            let mut m = 0.0;
            while m <= k {
                sum += term;
                if term > 1e-290 {
                    assert_relative_eq!(binomial_at(m, k, p), term, max_relative = 1e-11);
                    assert_relative_eq!(binomial_lower(m, k, p), sum, max_relative = 1e-11);
                    assert_relative_eq!(binomial_upper(k - m, k, 1.0 - p), sum, max_relative = 1e-11);
                }
                term *= (k - m) / (m + 1.0) * p / (1.0 - p);
                m += 1.0;
            }
        }
        assert_eq!((binomial_lower(-1.0, 5.0, 0.5), binomial_upper(0.0, 5.0, 0.5)), (0.0, 1.0));
        assert_eq!((binomial_at(-1.0, 5.0, 0.5), binomial_at(6.0, 5.0, 0.5)), (0.0, 0.0));
    }

    /// (a, b, x, ln I) with 40 digits.
    #[test]
    fn large_parameters_equal_the_table() {
        for (a, b, x, expected) in [
            (100_000.5, 100_300.5, 0.5, -0.289_453_836_263_765_8),
            (12_345.0, 70_000.0, 0.15, -0.640_231_049_410_282),
            (900.5, 2.5, 0.5, -615.295_270_421_386_6),
            (1e10, 1.00001e10, 0.5, -0.274_108_755_221_220_1),
            (1.00001e10, 1e10, 0.5, -1.428_156_019_545_760_7),
        ] {
            assert_relative_eq!(log_lower(a, b, x), expected, max_relative = 1e-10);
        }
    }

    /// I_x(a, b) = 1 - I_(1-x)(b, a), and one half in the middle.
    #[test]
    fn halves() {
        for a in [0.5, 3.0, 1e4, 1e8, 1e12] {
            assert_relative_eq!(log_lower(a, a, 0.5), 0.5f64.ln(), max_relative = 1e-9);
        }
        let (one, other) = (log_lower(30.5, 50.5, 0.4).exp(), log_lower(50.5, 30.5, 0.6).exp());
        assert_relative_eq!(one + other, 1.0, max_relative = 1e-14);
    }
}
