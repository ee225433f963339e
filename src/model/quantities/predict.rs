//! The predictor of a single comparison, seen or not, with its derivatives.

use super::jacobian::Entries;
use super::point::Point;
use super::scale::Scale;
use crate::comparisons::{list, Kind as Names, Set, NONE};
use crate::component::{Case, Component, Row, Values, Who};
use crate::error::{Error, Result};
use crate::model::specification::BelowZero;
use crate::outcome::{At, BAD, TIE};
use crate::room::{self, Put as _};
use crate::terms::{Local, COORDINATES, CUTS};

pub use crate::component::Comparison;

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
    /// The thresholds, as the outcome model takes them; that of both bad is minus infinity where that is no outcome, or never
    /// came about.
    pub cuts: [f64; CUTS],
    /// The spread S; one where there is none.
    pub spread: f64,
    /// Derivatives of the predictor, as (parameter, value); a parameter may come twice.
    pub along_u: Entries,
    /// Derivatives of the thresholds.
    pub along_cuts: [Entries; CUTS],
}

impl Predicted {
    /// Where the outcome model is evaluated.
    pub fn at(&self) -> At {
        At { z: self.u, cuts: self.cuts }
    }

    /// Calls `add` with every parameter and the derivative in it of a function of the predictor and the
    /// thresholds, given its slopes in these; a parameter may come twice.
    pub fn along(&self, slopes: [f64; COORDINATES], mut add: impl FnMut(u32, f64)) {
        for (along, slope) in std::iter::once(&self.along_u).chain(&self.along_cuts).zip(slopes) {
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
        self.add_thresholds(&self.case(comparison, true), &mut predicted)?;
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
        let mut row = Row::default();
        let case = self.case(comparison, source.is_ordered && !ignore_position);
        if known || !layout.strength.is_by_judge() {
            let mut local = Local::default();
            layout.strength.touch(theta, judge, left, right, &mut local);
            predicted.u = layout.strength.difference(theta, judge, left, right);
            predicted.along_u.put_each(local.rows().map(|(at, along)| (at as u32, along[0])));
            if known && !ignore_position {
                for slope in &layout.terms.slopes {
                    self.terms(slope, &case, comparison, source, &mut row)?;
                }
                self.multiply(&row, &mut predicted);
            }
        } else {
            let (factor, derivative) = self.consensus(scale)?;
            let gap = theta[left] - theta[right];
            predicted.u = factor * gap;
            predicted.along_u.put_each([(left as u32, factor), (right as u32, -factor)]);
            predicted.along_u.put_each(derivative.iter().map(|&(at, d)| (at, d * gap)));
            self.add_drift(left, right, factor, &mut predicted);
        }
        for effect in &layout.terms.effects {
            row.clear();
            self.terms(effect.component(), &case, comparison, source, &mut row)?;
            self.add(&row, &mut predicted.u, &mut predicted.along_u);
        }
        Ok(predicted)
    }

    /// A comparison as components see it.
    fn case(&self, comparison: &Comparison, is_ordered: bool) -> Case<'_> {
        let who = match comparison.judge {
            NONE => Who::Mean(self.model.layout.judges, self.fixed),
            judge => Who::Judge(judge as usize),
        };
        let (left, right) = (comparison.left as usize, comparison.right as usize);
        Case { left, right, who, is_ordered, takes_unnamed: true }
    }

    /// The terms of a component, added to a row.
    fn terms(
        &self,
        part: &dyn Component,
        case: &Case<'_>,
        comparison: &Comparison,
        source: &Source<'_>,
        row: &mut Row,
    ) -> Result<()> {
        // The set of the model may know what this set does not.
        let places = [(source.set, source.ids), (&self.model.set, *comparison)];
        let values = part.covariate().and_then(|(name, _)| {
            let found = places.into_iter().find_map(|(set, ids)| Some((set, ids, set.covariate(name)?)));
            found.map(|(set, ids, covariate)| Values { set, covariate, ids })
        });
        part.terms(case, values.as_ref(), row)
    }

    /// Adds a row to a part of the predictor.
    fn add(&self, row: &Row, value: &mut f64, along: &mut Vec<(u32, f64)>) {
        row.entries().for_each(|(at, weight)| *value += weight * self.theta[at as usize]);
        *value += row.constant;
        along.put_each(row.entries());
    }

    /// Multiplies a difference by the exponential of a row: what covariates of the context make of the judge's sensitivity.
    fn multiply(&self, row: &Row, predicted: &mut Predicted) {
        let factor = row.entries().map(|(at, x)| x * self.theta[at as usize]).sum::<f64>().exp();
        predicted.u *= factor;
        predicted.along_u.iter_mut().for_each(|(_, d)| *d *= factor);
        let u = predicted.u;
        predicted.along_u.put_each(row.entries().map(|(at, x)| (at, x * u)));
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
        scratch.cuts = [0.0; CUTS];
        scratch.along_cuts.iter_mut().for_each(Vec::clear);
        self.add_thresholds(&self.case(&neutral(left, right), true), scratch)?;
        let z = self.model.layout.spread.map_or(u, |spread| u / spread.value(self.theta, left, right).sqrt());
        Ok(At { z, cuts: scratch.cuts })
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

    /// The tie threshold of two items before the average judge, and its derivatives; zero where a linear one is below.
    pub(super) fn neutral_threshold(&self, left: usize, right: usize) -> Result<(f64, Entries)> {
        let mut predicted = Predicted::default();
        self.add_cut(TIE, &self.case(&neutral(left, right), true), &mut predicted)?;
        if self.model.specification.has_floor() && predicted.cuts[TIE] <= 1e-8 {
            return Ok((0.0, Vec::new()));
        }
        Ok((predicted.cuts[TIE], std::mem::take(&mut predicted.along_cuts[TIE])))
    }

    fn add_thresholds(&self, case: &Case<'_>, predicted: &mut Predicted) -> Result<()> {
        let terms = &self.model.layout.terms;
        self.add_cut(TIE, case, predicted)?;
        if terms.cuts[TIE].is_some() {
            self.check_floor(case.left, case.right, predicted)?;
        }
        if terms.cuts[BAD].is_none() {
            predicted.cuts[BAD] = f64::NEG_INFINITY;
        }
        self.add_cut(BAD, case, predicted)
    }

    /// Adds the threshold of this number.
    fn add_cut(&self, number: usize, case: &Case<'_>, predicted: &mut Predicted) -> Result<()> {
        let Some(cut) = &self.model.layout.terms.cuts[number] else { return Ok(()) };
        let mut row = Row::default();
        cut.terms(case, None, &mut row)?;
        self.add(&row, &mut predicted.cuts[number], &mut predicted.along_cuts[number]);
        Ok(())
    }

    /// A linear threshold below zero is no threshold; that of pairs at the floor is zero but for rounding.
    fn check_floor(&self, left: usize, right: usize, predicted: &mut Predicted) -> Result<()> {
        let specification = &self.model.specification;
        if !specification.has_floor() || predicted.cuts[TIE] > 1e-8 || predicted.cuts[TIE].is_nan() {
            return Ok(());
        }
        if predicted.cuts[TIE] < -1e-8 && specification.threshold.below_zero() == BelowZero::Refused {
            let items = list(&self.model.set, Names::Item, &[left, right]);
            return Err(Error::NotIdentified(format!(
                "the linear tie threshold of {items}, which were never compared, is {:.3}, below zero: fit \
                 with below_zero to take it as zero, or with the softplus link",
                predicted.cuts[TIE]
            )));
        }
        predicted.cuts[TIE] = 0.0;
        predicted.along_cuts[TIE].clear();
        Ok(())
    }
}

/// A comparison of two items by nobody in particular.
fn neutral(left: usize, right: usize) -> Comparison {
    Comparison { left: left as u32, right: right as u32, judge: NONE, context: NONE }
}
