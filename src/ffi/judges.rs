//! Judges: what their votes say of them, before any model.

use super::clusters::duel_linkage;
use super::fit::{duel_cancel, Host};
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::set::duel_set;
use super::status::duel_status;
use duel::assess::judges::{self, Alpha, Calibration, Counts, Metric, Orientation};
use duel::geometry::{self, Apart, Linkage, Side};
use duel::solve::Progress;

/// Krippendorff's alpha: the distance of two answers.
pub type duel_alpha = i32;
/// Any two different answers are equally far apart.
pub const DUEL_ALPHA_NOMINAL: duel_alpha = 0;
/// A tie lies between the two items, and answers are as far apart as the answers given between them
/// are many.
pub const DUEL_ALPHA_ORDINAL: duel_alpha = 1;

/// Krippendorff's alpha: the item from which a pair is seen.
pub type duel_orientation = i32;
/// Every pair is looked at from both of its items, so that nothing depends on their ids.
pub const DUEL_ORIENTATION_BOTH: duel_orientation = 0;
/// Every pair is looked at from the item with the lower id. Where items are shown in the order of
/// their ids, agreement that comes of all judges liking the same slot then counts as chance.
pub const DUEL_ORIENTATION_BY_ID: duel_orientation = 1;

/// Dissimilarity of rows or columns of a matrix.
pub type duel_apart = i32;
/// Rows or columns of a table are apart by the root of the sum of squared differences.
pub const DUEL_APART_EUCLIDEAN: duel_apart = 0;
/// Rows or columns of a table are apart by 1 less their correlation.
pub const DUEL_APART_CORRELATION: duel_apart = 1;

/// A level, 0.95 where it is 0.
pub(super) fn level_or_default(level: f64) -> f64 {
    if level == 0.0 {
        0.95
    } else {
        level
    }
}

/// The votes of every judge: how many there are, how often they tie, and how often they take what is
/// shown first.
///
/// A judge whose slot share lies far from one half answers by the slot, or was shown the better items
/// first: duel_set_order tells whether the order was left to chance, and a model with position effects by judge
/// tells the two apart. Intervals are those of Wilson (1927), and take comparisons as independent; with
/// importance weights they go by Kish's effective number.
/// @param level level of the intervals; 0: 0.95.
/// @param out judges x 11, row-major, the anonymous judge last if there is one (duel_set_shape of
///   DUEL_SET_JUDGES tells the number of rows): comparisons; contexts that it judged in; pairs of items that it
///   compared; comparisons with a winner; share of ties of any kind, lower and upper end; share of those
///   with a winner that went to the item shown first (slot share), lower and upper end; share of its
///   comparisons that were shown in the rarer of the two orders of their pair: 0 where each pair came in
///   one order only, at most 0.5. Shares of nothing are NaN.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_judges(
    set: *const duel_set,
    level: f64,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        room(out, capacity, checked(judges::judges(set), 11)?, "out")?;
        let rows = judges::counts(set, level_or_default(level))?;
        unsafe { write(&rows.iter().flat_map(counts_row).collect::<Vec<f64>>(), out) };
        Ok(())
    })
}

fn counts_row(c: &Counts) -> [f64; 11] {
    [
        c.comparisons,
        c.contexts as f64,
        c.pairs as f64,
        c.decided,
        c.ties.share,
        c.ties.lower,
        c.ties.upper,
        c.slot.share,
        c.slot.lower,
        c.slot.upper,
        c.rarer,
    ]
}

/// Whether what is shown first was left to chance. If it was not, a liking for the first slot cannot be told
/// from a liking for the items that stand there, except by a model.
/// @param out five numbers: pairs of items that were compared; those of them that were shown in both
///   orders; share of the comparisons in the rarer order of their pair, 0 where every pair came in one order
///   only; the sum over pairs of (n_ij - n_ji)^2 / (n_ij + n_ji); the probability of at least this if the
///   order of every comparison was drawn by a fair coin (chi-square with as many degrees of
///   freedom as pairs; NaN with importance weights).
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_order(set: *const duel_set, out: *mut f64, capacity: usize) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        room(out, capacity, 5, "out")?;
        let o = judges::order(set);
        unsafe { write(&[o.pairs as f64, o.both as f64, o.rarer, o.statistic, o.p], out) };
        Ok(())
    })
}

/// Circular triads of every judge (Kendall and Babington Smith 1940): triples of items whose three pairs all
/// have a majority among the judge's votes, and in which a beats b, b beats c and c beats a. One who
/// answers by a coin goes round in a quarter of them.
/// @param cancel NULL, or a token that stops the work.
/// @param out judges x 4, row-major, the anonymous judge last if there is one: triads, majorities taken over
///   all contexts; those of them that are circular; triads within single contexts, over all contexts
///   added up; those of them that are circular. Comparisons without a context are in the first two only.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_triads(
    set: *const duel_set,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        room(out, capacity, checked(judges::judges(set), 4)?, "out")?;
        let host = Host { cancel, ..Host::absent() };
        host.check()?;
        let rows = judges::consistency(set, &mut |now| host.tell(now))?;
        let numbers = rows.iter().flat_map(|r| [r.triads, r.circular, r.within, r.circular_within]);
        unsafe { write(&numbers.map(|n| n as f64).collect::<Vec<f64>>(), out) };
        Ok(())
    })
}

/// Agreement of judges on the same pair in the same context: of each with the majority of the others, and
/// of any two.
///
/// A unit is a pair of items in a context, whichever was shown first; where the set has no contexts, a
/// pair. Comparisons without a context in a set that has some are left out. Who answered a unit more than
/// once counts there once, with shares of the answers. The three answers are the one item, the other and
/// a tie of any kind.
///
/// Kappa is Cohen's (1960), (observed - chance) / (1 - chance). Chance is the agreement of two who answer by
/// the slot and nothing else, each taking left, right and tie as often as it did over the units that the
/// two share: the same slot where they saw a unit in the same order, different slots where they did not. A
/// judge who always takes the first slot thus has kappa 0 with everybody.
/// @param level level of the intervals; 0: 0.95.
/// @param cancel NULL, or a token that stops the work.
/// @param out judges x 5, row-major, the anonymous judge last if there is one: units that the judge
///   answered and of which the others have a majority (an answer more frequent among them than either
///   other); share of the judge's answers that agree with it, lower and upper end (Wilson 1927, units
///   taken as independent); kappa. NaN where there is no such unit, and kappa where both always say the same.
/// @param capacity number of doubles that fit in out.
/// @param pairs NULL, or 3 x judges x judges: units that two judges share; how often they agree on these;
///   kappa. On the diagonal: the units that a judge shares with any other, and NaN.
/// @param pairs_capacity number of doubles that fit in pairs. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_agreement(
    set: *const duel_set,
    level: f64,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
    pairs: *mut f64,
    pairs_capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        let count = judges::judges(set);
        room(out, capacity, checked(count, 5)?, "out")?;
        if !pairs.is_null() {
            room(pairs, pairs_capacity, checked(checked(count, count)?, 3)?, "pairs")?;
        }
        let host = Host { cancel, ..Host::absent() };
        host.check()?;
        let rows = judges::with_majority(set, level_or_default(level))?;
        let numbers = rows.iter().flat_map(|r| {
            let share = r.observed;
            [r.units as f64, share.share, share.lower, share.upper, r.kappa]
        });
        let table: Vec<f64> = numbers.collect();
        let tables = if pairs.is_null() {
            Vec::new()
        } else {
            let found = judges::pairwise_agreement(set, &mut |now| host.tell(now))?;
            [found.units, found.observed, found.kappa].concat()
        };
        unsafe {
            write(&table, out);
            write(&tables, pairs);
        }
        Ok(())
    })
}

/// Krippendorff's alpha: how reliable the judges are together, and without each of them.
///
/// 1 less observed over expected disagreement (Krippendorff, Content analysis, 2004): 1 if all judges
/// say the same of every unit, 0 if they agree as often as answers drawn by lot would. Units and answers
/// are those of duel_set_agreement; a unit needs two judges. Judges without whom alpha is larger make the
/// panel less reliable. Errors are those of the jackknife over contexts.
/// @param metric DUEL_ALPHA_NOMINAL or _ORDINAL.
/// @param orientation DUEL_ORIENTATION_BOTH or _BY_ID.
/// @param level level of the intervals; 0: 0.95.
/// @param cancel NULL, or a token that stops the work.
/// @param out (1 + judges) x 6, row-major, all judges first and then without judge 0, 1, ..., the anonymous
///   one last if there is one: units; answers to these; alpha; its standard error; lower and upper end. NaN
///   where all answers are the same or there is no unit; errors where there is but one context.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_krippendorff(
    set: *const duel_set,
    metric: duel_alpha,
    orientation: duel_orientation,
    level: f64,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        let metric = choice(&Metric::ALL, metric, "metric")?;
        let orientation = choice(&Orientation::ALL, orientation, "orientation")?;
        room(out, capacity, checked(judges::judges(set) + 1, 6)?, "out")?;
        let host = Host { cancel, ..Host::absent() };
        host.check()?;
        let mut watch = |now: &Progress| host.tell(now);
        let rows = judges::krippendorff(set, metric, orientation, level_or_default(level), &mut watch)?;
        let row = |a: &Alpha| [a.units as f64, a.answers as f64, a.alpha, a.error, a.lower, a.upper];
        unsafe { write(&rows.iter().flat_map(row).collect::<Vec<f64>>(), out) };
        Ok(())
    })
}

/// Stated confidence of judges against what was right.
/// @param judge votes numbers: the judge of every vote, 0 to judges - 1.
/// @param confidence votes numbers from 0 to 1: how sure the judge said it was; NaN where it did not.
/// @param correct votes numbers: 1 where it was right, 0 where it was not (or a share, such as that of the
///   other judges who said the same); NaN where nobody knows. Votes with a NaN are left out. A bad
///   number is DUEL_ERR_DATA with its row.
/// @param votes number of votes.
/// @param judges number of judges.
/// @param bins bins of equal width from 0 to 1; 0: 10.
/// @param out (judges + 1) x 9, row-major, all votes together last: votes; mean confidence; share that was
///   right; the first less the second (above zero: too sure), lower and upper end of its 95 %
///   interval; Brier score, the mean of (confidence - correct)^2; mean distance of confidence and share over
///   the bins, by votes (expected calibration error: Naeini, Cooper and Hauskrecht 2015); the largest of
///   these distances. NaN where there is no vote, and interval ends where there is but one.
/// @param capacity number of doubles that fit in out.
/// @param reliability NULL, or (judges + 1) x bins x 5: votes in the bin; mean confidence; share that was
///   right; lower and upper end of its 95 % interval (Wilson 1927).
/// @param reliability_capacity number of doubles that fit in reliability. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_votes_confidence(
    judge: *const i32,
    confidence: *const f64,
    correct: *const f64,
    votes: usize,
    judges: usize,
    bins: usize,
    out: *mut f64,
    capacity: usize,
    reliability: *mut f64,
    reliability_capacity: usize,
) -> duel_status {
    guard(|| {
        let judge = unsafe { slice(judge, votes, "judge") }?;
        let confidence = unsafe { slice(confidence, votes, "confidence") }?;
        let correct = unsafe { slice(correct, votes, "correct") }?;
        let bins = if bins == 0 { 10 } else { bins };
        let rows = judges.saturating_add(1);
        room(out, capacity, checked(rows, 9)?, "out")?;
        let cells = checked(checked(rows, bins)?, 5)?;
        if !reliability.is_null() {
            room(reliability, reliability_capacity, cells, "reliability")?;
        }
        let found = judges::confidence(judge, confidence, correct, judges, bins)?;
        let row = |c: &Calibration| {
            let n = c.votes as f64;
            [n, c.confidence, c.correct, c.excess, c.lower, c.upper, c.brier, c.error, c.largest]
        };
        unsafe { write(&found.iter().flat_map(row).collect::<Vec<f64>>(), out) };
        if !reliability.is_null() {
            let bins = found.iter().flat_map(|c| &c.bins);
            let table = bins.flat_map(|b| [b.comparisons, b.predicted, b.observed, b.lower, b.upper]);
            unsafe { write(&table.collect::<Vec<f64>>(), reliability) };
        }
        Ok(())
    })
}

/// How many judges the judges are worth.
/// @param scores judges x items, row-major: what each judge thinks of the items, such as DUEL_QUANTITY_STRENGTHS
///   of a model, or its residuals by judge and item (of what judges get wrong together). Rows that are
///   constant or not all finite are left out. Under DUEL_STRENGTH_SENSITIVITY all rows are in proportion, and worth
///   one judge.
/// @param judges number of rows.
/// @param items number of columns.
/// @param precisions NULL, or one number for every judge, such as 1 / variance of what it says.
/// @param out two numbers: the participation ratio (sum of eigenvalues)^2 / sum of squared eigenvalues of the
///   correlation of the rows, 1 where all go together (with either sign), the number of rows where none
///   do; and (sum w)^2 / sum w^2 of the precisions (Kish 1965), NaN without precisions.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_rankings_effective(
    scores: *const f64,
    judges: usize,
    items: usize,
    precisions: *const f64,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let scores = unsafe { slice(scores, checked(judges, items)?, "scores") }?;
        room(out, capacity, 2, "out")?;
        let by_precision = if precisions.is_null() {
            f64::NAN
        } else {
            judges::effective_number(unsafe { slice(precisions, judges, "precisions") }?)?
        };
        let found = [judges::participation(scores, judges, items)?, by_precision];
        unsafe { write(&found, out) };
        Ok(())
    })
}

/// Two-way clusters of a table, such as DUEL_QUANTITY_STRENGTHS of a model: rows and columns in an order in which
/// neighbours are as near as can be (Bar-Joseph, Gifford and Jaakkola 2001), and their groups. The two sides
/// are clustered each by itself, as duel_tree_cluster does.
/// @param table rows x columns, row-major, finite: DUEL_ERR_DATA names a bad element, and its row or, of a
///   constant column, that column.
/// @param apart DUEL_APART_EUCLIDEAN, or _CORRELATION, for which no row and no column may be constant.
/// @param linkage DUEL_LINKAGE_AVERAGE, ...
/// @param row_groups groups of rows, 1 to rows; 0: 1.
/// @param column_groups groups of columns, 1 to columns; 0: 1.
/// @param cancel NULL, or a token that stops the work.
/// @param out (rows + columns) x 2, row-major, rows first: the number of the row (or column) that comes
///   first, second, ... in the order of its side; the group of row (or column) 0, 1, .... Groups are
///   numbered from 0 along the order.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_matrix_bicluster(
    table: *const f64,
    rows: usize,
    columns: usize,
    apart: duel_apart,
    linkage: duel_linkage,
    row_groups: usize,
    column_groups: usize,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let table = unsafe { slice(table, checked(rows, columns)?, "table") }?;
        let apart = choice(&Apart::ALL, apart, "apart")?;
        let linkage = choice(&Linkage::ALL, linkage, "linkage")?;
        room(out, capacity, checked(rows.saturating_add(columns), 2)?, "out")?;
        let host = Host { cancel, ..Host::absent() };
        let groups = [row_groups.max(1), column_groups.max(1)];
        let found =
            geometry::bicluster(table, [rows, columns], apart, linkage, groups, &mut || host.check())?;
        let numbers = |side: &Side| -> Vec<f64> {
            side.order.iter().zip(&side.groups).flat_map(|(&at, &group)| [at as f64, group as f64]).collect()
        };
        unsafe { write(&[numbers(&found.rows), numbers(&found.columns)].concat(), out) };
        Ok(())
    })
}
