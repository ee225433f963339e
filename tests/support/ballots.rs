//! Ballots: against PlackettLuce, survival, choix and closed forms (`ballots.json`), the models of pairs, invariance, recovery, and
//! what is refused.

use crate::support::*;
use duel::ballots::{fit, BallotRows, Ballots, Effect, Ranking, RankingChoices, Worst};
use duel::comparisons::{Column, Key, Kind, Rows, Set};
use duel::error::Error;
use duel::estimate::Estimate;
use duel::inference::{Correction, CovarianceKind, Options};
use duel::model::{Quantity, Specification};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use serde_json::Value;
use std::sync::Arc;

const CLOSE: Within = relative(1e-8);

/// A ballot: items shown, their ranks, a covariate of each, and what it belongs to.
#[derive(Clone, Default)]
struct Ballot {
    shown: Vec<u32>,
    rank: Vec<i32>,
    x: Vec<f64>,
    context: Option<u32>,
    weight: f64,
}

/// A ballot as groups of items, the best first; all of them were shown.
fn groups(groups: &[Vec<u32>]) -> Ballot {
    let shown: Vec<u32> = groups.iter().flatten().copied().collect();
    let place = |group: usize| std::iter::repeat_n(group as i32 + 1, groups[group].len());
    let rank = (0..groups.len()).flat_map(place).collect();
    Ballot { shown, rank, weight: 1.0, ..Ballot::default() }
}

fn order(items: &[u32]) -> Ballot {
    groups(&items.iter().map(|item| vec![*item]).collect::<Vec<_>>())
}

fn all_of(ballots: &[Ballot]) -> Ballots {
    let mut out = Ballots::new();
    append(&mut out, ballots, 0).expect("ballots");
    if ballots.iter().any(|j| !j.x.is_empty()) {
        let x: Vec<f64> = ballots.iter().flat_map(|j| j.x.iter().copied()).collect();
        out.set_covariate("x", &Column::F64(&x)).expect("a covariate");
    }
    out
}

fn append(out: &mut Ballots, ballots: &[Ballot], first: u32) -> Result<(), Error> {
    let rows = |of: &dyn Fn(usize, &Ballot) -> f64| -> Vec<f64> {
        ballots.iter().enumerate().flat_map(|(at, j)| std::iter::repeat_n(of(at, j), j.shown.len())).collect()
    };
    let ballot: Vec<u32> = rows(&|at, _| at as f64).iter().map(|at| *at as u32 + first).collect();
    let item: Vec<u32> = ballots.iter().flat_map(|j| j.shown.iter().copied()).collect();
    let rank: Vec<i32> = ballots.iter().flat_map(|j| j.rank.iter().copied()).collect();
    let context: Vec<i32> =
        rows(&|_, j| j.context.map_or(-1.0, f64::from)).iter().map(|context| *context as i32).collect();
    let weight = rows(&|_, j| j.weight);
    let has_contexts = ballots.iter().any(|j| j.context.is_some());
    out.append(&BallotRows {
        length: item.len(),
        ballot: ids(&ballot),
        item: ids(&item),
        rank: Column::I32(&rank),
        context: if has_contexts { Key { values: Column::I32(&context), base: 0 } } else { Key::default() },
        weight: Column::F64(&weight),
        ..BallotRows::default()
    })
}

fn fitted(ballots: &[Ballot], choices: RankingChoices) -> Ranking {
    try_fit(ballots, choices).expect("a fit")
}

fn try_fit(ballots: &[Ballot], choices: RankingChoices) -> Result<Ranking, Error> {
    fit(Arc::new(all_of(ballots)), choices, &mut unwatched())
}

fn with(covariance: CovarianceKind) -> Options {
    Options { covariance, correction: Correction::None, ..Options::default() }
}

/// Scores with their errors.
fn scores(model: &Ranking, options: Options) -> (Vec<f64>, Vec<f64>) {
    let estimate = Estimate::of_ranking(model, options).expect("an estimate");
    let values = estimate.values(&mut unwatched()).expect("values");
    (values.iter().map(|v| v.row[0]).collect(), values.iter().map(|v| v.row[1]).collect())
}

fn effects(model: &Ranking, options: &Options) -> Vec<Effect> {
    model.effects(options, &mut unwatched()).expect("effects").0
}

fn case(name: &str) -> Value {
    reference("ballots.json")["cases"][name].clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("numbers").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn items(value: &Value) -> Vec<u32> {
    value.as_array().expect("items").iter().map(|x| x.as_u64().expect("an item") as u32).collect()
}

/// Groups of a ballot as the reference writes them.
fn ballot(value: &Value) -> Ballot {
    groups(&value.as_array().expect("groups").iter().map(items).collect::<Vec<_>>())
}

fn agrees(name: &str, model: &Ranking, case: &Value, clustered: CovarianceKind) {
    let loglik = case["loglik"].as_f64().expect("a log-likelihood");
    near(&format!("{name}: log-likelihood"), model.facts().log_likelihood, loglik, relative(1e-10));
    let (values, expected) = scores(model, with(CovarianceKind::Expected));
    let (_, sandwich) = scores(model, with(clustered));
    all_near(&format!("{name}: scores"), &values, &numbers(&case["scores"]), CLOSE);
    all_near(&format!("{name}: errors"), &expected, &numbers(&case["se_expected"]), CLOSE);
    all_near(&format!("{name}: clustered errors"), &sandwich, &numbers(&case["se_cluster"]), CLOSE);
}

/// Logarithms of the weights of ties, with errors.
fn ties_agree(model: &Ranking, case: &Value, clustered: CovarianceKind) {
    for (kind, key) in [(CovarianceKind::Expected, "others_se_expected"), (clustered, "others_se_cluster")] {
        let ties: Vec<Effect> = effects(model, &with(kind)).into_iter().filter(|e| e.kind == 1).collect();
        let of = |at: usize| ties.iter().map(|e| e.row[at]).collect::<Vec<_>>();
        all_near("ties", &of(0), &numbers(&case["others"]), CLOSE);
        all_near(key, &of(1), &numbers(&case[key]), CLOSE);
    }
}

#[test]
fn puddings_are_those_of_plackett_luce() {
    let case = case("pudding");
    let ballots: Vec<Ballot> = case["data"]
        .as_array()
        .expect("data")
        .iter()
        .map(|row| Ballot { weight: row[1].as_f64().expect("a count"), ..ballot(&row[0]) })
        .collect();
    let model = fitted(&ballots, RankingChoices::default());
    agrees("pudding", &model, &case, CovarianceKind::Sandwich);
    ties_agree(&model, &case, CovarianceKind::Sandwich);
}

#[test]
fn races_of_many_are_those_of_plackett_luce() {
    let case = case("nascar_83");
    let races: Vec<Ballot> =
        case["orderings"].as_array().expect("races").iter().map(|r| order(&items(r))).collect();
    let model = fitted(&races, RankingChoices::default());
    agrees("nascar", &model, &case, CovarianceKind::Sandwich);
    let estimate = Estimate::of_ranking(&model, with(CovarianceKind::Sandwich)).expect("an estimate");
    let notes = estimate.facts().notes;
    assert!(notes.to_str().expect("UTF-8").contains("There are 82 parameters"), "{notes:?}");
}

#[test]
fn ties_of_three_are_those_of_conditional_logits() {
    let case = case("ties_d3");
    let clusters = items(&case["clusters"]);
    let ballots: Vec<Ballot> = case["data"]
        .as_array()
        .expect("data")
        .iter()
        .zip(clusters)
        .map(|(row, cluster)| Ballot { context: Some(cluster), ..ballot(row) })
        .collect();
    let model = fitted(&ballots, RankingChoices::default());
    agrees("ties", &model, &case, CovarianceKind::ClusteredByContext);
    ties_agree(&model, &case, CovarianceKind::ClusteredByContext);
    assert_eq!(model.facts().most_tied, 3);
}

#[test]
fn partial_ballots_are_those_of_choix() {
    let case = case("choix_rankings_2");
    let ballots: Vec<Ballot> =
        case["data"].as_array().expect("data").iter().map(|r| order(&items(r))).collect();
    let model = fitted(&ballots, RankingChoices::default());
    agrees("choix", &model, &case, CovarianceKind::Sandwich);
    all_near(
        "printed",
        &scores(&model, with(CovarianceKind::Expected)).0,
        &numbers(&case["published"]),
        absolute(1e-4),
    );
}

/// The ballots of `best_of_4`, ranked as `rank` says by the place of an item.
fn fours(rank: impl Fn(usize) -> i32) -> Vec<Ballot> {
    let rows = case("best_of_4")["data"].clone();
    let of = |row: &Value| {
        let (shown, order) = (items(&row["shown"]), items(&row["order"]));
        let place = |item: &u32| order.iter().position(|other| other == item).expect("ranked");
        Ballot {
            rank: shown.iter().map(|item| rank(place(item))).collect(),
            shown,
            x: numbers(&row["x"]),
            context: Some(row["context"].as_u64().expect("a context") as u32),
            weight: 1.0,
        }
    };
    rows.as_array().expect("rows").iter().map(of).collect()
}

fn with_effects(name: &str, ballots: &[Ballot], case: &Value, worst: Worst) {
    let model = fitted(ballots, RankingChoices { positions: true, worst, ..RankingChoices::default() });
    agrees(name, &model, case, CovarianceKind::ClusteredByContext);
    let others = numbers(&case["others"]);
    let mean = others[..3].iter().sum::<f64>() / 4.0;
    let own = effects(&model, &with(CovarianceKind::ClusteredByContext));
    let expected: Vec<f64> = [0.0, others[0], others[1], others[2]]
        .iter()
        .map(|position| position - mean)
        .chain([others[3]])
        .collect();
    all_near(name, &own.iter().map(|e| e.row[0]).collect::<Vec<_>>(), &expected, CLOSE);
    near(name, own[4].row[1], numbers(&case["others_se_cluster"])[3], CLOSE);
    let name_of = |e: &Effect| e.covariate.as_ref().map(|name| name.to_str().expect("UTF-8").to_string());
    assert_eq!((own[1].number, own[4].number, name_of(&own[4])), (Some(2), None, Some("x".into())));
}

#[test]
fn choices_with_positions_and_covariates_are_conditional_logits() {
    with_effects("best of 4", &fours(|place| i32::from(place == 0)), &case("best_of_4"), Worst::default());
    with_effects("ranking of 4", &fours(|place| place as i32 + 1), &case("ranking_of_4"), Worst::default());
    let half = case("best_worst_maxdiff")["half_scale"].clone();
    let named = |place: usize| [1, 0, 0, -1][place];
    with_effects("best and worst", &fours(named), &half, Worst::Together);
    // One stage of a full ranking is the choice of the best.
    let choices = RankingChoices { positions: true, stages: 1, ..RankingChoices::default() };
    let first = fitted(&fours(|place| place as i32 + 1), choices);
    agrees("first stage", &first, &case("best_of_4"), CovarianceKind::ClusteredByContext);
}

#[test]
fn the_worst_after_the_best_is_a_choice_upside_down() {
    // The best of three and then the worse of the other two: the same as full ballots of three.
    let mut random = Random::new(5, 0);
    let (mut named, mut ranked) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let best = order(&shuffled(&mut random, 3));
        ranked.push(best.clone());
        named.push(Ballot { rank: vec![1, 0, -1], ..best });
    }
    let (a, b) = (fitted(&named, RankingChoices::default()), fitted(&ranked, RankingChoices::default()));
    let (of_named, of_ranked) = (scores(&a, Options::default()), scores(&b, Options::default()));
    all_near("scores", &of_named.0, &of_ranked.0, relative(1e-9));
    all_near("errors", &of_named.1, &of_ranked.1, relative(1e-9));
}

/// Some of five items in a random order.
fn shuffled(random: &mut Random, count: usize) -> Vec<u32> {
    let mut items: Vec<u32> = (0..5).collect();
    (0..count).for_each(|at| items.swap(at, at + random.below(5 - at as u64) as usize));
    items.truncate(count);
    items
}

/// Pairs with ties, as rows of a set and as ballots.
fn pairs(seed: u64, ties: bool) -> (Set, Vec<Ballot>) {
    let mut random = Random::new(seed, 0);
    let (mut set, mut ballots) = (Set::new(), Vec::new());
    let strength = [0.0, 0.4, -0.3, 0.8, 0.1];
    let (mut left, mut right, mut score, mut context) = (vec![], vec![], vec![], vec![]);
    for vote in 0..400u32 {
        let a = random.below(5) as u32;
        let b = (a + 1 + random.below(4) as u32) % 5;
        let z: f64 = strength[a as usize] - strength[b as usize];
        let (win, tie, loss) = ((z / 2.0).exp(), if ties { 0.6 } else { 0.0 }, (-z / 2.0).exp());
        let u = random.uniform() * (win + tie + loss);
        let (own, rank) = match () {
            () if u < win => (1.0, vec![1, 2]),
            () if u < win + tie => (0.5, vec![1, 1]),
            () => (0.0, vec![2, 1]),
        };
        left.push(a);
        right.push(b);
        score.push(own);
        context.push(vote / 4);
        ballots.push(Ballot {
            shown: vec![a, b],
            rank,
            context: Some(vote / 4),
            weight: 1.0,
            ..Ballot::default()
        });
    }
    set.append(&Rows {
        length: left.len(),
        left: ids(&left),
        right: ids(&right),
        context: ids(&context),
        score: Column::F64(&score),
        ..Rows::default()
    })
    .expect("votes");
    (set, ballots)
}

#[test]
fn pairs_are_davidson_and_bradley_terry() {
    for (ties, outcome) in [(true, Outcome::Davidson), (false, Outcome::BradleyTerry)] {
        let (set, ballots) = pairs(11, ties);
        let model = Arc::new(
            duel::model::fit(&set, &Specification { outcome, ..Specification::default() }, &mut unwatched())
                .expect("a fit of pairs"),
        );
        let ranking = fitted(&ballots, RankingChoices::default());
        near("log-likelihood", ranking.facts().log_likelihood, model.facts.log_likelihood, relative(1e-10));
        // Expected errors, by contexts without a correction, and the default with its degrees of freedom.
        for options in [
            with(CovarianceKind::Expected),
            with(CovarianceKind::ClusteredByContext),
            Options::default(),
            Options { correction: Correction::Jackknife, ..Options::default() },
        ] {
            let of_pairs =
                Estimate::of_model(model.clone(), Quantity::Scores, options.clone()).expect("an estimate");
            let of_ranking = Estimate::of_ranking(&ranking, options).expect("an estimate");
            let rows = |estimate: &Estimate| -> Vec<f64> {
                estimate.values(&mut unwatched()).expect("values").iter().flat_map(|v| v.row).collect()
            };
            all_near("values", &rows(&of_ranking), &rows(&of_pairs), relative(1e-8));
        }
        // The comparison of all pairs by signs of contexts, too.
        let of_pairs = Estimate::of_model(model, Quantity::Scores, Options::default()).expect("an estimate");
        let of_ranking = Estimate::of_ranking(&ranking, Options::default()).expect("an estimate");
        let ranges = |estimate: &Estimate| -> Vec<[usize; 2]> {
            let ranks = estimate.ranks(&mut unwatched()).expect("ranks");
            ranks.iter().map(|r| [r.rank.best, r.rank.worst]).collect()
        };
        assert_eq!(ranges(&of_ranking), ranges(&of_pairs));
    }
}

#[test]
fn finite_strengths_exist_where_the_linear_programme_says() {
    let cases = case("existence");
    for (name, case) in cases.as_object().expect("cases") {
        let ballots: Vec<Ballot> = case["data"].as_array().expect("data").iter().map(ballot).collect();
        let found = try_fit(&ballots, RankingChoices::default());
        if case["separated"].as_bool().expect("separated") {
            let error = found.expect_err(name);
            assert!(matches!(error, Error::NotIdentified(_)), "{error}");
            continue;
        }
        let model = found.expect(name);
        near(name, model.facts().log_likelihood, case["loglik"].as_f64().expect("a number"), absolute(1e-9));
        let estimate = numbers(&case["estimate"]);
        all_near(name, &scores(&model, with(CovarianceKind::Expected)).0, &estimate[..3], absolute(1e-8));
        near(name, effects(&model, &with(CovarianceKind::Expected))[0].row[0], estimate[3], absolute(1e-8));
    }
}

#[test]
fn who_is_to_blame_is_named() {
    let refused = |ballots: &[Ballot]| {
        try_fit(ballots, RankingChoices::default()).expect_err("no finite strengths").to_string()
    };
    let top = refused(&[order(&[0, 1, 2]), order(&[0, 2, 1]), order(&[1, 2]), order(&[2, 1])]);
    assert!(top.contains("nothing else was ever put above \"0\""), "{top}");
    let low = refused(&[order(&[0, 1, 2]), order(&[1, 0, 2]), order(&[1, 0])]);
    assert!(low.contains("\"2\" was never put above anything else"), "{low}");
    let apart = refused(&[order(&[0, 1]), order(&[1, 0]), order(&[2, 3]), order(&[3, 2])]);
    assert!(apart.contains("\"2\" was never shown with \"0\""), "{apart}");
    // Where strengths are bounded it is something else: here every tie of three that could be was given.
    let ties = refused(&[groups(&[vec![0, 1, 2]]), order(&[0, 1]), order(&[1, 2]), order(&[2, 0])]);
    assert!(ties.contains("the weight of ties of 3 items would be infinite"), "{ties}");
    let of_x = |shown: &[u32]| Ballot { x: vec![2e-13, 1e-13], ..order(shown) };
    let longer = refused(&[of_x(&[0, 1]), of_x(&[1, 0])]);
    assert!(longer.contains("the effect of \"x\" would be infinite"), "{longer}");
    let first = |shown: &[u32]| order(shown);
    let positions = RankingChoices { positions: true, pseudo: 0.5, ..RankingChoices::default() };
    let shown_first = [first(&[0, 1]), first(&[1, 0]), first(&[0, 2]), first(&[2, 1])];
    let position = try_fit(&shown_first, positions).expect_err("positions diverge").to_string();
    assert!(position.contains("the effect of position 2 would be infinite"), "{position}");
    // A ridge makes them finite.
    let choices = RankingChoices { ridge: 0.5, ..RankingChoices::default() };
    assert!(try_fit(&[order(&[0, 1, 2]), order(&[0, 2, 1])], choices).is_ok());
    let fixed: Vec<Ballot> = vec![order(&[0, 1, 2]), Ballot { rank: vec![2, 3, 1], ..order(&[0, 1, 2]) }];
    let positions = RankingChoices { positions: true, ridge: 0.1, ..RankingChoices::default() };
    assert!(try_fit(&fixed, RankingChoices { ridge: 0.0, ..positions }).is_err());
}

#[test]
fn pseudo_comparisons_are_votes_with_one_more_item() {
    let ballots = vec![order(&[0, 1, 2]), order(&[2, 0, 1]), order(&[1, 0, 2, 3])];
    let model = fitted(&ballots, RankingChoices { pseudo: 0.5, ..RankingChoices::default() });
    let mut with_ghost = ballots;
    for item in 0..4 {
        let vote = |shown: [u32; 2]| Ballot { weight: 0.5, ..order(&shown) };
        with_ghost.extend([vote([item, 4]), vote([4, item])]);
    }
    let other = scores(&fitted(&with_ghost, RankingChoices::default()), with(CovarianceKind::Expected)).0;
    let mean = other[..4].iter().sum::<f64>() / 4.0;
    let own = scores(&model, with(CovarianceKind::Expected)).0;
    all_near("scores", &own, &other[..4].iter().map(|u| u - mean).collect::<Vec<_>>(), relative(1e-9));
}

#[test]
fn rows_may_come_in_any_order_and_weights_are_copies() {
    let ballots = fours(|place| place as i32 + 1);
    let all = all_of(&ballots);
    let model = fitted(&ballots, RankingChoices::default());
    let mut parts = Ballots::new();
    append(&mut parts, &ballots[..100], 0).expect("the first");
    append(&mut parts, &ballots[100..], 100).expect("the rest");
    let plain = |j: &Ballot| Ballot { x: Vec::new(), ..j.clone() };
    let whole: Vec<Ballot> = ballots.iter().map(plain).collect();
    assert_eq!(parts, all_of(&whole));
    let twice: Vec<Ballot> = whole.iter().map(|j| Ballot { weight: 2.0, ..j.clone() }).collect();
    let copies: Vec<Ballot> = whole.iter().chain(&whole).cloned().collect();
    let (a, b) = (fitted(&twice, RankingChoices::default()), fitted(&copies, RankingChoices::default()));
    for covariance in [CovarianceKind::Sandwich, CovarianceKind::ClusteredByContext, CovarianceKind::Expected]
    {
        all_near("errors", &scores(&a, with(covariance)).1, &scores(&b, with(covariance)).1, relative(1e-9));
    }
    let facts = all.facts();
    assert_eq!(
        (facts.items, facts.ballots, facts.rows, facts.most_shown, facts.most_tied),
        (6, 240.0, 960, 4, 1)
    );
    assert_eq!((model.facts().parameters, model.facts().stages), (6, 720.0));
}

#[test]
fn invalid_rows_change_nothing_and_say_which() {
    let mut known = all_of(&[order(&[0, 1, 2])]);
    let before = known.clone();
    let mut refused = |j: Ballot, first: u32| {
        let error = append(&mut known, &[order(&[0, 1]), j], first).expect_err("refused");
        assert_eq!(known, before);
        error.to_string()
    };
    let of = |shown: &[u32], rank: &[i32]| Ballot { rank: rank.to_vec(), ..order(shown) };
    assert!(refused(of(&[0], &[1]), 1).contains("shows one item"));
    assert!(refused(of(&[0, 1, 0], &[1, 2, 3]), 1).contains("ballot \"2\" shows \"0\" twice"));
    assert!(refused(of(&[0, 1], &[0, 0]), 1).contains("puts no item first"));
    assert!(refused(of(&[0, 1, 2], &[1, -1, -1]), 1).contains("names 2 items the worst"));
    assert!(refused(of(&[0, 1, 2], &[1, 2, -1]), 1).contains("give that one the largest rank"));
    assert!(refused(of(&[0, 1, 2, 3], &[1, 1, 1, 1]), 1).contains("has 4 items tied"));
    assert!(refused(of(&[0, 1], &[1, -2]), 1).contains("rank is -2"));
    assert!(refused(Ballot { weight: 0.0, ..of(&[0, 1], &[1, 2]) }, 1).contains("weight is 0"));
    assert!(refused(of(&[0, 1], &[1, 2]), 0).contains("ballot \"0\" was appended before"));
    assert!(refused(of(&(0..65).collect::<Vec<_>>(), &(1..66).collect::<Vec<_>>()), 1)
        .contains("the most are 64"));
    let error = known.set_covariate("x", &Column::F64(&[1.0, 2.0])).expect_err("short");
    assert!(error.to_string().contains("there are 3 rows"), "{error}");
    let error = known.set_covariate("x", &Column::F64(&[1.0, f64::NAN, 0.0])).expect_err("missing");
    assert!(error.to_string().contains("the value of \"x\" is NaN"), "{error}");
    known.set_covariate("x", &Column::F64(&[1.0, 2.0, 0.0])).expect("values");
    append(&mut known, &[order(&[0, 1])], 7).expect("one more");
    let error = fit(Arc::new(known), RankingChoices::default(), &mut unwatched()).expect_err("incomplete");
    assert!(error.to_string().contains("has values for 3 of 5 rows"), "{error}");
}

#[test]
fn units_are_as_many_as_their_squares() {
    let votes: Vec<Ballot> = [[0, 1, 2], [1, 0, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0], [0, 1, 2]]
        .iter()
        .map(|items| order(items))
        .collect();
    // Ballots without a context are units of their own, as often as their weights say.
    let part = |context: Option<u32>, weight: f64| Ballot { context, weight, ..votes[0].clone() };
    let mut weighed = votes.clone();
    (0..4).for_each(|at| weighed[at].context = Some(at as u32 / 2));
    let mut copied = weighed.clone();
    weighed.push(part(None, 3.0));
    copied.extend([part(None, 1.0), part(None, 1.0), part(None, 1.0)]);
    let (a, b) = (fitted(&weighed, RankingChoices::default()), fitted(&copied, RankingChoices::default()));
    for correction in [Correction::None, Correction::Cr1, Correction::Cr2, Correction::Jackknife] {
        let options = Options { correction, ..with(CovarianceKind::ClusteredByContext) };
        all_near("errors", &scores(&a, options.clone()).1, &scores(&b, options).1, relative(1e-9));
    }
    let notes = Estimate::of_ranking(&a, Options::default()).expect("an estimate").facts().notes;
    assert!(notes.to_str().expect("UTF-8").contains("9 ballots, clustered by 7 contexts"), "{notes:?}");
    // One unit has no spread, with any correction.
    let one: Vec<Ballot> = votes.iter().map(|vote| Ballot { context: Some(0), ..vote.clone() }).collect();
    let model = fitted(&one, RankingChoices::default());
    for correction in [Correction::Auto, Correction::None, Correction::Cr1, Correction::Jackknife] {
        let refused =
            Estimate::of_ranking(&model, Options { correction, ..Options::default() }).expect_err("one unit");
        assert!(refused.to_string().contains("all ballots are of one context"), "{refused}");
    }
    let expected = Options { correction: Correction::Cr1, ..with(CovarianceKind::Expected) };
    let refused = Estimate::of_ranking(&model, expected).expect_err("no correction").to_string();
    assert!(refused.contains("correction: errors that take stages as independent have none"), "{refused}");
}

/// Corrections for leverage do not depend on the unit of a covariate, however large or small its numbers are.
#[test]
fn units_of_covariates_leave_errors_as_they_are() {
    let scaled = |unit: f64| -> Vec<Ballot> {
        let all = fours(|place| place as i32 + 1).into_iter();
        all.map(|own| Ballot { x: own.x.iter().map(|x| unit * x).collect(), ..own }).collect()
    };
    let errors = |unit: f64, correction: Correction| {
        let options = Options { correction, ..with(CovarianceKind::ClusteredByContext) };
        scores(&fitted(&scaled(unit), RankingChoices::default()), options).1
    };
    for correction in [Correction::Cr2, Correction::Jackknife] {
        let own = errors(1.0, correction);
        for unit in [1e-9, 1e9] {
            all_near("errors", &errors(unit, correction), &own, relative(1e-6));
        }
    }
}

#[test]
fn first_and_last_are_counted() {
    let of = |shown: &[u32], rank: &[i32]| Ballot { rank: rank.to_vec(), ..order(shown) };
    let ballots = [
        of(&[0, 1, 2], &[1, 2, 0]),
        of(&[0, 1, 2], &[1, 0, 0]),
        of(&[0, 1, 2], &[0, 1, -1]),
        of(&[0, 1], &[1, 1]),
    ];
    let shown = all_of(&ballots).shown();
    let counts: Vec<[f64; 3]> = shown.iter().map(|s| [s.all, s.first, s.last]).collect();
    assert_eq!(counts, [[4.0, 3.0, 0.0], [4.0, 2.0, 0.0], [3.0, 0.0, 2.0]]);
}

#[test]
fn names_are_kept() {
    let mut known = Ballots::new();
    let ballot: [&str; 5] = ["x", "y", "x", "y", "y"];
    let item = ["apple", "pear", "plum", "apple", "plum"];
    let text = |values| Key { values: Column::Text(values), base: 0 };
    known
        .append(&BallotRows {
            length: 5,
            ballot: text(&ballot),
            item: text(&item),
            rank: Column::I32(&[1, 1, 2, 3, 2]),
            ..BallotRows::default()
        })
        .expect("rows");
    assert_eq!(known.names().name(Kind::Item, 2), Some("plum"));
    let refused =
        fit(Arc::new(known), RankingChoices::default(), &mut unwatched()).expect_err("separated").to_string();
    assert!(refused.contains("\"pear\""), "{refused}");
}

/// Intervals of differences cover in nineteen of twenty samples, whether each ballot is a unit or three copies in a context are.
#[test]
fn intervals_cover() {
    let truth = [0.8, 0.3, 0.0, -0.4, -0.7];
    for copies in [1, 3] {
        let (mut covered, mut all) = (0, 0);
        for seed in 0..150 {
            let mut random = Random::new(seed, 1);
            let mut ballots = Vec::new();
            for context in 0..70 {
                let shown = shuffled(&mut random, 4);
                // Places by the largest with Gumbel's noises.
                let noise: Vec<f64> =
                    shown.iter().map(|item| truth[*item as usize] - (-random.uniform().ln()).ln()).collect();
                let place = |at: usize| 1 + noise.iter().filter(|other| **other > noise[at]).count() as i32;
                let rank = (0..4).map(place).collect();
                let own = Ballot { shown, rank, context: Some(context), weight: 1.0, ..Ballot::default() };
                ballots.extend(vec![own; copies]);
            }
            let model = fitted(&ballots, RankingChoices::default());
            let estimate = Estimate::of_ranking(&model, Options::default()).expect("an estimate");
            let weights = [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, -1.0, 0.0, 0.0];
            let (rows, _) = estimate.contrasts(&weights, 2, &mut unwatched()).expect("contrasts");
            for (row, gap) in rows.iter().zip([1.5, 0.3]) {
                all += 1;
                covered += i32::from(row.row[2] <= gap && gap <= row.row[3]);
            }
        }
        let share = f64::from(covered) / f64::from(all);
        assert!((0.92..=0.98).contains(&share), "{copies}: {share}");
    }
}
