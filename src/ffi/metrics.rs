//! How far predictions are from what was seen: metrics, marginal rates, match matrices, and Vuong's test.

use super::data::duel_outcome;
use super::data::{DUEL_OUTCOME_BOTH_BAD, DUEL_OUTCOME_LEFT, DUEL_OUTCOME_TIE};
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::set::duel_by;
use super::set::DUEL_BY_CELL;
use super::set::{duel_set, optional_set, DUEL_BY_PAIR};
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::assess::{self, Matrix, Metrics, ResidualsBy};
use duel::comparisons::Set;
use duel::error::{Error, Result};
use duel::model::Model;
use duel::room::Gather as _;

/// How far predictions are from what was seen.
///
/// Comparisons are added up to rows: pairs of items (judges, orders and contexts together), or cells
/// (judge, left, right). Of a row let n_r be the number of comparisons, o the count of an outcome,
/// q = o / n_r, and p its predicted probability: where probabilities differ within a row, their mean
/// weighted by comparisons. n is the sum of n_r. Where ties count as halves there are two outcomes, and a
/// tie is half a win and half a loss. Logarithms are natural. Where an outcome came about that the model
/// rules out, likelihood, cross-entropy and Kullback and Leibler's divergence are infinite.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_metrics_facts {
    /// sizeof(duel_metrics_facts); set it before the call.
    pub struct_size: usize,
    /// Outcomes of a comparison: 2, 3 under a model of ties, or 4 where both bad is an outcome too.
    pub outcomes: usize,
    /// Rows: pairs or cells with comparisons.
    pub rows: usize,
    /// Comparisons predicted, n.
    pub comparisons: f64,
    /// Comparisons between items that the data of the model do not compare, even through others (or that
    /// concern another parameter which these do not determine). They are left out of all else.
    pub unpredicted: f64,
    /// Negative log-likelihood, total, without multinomial coefficients.
    pub nll: f64,
    /// The same over n.
    pub nll_mean: f64,
    /// Negative log-likelihood, total, with the logarithms of the multinomial coefficients of the rows
    /// taken off; halves of ties by the gamma function. By pair this is the probability of the
    /// counts only where probabilities do not differ within pairs.
    pub nll_multinomial: f64,
    /// The same over n.
    pub nll_multinomial_mean: f64,
    /// Cross-entropy: - sum o log p / n over comparisons and outcomes, equal to nll_mean.
    pub cross_entropy: f64,
    /// Divergence of Kullback and Leibler (1951), sum over outcomes of q log(q / p): plain mean over rows,
    /// a pair seen once counting as much as one seen ten thousand times.
    pub kl_mean: f64,
    /// The same, mean over rows weighted by n_r / n: the one to report.
    pub kl_weighted: f64,
    /// Divergence of Jensen and Shannon (Lin 1991), the mean of those of q and of p from (q + p) / 2, 0 to
    /// log 2: plain mean over rows.
    pub js_mean: f64,
    /// The same, mean over rows weighted by n_r / n.
    pub js_weighted: f64,
    /// Mean over outcomes of the mean absolute error of counts: sum over rows of n_r / n |o - n_r p|.
    pub mae_count: f64,
    /// Root of the mean over outcomes of the mean squared error of counts, weighted the same way.
    pub rmse_count: f64,
    /// As mae_count for proportions in percent, 100 |q - p|.
    pub mae_percent: f64,
    /// As rmse_count for proportions in percent.
    pub rmse_percent: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_metrics_facts {
    const NAME: &'static str = "duel_metrics_facts";
    const FIRST: usize = 144;
}

const _: () = assert!(std::mem::size_of::<duel_metrics_facts>() == 144);

/// Metrics of the predictions of a model: of its own comparisons, or of others held out.
///
/// Items, judges and contexts are matched by name, as in duel_model_log_likelihood: an unknown item is
/// DUEL_ERR_NAME; contexts whose covariates neither the set nor the model's data have count as a difference of
/// zero. Predictions are those of the estimate, without its uncertainty.
/// DUEL_ERR_UNSUPPORTED for importance weights, DUEL_ERR_DATA if no comparison could be predicted.
/// Definitions as in Ameli et al. (ICLR 2025), whose divergences are kl_mean and js_mean.
/// @param set NULL: the data that the model was fitted to, of which it looks better than of others.
/// @param by what comparisons are added up to: DUEL_BY_PAIR (default, also 0) or DUEL_BY_CELL.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_metrics(
    model: *const duel_model,
    set: *const duel_set,
    by: duel_by,
    out: *mut duel_metrics_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `set` can be read, `out` can be written.
        let (model, set, out) =
            unsafe { (&about(model, "model")?.model, optional_set(set), output_struct(out)?) };
        let m = metrics_of(model, set, by)?;
        let assess::ErrorMetrics { mae_count, rmse_count, mae_percent, rmse_percent } = m.errors;
        let multinomial = -m.log_likelihood - m.log_coefficient;
        let found = duel_metrics_facts {
            struct_size: std::mem::size_of::<duel_metrics_facts>(),
            outcomes: model.outcome().outcomes(),
            rows: m.rows,
            comparisons: m.comparisons,
            unpredicted: m.unpredicted,
            nll: -m.log_likelihood,
            nll_mean: -m.log_likelihood / m.comparisons,
            nll_multinomial: multinomial,
            nll_multinomial_mean: multinomial / m.comparisons,
            cross_entropy: m.cross_entropy,
            kl_mean: m.kl_mean,
            kl_weighted: m.kl_weighted,
            js_mean: m.js_mean,
            js_weighted: m.js_weighted,
            mae_count,
            rmse_count,
            mae_percent,
            rmse_percent,
        };
        out.write(&found);
        Ok(())
    })
}

/// The metrics of single outcomes: wins, losses and, under a model of ties, ties, and both bad where it is an outcome.
/// Errors as in duel_model_metrics.
/// @param set NULL: the data that the model was fitted to.
/// @param by DUEL_BY_PAIR (default, also 0) or DUEL_BY_CELL.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_metrics_by_outcome(
    model: *const duel_model,
    set: *const duel_set,
    by: duel_by,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `set` can be read, `out` can be written.
        let (model, set, out) =
            unsafe { (&about(model, "model")?.model, optional_set(set), output(out, "out")?) };
        let found = metrics_of(model, set, by)?;
        let rows: Vec<_> = found.by_outcome.into_iter().enumerate().gathered();
        hand_out_rows(&assess::METRICS_BY_OUTCOME, &rows, &model.set, out)
    })
}

fn metrics_of(model: &Model, set: Option<&Set>, by: duel_by) -> Result<Metrics> {
    let by = match by {
        0 | DUEL_BY_PAIR => ResidualsBy::Pair,
        DUEL_BY_CELL => ResidualsBy::Cell,
        other => {
            return Err(Error::Argument(format!(
                "by is {other}; it must be DUEL_BY_PAIR or DUEL_BY_CELL (3 or 5)"
            )))
        }
    };
    assess::metrics(model, set, by)
}

/// Marginal rates: how often every item won, lost and tied against all others, as observed and as the
/// model expects of the same comparisons.
///
/// Errors as in duel_model_metrics, but a set without comparisons gives zeros. Comparisons that the model
/// cannot predict are left out.
/// @param set NULL: the data that the model was fitted to; or another, matched by name.
/// @param out receives the table: a row for each item of the model, by its id. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_marginals(
    model: *const duel_model,
    set: *const duel_set,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `set` can be read, `out` can be written.
        let (model, set, out) =
            unsafe { (&about(model, "model")?.model, optional_set(set), output(out, "out")?) };
        let rows = assess::marginals(model, set)?;
        hand_out_rows(&assess::MARGINALS, &rows, &model.set, out)
    })
}

/// Match matrix: its entries.
pub type duel_matrix = i32;
/// Predicted probabilities, for every pair of items whether it was compared or not, before a
/// judge of sensitivity one with position effects and covariates of contexts left out. NaN on the
/// diagonal, and where the data do not determine the difference of two items.
pub const DUEL_MATRIX_PREDICTED: duel_matrix = 0;
/// Observed proportions. NaN where two items were never compared, and on the diagonal.
pub const DUEL_MATRIX_OBSERVED: duel_matrix = 1;
/// Observed counts.
pub const DUEL_MATRIX_COUNTS: duel_matrix = 2;
/// The counts that the model expects among the comparisons it was fitted to.
pub const DUEL_MATRIX_EXPECTED: duel_matrix = 3;

/// How often the item of the row beats that of the column, or ties with it.
///
/// Where ties count as halves, a tie is half a win and half a loss, and DUEL_OUTCOME_TIE is
/// DUEL_ERR_UNSUPPORTED, as it is where ties are dropped, and DUEL_OUTCOME_BOTH_BAD unless that is an outcome. So are all but DUEL_MATRIX_PREDICTED for
/// importance weights.
/// @param matrix DUEL_MATRIX_PREDICTED (default, 0), _OBSERVED, _COUNTS or _EXPECTED.
/// @param outcome DUEL_OUTCOME_LEFT (default, also 0): wins of the item of the row; DUEL_OUTCOME_TIE: ties, and
///   DUEL_OUTCOME_BOTH_BAD: both bad, symmetric matrices.
/// @param options NULL: all defaults.
/// @param out items x items, row-major.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_match_matrix(
    model: *const duel_model,
    matrix: duel_matrix,
    outcome: duel_outcome,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` has room for `capacity`.
        let (request, out) = unsafe {
            (Request::read(model, options, "duel_model_match_matrix")?, output_array(out, capacity, "out"))
        };
        let model = request.model;
        let matrix = choice(&Matrix::ALL, matrix, "matrix")?;
        let outcome = match outcome {
            0 | DUEL_OUTCOME_LEFT => 0,
            DUEL_OUTCOME_TIE => 2,
            DUEL_OUTCOME_BOTH_BAD => 3,
            other => {
                return Err(Error::Argument(format!(
                    "outcome is {other}; it must be DUEL_OUTCOME_LEFT, DUEL_OUTCOME_TIE or DUEL_OUTCOME_BOTH_BAD (1, 3 or 5)"
                )))
            }
        };
        out.check(checked(model.layout.items, model.layout.items)?)?;
        let table = assess::matrix(model, matrix, outcome)?;
        request.callbacks.check()?;
        out.write(&table);
        Ok(())
    })
}
