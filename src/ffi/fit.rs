//! Choosing and fitting a model.

use super::callbacks::{self, Callbacks};
use super::fields::read_for;
use super::fit_choices::*;
use super::guard::guard;
use super::limit;
use super::memory::*;
use super::model::duel_model;
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use duel::component::Interactions;
use duel::error::{Error, Result};
use duel::model::{
    fit_from, BelowZero, BothBadKind, CovarianceKind, Flat, Position, Problems, Specification, Ties,
};
use duel::outcome::Outcome;
use duel::progress::Progress;
use duel::room::{Duplicate as _, Gather as _};
use duel::strength::StrengthKind;
use duel::threshold::{Basis, Form};
use libc::{c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// A request to stop, shared with a running call. Make one for each job; raise it from any thread or
/// from a signal handler, before or during the call.
pub struct duel_cancel {
    /// Shared with estimates, which look at it as long as they live.
    pub(super) raised: Arc<AtomicBool>,
}

/// The argument of a progress callback.
#[repr(C)]
pub struct duel_progress {
    /// sizeof(duel_progress) of the library.
    pub struct_size: usize,
    /// Share of the work done, 0 to 1, where it is known; else NaN.
    pub fraction: f64,
    /// Iterations or replicates so far.
    pub iteration: u64,
    /// Current value of what is minimised (negative log-likelihood plus penalty), or NaN.
    pub objective: f64,
    /// Largest element of the gradient, or NaN.
    pub gradient: f64,
}

/// Called on the calling thread at the end of every outer iteration, those of refits inside a longer call (folds,
/// starts, replicates) included, which leave its fraction as it is. Return non-zero to cancel. It
/// must return: no longjmp and no C++ exception across it.
pub type duel_progress_fn =
    Option<unsafe extern "C" fn(now: *const duel_progress, user: *mut c_void) -> libc::c_int>;

/// How to fit. Zero the struct and set struct_size; zero is the default of every field. NULL in
/// place of the options means all defaults: pooled Bradley-Terry, ties as halves.
///
/// The model of one comparison by judge k, i shown first, j second:
///   u = S_k(i) - S_k(j) + position_k + (x_left - x_right)' beta (+ c' beta, c of the context) + offsets
///     + c' (delta_i - delta_j),
///   z = u / sqrt(spread_ij),
///   P(left), P(right), P(tie) = outcome(z, threshold_ij + threshold_k);
/// with both bad as an outcome also P(both bad), of the threshold b_ij besides.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_model_options {
    /// sizeof(duel_model_options).
    pub struct_size: usize,
    /// DUEL_STRENGTH_POOLED (default), DUEL_STRENGTH_SENSITIVITY or DUEL_STRENGTH_DISAGREEMENT.
    pub strength: i32,
    /// DUEL_POSITION_NONE (default), _SHARED or _BY_JUDGE.
    pub position: i32,
    /// DUEL_MODEL_BRADLEY_TERRY (default), DUEL_MODEL_RAO_KUPPER or DUEL_MODEL_DAVIDSON; with probit
    /// DUEL_MODEL_THURSTONE_MOSTELLER or DUEL_MODEL_GLENN_DAVID.
    pub tie_model: i32,
    /// DUEL_TIES_HALF (default) or _DROPPED; Bradley-Terry and Thurstone-Mosteller only.
    pub ties: i32,
    /// DUEL_BOTH_BAD_TIE (default), _DROPPED or, with Davidson, _OUTCOME.
    pub both_bad: i32,
    /// DUEL_THRESHOLD_SINGLE (default), _BY_JUDGE, _ADDITIVE or _FACTORED; models with ties only.
    pub threshold: i32,
    /// DUEL_SIGN_POSITIVE (default) or _SIGNED; DUEL_STRENGTH_SENSITIVITY only.
    pub sign: i32,
    /// The model's own covariance, DUEL_COVARIANCE_AUTO (default), ...; inference may ask for another.
    pub covariance: i32,
    /// Problems to take rather than refuse: bits DUEL_FIT_DISCONNECTED, ... or DUEL_FIT_ANY.
    pub accept: i32,
    /// Most outer iterations; 0: 200. A fit of judges with at most 100 parameters that was stopped by 200 or more of
    /// them goes on for up to ten times as many, to tell strengths that diverge from those that are slow to find.
    pub max_iterations: i32,
    /// Names of the covariates that enter the model, each as left minus right. A covariate of
    /// contexts alone adds to the position effect, beta times its value, and without a position effect is
    /// refused (DUEL_ERR_UNSUPPORTED).
    pub covariates: *const *const c_char,
    /// Number of covariates; 0: none.
    pub covariate_count: usize,
    /// NULL, or one number for every item of the set: NaN leaves the score free, a finite number
    /// fixes it (to link a leaderboard to an older one, or, all zero, to explain scores by
    /// covariates alone). DUEL_STRENGTH_POOLED only.
    pub fixed_scores: *const f64,
    /// Number of fixed_scores: the items of the set, or 0.
    pub fixed_count: usize,
    /// Penalty on centred strengths: 0.5 ridge |mu - mean|^2 for pooled strength, a normal prior of
    /// variance 1/ridge; 0.5 ridge sum_k |S_k - mean|^2 with sensitivities and disagreement; 0: none. Makes
    /// scores finite and shrinks them towards each other. Penalties are part of the information
    /// matrices, not of the squared residuals between them. Where the data alone would not determine
    /// the scores, DUEL_COVARIANCE_AUTO is therefore DUEL_COVARIANCE_OBSERVED.
    pub ridge: f64,
    /// Pseudo-comparisons: every item wins and loses this often against one more item, whose score is
    /// estimated too, as votes on that item would be: by the model of two outcomes with the same link
    /// (Bradley-Terry, under probit Thurstone-Mosteller) without position, covariates or ties; split evenly
    /// over the judges where strengths differ by judge; 0: none. Makes scores finite and connects the graph.
    pub pseudo: f64,
    /// Converged when the Newton step changes no u by more than this; 0: 1e-8. That step is taken all the same, unless it
    /// changes no u by 1e-4 of this: the error is about its square, or below 1e-4 of this.
    pub tolerance: f64,
    /// Refuse (DUEL_ERR_MEMORY) a call that would take more bytes, and calls about the model that would; those that
    /// certainly would are refused before they begin. A call passes it by no more than 64 KiB and 4 KiB a thread;
    /// the first product of matrices in a thread takes 4 MiB, which the thread keeps. 0: half of the memory of the
    /// control group or, without one, of the machine, which is also the limit of all calls without a fit (on Linux;
    /// elsewhere there is none).
    pub max_bytes: usize,
    /// NULL, or a token that stops the fit.
    pub cancel: *const duel_cancel,
    /// NULL, or called at every iteration.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
    /// NULL, or a model to start from: its values for items, judges and covariates of the same names. After
    /// 0.1 % more data a fit then takes half the steps (3, not 6); plain Bradley-Terry takes 3 from any start, and where
    /// many items are new a start from the data takes fewer. The result does not depend on the start, except where there
    /// are several optima. A model is ignored if its scores diverged, if the votes are no more probable at it than at the
    /// start from the data, or if no estimate is found from it.
    pub start: *const duel_model,
    /// Names of covariates that enter u with coefficient one, as left minus right: known handicaps, or
    /// older scores as covariates of items.
    pub offsets: *const *const c_char,
    /// Number of offsets; 0: none.
    pub offset_count: usize,
    /// DUEL_BIAS_NONE (default) or DUEL_BIAS_FIRTH.
    pub bias_reduction: i32,
    /// DUEL_OFFSETS_NONE (default) or DUEL_OFFSETS_BY_JUDGE: every judge adds an offset of its own to the
    /// tie threshold, of any form.
    pub threshold_offsets: i32,
    /// Factors k of DUEL_THRESHOLD_FACTORED, 1 to the number of items less one (at most 64); else 0.
    pub tie_factors: i32,
    /// DUEL_BASIS_COSINE (default) or DUEL_BASIS_PAPER; DUEL_THRESHOLD_FACTORED only.
    pub tie_basis: i32,
    /// DUEL_LINK_SOFTPLUS (default) or DUEL_LINK_LINEAR; additive and factored thresholds of Rao-Kupper
    /// only.
    pub tie_link: i32,
    /// DUEL_BELOW_ZERO_REFUSED (default) or DUEL_BELOW_ZERO_ZERO; DUEL_LINK_LINEAR only.
    pub below_zero: i32,
    /// Penalty on the parameters of additive and factored thresholds: 0.5 tie_ridge times the sum of their
    /// squares after the direction nearest to a common threshold of all pairs is removed (for
    /// additive ones and the cosine basis the mean of the first column); 0: no penalty. Keeps thresholds of pairs that
    /// never tied finite, and many factors from overfitting (1 to 10 for the 2024 Arena counts).
    pub tie_ridge: f64,
    /// DUEL_SPREAD_NONE (default), DUEL_SPREAD_DIAGONAL or DUEL_SPREAD_FACTORS; DUEL_STRENGTH_POOLED only.
    pub spread: i32,
    /// Columns of Lambda for DUEL_SPREAD_FACTORS, 1 to the number of items less one (at most 64); else 0.
    pub spread_factors: i32,
    /// Penalty on the spread: 0.5 spread_ridge times the sum over items of (log 2 d)^2 and of the squares
    /// of Lambda about its column means, a prior for S around one, no spread; 0: none. Keeps variances
    /// from zero, and sets the scale of the scores, which are then not rescaled.
    pub spread_ridge: f64,
    /// Further starts of a model with a spread, with sensitivities or with disagreement, each from its own random
    /// values of these; 0: none. With any, and where no maximum is found, models of judges of up to 100 parameters (of sets
    /// for which that takes a second at most) also start from up to ten points where two groups of items are far apart for one
    /// judge. The best end of all starts is taken, of those as good a regular one. If it is not
    /// regular, no start met a maximum of the likelihood, and the problems of the fit say why (DUEL_FIT_SEPARATED,
    /// DUEL_FIT_NOT_CONVERGED). duel_model_optima lists the optima that were met.
    pub restarts: i32,
    /// Threads for the starts or, within a single one, for sums over cells (from 65536 cells; at most four then) and for
    /// factors of more than 640 parameters; 0: one. The result is the same for any number. With several
    /// starts progress is the share of those that are done; cancelling ends the fit inside a start.
    pub threads: i32,
    /// Seed of the random starts; 0 is a seed like others.
    pub seed: u64,
    /// DUEL_BAD_THRESHOLD_SINGLE (default) or DUEL_BAD_THRESHOLD_ADDITIVE; DUEL_BOTH_BAD_OUTCOME only.
    pub bad_threshold: i32,
    /// Rank of DUEL_STRENGTH_DISAGREEMENT, 0 to min(judges - 1, items - 2), of two judges or more: one judge has
    /// no one to disagree with, and is refused at rank 0, too. Else 0.
    pub rank: i32,
    /// Names of covariates of contexts that every judge's sensitivity depends on: gamma_k exp(beta_k . x), beta_k
    /// slopes of the judge's own (arXiv:2601.21817, the extension by length). x is as it was given: standardise it,
    /// and gamma_k is the sensitivity in an average context. Slopes that the votes do not tell are
    /// DUEL_FIT_UNDETERMINED, which names the judges: of a judge whose sensitivity is zero, and of a covariate whose
    /// standard deviation over a judge's comparisons is less than a twentieth of its mean there. DUEL_STRENGTH_SENSITIVITY and
    /// DUEL_STRENGTH_DISAGREEMENT only.
    pub sensitivity_covariates: *const *const c_char,
    /// Number of sensitivity_covariates; 0: none.
    pub sensitivity_covariate_count: usize,
    /// DUEL_TARGET_COMPARISONS (default) or DUEL_TARGET_PAIRS_EQUALLY. Where pairs count equally comparisons have weights:
    /// covariances are sandwiches, and what needs a likelihood of votes, counts to simulate or replicates is DUEL_ERR_UNSUPPORTED;
    /// so are looks of a monitor, as the weights at one look depend on what is compared by the next.
    pub target: i32,
    /// Must be zero.
    pub reserved: i32,
    /// DUEL_TARGET_PAIRS_EQUALLY: pairs with fewer comparisons than this count for less; 0: 50.
    pub pair_floor: f64,
    /// Names of covariates of contexts that items differ in, such as the category of a prompt as zeros and ones:
    /// adds x (delta_left - delta_right), x of the context and delta a number of each item. Scores are then those of a
    /// context in which the covariates are zero. DUEL_QUANTITY_EFFECTS reads the deltas after the coefficients of
    /// covariates, all items of the first interaction first.
    pub interactions: *const *const c_char,
    /// Number of interactions; 0: none.
    pub interaction_count: usize,
    /// Penalty on interactions: 0.5 interaction_ridge times the sum of the squares of all deltas, a normal prior of variance
    /// 1 / interaction_ridge; 0: 1. Without a penalty they would not be identified beside the scores.
    pub interaction_ridge: f64,
}

/// The forms of threshold by their numbers; that of every judge is a single one with offsets.
pub(super) const THRESHOLDS: [Form; 4] = [Form::Single, Form::Single, Form::Additive, Form::Factored];

/// The forms of the threshold of both bad by their numbers.
pub(super) const BAD_THRESHOLDS: [Form; 2] = [Form::Single, Form::Additive];

/// Make a cancel token. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_cancel_new(out: *mut *mut duel_cancel) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `out` can be written.
        let out = unsafe { output(out, "out") }?;
        out.hand_out(duel_cancel { raised: Arc::new(AtomicBool::new(false)) });
        Ok(())
    })
}

/// Ask the calls that hold the token to stop; they return DUEL_ERR_CANCELLED. Sticky. Safe from any
/// thread and from signal handlers. NULL is ignored. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_cancel_raise(token: *const duel_cancel) {
    // No guard: this runs in signal handlers, and one atomic store cannot fail.
    // SAFETY: `token` is NULL or a token that is not freed meanwhile; to raise it is atomic.
    if let Some(token) = unsafe { token.as_ref() } {
        token.raised.store(true, Ordering::Relaxed);
    }
}

/// Free a token that no running call holds. NULL is ignored. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_cancel_free(token: *mut duel_cancel) {
    guard(|| {
        // SAFETY: `token` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(token) };
        Ok(())
    });
}

/// Fit a model by maximum (penalised) likelihood, by Newton's method with exact second derivatives.
///
/// DUEL_ERR_NOT_IDENTIFIED: no unique finite estimate exists, and the message names the items or
/// judges; accept takes such a result with its outcome recorded in duel_model_facts.
/// DUEL_ERR_UNSUPPORTED: two choices do not go together, or an option that the model would ignore.
/// The set is only read; the model keeps what it needs of it.
/// @param options NULL: all defaults.
/// @param out receives the model; free it with duel_model_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_fit(
    set: *const duel_set,
    options: *const duel_model_options,
    out: *mut *mut duel_model,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `out` can be written.
        let (set, out, (specification, callbacks)) =
            unsafe { (shared(set, "set")?, output(out, "out")?, read_fit(options, "duel_model_fit")?) };
        let mut watch = |now: &Progress| callbacks.report(now);
        callbacks.check()?;
        // SAFETY: the caller promises (lib.rs) that `options` and `start` can be read.
        let start = unsafe { read_options(options)?.and_then(|o| o.start.as_ref()) };
        let model = fit_from(&set.set, &specification, start.map(|m| &*m.model), &mut watch)?;
        out.hand_out(duel_model::new(model));
        Ok(())
    })
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_model_options {
    const NAME: &'static str = "duel_model_options";
    const FIRST: usize = 136;
}

const _: () = assert!(std::mem::size_of::<duel_model_options>() == 288);

/// The choices of a fit, and whom to tell of it.
pub(super) unsafe fn read_fit(
    options: *const duel_model_options,
    function: &str,
) -> Result<(Specification, Callbacks)> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    Ok(match unsafe { read_for(function, options) }? {
        Some(o) => {
            let callbacks = Callbacks::new(o.cancel, o.progress, o.user);
            limit::set(o.max_bytes);
            // SAFETY: the caller promises (lib.rs) that the arrays of its options have the values they say.
            (unsafe { read_specification(&o) }?, callbacks)
        }
        None => (Specification::default(), Callbacks::absent()),
    })
}

/// Reads the options of a fit.
unsafe fn read_specification(o: &duel_model_options) -> Result<Specification> {
    if o.accept & !DUEL_FIT_ANY != 0 || o.accept < 0 {
        return Err(Error::Argument(format!("accept is {}; it must be a sum of DUEL_FIT_ bits", o.accept)));
    }
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    let iterations = match o.max_iterations {
        0 => 200,
        n if n > 0 => n as usize,
        n => return Err(Error::Argument(format!("max_iterations is {n}; it must not be negative"))),
    };
    // SAFETY: the caller promises (lib.rs) that `covariates` has `covariate_count` values, `offsets` has
    // `offset_count` values, `sensitivity_covariates` has `sensitivity_covariate_count` values, `interactions` has
    // `interaction_count` values, `fixed_scores` has `fixed_count` values.
    let (covariates, offsets, slopes, interactions, fixed) = unsafe {
        (
            texts(o.covariates, o.covariate_count, "covariates")?,
            texts(o.offsets, o.offset_count, "offsets")?,
            texts(o.sensitivity_covariates, o.sensitivity_covariate_count, "sensitivity_covariates")?,
            texts(o.interactions, o.interaction_count, "interactions")?,
            slice(o.fixed_scores, o.fixed_count, "fixed_scores")?,
        )
    };
    let by_judge = choice(&[false, true], o.threshold_offsets, "threshold_offsets")?;
    let flat = Flat {
        strength: choice(&StrengthKind::ALL, o.strength, "strength")?,
        rank: count(o.rank, "rank")?,
        signed: choice(&[false, true], o.sign, "sign")?,
        sensitivity_covariates: slopes.into_iter().map(String::from).gathered(),
        both_bad: choice(&BothBadKind::ALL, o.both_bad, "both_bad")?,
        bad_threshold: choice(&BAD_THRESHOLDS, o.bad_threshold, "bad_threshold")?,
        threshold: choice(&THRESHOLDS, o.threshold, "threshold")?,
        tie_factors: count(o.tie_factors, "tie_factors")?,
        basis: choice(&Basis::ALL, o.tie_basis, "tie_basis")?,
        linear: choice(&[false, true], o.tie_link, "tie_link")?,
        below_zero: choice(&BelowZero::ALL, o.below_zero, "below_zero")?,
        tie_ridge: o.tie_ridge,
        spread: read_spread(o)?,
        spread_ridge: o.spread_ridge,
        equally: choice(&[false, true], o.target, "target")?,
        pair_floor: o.pair_floor,
    };
    Ok(Specification {
        strength: flat.strength()?,
        position: choice(&Position::ALL, o.position, "position")?,
        outcome: choice(&Outcome::ALL, o.tie_model, "tie_model")?,
        ties: choice(&Ties::ALL, o.ties, "ties")?,
        both_bad: flat.both_bad()?,
        threshold: flat.threshold()?,
        threshold_by_judge: by_judge || o.threshold == DUEL_THRESHOLD_BY_JUDGE,
        spread: flat.spread()?,
        restarts: count(o.restarts, "restarts")?,
        seed: o.seed,
        threads: callbacks::threads(o.threads)?,
        covariance: choice(&CovarianceKind::ALL, o.covariance, "covariance")?,
        accept: Problems(o.accept),
        covariates: covariates.into_iter().map(String::from).gathered(),
        offsets: offsets.into_iter().map(String::from).gathered(),
        interactions: Interactions {
            covariates: interactions.into_iter().map(String::from).gathered(),
            ridge: o.interaction_ridge,
        },
        firth: choice(&[false, true], o.bias_reduction, "bias_reduction")?,
        fixed_scores: fixed.duplicate(),
        ridge: o.ridge,
        pseudo: o.pseudo,
        tolerance: if o.tolerance == 0.0 { 1e-8 } else { o.tolerance },
        max_iterations: iterations,
        max_bytes: o.max_bytes,
        target: flat.target()?,
    })
}

pub(super) fn count(value: i32, name: &str) -> Result<usize> {
    usize::try_from(value).map_err(|_| Error::Argument(format!("{name} is {value}; it must not be negative")))
}

fn read_spread(o: &duel_model_options) -> Result<Option<usize>> {
    let factors = count(o.spread_factors, "spread_factors")?;
    let unsupported = |text: &str| Err(Error::Unsupported(text.into()));
    match o.spread {
        DUEL_SPREAD_FACTORS if factors == 0 => {
            Err(Error::Argument("spread_factors is 0; a spread with factors has at least one".into()))
        }
        DUEL_SPREAD_FACTORS => Ok(Some(factors)),
        _ if factors > 0 => unsupported("spread_factors: only DUEL_SPREAD_FACTORS has factors"),
        DUEL_SPREAD_NONE => Ok(None),
        DUEL_SPREAD_DIAGONAL => Ok(Some(0)),
        other => Err(Error::Argument(format!("spread is {other}, which is not one of its values"))),
    }
}
