//! Judges that disagree: do intervals hold the truth?

use crate::heterogeneous::Judges;
use duel::inference::{estimates, probabilities, Comparison, Options};
use duel::model::{fit, Position, Problems, Quantity, Specification, StrengthModel};
use duel::progress::unwatched;
use duel::random::Random;
use std::fmt::Write;

const REPLICATES: usize = 1_000;

/// The model that the votes come from.
fn specification(truth: &Judges) -> Specification {
    let position = if truth.position.iter().any(|p| *p != 0.0) { Position::ByJudge } else { Position::None };
    Specification {
        strength: StrengthModel::disagreement(truth.rank),
        position,
        accept: Problems::ANY,
        ..Specification::default()
    }
}

/// Studies of intervals: a truth without judges near zero, and the number of votes.
pub fn studies() -> Vec<(&'static str, Judges, usize)> {
    let gamma = [0.6, 0.8, 1.0, 1.2, 1.4];
    let none = [0.0; 5];
    let positions = [0.5, -0.3, 0.0, 1.0, -0.8];
    vec![
        ("rank 1", Judges::drawn(6, 5, 1, 0.3, 3).with(&gamma, &none), 9_000),
        ("rank 2", Judges::drawn(7, 6, 2, 0.15, 5).with(&[0.6, 0.8, 1.0, 1.0, 1.2, 1.4], &[0.0; 6]), 30_000),
        ("rank 1 with positions", Judges::drawn(6, 5, 1, 0.3, 3).with(&gamma, &positions), 12_000),
    ]
}

/// The share of intervals that hold the truth: by quantity the mean, least and most over its values.
pub fn coverage(
    (name, truth, total): &(&str, Judges, usize),
    replicates: usize,
    missed: &mut Vec<String>,
) -> String {
    let strengths = truth.strengths();
    let pairs = [(0, 1), (1, 3), (2, 4), (0, 5)];
    let comparison = |judge: usize, (i, j): (usize, usize)| Comparison {
        left: i as u32,
        right: j as u32,
        judge: judge as u32,
        context: u32::MAX,
    };
    let asked: Vec<Comparison> =
        (0..truth.judges).flat_map(|k| pairs.map(|pair| comparison(k, pair))).collect();
    let p = |c: &Comparison| {
        let (k, i, j) = (c.judge as usize, c.left as usize, c.right as usize);
        let at = |item: usize| strengths[k * truth.items + item];
        1.0 / (1.0 + (at(j) - at(i) - truth.position[k]).exp())
    };
    let mut known: Vec<(&str, Option<Quantity>, Vec<f64>)> = vec![
        ("mu", Some(Quantity::Scores), truth.mu.clone()),
        ("gamma", Some(Quantity::Sensitivities), truth.gamma.clone()),
        ("S", Some(Quantity::Strengths), strengths.clone()),
        ("T", Some(Quantity::Disagreements), truth.disagreement.clone()),
        ("probabilities", None, asked.iter().map(p).collect()),
    ];
    if truth.position.iter().any(|p| *p != 0.0) {
        known.push(("positions", Some(Quantity::Positions), truth.position.clone()));
    }
    let mut held: Vec<Vec<f64>> = known.iter().map(|(_, _, values)| vec![0.0; values.len()]).collect();
    let options = Options::default();
    for replicate in 0..replicates {
        let mut random = Random::new(41, replicate as u64);
        let set = truth.votes(*total, truth.position.iter().any(|p| *p != 0.0), &mut random);
        let model = fit(&set, &specification(truth), &mut unwatched()).expect("a fit");
        for ((_, quantity, values), held) in known.iter().zip(&mut held) {
            let table: Vec<[f64; 4]> = match quantity {
                Some(quantity) => {
                    estimates(&model, *quantity, &options, &mut unwatched()).expect("estimates")
                }
                None => probabilities(&model, &asked, &options, &mut unwatched())
                    .expect("probabilities")
                    .iter()
                    .map(|row| [row[0], row[1], row[2], row[3]])
                    .collect(),
            };
            for ((row, value), held) in table.iter().zip(values).zip(held) {
                *held += f64::from(u8::from(row[2] <= *value && *value <= row[3]));
            }
        }
    }
    let mut text = format!("{name}: {} items, {} judges, {total} votes\n", truth.items, truth.judges);
    for ((what, _, _), held) in known.iter().zip(&held) {
        let share = |h: f64| h / replicates as f64;
        let mean = share(held.iter().sum::<f64>() / held.len() as f64);
        let least = share(held.iter().fold(f64::INFINITY, |m, h| m.min(*h)));
        let most = share(held.iter().fold(0.0, |m: f64, h| m.max(*h)));
        // One value of many may be off by chance: three standard errors.
        let slack = 3.0 * (0.95 * 0.05 / replicates as f64).sqrt();
        let fine = (0.93..=0.97).contains(&mean) && least >= 0.93 - slack && most <= 0.97 + slack;
        let _ = writeln!(
            text,
            "  {what:<14} {mean:.4}  {least:.3} to {most:.3}{}",
            if fine { "" } else { "  missed" }
        );
        if !fine {
            missed.push(format!("{name}, {what}: {mean:.4}, {least:.3} to {most:.3}"));
        }
    }
    text
}

/// Replicates of the whole campaign.
pub const ALL: usize = REPLICATES;
