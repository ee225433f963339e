//! The standard deviation of a unit's difference, from what is known about tasks, votes, runs and groups.

use super::Planned;
use crate::error::{Error, Result};

/// The parts that make the spread of a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spread {
    /// The standard deviation itself.
    Sd(f64),
    /// Shares of 0/1 tasks that only the first solves, and only the second.
    Tasks(f64, f64),
    /// Shares of votes for the first and for the second; the others are ties. Points are 1, 1/2 and 0.
    Votes(f64, f64),
    /// Variance of the true difference between tasks, of one run of one item within a task, and runs of each.
    Runs {
        /// Variance between tasks.
        between: f64,
        /// Variance within them.
        within: f64,
        /// Runs of each item on each task.
        runs: f64,
    },
}

/// The spread and the groups are as they can be.
pub(super) fn check_spread(asked: &Planned) -> Result<()> {
    let bad = |message: String| Err(Error::Argument(message));
    let not_negative = |name: &str, value: f64| match value >= 0.0 && value.is_finite() {
        true => Ok(()),
        false => Err(Error::Argument(format!("{name} is {value}; it must be finite and not negative"))),
    };
    match asked.spread {
        Spread::Sd(sd) if !(sd > 0.0 && sd.is_finite()) => {
            return bad(format!("sd is {sd}; it must be positive and finite"));
        }
        Spread::Sd(_) => {}
        Spread::Tasks(win, lose) | Spread::Votes(win, lose) => {
            for (name, share) in [("win", win), ("lose", lose)] {
                if !(0.0..=1.0).contains(&share) {
                    return bad(format!("{name} is {share}; it must be a share, 0 to 1"));
                }
            }
            if win + lose > 1.0 + 1e-12 {
                return bad(format!("win and lose are {win} and {lose}; together they must be at most 1"));
            }
        }
        Spread::Runs { between, within, runs } => {
            not_negative("between", between)?;
            not_negative("within", within)?;
            if !(runs >= 1.0 && runs.fract() == 0.0 && runs.is_finite()) {
                return bad(format!("runs is {runs}; it must be a whole number, at least 1"));
            }
        }
    }
    let (size, icc) = (asked.group_size, asked.icc);
    if !(size >= 1.0 && size.fract() == 0.0 && size.is_finite()) {
        return bad(format!("group_size is {size}; it must be a whole number, at least 1"));
    }
    if size == 1.0 && icc != 0.0 {
        return bad(format!("icc is {icc} and group_size 1; groups of one task have no correlation"));
    }
    // The variance of a mean of k tasks is not negative.
    if !(icc <= 1.0 && (size == 1.0 || icc >= -1.0 / (size - 1.0))) {
        return bad(format!("icc is {icc}; it must be between -1 / (group_size - 1) and 1"));
    }
    Ok(())
}

/// The standard deviation of a unit's difference.
pub(super) fn spread_of_units(asked: &Planned) -> Result<f64> {
    let square = |x: f64| x * x;
    let (variance, of) = match asked.spread {
        Spread::Sd(sd) => (sd * sd, "sd"),
        Spread::Tasks(win, lose) => (win + lose - square(win - lose), "win and lose"),
        Spread::Votes(win, lose) => (0.25 * (win + lose) - 0.25 * square(win - lose), "win and lose"),
        Spread::Runs { between, within, runs } => (between + 2.0 * within / runs, "between and within"),
    };
    let size = asked.group_size;
    let sd = (variance.max(0.0) * (1.0 + (size - 1.0) * asked.icc).max(0.0) / size).sqrt();
    if sd > 0.0 && sd.is_finite() {
        return Ok(sd);
    }
    Err(Error::Argument(format!(
        "{of}: the difference of a unit has a standard deviation of {sd}; it must be positive"
    )))
}
