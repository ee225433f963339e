//! The graph of a set's comparisons.

use super::Set;
use crate::graph::{components, groups};

/// Components of the comparisons of a set, whatever their outcome.
pub fn components_of(set: &Set) -> Vec<u32> {
    let cells = set.cells();
    components(set.items(), cells.left.iter().copied().zip(cells.right.iter().copied()))
}

/// Groups of a set: a comparison won is an edge from winner to loser; ties of any kind are edges
/// both ways, or None if `ties` is false.
pub fn groups_of(set: &Set, ties: bool) -> Vec<u32> {
    let cells = set.cells();
    let edges = (0..cells.len()).flat_map(|cell| {
        let [wins, losses, rest @ ..] = cells.counts[cell];
        let tied = ties && rest.iter().any(|&count| count > 0.0);
        let (left, right) = (cells.left[cell], cells.right[cell]);
        let won = (wins > 0.0 || tied).then_some((left, right));
        let lost = (losses > 0.0 || tied).then_some((right, left));
        won.into_iter().chain(lost)
    });
    groups(set.items(), edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, Key, Rows};

    #[test]
    fn ties_join_groups_unless_left_out() {
        let mut set = Set::new();
        set.append(&Rows {
            length: 2,
            left: Key { values: Column::U8(&[0, 2]), base: 0 },
            right: Key { values: Column::U8(&[1, 1]), base: 0 },
            outcome: Column::U8(&[4, 2]),
            ..Rows::default()
        })
        .unwrap();
        assert_eq!(groups_of(&set, true), [0, 0, 1]);
        let without = groups_of(&set, false);
        assert!(without[1] < without[2] && without[0] != without[1] && without[0] != without[2]);
        assert_eq!(components_of(&set), [0, 0, 0]);
    }
}
