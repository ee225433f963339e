//! Generalised average ranking scores: scores of items as functionals of the probabilities of labels,
//! estimated without believing any model of them.
//!
//! Items are compared in contexts (prompts); mu_jk(x) are the probabilities of the categories of a label
//! when j is shown first and k second, from any predictor. A functional F maps the probabilities of all
//! pairs of a context to scores, and the estimate of E F(mu(X)) is the mean of
//! psi = F(mu) + dF(mu)[h], h_jk = (S_jk / pi_jk) (Y_jk - mu_jk), over contexts: the correction by the
//! labels that were bought makes errors of the predictor a matter of second order.
//!
//! After Frauen, Deviyani, van der Schaar and Feuerriegel, "Nonparametric LLM Evaluation from Preference
//! Data"; where this departs from the paper, the place says so.

mod accumulator;
mod batch;
mod clusters;
mod diagnostics;
mod estimates;
mod evaluator;
mod functional;
mod groups;
mod input;
pub mod learner;
mod moments;
mod own;
mod pairs;
mod parametric;
mod saved;
mod scores;
mod second_order;
mod selection;
mod specification;

pub use accumulator::{Accumulator, Fill};
pub use batch::{Array, Batch, OwnedLabels};
pub use clusters::Clustering;
pub use diagnostics::{Diagnostics, LabelledPair, Orders, PAIRS};
pub use estimates::{equality, Estimator};
pub use evaluator::Evaluator;
pub use groups::{GroupFacts, GroupWeights, GROUPS};
pub use input::{Grouped, Judged, Label, LabelColumns, StridedMatrix};
pub use own::{OwnScore, ScoreFunction};
pub use parametric::of_model;
pub use second_order::{
    Folds, GarsWarning, GarsWarningKind, RemainderRow, ResidualBasis, SecondOrder, GARS_WARNINGS, REMAINDER,
};
pub use selection::{
    largest as largest_under_selection, Bounds, Claim, Selection, SelectionModel, BOUNDS,
    CLAIMS as SELECTION_CLAIMS,
};
pub use specification::{
    ChainForm, CopelandForm, EdgeForm, Functional, GarsSpecification, KemenyForm, Loss, Pairs,
    RestrictedForm, Share,
};

#[cfg(test)]
mod tests;
