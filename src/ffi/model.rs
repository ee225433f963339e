//! Fitted models: life, facts and quantities.

use super::fit::{BAD_THRESHOLDS, THRESHOLDS};
use super::fit_choices::{
    DUEL_NOISE_LOGISTIC, DUEL_NOISE_NORMAL, DUEL_SPREAD_DIAGONAL, DUEL_SPREAD_FACTORS, DUEL_SPREAD_NONE,
    DUEL_THRESHOLD_BY_JUDGE,
};
use super::guard::{guard, guard_value};
use super::limit;
use super::memory::*;
use super::outputs::*;
use super::quantities::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::error::{Error, Result};
use duel::model::{
    BothBadKind, CovarianceKind, Flat, Model, Position, Ties, View, ITEMS, OPTIMA, VOTERS, WARNINGS,
};
use duel::outcome::Outcome;
use duel::room::Duplicate as _;
use duel::solve::Stop;
use duel::strength::StrengthKind;
use duel::table::Schema;
use duel::threshold::{Basis, Form};
use libc::c_void;
use std::sync::Arc;

/// A fitted model. Immutable: any number of threads may read one at the same time, and each owner
/// frees its own share.
pub struct duel_model {
    pub(super) model: Arc<Model>,
    set: duel_set,
}

/// The model that a call is about: its max_bytes bounds the call, that of several models the least.
pub(super) unsafe fn about<'a>(model: *const duel_model, name: &str) -> Result<&'a duel_model> {
    // SAFETY: the caller promises (lib.rs) that `model` can be read.
    let found = unsafe { shared(model, name) }?;
    limit::set(found.model.specification.max_bytes);
    Ok(found)
}

impl duel_model {
    pub(super) fn new(model: Model) -> duel_model {
        duel_model { set: duel_set::new(model.set.clone()), model: Arc::new(model) }
    }
}

/// Facts about a fit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_model_facts {
    /// sizeof(duel_model_facts); set it before the call.
    pub struct_size: usize,
    /// Bits DUEL_FIT_DISCONNECTED, ...; DUEL_FIT_OK if there is none.
    pub problems: i32,
    /// DUEL_STOP_CONVERGED, ...
    pub stop: i32,
    /// Outer iterations.
    pub iterations: i32,
    /// The covariance that DUEL_COVARIANCE_AUTO stands for in this model.
    pub covariance: i32,
    /// The choices: DUEL_STRENGTH_POOLED, ...
    pub strength: i32,
    /// DUEL_POSITION_NONE, ...
    pub position: i32,
    /// DUEL_MODEL_BRADLEY_TERRY, ...
    pub tie_model: i32,
    /// DUEL_TIES_HALF, ...
    pub ties: i32,
    /// DUEL_BOTH_BAD_TIE, ...
    pub both_bad: i32,
    /// DUEL_THRESHOLD_SINGLE, ...
    pub threshold: i32,
    /// Items.
    pub items: usize,
    /// Judges of the model: those of the set, and the anonymous one as the last if it judged.
    pub judges: usize,
    /// Contexts of the set.
    pub contexts: usize,
    /// Cells (judge, left, right, as far as the model tells them apart).
    pub cells: usize,
    /// Identified dimension: the rank of the derivatives of all comparisons' predictors in the free parameters. What a penalty
    /// alone holds is no part of it.
    pub dimension: usize,
    /// Comparisons used: the sum of weights, or Kish's effective number of importance weights, sum of weights squared
    /// over sum of squares; votes that the model does not read have no part in either.
    pub comparisons: f64,
    /// Log-likelihood of the data, without multinomial coefficients, penalty and pseudo-comparisons.
    pub log_likelihood: f64,
    /// The objective: negative log-likelihood plus penalty and pseudo-comparisons.
    pub objective: f64,
    /// Largest element of the gradient at the end.
    pub gradient: f64,
    /// Newton decrement at the end, sqrt(g' H^-1 g): the distance to the optimum in standard errors of
    /// the observed information.
    pub decrement: f64,
    /// Largest change of any z or e in the last full Newton step; NaN where no full step was taken, because a
    /// variance stays near zero.
    pub step: f64,
    /// Smallest eigenvalue of the Hessian on the identified space, NaN where it was not computed.
    pub curvature: f64,
    /// DUEL_OFFSETS_NONE or DUEL_OFFSETS_BY_JUDGE.
    pub threshold_offsets: i32,
    /// Factors of the tie threshold, 0 if it has none.
    pub tie_factors: i32,
    /// DUEL_BASIS_COSINE, ...
    pub tie_basis: i32,
    /// DUEL_LINK_SOFTPLUS, ...
    pub tie_link: i32,
    /// DUEL_SPREAD_NONE, ...
    pub spread: i32,
    /// Columns of Lambda, 0 if there are none.
    pub spread_factors: i32,
    /// Starts of the fit; 0 where the parameters were given.
    pub starts: i32,
    /// Distinct optima that they met: the rows of duel_model_optima.
    pub optima: i32,
    /// DUEL_BAD_THRESHOLD_SINGLE or DUEL_BAD_THRESHOLD_ADDITIVE.
    pub bad_threshold: i32,
    /// Rank of the disagreement of judges.
    pub rank: i32,
    /// |mu| sqrt(judges) / |S|: 1 if all judges agree but for noise, near 0 if the consensus is what is left over from
    /// judges who cancel each other; NaN for pooled strength.
    pub consensus: f64,
    /// Clusters of the set apart from contexts. @since 0.2
    pub clusters: usize,
    /// Outcomes that a comparison may have: 2 (left, right), 3 (tie) or 4 (both bad). @since 0.2
    pub outcomes: i32,
    /// DUEL_NOISE_LOGISTIC or DUEL_NOISE_NORMAL. @since 0.2
    pub noise: i32,
}

/// Another owner of the same model, for the price of a counter.
/// @param out receives the share; free it with duel_model_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_share(
    model: *const duel_model,
    out: *mut *mut duel_model,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
        let (model, out) = unsafe { (shared(model, "model")?, output(out, "out")?) };
        let share = duel_model { model: model.model.clone(), set: duel_set::new(model.model.set.clone()) };
        out.hand_out(share);
        Ok(())
    })
}

/// Free one share of a model. NULL is ignored. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_free(model: *mut duel_model) {
    guard(|| {
        // SAFETY: `model` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(model) };
        Ok(())
    });
}

/// Save a model with its data to bytes, versioned and checksummed. A loaded model answers every
/// question as the saved one does, under the same ids. Equal fits save to equal bytes: threads and max_bytes
/// of the fit are not saved. Call with out NULL and capacity 0 for the length.
/// @param length receives the number of bytes, also when the buffer is too short. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_save(
    model: *const duel_model,
    out: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` can be read, `length` can be written, `out` has room for
        // `capacity`.
        let (bytes, out) =
            unsafe { (about(model, "model")?.model.save(), output_bytes(out, capacity, length)?) };
        out.write(&bytes)
    })
}

/// Load a model from bytes. Any truncation and any flipped bit is DUEL_ERR_FORMAT. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_load(
    bytes: *const c_void,
    length: usize,
    out: *mut *mut duel_model,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `bytes` has `length` values, `out` can be written.
        let (out, bytes) = unsafe { (output(out, "out")?, slice(bytes as *const u8, length, "bytes")?) };
        let model = Model::load(bytes)?;
        out.hand_out(duel_model::new(model));
        Ok(())
    })
}

/// The data of a model, borrowed: valid as long as this share of the model. NULL if model is NULL.
/// @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_set(model: *const duel_model) -> *const duel_set {
    guard_value(std::ptr::null(), || {
        // SAFETY: the caller promises (lib.rs) that `model` can be read.
        let model = unsafe { shared(model, "model") }.ok()?;
        Some(&model.set as *const duel_set)
    })
}

/// Facts about the fit.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_info(
    model: *const duel_model,
    out: *mut duel_model_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
        let (model, out) = unsafe { (about(model, "model")?, output_struct(out)?) };
        let info = info(&model.model);
        out.write(&info);
        Ok(())
    })
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_model_facts {
    const NAME: &'static str = "duel_model_facts";
    const FIRST: usize = 144;
}

const _: () = assert!(std::mem::offset_of!(duel_model_facts, noise) == 204);

/// The number that C knows a choice by.
fn number<T: PartialEq>(choices: &[T], choice: T) -> i32 {
    choices.iter().position(|c| *c == choice).map_or(-1, |at| at as i32)
}

fn info(model: &Model) -> duel_model_facts {
    let (facts, s) = (&model.facts, &model.specification);
    let flat = Flat::of(s);
    duel_model_facts {
        struct_size: std::mem::size_of::<duel_model_facts>(),
        problems: facts.problems.0,
        stop: number(&Stop::ALL, facts.stop),
        iterations: facts.iterations as i32,
        covariance: number(&CovarianceKind::ALL, model.kind(CovarianceKind::Auto)),
        strength: number(&StrengthKind::ALL, flat.strength),
        position: number(&Position::ALL, s.position),
        tie_model: number(&Outcome::ALL, s.outcome),
        ties: number(&Ties::ALL, s.ties),
        both_bad: number(&BothBadKind::ALL, flat.both_bad),
        threshold: match (flat.threshold, s.threshold_by_judge) {
            (Form::Single, true) => DUEL_THRESHOLD_BY_JUDGE,
            (form, _) => number(&THRESHOLDS, form),
        },
        items: model.layout.items,
        judges: model.layout.judges,
        contexts: model.set.contexts(),
        cells: model.objective.data.design.len(),
        dimension: facts.dimension,
        comparisons: facts.comparisons,
        log_likelihood: facts.log_likelihood,
        objective: facts.objective,
        gradient: facts.gradient,
        decrement: facts.decrement,
        step: facts.step,
        curvature: facts.curvature,
        threshold_offsets: i32::from(s.threshold_by_judge),
        tie_factors: flat.tie_factors as i32,
        tie_basis: number(&Basis::ALL, flat.basis),
        tie_link: i32::from(flat.linear),
        spread: match flat.spread {
            None => DUEL_SPREAD_NONE,
            Some(0) => DUEL_SPREAD_DIAGONAL,
            Some(_) => DUEL_SPREAD_FACTORS,
        },
        spread_factors: flat.spread.unwrap_or(0) as i32,
        starts: model.optima.iter().map(|o| o.starts as i32).sum(),
        optima: model.optima.len() as i32,
        bad_threshold: number(&BAD_THRESHOLDS, flat.bad_threshold),
        rank: flat.rank as i32,
        consensus: model.consensus(),
        clusters: model.set.clusters(),
        outcomes: model.outcome().outcomes() as i32,
        noise: if model.outcome().has_log_odds() { DUEL_NOISE_LOGISTIC } else { DUEL_NOISE_NORMAL },
    }
}

/// The size of a quantity; DUEL_ERR_UNSUPPORTED if the model has no such quantity.
/// @param quantity DUEL_QUANTITY_SCORES ... DUEL_QUANTITY_PARAMETERS.
/// @param rows,columns receive the shape. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_shape(
    model: *const duel_model,
    quantity: duel_quantity,
    rows: *mut usize,
    columns: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` can be read, `rows` and `columns` can be written.
        let (model, rows, columns) =
            unsafe { (about(model, "model")?, output(rows, "rows")?, output(columns, "columns")?) };
        let (height, width) = shape(&model.model, quantity)?;
        rows.write(height);
        columns.write(width);
        Ok(())
    })
}

fn shape(model: &Model, number: i32) -> Result<(usize, usize)> {
    if let Some(quantity) = quantity(number) {
        return model.shape(quantity);
    }
    match number {
        DUEL_QUANTITY_PARAMETERS => Ok((1, model.theta.len())),
        DUEL_QUANTITY_LOADINGS => Ok((model.layout.items, model.loadings()?.0)),
        DUEL_QUANTITY_ITEM_COVARIANCE | DUEL_QUANTITY_ITEM_CORRELATIONS => {
            model.loadings()?;
            Ok((model.layout.items, model.layout.items))
        }
        other => Err(Error::Argument(format!("quantity is {other}, which is no quantity of a model"))),
    }
}

fn values(model: &Model, number: i32) -> Result<Vec<f64>> {
    if let Some(quantity) = quantity(number) {
        return Ok(model.readout(quantity, &View::default())?.estimates);
    }
    Ok(match number {
        DUEL_QUANTITY_LOADINGS => model.loadings()?.1,
        DUEL_QUANTITY_ITEM_COVARIANCE => model.item_covariance()?,
        DUEL_QUANTITY_ITEM_CORRELATIONS => model.item_correlations()?,
        _ => model.theta.duplicate(),
    })
}

/// A quantity, row-major: scores sum to zero, sensitivities have mean one. DUEL_QUANTITY_PARAMETERS gives the raw
/// parameters in the order of duel_model_given: scores; sensitivities; V and U of each direction of
/// disagreement; position effects; regression coefficients; slopes of sensitivities; roots of variances and
/// Lambda of a spread; tie thresholds and their offsets; thresholds of both bad.
/// @param out room for rows * columns doubles of duel_model_shape.
/// @param capacity number of doubles that fit in out; too few is DUEL_ERR_SIZE. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_get(
    model: *const duel_model,
    quantity: duel_quantity,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` has room for `capacity`.
        let (model, out) = unsafe { (about(model, "model")?, output_array(out, capacity, "out")) };
        let (rows, columns) = shape(&model.model, quantity)?;
        out.check(rows * columns)?;
        let values = values(&model.model, quantity)?;
        out.write(&values);
        Ok(())
    })
}

/// Remarks of a careful statistician on these data and this model (presentation order tied to the items,
/// judges whose answers follow the position, judges at the boundary, repeated contexts, near-separated items, ...). The
/// code is a DUEL_WARNING_.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_warnings(
    model: *const duel_model,
    out: *mut *mut duel_table,
) -> duel_status {
    // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
    guard(|| unsafe { rows_of(model, &WARNINGS, |m| m.warnings().duplicate(), out) })
}

/// Every item: bits DUEL_FIT_ that concern it, and the comparisons that the model used.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_items(
    model: *const duel_model,
    out: *mut *mut duel_table,
) -> duel_status {
    // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
    guard(|| unsafe { rows_of(model, &ITEMS, Model::item_rows, out) })
}

/// Every judge of the model, the anonymous one last: bits DUEL_FIT_ that concern it, and the comparisons that the model
/// used. duel_model_judges says more of them.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_voters(
    model: *const duel_model,
    out: *mut *mut duel_table,
) -> duel_status {
    // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
    guard(|| unsafe { rows_of(model, &VOTERS, Model::voter_rows, out) })
}

/// The distinct optima that the starts of a fit met. Two whose objectives differ by less than 0.001 count as one. No
/// rows where the parameters were given.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_model_optima(
    model: *const duel_model,
    out: *mut *mut duel_table,
) -> duel_status {
    // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
    guard(|| unsafe { rows_of(model, &OPTIMA, |m| m.optima.duplicate(), out) })
}

/// Hands out a table of a model that takes no options.
unsafe fn rows_of<R>(
    model: *const duel_model,
    schema: &'static Schema<R>,
    rows: impl FnOnce(&Model) -> Vec<R>,
    out: *mut *mut duel_table,
) -> Result<()> {
    // SAFETY: the caller promises (lib.rs) that `model` can be read, `out` can be written.
    let (model, out) = unsafe { (&about(model, "model")?.model, output(out, "out")?) };
    hand_out_rows(schema, &rows(model), &model.set, out)
}
