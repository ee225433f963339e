//! Assessment: does the model fit, and what does it hang on?

mod influence;

pub use influence::{influence, Influence};
