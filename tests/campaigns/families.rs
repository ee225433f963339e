//! Models whose thresholds and spreads differ from pair to pair: intervals, and the parametric bootstrap
//! beside the errors of normal theory.

use crate::contrasts::{all_pairs, differences, pairs};
use crate::experiment::{Answer, Demand, Experiment};
use crate::family::{Family, Ties};
use crate::studies::SCORES;
use crate::truth::OutcomeModel;
use duel::comparisons::{Unit, NONE};
use duel::inference::{
    contrasts, estimates, probabilities, Bootstrap, BootstrapOptions, Comparison, CovarianceKind, Interval,
    Options, WeightDistribution,
};
use duel::model::{fit, Model, Problems, Quantity, Specification};
use duel::progress::unwatched;
use duel::random::Random;
use std::sync::Arc;

const REPLICATES: usize = 3_000;
const NOMINAL: Demand = Demand::Each(0.93, 0.97);
/// Of the model's errors, for the mean over the data sets of every single value.
const AGREES: Demand = Demand::Each(0.9, 1.1);
/// Data sets of a bootstrap, and its draws from each.
const DATA_SETS: usize = 10;
const DRAWS: usize = 300;
/// Further starts, to see whether the first met the best optimum.
const RESTARTS: usize = 5;

const COVARIANCES: [(&str, CovarianceKind); 3] = [
    ("expected", CovarianceKind::Expected),
    ("observed", CovarianceKind::Observed),
    ("sandwich", CovarianceKind::Sandwich),
];

type Table = Vec<[f64; 4]>;

/// Rows of pairs i < j, of a quantity of all pairs.
fn upper(table: &Table, items: usize) -> Table {
    pairs(items).map(|(i, j)| table[i * items + j]).collect()
}

fn read(model: &Model, quantity: Quantity, options: &Options) -> Table {
    estimates(model, quantity, options, &mut unwatched()).unwrap_or_else(|e| panic!("{quantity:?}: {e}"))
}

fn all_contrasts(model: &Model, options: &Options) -> Table {
    let items = model.layout.items;
    let weights = all_pairs(items);
    let count = weights.len() / items;
    contrasts(model, Quantity::Scores, &weights, count, options, &mut unwatched()).expect("contrasts").0
}

/// Of pairs i < j, by no judge in particular, i shown first: left and, where there are ties, right and tie.
fn all_probabilities(model: &Model, options: &Options) -> Table {
    let comparisons: Vec<Comparison> = pairs(model.layout.items)
        .map(|(i, j)| Comparison { left: i as u32, right: j as u32, judge: NONE, context: NONE })
        .collect();
    let outcomes = if model.outcome().has_threshold() { 3 } else { 1 };
    let table = probabilities(model, &comparisons, options, &mut unwatched()).expect("probabilities");
    let of = |row: &[f64; 16]| -> Vec<[f64; 4]> {
        row.chunks_exact(4).take(outcomes).map(|c| [c[0], c[1], c[2], c[3]]).collect()
    };
    table.iter().flat_map(of).collect()
}

fn true_probabilities(family: &Family) -> Vec<f64> {
    let outcomes = if family.has_ties() { 3 } else { 1 };
    pairs(family.items())
        .flat_map(|(i, j)| family.probabilities(i, j, 0.0).into_iter().take(outcomes))
        .collect()
}

/// Every quantity of a family: its name, its estimates and its true values.
fn quantities(family: &Family, model: &Model, options: &Options) -> Vec<(&'static str, Table, Vec<f64>)> {
    let items = family.items();
    let scores = family.reported_scores();
    let mut all = vec![
        ("scores", read(model, Quantity::Scores, options), scores.clone()),
        ("contrasts of scores", all_contrasts(model, options), differences(&scores)),
        ("probabilities", all_probabilities(model, options), true_probabilities(family)),
    ];
    if family.position.is_some() {
        all.push(("position effect", read(model, Quantity::Positions, options), family.reported_position()));
    }
    if family.has_ties() {
        all.push(("thresholds of items", read(model, Quantity::Thresholds, options), family.thresholds()));
        let of_pairs = upper(&read(model, Quantity::PairThresholds, options), items);
        all.push(("thresholds of pairs", of_pairs, family.pair_thresholds()));
    }
    if !family.offsets.is_empty() {
        all.push((
            "offsets of judges",
            read(model, Quantity::ThresholdOffsets, options),
            family.offsets.clone(),
        ));
    }
    if family.has_spread() {
        let of_pairs = upper(&read(model, Quantity::LogSpreads, options), items);
        all.push(("log S of pairs", of_pairs, family.log_spreads()));
    }
    all
}

/// Whether the estimate is inside the space of parameters and determined.
fn is_interior(model: &Model) -> bool {
    model.facts.problems == Problems::NONE
}

/// Intervals by normal theory under three covariances.
fn coverage(name: &'static str, family: Family) -> Experiment {
    let replicate = move |random: &mut Random| {
        let set = family.draw(random);
        let model = fit(&set, &family.specification(), &mut unwatched()).expect("a fit");
        let mut answers =
            vec![Answer::whether("interior estimates", Demand::Mean(0.995, 1.0), is_interior(&model))];
        for (label, covariance) in COVARIANCES {
            let options = Options { covariance, ..Options::default() };
            for (what, table, truth) in quantities(&family, &model, &options) {
                answers.push(Answer::held(format!("{what}, {label}"), NOMINAL, &table, &truth));
            }
        }
        if !family.loadings.is_empty() {
            let specification = Specification { restarts: RESTARTS, seed: 7, ..family.specification() };
            let again = fit(&set, &specification, &mut unwatched()).expect("a fit from several starts");
            let best = again.facts.objective > model.facts.objective - 1e-3;
            answers.push(Answer::whether("first start at the best of 6", Demand::Shown, best));
            let met = again.optima.len() as f64;
            answers.push(Answer::new("distinct optima met by 6 starts", Demand::Shown, vec![met]));
        }
        answers
    };
    Experiment { name, replicates: REPLICATES, replicate: Box::new(replicate) }
}

/// Standard errors of the parametric bootstrap over those of expected information.
fn bootstrap(name: &'static str, family: Family) -> Experiment {
    let replicate = move |random: &mut Random| {
        let model = fit(&family.draw(random), &family.specification(), &mut unwatched()).expect("a fit");
        let options = BootstrapOptions {
            unit: Some(Unit::Row),
            weights: WeightDistribution::Parametric,
            replicates: DRAWS,
            seed: random.below(u64::MAX),
            ..BootstrapOptions::default()
        };
        let replicates = Bootstrap::new(&model, &options, &mut unwatched()).expect("replicates");
        assert_eq!(replicates.failures(), 0, "{name}: refits failed");
        let expected = Options { covariance: CovarianceKind::Expected, ..Options::default() };
        let drawn = Options {
            bootstrap: Some(Arc::new(replicates)),
            interval: Interval::Percentile,
            ..Options::default()
        };
        let pairs =
            quantities(&family, &model, &drawn).into_iter().zip(quantities(&family, &model, &expected));
        let ratio = |((what, found, _), (_, by_theory, _)): ((&str, Table, Vec<f64>), (_, Table, _))| {
            let values = found.iter().zip(&by_theory).map(|(f, e)| f[1] / e[1]).collect();
            Answer::new(format!("{what}, bootstrap over expected"), AGREES, values)
        };
        pairs.map(ratio).collect()
    };
    Experiment { name, replicates: DATA_SETS, replicate: Box::new(replicate) }
}

const TIES: [f64; 8] = [-0.5, 0.1, -0.3, 0.3, -0.1, 0.2, -0.4, 0.0];
const FACTORS: [[f64; 2]; 8] =
    [[-1.2, 0.5], [-0.4, -0.3], [0.6, 0.4], [-0.9, 0.1], [0.2, -0.6], [-0.6, 0.3], [0.4, 0.6], [-0.8, -0.2]];
const VARIANCES: [f64; 8] = [0.5, 0.8, 0.45, 0.65, 0.55, 0.7, 0.5, 0.6];
const LOADINGS: [f64; 8] = [0.6, -0.5, 0.2, -0.6, 0.5, -0.1, -0.4, 0.3];

fn plain(outcome: OutcomeModel, ties: Ties) -> Family {
    Family {
        outcome,
        scores: SCORES.to_vec(),
        ties,
        offsets: Vec::new(),
        position: None,
        variances: Vec::new(),
        loadings: Vec::new(),
        votes: 100,
    }
}

fn additive(outcome: OutcomeModel) -> Family {
    plain(outcome, Ties::Additive(TIES.to_vec()))
}

fn factored() -> Family {
    Family {
        offsets: vec![-0.6, -0.1, 0.7],
        votes: 60,
        ..plain(OutcomeModel::Davidson, Ties::Factored(FACTORS.to_vec()))
    }
}

fn spread(family: Family, votes: u64) -> Family {
    Family {
        scores: SCORES.iter().map(|s| 1.5 * s).collect(),
        variances: VARIANCES.to_vec(),
        position: Some(0.5),
        votes,
        ..family
    }
}

fn factor() -> Family {
    Family { loadings: LOADINGS.to_vec(), ..spread(additive(OutcomeModel::Davidson), 2_000) }
}

pub fn davidson_with_spread() -> Experiment {
    coverage(
        "Davidson, additive thresholds, diagonal spread: 8 items, 800 votes a pair",
        spread(additive(OutcomeModel::Davidson), 400),
    )
}

pub fn all() -> Vec<Experiment> {
    let pooled = || spread(plain(OutcomeModel::BradleyTerry, Ties::None), 500);
    vec![
        coverage(
            "Davidson, additive thresholds: 8 items, 200 votes a pair",
            additive(OutcomeModel::Davidson),
        ),
        coverage(
            "Rao-Kupper, additive thresholds, softplus: 8 items, 200 votes a pair",
            additive(OutcomeModel::RaoKupper),
        ),
        coverage(
            "Davidson, two factors of thresholds, offsets of 3 judges: 8 items, 360 votes a pair",
            factored(),
        ),
        coverage("Bradley-Terry, diagonal spread: 8 items, 1000 votes a pair", pooled()),
        davidson_with_spread(),
        coverage("Davidson, additive thresholds, spread of one factor: 8 items, 4000 votes a pair", factor()),
        bootstrap(
            "Bootstrap, Davidson, additive thresholds: 8 items, 200 votes a pair",
            additive(OutcomeModel::Davidson),
        ),
        bootstrap(
            "Bootstrap, Rao-Kupper, additive thresholds, softplus: 8 items, 200 votes a pair",
            additive(OutcomeModel::RaoKupper),
        ),
        bootstrap(
            "Bootstrap, Davidson, two factors of thresholds, offsets of 3 judges: 8 items, 360 votes a pair",
            factored(),
        ),
        bootstrap("Bootstrap, Bradley-Terry, diagonal spread: 8 items, 1000 votes a pair", pooled()),
        bootstrap(
            "Bootstrap, Davidson, additive thresholds, diagonal spread: 8 items, 800 votes a pair",
            spread(additive(OutcomeModel::Davidson), 400),
        ),
        bootstrap(
            "Bootstrap, Davidson, additive thresholds, spread of one factor: 8 items, 4000 votes a pair",
            factor(),
        ),
    ]
}
