//! The negative log-likelihood of ballots, with its penalties, as the solvers see it.

use super::fit::RankingChoices;
use super::layout::Layout;
use super::rows::{Ballot, Ballots};
use super::sum::Sum;
use crate::outcome::{log1p_exp, logistic};
use crate::room::{self, Gather as _, Put as _};
use crate::solve::{Laplacian, Minimand, Shape};
use crate::terms::Local;
use std::borrow::Cow;
use std::ops::Range;

/// The objective.
#[derive(Debug, Clone, Copy)]
pub(super) struct Objective<'a> {
    pub(super) ballots: &'a Ballots,
    pub(super) choices: &'a RankingChoices,
    pub(super) layout: &'a Layout,
}

impl Objective<'_> {
    /// Derives all ballots, one after the other.
    pub(super) fn each(&self, theta: &[f64], each: impl FnMut(&Ballot<'_>, &Sum)) {
        self.each_in(theta, Sum::default(), each);
    }

    fn each_in(&self, theta: &[f64], mut sum: Sum, mut each: impl FnMut(&Ballot<'_>, &Sum)) {
        let deltas = self.layout.deltas(theta);
        for ballot in self.ballots.ballots() {
            sum.derive(&ballot, self.ballots, self.choices, self.layout, (theta, &deltas));
            each(&ballot, &sum);
        }
    }

    /// The negative log-likelihood of the ballots alone.
    pub(super) fn data_value(&self, theta: &[f64]) -> f64 {
        let mut value = 0.0;
        self.each_in(theta, Sum::of_first_order(), |ballot, sum| value += ballot.weight * sum.value);
        value
    }

    fn mean(&self, theta: &[f64]) -> f64 {
        theta[..self.layout.items].iter().sum::<f64>() / self.layout.items as f64
    }

    /// Pseudo-comparisons and the ridge: their value, and `each` with an item, the slope in its strength and the curvature.
    fn penalties(&self, theta: &[f64], mut each: impl FnMut(usize, [f64; 4])) -> f64 {
        let RankingChoices { pseudo, ridge, .. } = *self.choices;
        let (mean, mut value) = (self.mean(theta), 0.0);
        for item in 0..self.layout.items {
            let (mut own, mut slopes) = (0.0, [0.0; 4]);
            if pseudo > 0.0 {
                let z = theta[item] - theta[self.layout.items];
                let p = logistic(z);
                own += pseudo * (log1p_exp(z) + log1p_exp(-z));
                (slopes[0], slopes[1]) = (pseudo * (2.0 * p - 1.0), 2.0 * pseudo * p * (1.0 - p));
            }
            if ridge > 0.0 {
                let gap = theta[item] - mean;
                own += 0.5 * ridge * gap * gap;
                (slopes[2], slopes[3]) = (ridge * gap, ridge);
            }
            value += own;
            each(item, slopes);
        }
        value
    }

    fn add_penalties(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        mut add: impl FnMut(usize, usize, f64),
    ) -> f64 {
        let (items, other) = (self.layout.items, self.layout.items);
        let value = self.penalties(theta, |item, [slope, curvature, pull, ridge]| {
            gradient[item] += slope + pull;
            add(item, item, curvature + ridge);
            if self.choices.pseudo > 0.0 {
                gradient[other] -= slope;
                add(other, other, curvature);
                add(other, item, -curvature);
            }
        });
        if self.choices.ridge > 0.0 {
            let share = self.choices.ridge / items as f64;
            (0..items).for_each(|i| (0..=i).for_each(|j| add(i, j, -share)));
        }
        value
    }

    /// Calls `each` with the change of every strength of a ballot from its mean, and of its ties, along a direction.
    fn each_move(&self, direction: &[f64], mut each: impl FnMut(f64)) {
        let mut moves: Vec<f64> = Vec::new();
        for ballot in self.ballots.ballots() {
            moves.clear();
            for at in 0..ballot.items.len() {
                let mut by = 0.0;
                self.layout
                    .touch(self.ballots, &ballot, at, |parameter, along| by += along * direction[parameter]);
                moves.put(by);
            }
            let mean = moves.iter().sum::<f64>() / moves.len() as f64;
            moves.iter().for_each(|by| each(by - mean));
        }
        self.layout.ties.iter().flatten().for_each(|&at| each(direction[at]));
    }
}

impl Minimand for Objective<'_> {
    type Weights = ();
    type Scratch = ();

    fn dimension(&self) -> usize {
        self.layout.dimension
    }

    fn fixed(&self) -> &[bool] {
        &self.layout.fixed
    }

    fn total(&self) -> f64 {
        self.ballots.total()
    }

    /// The logarithm of a sum of exponentials of linear functions, less a linear function.
    fn is_convex(&self) -> bool {
        true
    }

    fn units(&self) -> Range<usize> {
        self.layout.slopes()
    }

    fn value(&self, theta: &[f64]) -> f64 {
        self.data_value(theta) + self.penalties(theta, |_, _| {})
    }

    fn evaluate(&self, theta: &[f64], gradient: &mut [f64], hessian: &mut [f64], _: &mut Local) -> f64 {
        let p = self.dimension();
        gradient.fill(0.0);
        room::clear(hessian);
        let mut value = 0.0;
        self.each(theta, |ballot, sum| {
            value += ballot.weight * sum.value;
            sum.each_slope(|at, slope| gradient[at] += ballot.weight * slope);
            sum.each_second(|row, column, second| {
                if row >= column {
                    hessian[column * p + row] += ballot.weight * second;
                }
            });
        });
        value + self.add_penalties(theta, gradient, |row, column, second| hessian[column * p + row] += second)
    }

    fn change(&self, from: &[f64], to: &[f64]) -> f64 {
        let step: Vec<f64> = to.iter().zip(from).map(|(to, from)| to - from).gathered();
        let mut largest = 0.0f64;
        self.each_move(&step, |by| largest = largest.max(by.abs()));
        largest
    }

    fn size(&self, theta: &[f64]) -> f64 {
        let mut largest = 0.0f64;
        self.each_move(theta, |by| largest = largest.max(by.abs()));
        largest
    }

    fn room(&self, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn typical(&self, matrix: &[f64]) -> f64 {
        let (p, n) = (self.dimension(), self.layout.strengths);
        let mean = (0..n).map(|k| matrix[k * p + k].abs()).sum::<f64>() / n as f64;
        if mean == 0.0 {
            1.0
        } else {
            mean
        }
    }

    fn largest(&self, matrix: &[f64]) -> f64 {
        let (p, units) = (self.dimension(), self.units());
        let counts = |k: usize| !units.contains(&k);
        let entries =
            (0..p).filter(|&k| counts(k)).flat_map(|c| (c..p).filter(|&k| counts(k)).map(move |r| (c, r)));
        entries.fold(0.0, |most: f64, (column, row)| most.max(matrix[column * p + row].abs()))
    }

    /// A covariate's share is in units of its own.
    fn set_damping(&self, hessian: &[f64], out: &mut [f64]) {
        out.fill(1.0);
        let typical = self.typical(hessian);
        for k in self.units() {
            let own = hessian[k * self.dimension() + k].abs() / typical;
            if own > 0.0 && own.is_finite() {
                out[k] = own;
            }
        }
    }

    /// Where strengths move apart along the direction, but no ballot says anything of them any more.
    fn saturates(&self, theta: &[f64], direction: &[f64]) -> bool {
        const MIN_MOVE: f64 = 1e-2;
        const RELATIVE_ZERO: f64 = 1e-6;
        let mut found = false;
        self.each(theta, |_, sum| {
            let moves = sum.moves(direction);
            let mean = moves.iter().sum::<f64>() / moves.len() as f64;
            let square: f64 = moves.iter().map(|by| (by - mean).powi(2)).sum();
            let mut information = 0.0;
            sum.each_second(|a, b, second| information += direction[a] * second * direction[b]);
            found |= square > MIN_MOVE * MIN_MOVE && information <= RELATIVE_ZERO * square;
        });
        found
    }

    fn correct_step(&self, _: &[f64], _: &mut [f64]) {}

    fn balance(&self, _: &mut [f64]) {}

    fn project(&self, _: &[f64], v: &mut [f64], _: &mut Vec<f64>) {
        let mean = v[..self.layout.strengths].iter().sum::<f64>() / self.layout.strengths as f64;
        v[..self.layout.strengths].iter_mut().for_each(|x| *x -= mean);
    }

    fn add_projector(&self, _: &[f64], weight: f64, matrix: &mut [f64], _: &mut Vec<f64>) {
        let (p, n) = (self.dimension(), self.layout.strengths);
        for column in 0..n {
            matrix[column * p + column..column * p + n].iter_mut().for_each(|x| *x += weight / n as f64);
        }
    }

    fn is_of_shifts(&self) -> bool {
        true
    }

    fn shifts(&self) -> &[Vec<u32>] {
        &self.layout.shifts
    }

    fn grounded(&self) -> Vec<bool> {
        let mut grounded = vec![false; self.dimension()];
        grounded[0] = true;
        grounded
    }

    fn weights(&self) {}

    fn weigh(
        &self,
        theta: &[f64],
        gradient: &mut [f64],
        diagonal: &mut [f64],
        _: &mut (),
        _: &mut (),
    ) -> f64 {
        gradient.fill(0.0);
        diagonal.fill(0.0);
        let mut value = 0.0;
        self.each(theta, |ballot, sum| {
            value += ballot.weight * sum.value;
            sum.each_slope(|at, slope| gradient[at] += ballot.weight * slope);
            sum.each_second(|row, column, second| {
                if row == column {
                    diagonal[row] += ballot.weight * second;
                }
            });
        });
        value
            + self.add_penalties(theta, gradient, |row, column, second| {
                if row == column {
                    diagonal[row] += second;
                }
            })
    }

    fn product(&self, theta: &[f64], _: &(), v: &[f64], out: &mut [f64], _: &mut ()) {
        out.fill(0.0);
        self.each(theta, |ballot, sum| {
            sum.each_second(|row, column, second| out[row] += ballot.weight * second * v[column]);
        });
        let mut gradient = vec![0.0; v.len()];
        self.add_penalties(theta, &mut gradient, |row, column, second| {
            out[row] += second * v[column];
            if row != column {
                out[column] += second * v[row];
            }
        });
    }

    fn products<const L: usize>(
        &self,
        theta: &[f64],
        weights: &(),
        v: &[[f64; L]],
        out: &mut [[f64; L]],
        _: &mut Local,
    ) {
        let (mut one, mut product) = (vec![0.0; v.len()], vec![0.0; v.len()]);
        for lane in 0..L {
            one.iter_mut().zip(v).for_each(|(x, row)| *x = row[lane]);
            self.product(theta, weights, &one, &mut product, &mut ());
            out.iter_mut().zip(&product).for_each(|(row, x)| row[lane] = *x);
        }
    }

    fn laplacian(&self) -> Option<Laplacian<'_>> {
        None
    }

    fn edges<'w>(&self, _: &[f64], _: &'w ()) -> Cow<'w, [f64]> {
        Cow::Borrowed(&[])
    }
}

impl Objective<'_> {
    /// Its size, by which a solver is chosen: a ballot touches all that it shows.
    pub(super) fn shape(&self) -> Shape {
        Shape { dimension: self.dimension(), is_coupled: true }
    }
}
