//! Which comparisons to ask for next, for fitted models.

use super::callbacks::{self, Callbacks};
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::error::{Error, Result};
use duel::policy::{next_comparisons, Criterion, Question, NEXT};
use libc::c_void;

/// Criterion of the next comparisons.
pub type duel_criterion = i32;
/// The sum of the variances of the scores is to become small (A-optimal). Scores sum to
/// zero.
pub const DUEL_NEXT_SCORES: duel_criterion = 0;
/// The determinant of the covariance of the scores (D-optimal), without the direction in
/// which all scores move alike. Its logarithm is reported.
pub const DUEL_NEXT_DETERMINANT: duel_criterion = 1;
/// The variance of the difference of two items (c-optimal).
pub const DUEL_NEXT_DIFFERENCE: duel_criterion = 2;
/// The variance of the difference of the items ranked k and k + 1 by their scores.
pub const DUEL_NEXT_BOUNDARY: duel_criterion = 3;

/// Which comparisons to ask for next. Zero the struct and set struct_size; zero is the default of every
/// field. NULL means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_next_options {
    /// sizeof(duel_next_options).
    pub struct_size: usize,
    /// DUEL_NEXT_SCORES (default), _DETERMINANT, _DIFFERENCE or _BOUNDARY.
    pub criterion: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// Number of comparisons; 0: 1.
    pub batch: usize,
    /// First item of DUEL_NEXT_DIFFERENCE, zero-based.
    pub first: usize,
    /// Second item of DUEL_NEXT_DIFFERENCE.
    pub second: usize,
    /// k of DUEL_NEXT_BOUNDARY: 1 to one less than the number of items.
    pub boundary: usize,
    /// Non-zero: the judge below is to answer. 0: one of sensitivity one, mean position effect and mean
    /// threshold.
    pub by_judge: i32,
    /// Must be zero.
    pub reserved: i32,
    /// Zero-based number of the judge.
    pub judge: usize,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: iteration counts the comparisons chosen.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_next_options {
    const NAME: &'static str = "duel_next_options";
    const FIRST: usize = 88;
}

const _: () = assert!(std::mem::size_of::<duel_next_options>() == 88);

/// The comparisons that a fitted model would learn most from: pairs of its items, chosen one after the
/// other, each given those before (greedily, by the expected information of a comparison in all parameters of
/// the model, whatever its outcomes, ties and judges). The same pair may come several times. In a
/// context without covariates. The criterion after a comparison is what is expected by the covariance from the expected
/// information. Time of order batch times (parameters^3 + pairs).
/// @param model fitted or given; scores without a finite variance are DUEL_ERR_NOT_IDENTIFIED.
/// @param options NULL: the one comparison that most lowers the sum of the variances of the scores.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_next(
    model: *const duel_model,
    options: *const duel_next_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (model, out, (question, callbacks)) =
            unsafe { (&about(model, "model")?.model, output(out, "out")?, next_options(options)?) };
        callbacks.check()?;
        let found = next_comparisons(model, &question, &mut |now| callbacks.report(now))?;
        hand_out_rows(&NEXT, &found, &model.set, out)
    })
}

unsafe fn next_options(options: *const duel_next_options) -> Result<(Question, Callbacks)> {
    let defaults = Question { criterion: Criterion::Scores, batch: 1, judge: None, threads: 1 };
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(o) = (unsafe { read_options(options) })? else { return Ok((defaults, Callbacks::absent())) };
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    let criterion = match o.criterion {
        DUEL_NEXT_SCORES => Criterion::Scores,
        DUEL_NEXT_DETERMINANT => Criterion::Determinant,
        DUEL_NEXT_DIFFERENCE => Criterion::Difference(o.first, o.second),
        DUEL_NEXT_BOUNDARY => Criterion::Boundary(o.boundary),
        other => return Err(Error::Argument(format!("criterion is {other}; it must be 0 to 3"))),
    };
    let question = Question {
        criterion,
        batch: o.batch.max(1),
        judge: (o.by_judge != 0).then_some(o.judge),
        threads: callbacks::threads(o.threads)?,
    };
    Ok((question, Callbacks::new(o.cancel, o.progress, o.user)))
}
