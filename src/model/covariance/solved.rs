//! Sandwiches whose bread would lose digits. Where a weak prior alone holds something, an inverse has entries as large as
//! its variance, and what many votes tell is the difference of such entries. There every score is solved for: the rounding
//! of a solution lies along what is held weakly, and leaves the rest.

use super::bread::factored;
use super::meat::{each_score, Each};
use super::Breads;
use crate::error::Result;
use crate::graph;
use crate::likelihood::{ConstraintState, Curvature, NullSpace};
use crate::linalg::{add_outer_products, mirror};
use crate::model::fitted::Model;
use crate::model::specification::{Correction, CovarianceKind};
use crate::room::{self, reserve};

/// The product of a variance and the curvature without correlations beyond which an inverse is not multiplied with: as many
/// digits of it are lost.
const LOSSY: f64 = 1e5;

/// Solutions whose squares are added together.
const BLOCK: usize = 64;

/// The null space of the votes: beyond that of a model with a ridge, the shifts of the components of the graph of comparisons,
/// on which no score has a part. A ridge on centred scores has them as eigenvectors, so that a weight on them changes no
/// product with a score.
pub(super) fn null_space_of_votes(model: &Model) -> NullSpace {
    let (own, layout) = (&model.objective, &model.layout);
    let is_of_ridge = own.ridge > 0.0 && own.pseudo.is_none() && own.strength.is_linear();
    let is_free = model.specification.fixed_scores.iter().all(|score| score.is_nan());
    if !is_of_ridge || !is_free || layout.spread.is_some() {
        return model.null_space.clone();
    }
    let design = &own.data.design;
    let pairs = (0..design.len()).map(|cell| (design.left[cell], design.right[cell]));
    let components = graph::components(layout.items, pairs);
    if components.iter().all(|&component| component == 0) {
        return model.null_space.clone();
    }
    NullSpace { shifts: graph::members_of(&components), ..model.null_space.clone() }
}

/// Whether digits would be lost in products with the inverse of an information matrix.
pub(super) fn is_lossy(model: &Model, which: Curvature, inverse: &[f64]) -> Result<bool> {
    let own = &model.objective;
    let is_active = own.constraints.iter().any(|c| c.state == ConstraintState::Active);
    if !model.has_penalty() || is_active {
        return Ok(false);
    }
    let p = own.dimension;
    let largest = (0..p).filter(|&k| !own.fixed[k]).map(|k| inverse[k * p + k]).fold(0.0, f64::max);
    let mut information = reserve(p * p)?;
    own.information(&model.theta, which, &mut information);
    Ok(largest * own.typical(&information) > LOSSY)
}

/// The sum of squares of the solutions of the scores of a kind, and the number of clusters.
pub(super) fn of_kind(
    model: &Model,
    (which, kind, correction): (Curvature, CovarianceKind, Correction),
    breads: Option<&Breads>,
) -> Result<(Vec<f64>, usize)> {
    squares(model, which, |each| each_score(model, kind, correction, breads, each))
}

/// The sum of squares of the solutions of scores.
pub(super) fn squares(
    model: &Model,
    which: Curvature,
    scores: impl FnOnce(Each<'_>) -> Result<usize>,
) -> Result<(Vec<f64>, usize)> {
    let p = model.theta.len();
    let own = &model.objective;
    let null_space = null_space_of_votes(model);
    let (mut factor, _) = factored(own, &null_space, &model.theta, &model.directions, which, None)?;
    let mut sum = reserve(p * p)?;
    let mut block = reserve(BLOCK * p)?;
    let mut count = 0;
    let mut add = |block: &mut [f64], sum: &mut [f64]| {
        factor.solve_many(block);
        for solution in block.chunks_mut(p) {
            solution.iter_mut().zip(&own.fixed).filter(|(_, fixed)| **fixed).for_each(|(x, _)| *x = 0.0);
        }
        add_outer_products(block, p, sum);
    };
    let clusters = scores(&mut |columns, values| {
        let score = &mut block[count * p..(count + 1) * p];
        columns.iter().zip(values).for_each(|(&at, value)| score[at as usize] += value);
        count += 1;
        if count == BLOCK {
            add(&mut block, &mut sum);
            room::clear(&mut block);
            count = 0;
        }
        Ok(())
    })?;
    add(&mut block[..count * p], &mut sum);
    mirror(&mut sum, p);
    Ok((sum, clusters))
}
