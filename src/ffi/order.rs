//! Order beside ranks, of any estimate: groups, tiers, probable ranks, quasi-variances.

use super::clusters::{duel_tiering, tiering};
use super::estimate::duel_estimate;
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::ranks::duel_quasi_facts;
use super::status::duel_status;
use super::table::duel_table;
use duel::estimate::{ESTIMATE_LETTERS, ESTIMATE_RANK_SUMMARY, ESTIMATE_TIERS};
use duel::progress::Progress;

/// Groups of items without significant differences, as duel_model_compact_letters, of any estimate: of scores, of values of one
/// functional, of values that somebody else estimated.
/// @param out receives the table: a row for each item of each group. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_compact_letters(
    estimate: *const duel_estimate,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        let rows = asked.estimate.compact_letters(&mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&ESTIMATE_LETTERS, &rows, out)
    })
}

/// Tiers of items, as duel_model_tiers, of any estimate.
/// @param by DUEL_TIERS_SIGNIFICANCE, _NUMBER or _GAP.
/// @param value by number: how many tiers, 1 to the number of different values; by gap: the gap, in the unit of the
///   values, not negative; by significance ignored.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_tiers(
    estimate: *const duel_estimate,
    by: duel_tiering,
    value: f64,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        let rows = asked.estimate.tiers(tiering(by, value)?, &mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&ESTIMATE_TIERS, &rows, out)
    })
}

/// The distributions of ranks in a few numbers, as duel_model_rank_summary, of any estimate.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_rank_summary(
    estimate: *const duel_estimate,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        let rows = asked.estimate.rank_summary(&mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&ESTIMATE_RANK_SUMMARY, &rows, out)
    })
}

/// Probabilities of ranks, as duel_model_rank_probabilities, of any estimate.
/// @param out values x values, row-major: in row i the probability of rank r + 1 in column r.
/// @param capacity number of doubles that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_rank_probabilities(
    estimate: *const duel_estimate,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` has room for `capacity`.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output_array(out, capacity, "out")) };
        let callbacks = asked.callbacks()?;
        let size = asked.estimate.size();
        out.check(checked(size, size)?)?;
        let found = asked.estimate.rank_probabilities(&mut |now: &Progress| callbacks.report(now))?;
        out.write(&found.probabilities());
        Ok(())
    })
}

/// The probability that one item is truly better than another, as duel_model_superiority, of any estimate.
/// @param out values x values, row-major: in row i, column j that i is better than j. NaN on the diagonal, and for a value that is
///   not known.
/// @param capacity number of doubles that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_superiority(
    estimate: *const duel_estimate,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` has room for `capacity`.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output_array(out, capacity, "out")) };
        let callbacks = asked.callbacks()?;
        let size = asked.estimate.size();
        out.check(checked(size, size)?)?;
        out.write(&asked.estimate.superiority(&mut |now: &Progress| callbacks.report(now))?);
        Ok(())
    })
}

/// Quasi-variances, as duel_model_quasi_variances, of any estimate.
/// @param out receives values quasi-variances.
/// @param capacity number of doubles that fit in out, at least values.
/// @param info NULL, or its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_quasi_variances(
    estimate: *const duel_estimate,
    out: *mut f64,
    capacity: usize,
    info: *mut duel_quasi_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `info` can be written, `out` has room for
        // `capacity`.
        let (asked, out, info) = unsafe {
            (shared(estimate, "estimate")?, output_array(out, capacity, "out"), optional_struct(info)?)
        };
        asked.callbacks()?;
        out.check(asked.estimate.size())?;
        let quasi = asked.estimate.quasi_variances()?;
        if let Some(info) = info {
            info.write(&duel_quasi_facts::of(&quasi));
        }
        out.write(&quasi.variances);
        Ok(())
    })
}
