//! Questions about judges that a fitted model answers.

use super::fit::{count, duel_model_options, read_fit};
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Asked};
use super::set::duel_set;
use super::status::duel_status;
use super::validate::{duel_validation_options, read_plan};
use duel::assess::{
    consensus, leave_one_judge_out, select_rank, Consensus, Rank, Selection, Simulation, Without,
};
use duel::error::Error;
use duel::inference;
use duel::model::{two_step, Quantity, View};
use duel::solve::Progress;

/// Sensitivities of judges where the covariates that they depend on have given values: gamma_k exp(beta_k . x), a
/// curve over x, by the delta method; intervals are formed on the logarithm where the sensitivity is positive. For
/// a band over a whole curve ask for DUEL_INTERVALS_SIMULTANEOUS with the points of that curve.
/// @param judges ids of judges of the model.
/// @param judge_count number of judges.
/// @param values points x covariates, row-major: values of the sensitivity covariates, in their order.
/// @param points number of rows of values.
/// @param options NULL: all defaults.
/// @param out judge_count x points x 4: estimate, standard error, lower and upper end.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_sensitivities(
    model: *const duel_model,
    judges: *const u32,
    judge_count: usize,
    values: *const f64,
    points: usize,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let (_, covariates) = asked.model.shape(Quantity::SensitivitySlopes)?;
        let judges = unsafe { slice(judges, judge_count, "judges") }?;
        let values = unsafe { slice(values, checked(points, covariates)?, "values") }?;
        room(out, capacity, checked(checked(judge_count, points)?, 4)?, "out")?;
        let judges: Vec<usize> = judges.iter().map(|&k| k as usize).collect();
        let watch = &mut |now: &_| asked.host.tell(now);
        let table = inference::sensitivity_curves(asked.model, &judges, values, &asked.options, watch)?;
        unsafe { write(table.as_flattened(), out) };
        Ok(())
    })
}

/// Consensus of the judges.
pub type duel_consensus = i32;
/// The mean of the judges' strengths, mu of the model.
pub const DUEL_CONSENSUS_MEAN: duel_consensus = 0;
/// The mean of the judges' strengths weighted by the inverse of each judge's mean variance, so that a judge
/// whose strengths are hardly determined does not dominate. Errors take the weights as known.
pub const DUEL_CONSENSUS_PRECISION: duel_consensus = 1;
/// The median of the judges' strengths, item by item; of an even number the mean of the middle two. Errors
/// are those of the judges in the middle.
pub const DUEL_CONSENSUS_MEDIAN: duel_consensus = 2;

/// What the judges agree on, otherwise than by the plain mean (which is an unweighted average of what may be very
/// unequally known: a judge who all but never errs dominates it). Means sum to zero as scores do; medians need not.
/// DUEL_ERR_UNSUPPORTED for pooled strength.
/// @param which DUEL_CONSENSUS_MEAN, _PRECISION or _MEDIAN.
/// @param options NULL: all defaults. The scale and the gauge of the scores are not looked at.
/// @param out items x 4: estimate, standard error, lower and upper end.
/// @param capacity number of doubles that fit in out.
/// @param weights NULL, or judges x 1: receives the weight of every judge; NaN with the median.
/// @param weight_capacity number of doubles that fit in weights. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_consensus(
    model: *const duel_model,
    which: duel_consensus,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
    weights: *mut f64,
    weight_capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let which = choice(&Consensus::ALL, which, "which")?;
        room(out, capacity, checked(asked.model.frame.items, 4)?, "out")?;
        if !weights.is_null() {
            room(weights, weight_capacity, asked.model.frame.judges, "weights")?;
        }
        let watch = &mut |now: &Progress| asked.host.tell(now);
        let (table, found) = consensus(asked.model, which, &asked.options, watch)?;
        unsafe { write(table.as_flattened(), out) };
        if !weights.is_null() {
            unsafe { write(&found, weights) };
        }
        Ok(())
    })
}

/// The ranking without each judge: the model is fitted once for every judge of the set, to the votes of the others.
/// What a judge's absence moves is that judge's influence; see DUEL_QUANTITY_DISAGREEMENT_NORMS and duel_model_judges for why.
/// The rank of a disagreement that fewer judges cannot have is cut down to what they can.
/// @param options the fit, as for duel_model_fit; NULL: all defaults. cancel and progress are looked at in every fit.
/// @param out judges x items: consensus scores without the judge, summing to zero; NaN for items that only this judge
///   saw, and where there is no estimate.
/// @param capacity number of doubles that fit in out.
/// @param status NULL, or judges x 1: DUEL_OK, or why there is no estimate.
/// @param status_capacity number of doubles that fit in status. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_leave_one_judge_out(
    set: *const duel_set,
    options: *const duel_model_options,
    out: *mut f64,
    capacity: usize,
    status: *mut f64,
    status_capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        let (specification, host) = unsafe { read_fit(options) }?;
        room(out, capacity, checked(set.judges(), set.items())?, "out")?;
        if !status.is_null() {
            room(status, status_capacity, set.judges(), "status")?;
        }
        host.check()?;
        let watch = &mut |now: &Progress| host.tell(now);
        let found = leave_one_judge_out(set, &specification, &View::default(), watch)?;
        let table: Vec<f64> = found.iter().flat_map(|without| without.scores.iter().copied()).collect();
        let code = |without: &Without| f64::from(without.failure.as_ref().map_or(0, Error::code));
        let codes: Vec<f64> = found.iter().map(code).collect();
        unsafe { write(&table, out) };
        if !status.is_null() {
            unsafe { write(&codes, status) };
        }
        Ok(())
    })
}

/// How many directions of disagreement: fits ranks 0 to max_rank of DUEL_STRENGTH_DISAGREEMENT, the other choices as given.
/// One line of evidence a column; they need not agree. Cross-validation is what the paper uses (arXiv:2605.05073).
/// @param fit the fit, as for duel_model_fit; its strength and rank are not looked at. NULL: all defaults. Its cancel and
///   progress serve the whole call.
/// @param max_rank the highest rank, at most min(judges - 1, items - 2), of two judges or more.
/// @param validation NULL: no cross-validation; else how to hold out. Its cancel and progress are not looked at.
/// @param replicates data sets to draw for the likelihood ratio of each rank against the next, each from the smaller
///   model and fitted with both; 0: none. Needs a law of ties (not DUEL_TIES_HALF).
/// @param seed of these.
/// @param threads of these; 0: one.
/// @param out (max_rank + 1) x 12: rank; status (DUEL_OK, or why there is no estimate); sum of DUEL_FIT_ bits;
///   log-likelihood; identified dimension; AIC; BIC; mean log-likelihood of a comparison held out; its standard error;
///   scree: singular value number `rank` (from 0) of the judges' own scores less the fit of rank zero, that is what the
///   next direction is up against; twice the gain in log-likelihood of the next rank; its p-value, (1 + replicates at
///   least as large) / (1 + replicates). NaN for what was not asked for or does not exist.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_select_rank(
    set: *const duel_set,
    fit: *const duel_model_options,
    max_rank: i32,
    validation: *const duel_validation_options,
    replicates: usize,
    seed: u64,
    threads: i32,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        let (specification, host) = unsafe { read_fit(fit) }?;
        let most = count(max_rank, "max_rank")?;
        let threads = count(threads, "threads")?.max(1);
        let plan = match unsafe { read_options(validation) }? {
            Some(options) => Some(unsafe { read_plan(&options) }?),
            None => None,
        };
        room(out, capacity, checked(most.saturating_add(1), RANK_COLUMNS)?, "out")?;
        host.check()?;
        let simulation = (replicates > 0).then_some(Simulation { replicates, seed, threads });
        let watch = &mut |now: &Progress| host.tell(now);
        let found = select_rank(set, &specification, &Selection { most, plan, simulation }, watch)?;
        let table: Vec<f64> = found.iter().flat_map(rank_row).collect();
        unsafe { write(&table, out) };
        Ok(())
    })
}

/// Columns of a rank.
const RANK_COLUMNS: usize = 12;

fn rank_row(row: &Rank) -> [f64; RANK_COLUMNS] {
    let (held, error) = row.held_out.map_or((f64::NAN, f64::NAN), |average| (average.mean, average.error));
    let (statistic, p) = row.ratio.map_or((f64::NAN, f64::NAN), |ratio| (ratio.statistic, ratio.p));
    let failed = row.failure.is_some();
    [
        row.rank as f64,
        f64::from(row.failure.as_ref().map_or(0, Error::code)),
        f64::from(row.outcomes.0),
        row.log_likelihood,
        if failed { f64::NAN } else { row.dimension as f64 },
        row.aic,
        row.bic,
        held,
        error,
        row.scree,
        statistic,
        p,
    ]
}

/// Scores of judges: each judge's own, from its own votes alone.
pub const DUEL_JUDGE_WISE: i32 = -1;

/// Baselines to hold a fit with disagreement against: every judge's own Bradley-Terry scores (with a ridge of .01 where
/// they would not be finite), or these cut down by their singular values to the rank that a consensus and `rank`
/// directions of disagreement have (the two-step estimator of arXiv:2605.05073). No intervals.
/// @param options the fit, of which ties, both_bad, ridge and pseudo are looked at; NULL: all defaults.
/// @param rank DUEL_JUDGE_WISE, or the number of directions.
/// @param out judges x items, each judge's scores summing to zero.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_set_judge_scores(
    set: *const duel_set,
    options: *const duel_model_options,
    rank: i32,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let set = &unsafe { shared(set, "set") }?.set;
        let (specification, host) = unsafe { read_fit(options) }?;
        let rank = match rank {
            DUEL_JUDGE_WISE => None,
            rank => Some(count(rank, "rank")?),
        };
        let judges = set.judges() + usize::from(set.has_anonymous_judge());
        room(out, capacity, checked(judges, set.items())?, "out")?;
        host.check()?;
        let table = two_step(set, &specification, rank, &mut |now: &Progress| host.tell(now))?;
        unsafe { write(&table, out) };
        Ok(())
    })
}
