//! Boards by hand: what they refuse, and what few tasks can say.

use super::*;
use crate::claims::{Verdict, Want};
use crate::estimate::{Estimate, Gate};
use crate::inference::{Adjustment, Family, Method, Options};
use crate::progress::unwatched;

fn names<'a>(values: &'a [&'a str]) -> Key<'a> {
    Key { values: Column::Text(values), base: 0 }
}

fn rows<'a>(item: &'a [&'a str], context: &'a [&'a str], score: &'a [f64]) -> ScoreRows<'a> {
    ScoreRows {
        length: score.len(),
        item: names(item),
        context: names(context),
        score: Column::F64(score),
        ..ScoreRows::default()
    }
}

/// Items x tasks.
fn board(table: &[&[f64]]) -> Board {
    let mut board = Board::new();
    for (i, row) in table.iter().enumerate() {
        for (t, score) in row.iter().enumerate() {
            let (item, context) = (i.to_string(), format!("t{t}"));
            board.append(&rows(&[&item], &[&context], &[*score])).unwrap();
        }
    }
    board
}

fn of(board: &Board, choices: Choices) -> Result<Estimate> {
    Estimate::of_board(board, &choices, Options::default())
}

fn refusal(board: &Board, choices: Choices) -> String {
    of(board, choices).unwrap_err().to_string()
}

#[test]
fn rows_are_taken_whole_or_not_at_all() {
    let mut board = Board::new();
    board.append(&rows(&["a"], &["t"], &[1.0])).unwrap();
    let before = board.clone();
    let infinite = rows(&["b", "c"], &["t", "u"], &[0.0, f64::INFINITY]);
    let error = board.append(&infinite).unwrap_err();
    assert_eq!(
        (error.row_number(), error.to_string().as_str()),
        (Some(1), "score is inf; it must be finite, or missing (NaN)")
    );
    assert_eq!(board, before);
    let heavier = ScoreRows { weight: Column::F64(&[2.0]), ..rows(&["b"], &["t"], &[0.0]) };
    let error = board.append(&heavier).unwrap_err().to_string();
    assert_eq!(error, "weight is 2, but that of \"t\" is 1; a task has one weight, whatever its runs");
    let grouped = ScoreRows { group: names(&["g", "h"]), ..rows(&["b", "c"], &["u", "u"], &[0.0, 1.0]) };
    let error = board.append(&grouped).unwrap_err();
    assert_eq!(error.row_number(), Some(1));
    assert!(error.to_string().starts_with("group is \"h\", but \"u\" is in \"g\""), "{error}");
    assert_eq!(board, before);
    let unknown = ScoreRows { item: Key::default(), ..rows(&["b"], &["t"], &[0.0]) };
    assert_eq!(board.append(&unknown).unwrap_err().to_string(), "item is absent");
}

#[test]
fn a_run_comes_once() {
    let mut board = Board::new();
    let first = ScoreRows { run: names(&["r", "s"]), ..rows(&["a", "a"], &["t", "t"], &[1.0, 0.0]) };
    board.append(&first).unwrap();
    board.append(&rows(&["b", "b"], &["t", "u"], &[1.0, 0.0])).unwrap();
    board.append(&rows(&["a"], &["u"], &[1.0])).unwrap();
    assert!(of(&board, Choices::default()).is_ok());
    let again = ScoreRows { run: names(&["r"]), ..rows(&["a"], &["t"], &[1.0]) };
    board.append(&again).unwrap();
    let error = of(&board, Choices::default()).unwrap_err();
    assert_eq!(error.row_number(), Some(5));
    assert!(error.to_string().contains("\"a\" on \"t\" has one in run \"r\" already, in row 0"), "{error}");
}

#[test]
fn what_has_no_error_is_refused() {
    assert!(refusal(&Board::new(), Choices::default()).contains("no scores"));
    assert!(refusal(&board(&[&[1.0], &[0.0]]), Choices::default()).contains("one task"));
    let nan = f64::NAN;
    let apart = board(&[&[1.0, 0.0, nan, nan], &[nan, nan, 1.0, 0.5]]);
    let error = of(&apart, Choices::default()).unwrap_err();
    assert!(
        matches!(error, Error::NotIdentified(_)) && error.to_string().contains("share no task"),
        "{error}"
    );
    assert!(refusal(&apart, Choices { missing: Missing::Common, ..Choices::default() })
        .contains("no task on which all"));
    let refuse = Choices { missing: Missing::Refuse, ..Choices::default() };
    assert_eq!(refusal(&apart, refuse), "missing: 4 of 8 cells are missing, 2 of \"0\"");
    let whole = Choices { population: Some(4.0), missing: Missing::Number(0.0), ..Choices::default() };
    assert!(refusal(&apart, whole).contains("only runs are uncertain"));
    assert!(of(&apart, Choices { missing: Missing::Available, ..Choices::default() }).is_ok());
    let few = Choices { population: Some(3.0), missing: Missing::Number(0.0), ..Choices::default() };
    assert_eq!(refusal(&apart, few), "population is 3; there are 4 tasks with scores");
    let normalised = Options { method: Method::Anytime, ..Options::default() };
    let estimate =
        Estimate::of_board(&board(&[&[1.0, 0.0], &[0.0, 0.5]]), &Choices::default(), normalised).unwrap();
    assert!(estimate.values(&mut unwatched()).unwrap_err().to_string().contains("40"));
}

/// Two tasks that agree say nothing; six are enough for one pair, by signs.
#[test]
fn few_tasks_that_agree_are_not_sure() {
    for (tasks, is_sure) in [(2, false), (5, false), (6, true)] {
        let (better, worse, other) = (vec![1.0; tasks], vec![0.0; tasks], vec![0.5; tasks]);
        let estimate = of(&board(&[&better, &worse, &other]), Choices::default()).unwrap();
        let ranks = estimate.ranks(&mut unwatched()).unwrap();
        assert_eq!(ranks[0].rank.worst == 1, is_sure, "{tasks}");
        let row = estimate.contrasts(&[1.0, -1.0, 0.0], 1, &mut unwatched()).unwrap().0[0].row;
        assert_eq!((row[2] > 0.0, row[2].is_nan()), (is_sure, !is_sure), "{tasks}");
        let sets = estimate.rank_sets(&crate::inference::RankQuestion::default(), &mut unwatched()).unwrap();
        assert!(sets[0].worst > 1, "{tasks}");
        let gate = Gate { candidate: 0, baseline: 1, want: Want::Better, margin: 0.0 };
        let gated = estimate.gate(&gate, &mut unwatched()).unwrap();
        assert_eq!(gated.verdict == Verdict::Pass, is_sure, "{tasks}");
        assert!(is_sure || gated.units_needed == (6 - tasks) as f64, "{tasks}: {}", gated.units_needed);
        // All or nothing solved: the interval says how few the tasks are.
        let value = estimate.values(&mut unwatched()).unwrap()[0].row;
        assert!(value[3] == 1.0 && value[2] < 0.75 && value[2] > 0.0, "{value:?}");
    }
}

/// Items that are worse by less are better: ranks turn round, values stay.
#[test]
fn less_may_be_better() {
    let scores: Vec<Vec<f64>> = (0..3)
        .map(|i| (0..12).map(|t| f64::from(i) + 0.1 * f64::from((i * 7 + t * 5) % 11)).collect())
        .collect();
    let table: Vec<&[f64]> = scores.iter().map(Vec::as_slice).collect();
    let (more, less) = (board(&table), Choices { lower_is_better: true, ..Choices::default() });
    let best = |choices| {
        let found = of(&more, choices).unwrap();
        let ranks = found.ranks(&mut unwatched()).unwrap();
        ranks.iter().map(|r| (r.rank.rank, r.rank.best, r.rank.worst)).collect::<Vec<_>>()
    };
    assert_eq!(best(Choices::default()), [(3.0, 3, 3), (2.0, 2, 2), (1.0, 1, 1)]);
    assert_eq!(best(less), [(1.0, 1, 1), (2.0, 2, 2), (3.0, 3, 3)]);
    let pairs =
        of(&more, less).unwrap().pairs(Family::AllPairs, Adjustment::SingleStep, &mut unwatched()).unwrap();
    assert!(pairs[0].test.estimate < 0.0 && pairs[0].test.adjusted < 0.05);
}

/// An exact copy of an item changes nothing for the others, is never told apart from it, and is no winner over it.
#[test]
fn copies_are_never_told_apart() {
    let scores: Vec<Vec<f64>> = (0..2)
        .map(|i| (0..10).map(|t| 2.0 * f64::from(i) + 0.1 * f64::from((i * 7 + t * 3) % 11)).collect())
        .collect();
    let alone = of(&board(&[&scores[0], &scores[1]]), Choices::default()).unwrap();
    let copied = of(&board(&[&scores[0], &scores[1], &scores[1]]), Choices::default()).unwrap();
    let row = |estimate: &Estimate, weights: &[f64]| {
        estimate.contrasts(weights, 1, &mut unwatched()).unwrap().0[0].row
    };
    assert_eq!(row(&copied, &[-1.0, 1.0, 0.0]), row(&alone, &[-1.0, 1.0]));
    let ranks = copied.ranks(&mut unwatched()).unwrap();
    let places: Vec<_> = ranks.iter().map(|r| (r.rank.rank, r.rank.best, r.rank.worst)).collect();
    assert_eq!(places, [(3.0, 3, 3), (1.5, 1, 2), (1.5, 1, 2)]);
    let gate = Gate { candidate: 1, baseline: 2, want: Want::Better, margin: 0.0 };
    assert_eq!(copied.gate(&gate, &mut unwatched()).unwrap().verdict, Verdict::NotEnough);
}

/// The order of rows, and whether they come at once, say nothing; nor does the unit of scores, tiny or huge.
#[test]
fn order_and_unit_of_rows_say_nothing() {
    let (items, tasks) = (["a", "b", "c"], ["t", "u", "v", "w", "x", "y", "z"]);
    let cells: Vec<(usize, usize)> = (0..21).filter(|at| at % 8 != 3).map(|at| (at / 7, at % 7)).collect();
    let score = |(i, t): (usize, usize)| (i * 5 + t * t) as f64 % 9.0 + i as f64;
    let found = |cells: &[(usize, usize)], unit: f64| {
        let mut board = Board::new();
        for part in cells.chunks(4) {
            let item: Vec<&str> = part.iter().map(|cell| items[cell.0]).collect();
            let context: Vec<&str> = part.iter().map(|cell| tasks[cell.1]).collect();
            let scores: Vec<f64> = part.iter().map(|cell| unit * score(*cell)).collect();
            board.append(&rows(&item, &context, &scores)).unwrap();
        }
        let estimate = of(&board, Choices::default()).unwrap();
        let at = |item: &str| board.names().find(Kind::Item, item).unwrap();
        let mut weights = [0.0; 3];
        (weights[at("a")], weights[at("c")]) = (-1.0, 1.0);
        estimate.contrasts(&weights, 1, &mut unwatched()).unwrap().0[0].row.map(|number| number / unit)
    };
    let expected = found(&cells, 1.0);
    let backwards: Vec<(usize, usize)> = cells.iter().rev().copied().collect();
    for (cells, unit) in [(&backwards, 1.0), (&cells, 1e-100), (&backwards, 1e100)] {
        for (number, expected) in found(cells, unit).iter().zip(expected) {
            assert!((number / expected - 1.0).abs() < 1e-9, "{unit}: {number} {expected}");
        }
    }
}

/// A hole in an additive table costs nothing: levels are those of the whole table.
#[test]
fn an_additive_table_needs_no_cell() {
    let scores: Vec<Vec<f64>> =
        (0..4).map(|i| (0..9).map(|t| 0.3 * f64::from(i) + f64::from((t * 4) % 9)).collect()).collect();
    let mut holes = scores.clone();
    (holes[0][2], holes[2][5], holes[3][0]) = (f64::NAN, f64::NAN, f64::NAN);
    let values = |table: &[Vec<f64>]| {
        let table: Vec<&[f64]> = table.iter().map(Vec::as_slice).collect();
        let found = of(&board(&table), Choices::default()).unwrap();
        found.values(&mut unwatched()).unwrap().iter().map(|v| v.row[0]).collect::<Vec<_>>()
    };
    for (whole, hole) in values(&scores).iter().zip(values(&holes)) {
        assert!((whole - hole).abs() < 1e-12);
    }
}

/// Moments of unequal numbers of runs, by hand: two tasks with two runs and one with one.
#[test]
fn variance_of_unequal_runs() {
    let mut board = Board::new();
    let contexts = ["t", "t", "u", "u", "v"];
    board.append(&rows(&["a"; 5], &contexts, &[1.0, 0.0, 2.0, 4.0, 6.0])).unwrap();
    let found = board.variance().unwrap()[0];
    // Means .5, 3, 6 of a grand mean 2.6; k0 = (5 - 9/5)/2.
    let within = (0.5 + 2.0) / 2.0;
    let between =
        (2.0 * (0.5f64 - 2.6).powi(2) + 2.0 * (3.0f64 - 2.6).powi(2) + (6.0f64 - 2.6).powi(2)) / 2.0;
    assert!((found.within - within).abs() < 1e-12 && (found.divisor - 1.6).abs() < 1e-12);
    assert!((found.between_raw - (between - within) / 1.6).abs() < 1e-12);
    assert_eq!(found.counts, [3, 5]);
    let mut single = Board::new();
    single.append(&rows(&["a", "a"], &["t", "u"], &[1.0, 0.0])).unwrap();
    assert!(single.variance().unwrap_err().to_string().contains("two runs"));
}

/// A gate of tasks that are solved or not reads Tango's interval while few of them differ, and better needs McNemar's test.
#[test]
fn gates_of_few_tasks_that_differ_are_exact() {
    // b tasks that only the second solved, c only the first, of n.
    let asked = |b: usize, c: usize, n: usize, lower_is_better: bool| {
        let first: Vec<f64> = (0..n).map(|t| f64::from(u8::from(t < c))).collect();
        let second: Vec<f64> = (0..n).map(|t| f64::from(u8::from(t >= n - b))).collect();
        let choices = Choices { lower_is_better, ..Choices::default() };
        let estimate = of(&board(&[&first, &second]), choices).unwrap();
        estimate
            .gate(&Gate { candidate: 1, baseline: 0, want: Want::Better, margin: 0.0 }, &mut unwatched())
            .unwrap()
    };
    // Intervals and p-values of the reference (two_by_two).
    let open = asked(5, 0, 30, false);
    assert!(
        (open.row[2] - 0.0342343746303698).abs() < 1e-9 && (open.row[3] - 0.3356435050641603).abs() < 1e-9
    );
    assert!(open.verdict == Verdict::NotEnough && !open.words.better && (open.p - 0.03125).abs() < 1e-12);
    let turned = asked(0, 5, 30, true);
    assert!((turned.row[2] + 0.3356435050641603).abs() < 1e-9 && turned.verdict == Verdict::NotEnough);
    assert!(asked(6, 0, 30, false).verdict == Verdict::Pass);
    // Six tasks that all say the same are six.
    let all = asked(6, 0, 6, false);
    assert!(all.verdict == Verdict::Pass && all.row[2] < 0.7 && all.row[3] == 1.0, "{:?}", all.row);
    assert!(asked(2, 0, 2, false).verdict == Verdict::NotEnough);
    // With many that differ the interval is that of the mean.
    let many = asked(60, 20, 200, false);
    let se = ((80.0 / 200.0 - 0.2f64.powi(2)) / 199.0).sqrt();
    assert!((many.row[1] - se).abs() < 1e-12 && (many.row[3] - 0.2) / se > 1.97, "{:?}", many.row);
}
