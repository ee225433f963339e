//! Smooth functions of a quantity, by the delta method or from replicates.

use super::bootstrap;
use super::errors::covariance_of_readout;
use super::estimates::{hide, hide_rows, table_of};
use super::{Jacobian, Options};
use crate::error::{Error, Result};
use crate::likelihood::NullSpace;
use crate::model::{Model, Point, Quantity, Readout};
use crate::progress::Watch;
use crate::room::{self, copied, Duplicate as _};
use std::cell::RefCell;

/// A function of the values of a quantity: writes its values, and, where a matrix is passed
/// (functions x values, NaN throughout), its derivatives.
pub type Function<'a> = &'a mut dyn FnMut(&[f64], &mut [f64], Option<&mut [f64]>) -> Result<()>;

/// The same without derivatives.
type Values<'a> = &'a mut dyn FnMut(&[f64], &mut [f64]) -> Result<()>;

/// The arguments of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A quantity.
    Quantity(Quantity),
    /// The parameters themselves. Functions must not depend on the identifiability constraint.
    Parameters,
}

/// Estimates, standard errors, intervals and covariance of `count` functions.
pub fn functions(
    model: &Model,
    of: Of,
    count: usize,
    function: Function<'_>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<(Vec<[f64; 4]>, Vec<f64>)> {
    options.check()?;
    let function = RefCell::new(function);
    let values_at = |point: &Point<'_>| -> Result<Vec<f64>> {
        let inner = match of {
            Of::Quantity(quantity) => point.values(quantity, &options.view)?,
            Of::Parameters => copied(point.theta),
        };
        let mut out = vec![f64::NAN; count];
        (function.borrow_mut())(&inner, &mut out, None)?;
        Ok(out)
    };
    let base = inner(&model.point(), of, options)?;
    let size = base.estimates.len();
    let mut estimates = vec![f64::NAN; count];
    let mut gradient = vec![f64::NAN; count * size];
    (function.borrow_mut())(&base.estimates, &mut estimates, Some(&mut gradient))?;
    fill_in(&base.estimates, &estimates, &mut gradient, &mut |x, out| (function.borrow_mut())(x, out, None))?;
    if let Some(at) = gradient.iter().position(|g| !g.is_finite()) {
        return Err(Error::Numeric(format!(
            "the derivative of function {} in value {} is {}",
            at / size.max(1),
            at % size.max(1),
            gradient[at]
        )));
    }
    let hidden = match of {
        Of::Parameters => check_null_space(model, &gradient, count)?,
        Of::Quantity(quantity) => model.across(quantity, &gradient, count),
    };
    let mut readout = Readout { estimates, jacobian: base.jacobian.contrasts(&gradient, count) };
    model.hide_arbitrary(&mut readout);
    hide(&mut readout.estimates, &hidden);
    if let Some(replicates) = &options.bootstrap {
        let values = replicates.values(model, &values_at, &mut *watch)?;
        let table = bootstrap::table_of(model, replicates, &readout, &values, None, options, watch)?;
        let mut covariance = bootstrap::covariance_of(&values, count)?;
        hide_rows(&mut covariance, &readout.estimates);
        return Ok((table, covariance));
    }
    let mut covariance = covariance_of_readout(model, &readout.jacobian, options, count <= 64)?;
    hide_rows(&mut covariance, &readout.estimates);
    Ok((table_of(model, &readout, &covariance, options, watch)?, covariance))
}

/// Refuses functions that change along a direction that changes no probability; tells which change with the zeros
/// of different components, whatever the comparisons.
fn check_null_space(model: &Model, gradient: &[f64], count: usize) -> Result<Vec<bool>> {
    let p = model.theta.len();
    let (mut along, mut scratch) = (vec![0.0; p], Vec::new());
    // A zero that all components share is a convention, how their zeros stand to each other is not known.
    let mut common = model.null_space.clone();
    if common.shifts.len() > 1 {
        common.shifts = vec![room::joined(&common.shifts)];
    }
    let anchored =
        model.components.iter().max().map_or(0, |c| *c as usize + 1) > model.null_space.shifts.len();
    if anchored {
        common.shifts.clear();
    }
    let mut moves = |null_space: &NullSpace, row: &[f64]| {
        along.copy_from_slice(row);
        let (strength, fixed) = (&model.objective.strength, &model.objective.fixed);
        null_space.project(strength, &model.theta, fixed, &mut along, &mut scratch);
        let size = row.iter().fold(0.0, |m: f64, g| m.max(g.abs()));
        along.iter().zip(row).any(|(a, g)| (a - g).abs() > 1e-5 * size)
    };
    let mut hidden = vec![false; count];
    for (function, hidden) in hidden.iter_mut().enumerate() {
        let row = &gradient[function * p..(function + 1) * p];
        *hidden = moves(&model.null_space, row);
        if *hidden && (model.null_space.shifts.len() + usize::from(anchored) <= 1 || moves(&common, row)) {
            return Err(Error::Argument(format!(
                "function {function} of the parameters depends on the solver's identifiability constraint: take differences of \
                 scores, or a quantity"
            )));
        }
    }
    Ok(hidden)
}

/// The values that functions are of.
fn inner(point: &Point<'_>, of: Of, options: &Options) -> Result<Readout> {
    match of {
        Of::Quantity(quantity) => point.readout(quantity, &options.view),
        Of::Parameters => {
            let mut jacobian = Jacobian::new(point.theta.len());
            for at in 0..point.theta.len() {
                point.push_free(&mut jacobian, at, 1.0);
                jacobian.end_row();
            }
            Ok(Readout { estimates: point.theta.duplicate(), jacobian })
        }
    }
}

/// Central differences in the place of derivatives that were not given. A function whose value is known
/// does not look at values that do not exist, such as the spread of an item and itself.
fn fill_in(at: &[f64], values: &[f64], gradient: &mut [f64], function: Values<'_>) -> Result<()> {
    let (size, count) = (at.len(), values.len());
    let mut x = at.duplicate();
    let (mut up, mut down) = (vec![f64::NAN; count], vec![f64::NAN; count]);
    for k in 0..size {
        if (0..count).all(|f| !gradient[f * size + k].is_nan()) {
            continue;
        }
        if at[k].is_nan() {
            for f in (0..count).filter(|&f| !values[f].is_nan()) {
                let slot = &mut gradient[f * size + k];
                *slot = if slot.is_nan() { 0.0 } else { *slot };
            }
            continue;
        }
        // The cube root of the precision balances rounding and curvature.
        let step = f64::EPSILON.cbrt() * at[k].abs().max(1.0);
        x[k] = at[k] + step;
        function(&x, &mut up)?;
        let width = x[k];
        x[k] = at[k] - step;
        function(&x, &mut down)?;
        let width = width - x[k];
        x[k] = at[k];
        for f in 0..count {
            let slot = &mut gradient[f * size + k];
            if slot.is_nan() {
                *slot = (up[f] - down[f]) / width;
            }
        }
    }
    Ok(())
}
