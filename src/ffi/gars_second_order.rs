//! Nonparametric ranking scores: what is left of second order.

use super::fields::read_for;
use super::gars::duel_gars;
use super::gars_contexts::{duel_gars_contexts, Contexts};
use super::guard::guard;
use super::learner::{duel_nuisance_options, Lesson};
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::comparisons::Set;
use duel::error::{Error, Result};
use duel::gars::{GARS_WARNINGS, REMAINDER};
use duel::progress::Progress;

/// Whether scores that are not linear in mu are corrected to the second order.
///
/// With known propensities psi leaves such a score the bias -E d2F(m)[mu - m, mu - m] / 2, m the probabilities that were
/// predicted: mistakes of the learner, squared. At 500 to 2 000 contexts that is half an error, and intervals of 95 % hold .87
/// to .92. Labels of the fold of a context, which its learner has not seen, say where it is off: their residuals
/// are regressed on functions of pair and context, without the context itself, and d2F(m)[h, that] / 2 is added to psi.
/// Standard errors are those of the sum, with the variance of the correction once more.
pub type duel_second_order = i32;
/// Bradley-Terry scores, their softmax, rank centrality, functions of one's own, and, with a temperature of at least
/// 0.05, Copeland and shares are corrected where contexts are independent and come with folds of at least 20 labels each.
/// Where they do not, duel_gars_warnings says so. Scores that are linear need no correction; Kullback-Leibler and Brier
/// miscalibration and scores restricted to Bradley-Terry have none.
pub const DUEL_SECOND_ORDER_AUTO: duel_second_order = 0;
/// No correction, and no warning.
pub const DUEL_SECOND_ORDER_OFF: duel_second_order = 1;
/// As with DUEL_SECOND_ORDER_AUTO, but contexts without folds are DUEL_ERR_NULL, folds of too few labels DUEL_ERR_DATA, and
/// clusters DUEL_ERR_UNSUPPORTED.
pub const DUEL_SECOND_ORDER_ON: duel_second_order = 2;

/// The functions that residuals are regressed on for the second-order correction.
pub type duel_residual_basis = i32;
/// The full basis, with as many of the features, from the first, as leave five labels of a fold to a function; the short one for
/// scores of which that makes errors more than 1.6 times as large as without a correction.
pub const DUEL_RESIDUAL_BASIS_AUTO: duel_residual_basis = 0;
/// An indicator of every ordered pair, and splines of the log odds of the score of the item shown first. Narrower, and enough
/// for a good learner.
pub const DUEL_RESIDUAL_BASIS_SHORT: duel_residual_basis = 1;
/// With polynomials of degree 1 to 3 of all features, for every item.
pub const DUEL_RESIDUAL_BASIS_FULL: duel_residual_basis = 2;

/// Learns the probabilities of contexts from their labels, in several random splits into folds, and adds the contexts, with
/// scores that are not linear corrected to the second order: the estimate is the mean of those of the splits, and its covariance
/// the mean of theirs. All contexts are added, or none. A split costs a call of duel_nuisance_fit and, for a label, about the
/// square of the number of functions of the basis.
/// @param contexts as in duel_gars_add, without mu; fold and features are those of the learners.
/// @param splits number of splits, at most 100; 0: three where scores are corrected, else one, and then more are
///   DUEL_ERR_ARGUMENT.
/// @param options how to learn, as in duel_nuisance_fit, of the same items, categories and pairs. Propensities are those of the
///   labels. The seeds of the splits are seed, seed + 1, ... @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_learn(
    gars: *mut duel_gars,
    contexts: *const duel_gars_contexts,
    splits: i32,
    options: *const duel_nuisance_options,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` is the call's alone, and `options` can be read.
        let (gars, o) = unsafe { (exclusive(gars, "gars")?, read_for("duel_gars_learn", options)?) };
        let o = o.ok_or_else(|| Error::Null("options is NULL".into()))?;
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        let given = unsafe { Contexts::read(contexts, &gars.accumulator, false) }?;
        let splits = count(splits)?;
        // SAFETY: the caller promises (lib.rs) that the arrays of its options have the values they say.
        let lesson = unsafe { Lesson::read(&o, &given) }?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        gars.accumulator.learn(&given.batch(), &lesson.training(), &lesson.options, splits, &mut watch)
    })
}

fn count(splits: i32) -> Result<usize> {
    usize::try_from(splits)
        .map_err(|_| Error::Argument(format!("splits is {splits}; it must not be negative")))
}

/// The second-order correction of every value, and how large it is in errors: above 1 the learner is off by more than
/// the error of the score. Mistakes that the basis cannot describe are not seen.
/// @param out receives the table: a row for every value of every functional. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_remainder(
    gars: *const duel_gars,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `out` can be written.
        let (a, out) = unsafe { (&shared(gars, "gars")?.accumulator, output(out, "out")?) };
        hand_out_rows(&REMAINDER, &a.remainder()?, &Set::new(), out)
    })
}

/// Warnings about the scores, in sentences with figures: that there is no second-order correction where there should be one, or
/// that it is larger than the error.
/// @param out receives the table: a row for each warning, none where there is nothing to say. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_warnings(
    gars: *const duel_gars,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `out` can be written.
        let (a, out) = unsafe { (&shared(gars, "gars")?.accumulator, output(out, "out")?) };
        hand_out_rows(&GARS_WARNINGS, &a.warnings()?, &Set::new(), out)
    })
}
