//! Residuals.

use super::guard::guard;
use super::model::duel_model;
use super::options::{duel_inference_options, Request};
use super::outputs::*;
use super::set::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::assess::{self, ResidualsBy};
use duel::error::{Error, Result};

fn by_of(by: i32) -> Result<ResidualsBy> {
    match by {
        DUEL_BY_CONTEXT => Ok(ResidualsBy::Context),
        DUEL_BY_PAIR => Ok(ResidualsBy::Pair),
        DUEL_BY_JUDGE => Ok(ResidualsBy::Judge),
        DUEL_BY_CELL => Ok(ResidualsBy::Cell),
        DUEL_BY_ITEM => Ok(ResidualsBy::Item),
        DUEL_BY_JUDGE_ITEM => Ok(ResidualsBy::JudgeItem),
        other => Err(Error::Argument(format!(
            "by is {other}; it must be DUEL_BY_CONTEXT, _PAIR, _JUDGE, _CELL, _ITEM or _JUDGE_ITEM (2 to 7)"
        ))),
    }
}

/// Residuals: what was seen against what the model expects at its estimate.
///
/// A row adds up cells (judge, left, right), in which judges and orders are kept apart even where the
/// model ignores them; contexts are added up within a cell unless a covariate needs them, or by is
/// DUEL_BY_CONTEXT. A score is a number of wins plus half the number of ties (and of votes both bad): of the item on the left
/// (DUEL_BY_CELL, and _JUDGE and _CONTEXT, where a residual says that the first position was favoured), of the
/// first item of a pair, which has the lower id, or of the item. Comparisons that no outcome of could
/// surprise the model (a judge with a tie threshold who only ties) have no cell.
///
/// For one cell the square of the Pearson residual is Pearson's X^2 of the cell; for two outcomes it is
/// (y - n p) / sqrt(n p (1 - p)), y counting ties as halves, as in R. The standardised residual is the difference of
/// scores by its standard error under the model, whose variance is that of the score less g' C g, g the gradient of the
/// expected score, C the inverse expected information: about standard normal. For two outcomes it is the Pearson
/// residual by sqrt(1 - leverage), R's rstandard. It is missing where the fit leaves nothing free, and for models with
/// more than 4000 parameters, whose C would be too large. Ids are those of the model's set; a saved and loaded one may
/// have others. The anonymous judge is the last judge of the model.
///
/// By item: with pooled strength, without a penalty and except under Rao-Kupper, the estimate makes
/// observed and expected scores of items equal; Pearson and standardised residuals then say little, but the
/// deviance residual against the number of cells does.
///
/// DUEL_ERR_UNSUPPORTED for importance weights, and by DUEL_BY_CONTEXT without contexts.
/// @param by DUEL_BY_CELL, _PAIR, _ITEM, _JUDGE, _JUDGE_ITEM or _CONTEXT.
/// @param options NULL: all defaults.
/// @param out receives the table, sorted by context, judge, left and right; comparisons without a context come last.
/// @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_residuals(
    model: *const duel_model,
    by: duel_by,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_residuals")?, output(out, "out")?) };
        let by = by_of(by)?;
        let rows = assess::residuals(request.model, by)?;
        request.callbacks.check()?;
        hand_out_rows(&assess::RESIDUALS, &rows, &request.model.set, out)
    })
}
