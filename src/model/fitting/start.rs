//! Where a fit starts: from the data alone, or from another model.

use super::existence::Connection;
use super::floor;
use super::log_odds;
use super::sweeps::sweep;
use crate::comparisons::{Kind as Names, Set};
use crate::likelihood::Objective;
use crate::model::fitted::Model;
use crate::model::specification::{ParameterLayout, Problems, Specification};
use crate::outcome::Outcome;
use crate::room::Gather as _;
use crate::strength::StrengthKind;
use crate::threshold::{Form, Threshold};

/// A larger share of ties gives no start: judges may have nothing but ties and votes both bad.
const MOST_TIES: f64 = 0.999;

/// Where items have more cells than this, Newman's sweeps alone are a good start, and in large sets equal scores.
const WELL_CONNECTED: usize = 8;

/// Starting values: scores zero (pooled Bradley-Terry: after a few of Newman's sweeps),
/// sensitivities one, thresholds from the share of ties.
pub(super) fn cold(
    layout: &ParameterLayout,
    objective: &Objective,
    specification: &Specification,
    ties: &[[f64; 3]],
    connection: &Connection,
) -> Vec<f64> {
    let mut theta = vec![0.0; layout.dimension];
    for (score, fixed) in theta.iter_mut().zip(&specification.fixed_scores) {
        *score = if fixed.is_nan() { 0.0 } else { *fixed };
    }
    let outcome = objective.data.outcome;
    // Large problems gain nothing: a sweep costs as much as a step of conjugate gradients.
    let small = layout.dimension <= crate::solve::DENSE_LIMIT;
    let plain = small && layout.dimension == layout.items && specification.fixed_scores.is_empty();
    let sweeps = plain && !outcome.has_threshold() && connection.diagnostics.is_empty();
    if sweeps {
        sweep(&objective.data.design, &mut theta, &connection.shifts);
        theta.iter_mut().for_each(|score| *score *= outcome.per_log_odds());
    }
    if layout.strength.is_by_judge() {
        for judge in 0..layout.judges {
            let at = layout.sensitivity(judge);
            theta[at] = if objective.fixed[at] { 0.0 } else { 1.0 };
        }
    }
    if let Some(spread) = layout.spread {
        // S is one: no spread.
        (0..spread.items).for_each(|i| theta[spread.tau(i)] = std::f64::consts::FRAC_1_SQRT_2);
    }
    if let Some(threshold) = &layout.terms.threshold {
        // The share of ties in what is not both bad, as with equal items.
        let share = |[all, tied, bad]: [f64; 3]| (tied / (all - bad)).min(MOST_TIES);
        let sum = ties.iter().fold([0.0; 3], |s, t| [s[0] + t[0], s[1] + t[1], s[2] + t[2]]);
        let common = outcome.threshold_of(share(sum));
        for (at, weight) in threshold.about_one() {
            if !objective.fixed[at as usize] {
                theta[at as usize] = common * weight;
            }
        }
        if let Some(first) = threshold.offsets {
            for (at, &counts) in (first..).zip(ties) {
                if !objective.fixed[at] {
                    theta[at] = outcome.threshold_of(share(counts)) - common;
                }
            }
        }
        if specification.has_floor() {
            floor::make_feasible(objective, &mut theta, false);
        }
        if let Some(bad) = &layout.terms.bad {
            let common = (2.0 * sum[2] / (sum[0] - sum[1] - sum[2])).ln();
            for (at, weight) in bad.about_one() {
                if !objective.fixed[at as usize] {
                    theta[at as usize] = common * weight;
                }
            }
        }
    }
    let of_scores = layout.strength.kind == StrengthKind::Pooled && layout.spread.is_none();
    let is_near = (sweeps || !small) && objective.data.design.len() > WELL_CONNECTED * layout.items;
    if of_scores && !is_near && specification.fixed_scores.is_empty() && connection.diagnostics.is_empty() {
        log_odds::take(layout.items, objective, &mut theta);
    }
    theta
}

/// Takes what another model knows by name into a start; fixed parameters stay. A pseudo-item and
/// sensitivities that the other model does not have keep their values.
pub(super) fn warm(
    set: &Set,
    layout: &ParameterLayout,
    outcome: Outcome,
    fixed: &[bool],
    from: &Model,
    theta: &mut [f64],
) {
    let mut take = |at: usize, value: f64| {
        if !fixed[at] && value.is_finite() {
            theta[at] = value;
        }
    };
    let known = |kind, id: usize| set.name(kind, id).and_then(|name| from.set.find(kind, name));
    for item in 0..layout.items {
        if let Some(other) = known(Names::Item, item) {
            take(item, from.theta[other]);
        }
    }
    let judge = |k: usize| match k < set.judges() {
        true => known(Names::Judge, k),
        false => from.set.has_anonymous_judge().then(|| from.layout.judges - 1),
    };
    let by_judge: Vec<(usize, usize)> =
        (0..layout.judges).filter_map(|k| judge(k).map(|other| (k, other))).collect();
    let (to, of) = (layout.strength, from.layout.strength);
    for c in 1..to.columns.min(of.columns) {
        for item in 0..layout.items {
            if let Some(other) = known(Names::Item, item) {
                take(to.item(item, c), from.theta[of.item(other, c)]);
            }
        }
        for &(k, other) in &by_judge {
            take(to.judge(k, c), from.theta[of.judge(other, c)]);
        }
    }
    if layout.strength.is_by_judge() && from.layout.strength.is_by_judge() {
        for &(k, other) in &by_judge {
            // Without a consensus, or comparisons, there is nothing to be known of a zero.
            let gamma = from.theta[from.layout.sensitivity(other)];
            if gamma != 0.0 || from.judge_problems[other].contains(Problems::BOUNDARY) {
                take(layout.sensitivity(k), gamma);
            }
        }
    }
    match (layout.terms.position, from.layout.terms.position) {
        (Some((to, false)), Some((at, false))) => take(to, from.theta[at]),
        (Some((to, true)), Some((at, false))) => {
            (0..layout.judges).for_each(|k| take(to + k, from.theta[at]));
        }
        (Some((to, true)), Some((at, true))) => {
            by_judge.iter().for_each(|&(k, other)| take(to + k, from.theta[at + other]));
        }
        _ => {}
    }
    for (name, to) in &layout.terms.slopes {
        if let Some((_, at)) = from.layout.terms.slopes.iter().find(|(other, _)| other == name) {
            by_judge.iter().for_each(|&(k, other)| take(to + k, from.theta[at + other]));
        }
    }
    for (name, to) in &layout.terms.covariates {
        if let Some((_, at)) = from.layout.terms.covariates.iter().find(|(other, _)| other == name) {
            take(*to, from.theta[*at]);
        }
    }
    if let (Some(to), Some(at)) = (layout.spread, from.layout.spread) {
        for item in 0..layout.items {
            let Some(other) = known(Names::Item, item) else { continue };
            take(to.tau(item), from.theta[at.tau(other)]);
            // Columns that the other model does not have stay as they are.
            (0..to.factors.min(at.factors))
                .for_each(|c| take(to.row(item) + c, from.theta[at.row(other) + c]));
        }
    }
    // Thresholds of different outcome models mean different things.
    if from.objective.data.outcome != outcome {
        return;
    }
    // One that was held for want of votes is not known.
    let held = from.theta.iter().zip(&from.objective.fixed);
    let values: Vec<f64> = held.map(|(value, held)| if *held { f64::NAN } else { *value }).gathered();
    if let (Some(to), Some(at)) = (&layout.terms.bad, &from.layout.terms.bad) {
        match (to.form, at.form) {
            (a, b) if a == b => warm_items(to, at, |item| known(Names::Item, item), &values, &mut take),
            (_, Form::Single) => {
                to.about_one().iter().for_each(|&(k, weight)| take(k as usize, weight * values[at.first]));
            }
            _ => {}
        }
    }
    let (Some(to), Some(at)) = (&layout.terms.threshold, &from.layout.terms.threshold) else { return };
    match (to.form, at.form) {
        // Factors mean nothing against another basis. The same with more items is near.
        (Form::Factored, Form::Factored) if to.basis != at.basis => {}
        (a, b) if a == b => warm_items(to, at, |item| known(Names::Item, item), &values, &mut take),
        (_, Form::Single) => {
            for (place, weight) in to.about_one() {
                take(place as usize, weight * values[at.first]);
            }
        }
        _ => return,
    }
    if let (Some(first), Some(other_first)) = (to.offsets, at.offsets) {
        by_judge.iter().for_each(|&(k, other)| take(first + k, values[other_first + other]));
    }
}

/// Takes the parameters of a threshold from another of the same form.
fn warm_items(
    to: &Threshold,
    at: &Threshold,
    known: impl Fn(usize) -> Option<usize>,
    from: &[f64],
    take: &mut impl FnMut(usize, f64),
) {
    if to.form == Form::Single {
        take(to.first, from[at.first]);
    }
    for item in 0..to.items {
        let Some(other) = known(item) else { continue };
        to.of_item(item).zip(at.of_item(other)).for_each(|(to, at)| take(to, from[at]));
    }
}
