//! The likelihood: the chain rule over cells, written once.
//!
//! For one cell
//!
//! ```text
//! u = exp(h) (S_k(i) - S_k(j)) + linear terms      (strength, position, covariates)
//! h = linear terms                        (covariates of sensitivities; mostly none)
//! z = u / sqrt(S_ij)                      (spread; z = u without one)
//! e = linear terms                        (tie threshold)
//! b = linear terms                        (threshold of "both bad", where that is an outcome)
//! negative log-likelihood = outcome(counts, z, e, b)
//! ```
//!
//! Strength and spread are formulas; position, covariates and thresholds are linear in their parameters and
//! are kept as sparse rows, made once per fit. Value, gradient, Hessian, Hessian products, expected
//! information and the meat of the sandwich then follow from the few parameters that a cell touches.

mod assemble;
mod constraint;
mod design;
mod floors;
mod null_space;
mod modulo;
mod objective;
mod pairs;
mod parts;
mod products;
#[cfg(test)]
mod tests;

pub use assemble::{Block, Curvature, Weights};
pub use constraint::{Constraint, ConstraintState};
pub use design::{Design, Origin};
pub use modulo::Modulo;
pub use null_space::NullSpace;
pub use objective::Objective;
pub(crate) use pairs::{add_edges, each_run, CHUNK};
pub use parts::Scratch;
