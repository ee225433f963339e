//! The thirty models of Table D.1 (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025) on the counts that the
//! paper used, beside what it printed and the best optima known: `make models`, and with several starts
//! where there are several optima `make models starts=many`. `only=21` takes one of them.

#[path = "support/paired.rs"]
#[allow(dead_code)]
mod paired;
#[path = "support/peers.rs"]
#[allow(dead_code)]
mod peers;
mod support;

use duel::assess::{agreement, criteria, Agreement};
use duel::comparisons::Set;
use duel::geometry::{cluster, cut, Cut, Linkage};
use duel::model::{fit, Model, Problems, Quantity, Specification, View};
use duel::progress::unwatched;
use serde_json::{json, Value};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Instant;
use support::*;

/// One of the thirty, as the references describe it.
fn case(number: usize) -> Value {
    let spread = |at: usize| [json!(null), json!(0), json!(3)][at].clone();
    if number <= 6 {
        let ties = if number <= 3 { "half" } else { "drop" };
        return json!({"family": "BT", "k_cov": spread((number - 1) % 3), "k_tie": null, "ties": ties});
    }
    let at = (number - 7) % 12;
    let family = if number < 19 { "RK" } else { "DV" };
    let tie_factors = [0, 1, 10, 20][at % 4];
    json!({"family": family, "k_cov": spread(at / 4), "k_tie": tie_factors, "ties": null})
}

fn specification(number: usize, restarts: usize) -> Specification {
    let specification = paired::specification(&case(number));
    // Twenty factors are too many for items with few opponents, and for pairs that never tied.
    let accept = Problems(Problems::SEPARATED.0 | Problems::UNDETERMINED.0);
    let restarts = match specification.spread {
        None => 0,
        // A start of these takes as long as ten of the others, and one leads beyond the best known.
        Some(_) if specification.threshold.factors() >= 20 => restarts / 10,
        Some(_) => restarts,
    };
    Specification { accept, restarts, threads: 2, seed: 1, ..specification }
}

struct Row {
    number: usize,
    model: Result<Model, duel::Error>,
    seconds: f64,
}

fn run(set: &Set, number: usize, restarts: usize) -> Row {
    let start = Instant::now();
    let model = fit(set, &specification(number, restarts), &mut unwatched());
    Row { number, model, seconds: start.elapsed().as_secs_f64() }
}

/// All models, on two threads where each starts once.
fn all(restarts: usize) -> Vec<Row> {
    let set = arena_counts();
    let only: Option<usize> = std::env::var("only").ok().and_then(|n| n.parse().ok());
    let numbers: Vec<usize> = (1..=30).filter(|n| only.is_none_or(|only| only == *n)).collect();
    if restarts > 0 {
        return numbers.iter().map(|&number| run(&set, number, restarts)).collect();
    }
    // The dearest first.
    let cost = |&number: &usize| std::cmp::Reverse((specification(number, 0).threshold.factors(), number));
    let mut queue = numbers;
    queue.sort_by_key(cost);
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&number) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = run(&set, number, 0);
                    rows.lock().expect("rows").push(row);
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("rows");
    rows.sort_by_key(|row| row.number);
    rows
}

/// Most memory that the process had, in megabytes; NaN where the system does not say.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|n| n.parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |k| k / 1024.0)
}

/// Processor time of the process in seconds, of all threads; NaN where the system does not say.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which is in brackets, the eleventh: hundredths of a second.
    let after = stat.rsplit(')').next().unwrap_or_default();
    after.split_whitespace().nth(11).and_then(|n| n.parse::<f64>().ok()).map_or(f64::NAN, |n| n / 100.0)
}

fn print_table(restarts: usize) {
    let start = Instant::now();
    let rows = all(restarts);
    let seconds = start.elapsed().as_secs_f64();
    let reference = reference("paired.json");
    let known = |number: usize| -> Option<&Value> {
        reference["models"].as_array().expect("models").iter().find(|case| case["number"] == number)
    };
    println!("\nModels of Table D.1, 2024 Arena counts: 129 items, 3455 pairs, 1 374 996 comparisons.");
    println!("nll: mean negative log-likelihood, printed by the paper and here; best: log-likelihood beyond the best known");
    println!("(-: not in the references); d: identified dimension; 0s: variances at zero.\n");
    println!(
        "{:>2} {:<3}{:>6}{:>6} {:>8}{:>9} {:>15}{:>10} {:>5}{:>13}{:>13} {:>3} {:>8} {:>7}",
        "no",
        "law",
        "k_cov",
        "k_tie",
        "printed",
        "nll",
        "log-likelihood",
        "best",
        "d",
        "AIC",
        "BIC",
        "0s",
        "optima",
        "s"
    );
    let mut worst: f64 = f64::INFINITY;
    for Row { number, model, seconds } in &rows {
        let case = case(*number);
        let text = |value: &Value| value.as_u64().map_or("-".into(), |k| k.to_string());
        let outcome = case["family"].as_str().unwrap_or("");
        let outcome = if case["ties"] == "drop" { format!("{outcome}d") } else { outcome.to_string() };
        print!("{number:>2} {outcome:<3}{:>6}{:>6} ", text(&case["k_cov"]), text(&case["k_tie"]));
        let Ok(model) = model else {
            println!("{}", model.as_ref().err().map_or(String::new(), |e| e.to_string()));
            worst = f64::NEG_INFINITY;
            continue;
        };
        let (facts, known) = (&model.facts, known(*number));
        let printed = known.map_or("-".into(), |k| number_of(&k["published_mean_nll_4digits"]).to_string());
        let beyond = known.map(|k| facts.log_likelihood - number_of(&k["loglik"]));
        if let Some(beyond) = beyond {
            let allowed = if restarts > 0 {
                3.0
            } else if case["k_cov"] == 3 {
                45.0
            } else {
                0.01
            };
            worst = worst.min(beyond + allowed);
        }
        let found = criteria(model).expect("criteria");
        let zeros = model.item_problems.iter().filter(|o| o.contains(Problems::HEYWOOD)).count();
        let starts: usize = model.optima.iter().map(|o| o.starts).sum();
        println!(
            "{printed:>8}{:>9.5} {:>15.3}{:>10} {:>5}{:>13.1}{:>13.1} {zeros:>3} {:>8} {seconds:>7.2}",
            -facts.log_likelihood / facts.comparisons,
            facts.log_likelihood,
            beyond.map_or("-".into(), |b| format!("{b:.3}")),
            facts.dimension,
            found.aic,
            found.bic,
            format!("{}/{starts}", model.optima.len()),
        );
    }
    println!(
        "\n{seconds:.1} s on two threads ({:.1} s of processor time), at most {:.0} MB.",
        processor(),
        peak()
    );
    println!("AIC and BIC of BT, BTd (ties dropped) and the others are of different data: compare within a model's outcomes.");
    print!("{}", clusters(&rows));
    assert!(worst >= 0.0, "a fit stays behind the best known by more than is allowed");
}

/// The name of one of the thirty.
fn name_of(number: usize) -> String {
    let case = case(number);
    let text = |key: &str| case[key].as_u64().map_or("-".into(), |k| k.to_string());
    let dropped = if case["ties"] == "drop" { "d" } else { "" };
    format!("{}{dropped} {}/{}", case["family"].as_str().unwrap_or_default(), text("k_cov"), text("k_tie"))
}

/// Clusters of the models by Kendall's distance of their rankings, average linkage: where the tree is cut into two to five.
fn clusters(rows: &[Row]) -> String {
    let fits: Vec<(usize, &Model)> =
        rows.iter().filter_map(|row| Some((row.number, row.model.as_ref().ok()?))).collect();
    let n = fits.len();
    if n < 6 {
        return String::new();
    }
    let scores: Vec<f64> = fits
        .iter()
        .flat_map(|(_, model)| model.readout(Quantity::Scores, &View::default()).expect("scores").estimates)
        .collect();
    let tau = agreement(&scores, n, scores.len() / n, Agreement::Kendall, 0, &mut unwatched()).expect("tau");
    let distances: Vec<f64> = tau.iter().map(|tau| (1.0 - tau) / 2.0).collect();
    let tree = cluster(&distances, n, Linkage::Average, true, &mut || Ok(())).expect("a tree");
    let mut text = String::from(
        "\nClusters by Kendall's distance of the rankings, the share of pairs of items in opposite order; average linkage; \
         family k_cov/k_tie\n",
    );
    for count in 2..=5 {
        let labels = cut(&tree.merges, n, Cut::Number(count)).expect("clusters");
        text += &format!("{count} clusters, at {:.4}:\n", tree.merges[n - count].height);
        for label in 0..count {
            let members: Vec<String> =
                (0..n).filter(|at| labels[*at] == label).map(|at| name_of(fits[at].0)).collect();
            text += &format!("  {}\n", members.join(", "));
        }
    }
    text
}

fn number_of(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// One start a model: the known optimum to .01, with three factors within 45.
#[test]
#[ignore = "slow: make models"]
fn models_once() {
    print_table(0);
}

/// Many starts where there are many optima: within 3 of the best known, or beyond.
#[test]
#[ignore = "slow: make models starts=many"]
fn models_many() {
    print_table(11);
}

/// Twenty factors of ties are more than some items have opponents for: thresholds diverge, and what they gain falls as slowly
/// as one over the number of steps. Such a fit ends, and says so, beyond the best of the references (-1381923.09); two hundred
/// steps lead to -1381921.67.
#[test]
fn thresholds_that_run_off_slowly_are_told_in_few_steps() {
    let Row { model, .. } = run(&arena_counts(), 22, 0);
    let model = model.expect("a fit");
    let fit = &model.facts;
    assert!(fit.iterations <= 60, "{} iterations", fit.iterations);
    assert!(fit.problems.contains(Problems::SEPARATED));
    assert!(fit.log_likelihood > -1381923.0, "{}", fit.log_likelihood);
}
