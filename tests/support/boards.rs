//! Boards of scores, against an independent program (`boards.json`).

use crate::support::*;
use duel::board::{Average, Board, Choices, Groups, Missing, Runs, ScoreRows};
use duel::comparisons::{Column, Key};
use duel::error::Error;
use duel::estimate::Estimate;
use duel::inference::{Adjustment, Correction, Family, Options, PairTest};
use duel::progress::unwatched;
use serde_json::Value;

const CLOSE: Within = absolute(1e-9);

/// All vectors of signs are gone through: p-values are fractions.
const EXACT: [Within; 2] = [CLOSE, absolute(0.0)];

fn case(name: &str) -> Value {
    let all = reference("boards.json");
    let cases = all["cases"].as_array().expect("cases");
    cases.iter().find(|case| case["name"] == name).expect("the case").clone()
}

/// The numbers of a matrix, row by row; null is NaN.
fn matrix(value: &Value) -> Vec<f64> {
    value.as_array().expect("rows").iter().flat_map(numbers).collect()
}

/// Scores of a row; null is missing.
fn scores_of(row: &Value) -> Vec<f64> {
    row.as_array().expect("a row").iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect()
}

/// A board of a table: rows are items, columns tasks; groups are numbers, runs the entries of a cell.
fn board_of_runs(table: &[Vec<Vec<f64>>], groups: &[u32]) -> Board {
    let mut board = Board::new();
    let (mut item, mut context, mut group, mut score) = (vec![], vec![], vec![], vec![]);
    for (i, row) in table.iter().enumerate() {
        for (t, runs) in row.iter().enumerate() {
            for run in runs {
                item.push(i as u32);
                context.push(t as u32);
                group.push(groups.get(t).copied().unwrap_or(0));
                score.push(*run);
            }
        }
    }
    let absent = Key::default();
    board
        .append(&ScoreRows {
            length: score.len(),
            item: ids(&item),
            context: ids(&context),
            score: Column::F64(&score),
            group: if groups.is_empty() { absent } else { ids(&group) },
            ..ScoreRows::default()
        })
        .expect("rows");
    board
}

fn board(table: &[Vec<f64>], groups: &[u32]) -> Board {
    let runs: Vec<Vec<Vec<f64>>> =
        table.iter().map(|row| row.iter().map(|score| vec![*score]).collect()).collect();
    board_of_runs(&runs, groups)
}

/// Groups of a list of labels, numbered as they come.
fn groups(labels: &Value) -> Vec<u32> {
    let labels: Vec<&str> =
        labels.as_array().expect("labels").iter().map(|label| label.as_str().expect("label")).collect();
    let mut seen: Vec<&str> = labels.clone();
    seen.sort_unstable();
    seen.dedup();
    labels.iter().map(|label| seen.partition_point(|s| s < label) as u32).collect()
}

fn estimate(board: &Board, choices: &Choices, correction: Correction) -> Estimate {
    let options = Options { correction, ..Options::default() };
    Estimate::of_board(board, choices, options).expect("estimate")
}

fn means(estimate: &Estimate) -> Vec<f64> {
    estimate.values(&mut unwatched()).expect("values").iter().map(|value| value.row[0]).collect()
}

fn errors(estimate: &Estimate) -> Vec<f64> {
    estimate.values(&mut unwatched()).expect("values").iter().map(|value| value.row[1]).collect()
}

fn pairs(estimate: &Estimate, adjustment: Adjustment) -> Vec<PairTest> {
    estimate.pairs(Family::AllPairs, adjustment, &mut unwatched()).expect("pairs")
}

fn of(pairs: &[PairTest], f: impl Fn(&PairTest) -> f64) -> Vec<f64> {
    pairs.iter().map(f).collect()
}

/// Pairs with unadjusted, Bonferroni's and Holm's p-values.
fn check_pairs(estimate: &Estimate, expected: &Value) {
    for (adjustment, key) in
        [(Adjustment::None, "p"), (Adjustment::Bonferroni, "p_bonferroni"), (Adjustment::Holm, "p_holm")]
    {
        let found = pairs(estimate, adjustment);
        all_near("estimate", &of(&found, |p| p.test.estimate), &numbers(&expected["estimate"]), CLOSE);
        all_near("se", &of(&found, |p| p.test.error), &numbers(&expected["se"]), CLOSE);
        all_near("statistic", &of(&found, |p| p.test.statistic), &numbers(&expected["statistic"]), CLOSE);
        all_near(key, &of(&found, |p| p.test.adjusted), &numbers(&expected[key]), CLOSE);
    }
}

/// Tests of all pairs by all vectors of signs, and the ranges of ranks that steps leave.
fn check_signs(estimate: &Estimate, expected: &Value, [within, p_within]: [Within; 2]) {
    let found = pairs(estimate, Adjustment::SingleStep);
    let sizes = numbers(&expected["statistic"]);
    all_near("statistic", &of(&found, |p| p.test.statistic.abs()), &sizes, within);
    all_near("p", &of(&found, |p| p.test.adjusted), &numbers(&expected["p_single_step"]), p_within);
    let ranks = estimate.ranks(&mut unwatched()).expect("ranks");
    let best: Vec<f64> = ranks.iter().map(|r| r.rank.best as f64).collect();
    let worst: Vec<f64> = ranks.iter().map(|r| r.rank.worst as f64).collect();
    all_near("best", &best, &numbers(&expected["rank_best_steps"]), absolute(0.0));
    all_near("worst", &worst, &numbers(&expected["rank_worst_steps"]), absolute(0.0));
}

#[test]
fn tasks_as_units_are_the_paired_t_test() {
    let case = case("small_binary");
    let (scores, expected) = (rows(&case["given"]["scores"]), &case["expected"]);
    let found = estimate(&board(&scores, &[]), &Choices::default(), Correction::Auto);
    all_near("mean", &means(&found), &numbers(&expected["mean"]), absolute(1e-12));
    all_near(
        "covariance",
        &found.covariance().expect("covariance"),
        &matrix(&expected["covariance"]),
        absolute(1e-14),
    );
    near("df", found.facts().df, number(&expected["df"]), CLOSE);
    check_pairs(&found, &expected["pairs"]);
    let intervals: Vec<f64> =
        found.values(&mut unwatched()).expect("values").iter().flat_map(|v| [v.row[2], v.row[3]]).collect();
    all_near("intervals", &intervals, &matrix(&expected["level_interval"]), CLOSE);
    // Every way with missing cells is the same where there are none.
    for missing in [Missing::Available, Missing::Common, Missing::Number(0.0), Missing::Refuse] {
        let choices = Choices { missing, ..Choices::default() };
        let other = estimate(&board(&scores, &[]), &choices, Correction::Auto);
        assert_eq!(other.covariance(), found.covariance());
    }
}

#[test]
fn groups_are_units_of_unequal_size() {
    let case = case("groups_unequal");
    let (scores, expected) = (rows(&case["given"]["scores"]), &case["expected"]);
    let board = board(&scores, &groups(&case["given"]["groups"]));
    let of = |correction| estimate(&board, &Choices::default(), correction);
    all_near("mean", &means(&of(Correction::Auto)), &numbers(&expected["mean"]), absolute(1e-12));
    for (correction, key) in [
        (Correction::None, "none"),
        (Correction::Cr1, "cr1"),
        (Correction::Cr2, "cr2"),
        (Correction::Jackknife, "jackknife"),
    ] {
        all_near(
            key,
            &of(correction).covariance().expect("covariance"),
            &matrix(&expected[key]),
            absolute(1e-14),
        );
    }
    near("df", of(Correction::Cr1).facts().df, number(&expected["df_cr1"]), CLOSE);
    near("df", of(Correction::Auto).facts().df, number(&expected["df_cr2"]), CLOSE);
}

#[test]
fn groups_may_count_the_same_or_be_all_there_are() {
    let case = case("average_of_groups");
    let (given, expected) = (&case["given"], &case["expected"]);
    let scores = rows(&given["scores"]);
    let sample = board(&scores, &groups(&given["groups"]));
    let choices = Choices { average: Average::Groups, ..Choices::default() };
    let found = estimate(&sample, &choices, Correction::Auto);
    let own = &expected["sample_of_groups"];
    all_near("mean", &means(&found), &numbers(&own["mean"]), absolute(1e-12));
    all_near("cr2", &found.covariance().expect("covariance"), &matrix(&own["cr2"]), absolute(1e-14));
    near("df", found.facts().df, number(&own["df_cr2"]), CLOSE);
    let strata = board(&scores, &groups(&given["strata"]));
    for (average, key) in [(Average::Tasks, "all_groups_by_task"), (Average::Groups, "all_groups_equally")] {
        let choices = Choices { average, groups: Groups::All, ..Choices::default() };
        let (found, own) = (estimate(&strata, &choices, Correction::Auto), &expected[key]);
        all_near("mean", &means(&found), &numbers(&own["mean"]), absolute(1e-12));
        all_near(key, &found.covariance().expect("covariance"), &matrix(&own["covariance"]), absolute(1e-14));
        near("df", found.facts().df, number(&own["df"]), CLOSE);
    }
}

#[test]
fn a_board_with_one_hole() {
    let (case, all) = (case("helm_one_missing"), reference("boards.json"));
    let expected = &case["expected"];
    let divisors = numbers(&all["tables"]["SCENARIOS_divisor"]);
    let table = all["tables"]["SCENARIOS"].as_array().expect("a table");
    let scores: Vec<Vec<f64>> = table
        .iter()
        .map(|row| scores_of(&row[1]).iter().zip(&divisors).map(|(x, d)| x / d).collect())
        .collect();
    let board = board(&scores, &[]);
    let found = estimate(&board, &Choices::default(), Correction::Auto);
    all_near("level", &means(&found), &numbers(&expected["level"]), absolute(1e-12));
    all_near("se", &errors(&found), &numbers(&expected["se_cr2"]), CLOSE);
    check_pairs(&found, &expected["pairs_cr2"]);
    let plain = estimate(&board, &Choices::default(), Correction::Cr1);
    all_near("se", &errors(&plain), &numbers(&expected["se_cr1"]), CLOSE);
    let choices = Choices { missing: Missing::Available, ..Choices::default() };
    let own = estimate(&board, &choices, Correction::Auto);
    all_near("mean", &means(&own), &numbers(&expected["available"]["mean"]), absolute(1e-12));
    all_near("se", &errors(&own), &numbers(&expected["available"]["se_cr2"]), CLOSE);
    let facts = found.facts();
    let notes = facts.notes.to_string_lossy();
    assert!(notes.contains("1 of 90 cells are missing, 1 of \""), "{notes}");
}

#[test]
fn a_board_with_holes() {
    let case = case("missing_cells");
    let (given, expected) = (&case["given"], &case["expected"]);
    let scores: Vec<Vec<f64>> = given["scores"].as_array().expect("rows").iter().map(scores_of).collect();
    let apart = board(&scores, &groups(&given["groups"]));
    for (groups, key) in [(Groups::Ignore, "tasks"), (Groups::Sample, "groups")] {
        let own = &expected[key];
        let choices = Choices { groups, ..Choices::default() };
        let found = estimate(&apart, &choices, Correction::Auto);
        all_near("level", &means(&found), &numbers(&own["level"]), absolute(1e-12));
        all_near("cr2", &found.covariance().expect("covariance"), &matrix(&own["cr2"]), CLOSE);
        let plain = estimate(&apart, &choices, Correction::Cr1);
        all_near("cr1", &plain.covariance().expect("covariance"), &matrix(&own["cr1"]), CLOSE);
        // The degrees of freedom show in the p-values.
        for (pair, df) in pairs(&found, Adjustment::None).iter().zip(numbers(&own["pair_df_cr2"])) {
            let p = 2.0 * duel::distributions::student::cdf(-pair.test.statistic.abs(), df);
            near("p", pair.test.p, p, CLOSE);
        }
    }
    for (missing, key) in [
        (Missing::Available, "available"),
        (Missing::Number(0.0), "missing_is_zero"),
        (Missing::Common, "common_tasks"),
    ] {
        let own = &expected[key];
        let choices = Choices { groups: Groups::Ignore, missing, ..Choices::default() };
        let found = estimate(&apart, &choices, Correction::Auto);
        all_near("mean", &means(&found), &numbers(&own["mean"]), absolute(1e-12));
        all_near(key, &found.covariance().expect("covariance"), &matrix(&own["cr2"]), CLOSE);
    }
    let first: Vec<Vec<f64>> = scores.iter().map(|row| row[..12].to_vec()).collect();
    let found = estimate(&board(&first, &[]), &Choices::default(), Correction::Auto);
    // With holes the contributions of the reference do not sum to the difference, which the statistics of pairs are of: they
    // differ in the third digit, and a p-value by one vector of signs.
    let apart = [absolute(0.002), absolute(1.0 / 2048.0)];
    check_signs(&found, &expected["signs_first_12_tasks"], apart);
}

#[test]
fn all_pairs_are_told_apart_by_signs_of_tasks() {
    let case = case("signs_tasks");
    let found = estimate(&board(&rows(&case["given"]["scores"]), &[]), &Choices::default(), Correction::Auto);
    check_signs(&found, &case["expected"], EXACT);
}

/// Digits of a table, and the groups of its tasks.
fn digits(table: &str) -> (Vec<Vec<f64>>, Vec<u32>) {
    let all = reference("boards.json");
    let rows = all["tables"][table].as_array().expect("a table");
    let digit = |c: char| f64::from(c.to_digit(10).expect("a digit"));
    let table_of =
        rows.iter().map(|row| row[1].as_str().expect("digits").chars().map(digit).collect()).collect();
    let sizes = all["tables"][format!("{table}_GROUPS")].as_array().expect("groups");
    let group = |(number, own): (usize, &Value)| vec![number as u32; number_of(own)];
    (table_of, sizes.iter().enumerate().flat_map(group).collect())
}

fn number_of(group: &Value) -> usize {
    number(&group[1]) as usize
}

#[test]
fn competitions_are_a_sample_or_not_and_runs_are_told_from_tasks() {
    let (case, (table, groups)) = (case("matharena"), digits("MATHARENA"));
    let expected = &case["expected"];
    // Successes first: their order says nothing.
    let runs = |successes: f64| (0..4).map(|run| f64::from(u8::from(f64::from(run) < successes))).collect();
    let cells: Vec<Vec<Vec<f64>>> =
        table.iter().map(|row| row.iter().map(|successes| runs(*successes)).collect()).collect();
    let board = board_of_runs(&cells, &groups);
    let tasks = Choices { groups: Groups::Ignore, ..Choices::default() };
    let found = estimate(&board, &tasks, Correction::Auto);
    all_near("mean", &means(&found), &numbers(&expected["mean"]), absolute(1e-12));
    all_near("se", &errors(&found), &numbers(&expected["se_tasks"]), CLOSE);
    check_pairs(&found, &expected["pairs_tasks"]);
    let sampled = estimate(&board, &Choices::default(), Correction::Auto);
    all_near("se", &errors(&sampled), &numbers(&expected["se_groups"]), CLOSE);
    near("df", sampled.facts().df, number(&expected["df_groups"]), CLOSE);
    check_pairs(&sampled, &expected["pairs_groups"]);
    let variance = board.variance().expect("variance");
    for (found, expected) in variance.iter().zip(expected["variance_of_runs"].as_array().expect("rows")) {
        let own = [
            ("within", found.within),
            ("between", found.between),
            ("between_raw", found.between_raw),
            ("k0", found.divisor),
            ("share_within_one_run", found.within / (found.within + found.between)),
            ("se_as_run", found.errors[0]),
            ("se_one_run", found.errors[1]),
            ("se_endless_runs", found.errors[2]),
        ];
        own.iter().for_each(|(key, value)| near(key, *value, number(&expected[key]), CLOSE));
    }
    let all_there_are = Choices { population: Some(183.0), ..tasks };
    let of_runs = estimate(&board, &all_there_are, Correction::Auto);
    all_near("se", &errors(&of_runs), &numbers(&expected["all_tasks_there_are"]["se"]), CLOSE);
    for (runs, key) in [(Runs::PassAt(2), "pass_at_2_mean"), (Runs::PassAll(4), "pass_all_4_mean")] {
        let found = estimate(&board, &Choices { runs, ..tasks }, Correction::Auto);
        all_near(key, &means(&found), &numbers(&expected[key]), absolute(1e-12));
    }
    // Drawn signs: may be first, as the reference's draws have it.
    let ranks = found.ranks(&mut unwatched()).expect("ranks");
    let first = ranks.iter().filter(|r| r.rank.best == 1).count() as f64;
    near("may be first", first, number(&expected["monte_carlo"]["may_be_first"]), absolute(0.0));
}

#[test]
fn probabilities_of_success_of_several_runs() {
    let case = case("pass_at_k");
    let (given, expected) = (&case["given"], &case["expected"]);
    let cell = |successes: f64| (0..10).map(|run| f64::from(u8::from(f64::from(run) < successes))).collect();
    // Two tasks that are alike, since one has no error.
    let cells: Vec<Vec<Vec<f64>>> =
        numbers(&given["successes"]).iter().map(|s| vec![cell(*s), cell(*s)]).collect();
    let board = board_of_runs(&cells, &[]);
    for (at, k) in numbers(&given["k"]).iter().enumerate() {
        for (runs, key) in [(Runs::PassAt(*k as usize), "pass_at"), (Runs::PassAll(*k as usize), "pass_all")]
        {
            let found = estimate(&board, &Choices { runs, ..Choices::default() }, Correction::Auto);
            let expected: Vec<f64> = rows(&expected[key])[at].clone();
            all_near(key, &means(&found), &expected, absolute(1e-12));
        }
    }
    let too_many = Choices { runs: Runs::PassAt(11), ..Choices::default() };
    let error = Estimate::of_board(&board, &too_many, Options::default()).expect_err("refused");
    assert!(matches!(error, Error::Data { .. }) && error.to_string().contains("at least 11"), "{error}");
}

#[test]
fn repositories_are_a_sample() {
    let (case, (table, groups)) = (case("swebench_lite"), digits("LITE"));
    let expected = &case["expected"];
    let board = board(&table, &groups);
    let tasks = Choices { groups: Groups::Ignore, ..Choices::default() };
    all_near(
        "se",
        &errors(&estimate(&board, &tasks, Correction::Auto)),
        &numbers(&expected["se_tasks"]),
        CLOSE,
    );
    for (correction, key) in
        [(Correction::Cr1, "cr1"), (Correction::Cr2, "cr2"), (Correction::Jackknife, "jackknife")]
    {
        let found = estimate(&board, &Choices::default(), correction);
        all_near(key, &errors(&found), &numbers(&expected["se_groups"][key]), CLOSE);
    }
    let found = estimate(&board, &Choices::default(), Correction::Auto);
    near("df", found.facts().df, number(&expected["df_groups"]), CLOSE);
    check_pairs(&found, &expected["pairs_groups"]);
    check_signs(&found, &expected["signs_groups"], EXACT);
}
