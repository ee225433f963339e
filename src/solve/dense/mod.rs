//! Trust-region Newton with a dense Hessian. The region is set by a shift of the Hessian, raised
//! until it is positive definite and the step pays (Levenberg).

mod bounds;
mod newton;
mod proof;
mod saddle;
mod shifted;

pub(super) use proof::prove_at;

use super::{Ended, Limits, Minimand, Proof};
use crate::error::Result;
use crate::linalg::Factor;
use crate::progress::Watch;
use crate::room::{self, Duplicate as _};
use crate::terms::Local;
use bounds::MAX_FIRST_SHIFT;
use newton::Newton;
use proof::prove;
use shifted::MAX_NEGLIGIBLE_SHIFT;

/// Everything the iterations write to, allocated once.
#[derive(Debug)]
pub(super) struct Workspace {
    factor: Factor,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    trial_hessian: Vec<f64>,
    step: Vec<f64>,
    scratch: Vec<f64>,
    damping: Vec<f64>,
    /// Parameters that are left out of the factor: those that do not move, and grounded scores.
    left_out: Vec<bool>,
    local: Local,
}

impl Workspace {
    pub(super) fn new(p: usize) -> Result<Workspace> {
        let zeros = room::reserve;
        Ok(Workspace {
            factor: Factor::new(p)?,
            gradient: zeros(p)?,
            hessian: zeros(p * p)?,
            trial: zeros(p)?,
            trial_gradient: zeros(p)?,
            trial_hessian: zeros(p * p)?,
            step: zeros(p)?,
            scratch: zeros(p)?,
            damping: zeros(p)?,
            left_out: room::reserve_filled(p, false)?,
            local: Local::default(),
        })
    }
}

pub(super) fn minimise(
    minimand: &impl Minimand,
    theta: Vec<f64>,
    limits: &Limits,
    w: &mut Workspace,
    watch: Watch<'_>,
) -> Result<(Ended, Proof)> {
    let mut newton = Newton::new(minimand, theta, limits, w)?;
    let stop = newton.run(watch)?;
    let Newton { theta, value, iterations, needed, exact, factored, w, .. } = newton;
    let last_step = w.step.duplicate();
    let shift = if needed <= MAX_NEGLIGIBLE_SHIFT { needed.min(MAX_FIRST_SHIFT) } else { 0.0 };
    let proof = prove(minimand, &theta, (limits, stop, [exact, factored]), shift, w)?;
    Ok((Ended { theta, value, iterations, stop, last_step, shift }, proof))
}
