//! Profile likelihood.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Asked};
use super::quantities::duel_quantity;
use super::status::duel_status;
use duel::inference;
use duel::solve::Progress;

/// Profile-likelihood intervals, which follow the likelihood where it is skew or near the end of a range:
/// few wins or losses, sensitivities near zero, thresholds near zero. An interval holds the values v
/// with 2 (l - l(v)) <= c^2, where l(v) is the largest log-likelihood with the value held at v, and c the
/// critical value. Under a sandwich or clustered covariance the left side is divided by the ratio of the
/// value's two variances (Pace, Salvan and Sartori 2011), so that it is right where the model is not.
///
/// An end is infinite where the likelihood never falls that far, as beyond a separated score
/// (fit with accept); a sensitivity that must not be negative may end at 0. What is not estimated, such as
/// a threshold without ties (DUEL_FIT_TIE_LIMIT), is NaN. Intervals are DUEL_INTERVALS_MARGINAL or
/// DUEL_INTERVALS_BONFERRONI. Each end takes some ten fits. DUEL_ERR_UNSUPPORTED: DUEL_INTERVALS_SIMULTANEOUS, a
/// bootstrap, bias reduction, the geometric scale, DUEL_QUANTITY_LOG_SENSITIVITIES, DUEL_QUANTITY_WIN_RATES, DUEL_QUANTITY_SHARES
/// (the interval of a function that always rises is that function of the interval), DUEL_QUANTITY_PAIR_THRESHOLDS;
/// and of a model with a spread all but thresholds.
/// @param what DUEL_QUANTITY_SCORES, DUEL_QUANTITY_SENSITIVITIES, DUEL_QUANTITY_POSITIONS, DUEL_QUANTITY_EFFECTS, DUEL_QUANTITY_THRESHOLDS,
///   DUEL_QUANTITY_THRESHOLD_OFFSETS, DUEL_QUANTITY_BAD_THRESHOLDS or DUEL_QUANTITY_STRENGTHS.
/// @param weights count x n, row-major: contrasts of the n values. NULL, with count n: each value.
/// @param out count x 4: estimate, standard error, lower and upper end.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_profile(
    model: *const duel_model,
    what: duel_quantity,
    options: *const duel_inference_options,
    weights: *const f64,
    count: usize,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let what = asked.quantity(what)?;
        let size = asked.size(what)?;
        let identity: Vec<f64>;
        let weights = if weights.is_null() {
            if count != size {
                return Err(duel::Error::Argument(format!(
                    "count is {count}, but without weights it must be the {size} values"
                )));
            }
            checked(size, size)?;
            identity = (0..size * size).map(|at| if at / size == at % size { 1.0 } else { 0.0 }).collect();
            &identity[..]
        } else {
            unsafe { slice(weights, checked(count, size)?, "weights") }?
        };
        room(out, capacity, checked(count, 4)?, "out")?;
        let mut watch = |now: &Progress| asked.host.tell(now);
        let table = inference::profile(asked.model, what, weights, count, &asked.options, &mut watch)?;
        unsafe { write(table.as_flattened(), out) };
        Ok(())
    })
}
