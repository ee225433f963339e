//! Quantities of a fitted model: read-outs, which do not depend on the identifiability constraint, with their derivatives; which of them the
//! votes identify; and predictions.

mod disagreement;
mod divergence;
mod field;
mod grades;
mod identification;
mod jacobian;
mod linear;
mod moves;
mod nulls;
mod point;
mod predict;
mod readout;
mod scale;
mod ties;
mod variances;

pub(super) use divergence::Divergence;
pub(super) use moves::Movements;
pub(super) use nulls::{identified_by_votes, nulls, without_votes, SMALL};

pub(crate) use field::PREDICTION;
pub(crate) use identification::State;
pub use jacobian::{Entries, Jacobian};
pub(crate) use linear::Linear;
pub use point::Point;
pub use predict::{Comparison, Predicted, Source};
pub use readout::{Quantity, Readout, View};
pub use scale::{Normalisation, Scale};
