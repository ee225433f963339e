//! Away from saddle points.

use super::bounds::SHARE_TO_BOUNDARY;
use super::shifted::{quadratic, solve_off_null_space};
use super::Workspace;
use crate::solve::{probe, Minimand};
use crate::vectors::dot;

/// Steps of inverse iteration: a direction with most of the negative curvature will do.
const STEPS: usize = 12;

/// How far predictors move at first, and how many lengths are tried, each a quarter of the one before.
const FAR: f64 = 1.0;
const LENGTHS: usize = 6;

/// The least share of what the curvature promises that is to be gained.
const LEAST_SHARE: f64 = 0.1;

/// Goes along the direction of negative curvature for which the Hessian in the workspace was shifted before it was factored,
/// to where the value is less by more than `floor`, if there is such a point; gradient and Hessian are then of it. No
/// gradient leads away from a saddle point, and all other steps are short as long as its curvature asks for a shift (Moré and
/// Sorensen 1979).
pub(super) fn leave(
    minimand: &impl Minimand,
    theta: &mut Vec<f64>,
    (value, floor): (f64, f64),
    w: &mut Workspace,
) -> Option<f64> {
    let mut along = probe(theta.len());
    for _ in 0..STEPS {
        let weights = w.damping.iter().zip(minimand.fixed());
        let weights = weights.map(|(damping, fixed)| if *fixed { 0.0 } else { *damping });
        along.iter_mut().zip(weights).for_each(|(v, weight)| *v *= weight);
        solve_off_null_space(minimand, theta, &mut w.factor, &mut along, &mut w.scratch);
        minimand.project(theta, &mut along, &mut w.scratch);
        let norm = along.iter().zip(&w.damping).map(|(v, d)| d * v * v).sum::<f64>().sqrt();
        along.iter_mut().for_each(|v| *v /= norm);
    }
    let curvature = quadratic(&w.hessian, &along);
    if curvature.is_nan() || curvature >= 0.0 {
        return None;
    }
    if dot(&along, &w.gradient) > 0.0 {
        along.iter_mut().for_each(|v| *v = -*v);
    }
    w.trial.iter_mut().zip(&*theta).zip(&along).for_each(|((t, x), v)| *t = x + v);
    let unit = minimand.change(theta, &w.trial);
    let mut length = (FAR / unit).min(SHARE_TO_BOUNDARY * minimand.room(theta, &along));
    for _ in 0..LENGTHS {
        w.trial.iter_mut().zip(&*theta).zip(&along).for_each(|((t, x), v)| *t = x + length * v);
        minimand.balance(&mut w.trial);
        let promised = -0.5 * curvature * length * length;
        if value - minimand.value(&w.trial) >= floor.max(LEAST_SHARE * promised) {
            std::mem::swap(theta, &mut w.trial);
            return Some(minimand.evaluate(theta, &mut w.gradient, &mut w.hessian, &mut w.local));
        }
        length /= 4.0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::shifted::{prepare, MAX_NEGLIGIBLE_SHIFT, MIN_SHIFT};
    use super::*;
    use crate::comparisons::{Column, Key, Rows, Set};
    use crate::model::{fit, ParameterLayout, Specification, SpreadModel};
    use crate::progress::unwatched;

    /// Where all factors of a spread are zero no gradient leads to others, however much they would explain.
    #[test]
    fn a_point_without_factors_is_left() {
        let pairs = [[0, 1], [1, 2], [2, 3], [0, 2], [1, 3], [0, 3]];
        // The longer the way, the less is won by it.
        let (wins, losses) = ([90.0, 90.0, 90.0, 85.0, 85.0, 60.0], [10.0, 10.0, 10.0, 15.0, 15.0, 40.0]);
        let ids = |side: usize| pairs.map(|pair: [u32; 2]| pair[side]);
        let (left, right) = (ids(0), ids(1));
        let key = |values| Key { values: Column::U32(values), ..Key::default() };
        let rows = Rows {
            length: pairs.len(),
            left: key(&left),
            right: key(&right),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ..Rows::default()
        };
        let mut set = Set::new();
        set.append(&rows).unwrap();
        let plain = fit(&set, &Specification::default(), &mut unwatched()).unwrap();
        let spread = Some(SpreadModel { factors: 1, ridge: 0.0 });
        let specification = Specification { spread, ..Specification::default() };
        let layout = ParameterLayout::new(&set, &specification);
        let objective = layout.objective(&set, &specification).unwrap();
        let null_space = layout.null_space(&[(0..4).collect()], &objective.fixed);
        let minimand = objective.modulo(&null_space);
        let p = minimand.dimension();
        let mut theta = vec![0.0; p];
        theta[..4].copy_from_slice(&plain.theta[..4]);
        // A difference of two items has a variance of one, as without a spread.
        theta[4..8].fill(0.5f64.sqrt());
        let mut w = Workspace::new(p).unwrap();
        let value = minimand.evaluate(&theta, &mut w.gradient, &mut w.hessian, &mut w.local);
        minimand.set_damping(&w.hessian, &mut w.damping);
        assert!(w.gradient[8..].iter().all(|g| *g == 0.0), "{:?}", w.gradient);
        let mut shift = 0.0;
        prepare(&minimand, &theta, &mut shift, MIN_SHIFT, true, &mut w).unwrap();
        assert!(shift > MAX_NEGLIGIBLE_SHIFT, "{shift:.1e}");
        let found = leave(&minimand, &mut theta, (value, 0.0), &mut w).unwrap();
        assert!(found < value - 0.1, "{found}, not less than {value}");
        assert_eq!(found, minimand.value(&theta));
        assert!(theta[8..].iter().any(|t| t.abs() > 1e-2), "{theta:?}");
    }
}
