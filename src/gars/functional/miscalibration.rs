//! How wrong a judge's probabilities f are, by item:
//! F_i = sum_{j != i} (L(f_ij, mu_ij) + L(f_ji, mu_ji)) / (2 (K - 1)),
//! J_jk = (e_j + e_k) (dL / dmu_jk)' / (2 (K - 1)).

use super::{across, element, Score};
use crate::error::{Error, Result};
use crate::gars::pairs::{Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::Loss;

pub(super) struct Miscalibration(pub(super) Loss);

impl Miscalibration {
    fn loss(&self, judge: &[f64], mu: &[Lanes], lane: usize) -> f64 {
        let each = judge.iter().zip(mu.iter().map(|mu| &mu[lane]));
        match self.0 {
            Loss::Brier => each.map(|(f, m)| (f - m) * (f - m)).sum(),
            Loss::Score => 1.0 + each.map(|(f, m)| f * f - 2.0 * f * m).sum::<f64>(),
            Loss::CrossEntropy => -each.map(|(f, m)| m * f.ln()).sum::<f64>(),
            Loss::KullbackLeibler => each.map(|(f, m)| m * (m / f).ln()).sum(),
        }
    }

    /// Logarithms need probabilities above zero.
    fn check(&self, [j, k]: [usize; 2], judge: &[f64], mu: &[Lanes], lane: usize) -> Result<()> {
        let logs = matches!(self.0, Loss::CrossEntropy | Loss::KullbackLeibler);
        if let Some(at) = judge.iter().position(|f| logs && *f <= 0.0) {
            return Err(Error::data(format!(
                "judge: category {at} of pair ({j}, {k}) has probability 0, of which a logarithm is taken"
            )));
        }
        if let Some(at) = mu.iter().position(|m| self.0 == Loss::KullbackLeibler && m[lane] <= 0.0) {
            return Err(Error::data(format!(
                "mu: category {at} of pair ({j}, {k}) has probability 0, of which a logarithm is taken; a \
                 floor prevents it"
            )));
        }
        Ok(())
    }
}

impl Score for Miscalibration {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let (n, c) = (at.items, at.categories);
        let share = 0.5 / (n - 1) as f64;
        out.fill([0.0; LANES]);
        for (lane, judge) in at.judge[..at.used].iter().enumerate() {
            for j in 0..n {
                for k in (0..n).filter(|&k| k != j) {
                    let cells = (j * n + k) * c..(j * n + k + 1) * c;
                    let (judge, mu) = (&judge[cells.clone()], &at.mu[cells]);
                    self.check([j, k], judge, mu, lane)?;
                    let loss = share * self.loss(judge, mu, lane);
                    out[j][lane] += loss;
                    out[k][lane] += loss;
                }
            }
        }
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        let (n, c) = (at.items, at.categories);
        let share = 0.5 / (n - 1) as f64;
        let cells = (j * n + k) * c..(j * n + k + 1) * c;
        for lane in 0..at.used {
            let judge = &at.judge[lane][cells.clone()];
            for ((load, f), m) in first.iter_mut().zip(judge).zip(&at.mu[cells.clone()]) {
                load[lane] = share
                    * match self.0 {
                        Loss::Brier => 2.0 * (m[lane] - f),
                        Loss::Score => -2.0 * f,
                        Loss::CrossEntropy => -f.ln(),
                        Loss::KullbackLeibler => (m[lane] / f).ln() + 1.0,
                    };
            }
        }
        second.fill([0.0; LANES]);
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        sum[low][lane] += amounts[0];
        sum[high][lane] += amounts[0];
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        // (e_j + e_k)' Q (e_j + e_k).
        let cross = element(q, at.items, low, high);
        [[across(q, at.items, low, high) + 4.0 * cross; LANES], [0.0; LANES], [0.0; LANES]]
    }
}
