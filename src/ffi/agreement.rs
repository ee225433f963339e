//! Orders of items: how far rankings agree, and how far neighbours in a ranking are apart.

use super::callbacks::Callbacks;
use super::fit::duel_cancel;
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use super::table::duel_table;
use duel::assess::{self, Agreement};
use duel::inference;

/// Measure of agreement of two rankings.
pub type duel_agreement = i32;
/// Kendall's tau-b (1945): pairs of items in the same order less those in the opposite order,
/// over the root of (pairs not tied in the one) (pairs not tied in the other).
pub const DUEL_AGREEMENT_KENDALL: duel_agreement = 0;
/// Spearman's correlation, of ranks of which ties share the mean.
pub const DUEL_AGREEMENT_SPEARMAN: duel_agreement = 1;
/// The share that the best k items have in common, |A and B| / k. Items tied at the edge share
/// the places that are left in equal parts, and of an item that both have in part the smaller part is in
/// common.
pub const DUEL_AGREEMENT_TOP: duel_agreement = 2;
/// Average overlap, the mean of DUEL_AGREEMENT_TOP over the best 1, 2, ..., k items (Webber,
/// Moffat and Zobel 2010): disagreement about the best counts most.
pub const DUEL_AGREEMENT_AVERAGE_OVERLAP: duel_agreement = 3;

/// Agreement of all pairs of rankings, such as those of several models. To cluster rankings, pass
/// 1 - result to duel_tree_cluster.
/// @param scores rankings x items, row-major: the scores of the same items in every ranking, the highest
///   first; equal scores are tied. NaN for an item that a ranking does not have: two rankings are
///   compared over the items that both have.
/// @param rankings number of rankings.
/// @param items number of items.
/// @param measure DUEL_AGREEMENT_KENDALL, ...
/// @param k for overlaps, 1 to items; else ignored.
/// @param cancel NULL, or a token that stops the work.
/// @param out rankings x rankings, row-major, symmetric. Correlations lie between -1 and 1 and are NaN
///   where fewer than two items are compared or all are tied in one of the two; overlaps lie between 0
///   and 1 and are NaN where fewer than k items are compared.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_rankings_agreement(
    scores: *const f64,
    rankings: usize,
    items: usize,
    measure: duel_agreement,
    k: usize,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `scores` has `rankings * items` values, `out` has room for
        // `capacity`.
        let (scores, out) = unsafe {
            (slice(scores, checked(rankings, items)?, "scores")?, output_array(out, capacity, "out"))
        };
        let measure = choice(&Agreement::ALL, measure, "measure")?;
        out.check(checked(rankings, rankings)?)?;
        let callbacks = Callbacks::with_token(cancel);
        callbacks.check()?;
        let table = assess::agreement(scores, rankings, items, measure, k, &mut |now| callbacks.report(now))?;
        out.write(&table);
        Ok(())
    })
}

/// Differences of the scores of items that follow one another in the order of the scores, from the best
/// down, with intervals and two-sided tests.
///
/// The order is that of the estimates, so that no difference is negative; that the data chose the pairs
/// is not accounted for. What is sure about ranks duel_estimate_ranks says, and duel_estimate_pairs about all pairs.
///
/// With disconnected data the items of the largest component come first, then those of the next, and so on; items
/// without a score stand at the end.
/// @param options NULL: all defaults. intervals: DUEL_INTERVALS_MARGINAL, _BONFERRONI or _SIMULTANEOUS over these
///   differences; p-values are adjusted accordingly: not at all, by Bonferroni, or in the single step of
///   duel_estimate_pairs. The normalisation and the origin have no effect.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_adjacent(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_adjacent")?, output(out, "out")?) };
        let items = request.model.layout.items;
        checked(items, items)?;
        let rows =
            inference::adjacent(request.model, &request.options, &mut |now| request.callbacks.report(now))?;
        request.hand_out(&inference::ADJACENT, &rows, out)
    })
}
