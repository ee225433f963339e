//! Laws of the largest value that need no simulation.

use crate::distributions::quadrature::adaptive;
use crate::distributions::{bivariate, normal};

/// Correlations that differ from a structure by no more than this have it.
const TOLERANCE: f64 = 1e-9;

/// A law of the largest value whose tail is a closed form or an integral.
#[derive(Debug, Clone)]
pub(super) enum Exact {
    /// So many independent values.
    Independent(usize),
    /// Two values with a correlation.
    Two(f64),
    /// Correlations a_i a_j: the loadings, each with its number.
    OneFactor(Vec<(f64, f64)>),
    /// The range of so many independent values over sqrt 2: all pairwise differences, each in units
    /// of its own standard deviation.
    Range(usize),
}

impl Exact {
    /// The law of a correlation matrix without perfect correlations, where its structure allows.
    pub(super) fn of_values(correlation: &[f64], size: usize) -> Option<Exact> {
        let off_diagonal = |&(k, _): &(usize, &f64)| k / size != k % size;
        if correlation.iter().enumerate().filter(off_diagonal).all(|(_, r)| r.abs() <= TOLERANCE) {
            return Some(Exact::Independent(size));
        }
        if size == 2 {
            return Some(Exact::Two(correlation[1]));
        }
        Some(Exact::OneFactor(grouped(loadings(correlation, size)?)))
    }

    /// Whether the tail is quick to compute, so that it may be averaged over another law.
    pub(super) fn is_quick(&self) -> bool {
        !matches!(self, Exact::OneFactor(loadings) if loadings.len() > 16)
    }

    /// P(max |Z_i| > c); `scale` is the size of probability that must come out accurately.
    pub(super) fn outside(&self, c: f64, scale: f64) -> f64 {
        match self {
            Exact::Independent(size) => at_least_one(normal::outside(c), *size),
            Exact::Two(r) => bivariate::outside(c, *r),
            Exact::OneFactor(loadings) => one_factor(c, loadings, scale),
            Exact::Range(size) => range(c, *size, scale),
        }
    }
}

/// The probability of at least one of so many independent events of equal probability.
pub(super) fn at_least_one(probability: f64, count: usize) -> f64 {
    -(count as f64 * (-probability).ln_1p()).exp_m1()
}

/// P(range > c sqrt 2) for the range of `size` independent normal values.
fn range(c: f64, size: usize, scale: f64) -> f64 {
    let others = (size - 1) as f64;
    let end = far(scale);
    let width = c * std::f64::consts::SQRT_2;
    // z is the largest value: below it are all the others, not all of them within the width.
    let density = &mut |z: f64| {
        let below = normal::cdf(z);
        let none_beyond = others * (-normal::cdf(z - width) / below).ln_1p();
        size as f64 * normal::density(z) * (others * below.ln()).exp() * -none_beyond.exp_m1()
    };
    adaptive(-end, end, 16, scale * 1e-12, density)
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
