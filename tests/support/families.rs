//! Thresholds and spreads that differ from pair to pair: the identified dimension against the rank of the
//! information, the constraints of canonical form, what must not depend on the order of items or of
//! sides, and starts on any number of threads.

use crate::support::*;
use duel::comparisons::{Column, Kind as Names, Rows, Set, Unit, NONE};
use duel::inference::{
    estimates, probabilities, Bootstrap, BootstrapOptions, Comparison, CovarianceKind, Options,
    WeightDistribution,
};
use duel::likelihood::Curvature;
use duel::linalg::symmetric_eigen;
use duel::model::{
    fit_from, Model, ParameterLayout, Position, Problems, Quantity, Specification, SpreadModel,
    StrengthModel, ThresholdModel, Ties, View,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::simulate::simulate;
use duel::threshold::{Basis, Form};

const ITEMS: usize = 9;
const JUDGES: u32 = 2;
/// Comparisons of every judge on every ordered pair: enough for an optimum inside the space.
const VOTES: f64 = 4_000.0;

/// Which thresholds, which spread, and whether judges have offsets of their own.
fn specifications() -> Vec<Specification> {
    let mut all = Vec::new();
    for outcome in [Outcome::Davidson, Outcome::RaoKupper] {
        for (threshold, tie_factors) in [(Form::Single, 0), (Form::Additive, 0), (Form::Factored, 2)] {
            for spread in [None, Some(0), Some(2)] {
                for threshold_by_judge in [false, true] {
                    let position = Position::Shared;
                    all.push(Specification {
                        outcome,
                        threshold: ThresholdModel::of(threshold, tie_factors, Basis::Cosine),
                        spread: spread.map(|factors| SpreadModel { factors, ridge: 0.0 }),
                        threshold_by_judge,
                        position,
                        ..Specification::default()
                    });
                }
            }
        }
    }
    all
}

/// Every judge on every ordered pair, nothing answered yet.
fn design() -> Set {
    let mut cells = Vec::new();
    for judge in 0..JUDGES {
        for left in 0..ITEMS as u32 {
            for right in (0..ITEMS as u32).filter(|&r| r != left) {
                cells.push(Cell::new(Some(judge), left, right, VOTES, 0.0, 0.0));
            }
        }
    }
    set_of(&cells)
}

/// A point well inside the space: scores, variances and factors that differ.
fn truth(specification: &Specification, set: &Set) -> Vec<f64> {
    let layout = ParameterLayout::new(set, specification);
    let wave = |k: usize, pace: f64| (pace * (k as f64 + 1.0)).sin();
    let mut theta = vec![0.0; layout.dimension];
    (0..ITEMS).for_each(|i| theta[i] = 1.6 * wave(i, 2.3));
    if let Some(first) = layout.terms.position().map(|position| position.first) {
        theta[first] = 0.5;
    }
    if let Some(spread) = layout.spread {
        for i in 0..ITEMS {
            theta[spread.tau(i)] = 0.75 + 0.2 * wave(i, 1.1);
            (0..spread.factors).for_each(|c| theta[spread.row(i) + c] = 0.8 * wave(i, 3.7 + c as f64));
        }
    }
    let threshold =
        layout.terms.threshold(duel::outcome::TIE).expect("these outcome models have a threshold");
    threshold.about_one().iter().for_each(|&(at, w)| theta[at as usize] = 0.6 * w);
    if threshold.form != Form::Single {
        let own = theta.iter_mut().enumerate().skip(threshold.first).take(threshold.len());
        own.for_each(|(at, t)| *t += 0.15 * wave(at, 4.9));
    }
    if let Some(first) = threshold.offsets {
        (theta[first], theta[first + 1]) = (0.2, -0.1);
    }
    theta
}

/// Votes drawn from the truth.
fn drawn(specification: &Specification, seed: u64) -> Set {
    let design = design();
    let model = Model::given(&design, specification, &truth(specification, &design)).expect("a model");
    simulate(&model, &design, seed).expect("votes")
}

fn regular(specification: &Specification) -> Model {
    let model = fitted(&drawn(specification, 1), specification);
    assert_eq!(model.facts.problems, Problems::NONE, "not regular: {specification:?}");
    model
}

fn values(model: &Model, quantity: Quantity) -> Vec<f64> {
    model.readout(quantity, &View::default()).unwrap_or_else(|e| panic!("{quantity:?}: {e}")).estimates
}

#[test]
fn the_dimension_is_the_rank_of_the_information() {
    for specification in specifications() {
        let model = regular(&specification);
        let p = model.theta.len();
        for which in [Curvature::Observed, Curvature::Expected] {
            let mut matrix = vec![0.0; p * p];
            model.objective.information(&model.theta, which, &mut matrix);
            let (spectrum, _) = symmetric_eigen(&matrix, p).expect("eigenvalues");
            let largest = spectrum[p - 1];
            let rank = spectrum.iter().filter(|v| **v > 1e-10 * largest).count();
            assert_eq!(model.facts.dimension, rank, "{which:?} of {specification:?}: {spectrum:?}");
            assert_eq!(model.null_space.len(), p - rank);
            // Nothing stands between what is determined and what is not.
            let (last, first) = (spectrum[p - rank - 1].abs(), spectrum[p - rank]);
            assert!(first > 1e4 * last, "{last:e} and {first:e} in {specification:?}");
        }
    }
}

/// Properties that read-outs promise.
#[test]
fn constraints_of_the_gauge() {
    const TIGHT: Within = absolute(1e-12);
    for specification in specifications() {
        let model = regular(&specification);
        let scores = values(&model, Quantity::Scores);
        near("sum of scores", scores.iter().sum(), 0.0, TIGHT);
        if specification.spread.is_some() {
            check_spread(&model);
        }
        check_thresholds(&model);
    }
}

fn check_spread(model: &Model) {
    const TIGHT: Within = absolute(1e-12);
    let m = ITEMS;
    let variances = values(model, Quantity::Variances);
    let spreads = values(model, Quantity::Spreads);
    let logs = values(model, Quantity::LogSpreads);
    let covariance = model.item_covariance().expect("P Sigma P");
    let correlations = model.item_correlations().expect("correlations");
    let (k, loadings) = model.loadings().expect("loadings");
    near("trace of P Sigma P", (0..m).map(|i| covariance[i * m + i]).sum(), 1.0, TIGHT);
    let within: f64 = loadings.iter().map(|l| l * l).sum();
    near("its parts", (1.0 - 1.0 / m as f64) * variances.iter().sum::<f64>() + within, 1.0, TIGHT);
    for i in 0..m {
        near("a row of P Sigma P", covariance[i * m..(i + 1) * m].iter().sum(), 0.0, TIGHT);
        assert!(spreads[i * m + i].is_nan() && logs[i * m + i].is_nan());
        near("correlation with itself", correlations[i * m + i], 1.0, TIGHT);
        for j in (0..m).filter(|&j| j != i) {
            let s = spreads[i * m + j];
            let (l, r) = (&loadings[i * k..(i + 1) * k], &loadings[j * k..(j + 1) * k]);
            let apart: f64 = l.iter().zip(r).map(|(a, b)| (a - b) * (a - b)).sum();
            near("S from its parts", variances[i] + variances[j] + apart, s, TIGHT);
            let from = covariance[i * m + i] + covariance[j * m + j] - 2.0 * covariance[i * m + j];
            near("S from P Sigma P", from, s, TIGHT);
            assert_eq!(s, spreads[j * m + i], "S is symmetric");
            near("log S", logs[i * m + j], s.ln(), TIGHT);
            let sizes = (covariance[i * m + i] * covariance[j * m + j]).sqrt();
            near("correlation", correlations[i * m + j], covariance[i * m + j] / sizes, TIGHT);
        }
    }
    let gram =
        |a: usize, b: usize| -> f64 { (0..m).map(|i| loadings[i * k + a] * loadings[i * k + b]).sum() };
    for a in 0..k {
        let column: Vec<f64> = (0..m).map(|i| loadings[i * k + a]).collect();
        near("mean of a factor", column.iter().sum(), 0.0, TIGHT);
        (0..a).for_each(|b| near("product of two factors", gram(a, b), 0.0, TIGHT));
        assert!(a == 0 || gram(a, a) < gram(a - 1, a - 1), "the longer factor comes first");
        let largest = column.iter().copied().fold(0.0, |m: f64, v| if v.abs() > m.abs() { v } else { m });
        assert!(largest > 0.0, "the largest entry is positive");
    }
}

fn check_thresholds(model: &Model) {
    const TIGHT: Within = absolute(1e-12);
    let m = ITEMS;
    let form = model.specification.threshold.form();
    let found = values(model, Quantity::Thresholds);
    let offsets = match model.shape(Quantity::ThresholdOffsets) {
        Ok(_) if form == Form::Single => Vec::new(),
        Ok(_) => values(model, Quantity::ThresholdOffsets),
        Err(_) => Vec::new(),
    };
    near("sum of offsets", offsets.iter().sum(), 0.0, TIGHT);
    let k = model.specification.threshold.factors().max(1);
    let phi = Basis::Cosine.table(m, k);
    if form == Form::Factored {
        let cross = |a: usize, b: usize| -> f64 { (0..m).map(|i| phi[i * k + a] * found[i * k + b]).sum() };
        (0..k).for_each(|a| (0..a).for_each(|b| near("Phi'G", cross(a, b), cross(b, a), TIGHT)));
    }
    let of_pairs = values(model, Quantity::PairThresholds);
    for i in 0..m {
        for j in (0..m).filter(|&j| j != i) {
            let e = match form {
                Form::Single => found.iter().sum::<f64>() / found.len() as f64,
                Form::Additive => found[i] + found[j],
                Form::Factored => (0..k)
                    .map(|c| found[i * k + c] * phi[j * k + c] + found[j * k + c] * phi[i * k + c])
                    .sum(),
            };
            let soft = model.specification.outcome() == Outcome::SoftRaoKupper;
            let e = if soft { e.exp().ln_1p() } else { e };
            near("threshold of a pair", of_pairs[i * m + j], e, TIGHT);
            near("it is symmetric", of_pairs[i * m + j], of_pairs[j * m + i], TIGHT);
        }
    }
}

/// Estimates and errors of scores and of all pairs, by the numbers that `place` gives the items.
fn by_item(model: &Model, place: &[usize]) -> Vec<f64> {
    let m = ITEMS;
    let mut all = vec![model.facts.log_likelihood / VOTES, model.facts.dimension as f64];
    for covariance in [CovarianceKind::Expected, CovarianceKind::Observed, CovarianceKind::Sandwich] {
        let options = Options { covariance, ..Options::default() };
        let mut read = |quantity: Quantity| {
            let Ok((rows, columns)) = model.shape(quantity) else { return };
            let table = estimates(model, quantity, &options, &mut unwatched()).expect("estimates");
            for i in 0..m {
                let columns = if columns == m { place } else { &[0][..] };
                for &j in columns.iter().filter(|&&j| rows == 1 || columns.len() == 1 || j != place[i]) {
                    let row = table[place[i] * columns.len() + j];
                    all.extend(row);
                }
            }
        };
        read(Quantity::Scores);
        read(Quantity::WinRates);
        read(Quantity::PairThresholds);
        read(Quantity::LogSpreads);
        if model.specification.threshold.form() == Form::Additive {
            read(Quantity::Thresholds);
        }
        if model.specification.spread.is_some() {
            read(Quantity::Variances);
        }
    }
    all
}

/// The same votes with the items, the rows or the sides in another order.
fn rearranged(set: &Set, order: &[usize], turn: bool) -> Set {
    let cells = set.cells();
    let mut all = Vec::new();
    for (c, counts) in cells.counts.iter().enumerate() {
        let place = |item: u32| order.iter().position(|&o| o == item as usize).expect("item") as u32;
        let (mut left, mut right) = (place(cells.left[c]), place(cells.right[c]));
        let mut counts = *counts;
        if turn {
            std::mem::swap(&mut left, &mut right);
            counts.swap(0, 1);
        }
        all.push(Cell { context: None, judge: Some(cells.judge[c]), left, right, counts });
    }
    let mut random = Random::new(3, 0);
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at as u64 + 1) as usize);
    }
    set_of(&all)
}

/// Without factors nothing depends on the order of the items.
#[test]
fn order_of_items() {
    let order: Vec<usize> = (0..ITEMS).map(|i| (4 * i + 2) % ITEMS).collect();
    let own: Vec<usize> = (0..ITEMS).collect();
    let mut place = vec![0; ITEMS];
    order.iter().enumerate().for_each(|(at, &item)| place[item] = at);
    for specification in specifications() {
        if specification.threshold.form() == Form::Factored
            || specification.spread.is_some_and(|spread| spread.factors == 2)
        {
            continue;
        }
        let set = drawn(&specification, 2);
        let expected = by_item(&fitted(&set, &specification), &own);
        let found = by_item(&fitted(&rearranged(&set, &order, false), &specification), &place);
        all_near(&format!("{specification:?}"), &found, &expected, Within { absolute: 1e-8, relative: 1e-8 });
    }
}

/// The same votes with names for items and judges, whose ids are given in this order of items (and the
/// other way round of judges).
fn named(set: &Set, order: &[usize]) -> Set {
    let items: Vec<String> = (0..ITEMS).map(|i| format!("item {i}")).collect();
    let judges: Vec<String> = (0..JUDGES).map(|k| format!("judge {k}")).collect();
    let mut named = Set::new();
    let ordered: Vec<&str> = order.iter().map(|&i| items[i].as_str()).collect();
    named.intern(Names::Item, &ordered).expect("items");
    let reversed: Vec<&str> = judges.iter().rev().filter(|_| order[0] != 0).map(String::as_str).collect();
    named.intern(Names::Judge, &reversed).expect("judges");
    let cells = set.cells();
    fn of<'a>(names: &'a [String], ids: &[u32]) -> Vec<&'a str> {
        ids.iter().map(|&id| names[id as usize].as_str()).collect()
    }
    let (left, right) = (of(&items, &cells.left), of(&items, &cells.right));
    let judge = of(&judges, &cells.judge);
    let counts: [Vec<f64>; 3] = std::array::from_fn(|k| cells.counts.iter().map(|c| c[k]).collect());
    let rows = Rows {
        length: cells.len(),
        left: texts(&left),
        right: texts(&right),
        judge: texts(&judge),
        wins: Column::F64(&counts[0]),
        losses: Column::F64(&counts[1]),
        ties: Column::F64(&counts[2]),
        ..Rows::default()
    };
    named.append(&rows).expect("rows");
    named
}

/// Nothing depends on the order in which named items and judges came, nor on saving and loading the set:
/// not the bases of thresholds, nor where a spread with factors starts, nor what further starts draw.
#[test]
fn order_of_names() {
    let own: Vec<usize> = (0..ITEMS).collect();
    let order: Vec<usize> = (0..ITEMS).map(|i| (4 * i + 2) % ITEMS).collect();
    let paper = |s: &Specification| Specification {
        threshold: ThresholdModel::factored(s.threshold.factors(), Basis::Paper),
        ..s.clone()
    };
    let mut all = specifications();
    all.retain(|s| s.outcome == Outcome::Davidson || !s.threshold_by_judge);
    all.extend(all.clone().iter().filter(|s| s.threshold.form() == Form::Factored).map(paper));
    for specification in all {
        let set = drawn(&specification, 2);
        let one = named(&set, &own);
        let other = named(&set, &order);
        let loaded = Set::load(&other.save()).expect("bytes just saved");
        assert_eq!(one.save(), other.save());
        let place = |set: &Set| -> Vec<usize> {
            own.iter().map(|i| set.find(Names::Item, &format!("item {i}")).expect("item")).collect()
        };
        let expected = by_item(&fitted(&one, &specification), &own);
        for set in [other, loaded] {
            let model = fitted(&set, &specification);
            let found = by_item(&model, &place(&set));
            let what = format!("{specification:?}");
            near(&what, found[0], expected[0], Within { absolute: 0.0, relative: 1e-11 });
            all_near(&what, &found, &expected, Within { absolute: 1e-7, relative: 1e-7 });
        }
    }
}

/// Little data with several optima: the starts meet the same ones whatever the order of the names.
#[test]
fn starts_go_by_names() {
    let set = little();
    let base = Specification {
        spread: Some(SpreadModel { factors: 2, ridge: 0.0 }),
        restarts: 4,
        seed: 11,
        accept: Problems::ANY,
        ..few_ties()
    };
    let judged = Specification { strength: StrengthModel::SIGNED, restarts: 4, seed: 5, ..few_ties() };
    let own: Vec<usize> = (0..ITEMS).collect();
    let order: Vec<usize> = (0..ITEMS).map(|i| (4 * i + 2) % ITEMS).collect();
    for specification in [base, judged] {
        let met = |set: &Set| fitted(set, &specification).optima;
        let (one, other) = (met(&named(&set, &own)), met(&named(&set, &order)));
        assert_eq!(one.len(), other.len(), "{one:?} against {other:?}");
        for (a, b) in one.iter().zip(&other) {
            near("optimum", a.objective, b.objective, absolute(1e-5));
            assert_eq!((a.starts, a.first), (b.starts, b.first), "{one:?} against {other:?}");
        }
    }
}

/// With the sides exchanged only the position effect changes, and that its sign; and a comparison without
/// position is the same from both sides.
#[test]
fn exchanged_sides() {
    let own: Vec<usize> = (0..ITEMS).collect();
    for specification in specifications() {
        let set = drawn(&specification, 1);
        let model = fitted(&set, &specification);
        let turned = fitted(&rearranged(&set, &own, true), &specification);
        let within = Within { absolute: 1e-8, relative: 1e-8 };
        all_near(&format!("{specification:?}"), &by_item(&turned, &own), &by_item(&model, &own), within);
        let position = |model: &Model| values(model, Quantity::Positions)[0];
        near("position", position(&turned), -position(&model), within);
        let options = Options { ignore_position: true, ..Options::default() };
        let of = |left: u32, right: u32| {
            let comparison = Comparison { left, right, judge: 1, context: u32::MAX };
            probabilities(&model, &[comparison], &options, &mut unwatched()).expect("probabilities")[0]
        };
        for (i, j) in [(0, 1), (5, 2), (8, 3)] {
            let (one, other) = (of(i, j), of(j, i));
            let exchanged = [&other[4..8], &other[..4], &other[8..]].concat();
            all_near("seen from the other side", &one, &exchanged, absolute(1e-12));
        }
    }
}

/// Ties whose thresholds add up.
fn few_ties() -> Specification {
    Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::ADDITIVE,
        ..Specification::default()
    }
}

/// So little data that a spread has several optima.
fn little() -> Set {
    let mut cells = Vec::new();
    let mut random = Random::new(5, 0);
    for left in 0..ITEMS as u32 {
        for right in left + 1..ITEMS as u32 {
            let [wins, losses, ties, _] =
                random.outcomes(40, &[0.45, 0.3, 0.25, 0.0]).map(|n| 1.0 + n as f64);
            cells.push(Cell::new(Some((left + right) % JUDGES), left, right, wins, losses, ties));
        }
    }
    set_of(&cells)
}

/// Which thread did which start leaves no trace, nor in saved bytes.
#[test]
fn restarts_on_any_number_of_threads() {
    let base = Specification {
        spread: Some(SpreadModel { factors: 2, ridge: 0.0 }),
        restarts: 6,
        seed: 11,
        ..few_ties()
    };
    let set = little();
    let met = |threads: usize| {
        let accept = Problems::ANY;
        let model = fitted(&set, &Specification { threads, accept, ..base.clone() });
        let bits: Vec<u64> = model.theta.iter().map(|t| t.to_bits()).collect();
        (bits, model.optima.clone(), format!("{:?}", model.facts), model.save())
    };
    let one = met(1);
    assert!(one.1.len() > 1, "there should be several optima: {:?}", one.1);
    assert_eq!(one.1.iter().map(|optimum| optimum.starts).sum::<usize>(), 7);
    for threads in [2, 3] {
        assert_eq!(met(threads), one, "{threads} threads");
    }
}

/// A fit that starts at the estimate of other data ends where a fit from nothing does; and so do the refits
/// of a bootstrap. The solver once lost its last steps in rounding and took that for a flight to infinity.
#[test]
fn warm_fits_with_a_spread() {
    let specification = Specification {
        outcome: Outcome::Davidson,
        threshold: ThresholdModel::ADDITIVE,
        spread: Some(SpreadModel { factors: 0, ridge: 0.0 }),
        position: Position::Shared,
        ..Specification::default()
    };
    let design = design();
    let given = Model::given(&design, &specification, &truth(&specification, &design)).expect("a model");
    let few = {
        let cells = design.cells();
        let all: Vec<Cell> = (0..cells.len())
            .map(|c| Cell::new(Some(0), cells.left[c], cells.right[c], 60.0, 0.0, 0.0))
            .collect();
        set_of(&all)
    };
    let first = fitted(&simulate(&given, &few, 0).expect("votes"), &specification);
    for seed in 1..40 {
        let set = simulate(&given, &few, seed).expect("votes");
        let cold = fitted(&set, &specification);
        let warm = fit_from(&set, &specification, Some(&first), &mut unwatched())
            .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        near("log-likelihood", warm.facts.log_likelihood, cold.facts.log_likelihood, relative(1e-10));
        let (w, c) = (values(&warm, Quantity::Scores), values(&cold, Quantity::Scores));
        all_near("scores", &w, &c, absolute(1e-5));
    }
    let options = BootstrapOptions {
        unit: Some(Unit::Row),
        weights: WeightDistribution::Parametric,
        replicates: 100,
        seed: 2,
        ..BootstrapOptions::default()
    };
    assert_eq!(Bootstrap::new(&first, &options, &mut unwatched()).expect("replicates").failures(), 0);
}

/// A variance at zero: every kind of covariance leaves it there, and refits may leave it.
#[test]
fn a_variance_of_zero() {
    let specification = Specification {
        outcome: Outcome::Davidson,
        spread: Some(SpreadModel { factors: 0, ridge: 0.0 }),
        position: Position::Shared,
        ..Specification::default()
    };
    let design = design();
    let mut theta = truth(&specification, &design);
    let layout = ParameterLayout::new(&design, &specification);
    let tau = layout.spread.expect("a spread").tau(4);
    theta[tau] = 0.0;
    let given = Model::given(&design, &specification, &theta).expect("a model");
    let fits = (0..20).map(|seed| fitted(&simulate(&given, &design, seed).expect("votes"), &specification));
    let mut model =
        fits.into_iter().find(|m| m.facts.problems == Problems::HEYWOOD).expect("half of the data sets");
    model.theta[tau] = 0.0;
    let errors = |covariance| {
        let options = Options { covariance, ..Options::default() };
        table(&model, Quantity::Scores, &options).1
    };
    let observed = errors(CovarianceKind::Observed);
    all_near("errors", &errors(CovarianceKind::Expected), &observed, relative(0.1));
    let options = BootstrapOptions {
        unit: Some(Unit::Row),
        weights: WeightDistribution::Parametric,
        replicates: 100,
        seed: 2,
        ..BootstrapOptions::default()
    };
    assert_eq!(Bootstrap::new(&model, &options, &mut unwatched()).expect("replicates").failures(), 0);
}

/// Left, right, wins, losses.
fn rows(rows: &[(u32, u32, f64, f64)]) -> Set {
    let cells =
        rows.iter().map(|&(left, right, wins, losses)| Cell::new(None, left, right, wins, losses, 0.0));
    set_of(&cells.collect::<Vec<_>>())
}

/// Where the data leave variances open, the fit still ends at an optimum, and what was compared has a probability.
#[test]
fn variances_that_are_not_determined() {
    let accepted = Specification {
        spread: Some(SpreadModel { factors: 0, ridge: 0.0 }),
        accept: Problems::UNDETERMINED,
        ..Specification::default()
    };
    let pairs: [&[(u32, u32, f64, f64)]; 3] = [
        // The slope of the variances vanishes where an item wins as often as it loses.
        &[(1, 0, 1.0, 1.0), (0, 2, 2.0, 1.0)],
        &[(0, 1, 3.0, 9.0), (1, 2, 8.0, 2.0), (2, 3, 4.0, 7.0), (3, 4, 9.0, 2.0)],
        &[(0, 1, 8.0, 11.0), (2, 0, 16.0, 14.0), (0, 3, 15.0, 10.0), (4, 0, 11.0, 18.0), (5, 3, 7.0, 7.0)],
    ];
    for cells in pairs {
        let model = fitted(&rows(cells), &accepted);
        let facts = &model.facts;
        assert!(facts.problems.contains(Problems::UNDETERMINED), "{facts:?}");
        assert!(facts.decrement <= 1e-6 && facts.step <= 1e-3, "{facts:?}");
        let asked: Vec<Comparison> = cells
            .iter()
            .map(|&(left, right, ..)| Comparison { left, right, judge: 0, context: NONE })
            .collect();
        let found = probabilities(&model, &asked, &Options::default(), &mut unwatched()).expect("an answer");
        for (row, &(.., wins, losses)) in found.iter().zip(cells) {
            near("share of wins", row[0], wins / (wins + losses), absolute(1e-6));
        }
    }
}

/// Without a bound on variances the likelihood may have no maximum: the status says so, also where a finite optimum is
/// near.
#[test]
fn variances_without_a_maximum() {
    let specification = Specification {
        spread: Some(SpreadModel { factors: 0, ridge: 0.0 }),
        position: Position::Shared,
        ties: Ties::Dropped,
        accept: Problems::ANY,
        ..Specification::default()
    };
    // The variance of one item grows until the others have none beside it: -82.5545 for -82.5713 at a finite optimum.
    let model = fitted(
        &rows(&[
            (0, 1, 3.0, 6.0),
            (2, 0, 22.0, 4.0),
            (0, 2, 6.0, 13.0),
            (2, 1, 1.0, 1.0),
            (3, 0, 8.0, 5.0),
            (4, 1, 3.0, 7.0),
            (1, 4, 25.0, 4.0),
            (2, 4, 12.0, 4.0),
            (4, 2, 2.0, 4.0),
            (4, 3, 2.0, 12.0),
            (3, 4, 7.0, 3.0),
        ]),
        &specification,
    );
    assert!(model.facts.problems.contains(Problems::NOT_CONVERGED), "{:?}", model.facts);
    assert!(model.facts.log_likelihood > -82.571, "{:?}", model.facts);
    // A bound keeps it.
    let bounded = Specification {
        spread: specification.spread.map(|spread| SpreadModel { ridge: 0.1, ..spread }),
        accept: Problems::NONE,
        ..specification
    };
    assert!(fitted(&model.set, &bounded).facts.decrement <= 1e-6);
}

/// Variances of items have several optima in small sets; one fit finds the best of what restarts find, and says so.
#[test]
fn several_optima_of_variances() {
    let specification =
        Specification { spread: Some(SpreadModel { factors: 0, ridge: 0.0 }), ..Specification::default() };
    let restarted = Specification { restarts: 20, seed: 1, ..specification.clone() };
    let known = rows(&[
        (1, 0, 4.0, 36.0),
        (2, 0, 19.0, 21.0),
        (2, 1, 26.0, 14.0),
        (3, 0, 9.0, 11.0),
        (3, 1, 14.0, 6.0),
        (3, 2, 7.0, 33.0),
    ]);
    let (one, many) = (fitted(&known, &specification), fitted(&known, &restarted));
    near("log-likelihood", one.facts.log_likelihood, many.facts.log_likelihood, absolute(1e-6));
    assert!(
        one.optima.len() > 1
            && one.warnings().iter().any(|w| w.kind == duel::model::WarningKind::SeveralOptima),
        "{:?}",
        one.optima
    );
    let (mut compared, mut beaten) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed, 6);
        let scores: Vec<f64> = (0..4).map(|_| random.normal()).collect();
        let mut drawn = Vec::new();
        for (left, right) in [(1u32, 0u32), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)] {
            let gap = scores[left as usize] - scores[right as usize] + 0.7 * random.normal();
            let votes = 20 * (1 + random.below(2));
            let wins = random.binomial(votes, 1.0 / (1.0 + (-gap).exp())) as f64;
            drawn.push((left, right, wins, votes as f64 - wins));
        }
        let set = rows(&drawn);
        if let (Ok(one), Ok(many)) = (try_fit(&set, &specification), try_fit(&set, &restarted)) {
            compared += 1;
            if many.facts.log_likelihood > one.facts.log_likelihood + 1e-3 {
                beaten += 1;
                assert!(one.optima.len() > 1, "seed {seed}");
            }
        }
    }
    assert!(
        compared > 25 && beaten * 400 <= compared.max(400),
        "{beaten} of {compared} are beaten by restarts"
    );
}
