//! Distributions of the largest value that need no simulation.

use crate::distributions::plane::Plane;
use crate::distributions::quadrature::adaptive;
use crate::distributions::{bivariate, normal, trivariate};
use crate::graph;
use crate::room::{self, Gather as _, Put as _};

/// Correlations that differ from a structure by no more than this have it.
const TOLERANCE: f64 = 1e-9;

/// A distribution of the largest value whose tail is a closed form or an integral.
#[derive(Debug, Clone)]
pub(super) enum Exact {
    /// Number of independent values.
    Independent(usize),
    /// Two values with a correlation.
    Two(f64),
    /// Values in a plane: correlations of rank two.
    Plane(Plane),
    /// Three values with correlations of the first and second, first and third, second and third.
    Three([f64; 3]),
    /// Groups of values that are independent of each other.
    Groups(Vec<Exact>),
    /// Correlations a_i a_j: the loadings, each with its number.
    OneFactor(Vec<(f64, f64)>),
    /// The range of this many independent values over sqrt 2: all pairwise differences, each in units
    /// of its own standard deviation.
    Range(usize),
}

impl Exact {
    /// The distribution of a correlation matrix, where its structure allows.
    pub(super) fn of_values(correlation: &[f64], size: usize) -> Option<Exact> {
        let r = |i: usize, j: usize| correlation[i * size + j];
        let pairs = (0..size).flat_map(|i| (0..i).map(move |j| (i, j)));
        let correlated = pairs.filter(|&(i, j)| r(i, j).abs() > TOLERANCE);
        let group_of = graph::components(size, correlated.map(|(i, j)| (i as u32, j as u32)));
        let count = group_of.iter().max().map_or(0, |last| *last as usize + 1);
        if count == size {
            return Some(Exact::Independent(size));
        }
        if count == 1 {
            return Exact::of_group(correlation, size);
        }
        let mut groups = Vec::new();
        let mut alone = 0;
        for group in 0..count as u32 {
            let members: Vec<usize> = (0..size).filter(|&i| group_of[i] == group).gathered();
            if members.len() == 1 {
                alone += 1;
                continue;
            }
            let inner = members.iter().flat_map(|&i| members.iter().map(move |&j| (i, j)));
            let inner: Vec<f64> = inner.map(|(i, j)| r(i, j)).gathered();
            groups.put(Exact::of_group(&inner, members.len())?);
        }
        if alone > 0 {
            groups.put(Exact::Independent(alone));
        }
        Some(Exact::Groups(groups))
    }

    /// The distribution of values that are correlated with each other, each with some.
    fn of_group(correlation: &[f64], size: usize) -> Option<Exact> {
        if size == 2 {
            return Some(Exact::Two(correlation[1]));
        }
        if let Some(plane) = Plane::new(correlation, size) {
            return Some(Exact::Plane(plane));
        }
        if size == 3 {
            let [a, b, g] = [correlation[1], correlation[2], correlation[5]];
            let determinant = 1.0 - a * a - b * b - g * g + 2.0 * a * b * g;
            return (determinant >= -1e-6).then_some(Exact::Three([a, b, g]));
        }
        Some(Exact::OneFactor(grouped(loadings(correlation, size)?)))
    }

    /// Whether the tail is quick to compute, so that it may be averaged over another distribution.
    pub(super) fn is_quick(&self) -> bool {
        match self {
            Exact::OneFactor(loadings) => loadings.len() <= 16,
            Exact::Groups(groups) => groups.iter().all(Exact::is_quick),
            _ => true,
        }
    }

    /// P(max |Z_i| > c); `scale` is the size of probability that must come out accurately.
    pub(super) fn outside(&self, c: f64, scale: f64) -> f64 {
        match self {
            Exact::Independent(size) => at_least_one(normal::outside(c), *size),
            Exact::Two(r) => bivariate::outside(c, *r),
            Exact::Plane(plane) => plane.outside(c, scale),
            Exact::Three(correlations) => trivariate::outside(c, *correlations, scale),
            Exact::Groups(groups) => {
                let log_inside = |group: &Exact| (-group.outside(c, scale)).ln_1p();
                -groups.iter().map(log_inside).sum::<f64>().exp_m1()
            }
            Exact::OneFactor(loadings) => one_factor(c, loadings, scale),
            Exact::Range(size) => range(c, *size, scale),
        }
    }
}

/// The probability of at least one of this many independent events of equal probability.
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

/// A z beyond which the normal distribution holds nothing that matters beside `probability`.
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
    let a: Vec<f64> = (0..size).map(|i| if i == p { own } else { r(p, i) / own }).gathered();
    let product = |i: usize, j: usize| (r(i, j) - a[i] * a[j]).abs() <= TOLERANCE;
    let fits =
        a.iter().all(|x| x.abs() <= 1.0 + TOLERANCE) && (0..size).all(|i| (0..i).all(|j| product(i, j)));
    fits.then(|| a.into_iter().map(|x| x.abs().min(1.0)).gathered())
}

/// Equal loadings (up to the tolerance) together, with their number.
fn grouped(mut loadings: Vec<f64>) -> Vec<(f64, f64)> {
    room::sort_by(&mut loadings, f64::total_cmp);
    let mut groups: Vec<(f64, f64)> = Vec::new();
    for a in loadings {
        match groups.last_mut() {
            Some((first, count)) if a - *first <= TOLERANCE => *count += 1.0,
            _ => groups.put((a, 1.0)),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The range of many values by Simpson's rule on a fine grid.
    #[test]
    fn ranges_of_many_values() {
        for (size, c) in [(2, 3.0), (10, 0.5), (10, 4.0), (1_000, 3.5), (100_000, 4.5), (100_000, 6.5)] {
            let width = c * std::f64::consts::SQRT_2;
            let others = f64::from(size - 1);
            let density = |z: f64| {
                let below = normal::cdf(z);
                let inside = (others * (-normal::cdf(z - width) / below).ln_1p()).exp_m1();
                -f64::from(size) * normal::density(z) * (others * below.ln()).exp() * inside
            };
            let (steps, from, to) = (20_000, -9.0, 12.0);
            let step = (to - from) / f64::from(steps);
            let weight = |k: i32| match k {
                0 => 1.0,
                _ if k == steps => 1.0,
                _ if k % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let sum: f64 = (0..=steps).map(|k| weight(k) * density(from + f64::from(k) * step)).sum();
            let expected = sum * step / 3.0;
            let found = range(c, size as usize, expected);
            assert!((found / expected - 1.0).abs() < 1e-8, "{size} {c}: {found} {expected}");
        }
    }

    #[test]
    fn many_loadings_are_not_quick() {
        let of = |count: u8| Exact::OneFactor((0..count).map(|k| (f64::from(k) / 40.0, 1.0)).collect());
        assert!(of(16).is_quick() && !of(17).is_quick());
        assert!(Exact::Groups(vec![of(3), Exact::Two(0.5)]).is_quick());
        assert!(!Exact::Groups(vec![of(3), of(17)]).is_quick());
    }
}
