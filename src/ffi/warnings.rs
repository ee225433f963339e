//! Kinds of warnings.

/// Kind of a warning: what column `code` of duel_model_warnings says.
pub type duel_warning = i32;
/// Items were never compared, not even through others.
pub const DUEL_WARNING_DISCONNECTED: duel_warning = 0;
/// Scores diverge: there is no finite estimate.
pub const DUEL_WARNING_SEPARATED: duel_warning = 1;
/// Judges have sensitivity zero, the end of its range.
pub const DUEL_WARNING_BOUNDARY: duel_warning = 2;
/// Judges have a negative sensitivity.
pub const DUEL_WARNING_OPPOSED: duel_warning = 3;
/// All scores are equal, so that sensitivities are not identified.
pub const DUEL_WARNING_EQUAL_SCORES: duel_warning = 4;
/// The data do not determine some parameters.
pub const DUEL_WARNING_UNDETERMINED: duel_warning = 5;
/// The solver stopped early.
pub const DUEL_WARNING_NOT_CONVERGED: duel_warning = 6;
/// Presentation order is tied to the items.
pub const DUEL_WARNING_PRESENTATION_ORDER: duel_warning = 7;
/// Answers of judges follow the position rather than the items.
pub const DUEL_WARNING_POSITION_FOLLOWERS: duel_warning = 8;
/// Judges differ in how often they tie, and the model does not allow for it.
pub const DUEL_WARNING_TIES_DIFFER: duel_warning = 9;
/// Tie thresholds are at the end of their range.
pub const DUEL_WARNING_TIE_LIMIT: duel_warning = 10;
/// Thresholds of both bad are at the end of their range.
pub const DUEL_WARNING_BAD_LIMIT: duel_warning = 11;
/// Variances of items are zero (Heywood cases).
pub const DUEL_WARNING_HEYWOOD: duel_warning = 12;
/// The starts of the fit ended at several optima.
pub const DUEL_WARNING_SEVERAL_OPTIMA: duel_warning = 13;
/// A model that may have many optima was started once.
pub const DUEL_WARNING_SINGLE_START: duel_warning = 14;
/// Items have few wins or few losses: their intervals are rough.
pub const DUEL_WARNING_NEAR_SEPARATION: duel_warning = 15;
/// Judges have a sensitivity far below the mean.
pub const DUEL_WARNING_WEAK_JUDGES: duel_warning = 16;
/// The judges agree little.
pub const DUEL_WARNING_WEAK_CONSENSUS: duel_warning = 17;
/// The consensus is mostly one judge.
pub const DUEL_WARNING_DOMINATED_CONSENSUS: duel_warning = 18;
/// Directions of disagreement are of nearly the same size.
pub const DUEL_WARNING_SIMILAR_DIRECTIONS: duel_warning = 19;
/// Contexts repeat, but standard errors take comparisons as independent.
pub const DUEL_WARNING_DEPENDENCE: duel_warning = 20;
/// Clustered standard errors are of few clusters: corrected by default, too small without a correction.
pub const DUEL_WARNING_FEW_CLUSTERS: duel_warning = 21;
/// Contexts repeat, and standard errors are clustered by them.
pub const DUEL_WARNING_CLUSTERED: duel_warning = 22;
/// Judges have votes on fewer pairs than they have parameters.
pub const DUEL_WARNING_FEW_VOTES: duel_warning = 23;
/// The penalty, not the data, determines some scores.
pub const DUEL_WARNING_PENALTY_DECIDES: duel_warning = 24;
/// Tie thresholds or the spread are penalised.
pub const DUEL_WARNING_PENALISED_THRESHOLDS: duel_warning = 25;
/// The scores are penalised.
pub const DUEL_WARNING_PENALISED: duel_warning = 26;
/// Comparisons of items are fitted exactly, so that a robust covariance cannot estimate their errors.
pub const DUEL_WARNING_EXACT_FIT: duel_warning = 27;
/// Only some comparisons have a presentation order, and they alone determine position effects.
pub const DUEL_WARNING_PARTLY_ORDERED: duel_warning = 28;
/// Nobody gave some grade, which DUEL_MODEL_GRADED joined with the next. @since 0.2
pub const DUEL_WARNING_GRADES_JOINED: duel_warning = 29;

const _: () = assert!(DUEL_WARNING_GRADES_JOINED as usize + 1 == duel::model::WarningKind::ALL.len());
