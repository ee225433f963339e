//! Sequential tests of two: how often the wrong hypothesis is accepted, by results of single games and of pairs of games
//! in both orders.

use crate::experiment::{Answer, Demand, Experiment};
use duel::claims::{sprt, Decision, Elo, Sprt};
use duel::random::Random;

const REPLICATES: usize = 4_000;
const ELO: [f64; 2] = [0.0, 20.0];
const MOST: usize = 200_000;
const RARE: Demand = Demand::Each(0.0, 0.05);

/// Probabilities of loss, tie and win of the candidate whose advantage is `u`: Davidson's with a threshold of log 2.
fn game(u: f64) -> [f64; 3] {
    let weights = [(-0.5 * u).exp(), 2.0, (0.5 * u).exp()];
    let sum: f64 = weights.iter().sum();
    weights.map(|w| w / sum)
}

/// Probabilities of the results of a unit from worst to best. An opening favours one side by .6, which both games of a
/// pair have, each candidate once in front.
fn unit(u: f64, in_pairs: bool) -> Vec<f64> {
    if !in_pairs {
        return game(u).to_vec();
    }
    let mut sums = vec![0.0; 5];
    for bias in [-0.6, 0.6] {
        let (one, other) = (game(u + bias), game(u - bias));
        for at in 0..9 {
            sums[at / 3 + at % 3] += 0.5 * one[at / 3] * other[at % 3];
        }
    }
    sums
}

/// The parameter for which the mean result, or its distance from one half in standard deviations, is that of so much Elo.
fn advantage(elo: f64, scale: Elo, in_pairs: bool) -> f64 {
    let found = |u: f64| {
        let p = unit(u, in_pairs);
        let value = |at: usize| at as f64 / (p.len() - 1) as f64;
        let mean: f64 = p.iter().enumerate().map(|(at, p)| value(at) * p).sum();
        let square: f64 = p.iter().enumerate().map(|(at, p)| (value(at) - mean).powi(2) * p).sum();
        match scale {
            Elo::Logistic => mean - 1.0 / (1.0 + 10f64.powf(-elo / 400.0)),
            Elo::Normalized => {
                let games = if in_pairs { 2f64.sqrt() } else { 1.0 };
                (mean - 0.5) / square.sqrt() - games * elo * 10f64.ln() / 800.0
            }
        }
    };
    let (mut low, mut high) = (-3.0, 3.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        *(if found(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    low
}

/// A test that is looked at after every `every` units: what was accepted, and after how many units.
fn played(distribution: &[f64], scale: Elo, every: usize, random: &mut Random) -> (Decision, f64) {
    let test = Sprt { scale, elo0: ELO[0], elo1: ELO[1], alpha: 0.05, beta: 0.05 };
    let mut counts = vec![0.0; distribution.len()];
    let mut units = 0;
    while units < MOST {
        let mut left = every as u64;
        let mut rest = 1.0;
        for (count, p) in counts.iter_mut().zip(distribution) {
            let drawn = if *p < rest { random.binomial(left, p / rest) } else { left };
            *count += drawn as f64;
            left -= drawn;
            rest -= p;
        }
        units += every;
        let found = sprt(&counts, &test).expect("a test");
        if found.decision != Decision::GoOn {
            return (found.decision, units as f64);
        }
    }
    (Decision::GoOn, units as f64)
}

/// Both error rates of a scale, at looks after every so many games.
fn experiment(name: &'static str, in_pairs: bool) -> Experiment {
    let scales = [("logistic", Elo::Logistic), ("normalised", Elo::Normalized)];
    let laws: Vec<(&str, &str, Elo, Decision, Vec<f64>)> = scales
        .into_iter()
        .flat_map(|(name, scale)| {
            let of = |elo, wrong, wrongly| {
                (name, wrongly, scale, wrong, unit(advantage(elo, scale, in_pairs), in_pairs))
            };
            [
                of(ELO[0], Decision::Better, "no better, but accepted"),
                of(ELO[1], Decision::NotBetter, "better, but refused"),
            ]
        })
        .collect();
    let replicate = move |random: &mut Random| {
        let mut answers = Vec::new();
        for (scale_name, wrongly, scale, wrong, distribution) in &laws {
            for every in [200, 50] {
                let step = if in_pairs { every / 2 } else { every };
                let (decision, units) = played(distribution, *scale, step, random);
                let games = if in_pairs { 2.0 * units } else { units };
                let label = |what: &str| format!("{scale_name}, every {every}: {what}");
                answers.push(Answer::whether(label(wrongly), RARE, decision == *wrong));
                answers.push(Answer::new(label("games it took"), Demand::Shown, vec![games]));
            }
        }
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

/// Results of two games in both orders.
pub fn pairs_of_games() -> Experiment {
    experiment("Sequential test, pairs of games (5 results), Elo 0 against 20", true)
}

pub fn all() -> Vec<Experiment> {
    vec![experiment("Sequential test, single games (3 results), Elo 0 against 20", false), pairs_of_games()]
}
