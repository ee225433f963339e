//! Rows that say more than who beat whom: judgements that are split between answers, clusters apart from contexts, no order
//! of presentation. Against closed forms, and against the same data said in another way.

mod support;

use duel::assess::{influence, vuong, Independent, VuongPenalty};
use duel::comparisons::{Column, CovariateValues, Key, Kind, Rows, Set, Unit};
use duel::inference::{estimates, Bootstrap, BootstrapOptions, Options, WeightDistribution};
use duel::model::{fit, Correction, CovarianceKind, Model, Position, Quantity, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::simulate::simulate;
use support::*;

fn fitted(set: &Set, specification: &Specification) -> Model {
    fit(set, specification, &mut unwatched()).expect("fit")
}

fn with(kind: CovarianceKind) -> Options {
    Options { covariance: kind, correction: Correction::None, ..Options::default() }
}

/// Standard errors of scores.
fn errors(model: &Model, kind: CovarianceKind) -> Vec<f64> {
    let found = estimates(model, Quantity::Scores, &with(kind), &mut unwatched()).expect("scores");
    found.iter().map(|row| row[1]).collect()
}

/// Rows of shares of three outcomes of four items before two judges, with a number of each.
struct Split {
    pairs: Vec<[u32; 2]>,
    judges: Vec<u32>,
    counts: [Vec<f64>; 3],
    weights: Vec<f64>,
}

fn split(seed: u64, number: usize, ties: bool) -> Split {
    let mut random = Random::new(seed, 0);
    let mut made =
        Split { pairs: Vec::new(), judges: Vec::new(), counts: Default::default(), weights: Vec::new() };
    for _ in 0..number {
        let left = random.below(4) as u32;
        made.pairs.push([left, (left + 1 + random.below(3) as u32) % 4]);
        made.judges.push(random.below(2) as u32);
        made.weights.push(1.0 + random.below(3) as f64);
        let tie = if ties { 0.3 * random.uniform() } else { 0.0 };
        // The item with the lower number has the larger share.
        let [left, right] = made.pairs[made.pairs.len() - 1];
        let share = random.uniform();
        let win = (1.0 - tie) * if left < right { share.sqrt() } else { 1.0 - share.sqrt() };
        let whole = random.below(4) == 0;
        let counts = if whole { [1.0, 0.0, 0.0] } else { [win, 1.0 - tie - win, tie] };
        (0..3).for_each(|k| made.counts[k].push(counts[k]));
    }
    made
}

impl Split {
    /// The rows; each in a context of its own if asked for.
    fn set(&self, contexts: bool, importance: bool) -> Set {
        let of = |side: usize| self.pairs.iter().map(|pair| pair[side]).collect::<Vec<u32>>();
        let (left, right) = (of(0), of(1));
        let own: Vec<u32> = (0..self.pairs.len() as u32).collect();
        let mut set = Set::new();
        set.append(&Rows {
            length: left.len(),
            left: ids(&left),
            right: ids(&right),
            judge: ids(&self.judges),
            context: if contexts { ids(&own) } else { Key::default() },
            wins: Column::F64(&self.counts[0]),
            losses: Column::F64(&self.counts[1]),
            ties: Column::F64(&self.counts[2]),
            weight: if importance { Column::F64(&self.weights) } else { Column::Absent },
            importance,
            ..Rows::default()
        })
        .unwrap();
        set
    }
}

/// Of two items the score is the log odds of the mean share, and its error that of the mean: not that of coins.
#[test]
fn shares_of_two_items_have_the_error_of_their_mean() {
    let mut random = Random::new(5, 0);
    let shares: Vec<f64> = (0..805).map(|_| 0.4 + 0.2 * random.uniform()).collect();
    let others: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
    let n = shares.len() as f64;
    let mut set = Set::new();
    set.append(&Rows {
        length: shares.len(),
        left: ids(&vec![0; shares.len()]),
        right: ids(&vec![1; shares.len()]),
        wins: Column::F64(&shares),
        losses: Column::F64(&others),
        ..Rows::default()
    })
    .unwrap();
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n / n;
    let of_difference = variance.sqrt() / (mean * (1.0 - mean));
    let model = fitted(&set, &Specification::default());
    let found = errors(&model, CovarianceKind::Auto);
    assert!((found[0] / (of_difference / 2.0) - 1.0).abs() < 1e-9, "{found:?} {of_difference}");
    // By resamples of rows, too: each judgement is drawn as a whole.
    let options = BootstrapOptions { replicates: 2000, seed: 3, ..BootstrapOptions::default() };
    let drawn = Bootstrap::new(&model, &options, &mut unwatched()).unwrap();
    assert_eq!(drawn.unit, Unit::Row);
    let options = Options { bootstrap: Some(std::sync::Arc::new(drawn)), ..Options::default() };
    let found = estimates(&model, Quantity::Scores, &options, &mut unwatched()).unwrap();
    assert!((found[0][1] / (of_difference / 2.0) - 1.0).abs() < 0.08, "{found:?}");
}

/// The sandwich of split judgements is that of clusters of one row each, whatever the model, and whatever is aggregated.
#[test]
fn a_split_judgement_is_a_cluster_of_its_parts() {
    let models = [
        Specification::default(),
        Specification { outcome: Outcome::Davidson, position: Position::Shared, ..Specification::default() },
        Specification {
            outcome: Outcome::RaoKupper,
            position: Position::ByJudge,
            ..Specification::default()
        },
        Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() },
    ];
    for (which, specification) in models.iter().enumerate() {
        for importance in [false, true] {
            let rows = split(which as u64 + 11, 240, which > 0);
            let (plain, apart) = (rows.set(false, importance), rows.set(true, importance));
            let (one, two) = (fitted(&plain, specification), fitted(&apart, specification));
            let single = errors(&one, CovarianceKind::Sandwich);
            let clustered = errors(&two, CovarianceKind::ClusteredByContext);
            for (a, b) in single.iter().zip(&clustered) {
                assert!((a / b - 1.0).abs() < 1e-7, "{which} {importance}: {single:?} {clustered:?}");
            }
            // Rows without a context are clusters of their own.
            let mut both = plain.clone();
            both.intern(Kind::Context, &[]).unwrap();
            let own = errors(&two, CovarianceKind::Sandwich);
            for (a, b) in single.iter().zip(&own) {
                assert!((a / b - 1.0).abs() < 1e-7, "{which} {importance}: {single:?} {own:?}");
            }
        }
    }
}

/// Votes of three judges in contexts of a few, with the columns to be said in several ways.
struct Votes {
    left: Vec<u32>,
    right: Vec<u32>,
    judge: Vec<u32>,
    unit: Vec<u32>,
    row: Vec<u32>,
    outcome: Vec<u8>,
    ordered: Vec<u8>,
}

fn votes_of(seed: u64, units: u32) -> Votes {
    let mut random = Random::new(seed, 0);
    let mut made = Votes {
        left: vec![],
        right: vec![],
        judge: vec![],
        unit: vec![],
        row: vec![],
        outcome: vec![],
        ordered: vec![],
    };
    for unit in 0..units {
        for _ in 0..1 + random.below(5) {
            let left = random.below(5) as u32;
            let right = (left + 1 + random.below(4) as u32) % 5;
            let better = if random.uniform() < 0.65 { left.min(right) } else { left.max(right) };
            made.outcome.push(if better == left { 1 } else { 2 });
            made.left.push(left);
            made.right.push(right);
            made.judge.push(random.below(3) as u32);
            made.unit.push(unit);
            made.row.push(made.row.len() as u32);
            made.ordered.push(random.below(2) as u8);
        }
    }
    made
}

impl Votes {
    fn rows(&self) -> Rows<'_> {
        Rows {
            length: self.left.len(),
            left: ids(&self.left),
            right: ids(&self.right),
            judge: ids(&self.judge),
            outcome: Column::U8(&self.outcome),
            ..Rows::default()
        }
    }
}

fn set_of_rows(rows: &Rows) -> Set {
    let mut set = Set::new();
    set.append(rows).unwrap();
    set
}

#[test]
fn clusters_do_what_contexts_did() {
    let votes = votes_of(1, 70);
    let by_context = set_of_rows(&Rows { context: ids(&votes.unit), ..votes.rows() });
    let by_cluster = set_of_rows(&Rows { cluster: ids(&votes.unit), ..votes.rows() });
    // Every row is a context of its own, and clusters hold several.
    let crossed = set_of_rows(&Rows { context: ids(&votes.row), cluster: ids(&votes.unit), ..votes.rows() });
    let shared = Specification { position: Position::Shared, ..Specification::default() };
    let [one, two, three] = [&by_context, &by_cluster, &crossed].map(|set| fitted(set, &shared));
    for kind in [CovarianceKind::Auto, CovarianceKind::ClusteredByContext, CovarianceKind::ClusteredTwoWay] {
        let expected = errors(&one, kind);
        for model in [&two, &three] {
            let found = errors(model, kind);
            assert!(expected.iter().zip(&found).all(|(a, b)| (a / b - 1.0).abs() < 1e-9), "{kind:?}");
        }
    }
    for correction in [Correction::Cr1, Correction::Cr2, Correction::Jackknife] {
        let of = |model: &Model| {
            let options = Options { correction, ..with(CovarianceKind::ClusteredByContext) };
            estimates(model, Quantity::Scores, &options, &mut unwatched()).unwrap()[0][1]
        };
        assert!((of(&one) / of(&two) - 1.0).abs() < 1e-9 && (of(&one) / of(&three) - 1.0).abs() < 1e-9);
    }
    // Resamples by default draw clusters, and those of Vuong's test and of influence are the same.
    let options = BootstrapOptions { replicates: 20, seed: 8, ..BootstrapOptions::default() };
    let drawn = |model: &Model| Bootstrap::new(model, &options, &mut unwatched()).unwrap();
    assert_eq!(
        (drawn(&one).unit, drawn(&two).unit, drawn(&three).unit),
        (Unit::Context, Unit::Cluster, Unit::Cluster)
    );
    let other = Specification { outcome: Outcome::ThurstoneMosteller, ..shared.clone() };
    let of = |set: &Set, model: &Model| {
        let found = vuong(model, &fitted(set, &other), VuongPenalty::None, Independent::Auto).unwrap();
        (found.units, found.variance)
    };
    let expected = of(&by_context, &one);
    for (set, model) in [(&by_cluster, &two), (&crossed, &three)] {
        let found = of(set, model);
        assert!(found.0 == expected.0 && (found.1 / expected.1 - 1.0).abs() < 1e-9, "{found:?} {expected:?}");
    }
    let of = |model: &Model, unit| {
        influence(model, unit, Some(Quantity::Scores), &Options::default(), &mut unwatched()).unwrap()
    };
    let (contexts, clusters) = (of(&one, Unit::Context), of(&two, Unit::Cluster));
    assert!(contexts.changes.iter().zip(&clusters.changes).all(|(a, b)| (a - b).abs() < 1e-9));
    // A comparison without a cluster is in that of its context.
    let missing: Vec<i64> = votes.unit.iter().map(|&u| if u % 2 == 0 { i64::from(u) } else { -1 }).collect();
    let cluster = Key { values: Column::I64(&missing), base: 0 };
    let half = set_of_rows(&Rows { context: ids(&votes.unit), cluster, ..votes.rows() });
    let found = errors(&fitted(&half, &shared), CovarianceKind::Auto);
    let expected = errors(&one, CovarianceKind::Auto);
    assert!(expected.iter().zip(&found).all(|(a, b)| (a / b - 1.0).abs() < 1e-9));
}

/// A position effect acts on what has an order alone: the same as a covariate that is one for its left item.
#[test]
fn comparisons_without_an_order_know_no_position() {
    let votes = votes_of(2, 120);
    let mixed = set_of_rows(&Rows { ordered: Column::U8(&votes.ordered), ..votes.rows() });
    let shared = Specification { position: Position::Shared, ..Specification::default() };
    let model = fitted(&mixed, &shared);
    let mut said = set_of_rows(&Rows { context: ids(&votes.row), ..votes.rows() });
    let twice = |a: &[u32], b: &[u32]| [a, b].concat();
    let zeros = vec![0.0; votes.row.len()];
    let values: Vec<f64> = votes.ordered.iter().map(|&o| f64::from(o)).chain(zeros).collect();
    said.add_covariate(&CovariateValues {
        name: "first",
        length: values.len(),
        context: ids(&twice(&votes.row, &votes.row)),
        item: ids(&twice(&votes.left, &votes.right)),
        value: Column::F64(&values),
        ..CovariateValues::default()
    })
    .unwrap();
    let plain = Specification { covariates: vec!["first".into()], ..Specification::default() };
    let other = fitted(&said, &plain);
    let (own, covariate) = (scores(&model, Quantity::Positions), scores(&other, Quantity::Effects));
    assert!((own[0] - covariate[0]).abs() < 1e-8, "{own:?} {covariate:?}");
    let pairs = scores(&model, Quantity::Scores).into_iter().zip(scores(&other, Quantity::Scores));
    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-8));
    let warned = model.warnings().iter().any(|w| w.text().contains("comparisons have a presentation order"));
    assert!(warned, "{:?}", model.warnings());
    // Which side an item without an order is on changes nothing.
    let turned = Votes { left: votes.right.clone(), right: votes.left.clone(), ..votes_of(2, 120) };
    let outcome: Vec<u8> = votes.outcome.iter().map(|&o| 3 - o).collect();
    let turn = |at: usize| votes.ordered[at] == 0;
    let pick = |a: &[u32], b: &[u32]| (0..a.len()).map(|at| if turn(at) { b[at] } else { a[at] }).collect();
    let left: Vec<u32> = pick(&votes.left, &turned.left);
    let right: Vec<u32> = pick(&votes.right, &turned.right);
    let answers: Vec<u8> =
        (0..left.len()).map(|at| if turn(at) { outcome[at] } else { votes.outcome[at] }).collect();
    let again = set_of_rows(&Rows {
        left: ids(&left),
        right: ids(&right),
        outcome: Column::U8(&answers),
        ordered: Column::U8(&votes.ordered),
        ..votes.rows()
    });
    assert_eq!(again, mixed);
    // Predictions of what has no order have no position either: the log-likelihood is that of the fit.
    let (sum, count) = duel::inference::log_likelihood(&model, &mixed).unwrap();
    assert!((sum - model.facts.log_likelihood).abs() < 1e-8 && count == votes.left.len() as f64);
    let drawn = simulate(&model, &mixed, 4).unwrap();
    assert_eq!((drawn.unordered(), drawn.cells().has_unordered()), (mixed.unordered(), true));
}

fn scores(model: &Model, quantity: Quantity) -> Vec<f64> {
    let found = estimates(model, quantity, &Options::default(), &mut unwatched()).unwrap();
    found.iter().map(|row| row[0]).collect()
}

#[test]
fn a_position_effect_without_an_order_is_refused() {
    let votes = votes_of(3, 60);
    let set = set_of_rows(&Rows { unordered: true, context: ids(&votes.unit), ..votes.rows() });
    for position in [Position::Shared, Position::ByJudge] {
        let asked = Specification { position, ..Specification::default() };
        let error = fit(&set, &asked, &mut unwatched()).unwrap_err();
        assert!(error.code() == 7 && error.to_string().contains("presentation order"), "{error}");
    }
    let model = fitted(&set, &Specification::default());
    let of_positions = ["position", "shown", "order"];
    for warning in model.warnings() {
        assert!(of_positions.iter().all(|word| !warning.text().contains(word)), "{}", warning.text());
    }
}

/// Multinomial resamples draw split judgements as a whole, and those of weights that are no whole numbers are refused.
#[test]
fn split_judgements_are_drawn_by_all_weights() {
    let rows = split(6, 60, true);
    let model = fitted(&rows.set(false, false), &Specification::default());
    for weights in
        [WeightDistribution::Poisson, WeightDistribution::Multinomial, WeightDistribution::Bayesian]
    {
        let options = BootstrapOptions { replicates: 1500, seed: 2, weights, ..BootstrapOptions::default() };
        let drawn = Bootstrap::new(&model, &options, &mut unwatched()).unwrap();
        let options = Options { bootstrap: Some(std::sync::Arc::new(drawn)), ..Options::default() };
        let found = estimates(&model, Quantity::Scores, &options, &mut unwatched()).unwrap();
        let expected = errors(&model, CovarianceKind::Sandwich);
        for (row, expected) in found.iter().zip(expected) {
            assert!((row[1] / expected - 1.0).abs() < 0.15, "{weights:?} {row:?} {expected}");
        }
    }
}
