//! Critical values that need no simulation.

use crate::distributions::quadrature::adaptive;
use crate::distributions::{bivariate, normal, root};

/// Correlations that differ from a structure by no more than this have it.
const TOLERANCE: f64 = 1e-9;

/// The c with P(max |Z_i| <= c) = level for a correlation matrix without perfect correlations, where
/// its structure allows.
pub(super) fn largest(correlation: &[f64], size: usize, level: f64) -> Option<f64> {
    if size <= 1 {
        return Some(normal::critical(level));
    }
    let off_diagonal = |&(k, _): &(usize, &f64)| k / size != k % size;
    if correlation.iter().enumerate().filter(off_diagonal).all(|(_, r)| r.abs() <= TOLERANCE) {
        return Some(independent(size, level));
    }
    if size == 2 {
        return Some(solve(size, level, |c| bivariate::outside(c, correlation[1])));
    }
    let loadings = grouped(loadings(correlation, size)?);
    Some(solve(size, level, |c| one_factor(c, &loadings, 1.0 - level)))
}

/// The c with P(max |Z_i| <= c) = level for independent values (Sidak); an upper bound for others.
pub(super) fn independent(size: usize, level: f64) -> f64 {
    // 1 - level^(1 / size) without cancellation.
    let outside = -(level.ln() / size as f64).exp_m1();
    -normal::quantile(0.5 * outside)
}

/// The c with P(range <= c sqrt 2) = level for the range of `size` independent normal values: all
/// pairwise differences, each in units of its own standard deviation.
pub(super) fn range(size: usize, level: f64) -> f64 {
    let pairs = size * (size - 1) / 2;
    let others = (size - 1) as f64;
    let end = far(1.0 - level);
    solve(pairs, level, |c| {
        let width = c * std::f64::consts::SQRT_2;
        // z is the largest value: below it are all the others, not all of them within the width.
        let density = &mut |z: f64| {
            let below = normal::cdf(z);
            let none_beyond = others * (-normal::cdf(z - width) / below).ln_1p();
            size as f64 * normal::density(z) * (others * below.ln()).exp() * -none_beyond.exp_m1()
        };
        adaptive(-end, end, 16, (1.0 - level) * 1e-12, density)
    })
}

/// The root of `outside`(c) = 1 - level between the critical values of one and of independent values.
fn solve(size: usize, level: f64, outside: impl Fn(f64) -> f64) -> f64 {
    let (low, high) = (normal::critical(level), independent(size, level));
    root::falling(low, high, |c| (outside(c) / (1.0 - level)).ln())
}

/// A z beyond which the normal law holds nothing that matters beside `probability`.
fn far(probability: f64) -> f64 {
    -normal::quantile(probability * 1e-14)
}

/// The a with correlation a_i a_j for all i and j, if there is one.
fn loadings(correlation: &[f64], size: usize) -> Option<Vec<f64>> {
    let r = |i: usize, j: usize| correlation[i * size + j];
    let by_size = |x: &f64, y: &f64| x.total_cmp(y);
    // Divide by the largest correlation, which rounding hurts least.
    let (p, q) = (0..size)
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .max_by(|&(i, j), &(k, l)| by_size(&r(i, j).abs(), &r(k, l).abs()))?;
    let m = (0..size)
        .filter(|&i| i != p && i != q)
        .max_by(|&i, &j| by_size(&(r(p, i) * r(q, i)).abs(), &(r(p, j) * r(q, j)).abs()))?;
    // Where nothing else is correlated with both p and q, any split of their correlation will do.
    let separate = (r(p, m) * r(q, m)).abs() <= TOLERANCE * TOLERANCE;
    let square = if separate { r(p, q).abs() } else { r(p, q) * r(p, m) / r(q, m) };
    if !(square > 0.0 && square <= 1.0 + TOLERANCE) {
        return None;
    }
    let own = square.sqrt().min(1.0);
    let a: Vec<f64> = (0..size).map(|i| if i == p { own } else { r(p, i) / own }).collect();
    let product = |i: usize, j: usize| (r(i, j) - a[i] * a[j]).abs() <= TOLERANCE;
    let fits =
        a.iter().all(|x| x.abs() <= 1.0 + TOLERANCE) && (0..size).all(|i| (0..i).all(|j| product(i, j)));
    fits.then(|| a.into_iter().map(|x| x.abs().min(1.0)).collect())
}

/// Equal loadings (up to the tolerance) together, with their number.
fn grouped(mut loadings: Vec<f64>) -> Vec<(f64, f64)> {
    loadings.sort_by(f64::total_cmp);
    let mut groups: Vec<(f64, f64)> = Vec::new();
    for a in loadings {
        match groups.last_mut() {
            Some((first, count)) if a - *first <= TOLERANCE => *count += 1.0,
            _ => groups.push((a, 1.0)),
        }
    }
    groups
}

/// P(max |Z_i| > c) for Z_i = a_i F + sqrt(1 - a_i^2) E_i: given the common factor F the values are
/// independent. `scale` is the size of probability that must come out accurately.
fn one_factor(c: f64, loadings: &[(f64, f64)], scale: f64) -> f64 {
    let given_factor = &mut |f: f64| {
        let mut log_inside = 0.0;
        for &(a, count) in loadings {
            let rest = ((1.0 - a) * (1.0 + a)).sqrt();
            let outside = normal::upper((c - a * f) / rest) + normal::upper((c + a * f) / rest);
            log_inside += count * (-outside).ln_1p();
        }
        normal::density(f) * -log_inside.exp_m1()
    };
    let end = far(scale);
    let tolerance = scale * 1e-12;
    // A value that is the factor itself leaves at f = c.
    let turn = c.min(end);
    2.0 * (adaptive(0.0, turn, 4, tolerance, given_factor) + adaptive(turn, end, 4, tolerance, given_factor))
}
