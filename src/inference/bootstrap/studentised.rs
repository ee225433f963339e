//! Standard errors within replicates, for studentised intervals.

use super::weights::{Drawn, Resampler};
use super::{Bootstrap, Read};
use crate::error::Result;
use crate::likelihood::Curvature;
use crate::model::{generalised_inverse, sandwich, Model, Point, Readout, Refit, Refitter};
use crate::progress::Watch;
use crate::random::Random;
use crate::room::Gather as _;
use crate::threads;

/// Standard errors of the estimate and of every replicate.
pub(super) struct Errors {
    /// Of the estimate.
    pub(super) base: Vec<f64>,
    replicates: Vec<Vec<f64>>,
}

impl Errors {
    /// Errors of the replicates in units of their standard errors.
    pub(super) fn ratios(&self, values: &[Vec<f64>], estimates: &[f64]) -> Vec<Vec<f64>> {
        let ratio = |(row, errors): (&Vec<f64>, &Vec<f64>)| {
            row.iter().zip(estimates).zip(errors).map(|((v, e), error)| (v - e) / error).gathered()
        };
        values.iter().zip(&self.replicates).map(ratio).gathered()
    }
}

/// Computes them, by the sandwich over the units that were drawn; for a parametric bootstrap by the
/// expected information.
pub(super) fn errors(
    model: &Model,
    bootstrap: &Bootstrap,
    base: &Readout,
    read: Read<'_>,
    watch: Watch<'_>,
) -> Result<Errors> {
    let options = &bootstrap.options;
    let resampler = Resampler::new(model, bootstrap.unit, options.weights)?;
    let mut refitter = Refitter::new(model, false)?;
    resampler.restore(&mut refitter);
    let own = standard_errors(model, &resampler, &mut refitter, &model.point(), &resampler.once(), base)?;
    let replicates = threads::run(
        bootstrap.replicates.len(),
        options.threads,
        || Refitter::new(model, false),
        |refitter, at| {
            let (number, refit): &(usize, Refit) = &bootstrap.replicates[at];
            let drawn = resampler.draw(&mut Random::new(options.seed, *number as u64), refitter);
            let point = refit.point(model);
            standard_errors(model, &resampler, refitter, &point, &drawn, &read(&point)?)
        },
        watch,
    )?;
    Ok(Errors { base: own, replicates })
}

/// Standard errors of a read-out at a point, from the counts that the refitter holds.
fn standard_errors(
    model: &Model,
    resampler: &Resampler<'_>,
    refitter: &mut Refitter<'_>,
    point: &Point<'_>,
    drawn: &Drawn,
    readout: &Readout,
) -> Result<Vec<f64>> {
    refitter.fix(point.fixed);
    let objective = refitter.objective();
    let null_space = model.layout.null_space(&model.null_space.shifts, point.fixed);
    let p = point.theta.len();
    let which = if resampler.is_parametric() { Curvature::Expected } else { Curvature::Observed };
    let bread = generalised_inverse(objective, &null_space, point.theta, &model.directions, which)?;
    let matrix = if resampler.is_parametric() {
        bread
    } else {
        let mut meat = crate::room::reserve(p * p)?;
        resampler.meat(objective, point.theta, drawn, &mut meat);
        sandwich(&bread, &meat, p)?
    };
    let scale = if resampler.is_parametric() { 1.0 / model.facts.unit } else { 1.0 };
    Ok(readout.jacobian.variances(&matrix).into_iter().map(|v| (v * scale).max(0.0).sqrt()).gathered())
}
