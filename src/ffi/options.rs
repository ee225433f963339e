//! How to infer: the options of every question put to a model, and what they mean.

use super::bootstrap::duel_bootstrap;
use super::callbacks::{self, Callbacks};
use super::fields::read_for;
use super::fit::{duel_cancel, duel_progress_fn};
use super::memory::*;
use super::model::{about, duel_model};
use super::outputs::Output;
use super::quantities::{duel_quantity, required_quantity};
use super::reads::reads;
use super::set::{duel_set, optional_set};
use super::table::{duel_table, hand_out};
use duel::error::{Error, Result};
use duel::inference::{Correction, Errors, Interval, Method, Options, Quantiles};
use duel::model::{CovarianceKind, Model, Normalisation, Quantity, Scale, View};
use duel::room::Duplicate as _;
use duel::table::{Schema, Table, TableFacts};
use libc::c_void;
use std::ffi::CString;

/// Normalisation of scores.
pub type duel_normalisation = i32;
/// Scores sum to zero (within each component, if the data are disconnected).
pub const DUEL_NORMALISATION_SUM: duel_normalisation = 0;
/// The reference item has score zero.
pub const DUEL_NORMALISATION_REFERENCE: duel_normalisation = 1;
/// The weighted mean of the scores is zero.
pub const DUEL_NORMALISATION_WEIGHTED: duel_normalisation = 2;

/// Scale of sensitivities.
pub type duel_scale = i32;
/// Mean one over the judges, without those at the boundary (sensitivity 0) and
/// those who have no comparisons (NaN).
pub const DUEL_SCALE_ARITHMETIC: duel_scale = 0;
/// Geometric mean one (the papers'). One judge near zero then inflates the
/// standard error of every score.
pub const DUEL_SCALE_GEOMETRIC: duel_scale = 1;
/// The reference judge has sensitivity one.
pub const DUEL_SCALE_REFERENCE: duel_scale = 2;

/// How intervals share the level.
pub type duel_intervals = i32;
/// Each at the level by itself.
pub const DUEL_INTERVALS_MARGINAL: duel_intervals = 0;
/// All at once at the level, by Bonferroni. All values that are shown count, also one that has no
/// error, such as the item of DUEL_NORMALISATION_REFERENCE or a fixed score: the others' intervals are then a little
/// wider than need be. The adjusted tests of duel_estimate_pairs and duel_estimate_tests count only those that can be made.
pub const DUEL_INTERVALS_BONFERRONI: duel_intervals = 1;
/// All at once at the level, by the distribution of the largest |z| of the joint normal distribution.
/// Exact for up to three values and for differences of up to three items, and where else there is a
/// formula (uncorrelated values, a common factor, correlations of rank two, differences of equal variance);
/// else simulated with the seed. Values without a standard error (the reference item) are left out. With errors that
/// DUEL_CORRECTION_AUTO has corrected for few clusters: by Bonferroni, with Student's quantiles.
pub const DUEL_INTERVALS_SIMULTANEOUS: duel_intervals = 2;
/// Each at the level by itself, at all looks at growing data together (a confidence sequence: Robbins 1970;
/// Waudby-Smith and others 2024): the estimate less and plus k standard errors s, k^2 = (1 + 1 / r) (log(1 + r) +
/// 2 log(1 / alpha)), r = mixture^2 / s^2. Tests have the logarithm of an e-value for a statistic, and p-values that hold whenever
/// one stops. It holds for large numbers of independent units (contexts, where comparisons repeat within them, else single
/// comparisons), with errors from the sandwich over these, if earlier answers do not choose the next pairs. DUEL_ERR_UNSUPPORTED
/// for fewer than 40 units, unclustered errors where contexts repeat, clusters by judge or of two ways, replicates,
/// DUEL_CORRECTION_CR2, DUEL_QUANTILES_STUDENT, parameters that were given, importance weights worth fewer than 40 comparisons, and
/// where a ridge or pseudo-comparisons supply more than 1 % of what is known about a value. A value whose error is
/// unknown has the whole range for an interval, one whose error is 0 none (NaN).
pub const DUEL_INTERVALS_ANYTIME: duel_intervals = 3;
/// All that are asked for at once and at all looks, by Bonferroni.
pub const DUEL_INTERVALS_ANYTIME_SIMULTANEOUS: duel_intervals = 4;

/// Correction of clustered covariances for few clusters.
pub type duel_correction = i32;
/// Of 2 to 199 clusters DUEL_CORRECTION_CR2, with Student's quantiles and Bell and McCaffrey's degrees of freedom; or, where CR2
/// does not exist, DUEL_CORRECTION_CR1 with Student's quantiles: clusters of two ways, sampled errors, nonparametric scores, and
/// clusters of models so large that CR2 would take minutes. Else none, and none where intervals hold at all looks.
/// With DUEL_QUANTILES_AUTO, comparisons of many values at once (ranks, letters, tiers, sets of ranks, single-step tests)
/// take critical values from sign flips of what clusters contribute, each statistic with an error
/// of its own (Canay, Romano and Shaikh 2017): up to 14 clusters all vectors of signs, beyond them as many as draws says
/// (0: 9999) from seed, and the data for one. Intervals of such tests are no shorter than where all values are equal.
/// Ranks, letters and tiers go in steps (Romano and Wolf 2005), and what follows from
/// established pairs is established. Of fewer clusters than the level needs (6 at .95), and with CR1, they are by Bonferroni, with
/// Student's quantiles. The notes of tables say which.
pub const DUEL_CORRECTION_AUTO: duel_correction = 0;
/// The factor G / (G - 1), G the number of clusters (CR1); of two ways,
/// each of the three sums has its own (Cameron, Gelbach and Miller 2011). Like every correction it needs a clustered covariance, else
/// DUEL_ERR_UNSUPPORTED, and at least two clusters.
pub const DUEL_CORRECTION_CR1: duel_correction = 1;
/// Bell and McCaffrey (2002), unbiased where the model is right (CR2).
/// The summed scores of a cluster are multiplied by
/// (1 - I M)^(-1/2), I its expected information and M the inverse of the whole. Directions that a
/// cluster alone determines, such as a judge's own position effect, are left out (the generalised inverse of
/// Pustejovsky and Tipton 2018): with any correction, the
/// standard errors of values that one cluster determines are meaningless when clustered by it, and NaN where
/// only rounding is left of them. Comparisons without a context are clusters of their own; with importance
/// weights those of one cell and outcome count as equally heavy. Not with two ways.
pub const DUEL_CORRECTION_CR2: duel_correction = 2;
/// The jackknife over clusters, each left out by one step of Fisher scoring
/// (CR3): (1 - I M)^(-1), and (G - 1) / G times the sum. Cautious, but where clusters
/// are of very unequal size, which the degrees of freedom of CR2 know of. Not with two ways.
pub const DUEL_CORRECTION_JACKKNIFE: duel_correction = 3;
/// None (CR0), which is too sure of itself below 200 clusters or so.
pub const DUEL_CORRECTION_NONE: duel_correction = 4;

/// Distribution of quantiles.
pub type duel_quantiles = i32;
/// Student's where errors are corrected for few clusters (by default, or by a correction that is asked for), else normal. Degrees of freedom are G - 1, of
/// two ways those of the smaller number of clusters; with CR2 and at most 200 clusters those of Bell and
/// McCaffrey (2002), for each value its own. Intervals that hold all at once by the distribution of the largest
/// |z| take the smallest of all values, ranks that of all differences (of all scores, beyond 2000 pairs).
/// Intervals are infinite where there are no degrees of freedom.
pub const DUEL_QUANTILES_AUTO: duel_quantiles = 0;
/// Normal.
pub const DUEL_QUANTILES_NORMAL: duel_quantiles = 1;
/// Student's; clustered covariances only (else DUEL_ERR_UNSUPPORTED), without a correction
/// with G - 1 degrees of freedom.
pub const DUEL_QUANTILES_STUDENT: duel_quantiles = 2;

/// How replicates become intervals.
pub type duel_bootstrap_interval = i32;
/// Quantiles of the replicates, corrected for bias and skewness (BCa, Efron 1987).
pub const DUEL_BOOTSTRAP_BCA: duel_bootstrap_interval = 0;
/// Quantiles of the replicates.
pub const DUEL_BOOTSTRAP_PERCENTILE: duel_bootstrap_interval = 1;
/// The estimate less the quantiles of the replicates' errors.
pub const DUEL_BOOTSTRAP_BASIC: duel_bootstrap_interval = 2;
/// As basic, every error in units of its own standard error (bootstrap-t); that is
/// computed in each replicate, by the sandwich over the units drawn.
pub const DUEL_BOOTSTRAP_STUDENTISED: duel_bootstrap_interval = 3;

/// How standard errors are computed.
pub type duel_errors = i32;
/// Exact, from a matrix of all parameters, up to 5000 parameters, and as far as its 16 bytes for each pair of them fit into
/// max_bytes of the fit. Beyond: exact where the comparison graph is long and thin (ladders, tournaments, few anchors), from
/// a sparse factor, and with up to 200 clusters, each of which is solved for; else sampled. The choice depends on the data and
/// the options only, and the notes of the table say it.
pub const DUEL_ERRORS_AUTO: duel_errors = 0;
/// From a matrix of all parameters, whatever it takes: time grows with the third power of their number.
pub const DUEL_ERRORS_EXACT: duel_errors = 1;
/// Sampled: by draws whose covariance is that of the estimate, each by one solution of a sparse system. se_mc of the table is
/// the Monte Carlo standard error of each standard error, about 2 % of it where items have 20 opponents. Simultaneous
/// intervals are by Sidak's inequality, ranges of ranks from simultaneous intervals of the scores, both on the safe side;
/// contrasts, tests and functions of up to 64 values are solved for exactly, as is the winner among up to 64 items.
/// DUEL_ERR_UNSUPPORTED, by name, for what draws do not have: clusters of two ways, CR2 and the jackknife, bias reduction,
/// given parameters, parameters at a boundary, divergent estimates other than scores, covariances of more values, and with
/// judges' sensitivities or spreads what is not a sandwich.
pub const DUEL_ERRORS_SAMPLED: duel_errors = 2;

/// How to infer. Zero the struct and set struct_size; zero is the default of every field. NULL means
/// all defaults: 95 % marginal intervals, the model's covariance, scores that sum to zero. Every function says which
/// fields it reads, and refuses the others where they are set (DUEL_ERR_UNSUPPORTED, naming the field).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_inference_options {
    /// sizeof(duel_inference_options).
    pub struct_size: usize,
    /// DUEL_COVARIANCE_AUTO (default: the model's own), or another.
    pub covariance: i32,
    /// DUEL_INTERVALS_MARGINAL (default), DUEL_INTERVALS_BONFERRONI, DUEL_INTERVALS_SIMULTANEOUS, DUEL_INTERVALS_ANYTIME or
    /// DUEL_INTERVALS_ANYTIME_SIMULTANEOUS (the last two not in all functions: else DUEL_ERR_UNSUPPORTED). duel_estimate_ranks is
    /// always simultaneous: there 0 means DUEL_INTERVALS_SIMULTANEOUS, and DUEL_INTERVALS_ANYTIME is that of all pairs at once.
    pub intervals: i32,
    /// DUEL_NORMALISATION_SUM (default), _REFERENCE or _WEIGHTED; for scores.
    pub normalisation: i32,
    /// DUEL_SCALE_ARITHMETIC (default), _GEOMETRIC or _REFERENCE; with sensitivities.
    pub scale: i32,
    /// Item of DUEL_NORMALISATION_REFERENCE, zero-based.
    pub reference_item: usize,
    /// Judge of DUEL_SCALE_REFERENCE, zero-based.
    pub reference_judge: usize,
    /// Weights of DUEL_NORMALISATION_WEIGHTED, one for every item, not negative, not all zero.
    pub weights: *const f64,
    /// Number of weights: the items of the model, or 0.
    pub weight_count: usize,
    /// Level of the intervals; 0: 0.95.
    pub level: f64,
    /// Scores are multiplied by this, a positive number; 0: 1 (logits). 400 / log(10) = 173.7178 gives Elo-like points.
    pub unit: f64,
    /// Added to scores after multiplying, such as 1000.
    pub origin: f64,
    /// Seed of simulated critical values; 0 is a seed like any other.
    pub seed: u64,
    /// Draws of simulated critical values, at least 10 / (1 - level). 0: as many as leave the coverage a
    /// standard error of 0.001 or less, 47500 at level 0.95 (level (1 - level) 1e6, but 10000 to 10000000); and
    /// 10000 for duel_model_rank_probabilities (1000 where each is solved for).
    pub draws: usize,
    /// For duel_model_predict, non-zero: leave position effects out, as if shown in both orders.
    pub ignore_position: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
    /// With a clustered covariance: DUEL_CORRECTION_AUTO (default), _CR1, _CR2, _JACKKNIFE or _NONE.
    pub correction: i32,
    /// DUEL_QUANTILES_AUTO (default), _NORMAL or _STUDENT.
    pub quantiles: i32,
    /// For duel_model_predict: NULL, or a set in which contexts and covariates are looked up instead
    /// of the model's data, with items and judges matched by name; to predict in new contexts. Such a
    /// set needs names and covariates, no comparisons.
    pub contexts: *const duel_set,
    /// NULL, or replicates of this model (duel_bootstrap_new), from which standard errors, intervals, ranks
    /// and tests are then taken. covariance, correction and quantiles are ignored.
    pub bootstrap: *const duel_bootstrap,
    /// How replicates become intervals: DUEL_BOOTSTRAP_BCA (default), _PERCENTILE, _BASIC, _STUDENTISED. With
    /// DUEL_INTERVALS_SIMULTANEOUS: the estimate less and plus its standard error times the quantile of the
    /// largest error in standard errors (DUEL_BOOTSTRAP_STUDENTISED: every replicate's own).
    pub bootstrap_interval: i32,
    /// How standard errors are computed: DUEL_ERRORS_AUTO (default), _EXACT or _SAMPLED.
    pub errors: i32,
    /// For what holds at all looks: the size of a difference that matters, tau, in the unit of the quantity, on the scale
    /// of its intervals (log for sensitivities and variances, logit for probabilities, win rates and shares). Choose it
    /// before the data it is used on; it matters little. 0: 0.5 for scores (before the unit), position effects,
    /// thresholds, effects of covariates, strengths, and all on a log or logit scale, 0.05 for Borda scores and contrasts of win rates; of all else DUEL_ERR_ARGUMENT.
    pub mixture: f64,
    /// Draws of sampled standard errors, 16 to 1000000; 0: as many as make their Monte Carlo error 2 % (in root mean
    /// square), at most 200. The error falls with the root of the draws.
    pub error_draws: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_inference_options {
    const NAME: &'static str = "duel_inference_options";
    const FIRST: usize = 128;
}

const _: () = assert!(std::mem::size_of::<duel_inference_options>() == 176);

/// A model and the options of one question.
pub(super) struct Request<'a> {
    pub(super) model: &'a Model,
    pub(super) options: Options,
    pub(super) callbacks: Callbacks,
}

impl Request<'_> {
    pub(super) unsafe fn read<'a>(
        model: *const duel_model,
        options: *const duel_inference_options,
        function: &str,
    ) -> Result<Request<'a>> {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read.
        let (model, (options, callbacks)) =
            unsafe { (&about(model, "model")?.model, inference_options(options, function)?) };
        Ok(Request { model, options, callbacks })
    }

    /// Hands the caller a table of rows, with what it was computed with.
    pub(super) fn hand_out<R>(
        &self,
        schema: &'static Schema<R>,
        rows: &[R],
        out: Output<*mut duel_table>,
    ) -> Result<()> {
        let facts = self.options.facts(self.model);
        let notes = facts.notes.to_string_lossy().into_owned();
        self.hand_out_with(schema, rows, notes, out)
    }

    /// The same with notes of its own.
    pub(super) fn hand_out_with<R>(
        &self,
        schema: &'static Schema<R>,
        rows: &[R],
        notes: String,
        out: Output<*mut duel_table>,
    ) -> Result<()> {
        let notes = CString::new(notes).unwrap_or_default();
        let facts = TableFacts { notes, ..self.options.facts(self.model) };
        let table = Table::new(schema, rows, &self.model.set, facts)?;
        self.callbacks.check()?;
        hand_out(table, out)
    }

    pub(super) fn quantity(&self, number: duel_quantity) -> Result<Quantity> {
        required_quantity(number)
    }

    pub(super) fn size(&self, quantity: Quantity) -> Result<usize> {
        self.model.shape(quantity).map(|(rows, columns)| rows * columns)
    }
}

/// The options of a question, and who asks it.
pub(super) unsafe fn inference_options(
    options: *const duel_inference_options,
    function: &str,
) -> Result<(Options, Callbacks)> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let (mut options, callbacks) = match unsafe { read_for(function, options) }? {
        None => (Options { errors: Errors::Auto, ..Options::default() }, Callbacks::absent()),
        // SAFETY: the caller promises (lib.rs) that the arrays and handles of its options can be read.
        Some(o) => (unsafe { translate(&o) }?, Callbacks::new(o.cancel, o.progress, o.user)),
    };
    callbacks.check()?;
    // A function that does not read `errors` computes exact ones.
    if !reads(function, duel_inference_options::NAME).is_some_and(|read| read.has("errors")) {
        options.errors = Errors::Exact;
    }
    // Who does not read the mixture has no use for one.
    let is_read = reads(function, duel_inference_options::NAME).is_some_and(|read| read.has("mixture"));
    if options.method.is_anytime() && !is_read {
        return Err(Error::Unsupported(format!(
            "intervals: {function} is of one look, and has no anytime-valid ones"
        )));
    }
    Ok((options, callbacks))
}

/// A product of sizes, refused where it overflows.
pub(super) fn checked(a: usize, b: usize) -> Result<usize> {
    a.checked_mul(b)
        .filter(|n| *n <= isize::MAX as usize / 8)
        .ok_or_else(|| Error::Size(format!("{a} x {b} doubles overflow the address space")))
}

unsafe fn translate(o: &duel_inference_options) -> Result<Options> {
    // SAFETY: the caller promises (lib.rs) that `bootstrap` and `contexts` can be read, `weights` has `weight_count`
    // values.
    let (weights, bootstrap, contexts) = unsafe {
        (slice(o.weights, o.weight_count, "weights")?, o.bootstrap.as_ref(), optional_set(o.contexts))
    };
    let defaults = Options::default();
    let normalisation = match o.normalisation {
        DUEL_NORMALISATION_SUM => Normalisation::Sum,
        DUEL_NORMALISATION_REFERENCE => Normalisation::Reference(o.reference_item),
        DUEL_NORMALISATION_WEIGHTED => Normalisation::Weighted(weights.duplicate()),
        other => return Err(Error::Argument(format!("normalisation is {other}; it must be 0 to 2"))),
    };
    let scale = match o.scale {
        DUEL_SCALE_ARITHMETIC => Scale::Arithmetic,
        DUEL_SCALE_GEOMETRIC => Scale::Geometric,
        DUEL_SCALE_REFERENCE => Scale::Reference(o.reference_judge),
        other => return Err(Error::Argument(format!("scale is {other}; it must be 0 to 2"))),
    };
    if o.draws != 0 && !(100..=100_000_000).contains(&o.draws) {
        return Err(Error::Argument(format!("draws is {}; it must be 0 or 100 to 100000000", o.draws)));
    }
    if o.error_draws != 0 && !(16..=1_000_000).contains(&o.error_draws) {
        return Err(Error::Argument(format!(
            "error_draws is {}; it must be 0 or 16 to 1000000",
            o.error_draws
        )));
    }
    Ok(Options {
        errors: choice(&Errors::ALL, o.errors, "errors")?,
        error_draws: o.error_draws,
        bootstrap: bootstrap.map(|b| b.replicates.clone()),
        interval: choice(&Interval::ALL, o.bootstrap_interval, "bootstrap_interval")?,
        covariance: choice(&CovarianceKind::ALL, o.covariance, "covariance")?,
        correction: choice(&Correction::ALL, o.correction, "correction")?,
        quantiles: choice(&Quantiles::ALL, o.quantiles, "quantiles")?,
        method: choice(&Method::ALL, o.intervals, "intervals")?,
        view: View { normalisation, scale, unit: if o.unit == 0.0 { 1.0 } else { o.unit }, origin: o.origin },
        level: if o.level == 0.0 { defaults.level } else { o.level },
        seed: o.seed,
        draws: if o.draws == 0 { defaults.draws } else { o.draws },
        mixture: o.mixture,
        threads: callbacks::threads(o.threads)?,
        ignore_position: o.ignore_position != 0,
        contexts: contexts.cloned(),
    })
}
