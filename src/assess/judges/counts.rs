//! How much judges voted, how often they tie, and how often they take what is shown first.

use super::{critical, folded, judges, place};
use crate::assess::accuracy::wilson;
use crate::comparisons::{Set, NONE};
use crate::distributions::chi_square;
use crate::error::Result;
use crate::room::{self, Gather as _};
use crate::summary;
use crate::table::{Schema, SchemaColumn};

/// First-position shares outside of which a judge's answers follow the position.
const FIRST_SHARES: std::ops::RangeInclusive<f64> = 0.2..=0.8;

/// A share with its interval (Wilson 1927); NaN where it is a share of nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

impl Share {
    /// So much of a total that is worth `n` independent comparisons.
    pub(super) fn new(part: f64, total: f64, n: f64, critical: f64) -> Share {
        let share = part / total;
        let [lower, upper] = wilson(share, n, critical);
        Share { share, lower, upper }
    }
}

/// The votes of a judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgeCounts {
    /// The judge; the anonymous one comes after the others.
    pub judge: usize,
    /// Comparisons.
    pub comparisons: f64,
    /// Left preferred, right preferred, tie, both good, both bad.
    pub answers: [f64; 5],
    /// Contexts that it judged in.
    pub contexts: usize,
    /// Pairs of items that it compared.
    pub pairs: usize,
    /// Comparisons with a winner.
    pub decided: f64,
    /// Share of ties of any kind.
    pub ties: Share,
    /// Share of the decided that went to what was shown first.
    pub position: Share,
    /// Share of its comparisons in the rarer order of their pair.
    pub rarer: f64,
}

impl JudgeCounts {
    /// Whether its answers follow the position.
    pub fn is_position_driven(&self) -> bool {
        !self.position.share.is_nan() && !FIRST_SHARES.contains(&self.position.share)
    }
}

/// The columns of [`counts`].
pub static COUNTS: Schema<JudgeCounts> = Schema {
    name: "set_judges",
    title: c"Judges of a set, the anonymous one last if there is one",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |c| Some(c.judge)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Its comparisons, a sum of weights.", |c| c.comparisons),
        SchemaColumn::f64(c"left_wins", c"comparisons", c"Answers that prefer the left.", |c| c.answers[0]),
        SchemaColumn::f64(c"right_wins", c"comparisons", c"Answers that prefer the right.", |c| c.answers[1]),
        SchemaColumn::f64(c"plain_ties", c"comparisons", c"Ties that do not say whether both are good or bad.", |c| {
            c.answers[2]
        }),
        SchemaColumn::f64(c"both_good", c"comparisons", c"Answers that both are good.", |c| c.answers[3]),
        SchemaColumn::f64(c"both_bad", c"comparisons", c"Answers that both are bad.", |c| c.answers[4]),
        SchemaColumn::i64(c"contexts", c"contexts", c"Contexts that it judged in.", |c| Some(c.contexts as i64)),
        SchemaColumn::i64(c"pairs", c"pairs", c"Pairs of items that it compared.", |c| Some(c.pairs as i64)),
        SchemaColumn::f64(c"decided", c"comparisons", c"Comparisons with a winner.", |c| c.decided),
        SchemaColumn::f64(
            c"tie_share",
            c"share",
            c"Share of ties of any kind; missing, as its interval, where there is no comparison.",
            |c| c.ties.share,
        ),
        SchemaColumn::f64(c"tie_share_lower", c"share", c"Lower end of its interval.", |c| c.ties.lower),
        SchemaColumn::f64(c"tie_share_upper", c"share", c"Upper end of its interval.", |c| c.ties.upper),
        SchemaColumn::f64(
            c"first_share",
            c"share",
            c"Share of the comparisons with a winner that went to the item shown first; missing, as its interval, where \
              nothing was decided.",
            |c| c.position.share,
        ),
        SchemaColumn::f64(c"first_share_lower", c"share", c"Lower end of its interval.", |c| c.position.lower),
        SchemaColumn::f64(c"first_share_upper", c"share", c"Upper end of its interval.", |c| c.position.upper),
        SchemaColumn::f64(
            c"rarer_share",
            c"share",
            c"Share of its comparisons that were shown in the rarer of the two orders of their pair: 0 where each pair \
              came in one order only, at most 0.5; missing where there is no comparison.",
            |c| c.rarer,
        ),
        SchemaColumn::bool(
            c"is_position_driven",
            c"Whether the first-position share is outside 0.2 to 0.8, so that the answers follow the position.",
            |c| Some(c.is_position_driven()),
        ),
    ],
};

/// Whether what is shown first was left to chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PresentationBalance {
    /// Pairs that were compared.
    pub pairs: usize,
    /// Those of them that were shown in both orders.
    pub both: usize,
    /// Share of the comparisons in the rarer order of their pair.
    pub rarer: f64,
    /// sum over pairs of (n_ij - n_ji)^2 / (n_ij + n_ji).
    pub statistic: f64,
    /// Probability of at least this under fair coins: chi-square with `pairs` degrees of freedom.
    pub p: f64,
}

/// The votes of every judge. Intervals take comparisons as independent; with importance weights they go
/// by Kish's effective number.
pub fn counts(set: &Set, level: f64) -> Result<Vec<JudgeCounts>> {
    let critical = critical(level)?;
    let rows = judges(set);
    let cells = set.cells();
    let mut sums = vec![Sums::default(); rows];
    for (cell, counts) in cells.counts.iter().enumerate() {
        let sum = &mut sums[place(cells.judge[cell], rows)];
        let squares = cells.squares.get(cell).unwrap_or(counts);
        sum.counts.iter_mut().zip(folded(counts)).for_each(|(s, count)| *s += count);
        sum.squares.iter_mut().zip(folded(squares)).for_each(|(s, square)| *s += square);
        // Cells come by context: a judge's own are in order of contexts too.
        if cells.context[cell] != NONE && sum.last != Some(cells.context[cell]) {
            sum.last = Some(cells.context[cell]);
            sum.contexts += 1;
        }
    }
    let orders = orders(set, |cell| place(cells.judge[cell], rows));
    for run in orders.chunk_by(|a, b| a.of == b.of) {
        let sum = &mut sums[run[0].of];
        sum.pairs = run.len();
        sum.rarer = run.iter().map(|pair| pair.shown[0].min(pair.shown[1])).sum();
    }
    let answers = summary::votes_of_judges(set);
    Ok((0..rows).map(|judge| sums[judge].finish(judge, answers[judge], critical)).collect())
}

/// How the set shows its pairs, over all judges.
pub fn order(set: &Set) -> PresentationBalance {
    let pairs = orders(set, |_| 0);
    let total: f64 = pairs.iter().map(|pair| pair.shown[0] + pair.shown[1]).sum();
    let rarer: f64 = pairs.iter().map(|pair| pair.shown[0].min(pair.shown[1])).sum();
    let part = |pair: &Shown| (pair.shown[0] - pair.shown[1]).powi(2) / (pair.shown[0] + pair.shown[1]);
    let statistic = pairs.iter().map(part).sum();
    PresentationBalance {
        pairs: pairs.len(),
        both: pairs.iter().filter(|pair| pair.shown.iter().all(|n| *n > 0.0)).count(),
        rarer: rarer / total,
        statistic,
        // Sums of importance weights are no numbers of coins.
        p: if set.importance() { f64::NAN } else { chi_square::upper(statistic, pairs.len() as f64) },
    }
}

/// The sums for a judge.
#[derive(Debug, Clone, Default)]
struct Sums {
    counts: [f64; 3],
    squares: [f64; 3],
    contexts: usize,
    last: Option<u32>,
    pairs: usize,
    rarer: f64,
}

impl Sums {
    fn finish(&self, judge: usize, answers: [f64; 5], critical: f64) -> JudgeCounts {
        let [left, right, ties] = self.counts;
        let decided = left + right;
        let total = decided + ties;
        let number = |sum: f64, squares: f64| if squares > 0.0 { sum * (sum / squares) } else { 0.0 };
        let of_decided = number(decided, self.squares[0] + self.squares[1]);
        let of_all = number(total, self.squares.iter().sum());
        JudgeCounts {
            judge,
            comparisons: total,
            answers,
            contexts: self.contexts,
            pairs: self.pairs,
            decided,
            ties: Share::new(ties, total, of_all, critical),
            position: Share::new(left, decided, of_decided, critical),
            rarer: self.rarer / total,
        }
    }
}

/// How often a pair was shown in either order.
struct Shown {
    of: usize,
    pair: [u32; 2],
    shown: [f64; 2],
}

/// The pairs of every group of cells, sorted by group.
fn orders(set: &Set, group: impl Fn(usize) -> usize) -> Vec<Shown> {
    let cells = set.cells();
    let mut all: Vec<Shown> = (0..cells.len())
        .map(|cell| {
            let (left, right) = (cells.left[cell], cells.right[cell]);
            let n = cells.counts[cell].iter().sum();
            let shown = if left < right { [n, 0.0] } else { [0.0, n] };
            Shown { of: group(cell), pair: [left.min(right), left.max(right)], shown }
        })
        .gathered();
    room::sort_by_key(&mut all, |shown| (shown.of, shown.pair));
    all.dedup_by(|next, kept| {
        let same = next.of == kept.of && next.pair == kept.pair;
        if same {
            kept.shown.iter_mut().zip(next.shown).for_each(|(sum, n)| *sum += n);
        }
        same
    });
    all
}

#[cfg(test)]
mod tests {
    use super::super::testing::set;
    use super::*;

    #[test]
    fn votes_by_hand() {
        let set = set(&[
            [0, 0, 0, 1, 1],
            [0, 0, 1, 0, 1],
            [1, 0, 0, 1, 3],
            [1, 0, 0, 2, 1],
            [1, 1, 2, 1, 2],
            [2, 1, 0, 1, 3],
        ]);
        let found = counts(&set, 0.95).unwrap();
        let first = &found[0];
        assert_eq!((first.comparisons, first.contexts, first.pairs, first.decided), (4.0, 2, 2, 3.0));
        assert_eq!((first.ties.share, first.position.share, first.rarer), (0.25, 1.0, 0.25));
        // Wilson's interval of three of three: [n / (n + z^2), 1].
        let z2 = normal_square();
        assert!((first.position.lower - 3.0 / (3.0 + z2)).abs() < 1e-12 && first.position.upper == 1.0);
        assert_eq!((first.answers, first.is_position_driven()), ([3.0, 0.0, 1.0, 0.0, 0.0], true));
        let second = &found[1];
        assert_eq!(
            (second.comparisons, second.contexts, second.pairs, second.position.share),
            (2.0, 2, 2, 0.0)
        );
        let shown = order(&set);
        assert_eq!((shown.pairs, shown.both), (3, 1));
        assert!((shown.rarer - 1.0 / 6.0).abs() < 1e-15);
        // (3 - 1)^2 / 4 + 1 + 1.
        assert!((shown.statistic - 3.0).abs() < 1e-15);
        assert!((shown.p - chi_square::upper(3.0, 3.0)).abs() < 1e-15);
        assert!(counts(&set, 1.0).is_err());
    }

    fn normal_square() -> f64 {
        crate::distributions::normal::critical(0.95).powi(2)
    }

    #[test]
    fn a_judge_without_votes_has_no_shares() {
        let mut set = set(&[[0, 0, 0, 1, 3]]);
        set.append(&crate::comparisons::Rows {
            length: 1,
            left: crate::comparisons::Key { values: crate::comparisons::Column::U8(&[1]), base: 0 },
            right: crate::comparisons::Key { values: crate::comparisons::Column::U8(&[0]), base: 0 },
            outcome: crate::comparisons::Column::U8(&[1]),
            ..Default::default()
        })
        .unwrap();
        let found = counts(&set, 0.9).unwrap();
        assert_eq!(found.len(), 2);
        assert!(
            found[0].position.share.is_nan()
                && found[0].position.lower.is_nan()
                && found[0].ties.share == 1.0
        );
        assert_eq!((found[1].comparisons, found[1].contexts, found[1].position.share), (1.0, 0, 1.0));
    }
}
