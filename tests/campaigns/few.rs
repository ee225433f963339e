//! Few clusters where nothing is asked for: how often a default interval, range or test of equal items is false.

use crate::experiment::{Answer, Demand, Experiment};
use duel::comparisons::{Column, Key, Rows, Set};
use duel::inference::{self, Adjustment, Correction, CovarianceKind, Family, Method, Options, RankQuestion};
use duel::model::{fit, Model, Quantity, Specification};
use duel::progress::unwatched;
use duel::random::Random;

/// Boards of every cell where nothing else is said.
pub const BOARDS: usize = 2_000;

/// Votes for each item, each of which two items share.
const VOTES: usize = 60;

/// Standard deviation of what a context likes an item more than others do, in log odds.
const MIND: f64 = 0.7;

/// How far the first item leads in the boards that power is measured by.
const LEAD: f64 = 1.0;

/// The largest of the unequal clusters has so many votes for one of the smallest.
const RATIO: f64 = 10.0;

/// Vectors of signs: the test is exact at any number of them.
const DRAWS: usize = 1_999;

/// Draws of the simultaneous interval of the winner, whose level is higher.
const WINNER_DRAWS: usize = 20_000;

const NOMINAL: Demand = Demand::AtMost(0.07);

/// A cell of the campaign.
#[derive(Clone, Copy)]
struct Cell {
    items: usize,
    clusters: usize,
    is_equal: bool,
    /// Clusters of the second way; 0: one way.
    judges: usize,
}

impl Cell {
    fn votes(&self) -> usize {
        VOTES * self.items / 2
    }

    /// The context of every vote.
    fn contexts(&self) -> Vec<u32> {
        let votes = self.votes();
        let weight = |at: usize| match self.is_equal {
            true => 1.0,
            false => RATIO.powf(at as f64 / (self.clusters - 1) as f64),
        };
        let total: f64 = (0..self.clusters).map(weight).sum();
        let mut contexts = Vec::with_capacity(votes);
        let mut sum = 0.0;
        for at in 0..self.clusters {
            sum += weight(at);
            contexts.resize((votes as f64 * sum / total).round() as usize, at as u32);
        }
        contexts
    }

    /// Votes of contexts, and judges, of their own mind; the first item leads by so much.
    fn draw(&self, lead: f64, random: &mut Random) -> Set {
        let contexts = self.contexts();
        let items = self.items;
        let minds = |count: usize, random: &mut Random| -> Vec<f64> {
            (0..count * items).map(|_| MIND * random.normal()).collect()
        };
        let (of_context, of_judge) = (minds(self.clusters, random), minds(self.judges, random));
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (mut judges, mut scores) = (Vec::new(), Vec::new());
        for &context in &contexts {
            let judge = if self.judges > 0 { random.below(self.judges as u64) } else { 0 };
            let a = random.below(items as u64);
            let b = (a + 1 + random.below(items as u64 - 1)) % items as u64;
            let score = |item: u64| {
                let liked = of_judge.get(judge as usize * items + item as usize).copied().unwrap_or(0.0);
                let own = if item == 0 { lead } else { 0.0 };
                own + liked + of_context[context as usize * items + item as usize]
            };
            let u = score(a) - score(b);
            scores.push(f64::from(u8::from(random.uniform() < 1.0 / (1.0 + (-u).exp()))));
            left.push(a as u32);
            right.push(b as u32);
            judges.push(judge as u32);
        }
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: contexts.len(),
            left: key(&left),
            right: key(&right),
            judge: if self.judges > 0 { key(&judges) } else { Key::default() },
            context: key(&contexts),
            score: Column::F64(&scores),
            ..Rows::default()
        })
        .expect("votes");
        set
    }

    /// A board of which there is an estimate: others are drawn again.
    fn board(&self, lead: f64, random: &mut Random) -> Model {
        loop {
            let set = self.draw(lead, random);
            if let Ok(model) = fit(&set, &Specification::default(), &mut unwatched()) {
                if model.layout.items == self.items {
                    return model;
                }
            }
        }
    }

    fn options(&self, seed: u64) -> Options {
        let covariance = if self.judges > 0 {
            CovarianceKind::ClusteredTwoWay
        } else {
            CovarianceKind::ClusteredByContext
        };
        Options { covariance, draws: DRAWS, seed, ..Options::default() }
    }

    fn experiment(self) -> Experiment {
        let sizes = if self.is_equal { "equal".to_string() } else { format!("1 to {RATIO}") };
        let ways = if self.judges > 0 { format!(" x {} judges", self.judges) } else { String::new() };
        let per_context = self.votes() as f64 / self.clusters as f64;
        let name = format!(
            "{} items, {} contexts{ways}, sizes {sizes}, {per_context:.1} votes a context",
            self.items, self.clusters
        );
        let replicate = move |random: &mut Random| self.answers(random);
        Experiment { name: name.leak(), replicates: boards(), replicate: Box::new(replicate) }
    }

    fn answers(&self, random: &mut Random) -> Vec<Answer> {
        let model = self.board(0.0, random);
        let options = self.options(random.below(1 << 40));
        let none = vec![0.0; self.items];
        let scores = |options: &Options| {
            inference::estimates(&model, Quantity::Scores, options, &mut unwatched()).expect("scores")
        };
        let is_false = |options: &Options| {
            let ranges = inference::rank_ranges(&model, options, &mut unwatched()).expect("ranges");
            ranges.iter().any(|range| range.best > 1 || range.worst < self.items)
        };
        let single = |table: &[[f64; 4]]| {
            table.iter().map(|row| f64::from(u8::from(!(row[2] <= 0.0 && 0.0 <= row[3])))).collect()
        };
        let together = Options { method: Method::Simultaneous, ..options.clone() };
        let pairs = inference::test_pairs(
            &model,
            Family::AllPairs,
            Adjustment::SingleStep,
            &options,
            &mut unwatched(),
        )
        .expect("tests");
        let own: Vec<f64> = pairs.iter().map(|pair| f64::from(u8::from(pair.test.p <= 0.05))).collect();
        let own = vec![own.iter().sum::<f64>() / own.len() as f64];
        let sets = inference::rank_sets(&model, &RankQuestion::default(), &options, &mut unwatched())
            .expect("sets of ranks");
        let held = Answer::all_held("", NOMINAL, &scores(&together), &none).values[0];
        let plain = Options { correction: Correction::None, draws: 2_000, ..options.clone() };
        let mut answers = vec![
            Answer::new("intervals of scores, each", NOMINAL, single(&scores(&options))),
            Answer::new("tests of pairs, each", NOMINAL, own),
            Answer::new("intervals of scores at once", NOMINAL, vec![1.0 - held]),
            Answer::whether(
                "tests of all pairs at once",
                NOMINAL,
                pairs.iter().any(|p| p.test.adjusted <= 0.05),
            ),
            Answer::whether("ranges of ranks, letters, tiers", NOMINAL, is_false(&options)),
            Answer::whether("sets of ranks", NOMINAL, sets.iter().any(|set| set.decided > 0)),
            Answer::whether("ranges without a correction", Demand::Shown, is_false(&plain)),
        ];
        let single_winner = Options { draws: WINNER_DRAWS, ..options.clone() };
        let (winner, _) =
            inference::winner(&model, &[], 1, &single_winner, &mut unwatched()).expect("the winner");
        let is_missed = match winner.tied {
            Some(_) => f64::NAN,
            None => f64::from(u8::from(!(winner.hybrid[0] <= 0.0 && 0.0 <= winner.hybrid[1]))),
        };
        answers.push(Answer::new("interval of the winner", NOMINAL, vec![is_missed]));
        let model = self.board(LEAD, random);
        let is_found = |options: &Options| {
            let ranges = inference::rank_ranges(&model, options, &mut unwatched()).expect("ranges");
            let found = self.items - ranges[0].worst;
            vec![found as f64 / (self.items - 1) as f64]
        };
        let correction = if self.judges > 0 { Correction::Cr1 } else { Correction::Cr2 };
        let bonferroni = Options { correction, method: Method::Bonferroni, ..options.clone() };
        answers.push(Answer::new("pairs found where one leads", Demand::Shown, is_found(&options)));
        answers.push(Answer::new("the same by Bonferroni", Demand::Shown, is_found(&bonferroni)));
        answers
    }
}

/// Boards of a cell.
pub fn boards() -> usize {
    let asked = std::env::var("DUEL_CAMPAIGN_BOARDS").ok();
    asked.map_or(BOARDS, |count| count.parse().expect("DUEL_CAMPAIGN_BOARDS: a number"))
}

/// The subject of the campaign.
pub fn head() -> String {
    format!(
        "Default errors, ranges and tests of equal items, {} boards a cell, {} draws of signs; {VOTES} votes for each item, of \
         contexts whose mind of an item has the standard deviation {MIND}; the last two rows are boards whose first item leads by \
         {LEAD}.",
        boards(),
        DRAWS
    )
}

pub fn all() -> Vec<Experiment> {
    let mut cells = Vec::new();
    for items in [5, 20, 40] {
        for clusters in [6, 12, 20, 50, 100] {
            for is_equal in [true, false] {
                cells.push(Cell { items, clusters, is_equal, judges: 0 }.experiment());
            }
        }
    }
    for clusters in [6, 12, 20] {
        cells.push(Cell { items: 10, clusters, is_equal: true, judges: clusters }.experiment());
    }
    cells
}

/// A short one.
pub fn short() -> Experiment {
    Cell { items: 8, clusters: 10, is_equal: false, judges: 0 }.experiment()
}
