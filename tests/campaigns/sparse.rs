//! Sparse data: Firth's estimates beside maximum likelihood, which is often not finite.

use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::pooled;
use crate::truth::{OutcomeModel, Truth};
use duel::inference::{estimates, CovarianceKind, Options};
use duel::model::{fit, Quantity, Specification};
use duel::progress::unwatched;
use duel::random::Random;
use duel::Error;

const REPLICATES: usize = 5_000;
const SCORES: [f64; 5] = [1.2, 0.5, 0.0, -0.5, -1.2];

/// How much longer the estimated scores are than the true ones, along these: the bias of sparse data
/// stretches.
fn stretch(table: &[[f64; 4]]) -> f64 {
    let along: f64 = table.iter().zip(SCORES).map(|(row, truth)| row[0] * truth).sum();
    along / SCORES.iter().map(|s| s * s).sum::<f64>() - 1.0
}

fn squared_error(table: &[[f64; 4]]) -> f64 {
    table.iter().zip(SCORES).map(|(row, truth)| (row[0] - truth) * (row[0] - truth)).sum()
}

/// Demands on the mean stretch of Firth's estimates and of maximum likelihood.
fn experiment(
    name: &'static str,
    votes: usize,
    firth_stretch: f64,
    likelihood_stretch: Demand,
) -> Experiment {
    let truth =
        Truth { scores: SCORES.to_vec(), balanced: true, votes, ..pooled(OutcomeModel::BradleyTerry, 0.0) };
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let table = |firth| {
            let specification = Specification { firth, ..Specification::default() };
            let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
            match fit(&set, &specification, &mut unwatched()) {
                Ok(model) => {
                    Some(estimates(&model, Quantity::Scores, &options, &mut unwatched()).expect("scores"))
                }
                Err(Error::NotIdentified(_)) => None,
                Err(error) => panic!("{error}"),
            }
        };
        let firth = table(true).expect("Firth's estimates are finite");
        let likelihood = table(false);
        let if_finite = |of: fn(&[[f64; 4]]) -> f64| vec![likelihood.as_deref().map_or(f64::NAN, of)];
        let held = "maximum likelihood where finite, intervals hold";
        let holds = match &likelihood {
            Some(table) => Answer::held(held, Demand::Shown, table, &SCORES),
            None => Answer::new(held, Demand::Shown, vec![f64::NAN; SCORES.len()]),
        };
        let bounds = Demand::Each(-firth_stretch, firth_stretch);
        vec![
            Answer::new("Firth, relative stretch", bounds, vec![stretch(&firth)]),
            Answer::held("Firth, intervals hold", Demand::Each(0.93, 1.0), &firth, &SCORES),
            Answer::new("Firth, sum of squared errors", Demand::Shown, vec![squared_error(&firth)]),
            Answer::whether("maximum likelihood is finite", Demand::Shown, likelihood.is_some()),
            Answer::new("maximum likelihood where finite, stretch", likelihood_stretch, if_finite(stretch)),
            holds,
            Answer::new(
                "maximum likelihood where finite, squared errors",
                Demand::Shown,
                if_finite(squared_error),
            ),
        ]
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    let stretched = Demand::Mean(0.04, 1.0);
    vec![
        experiment("Sparse, 2 votes for every pair: 5 items, 20 votes", 20, 0.1, Demand::Shown),
        experiment("Sparse, 4 votes for every pair: 5 items, 40 votes", 40, 0.03, Demand::Shown),
        experiment("Sparse, 8 votes for every pair: 5 items, 80 votes", 80, 0.02, stretched),
    ]
}
