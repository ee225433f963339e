//! Votes "both bad" as an outcome of their own: closed forms, what is recovered of a known truth, the ends
//! of ranges, and that everything that reads a model reads four outcomes.

use crate::support::*;
use duel::assess::{
    accuracy, compare, criteria, goodness, marginals, matrix, metrics, residuals, vuong, Independent, Matrix,
    NestedTest, ResidualsBy, Simulation, Space, VuongPenalty,
};
use duel::comparisons::Set;
use duel::inference::{
    estimates, log_likelihood, more_comparisons, probabilities, profile, Bootstrap, BootstrapOptions,
    Comparison, CovarianceKind, Options, PlanningQuestion, WeightDistribution,
};
use duel::model::{fit_from, BothBad, Model, Position, Problems, Quantity, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::simulate::simulate;
use duel::threshold::Form;

const ITEMS: usize = 5;

fn four(bad_threshold: Form) -> Specification {
    Specification {
        outcome: Outcome::Davidson,
        both_bad: BothBad::Outcome { additive: bad_threshold == Form::Additive },
        ..Specification::default()
    }
}

fn expected() -> Options {
    Options { covariance: CovarianceKind::Expected, ..Options::default() }
}

/// Every ordered pair as often, by each of some judges.
fn design(judges: u32, times: f64) -> Set {
    let pairs = (0..ITEMS as u32).flat_map(|i| (0..ITEMS as u32).map(move |j| (i, j)));
    let cells: Vec<Cell> = pairs
        .filter(|(i, j)| i != j)
        .flat_map(|(i, j)| (0..judges).map(move |k| Cell::new(Some(k), i, j, times, 0.0, 0.0)))
        .collect();
    set_of(&cells)
}

/// Scores of mean zero, e and additive b.
const SCORES: [f64; ITEMS] = [0.9, 0.3, 0.0, -0.4, -0.8];
const TIE: f64 = -0.3;
const BAD: [f64; ITEMS] = [-0.9, -0.5, -0.2, 0.1, 0.4];

fn truth(set: &Set) -> Model {
    let parameters = [&SCORES[..], &[TIE], &BAD[..]].concat();
    Model::given(set, &four(Form::Additive), &parameters).expect("given")
}

fn drawn(times: f64, seed: u64) -> Set {
    let set = design(2, times);
    simulate(&truth(&set), &set, seed).expect("votes")
}

/// Where no two items differ the model is log-linear: e = log(2 ties / decided), b = log(2 bad / decided),
/// their variances are those of logarithms of ratios of Poisson counts.
#[test]
fn closed_forms_of_equal_items() {
    let counts = [30.0, 30.0, 20.0, 5.0, 10.0];
    let pairs = [(0, 1), (1, 2), (2, 0)];
    let cells: Vec<Cell> =
        pairs.iter().map(|&(left, right)| Cell { left, right, counts, ..Cell::default() }).collect();
    let set = set_of(&cells);
    let (decided, ties, bad) = (180.0f64, 75.0f64, 30.0f64);
    for form in [Form::Single, Form::Additive] {
        let model = fitted(&set, &four(form));
        let (scores, _) = table(&model, Quantity::Scores, &expected());
        all_near("scores", &scores, &[0.0; 3], absolute(1e-10));
        let (e, error) = table(&model, Quantity::Thresholds, &expected());
        near("e", e[0], (2.0 * ties / decided).ln(), absolute(1e-9));
        near("error of e", error[0], (1.0 / ties + 1.0 / decided).sqrt(), relative(1e-8));
        let (b, error) = table(&model, Quantity::BadThresholds, &expected());
        let value = (2.0 * bad / decided).ln();
        if form == Form::Single {
            all_near("b", &b, &[value], absolute(1e-9));
            near("error of b", error[0], (1.0 / bad + 1.0 / decided).sqrt(), relative(1e-8));
        } else {
            all_near("b", &b, &[0.5 * value; 3], absolute(1e-9));
        }
        let n = decided + ties + bad;
        let entropy = decided * (0.5 * decided / n).ln() + ties * (ties / n).ln() + bad * (bad / n).ln();
        near("log-likelihood", model.facts.log_likelihood, entropy, relative(1e-12));
        assert_eq!(model.facts.dimension, if form == Form::Single { 4 } else { 6 });
        assert_eq!(criteria(&model).expect("criteria").space, Space::Four);
    }
}

/// Of equal items both bad against a winner is a binomial, whatever the ties: the profile of b is its
/// likelihood.
#[test]
fn profiles_of_equal_items() {
    let counts = [30.0, 30.0, 20.0, 0.0, 10.0];
    let pairs = [(0, 1), (1, 2), (2, 0)];
    let cells: Vec<Cell> =
        pairs.iter().map(|&(left, right)| Cell { left, right, counts, ..Cell::default() }).collect();
    let (decided, bad) = (180.0f64, 30.0f64);
    let model = fitted(&set_of(&cells), &four(Form::Single));
    let found = profile(&model, Quantity::BadThresholds, &[1.0], 1, &expected(), &mut unwatched());
    let [b, _, lower, upper] = found.expect("profile")[0];
    near("b", b, (2.0 * bad / decided).ln(), absolute(1e-9));
    let value = |b: f64| bad * (b.exp() / (2.0 + b.exp())).ln() + decided * (2.0 / (2.0 + b.exp())).ln();
    for end in [lower, upper] {
        near("fall of the likelihood", 2.0 * (value(b) - value(end)), 3.841458820694124, absolute(1e-5));
    }
    assert!(lower < b && b < upper);
}

/// Exponential family: what the likelihood fits is fitted, and what is told of it adds up.
#[test]
fn moments_are_fitted() {
    let set = drawn(12.0, 4);
    for form in [Form::Single, Form::Additive] {
        let model = fitted(&set, &four(form));
        let table = flat(&marginals(&model, None).expect("marginals"), 4);
        let (mut ties, mut bad) = ([0.0; 2], [0.0; 2]);
        for row in table.chunks(9) {
            let score = |from: usize| row[from] + 0.5 * (row[from + 2] + row[from + 3]);
            near("score of an item", score(5), score(1), relative(1e-8));
            if form == Form::Additive {
                near("bad votes of an item", row[8], row[4], relative(1e-8));
            }
            near("comparisons", row[5..].iter().sum(), row[0], relative(1e-12));
            (0..2).for_each(|k| {
                ties[k] += row[3 + 4 * k];
                bad[k] += row[4 + 4 * k];
            });
        }
        near("ties", ties[1], ties[0], relative(1e-8));
        near("both bad", bad[1], bad[0], relative(1e-8));
        let cells = matrix(&model, Matrix::Counts, 3).expect("matrix");
        near("all bad votes, twice", cells.iter().sum(), bad[0], relative(1e-12));
        let by_outcome = metrics(&model, None, ResidualsBy::Cell).expect("metrics").by_outcome;
        assert_eq!(by_outcome.len(), 4);
        near("bad votes", by_outcome[3].observed, 0.5 * bad[0], relative(1e-12));
        near("bad votes expected", by_outcome[3].predicted, 0.5 * bad[1], relative(1e-12));
        // Of a score model by item nothing is left: its residual is none.
        for row in residuals(&model, ResidualsBy::Item).expect("residuals") {
            near("score", row.observed, row.expected, relative(1e-8));
        }
        let score = accuracy(&model, None).expect("accuracy").log_score;
        near("score", score, model.facts.log_likelihood / model.facts.comparisons, relative(1e-12));
        let (own, n) = log_likelihood(&model, &set).expect("likelihood");
        near("likelihood", own, model.facts.log_likelihood, relative(1e-12));
        assert_eq!(n, model.facts.comparisons);
    }
}

/// Probabilities by hand, and their errors by the bootstrap.
#[test]
fn probabilities_of_four_outcomes() {
    let set = drawn(40.0, 8);
    let model = fitted(&set, &four(Form::Additive));
    let ids = Comparison { left: 3, right: 4, judge: u32::MAX, context: u32::MAX };
    let of = |options: &Options| probabilities(&model, &[ids], options, &mut unwatched()).expect("p")[0];
    let row = of(&Options::default());
    let theta = &model.theta;
    let (z, e, b) = (theta[3] - theta[4], theta[ITEMS], theta[ITEMS + 4] + theta[ITEMS + 5]);
    let weights = [(0.5 * z).exp(), (-0.5 * z).exp(), e.exp(), b.exp()];
    let sum: f64 = weights.iter().sum();
    for (k, weight) in weights.iter().enumerate() {
        near("probability", row[4 * k], weight / sum, relative(1e-12));
        assert!(row[4 * k + 2] < row[4 * k] && row[4 * k] < row[4 * k + 3]);
    }
    for weights in [WeightDistribution::Poisson, WeightDistribution::Parametric] {
        let options = BootstrapOptions { weights, replicates: 1500, seed: 5, ..BootstrapOptions::default() };
        let replicates = Bootstrap::new(&model, &options, &mut unwatched()).expect("replicates");
        let found = of(&Options { bootstrap: Some(replicates.into()), ..Options::default() });
        for k in 0..4 {
            near("error of a probability", found[4 * k + 1], row[4 * k + 1], relative(0.15));
        }
    }
}

/// Estimates are centred on the truth, and 95 % intervals of all thresholds hold it as often.
#[test]
fn truth_is_recovered() {
    const SETS: u64 = 300;
    let (mut inside, mut sums) = ([0.0; 2], [0.0; ITEMS]);
    let mut errors = [0.0; ITEMS];
    for seed in 0..SETS {
        let model = fitted(&drawn(20.0, 100 + seed), &four(Form::Additive));
        let rows = |quantity| estimates(&model, quantity, &expected(), &mut unwatched()).expect("estimates");
        let holds = |row: &[f64; 4], truth: f64| f64::from(u8::from(row[2] <= truth && truth <= row[3]));
        for (at, (row, truth)) in rows(Quantity::BadThresholds).iter().zip(BAD).enumerate() {
            inside[0] += holds(row, truth);
            sums[at] += row[0] - truth;
            errors[at] += row[1] * row[1];
        }
        inside[1] += holds(&rows(Quantity::Thresholds)[0], TIE);
    }
    let n = SETS as f64;
    for (sum, squares) in sums.iter().zip(errors) {
        // Four standard errors, and a bias of a twentieth of one estimate's.
        let error = (squares / n).sqrt();
        assert!((sum / n).abs() < error * (4.0 / n.sqrt() + 0.05), "{sums:?}");
    }
    assert!((inside[0] / (n * ITEMS as f64) - 0.95).abs() < 0.025, "{inside:?}");
    assert!((inside[1] / n - 0.95).abs() < 0.05, "{inside:?}");
}

/// Saved and loaded, warm and cold, with judges and positions: the same model.
#[test]
fn same_model_again() {
    let set = drawn(10.0, 2);
    for form in [Form::Single, Form::Additive] {
        let specification = Specification {
            position: Position::Shared,
            threshold_by_judge: true,
            strength: StrengthModel::SENSITIVITY,
            ..four(form)
        };
        let model = fitted(&set, &specification);
        let bytes = model.save();
        let loaded = Model::load(&bytes).expect("loaded");
        assert_eq!(loaded.save(), bytes);
        for quantity in [Quantity::Scores, Quantity::Thresholds, Quantity::BadThresholds] {
            let of = |m: &Model| table(m, quantity, &Options::default());
            assert_eq!(of(&model), of(&loaded));
        }
        for start in [fitted(&set, &four(Form::Single)), fitted(&set, &four(form))] {
            let again = fit_from(&set, &specification, Some(&start), &mut unwatched()).expect("warm");
            near("warm", again.facts.log_likelihood, model.facts.log_likelihood, absolute(1e-7));
        }
        // Without comparisons a model that is given has all the same the parameters that it was given.
        let given = Model::given(&set, &specification, &model.theta).expect("given");
        near("given", given.facts.log_likelihood, model.facts.log_likelihood, relative(1e-12));
    }
}

fn without_bad(set: &Set, of: impl Fn(u32, u32) -> bool) -> Set {
    let cells = set.cells();
    let kept: Vec<Cell> = (0..cells.left.len())
        .map(|c| {
            let mut counts = cells.counts[c];
            if of(cells.left[c], cells.right[c]) {
                counts[4] = 0.0;
            }
            Cell {
                context: None,
                judge: Some(cells.judge[c]),
                left: cells.left[c],
                right: cells.right[c],
                counts,
            }
        })
        .collect();
    set_of(&kept)
}

/// No votes both bad: Davidson's model of three outcomes. An item without any: never both bad.
#[test]
fn ends_of_the_range() {
    let set = drawn(10.0, 3);
    let none = without_bad(&set, |_, _| true);
    for form in [Form::Single, Form::Additive] {
        let model = fitted(&none, &four(form));
        let three = fitted(&none, &Specification { outcome: Outcome::Davidson, ..Specification::default() });
        assert!(model.facts.problems.contains(Problems::TIE_LIMIT));
        near("likelihood", model.facts.log_likelihood, three.facts.log_likelihood, relative(1e-13));
        assert_eq!(model.facts.dimension, three.facts.dimension);
        let rows =
            estimates(&model, Quantity::BadThresholds, &Options::default(), &mut unwatched()).expect("rows");
        assert!(rows.iter().all(|row| row[0] == f64::NEG_INFINITY && row[1].is_nan()), "{rows:?}");
        assert!(
            model.warnings().iter().any(|w| w.text().contains("no votes \"both bad\"")),
            "{:?}",
            model.warnings()
        );
        assert_eq!(Model::load(&model.save()).expect("loaded").save(), model.save());
    }
    let spared = without_bad(&set, |i, j| i == 1 || j == 1);
    let model = fitted(&spared, &four(Form::Additive));
    let (b, _) = table(&model, Quantity::BadThresholds, &Options::default());
    assert!(b[1] == f64::NEG_INFINITY && [0, 2, 3, 4].iter().all(|&i| b[i].is_finite()), "{b:?}");
    assert!(model.item_problems[1].contains(Problems::TIE_LIMIT));
    assert!(!model.item_problems[0].contains(Problems::TIE_LIMIT));
    let warned = model.warnings().iter().filter(|w| w.text().contains("both bad")).count();
    assert_eq!(warned, 1, "{:?}", model.warnings());
    let p = matrix(&model, Matrix::Predicted, 3).expect("matrix");
    assert!(p[1] == 0.0 && p[ITEMS] == 0.0 && p[2] > 0.0);
    assert_eq!(Model::load(&model.save()).expect("loaded").save(), model.save());
    // The votes that remain have a finite likelihood, cell by cell.
    assert!(criteria(&model).expect("criteria").deviance.is_finite());
    let open = criteria(&model).expect("criteria").df;
    assert_eq!(open, criteria(&fitted(&set, &four(Form::Additive))).expect("criteria").df - 16.0 + 1.0);
}

/// A league of two sides leaves additive thresholds open by one number.
#[test]
fn two_sides() {
    let pairs = [(0, 2), (0, 3), (1, 2), (1, 3)];
    let counts = [5.0, 4.0, 3.0, 0.0, 2.0];
    let cells: Vec<Cell> =
        pairs.iter().map(|&(left, right)| Cell { left, right, counts, ..Cell::default() }).collect();
    let set = set_of(&cells);
    let error = refused(&set, &four(Form::Additive));
    assert!(error.to_string().contains("thresholds of both bad"), "{error}");
    let model = fitted(&set, &Specification { accept: Problems::ANY, ..four(Form::Additive) });
    assert!(model.facts.problems.contains(Problems::UNDETERMINED));
    assert!(table(&model, Quantity::BadThresholds, &Options::default()).0.iter().all(|b| b.is_nan()));
    // Values that the data determine are as under one threshold.
    let one = fitted(&set, &four(Form::Single));
    near("likelihood", model.facts.log_likelihood, one.facts.log_likelihood, relative(1e-10));
    let p = matrix(&model, Matrix::Predicted, 3).expect("matrix");
    near("between the sides", p[2], 2.0 / 14.0, absolute(1e-9));
    assert!(p[1].is_nan());
}

#[test]
fn what_is_refused() {
    let set = drawn(5.0, 6);
    let with = |outcome| Specification { outcome, ..four(Form::Single) };
    for specification in [with(Outcome::BradleyTerry), with(Outcome::RaoKupper)] {
        assert!(matches!(refused(&set, &specification), duel::Error::Unsupported(_)), "{specification:?}");
    }
    let undecided = [[0.0, 0.0, 2.0, 0.0, 3.0], [0.0, 0.0, 0.0, 0.0, 3.0]];
    for counts in undecided {
        let none = set_of(&[Cell { right: 1, counts, ..Cell::default() }]);
        assert!(matches!(refused(&none, &four(Form::Single)), duel::Error::NotIdentified(_)));
    }
    let tie = fitted(&set, &Specification { both_bad: BothBad::Tie, ..four(Form::Single) });
    let (single, additive) = (fitted(&set, &four(Form::Single)), fitted(&set, &four(Form::Additive)));
    let options = Options::default();
    for test in [NestedTest::LikelihoodRatio, NestedTest::Wald, NestedTest::Score] {
        assert!(compare(&tie, &additive, test, &options).is_err());
        assert!(compare(&additive, &single, test, &options).is_err());
    }
    assert!(vuong(&tie, &single, VuongPenalty::None, Independent::Auto).is_err());
}

/// One threshold against one of each item: the ratio by hand, the Wald test near it.
#[test]
fn nested_thresholds() {
    let set = drawn(60.0, 9);
    let (single, additive) = (fitted(&set, &four(Form::Single)), fitted(&set, &four(Form::Additive)));
    let ratio = compare(&single, &additive, NestedTest::LikelihoodRatio, &expected()).expect("ratio");
    let gain = 2.0 * (additive.facts.log_likelihood - single.facts.log_likelihood);
    near("ratio", ratio.statistic, gain, relative(1e-12));
    assert_eq!(ratio.df, ITEMS - 1);
    let wald = compare(&single, &additive, NestedTest::Wald, &expected()).expect("Wald");
    assert_eq!(wald.df, ITEMS - 1);
    near("Wald", wald.statistic, ratio.statistic, relative(0.2));
    let by_judge = fitted(&set, &Specification { threshold_by_judge: true, ..four(Form::Additive) });
    let statistic = |test| compare(&additive, &by_judge, test, &expected()).expect("test").statistic;
    let ratio = statistic(NestedTest::LikelihoodRatio);
    near("score", statistic(NestedTest::Score), ratio, absolute(0.05));
    // Models of different judges' thresholds, neither a case of the other.
    let other = fitted(&set, &Specification { threshold_by_judge: true, ..four(Form::Single) });
    let found = vuong(&other, &additive, VuongPenalty::None, Independent::Auto).expect("Vuong");
    near("gain", found.gain, other.facts.log_likelihood - additive.facts.log_likelihood, relative(1e-6));
}

/// A right model is not rejected by data drawn from it; the information about a difference is what is left
/// when thresholds have had their share.
#[test]
fn goodness_and_planning() {
    let set = drawn(20.0, 11);
    let model = fitted(&set, &four(Form::Additive));
    let simulation = Simulation { replicates: 99, seed: 3, threads: 1 };
    let found = goodness(&model, &simulation, &mut unwatched()).expect("goodness");
    assert!(found.pearson.p > 0.01 && found.deviance.p > 0.01 && found.failed == 0, "{found:?}");
    let df = criteria(&model).expect("criteria").df;
    near("X^2 of a right model", found.pearson.expected, df, relative(0.05));
    let question = PlanningQuestion { pairs: &[[0, 1]], gaps: &[0.2], power: 0.8 };
    let need = more_comparisons(&model, &question, &expected()).expect("need")[0];
    assert!(need.pair > 0.0 && need.pair.is_finite() && need.design > need.pair, "{need:?}");
}

/// Items far apart before judges of little patience: gradients vanish and nothing overflows.
#[test]
fn large_differences() {
    let set = design(1, 400.0);
    let parameters = [3.0, 1.0, 0.0, -1.0, -3.0, 1.0, -2.0, -1.0, 0.5, 1.0, 3.0];
    let given = Model::given(&set, &four(Form::Additive), &parameters).expect("given");
    let votes = simulate(&given, &set, 1).expect("votes");
    let model = fitted(&votes, &four(Form::Additive));
    assert!(model.facts.gradient < 1e-6 && model.facts.problems == Problems::NONE, "{:?}", model.facts);
    let mut random = Random::new(1, 0);
    let share = random.outcomes(100_000, &[0.1, 0.2, 0.3, 0.4]).map(|n| n as f64 / 1e5);
    all_near("shares", &share, &[0.1, 0.2, 0.3, 0.4], absolute(0.006));
}
