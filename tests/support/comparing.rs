//! Tests, ranks, compact letters, planning and quasi-variances of fitted models: against `peers.json`, and
//! against each other.

use crate::peers::{paired, zero_sum};
use crate::support::*;
use duel::comparisons::Set;
use duel::inference::{
    compact_letters, more_comparisons, quasi_variances, rank_probabilities, rank_ranges, superiority,
    test_contrasts, test_pairs, Adjustment, CovarianceKind, Family, Options, PairTest, PlanningQuestion,
    Test,
};
use duel::model::{Model, Position, Problems, Quantity, Specification};
use duel::progress::unwatched;
use duel::Error;
use serde_json::Value;

const R: Within = absolute(1e-6);

fn expected_information() -> Options {
    zero_sum(CovarianceKind::Expected)
}

fn baseball(case: &Value) -> Set {
    let counts = rows(&case["home_away_counts"]);
    let cells: Vec<Cell> =
        counts.iter().map(|r| Cell::new(None, r[0] as u32, r[1] as u32, r[2], r[3], 0.0)).collect();
    set_of(&cells)
}

fn tests(model: &Model, family: Family, adjustment: Adjustment, options: &Options) -> Vec<Test> {
    let found = test_pairs(model, family, adjustment, options, &mut unwatched()).expect("tests");
    found.into_iter().map(|pair| pair.test).collect()
}

#[test]
fn quasi_variances_of_r() {
    let reference = reference("peers.json");
    let citations = &reference["R/citations"];
    let teams = &reference["R/baseball"];
    let home = Specification { position: Position::Shared, ..Specification::default() };
    for (what, set, specification, expected) in [
        ("citations", paired(citations), Specification::default(), &citations["quasi_variance"]),
        ("baseball", baseball(teams), Specification::default(), &teams["quasi_variance_standard"]),
        ("at home", baseball(teams), home, &teams["quasi_variance_home"]),
    ] {
        let model = fitted(&set, &specification);
        let found = quasi_variances(&model, &expected_information()).expect("quasi-variances");
        all_near(what, &found.variances, &numbers(&expected["quasi_var"]), R);
        // qvcalc's worst errors are those over differences of two.
        all_near(what, &found.differences, &numbers(&expected["worst_relerr"]), absolute(5e-6));
        assert!(found.differences[0] >= found.contrasts[0] && found.differences[1] <= found.contrasts[1]);
    }
}

#[test]
fn adjusted_p_values_of_r() {
    let case = &reference("peers.json")["R/baseball"];
    let expected = &case["all_pairs_home"];
    let specification = Specification { position: Position::Shared, ..Specification::default() };
    let model = fitted(&baseball(case), &specification);
    for (adjustment, name) in [
        (Adjustment::None, "p_raw"),
        (Adjustment::Bonferroni, "p_bonferroni"),
        (Adjustment::Holm, "p_holm"),
        (Adjustment::Hochberg, "p_hochberg"),
        (Adjustment::BenjaminiHochberg, "p_BH"),
        (Adjustment::BenjaminiYekutieli, "p_BY"),
    ] {
        let found = tests(&model, Family::AllPairs, adjustment, &expected_information());
        let column = |of: fn(&Test) -> f64| found.iter().map(of).collect::<Vec<f64>>();
        // Theirs are the later less the earlier team.
        all_near(name, &column(|t| -t.estimate), &numbers(&expected["estimate"]), R);
        all_near(name, &column(|t| t.error), &numbers(&expected["se"]), absolute(5e-6));
        all_near(name, &column(|t| t.p), &numbers(&expected["p_raw"]), R);
        all_near(name, &column(|t| t.adjusted), &numbers(&expected[name]), absolute(5e-6));
    }
    let options = Options { draws: 1_000_000, seed: 2, ..expected_information() };
    let found = tests(&model, Family::AllPairs, Adjustment::SingleStep, &options);
    let column: Vec<f64> = found.iter().map(|t| t.adjusted).collect();
    // A million draws leave a standard error of at most 5e-4, for p-values near one half.
    all_near("p_single_step", &column, &numbers(&expected["p_single_step"]), absolute(1.5e-3));
    let small = |at: &usize| number(&expected["p_single_step"][*at]) < 0.1;
    for at in (0..21).filter(small) {
        near("p_single_step", column[at], number(&expected["p_single_step"][at]), absolute(5e-4));
    }
    let critical = (found[0].upper - found[0].estimate) / found[0].error;
    near("quantile", critical, number(&expected["simultaneous_quantile"]), absolute(5e-3));
}

/// Eight players, most of whom have met, with margins of all sizes.
fn players() -> Vec<Cell> {
    let mut cells = Vec::new();
    for i in 0..8u32 {
        for j in 0..i {
            if (i * j) % 5 != 1 {
                let (wins, losses) =
                    (f64::from(4 + (i * 7 + j * 3) % 9 + 3 * i), f64::from(3 + (i + j * 5) % 7));
                cells.push(Cell::new(None, i, j, wins, losses, 0.0));
            }
        }
    }
    cells
}

#[test]
fn all_against_one_are_contrasts() {
    let model = fitted(&set_of(&players()), &Specification::default());
    let options = Options { draws: 200_000, ..Options::default() };
    for adjustment in Adjustment::ALL.into_iter().filter(|a| !a.is_of_e_values()) {
        let found = tests(&model, Family::ToReference(2), adjustment, &options);
        let mut weights = vec![0.0; 7 * 8];
        for (row, item) in (0..8).filter(|i| *i != 2).enumerate() {
            weights[row * 8 + item] = 1.0;
            weights[row * 8 + 2] = -1.0;
        }
        let scores = Quantity::Scores;
        let watch = &mut unwatched();
        let contrasts =
            test_contrasts(&model, scores, &weights, 7, &[0.0; 7], adjustment, &options, watch).unwrap();
        for (a, b) in found.iter().zip(&contrasts) {
            all_near("against one", &a.numbers(), &b.numbers(), absolute(1e-9));
        }
        // A contrast is not significant against its own estimate.
        let own: Vec<f64> = found.iter().map(|t| t.estimate).collect();
        let watch = &mut unwatched();
        let contrasts =
            test_contrasts(&model, scores, &weights, 7, &own, adjustment, &options, watch).unwrap();
        assert!(contrasts.iter().all(|t| t.p > 1.0 - 1e-9 && t.lower < t.estimate && t.estimate < t.upper));
    }
}

#[test]
fn ranks_tests_groups_and_probabilities_agree() {
    let model = fitted(&set_of(&players()), &Specification::default());
    let options = Options { draws: 50_000, ..Options::default() };
    let pairs =
        test_pairs(&model, Family::AllPairs, Adjustment::SingleStep, &options, &mut unwatched()).unwrap();
    let ranges = rank_ranges(&model, &options, &mut unwatched()).unwrap();
    let groups = compact_letters(&model, &options, &mut unwatched()).unwrap();
    let better = superiority(&model, &options, &mut unwatched()).unwrap();
    let mut sure = [[0usize; 2]; 8];
    for PairTest { first: i, second: j, test } in &pairs {
        let significant = test.adjusted <= 0.05;
        assert_eq!(significant, test.lower > 0.0 || test.upper < 0.0, "{i}, {j}: {test:?}");
        let shared = groups.iter().any(|g| g.contains(i) && g.contains(j));
        assert_eq!(significant, !shared, "{i}, {j}");
        let (winner, loser) = if test.estimate > 0.0 { (*i, *j) } else { (*j, *i) };
        sure[winner][0] += usize::from(significant);
        sure[loser][1] += usize::from(significant);
        near("superiority", better[winner * 8 + loser], 1.0 - 0.5 * test.p, absolute(1e-12));
        near("superiority", better[loser * 8 + winner], 0.5 * test.p, absolute(1e-12));
    }
    assert!(groups.len() > 1 && groups.len() < 8, "{groups:?}");
    for (range, [worse, better]) in ranges.iter().zip(sure) {
        assert_eq!((range.best, range.worst), (1 + better, 8 - worse));
    }
    let distribution = rank_probabilities(&model, &options, &mut unwatched()).unwrap();
    for (i, row) in distribution.summary(0.95).iter().enumerate() {
        let expected = 1.0 + (0..8).filter(|&j| j != i).map(|j| better[j * 8 + i]).sum::<f64>();
        near("expected rank", row[1], expected, absolute(4.0 * row[2] / 50_000f64.sqrt() + 1e-4));
        assert!(row[3] >= ranges[i].best as f64 && row[4] <= ranges[i].worst as f64, "{row:?}");
    }
}

/// Comparisons that turn out as the model expects leave its scores as they are: after as many as planned
/// the standard error is the one aimed at.
#[test]
fn planned_comparisons_reach_the_error_aimed_at() {
    let cells = players();
    let model = fitted(&set_of(&cells), &Specification::default());
    for (kind, design_only) in [(CovarianceKind::Expected, false), (CovarianceKind::SandwichExpected, true)] {
        let options = zero_sum(kind);
        let question = PlanningQuestion { pairs: &[[0, 1], [6, 5]], gaps: &[0.3, -0.2], power: 0.9 };
        let needs = more_comparisons(&model, &question, &options).unwrap();
        for (need, (&[i, j], gap)) in needs.iter().zip(question.pairs.iter().zip(question.gaps)) {
            // Normal quantiles at 0.975 and 0.9.
            let target = gap.abs() / (1.959_963_984_540_054 + 1.281_551_565_544_600_4);
            assert!(need.pair > 0.0 && need.design > 0.0 && need.error > target, "{need:?}");
            let error = |cells: &[Cell]| {
                let model = fitted(&set_of(cells), &Specification::default());
                let found = tests(&model, Family::ToReference(j), Adjustment::None, &options);
                let test = found[i - usize::from(i > j)];
                near("difference", test.estimate, need.difference, absolute(1e-6));
                test.error
            };
            let share = 1.0 + need.design / model.facts.comparisons;
            let mut more = cells.clone();
            more.iter_mut().flat_map(|c| &mut c.counts).for_each(|count| *count *= share);
            near("design", error(&more), target, relative(1e-6));
            if !design_only {
                let p = 1.0 / (1.0 + (-need.difference).exp());
                let mut more = cells.clone();
                more.push(Cell::new(None, i as u32, j as u32, p * need.pair, (1.0 - p) * need.pair, 0.0));
                near("pair", error(&more), target, relative(1e-6));
            }
        }
    }
    let question = PlanningQuestion { pairs: &[[0, 1], [0, 7]], gaps: &[0.0, 50.0], power: 0.8 };
    let needs = more_comparisons(&model, &question, &Options::default()).unwrap();
    assert_eq!((needs[0].pair, needs[0].design), (f64::INFINITY, f64::INFINITY));
    assert_eq!((needs[1].pair, needs[1].design), (0.0, 0.0));
}

#[test]
fn between_components_nothing_is_known() {
    let mut cells = players();
    cells.extend([Cell::new(None, 8, 9, 5.0, 3.0, 0.0), Cell::new(None, 9, 10, 5.0, 3.0, 0.0)]);
    let specification = Specification { accept: Problems::DISCONNECTED, ..Specification::default() };
    let model = fitted(&set_of(&cells), &specification);
    let options = Options::default();
    let across = |i: usize, j: usize| (i < 8) != (j < 8);
    for adjustment in [Adjustment::SingleStep, Adjustment::Bonferroni] {
        let found = test_pairs(&model, Family::AllPairs, adjustment, &options, &mut unwatched()).unwrap();
        assert_eq!(found.len(), 55);
        for PairTest { first: i, second: j, test } in &found {
            assert_eq!(test.numbers().iter().all(|v| v.is_nan()), across(*i, *j), "{i}, {j}: {test:?}");
            assert_eq!(test.numbers().iter().any(|v| v.is_nan()), across(*i, *j), "{i}, {j}: {test:?}");
        }
        // 28 pairs in one component and 3 in the other.
        let bonferroni =
            found.iter().filter(|t| adjustment == Adjustment::Bonferroni && t.test.adjusted < 1.0);
        bonferroni
            .for_each(|PairTest { test: t, .. }| near("31 tests", t.adjusted, 31.0 * t.p, relative(1e-12)));
    }
    let better = superiority(&model, &options, &mut unwatched()).unwrap();
    for i in 0..11 {
        for j in 0..11 {
            assert_eq!(better[i * 11 + j].is_nan(), i == j || across(i, j));
        }
    }
    let ranks = rank_probabilities(&model, &options, &mut unwatched()).unwrap().summary(0.95);
    assert!(
        ranks[..8].iter().flatten().all(|v| v.is_finite()) && ranks[8..].iter().flatten().all(|v| v.is_nan())
    );
    let found = compact_letters(&model, &options, &mut unwatched()).unwrap();
    let together = |i: usize, j: usize| found.iter().any(|g| g.contains(&i) && g.contains(&j));
    assert!((0..8).all(|i| (8..11).all(|j| together(i, j))));
    let error = quasi_variances(&model, &options).unwrap_err();
    assert!(matches!(error, Error::NotIdentified(_)), "{error}");
    let question = PlanningQuestion { pairs: &[[0, 9]], gaps: &[], power: 0.8 };
    let needs = more_comparisons(&model, &question, &options).unwrap();
    assert!(needs[0].difference.is_nan() && needs[0].pair.is_nan() && needs[0].design.is_nan());
}
