//! Bootstrap intervals of every kind, from every kind of weights.

use crate::contrasts::{all_pairs, differences};
use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::{pooled, with};
use crate::truth::{OutcomeModel, Truth};
use duel::comparisons::Unit;
use duel::inference::{
    contrasts, Bootstrap, BootstrapOptions, Interval, Method, Options, WeightDistribution,
};
use duel::model::{fit, Quantity, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use std::sync::Arc;

const REPLICATES: usize = 1_000;
/// Of every bootstrap.
const DRAWS: usize = 399;
const SCORES: [f64; 5] = [0.9, 0.4, 0.0, -0.5, -0.8];
const NOMINAL: Demand = Demand::Each(0.93, 0.97);

fn experiment(
    name: &'static str,
    truth: Truth,
    specification: Specification,
    unit: Unit,
    weights: WeightDistribution,
) -> Experiment {
    let replicate = move |random: &mut Random| {
        let model = fit(&truth.draw(&[], random), &specification, &mut unwatched()).expect("a fit");
        let options = BootstrapOptions {
            unit: Some(unit),
            weights,
            replicates: DRAWS,
            seed: random.below(u64::MAX),
            ..BootstrapOptions::default()
        };
        let bootstrap = Bootstrap::new(&model, &options, &mut unwatched()).expect("replicates");
        assert!(bootstrap.failures() < DRAWS / 100, "{name}: {} refits failed", bootstrap.failures());
        let bootstrap = Arc::new(bootstrap);
        let truth = differences(&truth.marginal_scores());
        let table = |interval, method| {
            let options =
                Options { bootstrap: Some(bootstrap.clone()), interval, method, ..Options::default() };
            let weights = all_pairs(SCORES.len());
            contrasts(&model, Quantity::Scores, &weights, truth.len(), &options, &mut unwatched())
                .expect("contrasts")
                .0
        };
        let mut answers: Vec<Answer> = [
            ("percentile", Interval::Percentile),
            ("basic", Interval::Basic),
            ("BCa", Interval::Bca),
            ("studentised", Interval::Studentised),
        ]
        .into_iter()
        .map(|(name, interval)| Answer::held(name, NOMINAL, &table(interval, Method::Marginal), &truth))
        .collect();
        for (name, interval) in [
            ("all at once, largest error in standard errors", Interval::Bca),
            ("all at once, studentised", Interval::Studentised),
        ] {
            answers.push(Answer::all_held(name, NOMINAL, &table(interval, Method::Simultaneous), &truth));
        }
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    let votes =
        |outcome, threshold| Truth { scores: SCORES.to_vec(), votes: 600, ..pooled(outcome, threshold) };
    let plain = || votes(OutcomeModel::BradleyTerry, 0.0);
    let ties = || votes(OutcomeModel::Davidson, -0.5);
    let correlated = Truth {
        shared_effect: Some(0.7),
        contexts: 150,
        votes: 900,
        ..votes(OutcomeModel::BradleyTerry, 0.0)
    };
    let davidson = || with(Outcome::Davidson);
    vec![
        experiment(
            "Bootstrap, Bradley-Terry, Poisson weights on votes: contrasts of 5 scores, 600 votes",
            plain(),
            Specification::default(),
            Unit::Row,
            WeightDistribution::Poisson,
        ),
        experiment(
            "Bootstrap, ties as halves, multinomial weights on votes: contrasts of 5 scores, 600 votes",
            votes(OutcomeModel::HalfTies, 0.0),
            Specification::default(),
            Unit::Row,
            WeightDistribution::Multinomial,
        ),
        experiment(
            "Bootstrap, Davidson, Bayesian weights on votes: contrasts of 5 scores, 600 votes",
            ties(),
            davidson(),
            Unit::Row,
            WeightDistribution::Bayesian,
        ),
        experiment(
            "Bootstrap, Davidson, parametric: contrasts of 5 scores, 600 votes",
            ties(),
            davidson(),
            Unit::Row,
            WeightDistribution::Parametric,
        ),
        experiment(
            "Bootstrap, votes of a context correlated, Poisson weights on 150 contexts: contrasts of 5 scores, \
             900 votes",
            correlated,
            Specification::default(),
            Unit::Context,
            WeightDistribution::Poisson,
        ),
    ]
}
