//! The derivatives of one ballot, summed over its stages.

use super::fit::RankingChoices;
use super::layout::Layout;
use super::probability::Derived;
use super::rows::{Ballot, Ballots};
use super::stages::Stages;
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
