//! Parameters that one model takes from another: of a start, and of a smaller model within a larger one.

use crate::comparisons::{Kind as Names, Set};
use crate::model::fitted::Model;
use crate::model::specification::{ParameterLayout, Problems};
use crate::outcome::Outcome;
use crate::room::{self, Gather as _};
use crate::threshold::{Form, Threshold};

/// A layout of parameters that takes values by the names of items, judges and covariates.
struct Adoption<'a> {
    set: &'a Set,
    to: &'a ParameterLayout,
    from: &'a Model,
    /// Places of a judge here and there.
    judges: Vec<(usize, usize)>,
    /// Parameters that keep their values; empty: none.
    fixed: &'a [bool],
    theta: &'a mut [f64],
}

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
    let mut adoption = Adoption::new(set, to, fixed, from, theta);
    adoption.without_thresholds();
    // Thresholds of different outcome models mean different things.
    if from.objective.data.outcome == outcome {
        // One that was held for want of votes is not known.
        let held = from.theta.iter().zip(&from.objective.fixed);
        let values: Vec<f64> = held.map(|(value, held)| if *held { f64::NAN } else { *value }).gathered();
        adoption.thresholds(&values);
    }
}

/// The estimate of a smaller model as parameters of a larger one of the same comparisons: sensitivities one where the smaller
/// has none, effects that it lacks zero, every judge the common position.
pub(crate) fn embedded(null: &Model, full: &Model, to: &ParameterLayout) -> Vec<f64> {
    let mut theta = room::filled(0.0, to.dimension);
    if to.strength.is_by_judge() && !null.layout.strength.is_by_judge() {
        (0..to.judges).for_each(|judge| theta[to.sensitivity(judge)] = 1.0);
    }
    let mut adoption = Adoption::new(&full.set, to, &[], null, &mut theta);
    adoption.without_thresholds();
    adoption.thresholds(&null.theta);
    theta
}

impl<'a> Adoption<'a> {
    fn new(
        set: &'a Set,
        to: &'a ParameterLayout,
        fixed: &'a [bool],
        from: &'a Model,
        theta: &'a mut [f64],
    ) -> Adoption<'a> {
        let judge = |k: usize| match k < set.judges() {
            true => set.name(Names::Judge, k).and_then(|name| from.set.find(Names::Judge, name)),
            false => from.set.has_anonymous_judge().then(|| from.layout.judges - 1),
        };
        let judges = (0..to.judges).filter_map(|k| judge(k).map(|other| (k, other))).gathered();
        Adoption { set, to, from, judges, fixed, theta }
    }

    fn take(&mut self, at: usize, value: f64) {
        if !self.fixed.get(at).is_some_and(|fixed| *fixed) && value.is_finite() {
            self.theta[at] = value;
        }
    }

    /// The number of an item in the other model.
    fn item(&self, item: usize) -> Option<usize> {
        self.set.name(Names::Item, item).and_then(|name| self.from.set.find(Names::Item, name))
    }

    /// Calls `take` with every item that both have.
    fn each_item(&mut self, mut take: impl FnMut(&mut Self, usize, usize)) {
        for item in 0..self.to.items {
            if let Some(other) = self.item(item) {
                take(self, item, other);
            }
        }
    }

    /// Takes a parameter of every judge from that of the judge there, beginning at the two places.
    fn by_judge(&mut self, to: usize, at: usize, values: &[f64]) {
        for place in 0..self.judges.len() {
            let (k, other) = self.judges[place];
            self.take(to + k, values[at + other]);
        }
    }

    fn without_thresholds(&mut self) {
        let from = self.from;
        self.each_item(|own, item, other| own.take(item, from.theta[other]));
        self.strengths();
        match (self.to.terms.position, from.layout.terms.position) {
            (Some((to, false)), Some((at, false))) => self.take(to, from.theta[at]),
            (Some((to, true)), Some((at, false))) => {
                (0..self.to.judges).for_each(|k| self.take(to + k, from.theta[at]));
            }
            (Some((to, true)), Some((at, true))) => self.by_judge(to, at, &from.theta),
            _ => {}
        }
        let (to, at) = (&self.to.terms, &from.layout.terms);
        for (name, to) in &to.slopes {
            if let Some((_, at)) = at.slopes.iter().find(|(other, _)| other == name) {
                self.by_judge(*to, *at, &from.theta);
            }
        }
        for (name, to) in &to.covariates {
            if let Some((_, at)) = at.covariates.iter().find(|(other, _)| other == name) {
                self.take(*to, from.theta[*at]);
            }
        }
        self.spread();
    }

    /// Columns of strength beyond the first, and sensitivities.
    fn strengths(&mut self) {
        let from = self.from;
        let (to, of) = (self.to.strength, from.layout.strength);
        for c in 1..to.columns.min(of.columns) {
            self.each_item(|own, item, other| own.take(to.item(item, c), from.theta[of.item(other, c)]));
            for place in 0..self.judges.len() {
                let (k, other) = self.judges[place];
                self.take(to.judge(k, c), from.theta[of.judge(other, c)]);
            }
        }
        if !to.is_by_judge() || !of.is_by_judge() {
            return;
        }
        for place in 0..self.judges.len() {
            let (k, other) = self.judges[place];
            // Without a consensus, or comparisons, there is nothing to be known of a zero.
            let gamma = from.theta[from.layout.sensitivity(other)];
            if gamma != 0.0 || from.judge_problems[other].contains(Problems::BOUNDARY) {
                self.take(self.to.sensitivity(k), gamma);
            }
        }
    }

    fn spread(&mut self) {
        let from = self.from;
        let (Some(to), Some(at)) = (self.to.spread, from.layout.spread) else { return };
        self.each_item(|own, item, other| {
            own.take(to.tau(item), from.theta[at.tau(other)]);
            // Columns that the other model does not have stay as they are.
            (0..to.factors.min(at.factors))
                .for_each(|c| own.take(to.row(item) + c, from.theta[at.row(other) + c]));
        });
    }

    /// Thresholds, from these values of the other model's parameters.
    fn thresholds(&mut self, values: &[f64]) {
        let (to, at) = (&self.to.terms, &self.from.layout.terms);
        if let (Some(to), Some(at)) = (&to.bad, &at.bad) {
            self.threshold(to, at, values);
        }
        let (Some(to), Some(at)) = (&to.threshold, &at.threshold) else { return };
        // Factors mean nothing against another basis. The same with more items is near.
        let is_of_other_basis = to.form == Form::Factored && at.form == to.form && to.basis != at.basis;
        if !is_of_other_basis && !self.threshold(to, at, values) {
            return;
        }
        if let (Some(to), Some(at)) = (to.offsets, at.offsets) {
            self.by_judge(to, at, values);
        }
    }

    /// Takes a threshold from one of the same form, or from a single one; false where it has another form.
    fn threshold(&mut self, to: &Threshold, at: &Threshold, values: &[f64]) -> bool {
        match (to.form, at.form) {
            (a, b) if a == b => {
                if a == Form::Single {
                    self.take(to.first, values[at.first]);
                }
                for item in 0..to.items {
                    let Some(other) = self.item(item) else { continue };
                    to.of_item(item).zip(at.of_item(other)).for_each(|(to, at)| self.take(to, values[at]));
                }
            }
            (_, Form::Single) => {
                for (place, weight) in to.about_one() {
                    self.take(place as usize, weight * values[at.first]);
                }
            }
            _ => return false,
        }
        true
    }
}
