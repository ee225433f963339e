//! The canonical form of strengths of several columns (HJA, arXiv:2605.05073, Condition 1): consensus mu, the
//! mean over judges; sensitivities gamma = S mu / |mu|^2, whose mean is one; and what is left of S, U V', with
//! V'mu = 0, V'V = N I, 1'U = 0 and U'U diagonal, descending.

use super::Strength;
use crate::error::Result;
use crate::linalg::singular_values;
use crate::room::{Duplicate as _, Gather as _};
use crate::vectors::dot;

/// A consensus smaller than this share of the strengths counts as absent.
const VANISHING: f64 = 1e-6;

/// A direction of disagreement smaller than this share of the consensus is zero: solvers come near to one of
/// size zero as slowly as to any point where the parameters are singular.
const NO_DIRECTION: f64 = 1e-5;

/// Whose parameters count for the canonical form.
#[derive(Debug)]
pub struct Condition<'a> {
    /// Items without the pseudo-item.
    pub items: usize,
    /// Groups of items that may be shifted; a pseudo-item moves along.
    pub groups: &'a [Vec<u32>],
    /// Judges with comparisons.
    pub active: Vec<bool>,
}

/// Columns of judges (judges x columns) and of centred items (items x columns), row by row.
#[derive(Debug, Clone)]
pub struct Columns {
    /// A: gamma, then U.
    pub judges: Vec<f64>,
    /// B: mu, then V.
    pub items: Vec<f64>,
    /// Singular values of U V'.
    pub sizes: Vec<f64>,
}

impl Condition<'_> {
    fn count(&self) -> f64 {
        self.active.iter().filter(|a| **a).count().max(1) as f64
    }
}

impl Strength {
    /// Brings theta to the canonical form; false, and theta as it was, if there is no consensus: the judges
    /// cancel each other.
    pub fn to_canonical(&self, theta: &mut [f64], condition: &Condition<'_>) -> Result<bool> {
        let Some(columns) = self.canonical(theta, condition)? else { return Ok(false) };
        for c in 0..self.columns {
            (0..self.judges).for_each(|k| theta[self.judge(k, c)] = columns.judges[k * self.columns + c]);
            (0..self.items).for_each(|i| theta[self.item(i, c)] = columns.items[i * self.columns + c]);
        }
        Ok(true)
    }

    /// The canonical form of the strengths at theta; None without a consensus.
    pub fn canonical(&self, theta: &[f64], condition: &Condition<'_>) -> Result<Option<Columns>> {
        let (r, own) = (self.columns, condition.items);
        let mut a = vec![0.0; self.judges * r];
        let mut b = vec![0.0; self.items * r];
        for c in 0..r {
            let active = |k: usize| condition.active[k];
            (0..self.judges).filter(|&k| active(k)).for_each(|k| a[k * r + c] = theta[self.judge(k, c)]);
            (0..self.items).for_each(|i| b[i * r + c] = theta[self.item(i, c)]);
            for group in condition.groups {
                let inside = || group.iter().map(|&i| i as usize).filter(|&i| i < own);
                let mean = inside().map(|i| b[i * r + c]).sum::<f64>() / inside().count().max(1) as f64;
                group.iter().for_each(|&i| b[i as usize * r + c] -= mean);
            }
        }
        let count = condition.count();
        let means: Vec<f64> =
            (0..r).map(|c| (0..self.judges).map(|k| a[k * r + c]).sum::<f64>() / count).gathered();
        let mu: Vec<f64> = b.chunks_exact(r).map(|row| dot(row, &means)).gathered();
        let m = dot(&mu[..own], &mu[..own]);
        let (root_a, root_b) =
            (orthonormal(&mut a.duplicate(), r), orthonormal(&mut b[..own * r].duplicate(), r));
        let squares: f64 = product(&root_a, &root_b, r).iter().map(|s| s * s).sum();
        if m.is_nan() || m * count <= VANISHING * VANISHING * squares {
            return Ok(None);
        }
        // gamma = A w with w = B'mu / m; what is left of B' is C' = B' - w mu'.
        let w: Vec<f64> = (0..r).map(|c| (0..own).map(|i| b[i * r + c] * mu[i]).sum::<f64>() / m).gathered();
        let gamma: Vec<f64> = a.chunks_exact(r).map(|row| dot(row, &w)).gathered();
        for (row, mu) in b.chunks_exact_mut(r).zip(&mu) {
            row.iter_mut().zip(&w).for_each(|(x, w)| *x -= w * mu);
        }
        let mut columns =
            Columns { judges: vec![0.0; a.len()], items: vec![0.0; b.len()], sizes: vec![0.0; r - 1] };
        (0..self.judges).for_each(|k| columns.judges[k * r] = gamma[k]);
        (0..self.items).for_each(|i| columns.items[i * r] = mu[i]);
        if r > 1 {
            self.disagreement(&a, &b, own, &mut columns)?;
        }
        Ok(Some(columns))
    }

    /// Directions of disagreement that a theta in canonical form has: those that do not vanish beside the consensus.
    pub fn rank(&self, theta: &[f64]) -> usize {
        let size = |c: usize| -> f64 {
            let judges: f64 = (0..self.judges).map(|k| theta[self.judge(k, c)].powi(2)).sum();
            let items: f64 = (0..self.items).map(|i| theta[self.item(i, c)].powi(2)).sum();
            (judges * items).sqrt()
        };
        (1..self.columns).filter(|&c| size(c) > NO_DIRECTION * size(0)).count()
    }

    /// U and V of A C', whose rank is one less than its number of columns.
    fn disagreement(&self, a: &[f64], c: &[f64], own: usize, columns: &mut Columns) -> Result<()> {
        let r = self.columns;
        let (mut left, mut right) = (a.duplicate(), c[..own * r].duplicate());
        let (root_a, root_c) = (orthonormal(&mut left, r), orthonormal(&mut right, r));
        let small = product(&root_a, &root_c, r);
        // Row by row is the transpose, column-major: left and right change places.
        let (sizes, of_c, of_a) = singular_values(&small, r)?;
        let n = own as f64;
        for e in 0..r - 1 {
            let size = sizes[e];
            let mut p: Vec<f64> =
                left.chunks_exact(r).map(|row| dot(row, &of_a[e * r..(e + 1) * r])).gathered();
            let mut q: Vec<f64> =
                right.chunks_exact(r).map(|row| dot(row, &of_c[e * r..(e + 1) * r])).gathered();
            let far = p.iter().fold(0.0, |m: f64, v| if v.abs() > m.abs() { *v } else { m });
            if far < 0.0 {
                p.iter_mut().chain(&mut q).for_each(|x| *x = -*x);
            }
            columns.sizes[e] = size;
            for (k, p) in p.iter().enumerate() {
                columns.judges[k * r + 1 + e] = p * size / n.sqrt();
            }
            for (i, q) in q.iter().enumerate() {
                columns.items[i * r + 1 + e] = q * n.sqrt();
            }
            // A pseudo-item moves along: V = T'P sqrt(N) / size.
            let along: Vec<f64> =
                (0..r).map(|t| p.iter().enumerate().map(|(k, p)| a[k * r + t] * p).sum()).gathered();
            for i in own..self.items {
                let value = dot(&c[i * r..(i + 1) * r], &along) * n.sqrt() / size;
                columns.items[i * r + 1 + e] = if size > 0.0 { value } else { 0.0 };
            }
        }
        Ok(())
    }
}

/// Makes the columns of a matrix of rows of `r` numbers orthonormal (Gram and Schmidt, twice) and returns
/// the upper triangle R, row by row, of which it was the product; columns that depend on others become zero.
fn orthonormal(rows: &mut [f64], r: usize) -> Vec<f64> {
    let mut root = vec![0.0; r * r];
    for c in 0..r {
        let size: f64 = rows.chunks_exact(r).map(|row| row[c] * row[c]).sum::<f64>().sqrt();
        for _ in 0..2 {
            for t in 0..c {
                let along: f64 = rows.chunks_exact(r).map(|row| row[t] * row[c]).sum();
                root[t * r + c] += along;
                rows.chunks_exact_mut(r).for_each(|row| row[c] -= along * row[t]);
            }
        }
        let left = rows.chunks_exact(r).map(|row| row[c] * row[c]).sum::<f64>().sqrt();
        let is_new = left > 1e-14 * size;
        root[c * r + c] = if is_new { left } else { 0.0 };
        rows.chunks_exact_mut(r).for_each(|row| row[c] = if is_new { row[c] / left } else { 0.0 });
    }
    root
}

/// X Y', row by row, of two small matrices.
fn product(x: &[f64], y: &[f64], r: usize) -> Vec<f64> {
    (0..r * r).map(|at| dot(&x[at / r * r..][..r], &y[at % r * r..][..r])).gathered()
}

#[cfg(test)]
mod tests {
    use super::super::{Strength, StrengthKind};
    use super::Condition;

    #[test]
    fn the_canonical_form_keeps_the_strengths_and_meets_its_condition() {
        for (columns, pseudo_item) in [(1, 0), (2, 0), (3, 1), (4, 0)] {
            let (own, judges) = (7, 5);
            let strength =
                Strength { kind: StrengthKind::Disagreement, items: own + pseudo_item, judges, columns };
            let mut random = crate::random::Random::new(9, columns as u64);
            let theta: Vec<f64> = (0..strength.dimension()).map(|_| random.normal() + 0.2).collect();
            let everyone: Vec<u32> = (0..strength.items as u32).collect();
            let groups = [everyone];
            let condition = Condition { items: own, groups: &groups, active: vec![true; judges] };
            let mut brought = theta.clone();
            assert!(strength.to_canonical(&mut brought, &condition).unwrap());
            assert_eq!(strength.rank(&brought), columns - 1);
            for k in 0..judges {
                for i in 1..strength.items {
                    let apart = strength.difference(&theta, k, i, 0) - strength.difference(&brought, k, i, 0);
                    assert!(apart.abs() < 1e-12);
                }
            }
            let form = strength.canonical(&brought, &condition).unwrap().unwrap();
            let a = |k: usize, c: usize| form.judges[k * columns + c];
            let b = |i: usize, c: usize| form.items[i * columns + c];
            let over_items = |c: usize, t: usize| (0..own).map(|i| b(i, c) * b(i, t)).sum::<f64>();
            let over_judges = |c: usize, t: usize| (0..judges).map(|k| a(k, c) * a(k, t)).sum::<f64>();
            for c in 0..columns {
                let sum: f64 = (0..own).map(|i| b(i, c)).sum();
                let mean: f64 = (0..judges).map(|k| a(k, c)).sum::<f64>() / judges as f64;
                assert!(
                    sum.abs() < 1e-11 && (mean - if c == 0 { 1.0 } else { 0.0 }).abs() < 1e-11,
                    "{sum} {mean}"
                );
                for t in 1..c {
                    assert!(over_items(c, t).abs() < 1e-11 && over_judges(c, t).abs() < 1e-11);
                }
                if c > 0 {
                    assert!(over_items(0, c).abs() < 1e-11 && (over_items(c, c) - own as f64).abs() < 1e-11);
                    assert!((over_judges(c, c) * own as f64 - form.sizes[c - 1].powi(2)).abs() < 1e-10);
                }
                // A second time nothing moves.
                (0..judges).for_each(|k| assert!((a(k, c) - brought[strength.judge(k, c)]).abs() < 1e-11));
            }
        }
    }

    #[test]
    fn judges_who_cancel_have_no_consensus() {
        let strength = Strength { kind: StrengthKind::Disagreement, items: 3, judges: 2, columns: 1 };
        let mut theta = vec![1.0, 0.0, -1.0, 1.0, -1.0];
        let groups = [vec![0, 1, 2]];
        let condition = Condition { items: 3, groups: &groups, active: vec![true; 2] };
        assert!(!strength.to_canonical(&mut theta, &condition).unwrap());
    }

    /// Judges without comparisons do not count: their rows are zero, and the mean sensitivity of the others is one. Items of
    /// each group are centred. The largest entry of a direction of judges is positive.
    #[test]
    fn means_are_over_active_judges_and_groups() {
        for seed in 0..6 {
            let strength = Strength { kind: StrengthKind::Disagreement, items: 7, judges: 5, columns: 2 };
            let mut random = crate::random::Random::new(seed, 3);
            let theta: Vec<f64> = (0..strength.dimension()).map(|_| random.normal() + 0.3).collect();
            let groups = [vec![0, 2, 4], vec![1, 3, 5, 6]];
            let condition =
                Condition { items: 7, groups: &groups, active: vec![true, false, true, true, true] };
            let form = strength.canonical(&theta, &condition).unwrap().unwrap();
            let column = |c: usize| form.judges.iter().skip(c).step_by(2).copied().collect::<Vec<f64>>();
            assert!((column(0).iter().sum::<f64>() - 4.0).abs() < 1e-12);
            assert!(column(1).iter().sum::<f64>().abs() < 1e-12);
            assert_eq!(form.judges[2..4], [0.0, 0.0]);
            let largest = column(1).into_iter().fold(0.0, |m: f64, v| if v.abs() > m.abs() { v } else { m });
            assert!(largest > 0.0);
            for group in &groups {
                for c in 0..2 {
                    let sum: f64 = group.iter().map(|&i| form.items[i as usize * 2 + c]).sum();
                    assert!(sum.abs() < 1e-12, "{sum}");
                }
            }
        }
    }

    #[test]
    fn the_rank_counts_directions_that_do_not_vanish_beside_the_consensus() {
        let strength = Strength { kind: StrengthKind::Disagreement, items: 2, judges: 2, columns: 3 };
        // Columns: items, then judges. The size of one is the product of the lengths of both.
        let at = |second: f64, third: f64| {
            strength.rank(&[0.3, -0.4, 2.0, 0.0, 3.0 * second, 4.0 * second, 0.2, 0.0, third, 0.0, 0.0, 1.0])
        };
        assert_eq!(at(1.0, 1.0), 2);
        assert_eq!(at(0.0, 1.0), 1);
        assert_eq!(at(1.1e-5, 0.9e-5), 1);
        assert_eq!(at(0.9e-5, 1.1e-5), 1);
        assert_eq!(at(0.9e-5, 0.9e-5), 0);
    }
}
