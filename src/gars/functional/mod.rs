//! Functionals of the probabilities of one context: a file for each.
//!
//! No Jacobian is formed. Every one has the shape J_jk = d0 a0' + d1 a1': two *directions* of scores that
//! belong to the pair of items, and two *loads*, C numbers each, that belong to the order in which they
//! are shown. The derivative along a residual h is then d0 <a0, h> + d1 <a1, h>, and what a label of the
//! pair adds to the variance, tr(Q J V J'), the quadratic form of the Gram matrix of the directions with
//! the covariances of the loads under the distribution of the label.
//!
//! J is meant modulo v 1': residuals sum to zero.
//!
//! Everything is done for several contexts side by side, in lanes.

mod borda;
mod bradley_terry;
mod chain;
mod copeland;
mod field;
mod kemeny;
mod miscalibration;
mod own;
mod rank_centrality;
mod restricted;
mod share;
mod softmax;

use super::pairs::{lanes, Lanes, LANES};
use super::scores::Scores;
use super::specification::{Functional, GarsSpecification};
use crate::error::Result;
use crate::room::Duplicate as _;
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// The contribution of a label to the correction of a context.
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

/// Labels of every context.
pub(super) type Residuals = [Vec<Residual>; LANES];

/// Room for the loads of a pair, C numbers on either direction.
pub(super) type Loads = [Vec<Lanes>; 2];

/// A functional with what it keeps of the contexts last looked at.
pub(super) trait Score: Send {
    /// The values at the contexts. Everything else refers to the last contexts.
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()>;

    /// The loads of the ordered pair (j, k) on the two directions of its items, C numbers each.
    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]);

    /// Adds amounts of the two directions of items `low` < `high` of a context to a sum of directions.
    fn push(&self, at: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]);

    /// Turns sums of directions into values, where `push` left the last step, the same for all, undone.
    fn finish(&mut self, _at: &Scores, _sum: &mut [Lanes]) {}

    /// The one-step corrections from labels of the contexts, added up in `out`, which is zero.
    fn correct(
        &mut self,
        at: &Scores,
        residuals: &Residuals,
        loads: &mut Loads,
        out: &mut [Lanes],
    ) -> Result<()> {
        correct_by_loads(self, at, residuals, loads, out);
        Ok(())
    }

    /// Why there are no weights, if there are none: as for a correction that is not a sum over labels over
    /// propensities.
    fn without_weights(&self) -> Option<&'static str> {
        None
    }

    /// Refuses a functional that is not as smooth at the first context as estimation needs it.
    fn check_smooth(&mut self, _at: &Scores) -> Result<()> {
        Ok(())
    }

    /// Prepares `gram` and `direction` for a matrix Q (none: the identity).
    fn prepare(&mut self, _at: &Scores, _q: Option<&[f64]>) -> Result<()> {
        Ok(())
    }

    /// d0' Q d0, d0' Q d1 and d1' Q d1 of the directions of items `low` < `high`.
    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3];

    /// The weights of all pairs, after `prepare`: K x K, zero before.
    fn weigh(&self, at: &Scores, q: Option<&[f64]>, loads: &mut Loads, out: &mut [Lanes]) {
        Arch::new().dispatch(Weigh { score: self, at, q, loads, out });
    }

    /// Calls `each` with every pair that may be labelled: items in order, its place in a K x K matrix, and
    /// the variances of its two loads and their covariance under the distribution of its label.
    fn spreads(&self, at: &Scores, loads: &mut Loads, each: &mut dyn FnMut(usize, usize, usize, [Lanes; 3])) {
        each_pair(self, at, loads, each);
    }

    /// The two directions of items `low` < `high` in the first context, after `prepare`.
    fn directions(&mut self, at: &Scores, low: usize, high: usize, out: [&mut [f64]; 2]) {
        for (out, amounts) in out.into_iter().zip([[1.0, 0.0], [0.0, 1.0]]) {
            let mut sum = vec![[0.0; LANES]; out.len()];
            self.push(at, 0, low, high, amounts, &mut sum);
            self.finish(at, &mut sum);
            out.iter_mut().zip(sum).for_each(|(out, sum)| *out = sum[0]);
        }
    }
}

/// dF of the sum of labels over propensities.
fn correct_by_loads<S: Score + ?Sized>(
    score: &mut S,
    at: &Scores,
    residuals: &Residuals,
    [first, second]: &mut Loads,
    out: &mut [Lanes],
) {
    for (lane, residuals) in residuals.iter().enumerate() {
        for residual in residuals {
            let h = &residual.values;
            for mirror in [false, true].into_iter().take(1 + usize::from(at.folded)) {
                let (j, k) = match mirror {
                    true => (residual.second, residual.first),
                    false => (residual.first, residual.second),
                };
                score.loads(at, j, k, first, second);
                let mut amounts = [0.0; 2];
                for (category, (a, b)) in first.iter().zip(second.iter()).enumerate() {
                    let h = residual.weight * h[if mirror { mirrored(category) } else { category }];
                    amounts[0] += a[lane] * h;
                    amounts[1] += b[lane] * h;
                }
                score.push(at, lane, j.min(k), j.max(k), amounts, out);
            }
        }
    }
    if residuals.iter().any(|own| !own.is_empty()) {
        score.finish(at, out);
    }
}

/// [`Score::weigh`], compiled for several instruction sets.
struct Weigh<'a, T: ?Sized> {
    score: &'a T,
    at: &'a Scores,
    q: Option<&'a [f64]>,
    loads: &'a mut Loads,
    out: &'a mut [Lanes],
}

impl<T: Score + ?Sized> WithSimd for Weigh<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Weigh { score, at, q, loads, out } = self;
        each_pair(score, at, loads, |low, high, pair, [a, b, cross]| {
            let [aa, ab, bb] = score.gram(at, q, low, high);
            out[pair] = lanes(|lane| {
                let weight = aa[lane] * a[lane] + 2.0 * ab[lane] * cross[lane] + bb[lane] * b[lane];
                weight.max(0.0)
            });
        });
    }
}

/// [`Score::spreads`], compiled for every functional.
#[inline(always)]
fn each_pair<S: Score + ?Sized>(
    score: &S,
    at: &Scores,
    [first, second]: &mut Loads,
    mut each: impl FnMut(usize, usize, usize, [Lanes; 3]),
) {
    let (k, c) = (at.items, at.categories);
    let mut mirror: Loads = Default::default();
    if at.folded {
        mirror = [first.duplicate(), second.duplicate()];
    }
    for j in 0..k {
        for i in (0..k).filter(|&i| if at.folded { i > j } else { i != j }) {
            score.loads(at, j, i, first, second);
            if at.folded {
                // The derivative in the other order, its categories exchanged, is added.
                let [a, b] = &mut mirror;
                score.loads(at, i, j, a, b);
                for category in 0..c {
                    let (a, b) = (a[mirrored(category)], b[mirrored(category)]);
                    first[category] = lanes(|lane| first[category][lane] + a[lane]);
                    second[category] = lanes(|lane| second[category][lane] + b[lane]);
                }
            }
            let pair = j * k + i;
            each(j.min(i), j.max(i), pair, spread(first, second, &at.mu[pair * c..(pair + 1) * c]));
        }
    }
}

/// Variances of two functions of a label, and their covariance.
#[inline(always)]
fn spread(a: &[Lanes], b: &[Lanes], mu: &[Lanes]) -> [Lanes; 3] {
    let (mut mean_a, mut mean_b) = ([0.0; LANES], [0.0; LANES]);
    for ((a, b), m) in a.iter().zip(b).zip(mu) {
        mean_a = lanes(|lane| mean_a[lane] + a[lane] * m[lane]);
        mean_b = lanes(|lane| mean_b[lane] + b[lane] * m[lane]);
    }
    let mut sums = [[0.0; LANES]; 3];
    for ((a, b), m) in a.iter().zip(b).zip(mu) {
        for lane in 0..LANES {
            let (a, b) = (a[lane] - mean_a[lane], b[lane] - mean_b[lane]);
            sums[0][lane] += m[lane] * a * a;
            sums[1][lane] += m[lane] * b * b;
            sums[2][lane] += m[lane] * a * b;
        }
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
#[inline(always)]
fn element(q: Option<&[f64]>, size: usize, i: usize, j: usize) -> f64 {
    match q {
        Some(q) => q[i * size + j],
        None => f64::from(u8::from(i == j)),
    }
}

/// (e_j - e_k)' Q (e_j - e_k).
#[inline(always)]
fn across(q: Option<&[f64]>, size: usize, j: usize, k: usize) -> f64 {
    element(q, size, j, j) + element(q, size, k, k) - 2.0 * element(q, size, j, k)
}

/// Makes a functional.
pub(super) fn new(specification: &GarsSpecification, functional: &Functional) -> Result<Box<dyn Score>> {
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
        Functional::Against(baseline) => Box::new(field::Field::against(*baseline, items)),
        Functional::Field(weights) => Box::new(field::Field::new(weights)),
        Functional::Share(share) => Box::new(share::Share::new(share)),
        Functional::Own(score) => Box::new(own::Own::new(score, items, specification.categories)?),
    })
}
