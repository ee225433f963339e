//! Judges: what a fitted model says of them.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::assess::judges::{self, Families, Thresholds, Verdicts};
use duel::error::Result;
use duel::progress::Progress;
use duel::room::Gather as _;
use duel::table::{Table, TableFacts};

/// Verdicts on a judge, as bits.
pub type duel_verdict = i32;
/// Weak. Its sensitivity is significantly below a share (weak) of the mean of all judges, or is held at
/// zero.
pub const DUEL_VERDICT_WEAK: duel_verdict = 1;
/// Opposed. Its sensitivity is negative: it prefers what the others do not.
pub const DUEL_VERDICT_OPPOSED: duel_verdict = 2;
/// Position-driven. Its first-position share, that of the item shown first among its votes with a winner, is
/// significantly below position or above 1 - position.
pub const DUEL_VERDICT_POSITION_DRIVEN: duel_verdict = 4;
/// Idiosyncratic. Its disagreement is significantly larger (by the factor idiosyncratic) than its part of
/// the consensus. Check first whether it is position-driven and the model has no position effects: a preference
/// for a position looks like a preference for items where the order of items is always the same.
pub const DUEL_VERDICT_IDIOSYNCRATIC: duel_verdict = 8;
/// Redundant. Its strengths correlate with those of another judge by more than redundant (0.99), and
/// significantly by more than 1 - 10 (1 - redundant) (0.9).
pub const DUEL_VERDICT_REDUNDANT: duel_verdict = 16;
/// Self-preferring. Items of its own family score significantly more with it than the model expects.
pub const DUEL_VERDICT_SELF_PREFERRING: duel_verdict = 32;

const _: () = assert!(
    DUEL_VERDICT_WEAK == Verdicts::WEAK.0
        && DUEL_VERDICT_OPPOSED == Verdicts::OPPOSED.0
        && DUEL_VERDICT_POSITION_DRIVEN == Verdicts::POSITION_DRIVEN.0
        && DUEL_VERDICT_IDIOSYNCRATIC == Verdicts::IDIOSYNCRATIC.0
        && DUEL_VERDICT_REDUNDANT == Verdicts::REDUNDANT.0
        && DUEL_VERDICT_SELF_PREFERRING == Verdicts::SELF_PREFERRING.0
);

/// From where on a judge stands out in duel_model_judges, and which items are its own. Zero the struct and set
/// struct_size; zero is the default of every field. NULL means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_judge_options {
    /// sizeof(duel_judge_options).
    pub struct_size: usize,
    /// Weak: a share of the mean sensitivity; 0: 0.5.
    pub weak: f64,
    /// Position-driven: a share of the votes with a winner, at most 0.5; 0: 0.2.
    pub position: f64,
    /// Idiosyncratic: disagreement over the part of the consensus; 0: 1.
    pub idiosyncratic: f64,
    /// Redundant: a correlation, at most 1; 0: 0.99.
    pub redundant: f64,
    /// NULL, or the families of items, as in duel_model_self_preference.
    pub item_families: *const i32,
    /// Number of item_families: the items of the model, or 0.
    pub item_count: usize,
    /// NULL, or the families of judges; both or neither.
    pub judge_families: *const i32,
    /// Number of judge_families: the judges of the model, or 0.
    pub judge_count: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_judge_options {
    const NAME: &'static str = "duel_judge_options";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_judge_options>() == 72);

/// Equivalence of items: the differences of all pairs with their intervals, the nearest first; unidentified pairs
/// come last. Two items are equivalent within the margin where the interval lies inside it: two one-sided tests
/// (Schuirmann 1987), each at (1 - level) / 2.
/// @param margin a difference of scores, in their unit, below which items count as equal; 0: none.
/// @param options NULL: all defaults. intervals: DUEL_INTERVALS_MARGINAL, _BONFERRONI or _SIMULTANEOUS over all
///   pairs.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_equivalence(
    model: *const duel_model,
    margin: f64,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_equivalence")?, output(out, "out")?) };
        let rows = judges::equivalence(request.model, margin, &request.options, &mut |now| {
            request.callbacks.report(now)
        })?;
        request.hand_out(&judges::EQUIVALENCE, &rows, out)
    })
}

/// Self-preference: does a judge favour items of its own family (its maker, say) beyond what the model
/// expects? Give every judge and item a family of its own for self-preference in the narrow sense.
///
/// The numbers are of the judge's comparisons of an item of its family with one of another. A model with
/// position effects separates a preference for a position from one for a family; one that has a factor for just
/// this judge and these items, as DUEL_STRENGTH_DISAGREEMENT may, leaves no residual preference (NaN).
/// Errors are robust (squared residuals, summed by context where contexts repeat) and allow for the fit;
/// DUEL_ERR_UNSUPPORTED for importance weights.
/// @param item_families one number for every item of the model; below zero: none.
/// @param item_count number of these, that of the items.
/// @param judge_families one number for every judge of the model, the anonymous one last if there is one;
///   below zero: none.
/// @param judge_count number of these, that of the judges.
/// @param options NULL: all defaults.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_self_preference(
    model: *const duel_model,
    item_families: *const i32,
    item_count: usize,
    judge_families: *const i32,
    judge_count: usize,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `item_families` has
        // `item_count` values, `judge_families` has `judge_count` values, `out` can be written.
        let (request, items, families, out) = unsafe {
            (
                Request::read(model, options, "duel_model_self_preference")?,
                slice(item_families, item_count, "item_families")?,
                slice(judge_families, judge_count, "judge_families")?,
                output(out, "out")?,
            )
        };
        let level = request.options.level;
        let rows: Vec<_> =
            judges::preferences(request.model, items, families, level)?.into_iter().enumerate().gathered();
        let facts = TableFacts { level, ..TableFacts::default() };
        let table = Table::new(&judges::PREFERENCES, &rows, &request.model.set, facts)?;
        request.callbacks.check()?;
        hand_out(table, out)
    })
}

/// The judge report: numbers and verdicts for every judge of a model, in one call.
///
/// Counts, agreement and triads are of all comparisons of the model's data; sensitivity and what follows are
/// of the model, on the scale of mean sensitivity 1. A verdict is given where an interval lies wholly
/// beyond its threshold, so that few votes are no ground for one; only DUEL_VERDICT_OPPOSED is by the
/// estimate, and DUEL_VERDICT_REDUNDANT by both. What a model does not have is missing and no ground for a verdict: sensitivities are
/// those of DUEL_STRENGTH_SENSITIVITY and DUEL_STRENGTH_DISAGREEMENT; disagreement and correlations those of DUEL_STRENGTH_DISAGREEMENT
/// (under the others strengths of all judges are in proportion); position effects those of
/// DUEL_POSITION_BY_JUDGE.
///
/// Sensitivity: Xu, Tan, Wu and Zhou, arXiv:2601.21817. Disagreement: Yu, Wang, Chen, Li and Du,
/// arXiv:2605.05073.
/// @param judge_options NULL: all defaults.
/// @param options NULL: all defaults.
/// @param out receives the table, the anonymous judge last if there is one. Its `nearest` is, of the judges with a
///   correlation above redundant, the one with the highest lower end, or else the one with the highest correlation
///   (delta method on the angle arccos r). A `consensus_share` far above 1 / judges: the consensus is mostly this judge.
///   @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_judges(
    model: *const duel_model,
    judge_options: *const duel_judge_options,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model`, `options` and `judge_options` can be read, `out` can be
        // written.
        let (request, chosen, out) = unsafe {
            (
                Request::read(model, options, "duel_model_judges")?,
                read_options(judge_options)?,
                output(out, "out")?,
            )
        };
        let (thresholds, families) = match &chosen {
            // SAFETY: the caller promises (lib.rs) that the arrays of its options have the values they say.
            Some(o) => (read_thresholds(o), unsafe { read_families(o) }?),
            None => (Thresholds::default(), None),
        };
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let rows = judges::report(request.model, &thresholds, families, &request.options, &mut watch)?;
        let rows: Vec<_> = rows.into_iter().enumerate().gathered();
        request.hand_out(&judges::JUDGES, &rows, out)
    })
}

fn read_thresholds(o: &duel_judge_options) -> Thresholds {
    let defaults = Thresholds::default();
    let or = |value: f64, default: f64| if value == 0.0 { default } else { value };
    Thresholds {
        weak: or(o.weak, defaults.weak),
        position: or(o.position, defaults.position),
        idiosyncratic: or(o.idiosyncratic, defaults.idiosyncratic),
        redundant: or(o.redundant, defaults.redundant),
    }
}

unsafe fn read_families<'a>(o: &duel_judge_options) -> Result<Families<'a>> {
    // SAFETY: the caller promises (lib.rs) that `item_families` has `item_count` values, `judge_families` has
    // `judge_count` values.
    let (items, judges) = unsafe {
        (
            slice(o.item_families, o.item_count, "item_families")?,
            slice(o.judge_families, o.judge_count, "judge_families")?,
        )
    };
    Ok((!items.is_empty() || !judges.is_empty()).then_some([items, judges]))
}
