//! Every composition of choices, and sets that all of them can be fitted to.

use crate::support::*;
use duel::comparisons::{Column, CovariateValues, Key, Kind as Names, Rows, Set};
use duel::model::{BothBad, Link, Position, Specification, SpreadModel, StrengthModel, ThresholdModel, Ties};
use duel::outcome::Outcome;
use duel::random::Random;
use duel::strength::StrengthKind;
use duel::threshold::{Basis, Form};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

pub const ITEMS: usize = 5;
pub const JUDGES: usize = 3;
pub const CONTEXTS: usize = 4;

/// Which covariates a composition has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covariates {
    None,
    /// Of items, with the scores of three items fixed.
    Item,
    ContextItem,
    JudgeItem,
    Context,
    /// Of contexts and items, of judges and items, and of contexts, all at once.
    Three,
}

/// A composition of choices.
#[derive(Debug, Clone)]
pub struct Choice {
    pub specification: Specification,
    pub covariates: Covariates,
}

/// Scores that are fixed where a covariate of items takes their place, by item.
pub const FIXED: [f64; ITEMS] = [0.0, f64::NAN, 0.3, f64::NAN, -0.2];

/// All compositions that make sense.
pub fn choices() -> Vec<Choice> {
    let mut all = Vec::new();
    for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
        for position in [Position::None, Position::Shared, Position::ByJudge] {
            for outcome in laws() {
                for both_bad in readings(&outcome) {
                    for covariates in some_covariates(strength, position) {
                        for (ridge, pseudo) in [(0.0, 0.0), (0.7, 0.0), (0.0, 0.6), (0.3, 1.5)] {
                            let specification = Specification {
                                strength: StrengthModel::of(
                                    strength,
                                    0,
                                    strength == StrengthKind::Sensitivity,
                                ),
                                position,
                                both_bad,
                                covariates: names(covariates),
                                fixed_scores: if covariates == Covariates::Item {
                                    FIXED.to_vec()
                                } else {
                                    Vec::new()
                                },
                                ridge,
                                pseudo,
                                ..outcome.clone()
                            };
                            all.push(Choice { specification, covariates });
                        }
                    }
                }
            }
        }
    }
    all.extend(of_items());
    all.extend(of_judges());
    all
}

/// The treatments of votes "both bad" under an outcome model.
fn readings(outcome: &Specification) -> Vec<BothBad> {
    let mut readings = vec![BothBad::Tie, BothBad::Dropped];
    readings.extend((outcome.outcome == Outcome::Davidson).then_some(BothBad::Outcome { additive: false }));
    readings
}

fn laws() -> Vec<Specification> {
    let bradley_terry = Specification::default();
    let rao_kupper = Specification { outcome: Outcome::RaoKupper, ..Specification::default() };
    let davidson = Specification { outcome: Outcome::Davidson, ..Specification::default() };
    let thurstone = Specification { outcome: Outcome::ThurstoneMosteller, ..Specification::default() };
    let glenn = Specification { outcome: Outcome::GlennDavid, ..Specification::default() };
    vec![
        thurstone.clone(),
        Specification { ties: Ties::Dropped, ..thurstone },
        glenn.clone(),
        Specification { threshold_by_judge: true, ..glenn },
        bradley_terry.clone(),
        Specification { ties: Ties::Dropped, ..bradley_terry },
        rao_kupper.clone(),
        Specification { threshold_by_judge: true, ..rao_kupper },
        davidson.clone(),
        Specification { threshold_by_judge: true, ..davidson },
    ]
}

/// Outcome models whose thresholds differ from item to item.
fn item_outcomes() -> Vec<Specification> {
    let rao_kupper = Specification { outcome: Outcome::RaoKupper, ..Specification::default() };
    let davidson = Specification { outcome: Outcome::Davidson, ..Specification::default() };
    let glenn = Specification { outcome: Outcome::GlennDavid, ..Specification::default() };
    let additive =
        |outcome: &Specification| Specification { threshold: ThresholdModel::ADDITIVE, ..outcome.clone() };
    let factored = |outcome: &Specification, basis, tie_factors| Specification {
        threshold: ThresholdModel::factored(tie_factors, basis),
        ..outcome.clone()
    };
    let linear = |s: Specification| Specification { threshold: s.threshold.with_link(Link::LINEAR), ..s };
    let drawn = |ridge, s: Specification| Specification { threshold: s.threshold.with_ridge(ridge), ..s };
    let bad = |outcome: &Specification| Specification {
        both_bad: BothBad::Outcome { additive: true },
        ..outcome.clone()
    };
    vec![
        bad(&davidson),
        Specification { threshold_by_judge: true, ..drawn(0.6, bad(&factored(&davidson, Basis::Paper, 2))) },
        additive(&glenn),
        linear(factored(&glenn, Basis::Cosine, 1)),
        additive(&rao_kupper),
        linear(additive(&rao_kupper)),
        Specification { threshold_by_judge: true, ..factored(&rao_kupper, Basis::Cosine, 2) },
        linear(factored(&rao_kupper, Basis::Paper, 1)),
        drawn(0.8, additive(&davidson)),
        Specification { threshold_by_judge: true, ..additive(&davidson) },
        factored(&davidson, Basis::Paper, 2),
        Specification { threshold_by_judge: true, ..drawn(0.4, factored(&davidson, Basis::Cosine, 3)) },
    ]
}

/// Thresholds of items, and spreads, with a few of the other choices.
fn of_items() -> Vec<Choice> {
    let mut all = Vec::new();
    let position = Position::ByJudge;
    for outcome in item_outcomes() {
        for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
            for covariates in [Covariates::None, Covariates::JudgeItem] {
                let signed = strength == StrengthKind::Sensitivity;
                let covariate_names = names(covariates);
                let outcome = outcome.clone();
                let specification = Specification {
                    strength: StrengthModel::of(strength, 0, signed),
                    position,
                    covariates: covariate_names,
                    ..outcome
                };
                all.push(Choice { specification, covariates });
            }
        }
    }
    for outcome in laws().into_iter().chain(item_outcomes()) {
        for (spread, spread_ridge, ridge) in [(0, 0.0, 0.0), (2, 0.0, 0.0), (0, 0.7, 0.4), (1, 0.5, 0.0)] {
            for covariates in [Covariates::None, Covariates::ContextItem] {
                let position = if spread == 2 { Position::None } else { Position::Shared };
                let specification = Specification {
                    position,
                    spread: Some(SpreadModel { factors: spread, ridge: spread_ridge }),
                    ridge,
                    covariates: names(covariates),
                    ..outcome.clone()
                };
                all.push(Choice { specification, covariates });
            }
        }
    }
    all
}

/// Disagreement, and sensitivities that depend on a covariate of contexts.
fn of_judges() -> Vec<Choice> {
    let mut all = Vec::new();
    for (strength, rank) in [
        (StrengthKind::Sensitivity, 0),
        (StrengthKind::Disagreement, 0),
        (StrengthKind::Disagreement, 1),
        (StrengthKind::Disagreement, 2),
    ] {
        for outcome in laws() {
            for (position, covariates) in [
                (Position::None, Covariates::None),
                (Position::Shared, Covariates::ContextItem),
                (Position::ByJudge, Covariates::JudgeItem),
            ] {
                for (ridge, pseudo) in [(0.7, 0.0), (0.0, 0.6), (0.3, 1.5)] {
                    for slopes in [Vec::new(), vec!["context".to_string()]] {
                        if strength == StrengthKind::Sensitivity && slopes.is_empty() {
                            continue;
                        }
                        let specification = Specification {
                            strength: StrengthModel::of(
                                strength,
                                rank,
                                strength == StrengthKind::Sensitivity,
                            )
                            .with_covariates(slopes),
                            position,
                            covariates: names(covariates),
                            ridge,
                            pseudo,
                            ..outcome.clone()
                        };
                        all.push(Choice { specification, covariates });
                    }
                }
            }
        }
    }
    all
}

/// Scores are fixed under pooled strength only; a covariate of contexts adds to a position effect.
fn some_covariates(strength: StrengthKind, position: Position) -> Vec<Covariates> {
    let mut some = vec![Covariates::None, Covariates::ContextItem, Covariates::JudgeItem];
    if strength == StrengthKind::Pooled {
        some.push(Covariates::Item);
    }
    if position != Position::None {
        some.extend([Covariates::Context, Covariates::Three]);
    }
    some
}

fn names(covariates: Covariates) -> Vec<String> {
    let names: &[&str] = match covariates {
        Covariates::None => &[],
        Covariates::Item => &["item"],
        Covariates::ContextItem => &["context-item"],
        Covariates::JudgeItem => &["judge-item"],
        Covariates::Context => &["context"],
        Covariates::Three => &["context-item", "judge-item", "context"],
    };
    names.iter().map(|n| n.to_string()).collect()
}

/// Compositions that few votes determine: thresholds and spreads of items, and disagreement, only with a penalty;
/// slopes of sensitivities, which have none, not at all.
pub fn estimable() -> Vec<Choice> {
    let determined = |s: &Specification| {
        (s.threshold.form() == Form::Single || s.threshold.ridge() > 0.0)
            && (s.spread.is_none() || s.spread_ridge() > 0.0)
            && (s.strength.rank() == 0 || s.ridge > 0.0)
            && s.strength.covariates().is_empty()
    };
    choices().into_iter().filter(|choice| determined(&choice.specification)).collect()
}

/// A comparison, or several alike: category 1 to 5 and how many.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vote {
    pub context: u32,
    pub judge: u32,
    pub left: u32,
    pub right: u32,
    pub outcome: u8,
    pub weight: f64,
}

/// Names that say nothing of the order in which ids are given.
pub fn item(id: u32) -> String {
    format!("item {}", (7 * id + 3) % 10)
}

pub fn judge(id: u32) -> String {
    format!("judge {}", (3 * id + 1) % 10)
}

pub fn context(id: u32) -> String {
    format!("context {}", (9 * id + 2) % 10)
}

/// A set of votes by name, with the covariates of `values`; ids come in the order of the votes.
pub fn set_from(votes: &[Vote], importance: bool, values: &[f64]) -> Set {
    let mut set = Set::new();
    append_votes(&mut set, votes, importance);
    add_covariates(&mut set, values);
    set
}

pub fn append_votes(set: &mut Set, votes: &[Vote], importance: bool) {
    let column = |name: fn(&Vote) -> String| votes.iter().map(name).collect::<Vec<String>>();
    let left = column(|v| item(v.left));
    let right = column(|v| item(v.right));
    let judges = column(|v| judge(v.judge));
    let contexts = column(|v| context(v.context));
    let borrowed =
        [&left, &right, &judges, &contexts].map(|c| c.iter().map(String::as_str).collect::<Vec<_>>());
    let outcome: Vec<u8> = votes.iter().map(|v| v.outcome).collect();
    let weight: Vec<f64> = votes.iter().map(|v| v.weight).collect();
    let rows = Rows {
        length: votes.len(),
        left: texts(&borrowed[0]),
        right: texts(&borrowed[1]),
        judge: texts(&borrowed[2]),
        context: texts(&borrowed[3]),
        outcome: Column::U8(&outcome),
        weight: Column::F64(&weight),
        importance,
        ..Rows::default()
    };
    set.append(&rows).expect("votes");
}

/// Numbers that `add_covariates` reads.
pub const VALUES: usize = ITEMS + CONTEXTS + CONTEXTS * ITEMS + JUDGES * ITEMS;

/// Covariates of every kind, by name.
pub fn add_covariates(set: &mut Set, values: &[f64]) {
    let (of_items, rest) = values.split_at(ITEMS);
    let (of_contexts, rest) = rest.split_at(CONTEXTS);
    let (of_answers, of_judges) = rest.split_at(CONTEXTS * ITEMS);
    let items: Vec<String> = (0..ITEMS as u32).map(item).collect();
    let contexts: Vec<String> = (0..CONTEXTS as u32).map(context).collect();
    let judges: Vec<String> = (0..JUDGES as u32).map(judge).collect();
    let every = |outer: &'_ [String]| -> (Vec<String>, Vec<String>) {
        outer.iter().flat_map(|o| items.iter().map(move |i| (o.clone(), i.clone()))).unzip()
    };
    let (answer_contexts, answer_items) = every(&contexts);
    let (judge_names, judged_items) = every(&judges);
    add(set, "item", &[], &[], &items, of_items);
    add(set, "context", &contexts, &[], &[], of_contexts);
    add(set, "context-item", &answer_contexts, &[], &answer_items, of_answers);
    add(set, "judge-item", &[], &judge_names, &judged_items, of_judges);
}

fn add(set: &mut Set, name: &str, contexts: &[String], judges: &[String], items: &[String], values: &[f64]) {
    let borrowed = [contexts, judges, items].map(|c| c.iter().map(String::as_str).collect::<Vec<_>>());
    fn key<'a>(names: &'a [&'a str]) -> Key<'a> {
        if names.is_empty() {
            Key::default()
        } else {
            texts(names)
        }
    }
    set.add_covariate(&CovariateValues {
        name,
        length: values.len(),
        context: key(&borrowed[0]),
        judge: key(&borrowed[1]),
        item: key(&borrowed[2]),
        value: Column::F64(values),
    })
    .expect("covariate");
}

/// Votes of every judge on every pair in both orders, with wins, losses and ties in every cell, so
/// that each composition has a finite estimate; a higher item wins more often, with every judge.
pub fn rich_votes(seed: u64) -> Vec<Vote> {
    let mut random = Random::new(seed, 0);
    let mut votes = Vec::new();
    for judge in 0..JUDGES as u32 {
        for left in 0..ITEMS as u32 {
            for right in (0..ITEMS as u32).filter(|&r| r != left) {
                let better = if left < right { 1 } else { 2 };
                for outcome in 1..=5 {
                    let bonus = if outcome == better { 3 + u64::from(left.abs_diff(right)) } else { 0 };
                    let weight = (1 + random.below(2) + bonus) as f64;
                    let context = random.below(CONTEXTS as u64) as u32;
                    votes.push(Vote { context, judge, left, right, outcome, weight });
                }
            }
        }
    }
    votes
}

/// The same cases in every run: what fails here fails everywhere. `make test` runs the first part of them, of the size
/// DUEL_TEST_SHARE says.
pub fn repeatable(cases: u32) -> ProptestConfig {
    let share = std::env::var("DUEL_TEST_SHARE").ok().and_then(|text| text.parse().ok()).unwrap_or(1u32);
    ProptestConfig {
        cases: cases.div_ceil(share.max(1)),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2026),
        ..ProptestConfig::default()
    }
}

/// Values for covariates.
pub fn any_values() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-1.0..1.0f64, VALUES)
}

/// The specification of a choice for a set, whose ids may come in any order.
pub fn specify(choice: &Choice, set: &Set) -> Specification {
    let mut specification = choice.specification.clone();
    if choice.covariates == Covariates::Item {
        for (id, fixed) in FIXED.iter().enumerate() {
            specification.fixed_scores[id_of(set, Names::Item, &item(id as u32))] = *fixed;
        }
    }
    specification
}

pub fn id_of(set: &Set, kind: Names, name: &str) -> usize {
    set.find(kind, name).unwrap_or_else(|| panic!("no {name}"))
}

/// As `set_from`, with a name for everybody whether or not there is a vote.
pub fn set_from_few(votes: &[Vote], values: &[f64]) -> Set {
    let mut set = Set::new();
    type Named = (Names, usize, fn(u32) -> String);
    let kinds: [Named; 3] =
        [(Names::Item, ITEMS, item), (Names::Judge, JUDGES, judge), (Names::Context, CONTEXTS, context)];
    for (kind, count, name) in kinds {
        let names: Vec<String> = (0..count as u32).map(name).collect();
        set.intern(kind, &names.iter().map(String::as_str).collect::<Vec<_>>()).expect("names");
    }
    append_votes(&mut set, votes, false);
    add_covariates(&mut set, values);
    set
}
