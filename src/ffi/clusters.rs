//! Clusters and tiers of items.

use super::fit::{duel_cancel, Host};
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Asked};
use super::status::duel_status;
use duel::error::{Error, Result};
use duel::geometry::{self, Cut, Linkage, Merge, Tiers};

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
/// Cut a tree into so many clusters.
pub const DUEL_CUT_NUMBER: duel_cut = 0;
/// Cut a tree above all merges of at most this height.
pub const DUEL_CUT_HEIGHT: duel_cut = 1;

/// How items are divided into tiers.
pub type duel_tiering = i32;
/// In the order of the scores an item opens a new tier if it is significantly worse
/// than the first item of the present one, in the simultaneous comparison of all pairs that duel_estimate_ranks
/// makes. Items of one tier need not be alike: a later one may differ from one in the middle, but no item
/// of a tier is surely worse than its first.
pub const DUEL_TIERS_SIGNIFICANCE: duel_tiering = 0;
/// So many, with the least sum over items of (score - mean of its tier)^2. Exact (Fisher
/// 1958); equal scores stay together.
pub const DUEL_TIERS_NUMBER: duel_tiering = 1;
/// A new tier where the score is lower than the one before by more than this.
pub const DUEL_TIERS_GAP: duel_tiering = 2;

/// Agglomerative clusters of items from dissimilarities (Lance and Williams 1967), by the
/// nearest-neighbour chain: time and memory of order items^2; with the optimal order of order items^3 at
/// most, in time.
/// @param dissimilarities items x items, row-major: symmetric, finite, not negative, zero on the
///   diagonal, such as those of duel_model_distances, or 1 less those of duel_rankings_agreement. A bad element is named,
///   with its row by duel_last_error_row.
/// @param items number of items n, at least 1.
/// @param linkage DUEL_LINKAGE_AVERAGE, ...
/// @param optimal non-zero: the two sides of every merge are so exchanged that the sum of the
///   dissimilarities of neighbouring leaves is least (Bar-Joseph, Gifford and Jaakkola 2001), the smaller
///   of the two outermost leaves on the left. 0: the cluster with the smaller number is on the left.
/// @param cancel NULL, or a token that stops the work.
/// @param out (n - 1) x 4, row-major, in the order of their heights: the cluster on the left, the one on
///   the right, the height (their dissimilarity) and the number of items of both. Items are clusters
///   0 to n - 1, the merge of row t is cluster n + t. This is the linkage matrix of SciPy.
/// @param capacity number of doubles that fit in out.
/// @param order NULL, or receives n: the items from left to right.
/// @param order_capacity number of doubles that fit in order. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_tree_cluster(
    dissimilarities: *const f64,
    items: usize,
    linkage: duel_linkage,
    optimal: i32,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
    order: *mut f64,
    order_capacity: usize,
) -> duel_status {
    guard(|| {
        let matrix = unsafe { slice(dissimilarities, checked(items, items)?, "dissimilarities") }?;
        let linkage = choice(&Linkage::ALL, linkage, "linkage")?;
        room(out, capacity, checked(items.saturating_sub(1), 4)?, "out")?;
        if !order.is_null() {
            room(order, order_capacity, items, "order")?;
        }
        let host = Host { cancel, ..Host::absent() };
        let tree = geometry::cluster(matrix, items, linkage, optimal != 0, &mut || host.check())?;
        let numbers = |m: &Merge| [m.left as f64, m.right as f64, m.height, m.size as f64];
        let table: Vec<f64> = tree.merges.iter().flat_map(numbers).collect();
        let leaves: Vec<f64> = tree.order.iter().map(|&item| item as f64).collect();
        unsafe {
            write(&table, out);
            if !order.is_null() {
                write(&leaves, order);
            }
        }
        Ok(())
    })
}

/// The clusters of items when a tree is cut.
/// @param merges (items - 1) x 4, row-major, as duel_tree_cluster writes them; duel_last_error_row names a bad
///   row.
/// @param items number of items, at least 1.
/// @param by DUEL_CUT_NUMBER or DUEL_CUT_HEIGHT.
/// @param value the number of clusters, 1 to items, or the height.
/// @param out receives items numbers: the cluster of each, from 0 in the order of their first items.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_tree_cut(
    merges: *const f64,
    items: usize,
    by: duel_cut,
    value: f64,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let count = checked(items.saturating_sub(1), 4)?;
        let merges = merges_of(unsafe { slice(merges, count, "merges") }?)?;
        let at = match by {
            DUEL_CUT_NUMBER => Cut::Number(number(value)?),
            DUEL_CUT_HEIGHT => Cut::Height(value),
            other => return Err(Error::Argument(format!("by is {other}; it must be 0 or 1"))),
        };
        room(out, capacity, items, "out")?;
        let labels: Vec<f64> = geometry::cut(&merges, items, at)?.into_iter().map(|l| l as f64).collect();
        unsafe { write(&labels, out) };
        Ok(())
    })
}

/// Merges from rows of doubles.
fn merges_of(rows: &[f64]) -> Result<Vec<Merge>> {
    rows.chunks_exact(4)
        .enumerate()
        .map(|(row, merge)| {
            let number = |column: usize| {
                whole(merge[column]).ok_or_else(|| {
                    Error::row(row, format!("merges: {} is not a whole number", merge[column]))
                })
            };
            Ok(Merge { left: number(0)?, right: number(1)?, height: merge[2], size: number(3)? })
        })
        .collect()
}

/// A double that is a whole number, not negative and exactly so.
fn whole(value: f64) -> Option<usize> {
    let exact = value >= 0.0 && value.fract() == 0.0 && value <= 9_007_199_254_740_992.0;
    exact.then_some(value as usize)
}

fn number(value: f64) -> Result<usize> {
    whole(value).ok_or_else(|| Error::Argument(format!("value is {value}; it must be a whole number")))
}

/// Tiers of the items of a model, in the order of their scores.
/// @param by DUEL_TIERS_SIGNIFICANCE, _NUMBER or _GAP.
/// @param value by number: how many tiers, 1 to the number of different scores; by gap: the gap, in the
///   unit of the scores, not negative; by significance not looked at.
/// @param options NULL: all defaults. unit and scale of the scores; by significance also everything of the
///   comparison: level, covariance, and intervals as in duel_estimate_ranks.
/// @param out receives items numbers: the tier of each, 0 for the best. NaN for an item that has no place
///   among the others: outside the largest component of disconnected data, with a score of which nothing
///   is known, or apart from the largest group where scores diverge (DUEL_FIT_SEPARATED).
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_tiers(
    model: *const duel_model,
    by: duel_tiering,
    value: f64,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let by = match by {
            DUEL_TIERS_SIGNIFICANCE => Tiers::Significance,
            DUEL_TIERS_NUMBER => Tiers::Number(number(value)?),
            DUEL_TIERS_GAP => Tiers::Gap(value),
            other => return Err(Error::Argument(format!("by is {other}; it must be 0 to 2"))),
        };
        room(out, capacity, asked.model.frame.items, "out")?;
        let labels = geometry::tiers(asked.model, by, &asked.options, &mut |now| asked.host.tell(now))?;
        unsafe { write(&labels, out) };
        Ok(())
    })
}
