//! The objective against its definition, written out cell by cell, and against differences.

use super::*;
use crate::component::Penalty;
use crate::outcome::{At, Counts, Outcome, QuadraticForm, BAD, TIE};
use crate::random::Random;
use crate::solve::{Limits, Minimand as _, Prove, Solver};
use crate::spread::Spread;
use crate::strength::{Strength, StrengthKind};
use crate::terms::{Linear, Local, SparseRows};
use std::sync::Arc;

const ITEMS: usize = 4;
const JUDGES: usize = 3;

/// Parameters beyond those of the strength and the spread: two of u, one of h, two of e, two of b.
const LINEAR: usize = 7;

/// An objective with everything that a composition may have, where its strength, outcome model and spread allow.
fn example(kind: StrengthKind, outcome: Outcome, spreads: bool, scales: bool) -> (Objective, Vec<f64>) {
    let columns = if kind == StrengthKind::Disagreement { 2 } else { 1 };
    let strength = Strength { kind, items: ITEMS, judges: JUDGES, columns };
    let own = strength.dimension();
    let first = own + 2;
    let spread = spreads.then_some(Spread { first, items: ITEMS, factors: 2 });
    let rest = first + spread.map_or(0, |spread| spread.len());
    let dimension = rest + LINEAR - 2;
    let mut random = Random::new(5, dimension as u64);
    let mut design = Design::default();
    for cell in 0..14 {
        let left = cell % ITEMS;
        design.left.push(left as u32);
        design.right.push(((left + 1 + cell / ITEMS % (ITEMS - 1)) % ITEMS) as u32);
        design.judges.push((cell % JUDGES) as u32);
        let bad = if outcome.outcomes() == 4 { 0.5 } else { 0.0 };
        design.counts.push(Counts::new([1.5, 0.75 + cell as f64 % 3.0, 1.25, bad]));
        design.u.rows.push(own, 1.0);
        design.u.rows.push(own + 1, random.normal());
        if scales {
            design.log_scale.push(rest, 0.3 * random.normal());
        }
        if outcome.has_threshold() {
            design.cuts[TIE].rows.push(rest + 1, 0.7);
            design.cuts[TIE].rows.push(rest + 2, 0.2 + 0.1 * random.normal());
        }
        if outcome.outcomes() == 4 {
            design.cuts[BAD].rows.push(rest + 3, 1.0);
            design.cuts[BAD].rows.push(rest + 4, random.normal());
        }
        let [e, b] = &mut design.cuts;
        for rows in [&mut design.u.rows, &mut design.log_scale, &mut e.rows, &mut b.rows] {
            rows.end_row();
        }
    }
    let mut theta: Vec<f64> = (0..dimension).map(|_| 0.8 * random.normal()).collect();
    theta[rest + 1] = 1.4;
    theta[rest + 2] = 0.3;
    let pseudo = Block {
        design: Design::pseudo(ITEMS - 1, ITEMS - 1, if strength.is_by_judge() { JUDGES } else { 1 }, 0.6)
            .into(),
        outcome: Outcome::BradleyTerry,
        spread: None,
    };
    let mut fixed = vec![false; dimension];
    fixed[1] = true;
    let objective = Objective {
        strength,
        data: Block { design: design.into(), outcome, spread },
        pseudo: Some(pseudo),
        ridge: 0.4,
        fixed,
        constraints: vec![],
        penalties: vec![Penalty::Off { at: vec![0, 2, 3], free: vec![], weight: 0.3 }],
        dimension,
        units: own..own + 2,
    };
    (objective, theta)
}

fn every_example() -> Vec<(Objective, Vec<f64>)> {
    let mut all = vec![];
    for kind in StrengthKind::ALL {
        for outcome in [Outcome::BradleyTerry, Outcome::RaoKupper, Outcome::DavidsonBothBad] {
            for (spreads, scales) in [(false, false), (true, false), (false, true), (true, true)] {
                all.push(example(kind, outcome, spreads, scales));
            }
        }
    }
    all
}

/// Scores alone: the case that is written out for its speed.
fn plain() -> (Objective, Vec<f64>) {
    let (mut objective, theta) = example(StrengthKind::Pooled, Outcome::BradleyTerry, false, false);
    Arc::make_mut(&mut objective.data.design).u = Linear::default();
    assert!(objective.is_plain());
    (objective, theta)
}

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance * (1.0 + expected.abs()),
        "{what}: {found}, not {expected}"
    );
}

/// Predictor and thresholds of a cell by the formulas of the module's comment.
fn place(objective: &Objective, theta: &[f64], cell: usize) -> At {
    let design = &objective.data.design;
    let (left, right) = (design.left[cell] as usize, design.right[cell] as usize);
    let sum = |rows: &SparseRows| -> f64 {
        let (index, value) = rows.row(cell);
        index.iter().zip(value).map(|(at, x)| theta[*at as usize] * x).sum()
    };
    let judge = design.judges[cell] as usize;
    let strength = objective.strength.difference(theta, judge, left, right);
    let u = sum(&design.log_scale).exp() * strength + sum(&design.u.rows);
    let z = objective.data.spread.map_or(u, |spread| u / spread.value(theta, left, right).sqrt());
    At { z, cuts: design.cuts.each_ref().map(|cut| sum(&cut.rows)) }
}

/// The objective by its definition.
fn by_hand(objective: &Objective, theta: &[f64]) -> f64 {
    let design = &objective.data.design;
    let cells = 0..design.len();
    let data: f64 = cells
        .map(|cell| objective.data.outcome.value(&design.counts[cell], place(objective, theta, cell)))
        .sum();
    let strength = &objective.strength;
    let pseudo: f64 = (0..if strength.is_by_judge() { JUDGES } else { 1 })
        .flat_map(|judge| (0..ITEMS - 1).map(move |item| strength.difference(theta, judge, item, ITEMS - 1)))
        .map(|z| 0.6 / if strength.is_by_judge() { 3.0 } else { 1.0 } * (2.0 * z.exp().ln_1p() - z))
        .sum();
    let off: f64 = [0, 2, 3].iter().map(|&k: &usize| 0.15 * theta[k] * theta[k]).sum();
    data + pseudo + 0.4 * strength.ridge(theta) + off
}

/// The derivative of a function of many values along a parameter, by five points.
fn slope(theta: &[f64], at: usize, function: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    const STEP: f64 = 1e-3;
    let of = |steps: f64| {
        let mut moved = theta.to_vec();
        moved[at] += steps * STEP;
        function(&moved)
    };
    let [a, b, c, d] = [of(-2.0), of(-1.0), of(1.0), of(2.0)];
    (0..a.len()).map(|k| (a[k] - 8.0 * b[k] + 8.0 * c[k] - d[k]) / (12.0 * STEP)).collect()
}

/// A matrix of which the lower triangle is there.
fn mirrored(matrix: &[f64], p: usize) -> Vec<f64> {
    (0..p * p).map(|at| matrix[(at / p).min(at % p) * p + (at / p).max(at % p)]).collect()
}

#[test]
fn the_objective_is_as_defined_and_has_its_derivatives() {
    for (objective, theta) in every_example().into_iter().chain([plain()]) {
        let p = objective.dimension;
        near(objective.value(&theta), by_hand(&objective, &theta), 1e-12, "value");
        let (mut gradient, mut hessian, mut local) = (vec![0.0; p], vec![0.0; p * p], Local::default());
        let value = objective.evaluate(&theta, &mut gradient, &mut hessian, &mut local);
        near(value, by_hand(&objective, &theta), 1e-12, "value with derivatives");
        let hessian = mirrored(&hessian, p);
        let gradient_at = |theta: &[f64]| {
            let mut gradient = vec![7.0; p];
            objective.gradient(theta, &mut gradient, &mut Local::default());
            gradient
        };
        assert!(gradient_at(&theta).iter().zip(&gradient).all(|(a, b)| (a - b).abs() < 1e-12));
        for k in 0..p {
            let expected = slope(&theta, k, |theta| vec![by_hand(&objective, theta)])[0];
            near(gradient[k], if objective.fixed[k] { 0.0 } else { expected }, 1e-8, "gradient");
            let column = slope(&theta, k, gradient_at);
            for j in 0..p {
                let unit = if j == k { 1.0 } else { 0.0 };
                let is_fixed = objective.fixed[k] || objective.fixed[j];
                near(hessian[k * p + j], if is_fixed { unit } else { column[j] }, 1e-7, "Hessian");
            }
        }
        // The Hessian is the observed information, and what products multiply.
        let mut observed = vec![3.0; p * p];
        objective.information(&theta, Curvature::Observed, &mut observed);
        mirrored(&observed, p).iter().zip(&hessian).for_each(|(a, b)| near(*a, *b, 1e-12, "observed"));
        let mut weights = objective.weights();
        let (mut again, mut diagonal, mut scratch) = (vec![0.0; p], vec![0.0; p], Scratch::default());
        let value = objective.weigh(&theta, &mut again, &mut diagonal, &mut weights, &mut scratch);
        near(value, by_hand(&objective, &theta), 1e-12, "value with weights");
        again.iter().zip(&gradient).for_each(|(a, b)| near(*a, *b, 1e-12, "gradient with weights"));
        let centring = |k: usize| {
            // The diagonal of the ridge is given up to the centring of scores.
            let unit: Vec<f64> = (0..p).map(|j| f64::from(u8::from(j == k))).collect();
            let (mut whole, mut up_to) = (vec![0.0; p], vec![0.0; p]);
            objective.strength.ridge_product(&theta, objective.ridge, &unit, &mut whole);
            objective.strength.ridge_diagonal(&theta, objective.ridge, &mut up_to);
            up_to[k] - whole[k]
        };
        for k in (0..p).filter(|&k| !objective.fixed[k]) {
            near(diagonal[k], hessian[k * p + k] + centring(k), 1e-11, "diagonal");
        }
        let vectors: Vec<[f64; 2]> = (0..p)
            .map(|k| if objective.fixed[k] { [0.0; 2] } else { [(k as f64).cos(), 0.3 * k as f64 - 1.0] })
            .collect();
        let mut both = vec![[5.0; 2]; p];
        objective.products(&theta, &weights, &vectors, &mut both, &mut local);
        for lane in 0..2 {
            let v: Vec<f64> = vectors.iter().map(|row| row[lane]).collect();
            let mut product = vec![5.0; p];
            objective.product(&theta, &weights, &v, &mut product, &mut scratch);
            for j in 0..p {
                let expected: f64 = (0..p).map(|k| hessian[j * p + k] * v[k]).sum();
                let expected = if objective.fixed[j] { 0.0 } else { expected };
                near(product[j], expected, 1e-11, "product");
                near(both[j][lane], expected, 1e-11, "products");
            }
        }
    }
}

/// With counts as expected the score is zero, so that observed and expected information and the sum of squared scores agree.
#[test]
fn three_informations_agree_on_expected_counts() {
    for (mut objective, theta) in every_example().into_iter().chain([plain()]) {
        let p = objective.dimension;
        objective.pseudo = None;
        objective.ridge = 0.0;
        objective.penalties.clear();
        objective.fixed.fill(false);
        let data = &objective.data;
        let counts: Vec<Counts> =
            (0..data.design.len()).map(|cell| data.expected(&objective.strength, &theta, cell)).collect();
        for (cell, counts) in counts.iter().enumerate() {
            let p = data.outcome.probabilities(place(&objective, &theta, cell));
            let total = data.design.counts[cell].total();
            counts.numbers().iter().zip(p).for_each(|(n, p)| near(*n, total * p, 1e-13, "expected counts"));
        }
        Arc::make_mut(&mut objective.data.design).counts = counts;
        // A tie that counts as half a win for each side has a squared score of its own.
        let has_ties = objective.data.outcome.has_threshold();
        let [observed, expected, squared] = [Curvature::Observed, Curvature::Expected, Curvature::Squared]
            .map(|which| {
                let mut matrix = vec![1.0; p * p];
                objective.information(&theta, which, &mut matrix);
                let mut by_entry = vec![0.0; p * p];
                objective.each_entry(&theta, which, |a, b, value| {
                    by_entry[a.min(b) as usize * p + a.max(b) as usize] += value;
                });
                let matrix = mirrored(&matrix, p);
                mirrored(&by_entry, p).iter().zip(&matrix).for_each(|(a, b)| near(*a, *b, 1e-12, "entries"));
                matrix
            });
        for at in 0..p * p {
            near(observed[at], expected[at], 1e-11, "observed");
            near(
                squared[at],
                expected[at],
                1e-11,
                if has_ties { "squared" } else { "squared, two outcomes" },
            );
        }
        // Score vectors of cells add up to the gradient.
        let (mut sum, mut gradient) = (vec![0.0; p], vec![0.0; p]);
        Arc::make_mut(&mut objective.data.design).counts.iter_mut().for_each(|counts| counts.win += 1.0);
        objective.data.scores(&objective.strength, &theta, |_, index, score| {
            index.iter().zip(score).for_each(|(at, score)| sum[*at as usize] += score);
        });
        objective.gradient(&theta, &mut gradient, &mut Local::default());
        sum.iter().zip(&gradient).for_each(|(a, b)| near(*a, *b, 1e-12, "scores"));
    }
}

/// Of strengths of one column the scores' part of the Hessian, without second derivatives of products, is a Laplacian.
#[test]
fn edges_are_the_weights_of_a_laplacian() {
    for (mut objective, theta) in every_example().into_iter().chain([plain()]) {
        if objective.strength.columns > 1 || objective.data.spread.is_some() {
            continue;
        }
        let p = objective.dimension;
        objective.pseudo = None;
        let (mut weights, mut scratch) = (objective.weights(), Scratch::default());
        objective.weigh(&theta, &mut vec![0.0; p], &mut vec![0.0; p], &mut weights, &mut scratch);
        let edges = objective.data.edges(&objective.strength, &theta, &weights[0]);
        let mut laplacian = vec![0.0; p * p];
        for (cell, weight) in edges.iter().enumerate() {
            let design = &objective.data.design;
            let (i, j) = (design.left[cell] as usize, design.right[cell] as usize);
            for (a, b, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
                laplacian[a * p + b] += sign * weight;
            }
        }
        let mut hessian = vec![0.0; p * p];
        objective.each_entry(&theta, Curvature::Observed, |a, b, value| {
            hessian[a.min(b) as usize * p + a.max(b) as usize] += value;
        });
        let hessian = mirrored(&hessian, p);
        for (a, b) in (0..ITEMS * ITEMS).map(|at| (at / ITEMS, at % ITEMS)) {
            near(laplacian[a * p + b], hessian[a * p + b], 1e-12, "Laplacian");
        }
    }
}

/// Of fits that have an end.
fn limits(tolerance: f64) -> Limits {
    Limits {
        tolerance,
        iterations: 50,
        finite: true,
        unique: true,
        prove: Prove::Curvature,
        gain: 0.0,
        first_shift: 0.0,
    }
}

/// A constraint on a parameter that no cell reads: where scores are at their optimum, the step to it changes no predictor.
#[test]
fn a_step_that_no_predictor_sees_is_taken() {
    let (mut objective, mut theta) = plain();
    let (own, unread) = (objective.strength.dimension(), objective.dimension - 1);
    objective.penalties.clear();
    objective.fixed[own..].fill(true);
    let limits = limits(1e-6);
    let mut solver = Solver::new(objective.shape()).unwrap();
    let mut solve = |objective: &Objective, theta: Vec<f64>| {
        let watch = &mut crate::progress::unwatched();
        solver.minimise(&objective.modulo(&NullSpace::default()), theta, &limits, watch).unwrap()
    };
    for _ in 0..2 {
        theta = solve(&objective, theta).theta;
    }
    theta[unread] = 0.0;
    objective.fixed[unread] = false;
    objective.constraints = vec![Constraint {
        along: vec![(unread as u32, 1.0)],
        target: 2.0,
        state: ConstraintState::Equality,
        weight: 1.0,
        multiplier: 0.0,
    }];
    let found = solve(&objective, theta);
    near(found.theta[unread], 2.0, 1e-12, "what is held");
    assert!(found.is_optimum());
}

/// With a coarse tolerance the last step is long, and what is measured is still that of where it ended.
#[test]
fn after_a_long_step_an_optimum_is_proved_where_it_is() {
    let (mut objective, mut theta) = plain();
    let own = objective.strength.dimension();
    objective.penalties.clear();
    objective.fixed[own..].fill(true);
    let limits = limits(1.0);
    let mut solver = Solver::new(objective.shape()).unwrap();
    let null_space = NullSpace::default();
    let modulo = objective.modulo(&null_space);
    // From an end that is near, some scores a little aside.
    for _ in 0..3 {
        theta = solver.minimise(&modulo, theta, &limits, &mut crate::progress::unwatched()).unwrap().theta;
    }
    for aside in [1.5e-3, 2e-3] {
        let start = theta[..own].iter().enumerate().map(|(k, score)| score + aside * (k as f64).sin());
        let start: Vec<f64> = start.chain(theta[own..].iter().copied()).collect();
        let found = solver.minimise(&modulo, start, &limits, &mut crate::progress::unwatched()).unwrap();
        let end = (found.iterations, found.stop);
        let again = solver.prove(&modulo, found.theta.clone(), end, &limits).unwrap();
        assert_eq!(found.iterations, 1);
        near(found.curvature, again.curvature, 1e-9, "curvature");
    }
}

/// Steps by the factor of a point beside end as near to the optimum as a tolerance promises.
#[test]
fn steps_by_the_factor_before_come_to_the_optimum() {
    let (mut objective, mut optimum) = plain();
    let own = objective.strength.dimension();
    objective.penalties.clear();
    objective.fixed[own..].fill(true);
    let mut solver = Solver::new(objective.shape()).unwrap();
    let null_space = NullSpace::default();
    let modulo = objective.modulo(&null_space);
    for _ in 0..3 {
        let limits = limits(1e-8);
        optimum =
            solver.minimise(&modulo, optimum, &limits, &mut crate::progress::unwatched()).unwrap().theta;
    }
    // A short step is the last only if the error that the factor may leave in it is far below the tolerance.
    for (aside, tolerance, steps) in [(1e-3, 1e-6, 2), (1e-3, 1e-7, 3), (4e-4, 1e-8, 3), (3e-2, 1e-8, 3)] {
        let start = optimum[..own].iter().enumerate().map(|(k, score)| score + aside * (k as f64).sin());
        let start: Vec<f64> = start.chain(optimum[own..].iter().copied()).collect();
        let limits = limits(tolerance);
        let found = solver.minimise(&modulo, start, &limits, &mut crate::progress::unwatched()).unwrap();
        assert!(found.is_optimum());
        assert_eq!(found.iterations, steps, "{aside} aside, tolerance {tolerance}");
        for k in 1..own {
            let difference = |theta: &[f64]| theta[k] - theta[0];
            near(difference(&found.theta), difference(&optimum), 1e-4 * tolerance, "a difference");
        }
    }
}

/// Sums over many cells are done in parts, and are those of one part.
#[test]
fn products_in_parts_are_products() {
    let strength = Strength { kind: StrengthKind::Pooled, items: 50, judges: 1, columns: 1 };
    for outcome in [Outcome::BradleyTerry, Outcome::Davidson] {
        let mut design = Design::default();
        for cell in 0..70_000u32 {
            design.left.push(cell % 50);
            design.right.push((cell + 1 + cell / 50 % 49) % 50);
            design.counts.push(Counts::new([f64::from(cell % 3), 1.0, f64::from(cell % 2), 0.0]));
            if outcome.has_threshold() {
                design.cuts[TIE].rows.push(50, 1.0);
            }
            design.u.rows.end_row();
            design.cuts[TIE].rows.end_row();
        }
        let objective = Objective {
            strength,
            data: Block { design: design.into(), outcome, spread: None },
            pseudo: None,
            ridge: 0.0,
            fixed: vec![false; 51],
            constraints: vec![],
            penalties: vec![],
            dimension: 51,
            units: 0..0,
        };
        let theta: Vec<f64> = (0..51).map(|k| f64::from(k).sin()).collect();
        let (mut gradient, mut hessian) = (vec![0.0; 51], vec![0.0; 51 * 51]);
        let value = objective.evaluate(&theta, &mut gradient, &mut hessian, &mut Local::default());
        let hessian = mirrored(&hessian, 51);
        let (mut weights, mut scratch) = (objective.weights(), Scratch::default());
        let (mut again, mut diagonal) = (vec![0.0; 51], vec![0.0; 51]);
        near(
            objective.weigh(&theta, &mut again, &mut diagonal, &mut weights, &mut scratch),
            value,
            1e-11,
            "value",
        );
        let v: Vec<f64> = (0..51).map(|k| f64::from(k).cos()).collect();
        let mut product = vec![0.0; 51];
        objective.product(&theta, &weights, &v, &mut product, &mut scratch);
        for k in 0..51 {
            near(again[k], gradient[k], 1e-9, "gradient");
            near(diagonal[k], hessian[k * 51 + k], 1e-11, "diagonal");
            near(product[k], (0..51).map(|j| hessian[k * 51 + j] * v[j]).sum(), 1e-9, "product");
        }
    }
}

#[test]
fn constraints_have_the_derivatives_of_their_values() {
    use ConstraintState::*;
    let (mut objective, theta) = example(StrengthKind::Pooled, Outcome::Davidson, false, false);
    let p = objective.dimension;
    let before = objective.value(&theta);
    for state in [Equality, Active, Inactive, Interior, Bound] {
        let along = vec![(0, 0.5), (2, -1.5), (4, 2.0)];
        let function = 0.5 * theta[0] - 1.5 * theta[2] + 2.0 * theta[4];
        let constraint = |gap: f64| Constraint {
            along: along.clone(),
            target: function - gap,
            state,
            weight: 0.8,
            multiplier: 0.3,
        };
        let one = constraint(0.7);
        near(one.gap(&theta), 0.7, 1e-13, "gap");
        objective.constraints = vec![one.clone()];
        let expected = match state {
            Equality | Active => 0.3 * 0.7 + 0.4 * 0.49,
            Interior => -0.8 * 0.7f64.ln(),
            Inactive | Bound => 0.0,
        };
        near(objective.constraint_value(&theta), expected, 1e-12, "value of a constraint");
        near(objective.value(&theta), before + expected, 1e-12, "value");
        let value = |theta: &[f64]| vec![objective.value(theta)];
        let (mut gradient, mut hessian) = (vec![0.0; p], vec![0.0; p * p]);
        objective.evaluate(&theta, &mut gradient, &mut hessian, &mut Local::default());
        let hessian = mirrored(&hessian, p);
        let of_gradient = |theta: &[f64]| {
            let mut gradient = vec![0.0; p];
            objective.gradient(theta, &mut gradient, &mut Local::default());
            gradient
        };
        let (mut weights, mut scratch) = (objective.weights(), Scratch::default());
        let (mut again, mut diagonal) = (vec![0.0; p], vec![0.0; p]);
        let value_too = objective.weigh(&theta, &mut again, &mut diagonal, &mut weights, &mut scratch);
        near(value_too, before + expected, 1e-12, "value with weights");
        assert!((0..p).all(|k| !objective.fixed[k] || diagonal[k] == 1.0));
        for k in (0..p).filter(|&k| !objective.fixed[k]) {
            near(gradient[k], slope(&theta, k, value)[0], 1e-8, "gradient");
            near(again[k], gradient[k], 1e-12, "gradient with weights");
            let column = slope(&theta, k, of_gradient);
            (0..p)
                .filter(|&j| !objective.fixed[j])
                .for_each(|j| near(hessian[k * p + j], column[j], 1e-7, "Hessian"));
            let of_ridge = if k < ITEMS { objective.ridge / ITEMS as f64 } else { 0.0 };
            near(diagonal[k], hessian[k * p + k] + of_ridge, 1e-11, "diagonal");
            let unit: Vec<f64> = (0..p).map(|j| f64::from(u8::from(j == k))).collect();
            let mut product = vec![0.0; p];
            objective.product(&theta, &weights, &unit, &mut product, &mut scratch);
            (0..p)
                .filter(|&j| !objective.fixed[j])
                .for_each(|j| near(product[j], hessian[k * p + j], 1e-11, "product"));
        }
        // At and beyond the target.
        for gap in [0.0, -0.1] {
            objective.constraints = vec![constraint(gap - 1e-15)];
            assert_eq!(objective.value(&theta).is_infinite(), matches!(state, Interior | Bound), "{state:?}");
        }
        // A step of minus one in a parameter lowers the function by its weight.
        objective.constraints = vec![constraint(0.7)];
        let mut step = vec![0.0; p];
        step[4] = -1.0;
        let room = objective.room(&theta, &step);
        assert!(if matches!(state, Interior | Bound) {
            (room - 0.35).abs() < 1e-12
        } else {
            room.is_infinite()
        });
        step[4] = 1.0;
        assert!(objective.room(&theta, &step).is_infinite());
    }
}

/// An active inequality is rigid in an information matrix: the variance along it vanishes; an equality is left out.
#[test]
fn active_constraints_are_rigid_in_the_information() {
    let (mut objective, theta) = example(StrengthKind::Pooled, Outcome::Davidson, false, false);
    let p = objective.dimension;
    let matrix = |objective: &Objective| {
        let mut matrix = vec![0.0; p * p];
        objective.information(&theta, Curvature::Observed, &mut matrix);
        matrix
    };
    let free = matrix(&objective);
    for (state, weight) in [(ConstraintState::Equality, 0.0), (ConstraintState::Active, 2e6)] {
        objective.constraints = vec![Constraint {
            along: vec![(0, 1.0), (2, -3.0)],
            target: 0.0,
            state,
            weight: 2.0,
            multiplier: 0.1,
        }];
        let held = matrix(&objective);
        for (at, square) in [(0, 1.0), (2, -3.0), (2 * p + 2, 9.0)] {
            near(held[at] - free[at], weight * square, 1e-9, "square");
        }
    }
}

#[test]
fn changes_and_room_are_those_of_predictors() {
    for (mut objective, theta) in every_example().into_iter().chain([plain()]) {
        let p = objective.dimension;
        objective.pseudo = None;
        objective.ridge = 0.0;
        let step: Vec<f64> = (0..p).map(|k| 0.02 * (1.0 + k as f64).sin()).collect();
        let to: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t + s).collect();
        let cells = 0..objective.data.design.len();
        let change = cells.clone().fold(0.0, |most: f64, cell| {
            let (a, b) = (place(&objective, &theta, cell), place(&objective, &to, cell));
            a.coordinates()
                .into_iter()
                .zip(b.coordinates())
                .fold(most, |most, (a, b)| most.max((a - b).abs()))
        });
        near(objective.change(&theta, &to), change, 1e-12, "change");
        let size =
            cells.clone().fold(0.0, |most: f64, cell| most.max(place(&objective, &theta, cell).z.abs()));
        near(objective.size(&theta), size, 1e-12, "size");
        // With a ridge the centred scores count, too.
        objective.ridge = 1.0;
        let mut far = theta.clone();
        far[..ITEMS].iter_mut().for_each(|score| *score += 5.0);
        far[2] += 9.0;
        let centred = 9.0 - 9.0 / ITEMS as f64;
        assert!(objective.change(&theta, &far) >= centred - 1e-12);
        objective.data.design = Arc::default();
        near(objective.change(&theta, &far), centred, 1e-12, "change of scores");
    }
    // Down to where the first threshold of a pair that tied is zero.
    let (mut objective, theta) = example(StrengthKind::Pooled, Outcome::RaoKupper, false, false);
    Arc::make_mut(&mut objective.data.design).counts[3].tie = 0.0;
    let p = objective.dimension;
    let mut step = vec![0.0; p];
    step[p - 4] = -0.5;
    step[p - 3] = -0.1;
    let room = objective.room(&theta, &step);
    let there: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t + room * s).collect();
    let tied = (0..objective.data.design.len()).filter(|&cell| cell != 3);
    let least = tied.map(|cell| place(&objective, &there, cell).e()).fold(f64::INFINITY, f64::min);
    assert!(least.abs() < 1e-12 && room > 0.0, "{least} at {room}");
}

#[test]
fn sizes_of_matrices_are_those_of_free_parameters() {
    let (mut objective, _) = example(StrengthKind::Pooled, Outcome::Davidson, false, false);
    let p = objective.dimension;
    objective.units = 4..6;
    objective.fixed[1] = true;
    // Entries grow with row and column; the lower triangle counts.
    let mut matrix: Vec<f64> = (0..p * p).map(|at| -((at / p + 10 * (at % p)) as f64)).collect();
    let counted: Vec<usize> = (0..p).filter(|k| ![1, 4, 5].contains(k)).collect();
    let mean = counted.iter().map(|&k| 11.0 * k as f64).sum::<f64>() / counted.len() as f64;
    near(objective.typical(&matrix), mean, 1e-14, "typical");
    let last = p - 1;
    near(objective.largest(&matrix), 11.0 * last as f64, 0.0, "largest");
    matrix[2 * p + 3] = 1e5;
    matrix[3 * p + 2] = 1e7;
    matrix[p + 1] = 1e9;
    matrix[2 * p + 4] = 1e8;
    near(objective.largest(&matrix), 1e5, 0.0, "largest");
    // Only covariates are known: theirs; nothing is: one.
    let mut of_units = vec![0.0; p * p];
    of_units[4 * p + 4] = 3.0;
    of_units[5 * p + 5] = -5.0;
    near(objective.typical(&of_units), 8.0 / (p - 1) as f64, 1e-14, "typical of covariates");
    assert_eq!(objective.typical(&vec![0.0; p * p]), 1.0);

    // Mean squares of covariates, over that of a score: two of a comparison over all items.
    let mut squares = vec![-1.0; p];
    objective.mean_squares(&mut squares);
    let design = &objective.data.design;
    let cells = 0..design.len();
    let total: f64 = cells.clone().map(|cell| design.counts[cell].total()).sum();
    let of = |k: usize| -> f64 {
        cells.clone().map(|cell| design.counts[cell].total() * design.u.rows.row(cell).1[k].powi(2)).sum()
    };
    for k in 0..2 {
        near(squares[4 + k], of(k) / (2.0 * total / ITEMS as f64), 1e-13, "mean square");
    }
    assert!(squares.iter().enumerate().all(|(k, square)| (4..6).contains(&k) || *square == -1.0));
    Arc::make_mut(&mut objective.data.design).u = Linear::default();
    objective.mean_squares(&mut squares);
    assert_eq!(squares[4..6], [1.0, 1.0]);
}

/// The projector P on the null directions is symmetric, P P = P, and `project` takes P v out of v; the value does not change
/// along any direction.
#[test]
fn null_directions_change_nothing_and_are_projected_out() {
    for kind in StrengthKind::ALL {
        let (mut objective, theta) = example(kind, Outcome::Davidson, false, false);
        let p = objective.dimension;
        objective.pseudo = None;
        objective.ridge = 0.0;
        objective.penalties.clear();
        objective.fixed.fill(false);
        let strength = objective.strength;
        let by_judge = strength.is_by_judge();
        let root = 0.5f64.sqrt();
        let last = p as u32 - 1;
        let null = NullSpace {
            shifts: vec![(0..ITEMS as u32).collect()],
            columns: strength.columns,
            scale: by_judge,
            spread: None,
            // Parameters that no cell touches.
            thresholds: vec![vec![(last - 1, root), (last, -root)]],
        };
        let columns = strength.columns;
        assert_eq!(null.len(), columns + if by_judge { columns * columns } else { 0 } + 1);
        assert!(!null.is_empty() && !null.is_of_shifts());
        let all = null.dense(&strength, &theta, &objective.fixed);
        assert_eq!(all.len(), null.len());
        for direction in &all {
            let along = |step: f64| {
                let moved: Vec<f64> = theta.iter().zip(direction).map(|(t, d)| t + step * d).collect();
                objective.value(&moved)
            };
            near((along(1e-4) - along(-1e-4)) / 2e-4, 0.0, 1e-7, "value along a null direction");
        }
        let mut projector = vec![0.0; p * p];
        null.add_projector(&strength, &theta, &objective.fixed, 2.0, &mut projector, &mut vec![]);
        let projector: Vec<f64> = mirrored(&projector, p).iter().map(|entry| entry / 2.0).collect();
        let trace: f64 = (0..p).map(|k| projector[k * p + k]).sum();
        near(trace, null.len() as f64, 1e-12, "trace");
        let times = |v: &[f64]| -> Vec<f64> {
            (0..p).map(|j| (0..p).map(|k| projector[j * p + k] * v[k]).sum()).collect()
        };
        for direction in &all {
            times(direction).iter().zip(direction).for_each(|(a, b)| near(*a, *b, 1e-12, "its own image"));
        }
        let v: Vec<f64> = (0..p).map(|k| (2.0 * k as f64).cos()).collect();
        let mut left = v.clone();
        null.project(&strength, &theta, &objective.fixed, &mut left, &mut vec![]);
        for (k, image) in times(&v).iter().enumerate() {
            near(left[k], v[k] - image, 1e-12, "projected");
        }
        // Grounded are fixed parameters and the first of each group.
        let mut fixed = vec![false; p];
        fixed[3] = true;
        let grounded = null.grounded(&fixed);
        assert!(grounded.iter().enumerate().all(|(k, grounded)| *grounded == [0, 3].contains(&k)));
    }
    let shifts = NullSpace { shifts: vec![vec![0, 1]], columns: 1, ..NullSpace::default() };
    assert!(shifts.is_of_shifts() && shifts.len() == 1 && NullSpace::default().is_empty());
}

/// Certain votes carry no information on what moves them.
#[test]
fn a_direction_saturates_where_votes_are_certain() {
    let (mut objective, mut theta) = plain();
    objective.fixed.fill(false);
    let null = NullSpace::default();
    let mut direction = vec![0.0; objective.dimension];
    direction[0] = 1.0;
    assert!(!objective.modulo(&null).saturates(&theta, &direction));
    theta[0] = 60.0;
    assert!(objective.modulo(&null).saturates(&theta, &direction));
    // A parameter that no cell reads does not move anything.
    direction[0] = 0.0;
    direction[5] = 1.0;
    assert!(!objective.modulo(&null).saturates(&theta, &direction));
    // Nor does one whose votes are none.
    direction[0] = 1.0;
    Arc::make_mut(&mut objective.data.design).counts.fill(Counts::default());
    assert!(!objective.modulo(&null).saturates(&theta, &direction));
}

#[test]
fn damping_is_that_of_covariates_and_of_thresholds_beside_a_spread() {
    let null = NullSpace::default();
    let (objective, _) = example(StrengthKind::Pooled, Outcome::Davidson, false, false);
    let p = objective.dimension;
    let mut matrix = vec![0.0; p * p];
    (0..p).for_each(|k| matrix[k * p + k] = 2.0);
    matrix[4 * p + 4] = -6.0;
    let mut damping = vec![0.0; p];
    objective.modulo(&null).set_damping(&matrix, &mut damping);
    assert!(damping.iter().enumerate().all(|(k, d)| *d == if k == 4 { 3.0 } else { 1.0 }));
    let (objective, _) = example(StrengthKind::Pooled, Outcome::Davidson, true, false);
    let p = objective.dimension;
    let mut damping = vec![0.0; p];
    objective.modulo(&null).set_damping(&vec![1.0; p * p], &mut damping);
    let mut squares = vec![0.0; p];
    objective.mean_squares(&mut squares);
    assert_eq!(damping[4..6], squares[4..6]);
    assert!(damping[..4].iter().chain(&damping[6..p - 5]).all(|d| *d == 1.0));
    assert!(damping[p - 5..].iter().all(|d| *d == 1e-3));
}

/// One floor for each threshold of a pair that never tied, stiff beside all comparisons.
#[test]
fn floors_are_of_pairs_that_never_tied() {
    let (mut objective, _) = example(StrengthKind::Pooled, Outcome::RaoKupper, false, false);
    assert!(objective.floors().is_empty());
    let design = Arc::make_mut(&mut objective.data.design);
    design.counts[2].tie = 0.0;
    design.counts[5].tie = 0.0;
    design.counts[6] = Counts::default();
    let total = design.total();
    let floors = objective.floors();
    assert_eq!(floors.len(), 2);
    for (floor, cell) in floors.iter().zip([2, 5]) {
        let (index, value) = objective.data.design.cuts[TIE].rows.row(cell);
        assert!(floor.along.iter().copied().eq(index.iter().copied().zip(value.iter().copied())));
        assert_eq!((floor.target, floor.multiplier, floor.state), (0.0, 0.0, ConstraintState::Inactive));
        near(floor.weight, 10.0 * total, 1e-14, "weight");
    }
    // The same threshold once.
    let mut e = SparseRows::default();
    for _ in 0..objective.data.design.len() {
        e.push(7, 0.5);
        e.push(6, 2.0);
        e.end_row();
    }
    Arc::make_mut(&mut objective.data.design).cuts[TIE].rows = e;
    assert_eq!(
        objective.floors().iter().map(|floor| &floor.along).collect::<Vec<_>>(),
        [&[(6, 2.0), (7, 0.5)]]
    );
}

/// An objective over a unit is the objective with counts and penalty divided by it.
#[test]
fn rescaled_objectives_are_divided() {
    for (objective, theta) in every_example() {
        let mut divided = objective.clone();
        divided.rescale(4.0);
        near(divided.value(&theta), objective.value(&theta) / 4.0, 1e-12, "value");
        near(divided.data.design.total(), objective.data.design.total() / 4.0, 1e-13, "total");
    }
}

#[test]
fn kinds_of_objectives_are_told_apart() {
    let (mut objective, _) = plain();
    assert!(!objective.is_laplacian() && !objective.has_laplacian() && objective.is_convex());
    objective.pseudo = None;
    assert!(!objective.is_unpenalised() && !objective.has_laplacian());
    objective.penalties.clear();
    assert!(!objective.is_unpenalised() && !objective.is_laplacian());
    objective.ridge = 0.0;
    assert!(objective.is_unpenalised() && objective.is_laplacian() && objective.has_laplacian());
    let bare = objective.clone();
    objective.constraints.push(Constraint {
        along: vec![],
        target: 0.0,
        state: ConstraintState::Active,
        weight: 1.0,
        multiplier: 0.0,
    });
    assert!(!objective.is_unpenalised() && !objective.has_laplacian());
    let mut other = bare.clone();
    other.penalties.push(Penalty::LogVariance { at: vec![0], weight: 1.0 });
    assert!(!other.is_convex() && !other.is_unpenalised());
    let with = |change: &dyn Fn(&mut Objective)| {
        let mut other = bare.clone();
        change(&mut other);
        (other.is_plain(), other.has_laplacian(), other.is_convex())
    };
    let spread = Spread { first: 6, items: ITEMS, factors: 0 };
    assert_eq!(with(&|o| o.data.spread = Some(spread)), (false, false, false));
    assert_eq!(with(&|o| o.data.outcome = Outcome::Davidson), (false, true, true));
    assert_eq!(with(&|o| o.strength.kind = StrengthKind::Sensitivity), (false, true, false));
    assert_eq!(with(&|o| o.strength.columns = 2), (true, false, true));
    let rows = |o: &mut Objective, which: usize| {
        let design = Arc::make_mut(&mut o.data.design);
        let rows =
            [&mut design.u.rows, &mut design.cuts[TIE].rows, &mut design.log_scale].into_iter().nth(which);
        if let Some(rows) = rows {
            for _ in 0..14 {
                rows.push(5, 1.0);
                rows.end_row();
            }
        }
    };
    assert_eq!(with(&|o| rows(o, 0)), (false, true, true));
    assert_eq!(with(&|o| rows(o, 1)), (false, true, true));
    assert!(!with(&|o| rows(o, 2)).2);
    // Coupled are spreads, several columns and thresholds of many terms.
    assert!(!bare.shape().is_coupled && bare.shape().dimension == bare.dimension);
    let coupled = |change: &dyn Fn(&mut Objective)| {
        let mut other = bare.clone();
        change(&mut other);
        other.shape().is_coupled
    };
    assert!(coupled(&|o| o.data.spread = Some(spread)) && coupled(&|o| o.strength.columns = 2));
    let wide = |o: &mut Objective, terms: usize| {
        let e = &mut Arc::make_mut(&mut o.data.design).cuts[TIE].rows;
        (0..terms).for_each(|k| e.push(k, 1.0));
        e.end_row();
    };
    assert!(coupled(&|o| wide(o, 4)) && !coupled(&|o| wide(o, 3)));
}

/// A form in z alone has the weight of the plain case.
#[test]
fn weights_that_do_not_fit_are_made_anew() {
    let (objective, theta) = plain();
    let p = objective.dimension;
    let mut weights = [Weights::default(), Weights::default()];
    objective.weigh(&theta, &mut vec![0.0; p], &mut vec![0.0; p], &mut weights, &mut Scratch::default());
    let design = &objective.data.design;
    assert_eq!(weights[0].plain().len(), design.len());
    for (cell, weight) in weights[0].plain().iter().enumerate() {
        let at = At::new(theta[design.left[cell] as usize] - theta[design.right[cell] as usize], 0.0);
        let form: QuadraticForm = Outcome::BradleyTerry.derivatives(&design.counts[cell], at).second;
        near(*weight, form.zz(), 1e-14, "weight");
    }
}

/// A solver sees the objective, and the null space as it is.
#[test]
fn solvers_see_the_objective_and_its_null_space() {
    let (objective, theta) = example(StrengthKind::Disagreement, Outcome::Davidson, false, false);
    let shifts = NullSpace { shifts: vec![vec![0, 1, 2, 3]], columns: 1, ..NullSpace::default() };
    let seen = objective.modulo(&shifts);
    near(seen.total(), objective.data.design.total(), 0.0, "total");
    near(seen.value(&theta), by_hand(&objective, &theta), 1e-12, "value");
    near(seen.size(&theta), objective.size(&theta), 0.0, "size");
    let p = objective.dimension;
    let matrix: Vec<f64> = (0..p * p).map(|at| (at as f64).sin()).collect();
    near(seen.largest(&matrix), objective.largest(&matrix), 0.0, "largest");
    assert!(seen.is_of_shifts() && objective.largest(&matrix) < 1.0 && objective.size(&theta) > 0.0);
    let mut moved = theta.clone();
    seen.balance(&mut moved);
    assert_eq!(moved, theta);
    // Columns that may be scaled and turned are balanced, whichever way the null space is asked.
    let turns = NullSpace { scale: true, ..shifts.clone() };
    let mut balanced = theta.clone();
    objective.strength.balance(&mut balanced);
    objective.modulo(&turns).balance(&mut moved);
    assert!(moved == balanced && balanced != theta && !objective.modulo(&turns).is_of_shifts());
    let thresholds = NullSpace { thresholds: vec![vec![(0, 1.0)]], ..shifts.clone() };
    assert!(!thresholds.is_of_shifts());
    let spread = Spread { first: 4, items: 4, factors: 0 };
    let freedom = crate::spread::Freedom { spread, items: vec![0, 1, 2, 3], scale: true };
    assert!(!NullSpace { spread: Some(freedom), ..shifts.clone() }.is_of_shifts());
    assert!(!NullSpace { columns: 2, ..shifts }.is_of_shifts());
}

/// A covariate without curvature, or with one that is none, is damped like any other parameter.
#[test]
fn covariates_without_curvature_are_damped_like_scores() {
    let (objective, _) = example(StrengthKind::Pooled, Outcome::Davidson, false, false);
    let p = objective.dimension;
    let mut matrix = vec![0.0; p * p];
    (0..p).for_each(|k| matrix[k * p + k] = 2.0);
    matrix[4 * p + 4] = 0.0;
    matrix[5 * p + 5] = f64::INFINITY;
    let mut damping = vec![0.0; p];
    objective.modulo(&NullSpace::default()).set_damping(&matrix, &mut damping);
    assert!(damping.iter().all(|d| *d == 1.0));
}

/// 0.5 w (log 2 tau^2)^2, whose curvature at the optimum is 4 w / tau^2; and the parameters that a penalty is of.
#[test]
fn penalties_by_hand() {
    let tau = 0.8f64;
    let penalty = Penalty::LogVariance { at: vec![1, 3], weight: 0.6 };
    let theta = [9.0, tau, 9.0, tau];
    near(penalty.value(&theta), 0.6 * (2.0 * tau * tau).ln().powi(2), 1e-14, "value");
    let mut entries = vec![];
    penalty.each_entry(&theta, true, |row, column, value| entries.push((row, column, value)));
    assert_eq!(entries.iter().map(|(row, column, _)| (*row, *column)).collect::<Vec<_>>(), [(1, 1), (3, 3)]);
    entries.iter().for_each(|(_, _, value)| near(*value, 0.6 * 4.0 / (tau * tau), 1e-14, "expected"));
    let off = Penalty::Off { at: vec![1, 3], free: vec![], weight: 0.6 };
    for penalty in [penalty, off] {
        assert!(penalty.is_of(1) && !penalty.is_of(2) && penalty.is_of(3));
        assert!(penalty.is_before(4) && !penalty.is_before(3) && !penalty.is_before(2));
    }
}
