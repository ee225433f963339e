//! Bias reduction (Firth 1993) for pooled Bradley-Terry models: maximum likelihood with Jeffreys' prior.
//!
//! The objective is the negative log-likelihood less half the log-determinant of the information I, off the null
//! directions. Its gradient, the modified score with the sign changed, is that of data with h/2 wins and h/2 losses more
//! in every cell, where h is the leverage of the cell, the trace of its information times the inverse of I. The Hessian
//! of these data, the leverages held, is positive definite: its Newton steps go down, are shortened until the objective
//! pays, and end where the modified score is zero. The estimate is finite wherever the comparisons connect the items,
//! separated or not.

use crate::error::{Error, Result};
use crate::likelihood::{Curvature, NullSpace, Objective};
use crate::linalg::{symmetric_eigen, Factor};
use crate::outcome::Counts;
use crate::progress::{Progress, Watch};
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::solve::{damped, decrease, Limits, Solution, Solver, Stop};
use crate::solve::{MOST_SEARCHED, ROUNDED};
use crate::terms::Local;
use crate::vectors::{dot, largest};
use std::sync::Arc;

/// Steps that a fit may take at least: they converge linearly.
const STEPS: usize = 500;

/// Steps below the rounding of the objective that do not make the modified score smaller before a fit ends.
const PATIENCE: usize = 5;

/// The penalised likelihood at one point.
struct Penalised<'a> {
    objective: &'a Objective,
    null_space: &'a NullSpace,
    /// The objective with the additional counts of the point.
    augmented: Objective,
    factor: Factor,
    /// Parameters left out of determinants and inverses: fixed parameters and one score of every group that may be
    /// shifted. That score changes the determinant by a constant.
    left_out: Vec<bool>,
    /// Directions off the shifts that the data do not determine, one after the other: they are added to information
    /// matrices, so that a determinant is that of what is determined, times a constant.
    null: Vec<f64>,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
    scratch: Vec<f64>,
    local: Local,
}

impl<'a> Penalised<'a> {
    fn new(objective: &'a Objective, null_space: &'a NullSpace) -> Result<Penalised<'a>> {
        let p = objective.dimension;
        let mut augmented = objective.clone();
        augmented.pseudo = Some(objective.data.clone());
        let mut left_out = objective.fixed.duplicate();
        null_space
            .shifts
            .iter()
            .filter_map(|group| group.first())
            .for_each(|&item| left_out[item as usize] = true);
        let null = undetermined(objective, &left_out)?;
        Ok(Penalised {
            objective,
            null_space,
            augmented,
            factor: Factor::new(p)?,
            left_out,
            null,
            gradient: vec![0.0; p],
            hessian: crate::room::reserve(p * p)?,
            scratch: Vec::new(),
            local: Local::default(),
        })
    }

    /// Factors the information at theta; its log-determinant off the shifts, or none where it is singular.
    fn determinant(&mut self, theta: &[f64]) -> Option<f64> {
        let p = theta.len();
        let matrix = self.factor.matrix();
        self.objective.information(theta, Curvature::Expected, matrix);
        add_squares(&self.null, p, matrix);
        leave_out(&self.left_out, 1.0, matrix);
        self.factor.factor().then(|| self.factor.log_determinant())
    }

    /// The penalised negative log-likelihood; infinite where the information is singular.
    fn value(&mut self, theta: &[f64]) -> f64 {
        let likelihood = self.objective.value(theta);
        self.determinant(theta).map_or(f64::INFINITY, |log| likelihood - 0.5 * log)
    }

    /// The gradient of the penalised objective, the Hessian with the leverages held, and the additional counts.
    fn look(&mut self, theta: &[f64]) -> Result<()> {
        if self.determinant(theta).is_none() {
            return Err(Error::Numeric("the information matrix is singular".into()));
        }
        let inverse = self.factor.inverse()?;
        let Some(pseudo) = &mut self.augmented.pseudo else { return Ok(()) };
        for (cell, counts) in Arc::make_mut(&mut pseudo.design).counts.iter_mut().enumerate() {
            let half =
                0.5 * leverage(self.objective, &inverse, theta, (cell, &self.left_out), &mut self.local);
            *counts = Counts { win: half, loss: half, ..Counts::default() };
        }
        self.augmented.evaluate(theta, &mut self.gradient, &mut self.hessian, &mut self.local);
        Ok(())
    }

    /// The Newton step of the augmented data from the last point looked at.
    fn step(&mut self, theta: &[f64], step: &mut [f64]) -> Result<()> {
        let matrix = self.factor.matrix();
        matrix.copy_from_slice(&self.hessian);
        add_squares(&self.null, theta.len(), matrix);
        if !self.factor.factor_free(&self.left_out) {
            return Err(Error::Numeric("the information matrix is singular".into()));
        }
        step.iter_mut().zip(&self.gradient).for_each(|(s, g)| *s = -g);
        self.factor.solve(step);
        let Objective { strength, fixed, .. } = self.objective;
        self.null_space.project(strength, theta, fixed, step, &mut self.scratch);
        Ok(())
    }
}

/// The directions among parameters that are not left out along which no predictor changes: predictors are linear, so
/// that these are the same at every point, for all counts.
fn undetermined(objective: &Objective, left_out: &[bool]) -> Result<Vec<f64>> {
    const ZERO: f64 = 1e-10;
    let p = objective.dimension;
    if objective.data.design.u.is_empty() {
        // The graph has decided about scores alone.
        return Ok(Vec::new());
    }
    let mut once = objective.clone();
    for counts in Arc::make_mut(&mut once.data.design).counts.iter_mut().filter(|counts| counts.total() > 0.0)
    {
        *counts = Counts { win: 1.0, ..Counts::default() };
    }
    let mut matrix = crate::room::reserve(p * p)?;
    once.information(&vec![0.0; p], Curvature::Expected, &mut matrix);
    leave_out(left_out, 1.0, &mut matrix);
    // In units of every parameter.
    let scale: Vec<f64> =
        (0..p).map(|k| matrix[k * p + k].sqrt()).map(|d| if d > 0.0 { d } else { 1.0 }).gathered();
    (0..p * p).for_each(|at| matrix[at] /= scale[at / p] * scale[at % p]);
    let (values, vectors) = symmetric_eigen(&matrix, p)?;
    let mut null = Vec::new();
    for (_, vector) in values.iter().zip(vectors.chunks(p.max(1))).filter(|(value, _)| **value <= ZERO) {
        null.put_each(vector.iter().zip(&scale).map(|(v, s)| v / s));
    }
    Ok(null)
}

/// Adds the squares of directions to the lower triangle.
fn add_squares(directions: &[f64], p: usize, matrix: &mut [f64]) {
    for v in directions.chunks(p.max(1)) {
        for c in (0..p).filter(|&c| v[c] != 0.0) {
            (c..p).for_each(|r| matrix[c * p + r] += v[c] * v[r]);
        }
    }
}

/// Makes rows and columns that are left out those of a diagonal matrix.
fn leave_out(left_out: &[bool], diagonal: f64, matrix: &mut [f64]) {
    let p = left_out.len();
    for k in (0..p).filter(|&k| left_out[k]) {
        (0..k).for_each(|c| matrix[c * p + k] = 0.0);
        matrix[k * p..(k + 1) * p].fill(0.0);
        matrix[k * p + k] = diagonal;
    }
}

/// Solves from `theta`. The objective keeps no trace of the additional counts.
pub(super) fn minimise(
    objective: &Objective,
    null_space: &NullSpace,
    theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Solution> {
    let p = objective.dimension;
    let mut penalised = Penalised::new(objective, null_space)?;
    let mut theta = theta;
    let mut value = penalised.value(&theta);
    if !value.is_finite() {
        // So far out that nothing is left of the information.
        theta.iter_mut().zip(&objective.fixed).filter(|(_, fixed)| !**fixed).for_each(|(t, _)| *t = 0.0);
        value = penalised.value(&theta);
    }
    let limit = limits.iterations.max(STEPS);
    let (mut step, mut trial, mut before) = (vec![0.0; p], vec![0.0; p], vec![0.0; p]);
    let (mut iterations, mut idle) = (0, 0);
    let mut smallest = f64::INFINITY;
    penalised.look(&theta)?;
    let stop = loop {
        if iterations >= limit {
            break Stop::Iterations;
        }
        iterations += 1;
        penalised.step(&theta, &mut step)?;
        before.copy_from_slice(&penalised.gradient);
        let slope = dot(&step, &before);
        let floor = 8.0 * f64::EPSILON * value.abs().max(1.0);
        let (mut searched, mut part) = (0, 1.0);
        let (accepted, change) = loop {
            trial.iter_mut().zip(&theta).zip(&step).for_each(|((t, x), s)| *t = x + part * s);
            let promised = -part * slope * (1.0 - 0.5 * part);
            let trial_value = penalised.value(&trial);
            let change = objective.change(&theta, &trial);
            let mut slopes = [f64::NAN; 2];
            if promised <= ROUNDED * floor && trial_value.is_finite() {
                penalised.look(&trial)?;
                slopes = [part * slope, part * dot(&step, &penalised.gradient)];
            }
            let gained = decrease([value, trial_value], || slopes, promised, floor);
            if gained >= 1e-4 * promised && promised > 0.0 {
                value = trial_value;
                break (true, change);
            }
            if searched >= MOST_SEARCHED || change < 1e-14 {
                break (false, change);
            }
            part *= if searched == 0 { damped(change) } else { 0.25 };
            searched += 1;
        };
        if !accepted {
            // The rest of the modified score is rounding, or its proof will fail.
            penalised.look(&theta)?;
            break if change <= limits.tolerance { Stop::Converged } else { Stop::Precision };
        }
        std::mem::swap(&mut theta, &mut trial);
        penalised.look(&theta)?;
        watch(&Progress {
            fraction: f64::NAN,
            iteration: iterations as u64,
            objective: value,
            gradient: largest(&penalised.gradient),
        })?;
        if searched == 0 && change <= limits.tolerance {
            break Stop::Converged;
        }
        idle = if -slope <= floor && -slope > 0.5 * smallest { idle + 1 } else { 0 };
        smallest = smallest.min(-slope);
        if idle >= PATIENCE {
            break Stop::Precision;
        }
    };
    let mut solver = Solver::new(objective.shape())?;
    let ended = (iterations, stop);
    let mut solution = solver.prove(&penalised.augmented.modulo(null_space), theta, ended, limits)?;
    solution.value = objective.value(&solution.theta);
    if !solution.weakest.is_empty() && !solution.is_undetermined() {
        solution.curvature = curvature(&mut penalised, &solution)?;
        if solution.curvature < 0.0 && solution.is_optimum() && penalised.null.is_empty() {
            solution.stop = Stop::Iterations;
        }
    }
    Ok(solution)
}

/// The second derivative of the penalised objective along the weakest direction of a solution, from differences of its
/// gradient: that of the augmented data leaves out how leverages change.
fn curvature(penalised: &mut Penalised<'_>, solution: &Solution) -> Result<f64> {
    const WIDTH: f64 = 1e-4;
    let mut slopes = [0.0; 2];
    for (slope, width) in slopes.iter_mut().zip([-WIDTH, WIDTH]) {
        let along = solution.theta.iter().zip(&solution.weakest);
        let there: Vec<f64> = along.map(|(t, v)| t + width * v).gathered();
        penalised.look(&there)?;
        *slope = dot(&penalised.gradient, &solution.weakest);
    }
    Ok((slopes[1] - slopes[0]) / (2.0 * WIDTH))
}

/// The leverage of a cell: its information along the parameters, times the inverse of all.
fn leverage(
    objective: &Objective,
    inverse: &[f64],
    theta: &[f64],
    (cell, left_out): (usize, &[bool]),
    local: &mut Local,
) -> f64 {
    let (block, p) = (&objective.data, objective.dimension);
    let at = block.predictor(&objective.strength, theta, cell);
    block.touch(&objective.strength, theta, cell, local);
    let weight = block.outcome.information(block.design.counts[cell].total(), at).zz();
    let mut sum = 0.0;
    for (a, along_a) in local.rows() {
        for (b, along_b) in local.rows() {
            if !left_out[a] && !left_out[b] {
                sum += along_a[0] * along_b[0] * inverse[a * p + b];
            }
        }
    }
    weight * sum
}
