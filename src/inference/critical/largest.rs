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
/// Items are sorted by the precision of their differences and padded to whole lanes. Item i differs
/// from those of a class by at most the larger distance to the class's extremes, times the largest
/// weight that i has with one of them: only items whose bound exceeds the largest difference found so
/// far need their differences looked at. Rounding is monotone, so that the bounds hold to the bit.
pub(super) struct Pairs {
    /// Number of pairs not left out.
    pub(super) count: usize,
    /// Items before padding.
    items: usize,
    /// Items after padding.
    size: usize,
    /// Row by row; 0 for a pair left out and for padding.
    weights: Vec<f64>,
    /// Of every class: where it ends, in items.
    classes: Vec<usize>,
    /// For every class the largest weight of each item with one of the class.
    reach: Vec<f64>,
    /// Where each item stands: in the list it was made of, then among the values of a draw.
    from: Vec<usize>,
}

impl Pairs {
    /// The weights of the given items.
    pub(super) fn new(covariance: &[f64], n: usize, items: &[usize]) -> Result<Pairs> {
        let (count, given) = (items.len(), all_weights(covariance, n, items)?);
        let size = count.next_multiple_of(LANES);
        let total = |i: usize| given[i * count..(i + 1) * count].iter().sum::<f64>();
        let totals: Vec<f64> = (0..count).map(total).collect();
        let mut from: Vec<usize> = (0..count).collect();
        from.sort_by(|&i, &j| totals[i].total_cmp(&totals[j]));
        let mut weights = zeros(size * size)?;
        for (a, &i) in from.iter().enumerate() {
            let row = &mut weights[a * size..a * size + count];
            row.iter_mut().zip(&from).for_each(|(w, &j)| *w = given[i * count + j]);
        }
        // Padding repeats the last item, whose extremes it leaves as they are.
        from.resize(size, from.last().copied().unwrap_or(0));
        let blocks = size / LANES;
        let classes: Vec<usize> =
            (1..=CLASSES.min(blocks)).map(|c| c * blocks / CLASSES.min(blocks) * LANES).collect();
        let mut reach = zeros(classes.len() * size)?;
        let mut start = 0;
        for (reach, &end) in reach.chunks_exact_mut(size.max(1)).zip(&classes) {
            for (i, reach) in reach.iter_mut().enumerate() {
                *reach = weights[i * size + start..i * size + end].iter().copied().fold(0.0, f64::max);
            }
            start = end;
        }
        let pairs = given.iter().filter(|w| **w > 0.0).count() / 2;
        Ok(Pairs { count: pairs, items: count, size, weights, classes, reach, from })
    }

    /// Whether every pair counts and all differences have the same variance.
    pub(super) fn all_equal(&self) -> bool {
        let first = self.weights[1];
        let row = |i: usize| &self.weights[i * self.size + i + 1..i * self.size + self.items];
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
        let mut scratch = vec![0.0; 2 * self.size];
        for (values, out) in values.chunks(BLOCK * self.items).zip(out.chunks_mut(BLOCK)) {
            check()?;
            instructions.dispatch(LargestDifference { pairs: self, values, scratch: &mut scratch, out });
        }
        Ok(())
    }
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
    scratch: &'a mut [f64],
    out: &'a mut [f64],
}

impl WithSimd for LargestDifference<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Pairs { items, size, weights, classes, reach, from, .. } = self.pairs;
        let (values, bounds) = self.scratch.split_at_mut(*size);
        for (draw, out) in self.values.chunks_exact(*items).zip(self.out) {
            values.iter_mut().zip(from).for_each(|(v, &at)| *v = draw[at]);
            bounds.fill(0.0);
            let mut start = 0;
            for (reach, &end) in reach.chunks_exact(*size).zip(classes) {
                let (low, high) = extremes(&values[start..end]);
                for ((bound, value), reach) in bounds.iter_mut().zip(values.iter()).zip(reach) {
                    let distance = larger(high - value, value - low);
                    *bound = larger(distance * reach, *bound);
                }
                start = end;
            }
            let (mut first, mut highest) = (0, 0.0);
            for (item, &bound) in bounds.iter().enumerate() {
                if bound > highest {
                    (first, highest) = (item, bound);
                }
            }
            let row = |item: usize| &weights[item * size..(item + 1) * size];
            let mut largest = largest_of_item(values[first], values, row(first));
            for (item, &bound) in bounds.iter().enumerate() {
                if bound > largest {
                    largest = larger(largest_of_item(values[item], values, row(item)), largest);
                }
            }
            *out = largest;
        }
    }
}

/// The smallest and the largest of whole lanes of values.
#[inline(always)]
fn extremes(values: &[f64]) -> (f64, f64) {
    let mut low = [f64::INFINITY; LANES];
    let mut high = [f64::NEG_INFINITY; LANES];
    for values in values.chunks_exact(LANES) {
        for lane in 0..LANES {
            low[lane] = if values[lane] < low[lane] { values[lane] } else { low[lane] };
            high[lane] = larger(values[lane], high[lane]);
        }
    }
    let low = low.into_iter().fold(f64::INFINITY, |m, v| if v < m { v } else { m });
    (low, high.into_iter().fold(f64::NEG_INFINITY, larger))
}

/// The largest weighted absolute difference of one item from all.
#[inline(always)]
fn largest_of_item(value: f64, values: &[f64], weights: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    for (values, weights) in values.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            lanes[lane] = larger((value - values[lane]).abs() * weights[lane], lanes[lane]);
        }
    }
    lanes.into_iter().fold(0.0, larger)
}
