//! Functions of the parameters, by callback.

use super::guard::guard;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::quantities::duel_quantity;
use super::quantities::DUEL_QUANTITY_PARAMETERS;
use super::status::duel_status;
use super::table::duel_table;
use duel::error::{Error, Result};
use duel::estimate::{numbered_rows, FUNCTIONS};
use duel::inference::{self, Of};
use duel::progress::Progress;
use libc::{c_int, c_void};

/// A smooth function of the n values of a quantity, or several. Called on the calling thread. Return
/// non-zero to give up: the call ends with DUEL_ERR_CANCELLED. It must return: no longjmp and no C++
/// exception across it.
/// @param values the n values.
/// @param n their number.
/// @param out room for the values of the functions; write them all.
/// @param gradient NULL where derivatives are not asked for; else functions x n, row-major, filled with
///   NaN: write the derivatives you know. What is left NaN is found by central differences.
/// @param user the pointer given with the function.
pub type duel_function_fn = Option<
    unsafe extern "C" fn(
        values: *const f64,
        n: usize,
        out: *mut f64,
        gradient: *mut f64,
        user: *mut c_void,
    ) -> c_int,
>;

/// Any smooth functions of a quantity, with standard errors by the delta method (or, with a bootstrap,
/// from the replicates) and intervals.
/// @param quantity DUEL_QUANTITY_SCORES, ...: functions of its values, as duel_estimate_values shows them
///   under the options; or DUEL_QUANTITY_PARAMETERS: functions of all parameters, which come in the order of
///   duel_model_given (scores; sensitivities; V and U of each direction of disagreement; position effects;
///   regression coefficients; slopes of sensitivities; roots of variances and Lambda of a spread; tie
///   thresholds and their offsets; thresholds of both bad) and must not depend on the
///   solver's identifiability constraint (differences of scores, not scores; else DUEL_ERR_ARGUMENT).
/// @param function called a few times; with a bootstrap once more for every replicate.
/// @param user passed to function.
/// @param count number of functions.
/// @param options NULL: all defaults.
/// @param out receives the table.
/// @param covariance NULL, or count x count: receives the covariance of the functions.
/// @param covariance_capacity number of doubles that fit in covariance. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_function(
    model: *const duel_model,
    quantity: duel_quantity,
    function: duel_function_fn,
    user: *mut c_void,
    count: usize,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
    covariance: *mut f64,
    covariance_capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written,
        // `covariance` has room for `covariance_capacity`.
        let (request, out, covariance) = unsafe {
            (
                Request::read(model, options, "duel_model_function")?,
                output(out, "out")?,
                optional_array(covariance, covariance_capacity, "covariance"),
            )
        };
        let of = match quantity {
            DUEL_QUANTITY_PARAMETERS => Of::Parameters,
            _ => Of::Quantity(request.quantity(quantity)?),
        };
        if let Of::Quantity(quantity) = of {
            request.size(quantity)?;
        }
        let Some(function) = function else { return Err(Error::Null("function is NULL".into())) };
        checked(count, 4)?;
        if let Some(covariance) = &covariance {
            covariance.check(checked(count, count)?)?;
        }
        let mut call = |values: &[f64], out: &mut [f64], gradient: Option<&mut [f64]>| -> Result<()> {
            let gradient = gradient.map_or(std::ptr::null_mut(), address_mut);
            // SAFETY: the caller promises (lib.rs) that the callback may be called with its `user`; the slices outlive
            // its call.
            let status = unsafe { function(address(values), values.len(), address_mut(out), gradient, user) };
            if status == 0 {
                Ok(())
            } else {
                Err(Error::Cancelled)
            }
        };
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let (table, matrix) =
            inference::functions(request.model, of, count, &mut call, &request.options, &mut watch)?;
        request.hand_out(&FUNCTIONS, &numbered_rows(table), out)?;
        if let Some(covariance) = covariance {
            covariance.write(&matrix);
        }
        Ok(())
    })
}
