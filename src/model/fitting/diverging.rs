//! Strengths that run to infinity: where a fit of judges' strengths has no finite end, and whose they are.
//!
//! A likelihood that has no maximum may rise more slowly than any solver can follow. With a small ridge there is a
//! maximum; as the ridge falls, its strengths settle if the estimate is finite, and grow by the same or more at every
//! tenth part of it if not: as its logarithm where votes never err, as a power of it along bends.

use super::slopes;
use crate::error::{Error, Result};
use crate::likelihood::Objective;
use crate::model::specification::ParameterLayout;
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::solve::{Solution, Stop};
use crate::vectors::largest;

/// The first ridge, a share of the comparisons of a cell, and the factor from one to the next.
const FIRST: f64 = 1e-2;
const FALL: f64 = 0.1;

/// Number of ridges.
const RIDGES: usize = 8;

/// Growth below this is rounding.
const MIN_GROWTH: f64 = 1e-3;

/// Growth of a strength that diverges, if it is at least this share of the growth before; less than the second share
/// is that of a strength that settles.
const GROWTH: f64 = 0.1;
const STEADY_GROWTH: f64 = 0.5;
const SETTLING_GROWTH: f64 = 0.3;

/// A growth above this multiple of the growth before is faster than logarithmic.
const FASTER: f64 = 1.2;

/// Log odds beyond which a likelihood is one in double precision.
const SATURATED_LOG_ODDS: f64 = 40.0;

/// The limit of strengths as a ridge vanishes.
pub(super) enum Course {
    /// They converge, near these parameters.
    Settles(Vec<f64>),
    /// They diverge: starting point, judges with the fastest growth, direction.
    Diverges { theta: Vec<f64>, judges: Vec<usize>, along: Vec<f64> },
    /// Undecided.
    Unknown,
}

/// Follows the optimum from `theta` as a ridge on the strengths vanishes; `solve` minimises with a ridge, and a solver may
/// have suspected already that there is no finite optimum.
pub(super) fn trace_vanishing_ridge(
    layout: &ParameterLayout,
    objective: &Objective,
    (mut theta, is_suspected): (Vec<f64>, bool),
    mut solve: impl FnMut(f64, Vec<f64>) -> Result<Solution>,
) -> Result<Course> {
    let design = &objective.data.design;
    let mut ridge = FIRST * design.total() / design.len() as f64;
    let mut course = Vec::new();
    let mut is_whole = true;
    for _ in 0..RIDGES {
        let found = match solve(ridge, theta) {
            Err(Error::Numeric(_)) => return Ok(Course::Unknown),
            other => other?,
        };
        if found.stop == Stop::Iterations {
            is_whole = false;
            break;
        }
        theta = found.theta;
        course.put((sizes(layout, objective, &theta), theta.duplicate()));
        ridge *= FALL;
    }
    let [.., (first, _), (second, before), (last, theta)] = &course[..] else { return Ok(Course::Unknown) };
    let growth =
        |from: &[f64], to: &[f64]| -> Vec<f64> { to.iter().zip(from).map(|(b, a)| b - a).gathered() };
    let (earlier, later) = (growth(first, second), growth(second, last));
    let top = |growth: &[f64]| growth.iter().fold(0.0, |m: f64, g| m.max(*g));
    let (grew, grows) = (top(&earlier), top(&later));
    if is_whole && (grows <= MIN_GROWTH || grows < SETTLING_GROWTH * grew) {
        return Ok(Course::Settles(theta.duplicate()));
    }
    // Cut short, growth as of a logarithm may still come to an end, unless it is beyond all log odds of votes.
    let share = match is_whole || is_suspected {
        true => STEADY_GROWTH,
        false if largest(last) > SATURATED_LOG_ODDS => 1.0,
        false => FASTER,
    };
    if grows < GROWTH || grows < share * grew {
        return Ok(Course::Unknown);
    }
    let judges = growing(second, last);
    let along = theta.iter().zip(before).map(|(to, from)| to - from).gathered();
    Ok(Course::Diverges { theta: theta.duplicate(), judges, along })
}

/// The judges whose strengths grow most from one point to another.
pub(super) fn growing(from: &[f64], to: &[f64]) -> Vec<usize> {
    let growth = |k: &usize| to[*k] - from[*k];
    let most = (0..to.len()).map(|k| growth(&k)).fold(0.0, f64::max);
    (0..to.len()).filter(|k| growth(k) >= STEADY_GROWTH * most).gathered()
}

/// The range of every judge's strengths, items that it did not compare among them, and the slopes of its sensitivity: a
/// sensitivity may diverge beside scores that come together, and leave every probability finite.
pub(super) fn sizes(layout: &ParameterLayout, objective: &Objective, theta: &[f64]) -> Vec<f64> {
    let factors = slopes::factors(layout, objective, theta);
    let size = |judge: usize| {
        let strengths = (0..layout.items).map(|item| layout.strength.difference(theta, judge, item, 0));
        let (low, high) = strengths.fold((0.0f64, 0.0f64), |(low, high), s| (low.min(s), high.max(s)));
        let slopes = layout.terms.slopes.iter().map(|slope| theta[slope.first + judge].abs());
        (high - low) * factors[judge] + slopes.sum::<f64>()
    };
    (0..layout.judges).map(size).gathered()
}
