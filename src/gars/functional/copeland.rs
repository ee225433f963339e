//! Soft Copeland: F_j = sum_k sigma(z_jk) / (K - 1) at a temperature tau. The margin form, of which the
//! sum is K / 2 whatever the categories, has J_jk = D_jk (e_j - e_k) (w1 - w2)' / (4 tau) with
//! D_jk = sigma'(z_jk) / (K - 1).

use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::{lanes, lanes_of, Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::CopelandForm;
use crate::outcome::logistic;

pub(super) struct Copeland {
    form: CopelandForm,
    tau: f64,
    /// D_jk, K x K.
    slopes: Vec<Lanes>,
}

impl Copeland {
    pub(super) fn new(form: CopelandForm, tau: f64, items: usize) -> Result<Copeland> {
        Ok(Copeland { form, tau, slopes: lanes_of(items * items)? })
    }
}

impl Score for Copeland {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let n = at.items;
        let share = 1.0 / (n - 1) as f64;
        out.fill([0.0; LANES]);
        for (j, value) in out.iter_mut().enumerate() {
            for k in (0..n).filter(|&k| k != j) {
                let (jk, kj) = (j * n + k, k * n + j);
                for (lane, value) in value.iter_mut().enumerate().take(at.used) {
                    let z = match self.form {
                        CopelandForm::Margin => 0.5 * (at.ssym[jk][lane] - at.ssym[kj][lane]) / self.tau,
                        CopelandForm::Half => (at.ssym[jk][lane] - 0.5) / self.tau,
                        CopelandForm::Raw => (at.s[0][jk][lane] - 0.5) / self.tau,
                    };
                    let sigma = logistic(z);
                    *value += share * sigma;
                    self.slopes[jk][lane] = share * sigma * logistic(-z);
                }
            }
        }
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        let n = at.items;
        let (own, other) = (&self.slopes[j * n + k], &self.slopes[k * n + j]);
        let times = |slope: &Lanes, w: f64| lanes(|lane| slope[lane] / self.tau * w);
        // Loads of the item shown first and of the one shown second.
        let (shown, against) = if j < k { (first, second) } else { (second, first) };
        for category in 0..at.categories {
            let (w1, w2) = (at.weights[0][category], at.weights[1][category]);
            (shown[category], against[category]) = match self.form {
                CopelandForm::Margin => (times(own, 0.25 * (w1 - w2)), times(own, 0.25 * (w2 - w1))),
                CopelandForm::Half => (times(own, 0.5 * w1), times(other, 0.5 * w2)),
                CopelandForm::Raw => (times(own, w1), [0.0; LANES]),
            };
        }
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        sum[low][lane] += amounts[0];
        sum[high][lane] += amounts[1];
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        let e = |i, j| [element(q, at.items, i, j); LANES];
        [e(low, low), e(low, high), e(high, high)]
    }
}
