//! For tests: sets from counts by context and pair.

use crate::comparisons::{Column, Key, Rows, Set};

/// Wins, losses and ties of a pair, the first item shown first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) context: Option<u32>,
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) counts: [f64; 3],
}

impl Cell {
    /// Of no context.
    pub(super) fn new(left: u32, right: u32, counts: [f64; 3]) -> Cell {
        Cell { context: None, left, right, counts }
    }
}

/// A set of cells with ids; a count is a frequency, or the weight of one comparison (`importance`).
pub(super) fn set_of_cells(cells: &[Cell], importance: bool) -> Set {
    let mut set = Set::new();
    let rows: Vec<(&Cell, u8, f64)> =
        cells.iter().flat_map(|cell| (0..3).map(move |k| (cell, k as u8 + 1, cell.counts[k]))).collect();
    for with in [true, false] {
        let some: Vec<_> = rows.iter().filter(|row| row.0.context.is_some() == with && row.2 > 0.0).collect();
        let column = |of: fn(&Cell) -> u32| some.iter().map(|row| of(row.0)).collect::<Vec<u32>>();
        let (left, right) = (column(|cell| cell.left), column(|cell| cell.right));
        let context = column(|cell| cell.context.unwrap_or(0));
        let outcome: Vec<u8> = some.iter().map(|row| row.1).collect();
        let weight: Vec<f64> = some.iter().map(|row| row.2).collect();
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let rows = Rows {
            length: some.len(),
            left: key(&left),
            right: key(&right),
            context: if with { key(&context) } else { Key::default() },
            outcome: Column::U8(&outcome),
            weight: Column::F64(&weight),
            importance,
            ..Rows::default()
        };
        if !some.is_empty() {
            set.append(&rows).unwrap();
        }
    }
    set
}
