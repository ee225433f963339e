//! Grades: how much further than the threshold of ties an answer must be for each grade, e_l = e_1 + D_2 + .. + D_l.
//!
//! Grades that nobody gave are joined with the next, so that every step D has answers on both sides.

use super::{Adoption, Aggregation, Case, Component, Row, Terms, Values};
use crate::comparisons::{Set, HIGHEST_GRADE};
use crate::error::Result;
use std::ops::Range;

/// Grades from the middle to the highest.
const GRADES: usize = HIGHEST_GRADE as usize + 1;

/// Log odds of which the probability is rounding.
const OUT_OF_REACH: f64 = 50.0;

/// The steps from one grade to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grades {
    /// The first step.
    pub first: usize,
    /// Of each grade its number among those that were given, of which the middle is 0.
    number: [usize; GRADES],
    /// How many were given beside the middle.
    given: usize,
}

impl Grades {
    /// The grades that were given in a set, whose steps start at `first`; None without two that differ.
    pub fn of(set: &Set, first: usize) -> Option<Grades> {
        let cells = set.cells();
        let mut is_given = [false; GRADES];
        for cell in 0..cells.len() {
            if let Some(grade) = cells.grade(cell) {
                is_given[grade] = true;
            }
        }
        let (mut number, mut given) = ([0; GRADES], 0);
        for grade in 1..GRADES {
            given += usize::from(is_given[grade]);
            number[grade] = given;
        }
        (given > 1).then_some(Grades { first, number, given })
    }

    /// How many different grades were given, beside the middle.
    pub fn given(&self) -> usize {
        self.given
    }

    /// The grades that were given, beside the middle.
    pub fn all(&self) -> impl Iterator<Item = usize> + '_ {
        (1..GRADES).filter(|&grade| self.number[grade] > self.number[grade - 1])
    }

    /// The grades below the highest that nobody gave: each is joined with the next.
    pub fn joined(&self) -> impl Iterator<Item = usize> + '_ {
        let highest = self.all().last().unwrap_or(0);
        (1..highest).filter(|&grade| self.number[grade] == self.number[grade - 1])
    }

    /// The steps from the threshold of ties to that of a grade.
    pub fn steps_to(&self, grade: Option<usize>) -> Range<usize> {
        let number = grade.map_or(0, |grade| self.number[grade]);
        self.first..self.first + number.saturating_sub(1)
    }

    /// Adds the step from a grade to the next, and returns its constant: infinite where there is no next, minus infinity for
    /// answers without a grade; zero of the middle, whose end is the threshold of ties itself.
    pub fn next_after(&self, grade: Option<usize>, row: &mut Row) -> f64 {
        match grade.map(|grade| self.number[grade]) {
            Some(0) => 0.0,
            Some(number) if number < self.given => {
                row.push(self.first + number - 1, 1.0);
                0.0
            }
            Some(_) => f64::INFINITY,
            None => f64::NEG_INFINITY,
        }
    }

    /// Answers by the numbers of their grades.
    fn counts(&self, answers: impl Iterator<Item = (usize, f64)>) -> [f64; GRADES] {
        let mut counts = [0.0; GRADES];
        answers.for_each(|(grade, count)| counts[self.number[grade]] += count);
        counts
    }

    /// Steps that these answers of each grade say nothing of, and where they are held: a grade that is missing below the
    /// highest is joined with the next, and above the highest the next is out of reach.
    pub fn held(&self, answers: impl Iterator<Item = (usize, f64)>) -> impl Iterator<Item = (usize, f64)> {
        let counts = self.counts(answers);
        let highest = (1..GRADES).rev().find(|&number| counts[number] > 0.0).unwrap_or(0);
        let first = self.first;
        (1..self.given)
            .filter(move |&number| counts[number] == 0.0 || number >= highest)
            .map(move |number| (first + number - 1, if number == highest { OUT_OF_REACH } else { 0.0 }))
    }

    /// Steps to start from: those between equal items that were graded as often, given the shares of ties.
    pub fn start(&self, set: &Set, ties: f64, threshold_of: impl Fn(f64) -> f64, theta: &mut [f64]) {
        let cells = set.cells();
        let answers =
            (0..cells.len()).filter_map(|cell| Some((cells.grade(cell)?, cells.counts[cell].iter().sum())));
        let [_, ahead @ ..] = self.counts(answers);
        let all: f64 = ahead.iter().sum();
        let (mut below, mut last) = (0.0, threshold_of(ties));
        for (step, count) in ahead[..self.given - 1].iter().enumerate() {
            below += count;
            let next = threshold_of(ties + (1.0 - ties) * below / all);
            theta[self.first + step] = next - last;
            last = next;
        }
    }
}

impl Component for Grades {
    fn range(&self) -> Range<usize> {
        self.first..self.first + self.given - 1
    }

    fn describe(&self, _: &Set, parameter: usize) -> String {
        let grade = self.all().nth(parameter - self.first + 1).unwrap_or(0);
        format!("the step to grade {grade}")
    }

    fn aggregation(&self, _: &Set) -> Aggregation {
        Aggregation { grade: true, ..Aggregation::default() }
    }

    // They stand in the thresholds of answers, which the design writes by their grades; a prediction of who wins asks for none.
    fn terms(&self, _: &Case<'_>, _: Option<&Values<'_>>, _: &mut Row) -> Result<()> {
        Ok(())
    }

    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>) {
        let Some(other) = &from.grades else { return };
        if self.number == other.number {
            self.range().zip(other.range()).for_each(|(to, at)| adoption.take(to, at));
        }
    }

    fn freed(&self, _: &Terms, _: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)> {
        Vec::new()
    }
}
