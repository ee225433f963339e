//! Sets of comparisons.

use super::columns::{CovariateColumns, Room, RowColumns};
use super::data::{duel_covariate, duel_rows};
use super::guard::{guard, guard_value};
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::comparisons::{Kind, Set, Unit};
use duel::error::{Error, Result};
use duel::summary;
use duel::table::{Schema, Table, TableFacts};
use libc::{c_char, c_void};

/// A set of comparisons: the counts of every cell (context, judge, left, right), with the names of
/// items, judges, contexts and clusters. It grows by duel_set_append and duel_set_merge; every change is
/// whole or not at all. Free it with duel_set_free.
pub struct duel_set {
    pub(super) set: Set,
}

impl duel_set {
    pub(super) fn new(set: Set) -> duel_set {
        duel_set { set }
    }

    /// Hands the caller a table of rows, whose labels are the names of the set.
    pub(super) fn hand_out<R>(
        &self,
        schema: &'static Schema<R>,
        rows: &[R],
        facts: TableFacts,
        out: Output<*mut duel_table>,
    ) -> Result<()> {
        let table = Table::new(schema, rows, &self.set, facts)?;
        hand_out(table, out)
    }
}

/// The comparisons of a set that the caller may leave out: NULL.
pub(super) unsafe fn optional_set<'a>(set: *const duel_set) -> Option<&'a Set> {
    // SAFETY: the caller promises (lib.rs) that `set` can be read.
    unsafe { set.as_ref() }.map(|set| &set.set)
}

/// Kind of a name.
pub type duel_kind = i32;
/// Items.
pub const DUEL_KIND_ITEM: duel_kind = 1;
/// Judges.
pub const DUEL_KIND_JUDGE: duel_kind = 2;
/// Contexts.
pub const DUEL_KIND_CONTEXT: duel_kind = 3;
/// Covariates.
pub const DUEL_KIND_COVARIATE: duel_kind = 4;
/// Distinct cells (context, judge, left, right; cluster, order and shares where there are some).
pub const DUEL_KIND_CELL: duel_kind = 5;
/// Clusters apart from contexts.
pub const DUEL_KIND_CLUSTER: duel_kind = 6;

/// Unit of folds, of resampling, of residuals and of influence.
pub type duel_by = i32;
/// The default of the function that takes it.
pub const DUEL_BY_DEFAULT: duel_by = 0;
/// Single comparisons.
pub const DUEL_BY_ROW: duel_by = 1;
/// Contexts, with all their comparisons.
pub const DUEL_BY_CONTEXT: duel_by = 2;
/// Pairs of items, in both orders.
pub const DUEL_BY_PAIR: duel_by = 3;
/// Judges, with all their comparisons.
pub const DUEL_BY_JUDGE: duel_by = 4;
/// Cells, that is a judge, the item on the left and the item on the right. Contexts
/// are added up.
pub const DUEL_BY_CELL: duel_by = 5;
/// Items, each against all others.
pub const DUEL_BY_ITEM: duel_by = 6;
/// A judge and an item, each judge's answers on the item against all others. Column 12
/// is a heat map of who favours what beyond the model.
pub const DUEL_BY_JUDGE_ITEM: duel_by = 7;
/// Clusters of the set, with all their comparisons; a comparison without one is in the cluster of its context.
pub const DUEL_BY_CLUSTER: duel_by = 8;

/// Facts about a set.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_set_facts {
    /// sizeof(duel_set_facts); set it before the call.
    pub struct_size: usize,
    /// Items.
    pub items: usize,
    /// Judges, the anonymous one not counted.
    pub judges: usize,
    /// 1: some comparisons have no judge. Tables by judge then have a row for the anonymous judge, after the others.
    pub has_anonymous: i32,
    /// 1: weights are importance weights.
    pub importance: i32,
    /// Contexts.
    pub contexts: usize,
    /// Contexts with more than one comparison.
    pub repeated_contexts: usize,
    /// Covariates.
    pub covariates: usize,
    /// Distinct cells (context, judge, left, right).
    pub cells: usize,
    /// Comparisons, a sum of weights.
    pub comparisons: f64,
    /// Those that prefer the left, of comparisons with a presentation order.
    pub left_wins: f64,
    /// Those that prefer the right, of comparisons with a presentation order.
    pub right_wins: f64,
    /// Ties that do not say whether both are good or bad.
    pub plain_ties: f64,
    /// Both good.
    pub both_good: f64,
    /// Both bad.
    pub both_bad: f64,
    /// Effective number of comparisons (Kish's), that of the comparisons unless weights are importance weights.
    pub effective: f64,
    /// Clusters apart from contexts. @since 0.2
    pub clusters: usize,
    /// Comparisons without a presentation order. @since 0.2
    pub unordered: f64,
    /// Those of them that prefer one of the items; they are in neither left_wins nor right_wins. @since 0.2
    pub unordered_wins: f64,
    /// 1: some judgements are split between answers. @since 0.2
    pub has_split: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_set_facts {
    const NAME: &'static str = "duel_set_facts";
    const FIRST: usize = 120;
}

const _: () = assert!(std::mem::offset_of!(duel_set_facts, clusters) == 120);

/// Make an empty set.
/// @param out receives the set; the caller frees it with duel_set_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_new(out: *mut *mut duel_set) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `out` can be written.
        let out = unsafe { output(out, "out") }?;
        out.hand_out(duel_set::new(Set::new()));
        Ok(())
    })
}

/// Free a set. NULL is ignored. Models fitted to it live on. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_free(set: *mut duel_set) {
    guard(|| {
        // SAFETY: `set` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(set) };
        Ok(())
    });
}

/// Copy a set. The cells are shared until one of the two changes, so a copy costs almost nothing.
/// @param out receives the copy. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_copy(set: *const duel_set, out: *mut *mut duel_set) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        out.hand_out(duel_set::new(set.set.clone()));
        Ok(())
    })
}

/// Fix the order of names before data comes: ids are given in the order of first sight, here and in
/// duel_set_append. Names already known keep their id. All names are taken or none.
/// @param kind DUEL_KIND_ITEM, DUEL_KIND_JUDGE, DUEL_KIND_CONTEXT or DUEL_KIND_CLUSTER.
/// @param names `count` pointers to NUL-terminated UTF-8, copied. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_intern(
    set: *mut duel_set,
    kind: duel_kind,
    names: *const *const c_char,
    count: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` is the call's alone, `names` has `count` values.
        let (set, names) = unsafe { (exclusive(set, "set")?, texts(names, count, "names")?) };
        set.set.intern(kind_of(kind)?, &names)
    })
}

/// The name of a kind in messages.
fn kind_name(kind: i32) -> &'static str {
    match kind {
        DUEL_KIND_ITEM => "item",
        DUEL_KIND_JUDGE => "judge",
        DUEL_KIND_CONTEXT => "context",
        DUEL_KIND_CLUSTER => "cluster",
        _ => "covariate",
    }
}

/// Items, judges or contexts.
fn kind_of(kind: i32) -> Result<Kind> {
    match kind {
        DUEL_KIND_ITEM => Ok(Kind::Item),
        DUEL_KIND_JUDGE => Ok(Kind::Judge),
        DUEL_KIND_CONTEXT => Ok(Kind::Context),
        DUEL_KIND_CLUSTER => Ok(Kind::Cluster),
        other => Err(Error::Argument(format!(
            "kind is {other}; it must be DUEL_KIND_ITEM, DUEL_KIND_JUDGE, DUEL_KIND_CONTEXT or DUEL_KIND_CLUSTER"
        ))),
    }
}

/// Append rows: all of them or, at the first invalid one, none. On DUEL_ERR_DATA and DUEL_ERR_NAME
/// duel_last_error_row() is the row and the message names column and value.
///
/// Ids of names already known stay, as they do in duel_set_merge and duel_set_covariate; duel_set_load and
/// duel_set_filter give ids anew.
///
/// Names or ids: the first append decides, for items, judges and contexts each. Where there are names (duel_set_intern,
/// or an append before), ids are those of names that are there; an id of none is DUEL_ERR_NAME. Else item k is
/// the k-th from `base`; ids below the largest that no row mentions are items without comparisons,
/// and the name of an id is its number. An id is refused from 2^24 and from 64 times the number of
/// different comparisons (cells) on: what a set and a model hold grows with the largest id.
///
/// Refused: left = right; NaN, infinite or negative weights and counts; scores other than 0, 0.5
/// and 1; unknown outcome codes; empty names, names that are not UTF-8; ids below `base` or beyond
/// 2^32 - 2 after it; a total weight that overflows. Append in batches rather than row by row. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_append(set: *mut duel_set, rows: *const duel_rows) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `rows` can be read, `set` is the call's alone.
        let (set, rows) = unsafe { (exclusive(set, "set")?, RowColumns::read(rows)?) };
        set.set.append(&rows.rows(&mut Room::default()))
    })
}

/// Set values of a covariate, all or none. Values of one covariate may come in several calls; a
/// second, different value for the same key is DUEL_ERR_DATA. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_covariate(
    set: *mut duel_set,
    covariate: *const duel_covariate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `covariate` can be read, `set` is the call's alone.
        let (set, covariate) = unsafe { (exclusive(set, "set")?, CovariateColumns::read(covariate)?) };
        set.set.add_covariate(&covariate.values(&mut Room::default()))
    })
}

/// Add the comparisons of `other`, matching items, judges, contexts and covariates by name (by id,
/// where both sets use ids). Merging is associative and commutative up to the order of ids; shards
/// merged in any order save to the same bytes when counts are whole numbers. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_merge(set: *mut duel_set, other: *const duel_set) -> duel_status {
    guard(|| {
        // A copy costs nothing, and lets a set be merged into itself.
        // SAFETY: the caller promises (lib.rs) that `other` can be read.
        let other = unsafe { shared(other, "other") }?.set.clone();
        // SAFETY: the caller promises (lib.rs) that `set` is the call's alone; `other`, if it is the same, was copied.
        unsafe { exclusive(set, "set") }?.set.merge(&other)
    })
}

/// Save a set to bytes: versioned, canonical (equal data give equal bytes) and checksummed, the same
/// on every machine. Names are saved in the order of their bytes, and so give the ids of the loaded set: see
/// duel_set_load. Call with out NULL and capacity 0 for the length.
/// @param length receives the number of bytes, also when the buffer is too short. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_save(
    set: *const duel_set,
    out: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `length` can be written, `out` has room for
        // `capacity`.
        let (bytes, out) = unsafe { (shared(set, "set")?.set.save(), output_bytes(out, capacity, length)?) };
        out.write(&bytes)
    })
}

/// Load a set from bytes. Any truncation and any flipped bit is DUEL_ERR_FORMAT.
///
/// The ids of the loaded set are the canonical ones: items, judges and contexts are numbered in the order of
/// the bytes of their names, not as in the set that was saved. Ids that a caller holds from before (and the
/// rows of duel_model_influence, duel_model_residuals and of all results by ids) are those of the old set: look names up
/// anew with duel_set_find. Where a set has ids instead of names they stay. No fit depends on it: what needs
/// an order of items, such as the basis of a factored threshold, takes that of the names. Draws of
/// comparisons by a seed (folds, resamples, bootstrap, simulated data) depend on ids, and differ. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_load(
    bytes: *const c_void,
    length: usize,
    out: *mut *mut duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `bytes` has `length` values, `out` can be written.
        let (out, bytes) = unsafe { (output(out, "out")?, slice(bytes as *const u8, length, "bytes")?) };
        let set = Set::load(bytes)?;
        out.hand_out(duel_set::new(set));
        Ok(())
    })
}

/// How many there are of a kind: DUEL_KIND_ITEM, DUEL_KIND_JUDGE, DUEL_KIND_CONTEXT, DUEL_KIND_CLUSTER,
/// DUEL_KIND_COVARIATE or DUEL_KIND_CELL. 0 if set is NULL or kind is unknown. The anonymous judge is not counted. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_count(set: *const duel_set, kind: duel_kind) -> usize {
    guard_value(0, || {
        // SAFETY: the caller promises (lib.rs) that `set` can be read.
        let set = unsafe { shared(set, "set") }.ok()?;
        match kind {
            DUEL_KIND_ITEM => Some(set.set.items()),
            DUEL_KIND_JUDGE => Some(set.set.judges()),
            DUEL_KIND_CONTEXT => Some(set.set.contexts()),
            DUEL_KIND_CLUSTER => Some(set.set.clusters()),
            DUEL_KIND_COVARIATE => Some(set.set.covariates().len()),
            DUEL_KIND_CELL => Some(set.set.cells().len()),
            _ => None,
        }
    })
}

/// Declare that no comparison of a set has a presentation order, for data that were appended or saved without saying so: which
/// item was on the left has no effect from then on, a > b and b < a become one cell, and no statement about positions uses them.
/// Comparisons that are appended later have the order that their rows state. A failure changes nothing. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_forget_order(set: *mut duel_set) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` is the call's alone.
        let set = unsafe { exclusive(set, "set") }?;
        set.set.forget_order()
    })
}

/// The name of an id, borrowed: valid until the set is changed or freed. NULL if out of range. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_name(set: *const duel_set, kind: duel_kind, id: usize) -> *const c_char {
    guard_value(std::ptr::null(), || {
        // SAFETY: the caller promises (lib.rs) that `set` can be read.
        let set = unsafe { shared(set, "set") }.ok()?;
        let name = match kind {
            DUEL_KIND_COVARIATE => set.set.covariates().get(id)?.c_name(),
            kind => set.set.c_name(kind_of(kind).ok()?, id)?,
        };
        Some(name.as_ptr())
    })
}

/// The id of a name; DUEL_ERR_NAME if it is unknown.
/// @param id receives the zero-based id. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_find(
    set: *const duel_set,
    kind: duel_kind,
    name: *const c_char,
    id: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `name` can be read, `id` can be written.
        let (set, id, name) = unsafe { (shared(set, "set")?, output(id, "id")?, text(name, "name")?) };
        let found = if kind == DUEL_KIND_COVARIATE {
            set.set.covariates().iter().position(|c| c.name() == name)
        } else {
            set.set.find(kind_of(kind)?, name)
        };
        let found =
            found.ok_or_else(|| Error::name(format!("name: no {} is called \"{name}\"", kind_name(kind))))?;
        id.write(found);
        Ok(())
    })
}

/// Facts about a set.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_info(set: *const duel_set, out: *mut duel_set_facts) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (&shared(set, "set")?.set, output_struct(out)?) };
        let totals = summary::totals(set);
        let [left_wins, right_wins, plain_ties, both_good, both_bad] = totals.counts;
        let facts = duel_set_facts {
            struct_size: std::mem::size_of::<duel_set_facts>(),
            items: set.items(),
            judges: set.judges(),
            has_anonymous: i32::from(set.has_anonymous_judge()),
            importance: i32::from(set.importance()),
            contexts: set.contexts(),
            repeated_contexts: totals.repeated_contexts,
            covariates: set.covariates().len(),
            cells: set.cells().len(),
            comparisons: totals.comparisons,
            left_wins,
            right_wins,
            plain_ties,
            both_good,
            both_bad,
            effective: totals.effective,
            clusters: set.clusters(),
            unordered: totals.unordered,
            unordered_wins: totals.unordered_wins,
            has_split: i32::from(set.cells().has_shares()),
            reserved: 0,
        };
        out.write(&facts);
        Ok(())
    })
}

/// The items of a set, in the order of their ids.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_items(set: *const duel_set, out: *mut *mut duel_table) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        set.hand_out(&summary::ITEMS, &summary::items(&set.set), TableFacts::default(), out)
    })
}

/// The pairs of items that were compared, in the order of their ids.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_pairs(set: *const duel_set, out: *mut *mut duel_table) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        set.hand_out(&summary::PAIRS, &summary::pairs(&set.set), TableFacts::default(), out)
    })
}

/// The cells of a set: its comparisons, added up by context, judge, left and right.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_cells(set: *const duel_set, out: *mut *mut duel_table) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        set.hand_out(&summary::CELLS, &summary::cells(&set.set), TableFacts::default(), out)
    })
}

/// Rows, contexts, pairs, judges or clusters.
pub(super) fn unit_of(by: i32) -> Result<Unit> {
    match by {
        DUEL_BY_ROW => Ok(Unit::Row),
        DUEL_BY_CONTEXT => Ok(Unit::Context),
        DUEL_BY_PAIR => Ok(Unit::Pair),
        DUEL_BY_JUDGE => Ok(Unit::Judge),
        DUEL_BY_CLUSTER => Ok(Unit::Cluster),
        other => Err(Error::Argument(format!(
            "by is {other}; it must be DUEL_BY_ROW to DUEL_BY_JUDGE (1 to 4) or DUEL_BY_CLUSTER (8)"
        ))),
    }
}

/// The number of a unit.
pub(super) fn by_of(unit: Unit) -> i32 {
    match unit {
        Unit::Row => DUEL_BY_ROW,
        Unit::Context => DUEL_BY_CONTEXT,
        Unit::Pair => DUEL_BY_PAIR,
        Unit::Judge => DUEL_BY_JUDGE,
        Unit::Cluster => DUEL_BY_CLUSTER,
    }
}

/// Draw as many units as the set has, with replacement. Names and ids stay. Units are drawn in the order of
/// their ids: the same data under other ids (duel_set_load) give another resample.
/// @param by DUEL_BY_ROW (whole counts only), DUEL_BY_CONTEXT, DUEL_BY_PAIR, DUEL_BY_JUDGE or DUEL_BY_CLUSTER.
/// @param seed same seed, same set.
/// @param out receives a new set. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_resample(
    set: *const duel_set,
    by: duel_by,
    seed: u64,
    out: *mut *mut duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `out` can be written.
        let (set, out) = unsafe { (shared(set, "set")?, output(out, "out")?) };
        let drawn = set.set.resample(unit_of(by)?, seed)?;
        out.hand_out(duel_set::new(drawn));
        Ok(())
    })
}

/// Split into a part held out and the rest. Units are shared out at random and evenly over `folds`
/// folds; the same seed gives the same folds, so that fold 0 .. folds - 1 partition the set. Names
/// and ids stay in both parts. The same data under other ids (duel_set_load) have other folds.
/// @param by DUEL_BY_ROW, DUEL_BY_CONTEXT, DUEL_BY_PAIR, DUEL_BY_JUDGE or DUEL_BY_CLUSTER.
/// @param folds at least 2.
/// @param fold which fold to hold out, 0 .. folds - 1.
/// @param rest,held receive new sets. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_split(
    set: *const duel_set,
    by: duel_by,
    folds: usize,
    fold: usize,
    seed: u64,
    rest: *mut *mut duel_set,
    held: *mut *mut duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `rest` and `held` can be written.
        let (set, rest, held) =
            unsafe { (shared(set, "set")?, output(rest, "rest")?, output(held, "held")?) };
        let (own, other) = set.set.split(unit_of(by)?, folds, fold, seed)?;
        hand_out_both((duel_set::new(own), duel_set::new(other)), (rest, held));
        Ok(())
    })
}

/// Keep some items (comparisons of two kept items) or some judges only; ids are given anew, in the
/// old order, names stay (of a set with ids, the old numbers become names). Contexts and clusters that lose all
/// comparisons go.
/// @param kind DUEL_KIND_ITEM or DUEL_KIND_JUDGE.
/// @param ids `count` ids to keep; duplicates are DUEL_ERR_ARGUMENT.
/// @param out receives a new set. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_filter(
    set: *const duel_set,
    kind: duel_kind,
    ids: *const usize,
    count: usize,
    out: *mut *mut duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` can be read, `ids` has `count` values, `out` can be
        // written.
        let (set, out, ids) =
            unsafe { (shared(set, "set")?, output(out, "out")?, slice(ids, count, "ids")?) };
        let kept = set.set.filter(kind_of(kind)?, ids)?;
        out.hand_out(duel_set::new(kept));
        Ok(())
    })
}
