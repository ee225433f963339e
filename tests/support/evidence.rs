//! Values that somebody else estimated, against an independent program (`evidence.json`).

use crate::support::*;
use duel::claims::{verdict, Claim, State, Verdict, Want, Words};
use duel::comparisons::{Kind, Set};
use duel::error::Error;
use duel::estimate::{numbered, Estimate, Gate};
use duel::geometry::Tiers;
use duel::inference::{
    gaussian_max_pairs, Adjustment, Family, Method, Options, Quantiles, RankQuestion, Supplied,
    SuppliedErrors,
};
use duel::model::{Normalisation, View};
use duel::progress::unwatched;
use serde_json::Value;

const CLOSE: Within = absolute(1e-9);

fn case(name: &str) -> Value {
    let all = reference("evidence.json");
    all["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .find(|case| case["name"] == name)
        .expect("the case")
        .clone()
}

/// The numbers of a matrix, row by row; null is NaN.
fn matrix(value: &Value) -> Vec<f64> {
    value.as_array().expect("rows").iter().flat_map(numbers).collect()
}

fn of<'a>(values: &'a [f64], errors: SuppliedErrors<'a>) -> Supplied<'a> {
    Supplied {
        values,
        errors,
        degrees: f64::INFINITY,
        units: None,
        only_differences: false,
        lower_is_better: false,
    }
}

fn named(names: &[&str]) -> Set {
    let mut set = Set::new();
    set.intern(Kind::Item, names).expect("names");
    set
}

fn estimate(supplied: &Supplied<'_>, options: &Options) -> Estimate {
    let set = numbered(supplied.values.len()).expect("names");
    Estimate::supplied(supplied, set, options.clone()).expect("estimate")
}

fn errors_of(estimate: &Estimate) -> Vec<f64> {
    estimate.values(&mut unwatched()).expect("values").iter().map(|value| value.row[1]).collect()
}

#[test]
fn values_without_a_zero_have_the_differences_of_their_covariance() {
    let case = case("differences_only");
    let expected = &case["expected"];
    for given in [&case["given"], &case["given"]["same_as"]] {
        let (values, covariance) = (numbers(&given["values"]), matrix(&given["covariance"]));
        let supplied =
            Supplied { only_differences: true, ..of(&values, SuppliedErrors::Covariance(&covariance)) };
        let options = Options::default();
        let asked = estimate(&supplied, &options);
        for (adjustment, key) in
            [(Adjustment::None, "p"), (Adjustment::Bonferroni, "p_bonferroni"), (Adjustment::Holm, "p_holm")]
        {
            let pairs = asked.pairs(Family::AllPairs, adjustment, &mut unwatched()).expect("pairs");
            let of = |f: &dyn Fn(&duel::inference::PairTest) -> f64| pairs.iter().map(f).collect::<Vec<_>>();
            let reference = &expected["pairs"];
            all_near("estimate", &of(&|p| p.test.estimate), &numbers(&reference["estimate"]), CLOSE);
            all_near("se", &of(&|p| p.test.error), &numbers(&reference["se"]), CLOSE);
            all_near("statistic", &of(&|p| p.test.statistic), &numbers(&reference["statistic"]), CLOSE);
            all_near(key, &of(&|p| p.test.adjusted), &numbers(&reference[key]), CLOSE);
        }
        all_near(
            "covariance",
            &asked.covariance().expect("covariance"),
            &matrix(&expected["centred_covariance"]),
            absolute(1e-12),
        );
        all_near("errors", &errors_of(&asked), &numbers(&expected["centred_se"]), CLOSE);
        let view =
            View { normalisation: Normalisation::Reference(0), unit: 2.0, origin: 10.0, ..View::default() };
        let from_first = estimate(&supplied, &Options { view, ..options });
        let doubled: Vec<f64> = numbers(&expected["reference_0_se"]).iter().map(|se| 2.0 * se).collect();
        all_near("errors from the first", &errors_of(&from_first), &doubled, CLOSE);
        let first = from_first.values(&mut unwatched()).expect("values")[0].row;
        assert_eq!(first, [10.0, 0.0, 10.0, 10.0]);
    }
}

#[test]
fn errors_of_differences_are_a_covariance() {
    let case = case("pair_errors");
    let (values, errors) = (numbers(&case["given"]["values"]), matrix(&case["given"]["pair_se"]));
    let asked = estimate(&of(&values, SuppliedErrors::OfPairs(&errors)), &Options::default());
    let expected = matrix(&case["expected"]["centred_covariance"]);
    all_near("covariance", &asked.covariance().expect("covariance"), &expected, absolute(1e-12));
    let pairs = asked.pairs(Family::AllPairs, Adjustment::None, &mut unwatched()).expect("pairs");
    for pair in pairs {
        near("se", pair.test.error, errors[pair.first * 5 + pair.second], absolute(1e-12));
    }
}

#[test]
fn rounding_is_repaired_and_noted() {
    let case = case("rounded_covariance");
    let (values, covariance) = (numbers(&case["given"]["values"]), matrix(&case["given"]["covariance"]));
    let asked = estimate(&of(&values, SuppliedErrors::Covariance(&covariance)), &Options::default());
    let expected = matrix(&case["expected"]["covariance"]);
    all_near("covariance", &asked.covariance().expect("covariance"), &expected, absolute(1e-9));
    let facts = asked.facts();
    let notes = facts.notes.to_string_lossy();
    assert!(notes.contains("rounding explains it") && notes.contains("0.02 percent"), "{notes}");
}

#[test]
fn intervals_at_all_looks_need_units_only() {
    let case = case("anytime");
    let (differences, errors) = (numbers(&case["given"]["difference"]), numbers(&case["given"]["se"]));
    let supplied = Supplied { units: Some(60.0), ..of(&differences, SuppliedErrors::Separate(&errors)) };
    let options = Options { method: Method::Anytime, mixture: 0.1, ..Options::default() };
    let asked = estimate(&supplied, &options);
    let rows = asked.values(&mut unwatched()).expect("values");
    let expected = &case["expected"];
    let of = |at: usize| rows.iter().map(|value| value.row[at]).collect::<Vec<_>>();
    all_near("lower", &of(2), &numbers(&expected["lower"]), CLOSE);
    all_near("upper", &of(3), &numbers(&expected["upper"]), CLOSE);
    let unit: Vec<f64> = (0..9).map(|at| f64::from(u8::from(at % 4 == 0))).collect();
    let evidence = asked.e_values(&unit, 3, &[], &mut unwatched()).expect("evidence");
    let log_e: Vec<f64> = evidence.iter().map(|e| e.value.evidence.two_sided).collect();
    all_near("log_e", &log_e, &numbers(&expected["log_e"]), CLOSE);
    let larger: Vec<f64> = evidence.iter().map(|e| e.value.evidence.larger).collect();
    all_near("log_e_larger", &larger, &numbers(&expected["log_e_larger"]), CLOSE);
}

#[test]
fn all_pairs_of_equal_errors_have_the_studentised_range() {
    let case = case("equal_variances");
    let (values, errors) = (numbers(&case["given"]["values"]), numbers(&case["given"]["se"]));
    let asked = estimate(&of(&values, SuppliedErrors::Separate(&errors)), &Options::default());
    let covariance = asked.covariance().expect("covariance");
    let critical = number(&case["expected"]["critical_all_pairs"]);
    let found = gaussian_max_pairs(&covariance, 5, 0.95, 10_000, 1, 1, f64::INFINITY, &mut || Ok(()))
        .expect("critical");
    near("critical", found.value, critical, absolute(0.002));
    // 5 - 2 is 3 / sqrt 2 errors, less than that; 5 - 1 is more.
    let ranks = asked.ranks(&mut unwatched()).expect("ranks");
    let ranges: Vec<_> = ranks.iter().map(|r| (r.rank.rank, r.rank.best, r.rank.worst)).collect();
    assert_eq!(ranges, [(1.0, 1, 4), (2.0, 1, 5), (3.0, 1, 5), (4.0, 1, 5), (5.0, 2, 5)]);
    let notes = asked.facts().notes.to_string_lossy().into_owned();
    assert_eq!(notes, "Items are taken as independent.");
}

#[test]
fn impossible_values_are_refused_by_name() {
    let refused = |supplied: &Supplied<'_>, names: &[&str], options: Options| {
        let found = Estimate::supplied(supplied, named(names), options)
            .and_then(|asked| asked.values(&mut unwatched()).map(|_| ()));
        found.expect_err("refused")
    };
    let case = case("refusals");
    let expected: Vec<&str> =
        case["expected"].as_array().expect("cases").iter().filter_map(|c| c["message"].as_str()).collect();
    let check = |error: Error, is_data: bool| {
        let text = error.to_string();
        assert!(expected.iter().any(|message| text.contains(message)), "{text}");
        assert_eq!(matches!(error, Error::Data { .. }), is_data, "{text}");
    };
    let plain = Options::default;
    let anytime = || Options { method: Method::Anytime, mixture: 1.0, ..Options::default() };
    let two = [1.0, 2.0];
    let covariance = |entries: &'static [f64]| of(&two, SuppliedErrors::Covariance(entries));
    check(refused(&covariance(&[1.0, 0.31, 0.29, 1.0]), &["a", "b"], plain()), true);
    check(refused(&covariance(&[-0.02, 0.0, 0.0, 1.0]), &["a", "b"], plain()), true);
    check(refused(&covariance(&[1.0, f64::NAN, f64::NAN, 1.0]), &["a", "b"], plain()), true);
    let three = [1.0, 2.0, 3.0];
    let bad = [1.0, 0.9, 0.2, 0.9, 1.0, 0.9, 0.2, 0.9, 1.0];
    check(refused(&of(&three, SuppliedErrors::Covariance(&bad)), &["a", "b", "c"], plain()), true);
    let separate = of(&two, SuppliedErrors::Separate(&[0.1, 0.1]));
    check(refused(&separate, &["a", "b"], anytime()), false);
    check(refused(&Supplied { units: Some(24.0), ..separate }, &["a", "b"], anytime()), false);
    let with_degrees = Supplied { units: Some(100.0), degrees: 99.0, ..separate };
    check(refused(&with_degrees, &["a", "b"], anytime()), false);
    // Beyond the list.
    let moved = View { normalisation: Normalisation::Reference(0), ..View::default() };
    let text = |error: Error| error.to_string();
    let view = text(refused(&separate, &["a", "b"], Options { view: moved, ..plain() }));
    assert!(view.contains("say differences_only"), "{view}");
    let student = Options { quantiles: Quantiles::Student, ..plain() };
    assert!(text(refused(&separate, &["a", "b"], student)).contains("df"));
    for degrees in [0.0, -1.0, f64::NAN] {
        assert!(text(refused(&Supplied { degrees, ..separate }, &["a", "b"], plain())).contains("df is"));
    }
    let zero = covariance(&[0.0, 0.3, 0.3, 1.0]);
    assert!(text(refused(&zero, &["a", "b"], plain())).contains("\"a\" has no variance"));
    let infinite = [1.0, f64::INFINITY];
    assert!(text(refused(&of(&infinite, SuppliedErrors::Separate(&[0.1, 0.1])), &["a", "b"], plain()))
        .contains("values: that of \"b\" is inf"));
}

/// Student's distribution with few degrees of freedom, the order turned round, and values that are not known.
#[test]
fn questions_of_order_need_no_model() {
    let values = [3.0, 1.0, f64::NAN, 1.1, 8.0];
    let errors = [0.1, 0.1, f64::NAN, 0.2, f64::INFINITY];
    let plain = of(&values, SuppliedErrors::Separate(&errors));
    let watch = &mut unwatched();
    let options = Options { draws: 4000, ..Options::default() };
    let asked = estimate(&plain, &options);
    let ranges = |asked: &Estimate| {
        let ranks = asked.ranks(&mut unwatched()).expect("ranks");
        ranks.iter().map(|r| (r.rank.rank, r.rank.best, r.rank.worst)).collect::<Vec<_>>()
    };
    let found = ranges(&asked);
    assert_eq!((found[0], found[1], found[3]), ((1.0, 1, 3), (3.0, 2, 5), (2.0, 2, 5)));
    assert!(found[2].0.is_nan() && found[4].0.is_nan() && (found[4].1, found[4].2) == (1, 5));
    let reversed = Supplied { lower_is_better: true, ..plain };
    let turned = estimate(&reversed, &options);
    let found = ranges(&turned);
    assert_eq!((found[0], found[1], found[3]), ((3.0, 3, 5), (1.0, 1, 4), (2.0, 1, 4)));
    // Values are shown as they are.
    let rows = turned.values(watch).expect("values");
    assert_eq!(rows[0].row[..2], [3.0, 0.1]);
    assert!(rows[2].row.iter().all(|x| x.is_nan()) && rows[4].row[1].is_infinite());
    let difference = turned.pairs(Family::AllPairs, Adjustment::None, watch).expect("pairs")[0].test;
    near("difference", difference.estimate, 2.0, CLOSE);
    near("its error", difference.error, 0.02f64.sqrt(), CLOSE);
    // A contrast of what is known is known.
    let contrasts =
        turned.contrasts(&[1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0], 2, watch).expect("contrasts");
    near("contrast", contrasts.0[0].row[0], 2.0, CLOSE);
    assert!(contrasts.0[1].row[0].is_nan());
    let known = [0, 1, 3];
    let winner = turned.winner(&known, 1, watch).expect("winner").0;
    assert_eq!((winner.item, winner.next, winner.estimate), (1, Some(3), 1.0));
    let [low, high] = winner.hybrid;
    assert!(low < 1.0 && high > 1.0 && winner.bound > 1.0 && (winner.lead - 0.1).abs() < 1e-12);
    // The winner of least value is the winner of the largest with the signs changed.
    let negative: Vec<f64> = values.iter().map(|v| -v).collect();
    let other = estimate(&of(&negative, SuppliedErrors::Separate(&errors)), &options);
    let same = other.winner(&known, 1, watch).expect("winner").0;
    assert_eq!([same.hybrid[0], same.hybrid[1], same.bound], [-high, -low, -winner.bound]);
    let letters = turned.compact_letters(watch).expect("letters");
    let group =
        |which: usize| letters.iter().filter(|m| m.group == which).map(|m| m.item).collect::<Vec<_>>();
    assert_eq!((group(0), group(1)), (vec![1, 2, 3, 4], vec![0, 2, 4]));
    let tiers: Vec<_> =
        turned.tiers(Tiers::Significance, watch).expect("tiers").iter().map(|t| t.tier).collect();
    assert_eq!(tiers, [Some(1), Some(0), None, Some(0), None]);
    let superior = turned.superiority(watch).expect("superiority");
    assert!(superior[5] > 0.999 && superior[1] < 0.001 && superior[2].is_nan() && superior[4].is_nan());
    let probable = turned.rank_probabilities(watch).expect("ranks").probabilities();
    near("rows sum to one", probable[5..10].iter().sum(), 1.0, CLOSE);
    assert!(probable[10].is_nan());
    let sets = turned.rank_sets(&RankQuestion::default(), watch).expect("sets");
    assert_eq!(sets.len(), 5);
    let quasi = turned.quasi_variances().expect_err("two values are not known").to_string();
    assert!(quasi.contains("is not determined"), "{quasi}");
}

/// With degrees of freedom the critical value of all pairs is that of Student's studentised range; with two values, Student's.
#[test]
fn degrees_of_freedom_make_quantiles_students() {
    let supplied = Supplied { degrees: 12.0, ..of(&[1.0, 2.0], SuppliedErrors::Separate(&[0.3, 0.4])) };
    let asked = estimate(&supplied, &Options::default());
    let quantile = 2.178_812_829_667_229;
    let row = asked.values(&mut unwatched()).expect("values")[0].row;
    near("upper", row[3], 1.0 + quantile * 0.3, CLOSE);
    let pair =
        asked.pairs(Family::AllPairs, Adjustment::SingleStep, &mut unwatched()).expect("pairs")[0].test;
    near("lower", pair.lower, -1.0 - quantile * 0.5, absolute(1e-6));
    near("p", pair.p, 0.068_655_014_038, CLOSE);
    assert_eq!(asked.facts().df, 12.0);
    let normal = estimate(&supplied, &Options { quantiles: Quantiles::Normal, ..Options::default() });
    let row = normal.values(&mut unwatched()).expect("values")[0].row;
    near("upper", row[3], 1.0 + 1.959_963_984_540_054 * 0.3, CLOSE);
}

#[test]
fn verdicts_are_read_off_an_interval() {
    let case = case("verdicts");
    let intervals = case["given"]["intervals"].as_array().expect("intervals").clone();
    let margin = number(&case["given"]["margin"]);
    for (interval, expected) in intervals.iter().zip(case["expected"].as_array().expect("cases")) {
        let ends = numbers(interval);
        for (key, want, margin) in [
            ("better", Want::Better, 0.0),
            ("better_by", Want::Better, margin),
            ("not_worse", Want::NotWorse, margin),
            ("equal", Want::Equal, margin),
        ] {
            let (found, words) = verdict([ends[0], ends[1]], want, margin);
            let exit = [Verdict::Pass, Verdict::Fail, Verdict::NotEnough].iter().position(|v| *v == found);
            assert_eq!(exit.map(|at| at as f64), expected[key]["exit"].as_f64(), "{key} of {ends:?}");
            let Words { better, better_by_margin, not_worse, equal, worse, worse_by_margin } = words;
            let said = [
                ("better", better),
                ("better_by_margin", better_by_margin),
                ("not_worse", not_worse),
                ("equal", equal),
                ("worse", worse),
                ("worse_by_margin", worse_by_margin),
            ];
            let said: Vec<&str> = said.iter().filter(|(_, is)| *is).map(|(word, _)| *word).collect();
            let facts: Vec<&str> =
                expected[key]["facts"].as_array().expect("facts").iter().filter_map(Value::as_str).collect();
            assert_eq!(said, facts, "{key} of {ends:?}");
        }
    }
}

#[test]
fn claims_are_judged_jointly() {
    let case = case("claims");
    let given = &case["given"];
    let (values, covariance) = (numbers(&given["values"]), matrix(&given["covariance"]));
    let supplied =
        Supplied { degrees: number(&given["df"]), ..of(&values, SuppliedErrors::Covariance(&covariance)) };
    let item = |claim: &Value, key: &str| claim[key].as_u64().expect("an item") as usize;
    let read = |claim: &Value| {
        let by = claim["by"].as_f64().unwrap_or(0.0);
        match claim["claim"].as_str().expect("a kind") {
            "above" => Claim::Above { first: item(claim, "a"), second: item(claim, "b"), by },
            "not_worse" => Claim::Above { first: item(claim, "a"), second: item(claim, "b"), by: -by },
            "parity" => Claim::Parity { first: item(claim, "a"), second: item(claim, "b"), within: by },
            "top" | "rank_at_least" => Claim::Top {
                item: item(claim, "a"),
                k: item(claim, "k"),
                is_chosen: claim["after"].as_bool() == Some(true),
            },
            _ => Claim::Order(numbers(&claim["order"]).iter().map(|&item| item as usize).collect()),
        }
    };
    let claims: Vec<Claim> = given["claims"].as_array().expect("claims").iter().map(read).collect();
    let asked = estimate(&supplied, &Options::default());
    let judged = asked.claims(&claims, &mut unwatched()).expect("claims");
    let expected = &case["expected"];
    let of = |side: usize| judged.iter().map(|row| row.p[side]).collect::<Vec<_>>();
    all_near("p_supported", &of(0), &numbers(&expected["p_supported"]), CLOSE);
    all_near("p_refuted", &of(1), &numbers(&expected["p_refuted"]), CLOSE);
    for (row, state) in judged.iter().zip(expected["state"].as_array().expect("states")) {
        let word = match row.state {
            State::Open => "open",
            State::Supported => "supported",
            State::Refuted => "refuted",
        };
        assert_eq!(Some(word), state.as_str(), "claim {}", row.claim);
    }
    // A supported claim about one difference is above zero at the joint level, and no other is.
    assert!(judged[0].difference[1] > 0.0 && judged[1].difference[1] < 0.0);
    near("difference", judged[0].difference[0], 0.2, CLOSE);
    let refused = |claim: Claim| asked.claims(&[claim], &mut unwatched()).expect_err("refused").to_string();
    assert!(refused(Claim::Above { first: 0, second: 0, by: 0.0 }).contains("claims[0]"));
    assert!(refused(Claim::Above { first: 0, second: 9, by: 0.0 }).contains("9 is none of the 6"));
    assert!(refused(Claim::Parity { first: 0, second: 1, within: 0.0 }).contains("by is 0"));
    assert!(refused(Claim::Top { item: 0, k: 7, is_chosen: false }).contains("k is 7"));
    assert!(refused(Claim::Order(vec![1, 0, 1])).contains("different items"));
    assert!(refused(Claim::Groups { upper: vec![0], lower: vec![0, 1] }).contains("different items"));
    assert!(asked.claims(&[], &mut unwatched()).is_err());
}

/// Of whoever leads, twice the largest one-sided p-value.
#[test]
fn the_leader_was_chosen() {
    let case = case("top_is_first");
    for (given, expected) in
        case["given"].as_array().expect("cases").iter().zip(case["expected"].as_array().expect("cases"))
    {
        let (values, covariance) = (numbers(&given["values"]), matrix(&given["covariance"]));
        let asked = estimate(&of(&values, SuppliedErrors::Covariance(&covariance)), &Options::default());
        let item = number(&expected["winner"]) as usize;
        let claim = Claim::Top { item, k: 1, is_chosen: true };
        let judged = asked.claims(&[claim], &mut unwatched()).expect("claims");
        near("p", judged[0].p[0], number(&expected["p_twice"]).min(1.0), CLOSE);
    }
}

/// A gate says what its interval says, with the p-value of the same question; less may be better.
#[test]
fn gates_answer_in_words() {
    let values = [0.50, 0.55];
    let plain = Supplied {
        degrees: 182.0,
        units: Some(183.0),
        ..of(&values, SuppliedErrors::Separate(&[0.01, 0.02]))
    };
    let watch = &mut unwatched();
    let ask = |supplied: &Supplied<'_>, want, margin, options: &Options| {
        let gate = Gate { candidate: 1, baseline: 0, want, margin };
        estimate(supplied, options).gate(&gate, &mut unwatched()).expect("gate")
    };
    let options = Options::default();
    let found = ask(&plain, Want::Better, 0.0, &options);
    let error = 0.0005f64.sqrt();
    let quantile = 1.973_084_077_054_318_4;
    near("lower", found.row[2], 0.05 - quantile * error, absolute(1e-9));
    assert!((found.verdict, found.words.better) == (Verdict::Pass, true) && found.units_needed.is_nan());
    let tests =
        estimate(&plain, &options).tests(&[-1.0, 1.0], 1, &[], Adjustment::None, watch).expect("tests");
    near("p", found.p, 0.5 * tests[0].test.p, CLOSE);
    let said = found.sentence.to_str().expect("text");
    assert_eq!(
        said,
        "Over 183 units like these \"1\" is better than \"0\": the difference is 0.0500 [0.00588, 0.0941]."
    );
    let open = ask(&plain, Want::Better, 0.02, &options);
    let z = 0.03 / error;
    near(
        "units",
        open.units_needed,
        183.0 * ((quantile + 0.841_621_233_572_914_3) / z).powi(2) - 183.0,
        absolute(1e-6),
    );
    assert!(
        open.verdict == Verdict::NotEnough
            && open.sentence.to_str().unwrap().contains("more units would decide")
    );
    // Lower is better: the candidate is worse, and the interval is shown as it is.
    let cost = Supplied { lower_is_better: true, ..plain };
    let dear = ask(&cost, Want::Better, 0.0, &options);
    assert_eq!((dear.verdict, dear.words.worse, dear.row), (Verdict::Fail, true, found.row));
    near("p", dear.p, 1.0 - found.p, CLOSE);
    assert!(ask(&cost, Want::NotWorse, 0.1, &options).verdict == Verdict::Pass);
    let equal = ask(&plain, Want::Equal, 0.1, &options);
    assert!(equal.verdict == Verdict::Pass && equal.p < 0.025 && equal.words.better);
    // At all looks the interval is wider, and evidence takes the place of the p-value.
    let anytime = Options { method: Method::Anytime, mixture: 0.05, ..Options::default() };
    let looked = ask(&Supplied { degrees: f64::INFINITY, ..plain }, Want::Better, 0.0, &anytime);
    assert!(looked.p.is_nan() && looked.row[2] < found.row[2]);
    assert_eq!(looked.verdict == Verdict::Pass, looked.row[2] > 0.0);
    let asked = estimate(&plain, &options);
    let refused = |gate: Gate| asked.gate(&gate, &mut unwatched()).expect_err("refused").to_string();
    let gate = Gate { candidate: 1, baseline: 0, want: Want::NotWorse, margin: 0.0 };
    assert!(refused(gate).contains("how much worse would not matter? not_worse needs a number above 0"));
    assert!(refused(Gate { margin: -1.0, ..gate }).contains("margin is -1"));
    assert!(refused(Gate { baseline: 1, ..gate }).contains("compare two items"));
    assert!(refused(Gate { baseline: 2, ..gate }).contains("2 is none of the 2"));
}

/// More differences than are tested at once are judged as they would be one by one; independent values of many items are read
/// without their eigenvalues.
#[test]
fn many_items_are_judged_in_parts() {
    const ITEMS: usize = 1200;
    let values: Vec<f64> = (0..ITEMS).map(|at| -0.01 * at as f64).collect();
    let errors = vec![0.05; ITEMS];
    let asked = estimate(&of(&values, SuppliedErrors::Separate(&errors)), &Options::default());
    let claims = [
        Claim::Groups { upper: (0..20).collect(), lower: (40..60).collect() },
        Claim::Above { first: 19, second: 40, by: 0.0 },
        Claim::Top { item: 0, k: 1, is_chosen: false },
        Claim::Above { first: 0, second: 1, by: 0.0 },
    ];
    let judged = asked.claims(&claims, &mut unwatched()).expect("claims");
    // The nearest two of the groups decide, and of the others the next one.
    near("groups", judged[0].p[0], judged[1].p[0], absolute(1e-15));
    near("top", judged[2].p[0], judged[3].p[0], absolute(1e-15));
    assert_eq!(
        judged.iter().map(|row| row.state).collect::<Vec<_>>(),
        [State::Supported, State::Supported, State::Open, State::Open]
    );
}
