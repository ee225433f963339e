//! Tables that describe a set: totals, items, judges, pairs, cells. Each is a number of rows, a
//! number of columns, and the values by row.

use super::{Set, NONE};

/// Rows, columns, and rows x columns values, row by row.
pub type Table = (usize, usize, Vec<f64>);

/// Share of left among the decided outside of which a judge's answers follow the slot.
const SLOT_SHARES: std::ops::RangeInclusive<f64> = 0.2..=0.8;

/// 1 x 8: comparisons; left preferred; right preferred; ties; both good; both bad; effective number
/// of comparisons; contexts with more than one comparison.
pub fn totals(set: &Set) -> Table {
    let cells = set.cells();
    let mut values = vec![0.0; 8];
    let mut by_context = vec![0.0; set.contexts()];
    for (counts, &context) in cells.counts.iter().zip(&cells.context) {
        for (total, count) in values[1..6].iter_mut().zip(counts) {
            *total += count;
        }
        if context != NONE {
            by_context[context as usize] += counts.iter().sum::<f64>();
        }
    }
    values[0] = values[1..6].iter().sum();
    values[6] = effective(values[0], cells.total_squares(), set.importance());
    values[7] = repeated_contexts(set, &by_context) as f64;
    (1, 8, values)
}

/// Kish's effective number, (sum of weights)^2 / sum of squared weights. Scaled by the sum first,
/// which may be near the largest double.
fn effective(total: f64, squares: f64, importance: bool) -> f64 {
    if importance && squares > 0.0 {
        total * (total / squares)
    } else {
        total
    }
}

/// Contexts with more than one comparison. Importance weights do not tell how many comparisons
/// there were: then a context repeats if it has two answers (cell and category), or Kish's number of
/// the context is above one.
fn repeated_contexts(set: &Set, by_context: &[f64]) -> usize {
    if !set.importance() {
        return by_context.iter().filter(|&&count| count > 1.0).count();
    }
    let cells = set.cells();
    let mut answers = vec![0usize; by_context.len()];
    let mut squares = vec![0.0; by_context.len()];
    for (cell, &context) in cells.context.iter().enumerate().filter(|(_, &context)| context != NONE) {
        answers[context as usize] += cells.counts[cell].iter().filter(|&&count| count > 0.0).count();
        squares[context as usize] += cells.squares[cell].iter().sum::<f64>();
    }
    let repeats = |context: usize| {
        let number = effective(by_context[context], squares[context], true);
        answers[context] > 1 || number > 1.0 + 1e-9
    };
    (0..by_context.len()).filter(|&context| repeats(context)).count()
}

/// Items x 6: comparisons; wins; losses; ties of any kind; distinct opponents; times shown first.
pub fn items(set: &Set) -> Table {
    let cells = set.cells();
    let mut values = vec![0.0; 6 * set.items()];
    for (cell, counts) in cells.counts.iter().enumerate() {
        let (left, right) = (6 * cells.left[cell] as usize, 6 * cells.right[cell] as usize);
        let [wins, losses, ties] = folded(counts);
        let total = wins + losses + ties;
        for (item, won, lost, first) in [(left, wins, losses, total), (right, losses, wins, 0.0)] {
            values[item] += total;
            values[item + 1] += won;
            values[item + 2] += lost;
            values[item + 3] += ties;
            values[item + 5] += first;
        }
    }
    for (one, other) in distinct_pairs(set) {
        values[6 * one as usize + 4] += 1.0;
        values[6 * other as usize + 4] += 1.0;
    }
    (set.items(), 6, values)
}

/// Judges x 8, the anonymous judge last if there is one: comparisons; left preferred; right
/// preferred; ties; both good; both bad; share of left among the decided (NaN without any); 1 if that
/// share is outside .2 to .8, else 0.
pub fn judges(set: &Set) -> Table {
    let cells = set.cells();
    let rows = set.judges() + usize::from(set.has_anonymous_judge());
    let mut values = vec![0.0; 8 * rows];
    for (&judge, counts) in cells.judge.iter().zip(&cells.counts) {
        let judge = if judge == NONE { rows - 1 } else { judge as usize };
        let row = &mut values[8 * judge..8 * judge + 8];
        for (total, count) in row[1..6].iter_mut().zip(counts) {
            *total += count;
        }
    }
    for row in values.chunks_exact_mut(8) {
        row[0] = row[1..6].iter().sum();
        row[6] = row[1] / (row[1] + row[2]);
        row[7] = f64::from(!row[6].is_nan() && !SLOT_SHARES.contains(&row[6]));
    }
    (rows, 8, values)
}

/// Pairs x 7, by item ids i < j: i; j; comparisons with i shown first; with j shown first; wins of
/// i; wins of j; ties of any kind.
pub fn pairs(set: &Set) -> Table {
    let cells = set.cells();
    let pairs = distinct_pairs(set);
    let mut values = vec![0.0; 7 * pairs.len()];
    for (row, &(i, j)) in values.chunks_exact_mut(7).zip(&pairs) {
        row[..2].copy_from_slice(&[f64::from(i), f64::from(j)]);
    }
    for (cell, counts) in cells.counts.iter().enumerate() {
        let (left, right) = (cells.left[cell], cells.right[cell]);
        let Ok(pair) = pairs.binary_search(&(left.min(right), left.max(right))) else { continue };
        let [wins, losses, ties] = folded(counts);
        let row = &mut values[7 * pair..7 * pair + 7];
        let (shown, won, lost) = if left < right { (2, 4, 5) } else { (3, 5, 4) };
        row[shown] += wins + losses + ties;
        row[won] += wins;
        row[lost] += losses;
        row[6] += ties;
    }
    (pairs.len(), 7, values)
}

/// Cells x 10, in order of keys: context (-1: none); judge (-1: anonymous); left; right; five
/// counts; sum of squared weights.
pub fn cells(set: &Set) -> Table {
    let cells = set.cells();
    let id = |id: u32| if id == NONE { -1.0 } else { f64::from(id) };
    let mut values = Vec::with_capacity(10 * cells.len());
    for (cell, counts) in cells.counts.iter().enumerate() {
        values.extend([id(cells.context[cell]), id(cells.judge[cell])]);
        values.extend([f64::from(cells.left[cell]), f64::from(cells.right[cell])]);
        values.extend(counts);
        // A frequency of n is n comparisons of weight one.
        values.push(cells.squares.get(cell).unwrap_or(counts).iter().sum());
    }
    (cells.len(), 10, values)
}

/// Pairs (i, j) of items, i < j, that were compared; sorted.
fn distinct_pairs(set: &Set) -> Vec<(u32, u32)> {
    let cells = set.cells();
    let ends = cells.left.iter().zip(&cells.right);
    let mut pairs: Vec<(u32, u32)> = ends.map(|(&a, &b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Wins, losses and ties of any kind.
fn folded(counts: &[f64; 5]) -> [f64; 3] {
    [counts[0], counts[1], counts[2] + counts[3] + counts[4]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, Key, Rows};

    fn ids(values: Column) -> Key {
        Key { values, base: 0 }
    }

    /// Two contexts, judges 0 and 1, and rows without either.
    fn set(importance: bool) -> Set {
        let mut set = Set::new();
        set.append(&Rows {
            length: 5,
            left: ids(Column::U8(&[0, 1, 2, 0, 0])),
            right: ids(Column::U8(&[1, 0, 0, 1, 3])),
            judge: ids(Column::U8(&[0, 0, 1, 0, 0])),
            context: ids(Column::U8(&[0, 0, 1, 1, 2])),
            outcome: Column::U8(&[1, 2, 3, 1, 1]),
            importance,
            ..Rows::default()
        })
        .unwrap();
        set.append(&Rows {
            length: 1,
            left: ids(Column::U8(&[2])),
            right: ids(Column::U8(&[0])),
            wins: Column::U8(&[1]),
            losses: Column::U8(&[2]),
            both_good: Column::U8(&[3]),
            both_bad: Column::U8(&[4]),
            weight: Column::F64(&[0.5]),
            importance,
            ..Rows::default()
        })
        .unwrap();
        set
    }

    #[test]
    fn totals_add_up() {
        assert_eq!(totals(&set(false)), (1, 8, vec![10.0, 3.5, 2.0, 1.0, 1.5, 2.0, 10.0, 2.0]));
        // Kish: 10^2 / (5 x 1 + 10 x 0.25).
        assert!((totals(&set(true)).2[6] - 100.0 / 7.5).abs() < 1e-12);
        assert_eq!(totals(&set(true)).2[7], 2.0);
        assert_eq!(totals(&Set::new()), (1, 8, vec![0.0; 8]));
    }

    #[test]
    fn one_importance_weight_is_one_comparison() {
        let mut set = Set::new();
        set.append(&Rows {
            length: 3,
            left: ids(Column::U8(&[0, 0, 0])),
            right: ids(Column::U8(&[1, 1, 1])),
            context: ids(Column::U8(&[0, 1, 1])),
            outcome: Column::U8(&[1, 1, 1]),
            weight: Column::F64(&[7.0, 0.3, 0.3]),
            importance: true,
            ..Rows::default()
        })
        .unwrap();
        assert_eq!(totals(&set).2[7], 1.0);
    }

    #[test]
    fn items_see_both_sides() {
        let (rows, columns, values) = items(&set(false));
        assert_eq!((rows, columns), (4, 6));
        assert_eq!(values[..6], [10.0, 5.0, 0.5, 4.5, 3.0, 3.0]);
        assert_eq!(values[6..12], [3.0, 0.0, 3.0, 0.0, 1.0, 1.0]);
        assert_eq!(values[12..18], [6.0, 0.5, 1.0, 4.5, 1.0, 6.0]);
        assert_eq!(values[18..], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn judges_have_a_share_of_the_left() {
        let (rows, columns, values) = judges(&set(false));
        assert_eq!((rows, columns), (3, 8));
        assert_eq!(values[..8], [4.0, 3.0, 1.0, 0.0, 0.0, 0.0, 0.75, 0.0]);
        assert_eq!(values[8..14], [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        assert!(values[14].is_nan() && values[15] == 0.0);
        assert_eq!(values[16..], [5.0, 0.5, 1.0, 0.0, 1.5, 2.0, 0.5 / 1.5, 0.0]);
        let mut slot = Set::new();
        slot.append(&Rows {
            length: 3,
            left: ids(Column::U8(&[0; 3])),
            right: ids(Column::U8(&[1; 3])),
            judge: ids(Column::U8(&[0, 1, 2])),
            wins: Column::U8(&[9, 1, 8]),
            losses: Column::U8(&[1, 9, 2]),
            ..Rows::default()
        })
        .unwrap();
        let values = judges(&slot).2;
        assert_eq!([values[7], values[15], values[23]], [1.0, 1.0, 0.0]);
    }

    #[test]
    fn pairs_tell_orders_apart() {
        let (rows, columns, values) = pairs(&set(false));
        assert_eq!((rows, columns), (3, 7));
        assert_eq!(values[..7], [0.0, 1.0, 2.0, 1.0, 3.0, 0.0, 0.0]);
        assert_eq!(values[7..14], [0.0, 2.0, 0.0, 6.0, 1.0, 0.5, 4.5]);
        assert_eq!(values[14..], [0.0, 3.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn cells_come_with_their_squares() {
        let (rows, columns, values) = cells(&set(false));
        assert_eq!((rows, columns), (6, 10));
        assert_eq!(values[..10], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(values[50..], [-1.0, -1.0, 2.0, 0.0, 0.5, 1.0, 0.0, 1.5, 2.0, 5.0]);
        assert_eq!(cells(&set(true)).2[59], 2.5);
    }
}
