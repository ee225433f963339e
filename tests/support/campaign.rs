//! Sets that the comparison with an independent reference (`tests/reference`) found to be answered wrongly: fits that
//! ended on the way to infinity and said that they were good, that missed a better end, or that were refused without need.

use crate::support::*;
use duel::comparisons::{Column, CovariateValues, Set};
use duel::inference::{estimates, CovarianceKind, Options};
use duel::model::{
    BothBad, Link, Model, Position, Problems, Quantity, Specification, SpreadModel, StrengthModel,
    ThresholdModel, Ties,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use duel::threshold::Basis;

/// Rows as the reference prints them: (context,judge,left,right:wins,losses,ties,good,bad), without the context where there
/// are three numbers before the colon.
fn cells(text: &str) -> Vec<Cell> {
    let rows = text.split_whitespace().map(|row| row.trim_matches(['(', ')']));
    let cell = |row: &str| {
        let (who, counts) = row.split_once(':').expect("a colon");
        let who: Vec<u32> = who.split(',').map(|n| n.parse().expect("an id")).collect();
        let counts: Vec<f64> = counts.split(',').map(|n| n.parse().expect("a count")).collect();
        let (context, judge) = if who.len() == 4 { (Some(who[0]), who[1]) } else { (None, who[0]) };
        let [left, right] = [who[who.len() - 2], who[who.len() - 1]];
        let counts = counts.try_into().expect("five counts");
        Cell { context, judge: Some(judge), left, right, counts }
    };
    rows.map(cell).collect()
}

fn accepting(specification: Specification) -> Specification {
    Specification { accept: Problems::ANY, ..specification }
}

fn by_context(set: &mut Set, name: &str, values: &[f64]) {
    let contexts: Vec<u32> = (0..values.len() as u32).collect();
    set.add_covariate(&CovariateValues {
        name,
        length: values.len(),
        context: ids(&contexts),
        value: Column::F64(values),
        ..CovariateValues::default()
    })
    .expect("covariate");
}

/// Values by judge, and within a judge by item.
fn by_judge_and_item(set: &mut Set, name: &str, values: &[f64], items: u32) {
    let judge: Vec<u32> = (0..values.len() as u32).map(|at| at / items).collect();
    let item: Vec<u32> = (0..values.len() as u32).map(|at| at % items).collect();
    set.add_covariate(&CovariateValues {
        name,
        length: values.len(),
        judge: ids(&judge),
        item: ids(&item),
        value: Column::F64(values),
        ..CovariateValues::default()
    })
    .expect("covariate");
}

fn said(model: &Model) -> String {
    model.diagnostics.iter().map(|t| t.message.as_str()).collect::<Vec<_>>().join(" | ")
}

/// Votes that speak against the offsets: scores and variances grow together until the offsets have no effect. With votes
/// for the offsets the scale is finite.
#[test]
fn a_scale_that_offsets_set_may_run_off() {
    let specification = |spread: Option<usize>| {
        let offsets = vec!["known".to_string()];
        accepting(Specification {
            spread: spread.map(|factors| SpreadModel { factors, ridge: 0.0 }),
            offsets,
            position: Position::Shared,
            ..Specification::default()
        })
    };
    let rows = "(0,0,1:4,25,0,0,0) (1,0,1:1,8,0,0,0) (2,0,1:3,12,0,0,0)";
    let known = [-0.3125, 0.125, 0.5625, 0.4375, -0.4375, 1.0625];
    let fit = |rows: &str, known: &[f64]| {
        let mut set = set_of(&cells(rows));
        by_judge_and_item(&mut set, "known", known, 2);
        fitted(&set, &specification(Some(0)))
    };
    let against = fit(rows, &known);
    assert!(against.facts.problems.contains(Problems::SEPARATED), "{}", said(&against));
    assert!(said(&against).contains("offsets"), "{}", said(&against));
    let turned: Vec<f64> = known.iter().map(|x| -x).collect();
    let along = fit(rows, &turned);
    assert!(!along.facts.problems.contains(Problems::SEPARATED), "{}", said(&along));
    // Even votes whatever the offsets.
    let mut even = String::new();
    for (judge, left, right) in (0..3).flat_map(|k| [(k, 0, 1), (k, 1, 2), (k, 2, 0)]) {
        even.push_str(&format!("({judge},{left},{right}:0,0,2,0,0) "));
    }
    let mut set = set_of(&cells(&even));
    by_judge_and_item(&mut set, "known", &[-1.1, 0.9, -0.4, 0.25, 0.6, -0.7, 1.7, 0.3, 0.1], 3);
    let model = fitted(&set, &specification(Some(0)));
    assert!(model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
}

/// One item loses all but a tie: its score and its threshold diverge together.
#[test]
fn a_threshold_and_a_score_that_run_off_together() {
    let rows = "(0,1,0,1:1,2,0,0,0) (1,0,0,2:2,2,1,0,0) (1,1,2,1:3,4,1,0,0) (1,1,3,0:1,1,3,0,0) (1,0,3,1:2,2,1,0,0) \
                (0,1,3,1:4,3,1,0,0) (0,0,2,3:2,0,0,0,0) (0,1,2,3:1,0,0,0,0) (1,0,4,0:0,8,0,0,0) (0,0,1,4:3,0,0,0,0) \
                (0,1,4,1:0,4,1,0,0) (0,0,4,2:0,3,0,0,0) (1,1,3,4:3,0,0,0,0)";
    let specification = accepting(Specification {
        outcome: Outcome::RaoKupper,
        threshold: ThresholdModel::ADDITIVE.with_link(Link::LINEAR),
        position: Position::ByJudge,
        ..Specification::default()
    });
    let model = fitted(&set_of(&cells(rows)), &specification);
    assert!(model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
    assert!(said(&model).contains("\"4\""), "{}", said(&model));
}

/// Ties alone, under known offsets: the scores are what makes up for them, whatever the strengths are made of.
#[test]
fn ties_under_offsets_tell_scores() {
    let known = [-0.125, -0.875, -0.5625, -0.3125];
    let mut rows = String::new();
    for (judge, left, right) in (0..3).flat_map(|k| [(k, 0, 1), (k, 1, 2), (k, 2, 3), (k, 3, 0), (k, 0, 2)]) {
        rows.push_str(&format!("({judge},{left},{right}:0,0,{},0,0) ", 3 + judge));
    }
    let mut set = set_of(&cells(&rows));
    item_covariate(&mut set, "known", &known);
    for strength in [StrengthKind::Sensitivity, StrengthKind::Disagreement] {
        let offsets = vec!["known".to_string()];
        let model = fitted(
            &set,
            &Specification {
                strength: StrengthModel::of(strength, 0, false),
                offsets,
                ..Specification::default()
            },
        );
        assert_eq!(model.facts.problems, Problems::NONE, "{strength:?}: {}", said(&model));
        let total = 5.0 * (3.0 + 4.0 + 5.0);
        near("even", model.facts.objective, total * 2f64.ln(), absolute(1e-9));
        for item in 1..4 {
            let difference = model.theta[item] - model.theta[0];
            near("score", difference, known[0] - known[item], absolute(1e-7));
        }
    }
}

/// Fits of signed sensitivities that do not end are started again, and restarts take the judges' own scores for the
/// consensus, too.
#[test]
fn signed_sensitivities_find_the_better_end() {
    let signed = |specification: Specification| {
        accepting(Specification { strength: StrengthModel::SIGNED, ..specification })
    };
    let rows = "(0,0,1:1,2,0,0,0) (1,0,1:1,6,0,0,0) (1,0,1:1,9,3,0,0) (2,0,1:4,4,2,0,0) (2,0,1:13,7,4,0,0) \
                (0,1,2:1,11,3,2,2) (0,2,1:3,0,0,0,0) (1,2,1:8,4,2,1,1) (1,1,2:7,15,2,0,0) (0,0,2:5,15,5,2,2) \
                (0,0,2:3,10,5,1,2) (1,2,0:14,3,5,0,0) (2,0,2:2,0,0,0,0)";
    let mut set = set_of(&cells(rows));
    item_covariate(&mut set, "x", &[2.5, 0.6875, -0.3125]);
    let model = fitted(
        &set,
        &signed(Specification {
            outcome: Outcome::Davidson,
            position: Position::Shared,
            covariates: vec!["x".into()],
            ..Specification::default()
        }),
    );
    assert!(model.facts.objective < 186.474, "{}: {}", model.facts.objective, said(&model));
    let rows = "(0,0,1:8,1,3,1,0) (1,0,1:2,0,0,0,0) (2,1,0:0,1,0,0,0) (0,2,1:0,1,1,1,0) (0,1,2:9,8,5,2,1) \
                (1,2,1:21,2,3,2,0) (1,1,2:0,4,1,0,1) (2,1,2:10,5,4,1,0) (2,1,2:9,3,2,1,2)";
    let outcome = Outcome::RaoKupper;
    let restarted = signed(Specification { outcome, restarts: 20, seed: 1, ..Specification::default() });
    let model = fitted(&set_of(&cells(rows)), &restarted);
    assert!(model.facts.objective < 107.6, "{}: {}", model.facts.objective, said(&model));
}

/// Judges who agree with the consensus in some contexts alone are not left at zero.
#[test]
fn slopes_release_judges_from_zero() {
    let rows = "(0,0,1,0:4,3,0,0,0) (0,0,0,1:1,4,0,0,0) (0,1,1,0:0,1,0,0,0) (5,2,1,0:1,1,0,0,0) (2,3,1,0:1,0,0,0,0) \
                (4,0,0,2:0,4,0,0,0) (5,1,2,0:4,4,0,0,0) (1,1,2,0:1,1,0,0,0) (1,2,0,2:2,3,0,0,0) (4,3,0,2:3,2,0,0,0) \
                (0,0,1,2:2,2,0,0,0) (0,0,2,1:1,2,0,0,0) (4,1,1,2:2,2,0,0,0) (5,1,2,1:1,3,0,0,0) (1,2,2,1:2,1,0,0,0) \
                (2,2,2,1:3,1,0,0,0) (2,3,2,1:1,0,0,0,0) (1,0,3,0:2,6,0,0,0) (4,1,0,3:0,4,0,0,0) (1,1,3,0:3,0,0,0,0) \
                (5,2,3,0:0,1,0,0,0) (2,3,0,3:1,1,0,0,0) (2,3,3,0:2,3,0,0,0) (4,0,3,1:1,6,0,0,0) (0,0,1,3:3,0,0,0,0) \
                (3,1,1,3:1,3,0,0,0) (3,1,3,1:5,2,0,0,0) (2,2,1,3:2,5,0,0,0) (1,3,1,3:3,4,0,0,0) (2,0,2,3:3,0,0,0,0) \
                (2,0,3,2:0,1,0,0,0) (0,1,3,2:3,1,0,0,0) (0,1,3,2:4,0,0,0,0) (4,2,3,2:4,3,0,0,0) (5,3,3,2:7,0,0,0,0) \
                (3,3,2,3:4,3,0,0,0)";
    let mut set = set_of(&cells(rows));
    by_context(&mut set, "length", &[1.0625, 1.0, 0.3125, -0.375, -0.3125, 1.125]);
    let model = fitted(
        &set,
        &accepting(Specification {
            strength: StrengthModel::SENSITIVITY.with_covariates(vec!["length".into()]),
            position: Position::Shared,
            ties: Ties::Dropped,
            both_bad: BothBad::Dropped,
            ..Specification::default()
        }),
    );
    assert!(model.facts.objective < 93.6, "{}: {}", model.facts.objective, said(&model));
}

/// Where positions explain all votes the strengths are zero, and nothing is known of what they are made of.
#[test]
fn strengths_of_zero_are_said_to_be() {
    let one = Specification {
        strength: StrengthModel::disagreement(0),
        position: Position::Shared,
        ridge: 1.0,
        ..Specification::default()
    };
    let model = fitted(&set_of(&cells("(0,2,0:2,1,0,0,0) (1,2,0:2,1,0,0,0)")), &accepting(one));
    assert!(model.facts.problems.contains(Problems::EQUAL_SCORES), "{}", said(&model));
    let several = Specification {
        strength: StrengthModel::disagreement(1),
        position: Position::ByJudge,
        pseudo: 0.25,
        ..Specification::default()
    };
    let rows = "(0,2,0:17,4,0,0,0) (1,0,2:16,2,0,0,0) (2,2,0:3,17,0,0,0) (3,2,0:3,10,0,0,0)";
    let model = fitted(&set_of(&cells(rows)), &accepting(several));
    let flat = model.facts.problems.contains(Problems::EQUAL_SCORES)
        || model.facts.problems.contains(Problems::UNDETERMINED);
    assert!(flat, "{}", said(&model));
}

/// An item that only a judge with a sensitivity of zero compared is unknown, and nothing else is.
#[test]
fn what_a_judge_at_zero_does_not_tell_hides_nothing_else() {
    let rows =
        "(0,1,2:5.5,8.25,2.75,0,2.75) (1,1,2:3,3,4.5,0,1.5) (0,1,3:4.5,4.5,0,1.5,0) (0,2,3:1.5,1.5,0.5,0,0)";
    let mut set = set_of(&cells(rows));
    item_covariate(&mut set, "x", &[1.8125, -0.5, -0.5, 0.0625]);
    let specification = Specification {
        strength: StrengthModel::disagreement(0),
        position: Position::Shared,
        covariates: vec!["x".into()],
        ..Specification::default()
    };
    let model = fitted(&set, &accepting(specification));
    // Two components, which may be shifted, and the item.
    assert_eq!(model.directions.len(), 3, "{:?}", model.directions);
    assert_eq!(model.directions[2].along, [(3, 1.0)]);
    let known = [1, 2].map(|item| model.item_problems[item].contains(Problems::UNDETERMINED));
    assert_eq!((known, model.facts.dimension), ([false; 2], 4), "{}", said(&model));
}

/// The best end of a judge at zero for another: neither the judges' own scores nor sums of them lead there.
#[test]
fn scores_at_given_ratios_lead_to_the_better_end() {
    let rows = "(2,1,0:18833,16420,6221,0,0) (0,0,2:0,22,7,0,0) (0,1,2:43,39,35,0,0) (2,2,1:82,69,65,0,0)
                (2,2,3:19835,14349,6033,0,0) (0,0,4:37,41,6,0,0) (0,1,4:36326,27689,18585,0,0) (1,4,1:5,4,3,0,0)
                (2,1,4:0,1,0,0,0) (2,4,2:10386,8254,5411,0,0) (0,4,3:237,486,59,0,0) (1,3,4:148,141,23,0,0)
                (2,3,4:22340,21329,3541,0,0) (0,0,5:592,1005,0,0,0) (1,0,5:130,94,0,0,0) (2,5,0:10348,9568,0,0,0)
                (0,5,1:31956,18401,8886,0,0) (1,1,5:7972,6155,2493,0,0) (2,1,5:6211,4796,1942,0,0)
                (0,2,5:12,13,4,0,0) (2,2,5:12734,10009,4014,0,0) (0,5,4:1414,0,176,0,0) (1,5,4:0,2367,410,0,0)
                (2,4,5:2,1,0,0,0)";
    let model = fitted(
        &set_of(&cells(rows)),
        &accepting(Specification {
            strength: StrengthModel::SENSITIVITY,
            position: Position::Shared,
            ties: Ties::Dropped,
            ..Specification::default()
        }),
    );
    assert!(model.facts.objective < 218_155.0, "{}: {}", model.facts.objective, said(&model));
}

/// The likelihood of a spread is greatest where two items are all but equal and have no variance: no estimate exists.
#[test]
fn a_supremum_at_vanishing_variances_is_no_optimum() {
    let rows = "(0,0,1:180,22,0,0,0) (2,0,1:123,42,0,0,0) (0,0,2:0,30,0,0,0) (1,0,2:570,49,0,0,0) (2,2,0:107,249,0,0,0)
                (3,0,2:1,0,0,0,0) (0,1,2:0,241,0,0,0) (1,1,2:196,114,0,0,0) (2,2,1:221,212,0,0,0) (0,3,0:1,66,0,0,0)
                (2,0,3:127,10,0,0,0) (0,3,1:1,15,0,0,0) (1,3,1:2,29,0,0,0) (3,3,1:360,360,0,0,0) (1,2,3:10,1,0,0,0)
                (2,3,2:28,79,0,0,0) (3,3,2:22,22,0,0,0) (0,4,0:0,1,0,0,0) (1,4,0:97,789,0,0,0) (3,0,4:26,19,0,0,0)
                (0,1,4:14,7,0,0,0) (1,1,4:7,4,0,0,0) (2,1,4:1,0,0,0,0) (3,4,1:205,172,0,0,0) (0,4,2:96,83,0,0,0)
                (1,2,4:3,2,0,0,0) (2,2,4:1,0,0,0,0) (3,2,4:1,0,0,0,0) (0,4,3:7,0,0,0,0) (2,3,4:91,0,0,0,0)
                (3,3,4:2,2,0,0,0)";
    let model = fitted(
        &set_of(&cells(rows)),
        &accepting(Specification {
            ties: Ties::Dropped,
            spread: Some(SpreadModel::default()),
            restarts: 20,
            seed: 1,
            ..Specification::default()
        }),
    );
    assert!(model.facts.objective < 2_810.0, "{}: {}", model.facts.objective, said(&model));
    assert!(model.facts.problems.contains(Problems::NOT_CONVERGED), "{}", said(&model));
}

/// Scores form groups that the judges with small sensitivities alone compare: the ratio of sensitivities diverges, though
/// every probability stays finite, and a fit ended unfinished on the way.
#[test]
fn ratios_of_sensitivities_diverge() {
    let rows = "(0,0,2:144.5,64,36.5,0,0) (1,0,2:2284,1758.75,713.5,0,0) (2,2,0:506,0,200.75,0,0) \
                (0,2,1:17065.5,55132.5,30942,0,0) (1,1,2:4521,0,3321,0,0) (0,3,1:0,4439.75,4110.25,0,0) \
                (1,3,1:5551,4568.5,4337,0,0) (2,3,1:1606,1364,1273.25,0,0)";
    let by_judge = |outcome: Outcome, threshold: ThresholdModel| {
        accepting(Specification {
            strength: StrengthModel::SENSITIVITY,
            outcome,
            threshold,
            threshold_by_judge: true,
            ..Specification::default()
        })
    };
    let model = fitted(&set_of(&cells(rows)), &by_judge(Outcome::Davidson, ThresholdModel::default()));
    assert!(model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
    assert!(said(&model).contains("strengths of \"2\""), "{}", said(&model));
    assert!(model.facts.objective < 144_849.0, "{}", model.facts.objective);
    let rows = "(0,0,1:1,0,0,0,0) (0,0,1:2,1,0,0,0) (1,0,1:0,1,0,2,0) (1,1,0:1,1,0,0,0) (2,0,1:0,1,0,0,0) (0,0,2:1,1,0,0,0) \
                (0,2,0:1,1,0,0,0) (1,2,0:1,0,1,0,0) (2,2,0:0,1,0,0,0) (2,0,2:1,0,0,0,0) (0,1,2:0,0,1,0,0) (1,2,1:0,2,0,0,0) \
                (1,1,2:2,1,0,0,0) (2,1,2:1,0,1,0,0) (2,2,1:0,2,0,0,0) (0,3,0:1,0,0,0,0) (0,0,3:2,0,0,0,0) (1,0,3:0,1,0,0,0) \
                (1,0,3:0,1,2,0,0) (2,0,3:1,1,0,1,0) (0,1,3:1,1,0,1,0) (0,3,1:0,3,0,0,0) (2,3,1:1,1,0,0,0) (2,1,3:1,1,1,0,0) \
                (1,2,3:0,1,0,0,0) (2,2,3:1,1,0,0,0) (0,0,4:0,2,0,0,0) (1,0,4:1,0,0,0,0) (1,0,4:2,1,0,0,0) (2,4,0:1,1,1,0,0) \
                (0,1,4:1,0,0,0,0) (0,4,1:2,0,0,0,0) (1,1,4:3,0,0,0,0) (2,4,1:1,2,0,0,0) (2,4,1:0,1,0,0,0) (0,2,4:0,1,0,0,0) \
                (0,2,4:1,0,0,0,0) (1,4,2:1,1,0,0,0) (2,2,4:1,0,0,0,0) (0,3,4:1,1,0,1,0) (0,3,4:1,1,0,0,0) (1,3,4:1,1,0,1,0) \
                (1,4,3:1,1,0,0,0) (2,3,4:1,0,0,0,0) (2,3,4:1,0,0,0,0) (0,0,5:3,0,0,0,0) (0,0,5:2,0,0,0,0) (2,0,5:0,0,1,0,0) \
                (2,5,0:0,3,0,0,0) (0,1,5:1,0,0,0,0) (0,5,1:0,1,0,0,0) (1,1,5:3,0,0,0,0) (2,5,1:0,1,0,1,0) (0,5,2:0,2,0,0,0) \
                (1,5,2:0,2,1,0,0) (1,5,2:0,1,0,0,0) (2,2,5:1,0,0,0,0) (2,2,5:2,0,0,0,0) (0,5,3:0,2,0,0,0) (1,5,3:0,3,0,0,0) \
                (1,5,3:0,1,0,0,0) (2,5,3:0,1,0,1,0) (2,3,5:3,0,0,0,0) (0,4,5:1,0,0,0,0) (0,4,5:1,0,0,0,0) (1,4,5:1,0,0,0,0)";
    let mut set = set_of(&cells(rows));
    let x = [
        0.25, -0.9375, -1.5625, -0.625, 0.125, 0.5, -1.375, -0.9375, 0.375, -0.9375, 0.5, 0.1875, 0.9375,
        0.8125, -0.3125, -1.25, -1.4375, -1.0625,
    ];
    let known = [
        1.3125, 0.125, 1.25, -0.625, -2.0625, -1.3125, 0.0625, 0.125, -1.625, -0.375, -0.625, 0.9375,
        -0.3125, -0.3125, -0.3125, -1.375, 1.0, -0.0625,
    ];
    by_judge_and_item(&mut set, "x", &x, 6);
    by_judge_and_item(&mut set, "known", &known, 6);
    let linear = ThresholdModel::ADDITIVE.with_link(Link::LINEAR).with_ridge(0.5);
    let specification = Specification {
        covariates: vec!["x".into()],
        offsets: vec!["known".into()],
        ..by_judge(Outcome::RaoKupper, linear)
    };
    let model = fitted(&set, &specification);
    assert!(model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
    assert!(model.facts.objective < 104.449, "{}", model.facts.objective);
}

/// Slopes that grow until one context has no predictor left, past the penalty on strengths: the fit said that it was not
/// converged, though the votes have no estimate, and of the second set it ended far above.
#[test]
fn slopes_of_sensitivities_diverge() {
    let rows = "(1,1,0,1:2,2,1,0,0) (0,2,0,1:5,5,1,0,1) (1,0,0,2:2,3,0,0,0) (1,1,2,0:3,1,2,1,0) (1,2,2,0:10,6,3,1,1) \
                (1,1,2,1:0,1,0,0,0) (1,2,2,1:5,4,1,0,0) (0,1,3,0:7,4,1,0,0) (0,1,3,1:8,6,1,0,0) (1,0,2,3:0,1,0,0,0)";
    let mut set = set_of(&cells(rows));
    let x = [-0.25, 0.1875, -0.125, 0.5, -1.0, -1.125, 1.0, -0.375];
    let (contexts, items): (Vec<u32>, Vec<u32>) = (0..8).map(|at| (at / 4, at % 4)).unzip();
    set.add_covariate(&CovariateValues {
        name: "x",
        length: 8,
        context: ids(&contexts),
        item: ids(&items),
        value: Column::F64(&x),
        ..CovariateValues::default()
    })
    .expect("covariate");
    by_context(&mut set, "length", &[0.625, -1.0625]);
    let slopes = || StrengthModel::SENSITIVITY.with_covariates(vec!["length".into()]);
    let model = fitted(
        &set,
        &accepting(Specification {
            strength: slopes(),
            outcome: Outcome::RaoKupper,
            threshold: ThresholdModel::factored(1, duel::threshold::Basis::Cosine).with_ridge(0.5),
            position: Position::Shared,
            covariates: vec!["x".into()],
            ridge: 1.0,
            ..Specification::default()
        }),
    );
    assert!(model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
    assert!(
        said(&model).contains("slope in \"length\" of the sensitivity of judge \"2\""),
        "{}",
        said(&model)
    );
    let rows = "(1,0,1,0:1,1,0,0,0) (0,1,1,0:4,3,0,0,0) (1,0,0,2:0,6,0,0,0) (1,1,2,0:6,1,0,0,0) (0,1,3,0:0,5,0,0,0) \
                (0,0,4,3:1,6,0,0,0)";
    let mut set = set_of(&cells(rows));
    by_context(&mut set, "length", &[0.6875, 0.1875]);
    let model = fitted(
        &set,
        &accepting(Specification {
            strength: slopes(),
            position: Position::ByJudge,
            ties: Ties::Dropped,
            both_bad: BothBad::Dropped,
            ridge: 0.1,
            ..Specification::default()
        }),
    );
    assert!(model.facts.objective < 11.93, "{}: {}", model.facts.objective, said(&model));
    assert_ne!(model.facts.problems, Problems::NONE);
}

/// With restarts the better end is found where two groups of items are infinitely far apart for one judge: of sensitivities
/// that must not be negative, of those of either sign, and of disagreement.
#[test]
fn restarts_find_groups_that_move_apart() {
    let fit = |rows: &str, strength: StrengthModel, specification: Specification| {
        let specification = Specification { strength, restarts: 20, seed: 1, ..specification };
        fitted(&set_of(&cells(rows)), &accepting(specification))
    };
    let rows =
        "(0,2,0:1,1,0,0,0) (0,3,1:1,0,0,0,0) (1,1,3:280,14,0,0,0) (0,2,3:2,1,0,0,0) (1,3,2:249,531,0,0,0)";
    let of_davidson = Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::ADDITIVE,
        position: Position::Shared,
        ..Specification::default()
    };
    let bounded = fit(rows, StrengthModel::SENSITIVITY, of_davidson);
    assert!(bounded.facts.objective < 548.4273, "{}: {}", bounded.facts.objective, said(&bounded));
    let of_rao = |position: Position| Specification {
        outcome: Outcome::RaoKupper,
        both_bad: BothBad::Dropped,
        position,
        ..Specification::default()
    };
    let rows = "(0,1,0:0,1,0,0,0) (0,1,0:0,2,1,0,0) (1,1,0:1,0,0,0,0) (1,0,1:0,1,1,0,0) (2,0,1:0,0,1,0,0) (3,1,0:1,1,1,0,0) \
                (0,1,2:2,0,1,0,0) (0,1,2:2,0,0,0,0) (1,2,1:1,0,0,0,0) (2,1,2:1,1,1,0,0) (2,1,2:2,0,0,0,0) (3,1,2:0,1,0,0,0) \
                (0,0,3:2,0,0,0,0) (1,0,3:2,0,0,0,0) (2,3,0:2,0,1,0,0) (2,3,0:1,0,1,0,0) (3,0,3:1,2,0,0,0) (0,4,0:0,1,0,0,0) \
                (1,4,0:1,0,0,0,0) (1,0,4:0,1,1,0,0) (2,4,0:0,0,1,0,0) (2,0,4:1,0,0,0,0) (3,0,4:1,1,0,0,0) (3,0,4:0,1,0,0,0)";
    let signed = fit(rows, StrengthModel::SIGNED, of_rao(Position::Shared));
    assert!(signed.facts.objective < 38.018, "{}: {}", signed.facts.objective, said(&signed));
    let rows = "(0,1,0:0,0,1,0,0) (0,0,1:0,0,2,0,0) (1,0,1:1,0,0,0,0) (1,0,1:2,0,0,0,0) (2,1,0:0,1,0,0,0) (2,0,1:2,0,0,0,0) \
                (0,2,0:0,2,1,0,0) (0,0,2:2,0,0,0,0) (1,0,2:3,0,0,0,0) (1,2,0:0,2,0,0,0) (2,2,0:0,3,0,0,0) (0,1,2:0,1,0,0,0) \
                (1,2,1:1,1,0,0,0) (1,2,1:0,2,1,0,0) (2,1,2:0,1,1,0,0) (2,2,1:1,1,0,0,0) (0,0,3:2,0,0,0,0) (1,3,0:0,3,0,0,0) \
                (2,3,0:0,2,0,0,0) (0,1,3:0,2,0,0,0) (0,1,3:1,0,0,0,0) (1,1,3:0,0,1,0,0) (1,1,3:0,0,1,0,0) (2,1,3:0,0,1,0,0) \
                (2,3,1:1,0,0,0,0) (0,3,2:0,2,1,0,0) (0,2,3:0,1,0,0,0) (1,3,2:0,0,1,0,0) (1,3,2:0,2,1,0,0) (2,2,3:2,0,0,0,0)";
    let disagreeing = fit(rows, StrengthModel::disagreement(1), of_rao(Position::None));
    assert!(disagreeing.facts.objective < 35.967, "{}: {}", disagreeing.facts.objective, said(&disagreeing));
    for model in [bounded, signed, disagreeing] {
        assert_ne!(model.facts.problems, Problems::NONE);
    }
}

/// The first starts of a spread end where the spread of a pair vanishes, others where the proportions of all pairs are met.
#[test]
fn a_spread_that_ends_at_a_singular_point_starts_again() {
    let mut set = set_of(&cells("(1,0,0,1:1,5,0,0,0) (0,0,0,2:1,6,0,0,0) (0,0,1,2:1,4,0,0,0)"));
    let known = [-1.625, 1.0, 0.5625, -0.1875, -0.6875, 0.8125];
    let (contexts, items): (Vec<u32>, Vec<u32>) = (0..6).map(|at| (at / 3, at % 3)).unzip();
    set.add_covariate(&CovariateValues {
        name: "known",
        length: 6,
        context: ids(&contexts),
        item: ids(&items),
        value: Column::F64(&known),
        ..CovariateValues::default()
    })
    .expect("covariate");
    let model = fitted(
        &set,
        &accepting(Specification {
            outcome: Outcome::RaoKupper,
            threshold: ThresholdModel::ADDITIVE.with_link(Link::LINEAR),
            spread: Some(SpreadModel::default()),
            offsets: vec!["known".into()],
            ..Specification::default()
        }),
    );
    assert!(model.facts.objective < 8.076_194, "{}: {}", model.facts.objective, said(&model));
    assert!(!model.facts.problems.contains(Problems::NOT_CONVERGED), "{}", said(&model));
}

/// Starts of a fit whose first ends have no maximum: of disagreement, and of sensitivities that must not be negative, others
/// end at a finite optimum that is better.
#[test]
fn judges_without_a_maximum_start_again() {
    let rows = "(0,1,0:3,3,0,0,0) (1,0,1:0,4,1,0,0) (2,0,1:4,2,0,0,0) (0,2,1:5,0,0,0,1) (0,1,2:0,8,0,0,0) (1,1,2:0,4,1,1,1) \
                (1,2,1:6,0,0,0,1) (0,0,3:0,0,1,0,0) (0,0,3:1,2,1,0,0) (1,0,3:0,0,1,1,0) (2,0,3:2,0,2,1,1) (2,3,0:0,2,2,0,0) \
                (0,1,3:2,2,2,0,1) (1,3,1:2,1,0,0,0) (2,3,1:0,4,3,0,0) (2,3,1:3,4,1,0,0)";
    let disagreeing =
        accepting(Specification { strength: StrengthModel::disagreement(1), ..Specification::default() });
    let model = fitted(&set_of(&cells(rows)), &disagreeing);
    assert!(model.facts.objective < 45.6, "{}: {}", model.facts.objective, said(&model));
    assert!(!model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
    let rows = "(0,2,0:2,2,1,0,1) (0,2,0:1,6,1,0,0) (1,2,0:0,1,0,0,0) (1,2,0:3,1,1,0,0) (0,2,1:5,0,1,0,1) (1,2,1:1,0,2,0,0) \
                (2,2,1:1,3,2,0,0) (2,2,1:3,2,1,0,0) (0,3,1:6,2,0,0,0) (0,3,1:5,2,1,0,0) (1,1,3:1,5,0,0,0) (2,1,3:8,0,0,0,0) \
                (2,1,3:0,1,0,1,0)";
    let mut set = set_of(&cells(rows));
    let x = [-0.8125, 0.3125, -2.3125, 0.75, -1.5625, -0.1875, 0.9375, 0.8125, -2.0625, -1.25, -0.75, 1.5625];
    by_judge_and_item(&mut set, "x", &x, 4);
    let bounded = accepting(Specification {
        strength: StrengthModel::SENSITIVITY,
        position: Position::ByJudge,
        both_bad: BothBad::Dropped,
        covariates: vec!["x".into()],
        ..Specification::default()
    });
    let model = fitted(&set, &bounded);
    assert!(model.facts.objective < 40.443, "{}: {}", model.facts.objective, said(&model));
    assert!(!model.facts.problems.contains(Problems::SEPARATED), "{}", said(&model));
}

/// Of ends that are as good, one where the judges do not cancel each other: the fit was refused for want of a consensus.
#[test]
fn an_end_with_a_consensus_is_taken() {
    let rows = "(0,0,1:1,0,1,0,1) (1,0,1:0,1,1,0,0) (0,0,2:2,0,0,0,0) (0,3,2:2,1,0,0,0) (1,2,3:2,1,0,0,0)";
    let specification = accepting(Specification {
        strength: StrengthModel::disagreement(0),
        position: Position::Shared,
        ties: Ties::Dropped,
        ..Specification::default()
    });
    for restarts in [0, 5] {
        let specification = Specification { restarts, seed: 1, ..specification.clone() };
        let model = fitted(&set_of(&cells(rows)), &specification);
        assert!(model.facts.problems.contains(Problems::SEPARATED), "{restarts}: {}", said(&model));
    }
}

/// A surface of optima that ends where a variance is zero: standard errors of what the votes determine were refused, as the
/// Hessian has no curvature in that variance.
#[test]
fn a_surface_of_optima_may_end_at_a_variance_of_zero() {
    let rows = "(1,0,0,1:6,5,1,0,0) (2,0,1,2:10,5,1,1,1) (0,0,0,3:7,5,5,0,0) (1,0,2,4:5,13,3,1,0) (1,0,5,4:10,3,6,0,0) \
                (0,0,0,1:7,7,2,1,1) (0,0,4,3:11,5,4,0,2)";
    let mut set = set_of(&cells(rows));
    by_judge_and_item(&mut set, "x", &[1.5, 1.625, -0.625, 0.0, 0.125, 0.5625], 6);
    let specification = accepting(Specification {
        outcome: Outcome::RaoKupper,
        spread: Some(SpreadModel::default()),
        covariates: vec!["x".into()],
        ..Specification::default()
    });
    let model = fitted(&set, &specification);
    assert!(model.facts.problems.contains(Problems::UNDETERMINED), "{}", said(&model));
    let scores = estimates(&model, Quantity::Scores, &Options::default(), &mut unwatched());
    assert!(scores.is_ok(), "{scores:?}");
}

/// Thresholds at zero, beside pairs of which one is compared 90 000 times as often as another: the sandwich lost digits by the
/// stiffness that stood for active constraints, and was 6e-5 off. The number is that of the reference.
#[test]
fn active_constraints_take_no_digits_from_errors() {
    let rows = "(2,0,1,0:60159,33980,0,0,0) (1,0,1,2:2107,1625,658,0,0) (0,0,2,1:41406,36000,13660,0,0) (5,0,3,0:1,0,0,0,0) \
                (1,0,3,1:1938,0,297,0,0) (0,0,3,1:0,1,0,0,0)";
    let specification = accepting(Specification {
        outcome: Outcome::RaoKupper,
        threshold: ThresholdModel::factored(2, Basis::Paper).with_link(Link::LINEAR),
        ..Specification::default()
    });
    let model = fitted(&set_of(&cells(rows)), &specification);
    let options = Options { covariance: CovarianceKind::Sandwich, ..Options::default() };
    let scores = estimates(&model, Quantity::Scores, &options, &mut unwatched()).expect("scores");
    near("the error of a score", scores[0][1], 1.259434471984963e-1, relative(1e-6));
}

/// A pair whose spread has all but vanished and whose log odds are 100: the data were said not to determine a variance, and no
/// covariance could be computed. The likelihood is greatest where the spread is gone.
#[test]
fn a_pair_of_certain_order_without_spread_has_collapsed() {
    let rows = "(0,0,1,0:0,6,1,1,0) (1,0,0,1:6,0,1,0,0) (1,0,0,2:3,0,0,0,0) (0,0,1,2:0,2,1,0,0) (1,0,3,0:0,2,0,0,0) \
                (1,0,3,0:0,8,0,0,0) (2,0,1,3:2,0,0,0,0) (1,0,3,1:0,2,1,0,0) (0,0,3,2:0,2,0,0,0)";
    let specification =
        accepting(Specification { spread: Some(SpreadModel::default()), ..Specification::default() });
    let model = fitted(&set_of(&cells(rows)), &specification);
    assert!(model.facts.problems.contains(Problems::NOT_CONVERGED), "{}", said(&model));
}

/// Newton's method takes a share of a variance at each step to zero: a small fit goes on beyond the usual iterations.
#[test]
fn variances_are_followed_to_zero() {
    let rows = "(0,2,1:7,12,0,0,0) (1,2,1:17,7,0,0,0) (1,2,1:0,1,0,0,0) (2,1,2:0,1,0,0,0) (2,2,1:12,10,0,0,0) \
                (0,3,1:5,2,0,0,0) (0,3,1:1,2,0,0,0) (1,3,1:14,10,0,0,0) (1,1,3:5,5,0,0,0) (2,1,3:1,3,0,0,0) \
                (2,1,3:7,13,0,0,0) (0,2,3:7,14,0,0,0) (0,3,2:16,11,0,0,0) (1,3,2:4,1,0,0,0) (1,2,3:12,12,0,0,0) \
                (2,3,2:17,12,0,0,0)";
    let specification = accepting(Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::factored(2, Basis::Cosine),
        position: Position::ByJudge,
        spread: Some(SpreadModel::default()),
        ..Specification::default()
    });
    let model = fitted(&set_of(&cells(rows)), &specification);
    assert!(model.facts.problems.contains(Problems::HEYWOOD), "{}", said(&model));
    assert!(!model.facts.problems.contains(Problems::NOT_CONVERGED), "{}", said(&model));
}

/// Steps that lead past the optimum to where cells hold no information had been taken for divergence.
#[test]
fn an_estimate_beyond_a_long_step_is_found() {
    let rows = "(0,1,0:1,10,0,0,0) (1,0,1:3,500,0,0,0) (1,1,0:500,1,0,0,0)";
    let by_judge = Specification { position: Position::ByJudge, ..Specification::default() };
    let set = set_of(&cells(rows));
    let model = fitted(&set, &by_judge);
    assert_eq!(model.facts.problems, Problems::NONE, "{}", said(&model));
    let theta = &model.theta;
    near("difference", theta[0] - theta[1], -5.6653, absolute(5e-5));
    near("position of judge 0", theta[2], -7.9679, absolute(5e-5));
    near("position of judge 1", theta[3], 0.5493, absolute(5e-5));
    // Without the last two votes of judge 1 against its others there is none.
    let set = set_of(&cells("(0,1,0:1,10,0,0,0) (1,0,1:0,500,0,0,0) (1,1,0:500,0,0,0,0)"));
    let model = fitted(&set, &accepting(by_judge));
    assert_eq!(model.facts.problems, Problems::SEPARATED, "{}", said(&model));
}
