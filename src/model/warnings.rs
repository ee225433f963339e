//! Warnings: what a careful statistician would say about these data and this model. `checks` finds them.

mod checks;

use super::fitted::Model;
use crate::model::specification::Problems;
use crate::table::{Schema, SchemaColumn};
use std::ffi::{CStr, CString};

/// The kind of a warning; the numbers are those of the C interface, and those of the first seven the bits of
/// [`Problems`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WarningKind {
    /// Items were never compared, not even through others.
    Disconnected,
    /// Scores diverge: there is no finite estimate.
    Separated,
    /// Judges have sensitivity zero, the end of its range.
    Boundary,
    /// Judges have a negative sensitivity.
    Opposed,
    /// All scores are equal, so that sensitivities are not identified.
    EqualScores,
    /// The data do not determine some parameters.
    Undetermined,
    /// The solver stopped early.
    NotConverged,
    /// Presentation order is tied to the items.
    PresentationOrder,
    /// Answers of judges follow the position rather than the items.
    PositionFollowers,
    /// Judges differ in how often they tie, and the model does not allow for it.
    TiesDiffer,
    /// Tie thresholds are at the end of their range.
    TieLimit,
    /// Thresholds of both bad are at the end of their range.
    BadLimit,
    /// Variances of items are zero (Heywood cases).
    Heywood,
    /// The starts of the fit ended at several optima.
    SeveralOptima,
    /// A model that may have many optima was started once.
    SingleStart,
    /// Items have few wins or few losses: their intervals are rough.
    NearSeparation,
    /// Judges have a sensitivity far below the mean.
    WeakJudges,
    /// The judges hardly agree.
    WeakConsensus,
    /// The consensus is mostly one judge.
    DominatedConsensus,
    /// Directions of disagreement are of nearly the same size.
    SimilarDirections,
    /// Contexts repeat, but standard errors take comparisons as independent.
    Dependence,
    /// Clustered standard errors are of few clusters.
    FewClusters,
    /// Contexts repeat, and standard errors are clustered by them.
    Clustered,
    /// Judges have votes on fewer pairs than they have parameters.
    FewVotes,
    /// The penalty, not the data, determines some scores.
    PenaltyDecides,
    /// Tie thresholds or the spread are penalised.
    PenalisedThresholds,
    /// The scores are penalised.
    Penalised,
    /// Comparisons of items are fitted exactly, so that a robust covariance cannot estimate their errors.
    ExactFit,
    /// Only some comparisons have a presentation order, and they alone determine position effects.
    PartlyOrdered,
    /// Nobody gave some grade, which is joined with the next.
    GradesJoined,
}

impl WarningKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [WarningKind; 30] = [
        WarningKind::Disconnected,
        WarningKind::Separated,
        WarningKind::Boundary,
        WarningKind::Opposed,
        WarningKind::EqualScores,
        WarningKind::Undetermined,
        WarningKind::NotConverged,
        WarningKind::PresentationOrder,
        WarningKind::PositionFollowers,
        WarningKind::TiesDiffer,
        WarningKind::TieLimit,
        WarningKind::BadLimit,
        WarningKind::Heywood,
        WarningKind::SeveralOptima,
        WarningKind::SingleStart,
        WarningKind::NearSeparation,
        WarningKind::WeakJudges,
        WarningKind::WeakConsensus,
        WarningKind::DominatedConsensus,
        WarningKind::SimilarDirections,
        WarningKind::Dependence,
        WarningKind::FewClusters,
        WarningKind::Clustered,
        WarningKind::FewVotes,
        WarningKind::PenaltyDecides,
        WarningKind::PenalisedThresholds,
        WarningKind::Penalised,
        WarningKind::ExactFit,
        WarningKind::PartlyOrdered,
        WarningKind::GradesJoined,
    ];

    /// Their names.
    pub const LABELS: [&'static CStr; 30] = [
        c"disconnected",
        c"separated",
        c"boundary",
        c"opposed",
        c"equal_scores",
        c"undetermined",
        c"not_converged",
        c"presentation_order",
        c"position_followers",
        c"ties_differ",
        c"tie_limit",
        c"bad_limit",
        c"heywood",
        c"several_optima",
        c"single_start",
        c"near_separation",
        c"weak_judges",
        c"weak_consensus",
        c"dominated_consensus",
        c"similar_directions",
        c"dependence",
        c"few_clusters",
        c"clustered",
        c"few_votes",
        c"penalty_decides",
        c"penalised_thresholds",
        c"penalised",
        c"exact_fit",
        c"partly_ordered",
        c"grades_joined",
    ];

    /// The kind of a problem of a fit.
    fn of(problem: Problems) -> WarningKind {
        let bit = problem.0.trailing_zeros() as usize;
        WarningKind::ALL.get(bit).copied().unwrap_or(WarningKind::Undetermined)
    }
}

/// A warning: its kind, whom it concerns, and a text for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Its subject.
    pub kind: WarningKind,
    subject: Option<CString>,
    text: CString,
}

impl Warning {
    fn new(kind: WarningKind, text: impl Into<String>) -> Warning {
        Warning { kind, subject: None, text: without_nul(text.into()) }
    }

    /// A warning about some items or judges.
    fn about(kind: WarningKind, subject: String, text: String) -> Warning {
        Warning { subject: Some(without_nul(subject)), ..Warning::new(kind, text) }
    }

    /// One or two sentences, with names and numbers.
    pub fn text(&self) -> &str {
        self.text.to_str().unwrap_or_default()
    }

    /// The items or judges it concerns.
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_ref()?.to_str().ok()
    }
}

fn without_nul(text: String) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// The columns of [`Model::warnings`].
pub static WARNINGS: Schema<Warning> = Schema {
    name: "model_warnings",
    title: c"Warnings about the data and the model",
    columns: &[
        SchemaColumn::choice(c"code", c"The kind of the warning.", &WarningKind::LABELS, |w| {
            Some(w.kind as usize)
        }),
        SchemaColumn::text(
            c"subject",
            c"The names of the items or judges it concerns, quoted; missing where it concerns the whole.",
            |w| w.subject.as_deref(),
        ),
        SchemaColumn::text(c"text", c"One or two sentences, with names and numbers.", |w| Some(&w.text)),
    ],
};

impl Model {
    /// Remarks of a careful statistician on these data and this model; made when first asked for.
    pub fn warnings(&self) -> &[Warning] {
        crate::room::once::<Vec<Warning>>(&self.warnings, || checks::collect(self))
    }
}
