//! Speed, standard errors and ranks of large sets, with the goals of the design: `cargo bench --bench scale`, or
//! `make bench-scale`.
//!
//! An argument picks the rows whose name holds it (`only=...` of make). Every row is a process of its own, so that its
//! memory is its own. Seconds are by the clock, of one thread unless said.

#[path = "speed/counting.rs"]
mod counting;
#[path = "scale/graphs.rs"]
mod graphs;
#[path = "scale/large.rs"]
mod large;
#[path = "scale/report.rs"]
mod report;
#[path = "scale/small.rs"]
mod small;
#[path = "speed/timing.rs"]
#[allow(dead_code)]
mod timing;
#[path = "speed/votes.rs"]
#[allow(dead_code)]
mod votes;

use duel::inference::{Errors, Options};
use duel::model::{CovarianceKind, Position, Problems, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::threads::using;
use graphs::{Graph, Votes};
use large::{measure, Work};
use report::{peak, Report};
use std::process::Command;

/// A row: its name, its goal, and what it does.
struct Row {
    name: String,
    goal: &'static str,
    threads: usize,
    job: Box<dyn Fn() -> Report>,
}

fn votes(graph: Graph, items: usize, pairs: usize) -> Votes {
    // Where some items have few opponents, each pair needs more comparisons for all scores to be finite.
    let each = if matches!(graph, Graph::Star(_) | Graph::PowerLaw) { 20 } else { 4 };
    Votes { graph, items, pairs, each, ties: false, judges: 0, tastes: false, contexts: 0 }
}

fn with(errors: Errors, threads: usize) -> Options {
    Options { errors, threads, ..Options::default() }
}

fn row(name: &str, goal: &'static str, job: impl Fn() -> Report + 'static) -> Row {
    Row { name: name.into(), goal, threads: 1, job: Box::new(job) }
}

/// A row of scores with the sensitivities of a hundred judges.
fn sensitivities(name: &str, items: usize, pairs: usize) -> Row {
    row(name, "", move || {
        let votes = Votes { judges: 100, ..votes(Graph::Random, items, pairs) };
        let model = Specification { strength: StrengthModel::SENSITIVITY, ..judged() };
        measure(&votes, &model, &with(Errors::Auto, 1), Work::Ranks)
    })
}

/// A row of scores with a plain model.
fn plain(name: &str, goal: &'static str, votes: Votes, options: Options, work: Work) -> Row {
    let threads = options.threads;
    let job = move || measure(&votes, &Specification::default(), &options, work);
    Row { threads, ..row(name, goal, job) }
}

fn rows() -> Vec<Row> {
    const MANY: usize = 100_000;
    let dense = |items| votes(Graph::Random, items, 500_000);
    let million = || votes(Graph::Random, 1_000_000, 10_000_000);
    let random = || votes(Graph::Random, MANY, 1_000_000);
    let mut rows = vec![
        row("rows: 2 000 000 of ids", "2.0 loops", || small::counted(false)),
        row("rows: 2 000 000 of names", "8 loops", || small::counted(true)),
        row("129 items from counts", "0.6 ms", small::of_arena),
        row("100 bootstraps of 2 000 000 rows", "0.28 s", small::of_refits),
        Row { threads: 2, ..row("thirty models, 2 threads", "30 s", small::of_thirty_models) },
        plain("exact 3 000 random", "0.8 s", dense(3_000), with(Errors::Exact, 1), Work::Errors),
        plain("exact 3 000 random, 2 threads", "", dense(3_000), with(Errors::Exact, 2), Work::Errors),
        plain("exact 10 000 random", "20 s", dense(10_000), with(Errors::Exact, 1), Work::BesideFaer),
        plain("exact 10 000 random, 2 threads", "", dense(10_000), with(Errors::Exact, 2), Work::Errors),
        plain("1 000 000 random", "60 s, 2 GB", million(), with(Errors::Auto, 1), Work::Errors),
        plain("1 000 000 random, 2 threads", "", million(), with(Errors::Auto, 2), Work::Errors),
        plain("100 000 random, 2 threads", "", random(), with(Errors::Auto, 2), Work::Ranks),
        row("10 000 random, disagreement", "10 s", || {
            let votes =
                Votes { judges: 100, tastes: true, each: 1, ..votes(Graph::Random, 10_000, 1_000_000) };
            let model = Specification { strength: StrengthModel::disagreement(1), ..judged() };
            measure(&votes, &model, &with(Errors::Auto, 1), Work::Errors)
        }),
        sensitivities("10 000 random, sensitivities", 10_000, 100_000),
        sensitivities("100 000 random, sensitivities", MANY, 1_000_000),
    ];
    for (graph, name) in [
        (Graph::Random, "random"),
        (Graph::Local(50), "local"),
        (Graph::Star(100), "star"),
        (Graph::PowerLaw, "power law"),
    ] {
        let votes = votes(graph, MANY, 1_000_000);
        let auto = || with(Errors::Auto, 1);
        let goal = if matches!(graph, Graph::Random | Graph::Local(_)) { "3 s" } else { "" };
        rows.push(plain(&format!("100 000 {name}"), goal, votes, auto(), Work::Ranks));
        rows.push(row(&format!("100 000 {name}, ties"), "", move || {
            let model = Specification { outcome: Outcome::Davidson, ..Specification::default() };
            measure(&Votes { ties: true, ..votes }, &model, &auto(), Work::Ranks)
        }));
        rows.push(row(&format!("100 000 {name}, 100 judges"), "", move || {
            let model = Specification { position: Position::ByJudge, ..judged() };
            measure(&Votes { judges: 100, ..votes }, &model, &auto(), Work::Ranks)
        }));
        let by_context = Options { covariance: CovarianceKind::ClusteredByContext, ..auto() };
        let contexts = Votes { contexts: MANY, ..votes };
        rows.push(plain(&format!("100 000 {name}, clusters"), "", contexts, by_context, Work::Ranks));
    }
    for (items, work, name) in [
        (1_000, Work::RankSets, "sets of ranks"),
        (3_000, Work::RankSets, "sets of ranks"),
        (1_000, Work::Letters, "groups of letters"),
        (4_000, Work::Letters, "groups of letters"),
        (1_000, Work::Influence, "influence of judges"),
        (3_000, Work::Influence, "influence of judges"),
    ] {
        let votes = Votes { judges: 20, each: 1, ..votes(Graph::Random, items, 60_000) };
        let name = format!("{} {:03} random, {name}", items / 1000, items % 1000);
        rows.push(plain(&name, "", votes, with(Errors::Exact, 1), work));
    }
    for (graph, name) in [
        (Graph::Random, "random"),
        (Graph::Local(50), "local"),
        (Graph::Star(20), "star"),
        (Graph::PowerLaw, "power law"),
    ] {
        let often = Votes { each: 60, ..votes(graph, 5_000, 50_000) };
        let name = format!("5 000 {name}, error over stated");
        rows.push(plain(&name, ".9 - 1.1", often, with(Errors::Auto, 1), Work::Compare));
    }
    rows
}

/// A model of judges, whatever the data leave open.
fn judged() -> Specification {
    Specification { accept: Problems(!0), ..Specification::default() }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let Some(at) = arguments.iter().position(|a| a == "--row") {
        let name = &arguments[at + 1];
        let row = rows().into_iter().find(|row| row.name == *name).expect("a row");
        return run(&row);
    }
    println!("duel {}: seconds by the clock; {} processors", env!("CARGO_PKG_VERSION"), processors());
    println!(
        "{:34} {:>7} {:>7} {:>7}  {:>10} {:>10} {:>7}  how",
        "", "append", "fit", "errors", "", "goal", "MB"
    );
    let own = std::env::current_exe().expect("own path");
    for row in rows() {
        if arguments.is_empty() || arguments.iter().any(|a| row.name.contains(a.as_str())) {
            let status = Command::new(&own).args(["--row", &row.name]).status().expect("a process");
            if !status.success() {
                println!("{:34} failed", row.name);
            }
        }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

fn run(row: &Row) {
    let report = using(row.threads, || (row.job)());
    let [append, fit, errors] =
        report.parts.map(|seconds| if seconds.is_nan() { String::new() } else { format!("{seconds:.2}") });
    println!(
        "{:34} {append:>7} {fit:>7} {errors:>7}  {:>10} {:>10} {:7.0}  {} [{:.1} s of processor time]",
        row.name,
        report.measured,
        row.goal,
        peak(),
        report.how,
        report::processor()
    );
}
