//! Assessment: does the model fit, which of two models is better, and where do they fail?
//!
//! Everything starts from what a model expects of the cells it was fitted to (`cells`), or of the
//! comparisons of another set.

mod accuracy;
mod agreement;
mod averaging;
mod cells;
mod consensus;
mod criteria;
mod fragility;
mod goodness;
mod influence;
pub mod judges;
mod marginals;
mod matrices;
mod metrics;
mod nested;
mod predictions;
mod rank_selection;
mod residuals;
mod restrictions;
mod score;
mod triads;
mod validate;
mod vuong;

pub use accuracy::{accuracy, calibration, Accuracy, Bin, CALIBRATION};
pub use agreement::{agreement, Agreement};
pub use averaging::{average, Averaging};
pub use cells::{observed, pearson_and_deviance, residual_block};
pub use consensus::{
    consensus, leave_one_judge_out, scores_without, Consensus, ScoreWithout, Without, CONSENSUS, WITHOUT,
};
pub use criteria::{criteria, Criteria, Space};
pub use fragility::{
    fragile_votes, fragility, Assault, Attack, Fragile, FragileVote, FRAGILE_VOTES, FRAGILITY,
};
pub use goodness::{goodness, Goodness, Simulation, Statistic};
pub use influence::{influence, Influence, UnitInfluence, INFLUENCE};
pub use marginals::{marginals, Marginal, MARGINALS};
pub use matrices::{matrix, Matrix};
pub use metrics::{metrics, ByOutcome, ErrorMetrics, Metrics, METRICS_BY_OUTCOME};
pub use nested::{compare, Nested, NestedTest};
pub use rank_selection::{note_of_ranks, select_rank, RankChoice, Ratio, Selection, RANKS};
pub use residuals::{residuals, Residual, ResidualsBy, RESIDUALS};
pub use triads::{triads, Triads};
pub use validate::{
    cross_validate, cross_validate_each, Average, Fold, HeldOut, Plan, Validation, FOLDS, SCORES,
};
pub use vuong::{vuong, Independent, Vuong, VuongPenalty};
