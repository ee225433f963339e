//! Known truths, and votes drawn from them. The outcome models are written out here a second time, so that a
//! mistake in the library's own would show.

use crate::population;
use duel::comparisons::{Column, CovariateValues, Key, Rows, Set};
use duel::random::Random;

/// How a vote falls.
#[derive(Clone, Copy, PartialEq)]
pub enum OutcomeModel {
    /// Bradley-Terry without ties.
    BradleyTerry,
    /// Mean score (win 1, tie 1/2) as in Bradley-Terry, but the weaker side's share of the votes is
    /// half made of ties.
    HalfTies,
    /// Rao-Kupper with a threshold for each judge.
    RaoKupper,
    /// Davidson with a threshold for each judge.
    Davidson,
}

/// Everything that is to be estimated, and the design of the votes.
pub struct Truth {
    pub outcome: OutcomeModel,
    /// Distinct, sum zero.
    pub scores: Vec<f64>,
    /// Mean one; a single 1 for an anonymous judge.
    pub sensitivities: Vec<f64>,
    /// Of every judge.
    pub positions: Vec<f64>,
    /// Of every judge.
    pub thresholds: Vec<f64>,
    /// Coefficient of a covariate of answers (context and item).
    pub effect: Option<f64>,
    /// A random effect shared by the votes of a context, or of a judge where there are no contexts,
    /// by its attenuation; see `bridge`.
    pub shared_effect: Option<f64>,
    /// Standard deviations of normal effects on every item, of each judge and of each context: they
    /// disagree about items.
    pub disagreement: [f64; 2],
    /// Contexts, filled in turn; 0: none.
    pub contexts: usize,
    /// Votes of every judge; empty: judges by chance.
    pub workloads: Vec<usize>,
    /// Whether all ordered pairs of items come in turn, and not by chance.
    pub balanced: bool,
    /// Votes.
    pub votes: usize,
}

/// Probabilities of left, right and tie.
pub fn probabilities(outcome: OutcomeModel, u: f64, threshold: f64) -> [f64; 3] {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    match outcome {
        OutcomeModel::BradleyTerry => [logistic(u), logistic(-u), 0.0],
        OutcomeModel::HalfTies => {
            let (left, right) = (logistic(u), logistic(-u));
            let tie = left.min(right);
            [left - 0.5 * tie, right - 0.5 * tie, tie]
        }
        OutcomeModel::RaoKupper => {
            let (left, right) = (logistic(u - threshold), logistic(-u - threshold));
            [left, right, 1.0 - left - right]
        }
        OutcomeModel::Davidson => {
            let weights = [(0.5 * u).exp(), (-0.5 * u).exp(), threshold.exp()];
            let sum: f64 = weights.iter().sum();
            weights.map(|w| w / sum)
        }
    }
}

/// A draw from the bridge distribution for logistic noise (Wang and Louis 2003): if b has it,
/// E logistic(u + b) = logistic(attenuation u). So votes that share b are correlated, while each by
/// itself is Bradley-Terry with all differences multiplied by the attenuation.
fn bridge(attenuation: f64, uniform: f64) -> f64 {
    let angle = attenuation * std::f64::consts::PI;
    ((angle * uniform).sin() / (angle * (1.0 - uniform)).sin()).ln() / attenuation
}

impl Truth {
    pub fn items(&self) -> usize {
        self.scores.len()
    }

    /// Judges by name; 0 with an anonymous one.
    pub fn judges(&self) -> usize {
        if self.sensitivities.len() == 1 {
            0
        } else {
            self.sensitivities.len()
        }
    }

    /// The scores that a model of single votes estimates.
    pub fn marginal_scores(&self) -> Vec<f64> {
        if self.disagreement != [0.0; 2] {
            return population::scores(&self.scores, self.disagreement);
        }
        let attenuation = self.shared_effect.unwrap_or(1.0);
        self.scores.iter().map(|s| attenuation * s).collect()
    }

    /// The covariate: a number for every context and item, the same in all replicates.
    pub fn covariate(&self) -> Vec<f64> {
        let mut random = Random::new(2024, u64::MAX);
        let count = if self.effect.is_some() { self.contexts * self.items() } else { 0 };
        (0..count).map(|_| random.normal()).collect()
    }

    /// The predictor of a comparison.
    pub fn predictor(
        &self,
        covariate: &[f64],
        judge: usize,
        context: usize,
        left: usize,
        right: usize,
    ) -> f64 {
        let strength = self.sensitivities[judge] * (self.scores[left] - self.scores[right]);
        let regression = self.effect.map_or(0.0, |effect| {
            let of = |item| covariate[context * self.items() + item];
            effect * (of(left) - of(right))
        });
        strength + self.positions[judge] + regression
    }

    /// Two items. With a shared effect they come from different families (even and odd items), and a
    /// context (or judge) favours one family.
    fn pair(&self, vote: usize, random: &mut Random) -> (usize, usize) {
        let items = self.items() as u64;
        if self.balanced {
            let (left, step) = (vote as u64 % items, vote as u64 / items % (items - 1));
            return (left as usize, ((left + 1 + step) % items) as usize);
        }
        if self.shared_effect.is_none() {
            let left = random.below(items);
            return (left as usize, ((left + 1 + random.below(items - 1)) % items) as usize);
        }
        let (even, odd) = (2 * random.below(items.div_ceil(2)), 2 * random.below(items / 2) + 1);
        let (left, right) = if random.uniform() < 0.5 { (even, odd) } else { (odd, even) };
        (left as usize, right as usize)
    }

    /// Normal effects on items, of so many judges or contexts.
    fn effects(&self, count: usize, deviation: f64, random: &mut Random) -> Vec<f64> {
        if deviation == 0.0 {
            return vec![0.0; count * self.items()];
        }
        (0..count * self.items()).map(|_| deviation * random.normal()).collect()
    }

    /// Who casts which vote, where that is not left to chance.
    fn assigned(&self) -> Vec<usize> {
        let each = |(judge, &votes): (usize, &usize)| std::iter::repeat_n(judge, votes);
        self.workloads.iter().enumerate().flat_map(each).collect()
    }

    /// One data set.
    pub fn draw(&self, covariate: &[f64], random: &mut Random) -> Set {
        let clusters = if self.contexts > 0 { self.contexts } else { self.sensitivities.len() };
        let shifts: Vec<f64> = match self.shared_effect {
            Some(attenuation) => (0..clusters).map(|_| bridge(attenuation, random.uniform())).collect(),
            None => vec![0.0; clusters],
        };
        let [by_judge, by_context] = self.disagreement;
        let judge_effects = self.effects(self.sensitivities.len(), by_judge, random);
        let context_effects = self.effects(self.contexts.max(1), by_context, random);
        let assigned = self.assigned();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (mut judges, mut contexts, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        for vote in 0..self.votes {
            let judge = match assigned.get(vote) {
                Some(&judge) => judge,
                None => random.below(self.sensitivities.len() as u64) as usize,
            };
            let context = if self.contexts > 0 { vote % self.contexts } else { 0 };
            let (a, b) = self.pair(vote, random);
            let mut u = self.predictor(covariate, judge, context, a, b);
            for (of, effects) in [(judge, &judge_effects), (context, &context_effects)] {
                u += effects[of * self.items() + a] - effects[of * self.items() + b];
            }
            let shift = shifts[if self.contexts > 0 { context } else { judge }];
            u += if a % 2 == 0 { shift } else { -shift };
            let p = probabilities(self.outcome, u, self.thresholds[judge]);
            outcomes.push(match random.uniform() {
                x if x < p[0] => 1u8,
                x if x < p[0] + p[1] => 2,
                _ => 3,
            });
            left.push(a as u32);
            right.push(b as u32);
            judges.push(judge as u32);
            contexts.push(context as u32);
        }
        let key =
            |ids, present| Key { values: if present { Column::U32(ids) } else { Column::Absent }, base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: self.votes,
            left: key(&left, true),
            right: key(&right, true),
            judge: key(&judges, self.judges() > 0),
            context: key(&contexts, self.contexts > 0),
            outcome: Column::U8(&outcomes),
            ..Rows::default()
        })
        .expect("simulated votes are valid");
        if self.effect.is_some() {
            self.add_covariate(&mut set, covariate);
        }
        set
    }

    fn add_covariate(&self, set: &mut Set, covariate: &[f64]) {
        let items = self.items() as u32;
        let contexts: Vec<u32> = (0..covariate.len() as u32).map(|at| at / items).collect();
        let answers: Vec<u32> = (0..covariate.len() as u32).map(|at| at % items).collect();
        set.add_covariate(&CovariateValues {
            name: "x",
            length: covariate.len(),
            item: Key { values: Column::U32(&answers), base: 0 },
            context: Key { values: Column::U32(&contexts), base: 0 },
            value: Column::F64(covariate),
            ..CovariateValues::default()
        })
        .expect("every context and item is in the votes");
    }
}
