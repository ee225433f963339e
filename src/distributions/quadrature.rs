//! Gauss-Legendre quadrature of smooth functions on an interval.

use crate::room::Gather as _;
use std::f64::consts::PI;

use once_cell::sync::Lazy;

/// Nodes and weights on [-1, 1].
pub(crate) type Rule = Vec<(f64, f64)>;

/// 16 nodes: panels of the adaptive integral.
static PANEL: Lazy<Rule> = Lazy::new(|| gauss_legendre(16));

/// A panel is not known better than this share of it.
const ROUNDING: f64 = 1e-14;

/// Depth of halving at which a panel is taken as it is.
const DEEPEST: u32 = 40;

/// The Gauss-Legendre rule with `count` nodes, by Newton's method on the Legendre polynomial.
pub(crate) fn gauss_legendre(count: usize) -> Rule {
    let n = count as f64;
    let node = |i: usize| {
        let mut x = (PI * (i as f64 + 0.75) / (n + 0.5)).cos();
        let mut slope = 0.0;
        for _ in 0..100 {
            let (mut previous, mut value) = (1.0, x);
            for k in 2..=count {
                let k = k as f64;
                (previous, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * previous) / k);
            }
            slope = n * (x * value - previous) / (x * x - 1.0);
            let step = value / slope;
            x -= step;
            if step.abs() < 1e-15 {
                break;
            }
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..count).map(node).gathered()
}

/// Integral of `f` over [low, high] with one rule.
pub(crate) fn apply(rule: &Rule, low: f64, high: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
    half * rule.iter().map(|&(x, weight)| weight * f(middle + half * x)).sum::<f64>()
}

/// Integral of `f` over [low, high], split into `panels` equal parts, each halved until halving
/// changes it by no more than `tolerance`, or than rounding does.
pub(crate) fn adaptive(
    low: f64,
    high: f64,
    panels: usize,
    tolerance: f64,
    f: &mut dyn FnMut(f64) -> f64,
) -> f64 {
    let width = (high - low) / panels as f64;
    let mut total = 0.0;
    for panel in 0..panels {
        let (start, end) = (low + panel as f64 * width, low + (panel + 1) as f64 * width);
        let whole = apply(&PANEL, start, end, &mut *f);
        total += refine(start, end, whole, tolerance, DEEPEST, f);
    }
    total
}

fn refine(low: f64, high: f64, whole: f64, tolerance: f64, depth: u32, f: &mut dyn FnMut(f64) -> f64) -> f64 {
    let middle = 0.5 * (low + high);
    let left = apply(&PANEL, low, middle, &mut *f);
    let right = apply(&PANEL, middle, high, &mut *f);
    let rounding = ROUNDING * (left.abs() + right.abs());
    if depth == 0 || (left + right - whole).abs() <= tolerance.max(rounding) {
        return left + right;
    }
    refine(low, middle, left, tolerance, depth - 1, f) + refine(middle, high, right, tolerance, depth - 1, f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn a_rule_is_exact_for_polynomials_up_to_twice_its_nodes() {
        for count in [1, 2, 7, 16, 64] {
            let rule = gauss_legendre(count);
            assert_relative_eq!(rule.iter().map(|r| r.1).sum::<f64>(), 2.0, max_relative = 1e-14);
            let power = 2 * count as i32 - 2;
            let exact = 2.0 / f64::from(power + 1);
            assert_relative_eq!(apply(&rule, -1.0, 1.0, |x| x.powi(power)), exact, max_relative = 1e-12);
        }
    }

    #[test]
    fn a_tolerance_below_rounding_comes_to_an_end() {
        let mut calls = 0;
        let integral = adaptive(0.0, 1.0, 1, 1e-30, &mut |x: f64| {
            calls += 1;
            x.exp()
        });
        assert_relative_eq!(integral, 1f64.exp_m1(), max_relative = 1e-14);
        assert!(calls < 1000, "{calls}");
    }

    #[test]
    fn adaptive_integral_resolves_a_narrow_step() {
        let step = |x: f64| 1.0 / (1.0 + (-(x - 0.337) * 1e5).exp());
        let integral = adaptive(0.0, 1.0, 3, 1e-13, &mut { step });
        assert_relative_eq!(integral, 0.663, max_relative = 1e-11);
    }
}
