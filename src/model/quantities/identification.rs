//! Identification: the null space of the design, and the one rule for every read-out.
//!
//! The design has a row for the derivatives of every predictor (difference, threshold, threshold of both bad) of
//! every comparison; its rank is the identified dimension. A read-out whose derivative has a part in the null
//! space of the design is not identified: its value and its error are NaN, in models, replicates and predictions
//! alike. Where the likelihood grows without bound along a direction, a read-out that moves along it *diverges*.

use super::jacobian::Jacobian;
use super::nulls::{dense, design_of, RELATIVE_ZERO, SMALL};
use super::predict::Predicted;
use super::readout::{Quantity, Readout, View};
use super::scale::Normalisation;
use crate::error::Result;
use crate::likelihood::Curvature;
use crate::linalg::symmetric_eigen;
use crate::model::fitted::{Direction, Model};
use crate::model::specification::Problems;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::terms::Entries;
use crate::vectors::dot;

/// Where no finite estimate exists, information below this share of the largest is of what diverges.
const FADED: f64 = 1e-10;

/// Adds a vector to an orthonormal basis unless no more than `least` of its length is apart from it.
fn push_apart(basis: &mut Vec<Vec<f64>>, mut vector: Vec<f64>, least: f64) {
    for _ in 0..2 {
        for other in basis.iter() {
            let along = dot(other, &vector);
            vector.iter_mut().zip(other).for_each(|(v, o)| *v -= along * o);
        }
    }
    let length = dot(&vector, &vector).sqrt();
    if length > least {
        vector.iter_mut().for_each(|v| *v /= length);
        basis.put(vector);
    }
}

/// Whether a read-out is identified.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum State {
    /// It is.
    Identified,
    /// The data do not identify it.
    Arbitrary,
    /// It diverges: to plus or minus infinity, or (NaN) to either.
    Diverges(f64),
}

impl Model {
    /// Where no finite estimate exists, adds the directions of information at the level of rounding that are not
    /// known yet: of what moves along them the limit says nothing, not even the sign, as of a position effect against
    /// scores that diverge at the same time.
    pub(in crate::model) fn add_faded_directions(&mut self) -> Result<()> {
        let p = self.theta.len();
        let linear = self.layout.strength.is_linear() && self.layout.spread.is_none();
        if !self.facts.problems.contains(Problems::SEPARATED) || !linear || p > SMALL {
            return Ok(());
        }
        let units = self.units().duplicate();
        let mut information = vec![0.0; p * p];
        self.objective.information(&self.theta, Curvature::Expected, &mut information);
        let free: Vec<usize> = (0..p).filter(|&k| !self.objective.fixed[k]).gathered();
        let n = free.len();
        let mut scaled = vec![0.0; n * n];
        for (column, &a) in free.iter().enumerate() {
            for (row, &b) in free.iter().enumerate().skip(column) {
                scaled[column * n + row] = information[a * p + b] * units[a] * units[b];
            }
        }
        let (values, vectors) = symmetric_eigen(&scaled, n)?;
        // Where all predictors diverge, even the largest information is rounding: next to that of even votes.
        let even = self.objective.data.design.total() / n.max(1) as f64;
        let most = FADED * values.last().copied().unwrap_or(0.0).max(even);
        let faded = values.iter().take_while(|value| **value <= most).count();
        // The directions known already, in coordinates of the faded space, and then that space itself.
        let known = self.null_space.dense(&self.objective.strength, &self.theta, &self.objective.fixed);
        let known = known.into_iter().chain(self.directions.iter().map(|d| dense(&d.along, p)));
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for direction in known {
            let own: Vec<f64> = free.iter().map(|&k| direction[k] / units[k]).gathered();
            let size = dot(&own, &own).sqrt();
            let along: Vec<f64> = vectors.chunks(n.max(1)).take(faded).map(|v| dot(v, &own)).gathered();
            if dot(&along, &along).sqrt() > 0.5 * size {
                push_apart(&mut basis, along, 1e-3 * size);
            }
        }
        let before = basis.len();
        for k in 0..faded {
            let unit = (0..faded).map(|at| f64::from(u8::from(at == k))).gathered();
            push_apart(&mut basis, unit, 1e-6);
        }
        for weights in &basis[before..] {
            let mut along = vec![0.0; n];
            for (w, vector) in weights.iter().zip(vectors.chunks(n)) {
                along.iter_mut().zip(vector).for_each(|(a, v)| *a += w * v);
            }
            // Both ways, so that nothing that moves along it has a sign.
            for sign in [1.0, -1.0] {
                let entries = free.iter().zip(&along).filter(|(_, v)| v.abs() > 1e-13);
                let along = entries.map(|(&k, v)| (k as u32, sign * v * units[k])).gathered();
                self.directions.put(Direction { along, diverges: true });
            }
        }
        Ok(())
    }

    /// Reciprocal lengths of the columns of the design: the units of the parameters.
    pub(super) fn units(&self) -> &[f64] {
        room::once::<Vec<f64>>(&self.units, || {
            let lengths = design_of(&self.layout, &self.objective, &self.theta).lengths;
            let of_caller = &self.objective.units;
            let own = (0..lengths.len()).filter(|k| !of_caller.contains(k)).map(|k| lengths[k]);
            // A slope that vanishes is no unit; covariates are in units of the caller.
            let least = RELATIVE_ZERO * own.fold(0.0, f64::max);
            let unit = |(k, l): (usize, &f64)| match *l > if of_caller.contains(&k) { 0.0 } else { least } {
                true => l.recip(),
                false => 1.0,
            };
            lengths.iter().enumerate().map(unit).gathered()
        })
    }

    /// Orthonormal directions of free parameters that the data do not identify, beyond the structural null space and
    /// orthogonal to it.
    pub(in crate::model) fn open_directions(&self) -> Vec<Entries> {
        let (p, fixed) = (self.theta.len(), &self.objective.fixed);
        let is_open = |d: &&Direction| !d.diverges && d.along.iter().all(|(at, _)| !fixed[*at as usize]);
        let open: Vec<&Direction> = self.directions.iter().filter(is_open).gathered();
        if open.is_empty() {
            return Vec::new();
        }
        let mut basis = Vec::new();
        for mut direction in self.null_space.dense(&self.objective.strength, &self.theta, fixed) {
            direction.iter_mut().zip(fixed).filter(|(_, fixed)| **fixed).for_each(|(v, _)| *v = 0.0);
            push_apart(&mut basis, direction, 1e-9);
        }
        let known = basis.len();
        for direction in open {
            let along = dense(&direction.along, p);
            let size = dot(&along, &along).sqrt();
            push_apart(&mut basis, along, 1e-6 * size);
        }
        let entries = |along: &Vec<f64>| {
            (0..).zip(along).filter(|(_, v)| **v != 0.0).map(|(at, v)| (at, *v)).gathered()
        };
        basis[known..].iter().map(entries).gathered()
    }

    /// Whether a parameter was held for want of data: fixed, and moved by a direction that is open.
    pub(crate) fn is_withheld(&self, at: usize) -> bool {
        let withheld = room::once(&self.withheld, || {
            let mut withheld = Vec::new();
            let open = self.directions.iter().filter(|d| !d.diverges).flat_map(|d| &d.along);
            for &(at, _) in open.filter(|(at, _)| self.objective.fixed[*at as usize]) {
                withheld.put_until(self.theta.len(), false);
                withheld[at as usize] = true;
            }
            withheld
        });
        withheld.get(at) == Some(&true)
    }

    /// Sets the values of items that were never compared to NaN, unless the normalisation fixes them.
    pub(crate) fn mask_lone_items(&self, quantity: Quantity, view: &View, readout: &mut Readout) {
        let own_zero = quantity == Quantity::Scores && view.normalisation != Normalisation::Sum;
        let of_items = matches!(
            quantity,
            Quantity::Scores
                | Quantity::Shares
                | Quantity::Strengths
                | Quantity::Disagreements
                | Quantity::ItemFactors
        );
        if own_zero || !of_items || !self.facts.problems.contains(Problems::DISCONNECTED) {
            return;
        }
        let items = self.layout.items;
        let per_item = if quantity == Quantity::ItemFactors { readout.estimates.len() / items } else { 1 };
        let lone = self.lone_items();
        for (at, estimate) in readout.estimates.iter_mut().enumerate() {
            if lone[(at / per_item) % items] {
                *estimate = f64::NAN;
            }
        }
    }

    /// Whether each item is a component of its own, and its score not fixed by the caller.
    pub(crate) fn lone_items(&self) -> Vec<bool> {
        let apart = self.facts.problems.contains(Problems::DISCONNECTED);
        let mut sizes = vec![0usize; self.components.iter().max().map_or(0, |c| *c as usize + 1)];
        self.components.iter().for_each(|&c| sizes[c as usize] += 1);
        let is_lone = |i: usize| apart && !self.objective.fixed[i] && sizes[self.components[i] as usize] == 1;
        (0..self.layout.items).map(is_lone).gathered()
    }

    /// How the values of a quantity move with the zero of the scores of each component; None for a quantity
    /// that does not, or where there is one component.
    pub(crate) fn zeros(&self, quantity: Quantity) -> Option<Vec<Vec<f64>>> {
        if !self.facts.problems.contains(Problems::DISCONNECTED) {
            return None;
        }
        let (items, strength) = (self.layout.items, &self.layout.strength);
        let count = self.components.iter().max().map_or(0, |c| *c as usize + 1);
        let weight = |judge: usize, c: usize| match strength.is_by_judge() {
            true => self.theta[strength.judge(judge, c)],
            false => 1.0,
        };
        let inside = |component: usize, item: usize| self.components[item] as usize == component;
        let by_item = |component: usize| -> Vec<f64> {
            (0..items).map(|i| f64::from(u8::from(inside(component, i)))).gathered()
        };
        let by_judge = |component: usize, c: usize| -> Vec<f64> {
            let of = |at: usize| if inside(component, at % items) { weight(at / items, c) } else { 0.0 };
            (0..items * self.layout.judges).map(of).gathered()
        };
        let columns = match quantity {
            Quantity::Scores => return Some((0..count).map(by_item).gathered()),
            Quantity::Strengths => 0..strength.columns,
            Quantity::Disagreements => 1..strength.columns,
            Quantity::ItemFactors => {
                let factors = strength.columns - 1;
                let of = |component: usize, c: usize| -> Vec<f64> {
                    let own = |at: usize| at % factors == c && inside(component, at / factors);
                    (0..items * factors).map(|at| f64::from(u8::from(own(at)))).gathered()
                };
                return Some(
                    (0..factors)
                        .flat_map(|c| (0..count).map(move |k| (k, c)))
                        .map(|(k, c)| of(k, c))
                        .gathered(),
                );
            }
            _ => return None,
        };
        Some(columns.flat_map(|c| (0..count).map(move |k| (k, c))).map(|(k, c)| by_judge(k, c)).gathered())
    }

    /// Which of several combinations (count x values) of a quantity hang on how the zeros of two components stand
    /// to each other. A combination that moves with the zero of one component alone is measured from the mean of
    /// that component, as single scores are.
    pub(crate) fn across(&self, quantity: Quantity, weights: &[f64], count: usize) -> Vec<bool> {
        let Some(zeros) = self.zeros(quantity) else { return vec![false; count] };
        let components = self.components.iter().max().map_or(1, |c| *c as usize + 1);
        let size = weights.len() / count.max(1);
        let moves = |row: &[f64], zero: &[f64]| {
            let parts = row.iter().zip(zero).map(|(w, z)| w * z);
            let [sum, all] = parts.fold([0.0; 2], |[sum, all], part| [sum + part, all + part.abs()]);
            sum.abs() > 1e-9 * all
        };
        let mut alone = vec![false; components];
        let lone = self.lone_items();
        (0..self.layout.items)
            .filter(|&item| lone[item])
            .for_each(|item| alone[self.components[item] as usize] = true);
        (0..count)
            .map(|c| {
                let row = &weights[c * size..(c + 1) * size];
                zeros.chunks(components).any(|column| {
                    let moved: Vec<usize> = (0..column.len()).filter(|&k| moves(row, &column[k])).gathered();
                    moved.len() > 1 || moved.iter().any(|&k| alone[k])
                })
            })
            .gathered()
    }

    /// Whether a quantity has values of several components, and which; NONE for those of none alone.
    pub(crate) fn components_of(&self, quantity: Quantity) -> Option<Vec<u32>> {
        let zeros = self.zeros(quantity)?;
        let components = self.components.iter().max().map_or(1, |c| *c as usize + 1);
        let mut of = vec![crate::comparisons::NONE; zeros.first().map_or(0, Vec::len)];
        for (at, zero) in zeros.iter().enumerate() {
            for (slot, _) in of.iter_mut().zip(zero).filter(|(_, z)| **z != 0.0) {
                *slot = (at % components) as u32;
            }
        }
        Some(of)
    }

    /// Predictor and thresholds of a comparison, NaN as far as the data do not identify them.
    pub(crate) fn hide_prediction(&self, predicted: &mut Predicted) {
        if self.directions.iter().all(|d| d.diverges) {
            return;
        }
        let (point, units) = (self.point(), self.units());
        let is_open = |along: &[(u32, f64)]| {
            let varies = || along.iter().copied().filter(|(at, _)| point.varies(*at as usize));
            let bound: f64 = varies().map(|(at, v)| (v * units[at as usize]).abs()).sum();
            self.moves_freely(varies(), bound)
        };
        let Predicted { u, cuts, along_u, along_cuts, .. } = predicted;
        for (value, along) in [(u, along_u)].into_iter().chain(cuts.iter_mut().zip(along_cuts)) {
            if is_open(along) {
                *value = f64::NAN;
            }
        }
    }

    /// The difference of a comparison: NaN where the data do not identify it, infinite where it diverges.
    pub(crate) fn resolve_difference(&self, predicted: &Predicted) -> f64 {
        if self.directions.is_empty() {
            return predicted.u;
        }
        let mut jacobian = Jacobian::new(self.theta.len());
        let point = self.point();
        predicted.along_u.iter().for_each(|&(at, slope)| point.push_free(&mut jacobian, at as usize, slope));
        jacobian.end_row();
        let mut readout = Readout { estimates: vec![predicted.u], jacobian };
        self.mark_diverging(&mut readout);
        readout.estimates[0]
    }
}
