//! Assessment: criteria, nested tests, accuracy, calibration, circular triads.

use super::guard::guard;
use super::memory::*;
use super::model::{about, duel_model};
use super::options::{duel_inference_options, Request};
use super::outputs::*;
use super::set::{duel_set, optional_set};
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::assess;
use duel::progress::Progress;

/// Outcomes that a likelihood distinguishes.
pub type duel_outcome_space = i32;
/// Left or right, a tie being half of each (Bradley-Terry and Thurstone-Mosteller with DUEL_TIES_HALF). Where
/// there are ties this is a quasi-likelihood, and criteria compare such models with each other only.
pub const DUEL_SPACE_TWO_HALF: duel_outcome_space = 0;
/// Left or right, ties left out (Bradley-Terry and Thurstone-Mosteller with DUEL_TIES_DROPPED).
pub const DUEL_SPACE_TWO: duel_outcome_space = 1;
/// Left, right or tie (Rao-Kupper, Davidson, Glenn-David).
pub const DUEL_SPACE_THREE: duel_outcome_space = 2;
/// Left, right, tie or both bad (DUEL_BOTH_BAD_OUTCOME).
pub const DUEL_SPACE_FOUR: duel_outcome_space = 3;
/// Grades (DUEL_MODEL_GRADED): deviance, Pearson's X^2, their degrees of freedom and the log coefficient are NaN. @since 0.2
pub const DUEL_SPACE_GRADES: duel_outcome_space = 4;

/// Test of nested models.
pub type duel_test = i32;
/// The likelihood-ratio test.
pub const DUEL_TEST_LIKELIHOOD_RATIO: duel_test = 0;
/// The Wald test, from the larger estimate and its covariance.
pub const DUEL_TEST_WALD: duel_test = 1;
/// Rao's score test, from the smaller estimate.
pub const DUEL_TEST_SCORE: duel_test = 2;

/// Criteria and fit of a model. Compare criteria of models of the same comparisons and the same
/// outcome_space only. Cells are (judge, left, right): judges and orders are kept apart even where
/// the model ignores them; contexts are added up unless a covariate needs them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_criteria_facts {
    /// sizeof(duel_criteria_facts); set it before the call.
    pub struct_size: usize,
    /// DUEL_SPACE_TWO_HALF, _TWO, _THREE, _FOUR or _GRADES, by the choices of the model.
    pub outcome_space: i32,
    /// 1 if the estimate is penalised (ridge, pseudo-comparisons), bias-reduced or given: all values are
    /// then those of an estimate whose likelihood is not at its maximum; else 0.
    pub penalised: i32,
    /// 1 if a parameter is at the end of its range or diverges (DUEL_FIT_BOUNDARY,
    /// DUEL_FIT_TIE_LIMIT, DUEL_FIT_SEPARATED), where the dimension says less; else 0.
    pub boundary: i32,
    /// Zero.
    pub reserved: i32,
    /// Identified dimension d.
    pub dimension: usize,
    /// Number of cells.
    pub cells: usize,
    /// Comparisons used, n.
    pub comparisons: f64,
    /// Total log-likelihood, without multinomial coefficients.
    pub log_likelihood: f64,
    /// Sum of the logarithms of the multinomial coefficients of the cells, halves of ties by the gamma
    /// function. For whole counts log_likelihood + log_coefficient is R's logLik; where there are
    /// halves R rounds them.
    pub log_coefficient: f64,
    /// 2 d - 2 log_likelihood (Akaike 1974). R's adds - 2 log_coefficient.
    pub aic: f64,
    /// aic + 2 d (d + 1) / (n - d - 1) (Hurvich and Tsai 1989); NaN for n <= d + 1.
    pub aicc: f64,
    /// d log n - 2 log_likelihood (Schwarz 1978).
    pub bic: f64,
    /// d (log n + 1) - 2 log_likelihood (Bozdogan 1987).
    pub caic: f64,
    /// Twice the log-likelihood of the saturated model, which fits every cell, less that of this one.
    pub deviance: f64,
    /// Pearson's X^2: the sum over cells and outcomes of (observed - expected)^2 / expected.
    pub pearson: f64,
    /// Degrees of freedom of both: outcomes less one, summed over cells, less d. Outcomes that the
    /// model rules out are not counted. With few comparisons in a cell neither is chi-square.
    pub df: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_criteria_facts {
    const NAME: &'static str = "duel_criteria_facts";
    const FIRST: usize = 120;
}

const _: () = assert!(std::mem::size_of::<duel_criteria_facts>() == 120);

/// Information criteria, deviance and Pearson's X^2 of a model.
///
/// DUEL_ERR_UNSUPPORTED for importance weights, which are no numbers of comparisons.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_criteria(
    model: *const duel_model,
    out: *mut duel_criteria_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
        let (model, out) = unsafe { (about(model, "model")?, output_struct(out)?) };
        let c = assess::criteria(&model.model)?;
        let space = assess::Space::ALL.iter().position(|s| *s == c.space);
        let found = duel_criteria_facts {
            struct_size: std::mem::size_of::<duel_criteria_facts>(),
            outcome_space: space.map_or(-1, |at| at as i32),
            penalised: i32::from(c.penalised),
            boundary: i32::from(c.boundary),
            reserved: 0,
            dimension: c.dimension,
            cells: c.cells,
            comparisons: c.comparisons,
            log_likelihood: c.log_likelihood,
            log_coefficient: c.log_coefficient,
            aic: c.aic,
            aicc: c.aicc,
            bic: c.bic,
            caic: c.caic,
            deviance: c.deviance,
            pearson: c.pearson,
            df: c.df,
        };
        out.write(&found);
        Ok(())
    })
}

/// The result of a test of nested models.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_comparison_facts {
    /// sizeof(duel_comparison_facts); set it before the call.
    pub struct_size: usize,
    /// DUEL_TEST_LIKELIHOOD_RATIO, _WALD or _SCORE.
    pub test: i32,
    /// 1 if a parameter is at the end of its range in a fit that the test uses: the chi-square distribution does
    /// then not quite hold (a hypothesis at the end of a range makes p too large); else 0.
    pub boundary: i32,
    /// 1 if a ratio of quasi-likelihoods was adjusted; else 0.
    pub adjusted: i32,
    /// Zero.
    pub reserved: i32,
    /// Degrees of freedom.
    pub df: usize,
    /// The statistic: chi-square with df degrees of freedom if null holds and the data are many.
    pub statistic: f64,
    /// Probability of a statistic at least as large if null holds.
    pub p: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_comparison_facts {
    const NAME: &'static str = "duel_comparison_facts";
    const FIRST: usize = 48;
}

const _: () = assert!(std::mem::size_of::<duel_comparison_facts>() == 48);

/// Test a model against a larger one of which it is a special case.
///
/// Nested are: no position effect in a shared one, a shared one in one for each judge; pooled strength in
/// sensitivities (all equal); fewer covariates in more (their effects zero); a single threshold in one
/// for each judge or in an additive one, for ties and for both bad; a single or an additive one in a factored
/// one with the cosine basis; fewer factors in more of the same basis; no spread in a diagonal one; more
/// fixed scores in fewer. The outcome model, the link of thresholds of items, and the treatment of ties and
/// of votes both bad must be the same, and so must the comparisons: both models fitted to one set, or to
/// sets that agree in names and in the counts of every (judge, left, right). A spread against one with
/// factors, and factors against more, have no test with a known distribution: compare by criteria.
///
/// Factored thresholds and spreads have the likelihood ratio only; additive thresholds that and Wald.
///
/// Likelihood ratio: 2 (log L(full) - log L(null)). Where ties count as halves there is no proper
/// likelihood; the ratio is then divided by the mean eigenvalue of (R H^-1 R')^-1 (R V R') (Rotnitzky and Jewell
/// 1990; Pace, Salvan and Sartori 2011), R the restrictions, H the Hessian, V the covariance of
/// options (the sandwich where that asks for a plain one).
/// Wald: r' (R V R')^-1 r, r the restrictions at the full estimate, V the covariance of options. Judges
/// at the boundary, or whose threshold is at the end of its range, are left out and not counted in df.
/// Score: U' F^-1 U, U the gradient and F the expected information of full at the estimate of null
/// (Rao 1948); with ties as halves the generalised statistic of Boos (1992). It takes comparisons as
/// independent; covariance and correction have no effect on it.
///
/// DUEL_ERR_UNSUPPORTED: null is not a special case (the message says which choice), the
/// comparisons differ, or ratio or score are asked for with a penalty or importance weights (take
/// Wald). DUEL_ERR_NOT_IDENTIFIED: the hypothesis concerns a parameter
/// that the data do not determine.
/// @param null the smaller model.
/// @param full the larger model.
/// @param test DUEL_TEST_LIKELIHOOD_RATIO, _WALD or _SCORE.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_compare(
    null: *const duel_model,
    full: *const duel_model,
    test: duel_test,
    options: *const duel_inference_options,
    out: *mut duel_comparison_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `null`, `full` and `options` can be read, `out` can be written.
        let (null, _, request, out) = unsafe {
            (
                about(null, "null")?,
                about(full, "full")?,
                Request::read(full, options, "duel_model_compare")?,
                output_struct(out)?,
            )
        };
        let which = choice(&assess::NestedTest::ALL, test, "test")?;
        let c = assess::compare(&null.model, request.model, which, &request.options)?;
        let found = duel_comparison_facts {
            struct_size: std::mem::size_of::<duel_comparison_facts>(),
            test,
            boundary: i32::from(c.boundary),
            adjusted: i32::from(c.adjusted),
            reserved: 0,
            df: c.df,
            statistic: c.statistic,
            p: c.p,
        };
        out.write(&found);
        Ok(())
    })
}

/// How well a model predicts comparisons: its own, or others held out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_accuracy_facts {
    /// sizeof(duel_accuracy_facts); set it before the call.
    pub struct_size: usize,
    /// Comparisons predicted.
    pub comparisons: f64,
    /// Mean log-likelihood of a comparison; 0 would be certainty that was right.
    pub log_score: f64,
    /// Mean over comparisons of the sum over outcomes of (indicator - probability)^2 (Brier 1950): 0 to
    /// 2. Where ties count as halves, a tie is half a win and half a loss.
    pub brier: f64,
    /// Comparisons with a winner; where ties count as halves, all.
    pub decided: f64,
    /// Share of these whose winner had the larger probability; equal probabilities count half.
    pub accuracy: f64,
    /// Mean distance of observed and predicted scores over ten bins of duel_model_calibration, weighted by
    /// comparisons.
    pub calibration_error: f64,
    /// Intercept of the logistic regression of the winner, left or right, on log (p(left) / p(right))
    /// among decided comparisons (Cox 1958): 0 where the sides are called right. NaN, like the next
    /// three, where the data do not determine it.
    pub intercept: f64,
    /// Its standard error, which takes comparisons as independent.
    pub intercept_se: f64,
    /// Slope of the same regression: 1 where predictions are as sure as they should be, less where they
    /// are too sure.
    pub slope: f64,
    /// Its standard error.
    pub slope_se: f64,
    /// Comparisons between items that the data of the model do not compare, even through others. They
    /// are left out of all else.
    pub unpredicted: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_accuracy_facts {
    const NAME: &'static str = "duel_accuracy_facts";
    const FIRST: usize = 88;
}

const _: () = assert!(std::mem::size_of::<duel_accuracy_facts>() == 96);

/// How well a model predicts the comparisons of a set.
///
/// Items, judges and contexts are matched by name, as in duel_model_log_likelihood: an unknown item is
/// DUEL_ERR_NAME; contexts whose covariates neither the set nor the model's data have count as a difference of
/// zero. Predictions are those of the estimate, without its uncertainty.
/// DUEL_ERR_UNSUPPORTED for importance weights, DUEL_ERR_DATA if no comparison could be predicted.
/// @param set NULL: the data that the model was fitted to, of which it looks better than of others.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_accuracy(
    model: *const duel_model,
    set: *const duel_set,
    out: *mut duel_accuracy_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `set` can be read, `out` can be written.
        let (model, set, out) = unsafe { (about(model, "model")?, optional_set(set), output_struct(out)?) };
        let a = assess::accuracy(&model.model, set)?;
        let found = duel_accuracy_facts {
            struct_size: std::mem::size_of::<duel_accuracy_facts>(),
            comparisons: a.comparisons,
            log_score: a.log_score,
            brier: a.brier,
            decided: a.decided,
            accuracy: a.accuracy,
            calibration_error: a.calibration_error,
            intercept: a.intercept,
            intercept_se: a.intercept_error,
            slope: a.slope,
            slope_se: a.slope_error,
            unpredicted: a.unpredicted,
        };
        out.write(&found);
        Ok(())
    })
}

/// Predicted and observed scores side by side, for a reliability diagram.
///
/// Every comparison is seen from the side that is predicted to score more (a tie scores one half), and
/// put into one of the bins by its prediction, even matches first. Bins hold about equal numbers of
/// comparisons; comparisons of one cell of the set stay together, so that a bin may be empty.
/// Errors as in duel_model_accuracy.
/// @param set NULL: the data that the model was fitted to.
/// @param bins number of bins, at most 1000000; 0: 10.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_calibration(
    model: *const duel_model,
    set: *const duel_set,
    bins: usize,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `set` can be read, `out` can be written.
        let (model, set, out) =
            unsafe { (&about(model, "model")?.model, optional_set(set), output(out, "out")?) };
        let bins = if bins == 0 { 10 } else { bins };
        let rows = assess::calibration(model, set, bins)?;
        hand_out_rows(&assess::CALIBRATION, &rows, &model.set, out)
    })
}

/// Circular triads and their distribution under a model.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_triads_facts {
    /// sizeof(duel_triads_facts); set it before the call.
    pub struct_size: usize,
    /// Triples of items whose three pairs all have a majority: more wins on one side than on the other.
    pub triads: u64,
    /// Those that are circular: a beats b, b beats c, c beats a.
    pub circular: u64,
    /// Number of replicates.
    pub replicates: u64,
    /// Mean number of circular triads under the model.
    pub expected: f64,
    /// Its standard deviation from data to data.
    pub sd: f64,
    /// (1 + replicates with at least as many circular triads) / (1 + replicates): small where preferences
    /// go round in circles more than the model lets chance do.
    pub p: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_triads_facts {
    const NAME: &'static str = "duel_triads_facts";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_triads_facts>() == 56);

/// Count circular triads (Kendall and Babington Smith 1940), and simulate how many the model expects.
///
/// A pair goes to the side that won more often, over all judges and contexts; pairs without a majority
/// are left out. In every replicate each cell (judge, left, right) keeps its number of comparisons, and
/// their outcomes are drawn from the model at its estimate. Where ties count as halves the model has no
/// ties, and all comparisons are decided in replicates. Time grows with replicates, and with pairs
/// times items / 64.
///
/// DUEL_ERR_UNSUPPORTED for importance weights and counts that are not whole.
/// @param replicates 0: 1000.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_triads(
    model: *const duel_model,
    replicates: usize,
    options: *const duel_inference_options,
    out: *mut duel_triads_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` can be written.
        let (request, out) =
            unsafe { (Request::read(model, options, "duel_model_triads")?, output_struct(out)?) };
        let replicates = if replicates == 0 { 1000 } else { replicates };
        let mut watch = |now: &Progress| request.callbacks.report(now);
        let t = assess::triads(request.model, replicates, &request.options, &mut watch)?;
        let found = duel_triads_facts {
            struct_size: std::mem::size_of::<duel_triads_facts>(),
            triads: t.triads,
            circular: t.circular,
            replicates: t.replicates as u64,
            expected: t.expected,
            sd: t.deviation,
            p: t.p,
        };
        out.write(&found);
        Ok(())
    })
}
