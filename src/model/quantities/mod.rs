//! Quantities of a fitted model: read-outs, which do not depend on the identifiability constraint, with their derivatives; which of them the
//! votes identify; and predictions.

mod disagreement;
mod divergence;
mod field;
mod identification;
mod jacobian;
mod linear;
mod moves;
mod point;
mod predict;
mod readout;
mod ties;
mod variances;

pub(super) use divergence::Divergence;
pub(super) use identification::{nulls, without_votes, SMALL};
pub(super) use moves::Movements;

pub(crate) use field::PREDICTION;
pub(crate) use identification::State;
pub use jacobian::{Entries, Jacobian};
pub(crate) use linear::Linear;
pub use point::Point;
pub use predict::{Comparison, Predicted, Source};
pub use readout::{Normalisation, Quantity, Readout, Scale, View};
