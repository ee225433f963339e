//! Strengths that run to infinity: where a fit of judges' strengths has no finite end, and whose they are.
//!
//! A likelihood that has no maximum may rise more slowly than any solver can follow. With a small ridge there is a
//! maximum; as the ridge falls, its strengths settle if the estimate is finite, and grow by the same or more at every
//! tenth part of it if not: as its logarithm where votes never err, as a power of it along bends.

use super::floor;
use super::frame::Frame;
use crate::error::{Error, Result};
use crate::likelihood::{Gauge, Objective};
use crate::solve::{Limits, Solver, Stop, Watch};
use crate::vectors::largest;

/// The first ridge, a share of the comparisons of a cell, and the factor from one to the next.
const FIRST: f64 = 1e-2;
const FALL: f64 = 0.1;

/// Number of ridges.
const RIDGES: usize = 10;

/// Growth of a strength that is none.
const STILL: f64 = 1e-3;

/// Growth of a strength that runs off, if it is at least this share of the growth before; less than the second share
/// is that of a strength that settles.
const GROWTH: f64 = 0.1;
const STEADY: f64 = 0.5;
const SETTLING: f64 = 0.3;

/// Log odds beyond which a likelihood is one in double precision.
const SATURATED: f64 = 40.0;

/// What becomes of strengths as a ridge vanishes.
pub(super) enum Course {
    /// They settle, near these parameters.
    Settles(Vec<f64>),
    /// They run off, from these parameters on along a direction, those of these judges first.
    RunsOff { theta: Vec<f64>, judges: Vec<usize>, along: Vec<f64> },
    /// It cannot be told.
    Unknown,
}

/// Follows the optimum from `theta` as a ridge on the strengths vanishes.
pub(super) fn follow(
    frame: &Frame,
    objective: &Objective,
    gauge: &Gauge,
    mut theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Course> {
    let design = &objective.data.design;
    let mut ridge = FIRST * design.total() / design.len() as f64;
    let mut penalised = objective.clone();
    let mut solver = Solver::new(objective)?;
    let limits = Limits { finite: true, examine: false, ..*limits };
    let mut course = Vec::new();
    let mut is_whole = true;
    for _ in 0..RIDGES {
        penalised.ridge = ridge;
        let found = match floor::minimise(&mut solver, &mut penalised, gauge, theta, &limits, watch) {
            Err(Error::Numeric(_)) => return Ok(Course::Unknown),
            other => other?,
        };
        if std::env::var("TRACE").is_ok() { eprintln!("ridge {ridge:e} stop {:?} it {} grad {:e} sizes {:.3?}", found.stop, found.iterations, found.gradient, sizes(frame, objective, &found.theta)); }
        if found.stop == Stop::Iterations {
            is_whole = false;
            break;
        }
        theta = found.theta;
        course.push((sizes(frame, objective, &theta), theta.clone()));
        ridge *= FALL;
    }
    let [.., (first, _), (second, before), (last, theta)] = &course[..] else { return Ok(Course::Unknown) };
    let growth = |from: &[f64], to: &[f64]| -> Vec<f64> { to.iter().zip(from).map(|(b, a)| b - a).collect() };
    let (earlier, later) = (growth(first, second), growth(second, last));
    let top = |growth: &[f64]| growth.iter().fold(0.0, |m: f64, g| m.max(*g));
    let (grew, grows) = (top(&earlier), top(&later));
    if is_whole && (grows <= STILL || grows < SETTLING * grew) {
        return Ok(Course::Settles(theta.clone()));
    }
    // Cut short, only a growth that does not slow down beyond all log odds of votes is one without end.
    let share = if is_whole { STEADY } else { 1.0 };
    if grows < GROWTH || grows < share * grew || !(is_whole || largest(last) > SATURATED) {
        return Ok(Course::Unknown);
    }
    let judges = (0..frame.judges).filter(|&k| later[k] >= STEADY * grows).collect();
    let along = theta.iter().zip(before).map(|(to, from)| to - from).collect();
    Ok(Course::RunsOff { theta: theta.clone(), judges, along })
}

/// The largest difference of strengths in the comparisons of every judge.
fn sizes(frame: &Frame, objective: &Objective, theta: &[f64]) -> Vec<f64> {
    let design = &objective.data.design;
    let mut sizes = vec![0.0; frame.judges];
    for cell in 0..design.len() {
        let own: &mut f64 = &mut sizes[design.judge(cell)];
        *own = own.max(objective.data.strength(&objective.strength, theta, cell).abs());
    }
    sizes
}
