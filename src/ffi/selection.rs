//! After choosing: what the winner is worth, and where one item may stand.

use super::estimate::duel_estimate;
use super::fields::read_for;
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use super::table::duel_table;
use duel::claims::Side;
use duel::error::{Error, Result};
use duel::inference::{RankQuestion, RANK_SETS};
use duel::progress::Progress;
use duel::room::Duplicate as _;

/// Ends of ranges of ranks.
pub type duel_side = i32;
/// Both.
pub const DUEL_SIDE_BOTH: duel_side = 0;
/// The best rank alone; the worst is the number of items.
pub const DUEL_SIDE_BEST: duel_side = 1;
/// The worst rank alone; the best is 1.
pub const DUEL_SIDE_WORST: duel_side = 2;

/// The value of the item that was chosen.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_winner_facts {
    /// sizeof(duel_winner_facts); set it before the call.
    pub struct_size: usize,
    /// The item at the rank.
    pub item: usize,
    /// Where is_tied: the item with the same estimate; else the item itself.
    pub tied_item: usize,
    /// Whether another item has the same estimate (to 1e-9 standard errors): no item is at this rank, and of the numbers
    /// below only the naive and the projected interval are not NaN.
    pub is_tied: i32,
    /// Whether standard errors are of fewer than 40 clusters: too few for what follows.
    pub is_few: i32,
    /// Its estimate.
    pub estimate: f64,
    /// Its standard error.
    pub se: f64,
    /// The median-unbiased estimate: as often too high as too low.
    pub median: f64,
    /// Lower end of its interval.
    pub lower: f64,
    /// Upper end of its interval.
    pub upper: f64,
    /// The lower end by itself, all of the error on its side; where less is better (duel_given), the upper end.
    pub lower_bound: f64,
    /// Lower end of the interval that does not allow for the choice.
    pub naive_lower: f64,
    /// Its upper end.
    pub naive_upper: f64,
    /// Lower end of the simultaneous interval of all items at level 1 - (1 - level) / 10, which holds whoever is chosen.
    pub projection_lower: f64,
    /// Its upper end.
    pub projection_upper: f64,
    /// How far the estimate is ahead of the next item's; NaN for the last.
    pub lead: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_winner_facts {
    const NAME: &'static str = "duel_winner_facts";
    const FIRST: usize = 120;
}

const _: () = assert!(std::mem::size_of::<duel_winner_facts>() == 120);

/// The value of the item that came first: the best of many is overrated by its own estimate. The interval and the
/// median-unbiased estimate hold for the true score of the item with the largest estimate, whichever that is: the hybrid
/// of Andrews, Kitagawa and McCloskey (2024), by the distribution of the estimate given that it came first, within the
/// simultaneous interval of all items at a tenth of the error. Near a tie the median lies well below the estimate, which
/// the interval may even exclude: a small lead is weak evidence.
///
/// It allows for the choice among the items of the question: not for items left out before, nor for a model chosen for
/// its winner. For the best of a few variants name these. Of scores, with the normalisation and the unit of the options, or of the
/// values of one functional; the normal distribution, with draws for the simultaneous interval where there is no formula. With
/// few clusters, Student's distribution and Bonferroni's simultaneous interval. This is an approximation: of 5 to 40 equal items
/// with 6 to 100 clusters the 95 % interval misses on 2 to 6 % of boards.
/// DUEL_ERR_NOT_IDENTIFIED where an item has no finite variance, DUEL_ERR_UNSUPPORTED where the winner has
/// no error (the reference item) and for intervals at all looks.
/// @param items the items it is chosen from; NULL: all.
/// @param item_count number of items, or 0.
/// @param rank the rank that the item has among them; 0: 1, the winner.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_winner(
    estimate: *const duel_estimate,
    items: *const usize,
    item_count: usize,
    rank: usize,
    out: *mut duel_winner_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read.
        let asked = unsafe { shared(estimate, "estimate") }?;
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `items` has `item_count` values, `out` can be written.
        let (items, out) = unsafe { (named(items, item_count)?, output_struct(out)?) };
        let (found, few) =
            asked.estimate.winner(items, rank.max(1), &mut |now: &Progress| callbacks.report(now))?;
        let facts = duel_winner_facts {
            struct_size: std::mem::size_of::<duel_winner_facts>(),
            item: found.item,
            tied_item: found.tied.unwrap_or(found.item),
            is_tied: i32::from(found.tied.is_some()),
            is_few: i32::from(few),
            estimate: found.estimate,
            se: found.error,
            median: found.median,
            lower: found.hybrid[0],
            upper: found.hybrid[1],
            lower_bound: found.bound,
            naive_lower: found.naive[0],
            naive_upper: found.naive[1],
            projection_lower: found.projection[0],
            projection_upper: found.projection[1],
            lead: found.lead,
        };
        out.write(&facts);
        Ok(())
    })
}

/// How ranks are asked for. Zero the struct and set struct_size; zero is the default of every field. NULL means all
/// defaults: the ranks of all items at once, in steps.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_rank_set_options {
    /// sizeof(duel_rank_set_options).
    pub struct_size: usize,
    /// DUEL_SIDE_BOTH (default), _BEST or _WORST.
    pub side: i32,
    /// Non-zero: each set holds by itself at the level, which makes it narrower. 0: all hold at once.
    pub one_by_one: i32,
    /// Non-zero: one critical value for all comparisons. 0: those that are decided leave the family, and the others get
    /// a smaller one, until no further pair is decided.
    pub single_step: i32,
    /// Must be zero.
    pub reserved: i32,
    /// Number of first and of last ranks whose candidates are marked; 0: none.
    pub top: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_rank_set_options {
    const NAME: &'static str = "duel_rank_set_options";
    const FIRST: usize = 32;
}

const _: () = assert!(std::mem::size_of::<duel_rank_set_options>() == 32);

/// Ranks that items may have (Mogstad, Romano, Shaikh and Wilhelm 2024): narrower than the simultaneous
/// ranges of duel_estimate_ranks: for one item, for one side, or by a step-down procedure. Item j is significantly better than i where the
/// difference of their estimates in standard errors exceeds the quantile of the largest such difference over the comparisons
/// that are asked for, from draws by the seed of the options. True ties: an item may have any rank of its tie, and the
/// sets hold all of them. Of scores, or of the values of one functional. Pairs without a standard error are never decided.
///
/// With top, is_top marks a set of items that contains, at the level, all items truly among the first top ranks, and
/// is_bottom one for the last; both are simultaneous over all items and step down, whatever the other options.
/// @param items the items whose ranks, among all, are asked for; NULL: all.
/// @param item_count number of items, or 0.
/// @param options NULL: all at once, both ends, in steps.
/// @param out receives the table: a row for each item that is asked for. DUEL_ERR_UNSUPPORTED for intervals at all
///   looks. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_rank_sets(
    estimate: *const duel_estimate,
    items: *const usize,
    item_count: usize,
    options: *const duel_rank_set_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `items` has `item_count` values.
        let (items, question) =
            unsafe { (named(items, item_count)?, question("duel_estimate_rank_sets", options)?) };
        let question = RankQuestion { items: items.duplicate(), ..question };
        let rows = asked.estimate.rank_sets(&question, &mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&RANK_SETS, &rows, out)
    })
}

pub(super) unsafe fn question(function: &str, options: *const duel_rank_set_options) -> Result<RankQuestion> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(o) = (unsafe { read_for(function, options) })? else { return Ok(RankQuestion::default()) };
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    Ok(RankQuestion {
        items: Vec::new(),
        side: choice(&Side::ALL, o.side, "side")?,
        one_by_one: o.one_by_one != 0,
        single_step: o.single_step != 0,
        top: o.top,
    })
}

/// Items by their numbers; empty: all.
unsafe fn named<'a>(items: *const usize, count: usize) -> Result<&'a [usize]> {
    if items.is_null() && count == 0 {
        return Ok(&[]);
    }
    if count == 0 {
        return Err(Error::Size("item_count is 0, but items is not NULL".into()));
    }
    // SAFETY: the caller promises (lib.rs) that `items` has `count` values.
    unsafe { slice(items, count, "items") }
}
