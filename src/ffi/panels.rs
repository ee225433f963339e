//! Panels of judges: rankings by judge, and estimates that allow for the choice of the rank of disagreement.
//!
//! An estimate of DUEL_QUANTITY_STRENGTHS has the strengths of all judges; duel_estimate_judge takes those of one, of which all
//! questions of order can be asked.

use super::estimate::duel_estimate;
use super::fit::count;
use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{duel_inference_options, inference_options};
use super::outputs::*;
use super::quantities::{duel_quantity, required_quantity};
use super::selection::{duel_rank_set_options, question};
use super::status::duel_status;
use super::table::duel_table;
use duel::assess::{average, Averaging};
use duel::error::{Error, Result};
use duel::estimate::{Ranks, AVERAGED_RANKS, JUDGE_RANKS, REVERSALS, UNANIMOUS};
use duel::progress::Progress;

/// How ranks of disagreement become one answer.
pub type duel_ranks = i32;
/// Single values are means over ranks; what must hold at once is the union of two ranks.
pub const DUEL_RANKS_AVERAGED: duel_ranks = 0;
/// Intervals and claims are the union of two ranks: that of the least Schwarz criterion, and the next.
pub const DUEL_RANKS_EITHER: duel_ranks = 1;

/// How to average over ranks of disagreement. Zero the struct and set struct_size; zero is the default of every field. NULL
/// means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_rank_average_options {
    /// sizeof(duel_rank_average_options).
    pub struct_size: usize,
    /// DUEL_RANKS_AVERAGED (default) or DUEL_RANKS_EITHER.
    pub ranks: i32,
    /// The highest rank; 0: 3, or the highest that there can be.
    pub max_rank: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_rank_average_options {
    const NAME: &'static str = "duel_rank_average_options";
    const FIRST: usize = 16;
}

const _: () = assert!(std::mem::size_of::<duel_rank_average_options>() == 16);

/// The estimates of a quantity over ranks of disagreement. The model is fitted again with ranks 0, 1, ..., its comparisons and
/// other choices as they are; a rank that chance alone made the best makes intervals by judge too short (.44 to .87 for .95 where
/// disagreement is weak).
///
/// A single value is the mean e = sum w_r e_r, with the error sum w_r sqrt(v_r + (e_r - e)^2) (Buckland, Burnham and Augustin
/// 1997). w_r is in proportion to exp(-C_r / 2), C_r = 2 d_r - 2 log L_r by Akaike, or 2 tr(H^-1 M) - 2 log L_r by Takeuchi where
/// errors are of clusters, as they are by default where contexts repeat. In simulations 95 % intervals held about 93 % (92 to 96).
/// Means of all pairs of a judge at once held 88 %, so ranks, sets of ranks, adjusted tests of pairs and contrasts, simultaneous
/// intervals and claims are the union of what two ranks say, that of the least Schwarz criterion and the next; single intervals
/// of that union held 96 % and more. An estimate outside of the union widens it. The covariance is that of the mixture of
/// ranks, whose errors are a little larger than those of single values.
///
/// A value is made of the ranks at which it is known. A rank without an estimate is left out and named in the notes of
/// tables; with one rank left the estimate is that of its model. Where the criteria choose different ranks, notes say
/// fragile_rank. The winner, groups, tiers, quasi-variances and what holds at all looks are DUEL_ERR_UNSUPPORTED, and claims
/// without DUEL_RANKS_EITHER. DUEL_ERR_UNSUPPORTED, too: one ranking for all judges (DUEL_STRENGTH_POOLED), and weights, which have no
/// likelihood.
/// @param quantity DUEL_QUANTITY_SCORES (the consensus) or DUEL_QUANTITY_STRENGTHS.
/// @param options NULL: all defaults.
/// @param inference NULL: all defaults. They are copied.
/// @param out receives the estimate. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_average(
    model: *const duel_model,
    quantity: duel_quantity,
    options: *const duel_rank_average_options,
    inference: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model`, `options` and `inference` can be read, `out` can be written.
        let (model, averaging, (options, callbacks), out) = unsafe {
            (
                &about(model, "model")?.model,
                averaging(options)?,
                inference_options(inference, "duel_model_average")?,
                output(out, "out")?,
            )
        };
        let max_bytes = model.specification.max_bytes;
        let quantity = required_quantity(quantity)?;
        let watch = &mut |now: &Progress| callbacks.report(now);
        let estimate = average(model, quantity, &averaging, &options, watch)?;
        callbacks.check()?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, max_bytes));
        Ok(())
    })
}

unsafe fn averaging(options: *const duel_rank_average_options) -> Result<Averaging> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(o) = (unsafe { read_options(options) })? else { return Ok(Averaging::default()) };
    let most = count(o.max_rank, "max_rank")?;
    Ok(Averaging { by: choice(&Ranks::ALL, o.ranks, "ranks")?, most: (most > 0).then_some(most) })
}

/// The part that each rank of disagreement has in an estimate of duel_model_average.
/// @param out receives the table: a row for each rank. Other estimates are DUEL_ERR_UNSUPPORTED. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_averaged_ranks(
    estimate: *const duel_estimate,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        asked.callbacks()?;
        asked.hand_out(&AVERAGED_RANKS, asked.estimate.rank_parts()?, out)
    })
}

/// The strengths of one judge as an estimate of their own, with one value for each item: pairs, ranks, sets of ranks, the winner,
/// groups, tiers and probabilities of ranks are then those of this judge.
///
/// Without directions of disagreement strengths are a product gamma_k mu, whose delta method fails near gamma_k = 0. Order by
/// the judge is then that of the consensus, or its reverse where gamma_k is negative, and a difference counts as |z| =
/// min(|gamma_k| / se, |difference of mu| / se) standard errors (intersection and union, Berger 1982); of a judge at the boundary
/// every item may have any rank. The winner, quasi-variances and claims are DUEL_ERR_UNSUPPORTED there. So is order with
/// DUEL_INTERVALS_ANYTIME.
/// @param estimate of DUEL_QUANTITY_STRENGTHS: of duel_model_estimate or duel_model_average.
/// @param judge number of the judge, from 0. One whose votes do not determine its strengths is DUEL_ERR_NOT_IDENTIFIED.
/// @param out receives the estimate. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_judge(
    estimate: *const duel_estimate,
    judge: usize,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        asked.callbacks()?;
        out.hand_out(asked.derived(asked.estimate.of_judge(judge)?));
        Ok(())
    })
}

/// Ranks that items may have by each of some judges, all at once: duel_estimate_rank_sets judge by judge, each of K judges at
/// level^(1/K), which together are at least as sure as the level (the Gaussian correlation inequality, Royen 2014); of one side
/// at 1 - (1 - level) / K. Steps down stay within a judge.
/// @param estimate of DUEL_QUANTITY_STRENGTHS: of duel_model_estimate or duel_model_average.
/// @param judges numbers of judges, each once; NULL: all.
/// @param judge_count number of judges, or 0.
/// @param options NULL: all items at once, both ends, in steps.
/// @param out receives the table: all items by the first judge, then by the next. By a judge whose votes leave its strengths
///   open every item may have any rank; if it is the only one that is asked for, it is DUEL_ERR_NOT_IDENTIFIED. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_judge_ranks(
    estimate: *const duel_estimate,
    judges: *const usize,
    judge_count: usize,
    options: *const duel_rank_set_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `judges` has `judge_count` values.
        let (judges, question) =
            unsafe { (named(judges, judge_count)?, question("duel_estimate_judge_ranks", options)?) };
        let watch = &mut |now: &Progress| callbacks.report(now);
        let rows = asked.estimate.judge_ranks(judges, &question, watch)?;
        asked.hand_out(&JUDGE_RANKS, &rows, out)
    })
}

/// Pairs of items that judges have in another order than the consensus. That a judge has i above j and the consensus j above i has
/// the larger of the two one-sided p-values; Holm's adjustment is over all pairs of all judges that are asked for. An order that
/// follows the position rather than the items looks like a reversal: see the warning position_followers of
/// duel_model_warnings.
/// @param estimate of DUEL_QUANTITY_STRENGTHS, of duel_model_estimate.
/// @param judges numbers of judges, each once; NULL: all.
/// @param judge_count number of judges, or 0.
/// @param out receives the table: the pairs (0, 1), (0, 2), ... by the first judge, then by the next. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_reversals(
    estimate: *const duel_estimate,
    judges: *const usize,
    judge_count: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `judges` has `judge_count` values.
        let judges = unsafe { named(judges, judge_count) }?;
        let rows = asked.estimate.reversals(judges, &mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&REVERSALS, &rows, out)
    })
}

/// Pairs of items that all of some judges have in the same order, and how many judges have each order. That all have i above j
/// has the largest one-sided p-value of a judge, with no adjustment for judges; Holm's adjustment is over both orders of all
/// pairs, since the data choose the order. Numbers of judges are those whose one-sided p-values Holm's adjustment over judges
/// leaves at 1 - level or less: at least this many, for each pair and order by itself.
/// @param estimate of DUEL_QUANTITY_STRENGTHS, of duel_model_estimate.
/// @param judges numbers of judges, each once; NULL: all.
/// @param judge_count number of judges, or 0.
/// @param out receives the table: a row for each pair, the item first that more speaks for. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_estimate_unanimous(
    estimate: *const duel_estimate,
    judges: *const usize,
    judge_count: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` can be read, `out` can be written.
        let (asked, out) = unsafe { (shared(estimate, "estimate")?, output(out, "out")?) };
        let callbacks = asked.callbacks()?;
        // SAFETY: the caller promises (lib.rs) that `judges` has `judge_count` values.
        let judges = unsafe { named(judges, judge_count) }?;
        let rows = asked.estimate.unanimous(judges, &mut |now: &Progress| callbacks.report(now))?;
        asked.hand_out(&UNANIMOUS, &rows, out)
    })
}

/// Judges by their numbers; empty: all.
unsafe fn named<'a>(judges: *const usize, count: usize) -> Result<&'a [usize]> {
    if judges.is_null() && count == 0 {
        return Ok(&[]);
    }
    if count == 0 {
        return Err(Error::Size("judge_count is 0, but judges is not NULL".into()));
    }
    // SAFETY: the caller promises (lib.rs) that `judges` has `count` values.
    unsafe { slice(judges, count, "judges") }
}
