//! Nonparametric scores at all looks together: labels drawn with propensities that follow the labels before.

use crate::contrasts::differences;
use crate::experiment::{Demand, Experiment};
use crate::looks::{Said, NEVER_ABOVE};
use crate::truth::{probabilities, OutcomeModel};
use duel::claims::{MonitorDesign, MonitorPlan};
use duel::estimate::Estimate;
use duel::gars::{
    Accumulator, Array, Batch, Clustering, Estimator, Functional, GarsSpecification, LabelColumns, Pairs,
};
use duel::inference::Options;
use duel::progress::unwatched;
use duel::random::Random;

const BATCH: usize = 50;
const BATCHES: usize = 40;

/// Contexts of one label each.
struct Rounds<'a> {
    scores: &'a [f64],
    /// The share of the labels whose pair is drawn by chance; the others are of the closest pair.
    by_chance: f64,
}

/// Wins of the first of two items over the second, and comparisons, of labels so far.
#[derive(Clone)]
struct Seen {
    wins: Vec<f64>,
    total: Vec<f64>,
}

impl Rounds<'_> {
    fn probability(&self, i: usize, j: usize) -> f64 {
        probabilities(OutcomeModel::BradleyTerry, self.scores[i] - self.scores[j], 0.0)[0]
    }

    /// The mean probability of being preferred to another.
    fn borda(&self) -> Vec<f64> {
        let k = self.scores.len();
        let of = |i: usize| (0..k).filter(|j| *j != i).map(|j| self.probability(i, j)).sum::<f64>();
        (0..k).map(|i| of(i) / (k - 1) as f64).collect()
    }

    /// A batch of contexts, its probabilities known from the labels before, added to the estimator.
    fn add(&self, to: &mut Accumulator, seen: &mut Seen, closest: Option<[usize; 2]>, random: &mut Random) {
        let k = self.scores.len();
        let pairs = (k * (k - 1) / 2) as f64;
        let mut mu = vec![0.0; k * k * 2];
        for at in (0..k * k).filter(|at| at / k != at % k) {
            let (i, j) = (at / k, at % k);
            let (wins, total) =
                (seen.wins[at] + seen.total[j * k + i] - seen.wins[j * k + i], seen.total[at]);
            mu[2 * at] = (wins + 1.0) / (total + seen.total[j * k + i] + 2.0);
            mu[2 * at + 1] = 1.0 - mu[2 * at];
        }
        let all: Vec<f64> = (0..BATCH).flat_map(|_| mu.iter().copied()).collect();
        let (mut first, mut second, mut category, mut propensity) = (vec![], vec![], vec![], vec![]);
        for _ in 0..BATCH {
            let pair = match closest {
                Some(pair) if random.uniform() >= self.by_chance => pair,
                _ => {
                    let any = crate::looks::any_pair(k, random);
                    [any[0].min(any[1]), any[0].max(any[1])]
                }
            };
            let chosen = match closest {
                Some(closest) => {
                    self.by_chance / pairs + if pair == closest { 1.0 - self.by_chance } else { 0.0 }
                }
                None => 1.0 / pairs,
            };
            let [i, j] = pair;
            let wins = random.uniform() < self.probability(i, j);
            seen.total[i * k + j] += 1.0;
            seen.wins[i * k + j] += f64::from(u8::from(wins));
            first.push(i as u32);
            second.push(j as u32);
            category.push(u32::from(!wins));
            propensity.push(chosen);
        }
        let context: Vec<u64> = (0..BATCH as u64).collect();
        let labels = LabelColumns {
            context: &context,
            first: &first,
            second: &second,
            category: &category,
            propensity: &propensity,
            ..LabelColumns::none()
        };
        let batch = Batch {
            contexts: BATCH,
            mu: Array::dense(&all, k, 2),
            judge: None,
            propensities: None,
            labels,
            clusters: None,
            groups: None,
            folds: None,
        };
        to.add(&batch, 1, &mut unwatched()).expect("contexts");
    }
}

fn experiment(name: &'static str, scores: &'static [f64], by_chance: f64, replicates: usize) -> Experiment {
    let replicate = move |random: &mut Random| {
        let k = scores.len();
        let rounds = Rounds { scores, by_chance };
        let truth = rounds.borda();
        let specification = GarsSpecification::new(k, 2, vec![Functional::Borda]).expect("specification");
        let specification = GarsSpecification { pairs: Pairs::Unordered, ..specification };
        let mut accumulator = Accumulator::new(&specification, Clustering::None).expect("accumulator");
        let mut seen = Seen { wins: vec![0.0; k * k], total: vec![0.0; k * k] };
        let plan = MonitorPlan { design: MonitorDesign::Drawn, ..MonitorPlan::default() };
        let mut said = Said::new(plan, differences(&truth));
        let mut closest = None;
        for _ in 0..BATCHES {
            rounds.add(&mut accumulator, &mut seen, closest, random);
            let estimate =
                Estimate::of_functional(&accumulator, Some(0), Estimator::Debiased, Options::default());
            said.look(&estimate.expect("Borda"), None);
            closest = Some(said.closest());
        }
        let mut answers = said.of_one_look([Demand::Shown; 3]);
        answers.extend(said.at_all_looks("monitor", [NEVER_ABOVE; 2], Some(&truth)));
        answers
    };
    Experiment { name, replicates, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    const EQUAL: &[f64] = &[0.0; 5];
    vec![
        experiment(
            "Looks, drawn labels, all by chance, 5 equal items: every 50 contexts to 2 000",
            EQUAL,
            1.0,
            1_000,
        ),
        experiment(
            "Looks, drawn labels, .5 by chance, else the closest pair, 5 equal items",
            EQUAL,
            0.5,
            1_000,
        ),
        experiment(
            "Looks, drawn labels, .2 by chance, else the closest pair, 5 equal items",
            EQUAL,
            0.2,
            1_000,
        ),
        experiment(
            "Looks, drawn labels, .5 by chance, else the closest pair, 5 items at .9 .6 .3 0 0",
            &[0.9, 0.6, 0.3, 0.0, 0.0],
            0.5,
            1_000,
        ),
    ]
}
