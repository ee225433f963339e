//! Leverage of a cluster, and its scores corrected for it.
//!
//! With M the inverse of the expected information, I the expected information of a cluster and s its
//! score, the estimate pulls s towards zero: where the model is right, Var(s) = I - I M I. Bell and
//! McCaffrey (2002) multiply s by f(I M), f(x) = (1 - x)^(-1/2), which makes that I (CR2); f(x) =
//! 1 / (1 - x) gives the score at the estimate without the cluster, as far as one step of Fisher
//! scoring knows it (CR3, the jackknife). In a linear model with weights W this is their
//! X' W^(1/2) f(H) W^(-1/2) r, for the hat matrix H of the cluster.
//!
//! I = Z'Z has as many rows as its cells have degrees of freedom, often few. With Z M Z' = V D V' and
//! E = V'Z, and f(x) = 1 + x g(x),
//!
//! ```text
//! f(I M) s = s + E' g(D) E M s
//! ```
//!
//! D, between 0 and 1, is the share of the information about its directions that comes from the
//! cluster; its sum is the cluster's leverage. Directions that it determines alone (D = 1), such as a
//! judge's own position effect, say nothing about how it differs from others: there f = 0, which is the
//! generalised inverse of Pustejovsky and Tipton (2018).

use super::clusters::Cluster;
use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::{multiply_into, symmetric_eigen};
use crate::model::specification::Correction;
use crate::room::{copied, reserve};
use crate::room::{Gather as _, Put as _};
use crate::vectors::dot;

/// Shares this close to one are one.
pub(super) const DETERMINED: f64 = 1e-8;

/// E and D of a cluster.
#[derive(Debug)]
pub(crate) struct Leverage {
    /// D.
    pub(crate) shares: Vec<f64>,
    /// E, one row for each share, on the columns of the cluster.
    pub(super) root: Vec<f64>,
}

/// Whether a cluster alone determines a direction.
pub(crate) fn is_determined(share: f64) -> bool {
    share > 1.0 - DETERMINED
}

/// f of the correction.
pub(super) fn factor(correction: Correction, share: f64) -> f64 {
    match correction {
        Correction::Auto | Correction::None | Correction::Cr1 => 1.0,
        _ if is_determined(share) => 0.0,
        Correction::Cr2 => 1.0 / (1.0 - share).sqrt(),
        Correction::Jackknife => 1.0 / (1.0 - share),
    }
}

/// g(x) = (f(x) - 1) / x, without cancellation where x is small.
fn gain(correction: Correction, share: f64) -> f64 {
    match correction {
        Correction::Auto | Correction::None | Correction::Cr1 => 0.0,
        _ if is_determined(share) => -1.0 / share,
        Correction::Cr2 => {
            let root = (1.0 - share).sqrt();
            1.0 / (root * (1.0 + root))
        }
        Correction::Jackknife => 1.0 / (1.0 - share),
    }
}

impl Leverage {
    /// The leverage of a cluster by the inverse of the expected information (p x p).
    pub(crate) fn new(cluster: &Cluster, inverse: &[f64], p: usize) -> Result<Leverage> {
        let width = cluster.columns.len();
        let root = if cluster.rows as usize <= width { dense(cluster)? } else { compressed(cluster)? };
        let rows = root.len().checked_div(width).unwrap_or(0);
        // Row-major Z is Z' column-major: M Z', then Z M Z', and Z' V.
        let mut local = reserve(width * width)?;
        for (out, &row) in local.chunks_mut(width.max(1)).zip(&cluster.columns) {
            let row = &inverse[row as usize * p..][..p];
            out.iter_mut().zip(&cluster.columns).for_each(|(o, &c)| *o = row[c as usize]);
        }
        let mut product = reserve(rows * width)?;
        multiply_into(&local, false, &root, [width, width, rows], &mut product);
        let mut gram = reserve(rows * rows)?;
        multiply_into(&root, true, &product, [rows, width, rows], &mut gram);
        let (shares, vectors) = symmetric_eigen(&gram, rows)?;
        let mut rotated = product;
        multiply_into(&root, false, &vectors, [width, rows, rows], &mut rotated);
        Ok(Leverage { shares, root: rotated })
    }

    /// f(I M) s: the score of the cluster, corrected, on its columns.
    pub(crate) fn correct(
        &self,
        cluster: &Cluster,
        correction: Correction,
        inverse: &[f64],
        p: usize,
    ) -> Vec<f64> {
        let step: Vec<f64> = cluster
            .columns
            .iter()
            .map(|&row| {
                let row = &inverse[row as usize * p..][..p];
                cluster.columns.iter().zip(&cluster.score).map(|(&c, s)| row[c as usize] * s).sum()
            })
            .gathered();
        spend(2 * step.len() * step.len());
        let mut corrected = copied(&cluster.score);
        for (&share, row) in self.shares.iter().zip(self.root.chunks(step.len().max(1))) {
            let along = gain(correction, share) * dot(row, &step);
            corrected.iter_mut().zip(row).for_each(|(c, r)| *c += along * r);
        }
        corrected
    }

    /// The directions of the score that the cluster alone determines: rows of E.
    pub(crate) fn determined(&self) -> impl Iterator<Item = &[f64]> {
        let width = self.root.len().checked_div(self.shares.len()).unwrap_or(0).max(1);
        self.shares.iter().zip(self.root.chunks(width)).filter(|(d, _)| is_determined(**d)).map(|(_, e)| e)
    }
}

/// Z as a dense matrix.
fn dense(cluster: &Cluster) -> Result<Vec<f64>> {
    let width = cluster.columns.len();
    let mut root = reserve(cluster.rows as usize * width)?;
    for &(row, slot, value) in &cluster.root {
        root[row as usize * width + slot as usize] += value;
    }
    Ok(root)
}

/// Another root of Z'Z, with no more rows than it has columns.
fn compressed(cluster: &Cluster) -> Result<Vec<f64>> {
    let width = cluster.columns.len();
    let mut information = reserve(width * width)?;
    for row in cluster.root.chunk_by(|a, b| a.0 == b.0) {
        spend(row.len() * row.len());
        for &(_, a, x) in row {
            for &(_, b, y) in row {
                information[a as usize * width + b as usize] += x * y;
            }
        }
    }
    root_of(&mut information, width)
}

/// A root of an information matrix, row-major and with as many rows as it has directions with data. It scales the matrix.
pub(super) fn root_of(information: &mut [f64], width: usize) -> Result<Vec<f64>> {
    // By a unit diagonal, so that a covariate in small units is no direction without data.
    let root = |k: usize| information[k * width + k].sqrt();
    let scales = (0..width).map(|k| if root(k) > 0.0 { root(k) } else { 1.0 }).gathered();
    for (row, own) in information.chunks_mut(width.max(1)).zip(&scales) {
        row.iter_mut().zip(&scales).for_each(|(value, scale)| *value /= own * scale);
    }
    let (values, mut vectors) = symmetric_eigen(information, width)?;
    let largest = values.last().copied().unwrap_or(0.0);
    let mut kept = Vec::new();
    for (&value, vector) in values.iter().zip(vectors.chunks_mut(width.max(1))) {
        // The rest, of directions without data, is rounding.
        if value > 1e-15 * width as f64 * largest {
            vector.iter_mut().zip(&scales).for_each(|(v, scale)| *v *= value.sqrt() * scale);
            kept.put_all(vector);
        }
    }
    Ok(kept)
}
