//! Models: what they are (`specification`), how they are had (`fitting`), the fitted model (`fitted`), what is asked of it
//! (`quantities`), and the covariance of its parameters (`covariance`).

mod covariance;
mod fitted;
mod fitting;
mod quantities;
mod saved;
mod specification;
mod tables;
mod warnings;

pub(crate) use covariance::{
    factored, generalised_inverse, sandwich, satterthwaite, Breads, Cluster, ClusteredBy, Clusters,
    Contributions, Deletion, Leverage, NormalDraws, EXACT, MANY_CLUSTERS,
};
pub use covariance::{Sampled, Sampling};
pub(crate) use fitted::contexts_repeat;
pub use fitted::{Covariance, Direction, Facts, Model, Optimum};
pub(crate) use fitting::embedded;
pub use fitting::{disagreement_scree, fit, fit_from, two_step, Refit, Refitter};
pub use quantities::{
    Comparison, Entries, Jacobian, Normalisation, Point, Predicted, Quantity, Readout, Scale, Source, View,
};
pub(crate) use quantities::{Linear, State, PREDICTION};
pub use specification::{
    BelowZero, BothBad, BothBadKind, Correction, CovarianceKind, Diagnostic, Flat, Link, OfItems,
    ParameterLayout, Position, Problems, Specification, SpreadModel, StrengthModel, Target, ThresholdModel,
    Ties,
};
pub use tables::{ItemRow, VoterRow, ITEMS, OPTIMA, VOTERS};
pub use warnings::{Warning, WarningKind, WARNINGS};
