//! Questions about judges that a fitted model answers.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Asked};
use super::status::duel_status;
use crate::inference;
use crate::model::Quantity;

/// Sensitivities of judges where the covariates that they depend on have given values: gamma_k exp(beta_k . x), a
/// curve over x, by the delta method; intervals are formed on the logarithm where the sensitivity is positive. For
/// a band over a whole curve ask for DUEL_SIMULTANEOUS with the points of that curve.
/// @param judges ids of judges of the model.
/// @param judge_count number of judges.
/// @param values points x covariates, row-major: values of the sensitivity covariates, in their order.
/// @param points number of rows of values.
/// @param options NULL: all defaults.
/// @param out judge_count x points x 4: estimate, standard error, lower and upper end.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_sensitivity_curves(
    model: *const duel_model,
    judges: *const u32,
    judge_count: usize,
    values: *const f64,
    points: usize,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let (_, covariates) = asked.model.shape(Quantity::SensitivitySlopes)?;
        let judges = unsafe { slice(judges, judge_count, "judges") }?;
        let values = unsafe { slice(values, checked(points, covariates)?, "values") }?;
        room(out, capacity, checked(checked(judge_count, points)?, 4)?, "out")?;
        let judges: Vec<usize> = judges.iter().map(|&k| k as usize).collect();
        let watch = &mut |now: &_| asked.host.tell(now);
        let table = inference::sensitivity_curves(asked.model, &judges, values, &asked.options, watch)?;
        unsafe { write(table.as_flattened(), out) };
        Ok(())
    })
}
