//! Tests of many hypotheses at once.

use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use duel::error::Result;
use duel::inference::{self, Adjustment};

/// Adjustment of p-values for several tests.
pub type duel_adjustment = i32;
/// Single step, by the distribution of the largest statistic of the family (Hothorn, Bretz and
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
/// The procedure of Benjamini and Hochberg for e-values (Wang and Ramdas 2022): the false discovery rate under any
/// dependence. Take the e-values of one look, not the largest so far.
pub const DUEL_ADJUST_E_BH: duel_adjustment = 7;
/// Holm's procedure for e-values, the closed test by means (Vovk and Wang 2021): the familywise error rate under any
/// dependence.
pub const DUEL_ADJUST_E_HOLM: duel_adjustment = 8;

/// Family of tests.
pub type duel_family = i32;
/// All pairs of items.
pub const DUEL_FAMILY_ALL_PAIRS: duel_family = 0;
/// Every other item against the reference_item of the options (many to one).
pub const DUEL_FAMILY_TO_REFERENCE: duel_family = 1;

pub(super) fn adjustment(code: i32) -> Result<Adjustment> {
    choice(&Adjustment::ALL, code, "adjustment")
}

/// Adjusts p-values of tests made elsewhere, or the logarithms of e-values. Those that are NaN are no part of the family
/// and stay NaN.
/// @param p_values count p-values between 0 and 1; a bad one is named by duel_last_error_row. With DUEL_ADJUST_E_BH and
///   DUEL_ADJUST_E_HOLM logarithms of e-values.
/// @param count number of p-values.
/// @param adjustment DUEL_ADJUST_NONE to DUEL_ADJUST_E_HOLM. DUEL_ADJUST_SINGLE_STEP is
///   DUEL_ERR_UNSUPPORTED: it needs the dependence of the tests.
/// @param out receives count adjusted p-values; it may be p_values itself. Of logarithms of e-values, logarithms of
///   adjusted e-values: a hypothesis is rejected at alpha where its own is at least log(1 / alpha).
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_p_adjust(
    p_values: *const f64,
    count: usize,
    adjustment: duel_adjustment,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let adjustment = self::adjustment(adjustment)?;
        // SAFETY: the caller promises (lib.rs) that `p_values` has `count` values, `out` has room for `capacity`.
        let (p_values, out) =
            unsafe { (slice(p_values, count, "p_values")?, output_array(out, capacity, "out")) };
        out.check(count)?;
        let adjusted = inference::adjust(p_values, adjustment)?;
        out.write(&adjusted);
        Ok(())
    })
}
