//! Means where groups are all that there are: tasks are a sample within each. Of groups with the shares pi_g of the weight, n_g
//! tasks and the covariance S_g within,
//!
//! ```text
//! V = sum pi_g^2 S_g / n_g     df = (sum pi_g^2/n_g)^2 / sum (pi_g^2/n_g)^2 / (n_g - 1)
//! ```

use super::cells::Cells;
use super::means::are_shares;
use super::{Board, Choices};
use crate::comparisons::{Kind, NONE};
use crate::error::{Error, Result};
use crate::inference::{Behind, Correction, Degrees, Means, Options};
use crate::linalg::outer_products;
use crate::room::{filled, reserve, Gather as _};

/// The means, without notes.
pub(super) fn means(board: &Board, cells: &Cells, choices: &Choices, options: &Options) -> Result<Means> {
    check_options(board, cells, options)?;
    let (n, groups, shares) = (cells.items, cells.unit_count, cells.shares());
    let mut sizes = filled(0.0, groups);
    cells.units.iter().for_each(|&group| sizes[group] += 1.0);
    check_groups(board, cells, &shares, &sizes)?;
    let mut centres = filled(0.0, groups * n);
    for (task, &group) in cells.units.iter().enumerate() {
        for cell in cells.of_task(task) {
            centres[group * n + cells.item[cell] as usize] += cells.score[cell] / sizes[group];
        }
    }
    let estimates = (0..n).map(|i| (0..groups).map(|g| shares[g] * centres[g * n + i]).sum()).gathered();
    let part = |g: usize| shares[g] * shares[g] / sizes[g];
    let sum: f64 = (0..groups).map(part).sum();
    let degrees = sum * sum / (0..groups).map(|g| part(g).powi(2) / (sizes[g] - 1.0)).sum::<f64>();
    Ok(Means {
        estimates,
        covariance: covariance(cells, &shares, &sizes, &centres)?,
        behind: Behind {
            contributions: None,
            degrees: Degrees::Common(degrees),
            are_shares: are_shares(cells),
            is_solved_or_not: false,
        },
        units: cells.tasks.len(),
        is_normal: false,
        lower_is_better: choices.lower_is_better,
        notes: String::new(),
    })
}

fn covariance(cells: &Cells, shares: &[f64], sizes: &[f64], centres: &[f64]) -> Result<Vec<f64>> {
    let n = cells.items;
    let mut rows = reserve(n * cells.tasks.len())?;
    for (task, row) in rows.chunks_exact_mut(n).enumerate() {
        let group = cells.units[task];
        let scale = shares[group] / (sizes[group] * (sizes[group] - 1.0)).sqrt();
        for cell in cells.of_task(task) {
            let item = cells.item[cell] as usize;
            row[item] = scale * (cells.score[cell] - centres[group * n + item]);
        }
    }
    let mut covariance = reserve(n * n)?;
    outer_products(&rows, n, &mut covariance);
    Ok(covariance)
}

fn check_options(board: &Board, cells: &Cells, options: &Options) -> Result<()> {
    if !matches!(options.correction, Correction::Auto) {
        return Err(Error::Unsupported(
            "correction: where groups are all there are variances are those within groups; leave it at its default"
                .into(),
        ));
    }
    if options.method.is_anytime() {
        return Err(Error::Unsupported(
            "groups: what holds at all looks needs units; say that groups are a sample, or ignored".into(),
        ));
    }
    if !cells.is_complete() {
        return Err(Error::Unsupported(format!(
            "groups: where they are all there are no cell may be missing, but {}; take the tasks that all items have, or a number",
            cells.missing_cells(board)
        )));
    }
    Ok(())
}

/// The tasks of a group have one weight, and are two at least.
fn check_groups(board: &Board, cells: &Cells, shares: &[f64], sizes: &[f64]) -> Result<()> {
    for (at, &group) in cells.units.iter().enumerate() {
        let even = shares[group] / sizes[group];
        if (cells.weights[at] - even).abs() > 1e-12 * even {
            return Err(Error::Unsupported(
                "groups: where they are all there are the tasks of a group have one weight".into(),
            ));
        }
        if sizes[group] < 2.0 {
            let task = cells.tasks[at] as usize;
            let own = board.tasks.group[task];
            let group = match own {
                NONE => format!(
                    "\"{}\" is in no group",
                    board.names.name(Kind::Context, task).unwrap_or_default()
                ),
                own => format!(
                    "\"{}\" has one task",
                    board.names.name(Kind::Cluster, own as usize).unwrap_or_default()
                ),
            };
            return Err(Error::data(format!(
                "groups: {group}; where they are all there are each needs at least two tasks"
            )));
        }
    }
    Ok(())
}
