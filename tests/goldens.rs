//! Fits against reference results: other programs, independent solutions, printed tables.

#[path = "support/assess.rs"]
mod assess;
#[path = "support/claims.rs"]
mod claims;
#[path = "support/columns.rs"]
mod columns;
#[path = "support/comparing.rs"]
mod comparing;
#[path = "support/diagnostics.rs"]
mod diagnostics;
#[path = "support/disagreement.rs"]
mod disagreement;
#[path = "support/boards.rs"]
mod boards;
#[path = "support/evidence.rs"]
mod evidence;
#[path = "support/firth.rs"]
mod firth;
#[path = "support/grades.rs"]
mod grades;
#[path = "support/gars.rs"]
mod gars;
#[path = "support/gars_open.rs"]
mod gars_open;
#[path = "support/geometry.rs"]
mod geometry;
#[path = "support/judges.rs"]
mod judges;
#[path = "support/metrics.rs"]
mod metrics;
#[path = "support/nested.rs"]
mod nested;
#[path = "support/next.rs"]
mod next;
#[path = "support/paired.rs"]
mod paired;
#[path = "support/together.rs"]
mod together;
#[path = "support/panels.rs"]
mod panels;
#[path = "support/peers.rs"]
mod peers;
#[path = "support/plans.rs"]
mod plans;
#[path = "support/policies.rs"]
mod policies;
#[path = "support/probit.rs"]
mod probit;
#[path = "support/ballots.rs"]
mod ballots;
#[path = "support/r_packages.rs"]
mod r_packages;
mod support;
#[path = "support/validate.rs"]
mod validate;
#[path = "support/vuong.rs"]
mod vuong;
