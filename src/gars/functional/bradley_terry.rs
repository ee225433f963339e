//! The Bradley-Terry projection: F_j = sum_k l_jk / K, J_jk = (e_j - e_k) g_jk' / K.

use super::{across, Score};
use crate::error::Result;
use crate::gars::scores::Scores;
use crate::gars::specification::EdgeForm;

pub(super) struct BradleyTerry(pub(super) EdgeForm);

impl Score for BradleyTerry {
    fn values(&mut self, at: &Scores, out: &mut [f64]) -> Result<()> {
        out.copy_from_slice(at.projection(self.0));
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [f64], second: &mut [f64]) {
        at.edge_slope(self.0, j, k, first);
        first.iter_mut().for_each(|g| *g /= at.items as f64);
        second.fill(0.0);
    }

    fn push(&self, _: &Scores, low: usize, high: usize, amounts: [f64; 2], sum: &mut [f64]) {
        sum[low] += amounts[0];
        sum[high] -= amounts[0];
    }

    fn gram(&self, at: &Scores, q: Option<&[f64]>, low: usize, high: usize) -> [f64; 3] {
        [across(q, at.items, low, high), 0.0, 0.0]
    }
}
