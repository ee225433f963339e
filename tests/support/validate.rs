//! Cross-validation: against folds fitted one by one, and what becomes of folds without an estimate.

use crate::assess::simulated;
use crate::peers::with;
use crate::support::*;
use duel::assess::{accuracy, cross_validate, metrics, Fold, HeldOut, Plan, ResidualsBy, Validation};
use duel::comparisons::{Set, Unit};
use duel::model::{Position, Problems, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::progress::Progress;
use duel::Error;

const PLAN: Plan = Plan { unit: Unit::Row, part: HeldOut::Folds(5), repeats: 1, seed: 3, threads: 1 };

fn of(set: &Set, specification: &Specification, plan: &Plan) -> Validation {
    cross_validate(set, specification, plan, &mut unwatched()).unwrap_or_else(|e| panic!("{e}: {plan:?}"))
}

/// NaN equals NaN.
fn bits(folds: &[Fold]) -> Vec<u64> {
    let numbers = |fold: &Fold| {
        let all = [fold.trained, fold.held, fold.unpredicted, fold.log_likelihood];
        all.into_iter().chain(fold.scores).map(f64::to_bits).collect::<Vec<u64>>()
    };
    folds.iter().flat_map(numbers).collect()
}

#[test]
fn folds_one_by_one() {
    let mut cells = simulated(9, 30, &[1.0, 0.7, 1.2], 0.3, 0.2);
    for (at, cell) in cells.iter_mut().enumerate() {
        cell.context = Some(at as u32 % 8);
    }
    let set = set_of(&cells);
    let davidson = Specification { position: Position::Shared, ..with(Outcome::Davidson) };
    let sensitive = Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() };
    for unit in [Unit::Row, Unit::Context, Unit::Pair] {
        for specification in [&davidson, &sensitive] {
            let found = of(&set, specification, &Plan { unit, ..PLAN });
            let mut sum = 0.0;
            for fold in &found.folds {
                let (rest, held) = set.split(unit, 5, fold.fold, PLAN.seed).expect("split");
                let model = fitted(&rest, specification);
                let scores = accuracy(&model, Some(&held)).expect("accuracy");
                let m = metrics(&model, Some(&held), ResidualsBy::Pair).expect("metrics");
                let by_hand = [
                    scores.log_score,
                    scores.brier,
                    scores.accuracy,
                    scores.calibration_error,
                    m.kl_mean,
                    m.kl_weighted,
                    m.js_mean,
                    m.js_weighted,
                    m.errors.mae_percent,
                    m.errors.rmse_percent,
                ];
                all_near("scores", &fold.scores, &by_hand, absolute(1e-7));
                assert_eq!((fold.trained, fold.held), (model.facts.comparisons, m.comparisons));
                assert!(fold.failure.is_none() && fold.unpredicted == 0.0);
                near("log-likelihood", fold.log_likelihood, m.log_likelihood, absolute(1e-6));
                sum += fold.held;
            }
            assert_eq!(sum, fitted(&set, specification).facts.comparisons);
            let log_scores: Vec<f64> = found.folds.iter().map(|fold| fold.scores[0]).collect();
            let mean = log_scores.iter().sum::<f64>() / 5.0;
            let variance = log_scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / 4.0;
            near("mean", found.averages[0].mean, mean, absolute(1e-14));
            near("error", found.averages[0].error, (variance / 5.0).sqrt(), absolute(1e-14));
            assert_eq!(found.averages[0].folds, 5);
        }
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let set = set_of(&simulated(4, 12, &[1.0, 0.7], 0.3, 0.2));
    for part in [HeldOut::Folds(4), HeldOut::Share(0.25)] {
        let plan = Plan { part, repeats: 3, ..PLAN };
        let one = of(&set, &with(Outcome::RaoKupper), &plan);
        for threads in [2, 7] {
            let many = of(&set, &with(Outcome::RaoKupper), &Plan { threads, ..plan });
            assert_eq!(bits(&one.folds), bits(&many.folds));
        }
        // Repeats are other partitions, and other seeds others again.
        let each = part.fits();
        assert_ne!(bits(&one.folds[..each]), bits(&one.folds[each..2 * each]));
        let other = of(&set, &with(Outcome::RaoKupper), &Plan { seed: 8, ..plan });
        assert_ne!(bits(&one.folds), bits(&other.folds));
    }
}

#[test]
fn a_share_held_out() {
    let set = set_of(&simulated(4, 25, &[1.0, 0.7], 0.3, 0.2));
    let total: f64 = set.cells().counts.iter().flatten().sum();
    let plan = Plan { part: HeldOut::Share(0.1), repeats: 6, ..PLAN };
    let found = of(&set, &Specification::default(), &plan);
    assert!(found
        .folds
        .iter()
        .all(|fold| fold.held == (0.1 * total).round() && fold.trained + fold.held == total));
    let scores: Vec<f64> = found.folds.iter().map(|fold| fold.scores[1]).collect();
    let mean = scores.iter().sum::<f64>() / 6.0;
    let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / 5.0;
    // Nadeau and Bengio (2003).
    near("error", found.averages[1].error, (variance * (1.0 / 6.0 + 1.0 / 9.0)).sqrt(), absolute(1e-14));
    let once = of(&set, &Specification::default(), &Plan { repeats: 1, ..plan });
    assert!(once.averages[0].mean == found.folds[0].scores[0] && once.averages[0].error.is_nan());
    let pairs = of(&set, &Specification::default(), &Plan { unit: Unit::Pair, repeats: 1, ..plan });
    assert_eq!(pairs.folds[0].held, total / 10.0);
}

/// A model with an effect that is there predicts better than one without.
#[test]
fn held_out_comparisons_prefer_what_is_there() {
    let set = set_of(&simulated(6, 60, &[1.0], 0.8, 0.2));
    let plan = Plan { part: HeldOut::Folds(10), ..PLAN };
    let log_score =
        |position| of(&set, &Specification { position, ..with(Outcome::Davidson) }, &plan).averages[0];
    let (without, with) = (log_score(Position::None), log_score(Position::Shared));
    assert!(with.mean > without.mean + 2.0 * with.error, "{with:?} against {without:?}");
}

/// An item that is compared with one other: the fold without that pair knows nothing of it.
#[test]
fn items_that_a_fold_has_not_seen_are_counted() {
    let mut cells = simulated(2, 10, &[1.0], 0.2, 0.2);
    cells.push(Cell::new(Some(0), 5, 0, 3.0, 4.0, 1.0));
    let set = set_of(&cells);
    let plan = Plan { unit: Unit::Pair, part: HeldOut::Folds(11), ..PLAN };
    let found = of(&set, &with(Outcome::Davidson), &plan);
    let lost: Vec<&Fold> = found.folds.iter().filter(|fold| fold.unpredicted > 0.0).collect();
    assert_eq!(lost.len(), 1);
    let lost = lost[0];
    assert_eq!((lost.held, lost.unpredicted, lost.problems), (8.0, 8.0, Problems::DISCONNECTED));
    assert!(lost.failure.is_none() && lost.scores.iter().all(|score| score.is_nan()));
    assert!(found.averages.iter().all(|a| a.folds == 10 && a.mean.is_finite() && a.error > 0.0));
    // A prior speaks of every item.
    let ridge = Specification { ridge: 0.1, ..with(Outcome::Davidson) };
    let found = of(&set, &ridge, &plan);
    assert!(found.folds.iter().all(|fold| fold.unpredicted == 0.0) && found.averages[0].folds == 11);
}

/// An item that beat one other and lost to another: without either it has no finite score.
#[test]
fn folds_without_an_estimate_are_named() {
    let mut cells = simulated(2, 10, &[1.0], 0.2, 0.2);
    cells.push(Cell::new(Some(0), 5, 0, 9.0, 0.0, 0.0));
    cells.push(Cell::new(Some(0), 1, 5, 1.0, 0.0, 0.0));
    let set = set_of(&cells);
    let plan = Plan { unit: Unit::Pair, part: HeldOut::Folds(12), ..PLAN };
    let found = of(&set, &Specification::default(), &plan);
    let failed: Vec<&Fold> = found.folds.iter().filter(|fold| fold.failure.is_some()).collect();
    assert_eq!((failed.len(), failed[0].held + failed[1].held), (2, 10.0));
    for fold in failed {
        assert!(fold.problems.contains(Problems::SEPARATED) && fold.log_likelihood.is_nan());
        let failure = fold.failure.as_ref().expect("failure");
        assert!(
            matches!(failure, Error::NotIdentified(_)) && failure.to_string().contains("\"5\""),
            "{failure}"
        );
    }
    assert!(found.averages[0].folds == 10 && found.averages[0].mean.is_finite());
    // Who accepts it has its predictions, however sure they are.
    let accept = Specification { accept: Problems::SEPARATED, ..Specification::default() };
    let found = of(&set, &accept, &plan);
    assert!(found.folds.iter().all(|fold| fold.failure.is_none()) && found.averages[0].folds == 12);
    let ridge = Specification { ridge: 0.1, ..Specification::default() };
    assert!(of(&set, &ridge, &plan).folds.iter().all(|fold| fold.failure.is_none()));
}

/// A judge whom the fit has not heard answers like the others on average.
#[test]
fn judges_held_out() {
    let set = set_of(&simulated(12, 40, &[1.0, 0.8, 1.3], 0.5, 0.3));
    let specification =
        Specification { position: Position::ByJudge, threshold_by_judge: true, ..with(Outcome::Davidson) };
    let found = of(&set, &specification, &Plan { unit: Unit::Judge, part: HeldOut::Folds(3), ..PLAN });
    for fold in &found.folds {
        let (rest, held) = set.split(Unit::Judge, 3, fold.fold, PLAN.seed).expect("split");
        // A fit to a set that never heard of the judge predicts the same.
        let ids: Vec<usize> = (0..3).filter(|&judge| rest.cells().judge.contains(&(judge as u32))).collect();
        assert_eq!(ids.len(), 2);
        let known =
            fitted(&set.filter(duel::comparisons::Kind::Judge, &ids).expect("filter"), &specification);
        let expected = accuracy(&known, Some(&held)).expect("accuracy");
        near("log score", fold.scores[0], expected.log_score, absolute(1e-8));
        near("accuracy", fold.scores[2], expected.accuracy, absolute(1e-12));
    }
}

#[test]
fn plans_that_are_refused() {
    let set = set_of(&simulated(2, 10, &[1.0], 0.2, 0.2));
    let specification = Specification::default();
    let refused = |set: &Set, specification: &Specification, plan: &Plan| {
        cross_validate(set, specification, plan, &mut unwatched()).expect_err("refused").to_string()
    };
    for (plan, part) in [
        (Plan { part: HeldOut::Folds(1), ..PLAN }, "folds is 1"),
        (Plan { part: HeldOut::Share(1.0), ..PLAN }, "share is 1"),
        (Plan { part: HeldOut::Share(f64::NAN), ..PLAN }, "share is NaN"),
        (Plan { repeats: 0, ..PLAN }, "repeats is 0"),
        (Plan { repeats: usize::MAX, ..PLAN }, "repeats is"),
        (Plan { unit: Unit::Context, ..PLAN }, "no contexts"),
    ] {
        let message = refused(&set, &specification, &plan);
        assert!(message.contains(part), "{message}");
    }
    let unknown = Specification { covariates: vec!["x".into()], ..Specification::default() };
    assert!(refused(&set, &unknown, &PLAN).contains("\"x\""));
    let mut weighted = Set::new();
    append(&mut weighted, &[Cell::new(None, 0, 1, 2.0, 1.0, 0.0)], true);
    assert!(refused(&weighted, &specification, &PLAN).contains("importance"));
    let mut cancel = |_: &_| Err(Error::Cancelled);
    let error = cross_validate(&set, &specification, &PLAN, &mut cancel).expect_err("cancelled");
    assert_eq!(error, Error::Cancelled);
    // Fits inside a fold ask too: here the second question comes before the first fold is done.
    let judged = Specification { strength: StrengthModel::SENSITIVITY, ..specification };
    let mut asked = 0;
    let mut cancel = |now: &Progress| {
        if now.fraction > 0.0 || asked > 0 {
            return Err(Error::Cancelled);
        }
        asked += 1;
        Ok(())
    };
    assert_eq!(cross_validate(&set, &judged, &PLAN, &mut cancel).err(), Some(Error::Cancelled));
    assert_eq!(asked, 1);
}
