//! The optimum by a general optimiser: L-BFGS (argmin) from a point, then Newton's method with the exact Hessian of
//! the definition, its eigenvalues made positive.

use crate::definition::Definition;
use crate::linear::{dot, Eigen};
use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

/// Which parameters are free, and the others' values.
pub struct Search<'a> {
    pub definition: &'a Definition<'a>,
    pub free: Vec<usize>,
}

#[derive(Debug, Clone)]
pub struct End {
    pub theta: Vec<f64>,
    pub objective: f64,
    /// Newton decrement.
    pub decrement: f64,
    /// Whether the spread of a pair all but vanishes.
    pub is_collapsed: bool,
    /// Whether it is a finite optimum.
    pub is_finite: bool,
}

struct Task<'a> {
    search: &'a Search<'a>,
    base: Vec<f64>,
}

impl Task<'_> {
    fn full(&self, part: &[f64]) -> Vec<f64> {
        let mut theta = self.base.clone();
        self.search.free.iter().zip(part).for_each(|(&at, &v)| theta[at] = v);
        theta
    }
}

impl CostFunction for Task<'_> {
    type Param = Vec<f64>;
    type Output = f64;
    fn cost(&self, part: &Vec<f64>) -> Result<f64, Error> {
        let value = self.search.definition.objective(&self.full(part));
        Ok(if value.is_finite() { value } else { 1e30 })
    }
}

impl Gradient for Task<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;
    fn gradient(&self, part: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let full = self.search.definition.curved(&self.full(part)).gradient;
        Ok(self.search.free.iter().map(|&at| if full[at].is_finite() { full[at] } else { 0.0 }).collect())
    }
}

impl<'a> Search<'a> {
    pub fn new(definition: &'a Definition<'a>, free: Vec<usize>) -> Search<'a> {
        Search { definition, free }
    }

    /// L-BFGS, then Newton.
    pub fn from(&self, theta: &[f64], rough: u64) -> End {
        let task = Task { search: self, base: theta.to_vec() };
        let start: Vec<f64> = self.free.iter().map(|&at| theta[at]).collect();
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), 8);
        let solver = solver
            .with_tolerance_grad(1e-5)
            .expect("tolerance")
            .with_tolerance_cost(1e-12)
            .expect("tolerance");
        let run = Executor::new(task, solver)
            .configure(|state| state.param(start).max_iters(rough))
            .timer(false)
            .run();
        // A line search that fails leaves Newton's method to go on from the start.
        let mut from = theta.to_vec();
        if let Some(best) = run.ok().and_then(|r| r.state().get_best_param().cloned()) {
            self.free.iter().zip(best).for_each(|(&at, v)| from[at] = v);
        }
        self.polish(from)
    }

    pub fn polish(&self, mut theta: Vec<f64>) -> End {
        let mut value = self.definition.objective(&theta);
        let mut damping = 0.0;
        let (mut decrement, mut is_finite) = (f64::INFINITY, false);
        for _ in 0..120 {
            let at = self.definition.curved(&theta);
            let eigen = at.hessian.part(&self.free).eigen();
            let gradient: Vec<f64> = self.free.iter().map(|&k| at.gradient[k]).collect();
            let least = 1e-11 * eigen.largest().max(1e-300);
            let part = |damping: f64| -> Vec<f64> {
                let mut move_by = vec![0.0; self.free.len()];
                for (value, vector) in eigen.values.iter().zip(&eigen.vectors) {
                    let slope = dot(vector, &gradient);
                    // Along directions that change nothing slopes are rounding.
                    if value.abs() > least || slope.abs() > 1e-9 * (1.0 + at.value.abs()) {
                        let scale = slope / (value.abs().max(least) + damping);
                        move_by.iter_mut().zip(vector).for_each(|(m, v)| *m -= scale * v);
                    }
                }
                move_by
            };
            let newton = part(0.0);
            decrement = (-dot(&newton, &gradient)).max(0.0).sqrt();
            let step = self.change(&theta, &newton);
            let convex = eigen.values.iter().all(|v| *v > -1e-7 * eigen.largest().max(1.0));
            if decrement < 1e-7 * (1.0 + 1e-4 * value.abs()) && step < 1e-4 && convex {
                // The last step is taken if it does no harm.
                let next = self.moved(&theta, &newton);
                if self.definition.objective(&next) <= value + 1e-12 * value.abs() {
                    theta = next;
                }
                is_finite = !self.is_flat(&theta, &eigen);
                break;
            }
            let mut accepted = false;
            for _ in 0..40 {
                let trial = part(damping);
                let most = self.change(&theta, &trial);
                if most < 6.0 {
                    let next = self.moved(&theta, &trial);
                    let there = self.definition.objective(&next);
                    if there < value || (there <= value + 1e-13 * value.abs() && decrement < 1e-5) {
                        theta = next;
                        value = there;
                        accepted = true;
                        damping = if damping < 1e-9 { 0.0 } else { damping * 0.1 };
                        break;
                    }
                }
                damping = (damping * 10.0).max(1e-6 * eigen.largest());
            }
            if !accepted {
                is_finite = decrement < 1e-5 && step < 1e-3 && convex && !self.is_flat(&theta, &eigen);
                break;
            }
            if self.largest(&theta) > 60.0 {
                break;
            }
        }
        let is_collapsed = self.is_collapsed(&theta);
        is_finite &= !is_collapsed && !self.is_outgrown(&theta) && !self.is_steep(&theta);
        End { objective: self.definition.objective(&theta), theta, decrement, is_collapsed, is_finite }
    }

    /// Whether a direction moves predictors, and the objective not at all: the optimum is at infinity along it.
    fn is_flat(&self, theta: &[f64], eigen: &Eigen) -> bool {
        if self.definition.face.is_some() {
            // The limit does not depend on the directions that were followed to it.
            return false;
        }
        let limit = 1e-9 * eigen.largest().max(1.0);
        let weak = eigen.values.iter().zip(&eigen.vectors).filter(|(value, _)| value.abs() <= limit);
        let mut moving = weak.filter(|(_, vector)| self.change(theta, vector) > 1e-5);
        moving.next().is_some()
    }

    /// Whether a better point lies beyond an end: a likelihood that rises ever more slowly leaves a search before it knows.
    /// The search is begun again at a part of the size of the parameters along what has no curvature.
    pub fn goes_on(&self, end: &End) -> bool {
        let hessian = self.definition.curved(&end.theta).hessian.part(&self.free);
        let eigen = hessian.eigen();
        let limit = 1e-6 * eigen.largest();
        let size = self.free.iter().map(|&at| end.theta[at] * end.theta[at]).sum::<f64>().sqrt();
        let distance = |theta: &[f64]| -> f64 {
            self.free.iter().map(|&at| (theta[at] - end.theta[at]).powi(2)).sum::<f64>().sqrt()
        };
        let weak = eigen.values.iter().zip(&eigen.vectors).filter(|(value, _)| value.abs() <= limit);
        weak.map(|(_, vector)| vector).any(|vector| {
            [0.1, -0.1, 0.3, -0.3, 1.0, -1.0].into_iter().any(|part| {
                let along: Vec<f64> = vector.iter().map(|v| part * size * v).collect();
                let next = self.polish(self.moved(&end.theta, &along));
                next.objective < end.objective - 1e-10 * (1.0 + end.objective.abs())
                    && distance(&next.theta) > 0.05 * size
            })
        })
    }

    /// Whether the variances of two items are gone that were compared.
    fn is_collapsed(&self, theta: &[f64]) -> bool {
        let Some(first) = self.definition.spread else { return false };
        let d = |i: usize| theta[first + i].powi(2);
        let most = (0..self.definition.items).map(d).fold(0.0, f64::max);
        self.definition.case.used().any(|row| {
            let spread = (d(row.left) + d(row.right)) / most;
            // Log odds beyond which the likelihood is one tell no smaller spread from this one.
            spread < 1e-5 || (spread < 1e-3 && self.definition.distribution(theta, row).z.value.abs() > 30.0)
        })
    }

    /// Whether slopes of sensitivities grew until all predictors of some contexts are gone: where they stand moves none.
    pub fn is_steep(&self, theta: &[f64]) -> bool {
        let (definition, case) = (self.definition, self.definition.case);
        let s = definition.choices();
        s.strength.covariates().iter().enumerate().any(|(c, name)| {
            let first = definition.slopes.start + c * definition.judges;
            case.used().any(|row| (theta[first + row.judge] * case.difference(name, row)).abs() > 10.0)
        })
    }

    /// Whether variances grew until the offsets, which alone set their scale, have no effect on any predictor.
    fn is_outgrown(&self, theta: &[f64]) -> bool {
        let s = self.definition.choices();
        let Some(first) = self.definition.spread.filter(|_| !s.offsets.is_empty() && s.spread_ridge() == 0.0)
        else {
            return false;
        };
        let case = self.definition.case;
        let (mut sizes, mut effects) = (0.0, 0.0);
        for row in case.used() {
            let offset: f64 = s.offsets.iter().map(|name| case.difference(name, row)).sum();
            let between = theta[first + row.left].powi(2) + theta[first + row.right].powi(2);
            sizes += offset * offset;
            effects += case.read(row).iter().sum::<f64>() * offset * offset / between;
        }
        sizes > 0.0 && effects < 1e-6
    }

    fn moved(&self, theta: &[f64], part: &[f64]) -> Vec<f64> {
        let mut next = theta.to_vec();
        self.free.iter().zip(part).for_each(|(&at, m)| next[at] += m);
        next
    }

    /// The largest change of a predictor or threshold, to first order.
    pub fn change(&self, theta: &[f64], part: &[f64]) -> f64 {
        let full = self.moved(&vec![0.0; theta.len()], part);
        let mut most = 0.0f64;
        self.definition.each_row(theta, |_, distribution, _| {
            for jet in [Some(distribution.z), distribution.tie, distribution.bad].into_iter().flatten() {
                let change: f64 =
                    distribution.touched.iter().enumerate().map(|(l, &at)| jet.slope(l) * full[at]).sum();
                most = most.max(change.abs());
            }
        });
        most
    }

    /// The largest predictor or threshold.
    pub fn largest(&self, theta: &[f64]) -> f64 {
        let mut most = 0.0f64;
        self.definition.each_row(theta, |_, distribution, _| {
            [Some(distribution.z), distribution.tie, distribution.bad]
                .iter()
                .flatten()
                .for_each(|jet| most = most.max(jet.value.abs()));
        });
        most
    }
}
