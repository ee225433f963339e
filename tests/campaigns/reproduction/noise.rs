//! Table 1 of the HJA paper: what judges that answer at random do to the ranking.

use super::hold_out::{chosen_rank, most, METHODS, SEEDS};
use super::models::{attempt, disagreeing, judged, pooled, positioned, read};
use crate::measures::{mean, places, spread};
use crate::replicates::replicate;
use crate::support::{texts, votes};
use duel::comparisons::{Column, Kind as Names, Rows, Set};
use duel::model::{Quantity, Specification};
use duel::random::Random;
use std::fmt::Write;

/// Numbers of judges added.
const ADDED: [usize; 3] = [1, 5, 10];

/// Printed shares of items that keep their place, mean and standard deviation: HJA, JA, BTL.
const PRINTED: [[[[f64; 2]; 3]; 3]; 3] = [
    [
        [[0.95, 0.07], [0.85, 0.09], [0.82, 0.07]],
        [[0.77, 0.09], [0.51, 0.12], [0.46, 0.11]],
        [[0.47, 0.16], [0.33, 0.13], [0.21, 0.11]],
    ],
    [
        [[1.00, 0.00], [1.00, 0.00], [1.00, 0.00]],
        [[0.67, 0.00], [0.67, 0.00], [0.67, 0.00]],
        [[0.92, 0.15], [0.87, 0.17], [0.85, 0.20]],
    ],
    [
        [[0.81, 0.06], [0.65, 0.11], [0.67, 0.13]],
        [[0.83, 0.11], [0.63, 0.11], [0.62, 0.16]],
        [[0.57, 0.09], [0.32, 0.12], [0.30, 0.10]],
    ],
];

/// The answers of added judges.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Noise {
    /// By a fair coin.
    Coin,
    /// The left item nine times of ten, items shown in the order of their names as in the vote sets.
    Position,
}

/// The methods of the hold-out, and HJA with a ridge, which the published program has and the paper does not mention.
const LABELS: [&str; 5] = [METHODS[0], METHODS[1], METHODS[2], METHODS[3], "HJA, ridge .1"];

/// The printed result of the method with each label.
const OF_PAPER: [Option<usize>; 5] = [Some(0), Some(1), Some(2), None, Some(0)];

/// How often a judge that answers by position does.
const POSITION: f64 = 0.9;

/// Adds a judge that answers `total` pairs drawn at random.
fn add_judge(set: &mut Set, noise: Noise, number: usize, total: usize, random: &mut Random) {
    let names: Vec<String> =
        (0..set.items()).map(|item| set.name(Names::Item, item).expect("a name").to_owned()).collect();
    let label = format!("noise {number}");
    let judge = vec![label.as_str(); total];
    let (mut left, mut right, mut outcome) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..total {
        let first = random.below(names.len() as u64) as usize;
        let second = random.below(names.len() as u64 - 1) as usize;
        let second = second + usize::from(second >= first);
        let (first, second, share) = match noise {
            Noise::Coin => (first, second, 0.5),
            // Numbers of items are in the order of their names.
            Noise::Position => (first.min(second), first.max(second), POSITION),
        };
        left.push(names[first].as_str());
        right.push(names[second].as_str());
        outcome.push(if random.uniform() < share { 1 } else { 2 });
    }
    set.append(&Rows {
        length: total,
        left: texts(&left),
        right: texts(&right),
        judge: texts(&judge),
        outcome: Column::U8(&outcome),
        ..Rows::default()
    })
    .expect("votes");
}

/// One of the three vote sets.
pub fn added(number: usize, missed: &mut Vec<String>) -> String {
    let (name, file) = super::FILES[number];
    let set = votes(file);
    let all = set.cells().counts.iter().flatten().sum::<f64>();
    let rank = chosen_rank(&set, most(&set), 1);
    let ridged = Specification { ridge: 0.1, ..disagreeing(rank) };
    let methods = [disagreeing(rank), judged(), pooled(), positioned(), ridged];
    let base = methods
        .each_ref()
        .map(|specification| places(&read(&attempt(&set, specification).expect("a fit"), Quantity::Scores)));
    let mut text = format!(
        "Noisy judges, {name}: share of items that keep their place after 1, 5 and 10 judges are added,\n\
         {SEEDS} draws, mean +- sd (printed, of noise that the paper does not describe); HJA of rank {rank}\n"
    );
    let few = (all / set.judges() as f64).round() as usize;
    for (say, noise, total) in [
        ("by a fair coin, as often as the others in the mean", Noise::Coin, few),
        ("by a fair coin, as often as all others together", Noise::Coin, all as usize),
        (
            "by position, the first nine times of ten, as often as the others in the mean",
            Noise::Position,
            few,
        ),
    ] {
        let found = replicate(SEEDS, 23, |random| kept(&set, (noise, total), &methods, &base, random));
        let _ = writeln!(text, "  {say}: {total} votes each");
        for (method, label) in LABELS.iter().enumerate() {
            let _ = write!(text, "{label:>14}");
            for at in 0..ADDED.len() {
                let values: Vec<f64> = found.iter().map(|shares| shares[method][at]).collect();
                let beside = match OF_PAPER[method].map(|row| &PRINTED[number][row]) {
                    Some(row) => format!(" ({:.2} +- {:.2})", row[at][0], row[at][1]),
                    None => String::new(),
                };
                let _ = write!(text, "  {:.2} +- {:.2}{beside:<15}", mean(&values), spread(&values));
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        // The purpose of sensitivities: coins move a ranking that weights judges less than one that does not.
        let after = |method: usize| mean(&found.iter().map(|shares| shares[method][2]).collect::<Vec<f64>>());
        if noise == Noise::Coin && (after(1) < after(2) || after(3) < after(2)) {
            missed.push(format!("noisy judges, {name}, {total} votes: {:.2} and {:.2}", after(1), after(2)));
        }
    }
    text
}

/// By method, the share of items that keep their place after so many judges more.
fn kept(
    set: &Set,
    (noise, total): (Noise, usize),
    methods: &[Specification; 5],
    base: &[Vec<usize>; 5],
    random: &mut Random,
) -> [[f64; 3]; 5] {
    let mut more = set.clone();
    let mut shares = [[f64::NAN; 3]; 5];
    let mut before = 0;
    for (at, &added) in ADDED.iter().enumerate() {
        (before..added).for_each(|judge| add_judge(&mut more, noise, judge, total, random));
        before = added;
        for (method, specification) in methods.iter().enumerate() {
            let model = attempt(&more, specification).expect("a fit");
            let now = places(&read(&model, Quantity::Scores));
            let same = now.iter().zip(&base[method]).filter(|(a, b)| a == b).count();
            shares[method][at] = same as f64 / now.len() as f64;
        }
    }
    shares
}
