//! The choices that make means of a board.

/// The part that groups of tasks have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Groups {
    /// A sample of groups like these, which are the units.
    #[default]
    Sample,
    /// All groups that there are: tasks are a sample within each.
    All,
    /// Nothing: tasks are the units.
    Ignore,
}

impl Groups {
    /// All by their numbers.
    pub const ALL: [Groups; 3] = [Groups::Sample, Groups::All, Groups::Ignore];
}

/// Tasks or groups: those that count the same in a mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Average {
    /// Every task, by its weight.
    #[default]
    Tasks,
    /// Every group of tasks.
    Groups,
}

impl Average {
    /// All by their numbers.
    pub const ALL: [Average; 2] = [Average::Tasks, Average::Groups];
}

/// The stand-in for a score that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Missing {
    /// An additive model of items and tasks.
    #[default]
    Additive,
    /// Nothing: every item has the mean of its own tasks.
    Available,
    /// Nothing: only tasks count on which all items have a score.
    Common,
    /// A number.
    Number(f64),
    /// It is refused.
    Refuse,
}

/// The score of an item on a task, made of its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Runs {
    /// Their mean.
    #[default]
    Mean,
    /// The probability that at least one of this many succeeds (Chen et al. 2021).
    PassAt(usize),
    /// The probability that all of this many succeed.
    PassAll(usize),
}

/// The choices that make means of a board.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Choices {
    /// The part of groups.
    pub groups: Groups,
    /// Those that count the same.
    pub average: Average,
    /// The stand-in for missing scores.
    pub missing: Missing,
    /// How runs are put together.
    pub runs: Runs,
    /// How many tasks there are of which these are a sample; none: endlessly many.
    pub population: Option<f64>,
    /// Whether a smaller score is better.
    pub lower_is_better: bool,
}
