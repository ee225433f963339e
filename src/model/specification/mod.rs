//! What a model is before it meets votes: the choices, where their parameters stand, and the words for what may come of a fit.

mod check;
mod choices;
mod flat;
mod frame;
mod loose;
mod model;
mod trouble;

pub(super) use loose::{loose, Loose};
pub(super) use trouble::list;

pub use choices::{
    BelowZero, BothBad, Correction, CovarianceKind, Link, OfItems, Position, SpreadModel, StrengthModel,
    Target, ThresholdModel, Ties,
};
pub use flat::{BothBadKind, Flat};
pub use frame::Frame;
pub use model::Specification;
pub use trouble::{Problems, Trouble};
