//! The C interface: one file for each group of the header. It translates and validates; it computes
//! nothing. The header made from these comments is the safety contract of every function: pointers are
//! either NULL or valid for what the function says it reads or writes.

#![allow(non_camel_case_types, clippy::missing_safety_doc)]

mod columns;
mod data;
mod fit;
mod guard;
mod inference;
mod memory;
mod model;
mod options;
mod ranks;
mod set;
mod status;
mod tests;

pub use data::*;
pub use fit::*;
pub use inference::*;
pub use model::*;
pub use options::*;
pub use ranks::*;
pub use set::*;
pub use status::*;
pub use tests::*;
