//! Derivatives of a read-out in the parameters: sparse rows plus a few outer products.
//!
//! Scores relative to a mean touch every parameter; written as sparse rows minus an outer product
//! they cost no more than the scores themselves.

pub use crate::likelihood::Entries;

use crate::likelihood::SparseRows;
use crate::room::Gather as _;

/// A matrix R + sum of left right'.
#[derive(Debug, Clone, PartialEq)]
pub struct Jacobian {
    columns: usize,
    rows: SparseRows,
    count: usize,
    outer: Vec<(Vec<f64>, Entries)>,
}

impl Jacobian {
    /// No rows yet, for `columns` parameters.
    pub fn new(columns: usize) -> Jacobian {
        Jacobian { columns, rows: SparseRows::default(), count: 0, outer: Vec::new() }
    }

    /// Adds an entry to the row being written.
    pub fn push(&mut self, column: usize, value: f64) {
        if value != 0.0 {
            self.rows.push(column, value);
        }
    }

    /// Ends the row being written.
    pub fn end_row(&mut self) {
        self.rows.end_row();
        self.count += 1;
    }

    /// Adds an outer product; `left` has one number for every row.
    pub fn push_outer(&mut self, left: Vec<f64>, right: Vec<(u32, f64)>) {
        if !right.is_empty() && left.iter().any(|l| *l != 0.0) {
            self.outer.push((left, right));
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.count
    }

    /// Number of parameters.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entries of a row that are its own, as parameters and values.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        self.rows.row(row)
    }

    /// The outer products, as what they have for each row and the entries that they share.
    pub fn outer(&self) -> impl Iterator<Item = (&[f64], &[(u32, f64)])> {
        self.outer.iter().map(|(left, right)| (&left[..], &right[..]))
    }

    /// A row, dense.
    pub fn dense_row(&self, row: usize, out: &mut [f64]) {
        out.fill(0.0);
        let (index, value) = self.rows.row(row);
        index.iter().zip(value).for_each(|(&i, v)| out[i as usize] += v);
        for (left, right) in &self.outer {
            if left[row] != 0.0 {
                right.iter().for_each(|(i, v)| out[*i as usize] += left[row] * v);
            }
        }
    }

    /// The rows of `weights` (count x rows) times this matrix.
    pub fn contrasts(&self, weights: &[f64], count: usize) -> Jacobian {
        let mut result = Jacobian::new(self.columns);
        for contrast in 0..count {
            self.contrast(&weights[contrast * self.count..(contrast + 1) * self.count], &mut result);
        }
        result
    }

    /// Adds to another matrix the row that is this one's rows summed with weights.
    pub fn contrast(&self, weights: &[f64], result: &mut Jacobian) {
        let mut dense = vec![0.0; self.columns];
        for (row, w) in weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let (index, value) = self.rows.row(row);
            index.iter().zip(value).for_each(|(&i, v)| dense[i as usize] += w * v);
        }
        for (left, right) in &self.outer {
            let along: f64 = weights.iter().zip(left).map(|(w, l)| w * l).sum();
            right.iter().for_each(|(i, v)| dense[*i as usize] += along * v);
        }
        dense.iter().enumerate().for_each(|(at, &value)| result.push(at, value));
        result.end_row();
    }

    /// Sums of |J_rk| s_k: no value can have a larger standard error where parameters have those of `s`.
    pub fn bounds(&self, s: &[f64]) -> Vec<f64> {
        let outer: Vec<f64> = self
            .outer
            .iter()
            .map(|(_, right)| right.iter().map(|(i, v)| (v * s[*i as usize]).abs()).sum())
            .collect();
        (0..self.count)
            .map(|row| {
                let (index, value) = self.rows.row(row);
                let own: f64 = index.iter().zip(value).map(|(&i, v)| (v * s[i as usize]).abs()).sum();
                own + self.outer.iter().zip(&outer).map(|((left, _), sum)| left[row].abs() * sum).sum::<f64>()
            })
            .gathered()
    }

    /// J v.
    pub fn product(&self, vector: &[f64]) -> Vec<f64> {
        let mut out: Vec<f64> = (0..self.count).map(|row| self.rows.dot(row, vector)).collect();
        for (left, right) in &self.outer {
            let along: f64 = right.iter().map(|(i, v)| v * vector[*i as usize]).sum();
            out.iter_mut().zip(left).for_each(|(o, l)| *o += l * along);
        }
        out
    }

    /// J C J' (rows x rows) for a symmetric matrix C (columns x columns).
    pub fn covariance(&self, matrix: &[f64]) -> Vec<f64> {
        let (q, p) = (self.count, self.columns);
        let mut out = vec![0.0; q * q];
        let mut product = vec![0.0; p];
        let shared = self.shared_products(matrix);
        for row in 0..q {
            self.row_product(row, matrix, &shared, &mut product);
            let target = &mut out[row * q..(row + 1) * q];
            for (other, slot) in target.iter_mut().enumerate() {
                *slot = self.rows.dot(other, &product);
            }
            for (left, right) in &self.outer {
                let along: f64 = right.iter().map(|(i, v)| v * product[*i as usize]).sum();
                target.iter_mut().zip(left).for_each(|(slot, l)| *slot += l * along);
            }
        }
        // Equal but for rounding: make it exactly symmetric.
        for a in 0..q {
            for b in 0..a {
                let mean = 0.5 * (out[a * q + b] + out[b * q + a]);
                out[a * q + b] = mean;
                out[b * q + a] = mean;
            }
        }
        out
    }

    /// The diagonal of J C J'.
    pub fn variances(&self, matrix: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.columns];
        let shared = self.shared_products(matrix);
        (0..self.count)
            .map(|row| {
                self.row_product(row, matrix, &shared, &mut product);
                let mut sum = self.rows.dot(row, &product);
                for (left, right) in &self.outer {
                    let along: f64 = right.iter().map(|(i, v)| v * product[*i as usize]).sum();
                    sum += left[row] * along;
                }
                sum
            })
            .gathered()
    }

    /// C right for every outer product.
    pub(super) fn shared_products(&self, matrix: &[f64]) -> Vec<Vec<f64>> {
        let p = self.columns;
        let product = |right: &Vec<(u32, f64)>| {
            let mut out = vec![0.0; p];
            for &(i, v) in right {
                let column = &matrix[i as usize * p..(i as usize + 1) * p];
                out.iter_mut().zip(column).for_each(|(o, c)| *o += v * c);
            }
            out
        };
        self.outer.iter().map(|(_, right)| product(right)).collect()
    }

    /// A row of J times C.
    pub(super) fn row_product(&self, row: usize, matrix: &[f64], shared: &[Vec<f64>], out: &mut [f64]) {
        let p = self.columns;
        out.fill(0.0);
        let (index, value) = self.rows.row(row);
        for (&i, v) in index.iter().zip(value) {
            let column = &matrix[i as usize * p..(i as usize + 1) * p];
            out.iter_mut().zip(column).for_each(|(o, c)| *o += v * c);
        }
        for ((left, _), shared) in self.outer.iter().zip(shared) {
            if left[row] != 0.0 {
                out.iter_mut().zip(shared).for_each(|(o, s)| *o += left[row] * s);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Jacobian;

    /// Centring of three numbers, as unit rows minus an outer product.
    fn centring() -> Jacobian {
        let mut j = Jacobian::new(3);
        for row in 0..3 {
            j.push(row, 1.0);
            j.end_row();
        }
        j.push_outer(vec![-1.0; 3], (0..3).map(|i| (i, 1.0 / 3.0)).collect());
        j
    }

    #[test]
    fn covariance_agrees_with_dense_products() {
        let matrix = [2.0, 0.5, 0.1, 0.5, 1.0, 0.2, 0.1, 0.2, 3.0];
        let j = centring();
        let mut rows = [[0.0; 3]; 3];
        for (at, row) in rows.iter_mut().enumerate() {
            j.dense_row(at, row);
        }
        let c = j.covariance(&matrix);
        for a in 0..3 {
            for b in 0..3 {
                let mut sum = 0.0;
                for x in 0..3 {
                    for y in 0..3 {
                        sum += rows[a][x] * matrix[x * 3 + y] * rows[b][y];
                    }
                }
                assert!((c[a * 3 + b] - sum).abs() < 1e-15);
            }
            assert!((j.variances(&matrix)[a] - c[a * 4]).abs() < 1e-15);
            let first = (0..3).map(|x| rows[a][x] * matrix[x]).sum::<f64>();
            assert!((j.product(&matrix[..3])[a] - first).abs() < 1e-15);
        }
    }
}
