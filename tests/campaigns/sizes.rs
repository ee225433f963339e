//! How often tests at 5 % reject what is true.

use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::{judged, pooled, sensitive, with};
use crate::truth::{OutcomeModel, Truth};
use duel::assess::{compare, goodness, NestedTest, Simulation};
use duel::inference::Options;
use duel::model::{fit, Position, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;

const REPLICATES: usize = 4_000;
const SIZE: Demand = Demand::Each(0.035, 0.065);

const TESTS: [(&str, NestedTest); 3] = [
    ("likelihood ratio", NestedTest::LikelihoodRatio),
    ("Wald", NestedTest::Wald),
    ("score", NestedTest::Score),
];

fn nested(
    name: &'static str,
    truth: Truth,
    null: Specification,
    full: Specification,
    demands: [Demand; 3],
) -> Experiment {
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let of = |specification| fit(&set, specification, &mut unwatched()).expect("a fit");
        let (null, full) = (of(&null), of(&full));
        let mut answers = Vec::new();
        for ((name, test), demand) in TESTS.into_iter().zip(demands) {
            let found = compare(&null, &full, test, &Options::default()).expect("a test");
            assert!(!found.boundary, "{name}: at a boundary");
            answers.push(Answer::whether(format!("{name} rejects"), demand, found.p <= 0.05));
            if found.adjusted {
                // 3.8415 is the 95 % quantile of chi-square with one degree of freedom.
                assert_eq!(found.df, 1);
                let ratio = 2.0 * (full.facts.log_likelihood - null.facts.log_likelihood);
                let label = format!("{name}, not adjusted, rejects");
                answers.push(Answer::whether(label, Demand::Mean(0.0, 0.03), ratio > 3.841_458_820_694_124));
            }
        }
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

/// Goodness of fit by 199 data sets drawn from the model: a p-value of at most 5 % is one of 10 in 200.
fn goodness_of_fit(
    name: &'static str,
    truth: Truth,
    specification: Specification,
    demand: Demand,
) -> Experiment {
    let replicate = move |random: &mut Random| {
        let model = fit(&truth.draw(&[], random), &specification, &mut unwatched()).expect("a fit");
        let simulation = Simulation { replicates: 199, seed: random.below(u64::MAX), threads: 1 };
        let found = goodness(&model, &simulation, &mut unwatched()).expect("goodness of fit");
        let mut answers = Vec::new();
        for (name, statistic) in [("Pearson", found.pearson), ("deviance", found.deviance)] {
            answers.push(Answer::whether(format!("{name}, p at most .05"), demand, statistic.p <= 0.05));
            let label = format!("{name}, mean p");
            answers.push(Answer::new(label, Demand::Shown, vec![statistic.p]));
        }
        answers
    };
    Experiment { name, replicates: 2_000, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    let shared = |specification| Specification { position: Position::Shared, ..specification };
    let plain = Specification::default;
    let sparse = |outcome, threshold| Truth { votes: 150, ..pooled(outcome, threshold) };
    vec![
        nested(
            "Position effect 0, Bradley-Terry: 8 items, 300 votes",
            Truth { votes: 300, ..pooled(OutcomeModel::BradleyTerry, 0.0) },
            plain(),
            shared(plain()),
            [SIZE; 3],
        ),
        nested(
            "Position effect 0, ties as halves: 8 items, 600 votes",
            Truth { votes: 600, ..pooled(OutcomeModel::HalfTies, 0.0) },
            plain(),
            shared(plain()),
            [SIZE; 3],
        ),
        nested(
            "Position effect 0, Davidson: 8 items, 300 votes",
            Truth { votes: 300, ..pooled(OutcomeModel::Davidson, -0.2) },
            with(Outcome::Davidson),
            shared(with(Outcome::Davidson)),
            [SIZE; 3],
        ),
        nested(
            "Sensitivities equal (5 degrees of freedom): 8 items, 6 judges, 1800 votes",
            Truth { sensitivities: vec![1.0; 6], votes: 1_800, ..judged(OutcomeModel::BradleyTerry) },
            plain(),
            sensitive(),
            [SIZE, Demand::Shown, SIZE],
        ),
        nested(
            "Thresholds equal (5 degrees of freedom), Davidson: 8 items, 6 judges, 1800 votes",
            Truth { sensitivities: vec![1.0; 6], votes: 1_800, ..judged(OutcomeModel::Davidson) },
            with(Outcome::Davidson),
            Specification { threshold_by_judge: true, ..with(Outcome::Davidson) },
            [SIZE; 3],
        ),
        goodness_of_fit(
            "Goodness of fit, Bradley-Terry: 8 items, 150 votes",
            sparse(OutcomeModel::BradleyTerry, 0.0),
            plain(),
            Demand::Each(0.03, 0.07),
        ),
        goodness_of_fit(
            "Goodness of fit, Davidson: 8 items, 150 votes",
            sparse(OutcomeModel::Davidson, -0.2),
            with(Outcome::Davidson),
            Demand::Each(0.03, 0.07),
        ),
        goodness_of_fit(
            "Goodness of fit of a model without the position effect .7 of the truth: 8 items, 600 votes",
            Truth { positions: vec![0.7], votes: 600, ..pooled(OutcomeModel::BradleyTerry, 0.0) },
            plain(),
            Demand::Mean(0.5, 1.0),
        ),
    ]
}
