//! From votes to a model: existence, starts, the fit, its boundaries, and fits of the same model again.

mod adopt;
mod boundary;
mod canonical;
mod existence;
mod ends;
mod firth;
mod fit;
mod floor;
mod given;
mod groups;
mod judge_starts;
mod log_odds;
mod profiles;
mod recession;
mod refit;
mod restarts;
mod diverging;
mod signs;
mod slopes;
mod start;
mod sweeps;
mod vanishing;

pub(crate) use adopt::embedded;
pub use fit::{fit, fit_from};
pub use judge_starts::{disagreement_scree, two_step};
pub use refit::{Refit, Refitter};
