//! Judges: what their votes say of them, before any model.

use super::callbacks::Callbacks;
use super::clusters::duel_linkage;
use super::fit::duel_cancel;
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::duel_table;
use duel::assess::judges::{self, Calibration, Metric, Orientation};
use duel::comparisons::Set;
use duel::error::Result;
use duel::geometry::{self, Dissimilarity, Linkage};
use duel::progress::Progress;
use duel::room::Gather as _;
use duel::table::TableFacts;

/// Krippendorff's alpha: the distance of two answers.
pub type duel_alpha = i32;
/// Any two different answers are equally far apart.
pub const DUEL_ALPHA_NOMINAL: duel_alpha = 0;
/// A tie lies between the two items, and answers are as far apart as the answers given between them
/// are many.
pub const DUEL_ALPHA_ORDINAL: duel_alpha = 1;

/// Krippendorff's alpha: the item from which a pair is seen.
pub type duel_orientation = i32;
/// Every pair is counted from both of its items, so that results do not depend on their ids.
pub const DUEL_ORIENTATION_BOTH: duel_orientation = 0;
/// Every pair is counted from the item with the lower id. Where items are shown in the order of
/// their ids, agreement because all judges prefer the same position then counts as chance.
pub const DUEL_ORIENTATION_BY_ID: duel_orientation = 1;

/// Dissimilarity of rows or columns of a matrix.
pub type duel_dissimilarity = i32;
/// Rows or columns of a table are apart by the root of the sum of squared differences.
pub const DUEL_DISSIMILARITY_EUCLIDEAN: duel_dissimilarity = 0;
/// The dissimilarity of rows or columns of a table is 1 - correlation.
pub const DUEL_DISSIMILARITY_CORRELATION: duel_dissimilarity = 1;

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
/// A judge whose first-position share lies far from one half answers by position, or was shown the better items
/// first: duel_set_order tests whether the order was random, and a model with position effects by judge
/// tells the two apart. Intervals are those of Wilson (1927), and take comparisons as independent; with
/// importance weights they go by Kish's effective number.
/// @param level level of the intervals; 0: 0.95.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_judges(
    set: *const duel_set,
    level: f64,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        let level = level_or_default(level);
        let rows = judges::counts(&set.set, level)?;
        set.hand_out(&judges::COUNTS, &rows, at_level(level), out)
    })
}

/// The facts of a table that was computed with a level alone.
fn at_level(level: f64) -> TableFacts {
    TableFacts { level, ..TableFacts::default() }
}

/// Whether what is shown first was left to chance.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_order_facts {
    /// sizeof(duel_order_facts); set it before the call.
    pub struct_size: usize,
    /// Pairs of items that were compared in a known order.
    pub pairs: usize,
    /// Those of them that were shown in both orders.
    pub both_orders: usize,
    /// Share of the comparisons with a known order in the rarer order of their pair, 0 where every pair came in one order
    /// only; NaN where no comparison has an order.
    pub rarer_share: f64,
    /// The sum over pairs of (sum_c d_c)^2 / sum_c d_c^2, where d_c is how often context c shows the pair in one order less how
    /// often in the other; a comparison without a context is a context of its own.
    pub statistic: f64,
    /// The probability of at least this if the order was drawn by a fair coin, for each comparison or once for each pair in a
    /// context (chi-square with as many degrees of freedom as pairs have some d_c that is not zero, which is cautious where
    /// contexts are few). NaN with importance weights, and where no comparison has an order.
    pub p: f64,
    /// Comparisons with a presentation order. @since 0.2
    pub ordered: f64,
    /// Comparisons without one: they are in none of the numbers above. @since 0.2
    pub unordered: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_order_facts {
    const NAME: &'static str = "duel_order_facts";
    const FIRST: usize = 48;
}

const _: () = assert!(std::mem::offset_of!(duel_order_facts, ordered) == 48);

/// Whether the order of presentation was left to chance. If it was not, only a model can separate a preference for
/// the first position from a preference for the items shown there.
///
/// The unit of the test is the pair in a context, since a panel of judges often sees one order that was drawn once: all votes on
/// it, by whichever judges and in whichever orders, are one draw, whose net difference of orders has either sign with equal chance.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_order(set: *const duel_set, out: *mut duel_order_facts) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (&shared(set, "set")?.set, output_struct(out)?) };
        let found = judges::order(set);
        let facts = duel_order_facts {
            struct_size: std::mem::size_of::<duel_order_facts>(),
            pairs: found.pairs,
            both_orders: found.both,
            rarer_share: found.rarer,
            statistic: found.statistic,
            p: found.p,
            ordered: found.ordered,
            unordered: found.unordered,
        };
        out.write(&facts);
        Ok(())
    })
}

/// Circular triads of every judge (Kendall and Babington Smith 1940): triples of items whose three pairs all
/// have a majority among the judge's votes, and in which a beats b, b beats c and c beats a. One who
/// answers at random makes a quarter of them circular.
/// @param cancel NULL, or a token that stops the work.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_triads(
    set: *const duel_set,
    cancel: *const duel_cancel,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        let callbacks = Callbacks::with_token(cancel);
        callbacks.check()?;
        let rows = judges::consistency(&set.set, &mut |now| callbacks.report(now))?;
        let rows: Vec<_> = rows.into_iter().enumerate().gathered();
        set.hand_out(&judges::TRIADS, &rows, TableFacts::default(), out)
    })
}

/// Agreement of each judge with the majority of the others on the same pair in the same context.
///
/// A unit is a pair of items in a context, whichever was shown first; where the set has no contexts, a
/// pair. Comparisons without a context in a set that has some are left out. Who answered a unit more than
/// once counts there once, with shares of the answers. The three answers are the one item, the other and
/// a tie of any kind.
///
/// Kappa is Cohen's (1960), (observed - chance) / (1 - chance). Chance is the agreement of two who answer by
/// the position and nothing else, each taking left, right and tie as often as it did over the units that the
/// two share: the same position where they saw a unit in the same order, different positions where they did not. A
/// judge who always takes the first position thus has kappa 0 with everybody. Intervals are those of Wilson (1927), units
/// taken as independent.
/// @param level level of the intervals; 0: 0.95.
/// @param cancel NULL, or a token that stops the work.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_agreement(
    set: *const duel_set,
    level: f64,
    cancel: *const duel_cancel,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        Callbacks::with_token(cancel).check()?;
        let level = level_or_default(level);
        let rows: Vec<_> = judges::with_majority(&set.set, level)?.into_iter().enumerate().gathered();
        set.hand_out(&judges::MAJORITY, &rows, at_level(level), out)
    })
}

/// Agreement of any two judges on the same pair in the same context, each two once. Units, answers and kappa are those
/// of duel_set_agreement.
/// @param cancel NULL, or a token that stops the work.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_agreement_pairs(
    set: *const duel_set,
    cancel: *const duel_cancel,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        let callbacks = Callbacks::with_token(cancel);
        callbacks.check()?;
        let rows = judges::pairwise_agreement(&set.set, &mut |now| callbacks.report(now))?.pairs();
        set.hand_out(&judges::PAIRWISE, &rows, TableFacts::default(), out)
    })
}

/// Krippendorff's alpha: how reliable the judges are together, and without each of them.
///
/// 1 - observed / expected disagreement (Krippendorff, Content analysis, 2004): 1 if all judges
/// say the same of every unit, 0 if they agree as often as answers drawn by lot would. Units and answers
/// are those of duel_set_agreement; a unit needs two judges. Judges without whom alpha is larger make the
/// panel less reliable. Errors are those of the jackknife over contexts.
/// @param metric DUEL_ALPHA_NOMINAL or _ORDINAL.
/// @param orientation DUEL_ORIENTATION_BOTH or _BY_ID.
/// @param level level of the intervals; 0: 0.95.
/// @param cancel NULL, or a token that stops the work.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_krippendorff(
    set: *const duel_set,
    metric: duel_alpha,
    orientation: duel_orientation,
    level: f64,
    cancel: *const duel_cancel,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        let metric = choice(&Metric::ALL, metric, "metric")?;
        let orientation = choice(&Orientation::ALL, orientation, "orientation")?;
        let callbacks = Callbacks::with_token(cancel);
        callbacks.check()?;
        let level = level_or_default(level);
        let mut watch = |now: &Progress| callbacks.report(now);
        let found = judges::krippendorff(&set.set, metric, orientation, level, &mut watch)?;
        let rows: Vec<_> = std::iter::once(None).chain((0..).map(Some)).zip(found).gathered();
        set.hand_out(&judges::KRIPPENDORFF, &rows, at_level(level), out)
    })
}

/// The votes of duel_votes_confidence and duel_votes_reliability, bin by bin.
unsafe fn calibrations(
    [confidence, correct]: [*const f64; 2],
    judge: *const i32,
    count: usize,
    judges: usize,
    bins: usize,
) -> Result<Vec<(Option<usize>, Calibration)>> {
    // SAFETY: the caller promises (lib.rs) that `judge`, `confidence` and `correct` have `count` values.
    let (judge, confidence, correct) = unsafe {
        (
            slice(judge, count, "judge")?,
            slice(confidence, count, "confidence")?,
            slice(correct, count, "correct")?,
        )
    };
    let bins = if bins == 0 { 10 } else { bins };
    let found = judges::confidence(judge, confidence, correct, judges, bins)?;
    Ok((0..judges).map(Some).chain([None]).zip(found).gathered())
}

/// Stated confidence of judges against what was right, and of all votes together. The expected calibration error is
/// that of Naeini, Cooper and Hauskrecht (2015); intervals have level 0.95. Labels of judges are their numbers.
/// @param judge votes numbers: the judge of every vote, 0 to judges - 1.
/// @param confidence votes numbers from 0 to 1: how sure the judge said it was; NaN where it did not.
/// @param correct votes numbers: 1 where it was right, 0 where it was not (or a share, such as that of the
///   other judges who said the same); NaN where it is unknown. Votes with a NaN are left out. A bad
///   number is DUEL_ERR_DATA with its row.
/// @param votes number of votes.
/// @param judges number of judges.
/// @param bins bins of equal width from 0 to 1; 0: 10.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_votes_confidence(
    judge: *const i32,
    confidence: *const f64,
    correct: *const f64,
    votes: usize,
    judges: usize,
    bins: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `confidence`, `correct` and `judge` have `votes` values, `out`
        // can be written.
        let (rows, out) = unsafe {
            (calibrations([confidence, correct], judge, votes, judges, bins)?, output(out, "out")?)
        };
        let labels = duel_set::new(judges::numbered(judges)?);
        labels.hand_out(&judges::CONFIDENCE, &rows, at_level(0.95), out)
    })
}

/// Reliability diagrams of the stated confidence of judges, and of all votes together: how often judges were right
/// where they said that they were so sure. Intervals are those of Wilson (1927), of level 0.95. Arguments are those of
/// duel_votes_confidence.
/// @param judge votes numbers: the judge of every vote, 0 to judges - 1.
/// @param confidence votes numbers from 0 to 1; NaN: none was stated.
/// @param correct votes numbers from 0 to 1; NaN: unknown.
/// @param votes number of votes.
/// @param judges number of judges.
/// @param bins bins of equal width from 0 to 1; 0: 10.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_votes_reliability(
    judge: *const i32,
    confidence: *const f64,
    correct: *const f64,
    votes: usize,
    judges: usize,
    bins: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `confidence`, `correct` and `judge` have `votes` values, `out`
        // can be written.
        let (found, out) = unsafe {
            (calibrations([confidence, correct], judge, votes, judges, bins)?, output(out, "out")?)
        };
        let labels = duel_set::new(judges::numbered(judges)?);
        labels.hand_out(&judges::RELIABILITY, &judges::reliability(&found), at_level(0.95), out)
    })
}

/// How many judges the judges are worth.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_effective_facts {
    /// sizeof(duel_effective_facts); set it before the call.
    pub struct_size: usize,
    /// The participation ratio, (sum of eigenvalues)^2 / sum of squared eigenvalues of the correlation of the rows: 1
    /// where all go together (with either sign), the number of rows where none do.
    pub participation: f64,
    /// (sum w)^2 / sum w^2 of the precisions (Kish 1965); NaN without precisions.
    pub by_precision: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_effective_facts {
    const NAME: &'static str = "duel_effective_facts";
    const FIRST: usize = 24;
}

const _: () = assert!(std::mem::size_of::<duel_effective_facts>() == 24);

/// How many judges the judges are worth.
/// @param scores judges x items, row-major: what each judge thinks of the items, such as DUEL_QUANTITY_STRENGTHS
///   of a model, or its residuals by judge and item (of what judges get wrong together). Rows that are
///   constant or not all finite are left out. Under DUEL_STRENGTH_SENSITIVITY all rows are in proportion, and worth
///   one judge.
/// @param judges number of rows.
/// @param items number of columns.
/// @param precisions NULL, or one number for every judge, such as 1 / variance of what it says.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_rankings_effective(
    scores: *const f64,
    judges: usize,
    items: usize,
    precisions: *const f64,
    out: *mut duel_effective_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `scores` has `judges * items` values, `precisions` has `judges`
        // values, `out` can be written.
        let (scores, precisions, out) = unsafe {
            (
                slice(scores, checked(judges, items)?, "scores")?,
                optional_slice(precisions, judges, "precisions")?,
                output_struct(out)?,
            )
        };
        let by_precision = precisions.map_or(Ok(f64::NAN), judges::effective_number)?;
        let facts = duel_effective_facts {
            struct_size: std::mem::size_of::<duel_effective_facts>(),
            participation: judges::participation(scores, judges, items)?,
            by_precision,
        };
        out.write(&facts);
        Ok(())
    })
}

/// Two-way clusters of a table, such as DUEL_QUANTITY_STRENGTHS of a model: rows and columns in an order in which
/// neighbours are as near as can be (Bar-Joseph, Gifford and Jaakkola 2001), and their groups. The two sides
/// are clustered each by itself, as duel_tree_cluster does.
/// @param table rows x columns, row-major, finite: DUEL_ERR_DATA names a bad element, and its row or, of a
///   constant column, that column.
/// @param dissimilarity DUEL_DISSIMILARITY_EUCLIDEAN, or _CORRELATION, for which no row and no column may be constant.
/// @param linkage DUEL_LINKAGE_AVERAGE, ...
/// @param row_groups groups of rows, 1 to rows; 0: 1.
/// @param column_groups groups of columns, 1 to columns; 0: 1.
/// @param cancel NULL, or a token that stops the work.
/// @param out receives the table: rows in their order, then columns in theirs. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_matrix_bicluster(
    table: *const f64,
    rows: usize,
    columns: usize,
    dissimilarity: duel_dissimilarity,
    linkage: duel_linkage,
    row_groups: usize,
    column_groups: usize,
    cancel: *const duel_cancel,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `table` has `rows * columns` values, `out` can be written.
        let (table, out) = unsafe { (slice(table, checked(rows, columns)?, "table")?, output(out, "out")?) };
        let dissimilarity = choice(&Dissimilarity::ALL, dissimilarity, "dissimilarity")?;
        let linkage = choice(&Linkage::ALL, linkage, "linkage")?;
        let callbacks = Callbacks::with_token(cancel);
        let groups = [row_groups.max(1), column_groups.max(1)];
        let found = geometry::bicluster(table, [rows, columns], dissimilarity, linkage, groups, &mut || {
            callbacks.check()
        })?;
        let labels = duel_set::new(Set::new());
        labels.hand_out(&geometry::BICLUSTER, &found.placed(), TableFacts::default(), out)
    })
}
