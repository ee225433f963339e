//! Parameters that one model takes from another: of a start, and of a smaller model within a larger one.

use crate::comparisons::{Kind as Names, Set};
use crate::component::{Adoption, Component, Effect};
use crate::model::fitted::Model;
use crate::model::specification::{ParameterLayout, Problems};
use crate::outcome::Outcome;
use crate::room::{self, Gather as _};

/// Takes into `theta` the parameters that a model knows by name: those of items, judges and covariates that both have. What
/// the other model does not have keeps its value, as do the `fixed` parameters.
pub(super) fn warm(
    set: &Set,
    to: &ParameterLayout,
    outcome: Outcome,
    fixed: &[bool],
    from: &Model,
    theta: &mut [f64],
) {
    let mut adoption = Adoption { fixed, ..adoption(set, to, from, theta) };
    without_thresholds(to, from, &mut adoption);
    // Thresholds of different outcome models mean different things.
    if from.objective.data.outcome == outcome {
        // One that was held for want of votes is not known.
        let held = from.theta.iter().zip(&from.objective.fixed);
        let values: Vec<f64> = held.map(|(value, held)| if *held { f64::NAN } else { *value }).gathered();
        adoption.values = &values;
        thresholds(to, from, &mut adoption);
    }
}

/// The estimate of a smaller model as parameters of a larger one of the same comparisons: sensitivities one where the smaller
/// has none, effects that it lacks zero, every judge the common position.
pub(crate) fn embedded(null: &Model, full: &Model, to: &ParameterLayout) -> Vec<f64> {
    let mut theta = room::filled(0.0, to.dimension);
    if to.strength.is_by_judge() && !null.layout.strength.is_by_judge() {
        (0..to.judges).for_each(|judge| theta[to.sensitivity(judge)] = 1.0);
    }
    let mut adoption = adoption(&full.set, to, null, &mut theta);
    without_thresholds(to, null, &mut adoption);
    thresholds(to, null, &mut adoption);
    theta
}

/// Items and judges are those of the same name.
fn adoption<'a>(set: &Set, to: &ParameterLayout, from: &'a Model, theta: &'a mut [f64]) -> Adoption<'a> {
    let item = |k: usize| set.name(Names::Item, k).and_then(|name| from.set.find(Names::Item, name));
    let judge = |k: usize| match k < set.judges() {
        true => set.name(Names::Judge, k).and_then(|name| from.set.find(Names::Judge, name)),
        false => from.set.has_anonymous_judge().then(|| from.layout.judges - 1),
    };
    Adoption {
        items: (0..to.items).filter_map(|i| item(i).map(|other| (i, other))).gathered(),
        judges: (0..to.judges).filter_map(|k| judge(k).map(|other| (k, other))).gathered(),
        fixed: &[],
        values: &from.theta,
        theta,
    }
}

fn without_thresholds(to: &ParameterLayout, from: &Model, adoption: &mut Adoption<'_>) {
    adoption.each_item(|own, item, other| own.take(item, other));
    strengths(to, from, adoption);
    let effects = to.terms.effects.iter().map(Effect::component);
    let slopes = to.terms.slopes.iter().map(|slope| slope as &dyn Component);
    effects.chain(slopes).for_each(|part| part.adopt(&from.layout.terms, adoption));
    spread(to, from, adoption);
}

fn thresholds(to: &ParameterLayout, from: &Model, adoption: &mut Adoption<'_>) {
    to.terms.cuts.iter().flatten().for_each(|cut| cut.adopt(&from.layout.terms, adoption));
    to.terms.grades.iter().for_each(|grades| grades.adopt(&from.layout.terms, adoption));
}

/// Columns of strength beyond the first, and sensitivities.
fn strengths(to: &ParameterLayout, from: &Model, adoption: &mut Adoption<'_>) {
    let (own, of) = (to.strength, from.layout.strength);
    for c in 1..own.columns.min(of.columns) {
        adoption.each_item(|adoption, item, other| adoption.take(own.item(item, c), of.item(other, c)));
        adoption.by_judge(own.judge(0, c), of.judge(0, c));
    }
    if !own.is_by_judge() || !of.is_by_judge() {
        return;
    }
    for place in 0..adoption.judges.len() {
        let (k, other) = adoption.judges[place];
        // Without a consensus, or comparisons, there is nothing to be known of a zero.
        let at = from.layout.sensitivity(other);
        if from.theta[at] != 0.0 || from.judge_problems[other].contains(Problems::BOUNDARY) {
            adoption.take(to.sensitivity(k), at);
        }
    }
}

fn spread(to: &ParameterLayout, from: &Model, adoption: &mut Adoption<'_>) {
    let (Some(to), Some(at)) = (to.spread, from.layout.spread) else { return };
    adoption.each_item(|own, item, other| {
        own.take(to.tau(item), at.tau(other));
        // Columns that the other model does not have stay as they are.
        (0..to.factors.min(at.factors)).for_each(|c| own.take(to.row(item) + c, at.row(other) + c));
    });
}
