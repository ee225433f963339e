//! Boards with missing cells: x_it = mu_i + b_t + e_it by weighted least squares, so that an item that was given the easy tasks
//! is not the better for it. Effects of items have contributions of units by CR2, levels those of tasks beside.
//!
//! ```text
//! A = sum w_t (diag(o_t) - o_t o_t'/|o_t|)     M = A^+     o_t marks who was scored, r are residuals
//! of g to mu:        Q (1 - Q I_g Q)^(-1/2) Q sum_{t in g} w_t r_t      Q = M^(1/2), I_g the part of A in g
//! level_i = mu_i + sum w_t b_t,     of g: that of mu_i, and (e_g - sum_j c_j that of mu_j)
//!                    e_g = sum_{t in g} w_t (b_t - mean b) / sqrt(1 - h_g)     c_j = sum_t w_t o_jt/|o_t|
//! ```

use super::cells::Cells;
use super::means::{by_shares, even, factor, Added};
use super::Board;
use crate::comparisons::Kind;
use crate::error::{Error, Result};
use crate::inference::{has_each_pair, Additive, Correction, Degrees};
use crate::interrupt::spend;
use crate::linalg::{multiply, symmetric_eigen};
use crate::room::{self, filled, reserve, Gather as _, Put as _};
use std::sync::Arc;

/// Eigenvalues below this share of the largest are zero.
const ZERO: f64 = 1e-10;

/// The means of levels, with what units add.
pub(super) fn added(board: &Board, cells: &Cells, correction: Correction) -> Result<Added> {
    let n = cells.items;
    check_connected(board, cells)?;
    let all = information(cells, 0..cells.tasks.len())?;
    let (inverse, root) = pseudo_inverse(&all, n)?;
    let (effects, difficulty) = fit(cells, &inverse)?;
    let residual =
        |cell: usize, task: usize| cells.score[cell] - effects[cells.item[cell] as usize] - difficulty[task];
    let shares = cells.shares();
    let patterns = patterns(cells);
    let keeps = room::matrices(2 * patterns.len(), n);
    let is_kept = correction == Correction::Cr2 && has_each_pair(n);
    if is_kept {
        room::expect(format_args!("degrees of freedom of {n} items with missing cells"), keeps)?;
    }
    let mut numbers = reserve(n * cells.unit_count)?;
    let mut scores = filled(0.0, n);
    let mut kept = Vec::new();
    for (units, tasks) in &patterns {
        let known = information(cells, tasks[0].iter().copied())?;
        let corrected = match correction {
            Correction::Cr2 | Correction::Jackknife => corrected(&known, &root, correction, n)?,
            _ => room::copied(&inverse),
        };
        for (unit, tasks) in units.iter().zip(tasks) {
            scores.fill(0.0);
            for &task in tasks {
                for cell in cells.of_task(task) {
                    scores[cells.item[cell] as usize] += cells.weights[task] * residual(cell, task);
                }
            }
            spend(2 * n * n);
            let own = &mut numbers[unit * n..(unit + 1) * n];
            for (i, slot) in own.iter_mut().enumerate() {
                *slot = (0..n).map(|j| corrected[i * n + j] * scores[j]).sum();
            }
        }
        if is_kept {
            kept.put((units.len() as f64, known, corrected));
        }
    }
    let mean: f64 = cells.weights.iter().zip(&difficulty).map(|(w, b)| w * b).sum();
    add_levels(cells, &difficulty, mean, &shares, correction, &mut numbers);
    let means = effects.iter().map(|effect| effect + mean).gathered();
    let level = by_shares(&shares);
    let degrees = match is_kept {
        true => Degrees::Additive(Arc::new(Additive { items: n, level, inverse, patterns: kept })),
        false => Degrees::Common(level),
    };
    Ok(Added { means, numbers, degrees, shares: even(cells.unit_count) })
}

/// Refuses items that no chain of tasks connects.
fn check_connected(board: &Board, cells: &Cells) -> Result<()> {
    let name = |item: usize| board.names.name(Kind::Item, item).unwrap_or_default();
    if let Some(item) = (0..cells.items).find(|&item| cells.missing[item] == cells.tasks.len()) {
        return Err(Error::NotIdentified(format!("\"{}\" has no score; leave it out", name(item))));
    }
    let mut head: Vec<usize> = (0..cells.items).gathered();
    fn root(head: &mut [usize], mut item: usize) -> usize {
        while head[item] != item {
            head[item] = head[head[item]];
            item = head[item];
        }
        item
    }
    for task in 0..cells.tasks.len() {
        let own = &cells.item[cells.of_task(task)];
        for pair in own.windows(2) {
            let (a, b) = (root(&mut head, pair[0] as usize), root(&mut head, pair[1] as usize));
            head[a.max(b)] = a.min(b);
        }
    }
    match (0..cells.items).find(|&item| root(&mut head, item) != root(&mut head, 0)) {
        None => Ok(()),
        Some(item) => Err(Error::NotIdentified(format!(
            "missing: \"{}\" and \"{}\" share no task, nor does a chain of tasks connect them, so that their difference is not \
             identified; score both on some tasks, or take missing scores as available, or as a number",
            name(0),
            name(item)
        ))),
    }
}

/// The part of A of some tasks, n x n.
fn information(cells: &Cells, tasks: impl Iterator<Item = usize>) -> Result<Vec<f64>> {
    let n = cells.items;
    let mut matrix = reserve(n * n)?;
    for task in tasks {
        let own = &cells.item[cells.of_task(task)];
        let (weight, count) = (cells.weights[task], own.len() as f64);
        spend(2 * own.len() * own.len());
        for &i in own {
            let row = &mut matrix[i as usize * n..][..n];
            own.iter().for_each(|&j| row[j as usize] -= weight / count);
            row[i as usize] += weight;
        }
    }
    Ok(matrix)
}

/// A generalised inverse of a symmetric matrix, and its root.
fn pseudo_inverse(matrix: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let (values, vectors) = symmetric_eigen(matrix, n)?;
    let least = ZERO * values.last().copied().unwrap_or(0.0);
    let of = |f: &dyn Fn(f64) -> f64| {
        assemble(&values, &vectors, n, &|value| if value > least { f(value) } else { 0.0 })
    };
    Ok((of(&|value| 1.0 / value)?, of(&|value| 1.0 / value.sqrt())?))
}

/// A function of a symmetric matrix, by its eigenvalues.
fn assemble(values: &[f64], vectors: &[f64], n: usize, f: &dyn Fn(f64) -> f64) -> Result<Vec<f64>> {
    let mut scaled = room::copied(vectors);
    for (row, value) in scaled.chunks_exact_mut(n.max(1)).zip(values) {
        let by = f(*value);
        row.iter_mut().for_each(|entry| *entry *= by);
    }
    let mut out = reserve(n * n)?;
    // Vectors are columns: V diag V'.
    let mut transposed = reserve(n * n)?;
    for i in 0..n {
        spend(n);
        (0..n).for_each(|j| transposed[j * n + i] = vectors[i * n + j]);
    }
    multiply(&scaled, &transposed, &mut out, n);
    Ok(out)
}

/// Q (1 - Q I Q)^(-1/2) Q, or with -1 in the place of -1/2.
fn corrected(known: &[f64], root: &[f64], correction: Correction, n: usize) -> Result<Vec<f64>> {
    let (mut half, mut whole) = (reserve(n * n)?, reserve(n * n)?);
    multiply(root, known, &mut half, n);
    multiply(&half, root, &mut whole, n);
    whole.iter_mut().for_each(|entry| *entry = -*entry);
    (0..n).for_each(|i| whole[i * n + i] += 1.0);
    let (values, vectors) = symmetric_eigen(&whole, n)?;
    let power = |value: f64| match correction {
        // A contrast that one unit alone knows has no residual.
        _ if value < 1e-9 => 0.0,
        Correction::Jackknife => 1.0 / value,
        _ => 1.0 / value.sqrt(),
    };
    let middle = assemble(&values, &vectors, n, &power)?;
    multiply(root, &middle, &mut half, n);
    multiply(&half, root, &mut whole, n);
    Ok(whole)
}

/// Effects of items, which sum to zero, and of tasks.
fn fit(cells: &Cells, inverse: &[f64]) -> Result<(Vec<f64>, Vec<f64>)> {
    let n = cells.items;
    let mut right = filled(0.0, n);
    let mean_of = |task: usize, less: &dyn Fn(usize) -> f64| {
        let own = cells.of_task(task);
        let count = own.len() as f64;
        own.map(|cell| cells.score[cell] - less(cells.item[cell] as usize)).sum::<f64>() / count
    };
    for (task, weight) in cells.weights.iter().enumerate() {
        spend(4 * n);
        let mean = mean_of(task, &|_| 0.0);
        for cell in cells.of_task(task) {
            right[cells.item[cell] as usize] += weight * (cells.score[cell] - mean);
        }
    }
    let effects: Vec<f64> = (0..n).map(|i| (0..n).map(|j| inverse[i * n + j] * right[j]).sum()).gathered();
    let difficulty = (0..cells.tasks.len()).map(|task| mean_of(task, &|item| effects[item])).gathered();
    Ok((effects, difficulty))
}

/// Units that know the same of items, each with its tasks: those of one task with the same items and weight.
fn patterns(cells: &Cells) -> Vec<(Vec<usize>, Vec<Vec<usize>>)> {
    let mut tasks: Vec<Vec<usize>> = filled(Vec::new(), cells.unit_count);
    cells.units.iter().enumerate().for_each(|(task, &unit)| tasks[unit].put(task));
    let mut order: Vec<usize> = (0..cells.unit_count).gathered();
    let key = |unit: usize| {
        let task = tasks[unit][0];
        (tasks[unit].len(), &cells.item[cells.of_task(task)], cells.weights[task].to_bits())
    };
    room::sort_by(&mut order, |&a, &b| key(a).cmp(&key(b)));
    let mut patterns: Vec<(Vec<usize>, Vec<Vec<usize>>)> = Vec::new();
    for unit in order {
        let is_same = |other: usize| tasks[unit].len() == 1 && key(unit) == key(other);
        match patterns.last_mut() {
            Some((units, of)) if is_same(units[0]) => {
                units.put(unit);
                of.put(room::copied(&tasks[unit]));
            }
            _ => patterns.put((vec![unit], vec![room::copied(&tasks[unit])])),
        }
    }
    patterns
}

/// From what units add to effects to what they add to levels.
fn add_levels(
    cells: &Cells,
    difficulty: &[f64],
    mean: f64,
    shares: &[f64],
    correction: Correction,
    numbers: &mut [f64],
) {
    let n = cells.items;
    let mut carried = filled(0.0, n);
    let mut of_tasks = filled(0.0, cells.unit_count);
    for (task, weight) in cells.weights.iter().enumerate() {
        let own = &cells.item[cells.of_task(task)];
        own.iter().for_each(|&item| carried[item as usize] += weight / own.len() as f64);
        of_tasks[cells.units[task]] += weight * (difficulty[task] - mean);
    }
    for (unit, own) in numbers.chunks_exact_mut(n.max(1)).enumerate() {
        spend(4 * n);
        let through: f64 = own.iter().zip(&carried).map(|(d, c)| d * c).sum();
        let shift = of_tasks[unit] * factor(correction, shares[unit]) - through;
        own.iter_mut().for_each(|d| *d += shift);
    }
}
