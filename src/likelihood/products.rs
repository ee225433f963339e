//! Products with the Hessian, of one vector or of several, from the weights that a point leaves of every cell.

use super::assemble::{Block, Weights, CELL};
use super::parts::{are_many, PARTS};
use super::Scratch;
use crate::interrupt::spend;
use crate::linalg::Entry;
use crate::strength::Strength;
use crate::terms::{Local, SparseRows, COORDINATES, CUTS};
use std::ops::Range;

impl Block {
    /// Adds the product of the Hessian with `v`, from the weights of `weigh`, in parts where there are many cells.
    pub(super) fn product_in_parts(
        &self,
        strength: &Strength,
        theta: &[f64],
        weights: &Weights,
        v: &[f64],
        out: &mut [f64],
        scratch: &mut Scratch,
    ) {
        let cells = self.design.len();
        if !are_many(cells, theta.len()) {
            return self.product(strength, theta, weights, 0..cells, v, out, &mut scratch.local);
        }
        scratch.sum(cells, [(); PARTS], [out], |cells, (), [out], local| {
            self.product(strength, theta, weights, cells, v, out, local);
            0.0
        });
    }

    /// Adds the share of some cells in the product of the Hessian with `v`, from the weights of `weigh`; or with several
    /// vectors.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn product<E: Entry>(
        &self,
        strength: &Strength,
        theta: &[f64],
        weights: &Weights,
        cells: Range<usize>,
        v: &[E],
        out: &mut [E],
        local: &mut Local,
    ) {
        let each = std::mem::size_of::<E>() / 8;
        if self.is_plain(strength) {
            // The weighted Laplacian of the comparison graph: no need to list what a cell touches.
            spend(cells.len() * each);
            let pairs = self.design.left[cells.clone()].iter().zip(&self.design.right[cells.clone()]);
            for (weight, (&i, &j)) in weights.plain[cells].iter().zip(pairs) {
                let (i, j) = (i as usize, j as usize);
                let mut flow = v[i].times(*weight);
                flow.add_times(-weight, &v[j]);
                out[i].add_times(1.0, &flow);
                out[j].add_times(-1.0, &flow);
            }
            return;
        }
        spend(CELL / 4 * cells.len() * each);
        if self.spread.is_none() && self.design.log_scale.is_empty() {
            return self.product_of_strengths(strength, theta, weights, cells, v, out);
        }
        for (cell, (slope, form)) in cells.clone().zip(&weights.full[cells]) {
            self.touch(strength, theta, cell, local);
            let mut sums = [E::ZERO; COORDINATES];
            for touch in &local.touched {
                sums[touch.part.place()].add_times(touch.along, &v[touch.index as usize]);
            }
            let mut flows = [E::ZERO; COORDINATES];
            for (flow, row) in flows.iter_mut().zip(form.rows()) {
                sums.iter().zip(row).for_each(|(sum, weight)| flow.add_times(weight, sum));
            }
            for touch in &local.touched {
                out[touch.index as usize].add_times(touch.along, &flows[touch.part.place()]);
            }
            for &(a, b, value) in &local.curvature {
                let (i, j) = (local.at(a) as usize, local.at(b) as usize);
                out[i].add_times(slope * value, &v[j]);
                out[j].add_times(slope * value, &v[i]);
            }
        }
    }

    /// The same where a difference is one of strengths and linear terms: written out, for a list of what each cell
    /// touches takes three times as long as the sums.
    fn product_of_strengths<E: Entry>(
        &self,
        strength: &Strength,
        theta: &[f64],
        weights: &Weights,
        cells: Range<usize>,
        v: &[E],
        out: &mut [E],
    ) {
        let design = &self.design;
        let has_cuts = design.has_cuts();
        for (cell, (slope, form)) in cells.clone().zip(&weights.full[cells]) {
            let (left, right) = self.items(cell);
            let mut u = E::ZERO;
            if strength.is_by_judge() {
                let judge = design.judge(cell);
                for column in 0..strength.columns {
                    let (i, j) = (strength.item(left, column), strength.item(right, column));
                    let k = strength.judge(judge, column);
                    u.add_times(theta[k], &gap(v, i, j));
                    u.add_times(theta[i] - theta[j], &v[k]);
                }
            } else {
                u = gap(v, left, right);
            }
            add_dot(&design.u.rows, cell, v, &mut u);
            let mut of_u = u.times(form.zz());
            if has_cuts {
                let mut cuts = [E::ZERO; CUTS];
                for (cut, sum) in design.cuts.iter().zip(&mut cuts) {
                    add_dot(&cut.rows, cell, v, sum);
                }
                let rows = form.rows();
                for (weight, cut) in rows[0][1..].iter().zip(&cuts) {
                    of_u.add_times(*weight, cut);
                }
                for (cut, row) in design.cuts.iter().zip(&rows[1..]).filter(|(cut, _)| !cut.rows.is_empty()) {
                    let mut of_cut = u.times(row[0]);
                    row[1..].iter().zip(&cuts).for_each(|(weight, value)| of_cut.add_times(*weight, value));
                    add_row(&cut.rows, cell, &of_cut, out);
                }
            }
            add_row(&design.u.rows, cell, &of_u, out);
            if !strength.is_by_judge() {
                out[left].add_times(1.0, &of_u);
                out[right].add_times(-1.0, &of_u);
                continue;
            }
            let judge = design.judge(cell);
            for column in 0..strength.columns {
                let (i, j) = (strength.item(left, column), strength.item(right, column));
                let k = strength.judge(judge, column);
                // Beside the form, the second derivative of a product of judge's and item's: the slope.
                let mut of_items = of_u.times(theta[k]);
                of_items.add_times(*slope, &v[k]);
                out[i].add_times(1.0, &of_items);
                out[j].add_times(-1.0, &of_items);
                out[k].add_times(theta[i] - theta[j], &of_u);
                out[k].add_times(*slope, &gap(v, i, j));
            }
        }
    }
}

/// The difference of two entries.
#[inline(always)]
fn gap<E: Entry>(v: &[E], i: usize, j: usize) -> E {
    let mut gap = v[i];
    gap.add_times(-1.0, &v[j]);
    gap
}

/// Adds the product of a row with a vector.
#[inline(always)]
fn add_dot<E: Entry>(rows: &SparseRows, row: usize, v: &[E], sum: &mut E) {
    let (index, value) = rows.row(row);
    index.iter().zip(value).for_each(|(&at, value)| sum.add_times(*value, &v[at as usize]));
}

/// Adds a multiple of a row.
#[inline(always)]
fn add_row<E: Entry>(rows: &SparseRows, row: usize, flow: &E, out: &mut [E]) {
    let (index, value) = rows.row(row);
    index.iter().zip(value).for_each(|(&at, value)| out[at as usize].add_times(*value, flow));
}
