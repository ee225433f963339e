//! A model before it meets votes: the choices, the places of their parameters, and the diagnostics of a fit.

mod check;
mod choices;
mod flat;
mod layout;
mod unidentified;
mod model;
mod diagnostic;

pub(super) use crate::comparisons::list;
pub(super) use unidentified::{unidentified, UnidentifiedDirection};

pub use choices::{
    BelowZero, BothBad, Correction, CovarianceKind, Link, OfItems, Position, SpreadModel, StrengthModel,
    Target, ThresholdModel, Ties,
};
pub use diagnostic::{Diagnostic, Problems};
pub use flat::{BothBadKind, Flat};
pub use layout::ParameterLayout;
pub use model::Specification;
