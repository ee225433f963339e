//! Invariances of a fit: the order of ids and rows, how weights are split, which side comes
//! first, the normalisation and the scale, saving and loading, merging.

use crate::choices::*;
use crate::support::*;
use duel::comparisons::{Kind as Names, Set};
use duel::inference::{
    contrasts, covariance_of, estimates, log_likelihood, probabilities, rank_ranges, Comparison,
    CovarianceKind, Options,
};
use duel::likelihood::Curvature;
use duel::model::{Model, Normalisation, Position, Quantity, Scale, Specification, StrengthModel, View};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::strength::StrengthKind;
use duel::threshold::Form;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;

const QUANTITIES: [Quantity; 7] = [
    Quantity::Scores,
    Quantity::Sensitivities,
    Quantity::LogSensitivities,
    Quantity::Positions,
    Quantity::Effects,
    Quantity::Thresholds,
    Quantity::Strengths,
];

const KINDS: [CovarianceKind; 6] = [
    CovarianceKind::Expected,
    CovarianceKind::Observed,
    CovarianceKind::Sandwich,
    CovarianceKind::SandwichExpected,
    CovarianceKind::ClusteredByContext,
    CovarianceKind::ClusteredByJudge,
];

/// The names of the objects of a row of a quantity.
fn label(model: &Model, quantity: Quantity, row: usize) -> String {
    let name = |kind, id| model.set.name(kind, id).expect("name").to_string();
    let (rows, _) = model.shape(quantity).expect("shape");
    match quantity {
        Quantity::Scores => name(Names::Item, row),
        Quantity::Thresholds if model.specification.threshold.form() != Form::Single => {
            let factors = model.specification.threshold.factors().max(1);
            format!("{} {}", name(Names::Item, row / factors), row % factors)
        }
        Quantity::Effects => model.specification.covariates[row].clone(),
        Quantity::Strengths => {
            let items = model.layout.items;
            format!("{} {}", name(Names::Judge, row / items), name(Names::Item, row % items))
        }
        _ if rows == 1 => "all".into(),
        _ => name(Names::Judge, row),
    }
}

/// Everything that a model says, by name.
fn answers(model: &Model, kinds: &[CovarianceKind]) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    all.insert("log-likelihood".to_string(), model.facts.log_likelihood);
    all.insert("objective".to_string(), model.facts.objective);
    all.insert("comparisons".to_string(), model.facts.comparisons);
    all.insert("dimension".to_string(), model.facts.dimension as f64);
    for quantity in QUANTITIES {
        if model.shape(quantity).is_err() {
            continue;
        }
        for &covariance in kinds {
            let (values, errors) = table(model, quantity, &Options { covariance, ..Options::default() });
            for (row, (value, error)) in values.iter().zip(&errors).enumerate() {
                let label = label(model, quantity, row);
                all.insert(format!("{quantity:?} of {label}"), *value);
                all.insert(format!("{covariance:?} error of {quantity:?} of {label}"), *error);
            }
        }
    }
    all
}

/// Agreement to the accuracy of two runs of the solver.
#[track_caller]
fn same(what: &str, choice: &Choice, found: &BTreeMap<String, f64>, expected: &BTreeMap<String, f64>) {
    assert!(found.keys().eq(expected.keys()), "{what}: different answers");
    for (label, e) in expected {
        let f = found[label];
        let close = (f - e).abs() <= 2e-6 * e.abs().max(1.0) || (f.is_nan() && e.is_nan());
        assert!(close, "{what}, {label}: {f} against {e} in {choice:?}");
    }
}

fn shuffled<T: Clone>(list: &[T], seed: u64) -> Vec<T> {
    let mut random = Random::new(seed, 1);
    let mut list = list.to_vec();
    for at in (1..list.len()).rev() {
        list.swap(at, random.below(at as u64 + 1) as usize);
    }
    list
}

fn model_of(choice: &Choice, set: &Set) -> Model {
    fitted(set, &specify(choice, set))
}

fn compositions() -> impl Strategy<Value = Choice> {
    select(estimable())
}

proptest! {
    #![proptest_config(repeatable(60))]

    /// Ids are given in order of first sight, so that shuffled rows are also relabelled items, judges
    /// and contexts.
    #[test]
    fn order_of_rows_and_labels(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let votes = rich_votes(seed);
        for importance in [false, true] {
            let kinds = if importance { &KINDS[2..] } else { &KINDS[..] };
            let expected = answers(&model_of(&choice, &set_from(&votes, importance, &values)), kinds);
            let other = set_from(&shuffled(&votes, seed), importance, &values);
            same("shuffled", &choice, &answers(&model_of(&choice, &other), kinds), &expected);
        }
    }

    /// A set that was saved and loaded has other ids and the same answers, by name.
    #[test]
    fn a_saved_and_loaded_set(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let set = set_from(&shuffled(&rich_votes(seed), seed), false, &values);
        let loaded = Set::load(&set.save()).expect("bytes just saved");
        prop_assert_eq!(loaded.save(), set.save());
        let (model, again) = (model_of(&choice, &set), model_of(&choice, &loaded));
        let (l, expected) = (again.facts.log_likelihood, model.facts.log_likelihood);
        prop_assert!((l - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{} for {}", l, expected);
        same("loaded set", &choice, &answers(&again, &KINDS), &answers(&model, &KINDS));
    }

    /// A row of weight 3 is three rows.
    #[test]
    fn split_weights(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let votes = rich_votes(seed);
        let expected = answers(&model_of(&choice, &set_from(&votes, false, &values)), &KINDS);
        let single: Vec<Vote> = votes
            .iter()
            .flat_map(|v| vec![Vote { weight: 1.0, ..*v }; v.weight as usize])
            .collect();
        prop_assert!(single.len() > votes.len());
        let found = answers(&model_of(&choice, &set_from(&single, false, &values)), &KINDS);
        same("single rows", &choice, &found, &expected);
    }

    /// Without a position effect it does not matter who was shown first.
    #[test]
    fn swapped_sides(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        prop_assume!(choice.specification.position == Position::None);
        let votes = rich_votes(seed);
        let expected = answers(&model_of(&choice, &set_from(&votes, false, &values)), &KINDS);
        let swap = |v: &Vote| Vote {
            left: v.right,
            right: v.left,
            outcome: match v.outcome { 1 => 2, 2 => 1, other => other },
            ..*v
        };
        let mut random = Random::new(seed, 2);
        let turned: Vec<Vote> =
            votes.iter().map(|v| if random.below(2) == 0 { swap(v) } else { *v }).collect();
        let found = answers(&model_of(&choice, &set_from(&turned, false, &values)), &KINDS);
        same("swapped", &choice, &found, &expected);
    }

    /// Swapping every side changes the sign of position effects, and nothing else.
    #[test]
    fn all_sides_swapped(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        prop_assume!(choice.specification.position != Position::None);
        prop_assume!(!choice.specification.covariates.contains(&"context".to_string()));
        let votes = rich_votes(seed);
        let mut expected = answers(&model_of(&choice, &set_from(&votes, false, &values)), &KINDS);
        for (label, value) in &mut expected {
            if label.starts_with("Positions of") {
                *value = -*value;
            }
        }
        let turned: Vec<Vote> = votes
            .iter()
            .map(|v| Vote {
                left: v.right,
                right: v.left,
                outcome: match v.outcome { 1 => 2, 2 => 1, other => other },
                ..*v
            })
            .collect();
        let found = answers(&model_of(&choice, &set_from(&turned, false, &values)), &KINDS);
        same("swapped", &choice, &found, &expected);
    }

    /// Differences of scores do not depend on the identifiability constraint, strengths and probabilities not on the scale.
    #[test]
    fn gauge_and_scale(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let model = model_of(&choice, &set_from(&rich_votes(seed), false, &values));
        check_null_directions(&model);
        let items = model.layout.items;
        let mut weights = vec![0.0; 2 * items];
        (weights[0], weights[items - 1], weights[items + 1], weights[items + 2]) = (1.0, -1.0, -0.5, 0.5);
        let null_spaces = [
            Normalisation::Sum,
            Normalisation::Reference(3),
            Normalisation::Weighted(vec![1.0, 0.0, 2.5, 1.0, 0.5]),
        ];
        let scales = [Scale::Arithmetic, Scale::Geometric, Scale::Reference(1)];
        let sensitive = choice.specification.strength.kind() == StrengthKind::Sensitivity;
        for covariance in KINDS {
            for scale in scales {
                let found = null_spaces.clone().map(|null_space| {
                    let options = options(covariance, null_space, scale);
                    contrasts(&model, Quantity::Scores, &weights, 2, &options, &mut unwatched()).expect("contrasts")
                });
                for (table, matrix) in &found[1..] {
                    for (row, first) in table.iter().zip(&found[0].0) {
                        all_near("contrast", row, first, absolute(1e-9));
                    }
                    all_near("covariance", matrix, &found[0].1, absolute(1e-9));
                }
            }
            let by_scale = scales.map(|scale| {
                let options = options(covariance, Normalisation::Sum, scale);
                let comparison = Comparison { left: 0, right: 3, judge: 1, context: 2 };
                let p = probabilities(&model, &[comparison], &options, &mut unwatched()).expect("probability");
                (table(&model, Quantity::Strengths, &options), p[0])
            });
            for ((values, errors), p) in &by_scale[1..] {
                all_near("strengths", values, &by_scale[0].0.0, absolute(1e-9));
                all_near("errors of strengths", errors, &by_scale[0].0.1, absolute(1e-9));
                all_near("probability", p, &by_scale[0].1, absolute(1e-9));
            }
        }
        if sensitive {
            let gamma = |scale| table(&model, Quantity::Sensitivities, &options(KINDS[0], Normalisation::Sum, scale)).0;
            near("arithmetic mean", gamma(Scale::Arithmetic).iter().sum::<f64>() / JUDGES as f64, 1.0, absolute(1e-12));
            near("geometric mean", gamma(Scale::Geometric).iter().product(), 1.0, absolute(1e-12));
            near("reference", gamma(Scale::Reference(1))[1], 1.0, absolute(1e-12));
        }
    }

    /// A loaded model answers every question with the same bits.
    #[test]
    fn saved_and_loaded(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let set = set_from(&rich_votes(seed), false, &values);
        let model = model_of(&choice, &set);
        let bytes = model.save();
        let loaded = Model::load(&bytes).expect("bytes just saved");
        prop_assert_eq!(loaded.save(), bytes);
        prop_assert_eq!(bits(&model), bits(&loaded));
        prop_assert_eq!(model.warnings(), loaded.warnings());
        prop_assert_eq!(format!("{:?}", model.facts), format!("{:?}", loaded.facts));
        prop_assert_eq!(model.set.cells(), loaded.set.cells());
        prop_assert_eq!(model.set.save(), loaded.set.save());
    }

    /// Shards merged in any order give the whole.
    #[test]
    fn merged_shards(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let votes = rich_votes(seed);
        let expected = answers(&model_of(&choice, &set_from(&votes, false, &values)), &KINDS);
        let mut shards: Vec<Set> = (0..3)
            .map(|shard| {
                let part: Vec<Vote> = votes.iter().skip(shard).step_by(3).copied().collect();
                let mut set = Set::new();
                append_votes(&mut set, &part, false);
                set
            })
            .collect();
        let mut whole = shards.pop().expect("shard");
        shards.iter().for_each(|shard| whole.merge(shard).expect("merge"));
        add_covariates(&mut whole, &values);
        same("merged", &choice, &answers(&model_of(&choice, &whole), &KINDS), &expected);
    }

    /// The likelihood of a model's own data is that of the fit.
    #[test]
    fn likelihood_of_the_own_data(choice in compositions(), seed in any::<u64>(), values in any_values()) {
        let set = set_from(&rich_votes(seed), false, &values);
        let model = model_of(&choice, &set);
        let (found, count) = log_likelihood(&model, &set).expect("likelihood");
        near("log-likelihood", found, model.facts.log_likelihood, relative(1e-12));
        near("comparisons", count, model.facts.comparisons, relative(1e-14));
    }
}

/// Information matrices at the optimum vanish along the directions that change nothing.
fn check_null_directions(model: &Model) {
    let p = model.theta.len();
    let objective = &model.objective;
    let any: Vec<f64> =
        (0..p).map(|k| if objective.fixed[k] { 0.0 } else { (2.0 + k as f64).cos() }).collect();
    let (mut rest, mut scratch) = (any.clone(), vec![0.0; p]);
    model.null_space.project(&objective.strength, &model.theta, &objective.fixed, &mut rest, &mut scratch);
    let null: Vec<f64> = any.iter().zip(&rest).map(|(a, r)| a - r).collect();
    let length = null.iter().map(|n| n * n).sum::<f64>().sqrt();
    assert_eq!(length > 1e-9, !model.null_space.is_empty(), "{null:?}");
    for which in [Curvature::Observed, Curvature::Expected, Curvature::Squared] {
        let mut matrix = vec![0.0; p * p];
        objective.information(&model.theta, which, &mut matrix);
        let entry = |row: usize, column: usize| matrix[row.min(column) * p + row.max(column)];
        let largest = (0..p).map(|k| entry(k, k)).fold(0.0, f64::max);
        for row in (0..p).filter(|&k| !objective.fixed[k]) {
            let along: f64 = (0..p).map(|column| entry(row, column) * null[column]).sum();
            near(&format!("{which:?} along the structural null space"), along, 0.0, absolute(1e-6 * largest));
        }
    }
}

/// All that a model says, as bits.
fn bits(model: &Model) -> Vec<u64> {
    let mut all = Vec::new();
    let mut push = |values: &[f64]| all.extend(values.iter().map(|v| v.to_bits()));
    let view = View { unit: 400.0 / 10f64.ln(), origin: 1000.0, ..View::default() };
    for covariance in KINDS {
        let options = Options { covariance, view: view.clone(), ..Options::default() };
        for quantity in QUANTITIES.into_iter().filter(|q| model.shape(*q).is_ok()) {
            estimates(model, quantity, &options, &mut unwatched())
                .expect("estimates")
                .iter()
                .for_each(|r| push(r));
            push(&covariance_of(model, quantity, &options).expect("covariance"));
        }
        let comparison = Comparison { left: 1, right: 2, judge: 0, context: 3 };
        push(&probabilities(model, &[comparison], &options, &mut unwatched()).expect("probability")[0]);
    }
    let options = Options { draws: 200, ..Options::default() };
    for rank in rank_ranges(model, &options, &mut unwatched()).expect("ranks") {
        push(&[rank.rank, rank.best as f64, rank.worst as f64]);
    }
    push(&model.theta);
    push(&model.item_counts());
    all
}

/// An Elo-like scale multiplies scores and their errors and moves the zero.
#[test]
fn units_and_origin() {
    let set = set_from(&rich_votes(5), false, &[0.1; VALUES]);
    let model =
        fitted(&set, &Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() });
    let plain = Options::default();
    let elo = Options { view: View { unit: 173.7, origin: 1000.0, ..View::default() }, ..plain.clone() };
    let (scores, errors) = table(&model, Quantity::Scores, &plain);
    let (found, found_errors) = table(&model, Quantity::Scores, &elo);
    let moved: Vec<f64> = scores.iter().map(|s| 1000.0 + 173.7 * s).collect();
    let larger: Vec<f64> = errors.iter().map(|e| 173.7 * e).collect();
    all_near("scores", &found, &moved, relative(1e-13));
    all_near("errors", &found_errors, &larger, relative(1e-12));
    let gamma = |options| table(&model, Quantity::Sensitivities, options);
    assert_eq!(gamma(&plain), gamma(&elo));
}

/// The unit of a covariate is the caller's: in others the effect is another number, and nothing else changes.
#[test]
fn units_of_covariates() {
    let values: Vec<f64> = (0..VALUES).map(|k| (1.3 * k as f64).cos()).collect();
    for (strength, rank) in
        [(StrengthKind::Pooled, 0), (StrengthKind::Sensitivity, 0), (StrengthKind::Disagreement, 1)]
    {
        let own = if strength == StrengthKind::Pooled { Vec::new() } else { vec!["context".to_string()] };
        let specification = Specification {
            strength: StrengthModel::of(strength, rank, false).with_covariates(own),
            covariates: vec!["context-item".into()],
            ..Specification::default()
        };
        let model = |unit: f64| {
            let scaled: Vec<f64> = values.iter().map(|v| unit * v).collect();
            fitted(&set_from(&rich_votes(11), false, &scaled), &specification)
        };
        let plain = model(1.0);
        for unit in [1e-9, 1e4, 1e9] {
            let found = model(unit);
            near("likelihood", found.facts.log_likelihood, plain.facts.log_likelihood, absolute(1e-8));
            for kind in KINDS {
                let options = Options { covariance: kind, ..Options::default() };
                for (quantity, by) in
                    [(Quantity::Scores, 1.0), (Quantity::Effects, unit), (Quantity::SensitivitySlopes, unit)]
                {
                    if found.shape(quantity).is_err() {
                        continue;
                    }
                    let what = format!("{strength:?} {quantity:?} {kind:?} in units of {unit}");
                    let (estimates, errors) = table(&found, quantity, &options);
                    let (expected, expected_errors) = table(&plain, quantity, &options);
                    let back = |values: Vec<f64>| values.into_iter().map(|v| by * v).collect::<Vec<_>>();
                    all_near(&what, &back(estimates), &expected, absolute(1e-7));
                    all_near(&what, &back(errors), &expected_errors, relative(1e-5));
                }
            }
        }
    }
}

/// Scores summed by judge are scores summed by context where each judge is a context, and single
/// comparisons are contexts of their own.
#[test]
fn clusters() {
    let votes = rich_votes(3);
    let by_judge: Vec<Vote> = votes.iter().map(|v| Vote { context: v.judge, ..*v }).collect();
    let mut single: Vec<Vote> =
        votes.iter().flat_map(|v| vec![Vote { weight: 1.0, ..*v }; v.weight as usize]).collect();
    single.iter_mut().zip(0..).for_each(|(vote, row)| vote.context = row);
    for specification in [
        Specification::default(),
        Specification {
            strength: StrengthModel::SENSITIVITY,
            position: Position::ByJudge,
            ..Specification::default()
        },
        Specification { outcome: Outcome::Davidson, threshold_by_judge: true, ..Specification::default() },
    ] {
        for (votes, plain, clustered) in [
            (&by_judge, CovarianceKind::ClusteredByJudge, CovarianceKind::ClusteredByContext),
            (&single, CovarianceKind::Sandwich, CovarianceKind::ClusteredByContext),
        ] {
            let mut set = Set::new();
            for vote in votes {
                append_single(&mut set, vote);
            }
            let model = fitted(&set, &specification);
            for quantity in QUANTITIES.into_iter().filter(|q| model.shape(*q).is_ok()) {
                let errors =
                    |covariance| table(&model, quantity, &Options { covariance, ..Options::default() }).1;
                let (expected, found) = (errors(plain), errors(clustered));
                all_near(&format!("{plain:?} of {quantity:?}"), &found, &expected, relative(1e-9));
            }
        }
    }
}

fn append_single(set: &mut Set, vote: &Vote) {
    let mut counts = [0.0; 5];
    counts[vote.outcome as usize - 1] = vote.weight;
    let (context, judge) = (Some(vote.context), Some(vote.judge));
    append(set, &[Cell { context, judge, left: vote.left, right: vote.right, counts }], false);
}
