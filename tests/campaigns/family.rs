//! Known truths whose thresholds and spreads differ from pair to pair, and votes drawn from them. As in
//! `truth.rs` the formulas are written out here a second time.

use crate::contrasts::pairs;
use crate::truth::{probabilities, OutcomeModel};
use duel::comparisons::{Column, Key, Rows, Set};
use duel::model::{Position, Specification, SpreadModel, ThresholdModel};
use duel::outcome::Outcome;
use duel::random::Random;
use duel::threshold::{Basis, Form};
use std::f64::consts::PI;

/// How readily pairs tie.
#[derive(Clone, PartialEq)]
pub enum Ties {
    /// There are none.
    None,
    /// e_ij = g_i + g_j.
    Additive(Vec<f64>),
    /// e_ij = <G_i, Phi_j> + <G_j, Phi_i>, two factors, cosine basis.
    Factored(Vec<[f64; 2]>),
}

/// Everything that is to be estimated, and the design of the votes.
#[derive(Clone)]
pub struct Family {
    pub outcome: OutcomeModel,
    /// Of the items, sum zero.
    pub scores: Vec<f64>,
    pub ties: Ties,
    /// Of the judges to the threshold, sum zero; empty: one anonymous judge.
    pub offsets: Vec<f64>,
    pub position: Option<f64>,
    /// d_i; empty: no spread.
    pub variances: Vec<f64>,
    /// Lambda_i, one factor; empty: none.
    pub loadings: Vec<f64>,
    /// Votes of every judge on every ordered pair.
    pub votes: u64,
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

impl Family {
    pub fn items(&self) -> usize {
        self.scores.len()
    }

    pub fn has_spread(&self) -> bool {
        !self.variances.is_empty()
    }

    pub fn has_ties(&self) -> bool {
        self.ties != Ties::None
    }

    /// The two columns of the basis: a constant, and a cosine.
    fn basis(&self, item: usize) -> [f64; 2] {
        let m = self.items() as f64;
        [1.0 / m.sqrt(), (2.0 / m).sqrt() * (PI / m * (item as f64 + 0.5)).cos()]
    }

    /// Before the link.
    fn linear_threshold(&self, i: usize, j: usize) -> f64 {
        match &self.ties {
            Ties::None => 0.0,
            Ties::Additive(g) => g[i] + g[j],
            Ties::Factored(g) => {
                let (a, b) = (self.basis(i), self.basis(j));
                (0..2).map(|c| g[i][c] * b[c] + g[j][c] * a[c]).sum()
            }
        }
    }

    fn link(&self, linear: f64) -> f64 {
        match self.outcome {
            OutcomeModel::RaoKupper => linear.exp().ln_1p(),
            _ => linear,
        }
    }

    /// The variance of a difference, on the scale of `scores`.
    fn spread(&self, i: usize, j: usize) -> f64 {
        if !self.has_spread() {
            return 1.0;
        }
        let apart = if self.loadings.is_empty() { 0.0 } else { self.loadings[i] - self.loadings[j] };
        self.variances[i] + self.variances[j] + apart * apart
    }

    /// The factor that brings P Sigma P to trace one.
    fn scale(&self) -> f64 {
        if !self.has_spread() {
            return 1.0;
        }
        let m = self.items() as f64;
        let diagonal = (1.0 - 1.0 / m) * self.variances.iter().sum::<f64>();
        let factor: f64 = if self.loadings.is_empty() {
            0.0
        } else {
            let centre = mean(&self.loadings);
            self.loadings.iter().map(|l| (l - centre) * (l - centre)).sum()
        };
        1.0 / (diagonal + factor).sqrt()
    }

    /// Probabilities of left, right and tie before a judge with this offset.
    pub fn probabilities(&self, left: usize, right: usize, offset: f64) -> [f64; 3] {
        let u = self.scores[left] - self.scores[right] + self.position.unwrap_or(0.0);
        let z = u / self.spread(left, right).sqrt();
        probabilities(self.outcome, z, self.link(self.linear_threshold(left, right) + offset))
    }

    /// Scores as a model reports them: sum zero, and P Sigma P of trace one.
    pub fn reported_scores(&self) -> Vec<f64> {
        self.scores.iter().map(|s| self.scale() * s).collect()
    }

    pub fn reported_position(&self) -> Vec<f64> {
        self.position.iter().map(|p| self.scale() * p).collect()
    }

    /// g, or G under the constraint that Phi'G is symmetric.
    pub fn thresholds(&self) -> Vec<f64> {
        match &self.ties {
            Ties::None => Vec::new(),
            Ties::Additive(g) => g.clone(),
            Ties::Factored(g) => {
                let cross = |a: usize, b: usize| -> f64 {
                    g.iter().enumerate().map(|(i, row)| self.basis(i)[a] * row[b]).sum()
                };
                let turn = 0.5 * (cross(0, 1) - cross(1, 0));
                let turned = |(i, row): (usize, &[f64; 2])| {
                    let phi = self.basis(i);
                    [row[0] + turn * phi[1], row[1] - turn * phi[0]]
                };
                g.iter().enumerate().flat_map(turned).collect()
            }
        }
    }

    /// Of pairs i < j, before an average judge.
    pub fn pair_thresholds(&self) -> Vec<f64> {
        pairs(self.items()).map(|(i, j)| self.link(self.linear_threshold(i, j))).collect()
    }

    /// Of pairs i < j, as a model reports them.
    pub fn log_spreads(&self) -> Vec<f64> {
        let scale = self.scale();
        pairs(self.items()).map(|(i, j)| (scale * scale * self.spread(i, j)).ln()).collect()
    }

    /// The model of which this is a point.
    pub fn specification(&self) -> Specification {
        let outcome = match self.outcome {
            OutcomeModel::RaoKupper => Outcome::RaoKupper,
            OutcomeModel::Davidson => Outcome::Davidson,
            OutcomeModel::BradleyTerry | OutcomeModel::HalfTies => Outcome::BradleyTerry,
        };
        let (threshold, tie_factors) = match self.ties {
            Ties::None => (Form::Single, 0),
            Ties::Additive(_) => (Form::Additive, 0),
            Ties::Factored(_) => (Form::Factored, 2),
        };
        Specification {
            outcome,
            threshold: ThresholdModel::of(threshold, tie_factors, Basis::Cosine),
            threshold_by_judge: !self.offsets.is_empty(),
            position: if self.position.is_some() { Position::Shared } else { Position::None },
            spread: self
                .has_spread()
                .then_some(usize::from(!self.loadings.is_empty()))
                .map(|factors| SpreadModel { factors, ridge: 0.0 }),
            ..Specification::default()
        }
    }

    /// One data set.
    pub fn draw(&self, random: &mut Random) -> Set {
        let anonymous = [0.0];
        let offsets = if self.offsets.is_empty() { &anonymous[..] } else { &self.offsets };
        let (mut left, mut right, mut judges) = (Vec::new(), Vec::new(), Vec::new());
        let mut counts = [Vec::new(), Vec::new(), Vec::new()];
        for (judge, &offset) in offsets.iter().enumerate() {
            for i in 0..self.items() {
                for j in (0..self.items()).filter(|&j| j != i) {
                    let [win, loss, tie] = self.probabilities(i, j, offset);
                    let drawn = random.outcomes(self.votes, &[win, loss, tie, 0.0]);
                    counts.iter_mut().zip(drawn).for_each(|(all, count)| all.push(count as f64));
                    left.push(i as u32);
                    right.push(j as u32);
                    judges.push(judge as u32);
                }
            }
        }
        let key = |ids| Key { values: Column::U32(ids), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: left.len(),
            left: key(&left),
            right: key(&right),
            judge: if self.offsets.is_empty() { Key::default() } else { key(&judges) },
            wins: Column::F64(&counts[0]),
            losses: Column::F64(&counts[1]),
            ties: Column::F64(&counts[2]),
            ..Rows::default()
        })
        .expect("simulated votes are valid");
        set
    }
}
