//! The derivatives of every read-out against finite differences of the read-out itself.

use crate::choices::*;
use crate::support::*;
use duel::inference::{probabilities, Comparison, CovarianceKind, Options};
use duel::model::{Model, Normalisation, Problems, Quantity, Scale, Specification, StrengthModel, View};
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use proptest::prelude::*;
use proptest::sample::select;

const QUANTITIES: [Quantity; 14] = [
    Quantity::Scores,
    Quantity::Sensitivities,
    Quantity::LogSensitivities,
    Quantity::Positions,
    Quantity::Effects,
    Quantity::Thresholds,
    Quantity::Strengths,
    Quantity::Disagreements,
    Quantity::JudgeFactors,
    Quantity::ItemFactors,
    Quantity::DisagreementNorms,
    Quantity::DisagreementRatios,
    Quantity::DisagreementSizes,
    Quantity::SensitivitySlopes,
];

fn views(items: usize) -> Vec<View> {
    let weights: Vec<f64> = (0..items).map(|i| (i % 3) as f64 + 0.25).collect();
    let mut views = Vec::new();
    for normalisation in
        [Normalisation::Sum, Normalisation::Reference(items - 1), Normalisation::Weighted(weights)]
    {
        for scale in [Scale::Arithmetic, Scale::Geometric, Scale::Reference(0)] {
            for (unit, origin) in [(1.0, 0.0), (173.7, 1000.0)] {
                views.push(View { normalisation: normalisation.clone(), scale, unit, origin });
            }
        }
    }
    views
}

fn check(model: &mut Model) -> usize {
    let mut checked = 0;
    for view in views(model.layout.items) {
        for quantity in QUANTITIES {
            if model.shape(quantity).is_err() {
                continue;
            }
            let readout = match model.readout(quantity, &view) {
                Ok(readout) => readout,
                // A judge at zero has no scale of its own, and a negative one no geometric mean.
                Err(error) => {
                    assert_eq!(error.code(), 7, "{error}");
                    continue;
                }
            };
            let (rows, columns) = (readout.estimates.len(), model.theta.len());
            assert_eq!((readout.jacobian.rows(), readout.jacobian.columns()), (rows, columns));
            let mut dense = vec![vec![0.0; columns]; rows];
            dense.iter_mut().enumerate().for_each(|(row, out)| readout.jacobian.dense_row(row, out));
            for at in 0..columns {
                let slopes = slope(model, quantity, &view, at);
                for (row, found) in dense.iter().map(|row| row[at]).enumerate() {
                    if !readout.estimates[row].is_finite() {
                        continue;
                    }
                    let expected = if model.objective.fixed[at] { 0.0 } else { slopes[row] };
                    assert!(
                        (found - expected).abs() <= 1e-7 * expected.abs().max(view.unit.abs()),
                        "{quantity:?}[{row}] along {at} in {view:?}: {found} against {expected}"
                    );
                }
                checked += 1;
            }
        }
    }
    checked
}

/// Derivative of a read-out in one parameter, by five points.
fn slope(model: &mut Model, quantity: Quantity, view: &View, at: usize) -> Vec<f64> {
    const STEP: f64 = 1e-4;
    let centre = model.theta[at];
    let mut sum = Vec::new();
    for (steps, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
        let fitted = model.theta.clone();
        model.theta[at] = centre + steps * STEP;
        canonical(model);
        let values = model.readout(quantity, view).expect("read-out").estimates;
        model.theta = fitted;
        sum.resize(values.len(), 0.0);
        sum.iter_mut().zip(values).for_each(|(s, v)| *s += weight * v / (12.0 * STEP));
    }
    sum
}

/// Read-outs of disagreement are of parameters in canonical form.
fn canonical(model: &mut Model) {
    if model.layout.strength.kind == StrengthKind::Disagreement {
        let condition = model.layout.condition(&model.null_space.shifts, &model.objective.fixed);
        assert!(model.layout.strength.to_canonical(&mut model.theta, &condition).expect("canonical form"));
    }
}

proptest! {
    #![proptest_config(repeatable(40))]

    #[test]
    fn of_every_composition(choice in select(estimable()), seed in any::<u64>(), values in any_values()) {
        let set = set_from(&rich_votes(seed), false, &values);
        let mut model = fitted(&set, &specify(&choice, &set));
        prop_assert!(check(&mut model) > 0);
        for scale in [Scale::Arithmetic, Scale::Geometric, Scale::Reference(2)] {
            for ignore_position in [false, true] {
                let view = View { scale, ..View::default() };
                let options = Options { covariance: CovarianceKind::Expected, view, ignore_position, ..Options::default() };
                check_probabilities(&mut model, Comparison { left: 4, right: 1, judge: 2, context: 1 }, &options);
                if !choice.specification.covariates.contains(&"judge-item".to_string()) {
                    let anybody = Comparison { left: 0, right: 3, judge: u32::MAX, context: 2 };
                    check_probabilities(&mut model, anybody, &options);
                }
            }
        }
    }
}

/// Probabilities of a comparison by a judge, or by none in particular.
fn predicted(model: &Model, comparison: Comparison, options: &Options) -> [f64; 16] {
    probabilities(model, &[comparison], options, &mut unwatched()).expect("probability")[0]
}

/// The errors of probabilities are those of the delta method with derivatives by differences. The
/// covariance is taken once, at the estimate.
fn check_probabilities(model: &mut Model, comparison: Comparison, options: &Options) {
    const STEP: f64 = 1e-4;
    let found = predicted(model, comparison, options);
    let p = model.theta.len();
    let mut slopes = vec![[0.0; 4]; p];
    for at in (0..p).filter(|&k| !model.objective.fixed[k]).collect::<Vec<_>>() {
        let fitted = model.theta.clone();
        for (steps, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
            model.theta[at] = fitted[at] + steps * STEP;
            canonical(model);
            let moved = predicted(model, comparison, options);
            (0..4).for_each(|k| slopes[at][k] += weight * moved[4 * k] / (12.0 * STEP));
            model.theta.clone_from(&fitted);
        }
    }
    let matrix = model
        .covariance(options.covariance, options.correction)
        .and_then(|found| found.matrix())
        .expect("covariance");
    for outcome in 0..4 {
        let variance: f64 = (0..p)
            .flat_map(|a| (0..p).map(move |b| (a, b)))
            .map(|(a, b)| slopes[a][outcome] * matrix[a * p + b] * slopes[b][outcome])
            .sum();
        near("error of a probability", found[4 * outcome + 1], variance.max(0.0).sqrt(), absolute(1e-8));
    }
    near("sum", found.iter().step_by(4).sum(), 1.0, absolute(1e-13));
}

/// Judges at the boundary, opposed judges, several components.
#[test]
fn of_accepted_troubles() {
    let data = reference("judges.json");
    let judged = |cells: &serde_json::Value| -> Vec<Cell> {
        rows(cells)
            .iter()
            .map(|r| Cell::new(Some(r[0] as u32), r[1] as u32, r[2] as u32, r[3], r[4], r[5]))
            .collect()
    };
    let opposed = set_of(&judged(&data["synthetic"]["negative_gamma"]["counts"]));
    let islands = set_of(&judged(&data["edge"]["pooled_disconnected"]["counts"]));
    let strength = duel::strength::StrengthKind::Sensitivity;
    let accepting = Specification { accept: Problems::ANY, ..Specification::default() };
    for (set, specification, outcome) in [
        (
            &opposed,
            Specification { strength: StrengthModel::of(strength, 0, false), ..accepting.clone() },
            Problems::BOUNDARY,
        ),
        (
            &opposed,
            Specification { strength: StrengthModel::of(strength, 0, true), ..accepting.clone() },
            Problems::OPPOSED,
        ),
        (&islands, accepting.clone(), Problems::DISCONNECTED),
        (
            &islands,
            Specification { strength: StrengthModel::of(strength, 0, true), ..accepting.clone() },
            Problems::DISCONNECTED,
        ),
    ] {
        let mut model = fitted(set, &specification);
        assert!(model.facts.problems.contains(outcome), "{:?}", model.facts.problems);
        assert!(check(&mut model) > 0);
    }
}
