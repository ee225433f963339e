//! Derivatives of a read-out in the parameters: sparse rows plus a few outer products.
//!
//! Scores relative to a mean touch every parameter; written as sparse rows minus an outer product
//! they cost no more than the scores themselves.

use crate::room::{self, Duplicate as _, Gather as _, Put as _};
pub use crate::terms::Entries;

use crate::interrupt::spend;
use crate::terms::SparseRows;
use std::collections::BTreeMap;

/// A matrix R + sum of left right'.
#[derive(Debug, Clone, PartialEq)]
pub struct Jacobian {
    columns: usize,
    rows: SparseRows,
    count: usize,
    /// The right factor of each outer product.
    rights: Vec<Entries>,
    /// Of every row the outer products that it takes part in, by what is to the left; empty where there are none.
    lefts: Vec<Entries>,
}

impl Jacobian {
    /// No rows yet, for `columns` parameters.
    pub fn new(columns: usize) -> Jacobian {
        Jacobian { columns, rows: SparseRows::default(), count: 0, rights: Vec::new(), lefts: Vec::new() }
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
        self.push_outer_of((0..).zip(left), right);
    }

    /// Adds an outer product; what is to the left, as (row, number), is zero for the rows that are not there.
    pub fn push_outer_of(&mut self, left: impl Iterator<Item = (u32, f64)>, right: Vec<(u32, f64)>) {
        let outer = self.rights.len() as u32;
        let mut any = false;
        for (row, l) in left.filter(|(_, l)| *l != 0.0 && !right.is_empty()) {
            if self.lefts.is_empty() {
                self.lefts = vec![Vec::new(); self.count];
            }
            self.lefts[row as usize].put((outer, l));
            any = true;
        }
        if any {
            self.rights.put(right);
        }
    }

    /// Takes the mean of some rows out of each of them. What they have in common goes.
    pub(crate) fn centre(&mut self, members: &[u32]) {
        let share = 1.0 / members.len() as f64;
        let (mut entries, mut lefts) = (BTreeMap::new(), BTreeMap::new());
        for &row in members {
            let row = row as usize;
            self.entries(row).for_each(|(at, v)| *entries.entry(at).or_insert(0.0) += v * share);
            self.outers(row).iter().for_each(|&(outer, l)| *lefts.entry(outer).or_insert(0.0) += l * share);
            room::check();
            spend(50 * (1 + self.outers(row).len()));
        }
        for &row in members.iter().filter(|_| !lefts.is_empty()) {
            let mut own = lefts.iter().map(|(&outer, mean)| (outer, -mean)).collect::<BTreeMap<u32, f64>>();
            room::check();
            let before = std::mem::take(&mut self.lefts[row as usize]);
            for (outer, left) in before {
                // Equal shares of all leave rounding only.
                let rest = own.entry(outer).or_insert(0.0);
                *rest = if (*rest + left).abs() > 1e-12 * left.abs() { *rest + left } else { 0.0 };
            }
            self.lefts[row as usize] = own.into_iter().filter(|(_, left)| *left != 0.0).gathered();
        }
        self.push_outer_of(members.iter().map(|&row| (row, -1.0)), entries.into_iter().gathered());
    }

    /// The entries of a row beside its outer products, as (column, value).
    pub(crate) fn entries(&self, row: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
        let (index, value) = self.rows.row(row);
        index.iter().copied().zip(value.iter().copied())
    }

    /// The outer products of a row, as (number, what is to the left).
    pub(crate) fn outers(&self, row: usize) -> &[(u32, f64)] {
        self.lefts.get(row).map_or(&[], |lefts| &lefts[..])
    }

    /// The right factor of each outer product.
    pub(crate) fn rights(&self) -> &[Entries] {
        &self.rights
    }

    /// The sum of the outer products of a row, each with a number.
    fn outer_sum(&self, row: usize, own: f64, numbers: &[f64]) -> f64 {
        self.outers(row).iter().fold(own, |sum, &(outer, left)| sum + left * numbers[outer as usize])
    }

    /// Of every outer product what is to its right, times a vector.
    fn along(&self, vector: &[f64]) -> Vec<f64> {
        self.rights
            .iter()
            .map(|right| right.iter().map(|(i, v)| v * vector[*i as usize]).sum::<f64>())
            .gathered()
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

    /// A row, dense.
    pub fn dense_row(&self, row: usize, out: &mut [f64]) {
        out.fill(0.0);
        let (index, value) = self.rows.row(row);
        index.iter().zip(value).for_each(|(&i, v)| out[i as usize] += v);
        for &(outer, left) in self.outers(row) {
            self.rights[outer as usize].iter().for_each(|(i, v)| out[*i as usize] += left * v);
        }
    }

    /// Some of its rows, in the order given.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Jacobian {
        let mut result = Jacobian::new(self.columns);
        for &row in rows {
            self.entries(row).for_each(|(at, value)| result.push(at as usize, value));
            result.end_row();
            spend(self.outers(row).len());
        }
        result.rights.clone_from(&self.rights);
        result.lefts = rows.iter().map(|&row| self.outers(row).duplicate()).gathered();
        result
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
        let mut along = vec![0.0; self.rights.len()];
        for (row, w) in weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let (index, value) = self.rows.row(row);
            index.iter().zip(value).for_each(|(&i, v)| dense[i as usize] += w * v);
            self.outers(row).iter().for_each(|&(outer, left)| along[outer as usize] += w * left);
        }
        for (along, right) in along.iter().zip(&self.rights) {
            right.iter().for_each(|(i, v)| dense[*i as usize] += along * v);
        }
        spend(weights.len() + self.columns);
        let known = dense.iter().enumerate().filter(|(_, value)| **value != 0.0);
        known.for_each(|(at, &value)| result.push(at, value));
        result.end_row();
    }

    /// Sums of |J_rk| s_k: no value can have a larger standard error where parameters have those of `s`.
    pub fn bounds(&self, s: &[f64]) -> Vec<f64> {
        let bound = |entries: &Entries| entries.iter().map(|(i, v)| (v * s[*i as usize]).abs()).sum();
        let outer: Vec<f64> = self.rights.iter().map(bound).gathered();
        (0..self.count)
            .map(|row| {
                let own: f64 = self.entries(row).map(|(i, v)| (v * s[i as usize]).abs()).sum();
                own + self.outers(row).iter().map(|&(at, left)| left.abs() * outer[at as usize]).sum::<f64>()
            })
            .gathered()
    }

    /// J v.
    pub fn product(&self, vector: &[f64]) -> Vec<f64> {
        let along = self.along(vector);
        (0..self.count).map(|row| self.outer_sum(row, self.rows.dot(row, vector), &along)).gathered()
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
            let along = self.along(&product);
            for (other, slot) in target.iter_mut().enumerate() {
                *slot = self.outer_sum(other, self.rows.dot(other, &product), &along);
            }
            spend(4 * q + p);
        }
        // Equal but for rounding: make it exactly symmetric.
        for a in 0..q {
            spend(4 * a);
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
                let along = |outer: u32| -> f64 {
                    self.rights[outer as usize].iter().map(|(i, v)| v * product[*i as usize]).sum()
                };
                let own = self.rows.dot(row, &product);
                self.outers(row).iter().fold(own, |sum, &(outer, left)| sum + left * along(outer))
            })
            .gathered()
    }

    /// C right for every outer product.
    pub(in crate::model) fn shared_products(&self, matrix: &[f64]) -> Vec<Vec<f64>> {
        let p = self.columns;
        let product = |right: &Entries| {
            spend(right.len() * p);
            let mut out = vec![0.0; p];
            for &(i, v) in right {
                let column = &matrix[i as usize * p..(i as usize + 1) * p];
                out.iter_mut().zip(column).for_each(|(o, c)| *o += v * c);
            }
            out
        };
        self.rights.iter().map(product).gathered()
    }

    /// A row of J times C.
    pub(in crate::model) fn row_product(
        &self,
        row: usize,
        matrix: &[f64],
        shared: &[Vec<f64>],
        out: &mut [f64],
    ) {
        let p = self.columns;
        let (index, value) = self.rows.row(row);
        let outers = self.outers(row);
        let columns = index.iter().map(|&i| &matrix[i as usize * p..(i as usize + 1) * p]);
        let outer = outers.iter().map(|&(outer, left)| (&shared[outer as usize][..], left));
        let mut parts = columns.zip(value.iter().copied()).chain(outer);
        match parts.next() {
            Some((part, weight)) => out.iter_mut().zip(part).for_each(|(o, x)| *o = weight * x),
            None => out.fill(0.0),
        }
        parts.for_each(|(part, weight)| out.iter_mut().zip(part).for_each(|(o, x)| *o += weight * x));
        spend((1 + index.len() + outers.len()) * p / 2);
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

    /// The mean of two rows out of both: what they share goes, to the last bit.
    #[test]
    fn the_mean_of_rows_is_taken_out_of_them() {
        let mut j = centring();
        j.centre(&[0, 2]);
        let row = |at| {
            let mut row = [0.0; 3];
            j.dense_row(at, &mut row);
            row
        };
        assert_eq!([row(0), row(2)], [[0.5, 0.0, -0.5], [-0.5, 0.0, 0.5]]);
        assert_eq!(row(1), [-1.0 / 3.0, 1.0 - 1.0 / 3.0, -1.0 / 3.0]);
        assert_eq!(j.outers(0).len(), 1);
    }
}
