//! Standard errors by draws, as large sets have them, on sets where the exact ones are known beside them.

use crate::experiment::{Answer, Demand, Experiment};
use duel::comparisons::{Column, Key, Rows, Set};
use duel::inference::{estimates, monte_carlo_errors, rank_ranges, Errors, Method, Options};
use duel::model::{fit, Quantity, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;

const REPLICATES: usize = 1_000;
const ITEMS: usize = 300;
const OPPONENTS: usize = 10;
const VOTES: u64 = 14;

/// Who meets whom.
#[derive(Clone, Copy)]
enum Graph {
    /// Anyone.
    Random,
    /// The next few on a ring: solutions are far from those of the diagonal.
    Local,
}

/// Pairs, each once, of items with as many opponents on average.
fn pairs(graph: Graph) -> Vec<(u32, u32)> {
    let mut random = Random::new(20, 1);
    let half = (OPPONENTS / 2) as u64;
    let mut pairs = Vec::new();
    for item in 0..ITEMS as u32 {
        for step in 1..=half {
            let step = match (graph, step) {
                // A ring through all, so that all are connected.
                (Graph::Random, 1) => 1,
                (Graph::Random, _) => 1 + random.below(ITEMS as u64 - 1),
                (Graph::Local, step) => step,
            };
            pairs.push((item, (item + step as u32) % ITEMS as u32));
        }
    }
    pairs
}

/// Votes by an outcome model written out here, not the library's.
fn draw(pairs: &[(u32, u32)], scores: &[f64], probit: bool, random: &mut Random) -> Set {
    let wins: Vec<f64> = pairs
        .iter()
        .map(|&(left, right)| {
            let z = scores[left as usize] - scores[right as usize];
            let p = match probit {
                true => 0.5 * libm::erfc(-z / std::f64::consts::SQRT_2),
                false => 1.0 / (1.0 + (-z).exp()),
            };
            random.binomial(VOTES, p) as f64
        })
        .collect();
    let losses: Vec<f64> = wins.iter().map(|won| VOTES as f64 - won).collect();
    let (left, right): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
    let rows = Rows {
        length: pairs.len(),
        left: Key { values: Column::U32(&left), base: 0 },
        right: Key { values: Column::U32(&right), base: 0 },
        wins: Column::F64(&wins),
        losses: Column::F64(&losses),
        ..Rows::default()
    };
    let mut set = Set::new();
    set.append(&rows).expect("votes");
    set
}

fn experiment(name: &'static str, graph: Graph, probit: bool) -> Experiment {
    let pairs = pairs(graph);
    let mut random = Random::new(20, 2);
    let mut scores: Vec<f64> = (0..ITEMS).map(|_| 0.35 * random.normal()).collect();
    let mean = scores.iter().sum::<f64>() / ITEMS as f64;
    scores.iter_mut().for_each(|score| *score -= mean);
    let outcome = if probit { Outcome::ThurstoneMosteller } else { Outcome::BradleyTerry };
    let replicate = move |random: &mut Random| {
        let set = draw(&pairs, &scores, probit, random);
        let model = fit(&set, &Specification { outcome, ..Specification::default() }, &mut unwatched())
            .expect("a fit");
        let exact = Options::default();
        let sampled = Options { errors: Errors::Sampled, seed: random.below(u64::MAX), ..exact.clone() };
        let table = |options: &Options| {
            estimates(&model, Quantity::Scores, options, &mut unwatched()).expect("scores")
        };
        let (known, found) = (table(&exact), table(&sampled));
        let told = monte_carlo_errors(&model, Quantity::Scores, &sampled, &mut unwatched()).expect("errors");
        let ratio = |at: usize| (found[at][1] / known[at][1] - 1.0, told[at] / known[at][1]);
        let mean_square =
            |of: &dyn Fn(usize) -> f64| (0..ITEMS).map(|i| of(i).powi(2)).sum::<f64>() / ITEMS as f64;
        let off = mean_square(&|at| ratio(at).0) / mean_square(&|at| ratio(at).1);
        let together = Options { method: Method::Simultaneous, ..sampled.clone() };
        let ranges = rank_ranges(&model, &together, &mut unwatched()).expect("ranks");
        // The true ranks of scores that are all different.
        let rank = |score: f64| 1 + scores.iter().filter(|other| **other > score).count();
        let inside = ranges.iter().zip(&scores).all(|(range, score)| {
            let rank = rank(*score);
            range.best <= rank && rank <= range.worst
        });
        vec![
            Answer::held("intervals, exact", Demand::Mean(0.945, 0.955), &known, &scores),
            Answer::held("intervals, by draws", Demand::Mean(0.943, 0.955), &found, &scores),
            Answer::new(
                "mean error of a standard error",
                Demand::Mean(-0.002, 0.002),
                (0..ITEMS).map(|at| ratio(at).0).collect(),
            ),
            Answer::new("squared errors over those stated", Demand::Mean(0.8, 1.2), vec![off]),
            Answer::all_held(
                "all scores at once, by draws",
                Demand::Mean(0.93, 1.0),
                &table(&together),
                &scores,
            ),
            Answer::whether("all true ranks at once, by draws", Demand::Mean(0.94, 1.0), inside),
        ]
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    vec![
        experiment(
            "Errors by draws, random graph: 300 items, 10 opponents, 14 votes a pair",
            Graph::Random,
            false,
        ),
        experiment(
            "Errors by draws, ring of width 5: 300 items, 10 opponents, 14 votes a pair",
            Graph::Local,
            false,
        ),
        experiment("Errors by draws, random graph, probit: 300 items, 14 votes a pair", Graph::Random, true),
    ]
}
