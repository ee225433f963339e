//! The share of each cluster in values: their squares sum to the covariance.

use super::clusters::Cluster;
use super::clusters_of;
use super::leverage::Leverage;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::fitted::Model;
use crate::model::quantities::Jacobian;
use crate::model::specification::{Correction, CovarianceKind};
use crate::room::{self, copied, reserve, Put as _};

/// A number of comparisons that is whole but for rounding is whole.
const ROUNDING: f64 = 1e-9;

/// The contributions of clusters to values.
#[derive(Debug, PartialEq)]
pub(crate) struct Contributions {
    /// Number of values.
    pub(crate) values: usize,
    /// Cluster after cluster, a number for each value.
    pub(crate) numbers: Vec<f64>,
    /// Of each cluster, how many parameters it accounts for: its leverage.
    pub(crate) shares: Vec<f64>,
}

impl Clone for Contributions {
    fn clone(&self) -> Contributions {
        let (numbers, shares) = (copied(&self.numbers), copied(&self.shares));
        Contributions { numbers, shares, ..*self }
    }
}

impl Contributions {
    /// Number of clusters.
    pub(crate) fn units(&self) -> usize {
        self.shares.len()
    }

    /// Puts what a cluster adds to values, as often as there are clusters like it, and the leverage of each.
    pub(crate) fn put(
        cluster: &Cluster,
        leverage: &Leverage,
        own: &[f64],
        [numbers, shares]: [&mut Vec<f64>; 2],
    ) {
        let copies = (cluster.times - ROUNDING).ceil().max(1.0);
        let share = (cluster.times / copies).sqrt();
        spend(own.len() * copies as usize);
        let own_leverage = leverage.shares.iter().sum::<f64>() * cluster.times / copies;
        for _ in 0..copies as usize {
            shares.put(own_leverage);
            numbers.put_each(own.iter().map(|value| share * value));
        }
    }
}

impl Model {
    /// J M f(I_g M) s_g of every cluster g of a kind (not Auto) with one way: the contributions whose squares CR2 sums. Equal
    /// comparisons without a cluster are as many clusters.
    pub(crate) fn contributions(&self, kind: CovarianceKind, jacobian: &Jacobian) -> Result<Contributions> {
        let Some(&[by]) = clusters_of(kind) else {
            return Err(Error::Internal("contributions are of clusters of one way".into()));
        };
        let (p, values) = (self.theta.len(), jacobian.rows());
        let leverages = self.leverages(by)?;
        let bytes = values.saturating_mul(8 * leverages.count);
        room::expect(
            format_args!("the contributions of clusters to {values} values"),
            bytes.saturating_add(room::matrices(2, p)),
        )?;
        let mut numbers: Vec<f64> = room::with_room(values * leverages.count);
        let mut shares = room::with_room(leverages.count);
        let breads = &leverages.breads;
        let mut step = reserve(p)?;
        leverages.each(self, |cluster, leverage| {
            let score = leverage.correct(cluster, Correction::Cr2, breads.working(), p);
            step.fill(0.0);
            for (&column, value) in cluster.columns.iter().zip(&score) {
                spend(p / 2);
                let row = &breads.observed[column as usize * p..][..p];
                // Downhill: the score is that of the negative log-likelihood.
                step.iter_mut().zip(row).for_each(|(sum, x)| *sum -= value * x);
            }
            Contributions::put(cluster, leverage, &jacobian.product(&step), [&mut numbers, &mut shares]);
            Ok(())
        })?;
        Ok(Contributions { values, numbers, shares })
    }
}
