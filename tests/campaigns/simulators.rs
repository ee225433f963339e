//! Contexts, probabilities, selections and labels of simulated experiments, after appendix J of Frauen,
//! Deviyani, van der Schaar and Feuerriegel, with the choices that it leaves open: coefficients b and
//! phi as below, probabilities floored and then made to sum to one, parameters drawn once.

use crate::replicates::replicate;
use duel::gars::{Evaluator, GarsSpecification, Judged, StridedMatrix};
use duel::random::Random;
use std::f64::consts::PI;

/// How probabilities follow from the difference d of two utilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OutcomeModel {
    /// softmax(d, -d, .2 - 1.2 |d| + .4 cos(2 pi x)), at least .05 each.
    NonlinearTie,
    /// logistic(d + gamma C), C a cycle of the items.
    Cycle(f64),
}

/// Quantities that are drawn once.
#[derive(Debug, Clone)]
pub struct Simulator {
    pub items: usize,
    pub features: usize,
    pub outcome: OutcomeModel,
    linear: Vec<f64>,
    intercept: Vec<f64>,
    square: Vec<f64>,
    phase: Vec<f64>,
    selection: Vec<f64>,
}

/// Data of one run: contexts, features, true probabilities; labels with their propensities.
#[derive(Debug, Default)]
pub struct Data {
    pub contexts: usize,
    pub features: Vec<f64>,
    pub mu: Vec<f64>,
    pub context: Vec<u64>,
    pub first: Vec<u32>,
    pub second: Vec<u32>,
    pub category: Vec<u32>,
    pub propensity: Vec<f64>,
}

const LEAST: f64 = 0.05;

impl Simulator {
    pub fn new(items: usize, features: usize, outcome: OutcomeModel, seed: u64) -> Simulator {
        let mut random = Random::new(seed, 0);
        let mut normals =
            |count: usize, sd: f64| -> Vec<f64> { (0..count).map(|_| sd * random.normal()).collect() };
        let (linear, intercept) = (normals(items * features, 1.0), normals(items, 0.5));
        let (square, selection) = (normals(items * features.min(2), 0.6), normals(items, 0.5));
        let phase = (0..items).map(|_| 2.0 * PI * random.uniform()).collect();
        Simulator { items, features, outcome, linear, intercept, square, phase, selection }
    }

    pub fn categories(&self) -> usize {
        if self.outcome == OutcomeModel::NonlinearTie {
            3
        } else {
            2
        }
    }

    /// Numbers of the probabilities of a context.
    pub fn row(&self) -> usize {
        self.items * self.items * self.categories()
    }

    fn utility(&self, item: usize, x: &[f64]) -> f64 {
        let q = self.features.min(2);
        let linear: f64 = x.iter().zip(&self.linear[item * x.len()..]).map(|(x, w)| x * w).sum();
        let square: f64 = x.iter().zip(&self.square[item * q..(item + 1) * q]).map(|(x, w)| x * x * w).sum();
        linear + self.intercept[item] + square + 0.6 * (2.0 * PI * x[0] + self.phase[item]).sin()
    }

    /// The probabilities of all ordered pairs at x.
    pub fn mu(&self, x: &[f64], out: &mut [f64]) {
        let (k, c) = (self.items, self.categories());
        let utilities: Vec<f64> = (0..k).map(|item| self.utility(item, x)).collect();
        for (at, own) in out.chunks_mut(c).enumerate() {
            let (j, i) = (at / k, at % k);
            if i == j {
                own.fill(0.0);
                continue;
            }
            let d = utilities[j] - utilities[i];
            match self.outcome {
                OutcomeModel::NonlinearTie => {
                    let wave = (2.0 * PI * x[1.min(x.len() - 1)]).cos();
                    let logits = [d, -d, 0.2 - 1.2 * d.abs() + 0.4 * wave];
                    let total: f64 = logits.iter().map(|z| z.exp()).sum();
                    own.iter_mut().zip(logits).for_each(|(p, z)| *p = (z.exp() / total).max(LEAST));
                    let total: f64 = own.iter().sum();
                    own.iter_mut().for_each(|p| *p /= total);
                }
                OutcomeModel::Cycle(gamma) => {
                    let ahead = (i + k - j) % k;
                    let half = (k - 1) / 2;
                    let cycle = if ahead <= half {
                        1.0
                    } else if k - ahead <= half {
                        -1.0
                    } else {
                        0.0
                    };
                    own[0] = 1.0 / (1.0 + (-d - gamma * cycle).exp());
                    own[1] = 1.0 - own[0];
                }
            }
        }
    }

    fn x(&self, random: &mut Random) -> Vec<f64> {
        (0..self.features).map(|_| random.uniform()).collect()
    }

    /// Contexts without labels.
    pub fn contexts(&self, contexts: usize, random: &mut Random) -> Data {
        let mut data = Data { contexts, mu: vec![0.0; contexts * self.row()], ..Data::default() };
        for own in data.mu.chunks_mut(self.row()) {
            let x = self.x(random);
            self.mu(&x, own);
            data.features.extend(x);
        }
        data
    }

    /// Labels of every ordered pair by itself, with probability
    /// clip(.9 p + .1 logistic(logit p - .8 |d| + .4 (x - .5) + b_j + b_k), .05, .5), p = .3.
    pub fn label(&self, data: &mut Data, random: &mut Random) {
        let k = self.items;
        for context in 0..data.contexts {
            let x = data.features[context * self.features..(context + 1) * self.features].to_vec();
            let utilities: Vec<f64> = (0..k).map(|item| self.utility(item, &x)).collect();
            for (j, i) in (0..k * k).map(|at| (at / k, at % k)).filter(|(j, i)| i != j) {
                let d = (utilities[j] - utilities[i]).abs();
                let base = (0.3f64 / 0.7).ln();
                let z = base - 0.8 * d + 0.4 * (x[0] - 0.5) + self.selection[j] + self.selection[i];
                let pi = (0.9 * 0.3 + 0.1 / (1.0 + (-z).exp())).clamp(0.05, 0.5);
                if random.uniform() < pi {
                    self.answer(data, context, [j, i], pi, random);
                }
            }
        }
    }

    /// The label of one pair.
    pub fn answer(&self, data: &mut Data, context: usize, [j, i]: [usize; 2], pi: f64, random: &mut Random) {
        let at = context * self.row() + (j * self.items + i) * self.categories();
        let mut left = random.uniform();
        let own = &data.mu[at..at + self.categories()];
        let drawn = own.iter().position(|p| {
            left -= p;
            left < 0.0
        });
        data.context.push(context as u64);
        data.first.push(j as u32);
        data.second.push(i as u32);
        data.category.push(drawn.unwrap_or(0) as u32);
        data.propensity.push(pi);
    }

    /// The mean of the functionals over a million contexts.
    pub fn truth(&self, specification: &GarsSpecification) -> Vec<f64> {
        const PARTS: usize = 100;
        const CONTEXTS: usize = 10_000;
        // A floor would move the probabilities, and the truth with them.
        let specification = GarsSpecification { floor: 0.0, ..specification.clone() };
        let part = |random: &mut Random| {
            let mut evaluator = Evaluator::new(&specification).expect("evaluator");
            let mut mu = vec![0.0; self.row()];
            let mut sums: Vec<f64> = Vec::new();
            for _ in 0..CONTEXTS {
                self.mu(&self.x(random), &mut mu);
                let mu = StridedMatrix::dense(&mu, self.items, self.categories());
                evaluator.visit(&Judged { mu, judge: None, propensities: None }).expect("context");
                let values = evaluator.values();
                sums.resize(values.len(), 0.0);
                sums.iter_mut().zip(values).for_each(|(sum, v)| *sum += v);
            }
            sums
        };
        let parts = replicate(PARTS, 99, part);
        let mean = |at: usize| parts.iter().map(|part| part[at]).sum::<f64>() / (PARTS * CONTEXTS) as f64;
        (0..parts[0].len()).map(mean).collect()
    }
}
