//! The structural null space: directions in parameter space along which the likelihood does not change, whatever the data.
//!
//! Scores may be shifted within each component of the comparison graph; scores and sensitivities may
//! be scaled against each other; so may differences and their spread; a common threshold may be moved
//! into the judges' offsets, the factors of a threshold be turned. Solvers add these directions to the
//! Hessian instead of choosing a base item or judge.

use crate::interrupt::spend;
use crate::linalg::add_outer_products;
use crate::room::Put as _;
use crate::spread::Freedom;
use crate::strength::Strength;
use crate::terms::Entries;
use crate::vectors::dot;

/// The null directions of one model. All are orthogonal to each other at every point.
#[derive(Debug, Clone, Default)]
pub struct NullSpace {
    /// Groups of items whose scores may be shifted together.
    pub shifts: Vec<Vec<u32>>,
    /// Columns of the strengths; none is one.
    pub columns: usize,
    /// Whether the columns of the strengths may be scaled and turned.
    pub scale: bool,
    /// Directions that a spread leaves free.
    pub spread: Option<Freedom>,
    /// Directions among the thresholds, the same at every point: orthonormal, parameters ascending.
    pub thresholds: Vec<Entries>,
}

impl NullSpace {
    /// Number of directions.
    pub fn len(&self) -> usize {
        let spread = self.spread.as_ref().map_or(0, Freedom::len);
        let columns = self.columns.max(1);
        let turns = if self.scale { columns * columns } else { 0 };
        columns * self.shifts.len() + turns + spread + self.thresholds.len()
    }

    /// Whether the directions are shifts of scores alone, one column of them: then an item of each group may be grounded.
    pub fn is_of_shifts(&self) -> bool {
        self.columns <= 1 && !self.scale && self.spread.is_none() && self.thresholds.is_empty()
    }

    /// Fixed parameters, and the first of every group of scores that may be shifted.
    pub(crate) fn grounded(&self, fixed: &[bool]) -> Vec<bool> {
        let mut grounded = crate::room::copied(fixed);
        self.shifts
            .iter()
            .filter_map(|group| group.first())
            .for_each(|&first| grounded[first as usize] = true);
        grounded
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds `weight` times the projector on the null directions at theta to the lower triangle of
    /// `matrix`. `scratch` is room for directions.
    pub fn add_projector(
        &self,
        strength: &Strength,
        theta: &[f64],
        fixed: &[bool],
        weight: f64,
        matrix: &mut [f64],
        scratch: &mut Vec<f64>,
    ) {
        let p = theta.len();
        for (group, first) in self.shifts(strength) {
            let share = weight / group.len() as f64;
            for (at, &a) in group.iter().enumerate() {
                spend(2 * (group.len() - at));
                for &b in &group[at..] {
                    matrix[(first + a.min(b) as usize) * p + first + a.max(b) as usize] += share;
                }
            }
        }
        self.moving(strength, theta, fixed, scratch);
        for direction in scratch.chunks(p.max(1)) {
            let end = direction.iter().rposition(|d| *d != 0.0).map_or(0, |last| last + 1);
            for column in (0..end).filter(|&c| direction[c] != 0.0) {
                let along = weight * direction[column];
                spend((end - column) / 2);
                let target = &mut matrix[column * p + column..column * p + end];
                target.iter_mut().zip(&direction[column..end]).for_each(|(m, d)| *m += along * d);
            }
        }
        // All at once: factors of thresholds leave hundreds of directions of thousands of entries.
        scratch.clear();
        let root = weight.sqrt();
        for direction in &self.thresholds {
            let first = scratch.len();
            scratch.put_until(first + p, 0.0);
            direction.iter().for_each(|&(at, along)| scratch[first + at as usize] = root * along);
        }
        add_outer_products(scratch, p, matrix);
    }

    /// Takes the null directions at theta out of `v`.
    pub fn project(
        &self,
        strength: &Strength,
        theta: &[f64],
        fixed: &[bool],
        v: &mut [f64],
        scratch: &mut Vec<f64>,
    ) {
        self.centre(strength, v);
        self.moving(strength, theta, fixed, scratch);
        for direction in scratch.chunks(theta.len().max(1)) {
            let along = dot(direction, v);
            v.iter_mut().zip(direction).for_each(|(x, d)| *x -= along * d);
        }
        for direction in &self.thresholds {
            let along: f64 = direction.iter().map(|&(at, d)| d * v[at as usize]).sum();
            direction.iter().for_each(|&(at, d)| v[at as usize] -= along * d);
        }
    }

    /// All directions at theta, dense.
    pub fn dense(&self, strength: &Strength, theta: &[f64], fixed: &[bool]) -> Vec<Vec<f64>> {
        let p = theta.len();
        let mut all = Vec::new();
        for (group, first) in self.shifts(strength) {
            let mut direction = vec![0.0; p];
            group.iter().for_each(|&i| direction[first + i as usize] = 1.0);
            all.put(direction);
        }
        let mut moving = Vec::new();
        self.moving(strength, theta, fixed, &mut moving);
        all.put_each(moving.chunks(p.max(1)).map(crate::room::copied));
        for entries in &self.thresholds {
            let mut direction = vec![0.0; p];
            entries.iter().for_each(|&(at, v)| direction[at as usize] = v);
            all.put(direction);
        }
        all
    }

    /// Moves theta along the null directions to where numbers are balanced.
    pub fn balance(&self, strength: &Strength, theta: &mut [f64], fixed: &[bool]) {
        if self.scale {
            strength.balance(theta);
        }
        if let Some(freedom) = &self.spread {
            freedom.balance(theta, fixed);
        }
    }

    /// The directions that differ from point to point, one of the length of theta after the other.
    fn moving(&self, strength: &Strength, theta: &[f64], fixed: &[bool], out: &mut Vec<f64>) {
        out.clear();
        if self.scale {
            strength.directions(theta, fixed, out);
            self.make_orthonormal(strength, theta.len(), out);
        }
        if let Some(freedom) = &self.spread {
            freedom.directions(theta, fixed, out);
        }
    }

    /// Groups of items whose numbers in a column may be shifted, with the first parameter of the column.
    fn shifts<'a>(&'a self, strength: &'a Strength) -> impl Iterator<Item = (&'a Vec<u32>, usize)> {
        (0..strength.columns)
            .flat_map(move |c| self.shifts.iter().map(move |group| (group, strength.item(0, c))))
    }

    /// Takes the shifts out of a vector.
    fn centre(&self, strength: &Strength, v: &mut [f64]) {
        for (group, first) in self.shifts(strength) {
            let mean = group.iter().map(|&i| v[first + i as usize]).sum::<f64>() / group.len() as f64;
            group.iter().for_each(|&i| v[first + i as usize] -= mean);
        }
    }

    /// Makes directions orthogonal to the shifts and to each other (Gram and Schmidt, twice); those that
    /// depend on others are left out.
    fn make_orthonormal(&self, strength: &Strength, p: usize, directions: &mut Vec<f64>) {
        let mut kept = 0;
        for at in 0..directions.len() / p.max(1) {
            let (before, rest) = directions.split_at_mut(at * p);
            let direction = &mut rest[..p];
            self.centre(strength, direction);
            let size = dot(direction, direction).sqrt();
            for _ in 0..if kept > 0 { 2 } else { 0 } {
                for other in before[..kept * p].chunks(p) {
                    let along = dot(other, direction);
                    direction.iter_mut().zip(other).for_each(|(x, d)| *x -= along * d);
                }
            }
            let left = dot(direction, direction).sqrt();
            if left > 1e-9 * size {
                direction.iter_mut().for_each(|d| *d /= left);
                directions.copy_within(at * p..(at + 1) * p, kept * p);
                kept += 1;
            }
        }
        directions.truncate(kept * p);
    }
}
