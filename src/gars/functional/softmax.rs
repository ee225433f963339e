//! Plackett-Luce shares: p = softmax of the Bradley-Terry projection, dF = p * (t - <p, t>) with t the
//! derivative of the projection; that is Z t, Z = diag(p) - p p'.

use super::{across, Score};
use crate::error::Result;
use crate::gars::scores::Scores;
use crate::gars::specification::EdgeForm;
use crate::solve::reserve;

pub(super) struct Softmax {
    form: EdgeForm,
    shares: Vec<f64>,
    /// Z Q Z for a given Q.
    turned: Vec<f64>,
}

impl Softmax {
    pub(super) fn new(form: EdgeForm, items: usize) -> Result<Softmax> {
        Ok(Softmax { form, shares: reserve(items)?, turned: Vec::new() })
    }
}

impl Score for Softmax {
    fn values(&mut self, at: &Scores, out: &mut [f64]) -> Result<()> {
        let scores = at.projection(self.form);
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for (share, score) in self.shares.iter_mut().zip(scores) {
            *share = (score - largest).exp();
            sum += *share;
        }
        self.shares.iter_mut().for_each(|share| *share /= sum);
        out.copy_from_slice(&self.shares);
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [f64], second: &mut [f64]) {
        at.edge_slope(self.form, j, k, first);
        first.iter_mut().for_each(|g| *g /= at.items as f64);
        second.fill(0.0);
    }

    fn push(&self, _: &Scores, low: usize, high: usize, amounts: [f64; 2], sum: &mut [f64]) {
        sum[low] += amounts[0];
        sum[high] -= amounts[0];
    }

    fn finish(&mut self, _: &Scores, sum: &mut [f64]) {
        let mean: f64 = self.shares.iter().zip(sum.iter()).map(|(p, t)| p * t).sum();
        sum.iter_mut().zip(&self.shares).for_each(|(t, p)| *t = p * (*t - mean));
    }

    fn prepare(&mut self, at: &Scores, q: Option<&[f64]>) -> Result<()> {
        let (n, p) = (at.items, &self.shares);
        self.turned.clear();
        let Some(q) = q else { return Ok(()) };
        self.turned = reserve(n * n)?;
        // Z Q Z = p_j p_k (Q_jk - (Q p)_j - (Q p)_k + p' Q p).
        let along: Vec<f64> =
            q.chunks_exact(n).map(|row| row.iter().zip(p).map(|(q, p)| q * p).sum()).collect();
        let whole: f64 = along.iter().zip(p).map(|(a, p)| a * p).sum();
        for j in 0..n {
            for k in 0..n {
                self.turned[j * n + k] = p[j] * p[k] * (q[j * n + k] - along[j] - along[k] + whole);
            }
        }
        Ok(())
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [f64; 3] {
        if q.is_some() {
            return [across(Some(&self.turned), at.items, low, high), 0.0, 0.0];
        }
        // |p_j e_j - p_k e_k - (p_j - p_k) p|^2.
        let (a, b) = (self.shares[low], self.shares[high]);
        let squares: f64 = self.shares.iter().map(|p| p * p).sum();
        let gap = a - b;
        [a * a + b * b + gap * gap * squares - 2.0 * gap * (a * a - b * b), 0.0, 0.0]
    }
}
