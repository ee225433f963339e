//! The parameters of a model of ballots, and which of them move the strength of an item as it is shown.

use super::fit::RankingChoices;
use super::rows::{Ballot, Ballots};
use super::stages::{Choice, Stages};
use super::MOST_TIED;
use crate::room::{Gather as _, Put as _};
use std::ops::Range;

/// The parameters: strengths of the items, and of the item of pseudo-comparisons where there are any; effects of positions
/// after the first; slopes of covariates; logarithms of the weights of ties.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    pub(super) items: usize,
    /// Items with that of pseudo-comparisons.
    pub(super) strengths: usize,
    /// Positions; 1 where they have no effect.
    pub(super) positions: usize,
    /// Number of covariates.
    pub(super) covariates: usize,
    /// The parameter of each order of ties from 2 on; None where nobody tied this many.
    pub(super) ties: Vec<Option<usize>>,
    pub(super) dimension: usize,
    /// All strengths, which may be shifted together.
    pub(super) shifts: [Vec<u32>; 1],
    /// Which parameters do not move: none.
    pub(super) fixed: Vec<bool>,
}

impl Layout {
    pub(super) fn new(ballots: &Ballots, choices: &RankingChoices) -> Layout {
        let facts = ballots.facts();
        let items = facts.items;
        let strengths = items + usize::from(choices.pseudo > 0.0);
        let positions = if choices.positions { facts.most_shown.max(1) } else { 1 };
        let covariates = ballots.covariates().count();
        let mut dimension = strengths + positions - 1 + covariates;
        let mut ties = Vec::new();
        let orders = seen_orders(ballots, choices);
        let most = orders.iter().rposition(|seen| *seen).map_or(1, |at| at + 1);
        for order in 2..=most {
            ties.put(orders[order - 1].then_some(dimension));
            dimension += usize::from(orders[order - 1]);
        }
        let shifts = [(0..strengths as u32).gathered()];
        let fixed = vec![false; dimension];
        Layout { items, strengths, positions, covariates, ties, dimension, shifts, fixed }
    }

    /// The numbers of items that may be chosen together.
    pub(super) fn orders(&self) -> Vec<usize> {
        let seen = self.ties.iter().enumerate().filter(|(_, tie)| tie.is_some()).map(|(at, _)| at + 2);
        std::iter::once(1).chain(seen).gathered()
    }

    /// The parameter of the effect of a position; None of the first.
    pub(super) fn position(&self, at: usize) -> Option<usize> {
        (self.positions > 1 && at > 0).then(|| self.strengths + at - 1)
    }

    /// The parameters of covariates.
    pub(super) fn slopes(&self) -> Range<usize> {
        let first = self.strengths + self.positions - 1;
        first..first + self.covariates
    }

    /// Calls `each` with the parameters that move the strength of an item as it is shown, and its derivatives. Values of covariates
    /// are taken from their means in the ballot.
    pub(super) fn touch(
        &self,
        ballots: &Ballots,
        ballot: &Ballot<'_>,
        at: usize,
        mut each: impl FnMut(usize, f64),
    ) {
        each(ballot.items[at] as usize, 1.0);
        if let Some(position) = self.position(at) {
            each(position, 1.0);
        }
        let shown = ballot.items.len();
        for (covariate, parameter) in self.slopes().enumerate() {
            let value = |at: usize| ballots.value(covariate, ballot.first + at);
            let mean = (0..shown).map(value).sum::<f64>() / shown as f64;
            each(parameter, value(at) - mean);
        }
    }

    /// The logarithms of the weights of ties.
    pub(super) fn deltas(&self, theta: &[f64]) -> Vec<f64> {
        self.ties.iter().map(|at| at.map_or(f64::NEG_INFINITY, |at| theta[at])).gathered()
    }
}

/// Which numbers of items, from 1 on, were chosen together at a stage that counts.
fn seen_orders(ballots: &Ballots, choices: &RankingChoices) -> [bool; MOST_TIED] {
    let mut seen = [true, false, false];
    let mut stages = Stages::default();
    for ballot in ballots.ballots() {
        stages.read(&ballot, choices.worst, choices.stages);
        for (_, choice) in &stages.list {
            if let Choice::Chosen(chosen) = choice {
                seen[*chosen - 1] = true;
            }
        }
    }
    seen
}
