//! Vuong's test of models that are not nested.

use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{duel_inference_options, Request};
use super::outputs::*;
use super::set::duel_by;
use super::set::{DUEL_BY_CLUSTER, DUEL_BY_CONTEXT, DUEL_BY_ROW};
use super::status::duel_status;
use duel::assess::{self, Independent, VuongPenalty};
use duel::error::Error;

/// Penalty of Vuong's test.
pub type duel_vuong_penalty = i32;
/// The difference of log-likelihoods as it is.
pub const DUEL_VUONG_PLAIN: duel_vuong_penalty = 0;
/// Less the difference of dimensions, as in AIC.
pub const DUEL_VUONG_AIC: duel_vuong_penalty = 1;
/// Less half the difference of dimensions times the logarithm of the number of comparisons, as
/// in BIC (Schwarz).
pub const DUEL_VUONG_BIC: duel_vuong_penalty = 2;

/// The result of Vuong's test.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_vuong_facts {
    /// sizeof(duel_vuong_facts); set it before the call.
    pub struct_size: usize,
    /// The unit that was taken as independent: DUEL_BY_ROW, DUEL_BY_CONTEXT or DUEL_BY_CLUSTER.
    pub by: i32,
    /// 1 if a parameter of either model is at the end of its range, where the distributions do not quite hold;
    /// else 0.
    pub boundary: i32,
    /// Number N of independent units: comparisons, or contexts.
    pub units: f64,
    /// Log-likelihood of the first model less that of the second.
    pub gain: f64,
    /// The charge on the gain.
    pub penalty: f64,
    /// Variance w^2 over the units of their part of the gain.
    pub variance: f64,
    /// (gain - penalty) / sqrt(N w^2): standard normal if both models are equally far from the truth and
    /// differ; positive where the first is nearer. NaN where the two predict the same.
    pub statistic: f64,
    /// Two-sided p-value of the statistic.
    pub p: f64,
    /// N w^2, by which to tell whether the models differ at all.
    pub variance_statistic: f64,
    /// Probability of a larger one if they do not: P(sum of l^2 chi-square(1) > N w^2), l the eigenvalues
    /// of the matrix W of Vuong's equation 3.6. NaN where the two models have more than 2000 parameters
    /// together.
    pub variance_p: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_vuong_facts {
    const NAME: &'static str = "duel_vuong_facts";
    const FIRST: usize = 80;
}

const _: () = assert!(std::mem::size_of::<duel_vuong_facts>() == 80);

/// Test which of two models of the same votes is nearer to the truth, neither being a special case of the
/// other (Vuong 1989): Rao-Kupper against Davidson, or one covariate against another.
///
/// The parts of the gain, log f - log g, are those of single comparisons, or of contexts, whose
/// comparisons may depend on each other. Look at variance_p first: where it is not small the models
/// do not differ significantly, and the statistic has no normal distribution (Vuong's sequential procedure).
///
/// DUEL_ERR_UNSUPPORTED: one model is a special case of the other (take duel_model_compare); the
/// outcome spaces or the comparisons differ; a model counts ties as halves (a quasi-likelihood is no
/// probability of the votes); importance weights; an estimate that is penalised, bias-reduced or
/// given, and so not at the maximum of its likelihood.
/// @param penalty DUEL_VUONG_PLAIN, _AIC or _BIC.
/// @param by DUEL_BY_ROW: comparisons are independent; DUEL_BY_CONTEXT: contexts are, and comparisons
///   without one; 0: contexts where they repeat, else comparisons.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_vuong(
    first: *const duel_model,
    second: *const duel_model,
    penalty: duel_vuong_penalty,
    by: duel_by,
    options: *const duel_inference_options,
    out: *mut duel_vuong_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `first`, `options` and `second` can be read, `out` can be
        // written.
        let (request, out, second) = unsafe {
            (
                Request::read(std::ptr::from_ref(about(first, "first")?), options, "duel_model_vuong")?,
                output_struct(out)?,
                about(second, "second")?,
            )
        };
        let penalty = choice(&VuongPenalty::ALL, penalty, "penalty")?;
        let independent = match by {
            0 => Independent::Auto,
            DUEL_BY_ROW => Independent::Comparisons,
            DUEL_BY_CONTEXT => Independent::Contexts,
            DUEL_BY_CLUSTER => Independent::Clusters,
            other => {
                return Err(Error::Argument(format!(
                "by is {other}; it must be DUEL_BY_ROW, DUEL_BY_CONTEXT or DUEL_BY_CLUSTER (1, 2 or 8), or 0"
            )))
            }
        };
        let v = assess::vuong(request.model, &second.model, penalty, independent)?;
        let found = duel_vuong_facts {
            struct_size: std::mem::size_of::<duel_vuong_facts>(),
            by: match v.unit {
                Independent::Contexts => DUEL_BY_CONTEXT,
                Independent::Clusters => DUEL_BY_CLUSTER,
                Independent::Auto | Independent::Comparisons => DUEL_BY_ROW,
            },
            boundary: i32::from(v.boundary),
            units: v.units,
            gain: v.gain,
            penalty: v.penalty,
            variance: v.variance,
            statistic: v.statistic,
            p: v.p,
            variance_statistic: v.variance_statistic,
            variance_p: v.variance_p,
        };
        out.write(&found);
        Ok(())
    })
}
