//! Tie thresholds: how the threshold e of a pair, symmetric in its two items, depends on the parameters.
//!
//! Every form is linear in its parameters, so that a threshold is a few terms of e for every cell:
//! single e = eta; additive e = g_i + g_j; factored e = <G_i, Phi_j> + <G_j, Phi_i> with a fixed basis
//! Phi (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025). Judges may add an offset of their own.

mod basis;

use crate::room::{reserve, with_room, Duplicate as _, Gather as _, Put as _};
pub use basis::Basis;

use crate::error::Result;
use crate::linalg::symmetric_eigen;
use crate::terms::Entries;
use crate::vectors::dot;

/// The forms of a tie threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// One number.
    #[default]
    Single,
    /// The sum of a number of each item.
    Additive,
    /// Factors of each item against a fixed basis.
    Factored,
}

impl Form {
    /// All by their numbers.
    pub const ALL: [Form; 3] = [Form::Single, Form::Additive, Form::Factored];
}

/// Where the parameters of a threshold stand, and how a pair meets them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Threshold {
    /// The form.
    pub form: Form,
    /// Its first parameter: eta, g (items), or G (items x factors, row-major).
    pub first: usize,
    /// Items.
    pub items: usize,
    /// Parameters of an item: none of a single threshold, one of an additive one, or the factors.
    pub factors: usize,
    /// Phi, items x factors, orthonormal columns; empty unless factored.
    pub basis: Vec<f64>,
    /// First judge's offset.
    pub offsets: Option<usize>,
    /// The parameters that [`Threshold::span_constant`] found.
    spanned: Option<Entries>,
}

impl Threshold {
    /// A threshold of some items whose parameters start at `first`.
    pub fn new(form: Form, basis: Basis, factors: usize, items: usize, first: usize) -> Threshold {
        let (factors, basis) = match form {
            Form::Single => (0, Vec::new()),
            Form::Additive => (1, Vec::new()),
            Form::Factored => (factors, basis.table(items, factors)),
        };
        Threshold { form, first, items, factors, basis, offsets: None, spanned: None }
    }

    /// Gives the items their rows of Phi by their order, so that the basis does not depend on their ids.
    pub fn arrange(&mut self, order: &[u32]) {
        if self.form != Form::Factored {
            return;
        }
        let by_place = self.basis.duplicate();
        for (row, &item) in by_place.chunks_exact(self.factors).zip(order) {
            self.basis[item as usize * self.factors..][..self.factors].copy_from_slice(row);
        }
    }

    /// Number of parameters, offsets not counted.
    pub fn len(&self) -> usize {
        match self.form {
            Form::Single => 1,
            _ => self.items * self.factors,
        }
    }

    /// A threshold has parameters.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Parameters of an item.
    pub fn of_item(&self, item: usize) -> std::ops::Range<usize> {
        let first = self.first + item * self.factors;
        first..first + self.factors
    }

    /// The weights of an item in the terms of its opponents: its row of Phi, or one.
    pub fn weights(&self, item: usize) -> &[f64] {
        match self.form {
            Form::Factored => &self.basis[item * self.factors..(item + 1) * self.factors],
            _ => &[1.0],
        }
    }

    /// Calls `add` with the terms of a pair, judges' offsets left out: e is the sum of parameter times
    /// weight.
    #[inline]
    pub fn terms(&self, left: usize, right: usize, mut add: impl FnMut(usize, f64)) {
        if self.form == Form::Single {
            add(self.first, 1.0);
            return;
        }
        for (item, other) in [(left, right), (right, left)] {
            self.of_item(item).zip(self.weights(other)).for_each(|(at, &w)| add(at, w));
        }
    }

    /// The parameters under which every pair has threshold one; None if there are none.
    pub fn constant(&self) -> Option<Entries> {
        match self.form {
            Form::Single => Some(vec![(self.first as u32, 1.0)]),
            Form::Additive => Some((0..self.items).map(|i| (self.of_item(i).start as u32, 0.5)).gathered()),
            Form::Factored => {
                // A basis with a constant column spans the constant, and others where items are few.
                let share = 0.5 / self.basis[0];
                match (0..self.items).all(|i| self.weights(i)[0] == self.basis[0]) {
                    true => Some((0..self.items).map(|i| (self.of_item(i).start as u32, share)).gathered()),
                    false => self.spanned.clone(),
                }
            }
        }
    }

    /// Of a basis without a constant column, finds the parameters under which all pairs of different items have threshold one all
    /// the same, if there are any: the least ones. Then G Phi' + Phi G' is one but for its diagonal, of rank items - 1 at least.
    pub fn span_constant(&mut self) -> Result<()> {
        const ZERO: f64 = 1e-10;
        let n = self.len();
        if self.form != Form::Factored || self.constant().is_some() || self.items > 2 * self.factors + 1 {
            return Ok(());
        }
        let pairs = || (0..self.items).flat_map(|i| (0..i).map(move |j| (i, j)));
        let row = |(i, j): (usize, usize)| {
            let mut row = Entries::new();
            self.terms(i, j, |at, w| row.push(((at - self.first) as u32, w)));
            row
        };
        let (mut gram, mut right) = (reserve(n * n)?, vec![0.0; n]);
        for row in pairs().map(row) {
            for &(a, x) in &row {
                right[a as usize] += x;
                row.iter().for_each(|&(b, y)| gram[a as usize * n + b as usize] += x * y);
            }
        }
        let (values, vectors) = symmetric_eigen(&gram, n)?;
        let least = ZERO * values.last().copied().unwrap_or(0.0);
        let mut found = vec![0.0; n];
        for (value, vector) in values.iter().zip(vectors.chunks(n)).filter(|(value, _)| **value > least) {
            let along = dot(vector, &right) / value;
            found.iter_mut().zip(vector).for_each(|(f, v)| *f += along * v);
        }
        let of = |row: Entries| row.iter().map(|&(at, w)| w * found[at as usize]).sum::<f64>();
        if pairs().map(row).all(|row| (of(row) - 1.0).abs() <= 1e-9) {
            self.spanned = Some((self.first as u32..).zip(found).gathered());
        }
        Ok(())
    }

    /// The parameters nearest to giving every pair threshold one: G = Q 1 with Q 1 = Phi'1 / 2 in the
    /// span of the basis and Phi'1 off it, that is G = (I - Phi Phi' / 2) 1 1' Phi.
    pub fn about_one(&self) -> Entries {
        if let Some(exact) = self.constant() {
            return exact;
        }
        let k = self.factors;
        let sums: Vec<f64> = (0..k).map(|c| (0..self.items).map(|i| self.weights(i)[c]).sum()).gathered();
        let mut entries = with_room(self.len());
        for item in 0..self.items {
            let inside: f64 = self.weights(item).iter().zip(&sums).map(|(w, s)| w * s).sum();
            for (at, sum) in self.of_item(item).zip(&sums) {
                entries.push((at as u32, (1.0 - 0.5 * inside) * sum));
            }
        }
        entries
    }

    /// Directions under which no threshold changes, for any comparisons: G + Phi A with A antisymmetric,
    /// one for every pair of factors.
    pub fn rotations(&self) -> Vec<Entries> {
        let k = self.factors;
        let mut directions = Vec::new();
        if self.form != Form::Factored {
            return directions;
        }
        for a in 0..k {
            for b in 0..a {
                let direction = (0..self.items).flat_map(|item| {
                    let (start, w) = (self.of_item(item).start, self.weights(item));
                    [((start + b) as u32, w[a]), ((start + a) as u32, -w[b])]
                });
                directions.put(direction.gathered());
            }
        }
        directions
    }

    /// G - Phi (Phi'G - G'Phi) / 2: the same thresholds with Phi'G symmetric.
    pub fn symmetrise(&self, theta: &mut [f64]) {
        if self.form != Form::Factored {
            return;
        }
        let k = self.factors;
        let mut cross = vec![0.0; k * k];
        for item in 0..self.items {
            for (a, w) in self.weights(item).iter().enumerate() {
                for (b, at) in self.of_item(item).enumerate() {
                    cross[a * k + b] += w * theta[at];
                }
            }
        }
        for item in 0..self.items {
            for (b, at) in self.of_item(item).enumerate() {
                let turn: f64 = self
                    .weights(item)
                    .iter()
                    .enumerate()
                    .map(|(a, w)| w * (cross[a * k + b] - cross[b * k + a]))
                    .sum();
                theta[at] -= 0.5 * turn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(threshold: &Threshold, theta: &[f64], i: usize, j: usize) -> f64 {
        let mut sum = 0.0;
        threshold.terms(i, j, |at, w| sum += w * theta[at]);
        sum
    }

    fn all() -> Vec<Threshold> {
        let mut all = vec![
            Threshold::new(Form::Single, Basis::Cosine, 0, 5, 2),
            Threshold::new(Form::Additive, Basis::Cosine, 0, 5, 2),
        ];
        for basis in Basis::ALL {
            all.extend((1..4).map(|k| Threshold::new(Form::Factored, basis, k, 5, 2)));
        }
        all
    }

    fn numbers(count: usize) -> Vec<f64> {
        (0..count).map(|k| (1.7 * k as f64).sin()).collect()
    }

    #[test]
    fn thresholds_are_symmetric_and_as_written() {
        for threshold in all() {
            let theta = numbers(2 + threshold.len());
            for (i, j) in [(0, 1), (3, 2), (4, 0)] {
                let e = value(&threshold, &theta, i, j);
                assert!((e - value(&threshold, &theta, j, i)).abs() < 1e-15);
                let g = |i: usize, c: usize| theta[2 + i * threshold.factors + c];
                let phi = |i: usize, c: usize| threshold.basis[i * threshold.factors + c];
                let expected = match threshold.form {
                    Form::Single => theta[2],
                    Form::Additive => g(i, 0) + g(j, 0),
                    Form::Factored => {
                        (0..threshold.factors).map(|c| g(i, c) * phi(j, c) + g(j, c) * phi(i, c)).sum()
                    }
                };
                assert!((e - expected).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn what_changes_nothing_changes_nothing() {
        for threshold in all() {
            let theta = numbers(2 + threshold.len());
            let mut turned = theta.clone();
            threshold.symmetrise(&mut turned);
            let mut moved = theta.clone();
            for direction in threshold.rotations() {
                direction.iter().for_each(|&(at, d)| moved[at as usize] += 0.3 * d);
            }
            for (i, j) in [(0, 1), (3, 2), (4, 0)] {
                let e = value(&threshold, &theta, i, j);
                assert!((value(&threshold, &turned, i, j) - e).abs() < 1e-14);
                assert!((value(&threshold, &moved, i, j) - e).abs() < 1e-14);
            }
            let k = threshold.factors;
            let cross = |a: usize, b: usize| -> f64 {
                (0..5).map(|i| threshold.basis[i * k + a] * turned[2 + i * k + b]).sum()
            };
            if threshold.form == Form::Factored {
                (0..k).for_each(|a| (0..a).for_each(|b| assert!((cross(a, b) - cross(b, a)).abs() < 1e-14)));
            }
        }
    }

    #[test]
    fn rows_of_the_basis_go_to_the_items_by_their_order() {
        for basis in Basis::ALL {
            let plain = Threshold::new(Form::Factored, basis, 3, 4, 0);
            let mut arranged = plain.clone();
            arranged.arrange(&[2, 0, 3, 1]);
            for (place, item) in [2, 0, 3, 1].into_iter().enumerate() {
                assert_eq!(arranged.weights(item), plain.weights(place));
            }
        }
    }

    #[test]
    fn one_is_spanned_or_approached() {
        for threshold in all() {
            let mut theta = vec![0.0; 2 + threshold.len()];
            threshold.about_one().iter().for_each(|&(at, v)| theta[at as usize] = v);
            let mean = [(0, 1), (1, 2), (3, 2), (4, 0)].map(|(i, j)| value(&threshold, &theta, i, j));
            let exact = threshold.constant().is_some();
            assert!(mean.iter().all(|e| if exact {
                (e - 1.0).abs() < 1e-14
            } else {
                (0.3..1.7).contains(e)
            }));
        }
    }
}
