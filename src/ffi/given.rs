//! Estimates that somebody else made: values with their errors, which every question answers that needs no model.

use super::estimate::duel_estimate;
use super::guard::guard;
use super::memory::*;
use super::options::{checked, duel_inference_options, inference_options};
use super::outputs::*;
use super::status::duel_status;
use duel::comparisons::{Kind, Set};
use duel::error::{Error, Result};
use duel::estimate::{numbered, Estimate};
use duel::inference::{Supplied, SuppliedErrors};
use libc::c_char;

/// Values with their errors, which somebody else estimated: coefficients of a model with their covariance, a table of a
/// paper, means of posterior draws. One of covariance, se and pair_se is given, the others are NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_given {
    /// sizeof(duel_given); set it before the call.
    pub struct_size: usize,
    /// The values; NaN: not known.
    pub values: *const f64,
    /// Number of values, at least 1.
    pub value_count: usize,
    /// NULL: the items are called "0", "1", ...; else a name for each value, NUL-terminated UTF-8, copied.
    pub names: *const *const c_char,
    /// NULL, or the covariance of the values, values x values; NaN in the row and column of a value that is not known, an
    /// infinite variance where a value diverges, zero where it is held.
    pub covariance: *const f64,
    /// NULL, or a standard error for each value: values are then taken as independent, and the notes say so. Quasi-variances go
    /// in as their square roots with only_differences.
    pub se: *const f64,
    /// NULL, or the standard errors of all differences, values x values: values have no zero of their own.
    pub pair_se: *const f64,
    /// Degrees of freedom of the errors; 0: unknown and many, the normal distribution.
    pub df: f64,
    /// Independent units behind the values, for what holds at all looks; 0: not known.
    pub units: f64,
    /// Non-zero: values have no zero of their own (scores, ratings): only their differences mean something, and
    /// normalisation, unit and origin of the options apply.
    pub only_differences: i32,
    /// Non-zero: a smaller value is better. Values are shown as they are; ranks, groups, tiers and the winner go by the
    /// smallest.
    pub lower_is_better: i32,
    /// Most memory that questions may take; 0: half of what there is.
    pub max_bytes: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_given {
    const NAME: &'static str = "duel_given";
    const FIRST: usize = 88;
}

const _: () = assert!(std::mem::size_of::<duel_given>() == 88);

/// An estimate of values that somebody else estimated. Every question answers that needs no model: values, contrasts, pairs,
/// tests, ranks, rank sets, groups, tiers, the winner; those at all looks where units are given.
///
/// Without only_differences values are levels with a zero of their own, such as accuracies: normalisation, unit and origin
/// are then DUEL_ERR_UNSUPPORTED. With it, a covariance V and V + a 1' + 1 a' mean the same.
///
/// A covariance that no data can have is DUEL_ERR_DATA, with the contrast that would have a negative variance: that is what
/// becomes of leaving out missing scores pair by pair. What rounding to three digits explains is replaced by the nearest
/// correlations with the same errors, and the notes of tables say by how much errors of differences change (no error by more
/// than a tenth). A value without an error is not identified and has no rank.
/// @param given the values. They are copied.
/// @param options NULL: all defaults. They are copied. covariance, correction and bootstrap belong to fitted models.
/// @param out receives the estimate. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_new(
    given: *const duel_given,
    options: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `given` and `options` can be read, `out` can be written.
        let (given, (options, callbacks), out) = unsafe {
            (read_struct(given)?, inference_options(options, "duel_estimate_new")?, output(out, "out")?)
        };
        super::limit::set(given.max_bytes);
        // SAFETY: the caller promises (lib.rs) that the arrays of `given` have as many values as it says.
        let (supplied, set) = unsafe { (supplied(&given)?, names(&given)?) };
        callbacks.check()?;
        let estimate = Estimate::supplied(&supplied, set, options)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, given.max_bytes));
        Ok(())
    })
}

/// The values and the one kind of errors that is given.
unsafe fn supplied<'a>(given: &duel_given) -> Result<Supplied<'a>> {
    let count = given.value_count;
    if count == 0 {
        return Err(Error::Argument("value_count is 0; give at least one value".into()));
    }
    let table = checked(count, count)?;
    let kinds = [(given.covariance, "covariance"), (given.se, "se"), (given.pair_se, "pair_se")];
    let mut found = kinds.into_iter().filter(|(pointer, _)| !pointer.is_null());
    let ((pointer, name), other) = match (found.next(), found.next()) {
        (Some(first), other) => (first, other),
        (None, _) => {
            return Err(Error::Argument("give one of covariance, se, pair_se; all are NULL".into()));
        }
    };
    if let Some((_, other)) = other {
        return Err(Error::Argument(format!(
            "give one of covariance, se, pair_se; there are two: {name}, {other}"
        )));
    }
    // SAFETY: as the caller of this function promises.
    let errors = unsafe {
        match name {
            "covariance" => SuppliedErrors::Covariance(slice(pointer, table, name)?),
            "se" => SuppliedErrors::Separate(slice(pointer, count, name)?),
            _ => SuppliedErrors::OfPairs(slice(pointer, table, name)?),
        }
    };
    Ok(Supplied {
        // SAFETY: as the caller of this function promises.
        values: unsafe { slice(given.values, count, "values") }?,
        errors,
        degrees: if given.df == 0.0 { f64::INFINITY } else { given.df },
        units: (given.units != 0.0).then_some(given.units),
        only_differences: given.only_differences != 0,
        lower_is_better: given.lower_is_better != 0,
    })
}

/// The names of the items.
unsafe fn names(given: &duel_given) -> Result<Set> {
    if given.names.is_null() {
        return numbered(given.value_count);
    }
    // SAFETY: as the caller of this function promises.
    let names = unsafe { texts(given.names, given.value_count, "names") }?;
    let mut set = Set::new();
    set.intern(Kind::Item, &names)?;
    if set.items() < names.len() {
        let first = |name: &str| names.iter().position(|other| *other == name).unwrap_or(0);
        if let Some((at, name)) = names.iter().enumerate().find(|(at, name)| first(name) < *at) {
            return Err(Error::name(format!("names: \"{name}\" stands twice ({} and {at})", first(name))));
        }
    }
    Ok(set)
}
