//! Laws that hold for every composition of choices: derivatives, invariances, solvers that agree,
//! and the derivatives of read-outs.

#[path = "support/choices.rs"]
mod choices;
#[path = "support/derivatives.rs"]
mod derivatives;
#[path = "support/invariance.rs"]
mod invariance;
#[path = "support/readouts.rs"]
mod readouts;
#[path = "support/solvers.rs"]
mod solvers;
mod support;
