//! Questions about judges that a fitted model answers.

use super::callbacks;
use super::fields::read_for;
use super::fit::{count, duel_model_options, read_fit};
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::duel_table;
use super::validate::{duel_validation_options, read_plan};
use duel::assess::{
    self, leave_one_judge_out, scores_without, select_rank, Consensus, Selection, Simulation, CONSENSUS,
    RANKS, WITHOUT,
};
use duel::inference;
use duel::model::{two_step, Quantity, View};
use duel::progress::Progress;
use duel::room::Gather as _;
use duel::table::TableFacts;
use std::ffi::CString;

/// Sensitivities of judges where the covariates that they depend on have given values: gamma_k exp(beta_k . x), a
/// curve over x, by the delta method; intervals are formed on the logarithm where the sensitivity is positive. For
/// a band over a whole curve ask for DUEL_INTERVALS_SIMULTANEOUS with the points of that curve.
/// @param judges ids of judges of the model.
/// @param judge_count number of judges.
/// @param values points x covariates, row-major: values of the sensitivity covariates, in their order.
/// @param points number of rows of values.
/// @param options NULL: all defaults.
/// @param out receives the table: all points of the first judge, then of the next. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_sensitivities(
    model: *const duel_model,
    judges: *const u32,
    judge_count: usize,
    values: *const f64,
    points: usize,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_sensitivities")?, output(out, "out")?) };
        let (_, covariates) = request.model.shape(Quantity::SensitivitySlopes)?;
        // SAFETY: the caller promises (lib.rs) that `judges` has `judge_count` values, `values` has `points *
        // covariates` values.
        let (judges, values) = unsafe {
            (slice(judges, judge_count, "judges")?, slice(values, checked(points, covariates)?, "values")?)
        };
        checked(checked(judge_count, points)?, 4)?;
        let judges: Vec<usize> = judges.iter().map(|&k| k as usize).gathered();
        let watch = &mut |now: &_| request.callbacks.report(now);
        let curves = inference::sensitivity_curves(request.model, &judges, values, &request.options, watch)?;
        let rows = inference::curve_points(&judges, points, &curves);
        request.hand_out(&inference::SENSITIVITIES, &rows, out)
    })
}

/// Consensus of the judges.
pub type duel_consensus = i32;
/// The mean of the judges' strengths, mu of the model.
pub const DUEL_CONSENSUS_MEAN: duel_consensus = 0;
/// The mean of the judges' strengths weighted by the inverse of each judge's mean variance, so that a judge
/// with imprecise strengths does not dominate. Errors take the weights as known.
pub const DUEL_CONSENSUS_PRECISION: duel_consensus = 1;
/// The median of the judges' strengths, item by item; of an even number the mean of the middle two. Errors
/// are those of the judges in the middle.
pub const DUEL_CONSENSUS_MEDIAN: duel_consensus = 2;

/// The consensus of the judges, other than the plain mean (an unweighted average of strengths
/// whose precision may differ widely: a judge with an extreme sensitivity dominates it). Means sum to zero as scores do; medians need not.
/// DUEL_ERR_UNSUPPORTED for pooled strength.
/// @param consensus DUEL_CONSENSUS_MEAN, _PRECISION or _MEDIAN.
/// @param options NULL: all defaults.
/// @param out receives the table.
/// @param weights NULL, or judges x 1: receives the weight of every judge; NaN with the median.
/// @param weight_capacity number of doubles that fit in weights. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_consensus(
    model: *const duel_model,
    consensus: duel_consensus,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
    weights: *mut f64,
    weight_capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written,
        // `weights` has room for `weight_capacity`.
        let (request, out, weights) = unsafe {
            (
                Request::read(model, options, "duel_model_consensus")?,
                output(out, "out")?,
                optional_array(weights, weight_capacity, "weights"),
            )
        };
        let which = choice(&Consensus::ALL, consensus, "consensus")?;
        if let Some(weights) = &weights {
            weights.check(request.model.layout.judges)?;
        }
        let watch = &mut |now: &Progress| request.callbacks.report(now);
        let (estimates, found) = assess::consensus(request.model, which, &request.options, watch)?;
        let rows: Vec<_> = estimates.into_iter().enumerate().gathered();
        request.hand_out(&CONSENSUS, &rows, out)?;
        if let Some(weights) = weights {
            weights.write(&found);
        }
        Ok(())
    })
}

/// The ranking without each judge: the model is fitted once for every judge of the set, to the votes of the others.
/// The effect of leaving out a judge is that judge's influence; see DUEL_QUANTITY_DISAGREEMENT_NORMS and duel_model_judges for why.
/// The rank of a disagreement that fewer judges cannot have is cut down to what they can.
/// @param options the fit, as for duel_model_fit; NULL: all defaults. cancel and progress are used in every fit.
/// @param out receives the table: all items without the first judge, then without the next. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_leave_one_judge_out(
    set: *const duel_set,
    options: *const duel_model_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `out` can be written.
        let (set, out, (specification, callbacks)) = unsafe {
            (shared(set, "set")?, output(out, "out")?, read_fit(options, "duel_set_leave_one_judge_out")?)
        };
        checked(checked(set.set.judges(), set.set.items())?, 4)?;
        callbacks.check()?;
        let watch = &mut |now: &Progress| callbacks.report(now);
        let found = leave_one_judge_out(&set.set, &specification, &View::default(), watch)?;
        set.hand_out(&WITHOUT, &scores_without(&found), TableFacts::default(), out)
    })
}

/// How many directions of disagreement: fits ranks 0 to max_rank of DUEL_STRENGTH_DISAGREEMENT, the other choices as given.
/// One line of evidence a column; they need not agree. Where the least bic and the least aic are of different ranks, the notes of
/// the table begin with fragile_rank: intervals by judge at the rank of the least bic would be too short; duel_model_average
/// allows for the choice. Cross-validation is what the paper uses (arXiv:2605.05073).
/// @param max_rank the highest rank, at most min(judges - 1, items - 2), of two judges or more.
/// @param replicates data sets to draw for the likelihood ratio of each rank against the next, each from the smaller
///   model and fitted with both; 0: none. Needs a model of ties (not DUEL_TIES_HALF).
/// @param seed of these.
/// @param threads of these; 0: one.
/// @param fit the fit, as for duel_model_fit, without strength and rank. NULL: all defaults. Its cancel and progress serve
///   the whole call.
/// @param validation NULL: no cross-validation; else how to hold out.
/// @param out receives the table, from no direction to max_rank. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_select_rank(
    set: *const duel_set,
    max_rank: i32,
    replicates: usize,
    seed: u64,
    threads: i32,
    fit: *const duel_model_options,
    validation: *const duel_validation_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `fit` can be read, `out` can be written.
        let (set, out, (specification, callbacks)) =
            unsafe { (shared(set, "set")?, output(out, "out")?, read_fit(fit, "duel_set_select_rank")?) };
        let most = count(max_rank, "max_rank")?;
        let threads = callbacks::threads(threads)?;
        // SAFETY: the caller promises (lib.rs) that `validation` can be read.
        let plan = match unsafe { read_for("duel_set_select_rank", validation) }? {
            Some(options) => Some(read_plan(&options)?),
            None => None,
        };
        callbacks.check()?;
        let simulation = (replicates > 0).then_some(Simulation { replicates, seed, threads });
        let watch = &mut |now: &Progress| callbacks.report(now);
        let selection = Selection { most, plan, simulation };
        let rows = select_rank(&set.set, &specification, &selection, watch)?;
        let notes = CString::new(assess::note_of_ranks(&rows)).unwrap_or_default();
        let facts = TableFacts { replicates: replicates as f64, notes, ..TableFacts::default() };
        set.hand_out(&RANKS, &rows, facts, out)
    })
}

/// Scores of judges: each judge's own, from its own votes alone.
pub const DUEL_JUDGE_WISE: i32 = -1;

/// Baselines to hold a fit with disagreement against: every judge's own Bradley-Terry scores (with a ridge of .01 where
/// they would not be finite), or these cut down by their singular values to the rank that a consensus and `rank`
/// directions of disagreement have (the two-step estimator of arXiv:2605.05073). No intervals.
/// @param rank DUEL_JUDGE_WISE, or the number of directions.
/// @param options of the fit what concerns votes and penalties; NULL: all defaults.
/// @param out judges x items, each judge's scores summing to zero.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_judge_scores(
    set: *const duel_set,
    rank: i32,
    options: *const duel_model_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `out` has room for `capacity`.
        let (set, out, (specification, callbacks)) = unsafe {
            (
                &shared(set, "set")?.set,
                output_array(out, capacity, "out"),
                read_fit(options, "duel_set_judge_scores")?,
            )
        };
        let rank = match rank {
            DUEL_JUDGE_WISE => None,
            rank => Some(count(rank, "rank")?),
        };
        let judges = set.judges() + usize::from(set.has_anonymous_judge());
        out.check(checked(judges, set.items())?)?;
        callbacks.check()?;
        let table = two_step(set, &specification, rank, &mut |now: &Progress| callbacks.report(now))?;
        out.write(&table);
        Ok(())
    })
}
