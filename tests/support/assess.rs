//! Criteria, residuals, accuracy and triads: R's results, closed forms and simulations.

use crate::peers::{paired, with};
use crate::support::*;
use duel::assess::{
    accuracy, calibration, compare, criteria, residuals, triads, Criteria, NestedTest, ResidualsBy, Space,
};
use duel::comparisons::{Column, CovariateValues, Set};
use duel::inference::{log_likelihood, Options};
use duel::model::{Model, Position, Problems, Quantity, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
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

pub fn with_position(position: Position) -> Specification {
    Specification { position, ..Specification::default() }
}

/// Home wins and away wins, the home side first.
pub fn baseball(case: &Value) -> Set {
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
        accept: Problems::DISCONNECTED,
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
    let found = residuals(&model, ResidualsBy::Cell).expect("residuals");
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

/// Votes of judges of unequal care, with ties and a favoured position.
pub fn simulated(seed: u64, cells: usize, care: &[f64], first: f64, tie: f64) -> Vec<Cell> {
    let scores = [0.8, 0.3, 0.0, -0.4, -0.7];
    let mut random = Random::new(seed, 0);
    let mut all = Vec::new();
    for (judge, care) in care.iter().enumerate() {
        for left in 0..5u32 {
            for right in (0..5u32).filter(|&right| right != left) {
                let u = care * (scores[left as usize] - scores[right as usize]) + first;
                let p = Outcome::Davidson.probabilities(duel::outcome::At::new(u, tie));
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
    let cells = of(ResidualsBy::Cell);
    assert_eq!(cells.len(), 60);
    near("X^2", cells.iter().map(|r| r.pearson.powi(2)).sum(), all.pearson, absolute(1e-8));
    near("G^2", cells.iter().map(|r| r.deviance.powi(2)).sum(), all.deviance, absolute(1e-8));
    assert_eq!(all.df, 120.0 - 6.0);
    for by in [ResidualsBy::Cell, ResidualsBy::Pair, ResidualsBy::Judge, ResidualsBy::Item] {
        let rows = of(by);
        let twice = if by == ResidualsBy::Item { 2.0 } else { 1.0 };
        let sum = |of: fn(&duel::assess::Residual) -> f64| rows.iter().map(of).sum::<f64>();
        near("comparisons", sum(|r| r.comparisons), twice * 540.0, absolute(1e-9));
        near("ties", sum(|r| r.expected_ties), sum(|r| r.ties), absolute(1e-5));
        if by != ResidualsBy::Pair {
            // A pair folds two orders, and so has fewer cells of its own; its deviance is theirs.
            near("cells", sum(|r| r.cells as f64), twice * 60.0, absolute(0.0));
        }
        near("G^2", sum(|r| r.deviance.powi(2)), twice * all.deviance, absolute(1e-7));
    }
    // The score equations: every item has the score that is expected, and the position too.
    for item in of(ResidualsBy::Item) {
        near("score", item.expected, item.observed, absolute(1e-5));
        assert!(item.standardised.is_nan(), "{item:?}");
    }
    // Three judges of unequal care, in a model that takes them as equal: the position is their own.
    let judges = of(ResidualsBy::Judge);
    near("position", judges.iter().map(|r| r.observed - r.expected).sum(), 0.0, absolute(1e-5));
    assert!(judges.iter().all(|r| r.standardised.is_finite()));
}

/// Under the model, standardised residuals of cells and pairs have variance one; Pearson residuals less.
#[test]
fn standardised_residuals_have_variance_one() {
    let (mut cells, mut pairs, mut plain) = ([0.0; 2], [0.0; 2], 0.0);
    for seed in 0..40 {
        let set = set_of(&simulated(seed, 12, &[1.0], 0.2, -0.5));
        let model = fitted(&set, &Specification { position: Position::Shared, ..with(Outcome::Davidson) });
        for row in residuals(&model, ResidualsBy::Cell).expect("cells") {
            cells[0] += row.standardised.powi(2);
            cells[1] += 1.0;
            plain += (row.observed - row.expected).powi(2);
        }
        for row in residuals(&model, ResidualsBy::Pair).expect("pairs") {
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
    let rows = residuals(&model, ResidualsBy::Cell).expect("cells");
    assert_eq!(rows.len(), 20);
    assert!(rows.iter().all(|r| r.cells == 4), "four contexts each");
    assert!(residuals(&plain, ResidualsBy::Cell).expect("cells").iter().all(|r| r.cells == 1));
    let contexts = residuals(&model, ResidualsBy::Context).expect("contexts");
    assert_eq!(contexts.iter().map(|r| r.key[0]).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let sum = |rows: &[duel::assess::Residual]| rows.iter().map(|r| r.expected).sum::<f64>();
    near("expected", sum(&rows), sum(&contexts), absolute(1e-9));
    let none = fitted(&paired(&reference("peers.json")["R/citations"]), &Specification::default());
    assert!(matches!(residuals(&none, ResidualsBy::Context), Err(Error::Unsupported(_))));
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
    unsupported(residuals(&model, ResidualsBy::Cell).map(drop));
    unsupported(accuracy(&model, None).map(drop));
    unsupported(triads(&model, 10, &Options::default(), &mut unwatched()).map(drop));
    unsupported(compare(&model, &full, NestedTest::LikelihoodRatio, &Options::default()).map(drop));
    assert!(compare(&model, &full, NestedTest::Wald, &Options::default()).is_ok());
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
    let mut cancelled = |_: &duel::progress::Progress| Err(Error::Cancelled);
    let model = fitted(&set, &Specification { ridge: 1.0, ..Specification::default() });
    assert!(matches!(triads(&model, 10, &options, &mut cancelled), Err(Error::Cancelled)));
}
