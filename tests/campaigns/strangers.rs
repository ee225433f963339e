//! Judges that do not belong: the mean of an honest judge's e-value, and false discoveries where judges are planted.
//!
//! A mean of e-values is made by few large ones. So the votes of the honest judge that is looked at are drawn from the
//! alternatives themselves and weighted by how much more likely the truth would make them: its mean is the same, and known
//! to some hundredths.

use crate::experiment::{Answer, Demand, Experiment};
use crate::looks::any_pair;
use crate::truth::{probabilities, OutcomeModel};
use duel::assess::judges::{outliers, Outlier, Screening};
use duel::comparisons::{Column, Key, Rows, Set};
use duel::model::{fit, Model, Position, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;

const ITEMS: usize = 5;
const SCORES: [f64; ITEMS] = [0.8, 0.4, 0.0, -0.4, -0.8];

/// The mean of an e-value.
const AT_MOST_ONE: Demand = Demand::Mean(0.0, 1.0);
/// The same to first order.
const ABOUT_ONE: Demand = Demand::Mean(0.0, 1.1);
const RARE: Demand = Demand::Mean(0.0, 0.05);

/// One vote: the items, their difference, the tie threshold, and what was answered (0 left, 1 right, 2 tie).
#[derive(Clone, Copy)]
struct Vote {
    pair: [usize; 2],
    difference: f64,
    threshold: f64,
    answer: usize,
}

/// Another way to vote.
#[derive(Clone, Copy)]
enum Otherwise {
    Item(usize, f64),
    Position(f64),
    Ties(f64),
    Coin,
    Reverse,
}

/// The ways, each with its share.
fn ways() -> Vec<(Otherwise, f64)> {
    let sizes = [2f64.ln(), -(2f64.ln()), 5f64.ln(), -(5f64.ln())];
    let mut rest = vec![Otherwise::Coin, Otherwise::Reverse];
    rest.extend(sizes.map(Otherwise::Position));
    rest.extend(sizes.map(Otherwise::Ties));
    let of_items: Vec<Otherwise> =
        (0..ITEMS).flat_map(|item| sizes.map(|size| Otherwise::Item(item, size))).collect();
    let share = |ways: Vec<Otherwise>| -> Vec<(Otherwise, f64)> {
        let each = 0.5 / ways.len() as f64;
        ways.into_iter().map(|way| (way, each)).collect()
    };
    [share(rest), share(of_items)].concat()
}

impl Vote {
    /// Probabilities of the answers, by the model or otherwise.
    fn outcome(&self, outcome: OutcomeModel, otherwise: Option<Otherwise>) -> [f64; 3] {
        let (mut u, mut threshold) = (self.difference, self.threshold);
        match otherwise {
            Some(Otherwise::Item(item, size)) if item == self.pair[0] => u += size,
            Some(Otherwise::Item(item, size)) if item == self.pair[1] => u -= size,
            Some(Otherwise::Position(size)) => u += size,
            // A threshold of Rao and Kupper is never negative.
            Some(Otherwise::Ties(size)) if outcome == OutcomeModel::RaoKupper && threshold + size <= 0.0 => {
                threshold *= size.exp();
            }
            Some(Otherwise::Ties(size)) => threshold += size,
            Some(Otherwise::Coin) => u = 0.0,
            Some(Otherwise::Reverse) => u = -u,
            _ => {}
        }
        probabilities(outcome, u, threshold)
    }

    fn answered(mut self, p: [f64; 3], random: &mut Random) -> Vote {
        self.answer = match random.uniform() {
            x if x < p[0] => 0,
            x if x < p[0] + p[1] => 1,
            _ => 2,
        };
        self
    }
}

/// A board of judges.
#[derive(Clone)]
struct Board {
    outcome: OutcomeModel,
    judges: usize,
    /// Of every judge.
    votes: usize,
    scores: [f64; ITEMS],
    threshold: f64,
    /// Whether positions and thresholds differ from judge to judge.
    by_judge: bool,
    /// So many judges favour item 3 by log 5.
    planted: usize,
    /// Votes of a judge about one context, with normal effects on items of standard deviation 2 that they share; 0: no
    /// contexts.
    context: usize,
}

impl Board {
    /// The votes of every judge; those of the first one as another model would have them, if there is one.
    fn draw(&self, first: Option<Otherwise>, random: &mut Random) -> Vec<Vec<Vote>> {
        (0..self.judges)
            .map(|judge| {
                // Fixed effects that differ from judge to judge, and sum to zero over three of them.
                let own = if self.by_judge { 0.5 * (judge % 3) as f64 - 0.5 } else { 0.0 };
                let mut effects = [0.0; ITEMS];
                (0..self.votes)
                    .map(|number| {
                        if self.context > 0 && number % self.context == 0 {
                            effects = std::array::from_fn(|_| 2.0 * random.normal());
                        }
                        let pair = any_pair(ITEMS, random);
                        let of = |item: usize| {
                            let is_favoured = judge + self.planted >= self.judges && item == 2;
                            let favour = if is_favoured { 5f64.ln() } else { 0.0 };
                            self.scores[item] + effects[item] + favour
                        };
                        let difference = of(pair[0]) - of(pair[1]) + own;
                        let vote =
                            Vote { pair, difference, threshold: self.threshold + 0.4 * own, answer: 0 };
                        vote.answered(vote.outcome(self.outcome, first.filter(|_| judge == 0)), random)
                    })
                    .collect()
            })
            .collect()
    }

    fn model(&self, votes: &[Vec<Vote>], in_contexts: bool) -> Model {
        let (mut left, mut right, mut judges) = (Vec::new(), Vec::new(), Vec::new());
        let (mut contexts, mut outcomes) = (Vec::new(), Vec::new());
        for (judge, own) in votes.iter().enumerate() {
            for (number, vote) in own.iter().enumerate() {
                left.push(vote.pair[0] as u32);
                right.push(vote.pair[1] as u32);
                judges.push(judge as u32);
                contexts.push((judge * self.votes + number / self.context.max(1)) as u64);
                outcomes.push(vote.answer as u8 + 1);
            }
        }
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: left.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judges),
            context: if in_contexts {
                Key { values: Column::U64(&contexts), base: 0 }
            } else {
                Key::default()
            },
            outcome: Column::U8(&outcomes),
            ..Rows::default()
        })
        .expect("simulated votes are valid");
        let outcome =
            if self.outcome == OutcomeModel::Davidson { Outcome::Davidson } else { Outcome::RaoKupper };
        let position = if self.by_judge { Position::ByJudge } else { Position::None };
        let specification = Specification {
            outcome,
            position,
            threshold_by_judge: self.by_judge,
            ..Specification::default()
        };
        fit(&set, &specification, &mut unwatched()).expect("a fit")
    }
}

fn judged(model: &Model, adjusted: bool) -> Vec<Outlier> {
    let screening = Screening { adjusted, ..Screening::default() };
    outliers(model, &screening, &mut unwatched()).expect("outliers")
}

/// The mean of an honest judge's e-value, by votes drawn from the alternatives.
fn honest(name: &'static str, board: Board, replicates: usize) -> Experiment {
    let replicate = move |random: &mut Random| {
        let ways = ways();
        let mut left = random.uniform();
        let drawn = ways.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        let votes = board.draw(Some(drawn.unwrap_or(&ways[0]).0), random);
        let log = |otherwise: Option<Otherwise>| -> f64 {
            votes[0].iter().map(|vote| vote.outcome(board.outcome, otherwise)[vote.answer].ln()).sum()
        };
        let truth = log(None);
        let mixture: f64 = ways.iter().map(|(way, share)| share * (log(Some(*way)) - truth).exp()).sum();
        let model = board.model(&votes, false);
        // With a known theta it would be 1 in every replicate.
        let share = |adjusted| judged(&model, adjusted)[0].log_e.exp() / mixture;
        let plain = share(false);
        let mut answers = vec![
            Answer::new("mean e-value of an honest judge", AT_MOST_ONE, vec![plain]),
            Answer::whether("there is an e-value", Demand::Mean(0.999, 1.0), !plain.is_nan()),
        ];
        if !board.by_judge {
            answers.push(Answer::new("adjusted: mean e-value", ABOUT_ONE, vec![share(true)]));
        }
        answers
    };
    Experiment { name, replicates, replicate: Box::new(replicate) }
}

/// Votes about one context depend on each other.
fn dependent() -> Experiment {
    let board = Board { scores: [0.0; ITEMS], context: 6, votes: 60, ..usual() };
    let replicate = move |random: &mut Random| {
        let votes = board.draw(None, random);
        let mut answers = Vec::new();
        for (name, in_contexts, demands) in [
            ("with contexts", true, [AT_MOST_ONE, RARE]),
            // To show that the campaign can tell.
            ("as if independent", false, [Demand::Mean(1.2, f64::INFINITY), Demand::Shown]),
        ] {
            let found = judged(&board.model(&votes, in_contexts), false);
            let mean = found.iter().map(|row| row.log_e.exp()).sum::<f64>() / found.len() as f64;
            answers.push(Answer::new(format!("{name}: mean e-value"), demands[0], vec![mean]));
            let any = found.iter().any(|row| row.is_outlier);
            answers.push(Answer::whether(format!("{name}: any honest judge rejected"), demands[1], any));
        }
        answers
    };
    Experiment {
        name: "Judges, 20 honest ones of 60 votes, 6 about each context, effects of sd 2",
        replicates: 400,
        replicate: Box::new(replicate),
    }
}

/// How many of honest judges, and of planted ones, are marked.
fn discoveries(way: &str, honest: &[Outlier], planted: &[Outlier], found: Demand) -> Vec<Answer> {
    let count = |rows: &[Outlier]| rows.iter().filter(|row| row.is_outlier).count() as f64;
    let (falsely, rightly) = (count(honest), count(planted));
    let share = falsely / (falsely + rightly).max(1.0);
    let mut answers = vec![Answer::new(format!("{way}share of false discoveries"), RARE, vec![share])];
    if !planted.is_empty() {
        let share = rightly / planted.len() as f64;
        answers.push(Answer::new(format!("{way}share of the planted that are found"), found, vec![share]));
    }
    answers
}

/// Judges for one item among honest ones.
fn planted(name: &'static str, board: Board, found: Demand) -> Experiment {
    let replicate = move |random: &mut Random| {
        let model = board.model(&board.draw(None, random), false);
        let rows = judged(&model, false);
        let (honest, others) = rows.split_at(board.judges - board.planted);
        let mut answers = discoveries("", honest, others, found);
        if board.planted > 0 {
            let named =
                others.iter().filter(|row| row.strongest.is_some_and(|s| s.alternative.item == Some(2)));
            let share = named.count() as f64 / others.len() as f64;
            answers.push(Answer::new("share of the planted whose item is named", Demand::Shown, vec![share]));
        }
        if !board.by_judge {
            let rows = judged(&model, true);
            let (honest, others) = rows.split_at(board.judges - board.planted);
            answers.extend(discoveries("adjusted: ", honest, others, Demand::Shown));
        }
        answers
    };
    Experiment { name, replicates: 400, replicate: Box::new(replicate) }
}

fn usual() -> Board {
    Board {
        outcome: OutcomeModel::Davidson,
        judges: 20,
        votes: 100,
        scores: SCORES,
        threshold: 0.0,
        by_judge: false,
        planted: 0,
        context: 0,
    }
}

pub fn all() -> Vec<Experiment> {
    let rao_kupper = Board { outcome: OutcomeModel::RaoKupper, threshold: 0.7, ..usual() };
    vec![
        honest(
            "Judges, mean e-value, Davidson: 50 judges x 40 votes",
            Board { judges: 50, votes: 40, ..usual() },
            800,
        ),
        honest("Judges, mean e-value, Davidson: 20 judges x 100 votes", usual(), 2_000),
        honest("Judges, mean e-value, Davidson: 5 judges x 100 votes", Board { judges: 5, ..usual() }, 1_500),
        honest("Judges, mean e-value, Rao-Kupper: 20 judges x 100 votes", rao_kupper.clone(), 6_000),
        honest(
            "Judges, mean e-value, Davidson, positions and thresholds by judge: 20 x 100",
            Board { by_judge: true, ..usual() },
            800,
        ),
        honest(
            "Judges, mean e-value, Rao-Kupper, positions and thresholds by judge: 20 x 100",
            Board { by_judge: true, ..rao_kupper },
            800,
        ),
        dependent(),
        planted("Judges, 20 honest ones x 100 votes", usual(), Demand::Shown),
        planted(
            "Judges, 18 honest, 2 for item 3 by log 5, x 100 votes",
            Board { planted: 2, ..usual() },
            Demand::Shown,
        ),
        planted(
            "Judges, 18 honest, 2 for item 3 by log 5, x 300 votes",
            Board { planted: 2, votes: 300, ..usual() },
            Demand::Mean(0.8, 1.0),
        ),
        planted(
            "Judges, 18 honest, 2 for item 3 by log 5, positions and thresholds by judge, x 300 votes",
            Board { planted: 2, votes: 300, by_judge: true, ..usual() },
            Demand::Mean(0.5, 1.0),
        ),
    ]
}
