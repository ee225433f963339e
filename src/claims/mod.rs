//! Claims, their times and their certainty: questions that intervals for one look at unselected data do not
//! answer.

mod anytime;
mod assertion;
mod differences;
mod fragility;
mod monitor;
mod paired;
mod rank_sets;
mod sprt;
mod units;
mod verdict;
mod winner;

pub use anytime::{best_ratio, p_value, Ellipsoid, Evidence, Mixture};
pub use assertion::{state, Claim, Compared, State};
pub use differences::{exact_differences, Exact, ExactFound};
pub use fragility::{confirmed, fewest, first, in_order, predicted, Change, Fate};
pub use monitor::{
    Look, Monitor, MonitorDesign, MonitorPlan, Order, PairRow, Predictor, RankRow, Seen, MONITOR_PAIRS,
    MONITOR_RANKS,
};
pub(crate) use paired::fewest_that_differ;
pub use paired::{paired, Paired, PairedFound};
pub use rank_sets::{sure, Ordered, Side};
pub use sprt::{sprt, Decision, Elo, Sprt, SprtFound};
pub use units::{plan, PlanFound, Planned, Spread};
pub use verdict::{more_units, verdict, Verdict, Want, Words};
pub use winner::{at_rank, projected_level, ranked, Winner};
