//! The predictor of a single comparison, seen or not, with its derivatives.

use super::point::Point;
use super::readout::Scale;
use crate::comparisons::{Covariate, CovariateOf, Set, NONE};
use crate::error::Result;
use crate::likelihood::{difference, Local};
use crate::outcome::Counts;
use crate::strength::Kind;

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
}

/// The predictor u and the threshold e of a comparison, and their derivatives.
#[derive(Debug, Clone)]
pub struct Predicted {
    /// The predictor.
    pub u: f64,
    /// The threshold.
    pub e: f64,
    /// Derivatives of u, as (parameter, value); a parameter may come twice.
    pub along_u: Vec<(u32, f64)>,
    /// Derivatives of e.
    pub along_e: Vec<(u32, f64)>,
}

impl Point<'_> {
    /// The predictor of a comparison; `neutral` leaves out position effects and covariates of contexts.
    pub fn predict(
        &self,
        comparison: &Comparison,
        source: &Source<'_>,
        scale: Scale,
        neutral: bool,
    ) -> Result<Predicted> {
        let (frame, theta) = (&self.model.frame, self.theta);
        let (left, right) = (comparison.left as usize, comparison.right as usize);
        let known = comparison.judge != NONE;
        let judge = if known { comparison.judge as usize } else { 0 };
        let mut predicted = Predicted { u: 0.0, e: 0.0, along_u: Vec::new(), along_e: Vec::new() };
        if known || frame.strength.kind == Kind::Pooled {
            let mut local = Local::default();
            frame.strength.touch(theta, judge, left, right, &mut local);
            predicted.u = frame.strength.difference(theta, judge, left, right);
            predicted.along_u.extend(local.index.iter().copied().zip(local.u.iter().copied()));
        } else {
            let (factor, derivative) = self.consensus(scale)?;
            let gap = theta[left] - theta[right];
            predicted.u = factor * gap;
            predicted.along_u.extend([(left as u32, factor), (right as u32, -factor)]);
            predicted.along_u.extend(derivative.iter().map(|&(at, d)| (at, d * gap)));
        }
        self.add_position(known.then_some(judge), neutral, &mut predicted);
        let coefficients = frame.terms.covariates.iter().map(|(name, at)| (name, Some(*at)));
        for (name, at) in coefficients.chain(frame.terms.offsets.iter().map(|name| (name, None))) {
            // What a set does not know, the model's own may.
            let own = Source { set: &self.model.set, ids: *comparison };
            let of = if source.set.covariate(name).is_some() { source } else { &own };
            let Some(covariate) = of.set.covariate(name) else { continue };
            let ids = &of.ids;
            if is_equal(covariate, ids, neutral) {
                continue;
            }
            let value = difference(of.set, covariate, ids.context, ids.judge, ids.left, ids.right)?;
            match at {
                Some(at) => {
                    predicted.u += value * theta[at];
                    predicted.along_u.push((at as u32, value));
                }
                None => predicted.u += value,
            }
        }
        self.add_threshold(known.then_some(judge), &mut predicted);
        Ok(predicted)
    }

    /// The predictor of two items before a judge of sensitivity one, positions left out.
    pub fn predict_neutral(&self, left: usize, right: usize, scale: Scale) -> Result<Predicted> {
        let ids = Comparison { left: left as u32, right: right as u32, judge: NONE, context: NONE };
        self.predict(&ids, &Source { set: &self.model.set, ids }, scale, true)
    }

    fn add_position(&self, judge: Option<usize>, neutral: bool, predicted: &mut Predicted) {
        let frame = &self.model.frame;
        let Some((first, by_judge)) = frame.terms.position.filter(|_| !neutral) else { return };
        let places: Vec<usize> = match (by_judge, judge) {
            (false, _) => vec![first],
            (true, Some(judge)) => vec![first + judge],
            (true, None) => (first..first + frame.judges).filter(|&k| !self.fixed[k]).collect(),
        };
        let share = 1.0 / places.len().max(1) as f64;
        for at in places {
            predicted.u += share * self.theta[at];
            predicted.along_u.push((at as u32, share));
        }
    }

    fn add_threshold(&self, judge: Option<usize>, predicted: &mut Predicted) {
        let frame = &self.model.frame;
        let Some((single, offsets)) = frame.terms.threshold else { return };
        let pinned = &frame.terms.pinned;
        let pin = match (offsets, judge) {
            (None, _) => pinned[0],
            (Some(_), Some(judge)) => pinned[judge],
            // The mean threshold is that of the judges who have one.
            (Some(_), None) if self.fixed[single] => pinned[0],
            (Some(_), None) => f64::NAN,
        };
        if !pin.is_nan() {
            predicted.e = pin;
            return;
        }
        predicted.e = self.theta[single];
        predicted.along_e.push((single as u32, 1.0));
        if let Some(first) = offsets {
            let places: Vec<usize> = match judge {
                Some(judge) => vec![first + judge],
                None => (first..first + frame.judges).filter(|&k| !self.fixed[k]).collect(),
            };
            let share = 1.0 / places.len().max(1) as f64;
            for at in places {
                predicted.e += share * self.theta[at];
                predicted.along_e.push((at as u32, share));
            }
        }
    }

    /// The expected score of left, ties as halves, with its derivatives in u and e.
    pub(crate) fn expected_score(&self, predicted: &Predicted) -> (f64, [f64; 2]) {
        let law = self.model.specification.outcome;
        let p = law.probabilities(predicted.u, predicted.e);
        let win = Counts { win: 1.0, ..Counts::default() };
        let tie = Counts { tie: 1.0, ..Counts::default() };
        let mut slopes = [0.0; 2];
        for (counts, probability, worth) in [(win, p[0], 1.0), (tie, p[2], 0.5)] {
            if probability > 0.0 {
                let d = law.derivatives(&counts, predicted.u, predicted.e);
                slopes[0] -= worth * probability * d.z;
                slopes[1] -= worth * probability * d.e;
            }
        }
        (p[0] + 0.5 * p[2], slopes)
    }
}

/// Whether a covariate is taken as equal on both sides, because what it belongs to is not named.
fn is_equal(covariate: &Covariate, ids: &Comparison, neutral: bool) -> bool {
    match covariate.of() {
        CovariateOf::Item => false,
        CovariateOf::Context => neutral || ids.context == NONE,
        CovariateOf::ContextItem => ids.context == NONE,
        CovariateOf::JudgeItem => ids.judge == NONE,
    }
}
