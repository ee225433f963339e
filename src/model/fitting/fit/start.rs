//! Where a fit starts.

use super::problem::Problem;
use super::report::Report;
use crate::error::{Error, Result};
use crate::likelihood::NullSpace;
use crate::model::fitted::Model;
use crate::model::fitting::judge_starts::{of_disagreement, pooled_scores, shared_scores, ROUGH};
use crate::model::fitting::{adopt, start};
use crate::model::specification::{Diagnostic, Problems};
use crate::progress::Watch;
use crate::room::Duplicate as _;
use crate::vectors::largest;

/// With more parameters than this a fit of disagreement starts once: its votes are many, and a start takes seconds.
const LARGE: usize = 1_000;

/// The points to start from before any are drawn.
pub(super) struct Start {
    /// One, or of disagreement two.
    pub(super) points: Vec<Vec<f64>>,
    /// Whether all scores are equal, and what judges make of them is held.
    pub(super) equal: bool,
    /// Whether another model gave the point.
    pub(super) warm: bool,
    /// Whether that model knew spreads.
    pub(super) knows_spread: bool,
}

impl Start {
    /// Where a problem starts: from the votes alone, or from another model.
    pub(super) fn new(
        problem: &mut Problem<'_>,
        from: Option<&Model>,
        report: &mut Report,
        watch: Watch<'_>,
    ) -> Result<Start> {
        let p = &*problem;
        let mut theta = start::cold(p.set, &p.layout, &p.objective, p.specification, &p.ties, &p.connection);
        let warm = from.and_then(|model| serving(p, model, &theta));
        let from = from.filter(|_| warm.is_some());
        let equal = match warm {
            Some(warm) => {
                theta = warm;
                false
            }
            None => start_scores(problem, &mut theta, report, watch)?,
        };
        let points = points(problem, &theta, equal, from.is_none(), watch)?;
        let knows_spread = from.is_some_and(|model| model.layout.spread.is_some());
        Ok(Start { points, equal, warm: from.is_some(), knows_spread })
    }
}

/// The point that another model gives, if it serves: what diverged there says nothing of these votes, and a point that is no
/// better than one without votes is no start.
fn serving(problem: &Problem<'_>, from: &Model, cold: &[f64]) -> Option<Vec<f64>> {
    if from.facts.problems.contains(Problems::SEPARATED) {
        return None;
    }
    let objective = &problem.objective;
    let mut warm = cold.duplicate();
    adopt::warm(problem.set, &problem.layout, objective.data.outcome, &objective.fixed, from, &mut warm);
    // Not a number is no better either.
    (objective.value(&warm) <= objective.value(cold)).then_some(warm)
}

/// With sensitivities, starts the scores from pooled Bradley-Terry; true if all are equal.
fn start_scores(
    problem: &mut Problem<'_>,
    theta: &mut [f64],
    report: &mut Report,
    watch: Watch<'_>,
) -> Result<bool> {
    if !problem.specification.strength.is_by_judge() {
        return Ok(false);
    }
    let (layout, objective) = (&problem.layout, &problem.objective);
    let null_space = NullSpace { shifts: problem.connection.shifts.duplicate(), ..NullSpace::default() };
    let design = objective.data.design.bare();
    let scores = pooled_scores(objective, design, objective.ridge, &null_space, &ROUGH, watch)?;
    theta[..scores.len()].copy_from_slice(&scores);
    let is_equal = |scores: &[f64]| largest(&scores[..layout.items]) < 1e-9;
    if is_equal(&scores) {
        // Judges of whom some vote against others may cancel in the pooled scores.
        let own = shared_scores(layout, objective, watch)?;
        theta[..own.len()].copy_from_slice(&own);
    }
    let equal = is_equal(theta);
    if equal {
        report.record(Diagnostic {
            problem: Problems::EQUAL_SCORES,
            message: "all pooled scores are equal: sensitivities of judges are not identified".into(),
        })?;
        if layout.strength.columns > 1 {
            return Err(Error::NotIdentified("the pooled scores are equal: there is no consensus".into()));
        }
        problem.hold_strengths();
    }
    Ok(equal)
}

/// The points to start from before any are drawn: of disagreement there are two.
fn points(
    problem: &Problem<'_>,
    theta: &[f64],
    equal: bool,
    cold: bool,
    watch: Watch<'_>,
) -> Result<Vec<Vec<f64>>> {
    let layout = &problem.layout;
    if !layout.strength.is_by_judge() || equal {
        return Ok(vec![theta.duplicate()]);
    }
    let strength = layout.strength;
    let mut known = theta.duplicate();
    // In canonical form columns differ in size, and steps along them would be inexact.
    strength.balance(&mut known);
    if strength.columns == 1 || (!cold && strength.rank(&known) + 1 == strength.columns) {
        return Ok(vec![if cold { theta.duplicate() } else { known }]);
    }
    // Where a column is zero the gradient vanishes.
    let mut starts = of_disagreement(layout, &problem.objective, theta, watch)?;
    if layout.dimension > LARGE {
        starts.truncate(1);
    }
    Ok(starts)
}
