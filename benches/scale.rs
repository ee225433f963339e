//! Standard errors and ranks of large sets: `cargo bench --bench scale`, or `make bench-scale`.
//!
//! An argument picks the rows whose name holds it. Every row is a process of its own, so that its memory is its own.
//! The goals are those of the design (one thread unless said).

#[path = "scale/graphs.rs"]
mod graphs;

use duel::comparisons::Set;
use duel::estimate::scores;
use duel::inference::{estimates, monte_carlo_errors, Errors, Options};
use duel::model::{fit, unwatched, CovarianceKind, Model, Quantity, Specification};
use duel::outcome::Outcome;
use duel::threads::using;
use graphs::{Graph, Votes};
use std::process::Command;
use std::time::Instant;

/// Seeds of draws that are compared with exact errors.
const SEEDS: u64 = 40;

/// A job: its name, its goal in seconds, and what it does.
struct Row {
    name: &'static str,
    goal: &'static str,
    votes: Votes,
    model: Specification,
    options: Options,
    work: Work,
}

#[derive(Clone, Copy, PartialEq)]
enum Work {
    /// Scores and standard errors.
    Errors,
    /// The leaderboard: ranges of ranks, too.
    Ranks,
    /// Exact and sampled errors, and their difference in Monte Carlo errors.
    Compare,
}

fn rows() -> Vec<Row> {
    let plain = Specification::default;
    let tied = || Specification { outcome: Outcome::Davidson, ..plain() };
    let with = |errors, threads| Options { errors, threads, ..Options::default() };
    let votes =
        |graph, items, pairs| Votes { graph, items, pairs, each: 4, ties: false, judges: 0, contexts: 0 };
    // Where some items have few opponents, each pair needs more comparisons for all scores to be finite.
    let many = |graph, items, pairs| Votes { each: 20, ..votes(graph, items, pairs) };
    let row = |name, goal, votes, options, work| Row { name, goal, votes, model: plain(), options, work };
    let auto = || with(Errors::Auto, 1);
    let mut rows = vec![
        row(
            "exact 3 000 random",
            "0.8",
            votes(Graph::Random, 3_000, 500_000),
            with(Errors::Exact, 1),
            Work::Errors,
        ),
        row(
            "exact 3 000 random, 2 threads",
            "",
            votes(Graph::Random, 3_000, 500_000),
            with(Errors::Exact, 2),
            Work::Errors,
        ),
        row(
            "exact 10 000 random",
            "20",
            votes(Graph::Random, 10_000, 500_000),
            with(Errors::Exact, 1),
            Work::Errors,
        ),
        row("100 000 random", "3", votes(Graph::Random, 100_000, 1_000_000), auto(), Work::Ranks),
        row(
            "100 000 random, 2 threads",
            "",
            votes(Graph::Random, 100_000, 1_000_000),
            with(Errors::Auto, 2),
            Work::Ranks,
        ),
        row("100 000 local", "3", votes(Graph::Local(50), 100_000, 1_000_000), auto(), Work::Ranks),
        row("100 000 power law", "", many(Graph::PowerLaw, 100_000, 1_000_000), auto(), Work::Ranks),
        row("100 000 star", "", many(Graph::Star(100), 100_000, 1_000_000), auto(), Work::Ranks),
        row("1 000 000 random", "60", votes(Graph::Random, 1_000_000, 10_000_000), auto(), Work::Errors),
        row(
            "1 000 000 random, 2 threads",
            "",
            votes(Graph::Random, 1_000_000, 10_000_000),
            with(Errors::Auto, 2),
            Work::Errors,
        ),
    ];
    rows.push(Row {
        model: tied(),
        ..row(
            "100 000 random, ties",
            "",
            Votes { ties: true, ..votes(Graph::Random, 100_000, 1_000_000) },
            auto(),
            Work::Ranks,
        )
    });
    let clustered = || Options { covariance: CovarianceKind::ClusteredByContext, ..auto() };
    let contexts = Votes { contexts: 100_000, ..votes(Graph::Random, 100_000, 1_000_000) };
    rows.push(row("100 000 random, clusters", "", contexts, clustered(), Work::Ranks));
    for (name, graph) in [
        ("5 000 random, both", Graph::Random),
        ("5 000 local, both", Graph::Local(50)),
        ("5 000 power law, both", Graph::PowerLaw),
        ("5 000 star, both", Graph::Star(20)),
    ] {
        let often = Votes { each: 60, ..many(graph, 5_000, 50_000) };
        rows.push(row(name, ".9 - 1.1", often, auto(), Work::Compare));
    }
    rows
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let Some(at) = arguments.iter().position(|a| a == "--row") {
        let name = &arguments[at + 1];
        run(rows().into_iter().find(|row| row.name == *name).expect("a row"));
        return;
    }
    println!("duel {}: seconds by the clock; {} processors", env!("CARGO_PKG_VERSION"), processors());
    println!("{:32} {:>8} {:>8} {:>8} {:>8}  {:>8}  how", "", "append", "fit", "errors", "goal", "MB");
    let own = std::env::current_exe().expect("own path");
    for row in rows() {
        if arguments.is_empty() || arguments.iter().any(|a| row.name.contains(a.as_str())) {
            let status = Command::new(&own).args(["--row", row.name]).status().expect("a process");
            assert!(status.success(), "{}", row.name);
        }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Peak of resident memory in MB.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let found = work();
    (start.elapsed().as_secs_f64(), found)
}

fn run(row: Row) {
    using(row.options.threads, || measure(&row));
}

fn measure(row: &Row) {
    let (append, set): (f64, Set) = row.votes.set();
    let (fitting, model) = timed(|| fit(&set, &row.model, &mut unwatched()).expect("a fit"));
    drop(set);
    let (errors, how) = timed(|| work(&model, row));
    println!(
        "{:32} {append:8.2} {fitting:8.2} {errors:8.2} {:>8}  {:8.0}  {how}",
        row.name,
        row.goal,
        peak()
    );
}

fn work(model: &Model, row: &Row) -> String {
    let options = &row.options;
    let watch = &mut unwatched();
    let mean_error = |options: &Options| {
        let simulated =
            monte_carlo_errors(model, Quantity::Scores, options, &mut unwatched()).expect("errors");
        let errors: Vec<f64> = estimates(model, Quantity::Scores, options, &mut unwatched())
            .expect("errors")
            .iter()
            .map(|row| row[1])
            .collect();
        (errors, simulated)
    };
    if row.work == Work::Compare {
        let (exact, _) = mean_error(&Options { errors: Errors::Exact, ..options.clone() });
        let n = exact.len() as f64;
        let rms = |each: &dyn Fn(usize) -> f64| {
            ((0..exact.len()).map(|i| each(i).powi(2)).sum::<f64>() / n).sqrt()
        };
        // Errors of many items have much of a draw in common: only the mean over seeds says what is typical.
        let (mut squares, mut stated) = (Vec::new(), 0.0);
        for seed in 0..SEEDS {
            let sampled = Options { errors: Errors::Sampled, seed, ..options.clone() };
            let (sampled, simulated) = mean_error(&sampled);
            squares.push(rms(&|i| (sampled[i] - exact[i]) / simulated[i]).powi(2));
            stated += rms(&|i| simulated[i] / exact[i]) / SEEDS as f64;
        }
        let mean = squares.iter().sum::<f64>() / SEEDS as f64;
        let spread = squares.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (SEEDS - 1) as f64;
        // Of the root.
        let error = (spread / SEEDS as f64).sqrt() / (2.0 * mean.sqrt());
        return format!(
            "difference over stated error {:.3} (+- {error:.3}, {SEEDS} seeds); stated {:.2} %",
            mean.sqrt(),
            100.0 * stated
        );
    }
    if row.work == Work::Ranks {
        let board = scores(model, options, watch).expect("a leaderboard");
        let width: usize = board.iter().map(|row| row.rank.worst - row.rank.best + 1).sum();
        let (errors, simulated) = mean_error(options);
        return format!(
            "{}; mean width of ranges {:.0}",
            told(&errors, &simulated),
            width as f64 / board.len() as f64
        );
    }
    let (errors, simulated) = mean_error(options);
    told(&errors, &simulated)
}

fn told(errors: &[f64], simulated: &[f64]) -> String {
    let n = errors.len() as f64;
    let relative = simulated.iter().zip(errors).map(|(s, e)| (s / e).powi(2)).sum::<f64>() / n;
    match simulated.iter().all(|s| *s == 0.0) {
        true => "exact".into(),
        false => format!("sampled, {:.2} % of an error", 100.0 * relative.sqrt()),
    }
}
