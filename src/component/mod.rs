//! Components: the parts of a model that add to a predictor, each linear in parameters of its own.
//!
//! A component says which parameters it has and what they are called, what a comparison makes of them, seen or only
//! asked for, what another model knows of them, and which of them a smaller model does not have. Fits, predictions, warm
//! starts and tests ask the list; none of them asks which components there are.

mod adoption;
mod case;
mod covariate;
mod cut;
mod grades;
mod interaction;
mod penalty;
mod position;
mod slope;
#[cfg(test)]
mod tests;

use crate::comparisons::{Covariate, CovariateOf, Set};
use crate::error::{Error, Result};
use crate::outcome::Counts;
use crate::terms::CUTS;
use crate::threshold::Threshold;
pub use adoption::Adoption;
pub use case::{Case, Comparison, Row, Values, Who};
pub use covariate::{CovariateEffect, Offset};
pub use cut::Cut;
pub use grades::Grades;
pub use interaction::{Interaction, Interactions};
pub use penalty::Penalty;
pub use position::{equal, judge_name, PositionEffect};
pub use slope::Slope;
use std::ops::Range;

/// A component of a model that is linear in its parameters.
pub trait Component {
    /// Its parameters.
    fn range(&self) -> Range<usize>;

    /// The name of one of them: "the position effect of judge \"x\"".
    fn describe(&self, set: &Set, parameter: usize) -> String;

    /// The covariate that it reads, by name, and the option that names it.
    fn covariate(&self) -> Option<(&str, &'static str)> {
        None
    }

    /// The item that a parameter belongs to, where effects are of items.
    fn item(&self, _parameter: usize) -> Option<usize> {
        None
    }

    /// The penalty on its parameters.
    fn penalty(&self) -> Option<Penalty> {
        None
    }

    /// The first of as many parameters as there are judges, if every judge has one.
    fn by_judge(&self) -> Option<usize> {
        None
    }

    /// The finest cells that it tells apart.
    fn aggregation(&self, set: &Set) -> Aggregation;

    /// Adds its terms for a comparison, given the values of its covariate; without them none.
    fn terms(&self, case: &Case<'_>, values: Option<&Values<'_>>, row: &mut Row) -> Result<()>;

    /// Takes the parameters that another model has, too.
    fn adopt(&self, from: &Terms, adoption: &mut Adoption<'_>);

    /// The parameters that are zero in a model with these components, or equal to another one.
    fn freed(&self, smaller: &Terms, free: &dyn Fn(usize) -> bool) -> Vec<(usize, Option<usize>)>;
}

/// A component that adds to the difference of two items.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Being shown first.
    Position(PositionEffect),
    /// A covariate.
    Covariate(CovariateEffect),
    /// A covariate whose coefficient is one.
    Offset(Offset),
    /// A covariate of contexts that items differ in.
    Interaction(Interaction),
}

impl Effect {
    /// As a component.
    pub fn component(&self) -> &dyn Component {
        match self {
            Effect::Position(position) => position,
            Effect::Covariate(covariate) => covariate,
            Effect::Offset(offset) => offset,
            Effect::Interaction(interaction) => interaction,
        }
    }
}

/// How a model reads the votes of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// Whether ties count.
    pub ties: bool,
    /// Whether votes "both bad" count: as ties, unless they are an outcome of their own.
    pub both_bad: bool,
    /// Whether votes "both bad" are an outcome of their own.
    pub bad_apart: bool,
    /// Where pairs count equally: comparisons with which a pair counts in full.
    pub pair_floor: Option<f64>,
}

/// The components of a model that are linear in their parameters, and how it reads votes.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// How votes are read.
    pub reading: Reading,
    /// Effects on the difference, in the order of the parameters.
    pub effects: Vec<Effect>,
    /// Slopes of the logarithms of sensitivities.
    pub slopes: Vec<Slope>,
    /// The thresholds of outcomes without a winner, by their numbers.
    pub cuts: [Option<Cut>; CUTS],
    /// The steps from one grade to the next.
    pub grades: Option<Grades>,
}

impl Terms {
    /// All components, in the order of their parameters.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Component> {
        let effects = self.effects.iter().map(Effect::component);
        let slopes = self.slopes.iter().map(|slope| slope as &dyn Component);
        let cuts = self.cuts.iter().flatten().map(|cut| cut as &dyn Component);
        let grades = self.grades.iter().map(|grades| grades as &dyn Component);
        effects.chain(slopes).chain(cuts).chain(grades)
    }

    /// Whether there are no components.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The effect of being shown first.
    pub fn position(&self) -> Option<&PositionEffect> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Position(position) => Some(position),
            _ => None,
        })
    }

    /// The effects of covariates.
    pub fn covariates(&self) -> impl Iterator<Item = &CovariateEffect> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Covariate(covariate) => Some(covariate),
            _ => None,
        })
    }

    /// The interactions of items with covariates.
    pub fn interactions(&self) -> impl Iterator<Item = &Interaction> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Interaction(interaction) => Some(interaction),
            _ => None,
        })
    }

    /// The coefficients of covariates in the difference.
    pub fn coefficients(&self) -> Range<usize> {
        let all = self.effects.iter().map(Effect::component).filter(|part| part.covariate().is_some());
        joined(all.map(Component::range))
    }

    /// The item and the covariate that a coefficient belongs to.
    pub fn labels(&self, coefficient: usize) -> (Option<usize>, Option<&str>) {
        let found = self.iter().find(|part| part.range().contains(&coefficient));
        found.map_or((None, None), |part| (part.item(coefficient), part.covariate().map(|(name, _)| name)))
    }

    /// The threshold of this number.
    pub fn threshold(&self, cut: usize) -> Option<&Threshold> {
        self.cuts[cut].as_ref().map(|cut| &cut.threshold)
    }

    /// Its values that are not estimated, by judge (or one for all): NaN where they are; empty where there is none.
    pub fn pinned(&self, cut: usize) -> &[f64] {
        self.cuts[cut].as_ref().map_or(&[], |cut| &cut.pinned)
    }

    /// Items that never had its outcome; empty if their thresholds are estimated all the same, or there are none.
    pub fn never(&self, cut: usize) -> &[bool] {
        self.cuts[cut].as_ref().map_or(&[], |cut| &cut.never)
    }

    /// Whether it has one value for all, which is not estimated: no vote had its outcome.
    pub fn is_pinned(&self, cut: usize) -> bool {
        self.cuts[cut].as_ref().is_some_and(Cut::is_pinned)
    }

    /// The first parameters of those that every judge has one of.
    pub fn by_judge(&self) -> impl Iterator<Item = usize> + '_ {
        self.iter().filter_map(Component::by_judge)
    }

    /// Parameters of covariates, those of sensitivities (one for every judge) among them: they have units of their own.
    pub fn units(&self) -> Range<usize> {
        joined(self.iter().filter(|part| part.covariate().is_some()).map(Component::range))
    }

    /// How the model reads the five counts of a cell: which ties count, and as what.
    #[inline]
    pub fn read(&self, counts: &[f64; 5]) -> Counts {
        let bad = if self.reading.both_bad { counts[4] } else { 0.0 };
        let (tied, bad) = if self.reading.bad_apart { (0.0, bad) } else { (bad, 0.0) };
        let tie = if self.reading.ties { counts[2] + counts[3] + tied } else { 0.0 };
        Counts { win: counts[0], loss: counts[1], tie, bad }
    }

    /// The aggregation level that the components need.
    pub fn aggregation(&self, set: &Set) -> Aggregation {
        self.iter().fold(Aggregation::default(), |level, part| level.or(part.aggregation(set)))
    }

    /// The name of a parameter of a component.
    pub fn describe(&self, set: &Set, parameter: usize) -> Option<String> {
        let part = self.iter().find(|part| part.range().contains(&parameter))?;
        Some(part.describe(set, parameter))
    }
}

/// Ranges that follow each other as one, empty ones left out.
fn joined(ranges: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let mut ranges = ranges.filter(|range| !range.is_empty());
    let Some(first) = ranges.next() else { return 0..0 };
    first.start..ranges.last().map_or(first.end, |last| last.end)
}

/// The covariate of a set that a component reads.
pub fn find_covariate<'a>(set: &'a Set, part: &dyn Component) -> Result<Option<&'a Covariate>> {
    let Some((name, option)) = part.covariate() else { return Ok(None) };
    let found = set.covariate(name);
    found.map(Some).ok_or_else(|| Error::name(format!("{option}: \"{name}\" is not a covariate of the set")))
}

/// The covariate of a set that an option names at a place: it is there, not named before, and of contexts if it has to be.
pub fn check_name<'a>(
    set: &'a Set,
    option: &str,
    names: &[String],
    at: usize,
    is_of_contexts: bool,
) -> Result<&'a Covariate> {
    let name = &names[at];
    let Some(covariate) = set.covariate(name) else {
        return Err(Error::name(format!("{option}[{at}]: \"{name}\" is not a covariate of the set")));
    };
    if names[..at].contains(name) {
        return Err(Error::Argument(format!("{option}[{at}]: \"{name}\" is given twice")));
    }
    if is_of_contexts && covariate.of() != CovariateOf::Context {
        return Err(Error::Unsupported(format!("{option}[{at}]: \"{name}\" does not belong to contexts")));
    }
    Ok(covariate)
}

/// The aggregation level of a design: what its cells are distinguished by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Aggregation {
    /// Contexts.
    pub context: bool,
    /// Judges.
    pub judge: bool,
    /// The order of the two items, and whether there was one.
    pub order: bool,
    /// Clusters: those of the set apart from contexts, for other comparisons their contexts.
    pub cluster: bool,
    /// Judgements that are split between answers, by their shares.
    pub shares: bool,
    /// Grades of answers.
    pub grade: bool,
}

impl Aggregation {
    /// The level at which a covariate of a set differs. Covariates of contexts are signed by the order.
    fn of_covariate(set: &Set, name: &str) -> Aggregation {
        let of = set.covariate(name).map(Covariate::of);
        Aggregation {
            context: matches!(of, Some(CovariateOf::Context | CovariateOf::ContextItem)),
            order: of == Some(CovariateOf::Context),
            judge: of == Some(CovariateOf::JudgeItem),
            ..Aggregation::default()
        }
    }

    /// Whether a cell of two items is read the other way round.
    pub(crate) fn swaps(self, left: u32, right: u32) -> bool {
        !self.order && left > right
    }

    /// The finer of two levels.
    pub fn or(self, other: Aggregation) -> Aggregation {
        Aggregation {
            context: self.context || other.context,
            judge: self.judge || other.judge,
            order: self.order || other.order,
            cluster: self.cluster || other.cluster,
            shares: self.shares || other.shares,
            grade: self.grade || other.grade,
        }
    }
}
