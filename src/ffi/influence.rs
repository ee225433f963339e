//! The effects of single contexts or judges on a fit.

use super::guard::guard;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::quantities::duel_quantity;
use super::set::duel_by;
use super::set::unit_of;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::assess;
use duel::comparisons::Unit;
use duel::error::{Error, Result};
use duel::model::Model;
use duel::progress::Progress;

/// The influence of every context or judge on a fit: how much of it depends on a single one, and how the
/// estimates would change without it. By one step of Fisher scoring from the estimate, not by fitting
/// anew (Cook 1977; Pregibon 1981): close where a unit is one of many.
///
/// A unit may determine something alone: a judge its own sensitivity, position effect or threshold, a
/// context the only comparisons of an item. Its distance is then infinite, and changes are NaN for the
/// values that would not exist without it. With sensitivities, scores on the scale of their mean move with every
/// judge's own: ask on DUEL_SCALE_REFERENCE for the change of scores without another judge.
/// Penalties, which belong to no unit, stay as they are.
///
/// Ids are those of the model's set, which a saved and loaded set may number otherwise. Without penalties and
/// comparisons without context, the leverages sum to duel_model_facts.dimension.
/// @param by DUEL_BY_CONTEXT, DUEL_BY_JUDGE or DUEL_BY_CLUSTER (clusters of the set, then contexts of those without one).
/// @param options NULL: all defaults.
/// @param out receives the table: the contexts of the set, or the judges of the model (the anonymous judge last). Zeros
///   for a unit without comparisons. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_influence(
    model: *const duel_model,
    by: duel_by,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_influence")?, output(out, "out")?) };
        let by = unit_of(by)?;
        count(request.model, by)?;
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let found = assess::influence(request.model, by, None, &request.options, &mut watch)?;
        hand_out_rows(&assess::INFLUENCE, &found.rows(by, &request.model.set), &request.model.set, out)
    })
}

/// The change of the n values of a quantity without each context or judge, as in duel_model_influence.
/// @param quantity DUEL_QUANTITY_SCORES ...
/// @param by DUEL_BY_CONTEXT, DUEL_BY_JUDGE or DUEL_BY_CLUSTER (clusters of the set, then contexts of those without one).
/// @param options NULL: all defaults.
/// @param out count x n, row-major, in the order of duel_model_influence: the value without the unit less the value.
/// @param capacity number of doubles that fit in out, at least count n. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_influence_changes(
    model: *const duel_model,
    quantity: duel_quantity,
    by: duel_by,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` has room for `capacity`.
        let (request, out) = unsafe {
            (
                Request::read(model, options, "duel_model_influence_changes")?,
                output_array(out, capacity, "out"),
            )
        };
        let quantity = request.quantity(quantity)?;
        let size = request.size(quantity)?;
        let by = unit_of(by)?;
        out.check(checked(count(request.model, by)?, size)?)?;
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let found = assess::influence(request.model, by, Some(quantity), &request.options, &mut watch)?;
        out.write(&found.changes);
        Ok(())
    })
}

/// Number of contexts, judges or clusters.
fn count(model: &Model, by: Unit) -> Result<usize> {
    match by {
        Unit::Context => Ok(model.set.contexts()),
        Unit::Cluster => Ok(model.set.clusters() + model.set.contexts()),
        Unit::Judge => Ok(model.layout.judges),
        Unit::Row | Unit::Pair => Err(Error::Argument(
            "by: it must be DUEL_BY_CONTEXT, DUEL_BY_JUDGE or DUEL_BY_CLUSTER (2, 4 or 8)".into(),
        )),
    }
}
