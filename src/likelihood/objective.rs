//! The objective: data, pseudo-comparisons and ridge, with some parameters held fixed.

use super::{Block, Curvature, Local};
use crate::outcome::Form;
use crate::strength::Strength;

/// A linear function of the parameters that is drawn to a target: multiplier (a'theta - target) +
/// weight/2 (a'theta - target)^2, the augmented Lagrangian of the constraint a'theta = target.
#[derive(Debug, Clone)]
pub struct Held {
    /// The function, as (parameter, weight), parameters ascending.
    pub along: Vec<(u32, f64)>,
    /// Its target.
    pub target: f64,
    /// Weight of the square.
    pub weight: f64,
    /// The multiplier.
    pub multiplier: f64,
}

impl Held {
    /// How far the function is from its target.
    pub fn gap(&self, theta: &[f64]) -> f64 {
        self.along.iter().map(|(at, a)| a * theta[*at as usize]).sum::<f64>() - self.target
    }

    fn value(&self, theta: &[f64]) -> f64 {
        let gap = self.gap(theta);
        gap * (self.multiplier + 0.5 * self.weight * gap)
    }

    fn add_gradient(&self, theta: &[f64], gradient: &mut [f64]) {
        let slope = self.multiplier + self.weight * self.gap(theta);
        self.along.iter().for_each(|(at, a)| gradient[*at as usize] += slope * a);
    }
}

/// What a fit minimises, and what its information matrices are made of.
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
    pub held: Vec<Held>,
    /// Number of parameters.
    pub dimension: usize,
}

impl Objective {
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        std::iter::once(&self.data).chain(self.pseudo.as_ref())
    }

    /// Whether the data touch nothing but the scores of two items each.
    pub fn is_plain(&self) -> bool {
        self.data.is_plain(&self.strength)
    }

    /// Value of the objective.
    pub fn value(&self, theta: &[f64]) -> f64 {
        self.value_unheld(theta) + self.held_value(theta)
    }

    /// The objective without what is held.
    pub fn value_unheld(&self, theta: &[f64]) -> f64 {
        self.blocks().map(|b| b.value(&self.strength, theta)).sum::<f64>() + self.ridge_value(theta)
    }

    fn held_value(&self, theta: &[f64]) -> f64 {
        self.held.iter().map(|held| held.value(theta)).sum()
    }

    fn ridge_value(&self, theta: &[f64]) -> f64 {
        if self.ridge > 0.0 {
            self.ridge * self.strength.ridge(theta)
        } else {
            0.0
        }
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
        hessian.fill(0.0);
        let mut value = self.ridge_value(theta) + self.held_value(theta);
        for block in self.blocks() {
            value += block.evaluate(&self.strength, theta, gradient, hessian, local);
        }
        if self.ridge > 0.0 {
            self.strength.ridge_gradient(theta, self.ridge, gradient);
            self.add_ridge(theta, false, hessian);
        }
        for held in &self.held {
            held.add_gradient(theta, gradient);
            for (at, &(a, along_a)) in held.along.iter().enumerate() {
                for &(b, along_b) in &held.along[at..] {
                    hessian[a as usize * self.dimension + b as usize] += held.weight * along_a * along_b;
                }
            }
        }
        self.mask_gradient(gradient);
        self.mask_matrix(hessian, 1.0);
        value
    }

    /// An information matrix: the Hessian or its expectation, penalties included; or the squared
    /// scores of the data alone. Lower triangle, column-major, fixed rows as unit rows (zero for
    /// squared scores).
    pub fn information(&self, theta: &[f64], which: Curvature, out: &mut [f64]) {
        let mut local = Local::default();
        out.fill(0.0);
        self.data.curvature(&self.strength, theta, which, out, &mut local);
        if which == Curvature::Squared {
            self.mask_matrix(out, 0.0);
            return;
        }
        if let Some(pseudo) = &self.pseudo {
            pseudo.curvature(&self.strength, theta, which, out, &mut local);
        }
        if self.ridge > 0.0 {
            self.add_ridge(theta, which == Curvature::Expected, out);
        }
        self.mask_matrix(out, 1.0);
    }

    fn add_ridge(&self, theta: &[f64], expected: bool, matrix: &mut [f64]) {
        let p = self.dimension;
        self.strength.ridge_hessian(theta, expected, |row, column, value| {
            matrix[column * p + row] += self.ridge * value
        });
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
            for c in 0..k {
                matrix[c * p + k] = 0.0;
            }
            matrix[k * p + k..(k + 1) * p].fill(0.0);
            matrix[k * p + k] = diagonal;
        }
    }

    /// Value, gradient and diagonal of the Hessian, and the weights of all cells for `product`.
    pub fn weigh(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        diagonal: &mut [f64],
        weights: &mut [Vec<(f64, Form)>; 2],
        local: &mut Local,
    ) -> f64 {
        gradient.fill(0.0);
        diagonal.fill(0.0);
        let mut value = self.ridge_value(theta) + self.held_value(theta);
        for (block, weights) in self.blocks().zip(weights.iter_mut()) {
            value += block.weigh(&self.strength, theta, gradient, diagonal, weights, local);
        }
        if self.ridge > 0.0 {
            self.strength.ridge_gradient(theta, self.ridge, gradient);
            self.strength.ridge_diagonal(theta, self.ridge, diagonal);
        }
        for held in &self.held {
            held.add_gradient(theta, gradient);
            held.along.iter().for_each(|(at, a)| diagonal[*at as usize] += held.weight * a * a);
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
        self.data.design.scale(1.0 / unit);
        if let Some(pseudo) = &mut self.pseudo {
            pseudo.design.scale(1.0 / unit);
        }
        self.ridge /= unit;
    }

    /// The gradient alone.
    pub fn gradient(&self, theta: &[f64], gradient: &mut [f64], local: &mut Local) {
        gradient.fill(0.0);
        for block in self.blocks() {
            block.gradient(&self.strength, theta, gradient, local);
        }
        if self.ridge > 0.0 {
            self.strength.ridge_gradient(theta, self.ridge, gradient);
        }
        self.held.iter().for_each(|held| held.add_gradient(theta, gradient));
        self.mask_gradient(gradient);
    }

    /// Product of the Hessian with `v`, which is zero on fixed parameters.
    pub fn product(
        &self,
        theta: &[f64],
        weights: &[Vec<(f64, Form)>; 2],
        v: &[f64],
        out: &mut [f64],
        local: &mut Local,
    ) {
        out.fill(0.0);
        for (block, weights) in self.blocks().zip(weights) {
            block.product(&self.strength, theta, weights, v, out, local);
        }
        if self.ridge > 0.0 {
            self.strength.ridge_product(theta, self.ridge, v, out);
        }
        for held in &self.held {
            let flow: f64 = held.along.iter().map(|(at, a)| a * v[*at as usize]).sum();
            held.along.iter().for_each(|(at, a)| out[*at as usize] += held.weight * flow * a);
        }
        self.mask_gradient(out);
    }

    /// Largest change of any u or e between two parameter vectors; with a ridge also of any score,
    /// which may be all that holds an item.
    pub fn change(&self, from: &[f64], to: &[f64]) -> f64 {
        let mut largest: f64 = 0.0;
        for block in self.blocks() {
            let design = &block.design;
            if block.is_plain(&self.strength) {
                for (&i, &j) in design.left.iter().zip(&design.right) {
                    let (i, j) = (i as usize, j as usize);
                    largest = largest.max(((to[i] - from[i]) - (to[j] - from[j])).abs());
                }
                continue;
            }
            for cell in 0..design.len() {
                let before = block.predictor(&self.strength, from, cell);
                let after = block.predictor(&self.strength, to, cell);
                largest = largest.max((after.0 - before.0).abs());
                if after.1.is_finite() {
                    largest = largest.max((after.1 - before.1).abs());
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

    /// The likelihood part of the objective: negative log-likelihood of the data alone.
    pub fn data_value(&self, theta: &[f64]) -> f64 {
        self.data.value(&self.strength, theta)
    }
}
