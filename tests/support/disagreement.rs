//! Disagreement of judges against the references of `judges.json` and the optima of the other vote sets.

use crate::support::*;
use duel::comparisons::Set;
use duel::inference::{contrasts, probabilities, Comparison, CovarianceKind, Options};
use duel::model::{unwatched, Model, Outcomes, Position, Quantity, Scale, ScoreGauge, Specification};
use duel::strength::Kind;
use duel::Error;
use serde_json::Value;

fn of_rank(rank: usize) -> Specification {
    Specification { strength: Kind::Disagreement, rank, ..Specification::default() }
}

fn with(covariance: CovarianceKind) -> Options {
    options(covariance, ScoreGauge::Sum, Scale::Arithmetic)
}

fn counted(case: &Value) -> Set {
    let cells: Vec<Cell> = rows(&case["counts"])
        .iter()
        .map(|r| Cell::new(Some(r[0] as u32), r[1] as u32, r[2] as u32, r[3], r[4], r[5]))
        .collect();
    set_of(&cells)
}

fn flat(value: &Value) -> Vec<f64> {
    match value[0].is_array() {
        true => rows(value).concat(),
        false => numbers(value),
    }
}

fn listed(reference: &Value, name: &str) -> Vec<Vec<f64>> {
    reference.get(name).map_or(Vec::new(), rows)
}

/// Columns of a table with the signs of another.
fn aligned(mut found: Vec<f64>, expected: &[f64], columns: usize) -> Vec<f64> {
    for c in 0..columns {
        let along: f64 = (c..found.len()).step_by(columns).map(|at| found[at] * expected[at]).sum();
        if along < 0.0 {
            (c..found.len()).step_by(columns).for_each(|at| found[at] = -found[at]);
        }
    }
    found
}

fn check(
    what: &str,
    model: &Model,
    rank: usize,
    reference: &Value,
    [likelihood, parameters, errors]: [Within; 3],
) {
    near(what, -model.facts.log_likelihood, number(&reference["nll"]), likelihood);
    let expected = with(CovarianceKind::Expected);
    let compare = |name: &str, quantity, options: &Options, error: &str| {
        let (values, se) = table(model, quantity, options);
        if let Some(known) = reference.get(name) {
            all_near(&format!("{what}: {name}"), &values, &flat(known), parameters);
        }
        if let Some(known) = reference.get(error) {
            all_near(&format!("{what}: {error}"), &se, &flat(known), errors);
        }
    };
    compare("S", Quantity::Strengths, &expected, "se_S");
    for (kind, suffix) in [
        (CovarianceKind::Expected, ""),
        (CovarianceKind::Observed, "_observed"),
        (CovarianceKind::Sandwich, "_sandwich"),
    ] {
        compare("mu", Quantity::Scores, &with(kind), &format!("se_mu{suffix}"));
        compare("gamma", Quantity::Sensitivities, &with(kind), &format!("se_gamma{suffix}"));
    }
    for row in listed(reference, "mu_contrasts") {
        let mut weights = vec![0.0; model.frame.items];
        (weights[row[0] as usize], weights[row[1] as usize]) = (1.0, -1.0);
        let (found, _) =
            contrasts(model, Quantity::Scores, &weights, 1, &expected, &mut unwatched()).expect("contrast");
        near(&format!("{what}: contrast"), found[0][0], row[2], parameters);
        near(&format!("{what}: se of contrast"), found[0][1], row[3], errors);
    }
    for row in listed(reference, "S_contrasts") {
        let comparison =
            Comparison { left: row[1] as u32, right: row[2] as u32, judge: row[0] as u32, context: u32::MAX };
        let found = probabilities(model, &[comparison], &expected, &mut unwatched()).expect("probability")[0];
        near(&format!("{what}: p"), found[0], row[5], parameters);
        near(&format!("{what}: se of p"), found[1], row[6], errors);
    }
    if rank == 0 {
        assert!(model.readout(Quantity::Disagreements, &Default::default()).is_err());
        return;
    }
    compare("UVt", Quantity::Disagreements, &expected, "se_UVt");
    compare("h", Quantity::DisagreementNorms, &expected, "se_h");
    compare("rho", Quantity::DisagreementRatios, &expected, "");
    compare("sing", Quantity::DisagreementSizes, &expected, "");
    for (name, quantity) in [("U", Quantity::JudgeFactors), ("V", Quantity::ItemFactors)] {
        let (values, se) = table(model, quantity, &expected);
        if let Some(known) = reference.get(name).map(flat) {
            all_near(&format!("{what}: {name}"), &aligned(values, &known, rank), &known, parameters);
        }
        if let Some(known) = reference.get(format!("se_{name}")) {
            all_near(&format!("{what}: se_{name}"), &se, &flat(known), errors);
        }
    }
}

#[test]
fn synthetic_sets_of_disagreement() {
    let reference = reference("judges.json");
    for name in ["balanced", "sparse_disconnected", "negative_gamma"] {
        let case = &reference["synthetic"][name];
        let set = counted(case);
        for (rank, known) in case["hja"].as_object().expect("ranks") {
            let rank: usize = rank.parse().expect("rank");
            let model = fitted(&set, &of_rank(rank));
            let close = [absolute(1e-9), absolute(1e-8), absolute(1e-7)];
            check(&format!("{name}, rank {rank}"), &model, rank, known, close);
            let (items, judges) = (model.frame.items, model.frame.judges);
            assert_eq!(model.facts.dimension, (rank + 1) * (judges + items - 2 - rank));
        }
    }
}

#[test]
fn a_judge_without_finite_scores_of_its_own() {
    let case = &reference("judges.json")["edge"]["separated_judge"];
    let set = counted(case);
    let error = refused(&set, &of_rank(1));
    assert!(matches!(error, Error::NotIdentified(_)), "{error:?}");
    let bound = number(&case["hja1_nll_upper_bound"]);
    let model = fitted(&set, &Specification { accept: Outcomes::ANY, ..of_rank(1) });
    assert!(model.facts.outcomes.contains(Outcomes::SEPARATED));
    // On the way to infinity.
    assert!(-model.facts.log_likelihood < bound + 0.1);
    let model = fitted(&set, &Specification { ridge: number(&case["ridge_lambda"]), ..of_rank(1) });
    near("objective", model.facts.objective, number(&case["hja1_ridge_objective"]), absolute(1e-9));
    for (name, quantity) in
        [("S", Quantity::Strengths), ("mu", Quantity::Scores), ("gamma", Quantity::Sensitivities)]
    {
        let (values, _) = table(&model, quantity, &with(CovarianceKind::Observed));
        all_near(name, &values, &flat(&case[format!("hja1_ridge_{name}")]), absolute(1e-8));
    }
}

#[test]
fn mt_bench_at_every_rank() {
    let reference = &reference("judges.json")["mtbench"];
    let set = votes("judge_mtbench.csv");
    let close = [absolute(1e-6), absolute(1e-6), relative(1e-5)];
    for (rank, known) in reference["hja"].as_object().expect("ranks") {
        let rank: usize = rank.parse().expect("rank");
        check(&format!("rank {rank}"), &fitted(&set, &of_rank(rank)), rank, known, close);
    }
    for (rank, known) in reference["ridge"].as_object().expect("ranks") {
        let rank: usize = rank.parse().expect("rank");
        let model = fitted(&set, &Specification { ridge: number(&known["lam"]), ..of_rank(rank) });
        near("objective", model.facts.objective, number(&known["objective"]), absolute(1e-6));
        near("likelihood", -model.facts.log_likelihood, number(&known["nll"]), absolute(1e-6));
        for (name, quantity) in
            [("mu", Quantity::Scores), ("gamma", Quantity::Sensitivities), ("h", Quantity::DisagreementNorms)]
        {
            let (values, _) = table(&model, quantity, &with(CovarianceKind::Observed));
            all_near(&format!("ridge: {name}"), &values, &flat(&known[name]), absolute(1e-6));
        }
    }
}

/// The optima of spec/judges.md, section 4.
#[test]
fn optima_of_the_other_vote_sets_with_disagreement() {
    let arena = votes("judge_chatbot_arena.csv");
    for (rank, nll) in
        [6063.278822894, 5328.723247656, 5306.073532784, 5292.235939001].into_iter().enumerate()
    {
        let model = fitted(&arena, &of_rank(rank));
        near(&format!("arena, rank {rank}"), -model.facts.log_likelihood, nll, absolute(1e-6));
    }
    let feedback = votes("judge_ultrafeedback.csv");
    let model = fitted(&feedback, &of_rank(1));
    near("ultrafeedback", -model.facts.log_likelihood, 5039.285765842, absolute(1e-6));
    let rank_2 = fitted(&feedback, &Specification { accept: Outcomes::ANY, ..of_rank(2) });
    // The reference is a local optimum; the infimum is at infinity.
    assert!(-rank_2.facts.log_likelihood < 5010.355101504 + 1e-6);
    let diverging = refused(&feedback, &of_rank(3));
    assert!(matches!(diverging, Error::NotIdentified(_)), "{diverging:?}");
}

#[test]
fn disagreement_goes_with_positions_ties_and_restarts() {
    let set = votes("judge_mtbench.csv");
    let position = Specification { position: Position::ByJudge, ..of_rank(1) };
    let plain = fitted(&set, &Specification { position: Position::ByJudge, ..of_rank(0) });
    let model = fitted(&set, &position);
    assert!(model.facts.log_likelihood > plain.facts.log_likelihood + 1.0);
    let more = fitted(&set, &Specification { restarts: 6, seed: 3, ..position.clone() });
    assert!(more.facts.log_likelihood >= model.facts.log_likelihood - 1e-6);
    assert_eq!(more.optima.iter().map(|o| o.starts).sum::<usize>(), 8);
    let threads = fitted(&set, &Specification { restarts: 6, seed: 3, threads: 3, ..position });
    assert_eq!(more.theta, threads.theta);
    for outcome in [duel::outcome::Outcome::RaoKupper, duel::outcome::Outcome::Davidson] {
        let model = fitted(&set, &Specification { outcome, accept: Outcomes::ANY, ..of_rank(1) });
        assert!(model.facts.gradient < 1e-6 && !model.facts.outcomes.contains(Outcomes::NOT_CONVERGED));
    }
}
