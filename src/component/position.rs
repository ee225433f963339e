//! The effect of being shown first: one for all judges, or one for each.

use super::{Adoption, Aggregation, Case, Component, Row, Terms, Values};
use crate::comparisons::{list, Kind, Set};
use crate::error::Result;
use crate::room::Gather as _;
use std::ops::Range;

/// The effect of being shown first.
#[derive(Debug, Clone, Copy)]
pub struct PositionEffect {
    /// Its first parameter.
    pub first: usize,
    /// Judges with an effect of their own; None where all have one in common.
    pub judges: Option<usize>,
}

impl Component for PositionEffect {
    fn range(&self) -> Range<usize> {
        self.first..self.first + self.judges.unwrap_or(1)
    }

    fn describe(&self, set: &Set, parameter: usize) -> String {
        match self.judges {
            Some(_) => format!("the position effect of {}", judge_name(set, parameter - self.first)),
            None => "the position effect".into(),
        }
    }

    fn by_judge(&self) -> Option<usize> {
        self.judges.map(|_| self.first)
    }

    fn aggregation(&self, _: &Set) -> Aggregation {
        Aggregation { order: true, judge: self.judges.is_some(), ..Aggregation::default() }
    }

    fn terms(&self, case: &Case<'_>, _: Option<&Values<'_>>, row: &mut Row) -> Result<()> {
        match self.judges {
            _ if !case.is_ordered => {}
            Some(_) => case.who.each(self.first, |at, weight| row.push(at, weight)),
            None => row.push(self.first, 1.0),
        }
        Ok(())
    }

    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>) {
        let Some(from) = from.position() else { return };
        match (self.judges, from.judges) {
            (None, None) => adoption.take(self.first, from.first),
            (Some(_), None) => self.range().for_each(|at| adoption.take(at, from.first)),
            (Some(_), Some(_)) => adoption.by_judge(self.first, from.first),
            (None, Some(_)) => {}
        }
    }

    fn freed(&self, smaller: &Terms, free: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        match (smaller.position(), self.judges) {
            (None, None) => vec![(self.first, None)],
            (None, Some(_)) => self.range().filter(|&at| free(at)).map(|at| (at, None)).gathered(),
            (Some(PositionEffect { judges: None, .. }), Some(_)) => equal(self.range(), free),
            _ => Vec::new(),
        }
    }
}

/// All of the free parameters but the first, as equal to it.
pub fn equal(range: Range<usize>, free: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
    let mut all = range.filter(|&at| free(at));
    let first = all.next();
    all.map(|at| (at, first)).gathered()
}

/// A judge in a sentence; beyond those with names stands the anonymous one.
pub fn judge_name(set: &Set, judge: usize) -> String {
    match judge < set.judges() {
        true => format!("judge {}", list(set, Kind::Judge, &[judge])),
        false => "the anonymous judge".into(),
    }
}
