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
    /// Left preferred, right preferred, tie, both good, both bad, and a winner without a presentation order.
    pub answers: [f64; 6],
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
        SchemaColumn::f64(
            c"unordered_wins",
            c"comparisons",
            c"Answers with a winner, of comparisons without a presentation order.",
            |c| c.answers[5],
        ),
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
            c"Share of the comparisons with a winner and a presentation order that went to the item shown first; missing, as \
              its interval, where there are none.",
            |c| c.position.share,
        ),
        SchemaColumn::f64(c"first_share_lower", c"share", c"Lower end of its interval.", |c| c.position.lower),
        SchemaColumn::f64(c"first_share_upper", c"share", c"Upper end of its interval.", |c| c.position.upper),
        SchemaColumn::f64(
            c"rarer_share",
            c"share",
            c"Share of its comparisons with a presentation order that were shown in the rarer of the two orders of their \
              pair: 0 where each pair came in one order only, at most 0.5; missing where there is no such comparison.",
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
    /// Pairs that were compared in a known order.
    pub pairs: usize,
    /// Those of them that were shown in both orders.
    pub both: usize,
    /// Share of the comparisons in the rarer order of their pair; NaN where none has an order.
    pub rarer: f64,
    /// Comparisons with a presentation order.
    pub ordered: f64,
    /// Comparisons without one, which are in none of the other numbers.
    pub unordered: f64,
    /// sum over pairs of (sum_c d_c)^2 / sum_c d_c^2, d_c = n_ij - n_ji in context c.
    pub statistic: f64,
    /// Probability of at least this under fair coins: chi-square with as many degrees of freedom as pairs have contexts
    /// that lean to one order; one where none does. NaN where no comparison has an order, and for importance weights.
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
        if cells.is_ordered(cell) {
            sum.shown[0] += counts[0];
            sum.shown[1] += counts[1];
            sum.shown_squares += squares[0] + squares[1];
        }
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
        sum.ordered = run.iter().map(|pair| pair.shown[0] + pair.shown[1]).sum();
    }
    let answers = summary::votes_of_judges(set);
    Ok((0..rows).map(|judge| sums[judge].finish(judge, answers[judge], critical)).gathered())
}

/// How the set shows its pairs, over all judges, of the comparisons that have an order.
///
/// The unit that is left to chance is a pair in a context: with a panel of judges the order is often drawn once for all of them.
/// The net difference of a unit's two orders is as likely with either sign, however its judges share a draw, so that the square
/// of a pair's sum over the sum of its squares has mean one (a chi-square of one degree of freedom for many units, less spread
/// out for few). A comparison without a context is a unit of its own.
pub fn order(set: &Set) -> PresentationBalance {
    let pairs = orders(set, |_| 0);
    let total: f64 = pairs.iter().map(|pair| pair.shown[0] + pair.shown[1]).sum();
    let rarer: f64 = pairs.iter().map(|pair| pair.shown[0].min(pair.shown[1])).sum();
    let (statistic, degrees) = balance(set);
    let p = match () {
        // Sums of importance weights are no numbers of coins.
        _ if set.importance() || pairs.iter().all(|pair| pair.shown == [0.0; 2]) => f64::NAN,
        // Every context shows its pairs equally often in both orders.
        _ if degrees == 0.0 => 1.0,
        _ => chi_square::upper(statistic, degrees),
    };
    PresentationBalance {
        pairs: pairs.iter().filter(|pair| pair.shown != [0.0; 2]).count(),
        both: pairs.iter().filter(|pair| pair.shown.iter().all(|n| *n > 0.0)).count(),
        rarer: rarer / total,
        ordered: total,
        unordered: set.unordered(),
        statistic,
        p,
    }
}

/// The statistic of the orders, and the number of pairs that it sums over.
fn balance(set: &Set) -> (f64, f64) {
    let cells = set.cells();
    // Pair and context (the cell, where there is none), with the net difference of orders and what a lone unit adds.
    let mut units: Vec<([u32; 2], u64, f64, f64)> = room::with_room(cells.len());
    for cell in (0..cells.len()).filter(|&cell| cells.is_ordered(cell)) {
        let (left, right) = (cells.left[cell], cells.right[cell]);
        let n: f64 = cells.counts[cell].iter().sum();
        let net = if left < right { n } else { -n };
        let context = cells.context[cell];
        let (unit, alone) = match context {
            // As many coins as there are comparisons.
            NONE => (u64::from(NONE) + 1 + cell as u64, n),
            context => (u64::from(context), f64::NAN),
        };
        units.push(([left.min(right), left.max(right)], unit, net, alone));
    }
    room::sort_by_key(&mut units, |unit| (unit.0, unit.1));
    let (mut statistic, mut degrees) = (0.0, 0.0);
    for pair in units.chunk_by(|a, b| a.0 == b.0) {
        let (mut sum, mut squares) = (0.0, 0.0);
        for unit in pair.chunk_by(|a, b| a.1 == b.1) {
            let net: f64 = unit.iter().map(|part| part.2).sum();
            sum += net;
            squares += if unit[0].3.is_nan() { net * net } else { unit[0].3 };
        }
        if squares > 0.0 {
            statistic += sum * sum / squares;
            degrees += 1.0;
        }
    }
    (statistic, degrees)
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
    /// Left preferred and right preferred, of comparisons with an order, and their squared weights.
    shown: [f64; 2],
    shown_squares: f64,
    /// Comparisons with an order.
    ordered: f64,
}

impl Sums {
    fn finish(&self, judge: usize, answers: [f64; 6], critical: f64) -> JudgeCounts {
        let [left, right, ties] = self.counts;
        let decided = left + right;
        let total = decided + ties;
        let number = |sum: f64, squares: f64| if squares > 0.0 { sum * (sum / squares) } else { 0.0 };
        let shown = self.shown[0] + self.shown[1];
        let of_shown = number(shown, self.shown_squares);
        let of_all = number(total, self.squares.iter().sum());
        JudgeCounts {
            judge,
            comparisons: total,
            answers,
            contexts: self.contexts,
            pairs: self.pairs,
            decided,
            ties: Share::new(ties, total, of_all, critical),
            position: Share::new(self.shown[0], shown, of_shown, critical),
            rarer: self.rarer / self.ordered,
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
            let shown = match (cells.is_ordered(cell), left < right) {
                (false, _) => [0.0; 2],
                (true, true) => [n, 0.0],
                (true, false) => [0.0, n],
            };
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
        assert_eq!((first.answers, first.is_position_driven()), ([3.0, 0.0, 1.0, 0.0, 0.0, 0.0], true));
        let second = &found[1];
        assert_eq!(
            (second.comparisons, second.contexts, second.pairs, second.position.share),
            (2.0, 2, 2, 0.0)
        );
        let shown = order(&set);
        assert_eq!((shown.pairs, shown.both), (3, 1));
        assert!((shown.rarer - 1.0 / 6.0).abs() < 1e-15);
        // 0 against 1: one context shows both orders, two more the same one; (1 + 1)^2 / (1 + 1), and 1 + 1 of the other pairs.
        assert!((shown.statistic - 4.0).abs() < 1e-15);
        assert!((shown.p - chi_square::upper(4.0, 3.0)).abs() < 1e-15);
        assert!(counts(&set, 1.0).is_err());
    }

    /// Panels that see an order drawn once for each context and pair, or for each vote, are not accused; an order that is always
    /// the same is.
    #[test]
    fn orders_drawn_once_for_a_panel_are_left_to_chance() {
        use crate::random::Random;
        let p_of = |judges: u32, seed: u64, order: &mut dyn FnMut(&mut Random, bool) -> bool| {
            let mut random = Random::new(seed, 0);
            let mut rows = Vec::new();
            for context in 0..40 {
                for (i, j) in [(0, 1), (0, 2), (1, 2), (2, 3)] {
                    let drawn = random.below(2) == 1;
                    for judge in 0..judges {
                        let swap = order(&mut random, drawn);
                        let [left, right] = if swap { [j, i] } else { [i, j] };
                        rows.push([context, judge, left, right, 1 + random.below(2) as u32]);
                    }
                }
            }
            super::order(&set(&rows)).p
        };
        let share = |judges: u32, order: &mut dyn FnMut(&mut Random, bool) -> bool| {
            (0..200).filter(|&seed| p_of(judges, seed, order) < 0.05).count() as f64 / 200.0
        };
        for judges in [1, 3, 20] {
            let (once, each) =
                (share(judges, &mut |_, drawn| drawn), share(judges, &mut |random, _| random.below(2) == 1));
            assert!(once < 0.09 && each < 0.09, "{judges} judges: {once} {each}");
            assert_eq!(share(judges, &mut |_, _| false), 1.0);
        }
    }

    #[test]
    fn without_an_order_nothing_is_said_of_positions() {
        let mut set = set(&[[0, 0, 0, 1, 1], [1, 0, 0, 1, 1], [1, 0, 0, 2, 1], [2, 0, 2, 1, 2]]);
        set.forget_order().unwrap();
        let found = counts(&set, 0.95).unwrap()[0];
        assert_eq!((found.answers, found.decided), ([0.0, 0.0, 0.0, 0.0, 0.0, 4.0], 4.0));
        assert!(found.position.share.is_nan() && found.rarer.is_nan() && !found.is_position_driven());
        let shown = order(&set);
        assert_eq!((shown.pairs, shown.both, shown.ordered, shown.unordered), (0, 0, 0.0, 4.0));
        assert!(shown.p.is_nan() && shown.rarer.is_nan() && shown.statistic == 0.0);
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
