//! The canonical form of a fitted model, reached after the fit along null directions:
//! P Sigma P of trace one, factors centred and along their principal axes, variances from positive roots;
//! factors of thresholds with Phi'G symmetric; offsets of judges with mean zero; strengths of several columns
//! as a consensus and disagreement with it.

use crate::error::{Error, Result};
use crate::likelihood::NullSpace;
use crate::linalg::symmetric_eigen;
use crate::model::specification::ParameterLayout;
use crate::outcome::TIE;
use crate::room::{Duplicate as _, Gather as _};
use crate::spread::{Freedom, Spread};
use crate::threshold::Form;

/// Brings the parameters to canonical form.
pub(super) fn to_canonical(
    layout: &ParameterLayout,
    null_space: &NullSpace,
    fixed: &[bool],
    theta: &mut [f64],
) -> Result<()> {
    if let Some(freedom) = &null_space.spread {
        freedom.balance(theta, fixed);
        rotate(freedom, theta)?;
        if freedom.scale {
            let scale = 1.0 / freedom.trace(theta).sqrt();
            let end = freedom.spread.first + freedom.spread.len();
            (0..end).filter(|&at| !fixed[at]).for_each(|at| theta[at] *= scale);
        }
        let spread = freedom.spread;
        for item in 0..spread.items {
            theta[spread.tau(item)] = theta[spread.tau(item)].abs();
        }
    }
    if layout.strength.has_disagreement()
        && !layout.strength.to_canonical(theta, &layout.condition(&null_space.shifts, fixed))?
    {
        return Err(Error::NotIdentified(
            "the judges cancel each other: the mean of their strengths, the consensus, is zero".into(),
        ));
    }
    let Some(threshold) = layout.terms.threshold(TIE) else { return Ok(()) };
    if threshold.form == Form::Single {
        return Ok(());
    }
    if !layout.ties_penalised {
        threshold.symmetrise(theta);
    }
    if let (Some(first), Some(constant)) = (threshold.offsets, threshold.constant()) {
        let free: Vec<usize> = (first..first + layout.judges).filter(|&k| !fixed[k]).gathered();
        let mean = free.iter().map(|&k| theta[k]).sum::<f64>() / free.len().max(1) as f64;
        free.iter().for_each(|&k| theta[k] -= mean);
        constant
            .iter()
            .filter(|(k, _)| !fixed[*k as usize])
            .for_each(|&(k, v)| theta[k as usize] += mean * v);
    }
    Ok(())
}

/// Turns the factors to their principal axes, the longest first, the largest entry of each positive.
fn rotate(freedom: &Freedom, theta: &mut [f64]) -> Result<()> {
    let Spread { factors: k, .. } = freedom.spread;
    if k == 0 {
        return Ok(());
    }
    let rows: Vec<usize> = freedom.items.iter().map(|&i| freedom.spread.row(i as usize)).gathered();
    let mut gram = vec![0.0; k * k];
    for &row in &rows {
        for a in 0..k {
            (0..k).for_each(|b| gram[a * k + b] += theta[row + a] * theta[row + b]);
        }
    }
    let (_, vectors) = symmetric_eigen(&gram, k)?;
    for &row in &rows {
        let old = theta[row..row + k].duplicate();
        for (c, axis) in vectors.chunks(k).rev().enumerate() {
            theta[row + c] = axis.iter().zip(&old).map(|(a, o)| a * o).sum();
        }
    }
    for c in 0..k {
        let largest = rows
            .iter()
            .map(|&row| theta[row + c])
            .fold(0.0, |m: f64, v| if v.abs() > m.abs() { v } else { m });
        if largest < 0.0 {
            rows.iter().for_each(|&row| theta[row + c] = -theta[row + c]);
        }
    }
    Ok(())
}
