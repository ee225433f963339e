//! The bootstrap: a model fitted again to many sets of weights on its data, or to data drawn from it.
//!
//! A bootstrap keeps the parameters of its replicates; whatever is read out of a model can then be read
//! out of each of them.

mod acceleration;
mod intervals;
mod studentised;
mod weights;

use crate::room::{self, with_room, Duplicate as _, Gather as _, Put as _};
pub use intervals::Interval;
pub(super) use intervals::{covariance, covariance_of, table, table_of};
pub use weights::WeightDistribution;

use crate::comparisons::Unit;
use crate::error::{Error, Result};
use crate::model::{CovarianceKind, Model, Point, Problems, Readout, Refit, Refitter};
use crate::progress::Watch;
use crate::random::Random;
use crate::threads;
use weights::Resampler;

/// How to draw replicates.
#[derive(Debug, Clone, PartialEq)]
pub struct BootstrapOptions {
    /// The unit that is weighted as a whole; None: that which the model's own covariance takes as independent.
    pub unit: Option<Unit>,
    /// The distribution of the weights.
    pub weights: WeightDistribution,
    /// Number of replicates.
    pub replicates: usize,
    /// Whether a refit is one Newton step from the estimate.
    pub one_step: bool,
    /// Seed; replicate r uses stream r.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for BootstrapOptions {
    fn default() -> Self {
        BootstrapOptions {
            unit: None,
            weights: WeightDistribution::Poisson,
            replicates: 1000,
            one_step: false,
            seed: 0,
            threads: 1,
        }
    }
}

/// The replicates of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrap {
    /// How they were drawn.
    pub options: BootstrapOptions,
    /// The unit that was weighted as a whole; comparisons where they were drawn from the model.
    pub unit: Unit,
    /// The estimate that they belong to.
    estimate: Vec<f64>,
    /// Replicates with an estimate: their numbers and the refits.
    replicates: Vec<(usize, Refit)>,
    /// Replicates without one, and why.
    failures: Vec<(usize, Problems)>,
}

/// A quantity as a function of the parameters.
pub(super) type Read<'a> = &'a (dyn Fn(&Point<'_>) -> Result<Readout> + Sync);

/// The units that a model's own covariance takes as independent. Replicates of anything smaller would contradict
/// the standard errors of the same model: they take comparisons of one cluster for independent.
fn independent_unit(model: &Model) -> Result<Unit> {
    match model.kind(CovarianceKind::Auto) {
        CovarianceKind::ClusteredByContext if model.set.cells().has_clusters() => Ok(Unit::Cluster),
        CovarianceKind::ClusteredByContext => Ok(Unit::Context),
        CovarianceKind::ClusteredByJudge => Ok(Unit::Judge),
        CovarianceKind::ClusteredTwoWay => Err(Error::Unsupported(
            "by: the model's covariance is clustered by context and by judge at once, and replicates draw \
             one of the two: choose contexts or judges"
                .into(),
        )),
        _ => Ok(Unit::Row),
    }
}

impl Bootstrap {
    /// Draws and fits the replicates.
    pub fn new(model: &Model, options: &BootstrapOptions, watch: Watch<'_>) -> Result<Bootstrap> {
        if !(2..=100_000_000).contains(&options.replicates) {
            return Err(Error::Argument(format!(
                "replicates is {}; it must be 2 to 100000000",
                options.replicates
            )));
        }
        let unit = match options.unit {
            Some(unit) => unit,
            None if options.weights == WeightDistribution::Parametric => Unit::Row,
            None => independent_unit(model)?,
        };
        if unit == Unit::Context && model.set.contexts() == 0 {
            return Err(Error::Unsupported("by: the set has no contexts to draw".into()));
        }
        let bytes = options.replicates.saturating_mul(8 * model.theta.len());
        room::expect(format_args!("{} replicates", options.replicates), bytes)?;
        let resampler = Resampler::new(model, unit, options.weights)?;
        let found = threads::run_long(
            options.replicates,
            options.threads,
            || Refitter::new(model, options.one_step),
            |refitter, replicate, ask| {
                resampler.draw(&mut Random::new(options.seed, replicate as u64), refitter);
                refitter.refit(&mut |_| ask())
            },
            watch,
        )?;
        let mut bootstrap = Bootstrap {
            options: options.clone(),
            unit,
            estimate: model.theta.duplicate(),
            replicates: with_room(found.len()),
            failures: Vec::new(),
        };
        for (number, result) in found.into_iter().enumerate() {
            match result {
                Ok(refit) => bootstrap.replicates.put((number, refit)),
                Err(outcome) => bootstrap.failures.put((number, outcome)),
            }
        }
        if bootstrap.replicates.len() < 2 {
            return Err(Error::NotIdentified(format!(
                "{} of {} replicates have no estimate: {}",
                bootstrap.failures.len(),
                options.replicates,
                bootstrap.commonest()
            )));
        }
        Ok(bootstrap)
    }

    /// Number of replicates with an estimate.
    pub fn len(&self) -> usize {
        self.replicates.len()
    }

    /// Always false: a bootstrap without replicates is an error.
    pub fn is_empty(&self) -> bool {
        self.replicates.is_empty()
    }

    /// How many replicates failed for a reason.
    pub fn failed(&self, problem: Problems) -> usize {
        self.failures.iter().filter(|(_, why)| *why == problem).count()
    }

    /// Replicates that failed.
    pub fn failures(&self) -> usize {
        self.failures.len()
    }

    /// Why most replicates failed.
    fn commonest(&self) -> &'static str {
        const WHY: [(Problems, &str); 6] = [
            (Problems::DISCONNECTED, "items are no longer connected by the comparisons drawn"),
            (Problems::SEPARATED, "items, judges or effects that always win, or never"),
            (Problems::UNDETERMINED, "parameters that the comparisons drawn do not determine"),
            (Problems::NOT_CONVERGED, "the solver stopped before the optimum"),
            (Problems::EQUAL_SCORES, "all scores are equal"),
            (Problems::BOUNDARY, "no judge agrees with the pooled scores"),
        ];
        let most = WHY.iter().max_by_key(|(outcome, _)| self.failed(*outcome));
        most.map_or("", |(_, text)| text)
    }

    /// Refuses a model that the replicates are not of.
    pub(super) fn check(&self, model: &Model) -> Result<()> {
        if self.estimate.len() == model.theta.len()
            && self.estimate.iter().zip(&model.theta).all(|(a, b)| a.to_bits() == b.to_bits())
        {
            return Ok(());
        }
        Err(Error::Argument("bootstrap: its replicates are of another model".into()))
    }

    /// Values at every replicate, replicates x values.
    pub fn values(
        &self,
        model: &Model,
        read: &dyn Fn(&Point<'_>) -> Result<Vec<f64>>,
        watch: Watch<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        self.check(model)?;
        let mut keep = super::errors::keep(watch);
        let at = |(_, refit): &(usize, Refit)| {
            keep()?;
            read(&refit.point(model))
        };
        self.replicates.iter().map(at).gathered_or()
    }
}

#[cfg(test)]
mod tests;
