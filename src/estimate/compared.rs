//! Differences of items, each against a number: what gates and claims are made of.

use super::{Estimate, Source, Tested};
use crate::claims::Compared;
use crate::error::{Error, Result};
use crate::inference::Adjustment;
use crate::progress::Watch;
use crate::room::{filled, Gather as _, Put as _};

/// Differences that are tested at once.
const AT_ONCE: usize = 256;

impl Estimate {
    /// The p-values of differences, as more is better, against being no larger than their numbers and no smaller.
    pub(super) fn one_sided(&self, pairs: &[Compared], watch: Watch<'_>) -> Result<Vec<[f64; 2]>> {
        if let Source::Averaged(averaged) = &self.source {
            return averaged.one_sided(|estimate| estimate.one_sided(pairs, &mut *watch));
        }
        let mut sides = Vec::new();
        // Weights and covariances of all at once would grow with the square of how many there are.
        for pairs in pairs.chunks(AT_ONCE) {
            let weights = self.weights(pairs.iter().map(|&(i, j, _)| (i, j, self.sign())));
            let null: Vec<f64> = pairs.iter().map(|pair| pair.2).gathered();
            let tests = self.tests(&weights, pairs.len(), &null, Adjustment::None, &mut *watch)?;
            sides.put_each(tests.iter().map(|test| sides_of(test, self.alike())));
        }
        Ok(sides)
    }

    /// The one-sided p-value of a difference that is the same on all units, by signs; zero where it is known.
    pub(super) fn alike(&self) -> f64 {
        match &self.source {
            Source::Given { given, .. } => given.p_of_units_alike(),
            Source::Model { .. } | Source::Averaged(_) | Source::Judge(_) => 0.0,
        }
    }

    /// Contrasts of pairs, each with a factor, as rows of weights.
    pub(super) fn weights(&self, pairs: impl Iterator<Item = (usize, usize, f64)>) -> Vec<f64> {
        let n = self.size();
        let mut weights = Vec::new();
        for (at, (first, second, factor)) in pairs.enumerate() {
            weights.put_all(&filled(0.0, n));
            (weights[at * n + first], weights[at * n + second]) = (factor, -factor);
        }
        weights
    }

    pub(super) fn check_items(&self, mut items: impl Iterator<Item = usize>, what: &str) -> Result<()> {
        if self.shape().1 != 1 || self.set.items() != self.size() {
            return Err(Error::Unsupported("this estimate does not have one value for each item".into()));
        }
        match items.find(|item| *item >= self.size()) {
            Some(item) => {
                Err(Error::Argument(format!("{what}: {item} is none of the {} items", self.size())))
            }
            None => Ok(()),
        }
    }

    /// The sign of a difference that is better: minus one where less is.
    pub(super) fn sign(&self) -> f64 {
        match &self.source {
            Source::Given { given, .. } if given.is_reversed() => -1.0,
            _ => 1.0,
        }
    }

    /// Independent units, where they are known.
    pub(super) fn units(&self) -> Result<Option<f64>> {
        match &self.source {
            Source::Model { model, .. } => model.independent_units(self.options.covariance).map(Some),
            Source::Given { given, .. } => Ok(given.units()),
            Source::Averaged(averaged) => averaged.chosen().units(),
            Source::Judge(own) => own.model.independent_units(self.options.covariance).map(Some),
        }
    }
}

/// The two one-sided p-values of a test.
///
/// `alike`: the p-value of a difference without an error, that of units that are all alike.
fn sides_of(tested: &Tested, alike: f64) -> [f64; 2] {
    let gap = tested.test.estimate - tested.null;
    let half = 0.5 * tested.test.p;
    match () {
        // Without an error a difference is known, as far as units tell.
        () if tested.test.error == 0.0 => {
            [gap > 0.0, gap < 0.0].map(|is_sure| if is_sure { alike } else { 1.0 })
        }
        () if tested.test.statistic >= 0.0 => [half, 1.0 - half],
        () => [1.0 - half, half],
    }
}
