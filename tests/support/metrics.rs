//! Metrics, marginal rates and matrices: the references of `paired_metrics.json`, and what must hold of
//! any model.

use crate::assess::simulated;
use crate::paired::specification;
use crate::peers::with;
use crate::support::*;
use duel::assess::{
    accuracy, criteria, marginals, matrix, metrics, observed, ErrorMetrics, Matrix, Metrics, ResidualsBy,
};
use duel::comparisons::{Kind, Set};
use duel::model::{Model, Position, Problems, Specification};
use duel::outcome::Outcome;
use duel::Error;
use serde_json::Value;

fn check(what: &str, found: &Metrics, expected: &Value, within: Within) {
    let of = |name: &str| number(&expected[name]);
    for (name, value) in [
        ("ce_all", found.cross_entropy),
        ("kl_pair_mean", found.kl_mean),
        ("kl_weighted", found.kl_weighted),
        ("js_pair_mean", found.js_mean),
        ("js_weighted", found.js_weighted),
        ("rmse_count_all", found.errors.rmse_count),
        ("mae_count_all", found.errors.mae_count),
        ("rmse_percent_all", found.errors.rmse_percent),
        ("mae_percent_all", found.errors.mae_percent),
    ] {
        near(&format!("{what}: {name}"), value, of(name), within);
    }
    let column = |of: fn(&ErrorMetrics) -> f64| -> Vec<f64> {
        found.by_outcome.iter().map(|outcome| of(&outcome.errors)).collect()
    };
    let entropies: Vec<f64> = found.by_outcome.iter().map(|outcome| outcome.cross_entropy).collect();
    for (name, values) in [
        ("ce_per_outcome", entropies),
        ("rmse_count", column(|e| e.rmse_count)),
        ("mae_count", column(|e| e.mae_count)),
        ("rmse_percent", column(|e| e.rmse_percent)),
        ("mae_percent", column(|e| e.mae_percent)),
    ] {
        all_near(&format!("{what}: {name}"), &values, &numbers(&expected[name]), within);
    }
}

fn unit_set(reference: &Value) -> Set {
    let pairs = rows(&reference["pairs"]);
    let counts = rows(&reference["counts_win_loss_tie"]);
    let cell =
        |(pair, c): (&Vec<f64>, &Vec<f64>)| Cell::new(None, pair[0] as u32, pair[1] as u32, c[0], c[1], c[2]);
    set_of(&pairs.iter().zip(&counts).map(cell).collect::<Vec<_>>())
}

#[test]
fn unit_checks() {
    let reference = &reference("paired_metrics.json")["unit_checks"];
    let set = unit_set(reference);
    let mut seen = 0;
    for case in reference["cases"].as_array().expect("cases") {
        let specification = specification(case);
        let what = format!("{} {} {} {}", case["family"], case["k_cov"], case["k_tie"], case["ties"]);
        let model = Model::given(&set, &specification, &numbers(&case["theta"])).expect(&what);
        let found = metrics(&model, None, ResidualsBy::Pair).expect(&what);
        check(&what, &found, &case["metrics"], relative(1e-11));
        near(&what, -found.log_likelihood, number(&case["total_nll"]), relative(1e-13));
        // Nothing distinguishes the comparisons of a pair, which were all shown in one order.
        assert_eq!(metrics(&model, Some(&set), ResidualsBy::Cell).expect(&what), found);
        seen += 1;
    }
    assert_eq!(seen, 24);
}

#[test]
fn models_of_the_arena() {
    let reference = reference("paired_metrics.json");
    let set = arena_counts();
    let mut seen = 0;
    for case in reference["models"].as_array().expect("models") {
        let specification = specification(case);
        let what = format!("model {}", case["number"]);
        let given = Model::given(&set, &specification, &numbers(&case["param"])).expect(&what);
        let found = metrics(&given, None, ResidualsBy::Pair).expect(&what);
        check(&what, &found, &case["metrics"], relative(1e-9));
        near(&what, found.log_coefficient, number(&case["log_multinomial_constant"]), relative(1e-11));

        let model = fitted(&set, &specification);
        check(
            &what,
            &metrics(&model, None, ResidualsBy::Pair).expect(&what),
            &case["metrics"],
            relative(1e-6),
        );
        let found = criteria(&model).expect(&what);
        let expected = &case["criteria_identifiable"];
        assert_eq!(found.dimension as f64, number(&case["identified_dimension"]), "{what}");
        for (name, value) in
            [("aic", found.aic), ("aicc", found.aicc), ("bic_n_comparisons", found.bic), ("caic", found.caic)]
        {
            near(&format!("{what}: {name}"), value, number(&expected[name]), relative(1e-11));
        }
        near(&what, found.deviance, number(&case["deviance"]), relative(1e-7));
        seen += 1;
    }
    assert_eq!(seen, 4);
}

/// The Arena counts, and some rows of them held out.
fn arena_split(held: &[usize]) -> (Set, Set) {
    let whole = arena_counts();
    let rows = lines(&["examples", "data", "chatbot_arena_202408_counts.csv"]);
    let id = |name: &str| whole.find(Kind::Item, name).expect("item") as u32;
    let cell = |row: &Vec<String>| {
        let count = |at: usize| row[at].parse().expect("count");
        Cell::new(None, id(&row[0]), id(&row[1]), count(2), count(3), count(4))
    };
    let of = |is_held: bool| -> Vec<Cell> {
        (0..rows.len()).filter(|row| held.contains(row) == is_held).map(|row| cell(&rows[row])).collect()
    };
    (set_of(&of(false)), set_of(&of(true)))
}

#[test]
fn pairs_held_out() {
    let reference = reference("paired_metrics.json");
    let held: Vec<usize> =
        numbers(&reference["held_out_pairs_rows"]).iter().map(|row| *row as usize).collect();
    let (rest, held) = arena_split(&held);
    let expected = &reference["held_out"][0];
    let model = fitted(&rest, &with(Outcome::Davidson));
    near("train", model.facts.log_likelihood, number(&expected["train_loglik"]), relative(1e-12));
    let found = metrics(&model, Some(&held), ResidualsBy::Pair).expect("metrics");
    assert_eq!((found.comparisons, found.unpredicted), (number(&expected["test_n"]), 0.0));
    near("nll", found.cross_entropy, number(&expected["test_mean_nll"]), relative(1e-9));
    near("kl", found.kl_mean, number(&expected["kl_pair_mean"]), relative(1e-9));
    near("rmse", found.errors.rmse_count, number(&expected["rmse_count_all"]), relative(1e-9));
    let rmse: Vec<f64> = found.by_outcome.iter().map(|o| o.errors.rmse_count).collect();
    all_near("rmse", &rmse, &numbers(&expected["rmse_count"]), relative(1e-9));
    near(
        "log score",
        -accuracy(&model, Some(&held)).expect("accuracy").log_score,
        found.cross_entropy,
        relative(1e-12),
    );
}

/// At the optimum the totals that the likelihood fits are fitted: expected scores of every item, ties
/// under a single threshold.
#[test]
fn marginals_add_up() {
    let set = set_of(&simulated(3, 30, &[1.0, 0.6], 0.3, 0.4));
    for (specification, outcomes) in [
        (Specification::default(), 2),
        (with(Outcome::Davidson), 3),
        (
            Specification {
                position: Position::ByJudge,
                threshold_by_judge: true,
                ..with(Outcome::RaoKupper)
            },
            3,
        ),
    ] {
        let model = fitted(&set, &specification);
        let table = flat(&marginals(&model, None).expect("marginals"), outcomes);
        let counts = model.item_counts();
        let width = 2 * outcomes + 1;
        assert_eq!(table.len(), 5 * width);
        let mut sums = vec![0.0; width];
        for (row, counts) in table.chunks(width).zip(counts.chunks(6)) {
            assert_eq!(row[0], counts[0]);
            let seen = duel::outcome::Counts::new([counts[1], counts[2], counts[3], 0.0]);
            all_near(
                "observed",
                &row[1..=outcomes],
                &observed(specification.outcome, &seen)[..outcomes],
                absolute(1e-9),
            );
            let halves = |from: usize| row[from] + if outcomes == 3 { 0.5 * row[from + 2] } else { 0.0 };
            if specification.outcome != Outcome::RaoKupper {
                near("score", halves(1 + outcomes), halves(1), relative(1e-8));
            }
            near("all", row[1 + outcomes..].iter().sum(), row[0], relative(1e-12));
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        near("wins are losses", sums[1 + outcomes], sums[2 + outcomes], relative(1e-12));
        if specification.outcome == Outcome::Davidson {
            near("ties", sums[6], sums[3], relative(1e-8));
        }
        // Matrices have the marginals as their row sums.
        for outcome in [0, 2].into_iter().filter(|&k| k < outcomes) {
            for (what, first) in [(Matrix::Counts, 1), (Matrix::Expected, 1 + outcomes)] {
                let cells = matrix(&model, what, outcome).expect("matrix");
                for item in 0..5 {
                    let sum: f64 = cells[5 * item..][..5].iter().sum();
                    near("row sum", sum, table[item * width + first + outcome], relative(1e-12));
                }
            }
        }
    }
}

#[test]
fn matrices_of_proportions() {
    let cells = [
        Cell::new(None, 0, 1, 6.0, 3.0, 1.0),
        Cell::new(None, 1, 0, 2.0, 6.0, 2.0),
        Cell::new(None, 1, 2, 5.0, 4.0, 1.0),
    ];
    let model = fitted(&set_of(&cells), &with(Outcome::Davidson));
    let wins = matrix(&model, Matrix::Observed, 0).expect("wins");
    let ties = matrix(&model, Matrix::Observed, 2).expect("ties");
    near("wins", wins[1], 0.6, absolute(1e-15));
    near("losses", wins[3], 0.25, absolute(1e-15));
    assert_eq!((ties[1], ties[3]), (0.15, 0.15));
    assert!([wins[0], wins[2], wins[6], ties[8]].iter().all(|v| v.is_nan()));
    let (wins, ties) = (matrix(&model, Matrix::Predicted, 0), matrix(&model, Matrix::Predicted, 2));
    let (wins, ties) = (wins.expect("wins"), ties.expect("ties"));
    for i in 0..3 {
        for j in (0..3).filter(|&j| j != i) {
            near("all", wins[3 * i + j] + wins[3 * j + i] + ties[3 * i + j], 1.0, absolute(1e-14));
        }
        assert!(wins[4 * i].is_nan());
    }
    assert!(wins[2] > wins[1] && wins[1] > 0.5 * (1.0 - ties[1]));
    let plain = fitted(&set_of(&cells), &Specification::default());
    assert!(matches!(matrix(&plain, Matrix::Counts, 2), Err(Error::Unsupported(_))));
    assert_eq!(matrix(&plain, Matrix::Counts, 0).expect("halves")[1], 13.5);
}

/// Values that the data do not determine are counted, not guessed.
#[test]
fn comparisons_across_components_are_not_predicted() {
    let cells = [Cell::new(None, 0, 1, 6.0, 3.0, 1.0), Cell::new(None, 2, 3, 2.0, 6.0, 2.0)];
    let other = [Cell::new(None, 0, 1, 1.0, 1.0, 0.0), Cell::new(None, 3, 1, 4.0, 2.0, 1.0)];
    let specification = Specification { accept: Problems::DISCONNECTED, ..with(Outcome::Davidson) };
    let (set, other) = (set_of(&cells), set_of(&other));
    let model = fitted(&set, &specification);
    let found = metrics(&model, Some(&other), ResidualsBy::Pair).expect("metrics");
    assert_eq!((found.rows, found.comparisons, found.unpredicted), (1, 2.0, 7.0));
    let measured = accuracy(&model, Some(&other)).expect("accuracy");
    assert_eq!((measured.comparisons, measured.unpredicted), (2.0, 7.0));
    let wins = matrix(&model, Matrix::Predicted, 0).expect("wins");
    assert!(wins[1].is_finite() && wins[2].is_nan() && wins[13].is_nan() && wins[14].is_finite());
    // A ridge connects them.
    let model = fitted(&set, &Specification { ridge: 1.0, ..with(Outcome::Davidson) });
    assert_eq!(metrics(&model, Some(&other), ResidualsBy::Pair).expect("metrics").unpredicted, 0.0);
    assert!(matrix(&model, Matrix::Predicted, 0).expect("wins")[2].is_finite());
    assert!(matches!(metrics(&model, None, ResidualsBy::Item), Err(Error::Argument(_))));
}
