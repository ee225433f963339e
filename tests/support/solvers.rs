//! The dense and the iterative solver find the same optimum.
//!
//! An item that was compared with one other item only, by one judge, leaves everything else as it is:
//! its own score takes up whatever is to be explained. With enough of such items a problem that was
//! solved densely is solved iteratively, and the answers for the others must not move.

use crate::support::*;
use duel::comparisons::{Column, CovariateValues, Set};
use duel::inference::{contrasts, CovarianceKind};
use duel::likelihood::{NullSpace, Objective, Scratch};
use duel::model::{
    Facts, Model, Normalisation, Position, Problems, Quantity, Scale, Specification, StrengthModel,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::solve::{solve_iteratively, Stop, DENSE_LIMIT};
use duel::strength::StrengthKind;

const CORE: u32 = 580;
const HANGING: u32 = 70;
const JUDGES: u32 = 4;

/// Votes among the core, each item with some others of any rank, for every judge.
fn core() -> Vec<Cell> {
    let mut random = Random::new(11, 0);
    let mut cells = Vec::new();
    for left in 0..CORE {
        for step in [1, 2, 7, 40, 211] {
            let right = (left + step) % CORE;
            let judge = random.below(u64::from(JUDGES)) as u32;
            let strong = f64::from(left % 17) < f64::from(right % 17);
            let (more, less) = (4.0 + random.below(3) as f64, 1.0 + random.below(3) as f64);
            let (wins, losses) = if strong { (more, less) } else { (less, more) };
            cells.push(Cell::new(Some(judge), left, right, wins, losses, random.below(2) as f64));
        }
    }
    cells
}

fn hanging() -> Vec<Cell> {
    (0..HANGING)
        .map(|k| Cell::new(Some(k % JUDGES), CORE + k, (31 * k) % CORE, 3.0, 1.0 + f64::from(k % 3), 1.0))
        .collect()
}

/// Largest element of the gradient, over that of the Hessian's diagonal.
fn relative_gradient(model: &Model) -> f64 {
    let p = model.theta.len();
    let (mut gradient, mut diagonal) = (vec![0.0; p], vec![0.0; p]);
    let mut weights = model.objective.weights();
    model.objective.weigh(&model.theta, &mut gradient, &mut diagonal, &mut weights, &mut Scratch::default());
    let largest = |v: &[f64]| v.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    largest(&gradient) / largest(&diagonal)
}

fn check(specification: &Specification) -> (Facts, Facts) {
    let small = set_of(&core());
    let large = set_of(&[core(), hanging()].concat());
    let (dense, iterative) = (fitted(&small, specification), fitted(&large, specification));
    assert!(dense.theta.len() <= DENSE_LIMIT && iterative.theta.len() > DENSE_LIMIT);
    assert!(dense.facts.curvature > 0.0, "the dense solver reports the curvature");
    assert!(relative_gradient(&dense) < 1e-9 && relative_gradient(&iterative) < 1e-9, "{specification:?}");
    let options = options(CovarianceKind::Observed, Normalisation::Reference(0), Scale::Arithmetic);
    for quantity in [Quantity::Scores, Quantity::Sensitivities, Quantity::Positions] {
        if dense.shape(quantity).is_err() {
            continue;
        }
        let (expected, errors) = table(&dense, quantity, &options);
        let (found, found_errors) = table(&iterative, quantity, &options);
        all_near("estimates", &found[..expected.len()], &expected, absolute(1e-6));
        all_near("errors", &found_errors[..expected.len()], &errors, relative(1e-6));
    }
    (dense.facts, iterative.facts)
}

#[test]
fn pooled_scores() {
    let (dense, iterative) = check(&Specification::default());
    assert_eq!(iterative.dimension, dense.dimension + HANGING as usize);
    for position in [Position::Shared, Position::ByJudge] {
        check(&Specification { position, ..Specification::default() });
    }
}

#[test]
fn sensitivities() {
    for position in [Position::None, Position::ByJudge] {
        check(&Specification { strength: StrengthModel::SENSITIVITY, position, ..Specification::default() });
    }
}

/// Right-hand sides solved by conjugate gradients against the dense inverse.
#[test]
fn contrasts_by_products() {
    let set: Set = set_of(&core());
    for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
        let model = fitted(
            &set,
            &Specification { strength: StrengthModel::of(strength, 0, false), ..Specification::default() },
        );
        let options = options(CovarianceKind::Observed, Normalisation::Sum, Scale::Reference(0));
        let mut weights = vec![0.0; CORE as usize];
        (weights[5], weights[300]) = (1.0, -1.0);
        let (expected, _) =
            contrasts(&model, Quantity::Scores, &weights, 1, &options, &mut unwatched()).expect("contrast");
        let readout = model.readout(Quantity::Scores, &options.view).expect("scores");
        let row = readout.jacobian.contrasts(&weights, 1);
        let mut along = vec![0.0; model.theta.len()];
        row.dense_row(0, &mut along);
        let mut solved = [along.clone()];
        let (objective, null_space): (&Objective, &NullSpace) = (&model.objective, &model.null_space);
        solve_iteratively(objective.modulo(null_space), &model.theta, &mut solved).expect("solution");
        let variance: f64 = along.iter().zip(&solved[0]).map(|(a, s)| a * s).sum();
        near("standard error", variance.sqrt(), expected[0][1], relative(1e-8));
        assert_eq!(model.facts.stop, Stop::Converged);
    }
}

/// The optimum is one for every outcome model and penalty, also where no matrix is made.
#[test]
fn optima_without_a_matrix() {
    let set = set_of(&[core(), hanging()].concat());
    for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
        for (outcome, threshold_by_judge) in [
            (Outcome::BradleyTerry, false),
            (Outcome::RaoKupper, false),
            (Outcome::RaoKupper, true),
            (Outcome::Davidson, false),
            (Outcome::Davidson, true),
        ] {
            for (ridge, pseudo) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)] {
                let position = Position::ByJudge;
                let specification = Specification {
                    strength: StrengthModel::of(strength, 0, false),
                    position,
                    outcome,
                    threshold_by_judge,
                    ridge,
                    pseudo,
                    ..Specification::default()
                };
                let model = fitted(&set, &specification);
                assert!(model.theta.len() > DENSE_LIMIT);
                let gradient = relative_gradient(&model);
                assert!(gradient < 1e-9, "{gradient:.1e} in {specification:?}");
                assert_eq!(model.facts.problems, Problems::NONE, "{specification:?}");
            }
        }
    }
}

/// Large sets report what cannot be estimated as small ones do.
#[test]
fn trouble_is_seen_without_a_matrix() {
    for items in [60, 650] {
        let mut random = Random::new(1, 0);
        let mut cells = Vec::new();
        for left in 0..items {
            for step in [1, 2, 7, 31] {
                let right = (left + step) % items;
                let mut count = || 1.0 + random.below(5) as f64;
                let cell = Cell::new(Some(left % 3), left, right, count(), count(), 0.0);
                cells.push(Cell { context: Some(step % 3), ..cell });
            }
        }
        // A covariate of contexts that is the same everywhere is the position effect again.
        let mut set = set_of(&cells);
        let contexts = [0, 1, 2];
        let values = CovariateValues {
            name: "x",
            length: 3,
            context: ids(&contexts),
            value: Column::F64(&[1.0; 3]),
            ..CovariateValues::default()
        };
        set.add_covariate(&values).expect("covariate");
        let confounded = Specification {
            position: Position::Shared,
            covariates: vec!["x".into()],
            ..Specification::default()
        };
        let error = refused(&set, &confounded).to_string();
        assert!(error.contains("covariate \"x\"") && error.contains("position"), "{items} items: {error}");

        // A judge that always prefers the left.
        let more: Vec<Cell> =
            cells.iter().map(|c| Cell { judge: Some(3), counts: [2.0, 0.0, 0.0, 0.0, 0.0], ..*c }).collect();
        let set = set_of(&[cells, more].concat());
        let by_judge = Specification { position: Position::ByJudge, ..Specification::default() };
        let error = refused(&set, &by_judge).to_string();
        assert!(error.contains("the position effect of judge \"3\""), "{items} items: {error}");
        let model = fitted(&set, &Specification { accept: Problems::SEPARATED, ..by_judge });
        let options = options(CovarianceKind::Observed, Normalisation::Sum, Scale::Arithmetic);
        let (_, errors) = table(&model, Quantity::Positions, &options);
        assert!(errors[..3].iter().all(|e| e.is_finite() && *e > 0.0), "{items} items: {errors:?}");
        assert_eq!(errors[3], f64::INFINITY, "{items} items");
        let (_, errors) = table(&model, Quantity::Scores, &options);
        assert!(errors.iter().all(|e| e.is_finite() && *e > 0.0), "{items} items: {errors:?}");
    }
}
