use super::{Cell, Data, Refers, Schema, SchemaColumn, Table, TableFacts, Type};
use crate::comparisons::{Kind, Set};
use std::ffi::CStr;

struct Row {
    item: Option<usize>,
    score: f64,
    votes: Option<i64>,
    open: Option<bool>,
    state: Option<usize>,
    bits: i32,
    note: Option<&'static CStr>,
}

static SCHEMA: Schema<Row> = Schema {
    name: "test_rows",
    title: c"Rows of a test",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |r| r.item),
        SchemaColumn::f64(c"estimate", c"log odds", c"The score.", |r| r.score),
        SchemaColumn::i64(c"comparisons", c"comparisons", c"How many.", |r| r.votes),
        SchemaColumn::bool(c"is_open", c"Whether it is open.", |r| r.open),
        SchemaColumn::choice(c"state", c"The state.", &[c"estimated", c"held"], |r| r.state),
        SchemaColumn::flags(c"verdicts", c"Verdicts.", &[c"weak", c"opposed"], |r| r.bits),
        SchemaColumn::text(c"note", c"A note.", |r| r.note),
    ],
};

fn set() -> Set {
    let mut set = Set::new();
    set.intern(Kind::Item, &["b", "a", "c"]).unwrap();
    set
}

fn row(k: usize) -> Row {
    let there = k % 3 != 1;
    Row {
        item: there.then_some(k % 3),
        score: if there { k as f64 } else { f64::NAN },
        votes: there.then_some(k as i64),
        open: there.then_some(k % 2 == 0),
        state: there.then_some(k % 2),
        bits: (k % 4) as i32,
        note: there.then_some(c"seen"),
    }
}

#[test]
fn every_type_is_read_and_what_is_missing_is_marked() {
    for rows in [0, 1, 2, 8, 9, 1000] {
        let data: Vec<Row> = (0..rows).map(row).collect();
        let table = Table::new(&SCHEMA, &data, &set(), TableFacts::default()).unwrap();
        assert_eq!((table.rows(), table.columns().len()), (rows, 7));
        let missing = (0..rows).filter(|k| k % 3 == 1).count();
        for column in table.columns() {
            let expected = if column.about.kind == Type::Flags { 0 } else { missing };
            assert_eq!(column.values.null_count, expected);
            for k in 0..rows {
                assert_eq!(column.values.is_valid(k), column.about.kind == Type::Flags || k % 3 != 1);
            }
            // Bits beyond the last row are zero, as Arrow asks.
            let bits: u32 = column.values.validity.iter().map(|b| b.count_ones()).sum();
            assert!(column.values.validity.is_empty() || bits as usize == rows - missing);
        }
        match &table.columns()[1].values.data {
            Data::F64(values) => assert!((0..rows).all(|k| values[k].is_nan() == (k % 3 == 1))),
            other => panic!("{other:?}"),
        }
        match &table.columns()[6].values.data {
            Data::Text { offsets, bytes } => {
                assert_eq!((offsets.len(), offsets.last()), (rows + 1, Some(&bytes.len())));
                let text = |k: usize| &bytes[offsets[k]..offsets[k + 1]];
                assert!((0..rows).all(|k| text(k) == if k % 3 == 1 { &b"\0"[..] } else { b"seen\0" }));
            }
            other => panic!("{other:?}"),
        }
        match [2, 3, 4].map(|at| &table.columns()[at].values.data) {
            [Data::I64(votes), Data::Bool(open), Data::I32(states)] => {
                let there = (0..rows).filter(|k| k % 3 != 1);
                for k in there {
                    let half = (k % 2) as i32;
                    assert_eq!((votes[k], i32::from(open[k]), states[k]), (k as i64, 1 - half, half));
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn labels_are_names_by_code_and_outlive_the_set() {
    let table = Table::new(&SCHEMA, &[row(0)], &set(), TableFacts::default()).unwrap();
    let labels = table.labels(&table.columns()[0]).unwrap();
    assert_eq!(labels.len(), 3);
    assert_eq!(labels.get(1), Some(c"a"));
    assert_eq!(labels.get(3), None);
    assert_eq!(table.columns()[0].about.refers, Refers::Item);
    let listed = table.labels(&table.columns()[4]).unwrap();
    assert_eq!((listed.len(), listed.get(1)), (2, Some(c"held")));
    assert!(table.labels(&table.columns()[1]).is_none());
}

#[test]
fn an_unknown_column_is_told_with_the_nearest_one_and_all() {
    let table = Table::new(&SCHEMA, &[row(0)], &set(), TableFacts::default()).unwrap();
    assert_eq!(table.find("estimate"), Ok(1));
    let message = table.find("estimat").unwrap_err().to_string();
    assert!(message.contains("\"estimate\"") && message.contains("verdicts"), "{message}");
}

#[test]
fn schemas_agree_on_types() {
    for column in SCHEMA.columns {
        let kind = match column.cell {
            Cell::F64(_) => Type::F64,
            Cell::I64(_) => Type::I64,
            Cell::Bool(_) => Type::Bool,
            Cell::Code(_) => Type::Code,
            Cell::Flags(_) => Type::Flags,
            Cell::Text(_) => Type::Text,
        };
        assert_eq!(kind, column.about.kind);
    }
}

#[test]
fn a_printed_table_is_aligned_and_says_what_is_missing() {
    let data: Vec<Row> = (0..3).map(row).collect();
    let table = Table::new(&SCHEMA, &data, &set(), TableFacts::default()).unwrap();
    let text = table.print(3, 10);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "item  estimate  comparisons  is_open  state      verdicts  note");
    assert_eq!(lines[1], "b            0            0      yes  estimated  none      seen");
    assert_eq!(lines[2], "-            -            -        -  -          weak      -");
    assert_eq!(lines[3], "c         2.00            2      yes  estimated  opposed   seen");
    assert_eq!(table.print(3, 1).lines().last(), Some("... and 2 more rows"));
    let none = Table::new(&SCHEMA, &data[..0], &set(), TableFacts::default()).unwrap();
    assert_eq!(none.print(3, 10).lines().count(), 1);
}

/// Ranks of items 0, 1, 2, ... of a set; equal ranks keep the order of rows, and a missing one comes last.
#[test]
fn boards_are_printed_best_first() {
    static BOARD: Schema<(usize, f64)> = Schema {
        name: "test_board",
        title: c"A board",
        columns: &[
            SchemaColumn::item(c"item", c"The item.", |r| Some(r.0)),
            SchemaColumn::f64(c"rank", c"rank", c"Its rank.", |r| r.1),
        ],
    };
    let data = [(0, 2.5), (1, f64::NAN), (2, 1.0), (0, 2.5)];
    let table = Table::new(&BOARD, &data, &set(), TableFacts::default()).unwrap();
    let text = table.print(2, 10);
    let items: Vec<&str> = text.lines().skip(1).map(|line| &line[..1]).collect();
    assert_eq!(items, ["c", "b", "b", "a"]);
    assert!(table.print(2, 1).lines().nth(1).is_some_and(|line| line.starts_with('c')));
}
