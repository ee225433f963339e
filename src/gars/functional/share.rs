//! The smooth share of contexts in which a score against item b is above a value q: F_j = sigma(z_j),
//! z_j = (ssym_jb - q) / tau, so that J_jb = D_j e_j w1' / 2 and J_bj = D_j e_j w2' / 2 with D_j = sigma'(z_j) / tau.
//! Of b itself it is sigma((1/2 - q) / tau), a constant.

use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::{lanes, Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification;
use crate::outcome::logistic;

pub(super) struct Share {
    of: specification::Share,
    /// D_j; 0 of the baseline.
    slopes: Vec<Lanes>,
}

impl Share {
    pub(super) fn new(of: &specification::Share) -> Share {
        Share { of: *of, slopes: Vec::new() }
    }
}

impl Score for Share {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let (n, specification::Share { baseline, above, temperature }) = (at.items, self.of);
        self.slopes.resize(n, [0.0; LANES]);
        for (j, (value, slope)) in out.iter_mut().zip(&mut self.slopes).enumerate() {
            let z = |lane: usize| match j == baseline {
                true => (0.5 - above) / temperature,
                false => (at.ssym[j * n + baseline][lane] - above) / temperature,
            };
            *value = lanes(|lane| logistic(z(lane)));
            let own = |lane: usize| logistic(z(lane)) * logistic(-z(lane)) / temperature;
            *slope = if j == baseline { [0.0; LANES] } else { lanes(own) };
        }
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        let (shown, against) = if j < k { (first, second) } else { (second, first) };
        let baseline = self.of.baseline;
        for category in 0..at.categories {
            let times = |item: usize, other: usize, w: f64| {
                lanes(|lane| if other == baseline { 0.5 * w * self.slopes[item][lane] } else { 0.0 })
            };
            shown[category] = times(j, k, at.weights[0][category]);
            against[category] = times(k, j, at.weights[1][category]);
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
