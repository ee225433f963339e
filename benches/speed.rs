//! Speed through the C interface, as one table: `cargo bench`, or `make bench`.
//!
//! An argument picks the measurements whose name holds it: `cargo bench -- rows`.

#[path = "speed/calls.rs"]
mod calls;
#[path = "speed/counting.rs"]
mod counting;
#[path = "speed/disagreement.rs"]
mod disagreement;
// The sources of libduel, compiled into the bench: a Rust program cannot link a C library that is built beside it.
#[allow(dead_code, unused_imports)]
#[path = "../src/ffi/lib.rs"]
mod ffi;
#[path = "speed/gars.rs"]
mod gars;
#[path = "speed/streams.rs"]
mod streams;
#[path = "speed/timing.rs"]
mod timing;
#[path = "speed/votes.rs"]
mod votes;

use calls::{Monitor, Set};
use counting::CountingLoop;
use ffi::*;
use timing::{goal, header, part, ratio, timed, Sample};
use votes::Votes;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let all: [(&str, fn()); 13] = [
        ("rows", two_million_rows),
        ("counts", counts_of_129_items),
        ("judges", judge_sets),
        ("large", ten_thousand_items),
        ("ranks", rank_ranges),
        ("claims", claims_of_129_items),
        ("bootstrap", hundred_refits),
        ("gars", million_contexts),
        ("policy", hundred_thousand_contexts),
        ("disagreement", disagreement::bundled),
        ("crowd", disagreement::crowd),
        ("tables", tables),
        ("streams", streams::ten_million_rows),
    ];
    println!(
        "duel {}: CPU milliseconds of one thread; a target is for the least time",
        env!("CARGO_PKG_VERSION")
    );
    for (name, measure) in all {
        if arguments.is_empty() || arguments.iter().any(|a| name.contains(a.as_str())) {
            measure();
        }
    }
}

/// From rows to scores with intervals, against counting the same rows in C.
fn two_million_rows() {
    const ITEMS: usize = 200;
    let votes = votes::simulated(ITEMS, 2_000_000);
    let mut parts: [Sample; 4] = Default::default();
    let [append, fit, estimates, free] = &mut parts;
    let (mut whole, mut loops) = (Sample::default(), Sample::default());
    let counting = CountingLoop::build();
    let mut table = vec![0u32; ITEMS * ITEMS * 3];
    let mut out = vec![0.0; 4 * ITEMS];
    for _ in 0..15 {
        if let Ok(counting) = &counting {
            table.fill(0);
            loops.push(timed(|| counting.run(&votes, ITEMS, &mut table)).0);
        }
        let (first, set) = timed(|| Set::of_votes(&votes));
        let (second, model) = timed(|| set.fit());
        let (third, ()) = timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_AUTO, &mut out));
        let (fourth, ()) = timed(|| drop((set, model)));
        append.push(first);
        fit.push(second);
        estimates.push(third);
        free.push(fourth);
        whole.push(first + second + third + fourth);
    }
    header("2 000 000 rows, 200 items: u32 ids and u8 outcomes to scores with 95 % intervals");
    part("duel_set_append", append);
    part("duel_model_fit", fit);
    part("duel_estimate_values", estimates);
    part("free", free);
    part("all of it", &whole);
    match counting {
        Ok(_) => {
            check_counts(&votes, &table, ITEMS);
            part("counting loop in C (-O3)", &loops);
            ratio("all of it / counting loop", &whole, &loops, 4.0);
            ratio("all of it / counting loop, the aim", &whole, &loops, 2.0);
        }
        Err(reason) => println!("no counting loop to compare with: {reason}"),
    }
}

/// The two ways of counting must agree, or the ratio means nothing.
fn check_counts(votes: &Votes, table: &[u32], items: usize) {
    let cells = Set::of_votes(votes).cells();
    let mut counted = vec![0u32; table.len()];
    for ([left, right], answers) in cells {
        let at = (left * items + right) * 3;
        counted[at..at + 3].iter_mut().zip(answers).for_each(|(to, from)| *to = from as u32);
    }
    assert!(counted == table, "duel and the counting loop disagree");
}

/// The Chatbot Arena counts.
fn counts_of_129_items() {
    let counts = votes::arena_counts();
    assert_eq!(counts.items, 129);
    let mut parts: [Sample; 4] = Default::default();
    let [append, fit, expected, sandwich] = &mut parts;
    let (mut fitted, mut whole) = (Sample::default(), Sample::default());
    let mut out = vec![0.0; 4 * counts.items];
    for _ in 0..100 {
        let (first, set) = timed(|| Set::of_counts(&counts));
        let (second, model) = timed(|| set.fit());
        let (third, ()) = timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_AUTO, &mut out));
        let (plain, ()) = timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_EXPECTED, &mut out));
        append.push(first);
        fit.push(second);
        sandwich.push(third);
        expected.push(plain);
        fitted.push(second + third);
        whole.push(first + second + third);
    }
    header("129 items, 3 455 pairs with counts: scores with standard errors");
    part("duel_set_append", append);
    part("duel_model_fit", fit);
    part("duel_estimate_values, sandwich (the default)", sandwich);
    part("duel_estimate_values, expected information", expected);
    goal("fit and default standard errors", &fitted, "about 1", 1.5);
    goal("append, fit and default standard errors", &whole, "about 1", 1.5);
}

/// Judge-aware ranking on the bundled votes.
fn judge_sets() {
    header("Judge-aware ranking, about 10 000 votes with judges and questions");
    for (name, file) in [
        ("MT-Bench", "judge_mtbench.csv"),
        ("Chatbot Arena", "judge_chatbot_arena.csv"),
        ("UltraFeedback, 3 judges at 0", "judge_ultrafeedback.csv"),
    ] {
        let judged = votes::judged(file);
        let set = Set::of_judged(&judged);
        let mut parts: [Sample; 3] = Default::default();
        let [fit, clustered, expected] = &mut parts;
        let mut whole = Sample::default();
        let mut iterations = 0;
        for _ in 0..40 {
            let (first, model) = timed(|| set.fit_sensitivities());
            let info = model.info();
            iterations = info.iterations;
            let mut out = vec![0.0; 4 * info.items];
            let (second, ()) =
                timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_AUTO, &mut out));
            let (third, ()) =
                timed(|| model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_EXPECTED, &mut out));
            fit.push(first);
            clustered.push(second);
            expected.push(third);
            whole.push(first + second);
        }
        goal(&format!("{name}: fit, {iterations} iterations"), fit, "at most 5", 5.0);
        part("  standard errors, clustered by question", clustered);
        part("  standard errors, expected information", expected);
        goal("  fit and clustered standard errors", &whole, "at most 5", 5.0);
    }
}

/// Many items, a sparse graph.
fn ten_thousand_items() {
    let counts = votes::simulated_pairs(10_000, 500_000);
    let (mut append, mut fit) = (Sample::default(), Sample::default());
    for _ in 0..5 {
        let (first, set) = timed(|| Set::of_counts(&counts));
        let (second, _model) = timed(|| set.fit());
        append.push(first);
        fit.push(second);
    }
    header("10 000 items, 500 000 random pairs");
    part("duel_set_append", &append);
    goal("duel_model_fit", &fit, "at most 500", 500.0);
}

/// Rank ranges and tests: the simultaneous comparison of all pairs.
fn rank_ranges() {
    header("Rank ranges and tests of all pairs, with the default draws");
    let arena = votes::arena_counts();
    let simulated = votes::simulated(200, 2_000_000);
    for (items, set) in [(129, Set::of_counts(&arena)), (200, Set::of_votes(&simulated))] {
        let model = set.fit();
        let mut out = vec![0.0; 9 * items * (items - 1) / 2];
        // The covariance is computed once and kept; it has a row of its own above.
        model.estimates(DUEL_QUANTITY_SCORES, DUEL_COVARIANCE_AUTO, &mut out);
        let (mut ranks, mut tests) = (Sample::default(), Sample::default());
        for _ in 0..9 {
            ranks.push(timed(|| model.ranks()).0);
            tests.push(timed(|| model.test_pairs()).0);
        }
        goal(&format!("duel_estimate_ranks, {items} items"), &ranks, "at most 50", 50.0);
        goal(&format!("duel_estimate_pairs, {items} items"), &tests, "at most 50", 50.0);
    }
}

/// How few votes the Arena's order hangs on, and a look of a monitor at it.
fn claims_of_129_items() {
    let set = Set::of_counts(&votes::arena_counts());
    let (mut fragility, mut looks) = (Sample::default(), Sample::default());
    let mut monitor = Monitor::new();
    for _ in 0..5 {
        let model = set.fit();
        let (seconds, found) = timed(|| model.fragility());
        let few = found.iter().filter(|votes| **votes <= 10.0).count();
        assert_eq!((found.len(), few), (128, 33), "what the neighbours hang on");
        fragility.push(seconds);
    }
    for _ in 0..21 {
        // A model by itself, whose covariance nobody has asked for yet.
        let model = set.fit();
        looks.push(timed(|| monitor.look(&model)).0);
    }
    header("Claims on 129 items, 3 455 pairs with counts");
    goal("duel_model_fragility, all 128 neighbours with their refits", &fragility, "under 1 000", 1_000.0);
    goal("duel_monitor_look, 8 256 pairs, the covariance included", &looks, "under 10", 10.0);
}

/// Warm refits of two million rows.
fn hundred_refits() {
    let set = Set::of_votes(&votes::simulated(200, 2_000_000));
    let model = set.fit();
    let mut refits = Sample::default();
    for _ in 0..5 {
        refits.push(timed(|| model.bootstrap(100)).0);
    }
    header("2 000 000 rows, 200 items: 100 bootstrap replicates, refitted from the estimate");
    goal("duel_bootstrap_new", &refits, "at most 500", 500.0);
}

/// Nonparametric scores; the probabilities are written by a function that copies them, which is not counted.
fn million_contexts() {
    let mut contexts = gars::Contexts::simulated(1_000_000);
    let [one, two] = [1, 2].map(|threads| gars::sample(&mut contexts, threads, 3));
    header("1 000 000 contexts, 20 items: Borda, Bradley-Terry and rank centrality");
    goal("duel_gars_run beyond the callback", &one, "at most 6000", 6000.0);
    goal("the same on two threads, by the clock", &two, "at most 6000", 6000.0);
}

/// From probabilities to propensities.
fn hundred_thousand_contexts() {
    const CONTEXTS: usize = 100_000;
    let mut weights = vec![0.0; CONTEXTS * 400];
    let mut pi = vec![0.0; CONTEXTS * 400];
    header("100 000 contexts, 20 items: an A-optimal policy");
    for (name, functional) in [
        ("Borda", DUEL_FUNCTIONAL_BORDA),
        ("Bradley-Terry", DUEL_FUNCTIONAL_BRADLEY_TERRY),
        ("rank centrality", DUEL_FUNCTIONAL_RANK_CENTRALITY),
    ] {
        let mut parts: [Sample; 3] = Default::default();
        for _ in 0..3 {
            let own = gars::weights(functional, CONTEXTS, &mut weights);
            let rest = gars::policy(&weights, &mut pi);
            parts.iter_mut().zip([own, rest, own + rest]).for_each(|(sample, seconds)| sample.push(seconds));
        }
        part(&format!("{name}: duel_gars_weights"), &parts[0]);
        part("  duel_policy_choose", &parts[1]);
        goal("  both", &parts[2], "at most 5000", 5000.0);
    }
}

/// The cost of a table beyond its numbers: rows of estimates become columns. A row has eight cells.
fn tables() {
    use duel::assess::judges::{Equivalence, EQUIVALENCE};
    use duel::table::{Table, TableFacts};
    const REPEATED: usize = 200;
    header("tables: rows of numbers become named columns");
    let set = duel::comparisons::Set::new();
    for rows in [0, 6, 129, 100_000] {
        let one = Equivalence { upper: 0, lower: 0, difference: [0.5; 4], is_open: true, is_equal: false };
        let data = vec![one; rows];
        let repeated = if rows > 1000 { 1 } else { REPEATED };
        let mut sample = Sample::default();
        for _ in 0..15 {
            let (seconds, ()) = timed(|| {
                for _ in 0..repeated {
                    let made = Table::new(&EQUIVALENCE, &data, &set, TableFacts::default()).expect("a table");
                    drop(std::hint::black_box(made));
                }
            });
            sample.push(seconds / repeated as f64);
        }
        let limit_ms = 5e-3 + 20e-6 * rows as f64;
        goal(&format!("{rows} rows"), &sample, "at most 5 us and 20 ns a row", limit_ms);
        // Through the C interface, with the numbers: the cells of a set, ten columns, and the labels of 1000 items.
        let pairs = (0..1000u32).flat_map(|left| (left + 1..1000).map(move |right| (left, right)));
        let (left, right): (Vec<u32>, Vec<u32>) = pairs.take(rows).unzip();
        let cells = Set::of_votes(&Votes { outcome: vec![1; rows], left, right });
        let mut sample = Sample::default();
        for _ in 0..15 {
            let (seconds, ()) = timed(|| (0..repeated).for_each(|_| cells.table_of_cells()));
            sample.push(seconds / repeated as f64);
        }
        part("  duel_set_cells, numbers included", &sample);
    }
}
