//! Stiemke's alternative (1915). Of rows a_m, some of them strict, exactly one holds: there is a direction d with a_m d >= 0
//! for all rows and a_m d > 0 for a strict one; or the rows have a sum of zero with weights that are not negative, and
//! positive for strict rows.
//!
//! Weights of at least c_m, for any positive c_m, are as good as positive ones. So this is a linear programme in standard
//! form, of as many equations as columns: the first phase of the revised simplex method finds the weights, or its prices
//! are the direction (Farkas). The c_m are not round, so that no vertex is degenerate by symmetry. Either answer is checked
//! against the rows before it is given.

use crate::interrupt::spend;
use crate::room::Gather as _;
use crate::terms::SparseRows;
use crate::vectors::largest;

/// Which of the two holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Alternative {
    /// Weights with a sum of zero, positive for all strict rows.
    Balanced,
    /// A direction along which no row falls and a strict one grows; its largest entry is one.
    Direction(Vec<f64>),
}

/// Prices, pivots and balances below this are zero: rows and columns have entries of at most one.
const ZERO: f64 = 1e-9;

/// A row of a direction of length one grows if it grows by more.
const GROWS: f64 = 1e-7;

/// Elementary steps, about a nanosecond each, after which there is no answer.
const MOST_WORK: usize = 1_000_000_000;

/// Pivots in a row without a gain after which entering columns are taken in turn (Bland 1977), which cannot cycle.
const PATIENCE: usize = 50;

/// The alternative of sparse rows over a number of columns; None where it took too long or rounding leaves it open.
pub(crate) fn alternative(rows: &SparseRows, strict: &[bool], columns: usize) -> Option<Alternative> {
    let (scaled, units) = scale(rows, columns);
    let mut simplex = Simplex::new(&scaled, strict, columns);
    if !simplex.run() {
        return None;
    }
    if simplex.is_balanced() {
        return Some(Alternative::Balanced);
    }
    let direction = simplex.direction()?;
    let mut direction: Vec<f64> = direction.iter().zip(&units).map(|(d, unit)| d / unit).gathered();
    let size = largest(&direction);
    direction.iter_mut().for_each(|d| *d /= size);
    Some(Alternative::Direction(direction))
}

/// The rows with columns, then rows, whose largest entry is one; and the units of the columns.
fn scale(rows: &SparseRows, columns: usize) -> (SparseRows, Vec<f64>) {
    let mut units = vec![0.0f64; columns];
    rows.each(|index, value| {
        index.iter().zip(value).for_each(|(&k, v)| units[k as usize] = units[k as usize].max(v.abs()));
    });
    units.iter_mut().filter(|unit| **unit == 0.0).for_each(|unit| *unit = 1.0);
    let mut scaled = SparseRows::default();
    rows.each(|index, value| {
        let entries = || index.iter().zip(value).map(|(&k, v)| (k as usize, v / units[k as usize]));
        let size = entries().fold(0.0, |m: f64, (_, v)| m.max(v.abs()));
        entries().filter(|(_, v)| *v != 0.0).for_each(|(k, v)| scaled.push(k, v / size));
        scaled.end_row();
    });
    (scaled, units)
}

/// The first phase: s >= 0 with sum s_m a_m = - sum c_m a_m over strict rows, from one artificial variable for each column.
struct Simplex<'a> {
    rows: &'a SparseRows,
    strict: &'a [bool],
    columns: usize,
    /// The right side.
    right: Vec<f64>,
    /// Basic rows by place; the artificial variable of column k is `rows.len() + k`.
    basis: Vec<usize>,
    is_basic: Vec<bool>,
    /// The inverse of the basis, row-major.
    inverse: Vec<f64>,
    /// The values of the basic variables.
    values: Vec<f64>,
    prices: Vec<f64>,
}

/// The least weight of a strict row, in 1 to 2.
fn least(row: usize) -> f64 {
    1.0 + ((row + 1) as f64 * 0.618_033_988_749_894_9).fract()
}

impl<'a> Simplex<'a> {
    fn new(rows: &'a SparseRows, strict: &'a [bool], columns: usize) -> Simplex<'a> {
        let mut right = vec![0.0; columns];
        for row in (0..rows.len()).filter(|&row| strict[row]) {
            let (index, value) = rows.row(row);
            index.iter().zip(value).for_each(|(&k, v)| right[k as usize] -= least(row) * v);
        }
        let mut inverse = vec![0.0; columns * columns];
        (0..columns).for_each(|k| inverse[k * columns + k] = if right[k] < 0.0 { -1.0 } else { 1.0 });
        Simplex {
            rows,
            strict,
            columns,
            basis: (0..columns).map(|k| rows.len() + k).gathered(),
            is_basic: vec![false; rows.len()],
            inverse,
            values: right.iter().map(|r| r.abs()).gathered(),
            prices: vec![0.0; columns],
            right,
        }
    }

    /// Pivots until no column gains; false where that took too long or a pivot was lost to rounding.
    fn run(&mut self) -> bool {
        let n = self.columns;
        let (mut work, mut idle, mut before) = (0, 0, f64::INFINITY);
        let mut column = vec![0.0; n];
        loop {
            self.set_prices();
            let Some(entering) = self.entering(idle >= PATIENCE) else { return true };
            let (index, value) = self.rows.row(entering);
            for (row, out) in self.inverse.chunks(n).zip(&mut column) {
                *out = index.iter().zip(value).map(|(&k, v)| row[k as usize] * v).sum();
            }
            let Some(place) = self.leaving(&column) else { return false };
            self.pivot(entering, place, &column);
            let left = self.infeasibility();
            idle = if left < before - ZERO { 0 } else { idle + 1 };
            before = before.min(left);
            let done = 3 * n * n + 2 * self.rows.terms() + self.rows.len();
            work += done;
            spend(done);
            if work > MOST_WORK || idle > PATIENCE + 20 * (n + self.rows.len()) {
                return false;
            }
        }
    }

    /// The sum of the artificial variables.
    fn infeasibility(&self) -> f64 {
        let artificial = self.basis.iter().zip(&self.values).filter(|(row, _)| **row >= self.rows.len());
        artificial.map(|(_, value)| value).sum()
    }

    fn set_prices(&mut self) {
        self.prices.fill(0.0);
        let inverse = self.inverse.chunks(self.columns.max(1));
        for (_, row) in self.basis.iter().zip(inverse).filter(|(row, _)| **row >= self.rows.len()) {
            self.prices.iter_mut().zip(row).for_each(|(price, v)| *price += v);
        }
    }

    /// The row whose price is largest, or the first with a positive one.
    fn entering(&self, in_turn: bool) -> Option<usize> {
        let mut best = (ZERO, None);
        for row in (0..self.rows.len()).filter(|&row| !self.is_basic[row]) {
            let price = self.rows.dot(row, &self.prices);
            if price > best.0 {
                best = (price, Some(row));
                if in_turn {
                    break;
                }
            }
        }
        best.1
    }

    /// The place whose variable reaches zero first; of those that reach it together the one with the largest pivot.
    fn leaving(&self, column: &[f64]) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for place in (0..self.columns).filter(|&place| column[place] > ZERO) {
            let ratio = self.values[place].max(0.0) / column[place];
            let is_better = best.is_none_or(|(least, at)| {
                ratio < least - 1e-12 || (ratio <= least + 1e-12 && column[place] > column[at])
            });
            if is_better {
                best = Some((best.map_or(ratio, |(least, _)| ratio.min(least)), place));
            }
        }
        best.map(|(_, place)| place)
    }

    fn pivot(&mut self, entering: usize, place: usize, column: &[f64]) {
        let n = self.columns;
        let step = self.values[place].max(0.0) / column[place];
        let (head, rest) = self.inverse.split_at_mut(place * n);
        let (own, tail) = rest.split_at_mut(n);
        own.iter_mut().for_each(|v| *v /= column[place]);
        let others = head.chunks_mut(n).chain(tail.chunks_mut(n));
        let along = column[..place].iter().chain(&column[place + 1..]);
        for (row, c) in others.zip(along).filter(|(_, c)| **c != 0.0) {
            row.iter_mut().zip(own.iter()).for_each(|(v, o)| *v -= c * o);
        }
        self.values.iter_mut().zip(column).for_each(|(value, c)| *value -= step * c);
        self.values[place] = step;
        if self.basis[place] < self.rows.len() {
            self.is_basic[self.basis[place]] = false;
        }
        self.basis[place] = entering;
        self.is_basic[entering] = true;
    }

    /// Whether the weights found have a sum of zero, but for rounding, and none is negative.
    fn is_balanced(&self) -> bool {
        let mut sum: Vec<f64> = self.right.iter().map(|r| -r).gathered();
        let mut size = 1.0f64;
        for (&row, &value) in self.basis.iter().zip(&self.values).filter(|(row, _)| **row < self.rows.len()) {
            // A strict row may give away part of its least weight without losing its sign.
            let spare = if self.strict[row] { 0.5 } else { ZERO };
            if value < -spare {
                return false;
            }
            let (index, share) = self.rows.row(row);
            index.iter().zip(share).for_each(|(&k, v)| sum[k as usize] += value * v);
            size = size.max(value);
        }
        largest(&sum) <= ZERO * size
    }

    /// The direction of the prices, if no row falls along it and a strict one grows.
    fn direction(&self) -> Option<Vec<f64>> {
        let size = largest(&self.prices);
        if size == 0.0 {
            return None;
        }
        let mut direction: Vec<f64> = self.prices.iter().map(|price| -price / size).gathered();
        // Rounding beside the largest entry is left out.
        direction.iter_mut().filter(|d| d.abs() < ZERO).for_each(|d| *d = 0.0);
        let mut grows = false;
        for row in 0..self.rows.len() {
            let change = self.rows.dot(row, &direction);
            if change < -10.0 * ZERO {
                return None;
            }
            grows |= self.strict[row] && change > GROWS;
        }
        grows.then_some(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn rows(of: &[&[f64]]) -> SparseRows {
        let mut rows = SparseRows::default();
        for row in of {
            row.iter().enumerate().filter(|(_, v)| **v != 0.0).for_each(|(k, v)| rows.push(k, *v));
            rows.end_row();
        }
        rows
    }

    #[test]
    fn small_ones_are_known() {
        let of = |dense: &[&[f64]], strict: &[bool]| alternative(&rows(dense), strict, dense[0].len());
        assert_eq!(of(&[&[1.0, -1.0], &[-1.0, 1.0]], &[true; 2]), Some(Alternative::Balanced));
        let Some(Alternative::Direction(d)) = of(&[&[1.0, -1.0], &[2.0, -2.0]], &[true; 2]) else { panic!() };
        assert!(d[0] > d[1]);
        // A row that is not strict needs no weight, and alone asks for nothing.
        assert_eq!(of(&[&[1.0, 0.0]], &[false]), Some(Alternative::Balanced));
        assert_eq!(of(&[&[1.0], &[-1.0]], &[false, true]), Some(Alternative::Balanced));
        assert_eq!(of(&[&[1.0], &[1.0]], &[false, true]), Some(Alternative::Direction(vec![1.0])));
        // Units of columns and rows do not matter.
        assert_eq!(of(&[&[1e-9, 3e8], &[-2e-9, -6e8]], &[true; 2]), Some(Alternative::Balanced));
        assert_eq!(alternative(&SparseRows::default(), &[], 3), Some(Alternative::Balanced));
    }

    /// Rows drawn with a known answer: along a hidden direction, or with hidden weights.
    #[test]
    fn hidden_answers_are_found() {
        let mut random = Random::new(5, 0);
        for round in 0..2_000 {
            let n = 1 + random.below(8) as usize;
            let count = n + 1 + random.below(20) as usize;
            let draw = |random: &mut Random| random.below(5) as f64 - 2.0;
            let hidden: Vec<f64> = (0..n).map(|_| draw(&mut random)).collect();
            let mut dense: Vec<Vec<f64>> =
                (0..count).map(|_| (0..n).map(|_| draw(&mut random)).collect()).collect();
            let along = |row: &[f64]| row.iter().zip(&hidden).map(|(a, b)| a * b).sum::<f64>();
            let recedes = round % 2 == 0;
            if recedes {
                dense
                    .iter_mut()
                    .filter(|row| along(row) < 0.0)
                    .for_each(|row| row.iter_mut().for_each(|v| *v = -*v));
            } else {
                let sum: Vec<f64> = (0..n).map(|k| -dense.iter().map(|row| row[k]).sum::<f64>()).collect();
                dense.push(sum);
            }
            let recedes = recedes && dense.iter().any(|row| along(row) > 0.0);
            let slices: Vec<&[f64]> = dense.iter().map(|row| &row[..]).collect();
            match alternative(&rows(&slices), &vec![true; dense.len()], n) {
                Some(Alternative::Balanced) => assert!(!recedes, "{dense:?}"),
                Some(Alternative::Direction(d)) => {
                    let change = |row: &Vec<f64>| row.iter().zip(&d).map(|(a, b)| a * b).sum::<f64>();
                    assert!(dense.iter().all(|row| change(row) > -1e-7), "{dense:?} {d:?}");
                    assert!(dense.iter().any(|row| change(row) > 1e-7), "{dense:?} {d:?}");
                }
                None => panic!("no answer: {dense:?}"),
            }
        }
    }
}
