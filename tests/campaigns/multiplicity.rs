//! Many statements at once: ranks, groups and adjusted tests, where true scores are equal.

use crate::contrasts::pairs;
use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::{pooled, SCORES};
use crate::truth::{Law, Truth};
use duel::inference::{groups, rank_ranges, test_pairs, Adjustment, Family, Method, Options, Rank};
use duel::model::{fit, unwatched, Model, Specification};
use duel::random::Random;

const REPLICATES: usize = 3_000;
const SURE: Demand = Demand::Each(0.94, 1.0);
const RARE: Demand = Demand::Each(0.0, 0.06);

/// Whether every rank that an item may truly have, among equals, is in its range.
fn hold(ranges: &[Rank], scores: &[f64]) -> bool {
    ranges.iter().zip(scores).all(|(range, score)| {
        let better = scores.iter().filter(|s| *s > score).count();
        let worse = scores.iter().filter(|s| *s < score).count();
        range.best <= better + 1 && range.worst >= scores.len() - worse
    })
}

/// Whether all items of equal score share a group.
fn together(groups: &[Vec<usize>], scores: &[f64]) -> bool {
    pairs(scores.len())
        .filter(|&(i, j)| scores[i] == scores[j])
        .all(|(i, j)| groups.iter().any(|group| group.contains(&i) && group.contains(&j)))
}

/// Rejections at 5 %: of true hypotheses, of false ones, and how many of these there are.
struct Rejections {
    false_ones: usize,
    right_ones: usize,
    to_find: usize,
}

fn rejections(model: &Model, scores: &[f64], family: Family, adjustment: Adjustment) -> Rejections {
    let tests = test_pairs(model, family, adjustment, &Options::default(), &mut unwatched()).expect("tests");
    let mut counts = Rejections { false_ones: 0, right_ones: 0, to_find: 0 };
    for (i, j, test) in tests {
        let (equal, rejected) = (scores[i] == scores[j], test.adjusted <= 0.05);
        counts.to_find += usize::from(!equal);
        counts.false_ones += usize::from(equal && rejected);
        counts.right_ones += usize::from(!equal && rejected);
    }
    counts
}

const FAMILYWISE: [(&str, Adjustment); 4] = [
    ("single step", Adjustment::SingleStep),
    ("Holm", Adjustment::Holm),
    ("Hochberg", Adjustment::Hochberg),
    ("Bonferroni", Adjustment::Bonferroni),
];

fn tests(model: &Model, scores: &[f64]) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (which, family) in [("all pairs", Family::AllPairs), ("to reference", Family::ToReference(0))] {
        for (name, adjustment) in FAMILYWISE {
            let found = rejections(model, scores, family, adjustment);
            let label = format!("{which}, any false rejection, {name}");
            answers.push(Answer::whether(label, RARE, found.false_ones > 0));
        }
        let none = rejections(model, scores, family, Adjustment::None);
        let label = format!("{which}, any false rejection, not adjusted");
        answers.push(Answer::whether(label, Demand::Mean(0.1, 1.0), none.false_ones > 0));
        for (name, adjustment) in [
            ("Benjamini-Hochberg", Adjustment::BenjaminiHochberg),
            ("Benjamini-Yekutieli", Adjustment::BenjaminiYekutieli),
        ] {
            let found = rejections(model, scores, family, adjustment);
            let all = found.false_ones + found.right_ones;
            let share = if all > 0 { found.false_ones as f64 / all as f64 } else { 0.0 };
            answers.push(Answer::new(format!("{which}, false discoveries, {name}"), RARE, vec![share]));
        }
    }
    answers
}

/// The share of unequal pairs that are found; none where all are equal.
fn power(model: &Model, scores: &[f64]) -> Vec<Answer> {
    let ways = FAMILYWISE.into_iter().chain([("Benjamini-Hochberg", Adjustment::BenjaminiHochberg)]);
    ways.filter_map(|(name, adjustment)| {
        let found = rejections(model, scores, Family::AllPairs, adjustment);
        let share = found.right_ones as f64 / found.to_find as f64;
        let label = format!("all pairs, share of true differences found, {name}");
        (found.to_find > 0).then(|| Answer::new(label, Demand::Shown, vec![share]))
    })
    .collect()
}

fn experiment(name: &'static str, scores: &'static [f64], with_tests: bool) -> Experiment {
    let truth = Truth { scores: scores.to_vec(), votes: 600, ..pooled(Law::BradleyTerry, 0.0) };
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let model = fit(&set, &Specification::default(), &mut unwatched()).expect("a fit");
        let mut answers = Vec::new();
        for (name, method) in [("Gaussian maximum", Method::Simultaneous), ("Bonferroni", Method::Bonferroni)]
        {
            let options = Options { method, ..Options::default() };
            let ranges = rank_ranges(&model, &options, &mut unwatched()).expect("ranks");
            let label = format!("rank sets, all true ranks at once, {name}");
            answers.push(Answer::whether(label, SURE, hold(&ranges, scores)));
            let groups = groups(&model, &options, &mut unwatched()).expect("groups");
            let label = format!("groups, no equals told apart, {name}");
            answers.push(Answer::whether(label, SURE, together(&groups, scores)));
        }
        if with_tests {
            answers.extend(tests(&model, scores));
            answers.extend(power(&model, scores));
        }
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    vec![
        experiment("Ranks and tests, all scores equal: 8 items, 600 votes", &[0.0; 8], true),
        experiment(
            "Ranks and tests, two groups of equals: 8 items, 600 votes",
            &[0.35, 0.35, 0.35, 0.35, -0.35, -0.35, -0.35, -0.35],
            true,
        ),
        experiment(
            "Ranks and tests, three groups of equals: 8 items, 600 votes",
            &[0.6, 0.6, 0.0, 0.0, 0.0, 0.0, -0.6, -0.6],
            true,
        ),
        experiment("Ranks, scores apart: 8 items, 600 votes", &SCORES, false),
    ]
}
