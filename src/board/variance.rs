//! How much of an item's error comes from runs, and how much from tasks: more runs, or more tasks? (Miller 2024, by moments of
//! unequal numbers of runs.)

use super::cells::Cells;
use super::{Board, Choices, Groups, Missing};
use crate::error::{Error, Result};
use crate::room::{filled, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// The parts of the variance of an item's scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variance {
    /// The item.
    pub item: usize,
    /// Its tasks and its runs.
    pub counts: [usize; 2],
    /// Between runs of one task.
    pub within: f64,
    /// Between tasks; what is below zero counts as zero.
    pub between: f64,
    /// The same as it was estimated.
    pub between_raw: f64,
    /// The number of runs of a task by which it is divided.
    pub divisor: f64,
    /// The standard error of the mean with the runs that there are, with one run of each task, and with endlessly many.
    pub errors: [f64; 3],
}

/// The columns of the parts of variance.
pub static BOARD_VARIANCE: Schema<Variance> = Schema {
    name: "board_variance",
    title: c"How much of the error comes from runs, and how much from tasks",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |v| Some(v.item)),
        SchemaColumn::i64(c"tasks", c"tasks", c"Tasks on which it has a score.", |v| Some(v.counts[0] as i64)),
        SchemaColumn::i64(c"runs", c"runs", c"Runs of all of them.", |v| Some(v.counts[1] as i64)),
        SchemaColumn::f64(
            c"variance_within",
            c"squared score",
            c"Variance between runs of one task; missing where no task has two.",
            |v| v.within,
        ),
        SchemaColumn::f64(
            c"variance_between",
            c"squared score",
            c"Variance between tasks, without that of runs: 0 where the estimate is below.",
            |v| v.between,
        ),
        SchemaColumn::f64(c"variance_between_raw", c"squared score", c"The same as it was estimated.", |v| v.between_raw),
        SchemaColumn::f64(
            c"share_of_runs",
            c"share",
            c"The share of runs in the variance of a single run of a task.",
            |v| v.within / (v.within + v.between),
        ),
        SchemaColumn::f64(
            c"runs_by_task",
            c"runs",
            c"Number of runs of a task that the moments divide by: the mean of equal numbers, less of unequal ones.",
            |v| v.divisor,
        ),
        SchemaColumn::f64(c"se", c"score", c"Standard error of the mean with the runs that there are.", |v| v.errors[0]),
        SchemaColumn::f64(c"se_one_run", c"score", c"The same with one run of each task.", |v| v.errors[1]),
        SchemaColumn::f64(
            c"se_endless_runs",
            c"score",
            c"The same with endlessly many runs: more of them do not lower it further, more tasks do.",
            |v| v.errors[2],
        ),
    ],
};

impl Board {
    /// The parts of the variance of every item, of tasks with the same weight.
    pub fn variance(&self) -> Result<Vec<Variance>> {
        let choices = Choices { groups: Groups::Ignore, missing: Missing::Available, ..Choices::default() };
        let cells = Cells::of(self, &choices)?;
        let n = cells.items;
        let mut sums = filled([0.0; 4], n);
        for cell in 0..cells.item.len() {
            let (own, runs) = (&mut sums[cells.item[cell] as usize], cells.runs[cell]);
            let add = [1.0, runs, runs * runs, runs * cells.score[cell]];
            own.iter_mut().zip(add).for_each(|(sum, more)| *sum += more);
        }
        let mut squares = filled([0.0; 3], n);
        for cell in 0..cells.item.len() {
            let item = cells.item[cell] as usize;
            let (own, runs) = (&mut squares[item], cells.runs[cell]);
            let centre = sums[item][3] / sums[item][1];
            let add = [cells.squares[cell], runs * (cells.score[cell] - centre).powi(2), 1.0 / runs];
            own.iter_mut().zip(add).for_each(|(sum, more)| *sum += more);
        }
        if sums.iter().all(|own| own[1] <= own[0]) {
            return Err(Error::data(
                "run: no item has two runs of a task; how much comes from runs is known of repeated runs only",
            ));
        }
        Ok((0..n).map(|item| of_moments(item, sums[item], squares[item])).gathered())
    }
}

/// Sums of 1, R, R^2 and R x over tasks; within, between, and 1/R.
fn of_moments(
    item: usize,
    [tasks, runs, runs_squared, _]: [f64; 4],
    [within, between, inverse]: [f64; 3],
) -> Variance {
    let (within, between) = (within / (runs - tasks), between / (tasks - 1.0));
    let divisor = (runs - runs_squared / runs) / (tasks - 1.0);
    let raw = (between - within) / divisor;
    let between = raw.max(0.0);
    let error = |of_runs: f64| ((between + within * of_runs) / tasks).sqrt();
    Variance {
        item,
        counts: [tasks as usize, runs as usize],
        within,
        between: if raw.is_nan() { f64::NAN } else { between },
        between_raw: raw,
        divisor,
        errors: [
            error(inverse / tasks),
            error(1.0),
            if raw.is_nan() { f64::NAN } else { (between / tasks).sqrt() },
        ],
    }
}
