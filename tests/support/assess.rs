//! Criteria, residuals and nested tests: R's results, closed forms and simulations.

use crate::peers::{paired, with};
use crate::support::*;
use duel::assess::{
    accuracy, calibration, compare, criteria, residual_rows, residuals, triads, By, Criteria, Nested, Space,
    Test,
};
use duel::comparisons::{Column, CovariateValues, Set};
use duel::inference::{log_likelihood, CovarianceKind, Options};
use duel::model::{unwatched, Model, Outcomes, Position, Quantity, Specification, Threshold, Ties};
use duel::outcome::Outcome;
use duel::random::Random;
use duel::strength::Kind;
use duel::Error;
use serde_json::Value;

/// R's iterations stop at a relative change of the deviance of 1e-8.
const R: Within = absolute(1e-6);

fn check_criteria(what: &str, model: &Model, reference: &Value) -> Criteria {
    let found = criteria(model).expect(what);
    near(&format!("{what}: deviance"), found.deviance, number(&reference["deviance"]), R);
    assert_eq!(found.df, number(&reference["df_residual"]), "{what}");
    let whole = found.log_likelihood + found.log_coefficient;
    near(&format!("{what}: logLik"), whole, number(&reference["logLik"]), R);
    if reference["aic"].is_number() {
        near(&format!("{what}: aic"), found.aic - 2.0 * found.log_coefficient, number(&reference["aic"]), R);
    }
    found
}

fn with_position(position: Position) -> Specification {
    Specification { position, ..Specification::default() }
}

/// Home wins and away wins, the home side first.
fn baseball(case: &Value) -> Set {
    let cells: Vec<Cell> = rows(&case["home_away_counts"])
        .iter()
        .map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], 0.0))
        .collect();
    set_of(&cells)
}

#[test]
fn criteria_of_r() {
    let reference = reference("peers.json");
    let case = &reference["R/citations"];
    let found = check_criteria("citations", &fitted(&paired(case), &Specification::default()), &case["ml"]);
    assert_eq!((found.space, found.penalised, found.boundary), (Space::TwoHalf, false, false));
    let (d, n) = (found.dimension as f64, found.comparisons);
    near("bic", found.bic, -2.0 * found.log_likelihood + d * n.ln(), absolute(1e-9));
    near("caic", found.caic, found.bic + d, absolute(1e-9));
    near("aicc", found.aicc, found.aic + 24.0 / (n - 4.0), absolute(1e-9));

    let case = &reference["R/baseball"];
    for (name, position) in [("standard", Position::None), ("with_home_advantage", Position::Shared)] {
        let found = check_criteria(name, &fitted(&baseball(case), &with_position(position)), &case[name]);
        assert_eq!(found.cells, 42);
    }
    // With halves of ties R's logLik rounds the counts to whole numbers; its deviance does not.
    for name in ["R/springall", "R/sound_fields_flute"] {
        let case = &reference[name];
        let found = criteria(&fitted(&paired(case), &Specification::default())).expect(name);
        near(name, found.deviance, number(&case["half_ties"]["deviance"]), R);
        assert_eq!(found.df, number(&case["half_ties"]["df_residual"]), "{name}");
    }
}

/// One match in every cell: the saturated model predicts each with certainty.
#[test]
fn deviance_of_single_matches() {
    let case = &reference("peers.json")["R/football_davidson_home"];
    let cells: Vec<Cell> = rows(&case["contests"])
        .iter()
        .map(|r| {
            let count = |result: f64| f64::from(u8::from(r[2] == result));
            Cell::new(None, r[0] as u32, r[1] as u32, count(1.0), count(-1.0), count(0.0))
        })
        .collect();
    let specification = Specification {
        position: Position::Shared,
        accept: Outcomes::DISCONNECTED,
        ..with(Outcome::Davidson)
    };
    let found = criteria(&fitted(&set_of(&cells), &specification)).expect("criteria");
    near("deviance", found.deviance, number(&case["deviance"]), R);
    assert_eq!((found.space, found.log_coefficient), (Space::Three, 0.0));
    assert_eq!(found.df, (2 * found.cells - found.dimension) as f64);
}

#[test]
fn residuals_of_r() {
    let case = &reference("peers.json")["R/baseball"];
    let set = baseball(case);
    let model = fitted(&set, &with_position(Position::Shared));
    let found = residuals(&model, By::Cell).expect("residuals");
    let (share, pearson) = (numbers(&case["fitted_home"]), numbers(&case["pearson_residuals_home"]));
    for (at, counts) in rows(&case["home_away_counts"]).iter().enumerate() {
        let key = |r: &&duel::assess::Residual| r.key[2..] == [counts[0] as u32, counts[1] as u32];
        let row = found.iter().find(key).expect("cell");
        assert_eq!((row.comparisons, row.observed), (counts[2] + counts[3], counts[2]));
        near("fitted", row.expected / row.comparisons, share[at], R);
        near("Pearson residual", row.pearson, pearson[at], R);
    }
    // The leverages of a fit add up to its dimension.
    let leverage: f64 = found.iter().map(|r| 1.0 - (r.pearson / r.standardised).powi(2)).sum();
    near("leverages", leverage, 7.0, absolute(1e-6));
    let all = criteria(&model).expect("criteria");
    near("X^2", found.iter().map(|r| r.pearson.powi(2)).sum(), all.pearson, absolute(1e-9));
    near("G^2", found.iter().map(|r| r.deviance.powi(2)).sum(), all.deviance, absolute(1e-9));
}

/// Votes of judges of unequal care, with ties and a favoured slot.
fn simulated(seed: u64, cells: usize, care: &[f64], first: f64, tie: f64) -> Vec<Cell> {
    let scores = [0.8, 0.3, 0.0, -0.4, -0.7];
    let mut random = Random::new(seed, 0);
    let mut all = Vec::new();
    for (judge, care) in care.iter().enumerate() {
        for left in 0..5u32 {
            for right in (0..5u32).filter(|&right| right != left) {
                let u = care * (scores[left as usize] - scores[right as usize]) + first;
                let p = Outcome::Davidson.probabilities(u, tie);
                let mut counts = [0.0; 5];
                for _ in 0..cells {
                    let draw = random.uniform();
                    let which = if draw < p[0] {
                        0
                    } else if draw < p[0] + p[1] {
                        1
                    } else {
                        2
                    };
                    counts[which] += 1.0;
                }
                all.push(Cell { context: None, judge: Some(judge as u32), left, right, counts });
            }
        }
    }
    all
}

#[test]
fn residuals_of_three_outcomes_add_up() {
    let set = set_of(&simulated(1, 9, &[1.0, 0.4, 1.8], 0.3, -0.5));
    let model = fitted(&set, &Specification { position: Position::Shared, ..with(Outcome::Davidson) });
    let all = criteria(&model).expect("criteria");
    let of = |by| residuals(&model, by).expect("residuals");
    let cells = of(By::Cell);
    assert_eq!(cells.len(), 60);
    near("X^2", cells.iter().map(|r| r.pearson.powi(2)).sum(), all.pearson, absolute(1e-8));
    near("G^2", cells.iter().map(|r| r.deviance.powi(2)).sum(), all.deviance, absolute(1e-8));
    assert_eq!(all.df, 120.0 - 6.0);
    for by in [By::Cell, By::Pair, By::Judge, By::Item] {
        let rows = of(by);
        assert_eq!(residual_rows(&model, by).expect("rows"), rows.len());
        let twice = if by == By::Item { 2.0 } else { 1.0 };
        let sum = |of: fn(&duel::assess::Residual) -> f64| rows.iter().map(of).sum::<f64>();
        near("comparisons", sum(|r| r.comparisons), twice * 540.0, absolute(1e-9));
        near("ties", sum(|r| r.expected_ties), sum(|r| r.ties), absolute(1e-5));
        if by != By::Pair {
            // A pair folds two orders, and so has fewer cells of its own; its deviance is theirs.
            near("cells", sum(|r| r.cells as f64), twice * 60.0, absolute(0.0));
        }
        near("G^2", sum(|r| r.deviance.powi(2)), twice * all.deviance, absolute(1e-7));
    }
    // The score equations: every item has the score that is expected, and the slot too.
    for item in of(By::Item) {
        near("score", item.expected, item.observed, absolute(1e-5));
        assert!(item.standardised.is_nan(), "{item:?}");
    }
    // Three judges of unequal care, in a model that takes them as equal: the slot is their own.
    let judges = of(By::Judge);
    near("slot", judges.iter().map(|r| r.observed - r.expected).sum(), 0.0, absolute(1e-5));
    assert!(judges.iter().all(|r| r.standardised.is_finite()));
}

/// Under the model, standardised residuals of cells and pairs have variance one; Pearson residuals less.
#[test]
fn standardised_residuals_have_variance_one() {
    let (mut cells, mut pairs, mut plain) = ([0.0; 2], [0.0; 2], 0.0);
    for seed in 0..40 {
        let set = set_of(&simulated(seed, 12, &[1.0], 0.2, -0.5));
        let model = fitted(&set, &Specification { position: Position::Shared, ..with(Outcome::Davidson) });
        for row in residuals(&model, By::Cell).expect("cells") {
            cells[0] += row.standardised.powi(2);
            cells[1] += 1.0;
            plain += (row.observed - row.expected).powi(2);
        }
        for row in residuals(&model, By::Pair).expect("pairs") {
            pairs[0] += row.standardised.powi(2);
            pairs[1] += 1.0;
        }
    }
    assert!(plain > 0.0);
    near("cells", cells[0] / cells[1], 1.0, absolute(0.12));
    near("pairs", pairs[0] / pairs[1], 1.0, absolute(0.16));
}

/// Contexts that a covariate needs are added up in cells and pairs.
#[test]
fn residuals_over_contexts() {
    let mut cells = Vec::new();
    for (at, cell) in simulated(3, 20, &[1.0], 0.0, -3.0).into_iter().enumerate() {
        for context in 0..4u32 {
            let counts = cell.counts.map(|c| (c / 4.0 + 0.25 * f64::from((context + at as u32) % 3)).round());
            cells.push(Cell { context: Some(context), judge: None, counts, ..cell });
        }
    }
    let mut set = set_of(&cells);
    let (mut context, mut item, mut value) = (Vec::new(), Vec::new(), Vec::new());
    for c in 0..4u32 {
        for i in 0..5u32 {
            context.push(c);
            item.push(i);
            value.push((f64::from(c * 7 + i * i * 3)).sin());
        }
    }
    set.add_covariate(&CovariateValues {
        name: "length",
        length: value.len(),
        context: ids(&context),
        item: ids(&item),
        value: Column::F64(&value),
        ..CovariateValues::default()
    })
    .expect("covariate");
    let model =
        fitted(&set, &Specification { covariates: vec!["length".into()], ..Specification::default() });
    let plain = fitted(&set, &Specification::default());
    let rows = residuals(&model, By::Cell).expect("cells");
    assert_eq!(rows.len(), 20);
    assert!(rows.iter().all(|r| r.cells == 4), "four contexts each");
    assert!(residuals(&plain, By::Cell).expect("cells").iter().all(|r| r.cells == 1));
    let contexts = residuals(&model, By::Context).expect("contexts");
    assert_eq!(contexts.iter().map(|r| r.key[0]).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let sum = |rows: &[duel::assess::Residual]| rows.iter().map(|r| r.expected).sum::<f64>();
    near("expected", sum(&rows), sum(&contexts), absolute(1e-9));
    let none = fitted(&paired(&reference("peers.json")["R/citations"]), &Specification::default());
    assert!(matches!(residuals(&none, By::Context), Err(Error::Unsupported(_))));
}

fn test(null: &Model, full: &Model, which: Test, covariance: CovarianceKind) -> Nested {
    let options = Options { covariance, ..Options::default() };
    compare(null, full, which, &options).unwrap_or_else(|e| panic!("{which:?}: {e}"))
}

#[test]
fn home_advantage_of_baseball() {
    let case = &reference("peers.json")["R/baseball"];
    let set = baseball(case);
    let null = fitted(&set, &with_position(Position::None));
    let full = fitted(&set, &with_position(Position::Shared));
    let ratio = test(&null, &full, Test::LikelihoodRatio, CovarianceKind::Auto);
    let deviance = |name: &str| number(&case[name]["deviance"]);
    near("ratio", ratio.statistic, deviance("standard") - deviance("with_home_advantage"), R);
    assert_eq!((ratio.df, ratio.adjusted, ratio.boundary), (1, false, false));
    // pchisq(5.410609, 1, lower = FALSE).
    near("p", ratio.p, 0.020_014_731_366, absolute(1e-9));
    let wald = test(&null, &full, Test::Wald, CovarianceKind::Expected);
    let z = number(&case["with_home_advantage"]["coef"]["at.home"])
        / numbers(&case["with_home_advantage"]["se"])[6];
    near("Wald", wald.statistic, z * z, absolute(1e-4));
}

/// Two items, shown in both orders: the three tests are those of a table of two rows.
#[test]
fn two_items_in_two_orders() {
    let [w1, n1, w2, n2] = [30.0, 50.0, 45.0, 60.0];
    let cells = [Cell::new(None, 0, 1, w1, n1 - w1, 0.0), Cell::new(None, 1, 0, w2, n2 - w2, 0.0)];
    let set = set_of(&cells);
    let null = fitted(&set, &with_position(Position::None));
    let full = fitted(&set, &with_position(Position::Shared));
    // The wins of item 0.
    let p = (w1 + n2 - w2) / (n1 + n2);
    let table = [(w1, n1 * p), (n1 - w1, n1 * (1.0 - p)), (n2 - w2, n2 * p), (w2, n2 * (1.0 - p))];
    let g2: f64 = 2.0 * table.iter().map(|(o, e)| o * (o / e).ln()).sum::<f64>();
    let x2: f64 = table.iter().map(|(o, e)| (o - e) * (o - e) / e).sum();
    let (a, b) = (w1 / n1, w2 / n2);
    let logit = |p: f64| (p / (1.0 - p)).ln();
    let variance = 1.0 / (n1 * a * (1.0 - a)) + 1.0 / (n2 * b * (1.0 - b));
    let wald = (logit(a) + logit(b)).powi(2) / variance;
    let found = |which| test(&null, &full, which, CovarianceKind::Observed);
    near("ratio", found(Test::LikelihoodRatio).statistic, g2, absolute(1e-8));
    near("Wald", found(Test::Wald).statistic, wald, absolute(1e-6));
    near("score", found(Test::Score).statistic, x2, absolute(1e-8));
    assert_eq!(found(Test::Score).df, 1);
    // The larger model is saturated: its deviance is the ratio that null lacks.
    near("deviance", criteria(&null).expect("criteria").deviance, g2, absolute(1e-8));
}

/// With one restriction the mean eigenvalue is the ratio of the two variances.
#[test]
fn halves_of_ties_are_adjusted() {
    let set = set_of(&simulated(5, 20, &[1.0], 0.2, 0.3));
    let null = fitted(&set, &with_position(Position::None));
    let full = fitted(&set, &with_position(Position::Shared));
    let found = test(&null, &full, Test::LikelihoodRatio, CovarianceKind::Sandwich);
    let error = |kind| {
        let options = Options { covariance: kind, ..Options::default() };
        table(&full, Quantity::Positions, &options).1[0]
    };
    let shrink = (error(CovarianceKind::Sandwich) / error(CovarianceKind::Observed)).powi(2);
    let raw = 2.0 * (full.facts.log_likelihood - null.facts.log_likelihood);
    near("adjusted", found.statistic, raw / shrink, relative(1e-9));
    assert!(found.adjusted && shrink < 0.9, "ties as halves have less variance: {shrink}");
    // A plain covariance says nothing of the law of a quasi-likelihood.
    assert_eq!(test(&null, &full, Test::LikelihoodRatio, CovarianceKind::Expected), found);
    // Without ties it is a likelihood.
    let dropped = Specification { ties: Ties::Dropped, ..with_position(Position::None) };
    let null = fitted(&set, &dropped);
    let full = fitted(&set, &Specification { position: Position::Shared, ..dropped });
    assert!(!test(&null, &full, Test::LikelihoodRatio, CovarianceKind::Auto).adjusted);
}

/// Two items: the generalised score test by hand.
#[test]
fn score_test_of_halves() {
    let ([w1, l1, t1], [w2, l2, t2]) = ([30.0, 20.0, 14.0], [35.0, 12.0, 9.0]);
    let set = set_of(&[Cell::new(None, 0, 1, w1, l1, t1), Cell::new(None, 1, 0, w2, l2, t2)]);
    let null = fitted(&set, &with_position(Position::None));
    let full = fitted(&set, &with_position(Position::Shared));
    let (n1, n2) = (w1 + l1 + t1, w2 + l2 + t2);
    let p = (w1 + 0.5 * t1 + l2 + 0.5 * t2) / (n1 + n2);
    let slope = (w1 + 0.5 * t1 - n1 * p) + (w2 + 0.5 * t2 - n2 * (1.0 - p));
    let squares = |[w, l, t]: [f64; 3], p: f64| w * (1.0 - p).powi(2) + l * p * p + t * (0.5 - p).powi(2);
    let (m1, m2) = (squares([w1, l1, t1], p), squares([w2, l2, t2], 1.0 - p));
    // The slope in the score is zero; its share is taken out of the variance.
    let a = (n1 - n2) / (n1 + n2);
    let variance = (m1 + m2) * (1.0 + a * a) - 2.0 * a * (m1 - m2);
    let found = test(&null, &full, Test::Score, CovarianceKind::Auto);
    near("score", found.statistic, slope * slope / variance, absolute(1e-7));
    assert_eq!(found.df, 1);
}

/// Near the null the three tests agree with ties as halves too, each with its sandwich.
#[test]
fn three_tests_of_halves_agree() {
    let set = set_of(&simulated(8, 400, &[1.0, 1.03, 0.98], 0.02, -0.5));
    let plain = Specification::default();
    let nested = [
        (plain.clone(), with_position(Position::Shared), 1, 0.01),
        (plain.clone(), with_position(Position::ByJudge), 3, 0.05),
        (with_position(Position::Shared), with_position(Position::ByJudge), 2, 0.05),
        (plain.clone(), Specification { strength: Kind::Sensitivity, ..plain.clone() }, 2, 0.05),
        (
            Specification { fixed_scores: vec![0.6, 0.2, f64::NAN, -0.3, -0.5], ..plain.clone() },
            plain,
            3,
            0.1,
        ),
    ];
    for (at, (null, full, df, close)) in nested.iter().enumerate() {
        let (null, full) = (fitted(&set, null), fitted(&set, full));
        let found = |which| test(&null, &full, which, CovarianceKind::Sandwich);
        let (wald, ratio, score) = (found(Test::Wald), found(Test::LikelihoodRatio), found(Test::Score));
        assert!([wald.df, ratio.df, score.df] == [*df; 3] && ratio.adjusted, "case {at}");
        let what = format!("case {at}");
        near(&what, score.statistic, wald.statistic, Within { absolute: 0.02, relative: *close });
        // The first moment is all that is adjusted: with several restrictions the ratio is another test.
        near(&what, ratio.statistic, wald.statistic, Within { absolute: 0.05, relative: 0.25 });
    }
}

/// Every pair of choices that nests: near the null, with many comparisons, the three tests agree.
#[test]
fn three_tests_agree() {
    let set = set_of(&simulated(7, 400, &[1.0, 1.05, 0.97], 0.02, -0.5));
    let davidson = with(Outcome::Davidson);
    let nested = [
        (davidson.clone(), Specification { position: Position::Shared, ..davidson.clone() }, 1),
        (davidson.clone(), Specification { position: Position::ByJudge, ..davidson.clone() }, 3),
        (
            Specification { position: Position::Shared, ..davidson.clone() },
            Specification { position: Position::ByJudge, ..davidson.clone() },
            2,
        ),
        (davidson.clone(), Specification { strength: Kind::Sensitivity, ..davidson.clone() }, 2),
        (davidson.clone(), Specification { threshold: Threshold::ByJudge, ..davidson.clone() }, 2),
        (
            Specification { fixed_scores: vec![0.8, 0.3, f64::NAN, -0.4, -0.7], ..davidson.clone() },
            davidson.clone(),
            3,
        ),
        (
            Specification { fixed_scores: vec![0.8, 0.3, 0.0, -0.4, -0.7], ..davidson.clone() },
            Specification { fixed_scores: vec![0.8, 0.3, 0.0, -0.4, f64::NAN], ..davidson.clone() },
            1,
        ),
        (
            Specification { position: Position::Shared, ..davidson.clone() },
            Specification {
                strength: Kind::Sensitivity,
                position: Position::ByJudge,
                threshold: Threshold::ByJudge,
                ..davidson.clone()
            },
            6,
        ),
        (
            Specification { strength: Kind::Sensitivity, ..davidson.clone() },
            Specification { strength: Kind::Sensitivity, threshold: Threshold::ByJudge, ..davidson.clone() },
            2,
        ),
    ];
    for (at, (null, full, df)) in nested.iter().enumerate() {
        let (null, full) = (fitted(&set, null), fitted(&set, full));
        let found = |which| test(&null, &full, which, CovarianceKind::Observed);
        let ratio = found(Test::LikelihoodRatio);
        assert_eq!(ratio.df, *df, "case {at}");
        assert!(ratio.statistic > 0.01, "case {at}: {ratio:?}");
        for which in [Test::Wald, Test::Score] {
            let other = found(which);
            assert_eq!(other.df, *df, "case {at}, {which:?}");
            let what = format!("case {at}, {which:?}");
            near(&what, other.statistic, ratio.statistic, Within { absolute: 0.01, relative: 0.03 });
        }
    }
}

/// A covariate of answers against no covariate.
#[test]
fn covariates_are_tested() {
    let mut set = set_of(&simulated(11, 60, &[1.0], 0.0, -0.5));
    item_covariate(&mut set, "size", &[1.0, -0.5, 0.3, 0.0, 0.9]);
    item_covariate(&mut set, "age", &[0.0, 1.0, 1.0, 0.5, -1.0]);
    let of = |names: &[&str]| Specification {
        covariates: names.iter().map(|n| n.to_string()).collect(),
        fixed_scores: vec![0.8, 0.3, 0.0, -0.4, -0.7],
        ..with(Outcome::RaoKupper)
    };
    let null = fitted(&set, &of(&["age"]));
    let full = fitted(&set, &of(&["size", "age"]));
    let found = |which| test(&null, &full, which, CovarianceKind::Observed);
    let ratio = found(Test::LikelihoodRatio);
    assert_eq!(ratio.df, 1);
    near("Wald", found(Test::Wald).statistic, ratio.statistic, Within { absolute: 0.01, relative: 0.05 });
    near("score", found(Test::Score).statistic, ratio.statistic, Within { absolute: 0.01, relative: 0.05 });
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let (effects, errors) = table(&full, Quantity::Effects, &options);
    near("Wald", found(Test::Wald).statistic, (effects[0] / errors[0]).powi(2), relative(1e-9));
}

/// Under the null hypothesis a test at 5 % rejects in 5 % of the samples.
#[test]
fn tests_keep_their_level() {
    let mut rejected = [0usize; 3];
    let samples = 300;
    for seed in 0..samples {
        let set = set_of(&simulated(1000 + seed, 15, &[1.0, 1.0, 1.0], 0.1, -0.5));
        let null = Specification { position: Position::Shared, ..with(Outcome::Davidson) };
        let full =
            Specification { strength: Kind::Sensitivity, threshold: Threshold::ByJudge, ..null.clone() };
        let (null, full) = (fitted(&set, &null), fitted(&set, &full));
        for (count, which) in rejected.iter_mut().zip(Test::ALL) {
            *count += usize::from(test(&null, &full, which, CovarianceKind::Observed).p < 0.05);
        }
    }
    // 15 of 300 expected, with standard deviation 3.8.
    assert!(rejected.iter().all(|&count| (4..=28).contains(&count)), "{rejected:?}");
    let set = set_of(&simulated(1, 40, &[0.2, 1.0, 2.5], 0.1, -0.5));
    let null = fitted(&set, &with(Outcome::Davidson));
    let full = fitted(&set, &Specification { strength: Kind::Sensitivity, ..with(Outcome::Davidson) });
    for which in Test::ALL {
        assert!(
            test(&null, &full, which, CovarianceKind::Observed).p < 1e-6,
            "{which:?} sees unequal judges"
        );
    }
}

#[test]
fn what_does_not_nest_is_refused() {
    let cells = simulated(2, 15, &[1.0, 1.2], 0.1, -0.5);
    let set = set_of(&cells);
    let mut fewer = cells.clone();
    fewer[3].counts[0] += 1.0;
    let fewer = set_of(&fewer);
    let davidson = with(Outcome::Davidson);
    let shared = Specification { position: Position::Shared, ..davidson.clone() };
    let sensitive = Specification { strength: Kind::Sensitivity, ..davidson.clone() };
    let by_judge = Specification { threshold: Threshold::ByJudge, ..davidson.clone() };
    let ridge = Specification { ridge: 0.1, ..shared.clone() };
    let halves = Specification::default();
    let dropped = Specification { ties: Ties::Dropped, ..with_position(Position::Shared) };
    let refusals = [
        (&set, &davidson, &set, &with(Outcome::RaoKupper), "outcome"),
        (&set, &halves, &set, &dropped, "ties"),
        (&set, &shared, &set, &davidson, "position"),
        (&set, &sensitive, &set, &shared, "strength"),
        (&set, &by_judge, &set, &shared, "threshold"),
        (&set, &davidson, &set, &davidson, "smaller"),
        (&set, &davidson, &fewer, &shared, "different comparisons"),
        (&set, &davidson, &set, &ridge, "full is penalised"),
    ];
    for (a, null, b, full, part) in refusals {
        let (null, full) = (fitted(a, null), fitted(b, full));
        for which in [Test::LikelihoodRatio, Test::Score] {
            let error = compare(&null, &full, which, &Options::default()).expect_err(part);
            assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
            assert!(error.to_string().contains(part), "{error} does not say {part}");
        }
    }
    // The same votes put together in another way are the same votes.
    let mut again = Set::new();
    append(&mut again, &cells[..7], false);
    append(&mut again, &cells[7..], false);
    let (null, full) = (fitted(&again, &davidson), fitted(&set, &shared));
    assert!(compare(&null, &full, Test::LikelihoodRatio, &Options::default()).is_ok());
    // A penalty does not keep the Wald test away.
    let (null, full) = (fitted(&set, &davidson), fitted(&set, &ridge));
    assert!(compare(&null, &full, Test::Wald, &Options::default()).is_ok());
}

#[test]
fn importance_weights_are_refused() {
    let mut set = Set::new();
    append(&mut set, &simulated(2, 15, &[1.0], 0.1, -0.5), true);
    let model = fitted(&set, &with(Outcome::Davidson));
    let full = fitted(&set, &Specification { position: Position::Shared, ..with(Outcome::Davidson) });
    let unsupported =
        |result: Result<(), Error>| assert!(matches!(result, Err(Error::Unsupported(_))), "{result:?}");
    unsupported(criteria(&model).map(drop));
    unsupported(residuals(&model, By::Cell).map(drop));
    unsupported(accuracy(&model, None).map(drop));
    unsupported(triads(&model, 10, &Options::default(), &mut unwatched()).map(drop));
    unsupported(compare(&model, &full, Test::LikelihoodRatio, &Options::default()).map(drop));
    assert!(compare(&model, &full, Test::Wald, &Options::default()).is_ok());
}

#[test]
fn a_model_is_calibrated_on_its_own_data() {
    let set = set_of(&simulated(21, 30, &[1.0, 1.0], 0.3, -0.5));
    let model = fitted(&set, &with_position(Position::Shared));
    let found = accuracy(&model, None).expect("accuracy");
    // The score equations are those of the recalibration.
    near("intercept", found.intercept, 0.0, absolute(1e-6));
    near("slope", found.slope, 1.0, absolute(1e-6));
    near("log score", found.log_score, model.facts.log_likelihood / model.facts.comparisons, absolute(1e-12));
    let bins = calibration(&model, None, 5).expect("calibration");
    near("comparisons", bins.iter().map(|b| b.comparisons).sum(), found.comparisons, absolute(1e-9));
    assert!(bins.windows(2).all(|pair| pair[0].predicted <= pair[1].predicted && pair[0].predicted >= 0.5));
    assert!(bins.iter().all(|b| b.lower < b.observed && b.observed < b.upper));
    // Data of judges half as sure: predictions are too extreme by a factor of two.
    let other = set_of(&simulated(22, 2000, &[0.5], 0.15, -20.0));
    let own = set_of(&simulated(23, 2000, &[1.0], 0.3, -20.0));
    let model = fitted(&own, &with_position(Position::Shared));
    let held_out = accuracy(&model, Some(&other)).expect("accuracy");
    near("slope", held_out.slope, 0.5, absolute(4.0 * held_out.slope_error));
    assert!(held_out.slope_error < 0.03 && held_out.calibration_error > 0.02, "{held_out:?}");
    let (sum, n) = log_likelihood(&model, &other).expect("likelihood");
    near("log score", held_out.log_score, sum / n, absolute(1e-12));
    assert_eq!(held_out.comparisons, n);
    // Three outcomes: decided votes alone speak about sides.
    let model = fitted(&set, &Specification { position: Position::Shared, ..with(Outcome::Davidson) });
    let three = accuracy(&model, None).expect("accuracy");
    assert!(three.decided < three.comparisons && (0.5..1.0).contains(&three.accuracy), "{three:?}");
    assert!(three.brier > 0.0 && three.brier < 2.0 / 3.0, "{three:?}");
    assert!(accuracy(&model, Some(&Set::new())).is_err());
}

#[test]
fn triads_are_counted_and_simulated() {
    // Seven items, every pair once: Kendall's formula from the numbers of wins.
    let mut random = Random::new(4, 0);
    let (mut cells, mut wins) = (Vec::new(), [0.0f64; 7]);
    for i in 0..7u32 {
        for j in i + 1..7 {
            let win = f64::from(random.below(2) as u32);
            cells.push(Cell::new(None, i, j, win, 1.0 - win, 0.0));
            wins[i as usize] += win;
            wins[j as usize] += 1.0 - win;
        }
    }
    let set = set_of(&cells);
    let model = fitted(&set, &Specification { ridge: 1.0, ..Specification::default() });
    let options = Options { seed: 5, ..Options::default() };
    let found = triads(&model, 500, &options, &mut unwatched()).expect("triads");
    assert_eq!(found.triads, 35);
    let kendall = 7.0 * 6.0 * 13.0 / 12.0 - 0.5 * wins.iter().map(|w| w * w).sum::<f64>();
    assert_eq!(found.circular as f64, kendall);
    let threads = Options { threads: 3, ..options.clone() };
    assert_eq!(triads(&model, 500, &threads, &mut unwatched()).expect("triads"), found);
    // Equal items decided by chance: a quarter of all triples, with variance 3/16 of their number.
    let even: Vec<Cell> = (0..9u32)
        .flat_map(|i| (i + 1..9).map(move |j| Cell::new(None, i, j, 1.0, 0.0, 0.0)))
        .map(
            |c| if (c.left + c.right) % 2 == 0 { c } else { Cell { counts: [0.0, 1.0, 0.0, 0.0, 0.0], ..c } },
        )
        .collect();
    let model = fitted(
        &set_of(&even),
        &Specification { fixed_scores: vec![0.0; 9], position: Position::Shared, ..Specification::default() },
    );
    let found = triads(&model, 4000, &options, &mut unwatched()).expect("triads");
    let home = table(&model, Quantity::Positions, &Options::default()).0[0];
    assert!(home.abs() < 0.5, "close to even: {home}");
    near("expected", found.expected, 21.0, absolute(0.6));
    near("variance", found.deviation.powi(2), 84.0 * 3.0 / 16.0, absolute(1.8));
    // A cycle that a hundred votes confirm is no accident.
    let cycle: Vec<Cell> = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (1, 3), (2, 4), (3, 0), (4, 1)]
        .iter()
        .map(|&(i, j)| Cell::new(None, i, j, 80.0, 20.0, 0.0))
        .collect();
    let model = fitted(&set_of(&cycle), &Specification::default());
    let found = triads(&model, 999, &options, &mut unwatched()).expect("triads");
    assert_eq!((found.triads, found.circular), (10, 5));
    let halves = set_of(&[Cell::new(None, 0, 1, 1.5, 2.0, 0.0)]);
    let model = fitted(&halves, &Specification::default());
    let error = triads(&model, 10, &options, &mut unwatched()).expect_err("halves");
    assert!(matches!(error, Error::Unsupported(_)) && error.to_string().contains("1.5"), "{error}");
    let mut cancelled = |_: &duel::solve::Progress| Err(Error::Cancelled);
    let model = fitted(&set, &Specification { ridge: 1.0, ..Specification::default() });
    assert!(matches!(triads(&model, 10, &options, &mut cancelled), Err(Error::Cancelled)));
}

/// Judges who never tie and who only tie, and a judge at the boundary: the ends of ranges are said, and
/// cells in which nothing can surprise the model do not count.
#[test]
fn ends_of_ranges() {
    let mut cells = simulated(31, 20, &[1.0, 1.0, 1.0], 0.1, -0.5);
    for cell in cells.iter_mut() {
        match cell.judge {
            Some(1) => cell.counts[2] = 0.0,
            Some(2) => cell.counts = [0.0, 0.0, 20.0, 0.0, 0.0],
            _ => {}
        }
    }
    let set = set_of(&cells);
    let null = fitted(&set, &with(Outcome::Davidson));
    let full = fitted(&set, &Specification { threshold: Threshold::ByJudge, ..with(Outcome::Davidson) });
    let found = criteria(&full).expect("criteria");
    assert!(found.boundary && !criteria(&null).expect("criteria").boundary);
    // Twenty cells of the first judge with two free outcomes, twenty of the second with one.
    assert_eq!((found.cells, found.df), (40, 60.0 - found.dimension as f64));
    assert!(found.deviance.is_finite() && found.pearson.is_finite());
    let rows = residuals(&full, By::Judge).expect("residuals");
    assert_eq!(rows.iter().map(|r| r.key[1]).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(rows[1].expected_ties, 0.0);
    assert!(residuals(&full, By::Cell).expect("cells").iter().all(|r| r.pearson.is_finite()));
    assert!(accuracy(&full, None).expect("accuracy").log_score.is_finite());
    // Both thresholds at their ends are taken as known, so that no free parameter is added.
    let error = compare(&null, &full, Test::Wald, &Options::default()).expect_err("no hypothesis");
    assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
    // The score test stands at the estimate of null, where nothing is at its end.
    let score = test(&null, &full, Test::Score, CovarianceKind::Auto);
    assert!(score.df == 2 && score.p < 1e-9 && !score.boundary, "{score:?}");

    let mut cells = simulated(32, 20, &[1.0, 1.0, 1.0], 0.1, -20.0);
    // The third judge answers against the others.
    for cell in cells.iter_mut().filter(|c| c.judge == Some(2)) {
        cell.counts.swap(0, 1);
    }
    let set = set_of(&cells);
    let null = fitted(&set, &Specification::default());
    let accept = Outcomes::BOUNDARY;
    let full =
        fitted(&set, &Specification { strength: Kind::Sensitivity, accept, ..Specification::default() });
    let ratio = test(&null, &full, Test::LikelihoodRatio, CovarianceKind::Auto);
    assert!(ratio.boundary && ratio.p < 1e-6, "{ratio:?}");
    let wald = test(&null, &full, Test::Wald, CovarianceKind::Observed);
    assert_eq!((wald.df, ratio.df, wald.boundary), (1, 1, true));
    // From null all sensitivities are free.
    assert_eq!(test(&null, &full, Test::Score, CovarianceKind::Auto).df, 2);
}

/// Whoever is shown first wins: the position effect runs off. The ratio is finite and says so; the Wald
/// test has nothing to stand on.
#[test]
fn a_position_that_runs_off() {
    let set = set_of(&[Cell::new(None, 0, 1, 9.0, 0.0, 0.0), Cell::new(None, 1, 0, 9.0, 0.0, 0.0)]);
    let null = fitted(&set, &with_position(Position::None));
    let accept = Outcomes::SEPARATED;
    let full = fitted(&set, &Specification { accept, ..with_position(Position::Shared) });
    let ratio = test(&null, &full, Test::LikelihoodRatio, CovarianceKind::Auto);
    near("ratio", ratio.statistic, 36.0 * 2f64.ln(), absolute(1e-3));
    assert!(ratio.boundary);
    let error = compare(&null, &full, Test::Wald, &Options::default()).expect_err("Wald");
    assert!(matches!(error, Error::NotIdentified(_)), "{error:?}");
    near("score", test(&null, &full, Test::Score, CovarianceKind::Auto).statistic, 18.0, absolute(1e-6));
    assert!(criteria(&full).expect("criteria").boundary);
    assert_eq!(residuals(&full, By::Cell).expect("residuals").len(), 2);
    let found = accuracy(&full, None).expect("accuracy");
    assert!(found.accuracy == 1.0 && found.slope.is_nan(), "{found:?}");
}
