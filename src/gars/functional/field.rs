//! Against a field with weights v of opponents: F_j = sum_{k != j} v_k ssym_jk / V_j, V_j = sum_{k != j} v_k, so that
//! J_jk = (v_k / V_j e_j w1' + v_j / V_k e_k w2') / 2. Against one item b it is the field of b alone, of which F_b
//! is 1/2 with no derivative. Equal weights are Borda.

use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::{Lanes, LANES};
use crate::gars::scores::Scores;
use crate::room::{Duplicate as _, Gather as _};

pub(super) struct Field {
    /// v.
    weights: Vec<f64>,
    /// 1 / V_j; 0 where nobody is left to be compared with.
    scales: Vec<f64>,
}

impl Field {
    pub(super) fn new(weights: &[f64]) -> Field {
        let scale = |j: usize| {
            let others = weights.iter().enumerate().filter(|(k, _)| *k != j);
            match others.map(|(_, v)| v).sum::<f64>() {
                0.0 => 0.0,
                sum => 1.0 / sum,
            }
        };
        Field { weights: weights.duplicate(), scales: (0..weights.len()).map(scale).gathered() }
    }

    pub(super) fn against(baseline: usize, items: usize) -> Field {
        let mut weights = vec![0.0; items];
        weights[baseline] = 1.0;
        Field::new(&weights)
    }

    /// v_k / V_j.
    fn share(&self, j: usize, k: usize) -> f64 {
        self.weights[k] * self.scales[j]
    }
}

impl Score for Field {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let n = at.items;
        for (j, value) in out.iter_mut().enumerate() {
            *value = [if self.scales[j] == 0.0 { 0.5 } else { 0.0 }; LANES];
            for k in (0..n).filter(|&k| k != j && self.weights[k] > 0.0) {
                let share = self.share(j, k);
                value.iter_mut().zip(&at.ssym[j * n + k]).for_each(|(sum, s)| *sum += share * s);
            }
        }
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        // The item shown first gets w1, whichever number it has.
        let (shown, against) = if j < k { (first, second) } else { (second, first) };
        let scales = [0.5 * self.share(j, k), 0.5 * self.share(k, j)];
        for category in 0..at.categories {
            shown[category] = [scales[0] * at.weights[0][category]; LANES];
            against[category] = [scales[1] * at.weights[1][category]; LANES];
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
