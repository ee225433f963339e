//! Degrees of freedom of clustered covariances.

use super::clusters::Cluster;
use super::clusters_of;
use super::leverage::{factor, Leverage};
use super::Breads;
use crate::error::Result;
use crate::interrupt::spend;
use crate::model::fitted::Model;
use crate::model::quantities::Jacobian;
use crate::model::specification::{Correction, CovarianceKind};
use crate::room::reserve;
use crate::room::{with_room, Gather as _};
use crate::vectors::dot;

/// With more clusters each value's own degrees of freedom are not worth their work.
pub(super) const MOST_WITH_OWN_DEGREES: usize = 200;

impl Model {
    /// Degrees of freedom of the standard errors of J theta, for Student's distribution; infinite for covariances
    /// that are not clustered.
    ///
    /// The number of clusters less one (of two ways the smaller), but with [`Correction::Cr2`] and at
    /// most 200 clusters those of Bell and McCaffrey (2002), which each row of J has for itself: those
    /// of the chi square with the mean and variance that the estimated variance has where the model is
    /// right. NaN for a row that is zero, or
    /// about which a single cluster says all.
    pub fn degrees(
        &self,
        asked: CovarianceKind,
        correction: Correction,
        jacobian: &Jacobian,
    ) -> Result<Vec<f64>> {
        let kind = self.kind(asked);
        let correction = self.settled(kind, correction)?;
        let Some(by) = clusters_of(kind) else {
            super::check_correction(kind, correction)?;
            return Ok(vec![f64::INFINITY; jacobian.rows()]);
        };
        super::check_correction(kind, correction)?;
        let clusters = self.cluster_count(kind)?;
        match by {
            [by] if correction == Correction::Cr2 && clusters <= MOST_WITH_OWN_DEGREES => {
                let leverages = self.leverages(*by)?;
                leverages
                    .with_all(self, |all| satterthwaite(self.theta.len(), &leverages.breads, all, jacobian))
            }
            _ => Ok(vec![clusters as f64 - 1.0; jacobian.rows()]),
        }
    }
}

/// A variance estimate sum_g (a_g' s_g)^2 of the row c, with a_g = f(M I_g) M c. Where the model is
/// right a_g' s_g is normal with covariances
///
/// ```text
/// P_gh = [g = h] a_g' I_g a_g - w_g' M w_h,    w_g = I_g a_g,
/// ```
///
/// and the degrees of freedom are (sum_g P_gg)^2 / sum_gh P_gh^2.
pub(crate) fn satterthwaite(
    p: usize,
    breads: &Breads,
    all: &[(Cluster, Leverage)],
    jacobian: &Jacobian,
) -> Result<Vec<f64>> {
    let mut row = vec![0.0; p];
    let mut x = vec![0.0; p];
    let mut products = reserve(all.len() * p)?;
    let mut degrees = with_room(jacobian.rows());
    for at in 0..jacobian.rows() {
        jacobian.dense_row(at, &mut row);
        if row.iter().all(|c| *c == 0.0) {
            degrees.push(f64::NAN);
            continue;
        }
        multiply(&breads.observed, row.iter().copied().enumerate(), &mut x);
        let weights: Vec<(f64, Vec<f64>)> =
            all.iter().map(|(cluster, leverage)| weigh(cluster, leverage, Correction::Cr2, &x)).gathered();
        for (((cluster, _), (_, w)), product) in all.iter().zip(&weights).zip(products.chunks_mut(p.max(1))) {
            let entries = cluster.columns.iter().map(|&c| c as usize).zip(w.iter().copied());
            multiply(breads.working(), entries, product);
        }
        let (mut trace, mut square) = (0.0, 0.0);
        for (g, ((cluster, _), (own, w))) in all.iter().zip(&weights).enumerate() {
            let along = |h: usize| -> f64 {
                let product = &products[h * p..(h + 1) * p];
                cluster.columns.iter().zip(w).map(|(&c, w)| product[c as usize] * w).sum()
            };
            let (times, itself) = (cluster.times, along(g));
            trace += times * (own - itself);
            square += times * ((own - itself).powi(2) + (times - 1.0) * itself * itself);
            square += (0..g).map(|h| 2.0 * times * all[h].0.times * along(h).powi(2)).sum::<f64>();
        }
        // A variance that clusters say nothing of is rounding.
        let variance = dot(&row, &x);
        degrees.push(if trace > 1e-10 * variance { trace * trace / square } else { f64::NAN });
    }
    Ok(degrees)
}

/// a_g' I_g a_g, and w_g on the columns of the cluster: with y = E x, |f y|^2 and E' f y.
fn weigh(cluster: &Cluster, leverage: &Leverage, correction: Correction, x: &[f64]) -> (f64, Vec<f64>) {
    let local: Vec<f64> = cluster.columns.iter().map(|&c| x[c as usize]).gathered();
    let mut own = 0.0;
    let mut w = vec![0.0; local.len()];
    for (&share, e) in leverage.shares.iter().zip(leverage.root.chunks(local.len().max(1))) {
        let y = factor(correction, share) * dot(e, &local);
        own += y * y;
        w.iter_mut().zip(e).for_each(|(w, e)| *w += y * e);
    }
    (own, w)
}

/// The product of a symmetric matrix with a sparse vector.
fn multiply(matrix: &[f64], vector: impl Iterator<Item = (usize, f64)>, out: &mut [f64]) {
    out.fill(0.0);
    let p = out.len();
    for (at, value) in vector.filter(|(_, value)| *value != 0.0) {
        let column = &matrix[at * p..(at + 1) * p];
        spend(p / 2);
        out.iter_mut().zip(column).for_each(|(o, c)| *o += value * c);
    }
}
