//! The largest value, and the largest standardised difference, of simulated normal vectors.

use crate::room::{self, Gather as _};
use faer::traits::pulp::{Arch, Simd, WithSimd};

use super::simulation::{lanes, LANES};
use super::{difference_variance, zeros};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use std::ops::Range;

/// Most classes of items of similar precision.
pub(super) const CLASSES: usize = 8;

/// Most draws between looks whether to stop, and most pairs of items in them.
const BLOCK: usize = 32;
const BLOCK_PAIRS: usize = 1 << 24;

/// Draws between checks whether to stop, for this many items a draw.
pub(super) fn between_looks(items: usize, most: usize) -> usize {
    (BLOCK_PAIRS / (items * items).max(1)).clamp(1, most)
}

/// The largest absolute value of each draw of this many lanes.
pub(super) fn largest_value(values: &[[f64; LANES]], lanes: usize, out: &mut [f64]) {
    Arch::new().dispatch(LargestValue { values, lanes, out });
}

/// The inner loop of [`largest_value`], for the widest instructions there are.
struct LargestValue<'a> {
    values: &'a [[f64; LANES]],
    lanes: usize,
    out: &'a mut [f64],
}

impl WithSimd for LargestValue<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (draw, out) in self.values.chunks_exact(self.lanes).zip(self.out) {
            let mut largest = [0.0; LANES];
            for values in draw {
                for lane in 0..LANES {
                    largest[lane] = larger(values[lane].abs(), largest[lane]);
                }
            }
            *out = largest_lane(&largest);
        }
    }
}

/// The larger of two numbers. f64::max also minds NaN, of which there is none here, and is slower
/// for it.
#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b {
        a
    } else {
        b
    }
}

/// The largest of the numbers side by side.
#[inline(always)]
fn largest_lane(lanes: &[f64; LANES]) -> f64 {
    let mut all = lanes[0];
    for value in &lanes[1..] {
        all = larger(*value, all);
    }
    all
}

/// One over the standard deviation of the difference of every pair of items; 0 for a pair left out.
pub(super) struct Weights {
    /// Number of pairs not left out.
    pub(super) count: usize,
    items: usize,
    weights: Vec<f64>,
}

impl Weights {
    /// The weights of the given items.
    pub(super) fn new(covariance: &[f64], n: usize, items: &[usize]) -> Result<Weights> {
        let size = items.len();
        let mut weights = zeros(size * size)?;
        let mut count = 0;
        for a in 0..size {
            spend(20 * (size - a));
            for b in a + 1..size {
                let variance = difference_variance(covariance, n, items[a], items[b]);
                if variance < 0.0 {
                    return Err(Error::Argument(format!(
                        "covariance: the difference of items {} and {} has variance {variance}",
                        items[a], items[b]
                    )));
                }
                let weight = weight(variance);
                weights[a * size + b] = weight;
                weights[b * size + a] = weight;
                count += usize::from(weight > 0.0);
            }
        }
        Ok(Weights { count, items: size, weights })
    }

    fn row(&self, item: usize) -> &[f64] {
        &self.weights[item * self.items..(item + 1) * self.items]
    }

    /// Whether every pair counts and all differences have the same variance.
    pub(super) fn all_equal(&self) -> bool {
        let first = self.row(0)[1];
        let equal = |i: usize| self.row(i)[i + 1..].iter().all(|w| (w - first).abs() <= 1e-9 * first);
        (0..self.items).all(equal)
    }

    /// The items by the precision of their differences, the least precise first.
    pub(super) fn by_precision(&self) -> Vec<usize> {
        let total = |i: usize| {
            spend(self.items);
            self.row(i).iter().sum()
        };
        let totals: Vec<f64> = (0..self.items).map(total).gathered();
        let mut order: Vec<usize> = (0..self.items).gathered();
        room::sort_by(&mut order, |&i, &j| totals[i].total_cmp(&totals[j]));
        order
    }
}

/// One over the standard deviation of a difference with this variance; 0 where it has none.
pub(super) fn weight(variance: f64) -> f64 {
    if variance > 0.0 && variance.is_finite() {
        1.0 / variance.sqrt()
    } else {
        0.0
    }
}

/// The blocks of each class of items that lie side by side.
pub(super) fn classes(blocks: usize) -> impl Iterator<Item = Range<usize>> {
    let number = CLASSES.min(blocks);
    (0..number).map(move |c| c * blocks / number..(c + 1) * blocks / number)
}

/// The weights of pairs in the order of the draws, and what bounds the differences
/// of an item with all others.
///
/// Items come by the precision of their differences, the least precise first, padded to whole lanes by
/// values of zero without weight. Item i differs from those of a class by at most the larger distance to the class's extremes,
/// times the largest weight that i has with one of them: only items whose bound exceeds the largest
/// difference found so far need their differences looked at. Every pair is left to its less precise
/// item, which decides the difference: so the bounds are close. Rounding is monotone, so that they hold
/// to the bit.
pub(super) struct Pairs {
    /// Whole lanes of items.
    blocks: usize,
    /// Row by row; 0 for a pair left out and for padding.
    weights: Vec<[f64; LANES]>,
    /// For every class the largest weight of each item with one of the class.
    reach: Vec<[f64; LANES]>,
}

impl Pairs {
    /// For draws whose value k is that of item `order[k]`.
    pub(super) fn new(of: &Weights, order: &[usize]) -> Result<Pairs> {
        let blocks = order.len().div_ceil(LANES);
        let mut weights = lanes(order.len() * blocks)?;
        for (row, &i) in weights.chunks_exact_mut(blocks).zip(order) {
            spend(2 * order.len());
            row.as_flattened_mut().iter_mut().zip(order).for_each(|(w, &j)| *w = of.row(i)[j]);
        }
        let mut reach = lanes(classes(blocks).count() * blocks)?;
        for (reach, class) in reach.chunks_exact_mut(blocks).zip(classes(blocks)) {
            spend(order.len() * LANES * class.len());
            let reach = reach[..class.end].as_flattened_mut();
            for (reach, row) in reach.iter_mut().zip(weights.chunks_exact(blocks)) {
                *reach = row[class.clone()].as_flattened().iter().copied().fold(0.0, f64::max);
            }
        }
        Ok(Pairs { blocks, weights, reach })
    }

    /// The largest weighted absolute difference of each draw.
    pub(super) fn largest(
        &self,
        values: &[[f64; LANES]],
        out: &mut [f64],
        check: &mut dyn FnMut() -> Result<()>,
    ) -> Result<()> {
        let instructions = Arch::new();
        let mut bounds = lanes(self.blocks)?;
        let block = between_looks(self.blocks * LANES, BLOCK);
        for (values, out) in values.chunks(block * self.blocks).zip(out.chunks_mut(block)) {
            check()?;
            instructions.dispatch(LargestDifference { pairs: self, values, bounds: &mut bounds, out });
        }
        Ok(())
    }
}

/// The largest weighted absolute difference of a few draws: the inner loop, compiled for several
/// instruction sets of which the widest there is runs. It only subtracts, multiplies and compares, so
/// that the bits are the same with each.
struct LargestDifference<'a> {
    pairs: &'a Pairs,
    values: &'a [[f64; LANES]],
    bounds: &'a mut [[f64; LANES]],
    out: &'a mut [f64],
}

impl WithSimd for LargestDifference<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Pairs { blocks, weights, reach } = self.pairs;
        let bounds = self.bounds;
        for (values, out) in self.values.chunks_exact(*blocks).zip(self.out) {
            bounds.fill([0.0; LANES]);
            for (reach, class) in reach.chunks_exact(*blocks).zip(classes(*blocks)) {
                let end = class.end;
                let (low, high) = extremes(&values[class]);
                let (bounds, values) = (bounds[..end].as_flattened_mut(), values[..end].as_flattened());
                raise(bounds, values, reach[..end].as_flattened(), low, high);
            }
            // The item with the highest bound first: it leaves few others to look at.
            let highest = highest(bounds);
            let mut largest = 0.0;
            for (block, lanes) in bounds.iter().enumerate() {
                if lanes.contains(&highest) {
                    let lane = lanes.iter().position(|b| *b == highest).unwrap_or(0);
                    largest = largest_of_item(block * LANES + lane, values, weights);
                    break;
                }
            }
            for (block, lanes) in bounds.iter().enumerate() {
                if !exceeds(lanes, largest) {
                    continue;
                }
                for (lane, &bound) in lanes.iter().enumerate() {
                    if bound > largest {
                        largest = larger(largest_of_item(block * LANES + lane, values, weights), largest);
                    }
                }
            }
            *out = largest;
        }
    }
}

/// The highest of all bounds.
#[inline(always)]
fn highest(bounds: &[[f64; LANES]]) -> f64 {
    let mut all = [0.0; LANES];
    for bounds in bounds {
        for lane in 0..LANES {
            all[lane] = larger(bounds[lane], all[lane]);
        }
    }
    largest_lane(&all)
}

/// Whether any of the lanes exceeds a number.
#[inline(always)]
fn exceeds(lanes: &[f64; LANES], number: f64) -> bool {
    let mut any = false;
    for value in lanes {
        any |= *value > number;
    }
    any
}

/// The smallest and the largest of whole lanes of values.
#[inline(always)]
pub(super) fn extremes(values: &[[f64; LANES]]) -> (f64, f64) {
    let mut low = [f64::INFINITY; LANES];
    let mut high = [f64::NEG_INFINITY; LANES];
    for values in values {
        for lane in 0..LANES {
            low[lane] = if values[lane] < low[lane] { values[lane] } else { low[lane] };
            high[lane] = larger(values[lane], high[lane]);
        }
    }
    let (mut lowest, mut highest) = (low[0], high[0]);
    for lane in 1..LANES {
        lowest = if low[lane] < lowest { low[lane] } else { lowest };
        highest = larger(high[lane], highest);
    }
    (lowest, highest)
}

/// Raises the bounds of items to their largest possible difference from a class with these extremes: above its lowest value,
/// or below its highest.
#[inline(always)]
pub(super) fn raise(bounds: &mut [f64], values: &[f64], reach: &[f64], low: f64, high: f64) {
    for ((bound, value), reach) in bounds.iter_mut().zip(values).zip(reach) {
        let distance = larger(high - value, value - low);
        *bound = larger(distance * reach, *bound);
    }
}

/// The largest weighted absolute difference of one item from those of its lanes and after.
#[inline(always)]
fn largest_of_item(item: usize, values: &[[f64; LANES]], weights: &[[f64; LANES]]) -> f64 {
    let (block, blocks) = (item / LANES, values.len());
    let value = values[block][item % LANES];
    let weights = &weights[item * blocks + block..(item + 1) * blocks];
    let mut largest = [0.0; LANES];
    for (values, weights) in values[block..].iter().zip(weights) {
        for lane in 0..LANES {
            largest[lane] = larger((value - values[lane]).abs() * weights[lane], largest[lane]);
        }
    }
    largest_lane(&largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items with the largest errors first; unidentified pairs, or those whose difference is certain, do not count.
    #[test]
    fn pairs_that_count_and_their_order() {
        let diagonal = |variances: &[f64]| -> Vec<f64> {
            let n = variances.len();
            (0..n * n).map(|k| if k / n == k % n { variances[k / n] } else { 0.0 }).collect()
        };
        let weights = Weights::new(&diagonal(&[1.0, 9.0, 0.04, 4.0]), 4, &[0, 1, 2, 3]).unwrap();
        assert_eq!((weights.count, weights.by_precision()), (6, vec![1, 3, 0, 2]));
        assert!((weights.row(1)[3] - 1.0 / 13f64.sqrt()).abs() < 1e-15 && weights.row(2)[2] == 0.0);
        let certain = Weights::new(&diagonal(&[1.0, 0.0, 0.0]), 3, &[0, 1, 2]).unwrap();
        assert_eq!((certain.count, certain.row(1)[2]), (2, 0.0));
        let mut unknown = diagonal(&[1.0; 3]);
        (unknown[2], unknown[6]) = (f64::NAN, f64::NAN);
        assert_eq!(Weights::new(&unknown, 3, &[0, 1, 2]).unwrap().count, 2);
        assert_eq!(Weights::new(&unknown, 3, &[0, 2]).unwrap().count, 0);
    }
}
