//! Conjugate gradients for several right-hand sides at once: the cells are read once for all of them.

use super::{Laplacian, Minimand};
use crate::error::{Error, Result};
use crate::linalg::{Elimination, Entry, Pattern, Workspace};
use crate::room::{reserve, reserve_filled, Gather as _, Put as _};
use crate::terms::Local;
use crate::vectors::largest;

/// A parameter's entries in this many vectors.
pub(crate) type Lane<const L: usize> = [f64; L];

/// Vectors that are solved for together.
pub(crate) const LANES: usize = 8;

/// Iterations after which the diagonal is given up as a preconditioner where there is a better one.
pub(super) const SLOW: usize = 60;

/// A preconditioner for Hessians on which the diagonal is slow: of the scores by their Laplacian, of the few other
/// parameters by the diagonal.
#[derive(Debug)]
pub(super) struct Preconditioner {
    of_scores: OfScores,
    /// The other parameters: the inverse of their diagonal, from the first on.
    nodes: usize,
    rest: Vec<f64>,
}

#[derive(Debug)]
enum OfScores {
    /// The factor itself, with room for the next.
    Sparse(Pattern, Vec<f64>, Workspace<f64>),
    /// One that is approximate.
    Elimination(Elimination),
}

impl Preconditioner {
    /// Of a Hessian whose Laplacian has these edges and which has this diagonal; with the pattern and the memory of an
    /// earlier one.
    pub(super) fn new(
        minimand: &impl Minimand,
        laplacian: Laplacian<'_>,
        edges: &[f64],
        diagonal: &[f64],
        before: Option<Preconditioner>,
    ) -> Result<Preconditioner> {
        let Laplacian { nodes, left, right, .. } = laplacian;
        let smallest = 1e-300 + f64::EPSILON * largest(diagonal);
        let rest = diagonal[nodes..].iter().map(|d| 1.0 / d.max(smallest)).gathered();
        let before = before.map(|before| before.of_scores);
        let sparse = match before {
            Some(OfScores::Sparse(pattern, factor, space)) => Some((pattern, factor, space)),
            Some(OfScores::Elimination(_)) => None,
            None => {
                let pairs: Vec<(u32, u32)> = left.iter().copied().zip(right.iter().copied()).gathered();
                let mut grounded = minimand.grounded();
                grounded[nodes..].fill(true);
                match Pattern::new(&pairs, minimand.dimension(), &grounded)? {
                    Some(pattern) => {
                        let (factor, space) = (pattern.zeros()?, pattern.workspace()?);
                        Some((pattern, factor, space))
                    }
                    None => None,
                }
            }
        };
        if let Some((pattern, mut factor, mut space)) = sparse {
            pattern.set_laplacian([left, right], edges, &mut factor);
            if pattern.factor(&mut factor, &mut space) {
                let of_scores = OfScores::Sparse(pattern, factor, space);
                return Ok(Preconditioner { of_scores, nodes, rest });
            }
        }
        let found = Elimination::new([left, right], edges, minimand.dimension(), minimand.fixed())?;
        Ok(Preconditioner { of_scores: OfScores::Elimination(found), nodes, rest })
    }

    /// Solves for a vector, or several, in place, with room that is kept; zero at fixed parameters.
    pub(super) fn solve<E: Entry>(&self, vectors: &mut [E], fixed: &[bool], [x, rest]: &mut [Vec<E>; 2]) {
        rest.clear();
        let others = vectors[self.nodes..].iter().zip(&self.rest);
        others.for_each(|(vector, inverse)| rest.put(vector.times(*inverse)));
        match &self.of_scores {
            OfScores::Sparse(pattern, factor, _) => pattern.precondition(factor, vectors, x),
            OfScores::Elimination(elimination) => elimination.solve(vectors),
        }
        vectors[self.nodes..].copy_from_slice(rest);
        vectors.iter_mut().zip(fixed).filter(|(_, fixed)| **fixed).for_each(|(v, _)| *v = E::ZERO);
    }
}

/// The Hessian at a point, ready to be solved with.
pub(crate) struct Hessian<'a, M: Minimand> {
    minimand: M,
    theta: &'a [f64],
    weights: M::Weights,
    /// Its diagonal.
    pub(crate) diagonal: Vec<f64>,
    preconditioner: Option<Preconditioner>,
}

/// Why a solution was not reached.
enum Stopped {
    Slow,
    Indefinite,
}

impl<'a, M: Minimand> Hessian<'a, M> {
    pub(crate) fn new(minimand: M, theta: &'a [f64]) -> Result<Hessian<'a, M>> {
        let mut gradient = reserve(minimand.dimension())?;
        let mut diagonal = reserve(minimand.dimension())?;
        let mut weights = minimand.weights();
        minimand.weigh(theta, &mut gradient, &mut diagonal, &mut weights, &mut M::Scratch::default());
        Ok(Hessian { minimand, theta, weights, diagonal, preconditioner: None })
    }

    /// Chooses the preconditioner by a first solution, which is returned: the diagonal, unless it is slow and an
    /// approximate factor exists.
    pub(crate) fn choose(&mut self, rights: &[Lane<LANES>], tolerance: f64) -> Result<Vec<Lane<LANES>>> {
        let laplacian = self.minimand.laplacian();
        let limit = if laplacian.is_some() { SLOW } else { self.limit() };
        match (self.attempt(rights, tolerance, limit, &mut || Ok(()))?, laplacian) {
            (Ok(found), _) => Ok(found),
            (Err(Stopped::Slow), Some(laplacian)) => {
                let edges = self.minimand.edges(self.theta, &self.weights);
                let found = Preconditioner::new(&self.minimand, laplacian, &edges, &self.diagonal, None)?;
                self.preconditioner = Some(found);
                self.solve(rights, tolerance, &mut || Ok(()))
            }
            (Err(stopped), _) => Err(refusal(stopped)),
        }
    }

    /// The solutions for L right-hand sides, parameter by parameter, orthogonal to the null directions, to a relative
    /// error of the residual in the metric of the preconditioner.
    pub(crate) fn solve<const L: usize>(
        &self,
        rights: &[Lane<L>],
        tolerance: f64,
        ask: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<Lane<L>>> {
        self.attempt(rights, tolerance, self.limit(), ask)?.map_err(refusal)
    }

    fn limit(&self) -> usize {
        20 * self.minimand.dimension() + 100
    }

    fn attempt<const L: usize>(
        &self,
        rights: &[Lane<L>],
        tolerance: f64,
        limit: usize,
        ask: &mut dyn FnMut() -> Result<()>,
    ) -> Result<std::result::Result<Vec<Lane<L>>, Stopped>> {
        let p = self.minimand.dimension();
        let smallest = 1e-300 + f64::EPSILON * largest(&self.diagonal);
        let mut local = Local::default();
        let mut residual = reserve_filled(p, [0.0; L])?;
        for ((r, b), &fixed) in residual.iter_mut().zip(rights).zip(self.minimand.fixed()) {
            *r = if fixed { [0.0; L] } else { *b };
        }
        self.project(&mut residual)?;
        let mut room = [Vec::new(), Vec::new()];
        let mut precondition = |residual: &[Lane<L>], out: &mut [Lane<L>]| match &self.preconditioner {
            Some(preconditioner) => {
                out.copy_from_slice(residual);
                preconditioner.solve(out, self.minimand.fixed(), &mut room);
            }
            None => {
                for ((z, r), d) in out.iter_mut().zip(residual).zip(&self.diagonal) {
                    let inverse = 1.0 / d.max(smallest);
                    *z = r.map(|x| x * inverse);
                }
            }
        };
        // Of a direction, and once it is done with, the residual as it is conditioned: of a million parameters each such
        // list takes 64 MB.
        let mut product = reserve_filled(p, [0.0; L])?;
        let mut step = reserve_filled(p, [0.0; L])?;
        let mut direction = reserve_filled(p, [0.0; L])?;
        precondition(&residual, &mut direction);
        let mut rz = dots(&residual, &direction);
        let targets = rz.map(|rz| tolerance * tolerance * rz);
        for _ in 0..limit {
            let active: [bool; L] = std::array::from_fn(|l| rz[l] > targets[l]);
            if !active.contains(&true) {
                self.project(&mut step)?;
                return Ok(Ok(step));
            }
            ask()?;
            self.minimand.products(self.theta, &self.weights, &direction, &mut product, &mut local);
            let curvature = dots(&direction, &product);
            if (0..L).any(|l| active[l] && (curvature[l] <= 0.0 || curvature[l].is_nan())) {
                return Ok(Err(Stopped::Indefinite));
            }
            // A solution that is there already stays.
            let length: [f64; L] =
                std::array::from_fn(|l| if active[l] { rz[l] / curvature[l] } else { 0.0 });
            for ((s, r), (d, q)) in step.iter_mut().zip(&mut residual).zip(direction.iter().zip(&product)) {
                for l in 0..L {
                    s[l] += length[l] * d[l];
                    r[l] -= length[l] * q[l];
                }
            }
            let conditioned = &mut product;
            precondition(&residual, conditioned);
            let next = dots(&residual, conditioned);
            let ratio: [f64; L] = std::array::from_fn(|l| if active[l] { next[l] / rz[l] } else { 0.0 });
            for l in (0..L).filter(|&l| active[l]) {
                rz[l] = next[l];
            }
            for (d, z) in direction.iter_mut().zip(&*conditioned) {
                for l in 0..L {
                    d[l] = z[l] + ratio[l] * d[l];
                }
            }
        }
        Ok(Err(Stopped::Slow))
    }

    /// Takes the null directions out of vectors.
    fn project<const L: usize>(&self, vectors: &mut [Lane<L>]) -> Result<()> {
        let (mut one, mut scratch) = (reserve(vectors.len())?, Vec::new());
        for lane in 0..L {
            one.iter_mut().zip(&*vectors).for_each(|(x, row)| *x = row[lane]);
            self.minimand.project(self.theta, &mut one, &mut scratch);
            vectors.iter_mut().zip(&one).for_each(|(row, x)| row[lane] = *x);
        }
        Ok(())
    }
}

/// Solves Hessian(theta) x = right, orthogonally to the null directions, for each of many right-hand sides. Fixed
/// parameters have x = 0.
pub fn solve(minimand: impl Minimand, theta: &[f64], rights: &mut [Vec<f64>]) -> Result<()> {
    let hessian = Hessian::new(minimand, theta)?;
    for right in rights {
        let one: Vec<Lane<1>> = right.iter().map(|x| [*x]).gathered();
        let solved = hessian.solve(&one, 1e-12, &mut || Ok(()))?;
        right.copy_from_slice(solved.as_flattened());
    }
    Ok(())
}

fn refusal(stopped: Stopped) -> Error {
    Error::Numeric(match stopped {
        Stopped::Slow => "the iterative solver did not reach its tolerance at the estimate".into(),
        Stopped::Indefinite => "the information matrix is not positive definite".into(),
    })
}

/// The products of each vector with its other.
fn dots<const L: usize>(a: &[Lane<L>], b: &[Lane<L>]) -> [f64; L] {
    let mut sums = [0.0; L];
    for (x, y) in a.iter().zip(b) {
        (0..L).for_each(|l| sums[l] += x[l] * y[l]);
    }
    sums
}
