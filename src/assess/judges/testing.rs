//! For tests: sets from rows of context, judge, left, right and outcome.

use crate::comparisons::{Column, Key, Rows, Set};

/// A set with ids: context, judge, left, right, and 1 left, 2 right, 3 tie.
pub(crate) fn set(rows: &[[u32; 5]]) -> Set {
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<u32>>();
    let (context, judge, left, right) = (column(0), column(1), column(2), column(3));
    let outcome: Vec<u8> = rows.iter().map(|row| row[4] as u8).collect();
    let key = |values| Key { values: Column::U32(values), base: 0 };
    let mut set = Set::new();
    let rows = Rows {
        length: rows.len(),
        context: key(&context),
        judge: key(&judge),
        left: key(&left),
        right: key(&right),
        outcome: Column::U8(&outcome),
        ..Rows::default()
    };
    set.append(&rows).unwrap();
    set
}
