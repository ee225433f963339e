//! Tests of many hypotheses at once.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Asked};
use super::quantities::duel_quantity;
use super::status::duel_status;
use duel::error::{Error, Result};
use duel::inference::{self, Adjustment, Family};

/// Adjustment of p-values for several tests.
pub type duel_adjustment = i32;
/// Single step, by the law of the largest statistic of the family (Hothorn, Bretz and
/// Westfall 2008): the familywise error rate, exact for the dependence of the estimates.
pub const DUEL_ADJUST_SINGLE_STEP: duel_adjustment = 0;
/// None.
pub const DUEL_ADJUST_NONE: duel_adjustment = 1;
/// Bonferroni, the familywise error rate under any dependence.
pub const DUEL_ADJUST_BONFERRONI: duel_adjustment = 2;
/// Holm (1979), the familywise error rate under any dependence, never weaker than
/// Bonferroni.
pub const DUEL_ADJUST_HOLM: duel_adjustment = 3;
/// Hochberg (1988), the familywise error rate under independence or positive dependence.
pub const DUEL_ADJUST_HOCHBERG: duel_adjustment = 4;
/// Benjamini and Hochberg (1995), the false discovery rate under independence or positive
/// dependence.
pub const DUEL_ADJUST_BENJAMINI_HOCHBERG: duel_adjustment = 5;
/// Benjamini and Yekutieli (2001), the false discovery rate under any dependence.
pub const DUEL_ADJUST_BENJAMINI_YEKUTIELI: duel_adjustment = 6;

/// Family of tests.
pub type duel_family = i32;
/// All pairs of items.
pub const DUEL_FAMILY_ALL_PAIRS: duel_family = 0;
/// Every other item against the reference_item of the options (many to one).
pub const DUEL_FAMILY_TO_REFERENCE: duel_family = 1;

pub(super) fn adjustment(code: i32) -> Result<Adjustment> {
    choice(&Adjustment::ALL, code, "adjustment")
}

/// Two-sided tests that pairs of items have equal scores, adjusted for their number.
///
/// The statistic is the difference over its standard error; p-values are those of the normal law, or
/// of Student's where the options ask for it (with the fewer degrees of freedom of the two scores, and
/// the fewest of all in the single step). Single-step p-values are P(max |T| >= |t|) over the family:
/// exact where a closed form exists, else the share of the options' draws. They lie between the p-value
/// of the test alone and Sidak's bound 1 - (1 - p)^m; where fewer than 50 draws lie beyond t they are
/// the smaller of Sidak's bound and 50 / draws, so that they are never 0 and never too small.
///
/// A difference between components of the data is NaN throughout. One of a score that diverges, or
/// without a standard error, has no test: statistic and p-values are NaN. Neither counts as a test of
/// the family.
/// @param options NULL: all defaults. level is that of the intervals. gauge and intervals have no
///   effect: differences do not depend on the gauge, and intervals follow the adjustment.
/// @param family DUEL_FAMILY_ALL_PAIRS: pairs i < j, in the order (0, 1), (0, 2), ..., score i less score j;
///   m = items (items - 1) / 2. DUEL_FAMILY_TO_REFERENCE: items i in their order but the reference_item j;
///   m = items - 1.
/// @param adjustment DUEL_ADJUST_SINGLE_STEP, ...
/// @param out m x 9, row-major: i, j, difference, standard error, statistic, p-value, adjusted p-value,
///   lower and upper end of an interval of the difference: simultaneous with
///   DUEL_ADJUST_SINGLE_STEP and DUEL_ADJUST_BONFERRONI, each significant where its interval leaves 0
///   out; of each difference by itself with the others.
/// @param capacity number of doubles that fit in out, at least 9 m. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_test_pairs(
    model: *const duel_model,
    options: *const duel_inference_options,
    family: duel_family,
    adjustment: duel_adjustment,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let adjustment = self::adjustment(adjustment)?;
        let family = unsafe { self::family(family, options) }?;
        let items = asked.model.frame.items;
        checked(items, items)?;
        room(out, capacity, checked(family.count(items), 9)?, "out")?;
        let mut watch = |now: &duel::solve::Progress| asked.host.tell(now);
        let tests = inference::test_pairs(asked.model, family, adjustment, &asked.options, &mut watch)?;
        let table: Vec<f64> = tests
            .iter()
            .flat_map(|(i, j, test)| [*i as f64, *j as f64].into_iter().chain(test.numbers()))
            .collect();
        unsafe { write(&table, out) };
        Ok(())
    })
}

/// The pairs that are tested.
pub(super) unsafe fn family(family: i32, options: *const duel_inference_options) -> Result<Family> {
    match family {
        DUEL_FAMILY_ALL_PAIRS => Ok(Family::AllPairs),
        DUEL_FAMILY_TO_REFERENCE => {
            let given = unsafe { read_options(options) }?;
            Ok(Family::ToReference(given.map_or(0, |o| o.reference_item)))
        }
        other => Err(Error::Argument(format!("family is {other}; it must be 0 or 1"))),
    }
}

/// Two-sided tests of linear contrasts of a quantity, L theta = null, adjusted for their number.
///
/// Everything as in duel_model_test_pairs; the intervals are of L theta, not of its difference from null.
/// @param what a quantity, DUEL_QUANTITY_SCORES, ...; n is the number of its values.
/// @param options NULL: all defaults.
/// @param adjustment DUEL_ADJUST_SINGLE_STEP, ...
/// @param weights count x n, row-major: the rows of L.
/// @param count number of contrasts.
/// @param null NULL: all zero; else count finite values.
/// @param out count x 7, row-major: estimate, standard error, statistic, p-value, adjusted p-value,
///   lower and upper end.
/// @param capacity number of doubles that fit in out, at least 7 count. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_test_contrasts(
    model: *const duel_model,
    what: duel_quantity,
    options: *const duel_inference_options,
    adjustment: duel_adjustment,
    weights: *const f64,
    count: usize,
    null: *const f64,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let adjustment = self::adjustment(adjustment)?;
        let what = asked.quantity(what)?;
        let size = asked.size(what)?;
        checked(count, count)?;
        let weights = unsafe { slice(weights, checked(count, size)?, "weights") }?;
        let null = if null.is_null() { &[] } else { unsafe { slice(null, count, "null") }? };
        room(out, capacity, checked(count, 7)?, "out")?;
        let mut watch = |now: &duel::solve::Progress| asked.host.tell(now);
        let tests = inference::test_contrasts(
            asked.model,
            what,
            weights,
            count,
            null,
            adjustment,
            &asked.options,
            &mut watch,
        )?;
        let table: Vec<f64> = tests.iter().flat_map(|test| test.numbers()).collect();
        unsafe { write(&table, out) };
        Ok(())
    })
}

/// Adjusts p-values of tests made elsewhere. P-values that are NaN are no part of the family and stay
/// NaN.
/// @param adjustment DUEL_ADJUST_NONE to DUEL_ADJUST_BENJAMINI_YEKUTIELI. DUEL_ADJUST_SINGLE_STEP is
///   DUEL_ERR_UNSUPPORTED: it needs the dependence of the tests.
/// @param p_values count p-values between 0 and 1; a bad one is named by duel_last_error_row.
/// @param count number of p-values.
/// @param out receives count adjusted p-values; it may be p_values itself. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_p_adjust(
    adjustment: duel_adjustment,
    p_values: *const f64,
    count: usize,
    out: *mut f64,
) -> duel_status {
    guard(|| {
        let adjustment = self::adjustment(adjustment)?;
        let p_values = unsafe { slice(p_values, count, "p_values") }?;
        room(out, count, count, "out")?;
        let adjusted = inference::adjust(p_values, adjustment)?;
        unsafe { write(&adjusted, out) };
        Ok(())
    })
}
