//! Clusters and tiers of items.

use super::callbacks::Callbacks;
use super::fit::duel_cancel;
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::comparisons::Set;
use duel::error::{Error, Result};
use duel::geometry::{self, Cut, Linkage, Merge, Tiers};
use duel::room::{Gather as _, Put as _};

/// Linkage: the dissimilarity of two clusters.
pub type duel_linkage = i32;
/// The mean dissimilarity over all pairs of items of two clusters (UPGMA).
pub const DUEL_LINKAGE_AVERAGE: duel_linkage = 0;
/// The largest.
pub const DUEL_LINKAGE_COMPLETE: duel_linkage = 1;
/// The smallest.
pub const DUEL_LINKAGE_SINGLE: duel_linkage = 2;
/// Ward (1963), for Euclidean distances: the root of twice the growth of the sum of squares within
/// clusters (R's ward.D2).
pub const DUEL_LINKAGE_WARD: duel_linkage = 3;

/// How a tree is cut.
pub type duel_cut = i32;
/// Cut a tree into the given number of clusters.
pub const DUEL_CUT_NUMBER: duel_cut = 0;
/// Cut a tree above all merges of at most this height.
pub const DUEL_CUT_HEIGHT: duel_cut = 1;

/// How items are divided into tiers.
pub type duel_tiering = i32;
/// In the order of the scores an item opens a new tier if it is significantly worse
/// than the first item of the present one, in the simultaneous comparison of all pairs that duel_estimate_ranks
/// makes. Items of one tier need not be alike: a later one may differ from one in the middle, but no item
/// of a tier is significantly worse than its first.
pub const DUEL_TIERS_SIGNIFICANCE: duel_tiering = 0;
/// The given number of tiers, with the least sum over items of (score - mean of its tier)^2. Exact (Fisher
/// 1958); equal scores stay together.
pub const DUEL_TIERS_NUMBER: duel_tiering = 1;
/// A new tier where the score is lower than the one before by more than this.
pub const DUEL_TIERS_GAP: duel_tiering = 2;

/// Agglomerative clusters of items from dissimilarities (Lance and Williams 1967), by the
/// nearest-neighbour chain: time and memory of order items^2; with the optimal order of order items^3 at
/// most, in time.
/// @param dissimilarities items x items, row-major: symmetric, finite, not negative, zero on the
///   diagonal, such as those of duel_model_distances, or 1 - those of duel_rankings_agreement. A bad element is named,
///   with its row by duel_last_error_row.
/// @param items number of items n, at least 1.
/// @param linkage DUEL_LINKAGE_AVERAGE, ...
/// @param optimal non-zero: the two sides of every merge are so exchanged that the sum of the
///   dissimilarities of neighbouring leaves is least (Bar-Joseph, Gifford and Jaakkola 2001), the smaller
///   of the two outermost leaves on the left. 0: the cluster with the smaller number is on the left.
/// @param cancel NULL, or a token that stops the work.
/// @param out receives the table, the linkage matrix of SciPy.
/// @param order NULL, or receives n: the items from left to right.
/// @param order_capacity number of int64_t that fit in order. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_tree_cluster(
    dissimilarities: *const f64,
    items: usize,
    linkage: duel_linkage,
    optimal: i32,
    cancel: *const duel_cancel,
    out: *mut *mut duel_table,
    order: *mut i64,
    order_capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `dissimilarities` has `items * items` values, `out` can be
        // written, `order` has room for `order_capacity`.
        let (matrix, out, order) = unsafe {
            (
                slice(dissimilarities, checked(items, items)?, "dissimilarities")?,
                output(out, "out")?,
                optional_array(order, order_capacity, "order"),
            )
        };
        let linkage = choice(&Linkage::ALL, linkage, "linkage")?;
        if let Some(order) = &order {
            order.check_for(items, "numbers")?;
        }
        let callbacks = Callbacks::with_token(cancel);
        let tree = geometry::cluster(matrix, items, linkage, optimal != 0, &mut || callbacks.check())?;
        let leaves: Vec<i64> = tree.order.iter().map(|&item| item as i64).gathered();
        hand_out_rows(&geometry::MERGES, &tree.merges, &Set::new(), out)?;
        if let Some(order) = order {
            order.write(&leaves);
        }
        Ok(())
    })
}

/// The clusters of items when a tree is cut.
/// @param left,right,heights items - 1 numbers each: columns left_cluster, right_cluster and height of
///   duel_tree_cluster; duel_last_error_row names a bad row.
/// @param items number of items, at least 1.
/// @param by DUEL_CUT_NUMBER or DUEL_CUT_HEIGHT.
/// @param value the number of clusters, 1 to items, or the height.
/// @param out receives items numbers: the cluster of each, from 0 in the order of their first items.
/// @param capacity number of int64_t that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_tree_cut(
    left: *const i64,
    right: *const i64,
    heights: *const f64,
    items: usize,
    by: duel_cut,
    value: f64,
    out: *mut i64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let count = items.saturating_sub(1);
        // SAFETY: the caller promises (lib.rs) that `left`, `right` and `heights` have `count` values, `out` has room
        // for `capacity`.
        let (left, right, heights, out) = unsafe {
            (
                slice(left, count, "left")?,
                slice(right, count, "right")?,
                slice(heights, count, "heights")?,
                output_array(out, capacity, "out"),
            )
        };
        let merges = merges_of(left, right, heights)?;
        let at = match by {
            DUEL_CUT_NUMBER => Cut::Number(number(value)?),
            DUEL_CUT_HEIGHT => Cut::Height(value),
            other => return Err(Error::Argument(format!("by is {other}; it must be 0 or 1"))),
        };
        out.check_for(items, "numbers")?;
        let labels: Vec<i64> = geometry::cut(&merges, items, at)?.into_iter().map(|l| l as i64).gathered();
        out.write(&labels);
        Ok(())
    })
}

/// Merges from their clusters and heights.
fn merges_of(left: &[i64], right: &[i64], heights: &[f64]) -> Result<Vec<Merge>> {
    let mut sizes: Vec<usize> = Vec::new();
    let items = left.len() + 1;
    let rows = left.iter().zip(right).zip(heights).enumerate();
    rows.map(|(row, ((&left, &right), &height))| {
        let cluster = |value: i64| {
            usize::try_from(value)
                .map_err(|_| Error::row(row, format!("merges: {value} is no number of a cluster")))
        };
        let (left, right) = (cluster(left)?, cluster(right)?);
        let size_of = |c: usize| if c < items { 1 } else { sizes.get(c - items).copied().unwrap_or(0) };
        let size = size_of(left) + size_of(right);
        sizes.put(size);
        Ok(Merge { left, right, height, size })
    })
    .gathered_or()
}

/// How tiers are made.
pub(super) fn tiering(by: duel_tiering, value: f64) -> Result<Tiers> {
    match by {
        DUEL_TIERS_SIGNIFICANCE => Ok(Tiers::Significance),
        DUEL_TIERS_NUMBER => Ok(Tiers::Number(number(value)?)),
        DUEL_TIERS_GAP => Ok(Tiers::Gap(value)),
        other => Err(Error::Argument(format!("by is {other}; it must be 0 to 2"))),
    }
}

fn number(value: f64) -> Result<usize> {
    let exact = value >= 0.0 && value.fract() == 0.0 && value <= 9_007_199_254_740_992.0;
    exact
        .then_some(value as usize)
        .ok_or_else(|| Error::Argument(format!("value is {value}; it must be a whole number")))
}

/// Tiers of the items of a model, in the order of their scores.
/// @param by DUEL_TIERS_SIGNIFICANCE, _NUMBER or _GAP.
/// @param value by number: how many tiers, 1 to the number of different scores; by gap: the gap, in the
///   unit of the scores, not negative; by significance ignored.
/// @param options NULL: all defaults. unit and scale of the scores; by significance also everything of the
///   comparison: level, covariance, and intervals as in duel_estimate_ranks.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_tiers(
    model: *const duel_model,
    by: duel_tiering,
    value: f64,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_tiers")?, output(out, "out")?) };
        let by = tiering(by, value)?;
        let rows =
            geometry::tiers(request.model, by, &request.options, &mut |now| request.callbacks.report(now))?;
        request.hand_out(&geometry::TIERS, &rows, out)
    })
}
