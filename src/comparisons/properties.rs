//! Properties of sets, over random data.

use super::testing::{any_rows, append, cells_of, counted, set, Form, Row};
use super::{Column, CovariateValues, Key, Kind, Set, Unit};
use crate::error::Error;
use proptest::prelude::*;

const NAMES: Form = Form { names: true, importance: false };
const IDS: Form = Form { names: false, importance: false };

fn merged(parts: &[&Set]) -> Set {
    let mut sum = Set::new();
    parts.iter().for_each(|part| sum.merge(part).unwrap());
    sum
}

/// A covariate of (context, item) that is the same in every set that knows them.
fn with_covariate(mut set: Set) -> Set {
    let pairs: Vec<(String, String)> = (0..set.contexts())
        .flat_map(|context| (0..set.items()).map(move |item| (context, item)))
        .map(|(context, item)| {
            let name = |kind, id| set.name(kind, id).unwrap().to_string();
            (name(Kind::Context, context), name(Kind::Item, item))
        })
        .collect();
    let contexts: Vec<&str> = pairs.iter().map(|(context, _)| context.as_str()).collect();
    let items: Vec<&str> = pairs.iter().map(|(_, item)| item.as_str()).collect();
    let values: Vec<u8> =
        pairs.iter().map(|(context, item)| context.as_bytes()[1] ^ item.as_bytes()[1]).collect();
    if !pairs.is_empty() {
        set.add_covariate(&CovariateValues {
            name: "x",
            length: pairs.len(),
            context: Key { values: Column::Text(&contexts), base: 0 },
            item: Key { values: Column::Text(&items), base: 0 },
            value: Column::U8(&values),
            ..CovariateValues::default()
        })
        .unwrap();
    }
    set
}

proptest! {
    #[test]
    fn cells_are_what_counting_gives(rows in any_rows(false), names: bool, importance: bool) {
        let set = set(&rows, Form { names, importance });
        let mut expected = counted(&rows);
        if !importance {
            expected.values_mut().for_each(|(counts, squares)| *squares = *counts);
        }
        prop_assert_eq!(cells_of(&set), expected);
        let keys: Vec<u128> = (0..set.cells().len()).map(|cell| set.cells().key(cell)).collect();
        prop_assert!(keys.is_sorted_by(|a, b| a < b));
        prop_assert_eq!(set.importance(), importance && !keys.is_empty());
    }

    #[test]
    fn order_of_rows_does_not_matter((rows, mixed) in any_rows(false).prop_flat_map(|rows| {
        (Just(rows.clone()), Just(rows).prop_shuffle())
    }), names: bool) {
        let form = Form { names, importance: false };
        prop_assert_eq!(set(&rows, form).save(), set(&mixed, form).save());
    }

    #[test]
    fn weights_are_repetitions(rows in any_rows(true)) {
        let one_by_one: Vec<Row> = rows.iter().flat_map(|row| {
            let single = Row { weight: 1.0, ..row.clone() };
            std::iter::repeat_n(single, row.weight as usize)
        }).collect();
        let mut repeated = Set::new();
        // Rows of weight zero leave names only.
        append(&mut repeated, &rows.iter().map(|row| Row { weight: 0.0, ..row.clone() }).collect::<Vec<_>>(), NAMES).unwrap();
        append(&mut repeated, &one_by_one, NAMES).unwrap();
        prop_assert_eq!(repeated, set(&rows, NAMES));
    }

    #[test]
    fn shards_merge_to_the_whole_in_any_order(rows in any_rows(true), cuts in (0usize..40, 0usize..40), names: bool) {
        let form = Form { names, importance: false };
        let (one, two) = (cuts.0.min(rows.len()), (cuts.0 + cuts.1).min(rows.len()));
        let dress = |set| if names { with_covariate(set) } else { set };
        let whole = set(&rows, form);
        let [a, b, c] = [&rows[..one], &rows[one..two], &rows[two..]].map(|part| dress(set(part, form)));
        let left = merged(&[&merged(&[&a, &b]), &c]);
        let right = merged(&[&a, &merged(&[&b, &c])]);
        let turned = merged(&[&c, &b, &a]);
        prop_assert_eq!(left.save(), right.save());
        prop_assert_eq!(left.save(), turned.save());
        prop_assert_eq!(cells_of(&left), cells_of(&whole));
        if !names {
            prop_assert_eq!(left.save(), whole.save());
        } else {
            let mut bare = left.clone();
            bare.covariates = whole.covariates.clone();
            prop_assert_eq!(bare.save(), whole.save());
        }
        prop_assert_eq!(merged(&[&Set::new(), &whole]), whole.clone());
        prop_assert_eq!(merged(&[&whole, &Set::new()]), whole);
    }

    #[test]
    fn loading_what_was_saved_is_canonical(rows in any_rows(false), names: bool, importance: bool) {
        let set = set(&rows, Form { names, importance });
        let set = if names { with_covariate(set) } else { set };
        let back = Set::load(&set.save()).unwrap();
        prop_assert_eq!(back.save(), set.save());
        prop_assert_eq!(cells_of(&back), cells_of(&set));
        prop_assert_eq!(Set::load(&back.save()).unwrap(), back.clone());
        if !names {
            prop_assert_eq!(back, set);
        }
    }

    #[test]
    fn a_bad_row_changes_nothing(before in any_rows(true), batch in any_rows(true), bad in 0usize..40, names: bool, fault in 0u8..3) {
        let form = Form { names, importance: false };
        let mut set = set(&before, form);
        let old = set.clone();
        // All rows with the same columns, so that they are one batch.
        let mut batch: Vec<Row> = batch.into_iter().map(|row| Row { context: Some(3), judge: Some(2), ..row }).collect();
        let bad = bad.min(batch.len());
        let row = Row { context: Some(9), judge: Some(8), left: 7, right: 6, code: 1, weight: 1.0 };
        batch.insert(bad, match fault {
            0 => Row { right: 7, ..row },
            1 => Row { code: 6, ..row },
            _ => Row { weight: f64::NAN, ..row },
        });
        let error = append(&mut set, &batch, form).unwrap_err();
        let data = matches!(error, Error::Data { .. });
        prop_assert!(data, "{:?}", error);
        prop_assert_eq!(error.row_number(), Some(bad));
        prop_assert_eq!(set, old);
    }

    #[test]
    fn folds_partition_the_set(rows in any_rows(false), whole: bool, unit in 0usize..4, folds in 2usize..5, seed: u64) {
        let rows: Vec<Row> = rows.into_iter().map(|row| {
            let weight = if whole { row.weight * 4.0 } else { row.weight };
            Row { weight, ..row }
        }).collect();
        let set = set(&rows, IDS);
        let unit = [Unit::Row, Unit::Context, Unit::Pair, Unit::Judge][unit];
        let mut all = Set::new();
        let mut sizes = Vec::new();
        for fold in 0..folds {
            let (rest, held) = set.split(unit, folds, fold, seed).unwrap();
            prop_assert_eq!(&merged(&[&rest, &held]), &set);
            prop_assert_eq!((held.items(), held.judges(), held.contexts()), (set.items(), set.judges(), set.contexts()));
            sizes.push(held.cells().total());
            all.merge(&held).unwrap();
        }
        prop_assert_eq!(&all, &set);
        if whole && unit == Unit::Row {
            let [least, most] = [f64::min, f64::max].map(|pick| sizes.iter().copied().reduce(pick).unwrap());
            prop_assert!(most - least <= 1.0, "{:?}", sizes);
        }
    }

    #[test]
    fn a_resample_has_as_many_units(rows in any_rows(true), seed: u64) {
        let set = set(&rows, NAMES);
        let drawn = set.resample(Unit::Row, seed).unwrap();
        prop_assert_eq!(drawn.cells().total(), set.cells().total());
        prop_assert_eq!(&drawn, &set.resample(Unit::Row, seed).unwrap());
        let known = cells_of(&set);
        for (key, (counts, _)) in cells_of(&drawn) {
            prop_assert!((0..5).all(|c| counts[c] == 0.0 || known[&key].0[c] > 0.0));
        }
    }

    #[test]
    fn keeping_everything_changes_nothing(rows in any_rows(false), names: bool) {
        let set = set(&rows, Form { names, importance: false });
        let all: Vec<usize> = (0..set.items()).rev().collect();
        prop_assert_eq!(&set.filter(Kind::Item, &all).unwrap(), &set);
    }

    #[test]
    fn keeping_some_items_keeps_their_comparisons(rows in any_rows(false), names: bool) {
        let set = set(&rows, Form { names, importance: false });
        let ids: Vec<usize> = (0..set.items()).step_by(2).collect();
        let kept = set.filter(Kind::Item, &ids).unwrap();
        let name = |id: &usize| set.name(Kind::Item, *id).unwrap().to_string();
        prop_assert!((0..kept.items()).map(|id| kept.name(Kind::Item, id).unwrap()).eq(ids.iter().map(name)));
        let number = |id: &usize| {
            let name = name(id);
            name.parse().unwrap_or_else(|_| 9 - name[1..].parse::<u32>().unwrap())
        };
        let numbers: Vec<u32> = ids.iter().map(number).collect();
        let mut expected = cells_of(&set);
        expected.retain(|key, _| numbers.contains(&key[2]) && numbers.contains(&key[3]));
        prop_assert_eq!(cells_of(&kept), expected);
    }
}
