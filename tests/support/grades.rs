//! Graded answers: against an independent program (`grades.json`), closed forms, invariance, recovery, the ends of ranges, and
//! what is refused.

use crate::support::*;
use duel::comparisons::{Column, Key, Kind, Rows, Set};
use duel::error::Error;
use duel::estimate::Estimate;
use duel::inference::{Bootstrap, BootstrapOptions, Correction, CovarianceKind, Options};
use duel::model::{Model, Position, Problems, Quantity, Specification, StrengthModel, WarningKind};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use serde_json::Value;

const CLOSE: Within = relative(1e-9);

/// Answers as rows: left, right, grade, context, judge and weight.
#[derive(Clone, Copy, Default)]
struct Answer {
    left: u32,
    right: u32,
    grade: i8,
    context: u32,
    judge: u32,
    weight: f64,
}

fn set_of_answers(answers: &[Answer]) -> Set {
    let mut set = Set::new();
    append_answers(&mut set, answers);
    set
}

fn append_answers(set: &mut Set, answers: &[Answer]) {
    let of = |part: fn(&Answer) -> u32| -> Vec<u32> { answers.iter().map(part).collect() };
    let (left, right) = (of(|a| a.left), of(|a| a.right));
    let (context, judge) = (of(|a| a.context), of(|a| a.judge));
    let grade: Vec<i8> = answers.iter().map(|a| a.grade).collect();
    let weight: Vec<f64> = answers.iter().map(|a| a.weight).collect();
    set.append(&Rows {
        length: answers.len(),
        left: ids(&left),
        right: ids(&right),
        context: ids(&context),
        judge: ids(&judge),
        grade: Column::I8(&grade),
        weight: Column::F64(&weight),
        ..Rows::default()
    })
    .expect("answers");
}

fn graded() -> Specification {
    Specification { outcome: Outcome::Graded, ..Specification::default() }
}

fn with(covariance: CovarianceKind) -> Options {
    Options { covariance, correction: Correction::None, ..Options::default() }
}

/// The votes of judges on MT-Bench by question, those in the middle left out if asked for.
fn bench(has_middle: bool) -> Set {
    let all = reference("grades.json");
    let levels: Vec<i8> = numbers(&all["levels"]).iter().map(|&level| level as i8).collect();
    let pairs = rows(&all["pairs"]);
    let mut answers = Vec::new();
    for (context, question) in all["by_question"].as_array().expect("questions").iter().enumerate() {
        for (pair, counts) in pairs.iter().zip(rows(question)) {
            for (&grade, &weight) in levels.iter().zip(&counts) {
                if weight > 0.0 && (has_middle || grade != 0) {
                    let [left, right] = [pair[0] as u32, pair[1] as u32];
                    answers.push(Answer { left, right, grade, context: context as u32, judge: 0, weight });
                }
            }
        }
    }
    set_of_answers(&answers)
}

fn check(model: &Model, expected: &Value, thresholds: Quantity, skipped: usize) {
    near("log-likelihood", model.facts.log_likelihood, number(&expected["loglik"]), relative(1e-10));
    let (scores, errors) = table(model, Quantity::Scores, &with(CovarianceKind::Observed));
    all_near("scores", &scores, &numbers(&expected["scores"]), CLOSE);
    all_near("observed errors", &errors, &numbers(&expected["se_observed"]), CLOSE);
    let (_, errors) = table(model, Quantity::Scores, &with(CovarianceKind::Expected));
    all_near("expected errors", &errors, &numbers(&expected["se_expected"]), CLOSE);
    let (_, errors) = table(model, Quantity::Scores, &with(CovarianceKind::ClusteredByContext));
    all_near("clustered errors", &errors, &numbers(&expected["se_cluster"]), CLOSE);
    let (found, errors) = table(model, thresholds, &with(CovarianceKind::Expected));
    all_near("their expected errors", &errors[skipped..], &numbers(&expected["others_se_expected"]), CLOSE);
    all_near("thresholds", &found[skipped..], &numbers(&expected["others"]), CLOSE);
    if expected.get("others_se_cluster").is_some() {
        let (_, errors) = table(model, thresholds, &with(CovarianceKind::ClusteredByContext));
        all_near("their errors", &errors[skipped..], &numbers(&expected["others_se_cluster"]), CLOSE);
    }
}

#[test]
fn seven_grades_of_judges_and_six_and_three() {
    let all = reference("grades.json");
    let set = bench(true);
    let model = fitted(&set, &graded());
    check(&model, &all["cases"]["graded_7"], Quantity::Grades, 0);
    assert_eq!(model.facts.problems, Problems::NONE);
    // Without a middle the first threshold is zero, and known.
    let without = fitted(&bench(false), &graded());
    check(&without, &all["cases"]["graded_6_no_middle"], Quantity::Grades, 1);
    let (found, errors) = table(&without, Quantity::Grades, &with(CovarianceKind::Observed));
    assert_eq!((found[0], errors[0], without.facts.problems), (0.0, 0.0, Problems::NONE));
    let rao_kupper = Specification { outcome: Outcome::RaoKupper, ..Specification::default() };
    check(&fitted(&set, &rao_kupper), &all["cases"]["graded_3_rao_kupper"], Quantity::Thresholds, 0);
}

/// With one grade beside the middle the model is Rao and Kupper's, to the last bit; so is what reads no grades.
#[test]
fn one_grade_is_rao_kupper() {
    let mut answers: Vec<Answer> = Vec::new();
    for (at, grade) in [1, -1, 0, 1, 1, -1, 0, -1, 1].into_iter().enumerate() {
        let at = at as u32;
        answers.push(Answer {
            left: at % 3,
            right: (at + 1) % 3,
            grade,
            context: at,
            judge: at % 2,
            weight: 1.0,
        });
    }
    let set = set_of_answers(&answers);
    let outcome = |outcome| Specification { outcome, ridge: 0.1, ..Specification::default() };
    let [one, other] = [Outcome::Graded, Outcome::RaoKupper].map(|o| fitted(&set, &outcome(o)));
    assert_eq!(one.theta, other.theta);
    assert_eq!(one.facts.log_likelihood, other.facts.log_likelihood);
    // Grades do not change how others read the answers.
    let plain: Vec<Answer> = answers.iter().map(|a| Answer { grade: 3 * a.grade, ..*a }).collect();
    let higher = fitted(&set_of_answers(&plain), &outcome(Outcome::Davidson));
    assert_eq!(higher.theta, fitted(&set, &outcome(Outcome::Davidson)).theta);
}

/// The grade of an answer by the law, where `u` is uniform.
fn level(z: f64, thresholds: &[f64], u: f64) -> i8 {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let up = thresholds.iter().filter(|&&e| u < logistic(z - e)).count() as i8;
    let down = thresholds.iter().filter(|&&e| u > 1.0 - logistic(-z - e)).count() as i8;
    up - down
}

/// Answers drawn by the law, pairs of all items by judges who ask about contexts.
fn drawn(scores: &[f64], thresholds: &[f64], gammas: &[f64], number: usize, seed: u64) -> Vec<Answer> {
    let mut random = Random::new(seed, 0);
    let m = scores.len();
    (0..number)
        .map(|at| {
            let (left, judge) = (at % m, at / m % gammas.len());
            let right = (left + 1 + (at / (m * gammas.len())) % (m - 1)) % m;
            let grade = level(gammas[judge] * (scores[left] - scores[right]), thresholds, random.uniform());
            let [left, right, judge] = [left, right, judge].map(|id| id as u32);
            Answer { left, right, grade, context: at as u32, judge, weight: 1.0 }
        })
        .collect()
}

const SCORES: [f64; 4] = [0.9, 0.2, -0.3, -0.8];
const THRESHOLDS: [f64; 3] = [0.3, 0.9, 1.8];

/// Sides may be exchanged and items renamed; a set in parts, in another order and saved is the same.
#[test]
fn sides_order_names_and_bytes_do_not_matter() {
    let answers = drawn(&SCORES, &THRESHOLDS, &[1.0, 0.5], 3000, 1);
    let specification = Specification { strength: StrengthModel::SENSITIVITY, ..graded() };
    let set = set_of_answers(&answers);
    let model = fitted(&set, &specification);
    let scores = |model: &Model| table(model, Quantity::Scores, &with(CovarianceKind::Observed));
    let expected = scores(&model);
    let turned: Vec<Answer> =
        answers.iter().map(|a| Answer { left: a.right, right: a.left, grade: -a.grade, ..*a }).collect();
    let found = scores(&fitted(&set_of_answers(&turned), &specification));
    all_near("exchanged", &found.0, &expected.0, absolute(1e-7));
    let renamed: Vec<Answer> =
        answers.iter().map(|a| Answer { left: 3 - a.left, right: 3 - a.right, ..*a }).collect();
    let found = scores(&fitted(&set_of_answers(&renamed), &specification));
    let back: Vec<f64> = found.0.iter().rev().copied().collect();
    all_near("renamed", &back, &expected.0, absolute(1e-7));
    let mut parts = set_of_answers(&answers[1700..]);
    append_answers(&mut parts, &answers[..600]);
    parts.merge(&set_of_answers(&answers[600..1700])).expect("a merge");
    assert_eq!(parts.save(), set.save());
    let loaded = Set::load(&set.save()).expect("a set");
    assert_eq!(loaded, set);
    let again = Model::load(&model.save()).expect("a model");
    assert_eq!(scores(&again), expected);
    assert_eq!(table(&again, Quantity::Grades, &with(CovarianceKind::Observed)).0.len(), 3);
}

/// Intervals of scores and thresholds hold what they promise, with and without sensitivities; answers without grades count, too.
#[test]
fn intervals_cover() {
    const REPLICATES: u64 = 200;
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    for (strength, gammas) in
        [(StrengthModel::Pooled, vec![1.0]), (StrengthModel::SENSITIVITY, vec![1.3, 0.7])]
    {
        let (mut covered, mut all) = ([0.0; 2], [0.0; 2]);
        for seed in 0..REPLICATES {
            let mut answers = drawn(&SCORES, &THRESHOLDS, &gammas, 1200, 10 + seed);
            // A third of the answers only says who is ahead.
            let apart = answers.split_off(800);
            let mut set = set_of_answers(&answers);
            let cells = apart.iter().map(|a| {
                let of = |is: bool| f64::from(u8::from(is));
                Cell::new(Some(a.judge), a.left, a.right, of(a.grade > 0), of(a.grade < 0), of(a.grade == 0))
            });
            append(&mut set, &cells.collect::<Vec<Cell>>(), false);
            let model = fitted(&set, &Specification { strength: strength.clone(), ..graded() });
            for (place, quantity, truth) in
                [(0, Quantity::Scores, &SCORES[..]), (1, Quantity::Grades, &THRESHOLDS)]
            {
                let rows =
                    duel::inference::estimates(&model, quantity, &options, &mut unwatched()).expect("rows");
                for (row, truth) in rows.iter().zip(truth) {
                    covered[place] += f64::from(u8::from(row[2] <= *truth && *truth <= row[3]));
                    all[place] += 1.0;
                }
            }
        }
        for (covered, all) in covered.iter().zip(all) {
            let share = covered / all;
            assert!((0.925..0.975).contains(&share), "{strength:?}: {share}");
        }
    }
}

/// Grades that nobody gave are joined with the next, which is said.
#[test]
fn grades_that_nobody_gave_are_joined() {
    let answers = drawn(&SCORES, &THRESHOLDS, &[1.0], 2000, 5);
    let spread: Vec<Answer> = answers
        .iter()
        .map(|a| Answer { grade: a.grade.signum() * [0, 1, 3, 5][a.grade.unsigned_abs() as usize], ..*a })
        .collect();
    let [plain, joined] = [answers, spread].map(|answers| fitted(&set_of_answers(&answers), &graded()));
    assert_eq!(plain.theta, joined.theta);
    let warned = |model: &Model| model.warnings().iter().any(|w| w.kind == WarningKind::GradesJoined);
    assert!(!warned(&plain) && warned(&joined));
}

/// Replicates in which nobody gave some grade are estimates, too.
#[test]
fn replicates_without_a_grade_do_not_fail() {
    let rare = |a: &Answer| match a.grade.unsigned_abs() {
        2 => Answer { grade: a.grade.signum() * 3, ..*a },
        3 => Answer { grade: a.grade.signum() * 2, ..*a },
        _ => *a,
    };
    for (thresholds, seed) in [([0.3, 1.2, 5.6], 1), ([0.3, 1.2, 5.2], 2)] {
        let answers = drawn(&SCORES, &thresholds, &[1.0], 80, seed);
        for answers in [answers.iter().map(rare).collect(), answers] {
            let counts = |l: u8| answers.iter().filter(|a| a.grade.unsigned_abs() == l).count();
            assert!((1..8).contains(&counts(2).min(counts(3))), "{} {}", counts(2), counts(3));
            let model = fitted(&set_of_answers(&answers), &graded());
            let options = BootstrapOptions { replicates: 300, seed: 5, ..BootstrapOptions::default() };
            let bootstrap = Bootstrap::new(&model, &options, &mut unwatched()).expect("replicates");
            assert_eq!(bootstrap.failures(), 0, "{thresholds:?}");
        }
    }
}

/// Votes tell more about z by seven grades than by win, tie and loss, and the board gains less, whose
/// errors are of questions. The figures are those of docs/models.md.
#[test]
fn what_grades_are_worth() {
    let gain = &reference("grades.json")["gain"]["mean_information_per_vote"];
    let set = bench(true);
    let model = fitted(&set, &graded());
    let clustered = with(CovarianceKind::ClusteredByContext);
    let (scores, errors) = table(&model, Quantity::Scores, &clustered);
    let (thresholds, _) = table(&model, Quantity::Grades, &clustered);
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let information = |z: f64, thresholds: &[f64]| {
        let mut bounds: Vec<f64> = thresholds.iter().flat_map(|e| [-e, *e]).collect();
        bounds.sort_by(f64::total_cmp);
        let below: Vec<f64> =
            [0.0].into_iter().chain(bounds.iter().map(|c| logistic(c - z))).chain([1.0]).collect();
        (1.0 - below.windows(2).map(|p| (p[1] - p[0]).powi(3)).sum::<f64>()) / 3.0
    };
    let cells = set.cells();
    let mean = |thresholds: &[f64]| {
        let (mut sum, mut votes) = (0.0, 0.0);
        for cell in 0..cells.len() {
            let count: f64 = cells.counts[cell].iter().sum();
            let z = scores[cells.left[cell] as usize] - scores[cells.right[cell] as usize];
            sum += count * information(z, thresholds);
            votes += count;
        }
        sum / votes
    };
    near("seven grades", mean(&thresholds), number(&gain[0]), CLOSE);
    near("win, tie, loss", mean(&thresholds[..1]), number(&gain[1]), CLOSE);
    let plain = fitted(&set, &Specification { outcome: Outcome::RaoKupper, ..Specification::default() });
    let (plain_scores, plain_errors) = table(&plain, Quantity::Scores, &clustered);
    let sure = |scores: &[f64], errors: &[f64]| -> f64 {
        scores.iter().zip(errors).map(|(score, error)| (score / error).powi(2)).sum()
    };
    near("the board", sure(&scores, &errors) / sure(&plain_scores, &plain_errors), 1.04, absolute(5e-3));
}

/// Rows that come twice are rows of weight two, weights of any size leave the scores, and few clusters have larger errors than
/// independent answers where these repeat each other.
#[test]
fn weights_copies_and_few_clusters() {
    let answers = drawn(&SCORES, &THRESHOLDS, &[1.0], 600, 8);
    let model = fitted(&set_of_answers(&answers), &graded());
    for weight in [1e-9, 2.0, 1e12] {
        let heavy: Vec<Answer> = answers.iter().map(|a| Answer { weight, ..*a }).collect();
        all_near("weights", &fitted(&set_of_answers(&heavy), &graded()).theta, &model.theta, absolute(1e-9));
    }
    // Each answer of 200 is given three times by six contexts' worth of judges: they are no 600.
    let copies = |contexts: u32| -> Vec<Answer> {
        let few = answers[..200].iter().enumerate();
        few.flat_map(|(at, a)| (0..3).map(move |_| Answer { context: at as u32 % contexts, ..*a })).collect()
    };
    let errors = |answers: &[Answer], covariance| {
        table(&fitted(&set_of_answers(answers), &graded()), Quantity::Scores, &with(covariance)).1
    };
    let apart = errors(&copies(200), CovarianceKind::Observed);
    let together = errors(&copies(200), CovarianceKind::ClusteredByContext);
    let ratio: f64 = together.iter().zip(&apart).map(|(a, b)| a / b).sum::<f64>() / 4.0;
    assert!((ratio / 3f64.sqrt() - 1.0).abs() < 0.1, "{ratio}");
    let few = fitted(&set_of_answers(&copies(6)), &graded());
    assert!(few.warnings().iter().any(|warning| warning.kind == WarningKind::FewClusters));
}

/// The middle needs no threshold where nobody is in it; separation is found and named.
#[test]
fn estimates_that_do_not_exist_are_refused() {
    let one = |left, right, grade| Answer { left, right, grade, weight: 1.0, ..Answer::default() };
    // One item always wins by the highest grade.
    let separated = [one(0, 1, 2), one(0, 2, 2), one(1, 2, 1), one(2, 1, 2), one(1, 2, 1)];
    let error = refused(&set_of_answers(&separated), &graded());
    assert!(matches!(error, Error::NotIdentified(_)), "{error}");
    // Small wins alone keep even an item that never lost at a finite distance, once there are larger ones.
    let finite = [one(0, 1, 1), one(0, 1, 2), one(1, 2, 1), one(2, 1, 2), one(0, 2, 1), one(1, 2, 2)];
    let model = fitted(&set_of_answers(&finite), &graded());
    assert!(model.theta.iter().all(|t| t.abs() < 20.0), "{:?}", model.theta);
}

#[test]
fn what_goes_with_grades_and_what_does_not() {
    let answers = drawn(&SCORES, &THRESHOLDS, &[1.3, 0.7, 1.0], 3000, 3);
    let set = set_of_answers(&answers);
    for specification in [
        Specification { position: Position::Shared, ..graded() },
        Specification { position: Position::ByJudge, threshold_by_judge: true, ..graded() },
        Specification { strength: StrengthModel::SENSITIVITY, threshold_by_judge: true, ..graded() },
        Specification { strength: StrengthModel::SENSITIVITY, ..graded() }.of_rank(1),
        Specification { ridge: 1.0, pseudo: 0.5, ..graded() },
    ] {
        let model = fitted(&set, &specification);
        let options = with(CovarianceKind::Sandwich);
        let estimate = Estimate::of_model(model.into(), Quantity::Grades, options).expect("grades");
        let rows = estimate.values(&mut unwatched()).expect("rows");
        let grades: Vec<Option<usize>> = rows.iter().map(|row| row.grade).collect();
        assert_eq!(grades, [Some(1), Some(2), Some(3)]);
        assert!(rows.windows(2).all(|pair| pair[0].row[0] < pair[1].row[0]));
    }
    let error = refused(&set_of(&[Cell::new(None, 0, 1, 2.0, 1.0, 1.0)]), &graded());
    assert!(error.to_string().contains("column grade"), "{error}");
    let model = fitted(&set, &graded());
    let error = duel::simulate::simulate(&model, &set, 1).unwrap_err();
    assert!(error.to_string().contains("Rao-Kupper"), "{error}");
}

#[test]
fn grades_are_whole_numbers_of_five_at_most() {
    for (grades, wrong) in [
        ([0.0, 5.0, 6.0], Some(2)),
        ([-5.0, 0.5, 1.0], Some(1)),
        ([f64::NAN, 1.0, 1.0], Some(0)),
        ([-5.0, 5.0, 0.0], None),
    ] {
        let mut set = Set::new();
        let key = |values| Key { values: Column::U8(values), base: 0 };
        let rows = Rows {
            length: 3,
            left: key(&[0; 3]),
            right: key(&[1; 3]),
            grade: Column::F64(&grades),
            ..Rows::default()
        };
        match (set.append(&rows), wrong) {
            (Ok(_), None) => assert_eq!(set.cells().highest_grade(), Some(5)),
            (Err(error), Some(row)) => {
                assert_eq!(error.row_number(), Some(row));
                assert!(error.to_string().contains("whole numbers from -5"), "{error}");
                assert_eq!(set.items(), 0);
            }
            (found, _) => panic!("{grades:?}: {:?}", found.err()),
        }
    }
    assert_eq!(bench(true).name(Kind::Item, 5), Some("5"));
}

/// Boards of more items than a matrix is made of take few steps, whatever the scale of scores and thresholds, and whatever is
/// held. From equal scores they took up to three times as many, or none led on and the fit said that there is no estimate.
#[test]
fn large_boards_take_few_steps() {
    const ITEMS: usize = 2_000;
    let ridge = Specification { ridge: 0.1, ..graded() };
    for (spread, thresholds) in [(1.8, [0.9, 2.7, 4.5]), (3.6, [1.8, 5.4, 9.0])] {
        let mut random = Random::new(3, 0);
        let scores: Vec<f64> = (0..ITEMS).map(|_| spread * random.normal()).collect();
        let answers: Vec<Answer> = (0..10 * ITEMS)
            .map(|at| {
                let left = random.below(ITEMS as u64) as usize;
                let right = (left + 1 + random.below(ITEMS as u64 - 1) as usize) % ITEMS;
                let grade = level(scores[left] - scores[right], &thresholds, random.uniform());
                let [left, right, context] = [left, right, at].map(|id| id as u32);
                Answer { left, right, grade, context, judge: 0, weight: 1.0 }
            })
            .collect();
        let set = set_of_answers(&answers);
        let mut fixed_scores = vec![f64::NAN; ITEMS];
        fixed_scores[3] = scores[3];
        let held = Specification { fixed_scores, ..graded() };
        let [free, held] = [&graded(), &held].map(|specification| {
            let model = fitted(&set, specification);
            assert!(model.facts.iterations <= 10, "{spread}: {} iterations", model.facts.iterations);
            model.facts.log_likelihood
        });
        near("whatever is held", held, free, relative(1e-12));
        let facts = fitted(&set, &ridge).facts;
        assert!(facts.iterations <= 10 && facts.log_likelihood < free, "{spread}: {facts:?}");
    }
}
