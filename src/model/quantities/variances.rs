//! Read-outs of the spread, under the constraint that P Sigma P has trace one.

use super::jacobian::{Entries, Jacobian};
use super::point::Point;
use super::readout::Readout;
use crate::error::{Error, Result};
use crate::likelihood::NullSpace;
use crate::model::fitted::Model;
use crate::room::{with_room, Gather as _};
use crate::spread::Spread;

/// A spread of a pair below this share of the largest variance is zero, and has no logarithm.
const NO_SPREAD: f64 = 1e-15;

impl Point<'_> {
    /// By what differences are multiplied so that P Sigma P has trace one, and its derivative; none where
    /// there is no spread, or where something else sets its scale.
    pub(super) fn spread_scale(&self) -> Option<(f64, Entries)> {
        let freedom = self.model.null_space.spread.as_ref().filter(|freedom| freedom.scale)?;
        let trace = freedom.trace(self.theta);
        let value = 1.0 / trace.sqrt();
        let by_trace = -0.5 * value / trace;
        let slopes = freedom.trace_slopes(self.theta);
        Some((value, slopes.into_iter().map(|(at, slope)| (at, by_trace * slope)).gathered()))
    }

    /// d_i.
    pub(super) fn read_variances(&self) -> Readout {
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let Some(spread) = self.model.layout.spread else {
            return Readout { estimates: Vec::new(), jacobian };
        };
        let (scale, derivative) = self.spread_scale().unwrap_or((1.0, Vec::new()));
        let square = scale * scale;
        let raw: Vec<f64> = (0..spread.items).map(|i| spread.variance(self.theta, i)).gathered();
        let estimates = raw.iter().enumerate().map(|(item, d)| {
            let at = spread.tau(item);
            self.push_free(&mut jacobian, at, 2.0 * square * self.theta[at]);
            jacobian.end_row();
            if self.fixed[at] {
                f64::NAN
            } else {
                square * d
            }
        });
        let estimates = estimates.gathered();
        let left = raw.iter().map(|d| 2.0 * scale * d).gathered();
        jacobian.push_outer(left, self.free_entries(&derivative));
        Readout { estimates, jacobian }
    }

    /// S_ij of all pairs, or its logarithm, items x items; the diagonal is NaN.
    pub(super) fn read_spreads(&self, logarithm: bool) -> Readout {
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let Some(spread) = self.model.layout.spread else {
            return Readout { estimates: Vec::new(), jacobian };
        };
        let (scale, derivative) = self.spread_scale().unwrap_or((1.0, Vec::new()));
        let mut estimates = with_room(spread.items * spread.items);
        let mut left = with_room(spread.items * spread.items);
        let free = (0..spread.items).filter(|&i| !self.fixed[spread.tau(i)]);
        let variances = free.map(|i| spread.variance(self.theta, i));
        let least = NO_SPREAD * variances.fold(0.0, f64::max);
        for i in 0..spread.items {
            for j in 0..spread.items {
                let raw = if i == j { f64::NAN } else { spread.value(self.theta, i, j) };
                let is_held = self.fixed[spread.tau(i)] || self.fixed[spread.tau(j)];
                if raw.is_nan() || is_held || (logarithm && raw <= least) {
                    estimates.push(f64::NAN);
                    left.push(0.0);
                } else {
                    let s = scale * scale * raw;
                    let per = if logarithm { 1.0 / s } else { 1.0 };
                    estimates.push(if logarithm { s.ln() } else { s });
                    spread.slopes(self.theta, i, j, |at, slope| {
                        self.push_free(&mut jacobian, at, per * scale * scale * slope);
                    });
                    left.push(2.0 * per * s / scale);
                }
                jacobian.end_row();
            }
        }
        jacobian.push_outer(left, self.free_entries(&derivative));
        Readout { estimates, jacobian }
    }
}

impl Model {
    fn the_spread(&self) -> Result<Spread> {
        self.layout.spread.ok_or_else(|| {
            Error::Unsupported("the model has no spread: differences of all pairs are equally noisy".into())
        })
    }

    /// Lambda, items x factors, centred, along its principal axes.
    pub fn loadings(&self) -> Result<(usize, Vec<f64>)> {
        let spread = self.the_spread()?;
        let scale = self.point().spread_scale().map_or(1.0, |(value, _)| value);
        let first = spread.row(0);
        let values = &self.theta[first..first + spread.items * spread.factors];
        Ok((spread.factors, values.iter().map(|v| scale * v).gathered()))
    }

    /// P Sigma P of the items compared, items x items; NaN for the others. The part of Sigma that
    /// comparisons determine: S_ij is its diagonal at i and at j less twice its entry at i and j.
    pub fn item_covariance(&self) -> Result<Vec<f64>> {
        let spread = self.the_spread()?;
        let m = spread.items;
        let scale = self.point().spread_scale().map_or(1.0, |(value, _)| value);
        let mut matrix = vec![f64::NAN; m * m];
        let NullSpace { spread: Some(freedom), .. } = &self.null_space else { return Ok(matrix) };
        let items: Vec<usize> = freedom.items.iter().map(|&i| i as usize).gathered();
        let count = items.len() as f64;
        let s =
            |i: usize, j: usize| if i == j { 0.0 } else { scale * scale * spread.value(&self.theta, i, j) };
        // -1/2 P S P, as in classical scaling.
        let means: Vec<f64> =
            items.iter().map(|&i| items.iter().map(|&j| s(i, j)).sum::<f64>() / count).gathered();
        let all = means.iter().sum::<f64>() / count;
        for (a, &i) in items.iter().enumerate() {
            for (b, &j) in items.iter().enumerate() {
                matrix[i * m + j] = -0.5 * (s(i, j) - means[a] - means[b] + all);
            }
        }
        Ok(matrix)
    }

    /// Correlations of P Sigma P.
    pub fn item_correlations(&self) -> Result<Vec<f64>> {
        let mut matrix = self.item_covariance()?;
        let m = self.layout.items;
        let roots: Vec<f64> = (0..m).map(|i| matrix[i * m + i].sqrt()).gathered();
        for i in 0..m {
            for j in 0..m {
                matrix[i * m + j] = if i == j && !roots[i].is_nan() {
                    1.0
                } else {
                    matrix[i * m + j] / (roots[i] * roots[j])
                };
            }
        }
        Ok(matrix)
    }
}
