//! Ranks and their distribution, by counting.

use super::{cells, fitted};
use crate::claims::Side;
use crate::inference::rank_distribution::RankDistribution;
use crate::inference::sampled::ranks;
use crate::inference::scores::{Need, Scores};
use crate::inference::testing::Cell;
use crate::inference::{
    estimates, rank_probabilities, rank_summary, CovarianceKind, Errors, Given, Method, Options, RankQuestion,
};
use crate::model::{Problems, Quantity, Specification};
use crate::progress::unwatched;

/// From the probabilities of the ranks of one item: the first, mean, deviation, and the ranks that leave at most a tail on
/// either side.
fn summary(p: &[f64], tail: f64) -> [f64; 5] {
    let mean: f64 = p.iter().enumerate().map(|(r, p)| p * (r + 1) as f64).sum();
    let square: f64 = p.iter().enumerate().map(|(r, p)| p * ((r + 1) as f64).powi(2)).sum();
    let up_to = |rank: usize| p[..rank].iter().sum::<f64>();
    let lower = (1..=p.len()).find(|&rank| up_to(rank) >= tail - 1e-12).unwrap();
    let upper = (1..=p.len()).find(|&rank| 1.0 - up_to(rank) <= tail + 1e-12).unwrap();
    [p[0], mean, (square - mean * mean).max(0.0).sqrt(), lower as f64, upper as f64]
}

#[test]
fn summaries_of_ranks_by_counting() {
    let draws = [
        [3.0, 2.0, 1.0, 0.0],
        [3.0, 1.0, 2.0, 0.0],
        [0.0, 2.0, 3.0, 1.0],
        [3.0, 2.0, 0.0, 1.0],
        [3.0, 2.0, 1.0, 1.0],
    ];
    let mut distribution = RankDistribution::new(4).unwrap();
    draws.iter().for_each(|draw| distribution.add(draw));
    let p = distribution.probabilities();
    assert!((0..4).all(|k| (p[4 * k..4 * k + 4].iter().sum::<f64>() - 1.0).abs() < 1e-15));
    assert_eq!((p[0], p[3]), (0.8, 0.2));
    assert!((p[14] - 0.4 - 0.1).abs() < 1e-15 && (p[15] - 0.5).abs() < 1e-15, "{p:?}");
    for level in [0.2, 0.6, 0.9, 0.999] {
        for (item, row) in distribution.summary_rows(level).iter().enumerate() {
            let expected = summary(&p[4 * item..4 * item + 4], 0.5 * (1.0 - level));
            assert_eq!(row.item, item);
            assert!(
                row.numbers.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-12),
                "{level}: {row:?} {expected:?}"
            );
        }
    }
}

/// Where each draw is solved for, the summary without a matrix is that of the matrix of the same draws.
#[test]
fn summaries_of_draws_are_those_of_their_distribution() {
    let model = fitted(&cells(), &Specification::default());
    for level in [0.3, 0.95] {
        let options = Options { errors: Errors::Sampled, draws: 400, level, ..Options::default() };
        let rows = rank_summary(&model, &options, &mut unwatched()).unwrap();
        let distribution = rank_probabilities(&model, &options, &mut unwatched()).unwrap();
        let p = distribution.probabilities();
        for (item, row) in rows.iter().enumerate() {
            let expected = summary(&p[4 * item..4 * item + 4], 0.5 * (1.0 - level));
            assert!(
                row.numbers.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-6),
                "{level}: {row:?} {expected:?}"
            );
        }
    }
}

/// Sampled ranges count the intervals that lie above, and below.
#[test]
fn sampled_ranges_count_intervals() {
    let votes = |left, right, win| Cell {
        context: Some(7 * left + right),
        ..Cell::new(left, right, [win, 40.0 - win, 0.0])
    };
    let all =
        [(0, 1, 35.0), (1, 2, 36.0), (2, 3, 20.0), (3, 4, 34.0), (0, 2, 39.0), (1, 3, 37.0), (2, 4, 36.0)];
    let model = fitted(&all.map(|(left, right, win)| votes(left, right, win)), &Specification::default());
    let options = Options {
        errors: Errors::Sampled,
        covariance: CovarianceKind::Expected,
        method: Method::Simultaneous,
        ..Options::default()
    };
    let table = estimates(&model, Quantity::Scores, &options, &mut unwatched()).unwrap();
    let found = ranks(&model, &options, &mut unwatched()).unwrap();
    let mut decided = 0;
    for (rank, row) in found.iter().zip(&table) {
        let better = table.iter().filter(|other| other[2] > row[3]).count();
        let worse = table.iter().filter(|other| other[3] < row[2]).count();
        assert_eq!((rank.best, rank.worst), (1 + better, 5 - worse), "{rank:?} {table:?}");
        decided += better;
    }
    assert!(decided >= 5);
    // One by one is not offered: all ranges hold at once.
    let one = Options { method: Method::Marginal, ..options };
    assert_eq!(ranks(&model, &one, &mut unwatched()).unwrap(), found);
}

/// Who is in the largest class, and who is better than whom where differences diverge or are not known.
#[test]
fn places_and_classes() {
    let mut all = cells();
    // Two that lose against all others, and are even; a pair of its own; one that nobody has seen with others.
    all.extend((0..4).map(|other| Cell { context: Some(200), ..Cell::new(other, 4, [2.0, 0.0, 0.0]) }));
    all.extend((0..4).map(|other| Cell { context: Some(201), ..Cell::new(other, 5, [2.0, 0.0, 0.0]) }));
    all.push(Cell { context: Some(202), ..Cell::new(4, 5, [3.0, 3.0, 0.0]) });
    all.push(Cell { context: Some(203), ..Cell::new(6, 7, [3.0, 1.0, 0.0]) });
    let accept = Problems(Problems::SEPARATED.0 | Problems::DISCONNECTED.0);
    let model = fitted(&all, &Specification { accept, ..Specification::default() });
    let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
    let scores = Scores::of(&model, Need::Degrees, &options, &mut unwatched()).unwrap();
    assert_eq!(scores.largest_class(), [true, true, true, true, false, false, false, false]);
    let places = scores.places();
    let mut first: Vec<usize> = (0..4).collect();
    first.sort_by(|&i, &j| scores.estimates[j].total_cmp(&scores.estimates[i]));
    for (at, &item) in first.iter().enumerate() {
        assert_eq!(places[item], (at + 1) as f64);
    }
    let even = (scores.estimates[4] - scores.estimates[5]).abs() < 1e-6;
    assert!(even && places[4] + places[5] == 11.0 && places[4].min(places[5]) >= 5.0, "{places:?}");
    assert!(places[6].is_nan() && places[7].is_nan());
    let difference = |i, j| scores.difference(i, j);
    assert_eq!(difference(0, 4), (f64::INFINITY, f64::INFINITY));
    assert_eq!(difference(5, 1), (f64::NEG_INFINITY, f64::INFINITY));
    assert!(difference(0, 6).0.is_nan() && difference(7, 5).1.is_nan());
    // Within a class of its own the error is that of the pair alone: even votes, six of them; and three to one.
    let (even, error) = difference(4, 5);
    assert!(even.abs() < 1e-6 && (error - (6.0f64 * 0.25).sqrt().recip()).abs() < 1e-4, "{even} {error}");
    let (third, error) = difference(6, 7);
    assert!((third - 3f64.ln()).abs() < 1e-6 && (error - (4f64 / 3.0).sqrt()).abs() < 1e-6);
}

/// All differences of given values, each with its error.
#[test]
fn differences_of_given_values() {
    let given =
        Given::new(vec![1.0, 3.0, 0.5], vec![4.0, 1.0, 0.0, 1.0, 9.0, -2.0, 0.0, -2.0, 1.0], None).unwrap();
    let found = given.differences(&Options::default()).unwrap();
    let expected = [([0, 1], -2.0, 11.0f64), ([0, 2], 0.5, 5.0), ([1, 2], 2.5, 14.0)];
    assert_eq!(found.len(), 3);
    for (found, (pair, estimate, variance)) in found.iter().zip(expected) {
        assert_eq!((found.pair, found.estimate), (pair, estimate));
        assert!((found.error - variance.sqrt()).abs() < 1e-14);
    }
}

/// Who may be among the first is asked in steps as the ranks are, which tell more apart than one step; a side that is not
/// asked for stays open.
#[test]
fn rank_sets_in_steps_and_by_sides() {
    let mut gained = 0;
    for k in 0..12 {
        let gap = (2.0 + 0.04 * f64::from(k)) * std::f64::consts::SQRT_2;
        let covariance = (0..9).map(|k| if k / 3 == k % 3 { 1.0 } else { 0.0 }).collect();
        let given = Given::new(vec![20.0, 0.0, -gap], covariance, None).unwrap();
        let options = Options { draws: 4000, ..Options::default() };
        let ask = |question: RankQuestion| given.rank_sets(&question, &options, &mut unwatched()).unwrap();
        let steps = ask(RankQuestion { top: 2, ..RankQuestion::default() });
        let single = ask(RankQuestion { single_step: true, ..RankQuestion::default() });
        for (row, one) in steps.iter().zip(&single) {
            assert_eq!((row.top, row.bottom), (Some(row.best <= 2), Some(row.worst > 1)), "{gap}: {row:?}");
            assert!(row.best >= one.best && row.worst <= one.worst);
            gained += row.best - one.best;
        }
        let [best, worst] =
            [Side::Best, Side::Worst].map(|side| ask(RankQuestion { side, ..RankQuestion::default() }));
        for (item, (best, worst)) in best.iter().zip(&worst).enumerate() {
            assert_eq!((best.worst, worst.best), (3, 1));
            assert!(best.best <= item + 1 && worst.worst > item);
        }
        assert_eq!((best[1].best, worst[0].worst), (2, 1));
    }
    assert!(gained > 0);
}
