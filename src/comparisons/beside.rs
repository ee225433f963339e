//! Tests of what is beside context, judge, left and right: clusters, comparisons without an order, split judgements.

use super::cells::{canonical, pack, Beside, WHOLE};
use super::{Column, Key, Kind, Rows, Set, Unit, NONE};
use crate::codec::{kept, sealed};
use crate::error::Error;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn names<'a>(values: &'a [&'a str]) -> Key<'a> {
    Key { values: Column::Text(values), base: 0 }
}

fn ids(values: &[u8]) -> Key<'_> {
    Key { values: Column::U8(values), base: 0 }
}

/// Two items of a set with one row of counts for each entry.
fn counted(counts: &[(f64, f64)], weight: f64) -> Set {
    let mut set = Set::new();
    let (wins, losses): (Vec<f64>, Vec<f64>) = counts.iter().copied().unzip();
    set.append(&Rows {
        length: counts.len(),
        left: ids(&vec![0; counts.len()]),
        right: ids(&vec![1; counts.len()]),
        wins: Column::F64(&wins),
        losses: Column::F64(&losses),
        weight: Column::F64(&vec![weight; counts.len()]),
        ..Rows::default()
    })
    .unwrap();
    set
}

/// Of each cell: its counts, and the wins of one judgement where it is split.
fn judgements(set: &Set) -> Vec<(f64, f64, Option<f64>)> {
    let cells = set.cells();
    (0..cells.len())
        .map(|c| (cells.counts[c][0], cells.counts[c][1], cells.shares(c).map(|shares| shares[0])))
        .collect()
}

#[test]
fn what_is_one_judgement() {
    // The table of duel_rows.
    assert_eq!(judgements(&counted(&[(1.0, 0.0)], 1.0)), [(1.0, 0.0, None)]);
    assert_eq!(judgements(&counted(&[(0.5, 0.5)], 1.0)), [(0.5, 0.5, Some(0.5))]);
    assert_eq!(judgements(&counted(&[(0.45, 0.55)], 1.0)), [(0.45, 0.55, Some(0.45))]);
    assert_eq!(judgements(&counted(&[(0.45, 0.55)], 2.0)), [(0.9, 1.1, Some(0.45))]);
    assert_eq!(judgements(&counted(&[(2.0, 1.0)], 1.0)), [(2.0, 1.0, None)]);
    assert_eq!(judgements(&counted(&[(2.5, 1.0)], 1.0)), [(2.5, 1.0, None)]);
    // Counts that somebody weighted are no shares, however small.
    assert_eq!(judgements(&counted(&[(0.3, 0.1)], 1.0)), [(0.3, 0.1, None)]);
    assert_eq!(judgements(&counted(&[(0.7, 0.0)], 1.0)), [(0.7, 0.0, None)]);
    // Shares that were rounded are.
    assert!(counted(&[(0.333333, 0.666667)], 1.0).cells().has_shares());
    // One split judgement among whole ones, and equal ones are one cell.
    let mixed = counted(&[(1.0, 0.0), (0.45, 0.55), (0.0, 1.0), (0.45, 0.55), (0.5, 0.5)], 1.0);
    assert_eq!(judgements(&mixed), [(1.0, 1.0, None), (0.9, 1.1, Some(0.45)), (0.5, 0.5, Some(0.5))]);
    // Written as whole counts or as shares, the sums are the same.
    assert_eq!(mixed.cells().total(), 5.0);
}

#[test]
fn shares_are_drawn_as_a_whole() {
    let set = counted(&[(0.45, 0.55), (0.45, 0.55), (0.45, 0.55), (1.0, 0.0)], 1.0);
    for seed in 0..50 {
        for drawn in [set.resample(Unit::Row, seed).unwrap(), set.split(Unit::Row, 2, 0, seed).unwrap().1] {
            for (wins, losses, share) in judgements(&drawn) {
                let Some(share) = share else { continue };
                let number = wins + losses;
                assert!((number - number.round()).abs() < 1e-12 && (wins - share * number).abs() < 1e-12);
            }
        }
        let (rest, held) = set.split(Unit::Row, 3, 1, seed).unwrap();
        assert!((rest.cells().total() + held.cells().total() - 4.0).abs() < 1e-12);
    }
}

/// a beats b as a row of either order.
fn unordered(left: &str, right: &str, outcome: u8) -> Set {
    let mut set = Set::new();
    set.append(&Rows {
        length: 1,
        left: names(&[left]),
        right: names(&[right]),
        outcome: Column::U8(&[outcome]),
        unordered: true,
        ..Rows::default()
    })
    .unwrap();
    set
}

#[test]
fn without_an_order_either_side_is_the_same() {
    assert_eq!(unordered("a", "b", 1).save(), unordered("b", "a", 2).save());
    assert_ne!(unordered("a", "b", 1).save(), unordered("a", "b", 2).save());
    let mut set = unordered("a", "b", 1);
    set.merge(&unordered("b", "a", 2)).unwrap();
    set.merge(&unordered("b", "a", 1)).unwrap();
    assert_eq!((set.cells().len(), set.cells().counts[0][..2].to_vec()), (1, vec![2.0, 1.0]));
    assert_eq!(set.unordered(), 3.0);
    // The same rows in a column of their own, by names that come in another order.
    let mut mixed = Set::new();
    let rows = Rows {
        length: 4,
        left: names(&["b", "a", "b", "a"]),
        right: names(&["a", "b", "a", "b"]),
        outcome: Column::U8(&[2, 1, 1, 1]),
        ordered: Column::U8(&[0, 0, 0, 1]),
        ..Rows::default()
    };
    mixed.append(&rows).unwrap();
    assert_eq!((mixed.cells().len(), mixed.unordered()), (2, 3.0));
    // A shard with an order and one without.
    let mut ordered = Set::new();
    ordered
        .append(&Rows {
            length: 1,
            left: names(&["a"]),
            right: names(&["b"]),
            outcome: Column::U8(&[1]),
            ..Rows::default()
        })
        .unwrap();
    for (mut one, two) in [(set.clone(), ordered.clone()), (ordered.clone(), set.clone())] {
        one.merge(&two).unwrap();
        assert_eq!(one.save(), mixed.save());
        assert_eq!(Set::load(&one.save()).unwrap().save(), one.save());
    }
    // Filtered sets have other ids.
    let mut three = unordered("z", "a", 1);
    three.merge(&unordered("b", "a", 1)).unwrap();
    let kept: Vec<usize> = ["b", "a"].iter().map(|name| three.find(Kind::Item, name).unwrap()).collect();
    assert_eq!(three.filter(Kind::Item, &kept).unwrap().save(), unordered("b", "a", 1).save());
}

#[test]
fn an_order_is_forgotten() {
    let mut set = Set::new();
    let rows = Rows {
        length: 3,
        left: names(&["a", "b", "a"]),
        right: names(&["b", "a", "b"]),
        judge: names(&["j", "j", "k"]),
        outcome: Column::U8(&[1, 2, 3]),
        ..Rows::default()
    };
    set.append(&rows).unwrap();
    let before = set.clone();
    set.forget_order().unwrap();
    let mut said = Set::new();
    said.append(&Rows { unordered: true, ..rows }).unwrap();
    assert_eq!(set, said);
    assert_eq!((set.cells().len(), before.cells().len(), set.unordered()), (2, 3, 3.0));
    // Once more changes nothing; rows that come later have the order that they say.
    set.forget_order().unwrap();
    assert_eq!(set, said);
    set.append(&rows).unwrap();
    assert_eq!((set.unordered(), set.cells().total()), (3.0, 6.0));
}

#[test]
fn clusters_nest_in_contexts_or_cross_them() {
    let rows = Rows {
        length: 5,
        left: names(&["a"; 5]),
        right: names(&["b"; 5]),
        context: names(&["p", "p", "q", "q", "q"]),
        outcome: Column::U8(&[1, 1, 1, 1, 2]),
        ..Rows::default()
    };
    let codes: [i8; 5] = [0, 0, 0, -1, 1];
    let clusters = super::Coded { codes: Column::I8(&codes), names: &(&["u", "v"][..]) };
    let cluster = Key { values: Column::Coded(&clusters), base: 0 };
    let mut set = Set::new();
    set.append(&Rows { cluster, ..rows }).unwrap();
    assert_eq!((set.clusters(), set.contexts(), set.cells().len()), (2, 2, 4));
    // Clusters u and v, then contexts p and q of those without one.
    let labels = set.cluster_labels();
    let of = |context: u32, loses: bool| -> Vec<u32> {
        let cells = set.cells();
        let some =
            (0..cells.len()).filter(|&c| cells.context[c] == context && (cells.counts[c][1] > 0.0) == loses);
        some.map(|c| labels[c]).collect()
    };
    assert_eq!((of(0, false), of(1, false), of(1, true)), (vec![0], vec![0, 3], vec![1]));
    assert_eq!(set.unit_labels(Unit::Cluster).iter().filter(|label| **label == Some(0)).count(), 2);
    let back = Set::load(&set.save()).unwrap();
    assert_eq!((back.save(), back.find(Kind::Cluster, "v")), (set.save(), Some(1)));
    // A set without clusters is written as ever, and merges with one that has some.
    let mut plain = Set::new();
    plain.append(&rows).unwrap();
    assert_eq!(plain.save()[8], 1);
    assert_eq!(set.save()[8], 2);
    plain.merge(&set).unwrap();
    assert_eq!((plain.cells().total(), plain.clusters()), (10.0, 2));
    // Whom nobody hears goes.
    let error = set.filter(Kind::Cluster, &[0]).unwrap_err();
    assert!(error.to_string().contains("kind is cluster"), "{error}");
}

#[test]
fn what_is_wrong_is_named() {
    let rows = |ordered| Rows {
        length: 2,
        left: names(&["a", "b"]),
        right: names(&["b", "a"]),
        outcome: Column::U8(&[1, 2]),
        ordered,
        ..Rows::default()
    };
    let clusters = |cluster| Rows { cluster, ..rows(Column::Absent) };
    let three = Column::U8(&[1, 2, 3]);
    let cases = [
        (rows(Column::U8(&[1, 2])), Some(1), "ordered is 2; it must be 1"),
        (rows(Column::F64(&[f64::NAN, 1.0])), Some(0), "ordered is NaN"),
        (rows(Column::Text(&["x", "y"])), None, "ordered is a column of text"),
        (Rows { unordered: true, ..rows(Column::U8(&[1, 0])) }, None, "ordered is given, but"),
        (clusters(names(&["", "x"])), Some(0), "cluster: a name is empty"),
        (clusters(Key { values: Column::F64(&[0.0; 2]), base: 0 }), None, "cluster is a column of reals"),
        (clusters(Key { values: three, base: 0 }), None, "cluster has 3 values, not 2"),
        (clusters(Key { values: Column::I8(&[0, -3]), base: 0 }), Some(1), "cluster is -3"),
        (Rows { right: names(&["b", "b"]), ..rows(Column::U8(&[1, 0])) }, Some(1), "left and right are both"),
        (Rows { outcome: Column::U8(&[1, 9]), ..rows(Column::U8(&[1, 0])) }, Some(1), "outcome is 9"),
    ];
    for (bad, row, part) in cases {
        let mut set = unordered("a", "b", 1);
        let before = set.clone();
        let error = set.append(&bad).unwrap_err();
        assert!(error.row_number() == row && error.to_string().contains(part), "{error} ({part})");
        assert_eq!(set, before);
    }
}

/// A set with everything in it.
fn small(importance: bool) -> Set {
    let mut set = unordered("zebra", "ape", 1);
    if importance {
        set = Set::new();
    }
    set.append(&Rows {
        length: 4,
        left: names(&["zebra", "ape", "zebra", "newt"]),
        right: names(&["ape", "newt", "newt", "ape"]),
        judge: names(&["k", "j", "k", "k"]),
        context: names(&["q", "p", "q", "q"]),
        cluster: names(&["v", "u", "u", "u"]),
        ordered: Column::U8(&[1, 0, 1, 0]),
        wins: Column::F64(&[0.25, 1.0, 0.5, 0.25]),
        losses: Column::F64(&[0.75, 2.0, 0.0, 0.5]),
        both_bad: Column::F64(&[0.0, 0.0, 0.5, 0.25]),
        weight: Column::F64(&[1.0, 2.0, 3.0, 0.5]),
        importance,
        ..Rows::default()
    })
    .unwrap();
    set
}

/// Answers with grades, an order here and there, and one without a grade.
fn graded() -> Set {
    let mut set = unordered("ape", "newt", 1);
    let rows = Rows {
        length: 4,
        left: names(&["zebra", "ape", "zebra", "newt"]),
        right: names(&["ape", "newt", "newt", "ape"]),
        ordered: Column::U8(&[1, 0, 1, 0]),
        grade: Column::I8(&[2, -1, 0, 5]),
        ..Rows::default()
    };
    set.append(&rows).unwrap();
    set
}

#[test]
fn grades_are_the_same_from_either_side() {
    let of = |left, right, grade| {
        let rows = Rows {
            length: 1,
            left: names(left),
            right: names(right),
            grade: Column::I8(grade),
            unordered: true,
            ..Rows::default()
        };
        let mut set = Set::new();
        set.append(&rows).unwrap();
        set
    };
    let set = of(&["a"], &["b"], &[2]);
    assert_eq!(set.save(), of(&["b"], &["a"], &[-2]).save());
    assert_ne!(set.save(), of(&["a"], &["b"], &[-2]).save());
    assert_ne!(set.save(), of(&["a"], &["b"], &[1]).save());
    // A grade is a part of the key: others are cells of their own, and come back.
    let graded = graded();
    let cells = graded.cells();
    let mut grades: Vec<Option<usize>> = (0..cells.len()).map(|cell| cells.grade(cell)).collect();
    grades.sort_unstable();
    assert_eq!(grades, [None, Some(0), Some(1), Some(2), Some(5)]);
    assert_eq!(Set::load(&graded.save()).unwrap().save(), graded.save());
}

#[test]
fn bytes_of_version_2_come_back() {
    for (name, importance) in [("beside.duel", false), ("beside_weights.duel", true)] {
        let set = small(importance);
        let bytes = set.save();
        assert_eq!(kept(name, &bytes), bytes, "{name}");
        let back = Set::load(&bytes).unwrap();
        assert_eq!(back.save(), bytes);
        assert_eq!(Set::load(&back.save()).unwrap(), back);
        assert_eq!((back.unordered(), back.clusters()), (set.unordered(), 2));
        for length in 0..bytes.len() {
            assert!(matches!(Set::load(&bytes[..length]), Err(Error::Format(_))), "{length}");
        }
    }
}

/// Behind a right checksum, any change gives an error or a set that saves to the same bytes.
#[test]
fn forged_bytes_are_refused_or_canonical() {
    for set in [small(false), small(true), graded()] {
        let bytes = set.save();
        let mut accepted = 0;
        for place in 8..bytes.len() - 4 {
            for value in [0, 1, 2, 3, 5, 0x1f, 0x20, 0x3f, 0x7f, 0x80, 0xf0, 0xff] {
                let mut forged = bytes[..bytes.len() - 4].to_vec();
                forged[place] = value;
                let forged = sealed(forged);
                match Set::load(&forged) {
                    Ok(set) => {
                        accepted += 1;
                        assert_eq!(set.save(), forged, "byte {place} set to {value}");
                    }
                    Err(error) => assert!(matches!(error, Error::Format(_)), "{error}"),
                }
            }
        }
        assert!(accepted > 50, "{accepted}");
    }
}

#[test]
fn a_block_of_another_kind_is_named() {
    let mut bytes = small(false).save();
    let end = bytes.len() - 4;
    // The kind follows the number of blocks, one; behind it are the length and the number of cells.
    let cells = small(false).cells().len() as u8;
    let is_block = |at: &usize| {
        bytes[*at..].starts_with(&[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]) && bytes[at + 20] == cells
    };
    let place = (24..end - 24).find(is_block).unwrap();
    bytes[place + 8] = 7;
    let error = Set::load(&sealed(bytes[..end].to_vec())).unwrap_err();
    assert!(error.to_string().contains("kind 7"), "{error}");
}

/// A row: context, judge, cluster, left, step to the right, whether it has an order, outcome.
type Random = (Option<u8>, Option<u8>, Option<u8>, u8, u8, bool, u8);

fn append(set: &mut Set, rows: &[Random]) {
    let letter = |letter: char, id: u8| format!("{letter}{}", 9 - id);
    let right = |row: &Random| (row.3 + row.4) % 5;
    let known = |of: fn(&Random) -> Option<u8>, l: char| -> Vec<Option<String>> {
        rows.iter().map(|row| of(row).map(|id| letter(l, id))).collect()
    };
    let [contexts, judges, clusters] =
        [known(|r| r.0, 'c'), known(|r| r.1, 'j'), known(|r| r.2, 'u')].map(Missing);
    let items: [Vec<String>; 2] = [
        rows.iter().map(|row| letter('i', row.3)).collect(),
        rows.iter().map(|row| letter('i', right(row))).collect(),
    ];
    let [lefts, rights] = items.each_ref().map(|n| n.iter().map(String::as_str).collect::<Vec<_>>());
    let ordered: Vec<u8> = rows.iter().map(|row| u8::from(row.5)).collect();
    let outcome: Vec<u8> = rows.iter().map(|row| row.6).collect();
    set.append(&Rows {
        length: rows.len(),
        left: names(&lefts),
        right: names(&rights),
        judge: Key { values: Column::Names(&judges), base: 0 },
        context: Key { values: Column::Names(&contexts), base: 0 },
        cluster: Key { values: Column::Names(&clusters), base: 0 },
        ordered: Column::U8(&ordered),
        outcome: Column::U8(&outcome),
        ..Rows::default()
    })
    .unwrap();
}

#[derive(Debug)]
struct Missing(Vec<Option<String>>);

impl super::Texts for Missing {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        self.0[number].as_ref().map(String::as_bytes)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Cells are what counting by keys in the plainest way gives; shards in any order save to the same bytes.
    #[test]
    fn cells_are_counted_and_merged(
        rows in prop::collection::vec(
            (prop::option::of(0u8..3), prop::option::of(0u8..3), prop::option::of(0u8..3), 0u8..5, 1u8..5, any::<bool>(), 1u8..=5),
            1..60,
        ),
        cut in 0usize..60,
    ) {
        let mut set = Set::new();
        append(&mut set, &rows);
        let mut expected: BTreeMap<(u128, Beside), [f64; 5]> = BTreeMap::new();
        for row in &rows {
            let find = |kind, letter: char, id: Option<u8>| {
                id.map_or(NONE, |id| set.find(kind, &format!("{letter}{}", 9 - id)).unwrap() as u32)
            };
            let item = |id| find(Kind::Item, 'i', Some(id));
            let [left, right] = [item(row.3), item((row.3 + row.4) % 5)];
            let key = pack(find(Kind::Context, 'c', row.0), find(Kind::Judge, 'j', row.1), left, right);
            let beside = Beside { cluster: find(Kind::Cluster, 'u', row.2), unordered: !row.5, shares: WHOLE, ..Beside::default() };
            let mut counts = [0.0; 5];
            counts[row.6 as usize - 1] = 1.0;
            let (key, counts, _) = canonical(((key, beside), counts, None));
            expected.entry(key).or_default().iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let cells = set.cells();
        let found: BTreeMap<_, _> = (0..cells.len()).map(|c| (cells.whole_key(c), cells.counts[c])).collect();
        prop_assert_eq!(&found, &expected);
        prop_assert!((1..cells.len()).all(|c| cells.whole_key(c - 1) < cells.whole_key(c)));
        let (one, two) = rows.split_at(cut.min(rows.len()));
        for shards in [[one, two], [two, one]] {
            let mut sum = Set::new();
            for shard in shards.into_iter().filter(|shard| !shard.is_empty()) {
                let mut part = Set::new();
                append(&mut part, shard);
                sum.merge(&part).unwrap();
            }
            prop_assert_eq!(sum.save(), set.save());
        }
        let back = Set::load(&set.save()).unwrap();
        prop_assert_eq!(back.save(), set.save());
    }
}
