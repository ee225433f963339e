//! Plackett-Luce shares: p = softmax of the Bradley-Terry projection, dF = p * (t - <p, t>) with t the
//! derivative of the projection; that is Z t, Z = diag(p) - p p'.

use super::Score;
use crate::error::Result;
use crate::gars::pairs::{lanes, lanes_of, Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::EdgeForm;
use crate::room::Gather as _;

pub(super) struct Softmax {
    form: EdgeForm,
    shares: Vec<Lanes>,
    /// Z Q Z for a given Q.
    turned: Vec<Lanes>,
}

impl Softmax {
    pub(super) fn new(form: EdgeForm, items: usize) -> Result<Softmax> {
        Ok(Softmax { form, shares: lanes_of(items)?, turned: Vec::new() })
    }
}

impl Score for Softmax {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let scores = at.projection(self.form);
        for lane in 0..at.used {
            let largest = scores.iter().map(|own| own[lane]).fold(f64::NEG_INFINITY, f64::max);
            let mut sum = 0.0;
            for (share, score) in self.shares.iter_mut().zip(scores) {
                share[lane] = (score[lane] - largest).exp();
                sum += share[lane];
            }
            self.shares.iter_mut().for_each(|share| share[lane] /= sum);
        }
        out.copy_from_slice(&self.shares);
        Ok(())
    }

    #[inline(always)]
    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        at.edge_slope(self.form, j, k, first);
        let scale = 1.0 / at.items as f64;
        first.iter_mut().flatten().for_each(|g| *g *= scale);
        second.fill([0.0; LANES]);
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        sum[low][lane] += amounts[0];
        sum[high][lane] -= amounts[0];
    }

    fn finish(&mut self, _: &Scores, sum: &mut [Lanes]) {
        let each = self.shares.iter().zip(sum.iter());
        let mean = each.fold([0.0; LANES], |mean, (p, t)| lanes(|lane| mean[lane] + p[lane] * t[lane]));
        for (t, p) in sum.iter_mut().zip(&self.shares) {
            *t = lanes(|lane| p[lane] * (t[lane] - mean[lane]));
        }
    }

    fn prepare(&mut self, at: &Scores, q: Option<&[f64]>) -> Result<()> {
        let (n, p) = (at.items, &self.shares);
        self.turned.clear();
        let Some(q) = q else { return Ok(()) };
        self.turned = lanes_of(n * n)?;
        // Z Q Z = p_j p_k (Q_jk - (Q p)_j - (Q p)_k + p' Q p).
        let dot = |row: &[f64], lane: usize| row.iter().zip(p).map(|(q, p)| q * p[lane]).sum();
        (0..at.used).for_each(|lane| {
            let along: Vec<f64> = q.chunks_exact(n).map(|row| dot(row, lane)).gathered();
            let whole: f64 = dot(&along, lane);
            for j in 0..n {
                for k in 0..n {
                    let inner = q[j * n + k] - along[j] - along[k] + whole;
                    self.turned[j * n + k][lane] = p[j][lane] * p[k][lane] * inner;
                }
            }
        });
        Ok(())
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        let n = at.items;
        let own = if q.is_some() {
            let e = |j: usize, k: usize| &self.turned[j * n + k];
            lanes(|lane| e(low, low)[lane] + e(high, high)[lane] - 2.0 * e(low, high)[lane])
        } else {
            // |p_j e_j - p_k e_k - (p_j - p_k) p|^2.
            lanes(|lane| {
                let (a, b) = (self.shares[low][lane], self.shares[high][lane]);
                let squares: f64 = self.shares.iter().map(|p| p[lane] * p[lane]).sum();
                let gap = a - b;
                a * a + b * b + gap * gap * squares - 2.0 * gap * (a * a - b * b)
            })
        };
        [own, [0.0; LANES], [0.0; LANES]]
    }
}
