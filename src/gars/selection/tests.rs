//! Bounds against linear programs and against what they must be.

use super::*;
use crate::random::Random;

/// The largest sum of w l mu over l in [1/g, g] with sum l mu = 1, by trying every category as the one that is between.
fn program(w: &[f64], mu: &[f64], g: f64) -> f64 {
    let c = w.len();
    let mut best = f64::NEG_INFINITY;
    for free in 0..c {
        for high in 0..1 << c {
            let fixed = |k: usize| if high >> k & 1 == 1 { g } else { 1.0 / g };
            let rest: f64 = (0..c).filter(|k| *k != free).map(|k| fixed(k) * mu[k]).sum();
            let own = (1.0 - rest) / mu[free];
            if (1.0 / g - 1e-12..=g + 1e-12).contains(&own) {
                let others: f64 = (0..c).filter(|k| *k != free).map(|k| fixed(k) * mu[k] * w[k]).sum();
                best = best.max(others + own * mu[free] * w[free]);
            }
        }
    }
    best
}

#[test]
fn bounds_are_those_of_the_linear_program() {
    let mut random = Random::new(3, 0);
    for case in 0..300 {
        let c = 2 + case % 4;
        let raw: Vec<f64> = (0..c).map(|_| 0.05 + random.uniform()).collect();
        let total: f64 = raw.iter().sum();
        let mu: Vec<f64> = raw.iter().map(|m| m / total).collect();
        let w: Vec<f64> = (0..c).map(|_| random.normal()).collect();
        let g = 1.0 + 4.0 * random.uniform();
        let (mut order, mut slope) = (vec![0; c], vec![0.0; c]);
        let found = largest(SelectionModel::Marginal, &w, &mu, g, &mut order, &mut slope);
        assert!((found - program(&w, &mu, g)).abs() < 1e-12, "{w:?} {mu:?} {g}: {found}");
        // Its derivative along a direction that sums to zero.
        let t = 1e-7;
        let moved = |sign: f64| {
            let mut mu = mu.clone();
            (mu[0], mu[1]) = (mu[0] + sign * t, mu[1] - sign * t);
            largest(SelectionModel::Marginal, &w, &mu, g, &mut vec![0; c], &mut vec![0.0; c])
        };
        let difference = (moved(1.0) - moved(-1.0)) / (2.0 * t);
        assert!((difference - (slope[0] - slope[1])).abs() < 1e-6, "{difference} {slope:?}");
        // An infinite factor leaves nothing but the largest weight; none leaves the mean.
        let most = w.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let all = largest(SelectionModel::Marginal, &w, &mu, f64::INFINITY, &mut order, &mut slope);
        assert!((all - most).abs() < 1e-15 && slope.iter().all(|s| *s == 0.0));
        let mean: f64 = w.iter().zip(&mu).map(|(w, m)| w * m).sum();
        let none = largest(SelectionModel::Marginal, &w, &mu, 1.0, &mut order, &mut slope);
        assert!((none - mean).abs() < 1e-15);
    }
}

#[test]
fn odds_of_two_answers() {
    let (mut order, mut slope) = ([0; 2], [0.0; 2]);
    for (w, p) in [([1.0, 0.0], 0.3), ([0.0, 1.0], 0.3)] {
        let high = if w[0] > w[1] { p } else { 1.0 - p };
        let expected = 2.0 * high / (2.0 * high + 1.0 - high);
        let found = largest(SelectionModel::Odds, &w, &[p, 1.0 - p], 2.0, &mut order, &mut slope);
        assert!((found - expected).abs() < 1e-15);
        let t = 1e-6;
        let at = |p: f64| largest(SelectionModel::Odds, &w, &[p, 1.0 - p], 2.0, &mut [0; 2], &mut [0.0; 2]);
        assert!(((at(p + t) - at(p - t)) / (2.0 * t) - (slope[0] - slope[1])).abs() < 1e-8);
    }
    assert_eq!(neighbours(&[0.2, 0.5, 0.5, 0.1]), [[1, 2], [2, 0], [0, 3]]);
}
