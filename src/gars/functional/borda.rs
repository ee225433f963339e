//! Borda: F_j = sum_k ssym_jk / (K - 1), J_jk = (e_j w1' + e_k w2') / (2 (K - 1)).

use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::Columns;
use crate::gars::scores::Scores;

pub(super) struct Borda;

impl Score for Borda {
    fn values(&mut self, at: &Scores, out: &mut [f64]) -> Result<()> {
        Columns { matrix: &at.ssym_turned, out }.run();
        let scale = 1.0 / (at.items - 1) as f64;
        out.iter_mut().for_each(|sum| *sum *= scale);
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [f64], second: &mut [f64]) {
        // The item shown first gets w1, whichever number it has.
        let (low, high) = if j < k { (0, 1) } else { (1, 0) };
        let scale = 0.5 / (at.items - 1) as f64;
        for category in 0..at.categories {
            first[category] = scale * at.weights[low][category];
            second[category] = scale * at.weights[high][category];
        }
    }

    fn push(&self, _: &Scores, low: usize, high: usize, amounts: [f64; 2], sum: &mut [f64]) {
        sum[low] += amounts[0];
        sum[high] += amounts[1];
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [f64; 3] {
        let e = |i, j| element(q, at.items, i, j);
        [e(low, low), e(low, high), e(high, high)]
    }
}
