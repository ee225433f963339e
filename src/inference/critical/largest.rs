//! The largest value, and the largest standardised difference, of simulated normal vectors.

use faer::traits::pulp::{Arch, Simd, WithSimd};

use super::{difference_variance, zeros};
use crate::error::{Error, Result};

/// Numbers that are compared side by side, as wide as the widest registers.
const LANES: usize = 8;

/// Most classes of items of similar precision.
const CLASSES: usize = 8;

/// Draws between looks whether to stop.
const BLOCK: usize = 32;

/// The largest absolute value of each draw of `size` values.
pub(super) fn largest_value(values: &[f64], size: usize, out: &mut [f64]) -> Result<()> {
    Arch::new().dispatch(LargestValue { values, size, out });
    Ok(())
}

/// The inner loop of [`largest_value`], for the widest instructions there are.
struct LargestValue<'a> {
    values: &'a [f64],
    size: usize,
    out: &'a mut [f64],
}

impl WithSimd for LargestValue<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (draw, out) in self.values.chunks_exact(self.size).zip(self.out) {
            let mut lanes = [0.0; LANES];
            let mut rest = draw.chunks_exact(LANES);
            for values in &mut rest {
                for lane in 0..LANES {
                    lanes[lane] = larger(values[lane].abs(), lanes[lane]);
                }
            }
            let inner = lanes.into_iter().fold(0.0, larger);
            *out = rest.remainder().iter().fold(inner, |m, v| larger(v.abs(), m));
        }
    }
}

/// The larger of two numbers. f64::max also minds NaN, of which there is none here, and is slower
/// for it.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b {
        a
    } else {
        b
    }
}

/// One over the standard deviation of the difference of every pair, and what bounds the differences
/// of an item with all others.
///
/// Items are sorted by the precision of their differences, the least precise first, and padded to whole
/// lanes. Item i differs from those of a class by at most the larger distance to the class's extremes,
/// times the largest weight that i has with one of them: only items whose bound exceeds the largest
/// difference found so far need their differences looked at. Every pair is left to its less precise
/// item, which decides the difference: so the bounds are close. Rounding is monotone, so that they hold
/// to the bit.
pub(super) struct Pairs {
    /// Number of pairs not left out.
    pub(super) count: usize,
    /// Items before padding.
    items: usize,
    /// Whole lanes of items.
    blocks: usize,
    /// Row by row; 0 for a pair left out and for padding.
    weights: Vec<[f64; LANES]>,
    /// Of every class: where it ends, in lanes.
    classes: Vec<usize>,
    /// For every class the largest weight of each item with one of the class.
    reach: Vec<[f64; LANES]>,
    /// Where each item stands: in the list it was made of, then among the values of a draw.
    from: Vec<usize>,
}

impl Pairs {
    /// The weights of the given items.
    pub(super) fn new(covariance: &[f64], n: usize, items: &[usize]) -> Result<Pairs> {
        let (count, given) = (items.len(), all_weights(covariance, n, items)?);
        let blocks = count.div_ceil(LANES);
        let total = |i: usize| given[i * count..(i + 1) * count].iter().sum::<f64>();
        let totals: Vec<f64> = (0..count).map(total).collect();
        let mut from: Vec<usize> = (0..count).collect();
        from.sort_by(|&i, &j| totals[i].total_cmp(&totals[j]));
        let mut weights = lanes(count * blocks)?;
        for (a, &i) in from.iter().enumerate() {
            let row = weights[a * blocks..(a + 1) * blocks].as_flattened_mut();
            row.iter_mut().zip(&from).for_each(|(w, &j)| *w = given[i * count + j]);
        }
        // Padding repeats the last item, which leaves the extremes as they are.
        from.resize(blocks * LANES, from.last().copied().unwrap_or(0));
        let number = CLASSES.min(blocks);
        let classes: Vec<usize> = (1..=number).map(|c| c * blocks / number).collect();
        let mut reach = lanes(number * blocks)?;
        let mut start = 0;
        for (class, &end) in classes.iter().enumerate() {
            let reach = reach[class * blocks..(class + 1) * blocks].as_flattened_mut();
            for (i, reach) in reach.iter_mut().enumerate().take(count.min(end * LANES)) {
                let row = weights[i * blocks + start..i * blocks + end].as_flattened();
                *reach = row.iter().copied().fold(0.0, f64::max);
            }
            start = end;
        }
        let pairs = given.iter().filter(|w| **w > 0.0).count() / 2;
        Ok(Pairs { count: pairs, items: count, blocks, weights, classes, reach, from })
    }

    /// Whether every pair counts and all differences have the same variance.
    pub(super) fn all_equal(&self) -> bool {
        let weights = self.weights.as_flattened();
        let row = |i: usize| &weights[i * self.blocks * LANES..][i + 1..self.items];
        let first = row(0)[0];
        (0..self.items).all(|i| row(i).iter().all(|w| (w - first).abs() <= 1e-9 * first))
    }

    /// Says where the values of the items stand in a draw: value k is that of item `order[k]`.
    pub(super) fn place(&mut self, order: &[usize]) {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &item)| place[item] = at);
        self.from.iter_mut().for_each(|from| *from = place[*from]);
    }

    /// The largest weighted absolute difference of each draw.
    pub(super) fn largest(
        &self,
        values: &[f64],
        out: &mut [f64],
        check: &mut dyn FnMut() -> Result<()>,
    ) -> Result<()> {
        let instructions = Arch::new();
        let mut scratch = lanes(2 * self.blocks)?;
        for (values, out) in values.chunks(BLOCK * self.items).zip(out.chunks_mut(BLOCK)) {
            check()?;
            instructions.dispatch(LargestDifference { pairs: self, values, scratch: &mut scratch, out });
        }
        Ok(())
    }
}

/// So many zeros, in lanes.
fn lanes(count: usize) -> Result<Vec<[f64; LANES]>> {
    let mut lanes = Vec::new();
    lanes.try_reserve_exact(count).map_err(|_| {
        Error::Memory(format!("{count} lanes of numbers for a critical value do not fit in memory"))
    })?;
    lanes.resize(count, [0.0; LANES]);
    Ok(lanes)
}

/// One over the standard deviation of the difference of every pair of the given items, 0 for a pair
/// left out.
fn all_weights(covariance: &[f64], n: usize, items: &[usize]) -> Result<Vec<f64>> {
    let size = items.len();
    let mut weights = zeros(size * size)?;
    for a in 0..size {
        for b in a + 1..size {
            let variance = difference_variance(covariance, n, items[a], items[b]);
            if variance < 0.0 {
                return Err(Error::Argument(format!(
                    "covariance: the difference of items {} and {} has variance {variance}",
                    items[a], items[b]
                )));
            }
            if variance > 0.0 && variance.is_finite() {
                weights[a * size + b] = 1.0 / variance.sqrt();
                weights[b * size + a] = weights[a * size + b];
            }
        }
    }
    Ok(weights)
}

/// The largest weighted absolute difference of a few draws: the inner loop, compiled for several
/// instruction sets of which the widest there is runs. It only subtracts, multiplies and compares, so
/// that the bits are the same with each.
struct LargestDifference<'a> {
    pairs: &'a Pairs,
    values: &'a [f64],
    /// The values of a draw in the order of the weights, then the bounds.
    scratch: &'a mut [[f64; LANES]],
    out: &'a mut [f64],
}

impl WithSimd for LargestDifference<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Pairs { items, blocks, weights, classes, reach, from, .. } = self.pairs;
        let (values, bounds) = self.scratch.split_at_mut(*blocks);
        for (draw, out) in self.values.chunks_exact(*items).zip(self.out) {
            for (value, &at) in values.as_flattened_mut().iter_mut().zip(from) {
                *value = draw[at];
            }
            bounds.fill([0.0; LANES]);
            let mut start = 0;
            for (reach, &end) in reach.chunks_exact(*blocks).zip(classes) {
                let (low, high) = extremes(&values[start..end]);
                raise(&mut bounds[..end], &values[..end], &reach[..end], low, high);
                start = end;
            }
            let (mut first, mut highest) = (0, 0.0);
            for (item, &bound) in bounds.as_flattened().iter().enumerate() {
                if bound > highest {
                    (first, highest) = (item, bound);
                }
            }
            let mut largest = 0.0;
            if highest > 0.0 {
                largest = largest_of_item(first, values, weights);
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
fn extremes(values: &[[f64; LANES]]) -> (f64, f64) {
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

/// Raises the bounds of items to their largest possible difference from a class with these extremes.
#[inline(always)]
fn raise(bounds: &mut [[f64; LANES]], values: &[[f64; LANES]], reach: &[[f64; LANES]], low: f64, high: f64) {
    for ((bounds, values), reach) in bounds.iter_mut().zip(values).zip(reach) {
        for lane in 0..LANES {
            let distance = larger(high - values[lane], values[lane] - low);
            bounds[lane] = larger(distance * reach[lane], bounds[lane]);
        }
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
    let mut all = largest[0];
    for value in &largest[1..] {
        all = larger(*value, all);
    }
    all
}
