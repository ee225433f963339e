//! Variances by draws, where a matrix of all parameters would be too large: b is a sum of the scores with independent
//! random signs, and H y = b; the covariance of y is the sandwich, or the inverse information. Signs have the least fourth
//! moment of all factors of mean zero and variance one, and so variances with the least noise (Hutchinson 1990). D^-1 b, D
//! the diagonal of H, has variances that are known: it takes most of the rest of the noise out of those of y.

use super::blocks::Blocks;
use super::noise::Noise;
use super::{clusters_of, typical_weight};
use crate::error::{Error, Result};
use crate::likelihood::Modulo;
use crate::model::fitted::Model;
use crate::model::quantities::Jacobian;
use crate::model::specification::{Correction, CovarianceKind};
use crate::model::State;
use crate::progress::Watch;
use crate::room::{reserve, reserve_filled, with_room, Gather as _, Put as _};
use crate::solve::{Hessian, Lane, LANES};
use crate::terms::SparseRows;
use std::sync::{Arc, PoisonError};

/// How variances are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Draws; 0: as many as [`TARGET_ERROR`] asks for, at most [`DRAWS`].
    pub draws: usize,
    /// Seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// Whether exact variances are welcome where a sparse factor gives them.
    pub or_exact: bool,
}

/// Most draws where their number is not given.
pub const DRAWS: usize = 200;

/// The Monte Carlo error, relative to the standard errors in root mean square, at which there are draws enough.
const TARGET_ERROR: f64 = 0.02;

/// Relative error of solutions, in the residual; that of variances is of the order of its square.
pub(super) const TOLERANCE: f64 = 1e-3;

/// The same for solutions that are the answer.
pub(crate) const EXACT: f64 = 1e-12;

/// The same for those of variances that are to be exact.
const SOLVED: f64 = 1e-9;

/// Variances, each with the Monte Carlo standard error of its root.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// The variances.
    pub variances: Vec<f64>,
    /// Monte Carlo standard errors of their roots.
    pub errors: Vec<f64>,
    /// Standard errors of the parameters without correlations: what rounding is measured against.
    pub sizes: Vec<f64>,
    /// Draws; zero where the variances are exact.
    pub draws: usize,
}

type Key = (CovarianceKind, Correction, Sampling);

/// Variances that a model keeps, with how they were asked for and of what.
pub(in crate::model) type Kept = (Key, Jacobian, Arc<Sampled>);

/// Sums over draws of one value: y^2, d^2 and y d.
type Sums = [f64; 3];

impl Model {
    /// The variances of J theta by draws.
    pub fn sampled_variances(
        &self,
        asked: CovarianceKind,
        correction: Correction,
        jacobian: &Jacobian,
        sampling: &Sampling,
        watch: Watch<'_>,
    ) -> Result<Sampled> {
        let kind = self.kind(asked);
        let (noise, scale) = self.noise(kind, correction)?;
        let weight = scale * if clusters_of(kind).is_none() { 1.0 } else { typical_weight(self) };
        let mut hessian = Hessian::new(self.objective.modulo(&noise.null_space), &self.theta)?;
        let mut inverse: Vec<f64> = hessian
            .diagonal
            .iter()
            .zip(&self.objective.fixed)
            .map(|(d, &fixed)| if fixed || *d <= 0.0 { 0.0 } else { 1.0 / d })
            .gathered();
        // The score of an item that diverges by itself does not move in the draws.
        let alone = noise.null_space.shifts.iter().filter(|group| group.len() == 1);
        alone.for_each(|group| inverse[group[0] as usize] = 0.0);
        let sizes = inverse.iter().map(|i| (i * weight).sqrt()).gathered();
        if sampling.or_exact {
            let mut found = self.selected_variances(kind, &noise, jacobian)?;
            if found.is_none() && kind.is_clustered() && noise.scores.len() <= DRAWS {
                found = Some(squares_of_few(&noise.scores, &mut hessian, jacobian, sampling.threads, watch)?);
            }
            if let Some(mut variances) = found {
                variances.iter_mut().for_each(|variance| *variance *= scale);
                return Ok(Sampled { errors: vec![0.0; variances.len()], variances, sizes, draws: 0 });
            }
        }
        let p = self.theta.len();
        let most = if sampling.draws == 0 { DRAWS } else { sampling.draws };
        let blocks = Blocks { count: most.div_ceil(LANES), tolerance: TOLERANCE, threads: sampling.threads };
        let known = controls(&noise, &inverse, jacobian)?;
        let rows = jacobian.rows();
        let mut sums: Vec<Sums> = reserve_filled(rows, [0.0; 3])?;
        let mut count = 0;
        let right = |block: usize| noise.signs(p, sampling.seed, block);
        let of_block = |block: usize, right: &[Lane<LANES>], solved: &[Lane<LANES>]| {
            moments(jacobian, &inverse, right, solved, (most - block * LANES).min(LANES))
        };
        blocks.solve(&mut hessian, right, of_block, watch, |found, done| {
            found.iter().for_each(|own| add(&mut sums, own));
            count = most.min(done * LANES);
            sampling.draws > 0 || !is_enough(&sums, &known, count as f64)
        })?;
        let mut found = Sampled { variances: with_room(rows), errors: with_room(rows), sizes, draws: count };
        for (sums, known) in sums.iter().zip(&known) {
            let (variance, error) = controlled(sums, *known, count as f64);
            found.variances.put(scale * variance);
            // Of the root: half the relative error.
            let root = (scale * variance).max(0.0).sqrt();
            found.errors.put(if root > 0.0 { 0.5 * scale * error / root } else { 0.0 });
        }
        Ok(found)
    }

    /// As `sampled_variances`, which the model keeps until others are asked for.
    pub(crate) fn sampled(
        &self,
        asked: CovarianceKind,
        correction: Correction,
        jacobian: &Jacobian,
        sampling: &Sampling,
        watch: Watch<'_>,
    ) -> Result<Arc<Sampled>> {
        let key = self.key(asked, correction, sampling);
        let kept = || self.sampled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, of, found)) = &*kept() {
            if *known == key && of == jacobian {
                return Ok(found.clone());
            }
        }
        let found = Arc::new(self.sampled_variances(asked, correction, jacobian, sampling, watch)?);
        *kept() = Some((key, jacobian.clone(), found.clone()));
        Ok(found)
    }

    /// The draws of the variances that are kept, zero of exact ones; None if they were asked for in another way.
    pub(crate) fn kept_draws(
        &self,
        asked: CovarianceKind,
        correction: Correction,
        sampling: &Sampling,
    ) -> Option<usize> {
        let kept = self.sampled.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, _, found) = kept.as_ref()?;
        (*known == self.key(asked, correction, sampling)).then_some(found.draws)
    }

    /// The inputs of variances beside the values; the number of threads is no part of it.
    fn key(&self, asked: CovarianceKind, correction: Correction, sampling: &Sampling) -> Key {
        (self.kind(asked), correction, Sampling { threads: 0, ..*sampling })
    }

    /// J C J' by a solution for every row of J, from the scores, without a matrix of all parameters; of what draws refuse,
    /// None, or with `or_refuse` the error.
    pub(crate) fn solved_covariance(
        &self,
        asked: CovarianceKind,
        correction: Correction,
        jacobian: &Jacobian,
        or_refuse: bool,
    ) -> Result<Option<Vec<f64>>> {
        let kind = self.kind(asked);
        let (noise, scale) = match self.noise(kind, correction) {
            Err(Error::Unsupported(_)) if !or_refuse => return Ok(None),
            other => other?,
        };
        let (n, p) = (jacobian.rows(), jacobian.columns());
        // Directions that are not identified have no solution; the caller says what they are.
        let states = self.states(jacobian);
        let mut hessian = Hessian::new(self.objective.modulo(&noise.null_space), &self.theta)?;
        // Solutions, value by value within a parameter.
        let width = n.div_ceil(LANES);
        let mut solved: Vec<Vec<Lane<LANES>>> = with_room(width);
        let mut one = reserve(p)?;
        for block in 0..width {
            let mut rights = reserve_filled(p, [0.0; LANES])?;
            for lane in 0..LANES.min(n - block * LANES) {
                if states[block * LANES + lane] != State::Identified {
                    continue;
                }
                jacobian.dense_row(block * LANES + lane, &mut one);
                rights.iter_mut().zip(&one).for_each(|(row, x)| row[lane] = *x);
            }
            solved.put(if block == 0 {
                hessian.choose(&rights, EXACT)?
            } else {
                hessian.solve(&rights, EXACT, &mut || Ok(()))?
            });
        }
        let mut covariance = reserve(n * n)?;
        let mut along = reserve(n)?;
        let mut square = |along: &[f64]| {
            for (a, row) in covariance.chunks_mut(n.max(1)).enumerate() {
                row.iter_mut().zip(along).for_each(|(c, x)| *c += scale * along[a] * x);
            }
        };
        noise.scores.each(|columns, values| {
            along.iter_mut().enumerate().for_each(|(value, sum)| {
                let block = &solved[value / LANES];
                *sum = columns.iter().zip(values).map(|(&at, v)| v * block[at as usize][value % LANES]).sum();
            });
            square(&along);
        });
        if noise.ridge > 0.0 {
            let items = noise.items;
            let of = |value: usize, item: usize| solved[value / LANES][item][value % LANES];
            let means: Vec<f64> = (0..n)
                .map(|value| (0..items).map(|item| of(value, item)).sum::<f64>() / items as f64)
                .gathered();
            for item in 0..items {
                (0..n).for_each(|value| along[value] = noise.ridge.sqrt() * (of(value, item) - means[value]));
                square(&along);
            }
        }
        Ok(Some(covariance))
    }
}

/// The variances of few clusters: each is solved for, and the squares of what it does to a value are added up.
pub(super) fn squares_of_few(
    scores: &SparseRows,
    hessian: &mut Hessian<'_, Modulo<'_>>,
    jacobian: &Jacobian,
    threads: usize,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let p = jacobian.columns();
    let right = |block: usize| -> Result<Vec<Lane<LANES>>> {
        let mut rights = reserve_filled(p, [0.0; LANES])?;
        for row in block * LANES..scores.len().min((block + 1) * LANES) {
            let (columns, values) = scores.row(row);
            columns.iter().zip(values).for_each(|(&at, value)| rights[at as usize][row % LANES] = *value);
        }
        Ok(rights)
    };
    let squares = |_: usize, _: &[Lane<LANES>], solved: &[Lane<LANES>]| -> Result<Vec<f64>> {
        let (mut sums, mut one) = (reserve(jacobian.rows())?, reserve(p)?);
        for lane in 0..LANES {
            one.iter_mut().zip(solved).for_each(|(x, row)| *x = row[lane]);
            sums.iter_mut().zip(jacobian.product(&one)).for_each(|(sum, y): (&mut f64, f64)| *sum += y * y);
        }
        Ok(sums)
    };
    let mut sums = reserve(jacobian.rows())?;
    let blocks = Blocks { count: scores.len().div_ceil(LANES), tolerance: SOLVED, threads };
    blocks.solve(hessian, right, squares, watch, |found, _| {
        found.iter().for_each(|own| sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own));
        true
    })?;
    Ok(sums)
}

fn add(sums: &mut [Sums], own: &[Sums]) {
    for (sum, own) in sums.iter_mut().zip(own) {
        sum.iter_mut().zip(own).for_each(|(s, o)| *s += o);
    }
}

/// The sums of a block of draws, of the first `count` of them.
fn moments(
    jacobian: &Jacobian,
    inverse: &[f64],
    right: &[Lane<LANES>],
    solved: &[Lane<LANES>],
    count: usize,
) -> Result<Vec<Sums>> {
    let mut sums = reserve_filled(jacobian.rows(), [0.0; 3])?;
    let mut one = reserve(inverse.len())?;
    for lane in 0..count.min(LANES) {
        one.iter_mut().zip(solved).for_each(|(x, row)| *x = row[lane]);
        let y = jacobian.product(&one);
        one.iter_mut()
            .zip(right.iter().zip(inverse))
            .for_each(|(x, (row, inverse))| *x = row[lane] * inverse);
        let d = jacobian.product(&one);
        for (sums, (y, d)) in sums.iter_mut().zip(y.iter().zip(&d)) {
            let own = [y * y, d * d, y * d];
            sums.iter_mut().zip(own).for_each(|(s, o)| *s += o);
        }
    }
    Ok(sums)
}

/// A variance from sums over draws, with the known variance of its control (NaN if there is none), and the Monte Carlo
/// standard error. With y = c d + e, e uncorrelated with d, the variance of y is c^2 times that of d plus that of e: only
/// second moments are estimated, and their errors are those of the normal distribution. Sums of signs have less noise than that, and
/// hardly less where many of them are added; fourth moments, which would tell, are far too noisy themselves in tens of draws.
fn controlled([yy, dd, yd]: &Sums, known: f64, count: f64) -> (f64, f64) {
    if known.is_nan() || *dd <= 0.0 || count < 4.0 {
        let variance = yy / count;
        return (variance, variance * (2.0 / count).sqrt());
    }
    let slope = yd / dd;
    let rest = (yy - slope * yd).max(0.0) / (count - 1.0);
    // The square of a slope that is estimated is too large by its variance.
    let of_slope = rest / dd;
    let variance = known * (slope * slope - of_slope) + rest;
    let error = 2.0 * rest * rest / (count - 1.0) + 4.0 * (slope * known).powi(2) * of_slope;
    (if variance > 0.0 { variance } else { yy / count }, error.sqrt())
}

/// Whether the Monte Carlo errors of variances from this many draws are small.
fn is_enough(sums: &[Sums], known: &[f64], count: f64) -> bool {
    let (mut squares, mut values) = (0.0, 0.0);
    for (sums, known) in sums.iter().zip(known) {
        let (variance, error) = controlled(sums, *known, count);
        if variance > 0.0 {
            // Of the root: half the relative error.
            squares += (0.5 * error / variance).powi(2);
            values += 1.0;
        }
    }
    count >= 2.0 * LANES as f64 && squares <= TARGET_ERROR * TARGET_ERROR * values
}

/// The variances of J D^-1 b for rows with at most one entry of their own; NaN for others.
fn controls(noise: &Noise, inverse: &[f64], jacobian: &Jacobian) -> Result<Vec<f64>> {
    let p = inverse.len();
    let mut diagonal = reserve(p)?;
    // D^-1 M D^-1 times the right factors of the outer products.
    let rights: Vec<Vec<f64>> = jacobian
        .rights()
        .iter()
        .map(|right| {
            let mut scaled = reserve(p)?;
            right.iter().for_each(|&(at, v)| scaled[at as usize] += v * inverse[at as usize]);
            Ok(scaled)
        })
        .gathered_or()?;
    let mut products = rights.iter().map(|_| reserve(p)).gathered_or()?;
    noise.scores.each(|columns, values| {
        columns.iter().zip(values).for_each(|(&a, v)| diagonal[a as usize] += v * v);
        for (right, product) in rights.iter().zip(&mut products) {
            let along: f64 = columns.iter().zip(values).map(|(&a, v)| v * right[a as usize]).sum();
            columns.iter().zip(values).for_each(|(&a, v)| product[a as usize] += v * along);
        }
    });
    if noise.ridge > 0.0 {
        let (items, n) = (noise.items, noise.items as f64);
        diagonal[..items].iter_mut().for_each(|d| *d += noise.ridge * (1.0 - 1.0 / n));
        for (right, product) in rights.iter().zip(&mut products) {
            let mean = right[..items].iter().sum::<f64>() / n;
            product[..items].iter_mut().zip(right).for_each(|(p, r)| *p += noise.ridge * (r - mean));
        }
    }
    for product in &mut products {
        product.iter_mut().zip(inverse).for_each(|(x, i)| *x *= i);
    }
    let cross: Vec<Vec<f64>> = jacobian
        .rights()
        .iter()
        .map(|right| {
            let with = |product: &Vec<f64>| right.iter().map(|&(at, v)| v * product[at as usize]).sum();
            products.iter().map(with).gathered()
        })
        .gathered();
    let of = |row: usize| {
        let (columns, values) = jacobian.row(row);
        let (at, value) = match (columns, values) {
            ([], _) => (0, 0.0),
            (&[at], &[value]) => (at as usize, value),
            _ => return f64::NAN,
        };
        let mut variance = value * value * diagonal[at] * inverse[at] * inverse[at];
        for &(k, left) in jacobian.outers(row) {
            variance += 2.0 * value * left * products[k as usize][at];
            for &(m, other) in jacobian.outers(row) {
                variance += left * other * cross[k as usize][m as usize];
            }
        }
        variance
    };
    let mut found = with_room(jacobian.rows());
    (0..jacobian.rows()).for_each(|row| found.put(of(row)));
    Ok(found)
}
