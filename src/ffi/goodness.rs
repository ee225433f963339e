//! Goodness of fit by the parametric bootstrap.

use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use duel::assess::{goodness, Simulation, Statistic};
use duel::progress::Progress;

/// Pearson's X^2 and the deviance, judged by data drawn from the model.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_goodness_facts {
    /// sizeof(duel_goodness_facts); set it before the call.
    pub struct_size: usize,
    /// Replicates with an estimate.
    pub used: usize,
    /// Replicates without one, left out.
    pub failed: usize,
    /// Pearson's X^2 of the data, as in duel_criteria_facts.
    pub pearson: f64,
    /// Its mean over the replicates.
    pub pearson_expected: f64,
    /// Its standard deviation.
    pub pearson_deviation: f64,
    /// (1 + replicates with at least as much) / (1 + replicates): small if the model does not fit.
    pub pearson_p: f64,
    /// The deviance of the data, as in duel_criteria_facts.
    pub deviance: f64,
    /// Its mean over the replicates.
    pub deviance_expected: f64,
    /// Its standard deviation.
    pub deviance_deviation: f64,
    /// As pearson_p.
    pub deviance_p: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_goodness_facts {
    const NAME: &'static str = "duel_goodness_facts";
    const FIRST: usize = 88;
}

const _: () = assert!(std::mem::size_of::<duel_goodness_facts>() == 88);

/// Does the model fit? Data are drawn from it, the model is fitted to each, and the distance of the
/// data from the model is compared with those. Unlike the chi-square distribution this is right with few
/// comparisons in a cell.
///
/// DUEL_ERR_UNSUPPORTED: counts that are not whole, importance weights, and ties under Bradley-Terry
/// with DUEL_TIES_HALF, which has no probability of a tie.
/// @param replicates data sets to draw, at least 2; 0: 1000.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_goodness(
    model: *const duel_model,
    replicates: usize,
    options: *const duel_inference_options,
    out: *mut duel_goodness_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_goodness")?, output_struct(out)?) };
        let simulation = Simulation {
            replicates: if replicates == 0 { 1000 } else { replicates },
            seed: request.options.seed,
            threads: request.options.threads,
        };
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let found = goodness(request.model, &simulation, &mut watch)?;
        let numbers = |s: &Statistic| [s.value, s.expected, s.deviation, s.p];
        let [pearson, pearson_expected, pearson_deviation, pearson_p] = numbers(&found.pearson);
        let [deviance, deviance_expected, deviance_deviation, deviance_p] = numbers(&found.deviance);
        let result = duel_goodness_facts {
            struct_size: std::mem::size_of::<duel_goodness_facts>(),
            used: simulation.replicates - found.failed,
            failed: found.failed,
            pearson,
            pearson_expected,
            pearson_deviation,
            pearson_p,
            deviance,
            deviance_expected,
            deviance_deviation,
            deviance_p,
        };
        out.write(&result);
        Ok(())
    })
}
