//! Scores from log odds of pairs, where a fit of pooled strengths starts: by weighted least squares, and along a heaviest
//! spanning tree. On a tree both are the estimate; where odds are large, equal scores are hundreds of steps away.

use crate::interrupt::spend;
use crate::likelihood::Objective;
use crate::linalg::SpanningForest;
use crate::room::{Duplicate as _, Gather as _};
use crate::vectors::dot;

/// Steps of conjugate gradients: a rough solution is a start.
const STEPS: usize = 200;

/// Takes the scores into theta where they are a better start than those that it has.
pub(super) fn take(items: usize, objective: &Objective, theta: &mut Vec<f64>) {
    let design = &objective.data.design;
    let decided = design.counts.iter().map(|c| (c.win + 0.5 * c.undecided(), c.loss + 0.5 * c.undecided()));
    let pairs: Vec<(f64, f64)> = decided
        .map(|(win, loss)| {
            // Log odds are finite, though one side never won.
            let more = if win > 0.0 && loss > 0.0 { 0.0 } else { 0.5 * (win + loss).min(1.0) };
            (win + more, loss + more)
        })
        .gathered();
    let odds: Vec<f64> =
        pairs.iter().map(|(win, loss)| if *win > 0.0 { (win / loss).ln() } else { 0.0 }).gathered();
    // One over the variance of the log odds.
    let weight = |(win, loss): &(f64, f64)| if *win > 0.0 { win * (loss / (win + loss)) } else { 0.0 };
    let weights: Vec<f64> = pairs.iter().map(weight).gathered();
    let Ok(mut tree) = SpanningForest::new(items, design.len()) else { return };
    tree.grow(&design.left, &design.right, &weights);
    let mut along = vec![0.0; items];
    tree.descend(|item, parent, cell| {
        let sign = if design.left[cell] as usize == item { 1.0 } else { -1.0 };
        along[item] = along[parent] + sign * odds[cell];
    });
    let squares = least_squares(objective, &mut tree, &weights, &odds, &along);
    let mut least = objective.value(theta);
    let unit = objective.data.outcome.per_log_odds();
    for mut scores in [squares, along] {
        scores.iter_mut().for_each(|score| *score *= unit);
        shift_to_held(&objective.fixed, theta, &mut scores);
        let mut other = theta.duplicate();
        other[..items].copy_from_slice(&scores);
        let value = objective.value(&other);
        if value < least && scores.iter().all(|score| score.is_finite()) {
            (*theta, least) = (other, value);
        }
    }
}

/// Shifts scores to where those that do not move are, on average, and puts these where they are.
fn shift_to_held(fixed: &[bool], theta: &[f64], scores: &mut [f64]) {
    let held = || (0..scores.len()).filter(|&item| fixed[item]);
    let count = held().count();
    if count == 0 {
        return;
    }
    let shift = held().map(|item| theta[item] - scores[item]).sum::<f64>() / count as f64;
    for ((score, at), fixed) in scores.iter_mut().zip(theta).zip(fixed) {
        *score = if *fixed { *at } else { *score + shift };
    }
}

/// Scores whose differences come nearest to the log odds, from those of the tree, which preconditions the normal equations.
fn least_squares(
    objective: &Objective,
    tree: &mut SpanningForest,
    weights: &[f64],
    odds: &[f64],
    start: &[f64],
) -> Vec<f64> {
    let design = &objective.data.design;
    let items = start.len();
    let cells =
        || design.left.iter().zip(&design.right).map(|(&i, &j)| (i as usize, j as usize)).zip(weights);
    let mut scores = start.duplicate();
    let mut residual = vec![0.0; items];
    for (((i, j), weight), odds) in cells().zip(odds) {
        let force = weight * (odds - (scores[i] - scores[j]));
        residual[i] += force;
        residual[j] -= force;
    }
    let smallest = f64::MIN_POSITIVE;
    let (mut conditioned, mut product) = (vec![0.0; items], vec![0.0; items]);
    tree.solve(weights, smallest, &residual, &mut conditioned);
    let mut direction = conditioned.duplicate();
    let mut size = dot(&residual, &conditioned);
    let target = 1e-6 * size;
    for _ in 0..STEPS {
        if size.is_nan() || size <= target {
            break;
        }
        product.fill(0.0);
        spend(10 * (weights.len() + items));
        for ((i, j), weight) in cells() {
            let flow = weight * (direction[i] - direction[j]);
            product[i] += flow;
            product[j] -= flow;
        }
        let curvature = dot(&direction, &product);
        if curvature.is_nan() || curvature <= 0.0 {
            break;
        }
        let length = size / curvature;
        scores.iter_mut().zip(&direction).for_each(|(s, d)| *s += length * d);
        residual.iter_mut().zip(&product).for_each(|(r, q)| *r -= length * q);
        tree.solve(weights, smallest, &residual, &mut conditioned);
        let next = dot(&residual, &conditioned);
        let ratio = next / size;
        size = next;
        direction.iter_mut().zip(&conditioned).for_each(|(d, z)| *d = z + ratio * *d);
    }
    scores
}
