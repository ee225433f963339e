//! Covariance of the parameters: a generalised inverse of an information matrix (the bread), and the
//! squared scores between two slices of it (the meat); with clusters, the scores of each summed first,
//! and corrected for its leverage where clusters are few.

mod bread;
mod clusters;
mod degrees;
mod leverage;
#[cfg(test)]
mod tests;

pub(crate) use bread::{generalised_inverse, sandwich, Breads};
pub(crate) use clusters::{By, Clusters};
pub(crate) use leverage::Leverage;

use super::fitted::{contexts_repeat, Covariance, Model};
use super::specification::{Correction, CovarianceKind};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::{Curvature, Objective};
use crate::room;
use crate::solve::{mirror, multiply, reserve, symmetric_eigen, Stop};
use bread::{bread, typical_weight};

impl Model {
    /// The covariance that a kind stands for in this model.
    pub fn kind(&self, asked: CovarianceKind) -> CovarianceKind {
        let asked = if asked == CovarianceKind::Auto { self.specification.covariance } else { asked };
        if asked != CovarianceKind::Auto {
            return asked;
        }
        if self.facts.stop == Stop::Given && !self.set.importance() {
            // Parameters that are taken as true say what comparisons like these would be worth.
            CovarianceKind::Expected
        } else if self.leans_on_penalty && !self.set.importance() {
            // Where the data alone would not do, the penalty speaks as a prior: residuals know nothing
            // of an item that was never compared.
            CovarianceKind::Observed
        } else if contexts_repeat(&self.set) {
            CovarianceKind::ClusteredByContext
        } else {
            CovarianceKind::Sandwich
        }
    }

    /// The covariance of the parameters, computed once.
    pub fn covariance(&self, asked: CovarianceKind, correction: Correction) -> Result<&Covariance> {
        let kind = self.kind(asked);
        check_correction(kind, correction)?;
        let known = &self.covariances[kind as usize][correction as usize];
        room::once_or(known, || compute(self, kind, correction))
    }
}

impl Model {
    /// The inverse G of the Hessian and G R G, R what the penalty and pseudo-comparisons add to the Hessian; None where
    /// there is no penalty.
    pub(crate) fn penalty_in_bread(&self) -> Result<Option<(Vec<f64>, Vec<f64>)>> {
        let own = &self.objective;
        if own.ridge == 0.0 && own.pseudo.is_none() && own.penalties.is_empty() {
            return Ok(None);
        }
        let penalty = Objective {
            strength: own.strength,
            data: own.data.empty(),
            pseudo: own.pseudo.clone(),
            ridge: own.ridge,
            fixed: own.fixed.clone(),
            held: Vec::new(),
            penalties: own.penalties.clone(),
            dimension: own.dimension,
            units: own.units.clone(),
        };
        let p = own.dimension;
        let mut share = reserve(p * p)?;
        penalty.information(&self.theta, Curvature::Observed, &mut share);
        mirror(&mut share, p);
        let bread = bread(self, Curvature::Observed)?;
        let share = sandwich(&bread, &share, p)?;
        Ok(Some((bread, share)))
    }

    /// The number of comparisons of equal weight that weights of importance are worth.
    pub(crate) fn effective_weights(&self) -> f64 {
        self.objective.data.design.total() / typical_weight(self)
    }

    /// Whether some context has more than one comparison.
    pub(crate) fn contexts_repeat(&self) -> bool {
        contexts_repeat(&self.set)
    }
}

/// What a clustered kind groups comparisons by; None for the other kinds.
fn clusters_of(kind: CovarianceKind) -> Option<&'static [By]> {
    match kind {
        CovarianceKind::ClusteredByContext => Some(&[By::Context]),
        CovarianceKind::ClusteredByJudge => Some(&[By::Judge]),
        CovarianceKind::ClusteredTwoWay => Some(&[By::Context, By::Judge]),
        _ => None,
    }
}

/// Refuses corrections that a kind (not Auto) does not have.
fn check_correction(kind: CovarianceKind, correction: Correction) -> Result<()> {
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    match (kind, correction) {
        (_, Correction::None) => Ok(()),
        (kind, _) if clusters_of(kind).is_none() => {
            refuse("correction: corrections for few clusters go with clustered covariances only")
        }
        (CovarianceKind::ClusteredTwoWay, Correction::Cr2 | Correction::Jackknife) => {
            refuse("correction: clusters of two ways have CR1 only")
        }
        _ => Ok(()),
    }
}

/// Computes the covariance of a kind (not Auto) for a model.
fn compute(model: &Model, kind: CovarianceKind, correction: Correction) -> Result<Covariance> {
    let plain = matches!(kind, CovarianceKind::Expected | CovarianceKind::Observed);
    let p = model.theta.len();
    room::expect(
        format_args!("the covariance of {p} parameters"),
        room::matrices(if plain { 2 } else { 4 }, p),
    )?;
    if model.set.importance() && plain {
        return Err(Error::Unsupported(
            "covariance: importance weights have no plain covariance; use a sandwich".into(),
        ));
    }
    let unit = model.facts.unit;
    // Scaling the counts by 1/unit scales information the same way, clustered squares twice.
    let single = plain
        || (!model.set.importance()
            && matches!(kind, CovarianceKind::Sandwich | CovarianceKind::SandwichExpected));
    let scale = if single { 1.0 / unit } else { 1.0 };
    let (mut matrix, sizes, clusters) = match clusters_of(kind) {
        Some(by) => {
            check_clusters(model, kind)?;
            let leveraged = matches!(correction, Correction::Cr2 | Correction::Jackknife);
            let breads = Breads::new(model, leveraged)?;
            let (matrix, clusters) = clustered(model, &breads, by, correction)?;
            (matrix, sizes(model, &breads.observed, scale * typical_weight(model)), clusters)
        }
        None => {
            let expected = matches!(kind, CovarianceKind::Expected | CovarianceKind::SandwichExpected);
            let bread = bread(model, if expected { Curvature::Expected } else { Curvature::Observed })?;
            let weight = scale * if single { 1.0 } else { typical_weight(model) };
            let sizes = sizes(model, &bread, weight);
            let matrix = if plain { bread } else { squared(model, &bread)? };
            (matrix, sizes, 0)
        }
    };
    if scale != 1.0 {
        matrix.iter_mut().for_each(|c| *c *= scale);
    }
    if matrix.iter().any(|c| !c.is_finite()) {
        return Err(Error::Numeric("the covariance is not finite".into()));
    }
    Ok(Covariance { matrix, clusters, sizes })
}

/// Standard errors of the parameters by the bread alone.
fn sizes(model: &Model, bread: &[f64], weight: f64) -> Vec<f64> {
    let p = model.theta.len();
    (0..p).map(|k| (bread[k * p + k] * weight).sqrt()).collect()
}

/// The sandwich with the squared scores of single comparisons.
fn squared(model: &Model, bread: &[f64]) -> Result<Vec<f64>> {
    let p = model.theta.len();
    let mut meat = reserve(p * p)?;
    model.objective.information(&model.theta, Curvature::Squared, &mut meat);
    mirror(&mut meat, p);
    sandwich(bread, &meat, p)
}

/// Refuses to cluster where there is nothing to cluster by.
fn check_clusters(model: &Model, kind: CovarianceKind) -> Result<()> {
    if kind != CovarianceKind::ClusteredByJudge && model.set.contexts() == 0 {
        return Err(Error::Unsupported("covariance: the set has no contexts to cluster by".into()));
    }
    if kind == CovarianceKind::ClusteredTwoWay && model.frame.judges < 2 {
        return Err(Error::Unsupported(
            "covariance: clusters of two ways need at least two judges, but there is one".into(),
        ));
    }
    Ok(())
}

/// Scores summed within clusters, squared, and put between slices of bread; and the number of
/// clusters. Of two ways, the sum of both less that of their intersections (Cameron, Gelbach and Miller
/// 2011), each with its own factor; its negative eigenvalues become zero, as they advise.
fn clustered(model: &Model, breads: &Breads, by: &[By], correction: Correction) -> Result<(Vec<f64>, usize)> {
    let p = model.theta.len();
    let mut meat = reserve(p * p)?;
    let mut count = usize::MAX;
    for &by in by {
        count = count.min(add_meat(model, breads, by, correction, 1.0, &mut meat)?);
    }
    if by.len() > 1 {
        add_meat(model, breads, By::Both, correction, -1.0, &mut meat)?;
    }
    mirror(&mut meat, p);
    let mut matrix = sandwich(&breads.observed, &meat, p)?;
    if by.len() > 1 {
        clip(&mut matrix, p)?;
    }
    Ok((matrix, count))
}

/// Adds `sign` times the squared scores of clusters to the lower triangle of the meat; returns the
/// number of clusters.
fn add_meat(
    model: &Model,
    breads: &Breads,
    by: By,
    correction: Correction,
    sign: f64,
    meat: &mut [f64],
) -> Result<usize> {
    let p = model.theta.len();
    let clusters = Clusters::new(model, by)?;
    let count = clusters.count();
    if correction != Correction::None && count < 2 {
        return Err(Error::Unsupported(format!(
            "correction: there must be at least two clusters, but there are {count}"
        )));
    }
    let size = count as f64;
    let factor = match correction {
        Correction::None | Correction::Cr2 => sign,
        Correction::Cr1 => sign * size / (size - 1.0),
        Correction::Jackknife => sign * (size - 1.0) / size,
    };
    let leveraged = matches!(correction, Correction::Cr2 | Correction::Jackknife);
    clusters.for_each(leveraged, |cluster| {
        let weight = factor * cluster.times;
        if leveraged {
            let leverage = Leverage::new(cluster, breads.working(), p)?;
            let score = leverage.correct(cluster, correction, breads.working(), p);
            add_square(&cluster.columns, &score, weight, p, meat);
        } else {
            add_square(&cluster.columns, &cluster.score, weight, p, meat);
        }
        Ok(())
    })?;
    Ok(count)
}

/// Adds `weight` times the square of a sparse vector to the lower triangle.
fn add_square(columns: &[u32], values: &[f64], weight: f64, p: usize, meat: &mut [f64]) {
    for (at, (&a, &va)) in columns.iter().zip(values).enumerate() {
        spend(2 * at);
        let weighted = weight * va;
        meat[a as usize * p + a as usize] += weighted * va;
        for (&b, &vb) in columns[..at].iter().zip(values) {
            meat[a.min(b) as usize * p + a.max(b) as usize] += weighted * vb;
        }
    }
}

/// Takes negative eigenvalues, beyond rounding, out of a symmetric matrix.
fn clip(matrix: &mut [f64], p: usize) -> Result<()> {
    let (values, mut vectors) = symmetric_eigen(matrix, p)?;
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else { return Ok(()) };
    if least >= -1e-13 * most {
        return Ok(());
    }
    for (value, vector) in values.iter().zip(vectors.chunks_mut(p)) {
        let root = value.max(0.0).sqrt();
        vector.iter_mut().for_each(|v| *v *= root);
    }
    let mut transposed = reserve(p * p)?;
    for (k, vector) in vectors.chunks(p).enumerate() {
        vector.iter().enumerate().for_each(|(i, v)| transposed[i * p + k] = *v);
    }
    multiply(&vectors, &transposed, matrix, p);
    Ok(())
}
