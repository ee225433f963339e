//! Models: the choices (`specification`), their layout (`frame`), the fit, and the fitted model
//! (`fitted`) with its quantities (`readout`), their derivatives and the covariance of its parameters.

mod boundary;
mod canonical;
mod covariance;
mod disagreement;
mod divergence;
mod existence;
mod field;
mod firth;
mod fit;
mod fitted;
mod floor;
mod frame;
mod given;
mod identification;
mod jacobian;
mod judge_starts;
mod linear;
mod log_odds;
mod loose;
mod moves;
mod point;
mod predict;
mod readout;
mod refit;
mod restarts;
mod runaway;
mod saved;
mod signs;
mod slopes;
mod specification;
mod start;
mod ties;
mod tables;
mod trouble;
mod variances;
mod warnings;

pub(crate) use covariance::{
    factored, generalised_inverse, sandwich, Breads, By, Clusters, Draws, Leverage, EXACT,
};
pub use covariance::{Sampled, Sampling};
pub(crate) use fitted::contexts_repeat;
pub(crate) use identification::State;
pub(crate) use linear::Linear;

pub use fit::{fit, fit_from, unwatched};
pub use fitted::{Covariance, Direction, Facts, Model};
pub use frame::Frame;
pub use jacobian::{Entries, Jacobian};
pub use judge_starts::{disagreement_scree, two_step};
pub use point::Point;
pub use predict::{Comparison, Predicted, Source};
pub use readout::{Gauge as ScoreGauge, Quantity, Readout, Scale, View};
pub use refit::{Refit, Refitter};
pub use restarts::Optimum;
pub use specification::{
    BelowZero, BothBad, Correction, CovarianceKind, Link, Position, Specification, Target, Ties,
};
pub use tables::{ItemRow, VoterRow, ITEMS, OPTIMA, VOTERS};
pub use trouble::{Problems, Trouble};
pub use warnings::{Warning, WarningKind, WARNINGS};
