//! Covariance of the parameters: a generalised inverse of an information matrix (the bread), and the
//! squared scores between two slices of it (the meat).

use super::fitted::{contexts_repeat, Covariance, Direction, Model};
use super::specification::CovarianceKind;
use crate::comparisons::NONE;
use crate::error::{Error, Result};
use crate::likelihood::{Block, Curvature, Design, Gauge, Grain, Objective};
use crate::solve::Factor;

impl Model {
    /// The covariance that a kind stands for in this model.
    pub fn kind(&self, asked: CovarianceKind) -> CovarianceKind {
        let asked = if asked == CovarianceKind::Auto { self.specification.covariance } else { asked };
        if asked != CovarianceKind::Auto {
            return asked;
        }
        if self.leans_on_penalty && !self.set.importance() {
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
    pub fn covariance(&self, asked: CovarianceKind) -> Result<&Covariance> {
        let kind = self.kind(asked);
        self.covariances[kind as usize].get_or_init(|| compute(self, kind)).as_ref().map_err(Clone::clone)
    }
}

/// Computes the covariance of a kind (not Auto) for a model.
fn compute(model: &Model, kind: CovarianceKind) -> Result<Covariance> {
    let plain = matches!(kind, CovarianceKind::Expected | CovarianceKind::Observed);
    if model.set.importance() && plain {
        return Err(Error::Unsupported(
            "covariance: importance weights have no plain covariance; use a sandwich".into(),
        ));
    }
    if kind == CovarianceKind::ClusteredByContext && model.set.contexts() == 0 {
        return Err(Error::Unsupported("covariance: the set has no contexts to cluster by".into()));
    }
    check_memory(model)?;
    let expected = matches!(kind, CovarianceKind::Expected | CovarianceKind::SandwichExpected);
    let which = if expected { Curvature::Expected } else { Curvature::Observed };
    let bread = generalised_inverse(&model.objective, &model.gauge, &model.theta, &model.directions, which)?;
    let (p, unit) = (model.theta.len(), model.facts.unit);
    // Scaling the counts by 1/unit scales information the same way, clustered squares twice.
    let single = plain
        || (!model.set.importance()
            && matches!(kind, CovarianceKind::Sandwich | CovarianceKind::SandwichExpected));
    let scale = if single { 1.0 / unit } else { 1.0 };
    let weight = scale * if single { 1.0 } else { typical_weight(model) };
    let sizes = (0..p).map(|k| (bread[k * p + k] * weight).sqrt()).collect();
    let (matrix, clusters) = match kind {
        CovarianceKind::Auto | CovarianceKind::Expected | CovarianceKind::Observed => (bread, 0),
        CovarianceKind::Sandwich | CovarianceKind::SandwichExpected => {
            let mut meat = crate::solve::reserve(p * p)?;
            model.objective.information(&model.theta, Curvature::Squared, &mut meat);
            mirror(&mut meat, p);
            (sandwich(&bread, &meat, p)?, 0)
        }
        CovarianceKind::ClusteredByContext => clustered(model, &bread, true)?,
        CovarianceKind::ClusteredByJudge => clustered(model, &bread, false)?,
        CovarianceKind::ClusteredTwoWay => todo!(),
    };
    let mut covariance = Covariance { matrix, clusters, sizes };
    if scale != 1.0 {
        covariance.matrix.iter_mut().for_each(|c| *c *= scale);
    }
    if covariance.matrix.iter().any(|c| !c.is_finite()) {
        return Err(Error::Numeric("the covariance is not finite".into()));
    }
    Ok(covariance)
}

/// How much larger squared scores are than information where weights are squared: the mean weight,
/// counted by weight.
fn typical_weight(model: &Model) -> f64 {
    let design = &model.objective.data.design;
    let squares: f64 = if model.set.importance() {
        (0..design.len()).map(|cell| design.squares(cell).total()).sum()
    } else {
        design.counts.iter().map(|c| c.total() * c.total()).sum()
    };
    squares / design.total()
}

fn check_memory(model: &Model) -> Result<()> {
    let p = model.theta.len();
    let bytes = p.saturating_mul(p).saturating_mul(4 * 8);
    let limit = model.specification.max_bytes;
    if limit > 0 && bytes > limit {
        return Err(Error::Memory(format!(
            "the covariance of {p} parameters needs about {bytes} bytes, more than max_bytes = {limit}"
        )));
    }
    Ok(())
}

/// The generalised inverse of an information matrix at theta, off the null directions and those that
/// are not identified; fixed parameters have no entries.
pub(crate) fn generalised_inverse(
    objective: &Objective,
    gauge: &Gauge,
    theta: &[f64],
    directions: &[Direction],
    which: Curvature,
) -> Result<Vec<f64>> {
    let p = theta.len();
    let mut factor = Factor::new(p)?;
    let mut scratch = vec![0.0; p];
    objective.information(theta, which, factor.matrix());
    let free = objective.fixed.iter().filter(|f| !**f).count().max(1);
    let trace: f64 = (0..p).filter(|&k| !objective.fixed[k]).map(|k| factor.matrix()[k * p + k].abs()).sum();
    let scale = if trace > 0.0 { trace / free as f64 } else { 1.0 };
    gauge.add_projector(&objective.strength, theta, &objective.fixed, scale, factor.matrix(), &mut scratch);
    // Directions already reported as unidentified get a weight of their own, so that the rest can be
    // inverted; what moves along them is reported as infinite or not at all.
    for direction in directions {
        let norm: f64 = direction.along.iter().map(|(_, v)| v * v).sum();
        for (at, &(a, va)) in direction.along.iter().enumerate() {
            for &(b, vb) in &direction.along[at..] {
                let (row, column) = (a.max(b) as usize, a.min(b) as usize);
                factor.matrix()[column * p + row] += scale * va * vb / norm;
            }
        }
    }
    if !factor.factor() {
        let which = if which == Curvature::Expected { "expected information" } else { "Hessian" };
        return Err(Error::Numeric(format!("the {which} is not positive definite at the estimate")));
    }
    let mut inverse = factor.inverse()?;
    for k in (0..p).filter(|&k| objective.fixed[k]) {
        for other in 0..p {
            inverse[k * p + other] = 0.0;
            inverse[other * p + k] = 0.0;
        }
    }
    Ok(inverse)
}

/// Copies the lower triangle (column-major) to the upper one.
fn mirror(matrix: &mut [f64], p: usize) {
    for column in 0..p {
        for row in column + 1..p {
            matrix[row * p + column] = matrix[column * p + row];
        }
    }
}

/// G B G.
fn sandwich(bread: &[f64], meat: &[f64], p: usize) -> Result<Vec<f64>> {
    let mut half = crate::solve::reserve(p * p)?;
    let mut whole = crate::solve::reserve(p * p)?;
    crate::solve::multiply(bread, meat, &mut half, p);
    crate::solve::multiply(&half, bread, &mut whole, p);
    Ok(whole)
}

/// Scores summed within clusters, squared, and put between slices of bread.
fn clustered(model: &Model, bread: &[f64], by_context: bool) -> Result<(Vec<f64>, usize)> {
    let p = model.theta.len();
    let finer = Grain { context: by_context, judge: !by_context, order: false };
    let grain = model.frame.grain.or(finer);
    let mut design = Design::new(&model.set, &model.frame.terms, grain)?;
    if model.facts.unit != 1.0 {
        design.scale(1.0 / model.facts.unit);
    }
    let block = Block { design, outcome: model.objective.data.outcome };
    let mut meat = crate::solve::reserve(p * p)?;
    let mut clusters = 0;
    if by_context {
        contexts(model, &block, &mut meat, &mut clusters);
    } else {
        judges(model, &block, &mut meat, &mut clusters);
    }
    for k in (0..p).filter(|&k| model.objective.fixed[k]) {
        (0..p).for_each(|c| meat[c * p + k] = 0.0);
        meat[k * p..(k + 1) * p].fill(0.0);
    }
    mirror(&mut meat, p);
    Ok((sandwich(bread, &meat, p)?, clusters))
}

/// Adds the square of a sparse vector to the lower triangle.
fn add_square(entries: &[(u32, f64)], p: usize, meat: &mut [f64]) {
    for (at, &(a, va)) in entries.iter().enumerate() {
        meat[a as usize * p + a as usize] += va * va;
        for &(b, vb) in &entries[..at] {
            meat[a.min(b) as usize * p + a.max(b) as usize] += va * vb;
        }
    }
}

/// Cells come sorted by context, so that a cluster is a run of cells. Comparisons without a context
/// are clusters of their own.
fn contexts(model: &Model, block: &Block, meat: &mut [f64], clusters: &mut usize) {
    let p = model.theta.len();
    let mut sum = vec![0.0; p];
    let mut touched: Vec<u32> = Vec::new();
    let mut entries = Vec::new();
    let mut last = None;
    let mut flush = |sum: &mut Vec<f64>, touched: &mut Vec<u32>, meat: &mut [f64]| {
        touched.sort_unstable();
        touched.dedup();
        entries.clear();
        for &at in touched.iter() {
            entries.push((at, std::mem::take(&mut sum[at as usize])));
        }
        touched.clear();
        add_square(&entries, p, meat);
    };
    let contexts = &block.design.contexts;
    block.scores(&model.objective.strength, &model.theta, |cell, index, score| {
        let context = contexts[cell];
        if last != Some(context) {
            flush(&mut sum, &mut touched, meat);
            last = Some(context);
            *clusters += usize::from(context != NONE);
        }
        if context != NONE {
            for (&i, s) in index.iter().zip(score) {
                sum[i as usize] += s;
                touched.push(i);
            }
        }
    });
    flush(&mut sum, &mut touched, meat);
    if contexts.last() == Some(&NONE) {
        let first = contexts.partition_point(|c| *c != NONE);
        let loose = block.tail(first);
        loose.curvature(
            &model.objective.strength,
            &model.theta,
            Curvature::Squared,
            meat,
            &mut crate::likelihood::Local::default(),
        );
        *clusters += loose.design.total().round() as usize;
    }
}

fn judges(model: &Model, block: &Block, meat: &mut [f64], clusters: &mut usize) {
    let p = model.theta.len();
    let count = model.frame.judges;
    let mut sums = vec![0.0; count * p];
    let mut seen = vec![false; count];
    let design = &block.design;
    block.scores(&model.objective.strength, &model.theta, |cell, index, score| {
        let judge = design.judge(cell);
        seen[judge] = true;
        for (&i, s) in index.iter().zip(score) {
            sums[judge * p + i as usize] += s;
        }
    });
    for judge in (0..count).filter(|&k| seen[k]) {
        *clusters += 1;
        let entries: Vec<(u32, f64)> = sums[judge * p..(judge + 1) * p]
            .iter()
            .enumerate()
            .filter(|(_, s)| **s != 0.0)
            .map(|(i, &s)| (i as u32, s))
            .collect();
        add_square(&entries, p, meat);
    }
}
