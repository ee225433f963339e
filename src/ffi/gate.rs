//! A verdict about a candidate, and claims about the order of items, of any estimate.

use super::estimate::duel_estimate;
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use super::table::duel_table;
use duel::claims::{Claim, Want};
use duel::error::{Error, Result};
use duel::estimate::{Gate, CLAIMS, GATE};
use duel::progress::Progress;
use duel::room::{Duplicate as _, Gather as _};

/// Questions about a candidate.
pub type duel_want = i32;
/// Is it better, by more than the margin?
pub const DUEL_WANT_BETTER: duel_want = 0;
/// Is it worse by less than the margin?
pub const DUEL_WANT_NOT_WORSE: duel_want = 1;
/// Do the two differ by less than the margin?
pub const DUEL_WANT_EQUAL: duel_want = 2;

/// A question about a candidate.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_gate {
    /// sizeof(duel_gate); set it before the call.
    pub struct_size: usize,
    /// The item that is judged, zero-based.
    pub candidate: usize,
    /// The item that it is compared with, zero-based.
    pub baseline: usize,
    /// DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL.
    pub want: i32,
    /// Must be zero.
    pub reserved: i32,
    /// A difference that matters, in the unit of the values, not negative; DUEL_WANT_NOT_WORSE and _EQUAL need one above zero.
    pub margin: f64,
}

/// Claims about the order of items.
pub type duel_claim_kind = i32;
/// first is above second by more than by: 0, a number, or a negative one, which says that it is not worse by as much.
pub const DUEL_CLAIM_ABOVE: duel_claim_kind = 0;
/// first and second differ by less than by.
pub const DUEL_CLAIM_PARITY: duel_claim_kind = 1;
/// first is among the k best.
pub const DUEL_CLAIM_TOP: duel_claim_kind = 2;
/// Each of items is above the next.
pub const DUEL_CLAIM_ORDER: duel_claim_kind = 3;
/// Each of items is above each of others.
pub const DUEL_CLAIM_GROUPS: duel_claim_kind = 4;

/// A claim about the order of items. Fields that its kind does not have must be zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_claim {
    /// sizeof(duel_claim); set it before the call.
    pub struct_size: usize,
    /// DUEL_CLAIM_ABOVE, ...
    pub claim_kind: i32,
    /// Non-zero, of DUEL_CLAIM_TOP with k = 1: the item was chosen because it leads, and its p-value is doubled, which is valid
    /// whatever the covariance of normal estimates.
    pub is_chosen: i32,
    /// An item, zero-based.
    pub first: usize,
    /// Another item, zero-based.
    pub second: usize,
    /// Ranks.
    pub k: usize,
    /// A difference, in the unit of the values.
    pub by: f64,
    /// Items, zero-based.
    pub items: *const usize,
    /// Number of items.
    pub item_count: usize,
    /// Other items, zero-based.
    pub others: *const usize,
    /// Number of others.
    pub other_count: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_gate {
    const NAME: &'static str = "duel_gate";
    const FIRST: usize = 40;
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_claim {
    const NAME: &'static str = "duel_claim";
    const FIRST: usize = 80;
}

const _: () = assert!(std::mem::size_of::<duel_gate>() == 40);
const _: () = assert!(std::mem::size_of::<duel_claim>() == 80);

/// A verdict about a candidate against a baseline: pass, fail, or not enough data, read off one interval of the candidate less
/// the baseline, which is that of the options of the estimate. With an interval [L, U] the candidate is better where L > 0,
/// better by the margin where L > margin, not worse where L > -margin, equal where margin > 0, L > -margin and U < margin, worse
/// where U < 0. DUEL_WANT_BETTER passes where L > margin and fails where U < margin, DUEL_WANT_NOT_WORSE passes where L > -margin and
/// fails where U < -margin, DUEL_WANT_EQUAL passes where the two are equal and fails where L > margin or U < -margin. So a pass is
/// wrong with probability (1 - level) / 2 at most (with level .9 that is two one-sided tests at .05), and the words never contradict
/// each other. Where less is better, better means lower; estimate, lower and upper are as the values are.
///
/// Of two items of a board whose tasks are each solved or not, and which differ on fewer than 50 of them, the interval is Tango's
/// (1998), and better and worse need McNemar's exact test, too.
///
/// A verdict holds at one look. To look again as units come in, take DUEL_INTERVALS_ANYTIME for the estimate.
/// @param out receives the table of one row. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_gate(
    estimate: *const duel_estimate,
    gate: *const duel_gate,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` and `gate` can be read, `out` can be written.
        let (asked, given, out) =
            unsafe { (shared(estimate, "estimate")?, read_struct(gate)?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        let gate = Gate {
            candidate: given.candidate,
            baseline: given.baseline,
            want: choice(&Want::ALL, given.want, "want")?,
            margin: given.margin,
        };
        let row = asked.estimate.gate(&gate, &mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&GATE, &[row], out)
    })
}

/// Judges claims about the order of items, all jointly: a claim is supported where its p-value is at most (1 - level) / count,
/// refuted where the p-value of its contrary is, else open. Of a claim and its contrary one is true, so that any of the words is
/// false with probability 1 - level at most. Claims may come from anywhere if not from these data; of the item that leads say
/// is_chosen.
///
/// p-values are one-sided, by the distribution of the estimate: of DUEL_CLAIM_TOP k times the (m - k)-th smallest of those that
/// the item is above each other (a partial conjunction, Benjamini and Heller 2008), of an order and of groups the largest.
/// @param claims count claims.
/// @param out receives the table: a row for each claim. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_claims(
    estimate: *const duel_estimate,
    claims: *const duel_claim,
    count: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `claims` has `count` values, `out` can be written.
        let (asked, given, out) = unsafe {
            (shared(estimate, "estimate")?, read_structs(claims, count, "claims")?, output(out, "out")?)
        };
        let callbacks = asked.callbacks()?;
        let claims = given
            .iter()
            .enumerate()
            // SAFETY: the caller promises (lib.rs) that items and others have as many values as each claim says.
            .map(|(at, claim)| unsafe { claim_of(claim, at) })
            .gathered_or()?;
        let rows = asked.estimate.claims(&claims, &mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&CLAIMS, &rows, out)
    })
}

/// A claim; refuses fields that its kind does not have.
unsafe fn claim_of(given: &duel_claim, at: usize) -> Result<Claim> {
    let has: &[&str] = match given.claim_kind {
        DUEL_CLAIM_ABOVE | DUEL_CLAIM_PARITY => &["first", "second", "by"],
        DUEL_CLAIM_TOP => &["first", "k", "is_chosen"],
        DUEL_CLAIM_ORDER => &["items"],
        DUEL_CLAIM_GROUPS => &["items", "others"],
        other => {
            return Err(Error::Argument(format!("claims[{at}]: claim_kind is {other}; it must be 0 to 4")))
        }
    };
    let set = [
        ("is_chosen", given.is_chosen != 0),
        ("first", given.first != 0),
        ("second", given.second != 0),
        ("k", given.k != 0),
        ("by", given.by != 0.0),
        ("items", given.item_count != 0),
        ("others", given.other_count != 0),
    ];
    if let Some((name, _)) = set.iter().find(|(name, is_set)| *is_set && !has.contains(name)) {
        return Err(Error::Argument(format!(
            "claims[{at}]: {name} is not of this kind of claim; leave it zero"
        )));
    }
    if given.is_chosen != 0 && given.k != 1 {
        return Err(Error::Argument(format!("claims[{at}]: is_chosen goes with k = 1 only")));
    }
    // SAFETY: as the caller of this function promises.
    let (items, others) = unsafe {
        (slice(given.items, given.item_count, "items")?, slice(given.others, given.other_count, "others")?)
    };
    let (first, second, by) = (given.first, given.second, given.by);
    Ok(match given.claim_kind {
        DUEL_CLAIM_ABOVE => Claim::Above { first, second, by },
        DUEL_CLAIM_PARITY => Claim::Parity { first, second, within: by },
        DUEL_CLAIM_TOP => Claim::Top { item: first, k: given.k, is_chosen: given.is_chosen != 0 },
        DUEL_CLAIM_ORDER => Claim::Order(items.duplicate()),
        _ => Claim::Groups { upper: items.duplicate(), lower: others.duplicate() },
    })
}
