//! Bias reduction (Firth 1993) for pooled Bradley-Terry models: maximum likelihood with Jeffreys' prior.
//!
//! The penalised score is that of data with h/2 wins and h/2 losses more in every cell, where h is the
//! leverage of the cell, the trace of its information times the inverse of all. The leverages depend
//! on the estimate, so that data and estimate are brought into agreement by turns. The estimate is
//! finite wherever the comparisons connect the items, separated or not.

use super::covariance::generalised_inverse;
use crate::error::Result;
use crate::likelihood::{Curvature, Gauge, Local, Objective};
use crate::outcome::Counts;
use crate::solve::{Limits, Solution, Solver, Stop, Watch};

/// Turns that a fit may take at least: they converge linearly.
const TURNS: usize = 500;

/// Solves from `theta`. The objective keeps no trace of the additional counts.
pub(super) fn minimise(
    objective: &Objective,
    gauge: &Gauge,
    theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Solution> {
    let mut augmented = objective.clone();
    augmented.pseudo = Some(objective.data.clone());
    let mut solver = Solver::new(objective)?;
    // Within a turn one step will do: the leverages change all the same.
    let turn = Limits { iterations: 1, examine: false, finite: true, ..*limits };
    let turns = limits.iterations.max(TURNS);
    let mut theta = theta;
    let mut iterations = 0;
    loop {
        iterations += 1;
        augment(objective, gauge, &theta, &mut augmented)?;
        let found = solver.minimise(&augmented, gauge, theta.clone(), &turn, watch)?;
        let change = objective.change(&theta, &found.theta);
        theta = found.theta;
        if change > limits.tolerance && iterations < turns {
            continue;
        }
        let proof = Limits { examine: true, ..turn };
        let last = solver.minimise(&augmented, gauge, theta, &proof, watch)?;
        let stop = if change <= limits.tolerance { Stop::Converged } else { Stop::Iterations };
        return Ok(Solution { iterations, step: change, stop, value: objective.value(&last.theta), ..last });
    }
}

/// Sets the additional counts that belong to theta.
fn augment(objective: &Objective, gauge: &Gauge, theta: &[f64], augmented: &mut Objective) -> Result<()> {
    let inverse = generalised_inverse(objective, gauge, theta, &[], Curvature::Expected)?;
    let Some(pseudo) = &mut augmented.pseudo else { return Ok(()) };
    let mut local = Local::default();
    for (cell, counts) in pseudo.design.counts.iter_mut().enumerate() {
        let half = 0.5 * leverage(objective, &inverse, theta, cell, &mut local);
        *counts = Counts { win: half, loss: half, ..Counts::default() };
    }
    Ok(())
}

/// The leverage of a cell: its information along the parameters, times the inverse of all.
fn leverage(objective: &Objective, inverse: &[f64], theta: &[f64], cell: usize, local: &mut Local) -> f64 {
    let (block, p) = (&objective.data, objective.dimension);
    let at = block.predictor(&objective.strength, theta, cell);
    block.touch(&objective.strength, theta, cell, local);
    let weight = block.outcome.information(block.design.counts[cell].total(), at).zz;
    let mut sum = 0.0;
    for (a, along_a) in local.rows() {
        for (b, along_b) in local.rows() {
            sum += along_a[0] * along_b[0] * inverse[a * p + b];
        }
    }
    weight * sum
}
