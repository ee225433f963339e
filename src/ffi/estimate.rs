//! Estimates: what models, replicates and nonparametric scores answer alike.
//!
//! A duel_estimate is a quantity of a model (duel_model_estimate), with a bootstrap in the options that of its
//! replicates, or a functional (duel_gars_estimate), together with the options of inference. It computes nothing
//! before it is asked. It keeps what it needs: model, set, replicates and cancel token may be freed before it. The
//! progress callback of its options and its user pointer are called by every question, so they must outlive it. Any
//! number of threads may ask at the same time, if the callback allows it.

use super::callbacks::Callbacks;
use super::fit::{duel_cancel, duel_progress_fn};
use super::gars::duel_gars;
use super::gars_results::{duel_estimator, number};
use super::guard::guard;
use super::hypotheses::{adjustment, DUEL_FAMILY_ALL_PAIRS, DUEL_FAMILY_TO_REFERENCE};
use super::limit;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{checked, duel_inference_options, inference_options};
use super::outputs::*;
use super::quantities::{duel_quantity, quantity_number, required_quantity};
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::error::{Error, Result};
use duel::estimate::{Estimate, CONTRASTS, E_VALUES, PAIRS, RANKS, TESTS, VALUES};
use duel::gars::Estimator;
use duel::inference::{Adjustment, Family};
use duel::progress::Progress;
use duel::table::{Schema, Table};
use libc::c_void;

/// Estimates of a quantity, with the options of inference. Immutable. Free it with duel_estimate_free.
pub struct duel_estimate {
    pub(super) estimate: Estimate,
    cancel: Option<Box<duel_cancel>>,
    progress: duel_progress_fn,
    user: *mut c_void,
    /// max_bytes of the model; 0: none.
    max_bytes: usize,
}

impl duel_estimate {
    pub(super) fn new(estimate: Estimate, callbacks: &Callbacks, max_bytes: usize) -> duel_estimate {
        // SAFETY: `cancel` is NULL or a token that lives until the call returns; to raise it is atomic.
        let cancel = unsafe { callbacks.cancel.as_ref() };
        let cancel = cancel.map(|token| Box::new(duel_cancel { raised: token.raised.clone() }));
        duel_estimate { estimate, cancel, progress: callbacks.progress, user: callbacks.user, max_bytes }
    }

    /// Another estimate made of this one, watched alike.
    pub(super) fn derived(&self, estimate: Estimate) -> duel_estimate {
        let cancel =
            self.cancel.as_deref().map(|token| Box::new(duel_cancel { raised: token.raised.clone() }));
        duel_estimate {
            estimate,
            cancel,
            progress: self.progress,
            user: self.user,
            max_bytes: self.max_bytes,
        }
    }

    /// Who watches the work, and what it may take; an error if the token is raised already.
    pub(super) fn callbacks(&self) -> Result<Callbacks> {
        limit::set(self.max_bytes);
        let cancel = self.cancel.as_deref().map_or(std::ptr::null(), std::ptr::from_ref);
        let callbacks = Callbacks::new(cancel, self.progress, self.user);
        callbacks.check()?;
        Ok(callbacks)
    }

    pub(super) fn hand_out<R>(
        &self,
        schema: &'static Schema<R>,
        rows: &[R],
        out: Output<*mut duel_table>,
    ) -> Result<()> {
        let table = Table::new(schema, rows, self.estimate.set(), self.estimate.facts())?;
        self.callbacks()?;
        hand_out(table, out)
    }

    /// The rows of contrasts.
    unsafe fn rows<'a>(&self, weights: *const f64, count: usize) -> Result<&'a [f64]> {
        // SAFETY: the caller promises (lib.rs) that `weights` has `count` rows, of a value for each of the estimate's.
        unsafe { slice(weights, checked(count, self.estimate.size())?, "weights") }
    }
}

/// How contrasts are tested.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_test_options {
    /// sizeof(duel_test_options); set it before the call.
    pub struct_size: usize,
    /// DUEL_ADJUST_SINGLE_STEP, ...
    pub adjustment: i32,
    /// Must be zero.
    pub reserved: i32,
    /// NULL: all contrasts are tested against zero; else a finite value for each.
    pub null: *const f64,
    /// Number of null: that of the contrasts, or 0.
    pub null_count: usize,
}

/// How pairs are tested.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_pair_options {
    /// sizeof(duel_pair_options); set it before the call.
    pub struct_size: usize,
    /// DUEL_FAMILY_ALL_PAIRS or DUEL_FAMILY_TO_REFERENCE.
    pub family: i32,
    /// DUEL_ADJUST_SINGLE_STEP, ...
    pub adjustment: i32,
    /// The item that all others are compared with, zero-based; read with DUEL_FAMILY_TO_REFERENCE, else zero.
    pub reference: usize,
}

/// Facts about an estimate.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_estimate_facts {
    /// sizeof(duel_estimate_facts); set it before the call.
    pub struct_size: usize,
    /// Number of values.
    pub values: usize,
    /// Rows of the quantity; values are row-major.
    pub rows: usize,
    /// Columns of the quantity.
    pub columns: usize,
    /// DUEL_QUANTITY_SCORES, ...; -1 for functionals.
    pub quantity: i32,
    /// DUEL_INTERVALS_MARGINAL, ...
    pub intervals: i32,
    /// The covariance behind standard errors, as resolved, DUEL_COVARIANCE_SANDWICH, ...; -1 for functionals and
    /// replicates.
    pub covariance: i32,
    /// DUEL_QUANTILES_NORMAL or _STUDENT; -1 for replicates.
    pub quantiles: i32,
    /// Level of the intervals.
    pub level: f64,
    /// Degrees of freedom where all values have the same; else NaN.
    pub df: f64,
    /// Replicates; NaN: none.
    pub replicates: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_test_options {
    const NAME: &'static str = "duel_test_options";
    const FIRST: usize = 32;
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_pair_options {
    const NAME: &'static str = "duel_pair_options";
    const FIRST: usize = 24;
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_estimate_facts {
    const NAME: &'static str = "duel_estimate_facts";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_test_options>() == 32);
const _: () = assert!(std::mem::size_of::<duel_pair_options>() == 24);
const _: () = assert!(std::mem::size_of::<duel_estimate_facts>() == 72);

/// The estimates of a quantity of a model; with a bootstrap in the options, those of its replicates.
/// @param quantity DUEL_QUANTITY_SCORES, ...
/// @param options NULL: all defaults. They are copied.
/// @param out receives the estimate. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_estimate(
    model: *const duel_model,
    quantity: duel_quantity,
    options: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (model, (options, callbacks), out) = unsafe {
            (
                &about(model, "model")?.model,
                inference_options(options, "duel_model_estimate")?,
                output(out, "out")?,
            )
        };
        let max_bytes = model.specification.max_bytes;
        let estimate = Estimate::of_model(model.clone(), required_quantity(quantity)?, options)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, max_bytes));
        Ok(())
    })
}

/// The estimates of a functional, from the contexts so far. What is added later does not change them.
/// @param functional number of the functional among those of the options of duel_gars_new, from 0; -1: all, one
///   after the other, so that functionals can be compared by contrasts.
/// @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
/// @param options NULL: all defaults. They are copied. Read are intervals, level, seed, draws, threads, cancel,
///   progress, user; with clusters DUEL_CORRECTION_CR1 and quantiles (degrees of freedom are clusters less one).
///   What goes with fitted models only is DUEL_ERR_UNSUPPORTED. A value with standard error 0 has no interval
///   (NaN): it is a constant, or there is one context.
/// @param out receives the estimate; its items are called "0", "1", ... @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_estimate(
    gars: *const duel_gars,
    functional: i32,
    estimator: duel_estimator,
    options: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` and `options` can be read, `out` can be written.
        let (accumulator, out, (options, callbacks)) = unsafe {
            (
                &shared(gars, "gars")?.accumulator,
                output(out, "out")?,
                inference_options(options, "duel_gars_estimate")?,
            )
        };
        let estimator = choice(&Estimator::ALL, estimator, "estimator")?;
        let estimate = Estimate::of_functional(accumulator, number(functional)?, estimator, options)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, 0));
        Ok(())
    })
}

/// The estimates of a functional in groups of contexts, E[G F] / E[G] with weights G of contexts. Groups may share contexts and
/// clusters: covariances between them are those of the same influence values.
/// @param functional as in duel_gars_estimate.
/// @param group number of the group, from 0; -1: all, one after the other, so that they can be compared by contrasts
///   and have intervals that hold at once. A group of fewer than 30 contexts (clusters) is DUEL_ERR_DATA.
/// @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
/// @param options NULL, or as in duel_gars_estimate.
/// @param out receives the estimate. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_group_estimate(
    gars: *const duel_gars,
    functional: i32,
    group: i32,
    estimator: duel_estimator,
    options: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` and `options` can be read, `out` can be written.
        let (accumulator, out, (options, callbacks)) = unsafe {
            (
                &shared(gars, "gars")?.accumulator,
                output(out, "out")?,
                inference_options(options, "duel_gars_group_estimate")?,
            )
        };
        let estimator = choice(&Estimator::ALL, estimator, "estimator")?;
        let group = match group {
            -1 => None,
            group => Some(usize::try_from(group).map_err(|_| {
                Error::Argument(format!("group is {group}; it must be -1 or the number of a group"))
            })?),
        };
        let estimate = Estimate::of_group(accumulator, number(functional)?, group, estimator, options)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, 0));
        Ok(())
    })
}

/// The estimates of a functional in one group of contexts less those in another.
/// @param functional as in duel_gars_estimate.
/// @param group number of a group, from 0.
/// @param other number of another.
/// @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
/// @param options NULL, or as in duel_gars_estimate.
/// @param out receives the estimate. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_differences(
    gars: *const duel_gars,
    functional: i32,
    group: i32,
    other: i32,
    estimator: duel_estimator,
    options: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` and `options` can be read, `out` can be written.
        let (accumulator, out, (options, callbacks)) = unsafe {
            (
                &shared(gars, "gars")?.accumulator,
                output(out, "out")?,
                inference_options(options, "duel_gars_differences")?,
            )
        };
        let estimator = choice(&Estimator::ALL, estimator, "estimator")?;
        let numbered = |group: i32, name: &str| {
            usize::try_from(group)
                .map_err(|_| Error::Argument(format!("{name} is {group}; it must be the number of a group")))
        };
        let groups = [numbered(group, "group")?, numbered(other, "other")?];
        let functional = number(functional)?;
        let estimate = Estimate::of_group_difference(accumulator, functional, groups, estimator, options)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, 0));
        Ok(())
    })
}

/// Fieller's set of ratios.
pub type duel_ratio_set = i32;
/// All ratios from lower to upper.
pub const DUEL_RATIO_INTERVAL: duel_ratio_set = 0;
/// All ratios up to lower, and from upper on: the denominator may be zero.
pub const DUEL_RATIO_COMPLEMENT: duel_ratio_set = 1;
/// All ratios: numerator and denominator may both be zero.
pub const DUEL_RATIO_LINE: duel_ratio_set = 2;

/// The ratio of two values.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_ratio_facts {
    /// sizeof(duel_ratio_facts); set it before the call.
    pub struct_size: usize,
    /// The ratio of the estimates.
    pub ratio: f64,
    /// Its standard error by the delta method.
    pub se: f64,
    /// Lower end of the interval by the delta method.
    pub delta_lower: f64,
    /// Upper end of the interval by the delta method.
    pub delta_upper: f64,
    /// Lower end of Fieller's set, or of its gap.
    pub lower: f64,
    /// Upper end of Fieller's set, or of its gap.
    pub upper: f64,
    /// The shape of Fieller's set: DUEL_RATIO_INTERVAL, _COMPLEMENT or _LINE.
    pub ratio_set: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_ratio_facts {
    const NAME: &'static str = "duel_ratio_facts";
    const FIRST: usize = 64;
}

const _: () = assert!(std::mem::size_of::<duel_ratio_facts>() == 64);

/// The ratio of two values of an estimate, with the interval of the delta method and the set of Fieller (1954), which
/// holds its level where the denominator is not far from zero and may then be no interval. Of the options the level is
/// read, and what the errors depend on; DUEL_INTERVALS_ANYTIME is DUEL_ERR_UNSUPPORTED.
/// @param numerator number of a value, from 0.
/// @param denominator number of another.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_ratio(
    estimate: *const duel_estimate,
    numerator: i32,
    denominator: i32,
    out: *mut duel_ratio_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output_struct(out)?) };
        let callbacks = asked.callbacks()?;
        let value = |at: i32, name: &str| {
            usize::try_from(at)
                .map_err(|_| Error::Argument(format!("{name} is {at}; it must be the number of a value")))
        };
        let (a, b) = (value(numerator, "numerator")?, value(denominator, "denominator")?);
        let found = asked.estimate.ratio(a, b, &mut |now: &Progress| callbacks.report(now))?;
        out.write(&duel_ratio_facts {
            struct_size: std::mem::size_of::<duel_ratio_facts>(),
            ratio: found.ratio,
            se: found.error,
            delta_lower: found.delta[0],
            delta_upper: found.delta[1],
            lower: found.fieller[0],
            upper: found.fieller[1],
            ratio_set: found.shape as i32,
            reserved: 0,
        });
        Ok(())
    })
}

/// Facts about an estimate.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_info(
    estimate: *const duel_estimate,
    out: *mut duel_estimate_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (estimate, out) = unsafe { (&shared(estimate, "estimate")?.estimate, output_struct(out)?) };
        let (rows, columns) = estimate.shape();
        let facts = estimate.facts();
        let info = duel_estimate_facts {
            struct_size: std::mem::size_of::<duel_estimate_facts>(),
            values: estimate.size(),
            rows,
            columns,
            quantity: estimate.quantity().map_or(-1, quantity_number),
            intervals: facts.intervals.unwrap_or(-1),
            covariance: facts.covariance.unwrap_or(-1),
            quantiles: facts.quantiles.unwrap_or(-1),
            level: facts.level,
            df: facts.df,
            replicates: facts.replicates,
        };
        out.write(&info);
        Ok(())
    })
}

/// Every value with its standard error and interval, by the delta method from the covariance of the parameters, or
/// from replicates. At a boundary the normal distribution does not apply: a sensitivity of zero, and a threshold at the end of
/// its range (which may be infinite), have NaN errors. The covariance is computed once for a model, from p parameters
/// in memory of order p^2 and time of order p^3 (4000 items: seconds); cancel is read before and after.
/// @param out receives the table: a row for each value, row-major. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_values(
    estimate: *const duel_estimate,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        let rows = asked.estimate.values(&mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&VALUES, &rows, out)
    })
}

/// Linear contrasts L theta of the values, with standard errors and intervals.
/// @param weights contrasts x values, row-major: the rows of L.
/// @param contrasts number of contrasts.
/// @param out receives the table: a row for each contrast. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_contrasts(
    estimate: *const duel_estimate,
    weights: *const f64,
    contrasts: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read.
        let asked = unsafe { shared(estimate, "estimate") }?;
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `weights` has `contrasts` rows of values, `out` can be written.
        let (weights, out) = unsafe { (asked.rows(weights, contrasts)?, output(out, "out")?) };
        checked(contrasts, contrasts)?;
        let watch = &mut |now: &Progress| callbacks.report(now);
        let (rows, _) = asked.estimate.contrasts(weights, contrasts, watch)?;
        asked.hand_out(&CONTRASTS, &rows, out)
    })
}

/// The covariance of linear contrasts, L Sigma L'.
/// @param weights contrasts x values, row-major: the rows of L.
/// @param contrasts number of contrasts.
/// @param out contrasts x contrasts.
/// @param capacity number of doubles that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_contrast_covariance(
    estimate: *const duel_estimate,
    weights: *const f64,
    contrasts: usize,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` has room for `capacity`.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output_array(out, capacity, "out")) };
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `weights` has `contrasts` rows of values.
        let weights = unsafe { asked.rows(weights, contrasts) }?;
        out.check(checked(contrasts, contrasts)?)?;
        let watch = &mut |now: &Progress| callbacks.report(now);
        let covariance = asked.estimate.contrast_covariance(weights, contrasts, watch)?;
        out.write(&covariance);
        Ok(())
    })
}

/// Two-sided tests of linear contrasts, L theta = null, adjusted for their number. Statistics and p-values are as in
/// duel_estimate_pairs; intervals follow the adjustment, and are of L theta, not of its difference from null.
/// With DUEL_INTERVALS_ANYTIME the statistic is the logarithm of the e-value, as in duel_estimate_e_values, and
/// DUEL_ADJUST_SINGLE_STEP, which is of one look, is DUEL_ERR_UNSUPPORTED.
/// @param weights contrasts x values, row-major: the rows of L.
/// @param contrasts number of contrasts.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each contrast. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_tests(
    estimate: *const duel_estimate,
    weights: *const f64,
    contrasts: usize,
    options: *const duel_test_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        checked(contrasts, contrasts)?;
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `weights` has `contrasts` rows of values.
        let (weights, (adjustment, null)) =
            unsafe { (asked.rows(weights, contrasts)?, test_options(options, contrasts)?) };
        let watch = &mut |now: &Progress| callbacks.report(now);
        let rows = asked.estimate.tests(weights, contrasts, null, adjustment, watch)?;
        asked.hand_out(&TESTS, &rows, out)
    })
}

/// Evidence that linear contrasts L theta differ from null, which holds at all looks at growing data: stop when one
/// likes. The e-value is the likelihood ratio of the estimate at a mixture of truths, normal about null with standard
/// deviation mixture (of the options of the estimate), to null: log E = z^2 r / (2 (1 + r)) - log(1 + r) / 2, z the difference from null over its
/// standard error s, r = mixture^2 / s^2. It exceeds 1 / alpha at some look with probability alpha or less where null
/// holds, as the smallest p-value of all looks falls below alpha. The one-sided e-value has the upper half of the
/// mixture. The intervals of the estimate are ignored; what DUEL_INTERVALS_ANYTIME refuses is DUEL_ERR_UNSUPPORTED. For many contrasts
/// adjust the logarithms: duel_p_adjust, DUEL_ADJUST_E_HOLM or DUEL_ADJUST_E_BH.
/// @param weights contrasts x values, row-major: the rows of L.
/// @param contrasts number of contrasts.
/// @param null NULL: all are tested against zero; else a finite value for each contrast.
/// @param out receives the table: a row for each contrast. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_e_values(
    estimate: *const duel_estimate,
    weights: *const f64,
    contrasts: usize,
    null: *const f64,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        checked(contrasts, contrasts)?;
        // SAFETY: the caller promises (lib.rs) that `weights` has `contrasts` rows of values, `null` has `contrasts`
        // values.
        let (weights, null) =
            unsafe { (asked.rows(weights, contrasts)?, optional_slice(null, contrasts, "null")?) };
        let null = null.unwrap_or_default();
        let watch = &mut |now: &Progress| callbacks.report(now);
        let rows = asked.estimate.e_values(weights, contrasts, null, watch)?;
        asked.hand_out(&E_VALUES, &rows, out)
    })
}

unsafe fn test_options<'a>(
    options: *const duel_test_options,
    contrasts: usize,
) -> Result<(Adjustment, &'a [f64])> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let given = unsafe { read_options(options) }?;
    let Some(o) = given else { return Ok((adjustment(0)?, &[])) };
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    // SAFETY: the caller promises (lib.rs) that `null` has `null_count` values.
    let null = unsafe { optional_slice(o.null, o.null_count, "null") }?.unwrap_or_default();
    if !null.is_empty() && null.len() != contrasts || o.null.is_null() && o.null_count > 0 {
        return Err(Error::Size(format!(
            "null_count is {}; it must be 0 or the {contrasts} contrasts",
            o.null_count
        )));
    }
    Ok((adjustment(o.adjustment)?, null))
}

/// Two-sided tests that pairs of items have equal scores, or values of one functional, adjusted for their number.
///
/// The statistic is the difference over its standard error; p-values are those of the normal distribution, or
/// of Student's where the options ask for it (with the fewer degrees of freedom of the two scores, and
/// the fewest of all in the single step). Single-step p-values are P(max |T| >= |t|) over the family:
/// exact where a closed form exists, else the share of the options' draws. They lie between the p-value
/// of the test alone and Sidak's bound 1 - (1 - p)^m; where fewer than 50 draws lie beyond t they are
/// the smaller of Sidak's bound and 50 / draws, so that they are never 0 and never too small.
///
/// A difference between components of the data is NaN throughout. One of a score that diverges, or
/// without a standard error, has no test: statistic and p-values are NaN. Neither counts as a test of
/// the family. Differences do not depend on the normalisation, and intervals follow the adjustment.
///
/// With DUEL_INTERVALS_ANYTIME statistics are logarithms of e-values, p-values hold at all looks, a pair without a
/// statistic counts with an e-value of 1, and DUEL_ADJUST_SINGLE_STEP, which is of one look, is DUEL_ERR_UNSUPPORTED: take DUEL_ADJUST_E_HOLM or
/// DUEL_ADJUST_E_BH.
/// @param options NULL: all pairs, single step.
/// @param out receives the table. All pairs: i < j in the order (0, 1), (0, 2), ..., value i less value j;
///   DUEL_FAMILY_TO_REFERENCE: items i in their order but the reference j, value i less value j. Estimates of other
///   quantities, and of all functionals at once, are DUEL_ERR_UNSUPPORTED: ask for contrasts. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_pairs(
    estimate: *const duel_estimate,
    options: *const duel_pair_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `options` can be read.
        let (family, adjustment) = unsafe { pair_options(options) }?;
        checked(asked.estimate.size(), asked.estimate.size())?;
        let watch = &mut |now: &Progress| callbacks.report(now);
        let rows = asked.estimate.pairs(family, adjustment, watch)?;
        asked.hand_out(&PAIRS, &rows, out)
    })
}

unsafe fn pair_options(options: *const duel_pair_options) -> Result<(Family, Adjustment)> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let given = unsafe { read_options(options) }?;
    let Some(o) = given else {
        return Ok((Family::AllPairs, adjustment(0)?));
    };
    let family = match o.family {
        DUEL_FAMILY_ALL_PAIRS if o.reference != 0 => {
            return Err(Error::Argument(format!(
                "reference is {}; it is read with DUEL_FAMILY_TO_REFERENCE only",
                o.reference
            )))
        }
        DUEL_FAMILY_ALL_PAIRS => Family::AllPairs,
        DUEL_FAMILY_TO_REFERENCE => Family::ToReference(o.reference),
        other => return Err(Error::Argument(format!("family is {other}; it must be 0 or 1"))),
    };
    Ok((family, adjustment(o.adjustment)?))
}

/// Ranks of scores, or of the values of one functional, with ranges. Item i is significantly better than j if their
/// difference is significant in the simultaneous comparison of all pairs (DUEL_INTERVALS_BONFERRONI, or else the distribution
/// of the largest difference); the range of i runs from 1 + the number of items significantly better than i to items - the
/// number significantly worse. All ranges hold at once at the level. An item without an identified score ranges from 1 to
/// items. Of disconnected data the rank is that among the items of the largest component, NaN for all others and
/// where an item has no identified differences. With a bootstrap the covariance is that of the replicates.
/// @param out receives the table: a row for each item. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_ranks(
    estimate: *const duel_estimate,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        let rows = asked.estimate.ranks(&mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&RANKS, &rows, out)
    })
}

/// The covariance of the values. For DUEL_QUANTITY_SENSITIVITIES it is that of gamma itself. NaN between scores or
/// strengths of different components, each of which has its own zero. Of functionals it is that of psi over contexts
/// (with clusters of its sums over clusters), divisor n, over n.
/// @param out values x values, row-major.
/// @param capacity number of doubles that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_covariance(
    estimate: *const duel_estimate,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` has room for `capacity`.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output_array(out, capacity, "out")) };
        asked.callbacks()?;
        let size = asked.estimate.size();
        out.check(checked(size, size)?)?;
        let covariance = asked.estimate.covariance()?;
        out.write(&covariance);
        Ok(())
    })
}

/// Free an estimate. NULL is ignored. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_free(estimate: *mut duel_estimate) {
    guard(|| {
        // SAFETY: `estimate` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(estimate) };
        Ok(())
    });
}
