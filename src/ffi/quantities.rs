//! Quantities of a model, by number.

use duel::error::{Error, Result};
use duel::model::Quantity;

/// Quantity of a model: what is asked of it, and its shape.
pub type duel_quantity = i32;
/// Quantity, items x 1: scores. With DUEL_STRENGTH_SENSITIVITY they are on the scale of the chosen
/// normalisation of the sensitivities.
pub const DUEL_QUANTITY_SCORES: duel_quantity = 1;
/// Quantity, judges x 1: sensitivities gamma. Their intervals are formed on the log scale where
/// gamma is positive.
pub const DUEL_QUANTITY_SENSITIVITIES: duel_quantity = 2;
/// Quantity, judges x 1: log gamma; NaN where gamma is not positive.
pub const DUEL_QUANTITY_LOG_SENSITIVITIES: duel_quantity = 3;
/// Quantity, 1 x 1 or judges x 1: position effects, positive if being shown first helps.
pub const DUEL_QUANTITY_POSITIONS: duel_quantity = 4;
/// Quantity, coefficients x 1: regression coefficients beta of covariates, and the numbers of items of interactions.
pub const DUEL_QUANTITY_EFFECTS: duel_quantity = 5;
/// Quantity: tie thresholds. DUEL_THRESHOLD_SINGLE: 1 x 1, e; with offsets judges x 1, single plus offset.
/// DUEL_THRESHOLD_ADDITIVE: items x 1, g. DUEL_THRESHOLD_FACTORED: items x tie_factors, G under the constraint that
/// Phi'G is symmetric (with a tie_ridge as the penalty has it). Offsets of judges then have mean zero.
pub const DUEL_QUANTITY_THRESHOLDS: duel_quantity = 6;
/// Quantity, judges x items: strengths S_k(i) = gamma_k mu_i, each judge centred; free of any
/// normalisation of the sensitivities.
pub const DUEL_QUANTITY_STRENGTHS: duel_quantity = 7;
/// Quantity, items x 1: win rates, the mean probability of winning against every other item (ties as
/// halves), before a judge of sensitivity one, mean threshold and without position effects. The field of
/// a disconnected item is its component. Intervals are formed on the logit scale.
pub const DUEL_QUANTITY_WIN_RATES: duel_quantity = 8;
/// Quantity, items x 1: shares exp(mu_i) / sum of exp(mu_j), the scale of Bradley and Terry (1952).
/// Intervals are formed on the logit scale.
pub const DUEL_QUANTITY_SHARES: duel_quantity = 9;
/// Quantity, judges x 1: offsets of judges to additive and factored thresholds; with an additive threshold or
/// the cosine basis their mean is zero.
pub const DUEL_QUANTITY_THRESHOLD_OFFSETS: duel_quantity = 10;
/// Quantity, items x items: tie thresholds e_ij of all pairs, on the scale of the outcome model (through the link),
/// before an average judge; the diagonal is NaN. Linear ones below zero are zero.
pub const DUEL_QUANTITY_PAIR_THRESHOLDS: duel_quantity = 11;
/// Quantity, items x 1: variances d of a spread. Standard error and interval of a variance of zero are NaN,
/// for an interval could only be one-sided.
pub const DUEL_QUANTITY_VARIANCES: duel_quantity = 12;
/// Quantity, items x items: spreads S_ij of all pairs; the diagonal is NaN. Scores, variances and spreads are
/// on the scale where P Sigma P has trace one, P the centring: (1 - 1/m) sum d + |P Lambda|^2 = 1 for m items
/// (unless offsets or a spread_ridge set the scale). Intervals are formed on the log scale.
pub const DUEL_QUANTITY_SPREADS: duel_quantity = 13;
/// Quantity, items x items: log S_ij.
pub const DUEL_QUANTITY_LOG_SPREADS: duel_quantity = 14;
/// Quantity, 1 x 1 or, with DUEL_BAD_THRESHOLD_ADDITIVE, items x 1: thresholds b of both bad; minus infinity where
/// there was no such vote. DUEL_BOTH_BAD_OUTCOME only.
pub const DUEL_QUANTITY_BAD_THRESHOLDS: duel_quantity = 15;
/// Quantity, judges x items: disagreement T = U V', the residual S_k(i) - gamma_k mu_i. DUEL_STRENGTH_DISAGREEMENT of
/// rank one or more only, as all that follow of it.
pub const DUEL_QUANTITY_DISAGREEMENTS: duel_quantity = 16;
/// Quantity, judges x rank: U, how strongly each judge takes part in each direction of disagreement. NaN where two
/// singular values of T agree, so that their vectors could be turned (T itself is determined); standard errors
/// grow without bound on the way there.
pub const DUEL_QUANTITY_JUDGE_FACTORS: duel_quantity = 17;
/// Quantity, items x rank: V, what each direction of disagreement is about. NaN as for DUEL_QUANTITY_JUDGE_FACTORS.
pub const DUEL_QUANTITY_ITEM_FACTORS: duel_quantity = 18;
/// Quantity, judges x 1: h_k = |T_k|, how much the judge disagrees with the consensus. Intervals are formed on the log
/// scale, as of the ratios: where h_k is within its error of zero they are wide on both sides.
pub const DUEL_QUANTITY_DISAGREEMENT_NORMS: duel_quantity = 19;
/// Facts, 1 x p: the raw parameters under the solver's own identifiability constraint; only duel_model_get. Their order, items and
/// judges by id: items scores (and that of the extra item, with pseudo); sensitivities of the judges, unless
/// strength is pooled; of each direction of a disagreement a number V of every item (and the extra one), then a
/// number U of every judge; position effects, one or judges; regression coefficients, in the order of the
/// covariates of the fit; of each sensitivity covariate the slopes of the judges; of a spread with k factors
/// the roots of the variances, items of them, then items x k coordinates Lambda, row-major; tie thresholds, with
/// models of ties: one, items, or items x tie_factors, row-major; their offsets by judge;
/// thresholds of both bad, one or items, where that is an outcome; of graded answers the steps from each threshold to the next.
/// The anonymous judge is the last judge.
pub const DUEL_QUANTITY_PARAMETERS: duel_quantity = 23;
/// Facts, items x spread_factors: Lambda, centred and along its principal axes, the longest first, the
/// largest entry of each column positive; only duel_model_get.
pub const DUEL_QUANTITY_LOADINGS: duel_quantity = 24;
/// Facts, items x items: P Sigma P, what comparisons determine of the covariance of the items; only
/// duel_model_get.
pub const DUEL_QUANTITY_ITEM_COVARIANCE: duel_quantity = 25;
/// Facts, items x items: correlations of P Sigma P; only duel_model_get.
pub const DUEL_QUANTITY_ITEM_CORRELATIONS: duel_quantity = 26;
/// Quantity, judges x 1: h_k / |gamma_k mu|, disagreement relative to agreement.
pub const DUEL_QUANTITY_DISAGREEMENT_RATIOS: duel_quantity = 28;
/// Quantity, rank x 1: singular values of T, descending.
pub const DUEL_QUANTITY_DISAGREEMENT_SIZES: duel_quantity = 29;
/// Quantity, judges x sensitivity covariates: slopes beta of log sensitivities.
pub const DUEL_QUANTITY_SENSITIVITY_SLOPES: duel_quantity = 30;
/// Quantity, grades x 1: of DUEL_MODEL_GRADED the threshold e of every grade that was given, the lowest first; with thresholds
/// by judge that of the mean judge. The first is the tie threshold, zero where nobody tied. @since 0.2
pub const DUEL_QUANTITY_GRADES: duel_quantity = 31;

/// The quantities that are functions of the parameters, by their numbers.
const QUANTITIES: [(duel_quantity, Quantity); 23] = [
    (DUEL_QUANTITY_SCORES, Quantity::Scores),
    (DUEL_QUANTITY_SENSITIVITIES, Quantity::Sensitivities),
    (DUEL_QUANTITY_LOG_SENSITIVITIES, Quantity::LogSensitivities),
    (DUEL_QUANTITY_POSITIONS, Quantity::Positions),
    (DUEL_QUANTITY_EFFECTS, Quantity::Effects),
    (DUEL_QUANTITY_THRESHOLDS, Quantity::Thresholds),
    (DUEL_QUANTITY_STRENGTHS, Quantity::Strengths),
    (DUEL_QUANTITY_WIN_RATES, Quantity::WinRates),
    (DUEL_QUANTITY_SHARES, Quantity::Shares),
    (DUEL_QUANTITY_THRESHOLD_OFFSETS, Quantity::ThresholdOffsets),
    (DUEL_QUANTITY_PAIR_THRESHOLDS, Quantity::PairThresholds),
    (DUEL_QUANTITY_VARIANCES, Quantity::Variances),
    (DUEL_QUANTITY_SPREADS, Quantity::Spreads),
    (DUEL_QUANTITY_LOG_SPREADS, Quantity::LogSpreads),
    (DUEL_QUANTITY_BAD_THRESHOLDS, Quantity::BadThresholds),
    (DUEL_QUANTITY_DISAGREEMENTS, Quantity::Disagreements),
    (DUEL_QUANTITY_JUDGE_FACTORS, Quantity::JudgeFactors),
    (DUEL_QUANTITY_ITEM_FACTORS, Quantity::ItemFactors),
    (DUEL_QUANTITY_DISAGREEMENT_NORMS, Quantity::DisagreementNorms),
    (DUEL_QUANTITY_DISAGREEMENT_RATIOS, Quantity::DisagreementRatios),
    (DUEL_QUANTITY_DISAGREEMENT_SIZES, Quantity::DisagreementSizes),
    (DUEL_QUANTITY_SENSITIVITY_SLOPES, Quantity::SensitivitySlopes),
    (DUEL_QUANTITY_GRADES, Quantity::Grades),
];

/// The quantity behind a number that is a function of the parameters.
pub(super) fn quantity(number: duel_quantity) -> Option<Quantity> {
    QUANTITIES.iter().find(|(of, _)| *of == number).map(|(_, quantity)| *quantity)
}

/// The same; an error that names the number.
pub(super) fn required_quantity(number: duel_quantity) -> Result<Quantity> {
    quantity(number).ok_or_else(|| {
        Error::Argument(format!(
            "quantity is {number}; it must be DUEL_QUANTITY_SCORES or another that has estimates"
        ))
    })
}

/// The number of a quantity.
pub(super) fn quantity_number(quantity: Quantity) -> duel_quantity {
    QUANTITIES.iter().find(|(_, of)| *of == quantity).map_or(-1, |(number, _)| *number)
}
