//! The derivatives of one ballot, summed over its stages.

use super::fit::RankingChoices;
use super::layout::Layout;
use super::probability::Derived;
use super::rows::{Ballot, Ballots};
use super::stages::{Choice, Stages};
use crate::interrupt::spend;
use crate::room::{Gather as _, Put as _};

/// The derivatives of one ballot in the parameters that it touches.
#[derive(Debug, Clone, Default)]
pub(super) struct Sum {
    stages: Stages,
    stage: Derived,
    left: Vec<f64>,
    reversed: Vec<f64>,
    strengths: Vec<f64>,
    /// The parameters that move each coordinate (items in the order in which they leave, then ties), with derivatives.
    touched: Vec<(usize, f64)>,
    /// Where those of each coordinate end.
    ends: Vec<usize>,
    pub(super) value: f64,
    /// Slopes in the coordinates.
    pub(super) slopes: Vec<f64>,
    /// Second derivatives in them.
    pub(super) second: Vec<f64>,
}

impl Sum {
    /// Room for slopes without second derivatives.
    pub(super) fn of_first_order() -> Sum {
        let mut sum = Sum::default();
        sum.stage.is_of_first_order = true;
        sum
    }

    /// Derives a ballot once, whatever its weight.
    pub(super) fn derive(
        &mut self,
        ballot: &Ballot<'_>,
        ballots: &Ballots,
        choices: &RankingChoices,
        layout: &Layout,
        (theta, deltas): (&[f64], &[f64]),
    ) {
        self.stages.read(ballot, choices.worst, choices.stages);
        let n = ballot.items.len();
        let all = n + deltas.len();
        spend((20 + 40 * deltas.len()) * n * n * self.stages.list.len());
        self.touched.clear();
        self.ends.clear();
        self.strengths.clear();
        for &at in &self.stages.order {
            let (touched, mut u) = (&mut self.touched, 0.0);
            layout.touch(ballots, ballot, at, |parameter, along| {
                touched.put((parameter, along));
                u += along * theta[parameter];
            });
            self.strengths.put(u);
            self.ends.put(self.touched.len());
        }
        for tie in &layout.ties {
            self.touched.put_each(tie.map(|at| (at, 1.0)));
            self.ends.put(self.touched.len());
        }
        self.value = 0.0;
        self.slopes.clear();
        self.slopes.put_until(all, 0.0);
        self.second.clear();
        self.second.put_until(all * all, 0.0);
        if self.is_chain(deltas) {
            self.add_chain();
        } else {
            self.add_stages(deltas);
        }
    }

    /// Whether items leave one after the other, without ties, and their weights are no further apart than numbers can hold.
    fn is_chain(&self, deltas: &[f64]) -> bool {
        const WIDEST: f64 = 300.0;
        let mut stages = self.stages.list.iter().enumerate();
        let least = self.strengths.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        deltas.is_empty()
            && most - least < WIDEST
            && stages.all(|(at, stage)| *stage == (at, Choice::Chosen(1)))
    }

    /// Adds stages at which one item leaves at a time, all at once: sets that are chosen from are nested, so that sums run. With
    /// weights w and the sum Z_s of those that are left at stage s, the slope of i is w_i times the sum of 1 / Z_s over the stages at
    /// which it was left, less one if it was chosen; second derivatives have squares of 1 / Z_s in the same way.
    fn add_chain(&mut self) {
        let (n, stages) = (self.strengths.len(), self.stages.list.len());
        let most = self.strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Weights, sums of those that are left, and the running sums of their inverses and of the squares of these.
        let sums = &mut self.left;
        sums.clear();
        sums.put_each(self.strengths.iter().map(|u| (u - most).exp()));
        sums.put_until(4 * n, 0.0);
        let (weights, sums) = sums.split_at_mut(n);
        let (left, sums) = sums.split_at_mut(n);
        let (inverse, squares) = sums.split_at_mut(n);
        let mut rest = 0.0;
        for at in (0..n).rev() {
            if at < stages {
                self.value += (rest / weights[at]).ln_1p();
            }
            rest += weights[at];
            left[at] = rest;
        }
        let (mut first, mut second) = (0.0, 0.0);
        for at in 0..n {
            if at < stages {
                first += 1.0 / left[at];
                second += 1.0 / (left[at] * left[at]);
            }
            (inverse[at], squares[at]) = (first, second);
            self.slopes[at] = weights[at] * first - f64::from(u8::from(at < stages));
        }
        if self.stage.is_of_first_order {
            return;
        }
        for (at, row) in self.second.chunks_exact_mut(n).enumerate() {
            for (other, slot) in row.iter_mut().enumerate() {
                *slot = -weights[at] * weights[other] * squares[at.min(other)];
            }
            row[at] += weights[at] * inverse[at];
        }
    }

    fn add_stages(&mut self, deltas: &[f64]) {
        let all = self.slopes.len();
        for &(from, choice) in &self.stages.list {
            self.left.clear();
            self.left.put_all(&self.strengths[from..]);
            choice.derive(&self.left, deltas, &mut self.reversed, &mut self.stage);
            self.value += self.stage.value;
            // Coordinates of the stage are the last of the items, and then ties where it has them.
            let size = self.stage.n;
            for i in 0..size {
                self.slopes[from + i] += self.stage.slopes[i];
                if self.stage.is_of_first_order {
                    continue;
                }
                let (own, row) = (&self.stage.second[i * size..][..size], (from + i) * all + from);
                self.second[row..row + size].iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
            }
        }
    }

    /// The parameters that move a coordinate.
    fn of(&self, coordinate: usize) -> &[(usize, f64)] {
        let from = if coordinate == 0 { 0 } else { self.ends[coordinate - 1] };
        &self.touched[from..self.ends[coordinate]]
    }

    /// Calls `each` with the parameters and slopes.
    pub(super) fn each_slope(&self, mut each: impl FnMut(usize, f64)) {
        for (coordinate, slope) in self.slopes.iter().enumerate() {
            self.of(coordinate).iter().for_each(|&(at, along)| each(at, along * slope));
        }
    }

    /// Calls `each` with pairs of parameters, in both orders, and second derivatives.
    pub(super) fn each_second(&self, mut each: impl FnMut(usize, usize, f64)) {
        let all = self.ends.len();
        for (one, row) in self.second.chunks(all.max(1)).enumerate() {
            for (other, value) in row.iter().enumerate() {
                for &(a, x) in self.of(one) {
                    self.of(other).iter().for_each(|&(b, y)| each(a, b, x * y * value));
                }
            }
        }
    }

    /// The changes of the coordinates along a direction.
    pub(super) fn moves(&self, direction: &[f64]) -> Vec<f64> {
        let along = |of: usize| self.of(of).iter().map(|&(at, x)| x * direction[at]).sum::<f64>();
        (0..self.ends.len()).map(along).gathered()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn stages_all_at_once_are_those_one_by_one() {
        let mut random = Random::new(8, 0);
        for (n, stages) in [(2, 1), (4, 3), (4, 1), (9, 5), (64, 63)] {
            for scale in [0.5, 20.0] {
                let mut fast = Sum {
                    strengths: (0..n).map(|_| scale * random.normal()).collect(),
                    slopes: vec![0.0; n],
                    second: vec![0.0; n * n],
                    ..Sum::default()
                };
                fast.stages.list = (0..stages).map(|at| (at, Choice::Chosen(1))).collect();
                let mut slow = fast.clone();
                assert!(fast.is_chain(&[]) && !fast.is_chain(&[0.0]));
                fast.add_chain();
                slow.add_stages(&[]);
                assert!((fast.value - slow.value).abs() < 1e-12 * (1.0 + slow.value), "{n}");
                let pairs = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
                assert!(
                    pairs(&fast.slopes, &slow.slopes) && pairs(&fast.second, &slow.second),
                    "{n} {scale}"
                );
            }
        }
    }
}
