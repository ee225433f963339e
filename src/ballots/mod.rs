//! Ballots: judgements that show two items or more and order some of them, and the strengths behind them
//! (Plackett 1975, Luce 1959; ties by Turner, van Etten, Firth and Kosmidis 2020).
//!
//! - `rows`: the ballots, and what a row says;
//! - `batch`: what makes rows invalid;
//! - `probability`: that of a stage, with its derivatives;
//! - `stages`: from a ballot to its stages;
//! - `layout`: the parameters, and which of them move an item as it is shown;
//! - `sum`: the derivatives of one ballot;
//! - `objective`: the sum of all, as the solvers see it;
//! - `existence`: whether finite strengths exist;
//! - `refusal`: who is to blame where they do not;
//! - `fit`: the fitted model;
//! - `covariance`: what units add to the estimates.

mod refusal;
mod rows;
mod batch;
mod covariance;
mod existence;
mod fit;
mod layout;
mod probability;
mod objective;
mod stages;
mod sum;
#[cfg(test)]
mod tests;

pub use fit::{fit, Effect, Ranking, RankingChoices, RankingFacts, Worst, RANKING_EFFECTS};
pub use rows::{BallotRows, Ballots, BallotsFacts, Shown, MOST_SHOWN, MOST_TIED};
