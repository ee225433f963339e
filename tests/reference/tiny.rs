//! Existence in tiny sets: of every convex composition, with counts from one to a million, the library must refuse where
//! linear programming (microlp) says that there is no finite estimate, and nowhere else; what it does not refuse must be
//! stationary by the reference's own derivatives.

use crate::case::{is_of_two, Case, Covariate, Row};
use crate::compare::{bits, decrement, has};
use crate::definition::Definition;
use crate::existence::{is_decided, recession};
use crate::identified::Space;
use crate::random::Random;
use duel::comparisons::CovariateOf;
use duel::model::{
    fit, BothBad, CovarianceKind, Link, Model, Position, Problems, Specification, ThresholdModel, Ties,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::Error;
use std::collections::BTreeMap;
use std::fmt;

/// The largest decrement, in standard errors, of an end that counts as an optimum.
const DECREMENT: f64 = 1e-4;

fn rows(random: &mut Random, case: &mut Case) {
    let most = random.pick(&[1.0, 10.0, 500.0, 1e4, 1e6]);
    let empty = random.pick(&[0.1, 0.3, 0.5]);
    let ties = if random.chance(0.5) { 0.0 } else { random.pick(&[0.2, 0.6]) };
    let count = |random: &mut Random, chance: f64| match random.chance(chance) {
        true => (most * random.unit().powi(3)).ceil().max(1.0),
        false => 0.0,
    };
    let orders = random.pick(&[1, 2]);
    for judge in 0..case.judges() {
        for (left, right) in (0..case.items).flat_map(|i| (0..i).map(move |j| (i, j))) {
            for order in 0..orders {
                if random.chance(if orders == 1 { 0.2 } else { 0.4 }) {
                    continue;
                }
                let swap = if orders == 1 { random.chance(0.5) } else { order == 1 };
                let (left, right) = if swap { (right, left) } else { (left, right) };
                let [win, loss] = [count(random, 1.0 - empty), count(random, 1.0 - empty)];
                let counts = [win, loss, count(random, ties), 0.0, count(random, ties / 3.0)];
                if counts.iter().sum::<f64>() > 0.0 {
                    case.rows.push(Row { context: None, judge, left, right, counts, weight: 1.0 });
                }
            }
        }
    }
}

fn covariate(random: &mut Random, case: &Case, name: &str, of: CovariateOf) -> Covariate {
    let count = if of == CovariateOf::Item { case.items } else { case.named_judges * case.items };
    let value = |random: &mut Random| (random.normal() * 4.0).round() / 4.0;
    Covariate { name: name.into(), of, values: (0..count).map(|_| value(random)).collect() }
}

fn draw(random: &mut Random) -> Case {
    let mut case = Case {
        shape: "tiny",
        items: random.pick(&[2, 2, 3, 3, 4]),
        named_judges: random.pick(&[1, 2, 2, 3]),
        contexts: 0,
        rows: Vec::new(),
        importance: random.chance(0.05),
        covariates: Vec::new(),
        specification: Specification::default(),
    };
    while case.rows.is_empty() {
        rows(random, &mut case);
    }
    let mut s = Specification { accept: Problems::ANY, ..Specification::default() };
    s.covariance = CovarianceKind::Auto;
    s.position = random.pick(&[Position::ByJudge, Position::ByJudge, Position::Shared, Position::None]);
    s.outcome = random.pick(&[
        Outcome::BradleyTerry,
        Outcome::BradleyTerry,
        Outcome::ThurstoneMosteller,
        Outcome::RaoKupper,
        Outcome::Davidson,
        Outcome::GlennDavid,
    ]);
    if is_of_two(s.outcome) {
        s.ties = random.pick(&[Ties::Half, Ties::Dropped]);
    } else {
        s.threshold_by_judge = random.chance(0.2);
        if s.outcome == Outcome::Davidson {
            s.threshold = random.pick(&[ThresholdModel::Single, ThresholdModel::ADDITIVE]);
            if random.chance(0.3) {
                s.both_bad = BothBad::Outcome { additive: random.chance(0.3) };
            }
        } else if random.chance(0.3) {
            s.threshold = ThresholdModel::ADDITIVE.with_link(Link::LINEAR);
        }
        if s.threshold != ThresholdModel::Single && random.chance(0.2) {
            s.threshold = s.threshold.with_ridge(0.5);
        }
    }
    match random.below(12) {
        0 => s.ridge = random.pick(&[1e-3, 1.0]),
        1 => s.pseudo = random.pick(&[0.25, 1.0]),
        2 => {
            s.fixed_scores = vec![f64::NAN; case.items];
            s.fixed_scores[0] = 0.5;
            s.fixed_scores[case.items - 1] = 0.0;
        }
        _ => {}
    }
    if random.chance(0.3) {
        let of = random.pick(&[CovariateOf::Item, CovariateOf::JudgeItem, CovariateOf::JudgeItem]);
        case.covariates.push(covariate(random, &case, "x", of));
        s.covariates.push("x".into());
    }
    case.specification = s;
    case
}

/// An answer of the library.
#[derive(Debug, Clone, PartialEq)]
enum Answer {
    Right,
    /// An estimate exists, and the library says that it has not found it.
    NotFound(String),
    Wrong(String),
}

/// The answer of the library, and whether there is a finite estimate.
fn judge(case: &Case) -> (Answer, Option<bool>) {
    let definition = Definition::new(case);
    if !is_decided(&definition) {
        return (Answer::Right, None);
    }
    let fitted = match fit(&case.set(), &case.specification, &mut unwatched()) {
        Ok(model) => model,
        // Nothing that the model reads, or nothing but ties.
        Err(Error::Data { .. } | Error::NotIdentified(_)) => return (Answer::Right, None),
        Err(error) => return (Answer::Wrong(format!("an error: {error}")), None),
    };
    let decided = match recession(&definition) {
        Ok(decided) => decided,
        Err(message) => return (Answer::Wrong(message), None),
    };
    let exists = decided.face.is_none();
    (wrong(case, &definition, &fitted, exists), Some(exists))
}

fn wrong(case: &Case, definition: &Definition<'_>, model: &Model, exists: bool) -> Answer {
    let said = || model.diagnostics.iter().map(|d| d.message.as_str()).collect::<Vec<_>>().join(" | ");
    match (exists, has(model, Problems::SEPARATED)) {
        (true, true) => return Answer::Wrong(format!("a false refusal: {}", said())),
        (false, false) => {
            return Answer::Wrong(format!("a false acceptance, status {}", bits(model.facts.problems)))
        }
        (false, true) => return Answer::Right,
        _ => {}
    }
    if has(model, Problems::NOT_CONVERGED) {
        return Answer::NotFound(said());
    }
    if definition.is_floored() {
        return Answer::Right;
    }
    let free: Vec<usize> = (0..definition.count).filter(|&at| !definition.is_fixed(at)).collect();
    let mut design = definition.design(&model.theta);
    let penalties = definition.penalties(&model.theta);
    design.of.iter_mut().zip(&penalties.of).for_each(|(d, m)| *d += m);
    let space = Space::new(&design, free);
    let at = definition.curved(&model.theta);
    let part: Vec<f64> = space.free.iter().map(|&k| at.gradient[k]).collect();
    let left = decrement(&space.reduce(&at.hessian), &space.reduce_vector(&part));
    let within = DECREMENT * (1.0 + 1e-4 * at.value.abs().sqrt());
    match left > within && case.specification.fixed_scores.is_empty() {
        true => Answer::Wrong(format!("no optimum: decrement {left:e}")),
        false => Answer::Right,
    }
}

/// Counts of so many sets.
#[derive(Default)]
pub struct Tally {
    sets: usize,
    exist: usize,
    none: usize,
    unread: usize,
    kinds: BTreeMap<String, [usize; 3]>,
    pub wrong: Vec<String>,
    pub not_found: Vec<String>,
}

impl Tally {
    fn add(&mut self, at: u64, case: &Case) {
        let (answer, exists) = judge(case);
        self.sets += 1;
        match exists {
            Some(true) => self.exist += 1,
            Some(false) => self.none += 1,
            None => self.unread += 1,
        }
        let kind = self.kinds.entry(case.composition()).or_default();
        kind[0] += 1;
        let list = |what: String| format!("set {at}: {what}\n  {}", case.reproduction());
        match answer {
            Answer::Right => {}
            Answer::NotFound(said) => {
                kind[1] += 1;
                self.not_found.push(list(said));
            }
            Answer::Wrong(what) => {
                kind[2] += 1;
                self.wrong.push(list(what));
            }
        }
    }

    fn join(&mut self, other: Tally) {
        self.sets += other.sets;
        self.exist += other.exist;
        self.none += other.none;
        self.unread += other.unread;
        for (kind, counts) in other.kinds {
            self.kinds.entry(kind).or_default().iter_mut().zip(counts).for_each(|(own, count)| *own += count);
        }
        self.wrong.extend(other.wrong);
        self.not_found.extend(other.not_found);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { sets, exist, none, unread, kinds, wrong, not_found } = self;
        writeln!(
            f,
            "{sets} tiny sets: {exist} with a finite estimate, {none} without, {unread} that are not read"
        )?;
        writeln!(
            f,
            "wrong: {}; not converged though an estimate exists: {}\n",
            wrong.len(),
            not_found.len()
        )?;
        writeln!(f, "{:<50} {:>7} {:>14} {:>6}", "composition", "sets", "not converged", "wrong")?;
        for (kind, [sets, not_found, wrong]) in kinds {
            writeln!(f, "{kind:<50} {sets:>7} {not_found:>14} {wrong:>6}")?;
        }
        wrong.iter().chain(not_found).try_for_each(|set| writeln!(f, "\n{set}"))
    }
}

/// Draws and judges so many sets.
pub fn run(seed: u64, sets: u64, only: Option<u64>) -> Tally {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let part = |thread: u64| {
        let mut tally = Tally::default();
        for at in (thread..sets).step_by(threads as usize).filter(|at| only.is_none_or(|o| o == *at)) {
            let mut random = Random::new(seed ^ (at + 1).wrapping_mul(0xd134_2543_de82_ef95));
            tally.add(at, &draw(&mut random));
        }
        tally
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        handles.into_iter().for_each(|handle| all.join(handle.join().expect("a thread")));
    });
    all.wrong.sort();
    all.not_found.sort();
    all
}
