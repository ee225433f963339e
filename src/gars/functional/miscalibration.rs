//! How wrong a judge's probabilities f are, by item:
//! F_i = sum_{j != i} (L(f_ij, mu_ij) + L(f_ji, mu_ji)) / (2 (K - 1)),
//! J_jk = (e_j + e_k) (dL / dmu_jk)' / (2 (K - 1)).

use super::{across, element, Score};
use crate::error::{Error, Result};
use crate::gars::scores::Scores;
use crate::gars::specification::Loss;

pub(super) struct Miscalibration(pub(super) Loss);

impl Miscalibration {
    fn loss(&self, judge: &[f64], mu: &[f64]) -> f64 {
        let each = judge.iter().zip(mu);
        match self.0 {
            Loss::Brier => each.map(|(f, m)| (f - m) * (f - m)).sum(),
            Loss::Score => 1.0 + each.map(|(f, m)| f * f - 2.0 * f * m).sum::<f64>(),
            Loss::CrossEntropy => -each.map(|(f, m)| m * f.ln()).sum::<f64>(),
            Loss::KullbackLeibler => each.map(|(f, m)| m * (m / f).ln()).sum(),
        }
    }

    /// Logarithms need probabilities above zero.
    fn check(&self, j: usize, k: usize, judge: &[f64], mu: &[f64]) -> Result<()> {
        let logs = matches!(self.0, Loss::CrossEntropy | Loss::KullbackLeibler);
        if let Some(at) = judge.iter().position(|f| logs && *f <= 0.0) {
            return Err(Error::data(format!(
                "judge: category {at} of pair ({j}, {k}) has probability 0, of which a logarithm is taken"
            )));
        }
        if let Some(at) = mu.iter().position(|m| self.0 == Loss::KullbackLeibler && *m <= 0.0) {
            return Err(Error::data(format!(
                "mu: category {at} of pair ({j}, {k}) has probability 0, of which a logarithm is taken; a \
                 floor prevents it"
            )));
        }
        Ok(())
    }
}

impl Score for Miscalibration {
    fn values(&mut self, at: &Scores, out: &mut [f64]) -> Result<()> {
        let (n, c) = (at.items, at.categories);
        let share = 0.5 / (n - 1) as f64;
        out.fill(0.0);
        for j in 0..n {
            for k in (0..n).filter(|&k| k != j) {
                let cells = (j * n + k) * c..(j * n + k + 1) * c;
                let (judge, mu) = (&at.judge[cells.clone()], &at.mu[cells]);
                self.check(j, k, judge, mu)?;
                let loss = share * self.loss(judge, mu);
                out[j] += loss;
                out[k] += loss;
            }
        }
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [f64], second: &mut [f64]) {
        let (n, c) = (at.items, at.categories);
        let share = 0.5 / (n - 1) as f64;
        let cells = (j * n + k) * c..(j * n + k + 1) * c;
        for ((load, f), m) in first.iter_mut().zip(&at.judge[cells.clone()]).zip(&at.mu[cells]) {
            *load = share
                * match self.0 {
                    Loss::Brier => 2.0 * (m - f),
                    Loss::Score => -2.0 * f,
                    Loss::CrossEntropy => -f.ln(),
                    Loss::KullbackLeibler => (m / f).ln() + 1.0,
                };
        }
        second.fill(0.0);
    }

    fn push(&self, _: &Scores, low: usize, high: usize, amounts: [f64; 2], sum: &mut [f64]) {
        sum[low] += amounts[0];
        sum[high] += amounts[0];
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [f64; 3] {
        // (e_j + e_k)' Q (e_j + e_k).
        let cross = element(q, at.items, low, high);
        [across(q, at.items, low, high) + 4.0 * cross, 0.0, 0.0]
    }
}
