//! Exact variances from a sparse factor, where the comparison graph allows one: those of scores need the selected inverse
//! only, and those of a sandwich its derivative.

use super::sampled::Noise;
use crate::error::Result;
use crate::model::fitted::Model;
use crate::model::quantities::Jacobian;
use crate::room::{with_room, Put as _};
use crate::solve::{Dual, Hessian, Number, Pattern};

/// Most squared scores that the pattern is widened by, for each pair of the graph.
const MOST_WIDENED: usize = 20;

impl Model {
    /// The variances of J theta from a sparse factor, before they are scaled; of a sandwich, or else of the information
    /// itself. None where the model, the rows of J or the graph have none.
    pub(super) fn selected_variances(
        &self,
        noise: &Noise,
        hessian: &Hessian<'_>,
        is_sandwich: bool,
        jacobian: &Jacobian,
    ) -> Result<Option<Vec<f64>>> {
        let objective = &self.objective;
        let of_scores = |row| jacobian.row(row).0.len() <= 1;
        if !objective.is_laplacian()
            || !self.gauge.is_of_shifts()
            || !self.directions.is_empty()
            || !(0..jacobian.rows()).all(of_scores)
        {
            return Ok(None);
        }
        let design = &objective.data.design;
        let mut pairs: Vec<(u32, u32)> = with_room(design.len());
        design.left.iter().zip(&design.right).for_each(|(&i, &j)| pairs.put((i, j)));
        if is_sandwich {
            // Clusters have squares where there may be no comparison.
            let most = MOST_WIDENED * design.len() + 1000;
            noise.scores().each(|columns, _| {
                let wide = columns.len() > 2 && pairs.len() < most;
                for (at, &a) in columns.iter().enumerate().filter(|_| wide) {
                    columns[..at].iter().for_each(|&b| pairs.put((a, b)));
                }
            });
            if pairs.len() >= most {
                return Ok(None);
            }
        }
        let grounded = self.gauge.grounded(&objective.fixed);
        let Some(pattern) = Pattern::new(&pairs, objective.dimension, &grounded)? else { return Ok(None) };
        drop(pairs);
        let ends = [&design.left[..], &design.right];
        if !is_sandwich {
            let mut values = pattern.zeros::<f64>()?;
            pattern.set_laplacian(ends, hessian.edges(), &mut values);
            return variances(&pattern, values, jacobian);
        }
        let mut values = pattern.zeros::<Dual>()?;
        pattern.set_laplacian(ends, hessian.edges(), &mut values);
        noise.scores().each(|columns, scores| {
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
        Ok(found.map(|found| found.into_iter().map(|of: Dual| -of.1).collect()))
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
        jacobian.rights().iter().map(|right| solved.iter().map(|of| along(right, of)).collect()).collect();
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
