//! Borda: F_j = sum_k ssym_jk / (K - 1), J_jk = (e_j w1' + e_k w2') / (2 (K - 1)).

use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::{Lanes, Rows, LANES};
use crate::gars::scores::Scores;

pub(super) struct Borda;

impl Score for Borda {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        Rows { matrix: &at.ssym, out }.run();
        let scale = 1.0 / (at.items - 1) as f64;
        out.iter_mut().flatten().for_each(|sum| *sum *= scale);
        Ok(())
    }

    #[inline(always)]
    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        // The item shown first gets w1, whichever number it has.
        let (low, high) = if j < k { (0, 1) } else { (1, 0) };
        let scale = 0.5 / (at.items - 1) as f64;
        for category in 0..at.categories {
            first[category] = [scale * at.weights[low][category]; LANES];
            second[category] = [scale * at.weights[high][category]; LANES];
        }
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        sum[low][lane] += amounts[0];
        sum[high][lane] += amounts[1];
    }

    #[inline(always)]
    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        let e = |i, j| [element(q, at.items, i, j); LANES];
        [e(low, low), e(low, high), e(high, high)]
    }
}
