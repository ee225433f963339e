//! Bradley-Terry scores by influence values that assume mu_jk = logistic(r_j - r_k + b): two categories.
//!
//! Corrected: sum over labels of (1/pi) L^+ b_jk eps / 2, b_jk = e_j - e_k, L the Laplacian with weights
//! m_jk (1 - m_jk), m_jk = logistic(l_jk). As printed (47) it is twice that, because the sum over ordered
//! pairs of v b b' is 2 L. Efficient: I^+ sum over labels of z eps, with the information I = sum over
//! ordered pairs of pi v z z', v = mu (1 - mu), z = b_jk and a trailing one where the order has a free
//! effect b, eps and v at the model's own probabilities with r the projection and b the mean log odds of
//! the item shown first; no 1/pi. Only with constant pi are the two the same.

use super::{Loads, Residual, Residuals, Score};
use crate::error::{Error, Result};
use crate::gars::pairs::{lanes, Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::{EdgeForm, RestrictedForm};
use crate::linalg::{multiply, Factor};
use crate::outcome::logistic;
use crate::room::{reserve, Duplicate as _, Gather as _};

pub(super) struct Restricted {
    form: RestrictedForm,
    /// Of every context.
    each: Vec<Inner>,
}

/// The equations of a context.
struct Inner {
    /// L and a multiple of 1 1', or the information made definite in the same way.
    factor: Factor,
    /// L^+ and L^+ Q L^+ for weights.
    inverse: Vec<f64>,
    turned: Vec<f64>,
}

impl Restricted {
    pub(super) fn new(form: RestrictedForm, items: usize) -> Result<Restricted> {
        let size = items + usize::from(form == RestrictedForm::EfficientWithOrder);
        let inner = || Ok(Inner { factor: Factor::new(size)?, inverse: Vec::new(), turned: Vec::new() });
        Ok(Restricted { form, each: (0..LANES).map(|_| inner()).gathered_or()? })
    }
}

impl Inner {
    /// Fills the lower triangle, column-major, with a Laplacian of `weight` and a multiple of 1 1' of its own
    /// size, which makes it definite and changes no solution that sums to zero.
    fn laplacian(&mut self, items: usize, size: usize, weight: impl Fn(usize, usize) -> f64) {
        let matrix = self.factor.matrix();
        matrix.fill(0.0);
        let mut trace = 0.0;
        for j in 0..items {
            for k in j + 1..items {
                let w = weight(j, k);
                matrix[j * size + j] += w;
                matrix[k * size + k] += w;
                matrix[j * size + k] -= w;
                trace += 2.0 * w;
            }
        }
        let all = trace / (items * items) as f64;
        for j in 0..items {
            for k in j..items {
                matrix[j * size + k] += all;
            }
        }
    }

    /// The corrections from the information of all pairs.
    fn efficient(
        &mut self,
        at: &Scores,
        lane: usize,
        order: bool,
        residuals: &[Residual],
        out: &mut [Lanes],
    ) -> Result<()> {
        let n = at.items;
        let size = n + usize::from(order);
        // The model that is assumed: scores of the projection, and the mean of the log odds that the item
        // shown first is preferred.
        let r = at.projection(EdgeForm::default());
        let pairs = || (0..n * n).filter(|pair| pair / n != pair % n);
        let shift = if order {
            pairs().map(|pair| (at.s[0][pair][lane] / at.s[1][pair][lane]).ln()).sum::<f64>()
                / (n * (n - 1)) as f64
        } else {
            0.0
        };
        let model = |j: usize, k: usize| r[j][lane] - r[k][lane] + shift;
        let information = |j: usize, k: usize| {
            let z = model(j, k);
            at.propensities[lane][j * n + k] * logistic(z) * logistic(-z)
        };
        let both = |j, k| information(j, k) + if at.folded { 0.0 } else { information(k, j) };
        self.laplacian(n, size, both);
        if order {
            let matrix = self.factor.matrix();
            for j in 0..n {
                // z z' has the trailing one: v (e_j - e_k) in the last row, v in the corner.
                for k in (0..n).filter(|&k| k != j) {
                    let v = information(j, k);
                    matrix[j * size + n] += v;
                    matrix[k * size + n] -= v;
                    matrix[n * size + n] += v;
                }
            }
        }
        let mut right = vec![0.0; size];
        for residual in residuals {
            let (j, k) = (residual.first, residual.second);
            let label = residual.values[0] + at.mu[(j * n + k) * at.categories][lane];
            let epsilon = label - logistic(model(j, k));
            right[j] += epsilon;
            right[k] -= epsilon;
            if order {
                right[n] += epsilon;
            }
        }
        if right.iter().all(|r| *r == 0.0) {
            return Ok(());
        }
        if !self.factor.factor() {
            return Err(Error::data(
                "propensities: the pairs that can be labelled do not connect all items, or not determine \
                 the effect of the order",
            ));
        }
        self.factor.solve(&mut right);
        out.iter_mut().zip(&right).for_each(|(out, x)| out[lane] = *x);
        Ok(())
    }
}

impl Score for Restricted {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        out.copy_from_slice(at.projection(EdgeForm::default()));
        if self.form.is_efficient() {
            return Ok(());
        }
        let n = at.items;
        let mut edges = reserve(n * n)?;
        for (lane, inner) in self.each[..at.used].iter_mut().enumerate() {
            for j in 0..n {
                for k in j + 1..n {
                    edges[j * n + k] = at.edge(EdgeForm::default(), lane, j, k)?;
                }
            }
            inner.laplacian(n, n, |j, k| logistic(edges[j * n + k]) * logistic(-edges[j * n + k]));
            if !inner.factor.factor() {
                return Err(Error::Numeric(
                    "restricted Bradley-Terry: the information is singular; a floor prevents it".into(),
                ));
            }
        }
        Ok(())
    }

    fn loads(&self, _: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        let size = if self.form == RestrictedForm::Printed { 0.5 } else { 0.25 };
        let sign = if j < k { size } else { -size };
        first.copy_from_slice(&[[sign; LANES], [-sign; LANES]]);
        second.fill([0.0; LANES]);
    }

    fn push(&self, _: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        sum[low][lane] += amounts[0];
        sum[high][lane] -= amounts[0];
    }

    fn finish(&mut self, at: &Scores, sum: &mut [Lanes]) {
        for (lane, inner) in self.each[..at.used].iter_mut().enumerate() {
            let mut own: Vec<f64> = sum.iter().map(|sum| sum[lane]).gathered();
            inner.factor.solve(&mut own);
            sum.iter_mut().zip(own).for_each(|(sum, x)| sum[lane] = x);
        }
    }

    fn correct(
        &mut self,
        at: &Scores,
        residuals: &Residuals,
        loads: &mut Loads,
        out: &mut [Lanes],
    ) -> Result<()> {
        if self.form.is_efficient() {
            let order = self.form == RestrictedForm::EfficientWithOrder;
            let mut each = self.each[..at.used].iter_mut().zip(residuals).enumerate();
            return each.try_for_each(|(lane, (inner, own))| inner.efficient(at, lane, order, own, out));
        }
        super::correct_by_loads(self, at, residuals, loads, out);
        Ok(())
    }

    fn without_weights(&self) -> Option<&'static str> {
        self.form.is_efficient().then_some(
            "efficient inference restricted to Bradley-Terry has no weights: its variance is no sum over pairs; take the \
             corrected form",
        )
    }

    fn prepare(&mut self, at: &Scores, q: Option<&[f64]>) -> Result<()> {
        let n = at.items;
        // L^+ and the inverse here differ by a multiple of 1 1', which differences do not see.
        for inner in &mut self.each[..at.used] {
            inner.inverse = inner.factor.inverse()?;
            let mut turned = inner.inverse.duplicate();
            if let Some(q) = q {
                multiply(q, &inner.inverse, &mut turned, n);
            }
            inner.turned = reserve(n * n)?;
            multiply(&inner.inverse, &turned, &mut inner.turned, n);
        }
        Ok(())
    }

    fn gram(&self, at: &Scores, _: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        let of = |lane: usize| match lane < at.used {
            true => super::across(Some(&self.each[lane].turned), at.items, low, high),
            false => 0.0,
        };
        [lanes(of), [0.0; LANES], [0.0; LANES]]
    }

    fn directions(&mut self, at: &Scores, low: usize, high: usize, out: [&mut [f64]; 2]) {
        let n = at.items;
        let column = |item: usize| &self.each[0].inverse[item * n..(item + 1) * n];
        for (out, (a, b)) in out[0].iter_mut().zip(column(low).iter().zip(column(high))) {
            *out = a - b;
        }
        out[1].fill(0.0);
    }
}
