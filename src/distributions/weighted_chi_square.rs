//! Sums of independent chi-square variables, each of one degree of freedom, with positive weights.
//!
//! A tail is a contour integral of the moment generating function,
//!   P(Q > x) = 1 / (2 pi i) int exp(K(s) - s x) / s ds,  K(s) = - 1/2 sum log(1 - 2 w_k s),
//! along a line between 0 and the first branch point 1 / (2 max w). The line is bent to a parabola through
//! the saddlepoint, along which the integrand falls off like a normal density (Rice 1980); the
//! trapezoidal rule then converges geometrically, for any number of weights and far into the tail. The lower
//! tail is minus the same integral to the left of 0.

use crate::room::Gather as _;
use std::f64::consts::PI;

/// Step of the trapezoidal rule, in standard deviations of the integrand along the contour.
const STEP: f64 = 0.1;

/// Most steps; some hundred are needed.
const MOST: u32 = 100_000;

/// A complex number.
#[derive(Debug, Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

/// P(sum w_k X_k > x), X_k chi-square with one degree of freedom. Weights that are zero play no part; NaN if
/// one is negative or not finite, or all are zero.
pub fn upper(x: f64, weights: &[f64]) -> f64 {
    let largest = weights.iter().fold(0.0, |most: f64, &w| if w > most { w } else { most });
    let valid = largest > 0.0 && weights.iter().all(|w| *w >= 0.0 && w.is_finite());
    if !valid || x.is_nan() {
        return f64::NAN;
    }
    if x <= 0.0 {
        return 1.0;
    }
    if x == f64::INFINITY {
        return 0.0;
    }
    // In units of the largest weight.
    let x = x / largest;
    let weights: Vec<f64> = weights.iter().map(|w| w / largest).filter(|w| *w > 0.0).gathered();
    let mean: f64 = weights.iter().sum();
    if x > mean {
        tail(x, &weights, true)
    } else {
        1.0 - tail(x, &weights, false)
    }
}

/// The first three derivatives in s of K(s) - s x - log |s|.
fn derivatives(s: f64, x: f64, weights: &[f64]) -> [f64; 3] {
    let mut d = [-x - 1.0 / s, 1.0 / (s * s), -2.0 / (s * s * s)];
    for w in weights {
        let ratio = w / (1.0 - 2.0 * w * s);
        d[0] += ratio;
        d[1] += 2.0 * ratio * ratio;
        d[2] += 8.0 * ratio * ratio * ratio;
    }
    d
}

/// Where the integrand is least along the real axis, right or left of 0. The exponent is convex on both
/// sides, its slope rising from minus to plus infinity, or to - x from plus infinity.
fn saddlepoint(x: f64, weights: &[f64], right: bool) -> f64 {
    // Nearer to the branch point than this no tail is left in double precision.
    let (mut low, mut high) = if right { (0.0, 0.5 - 1e-12) } else { (-1.0, 0.0) };
    while !right && derivatives(low, x, weights)[0] > 0.0 {
        low *= 2.0;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle == low || middle == high {
            break;
        }
        if derivatives(middle, x, weights)[0] < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The upper tail, or the lower one.
fn tail(x: f64, weights: &[f64], right: bool) -> f64 {
    let s0 = saddlepoint(x, weights, right);
    let [_, second, third] = derivatives(s0, x, weights);
    let width = 1.0 / second.sqrt();
    // The path of steepest descent curves like this; a pole that is near would turn it away from the
    // branch point, where nothing falls off.
    let curvature = (third / (6.0 * second)).max(0.1 / width);
    let mut sum = 0.0;
    let top = exponent(Complex { re: s0, im: 0.0 }, x, weights).re;
    for step in 0..MOST {
        let t = f64::from(step) * STEP * width;
        let s = Complex { re: s0 + curvature * t * t, im: t };
        let e = exponent(s, x, weights);
        let size = (e.re - top).exp();
        // ds / (i dt) = 1 - 2 i curvature t.
        let term = size * (e.im.cos() + 2.0 * curvature * t * e.im.sin());
        sum += if step == 0 { 0.5 * term } else { term };
        if size * (1.0 + 2.0 * curvature * t) < 1e-17 {
            break;
        }
    }
    let area = sum * STEP * width * top.exp() / PI;
    if right {
        area
    } else {
        -area
    }
}

/// K(s) - s x - log s; to the left of 0 the sign of 1 / s is left to the imaginary part.
fn exponent(s: Complex, x: f64, weights: &[f64]) -> Complex {
    let mut value = Complex { re: -s.re * x - 0.5 * (s.re * s.re + s.im * s.im).ln(), im: -s.im * x };
    value.im -= s.im.atan2(s.re);
    for w in weights {
        let (re, im) = (1.0 - 2.0 * w * s.re, -2.0 * w * s.im);
        value.re -= 0.25 * (re * re + im * im).ln();
        value.im -= 0.5 * im.atan2(re);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::chi_square;
    use approx::assert_relative_eq;

    #[test]
    fn equal_weights_are_chi_square() {
        for df in [1, 2, 3, 7, 40, 300] {
            for share in [1e-3, 0.1, 0.6, 0.95, 1.0, 1.05, 1.5, 3.0, 20.0] {
                let x = share * f64::from(df);
                let weights = vec![2.5; df as usize];
                let expected = chi_square::upper(x, f64::from(df));
                assert_relative_eq!(
                    upper(2.5 * x, &weights),
                    expected,
                    max_relative = 1e-10,
                    epsilon = 1e-13
                );
            }
        }
    }

    /// Two exponential variables of different means.
    #[test]
    fn pairs_of_weights_have_a_closed_form() {
        for (a, b) in [(3.0, 1.0), (1.0, 0.01), (5.0, 4.9)] {
            for x in [0.01, 0.5, 3.0, 10.0, 60.0, 400.0] {
                let density = |w: f64| w * (-x / (2.0 * w)).exp();
                let expected: f64 = (density(a) - density(b)) / (a - b);
                assert_relative_eq!(upper(x, &[a, b, a, b]), expected, max_relative = 1e-10, epsilon = 1e-13);
            }
        }
    }

    /// Two weights: P = 1 - int of the density, by quadrature over the angle of the normal plane.
    #[test]
    fn two_weights_agree_with_quadrature() {
        for (a, b) in [(1.0, 0.2), (1.0, 1e-4), (2.0, 1.9)] {
            for x in [0.05, 1.0, 4.0, 25.0] {
                // P(Q > x) = 1 / (2 pi) int exp(- x / (2 (a cos^2 + b sin^2))) over the angle: the rule of
                // equal steps is exact for smooth periodic functions.
                let steps = 40_000;
                let at = |k: i32| {
                    let (sin, cos) = (PI * (f64::from(k) + 0.5) / f64::from(steps)).sin_cos();
                    (-x / (2.0 * (a * cos * cos + b * sin * sin))).exp()
                };
                let expected = (0..steps).map(at).sum::<f64>() / f64::from(steps);
                assert_relative_eq!(upper(x, &[a, b]), expected, max_relative = 1e-9, epsilon = 1e-13);
            }
        }
    }

    #[test]
    fn weights_of_many_sizes_and_none() {
        let weights: Vec<f64> = (0..200).map(|k| 0.9f64.powi(k)).collect();
        let mut last = 1.0;
        for k in 1..200 {
            let p = upper(0.5 * f64::from(k), &weights);
            assert!(p > 0.0 && p <= last, "{k}: {p} after {last}");
            last = p;
        }
        assert_eq!(upper(3.0, &[2.0, 0.0, 0.0]), upper(3.0, &[2.0]));
        assert_eq!((upper(1e9, &[1.0, 0.5]), upper(1e300, &[1.0, 1e-200])), (0.0, 0.0));
        assert_eq!((upper(0.0, &[1.0]), upper(f64::INFINITY, &[1.0])), (1.0, 0.0));
        assert!(upper(1.0, &[]).is_nan() && upper(1.0, &[0.0]).is_nan() && upper(1.0, &[1.0, -1.0]).is_nan());
        assert!(upper(f64::NAN, &[1.0]).is_nan() && upper(1.0, &[f64::NAN]).is_nan());
    }
}
