//! Whether finite strengths exist: the linear programme against what Newton's method finds by itself.

use super::existence::decide;
use super::layout::Layout;
use super::objective::Objective;
use super::*;
use crate::comparisons::{Column, Key};
use crate::linalg::Alternative;
use crate::progress::unwatched;
use crate::random::Random;
use crate::solve::{Limits, Prove, Solver};

/// A few ballots over a few items, with ties, gaps and named worst items.
fn random(seed: u64) -> Ballots {
    let mut random = Random::new(seed, 3);
    let (items, ballots) = (3 + random.below(3), 3 + random.below(7));
    let (mut ballot, mut item, mut rank) = (vec![], vec![], vec![]);
    for own in 0..ballots {
        let shown = 2 + random.below(items.min(4) - 1);
        let mut all: Vec<u32> = (0..items as u32).collect();
        (0..shown as usize).for_each(|at| all.swap(at, at + random.below(items - at as u64) as usize));
        let kind = random.below(6);
        for (at, &chosen) in all[..shown as usize].iter().enumerate() {
            ballot.push(own as u32);
            item.push(chosen);
            rank.push(match kind {
                0 => i32::from(at == 0),
                1 if at as u64 + 1 == shown => -1,
                1 => i32::from(at == 0),
                2 => 1 + at as i32 / 2,
                _ => 1 + at as i32,
            });
        }
    }
    let ids = |values| Key { values: Column::U32(values), base: 0 };
    let mut out = Ballots::new();
    out.append(&BallotRows {
        length: item.len(),
        ballot: ids(&ballot),
        item: ids(&item),
        rank: Column::I32(&rank),
        ..BallotRows::default()
    })
    .expect("rows");
    out
}

#[test]
fn existence_is_as_newtons_method_finds_it() {
    let (mut finite, mut infinite) = (0, 0);
    for seed in 0..3_000 {
        let ballots = random(seed);
        let worst = Worst::ALL[seed as usize % 2];
        let choices = RankingChoices { worst, positions: seed % 5 == 0, ..RankingChoices::default() };
        let layout = Layout::new(&ballots, &choices);
        let said = decide(&ballots, &choices, &layout).expect("decided");
        let fitted = fit(std::sync::Arc::new(ballots.clone()), choices, &mut unwatched());
        let is_connected = !matches!(&fitted, Err(error) if error.to_string().contains("never shown"));
        if !is_connected {
            continue;
        }
        let total = ballots.total();
        let objective = Objective { ballots: &ballots, choices: &choices, layout: &layout };
        let limits = Limits {
            tolerance: 1e-8,
            iterations: 300,
            finite: false,
            unique: false,
            prove: Prove::Curvature,
            gain: 0.0,
            first_shift: 0.0,
        };
        let mut solver = Solver::new(objective.shape()).expect("room");
        let start = vec![0.0; layout.dimension];
        let found = solver.minimise(&objective, start, &limits, &mut unwatched()).expect("an end");
        match said {
            Alternative::Balanced => {
                finite += 1;
                assert!(found.is_optimum(), "{seed}: {found:?}");
                // The optimum may be one of many where positions stand for items.
                assert!(fitted.is_ok() || found.is_undetermined(), "{seed}: {fitted:?}");
            }
            Alternative::Direction(direction) => {
                infinite += 1;
                assert!(fitted.is_err(), "{seed}");
                let far: Vec<f64> = found.theta.iter().zip(&direction).map(|(x, d)| x + d).collect();
                assert!(
                    objective.data_value(&far) < found.value + 1e-12,
                    "{seed}: the likelihood does not grow"
                );
                assert!(found.diverges(total) || !found.is_optimum(), "{seed}: {found:?}");
            }
        }
    }
    assert!(finite > 500 && infinite > 500, "{finite} {infinite}");
}

/// Votes of pairs that a ballot of four is worth at equal strengths; the numbers are those of docs/ballots.md.
#[test]
fn a_ballot_of_four_is_worth_more_than_a_vote() {
    let information = |ranks: &[i32]| {
        let n = ranks.len();
        let (ids, own): (Vec<u32>, Vec<u32>) = ((0..n as u32).collect(), vec![0; n]);
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut ballots = Ballots::new();
        let rank = Column::I32(ranks);
        let rows =
            BallotRows { length: n, ballot: key(&own), item: key(&ids), rank, ..BallotRows::default() };
        ballots.append(&rows).expect("a ballot");
        let choices = RankingChoices::default();
        let layout = Layout::new(&ballots, &choices);
        let objective = Objective { ballots: &ballots, choices: &choices, layout: &layout };
        let mut trace = 0.0;
        objective.each(&vec![0.0; n], |_, sum| {
            sum.each_second(|row, column, second| trace += if row == column { second } else { 0.0 });
        });
        trace
    };
    let vote = information(&[1, 2]);
    let worth = |ranks: &[i32]| (10.0 * information(ranks) / vote).round() / 10.0;
    assert!((vote - 0.5).abs() < 1e-15);
    assert_eq!([worth(&[1, 0, 0, 0]), worth(&[1, 0, 0, -1]), worth(&[1, 2, 3, 4])], [1.5, 2.8, 3.8]);
}
