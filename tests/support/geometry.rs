//! Geometry of items and agreement of rankings: against SciPy and scikit-learn (`geometry.json`), and
//! of fitted models against what inference says of them by other ways.

use crate::support::*;
use duel::assess::{agreement, Agreement};
use duel::geometry::{
    classical, cluster, cut, distances, kernel_pca, smacof, tiers, Cut, Distance, Linkage, Map,
    SmacofOptions, Tier, Tiers, Tree,
};
use duel::inference::{
    adjacent, contrasts, enough_draws, gaussian_max, probabilities, test_pairs, Adjustment, Comparison,
    Correction, CovarianceKind, Family, Method, Options, PairTest,
};
use duel::model::{Model, Position, Problems, Quantity, Scale, Specification, StrengthModel, View};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use duel::Error;
use serde_json::Value;

fn square(case: &Value) -> (Vec<f64>, usize) {
    (numbers(&case["dissimilarities"]), number(&case["items"]) as usize)
}

/// The tree as rows of SciPy's linkage matrix.
fn linkage_rows(tree: &Tree) -> Vec<f64> {
    tree.merges.iter().flat_map(|m| [m.left as f64, m.right as f64, m.height, m.size as f64]).collect()
}

#[test]
fn clusters_of_scipy() {
    let case = reference("geometry.json");
    let (d, n) = square(&case);
    for (name, linkage) in ["average", "complete", "single", "ward"].into_iter().zip(Linkage::ALL) {
        let expected = &case["clusters"][name];
        let tree = |optimal| cluster(&d, n, linkage, optimal, &mut || Ok(())).expect("tree");
        let plain = tree(false);
        all_near(name, &linkage_rows(&plain), &numbers(&expected["linkage"]), relative(1e-12));
        let ordered = tree(true);
        let cost: f64 = ordered.order.windows(2).map(|pair| d[pair[0] * n + pair[1]]).sum();
        near(name, cost, number(&expected["cost"]), relative(1e-12));
        let leaves: Vec<f64> = ordered.order.iter().map(|&i| i as f64).collect();
        all_near(name, &leaves, &numbers(&expected["leaves"]), absolute(0.0));
        // Their labels are numbered otherwise.
        let labels = cut(&plain.merges, n, Cut::Number(3)).expect("labels");
        let three = numbers(&expected["three"]);
        for i in 0..n {
            for j in 0..i {
                assert_eq!(labels[i] == labels[j], three[i] == three[j], "{name}: {i} and {j}");
            }
        }
    }
}

/// Coordinates, and as many eigenvalues as there are references.
fn check_map(what: &str, map: &Map, expected: &Value) {
    let eigenvalues = numbers(&expected["eigenvalues"]);
    let within = Within { absolute: 1e-9 * eigenvalues[0], relative: 1e-9 };
    all_near(what, &map.eigenvalues[..eigenvalues.len()], &eigenvalues, within);
    all_near(what, &map.coordinates, &numbers(&expected["coordinates"]), absolute(1e-9));
}

#[test]
fn maps_of_numpy_and_scikit_learn() {
    let case = reference("geometry.json");
    let (d, n) = square(&case);
    check_map("classical", &classical(&d, n, 3).expect("map"), &case["classical"]);
    for (name, gamma) in [("kernel_median", 0.0), ("kernel_small", 1e-4)] {
        let found = kernel_pca(&d, n, gamma, 3).expect("components");
        near(name, found.gamma, number(&case[name]["gamma"]), relative(1e-14));
        check_map(name, &found.map, &case[name]);
    }
}

/// The best of 300 starts of scikit-learn. On a line starts seldom agree.
#[test]
fn stress_of_scikit_learn() {
    let case = reference("geometry.json");
    let (d, n) = square(&case);
    for expected in case["smacof"].as_array().expect("list") {
        let dimensions = number(&expected["dimensions"]) as usize;
        let starts = if dimensions == 1 { 3000 } else { 60 };
        let options = SmacofOptions { dimensions, starts, ..SmacofOptions::default() };
        let found = smacof(&d, None, n, &options, &mut unwatched()).expect("map");
        assert!(found.converged);
        near("stress", found.stress, number(&expected["stress"]), relative(1e-8));
        near("stress-1", found.stress_1, number(&expected["stress_1"]), relative(1e-6));
    }
}

#[test]
fn agreement_of_scipy() {
    let case = &reference("geometry.json")["agreement"];
    let scores = numbers(&case["scores"]);
    let rankings = rows(&case["scores"]).len();
    let items = scores.len() / rankings;
    for (name, measure) in [("kendall", Agreement::Kendall), ("spearman", Agreement::Spearman)] {
        let found = agreement(&scores, rankings, items, measure, 0, &mut unwatched()).expect("table");
        all_near(name, &found, &numbers(&case[name]), absolute(1e-14));
    }
    // Rankings cluster by one less their agreement: the two that are alike first.
    let tau = agreement(&scores, rankings, items, Agreement::Kendall, 0, &mut unwatched()).expect("table");
    let apart: Vec<f64> = tau.iter().map(|t| 1.0 - t).collect();
    let tree = cluster(&apart, rankings, Linkage::Average, true, &mut || Ok(())).expect("tree");
    let mut first = [tree.merges[0].left, tree.merges[0].right];
    first.sort_unstable();
    assert_eq!(first, [0, 3]);
}

/// Judged comparisons of six items: a position effect, ties, a covariate of items.
fn judged(strength: StrengthKind, outcome: Outcome) -> Model {
    let mut cells = Vec::new();
    for judge in 0..4u32 {
        for left in 0..6u32 {
            for right in (0..6u32).filter(|&r| r != left) {
                let wins = f64::from((5 * left + 3 * right + 2 * judge) % 7 + left.saturating_sub(right) + 1);
                let losses = f64::from((2 * left + 5 * right + judge) % 5 + right.saturating_sub(left) + 1);
                cells.push(Cell::new(Some(judge), left, right, wins, losses, f64::from((left + right) % 3)));
            }
        }
    }
    let mut set = set_of(&cells);
    item_covariate(&mut set, "price", &[0.3, -1.0, 0.5, 2.0, 0.1, -0.4]);
    let specification = Specification {
        strength: StrengthModel::of(strength, 0, false),
        outcome,
        position: Position::Shared,
        covariates: vec!["price".into()],
        ridge: 0.5,
        ..Specification::default()
    };
    fitted(&set, &specification)
}

fn neutral(scale: Scale) -> Options {
    Options {
        ignore_position: true,
        covariance: CovarianceKind::Observed,
        view: View { scale, unit: 100.0, origin: 1000.0, ..View::default() },
        ..Options::default()
    }
}

/// |z| is the log odds of a neutral comparison, and differences of scores are those of the scores.
#[test]
fn distances_of_models() {
    for strength in [StrengthKind::Pooled, StrengthKind::Sensitivity] {
        for outcome in [Outcome::BradleyTerry, Outcome::Davidson] {
            for scale in [Scale::Arithmetic, Scale::Reference(1)] {
                let model = judged(strength, outcome);
                let (n, options) = (model.layout.items, neutral(scale));
                let of = |what| distances(&model, what, &options, &mut unwatched()).expect("distances");
                let (z, gaps) = (of(Distance::Distinguishability), of(Distance::Scores));
                let (scores, _) = table(&model, Quantity::Scores, &options);
                for i in 0..n as u32 {
                    for j in 0..n as u32 {
                        let at = i as usize * n + j as usize;
                        let gap = (scores[i as usize] - scores[j as usize]).abs();
                        near("gap", gaps[at], gap, absolute(1e-9));
                        if i == j {
                            assert_eq!(z[at], 0.0);
                            continue;
                        }
                        // Of no judge in particular: one of sensitivity one.
                        let none = duel::comparisons::NONE;
                        let ids = Comparison { left: i, right: j, judge: none, context: none };
                        let p = &probabilities(&model, &[ids], &options, &mut unwatched()).expect("p")[0];
                        near("z", z[at], (p[0] / p[4]).ln().abs(), absolute(1e-9));
                    }
                }
                let refused = distances(&model, Distance::Noise, &options, &mut unwatched()).unwrap_err();
                assert!(matches!(refused, Error::Unsupported(_)), "{refused}");
            }
        }
    }
}

/// Two components: three items in a circle, and two of which one won twice as often.
fn apart() -> Model {
    let circle = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| Cell::new(None, a, b, 3.0, 1.0 + f64::from(a), 0.0));
    let cells = [circle.as_slice(), &[Cell::new(None, 3, 4, 4.0, 2.0, 0.0)]].concat();
    let accept = Specification { accept: Problems::DISCONNECTED, ..Specification::default() };
    fitted(&set_of(&cells), &accept)
}

/// Items 0 and 1 beat each other; both always beat 2 and 3, who beat each other.
fn separated() -> Model {
    let cells = [(0, 1, 4.0, 2.0), (2, 3, 2.0, 4.0), (0, 2, 5.0, 0.0), (1, 3, 5.0, 0.0), (4, 0, 3.0, 1.0)]
        .map(|(a, b, wins, losses)| Cell::new(None, a, b, wins, losses, 0.0));
    let accept = Specification { accept: Problems::SEPARATED, ..Specification::default() };
    fitted(&set_of(&cells), &accept)
}

fn expected() -> Options {
    Options { covariance: CovarianceKind::Expected, ..Options::default() }
}

#[test]
fn what_is_not_known_has_no_distance() {
    let model = apart();
    for what in [Distance::Scores, Distance::Distinguishability] {
        let found = distances(&model, what, &expected(), &mut unwatched()).expect("distances");
        for (at, d) in found.iter().enumerate() {
            assert_eq!((at / 5 < 3) != (at % 5 < 3), d.is_nan(), "{at}: {d}");
            assert!(d.is_nan() || d.is_finite());
        }
        near("odds 4 : 2", found[3 * 5 + 4], 2f64.ln(), absolute(1e-9));
        let error = classical(&found, 5, 2).unwrap_err();
        assert!(error.to_string().contains("NaN") && error.row_number() == Some(3), "{error}");
    }
    let model = separated();
    let group = |item: usize| item == 2 || item == 3;
    for what in [Distance::Scores, Distance::Distinguishability] {
        let found = distances(&model, what, &expected(), &mut unwatched()).expect("distances");
        for (at, d) in found.iter().enumerate() {
            assert_eq!(group(at / 5) != group(at % 5), *d == f64::INFINITY, "{at}: {d}");
            assert!(!d.is_nan());
        }
        near("odds 4 : 2", found[1], 2f64.ln(), absolute(1e-6));
    }
}

/// Components of many sizes, whose means round in many ways.
#[test]
fn rounding_is_no_direction() {
    for (first, second) in [(7u32, 3u32), (11, 9), (13, 6), (29, 23)] {
        let ring = |from: u32, count: u32| {
            (0..count).map(move |k| {
                Cell::new(None, from + k, from + (k + 1) % count, 2.0 + f64::from(k % 3), 1.0, 0.0)
            })
        };
        let cells: Vec<Cell> = ring(0, first).chain(ring(first, second)).collect();
        let accept = Specification { accept: Problems::DISCONNECTED, ..Specification::default() };
        let model = fitted(&set_of(&cells), &accept);
        let n = (first + second) as usize;
        for what in [Distance::Scores, Distance::Distinguishability] {
            let found = distances(&model, what, &expected(), &mut unwatched()).expect("distances");
            for (at, d) in found.iter().enumerate() {
                let apart = (at / n < first as usize) != (at % n < first as usize);
                assert_eq!(apart, d.is_nan(), "{first} {second} {at}: {d}");
                assert!(apart || d.is_finite());
            }
        }
    }
}

#[test]
fn adjacent_differences_are_contrasts() {
    let models = [
        judged(StrengthKind::Sensitivity, Outcome::Davidson),
        fitted(&arena_counts(), &Specification::default()),
    ];
    for model in &models {
        let n = model.layout.items;
        let base =
            Options { level: 0.9, view: View { unit: 10.0, origin: 5.0, ..View::default() }, ..expected() };
        for method in [Method::Marginal, Method::Bonferroni, Method::Simultaneous] {
            let options = Options { method, ..base.clone() };
            let found = adjacent(model, &options, &mut unwatched()).expect("differences");
            assert_eq!(found.len(), n - 1);
            let mut weights = vec![0.0; (n - 1) * n];
            for (row, pair) in weights.chunks_mut(n).zip(&found) {
                (row[pair.upper], row[pair.lower]) = (1.0, -1.0);
            }
            let (table, covariance) =
                contrasts(model, Quantity::Scores, &weights, n - 1, &options, &mut unwatched()).expect("L");
            for (pair, row) in found.iter().zip(&table) {
                let t = pair.test;
                let own = [t.estimate, t.error, t.lower, t.upper];
                all_near("contrast", &own, row, Within { absolute: 1e-8, relative: 1e-8 });
                assert!(t.estimate >= 0.0);
                // Significant where the interval leaves 0 out.
                if method != Method::Simultaneous || (t.adjusted - 0.1).abs() > 0.02 {
                    assert_eq!(t.adjusted < 0.1, t.lower > 0.0, "{method:?} {t:?}");
                }
            }
            assert!(found.windows(2).all(|pair| pair[0].lower == pair[1].upper));
            if method == Method::Simultaneous {
                let critical = gaussian_max(
                    &covariance,
                    n - 1,
                    0.9,
                    enough_draws(0.9),
                    options.seed,
                    1,
                    f64::INFINITY,
                    &mut || Ok(()),
                )
                .expect("critical value");
                let t = found[0].test;
                near("critical", (t.upper - t.estimate) / t.error, critical.value, relative(1e-9));
            }
        }
    }
}

#[test]
fn neighbours_of_different_components_have_no_difference() {
    for method in [Method::Marginal, Method::Bonferroni, Method::Simultaneous] {
        let options = Options { method, ..expected() };
        let found = adjacent(&apart(), &options, &mut unwatched()).expect("differences");
        let component = |item: usize| usize::from(item >= 3);
        let places: Vec<usize> = found.iter().map(|a| component(a.upper)).collect();
        assert_eq!(places, [0, 0, 0, 1]);
        for pair in &found {
            let t = pair.test;
            let known = component(pair.upper) == component(pair.lower);
            assert_eq!(known, t.estimate.is_finite() && t.adjusted.is_finite(), "{pair:?}");
            assert_eq!(known, !t.error.is_nan() && !t.lower.is_nan(), "{pair:?}");
        }
        assert_eq!((found[3].upper, found[3].lower), (3, 4));
        let open = adjacent(&separated(), &options, &mut unwatched()).expect("differences");
        let endless: Vec<bool> = open.iter().map(|a| a.test.error == f64::INFINITY).collect();
        assert_eq!(endless.iter().filter(|e| **e).count(), 1, "{open:?}");
        assert!(open.iter().all(|a| a.test.error.is_infinite() == a.test.adjusted.is_nan()));
    }
}

/// Tiers as numbers; NaN for an item without a place.
fn labels(rows: Vec<Tier>) -> Vec<f64> {
    assert!(rows.iter().enumerate().all(|(item, row)| row.item == item));
    rows.iter().map(|row| row.tier.map_or(f64::NAN, |tier| tier as f64)).collect()
}

/// By hand from the tests of all pairs.
#[test]
fn tiers_by_significance_follow_the_tests() {
    let arena = fitted(&arena_counts(), &Specification::default());
    for model in [arena, judged(StrengthKind::Pooled, Outcome::BradleyTerry)] {
        let n = model.layout.items;
        let options = Options { correction: Correction::None, level: 0.8, ..expected() };
        let found = labels(tiers(&model, Tiers::Significance, &options, &mut unwatched()).expect("tiers"));
        let tests = test_pairs(&model, Family::AllPairs, Adjustment::SingleStep, &options, &mut unwatched())
            .expect("tests");
        let mut differs = vec![false; n * n];
        for PairTest { first: i, second: j, test } in tests {
            let sure = test.lower > 0.0 || test.upper < 0.0;
            (differs[i * n + j], differs[j * n + i]) = (sure, sure);
        }
        let (scores, _) = table(&model, Quantity::Scores, &options);
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| scores[j].total_cmp(&scores[i]));
        let (mut first, mut tier) = (order[0], 0.0);
        for &item in &order {
            if differs[first * n + item] {
                (first, tier) = (item, tier + 1.0);
            }
            assert_eq!(found[item], tier, "item {item}");
        }
        assert!(tier > 0.0);
    }
}

#[test]
fn tiers_by_number_and_by_gap() {
    let model = judged(StrengthKind::Sensitivity, Outcome::BradleyTerry);
    let options = Options { view: View { unit: 100.0, ..View::default() }, ..expected() };
    let (scores, _) = table(&model, Quantity::Scores, &options);
    let find = |by| tiers(&model, by, &options, &mut unwatched()).map(labels);
    assert_eq!(find(Tiers::Number(1)).expect("tiers"), [0.0; 6]);
    let ranks = find(Tiers::Number(6)).expect("tiers");
    let better = |i: usize| scores.iter().filter(|s| **s > scores[i]).count() as f64;
    assert!((0..6).all(|i| ranks[i] == better(i)), "{scores:?} {ranks:?}");
    assert_eq!(find(Tiers::Gap(0.0)).expect("tiers"), ranks);
    let mut sorted = scores.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let widest = sorted.windows(2).map(|w| w[0] - w[1]).fold(0.0, f64::max);
    assert!(find(Tiers::Gap(widest * 1.001)).expect("tiers").iter().all(|t| *t == 0.0));
    let two = find(Tiers::Gap(widest * 0.999)).expect("tiers");
    assert_eq!(two.iter().fold(0.0f64, |m, t| m.max(*t)), 1.0);
    for by in [Tiers::Number(0), Tiers::Number(7), Tiers::Gap(-1.0), Tiers::Gap(f64::NAN)] {
        assert!(matches!(find(by), Err(Error::Argument(_))), "{by:?}");
    }
    for by in [Tiers::Significance, Tiers::Number(2), Tiers::Gap(0.1)] {
        let found = labels(tiers(&apart(), by, &expected(), &mut unwatched()).expect("tiers"));
        let known: Vec<bool> = found.iter().map(|t| !t.is_nan()).collect();
        assert_eq!(known, [true, true, true, false, false], "{by:?}");
        let found = labels(tiers(&separated(), by, &expected(), &mut unwatched()).expect("tiers"));
        let known: Vec<bool> = found.iter().map(|t| !t.is_nan()).collect();
        assert_eq!(known, [true, true, false, false, true], "{by:?}");
    }
}
