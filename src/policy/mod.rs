//! Labeling policies: which pairs to label next, and with what probability.
//!
//! The one-step estimator of a score has variance Cov F(mu(X)) + E sum W_p / pi_p over the pairs p of a
//! context (labels independent given the context), where W_p = tr(Q J_p V_p J_p') is the value of a label
//! of the pair and pi_p the probability of buying it. A policy chooses pi for a budget: independently
//! for every pair (`a_optimal`), for at most one pair of a context (`one_pair`), or for the determinant of
//! the covariance instead of its trace (`d_optimal`). All work on arrays of weights, contexts x pairs, so
//! that they know nothing of scores.
//!
//! Source: Frauen, Deviyani, van der Schaar and Feuerriegel, "Nonparametric LLM Evaluation from
//! Preference Data". The budget is per context (the paper's text says so, its experiments give totals),
//! and its theorem on A-optimal policies is completed where weights are zero or the budget is out of reach.

mod a_optimal;
mod budget;
mod d_optimal;
mod draw;
mod histogram;
mod kernel;
mod next;
mod one_pair;
mod scores;

use crate::room::{with_room, Put as _};
pub use a_optimal::{a_optimal, a_optimal_at};
pub use budget::{Budget, Multiplier, Status};
pub use d_optimal::{d_optimal, DOptimal, Information, Matrices};
pub use draw::{draw, mix, Drawing};
pub use histogram::{multiplier, Histogram, HISTOGRAM_LENGTH};
pub use next::{next_comparisons, Criterion, Next, Question, NEXT};
pub use one_pair::{one_pair, one_pair_at};
pub use scores::{d_optimal_of_scores, ScoreInformation};

use crate::error::{Error, Result};
use crate::progress::Watch;
use crate::threads;
use std::sync::Mutex;

/// The value of a label of every pair of every context, and its cost.
#[derive(Debug, Clone)]
pub struct LabelValues<'a> {
    values: &'a [f64],
    costs: Vec<f64>,
    offered: usize,
    total_cost: f64,
}

/// The cost of a policy and its results, as means over the contexts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// E sum c pi.
    pub spend: f64,
    /// E sum W / pi: what labelling adds to the variance of the scores. Infinite where a pair that counts
    /// is never bought.
    pub variance: f64,
    /// The same where every pair has the same probability and as much is spent.
    pub uniform: f64,
}

impl<'a> LabelValues<'a> {
    /// Weights of contexts x pairs, row after row, and the cost of each pair, 1 where none are given. A
    /// pair of cost 0 is not on offer (the diagonal of items x items, or its lower half): its weight is
    /// ignored and its probability is 0.
    pub fn new(values: &'a [f64], pairs: usize, costs: Option<&[f64]>) -> Result<LabelValues<'a>> {
        if pairs == 0 || values.is_empty() {
            return Err(Error::Argument("weights: there are no contexts or no pairs".into()));
        }
        if values.len() % pairs != 0 {
            return Err(Error::Size(format!(
                "weights: {} numbers are no rows of {pairs} pairs",
                values.len()
            )));
        }
        let costs = costs.map_or_else(|| vec![1.0; pairs], crate::room::copied);
        if costs.len() != pairs {
            return Err(Error::Size(format!("costs: {} numbers for {pairs} pairs", costs.len())));
        }
        if let Some((pair, cost)) = costs.iter().enumerate().find(|(_, c)| !(c.is_finite() && **c >= 0.0)) {
            return Err(Error::row(pair, format!("costs: {cost} is not finite and at least 0")));
        }
        let (offered, total_cost) = (costs.iter().filter(|c| **c > 0.0).count(), costs.iter().sum::<f64>());
        if offered == 0 || !total_cost.is_finite() {
            return Err(Error::Argument(format!("costs sum to {total_cost}; no pair is on offer")));
        }
        for (context, row) in values.chunks(pairs).enumerate() {
            let wrong = |(&w, &c): &(&f64, &f64)| c > 0.0 && !(w.is_finite() && w >= 0.0);
            if let Some((weight, _)) = row.iter().zip(&costs).find(wrong) {
                let message = format!("weights: {weight} is not finite and at least 0");
                return Err(Error::row(context, message));
            }
        }
        Ok(LabelValues { values, costs, offered, total_cost })
    }

    /// Number of contexts.
    pub fn contexts(&self) -> usize {
        self.values.len() / self.costs.len()
    }

    /// Number of pairs of a context, those not on offer among them.
    pub fn pairs(&self) -> usize {
        self.costs.len()
    }

    /// The costs of the pairs.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// Sums over contexts, in an order that does not depend on the number of threads. `each` sees the number
    /// of the context, its weights and its own `width` numbers of `state`, and adds to the sums.
    fn sweep<const N: usize>(
        &self,
        state: &mut [f64],
        width: usize,
        threads: usize,
        watch: Watch<'_>,
        each: impl Fn(usize, &[f64], &mut [f64], &mut [f64; N]) + Sync,
    ) -> Result<[f64; N]> {
        let pairs = self.pairs();
        let block = (1_usize << 16).div_ceil(pairs);
        let tasks = self.contexts().div_ceil(block);
        let mut states: Vec<Mutex<&mut [f64]>> = with_room(tasks);
        match width {
            0 => states.put_each((0..tasks).map(|_| Mutex::new(Default::default()))),
            width => states.put_each(state.chunks_mut(block * width).map(Mutex::new)),
        }
        let work = |_: &mut (), task: usize| {
            let mut own = states[task].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let rows = self.values.chunks(pairs).enumerate().skip(task * block).take(block);
            let mut sums = [0.0; N];
            for (at, (context, row)) in rows.enumerate() {
                each(context, row, &mut own[at * width..(at + 1) * width], &mut sums);
            }
            Ok(sums)
        };
        let parts = threads::run(tasks, threads, || Ok(()), work, watch)?;
        Ok(parts.iter().fold([0.0; N], |sums, part| std::array::from_fn(|k| sums[k] + part[k])))
    }

    /// The results from sums of c pi, W / pi and W over the contexts; no pair is likelier than `most` in the
    /// uniform policy.
    fn outcome(&self, [spend, variance, weight]: [f64; 3], most: f64) -> Outcome {
        let n = self.contexts() as f64;
        let share = (spend / n / self.total_cost).min(most);
        let uniform = if weight == 0.0 { 0.0 } else { weight / n / share };
        Outcome { spend: spend / n, variance: variance / n, uniform }
    }

    /// The outcome of any probabilities, contexts x pairs.
    pub fn outcome_of(&self, pi: &[f64], threads: usize, watch: Watch<'_>) -> Result<Outcome> {
        self.check_probabilities(pi, "pi")?;
        let pairs = self.pairs();
        let sums = self.sweep(&mut [], 0, threads, watch, |context, row, _, sums| {
            for ((&w, &c), &p) in row.iter().zip(&self.costs).zip(&pi[context * pairs..]) {
                add(sums, w, c, p);
            }
        })?;
        Ok(self.outcome(sums, 1.0))
    }

    /// Refuses numbers that are no probabilities of these contexts and pairs.
    fn check_probabilities(&self, pi: &[f64], name: &str) -> Result<()> {
        if pi.len() != self.values.len() {
            return Err(Error::Size(format!(
                "{name}: {} numbers for {} weights",
                pi.len(),
                self.values.len()
            )));
        }
        check_probabilities(pi, self.pairs(), name)
    }
}

/// Refuses numbers that are no probabilities.
fn check_probabilities(pi: &[f64], pairs: usize, name: &str) -> Result<()> {
    match pi.iter().enumerate().find(|(_, p)| !(0.0..=1.0).contains(*p)) {
        Some((at, p)) => Err(Error::row(at / pairs, format!("{name}: {p} is not between 0 and 1"))),
        None => Ok(()),
    }
}

/// Adds one pair to the sums of c pi, W / pi and W.
fn add(sums: &mut [f64; 3], weight: f64, cost: f64, pi: f64) {
    if cost > 0.0 {
        sums[0] += cost * pi;
        if weight > 0.0 {
            sums[1] += weight / pi;
            sums[2] += weight;
        }
    }
}

#[cfg(test)]
mod testing {
    use crate::random::Random;

    /// Weights over four orders of magnitude, some of them zero, and costs between 1/2 and 2.
    pub(super) fn problem(contexts: usize, pairs: usize, seed: u64) -> (Vec<f64>, Vec<f64>) {
        let mut random = Random::new(seed, 0);
        let weights = (0..contexts * pairs)
            .map(|_| if random.below(10) == 0 { 0.0 } else { (2.0 * random.normal()).exp() })
            .collect();
        (weights, (0..pairs).map(|_| 0.5 + 1.5 * random.uniform()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::unwatched;

    #[test]
    fn what_are_no_weights_is_named() {
        let refused = |values: &[f64], pairs, costs: Option<&[f64]>| {
            LabelValues::new(values, pairs, costs).unwrap_err()
        };
        assert!(matches!(refused(&[], 2, None), Error::Argument(_)));
        assert!(matches!(refused(&[1.0; 4], 0, None), Error::Argument(_)));
        assert!(matches!(refused(&[1.0; 5], 2, None), Error::Size(_)));
        assert!(matches!(refused(&[1.0; 4], 2, Some(&[1.0])), Error::Size(_)));
        assert!(matches!(refused(&[1.0; 4], 2, Some(&[0.0, 0.0])), Error::Argument(_)));
        assert_eq!(refused(&[1.0; 4], 2, Some(&[1.0, f64::NAN])).row_number(), Some(1));
        for bad in [f64::NAN, -1.0, f64::INFINITY] {
            let values = [1.0, 1.0, 1.0, bad];
            assert_eq!(refused(&values, 2, None).row_number(), Some(1));
            assert!(LabelValues::new(&values, 2, Some(&[1.0, 0.0])).is_ok());
        }
    }

    #[test]
    fn outcomes_by_hand() {
        let weights = LabelValues::new(&[4.0, 0.0, 9.0, 1.0, 2.0, 9.0], 3, Some(&[1.0, 2.0, 0.0])).unwrap();
        let pi = [0.5, 0.0, 0.0, 0.25, 1.0, 0.0];
        let found = weights.outcome_of(&pi, 1, &mut unwatched()).unwrap();
        // Spent: 0.5 and 2.25; W / pi: 8 and 4 + 2; W: 4 and 3; uniform 1.375 / 3.
        assert!((found.spend - 1.375).abs() < 1e-15);
        assert!((found.variance - 7.0).abs() < 1e-14);
        assert!((found.uniform - 3.5 / (1.375 / 3.0)).abs() < 1e-14);
        assert!(weights.outcome_of(&[0.5; 5], 1, &mut unwatched()).is_err());
        let never = weights.outcome_of(&[0.0; 6], 1, &mut unwatched()).unwrap();
        assert_eq!(never.variance, f64::INFINITY);
    }
}
