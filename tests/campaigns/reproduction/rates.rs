//! How fast errors shrink with the number of votes: Table A.3 of the JA paper.

use super::counts::{Design, LARGE, LARGEST, MIDDLE, SMALL};
use super::models::{attempt, geometric, judged, pooled};
use crate::measures::{mean, squared_error};
use crate::replicates::replicate;
use duel::model::{Outcomes, Quantity, Specification};
use std::fmt::Write;

/// Design, least number of votes, replicates, slopes printed of scores and of log sensitivities.
const DESIGNS: [(Design, usize, usize, [f64; 2]); 4] = [
    (SMALL, 100, 400, [-1.109, -1.094]),
    (MIDDLE, 200, 200, [-1.040, -1.223]),
    (LARGE, 1_000, 50, [-1.042, -1.076]),
    (LARGEST, 1_500, 24, [-1.050, -1.109]),
];
const TRUTHS: [u64; 3] = [1, 2, 3];
const STEPS: usize = 7;

/// The slope of the least-squares line.
fn slope(x: &[f64], y: &[f64]) -> f64 {
    let (a, b) = (mean(x), mean(y));
    let along: f64 = x.iter().zip(y).map(|(x, y)| (x - a) * (y - b)).sum();
    along / x.iter().map(|x| (x - a).powi(2)).sum::<f64>()
}

/// Mean squared errors against the number of votes, doubled from step to step, for three truths.
pub fn slopes(missed: &mut Vec<String>) -> String {
    let mut text = String::from(
        "Table A.3, slopes of log mean squared error on log T, last five of seven T; scores, log sensitivities\n\
         Errors are those of scores and log sensitivities, and of Bradley-Terry's scores; fits without an estimate are left out\n",
    );
    for (design, least, replicates, printed) in DESIGNS {
        for seed in TRUTHS {
            let truth = design.truth(seed);
            let _ = writeln!(
                text,
                "\n{} items, {} judges, truth {seed}, {replicates} replicates\n{:>8} {:>6} {:>10} {:>10} {:>10}",
                design.items, design.judges, "T", "fits", "scores", "log gamma", "BTL"
            );
            let mut logs = Vec::new();
            let mut curves = [Vec::new(), Vec::new()];
            for step in 0..STEPS {
                let total = least << step;
                let found = replicate(replicates, seed + 100 * total as u64, |random| {
                    let set = truth.votes(total, random);
                    let all = Specification { accept: Outcomes::NONE, ..judged() };
                    let model = attempt(&set, &all)?;
                    let gap = |quantity, truth: &[f64]| squared_error(&geometric(&model, quantity), truth);
                    let alike = attempt(&set, &pooled())?;
                    Some([
                        gap(Quantity::Scores, &truth.scores),
                        gap(Quantity::LogSensitivities, &truth.logs),
                        squared_error(&geometric(&alike, Quantity::Scores), &truth.scores),
                    ])
                });
                let kept: Vec<[f64; 3]> = found.into_iter().flatten().collect();
                let of = |at: usize| mean(&kept.iter().map(|row| row[at]).collect::<Vec<f64>>());
                let _ = writeln!(
                    text,
                    "{total:>8} {:>6} {:>10.5} {:>10.5} {:>10.5}",
                    kept.len(),
                    of(0),
                    of(1),
                    of(2)
                );
                if step + 5 >= STEPS {
                    logs.push((total as f64).ln());
                    (0..2).for_each(|at| curves[at].push(of(at).ln()));
                }
            }
            let found = curves.each_ref().map(|curve| slope(&logs, curve));
            let _ = writeln!(
                text,
                "  slopes {:.3} and {:.3} (printed {:.3} and {:.3})",
                found[0], found[1], printed[0], printed[1]
            );
            // The theory says -1 in the end; few votes and small sensitivities make the fall steeper.
            if !found.iter().all(|slope| (-1.6..=-0.85).contains(slope)) {
                missed.push(format!("slopes of {design:?}, truth {seed}: {found:?}"));
            }
        }
    }
    text
}
