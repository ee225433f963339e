//! Tests of nested models: R's deviances, closed forms, agreement, levels, and what is refused.

use crate::assess::{baseball, simulated, with_position};
use crate::peers::with;
use crate::support::*;
use duel::assess::{accuracy, compare, criteria, residuals, Nested, NestedTest, ResidualsBy};
use duel::comparisons::Set;
use duel::inference::{CovarianceKind, Options};
use duel::model::{Model, Position, Problems, Quantity, Specification, StrengthModel, Ties};
use duel::outcome::Outcome;
use duel::Error;

/// R's iterations stop at a relative change of the deviance of 1e-8.
const R: Within = absolute(1e-6);

fn test(null: &Model, full: &Model, which: NestedTest, covariance: CovarianceKind) -> Nested {
    let options = Options { covariance, ..Options::default() };
    compare(null, full, which, &options).unwrap_or_else(|e| panic!("{which:?}: {e}"))
}

#[test]
fn home_advantage_of_baseball() {
    let case = &reference("peers.json")["R/baseball"];
    let set = baseball(case);
    let null = fitted(&set, &with_position(Position::None));
    let full = fitted(&set, &with_position(Position::Shared));
    let ratio = test(&null, &full, NestedTest::LikelihoodRatio, CovarianceKind::Auto);
    let deviance = |name: &str| number(&case[name]["deviance"]);
    near("ratio", ratio.statistic, deviance("standard") - deviance("with_home_advantage"), R);
    assert_eq!((ratio.df, ratio.adjusted, ratio.boundary), (1, false, false));
    // pchisq(5.410609, 1, lower = FALSE).
    near("p", ratio.p, 0.020_014_731_366, absolute(1e-9));
    let wald = test(&null, &full, NestedTest::Wald, CovarianceKind::Expected);
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
    near("ratio", found(NestedTest::LikelihoodRatio).statistic, g2, absolute(1e-8));
    near("Wald", found(NestedTest::Wald).statistic, wald, absolute(1e-6));
    near("score", found(NestedTest::Score).statistic, x2, absolute(1e-8));
    assert_eq!(found(NestedTest::Score).df, 1);
    // The larger model is saturated: its deviance is the ratio that null lacks.
    near("deviance", criteria(&null).expect("criteria").deviance, g2, absolute(1e-8));
}

/// With one restriction the mean eigenvalue is the ratio of the two variances.
#[test]
fn halves_of_ties_are_adjusted() {
    let set = set_of(&simulated(5, 20, &[1.0], 0.2, 0.3));
    let null = fitted(&set, &with_position(Position::None));
    let full = fitted(&set, &with_position(Position::Shared));
    let found = test(&null, &full, NestedTest::LikelihoodRatio, CovarianceKind::Sandwich);
    let error = |kind| {
        let options = Options { covariance: kind, ..Options::default() };
        table(&full, Quantity::Positions, &options).1[0]
    };
    let shrink = (error(CovarianceKind::Sandwich) / error(CovarianceKind::Observed)).powi(2);
    let raw = 2.0 * (full.facts.log_likelihood - null.facts.log_likelihood);
    near("adjusted", found.statistic, raw / shrink, relative(1e-9));
    assert!(found.adjusted && shrink < 0.9, "ties as halves have less variance: {shrink}");
    // A plain covariance says nothing of the distribution of a quasi-likelihood.
    assert_eq!(test(&null, &full, NestedTest::LikelihoodRatio, CovarianceKind::Expected), found);
    // Without ties it is a likelihood.
    let dropped = Specification { ties: Ties::Dropped, ..with_position(Position::None) };
    let null = fitted(&set, &dropped);
    let full = fitted(&set, &Specification { position: Position::Shared, ..dropped });
    assert!(!test(&null, &full, NestedTest::LikelihoodRatio, CovarianceKind::Auto).adjusted);
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
    let found = test(&null, &full, NestedTest::Score, CovarianceKind::Auto);
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
        (plain.clone(), Specification { strength: StrengthModel::SENSITIVITY, ..plain.clone() }, 2, 0.05),
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
        let (wald, ratio, score) =
            (found(NestedTest::Wald), found(NestedTest::LikelihoodRatio), found(NestedTest::Score));
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
        (davidson.clone(), Specification { strength: StrengthModel::SENSITIVITY, ..davidson.clone() }, 2),
        (davidson.clone(), Specification { threshold_by_judge: true, ..davidson.clone() }, 2),
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
                strength: StrengthModel::SENSITIVITY,
                position: Position::ByJudge,
                threshold_by_judge: true,
                ..davidson.clone()
            },
            6,
        ),
        (
            Specification { strength: StrengthModel::SENSITIVITY, ..davidson.clone() },
            Specification {
                strength: StrengthModel::SENSITIVITY,
                threshold_by_judge: true,
                ..davidson.clone()
            },
            2,
        ),
    ];
    for (at, (null, full, df)) in nested.iter().enumerate() {
        let (null, full) = (fitted(&set, null), fitted(&set, full));
        let found = |which| test(&null, &full, which, CovarianceKind::Observed);
        let ratio = found(NestedTest::LikelihoodRatio);
        assert_eq!(ratio.df, *df, "case {at}");
        assert!(ratio.statistic > 0.01, "case {at}: {ratio:?}");
        for which in [NestedTest::Wald, NestedTest::Score] {
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
    let ratio = found(NestedTest::LikelihoodRatio);
    assert_eq!(ratio.df, 1);
    near(
        "Wald",
        found(NestedTest::Wald).statistic,
        ratio.statistic,
        Within { absolute: 0.01, relative: 0.05 },
    );
    near(
        "score",
        found(NestedTest::Score).statistic,
        ratio.statistic,
        Within { absolute: 0.01, relative: 0.05 },
    );
    let options = Options { covariance: CovarianceKind::Observed, ..Options::default() };
    let (effects, errors) = table(&full, Quantity::Effects, &options);
    near("Wald", found(NestedTest::Wald).statistic, (effects[0] / errors[0]).powi(2), relative(1e-9));
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
            Specification { strength: StrengthModel::SENSITIVITY, threshold_by_judge: true, ..null.clone() };
        let (null, full) = (fitted(&set, &null), fitted(&set, &full));
        for (count, which) in rejected.iter_mut().zip(NestedTest::ALL) {
            *count += usize::from(test(&null, &full, which, CovarianceKind::Observed).p < 0.05);
        }
    }
    // 15 of 300 expected, with standard deviation 3.8.
    assert!(rejected.iter().all(|&count| (4..=28).contains(&count)), "{rejected:?}");
    let set = set_of(&simulated(1, 40, &[0.2, 1.0, 2.5], 0.1, -0.5));
    let null = fitted(&set, &with(Outcome::Davidson));
    let full =
        fitted(&set, &Specification { strength: StrengthModel::SENSITIVITY, ..with(Outcome::Davidson) });
    for which in NestedTest::ALL {
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
    let sensitive = Specification { strength: StrengthModel::SENSITIVITY, ..davidson.clone() };
    let by_judge = Specification { threshold_by_judge: true, ..davidson.clone() };
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
        for which in [NestedTest::LikelihoodRatio, NestedTest::Score] {
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
    assert!(compare(&null, &full, NestedTest::LikelihoodRatio, &Options::default()).is_ok());
    // A penalty does not keep the Wald test away.
    let (null, full) = (fitted(&set, &davidson), fitted(&set, &ridge));
    assert!(compare(&null, &full, NestedTest::Wald, &Options::default()).is_ok());
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
    let full = fitted(&set, &Specification { threshold_by_judge: true, ..with(Outcome::Davidson) });
    let found = criteria(&full).expect("criteria");
    assert!(found.boundary && !criteria(&null).expect("criteria").boundary);
    // Twenty cells of the first judge with two free outcomes, twenty of the second with one.
    assert_eq!((found.cells, found.df), (40, 60.0 - found.dimension as f64));
    assert!(found.deviance.is_finite() && found.pearson.is_finite());
    let rows = residuals(&full, ResidualsBy::Judge).expect("residuals");
    assert_eq!(rows.iter().map(|r| r.key[1]).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(rows[1].expected_ties, 0.0);
    assert!(residuals(&full, ResidualsBy::Cell).expect("cells").iter().all(|r| r.pearson.is_finite()));
    assert!(accuracy(&full, None).expect("accuracy").log_score.is_finite());
    // Both thresholds at their ends are taken as known, so that no free parameter is added.
    let error = compare(&null, &full, NestedTest::Wald, &Options::default()).expect_err("no hypothesis");
    assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
    // The score test stands at the estimate of null, where nothing is at its end.
    let score = test(&null, &full, NestedTest::Score, CovarianceKind::Auto);
    assert!(score.df == 2 && score.p < 1e-9 && !score.boundary, "{score:?}");

    let mut cells = simulated(32, 20, &[1.0, 1.0, 1.0], 0.1, -20.0);
    // The third judge answers against the others.
    for cell in cells.iter_mut().filter(|c| c.judge == Some(2)) {
        cell.counts.swap(0, 1);
    }
    let set = set_of(&cells);
    let null = fitted(&set, &Specification::default());
    let accept = Problems::BOUNDARY;
    let full = fitted(
        &set,
        &Specification { strength: StrengthModel::SENSITIVITY, accept, ..Specification::default() },
    );
    let ratio = test(&null, &full, NestedTest::LikelihoodRatio, CovarianceKind::Auto);
    assert!(ratio.boundary && ratio.p < 1e-6, "{ratio:?}");
    let wald = test(&null, &full, NestedTest::Wald, CovarianceKind::Observed);
    assert_eq!((wald.df, ratio.df, wald.boundary), (1, 1, true));
    // From null all sensitivities are free.
    assert_eq!(test(&null, &full, NestedTest::Score, CovarianceKind::Auto).df, 2);
}

/// Whoever is shown first wins: the position effect diverges. The ratio is finite and says so; the Wald
/// test has nothing to stand on.
#[test]
fn a_position_that_runs_off() {
    let set = set_of(&[Cell::new(None, 0, 1, 9.0, 0.0, 0.0), Cell::new(None, 1, 0, 9.0, 0.0, 0.0)]);
    let null = fitted(&set, &with_position(Position::None));
    let accept = Problems::SEPARATED;
    let full = fitted(&set, &Specification { accept, ..with_position(Position::Shared) });
    let ratio = test(&null, &full, NestedTest::LikelihoodRatio, CovarianceKind::Auto);
    near("ratio", ratio.statistic, 36.0 * 2f64.ln(), absolute(1e-3));
    assert!(ratio.boundary);
    let error = compare(&null, &full, NestedTest::Wald, &Options::default()).expect_err("Wald");
    assert!(matches!(error, Error::NotIdentified(_)), "{error:?}");
    near(
        "score",
        test(&null, &full, NestedTest::Score, CovarianceKind::Auto).statistic,
        18.0,
        absolute(1e-6),
    );
    assert!(criteria(&full).expect("criteria").boundary);
    assert_eq!(residuals(&full, ResidualsBy::Cell).expect("residuals").len(), 2);
    let found = accuracy(&full, None).expect("accuracy");
    assert!(found.accuracy == 1.0 && found.slope.is_nan(), "{found:?}");
}
