//! An objective and its null space as the solvers see them.

use super::{NullSpace, Objective, Scratch, Weights};
use crate::outcome::TIE;
use crate::room::Gather as _;
use crate::solve::{Laplacian, Minimand, Shape};
use crate::terms::{Local, COORDINATES};
use crate::vectors::dot;
use std::borrow::Cow;
use std::ops::Range;

/// An objective modulo a null space: points that differ along its null directions count as one.
#[derive(Debug, Clone, Copy)]
pub struct Modulo<'a> {
    objective: &'a Objective,
    null_space: &'a NullSpace,
}

impl Objective {
    /// The objective modulo a null space.
    pub fn modulo<'a>(&'a self, null_space: &'a NullSpace) -> Modulo<'a> {
        Modulo { objective: self, null_space }
    }

    /// Its size, by which a solver is chosen.
    pub fn shape(&self) -> Shape {
        let is_coupled = self.data.spread.is_some()
            || self.strength.columns > 1
            || self.data.design.cuts[TIE].rows.width() > 3;
        Shape { dimension: self.dimension, is_coupled }
    }
}

/// The share of a shift that thresholds take beside a spread: in them the likelihood is convex.
const THRESHOLD_DAMPING: f64 = 1e-3;

impl Minimand for Modulo<'_> {
    type Weights = [Weights; 2];
    type Scratch = Scratch;

    fn dimension(&self) -> usize {
        self.objective.dimension
    }

    fn fixed(&self) -> &[bool] {
        &self.objective.fixed
    }

    fn total(&self) -> f64 {
        self.objective.data.design.total()
    }

    fn is_convex(&self) -> bool {
        self.objective.is_convex()
    }

    fn units(&self) -> Range<usize> {
        self.objective.units.clone()
    }

    fn value(&self, theta: &[f64]) -> f64 {
        self.objective.value(theta)
    }

    fn evaluate(&self, theta: &[f64], gradient: &mut [f64], hessian: &mut [f64], local: &mut Local) -> f64 {
        self.objective.evaluate(theta, gradient, hessian, local)
    }

    fn change(&self, from: &[f64], to: &[f64]) -> f64 {
        self.objective.change(from, to)
    }

    fn size(&self, theta: &[f64]) -> f64 {
        self.objective.size(theta)
    }

    fn room(&self, theta: &[f64], step: &[f64]) -> f64 {
        self.objective.room(theta, step)
    }

    fn typical(&self, matrix: &[f64]) -> f64 {
        self.objective.typical(matrix)
    }

    fn largest(&self, matrix: &[f64]) -> f64 {
        self.objective.largest(matrix)
    }

    /// Negative curvature comes of the spread: to damp thresholds as much, which stand behind it, would only slow down
    /// those of little curvature. A covariate's share is in its own units: those of its curvature, which a spread may
    /// leave without at the start.
    fn set_damping(&self, hessian: &[f64], out: &mut [f64]) {
        let objective = self.objective;
        out.fill(1.0);
        if let Some(spread) = objective.data.spread {
            out[spread.first + spread.len()..].fill(THRESHOLD_DAMPING);
            return objective.mean_squares(out);
        }
        let typical = objective.typical(hessian);
        for k in objective.units.clone() {
            let own = hessian[k * objective.dimension + k].abs() / typical;
            if own > 0.0 && own.is_finite() {
                out[k] = own;
            }
        }
    }

    /// Along such a direction predictors of votes change whose probabilities are zero or one but for rounding. One that
    /// the data do not determine changes none.
    fn saturates(&self, theta: &[f64], direction: &[f64]) -> bool {
        let block = &self.objective.data;
        let strength = &self.objective.strength;
        // Variances of zero take the curvature of predictors along.
        if block.spread.is_some() {
            return false;
        }
        const WIDTH: f64 = 1e-4;
        const MIN_MOVE: f64 = 1e-2;
        const RELATIVE_ZERO: f64 = 1e-6;
        let there: Vec<f64> = theta.iter().zip(direction).map(|(t, v)| t + WIDTH * v).gathered();
        (0..block.design.len()).any(|cell| {
            let total = block.design.counts[cell].total();
            let at = block.predictor(strength, theta, cell);
            let then = block.predictor(strength, &there, cell);
            // A threshold at the end of its range stays there.
            let along = |from: f64, to: f64| if from.is_finite() { (to - from) / WIDTH } else { 0.0 };
            let (here, then) = (at.coordinates(), then.coordinates());
            let by: [f64; COORDINATES] = std::array::from_fn(|k| along(here[k], then[k]));
            let square = dot(&by, &by);
            let matrix = block.outcome.information(total, at).rows();
            let information: f64 = matrix.iter().zip(&by).map(|(row, x)| x * dot(row, &by)).sum();
            total > 0.0 && square > MIN_MOVE * MIN_MOVE && information <= RELATIVE_ZERO * total * square
        })
    }

    /// Products of strengths and sensitivities need it where both may be scaled.
    fn correct_step(&self, theta: &[f64], step: &mut [f64]) {
        if self.null_space.scale {
            self.objective.strength.correct_step(theta, &self.objective.fixed, step);
        }
    }

    fn balance(&self, theta: &mut [f64]) {
        self.null_space.balance(&self.objective.strength, theta, &self.objective.fixed);
    }

    fn project(&self, theta: &[f64], v: &mut [f64], scratch: &mut Vec<f64>) {
        self.null_space.project(&self.objective.strength, theta, &self.objective.fixed, v, scratch);
    }

    fn add_projector(&self, theta: &[f64], weight: f64, matrix: &mut [f64], scratch: &mut Vec<f64>) {
        let Objective { strength, fixed, .. } = self.objective;
        self.null_space.add_projector(strength, theta, fixed, weight, matrix, scratch);
    }

    fn is_of_shifts(&self) -> bool {
        self.null_space.is_of_shifts()
    }

    fn shifts(&self) -> &[Vec<u32>] {
        &self.null_space.shifts
    }

    fn grounded(&self) -> Vec<bool> {
        self.null_space.grounded(&self.objective.fixed)
    }

    fn weights(&self) -> [Weights; 2] {
        self.objective.weights()
    }

    fn weigh(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        diagonal: &mut [f64],
        weights: &mut [Weights; 2],
        scratch: &mut Scratch,
    ) -> f64 {
        self.objective.weigh(theta, gradient, diagonal, weights, scratch)
    }

    fn product(
        &self,
        theta: &[f64],
        weights: &[Weights; 2],
        v: &[f64],
        out: &mut [f64],
        scratch: &mut Scratch,
    ) {
        self.objective.product(theta, weights, v, out, scratch);
    }

    fn products<const L: usize>(
        &self,
        theta: &[f64],
        weights: &[Weights; 2],
        v: &[[f64; L]],
        out: &mut [[f64; L]],
        local: &mut Local,
    ) {
        self.objective.products(theta, weights, v, out, local);
    }

    fn laplacian(&self) -> Option<Laplacian<'_>> {
        let design = &self.objective.data.design;
        self.objective.has_laplacian().then(|| Laplacian {
            nodes: self.objective.strength.items,
            left: &design.left,
            right: &design.right,
            is_whole: self.objective.is_laplacian(),
        })
    }

    fn edges<'w>(&self, theta: &[f64], weights: &'w [Weights; 2]) -> Cow<'w, [f64]> {
        self.objective.data.edges(&self.objective.strength, theta, &weights[0])
    }
}
