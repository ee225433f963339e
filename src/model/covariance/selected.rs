//! Exact variances from a sparse factor, where the comparison graph allows one: those of scores need the selected inverse
//! only, and those of a sandwich its derivative.

use super::noise::Noise;
use crate::error::Result;
use crate::likelihood::{Curvature, NullSpace};
use crate::linalg::{Dual, Number, Pattern};
use crate::model::fitted::Model;
use crate::model::quantities::Jacobian;
use crate::model::specification::CovarianceKind;
use crate::room::{reserve, with_room, Gather as _, Put as _};
use crate::solve::Stop;

/// Most squared scores that the pattern is widened by, for each pair of the graph.
const MOST_WIDENED: usize = 20;

impl Model {
    /// The variances of J theta from a sparse factor, before they are scaled, of a kind (not Auto). Items are eliminated
    /// before thresholds, judges and covariates, which meet most of them: those are dense rows of the order. None where the
    /// kind, the model, the rows of J or the graph have none.
    pub(super) fn selected_variances(
        &self,
        kind: CovarianceKind,
        noise: &Noise<'_>,
        jacobian: &Jacobian,
    ) -> Result<Option<Vec<f64>>> {
        let objective = &self.objective;
        let of_scores = |row| jacobian.row(row).0.len() <= 1;
        if !objective.is_unpenalised()
            || self.directions.iter().any(|direction| !direction.diverges)
            || self.facts.stop == Stop::Given
            || !(0..jacobian.rows()).all(of_scores)
        {
            return Ok(None);
        }
        let expected = matches!(kind, CovarianceKind::Expected | CovarianceKind::SandwichExpected);
        let which = if expected { Curvature::Expected } else { Curvature::Observed };
        let Some(pattern) = self.pattern(which, kind.is_clustered(), noise)? else {
            return Ok(None);
        };
        if !kind.is_robust() {
            let values = self.information(&pattern, which)?;
            return variances(&pattern, values, jacobian);
        }
        let mut values: Vec<Dual> = self.information(&pattern, which)?;
        noise.scores.each(|columns, scores| {
            for (at, (&a, &x)) in columns.iter().zip(scores).enumerate() {
                if let Some(own) = pattern.at(a, a) {
                    values[own].1 += x * x;
                }
                for (&b, &y) in columns[..at].iter().zip(scores) {
                    if let Some(own) = pattern.at(a, b) {
                        values[own].1 += x * y;
                    }
                }
            }
        });
        let found = variances(&pattern, values, jacobian)?;
        Ok(found.map(|found| found.into_iter().map(|of: Dual| -of.1).gathered()))
    }

    /// The pattern of the factor of an information matrix, `squared` with the squares of the scores of clusters.
    fn pattern(&self, which: Curvature, squared: bool, noise: &Noise<'_>) -> Result<Option<Pattern>> {
        let objective = &self.objective;
        let design = &objective.data.design;
        let mut pairs: Vec<(u32, u32)> = with_room(design.len());
        if objective.is_laplacian() {
            design.left.iter().zip(&design.right).for_each(|(&i, &j)| pairs.put((i, j)));
        } else {
            objective.each_entry(&self.theta, which, |a, b, _| {
                if a != b {
                    pairs.put((a, b));
                }
            });
        }
        if squared {
            let scores = &noise.scores;
            // Clusters have squares where there may be no comparison.
            let most = MOST_WIDENED * design.len() + 1000;
            let mut wider = 0;
            scores.each(|columns, _| wider += columns.len() * columns.len() / 2);
            if wider > most {
                return Ok(None);
            }
            scores.each(|columns, _| {
                for (at, &a) in columns.iter().enumerate() {
                    columns[..at].iter().for_each(|&b| pairs.put((a, b)));
                }
            });
        }
        let Some(grounded) = self.grounded(&noise.null_space) else { return Ok(None) };
        Pattern::new(&pairs, objective.dimension, &grounded)
    }

    /// Parameters without which the null directions are none: an item of each group of scores that may be shifted, and
    /// where scores and sensitivities may be scaled against each other, a sensitivity. What does not depend on the identifiability constraint
    /// has the same variance whichever they are. None where there are other null directions.
    fn grounded(&self, null_space: &NullSpace) -> Option<Vec<bool>> {
        let strength = &self.objective.strength;
        if null_space.columns > 1 || null_space.spread.is_some() || !null_space.thresholds.is_empty() {
            return None;
        }
        let mut grounded = null_space.grounded(&self.objective.fixed);
        if null_space.scale {
            // One of many comparisons, and not near zero.
            let mut known = reserve(strength.judges).ok()?;
            let design = &self.objective.data.design;
            for cell in 0..design.len() {
                known[design.judge(cell)] += design.counts[cell].total();
            }
            let information = |&k: &usize| known[k] * self.theta[strength.judge(k, 0)].powi(2);
            let best = (0..strength.judges).max_by(|a, b| information(a).total_cmp(&information(b)))?;
            grounded[strength.judge(best, 0)] = true;
        }
        Some(grounded)
    }

    /// An information matrix, in the places of a pattern.
    fn information<T: Number>(&self, pattern: &Pattern, which: Curvature) -> Result<Vec<T>> {
        let mut values = pattern.zeros::<T>()?;
        self.objective.each_entry(&self.theta, which, |a, b, value| {
            if let Some(own) = pattern.at(a, b) {
                values[own] = values[own] + T::from(value);
            }
        });
        Ok(values)
    }
}

/// The variances of rows with at most one entry of their own; None where the matrix is not positive definite.
fn variances<T: Number>(
    pattern: &Pattern,
    mut factor: Vec<T>,
    jacobian: &Jacobian,
) -> Result<Option<Vec<T>>> {
    if !pattern.factor(&mut factor, &mut pattern.workspace()?) {
        return Ok(None);
    }
    let inverse = pattern.selected_inverse(&factor)?;
    let p = jacobian.columns();
    let mut solved: Vec<Vec<T>> = Vec::new();
    for right in jacobian.rights() {
        let mut dense = crate::room::filled(T::from(0.0), p);
        right.iter().for_each(|&(at, v)| dense[at as usize] = dense[at as usize] + T::from(v));
        pattern.solve(&factor, &mut dense)?;
        solved.put(dense);
    }
    let along = |right: &[(u32, f64)], of: &[T]| {
        right.iter().fold(T::from(0.0), |sum, &(at, v)| sum + T::from(v) * of[at as usize])
    };
    let cross: Vec<Vec<T>> =
        jacobian.rights().iter().map(|right| solved.iter().map(|of| along(right, of)).gathered()).gathered();
    let mut found = with_room(jacobian.rows());
    for row in 0..jacobian.rows() {
        let (columns, values) = jacobian.row(row);
        let mut sum = T::from(0.0);
        if let (Some(&at), Some(&value)) = (columns.first(), values.first()) {
            if let Some(own) = pattern.at(at, at) {
                sum = sum + T::from(value * value) * inverse[own];
            }
            for &(outer, left) in jacobian.outers(row) {
                sum = sum + T::from(2.0 * value * left) * solved[outer as usize][at as usize];
            }
        }
        for &(outer, left) in jacobian.outers(row) {
            for &(again, other) in jacobian.outers(row) {
                sum = sum + T::from(left * other) * cross[outer as usize][again as usize];
            }
        }
        found.put(sum);
    }
    Ok(Some(found))
}
