//! Cells that involve only the scores of their two items: sums over them without a list of the parameters that a cell
//! touches.

use super::assemble::{Block, Curvature, CELL};
use crate::interrupt::spend;
use crate::outcome::{At, Counts, TIE};
use crate::strength::Strength;
use crate::vectors::{largest, sum};
use std::ops::Range;

/// Cells whose terms are computed together.
pub(crate) const CHUNK: usize = 128;

impl Block {
    /// Whether a cell involves only the scores of its two items, and has no threshold.
    pub fn is_plain(&self, strength: &Strength) -> bool {
        strength.is_linear()
            && self.design.is_bare()
            && self.design.cuts[TIE].rows.is_empty()
            && self.spread.is_none()
            && !self.outcome.has_threshold()
    }

    /// Calls `each` with the first of some of the cells, their items on the left and on the right, and what `of` makes of
    /// their counts and differences of scores, many at a time.
    #[inline]
    fn each_chunk<const N: usize>(
        &self,
        theta: &[f64],
        cells: Range<usize>,
        counts: &[Counts],
        of: impl Fn(&[Counts], &[f64], [&mut [f64]; N]),
        mut each: impl FnMut(usize, [&[u32]; 2], [&[f64]; N]),
    ) {
        let (mut z, mut terms) = ([0.0; CHUNK], [[0.0; CHUNK]; N]);
        let design = &self.design;
        for first in cells.clone().step_by(CHUNK) {
            let some = first..cells.end.min(first + CHUNK);
            let size = some.len();
            let (left, right) = (&design.left[some.clone()], &design.right[some.clone()]);
            each_run([left, right], |i, others, run| {
                let own = theta[i];
                z[run].iter_mut().zip(others).for_each(|(z, &j)| *z = own - theta[j as usize]);
            });
            of(&counts[some], &z[..size], terms.each_mut().map(|terms| &mut terms[..size]));
            each(first, [left, right], terms.each_ref().map(|terms| &terms[..size]));
            spend(CELL * size);
        }
    }

    /// The same of the negative log-likelihood, its slope and its curvature in the difference of scores.
    #[inline]
    fn each_chunk_of_terms(
        &self,
        theta: &[f64],
        cells: Range<usize>,
        each: impl FnMut(usize, [&[u32]; 2], [&[f64]; 3]),
    ) {
        let of = |counts: &[Counts], z: &[f64], out: [&mut [f64]; 3]| self.outcome.pairs(counts, z, out);
        self.each_chunk(theta, cells, &self.design.counts, of, each);
    }

    /// The largest change of a difference of scores.
    pub(super) fn change_of_pairs(&self, from: &[f64], to: &[f64]) -> f64 {
        let of = |left: &[u32], right: &[u32]| {
            let mut changes = [0.0; CHUNK];
            each_run([left, right], |i, others, run| {
                let own = to[i] - from[i];
                for (change, &j) in changes[run].iter_mut().zip(others) {
                    *change = own - (to[j as usize] - from[j as usize]);
                }
            });
            largest(&changes[..left.len()])
        };
        let chunks = self.design.left.chunks(CHUNK).zip(self.design.right.chunks(CHUNK));
        chunks.map(|(left, right)| of(left, right)).fold(0.0, f64::max)
    }

    /// Negative log-likelihood of cells that are plain.
    pub(super) fn value_of_pairs(&self, theta: &[f64]) -> f64 {
        let mut all = 0.0;
        self.each_chunk_of_terms(theta, 0..self.design.len(), |_, _, [value, ..]| {
            all += sum(value);
        });
        all
    }

    /// The same; adds its gradient and Hessian.
    pub(super) fn evaluate_pairs(&self, theta: &[f64], gradient: &mut [f64], hessian: &mut [f64]) -> f64 {
        let mut all = 0.0;
        self.each_chunk_of_terms(theta, 0..self.design.len(), |_, items, [value, slope, weight]| {
            all += sum(value);
            each_run(items, |i, others, run| {
                let slope = &slope[run.clone()];
                gradient[i] += sum(slope);
                add_edges(i, others, &weight[run], theta.len(), hessian, |at, j| gradient[j] -= slope[at]);
            });
        });
        all
    }

    /// Adds a second-order matrix.
    pub(super) fn curvature_of_pairs(&self, theta: &[f64], which: Curvature, out: &mut [f64]) {
        let mut weights = [0.0; CHUNK];
        for first in (0..self.design.len()).step_by(CHUNK) {
            let cells = first..self.design.len().min(first + CHUNK);
            let weights = &mut weights[..cells.len()];
            self.weights_of_pairs(theta, which, cells.clone(), weights);
            let items = [&self.design.left[cells.clone()], &self.design.right[cells]];
            each_run(items, |i, others, run| {
                add_edges(i, others, &weights[run], theta.len(), out, |_, _| ());
            });
        }
    }

    /// Of some cells that are plain, the second-order forms in the differences of their scores.
    pub fn weights_of_pairs(&self, theta: &[f64], which: Curvature, cells: Range<usize>, out: &mut [f64]) {
        let from = cells.start;
        match which {
            Curvature::Squared if self.design.has_products() => {
                for (cell, out) in cells.zip(out) {
                    let (left, right) = self.items(cell);
                    let at = At::new(theta[left] - theta[right], 0.0);
                    *out = self.design.squared_scores(self.outcome, cell, at).zz();
                    spend(CELL);
                }
            }
            Curvature::Squared => {
                let of = |counts: &[Counts], z: &[f64], [out]: [&mut [f64]; 1]| {
                    self.outcome.squares(counts, z, out);
                };
                self.each_chunk(theta, cells, self.design.all_squares(), of, |first, _, [weight]| {
                    out[first - from..first - from + weight.len()].copy_from_slice(weight);
                });
            }
            // Of an exponential family observed and expected information agree.
            Curvature::Expected if !self.outcome.is_canonical() => {
                for (cell, out) in cells.zip(out) {
                    let (left, right) = self.items(cell);
                    let at = At::new(theta[left] - theta[right], 0.0);
                    *out = self.outcome.information(self.design.counts[cell].total(), at).zz();
                    spend(CELL);
                }
            }
            _ => self.each_chunk_of_terms(theta, cells, |first, _, [.., weight]| {
                out[first - from..first - from + weight.len()].copy_from_slice(weight);
            }),
        }
    }

    /// As `value_of_pairs` of some cells; adds the gradient and the diagonal of the Hessian, and writes the weights.
    pub(super) fn weigh_pairs(
        &self,
        theta: &[f64],
        cells: Range<usize>,
        [gradient, diagonal]: [&mut [f64]; 2],
        weights: &mut [f64],
    ) -> f64 {
        let (mut all, from) = (0.0, cells.start);
        self.each_chunk_of_terms(theta, cells, |first, items, [value, slope, weight]| {
            all += sum(value);
            weights[first - from..first - from + weight.len()].copy_from_slice(weight);
            each_run(items, |i, others, run| {
                let (slope, weight) = (&slope[run.clone()], &weight[run]);
                gradient[i] += sum(slope);
                diagonal[i] += sum(weight);
                for ((&j, slope), weight) in others.iter().zip(slope).zip(weight) {
                    gradient[j as usize] -= slope;
                    diagonal[j as usize] += weight;
                }
            });
        });
        all
    }
}

/// Calls `each` with an item on the left, the items on the right of the cells that it has in a row, and where these are, so that
/// sums of the item on the left are made apart: a number that is added to in memory again and again is waited for.
#[inline(always)]
pub(crate) fn each_run([left, right]: [&[u32]; 2], mut each: impl FnMut(usize, &[u32], Range<usize>)) {
    let mut from = 0;
    while from < left.len() {
        let item = left[from];
        let to = from + run_of(item, &left[from..]);
        each(item as usize, &right[from..to], from..to);
        from = to;
    }
}

/// How many items at the start are the same, looked at eight at a time.
#[inline(always)]
fn run_of(item: u32, items: &[u32]) -> usize {
    let are_same = |some: &&[u32]| some.iter().fold(true, |all, &other| all & (other == item));
    let whole = 8 * items.chunks_exact(8).take_while(are_same).count();
    let rest = &items[whole..];
    whole + rest.iter().position(|&other| other != item).unwrap_or(rest.len())
}

/// Adds weight (e_i - e_j)(e_i - e_j)' of the cells of one item on the left to the lower triangle; calls `also` with the
/// places of the cells and the items on the right.
#[inline(always)]
pub(crate) fn add_edges(
    i: usize,
    others: &[u32],
    weight: &[f64],
    dimension: usize,
    out: &mut [f64],
    mut also: impl FnMut(usize, usize),
) {
    out[i * dimension + i] += sum(weight);
    for (at, (&j, weight)) in others.iter().zip(weight).enumerate() {
        let j = j as usize;
        also(at, j);
        out[j * dimension + j] += weight;
        out[i.min(j) * dimension + i.max(j)] -= weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likelihood::Design;
    use crate::outcome::{Derivatives, Outcome};
    use crate::random::Random;
    use crate::strength::StrengthKind;
    use crate::terms::Local;

    const ITEMS: usize = 9;

    /// Cells of more than two chunks, in runs of one item and of several, of both orders.
    fn block(outcome: Outcome) -> Block {
        let mut random = Random::new(11, 4);
        let mut design = Design::default();
        for cell in 0..2 * CHUNK + 37 {
            let left = if cell % 50 < 30 { cell / 50 } else { random.below(ITEMS as u64) as usize };
            let right = (left + 1 + random.below(ITEMS as u64 - 1) as usize) % ITEMS;
            design.left.push(left as u32);
            design.right.push(right as u32);
            let counts = [3, 4, 2].map(|most| random.below(most) as f64);
            design.counts.push(Counts::new([counts[0], counts[1], counts[2], 0.0]));
        }
        Block { design: design.into(), outcome, spread: None }
    }

    fn near(found: &[f64], expected: &[f64]) {
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
        assert!(found.iter().zip(expected).all(is_near), "{found:?}, not {expected:?}");
    }

    #[test]
    fn sums_over_pairs_are_those_over_their_cells_one_by_one() {
        let strength = Strength { kind: StrengthKind::Pooled, items: ITEMS, judges: 1, columns: 1 };
        let theta: Vec<f64> = (0..ITEMS).map(|item| 3.0 * (item as f64).sin()).collect();
        for outcome in [Outcome::BradleyTerry, Outcome::ThurstoneMosteller] {
            let block = block(outcome);
            assert!(block.is_plain(&strength));
            let (mut value, mut gradient) = (0.0, vec![0.0; ITEMS]);
            let mut diagonal = vec![0.0; ITEMS];
            let kinds = [Curvature::Observed, Curvature::Expected, Curvature::Squared];
            let mut expected = [(); 3].map(|()| vec![0.0; ITEMS * ITEMS]);
            let mut weights = [(); 3].map(|()| Vec::new());
            for (cell, counts) in block.design.counts.iter().enumerate() {
                let (i, j) = block.items(cell);
                let at = At::new(theta[i] - theta[j], 0.0);
                let Derivatives { value: own, slopes: [z, ..], second } = outcome.derivatives(counts, at);
                value += own;
                gradient[i] += z;
                gradient[j] -= z;
                diagonal[i] += second.zz();
                diagonal[j] += second.zz();
                let forms = [
                    second.zz(),
                    outcome.information(counts.total(), at).zz(),
                    outcome.squared_scores(counts, at).zz(),
                ];
                for ((expected, weights), form) in expected.iter_mut().zip(&mut weights).zip(forms) {
                    weights.push(form);
                    expected[i * ITEMS + i] += form;
                    expected[j * ITEMS + j] += form;
                    expected[i.min(j) * ITEMS + i.max(j)] -= form;
                }
            }
            let (mut own, mut hessian) = (vec![0.0; ITEMS], vec![0.0; ITEMS * ITEMS]);
            let found = block.evaluate(&strength, &theta, &mut own, &mut hessian, &mut Local::default());
            near(&[found, block.value(&strength, &theta)], &[value, value]);
            near(&own, &gradient);
            near(&hessian, &expected[0]);
            for ((which, expected), weights) in kinds.into_iter().zip(&expected).zip(&weights) {
                let mut out = vec![0.0; ITEMS * ITEMS];
                block.curvature(&strength, &theta, which, &mut out, &mut Local::default());
                near(&out, expected);
                // Of cells that begin and end within a chunk.
                let mut own = vec![0.0; 200];
                block.weights_of_pairs(&theta, which, 51..251, &mut own);
                near(&own, &weights[51..251]);
            }
            let (mut own, mut squares, mut some) = (vec![0.0; ITEMS], vec![0.0; ITEMS], vec![0.0; 200]);
            let parts = [0..51, 51..251, 251..block.design.len()].map(|cells| {
                let mut weights = vec![0.0; cells.len()];
                let value = block.weigh_pairs(&theta, cells.clone(), [&mut own, &mut squares], &mut weights);
                if cells.start == 51 {
                    some.copy_from_slice(&weights);
                }
                value
            });
            near(&[parts.iter().sum()], &[value]);
            near(&own, &gradient);
            near(&squares, &diagonal);
            near(&some, &weights[0][51..251]);
        }
    }
}
