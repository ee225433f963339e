//! Residuals.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::checked;
use super::set::*;
use super::status::duel_status;
use duel::assess::{self, By, Residual};
use duel::comparisons::NONE;
use duel::error::{Error, Result};

/// Columns of a table of residuals.
const COLUMNS: usize = 13;

fn by_of(by: i32) -> Result<By> {
    match by {
        DUEL_BY_CONTEXT => Ok(By::Context),
        DUEL_BY_PAIR => Ok(By::Pair),
        DUEL_BY_JUDGE => Ok(By::Judge),
        DUEL_BY_CELL => Ok(By::Cell),
        DUEL_BY_ITEM => Ok(By::Item),
        DUEL_BY_JUDGE_ITEM => Ok(By::JudgeItem),
        other => Err(Error::Argument(format!(
            "by is {other}; it must be DUEL_BY_CONTEXT, _PAIR, _JUDGE, _CELL, _ITEM or _JUDGE_ITEM (2 to 7)"
        ))),
    }
}

/// The size of a table of residuals. Errors as in duel_model_residuals.
/// @param by DUEL_BY_CELL, _PAIR, _ITEM, _JUDGE, _JUDGE_ITEM or _CONTEXT.
/// @param rows,columns receive the shape. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_residuals_shape(
    model: *const duel_model,
    by: duel_by,
    rows: *mut usize,
    columns: *mut usize,
) -> duel_status {
    guard(|| {
        let model = unsafe { shared(model, "model") }?;
        let by = by_of(by)?;
        present(rows, "rows")?;
        present(columns, "columns")?;
        let height = assess::residual_rows(&model.model, by)?;
        unsafe {
            rows.write_unaligned(height);
            columns.write_unaligned(COLUMNS);
        }
        Ok(())
    })
}

/// Residuals: what was seen against what the model expects at its estimate.
///
/// A row adds up cells (judge, left, right), in which judges and orders are kept apart even where the
/// model ignores them; contexts are added up within a cell unless a covariate needs them, or by is
/// DUEL_BY_CONTEXT. A score is a number of wins plus half the number of ties (and of votes both bad): of the item on the left
/// (DUEL_BY_CELL, and _JUDGE and _CONTEXT, where a residual says that the slot was favoured), of the
/// first item of a pair, which has the lower id, or of the item. Comparisons that no outcome of could
/// surprise the model (a judge with a tie threshold who only ties) have no cell.
///
/// Columns:
///   0 context, 1 judge, 2 left, 3 right: ids in the model's set (a saved and loaded one may have others)
///     from 0, or -1 where they are added up (and for comparisons
///     without a context); the anonymous judge is the last judge of the model. DUEL_BY_ITEM and
///     DUEL_BY_JUDGE_ITEM have their item in column 2.
///   4 cells added up; 5 comparisons.
///   6 observed score; 7 expected score; 8 observed ties; 9 expected ties (NaN if the model has none).
///   10 Pearson residual: the root of r' V^-1 r with the sign of (observed - expected) score, r the
///     residuals of the outcomes and V their covariance under the model, both added up over cells. For
///     one cell its square is Pearson's X^2 of the cell; for two outcomes it is
///     (y - n p) / sqrt(n p (1 - p)), y counting ties as halves, as in R.
///   11 deviance residual: the root of 2 sum o log(o / e), added up over cells, with the same sign by cell
///     and pair, and never negative by item, judge, judge and item, and context.
///   12 standardised residual: (observed - expected) score by its standard error under the model, which
///     allows for the fit (variance of the score less g' C g, g the gradient of the expected score, C
///     the inverse expected information): about standard normal. For two outcomes the Pearson
///     residual by sqrt(1 - leverage), R's rstandard. NaN where the fit leaves nothing free, and for
///     models with more than 4000 parameters, whose C would be too large.
///
/// By item: with pooled strength, without a penalty and except under Rao-Kupper, the estimate makes
/// observed and expected scores of items equal; columns 10 and 12 then say little, but column 11
/// against column 4 does.
///
/// DUEL_ERR_UNSUPPORTED for importance weights, and by DUEL_BY_CONTEXT without contexts.
/// @param by DUEL_BY_CELL, _PAIR, _ITEM, _JUDGE, _JUDGE_ITEM or _CONTEXT.
/// @param out rows x 13, row-major, rows of duel_model_residuals_shape; sorted by columns 0 to 3, comparisons without
///   a context last.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_residuals(
    model: *const duel_model,
    by: duel_by,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let model = unsafe { shared(model, "model") }?;
        let by = by_of(by)?;
        present(out, "out")?;
        room(out, capacity, checked(assess::residual_rows(&model.model, by)?, COLUMNS)?, "out")?;
        let rows = assess::residuals(&model.model, by)?;
        let table: Vec<f64> = rows.iter().flat_map(columns).collect();
        unsafe { write(&table, out) };
        Ok(())
    })
}

fn columns(row: &Residual) -> [f64; COLUMNS] {
    let [context, judge, left, right] = row.key.map(|id| if id == NONE { -1.0 } else { f64::from(id) });
    [
        context,
        judge,
        left,
        right,
        row.cells as f64,
        row.comparisons,
        row.observed,
        row.expected,
        row.ties,
        row.expected_ties,
        row.pearson,
        row.deviance,
        row.standardised,
    ]
}
