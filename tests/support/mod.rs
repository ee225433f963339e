//! Shared by the tests: sets from rows, from votes on file, and comparisons with a tolerance.
#![allow(dead_code)] // Every test program uses its own part.

use duel::assess::Marginal;
use duel::comparisons::{Column, CovariateValues, Key, Kind, Rows, Set};
use duel::inference::{estimates, Correction, CovarianceKind, Options};
use duel::model::{fit, Model, Normalisation, Quantity, Scale, Specification, View};
use duel::progress::unwatched;
use duel::{Error, Result};
use serde_json::Value;
use std::path::PathBuf;

/// Wins, losses and ties of one judge on one pair, the first item shown first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cell {
    pub context: Option<u32>,
    pub judge: Option<u32>,
    pub left: u32,
    pub right: u32,
    /// Left preferred, right preferred, tie, both good, both bad.
    pub counts: [f64; 5],
}

impl Cell {
    pub fn new(judge: Option<u32>, left: u32, right: u32, wins: f64, losses: f64, ties: f64) -> Cell {
        Cell { context: None, judge, left, right, counts: [wins, losses, ties, 0.0, 0.0] }
    }
}

/// Marginal rates in rows of numbers: comparisons, then what was observed, then what is expected.
pub fn flat(rows: &[Marginal], outcomes: usize) -> Vec<f64> {
    let numbers = |row: &Marginal| {
        let sides = [&row.observed, &row.expected].map(|counts| counts[..outcomes].to_vec());
        [vec![row.comparisons], sides.concat()].concat()
    };
    rows.iter().flat_map(numbers).collect()
}

pub fn ids(values: &[u32]) -> Key<'_> {
    Key { values: Column::U32(values), base: 0 }
}

pub fn texts<'a>(values: &'a [&'a str]) -> Key<'a> {
    Key { values: Column::Text(values), base: 0 }
}

/// A set of cells with ids. All or none have a judge; all or none a context.
pub fn set_of(cells: &[Cell]) -> Set {
    let mut set = Set::new();
    append(&mut set, cells, false);
    set
}

pub fn append(set: &mut Set, cells: &[Cell], importance: bool) {
    let column = |id: fn(&Cell) -> Option<u32>| cells.iter().filter_map(id).collect::<Vec<u32>>();
    let (left, right) = (column(|c| Some(c.left)), column(|c| Some(c.right)));
    let (judge, context) = (column(|c| c.judge), column(|c| c.context));
    let optional = |values: &'_ [u32]| values.len() == cells.len();
    let counts: [Vec<f64>; 5] = std::array::from_fn(|k| cells.iter().map(|c| c.counts[k]).collect());
    let rows = Rows {
        length: cells.len(),
        left: ids(&left),
        right: ids(&right),
        judge: if optional(&judge) { ids(&judge) } else { Key::default() },
        context: if optional(&context) { ids(&context) } else { Key::default() },
        wins: Column::F64(&counts[0]),
        losses: Column::F64(&counts[1]),
        ties: Column::F64(&counts[2]),
        both_good: Column::F64(&counts[3]),
        both_bad: Column::F64(&counts[4]),
        importance,
        ..Rows::default()
    };
    set.append(&rows).expect("rows");
}

/// A covariate of items, given for items 0, 1, ...
pub fn item_covariate(set: &mut Set, name: &str, values: &[f64]) {
    let item: Vec<u32> = (0..values.len() as u32).collect();
    let values = CovariateValues {
        name,
        length: item.len(),
        item: ids(&item),
        value: Column::F64(values),
        ..CovariateValues::default()
    };
    set.add_covariate(&values).expect("covariate");
}

fn path(parts: &[&str]) -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.extend(parts);
    path
}

fn read(parts: &[&str]) -> String {
    let path = path(parts);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Reference results.
pub fn reference(file: &str) -> Value {
    serde_json::from_str(&read(&["tests", "data", file])).expect("JSON")
}

/// The lines of a file of comma-separated values without quotes, its header left out.
pub fn lines(parts: &[&str]) -> Vec<Vec<String>> {
    read(parts).lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
}

/// Judges' votes on file, with questions as contexts; items and judges in code-point order. Rows
/// without a verdict are left out.
pub fn votes(file: &str) -> Set {
    votes_of_first(file, usize::MAX)
}

/// The same, each as if it were of a question of its own.
pub fn votes_apart(file: &str) -> Set {
    votes_of(file, usize::MAX, false)
}

/// The same of the first questions in the file.
pub fn votes_of_first(file: &str, questions: usize) -> Set {
    votes_of(file, questions, true)
}

fn votes_of(file: &str, questions: usize, in_contexts: bool) -> Set {
    let mut rows = lines(&["examples", "data", file]);
    rows.retain(|row| row[4] != "unknown");
    let mut first: Vec<String> = Vec::new();
    rows.iter().for_each(|row| {
        if first.len() < questions && !first.contains(&row[0]) {
            first.push(row[0].clone());
        }
    });
    rows.retain(|row| first.contains(&row[0]));
    let column = |at: usize| rows.iter().map(|row| row[at].as_str()).collect::<Vec<_>>();
    let (context, judge, left, right) = (column(0), column(1), column(2), column(3));
    let outcome: Vec<u8> = rows
        .iter()
        .map(|row| match row[4].as_str() {
            "a" => 1,
            "b" => 2,
            "tie" => 3,
            other => panic!("winner is {other}"),
        })
        .collect();
    let mut set = Set::new();
    set.intern(Kind::Item, &sorted(&[&left, &right])).expect("items");
    set.intern(Kind::Judge, &sorted(&[&judge])).expect("judges");
    let rows = Rows {
        length: outcome.len(),
        left: texts(&left),
        right: texts(&right),
        judge: texts(&judge),
        context: if in_contexts { texts(&context) } else { Key::default() },
        outcome: Column::U8(&outcome),
        ..Rows::default()
    };
    set.append(&rows).expect("votes");
    set
}

fn sorted<'a>(columns: &[&[&'a str]]) -> Vec<&'a str> {
    let mut names = columns.concat();
    names.sort_unstable();
    names.dedup();
    names
}

/// The Arena counts on file, items in code-point order.
pub fn arena_counts() -> Set {
    let rows = lines(&["examples", "data", "chatbot_arena_202408_counts.csv"]);
    let column = |at: usize| rows.iter().map(|row| row[at].as_str()).collect::<Vec<_>>();
    let number = |at: usize| rows.iter().map(|row| row[at].parse().expect("count")).collect::<Vec<f64>>();
    let (left, right) = (column(0), column(1));
    let (wins, losses, ties) = (number(2), number(3), number(4));
    let mut set = Set::new();
    set.intern(Kind::Item, &sorted(&[&left, &right])).expect("items");
    let rows = Rows {
        length: rows.len(),
        left: texts(&left),
        right: texts(&right),
        wins: Column::F64(&wins),
        losses: Column::F64(&losses),
        ties: Column::F64(&ties),
        ..Rows::default()
    };
    set.append(&rows).expect("counts");
    set
}

pub fn try_fit(set: &Set, specification: &Specification) -> Result<Model> {
    fit(set, specification, &mut unwatched())
}

pub fn fitted(set: &Set, specification: &Specification) -> Model {
    try_fit(set, specification).unwrap_or_else(|e| panic!("{e}: {specification:?}"))
}

pub fn options(covariance: CovarianceKind, normalisation: Normalisation, scale: Scale) -> Options {
    let view = View { normalisation, scale, ..View::default() };
    Options { covariance, view, correction: Correction::None, ..Options::default() }
}

/// The error of a fit that must not succeed.
#[track_caller]
pub fn refused(set: &Set, specification: &Specification) -> Error {
    match try_fit(set, specification) {
        Err(error) => error,
        Ok(model) => panic!("fitted as {:?}: {specification:?}", model.facts),
    }
}

/// Estimates and standard errors of a quantity.
pub fn table(model: &Model, quantity: Quantity, options: &Options) -> (Vec<f64>, Vec<f64>) {
    let rows =
        estimates(model, quantity, options, &mut unwatched()).unwrap_or_else(|e| panic!("{quantity:?}: {e}"));
    rows.iter().map(|r| (r[0], r[1])).unzip()
}

/// The numbers of a reference, or of a part of it.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::Object(map) => map.values().flat_map(numbers).collect(),
        Value::Number(number) => vec![number.as_f64().expect("number")],
        other => panic!("{other} is no number"),
    }
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Rows of numbers.
pub fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no table")).iter().map(numbers).collect()
}

/// How close two numbers must be: |a - b| <= absolute + relative |b|.
#[derive(Debug, Clone, Copy)]
pub struct Within {
    pub absolute: f64,
    pub relative: f64,
}

pub const fn absolute(tolerance: f64) -> Within {
    Within { absolute: tolerance, relative: 0.0 }
}

pub const fn relative(tolerance: f64) -> Within {
    Within { absolute: 0.0, relative: tolerance }
}

#[track_caller]
pub fn near(what: &str, found: f64, expected: f64, within: Within) {
    let gap = (found - expected).abs();
    assert!(
        gap <= within.absolute + within.relative * expected.abs(),
        "{what}: {found} against {expected}, {gap:.2e} apart"
    );
}

#[track_caller]
pub fn all_near(what: &str, found: &[f64], expected: &[f64], within: Within) {
    assert_eq!(found.len(), expected.len(), "{what}: lengths");
    for (at, (f, e)) in found.iter().zip(expected).enumerate() {
        near(&format!("{what}[{at}]"), *f, *e, within);
    }
}
