//! Variances that vanish: starts where they nearly do, saddle points at zero, and pairs of items whose spread is zero.

use super::restarts::FACTOR;
use crate::likelihood::{Objective, Scratch};
use crate::random::Random;
use crate::room::{self, Duplicate as _, Gather as _};
use crate::spread::Spread;
use std::collections::BTreeSet;

/// A spread below this share of a typical one is zero.
const COLLAPSED: f64 = 1e-7;

/// One less than this share is, too, where it gives a pair log odds of so much, at which the likelihood is one but for 1e-13: a
/// smaller spread could hardly be distinguished from it.
const COLLAPSED_IF_SATURATED: f64 = 1e-3;
const SATURATED_LOG_ODDS: f64 = 30.0;

/// Square roots of variances that nearly vanish.
const SMALLEST: f64 = 0.02;

/// Draws a spread to start from. Items come in the order of their names, so that the same data start alike whatever
/// their ids.
pub(super) fn disturb_spread(theta: &mut [f64], spread: Spread, order: &[u32], seed: u64, number: usize) {
    let mut random = Random::new(seed, number as u64);
    for item in order.iter().map(|&item| item as usize) {
        theta[spread.tau(item)] *= (0.3 * random.normal()).exp();
        (0..spread.factors).for_each(|c| theta[spread.row(item) + c] = FACTOR * random.normal());
    }
}

/// Starts where the variances of one pair after the other, or of all items but one, nearly vanish, and the differences of
/// their scores with them: the likelihood may be greatest where they do, at a point that is no optimum.
pub(super) fn of_vanishing_variances(theta: &[f64], objective: &Objective, spread: Spread) -> Vec<Vec<f64>> {
    let items = 0..spread.items;
    let design = &objective.data.design;
    let mut pairs = BTreeSet::new();
    for pair in (0..design.len())
        .map(|cell| (design.left[cell] as usize, design.right[cell] as usize))
        .filter(|(i, j)| items.contains(i) && items.contains(j))
        .map(|(i, j)| vec![i.min(j), i.max(j)])
    {
        pairs.insert(pair);
        room::check();
    }
    let others = items.clone().map(|one| items.clone().filter(|&i| i != one).gathered());
    let start = |chosen: Vec<usize>| {
        let mut next = theta.duplicate();
        let middle = chosen.iter().map(|&i| theta[i]).sum::<f64>() / chosen.len() as f64;
        for &i in &chosen {
            next[i] = middle + SMALLEST * std::f64::consts::SQRT_2 * (theta[i] - middle);
            next[spread.tau(i)] = SMALLEST;
        }
        next
    };
    pairs.into_iter().chain(others).map(start).gathered()
}

/// Pairs that were compared and whose difference has no spread left.
pub(super) fn collapsed(objective: &Objective, spread: Spread, theta: &[f64]) -> Vec<(usize, usize)> {
    let design = &objective.data.design;
    let pair = |cell: usize| (design.left[cell] as usize, design.right[cell] as usize);
    let of = |(i, j): (usize, usize)| spread.value(theta, i, j);
    let typical = (0..design.len()).map(|cell| of(pair(cell))).sum::<f64>() / design.len() as f64;
    let is_collapsed = |&cell: &usize| {
        let share = of(pair(cell)) / typical;
        let log_odds = || objective.data.predictor(&objective.strength, theta, cell).z.abs();
        share < COLLAPSED || (share < COLLAPSED_IF_SATURATED && log_odds() > SATURATED_LOG_ODDS)
    };
    let mut pairs: Vec<(usize, usize)> =
        (0..design.len()).filter(is_collapsed).map(pair).map(|(i, j)| (i.min(j), i.max(j))).gathered();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Moves variances away from zero where the likelihood is not highest there: by symmetry the gradient
/// vanishes at zero, so that a solver would leave it slowly. False if no variance is at zero.
pub(super) fn leave_saddles(objective: &Objective, spread: Spread, theta: &mut [f64]) -> bool {
    const NEAR: f64 = 0.05;
    const SIZES: i32 = 5;
    let p = theta.len();
    let (mut gradient, mut diagonal) = (vec![0.0; p], vec![0.0; p]);
    let mut weights = Default::default();
    let mut value =
        objective.weigh(theta, &mut gradient, &mut diagonal, &mut weights, &mut Scratch::default());
    let mut moved = false;
    for at in (0..spread.items).map(|item| spread.tau(item)) {
        if objective.fixed[at] || theta[at].abs() > NEAR || diagonal[at] >= 0.0 {
            continue;
        }
        // The likelihood may turn soon: the best of some sizes.
        let mut best = theta[at];
        for halvings in 0..SIZES {
            theta[at] = 2.0 * NEAR / f64::from(1 << halvings);
            let after = objective.value(theta);
            if after < value - 1e-6 {
                (value, best, moved) = (after, theta[at], true);
            }
        }
        theta[at] = best;
    }
    moved
}

/// Gives the items of collapsed pairs a variance of one half; false if no pair has collapsed.
pub(super) fn leave_collapse(objective: &Objective, spread: Spread, theta: &mut [f64]) -> bool {
    let pairs = collapsed(objective, spread, theta);
    for &(i, j) in &pairs {
        for item in [i, j] {
            theta[spread.tau(item)] = std::f64::consts::FRAC_1_SQRT_2;
        }
    }
    !pairs.is_empty()
}
