//! Hold-out and cross-validation.

use super::callbacks::{self, Callbacks};
use super::fields::read_for;
use super::fit::{duel_cancel, duel_model_options, duel_progress_fn, read_fit};
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::set::{duel_set, unit_of, DUEL_BY_ROW};
use super::status::duel_status;
use super::table::duel_table;
use duel::assess::{cross_validate, HeldOut, Plan, FOLDS};
use duel::comparisons::Unit;
use duel::error::{Error, Result};
use duel::progress::Progress;
use duel::table::TableFacts;
use libc::c_void;

/// The folds that are held out. Zero the struct and set struct_size; zero is the default of every field. NULL means
/// all defaults: ten folds of single comparisons.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_validation_options {
    /// sizeof(duel_validation_options).
    pub struct_size: usize,
    /// The unit that goes into one part as a whole: DUEL_BY_ROW (default, also 0), DUEL_BY_CONTEXT, DUEL_BY_PAIR or
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

// SAFETY: repr(C), struct_size first, then numbers and pointers.
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
    /// comparisons, where log_score has that by fits.
    pub log_likelihood: f64,
    /// Mean log-likelihood of a comparison held out: mean over the fits that have it.
    pub log_score: f64,
    /// Its standard error.
    pub log_score_se: f64,
    /// The fits that have it.
    pub log_score_fits: usize,
    /// Brier score: mean over the fits that have it.
    pub brier: f64,
    /// Its standard error.
    pub brier_se: f64,
    /// The fits that have it.
    pub brier_fits: usize,
    /// Share of decided comparisons won by the likelier side: mean over the fits that have it.
    pub accuracy: f64,
    /// Its standard error.
    pub accuracy_se: f64,
    /// The fits that have it.
    pub accuracy_fits: usize,
    /// Calibration error: mean over the fits that have it.
    pub calibration_error: f64,
    /// Its standard error.
    pub calibration_error_se: f64,
    /// The fits that have it.
    pub calibration_error_fits: usize,
    /// Kullback-Leibler divergence by pair: mean over the fits that have it.
    pub kl_mean: f64,
    /// Its standard error.
    pub kl_mean_se: f64,
    /// The fits that have it.
    pub kl_mean_fits: usize,
    /// The same, weighted by comparisons: mean over the fits that have it.
    pub kl_weighted: f64,
    /// Its standard error.
    pub kl_weighted_se: f64,
    /// The fits that have it.
    pub kl_weighted_fits: usize,
    /// Jensen-Shannon divergence by pair: mean over the fits that have it.
    pub js_mean: f64,
    /// Its standard error.
    pub js_mean_se: f64,
    /// The fits that have it.
    pub js_mean_fits: usize,
    /// The same, weighted by comparisons: mean over the fits that have it.
    pub js_weighted: f64,
    /// Its standard error.
    pub js_weighted_se: f64,
    /// The fits that have it.
    pub js_weighted_fits: usize,
    /// Mean absolute error of the proportions of pairs, in percent: mean over the fits that have it.
    pub mae_percent: f64,
    /// Its standard error.
    pub mae_percent_se: f64,
    /// The fits that have it.
    pub mae_percent_fits: usize,
    /// Root mean squared error of the proportions of pairs, in percent: mean over the fits that have it.
    pub rmse_percent: f64,
    /// Its standard error.
    pub rmse_percent_se: f64,
    /// The fits that have it.
    pub rmse_percent_fits: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_validation_facts {
    const NAME: &'static str = "duel_validation_facts";
    const FIRST: usize = 296;
}

const _: () = assert!(std::mem::size_of::<duel_validation_facts>() == 296);

pub(super) fn read_plan(o: &duel_validation_options) -> Result<Plan> {
    let part = match (o.folds, o.share) {
        (0, 0.0) => HeldOut::Folds(10),
        (folds, 0.0) => HeldOut::Folds(folds),
        (0, share) => HeldOut::Share(share),
        (folds, share) => {
            return Err(Error::Argument(format!(
                "folds is {folds} and share is {share}: one of the two must be 0"
            )))
        }
    };
    let unit = if matches!(o.by, 0 | DUEL_BY_ROW) { Unit::Row } else { unit_of(o.by)? };
    Ok(Plan { unit, part, repeats: o.repeats.max(1), seed: o.seed, threads: callbacks::threads(o.threads)? })
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
/// whose part has nothing that it could predict has none.
///
/// The facts have, of each score, the plain mean over the fits that have it and its standard error. With s their
/// standard deviation and J their number, the error is s / sqrt(J / repeats) with folds, repeats being no new data, and
/// s sqrt(1 / J + share / (1 - share)) with a share (Nadeau and Bengio 2003); NaN for J = 1. The first
/// takes folds as independent. They share what they are fitted to, and no unbiased estimate of that
/// exists (Bengio and Grandvalet 2004): it is rather too small. A mean is infinite where a fit rules out
/// what was held out (no ties seen, say), and its error then NaN.
///
/// A part may take items out of reach of a fit. Comparisons whose difference the fit does not identify are counted
/// as unpredicted, and are in no score. Any other diagnostic (DUEL_FIT_SEPARATED, ...) that the accept of the fit
/// options does not take makes a fit fail: it is counted, its row says why, and its part is in no
/// score. Means over the others are then those of an easier part of the data: a ridge keeps them all.
/// A judge without comparisons in a fit is predicted with sensitivity one, mean position effect
/// and mean threshold. Pooled strengths start from the fit to all comparisons, the others, which may have
/// several optima, from their own data alone.
///
/// DUEL_ERR_UNSUPPORTED for importance weights. Comparisons can be shared out one by one only from whole
/// counts: with others, cells (context, judge, left, right) are.
/// @param fit NULL: all defaults.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled.
/// @param fits NULL, or receives the table, repetition after repetition. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_cross_validate(
    set: *const duel_set,
    fit: *const duel_model_options,
    options: *const duel_validation_options,
    out: *mut duel_validation_facts,
    fits: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set`, `fit` and `options` can be read, `out` and `fits` can be
        // written.
        let (set, out, fits, (specification, _), options) = unsafe {
            (
                shared(set, "set")?,
                output_struct(out)?,
                optional_output(fits),
                read_fit(fit, "duel_set_cross_validate")?,
                read_for("duel_set_cross_validate", options)?,
            )
        };
        let (plan, callbacks) = match &options {
            Some(o) => (read_plan(o)?, Callbacks::new(o.cancel, o.progress, o.user)),
            None => {
                let part = HeldOut::Folds(10);
                (Plan { unit: Unit::Row, part, repeats: 1, seed: 0, threads: 1 }, Callbacks::absent())
            }
        };
        callbacks.check()?;
        let mut watch = |now: &Progress| callbacks.report(now);
        let found = cross_validate(&set.set, &specification, &plan, &mut watch)?;
        let means = &found.averages;
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
            log_score: means[0].mean,
            log_score_se: means[0].error,
            log_score_fits: means[0].folds,
            brier: means[1].mean,
            brier_se: means[1].error,
            brier_fits: means[1].folds,
            accuracy: means[2].mean,
            accuracy_se: means[2].error,
            accuracy_fits: means[2].folds,
            calibration_error: means[3].mean,
            calibration_error_se: means[3].error,
            calibration_error_fits: means[3].folds,
            kl_mean: means[4].mean,
            kl_mean_se: means[4].error,
            kl_mean_fits: means[4].folds,
            kl_weighted: means[5].mean,
            kl_weighted_se: means[5].error,
            kl_weighted_fits: means[5].folds,
            js_mean: means[6].mean,
            js_mean_se: means[6].error,
            js_mean_fits: means[6].folds,
            js_weighted: means[7].mean,
            js_weighted_se: means[7].error,
            js_weighted_fits: means[7].folds,
            mae_percent: means[8].mean,
            mae_percent_se: means[8].error,
            mae_percent_fits: means[8].folds,
            rmse_percent: means[9].mean,
            rmse_percent_se: means[9].error,
            rmse_percent_fits: means[9].folds,
        };
        if let Some(fits) = fits {
            set.hand_out(&FOLDS, &found.folds, TableFacts::default(), fits)?;
        }
        out.write(&result);
        Ok(())
    })
}
