//! duel turns pairwise judgements ("judge k preferred item i to item j") into rankings that carry
//! honest uncertainty. This crate is its core; the C interface is a crate of its own, under `src/ffi`.
//!
//! Data flows one way:
//!
//! ```text
//! comparisons -> model (strength, spread, threshold, outcome, likelihood, solve) -> inference
//!             -> assess, geometry, gars, policy
//! ```
//!
//! Nothing lower imports anything higher. The C interface translates and validates; it computes nothing, and
//! it is the only place with unsafe code.

#![forbid(unsafe_code)]

// First: its `vec!` is that of all modules below.
#[macro_use]
pub mod room;

pub mod assess;
pub mod chart;
pub mod claims;
pub mod comparisons;
pub mod distributions;
pub mod error;
pub mod estimate;
pub mod gars;
pub mod geometry;
pub mod inference;
pub mod interrupt;
pub mod likelihood;
pub mod model;
pub mod outcome;
pub mod policy;
pub mod random;
pub mod simulate;
pub mod solve;
pub mod spread;
pub mod strength;
pub mod table;
pub mod threads;
pub mod threshold;
mod vectors;
mod words;

pub use error::{Error, Result};
