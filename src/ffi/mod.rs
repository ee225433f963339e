//! The C interface: one file for each group of the header. It translates and validates; it computes
//! nothing. The header made from these comments is the safety contract of every function: pointers are
//! either NULL or valid for what the function says it reads or writes.

#![allow(non_camel_case_types, clippy::missing_safety_doc)]

mod agreement;
mod assess;
mod bootstrap;
mod clusters;
mod columns;
mod data;
mod fit;
mod functions;
mod gars;
mod gars_contexts;
mod gars_results;
mod geometry;
mod goodness;
mod guard;
mod hypotheses;
mod inference;
mod influence;
mod judge_report;
mod judges;
mod judging;
mod learner;
mod memory;
mod metrics;
mod model;
mod next;
mod options;
mod policy;
mod profile;
mod ranks;
mod residuals;
mod set;
mod simulate;
mod status;
mod validate;
mod vuong;

pub use agreement::*;
pub use assess::*;
pub use bootstrap::*;
pub use clusters::*;
pub use data::*;
pub use fit::*;
pub use functions::*;
pub use gars::*;
pub use gars_contexts::*;
pub use gars_results::*;
pub use geometry::*;
pub use goodness::*;
pub use hypotheses::*;
pub use inference::*;
pub use influence::*;
pub use judge_report::*;
pub use judges::*;
pub use judging::*;
pub use learner::*;
pub use metrics::*;
pub use model::*;
pub use next::*;
pub use options::*;
pub use policy::*;
pub use profile::*;
pub use ranks::*;
pub use residuals::*;
pub use set::*;
pub use simulate::*;
pub use status::*;
pub use validate::*;
pub use vuong::*;
