//! duel turns pairwise judgements ("judge k preferred item i to item j") into rankings that carry
//! honest uncertainty. This crate is its core and its C interface.
//!
//! Data flows one way:
//!
//! ```text
//! comparisons -> model (strength, spread, threshold, outcome, likelihood, solve) -> inference
//!             -> assess, geometry, gars, policy -> ffi
//! ```
//!
//! Nothing lower imports anything higher. `ffi` translates and validates; it computes nothing, and it
//! is the only place with unsafe code.

#![deny(unsafe_code)]

#[forbid(unsafe_code)]
pub mod assess;
#[forbid(unsafe_code)]
pub mod comparisons;
#[forbid(unsafe_code)]
pub mod distributions;
#[forbid(unsafe_code)]
pub mod error;
#[allow(unsafe_code)]
pub mod ffi;
#[forbid(unsafe_code)]
pub mod gars;
#[forbid(unsafe_code)]
pub mod geometry;
#[forbid(unsafe_code)]
pub mod inference;
#[forbid(unsafe_code)]
pub mod likelihood;
#[forbid(unsafe_code)]
pub mod model;
#[forbid(unsafe_code)]
pub mod outcome;
#[forbid(unsafe_code)]
pub mod policy;
#[forbid(unsafe_code)]
pub mod random;
#[forbid(unsafe_code)]
pub mod simulate;
#[forbid(unsafe_code)]
pub mod solve;
#[forbid(unsafe_code)]
pub mod spread;
#[forbid(unsafe_code)]
pub mod strength;
#[forbid(unsafe_code)]
mod threads;
#[forbid(unsafe_code)]
pub mod threshold;
#[forbid(unsafe_code)]
mod vectors;

pub use error::{Error, Result};
