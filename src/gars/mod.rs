//! Nonparametric ranking scores.

pub mod learner;
