//! Rankings by judge and averages over ranks of disagreement against `panels.json`.

use crate::support::*;
use duel::assess::{average, note_of_ranks, select_rank, Averaging, Selection};
use duel::comparisons::{Kind, Set};
use duel::error::Error;
use duel::estimate::{Estimate, Ranks};
use duel::inference::{Adjustment, CovarianceKind, Family, Method, Options, RankQuestion};
use duel::model::{Model, Quantity, Specification, StrengthModel};
use duel::progress::unwatched;
use serde_json::Value;
use std::sync::Arc;

fn case(name: &str) -> Value {
    let all = reference("panels.json");
    let cases = all["cases"].as_array().expect("cases");
    cases.iter().find(|case| case["name"] == name).expect("the case").clone()
}

fn expected() -> Options {
    Options { covariance: CovarianceKind::Expected, ..Options::default() }
}

fn of_rank(rank: usize, ridge: f64) -> Specification {
    Specification { strength: StrengthModel::disagreement(rank), ridge, ..Specification::default() }
}

/// The benchmark, and where the numbers of the reference are in it.
struct Benchmark {
    model: Arc<Model>,
    judges: Vec<usize>,
    items: Vec<usize>,
}

impl Benchmark {
    fn new(given: &Value, rank: usize) -> Benchmark {
        let set = votes("judge_mtbench.csv");
        let places = |kind, names: &Value| {
            let names = names.as_array().expect("names").iter();
            names.map(|name| set.find(kind, name.as_str().expect("a name")).expect("in the set")).collect()
        };
        let (judges, items) = (places(Kind::Judge, &given["judges"]), places(Kind::Item, &given["items"]));
        Benchmark { model: Arc::new(fitted(&set, &of_rank(rank, 0.1))), judges, items }
    }

    fn strengths(&self, options: Options) -> Estimate {
        Estimate::of_model(self.model.clone(), Quantity::Strengths, options).expect("estimate")
    }

    /// The weights of a difference of two items by a judge; none: by the mean of all.
    fn weights(&self, judge: Option<usize>, first: usize, second: usize) -> Vec<f64> {
        let (judges, items) = (self.judges.len(), self.items.len());
        let asked: Vec<usize> = judge.map_or((0..judges).collect(), |judge| vec![self.judges[judge]]);
        let mut weights = vec![0.0; judges * items];
        for &judge in &asked {
            weights[judge * items + self.items[first]] = 1.0 / asked.len() as f64;
            weights[judge * items + self.items[second]] = -1.0 / asked.len() as f64;
        }
        weights
    }
}

#[test]
fn strengths_by_judge_and_errors_of_their_differences() {
    let case = case("strengths_mtbench");
    let all = Benchmark::new(&case["given"], 1);
    let expect = &case["expect"];
    near(
        "likelihood",
        -all.model.facts.log_likelihood,
        number(&expect["negative_log_likelihood"]),
        relative(1e-8),
    );
    let strengths = all.strengths(expected());
    for (judge, known) in rows(&expect["S"]).iter().enumerate() {
        let own = strengths.of_judge(all.judges[judge]).expect("a judge");
        let values = own.values(&mut unwatched()).expect("values");
        let found: Vec<f64> = all.items.iter().map(|&item| values[item].row[0]).collect();
        all_near("S", &found, known, absolute(1e-6));
    }
    let own = strengths.of_judge(all.judges[3]).expect("a judge");
    let pairs = own.pairs(Family::AllPairs, Adjustment::None, &mut unwatched()).expect("pairs");
    let (differences, errors) =
        (numbers(&expect["differences_of_judge_3"]), numbers(&expect["se_of_judge_3"]));
    let places = (0..6).flat_map(|first| (first + 1..6).map(move |second| (first, second)));
    for ((first, second), (difference, error)) in places.zip(differences.iter().zip(&errors)) {
        let (i, j) = (all.items[first], all.items[second]);
        let pair = pairs.iter().find(|pair| [pair.first, pair.second] == [i.min(j), i.max(j)]);
        let test = pair.expect("the pair").test;
        near("difference", test.estimate.abs(), difference.abs(), absolute(1e-6));
        near("se", test.error, *error, absolute(1e-6));
    }
}

#[test]
fn ranges_of_one_judge() {
    let case = case("ranges_one_judge");
    let all = Benchmark::new(&case["given"], 1);
    let strengths = all.strengths(Options { draws: 100_000, ..expected() });
    let whole = |value: &Value| numbers(value).into_iter().map(|rank| rank as usize).collect::<Vec<_>>();
    for known in case["expect"].as_array().expect("judges") {
        let judge = all.judges[number(&known["judge"]) as usize];
        let ranks = strengths.of_judge(judge).unwrap().ranks(&mut unwatched()).expect("ranks");
        let best: Vec<usize> = all.items.iter().map(|&item| ranks[item].rank.best).collect();
        let worst: Vec<usize> = all.items.iter().map(|&item| ranks[item].rank.worst).collect();
        assert!(number(&known["margin"]) > 0.01);
        assert_eq!((best, worst), (whole(&known["best"]), whole(&known["worst"])), "judge {judge}");
    }
}

#[test]
fn reversals_of_the_benchmark() {
    let case = case("reversals_mtbench");
    let all = Benchmark::new(&case["given"], 1);
    let found = all.strengths(expected()).reversals(&[], &mut unwatched()).expect("reversals");
    let expect = &case["expect"];
    assert_eq!(found.len(), number(&expect["family"]) as usize);
    assert_eq!(found.iter().filter(|row| row.adjusted <= 0.05).count(), number(&expect["claimed"]) as usize);
    for known in rows(&expect["first_twelve"]) {
        let judge = all.judges[known[0] as usize];
        let (i, j) = (all.items[known[1] as usize], all.items[known[2] as usize]);
        let row = found.iter().find(|row| row.judge == judge && row.pair == [i.min(j), i.max(j)]);
        let row = row.expect("the pair");
        near("p", row.p, known[5], relative(1e-5));
        near("adjusted", row.adjusted, known[6], relative(1e-5));
        assert!(row.difference * row.consensus < 0.0);
    }
}

#[test]
fn disagreement_about_pairs() {
    let case = case("contrast_with_consensus");
    let all = Benchmark::new(&case["given"], 1);
    let disagreement =
        Estimate::of_model(all.model.clone(), Quantity::Disagreements, expected()).expect("estimate");
    for known in rows(&case["expect"]) {
        let weights = all.weights(Some(known[0] as usize), known[1] as usize, known[2] as usize);
        let row = disagreement.contrasts(&weights, 1, &mut unwatched()).expect("contrast").0[0].row;
        near("difference", row[0], known[3], absolute(1e-5));
        near("se", row[1], known[4], absolute(1e-5));
    }
}

/// Differences over ranks 0 to 3; consensus: the mean of all judges.
fn check_averages(all: &Benchmark, expect: &[Value]) {
    let of = |by| {
        let averaging = Averaging { by, most: Some(3) };
        average(&all.model, Quantity::Strengths, &averaging, &expected(), &mut unwatched()).expect("average")
    };
    let (averaged, either) = (of(Ranks::Averaged), of(Ranks::Either));
    for known in expect.iter().filter(|known| known.get("weights").is_some()) {
        let parts = averaged.rank_parts().expect("parts");
        let weights: Vec<f64> = parts.iter().map(|part| part.weight).collect();
        all_near("weights", &weights, &numbers(&known["weights"]), absolute(1e-6));
        let bic = number(&known["bic_rank"]) as usize;
        let in_union: Vec<usize> = parts.iter().filter(|part| part.in_union).map(|part| part.rank).collect();
        assert_eq!(in_union, [bic, bic + 1]);
        let judge = known["judge"].as_u64().map(|judge| judge as usize);
        let (first, second) = (number(&known["first"]) as usize, number(&known["second"]) as usize);
        let weights = all.weights(judge, first, second);
        let row = averaged.contrasts(&weights, 1, &mut unwatched()).expect("contrast").0[0].row;
        for (value, name) in row.iter().zip(["estimate", "se", "lower", "upper"]) {
            near(name, *value, number(&known[name]), absolute(1e-5));
        }
        let row = either.contrasts(&weights, 1, &mut unwatched()).expect("contrast").0[0].row;
        all_near("either", &row[2..], &numbers(&known["either"]), absolute(1e-5));
        // The same by the estimate of the judge alone.
        if let Some(judge) = judge {
            let mut weights = vec![0.0; all.items.len()];
            (weights[all.items[first]], weights[all.items[second]]) = (1.0, -1.0);
            let own = averaged.of_judge(all.judges[judge]).expect("a judge");
            let row = own.contrasts(&weights, 1, &mut unwatched()).expect("contrast").0[0].row;
            near("estimate of the judge", row[0], number(&known["estimate"]), absolute(1e-5));
            near("error of the judge", row[1], number(&known["se"]), absolute(1e-5));
        }
    }
}

#[test]
fn averages_of_the_benchmark() {
    let case = case("averaged_mtbench");
    check_averages(&Benchmark::new(&case["given"], 1), case["expect"].as_array().expect("rows"));
}

/// Votes of a case with one context each.
fn votes_of(case: &Value) -> Set {
    let cells: Vec<Cell> = rows(&case["given"]["rows"])
        .iter()
        .map(|r| Cell::new(Some(r[1] as u32), r[2] as u32, r[3] as u32, r[4], 1.0 - r[4], 0.0))
        .collect();
    set_of(&cells)
}

fn weak() -> (Benchmark, Value) {
    let case = case("averaged_weak");
    let set = votes_of(&case);
    let model = Arc::new(fitted(&set, &of_rank(0, 0.05)));
    (Benchmark { model, judges: (0..4).collect(), items: (0..8).collect() }, case)
}

#[test]
fn averages_where_disagreement_is_weak() {
    let (all, case) = weak();
    let expect = case["expect"].as_array().expect("rows");
    check_averages(&all, expect);
    let facts = expect.iter().find(|known| known.get("nll").is_some()).expect("facts");
    let averaging = Averaging { by: Ranks::Averaged, most: None };
    let found = average(&all.model, Quantity::Strengths, &averaging, &expected(), &mut unwatched()).unwrap();
    for (part, (nll, dimension)) in found
        .rank_parts()
        .unwrap()
        .iter()
        .zip(numbers(&facts["nll"]).iter().zip(numbers(&facts["dimension"])))
    {
        near("criterion", part.criterion, 2.0 * nll + 2.0 * dimension, absolute(1e-5));
        assert_eq!(part.dimension, dimension as usize);
    }
    // BIC says 0, AIC 1.
    let notes = found.facts().notes.into_string().unwrap();
    assert!(notes.contains("fragile_rank") && notes.contains("(BIC 0, AIC 1)"), "{notes}");
    let selection = Selection { most: 3, plan: None, simulation: None };
    let rows = select_rank(&all.model.set, &of_rank(0, 0.05), &selection, &mut unwatched()).expect("ranks");
    assert!(note_of_ranks(&rows).contains("(BIC 0, AIC 1)"));
}

/// Ranks and pairs are the union of both ranks: never narrower than either.
#[test]
fn ranks_over_ranks_hold_those_of_both() {
    let (all, _) = weak();
    let of = |rank| {
        let model = Arc::new(fitted(&all.model.set, &of_rank(rank, 0.05)));
        Estimate::of_model(model, Quantity::Strengths, expected()).unwrap()
    };
    let averaging = Averaging::default();
    let whole = average(&all.model, Quantity::Strengths, &averaging, &expected(), &mut unwatched()).unwrap();
    let mut wider = 0;
    for judge in 0..4 {
        let ranks =
            |estimate: &Estimate| estimate.of_judge(judge).unwrap().ranks(&mut unwatched()).expect("ranks");
        let (both, two) = (ranks(&whole), [ranks(&of(0)), ranks(&of(1))]);
        for (item, whole) in both.iter().enumerate() {
            let own = two.each_ref().map(|ranks| ranks[item].rank);
            assert_eq!(whole.rank.best, own[0].best.min(own[1].best).min(whole.rank.rank.floor() as usize));
            assert_eq!(whole.rank.worst, own[0].worst.max(own[1].worst).max(whole.rank.rank.ceil() as usize));
            wider += usize::from(whole.rank.worst - whole.rank.best > own[0].worst - own[0].best);
        }
        let pairs = |estimate: &Estimate| {
            let own = estimate.of_judge(judge).unwrap();
            own.pairs(Family::AllPairs, Adjustment::Holm, &mut unwatched()).expect("pairs")
        };
        for (whole, (a, b)) in pairs(&whole).iter().zip(pairs(&of(0)).iter().zip(pairs(&of(1)))) {
            assert!(whole.test.adjusted >= a.test.adjusted.max(b.test.adjusted));
        }
    }
    assert!(wider > 0);
}

/// Without directions a judge's order is that of the consensus, as sure as the less sure of sign and difference.
#[test]
fn without_directions_order_is_by_signs() {
    let (all, _) = weak();
    let strengths = all.strengths(expected());
    let scores = Estimate::of_model(all.model.clone(), Quantity::Scores, expected()).unwrap();
    let by_consensus = scores.pairs(Family::AllPairs, Adjustment::None, &mut unwatched()).unwrap();
    let gamma = Estimate::of_model(all.model.clone(), Quantity::Sensitivities, expected()).unwrap();
    let gamma = gamma.values(&mut unwatched()).unwrap();
    let mut capped = 0;
    for (judge, gamma) in gamma.iter().enumerate() {
        let [value, error, ..] = gamma.row;
        let own = strengths.of_judge(judge).unwrap();
        let pairs = own.pairs(Family::AllPairs, Adjustment::None, &mut unwatched()).unwrap();
        for (pair, consensus) in pairs.iter().zip(&by_consensus) {
            let z = consensus.test.statistic.abs().min(value.abs() / error);
            capped += usize::from(z < consensus.test.statistic.abs());
            near("z", pair.test.statistic, z * (value * consensus.test.statistic).signum(), relative(1e-8));
        }
        let probabilities = own.rank_probabilities(&mut unwatched()).unwrap().probabilities();
        for row in probabilities.chunks_exact(8) {
            near("sum", row.iter().sum(), 1.0, absolute(1e-12));
        }
        assert!(matches!(own.winner(&[], 1, &mut unwatched()), Err(Error::Unsupported(_))));
    }
    assert!(capped > 0);
}

/// Ranks of all judges at once are those of each at level^(1/K); of one judge those of its own estimate.
#[test]
fn judges_at_once() {
    let case = case("strengths_mtbench");
    let all = Benchmark::new(&case["given"], 1);
    let strengths = all.strengths(expected());
    let question = RankQuestion::default();
    let found = strengths.judge_ranks(&[], &question, &mut unwatched()).expect("ranks");
    assert_eq!(found.len(), 20 * 6);
    let level = 0.95f64.powf(1.0 / 20.0);
    for judge in [0, 7, 19] {
        let own = all.strengths(Options { level, ..expected() }).of_judge(judge).unwrap();
        let sets = own.rank_sets(&question, &mut unwatched()).unwrap();
        let rows = found.iter().filter(|row| row.judge == judge).map(|row| row.set);
        assert!(rows.eq(sets.iter().copied()));
        let alone = strengths.judge_ranks(&[judge], &question, &mut unwatched()).unwrap();
        let sets = strengths.of_judge(judge).unwrap().rank_sets(&question, &mut unwatched()).unwrap();
        assert!(alone.iter().map(|row| row.set).eq(sets));
    }
}

/// All judges have a pair in one order where the least sure of them is sure.
#[test]
fn judges_that_agree() {
    let case = case("strengths_mtbench");
    let all = Benchmark::new(&case["given"], 1);
    let strengths = all.strengths(expected());
    let found = strengths.unanimous(&[], &mut unwatched()).expect("pairs");
    assert_eq!(found.len(), 15);
    let asked = [all.judges[0], all.judges[1], all.judges[2]];
    let some = strengths.unanimous(&asked, &mut unwatched()).expect("pairs");
    for row in &some {
        let p = asked.map(|judge| {
            let pairs = strengths.of_judge(judge).unwrap();
            let pairs = pairs.pairs(Family::AllPairs, Adjustment::None, &mut unwatched()).unwrap();
            let [i, j] = row.pair;
            let pair = pairs.iter().find(|pair| [pair.first, pair.second] == [i.min(j), i.max(j)]).unwrap();
            let is_above = (pair.test.statistic > 0.0) == (i < j);
            if is_above {
                0.5 * pair.test.p
            } else {
                1.0 - 0.5 * pair.test.p
            }
        });
        near("p", row.p, p.iter().copied().fold(0.0, f64::max), absolute(1e-12));
        assert!(row.adjusted >= row.p && row.first + row.second <= 3);
        assert_eq!(row.adjusted <= 0.05, row.adjusted <= 0.05 && row.first == 3);
    }
    assert!(some.iter().any(|row| row.adjusted <= 0.05) && some.iter().any(|row| row.first > 0));
}

#[test]
fn what_is_refused() {
    let (all, _) = weak();
    let strengths = all.strengths(expected());
    let text = |found: Result<Estimate, Error>| found.expect_err("refused").to_string();
    assert!(text(strengths.of_judge(4)).contains("4 is no judge"));
    let scores = Estimate::of_model(all.model.clone(), Quantity::Scores, expected()).unwrap();
    assert!(text(scores.of_judge(0)).contains("DUEL_QUANTITY_STRENGTHS"));
    let pooled = Arc::new(fitted(&all.model.set, &Specification::default()));
    let one = Estimate::of_model(pooled.clone(), Quantity::Strengths, expected()).unwrap();
    assert!(text(one.of_judge(0)).contains("ask for scores"));
    let of = |model: &Arc<Model>, quantity, options: Options| {
        text(average(model, quantity, &Averaging::default(), &options, &mut unwatched()))
    };
    assert!(of(&pooled, Quantity::Strengths, expected()).contains("one ranking"));
    assert!(of(&all.model, Quantity::Sensitivities, expected()).contains("quantity"));
    let looks = Options { method: Method::Anytime, ..expected() };
    assert!(of(&all.model, Quantity::Scores, looks).contains("one look"));
    let most = Averaging { by: Ranks::Averaged, most: Some(9) };
    assert!(average(&all.model, Quantity::Scores, &most, &expected(), &mut unwatched()).is_err());
    let averaged =
        average(&all.model, Quantity::Scores, &Averaging::default(), &expected(), &mut unwatched()).unwrap();
    assert!(averaged.winner(&[], 1, &mut unwatched()).is_err());
    assert!(averaged.reversals(&[], &mut unwatched()).is_err());
}

/// Where errors are of contexts the charge for parameters is Takeuchi's; else the number of parameters.
#[test]
fn contexts_that_repeat_charge_by_their_scores() {
    let all = Benchmark::new(&case("strengths_mtbench")["given"], 1);
    let of = |covariance| {
        let options = Options { covariance, ..Options::default() };
        let averaging = Averaging { by: Ranks::Averaged, most: Some(1) };
        average(&all.model, Quantity::Strengths, &averaging, &options, &mut unwatched()).expect("average")
    };
    let (plain, clustered) = (of(CovarianceKind::Expected), of(CovarianceKind::Auto));
    let rank = &clustered.rank_parts().unwrap()[1];
    let charge = 0.5 * (rank.criterion + 2.0 * all.model.facts.log_likelihood);
    let dimension = plain.rank_parts().unwrap()[1].dimension as f64;
    // Judges agree about a question, so that its votes are worth fewer than they are.
    assert!(charge > 1.2 * dimension && charge < 20.0 * dimension, "{charge} {dimension}");
    assert!(clustered.facts().notes.into_string().unwrap().contains("Takeuchi"));
    // A second way to the trace: the diagonal of the sandwich over that of the inverse, in one parameter.
    let mut one = Set::new();
    let cells: Vec<Cell> = (0..40)
        .map(|at| Cell::new(Some(at / 10), 0, 1, f64::from(u8::from(at % 10 < 5 + at / 10)), 1.0, 0.0))
        .collect();
    append(&mut one, &cells, false);
    let model = Arc::new(fitted(&one, &of_rank(0, 0.0)));
    let options = Options { covariance: CovarianceKind::ClusteredByJudge, ..Options::default() };
    let averaging = Averaging { by: Ranks::Averaged, most: None };
    let found = average(&model, Quantity::Scores, &averaging, &options, &mut unwatched()).unwrap();
    let charge = 0.5 * (found.rank_parts().unwrap()[0].criterion + 2.0 * model.facts.log_likelihood);
    // Every judge has a strength of its own here, whose score equation it solves: no cluster has a score.
    assert!(charge.abs() < 1e-6, "{charge}");
}
