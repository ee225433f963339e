//! Sets of few items: rows against the counting loop, the Arena's counts, refits, and the thirty models of Table D.1.

use crate::counting::CountingLoop;
use crate::report::{processor, timed, Report};
use crate::timing::{timed as on_thread, Sample};
use crate::votes::{arena_counts, simulated, Counts};
use duel::comparisons::{Column, Key, Rows, Set};
use duel::inference::{estimates, Bootstrap, BootstrapOptions, Options};
use duel::model::{fit, Link, Model, Problems, Quantity, Specification, SpreadModel, ThresholdModel, Ties};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::threshold::Basis;
use std::sync::atomic::{AtomicUsize, Ordering};

const ITEMS: usize = 200;
const ROWS: usize = 2_000_000;

fn ids(ids: &[u32]) -> Key<'_> {
    Key { values: Column::U32(ids), ..Key::default() }
}

fn default_fit(set: &Set) -> Model {
    fit(set, &Specification::default(), &mut unwatched()).expect("a fit")
}

fn scores(model: &Model) -> Vec<[f64; 4]> {
    estimates(model, Quantity::Scores, &Options::default(), &mut unwatched()).expect("scores")
}

/// From rows to scores with intervals, in counting loops over the same rows; of ids, or of names.
pub fn counted(by_names: bool) -> Report {
    let votes = simulated(ITEMS, ROWS);
    let names: Vec<String> = (0..ITEMS).map(|item| format!("model-{item:03}-instruct")).collect();
    let texts = |ids: &[u32]| -> Vec<&str> { ids.iter().map(|&id| names[id as usize].as_str()).collect() };
    let (left, right) = (texts(&votes.left), texts(&votes.right));
    let key = |own, names| match by_names {
        true => Key { values: Column::Text(names), ..Key::default() },
        false => ids(own),
    };
    let rows = Rows {
        length: ROWS,
        left: key(&votes.left, &left),
        right: key(&votes.right, &right),
        outcome: Column::U8(&votes.outcome),
        ..Rows::default()
    };
    let counting = CountingLoop::build().expect("a C compiler");
    let mut table = vec![0u32; ITEMS * ITEMS * 3];
    let mut parts: [Sample; 5] = Default::default();
    for _ in 0..15 {
        table.fill(0);
        parts[0].push(on_thread(|| counting.run(&votes, ITEMS, &mut table)).0);
        let mut set = Set::new();
        let (append, ()) = on_thread(|| set.append(&rows).expect("rows"));
        let (fitting, model) = on_thread(|| default_fit(&set));
        let (errors, _) = on_thread(|| scores(&model));
        let (free, ()) = on_thread(|| drop((set, model)));
        let all = [append, fitting, errors, append + fitting + errors + free];
        parts[1..].iter_mut().zip(all).for_each(|(sample, seconds)| sample.push(seconds));
    }
    let [counting, append, fitting, errors, whole] = parts.map(|sample| sample.least());
    Report {
        parts: [append, fitting, errors],
        measured: format!("{:.2} loops", whole / counting),
        how: format!(
            "a counting loop {:.2}, append {:.2}, fit {:.2}, errors {:.2} ms, of processor time",
            1e3 * counting,
            1e3 * append,
            1e3 * fitting,
            1e3 * errors
        ),
    }
}

fn arena() -> (Counts, Vec<f64>, Vec<f64>, Vec<f64>) {
    let counts = arena_counts();
    let real = |values: &[u32]| values.iter().map(|&x| f64::from(x)).collect::<Vec<f64>>();
    let [wins, losses, ties] = [&counts.wins, &counts.losses, &counts.ties].map(|values| real(values));
    (counts, wins, losses, ties)
}

fn arena_set((counts, wins, losses, ties): &(Counts, Vec<f64>, Vec<f64>, Vec<f64>)) -> Set {
    let mut set = Set::new();
    let rows = Rows {
        length: wins.len(),
        left: ids(&counts.left),
        right: ids(&counts.right),
        wins: Column::F64(wins),
        losses: Column::F64(losses),
        ties: Column::F64(ties),
        ..Rows::default()
    };
    set.append(&rows).expect("counts");
    set
}

/// 129 items: append, fit and default standard errors.
pub fn of_arena() -> Report {
    let counts = arena();
    let mut parts: [Sample; 4] = Default::default();
    for _ in 0..200 {
        let (append, set) = on_thread(|| arena_set(&counts));
        let (fitting, model) = on_thread(|| default_fit(&set));
        let (errors, _) = on_thread(|| scores(&model));
        let all = [append, fitting, errors, append + fitting + errors];
        parts.iter_mut().zip(all).for_each(|(sample, seconds)| sample.push(seconds));
    }
    let [append, fitting, errors, whole] = parts.map(|sample| sample.least());
    let how = format!("append {:.2}, fit {:.2}, errors {:.2} ms", 1e3 * append, 1e3 * fitting, 1e3 * errors);
    Report::of(format!("{:.2} ms", 1e3 * whole), how)
}

/// A hundred refits of two million rows.
pub fn of_refits() -> Report {
    let votes = simulated(ITEMS, ROWS);
    let mut set = Set::new();
    let rows = Rows {
        length: ROWS,
        left: ids(&votes.left),
        right: ids(&votes.right),
        outcome: Column::U8(&votes.outcome),
        ..Rows::default()
    };
    set.append(&rows).expect("rows");
    let model = default_fit(&set);
    let options = BootstrapOptions { replicates: 100, ..BootstrapOptions::default() };
    let mut sample = Sample::default();
    for _ in 0..7 {
        sample.push(on_thread(|| Bootstrap::new(&model, &options, &mut unwatched()).expect("replicates")).0);
    }
    Report::of(format!("{:.3} s", sample.least()), "of processor time".into())
}

/// One of the thirty models of Table D.1 (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025).
fn of_table(number: usize) -> Specification {
    let spread = |at: usize| [None, Some(0), Some(3)][at].map(|factors| SpreadModel { factors, ridge: 0.0 });
    let accept = Problems(Problems::SEPARATED.0 | Problems::UNDETERMINED.0);
    let plain = Specification { accept, ..Specification::default() };
    if number <= 6 {
        let ties = if number <= 3 { plain.ties } else { Ties::Dropped };
        return Specification { ties, spread: spread((number - 1) % 3), ..plain };
    }
    let at = (number - 7) % 12;
    let (outcome, link) = match number < 19 {
        true => (Outcome::RaoKupper, Link::LINEAR),
        false => (Outcome::Davidson, Link::Softplus),
    };
    let own = Specification { outcome, spread: spread(at / 4), ..plain };
    match [0, 1, 10, 20][at % 4] {
        0 => own,
        factors => {
            let threshold = ThresholdModel::factored(factors, Basis::Paper).with_link(link);
            Specification { threshold, ..own }
        }
    }
}

/// The thirty models, on two threads, the dearest first.
pub fn of_thirty_models() -> Report {
    let set = arena_set(&arena());
    let mut queue: Vec<usize> = (1..=30).collect();
    queue.sort_by_key(|&number| std::cmp::Reverse((of_table(number).threshold.factors(), number)));
    let next = AtomicUsize::new(0);
    let before = processor();
    let (seconds, ()) = timed(|| {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(&number) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
                        fit(&set, &of_table(number), &mut unwatched())
                            .unwrap_or_else(|error| panic!("model {number}: {error}"));
                    }
                });
            }
        });
    });
    let how = format!("two threads, {:.1} s of processor time", processor() - before);
    Report::of(format!("{seconds:.1} s"), how)
}
