//! How few votes a ranking hangs on.

use super::callbacks::Callbacks;
use super::fields::read_for;
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::checked;
use super::outputs::*;
use super::quantities::{required_quantity, DUEL_QUANTITY_SCORES};
use super::set::{unit_of, DUEL_BY_ROW};
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::assess::{fragile_votes, fragility, Assault, Attack, FRAGILE_VOTES, FRAGILITY};
use duel::comparisons::Unit;
use duel::error::Result;
use duel::inference::Options;
use duel::model::{Model, Quantity};
use duel::progress::Watch;
use duel::room::Gather as _;
use duel::table::Schema;
use libc::c_void;

/// The change of the data.
pub type duel_attack = i32;
/// Votes, judges or contexts are left out.
pub const DUEL_ATTACK_DROP: duel_attack = 0;
/// Votes are reversed, and ties decided.
pub const DUEL_ATTACK_FLIP: duel_attack = 1;
/// Votes of one kind are added: of a pair (and a judge, if the model has parameters of judges) that the data have.
pub const DUEL_ATTACK_ADD: duel_attack = 2;

/// How claims are attacked. Zero the struct and set struct_size; zero is the default of every field. NULL means all
/// defaults: votes are left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_fragility_options {
    /// sizeof(duel_fragility_options).
    pub struct_size: usize,
    /// DUEL_ATTACK_DROP (default), _FLIP or _ADD.
    pub attack: i32,
    /// The unit that is left out: DUEL_BY_ROW (default, also 0), votes; DUEL_BY_JUDGE or DUEL_BY_CONTEXT, with all their votes.
    pub by: i32,
    /// Instead of pairs: which items are among the first top ranks, as one claim; 0: pairs.
    pub top: usize,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: iteration counts the claims.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
    /// Instead of the order of scores, the sign of every value of DUEL_QUANTITY_EFFECTS, _POSITIONS or _SENSITIVITIES;
    /// DUEL_QUANTITY_SCORES or 0: scores. Pairs and top are then none.
    pub quantity: i32,
    /// Non-zero, of DUEL_ATTACK_ADD: the vote that is added is of winner over loser. Where judges are told apart the two
    /// were compared. 0: whatever is strongest of the pairs that were compared.
    pub vote: i32,
    /// The item that wins that vote.
    pub winner: usize,
    /// The item that loses it.
    pub loser: usize,
    /// Non-zero: where the order at the estimate overturns no claim, the order is renewed by a fit after every step, as the
    /// effect of a vote depends on which others were removed; up to 256 fits more for a claim. Not of DUEL_ATTACK_ADD.
    pub renew: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_fragility_options {
    const NAME: &'static str = "duel_fragility_options";
    const FIRST: usize = 80;
}

const _: () = assert!(std::mem::size_of::<duel_fragility_options>() == 80);

/// How few votes (or judges, or contexts) would have to be left out, reversed or added before one item is no longer
/// above another. Votes are ordered by their effect on the difference of the scores to first order (Broderick, Giordano
/// and Meager 2011.14999); the prediction is the fewest whose sum exceeds the difference. Refits then find how many votes,
/// taken in that order, put the other item strictly ahead. The number found suffices; a smaller one may, too: say "falls
/// with k or fewer". Ridge and pseudo-comparisons, fixed scores and the treatment of ties stay as they are; a tie that
/// counts as half is one vote. Whole votes only. Time of order parameters^2 + cells (beyond 600
/// parameters: a solution by iterations over the cells) and about ten fits for each claim.
/// @param pairs count pairs of items, the first of each with the higher score (else DUEL_ERR_DATA); NULL: all
///   neighbours in the order of the scores, as with top none.
/// @param count number of pairs, or 0.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each claim; with top one row, of the pair that is overturned with the fewest.
///   Pairs between components of the data are not identified; the number for equal scores is 0.
///   DUEL_ERR_UNSUPPORTED for importance weights, parameters that were given, and judges or contexts reversed or
///   added; DUEL_ERR_NOT_IDENTIFIED where the model cannot be fitted again. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_fragility(
    model: *const duel_model,
    pairs: *const usize,
    count: usize,
    options: *const duel_fragility_options,
    out: *mut *mut duel_table,
) -> duel_status {
    // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `pairs` has `count` pairs, `out`
    // can be written.
    guard(|| unsafe {
        let options = read_for("duel_model_fragility", options)?;
        answer((model, pairs, count, options), (&FRAGILITY, fragility), out)
    })
}

/// The votes whose change overturns each claim, in the order of the changes: the votes that duel_model_fragility
/// leaves out, reverses or adds, with the votes of every judge or context that it leaves out. Votes that are alike to
/// the model, of one pair with one outcome, are taken in the order of the cells of its set. The arguments are those of
/// duel_model_fragility, and so is the time.
/// @param pairs count pairs of items, the first of each with the higher score; NULL: all neighbours.
/// @param count number of pairs, or 0.
/// @param options NULL: all defaults.
/// @param out receives the table: of every claim that falls, or loses its fit, the votes that are changed; of others
///   none. Errors are those of duel_model_fragility. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_fragile_votes(
    model: *const duel_model,
    pairs: *const usize,
    count: usize,
    options: *const duel_fragility_options,
    out: *mut *mut duel_table,
) -> duel_status {
    // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `pairs` has `count` pairs, `out`
    // can be written.
    guard(|| unsafe {
        let options = read_for("duel_model_fragile_votes", options)?;
        answer((model, pairs, count, options), (&FRAGILE_VOTES, fragile_votes), out)
    })
}

type Answer<T> = fn(&Model, &Assault, &Options, Watch<'_>) -> Result<Vec<T>>;

/// Hands out a table about claims under attack.
unsafe fn answer<T>(
    (model, pairs, count, options): (*const duel_model, *const usize, usize, Option<duel_fragility_options>),
    (schema, rows): (&'static Schema<T>, Answer<T>),
    out: *mut *mut duel_table,
) -> Result<()> {
    // SAFETY: the caller promises (lib.rs) that `model` can be read, `pairs` has `count * 2` values, `out` can be
    // written.
    let (model, pairs, out) = unsafe {
        (&about(model, "model")?.model, slice(pairs, checked(count, 2)?, "pairs")?, output(out, "out")?)
    };
    let pairs = pairs.chunks_exact(2).map(|p| [p[0], p[1]]).gathered();
    let (assault, callbacks) = assault(options, pairs)?;
    callbacks.check()?;
    let rows = rows(model, &assault, &Options::default(), &mut |now| callbacks.report(now))?;
    hand_out_rows(schema, &rows, &model.set, out)
}

fn assault(options: Option<duel_fragility_options>, pairs: Vec<[usize; 2]>) -> Result<(Assault, Callbacks)> {
    let Some(o) = options else {
        return Ok((Assault { pairs, ..Assault::default() }, Callbacks::absent()));
    };
    let unit = if matches!(o.by, 0 | DUEL_BY_ROW) { Unit::Row } else { unit_of(o.by)? };
    let quantity = if o.quantity == 0 { DUEL_QUANTITY_SCORES } else { o.quantity };
    let signs_of = Some(required_quantity(quantity)?).filter(|quantity| *quantity != Quantity::Scores);
    let vote = (o.vote != 0).then_some([o.winner, o.loser]);
    let attack = choice(&Attack::ALL, o.attack, "attack")?;
    let assault = Assault { attack, unit, pairs, top: o.top, signs_of, vote, renew: o.renew != 0 };
    Ok((assault, Callbacks::new(o.cancel, o.progress, o.user)))
}
