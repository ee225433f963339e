//! Means of scores, their covariance and degrees of freedom: units are tasks, or groups of tasks.
//!
//! Of task weights w that sum to 1, a unit g with the share h_g of them adds d_g = sum w_t (x_t - mean) to a mean.
//!
//! ```text
//! CR0 = sum d_g d_g'     CR1 = G/(G-1) CR0     CR2 = sum d_g d_g'/(1-h_g)     jackknife = (G-1)/G sum d_g d_g'/(1-h_g)^2
//! df(CR2) = 1 / (sum h_g^2 + (sum q_g)^2 - sum q_g^2)     q_g = h_g^2/(1-h_g)
//! ```
//!
//! The degrees of freedom are Bell and McCaffrey's (2002) with errors of variance 1/w_t: with tasks of equal weight as units
//! all of it is the paired t-test.

use super::additive;
use super::cells::Cells;
use super::strata;
use super::{Board, Choices, Groups, Missing, Runs};
use crate::comparisons::Kind;
use crate::error::{Error, Result};
use crate::inference::{Behind, Correction, Degrees, Given, Means, Options, Quantiles};
use crate::interrupt::spend;
use crate::linalg::outer_products;
use crate::model::Contributions;
use crate::room::{self, filled, reserve, Gather as _};

/// Means, with the contributions of units to them.
pub(super) struct Added {
    /// The means.
    pub(super) means: Vec<f64>,
    /// Unit after unit, what it adds to each mean, already corrected.
    pub(super) numbers: Vec<f64>,
    /// Degrees of freedom with a correction by shares.
    pub(super) degrees: Degrees,
    /// The shares of units for sign flips.
    pub(super) shares: Vec<f64>,
}

impl Board {
    /// The means as estimates. Errors are by CR2 unless another correction is asked for.
    pub(crate) fn given(&self, choices: &Choices, options: &Options) -> Result<Given> {
        choices.check()?;
        let cells = Cells::of(self, choices)?;
        let n = cells.items;
        let bytes = room::matrices(3, n).saturating_add(16 * n.saturating_mul(cells.unit_count));
        room::expect(format_args!("the means of {n} items"), bytes)?;
        let mut means = match choices.groups {
            Groups::All => strata::means(self, &cells, choices, options)?,
            _ => self.of_units(&cells, choices, options)?,
        };
        if let Some(population) = choices.population {
            finite(&cells, choices, population, &mut means)?;
        }
        means.notes = self.notes(&cells, choices, &means);
        Given::of_units(means)
    }

    fn of_units(&self, cells: &Cells, choices: &Choices, options: &Options) -> Result<Means> {
        let units = cells.unit_count;
        if units < 2 {
            return Err(Error::data(match choices.groups {
                Groups::Sample if cells.tasks.len() > 1 => {
                    "groups: all tasks are in one group, which has no spread; there must be at least two groups, or say \
                     that groups are ignored, or that they are all there are"
                }
                _ => "the scores are of one task; errors need at least two",
            }));
        }
        let correction = settled(options);
        let added = match cells.is_complete() {
            true => complete(cells, correction)?,
            false if choices.missing == Missing::Available => available(self, cells, correction)?,
            false => additive::added(self, cells, correction)?,
        };
        let n = cells.items;
        let mut covariance = reserve(n * n)?;
        outer_products(&added.numbers, n, &mut covariance);
        let times = match correction {
            Correction::Cr1 => units as f64 / (units as f64 - 1.0),
            Correction::Jackknife => (units as f64 - 1.0) / units as f64,
            _ => 1.0,
        };
        covariance.iter_mut().for_each(|entry| *entry *= times);
        for i in (0..n).filter(|&i| added.means[i].is_nan()) {
            (0..n).for_each(|j| (covariance[i * n + j], covariance[j * n + i]) = (f64::NAN, f64::NAN));
        }
        remove_rounding(&added, n, &mut covariance);
        let degrees = match correction {
            Correction::Cr2 => added.degrees,
            _ => Degrees::Common(units as f64 - 1.0),
        };
        let contributions = (correction == Correction::Cr2).then_some(Contributions {
            values: n,
            numbers: added.numbers,
            shares: added.shares,
        });
        Ok(Means {
            estimates: added.means,
            covariance,
            behind: Behind {
                contributions,
                degrees,
                are_shares: are_shares(cells),
                is_solved_or_not: are_solved_or_not(cells),
            },
            units,
            is_normal: correction == Correction::None && options.quantiles != Quantiles::Student,
            lower_is_better: choices.lower_is_better,
            notes: String::new(),
        })
    }

    /// How the means came about.
    fn notes(&self, cells: &Cells, choices: &Choices, means: &Means) -> String {
        let mut notes = Vec::new();
        let (tasks, units) = (cells.tasks.len(), means.units);
        notes.push(match choices.groups {
            Groups::All => format!("Errors are those of {tasks} tasks within {} groups.", cells.unit_count),
            _ if units < tasks => format!(
                "Errors are those of {units} groups of {tasks} tasks, as a sample of groups like these."
            ),
            _ => format!("Errors are those of {tasks} tasks, as a sample of tasks like these."),
        });
        if cells.missing.iter().any(|count| *count > 0) {
            let how = match choices.missing {
                Missing::Number(number) => format!("{number} stands in for each."),
                Missing::Common => format!("the {tasks} tasks that all items have are used."),
                _ => "taken as left out for reasons that have nothing to do with the result; if missing means failed, let \
                      missing scores count as 0."
                    .to_string(),
            };
            notes.push(format!("{}: {how}", cells.missing_cells(self)));
        }
        if choices.population.is_some() && cells.runs.iter().any(|runs| *runs < 2.0) {
            notes.push(
                "Cells of one run say nothing of the error between runs, which is taken as zero there."
                    .into(),
            );
        }
        notes.join(" ")
    }
}

impl Choices {
    fn check(&self) -> Result<()> {
        if let Missing::Number(number) = self.missing {
            if !number.is_finite() {
                return Err(Error::Argument(format!("missing_value is {number}; it must be finite")));
            }
        }
        if matches!(self.runs, Runs::PassAt(0) | Runs::PassAll(0)) {
            return Err(Error::Argument("k is 0; pass_at and pass_all are of at least one run".into()));
        }
        Ok(())
    }
}

/// The correction for few units: by default Bell and McCaffrey's, at all looks none.
fn settled(options: &Options) -> Correction {
    match options.asked_correction() {
        Correction::Auto => Correction::Cr2,
        asked => asked,
    }
}

/// By what what a unit with a share adds is multiplied before it is squared.
pub(super) fn factor(correction: Correction, share: f64) -> f64 {
    match correction {
        Correction::Cr2 => (1.0 - share).sqrt().recip(),
        Correction::Jackknife => (1.0 - share).recip(),
        _ => 1.0,
    }
}

/// Degrees of freedom of CR2 by shares of units: Bell and McCaffrey's.
pub(super) fn by_shares(shares: &[f64]) -> f64 {
    let q = |h: f64| h * h / (1.0 - h);
    let squares: f64 = shares.iter().map(|h| h * h).sum();
    let sum: f64 = shares.iter().map(|h| q(*h)).sum();
    let of_squares: f64 = shares.iter().map(|h| q(*h).powi(2)).sum();
    1.0 / (squares + sum * sum - of_squares)
}

/// Means of a table without missing cells.
fn complete(cells: &Cells, correction: Correction) -> Result<Added> {
    let n = cells.items;
    let mut means = filled(0.0, n);
    for (task, weight) in cells.weights.iter().enumerate() {
        spend(4 * n);
        cells.of_task(task).for_each(|cell| means[cells.item[cell] as usize] += weight * cells.score[cell]);
    }
    let shares = cells.shares();
    let mut numbers = reserve(n * cells.unit_count)?;
    for (task, weight) in cells.weights.iter().enumerate() {
        spend(4 * n);
        let own = &mut numbers[cells.units[task] * n..][..n];
        for cell in cells.of_task(task) {
            let item = cells.item[cell] as usize;
            own[item] += weight * (cells.score[cell] - means[item]);
        }
    }
    for (own, share) in numbers.chunks_exact_mut(n).zip(&shares) {
        let factor = factor(correction, *share);
        own.iter_mut().for_each(|d| *d *= factor);
    }
    Ok(Added { means, numbers, degrees: Degrees::Common(by_shares(&shares)), shares })
}

/// Means of each item's own tasks.
fn available(board: &Board, cells: &Cells, correction: Correction) -> Result<Added> {
    let (n, units) = (cells.items, cells.unit_count);
    let mut means = filled(0.0, n);
    let mut totals = filled(0.0, n);
    let mut shares = reserve(n * units)?;
    for (task, weight) in cells.weights.iter().enumerate() {
        spend(8 * n);
        for cell in cells.of_task(task) {
            let item = cells.item[cell] as usize;
            means[item] += weight * cells.score[cell];
            totals[item] += weight;
            shares[cells.units[task] * n + item] += weight;
        }
    }
    means.iter_mut().zip(&totals).for_each(|(mean, total)| *mean /= total);
    for share in shares.chunks_exact_mut(n) {
        share
            .iter_mut()
            .zip(&totals)
            .for_each(|(share, total)| *share /= if *total > 0.0 { *total } else { 1.0 });
    }
    if let Some(at) = shares.iter().position(|share| *share > 1.0 - 1e-9) {
        return Err(Error::data(format!(
            "missing: \"{}\" has scores of one {} only, which has no error; leave it out, or leave missing at additive",
            board.names.name(Kind::Item, at % n).unwrap_or_default(),
            if units < cells.tasks.len() { "group" } else { "task" }
        )));
    }
    let mut numbers = reserve(n * units)?;
    for (task, weight) in cells.weights.iter().enumerate() {
        spend(8 * n);
        let own = &mut numbers[cells.units[task] * n..][..n];
        for cell in cells.of_task(task) {
            let item = cells.item[cell] as usize;
            own[item] += weight / totals[item] * (cells.score[cell] - means[item]);
        }
    }
    for (number, share) in numbers.iter_mut().zip(&shares) {
        *number *= factor(correction, *share);
    }
    let own =
        |item: usize| (0..units).map(|unit| shares[unit * n + item]).filter(|share| *share > 0.0).gathered();
    let each =
        (0..n).map(|item| if totals[item] > 0.0 { by_shares(&own(item)) } else { f64::NAN }).gathered();
    Ok(Added { means, numbers, degrees: Degrees::Each(each), shares: even(units) })
}

/// Equal shares of units.
pub(super) fn even(units: usize) -> Vec<f64> {
    filled(1.0 / units as f64, units)
}

/// Items that all units score alike have no variance: rounding leaves none.
fn remove_rounding(added: &Added, n: usize, covariance: &mut [f64]) {
    for i in 0..n {
        let size = 1e-15 * added.means[i].abs();
        if covariance[i * n + i] <= size * size {
            (0..n).for_each(|j| (covariance[i * n + j], covariance[j * n + i]) = (0.0, 0.0));
        }
    }
}

/// Whether each unit is a task of the same weight, on which every item has 0 or 1.
fn are_solved_or_not(cells: &Cells) -> bool {
    let tasks = cells.tasks.len();
    tasks == cells.unit_count
        && cells.is_complete()
        && cells.weights.iter().all(|weight| (weight * tasks as f64 - 1.0).abs() < 1e-9)
        && cells.score.iter().all(|score| *score == 0.0 || *score == 1.0)
}

/// Whether all scores are from 0 to 1.
pub(super) fn are_shares(cells: &Cells) -> bool {
    cells.score.iter().all(|score| (0.0..=1.0).contains(score))
}

/// The errors of tasks that are most of those that there are (Cochran 1977, chapter 10): the share of them that was scored
/// has no error but that between runs.
fn finite(cells: &Cells, choices: &Choices, population: f64, means: &mut Means) -> Result<()> {
    let tasks = cells.tasks.len() as f64;
    if !(population >= tasks && population.is_finite()) {
        return Err(Error::Argument(format!(
            "population is {population}; there are {tasks} tasks with scores"
        )));
    }
    let is_even = cells.weights.iter().all(|weight| (weight * tasks - 1.0).abs() < 1e-9);
    let refuse = |text: &str| Err(Error::Unsupported(format!("population: {text}")));
    if choices.groups == Groups::All || means.units < cells.tasks.len() {
        return refuse(
            "with groups of tasks it would be that of groups, which is not told; say that groups are ignored",
        );
    }
    if !is_even {
        return refuse("tasks must have one weight");
    }
    if !cells.is_complete() {
        return refuse("no cell may be missing; take the tasks that all items have, or a number");
    }
    if choices.runs != Runs::Mean {
        return refuse("runs must be put together to their mean");
    }
    let (n, share) = (cells.items, tasks / population);
    if share == 1.0 && cells.runs.iter().any(|runs| *runs < 2.0) {
        return Err(Error::data(
            "population: all tasks were scored, so that only runs are uncertain, but there are cells of one run, which say \
             nothing of them; give at least two runs of each, or more tasks than were scored",
        ));
    }
    means.covariance.iter_mut().for_each(|entry| *entry *= 1.0 - share);
    for cell in 0..cells.item.len() {
        let (item, runs) = (cells.item[cell] as usize, cells.runs[cell]);
        if runs > 1.0 {
            means.covariance[item * n + item] +=
                share * cells.squares[cell] / (runs - 1.0) / runs / (tasks * tasks);
        }
    }
    means.behind.contributions = None;
    means.behind.is_solved_or_not = false;
    Ok(())
}
