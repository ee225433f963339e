//! Metric multidimensional scaling by majorisation of the stress (SMACOF: de Leeuw 1977; de Leeuw and
//! Heiser 1980), from several starts.

use super::mds::classical;
use super::spectrum::fix_signs;
use super::{check, check_dimensions, check_pair, check_square};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::linalg::{multiply_into, symmetric_eigen, Factor};
use crate::progress::{Progress, Watch};
use crate::random::Random;
use crate::room::{reserve, Duplicate as _, Gather as _};
use crate::threads;
use crate::vectors::dot;

/// More starts than these are a mistake.
const MOST_STARTS: usize = 100_000;

/// Pairs looked at between two questions whether to go on.
const WORK: usize = 20_000_000;

/// Starts whose stress is within this share of the sum of squares of the best have found as good a map.
const AS_GOOD: f64 = 1e-6;

/// A classical map whose stress is no larger a share of the sum of squares is exact.
const PERFECT: f64 = 1e-20;

/// How to scale.
#[derive(Debug, Clone, Copy)]
pub struct SmacofOptions {
    /// Dimensions of the map.
    pub dimensions: usize,
    /// Number of starts: the first from the classical map, the others from random ones.
    pub starts: usize,
    /// Most iterations of each start.
    pub iterations: usize,
    /// A start ends when an iteration lowers the stress by no more than this share of the weighted sum of
    /// squared dissimilarities.
    pub tolerance: f64,
    /// Seed of the random starts.
    pub seed: u64,
    /// Threads; the same bits for any number of them.
    pub threads: usize,
}

impl Default for SmacofOptions {
    fn default() -> Self {
        SmacofOptions { dimensions: 2, starts: 10, iterations: 10_000, tolerance: 1e-12, seed: 0, threads: 1 }
    }
}

/// The best map found: a local optimum, which need not be the global one.
#[derive(Debug, Clone)]
pub struct Smacof {
    /// items x dimensions: centred, along principal axes, the largest entry of each axis positive.
    pub coordinates: Vec<f64>,
    /// Raw stress: the sum over pairs of w (d - delta)^2, d the distance in the map.
    pub stress: f64,
    /// Kruskal's stress-1: the root of the raw stress over the sum of w d^2; 0 where both are 0.
    pub stress_1: f64,
    /// Iterations of the start taken.
    pub iterations: usize,
    /// Its number.
    pub start: usize,
    /// Starts that ended with as low a stress, itself among them.
    pub agreeing: usize,
    /// Whether it ended by the tolerance.
    pub converged: bool,
}

/// Scales n items. `weights` of pairs (n x n, symmetric, not negative), or none for weights of one; a
/// pair of weight 0 is missing and its dissimilarity is ignored. The diagonal of the weights is ignored, too.
pub fn smacof(
    dissimilarities: &[f64],
    weights: Option<&[f64]>,
    n: usize,
    options: &SmacofOptions,
    watch: Watch<'_>,
) -> Result<Smacof> {
    check_options(options, n)?;
    let problem = Problem::new(dissimilarities, weights, n, options.dimensions)?;
    let mut runs: Vec<Run> =
        (0..options.starts).map(|start| problem.start(start, options.seed)).gathered_or()?;
    let chunk = (WORK / (n * n)).max(1);
    while runs.iter().any(|run| !run.ended) {
        let mut tell = |_: &Progress| {
            watch(&Progress {
                fraction: f64::NAN,
                iteration: runs.iter().map(|run| run.iterations).max().unwrap_or(0) as u64,
                objective: runs.iter().map(|run| run.stress * problem.unit()).fold(f64::INFINITY, f64::min),
                gradient: f64::NAN,
            })
        };
        let advance = |_: &mut (), at: usize| problem.advance(&runs[at], chunk, options);
        runs = threads::run(runs.len(), options.threads, || Ok(()), advance, &mut tell)?;
    }
    problem.best(&runs)
}

fn check_options(options: &SmacofOptions, n: usize) -> Result<()> {
    check_dimensions(options.dimensions, n)?;
    if options.starts == 0 || options.starts > MOST_STARTS {
        return Err(Error::Argument(format!("starts is {}; it must be 1 to {MOST_STARTS}", options.starts)));
    }
    if !(options.tolerance > 0.0 && options.tolerance < 1.0) {
        return Err(Error::Argument(format!(
            "tolerance is {}; it must be between 0 and 1",
            options.tolerance
        )));
    }
    Ok(())
}

/// The problem to be scaled, in units in which the largest dissimilarity and the mean weight are one. Pairs j < i
/// stand in the order (1, 0), (2, 0), (2, 1), ...
struct Problem {
    n: usize,
    dimensions: usize,
    deltas: Vec<f64>,
    /// Empty: all one.
    weights: Vec<f64>,
    /// With weights the inverse of V + 11', V their Laplacian; it solves for what is centred.
    inverse: Vec<f64>,
    /// The classical map, missing dissimilarities being taken as the mean of the others. Maps are held
    /// axis by axis.
    classical: Vec<f64>,
    /// Sum of w delta^2.
    total: f64,
    /// The largest dissimilarity and the mean weight.
    scale: [f64; 2],
}

/// The state of one start.
#[derive(Clone)]
struct Run {
    map: Vec<f64>,
    stress: f64,
    iterations: usize,
    ended: bool,
    converged: bool,
}

impl Problem {
    fn new(dissimilarities: &[f64], weights: Option<&[f64]>, n: usize, dimensions: usize) -> Result<Problem> {
        if let Some(weights) = weights {
            check_weights(weights, n)?;
        }
        let weight = |i: usize, j: usize| weights.map_or(1.0, |w| w[i.max(j) * n + i.min(j)]);
        check(dissimilarities, n, |i, j| i != j && weight(i, j) == 0.0)?;
        let pairs = n * (n - 1) / 2;
        let (mut deltas, mut own) = (reserve(pairs)?, reserve(pairs)?);
        let row = |i: usize| {
            spend(20 * i);
            (0..i).map(move |j| (i, j))
        };
        for (at, (i, j)) in (0..n).flat_map(row).enumerate() {
            own[at] = weight(i, j);
            deltas[at] = if own[at] > 0.0 { dissimilarities[i * n + j] } else { f64::NAN };
        }
        // Comparisons with NaN are false: what is missing is passed over.
        let largest = deltas.iter().fold(0.0, |m: f64, d| if *d > m { *d } else { m });
        let heaviest = own.iter().fold(0.0, |m: f64, w| m.max(*w));
        let mean = if pairs > 0 {
            heaviest * own.iter().map(|w| w / heaviest).sum::<f64>() / pairs as f64
        } else {
            1.0
        };
        let scale = [if largest > 0.0 { largest } else { 1.0 }, mean];
        deltas.iter_mut().for_each(|d| *d /= scale[0]);
        own.iter_mut().for_each(|w| *w /= scale[1]);
        let classical = classical_start(&deltas, n, dimensions)?;
        deltas.iter_mut().filter(|d| d.is_nan()).for_each(|d| *d = 0.0);
        let total = deltas.iter().zip(&own).map(|(d, w)| w * d * d).sum();
        let inverse = if weights.is_some() { inverse_of(&own, n)? } else { Vec::new() };
        if weights.is_none() {
            own = Vec::new();
        }
        Ok(Problem { n, dimensions, deltas, weights: own, inverse, classical, total, scale })
    }

    /// The factor of the stress.
    fn unit(&self) -> f64 {
        self.scale[0] * self.scale[0] * self.scale[1]
    }

    /// The classical map, or a random one. The classical map is shaken a little unless it is exact: items
    /// that stand at one place, or an axis of zeros, would stay so for ever without being optimal.
    fn start(&self, number: usize, seed: u64) -> Result<Run> {
        let mut random = Random::new(seed, number as u64);
        let mut map = reserve(self.n * self.dimensions)?;
        if number > 0 {
            map.iter_mut().for_each(|x| *x = random.normal());
        } else {
            map.copy_from_slice(&self.classical);
            if self.stress(&map)?.0 > PERFECT * self.total {
                map.iter_mut().for_each(|x| *x += 1e-3 * random.normal());
            }
        }
        Ok(Run { map, stress: f64::INFINITY, iterations: 0, ended: false, converged: false })
    }

    /// Some more iterations of a start.
    fn advance(&self, run: &Run, most: usize, options: &SmacofOptions) -> Result<Run> {
        let mut run = run.clone();
        let (mut pull, mut row) = (reserve(run.map.len())?, reserve(2 * self.n)?);
        for _ in 0..most {
            if run.ended {
                break;
            }
            let stress = self.pull(&run.map, &mut pull, &mut row);
            run.converged = run.stress - stress <= options.tolerance * self.total;
            run.stress = stress;
            run.ended = run.converged || run.iterations == options.iterations;
            if !run.ended {
                self.solve(&pull, &mut run.map);
                run.iterations += 1;
            }
        }
        Ok(run)
    }

    /// Writes B(X) X, whose elements are sums of w delta / d (x_i - x_j), and gives the stress of X. Row by
    /// row, in loops that the compiler can do side by side; `row` is room for 2 n numbers.
    fn pull(&self, map: &[f64], out: &mut [f64], row: &mut [f64]) -> f64 {
        let n = self.n;
        let mut stress = 0.0;
        out.fill(0.0);
        for i in 1..n {
            spend(4 * i);
            let (shares, gaps) = row.split_at_mut(n);
            let (shares, gaps) = (&mut shares[..i], &mut gaps[..i]);
            squares(map, n, i, shares);
            let stretch = i * (i - 1) / 2..i * (i + 1) / 2;
            let deltas = &self.deltas[stretch.clone()];
            for ((share, gap), delta) in shares.iter_mut().zip(gaps.iter_mut()).zip(deltas) {
                let distance = share.sqrt();
                *gap = (distance - delta) * (distance - delta);
                *share = if distance > 0.0 { delta / distance } else { 0.0 };
            }
            if let Some(weights) = self.weights.get(stretch) {
                shares.iter_mut().zip(weights).for_each(|(share, w)| *share *= w);
                gaps.iter_mut().zip(weights).for_each(|(gap, w)| *gap *= w);
            }
            stress += gaps.iter().sum::<f64>();
            for (axis, to) in map.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
                let (own, mut sum) = (axis[i], 0.0);
                for ((share, x), to) in shares.iter().zip(axis).zip(to.iter_mut()) {
                    let part = share * (own - x);
                    sum += part;
                    *to -= part;
                }
                to[i] += sum;
            }
        }
        stress
    }

    /// The stress of a map, and the sum of w d^2.
    fn stress(&self, map: &[f64]) -> Result<(f64, f64)> {
        let mut row = reserve(self.n)?;
        let (mut stress, mut size) = (0.0, 0.0);
        for i in 1..self.n {
            spend(6 * i);
            squares(map, self.n, i, &mut row[..i]);
            for (j, square) in row[..i].iter().enumerate() {
                let at = i * (i - 1) / 2 + j;
                let weight = self.weights.get(at).copied().unwrap_or(1.0);
                stress += weight * (square.sqrt() - self.deltas[at]).powi(2);
                size += weight * square;
            }
        }
        Ok((stress, size))
    }

    /// The Guttman transform: X = V^+ B X, which without weights is B X / n.
    fn solve(&self, pull: &[f64], map: &mut [f64]) {
        let n = self.n;
        if self.weights.is_empty() {
            map.iter_mut().zip(pull).for_each(|(x, p)| *x = p / n as f64);
        } else {
            multiply_into(&self.inverse, false, pull, [n, n, self.dimensions], map);
        }
    }

    /// The first of the starts that ended lowest, in the caller's units.
    fn best(&self, runs: &[Run]) -> Result<Smacof> {
        let lowest = runs.iter().map(|run| run.stress).fold(f64::INFINITY, f64::min);
        // Stresses that differ by rounding are the same, on any machine.
        let as_good = |share: f64| {
            runs.iter().enumerate().filter(move |(_, r)| r.stress <= lowest + share * self.total)
        };
        let uneven = || Error::Numeric("weights: too uneven, the map is not finite in rounding".into());
        let (start, run) = as_good(1e-9).next().ok_or_else(uneven)?;
        let mut coordinates = principal(&run.map, self.n, self.dimensions)?;
        coordinates.iter_mut().for_each(|x| *x *= self.scale[0]);
        let (stress, size) = self.stress(&run.map)?;
        let stress_1 = if stress > 0.0 { (stress / size).sqrt() } else { 0.0 };
        if coordinates.iter().any(|x| !x.is_finite()) || !stress_1.is_finite() {
            return Err(uneven());
        }
        Ok(Smacof {
            coordinates,
            stress: stress * self.unit(),
            stress_1,
            iterations: run.iterations,
            start,
            agreeing: as_good(AS_GOOD).count(),
            converged: run.converged,
        })
    }
}

/// Squared distances of item i from those before it.
fn squares(map: &[f64], n: usize, i: usize, out: &mut [f64]) {
    out.fill(0.0);
    for axis in map.chunks_exact(n) {
        out.iter_mut().zip(axis).for_each(|(square, x)| *square += (axis[i] - x) * (axis[i] - x));
    }
}

/// Refuses weights that are none, or that leave items unconnected.
fn check_weights(weights: &[f64], n: usize) -> Result<()> {
    check_square(weights, n, "weights")?;
    let mut reached = vec![false; n];
    reached[0] = true;
    let mut open = vec![0];
    for i in 0..n {
        spend(20 * i);
        for j in 0..i {
            check_pair(weights, n, i, j, "weights")?;
        }
    }
    while let Some(i) = open.pop() {
        for j in 0..n {
            if !reached[j] && weights[i.max(j) * n + i.min(j)] > 0.0 {
                reached[j] = true;
                open.push(j);
            }
        }
    }
    match reached.iter().filter(|reached| !**reached).count() {
        0 => Ok(()),
        apart => Err(Error::NotIdentified(format!(
            "weights: no chain of pairs with positive weights connects {apart} of the {n} items with the others"
        ))),
    }
}

/// The classical map, from the dissimilarities of pairs of which those that are NaN are missing.
fn classical_start(deltas: &[f64], n: usize, dimensions: usize) -> Result<Vec<f64>> {
    let known = deltas.iter().filter(|d| !d.is_nan());
    let mean = known.clone().sum::<f64>() / known.count().max(1) as f64;
    let mut full = reserve(n * n)?;
    let all = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    for (&delta, (i, j)) in deltas.iter().zip(all) {
        let delta = if delta.is_nan() { mean } else { delta };
        full[i * n + j] = delta;
        full[j * n + i] = delta;
    }
    let rows = classical(&full, n, dimensions)?.coordinates;
    let mut axes = reserve(n * dimensions)?;
    for (axis, to) in axes.chunks_exact_mut(n).enumerate() {
        to.iter_mut().zip(rows.iter().skip(axis).step_by(dimensions)).for_each(|(to, x)| *to = *x);
    }
    Ok(axes)
}

/// The inverse of V + 11', V the Laplacian of the weights of pairs.
fn inverse_of(weights: &[f64], n: usize) -> Result<Vec<f64>> {
    let mut factor = Factor::new(n)?;
    let matrix = factor.matrix();
    matrix.fill(1.0);
    let all = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    for (weight, (i, j)) in weights.iter().zip(all) {
        matrix[j * n + i] -= weight;
        matrix[i * n + i] += weight;
        matrix[j * n + j] += weight;
    }
    if !factor.factor() {
        return Err(Error::Numeric("weights: too uneven, their Laplacian is singular in rounding".into()));
    }
    factor.inverse()
}

/// A map, given axis by axis, item by item: centred, along its principal axes, with fixed signs.
fn principal(map: &[f64], n: usize, m: usize) -> Result<Vec<f64>> {
    let mut centred = map.duplicate();
    for axis in centred.chunks_exact_mut(n) {
        let mean = axis.iter().sum::<f64>() / n as f64;
        axis.iter_mut().for_each(|x| *x -= mean);
    }
    let axis = |k: usize| &centred[k * n..(k + 1) * n];
    let products: Vec<f64> = (0..m * m).map(|at| dot(axis(at / m), axis(at % m))).gathered();
    let (_, vectors) = symmetric_eigen(&products, m)?;
    let mut turned = reserve(n * m)?;
    for (to, vector) in vectors.chunks_exact(m).rev().enumerate() {
        for (k, weight) in vector.iter().enumerate() {
            let along = turned.iter_mut().skip(to).step_by(m);
            along.zip(axis(k)).for_each(|(t, x)| *t += weight * x);
        }
    }
    fix_signs(&mut turned, m);
    Ok(turned)
}

#[cfg(test)]
mod tests;
