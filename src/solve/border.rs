//! The border of a sparse factor: the few parameters that meet most scores (thresholds, positions, covariates, judges) are
//! eliminated after them, which leaves a small matrix.

use super::factor::{reserve_filled, Factor};
use super::many::{Lane, LANES};
use super::sparse::Pattern;
use crate::error::Result;
use crate::interrupt::spend;
use crate::likelihood::{Curvature, Entry, Objective};
use crate::room::{with_room, Put as _};

/// Most parameters of a border, and most numbers that it takes.
const MOST: usize = 256;
const MOST_NUMBERS: usize = 40_000_000;

/// What is added to the diagonal of the small matrix, as a share of what is known of each parameter by itself: scores and
/// sensitivities may be scaled against each other, and there it has none.
const SHARE: f64 = 1e-6;

/// Of a Hessian A of scores, B between them and other parameters, and C of those.
#[derive(Debug)]
pub(super) struct Border {
    items: usize,
    /// A^-1 B, some columns at a time, score by score.
    solved: Vec<Vec<Lane<LANES>>>,
    /// The inverse of C - B' A^-1 B.
    inverse: Vec<f64>,
    size: usize,
}

impl Border {
    /// At theta, with the factor of A there; None where it is too large. Where the Hessian is not positive definite, as it need
    /// not be away from an optimum, expected information takes its place.
    pub(super) fn new(
        objective: &Objective,
        theta: &[f64],
        pattern: &Pattern,
        factor: &[f64],
    ) -> Result<Option<Border>> {
        for which in [Curvature::Observed, Curvature::Expected] {
            if let Some(found) = Border::of(objective, theta, which, pattern, factor)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn of(
        objective: &Objective,
        theta: &[f64],
        which: Curvature,
        pattern: &Pattern,
        factor: &[f64],
    ) -> Result<Option<Border>> {
        let items = objective.strength.items;
        let size = objective.dimension - items;
        if size == 0 || size > MOST || size * objective.dimension > MOST_NUMBERS {
            return Ok(None);
        }
        let mut across: Vec<(u32, u32, f64)> = Vec::new();
        let mut small = Factor::new(size)?;
        let matrix = small.matrix();
        objective.each_entry(theta, which, |a, b, value| {
            let (low, high) = (a.min(b), a.max(b) as usize);
            if high < items || objective.fixed[low as usize] || objective.fixed[high] {
                return;
            }
            match (low as usize).checked_sub(items) {
                None => across.put((low, (high - items) as u32, value)),
                Some(low) => matrix[low * size + high - items] += value,
            }
        });
        for at in 0..size {
            let own = &mut matrix[at * (size + 1)];
            *own = if objective.fixed[items + at] { 1.0 } else { *own * (1.0 + SHARE) };
        }
        let blocks = size.div_ceil(LANES);
        let mut solved = with_room(blocks);
        for _ in 0..blocks {
            solved.put(reserve_filled(objective.dimension, [0.0; LANES])?);
        }
        for &(item, at, value) in &across {
            solved[at as usize / LANES][item as usize][at as usize % LANES] += value;
        }
        let mut x = Vec::new();
        solved
            .iter_mut()
            .for_each(|block: &mut Vec<Lane<LANES>>| pattern.precondition(factor, block, &mut x));
        for &(item, at, value) in &across {
            let at = at as usize;
            for (block, solved) in solved.iter().enumerate() {
                let first = block * LANES;
                for (lane, own) in solved[item as usize].iter().enumerate() {
                    // The lower triangle, column by column.
                    if (at..size).contains(&(first + lane)) {
                        matrix[at * size + first + lane] -= value * own;
                    }
                }
            }
            spend(size);
        }
        if !small.factor() {
            return Ok(None);
        }
        Ok(Some(Border { items, solved, inverse: small.inverse()?, size }))
    }

    /// Solves for a vector, or several, in place, with room that is kept.
    pub(super) fn solve<E: Entry>(
        &self,
        pattern: &Pattern,
        factor: &[f64],
        vectors: &mut [E],
        [x, rest]: [&mut Vec<E>; 2],
    ) {
        let (items, size) = (self.items, self.size);
        spend(2 * items * size * std::mem::size_of::<E>() / 8);
        rest.clear();
        rest.put_all(&vectors[items..]);
        for (block, solved) in self.solved.iter().enumerate() {
            let mut sums = [E::ZERO; LANES];
            for (vector, row) in vectors[..items].iter().zip(solved) {
                sums.iter_mut().zip(row).for_each(|(sum, own)| sum.add_times(*own, vector));
            }
            let own = rest[block * LANES..].iter_mut().zip(&sums);
            own.for_each(|(rest, sum)| rest.add_times(-1.0, sum));
        }
        pattern.precondition(factor, vectors, x);
        for (at, row) in self.inverse.chunks(size).enumerate() {
            let mut sum = E::ZERO;
            row.iter().zip(&*rest).for_each(|(own, x)| sum.add_times(*own, x));
            vectors[items + at] = sum;
        }
        let (scores, others) = vectors.split_at_mut(items);
        for (block, solved) in self.solved.iter().enumerate() {
            let others = &others[block * LANES..];
            for (vector, row) in scores.iter_mut().zip(solved) {
                others.iter().zip(row).for_each(|(other, own)| vector.add_times(-own, other));
            }
        }
    }
}
