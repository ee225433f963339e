//! Properties that hold for every composition of choices: derivatives, invariances, solvers that agree,
//! the derivatives of read-outs, answers to data that say little, and four outcomes.

#[path = "support/both_bad.rs"]
mod both_bad;
#[path = "support/boundary.rs"]
mod boundary;
#[path = "support/choices.rs"]
mod choices;
#[path = "support/derivatives.rs"]
mod derivatives;
#[path = "support/families.rs"]
mod families;
#[path = "support/invariance.rs"]
mod invariance;
#[path = "support/readouts.rs"]
mod readouts;
#[path = "support/slopes.rs"]
mod slopes;
#[path = "support/solvers.rs"]
mod solvers;
#[path = "support/sparse.rs"]
mod sparse;
mod support;
