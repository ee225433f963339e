//! Hold-out and cross-validation.

use super::fit::{duel_cancel, duel_model_options, duel_progress_fn, read_fit, Host};
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::set::{duel_set, unit_of, DUEL_BY_ROW};
use super::status::duel_status;
use duel::assess::{cross_validate, Fold, Part, Plan, SCORES};
use duel::comparisons::Unit;
use duel::error::{Error, Result};
use duel::solve::Progress;
use libc::c_void;

/// What to hold out. Zero the struct and set struct_size; zero is the default of every field. NULL means
/// all defaults: ten folds of single comparisons.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_validation_options {
    /// sizeof(duel_validation_options).
    pub struct_size: usize,
    /// What goes into one part as a whole: DUEL_BY_ROW (default, also 0), DUEL_BY_CONTEXT, DUEL_BY_PAIR or
    /// DUEL_BY_JUDGE. Hold out what new data will differ in: contexts where they repeat, pairs to
    /// speak of pairs that were never compared, judges to speak of judges in general. Comparisons without
    /// a context are shared out one by one.
    pub by: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// Folds, at least 2, each held out in turn; 0: 10, or none where share is given. A fold that gets no
    /// comparison has no scores.
    pub folds: usize,
    /// 0: folds. Else between 0 and 1: instead of folds this share of the units, rounded to a whole
    /// number, is held out once in every repeat; folds must be 0.
    pub share: f64,
    /// How often all of it is done, each time with another partition; 0: once.
    pub repeats: usize,
    /// Seed; repeat r uses stream r, and the folds of repeat 0 are those of duel_set_split.
    pub seed: u64,
    /// NULL, or a token that stops the work between fits.
    pub cancel: *const duel_cancel,
    /// NULL, or called in the course of a first fit, to all comparisons, and after each of the others with
    /// their share.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

unsafe impl Sized_ for duel_validation_options {
    const NAME: &'static str = "duel_validation_options";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_validation_options>() == 72);

/// Totals of a cross-validation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_validation_facts {
    /// sizeof(duel_validation_facts); set it before the call.
    pub struct_size: usize,
    /// Fits: folds times repeats, or repeats.
    pub fits: usize,
    /// Fits without an estimate: what they held out is in no score.
    pub failed: usize,
    /// Comparisons held out, over all fits.
    pub held: f64,
    /// Of these, those that fits with an estimate predict.
    pub predicted: f64,
    /// Of these, those that fits with an estimate say nothing of: items that they have not seen, or not
    /// compared even through others.
    pub unpredicted: f64,
    /// Log-likelihood of those predicted, over all fits; over predicted it is the mean log score by
    /// comparisons, where the table of means has that by folds.
    pub log_likelihood: f64,
}

unsafe impl Sized_ for duel_validation_facts {
    const NAME: &'static str = "duel_validation_facts";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_validation_facts>() == 56);

/// Columns of the table of fits.
const COLUMNS: usize = 8 + SCORES;

/// Columns of the table of means.
const MEANS: usize = 3;

fn row(fold: &Fold) -> [f64; COLUMNS] {
    let mut row = [f64::NAN; COLUMNS];
    let status = fold.failure.as_ref().map_or(0, Error::code);
    let head = [
        fold.repeat as f64,
        fold.fold as f64,
        f64::from(status),
        f64::from(fold.outcomes.0),
        fold.trained,
        fold.held,
        fold.unpredicted,
        fold.log_likelihood,
    ];
    row.iter_mut().zip(head.into_iter().chain(fold.scores)).for_each(|(to, value)| *to = value);
    row
}

pub(super) unsafe fn read_plan(o: &duel_validation_options) -> Result<Plan> {
    if o.threads < 0 {
        return Err(Error::Argument(format!("threads is {}; it must not be negative", o.threads)));
    }
    let part = match (o.folds, o.share) {
        (0, 0.0) => Part::Folds(10),
        (folds, 0.0) => Part::Folds(folds),
        (0, share) => Part::Share(share),
        (folds, share) => {
            return Err(Error::Argument(format!(
                "folds is {folds} and share is {share}: one of the two must be 0"
            )))
        }
    };
    let unit = if matches!(o.by, 0 | DUEL_BY_ROW) { Unit::Row } else { unit_of(o.by)? };
    Ok(Plan { unit, part, repeats: o.repeats.max(1), seed: o.seed, threads: o.threads.max(1) as usize })
}

/// Cross-validation, or hold-out: fit a model to the comparisons without a part, and measure how well it
/// predicts that part.
///
/// Scores of models of the same comparisons and outcomes compare what information criteria estimate, and
/// go with penalties, bias reduction and ties as halves as well (a tie is then half a win and half a loss,
/// so that such scores compare with each other only). Differences between two models
/// are surer than either: take them fold by fold, with the same seed.
///
/// The scores, ten of a fit: mean log-likelihood of a comparison; Brier score; share of decided
/// comparisons won by the likelier side; calibration error (these as in duel_accuracy_facts); kl_mean,
/// kl_weighted, js_mean, js_weighted, mae_percent and rmse_percent by pair (as in duel_metrics_facts). A fit
/// whose part has nothing that it could predict has none, and its row NaN; so has the third where
/// nothing was decided.
///
/// A part may take items out of reach of a fit. Comparisons that the fit says nothing of are counted as
/// unpredicted, and are in no score. Other trouble (DUEL_FIT_SEPARATED, ...) that the accept of the fit
/// options does not take makes a fit fail: it is counted, its row says why, and its part is in no
/// score. Means over the others are then those of an easier part of the data: a ridge keeps them all.
/// A judge whom a fit has not heard answers as one of sensitivity one, mean position effect
/// and mean threshold. Pooled strengths start from the fit to all comparisons, the others, which may have
/// several optima, from their own data alone.
///
/// DUEL_ERR_UNSUPPORTED for importance weights. Comparisons can be shared out one by one only from whole
/// counts: with others, cells (context, judge, left, right) are.
/// @param fit NULL: all defaults. Its cancel, progress, user and start are not looked at.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled.
/// @param means NULL, or 10 x 3, row-major, for the scores: the plain mean over the fits that have it; its
///   standard error; the number of these fits. With s their standard deviation and J their number, the
///   error is s / sqrt(J / repeats) with folds, repeats being no new data, and
///   s sqrt(1 / J + share / (1 - share)) with a share (Nadeau and Bengio 2003); NaN for J = 1. The first
///   takes folds as independent. They share what they are fitted to, and no unbiased estimate of that
///   exists (Bengio and Grandvalet 2004): it is rather too small. A mean is infinite where a fit rules out
///   what was held out (no ties seen, say), and its error then NaN.
/// @param means_capacity number of doubles that fit in means, at least 30.
/// @param fits NULL, or fits x 18, row-major: repeat; fold; status (DUEL_OK, or the DUEL_ERR_ that a fit
///   failed with); sum of DUEL_FIT_ bits that it met; comparisons fitted to; comparisons held out; those
///   unpredicted; log-likelihood of those predicted; the ten scores.
/// @param fits_capacity number of doubles that fit in fits. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_cross_validate(
    set: *const duel_set,
    fit: *const duel_model_options,
    options: *const duel_validation_options,
    out: *mut duel_validation_facts,
    means: *mut f64,
    means_capacity: usize,
    fits: *mut f64,
    fits_capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        let (specification, _) = unsafe { read_fit(fit) }?;
        let options = unsafe { read_options(options) }?;
        let (plan, host) = match &options {
            Some(o) => {
                (unsafe { read_plan(o) }?, Host { cancel: o.cancel, progress: o.progress, user: o.user })
            }
            None => {
                let part = Part::Folds(10);
                (Plan { unit: Unit::Row, part, repeats: 1, seed: 0, threads: 1 }, Host::absent())
            }
        };
        unsafe { room_of_struct(out) }?;
        if !means.is_null() {
            room(means, means_capacity, checked(SCORES, MEANS)?, "means")?;
        }
        if !fits.is_null() {
            let rows = checked(plan.part.fits(), plan.repeats)?;
            room(fits, fits_capacity, checked(rows, COLUMNS)?, "fits")?;
        }
        host.check()?;
        let mut watch = |now: &Progress| host.tell(now);
        let found = cross_validate(set, &specification, &plan, &mut watch)?;
        let good = || found.folds.iter().filter(|fold| fold.failure.is_none());
        let unpredicted: f64 = good().map(|fold| fold.unpredicted).sum();
        let result = duel_validation_facts {
            struct_size: std::mem::size_of::<duel_validation_facts>(),
            fits: found.folds.len(),
            failed: found.folds.len() - good().count(),
            held: found.folds.iter().map(|fold| fold.held).sum(),
            predicted: good().map(|fold| fold.held).sum::<f64>() - unpredicted,
            unpredicted,
            log_likelihood: good().map(|fold| fold.log_likelihood).filter(|sum| !sum.is_nan()).sum(),
        };
        unsafe { write_struct(&result, out) }?;
        if !means.is_null() {
            let table: Vec<f64> =
                found.averages.iter().flat_map(|a| [a.mean, a.error, a.folds as f64]).collect();
            unsafe { write(&table, means) };
        }
        if !fits.is_null() {
            let table: Vec<f64> = found.folds.iter().flat_map(row).collect();
            unsafe { write(&table, fits) };
        }
        Ok(())
    })
}
