//! A cut: the threshold of an outcome other than a win, that of ties or of "both bad", and where the votes hold it at the
//! end of its range.

use super::position::{equal, judge_name};
use super::{Adoption, Aggregation, Case, Component, Row, Terms, Values, Who};
use crate::comparisons::{list, Kind, Set};
use crate::error::Result;
use crate::room::Put as _;
use crate::threshold::{Form, Threshold};
use std::ops::Range;

/// A threshold, and where it is not estimated.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The threshold.
    pub threshold: Threshold,
    /// Values that are not estimated, by judge (or one for all): NaN where they are; empty where all are estimated.
    pub pinned: Vec<f64>,
    /// Items that never had such an outcome, all of whose thresholds are at the floor; empty if there are none.
    pub never: Vec<bool>,
    /// The end of the range of a threshold without such votes.
    pub floor: f64,
    /// Judges.
    pub judges: usize,
    /// Its name in sentences.
    pub name: &'static str,
}

impl Cut {
    /// The threshold of a judge about two items where it is not estimated, else NaN.
    pub fn pin(&self, judge: usize, left: usize, right: usize) -> f64 {
        let place = if self.pinned.len() == 1 { 0 } else { judge };
        let pin = self.pinned.get(place).copied().unwrap_or(f64::NAN);
        let never = !self.never.is_empty() && (self.never[left] || self.never[right]);
        if pin.is_nan() && never {
            self.floor
        } else {
            pin
        }
    }

    /// The same of whoever it may be. The mean threshold is that of the judges who have one.
    fn pin_of(&self, who: Who<'_>, left: usize, right: usize) -> f64 {
        let threshold = &self.threshold;
        let none = |fixed: &[bool]| (threshold.first..threshold.first + threshold.len()).all(|k| fixed[k]);
        match who {
            Who::Judge(judge) => self.pin(judge, left, right),
            Who::Mean(..) if threshold.offsets.is_none() => self.pin(0, left, right),
            Who::Mean(_, fixed) if none(fixed) => self.pinned[0],
            Who::Mean(..) => self.pin(usize::MAX, left, right),
        }
    }

    /// Whether some of it is not estimated.
    pub fn has_pins(&self) -> bool {
        self.pinned.iter().any(|pin| !pin.is_nan()) || !self.never.is_empty()
    }

    /// Whether it has one value for all, which is not estimated.
    pub fn is_pinned(&self) -> bool {
        self.pinned.len() == 1 && !self.pinned[0].is_nan()
    }

    /// Takes a threshold from one of the same form, or from a single one; false where it has another form.
    fn adopt_threshold(&self, from: &Threshold, adoption: &mut Adoption<'_>) -> bool {
        let to = &self.threshold;
        match (to.form, from.form) {
            (a, b) if a == b => {
                if a == Form::Single {
                    adoption.take(to.first, from.first);
                }
                adoption.each_item(|own, item, other| {
                    to.of_item(item).zip(from.of_item(other)).for_each(|(to, at)| own.take(to, at));
                });
            }
            (_, Form::Single) => {
                for (place, weight) in to.about_one() {
                    adoption.take_share(place as usize, weight, from.first);
                }
            }
            _ => return false,
        }
        true
    }
}

impl Component for Cut {
    fn range(&self) -> Range<usize> {
        let first = self.threshold.first;
        let offsets = if self.threshold.offsets.is_some() { self.judges } else { 0 };
        first..first + self.threshold.len() + offsets
    }

    fn describe(&self, set: &Set, parameter: usize) -> String {
        let Threshold { first, factors, offsets, .. } = self.threshold;
        match offsets {
            Some(offsets) if parameter >= offsets => {
                format!("the threshold of {}", judge_name(set, parameter - offsets))
            }
            _ if factors > 0 => {
                format!("the {} of {}", self.name, list(set, Kind::Item, &[(parameter - first) / factors]))
            }
            _ => format!("the {}", self.name),
        }
    }

    fn by_judge(&self) -> Option<usize> {
        self.threshold.offsets
    }

    fn aggregation(&self, _: &Set) -> Aggregation {
        Aggregation { judge: self.threshold.offsets.is_some(), ..Aggregation::default() }
    }

    fn terms(&self, case: &Case<'_>, _: Option<&Values<'_>>, row: &mut Row) -> Result<()> {
        let pin = self.pin_of(case.who, case.left, case.right);
        if !pin.is_nan() {
            row.constant = pin;
            return Ok(());
        }
        self.threshold.terms(case.left, case.right, |at, weight| row.push(at, weight));
        if let Some(first) = self.threshold.offsets {
            case.who.each(first, |at, weight| row.push(at, weight));
        }
        Ok(())
    }

    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>) {
        let mut others = from.cuts.iter().flatten();
        let Some(from) = others.find(|other| other.name == self.name) else { return };
        let (to, from) = (&self.threshold, &from.threshold);
        // Factors mean nothing against another basis. The same with more items is near.
        let is_of_other_basis = to.form == Form::Factored && from.form == to.form && to.basis != from.basis;
        if !is_of_other_basis && !self.adopt_threshold(from, adoption) {
            return;
        }
        if let (Some(to), Some(from)) = (to.offsets, from.offsets) {
            adoption.by_judge(to, from);
        }
    }

    fn freed(&self, smaller: &Terms, free: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        let mut others = smaller.cuts.iter().flatten();
        let Some(other) = others.find(|other| other.name == self.name) else { return Vec::new() };
        let (own, other) = (&self.threshold, &other.threshold);
        let mut rows = Vec::new();
        if let (Some(first), None) = (own.offsets, other.offsets) {
            rows.put_each(equal(first..first + self.judges, free));
        }
        if (other.form, own.form) == (Form::Single, Form::Additive) {
            rows.put_each(equal(own.first..own.first + own.len(), free));
        }
        rows
    }
}
