//! The objective: data, pseudo-comparisons and ridge, with some parameters held fixed.

use super::constraint::{Constraint, ConstraintState, RIGID};
use super::{Block, Curvature, Scratch, Weights};
use crate::component::Penalty;
use crate::interrupt::spend;
use crate::outcome::{BAD, TIE};
use crate::room;
use crate::strength::Strength;
use crate::terms::Local;
use crate::vectors::largest;
use std::ops::Range;
use std::sync::Arc;

/// The objective of a fit, and the terms of its information matrices.
#[derive(Debug, Clone)]
pub struct Objective {
    /// The strength.
    pub strength: Strength,
    /// The comparisons.
    pub data: Block,
    /// Pseudo-comparisons, part of the penalty.
    pub pseudo: Option<Block>,
    /// Weight of the ridge on centred strengths.
    pub ridge: f64,
    /// Which parameters do not move.
    pub fixed: Vec<bool>,
    /// Functions of the parameters that are drawn to targets.
    pub constraints: Vec<Constraint>,
    /// Penalties other than the ridge.
    pub penalties: Vec<Penalty>,
    /// Number of parameters.
    pub dimension: usize,
    /// Parameters of covariates: their curvature is in units of the caller.
    pub units: Range<usize>,
}

impl Objective {
    /// The size of a diagonal element of a matrix (column-major) in the parameters: what null directions and
    /// shifts are weighted by. Covariates in large units would drown what is known of all others.
    pub fn typical(&self, matrix: &[f64]) -> f64 {
        let mean = |counts: &dyn Fn(usize) -> bool| {
            let counted = (0..self.dimension).filter(|&k| !self.fixed[k] && counts(k));
            let (sum, count) = counted.fold((0.0, 0usize), |(sum, count), k| {
                (sum + matrix[k * self.dimension + k].abs(), count + 1)
            });
            sum / count.max(1) as f64
        };
        // Values that are not finite are left for the caller to see.
        let own = mean(&|k| !self.units.contains(&k));
        let found = if own == 0.0 { mean(&|_| true) } else { own };
        if found == 0.0 {
            1.0
        } else {
            found
        }
    }

    /// The largest entry of a matrix (lower triangle, column-major) in the parameters, but for those of covariates and
    /// fixed ones.
    pub fn largest(&self, matrix: &[f64]) -> f64 {
        let p = self.dimension;
        let counts = |k: usize| !self.fixed[k] && !self.units.contains(&k);
        let are_free = !self.fixed.contains(&true);
        let of = |column: usize| {
            spend(p - column);
            let own = &matrix[column * p..(column + 1) * p];
            if are_free {
                let before = &own[column..self.units.start.max(column)];
                let after = &own[self.units.end.max(column)..];
                return largest(before).max(largest(after));
            }
            let below = own.iter().enumerate().skip(column).filter(|(row, _)| counts(*row));
            below.fold(0.0, |m: f64, (_, v)| m.max(v.abs()))
        };
        (0..p).filter(|&k| counts(k)).map(of).fold(0.0, f64::max)
    }

    /// Sets `out` of every covariate's parameter to its mean square over the comparisons, as a share of that of a score;
    /// one if it is zero. Unlike curvatures they do not vanish where predictors are large.
    pub fn mean_squares(&self, out: &mut [f64]) {
        let design = &self.data.design;
        out[self.units.clone()].fill(0.0);
        let mut total = 0.0;
        for cell in 0..design.len() {
            let count = design.counts[cell].total();
            total += count;
            for (index, value) in [design.u.rows.row(cell), design.log_scale.row(cell)] {
                let own = index.iter().zip(value).filter(|(at, _)| self.units.contains(&(**at as usize)));
                own.for_each(|(at, x)| out[*at as usize] += count * x * x);
            }
        }
        let of_score = 2.0 * total / self.strength.items as f64;
        for square in &mut out[self.units.clone()] {
            let share = *square / of_score;
            *square = if share > 0.0 && share.is_finite() { share } else { 1.0 };
        }
    }

    fn blocks(&self) -> impl Iterator<Item = &Block> {
        std::iter::once(&self.data).chain(self.pseudo.as_ref())
    }

    /// Whether each cell involves only the scores of its two items.
    pub fn is_plain(&self) -> bool {
        self.data.is_plain(&self.strength)
    }

    /// Whether the Hessian is the weighted Laplacian of the comparison graph, grounded at fixed scores.
    pub fn is_laplacian(&self) -> bool {
        self.is_plain() && self.pseudo.is_none() && self.is_unpenalised()
    }

    /// Whether the scores' own part of the Hessian is such a Laplacian, whatever other parameters there are.
    pub fn has_laplacian(&self) -> bool {
        self.strength.columns == 1
            && self.data.spread.is_none()
            && self.pseudo.is_none()
            && self.is_unpenalised()
    }

    /// Whether there are only comparisons, real ones or pseudo-comparisons: then parameters meet in the Hessian where cells touch both.
    pub fn is_unpenalised(&self) -> bool {
        self.ridge == 0.0 && self.constraints.is_empty() && self.penalties.is_empty()
    }

    /// Calls `each` with the entries of an information matrix, each pair of parameters (in any order) as often as cells
    /// touch it, for their sum; without penalties, and with those of parameters that do not move.
    pub fn each_entry(&self, theta: &[f64], which: Curvature, mut each: impl FnMut(u32, u32, f64)) {
        self.blocks().for_each(|block| block.each_entry(&self.strength, theta, which, &mut each));
    }

    /// Whether the objective is convex in the parameters: predictors and thresholds are linear in them, and the
    /// negative log-likelihood is convex in predictors and thresholds.
    pub fn is_convex(&self) -> bool {
        let convex = |penalty: &Penalty| matches!(penalty, Penalty::Off { .. });
        self.strength.is_linear()
            && self.data.spread.is_none()
            && self.data.design.log_scale.is_empty()
            && self.data.outcome.is_convex()
            && self.penalties.iter().all(convex)
    }

    /// Value of the objective.
    pub fn value(&self, theta: &[f64]) -> f64 {
        self.value_unheld(theta) + self.constraint_value(theta)
    }

    /// The objective without constraints.
    pub fn value_unheld(&self, theta: &[f64]) -> f64 {
        self.data_value(theta) + self.value_of_rest(theta)
    }

    /// The objective without the data and without constraints.
    pub fn value_of_rest(&self, theta: &[f64]) -> f64 {
        let pseudo = self.pseudo.as_ref().map_or(0.0, |block| block.value(&self.strength, theta));
        pseudo + self.penalty_value(theta)
    }

    /// The part of the objective that holds functions of the parameters: zero where all are where they belong.
    pub fn constraint_value(&self, theta: &[f64]) -> f64 {
        self.constraints.iter().map(|constraint| constraint.value(theta)).sum()
    }

    fn penalty_value(&self, theta: &[f64]) -> f64 {
        let ridge = if self.ridge > 0.0 { self.ridge * self.strength.ridge(theta) } else { 0.0 };
        ridge + self.penalties.iter().map(|penalty| penalty.value(theta)).sum::<f64>()
    }

    fn add_penalty_gradient(&self, theta: &[f64], gradient: &mut [f64]) {
        if self.ridge > 0.0 {
            self.strength.ridge_gradient(theta, self.ridge, gradient);
        }
        self.penalties.iter().for_each(|penalty| penalty.add_gradient(theta, gradient));
    }

    /// Value, gradient and Hessian (lower triangle, column-major). Fixed parameters have gradient
    /// zero and a unit row.
    pub fn evaluate(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        hessian: &mut [f64],
        local: &mut Local,
    ) -> f64 {
        gradient.fill(0.0);
        room::clear(hessian);
        let mut value = self.penalty_value(theta) + self.constraint_value(theta);
        for block in self.blocks() {
            value += block.evaluate(&self.strength, theta, gradient, hessian, local);
        }
        self.add_penalty_gradient(theta, gradient);
        self.add_penalty_hessian(theta, false, hessian);
        for constraint in &self.constraints {
            constraint.add_gradient(theta, gradient);
            constraint.add_square(theta, self.dimension, hessian);
        }
        self.mask_gradient(gradient);
        self.mask_matrix(hessian, 1.0);
        value
    }

    /// An information matrix: the Hessian or its expectation, penalties included; or the squared
    /// scores of the data alone. Lower triangle, column-major, fixed rows as unit rows (zero for
    /// squared scores).
    pub fn information(&self, theta: &[f64], which: Curvature, out: &mut [f64]) {
        self.information_between(theta, which, RIGID, out);
    }

    /// The same with active constraints this many times as stiff as for the solver.
    pub fn information_between(&self, theta: &[f64], which: Curvature, stiffness: f64, out: &mut [f64]) {
        let mut local = Local::default();
        room::clear(out);
        self.data.curvature(&self.strength, theta, which, out, &mut local);
        if which == Curvature::Squared {
            self.mask_matrix(out, 0.0);
            return;
        }
        if let Some(pseudo) = &self.pseudo {
            pseudo.curvature(&self.strength, theta, which, out, &mut local);
        }
        self.add_penalty_hessian(theta, which == Curvature::Expected, out);
        // Parameters at an active constraint do not move, as far as digits allow; profiles alone use equalities.
        for constraint in
            self.constraints.iter().filter(|constraint| constraint.state != ConstraintState::Equality)
        {
            let rigid = Constraint { weight: stiffness * constraint.weight, ..constraint.clone() };
            rigid.add_square(theta, self.dimension, out);
        }
        self.mask_matrix(out, 1.0);
    }

    fn add_penalty_hessian(&self, theta: &[f64], expected: bool, matrix: &mut [f64]) {
        let p = self.dimension;
        if self.ridge > 0.0 {
            self.strength.ridge_hessian(theta, expected, |row, column, value| {
                matrix[column * p + row] += self.ridge * value
            });
        }
        for penalty in &self.penalties {
            penalty.each_entry(theta, expected, |row, column, value| matrix[column * p + row] += value);
        }
    }

    fn mask_gradient(&self, gradient: &mut [f64]) {
        for (g, &fixed) in gradient.iter_mut().zip(&self.fixed) {
            if fixed {
                *g = 0.0;
            }
        }
    }

    fn mask_matrix(&self, matrix: &mut [f64], diagonal: f64) {
        let p = self.dimension;
        for k in (0..p).filter(|&k| self.fixed[k]) {
            spend(2 * p);
            for c in 0..k {
                matrix[c * p + k] = 0.0;
            }
            matrix[k * p + k..(k + 1) * p].fill(0.0);
            matrix[k * p + k] = diagonal;
        }
    }

    /// Room for what `weigh` leaves for `product`.
    pub fn weights(&self) -> [Weights; 2] {
        let pseudo = self.pseudo.as_ref().map(|block| block.weights(&self.strength));
        [self.data.weights(&self.strength), pseudo.unwrap_or_default()]
    }

    /// Value, gradient and diagonal of the Hessian, and the weights of all cells for `product`.
    pub fn weigh(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        diagonal: &mut [f64],
        weights: &mut [Weights; 2],
        scratch: &mut Scratch,
    ) -> f64 {
        gradient.fill(0.0);
        diagonal.fill(0.0);
        let mut value = self.penalty_value(theta) + self.constraint_value(theta);
        for (block, weights) in self.blocks().zip(weights.iter_mut()) {
            value += block.weigh(&self.strength, theta, [gradient, diagonal], weights, scratch);
        }
        self.add_penalty_gradient(theta, gradient);
        if self.ridge > 0.0 {
            self.strength.ridge_diagonal(theta, self.ridge, diagonal);
        }
        self.penalties.iter().for_each(|penalty| penalty.add_diagonal(theta, diagonal));
        for constraint in &self.constraints {
            constraint.add_gradient(theta, gradient);
            let curvature = constraint.curvature(theta);
            constraint.along.iter().for_each(|(at, a)| diagonal[*at as usize] += curvature * a * a);
        }
        self.mask_gradient(gradient);
        for (d, &fixed) in diagonal.iter_mut().zip(&self.fixed) {
            if fixed {
                *d = 1.0;
            }
        }
        value
    }

    /// Divides all counts and the penalty by `unit`.
    pub fn rescale(&mut self, unit: f64) {
        Arc::make_mut(&mut self.data.design).scale(1.0 / unit);
        if let Some(pseudo) = &mut self.pseudo {
            Arc::make_mut(&mut pseudo.design).scale(1.0 / unit);
        }
        self.ridge /= unit;
        self.penalties.iter_mut().for_each(|penalty| penalty.rescale(unit));
    }

    /// The gradient alone.
    pub fn gradient(&self, theta: &[f64], gradient: &mut [f64], local: &mut Local) {
        gradient.fill(0.0);
        for block in self.blocks() {
            block.gradient(&self.strength, theta, gradient, local);
        }
        self.add_penalty_gradient(theta, gradient);
        self.constraints.iter().for_each(|constraint| constraint.add_gradient(theta, gradient));
        self.mask_gradient(gradient);
    }

    /// Product of the Hessian with `v`, which is zero on fixed parameters.
    pub fn product(
        &self,
        theta: &[f64],
        weights: &[Weights; 2],
        v: &[f64],
        out: &mut [f64],
        scratch: &mut Scratch,
    ) {
        out.fill(0.0);
        for (block, weights) in self.blocks().zip(weights) {
            block.product_in_parts(&self.strength, theta, weights, v, out, scratch);
        }
        self.add_penalty_product(theta, v, out);
        self.mask_gradient(out);
    }

    /// Products of the Hessian with L vectors, parameter by parameter.
    pub fn products<const L: usize>(
        &self,
        theta: &[f64],
        weights: &[Weights; 2],
        v: &[[f64; L]],
        out: &mut [[f64; L]],
        local: &mut Local,
    ) {
        out.fill([0.0; L]);
        for (block, weights) in self.blocks().zip(weights) {
            block.product(&self.strength, theta, weights, 0..block.design.len(), v, out, local);
        }
        if self.ridge > 0.0 || !self.penalties.is_empty() || !self.constraints.is_empty() {
            let (mut one, mut product) = (vec![0.0; v.len()], vec![0.0; v.len()]);
            for lane in 0..L {
                one.iter_mut().zip(v).for_each(|(x, row)| *x = row[lane]);
                product.fill(0.0);
                self.add_penalty_product(theta, &one, &mut product);
                out.iter_mut().zip(&product).for_each(|(row, x)| row[lane] += x);
            }
        }
        out.iter_mut().zip(&self.fixed).filter(|(_, fixed)| **fixed).for_each(|(row, _)| *row = [0.0; L]);
    }

    /// Adds the product of the Hessian of penalties and constraints with `v`.
    fn add_penalty_product(&self, theta: &[f64], v: &[f64], out: &mut [f64]) {
        if self.ridge > 0.0 {
            self.strength.ridge_product(theta, self.ridge, v, out);
        }
        self.penalties.iter().for_each(|penalty| penalty.add_product(theta, v, out));
        for constraint in &self.constraints {
            let curvature = constraint.curvature(theta);
            let flow: f64 = constraint.along.iter().map(|(at, a)| a * v[*at as usize]).sum();
            constraint.along.iter().for_each(|(at, a)| out[*at as usize] += curvature * flow * a);
        }
    }

    /// Largest change of any z, e or b between two parameter vectors; with a ridge also of any score,
    /// which may be all that holds an item.
    pub fn change(&self, from: &[f64], to: &[f64]) -> f64 {
        let mut largest: f64 = 0.0;
        for block in self.blocks() {
            let design = &block.design;
            if block.is_plain(&self.strength) {
                largest = largest.max(block.change_of_pairs(from, to));
                continue;
            }
            for cell in 0..design.len() {
                let before = block.predictor(&self.strength, from, cell);
                let after = block.predictor(&self.strength, to, cell);
                largest = largest.max((after.z - before.z).abs());
                for (before, after) in before.cuts.into_iter().zip(after.cuts) {
                    if after.is_finite() {
                        largest = largest.max((after - before).abs());
                    }
                }
            }
        }
        if self.ridge > 0.0 {
            let scores = self.strength.items;
            let centre = |theta: &[f64]| crate::strength::mean(&theta[..scores]);
            let shift = centre(to) - centre(from);
            largest = (0..scores).fold(largest, |m, i| m.max((to[i] - from[i] - shift).abs()));
        }
        largest
    }

    /// Largest predictor z of the data.
    pub fn size(&self, theta: &[f64]) -> f64 {
        let z = |cell: usize| self.data.predictor(&self.strength, theta, cell).z.abs();
        (0..self.data.design.len()).map(z).fold(0.0, f64::max)
    }

    /// How many times a step may be gone before some threshold, or what is kept above a target, leaves its domain; infinite where none does.
    pub fn room(&self, theta: &[f64], step: &[f64]) -> f64 {
        let room = |at: f64, by: f64| if by < 0.0 { -at / by } else { f64::INFINITY };
        let mut least = f64::INFINITY;
        if self.data.outcome.floor().is_finite() && !self.data.design.cuts[TIE].rows.is_empty() {
            let design = &self.data.design;
            for cell in (0..design.len()).filter(|&c| design.counts[c].tie > 0.0) {
                least = least
                    .min(room(self.data.threshold(TIE, theta, cell), design.cuts[TIE].rows.dot(cell, step)));
            }
        }
        // The second threshold of graded answers is a gap.
        if self.data.outcome.has_grades() {
            let (gaps, counts) = (&self.data.design.cuts[BAD], &self.data.design.counts);
            for cell in
                (0..counts.len()).filter(|&c| !gaps.rows.row(c).0.is_empty() && counts[c].total() > 0.0)
            {
                least = least.min(room(gaps.value(cell, theta), gaps.rows.dot(cell, step)));
            }
        }
        for constraint in self.constraints.iter().filter(|constraint| {
            matches!(constraint.state, ConstraintState::Interior | ConstraintState::Bound)
        }) {
            let by = constraint.along.iter().map(|(at, a)| a * step[*at as usize]).sum();
            least = least.min(room(constraint.gap(theta), by));
        }
        least
    }

    /// The likelihood part of the objective: negative log-likelihood of the data alone.
    pub fn data_value(&self, theta: &[f64]) -> f64 {
        self.data.value(&self.strength, theta)
    }

    /// The same where the whole objective is known, which is all data where the rest is zero.
    pub fn data_value_in(&self, theta: &[f64], whole: f64) -> f64 {
        let rest = self.value_of_rest(theta) + self.constraint_value(theta);
        if rest == 0.0 {
            whole
        } else {
            self.data_value(theta)
        }
    }
}
