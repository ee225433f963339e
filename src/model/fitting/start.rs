//! Where a fit starts: from the data alone, or from another model.

use super::existence::Connection;
use super::floor;
use super::log_odds;
use super::sweeps::sweep;
use crate::comparisons::Set;
use crate::likelihood::Objective;
use crate::model::specification::{ParameterLayout, Specification};
use crate::outcome::{BAD, TIE};

/// A larger share of ties gives no start: judges may have nothing but ties and votes both bad.
const MOST_TIES: f64 = 0.999;

/// Where items have more cells than this, Newman's sweeps alone are a good start, and in large sets equal scores.
const WELL_CONNECTED: usize = 8;

/// Starting values: scores zero (pooled Bradley-Terry: after a few of Newman's sweeps),
/// sensitivities one, thresholds from the share of ties.
pub(super) fn cold(
    set: &Set,
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
    if let Some(threshold) = layout.terms.threshold(TIE) {
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
        if let Some(grades) = &layout.terms.grades {
            grades.start(set, share(sum), |share| outcome.threshold_of(share), &mut theta);
        }
        if let Some(bad) = layout.terms.threshold(BAD) {
            let common = (2.0 * sum[2] / (sum[0] - sum[1] - sum[2])).ln();
            for (at, weight) in bad.about_one() {
                if !objective.fixed[at as usize] {
                    theta[at as usize] = common * weight;
                }
            }
        }
    }
    let of_scores = layout.strength.is_linear() && layout.spread.is_none();
    let is_near = (sweeps || !small) && objective.data.design.len() > WELL_CONNECTED * layout.items;
    let is_plain = !is_near && specification.fixed_scores.is_empty() && connection.diagnostics.is_empty();
    // From equal scores the thresholds of high grades are so far that Newton's steps lead where no answer has curvature.
    if of_scores && (is_plain || layout.terms.grades.is_some()) {
        log_odds::take(layout.items, objective, &mut theta);
    }
    theta
}
