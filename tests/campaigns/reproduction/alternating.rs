//! Algorithm 1 of the HJA paper at rank one: judges and items in turn, each block drawn to where it was by a
//! proximal term, and re-anchored (C.2) or not. Starts are the paper's (C.1).
//!
//! With the constraints of the blocks, 1'gamma = K and 1'u = 0, the mean of S over judges is mu whether anchored or
//! not; what differs is how S is shared between gamma mu' and u v'.

use super::models::{attempt, pooled, read};
use duel::comparisons::Set;
use duel::linalg::{symmetric_eigen, Factor};
use duel::model::{two_step, Quantity, Specification};
use duel::progress::unwatched;

/// Weight of the proximal term: the paper's default.
const TAU: f64 = 30.0;
/// Least relative change of the likelihood, and most rounds: the paper gives neither.
const CHANGE: f64 = 1e-6;
const ROUNDS: usize = 500;
/// A consensus or a disagreement smaller than this cannot be anchored.
const SMALL: f64 = 1e-8;

/// S = gamma mu' + u v'.
#[derive(Debug, Clone)]
pub struct Factors {
    pub gamma: Vec<f64>,
    mu: Vec<f64>,
    u: Vec<f64>,
    v: Vec<f64>,
}

/// Comparisons of a judge and a pair, and how many the left item won.
struct Cell {
    judge: usize,
    left: usize,
    right: usize,
    count: f64,
    won: f64,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Columns that are orthonormal and sum to zero (Helmert's), each a row here.
fn zero_sum(size: usize) -> Vec<Vec<f64>> {
    let column = |c: usize| {
        let scale = 1.0 / (((c + 1) * (c + 2)) as f64).sqrt();
        let value = |i: usize| match i.cmp(&(c + 1)) {
            std::cmp::Ordering::Less => scale,
            std::cmp::Ordering::Equal => -((c + 1) as f64) * scale,
            std::cmp::Ordering::Greater => 0.0,
        };
        (0..size).map(value).collect()
    };
    (0..size - 1).map(column).collect()
}

fn combine(columns: &[Vec<f64>], weights: &[f64], centre: f64) -> Vec<f64> {
    let at = |i: usize| centre + columns.iter().zip(weights).map(|(c, w)| w * c[i]).sum::<f64>();
    (0..columns[0].len()).map(at).collect()
}

/// log(1 + e^x), without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Minimises the negative log-likelihood of `offset` + rows b plus tau / 2 |b - start|^2, by Newton's method.
fn block(cells: &[Cell], rows: &[Vec<f64>], offset: &[f64], start: &[f64], tau: f64) -> Vec<f64> {
    let size = start.len();
    let value = |b: &[f64]| -> f64 {
        let of = |((cell, row), o): ((&Cell, &Vec<f64>), &f64)| {
            let eta = o + dot(row, b);
            cell.count * softplus(eta) - cell.won * eta
        };
        let near: f64 = b.iter().zip(start).map(|(x, y)| (x - y).powi(2)).sum();
        cells.iter().zip(rows).zip(offset).map(of).sum::<f64>() + 0.5 * tau * near
    };
    let mut b = start.to_vec();
    let mut factor = Factor::new(size).expect("memory");
    for _ in 0..50 {
        let mut step: Vec<f64> = b.iter().zip(start).map(|(x, y)| tau * (y - x)).collect();
        let hessian = factor.matrix();
        hessian.fill(0.0);
        (0..size).for_each(|a| hessian[a * size + a] = tau);
        for ((cell, row), o) in cells.iter().zip(rows).zip(offset) {
            let p = 1.0 / (1.0 + (-o - dot(row, &b)).exp());
            let (rest, weight) = (cell.won - cell.count * p, cell.count * p * (1.0 - p));
            for (a, x) in row.iter().enumerate() {
                step[a] += rest * x;
                row.iter().enumerate().for_each(|(c, y)| hessian[a * size + c] += weight * x * y);
            }
        }
        let gradient = step.clone();
        assert!(factor.factor(), "the proximal term makes the block strictly convex");
        factor.solve(&mut step);
        let decrement = dot(&gradient, &step);
        let (here, mut share) = (value(&b), 1.0);
        let next = loop {
            let next: Vec<f64> = b.iter().zip(&step).map(|(x, s)| x + share * s).collect();
            if value(&next) <= here - 1e-4 * share * decrement || share < 1e-9 {
                break next;
            }
            share *= 0.5;
        };
        b = next;
        if decrement < 1e-12 {
            break;
        }
    }
    b
}

impl Factors {
    /// C.1: pooled scores, equal sensitivities, and the first direction in which judges' own scores leave them.
    fn start(set: &Set) -> Factors {
        let (items, judges) = (set.items(), set.judges());
        let model = attempt(set, &pooled()).expect("pooled scores");
        let mu = read(&model, Quantity::Scores);
        let own =
            two_step(set, &Specification::default(), None, &mut unwatched()).expect("judges' own scores");
        let mut rest: Vec<f64> = (0..own.len()).map(|at| own[at] - mu[at % items]).collect();
        for item in 0..items {
            let mean = (0..judges).map(|k| rest[k * items + item]).sum::<f64>() / judges as f64;
            (0..judges).for_each(|k| rest[k * items + item] -= mean);
        }
        let row = |k: usize| &rest[k * items..(k + 1) * items];
        let gram: Vec<f64> = (0..judges * judges).map(|at| dot(row(at / judges), row(at % judges))).collect();
        let (values, vectors) = symmetric_eigen(&gram, judges).expect("eigenvectors");
        let unit = &vectors[(judges - 1) * judges..];
        let root = values[judges - 1].max(0.0).sqrt().sqrt();
        let along = |i: usize| (0..judges).map(|k| unit[k] * rest[k * items + i]).sum::<f64>() / root;
        Factors {
            gamma: vec![1.0; judges],
            mu,
            u: unit.iter().map(|x| x * root).collect(),
            v: (0..items).map(along).collect(),
        }
    }

    /// S, judges x items.
    pub fn strengths(&self) -> Vec<f64> {
        let of = |k: usize| self.mu.iter().zip(&self.v).map(move |(m, v)| self.gamma[k] * m + self.u[k] * v);
        (0..self.gamma.len()).flat_map(of).collect()
    }

    fn loss(&self, cells: &[Cell]) -> f64 {
        let of = |cell: &Cell| {
            let eta = self.gamma[cell.judge] * (self.mu[cell.left] - self.mu[cell.right])
                + self.u[cell.judge] * (self.v[cell.left] - self.v[cell.right]);
            cell.count * softplus(eta) - cell.won * eta
        };
        cells.iter().map(of).sum()
    }

    fn judge_block(&mut self, cells: &[Cell], tau: f64) {
        let basis = zero_sum(self.gamma.len());
        let gap = |of: &[f64], cell: &Cell| of[cell.left] - of[cell.right];
        let offset: Vec<f64> = cells.iter().map(|cell| gap(&self.mu, cell)).collect();
        let row = |cell: &Cell| -> Vec<f64> {
            let part = |of: &[f64]| basis.iter().map(|z| z[cell.judge] * gap(of, cell)).collect::<Vec<f64>>();
            [part(&self.mu), part(&self.v)].concat()
        };
        let rows: Vec<Vec<f64>> = cells.iter().map(row).collect();
        let of = |x: &[f64]| basis.iter().map(|z| dot(z, x)).collect::<Vec<f64>>();
        let start = [of(&self.gamma), of(&self.u)].concat();
        let found = block(cells, &rows, &offset, &start, tau);
        self.gamma = combine(&basis, &found[..basis.len()], 1.0);
        self.u = combine(&basis, &found[basis.len()..], 0.0);
    }

    fn item_block(&mut self, cells: &[Cell], tau: f64) {
        let basis = zero_sum(self.mu.len());
        let row = |cell: &Cell| -> Vec<f64> {
            let part = |size: f64| basis.iter().map(move |z| size * (z[cell.left] - z[cell.right]));
            part(self.gamma[cell.judge]).chain(part(self.u[cell.judge])).collect()
        };
        let rows: Vec<Vec<f64>> = cells.iter().map(row).collect();
        let of = |x: &[f64]| basis.iter().map(|z| dot(z, x)).collect::<Vec<f64>>();
        let start = [of(&self.mu), of(&self.v)].concat();
        let found = block(cells, &rows, &vec![0.0; cells.len()], &start, tau);
        self.mu = combine(&basis, &found[..basis.len()], 0.0);
        self.v = combine(&basis, &found[basis.len()..], 0.0);
    }

    /// C.2: v off mu, and both factors at their sizes; false if there is nothing to be anchored to.
    fn anchor(&mut self) -> bool {
        let along = dot(&self.v, &self.mu) / dot(&self.mu, &self.mu);
        self.v.iter_mut().zip(&self.mu).for_each(|(v, m)| *v -= along * m);
        self.gamma.iter_mut().zip(&self.u).for_each(|(g, u)| *g += along * u);
        let (of_judges, of_items) = (dot(&self.u, &self.u).sqrt(), dot(&self.v, &self.v).sqrt());
        let root = (self.v.len() as f64).sqrt();
        if dot(&self.mu, &self.mu).sqrt() < SMALL || of_judges * of_items < SMALL {
            return false;
        }
        self.u.iter_mut().for_each(|u| *u *= of_items / root);
        self.v.iter_mut().for_each(|v| *v *= root / of_items);
        true
    }
}

/// Algorithm 1, with or without re-anchoring.
pub fn alternate(set: &Set, anchored: bool) -> Factors {
    let all = set.cells();
    let cells: Vec<Cell> = (0..all.len())
        .map(|c| Cell {
            judge: all.judge[c] as usize,
            left: all.left[c] as usize,
            right: all.right[c] as usize,
            count: all.counts[c][0] + all.counts[c][1],
            won: all.counts[c][0],
        })
        .collect();
    let mut now = Factors::start(set);
    now.anchor();
    let (mut tau, mut loss) = (TAU, now.loss(&cells));
    for _ in 0..ROUNDS {
        let mut next = now.clone();
        next.judge_block(&cells, tau);
        next.item_block(&cells, tau);
        if anchored && !next.anchor() {
            tau *= 2.0;
            continue;
        }
        now = next;
        let before = std::mem::replace(&mut loss, now.loss(&cells));
        if (before - loss).abs() < CHANGE * (1.0 + loss.abs()) {
            break;
        }
    }
    now
}

/// On many votes it comes to the optimum that the library finds, and the two ways differ in sensitivities alone.
#[test]
fn alternating_comes_to_the_optimum() {
    use super::models::disagreeing;
    use crate::heterogeneous::Judges;
    let truth = Judges::drawn(6, 4, 1, 1.0, 3);
    let set = truth.votes(20_000, false, &mut duel::random::Random::new(3, 1));
    let model = attempt(&set, &disagreeing(1)).expect("a fit");
    let best = read(&model, Quantity::Strengths);
    for anchored in [true, false] {
        let found = alternate(&set, anchored);
        assert!((found.gamma.iter().sum::<f64>() - 4.0).abs() < 1e-9);
        let gap = found.strengths().iter().zip(&best).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
        assert!(gap < 0.1, "{gap}");
    }
}
