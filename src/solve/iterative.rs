//! Trust-region Newton without a matrix: the step by conjugate gradients (Steihaug), preconditioned by
//! the diagonal or, where the comparison graph is sparse, by a spanning tree, with Hessian products over cells.

mod newton;

use super::many::{Preconditioner, SLOW};
use super::probe;
use super::{Ended, Limits, Minimand, Proof, Prove, Stop};
use crate::error::Result;
use crate::linalg::SpanningForest;
use crate::progress::Watch;
use crate::room::{reserve, Duplicate as _};
use crate::vectors::{dot, largest};
use newton::Newton;

/// Everything the iterations write to, allocated once.
struct Workspace<M: Minimand> {
    gradient: Vec<f64>,
    diagonal: Vec<f64>,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    trial_diagonal: Vec<f64>,
    weights: M::Weights,
    trial_weights: M::Weights,
    cg: Conjugate,
    scratch: M::Scratch,
}

impl<M: Minimand> Workspace<M> {
    fn new(minimand: &M) -> Result<Workspace<M>> {
        let zeros = || reserve(minimand.dimension());
        Ok(Workspace {
            gradient: zeros()?,
            diagonal: zeros()?,
            trial: zeros()?,
            trial_gradient: zeros()?,
            trial_diagonal: zeros()?,
            weights: minimand.weights(),
            trial_weights: minimand.weights(),
            cg: Conjugate::new(minimand)?,
            scratch: M::Scratch::default(),
        })
    }
}

/// Vectors of the conjugate gradient method.
struct Conjugate {
    step: Vec<f64>,
    residual: Vec<f64>,
    conditioned: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
    scratch: Vec<f64>,
    /// The preconditioner where the comparison graph is sparse.
    tree: Option<SpanningForest>,
    /// The one that takes the place of the others once they have been slow, where there is any.
    preconditioner: Option<Preconditioner>,
    is_slow: bool,
    /// Room for it.
    room: [Vec<f64>; 2],
}

/// Pairs for each item up to which the comparison graph is sparse.
const SPARSE: usize = 2;

impl Conjugate {
    fn new(minimand: &impl Minimand) -> Result<Conjugate> {
        let zeros = || reserve(minimand.dimension());
        let is_free = minimand.fixed().iter().all(|fixed| !fixed);
        let whole = minimand.laplacian().filter(|laplacian| laplacian.is_whole && is_free);
        let tree = match whole.map(|laplacian| laplacian.left.len()) {
            Some(edges) if edges <= SPARSE * minimand.dimension() => {
                Some(SpanningForest::new(minimand.dimension(), edges)?)
            }
            _ => None,
        };
        Ok(Conjugate {
            step: zeros()?,
            residual: zeros()?,
            conditioned: zeros()?,
            direction: zeros()?,
            product: zeros()?,
            scratch: zeros()?,
            tree,
            preconditioner: None,
            is_slow: false,
            room: [Vec::new(), Vec::new()],
        })
    }

    /// Adapts the preconditioner to a point.
    fn adapt<M: Minimand>(&mut self, point: &Point<'_, M>) -> Result<()> {
        let Point { minimand, theta, weights, diagonal } = *point;
        let Some(laplacian) = minimand.laplacian() else { return Ok(()) };
        if self.is_slow {
            let before = self.preconditioner.take();
            let edges = minimand.edges(theta, weights);
            self.preconditioner = Some(Preconditioner::new(minimand, laplacian, &edges, diagonal, before)?);
        } else if let Some(tree) = &mut self.tree {
            tree.grow(laplacian.left, laplacian.right, &minimand.edges(theta, weights));
        }
        Ok(())
    }

    /// Goes on with another preconditioner; false where there is none.
    fn give_up<M: Minimand>(&mut self, point: &Point<'_, M>) -> Result<bool> {
        if self.is_slow || point.minimand.laplacian().is_none() {
            return Ok(false);
        }
        self.is_slow = true;
        self.adapt(point)?;
        Ok(true)
    }
}

/// How a run of conjugate gradients ended.
#[derive(PartialEq)]
enum Inner {
    Solved,
    Edge,
}

/// Where the Hessian is taken, and what it is made of.
struct Point<'a, M: Minimand> {
    minimand: &'a M,
    theta: &'a [f64],
    weights: &'a M::Weights,
    diagonal: &'a [f64],
}

pub(super) fn minimise<M: Minimand>(
    minimand: &M,
    theta: Vec<f64>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<(Ended, Proof)> {
    let mut newton = Newton::new(minimand, theta, limits)?;
    let stop = newton.run(watch)?;
    let Newton { theta, value, iterations, mut w, .. } = newton;
    let last_step = w.cg.step.duplicate();
    let proof = prove(minimand, &theta, (limits, stop), &mut w)?;
    Ok((Ended { theta, value, iterations, stop, last_step, shift: 0.0 }, proof))
}

/// The value at theta, and its proof.
pub(super) fn prove_at<M: Minimand>(minimand: &M, theta: &[f64], limits: &Limits) -> Result<(f64, Proof)> {
    let mut w = Workspace::new(minimand)?;
    let value = minimand.weigh(theta, &mut w.gradient, &mut w.diagonal, &mut w.weights, &mut w.scratch);
    let proof = prove(minimand, theta, (limits, Stop::Given), &mut w)?;
    Ok((value, proof))
}

/// Relative error of the Newton step of a proof.
const PROOF: f64 = 0.03;

/// Measures what is to be proved, and the Newton step in any case, at theta, whose gradient, diagonal and weights are in the
/// workspace.
fn prove<M: Minimand>(
    minimand: &M,
    theta: &[f64],
    (limits, stop): (&Limits, Stop),
    w: &mut Workspace<M>,
) -> Result<Proof> {
    let point = Point { minimand, theta, weights: &w.weights, diagonal: &w.diagonal };
    w.cg.adapt(&point)?;
    w.cg.residual.iter_mut().zip(&w.gradient).for_each(|(r, g)| *r = -g);
    let inner = conjugate_gradients(&point, PROOF, f64::INFINITY, 1.0, &mut w.cg, &mut w.scratch)?;
    let newton = w.cg.step.clone();
    w.trial.iter_mut().zip(theta).zip(&newton).for_each(|((t, x), s)| *t = x + s);
    let (step, decrement) = match inner {
        Inner::Solved => (minimand.change(theta, &w.trial), (-dot(&newton, &w.gradient)).max(0.0).sqrt()),
        Inner::Edge => (f64::INFINITY, f64::INFINITY),
    };
    // A fit cut off early is no optimum to judge.
    let (curvature, weakest, uncorrelated) =
        match limits.prove == Prove::Curvature && stop != Stop::Iterations {
            true => weakest(minimand, theta, w)?,
            false => (f64::NAN, Vec::new(), f64::NAN),
        };
    Ok(Proof { gradient: largest(&w.gradient), newton, decrement, step, curvature, weakest, uncorrelated })
}

/// The weakest direction off the null directions by a few rough inverse iterations: its curvature, the
/// direction, and what the curvature would be without correlations.
fn weakest<M: Minimand>(minimand: &M, theta: &[f64], w: &mut Workspace<M>) -> Result<(f64, Vec<f64>, f64)> {
    let p = theta.len();
    let mut v = probe(p);
    let point = Point { minimand, theta, weights: &w.weights, diagonal: &w.diagonal };
    let mut curvature = 0.0;
    let mut uncorrelated = 0.0;
    for _ in 0..6 {
        for ((r, x), &fixed) in w.cg.residual.iter_mut().zip(&v).zip(minimand.fixed()) {
            *r = if fixed { 0.0 } else { *x };
        }
        let inner = conjugate_gradients(&point, 1e-3, f64::INFINITY, 1.0, &mut w.cg, &mut w.scratch)?;
        let norm = dot(&w.cg.step, &w.cg.step).sqrt();
        if !(norm > 0.0 && norm.is_finite()) {
            break;
        }
        v.iter_mut().zip(&w.cg.step).for_each(|(x, s)| *x = s / norm);
        minimand.product(theta, &w.weights, &v, &mut w.cg.product, &mut w.scratch);
        curvature = dot(&v, &w.cg.product);
        uncorrelated = v.iter().zip(&w.diagonal).map(|(x, d)| x * x * d).sum();
        // One inverse iteration already brings a null direction to the fore.
        if inner == Inner::Edge || curvature > 1e-6 * uncorrelated {
            break;
        }
    }
    Ok((curvature, v, uncorrelated))
}

/// Length in the metric of the diagonal.
fn metric(v: &[f64], diagonal: &[f64]) -> f64 {
    v.iter().zip(diagonal).map(|(x, d)| x * x * d.max(0.0)).sum::<f64>().sqrt()
}

/// Solves Hessian * step = residual to a relative error in the residual, within a radius.
fn conjugate_gradients<M: Minimand>(
    point: &Point<'_, M>,
    relative: f64,
    radius: f64,
    total: f64,
    cg: &mut Conjugate,
    scratch: &mut M::Scratch,
) -> Result<Inner> {
    let o = point.minimand;
    let smallest = 1e-300 + f64::EPSILON * largest(point.diagonal);
    let limit = 20 * o.dimension() + 100;
    cg.step.fill(0.0);
    o.project(point.theta, &mut cg.residual, &mut cg.scratch);
    // Of what changes nothing all but shifts is in the kernel of the Hessian at an optimum alone: before, products lead
    // out of the space of the steps, and conjugate gradients would chase what no step can mend.
    let leaves = !o.is_of_shifts();
    let precondition = |cg: &mut Conjugate| {
        if leaves {
            o.project(point.theta, &mut cg.residual, &mut cg.scratch);
        }
        if let Some(preconditioner) = &cg.preconditioner {
            cg.conditioned.copy_from_slice(&cg.residual);
            preconditioner.solve(&mut cg.conditioned, o.fixed(), &mut cg.room);
            o.project(point.theta, &mut cg.conditioned, &mut cg.scratch);
            return;
        }
        if let Some(tree) = &mut cg.tree {
            tree.solve(&o.edges(point.theta, point.weights), smallest, &cg.residual, &mut cg.conditioned);
            o.project(point.theta, &mut cg.conditioned, &mut cg.scratch);
            return;
        }
        for ((z, r), d) in cg.conditioned.iter_mut().zip(&cg.residual).zip(point.diagonal) {
            *z = r / d.max(smallest);
        }
        o.project(point.theta, &mut cg.conditioned, &mut cg.scratch);
    };
    precondition(cg);
    cg.direction.copy_from_slice(&cg.conditioned);
    let mut rz = dot(&cg.residual, &cg.conditioned);
    let mut target = relative * relative * rz;
    for iteration in 0..limit {
        if rz <= target || rz == 0.0 {
            return Ok(Inner::Solved);
        }
        if iteration == SLOW && cg.give_up(point)? {
            // From here as from a start, towards the same share of what is left in the new metric.
            let left = target / rz;
            precondition(cg);
            cg.direction.copy_from_slice(&cg.conditioned);
            rz = dot(&cg.residual, &cg.conditioned);
            target = left * rz;
        }
        o.product(point.theta, point.weights, &cg.direction, &mut cg.product, scratch);
        let curvature = dot(&cg.direction, &cg.product);
        if curvature <= 0.0 {
            // Down the negative curvature as far as the region allows.
            let bound = if radius.is_finite() { radius } else { total.sqrt().max(1.0) };
            to_edge(cg, point.diagonal, bound);
            return Ok(Inner::Edge);
        }
        let length = rz / curvature;
        cg.step.iter_mut().zip(&cg.direction).for_each(|(s, d)| *s += length * d);
        if radius.is_finite() && metric(&cg.step, point.diagonal) > radius {
            cg.step.iter_mut().zip(&cg.direction).for_each(|(s, d)| *s -= length * d);
            to_edge(cg, point.diagonal, radius);
            return Ok(Inner::Edge);
        }
        cg.residual.iter_mut().zip(&cg.product).for_each(|(r, q)| *r -= length * q);
        precondition(cg);
        let next = dot(&cg.residual, &cg.conditioned);
        let ratio = next / rz;
        rz = next;
        cg.direction.iter_mut().zip(&cg.conditioned).for_each(|(d, z)| *d = z + ratio * *d);
    }
    Ok(Inner::Solved)
}

/// Moves the step along the direction to the edge of the region.
fn to_edge(cg: &mut Conjugate, diagonal: &[f64], radius: f64) {
    let inner = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).zip(diagonal).map(|((x, y), d)| x * y * d.max(0.0)).sum()
    };
    let (dd, sd, ss) =
        (inner(&cg.direction, &cg.direction), inner(&cg.step, &cg.direction), inner(&cg.step, &cg.step));
    if dd <= 0.0 {
        return;
    }
    let root = (sd * sd + dd * (radius * radius - ss).max(0.0)).sqrt();
    let length = (root - sd) / dd;
    cg.step.iter_mut().zip(&cg.direction).for_each(|(s, d)| *s += length * d);
}
