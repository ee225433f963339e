//! Judges that do not belong.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{duel_inference_options, Asked};
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::assess::judges::{outliers, penalty_note, Departure, OUTLIERS};
use duel::solve::Progress;
use duel::table::{Facts, Table};
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
/// As a coin falls: the difference is zero.
pub const DUEL_DEPARTURE_COIN: duel_departure = 6;
/// The other way round: the difference has the other sign.
pub const DUEL_DEPARTURE_REVERSE: duel_departure = 7;

const _: () = assert!(
    DUEL_DEPARTURE_LEFT as usize == Departure::Left as usize
        && DUEL_DEPARTURE_TIES as usize == Departure::Ties as usize
        && DUEL_DEPARTURE_REVERSE as usize == Departure::Reverse as usize
        && DUEL_DEPARTURE_REVERSE as usize + 1 == Departure::ALL.len()
);

/// Which judges do not vote like the others, and how: for each an e-value against voting as the model expects at the
/// parameters that the others alone have. It stands against a fixed mixture of departures (DUEL_DEPARTURE_FOR, ...), of
/// log 2 and log 5 in log odds: half of it on items, half on the others. What is gained by fitting the judge's votes
/// with the others' is taken off first (a plain likelihood ratio at estimated parameters is no e-value: its mean over honest
/// judges exceeds one by far), and the ratio of each departure is tempered for votes that depend on each other within a
/// context. Report such judges, do not delete them unseen: a model without position effects or with one threshold for all calls
/// many judges strangers, which is no more than that it lacks these; ask it of the model one believes.
///
/// Parameters of the judge alone (sensitivity, position effect, offset of the threshold) are the mean of the others' under
/// every alternative, and its own in the fit of all, so that being unusual in just these is no departure. The anonymous judge is
/// one of the others. A fit without each judge: the time of as many warm fits as there are judges.
/// @param options NULL: all defaults. 1 - level is the share of false discoveries among all judges that are marked, at
///   most and on average, whatever the dependence among judges (Wang and Ramdas 2022).
/// @param out receives the table: a row for every named judge; without an e-value where the others' votes alone have no
///   fit. Its note says where a penalty supplies so much of what is known that e-values are approximate.
///   DUEL_ERR_UNSUPPORTED where there is no likelihood (ties that count as half, importance weights, bias reduction), for
///   DUEL_STRENGTH_DISAGREEMENT, parameters that were given, and fewer than three judges. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_outliers(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options, "duel_model_outliers") }?;
        present(out, "out")?;
        let rows = outliers(asked.model, &asked.options, &mut |now: &Progress| asked.host.tell(now))?;
        let note = penalty_note(asked.model, &asked.options)?.unwrap_or_default();
        let notes = CString::new(note.replace('\0', " ")).unwrap_or_default();
        let facts = Facts { level: asked.options.level, notes, ..Facts::default() };
        unsafe { hand_out(Table::new(&OUTLIERS, &rows, &asked.model.set, facts)?, out) }
    })
}
