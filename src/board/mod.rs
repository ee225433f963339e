//! Boards: scores of items on tasks, with runs, groups of tasks and weights. Their means are estimates like any other: tasks, or
//! groups of tasks, are the units that errors come from.
//!
//! - `choices`: what the means are of;
//! - `cells`: from rows to the mean of each item on each task;
//! - `means`: means of a table, their covariance and degrees of freedom;
//! - `strata`: the same where groups are all that there are;
//! - `additive`: the same where cells are missing;
//! - `variance`: how much of an error comes from runs, and how much from tasks.

mod additive;
mod cells;
mod choices;
mod means;
mod strata;
mod variance;
#[cfg(test)]
mod tests;

pub use choices::{Average, Choices, Groups, Missing, Runs};
pub use variance::{Variance, BOARD_VARIANCE};

use crate::comparisons::{Column, Key, Kind, Set, NONE};
use crate::error::{Error, Result};
use crate::room::{self, Put as _};

/// Rows of scores.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScoreRows<'a> {
    /// Number of rows.
    pub length: usize,
    /// Who was scored.
    pub item: Key<'a>,
    /// The task.
    pub context: Key<'a>,
    /// The score; NaN where it is missing.
    pub score: Column<'a>,
    /// The group of the task; absent: none.
    pub group: Key<'a>,
    /// The run; absent: rows of one item and task are runs of their own.
    pub run: Key<'a>,
    /// The weight of the task; absent: 1.
    pub weight: Column<'a>,
}

/// Scores of items on tasks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Board {
    /// Items; tasks are its contexts, their groups its clusters, runs its judges.
    names: Set,
    rows: Rows,
    tasks: Tasks,
}

/// The rows of a board.
#[derive(Debug, Default, PartialEq)]
struct Rows {
    item: Vec<u32>,
    context: Vec<u32>,
    run: Vec<u32>,
    score: Vec<f64>,
}

/// Group and weight of each task.
#[derive(Debug, Default, PartialEq)]
struct Tasks {
    /// Its group.
    group: Vec<u32>,
    /// Its weight; NaN before a row has said it.
    weight: Vec<f64>,
}

impl Clone for Rows {
    fn clone(&self) -> Rows {
        Rows {
            item: room::copied(&self.item),
            context: room::copied(&self.context),
            run: room::copied(&self.run),
            score: room::copied(&self.score),
        }
    }
}

impl Clone for Tasks {
    fn clone(&self) -> Tasks {
        Tasks { group: room::copied(&self.group), weight: room::copied(&self.weight) }
    }
}

/// Facts about a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardFacts {
    /// Items.
    pub items: usize,
    /// Tasks.
    pub contexts: usize,
    /// Groups of tasks.
    pub groups: usize,
    /// Rows, those without a score included.
    pub rows: usize,
    /// Rows without a score.
    pub without_score: usize,
    /// Cells of item and task that have a score.
    pub cells: usize,
}

impl Board {
    /// A board without scores.
    pub fn new() -> Board {
        Board::default()
    }

    /// The names of items (items), tasks (contexts), groups (clusters) and runs (judges).
    pub fn names(&self) -> &Set {
        &self.names
    }

    /// Appends rows: all of them or, at the first that is invalid, none.
    pub fn append(&mut self, rows: &ScoreRows<'_>) -> Result<()> {
        let Board { names, rows: known, tasks } = self;
        let count = rows.length;
        if known.score.len() + count > NONE as usize {
            return Err(Error::Size(format!("a board has at most {NONE} rows")));
        }
        if !rows.score.is_present() {
            return Err(Error::Argument("score is absent".into()));
        }
        rows.score.check_numbers(count, "score")?;
        if rows.weight.is_present() {
            rows.weight.check_numbers(count, "weight")?;
        }
        names.naming(|names| {
            let item = names.identify(Kind::Item, &rows.item, count, "item", false)?;
            let context = names.identify(Kind::Context, &rows.context, count, "context", false)?;
            let group = names.identify(Kind::Cluster, &rows.group, count, "group", true)?;
            let run = names.identify(Kind::Judge, &rows.run, count, "run", true)?;
            let mut score = room::with_room(count);
            for row in 0..count {
                let value = rows.score.number(row);
                if value.is_infinite() {
                    return Err(Error::row(
                        row,
                        format!("score is {value}; it must be finite, or missing (NaN)"),
                    ));
                }
                score.push(value);
            }
            let next = tasks.with(names, &context, &group, &rows.weight)?;
            room::grow(&mut known.item, count);
            room::grow(&mut known.context, count);
            room::grow(&mut known.run, count);
            room::grow(&mut known.score, count);
            room::check();
            known.item.put_all(&item);
            known.context.put_all(&context);
            known.run.put_all(&run);
            known.score.put_all(&score);
            *tasks = next;
            Ok(())
        })
    }

    /// Its facts. Looks through the rows.
    pub fn facts(&self) -> Result<BoardFacts> {
        let cells = cells::Cells::of(self, &Choices::default())?;
        Ok(BoardFacts {
            items: self.names.items(),
            contexts: self.names.contexts(),
            groups: self.names.clusters(),
            rows: self.rows.score.len(),
            without_score: self.rows.score.iter().filter(|score| score.is_nan()).count(),
            cells: cells.item.len(),
        })
    }
}

impl Tasks {
    /// The same with what more rows say of them.
    fn with(&self, names: &Set, context: &[u32], group: &[u32], weight: &Column<'_>) -> Result<Tasks> {
        let mut next = self.clone();
        next.group.put_until(names.contexts(), NONE);
        next.weight.put_until(names.contexts(), f64::NAN);
        let name = |kind, id: u32| names.name(kind, id as usize).unwrap_or_default();
        for (row, &task) in context.iter().enumerate() {
            let (own, known) = (group[row], &mut next.group[task as usize]);
            if own != NONE && *known != NONE && own != *known {
                return Err(Error::row(
                    row,
                    format!(
                        "group is \"{}\", but \"{}\" is in \"{}\"; a task is in one group",
                        name(Kind::Cluster, own),
                        name(Kind::Context, task),
                        name(Kind::Cluster, *known)
                    ),
                ));
            }
            *known = if own == NONE { *known } else { own };
            let value = if weight.is_present() { weight.number(row) } else { 1.0 };
            if !(value > 0.0 && value.is_finite()) {
                return Err(Error::row(row, format!("weight is {value}; it must be positive and finite")));
            }
            let known = &mut next.weight[task as usize];
            if !known.is_nan() && *known != value {
                return Err(Error::row(
                    row,
                    format!(
                        "weight is {value}, but that of \"{}\" is {known}; a task has one weight, whatever its runs",
                        name(Kind::Context, task)
                    ),
                ));
            }
            *known = value;
        }
        Ok(next)
    }
}
