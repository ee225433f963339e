use super::*;
use crate::assess::judges::testing::set;
use crate::inference::Method;
use crate::model::{fit, Specification};
use crate::progress::unwatched;

/// Item 0 beats 1 and 2 in 24 of 30, 1 beats 2 in 15 of 30.
fn model() -> Arc<Model> {
    let rows: Vec<[u32; 5]> = (0..30)
        .flat_map(|at| {
            let strong = 1 + u32::from(at % 5 == 0);
            [[at, 0, 0, 1, strong], [at, 0, 0, 2, strong], [at, 0, 1, 2, 1 + at % 2]]
        })
        .collect();
    Arc::new(fit(&set(&rows), &Specification::default(), &mut unwatched()).unwrap())
}

fn of(quantity: Quantity) -> Estimate {
    Estimate::of_model(model(), quantity, Options::default()).unwrap()
}

#[test]
fn values_contrasts_tests_and_pairs_agree() {
    let scores = of(Quantity::Scores);
    let values = scores.values(&mut unwatched()).unwrap();
    assert_eq!(values.iter().map(|v| v.item).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    assert!(values.iter().all(|v| v.judge.is_none() && v.second.is_none() && v.functional.is_none()));
    let weights = [1.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, -1.0];
    let (contrasts, covariance) = scores.contrasts(&weights, 3, &mut unwatched()).unwrap();
    let tests = scores.tests(&weights, 3, &[], Adjustment::SingleStep, &mut unwatched()).unwrap();
    let pairs = scores.pairs(Family::AllPairs, Adjustment::SingleStep, &mut unwatched()).unwrap();
    assert_eq!(scores.contrast_covariance(&weights, 3, &mut unwatched()).unwrap(), covariance);
    for at in 0..3 {
        let (contrast, tested, pair) = (contrasts[at].row, tests[at].test, pairs[at].test);
        let difference = values[pairs[at].first].row[0] - values[pairs[at].second].row[0];
        assert!((contrast[0] - difference).abs() < 1e-12 && (tested.estimate - difference).abs() < 1e-12);
        assert!((pair.estimate - difference).abs() < 1e-12 && (pair.p - tested.p).abs() < 1e-9);
        assert!((contrast[1] * contrast[1] - covariance[4 * at]).abs() < 1e-12);
        assert!(tested.adjusted >= tested.p && tests[at].null == 0.0);
    }
    let ranks = scores.ranks(&mut unwatched()).unwrap();
    assert!(ranks[0].rank.rank == 1.0 && ranks[0].rank.worst == 1 && ranks[1].rank.best == 2);
}

#[test]
fn what_a_quantity_is_of() {
    let pairs = of(Quantity::WinRates).values(&mut unwatched()).unwrap();
    assert!(pairs.iter().enumerate().all(|(at, v)| v.item == Some(at)));
    let rates = of(Quantity::WinRates);
    assert_eq!((rates.shape(), rates.size(), rates.quantity()), ((3, 1), 3, Some(Quantity::WinRates)));
    assert!(rates.ranks(&mut unwatched()).unwrap_err().to_string().contains("ranks"));
    assert!(rates.pairs(Family::AllPairs, Adjustment::None, &mut unwatched()).is_err());
    assert!(Estimate::of_model(model(), Quantity::Spreads, Options::default()).is_err());
}

#[test]
fn facts_say_how_it_was_computed() {
    let options = Options { level: 0.9, method: Method::Bonferroni, ..Options::default() };
    let facts = Estimate::of_model(model(), Quantity::Scores, options).unwrap().facts();
    assert_eq!((facts.level, facts.intervals, facts.quantiles), (0.9, Some(1), Some(2)));
    assert!(facts.notes.to_string_lossy().contains("CR2"), "{:?}", facts.notes);
    assert!(facts.replicates.is_nan() && facts.covariance.is_some());
}

#[test]
fn the_leaderboard_puts_together_what_others_answer() {
    let model = model();
    let board = scores(&model, &Options::default(), &mut unwatched()).unwrap();
    let values = of(Quantity::Scores).values(&mut unwatched()).unwrap();
    for (row, value) in board.iter().zip(&values) {
        assert_eq!(row.row, value.row);
        assert_eq!(row.counts[0], row.counts[1] + row.counts[2] + row.counts[3]);
    }
    assert_eq!(board[0].counts, [60.0, 48.0, 12.0, 0.0]);
}
