//! Goodness of fit by the parametric bootstrap: are the data farther from the model than data drawn from
//! it are from the models fitted to them? Sparse cells make the chi-square distribution of the deviance useless;
//! this needs none.

use super::cells::{pearson_and_deviance, residual_block};
use crate::component::Aggregation;
use crate::error::{Error, Result};
use crate::likelihood::{Block, Design};
use crate::model::{Model, Refitter};
use crate::outcome::Counts;
use crate::progress::Watch;
use crate::random::Random;
use crate::room::Gather as _;
use crate::threads;
use std::sync::Arc;

/// How to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Simulation {
    /// Data sets to draw.
    pub replicates: usize,
    /// Seed; replicate r uses stream r.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// A statistic, and what it would be if the model were right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistic {
    /// Of the data.
    pub value: f64,
    /// Mean of the replicates.
    pub expected: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// (1 + replicates at least as large) / (1 + replicates).
    pub p: f64,
}

/// Pearson's X^2 and the deviance over the cells, judged by replicates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goodness {
    /// Pearson's X^2.
    pub pearson: Statistic,
    /// The deviance.
    pub deviance: Statistic,
    /// Replicates without an estimate, left out.
    pub failed: usize,
}

/// Judges a model by data drawn from it, each fitted anew.
pub fn goodness(model: &Model, simulation: &Simulation, watch: Watch<'_>) -> Result<Goodness> {
    model.refuse_grades("goodness of fit")?;
    if !(2..=100_000_000).contains(&simulation.replicates) {
        return Err(Error::Argument(format!(
            "replicates is {}; it must be 2 to 100000000",
            simulation.replicates
        )));
    }
    if let Some(weights) = model.weighting() {
        return Err(Error::Unsupported(format!("goodness: {weights} are no counts to simulate")));
    }
    let fine = residual_block(model)?;
    check(model, &fine.design)?;
    let strength = &model.objective.strength;
    let p: Vec<[f64; 4]> =
        (0..fine.design.len()).map(|cell| fine.probabilities(strength, &model.theta, cell)).gathered();
    let places = places(model, &fine.design)?;
    let found = threads::run_long(
        simulation.replicates,
        simulation.threads,
        || Ok((Refitter::new(model, false)?, fine.clone())),
        |(refitter, drawn): &mut (Refitter<'_>, Block), replicate, ask| {
            let mut random = Random::new(simulation.seed, replicate as u64);
            let of_model = refitter.counts();
            of_model.fill(Counts::default());
            for (cell, counts) in Arc::make_mut(&mut drawn.design).counts.iter_mut().enumerate() {
                let total = fine.design.counts[cell].total() as u64;
                *counts = Counts::new(random.outcomes(total, &p[cell]).map(|count| count as f64));
                let (slot, swapped) = places[cell];
                of_model[slot].add(&if swapped { counts.swapped() } else { *counts }, 1.0);
            }
            let refit = refitter.refit(&mut |_| ask())?;
            Ok(refit.ok().map(|refit| pearson_and_deviance(drawn, strength, &refit.theta)))
        },
        watch,
    )?;
    let kept: Vec<(f64, f64)> = found.iter().copied().flatten().gathered();
    if kept.len() < 2 {
        return Err(Error::NotIdentified(format!(
            "goodness: {} of {} data sets drawn from the model have no estimate",
            found.len() - kept.len(),
            found.len()
        )));
    }
    let (pearson, deviance) = pearson_and_deviance(&fine, strength, &model.theta);
    Ok(Goodness {
        pearson: judge(pearson, kept.iter().map(|k| k.0)),
        deviance: judge(deviance, kept.iter().map(|k| k.1)),
        failed: found.len() - kept.len(),
    })
}

fn judge(value: f64, replicates: impl Iterator<Item = f64> + Clone) -> Statistic {
    let count = replicates.clone().count() as f64;
    let expected = replicates.clone().sum::<f64>() / count;
    let squares: f64 = replicates.clone().map(|r| (r - expected) * (r - expected)).sum();
    // Data that are fitted exactly may differ from their replicates by rounding.
    let beyond = replicates.filter(|r| *r >= value - 1e-9 * value.abs()).count() as f64;
    Statistic {
        value,
        expected,
        deviation: (squares / (count - 1.0)).sqrt(),
        p: (1.0 + beyond) / (1.0 + count),
    }
}

fn check(model: &Model, design: &Design) -> Result<()> {
    let halves = !model.outcome().has_threshold();
    for counts in &design.counts {
        if halves && counts.tie > 0.0 {
            return Err(Error::Unsupported(format!(
                "goodness: {} with ties as halves says nothing of how often ties come; fit a model of ties, or drop \
                 them",
                model.outcome().name()
            )));
        }
        if counts.total().fract() != 0.0 || counts.total() > 9e15 {
            return Err(Error::Unsupported(format!(
                "goodness: {} is no whole number of comparisons, which simulation needs",
                counts.total()
            )));
        }
    }
    Ok(())
}

/// The cell of the model's own design that each finer cell belongs to, and whether the sides change.
fn places(model: &Model, fine: &Design) -> Result<Vec<(usize, bool)>> {
    let terms = &model.layout.terms;
    let aggregation =
        model.layout.aggregation.or(Aggregation { judge: true, order: true, ..Aggregation::default() });
    let (_, from) = Design::traced(&model.set, terms, aggregation)?;
    let (_, to) = Design::traced(&model.set, terms, model.layout.aggregation)?;
    let mut places = vec![(0, false); fine.len()];
    for (from, to) in from.iter().zip(&to) {
        places[from.slot as usize] = (to.slot as usize, from.swapped != to.swapped);
    }
    Ok(places)
}
