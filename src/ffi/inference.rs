//! Questions about a fitted model.

use super::columns::{Room, RowColumns};
use super::data::duel_rows;
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::duel_table;
use duel::comparisons::{Column, Kind, Rows, Set, NONE};
use duel::error::{Error, Result};
use duel::estimate::{scores, SCORES};
use duel::inference::{self, Comparison, EFFECTIVE_COMPARISONS};
use duel::model::Model;
use duel::progress::Progress;
use duel::room::Gather as _;

/// The leaderboard: every item with its score, interval, rank, range of ranks, and comparisons. Intervals are those of
/// the options; ranges of ranks are as in duel_estimate_ranks and hold for all items at once.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each item, by its id. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_scores(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_scores")?, output(out, "out")?) };
        let rows =
            scores(request.model, &request.options, &mut |now: &Progress| request.callbacks.report(now))?;
        request.hand_out(&SCORES, &rows, out)
    })
}

/// Of every item its effective number of comparisons, beside the number it had: the number n of independent neutral
/// comparisons with an average opponent, whose score is known, that would give the standard error s of its difference
/// from the mean of the other items, n = 1 / (s^2 w). w is the mean over the other items of the expected information of
/// one comparison about the difference. In a balanced design, with the covariance of the information, n is the number
/// it had; few opponents, dependent votes and lopsided pairs make it smaller.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each item, by its id. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_effective_comparisons(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) = unsafe {
            (Request::read(model, options, "duel_model_effective_comparisons")?, output(out, "out")?)
        };
        let watch = &mut |now: &Progress| request.callbacks.report(now);
        let rows = inference::effective_comparisons(request.model, &request.options, watch)?;
        request.hand_out(&EFFECTIVE_COMPARISONS, &rows, out)
    })
}

/// Probabilities of comparisons, with intervals formed on the logit scale.
/// @param rows left and right; judge where the model tells judges apart (absent: a judge of
///   sensitivity one, mean position effect and mean threshold); context where covariates need it
///   (absent: covariates of contexts, answers and judges are taken as equal on both sides, a
///   difference of zero).
///   Other columns must be absent. Names or ids as in the set.
/// @param options NULL: all defaults.
/// @param out rows.length x 12: for left preferred, right preferred and tie in turn the probability,
///   its standard error, lower and upper end. Without ties in the model the last four are 0. Where both
///   bad is an outcome (DUEL_BOTH_BAD_OUTCOME) rows.length x 16, its four last.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_predict(
    model: *const duel_model,
    rows: *const duel_rows,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model`, `options` and `rows` can be read, `out` has room for
        // `capacity`.
        let (request, columns, out) = unsafe {
            (
                Request::read(model, options, "duel_model_predict")?,
                RowColumns::read(rows)?,
                output_array(out, capacity, "out"),
            )
        };
        let contexts = request.options.contexts.as_ref().unwrap_or(&request.model.set);
        let comparisons = comparisons(request.model, contexts, &columns.rows(&mut Room::default()))?;
        let width = 4 * request.model.outcome().outcomes().max(3);
        out.check(checked(comparisons.len(), width)?)?;
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let table = inference::probabilities(request.model, &comparisons, &request.options, &mut watch)?;
        let table: Vec<f64> = table.iter().flat_map(|row| row[..width].iter().copied()).gathered();
        out.write(&table);
        Ok(())
    })
}

/// Rows to predict, as ids of the model.
fn comparisons(model: &Model, contexts: &Set, rows: &Rows<'_>) -> Result<Vec<Comparison>> {
    let answers = [
        (&rows.score, "score"),
        (&rows.outcome, "outcome"),
        (&rows.weight, "weight"),
        (&rows.wins, "wins"),
        (&rows.losses, "losses"),
        (&rows.ties, "ties"),
        (&rows.both_good, "both_good"),
        (&rows.both_bad, "both_bad"),
    ];
    if let Some((_, name)) = answers.iter().find(|(column, _)| !matches!(column, Column::Absent)) {
        return Err(Error::Argument(format!("{name}: a comparison to predict has no answer")));
    }
    let required = |key: &duel::comparisons::Key<'_>, name: &str| {
        if matches!(key.values, Column::Absent) && rows.length > 0 {
            return Err(Error::Argument(format!("{name} is absent")));
        }
        model.set.resolve(Kind::Item, key, name)
    };
    let optional = |set: &Set, kind, key: &duel::comparisons::Key<'_>, name: &str| {
        if matches!(key.values, Column::Absent) {
            return Ok(vec![NONE; rows.length]);
        }
        set.resolve(kind, key, name)
    };
    if rows.length == 0 {
        return Ok(Vec::new());
    }
    let left = required(&rows.left, "left")?;
    let right = required(&rows.right, "right")?;
    let judge = optional(&model.set, Kind::Judge, &rows.judge, "judge")?;
    let context = optional(contexts, Kind::Context, &rows.context, "context")?;
    if let Some(row) = (0..rows.length).find(|&r| left[r] == right[r]) {
        let name = model.set.name(Kind::Item, left[row] as usize).unwrap_or("");
        return Err(Error::row(row, format!("left and right are both \"{name}\"")));
    }
    // Judges whom the model does not tell apart need no id.
    let anonymous = if model.set.has_anonymous_judge() && model.set.judges() == 0 { 0 } else { NONE };
    Ok((0..rows.length)
        .map(|r| Comparison {
            left: left[r],
            right: right[r],
            judge: if judge[r] == NONE { anonymous } else { judge[r] },
            context: context[r],
        })
        .gathered())
}

/// The log-likelihood of other data under a model, such as a fold held out: items, judges, contexts
/// are matched by name. Unknown items are DUEL_ERR_NAME; an unknown judge counts as in
/// duel_model_predict without a judge. Covariates are looked up in the
/// set, and those that it does not have in the model's data; a context of which neither has a value counts as
/// one where both sides are alike, a difference of zero: give the set its covariates.
/// @param log_likelihood receives the sum over comparisons, without multinomial coefficients.
///   NaN if the data of the model do not identify one of the probabilities.
/// @param comparisons NULL, or receives the number of comparisons. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_log_likelihood(
    model: *const duel_model,
    set: *const duel_set,
    log_likelihood: *mut f64,
    comparisons: *mut f64,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `set` can be read, `log_likelihood` and `comparisons`
        // can be written.
        let (model, set, log_likelihood, comparisons) = unsafe {
            (
                about(model, "model")?,
                shared(set, "set")?,
                output(log_likelihood, "log_likelihood")?,
                optional_output(comparisons),
            )
        };
        let (sum, count) = inference::log_likelihood(&model.model, &set.set)?;
        log_likelihood.write(sum);
        if let Some(comparisons) = comparisons {
            comparisons.write(count);
        }
        Ok(())
    })
}
