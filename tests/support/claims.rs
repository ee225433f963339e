//! Claims that survive looking often and choosing the best, against an independent program and public ones
//! (`claims.json`).

use crate::columns::column;
use crate::support::*;
use duel::assess::judges::{outliers, Departure, Screening};
use duel::assess::{fragile_votes, fragility, Assault, Attack, Fragile, FragileVote};
use duel::claims::{
    at_rank, best_ratio, sprt, Decision, Ellipsoid, Elo, Mixture, Monitor, MonitorDesign, MonitorPlan, Side,
    Sprt, Winner, MONITOR_PAIRS, MONITOR_RANKS,
};
use duel::comparisons::{Set, Unit};
use duel::error::Error;
use duel::estimate::{look, Estimate};
use duel::inference::{
    adjust, estimates, rank_probabilities, rank_ranges, rank_sets, rank_summary, test_pairs, winner,
    Adjustment, Correction, Errors, Family, Given, Method, Options, RankQuestion, RankSet,
};
use duel::linalg::symmetric_eigen;
use duel::model::{
    Model, Normalisation, Position, Problems, Quantity, Specification, SpreadModel, StrengthModel, Target,
    View,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use serde_json::Value;
use std::sync::Arc;

const CLOSE: Within = absolute(1e-8);

fn cases(value: &Value) -> &[Value] {
    value.as_array().expect("cases")
}

#[test]
fn sequential_tests() {
    let reference = reference("claims.json");
    let all = cases(&reference["sprt"]["public"]).iter().chain(cases(&reference["sprt"]["own"]));
    for case in all {
        let scale = if case["model"] == "logistic" { Elo::Logistic } else { Elo::Normalized };
        let test =
            Sprt { scale, elo0: number(&case["elo0"]), elo1: number(&case["elo1"]), alpha: 0.05, beta: 0.05 };
        let found = sprt(&numbers(&case["counts"]), &test).expect("test");
        near(&case.to_string(), found.ratio, number(&case["llr"]), CLOSE);
        if let Some(published) = case["published"].as_f64() {
            // Printed with two digits, but for one.
            near(&case.to_string(), found.ratio, published, relative(0.01));
        }
        let state = match found.decision {
            Decision::GoOn => 0.0,
            Decision::Better => 1.0,
            Decision::NotBetter => -1.0,
        };
        assert_eq!(state, number(&case["state"]), "{case}");
        all_near("bounds", &[found.lower, found.upper], &numbers(&reference["sprt"]["bounds_05_05"]), CLOSE);
    }
}

/// The half-width in standard errors, and the evidence of z.
fn of_ratio(r: f64, alpha: f64) -> Mixture {
    Mixture { scale: r.sqrt(), alpha }
}

#[test]
fn critical_values_and_evidence_at_all_looks() {
    let reference = reference("claims.json")["anytime"].clone();
    for case in cases(&reference["critical"]).iter().chain(cases(&reference["best"])) {
        let found = of_ratio(number(&case["r"]), number(&case["alpha"])).half_width(1.0);
        near(&case.to_string(), found, number(&case["k"]), CLOSE);
    }
    for case in cases(&reference["best"]) {
        near("best ratio", best_ratio(number(&case["alpha"])), number(&case["r"]), CLOSE);
    }
    for case in cases(&reference["log_e"]) {
        let found = of_ratio(number(&case["r"]), 0.05).evidence(number(&case["z"]), 1.0);
        near(&case.to_string(), found.two_sided, number(&case["two_sided"]), CLOSE);
        near(&case.to_string(), found.larger, number(&case["one_sided"]), CLOSE);
    }
    // The one-sided bound is where the one-sided evidence is 1 / alpha.
    for case in cases(&reference["one_sided"]) {
        let found = of_ratio(number(&case["r"]), 0.05).evidence(number(&case["k"]), 1.0);
        near(&case.to_string(), found.larger, 20f64.ln(), absolute(1e-7));
    }
    // confseq: variance 100, sum 10.
    let case = &cases(&reference["public"])[0];
    let of = of_ratio(100.0 / number(&case["rho"]), 0.05);
    let log_mixture = of.evidence(1.0, 1.0).two_sided;
    near("log mixture", log_mixture, number(&case["log_mixture_s10_v100"]), absolute(1e-5));
    near("bound", 10.0 * of.half_width(1.0), number(&case["bound_v100"]), absolute(1e-5));
}

#[test]
fn adjusted_evidence() {
    for case in cases(&reference("claims.json")["multiplicity"]) {
        let log_e = numbers(&case["log_e"]);
        let holm = adjust(&log_e, Adjustment::EHolm).expect("e-Holm");
        all_near("e-Holm", &holm, &numbers(&case["e_holm_log"]), CLOSE);
        let bar = -number(&case["alpha"]).ln();
        let discoveries = adjust(&log_e, Adjustment::EBh).expect("e-BH");
        let rejected: Vec<f64> =
            (0..log_e.len()).filter(|&k| discoveries[k] >= bar).map(|k| k as f64).collect();
        assert_eq!(rejected, numbers(&case["e_bh"]));
    }
}

fn mtbench(items: &[Value]) -> (Model, Vec<usize>) {
    let set = votes("judge_mtbench.csv");
    let names: Vec<&str> =
        (0..set.items()).map(|id| set.name(duel::comparisons::Kind::Item, id).unwrap()).collect();
    let place = |name: &Value| names.iter().position(|n| name == n).expect("item");
    let order = items.iter().map(place).collect();
    (fitted(&set, &Specification::default()), order)
}

#[test]
fn pairs_of_the_benchmark_at_all_looks() {
    let case = reference("claims.json")["anytime_mtbench"].clone();
    let (model, order) = mtbench(cases(&case["items"]));
    let options = Options { method: Method::Anytime, mixture: number(&case["tau"]), ..Options::default() };
    let tests =
        test_pairs(&model, Family::AllPairs, Adjustment::None, &options, &mut unwatched()).expect("tests");
    let expected = numbers(&case["log_e"]);
    let (gaps, errors) = (numbers(&case["difference"]), numbers(&case["difference_se"]));
    for (at, pair) in rows(&case["pairs"]).iter().enumerate() {
        let (i, j) = (order[pair[0] as usize], order[pair[1] as usize]);
        let found = tests.iter().find(|t| (t.first, t.second) == (i.min(j), i.max(j)));
        let test = found.expect("pair").test;
        let sign = if i < j { 1.0 } else { -1.0 };
        near("difference", sign * test.estimate, gaps[at], CLOSE);
        near("error", test.error, errors[at], CLOSE);
        near("log E", test.statistic, expected[at], absolute(1e-6));
    }
}

#[test]
fn winners() {
    let reference = reference("claims.json");
    for case in cases(&reference["winner"]) {
        let x = if case["x"].is_array() { numbers(&case["x"]) } else { numbers(&case["scores"]) };
        let level = 1.0 - case["alpha"].as_f64().unwrap_or(0.05);
        let found =
            at_rank(&x, &numbers(&case["covariance"]), 1, level, number(&case["critical"]), f64::INFINITY);
        assert_eq!(found.item as f64, number(&case["winner"]));
        near("estimate", found.estimate, number(&case["estimate"]), CLOSE);
        near("error", found.error, number(&case["se"]), CLOSE);
        all_near("projection", &found.projection, &numbers(&case["projection"]), CLOSE);
        if case["tied"] == true {
            assert!(found.tied.is_some() && found.median.is_nan());
            continue;
        }
        all_near("naive", &found.naive, &numbers(&case["naive"]), CLOSE);
        all_near("hybrid", &found.hybrid, &numbers(&case["hybrid"]), CLOSE);
        near("median", found.median, number(&case["hybrid_median"]), CLOSE);
        near("bound", found.bound, number(&case["hybrid_lower"]), CLOSE);
    }
    // The public program takes the largest of a grid.
    for case in cases(&reference["winner_public"]["cases"]) {
        let level = 1.0 - number(&case["alpha"]);
        let critical = number(&case["critical"]);
        let found =
            at_rank(&numbers(&case["x"]), &numbers(&case["covariance"]), 1, level, critical, f64::INFINITY);
        all_near("public", &found.hybrid, &numbers(&case["public"]), absolute(5e-5));
        all_near("own", &found.hybrid, &numbers(&case["own"]["hybrid"]), CLOSE);
    }
    // Of the model itself, with draws of its own.
    let case = &cases(&reference["winner"])[0];
    let (model, order) = mtbench(cases(&reference["anytime_mtbench"]["items"]));
    let plain = Options { correction: Correction::None, ..Options::default() };
    let (found, few) = winner(&model, &[], 1, &plain, &mut unwatched()).expect("winner");
    assert_eq!((found.item, few), (order[number(&case["winner"]) as usize], false));
    near("estimate", found.estimate, number(&case["estimate"]), CLOSE);
    near("error", found.error, number(&case["se"]), CLOSE);
    all_near("projection", &found.projection, &numbers(&case["projection"]), absolute(0.004));
    near("median", found.median, number(&case["hybrid_median"]), absolute(0.005));
    near("upper", found.hybrid[1], number(&case["hybrid"][1]), absolute(0.001));
}

fn ends(sets: &[RankSet], order: &[usize]) -> [Vec<f64>; 2] {
    let of = |end: &dyn Fn(&RankSet) -> usize| {
        order.iter().map(|&i| sets.iter().find(|s| s.item == i).map_or(f64::NAN, |s| end(s) as f64)).collect()
    };
    [of(&|s| s.best), of(&|s| s.worst)]
}

#[test]
fn sets_of_ranks_of_the_benchmark() {
    let all = reference("claims.json");
    let case = &cases(&all["rank_sets"]["own"])[0];
    let (model, order) = mtbench(cases(&case["items"]));
    let ask = |question: RankQuestion| {
        rank_sets(&model, &question, &Options::default(), &mut unwatched()).expect("sets")
    };
    let single = ask(RankQuestion { single_step: true, ..RankQuestion::default() });
    assert_eq!(ends(&single, &order).concat(), numbers(&case["single"]));
    assert_eq!(ends(&ask(RankQuestion::default()), &order).concat(), numbers(&case["stepdown"]));
    let [best, worst] = ends(&ask(RankQuestion { one_by_one: true, ..RankQuestion::default() }), &order);
    let alone: Vec<f64> = best.iter().zip(&worst).flat_map(|(b, w)| [*b, *w]).collect();
    assert_eq!(alone, numbers(&case["marginal_stepdown"]));
    let best = ask(RankQuestion { one_by_one: true, side: Side::Best, ..RankQuestion::default() });
    assert_eq!(ends(&best, &order)[0], numbers(&case["marginal_best_stepdown"]));
    for (top, first, last) in [(1, "tau_best_1", "tau_worst_1"), (3, "tau_best_3", "tau_worst_3")] {
        let sets = ask(RankQuestion { top, items: order.clone(), ..RankQuestion::default() });
        let is = |is: Option<bool>| f64::from(u8::from(is == Some(true)));
        assert_eq!(sets.iter().map(|s| is(s.top)).collect::<Vec<_>>(), numbers(&case[first]));
        assert_eq!(sets.iter().map(|s| is(s.bottom)).collect::<Vec<_>>(), numbers(&case[last]));
    }
}

/// The R package csranks, on scores of 38 countries. Where a statistic is near its critical value other draws decide.
#[test]
fn sets_of_ranks_of_csranks() {
    let case = reference("claims.json")["rank_sets"]["csranks"].clone();
    let (x, se) = (numbers(&case["x"]), numbers(&case["se"]));
    let n = x.len();
    let covariance = (0..n * n).map(|k| if k / n == k % n { se[k / n] * se[k / n] } else { 0.0 }).collect();
    let given = Given::new(x, covariance, None).expect("scores");
    let order: Vec<usize> = (0..n).collect();
    let nearly = |what: &str, found: &[f64]| {
        let expected = numbers(&case["sets"][what]);
        let gaps: Vec<f64> = found.iter().zip(&expected).map(|(f, e)| (f - e).abs()).collect();
        assert!(gaps.iter().all(|gap| *gap <= 1.0), "{what}: {found:?} {expected:?}");
        assert!(gaps.iter().sum::<f64>() <= 4.0, "{what}: {found:?} {expected:?}");
    };
    for (family, one_by_one) in [("simul", false), ("marg", true)] {
        for (steps, single_step) in [("single", true), ("stepdown", false)] {
            if one_by_one && !single_step {
                continue;
            }
            for (words, side) in [("two-sided", Side::Both), ("lower", Side::Best), ("upper", Side::Worst)] {
                let question = RankQuestion { side, one_by_one, single_step, ..RankQuestion::default() };
                let sets = given.rank_sets(&question, &Options::default(), &mut unwatched()).expect("sets");
                let [best, worst] = ends(&sets, &order);
                nearly(&format!("{family} {steps} {words} L"), &best);
                nearly(&format!("{family} {steps} {words} U"), &worst);
            }
        }
    }
    let top = |top| {
        let question = RankQuestion { top, ..RankQuestion::default() };
        given.rank_sets(&question, &Options::default(), &mut unwatched()).expect("sets")
    };
    let of = |is: Option<bool>| f64::from(u8::from(is == Some(true)));
    nearly("best 1", &top(1).iter().map(|s| of(s.top)).collect::<Vec<_>>());
    nearly("worst 5", &top(5).iter().map(|s| of(s.bottom)).collect::<Vec<_>>());
}

fn fragile(model: &Model, attack: Attack, unit: Unit, pairs: &[[usize; 2]]) -> Vec<Fragile> {
    let assault = Assault { attack, unit, pairs: pairs.to_vec(), ..Assault::default() };
    fragility(model, &assault, &Options::default(), &mut unwatched()).expect("fragility")
}

/// Whether counts are those of the reference, null standing for none.
fn counted(what: &str, row: &Fragile, expected: &Value) {
    let or_nan = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    for (name, found) in [("predicted", row.predicted), ("confirmed", row.confirmed)] {
        let expected = or_nan(&expected[name]);
        assert!(
            found == expected || found.is_nan() && expected.is_nan(),
            "{what}: {name} {found}, not {expected}"
        );
    }
}

fn id(set: &Set, name: &Value) -> usize {
    let is = |id: &usize| set.name(duel::comparisons::Kind::Item, *id).expect("name") == name;
    (0..set.items()).find(is).expect("item")
}

#[test]
fn fewest_votes_of_a_small_board() {
    let case = reference("claims.json")["fragility_small"].clone();
    let cells: Vec<Cell> = rows(&case["cells"])
        .iter()
        .map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], r[4]))
        .collect();
    let model = fitted(&set_of(&cells), &Specification::default());
    for expected in cases(&case["brute"]) {
        let pair = [number(&expected["upper"]) as usize, number(&expected["lower"]) as usize];
        let row = fragile(&model, Attack::Drop, Unit::Row, &[pair])[0];
        near("gap", row.gap, number(&expected["gap"]), CLOSE);
        counted(&expected.to_string(), &row, &expected["greedy"]);
        assert!(row.state == 0 && row.gap_after < 0.0);
        // Wherever all ways were tried the greedy one needs no more.
        if let Some(fewest) = expected["fewest"].as_f64() {
            assert_eq!(row.confirmed, fewest);
        }
    }
}

#[test]
fn neighbours_of_the_arena_and_what_turns_them_round() {
    let set = arena_counts();
    let model = fitted(&set, &Specification::default());
    let neighbours = reference("claims.json")["fragility_counts"]["neighbours"].clone();
    // All that are next to each other: how many fall with so few votes.
    let all = fragile(&model, Attack::Drop, Unit::Row, &[]);
    let fall = |most: f64| all.iter().filter(|row| row.confirmed <= most).count();
    assert_eq!((all.len(), fall(10.0), fall(50.0), fall(100.0)), (128, 33, 80, 100));
    assert!(all.iter().all(|row| row.state == 0 && row.gap_after < 0.0 && row.confirmed <= row.predicted));
    // The chains of refits are long where the gap is wide.
    for expected in &cases(&neighbours)[..6] {
        let pair = [id(&set, &expected["upper"]), id(&set, &expected["lower"])];
        let what = expected.to_string();
        let row = fragile(&model, Attack::Drop, Unit::Row, &[pair])[0];
        near("gap", row.gap, number(&expected["gap"]), CLOSE);
        counted(&what, &row, expected);
        let row = fragile(&model, Attack::Flip, Unit::Row, &[pair])[0];
        counted(&what, &row, &expected["flip"]);
        let row = fragile(&model, Attack::Add, Unit::Row, &[pair])[0];
        // Any vote can be chosen, also of a pair that was never compared, as those of the reference.
        let vote = Some([id(&set, &expected["add"]["winner"]), id(&set, &expected["add"]["loser"])]);
        let chosen = Assault { attack: Attack::Add, pairs: vec![pair], vote, ..Assault::default() };
        let chosen = fragility(&model, &chosen, &Options::default(), &mut unwatched()).expect("added")[0];
        counted(&what, &chosen, &expected["add"]);
        // The reference adds votes of any pair; here they are of pairs that there are, of which none is stronger to first order.
        assert!(row.state == 0 && row.predicted >= number(&expected["add"]["predicted"]), "{what}: {row:?}");
        assert!(row.added.is_some_and(|(_, _, judge)| judge.is_none()), "{what}: {row:?}");
    }
}

/// A set without the votes that turn a claim round, and with those that they become.
fn changed(set: &Set, votes: &[FragileVote]) -> Set {
    let cells = set.cells();
    let mut counts = cells.counts.clone();
    let known = |id: u32| (id != duel::comparisons::NONE).then_some(id as usize);
    let mut more: Vec<(usize, [u32; 2], usize, f64)> = Vec::new();
    for vote in votes {
        let pair = [vote.left as u32, vote.right as u32];
        if let Some(kind) = vote.outcome {
            let is = |c: &usize| {
                [cells.left[*c], cells.right[*c]] == pair
                    && known(cells.judge[*c]) == vote.judge
                    && known(cells.context[*c]) == vote.context
            };
            let cell = (0..counts.len()).find(is).expect("a cell");
            assert!(counts[cell][kind] >= vote.count, "{vote:?}");
            counts[cell][kind] -= vote.count;
        }
        if let Some(kind) = vote.outcome_after {
            more.push((more.len(), pair, kind, vote.count));
        }
    }
    // The input of the model of the test: who stands against whom, and the counts.
    let of = |pair: [u32; 2], c: [f64; 5]| Cell::new(None, pair[0], pair[1], c[0], c[1], c[2] + c[3] + c[4]);
    let rest = (0..counts.len()).map(|c| of([cells.left[c], cells.right[c]], counts[c]));
    let come = more.iter().map(|&(_, pair, kind, count)| {
        of(pair, std::array::from_fn(|k| if k == kind { count } else { 0.0 }))
    });
    set_of(&rest.chain(come).collect::<Vec<_>>())
}

/// The votes that are listed are as many as were said, and a fit of the set without them is what was said.
#[test]
fn votes_that_are_listed_turn_the_claim() {
    let set = votes("judge_mtbench.csv");
    let model = fitted(&set, &Specification::default());
    for (attack, unit) in [
        (Attack::Drop, Unit::Row),
        (Attack::Flip, Unit::Row),
        (Attack::Add, Unit::Row),
        (Attack::Drop, Unit::Judge),
        (Attack::Drop, Unit::Context),
    ] {
        let assault = Assault { attack, unit, ..Assault::default() };
        let rows = fragility(&model, &assault, &Options::default(), &mut unwatched()).expect("fragility");
        let listed = fragile_votes(&model, &assault, &Options::default(), &mut unwatched()).expect("votes");
        assert!(listed.windows(2).all(|pair| pair[0].claim <= pair[1].claim));
        for (claim, row) in rows.iter().enumerate() {
            let own: Vec<FragileVote> = listed.iter().filter(|vote| vote.claim == claim).copied().collect();
            assert_eq!(own.is_empty(), row.confirmed.is_nan(), "{row:?}");
            if own.is_empty() {
                continue;
            }
            let of = |vote: &FragileVote| if unit == Unit::Judge { vote.judge } else { vote.context };
            let count = match unit {
                Unit::Row => own.iter().map(|vote| vote.count).sum(),
                _ => own.iter().map(of).collect::<std::collections::BTreeSet<_>>().len() as f64,
            };
            assert_eq!(count, row.confirmed, "{attack:?} {unit:?} {row:?}");
            let scores = fitted(&changed(&set, &own), &Specification::default())
                .readout(Quantity::Scores, &View::default())
                .expect("scores")
                .estimates;
            let (upper, lower) = (row.upper.expect("upper"), row.lower.expect("lower"));
            near("gap after", scores[upper] - scores[lower], row.gap_after, absolute(1e-7));
        }
    }
}

/// Where one order finds nothing a renewed one may, and what it finds is confirmed in the same way.
#[test]
fn renewed_orders_find_more() {
    let model = fitted(&votes("judge_mtbench.csv"), &Specification::default());
    let found = |renew| {
        let assault = Assault { unit: Unit::Judge, renew, ..Assault::default() };
        fragility(&model, &assault, &Options::default(), &mut unwatched()).expect("fragility")
    };
    let (one, renewed) = (found(false), found(true));
    let falls = |rows: &[Fragile]| rows.iter().filter(|row| row.state == 0).count();
    assert!(falls(&renewed) > falls(&one), "{one:?} {renewed:?}");
    for (one, renewed) in one.iter().zip(&renewed) {
        assert_eq!(one.predicted.is_nan(), renewed.predicted.is_nan());
        assert!(one.state != 0 || one == renewed);
        assert!(renewed.state != 0 || (renewed.gap_after < 0.0 && renewed.confirmed < 20.0), "{renewed:?}");
    }
}

#[test]
fn judges_and_questions_that_a_claim_hangs_on() {
    let set = votes("judge_mtbench.csv");
    let model = fitted(&set, &Specification::default());
    for expected in cases(&reference("claims.json")["fragility_judges"]["claims"]) {
        let pair = [id(&set, &expected["upper"]), id(&set, &expected["lower"])];
        for (name, unit) in [("votes", Unit::Row), ("judges", Unit::Judge), ("contexts", Unit::Context)] {
            let row = fragile(&model, Attack::Drop, unit, &[pair])[0];
            near("gap", row.gap, number(&expected[name]["gap"]), CLOSE);
            counted(&format!("{name} of {expected}"), &row, &expected[name]);
            if let Some(gap) = expected[name]["gap_without"].as_f64() {
                near("gap after", row.gap_after, gap, CLOSE);
            }
        }
    }
}

#[test]
fn judges_that_do_not_belong() {
    let set = votes("judge_mtbench.csv");
    let case = reference("claims.json")["voters"].clone();
    let davidson = Specification { outcome: Outcome::Davidson, ..Specification::default() };
    let model = fitted(&set, &davidson);
    near("log likelihood", model.facts.log_likelihood, number(&case["log_likelihood"]), absolute(1e-7));
    let rows = outliers(&model, &Screening::default(), &mut unwatched()).expect("outliers");
    let adjusted = Screening { adjusted: true, ..Screening::default() };
    let more = outliers(&model, &adjusted, &mut unwatched()).expect("outliers");
    let apart = fitted(&votes_apart("judge_mtbench.csv"), &davidson);
    let of_apart = |screening| outliers(&apart, &screening, &mut unwatched()).expect("outliers");
    let (plain, grown) = (of_apart(Screening::default()), of_apart(adjusted));
    let name = |kind, id| set.name(kind, id).expect("name").to_string();
    let mut found: Vec<String> = Vec::new();
    assert_eq!(rows.len(), cases(&case["judges"]).len());
    for expected in cases(&case["judges"]) {
        let is = |row: &&duel::assess::judges::Outlier| {
            expected["judge"] == name(duel::comparisons::Kind::Judge, row.judge)
        };
        let row = rows.iter().find(is).expect("judge");
        assert_eq!(row.votes, number(&expected["votes"]));
        near("log E", row.log_e, number(&expected["tempered"]), absolute(1e-6));
        let top = cases(&expected["tempered_top"]);
        let strongest = row.strongest.expect("strongest");
        let kind = format!("{:?}", strongest.alternative.departure).to_lowercase();
        assert_eq!(top[0], kind.as_str(), "{expected}");
        match strongest.alternative.item {
            None => assert_eq!(number(&top[1]), -1.0),
            Some(item) => {
                let own = name(duel::comparisons::Kind::Item, item);
                assert_eq!(case["items"][number(&top[1]) as usize], own.as_str());
            }
        }
        if let Some(shift) = top[2].as_f64().filter(|shift| *shift != 0.0) {
            near("shift", strongest.alternative.shift, shift, CLOSE);
        }
        near("log ratio", strongest.log_ratio, number(&top[3]), absolute(1e-6));
        near("phi", strongest.phi, number(&top[4]), absolute(1e-6));
        // Without contexts nothing is tempered; with them, what the information grows by is, too.
        near("log E apart", plain[row.judge].log_e, number(&expected["profile"]), absolute(1e-6));
        near("adjusted", grown[row.judge].log_e, number(&expected["adjusted"]), absolute(1e-6));
        let gained = number(&expected["adjusted"]) - number(&expected["profile"]);
        let other = more[row.judge].strongest.expect("strongest");
        assert_eq!((other.alternative, other.phi), (strongest.alternative, strongest.phi));
        near("tempered", other.log_ratio - strongest.log_ratio, gained / strongest.phi, absolute(1e-6));
        if row.is_outlier {
            found.push(name(duel::comparisons::Kind::Judge, row.judge));
        }
    }
    let mut expected: Vec<&str> = cases(&case["e_bh_05"]).iter().filter_map(|judge| judge.as_str()).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    // Ties that count as half have no likelihood.
    let halves = fitted(&set, &Specification::default());
    assert!(matches!(outliers(&halves, &Screening::default(), &mut unwatched()), Err(Error::Unsupported(_))));
    let wrong = Screening { alpha: 1.0, ..Screening::default() };
    assert!(matches!(outliers(&model, &wrong, &mut unwatched()), Err(Error::Argument(_))));
    // Judges take parameters of their own with them.
    let by_judge =
        Specification { position: Position::ByJudge, threshold_by_judge: true, ..davidson.clone() };
    let strengths = Specification { strength: StrengthModel::SENSITIVITY, ..davidson.clone() };
    let spread = Specification { spread: Some(SpreadModel { factors: 0, ridge: 0.0 }), ..davidson };
    for (specification, names) in
        [(by_judge, "(position, threshold)"), (strengths, "(strength)"), (spread, "with a spread")]
    {
        let model = fitted(&set, &specification);
        assert!(outliers(&model, &Screening::default(), &mut unwatched()).is_ok());
        let refused = outliers(&model, &adjusted, &mut unwatched());
        assert!(matches!(&refused, Err(Error::Unsupported(text)) if text.contains(names)), "{refused:?}");
    }
}

/// Adjusted, what is taken off a judge's votes is the logarithm of their probability, averaged over what the others' votes say
/// of the parameters: here one, integrated over.
#[test]
fn what_adjusted_e_values_take_off() {
    let (wins, losses) = ([70.0, 55.0, 40.0], [30.0, 45.0, 60.0]);
    let cells: Vec<Cell> = (0..3).map(|k| Cell::new(Some(k as u32), 0, 1, wins[k], losses[k], 0.0)).collect();
    let model = fitted(&set_of(&cells), &Specification::default());
    let log = |[won, lost]: [f64; 2], x: f64| -won * (-x).exp().ln_1p() - lost * x.exp().ln_1p();
    let peak = |votes: [f64; 2]| log(votes, (votes[0] / votes[1]).ln());
    let area = |votes: [f64; 2]| -> f64 {
        let (steps, top) = (4_000, peak(votes));
        let at = |step: i32| -4.0 + 8.0 * f64::from(step) / f64::from(steps);
        (0..=steps).map(|step| (log(votes, at(step)) - top).exp()).sum::<f64>().ln()
    };
    let of = |adjusted| {
        let screening = Screening { adjusted, ..Screening::default() };
        outliers(&model, &screening, &mut unwatched()).expect("outliers")
    };
    let all = [wins.iter().sum::<f64>(), losses.iter().sum::<f64>()];
    for (judge, (plain, grown)) in of(false).iter().zip(of(true)).enumerate() {
        let others = [all[0] - wins[judge], all[1] - losses[judge]];
        let information = |[won, lost]: [f64; 2]| won * lost / (won + lost);
        let half = 0.5 * (information(all) / information(others)).ln();
        near("determinants", grown.log_e - plain.log_e, half, absolute(1e-7));
        near("average", half, area(others) - area(all), absolute(2e-3));
    }
}

fn scores_of(model: Model) -> Estimate {
    Estimate::of_model(Arc::new(model), Quantity::Scores, Options::default()).expect("estimate")
}

#[test]
fn looks_at_growing_data() {
    let case = reference("claims.json")["monitor_mtbench"].clone();
    let plan = MonitorPlan {
        alpha: number(&case["alpha"]),
        mixture: number(&case["tau"]),
        ..MonitorPlan::default()
    };
    let mut monitor = Monitor::new(plan).expect("monitor");
    let mut signs = Vec::new();
    for expected in cases(&case["looks"]) {
        let set = votes_of_first("judge_mtbench.csv", number(&expected["contexts"]) as usize);
        let model = fitted(&set, &Specification::default());
        assert_eq!(model.facts.comparisons, number(&expected["votes"]));
        // Where the pairs and the items of the reference stand here.
        let order: Vec<usize> = cases(&case["items"]).iter().map(|name| id(&set, name)).collect();
        let pairs: Vec<[usize; 2]> =
            rows(&case["pairs"]).iter().map(|p| [order[p[0] as usize], order[p[1] as usize]]).collect();
        signs = pairs.iter().map(|[i, j]| if i < j { 1.0 } else { -1.0 }).collect();
        // The determinant bound of the same errors.
        let view = View { normalisation: Normalisation::Sum, ..View::default() };
        let plain = Options {
            view: view.clone(),
            covariance: duel::model::CovarianceKind::Observed,
            ..Options::default()
        };
        let scores = model.readout(Quantity::Scores, &view).expect("scores").estimates;
        let covariance =
            duel::inference::covariance_of(&model, Quantity::Scores, &plain).expect("covariance");
        let (values, _) = symmetric_eigen(&covariance, scores.len()).expect("eigenvalues");
        let bound = Ellipsoid::new(&scores, &values[1..], plan.mixture, plan.alpha);
        let n = scores.len();
        for (pair, log_e) in pairs.iter().zip(numbers(&expected["log_e_determinant"])) {
            let [i, j] = *pair;
            let variance = covariance[i * n + i] + covariance[j * n + j] - 2.0 * covariance[i * n + j];
            near("determinant", bound.log_e(scores[i] - scores[j], variance.sqrt()), log_e, absolute(1e-5));
        }
        look(&mut monitor, &scores_of(model), None, &mut unwatched()).expect("look");
        let found = monitor.pairs();
        let of = |name: &str| {
            let all = column(&MONITOR_PAIRS, name, &found);
            let place = |i: usize, j: usize| i * n - i * (i + 1) / 2 + (j - i - 1);
            pairs.iter().map(|[i, j]| all[place(*i.min(j), *i.max(j))]).collect::<Vec<f64>>()
        };
        let turned = |values: Vec<f64>| values.iter().zip(&signs).map(|(v, s)| v * s).collect::<Vec<f64>>();
        all_near("difference", &turned(of("estimate")), &numbers(&expected["difference"]), CLOSE);
        all_near("error", &of("se"), &numbers(&expected["difference_se"]), CLOSE);
        all_near("log E", &of("log_e"), &numbers(&expected["log_e"]), absolute(1e-6));
        let ranks = monitor.ranks();
        for (name, expected) in [("rank_best", &expected["best"]), ("rank_worst", &expected["worst"])] {
            let found = column(&MONITOR_RANKS, name, &ranks);
            let found: Vec<f64> = order.iter().map(|&item| found[item]).collect();
            assert_eq!(found, numbers(expected), "{name}");
        }
        if expected == cases(&case["looks"]).last().expect("looks") {
            all_near("largest", &of("log_e_largest"), &numbers(&case["largest_log_e"]), absolute(1e-6));
            for (lower, upper, prefix) in
                [("lower", "upper", ""), ("lower_simultaneous", "upper_simultaneous", "simultaneous_")]
            {
                let ends = [of(&format!("{prefix}lower")), of(&format!("{prefix}upper"))];
                for (at, sign) in signs.iter().enumerate() {
                    let own =
                        if *sign > 0.0 { [ends[0][at], ends[1][at]] } else { [-ends[1][at], -ends[0][at]] };
                    let wanted = [numbers(&case[lower])[at], numbers(&case[upper])[at]];
                    all_near("ends", &own, &wanted, absolute(1e-7));
                }
            }
        }
    }
    assert_eq!(signs.len(), 15);
    // The contexts repeat, and ties count as half.
    let adaptive = MonitorPlan { design: MonitorDesign::Adaptive, ..MonitorPlan::default() };
    let model = fitted(&votes("judge_mtbench.csv"), &Specification::default());
    let refused =
        look(&mut Monitor::new(adaptive).expect("monitor"), &scores_of(model), None, &mut unwatched());
    assert!(matches!(refused, Err(Error::Unsupported(_))), "{refused:?}");
    let model = fitted(
        &votes("judge_mtbench.csv"),
        &Specification { outcome: Outcome::Davidson, ..Specification::default() },
    );
    let refused =
        look(&mut Monitor::new(adaptive).expect("monitor"), &scores_of(model), None, &mut unwatched());
    assert!(matches!(refused, Err(Error::Unsupported(_))), "{refused:?}");
}

#[test]
fn exact_evidence_by_predictions() {
    let case = reference("claims.json")["universal"].clone();
    let pairs = rows(&case["pairs"]);
    let (above, below) =
        (numbers(&case["log_e_first_above_second"]), numbers(&case["log_e_second_above_first"]));
    let davidson = Specification { outcome: Outcome::Davidson, ..Specification::default() };
    let mut monitor =
        Monitor::new(MonitorPlan { is_exact: true, ..MonitorPlan::default() }).expect("monitor");
    let mut all: Vec<Cell> = Vec::new();
    for (at, batch) in cases(&case["batches"]).iter().enumerate() {
        let cells: Vec<Cell> = pairs
            .iter()
            .zip(rows(batch))
            .map(|(p, n)| Cell::new(None, p[0] as u32, p[1] as u32, n[0], n[1], n[2]))
            .collect();
        all.extend(cells.iter().copied());
        let estimate = scores_of(fitted(&set_of(&all), &davidson));
        let refused = look(&mut monitor, &estimate, None, &mut unwatched());
        assert!(matches!(refused, Err(Error::Null(_))), "{refused:?}");
        look(&mut monitor, &estimate, Some(&set_of(&cells)), &mut unwatched()).expect("look");
        // The evidence for both orders of the first pair, of which the table has the mean.
        let largest = above[at].max(below[at]);
        let mean = largest + (0.5 * ((above[at] - largest).exp() + (below[at] - largest).exp())).ln();
        near("log E", column(&MONITOR_PAIRS, "log_e", &monitor.pairs())[0], mean, absolute(2e-6));
        // Loaded between any two looks it goes on as if it had not been saved.
        monitor = Monitor::load(&monitor.save()).expect("loaded");
        let again = look(&mut monitor, &estimate, Some(&set_of(&cells)), &mut unwatched());
        assert!(matches!(again, Err(Error::Argument(_))), "the same batch twice");
    }
}

#[test]
fn pairs_that_count_equally() {
    let case = reference("claims.json")["equal_pairs"].clone();
    let items = reference("claims.json")["items_counts"].clone();
    let set = arena_counts();
    let equally = Specification { target: Target::PAIRS, ..Specification::default() };
    let model = fitted(&set, &equally);
    let (scores, errors) = table(&model, Quantity::Scores, &Options::default());
    let order: Vec<usize> = cases(&items).iter().map(|name| id(&set, name)).collect();
    let of = |values: &[f64]| order.iter().map(|&item| values[item]).collect::<Vec<f64>>();
    all_near("scores", &of(&scores), &numbers(&case["scores"]), CLOSE);
    all_near("errors", &of(&errors), &numbers(&case["se"]), CLOSE);
    // The votes weigh as much as there are.
    near("total", model.objective.data.design.total() * model.facts.unit, 1_374_996.0, absolute(1e-3));
    // With every pair below the floor nothing is weighted.
    let plain = fitted(&set, &Specification::default());
    let floor = Specification { target: Target::PairsEqually { floor: 1e9 }, ..equally.clone() };
    let (scores, errors) = table(&fitted(&set, &floor), Quantity::Scores, &Options::default());
    let (expected, expected_errors) = table(&plain, Quantity::Scores, &Options::default());
    all_near("scores", &scores, &expected, CLOSE);
    all_near("errors", &errors, &expected_errors, CLOSE);
    let loaded = Model::load(&model.save()).expect("loaded");
    assert_eq!((loaded.save(), loaded.specification.target), (model.save(), Target::PAIRS));
    for kind in [duel::model::CovarianceKind::Observed, duel::model::CovarianceKind::Expected] {
        let refused = model.covariance(kind, Correction::None);
        assert!(matches!(refused, Err(Error::Unsupported(_))), "{refused:?}");
    }
    let unsupported =
        |refused: Result<(), Error>| assert!(matches!(refused, Err(Error::Unsupported(_))), "{refused:?}");
    unsupported(duel::assess::criteria(&model).map(drop));
    unsupported(
        duel::assess::compare(&plain, &model, duel::assess::NestedTest::LikelihoodRatio, &Options::default())
            .map(drop),
    );
    unsupported(look(
        &mut Monitor::new(MonitorPlan::default()).expect("monitor"),
        &scores_of(model),
        None,
        &mut unwatched(),
    ));
    let bad = try_fit(&set, &Specification { target: Target::PairsEqually { floor: -7.0 }, ..equally });
    assert!(matches!(bad, Err(Error::Argument(_))), "{bad:?}");
}

/// Votes of contexts weigh in their cluster's sum as they weigh alone.
#[test]
fn clusters_where_pairs_count_equally() {
    let equally = Specification { target: Target::PairsEqually { floor: 700.0 }, ..Specification::default() };
    let set = votes("judge_mtbench.csv");
    let model = fitted(&set, &equally);
    assert_eq!(
        model.kind(duel::model::CovarianceKind::Auto),
        duel::model::CovarianceKind::ClusteredByContext
    );
    // The same as importance weights of the votes, context by context.
    let cells = set.cells();
    let counts: Vec<f64> = cells.counts.iter().map(|c| c.iter().sum()).collect();
    let pair = |c: usize| (cells.left[c].min(cells.right[c]), cells.left[c].max(cells.right[c]));
    let factor = |c: usize| {
        let all: f64 = (0..counts.len()).filter(|&d| pair(d) == pair(c)).map(|d| counts[d]).sum();
        1.0 / all.max(700.0)
    };
    let factors: std::collections::BTreeMap<(u32, u32), f64> =
        (0..counts.len()).map(|c| (pair(c), factor(c))).collect();
    let total: f64 = counts.iter().sum();
    let scale = total / (0..counts.len()).map(|c| counts[c] * factors[&pair(c)]).sum::<f64>();
    // Residual scores by context: every vote's, times its factor.
    let plain = Options { correction: Correction::None, ..Options::default() };
    let (scores, errors) = table(&model, Quantity::Scores, &plain);
    let n = scores.len();
    let mut sums = vec![vec![0.0; n]; set.contexts()];
    let mut hessian = vec![0.0; n * n];
    for c in 0..counts.len() {
        let (i, j, f) = (cells.left[c] as usize, cells.right[c] as usize, scale * factors[&pair(c)]);
        let p = 1.0 / (1.0 + (scores[j] - scores[i]).exp());
        let [win, loss, tie, ..] = cells.counts[c];
        let slope = f * (win + 0.5 * tie - (win + loss + tie) * p);
        sums[cells.context[c] as usize][i] += slope;
        sums[cells.context[c] as usize][j] -= slope;
        let bend = f * counts[c] * p * (1.0 - p);
        for (a, b, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            hessian[a * n + b] += sign * bend;
        }
    }
    for k in 0..n {
        near("slope", sums.iter().map(|s| s[k]).sum(), 0.0, absolute(1e-6));
    }
    // The pseudo-inverse on scores that sum to zero.
    let (values, vectors) = symmetric_eigen(&hessian, n).expect("eigenvalues");
    let solved = |v: &[f64]| -> Vec<f64> {
        let mut out = vec![0.0; n];
        for k in 1..n {
            let vector = &vectors[k * n..(k + 1) * n];
            let along: f64 = vector.iter().zip(v).map(|(a, b)| a * b).sum();
            out.iter_mut().zip(vector).for_each(|(o, x)| *o += along / values[k] * x);
        }
        out
    };
    let moves: Vec<Vec<f64>> = sums.iter().map(|s| solved(s)).collect();
    for k in 0..n {
        near("error", moves.iter().map(|m| m[k] * m[k]).sum::<f64>().sqrt(), errors[k], absolute(1e-8));
    }
}

/// The sign of an effect is the order of two items where effects are all there is of the items.
#[test]
fn signs_of_effects_are_orders_of_items() {
    let case = reference("claims.json")["fragility_small"].clone();
    let cells: Vec<Cell> = rows(&case["cells"])
        .iter()
        .map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], r[4]))
        .collect();
    let mut set = set_of(&cells);
    let plain = fitted(&set, &Specification::default());
    let names = ["is_1", "is_2", "is_3"];
    for (at, name) in names.iter().enumerate() {
        let values: Vec<f64> = (0..4).map(|item| f64::from(u8::from(item == at + 1))).collect();
        item_covariate(&mut set, name, &values);
    }
    let effects = Specification {
        covariates: names.iter().map(|name| name.to_string()).collect(),
        fixed_scores: vec![0.0; 4],
        ..Specification::default()
    };
    let model = fitted(&set, &effects);
    for attack in Attack::ALL {
        let signs = Assault { attack, signs_of: Some(Quantity::Effects), ..Assault::default() };
        let found = fragility(&model, &signs, &Options::default(), &mut unwatched()).expect("signs");
        assert_eq!(found.len(), 3);
        for (value, row) in found.iter().enumerate() {
            // The first item is above all others.
            let order = fragile(&plain, attack, Unit::Row, &[[0, value + 1]])[0];
            assert_eq!((row.upper, row.value, order.value), (None, Some(value), None));
            near("gap", row.gap, order.gap, CLOSE);
            near("z", row.z, order.z, CLOSE);
            assert_eq!(
                (row.predicted, row.confirmed, row.state),
                (order.predicted, order.confirmed, order.state)
            );
            near("gap after", row.gap_after, order.gap_after, CLOSE);
        }
    }
    let tests = test_pairs(&plain, Family::AllPairs, Adjustment::None, &Options::default(), &mut unwatched());
    let test = tests.expect("tests")[0].test;
    near("z", fragile(&plain, Attack::Drop, Unit::Row, &[[0, 1]])[0].z, test.statistic, CLOSE);
    // A vote of the caller's choice takes as many as the strongest, or more.
    let strongest = fragile(&plain, Attack::Add, Unit::Row, &[[2, 3]])[0];
    let add =
        |vote| Assault { attack: Attack::Add, pairs: vec![[2, 3]], vote: Some(vote), ..Assault::default() };
    let chosen = fragility(&plain, &add([3, 1]), &Options::default(), &mut unwatched()).expect("chosen")[0];
    assert_eq!(chosen.added, Some((3, 1, None)));
    assert!(chosen.state == 0 && chosen.confirmed >= strongest.confirmed, "{chosen:?}, {strongest:?}");
    let wrong = Assault { attack: Attack::Drop, ..add([3, 1]) };
    assert!(matches!(
        fragility(&plain, &wrong, &Options::default(), &mut unwatched()),
        Err(Error::Argument(_))
    ));
    let scores = Assault { signs_of: Some(Quantity::WinRates), ..Assault::default() };
    assert!(matches!(
        fragility(&plain, &scores, &Options::default(), &mut unwatched()),
        Err(Error::Unsupported(_))
    ));
}

/// Where standard errors are sampled a claim is that of exact ones, or has room for the error of the draws, or is refused with
/// a sentence: the table in docs/performance.md.
#[test]
fn claims_where_standard_errors_are_sampled() {
    let set = votes("judge_mtbench.csv");
    let model = Arc::new(fitted(&set, &Specification::default()));
    let exact = Options { draws: 2_000, correction: Correction::None, ..Options::default() };
    let sampled = Options { errors: Errors::Sampled, ..exact.clone() };
    let of = |options: &Options, quantity| {
        Estimate::of_model(model.clone(), quantity, options.clone()).expect("estimate")
    };
    let scores = |options: &Options| of(options, Quantity::Scores);
    // Values at all looks: as wide as with the sampled error and twice its own error.
    let anytime = |options: &Options| Options { method: Method::Anytime, ..options.clone() };
    let rows = scores(&anytime(&sampled)).values(&mut unwatched()).expect("values");
    for (row, right) in rows.iter().zip(scores(&anytime(&exact)).values(&mut unwatched()).expect("values")) {
        let [estimate, error, lower, upper] = row.row;
        assert!(row.simulated > 0.0 && (error - right.row[1]).abs() < 4.0 * row.simulated, "{row:?}");
        let half = Mixture { scale: 0.5, alpha: 0.05 }.half_width(error + 2.0 * row.simulated);
        all_near("ends", &[lower, upper], &[estimate - half, estimate + half], CLOSE);
    }
    // Ranges of ranks are from these.
    let range = |options: &Options| scores(&anytime(options)).ranks(&mut unwatched()).expect("ranks");
    for (wide, narrow) in range(&sampled).iter().zip(range(&exact)) {
        assert!(wide.rank.best <= narrow.rank.best && wide.rank.worst >= narrow.rank.worst, "{wide:?}");
    }
    // A few values are solved for, and so the same.
    let weights = [1.0, -1.0, 0.0, 0.0, 0.0, 0.0];
    let evidence = |options: &Options| {
        scores(options).e_values(&weights, 1, &[], &mut unwatched()).expect("e-values")[0].value.evidence
    };
    near("log E", evidence(&sampled).two_sided, evidence(&exact).two_sided, absolute(1e-6));
    let first = |options: &Options| scores(options).winner(&[], 1, &mut unwatched()).expect("winner").0;
    near("median", first(&sampled).median, first(&exact).median, absolute(1e-6));
    let sets = |options: &Options| {
        let found = scores(options).rank_sets(&RankQuestion::default(), &mut unwatched()).expect("sets");
        found.iter().map(|set| (set.best, set.worst)).collect::<Vec<_>>()
    };
    assert_eq!(sets(&sampled), sets(&exact));
    let watched = |options: &Options| {
        let mut monitor = Monitor::new(MonitorPlan::default()).expect("monitor");
        look(&mut monitor, &scores(options), None, &mut unwatched()).expect("look");
        column(&MONITOR_PAIRS, "log_e", &monitor.pairs())
    };
    all_near("looks", &watched(&sampled), &watched(&exact), absolute(1e-6));
    let pairs = |options: &Options| {
        let found = scores(&anytime(options)).pairs(Family::AllPairs, Adjustment::EHolm, &mut unwatched());
        found.expect("pairs").iter().map(|pair| pair.test.statistic).collect::<Vec<f64>>()
    };
    all_near("log E of pairs", &pairs(&sampled), &pairs(&exact), absolute(1e-6));
    // An estimate in which pairs count equally has a sandwich, which is drawn as any.
    let equal = fitted(&set, &Specification { target: Target::PAIRS, ..Specification::default() });
    let equal = Arc::new(equal);
    let errors = |options: &Options| {
        let equal = Estimate::of_model(equal.clone(), Quantity::Scores, options.clone()).expect("estimate");
        equal.values(&mut unwatched()).expect("values")
    };
    for (row, right) in errors(&sampled).iter().zip(errors(&exact)) {
        assert!((row.row[1] - right.row[1]).abs() < 4.0 * row.simulated, "{row:?} {right:?}");
    }
    // Beyond that they are refused, and so is what a prior adds to.
    let many = large_ring(80);
    let wide = Arc::new(fitted(&many, &Specification::default()));
    let wide = Estimate::of_model(wide, Quantity::Scores, sampled.clone()).expect("estimate");
    let mut monitor = Monitor::new(MonitorPlan::default()).expect("monitor");
    for refused in [
        wide.winner(&[], 1, &mut unwatched()).err(),
        wide.rank_sets(&RankQuestion::default(), &mut unwatched()).err(),
        wide.pairs(Family::AllPairs, Adjustment::EHolm, &mut unwatched()).err(),
        look(&mut monitor, &wide, None, &mut unwatched()).err(),
    ] {
        let error = refused.expect("refused");
        assert!(matches!(&error, Error::Unsupported(text) if text.contains("DUEL_ERRORS_EXACT")), "{error}");
    }
    // Few items of many are no many.
    let few: Vec<usize> = (0..80).step_by(7).collect();
    let own = |errors| {
        let options = Options { errors, ..exact.clone() };
        let model = Arc::new(fitted(&many, &Specification::default()));
        let scores = Estimate::of_model(model, Quantity::Scores, options).expect("estimate");
        scores.winner(&few, 2, &mut unwatched()).expect("winner").0
    };
    let (drawn, dense) = (own(Errors::Sampled), own(Errors::Exact));
    assert_eq!((drawn.item, drawn.next), (dense.item, dense.next));
    near("error of few", drawn.error, dense.error, relative(1e-9));
    all_near("interval of few", &drawn.hybrid, &dense.hybrid, absolute(1e-6));
    let prior = fitted(&set, &Specification { ridge: 1e-6, ..Specification::default() });
    let prior = Estimate::of_model(Arc::new(prior), Quantity::Scores, anytime(&sampled)).expect("estimate");
    for refused in [prior.values(&mut unwatched()).err(), prior.ranks(&mut unwatched()).err()] {
        let error = refused.expect("refused");
        assert!(matches!(&error, Error::Unsupported(text) if text.contains("prior")), "{error}");
    }
}

/// Ranks from draws that are solved for have the distribution of ranks from the matrix.
#[test]
fn ranks_where_standard_errors_are_sampled() {
    let set = votes("judge_mtbench.csv");
    let model = fitted(&set, &Specification { outcome: Outcome::Davidson, ..Specification::default() });
    let exact = Options { draws: 40_000, ..Options::default() };
    let sampled = Options { errors: Errors::Sampled, draws: 4_000, threads: 2, ..exact.clone() };
    let summary = |options: &Options| rank_summary(&model, options, &mut unwatched()).expect("ranks");
    let distribution =
        |options: &Options| rank_probabilities(&model, options, &mut unwatched()).expect("ranks");
    let (drawn, own) = (summary(&sampled), distribution(&sampled).summary(0.95));
    for ((row, known), own) in drawn.iter().zip(summary(&exact)).zip(own) {
        let [best, mean, deviation, lower, upper] = row.numbers;
        all_near("the distribution itself", &row.numbers, &own, absolute(1e-6));
        near("mean rank", mean, known.numbers[1], absolute(4.0 * deviation / 4_000f64.sqrt() + 1e-9));
        near(
            "the best",
            best,
            known.numbers[0],
            absolute(4.0 * (best * (1.0 - best) / 4_000.0).sqrt() + 2e-3),
        );
        assert!(
            (lower - known.numbers[3]).abs() <= 1.0 && (upper - known.numbers[4]).abs() <= 1.0,
            "{row:?}"
        );
    }
    assert!(drawn.iter().any(|row| row.numbers[2] > 0.1), "no rank is open: {drawn:?}");
    assert_eq!(drawn, summary(&Options { threads: 1, ..sampled.clone() }));
    assert_ne!(drawn, summary(&Options { seed: 1, ..sampled.clone() }));
}

/// An item that never wins hides neither the errors nor the ranks of the others.
#[test]
fn ranks_beside_an_item_that_runs_off() {
    let pair = |i: u32, step: u32| Cell::new(None, i, i + step, 40.0, 20.0, 0.0);
    let mut cells: Vec<Cell> = (0..10).flat_map(|i| [pair(i, 1), pair(i, 2)]).collect();
    cells.extend([0, 4, 8].map(|i| Cell::new(None, 12, i, 0.0, 9.0, 0.0)));
    let accept = Problems::SEPARATED;
    let model = fitted(&set_of(&cells), &Specification { accept, ..Specification::default() });
    assert!(model.facts.problems.contains(Problems::SEPARATED));
    let exact = Options { errors: Errors::Exact, draws: 20_000, ..Options::default() };
    let sampled = Options { errors: Errors::Sampled, draws: 4_000, error_draws: 400, ..exact.clone() };
    let ranges = |options: &Options| rank_ranges(&model, options, &mut unwatched()).expect("ranges");
    for (item, (wide, narrow)) in ranges(&sampled).iter().zip(ranges(&exact)).enumerate().take(12) {
        assert_eq!(wide.rank, narrow.rank);
        assert!(wide.best <= narrow.best && wide.worst >= narrow.worst, "{item}: {wide:?}, {narrow:?}");
        // One place is that of the item of which nothing is known.
        assert!(wide.worst - wide.best <= narrow.worst - narrow.best + 4, "{item}: {wide:?}, {narrow:?}");
    }
    let summary = |options: &Options| rank_summary(&model, options, &mut unwatched()).expect("ranks");
    for (row, known) in summary(&sampled).iter().zip(summary(&exact)) {
        let [_, mean, deviation, ..] = row.numbers;
        assert_eq!(mean.is_nan(), known.numbers[1].is_nan());
        if !mean.is_nan() {
            near("mean rank", mean, known.numbers[1], absolute(4.0 * deviation / 4_000f64.sqrt() + 1e-9));
        }
    }
    let view = View { normalisation: Normalisation::Reference(5), ..View::default() };
    let errors = |options: &Options| {
        let options = Options { view: view.clone(), ..options.clone() };
        estimates(&model, Quantity::Scores, &options, &mut unwatched()).expect("errors")
    };
    for (item, (own, known)) in errors(&sampled).iter().zip(errors(&exact)).enumerate().take(12) {
        near("standard error", own[1], known[1], absolute(0.2 * known[1]));
        assert!(item == 5 || own[1] > 0.0);
    }
    assert!(errors(&sampled)[12][1].is_infinite() && errors(&exact)[12][1].is_infinite());
}

/// The same table beyond 5 000 parameters, where nobody asks for draws.
#[test]
fn claims_of_six_thousand_items() {
    let model = Arc::new(fitted(&large_ring(6_000), &Specification::default()));
    let of =
        |options: Options| Estimate::of_model(model.clone(), Quantity::Scores, options).expect("estimate");
    let anytime = of(Options { method: Method::Anytime, errors: Errors::Auto, ..Options::default() });
    let rows = anytime.values(&mut unwatched()).expect("values");
    for row in rows.iter().step_by(997) {
        let [estimate, error, lower, upper] = row.row;
        let half = Mixture { scale: 0.5, alpha: 0.05 }.half_width(error + 2.0 * row.simulated);
        all_near("ends", &[lower, upper], &[estimate - half, estimate + half], CLOSE);
    }
    let ranks = anytime.ranks(&mut unwatched()).expect("ranks");
    assert!(ranks.len() == 6_000 && ranks.iter().all(|row| row.rank.best <= row.rank.worst));
    // Contrasts up to 64 are solved for.
    let scores = of(Options { errors: Errors::Auto, ..Options::default() });
    let contrasts = |count: usize| {
        let mut weights = vec![0.0; 6_000 * count];
        (0..count).for_each(|row| (weights[6_000 * row + row], weights[6_000 * row + row + 1]) = (1.0, -1.0));
        scores.e_values(&weights, count, &[], &mut unwatched())
    };
    assert!(contrasts(64).expect("e-values").iter().all(|row| row.value.evidence.two_sided.is_finite()));
    let mut monitor = Monitor::new(MonitorPlan::default()).expect("monitor");
    for refused in [
        contrasts(65).err(),
        scores.winner(&[], 1, &mut unwatched()).err(),
        scores.rank_sets(&RankQuestion::default(), &mut unwatched()).err(),
        look(&mut monitor, &scores, None, &mut unwatched()).err(),
    ] {
        let error = refused.expect("refused");
        assert!(matches!(&error, Error::Unsupported(text) if text.contains("DUEL_ERRORS_EXACT")), "{error}");
    }
    // Fragility solves for the effects of votes, and needs no matrix of all parameters.
    let estimates = model.readout(Quantity::Scores, &View::default()).expect("scores").estimates;
    let pair = if estimates[1] > estimates[0] { [1, 0] } else { [0, 1] };
    let row = fragile(&model, Attack::Drop, Unit::Row, &[pair])[0];
    assert!(row.state == 0 && row.gap_after < 0.0 && row.confirmed >= 1.0 && row.z > 0.0, "{row:?}");
    // Outliers take a fit without each judge, and no matrix, either: here every third vote is one's, who likes item 0.
    let judged: Vec<Cell> = (0..6_000)
        .flat_map(|i| [(i, 1), (i, 2)])
        .flat_map(|(i, step)| (0..3).map(move |judge| (judge, i, (i + step) % 6_000)))
        .map(|(judge, i, j)| {
            let [more, less] = if judge == 1 && [i, j].contains(&0) { [30.0, 2.0] } else { [4.0, 4.0] };
            let [wins, losses] = if j == 0 { [less, more] } else { [more, less] };
            Cell::new(Some(judge), i, j, wins, losses, 0.0)
        })
        .collect();
    let model = fitted(&set_of(&judged), &Specification::default());
    let rows = outliers(&model, &Screening::default(), &mut unwatched()).expect("outliers");
    let strongest = rows[1].strongest.expect("strongest").alternative;
    assert!(rows[1].is_outlier && rows.iter().all(|row| row.log_e <= rows[1].log_e), "{rows:?}");
    assert_eq!((strongest.departure, strongest.item), (Departure::For, Some(0)));
}

/// Of a chain, seen from one end, the covariance of two scores is the sum of the variances up to the nearer one.
#[test]
fn the_winner_of_a_few_among_six_thousand() {
    const ITEMS: u32 = 6_000;
    let ways = |i: u32| [[9.0, 7.0], [5.0, 8.0], [11.0, 9.0]][i as usize % 3];
    let votes: Vec<Cell> =
        (1..ITEMS).map(|i| Cell::new(None, i, i - 1, ways(i)[0], ways(i)[1], 0.0)).collect();
    let model = Arc::new(fitted(&set_of(&votes), &Specification::default()));
    let view = View { normalisation: Normalisation::Reference(0), ..View::default() };
    let options = Options { view, errors: Errors::Auto, draws: 20_000, ..Options::default() };
    let scores = Estimate::of_model(model, Quantity::Scores, options).expect("estimate");
    let asked = [5_200, 40, 31, 700, 698, 2_999, 5_998];
    let (mut estimates, mut variances) = (vec![0.0], vec![0.0]);
    for i in 1..ITEMS {
        let [won, lost] = ways(i);
        estimates.push(estimates[i as usize - 1] + f64::ln(won / lost));
        variances.push(variances[i as usize - 1] + 1.0 / won + 1.0 / lost);
    }
    let own: Vec<f64> = asked.iter().map(|&item| estimates[item]).collect();
    let pairs = asked.iter().flat_map(|&i| asked.iter().map(move |&j| i.min(j)));
    let covariance: Vec<f64> = pairs.map(|nearer| variances[nearer]).collect();
    for rank in [1, 3] {
        let (found, _) = scores.winner(&asked, rank, &mut unwatched()).expect("winner");
        let critical = (found.projection[1] - found.estimate) / found.error;
        assert!(critical > 2.5 && critical < 3.5, "{critical}");
        let right = at_rank(&own, &covariance, rank, 0.95, critical, f64::INFINITY);
        assert_eq!((found.item, found.next), (asked[right.item], right.next.map(|at| asked[at])));
        let numbers = |w: &Winner| {
            vec![w.estimate, w.error, w.median, w.hybrid[0], w.hybrid[1], w.bound, w.naive[0], w.lead]
        };
        all_near("winner", &numbers(&found), &numbers(&right), relative(1e-6));
    }
    let mut many: Vec<usize> = (1..65).collect();
    assert!(scores.winner(&many, 1, &mut unwatched()).is_ok());
    many.push(4_000);
    let refused = scores.winner(&many, 1, &mut unwatched());
    assert!(matches!(&refused, Err(Error::Unsupported(text)) if text.contains("65 values")), "{refused:?}");
}

/// Neighbours on a ring, and items two apart, that win and lose in turn.
fn large_ring(items: u32) -> Set {
    let pair = |i: u32, step: u32| Cell::new(None, i, (i + step) % items, 6.0 + f64::from(i % 3), 6.0, 0.0);
    set_of(&(0..items).flat_map(|i| [pair(i, 1), pair(i, 2)]).collect::<Vec<_>>())
}
