//! Labeling policies for nonparametric scores.

use super::callbacks::{self, Callbacks};
use super::fields::read_for;
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::status::duel_status;
use duel::error::{Error, Result};
use duel::policy::{
    self, a_optimal, a_optimal_at, one_pair, one_pair_at, Budget, Drawing, Histogram, LabelValues,
    Multiplier, Outcome, Status, HISTOGRAM_LENGTH,
};
use duel::progress::Progress;
use duel::room::Gather as _;
use libc::c_void;

/// How pairs of a context are drawn.
pub type duel_drawing = i32;
/// Every pair of a context by itself, so that a context may have several labels or none.
pub const DUEL_DRAWING_INDEPENDENT: duel_drawing = 0;
/// At most one pair of a context; the propensities of a context sum to no more than 1.
pub const DUEL_DRAWING_ONE_PAIR: duel_drawing = 1;

/// Status of a policy.
pub type duel_policy_status = i32;
/// The budget is spent.
pub const DUEL_POLICY_ACTIVE: duel_policy_status = 0;
/// The floor alone spends the budget; all propensities are at the floor and lambda is
/// infinite. A budget below that is refused.
pub const DUEL_POLICY_FLOOR: duel_policy_status = 1;
/// The budget is more than can be spent to any use; lambda is 0.
pub const DUEL_POLICY_SLACK: duel_policy_status = 2;

/// How many doubles a histogram of duel_policy_histogram is.
pub const DUEL_HISTOGRAM_LENGTH: usize = 16386;

const _: () = assert!(DUEL_HISTOGRAM_LENGTH == HISTOGRAM_LENGTH);

/// The budget for labels, and its bounds. Zero the struct and set struct_size; zero is the default of every
/// field.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_policy_options {
    /// sizeof(duel_policy_options).
    pub struct_size: usize,
    /// DUEL_DRAWING_INDEPENDENT (default) or DUEL_DRAWING_ONE_PAIR.
    pub drawing: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// The least propensity of every pair on offer, 0 to 1 (of N pairs at most 1/N with
    /// DUEL_DRAWING_ONE_PAIR). Estimates divide by propensities: 0.01 keeps weights below 100.
    pub floor: f64,
    /// The budget: the mean cost per context, the sum over pairs of cost times propensity. For 2000 labels
    /// of cost 1 in 1500 contexts it is 2000 / 1500.
    pub budget: f64,
    /// Share of a uniform policy that costs as much (of no more than 1/N with DUEL_DRAWING_ONE_PAIR), mixed
    /// in: 0 (default) to 1. A guard against weights that are wrong.
    pub mix: f64,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: fraction is that of one pass over the weights, of which there are
    /// several; objective and gradient are NaN.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_policy_options {
    const NAME: &'static str = "duel_policy_options";
    const FIRST: usize = 64;
}

const _: () = assert!(std::mem::size_of::<duel_policy_options>() == 64);

/// Facts about a policy; means are over contexts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_policy_facts {
    /// sizeof(duel_policy_facts); set it before the call.
    pub struct_size: usize,
    /// DUEL_POLICY_ACTIVE, _FLOOR or _SLACK; for duel_policy_outcome and duel_policy_apply 0.
    pub status: i32,
    /// Steps made (D-optimal), else 0.
    pub iterations: i32,
    /// The multiplier of the budget; NaN for duel_policy_outcome.
    pub lambda: f64,
    /// Mean cost per context. NaN for duel_policy_lambda, as the next two.
    pub spend: f64,
    /// The mean of the sum over pairs of W / propensity: what labels add to n times the sum of the variances
    /// of the scores, beside Cov F(mu(X)) which no policy changes. Infinite where a pair that counts is
    /// never labelled.
    pub variance: f64,
    /// The same where all pairs have one propensity and the policy's spend (with DUEL_DRAWING_ONE_PAIR at
    /// most 1/N). variance / uniform is what the policy gains.
    pub uniform: f64,
    /// log determinant of the covariance, without the constant directions (D-optimal), else NaN.
    pub log_determinant: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_policy_facts {
    const NAME: &'static str = "duel_policy_facts";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_policy_facts>() == 56);

impl duel_policy_facts {
    const NOTHING: duel_policy_facts = duel_policy_facts {
        struct_size: std::mem::size_of::<duel_policy_facts>(),
        status: 0,
        iterations: 0,
        lambda: f64::NAN,
        spend: f64::NAN,
        variance: f64::NAN,
        uniform: f64::NAN,
        log_determinant: f64::NAN,
    };

    pub(super) fn of(found: Multiplier, outcome: Option<Outcome>) -> duel_policy_facts {
        let numbers = outcome.map_or([f64::NAN; 3], |o| [o.spend, o.variance, o.uniform]);
        let [spend, variance, uniform] = numbers;
        let status = match found.status {
            Status::Active => DUEL_POLICY_ACTIVE,
            Status::Floor => DUEL_POLICY_FLOOR,
            Status::Slack => DUEL_POLICY_SLACK,
        };
        duel_policy_facts { status, lambda: found.lambda, spend, variance, uniform, ..Self::NOTHING }
    }
}

/// The options of a policy as the core takes them.
pub(super) struct Wanted {
    pub(super) drawing: Drawing,
    pub(super) budget: Budget,
    pub(super) mix: f64,
    pub(super) threads: usize,
    callbacks: Callbacks,
}

impl Wanted {
    pub(super) unsafe fn read(options: *const duel_policy_options, function: &str) -> Result<Wanted> {
        // SAFETY: the caller promises (lib.rs) that `options` can be read.
        let Some(o) = (unsafe { read_for(function, options) })? else {
            return Err(Error::Null("duel_policy_options is NULL".into()));
        };
        let callbacks = Callbacks::new(o.cancel, o.progress, o.user);
        callbacks.check()?;
        if !(0.0..=1.0).contains(&o.mix) {
            return Err(Error::Argument(format!("mix is {}; it must be between 0 and 1", o.mix)));
        }
        Ok(Wanted {
            drawing: choice(&Drawing::ALL, o.drawing, "drawing")?,
            budget: Budget { floor: o.floor, spend: o.budget },
            mix: o.mix,
            threads: callbacks::threads(o.threads)?,
            callbacks,
        })
    }

    pub(super) fn report(&self, now: &Progress) -> Result<()> {
        self.callbacks.report(now)
    }

    /// The multiplier of the budget.
    fn solve(&self, weights: &LabelValues<'_>) -> Result<Multiplier> {
        let mut watch = |now: &Progress| self.report(now);
        match self.drawing {
            Drawing::Independent => a_optimal(weights, self.budget, self.threads, &mut watch),
            Drawing::OnePair => one_pair(weights, self.budget, self.threads, &mut watch).map(|found| found.0),
        }
    }

    /// The propensities at a multiplier, mixed, and nu.
    fn apply(
        &self,
        weights: &LabelValues<'_>,
        lambda: f64,
        pi: &mut [f64],
        nu: &mut [f64],
    ) -> Result<Outcome> {
        let mut watch = |now: &Progress| self.report(now);
        let floor = self.budget.floor;
        let outcome = match self.drawing {
            Drawing::Independent => {
                nu.fill(0.0);
                a_optimal_at(weights, floor, lambda, self.threads, pi, &mut watch)?
            }
            Drawing::OnePair => one_pair_at(weights, floor, lambda, self.threads, (pi, nu), &mut watch)?,
        };
        if self.mix == 0.0 {
            return Ok(outcome);
        }
        policy::mix(weights, self.budget.spend, self.mix, self.most(weights), pi)?;
        let mixed = weights.outcome_of(pi, self.threads, &mut watch)?;
        Ok(Outcome { uniform: outcome.uniform * outcome.spend / mixed.spend, ..mixed })
    }

    fn most(&self, weights: &LabelValues<'_>) -> f64 {
        match self.drawing {
            Drawing::Independent => 1.0,
            Drawing::OnePair => 1.0 / weights.costs().iter().filter(|c| **c > 0.0).count() as f64,
        }
    }
}

/// Weights and costs of the caller.
unsafe fn read_weights<'a>(
    weights: *const f64,
    [contexts, pairs]: [usize; 2],
    costs: *const f64,
) -> Result<LabelValues<'a>> {
    // SAFETY: the caller promises (lib.rs) that `weights` has `contexts * pairs` values, `costs` has `pairs` values.
    let (values, costs) = unsafe {
        (slice(weights, checked(contexts, pairs)?, "weights")?, optional_slice(costs, pairs, "costs")?)
    };
    LabelValues::new(values, pairs, costs)
}

/// A policy that spends a budget so that the sum of the variances of the scores becomes as small as can be:
/// propensities sqrt(W / (lambda c)), held between the floor and 1 (DUEL_DRAWING_INDEPENDENT; Frauen and
/// others, theorem 6.2, with the cases it leaves out), or sqrt(W / (lambda c + nu)) with nu such that those
/// of a context sum to no more than 1 (DUEL_DRAWING_ONE_PAIR). lambda is exact. Gains over uniform
/// propensities are modest: 4 % to 31 % in the source's own example.
/// @param weights contexts x pairs, row-major, finite and not negative, such as those of
///   duel_gars_weights with K K pairs; a context with a bad one is named by duel_last_error_row. Pairs of
///   weight 0 stay at the floor.
/// @param contexts number of contexts, at least 1.
/// @param pairs number of pairs of a context, at least 1.
/// @param costs NULL: all 1; else the cost of each pair, finite. A pair of cost 0 is not on offer: its
///   weight is ignored and its propensity is 0. With K K pairs, and NULL, an item would be
///   compared with itself: give 0 on the diagonal, and below it where pairs are unordered.
/// @param options floor, budget and drawing. A budget below the cost of the floor is DUEL_ERR_ARGUMENT.
/// @param propensities receives contexts x pairs.
/// @param capacity number of doubles that fit in propensities.
/// @param nu NULL, or receives one number for each context: its nu, 0 with DUEL_DRAWING_INDEPENDENT, NaN where
///   the floors sum to 1.
/// @param nu_capacity number of doubles that fit in nu.
/// @param info NULL, or its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_policy_choose(
    weights: *const f64,
    contexts: usize,
    pairs: usize,
    costs: *const f64,
    options: *const duel_policy_options,
    propensities: *mut f64,
    capacity: usize,
    nu: *mut f64,
    nu_capacity: usize,
    info: *mut duel_policy_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `costs` has `pairs` values, `weights` has
        // `contexts * pairs` values, `info` can be written, `nu` has room for `nu_capacity`, `propensities` has room
        // for `capacity`.
        let (wanted, to, weights) = unsafe {
            (
                Wanted::read(options, "duel_policy_choose")?,
                Destination::checked(contexts, pairs, (propensities, capacity), (nu, nu_capacity), info)?,
                read_weights(weights, [contexts, pairs], costs)?,
            )
        };
        to.fill(&wanted, &weights, None)
    })
}

/// The policy of a multiplier that is known, for contexts that come in parts: propensities as by duel_policy_choose
/// with this lambda. Budgets are read only to mix.
/// @param lambda 0 to infinity, such as that of duel_policy_lambda.
/// @param weights contexts x pairs, as in duel_policy_choose; further arguments as there.
/// @param costs,nu,info NULL, or as in duel_policy_choose. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_policy_apply(
    weights: *const f64,
    contexts: usize,
    pairs: usize,
    costs: *const f64,
    lambda: f64,
    options: *const duel_policy_options,
    propensities: *mut f64,
    capacity: usize,
    nu: *mut f64,
    nu_capacity: usize,
    info: *mut duel_policy_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read.
        let wanted = unsafe { Wanted::read(options, "duel_policy_apply") }?;
        if lambda.is_nan() || lambda < 0.0 {
            return Err(Error::Argument(format!("lambda is {lambda}; it must be at least 0")));
        }
        wanted.budget.check()?;
        // SAFETY: the caller promises (lib.rs) that `costs` has `pairs` values, `weights` has `contexts * pairs`
        // values, `info` can be written, `nu` has room for `nu_capacity`, `propensities` has room for `capacity`.
        let (to, weights) = unsafe {
            (
                Destination::checked(contexts, pairs, (propensities, capacity), (nu, nu_capacity), info)?,
                read_weights(weights, [contexts, pairs], costs)?,
            )
        };
        to.fill(&wanted, &weights, Some(lambda))
    })
}

/// Where a policy goes.
pub(super) struct Destination<'a> {
    pub(super) propensities: ArrayOutput<'a, f64>,
    nu: Option<ArrayOutput<'a, f64>>,
    pub(super) info: Option<StructOutput<duel_policy_facts>>,
}

impl Destination<'_> {
    pub(super) unsafe fn checked(
        contexts: usize,
        pairs: usize,
        (propensities, capacity): (*mut f64, usize),
        (nu, nu_capacity): (*mut f64, usize),
        info: *mut duel_policy_facts,
    ) -> Result<Destination<'static>> {
        // SAFETY: the caller promises (lib.rs) that `info` can be written, `propensities` has room for `capacity`,
        // `nu` has room for `nu_capacity`.
        let to = unsafe {
            Destination {
                propensities: output_array(propensities, capacity, "propensities"),
                nu: optional_array(nu, nu_capacity, "nu"),
                info: optional_struct(info)?,
            }
        };
        to.propensities.check(checked(contexts, pairs)?)?;
        if let Some(nu) = &to.nu {
            nu.check(contexts)?;
        }
        Ok(to)
    }

    /// Writes the policy of a multiplier, or of the budget.
    fn fill(self, wanted: &Wanted, weights: &LabelValues<'_>, lambda: Option<f64>) -> Result<()> {
        let found = match lambda {
            Some(lambda) => Multiplier { lambda, status: Status::Active },
            None => wanted.solve(weights)?,
        };
        let mut pi = duel::room::reserve(weights.contexts() * weights.pairs())?;
        let mut nu = duel::room::reserve(weights.contexts())?;
        let outcome = wanted.apply(weights, found.lambda, &mut pi, &mut nu)?;
        if let Some(info) = self.info {
            info.write(&duel_policy_facts::of(found, Some(outcome)));
        }
        if let Some(to) = self.nu {
            to.write(&nu);
        }
        self.propensities.write(&pi);
        Ok(())
    }
}

/// Adds contexts to a histogram, from which duel_policy_lambda finds the multiplier of a budget when weights do
/// not fit in memory. Add the histograms of shards element by element, in any system.
/// @param weights contexts x pairs, as in duel_policy_choose; all parts must have the same pairs and
///   costs.
/// @param costs NULL, or as in duel_policy_choose.
/// @param histogram DUEL_HISTOGRAM_LENGTH doubles, all 0 at first.
/// @param capacity number of doubles in histogram: DUEL_HISTOGRAM_LENGTH. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_policy_histogram(
    weights: *const f64,
    contexts: usize,
    pairs: usize,
    costs: *const f64,
    histogram: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `costs` has `pairs` values, `weights` has `contexts * pairs`
        // values, `histogram` has room for `capacity`.
        let (to, weights) = unsafe {
            (output_array(histogram, capacity, "histogram"), read_weights(weights, [contexts, pairs], costs)?)
        };
        to.check(HISTOGRAM_LENGTH)?;
        // SAFETY: the caller promises (lib.rs) that `histogram` has `HISTOGRAM_LENGTH` values.
        let mut numbers = duel::room::copied(unsafe { slice(histogram, HISTOGRAM_LENGTH, "histogram") }?);
        Histogram::new(&mut numbers)?.push(&weights);
        to.write(&numbers);
        Ok(())
    })
}

/// The multiplier that spends a budget on the contexts of a histogram, for independent draws. The error of
/// the spend is about 1e-5 of the budget: duel_policy_apply with this lambda gives the exact spend. If at
/// most one pair of a context may be labelled, what is spent on a pair depends on the other pairs, which a histogram of
/// single pairs does not hold. Then take lambda of duel_policy_choose on a random part of the contexts that fits in memory,
/// and duel_policy_apply on all; or, exactly, pass over the parts with duel_policy_apply and several lambdas: the spend
/// falls as lambda grows.
/// @param histogram DUEL_HISTOGRAM_LENGTH doubles of duel_policy_histogram, or the sum of several.
/// @param length number of doubles: DUEL_HISTOGRAM_LENGTH.
/// @param options floor and budget.
/// @param info receives status and lambda; its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_policy_lambda(
    histogram: *const f64,
    length: usize,
    options: *const duel_policy_options,
    info: *mut duel_policy_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `histogram` has `length` values, `info`
        // can be written.
        let (wanted, info, numbers) = unsafe {
            (
                Wanted::read(options, "duel_policy_lambda")?,
                output_struct(info)?,
                slice(histogram, length, "histogram")?,
            )
        };
        let found = policy::multiplier(numbers, wanted.budget)?;
        info.write(&duel_policy_facts::of(found, None));
        Ok(())
    })
}

/// Results of any propensities: spend, and the variance that labels add, with that of the uniform policy
/// that spends as much. For planning, and to compare policies.
/// @param weights contexts x pairs, as in duel_policy_choose.
/// @param costs NULL, or as in duel_policy_choose.
/// @param propensities contexts x pairs, each 0 to 1.
/// @param info receives spend, variance and uniform; its struct_size says how much of it is filled.
/// @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_policy_outcome(
    weights: *const f64,
    contexts: usize,
    pairs: usize,
    costs: *const f64,
    propensities: *const f64,
    info: *mut duel_policy_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `propensities` and `weights` have `contexts * pairs` values,
        // `costs` has `pairs` values, `info` can be written.
        let (info, pi, weights) = unsafe {
            (
                output_struct(info)?,
                slice(propensities, checked(contexts, pairs)?, "propensities")?,
                read_weights(weights, [contexts, pairs], costs)?,
            )
        };
        let outcome = weights.outcome_of(pi, 1, &mut |_| Ok(()))?;
        let Outcome { spend, variance, uniform } = outcome;
        let facts = duel_policy_facts { spend, variance, uniform, ..duel_policy_facts::NOTHING };
        info.write(&facts);
        Ok(())
    })
}

/// Draws the pairs to be labelled. Every context has a stream of random numbers of its own, numbered
/// first_context + its row: parts of the contexts draw what the whole would, in any order.
/// @param propensities contexts x pairs, each 0 to 1; with DUEL_DRAWING_ONE_PAIR those of a context sum to 1 at
///   most. A context with a bad one is named by duel_last_error_row.
/// @param drawing DUEL_DRAWING_INDEPENDENT or DUEL_DRAWING_ONE_PAIR.
/// @param seed same seed, same draws. Take another one for every round of labels.
/// @param first_context number of the first context among all.
/// @param out receives contexts x pairs: 1 for a pair that is to be labelled, else 0.
/// @param capacity number of bytes that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_policy_draw(
    propensities: *const f64,
    contexts: usize,
    pairs: usize,
    drawing: duel_drawing,
    seed: u64,
    first_context: u64,
    out: *mut u8,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let drawing = choice(&Drawing::ALL, drawing, "drawing")?;
        let size = checked(contexts, pairs)?;
        // SAFETY: the caller promises (lib.rs) that `propensities` has `size` values, `out` has room for `capacity`.
        let (pi, out) =
            unsafe { (slice(propensities, size, "propensities")?, output_array(out, capacity, "out")) };
        out.check_for(size, "bytes")?;
        let mut drawn = duel::room::reserve(size)?;
        policy::draw(pi, pairs, drawing, seed, first_context, &mut drawn)?;
        let drawn: Vec<u8> = drawn.iter().map(|&drawn| u8::from(drawn != 0.0)).gathered();
        out.write(&drawn);
        Ok(())
    })
}
