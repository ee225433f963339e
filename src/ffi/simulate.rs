//! Models at given parameters, and data from models.

use super::fit::{duel_model_options, read_fit};
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::outputs::*;
use super::set::{duel_set, optional_set};
use super::status::duel_status;
use duel::model::Model;
use duel::simulate::simulate;

/// A model at given parameters instead of fitted ones: to predict and simulate from a truth, to plan a
/// study, to test a hypothesis that is known beforehand. Its covariances are those that the
/// comparisons of the set would give if the parameters are true, and NaN where they would not determine
/// them; duel_model_facts.stop is DUEL_STOP_GIVEN.
/// @param set items, judges, contexts and covariates; it need have no comparisons.
/// @param parameters in the order of DUEL_QUANTITY_PARAMETERS, items and judges by their ids in the set: items scores (and
///   that of the extra item, with pseudo); sensitivities of the judges, unless strength is pooled; of each
///   direction of a disagreement a number V of every item (and the extra one), then a number U of every judge,
///   which need not be in the form that DUEL_STRENGTH_DISAGREEMENT is read out in and are brought to it; position
///   effects, one or judges; regression coefficients; of each sensitivity covariate the slopes of the judges;
///   of a spread with k factors the roots of the variances, items of them, then items x k coordinates Lambda,
///   row-major; tie thresholds, with models of ties: one, items, or items x tie_factors, row-major;
///   their offsets by judge; thresholds of both bad, one or items, where that is an outcome. Finite.
/// @param parameter_count their number.
/// @param options the choices of the model, without what belongs to fitting; NULL: all defaults.
/// @param out receives the model; free it with duel_model_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_given(
    set: *const duel_set,
    parameters: *const f64,
    parameter_count: usize,
    options: *const duel_model_options,
    out: *mut *mut duel_model,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `parameters` has
        // `parameter_count` values, `out` can be written.
        let (set, out, (specification, _), parameters) = unsafe {
            (
                shared(set, "set")?,
                output(out, "out")?,
                read_fit(options, "duel_model_given")?,
                slice(parameters, parameter_count, "parameters")?,
            )
        };
        let model = Model::given(&set.set, &specification, parameters)?;
        out.hand_out(duel_model::new(model));
        Ok(())
    })
}

/// Draw data from a model: the comparisons of a design, answered anew.
///
/// As many are drawn in every cell (context, judge, left, right) as the design has there and the model
/// would use. Ties are ties; Bradley-Terry draws none. Whole counts only, no importance weights
/// (DUEL_ERR_UNSUPPORTED).
/// @param design NULL: the model's own data; or a set whose items are in the model by name. A judge who
///   is not in the model answers with sensitivity one, mean position effect and mean threshold.
/// @param seed same seed, same set.
/// @param out receives a new set with the names and covariates of the design. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_simulate(
    model: *const duel_model,
    design: *const duel_set,
    seed: u64,
    out: *mut *mut duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `design` can be read, `out` can be written.
        let (model, design, out) =
            unsafe { (&about(model, "model")?.model, optional_set(design), output(out, "out")?) };
        let drawn = simulate(model, design.unwrap_or(&model.set), seed)?;
        out.hand_out(duel_set::new(drawn));
        Ok(())
    })
}
