//! The Bradley-Terry projection: F_j = sum_k l_jk / K, J_jk = (e_j - e_k) g_jk' / K.

use super::{across, Score};
use crate::error::Result;
use crate::gars::pairs::{Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::EdgeForm;

pub(super) struct BradleyTerry(pub(super) EdgeForm);

impl Score for BradleyTerry {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        out.copy_from_slice(at.projection(self.0));
        Ok(())
    }

    #[inline(always)]
    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        at.edge_slope(self.0, j, k, first);
        let scale = 1.0 / at.items as f64;
        first.iter_mut().flatten().for_each(|g| *g *= scale);
        second.fill([0.0; LANES]);
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        sum[low][lane] += amounts[0];
        sum[high][lane] -= amounts[0];
    }

    #[inline(always)]
    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        [[across(q, at.items, low, high); LANES], [0.0; LANES], [0.0; LANES]]
    }
}
