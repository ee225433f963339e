//! How much more votes, and more judges, would tell.

use super::callbacks::{self, Callbacks};
use super::fields::read_for;
use super::fit::{duel_model_options, read_fit};
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::set::{duel_set, unit_of, DUEL_BY_ROW};
use super::status::duel_status;
use super::table::duel_table;
use super::validate::duel_validation_options;
use duel::assess::judges::{self, LearningDraws};
use duel::comparisons::Unit;
use duel::error::Result;
use duel::room::{Duplicate as _, Put as _};
use duel::table::TableFacts;

/// Learning curve: how near the ranking of few votes of few judges comes to that of all. The model is fitted
/// to all comparisons, and then again and again to a share of the votes of some judges, both drawn at random;
/// scores of items that both fits rank are compared. Replicate r draws the same judges in the same order
/// at every point of the curve, so that points differ by less than their scatter.
///
/// A diagnostic that the accept of the fit options does not take makes a fit fail: it is counted as missing. Of
/// disconnected data the largest component is ranked. A ridge keeps all fits. DUEL_ERR_UNSUPPORTED for
/// importance weights; for fewer than all judges where some comparisons have none.
/// @param shares shares of the votes, above 0 and at most 1.
/// @param share_count how many.
/// @param judges numbers of judges, 1 to the number of judges of the set, the anonymous one included;
///   NULL: that number only.
/// @param judge_count how many; 0 where judges is NULL.
/// @param fit NULL: all defaults.
/// @param options NULL: all defaults. by: what is drawn as a whole; repeats: replicates of every point, 0: 10.
/// @param out receives the table: the judges of the first share first. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_learning_curve(
    set: *const duel_set,
    shares: *const f64,
    share_count: usize,
    judges: *const usize,
    judge_count: usize,
    fit: *const duel_model_options,
    options: *const duel_validation_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set`, `fit` and `options` can be read, `shares` has
        // `share_count` values, `judges` has `judge_count` values, `out` can be written.
        let (set, out, (specification, _), options, shares, judges) = unsafe {
            (
                shared(set, "set")?,
                output(out, "out")?,
                read_fit(fit, "duel_set_learning_curve")?,
                read_for("duel_set_learning_curve", options)?,
                slice(shares, share_count, "shares")?,
                slice(judges, judge_count, "judges")?,
            )
        };
        let mut draws = LearningDraws {
            shares: shares.duplicate(),
            judges: judges.duplicate(),
            unit: Unit::Row,
            replicates: 10,
            seed: 0,
            threads: 1,
        };
        if draws.judges.is_empty() {
            draws.judges.put(judges::judges(&set.set));
        }
        let mut callbacks = Callbacks::absent();
        if let Some(o) = &options {
            read_draws(o, &mut draws)?;
            callbacks = Callbacks::new(o.cancel, o.progress, o.user);
        }
        callbacks.check()?;
        let points =
            judges::learning_curve(&set.set, &specification, &draws, &mut |now| callbacks.report(now))?;
        let facts = TableFacts { replicates: draws.replicates as f64, ..TableFacts::default() };
        set.hand_out(&judges::LEARNING, &points, facts, out)
    })
}

fn read_draws(o: &duel_validation_options, draws: &mut LearningDraws) -> Result<()> {
    draws.unit = if matches!(o.by, 0 | DUEL_BY_ROW) { Unit::Row } else { unit_of(o.by)? };
    draws.replicates = if o.repeats == 0 { 10 } else { o.repeats };
    draws.seed = o.seed;
    draws.threads = callbacks::threads(o.threads)?;
    Ok(())
}
