//! Sets of thousands of items and more: scores, standard errors and ranges of ranks.

use crate::graphs::Votes;
use crate::report::{timed, Report};
use duel::assess::influence;
use duel::comparisons::{Set, Unit};
use duel::estimate::scores;
use duel::inference::{
    compact_letters, estimates, monte_carlo_errors, rank_sets, Errors, Options, RankQuestion,
};
use duel::model::{fit, Model, Quantity, Specification};
use duel::progress::unwatched;
use faer::linalg::solvers::DenseSolveCore;

/// The questions to a model.
#[derive(Clone, Copy, PartialEq)]
pub enum Work {
    /// Scores and standard errors.
    Errors,
    /// The same beside faer's factor and inverse of a matrix of that size.
    BesideFaer,
    /// The leaderboard: ranges of ranks, too.
    Ranks,
    /// Exact and sampled errors, and their difference in Monte Carlo errors.
    Compare,
    /// Sets of ranks of all items at once, in steps.
    RankSets,
    /// Groups of items that share letters.
    Letters,
    /// What single judges do to the fit.
    Influence,
}

/// Seeds of draws that are compared with exact errors.
const SEEDS: u64 = 40;

pub fn measure(votes: &Votes, model: &Specification, options: &Options, work: Work) -> Report {
    let (append, set): (f64, Set) = votes.set();
    let (fitting, model) = timed(|| fit(&set, model, &mut unwatched()).expect("a fit"));
    drop(set);
    let (errors, how) = timed(|| ask(&model, options, work));
    let (measured, how) = match work {
        Work::Compare => (how.clone(), String::new()),
        Work::BesideFaer => {
            let (peer, ()) = timed(|| of_faer(model.theta.len()));
            (format!("{errors:.2} s"), format!("{how}; faer's factor and inverse {peer:.2} s"))
        }
        _ => (format!("{errors:.2} s"), how),
    };
    Report { parts: [append, fitting, errors], measured, how }
}

/// Factors and inverts a matrix of so many rows.
fn of_faer(n: usize) {
    faer::set_global_parallelism(faer::Par::Seq);
    let matrix = faer::Mat::from_fn(n, n, |i, j| if i == j { n as f64 } else { ((i * j) % 7) as f64 / 7.0 });
    let inverse = matrix.llt(faer::Side::Lower).expect("positive definite").inverse();
    assert!(std::hint::black_box(inverse)[(0, 0)] > 0.0);
}

/// Standard errors of scores, with their Monte Carlo errors.
fn errors_of(model: &Model, options: &Options) -> (Vec<f64>, Vec<f64>) {
    let simulated = monte_carlo_errors(model, Quantity::Scores, options, &mut unwatched()).expect("errors");
    let table = estimates(model, Quantity::Scores, options, &mut unwatched()).expect("errors");
    (table.iter().map(|row| row[1]).collect(), simulated)
}

fn ask(model: &Model, options: &Options, work: Work) -> String {
    match work {
        Work::Compare => compare(model, options),
        Work::Errors | Work::BesideFaer => {
            let (errors, simulated) = errors_of(model, options);
            told(&errors, &simulated)
        }
        Work::RankSets => {
            let sets = rank_sets(model, &RankQuestion::default(), options, &mut unwatched()).expect("sets");
            let width: usize = sets.iter().map(|set| set.worst - set.best + 1).sum();
            format!("mean width of sets {:.0}", width as f64 / sets.len() as f64)
        }
        Work::Letters => {
            let letters = compact_letters(model, options, &mut unwatched()).expect("letters");
            format!("{} letters", letters.len())
        }
        Work::Influence => {
            let found = influence(model, Unit::Judge, None, options, &mut unwatched()).expect("influence");
            let leverage: f64 = found.units.iter().map(|unit| unit[1]).sum();
            format!("{} judges, sum of leverages {leverage:.0}", found.units.len())
        }
        Work::Ranks => {
            let board = scores(model, options, &mut unwatched()).expect("a leaderboard");
            let width: usize = board.iter().map(|row| row.rank.worst - row.rank.best + 1).sum();
            let (errors, simulated) = errors_of(model, options);
            let width = width as f64 / board.len() as f64;
            format!("{}; mean width of ranges {width:.0}", told(&errors, &simulated))
        }
    }
}

fn compare(model: &Model, options: &Options) -> String {
    let (exact, _) = errors_of(model, &Options { errors: Errors::Exact, ..options.clone() });
    let n = exact.len() as f64;
    let rms = |of: &dyn Fn(usize) -> f64| ((0..exact.len()).map(|i| of(i).powi(2)).sum::<f64>() / n).sqrt();
    // Errors of many items have much of a draw in common: only the mean over seeds says what is typical.
    let (mut squares, mut stated) = (Vec::new(), 0.0);
    for seed in 0..SEEDS {
        let sampled = Options { errors: Errors::Sampled, seed, ..options.clone() };
        let (sampled, simulated) = errors_of(model, &sampled);
        squares.push(rms(&|i| (sampled[i] - exact[i]) / simulated[i]).powi(2));
        stated += rms(&|i| simulated[i] / exact[i]) / SEEDS as f64;
    }
    let mean = squares.iter().sum::<f64>() / SEEDS as f64;
    let spread = squares.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (SEEDS - 1) as f64;
    // Of the root.
    let error = (spread / SEEDS as f64).sqrt() / (2.0 * mean.sqrt());
    let stated = 100.0 * stated;
    format!("{:.3} (+- {error:.3} of {SEEDS} seeds; stated {stated:.2} %)", mean.sqrt())
}

fn told(errors: &[f64], simulated: &[f64]) -> String {
    let n = errors.len() as f64;
    let relative = simulated.iter().zip(errors).map(|(s, e)| (s / e).powi(2)).sum::<f64>() / n;
    match simulated.iter().all(|s| *s == 0.0) {
        true => "exact".into(),
        false => format!("sampled, {:.2} % of an error", 100.0 * relative.sqrt()),
    }
}
