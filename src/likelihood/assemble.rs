//! Assembly: sums over cells by scattering a few numbers each.

use super::parts::{are_many, cut};
use super::{Design, Scratch};
use crate::error::Result;
use crate::interrupt::spend;
use crate::outcome::{At, Counts, Derivatives, Outcome, QuadraticForm};
use crate::room::{filled, Gather as _, Put as _};
use crate::spread::Spread;
use crate::strength::Strength;
use crate::terms::{product, Local, COORDINATES};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Cells with one outcome model.
#[derive(Debug, Clone)]
pub struct Block {
    /// The comparisons; objectives that differ in other things share them.
    pub design: Arc<Design>,
    /// How a difference becomes an outcome.
    pub outcome: Outcome,
    /// How noisy differences are; None: all alike.
    pub spread: Option<Spread>,
}

/// Quantities of every cell at a point, for products with its Hessian.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    /// Slope in u and second derivatives.
    pub(super) full: Vec<(f64, QuadraticForm)>,
    /// Second derivatives in u, where that is all there is.
    pub(super) plain: Vec<f64>,
}

/// Those of some of the cells, to be written.
struct Written<'a> {
    full: &'a mut [(f64, QuadraticForm)],
    plain: &'a mut [f64],
}

impl Weights {
    /// Resizes them for this many cells.
    fn fit(&mut self, cells: usize, plain: bool) {
        let (plain, full) = if plain { (cells, 0) } else { (0, cells) };
        if (self.plain.len(), self.full.len()) != (plain, full) {
            *self =
                Weights { full: filled((0.0, QuadraticForm::default()), full), plain: filled(0.0, plain) };
        }
    }

    /// The second derivatives in u of the cells, where that is all there is.
    pub fn plain(&self) -> &[f64] {
        &self.plain
    }
}

/// Which second-order matrix to assemble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Curvature {
    /// The Hessian of the negative log-likelihood.
    Observed,
    /// Its expectation under the model.
    Expected,
    /// The sum of squared scores of single comparisons.
    Squared,
}

/// Cells whose derivatives are computed together.
const CHUNK: usize = 128;

/// Work of a cell, in nanoseconds.
pub(super) const CELL: usize = 150;

impl Block {
    // All that reads one cell is inlined always, here, in `Strength` and in `SparseRows`. Left to choose, the compiler calls some of
    // it, in some builds, which takes a quarter of the time of a fit with judges.
    #[inline(always)]
    pub(super) fn items(&self, cell: usize) -> (usize, usize) {
        (self.design.left[cell] as usize, self.design.right[cell] as usize)
    }

    /// The difference of strengths of a cell, as the judge's sensitivity in the context makes it.
    #[inline(always)]
    pub fn strength(&self, strength: &Strength, theta: &[f64], cell: usize) -> f64 {
        let (left, right) = self.items(cell);
        let plain = strength.difference(theta, self.design.judge(cell), left, right);
        if self.design.log_scale.is_empty() {
            plain
        } else {
            plain * self.design.log_scale.dot(cell, theta).exp()
        }
    }

    /// The difference u of a cell, before it is scaled.
    #[inline(always)]
    pub fn difference(&self, strength: &Strength, theta: &[f64], cell: usize) -> f64 {
        let d = &self.design;
        self.strength(strength, theta, cell) + d.u.constant(cell) + d.u.rows.dot(cell, theta)
    }

    /// The threshold of this number of a cell.
    #[inline(always)]
    pub fn threshold(&self, cut: usize, theta: &[f64], cell: usize) -> f64 {
        self.design.cuts[cut].value(cell, theta)
    }

    /// The predictor z and the thresholds of a cell.
    #[inline(always)]
    pub fn predictor(&self, strength: &Strength, theta: &[f64], cell: usize) -> At {
        let u = self.difference(strength, theta, cell);
        let (left, right) = self.items(cell);
        let z = self.spread.map_or(u, |spread| u / spread.value(theta, left, right).sqrt());
        At { z, cuts: std::array::from_fn(|cut| self.threshold(cut, theta, cell)) }
    }

    /// The parameters that a cell touches, with the derivatives of z and the thresholds.
    #[inline]
    pub fn touch(&self, strength: &Strength, theta: &[f64], cell: usize, local: &mut Local) {
        let d = &self.design;
        let (left, right) = self.items(cell);
        local.clear();
        strength.touch(theta, d.judge(cell), left, right, local);
        if !d.log_scale.is_empty() {
            let factor = d.log_scale.dot(cell, theta).exp();
            local.multiply(d.log_scale.row(cell), factor, self.strength(strength, theta, cell));
        }
        let (index, value) = d.u.rows.row(cell);
        for (&i, &v) in index.iter().zip(value) {
            local.push_u(i as usize, v);
        }
        if let Some(spread) = self.spread {
            spread.scale(theta, self.difference(strength, theta, cell), left, right, local);
        }
        for (number, cut) in d.cuts.iter().enumerate() {
            let (index, value) = cut.rows.row(cell);
            for (&i, &v) in index.iter().zip(value) {
                local.push_cut(number, i as usize, v);
            }
        }
    }

    /// Calls `each` with every cell's derivatives, computed many at a time.
    #[inline]
    fn for_each(&self, strength: &Strength, theta: &[f64], each: impl FnMut(usize, &Derivatives)) {
        self.for_each_of(0..self.design.len(), strength, theta, each);
    }

    /// The same for some of the cells.
    #[inline]
    fn for_each_of(
        &self,
        cells: Range<usize>,
        strength: &Strength,
        theta: &[f64],
        mut each: impl FnMut(usize, &Derivatives),
    ) {
        let mut predictors = [[0.0; CHUNK]; COORDINATES];
        let mut derivatives = [Derivatives::default(); CHUNK];
        let mut first = cells.start;
        for counts in self.design.counts[cells].chunks(CHUNK) {
            let size = counts.len();
            for at in 0..size {
                let here = self.predictor(strength, theta, first + at).coordinates();
                set(&mut predictors, at, here);
            }
            let predictors = predictors.each_ref().map(|of| &of[..size]);
            self.outcome.derivatives_of_many(counts, predictors, &mut derivatives[..size]);
            for (at, derivatives) in derivatives[..size].iter().enumerate() {
                each(first + at, derivatives);
            }
            spend(CELL * size);
            first += size;
        }
    }

    /// Calls `each` with cells, in the order given, and the slopes of their negative log-likelihood in z and the thresholds.
    pub fn each_slope(
        &self,
        strength: &Strength,
        theta: &[f64],
        cells: &[u32],
        mut each: impl FnMut(usize, [f64; COORDINATES]) -> Result<()>,
    ) -> Result<()> {
        let mut predictors = [[0.0; CHUNK]; COORDINATES];
        let mut counts = [Counts::default(); CHUNK];
        let mut derivatives = [Derivatives::default(); CHUNK];
        for cells in cells.chunks(CHUNK) {
            let size = cells.len();
            for (at, &cell) in cells.iter().enumerate() {
                let here = self.predictor(strength, theta, cell as usize).coordinates();
                set(&mut predictors, at, here);
                counts[at] = self.design.counts[cell as usize];
            }
            let predictors = predictors.each_ref().map(|of| &of[..size]);
            self.outcome.derivatives_of_many(&counts[..size], predictors, &mut derivatives[..size]);
            spend(CELL * size);
            for (&cell, derivatives) in cells.iter().zip(&derivatives) {
                each(cell as usize, derivatives.slopes)?;
            }
        }
        Ok(())
    }

    /// Negative log-likelihood.
    pub fn value(&self, strength: &Strength, theta: &[f64]) -> f64 {
        if self.is_plain(strength) {
            return self.value_of_pairs(theta);
        }
        let mut sum = 0.0;
        self.for_each(strength, theta, |_, d| sum += d.value);
        sum
    }

    /// Negative log-likelihood; adds its gradient, and its Hessian to the lower triangle of
    /// `hessian` (dimension x dimension, column-major).
    pub fn evaluate(
        &self,
        strength: &Strength,
        theta: &[f64],
        gradient: &mut [f64],
        hessian: &mut [f64],
        local: &mut Local,
    ) -> f64 {
        if self.is_plain(strength) {
            return self.evaluate_pairs(theta, gradient, hessian);
        }
        let dimension = theta.len();
        let mut sum = 0.0;
        self.for_each(strength, theta, |cell, d| {
            sum += d.value;
            self.touch(strength, theta, cell, local);
            local.add_gradient(d.slopes, gradient);
            scatter(&d.second, local, dimension, hessian);
            for &(a, b, value) in &local.curvature {
                add(local.at(a), local.at(b), d.z() * value, dimension, hessian);
            }
        });
        sum
    }

    /// Adds the gradient of the negative log-likelihood.
    pub fn gradient(&self, strength: &Strength, theta: &[f64], gradient: &mut [f64], local: &mut Local) {
        self.for_each(strength, theta, |cell, d| {
            self.touch(strength, theta, cell, local);
            local.add_gradient(d.slopes, gradient);
        });
    }

    /// Adds a second-order matrix to the lower triangle of `out`.
    pub fn curvature(
        &self,
        strength: &Strength,
        theta: &[f64],
        which: Curvature,
        out: &mut [f64],
        local: &mut Local,
    ) {
        let dimension = theta.len();
        if self.is_plain(strength) {
            return self.curvature_of_pairs(theta, which, out);
        }
        for cell in 0..self.design.len() {
            let add_second = |a, b, value| add(a, b, value, dimension, out);
            let form = self.second_order(strength, theta, which, cell, local, add_second);
            scatter(&form, local, dimension, out);
        }
    }

    /// A cell's second-order form, and the parameters it touches; calls `add_second` with what the second derivatives of u add.
    #[inline]
    fn second_order(
        &self,
        strength: &Strength,
        theta: &[f64],
        which: Curvature,
        cell: usize,
        local: &mut Local,
        mut add_second: impl FnMut(u32, u32, f64),
    ) -> QuadraticForm {
        spend(CELL);
        let at = self.predictor(strength, theta, cell);
        let counts = &self.design.counts[cell];
        self.touch(strength, theta, cell, local);
        match which {
            Curvature::Observed => {
                let d = self.outcome.derivatives(counts, at);
                for &(a, b, value) in &local.curvature {
                    add_second(local.at(a), local.at(b), d.z() * value);
                }
                d.second
            }
            Curvature::Expected => self.outcome.information(counts.total(), at),
            Curvature::Squared => self.design.squared_scores(self.outcome, cell, at),
        }
    }

    /// Negative log-likelihood; adds its gradient and the diagonal of its Hessian, and keeps the
    /// weights (slope in u, second derivatives) of every cell for `product`.
    pub fn weigh(
        &self,
        strength: &Strength,
        theta: &[f64],
        [gradient, diagonal]: [&mut [f64]; 2],
        weights: &mut Weights,
        scratch: &mut Scratch,
    ) -> f64 {
        let cells = self.design.len();
        weights.fit(cells, self.is_plain(strength));
        let Weights { full, plain } = weights;
        if !are_many(cells, theta.len()) {
            let weights = Written { full, plain };
            return self.weigh_some(
                strength,
                theta,
                0..cells,
                [gradient, diagonal],
                weights,
                &mut scratch.local,
            );
        }
        let mut plain = cut(plain).into_iter();
        let written = cut(full).map(|full| Written { full, plain: plain.next().unwrap_or_default() });
        scratch.sum(cells, written, [gradient, diagonal], |cells, weights, sums, local| {
            self.weigh_some(strength, theta, cells, sums, weights, local)
        })
    }

    fn weigh_some(
        &self,
        strength: &Strength,
        theta: &[f64],
        cells: Range<usize>,
        [gradient, diagonal]: [&mut [f64]; 2],
        weights: Written<'_>,
        local: &mut Local,
    ) -> f64 {
        if self.is_plain(strength) {
            return self.weigh_pairs(theta, cells, [gradient, diagonal], weights.plain);
        }
        let (mut sum, first) = (0.0, cells.start);
        self.for_each_of(cells, strength, theta, |cell, d| {
            sum += d.value;
            weights.full[cell - first] = (d.z(), d.second);
            self.touch(strength, theta, cell, local);
            local.add_gradient(d.slopes, gradient);
            let second = d.second.diagonal();
            for touch in &local.touched {
                diagonal[touch.index as usize] += second[touch.part.place()] * touch.along * touch.along;
            }
            for &(a, b, value) in &local.curvature {
                if a == b {
                    diagonal[local.at(a) as usize] += 2.0 * d.z() * value;
                }
            }
        });
        sum
    }

    /// Calls `each` with the entries of a second-order matrix, each pair of parameters (in any order) as often as cells
    /// touch it, for their sum.
    pub fn each_entry(
        &self,
        strength: &Strength,
        theta: &[f64],
        which: Curvature,
        mut each: impl FnMut(u32, u32, f64),
    ) {
        let mut local = Local::default();
        // A parameter touched in two places meets itself twice.
        let both = |a, b, value: f64| if a == b { 2.0 * value } else { value };
        for cell in 0..self.design.len() {
            let add_second = |a, b, value| each(a, b, both(a, b, value));
            let form = self.second_order(strength, theta, which, cell, &mut local, add_second);
            let rows = form.rows();
            for (place, a) in local.touched.iter().enumerate() {
                let flow = rows[a.part.place()].map(|weight| weight * a.along);
                each(a.index, a.index, flow[a.part.place()] * a.along);
                for b in &local.touched[place + 1..] {
                    let value = flow[b.part.place()] * b.along;
                    each(a.index, b.index, both(a.index, b.index, value));
                }
            }
        }
    }

    /// The weights of the cells in the Laplacian that the scores have in the Hessian, from those of `weigh`; of strengths
    /// of one column.
    pub(crate) fn edges<'a>(
        &self,
        strength: &Strength,
        theta: &[f64],
        weights: &'a Weights,
    ) -> Cow<'a, [f64]> {
        if weights.full.is_empty() {
            return Cow::Borrowed(&weights.plain);
        }
        let scale = &self.design.log_scale;
        let of = |(cell, (_, form)): (usize, &(f64, QuadraticForm))| {
            let sensitivity = match strength.is_by_judge() {
                true => theta[strength.judge(self.design.judge(cell), 0)],
                false => 1.0,
            };
            let factor = if scale.is_empty() { 1.0 } else { scale.dot(cell, theta).exp() };
            form.zz() * (sensitivity * factor).powi(2)
        };
        Cow::Owned(weights.full.iter().enumerate().map(of).gathered())
    }

    /// Calls `each` with every cell's score vector (the gradient of its negative log-likelihood).
    pub fn scores(&self, strength: &Strength, theta: &[f64], mut each: impl FnMut(usize, &[u32], &[f64])) {
        let mut local = Local::default();
        let (mut index, mut score) = (Vec::new(), Vec::new());
        for cell in 0..self.design.len() {
            spend(CELL);
            let at = self.predictor(strength, theta, cell);
            let slopes = self.outcome.derivatives(&self.design.counts[cell], at).slopes;
            self.touch(strength, theta, cell, &mut local);
            index.clear();
            index.put_each(local.touched.iter().map(|touch| touch.index));
            score.clear();
            score.put_each(local.rows().map(|(_, along)| product(slopes, along)));
            each(cell, &index, &score);
        }
    }

    /// Room for the weights of all cells.
    pub(super) fn weights(&self, strength: &Strength) -> Weights {
        let mut weights = Weights::default();
        weights.fit(self.design.len(), self.is_plain(strength));
        weights
    }

    /// The same outcome model, without cells.
    pub fn empty(&self) -> Block {
        Block { design: Arc::default(), ..*self }
    }

    /// Probabilities of the outcomes of a cell.
    pub fn probabilities(&self, strength: &Strength, theta: &[f64], cell: usize) -> [f64; 4] {
        self.outcome.probabilities(self.predictor(strength, theta, cell))
    }

    /// Expected counts of a cell.
    pub fn expected(&self, strength: &Strength, theta: &[f64], cell: usize) -> Counts {
        let total = self.design.counts[cell].total();
        Counts::new(self.probabilities(strength, theta, cell).map(|p| total * p))
    }
}

/// Sets the coordinates of a cell of a chunk.
#[inline(always)]
fn set(chunk: &mut [[f64; CHUNK]; COORDINATES], at: usize, here: [f64; COORDINATES]) {
    (0..COORDINATES).for_each(|k| chunk[k][at] = here[k]);
}

/// Adds J' form J to the lower triangle.
#[inline]
fn scatter(form: &QuadraticForm, local: &Local, dimension: usize, out: &mut [f64]) {
    let rows = form.rows();
    for (place, a) in local.touched.iter().enumerate() {
        let flow = rows[a.part.place()].map(|weight| weight * a.along);
        let column = a.index as usize * dimension;
        out[column + a.index as usize] += flow[a.part.place()] * a.along;
        // Later places are, but for few, of later parameters: one column of the matrix.
        for b in &local.touched[place + 1..] {
            let value = flow[b.part.place()] * b.along;
            if b.index > a.index {
                out[column + b.index as usize] += value;
            } else {
                add(a.index, b.index, value, dimension, out);
            }
        }
    }
}

/// Adds a symmetric pair of entries to the lower triangle of a column-major matrix.
#[inline]
fn add(a: u32, b: u32, value: f64, dimension: usize, out: &mut [f64]) {
    let (row, column) = (a.max(b) as usize, a.min(b) as usize);
    // A parameter touched in two places meets itself twice.
    out[column * dimension + row] += if a == b { 2.0 * value } else { value };
}
