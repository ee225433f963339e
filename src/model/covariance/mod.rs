//! Covariance of the parameters: a generalised inverse of an information matrix (the bread), and the
//! squared scores between two slices of it (the meat); with clusters, the scores of each summed first,
//! and corrected for its leverage where clusters are few.

mod blocks;
mod bread;
mod clusters;
mod contributions;
mod degrees;
mod deletion;
mod expected;
mod few;
mod laplacian;
mod leverage;
mod leverages;
mod meat;
mod noise;
mod sampled;
mod selected;
mod solved;
#[cfg(test)]
mod large;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod weak;

use crate::room::Duplicate as _;
pub(crate) use bread::{factored, generalised_inverse, sandwich, Breads};
pub(in crate::model) use clusters::WAYS;
pub(crate) use clusters::{Cluster, ClusteredBy, Clusters};
pub(crate) use contributions::Contributions;
pub(crate) use degrees::satterthwaite;
pub(crate) use deletion::Deletion;
pub(in crate::model) use few::Few;
pub(crate) use few::MANY as MANY_CLUSTERS;
pub(crate) use leverage::Leverage;
pub(in crate::model) use leverages::Leverages;
pub(crate) use meat::Meat;
pub(crate) use noise::NormalDraws;
pub(super) use sampled::Kept;
pub(crate) use sampled::EXACT;
pub use sampled::{Sampled, Sampling};

use crate::error::{Error, Result};
use crate::likelihood::{Curvature, Objective};
use crate::linalg::{mirror, multiply, symmetric_eigen, Factor};
use crate::model::fitted::{contexts_repeat, Covariance, Model};
use crate::model::quantities::Jacobian;
use crate::model::specification::{Correction, CovarianceKind};
use crate::room::{self, Gather as _};
use crate::room::{reserve, reserve_filled};
use crate::solve::Stop;
use crate::vectors::{are_finite, dot};
use bread::{bread, bread_of_scores, typical_weight};
use meat::PANEL;
use std::sync::OnceLock;

impl Model {
    /// Whether a penalty, or pseudo-comparisons, add to what is known.
    pub(crate) fn has_penalty(&self) -> bool {
        let own = &self.objective;
        own.ridge != 0.0 || own.pseudo.is_some() || !own.penalties.is_empty()
    }

    /// The covariance that a kind stands for in this model.
    pub fn kind(&self, asked: CovarianceKind) -> CovarianceKind {
        let asked = if asked == CovarianceKind::Auto { self.specification.covariance } else { asked };
        if asked != CovarianceKind::Auto {
            return asked;
        }
        if self.facts.stop == Stop::Given && self.weighting().is_none() {
            // Parameters that are taken as true say what comparisons like these would be worth.
            CovarianceKind::Expected
        } else if self.leans_on_penalty && self.weighting().is_none() {
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
        let correction = self.settled(kind, correction)?;
        check_correction(kind, correction)?;
        let known = &self.covariances[kind as usize][correction as usize];
        room::once_or(known, || compute(self, kind, correction))
    }
}

impl Model {
    /// The inverse G of the Hessian and G R G, R what the penalty and pseudo-comparisons add to the Hessian; None where
    /// there is no penalty.
    pub(crate) fn penalty_in_bread(&self) -> Result<Option<(Vec<f64>, Vec<f64>)>> {
        if !self.has_penalty() {
            return Ok(None);
        }
        let own = &self.objective;
        let penalty = Objective {
            strength: own.strength,
            data: own.data.empty(),
            pseudo: own.pseudo.clone(),
            ridge: own.ridge,
            fixed: own.fixed.duplicate(),
            constraints: Vec::new(),
            penalties: own.penalties.duplicate(),
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

    /// The independent units of a covariance: clusters, or comparisons.
    pub(crate) fn independent_units(&self, kind: CovarianceKind) -> Result<f64> {
        match self.kind(kind) {
            kind if kind.is_clustered() => Ok(self.cluster_count(kind)? as f64),
            _ => Ok(self.facts.comparisons),
        }
    }

    /// tr(H^-1 M), H the Hessian and M the squared scores of the clusters of a kind (by context, of two ways): what a fit gains
    /// by its parameters where comparisons of one cluster depend on each other (Takeuchi 1976; Varin and Vidoni 2005). The
    /// dimension where they are independent and the model is right.
    pub(crate) fn effective_dimension(&self, kind: CovarianceKind) -> Result<f64> {
        check_clusters(self, kind)?;
        let kind = match kind {
            CovarianceKind::ClusteredTwoWay => CovarianceKind::ClusteredByContext,
            kind => kind,
        };
        let p = self.theta.len();
        room::expect(format_args!("the criterion of {p} parameters"), room::matrices(3, p))?;
        let bread = bread(self, Curvature::Observed)?;
        let (meat, _) = Meat::new(self, kind, Correction::None, None)?;
        Ok(dot(&bread, &meat.squares(p)?))
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

/// The units by which a clustered kind groups comparisons; None for the other kinds.
fn clusters_of(kind: CovarianceKind) -> Option<&'static [ClusteredBy]> {
    match kind {
        CovarianceKind::ClusteredByContext => Some(&[ClusteredBy::Cluster]),
        CovarianceKind::ClusteredByJudge => Some(&[ClusteredBy::Judge]),
        CovarianceKind::ClusteredTwoWay => Some(&[ClusteredBy::Cluster, ClusteredBy::Judge]),
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
    if let (Some(weights), true) = (model.weighting(), plain) {
        return Err(Error::Unsupported(format!(
            "covariance: {weights} have no plain covariance; use a sandwich"
        )));
    }
    let unit = model.facts.unit;
    // Scaling the counts by 1/unit scales information the same way, clustered squares twice.
    let single = plain
        || (model.weighting().is_none()
            && matches!(kind, CovarianceKind::Sandwich | CovarianceKind::SandwichExpected));
    let scale = if single { 1.0 / unit } else { 1.0 };
    let mut weight = scale * if single { 1.0 } else { typical_weight(model) };
    let (bread, meat, clusters) = match clusters_of(kind) {
        Some(by) => {
            check_clusters(model, kind)?;
            let breads = match (by, correction) {
                (&[by], Correction::Cr2) => model.leverages(by)?.breads.clone(),
                _ => Breads::new(model, correction == Correction::Jackknife)?,
            };
            let sizes = sizes(model, &breads.observed, weight);
            let is_lossy = solved::is_lossy(model, Curvature::Observed, &breads.observed)?;
            if is_lossy {
                let (matrix, clusters) = match by {
                    [_] => solved::of_kind(model, (Curvature::Observed, kind, correction), Some(&breads))?,
                    _ => two_way_solved(model, by, correction)?,
                };
                return Covariance::whole(matrix, clusters, sizes);
            }
            if by.len() > 1 {
                let (matrix, clusters) = two_way(model, &breads, by, correction)?;
                return Covariance::whole(matrix, clusters, sizes);
            }
            let (meat, clusters) = Meat::new(model, kind, correction, Some(&breads))?;
            (breads.observed, meat, clusters)
        }
        None => {
            let expected = matches!(kind, CovarianceKind::Expected | CovarianceKind::SandwichExpected);
            let is_graded = model.outcome().has_grades();
            let of_answers = if expected && is_graded { Some(model.of_expected_grades()?) } else { None };
            let of = of_answers.as_ref().unwrap_or(model);
            let which = if expected && !is_graded { Curvature::Expected } else { Curvature::Observed };
            let mut bread = if plain { bread(of, which)? } else { bread_of_scores(of, which)? };
            if plain {
                if scale != 1.0 {
                    bread.iter_mut().for_each(|c| *c *= scale);
                    weight = 1.0;
                }
                let sizes = sizes(model, &bread, weight);
                return Covariance::whole(bread, 0, sizes);
            }
            if of_answers.is_none() && solved::is_lossy(model, which, &bread)? {
                let (mut matrix, clusters) = solved::of_kind(model, (which, kind, correction), None)?;
                matrix.iter_mut().for_each(|c| *c *= scale);
                return Covariance::whole(matrix, clusters, sizes(model, &bread, weight));
            }
            let (meat, clusters) = Meat::new(model, kind, correction, None)?;
            (bread, meat, clusters)
        }
    };
    if !are_finite(&bread) || !meat.is_finite() {
        return Err(not_finite());
    }
    let sizes = sizes(model, &bread, weight);
    Ok(Covariance { bread, meat: Some((meat, scale)), whole: OnceLock::new(), clusters, sizes })
}

fn not_finite() -> Error {
    Error::Numeric("the covariance is not finite".into())
}

impl Covariance {
    /// A covariance that is known as a matrix.
    fn whole(matrix: Vec<f64>, clusters: usize, sizes: Vec<f64>) -> Result<Covariance> {
        if !are_finite(&matrix) {
            return Err(not_finite());
        }
        Ok(Covariance { bread: matrix, meat: None, whole: OnceLock::new(), clusters, sizes })
    }

    /// The matrix, dimension x dimension; of a sandwich it is made when it is first asked for.
    pub fn matrix(&self) -> Result<&[f64]> {
        let Some((meat, scale)) = &self.meat else { return Ok(&self.bread) };
        let make = || {
            let p = self.sizes.len();
            room::expect(format_args!("the covariance of {p} parameters"), room::matrices(4, p))?;
            let mut matrix = sandwich(&self.bread, &meat.squares(p)?, p)?;
            if *scale != 1.0 {
                matrix.iter_mut().for_each(|c| *c *= scale);
            }
            match are_finite(&matrix) {
                true => Ok(matrix),
                false => Err(not_finite()),
            }
        };
        Ok(room::once_or(&self.whole, make)?)
    }

    /// The diagonal of J C J'. Of a sandwich each value takes the scores once, which is less work than its matrix.
    pub fn variances(&self, jacobian: &Jacobian, threads: usize) -> Result<Vec<f64>> {
        // Also where the matrix is there already: its bits would be others.
        let Some((meat, scale)) = &self.meat else { return Ok(jacobian.variances(&self.bread)) };
        let count = jacobian.rows();
        let p = jacobian.columns();
        let shared = jacobian.shared_products(&self.bread);
        let of_panel = |(panel, room): &mut (Vec<f64>, Vec<[f64; PANEL]>), task: usize| {
            for (place, product) in panel.chunks_mut(p.max(1)).enumerate() {
                // The last panel repeats its last value.
                let row = (task * PANEL + place).min(count - 1);
                jacobian.row_product(row, &self.bread, &shared, product);
            }
            Ok(meat.forms(panel, room).map(|form| form * scale))
        };
        let begin = || Ok((reserve(PANEL * p)?, reserve_filled(p, [0.0; PANEL])?));
        let panels = count.div_ceil(PANEL);
        let found = crate::threads::run(panels, threads, begin, of_panel, &mut crate::progress::unwatched())?;
        let mut variances = found.into_iter().flatten().gathered();
        variances.truncate(count);
        Ok(variances)
    }
}

/// Standard errors of the parameters by the bread alone.
fn sizes(model: &Model, bread: &[f64], weight: f64) -> Vec<f64> {
    let p = model.theta.len();
    (0..p).map(|k| (bread[k * p + k] * weight).sqrt()).gathered()
}

/// Refuses clusters that the set does not have.
fn check_clusters(model: &Model, kind: CovarianceKind) -> Result<()> {
    let has_clusters = model.set.contexts() > 0 || model.set.cells().has_clusters();
    if kind != CovarianceKind::ClusteredByJudge && !has_clusters {
        return Err(Error::Unsupported(
            "covariance: the set has no contexts to cluster by, and no clusters".into(),
        ));
    }
    if kind == CovarianceKind::ClusteredTwoWay && model.layout.judges < 2 {
        return Err(Error::Unsupported(
            "covariance: clusters of two ways need at least two judges, but there is one".into(),
        ));
    }
    Ok(())
}

/// Scores summed within clusters of two ways, squared, between slices of bread; and the number of clusters: the sum of
/// both less that of their intersections (Cameron, Gelbach and Miller 2011), each with its own factor; its negative
/// eigenvalues become zero, as they advise.
fn two_way(
    model: &Model,
    breads: &Breads,
    by: &[ClusteredBy],
    correction: Correction,
) -> Result<(Vec<f64>, usize)> {
    let p = model.theta.len();
    let mut meat = reserve(p * p)?;
    let mut count = usize::MAX;
    for &by in by {
        let clusters = meat::add_clusters(model, by, correction, 1.0, &mut meat)?;
        count = count.min(clusters);
    }
    meat::add_clusters(model, ClusteredBy::Both, correction, -1.0, &mut meat)?;
    mirror(&mut meat, p);
    let mut matrix = sandwich(&breads.observed, &meat, p)?;
    clip(&mut matrix, p)?;
    Ok((matrix, count))
}

/// The same, each score solved for.
fn two_way_solved(model: &Model, by: &[ClusteredBy], correction: Correction) -> Result<(Vec<f64>, usize)> {
    let of = |by: ClusteredBy| {
        solved::squares(model, Curvature::Observed, |each| {
            meat::of_clusters(model, by, correction, None, each)
        })
    };
    let (mut matrix, _) = of(ClusteredBy::Both)?;
    matrix.iter_mut().for_each(|c| *c = -*c);
    let mut count = usize::MAX;
    for &by in by {
        let (own, clusters) = of(by)?;
        matrix.iter_mut().zip(&own).for_each(|(sum, c)| *sum += c);
        count = count.min(clusters);
    }
    clip(&mut matrix, model.theta.len())?;
    Ok((matrix, count))
}

/// Takes negative eigenvalues, beyond rounding, out of a symmetric matrix.
fn clip(matrix: &mut [f64], p: usize) -> Result<()> {
    const ROUNDING: f64 = 1e-13;
    // Where none is negative a factor says so, for less than a tenth of the work.
    let mut factor = Factor::new(p)?;
    room::copy(matrix, factor.matrix());
    let largest = (0..p).map(|k| matrix[k * p + k]).fold(0.0, f64::max);
    (0..p).for_each(|k| factor.matrix()[k * p + k] += ROUNDING * largest);
    if factor.factor() {
        return Ok(());
    }
    drop(factor);
    let (values, mut vectors) = symmetric_eigen(matrix, p)?;
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else { return Ok(()) };
    if least >= -ROUNDING * most {
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
