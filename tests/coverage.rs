//! Do 95 % intervals hold the truth in 95 % of repeated experiments?
//!
//! The campaign (`make campaign`, some minutes) prints a table of all studies; a copy is kept in
//! `tests/campaigns/coverage.txt`. A short part of it runs with the other tests.

#[path = "campaigns/question.rs"]
mod question;
#[path = "campaigns/studies.rs"]
mod studies;
#[path = "campaigns/study.rs"]
mod study;
#[path = "campaigns/truth.rs"]
mod truth;

use question::Demand;
use study::{heading, Study};

const SEED: u64 = 20_261_121;
const REPLICATES: usize = 3_000;
const SHORT: usize = 200;

/// With DUEL_WRITE_CAMPAIGN set to a date, the table is also written to the file, under that date.
#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign() {
    let mut report = format!(
        "{REPLICATES} replicates of every study, seed {SEED}; Monte Carlo error of one value {:.4}\n\n{}\n",
        (0.95 * 0.05 / REPLICATES as f64).sqrt(),
        heading()
    );
    println!("{report}");
    let mut missed = Vec::new();
    for study in studies::all() {
        let text = run(&study, &mut missed);
        println!("{text}");
        report.push('\n');
        report.push_str(&text);
    }
    if let Ok(date) = std::env::var("DUEL_WRITE_CAMPAIGN") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/campaigns/coverage.txt");
        std::fs::write(path, format!("Coverage of 95 % intervals, {date}\n\n{report}"))
            .expect("the table is written");
    }
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n"));
}

fn run(study: &Study, missed: &mut Vec<String>) -> String {
    let t = &study.truth;
    let by = if t.judges() > 0 { format!(", {} judges", t.judges()) } else { String::new() };
    let about = if t.contexts > 0 { format!(", {} contexts", t.contexts) } else { String::new() };
    let mut text = format!("{}: {} items{by}{about}, {} votes\n", study.name, t.items(), t.votes);
    for line in study.run(REPLICATES, SEED) {
        if !line.is_met() {
            missed.push(format!("{}: {}", study.name, line.text()));
        }
        text.push_str(&line.text());
        text.push('\n');
    }
    text
}

/// Mean coverage of each question in few replicates, with room for their Monte Carlo error (.011 for
/// a mean over values that all depend on each other, .015 for a single value).
fn short(study: &Study, accept: impl Fn(Demand, f64) -> bool) {
    for line in study.run(SHORT, SEED) {
        assert!(accept(line.demand, line.mean), "{}: {}", study.name, line.text());
    }
}

#[test]
fn judges_with_positions_are_covered() {
    short(&studies::judge_positions(), |demand, mean| match demand {
        Demand::Nominal => (0.925..=0.975).contains(&mean),
        _ => mean >= 0.91,
    });
}

#[test]
fn only_clustering_covers_correlated_votes() {
    short(&studies::shared_effect(), |demand, mean| match demand {
        Demand::Fails => mean < 0.90,
        _ => mean >= 0.91,
    });
}
