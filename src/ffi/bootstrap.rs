//! The bootstrap.

use super::callbacks::{self, Callbacks};
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::limit;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{checked, duel_inference_options, inference_options};
use super::outputs::*;
use super::quantities::duel_quantity;
use super::quantities::required_quantity;
use super::set::{by_of, unit_of};
use super::status::duel_status;
use duel::comparisons::Unit;
use duel::error::{Error, Result};
use duel::inference::{Bootstrap, BootstrapOptions, WeightDistribution};
use duel::model::{Model, Problems};
use duel::progress::Progress;
use duel::room::Gather as _;
use libc::c_void;
use std::sync::Arc;

/// Replicates of a model. Immutable: any number of threads may read one at the same time.
pub struct duel_bootstrap {
    pub(super) replicates: Arc<Bootstrap>,
    model: Arc<Model>,
}

/// Weights of a replicate.
pub type duel_weights = i32;
/// Independent Poisson weights of mean one, a resample whose size is random. Fast, and for any
/// weights of the data.
pub const DUEL_WEIGHTS_POISSON: duel_weights = 0;
/// Multinomial, as many units as there are, drawn with replacement (Efron 1979).
pub const DUEL_WEIGHTS_MULTINOMIAL: duel_weights = 1;
/// Exponential, scaled to their mean (the Bayesian bootstrap, Rubin 1981). No unit drops out, so that
/// replicates rarely fail.
pub const DUEL_WEIGHTS_BAYESIAN: duel_weights = 2;
/// None; all comparisons of a cell are drawn anew from the fitted model (parametric
/// bootstrap). Whole counts only; Bradley-Terry draws no ties.
pub const DUEL_WEIGHTS_PARAMETRIC: duel_weights = 3;

/// How to bootstrap. Zero the struct and set struct_size; zero is the default of every field. NULL means
/// all defaults: 1000 sets of Poisson weights on what the model's covariance takes as independent.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_bootstrap_options {
    /// sizeof(duel_bootstrap_options).
    pub struct_size: usize,
    /// The unit that is drawn as a whole: DUEL_BY_ROW, DUEL_BY_CONTEXT, DUEL_BY_PAIR, DUEL_BY_JUDGE, or 0
    /// (default): what the model's own covariance takes as independent, contexts or judges where it is
    /// clustered by them, else single comparisons; clustered by both, the unit must be given (else
    /// DUEL_ERR_UNSUPPORTED). duel_bootstrap_facts.by has the unit. Comparisons without a context are drawn one
    /// by one. Parametric: must be 0.
    pub by: i32,
    /// DUEL_WEIGHTS_POISSON (default), _MULTINOMIAL, _BAYESIAN or _PARAMETRIC.
    pub weights: i32,
    /// Number of replicates, at least 2; 0: 1000. Intervals need 2 beyond each end: 80 at 95 %.
    pub replicates: usize,
    /// Seed; replicate r uses a stream of its own.
    pub seed: u64,
    /// Non-zero: every refit is one Newton step from the estimate. Faster; the error is of second
    /// order. No replicate is then found to be at a boundary.
    pub one_step: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called after replicates, with their share.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_bootstrap_options {
    const NAME: &'static str = "duel_bootstrap_options";
    const FIRST: usize = 64;
}

const _: () = assert!(std::mem::size_of::<duel_bootstrap_options>() == 64);

/// Facts about a bootstrap.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_bootstrap_facts {
    /// sizeof(duel_bootstrap_facts); set it before the call.
    pub struct_size: usize,
    /// Replicates drawn.
    pub drawn: usize,
    /// Replicates with an estimate: those that inference uses.
    pub used: usize,
    /// Without one, because the comparisons drawn no longer connect the items.
    pub disconnected: usize,
    /// Because some items, judges, effects or thresholds run to infinity.
    pub separated: usize,
    /// Because some parameters are not determined.
    pub undetermined: usize,
    /// Because all scores are equal, or no judge agrees with the others.
    pub flat: usize,
    /// Because the solver stopped before the optimum.
    pub not_converged: usize,
    /// The unit that was drawn as a whole: DUEL_BY_ROW, ...; 0 for a parametric bootstrap.
    pub by: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_bootstrap_facts {
    const NAME: &'static str = "duel_bootstrap_facts";
    const FIRST: usize = 64;
}

const _: () = assert!(std::mem::size_of::<duel_bootstrap_facts>() == 72);

/// Draw replicates of a model: the same model is fitted, from its estimate, to the same data with
/// random weights, or to data drawn from it.
///
/// Put the result into duel_inference_options.bootstrap: every function of inference then takes standard
/// errors, intervals and ranks from the replicates in place of the normal distribution. Replicates
/// without an estimate are left out and counted (duel_bootstrap_facts); if more than a few are, the
/// rest is a biased choice: use a ridge or Bayesian weights.
///
/// DUEL_ERR_NOT_IDENTIFIED: the model, or nearly all of the replicates, have no finite estimate.
/// DUEL_ERR_UNSUPPORTED: parametric or multinomial draws from counts that are not whole numbers, or from
/// importance weights, or by = 0 where the model's covariance is clustered by contexts and judges.
/// Importance weights are drawn in their effective number (sum of weights
/// squared over sum of squares).
/// @param options NULL: all defaults.
/// @param out receives the replicates; free them with duel_bootstrap_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_bootstrap_new(
    model: *const duel_model,
    options: *const duel_bootstrap_options,
    out: *mut *mut duel_bootstrap,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (model, options, out) =
            unsafe { (about(model, "model")?, read_options(options)?, output(out, "out")?) };
        let (options, callbacks) = match options {
            None => (BootstrapOptions::default(), Callbacks::absent()),
            Some(o) => (translate(&o)?, Callbacks::new(o.cancel, o.progress, o.user)),
        };
        callbacks.check()?;
        let mut watch = |now: &Progress| callbacks.report(now);
        let replicates = Bootstrap::new(&model.model, &options, &mut watch)?;
        let made = duel_bootstrap { replicates: Arc::new(replicates), model: model.model.clone() };
        out.hand_out(made);
        Ok(())
    })
}

fn translate(o: &duel_bootstrap_options) -> Result<BootstrapOptions> {
    let weights = choice(&WeightDistribution::ALL, o.weights, "weights")?;
    let unit = if o.by == 0 { None } else { Some(unit_of(o.by)?) };
    if weights == WeightDistribution::Parametric && unit.is_some_and(|unit| unit != Unit::Row) {
        return Err(Error::Unsupported(
            "by: a parametric bootstrap draws from the model, not from units".into(),
        ));
    }
    let defaults = BootstrapOptions::default();
    Ok(BootstrapOptions {
        unit,
        weights,
        replicates: if o.replicates == 0 { defaults.replicates } else { o.replicates },
        one_step: o.one_step != 0,
        seed: o.seed,
        threads: callbacks::threads(o.threads)?,
    })
}

/// Free replicates. NULL is ignored. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_bootstrap_free(bootstrap: *mut duel_bootstrap) {
    guard(|| {
        // SAFETY: `bootstrap` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(bootstrap) };
        Ok(())
    });
}

/// How many replicates there are, and why some have no estimate.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_bootstrap_info(
    bootstrap: *const duel_bootstrap,
    out: *mut duel_bootstrap_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `bootstrap` can be read, `out` can be written.
        let (replicates, out) = unsafe { (&shared(bootstrap, "bootstrap")?.replicates, output_struct(out)?) };
        let info = duel_bootstrap_facts {
            struct_size: std::mem::size_of::<duel_bootstrap_facts>(),
            drawn: replicates.options.replicates,
            used: replicates.len(),
            disconnected: replicates.failed(Problems::DISCONNECTED),
            separated: replicates.failed(Problems::SEPARATED),
            undetermined: replicates.failed(Problems::UNDETERMINED),
            flat: replicates.failed(Problems::EQUAL_SCORES) + replicates.failed(Problems::BOUNDARY),
            not_converged: replicates.failed(Problems::NOT_CONVERGED),
            by: if replicates.options.weights == WeightDistribution::Parametric {
                0
            } else {
                by_of(replicates.unit)
            },
            reserved: 0,
        };
        out.write(&info);
        Ok(())
    })
}

/// A quantity of every replicate.
/// @param quantity DUEL_QUANTITY_SCORES, ...
/// @param options NULL: scores sum to zero, sensitivities have mean one.
/// @param out used x n, row-major, for the replicates with an estimate (duel_bootstrap_info) and the n
///   values of the quantity; NaN where a replicate has no such value (a judge it did not draw).
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_bootstrap_get(
    bootstrap: *const duel_bootstrap,
    quantity: duel_quantity,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `bootstrap` can be read, `out` has room for `capacity`.
        let (bootstrap, out) =
            unsafe { (shared(bootstrap, "bootstrap")?, output_array(out, capacity, "out")) };
        limit::set(bootstrap.model.specification.max_bytes);
        // SAFETY: the caller promises (lib.rs) that `options` can be read.
        let (options, callbacks) = unsafe { inference_options(options, "duel_bootstrap_get") }?;
        let quantity = required_quantity(quantity)?;
        let (rows, columns) = bootstrap.model.shape(quantity)?;
        out.check(checked(bootstrap.replicates.len(), rows * columns)?)?;
        let values = bootstrap.replicates.values(
            &bootstrap.model,
            &|point| point.values(quantity, &options.view),
            &mut |now| callbacks.report(now),
        )?;
        out.write(&values.iter().flatten().copied().gathered());
        Ok(())
    })
}
