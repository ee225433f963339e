//! Ends of several starts, and the choice of one.

use crate::error::{Error, Result};
use crate::likelihood::{NullSpace, Objective};
use crate::model::fitted::Optimum;
use crate::model::specification::ParameterLayout;
use crate::room::{self, Gather as _, Put as _};
use crate::solve::{Solution, Stop};

/// Where one start ended.
pub(super) struct Ended {
    pub(super) solution: Solution,
    /// The objective that it minimised: multipliers of floors, judges at zero.
    pub(super) objective: Objective,
    /// Pairs whose spread is zero.
    pub(super) collapsed: Vec<(usize, usize)>,
}

/// The result of several starts.
pub(super) struct Found {
    /// The best.
    pub(super) solution: Solution,
    /// The objective that it minimised.
    pub(super) objective: Objective,
    /// Pairs whose spread is zero at the best.
    pub(super) collapsed: Vec<(usize, usize)>,
    /// All optima met, best first.
    pub(super) optima: Vec<Optimum>,
}

impl Ended {
    /// The objective, where it ended.
    pub(super) fn value(&self) -> f64 {
        self.objective.value_unheld(&self.solution.theta)
    }

    fn is_regular(&self) -> bool {
        self.collapsed.is_empty() && matches!(self.solution.stop, Stop::Converged | Stop::Precision)
    }

    fn optimum(&self, number: usize) -> Optimum {
        let data = self.objective.data_value_in(&self.solution.theta, self.solution.value);
        Optimum {
            log_likelihood: -data,
            objective: data + self.objective.value_of_rest(&self.solution.theta),
            gradient: self.solution.gradient,
            starts: 1,
            first: number,
            is_regular: self.is_regular(),
        }
    }
}

/// Where the best of several ends is: an objective that is no number is not.
pub(super) fn best(ended: &[(usize, Ended)]) -> Option<usize> {
    let value = |at: usize| last_if_nan(ended[at].1.value());
    (0..ended.len()).min_by(|&a, &b| value(a).total_cmp(&value(b)))
}

/// An objective as ends are ordered by it.
fn last_if_nan(objective: f64) -> f64 {
    if objective.is_nan() {
        f64::INFINITY
    } else {
        objective
    }
}

/// None for a start that ended where numbers do.
pub(super) fn unless_numeric<T>(ended: Result<T>) -> Result<Option<T>> {
    match ended {
        Err(Error::Numeric(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// Whether the end of an additional start replaces that of the first start: a proved optimum,
/// or one that is better.
pub(super) fn is_sound(ended: &Ended, first: f64) -> bool {
    let solution = &ended.solution;
    let is_better = ended.value() < first && !is_same(ended.value(), first);
    solution.stop == Stop::Converged && solution.is_optimum() && (!solution.is_undetermined() || is_better)
}

/// Objectives no farther apart are of the same optimum.
pub(super) fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-3 + 1e-12 * b.abs()
}

/// Whether one end is to be taken rather than another: it is better, or as good and the only regular one.
pub(super) fn is_better(one: &Ended, other: &Ended) -> bool {
    match is_same(one.value(), other.value()) {
        true if one.is_regular() != other.is_regular() => one.is_regular(),
        _ => one.value() < other.value() - 1e-9 * other.value().abs(),
    }
}

/// The best end of all, whether the estimate is finite there or not, a regular one before others as good; and what was
/// met, equal ones taken together. If the best is not regular the likelihood has no maximum among what was met: a
/// finite optimum below it is not the estimate.
pub(super) fn choose(mut ended: Vec<(usize, Ended)>) -> Found {
    let each: Vec<Optimum> = ended.iter().map(|(number, e)| e.optimum(*number)).gathered();
    let objective = |at: usize| last_if_nan(each[at].objective);
    let mut order: Vec<usize> = (0..each.len()).gathered();
    room::sort_by(&mut order, |&a, &b| objective(a).total_cmp(&objective(b)));
    let least = objective(order[0]);
    let as_good = order.partition_point(|&at| is_same(least, objective(at)));
    room::sort_by_key(&mut order[..as_good], |&at| !each[at].is_regular);
    let mut optima: Vec<Optimum> = Vec::new();
    for &at in &order {
        let optimum = each[at];
        let same =
            |o: &&mut Optimum| o.is_regular == optimum.is_regular && is_same(o.objective, optimum.objective);
        match optima.iter_mut().find(same) {
            Some(known) => {
                known.starts += 1;
                known.first = known.first.min(optimum.first);
            }
            None => optima.put(optimum),
        }
    }
    let (_, Ended { solution, objective, collapsed }) = ended.swap_remove(order[0]);
    Found { solution, objective, collapsed, optima }
}

/// Leaves out ends at which the judges cancel each other, where others are as good.
pub(super) fn keep_consensus(
    layout: &ParameterLayout,
    null_space: &NullSpace,
    ended: &mut Vec<(usize, Ended)>,
) -> Result<()> {
    let strength = layout.strength;
    if !strength.has_disagreement() {
        return Ok(());
    }
    let least = ended.iter().map(|(_, e)| e.value()).fold(f64::INFINITY, f64::min);
    let is_as_good = |e: &Ended| is_same(least, e.value());
    let has_consensus = |e: &Ended| -> Result<bool> {
        if !is_as_good(e) {
            return Ok(true);
        }
        let condition = layout.condition(&null_space.shifts, &e.objective.fixed);
        let canonical = unless_numeric(strength.canonical(&e.solution.theta, &condition))?;
        Ok(canonical.flatten().is_some())
    };
    let has_consensus = ended.iter().map(|(_, e)| has_consensus(e)).gathered_or()?;
    if ended.iter().zip(&has_consensus).any(|((_, e), has)| *has && is_as_good(e)) {
        let mut has = has_consensus.iter();
        ended.retain(|(_, e)| *has.next().unwrap_or(&true) || !is_as_good(e));
    }
    Ok(())
}
