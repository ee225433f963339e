//! For tests: rows as structs, and sets from them.

use super::{Column, Key, Kind, Rows, Set, NONE};
use crate::error::Result;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// One comparison.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) context: Option<u8>,
    pub(super) judge: Option<u8>,
    pub(super) left: u8,
    pub(super) right: u8,
    pub(super) code: u8,
    pub(super) weight: f64,
}

/// How a batch of rows is handed over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    pub(super) names: bool,
    pub(super) importance: bool,
}

/// Append rows, one call for each stretch of rows with the same columns.
pub(super) fn append(set: &mut Set, rows: &[Row], form: Form) -> Result<()> {
    let same = |a: &Row, b: &Row| {
        (a.context.is_some(), a.judge.is_some()) == (b.context.is_some(), b.judge.is_some())
    };
    rows.chunk_by(same).try_for_each(|rows| append_alike(set, rows, form))
}

fn append_alike(set: &mut Set, rows: &[Row], form: Form) -> Result<()> {
    let column = |letter: char, id: fn(&Row) -> Option<u8>| -> Vec<String> {
        rows.iter().filter_map(|row| Some(format!("{letter}{}", 9 - id(row)?))).collect()
    };
    let names = [
        column('i', |row| Some(row.left)),
        column('i', |row| Some(row.right)),
        column('j', |row| row.judge),
        column('c', |row| row.context),
    ];
    let texts = names.each_ref().map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let ids: [Vec<u8>; 4] = [
        rows.iter().map(|row| row.left).collect(),
        rows.iter().map(|row| row.right).collect(),
        rows.iter().filter_map(|row| row.judge).collect(),
        rows.iter().filter_map(|row| row.context).collect(),
    ];
    let key = |column: usize| match (ids[column].is_empty(), form.names) {
        (true, _) => Key::default(),
        (_, true) => Key { values: Column::Text(&texts[column]), base: 0 },
        (_, false) => Key { values: Column::U8(&ids[column]), base: 0 },
    };
    let codes: Vec<u8> = rows.iter().map(|row| row.code).collect();
    let weights: Vec<f64> = rows.iter().map(|row| row.weight).collect();
    let weighted = weights.iter().any(|&weight| weight != 1.0);
    set.append(&Rows {
        length: rows.len(),
        left: key(0),
        right: key(1),
        judge: key(2),
        context: key(3),
        outcome: Column::U8(&codes),
        weight: if weighted { Column::F64(&weights) } else { Column::Absent },
        importance: form.importance,
        ..Rows::default()
    })
}

/// A set of rows.
pub(super) fn set(rows: &[Row], form: Form) -> Set {
    let mut set = Set::new();
    append(&mut set, rows, form).unwrap();
    set
}

/// Counts and squares by key, in the plainest way. Keys are the numbers of the rows.
pub(super) fn counted(rows: &[Row]) -> BTreeMap<[u32; 4], ([f64; 5], [f64; 5])> {
    let mut cells = BTreeMap::new();
    for row in rows.iter().filter(|row| row.weight > 0.0) {
        let id = |id: Option<u8>| id.map_or(NONE, u32::from);
        let key = [id(row.context), id(row.judge), row.left.into(), row.right.into()];
        let (counts, squares) = cells.entry(key).or_insert(([0.0; 5], [0.0; 5]));
        counts[row.code as usize - 1] += row.weight;
        squares[row.code as usize - 1] += row.weight * row.weight;
    }
    cells
}

/// The same, from a set; by the numbers that names stand for.
pub(super) fn cells_of(set: &Set) -> BTreeMap<[u32; 4], ([f64; 5], [f64; 5])> {
    let number = |kind: Kind, id: u32| -> u32 {
        if id == NONE {
            return NONE;
        }
        let name = set.name(kind, id as usize).unwrap();
        name.parse().unwrap_or_else(|_| 9 - name[1..].parse::<u32>().unwrap())
    };
    let cells = set.cells();
    (0..cells.len())
        .map(|cell| {
            let key = [
                number(Kind::Context, cells.context[cell]),
                number(Kind::Judge, cells.judge[cell]),
                number(Kind::Item, cells.left[cell]),
                number(Kind::Item, cells.right[cell]),
            ];
            (key, (cells.counts[cell], cells.squares.get(cell).copied().unwrap_or(cells.counts[cell])))
        })
        .collect()
}

/// Any row, of weights that are whole numbers (`whole`) or quarters, whose sums are exact.
pub(super) fn any_row(whole: bool) -> impl Strategy<Value = Row> {
    let quarters = if whole { 4u32 } else { 1 };
    let ids = (prop::option::of(0u8..4), prop::option::of(0u8..3), 0u8..6, 1u8..6);
    (ids, 1u8..=5, 0u32..4).prop_map(move |((context, judge, left, step), code, weight)| Row {
        context,
        judge,
        left,
        right: (left + step) % 6,
        code,
        weight: f64::from(quarters * weight) / 4.0,
    })
}

/// Any rows.
pub(super) fn any_rows(whole: bool) -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec(any_row(whole), 0..40)
}
