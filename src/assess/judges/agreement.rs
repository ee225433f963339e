//! How far judges agree on the same pair in the same context.

use super::counts::Share;
use super::critical;
use super::units::{Answer, Units};
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::progress::{Progress, Watch};
use crate::room::{reserve, Gather as _, Put as _, TryRoom as _};
use crate::table::{Schema, SchemaColumn};

/// Sums over the units that two judges, or a judge and a majority, share.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    units: f64,
    same: f64,
    /// Units that both saw in the same order.
    in_order: f64,
    own: [f64; 3],
    other: [f64; 3],
}

impl Tally {
    /// Adds a unit that both saw in the same order in this share of their answers.
    fn add(&mut self, own: &Answer, other: &Answer, in_order: f64) {
        self.units += 1.0;
        self.in_order += in_order;
        for k in 0..3 {
            self.same += own.shares[k] * other.shares[k];
            self.own[k] += own.positions[k];
            self.other[k] += other.positions[k];
        }
    }

    fn observed(&self) -> f64 {
        self.same / self.units
    }

    /// Cohen's (1960) kappa, (observed - chance) / (1 - chance). Chance is the agreement of two who answer by
    /// the position and nothing else, each taking left, right and tie as often as it did: where they see a
    /// pair in the same order they agree by taking the same position, else by taking different ones.
    fn kappa(&self) -> f64 {
        let [a, b] = [self.own, self.other].map(|positions| positions.map(|sum| sum / self.units));
        let in_order = self.in_order / self.units;
        let same = a[0] * b[0] + a[1] * b[1];
        let crossed = a[0] * b[1] + a[1] * b[0];
        let chance = in_order * same + (1.0 - in_order) * crossed + a[2] * b[2];
        // Two who always say the same leave nothing to chance.
        if chance < 1.0 - 1e-12 {
            (self.observed() - chance) / (1.0 - chance)
        } else {
            f64::NAN
        }
    }
}

/// Agreement of all pairs of judges, judges x judges.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairwise {
    /// Units that both answered.
    pub units: Vec<f64>,
    /// Probability that the two give the same answer of a unit, averaged over these; NaN without any.
    pub observed: Vec<f64>,
    /// Cohen's kappa.
    pub kappa: Vec<f64>,
}

/// Agreement of two judges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfTwo {
    /// The two, the lower id first.
    pub judges: [usize; 2],
    /// Units that both answered.
    pub units: usize,
    /// Probability that the two give the same answer of a unit, averaged over these; NaN without any.
    pub observed: f64,
    /// Cohen's kappa.
    pub kappa: f64,
}

/// The columns of [`pairwise_agreement`].
pub static PAIRWISE: Schema<OfTwo> = Schema {
    name: "set_agreement_pairs",
    title: c"Agreement of any two judges",
    columns: &[
        SchemaColumn::judge(c"first", c"The judge with the lower id.", |p| Some(p.judges[0])),
        SchemaColumn::judge(c"second", c"The other judge.", |p| Some(p.judges[1])),
        SchemaColumn::i64(c"units", c"units", c"Units that the two share.", |p| Some(p.units as i64)),
        SchemaColumn::f64(
            c"agreement",
            c"share",
            c"Share of these on which they agree; missing where they share none.",
            |p| p.observed,
        ),
        SchemaColumn::f64(
            c"kappa",
            c"",
            c"Cohen's kappa; missing where they share no unit, or always say the same.",
            |p| p.kappa,
        ),
    ],
};

impl Pairwise {
    /// Every two judges once.
    pub fn pairs(&self) -> Vec<OfTwo> {
        let judges = self.units.len().isqrt();
        let of = |a: usize, b: usize| {
            let at = a * judges + b;
            let units = self.units[at] as usize;
            OfTwo { judges: [a, b], units, observed: self.observed[at], kappa: self.kappa[at] }
        };
        (0..judges).flat_map(|a| (a + 1..judges).map(move |b| (a, b))).map(|(a, b)| of(a, b)).gathered()
    }
}

/// Agreement of all pairs of judges. On the diagonal stand the units that a judge shares with any other,
/// and NaN.
pub fn pairwise_agreement(set: &Set, watch: Watch<'_>) -> Result<Pairwise> {
    let units = Units::new(set);
    let n = units.judges;
    let square = n.checked_mul(n).ok_or_else(|| Error::Size(format!("{n} x {n} judges overflow")))?;
    let mut tallies: Vec<Tally> = Vec::new();
    tallies
        .try_room(square)
        .map_err(|_| Error::Memory(format!("no memory for the agreement of {n} judges")))?;
    tallies.put_until(square, Tally::default());
    let mut shared = reserve(square)?;
    for (at, unit) in units.units.iter().enumerate() {
        let answers = units.of(unit);
        for (i, a) in answers.iter().enumerate() {
            shared[a.judge * n + a.judge] += 1.0;
            for b in &answers[..i] {
                // Answers of a unit come in the order of judges: b stands before a.
                tallies[a.judge * n + b.judge].add(a, b, same_order(a, b));
                shared[a.judge * n + b.judge] += 1.0;
                shared[b.judge * n + a.judge] += 1.0;
            }
        }
        if at % 4096 == 0 {
            let fraction = at as f64 / units.units.len() as f64;
            watch(&Progress::of_parts(fraction, at as u64))?;
        }
    }
    let (mut observed, mut kappas) = (reserve(square)?, reserve(square)?);
    for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
        let tally = &tallies[a.max(b) * n + a.min(b)];
        observed[a * n + b] = if a == b { f64::NAN } else { tally.observed() };
        kappas[a * n + b] = if a == b { f64::NAN } else { tally.kappa() };
    }
    Ok(Pairwise { units: shared, observed, kappa: kappas })
}

/// Agreement of a judge with the majority of the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WithMajority {
    /// Units that the judge answered, and any other too.
    pub shared: usize,
    /// Units that the judge answered and of which the others have a majority.
    pub units: usize,
    /// Share of the judge's answers that are the majority's, with the interval of independent units.
    pub observed: Share,
    /// Cohen's kappa.
    pub kappa: f64,
}

/// The columns of [`with_majority`], each row with its judge.
pub static MAJORITY: Schema<(usize, WithMajority)> = Schema {
    name: "set_agreement",
    title: c"Agreement of judges with the majority of the others",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |(judge, _)| Some(*judge)),
        SchemaColumn::i64(c"shared_units", c"units", c"Units that it shares with any other judge.", |(_, m)| {
            Some(m.shared as i64)
        }),
        SchemaColumn::i64(
            c"units",
            c"units",
            c"Units that the judge answered and of which the others have a majority: an answer more frequent among them \
              than either other.",
            |(_, m)| Some(m.units as i64),
        ),
        SchemaColumn::f64(
            c"agreement",
            c"share",
            c"Share of its answers that are that of the majority; missing, as its interval, where there is no such unit.",
            |(_, m)| m.observed.share,
        ),
        SchemaColumn::f64(c"lower", c"share", c"Lower end of its interval.", |(_, m)| m.observed.lower),
        SchemaColumn::f64(c"upper", c"share", c"Upper end of its interval.", |(_, m)| m.observed.upper),
        SchemaColumn::f64(
            c"kappa",
            c"",
            c"Cohen's kappa; missing where there is no such unit, or where both always say the same.",
            |(_, m)| m.kappa,
        ),
    ],
};

/// Agreement of every judge with the majority of the others: the answer that most of them gave; units where
/// two answers are equally frequent have none.
pub fn with_majority(set: &Set, level: f64) -> Result<Vec<WithMajority>> {
    let critical = critical(level)?;
    let units = Units::new(set);
    let mut tallies = vec![Tally::default(); units.judges];
    let mut shared = vec![0; units.judges];
    for unit in &units.units {
        let answers = units.of(unit);
        if answers.len() > 1 {
            answers.iter().for_each(|answer| shared[answer.judge] += 1);
        }
        let mut total = [0.0; 3];
        answers.iter().for_each(|a| (0..3).for_each(|k| total[k] += a.shares[k]));
        for own in answers {
            let others: [f64; 3] = std::array::from_fn(|k| total[k] - own.shares[k]);
            if let Some(winner) = majority(&others) {
                tallies[own.judge].add(own, &said(winner, own), 1.0);
            }
        }
    }
    let one = |(tally, shared): (&Tally, usize)| {
        let n = tally.units;
        let observed = Share::new(tally.same, n, n, critical);
        WithMajority { shared, units: n as usize, observed, kappa: tally.kappa() }
    };
    Ok(tallies.iter().zip(shared).map(one).gathered())
}

/// How often two judges saw a unit in the same order.
fn same_order(a: &Answer, b: &Answer) -> f64 {
    a.in_order * b.in_order + (1.0 - a.in_order) * (1.0 - b.in_order)
}

/// The answer of a majority, as one who saw the unit in the orders of another judge would have given it.
fn said(answer: usize, to: &Answer) -> Answer {
    let mut shares = [0.0; 3];
    shares[answer] = 1.0;
    let [first, second, tie] = shares;
    let turn = |here: f64, there: f64| to.in_order * here + (1.0 - to.in_order) * there;
    Answer { shares, positions: [turn(first, second), turn(second, first), tie], ..*to }
}

/// The most frequent answer, if it is the only one.
fn majority(sums: &[f64; 3]) -> Option<usize> {
    let most = sums.iter().copied().fold(0.0, f64::max);
    // Sums of shares are equal up to rounding.
    let mut best = (0..3).filter(|&k| sums[k] > most - 1e-9);
    best.next().filter(|_| best.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::testing::set;
    use super::*;
    use crate::progress::unwatched;

    /// Three judges on four units; answers of the lower id, the higher, or a tie.
    fn example(swap: bool) -> Set {
        let answers = [[1, 1, 2], [1, 2, 2], [3, 3, 3], [2, 2, 1]];
        let mut rows = Vec::new();
        for (context, by_judge) in answers.iter().enumerate() {
            for (judge, &answer) in by_judge.iter().enumerate() {
                // Judge 1 sees the pair the other way round.
                let turned = judge == 1;
                let outcome = if turned && answer < 3 { 3 - answer } else { answer };
                let (low, high) = if swap { (1, 0) } else { (0, 1) };
                let (left, right) = if turned { (high, low) } else { (low, high) };
                rows.push([context as u32, judge as u32, left, right, outcome]);
            }
        }
        set(&rows)
    }

    #[test]
    fn kappa_by_hand() {
        let found = pairwise_agreement(&example(false), &mut unwatched()).unwrap();
        assert_eq!(found.units, [4.0; 9]);
        let pairs = found.pairs();
        assert_eq!(pairs.iter().map(|pair| pair.judges).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
        assert!(pairs.iter().all(|pair| pair.units == 4) && pairs[1].kappa == found.kappa[2]);
        // Judges 0 and 1 agree in 3 of 4. They see pairs in opposite orders: positions (2, 1, 1) / 4 of the one
        // and (2, 1, 1) / 4 of the other, chance (2 + 2 + 1) / 16.
        assert!((found.observed[1] - 0.75).abs() < 1e-15 && found.observed[1] == found.observed[3]);
        assert!((found.kappa[1] - (0.75 - 5.0 / 16.0) / (11.0 / 16.0)).abs() < 1e-15);
        // Judges 0 and 2 agree in 1 of 4, in the same order: positions (2, 1, 1) and (1, 2, 1).
        assert!((found.kappa[2] - (0.25 - 5.0 / 16.0) / (11.0 / 16.0)).abs() < 1e-15);
        assert!(found.observed[0].is_nan() && found.kappa[8].is_nan());
        // Other numbers of the items change nothing.
        let swapped = pairwise_agreement(&example(true), &mut unwatched()).unwrap();
        assert_eq!(swapped.kappa[1..3], found.kappa[1..3]);
    }

    #[test]
    fn a_judge_of_positions_agrees_by_chance() {
        // Judge 0 always takes the left; judge 1 likes items, and is shown 3 of 4 better ones on the left.
        let rows: Vec<[u32; 5]> = (0..8)
            .flat_map(|context| {
                let answer = 1 + u32::from(context % 4 == 0);
                [[context, 0, 0, 1, 1], [context, 1, 0, 1, answer]]
            })
            .collect();
        let found = pairwise_agreement(&set(&rows), &mut unwatched()).unwrap();
        assert_eq!((found.observed[1], found.kappa[1]), (0.75, 0.0));
        let always = set(&[[0, 0, 0, 1, 1], [0, 1, 0, 1, 1]]);
        assert!(pairwise_agreement(&always, &mut unwatched()).unwrap().kappa[1].is_nan());
    }

    #[test]
    fn majorities_of_the_others() {
        let found = with_majority(&example(false), 0.95).unwrap();
        // The others of judge 2 agree in units 0 (1), 2 (3) and 3 (2); it agrees in one of these.
        assert_eq!(found[2].units, 3);
        assert!((found[2].observed.share - 1.0 / 3.0).abs() < 1e-15);
        // Margins of the judge (1, 1, 1) / 3, of the majority the same: chance 1/3.
        assert!(found[2].kappa.abs() < 1e-15);
        // The others of judge 0 agree in units 1 (2) and 2 (3); it agrees in the second.
        assert_eq!((found[0].units, found[0].observed.share), (2, 0.5));
        assert!(found.iter().all(|judge| judge.shared == 4));
        let none = with_majority(&set(&[[0, 0, 0, 1, 1]]), 0.95).unwrap();
        assert!(none[0].units == 0 && none[0].kappa.is_nan() && none[0].observed.share.is_nan());
    }

    #[test]
    fn judges_who_answer_twice_count_once() {
        // Judge 0 says both in one context: half of it agrees with judge 1.
        let set = set(&[[0, 0, 0, 1, 1], [0, 0, 1, 0, 1], [0, 1, 0, 1, 1]]);
        let found = pairwise_agreement(&set, &mut unwatched()).unwrap();
        assert_eq!((found.units[1], found.observed[1]), (1.0, 0.5));
    }
}
