//! Sparse rows: the linear terms of every cell.

use crate::room::{copied, filled, Put as _};
use crate::vectors::are_finite;
/// A sparse vector: (parameter, value).
pub type Entries = Vec<(u32, f64)>;

/// A matrix in compressed rows, with parameters as columns.
#[derive(Debug, Default, PartialEq)]
pub struct SparseRows {
    start: Vec<u32>,
    index: Vec<u32>,
    value: Vec<f64>,
}

/// Linear terms of every cell with a constant.
#[derive(Debug, Default, PartialEq)]
pub struct Linear {
    /// The terms.
    pub rows: SparseRows,
    /// The constants; empty if zero throughout.
    pub constants: Vec<f64>,
}

impl Clone for Linear {
    fn clone(&self) -> Linear {
        Linear { rows: self.rows.clone(), constants: copied(&self.constants) }
    }
}

impl Linear {
    /// The constant of a cell.
    #[inline(always)]
    pub fn constant(&self, cell: usize) -> f64 {
        if self.constants.is_empty() {
            0.0
        } else {
            self.constants[cell]
        }
    }

    /// The value of a cell.
    #[inline(always)]
    pub fn value(&self, cell: usize, theta: &[f64]) -> f64 {
        self.constant(cell) + self.rows.dot(cell, theta)
    }

    /// Whether all values are zero.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.constants.is_empty()
    }
}

impl Clone for SparseRows {
    fn clone(&self) -> SparseRows {
        SparseRows { start: copied(&self.start), index: copied(&self.index), value: copied(&self.value) }
    }
}

impl SparseRows {
    /// Adds a term to the row being written.
    pub fn push(&mut self, index: usize, value: f64) {
        self.index.put(index as u32);
        self.value.put(value);
    }

    /// Ends the row being written.
    pub fn end_row(&mut self) {
        if self.start.is_empty() {
            self.start.put(0);
        }
        self.start.put(self.index.len() as u32);
    }

    /// Ends this many rows without a term.
    pub fn end_rows(&mut self, count: usize) {
        if self.start.is_empty() {
            self.start = filled(0, count + 1);
        } else {
            (0..count).for_each(|_| self.end_row());
        }
    }

    /// Adds a row.
    pub fn push_row(&mut self, index: &[u32], value: &[f64]) {
        self.index.put_all(index);
        self.value.put_all(value);
        self.end_row();
    }

    /// The rows.
    pub fn len(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// How many terms all rows have together.
    pub fn terms(&self) -> usize {
        self.index.len()
    }

    /// Calls `each` with every row, from the first on.
    #[inline(always)]
    pub fn each(&self, mut each: impl FnMut(&[u32], &[f64])) {
        for pair in self.start.windows(2) {
            let (from, to) = (pair[0] as usize, pair[1] as usize);
            each(&self.index[from..to], &self.value[from..to]);
        }
    }

    /// Whether all values are finite.
    pub fn is_finite(&self) -> bool {
        are_finite(&self.value)
    }

    /// The same terms with other values.
    pub fn map(mut self, value: impl Fn(u32, f64) -> f64) -> SparseRows {
        let terms = self.value.iter_mut().zip(&self.index);
        terms.for_each(|(own, &index)| *own = value(index, *own));
        self
    }

    /// Whether no row has a term.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The most terms of a row.
    pub fn width(&self) -> usize {
        self.start.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0)
    }

    /// The terms of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        if self.index.is_empty() {
            return (&[], &[]);
        }
        let (from, to) = (self.start[row] as usize, self.start[row + 1] as usize);
        (&self.index[from..to], &self.value[from..to])
    }

    /// The product of a row with a vector.
    #[inline(always)]
    pub fn dot(&self, row: usize, vector: &[f64]) -> f64 {
        if self.index.is_empty() {
            return 0.0;
        }
        let (index, value) = self.row(row);
        index.iter().zip(value).map(|(&i, v)| vector[i as usize] * v).sum()
    }
}
