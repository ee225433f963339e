//! Identification by the comparisons: ranks and null spaces of the derivatives of all predictors and thresholds.

use crate::case::{Case, Covariate, Row};
use crate::definition::Definition;
use crate::linear::{dot, norm, project, Matrix};
use crate::random::Random;
use duel::comparisons::CovariateOf;
use std::collections::BTreeSet;

/// Eigenvalues of a sum of squares below this share of the largest are zero: singular values below 1e-6.
const ZERO: f64 = 1e-12;

/// The space of some parameters, divided into what is identified and what is not.
pub struct Space {
    pub free: Vec<usize>,
    /// Orthonormal directions about which nothing is said.
    pub null: Vec<Vec<f64>>,
    /// Orthonormal directions of the rest.
    pub seen: Vec<Vec<f64>>,
}

impl Space {
    pub fn new(design: &Matrix, free: Vec<usize>) -> Space {
        // Columns of length one: the scale of a covariate is no reason to lose it.
        let part = design.part(&free);
        let n = free.len();
        let size: Vec<f64> = (0..n).map(|i| part.of[i * n + i].sqrt()).collect();
        // Derivatives that are zero but for rounding stay so: their columns would swallow every null direction.
        let least = 1e-9 * size.iter().fold(0.0, |m: f64, s| m.max(*s));
        let unit = |i: usize| if size[i] > least { 1.0 / size[i] } else { 1.0 };
        let mut scaled = part.clone();
        for i in 0..n {
            for j in 0..n {
                scaled.of[i * n + j] *= unit(i) * unit(j);
            }
        }
        let mut null: Vec<Vec<f64>> = Vec::new();
        let add = |mut v: Vec<f64>, to: &mut Vec<Vec<f64>>, off: &[Vec<f64>]| {
            for _ in 0..2 {
                project(&mut v, off);
                let own = to.clone();
                project(&mut v, &own);
            }
            let length = norm(&v);
            if length > 1e-6 {
                v.iter_mut().for_each(|x| *x /= length);
                to.push(v);
            }
        };
        for v in scaled.eigen().null(ZERO) {
            let mut v: Vec<f64> = (0..n).map(|i| v[i] * unit(i)).collect();
            let length = norm(&v);
            v.iter_mut().for_each(|x| *x /= length);
            add(v, &mut null, &[]);
        }
        let mut seen = Vec::new();
        for i in 0..n {
            let mut v = vec![0.0; n];
            v[i] = 1.0;
            if seen.len() + null.len() < n {
                add(v, &mut seen, &null);
            }
        }
        Space { free, null, seen }
    }

    /// The space of what leaves these functions, by their gradients in all parameters, as they are.
    pub fn held(&self, gradients: &[Vec<f64>]) -> Space {
        let n = self.seen.len();
        let mut out: Vec<Vec<f64>> = Vec::new();
        let push = |mut v: Vec<f64>, least: f64, out: &mut Vec<Vec<f64>>| {
            (0..2).for_each(|_| project(&mut v, out));
            let length = norm(&v);
            if length > least {
                v.iter_mut().for_each(|x| *x /= length);
                out.push(v);
            }
        };
        for gradient in gradients {
            let part: Vec<f64> = self.free.iter().map(|&at| gradient[at]).collect();
            push(self.reduce_vector(&part), 1e-6 * norm(&part), &mut out);
        }
        let held = out.len();
        (0..n).for_each(|i| push((0..n).map(|j| f64::from(u8::from(i == j))).collect(), 1e-6, &mut out));
        let along = |coordinates: &Vec<f64>| -> Vec<f64> {
            let mut v = vec![0.0; self.free.len()];
            for (c, seen) in coordinates.iter().zip(&self.seen) {
                v.iter_mut().zip(seen).for_each(|(v, s)| *v += c * s);
            }
            v
        };
        let seen = out[held..].iter().map(along).collect();
        Space { free: self.free.clone(), null: self.null.clone(), seen }
    }

    pub fn rank(&self) -> usize {
        self.free.len() - self.null.len()
    }

    /// Whether a function with this gradient (in the free parameters) is identified.
    pub fn is_identified(&self, gradient: &[f64]) -> bool {
        let size = norm(gradient);
        self.null.iter().all(|v| dot(v, gradient).abs() <= 1e-5 * size)
    }

    /// A matrix of the free parameters on the identified directions.
    pub fn reduce(&self, full: &Matrix) -> Matrix {
        let part = full.part(&self.free);
        let columns: Vec<Vec<f64>> = self.seen.iter().map(|v| part.product(v)).collect();
        let of = self.seen.iter().flat_map(|v| columns.iter().map(move |c| dot(v, c))).collect();
        Matrix { n: self.seen.len(), of }
    }

    pub fn reduce_vector(&self, part: &[f64]) -> Vec<f64> {
        self.seen.iter().map(|v| dot(v, part)).collect()
    }
}

/// The rank that comparisons of all pairs, by all judges who judged, in contexts with covariates of every value would
/// give: what is less is not determined by the data at hand.
pub fn complete_rank(definition: &Definition<'_>, free: &[usize], penalised: bool) -> usize {
    let case = definition.case;
    let mut random = Random::new(7);
    let compared: BTreeSet<usize> = case.used().flat_map(|r| [r.left, r.right]).collect();
    let judging: BTreeSet<usize> = case.used().map(|r| r.judge).collect();
    let contexts = 4;
    let values = |random: &mut Random, n: usize| (0..n).map(|_| random.normal()).collect::<Vec<f64>>();
    let covariates = case.covariates.iter().map(|c| {
        let of = if c.of == CovariateOf::Context { c.of } else { CovariateOf::ContextItem };
        let n = if of == CovariateOf::Context { contexts } else { contexts * case.items };
        Covariate { name: c.name.clone(), of, values: values(&mut random, n) }
    });
    let covariates = covariates.collect();
    let mut rows = Vec::new();
    for &judge in &judging {
        for &left in &compared {
            for &right in compared.iter().filter(|&&r| r < left) {
                for context in 0..contexts {
                    let (left, right) = if context % 2 == 0 { (left, right) } else { (right, left) };
                    let counts = [1.0, 1.0, 1.0, 0.0, 1.0];
                    rows.push(Row { context: Some(context), judge, left, right, counts, weight: 1.0 });
                }
            }
        }
    }
    let complete = Case { contexts, covariates, rows, ..case.clone() };
    let mut of_complete = Definition::new(&complete);
    of_complete.take_limits(definition);
    let mut theta: Vec<f64> = (0..definition.count).map(|_| 0.4 + random.unit()).collect();
    // Judges without comparisons make no pseudo-comparisons either.
    if let Some(first) = definition.sensitivities {
        (first..first + definition.judges).filter(|at| !free.contains(at)).for_each(|at| theta[at] = 0.0);
    }
    let mut design = of_complete.design(&theta);
    if penalised {
        let more = of_complete.penalties(&theta);
        design.of.iter_mut().zip(&more.of).for_each(|(d, m)| *d += m);
    }
    Space::new(&design, free.to_vec()).rank()
}
