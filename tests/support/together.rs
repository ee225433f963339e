//! Judges that err together, against an independent program (`together.json`).

use crate::support::*;
use duel::assess::judges::{Common, Together};
use duel::comparisons::{Column, Kind, Rows, Set};
use duel::progress::unwatched;
use serde_json::Value;

fn case(name: &str) -> Value {
    let all = reference("together.json");
    let cases = all["cases"].as_array().expect("cases");
    cases.iter().find(|case| case["name"] == name).expect("the case").clone()
}

fn families(case: &Value) -> Vec<i32> {
    numbers(&case["given"]["families"]).iter().map(|family| *family as i32).collect()
}

fn together(set: &Set, families: &[i32]) -> Together {
    Together::new(set, families, &Common::default(), &mut unwatched()).expect("a report")
}

/// Symmetric, by judge: a number of every pair of 20 judges.
fn of_judge(together: &Together, judge: usize, read: impl Fn([f64; 3]) -> f64) -> Vec<f64> {
    let mut found = vec![0.0; 20];
    for pair in together.pairs().iter().filter(|pair| pair.judges.contains(&judge)) {
        let other = pair.judges[0] + pair.judges[1] - judge;
        found[other] = read([pair.shared, pair.rho, pair.shrunk]);
    }
    found
}

#[test]
fn judges_of_one_maker_err_together() {
    let case = case("correlation_mtbench");
    let found = together(&votes("judge_mtbench.csv"), &families(&case));
    let (expect, close) = (&case["expect"], absolute(1e-9));
    let effective = found.effective(&mut unwatched()).expect("numbers");
    for (kind, name) in effective.kinds.iter().zip(["within", "between"]) {
        let expect = &expect[name];
        near(name, kind.mean, number(&expect["mean"]), close);
        near(name, kind.tau, number(&expect["tau"]), close);
        assert_eq!((kind.pairs as f64, kind.shared), (number(&expect["pairs"]), number(&expect["products"])));
    }
    assert_eq!((effective.judges, effective.copies, effective.shared), (20, 0, 49_276.0));
    let first = of_judge(&found, 0, |[_, rho, _]| rho);
    near("0 and 1", first[1], numbers(&expect["pair_0_1"])[0], close);
    let (mut rho, mut shared) = (numbers(&expect["row_3"]), numbers(&expect["shared_3"]));
    (rho[3], shared[3]) = (0.0, 0.0);
    all_near("row 3", &of_judge(&found, 3, |[_, rho, _]| rho), &rho, close);
    all_near("shared 3", &of_judge(&found, 3, |[shared, ..]| shared), &shared, absolute(0.0));
}

#[test]
fn twenty_judges_are_worth_four() {
    let case = case("effective_mtbench");
    let found = together(&votes("judge_mtbench.csv"), &families(&case));
    let (expect, close) = (&case["expect"], absolute(1e-6));
    let effective = found.effective(&mut unwatched()).expect("numbers");
    near("equal", effective.equal[0], number(&expect["equal"]), absolute(1e-9));
    near("best", effective.best[0], number(&expect["best"]), close);
    let worth = found.worth().expect("rows");
    let of =
        |read: fn(&duel::assess::judges::JudgeWorth) -> f64| worth.iter().map(read).collect::<Vec<f64>>();
    all_near("weights", &of(|judge| judge.weight), &numbers(&expect["weights"]), close);
    all_near("losses", &of(|judge| judge.worth), &numbers(&expect["loss_without"]), close);
    let mut rho = numbers(&expect["shrunk_row_3"]);
    rho[3] = 0.0;
    all_near("row 3", &of_judge(&found, 3, |[.., rho]| rho), &rho, absolute(1e-9));
    // As the paper on judges has it: four names of one maker are worth 1.06 judges, three Qwen 1.6, two gpt-oss 1.3.
    let families = found.families(&mut unwatched()).expect("rows");
    let worths: Vec<(i32, usize, f64)> =
        families.iter().map(|f| (f.family, f.judges, (100.0 * f.equal[0]).round() / 100.0)).collect();
    assert_eq!(worths.iter().map(|w| (w.0, w.1)).collect::<Vec<_>>(), [(0, 3), (1, 3), (2, 4), (3, 2)]);
    let printed = [1.6, 2.1, 1.06, 1.3];
    assert!(
        worths.iter().zip(printed).all(|(found, printed)| (found.2 - printed).abs() < 0.06),
        "{worths:?}"
    );
}

/// The rows of the file that are kept, with the names of the whole set.
fn added(set: &mut Set, keep: impl Fn(&[String]) -> bool, judge: Option<&str>) {
    let mut rows = lines(&["examples", "data", "judge_mtbench.csv"]);
    rows.retain(|row| row[4] != "unknown" && keep(row));
    let column = |at: usize| rows.iter().map(|row| row[at].as_str()).collect::<Vec<_>>();
    let (context, left, right) = (column(0), column(2), column(3));
    let judges: Vec<&str> = column(1).into_iter().map(|own| judge.unwrap_or(own)).collect();
    let code =
        |winner: &str| ["a", "b", "tie"].iter().position(|one| *one == winner).expect("a winner") as u8 + 1;
    let outcome: Vec<u8> = column(4).into_iter().map(code).collect();
    let rows = Rows {
        length: outcome.len(),
        left: texts(&left),
        right: texts(&right),
        judge: texts(&judges),
        context: texts(&context),
        outcome: Column::U8(&outcome),
        ..Rows::default()
    };
    set.append(&rows).expect("votes");
}

/// The standard errors are the first order of the jackknife over contexts: here 11 and 17 % below it.
#[test]
fn errors_are_those_of_the_jackknife() {
    let case = case("effective_mtbench");
    let (set, families) = (votes("judge_mtbench.csv"), families(&case));
    let found = together(&set, &families).effective(&mut unwatched()).expect("numbers");
    let contexts = set.contexts();
    let mut without: Vec<[f64; 2]> = Vec::new();
    for left_out in 0..contexts {
        let mut some = Set::new();
        for (kind, count) in [(Kind::Item, 6), (Kind::Judge, 20)] {
            let names: Vec<&str> = (0..count).map(|id| set.name(kind, id).expect("a name")).collect();
            some.intern(kind, &names).expect("names");
        }
        added(&mut some, |row| Some(row[0].as_str()) != set.name(Kind::Context, left_out), None);
        let some = together(&some, &families).effective(&mut unwatched()).expect("numbers");
        without.push([some.equal[0], some.best[0]]);
    }
    for (which, found) in [found.equal, found.best].into_iter().enumerate() {
        let mean = without.iter().map(|w| w[which]).sum::<f64>() / contexts as f64;
        let squares: f64 = without.iter().map(|w| (w[which] - mean).powi(2)).sum();
        let jackknife = ((contexts - 1) as f64 / contexts as f64 * squares).sqrt();
        near("error", found[1], jackknife, relative(0.2));
    }
}

/// The votes of judge 3 once more, as those of judge 20.
fn with_a_copy() -> Set {
    let mut set = votes("judge_mtbench.csv");
    let original = set.name(Kind::Judge, 3).expect("a name").to_owned();
    set.intern(Kind::Judge, &["the copy"]).expect("a name");
    added(&mut set, |row| row[1] == original, Some("the copy"));
    set
}

#[test]
fn a_copy_changes_nothing() {
    let case = case("copies_change_nothing");
    let mut families = families(&case);
    let plain = together(&votes("judge_mtbench.csv"), &families);
    families.push(families[3]);
    let set = with_a_copy();
    let found = together(&set, &families);
    let worth = found.worth().expect("rows");
    let copy_of = |judge: usize| worth[judge].copy_of.map(|of| of as f64);
    assert_eq!(copy_of(20), Some(number(&case["expect"]["copy_of"]["20"])));
    assert!((0..20).all(|judge| copy_of(judge).is_none()));
    // To the last bit.
    assert_eq!(worth[..20], plain.worth().expect("rows"));
    assert_eq!((worth[20].weight, worth[20].worth), (0.0, 0.0));
    let mut pairs = found.pairs();
    let copy: Vec<_> = pairs.extract_if(.., |pair| pair.judges[1] == 20).collect();
    assert_eq!(format!("{pairs:?}"), format!("{:?}", plain.pairs()));
    assert!(copy.len() == 1 && copy[0].is_copy && copy[0].judges == [3, 20]);
    let [with, without] = [&found, &plain].map(|found| found.effective(&mut unwatched()).expect("numbers"));
    assert_eq!((with.copies, without.copies), (1, 0));
    assert_eq!((with.equal, with.best, with.kinds), (without.equal, without.best, without.kinds));
    assert!(
        found.notes(&set).contains("Judge \"the copy\" is a copy of \"arcee_ai/arcee-spotlight\""),
        "{}",
        found.notes(&set)
    );
}
