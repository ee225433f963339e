//! Nonparametric ranking scores where labels are not missing at random: bounds, and what turns a claim.

use super::fields::read_for;
use super::gars::duel_gars;
use super::gars_contexts::{duel_gars_contexts, Contexts};
use super::gars_results::single;
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::error::{Error, Result};
use duel::estimate::numbered;
use duel::gars::{Accumulator, Selection, SelectionModel, BOUNDS, SELECTION_CLAIMS};
use duel::progress::Progress;
use duel::room::{Duplicate as _, Gather as _};

/// How whether a label was answered may depend on the answer.
pub type duel_selection_model = i32;
/// In every context and pair the odds of answering given the answer are at most gamma times, and at least one over
/// gamma times, those not given it (Tan 2006; sharp bounds: Dorn and Guo 2023).
pub const DUEL_SELECTION_MARGINAL: duel_selection_model = 0;
/// The odds of one answer to the other differ by the factor gamma between labels that were and were not answered
/// (Rosenbaum 2002); two categories only. A marginal factor gamma is one of at most its square here.
pub const DUEL_SELECTION_ODDS: duel_selection_model = 1;

/// How bounds under selection are computed. Zero the struct and set struct_size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_selection_options {
    /// sizeof(duel_selection_options); set it before the call.
    pub struct_size: usize,
    /// DUEL_SELECTION_MARGINAL (default) or _ODDS.
    pub selection_model: i32,
    /// Must be zero.
    pub reserved: i32,
    /// NULL: no label that was drawn is known to have been answered beyond those recorded, the widest bounds; else shares of drawn
    /// labels that were answered, within [0, 1]: one for all pairs, or K x K, those of unordered pairs above the diagonal.
    pub answered: *const f64,
    /// Number of answered: 0, 1 or K x K.
    pub answered_count: usize,
    /// Level of intervals, within (0, 1); 0: 0.95.
    pub level: f64,
    /// NULL: for duel_gars_selection, neighbours on the board; else claims, two numbers each: that of the item above and of
    /// the one below. duel_gars_bounds has none.
    pub claims: *const i32,
    /// Number of claims.
    pub claim_count: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_selection_options {
    const NAME: &'static str = "duel_selection_options";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_selection_options>() == 56);

/// How selective answers would have to be to turn claims that one item is above another. Labels are those that people
/// chose to give; whether they did may depend on what they would have said, by a factor gamma. For every claim the table
/// has the least gamma at which the difference may be nil (turns), and at which the lower end of its interval is
/// (uncertain). Neighbours on boards turn at factors as small as 1.05 to 1.5.
///
/// Bounds are sharp for Borda, DUEL_FUNCTIONAL_AGAINST, _FIELD, Kemeny in its centred form and Bradley-Terry projections where the weights
/// of every category sum to one; other scores are DUEL_ERR_UNSUPPORTED.
/// @param contexts as in duel_gars_add, with mu, such as those that were added: nothing is added. The propensity of a label is that with
///   which it was recorded: drawn and answered. Threads share the claims.
/// @param functional number of the functional among those of the options, from 0.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each claim. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_selection(
    gars: *const duel_gars,
    contexts: *const duel_gars_contexts,
    functional: i32,
    options: *const duel_selection_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars`, `contexts` and `options` can be read, `out` can be written.
        let (accumulator, out, given, (selection, claims)) = unsafe {
            let accumulator = &shared(gars, "gars")?.accumulator;
            let given = Contexts::read(contexts, accumulator, true)?;
            let selection = selection("duel_gars_selection", options, accumulator, given.threads)?;
            (accumulator, output(out, "out")?, given, selection)
        };
        let functional = single(functional, "functional")?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        let rows = accumulator.selection(functional, &given.batch(), &selection, &claims, &mut watch)?;
        hand_out_rows(&SELECTION_CLAIMS, &rows, &numbered(most(accumulator, functional)?)?, out)
    })
}

/// The bounds of all values of a functional where answering may depend on the answer by given factors, with an interval
/// that holds the whole range: what duel_gars_selection looks for, at factors of one's choice.
/// @param contexts as in duel_gars_selection.
/// @param functional as in duel_gars_selection.
/// @param gamma factors, at least 1; infinite: nothing is assumed of those that did not answer.
/// @param gamma_count number of factors, at least 1.
/// @param options NULL: all defaults; without claims.
/// @param out receives the table: a row for each factor and value. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_bounds(
    gars: *const duel_gars,
    contexts: *const duel_gars_contexts,
    functional: i32,
    gamma: *const f64,
    gamma_count: usize,
    options: *const duel_selection_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars`, `contexts` and `options` can be read, `gamma` has `gamma_count`
        // values, `out` can be written.
        let (accumulator, gamma, out, given, (selection, _)) = unsafe {
            let accumulator = &shared(gars, "gars")?.accumulator;
            let given = Contexts::read(contexts, accumulator, true)?;
            let selection = selection("duel_gars_bounds", options, accumulator, given.threads)?;
            (accumulator, slice(gamma, gamma_count, "gamma")?, output(out, "out")?, given, selection)
        };
        let functional = single(functional, "functional")?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        let rows = accumulator.bounds(functional, &given.batch(), &selection, gamma, &mut watch)?;
        hand_out_rows(&BOUNDS, &rows, &numbered(most(accumulator, functional)?)?, out)
    })
}

/// The number of values of a functional.
fn most(accumulator: &Accumulator, functional: usize) -> Result<usize> {
    accumulator.range(functional).map(|(from, to)| to - from)
}

/// Reads the options, and the claims.
unsafe fn selection(
    function: &str,
    options: *const duel_selection_options,
    accumulator: &Accumulator,
    threads: usize,
) -> Result<(Selection, Vec<[usize; 2]>)> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let given = unsafe { read_for(function, options) }?;
    let defaults = Selection { threads, ..Selection::default() };
    let Some(o) = given else { return Ok((defaults, Vec::new())) };
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    let pairs = checked(accumulator.specification().items, accumulator.specification().items)?;
    if ![0, 1, pairs].contains(&o.answered_count) {
        return Err(Error::Size(format!(
            "answered_count is {}; it must be 0, 1 or {pairs}",
            o.answered_count
        )));
    }
    // SAFETY: the caller promises (lib.rs) that `answered` has `answered_count` values, `claims` twice `claim_count`.
    let (answered, claims) = unsafe {
        (
            slice(o.answered, o.answered_count, "answered")?,
            slice(o.claims, checked(o.claim_count, 2)?, "claims")?,
        )
    };
    let claim = |(row, pair): (usize, &[i32])| {
        let item = |item: i32| {
            usize::try_from(item).map_err(|_| {
                Error::row(row, format!("claims: item {item}; it must be the number of an item"))
            })
        };
        Ok([item(pair[0])?, item(pair[1])?])
    };
    let selection = Selection {
        model: choice(&SelectionModel::ALL, o.selection_model, "selection_model")?,
        answered: if answered.is_empty() { defaults.answered } else { answered.duplicate() },
        level: if o.level == 0.0 { defaults.level } else { o.level },
        threads,
    };
    Ok((selection, claims.chunks_exact(2).enumerate().map(claim).gathered_or()?))
}
