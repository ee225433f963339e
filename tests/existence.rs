//! Where no estimate exists, or a strange one: which error, which outcome, who is named.

#[path = "support/answers.rs"]
mod answers;
#[path = "support/campaign.rs"]
mod campaign;
#[path = "support/convergence.rs"]
mod convergence;
#[path = "support/starting.rs"]
mod starting;
mod support;
#[path = "support/weights.rs"]
mod weights;

use duel::comparisons::Set;
use duel::inference::{estimates, Options};
use duel::model::{Model, Position, Problems, Quantity, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use duel::Error;
use support::*;

/// A small data set, a model for it, and what must be said.
struct Case {
    what: &'static str,
    cells: Vec<Cell>,
    /// A covariate of items.
    covariate: Option<Vec<f64>>,
    specification: Specification,
    problem: Problems,
    /// Parts of the message: names of items and judges in quotes.
    says: &'static [&'static str],
}

fn case(
    what: &'static str,
    cells: Vec<Cell>,
    specification: Specification,
    problem: Problems,
    says: &'static [&'static str],
) -> Case {
    Case { what, cells, covariate: None, specification, problem, says }
}

/// Wins and losses without a judge: (left, right, wins, losses, ties).
fn plain(rows: &[(u32, u32, f64, f64, f64)]) -> Vec<Cell> {
    rows.iter().map(|r| Cell::new(None, r.0, r.1, r.2, r.3, r.4)).collect()
}

/// With a judge first.
fn judged(rows: &[(u32, u32, u32, f64, f64, f64)]) -> Vec<Cell> {
    rows.iter().map(|r| Cell::new(Some(r.0), r.1, r.2, r.3, r.4, r.5)).collect()
}

fn pooled() -> Specification {
    Specification::default()
}

fn sensitive() -> Specification {
    Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() }
}

fn with(outcome: Outcome) -> Specification {
    Specification { outcome, ..Specification::default() }
}

/// Three items that beat each other, by two judges who agree.
fn sound() -> Vec<Cell> {
    judged(&[
        (0, 0, 1, 6.0, 3.0, 1.0),
        (0, 1, 2, 7.0, 2.0, 1.0),
        (0, 2, 0, 2.0, 8.0, 1.0),
        (1, 0, 1, 5.0, 3.0, 1.0),
        (1, 1, 2, 6.0, 3.0, 1.0),
        (1, 2, 0, 3.0, 7.0, 1.0),
    ])
}

fn and(mut cells: Vec<Cell>, more: Vec<Cell>) -> Vec<Cell> {
    cells.extend(more);
    cells
}

fn cases() -> Vec<Case> {
    let islands = plain(&[(0, 1, 2.0, 1.0, 1.0), (2, 3, 1.0, 2.0, 0.0)]);
    let winless = plain(&[(0, 1, 2.0, 1.0, 1.0), (0, 2, 3.0, 0.0, 0.0), (1, 2, 2.0, 0.0, 0.0)]);
    let lossless = plain(&[(0, 1, 2.0, 1.0, 0.0), (2, 0, 3.0, 0.0, 0.0), (1, 2, 0.0, 2.0, 0.0)]);
    let always_left = judged(&[(2, 0, 1, 4.0, 0.0, 0.0), (2, 1, 2, 4.0, 0.0, 0.0), (2, 2, 0, 4.0, 0.0, 0.0)]);
    let position = |strength| Specification {
        strength: StrengthModel::of(strength, 0, false),
        position: Position::ByJudge,
        ..Specification::default()
    };
    let equal = judged(&[
        (0, 0, 1, 3.0, 3.0, 0.0),
        (0, 1, 2, 3.0, 3.0, 0.0),
        (1, 0, 2, 3.0, 3.0, 2.0),
        (1, 1, 2, 2.0, 2.0, 0.0),
    ]);
    let against = judged(&[(2, 0, 1, 1.0, 5.0, 0.0), (2, 1, 2, 2.0, 5.0, 0.0), (2, 2, 0, 5.0, 2.0, 0.0)]);
    let none = Problems::NONE;
    vec![
        case(
            "disconnected",
            islands.clone(),
            pooled(),
            Problems::DISCONNECTED,
            &["{\"0\", \"1\"}", "{\"2\", \"3\"}"],
        ),
        case(
            "disconnected, Davidson",
            islands,
            with(Outcome::Davidson),
            Problems::DISCONNECTED,
            &["{\"2\", \"3\"}"],
        ),
        case("winless", winless.clone(), pooled(), Problems::SEPARATED, &["\"2\" never won"]),
        case(
            "winless, Rao-Kupper",
            winless.clone(),
            with(Outcome::RaoKupper),
            Problems::SEPARATED,
            &["\"2\" never won"],
        ),
        case(
            "winless, probit",
            winless.clone(),
            with(Outcome::ThurstoneMosteller),
            Problems::SEPARATED,
            &["\"2\" never won"],
        ),
        case(
            "winless, Glenn-David",
            winless.clone(),
            with(Outcome::GlennDavid),
            Problems::SEPARATED,
            &["\"2\" never won"],
        ),
        case("winless, sensitivity", winless.clone(), sensitive(), Problems::SEPARATED, &["\"2\" never won"]),
        case("winless, ridge", winless, Specification { ridge: 0.1, ..pooled() }, none, &[]),
        case("lossless", lossless.clone(), pooled(), Problems::SEPARATED, &["\"2\" never lost"]),
        case("lossless, pseudo", lossless, Specification { pseudo: 0.5, ..pooled() }, none, &[]),
        case(
            "a judge that always answers left",
            and(sound(), always_left.clone()),
            position(StrengthKind::Pooled),
            Problems::SEPARATED,
            &["the position effect of judge \"2\""],
        ),
        case("the same without position", and(sound(), always_left), pooled(), none, &[]),
        case("equal scores", equal.clone(), sensitive(), Problems::EQUAL_SCORES, &["equal"]),
        case("equal scores, pooled", equal, pooled(), none, &[]),
        case(
            "a judge against all",
            and(sound(), against.clone()),
            sensitive(),
            Problems::BOUNDARY,
            &["\"2\""],
        ),
        case(
            "an opposed judge",
            and(sound(), against),
            Specification { strength: StrengthModel::SIGNED, ..sensitive() },
            Problems::OPPOSED,
            &["\"2\""],
        ),
        Case {
            covariate: Some(vec![2.0, 2.0, 2.0]),
            ..case(
                "a constant covariate",
                sound(),
                Specification { covariates: vec!["x".into()], ..pooled() },
                Problems::UNDETERMINED,
                &["\"x\"", "never differs"],
            )
        },
        Case {
            covariate: Some(vec![1.0, 2.0, 4.0]),
            ..case(
                "a covariate of items with free scores",
                sound(),
                Specification { covariates: vec!["x".into()], ..pooled() },
                Problems::UNDETERMINED,
                &["\"x\"", "fixed_scores"],
            )
        },
        Case {
            covariate: Some(vec![1.0, 2.0, 4.0]),
            ..case(
                "the same with fixed scores",
                sound(),
                Specification { covariates: vec!["x".into()], fixed_scores: vec![0.0; 3], ..pooled() },
                none,
                &[],
            )
        },
        case(
            "one iteration",
            sound(),
            Specification { max_iterations: 1, tolerance: 1e-12, ..pooled() },
            Problems::NOT_CONVERGED,
            &["after 1 iteration"],
        ),
    ]
}

fn set_for(case: &Case) -> Set {
    let mut set = set_of(&case.cells);
    if let Some(values) = &case.covariate {
        item_covariate(&mut set, "x", values);
    }
    set
}

fn check_numbers(what: &str, model: &Model) {
    let rows = estimates(model, Quantity::Scores, &Options::default(), &mut unwatched())
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    for row in rows {
        // Values that the data do not determine have neither.
        if row[0].is_nan() {
            let undetermined = model.facts.problems.contains(Problems::UNDETERMINED);
            assert!(undetermined && row[1].is_nan(), "{what}: {row:?}");
            continue;
        }
        // An infinite or a missing error is an answer, a negative one is not.
        assert!(row[0].is_finite() && (row[1] >= 0.0 || row[1].is_nan()), "{what}: {row:?}");
        assert!(row[1].is_nan() || row[2] <= row[3], "{what}: {row:?}");
    }
}

#[test]
fn refused_by_default_and_recorded_when_accepted() {
    for case in cases() {
        let what = case.what;
        let set = set_for(&case);
        let is_error = case.problem != Problems::NONE && case.problem != Problems::OPPOSED;
        match try_fit(&set, &case.specification) {
            Err(error) => {
                assert!(is_error, "{what}: {error}");
                let expected = if case.problem == Problems::NOT_CONVERGED { 9 } else { 8 };
                assert_eq!(error.code(), expected, "{what}: {error}");
                for part in case.says {
                    assert!(error.to_string().contains(part), "{what}: \"{error}\" does not say {part}");
                }
            }
            Ok(model) => {
                assert!(!is_error, "{what} was accepted: {:?}", model.facts.problems);
                assert_eq!(model.facts.problems, case.problem, "{what}");
            }
        }
        let accepting = Specification { accept: case.problem, ..case.specification.clone() };
        let model = try_fit(&set, &accepting).unwrap_or_else(|e| panic!("{what}, accepted: {e}"));
        assert_eq!(model.facts.problems, case.problem, "{what}, accepted");
        let said: Vec<&str> = model.diagnostics.iter().map(|t| t.message.as_str()).collect();
        for part in case.says {
            assert!(said.iter().any(|text| text.contains(part)), "{what}: {said:?} does not say {part}");
        }
        check_numbers(what, &model);
    }
}

#[test]
fn items_and_judges_concerned_are_marked() {
    let cases = cases();
    let marks = |what: &str| {
        let case = cases.iter().find(|c| c.what == what).expect("case");
        let specification = Specification { accept: Problems::ANY, ..case.specification.clone() };
        let model = fitted(&set_for(case), &specification);
        (
            model.item_problems.iter().map(|o| o.0).collect::<Vec<_>>(),
            model.judge_problems.iter().map(|o| o.0).collect::<Vec<_>>(),
        )
    };
    assert_eq!(marks("disconnected").0, [0, 0, 1, 1]);
    assert_eq!(marks("winless").0, [0, 0, 2]);
    assert_eq!(marks("lossless").0, [0, 0, 2]);
    assert_eq!(marks("a judge that always answers left").1, [0, 0, 2]);
    assert_eq!(marks("a judge against all").1, [0, 0, 4]);
    assert_eq!(marks("an opposed judge").1, [0, 0, 8]);
    assert_eq!(marks("equal scores").1, [16, 16]);
}

/// Diverging values have an infinite standard error, undetermined ones none, the rest their own.
#[test]
fn errors_of_what_does_not_exist() {
    let cases = cases();
    let errors = |what: &str, quantity| {
        let case = cases.iter().find(|c| c.what == what).expect("case");
        let specification = Specification { accept: Problems::ANY, ..case.specification.clone() };
        table(&fitted(&set_for(case), &specification), quantity, &Options::default())
    };
    let (_, position) = errors("a judge that always answers left", Quantity::Positions);
    assert!(position[..2].iter().all(|e| e.is_finite()) && position[2] == f64::INFINITY, "{position:?}");
    let (_, scores) = errors("a judge that always answers left", Quantity::Scores);
    assert!(scores.iter().all(|e| e.is_finite() && *e > 0.0), "{scores:?}");
    let (_, scores) = errors("winless", Quantity::Scores);
    assert!(scores.iter().all(|e| *e == f64::INFINITY), "measured from the mean of all: {scores:?}");
    let (gamma, errors_of_gamma) = errors("a judge against all", Quantity::Sensitivities);
    assert!(gamma[2] == 0.0 && errors_of_gamma[2].is_nan(), "{gamma:?} {errors_of_gamma:?}");
    assert!(errors_of_gamma[..2].iter().all(|e| e.is_finite()), "{errors_of_gamma:?}");
    let (effect, error) = errors("a constant covariate", Quantity::Effects);
    assert!(effect[0].is_nan() && error[0].is_nan(), "{effect:?} {error:?}");
}

#[test]
fn nothing_but_ties() {
    let ties = plain(&[(0, 1, 0.0, 0.0, 3.0), (1, 2, 0.0, 0.0, 2.0)]);
    for outcome in [Outcome::RaoKupper, Outcome::Davidson, Outcome::GlennDavid] {
        let error = refused(&set_of(&ties), &with(outcome));
        assert!(matches!(error, Error::NotIdentified(_)), "{error:?}");
        assert!(error.to_string().contains("every comparison is a tie"), "{error}");
    }
    // As halves they say that all are equal.
    let (scores, _) = table(&fitted(&set_of(&ties), &pooled()), Quantity::Scores, &Options::default());
    all_near("scores", &scores, &[0.0; 3], absolute(1e-12));
    let dropped = Specification { ties: duel::model::Ties::Dropped, ..pooled() };
    let error = refused(&set_of(&ties), &dropped);
    assert!(matches!(error, Error::Data { .. }), "{error:?}");
}

/// A judge with nothing but ties, and one with none: thresholds at the ends of their range, and the
/// others' as if those two had not been asked (the first), or as in Bradley-Terry (the second).
#[test]
fn judges_that_only_tie_or_never_tie() {
    let ties = judged(&[(2, 0, 1, 0.0, 0.0, 4.0), (2, 1, 2, 0.0, 0.0, 2.0)]);
    let decided = judged(&[(3, 0, 1, 4.0, 2.0, 0.0), (3, 1, 2, 3.0, 2.0, 0.0)]);
    for outcome in [Outcome::Davidson, Outcome::RaoKupper, Outcome::GlennDavid] {
        for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
            let specification = Specification {
                strength: StrengthModel::of(strength, 0, false),
                threshold_by_judge: true,
                ..with(outcome)
            };
            let model = fitted(&set_of(&and(and(sound(), ties.clone()), decided.clone())), &specification);
            assert_eq!(model.facts.problems, Problems::TIE_LIMIT, "{outcome:?}");
            assert_eq!(model.judge_problems.iter().map(|o| o.0).collect::<Vec<_>>(), [0, 0, 128, 128]);
            let (thresholds, errors) = table(&model, Quantity::Thresholds, &Options::default());
            let least = outcome.floor();
            assert_eq!(thresholds[2..], [f64::INFINITY, least], "{outcome:?}");
            assert!(
                errors[..2].iter().all(|e| *e > 0.0) && errors[2].is_nan() && errors[3].is_nan(),
                "{errors:?}"
            );
            let silent: Vec<Cell> = and(sound(), decided.clone())
                .into_iter()
                .map(|c| Cell { judge: c.judge.map(|k| k.min(2)), ..c })
                .collect();
            let without = fitted(&set_of(&silent), &specification);
            near("log-likelihood", model.facts.log_likelihood, without.facts.log_likelihood, absolute(1e-9));
            let scores = |model| table(model, Quantity::Scores, &Options::default()).0;
            all_near("scores", &scores(&model), &scores(&without), absolute(1e-7));
        }
    }
}

#[test]
fn one_item_and_no_rows() {
    let mut one = Set::new();
    one.intern(duel::comparisons::Kind::Item, &["alone"]).expect("item");
    for set in [one, Set::new()] {
        for specification in
            [pooled(), sensitive(), with(Outcome::Davidson), Specification { ridge: 1.0, ..pooled() }]
        {
            let error = refused(&set, &specification);
            assert!(matches!(error, Error::Data { .. }), "{error:?}");
            assert!(error.to_string().contains("no comparisons"), "{error}");
        }
    }
}

#[test]
fn too_little_memory() {
    let set = set_of(&sound());
    let error = refused(&set, &Specification { max_bytes: 100, ..pooled() });
    assert!(matches!(error, Error::Memory(_)), "{error:?}");
    assert!(error.to_string().contains("max_bytes = 100"), "{error}");
    fitted(&set, &Specification { max_bytes: 1 << 20, ..pooled() });
}

#[test]
fn cancelled_by_the_watch() {
    let mut calls = 0;
    let result = duel::model::fit(&set_of(&sound()), &pooled(), &mut |_| {
        calls += 1;
        Err(Error::Cancelled)
    });
    assert_eq!((result.err(), calls), (Some(Error::Cancelled), 1));
}
