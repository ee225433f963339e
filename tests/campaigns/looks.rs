//! Claims at all looks together: votes that come in batches, a look after each, and whether anything that was ever
//! said is wrong. Pairs are chosen by chance, by earlier answers, or with propensities.

use crate::columns::column;
use crate::contrasts::{differences, pairs};
use crate::experiment::{Answer, Demand, Experiment};
use crate::multiplicity::hold;
use crate::truth::{probabilities, OutcomeModel};
use duel::claims::{Monitor, MonitorDesign, MonitorPlan, MONITOR_PAIRS, MONITOR_RANKS};
use duel::comparisons::{Column, Key, Rows, Set};
use duel::estimate::{look, Estimate};
use duel::inference::{adjust, Adjustment, Options, Rank};
use duel::model::{fit, Quantity, Specification};
use duel::progress::unwatched;
use duel::random::Random;
use std::sync::Arc;

/// The quantile of one look that is chosen beforehand, at 5 %.
const ONE_LOOK: f64 = 1.959_963_984_540_054;

/// Whatever is claimed at all looks is wrong in at most 5 % of the histories.
pub const NEVER_ABOVE: Demand = Demand::Each(0.0, 0.05);
const HOLDS: Demand = Demand::Mean(0.95, 1.0);

/// How the pairs of a batch are chosen.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// Each vote is of a pair by chance.
    Chance,
    /// After the first batch, all votes of a batch are of the pair that is the least decided: the smallest |z|.
    Closest,
}

/// Votes of one history, and when they are looked at.
#[derive(Clone)]
pub struct History {
    scores: Vec<f64>,
    rule: Rule,
    /// Votes before the first look, between two looks, and in all.
    sizes: [usize; 3],
    /// Votes of every context, which share normal effects on items of standard deviation 1; 0: no contexts.
    context: usize,
}

/// Votes as columns.
#[derive(Default)]
pub struct Batch {
    left: Vec<u32>,
    right: Vec<u32>,
    outcome: Vec<u8>,
    context: Vec<u32>,
}

impl Batch {
    /// Adds a vote of Bradley and Terry.
    pub fn vote(&mut self, [i, j]: [usize; 2], difference: f64, random: &mut Random) {
        let first = random.uniform() < probabilities(OutcomeModel::BradleyTerry, difference, 0.0)[0];
        self.left.push(i as u32);
        self.right.push(j as u32);
        self.outcome.push(if first { 1 } else { 2 });
    }

    /// Appends the votes, with or without their contexts.
    pub fn append(&self, set: &mut Set, in_contexts: bool) {
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let rows = Rows {
            length: self.left.len(),
            left: key(&self.left),
            right: key(&self.right),
            context: if in_contexts { key(&self.context) } else { Key::default() },
            outcome: Column::U8(&self.outcome),
            ..Rows::default()
        };
        set.append(&rows).expect("simulated votes are valid");
    }
}

/// Two items by chance.
pub fn any_pair(items: usize, random: &mut Random) -> [usize; 2] {
    let i = random.below(items as u64) as usize;
    [i, (i + 1 + random.below(items as u64 - 1) as usize) % items]
}

impl History {
    fn items(&self) -> usize {
        self.scores.len()
    }

    /// The votes from one number on to another; `closest` is the pair to ask for.
    fn batch(
        &self,
        from: usize,
        to: usize,
        closest: Option<[usize; 2]>,
        effects: &mut Vec<f64>,
        random: &mut Random,
    ) -> Batch {
        let mut batch = Batch::default();
        for number in from..to {
            if self.context > 0 && number % self.context == 0 {
                *effects = (0..self.items()).map(|_| random.normal()).collect();
            }
            let pair = match closest {
                Some([i, j]) if random.uniform() < 0.5 => [j, i],
                Some(pair) => pair,
                None => any_pair(self.items(), random),
            };
            let effect = |item: usize| effects.get(item).copied().unwrap_or(0.0);
            let of = |item: usize| self.scores[item] + effect(item);
            batch.vote(pair, of(pair[0]) - of(pair[1]), random);
            batch.context.extend(number.checked_div(self.context).map(|context| context as u32));
        }
        batch
    }
}

/// The claims on all pairs so far.
pub struct Said {
    monitor: Monitor,
    truth: Vec<f64>,
    /// Whether the interval of one look, by itself and by Bonferroni, ever left out the truth.
    missed: [Vec<bool>; 2],
    /// Whether it does at the last look.
    now: Vec<bool>,
}

impl Said {
    pub fn new(plan: MonitorPlan, truth: Vec<f64>) -> Said {
        let missed = [vec![false; truth.len()], vec![false; truth.len()]];
        Said { monitor: Monitor::new(plan).expect("a monitor"), now: vec![false; truth.len()], truth, missed }
    }

    fn read(&self, name: &str) -> Vec<f64> {
        column(&MONITOR_PAIRS, name, &self.monitor.pairs())
    }

    pub fn look(&mut self, estimate: &Estimate, batch: Option<&Set>) {
        look(&mut self.monitor, estimate, batch, &mut unwatched()).expect("a look");
        let (estimates, errors) = (self.read("estimate"), self.read("se"));
        let at_once = duel::distributions::normal::critical(1.0 - 0.05 / self.truth.len() as f64);
        for (at, truth) in self.truth.iter().enumerate() {
            let off = (estimates[at] - truth).abs() / errors[at];
            self.now[at] = off > ONE_LOOK;
            self.missed[0][at] |= self.now[at];
            self.missed[1][at] |= off > at_once;
        }
    }

    /// The pair with the smallest |z| at the last look.
    pub fn closest(&self) -> [usize; 2] {
        let (estimates, errors) = (self.read("estimate"), self.read("se"));
        let z: Vec<f64> = estimates.iter().zip(errors).map(|(d, se)| (d / se).abs()).collect();
        let at = (0..z.len()).min_by(|a, b| z[*a].total_cmp(&z[*b])).expect("a pair");
        let (i, j) = pairs(self.items()).nth(at).expect("a pair");
        [i, j]
    }

    fn items(&self) -> usize {
        self.monitor.items().items()
    }

    /// Which intersected intervals do not hold the truth.
    fn left_out(&self, prefix: &str) -> Vec<f64> {
        let ends = ["lower", "upper"].map(|end| self.read(&format!("{prefix}{end}")));
        // One that is NaN holds nothing.
        let holds = |at: usize| ends[0][at] <= self.truth[at] && self.truth[at] <= ends[1][at];
        (0..self.truth.len()).map(|at| f64::from(u8::from(!holds(at)))).collect()
    }

    /// The share of the true differences that were found; NaN where there are none.
    fn found(&self) -> f64 {
        let order = self.read("order");
        let real = (0..order.len()).filter(|&at| self.truth[at] != 0.0);
        real.clone().filter(|&at| order[at] != 0.0).count() as f64 / real.count() as f64
    }

    /// Whether any order was decided that is not true: the first of two is 1, the second 2.
    fn is_wrong(&self) -> bool {
        self.read("order").iter().zip(&self.truth).any(|(order, truth)| match *order {
            0.0 => false,
            1.0 => *truth <= 0.0,
            _ => *truth >= 0.0,
        })
    }

    /// Whether any rank that an item may truly have was ever outside its range: what is decided stays.
    fn ranks_hold(&self, scores: &[f64]) -> bool {
        let rows = self.monitor.ranks();
        let [best, worst] = ["rank_best", "rank_worst"].map(|end| column(&MONITOR_RANKS, end, &rows));
        let range =
            |item: usize| Rank { rank: f64::NAN, best: best[item] as usize, worst: worst[item] as usize };
        hold(&(0..scores.len()).map(range).collect::<Vec<_>>(), scores)
    }

    /// The claims of one look at a time, to show the difference.
    pub fn of_one_look(&self, demands: [Demand; 3]) -> Vec<Answer> {
        let numbers = |flags: &[bool]| flags.iter().map(|f| f64::from(u8::from(*f))).collect();
        let any = |flags: &[bool]| flags.iter().any(|f| *f);
        vec![
            Answer::new(
                "pointwise, a pair: wrong at the last look",
                Demand::Each(0.03, 0.07),
                numbers(&self.now),
            ),
            Answer::new("pointwise, a pair: ever wrong", demands[0], numbers(&self.missed[0])),
            Answer::whether("pointwise, some pair: ever wrong", demands[1], any(&self.missed[0])),
            Answer::whether("Bonferroni, some pair: ever wrong", demands[2], any(&self.missed[1])),
        ]
    }

    /// The claims at all looks.
    pub fn at_all_looks(&self, name: &str, demands: [Demand; 2], scores: Option<&[f64]>) -> Vec<Answer> {
        let any = self.left_out("simultaneous_").contains(&1.0);
        let mut answers = vec![
            Answer::new(format!("{name}, a pair: ever wrong"), demands[0], self.left_out("")),
            Answer::whether(format!("{name}, some pair: ever wrong"), demands[1], any),
            Answer::whether(format!("{name}: a wrong order decided"), demands[1], self.is_wrong()),
        ];
        if let Some(scores) = scores {
            let held = self.ranks_hold(scores);
            answers.push(Answer::whether(format!("{name}: all ranks held, ever"), holds(demands[1]), held));
        }
        if self.truth.iter().any(|d| *d != 0.0) {
            let label = format!("{name}: share of differences found");
            answers.push(Answer::new(label, Demand::Shown, vec![self.found()]));
        }
        answers
    }
}

/// The demand on what holds, where what is wrong must be rare.
fn holds(wrong: Demand) -> Demand {
    match wrong {
        Demand::Each(..) => HOLDS,
        _ => Demand::Shown,
    }
}

fn fitted(set: &Set) -> Estimate {
    let model = fit(set, &Specification::default(), &mut unwatched()).expect("a fit");
    Estimate::of_model(Arc::new(model), Quantity::Scores, Options::default()).expect("scores")
}

/// A history, looked at by a monitor of each design; with contexts, by one that knows them and one that does not.
fn watched(history: &History, random: &mut Random) -> [Said; 2] {
    let said =
        |design| Said::new(MonitorPlan { design, ..MonitorPlan::default() }, differences(&history.scores));
    let in_contexts = history.context > 0;
    let mut fixed = said(MonitorDesign::Fixed);
    let mut other = said(if in_contexts { MonitorDesign::Fixed } else { MonitorDesign::Adaptive });
    let (mut set, mut plain, mut effects) = (Set::new(), Set::new(), Vec::new());
    let [first, step, last] = history.sizes;
    let (mut from, mut to, mut closest) = (0, first, None);
    while to <= last {
        let batch = history.batch(from, to, closest, &mut effects, random);
        batch.append(&mut set, in_contexts);
        let estimate = fitted(&set);
        fixed.look(&estimate, None);
        if in_contexts {
            batch.append(&mut plain, false);
            other.look(&fitted(&plain), None);
        } else {
            other.look(&estimate, None);
        }
        if history.rule == Rule::Closest {
            closest = Some(fixed.closest());
        }
        (from, to) = (to, to + step);
    }
    [fixed, other]
}

/// False and true discoveries by e-values of the last look.
fn discoveries(said: &Said) -> Vec<Answer> {
    let evidence = said.read("log_e");
    let found = |adjustment| -> Vec<bool> {
        let adjusted = adjust(&evidence, adjustment).expect("adjusted");
        adjusted.iter().map(|log_e| *log_e >= 20f64.ln()).collect()
    };
    let count = |found: &[bool], is_real: bool| {
        found.iter().zip(&said.truth).filter(|(f, d)| **f && (**d != 0.0) == is_real).count() as f64
    };
    let by_rate = found(Adjustment::EBh);
    let (falsely, rightly) = (count(&by_rate, false), count(&by_rate, true));
    let any = count(&found(Adjustment::EHolm), false) > 0.0;
    vec![
        Answer::new(
            "last look, e-BH: share of false",
            NEVER_ABOVE,
            vec![falsely / (falsely + rightly).max(1.0)],
        ),
        Answer::whether("last look, e-Holm: any false", NEVER_ABOVE, any),
    ]
}

/// Five or more items whose pairs are asked for by chance.
fn by_chance(name: &'static str, scores: &[f64], replicates: usize, demands: [Demand; 3]) -> Experiment {
    let history =
        History { scores: scores.to_vec(), rule: Rule::Chance, sizes: [200, 50, 5_000], context: 0 };
    let replicate = move |random: &mut Random| {
        let [fixed, adaptive] = watched(&history, random);
        let scores = Some(&history.scores[..]);
        let mut answers = fixed.of_one_look(demands);
        answers.extend(fixed.at_all_looks("monitor", [NEVER_ABOVE; 2], scores));
        answers.extend(discoveries(&fixed));
        answers.extend(adaptive.at_all_looks("determinant", [NEVER_ABOVE; 2], scores));
        answers
    };
    Experiment { name, replicates, replicate: Box::new(replicate) }
}

/// Votes of a context share effects on items.
fn in_contexts() -> Experiment {
    let history = History { scores: vec![0.0; 5], rule: Rule::Chance, sizes: [400, 100, 3_000], context: 10 };
    let replicate = move |random: &mut Random| {
        let [clustered, plain] = watched(&history, random);
        let mut answers = clustered.of_one_look([Demand::Mean(0.2, 1.0), Demand::Shown, Demand::Shown]);
        answers.extend(clustered.at_all_looks("by context", [NEVER_ABOVE; 2], Some(&history.scores)));
        answers.extend(plain.at_all_looks(
            "as if independent",
            [Demand::Mean(0.06, 1.0), Demand::Shown],
            Some(&history.scores),
        ));
        answers
    };
    Experiment {
        name: "Looks, contexts of 10 votes, 5 equal items: a look every 10 contexts from 40 to 300",
        replicates: 1_000,
        replicate: Box::new(replicate),
    }
}

/// The least decided pair is asked for: what active learning does.
fn closest_pairs(name: &'static str, scores: Vec<f64>, sizes: [usize; 3], naive: [Demand; 2]) -> Experiment {
    let history = History { scores, rule: Rule::Closest, sizes, context: 0 };
    let replicate = move |random: &mut Random| {
        let [fixed, adaptive] = watched(&history, random);
        let scores = Some(&history.scores[..]);
        let mut answers = adaptive.at_all_looks("determinant", [NEVER_ABOVE; 2], scores);
        answers.extend(fixed.at_all_looks("as if chosen by chance", naive, scores));
        answers
    };
    Experiment { name, replicates: 1_000, replicate: Box::new(replicate) }
}

/// Exact evidence.
fn exact(name: &'static str, scores: Vec<f64>, rule: Rule, replicates: usize) -> Experiment {
    let history = History { scores, rule, sizes: [100, 50, 600], context: 0 };
    let replicate = move |random: &mut Random| {
        let plan = MonitorPlan { design: MonitorDesign::Adaptive, is_exact: true, ..MonitorPlan::default() };
        let mut said = Said::new(plan, differences(&history.scores));
        let (mut set, [first, step, last]) = (Set::new(), history.sizes);
        let (mut from, mut to, mut closest) = (0, first, None);
        while to <= last {
            let batch = history.batch(from, to, closest, &mut Vec::new(), random);
            let mut new = Set::new();
            [&mut set, &mut new].into_iter().for_each(|set| batch.append(set, false));
            said.look(&fitted(&set), Some(&new));
            closest = (rule == Rule::Closest).then(|| said.closest());
            (from, to) = (to, to + step);
        }
        said.at_all_looks("exact", [NEVER_ABOVE; 2], Some(&history.scores))
    };
    Experiment { name, replicates, replicate: Box::new(replicate) }
}

pub fn all() -> Vec<Experiment> {
    // The error rate of single looks, to show that the campaign can tell.
    let at_stake = [Demand::Mean(0.2, 1.0), Demand::Mean(0.7, 1.0), Demand::Mean(0.15, 1.0)];
    let apart = vec![0.9, 0.6, 0.3, 0.0, 0.0];
    vec![
        by_chance(
            "Looks, 5 equal items: a look every 50 votes from 200 to 5 000",
            &[0.0; 5],
            2_000,
            at_stake,
        ),
        by_chance(
            "Looks, 5 items at .9 .6 .3 0 0: a look every 50 votes from 200 to 5 000",
            &apart,
            1_000,
            [Demand::Shown; 3],
        ),
        in_contexts(),
        closest_pairs(
            "Looks, closest pair asked for, 5 equal items: every 50 votes from 200 to 5 000",
            vec![0.0; 5],
            [200, 50, 5_000],
            [Demand::Mean(0.05, 1.0), Demand::Shown],
        ),
        closest_pairs(
            "Looks, closest pair asked for, 10 equal items: every 50 votes from 450 to 5 000",
            vec![0.0; 10],
            [450, 50, 5_000],
            [Demand::Mean(0.1, 1.0); 2],
        ),
        closest_pairs(
            "Looks, closest pair asked for, 5 items at .9 .6 .3 0 0: every 50 votes from 200 to 5 000",
            apart,
            [200, 50, 5_000],
            [Demand::Shown; 2],
        ),
        exact(
            "Looks, exact, closest pair asked for, 4 equal items: every 50 votes from 100 to 600",
            vec![0.0; 4],
            Rule::Closest,
            1_000,
        ),
        exact(
            "Looks, exact, pairs by chance, 4 items, one ahead by 1: every 50 votes from 100 to 600",
            vec![1.0, 0.0, 0.0, 0.0],
            Rule::Chance,
            1_000,
        ),
    ]
}
