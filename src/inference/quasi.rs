//! Quasi-variances (Firth and de Menezes 2004): one number for each item, such that the variance of a
//! difference is nearly the sum of two.

use super::critical::difference_variance;
use super::scores::{Need, Scores};
use super::Options;
use crate::comparisons::{Kind, Set};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::linalg::{symmetric_eigen, Factor};
use crate::model::Model;
use crate::progress::unwatched;
use crate::room::{self, reserve, Gather as _};

/// Most steps of the minimisation.
const STEPS: usize = 200;

/// Quasi-variances and what they get wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Quasi {
    /// One for each item; one may be negative, no sum of two is.
    pub variances: Vec<f64>,
    /// Smallest and largest relative error of the standard error of a difference of two items.
    pub differences: [f64; 2],
    /// Smallest and largest relative error of the standard error of any contrast.
    pub contrasts: [f64; 2],
}

/// The quasi-variances of the scores.
pub fn quasi_variances(model: &Model, options: &Options) -> Result<Quasi> {
    // Covariances, variances of differences, and two eigenproblems with their vectors.
    let items = model.layout.items;
    room::expect(format_args!("quasi-variances of {items} items"), room::matrices(9, items))?;
    of_scores(&Scores::of(model, Need::Errors, options, &mut unwatched())?, &model.set)
}

/// The same of scores that are known, of items of a set.
pub(super) fn of_scores(scores: &Scores, set: &Set) -> Result<Quasi> {
    let n = scores.len();
    if n < 3 {
        return Err(Error::Unsupported(format!(
            "quasi-variances: there are {n} items, and fewer than three do not determine them"
        )));
    }
    let name = |i: usize| set.name(Kind::Item, i).unwrap_or("").to_string();
    for i in 0..n {
        spend(20 * i);
        for j in 0..i {
            let variance = difference_variance(&scores.covariance, n, j, i);
            if !(variance > 0.0 && variance.is_finite()) {
                let why = match variance.is_nan() {
                    true => "is not determined by the comparisons".to_string(),
                    false => format!("has variance {variance}"),
                };
                return Err(Error::NotIdentified(format!(
                    "quasi-variances: the difference of \"{}\" and \"{}\" {why}",
                    name(j),
                    name(i)
                )));
            }
        }
    }
    quasi(&scores.covariance, n)
}

/// The q that minimise the sum over pairs of (log(q_i + q_j) - log v_ij)^2, v_ij the variance of the
/// difference of i and j.
fn quasi(covariance: &[f64], n: usize) -> Result<Quasi> {
    let mut v = reserve(n * n)?;
    for i in 0..n {
        spend(10 * n);
        for j in (0..n).filter(|&j| j != i) {
            v[i * n + j] = difference_variance(covariance, n, i, j);
        }
    }
    let q = minimise(&v, n)?;
    let mut differences = [f64::INFINITY, f64::NEG_INFINITY];
    for i in 0..n {
        spend(10 * i);
        for j in 0..i {
            let error = ((q[i] + q[j]) / v[i * n + j]).sqrt() - 1.0;
            differences = [differences[0].min(error), differences[1].max(error)];
        }
    }
    // Matrices go as soon as they can: the system takes long to take back many at once.
    drop(v);
    let contrasts = contrast_errors(covariance, &q, n)?;
    Ok(Quasi { variances: q, differences, contrasts })
}

/// Gauss-Newton steps, halved until all sums stay positive and the sum of squares does not grow.
fn minimise(v: &[f64], n: usize) -> Result<Vec<f64>> {
    let mut q = start(v, n);
    let mut value = objective(v, &q, n).unwrap_or(f64::INFINITY);
    let mut factor = Factor::new(n)?;
    for _ in 0..STEPS {
        let mut step = vec![0.0; n];
        factor.matrix().fill(0.0);
        for i in 0..n {
            spend(40 * i);
            for j in 0..i {
                let a = 1.0 / (q[i] + q[j]);
                let slope = ((q[i] + q[j]) / v[i * n + j]).ln() * a;
                step[i] -= slope;
                step[j] -= slope;
                let matrix = factor.matrix();
                matrix[i * n + i] += a * a;
                matrix[j * n + j] += a * a;
                matrix[j * n + i] += a * a;
            }
        }
        if !factor.factor() {
            break;
        }
        factor.solve(&mut step);
        let typical = q.iter().map(|q| q.abs()).sum::<f64>() / n as f64;
        let length = step.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        let mut share = 1.0;
        loop {
            let moved: Vec<f64> = q.iter().zip(&step).map(|(q, s)| q + share * s).gathered();
            match objective(v, &moved, n) {
                Some(now) if now <= value * (1.0 + 1e-12) => {
                    (q, value) = (moved, now);
                    break;
                }
                // Rounding alone keeps so short a step from falling.
                _ if share * length <= 1e-13 * typical => return Ok(q),
                _ => share *= 0.5,
            }
        }
        if length <= 1e-12 * typical {
            return Ok(q);
        }
    }
    Err(Error::Numeric("the quasi-variances were not found".into()))
}

/// The least-squares solution of q_i + q_j = v_ij, or mean halves of the variances where that has sums
/// that are not positive.
fn start(v: &[f64], n: usize) -> Vec<f64> {
    let rows: Vec<f64> = v.chunks_exact(n).map(|row| row.iter().sum()).gathered();
    let total: f64 = rows.iter().sum::<f64>() / (2 * n - 2) as f64;
    let least: Vec<f64> = rows.iter().map(|row| (row - total) / (n - 2) as f64).gathered();
    if objective(v, &least, n).is_some() {
        least
    } else {
        rows.iter().map(|row| 0.5 * row / (n - 1) as f64).gathered()
    }
}

/// The sum of squared log ratios; none where a sum of two is not positive.
fn objective(v: &[f64], q: &[f64], n: usize) -> Option<f64> {
    let mut sum = 0.0;
    for i in 0..n {
        spend(20 * i);
        for j in 0..i {
            let pair = q[i] + q[j];
            if pair.is_nan() || pair <= 0.0 {
                return None;
            }
            sum += (pair / v[i * n + j]).ln().powi(2);
        }
    }
    Some(sum)
}

/// Extremes over all contrasts of sqrt(quasi-variance / variance) - 1: generalised eigenvalues on the
/// differences from the first item. A contrast whose quasi-variance is negative has error -1.
fn contrast_errors(covariance: &[f64], q: &[f64], n: usize) -> Result<[f64; 2]> {
    let m = n - 1;
    let c = |i: usize, j: usize| covariance[i * n + j];
    let (mut true_ones, mut quasi_ones) = (reserve(m * m)?, reserve(m * m)?);
    for a in 0..m {
        spend(5 * m);
        for b in 0..m {
            let (i, j) = (a + 1, b + 1);
            true_ones[a * m + b] = c(i, j) - c(i, 0) - c(0, j) + c(0, 0);
            quasi_ones[a * m + b] = q[0] + if a == b { q[i] } else { 0.0 };
        }
    }
    // With V = U D U', the eigenvalues of D^-1/2 U' Q U D^-1/2.
    let (values, vectors) = symmetric_eigen(&true_ones, m)?;
    if values.first().is_some_and(|least| *least <= 1e-13 * values[m - 1]) {
        return Err(Error::NotIdentified(
            "quasi-variances: some contrast of the scores has no variance".into(),
        ));
    }
    drop(true_ones);
    let mut half = reserve(m * m)?;
    let mut scaled = vectors;
    for (column, value) in scaled.chunks_exact_mut(m).zip(&values) {
        spend(5 * m);
        column.iter_mut().for_each(|x| *x /= value.sqrt());
    }
    let mut transposed = reserve(m * m)?;
    for a in 0..m {
        spend(10 * m);
        for b in 0..m {
            transposed[a * m + b] = scaled[b * m + a];
        }
    }
    crate::linalg::multiply(&quasi_ones, &scaled, &mut half, m);
    drop(scaled);
    let mut whole = quasi_ones;
    crate::linalg::multiply(&transposed, &half, &mut whole, m);
    drop((transposed, half));
    let (ratios, _) = symmetric_eigen(&whole, m)?;
    let error = |ratio: Option<&f64>| ratio.map_or(f64::NAN, |r| r.max(0.0).sqrt() - 1.0);
    Ok([error(ratios.first()), error(ratios.last())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn independent_scores_have_their_own_variances() {
        let v = [0.3, 1.0, 0.01, 2.5];
        let covariance: Vec<f64> =
            (0..16).map(|k| if k / 4 == k % 4 { v[k / 4] } else { 0.0 } - 0.2).collect();
        let found = quasi(&covariance, 4).unwrap();
        assert!(found.variances.iter().zip(v).all(|(q, v)| (q - v).abs() < 1e-10), "{found:?}");
        let errors = found.differences.iter().chain(&found.contrasts);
        assert!(errors.into_iter().all(|e| e.abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn three_items_are_exact_and_may_take_a_negative_one() {
        // q_1 = (v_12 + v_13 - v_23) / 2 and so on, negative where the angle at 1 is obtuse.
        let root = [0.0, 0.0, 1.0, 0.2, -1.0, 0.2];
        let covariance: Vec<f64> = (0..9)
            .map(|k| root[2 * (k / 3)] * root[2 * (k % 3)] + root[2 * (k / 3) + 1] * root[2 * (k % 3) + 1])
            .collect();
        let found = quasi(&covariance, 3).unwrap();
        assert!((found.variances[0] - (1.04 + 1.04 - 4.0) / 2.0).abs() < 1e-9, "{found:?}");
        assert!((found.variances[1] - 2.0).abs() < 1e-9 && (found.variances[2] - 2.0).abs() < 1e-9);
        assert!(found.contrasts.iter().all(|e| e.abs() < 1e-8), "{found:?}");
    }

    #[test]
    fn the_gradient_vanishes_and_contrasts_stay_within_the_errors() {
        let n = 7;
        let mut random = Random::new(8, 0);
        let root: Vec<f64> = (0..n * n).map(|_| random.normal()).collect();
        let dot = |i: usize, j: usize| (0..n).map(|k| root[i * n + k] * root[j * n + k]).sum::<f64>();
        let covariance: Vec<f64> = (0..n * n).map(|k| dot(k / n, k % n)).collect();
        let Quasi { variances: q, differences, contrasts } = quasi(&covariance, n).unwrap();
        for i in 0..n {
            let slope = |j: usize| {
                let sum = q[i] + q[j];
                (sum / difference_variance(&covariance, n, i, j)).ln() / sum
            };
            let gradient: f64 = (0..n).filter(|&j| j != i).map(slope).sum();
            assert!(gradient.abs() < 1e-8, "{i}: {gradient}");
        }
        assert!(contrasts[0] <= differences[0] + 1e-12 && contrasts[1] >= differences[1] - 1e-12);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for _ in 0..20_000 {
            let mut l: Vec<f64> = (0..n).map(|_| random.normal()).collect();
            let mean = l.iter().sum::<f64>() / n as f64;
            l.iter_mut().for_each(|l| *l -= mean);
            let form: f64 = (0..n * n).map(|k| l[k / n] * l[k % n] * covariance[k]).sum();
            let quasi: f64 = l.iter().zip(&q).map(|(l, q)| l * l * q).sum();
            let error = (quasi.max(0.0) / form).sqrt() - 1.0;
            (low, high) = (low.min(error), high.max(error));
        }
        assert!(low >= contrasts[0] - 1e-9 && high <= contrasts[1] + 1e-9, "{low} {high} {contrasts:?}");
        assert!(high > 0.3 * contrasts[1], "{high} {contrasts:?}");
    }

    /// Variances that add up are found at once; where the least squares have a sum below zero, half the mean variance of the
    /// differences of each item is taken, and the minimum is found from there.
    #[test]
    fn starts() {
        let of = |v: &dyn Fn(usize, usize) -> f64, n: usize| -> Vec<f64> {
            (0..n * n).map(|k| if k / n == k % n { 0.0 } else { v(k / n, k % n) }).collect()
        };
        let q = [0.3, 1.0, 0.01, 2.5, 0.7];
        let found = start(&of(&|i, j| q[i] + q[j], 5), 5);
        assert!(found.iter().zip(q).all(|(f, q)| (f - q).abs() < 1e-13), "{found:?}");
        // Differences along a line.
        let at: [f64; 4] = [0.0, 0.1, 3.0, -3.0];
        let v = of(&|i, j| (at[i] - at[j]).powi(2), 4);
        let found = start(&v, 4);
        for (i, q) in found.iter().enumerate() {
            let mean = (0..4).map(|j| v[4 * i + j]).sum::<f64>() / 3.0;
            assert!((q - 0.5 * mean).abs() < 1e-14, "{found:?}");
        }
        let q = minimise(&v, 4).unwrap();
        for i in 0..4 {
            let slope = |j: usize| ((q[i] + q[j]) / v[4 * i + j]).ln() / (q[i] + q[j]);
            let gradient: f64 = (0..4).filter(|&j| j != i).map(slope).sum();
            assert!(gradient.abs() * q[i].abs() < 1e-8, "{i}: {gradient}");
        }
    }
}
