//! The predictor of a single comparison, seen or not, with its derivatives.

use super::jacobian::Entries;
use super::point::Point;
use super::scale::Scale;
use crate::comparisons::{Covariate, CovariateOf, Kind as Names, Set, NONE};
use crate::error::{Error, Result};
use crate::likelihood::difference;
use crate::model::specification::{list, BelowZero};
use crate::outcome::At;
use crate::room::{self, Gather as _, Put as _};
use crate::terms::Local;
use crate::threshold::Threshold;

/// A comparison to predict: ids of the model's set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// Item shown first.
    pub left: u32,
    /// Item shown second.
    pub right: u32,
    /// Judge of the model, or NONE for one of sensitivity one, mean position effect and threshold.
    pub judge: u32,
    /// Context, or NONE.
    pub context: u32,
}

/// Where the covariates of a comparison are looked up: a set, and the ids that the comparison has there.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The set.
    pub set: &'a Set,
    /// The comparison in ids of that set.
    pub ids: Comparison,
    /// Whether it has a presentation order: without one no position effect is in it.
    pub is_ordered: bool,
}

/// The predictor and the thresholds of a comparison, and their derivatives.
#[derive(Debug, Clone, Default)]
pub struct Predicted {
    /// The predictor z: the difference, over the root of its spread if there is one.
    pub u: f64,
    /// The threshold, as the outcome model takes it.
    pub e: f64,
    /// The threshold of both bad; minus infinity where that is no outcome, or never came about.
    pub b: f64,
    /// The spread S; one where there is none.
    pub spread: f64,
    /// Derivatives of the predictor, as (parameter, value); a parameter may come twice.
    pub along_u: Vec<(u32, f64)>,
    /// Derivatives of e.
    pub along_e: Vec<(u32, f64)>,
    /// Derivatives of b.
    pub along_b: Vec<(u32, f64)>,
}

impl Predicted {
    /// Where the outcome model is evaluated.
    pub fn at(&self) -> At {
        At { z: self.u, e: self.e, b: self.b }
    }

    /// Calls `add` with every parameter and the derivative in it of a function of the predictor and the
    /// thresholds, given its slopes in these; a parameter may come twice.
    pub fn along(&self, slopes: [f64; 3], mut add: impl FnMut(u32, f64)) {
        for (along, slope) in [&self.along_u, &self.along_e, &self.along_b].into_iter().zip(slopes) {
            along.iter().for_each(|&(at, d)| add(at, slope * d));
        }
    }
}

impl Point<'_> {
    /// The predictor of a comparison; `ignore_position` leaves out position effects and covariates of contexts.
    pub fn predict(
        &self,
        comparison: &Comparison,
        source: &Source<'_>,
        scale: Scale,
        ignore_position: bool,
    ) -> Result<Predicted> {
        let mut predicted = self.difference(comparison, source, scale, ignore_position)?;
        let (left, right) = (comparison.left as usize, comparison.right as usize);
        self.scale(left, right, &mut predicted);
        let judge = (comparison.judge != NONE).then_some(comparison.judge as usize);
        self.add_thresholds(judge, left, right, &mut predicted)?;
        Ok(predicted)
    }

    /// The same without spread and thresholds: u.
    fn difference(
        &self,
        comparison: &Comparison,
        source: &Source<'_>,
        scale: Scale,
        ignore_position: bool,
    ) -> Result<Predicted> {
        // Predictions are many, and each takes a little.
        room::check();
        let (layout, theta) = (&self.model.layout, self.theta);
        let (left, right) = (comparison.left as usize, comparison.right as usize);
        let known = comparison.judge != NONE;
        let judge = if known { comparison.judge as usize } else { 0 };
        let mut predicted = Predicted { spread: 1.0, ..Predicted::default() };
        if known || !layout.strength.is_by_judge() {
            let mut local = Local::default();
            layout.strength.touch(theta, judge, left, right, &mut local);
            predicted.u = layout.strength.difference(theta, judge, left, right);
            predicted.along_u.put_each(local.rows().map(|(at, along)| (at as u32, along[0])));
            if known && !ignore_position {
                self.add_slopes(judge, source, comparison, &mut predicted)?;
            }
        } else {
            let (factor, derivative) = self.consensus(scale)?;
            let gap = theta[left] - theta[right];
            predicted.u = factor * gap;
            predicted.along_u.put_each([(left as u32, factor), (right as u32, -factor)]);
            predicted.along_u.put_each(derivative.iter().map(|&(at, d)| (at, d * gap)));
            self.add_drift(left, right, factor, &mut predicted);
        }
        let ignore_position = ignore_position || !source.is_ordered;
        self.add_position(known.then_some(judge), ignore_position, &mut predicted);
        let coefficients = layout.terms.covariates.iter().map(|(name, at)| (name, Some(*at)));
        for (name, at) in coefficients.chain(layout.terms.offsets.iter().map(|name| (name, None))) {
            // The set of the model may know what this set does not.
            let own = Source { set: &self.model.set, ids: *comparison, ..*source };
            let of = if source.set.covariate(name).is_some() { source } else { &own };
            let Some(covariate) = of.set.covariate(name) else { continue };
            let ids = &of.ids;
            if is_equal(covariate, ids, ignore_position) {
                continue;
            }
            let value = difference(of.set, covariate, ids.context, ids.judge, ids.left, ids.right)?;
            match at {
                Some(at) => {
                    predicted.u += value * theta[at];
                    predicted.along_u.put((at as u32, value));
                }
                None => predicted.u += value,
            }
        }
        Ok(predicted)
    }

    /// Multiplies a difference by what covariates of the context make of the judge's sensitivity.
    fn add_slopes(
        &self,
        judge: usize,
        source: &Source<'_>,
        comparison: &Comparison,
        predicted: &mut Predicted,
    ) -> Result<()> {
        let mut row = Vec::new();
        for (name, first) in &self.model.layout.terms.slopes {
            let own = Source { set: &self.model.set, ids: *comparison, ..*source };
            let of = if source.set.covariate(name).is_some() { source } else { &own };
            let Some(covariate) = of.set.covariate(name) else { continue };
            // Without a context a judge is as where the covariates are zero.
            if of.ids.context != NONE {
                let (ids, at) = (&of.ids, (first + judge) as u32);
                row.put((at, difference(of.set, covariate, ids.context, ids.judge, ids.left, ids.right)?));
            }
        }
        let factor = row.iter().map(|&(at, x)| x * self.theta[at as usize]).sum::<f64>().exp();
        predicted.u *= factor;
        predicted.along_u.iter_mut().for_each(|(_, d)| *d *= factor);
        let u = predicted.u;
        predicted.along_u.put_each(row.into_iter().map(|(at, x)| (at, x * u)));
        Ok(())
    }

    /// The predictor of two items before a judge of sensitivity one, positions left out.
    pub fn predict_neutral(&self, left: usize, right: usize, scale: Scale) -> Result<Predicted> {
        let ids = neutral(left, right);
        self.predict(&ids, &Source { set: &self.model.set, ids, is_ordered: true }, scale, true)
    }

    /// How far an item is above another before a judge of sensitivity one: u. Of three items each such difference is
    /// that of the other two.
    pub(super) fn neutral_difference(&self, left: usize, right: usize, scale: Scale) -> Result<f64> {
        let ids = neutral(left, right);
        Ok(self.difference(&ids, &Source { set: &self.model.set, ids, is_ordered: true }, scale, true)?.u)
    }

    /// Where the outcome model is evaluated for two items before a judge of sensitivity one, u apart. What is
    /// written to `scratch` on the way is of no use.
    pub(super) fn neutral_at(
        &self,
        left: usize,
        right: usize,
        u: f64,
        scratch: &mut Predicted,
    ) -> Result<At> {
        (scratch.e, scratch.b) = (0.0, 0.0);
        scratch.along_e.clear();
        scratch.along_b.clear();
        self.add_thresholds(None, left, right, scratch)?;
        let z = self.model.layout.spread.map_or(u, |spread| u / spread.value(self.theta, left, right).sqrt());
        Ok(At { z, e: scratch.e, b: scratch.b })
    }

    fn add_position(&self, judge: Option<usize>, ignore_position: bool, predicted: &mut Predicted) {
        let layout = &self.model.layout;
        let Some((first, by_judge)) = layout.terms.position.filter(|_| !ignore_position) else { return };
        let places: Vec<usize> = match (by_judge, judge) {
            (false, _) => vec![first],
            (true, Some(judge)) => vec![first + judge],
            (true, None) => (first..first + layout.judges).filter(|&k| !self.fixed[k]).gathered(),
        };
        let share = 1.0 / places.len().max(1) as f64;
        for at in places {
            predicted.u += share * self.theta[at];
            predicted.along_u.put((at as u32, share));
        }
    }

    /// Divides a difference by the root of its spread.
    fn scale(&self, left: usize, right: usize, predicted: &mut Predicted) {
        let Some(spread) = self.model.layout.spread else { return };
        let s = spread.value(self.theta, left, right);
        let by_u = 1.0 / s.sqrt();
        predicted.spread = s;
        predicted.u *= by_u;
        predicted.along_u.iter_mut().for_each(|(_, d)| *d *= by_u);
        let by_s = -0.5 * predicted.u / s;
        spread.slopes(self.theta, left, right, |at, slope| {
            predicted.along_u.put((at as u32, by_s * slope));
        });
    }

    /// The threshold of two items before the average judge, and its derivatives; zero where a linear one is
    /// below.
    pub(super) fn neutral_threshold(
        &self,
        threshold: &Threshold,
        left: usize,
        right: usize,
    ) -> (f64, Entries) {
        let mut predicted = Predicted::default();
        self.sum_threshold(threshold, None, left, right, &mut predicted);
        if self.model.specification.has_floor() && predicted.e <= 1e-8 {
            return (0.0, Vec::new());
        }
        (predicted.e, predicted.along_e)
    }

    fn add_thresholds(
        &self,
        judge: Option<usize>,
        left: usize,
        right: usize,
        predicted: &mut Predicted,
    ) -> Result<()> {
        if let Some(threshold) = &self.model.layout.terms.threshold {
            self.sum_threshold(threshold, judge, left, right, predicted);
            self.check_floor(left, right, predicted)?;
        }
        self.add_bad_threshold(left, right, predicted);
        Ok(())
    }

    fn sum_threshold(
        &self,
        threshold: &Threshold,
        judge: Option<usize>,
        left: usize,
        right: usize,
        predicted: &mut Predicted,
    ) {
        let layout = &self.model.layout;
        let none = (threshold.first..threshold.first + threshold.len()).all(|k| self.fixed[k]);
        let pin = match (threshold.offsets, judge) {
            (Some(_), None) if none => layout.terms.pinned[0],
            // The mean threshold is that of the judges who have one.
            (Some(_), None) => layout.terms.pin(usize::MAX, left, right),
            (_, judge) => layout.terms.pin(judge.unwrap_or(0), left, right),
        };
        if !pin.is_nan() {
            predicted.e = pin;
            return;
        }
        threshold.terms(left, right, |at, weight| {
            predicted.e += weight * self.theta[at];
            predicted.along_e.put((at as u32, weight));
        });
        if let Some(first) = threshold.offsets {
            let places: Vec<usize> = match judge {
                Some(judge) => vec![first + judge],
                None => (first..first + layout.judges).filter(|&k| !self.fixed[k]).gathered(),
            };
            let share = 1.0 / places.len().max(1) as f64;
            for at in places {
                predicted.e += share * self.theta[at];
                predicted.along_e.put((at as u32, share));
            }
        }
    }

    fn add_bad_threshold(&self, left: usize, right: usize, predicted: &mut Predicted) {
        let terms = &self.model.layout.terms;
        match &terms.bad {
            Some(bad) if !terms.is_never_bad(left, right) => bad.terms(left, right, |at, weight| {
                predicted.b += weight * self.theta[at];
                predicted.along_b.put((at as u32, weight));
            }),
            _ => predicted.b = f64::NEG_INFINITY,
        }
    }

    /// A linear threshold below zero is no threshold; that of pairs at the floor is zero but for rounding.
    fn check_floor(&self, left: usize, right: usize, predicted: &mut Predicted) -> Result<()> {
        let specification = &self.model.specification;
        if !specification.has_floor() || predicted.e > 1e-8 || predicted.e.is_nan() {
            return Ok(());
        }
        if predicted.e < -1e-8 && specification.threshold.below_zero() == BelowZero::Refused {
            let items = list(&self.model.set, Names::Item, &[left, right]);
            return Err(Error::NotIdentified(format!(
                "the linear tie threshold of {items}, which were never compared, is {:.3}, below zero: fit \
                 with below_zero to take it as zero, or with the softplus link",
                predicted.e
            )));
        }
        predicted.e = 0.0;
        predicted.along_e.clear();
        Ok(())
    }
}

/// A comparison of two items by nobody in particular.
fn neutral(left: usize, right: usize) -> Comparison {
    Comparison { left: left as u32, right: right as u32, judge: NONE, context: NONE }
}

/// Whether a covariate is taken as equal on both sides, because what it belongs to is not named.
fn is_equal(covariate: &Covariate, ids: &Comparison, ignore_position: bool) -> bool {
    match covariate.of() {
        CovariateOf::Item => false,
        CovariateOf::Context => ignore_position || ids.context == NONE,
        CovariateOf::ContextItem => ids.context == NONE,
        CovariateOf::JudgeItem => ids.judge == NONE,
    }
}
