//! Sparse data: Firth's estimates beside maximum likelihood, which is often not finite.

use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::pooled;
use crate::truth::{Law, Truth};
use duel::inference::{estimates, CovarianceKind, Options};
use duel::model::{fit, unwatched, Quantity, Specification};
use duel::random::Random;
use duel::Error;

const REPLICATES: usize = 5_000;
const SCORES: [f64; 5] = [1.2, 0.5, 0.0, -0.5, -1.2];

fn experiment(name: &'static str, votes: usize, bias: f64) -> Experiment {
    let truth = Truth { scores: SCORES.to_vec(), balanced: true, votes, ..pooled(Law::BradleyTerry, 0.0) };
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let table = |firth| {
            let specification = Specification { firth, ..Specification::default() };
            let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
            match fit(&set, &specification, &mut unwatched()) {
                Ok(model) => {
                    Some(estimates(&model, Quantity::Scores, &options, &mut unwatched()).expect("scores"))
                }
                Err(Error::NotIdentified(_)) if !firth => None,
                Err(error) => panic!("{error}"),
            }
        };
        let errors = |table: &Option<Vec<[f64; 4]>>| match table {
            Some(rows) => rows.iter().zip(SCORES).map(|(row, truth)| row[0] - truth).collect(),
            None => vec![f64::NAN; SCORES.len()],
        };
        let squares = |errors: &[f64]| errors.iter().map(|e| e * e).collect();
        let (firth, likelihood) = (table(true), table(false));
        let (firth_errors, errors) = (errors(&firth), errors(&likelihood));
        let none = vec![[f64::NAN; 4]; SCORES.len()];
        let mut covered = Answer::held(
            "maximum likelihood, intervals hold",
            Demand::Shown,
            likelihood.as_ref().unwrap_or(&none),
            &SCORES,
        );
        if likelihood.is_none() {
            covered.values.fill(f64::NAN);
        }
        let finite = Answer::whether("maximum likelihood is finite", Demand::Shown, likelihood.is_some());
        vec![
            Answer::new("Firth, error", Demand::Each(-bias, bias), firth_errors.clone()),
            Answer::new("Firth, squared error", Demand::Shown, squares(&firth_errors)),
            Answer::held(
                "Firth, intervals hold",
                Demand::Each(0.93, 0.985),
                &firth.expect("Firth's estimates are finite"),
                &SCORES,
            ),
            finite,
            Answer::new("maximum likelihood where finite, squared error", Demand::Shown, squares(&errors)),
            Answer::new("maximum likelihood where finite, error", Demand::Shown, errors),
            covered,
        ]
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    vec![
        experiment("Sparse, 2 votes for every pair: 5 items, 20 votes", 20, 0.08),
        experiment("Sparse, 4 votes for every pair: 5 items, 40 votes", 40, 0.03),
    ]
}
