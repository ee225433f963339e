//! Two items on the same tasks: exact tests, and evidence at all looks.

use super::callbacks::Callbacks;
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use duel::claims::{exact_differences, paired, Exact, Paired, Want};
use duel::error::{Error, Result};
use libc::c_void;

/// Draws of signs where there are too many patterns.
const DRAWS: usize = 99_999;

/// The question about two items on the same tasks. Zero the struct and set struct_size; zero is the default of every field. NULL
/// means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_paired_options {
    /// sizeof(duel_paired_options).
    pub struct_size: usize,
    /// The question of score_z: DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL.
    pub want: i32,
    /// Must be zero.
    pub reserved: i32,
    /// Level of the interval, and of fewest_differing; 0: 0.95.
    pub level: f64,
    /// A difference of shares that matters, not negative and less than 1; DUEL_WANT_NOT_WORSE and _EQUAL need one above zero.
    pub margin: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_paired_options {
    const NAME: &'static str = "duel_paired_options";
    const FIRST: usize = 32;
}

const _: () = assert!(std::mem::size_of::<duel_paired_options>() == 32);

/// The answers about two items on the same tasks.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_paired_facts {
    /// sizeof(duel_paired_facts); set it before the call.
    pub struct_size: usize,
    /// Share of tasks that the first solved less that of the second.
    pub estimate: f64,
    /// Lower end of Tango's score interval of that difference.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
    /// McNemar's exact p-value, two-sided: min(1, 2 P(X <= min(b, c))).
    pub p: f64,
    /// Mid-p: p less P(X = min(b, c)); 1 where b = c. Errs a little more often than it says.
    pub p_mid: f64,
    /// One-sided p-value against the first being no better: P(X >= b).
    pub p_larger: f64,
    /// One-sided p-value where the first is tested because it is ahead, as a new record is: P(X >= b) / P(X > k / 2); 1 where
    /// it is not ahead.
    pub p_selective: f64,
    /// Logarithm of the e-value against "on a task where they differ either is as likely", at all looks.
    pub log_e: f64,
    /// Logarithm of the e-value against the first being no better, at all looks.
    pub log_e_larger: f64,
    /// The same where the first is tested because it is ahead: log_e_larger + log P(X > k / 2); minus infinity where it is not
    /// ahead.
    pub log_e_selective: f64,
    /// Tango's statistic of what is wanted: of the difference less the margin (DUEL_WANT_BETTER), or plus the margin (_NOT_WORSE);
    /// of _EQUAL the nearer of both. Above the normal quantile of 1 - alpha it is shown. Without a margin McNemar's z.
    pub score_z: f64,
    /// Its one-sided p-value, by the normal distribution.
    pub score_p: f64,
    /// Tasks on which the two differ, k.
    pub differing: usize,
    /// The fewest differing tasks with which p can be 1 - level at all: with fewer no result is significant.
    pub fewest_differing: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_paired_facts {
    const NAME: &'static str = "duel_paired_facts";
    const FIRST: usize = 120;
}

const _: () = assert!(std::mem::size_of::<duel_paired_facts>() == 120);

/// Two items on the same tasks, each of which they solved or not: exact tests on the tasks on which they differ, an interval, and
/// e-values that hold at all looks from the first task on. No approximation but that of the interval and of score_z.
///
/// With b tasks that only the first solved, c only the second, k = b + c, X is binomial with k trials of probability 1/2 under
/// "where they differ either is as likely" (McNemar). The interval is Tango's (1998), which covers at 20 tasks as well. The e-values
/// are those of Jeffreys' mixture, log E = k log 2 + log B(b + 1/2, c + 1/2) - log pi and log E+ = log E + log 2 + log I_1/2(c + 1/2,
/// b + 1/2), I the regularised incomplete beta function. Tasks are taken as independent: where they come in groups see
/// duel_differences_exact.
/// @param only_first tasks that the first solved and the second did not.
/// @param only_second tasks that the second solved and the first did not.
/// @param tasks all tasks, at least 1. DUEL_ERR_ARGUMENT, with the name and the number, for a count that is negative, not
///   whole, not a number, above 1e12, or where more tasks differ than there are.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_counts_paired(
    only_first: f64,
    only_second: f64,
    tasks: f64,
    options: *const duel_paired_options,
    out: *mut duel_paired_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `out` can be written.
        let (given, out) = unsafe { (read_options(options)?, output_struct(out)?) };
        let (want, level, margin) = match given {
            Some(o) => {
                zero(o.reserved)?;
                (choice(&Want::ALL, o.want, "want")?, or(o.level, 0.95), o.margin)
            }
            None => (Want::Better, 0.95, 0.0),
        };
        let found = paired(&Paired { only_first, only_second, tasks, level, want, margin })?;
        out.write(&duel_paired_facts {
            struct_size: std::mem::size_of::<duel_paired_facts>(),
            estimate: found.estimate,
            lower: found.interval[0],
            upper: found.interval[1],
            p: found.p,
            p_mid: found.p_mid,
            p_larger: found.p_larger,
            p_selective: found.p_selective,
            log_e: found.log_e,
            log_e_larger: found.log_e_larger,
            log_e_selective: found.log_e_selective,
            score_z: found.score_z,
            score_p: found.score_p,
            differing: found.differing as usize,
            fewest_differing: found.fewest as usize,
        });
        Ok(())
    })
}

/// The question about differences. Zero the struct and set struct_size; zero is the default of every field. NULL means all
/// defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_exact_options {
    /// sizeof(duel_exact_options).
    pub struct_size: usize,
    /// The question of log_e: DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL.
    pub want: i32,
    /// Must be zero.
    pub reserved: i32,
    /// Level of the interval, and of fewest_differing; 0: 0.95.
    pub level: f64,
    /// A mean difference that matters, in the unit of the differences, not negative and less than upper_bound - lower_bound;
    /// DUEL_WANT_NOT_WORSE and _EQUAL need one above zero. Only with bounds.
    pub margin: f64,
    /// The least score there can be. Where it and upper_bound are 0, scores have no bounds: log_e and the interval are NaN.
    pub lower_bound: f64,
    /// The largest score there can be: 1 of shares and of 0/1.
    pub upper_bound: f64,
    /// Draws of signs where more than 20 differences are not 0, at most 100 000 000; 0: 99 999.
    pub draws: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then while signs are drawn: fraction is the share of the draws, iteration how many 256 draws;
    /// objective and gradient are NaN.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_exact_options {
    const NAME: &'static str = "duel_exact_options";
    const FIRST: usize = 88;
}

const _: () = assert!(std::mem::size_of::<duel_exact_options>() == 88);

/// The answers about differences.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_exact_facts {
    /// sizeof(duel_exact_facts); set it before the call.
    pub struct_size: usize,
    /// The mean difference.
    pub estimate: f64,
    /// Lower end of the interval of the mean at all looks; NaN without bounds of scores.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
    /// Two-sided p-value: the share of patterns of signs whose sum is as far from 0 as that of the data.
    pub p: f64,
    /// One-sided p-value against the first being no better: the share whose sum is as large.
    pub p_larger: f64,
    /// One-sided p-value where the first is tested because it is ahead: the share among the patterns whose sum is positive; 1
    /// where it is not ahead.
    pub p_selective: f64,
    /// Logarithm of the e-value of what is wanted, at all looks; of DUEL_WANT_EQUAL the smaller of those of its two sides. NaN
    /// without bounds of scores.
    pub log_e: f64,
    /// Differences that are not 0.
    pub differing: usize,
    /// The fewest with which p can be 1 - level at all: with fewer no result is significant.
    pub fewest_differing: usize,
    /// Patterns of signs that were looked at: 2^differing, or the draws with the data counted as one of them.
    pub patterns: usize,
    /// 1 if all patterns were looked at, 0 if they were drawn.
    pub is_exact: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_exact_facts {
    const NAME: &'static str = "duel_exact_facts";
    const FIRST: usize = 96;
}

const _: () = assert!(std::mem::size_of::<duel_exact_facts>() == 96);

/// Differences of two items on the same units, exactly: p-values by flips of their signs, and of scores within bounds an e-value and
/// an interval that hold at all looks and assume no distribution.
///
/// The p-values are exact if the difference of every unit is as likely to be d as -d, whatever its size: up to 20 differences that
/// are not 0 by all patterns of signs, beyond by draws, with the data counted as one. On differences of 0/1 they are McNemar's
/// (duel_counts_paired). The units are what is independent: tasks, or, where tasks come in groups that are a sample (repositories,
/// competitions), the sum of the differences of each group for p, its mean for the interval of the mean over groups.
///
/// The e-value bets on differences d over the width of the bounds, within [-1, 1]: against a mean of at most mu, E = mean over j of
/// prod (1 + l_j (d - mu)), l_j = (j - 1/2) / 64 / (1 + mu), j = 1 to 64 (Waudby-Smith and Ramdas 2024). The order of units does not
/// matter. E falls in mu; lower is the mu where E = 2 / (1 - level), upper that of the differences with their signs reversed.
/// @param differences count differences, the first item less the second; 0 where they are alike. NaN is refused with its row:
///   leave out units without a difference, or give what a missing score means.
/// @param count at least 1.
/// @param options NULL: all defaults. DUEL_ERR_DATA, with the row, for a difference that scores within the bounds cannot
///   have; DUEL_ERR_ARGUMENT for bounds in the wrong order, and for a margin without bounds.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_differences_exact(
    differences: *const f64,
    count: usize,
    options: *const duel_exact_options,
    out: *mut duel_exact_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `differences` has `count` values, `out` can be
        // written.
        let (given, differences, out) = unsafe {
            (read_options(options)?, slice(differences, count, "differences")?, output_struct(out)?)
        };
        let (asked, callbacks) = exact_options(given.as_ref())?;
        callbacks.check()?;
        let found = exact_differences(differences, &asked, &mut |now| callbacks.report(now))?;
        out.write(&duel_exact_facts {
            struct_size: std::mem::size_of::<duel_exact_facts>(),
            estimate: found.estimate,
            lower: found.interval[0],
            upper: found.interval[1],
            p: found.p,
            p_larger: found.p_larger,
            p_selective: found.p_selective,
            log_e: found.log_e,
            differing: found.differing,
            fewest_differing: found.fewest as usize,
            patterns: found.patterns,
            is_exact: found.is_exact.into(),
            reserved: 0,
        });
        Ok(())
    })
}

fn exact_options(given: Option<&duel_exact_options>) -> Result<(Exact, Callbacks)> {
    let plain = Exact { level: 0.95, want: Want::Better, margin: 0.0, bounds: None, draws: DRAWS, seed: 0 };
    let Some(o) = given else { return Ok((plain, Callbacks::absent())) };
    zero(o.reserved)?;
    if o.draws > 100_000_000 {
        return Err(Error::Argument(format!("draws is {}; it must be at most 100000000", o.draws)));
    }
    let has_bounds = o.lower_bound != 0.0 || o.upper_bound != 0.0;
    let asked = Exact {
        level: or(o.level, 0.95),
        want: choice(&Want::ALL, o.want, "want")?,
        margin: o.margin,
        bounds: has_bounds.then_some([o.lower_bound, o.upper_bound]),
        draws: if o.draws == 0 { DRAWS } else { o.draws },
        seed: o.seed,
    };
    Ok((asked, Callbacks::new(o.cancel, o.progress, o.user)))
}

/// A number, or the default that zero stands for.
pub(super) fn or(value: f64, default: f64) -> f64 {
    if value == 0.0 {
        default
    } else {
        value
    }
}

/// A field that has no meaning yet.
pub(super) fn zero(reserved: i32) -> Result<()> {
    if reserved == 0 {
        return Ok(());
    }
    Err(Error::Argument(format!("reserved is {reserved}; it must be zero")))
}
