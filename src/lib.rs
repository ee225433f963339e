//! duel turns pairwise judgements ("judge k preferred item i to item j") into rankings that carry
//! honest uncertainty. This crate is its core; the C interface is a crate of its own, under `src/ffi`.
//!
//! Data flows one way: comparisons become models, models estimates, estimates claims and tables. A module imports only
//! modules that stand before it here, in its line or above (`tests/layers.rs`):
//!
//! ```text
//! failures, memory, cancelling    error refusal interrupt room
//! tools                           vectors random progress threads graph distributions codec
//! algebra                         terms linalg
//! parts of a model                outcome strength spread threshold
//! data and tables                 comparisons table summary claims
//! models                          component solve likelihood model
//! what follows from models        inference simulate
//! beside models                   geometry gars policy board ballots
//! answers                         estimate assess
//! what is shown                   chart catalogue
//! ```
//!
//! The C interface translates and validates; it computes nothing, and it is the only place with unsafe code.

#![forbid(unsafe_code)]

// First: its `vec!` is that of all modules below.
#[macro_use]
pub mod room;

pub mod assess;
pub mod ballots;
pub mod board;
pub mod catalogue;
pub mod chart;
pub mod claims;
mod codec;
pub mod comparisons;
pub mod component;
pub mod distributions;
pub mod error;
pub mod estimate;
pub mod gars;
pub mod geometry;
pub mod graph;
pub mod inference;
pub mod interrupt;
pub mod likelihood;
pub mod linalg;
pub mod model;
pub mod outcome;
pub mod policy;
pub mod progress;
pub mod random;
mod refusal;
pub mod simulate;
pub mod solve;
pub mod spread;
pub mod strength;
pub mod summary;
pub mod table;
pub mod terms;
pub mod threads;
pub mod threshold;
mod vectors;

pub use error::{Error, Result};
