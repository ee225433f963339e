//! Changes that leave every z as it is: scaling, shifts of the columns of Lambda, and its rotations.

use super::Spread;
use crate::room::{with_room, Gather as _, Put as _};
use crate::terms::Entries;
use crate::vectors::dot;

/// The null directions, of a spread over the items that were compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Freedom {
    /// The spread.
    pub spread: Spread,
    /// The items compared, all connected with each other.
    pub items: Vec<u32>,
    /// Whether u and Sigma may be scaled together: not where something fixes the scale of u or of S.
    pub scale: bool,
}

impl Freedom {
    /// Number of directions.
    pub fn len(&self) -> usize {
        let k = self.spread.factors;
        usize::from(self.scale) + k + k * k.saturating_sub(1) / 2
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds to `out` unit vectors along the directions at theta, orthogonal to each other and to shifts of
    /// scores, one of the length of theta after the other.
    pub fn directions(&self, theta: &[f64], fixed: &[bool], out: &mut Vec<f64>) {
        let p = theta.len();
        let first = out.len();
        let k = self.spread.factors;
        let count = self.items.len() as f64;
        let row = |out: &mut Vec<f64>| {
            out.put_until(out.len() + p, 0.0);
            out.len() - p
        };
        let mut means = [0.0; MOST_FACTORS];
        for (c, mean) in means.iter_mut().enumerate().take(k) {
            *mean = self.items.iter().map(|&i| theta[self.spread.row(i as usize) + c]).sum::<f64>() / count;
        }
        for c in 0..k {
            let at = row(out);
            let share = 1.0 / count.sqrt();
            self.items.iter().for_each(|&i| out[at + self.spread.row(i as usize) + c] = share);
        }
        if self.scale {
            let at = row(out);
            // Whatever adds to u stands before the spread.
            let before = 0..self.spread.first;
            before.filter(|&j| !fixed[j]).for_each(|j| out[at + j] = theta[j]);
            let centre = self.items.iter().map(|&i| theta[i as usize]).sum::<f64>() / count;
            self.items.iter().for_each(|&i| out[at + i as usize] = theta[i as usize] - centre);
            for &item in &self.items {
                let item = item as usize;
                out[at + self.spread.tau(item)] = theta[self.spread.tau(item)];
                for (c, mean) in means.iter().enumerate().take(k) {
                    out[at + self.spread.row(item) + c] = theta[self.spread.row(item) + c] - mean;
                }
            }
        }
        for a in 0..k {
            for b in 0..a {
                let at = row(out);
                for &item in &self.items {
                    let start = self.spread.row(item as usize);
                    out[at + start + b] = theta[start + a] - means[a];
                    out[at + start + a] = means[b] - theta[start + b];
                }
            }
        }
        orthonormalise(&mut out[first..], p);
    }

    /// Trace of P Sigma P, P the centring: (1 - 1/m) sum d + |P Lambda|^2.
    pub fn trace(&self, theta: &[f64]) -> f64 {
        let count = self.items.len() as f64;
        let variances: f64 = self.items.iter().map(|&i| self.spread.variance(theta, i as usize)).sum();
        let mut factors = 0.0;
        for c in 0..self.spread.factors {
            let values = self.items.iter().map(|&i| theta[self.spread.row(i as usize) + c]);
            let mean = values.clone().sum::<f64>() / count;
            factors += values.map(|v| (v - mean) * (v - mean)).sum::<f64>();
        }
        (1.0 - 1.0 / count) * variances + factors
    }

    /// The mean of S over all pairs.
    fn typical(&self, theta: &[f64]) -> f64 {
        2.0 / (self.items.len() as f64 - 1.0) * self.trace(theta)
    }

    /// Items whose variance is less than this share of a typical S.
    pub fn vanishing(&self, theta: &[f64], share: f64) -> Vec<usize> {
        let least = share * self.typical(theta);
        let items = self.items.iter().map(|&i| i as usize);
        items.filter(|&i| self.spread.variance(theta, i) < least).gathered()
    }

    /// Gives variances next to zero a little: at zero the gradient vanishes, whether the optimum is there or
    /// not.
    pub fn leave_zero(&self, theta: &mut [f64]) {
        const SHARE_OF_TYPICAL: f64 = 1e-3;
        let root = (SHARE_OF_TYPICAL * self.typical(theta)).sqrt();
        self.vanishing(theta, SHARE_OF_TYPICAL)
            .into_iter()
            .for_each(|item| theta[self.spread.tau(item)] = root);
    }

    /// Derivative of the trace in every parameter.
    pub fn trace_slopes(&self, theta: &[f64]) -> Entries {
        let count = self.items.len() as f64;
        let mut slopes: Entries = with_room(self.spread.len());
        for item in self.items.iter().map(|&i| i as usize) {
            let at = self.spread.tau(item);
            slopes.push((at as u32, 2.0 * (1.0 - 1.0 / count) * theta[at]));
        }
        for c in 0..self.spread.factors {
            let places = self.items.iter().map(|&i| self.spread.row(i as usize) + c);
            let mean = places.clone().map(|at| theta[at]).sum::<f64>() / count;
            slopes.put_each(places.map(|at| (at as u32, 2.0 * (theta[at] - mean))));
        }
        slopes
    }

    /// Moves theta along the null directions to where a typical S is one and Lambda centred.
    pub fn balance(&self, theta: &mut [f64], fixed: &[bool]) {
        let count = self.items.len() as f64;
        for c in 0..self.spread.factors {
            let at = |i: &u32| self.spread.row(*i as usize) + c;
            let mean = self.items.iter().map(|i| theta[at(i)]).sum::<f64>() / count;
            self.items.iter().for_each(|i| theta[at(i)] -= mean);
        }
        let typical = self.typical(theta);
        let is_sound = typical > 0.0 && typical.is_finite();
        if !self.scale || !is_sound {
            return;
        }
        let scale = 1.0 / typical.sqrt();
        let end = self.spread.first + self.spread.len();
        (0..end).filter(|&at| !fixed[at]).for_each(|at| theta[at] *= scale);
    }
}

/// A variance that is less than this share of a typical S is zero.
pub const ZERO: f64 = 1e-9;

/// More columns than this are not distinguishable.
pub const MOST_FACTORS: usize = 64;

/// Makes rows orthonormal, one after the other (Gram and Schmidt, twice); what depends on those before it
/// becomes zero.
fn orthonormalise(rows: &mut [f64], p: usize) {
    for at in 0..rows.len() / p {
        let (before, rest) = rows.split_at_mut(at * p);
        let row = &mut rest[..p];
        let size = norm(row);
        for _ in 0..2 {
            for other in before.chunks(p) {
                let along = dot(row, other);
                row.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
            }
        }
        let left = norm(row);
        let factor = if left > 1e-10 * size { 1.0 / left } else { 0.0 };
        row.iter_mut().for_each(|a| *a *= factor);
    }
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}
