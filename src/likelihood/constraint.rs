//! Constraints on linear functions of the parameters, as terms of the objective.

use crate::terms::Entries;

/// The state of a constraint on a linear function of the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstraintState {
    /// An equality: multiplier gap + weight/2 gap^2, the augmented Lagrangian.
    Equality,
    /// An inequality that is active, treated as an equality.
    Active,
    /// An inequality that is inactive: no term.
    Inactive,
    /// An inequality whose interior is kept to: - weight log gap, the logarithmic barrier.
    Interior,
    /// A strict bound: infinite beyond it, no term before it.
    Bound,
}

/// A constraint: a linear function of the parameters equals a target, or is not below it; the gap is their difference.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The function, as (parameter, weight), parameters ascending.
    pub along: Entries,
    /// Its target.
    pub target: f64,
    /// Its state.
    pub state: ConstraintState,
    /// Weight of the square, or of the barrier.
    pub weight: f64,
    /// The multiplier; none of a barrier.
    pub multiplier: f64,
}

/// How much stiffer an active constraint is in an information matrix than for the solver, whose share of the information would still
/// show there. An inverse needs none of it (`model/covariance/bread.rs`).
pub(super) const RIGID: f64 = 1e6;

impl Constraint {
    /// How far the function is from its target.
    pub fn gap(&self, theta: &[f64]) -> f64 {
        self.along.iter().map(|(at, a)| a * theta[*at as usize]).sum::<f64>() - self.target
    }

    /// Derivative in the function.
    pub fn slope(&self, theta: &[f64]) -> f64 {
        let gap = self.gap(theta);
        match self.state {
            ConstraintState::Equality | ConstraintState::Active => self.multiplier + self.weight * gap,
            ConstraintState::Inactive | ConstraintState::Bound => 0.0,
            ConstraintState::Interior => -self.weight / gap,
        }
    }

    /// Second derivative in the function.
    pub(super) fn curvature(&self, theta: &[f64]) -> f64 {
        match self.state {
            ConstraintState::Equality | ConstraintState::Active => self.weight,
            ConstraintState::Inactive | ConstraintState::Bound => 0.0,
            ConstraintState::Interior => self.weight / self.gap(theta).powi(2),
        }
    }

    pub(super) fn value(&self, theta: &[f64]) -> f64 {
        let gap = self.gap(theta);
        match self.state {
            ConstraintState::Interior | ConstraintState::Bound if gap <= 0.0 => f64::INFINITY,
            ConstraintState::Interior => -self.weight * gap.ln(),
            ConstraintState::Inactive | ConstraintState::Bound => 0.0,
            ConstraintState::Equality | ConstraintState::Active => {
                gap * (self.multiplier + 0.5 * self.weight * gap)
            }
        }
    }

    pub(super) fn add_gradient(&self, theta: &[f64], gradient: &mut [f64]) {
        let slope = self.slope(theta);
        if slope != 0.0 {
            self.along.iter().for_each(|(at, a)| gradient[*at as usize] += slope * a);
        }
    }

    /// Adds the Hessian to the lower triangle.
    pub(super) fn add_square(&self, theta: &[f64], dimension: usize, hessian: &mut [f64]) {
        let curvature = self.curvature(theta);
        if curvature == 0.0 {
            return;
        }
        for (at, &(a, along_a)) in self.along.iter().enumerate() {
            for &(b, along_b) in &self.along[at..] {
                hessian[a as usize * dimension + b as usize] += curvature * along_a * along_b;
            }
        }
    }
}
