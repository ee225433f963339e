//! The likelihood's derivatives against finite differences, for every composition of choices.

use crate::choices::*;
use duel::comparisons::Set;
use duel::component::Penalty;
use duel::likelihood::{Block, Curvature, Objective, Scratch};
use duel::model::{ParameterLayout, Specification};
use duel::outcome::Counts;
use duel::strength::StrengthKind;
use duel::terms::Local;
use proptest::prelude::*;
use std::sync::Arc;

/// Any votes, of any weight; every item, judge and context at least once.
fn any_votes() -> impl Strategy<Value = Vec<Vote>> {
    let ids = (0..CONTEXTS as u32, 0..JUDGES as u32, 0..ITEMS as u32, 1..ITEMS as u32);
    let one = (ids, 1u8..=5, 1u32..12).prop_map(|((context, judge, left, step), outcome, quarters)| Vote {
        context,
        judge,
        left,
        right: (left + step) % ITEMS as u32,
        outcome,
        weight: f64::from(quarters) / 4.0,
    });
    prop::collection::vec(one, 20..50).prop_map(|mut votes| {
        for k in 0..ITEMS as u32 {
            let (context, judge) = (k % CONTEXTS as u32, k % JUDGES as u32);
            let right = (k + 1) % ITEMS as u32;
            votes.push(Vote { context, judge, left: k, right, outcome: 1 + (k % 3) as u8, weight: 1.0 });
        }
        votes
    })
}

/// Parameters made of numbers in -1 .. 1: thresholds stay in the domain of every outcome model.
fn parameters(layout: &ParameterLayout, specification: &Specification, unit: &[f64]) -> Vec<f64> {
    let mut theta: Vec<f64> = (0..layout.dimension).map(|k| 1.5 * unit[k % unit.len()]).collect();
    for (score, fixed) in theta.iter_mut().zip(&specification.fixed_scores) {
        if !fixed.is_nan() {
            *score = *fixed;
        }
    }
    if let Some(threshold) = layout.terms.threshold(duel::outcome::TIE) {
        (threshold.first..threshold.first + threshold.len()).for_each(|at| theta[at] *= 0.05);
        for (at, weight) in threshold.about_one() {
            theta[at as usize] += (1.0 + 0.2 * unit[0]) * weight;
        }
        for k in 0..threshold.offsets.map_or(0, |_| layout.judges) {
            theta[threshold.offsets.unwrap_or(0) + k] *= 0.15;
        }
    }
    if let Some(spread) = layout.spread {
        (0..spread.items).for_each(|i| theta[spread.tau(i)] = 0.7 + 0.2 * theta[spread.tau(i)]);
    }
    theta
}

/// The objective of a composition; None if nothing but ties is left of the votes.
fn objective(set: &Set, specification: &Specification) -> Option<(ParameterLayout, Objective)> {
    specification.check(set).expect("a combination that makes sense");
    let mut layout = ParameterLayout::new(set, specification);
    let ties = layout.tie_counts(set);
    layout.pin_thresholds(set, &ties).ok()?;
    let mut objective = layout.objective(set, specification).expect("objective");
    for (item, score) in specification.fixed_scores.iter().enumerate() {
        objective.fixed[item] = !score.is_nan();
    }
    // One more parameter that does not move, as at a boundary.
    if specification.strength.kind() == StrengthKind::Sensitivity {
        objective.fixed[layout.sensitivity(1)] = true;
    }
    Some((layout, objective))
}

/// The derivative of a vector function along a parameter, by five points.
fn slope(theta: &[f64], at: usize, mut function: impl FnMut(&[f64]) -> Vec<f64>) -> Vec<f64> {
    const STEP: f64 = 1e-3;
    let mut moved = theta.to_vec();
    let mut sum: Vec<f64> = Vec::new();
    for (steps, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
        moved[at] = theta[at] + steps * STEP;
        let value = function(&moved);
        sum.resize(value.len(), 0.0);
        sum.iter_mut().zip(value).for_each(|(s, v)| *s += weight * v / (12.0 * STEP));
    }
    sum
}

fn gradient(objective: &Objective, theta: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; theta.len()];
    objective.gradient(theta, &mut gradient, &mut Local::default());
    gradient
}

/// The Hessian, both triangles.
fn hessian(objective: &Objective, theta: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    let p = theta.len();
    let (mut gradient, mut hessian) = (vec![0.0; p], vec![0.0; p * p]);
    let value = objective.evaluate(theta, &mut gradient, &mut hessian, &mut Local::default());
    mirror(&mut hessian, p);
    (value, gradient, hessian)
}

fn mirror(matrix: &mut [f64], p: usize) {
    for column in 0..p {
        for row in column + 1..p {
            matrix[row * p + column] = matrix[column * p + row];
        }
    }
}

/// Agreement to 1e-7 of the larger of the number itself and one.
fn agree(what: &str, choice: &Choice, found: &[f64], expected: &[f64]) {
    for (at, (f, e)) in found.iter().zip(expected).enumerate() {
        assert!((f - e).abs() <= 1e-7 * e.abs().max(1.0), "{what}[{at}]: {f} against {e} in {choice:?}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

fn check_derivatives(choice: &Choice, objective: &Objective, theta: &[f64]) {
    let p = theta.len();
    let (value, first, second) = hessian(objective, theta);
    agree("value", choice, &[value], &[objective.value(theta)]);
    agree("gradient alone", choice, &gradient(objective, theta), &first);
    for at in 0..p {
        if objective.fixed[at] {
            let row = &second[at * p..(at + 1) * p];
            assert!(first[at] == 0.0 && (0..p).all(|k| row[k] == f64::from(u8::from(k == at))), "{choice:?}");
            continue;
        }
        let by_value = slope(theta, at, |t| vec![objective.value(t)]);
        agree("gradient", choice, &[first[at]], &by_value);
        let by_gradient = slope(theta, at, |t| gradient(objective, t));
        agree("Hessian", choice, &second[at * p..(at + 1) * p], &by_gradient);
    }
    check_products(choice, objective, theta, &first, &second);
}

/// Functions of the solver without a matrix: weights, the diagonal, products.
fn check_products(choice: &Choice, objective: &Objective, theta: &[f64], first: &[f64], second: &[f64]) {
    let p = theta.len();
    let (mut slopes, mut diagonal, mut product) = (vec![0.0; p], vec![0.0; p], vec![0.0; p]);
    let mut weights = objective.weights();
    let mut scratch = Scratch::default();
    let value = objective.weigh(theta, &mut slopes, &mut diagonal, &mut weights, &mut scratch);
    agree("weighed value", choice, &[value], &[objective.value(theta)]);
    agree("weighed gradient", choice, &slopes, first);
    for column in (0..p).filter(|&k| !objective.fixed[k]) {
        let mut unit = vec![0.0; p];
        unit[column] = 1.0;
        objective.product(theta, &weights, &unit, &mut product, &mut scratch);
        agree("product", choice, &product, &second[column * p..(column + 1) * p]);
        if objective.ridge == 0.0 && objective.penalties.is_empty() {
            // With a ridge the preconditioner leaves the centring out.
            agree("diagonal", choice, &[diagonal[column]], &[second[column * p + column]]);
        }
    }
    let v: Vec<f64> = (0..p).map(|k| if objective.fixed[k] { 0.0 } else { (1.0 + k as f64).sin() }).collect();
    objective.product(theta, &weights, &v, &mut product, &mut scratch);
    let dense: Vec<f64> = (0..p)
        .map(|row| if objective.fixed[row] { 0.0 } else { (0..p).map(|k| second[k * p + row] * v[k]).sum() })
        .collect();
    agree("product with a vector", choice, &product, &dense);
}

fn information(objective: &Objective, theta: &[f64], which: Curvature) -> Vec<f64> {
    let p = theta.len();
    let mut matrix = vec![0.0; p * p];
    objective.information(theta, which, &mut matrix);
    mirror(&mut matrix, p);
    matrix
}

fn with_counts(block: &Block, counts: Vec<Counts>) -> Block {
    let mut block = block.clone();
    Arc::make_mut(&mut block.design).counts = counts;
    block
}

/// Adds ridge J'J, where J are the derivatives of the centred strengths; none on fixed parameters.
fn add_ridge(objective: &Objective, theta: &[f64], matrix: &mut [f64]) {
    let (strength, p) = (&objective.strength, theta.len());
    let judges = if strength.kind == StrengthKind::Pooled { 1 } else { strength.judges };
    let centred = |t: &[f64]| -> Vec<f64> {
        let of =
            |k: usize| -> Vec<f64> { (0..strength.items).map(|i| strength.difference(t, k, i, 0)).collect() };
        let apart = |row: Vec<f64>| {
            let mean = row.iter().sum::<f64>() / row.len() as f64;
            row.into_iter().map(move |s| s - mean).collect::<Vec<f64>>()
        };
        (0..judges).flat_map(|k| apart(of(k))).collect()
    };
    let free = |k: usize| !objective.fixed[k];
    let slopes: Vec<Vec<f64>> = (0..p).map(|at| slope(theta, at, centred)).collect();
    for (a, b) in (0..p).flat_map(|a| (0..p).map(move |b| (a, b))).filter(|(a, b)| free(*a) && free(*b)) {
        let product: f64 = slopes[a].iter().zip(&slopes[b]).map(|(x, y)| x * y).sum();
        matrix[a * p + b] += objective.ridge * product;
    }
}

/// The information matrices: the observed one is the Hessian; the expected one is the Hessian of the
/// expected counts; the squared scores are those of single comparisons.
fn check_information(choice: &Choice, objective: &Objective, theta: &[f64]) {
    let p = theta.len();
    agree(
        "observed",
        choice,
        &information(objective, theta, Curvature::Observed),
        &hessian(objective, theta).2,
    );
    let mut mean = objective.clone();
    for block in std::iter::once(&mut mean.data).chain(&mut mean.pseudo) {
        let counts = (0..block.design.len()).map(|c| block.expected(&objective.strength, theta, c)).collect();
        Arc::make_mut(&mut block.design).counts = counts;
    }
    // The ridge is on strengths: where the expectation leaves out what is linear in their second
    // derivatives, so does the ridge.
    mean.ridge = 0.0;
    let mut expected = hessian(&mean, theta).2;
    add_ridge(objective, theta, &mut expected);
    // So does the prior of the variances, 0.5 w (log 2 d)^2 with log d of slope 2 / tau.
    for penalty in &objective.penalties {
        if let Penalty::LogVariance { at, weight } = penalty {
            for k in at.iter().map(|&k| k as usize) {
                let log = 2.0 * theta[k].abs().ln() + 2f64.ln();
                expected[k * p + k] += 2.0 * weight * log / (theta[k] * theta[k]);
            }
        }
    }
    agree("expected", choice, &information(objective, theta, Curvature::Expected), &expected);

    let data = &objective.data;
    let mut meat = vec![0.0; p * p];
    for which in 0..4 {
        let single = Counts::single(which);
        let squares = (0..data.design.len()).map(|c| data.design.squares(c)).collect::<Vec<_>>();
        let squares: Vec<f64> = squares.iter().map(|c| c.numbers()[which]).collect();
        // The score of an outcome that the model holds impossible is not asked for.
        let counts = squares.iter().map(|&s| if s > 0.0 { single } else { Counts::default() }).collect();
        with_counts(data, counts).scores(&objective.strength, theta, |cell, index, score| {
            if squares[cell] == 0.0 {
                return;
            }
            for (&i, a) in index.iter().zip(score) {
                for (&j, b) in index.iter().zip(score) {
                    if !objective.fixed[i as usize] && !objective.fixed[j as usize] {
                        meat[i as usize * p + j as usize] += squares[cell] * a * b;
                    }
                }
            }
        });
    }
    agree("squared scores", choice, &information(objective, theta, Curvature::Squared), &meat);
}

proptest! {
    #![proptest_config(repeatable(6))]

    #[test]
    fn derivatives_of_every_composition(
        votes in any_votes(),
        values in any_values(),
        unit in prop::collection::vec(-1.0..1.0f64, 31),
    ) {
        let sets = [set_from(&votes, false, &values), set_from(&votes, true, &values)];
        let all = choices();
        prop_assert!(all.len() > 1_000, "{} compositions", all.len());
        for choice in &all {
            for set in &sets {
                let Some((layout, objective)) = objective(set, &choice.specification) else { continue };
                let theta = parameters(&layout, &choice.specification, &unit);
                check_derivatives(choice, &objective, &theta);
                check_information(choice, &objective, &theta);
            }
        }
    }
}
