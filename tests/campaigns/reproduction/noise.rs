//! Table 1 of the HJA paper: what judges that answer at random do to the ranking.

use super::hold_out::{chosen_rank, most, METHODS, SEEDS};
use super::models::{attempt, disagreeing, judged, pooled, positioned, read};
use crate::measures::{mean, places, spread};
use crate::replicates::replicate;
use crate::support::{texts, votes};
use duel::comparisons::{Column, Kind as Names, Rows, Set};
use duel::model::Quantity;
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

/// Adds a judge that tosses a fair coin over `total` pairs drawn at random, the left item shown first in half.
fn add_coin(set: &mut Set, number: usize, total: usize, random: &mut Random) {
    let names: Vec<String> =
        (0..set.items()).map(|item| set.name(Names::Item, item).expect("a name").to_owned()).collect();
    let label = format!("coin {number}");
    let judge = vec![label.as_str(); total];
    let (mut left, mut right, mut outcome) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..total {
        let first = random.below(names.len() as u64) as usize;
        let second = random.below(names.len() as u64 - 1) as usize;
        let second = second + usize::from(second >= first);
        left.push(names[first].as_str());
        right.push(names[second].as_str());
        outcome.push(1 + random.below(2) as u8);
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
pub fn coins(number: usize) -> String {
    let (name, file) = super::FILES[number];
    let set = votes(file);
    let total = (set.cells().counts.iter().flatten().sum::<f64>() / set.judges() as f64).round() as usize;
    let rank = chosen_rank(&set, most(&set), 1);
    let methods = [disagreeing(rank), judged(), pooled(), positioned()];
    let base = methods
        .each_ref()
        .map(|specification| places(&read(&attempt(&set, specification).expect("a fit"), Quantity::Scores)));
    let found = replicate(SEEDS, 23, |random| {
        let mut more = set.clone();
        let mut shares = [[f64::NAN; 3]; 4];
        let mut before = 0;
        for (at, &added) in ADDED.iter().enumerate() {
            (before..added).for_each(|coin| add_coin(&mut more, coin, total, random));
            before = added;
            for (method, specification) in methods.iter().enumerate() {
                let model = attempt(&more, specification).expect("a fit");
                let now = places(&read(&model, Quantity::Scores));
                let same = now.iter().zip(&base[method]).filter(|(a, b)| a == b).count();
                shares[method][at] = same as f64 / now.len() as f64;
            }
        }
        shares
    });
    let mut text = format!(
        "Noisy judges, {name}: share of items that keep their place after 1, 5 and 10 judges that answer {total} votes each\n\
         by a fair coin, {SEEDS} draws, mean +- sd (printed, of a law that the paper does not give); HJA of rank {rank}\n"
    );
    for (method, label) in METHODS.iter().enumerate() {
        let _ = write!(text, "{label:>14}");
        for at in 0..ADDED.len() {
            let values: Vec<f64> = found.iter().map(|shares| shares[method][at]).collect();
            let beside = match PRINTED[number].get(method) {
                Some(row) => format!(" ({:.2} +- {:.2})", row[at][0], row[at][1]),
                None => String::new(),
            };
            let _ = write!(text, "  {:.2} +- {:.2}{beside:<15}", mean(&values), spread(&values));
        }
        text.push('\n');
    }
    text
}
