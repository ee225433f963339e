//! The boundary of sensitivities that must not be negative: which judges stand at zero, by active sets.

use super::frame::Frame;
use super::slopes;
use crate::likelihood::{Local, Objective};

/// The judges at sensitivity zero, as a fit finds them round by round.
#[derive(Debug, Clone)]
pub(super) struct Boundary {
    judging: Vec<usize>,
    /// Judges at zero.
    pub(super) zeros: Vec<usize>,
    released: Vec<usize>,
}

/// A sensitivity of more than so many typical ones says nothing more of the sign of all.
const MOST: f64 = 10.0;

/// What to do after a round.
pub(super) enum Next {
    /// Everyone is where they belong.
    Settled,
    /// This judge leaves zero and comes back.
    Cycling(usize),
    /// Solve again from here.
    Again(Vec<f64>),
}

impl Boundary {
    /// Nobody is at zero yet; `judging` are the judges with comparisons.
    pub(super) fn new(judging: Vec<usize>) -> Boundary {
        Boundary { judging, zeros: Vec::new(), released: Vec::new() }
    }

    /// Whether nobody is left who agrees with the scores.
    pub(super) fn is_everyone(&self) -> bool {
        self.zeros.len() == self.judging.len()
    }

    /// Looks at the solution of a round. Every round adds judges to the boundary or releases one that
    /// was never released before. A round with more judges at zero starts from `restart`, all others at
    /// one, or, without it, goes on from where the last one ended: a refit stays at its optimum.
    pub(super) fn next(
        &mut self,
        frame: &Frame,
        objective: &mut Objective,
        restart: Option<&[f64]>,
        theta: &[f64],
    ) -> Next {
        let factors = slopes::factors(frame, objective, theta);
        let gamma = |k: usize| theta[frame.sensitivity(k)] * factors[k];
        let votes = votes(frame, objective);
        let mut known: Vec<(f64, f64)> = self.judging.iter().map(|&k| (gamma(k).abs(), votes[k])).collect();
        let size = typical(&mut known);
        // The sign of (mu, gamma) is free: take the one that most comparisons agree with. A judge of few votes who runs
        // to infinity does not speak for the others.
        let agreement = |k: &usize| votes[*k] * gamma(*k).clamp(-MOST * size, MOST * size);
        let sum: f64 = self.judging.iter().map(agreement).sum();
        let sign = if sum < 0.0 { -1.0 } else { 1.0 };
        let before = self.zeros.len();
        for &judge in &self.judging {
            if !self.zeros[..before].contains(&judge) && sign * gamma(judge) <= 1e-8 * size {
                self.zeros.push(judge);
            }
        }
        if self.zeros.len() > before {
            self.zeros.sort_unstable();
            return Next::Again(self.fix(frame, objective, restart, theta));
        }
        let Some(judge) = self.releasable(frame, objective, theta, sign) else { return Next::Settled };
        if self.released.contains(&judge) {
            return Next::Cycling(judge);
        }
        self.released.push(judge);
        self.zeros.retain(|&k| k != judge);
        Next::Again(release(frame, objective, theta, judge))
    }

    /// The judge at zero for whom a positive sensitivity is better (Karush-Kuhn-Tucker).
    fn releasable(&self, frame: &Frame, objective: &Objective, theta: &[f64], sign: f64) -> Option<usize> {
        if self.zeros.is_empty() {
            return None;
        }
        let mut open = objective.clone();
        self.zeros.iter().for_each(|&k| open.fixed[frame.sensitivity(k)] = false);
        let mut gradient = vec![0.0; open.dimension];
        open.gradient(theta, &mut gradient, &mut Local::default());
        let slack = 1e-6 * open.data.design.total();
        let slope = |k: usize| sign * gradient[frame.sensitivity(k)];
        let steepest = self.zeros.iter().copied().min_by(|&a, &b| slope(a).total_cmp(&slope(b)));
        steepest.filter(|&judge| slope(judge) < -slack)
    }

    /// Fixes the judges at the boundary at zero.
    fn fix(
        &self,
        frame: &Frame,
        objective: &mut Objective,
        restart: Option<&[f64]>,
        theta: &[f64],
    ) -> Vec<f64> {
        let mut start = restart.unwrap_or(theta).to_vec();
        for &judge in &self.judging {
            let at = frame.sensitivity(judge);
            frame.strength_of(judge).for_each(|at| objective.fixed[at] = self.zeros.contains(&judge));
            if objective.fixed[at] {
                start[at] = 0.0;
            } else if restart.is_some() {
                start[at] = 1.0;
            }
        }
        start
    }
}

/// Comparisons of every judge.
fn votes(frame: &Frame, objective: &Objective) -> Vec<f64> {
    let design = &objective.data.design;
    let mut votes = vec![0.0; frame.judges];
    (0..design.len()).for_each(|cell| votes[design.judge(cell)] += design.counts[cell].total());
    votes
}

/// The median of sizes by their weights, without those that are zero but for rounding.
fn typical(known: &mut Vec<(f64, f64)>) -> f64 {
    let largest = known.iter().fold(0.0, |m: f64, (size, _)| m.max(*size));
    known.retain(|(size, _)| *size > 1e-12 * largest);
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = 0.5 * known.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut sum = 0.0;
    let middle = known.iter().find(|(_, weight)| {
        sum += weight;
        sum >= half
    });
    middle.map_or(0.0, |(size, _)| *size)
}

/// Lets a judge go, from a small sensitivity with the sign of the others.
fn release(frame: &Frame, objective: &mut Objective, theta: &[f64], judge: usize) -> Vec<f64> {
    let mut start = theta.to_vec();
    let first = frame.sensitivity(0);
    let mean = start[first..first + frame.judges].iter().sum::<f64>() / frame.judges as f64;
    let at = frame.sensitivity(judge);
    frame.strength_of(judge).for_each(|at| objective.fixed[at] = false);
    start[at] = 0.05 * mean;
    start
}
