//! Sequential tests of two candidates.

use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use duel::claims::{sprt, Decision, Elo, Sprt};
use duel::error::{Error, Result};

/// Scale of Elo.
pub type duel_elo_scale = i32;
/// Of the mean result s, from 0 to 1: s = 1 / (1 + 10^(-elo / 400)).
pub const DUEL_ELO_LOGISTIC: duel_elo_scale = 0;
/// Of the mean result less one half, in standard deviations of the result of one comparison: that times
/// 800 / ln 10. It does not depend on how many ties there are.
pub const DUEL_ELO_NORMALIZED: duel_elo_scale = 1;

/// The result of a sequential test.
pub type duel_decision = i32;
/// Go on.
pub const DUEL_DECISION_OPEN: duel_decision = 0;
/// Stop: the candidate is at least elo1 better (H1 is accepted).
pub const DUEL_DECISION_H1: duel_decision = 1;
/// Stop: the candidate is at most elo0 better (H0 is accepted).
pub const DUEL_DECISION_H0: duel_decision = -1;

/// A sequential probability ratio test. Zero the struct and set struct_size and elo1; zero is the default of every
/// other field.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_sprt_options {
    /// sizeof(duel_sprt_options).
    pub struct_size: usize,
    /// H0: the candidate is at most so much better.
    pub elo0: f64,
    /// H1: it is at least so much better; larger than elo0.
    pub elo1: f64,
    /// Probability of accepting H1 where it is no better than elo0; 0: 0.05.
    pub alpha: f64,
    /// Probability of accepting H0 where it is as good as elo1; 0: 0.05.
    pub beta: f64,
    /// DUEL_ELO_LOGISTIC (default) or DUEL_ELO_NORMALIZED.
    pub elo_scale: i32,
    /// Must be zero.
    pub reserved: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_sprt_options {
    const NAME: &'static str = "duel_sprt_options";
    const FIRST: usize = 48;
}

const _: () = assert!(std::mem::size_of::<duel_sprt_options>() == 48);

/// Where a sequential test stands.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_sprt_facts {
    /// sizeof(duel_sprt_facts); set it before the call.
    pub struct_size: usize,
    /// DUEL_DECISION_OPEN, _H1 or _H0.
    pub decision: i32,
    /// Zero.
    pub reserved: i32,
    /// Logarithm of the likelihood ratio of H1 to H0.
    pub log_ratio: f64,
    /// H0 is accepted where the ratio is at or below it: log(beta / (1 - alpha)).
    pub lower: f64,
    /// H1 is accepted where the ratio is at or above it: log((1 - beta) / alpha).
    pub upper: f64,
    /// Mean result of the counts, 0 to 1.
    pub mean: f64,
    /// The mean result in Elo of the scale that was asked for; infinite where all was won or lost.
    pub elo: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_sprt_facts {
    const NAME: &'static str = "duel_sprt_facts";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_sprt_facts>() == 56);

/// The sequential probability ratio test of a candidate against another, valid however often it is evaluated, which
/// stops when it is clear whether the candidate is better.
///
/// The counts are of independent units (one pair of items in a context), from the worst for the candidate to the best:
/// 3 of single comparisons (loss, tie, win), or 5 of pairs of comparisons in both orders, by the sum of the two
/// results (0, 1/2, 1, 3/2, 2). The ratio is the generalised one: the probabilities of all results are fitted under
/// each hypothesis by maximum likelihood, in DUEL_ELO_NORMALIZED by a fixed point (Van den Bergh, "support MLE" and
/// "normalized Elo", as fishtest and fastchess compute it); a count of zero stands as 0.001. Wald's bounds are
/// approximate, on the cautious side, and the ratio needs some tens of units to follow its distribution. It is no e-value, and
/// no interval of a fixed number of units holds after it has stopped.
/// @param counts count counts, finite and not negative, not all zero (else DUEL_ERR_ARGUMENT).
/// @param count 3 or 5.
/// @param options elo1 has no default: not NULL. DUEL_ERR_ARGUMENT unless elo0 < elo1 and alpha + beta < 1.
///   DUEL_ERR_NUMERIC where the fixed point does not settle, or no results are as good as that.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_counts_sprt(
    counts: *const f64,
    count: usize,
    options: *const duel_sprt_options,
    out: *mut duel_sprt_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `counts` has `count` values, `out` can be
        // written.
        let (test, counts, out) =
            unsafe { (sprt_options(options)?, slice(counts, count, "counts")?, output_struct(out)?) };
        let found = sprt(counts, &test)?;
        let facts = duel_sprt_facts {
            struct_size: std::mem::size_of::<duel_sprt_facts>(),
            decision: match found.decision {
                Decision::GoOn => DUEL_DECISION_OPEN,
                Decision::Better => DUEL_DECISION_H1,
                Decision::NotBetter => DUEL_DECISION_H0,
            },
            reserved: 0,
            log_ratio: found.ratio,
            lower: found.lower,
            upper: found.upper,
            mean: found.mean,
            elo: found.elo,
        };
        out.write(&facts);
        Ok(())
    })
}

unsafe fn sprt_options(options: *const duel_sprt_options) -> Result<Sprt> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let o = unsafe { read_struct(options) }?;
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    let rate = |rate: f64| if rate == 0.0 { 0.05 } else { rate };
    Ok(Sprt {
        scale: choice(&Elo::ALL, o.elo_scale, "elo_scale")?,
        elo0: o.elo0,
        elo1: o.elo1,
        alpha: rate(o.alpha),
        beta: rate(o.beta),
    })
}
