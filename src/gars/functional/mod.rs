//! Functionals of the probabilities of one context: a file for each.
//!
//! No Jacobian is formed. Every one has the shape J_jk = d0 a0' + d1 a1': two *directions* of scores that
//! belong to the pair of items, and two *loads*, C numbers each, that belong to the order in which they
//! are shown. The derivative along a residual h is then d0 <a0, h> + d1 <a1, h>, and what a label of the
//! pair adds to the variance, tr(Q J V J'), the quadratic form of the Gram matrix of the directions with
//! the covariances of the loads under the law of the label.
//!
//! J is meant modulo v 1': residuals sum to zero.

mod borda;
mod bradley_terry;
mod chain;
mod copeland;
mod kemeny;
mod miscalibration;
mod rank_centrality;
mod restricted;
mod softmax;

use super::scores::Scores;
use super::specification::{Functional, Specification};
use crate::error::Result;

/// What a label adds to the correction of a context.
#[derive(Debug, Clone)]
pub(super) struct Residual {
    /// Item shown first.
    pub(super) first: usize,
    /// Item shown second.
    pub(super) second: usize,
    /// One over the propensity.
    pub(super) weight: f64,
    /// Label less probabilities, C numbers.
    pub(super) values: Vec<f64>,
}

/// A functional with what it keeps of the context last looked at.
pub(super) trait Score: Send {
    /// The values at a context. Everything else refers to the last context.
    fn values(&mut self, at: &Scores, out: &mut [f64]) -> Result<()>;

    /// The loads of the ordered pair (j, k) on the two directions of its items, C numbers each.
    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [f64], second: &mut [f64]);

    /// Adds amounts of the two directions of items `low` < `high` to a sum of directions.
    fn push(&self, at: &Scores, low: usize, high: usize, amounts: [f64; 2], sum: &mut [f64]);

    /// Turns a sum of directions into values, where `push` left the last step, the same for all, undone.
    fn finish(&mut self, _at: &Scores, _sum: &mut [f64]) {}

    /// The one-step correction from the labels of the context, added up in `out`, which is zero.
    /// `loads` is room for C numbers, twice.
    fn correct(
        &mut self,
        at: &Scores,
        residuals: &[Residual],
        loads: &mut [Vec<f64>; 2],
        out: &mut [f64],
    ) -> Result<()> {
        correct_by_loads(self, at, residuals, loads, out);
        Ok(())
    }

    /// Whether there are weights: not for a correction that is not a sum over labels over propensities.
    fn has_weights(&self) -> bool {
        true
    }

    /// Prepares `gram` and `direction` for a matrix Q (none: the identity).
    fn prepare(&mut self, _at: &Scores, _q: Option<&[f64]>) -> Result<()> {
        Ok(())
    }

    /// d0' Q d0, d0' Q d1 and d1' Q d1 of the directions of items `low` < `high`.
    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [f64; 3];

    /// The weights of all pairs, after `prepare`: K x K, zero before. `loads` is room for C numbers, twice.
    fn weigh(&self, at: &Scores, q: Option<&[f64]>, loads: &mut [Vec<f64>; 2], out: &mut [f64]) {
        each_pair(self, at, loads, |low, high, pair, [a, b, cross]| {
            let [aa, ab, bb] = self.gram(at, q, low, high);
            out[pair] = (aa * a + 2.0 * ab * cross + bb * b).max(0.0);
        });
    }

    /// Calls `each` with every pair that may be labelled: items in order, its place in a K x K matrix, and
    /// the variances of its two loads and their covariance under the law of its label.
    fn spreads(
        &self,
        at: &Scores,
        loads: &mut [Vec<f64>; 2],
        each: &mut dyn FnMut(usize, usize, usize, [f64; 3]),
    ) {
        each_pair(self, at, loads, each);
    }

    /// The two directions of items `low` < `high`, after `prepare`.
    fn directions(&mut self, at: &Scores, low: usize, high: usize, out: [&mut [f64]; 2]) {
        for (out, amounts) in out.into_iter().zip([[1.0, 0.0], [0.0, 1.0]]) {
            out.fill(0.0);
            self.push(at, low, high, amounts, out);
            self.finish(at, out);
        }
    }
}

/// dF of the sum of labels over propensities.
fn correct_by_loads<S: Score + ?Sized>(
    score: &mut S,
    at: &Scores,
    residuals: &[Residual],
    [first, second]: &mut [Vec<f64>; 2],
    out: &mut [f64],
) {
    if residuals.is_empty() {
        return;
    }
    let c = at.categories;
    for residual in residuals {
        let h = &residual.values;
        for mirror in [false, true].into_iter().take(1 + usize::from(at.folded)) {
            let (j, k) =
                if mirror { (residual.second, residual.first) } else { (residual.first, residual.second) };
            score.loads(at, j, k, first, second);
            let mut amounts = [0.0; 2];
            for category in 0..c {
                let h = residual.weight * h[if mirror { mirrored(category) } else { category }];
                amounts[0] += first[category] * h;
                amounts[1] += second[category] * h;
            }
            score.push(at, j.min(k), j.max(k), amounts, out);
        }
    }
    score.finish(at, out);
}

/// What [`Score::spreads`] does, compiled for every functional.
fn each_pair<S: Score + ?Sized>(
    score: &S,
    at: &Scores,
    [first, second]: &mut [Vec<f64>; 2],
    mut each: impl FnMut(usize, usize, usize, [f64; 3]),
) {
    let (k, c) = (at.items, at.categories);
    let mut mirror = if at.folded { [vec![0.0; c], vec![0.0; c]] } else { Default::default() };
    for j in 0..k {
        for i in (0..k).filter(|&i| if at.folded { i > j } else { i != j }) {
            score.loads(at, j, i, first, second);
            if at.folded {
                // The derivative in the other order, its categories exchanged, is added.
                let [a, b] = &mut mirror;
                score.loads(at, i, j, a, b);
                for category in 0..c {
                    first[category] += a[mirrored(category)];
                    second[category] += b[mirrored(category)];
                }
            }
            let pair = j * k + i;
            let mu = &at.mu[pair * c..(pair + 1) * c];
            each(j.min(i), j.max(i), pair, spread(first, second, mu));
        }
    }
}

/// Variances of two functions of a label, and their covariance.
fn spread(a: &[f64], b: &[f64], mu: &[f64]) -> [f64; 3] {
    let (a, b) = (&a[..mu.len()], &b[..mu.len()]);
    let (mut mean_a, mut mean_b) = (0.0, 0.0);
    for ((a, b), m) in a.iter().zip(b).zip(mu) {
        mean_a += a * m;
        mean_b += b * m;
    }
    let mut sums = [0.0; 3];
    for ((a, b), m) in a.iter().zip(b).zip(mu) {
        let (a, b) = (a - mean_a, b - mean_b);
        sums[0] += m * a * a;
        sums[1] += m * b * b;
        sums[2] += m * a * b;
    }
    sums
}

/// The category that says of the mirrored pair what `category` says of the pair.
pub(super) fn mirrored(category: usize) -> usize {
    match category {
        0 => 1,
        1 => 0,
        other => other,
    }
}

/// The element of Q, or of the identity.
fn element(q: Option<&[f64]>, size: usize, i: usize, j: usize) -> f64 {
    match q {
        Some(q) => q[i * size + j],
        None => f64::from(u8::from(i == j)),
    }
}

/// (e_j - e_k)' Q (e_j - e_k).
fn across(q: Option<&[f64]>, size: usize, j: usize, k: usize) -> f64 {
    element(q, size, j, j) + element(q, size, k, k) - 2.0 * element(q, size, j, k)
}

/// Makes a functional.
pub(super) fn new(specification: &Specification, functional: &Functional) -> Result<Box<dyn Score>> {
    let items = specification.items;
    Ok(match functional {
        Functional::Borda => Box::new(borda::Borda),
        Functional::BradleyTerry(form) => Box::new(bradley_terry::BradleyTerry(*form)),
        Functional::RankCentrality(form) => Box::new(rank_centrality::RankCentrality::new(*form, items)?),
        Functional::Softmax(form) => Box::new(softmax::Softmax::new(*form, items)?),
        Functional::Copeland(form, tau) => Box::new(copeland::Copeland::new(*form, *tau, items)?),
        Functional::Kemeny(form, rankings) => Box::new(kemeny::Kemeny::new(*form, rankings, items)),
        Functional::Miscalibration(loss) => Box::new(miscalibration::Miscalibration(*loss)),
        Functional::Restricted(form) => Box::new(restricted::Restricted::new(*form, items)?),
    })
}
