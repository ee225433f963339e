//! The library against an independent reference, on random small sets of every composition.
//!
//! The reference shares no code with the library: the likelihood is written from its definition and differentiated by
//! forward-mode jets (`definition`, `jet`), existence is decided by linear programming (`existence`), optima are
//! searched by argmin's L-BFGS and a Newton method from many starts (`optimum`, `starts`), what is identified is
//! the null space of the derivatives of all predictors (`identified`), covariances are their definitions
//! (`inference`). Every status must be justified, every OK proved, every number equal.
//!
//! A part runs with the other tests; `make campaign` runs all. DUEL_REFERENCE_SEED gives another seed,
//! DUEL_REFERENCE_SETS another number of sets, DUEL_REFERENCE_ONLY one set of them, DUEL_REFERENCE_PROBIT=1 probit in all
//! of them.

mod case;
mod compare;
mod definition;
mod draw;
mod existence;
mod identified;
mod inference;
mod jet;
mod likelihood;
mod linear;
mod optimum;
mod random;
mod report;
mod several;
mod starts;
mod tiny;

use report::Report;

const SEED: u64 = 20_261_122;
/// About half a minute in the profile `quick` on two cores.
const SHORT: usize = 400;
/// About ten minutes.
const LONG: usize = 6_000;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn run(sets: usize, probit: bool) -> Report {
    let seed = number("DUEL_REFERENCE_SEED", SEED);
    let sets = number("DUEL_REFERENCE_SETS", sets as u64);
    let only = std::env::var("DUEL_REFERENCE_ONLY").ok().and_then(|text| text.parse::<u64>().ok());
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let mut report = Report::new(seed);
    // Every set has a stream of its own, so that the result does not depend on the threads.
    let parts: Vec<Vec<report::One>> = std::thread::scope(|scope| {
        let part = |thread: u64| {
            let mine = (0..sets).filter(|at| at % threads == thread && only.is_none_or(|o| o == *at));
            mine.map(|at| report::one(seed, at, probit)).collect::<Vec<_>>()
        };
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        handles.into_iter().map(|h| h.join().expect("a thread")).collect()
    });
    let mut all: Vec<report::One> = parts.into_iter().flatten().collect();
    all.sort_by_key(|one| one.at);
    all.iter().for_each(|one| report.add(one));
    report
}

#[test]
fn the_library_agrees_with_the_reference() {
    let report = run(SHORT, false);
    println!("{report}");
    assert!(report.disagreements() == 0, "{} disagreements", report.disagreements());
}

#[test]
fn probit_agrees_with_the_reference() {
    let report = run(SHORT / 2, true);
    println!("{report}");
    // Of set 125, with variances of nearly zero, the derivatives of the reference are good to 3e-6 of a standard error only.
    assert!(report.disagreements() <= 1, "{} disagreements", report.disagreements());
}

#[test]
#[ignore = "ten minutes: make campaign"]
fn campaign_of_reference() {
    let report = run(LONG, number("DUEL_REFERENCE_PROBIT", 0) == 1);
    println!("{report}");
    assert!(report.disagreements() == 0, "{} disagreements", report.disagreements());
}

fn tiny_sets(sets: u64) {
    let only = std::env::var("DUEL_REFERENCE_ONLY").ok().and_then(|text| text.parse::<u64>().ok());
    let sets = number("DUEL_REFERENCE_SETS", sets);
    let tally = tiny::run(number("DUEL_REFERENCE_SEED", SEED), sets, only);
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{} answers are wrong", tally.wrong.len());
    // Floors of thresholds under millions of votes.
    let most = 1 + sets as usize / 5_000;
    assert!(tally.not_found.len() <= most, "{} estimates are not found", tally.not_found.len());
}

#[test]
fn estimates_of_tiny_sets_exist_where_they_should() {
    tiny_sets(4_000);
}

#[test]
#[ignore = "minutes: make campaign"]
fn campaign_of_existence() {
    tiny_sets(100_000);
}
