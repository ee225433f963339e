//! Judges: what the votes alone, and a fitted model, say of every one of them.
//!
//! - `counts`, `consistency`, `agreement`, `krippendorff`: from the votes;
//! - `confidence`: from what judges say of their own certainty;
//! - `preference`, `report`: from a fitted model;
//! - `outliers`: e-values against voting as a model of the others expects;
//! - `together`: what judges get wrong together, from the votes and each judge's own strengths;
//! - `learning`: from refits to parts of the votes;
//! - `effective`, `bicluster`, `near`: from tables of scores.
//!
//! The judges of a table are those of the set, and the anonymous one as the last if it judged.

mod agreement;
mod confidence;
mod consistency;
mod counts;
mod effective;
mod krippendorff;
mod learning;
mod equivalence;
mod outliers;
mod preference;
mod report;
#[cfg(test)]
pub(crate) mod testing;
mod together;
mod units;

pub use agreement::{pairwise_agreement, with_majority, OfTwo, Pairwise, WithMajority, MAJORITY, PAIRWISE};
pub use confidence::{confidence, numbered, reliability, Calibration, Stated, CONFIDENCE, RELIABILITY};
pub use consistency::{consistency, Consistency, TRIADS};
pub use counts::{counts, order, JudgeCounts, PresentationBalance, Share, COUNTS};
pub use effective::{effective_number, participation};
pub use equivalence::{equivalence, Equivalence, EQUIVALENCE};
pub use krippendorff::{krippendorff, Alpha, Metric, KRIPPENDORFF};
pub use learning::{learning_curve, LearningDraws, LearningPoint, LEARNING};
pub use outliers::{outliers, penalty_note, Alternative, Departure, Outlier, Screening, Strongest, OUTLIERS};
pub use preference::{preferences, Preference, PREFERENCES};
pub use report::{report, Families, Report, Thresholds, Verdicts, JUDGES};
pub use together::{
    Common, Effective, FamilyWorth, JudgeWorth, Kind, PairOfJudges, Together, FAMILIES, TOGETHER, WORTH,
};
pub use units::Orientation;

use crate::comparisons::{Set, NONE};
use crate::distributions::normal;
use crate::error::{Error, Result};

/// Number of judges, the anonymous one included if it judged.
pub fn judges(set: &Set) -> usize {
    set.judges() + usize::from(set.has_anonymous_judge())
}

/// The place of a judge in a table of this many.
fn place(judge: u32, judges: usize) -> usize {
    if judge == NONE {
        judges - 1
    } else {
        judge as usize
    }
}

/// Left, right and ties of any kind.
fn folded(counts: &[f64; 5]) -> [f64; 3] {
    [counts[0], counts[1], counts[2] + counts[3] + counts[4]]
}

/// The normal quantile of an interval.
fn critical(level: f64) -> Result<f64> {
    if level > 0.0 && level < 1.0 {
        Ok(normal::critical(level))
    } else {
        Err(Error::Argument(format!("level is {level}; it must be between 0 and 1")))
    }
}
