//! The gauge: directions in parameter space along which the likelihood does not change.
//!
//! Scores may be shifted within each component of the comparison graph; scores and sensitivities may
//! be scaled against each other; a common threshold may be moved into the judges' offsets. Solvers
//! add these directions to the Hessian instead of choosing a base item or judge.

use crate::strength::Strength;

/// The null directions of one model. All are orthogonal to each other at every point.
#[derive(Debug, Clone, Default)]
pub struct Gauge {
    /// Groups of items whose scores may be shifted together.
    pub shifts: Vec<Vec<u32>>,
    /// Whether strengths may be scaled.
    pub scale: bool,
    /// The common threshold and the offsets that may take it over.
    pub offsets: Option<(usize, Vec<usize>)>,
}

impl Gauge {
    /// Number of directions.
    pub fn len(&self) -> usize {
        self.shifts.len() + usize::from(self.scale) + usize::from(self.offsets.is_some())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds `weight` times the projector on the null directions at theta to the lower triangle of
    /// `matrix`. `scratch` has the length of theta.
    pub fn add_projector(
        &self,
        strength: &Strength,
        theta: &[f64],
        fixed: &[bool],
        weight: f64,
        matrix: &mut [f64],
        scratch: &mut [f64],
    ) {
        let p = theta.len();
        for group in &self.shifts {
            let share = weight / group.len() as f64;
            for (at, &a) in group.iter().enumerate() {
                for &b in &group[at..] {
                    matrix[a.min(b) as usize * p + a.max(b) as usize] += share;
                }
            }
        }
        if self.scale_direction(strength, theta, fixed, scratch) {
            for column in 0..strength.dimension() {
                let along = weight * scratch[column];
                for row in column..strength.dimension() {
                    matrix[column * p + row] += along * scratch[row];
                }
            }
        }
        if let Some((common, offsets)) = &self.offsets {
            let share = weight / (offsets.len() + 1) as f64;
            matrix[common * p + common] += share;
            for (at, &a) in offsets.iter().enumerate() {
                matrix[common * p + a] -= share;
                for &b in &offsets[at..] {
                    matrix[a.min(b) * p + a.max(b)] += share;
                }
            }
        }
    }

    /// Takes the null directions at theta out of `v`.
    pub fn project(
        &self,
        strength: &Strength,
        theta: &[f64],
        fixed: &[bool],
        v: &mut [f64],
        scratch: &mut [f64],
    ) {
        for group in &self.shifts {
            let mean = group.iter().map(|&i| v[i as usize]).sum::<f64>() / group.len() as f64;
            group.iter().for_each(|&i| v[i as usize] -= mean);
        }
        if self.scale_direction(strength, theta, fixed, scratch) {
            let along: f64 = scratch.iter().zip(&*v).map(|(a, b)| a * b).sum();
            v.iter_mut().zip(&*scratch).for_each(|(x, d)| *x -= along * d);
        }
        if let Some((common, offsets)) = &self.offsets {
            let sum: f64 = v[*common] - offsets.iter().map(|&o| v[o]).sum::<f64>();
            let share = sum / (offsets.len() + 1) as f64;
            v[*common] -= share;
            offsets.iter().for_each(|&o| v[o] += share);
        }
    }

    /// The unit vector of scaling, centred so that it is orthogonal to the shifts.
    fn scale_direction(&self, strength: &Strength, theta: &[f64], fixed: &[bool], out: &mut [f64]) -> bool {
        if !self.scale || !strength.scale_direction(theta, fixed, out) {
            return false;
        }
        for group in &self.shifts {
            let mean = group.iter().map(|&i| out[i as usize]).sum::<f64>() / group.len() as f64;
            group.iter().for_each(|&i| out[i as usize] -= mean);
        }
        let norm = out.iter().map(|d| d * d).sum::<f64>().sqrt();
        if norm == 0.0 {
            return false;
        }
        out.iter_mut().for_each(|d| *d /= norm);
        true
    }
}
