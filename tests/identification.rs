//! Values that the data do not identify are NaN, value and error alike, in every function that answers numbers; what they do
//! identify is answered, whatever else they leave open; and the identified dimension is the rank of the design.

mod support;

use duel::assess::{matrix, Matrix};
use duel::comparisons::Set;
use duel::geometry::{distances, Distance};
use duel::inference::*;
use duel::linalg::singular_values;
use duel::model::{
    Model, Normalisation, Position, Problems, Quantity, Specification, SpreadModel, StrengthModel,
    ThresholdModel, View,
};
use duel::outcome::Outcome;
use duel::policy::{next_comparisons, Criterion, Question as NextQuestion};
use duel::progress::unwatched;
use duel::threshold::Basis;
use duel::Error;
use support::*;

const NONE: u32 = u32::MAX;

fn accepting(accept: Problems) -> Specification {
    Specification { accept, ..Specification::default() }
}

fn cells(rows: &[(u32, u32, f64, f64)]) -> Set {
    set_of(&rows.iter().map(|r| Cell::new(None, r.0, r.1, r.2, r.3, 0.0)).collect::<Vec<_>>())
}

/// Items a, b, x, y: a and b met, x and y met.
fn islands() -> Model {
    fitted(&cells(&[(0, 1, 3.0, 1.0), (2, 3, 2.0, 2.0)]), &accepting(Problems::DISCONNECTED))
}

fn scores_of(model: &Model, options: &Options) -> Vec<[f64; 4]> {
    estimates(model, Quantity::Scores, options, &mut unwatched()).expect("scores")
}

fn is_nan(row: &[f64]) -> bool {
    row.iter().all(|v| v.is_nan())
}

/// Of a contrast of scores every number that any function has for it: estimate first, then error.
fn every_answer(model: &Model, weights: &[f64]) -> Vec<[f64; 2]> {
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let watch = &mut unwatched();
    let mut answers = Vec::new();
    let (table, covariance) =
        contrasts(model, Quantity::Scores, weights, 1, &options, watch).expect("contrast");
    answers.push([table[0][0], table[0][1]]);
    answers.push([table[0][2], covariance[0]]);
    let none = Adjustment::None;
    let tests =
        test_contrasts(model, Quantity::Scores, weights, 1, &[], none, &options, watch).expect("test");
    answers.push([tests[0].estimate, tests[0].error]);
    answers.push([tests[0].statistic, tests[0].p]);
    let mut function = |x: &[f64], out: &mut [f64], _: Option<&mut [f64]>| -> duel::Result<()> {
        out[0] = x.iter().zip(weights).map(|(x, w)| x * w).sum();
        Ok(())
    };
    let of = Of::Quantity(Quantity::Scores);
    let (table, _) = functions(model, of, 1, &mut function, &options, watch).expect("function");
    answers.push([table[0][0], table[0][1]]);
    let (table, _) = functions(model, Of::Parameters, 1, &mut function, &options, watch).expect("function");
    answers.push([table[0][0], table[0][1]]);
    let table = profile(model, Quantity::Scores, weights, 1, &options, watch).expect("profile");
    answers.push([table[0][0], table[0][1]]);
    answers.push([table[0][2], table[0][3]]);
    let how = BootstrapOptions {
        replicates: 100,
        weights: WeightDistribution::Bayesian,
        ..BootstrapOptions::default()
    };
    let bootstrap = Bootstrap::new(model, &how, watch).expect("replicates");
    let drawn = Options { bootstrap: Some(bootstrap.into()), level: 0.9, ..options.clone() };
    let (table, covariance) =
        contrasts(model, Quantity::Scores, weights, 1, &drawn, watch).expect("contrast");
    answers.push([table[0][0], table[0][1]]);
    answers.push([table[0][2], covariance[0]]);
    answers
}

#[test]
fn across_components_nothing_is_answered() {
    let model = islands();
    for weights in
        [[1.0, 0.0, -1.0, 0.0], [1.0, -1.0, 0.5, 0.0], [0.5, 0.5, -0.5, -0.5], [1.0, 0.0, 1.0, 0.0]]
    {
        let across = weights != [1.0, -1.0, 0.5, 0.0];
        let found = every_answer_but_parameters(&model, &weights);
        for answer in &found {
            assert_eq!(is_nan(answer), across, "{weights:?}: {found:?}");
        }
    }
    // Within components all is answered: log 3 with 1 / 3 + 1.
    let found = every_answer(&model, &[1.0, -1.0, 0.0, 0.0]);
    assert!(found.iter().flatten().all(|v| !v.is_nan()), "{found:?}");
    near("difference", found[0][0], 3f64.ln(), absolute(1e-7));
    near("error", found[0][1], (4f64 / 3.0).sqrt(), absolute(1e-7));
    let found = every_answer(&model, &[1.0, -1.0, 1.0, -1.0]);
    assert!(found.iter().flatten().all(|v| !v.is_nan()), "{found:?}");
    let found = every_answer(&model, &[1.0, 0.0, -1.0, 0.0]);
    assert!(found.iter().flatten().all(|v| v.is_nan()), "{found:?}");
}

/// Functions that depend on the identifiability constraint, such as the sum of two scores, are refused.
fn every_answer_but_parameters(model: &Model, weights: &[f64]) -> Vec<[f64; 2]> {
    if weights.iter().sum::<f64>().abs() < 1e-9 {
        return every_answer(model, weights);
    }
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let (table, _) =
        contrasts(model, Quantity::Scores, weights, 1, &options, &mut unwatched()).expect("contrast");
    vec![[table[0][0], table[0][1]]]
}

#[test]
fn tables_of_pairs_are_nan_across_components() {
    let model = islands();
    let options = Options::default();
    let watch = &mut unwatched();
    let across = |at: usize| (at / 4 < 2) != (at % 4 < 2);
    for what in [Distance::Scores, Distance::Distinguishability] {
        let found = distances(&model, what, &options, watch).expect("distances");
        assert!((0..16).all(|at| found[at].is_nan() == across(at)), "{found:?}");
    }
    let found = pair_probabilities(&model, NONE, NONE, &options).expect("probabilities");
    assert!((0..16).all(|at| found[4 * at].is_nan() == across(at)), "{found:?}");
    let found = superiority(&model, &options, watch).expect("superiority");
    assert!((0..16).all(|at| found[at].is_nan() == (across(at) || at / 4 == at % 4)), "{found:?}");
    let found = covariance_of(&model, Quantity::Scores, &options).expect("covariance");
    assert!((0..16).all(|at| found[at].is_nan() == across(at)), "{found:?}");
    let found = matrix(&model, Matrix::Predicted, 0).expect("matrix");
    assert!((0..16).all(|at| found[at].is_nan() == (across(at) || at / 4 == at % 4)), "{found:?}");
    let asked = [Comparison { left: 0, right: 2, judge: NONE, context: NONE }];
    assert!(probabilities(&model, &asked, &options, watch).expect("probabilities")[0][..8]
        .iter()
        .all(|v| v.is_nan()));
    // Held out: one that is known, and one that is not.
    assert!(log_likelihood(&model, &cells(&[(0, 1, 1.0, 0.0)])).expect("held out").0.is_finite());
    let (sum, count) =
        log_likelihood(&model, &cells(&[(0, 1, 1.0, 0.0), (0, 2, 1.0, 0.0)])).expect("held out");
    assert!(sum.is_nan() && count == 2.0);
    // Ranks are among the items of the first component; ranges leave room for the others.
    let ranks = rank_ranges(&model, &options, watch).expect("ranks");
    assert_eq!((ranks[0].rank, ranks[1].rank), (1.0, 2.0));
    assert!(ranks[2].rank.is_nan() && ranks[3].rank.is_nan());
    assert!(ranks.iter().all(|rank| (rank.best, rank.worst) == (1, 4)));
    // Nothing is known of what a comparison across would be worth.
    let question = NextQuestion { criterion: Criterion::Scores, batch: 1, judge: None, threads: 1 };
    let error = next_comparisons(&model, &question, watch).unwrap_err();
    assert!(matches!(error, Error::NotIdentified(_)), "{error}");
    let error = duel::simulate::simulate(&model, &cells(&[(0, 2, 1.0, 0.0)]), 1).unwrap_err();
    assert!(matches!(error, Error::NotIdentified(_)), "{error}");
}

#[test]
fn strengths_across_components() {
    let mut rows = Vec::new();
    for judge in 0..3 {
        let lead = f64::from(judge);
        rows.push(Cell::new(Some(judge), 0, 1, 4.0 + lead, 2.0, 0.0));
        rows.push(Cell::new(Some(judge), 2, 3, 3.0 + 2.0 * lead, 2.0, 0.0));
    }
    let specification =
        Specification { strength: StrengthModel::SENSITIVITY, ..accepting(Problems::DISCONNECTED) };
    let model = fitted(&set_of(&rows), &specification);
    let row = |entries: &[(usize, f64)]| {
        let mut row = vec![0.0; 12];
        entries.iter().for_each(|&(at, w)| row[at] = w);
        row
    };
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let of = |weights: &[f64]| {
        contrasts(&model, Quantity::Strengths, weights, 1, &options, &mut unwatched()).expect("contrast").0[0]
    };
    assert!(is_nan(&of(&row(&[(4, 1.0), (6, -1.0)]))));
    assert!(of(&row(&[(4, 1.0), (5, -1.0)])).iter().all(|v| v.is_finite()));
    assert!(of(&row(&[(4, 1.0), (5, -1.0), (10, 1.0), (11, -1.0)])).iter().all(|v| v.is_finite()));
}

#[test]
fn an_item_never_compared_is_unknown() {
    let mut set = Set::new();
    set.intern(duel::comparisons::Kind::Item, &["a", "b", "c"]).expect("names");
    let rows = duel::comparisons::Rows {
        length: 1,
        left: texts(&["a"]),
        right: texts(&["b"]),
        wins: duel::comparisons::Column::F64(&[3.0]),
        losses: duel::comparisons::Column::F64(&[2.0]),
        ..duel::comparisons::Rows::default()
    };
    set.append(&rows).expect("rows");
    let model = fitted(&set, &accepting(Problems::DISCONNECTED));
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    for quantity in [Quantity::Scores, Quantity::WinRates, Quantity::Shares] {
        let table = estimates(&model, quantity, &options, &mut unwatched()).expect("table");
        assert!(is_nan(&table[2]), "{quantity:?}: {table:?}");
        assert!(table[..2].iter().flatten().all(|v| v.is_finite()), "{quantity:?}: {table:?}");
    }
    let ranks = rank_ranges(&model, &options, &mut unwatched()).expect("ranks");
    assert!(ranks[2].rank.is_nan() && (ranks[2].best, ranks[2].worst) == (1, 3), "{ranks:?}");
    assert_eq!((ranks[0].rank, ranks[1].rank), (1.0, 2.0));
    let found =
        contrasts(&model, Quantity::Scores, &[0.0, 0.0, 1.0], 1, &options, &mut unwatched()).expect("score");
    assert!(is_nan(&found.0[0]) && found.1[0].is_nan());
    let variances = covariance_of(&model, Quantity::Scores, &options).expect("covariance");
    assert!(variances[8].is_nan() && variances[0].is_finite());
}

#[test]
fn errors_of_nothing_but_ties_carry_a_warning() {
    let ties = [(0, 1, 3.0), (1, 2, 2.0), (0, 2, 4.0)].map(|(i, j, n)| Cell::new(None, i, j, 0.0, 0.0, n));
    let model = fitted(&set_of(&ties), &Specification::default());
    let found = scores_of(&model, &Options::default());
    assert!(found.iter().all(|row| row[0].abs() < 1e-9 && row[1].is_nan()), "{found:?}");
    assert!(
        model.warnings().iter().any(|w| w.kind == duel::model::WarningKind::ExactFit),
        "{:?}",
        model.warnings()
    );
    let plain = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    assert!(scores_of(&model, &plain).iter().all(|row| row[1] > 0.0));
    let one = [ties.as_slice(), &[Cell::new(None, 0, 1, 2.0, 1.0, 0.0)]].concat();
    let model = fitted(&set_of(&one), &Specification::default());
    assert!(
        !model.warnings().iter().any(|w| w.kind == duel::model::WarningKind::ExactFit),
        "{:?}",
        model.warnings()
    );
}

/// Items with covariates that say nothing: two that are constant, one that is a function of another.
fn with_covariates(columns: &[[f64; 4]], specification: Specification) -> Model {
    let mut set =
        cells(&[(0, 1, 3.0, 2.0), (1, 2, 4.0, 2.0), (2, 3, 3.0, 2.0), (3, 0, 2.0, 5.0), (0, 2, 3.0, 1.0)]);
    let names: Vec<String> = (0..columns.len()).map(|k| format!("x{k}")).collect();
    columns.iter().zip(&names).for_each(|(values, name)| item_covariate(&mut set, name, values));
    fitted(&set, &Specification { covariates: names, ..specification })
}

#[test]
fn what_is_determined_is_answered_beside_what_is_not() {
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let plain = with_covariates(&[], Specification::default());
    let weights = [1.0, -1.0, 0.0, 0.0];
    let of = |model: &Model| {
        contrasts(model, Quantity::Scores, &weights, 1, &options, &mut unwatched()).expect("contrast").0[0]
    };
    let known = of(&plain);
    // Constant covariates leave scores as they are.
    let model = with_covariates(&[[1.0; 4], [2.0; 4]], accepting(Problems::UNDETERMINED));
    all_near("contrast", &of(&model), &known, absolute(1e-9));
    let effects = estimates(&model, Quantity::Effects, &options, &mut unwatched()).expect("effects");
    assert!(effects.iter().all(|row| is_nan(row)), "{effects:?}");
    assert_eq!(model.facts.dimension, plain.facts.dimension);
    // A covariate of items trades its effect against their free scores: scores are known as far as it is equal.
    let model = with_covariates(&[[1.0, 1.0, 0.0, 2.0]], accepting(Problems::UNDETERMINED));
    let scores = scores_of(&model, &options);
    assert!(scores[2..].iter().all(|row| is_nan(row)), "{scores:?}");
    // Theirs are the mean of the covariate.
    all_near("scores", &scores[..2].concat(), &scores_of(&plain, &options)[..2].concat(), absolute(1e-9));
    all_near("equal covariates", &of(&model), &known, absolute(1e-9));
    let apart = [0.0, 1.0, -1.0, 0.0];
    let lost =
        contrasts(&model, Quantity::Scores, &apart, 1, &options, &mut unwatched()).expect("contrast").0[0];
    assert!(is_nan(&lost), "{lost:?}");
    let rates = |model: &Model| {
        estimates(model, Quantity::WinRates, &options, &mut unwatched()).expect("win rates").concat()
    };
    all_near("win rates", &rates(&model), &rates(&plain), absolute(1e-9));
    assert!(is_nan(&estimates(&model, Quantity::Effects, &options, &mut unwatched()).expect("effects")[0]));
    let asked: Vec<Comparison> =
        (1..4).map(|right| Comparison { left: 0, right, judge: NONE, context: NONE }).collect();
    let found = probabilities(&model, &asked, &options, &mut unwatched()).expect("probabilities");
    let expected = probabilities(&plain, &asked, &options, &mut unwatched()).expect("probabilities");
    for (found, expected) in found.iter().zip(&expected) {
        all_near("probability", found, expected, absolute(1e-9));
    }
}

#[test]
fn fixed_scores_and_dependent_covariates() {
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let fixed_scores = vec![0.0, f64::NAN, 0.0, 0.0];
    let specification = Specification { fixed_scores, ..accepting(Problems::UNDETERMINED) };
    let x = [0.3, 1.0, -0.4, 0.9];
    let one = with_covariates(&[x], specification.clone());
    // Three copies: two directions are open, their sum is not.
    let model = with_covariates(&[x, x.map(|v| 2.0 * v), x.map(|v| 3.0 * v)], specification);
    assert_eq!(model.facts.dimension, one.facts.dimension);
    let effects = estimates(&model, Quantity::Effects, &options, &mut unwatched()).expect("effects");
    assert!(effects.iter().all(|row| is_nan(row)), "{effects:?}");
    let sum =
        contrasts(&model, Quantity::Effects, &[1.0, 2.0, 3.0], 1, &options, &mut unwatched()).expect("sum");
    let own = estimates(&one, Quantity::Effects, &options, &mut unwatched()).expect("effect");
    all_near("sum", &sum.0[0], &own[0], absolute(1e-6));
    all_near(
        "scores",
        &scores_of(&model, &options).concat(),
        &scores_of(&one, &options).concat(),
        absolute(1e-6),
    );
}

/// Replicates and profiles of a model that is not determined answer what is, as those of one that is.
#[test]
fn bootstrap_and_profile_beside_what_is_not_determined() {
    let options = Options::default();
    let fixed_scores = vec![0.0, f64::NAN, 0.0, 0.0];
    let x = [0.3, 1.0, -0.4, 0.9];
    let fixed = Specification { fixed_scores, ..accepting(Problems::UNDETERMINED) };
    let cases = [
        // Two copies of a covariate, whose weighted sum is identified; a covariate of items beside free scores.
        (
            vec![x, x.map(|v| 2.0 * v)],
            vec![x],
            fixed,
            Quantity::Effects,
            vec![1.0, 2.0],
            vec![1.0],
            vec![0.0, 1.0],
        ),
        (
            vec![[1.0, 1.0, 0.0, 2.0]],
            vec![],
            accepting(Problems::UNDETERMINED),
            Quantity::Scores,
            vec![1.0, -1.0, 0.0, 0.0],
            vec![1.0, -1.0, 0.0, 0.0],
            vec![1.0, 0.0, -1.0, 0.0],
        ),
    ];
    for (columns, plain, specification, quantity, weights, own, unknown) in cases {
        let model = with_covariates(&columns, specification.clone());
        let plain = with_covariates(&plain, specification);
        let profiled = |model: &Model, weights: &[f64]| {
            profile(model, quantity, weights, 1, &options, &mut unwatched()).expect("profile")[0]
        };
        all_near("profile", &profiled(&model, &weights), &profiled(&plain, &own), absolute(1e-5));
        assert!(is_nan(&profiled(&model, &unknown)));
        let how = BootstrapOptions { replicates: 200, seed: 3, ..BootstrapOptions::default() };
        for interval in [Interval::Bca, Interval::Studentised] {
            let drawn = |model: &Model, weights: &[f64]| {
                let replicates = Bootstrap::new(model, &how, &mut unwatched()).expect("replicates");
                let options =
                    Options { bootstrap: Some(replicates.into()), level: 0.8, interval, ..options.clone() };
                contrasts(model, quantity, weights, 1, &options, &mut unwatched()).expect("contrast").0[0]
            };
            all_near("bootstrap", &drawn(&model, &weights), &drawn(&plain, &own), absolute(1e-4));
            assert!(is_nan(&drawn(&model, &unknown)));
        }
    }
}

/// 0 and 1 beat each other, so do 2 and 3, and 4 and 5; the first always beat the second and the third, which
/// never met.
fn separated() -> Model {
    let rows = [(0, 1, 4.0, 2.0), (2, 3, 2.0, 5.0), (4, 5, 3.0, 1.0), (0, 2, 5.0, 0.0), (1, 4, 5.0, 0.0)];
    fitted(&cells(&rows), &accepting(Problems::SEPARATED))
}

#[test]
fn groups_that_run_apart_are_known_within() {
    let model = separated();
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let watch = &mut unwatched();
    let within = [(0, 1, 2f64.ln(), 0.75), (2, 3, (0.4f64).ln(), 0.7), (4, 5, 3f64.ln(), 4.0 / 3.0)];
    let tests = test_pairs(&model, Family::AllPairs, Adjustment::None, &options, watch).expect("tests");
    let group = |item: usize| item / 2;
    for PairTest { first: i, second: j, test } in &tests {
        let mut weights = [0.0; 6];
        (weights[*i], weights[*j]) = (1.0, -1.0);
        let (table, _) = contrasts(&model, Quantity::Scores, &weights, 1, &options, watch).expect("contrast");
        let row = [test.estimate, test.error, test.lower, test.upper];
        match within.iter().find(|w| (w.0, w.1) == (*i, *j)) {
            Some(&(_, _, difference, variance)) => {
                near("difference", test.estimate, difference, absolute(1e-5));
                near("error", test.error, f64::sqrt(variance), absolute(1e-4));
                all_near("contrast", &table[0], &row, absolute(1e-6));
                assert!(test.p > 0.0 && test.p < 1.0);
            }
            None if group(*i) == 0 => {
                assert_eq!((test.estimate, test.error), (f64::INFINITY, f64::INFINITY), "{i} {j}");
                assert_eq!((table[0][0], table[0][1]), (f64::INFINITY, f64::INFINITY), "{i} {j}");
                assert!(test.p.is_nan());
            }
            // Both lie infinitely far below the first, how far from each other nobody knows.
            None => assert!(is_nan(&row) && is_nan(&table[0]), "{i} {j} {row:?} {table:?}"),
        }
    }
    let down =
        contrasts(&model, Quantity::Scores, &[-1.0, 0.0, 1.0, 0.0, 0.0, 0.0], 1, &options, watch).expect("L");
    assert_eq!(down.0[0][0], f64::NEG_INFINITY);
    // Twice above and once below each: all ways lead up.
    let both = contrasts(&model, Quantity::Scores, &[2.0, 0.0, -1.0, 0.0, -1.0, 0.0], 1, &options, watch)
        .expect("L");
    assert_eq!(both.0[0][0], f64::INFINITY);
    let mixed =
        contrasts(&model, Quantity::Scores, &[1.0, 0.0, -2.0, 0.0, 1.0, 0.0], 1, &options, watch).expect("L");
    assert!(mixed.0[0][0].is_nan());
    // Ranks: the first two are first, of the others it is not known.
    let ranks = rank_ranges(&model, &options, watch).expect("ranks");
    assert_eq!((ranks[0].rank, ranks[1].rank), (1.0, 2.0));
    assert!(ranks[2..].iter().all(|rank| rank.rank.is_nan()));
    let question = PlanningQuestion { pairs: &[[0, 2], [0, 1]], gaps: &[], power: 0.8 };
    let needs = more_comparisons(&model, &question, &options).expect("needs");
    assert_eq!((needs[0].pair, needs[0].design), (f64::INFINITY, f64::INFINITY));
    assert!(needs[1].pair.is_finite() && needs[1].design > 0.0);
}

/// The rank of the predictors of all comparisons, by differences and singular values.
fn rank_by_differences(model: &Model) -> usize {
    let objective = &model.objective;
    let (data, p) = (&objective.data, model.theta.len());
    let at = |theta: &[f64]| -> Vec<f64> {
        let of = |cell| {
            let at = data.predictor(&objective.strength, theta, cell);
            at.coordinates().map(|x| if x.is_finite() { x } else { 0.0 })
        };
        (0..data.design.len()).flat_map(of).collect()
    };
    let columns: Vec<Vec<f64>> = (0..p)
        .filter(|&k| !objective.fixed[k])
        .map(|k| {
            let mut theta = model.theta.clone();
            let step = 1e-4 * (1.0 + theta[k].abs());
            theta[k] += step;
            let up = at(&theta);
            theta[k] -= 2.0 * step;
            let column: Vec<f64> = up.iter().zip(at(&theta)).map(|(u, d)| (u - d) / (2.0 * step)).collect();
            let length = column.iter().map(|v| v * v).sum::<f64>().sqrt();
            column.into_iter().map(|v| if length > 1e-9 { v / length } else { 0.0 }).collect()
        })
        .collect();
    let n = columns.len().max(at(&model.theta).len());
    let mut square = vec![0.0; n * n];
    columns
        .iter()
        .enumerate()
        .for_each(|(k, column)| square[k * n..k * n + column.len()].copy_from_slice(column));
    let (values, _, _) = singular_values(&square, n).expect("singular values");
    values.iter().filter(|value| **value > 1e-6).count()
}

/// Votes of judges on some pairs of items, every outcome of every pair.
fn votes_on(items: u32, judges: u32, pairs: usize, seed: u64) -> Set {
    let mut random = duel::random::Random::new(seed, 0);
    let mut all: Vec<(u32, u32)> = (0..items).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    while all.len() > pairs {
        all.swap_remove(random.below(all.len() as u64) as usize);
    }
    let mut rows = Vec::new();
    for (i, j) in all {
        for judge in 0..judges {
            // Not every judge sees every pair.
            if judges > 1 && random.uniform() < 0.3 {
                continue;
            }
            let mut count = || 2.0 + (6.0 * random.uniform()).floor();
            let votes = [count(), count(), count()];
            rows.push(Cell::new(Some(judge), i, j, votes[0], votes[1], votes[2]));
        }
    }
    set_of(&rows)
}

#[test]
fn the_dimension_is_the_rank_of_the_design() {
    let factored = |tie_factors: usize| Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::factored(tie_factors, Basis::Cosine),
        ..accepting(Problems::ANY)
    };
    let additive = Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::ADDITIVE,
        ..accepting(Problems::ANY)
    };
    let position = Specification { position: Position::ByJudge, ..accepting(Problems::ANY) };
    let judged = Specification {
        outcome: Outcome::Davidson,
        strength: StrengthModel::SENSITIVITY,
        threshold_by_judge: true,
        ..accepting(Problems::ANY)
    };
    let spread =
        Specification { spread: Some(SpreadModel { factors: 0, ridge: 0.0 }), ..accepting(Problems::ANY) };
    let several = Specification { threshold_by_judge: true, ..factored(2) };
    let mut met = 0;
    for seed in 0..4 {
        for (items, judges, pairs, specification) in [
            (12, 1, 24, factored(3)),
            (12, 1, 24, factored(5)),
            (8, 1, 14, factored(2)),
            (8, 1, 20, several.clone()),
            (7, 1, 9, additive.clone()),
            (6, 3, 8, position.clone()),
            (6, 4, 9, judged.clone()),
            (5, 1, 10, spread.clone()),
            (6, 1, 7, accepting(Problems::ANY)),
        ] {
            let set = votes_on(items, judges, pairs, seed);
            let Ok(model) = fit_of(&set, &specification) else { continue };
            let ends = [Problems::BOUNDARY, Problems::SEPARATED, Problems::NOT_CONVERGED, Problems::HEYWOOD];
            if ends.iter().any(|end| model.facts.problems.contains(*end)) {
                continue;
            }
            met += 1;
            assert_eq!(
                model.facts.dimension,
                rank_by_differences(&model),
                "{seed}: {items} items, {specification:?}"
            );
        }
    }
    assert!(met >= 24, "{met}");
}

fn fit_of(set: &Set, specification: &Specification) -> duel::Result<Model> {
    duel::model::fit(set, specification, &mut unwatched())
}

/// 24 pairs of 12 items with 3 factors: 11 scores and no more thresholds than pairs.
#[test]
fn as_many_thresholds_as_pairs() {
    let pairs: Vec<(u32, u32)> = (0..12).flat_map(|i| [(i, (i + 1) % 12), (i, (i + 2) % 12)]).collect();
    let rows: Vec<Cell> = pairs
        .iter()
        .map(|&(i, j)| Cell::new(None, i, j, 4.0 + f64::from(i % 3), 3.0 + f64::from(j % 2), 2.0))
        .collect();
    let specification = Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::factored(3, Basis::Cosine),
        accept: Problems::UNDETERMINED,
        ..Specification::default()
    };
    let model = fitted(&set_of(&rows), &specification);
    assert_eq!(model.facts.dimension, 35);
    // Thresholds of pairs that met are known, others not.
    let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
    let table = estimates(&model, Quantity::PairThresholds, &options, &mut unwatched()).expect("thresholds");
    for (at, row) in table.iter().enumerate() {
        let (i, j) = ((at / 12) as u32, (at % 12) as u32);
        let met = pairs.contains(&(i, j)) || pairs.contains(&(j, i));
        assert_eq!(row[0].is_finite() && row[1].is_finite(), met, "{i} {j} {row:?}");
    }
    // With a threshold for each pair the fit is that of each pair's ties.
    assert!(scores_of(&model, &options).iter().flatten().all(|v| v.is_finite()));
}

/// Every vote of the cells a row of its own with an importance weight; ties have another.
fn weighted(cells: &[Cell], weight: f64, of_ties: f64) -> Set {
    let mut votes: Vec<(u32, u32, u8, f64)> = Vec::new();
    for cell in cells {
        for (k, &count) in cell.counts.iter().enumerate() {
            let row = (cell.left, cell.right, k as u8 + 1, if k == 2 { of_ties } else { weight });
            votes.extend(vec![row; count as usize]);
        }
    }
    let (left, right): (Vec<u32>, Vec<u32>) = votes.iter().map(|v| (v.0, v.1)).unzip();
    let (outcome, weight): (Vec<u8>, Vec<f64>) = votes.iter().map(|v| (v.2, v.3)).unzip();
    let mut set = Set::new();
    let rows = duel::comparisons::Rows {
        length: votes.len(),
        left: ids(&left),
        right: ids(&right),
        outcome: duel::comparisons::Column::U8(&outcome),
        weight: duel::comparisons::Column::F64(&weight),
        importance: true,
        ..duel::comparisons::Rows::default()
    };
    set.append(&rows).expect("rows");
    set
}

#[test]
fn effective_comparisons_are_of_the_votes_that_the_model_uses() {
    let cells = [(0, 1, 6.0, 3.0, 5.0), (1, 2, 4.0, 5.0, 7.0), (2, 0, 2.0, 6.0, 9.0)]
        .map(|(i, j, w, l, t)| Cell::new(None, i, j, w, l, t));
    let robust = Options { covariance: CovarianceKind::Sandwich, ..Options::default() };
    let dropped = Specification { ties: duel::model::Ties::Dropped, ..Specification::default() };
    let question = PlanningQuestion { pairs: &[[0, 1]], gaps: &[0.2], power: 0.8 };
    for specification in [dropped, Specification::default()] {
        let plain = fitted(&set_of(&cells), &specification);
        let expected = more_comparisons(&plain, &question, &robust).expect("needs")[0];
        let used = if specification.ties == duel::model::Ties::Dropped { 26.0 } else { 47.0 };
        assert_eq!(plain.facts.comparisons, used);
        // Every vote a row of the same weight, ties of another: information is as of as many votes.
        for (weight, of_ties) in [(1.0, 1.0), (0.01, 3.0), (7.0, 0.1), (1e100, 1e50)] {
            let of_ties = if used == 26.0 { of_ties } else { weight };
            let set = weighted(&cells, weight, of_ties);
            let model = fitted(&set, &specification);
            near("comparisons", model.facts.comparisons, used, relative(1e-9));
            let found = more_comparisons(&model, &question, &robust).expect("needs")[0];
            near("error", found.error, expected.error, relative(1e-6));
            near("design", found.design, expected.design, relative(1e-6));
            // Variances fall as the number of comparisons grows.
            let z = 1.959_963_984_540_054 + 0.841_621_233_572_914_3;
            let target = 0.2 / z;
            let lacking = (found.error / target).powi(2) - 1.0;
            near("by hand", found.design, lacking * used, relative(1e-9));
        }
    }
}

#[test]
fn the_reference_item_of_a_component() {
    let model = islands();
    let view = View { normalisation: Normalisation::Reference(2), ..View::default() };
    let options = Options { covariance: CovarianceKind::Observed, view, ..Options::default() };
    let table = estimates(&model, Quantity::Scores, &options, &mut unwatched()).expect("scores");
    assert!(is_nan(&table[0]) && is_nan(&table[1]), "{table:?}");
    assert_eq!(table[2][..2], [0.0, 0.0]);
    assert!(table[3].iter().all(|v| v.is_finite()));
}

#[test]
fn a_contrast_is_known_where_its_parts_are_not() {
    // Items 0 and 3 were both shown left of item 1: their position effects cancel.
    let set = cells(&[(0, 1, 10.0, 2.0), (1, 2, 11.0, 9.0), (3, 1, 3.0, 4.0)]);
    let model =
        fitted(&set, &Specification { position: Position::Shared, ..accepting(Problems::UNDETERMINED) });
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let contrast = |weights: &[f64]| {
        contrasts(&model, Quantity::Scores, weights, 1, &options, &mut unwatched()).expect("contrast").0[0]
    };
    let known = contrast(&[1.0, 0.0, 0.0, -1.0]);
    near("difference", known[0], 5f64.ln() - 0.75f64.ln(), absolute(1e-9));
    near("error", known[1], f64::sqrt(0.1 + 0.5 + 1.0 / 3.0 + 0.25), absolute(1e-9));
    assert!(is_nan(&contrast(&[1.0, -1.0, 0.0, 0.0])));
    assert!(scores_of(&model, &options).iter().all(|row| is_nan(row)));
}

#[test]
fn what_runs_off_together_with_a_position_effect_has_no_finite_error() {
    // Item 1 lost whenever it was shown: it diverges, and with it the position effect is free, against which the
    // difference of items 0 and 2 is measured.
    let set = cells(&[(2, 0, 1.0, 3.0), (2, 1, 1.0, 0.0), (1, 2, 0.0, 2.0)]);
    let shared = Specification { position: Position::Shared, ..accepting(Problems::ANY) };
    let model = fitted(&set, &shared);
    assert!(model.facts.problems.contains(Problems::SEPARATED));
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    for pair in [(0, 1), (1, 2), (0, 2)] {
        let mut weights = [0.0; 3];
        (weights[pair.0], weights[pair.1]) = (1.0, -1.0);
        let (table, _) =
            contrasts(&model, Quantity::Scores, &weights, 1, &options, &mut unwatched()).expect("contrast");
        let [value, error, ..] = table[0];
        assert!(value.is_nan() || (value.is_infinite() && error == f64::INFINITY), "{pair:?} {table:?}");
    }
    // Pairs with wins of both sides are identified.
    let asked = [Comparison { left: 2, right: 0, judge: NONE, context: NONE }];
    let found = probabilities(&model, &asked, &options, &mut unwatched()).expect("probability");
    near("probability", found[0][0], 0.25, absolute(1e-5));
    near("error", found[0][1], f64::sqrt(0.25 * 0.75 / 4.0), absolute(1e-4));
    // Whoever diverges along one direction alone still has a sign.
    let plain = fitted(&set, &accepting(Problems::SEPARATED));
    let (table, _) = contrasts(&plain, Quantity::Scores, &[0.0, -1.0, 1.0], 1, &options, &mut unwatched())
        .expect("contrast");
    assert_eq!(table[0][..2], [f64::INFINITY; 2]);
}
