//! Nonparametric ranking scores: estimates and their uncertainty.

use super::gars::duel_gars;
use super::guard::guard;
use super::memory::*;
use super::options::{checked, duel_inference_options, inference_options};
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::comparisons::Set;
use duel::error::{Error, Result};
use duel::estimate::numbered;
use duel::gars::{equality, Accumulator, Estimator, Pairs, GROUPS, PAIRS};
use duel::inference::Wald;

/// Estimator of a functional.
pub type duel_estimator = i32;
/// The mean of psi, corrected by labels. One-step estimates may leave the range of their
/// functional (a share below 0); they are not cut off.
pub const DUEL_ESTIMATOR_DEBIASED: duel_estimator = 0;
/// The mean of F(mu), what the predictor says by itself. Its standard errors are those of the
/// choice of contexts alone: they ignore the mistakes of the predictor.
pub const DUEL_ESTIMATOR_PLUGIN: duel_estimator = 1;

/// Orders in which labelled pairs were shown.
pub type duel_orders = i32;
/// There is no label.
pub const DUEL_ORDERS_NO_LABELS: duel_orders = 0;
/// Some pair was labelled in both orders.
pub const DUEL_ORDERS_BOTH: duel_orders = 1;
/// Every pair was labelled in one order only, with ten or more labels that repeat the
/// order of their pair, which chance would do once in a thousand times.
pub const DUEL_ORDERS_ONE: duel_orders = 2;
/// Every pair was labelled in one order only, but labels are too few to tell.
pub const DUEL_ORDERS_UNKNOWN: duel_orders = 3;

/// Facts about an estimate.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_gars_facts {
    /// sizeof(duel_gars_facts); set it before the call.
    pub struct_size: usize,
    /// Number of items, K.
    pub items: usize,
    /// Number of categories, C.
    pub categories: usize,
    /// Number of functionals.
    pub functionals: usize,
    /// Number of values of all functionals.
    pub values: usize,
    /// Contexts.
    pub contexts: f64,
    /// Contexts without a label.
    pub unlabelled: f64,
    /// Clusters; contexts, where they are independent. Fewer than 200 are corrected
    /// unless DUEL_CORRECTION_NONE is asked for.
    pub clusters: f64,
    /// Labels.
    pub labels: f64,
    /// The largest weight 1/pi of a label; 0 without labels.
    pub largest_weight: f64,
    /// Share of probabilities that were below the floor.
    pub floored: f64,
    /// Unordered pairs of items never labelled: what is said of them is the predictor's.
    pub never: usize,
    /// Unordered pairs labelled in one order only.
    pub one_sided: usize,
    /// DUEL_ORDERS_NO_LABELS, _BOTH, _ONE or _UNKNOWN.
    pub orders: i32,
    /// Zero.
    pub reserved: i32,
    /// Contexts whose scores were corrected to the second order.
    pub corrected: f64,
    /// The largest size of a second-order correction in standard errors of its value; NaN where no context was corrected.
    /// Above 1 the learner is off by more than the error of the score, and intervals are to be trusted less.
    pub second_order_size: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_gars_facts {
    const NAME: &'static str = "duel_gars_facts";
    const FIRST: usize = 112;
}

const _: () = assert!(std::mem::size_of::<duel_gars_facts>() == 128);

/// Facts about an estimate.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_info(gars: *const duel_gars, out: *mut duel_gars_facts) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `out` can be written.
        let (a, out) = unsafe { (&shared(gars, "gars")?.accumulator, output_struct(out)?) };
        let d = a.diagnostics();
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let facts = duel_gars_facts {
            struct_size: std::mem::size_of::<duel_gars_facts>(),
            items: a.specification().items,
            categories: a.specification().categories,
            functionals: a.specification().functionals.len(),
            values: a.size(),
            contexts: a.contexts(),
            unlabelled: d.unlabelled,
            clusters: a.clusters(),
            labels: d.total(),
            largest_weight: d.largest_weight(),
            floored: share(d.floored, d.probabilities),
            never: d.never(),
            one_sided: d.one_sided(),
            orders: d.orders() as i32,
            reserved: 0,
            corrected: a.corrected_contexts(),
            second_order_size: a.largest_correction()?,
        };
        out.write(&facts);
        Ok(())
    })
}

/// Facts about the labels of every pair of different items. Labels of items are their numbers.
/// @param out receives the table: a row for each pair in each order. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_pairs(gars: *const duel_gars, out: *mut *mut duel_table) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `out` can be written.
        let (a, out) = unsafe { (&shared(gars, "gars")?.accumulator, output(out, "out")?) };
        let specification = a.specification();
        let rows = a.diagnostics().labelled_pairs(specification.pairs == Pairs::Unordered);
        hand_out_rows(&PAIRS, &rows, &numbered(specification.items)?, out)
    })
}

/// The groups of contexts of an estimate, with how many contexts each has.
/// @param out receives the table: a row for each group, none where there are no groups. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_groups(gars: *const duel_gars, out: *mut *mut duel_table) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `out` can be written.
        let (a, out) = unsafe { (&shared(gars, "gars")?.accumulator, output(out, "out")?) };
        hand_out_rows(&GROUPS, &a.group_facts()?, &Set::new(), out)
    })
}

/// The number of values of a functional: K, for Kemeny the number of rankings.
/// @param functional number of the functional among those of the options, from 0; -1: all together.
/// @param values receives that number. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_values(
    gars: *const duel_gars,
    functional: i32,
    values: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `values` can be written.
        let (accumulator, values) =
            unsafe { (&shared(gars, "gars")?.accumulator, output(values, "values")?) };
        let count = size(accumulator, functional)?;
        values.write(count);
        Ok(())
    })
}

/// A test of several values at once.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_wald_facts {
    /// sizeof(duel_wald_facts); set it before the call.
    pub struct_size: usize,
    /// The statistic.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub df: f64,
    /// The probability of a larger one by the chi-square distribution.
    pub p: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_wald_facts {
    const NAME: &'static str = "duel_wald_facts";
    const FIRST: usize = 32;
}

const _: () = assert!(std::mem::size_of::<duel_wald_facts>() == 32);

/// A test of all values of a functional at once, n delta' Sigma^-1 delta with delta the estimate less null:
/// values inside the confidence ellipsoid have a large p-value. Where the sum of the values does not depend
/// on the data (all but Borda with unequal weights, some forms of Copeland, Kemeny and miscalibration)
/// Sigma is singular and the test is on the complement, with one degree of freedom less.
/// @param functional number of the functional, from 0.
/// @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
/// @param null values to test against.
/// @param options NULL, or as in duel_gars_estimate.
/// @param out its struct_size says how much of it is filled. A covariance that is singular on the complement too (too
///   few contexts or clusters) is DUEL_ERR_DATA. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_ellipsoid(
    gars: *const duel_gars,
    functional: i32,
    estimator: duel_estimator,
    null: *const f64,
    options: *const duel_inference_options,
    out: *mut duel_wald_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` and `options` can be read.
        let (accumulator, (options, _)) = unsafe {
            (&shared(gars, "gars")?.accumulator, inference_options(options, "duel_gars_ellipsoid")?)
        };
        let functional = single(functional, "functional")?;
        let (from, to) = accumulator.range(functional)?;
        // SAFETY: the caller promises (lib.rs) that `null` has `to - from` values, `out` can be written.
        let (null, out) = unsafe { (slice(null, to - from, "null")?, output_struct(out)?) };
        let which = choice(&Estimator::ALL, estimator, "estimator")?;
        write_wald(&accumulator.ellipsoid(functional, which, null, &options)?, out);
        Ok(())
    })
}

/// A test that two functionals have the same values (Hausman 1978), such as the Bradley-Terry projection and
/// DUEL_FUNCTIONAL_RESTRICTED, which is a test of the Bradley-Terry model. The variance is that of the differences
/// of influence values, by cluster: neither estimate need be efficient.
/// @param first number of a functional, from 0.
/// @param second another, with as many values.
/// @param options NULL, or as in duel_gars_estimate.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_equality(
    gars: *const duel_gars,
    first: i32,
    second: i32,
    options: *const duel_inference_options,
    out: *mut duel_wald_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` and `options` can be read, `out` can be written.
        let (accumulator, out, (options, _)) = unsafe {
            (
                &shared(gars, "gars")?.accumulator,
                output_struct(out)?,
                inference_options(options, "duel_gars_equality")?,
            )
        };
        let (first, second) = (single(first, "first")?, single(second, "second")?);
        write_wald(&accumulator.equality(first, second, &options)?, out);
        Ok(())
    })
}

/// The same test for any two estimates of the same contexts, from their influence values (estimates for each
/// context whose mean they are), such as those of a parametric model and of duel_gars_psi.
/// @param contexts number of contexts, at least 1.
/// @param values number of values of either estimate, at least 1.
/// @param first contexts x values, row-major.
/// @param second contexts x values, row-major.
/// @param clusters NULL, or the cluster of every context.
/// @param sum_is_constant non-zero: the values of both sum to the same in every context.
/// @param options NULL, or as in duel_gars_estimate.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_influence_equality(
    contexts: usize,
    values: usize,
    first: *const f64,
    second: *const f64,
    clusters: *const u64,
    sum_is_constant: i32,
    options: *const duel_inference_options,
    out: *mut duel_wald_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `out` can be written.
        let ((options, _), out) =
            unsafe { (inference_options(options, "duel_influence_equality")?, output_struct(out)?) };
        let size = checked(contexts, values)?;
        // SAFETY: the caller promises (lib.rs) that `first` and `second` have `size` values, `clusters` has
        // `contexts` values.
        let (first, second, clusters) = unsafe {
            (
                slice(first, size, "first")?,
                slice(second, size, "second")?,
                optional_slice(clusters, contexts, "clusters")?,
            )
        };
        let wald = equality(first, second, values, clusters, sum_is_constant != 0, &options)?;
        write_wald(&wald, out);
        Ok(())
    })
}

fn write_wald(wald: &Wald, out: StructOutput<duel_wald_facts>) {
    out.write(&duel_wald_facts {
        struct_size: std::mem::size_of::<duel_wald_facts>(),
        statistic: wald.statistic,
        df: wald.degrees,
        p: wald.p,
    });
}

/// The number of a functional; none for all.
pub(super) fn number(functional: i32) -> Result<Option<usize>> {
    match usize::try_from(functional) {
        Ok(at) => Ok(Some(at)),
        Err(_) if functional == -1 => Ok(None),
        Err(_) => Err(Error::Argument(format!(
            "functional is {functional}; it must be -1 or the number of a functional"
        ))),
    }
}

/// The number of one functional.
pub(super) fn single(functional: i32, name: &str) -> Result<usize> {
    usize::try_from(functional).map_err(|_| {
        Error::Argument(format!("{name} is {functional}; it must be the number of a functional"))
    })
}

fn size(accumulator: &Accumulator, functional: i32) -> Result<usize> {
    match number(functional)? {
        Some(at) => accumulator.range(at).map(|(from, to)| to - from),
        None => Ok(accumulator.size()),
    }
}
