//! Contents of a set: totals, items, pairs and cells.

use crate::comparisons::{components_of, groups_of, Set, NONE};
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// Sums over all comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    /// Sum of weights.
    pub comparisons: f64,
    /// Left preferred, right preferred (of those with a presentation order), tie, both good, both bad.
    pub counts: [f64; 5],
    /// Decided comparisons without a presentation order.
    pub unordered_wins: f64,
    /// Comparisons without a presentation order.
    pub unordered: f64,
    /// Kish's effective number; that of the comparisons unless weights are importance weights.
    pub effective: f64,
    /// Contexts with more than one comparison.
    pub repeated_contexts: usize,
}

/// Facts about an item of the set.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Item {
    /// The item.
    pub item: usize,
    /// Its comparisons.
    pub comparisons: f64,
    /// Wins, losses, ties of any kind.
    pub results: [f64; 3],
    /// Items that it was compared with.
    pub opponents: usize,
    /// How often it was shown first, of comparisons with a presentation order.
    pub shown_first: f64,
    /// Connected component; 0 is the one with the most items.
    pub component: u32,
    /// Strongly connected group, ties as wins both ways.
    pub group: u32,
    /// The same with ties dropped.
    pub group_decided: u32,
}

/// The comparisons of two items.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairSummary {
    /// The two, the lower id first.
    pub items: [u32; 2],
    /// Comparisons with the one, and with the other, shown first.
    pub on_left: [f64; 2],
    /// Comparisons without a presentation order.
    pub unordered: f64,
    /// Wins of the one and of the other.
    pub wins: [f64; 2],
    /// Ties of any kind.
    pub ties: f64,
}

/// A cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellRow {
    /// The subject of the comparisons.
    pub context: Option<usize>,
    /// Who judged; the anonymous judge comes after the others.
    pub judge: usize,
    /// The item on the left.
    pub left: usize,
    /// The item on the right.
    pub right: usize,
    /// Left preferred, right preferred, tie, both good, both bad.
    pub counts: [f64; 5],
    /// Sum of squared weights.
    pub squares: f64,
    /// The cluster apart from the context.
    pub cluster: Option<usize>,
    /// Whether left was shown first.
    pub is_ordered: bool,
    /// Whether each judgement is split between the answers, by their counts.
    pub is_split: bool,
    /// How far the preferred item is ahead, where answers have a grade.
    pub grade: Option<usize>,
}

/// The columns of [`items`].
pub static ITEMS: Schema<Item> = Schema {
    name: "set_items",
    title: c"Items of a set",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |i| Some(i.item)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Its comparisons, a sum of weights.", |i| i.comparisons),
        SchemaColumn::f64(c"wins", c"comparisons", c"Those that it won.", |i| i.results[0]),
        SchemaColumn::f64(c"losses", c"comparisons", c"Those that it lost.", |i| i.results[1]),
        SchemaColumn::f64(c"ties", c"comparisons", c"Ties, both good and both bad among them.", |i| i.results[2]),
        SchemaColumn::i64(c"opponents", c"items", c"Items that it was compared with.", |i| Some(i.opponents as i64)),
        SchemaColumn::f64(c"shown_first", c"comparisons", c"Comparisons in which it was shown first.", |i| {
            i.shown_first
        }),
        SchemaColumn::i64(
            c"component",
            c"",
            c"Number of its connected component, 0 being the one with the most items. Items of different components \
              were never compared, not even through others.",
            |i| Some(i64::from(i.component)),
        ),
        SchemaColumn::i64(
            c"group",
            c"",
            c"Number of its strongly connected group, ties as wins both ways. A group never loses to a later one: it \
              beats it, or was not compared with it. One group: finite scores exist.",
            |i| Some(i64::from(i.group)),
        ),
        SchemaColumn::i64(c"group_decided", c"", c"The same, with ties dropped.", |i| {
            Some(i64::from(i.group_decided))
        }),
    ],
};

/// The columns of [`pairs`].
pub static PAIRS: Schema<PairSummary> = Schema {
    name: "set_pairs",
    title: c"Pairs of items that were compared",
    columns: &[
        SchemaColumn::item(c"first", c"The item with the lower id.", |p| Some(p.items[0] as usize)),
        SchemaColumn::item(c"second", c"The other item.", |p| Some(p.items[1] as usize)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Their comparisons, a sum of weights.", |p| {
            p.on_left[0] + p.on_left[1] + p.unordered
        }),
        SchemaColumn::f64(c"first_on_left", c"comparisons", c"Comparisons that showed the first of them first.", |p| {
            p.on_left[0]
        }),
        SchemaColumn::f64(
            c"second_on_left",
            c"comparisons",
            c"Comparisons that showed the second of them first. A pair seen in one order only has a zero here or there.",
            |p| p.on_left[1],
        ),
        SchemaColumn::f64(c"first_wins", c"comparisons", c"Wins of the first.", |p| p.wins[0]),
        SchemaColumn::f64(c"second_wins", c"comparisons", c"Wins of the second.", |p| p.wins[1]),
        SchemaColumn::f64(c"ties", c"comparisons", c"Ties, both good and both bad among them.", |p| p.ties),
        SchemaColumn::f64(
            c"unordered",
            c"comparisons",
            c"Comparisons without a presentation order, which are in neither of the columns of what was shown first.",
            |p| p.unordered,
        ),
    ],
};

/// The columns of [`cells`].
pub static CELLS: Schema<CellRow> = Schema {
    name: "set_cells",
    title: c"Cells of a set, in the order of their keys",
    columns: &[
        SchemaColumn::context(c"context", c"The context; missing where the comparisons have none.", |c| {
            c.context
        }),
        SchemaColumn::judge(c"judge", c"The judge.", |c| Some(c.judge)),
        SchemaColumn::item(c"left", c"The item shown first.", |c| Some(c.left)),
        SchemaColumn::item(c"right", c"The item shown second.", |c| Some(c.right)),
        SchemaColumn::f64(c"left_wins", c"comparisons", c"Answers that prefer the left.", |c| c.counts[0]),
        SchemaColumn::f64(c"right_wins", c"comparisons", c"Answers that prefer the right.", |c| c.counts[1]),
        SchemaColumn::f64(
            c"plain_ties",
            c"comparisons",
            c"Ties that do not say whether both are good or bad.",
            |c| c.counts[2],
        ),
        SchemaColumn::f64(c"both_good", c"comparisons", c"Answers that both are good.", |c| c.counts[3]),
        SchemaColumn::f64(c"both_bad", c"comparisons", c"Answers that both are bad.", |c| c.counts[4]),
        SchemaColumn::f64(c"squared_weights", c"", c"Sum of the squared weights.", |c| c.squares),
        SchemaColumn::cluster(c"cluster", c"The cluster; missing where the context is the cluster.", |c| c.cluster),
        SchemaColumn::bool(
            c"is_ordered",
            c"Whether left was shown first; where not, no order is known, and left is the item with the lower id.",
            |c| Some(c.is_ordered),
        ),
        SchemaColumn::bool(
            c"is_split",
            c"Whether each judgement is split between the answers in the proportion of their counts.",
            |c| Some(c.is_split),
        ),
        SchemaColumn::i64(
            c"grade",
            c"",
            c"How far the preferred item is ahead, 0 for the middle; missing where answers have no grade.",
            |c| c.grade.map(|grade| grade as i64),
        ),
    ],
};

/// Sums over all comparisons of a set.
pub fn totals(set: &Set) -> Totals {
    let cells = set.cells();
    let mut counts = [0.0; 5];
    let mut by_context = vec![0.0; set.contexts()];
    let (mut unordered_wins, mut unordered) = (0.0, 0.0);
    for (cell, (own, &context)) in cells.counts.iter().zip(&cells.context).enumerate() {
        // Comparisons without an order have no item on the left.
        let from = if cells.is_ordered(cell) { 0 } else { 2 };
        for (total, count) in counts[from..].iter_mut().zip(&own[from..]) {
            *total += count;
        }
        if from > 0 {
            unordered_wins += own[0] + own[1];
            unordered += own.iter().sum::<f64>();
        }
        if context != NONE {
            by_context[context as usize] += own.iter().sum::<f64>();
        }
    }
    let comparisons = counts.iter().sum::<f64>() + unordered_wins;
    Totals {
        comparisons,
        counts,
        unordered_wins,
        unordered,
        effective: effective(comparisons, cells.total_squares(), set.importance()),
        repeated_contexts: repeated_contexts(set, &by_context),
    }
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

/// Facts about each item of the set.
pub fn items(set: &Set) -> Vec<Item> {
    let mut rows = votes_of_items(set);
    let (components, groups) = (components_of(set), groups_of(set, true));
    for (row, group_decided) in rows.iter_mut().zip(groups_of(set, false)) {
        (row.component, row.group) = (components[row.item], groups[row.item]);
        row.group_decided = group_decided;
    }
    for (one, other) in distinct_pairs(set) {
        rows[one as usize].opponents += 1;
        rows[other as usize].opponents += 1;
    }
    rows
}

/// Their votes alone, without opponents, components and groups.
pub fn votes_of_items(set: &Set) -> Vec<Item> {
    let cells = set.cells();
    let mut rows: Vec<Item> = (0..set.items()).map(|item| Item { item, ..Item::default() }).gathered();
    for (cell, counts) in cells.counts.iter().enumerate() {
        let [wins, losses, ties] = folded(counts);
        let total = wins + losses + ties;
        let shown = if cells.is_ordered(cell) { total } else { 0.0 };
        let sides = [(cells.left[cell], [wins, losses], shown), (cells.right[cell], [losses, wins], 0.0)];
        for (item, [won, lost], first) in sides {
            let row = &mut rows[item as usize];
            row.comparisons += total;
            row.results.iter_mut().zip([won, lost, ties]).for_each(|(sum, count)| *sum += count);
            row.shown_first += first;
        }
    }
    rows
}

/// Answers of every judge: left preferred, right preferred, tie, both good, both bad, and a winner without an order. The
/// anonymous judge comes last if there is one.
pub fn votes_of_judges(set: &Set) -> Vec<[f64; 6]> {
    let cells = set.cells();
    let mut rows = vec![[0.0; 6]; set.judges() + usize::from(set.has_anonymous_judge())];
    for (cell, (&judge, counts)) in cells.judge.iter().zip(&cells.counts).enumerate() {
        let judge = if judge == NONE { set.judges() } else { judge as usize };
        let [left, right, tie, good, bad] = *counts;
        let answers = match cells.is_ordered(cell) {
            true => [left, right, tie, good, bad, 0.0],
            false => [0.0, 0.0, tie, good, bad, left + right],
        };
        rows[judge].iter_mut().zip(answers).for_each(|(sum, count)| *sum += count);
    }
    rows
}

/// Pairs that were compared, by ids.
pub fn pairs(set: &Set) -> Vec<PairSummary> {
    let cells = set.cells();
    let pairs = distinct_pairs(set);
    let mut rows: Vec<PairSummary> = pairs
        .iter()
        .map(|&(i, j)| PairSummary {
            items: [i, j],
            on_left: [0.0; 2],
            unordered: 0.0,
            wins: [0.0; 2],
            ties: 0.0,
        })
        .gathered();
    for (cell, counts) in cells.counts.iter().enumerate() {
        let (left, right) = (cells.left[cell], cells.right[cell]);
        let Ok(pair) = pairs.binary_search(&(left.min(right), left.max(right))) else { continue };
        let [wins, losses, ties] = folded(counts);
        let row = &mut rows[pair];
        let (own, other) = if left < right { (0, 1) } else { (1, 0) };
        match cells.is_ordered(cell) {
            true => row.on_left[own] += wins + losses + ties,
            false => row.unordered += wins + losses + ties,
        }
        row.wins[own] += wins;
        row.wins[other] += losses;
        row.ties += ties;
    }
    rows
}

/// Cells in the order of their keys.
pub fn cells(set: &Set) -> Vec<CellRow> {
    let cells = set.cells();
    let of = |cell: usize, counts: &[f64; 5]| CellRow {
        context: (cells.context[cell] != NONE).then_some(cells.context[cell] as usize),
        judge: if cells.judge[cell] == NONE { set.judges() } else { cells.judge[cell] as usize },
        left: cells.left[cell] as usize,
        right: cells.right[cell] as usize,
        counts: *counts,
        // A frequency of n is n comparisons of weight one.
        squares: cells.squares.get(cell).unwrap_or(counts).iter().sum(),
        cluster: Some(cells.cluster(cell) as usize).filter(|_| cells.cluster(cell) != NONE),
        is_ordered: cells.is_ordered(cell),
        is_split: cells.shares(cell).is_some(),
        grade: cells.grade(cell),
    };
    cells.counts.iter().enumerate().map(|(cell, counts)| of(cell, counts)).gathered()
}

/// Pairs (i, j) of items, i < j, that were compared; sorted.
fn distinct_pairs(set: &Set) -> Vec<(u32, u32)> {
    let cells = set.cells();
    let ends = cells.left.iter().zip(&cells.right);
    let mut pairs: Vec<(u32, u32)> = ends.map(|(&a, &b)| (a.min(b), a.max(b))).gathered();
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
        let found = totals(&set(false));
        assert_eq!((found.comparisons, found.effective, found.repeated_contexts), (10.0, 10.0, 2));
        assert_eq!(found.counts, [3.5, 2.0, 1.0, 1.5, 2.0]);
        // Kish: 10^2 / (5 x 1 + 10 x 0.25).
        assert!((totals(&set(true)).effective - 100.0 / 7.5).abs() < 1e-12);
        assert_eq!(totals(&set(true)).repeated_contexts, 2);
        assert_eq!(totals(&Set::new()), Totals::default());
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
        assert_eq!(totals(&set).repeated_contexts, 1);
    }

    #[test]
    fn items_see_both_sides() {
        let rows = items(&set(false));
        let of = |i: &Item| (i.comparisons, i.results, i.opponents, i.shown_first);
        assert_eq!(of(&rows[0]), (10.0, [5.0, 0.5, 4.5], 3, 3.0));
        assert_eq!(of(&rows[1]), (3.0, [0.0, 3.0, 0.0], 1, 1.0));
        assert_eq!(of(&rows[2]), (6.0, [0.5, 1.0, 4.5], 1, 6.0));
        assert_eq!(of(&rows[3]), (1.0, [0.0, 1.0, 0.0], 1, 0.0));
        let groups: Vec<_> = rows.iter().map(|i| (i.item, i.component, i.group)).collect();
        assert_eq!(groups, [(0, 0, 0), (1, 0, 1), (2, 0, 0), (3, 0, 2)]);
        assert!(items(&Set::new()).is_empty());
    }

    #[test]
    fn pairs_tell_orders_apart() {
        let rows = pairs(&set(false));
        let of = |p: &PairSummary| (p.items, p.on_left, p.wins, p.ties);
        assert_eq!(rows.len(), 3);
        assert_eq!(of(&rows[0]), ([0, 1], [2.0, 1.0], [3.0, 0.0], 0.0));
        assert_eq!(of(&rows[1]), ([0, 2], [0.0, 6.0], [1.0, 0.5], 4.5));
        assert_eq!(of(&rows[2]), ([0, 3], [1.0, 0.0], [1.0, 0.0], 0.0));
    }

    #[test]
    fn cells_come_with_their_squares() {
        let rows = cells(&set(false));
        let of = |c: &CellRow| (c.context, c.judge, c.left, c.right, c.counts, c.squares);
        assert_eq!(rows.len(), 6);
        assert_eq!(of(&rows[0]), (Some(0), 0, 0, 1, [1.0, 0.0, 0.0, 0.0, 0.0], 1.0));
        assert_eq!(of(&rows[5]), (None, 2, 2, 0, [0.5, 1.0, 0.0, 1.5, 2.0], 5.0));
        assert_eq!(cells(&set(true))[5].squares, 2.5);
    }
}
