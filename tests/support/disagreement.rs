//! Disagreement of judges against the references of `judges.json` and the optima of the other vote sets.

use crate::support::*;
use duel::assess::{
    consensus, leave_one_judge_out, select_rank, Consensus, HeldOut, Plan, RankChoice, Selection, Simulation,
};
use duel::comparisons::{Set, Unit};
use duel::inference::{contrasts, probabilities, Comparison, CovarianceKind, Options};
use duel::model::{
    fit_from, two_step, Model, Normalisation, Position, Problems, Quantity, Scale, Specification,
    StrengthModel, Ties, View,
};
use duel::progress::unwatched;
use duel::Error;
use serde_json::Value;

fn of_rank(rank: usize) -> Specification {
    Specification { strength: StrengthModel::disagreement(rank), ..Specification::default() }
}

fn with(covariance: CovarianceKind) -> Options {
    options(covariance, Normalisation::Sum, Scale::Arithmetic)
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
        let mut weights = vec![0.0; model.layout.items];
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
            let (items, judges) = (model.layout.items, model.layout.judges);
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
    let model = fitted(&set, &Specification { accept: Problems::ANY, ..of_rank(1) });
    assert!(model.facts.problems.contains(Problems::SEPARATED));
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
    let rank_2 = fitted(&feedback, &Specification { accept: Problems::ANY, ..of_rank(2) });
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
    // Two of every fit, six that are drawn, ten where items form two groups far apart.
    assert_eq!(more.optima.iter().map(|o| o.starts).sum::<usize>(), 2 + 6 + 10);
    let threads = fitted(&set, &Specification { restarts: 6, seed: 3, threads: 3, ..position });
    assert_eq!(more.theta, threads.theta);
    for outcome in [duel::outcome::Outcome::RaoKupper, duel::outcome::Outcome::Davidson] {
        let model = fitted(&set, &Specification { outcome, accept: Problems::ANY, ..of_rank(1) });
        assert!(model.facts.gradient < 1e-6 && !model.facts.problems.contains(Problems::NOT_CONVERGED));
    }
}

#[test]
fn the_rank_is_found() {
    let reference = &reference("judges.json")["mtbench"];
    let set = votes("judge_mtbench.csv");
    let plan = Plan { unit: Unit::Row, part: HeldOut::Folds(5), repeats: 1, seed: 1, threads: 1 };
    let selection = Selection { most: 3, plan: Some(plan), simulation: None };
    let rows = select_rank(&set, &Specification::default(), &selection, &mut unwatched()).expect("ranks");
    let best = |value: &dyn Fn(&RankChoice) -> f64| {
        (0..rows.len()).min_by(|&a, &b| value(&rows[a]).total_cmp(&value(&rows[b])))
    };
    assert_eq!(best(&|row| row.bic), Some(1));
    assert_eq!(best(&|row| -row.held_out.expect("held out").mean), Some(1));
    for (row, scree) in rows.iter().zip(numbers(&reference["scree"])) {
        near("scree", row.scree, scree, absolute(1e-6));
    }
    // The reference leaves out the dimension of the consensus.
    let (judges, items) = (20.0, 6.0);
    for (rank, row) in rows.iter().enumerate() {
        let known = number(&reference["hja"][rank.to_string()]["bic"]);
        near("bic", row.bic - (judges + items - 2.0) * 9706f64.ln(), known, absolute(1e-3));
    }
    let halves =
        Selection { simulation: Some(Simulation { replicates: 9, seed: 1, threads: 1 }), ..selection };
    let error = select_rank(&set, &Specification::default(), &halves, &mut unwatched());
    assert!(matches!(error, Err(Error::Unsupported(_))));
    // Without a tie halves have nothing to say of them.
    let mut decided = Vec::new();
    for (judge, left, right) in (0..3).flat_map(|k| [(k, 0, 1), (k, 1, 2), (k, 2, 0), (k, 0, 3), (k, 3, 1)]) {
        decided.push(Cell::new(Some(judge), left, right, 8.0 - f64::from(judge), 3.0 + f64::from(left), 0.0));
    }
    let few = Selection {
        most: 1,
        plan: None,
        simulation: Some(Simulation { replicates: 9, seed: 1, threads: 1 }),
    };
    let rows =
        select_rank(&set_of(&decided), &Specification::default(), &few, &mut unwatched()).expect("ranks");
    assert!(rows[0].ratio.is_some_and(|ratio| ratio.p > 0.0), "{rows:?}");
    let too_high = Selection { most: 5, plan: None, simulation: None };
    let error =
        select_rank(&set, &Specification::default(), &too_high, &mut unwatched()).expect_err("too high");
    assert!(error.to_string().contains("at most 4"), "{error}");
}

/// Data of rank one: the bootstrap finds no second direction, and refuses to do without the first.
#[test]
fn the_bootstrap_tells_one_direction_from_two() {
    let case = &reference("judges.json")["synthetic"]["sparse_disconnected"];
    let model = fitted(&counted(case), &of_rank(1));
    let drawn = duel::simulate::simulate(&model, &model.set, 5).expect("drawn");
    let selection = Selection {
        most: 2,
        plan: None,
        simulation: Some(Simulation { replicates: 39, seed: 4, threads: 2 }),
    };
    let dropped = Specification { ties: Ties::Dropped, ridge: 0.1, ..Specification::default() };
    let rows = select_rank(&drawn, &dropped, &selection, &mut unwatched()).expect("ranks");
    let p = |rank: usize| rows[rank].ratio.expect("ratio").p;
    assert!(p(0) <= 0.05 && p(1) > 0.05, "{rows:?}");
    assert!(rows[2].ratio.is_none());
}

#[test]
fn consensus_otherwise_than_by_the_mean() {
    let set = votes("judge_mtbench.csv");
    let model = fitted(&set, &of_rank(1));
    let options = with(CovarianceKind::Expected);
    let of = |which| consensus(&model, which, &options, &mut unwatched()).expect("consensus");
    let (mean, weights) = of(Consensus::Mean);
    let (scores, errors) = table(&model, Quantity::Scores, &options);
    for (row, (score, error)) in mean.iter().zip(scores.iter().zip(&errors)) {
        near("mean", row[0], *score, absolute(1e-10));
        near("its error", row[1], *error, relative(1e-8));
    }
    near("weights", weights.iter().sum(), 1.0, absolute(1e-12));
    let (strengths, errors) = table(&model, Quantity::Strengths, &options);
    let (weighted, weights) = of(Consensus::Precision);
    for item in 0..6 {
        let sum: f64 = (0..20).map(|k| weights[k] * strengths[6 * k + item]).sum();
        near("weighted", weighted[item][0], sum, absolute(1e-12));
    }
    let precision = |k: usize| 6.0 / errors[6 * k..6 * k + 6].iter().map(|e| e * e).sum::<f64>();
    near("weights", weights[3] / weights[7], precision(3) / precision(7), relative(1e-10));
    let (median, _) = of(Consensus::Median);
    for item in 0..6 {
        let mut column: Vec<f64> = (0..20).map(|k| strengths[6 * k + item]).collect();
        column.sort_by(f64::total_cmp);
        near("median", median[item][0], 0.5 * (column[9] + column[10]), absolute(1e-12));
        assert!(median[item][1] > 0.0 && median[item][1].is_finite());
    }
    // Without each judge, as the fit to the others' votes has it.
    let all = leave_one_judge_out(&set, &of_rank(1), &View::default(), &mut unwatched()).expect("without");
    assert_eq!(all.len(), 20);
    let others: Vec<usize> = (0..20).filter(|&k| k != 4).collect();
    let rest = fitted(&set.filter(duel::comparisons::Kind::Judge, &others).expect("filter"), &of_rank(1));
    all_near("without one", &all[4].scores, &table(&rest, Quantity::Scores, &options).0, absolute(1e-8));
    // Judges that never judged change nothing, however many they are.
    let mut wide = set.clone();
    let idle: Vec<String> = (0..1000).map(|k| format!("idle {k}")).collect();
    let idle: Vec<&str> = idle.iter().map(String::as_str).collect();
    wide.intern(duel::comparisons::Kind::Judge, &idle).expect("names");
    let found = leave_one_judge_out(&wide, &of_rank(1), &View::default(), &mut unwatched()).expect("without");
    assert!(found
        .iter()
        .map(|one| (one.judge, &one.scores))
        .eq(all.iter().map(|one| (one.judge, &one.scores))));
}

#[test]
fn two_steps_and_one_judge_at_a_time() {
    let set = votes("judge_mtbench.csv");
    let plain = Specification::default();
    let own = two_step(&set, &plain, None, &mut unwatched()).expect("own");
    // Own scores are those of a fit to the judge's own votes.
    let alone = set.filter(duel::comparisons::Kind::Judge, &[2]).expect("filter");
    let (scores, _) = table(&fitted(&alone, &plain), Quantity::Scores, &with(CovarianceKind::Expected));
    all_near("own", &own[12..18], &scores, absolute(1e-7));
    // Of the highest rank nothing is cut off.
    let full = two_step(&set, &plain, Some(4), &mut unwatched()).expect("full");
    let cut = two_step(&set, &plain, Some(1), &mut unwatched()).expect("cut");
    let apart = |a: &[f64]| a.iter().zip(&own).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    assert!(apart(&full) < 1e-18 && apart(&cut) > 1.0);
}

/// Parameters given in another form than the canonical one: what is read out is the same.
#[test]
fn given_disagreement_is_read_out_as_fitted() {
    let set = votes("judge_mtbench.csv");
    let model = fitted(&set, &of_rank(2));
    let strength = model.layout.strength;
    let mut turned = model.theta.clone();
    // A column of the judges added to another, the other column of the items taken from the first; and a shift.
    for (to, from, by) in [(0, 1, 0.7), (2, 0, -0.4), (1, 2, 1.3)] {
        (0..strength.judges)
            .for_each(|k| turned[strength.judge(k, to)] += by * turned[strength.judge(k, from)]);
        (0..strength.items).for_each(|i| turned[strength.item(i, from)] -= by * turned[strength.item(i, to)]);
        (0..strength.items).for_each(|i| turned[strength.item(i, to)] += 0.5);
    }
    let given = Model::given(&set, &of_rank(2), &turned).expect("given");
    near("likelihood", given.facts.log_likelihood, model.facts.log_likelihood, absolute(1e-8));
    for quantity in [
        Quantity::Scores,
        Quantity::Sensitivities,
        Quantity::Strengths,
        Quantity::Disagreements,
        Quantity::DisagreementNorms,
    ] {
        let of = |model: &Model| table(model, quantity, &with(CovarianceKind::Expected));
        all_near(&format!("{quantity:?}"), &of(&given).0, &of(&model).0, absolute(1e-9));
        all_near(&format!("errors of {quantity:?}"), &of(&given).1, &of(&model).1, relative(1e-6));
    }
}

/// Judges who all answer alike, and judges who differ in sensitivity only: their disagreement has no direction.
#[test]
fn a_rank_that_the_optimum_does_not_have_is_said() {
    for gammas in [[0.5, 0.5, 0.5, 0.5], [0.2, 0.4, 0.6, 0.8]] {
        let mut cells = Vec::new();
        for (judge, gamma) in (0..).zip(gammas) {
            for (i, j) in (0..5).flat_map(|i| (i + 1..5).map(move |j| (i, j))) {
                let chance = 1.0 / (1.0 + (-gamma * f64::from(j - i)).exp());
                cells.push(Cell::new(Some(judge), i, j, 1000.0 * chance, 1000.0 * (1.0 - chance), 0.0));
            }
        }
        // Exact proportions, which no whole numbers have.
        let mut set = Set::new();
        append(&mut set, &cells, true);
        let error = try_fit(&set, &of_rank(1)).expect_err("no direction");
        assert!(matches!(&error, Error::NotIdentified(m) if m.contains("choose rank 0")), "{error}");
        let accepted = Specification { accept: Problems::UNDETERMINED, ..of_rank(1) };
        let model = fitted(&set, &accepted);
        assert!(model.facts.problems.contains(Problems::UNDETERMINED));
        // Accepted, it is the model of the rank that there is, with all that can be told.
        let none = fitted(&set, &of_rank(0));
        assert_eq!((model.specification.strength.rank(), model.facts.dimension), (0, none.facts.dimension));
        near("likelihood", model.facts.log_likelihood, none.facts.log_likelihood, absolute(1e-6));
        let of = |model: &Model| table(model, Quantity::Scores, &Options::default());
        all_near("scores", &of(&model).0, &of(&none).0, absolute(1e-9));
        all_near("their errors", &of(&model).1, &of(&none).1, absolute(1e-9));
    }
}

/// With a ridge every strength is finite, wherever a fit starts.
#[test]
fn a_start_beside_a_ridge() {
    let case = &reference("judges.json")["synthetic"]["balanced"];
    let set = counted(case);
    for ridge in [0.05, 0.5, 5.0] {
        let penalised = |rank: usize| Specification { ridge, ..of_rank(rank) };
        let expected = fitted(&set, &penalised(1));
        for rank in [0, 1, 2] {
            let from = fitted(&set, &penalised(rank));
            let found = fit_from(&set, &penalised(1), Some(&from), &mut unwatched()).expect("fit");
            near("objective", found.facts.objective, expected.facts.objective, absolute(1e-8));
        }
    }
}
