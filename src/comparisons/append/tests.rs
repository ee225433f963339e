//! Tests of appending.

use super::*;
use crate::comparisons::decode::BLOCK;
use crate::comparisons::testing::{cells_of, counted, Row};
use crate::comparisons::Column;
use crate::comparisons::{Coded, Key, Place, Texts, NONE};
use crate::random::Random;

fn ids(values: Column) -> Key {
    Key { values, base: 0 }
}

/// Rows with items below `items`, judges below `judges`.
fn random_rows(count: usize, items: u64, judges: u64) -> Vec<Row> {
    let mut random = Random::new(3, 0);
    let row = |_| {
        let left = random.below(items) as u8;
        let right = (u64::from(left) + 1 + random.below(items - 1)) % items;
        let judge = (judges > 0).then(|| random.below(judges) as u8);
        let code = 1 + random.below(5) as u8;
        Row { context: None, judge, left, right: right as u8, code, weight: 1.0 }
    };
    (0..count).map(row).collect()
}

/// One column of rows, converted.
fn column<T>(rows: &[Row], value: impl Fn(&Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

#[test]
fn every_type_of_column_gives_the_same_cells() {
    let rows = random_rows(300, 20, 0);
    let expected = counted(&rows);
    macro_rules! check {
        ($variant:ident, $type:ty, $base:expr) => {
            let shift = |id: u8| (i64::from(id) + $base) as $type;
            let (left, right) = (column(&rows, |row| shift(row.left)), column(&rows, |row| shift(row.right)));
            let codes = column(&rows, |row| row.code as $type);
            let mut set = Set::new();
            set.append(&Rows {
                length: rows.len(),
                left: Key { values: Column::$variant(&left), base: $base },
                right: Key { values: Column::$variant(&right), base: $base },
                outcome: Column::$variant(&codes),
                ..Rows::default()
            })
            .unwrap();
            let counts: Vec<_> = expected.values().map(|(counts, _)| *counts).collect();
            assert_eq!(set.cells().counts, counts, stringify!($variant));
            assert_eq!((set.items(), set.judges(), set.has_anonymous_judge()), (20, 0, true));
            assert_eq!(
                cells_of(&set).into_keys().collect::<Vec<_>>(),
                expected.keys().copied().collect::<Vec<_>>()
            );
        };
    }
    check!(I8, i8, -100);
    check!(U8, u8, 1);
    check!(I16, i16, -1);
    check!(U16, u16, 1000);
    check!(I32, i32, i64::from(i32::MIN));
    check!(U32, u32, 0);
    check!(U32, u32, 4_000_000_000);
    check!(I64, i64, i64::MIN);
    check!(I64, i64, i64::MAX - 30);
    check!(U64, u64, 1);
}

#[test]
fn an_id_that_declares_billions_is_refused_with_its_row() {
    let mut set = Set::new();
    let far = [0u32, 4_000_000_000, 1];
    let near = Column::U32(&[1, 0, 2]);
    let rows = |left, judge| Rows {
        length: 3,
        left: ids(left),
        right: ids(near),
        judge: ids(judge),
        outcome: Column::U8(&[1, 1, 1]),
        ..Rows::default()
    };
    let of_items = rows(Column::U32(&far), Column::Absent);
    let of_judges = rows(Column::U32(&[0, 1, 0]), Column::U32(&far));
    for (rows, column) in [(of_items, "left"), (of_judges, "judge")] {
        let error = set.append(&rows).unwrap_err();
        assert_eq!(error.row_number(), Some(1), "{error}");
        assert!(error.to_string().contains(&format!("{column} is 4000000000")), "{error}");
        assert!(set.cells().is_empty() && set.items() == 0 && set.judges() == 0);
    }
    let most = crate::comparisons::tally::most_ids(1) as u32;
    let one = |left: &[u32; 1]| {
        let left = ids(Column::U32(left));
        let rows = Rows {
            length: 1,
            left,
            right: ids(Column::U32(&[0])),
            outcome: Column::U8(&[1]),
            ..Rows::default()
        };
        Set::new().append(&rows)
    };
    assert!(one(&[most - 1]).is_ok() && one(&[most]).is_err());
}

#[test]
fn scores_are_outcomes() {
    let mut set = Set::new();
    let row = |score| Rows {
        length: 3,
        left: ids(Column::U8(&[0, 0, 0])),
        right: ids(Column::U8(&[1, 1, 1])),
        score,
        ..Rows::default()
    };
    set.append(&row(Column::F64(&[1.0, 0.5, 0.0]))).unwrap();
    set.append(&row(Column::I32(&[1, 1, 0]))).unwrap();
    assert_eq!(set.cells().counts, [[3.0, 2.0, 1.0, 0.0, 0.0]]);
    assert_eq!(set.append(&row(Column::U8(&[1, 1, 2]))).unwrap_err().row_number(), Some(2));
}

#[test]
fn counts_stand_for_many_comparisons() {
    let rows = Rows {
        length: 2,
        left: ids(Column::Text(&["a", "b"])),
        right: ids(Column::Text(&["b", "a"])),
        wins: Column::I64(&[3, 0]),
        losses: Column::F64(&[1.0, -0.0]),
        both_bad: Column::F64(&[-0.0, 0.0]),
        weight: Column::F64(&[0.5, 1.0]),
        importance: true,
        ..Rows::default()
    };
    let mut set = Set::new();
    set.append(&rows).unwrap();
    // The second row counts nothing, and no zero is negative.
    assert!(set.cells().counts.iter().flatten().all(|count| count.is_sign_positive()));
    assert_eq!(set.cells().counts, [[1.5, 0.5, 0.0, 0.0, 0.0]]);
    assert_eq!(set.cells().squares, [[0.75, 0.25, 0.0, 0.0, 0.0]]);
    set.append(&Rows { ties: Column::U8(&[0, 4]), ..rows }).unwrap();
    assert_eq!(set.cells().counts, [[3.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0, 0.0]]);
}

/// Names that say where they are, as dictionaries of Arrow do.
#[derive(Debug)]
struct Placed<'a>(&'a [&'a str], usize);

impl Texts for Placed<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        Some(self.0[number].as_bytes())
    }

    fn place(&self) -> Option<Place> {
        Some([self.1, self.0.len(), 0, 0, 0])
    }
}

#[test]
fn batches_are_counted_as_one_whether_their_names_stay_or_change() {
    let first = ["a", "b", "c", "d"];
    let other = ["d", "c", "b", "a"];
    let mut random = Random::new(5, 0);
    let codes: Vec<u8> = (0..9 * BLOCK).map(|_| random.below(4) as u8).collect();
    let next: Vec<u8> = codes.iter().map(|code| (code + 1) % 4).collect();
    let outcome: Vec<u8> = codes.iter().map(|_| 1 + random.below(5) as u8).collect();
    let contexts: Vec<u32> = codes.iter().map(|_| random.below(50) as u32).collect();
    // Which names a batch has, and where: the same place is the same names.
    let batches = [(&first, 1), (&first, 1), (&other, 2), (&other, 2), (&other, 3), (&first, 1), (&first, 4)];
    for with_contexts in [false, true] {
        let (mut whole, mut parts) = (Set::new(), Set::new());
        parts
            .append_all(|appender| {
                for (number, (names, place)) in batches.iter().enumerate() {
                    let rows = number * BLOCK..(number + 1 + number % 2) * BLOCK;
                    let texts = Placed(&names[..], *place);
                    let left = Coded { codes: Column::U8(&codes[rows.clone()]), names: &texts };
                    let right = Coded { codes: Column::U8(&next[rows.clone()]), names: &texts };
                    let context = ids(Column::U32(&contexts[rows.clone()]));
                    let batch = Rows {
                        length: rows.len(),
                        left: ids(Column::Coded(&left)),
                        right: ids(Column::Coded(&right)),
                        context: if with_contexts && number != 4 { context } else { Key::default() },
                        outcome: Column::U8(&outcome[rows.clone()]),
                        ..Rows::default()
                    };
                    appender.append(&batch)?;
                    let plain =
                        |codes: &[u8]| codes.iter().map(|&code| names[usize::from(code)]).collect::<Vec<_>>();
                    let (left, right) = (plain(&codes[rows.clone()]), plain(&next[rows]));
                    let texts = |names| ids(Column::Text(names));
                    whole.append(&Rows { left: texts(&left), right: texts(&right), ..batch })?;
                }
                Ok(())
            })
            .unwrap();
        assert_eq!(parts, whole);
    }
}

#[test]
fn tables_and_sorting_agree() {
    // Many blocks; ids that grow with the rows; rows that come by the emptying of the table.
    type Order = fn(&Row) -> u8;
    let by_left: Order = |row| row.left / 4;
    let by_right: Order = |row| row.right / 4;
    let by_both: Order = |row| row.left.max(row.right) / 4;
    let by_judge: Order = |row| row.judge.unwrap_or(0);
    let cases = [
        (3, 0, by_left),
        (60, 0, by_left),
        (250, 0, by_right),
        (60, 0, by_both),
        (20, 9, by_right),
        (20, 9, by_judge),
    ];
    for (items, judges, order) in cases {
        let mut rows = random_rows(12 * BLOCK + 5, items, judges);
        rows.sort_by_key(order);
        let expected = counted(&rows);
        let left = column(&rows, |row| row.left);
        let right = column(&rows, |row| row.right);
        let judge = column(&rows, |row| row.judge.unwrap_or(0));
        let context = vec![0u8; rows.len()];
        let ones = vec![1.0; rows.len()];
        let codes = column(&rows, |row| row.code);
        let plain = Rows {
            length: rows.len(),
            left: ids(Column::U8(&left)),
            right: ids(Column::U8(&right)),
            judge: if judges > 0 { ids(Column::U8(&judge)) } else { Key::default() },
            outcome: Column::U8(&codes),
            ..Rows::default()
        };
        let weighted = Rows { weight: Column::F64(&ones), ..plain };
        let in_context = Rows { context: ids(Column::U8(&context)), ..weighted };
        for (number, rows) in [plain, weighted, in_context].iter().enumerate() {
            let mut set = Set::new();
            set.append(rows).unwrap();
            assert_eq!(set.items(), items as usize);
            let mut cells = cells_of(&set);
            if number == 2 {
                cells = cells.into_iter().map(|([_, j, l, r], cell)| ([NONE, j, l, r], cell)).collect();
            }
            assert_eq!(cells.len(), expected.len());
            assert!(cells.iter().all(|(key, (counts, _))| expected[key].0 == *counts), "{number}");
        }
    }
}

#[test]
fn ids_too_large_for_a_table_are_sorted_instead() {
    // From the first row on, from some row on, and beyond what fits into one word.
    for far in [0, BLOCK + 7] {
        for (large, judge) in [(50_000u32, 5u32), (16_777_214, 16_777_214)] {
            let length = 2 * BLOCK;
            let left: Vec<u32> = (0..length as u32).map(|row| row % 7).collect();
            let right: Vec<u32> = (0..length).map(|row| if row < far { 8 } else { large }).collect();
            let judges: Vec<u32> =
                (0..length).map(|row| if row < far || row % 2 == 0 { 1 } else { judge }).collect();
            let codes = vec![2u8; length];
            let weights: Vec<f64> = (0..length).map(|row| if row < far { 1.0 } else { 2.0 }).collect();
            let rows = Rows {
                length,
                left: ids(Column::U32(&left)),
                right: ids(Column::U32(&right)),
                judge: ids(Column::U32(&judges)),
                outcome: Column::U8(&codes),
                ..Rows::default()
            };
            for (rows, weight) in [(rows, 1.0), (Rows { weight: Column::F64(&weights), ..rows }, 2.0)] {
                let mut set = Set::new();
                set.append(&rows).unwrap();
                let cells = set.cells();
                assert_eq!((set.items(), set.judges()), (large as usize + 1, judge as usize + 1));
                assert_eq!(cells.len(), if far > 0 { 21 } else { 14 });
                assert_eq!(cells.total(), far as f64 + weight * (length - far) as f64);
                assert!((1..cells.len()).all(|cell| cells.key(cell - 1) < cells.key(cell)));
                assert_eq!(cells.judge.iter().filter(|&&other| other == judge).count(), 7);
            }
        }
    }
}

#[test]
fn a_row_of_weight_zero_leaves_its_names() {
    for context in [Column::Absent, Column::U8(&[6, 0])] {
        let mut set = Set::new();
        set.append(&Rows {
            length: 2,
            left: ids(Column::U8(&[9, 0])),
            right: ids(Column::U8(&[0, 1])),
            context: ids(context),
            outcome: Column::U8(&[1, 1]),
            weight: Column::F64(&[0.0, 2.0]),
            ..Rows::default()
        })
        .unwrap();
        assert_eq!((set.items(), set.cells().len()), (10, 1));
        assert_eq!(set.contexts(), if context.is_present() { 7 } else { 0 });
    }
}

#[test]
fn names_get_ids_in_the_order_of_rows() {
    let mut set = Set::new();
    set.append(&Rows {
        length: 2,
        left: ids(Column::Text(&["d", "b"])),
        right: ids(Column::Text(&["c", "a"])),
        outcome: Column::U8(&[1, 1]),
        ..Rows::default()
    })
    .unwrap();
    let names: Vec<&str> = (0..4).map(|id| set.name(Kind::Item, id).unwrap()).collect();
    assert_eq!(names, ["d", "c", "b", "a"]);
}

#[test]
fn kinds_of_weights_do_not_mix() {
    let row = |importance| Rows {
        length: 1,
        left: ids(Column::U8(&[0])),
        right: ids(Column::U8(&[1])),
        outcome: Column::U8(&[1]),
        importance,
        ..Rows::default()
    };
    for first in [false, true] {
        let mut set = Set::new();
        set.append(&row(first)).unwrap();
        let old = set.clone();
        assert_eq!(set.append(&row(!first)).unwrap_err().code(), 3);
        assert_eq!(set, old);
        assert_eq!(set.importance(), first);
    }
}

#[test]
fn a_copy_does_not_see_later_rows() {
    let row = Rows {
        length: 1,
        left: ids(Column::Text(&["a"])),
        right: ids(Column::Text(&["b"])),
        outcome: Column::U8(&[1]),
        ..Rows::default()
    };
    let mut set = Set::new();
    set.append(&row).unwrap();
    let copy = set.clone();
    set.append(&Rows { left: ids(Column::Text(&["c"])), ..row }).unwrap();
    assert_eq!((copy.items(), copy.cells().len()), (2, 1));
    assert_eq!((set.items(), set.cells().len()), (3, 2));
}

#[test]
fn names_that_have_codes_are_known_when_a_row_mentions_them() {
    let (left, right, judges) = (["unused", "b", "a"], ["c", "a"], ["x", "", "y"]);
    let (left, right, judges) = (&left[..], &right[..], &judges[..]);
    let left = Coded { codes: Column::I16(&[1, 2, 1]), names: &left };
    let beyond = Coded { codes: Column::U8(&[0, 2, 0]), names: &right };
    let right = Coded { codes: Column::U8(&[1, 1, 2]), names: &right };
    let judge = Coded { codes: Column::I64(&[2, -1, 0]), names: &judges };
    let rows = Rows {
        length: 3,
        left: ids(Column::Coded(&left)),
        right: Key { values: Column::Coded(&right), base: 1 },
        judge: ids(Column::Coded(&judge)),
        outcome: Column::U8(&[1, 2, 1]),
        ..Rows::default()
    };
    let mut set = Set::new();
    set.append(&rows).unwrap();
    let names = |kind, count| (0..count).map(|id| set.name(kind, id).unwrap()).collect::<Vec<_>>();
    assert_eq!(names(Kind::Item, set.items()), ["b", "c", "a"]);
    assert_eq!(names(Kind::Judge, set.judges()), ["y", "x"]);
    assert!(set.has_anonymous_judge());
    let cells = set.cells();
    assert_eq!(
        (&cells.left[..], &cells.right[..], &cells.judge[..]),
        (&[0, 0, 2][..], &[1, 2, 1][..], &[0, 1, NONE][..])
    );
    // Wrong names are reported with their row; unused names may be anything.
    let old = set.clone();
    let wrong = Coded { codes: Column::I8(&[0, 1, 2]), names: &judges };
    for (rows, row, part) in [
        (Rows { judge: ids(Column::Coded(&wrong)), ..rows }, 1, "judge: a name is empty"),
        (
            Rows { right: ids(Column::Coded(&beyond)), ..rows },
            1,
            "right: 2 is the code of no name; there are 2, from 0",
        ),
        (Rows { left: ids(Column::Coded(&judge)), ..rows }, 1, "left: the name is missing"),
    ] {
        let error = set.append(&rows).unwrap_err();
        assert_eq!((error.code(), error.row_number()), (4, Some(row)), "{error}");
        assert!(error.to_string().contains(part), "{error}");
        assert_eq!(set, old);
    }
    let reals = Coded { codes: Column::F64(&[0.0; 3]), names: &judges };
    assert_eq!(set.append(&Rows { judge: ids(Column::Coded(&reals)), ..rows }).unwrap_err().code(), 2);
}

#[test]
fn judges_and_contexts_may_be_missing_in_some_rows() {
    let rows = Rows {
        length: 4,
        left: ids(Column::U8(&[0, 0, 1, 0])),
        right: ids(Column::U8(&[1, 1, 0, 1])),
        judge: ids(Column::I32(&[1, -1, 0, -1])),
        outcome: Column::U8(&[1, 1, 1, 2]),
        ..Rows::default()
    };
    let with = |context: Column, weight| {
        let mut set = Set::new();
        let context = Key { values: context, base: 0 };
        set.append(&Rows { context, weight, ..rows }).map(|()| set)
    };
    // Without contexts in a table, with them by sorting: the anonymous judge is last among cells.
    let ones = [1.0; 4];
    for weight in [Column::Absent, Column::F64(&ones)] {
        let set = with(Column::Absent, weight).unwrap();
        assert_eq!(set.cells().judge, [0, 1, NONE]);
        assert_eq!(set.cells().counts[2], [1.0, 1.0, 0.0, 0.0, 0.0]);
        let set = with(Column::I16(&[-1, 5, -1, -1]), weight).unwrap();
        assert_eq!((set.contexts(), set.judges()), (6, 2));
        assert_eq!(set.cells().context, [5, NONE, NONE, NONE]);
        assert_eq!(set.cells().judge, [NONE, 0, 1, NONE]);
        let none = with(Column::I16(&[-1; 4]), weight).unwrap();
        assert_eq!(none, with(Column::Absent, weight).unwrap());
    }
    // Ids that do not fit into words are sorted in another way.
    let far = with(Column::I64(&[16_000_000, -1, 0, -1]), Column::Absent).unwrap();
    assert_eq!(far.cells().context, [0, 16_000_000, NONE]);
    // Only -1 is nobody, and only where ids do not count from below it.
    assert_eq!(with(Column::I16(&[0, -2, 0, 0]), Column::Absent).unwrap_err().row_number(), Some(1));
    assert_eq!(with(Column::U32(&[0, 0, u32::MAX, 0]), Column::Absent).unwrap_err().row_number(), Some(2));
    let below = Rows { judge: Key { values: Column::I8(&[-1, -2, -1, -2]), base: -2 }, ..rows };
    let mut set = Set::new();
    set.append(&below).unwrap();
    assert!(set.judges() == 2 && !set.has_anonymous_judge());
}

#[test]
fn batches_are_one_append() {
    let rows = random_rows(6 * BLOCK, 40, 3);
    let (left, right) = (column(&rows, |row| row.left), column(&rows, |row| row.right));
    let judge = column(&rows, |row| row.judge.map_or(-1, |judge| judge as i8 - 1));
    let context: Vec<i32> = (0..rows.len() as i32).map(|row| row * 7 % 1000 - 1).collect();
    let codes = column(&rows, |row| row.code);
    let halves = column(&rows, |row| f64::from(row.code) / 2.0);
    let part = |from: usize, to: usize, has_contexts: bool, has_weights: bool| Rows {
        length: to - from,
        left: ids(Column::U8(&left[from..to])),
        right: ids(Column::U8(&right[from..to])),
        judge: ids(Column::I8(&judge[from..to])),
        context: ids(if has_contexts { Column::I32(&context[from..to]) } else { Column::Absent }),
        outcome: Column::U8(&codes[from..to]),
        weight: if has_weights { Column::F64(&halves[from..to]) } else { Column::Absent },
        ..Rows::default()
    };
    for (has_contexts, has_weights) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut whole = Set::new();
        whole.append(&part(0, rows.len(), has_contexts, has_weights)).unwrap();
        for size in [1, 100, 3 * BLOCK + 1] {
            let length = if size == 1 { 500 } else { rows.len() };
            let mut set = Set::new();
            let feed = |appender: &mut Appender| {
                (0..length).step_by(size).try_for_each(|from| {
                    appender.append(&part(from, (from + size).min(length), has_contexts, has_weights))
                })
            };
            set.append_all(feed).unwrap();
            let mut expected = Set::new();
            expected.append(&part(0, length, has_contexts, has_weights)).unwrap();
            assert!(set == expected, "{has_contexts} {has_weights} {size}");
            // A bad row in the last batch leaves nothing behind, and is counted from the first one.
            let bad = Rows { right: ids(Column::U8(&left[..7])), ..part(0, 7, has_contexts, has_weights) };
            let error = set.append_all(|appender| feed(appender).and_then(|()| appender.append(&bad)));
            assert_eq!(error.unwrap_err().row_number(), Some(length));
            assert_eq!(set, expected);
        }
    }
    let mut set = Set::new();
    let named = |names| Rows {
        left: ids(Column::Text(names)),
        right: ids(Column::Text(&["b"])),
        ..part(0, 1, false, false)
    };
    let error = set.append_all(|appender| {
        appender.append(&named(&["a"]))?;
        appender.append(&named(&[""]))
    });
    assert!(error.unwrap_err().row_number() == Some(1) && set == Set::new());
    // An id that is too large is found in the batch that has it.
    let far = Rows { left: ids(Column::U32(&[20_000_000])), length: 1, ..part(0, 1, false, false) };
    let error = set.append_all(|appender| {
        appender.append(&part(0, 9, false, false))?;
        appender.append(&far)?;
        appender.append(&part(0, 9, false, false))
    });
    let error = error.unwrap_err();
    assert!(error.row_number() == Some(9) && error.to_string().contains("left is 20000000"), "{error}");
    assert_eq!(set, Set::new());
}

/// Nanoseconds a row, to be run by hand in a release build.
#[test]
#[ignore = "prints times"]
fn time_of_two_million_rows() {
    let length = 2_000_000;
    let rows = random_rows(length, 200, 20);
    let left = column(&rows, |row| u32::from(row.left));
    let right = column(&rows, |row| u32::from(row.right));
    let judge = column(&rows, |row| row.judge.unwrap_or(0));
    let context: Vec<u32> = (0..length as u32).map(|row| row % 100_003).collect();
    let codes = column(&rows, |row| row.code.min(3));
    let scores = column(&rows, |row| [1.0, 0.0, 0.5][usize::from(row.code.min(3)) - 1]);
    let weights = vec![0.5; length];
    let names: Vec<String> = (0..200).map(|id| format!("model-number-{id}")).collect();
    let left_names = column(&rows, |row| names[usize::from(row.left)].as_str());
    let right_names = column(&rows, |row| names[usize::from(row.right)].as_str());
    let plain = Rows {
        length,
        left: ids(Column::U32(&left)),
        right: ids(Column::U32(&right)),
        outcome: Column::U8(&codes),
        ..Rows::default()
    };
    let text = Rows { left: ids(Column::Text(&left_names)), right: ids(Column::Text(&right_names)), ..plain };
    let cases = [
        ("ids and codes", plain),
        ("ids and scores", Rows { outcome: Column::Absent, score: Column::F64(&scores), ..plain }),
        ("names and codes", text),
        ("with judges", Rows { judge: ids(Column::U8(&judge)), ..plain }),
        ("with weights", Rows { weight: Column::F64(&weights), ..plain }),
        ("with contexts", Rows { context: ids(Column::U32(&context)), ..plain }),
    ];
    for (name, rows) in cases {
        let times = (0..7).map(|_| {
            let start = std::time::Instant::now();
            Set::new().append(&rows).unwrap();
            start.elapsed().as_nanos() as f64 / length as f64
        });
        println!("{name}: {:.2} ns a row", times.fold(f64::INFINITY, f64::min));
    }
}

/// Sums are refused at the row where they overflow, also past the rows that are summed together; weights count with the
/// numbers that they multiply.
#[test]
fn sums_that_overflow_are_refused_at_their_row() {
    let length = 600;
    let (left, right) = (vec![0u32; length], vec![1u32; length]);
    let append = |wins: &[f64], losses: &[f64], weight: Option<&[f64]>, importance: bool| {
        let mut set = Set::new();
        let rows = Rows {
            length,
            left: ids(Column::U32(&left)),
            right: ids(Column::U32(&right)),
            wins: Column::F64(wins),
            losses: Column::F64(losses),
            weight: weight.map_or(Column::Absent, Column::F64),
            importance,
            ..Rows::default()
        };
        let appended = set.append(&rows);
        assert_eq!(set.cells().left.is_empty(), appended.is_err());
        appended
    };
    let at = |row: usize, value: f64| {
        let mut values = vec![1.0; length];
        values[row] = value;
        values
    };
    let refused = |result: Result<()>| {
        let error = result.unwrap_err();
        (error.row_number(), error.to_string())
    };
    for row in [0, 255, 256, 599] {
        let (place, text) = refused(append(&at(row, 1.5e308), &at(row, 1.5e308), None, false));
        assert_eq!(place, Some(row), "{text}");
        assert!(text.contains("1.5e308") && text.contains("comparisons"), "{text}");
    }
    let (mut wins, ones) = (at(3, 1e308), vec![1.0; length]);
    wins[300] = 1e308;
    assert_eq!(refused(append(&wins, &ones, None, false)).0, Some(300));
    // Of weights that make them small, sums are small.
    for weight in [0.0, 1e-300] {
        append(&at(7, 1.5e308), &at(7, 1.5e308), Some(&at(7, weight)), true).unwrap();
    }
    let (place, text) = refused(append(&ones, &ones, Some(&at(400, 1e200)), true));
    assert_eq!(place, Some(400));
    assert!(text.contains("squared weights"), "{text}");
}
