//! How fast errors shrink with the number of votes: Table A.3 of the JA paper.

use super::counts::{Design, Truth, LARGE, LARGEST, MIDDLE, SMALL};
use super::models::{attempt, geometric, judged, pooled};
use crate::measures::{mean, squared_error};
use crate::replicates::replicate;
use duel::model::{Problems, Quantity, Specification};
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
            let steps: Vec<Step> =
                (0..STEPS).map(|step| Step::of(&truth, least << step, replicates, seed)).collect();
            for Step { total, fits, errors } in &steps {
                let error = |at: usize| match *fits {
                    0 => String::from("-"),
                    _ => format!("{:.5}", errors[at]),
                };
                let _ =
                    writeln!(text, "{total:>8} {fits:>6} {:>10} {:>10} {:>10}", error(0), error(1), error(2));
            }
            let (five, three) = (slopes_of(&steps[STEPS - 5..]), slopes_of(&steps[STEPS - 3..]));
            let _ = writeln!(
                text,
                "  slopes {:.3} and {:.3} (printed {:.3} and {:.3}); of the last three T {:.3} and {:.3}",
                five[0], five[1], printed[0], printed[1], three[0], three[1]
            );
            // In the end the slope is -1. Fits left out are those with large errors, and make it what they like.
            let whole = steps[STEPS - 3..].iter().all(|step| step.fits == replicates);
            if whole && !((-1.2..=-0.85).contains(&three[0]) && (-1.5..=-0.7).contains(&three[1])) {
                missed.push(format!("slopes of {design:?}, truth {seed}: {three:?}"));
            }
        }
    }
    text
}

/// Mean squared errors at one number of votes: scores, log sensitivities, scores of Bradley-Terry.
struct Step {
    total: usize,
    fits: usize,
    errors: [f64; 3],
}

impl Step {
    fn of(truth: &Truth, total: usize, replicates: usize, seed: u64) -> Step {
        let found = replicate(replicates, seed + 100 * total as u64, |random| {
            let set = truth.votes(total, random);
            let model = attempt(&set, &Specification { accept: Problems::NONE, ..judged() })?;
            let alike = attempt(&set, &pooled())?;
            Some([
                squared_error(&geometric(&model, Quantity::Scores), &truth.scores),
                squared_error(&geometric(&model, Quantity::LogSensitivities), &truth.logs),
                squared_error(&geometric(&alike, Quantity::Scores), &truth.scores),
            ])
        });
        let kept: Vec<[f64; 3]> = found.into_iter().flatten().collect();
        let of = |at: usize| mean(&kept.iter().map(|row| row[at]).collect::<Vec<f64>>());
        Step { total, fits: kept.len(), errors: [of(0), of(1), of(2)] }
    }
}

fn slopes_of(steps: &[Step]) -> [f64; 2] {
    let logs: Vec<f64> = steps.iter().map(|step| (step.total as f64).ln()).collect();
    [0, 1].map(|at| slope(&logs, &steps.iter().map(|step| step.errors[at].ln()).collect::<Vec<f64>>()))
}
