//! Assembly: sums over cells by scattering a few numbers each.

use super::{Design, Local};
use crate::outcome::{Counts, Derivatives, Form, Outcome};
use crate::spread::Spread;
use crate::strength::{Kind, Strength};

/// Cells with one law of outcome.
#[derive(Debug, Clone)]
pub struct Block {
    /// The comparisons.
    pub design: Design,
    /// How a difference becomes an outcome.
    pub outcome: Outcome,
    /// How noisy differences are; None: all alike.
    pub spread: Option<Spread>,
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

impl Block {
    fn items(&self, cell: usize) -> (usize, usize) {
        (self.design.left[cell] as usize, self.design.right[cell] as usize)
    }

    /// The difference u of a cell, before it is scaled.
    #[inline]
    pub fn difference(&self, strength: &Strength, theta: &[f64], cell: usize) -> f64 {
        let (d, (left, right)) = (&self.design, self.items(cell));
        strength.difference(theta, d.judge(cell), left, right) + d.u_offset(cell) + d.u.dot(cell, theta)
    }

    /// The threshold e of a cell.
    #[inline]
    pub fn threshold(&self, theta: &[f64], cell: usize) -> f64 {
        self.design.e_offset(cell) + self.design.e.dot(cell, theta)
    }

    /// The predictor z and the threshold e of a cell.
    #[inline]
    pub fn predictor(&self, strength: &Strength, theta: &[f64], cell: usize) -> (f64, f64) {
        let u = self.difference(strength, theta, cell);
        let (left, right) = self.items(cell);
        let z = self.spread.map_or(u, |spread| u / spread.value(theta, left, right).sqrt());
        (z, self.threshold(theta, cell))
    }

    /// The parameters that a cell touches, with the derivatives of z and e.
    #[inline]
    pub fn touch(&self, strength: &Strength, theta: &[f64], cell: usize, local: &mut Local) {
        let d = &self.design;
        let (left, right) = self.items(cell);
        local.clear();
        strength.touch(theta, d.judge(cell), left, right, local);
        let (index, value) = d.u.row(cell);
        for (&i, &v) in index.iter().zip(value) {
            local.push_u(i as usize, v);
        }
        if let Some(spread) = self.spread {
            spread.scale(theta, self.difference(strength, theta, cell), left, right, local);
        }
        let (index, value) = d.e.row(cell);
        for (&i, &v) in index.iter().zip(value) {
            local.push_e(i as usize, v);
        }
    }

    /// Calls `each` with every cell's derivatives, computed many at a time.
    #[inline]
    fn for_each(&self, strength: &Strength, theta: &[f64], mut each: impl FnMut(usize, &Derivatives)) {
        const CHUNK: usize = 128;
        let (mut u, mut e) = ([0.0; CHUNK], [0.0; CHUNK]);
        let mut derivatives = [Derivatives::default(); CHUNK];
        let plain = self.is_plain(strength);
        let mut first = 0;
        for counts in self.design.counts.chunks(CHUNK) {
            let size = counts.len();
            if plain {
                let pairs = self.design.left[first..first + size].iter().zip(&self.design.right[first..]);
                for (u, (&i, &j)) in u.iter_mut().zip(pairs) {
                    *u = theta[i as usize] - theta[j as usize];
                }
            } else {
                for (at, (u, e)) in u.iter_mut().zip(&mut e).enumerate().take(size) {
                    (*u, *e) = self.predictor(strength, theta, first + at);
                }
            }
            self.outcome.derivatives_of_many(counts, &u[..size], &e[..size], &mut derivatives[..size]);
            for (at, derivatives) in derivatives[..size].iter().enumerate() {
                each(first + at, derivatives);
            }
            first += size;
        }
    }

    /// Whether a cell touches nothing but the scores of its two items, and has no threshold.
    pub(super) fn is_plain(&self, strength: &Strength) -> bool {
        strength.kind == Kind::Pooled
            && self.design.is_bare()
            && self.design.e.is_empty()
            && self.spread.is_none()
            && !self.outcome.has_threshold()
    }

    /// Negative log-likelihood.
    pub fn value(&self, strength: &Strength, theta: &[f64]) -> f64 {
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
        let dimension = theta.len();
        let mut sum = 0.0;
        let plain = self.is_plain(strength);
        self.for_each(strength, theta, |cell, d| {
            sum += d.value;
            if plain {
                let (i, j) = (self.design.left[cell] as usize, self.design.right[cell] as usize);
                gradient[i] += d.z;
                gradient[j] -= d.z;
                add_edge(i, j, d.second.zz, dimension, hessian);
                return;
            }
            self.touch(strength, theta, cell, local);
            local.add_gradient(d, gradient);
            scatter(&d.second, local, dimension, hessian);
            for &(a, b, value) in &local.curvature {
                add(local.index[a as usize], local.index[b as usize], d.z * value, dimension, hessian);
            }
        });
        sum
    }

    /// Adds the gradient of the negative log-likelihood.
    pub fn gradient(&self, strength: &Strength, theta: &[f64], gradient: &mut [f64], local: &mut Local) {
        self.for_each(strength, theta, |cell, d| {
            self.touch(strength, theta, cell, local);
            local.add_gradient(d, gradient);
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
            // Without thresholds and curved predictors observed and expected information agree.
            self.for_each(strength, theta, |cell, d| {
                let (i, j) = (self.design.left[cell] as usize, self.design.right[cell] as usize);
                let weight = if which == Curvature::Squared {
                    self.outcome.squared_scores(self.design.squares(cell), theta[i] - theta[j], 0.0).zz
                } else {
                    d.second.zz
                };
                add_edge(i, j, weight, dimension, out);
            });
            return;
        }
        for cell in 0..self.design.len() {
            let (u, e) = self.predictor(strength, theta, cell);
            let counts = &self.design.counts[cell];
            self.touch(strength, theta, cell, local);
            let form = match which {
                Curvature::Observed => {
                    let d = self.outcome.derivatives(counts, u, e);
                    for &(a, b, value) in &local.curvature {
                        add(local.index[a as usize], local.index[b as usize], d.z * value, dimension, out);
                    }
                    d.second
                }
                Curvature::Expected => self.outcome.information(counts.total(), u, e),
                Curvature::Squared => self.outcome.squared_scores(self.design.squares(cell), u, e),
            };
            scatter(&form, local, dimension, out);
        }
    }

    /// Negative log-likelihood; adds its gradient and the diagonal of its Hessian, and keeps the
    /// weights (slope in u, second derivatives) of every cell for `product`.
    pub fn weigh(
        &self,
        strength: &Strength,
        theta: &[f64],
        gradient: &mut [f64],
        diagonal: &mut [f64],
        weights: &mut Vec<(f64, Form)>,
        local: &mut Local,
    ) -> f64 {
        weights.clear();
        let mut sum = 0.0;
        let plain = self.is_plain(strength);
        self.for_each(strength, theta, |cell, d| {
            sum += d.value;
            weights.push((d.z, d.second));
            if plain {
                let (i, j) = (self.design.left[cell] as usize, self.design.right[cell] as usize);
                gradient[i] += d.z;
                gradient[j] -= d.z;
                diagonal[i] += d.second.zz;
                diagonal[j] += d.second.zz;
                return;
            }
            self.touch(strength, theta, cell, local);
            local.add_gradient(d, gradient);
            for ((&i, u), e) in local.index.iter().zip(&local.u).zip(&local.e) {
                diagonal[i as usize] += d.second.zz * u * u + 2.0 * d.second.ze * u * e + d.second.ee * e * e;
            }
            for &(a, b, value) in &local.curvature {
                if a == b {
                    diagonal[local.index[a as usize] as usize] += 2.0 * d.z * value;
                }
            }
        });
        sum
    }

    /// Adds the product of the Hessian with `v`, from the weights of `weigh`.
    pub fn product(
        &self,
        strength: &Strength,
        theta: &[f64],
        weights: &[(f64, Form)],
        v: &[f64],
        out: &mut [f64],
        local: &mut Local,
    ) {
        if self.is_plain(strength) {
            // The weighted Laplacian of the comparison graph: no need to list what a cell touches.
            for (cell, (_, form)) in weights.iter().enumerate() {
                let (i, j) = (self.design.left[cell] as usize, self.design.right[cell] as usize);
                let flow = form.zz * (v[i] - v[j]);
                out[i] += flow;
                out[j] -= flow;
            }
            return;
        }
        for (cell, (slope, form)) in weights.iter().enumerate() {
            self.touch(strength, theta, cell, local);
            let (mut along_u, mut along_e) = (0.0, 0.0);
            for ((&i, u), e) in local.index.iter().zip(&local.u).zip(&local.e) {
                along_u += u * v[i as usize];
                along_e += e * v[i as usize];
            }
            let flow_u = form.zz * along_u + form.ze * along_e;
            let flow_e = form.ze * along_u + form.ee * along_e;
            for ((&i, u), e) in local.index.iter().zip(&local.u).zip(&local.e) {
                out[i as usize] += flow_u * u + flow_e * e;
            }
            for &(a, b, value) in &local.curvature {
                let (i, j) = (local.index[a as usize] as usize, local.index[b as usize] as usize);
                out[i] += slope * value * v[j];
                out[j] += slope * value * v[i];
            }
        }
    }

    /// Calls `each` with every cell's score vector (the gradient of its negative log-likelihood).
    pub fn scores(&self, strength: &Strength, theta: &[f64], mut each: impl FnMut(usize, &[u32], &[f64])) {
        let mut local = Local::default();
        let mut score = Vec::new();
        for cell in 0..self.design.len() {
            let (u, e) = self.predictor(strength, theta, cell);
            let d = self.outcome.derivatives(&self.design.counts[cell], u, e);
            self.touch(strength, theta, cell, &mut local);
            score.clear();
            score.extend(local.u.iter().zip(&local.e).map(|(u, e)| d.z * u + d.e * e));
            each(cell, &local.index, &score);
        }
    }

    /// The same law, without cells.
    pub fn empty(&self) -> Block {
        Block { design: Design::default(), ..*self }
    }

    /// The cells from `first` on.
    pub fn tail(&self, first: usize) -> Block {
        Block { design: self.design.tail(first), ..*self }
    }

    /// Probabilities of left, right and tie in a cell.
    pub fn probabilities(&self, strength: &Strength, theta: &[f64], cell: usize) -> [f64; 3] {
        let (u, e) = self.predictor(strength, theta, cell);
        self.outcome.probabilities(u, e)
    }

    /// Expected counts of a cell.
    pub fn expected(&self, strength: &Strength, theta: &[f64], cell: usize) -> Counts {
        let [win, loss, tie] = self.probabilities(strength, theta, cell);
        let total = self.design.counts[cell].total();
        Counts { win: total * win, loss: total * loss, tie: total * tie }
    }
}

/// Adds J' form J to the lower triangle.
#[inline]
fn scatter(form: &Form, local: &Local, dimension: usize, out: &mut [f64]) {
    for a in 0..local.index.len() {
        let (u, e) = (local.u[a], local.e[a]);
        let along_u = form.zz * u + form.ze * e;
        let along_e = form.ze * u + form.ee * e;
        let row = local.index[a] as usize;
        out[row * dimension + row] += along_u * u + along_e * e;
        for b in 0..a {
            add(local.index[a], local.index[b], along_u * local.u[b] + along_e * local.e[b], dimension, out);
        }
    }
}

/// Adds weight (e_i - e_j)(e_i - e_j)' to the lower triangle.
#[inline]
fn add_edge(i: usize, j: usize, weight: f64, dimension: usize, out: &mut [f64]) {
    out[i * dimension + i] += weight;
    out[j * dimension + j] += weight;
    out[i.min(j) * dimension + i.max(j)] -= weight;
}

/// Adds a symmetric pair of entries to the lower triangle of a column-major matrix.
#[inline]
fn add(a: u32, b: u32, value: f64, dimension: usize, out: &mut [f64]) {
    let (row, column) = (a.max(b) as usize, a.min(b) as usize);
    // A parameter touched in two places meets itself twice.
    out[column * dimension + row] += if a == b { 2.0 * value } else { value };
}
