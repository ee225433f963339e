//! Judges that depart from the others.

use super::callbacks::Callbacks;
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::assess::judges::{outliers, penalty_note, Departure, Screening, OUTLIERS};
use duel::error::{Error, Result};
use duel::table::{Table, TableFacts};
use libc::c_void;
use std::ffi::CString;

/// A way to vote otherwise than a model expects: what column `departure` of duel_model_outliers says.
pub type duel_departure = i32;
/// For one item: the difference is shifted in its favour.
pub const DUEL_DEPARTURE_FOR: duel_departure = 0;
/// Against one item.
pub const DUEL_DEPARTURE_AGAINST: duel_departure = 1;
/// For what is shown first.
pub const DUEL_DEPARTURE_LEFT: duel_departure = 2;
/// For what is shown second.
pub const DUEL_DEPARTURE_RIGHT: duel_departure = 3;
/// With more ties.
pub const DUEL_DEPARTURE_TIES: duel_departure = 4;
/// With fewer ties.
pub const DUEL_DEPARTURE_DECIDED: duel_departure = 5;
/// Answers at random: the difference is zero.
pub const DUEL_DEPARTURE_COIN: duel_departure = 6;
/// The other way round: the difference has the other sign.
pub const DUEL_DEPARTURE_REVERSE: duel_departure = 7;

const _: () = assert!(
    DUEL_DEPARTURE_LEFT as usize == Departure::Left as usize
        && DUEL_DEPARTURE_TIES as usize == Departure::Ties as usize
        && DUEL_DEPARTURE_REVERSE as usize == Departure::Reverse as usize
        && DUEL_DEPARTURE_REVERSE as usize + 1 == Departure::ALL.len()
);

/// Options of the search for judges that depart from the others. Zero the struct and set struct_size; zero is the default of every field.
/// NULL means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_outlier_options {
    /// sizeof(duel_outlier_options).
    pub struct_size: usize,
    /// The share of false discoveries among all judges that are marked, at most and on average, whatever the dependence
    /// among judges (Wang and Ramdas 2022); 0: 0.05.
    pub alpha: f64,
    /// Non-zero: log_e is larger by half the logarithm of det H / det H_k, H the information on the parameters of all
    /// votes and H_k that without the judge's. What is taken off is then about what the fit of the judge's votes gains,
    /// rather than the most that it can: by Laplace's method the logarithm of their probability, averaged over what the
    /// others' votes leave open of the parameters. The e-value of an honest judge is then 1 on average, to first order only
    /// (1.00 to 1.11 in simulations), no longer at most 1. It matters with few judges: with five it was 0.56 without.
    /// DUEL_ERR_UNSUPPORTED where judges have strengths, position effects or thresholds of their own, with a spread, and
    /// where thresholds may be held at zero.
    pub adjusted: i32,
    /// Must be zero.
    pub reserved: i32,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: iteration counts the judges.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_outlier_options {
    const NAME: &'static str = "duel_outlier_options";
    const FIRST: usize = 48;
}

const _: () = assert!(std::mem::size_of::<duel_outlier_options>() == 48);

/// Which judges do not vote like the others, and how: for each an e-value against voting as the model expects at the
/// parameters that the others alone have. It stands against a fixed mixture of departures (DUEL_DEPARTURE_FOR, ...), of
/// log 2 and log 5 in log odds: half of it on items, half on the others. What is gained by fitting the judge's votes
/// with the others' is taken off first (a plain likelihood ratio at estimated parameters is no e-value: its mean over honest
/// judges exceeds one by far), and the ratio of each departure is tempered for votes that depend on each other within a
/// context. Report such judges, do not delete them unseen: a model without position effects or with one threshold for all
/// reports many judges because it lacks these; use the model that describes the data best.
///
/// Parameters of the judge alone (sensitivity, position effect, offset of the threshold) are the mean of the others' under
/// every alternative, and its own in the fit of all, so that being unusual in just these is no departure. The anonymous judge is
/// one of the others. A fit without each judge: the time of as many warm fits as there are judges.
///
/// The board as it would be without them is a fit of what duel_set_filter leaves of the set.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for every named judge; without an e-value where the others' votes alone have no
///   fit. Its note says where a penalty supplies so much of what is known that e-values are approximate.
///   DUEL_ERR_UNSUPPORTED where there is no likelihood (ties that count as half, importance weights, bias reduction), for
///   DUEL_STRENGTH_DISAGREEMENT, parameters that were given, and fewer than three judges. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_outliers(
    model: *const duel_model,
    options: *const duel_outlier_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (model, out, (screening, callbacks)) =
            unsafe { (&about(model, "model")?.model, output(out, "out")?, outlier_options(options)?) };
        callbacks.check()?;
        let rows = outliers(model, &screening, &mut |now| callbacks.report(now))?;
        let note = penalty_note(model)?.unwrap_or_default();
        let notes = CString::new(note.replace('\0', " ")).unwrap_or_default();
        let facts = TableFacts { level: 1.0 - screening.alpha, notes, ..TableFacts::default() };
        let table = Table::new(&OUTLIERS, &rows, &model.set, facts)?;
        callbacks.check()?;
        hand_out(table, out)
    })
}

unsafe fn outlier_options(options: *const duel_outlier_options) -> Result<(Screening, Callbacks)> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(o) = (unsafe { read_options(options) })? else {
        return Ok((Screening::default(), Callbacks::absent()));
    };
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    let alpha = if o.alpha == 0.0 { Screening::default().alpha } else { o.alpha };
    let screening = Screening { alpha, adjusted: o.adjusted != 0 };
    Ok((screening, Callbacks::new(o.cancel, o.progress, o.user)))
}
