//! What a model is before it meets votes: the choices, where their parameters stand, and the words for what may come of a fit.

mod choices;
mod frame;
mod loose;
mod trouble;

pub(super) use loose::{loose, Loose};
pub(super) use trouble::list;

pub use choices::{
    BelowZero, BothBad, Correction, CovarianceKind, Link, Position, Specification, Target, Ties,
};
pub use frame::Frame;
pub use trouble::{Problems, Trouble};
