//! Ranks and what differences of scores allow to be said: probabilities, groups, planning,
//! quasi-variances.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use super::table::duel_table;
use duel::inference::{self, PlanningQuestion, Quasi};
use duel::progress::Progress;
use duel::room::Gather as _;

/// Probabilities of ranks under the normal distribution of the scores: draws of all scores about their
/// estimates, with their covariance, are ranked (rank 1 is the highest score; equal scores share the
/// ranks they take together in equal parts). The draws and the seed are those of the options; the
/// Monte Carlo standard error of a probability p is sqrt(p (1 - p) / draws). One thread does the work.
/// With a bootstrap in the options its replicates are the draws. Where standard errors are sampled (errors), as by default
/// beyond 5000 parameters, every draw is solved for, and draws is 1000 if it is 0; the matrix of all items and ranks may
/// then be too large, which duel_model_rank_summary has no need of.
///
/// An item whose score is not identified, or diverges, has no rank, nor have items outside the
/// largest component of disconnected data: their numbers are NaN, and ranks are among the other items.
/// @param options NULL: all defaults.
/// @param out items x items, row-major: in row i the probability of rank r + 1 in column r.
/// @param capacity number of doubles that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_rank_probabilities(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` has room for `capacity`.
        let (request, out) = unsafe {
            (
                Request::read(model, options, "duel_model_rank_probabilities")?,
                output_array(out, capacity, "out"),
            )
        };
        let items = request.model.layout.items;
        out.check(checked(items, items)?)?;
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let distribution = inference::rank_probabilities(request.model, &request.options, &mut watch)?;
        out.write(&distribution.probabilities());
        Ok(())
    })
}

/// The distributions of the ranks of duel_model_rank_probabilities in a few numbers. For ranges that hold for all items at once
/// see duel_estimate_ranks.
/// @param options NULL: all defaults.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_rank_summary(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_rank_summary")?, output(out, "out")?) };
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let rows = inference::rank_summary(request.model, &request.options, &mut watch)?;
        let notes = inference::note_of_ranks(request.model, &request.options);
        request.hand_out_with(&inference::RANK_SUMMARY, &rows, notes, out)
    })
}

/// The probability that the true score of one item is higher than that of another: Phi((score i - score j) / standard
/// error), or Student's distribution where the options ask for it (with the fewer degrees of freedom of the two
/// scores). It is the posterior probability under a flat prior and the normal approximation of the
/// likelihood, and equals 1 - p for the one-sided p-value p. With a bootstrap, standard errors are those of the replicates.
/// @param options NULL: all defaults.
/// @param out items x items, row-major: in row i, column j that i is better than j. NaN on the
///   diagonal, between components, and for a score that diverges.
/// @param capacity number of doubles that fit in out, at least items items. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_superiority(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` has room for `capacity`.
        let (request, out) = unsafe {
            (Request::read(model, options, "duel_model_superiority")?, output_array(out, capacity, "out"))
        };
        let items = request.model.layout.items;
        out.check(checked(items, items)?)?;
        let table = inference::superiority(request.model, &request.options, &mut |now| {
            request.callbacks.report(now)
        })?;
        out.write(&table);
        Ok(())
    })
}

/// Groups of items without significant differences (the compact letter display of Piepho 2004). Two items
/// share a group if and only if their difference is not significant in the simultaneous comparison of
/// all pairs, the one that duel_estimate_ranks makes; no group is part of another; the group of the best item
/// comes first. An item whose score is not identified is in every group.
///
/// More than 10 000 groups, which contrived data can have, are DUEL_ERR_SIZE.
/// @param options NULL: all defaults. intervals: DUEL_INTERVALS_BONFERRONI, or else the distribution of the largest
///   difference.
/// @param out receives the table: a row for each item of each group. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_compact_letters(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_compact_letters")?, output(out, "out")?) };
        let lists = inference::compact_letters(request.model, &request.options, &mut |now| {
            request.callbacks.report(now)
        })?;
        request.hand_out(&inference::COMPACT_LETTERS, &inference::members(&lists), out)
    })
}

/// How many more comparisons a gap between two items needs, so that a two-sided test at the level finds
/// it with the power.
///
/// The standard error aimed at is |gap| / (z(1 - (1 - level) / 2) + z(power)), z the normal quantile: the
/// chance of significance on the wrong side and the adjustment for many tests are left out. With the
/// whole design the variance falls as one over the number of comparisons. Comparisons of the pair alone
/// add to the information about its difference what one neutral comparison is expected to add at the
/// estimated difference (by a judge of sensitivity one, without position, the tie threshold not taken
/// as known): exact for the covariance from the information; a sandwich is taken to keep its ratio to it.
/// @param pairs count x 2, row-major: zero-based items; duel_last_error_row names a bad row.
/// @param count number of pairs.
/// @param gaps NULL: the estimated differences; else count finite differences in the unit of the
///   scores, whose signs do not matter. A gap of 0 needs infinitely many.
/// @param power probability of finding the gap, from 0.5 to less than 1; 0: 0.8.
/// @param options NULL: all defaults.
/// @param out receives the table. Needs of the whole design are, of importance weights, in effective comparisons, as
///   duel_model_facts.comparisons. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_more_comparisons(
    model: *const duel_model,
    pairs: *const usize,
    count: usize,
    gaps: *const f64,
    power: f64,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `pairs` has `count * 2`
        // values, `gaps` has `count` values, `out` can be written.
        let (request, pairs, gaps, out) = unsafe {
            (
                Request::read(model, options, "duel_model_more_comparisons")?,
                slice(pairs, checked(count, 2)?, "pairs")?,
                optional_slice(gaps, count, "gaps")?,
                output(out, "out")?,
            )
        };
        let pairs: Vec<[usize; 2]> = pairs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).gathered();
        let gaps = gaps.unwrap_or_default();
        let power = if power == 0.0 { 0.8 } else { power };
        let question = PlanningQuestion { pairs: &pairs, gaps, power };
        let needs = inference::more_comparisons(request.model, &question, &request.options)?;
        let rows: Vec<_> = pairs.iter().copied().zip(needs).gathered();
        request.hand_out(&inference::MORE_COMPARISONS, &rows, out)
    })
}

/// How well quasi-variances serve.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_quasi_facts {
    /// sizeof(duel_quasi_facts); set it before the call.
    pub struct_size: usize,
    /// The smallest relative error of the standard error of a difference by quasi-variances,
    /// sqrt((q_i + q_j) / v_ij) - 1.
    pub least_error: f64,
    /// The largest.
    pub largest_error: f64,
    /// The smallest relative error of the standard error of any contrast.
    pub least_contrast_error: f64,
    /// The largest.
    pub largest_contrast_error: f64,
}

impl duel_quasi_facts {
    pub(super) fn of(quasi: &Quasi) -> duel_quasi_facts {
        duel_quasi_facts {
            struct_size: std::mem::size_of::<duel_quasi_facts>(),
            least_error: quasi.differences[0],
            largest_error: quasi.differences[1],
            least_contrast_error: quasi.contrasts[0],
            largest_contrast_error: quasi.contrasts[1],
        }
    }
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_quasi_facts {
    const NAME: &'static str = "duel_quasi_facts";
    const FIRST: usize = 40;
}

const _: () = assert!(std::mem::size_of::<duel_quasi_facts>() == 40);

/// Quasi-variances of the scores (Firth and de Menezes 2004): the q that minimise the sum over pairs of
/// (log(q_i + q_j) - log v_ij)^2, v_ij the variance of a difference. With them a reader can test any two
/// items from one number each: sqrt(q_i + q_j) stands for the standard error. At least three items;
/// one q may be negative, no sum of two is. Items whose differences are not known or have no variance
/// are DUEL_ERR_NOT_IDENTIFIED.
/// @param options NULL: all defaults.
/// @param out receives items quasi-variances.
/// @param capacity number of doubles that fit in out, at least items.
/// @param info NULL, or its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_quasi_variances(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
    info: *mut duel_quasi_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `info` can be written, `out`
        // has room for `capacity`.
        let (request, out, info) = unsafe {
            (
                Request::read(model, options, "duel_model_quasi_variances")?,
                output_array(out, capacity, "out"),
                optional_struct(info)?,
            )
        };
        out.check(request.model.layout.items)?;
        let quasi = inference::quasi_variances(request.model, &request.options)?;
        if let Some(info) = info {
            info.write(&duel_quasi_facts::of(&quasi));
        }
        out.write(&quasi.variances);
        Ok(())
    })
}
