//! The acceleration of BCa intervals: a sixth of the skewness of the influence of single units, by the
//! infinitesimal jackknife (Efron 1987, section 7).

use super::weights::Resampler;
use super::Bootstrap;
use crate::error::Result;
use crate::interrupt::spend;
use crate::likelihood::Curvature;
use crate::model::{generalised_inverse, Jacobian, Model};
use crate::room::Gather as _;

/// The acceleration of every value.
pub(super) fn accelerations(model: &Model, bootstrap: &Bootstrap, jacobian: &Jacobian) -> Result<Vec<f64>> {
    let resampler = Resampler::new(model, bootstrap.unit, bootstrap.options.weights)?;
    let objective = &model.objective;
    let inverse = generalised_inverse(
        objective,
        &model.null_space,
        &model.theta,
        &model.directions,
        Curvature::Observed,
    )?;
    let slopes = resampler.own_slopes();
    let p = model.theta.len();
    let mut row = vec![0.0; p];
    let mut along = vec![0.0; p];
    (0..jacobian.rows())
        .map(|value| {
            jacobian.dense_row(value, &mut row);
            along.fill(0.0);
            for (k, slope) in row.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
                let column = &inverse[k * p..(k + 1) * p];
                spend(p / 2);
                along.iter_mut().zip(column).for_each(|(a, c)| *a += slope * c);
            }
            let [squares, cubes] = resampler.moments(&slopes, &along);
            Ok(if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 })
        })
        .gathered_or()
}
