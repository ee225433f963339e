//! Many statements at once: ranks, groups and adjusted tests, where true scores are equal.

use crate::contrasts::pairs;
use crate::experiment::{Answer, Demand, Experiment};
use crate::studies::{pooled, SCORES};
use crate::truth::{OutcomeModel, Truth};
use duel::inference::{
    compact_letters, rank_ranges, test_pairs, Adjustment, Family, Method, Options, PairTest, Rank,
};
use duel::model::{fit, Model, Specification};
use duel::progress::unwatched;
use duel::random::Random;

const REPLICATES: usize = 2_000;
const SURE: Demand = Demand::Each(0.94, 1.0);
const RARE: Demand = Demand::Each(0.0, 0.06);
/// Without adjustment, to show that the campaign can tell.
const OFTEN: Demand = Demand::Mean(0.2, 1.0);

/// Whether every rank that an item may truly have, among equals, is in its range.
pub fn hold(ranges: &[Rank], scores: &[f64]) -> bool {
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

/// Rejections of a family of tests at 5 %.
struct Rejections {
    /// True hypotheses.
    falsely: usize,
    /// False hypotheses.
    rightly: usize,
    /// False hypotheses that there are.
    to_find: usize,
}

fn rejections(
    model: &Model,
    scores: &[f64],
    family: Family,
    adjustment: Adjustment,
    options: &Options,
) -> Rejections {
    let mut counts = Rejections { falsely: 0, rightly: 0, to_find: 0 };
    for pair in test_pairs(model, family, adjustment, options, &mut unwatched()).expect("tests") {
        let PairTest { first: i, second: j, test } = pair;
        let (equal, rejected) = (scores[i] == scores[j], test.adjusted <= 0.05);
        counts.to_find += usize::from(!equal);
        counts.falsely += usize::from(equal && rejected);
        counts.rightly += usize::from(!equal && rejected);
    }
    counts
}

impl Rejections {
    /// The share of rejections that are false; none if there are no rejections.
    fn false_share(&self) -> f64 {
        self.falsely as f64 / (self.falsely + self.rightly).max(1) as f64
    }
}

fn tests(model: &Model, scores: &[f64], options: &Options) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (which, family) in [("all pairs", Family::AllPairs), ("one against all", Family::ToReference(0))] {
        for (name, adjustment, demand) in [
            ("single step", Adjustment::SingleStep, RARE),
            ("Holm", Adjustment::Holm, RARE),
            ("Hochberg", Adjustment::Hochberg, RARE),
            ("Bonferroni", Adjustment::Bonferroni, RARE),
            (
                "not adjusted",
                Adjustment::None,
                if family == Family::AllPairs { OFTEN } else { Demand::Shown },
            ),
        ] {
            let found = rejections(model, scores, family, adjustment, options);
            answers.push(Answer::whether(format!("{which}, {name}: any false"), demand, found.falsely > 0));
            if found.to_find > 0 {
                let share = found.rightly as f64 / found.to_find as f64;
                let label = format!("{which}, {name}: share of differences found");
                answers.push(Answer::new(label, Demand::Shown, vec![share]));
            }
        }
        for (name, adjustment) in [
            ("Benjamini-Hochberg", Adjustment::BenjaminiHochberg),
            ("Benjamini-Yekutieli", Adjustment::BenjaminiYekutieli),
        ] {
            let found = rejections(model, scores, family, adjustment, options);
            let label = format!("{which}, {name}: share of false");
            answers.push(Answer::new(label, RARE, vec![found.false_share()]));
        }
    }
    answers
}

fn experiment(name: &'static str, scores: &'static [f64], with_tests: bool) -> Experiment {
    let truth = Truth { scores: scores.to_vec(), votes: 600, ..pooled(OutcomeModel::BradleyTerry, 0.0) };
    let replicate = move |random: &mut Random| {
        let set = truth.draw(&[], random);
        let model = fit(&set, &Specification::default(), &mut unwatched()).expect("a fit");
        let options = Options { draws: 5_000, seed: random.below(u64::MAX), ..Options::default() };
        let mut answers = Vec::new();
        for (name, method) in [("Gaussian maximum", Method::Simultaneous), ("Bonferroni", Method::Bonferroni)]
        {
            let options = Options { method, ..options.clone() };
            let ranges = rank_ranges(&model, &options, &mut unwatched()).expect("ranks");
            let label = format!("rank sets, all true ranks at once, {name}");
            answers.push(Answer::whether(label, SURE, hold(&ranges, scores)));
        }
        let groups = compact_letters(&model, &options, &mut unwatched()).expect("groups");
        answers.push(Answer::whether("groups, no equals told apart", SURE, together(&groups, scores)));
        if with_tests {
            answers.extend(tests(&model, scores, &options));
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
