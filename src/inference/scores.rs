//! Scores with what is known of their differences: the ground of ranks, groups and pairwise tests.

use super::bootstrap;
use super::critical::{difference_variance, enough_draws, Critical, Draws, MaxLaw};
use super::degrees::{each_value, of_pairs, smallest};
use super::estimates::{covariance_of_readout, keep};
use super::ranks::pairs;
use super::{Method, Options};
use crate::error::Result;
use crate::model::{Model, Outcomes, Point, Quantity, ScoreGauge as Gauge, View};
use crate::solve::Watch;

/// Scores, their covariance and degrees of freedom.
#[derive(Debug)]
pub(super) struct Scores {
    /// NaN where nothing is known.
    pub(super) estimates: Vec<f64>,
    /// n x n. NaN between components, infinite on the diagonal where a score runs off.
    pub(super) covariance: Vec<f64>,
    /// Of every score, or of every pair of scores i > j: infinite for the normal law.
    degrees: Vec<f64>,
}

impl Scores {
    /// The scores of a model. Differences do not depend on the gauge: scores are centred within their
    /// component, where each exists if any difference does.
    pub(super) fn of(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Scores> {
        options.check()?;
        let view = View { gauge: Gauge::Sum, ..options.view.clone() };
        let readout = model.readout(Quantity::Scores, &view)?;
        let n = readout.estimates.len();
        let mut covariance = match &options.bootstrap {
            Some(bootstrap) => {
                let values = |point: &Point<'_>| Ok(point.readout(Quantity::Scores, &view)?.estimates);
                bootstrap::covariance(model, bootstrap, &values, watch)?
            }
            None => covariance_of_readout(model, &readout.jacobian, options, false)?,
        };
        if model.facts.outcomes.contains(Outcomes::DISCONNECTED) {
            // Scores of different components have each their own zero: nothing is known of differences.
            for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
                if model.components[a] != model.components[b] {
                    covariance[a * n + b] = f64::NAN;
                }
            }
        }
        let degrees = match options.bootstrap {
            Some(_) => vec![f64::INFINITY; n],
            None => of_pairs(model, &readout.jacobian, options)?,
        };
        Ok(Scores { estimates: readout.estimates, covariance, degrees })
    }

    /// Scores of no model, whose covariance has so many degrees of freedom.
    pub(super) fn given(estimates: Vec<f64>, covariance: Vec<f64>, degrees: f64) -> Scores {
        let degrees = vec![degrees; estimates.len()];
        Scores { estimates, covariance, degrees }
    }

    /// Number of items.
    pub(super) fn len(&self) -> usize {
        self.estimates.len()
    }

    /// The difference of two scores and its standard error: NaN where nothing is known of it, an
    /// infinite error where it runs off.
    pub(super) fn difference(&self, i: usize, j: usize) -> (f64, f64) {
        let n = self.len();
        let runs_off = [i, j].iter().any(|&k| self.covariance[k * n + k] == f64::INFINITY);
        let variance = difference_variance(&self.covariance, n, i, j);
        let error = if variance.is_nan() && runs_off { f64::INFINITY } else { variance.sqrt() };
        let difference = if error.is_nan() { f64::NAN } else { self.estimates[i] - self.estimates[j] };
        (difference, error)
    }

    /// Degrees of freedom of a difference: its own where they are known, else the fewer of the two scores.
    pub(super) fn degrees(&self, i: usize, j: usize) -> f64 {
        let (low, high) = (i.min(j), i.max(j));
        if self.degrees.len() == self.len() {
            return smallest(&[self.degrees[i], self.degrees[j]]);
        }
        self.degrees[pairs(high) + low]
    }

    /// The fewest degrees of freedom of all pairs.
    pub(super) fn fewest_degrees(&self) -> f64 {
        smallest(&self.degrees)
    }

    /// The law of the largest standardised difference of all pairs.
    pub(super) fn law_of_pairs(&self, options: &Options, watch: Watch<'_>) -> Result<MaxLaw> {
        let degrees = self.fewest_degrees();
        MaxLaw::of_pairs(&self.covariance, self.len(), degrees, draws(options), &mut keep(watch))
    }

    /// The critical value of all pairwise differences at once: by Bonferroni if that is asked for,
    /// else by the law of the largest.
    pub(super) fn critical(&self, options: &Options, watch: Watch<'_>) -> Result<f64> {
        let degrees = self.fewest_degrees();
        if options.method == Method::Bonferroni {
            return Ok(each_value(options.level, pairs(self.len()), &[degrees])?[0]);
        }
        if degrees <= 0.0 {
            return Ok(f64::INFINITY);
        }
        let Critical { value, .. } = self.law_of_pairs(options, watch)?.quantile(options.level)?;
        Ok(value)
    }
}

/// How much to simulate for a critical value.
pub(super) fn draws(options: &Options) -> Draws {
    let count = if options.draws == 0 { enough_draws(options.level) } else { options.draws };
    Draws { count, seed: options.seed, threads: options.threads }
}
