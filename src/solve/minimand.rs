//! The function that a solver minimises; solvers know nothing else of a problem.

use crate::terms::Local;
use std::borrow::Cow;
use std::ops::Range;

/// The size of a problem, by which a solver is chosen.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Number of parameters.
    pub dimension: usize,
    /// Whether terms of the function touch many parameters each: products with its Hessian then take long.
    pub is_coupled: bool,
}

/// A twice differentiable function with parameters that do not move and directions that do not change it. Gradients are
/// zero in what does not move; Hessians have a unit row there.
pub trait Minimand {
    /// Weights of the terms of the function at a point, for products with the Hessian there.
    type Weights;
    /// Room for sums.
    type Scratch: Default;

    /// Number of parameters.
    fn dimension(&self) -> usize;

    /// Which parameters do not move.
    fn fixed(&self) -> &[bool];

    /// The total weight of the data: gains and decrements count as shares of it.
    fn total(&self) -> f64;

    /// Whether it is convex.
    fn is_convex(&self) -> bool;

    /// Parameters whose curvature is in units of the caller.
    fn units(&self) -> Range<usize>;

    /// Its value.
    fn value(&self, theta: &[f64]) -> f64;

    /// Value, gradient and Hessian (lower triangle, column-major).
    fn evaluate(&self, theta: &[f64], gradient: &mut [f64], hessian: &mut [f64], local: &mut Local) -> f64;

    /// Largest change of a predictor from one point to another.
    fn change(&self, from: &[f64], to: &[f64]) -> f64;

    /// Largest predictor.
    fn size(&self, theta: &[f64]) -> f64;

    /// How many times a step may be gone before it leaves the domain.
    fn room(&self, theta: &[f64], step: &[f64]) -> f64;

    /// The size of a diagonal element of a matrix in the parameters: what shifts of it are relative to.
    fn typical(&self, matrix: &[f64]) -> f64;

    /// The largest entry of a matrix in the parameters.
    fn largest(&self, matrix: &[f64]) -> f64;

    /// Sets `out` to the share of a shift of the Hessian that each parameter takes; `hessian` is that at the start.
    fn set_damping(&self, hessian: &[f64], out: &mut [f64]);

    /// Whether a direction without curvature leads to infinity: predictors move along it, but the likelihood no longer does.
    fn saturates(&self, theta: &[f64], direction: &[f64]) -> bool;

    /// Adds a second-order correction to a step at theta, after which the function is closer to its quadratic model.
    fn correct_step(&self, theta: &[f64], step: &mut [f64]);

    /// Moves a point along the null directions to where its numbers are balanced.
    fn balance(&self, theta: &mut [f64]);

    /// Takes the null directions at theta out of `v`.
    fn project(&self, theta: &[f64], v: &mut [f64], scratch: &mut Vec<f64>);

    /// Adds `weight` times the projector on them to the lower triangle of a matrix.
    fn add_projector(&self, theta: &[f64], weight: f64, matrix: &mut [f64], scratch: &mut Vec<f64>);

    /// Whether they are shifts of groups of parameters alone.
    fn is_of_shifts(&self) -> bool;

    /// The groups of parameters that may be shifted.
    fn shifts(&self) -> &[Vec<u32>];

    /// Parameters that do not move, and the first of every such group.
    fn grounded(&self) -> Vec<bool>;

    /// Room for what `weigh` leaves for `product`.
    fn weights(&self) -> Self::Weights;

    /// Value, gradient and diagonal of the Hessian, and the weights for `product`.
    fn weigh(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        diagonal: &mut [f64],
        weights: &mut Self::Weights,
        scratch: &mut Self::Scratch,
    ) -> f64;

    /// Product of the Hessian with `v`, which is zero on fixed parameters.
    fn product(
        &self,
        theta: &[f64],
        weights: &Self::Weights,
        v: &[f64],
        out: &mut [f64],
        scratch: &mut Self::Scratch,
    );

    /// Products of the Hessian with L vectors, parameter by parameter.
    fn products<const L: usize>(
        &self,
        theta: &[f64],
        weights: &Self::Weights,
        v: &[[f64; L]],
        out: &mut [[f64; L]],
        local: &mut Local,
    );

    /// The graph whose weighted Laplacian the Hessian is in the first parameters, where there is one.
    fn laplacian(&self) -> Option<Laplacian<'_>>;

    /// The weights of its edges.
    fn edges<'w>(&self, theta: &[f64], weights: &'w Self::Weights) -> Cow<'w, [f64]>;
}

/// A graph on the first parameters, whose weighted Laplacian their part of the Hessian is.
#[derive(Debug, Clone, Copy)]
pub struct Laplacian<'a> {
    /// How many parameters are its nodes.
    pub nodes: usize,
    /// One end of each edge.
    pub left: &'a [u32],
    /// The other end.
    pub right: &'a [u32],
    /// Whether this is the whole Hessian.
    pub is_whole: bool,
}
