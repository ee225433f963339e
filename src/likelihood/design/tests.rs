use super::reading::{group, key_of};
use super::*;

/// By order, by a table and by a sort.
#[test]
fn keys_are_grouped_in_the_same_way_however_many_there_may_be() {
    let mut random = crate::random::Random::new(2, 1);
    let keys: Vec<u128> = (0..400)
        .map(|_| key_of([3, 4, 5, 6].map(|most| (random.uniform() * f64::from(most)) as u32)))
        .collect();
    let mut expected = keys.clone();
    expected.sort_unstable();
    let sorted = expected.clone();
    expected.dedup();
    for (keys, extent) in [
        (&keys, [3, 4, 5, 6]),
        (&keys, [30, 40, 5, 6]),
        (&keys, [usize::MAX, 4, 5, 6]),
        (&keys, [1000, 1000, 5, 6]),
        (&sorted, [3, 4, 5, 6]),
    ] {
        let (unique, slots) = group(|at| keys[at], keys.len(), extent);
        assert_eq!(unique, expected);
        assert!(keys.iter().zip(&slots).all(|(key, &slot)| unique[slot as usize] == *key));
    }
}

/// Pairs with many comparisons count as much as those at the floor; the total stays.
#[test]
fn pairs_count_equally() {
    let mut design = Design::default();
    for (left, right, win, loss) in [(0, 1, 2.0, 0.0), (1, 0, 3.0, 5.0), (1, 2, 1.0, 0.0), (0, 2, 4.0, 0.0)] {
        design.left.push(left);
        design.right.push(right);
        design.counts.push(Counts { win, loss, ..Counts::default() });
    }
    design.count_pairs_equally(2.0);
    // The pairs have 10, 1 and 4 comparisons: shares of 1, 1/2 and 1.
    let unit = 15.0 / 2.5;
    let factors = [unit / 10.0, unit / 10.0, unit / 2.0, unit / 4.0];
    let expected = [[2.0, 0.0], [3.0, 5.0], [1.0, 0.0], [4.0, 0.0]];
    for (cell, ([win, loss], factor)) in expected.into_iter().zip(factors).enumerate() {
        let counts = design.counts[cell];
        assert!((counts.win - factor * win).abs() < 1e-14 && (counts.loss - factor * loss).abs() < 1e-14);
        let squares = design.squares(cell);
        assert!((squares.win - factor * factor * win).abs() < 1e-13);
        assert!((squares.loss - factor * factor * loss).abs() < 1e-13);
    }
    assert!((design.total() - 15.0).abs() < 1e-13);
}

#[test]
fn cells_are_read_the_other_way_round_unless_the_order_matters() {
    let ordered = Aggregation { order: true, ..Aggregation::default() };
    assert!(Aggregation::default().swaps(2, 1) && !Aggregation::default().swaps(1, 2));
    assert!(!Aggregation::default().swaps(1, 1) && !ordered.swaps(2, 1));
}

/// Of a cell with ties, or votes both bad, both sides won in part; alone, ties count as half a win for each side.
#[test]
fn bare_designs_take_what_has_no_winner_as_a_tie() {
    let mut design = Design::default();
    for (judge, counts) in [(1, [2.0, 0.0, 0.0, 0.0]), (0, [0.0, 0.5, 0.0, 0.0]), (1, [0.0, 0.0, 1.0, 2.0])] {
        design.left.push(3);
        design.right.push(5);
        design.judges.push(judge);
        design.counts.push(Counts::new(counts));
    }
    let won = |cell: usize| design.won(cell).collect::<Vec<_>>();
    assert_eq!((won(0), won(1), won(2)), (vec![(3, 5)], vec![(5, 3)], vec![(3, 5), (5, 3)]));
    let numbers = |design: &Design| design.counts.iter().map(Counts::numbers).collect::<Vec<_>>();
    let all = [[2.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0]];
    assert_eq!(numbers(&design.bare()), all);
    let each = design.bare_by_judge(2);
    assert_eq!((numbers(&each[0]), numbers(&each[1])), (vec![all[1]], vec![all[0], all[2]]));
    assert!(Design::default().is_empty() && !design.is_empty() && design.is_bare());
    assert!(each
        .iter()
        .all(|design| design.left.iter().all(|i| *i == 3) && design.right.len() == design.len()));
}
