//! Values that somebody else estimated, against an independent program (`evidence.json`).

use crate::support::*;
use duel::comparisons::{Kind, Set};
use duel::error::Error;
use duel::estimate::{numbered, Estimate};
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
    let quantile = 2.178_812_829_667_228_7;
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
