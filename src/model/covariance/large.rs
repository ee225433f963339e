//! Tests of products and solves without a matrix, against the matrix of small sets.

use super::tests::{set_of, Vote};
use super::*;
use crate::comparisons::NONE;
use crate::likelihood::{Modulo, Scratch};
use crate::model::{fit, Position, Problems, Quantity, Specification, StrengthModel, View};
use crate::outcome::Outcome;
use crate::progress::unwatched;
use crate::random::Random;
use crate::solve::{Hessian, LANES};
use crate::strength::StrengthKind;
use crate::terms::Local;

/// Votes of two judges between items whose numbers differ by at most `width` (all: any), each item with the next, too, in
/// contexts of three votes or so.
fn votes(items: u32, pairs: usize, width: u32, seed: u64) -> Vec<Vote> {
    let mut random = Random::new(seed, 0);
    let mut votes = Vec::new();
    for at in 0..pairs {
        let left = if at < items as usize - 1 { at as u32 } else { random.below(u64::from(items)) as u32 };
        let right = match at < items as usize - 1 {
            true => left + 1,
            false => (left + 1 + random.below(u64::from(width)) as u32) % items,
        };
        if left != right {
            let mut count = |least: f64| least + (random.uniform() * 4.0).floor();
            let counts = [count(1.0), count(1.0), count(0.0)];
            votes.push((votes.len() as u32 / 3, at as u32 % 2, left, right, counts));
        }
    }
    votes
}

/// The same with items that are not alike, in which judges agree.
fn graded(mut votes: Vec<Vote>) -> Vec<Vote> {
    for (_, _, left, right, counts) in &mut votes {
        let score = |item: u32| (0.7 * f64::from(item)).sin();
        let gap = score(*left) - score(*right);
        counts[usize::from(gap < 0.0)] += (6.0 * gap.abs()).round();
    }
    votes
}

fn fitted(votes: &[Vote], specification: Specification) -> Model {
    fit(&set_of(votes), &specification, &mut unwatched()).unwrap()
}

fn jacobian(model: &Model) -> Jacobian {
    model.readout(Quantity::Scores, &View::default()).unwrap().jacobian
}

fn sampling(draws: usize, or_exact: bool) -> Sampling {
    Sampling { draws, seed: 5, threads: 1, or_exact }
}

/// Standard errors from the matrix.
fn exact(model: &Model, kind: CovarianceKind, correction: Correction) -> Vec<f64> {
    let variances = model.covariance(kind, correction).unwrap().variances(&jacobian(model), 1).unwrap();
    variances.into_iter().map(f64::sqrt).collect()
}

fn without_contexts(mut votes: Vec<Vote>) -> Vec<Vote> {
    votes.iter_mut().for_each(|vote| vote.0 = NONE);
    votes
}

#[test]
fn the_selected_inverse_is_that_of_the_matrix() {
    let ladder = votes(300, 900, 6, 1);
    let own = fitted(&ladder, Specification::default());
    let fixed = Specification {
        fixed_scores: (0..300).map(|i| if i == 7 { 0.5 } else { f64::NAN }).collect(),
        ..Specification::default()
    };
    let anchored = fitted(&ladder, fixed);
    // Thresholds and positions meet all items: they are eliminated last.
    let davidson = || Specification { outcome: Outcome::Davidson, ..Specification::default() };
    let tied = fitted(&ladder, davidson());
    let positions = fitted(&ladder, Specification { position: Position::ByJudge, ..davidson() });
    let thick = graded(votes(300, 4_000, 8, 1));
    let judges = fitted(&thick, Specification { strength: StrengthModel::SENSITIVITY, ..davidson() });
    assert_eq!([&tied, &positions, &judges].map(|model| model.theta.len()), [301, 303, 303]);
    for (model, correction) in [
        (&own, Correction::None),
        (&own, Correction::Cr1),
        (&anchored, Correction::None),
        (&tied, Correction::None),
        (&tied, Correction::Cr1),
        (&positions, Correction::None),
        (&judges, Correction::None),
    ] {
        for kind in [
            CovarianceKind::Expected,
            CovarianceKind::Observed,
            CovarianceKind::Sandwich,
            CovarianceKind::SandwichExpected,
            CovarianceKind::ClusteredByContext,
        ] {
            if correction != Correction::None && kind != CovarianceKind::ClusteredByContext {
                continue;
            }
            let is_linear = model.objective.strength.is_linear();
            if !is_linear && !kind.is_clustered() && kind != CovarianceKind::Sandwich {
                continue;
            }
            let j = jacobian(model);
            let found =
                model.sampled_variances(kind, correction, &j, &sampling(0, true), &mut unwatched()).unwrap();
            assert_eq!(found.draws, 0, "{kind:?}");
            for (variance, error) in found.variances.iter().zip(exact(model, kind, correction)) {
                assert!(
                    (variance.sqrt() - error).abs() <= 1e-9 * (error + 1e-3),
                    "{kind:?}: {variance} {error}"
                );
            }
        }
    }
    // A graph without a thin place has no factor worth its while, and one of many hubs neither.
    let j = jacobian(&own);
    let sampled = own.sampled_variances(
        CovarianceKind::Sandwich,
        Correction::None,
        &j,
        &sampling(32, false),
        &mut unwatched(),
    );
    assert_eq!(sampled.unwrap().draws, 32);
}

/// Where clusters are few each is solved for, also of judges whose sensitivities differ.
#[test]
fn few_clusters_are_exact() {
    let dense = graded(votes(60, 900, 60, 2));
    let (kind, correction) = (CovarianceKind::ClusteredByJudge, Correction::Cr1);
    for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
        let outcome = Outcome::Davidson;
        let model = fitted(
            &dense,
            Specification {
                strength: StrengthModel::of(strength, 0, false),
                outcome,
                ..Specification::default()
            },
        );
        let j = jacobian(&model);
        let (noise, scale) = model.noise(kind, correction).unwrap();
        assert_eq!(noise.scores.len(), 2);
        let of = |threads| {
            let mut hessian = Hessian::new(model.objective.modulo(&model.null_space), &model.theta).unwrap();
            sampled::squares_of_few(&noise.scores, &mut hessian, &j, threads, &mut unwatched()).unwrap()
        };
        let found = of(1);
        assert_eq!(found, of(3));
        for (variance, error) in found.iter().zip(exact(&model, kind, correction)) {
            let own = (scale * variance).sqrt();
            assert!((own - error).abs() <= 1e-6 * error, "{strength:?}: {own} {error}");
        }
    }
    // Clusters of all items widen the pattern beyond what is worth its while.
    let model = fitted(&votes(600, 9_000, 600, 3), Specification::default());
    let found = model
        .sampled_variances(kind, correction, &jacobian(&model), &sampling(0, true), &mut unwatched())
        .unwrap();
    assert_eq!(found.draws, 0);
    let exact = exact(&model, kind, correction);
    let largest = exact.iter().fold(0.0, |m: f64, e| m.max(*e));
    for (variance, error) in found.variances.iter().zip(exact) {
        assert!((variance.sqrt() - error).abs() <= 1e-6 * largest, "{variance} {error}");
    }
}

/// Of every kind of model that draws serve: the differences from exact errors are as large as is said.
#[test]
fn sampled_errors_are_as_far_off_as_they_say() {
    let dense = votes(60, 900, 60, 2);
    let plain = Specification::default;
    let cases = [
        ("pooled", plain(), CovarianceKind::Sandwich),
        ("information", plain(), CovarianceKind::Expected),
        ("ridge", Specification { ridge: 2.0, ..plain() }, CovarianceKind::Observed),
        ("pseudo", Specification { pseudo: 1.0, ..plain() }, CovarianceKind::Observed),
        ("clusters", plain(), CovarianceKind::ClusteredByContext),
        ("Davidson", Specification { outcome: Outcome::Davidson, ..plain() }, CovarianceKind::Sandwich),
        (
            "Davidson, information",
            Specification { outcome: Outcome::Davidson, ..plain() },
            CovarianceKind::Expected,
        ),
        (
            "Rao and Kupper",
            Specification { outcome: Outcome::RaoKupper, ..plain() },
            CovarianceKind::Observed,
        ),
        ("position", Specification { position: Position::ByJudge, ..plain() }, CovarianceKind::Sandwich),
        (
            "judges",
            Specification { strength: StrengthModel::SENSITIVITY, ..plain() },
            CovarianceKind::ClusteredByContext,
        ),
    ];
    for (name, specification, kind) in cases {
        let votes = if kind.is_clustered() { dense.clone() } else { without_contexts(dense.clone()) };
        let model = fitted(&votes, specification);
        let j = jacobian(&model);
        let found = model
            .sampled_variances(kind, Correction::None, &j, &sampling(400, false), &mut unwatched())
            .unwrap();
        let exact = exact(&model, kind, Correction::None);
        let square = |at: usize| ((found.variances[at].sqrt() - exact[at]) / found.errors[at]).powi(2);
        let rms = ((0..60).map(square).sum::<f64>() / 60.0).sqrt();
        assert!((0.7..1.4).contains(&rms), "{name}: {rms}");
        let stated = found.errors.iter().zip(&exact).map(|(m, e)| m / e).sum::<f64>() / 60.0;
        assert!(stated < 0.03, "{name}: {stated}");
        // Solved for one by one, the same is exact.
        let contrasts: Vec<f64> =
            (0..3 * 60).map(|k| f64::from(k % 60 == k / 60) - f64::from(k % 60 == 20 + k / 60)).collect();
        let few = j.contrasts(&contrasts, 3);
        let solved = model.solved_covariance(kind, Correction::None, &few, true).unwrap().unwrap();
        let matrix = few.covariance(model.covariance(kind, Correction::None).unwrap().matrix().unwrap());
        let largest = matrix.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        for (s, m) in solved.iter().zip(&matrix) {
            assert!((s - m).abs() < 1e-8 * largest, "{name}: {s} {m}");
        }
    }
}

#[test]
fn threads_do_not_change_a_bit_and_seeds_do() {
    let model = fitted(&votes(60, 600, 60, 3), Specification::default());
    let j = jacobian(&model);
    let of = |threads, seed| {
        let sampling = Sampling { draws: 100, seed, threads, or_exact: false };
        model
            .sampled_variances(CovarianceKind::Sandwich, Correction::None, &j, &sampling, &mut unwatched())
            .unwrap()
    };
    let one = of(1, 5);
    assert_eq!((one.variances.clone(), one.errors.clone()), (of(3, 5).variances, of(3, 5).errors));
    assert_ne!(one.variances, of(1, 6).variances);
}

/// Enough cells for sums in parts: those agree with sums in one go, and do not depend on threads.
#[test]
fn threads_do_not_change_a_fit_of_many_pairs() {
    let votes = without_contexts(votes(700, 120_000, 700, 8));
    for outcome in [Outcome::BradleyTerry, Outcome::Davidson] {
        let of = |threads| {
            let specification = Specification { outcome, ..Specification::default() };
            crate::threads::using(threads, || fitted(&votes, specification))
        };
        let one = of(1);
        let (own, cells) = (&one.objective, one.objective.data.design.len());
        assert!(cells >= 1 << 16, "{cells}");
        assert!(own.dimension > crate::solve::DENSE_LIMIT);
        let p = own.dimension;
        let theta: Vec<f64> = one.theta.iter().enumerate().map(|(k, t)| t + 0.1 * (k as f64).sin()).collect();
        let (mut local, mut scratch) = (Local::default(), Scratch::default());
        let [mut whole, mut gradient, mut diagonal, mut product] = [(); 4].map(|()| vec![0.0; p]);
        let mut weights = own.weights();
        own.gradient(&theta, &mut whole, &mut local);
        let value = own.weigh(&theta, &mut gradient, &mut diagonal, &mut weights, &mut scratch);
        assert!((value - own.value(&theta)).abs() < 1e-11 * value.abs());
        own.product(&theta, &weights, &whole, &mut product, &mut scratch);
        let lanes: Vec<[f64; 1]> = whole.iter().map(|x| [*x]).collect();
        let mut products = vec![[0.0]; p];
        own.products(&theta, &weights, &lanes, &mut products, &mut local);
        let scale = |v: &[f64]| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let sizes = [scale(&whole), scale(&product)];
        for k in 0..p {
            assert!((gradient[k] - whole[k]).abs() < 1e-11 * sizes[0]);
            assert!((product[k] - products[k][0]).abs() < 1e-11 * sizes[1]);
        }
        for threads in [2, 5] {
            assert_eq!(of(threads).theta, one.theta, "{threads} threads");
        }
    }
}

#[test]
fn what_draws_do_not_have_is_refused_by_name() {
    let model = fitted(&votes(40, 300, 40, 4), Specification::default());
    let j = jacobian(&model);
    let refused = |model: &Model, kind, correction| {
        let j = if model.theta.len() == 40 { j.clone() } else { jacobian(model) };
        match model.sampled_variances(kind, correction, &j, &sampling(50, false), &mut unwatched()) {
            Err(Error::Unsupported(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let by_context = CovarianceKind::ClusteredByContext;
    assert!(refused(&model, by_context, Correction::Cr2).contains("CR1 only"));
    assert!(refused(&model, by_context, Correction::Jackknife).contains("CR1 only"));
    assert!(refused(&model, CovarianceKind::ClusteredTwoWay, Correction::None).contains("two ways"));
    let judges = fitted(
        &votes(40, 600, 40, 4),
        Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() },
    );
    assert!(refused(&judges, CovarianceKind::Expected, Correction::None).contains("sandwich"));
    let firth = fitted(&votes(40, 300, 40, 4), Specification { firth: true, ..Specification::default() });
    assert!(refused(&firth, CovarianceKind::Sandwich, Correction::None).contains("Firth"));
}

/// On a long graph the diagonal is slow: the first solution chooses another preconditioner, and all agree.
#[test]
fn solutions_do_not_depend_on_the_preconditioner() {
    let ladder = graded(votes(1_000, 6_000, 4, 6));
    let mut wide = ladder.clone();
    // Enough long edges that a sparse factor would fill, too few for the diagonal.
    let mut random = Random::new(7, 7);
    for _ in 0..200 {
        let (a, b) = (random.below(1_000) as u32, random.below(1_000) as u32);
        if a != b {
            wide.push((wide.len() as u32 / 3, 0, a, b, [1.0, 1.0, 0.0]));
        }
    }
    let plain = Specification::default();
    let tied = || Specification {
        outcome: Outcome::Davidson,
        position: Position::ByJudge,
        ..Specification::default()
    };
    let judges = Specification { strength: StrengthModel::SENSITIVITY, ..plain.clone() };
    let all = [&ladder, &wide].map(|votes| [plain.clone(), tied(), judges.clone()].map(|own| (votes, own)));
    for (votes, specification) in all.into_iter().flatten() {
        let model = fitted(votes, specification);
        let mut hessian = Hessian::new(model.objective.modulo(&model.null_space), &model.theta).unwrap();
        let mut rights = vec![[0.0; LANES]; model.theta.len()];
        (0..LANES).for_each(|l| (rights[l][l], rights[990 + l][l]) = (1.0, -1.0));
        let iterations = |hessian: &Hessian<'_, Modulo<'_>>| {
            let mut count = 0;
            let mut ask = || {
                count += 1;
                Ok(())
            };
            let found = hessian.solve(&rights, 1e-11, &mut ask).unwrap();
            (found, count)
        };
        let (slow, many) = iterations(&hessian);
        let chosen = hessian.choose(&rights, 1e-11).unwrap();
        let (_, few) = iterations(&hessian);
        assert!(4 * few < many, "{few} {many}");
        let largest = slow.iter().flatten().fold(0.0, |m: f64, v| m.max(v.abs()));
        for (a, b) in slow.iter().flatten().zip(chosen.iter().flatten()) {
            assert!((a - b).abs() < 1e-7 * largest, "{a} {b}");
        }
    }
}

/// Sums over cells that are written out are those of the matrix, of every kind of strength with every kind of term.
#[test]
fn products_are_those_of_the_matrix() {
    let votes = without_contexts(graded(votes(12, 200, 12, 9)));
    let strengths = [StrengthModel::default(), StrengthModel::SENSITIVITY, StrengthModel::disagreement(1)];
    for (strength, outcome) in strengths.into_iter().flat_map(|strength| {
        [Outcome::BradleyTerry, Outcome::Davidson].map(|outcome| (strength.clone(), outcome))
    }) {
        let accept = Problems(!0);
        let position = Position::ByJudge;
        let model =
            fitted(&votes, Specification { strength, outcome, position, accept, ..Specification::default() });
        let (own, p) = (&model.objective, model.theta.len());
        // Away from the optimum, where second derivatives of strengths count, too.
        let theta: Vec<f64> =
            model.theta.iter().enumerate().map(|(k, t)| t + 0.2 * (k as f64).sin()).collect();
        let (mut local, mut scratch) = (Local::default(), Scratch::default());
        let [mut gradient, mut diagonal, mut product] = [(); 3].map(|()| vec![0.0; p]);
        let mut weights = own.weights();
        let mut matrix = vec![0.0; p * p];
        own.evaluate(&theta, &mut gradient, &mut matrix, &mut local);
        own.weigh(&theta, &mut gradient, &mut diagonal, &mut weights, &mut scratch);
        let v: Vec<f64> = (0..p).map(|k| if own.fixed[k] { 0.0 } else { (1.3 * k as f64).cos() }).collect();
        own.product(&theta, &weights, &v, &mut product, &mut scratch);
        for row in (0..p).filter(|&row| !own.fixed[row]) {
            let expected: f64 = (0..p).map(|k| matrix[k.min(row) * p + k.max(row)] * v[k]).sum();
            assert!((product[row] - expected).abs() < 1e-9, "{p}, {row}: {} {expected}", product[row]);
        }
    }
}

/// Of an item that diverges the curvature drowns in rounding: neither conjugate gradients nor steps go on for ever.
#[test]
fn sensitivities_beside_an_item_that_runs_off_end_soon() {
    let (items, judges) = (700, 5);
    let mut random = Random::new(3, 0);
    let mut votes: Vec<Vote> = Vec::new();
    for at in 0..4_000u32 {
        let (item, anchor) = (10 + at % (items - 10), random.below(10) as u32);
        let judge = random.below(judges) as u32;
        let gap = (1.0 + 0.2 * f64::from(judge)) * ((0.7 * f64::from(item)).sin() - f64::from(anchor) / 10.0);
        let wins = (20.0 / (1.0 + (-gap).exp())).round().clamp(1.0, 19.0);
        // The last item loses to nobody.
        let wins = if item == items - 1 { 20.0 } else { wins };
        votes.push((NONE, judge, item, anchor, [wins, 20.0 - wins, 0.0]));
    }
    let accept = Problems(!0);
    let strength = StrengthModel::SENSITIVITY;
    let model = fitted(&votes, Specification { strength, accept, ..Specification::default() });
    assert!(model.theta.len() > crate::solve::DENSE_LIMIT);
    assert!(model.facts.problems.contains(Problems::SEPARATED));
    assert!(model.facts.iterations < 100, "{}", model.facts.iterations);
}

/// Errors of the other items are those of the matrix, exact by a sparse factor as well as drawn.
#[test]
fn errors_stand_beside_items_that_run_off() {
    let plain = Specification::default;
    let position = Position::ByJudge;
    let cases = [
        ("pooled", plain()),
        ("positions", Specification { position, outcome: Outcome::Davidson, ..plain() }),
        ("sensitivities", Specification { strength: StrengthModel::SENSITIVITY, ..plain() }),
    ];
    for (width, (name, specification)) in
        [(6, cases.clone()), (80, cases)].into_iter().flat_map(|(w, c)| c.map(|c| (w, c)))
    {
        let mut votes = without_contexts(graded(votes(80, 1_500, width, 2)));
        for at in 0..8 {
            let judge = at % 2;
            // One item loses to nobody; two, that beat each other, win against nobody else.
            votes.push((NONE, judge, 80, 9 * at, [5.0, 0.0, 0.0]));
            votes.push((NONE, judge, 81 + at % 2, 5 * at + 1, [0.0, 5.0, 0.0]));
            votes.push((NONE, judge, 81, 82, [3.0, 2.0, 1.0]));
        }
        let model = fitted(&votes, Specification { accept: Problems(!0), ..specification });
        assert!(model.facts.problems.contains(Problems::SEPARATED), "{name}");
        let mut j = jacobian(&model);
        j.centre(&(0..80).collect::<Vec<u32>>());
        let (kind, correction) = (CovarianceKind::Sandwich, Correction::None);
        let exact = model.covariance(kind, correction).unwrap().variances(&j, 1).unwrap();
        let of = |or_exact| {
            let sampling = sampling(if or_exact { 0 } else { 400 }, or_exact);
            model.sampled_variances(kind, correction, &j, &sampling, &mut unwatched()).unwrap()
        };
        let (drawn, selected) = (of(false), of(true));
        assert_eq!((drawn.draws, selected.draws), (400, 0), "{name}");
        let mut squares = 0.0;
        for (at, variance) in exact.iter().enumerate().take(80) {
            let error = variance.sqrt();
            squares += ((drawn.variances[at].sqrt() - error) / drawn.errors[at]).powi(2) / 80.0;
            assert!((selected.variances[at].sqrt() - error).abs() < 1e-8 * error, "{name}");
        }
        assert!((0.7..1.4).contains(&squares.sqrt()), "{name}: {squares}");
    }
}
