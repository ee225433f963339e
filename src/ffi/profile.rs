//! Profile likelihood.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::quantities::duel_quantity;
use super::status::duel_status;
use super::table::duel_table;
use duel::estimate::{numbered_rows, PROFILE};
use duel::inference;
use duel::progress::Progress;
use duel::room::Gather as _;

/// Profile-likelihood intervals, which follow the likelihood where it is skew or near the end of a range:
/// few wins or losses, sensitivities near zero, thresholds near zero. An interval holds the values v
/// with 2 (l - l(v)) <= c^2, where l(v) is the largest log-likelihood with the value held at v, and c the
/// critical value. Under a sandwich or clustered covariance the left side is divided by the ratio of the
/// value's two variances (Pace, Salvan and Sartori 2011), so that it is right where the model is not.
///
/// An end is infinite where the likelihood never falls that far, as beyond a separated score
/// (fit with accept); a sensitivity that must not be negative may end at 0. What is not estimated, such as
/// a threshold without ties (DUEL_FIT_TIE_LIMIT), is NaN. Intervals are DUEL_INTERVALS_MARGINAL or
/// DUEL_INTERVALS_BONFERRONI. Each end takes some ten fits. DUEL_ERR_UNSUPPORTED: DUEL_INTERVALS_SIMULTANEOUS,
/// bias reduction, the geometric scale, DUEL_QUANTITY_LOG_SENSITIVITIES, DUEL_QUANTITY_WIN_RATES, DUEL_QUANTITY_SHARES
/// (the interval of a function that always rises is that function of the interval), DUEL_QUANTITY_PAIR_THRESHOLDS;
/// and of a model with a spread all but thresholds.
/// @param quantity DUEL_QUANTITY_SCORES, DUEL_QUANTITY_SENSITIVITIES, DUEL_QUANTITY_POSITIONS, DUEL_QUANTITY_EFFECTS, DUEL_QUANTITY_THRESHOLDS,
///   DUEL_QUANTITY_THRESHOLD_OFFSETS, DUEL_QUANTITY_BAD_THRESHOLDS or DUEL_QUANTITY_STRENGTHS.
/// @param weights count x n, row-major: contrasts of the n values. NULL, with count n: each value.
/// @param count number of contrasts, or of values.
/// @param options NULL: all defaults.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_profile(
    model: *const duel_model,
    quantity: duel_quantity,
    weights: *const f64,
    count: usize,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_profile")?, output(out, "out")?) };
        let quantity = request.quantity(quantity)?;
        let size = request.size(quantity)?;
        let identity: Vec<f64>;
        let weights = if weights.is_null() {
            if count != size {
                return Err(duel::Error::Argument(format!(
                    "count is {count}, but without weights it must be the {size} values"
                )));
            }
            checked(size, size)?;
            identity = (0..size * size).map(|at| if at / size == at % size { 1.0 } else { 0.0 }).gathered();
            &identity[..]
        } else {
            // SAFETY: the caller promises (lib.rs) that `weights` has `count * size` values.
            unsafe { slice(weights, checked(count, size)?, "weights") }?
        };
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let table =
            inference::profile(request.model, quantity, weights, count, &request.options, &mut watch)?;
        request.hand_out(&PROFILE, &numbered_rows(table), out)
    })
}
