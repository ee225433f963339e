//! What a model says, and how surely.

use super::columns::RowColumns;
use super::data::duel_rows;
use super::fit::{duel_cancel, duel_progress_fn, Host};
use super::guard::guard;
use super::memory::*;
use super::model::{duel_model, quantity};
use super::set::duel_set;
use super::status::duel_status;
use crate::comparisons::{Column, Kind, Rows, NONE};
use crate::error::{Error, Result};
use crate::inference::{self, Comparison, Method, Options};
use crate::model::{CovarianceKind, Model, Quantity, Scale, ScoreGauge, View};
use crate::solve::Progress;
use libc::c_void;

/// Gauge: scores sum to zero (within each component, if the data are disconnected).
pub const DUEL_GAUGE_SUM: i32 = 0;
/// Gauge: the reference item has score zero.
pub const DUEL_GAUGE_REFERENCE: i32 = 1;
/// Gauge: the weighted mean of the scores is zero.
pub const DUEL_GAUGE_WEIGHTED: i32 = 2;

/// Scale of sensitivities: mean one over the judges, without those at the boundary (sensitivity 0) and
/// those who have no comparisons (NaN).
pub const DUEL_SCALE_ARITHMETIC: i32 = 0;
/// Scale of sensitivities: geometric mean one (the papers'). One judge near zero then inflates the
/// standard error of every score.
pub const DUEL_SCALE_GEOMETRIC: i32 = 1;
/// Scale of sensitivities: the reference judge has sensitivity one.
pub const DUEL_SCALE_REFERENCE: i32 = 2;

/// Intervals: each at the level by itself.
pub const DUEL_MARGINAL: i32 = 0;
/// Intervals: all at once at the level, by Bonferroni.
pub const DUEL_BONFERRONI: i32 = 1;
/// Intervals: all at once at the level, by the law of the largest |z| of the joint normal law.
/// Exact where a closed form exists, else simulated with the seed.
pub const DUEL_SIMULTANEOUS: i32 = 2;

/// How to infer. Zero the struct and set struct_size; zero is the default of every field. NULL means
/// all defaults: 95 % marginal intervals, the model's covariance, scores that sum to zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_inference_options {
    /// sizeof(duel_inference_options).
    pub struct_size: usize,
    /// DUEL_COVARIANCE_AUTO (default: the model's own), or another.
    pub covariance: i32,
    /// DUEL_MARGINAL (default), DUEL_BONFERRONI or DUEL_SIMULTANEOUS. duel_ranks is always
    /// simultaneous: there 0 means DUEL_SIMULTANEOUS.
    pub intervals: i32,
    /// DUEL_GAUGE_SUM (default), _REFERENCE or _WEIGHTED; for scores.
    pub gauge: i32,
    /// DUEL_SCALE_ARITHMETIC (default), _GEOMETRIC or _REFERENCE; with sensitivities.
    pub scale: i32,
    /// Item of DUEL_GAUGE_REFERENCE, zero-based.
    pub reference_item: usize,
    /// Judge of DUEL_SCALE_REFERENCE, zero-based.
    pub reference_judge: usize,
    /// Weights of DUEL_GAUGE_WEIGHTED, one for every item, not negative, not all zero.
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
    /// Draws of simulated critical values, at least 10 / (1 - level); 0: 20000.
    pub draws: usize,
    /// For duel_probabilities, non-zero: leave position effects out, as if shown in both orders.
    pub neutral: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

/// Estimates with standard errors and intervals, by the delta method from the covariance of the
/// parameters.
/// @param what DUEL_SCORES ... DUEL_STRENGTHS.
/// @param options NULL: all defaults.
/// @param out n x 4, row-major, for the n values of the quantity: estimate, standard error, lower
///   and upper end. A value that is fixed by the gauge has standard error 0; one that does not exist
///   is NaN; one that runs off has an infinite standard error. At a boundary the normal law says
///   nothing: a sensitivity of zero, and a threshold at the end of its range (which may be infinite),
///   have NaN errors. The covariance is computed once for a model, from p parameters in memory of order
///   p^2 and time of order p^3 (4000 items: seconds); cancel is looked at before and after.
/// @param capacity number of doubles that fit in out, at least 4 n. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_estimates(
    model: *const duel_model,
    what: i32,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let what = asked.quantity(what)?;
        let size = asked.size(what)?;
        room(out, capacity, checked(size, 4)?, "out")?;
        let table = inference::estimates(asked.model, what, &asked.options, &mut |now| asked.host.tell(now))?;
        unsafe { write(table.as_flattened(), out) };
        Ok(())
    })
}

unsafe impl Sized_ for duel_inference_options {
    const NAME: &'static str = "duel_inference_options";
    const FIRST: usize = 128;
}

const _: () = assert!(std::mem::size_of::<duel_inference_options>() == 128);

/// A model and the options of one question.
struct Asked<'a> {
    model: &'a Model,
    options: Options,
    host: Host,
}

impl Asked<'_> {
    unsafe fn read<'a>(
        model: *const duel_model,
        options: *const duel_inference_options,
    ) -> Result<Asked<'a>> {
        let model = &unsafe { shared(model, "model") }?.model;
        let (options, host) = match unsafe { read_options(options) }? {
            None => (Options::default(), Host::absent()),
            Some(o) => {
                (unsafe { translate(&o) }?, Host { cancel: o.cancel, progress: o.progress, user: o.user })
            }
        };
        host.check()?;
        Ok(Asked { model, options, host })
    }

    fn quantity(&self, what: i32) -> Result<Quantity> {
        quantity(what).ok_or_else(|| {
            Error::Argument(format!("what is {what}; it must be DUEL_SCORES to DUEL_STRENGTHS (1 to 7)"))
        })
    }

    fn size(&self, quantity: Quantity) -> Result<usize> {
        self.model.shape(quantity).map(|(rows, columns)| rows * columns)
    }
}

/// A product of sizes, refused where it overflows.
fn checked(a: usize, b: usize) -> Result<usize> {
    a.checked_mul(b)
        .filter(|n| *n <= isize::MAX as usize / 8)
        .ok_or_else(|| Error::Size(format!("{a} x {b} doubles overflow the address space")))
}

unsafe fn translate(o: &duel_inference_options) -> Result<Options> {
    let weights = unsafe { slice(o.weights, o.weight_count, "weights") }?;
    let defaults = Options::default();
    let gauge = match o.gauge {
        DUEL_GAUGE_SUM => ScoreGauge::Sum,
        DUEL_GAUGE_REFERENCE => ScoreGauge::Reference(o.reference_item),
        DUEL_GAUGE_WEIGHTED => ScoreGauge::Weighted(weights.to_vec()),
        other => return Err(Error::Argument(format!("gauge is {other}; it must be 0 to 2"))),
    };
    let scale = match o.scale {
        DUEL_SCALE_ARITHMETIC => Scale::Arithmetic,
        DUEL_SCALE_GEOMETRIC => Scale::Geometric,
        DUEL_SCALE_REFERENCE => Scale::Reference(o.reference_judge),
        other => return Err(Error::Argument(format!("scale is {other}; it must be 0 to 2"))),
    };
    if o.threads < 0 {
        return Err(Error::Argument(format!("threads is {}; it must not be negative", o.threads)));
    }
    if o.draws != 0 && !(100..=100_000_000).contains(&o.draws) {
        return Err(Error::Argument(format!("draws is {}; it must be 0 or 100 to 100000000", o.draws)));
    }
    Ok(Options {
        covariance: choice(&CovarianceKind::ALL, o.covariance, "covariance")?,
        method: choice(
            &[Method::Marginal, Method::Bonferroni, Method::Simultaneous],
            o.intervals,
            "intervals",
        )?,
        view: View { gauge, scale, unit: if o.unit == 0.0 { 1.0 } else { o.unit }, origin: o.origin },
        level: if o.level == 0.0 { defaults.level } else { o.level },
        seed: o.seed,
        draws: if o.draws == 0 { defaults.draws } else { o.draws },
        threads: o.threads.max(1) as usize,
        neutral: o.neutral != 0,
    })
}

/// The covariance of a quantity, n x n, row-major. For DUEL_SENSITIVITIES it is that of gamma itself.
/// @param capacity number of doubles that fit in out, at least n n. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_covariance(
    model: *const duel_model,
    what: i32,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let what = asked.quantity(what)?;
        let size = asked.size(what)?;
        room(out, capacity, checked(size, size)?, "out")?;
        let covariance = inference::covariance_of(asked.model, what, &asked.options)?;
        unsafe { write(&covariance, out) };
        Ok(())
    })
}

/// Linear contrasts of a quantity: L theta, with standard errors and intervals.
/// @param weights count x n, row-major: the rows of L, one weight for each of the n values.
/// @param out count x 4: estimate, standard error, lower and upper end.
/// @param capacity number of doubles that fit in out.
/// @param covariance NULL, or count x count: receives the covariance of the contrasts.
/// @param covariance_capacity number of doubles that fit in covariance. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_contrasts(
    model: *const duel_model,
    what: i32,
    options: *const duel_inference_options,
    weights: *const f64,
    count: usize,
    out: *mut f64,
    capacity: usize,
    covariance: *mut f64,
    covariance_capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let what = asked.quantity(what)?;
        let size = asked.size(what)?;
        let weights = unsafe { slice(weights, checked(count, size)?, "weights") }?;
        room(out, capacity, checked(count, 4)?, "out")?;
        if !covariance.is_null() {
            room(covariance, covariance_capacity, checked(count, count)?, "covariance")?;
        }
        let mut watch = |now: &Progress| asked.host.tell(now);
        let (table, matrix) =
            inference::contrasts(asked.model, what, weights, count, &asked.options, &mut watch)?;
        unsafe {
            write(table.as_flattened(), out);
            if !covariance.is_null() {
                write(&matrix, covariance);
            }
        }
        Ok(())
    })
}

/// Probabilities of comparisons, with intervals formed on the logit scale.
/// @param rows left and right; judge where the model tells judges apart (absent: a judge of
///   sensitivity one, mean position effect and mean threshold); context where covariates need it
///   (absent: covariates of contexts, answers and judges are taken as equal on both sides).
///   Other columns must be absent. Names or ids as in the set.
/// @param out rows.length x 12: for left preferred, right preferred and tie in turn the probability,
///   its standard error, lower and upper end. Without ties in the model the last four are 0.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_probabilities(
    model: *const duel_model,
    rows: *const duel_rows,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let columns = unsafe { RowColumns::read(rows) }?;
        let comparisons = comparisons(asked.model, &columns.rows())?;
        room(out, capacity, checked(comparisons.len(), 12)?, "out")?;
        let mut watch = |now: &Progress| asked.host.tell(now);
        let table = inference::probabilities(asked.model, &comparisons, &asked.options, &mut watch)?;
        unsafe { write(table.as_flattened(), out) };
        Ok(())
    })
}

/// Rows to predict, as ids of the model.
fn comparisons(model: &Model, rows: &Rows<'_>) -> Result<Vec<Comparison>> {
    let answers = [
        (&rows.score, "score"),
        (&rows.outcome, "outcome"),
        (&rows.weight, "weight"),
        (&rows.wins, "wins"),
        (&rows.losses, "losses"),
        (&rows.ties, "ties"),
        (&rows.both_good, "both_good"),
        (&rows.both_bad, "both_bad"),
    ];
    if let Some((_, name)) = answers.iter().find(|(column, _)| !matches!(column, Column::Absent)) {
        return Err(Error::Argument(format!("{name}: a comparison to predict has no answer")));
    }
    let required = |key: &crate::comparisons::Key<'_>, name: &str| {
        if matches!(key.values, Column::Absent) && rows.length > 0 {
            return Err(Error::Argument(format!("{name} is absent")));
        }
        model.set.resolve(Kind::Item, key, name)
    };
    let optional = |kind, key: &crate::comparisons::Key<'_>, name: &str| {
        if matches!(key.values, Column::Absent) {
            return Ok(vec![NONE; rows.length]);
        }
        model.set.resolve(kind, key, name)
    };
    if rows.length == 0 {
        return Ok(Vec::new());
    }
    let left = required(&rows.left, "left")?;
    let right = required(&rows.right, "right")?;
    let judge = optional(Kind::Judge, &rows.judge, "judge")?;
    let context = optional(Kind::Context, &rows.context, "context")?;
    if let Some(row) = (0..rows.length).find(|&r| left[r] == right[r]) {
        let name = model.set.name(Kind::Item, left[row] as usize).unwrap_or("");
        return Err(Error::row(row, format!("left and right are both \"{name}\"")));
    }
    // Judges whom the model does not tell apart need no id.
    let anonymous = if model.set.has_anonymous_judge() && model.set.judges() == 0 { 0 } else { NONE };
    Ok((0..rows.length)
        .map(|r| Comparison {
            left: left[r],
            right: right[r],
            judge: if judge[r] == NONE { anonymous } else { judge[r] },
            context: context[r],
        })
        .collect())
}

/// Ranks with ranges. Item i is surely better than j if their difference is significant in the
/// simultaneous comparison of all pairs; the range of i runs from 1 + the number of items surely
/// better than i to items - the number surely worse. All ranges hold at once at the level. An item
/// of which nothing is known ranges from 1 to items.
/// @param out items x 3: rank (1 is best; equal scores share the mean rank), best and worst rank.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_ranks(
    model: *const duel_model,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        let asked = unsafe { Asked::read(model, options) }?;
        let items = asked.model.frame.items;
        room(out, capacity, checked(items, 3)?, "out")?;
        let ranks = inference::rank_ranges(asked.model, &asked.options, &mut |now| asked.host.tell(now))?;
        let table: Vec<f64> = ranks.iter().flat_map(|r| [r.rank, r.best as f64, r.worst as f64]).collect();
        unsafe { write(&table, out) };
        Ok(())
    })
}

/// The log-likelihood of other data under a model, such as a fold held out: items, judges, contexts
/// are matched by name. Unknown items are DUEL_ERR_NAME; an unknown judge counts as in
/// duel_probabilities without a judge.
/// @param log_likelihood receives the sum over comparisons, without multinomial coefficients.
/// @param comparisons NULL, or receives the number of comparisons. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_log_likelihood(
    model: *const duel_model,
    set: *const duel_set,
    log_likelihood: *mut f64,
    comparisons: *mut f64,
) -> duel_status {
    guard(|| {
        let model = unsafe { shared(model, "model") }?;
        let set = unsafe { shared(set, "set") }?;
        present(log_likelihood, "log_likelihood")?;
        let (sum, count) = inference::log_likelihood(&model.model, &set.set)?;
        unsafe {
            log_likelihood.write_unaligned(sum);
            if !comparisons.is_null() {
                comparisons.write_unaligned(count);
            }
        }
        Ok(())
    })
}
