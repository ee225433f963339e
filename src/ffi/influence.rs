//! What single contexts or judges do to a fit.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Asked};
use super::quantities::duel_quantity;
use super::set::duel_by;
use super::set::unit_of;
use super::status::duel_status;
use duel::assess;
use duel::comparisons::Unit;
use duel::error::{Error, Result};
use duel::model::Model;
use duel::solve::Progress;

/// The influence of every context or judge on a fit: how much of it hangs on a single one, and how the
/// estimates would change without it. By one step of Fisher scoring from the estimate, not by fitting
/// anew (Cook 1977; Pregibon 1981): close where a unit is one of many.
///
/// A unit may determine something alone: a judge its own sensitivity, position effect or threshold, a
/// context the only comparisons of an item. Its distance is then infinite, and changes are NaN for the
/// values that would not exist without it. With sensitivities, scores on the scale of their mean move with every
/// judge's own: ask on DUEL_SCALE_REFERENCE for the change of scores without another judge.
/// Penalties, which belong to no unit, stay as they are.
/// @param what DUEL_QUANTITY_SCORES ... the quantity whose n values changes are wanted of.
/// @param by DUEL_BY_CONTEXT or DUEL_BY_JUDGE.
/// @param options NULL, or gauge, scale, unit of the quantity, cancel and progress; the rest is not used.
/// @param units count x 3, row-major, for the contexts of the set or the judges of the model (the
///   anonymous judge last), by their ids in the model's set, which a saved and loaded set may number otherwise: comparisons (sum of weights); leverage, which is the share of the estimated
///   parameters that the unit accounts for (without penalties and comparisons without context, the
///   leverages sum to duel_model_facts.dimension); and Cook's distance, the squared change of all
///   parameters in units of their information, over the dimension. Zeros for a unit without comparisons.
/// @param units_capacity number of doubles that fit in units, at least 3 count.
/// @param changes NULL, or count x n, row-major: the value without the unit less the value.
/// @param changes_capacity number of doubles that fit in changes, at least count n.
/// @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_influence(
    model: *const duel_model,
    what: duel_quantity,
    by: duel_by,
    options: *const duel_inference_options,
    units: *mut f64,
    units_capacity: usize,
    changes: *mut f64,
    changes_capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let what = asked.quantity(what)?;
        let size = asked.size(what)?;
        let by = unit_of(by)?;
        let count = count(asked.model, by)?;
        room(units, units_capacity, checked(count, 3)?, "units")?;
        let quantity = (!changes.is_null()).then_some(what);
        if quantity.is_some() {
            room(changes, changes_capacity, checked(count, size)?, "changes")?;
        }
        let mut watch = |now: &Progress| asked.host.tell(now);
        let found = assess::influence(asked.model, by, quantity, &asked.options, &mut watch)?;
        unsafe {
            write(found.units.as_flattened(), units);
            write(&found.changes, changes);
        }
        Ok(())
    })
}

/// Number of contexts or judges.
fn count(model: &Model, by: Unit) -> Result<usize> {
    match by {
        Unit::Context => Ok(model.set.contexts()),
        Unit::Judge => Ok(model.frame.judges),
        Unit::Row | Unit::Pair => {
            Err(Error::Argument("by: it must be DUEL_BY_CONTEXT or DUEL_BY_JUDGE (2 or 4)".into()))
        }
    }
}
