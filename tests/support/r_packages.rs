//! BradleyTerry2, gnm, psychotools with sandwich, PlackettLuce: the cases of `peers.json` from R.

use crate::peers::paired;
use crate::support::*;
use duel::comparisons::Set;
use duel::inference::{contrasts, covariance_of, estimates, Correction, CovarianceKind, Options, Quantiles};
use duel::model::{Model, Normalisation, Position, Problems, Quantity, Scale, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::Error;
use serde_json::Value;

/// R's iterations stop at a relative change of the deviance of 1e-8.
const R: Within = absolute(1e-6);
/// Its standard errors are those of the last but one iteration.
const R_ERRORS: Within = absolute(5e-6);

fn measured_from(item: usize) -> Options {
    options(CovarianceKind::Expected, Normalisation::Reference(item), Scale::Arithmetic)
}

/// The values without the one at `item`.
fn without(item: usize, values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.remove(item);
    values
}

/// The matrix without row and column `item`, flat.
fn without_both(item: usize, matrix: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).filter(|at| at / n != item && at % n != item).map(|at| matrix[at]).collect()
}

/// Scores relative to an item: coefficients, standard errors, covariance, in R's order.
fn check_scores(what: &str, model: &Model, item: usize, case: &Value) {
    let n = model.layout.items;
    let (found, errors) = table(model, Quantity::Scores, &measured_from(item));
    assert_eq!((found[item], errors[item]), (0.0, 0.0), "{what}: the reference item");
    let coefficients = case["coef"].as_object().expect("coefficients");
    let expected: Vec<f64> =
        coefficients.iter().filter(|(name, _)| *name != "at.home").map(|(_, v)| number(v)).collect();
    all_near(&format!("{what}: coefficients"), &without(item, &found), &expected, R);
    all_near(&format!("{what}: se"), &without(item, &errors), &numbers(&case["se"])[..n - 1], R_ERRORS);
    let covariance = covariance_of(model, Quantity::Scores, &measured_from(item)).expect("covariance");
    let expected: Vec<f64> = rows(&case["vcov"])[..n - 1].iter().flat_map(|r| r[..n - 1].to_vec()).collect();
    all_near(&format!("{what}: vcov"), &without_both(item, &covariance, n), &expected, R_ERRORS);
}

/// Binomial deviance of rows of y successes among n, from a log-likelihood without coefficients.
fn deviance(rows: impl Iterator<Item = (f64, f64)>, log_likelihood: f64) -> f64 {
    let part = |y: f64, n: f64| if y > 0.0 { y * (y / n).ln() } else { 0.0 };
    2.0 * (rows.map(|(y, n)| part(y, n) + part(n - y, n)).sum::<f64>() - log_likelihood)
}

/// Sum of the logarithms of the binomial coefficients of such rows.
fn coefficients(rows: impl Iterator<Item = (f64, f64)>) -> f64 {
    rows.map(|(y, n)| libm::lgamma(n + 1.0) - libm::lgamma(y + 1.0) - libm::lgamma(n - y + 1.0)).sum()
}

/// Rows of successes and trials, ties as halves, in a case with pairs.
fn trials(case: &Value) -> Vec<(f64, f64)> {
    rows(&case["pairs"]).iter().map(|r| (r[2] + 0.5 * r[4], r[2] + r[3] + r[4])).collect()
}

#[test]
fn citations() {
    let case = &reference("peers.json")["R/citations"];
    let model = fitted(&paired(case), &Specification::default());
    check_scores("citations", &model, 0, &case["ml"]);
    let log_likelihood = model.facts.log_likelihood;
    let rows = trials(case);
    near("deviance", deviance(rows.iter().copied(), log_likelihood), number(&case["ml"]["deviance"]), R);
    let with_coefficients = log_likelihood + coefficients(rows.into_iter());
    near("logLik", with_coefficients, number(&case["ml"]["logLik"]), R);
    let (found, _) = table(&model, Quantity::Scores, &measured_from(2));
    all_near("from JASA", &without(2, &found), &numbers(&case["ml_refcat_JASA"]), R);
}

/// Home wins and away wins, the home side first.
pub fn baseball(case: &Value) -> (Set, Vec<(f64, f64)>) {
    let counts = rows(&case["home_away_counts"]);
    let cells: Vec<Cell> =
        counts.iter().map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], 0.0)).collect();
    (set_of(&cells), counts.iter().map(|r| (r[2], r[2] + r[3])).collect())
}

#[test]
fn baseball_without_and_with_home_advantage() {
    let case = &reference("peers.json")["R/baseball"];
    let (set, trials) = baseball(case);
    for (name, position) in [("standard", Position::None), ("with_home_advantage", Position::Shared)] {
        let reference = &case[name];
        let model = fitted(&set, &Specification { position, ..Specification::default() });
        check_scores(name, &model, 0, reference);
        let log_likelihood = model.facts.log_likelihood;
        let found = deviance(trials.iter().copied(), log_likelihood);
        near(name, found, number(&reference["deviance"]), R);
        near(name, log_likelihood + coefficients(trials.iter().copied()), number(&reference["logLik"]), R);
        assert_eq!(model.facts.dimension, 42 - number(&reference["df_residual"]) as usize, "{name}");
    }
    let reference = &case["with_home_advantage"];
    let model = fitted(&set, &Specification { position: Position::Shared, ..Specification::default() });
    let (found, error) = table(&model, Quantity::Positions, &measured_from(0));
    near("at home", found[0], number(&reference["coef"]["at.home"]), R);
    near("se at home", error[0], numbers(&reference["se"])[6], R);
    near("at home, published", found[0], number(&case["published"]["home"]), absolute(5e-4));
    let (scores, _) = table(&model, Quantity::Scores, &measured_from(0));
    let mut shares: Vec<f64> = scores.iter().map(|s| s.exp()).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|s| *s /= sum);
    shares.sort_by(f64::total_cmp);
    let published = numbers(&case["published"]["sorted_relative_abilities_home"]);
    all_near("Agresti's abilities", &shares, &published, absolute(6e-4));
    check_home_pairs(&model, &case["all_pairs_home"]);
}

/// All 21 differences, teams numbered from 1 as "second - first".
fn check_home_pairs(model: &Model, reference: &Value) {
    let order = reference["order"].as_array().expect("pairs");
    let mut weights = vec![0.0; order.len() * 7];
    for (row, pair) in order.iter().enumerate() {
        let (left, right) = pair.as_str().and_then(|p| p.split_once(" - ")).expect("pair");
        let place = |text: &str| text.parse::<usize>().expect("team") - 1;
        weights[row * 7 + place(left)] = 1.0;
        weights[row * 7 + place(right)] = -1.0;
    }
    let options = Options {
        method: duel::inference::Method::Simultaneous,
        draws: 200_000,
        seed: 1,
        ..measured_from(0)
    };
    let (table, _) =
        contrasts(model, Quantity::Scores, &weights, order.len(), &options, &mut unwatched()).expect("pairs");
    let column = |at: usize| table.iter().map(|r| r[at]).collect::<Vec<f64>>();
    all_near("pairs", &column(0), &numbers(&reference["estimate"]), R);
    all_near("se of pairs", &column(1), &numbers(&reference["se"]), R);
    let critical = (table[0][3] - table[0][0]) / table[0][1];
    // Simulated with 200 000 draws; theirs is integrated to about 1e-4.
    near("simultaneous quantile", critical, number(&reference["simultaneous_quantile"]), absolute(0.02));
}

#[test]
fn springall_and_sound_fields() {
    let reference = reference("peers.json");
    let case = &reference["R/springall"];
    let model = fitted(&paired(case), &Specification::default());
    check_scores("springall", &model, 0, &case["half_ties"]);
    let found = deviance(trials(case).into_iter(), model.facts.log_likelihood);
    near("springall deviance", found, number(&case["half_ties"]["deviance"]), R);

    let case = &reference["R/sound_fields_flute"];
    let model = fitted(&paired(case), &Specification::default());
    check_scores("sound fields", &model, 0, &case["half_ties"]);
    let found = deviance(trials(case).into_iter(), model.facts.log_likelihood);
    near("sound fields deviance", found, number(&case["half_ties"]["deviance"]), R);
}

/// Two seasons without a common club: each its own zero, one home advantage, one threshold.
#[test]
fn football_at_home_with_draws() {
    let case = &reference("peers.json")["R/football_davidson_home"];
    let cells: Vec<Cell> = rows(&case["contests"])
        .iter()
        .map(|r| {
            let count = |result: f64| f64::from(u8::from(r[2] == result));
            Cell::new(None, r[0] as u32, r[1] as u32, count(1.0), count(-1.0), count(0.0))
        })
        .collect();
    let set = set_of(&cells);
    assert_eq!(set.items() as f64, number(&case["n_items"]));
    let specification = Specification {
        outcome: Outcome::Davidson,
        position: Position::Shared,
        accept: Problems::DISCONNECTED,
        ..Specification::default()
    };
    let refused = try_fit(&set, &Specification { accept: Problems::NONE, ..specification.clone() });
    assert!(matches!(refused, Err(Error::NotIdentified(_))));
    let model = fitted(&set, &specification);
    assert_eq!(model.facts.problems, Problems::DISCONNECTED);
    near("deviance", -2.0 * model.facts.log_likelihood, number(&case["deviance"]), R);
    let (home, error) = table(&model, Quantity::Positions, &measured_from(0));
    near("home advantage", home[0], number(&case["log_home_advantage"]), absolute(1e-5));
    assert!(error[0] > 0.05 && error[0] < 0.15, "{error:?}");
    // The largest probability of a tie, that of an even match, is nu / (2 + nu).
    let (threshold, _) = table(&model, Quantity::Thresholds, &measured_from(0));
    let tie = number(&case["logit_max_tie"]);
    near("threshold", threshold[0], tie + 2f64.ln(), absolute(1e-5));
}

/// Subjects as contexts: the sandwich clustered by them.
#[test]
fn top_models_by_192_subjects() {
    let case = &reference("peers.json")["R/topmodel2007_clustered"];
    let order = rows(&case["pair_order"]);
    let mut cells = Vec::new();
    for (subject, answers) in rows(&case["responses"]).iter().enumerate() {
        for (pair, answer) in order.iter().zip(answers) {
            let (wins, losses) = if *answer > 0.0 { (1.0, 0.0) } else { (0.0, 1.0) };
            let cell = Cell::new(None, pair[0] as u32, pair[1] as u32, wins, losses, 0.0);
            cells.push(Cell { context: Some(subject as u32), ..cell });
        }
    }
    let set = set_of(&cells);
    assert_eq!(set.contexts() as f64, number(&case["subjects"]));
    let model = fitted(&set, &Specification::default());
    near("logLik", model.facts.log_likelihood, number(&case["logLik"]), R);
    let (found, _) = table(&model, Quantity::Scores, &measured_from(5));
    all_near("worth", &found, &numbers(&case["worth_log"]), R);
    // Their own agreement with an independent program is 2e-6.
    let close = relative(5e-6);
    for (kind, name) in [
        (CovarianceKind::Expected, "vcov"),
        (CovarianceKind::ClusteredByContext, "vcov_sandwich_by_subject"),
        (CovarianceKind::Auto, "vcov_sandwich_by_subject"),
    ] {
        let options = options(kind, Normalisation::Reference(5), Scale::Arithmetic);
        let covariance = covariance_of(&model, Quantity::Scores, &options).expect("covariance");
        all_near(name, &without_both(5, &covariance, 6), &numbers(&case[name]), close);
    }
    few_clusters(&model, &numbers(&case["vcov_sandwich_by_subject"]));
}

/// Corrections of a covariance clustered by 192 subjects, and their intervals by Student's distribution.
fn few_clusters(model: &Model, by_subject: &[f64]) {
    let plain = options(CovarianceKind::ClusteredByContext, Normalisation::Reference(5), Scale::Arithmetic);
    let cr1 = Options { correction: Correction::Cr1, ..plain.clone() };
    let covariance = covariance_of(model, Quantity::Scores, &cr1).expect("covariance");
    let expected: Vec<f64> = by_subject.iter().map(|c| c * 192.0 / 191.0).collect();
    all_near("CR1", &without_both(5, &covariance, 6), &expected, relative(5e-6));
    let rows = |o: &Options| estimates(model, Quantity::Scores, o, &mut unwatched()).expect("estimates");
    let student = Options { quantiles: Quantiles::Student, ..plain.clone() };
    let normal = Options { quantiles: Quantiles::Normal, ..cr1.clone() };
    let (t, z) = (duel::distributions::student::critical(0.95, 191.0), 1.959_963_984_540_054);
    for (options, critical) in [(&plain, z), (&student, t), (&cr1, t), (&normal, z)] {
        for row in &rows(options)[..5] {
            near("half a width", (row[3] - row[2]) / 2.0, critical * row[1], relative(1e-10));
        }
    }
    // Every subject judged every pair: all have the same information, and few degrees are lost.
    let cr2 = Options { correction: Correction::Cr2, ..plain.clone() };
    for (corrected, row) in rows(&cr2).iter().zip(rows(&cr1)).take(5) {
        near("CR2", corrected[1], row[1], relative(1e-9));
        near("its width", corrected[3] - corrected[2], row[3] - row[2], relative(1e-6));
    }
    let sandwich = Options { covariance: CovarianceKind::Sandwich, ..student };
    let refused = estimates(model, Quantity::Scores, &sandwich, &mut unwatched());
    assert!(matches!(refused, Err(Error::Unsupported(_))), "{refused:?}");
}

/// Half a win and half a loss against a pseudo-item for every item.
#[test]
fn pseudo_comparisons() {
    let reference = reference("peers.json");
    for name in ["R/pseudo_only_wins", "R/pseudo_two_islands"] {
        let case = &reference[name];
        let set = paired(case);
        assert!(try_fit(&set, &Specification::default()).is_err(), "{name} has no estimate");
        let pseudo = number(&case["npseudo"]);
        let model = fitted(&set, &Specification { pseudo, ..Specification::default() });
        let (found, _) = table(&model, Quantity::Scores, &measured_from(0));
        all_near(name, &found, &numbers(&case["log_worth_first_item_zero"]), R);
        near(name, model.facts.log_likelihood, number(&case["logLik_without_pseudo"]), R);
    }
}

/// Scores explained by four measurements, but for two lizards without them. One of the two never
/// lost, so that its score diverges.
#[test]
fn flat_lizards() {
    let case = &reference("peers.json")["R/flatlizards"];
    let contests = rows(&case["contests"]);
    let cells: Vec<Cell> =
        contests.iter().map(|r| Cell::new(None, r[0] as u32, r[1] as u32, 1.0, 0.0, 0.0)).collect();
    let mut set = set_of(&cells);
    let names: Vec<String> = case["covariate_names"]
        .as_array()
        .expect("names")
        .iter()
        .map(|n| n.as_str().expect("name").into())
        .collect();
    let measured = case["covariates"].as_array().expect("covariates");
    let missing = |lizard: &Value| lizard.as_array().expect("row").iter().any(Value::is_null);
    for (at, name) in names.iter().enumerate() {
        // A lizard without all its measurements has a score of its own instead.
        let values: Vec<f64> =
            measured.iter().map(|l| if missing(l) { 0.0 } else { number(&l[at]) }).collect();
        item_covariate(&mut set, name, &values);
    }
    let fixed_scores: Vec<f64> = measured.iter().map(|l| if missing(l) { f64::NAN } else { 0.0 }).collect();
    let free: Vec<usize> = (0..fixed_scores.len()).filter(|&i| fixed_scores[i].is_nan()).collect();
    assert_eq!(free, [54, 55]);
    let specification = Specification { covariates: names, fixed_scores, ..Specification::default() };
    let error = refused(&set, &specification);
    assert!(matches!(error, Error::NotIdentified(_)), "{error:?}");
    let lizard = set.name(duel::comparisons::Kind::Item, 54).expect("name");
    assert!(error.to_string().contains(&format!("\"{lizard}\"")), "{error}");

    let model = fitted(&set, &Specification { accept: Problems::SEPARATED, ..specification });
    assert_eq!(model.facts.problems, Problems::SEPARATED);
    let expected = &case["structured_fixed"];
    let coefficient = |name: &str| number(&expected["coef"][format!("{name}[..]")]);
    let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
    let (effects, errors) = table(&model, Quantity::Effects, &options);
    let published = [numbers(&case["published"]["coef"]), numbers(&case["published"]["se"])];
    for (at, name) in model.specification.covariates.iter().enumerate() {
        near(name, effects[at], coefficient(name), absolute(1e-5));
        near(&format!("se of {name}"), errors[at], numbers(&expected["se"])[2 + at], absolute(1e-5));
        near(name, effects[at], published[0][at], absolute(0.005));
        near(name, errors[at], published[1][at], absolute(0.006));
    }
    let scores = estimates(&model, Quantity::Scores, &options, &mut unwatched()).expect("scores");
    near("lizard099", scores[55][0], number(&expected["coef"]["..lizard099"]), absolute(1e-5));
    near("se of lizard099", scores[55][1], numbers(&expected["se"])[1], absolute(1e-5));
    assert_eq!(scores[54][1], f64::INFINITY, "the score that diverges");
    assert_eq!(scores[0][..2], [0.0, 0.0], "a fixed score");
}
