//! Next comparisons of fitted models against the covariance of the model with the comparison added.

use crate::support::*;
use duel::comparisons::Set;
use duel::inference::{covariance_of, CovarianceKind, Options};
use duel::model::{Model, Position, Quantity, Specification, StrengthModel};
use duel::outcome::Outcome;
use duel::policy::{next_comparisons, Criterion, Question};
use duel::progress::unwatched;
use duel::Error;

const ITEMS: u32 = 5;

/// Three judges over all pairs but one, in both orders, more or less often.
fn votes() -> Set {
    let mut cells = Vec::new();
    for judge in 0..3 {
        for (i, j) in (0..ITEMS).flat_map(|i| (0..ITEMS).map(move |j| (i, j))) {
            if i != j && (i, j) != (0, 4) {
                let many = f64::from(1 + (i * 7 + j * 3 + judge) % 4);
                cells.push(Cell::new(Some(judge), i, j, many + f64::from(j), 1.0 + f64::from(i), many));
            }
        }
    }
    set_of(&cells)
}

/// The criterion of a model whose parameters are taken as they are.
fn value(model: &Model, criterion: Criterion) -> f64 {
    let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
    let s = covariance_of(model, Quantity::Scores, &options).expect("covariance");
    let n = ITEMS as usize;
    let difference = |i: usize, j: usize| s[i * n + i] + s[j * n + j] - 2.0 * s[i * n + j];
    match criterion {
        Criterion::Scores => (0..n).map(|i| s[i * n + i]).sum(),
        Criterion::Difference(i, j) => difference(i, j),
        Criterion::Boundary(k) => {
            let (scores, _) = table(model, Quantity::Scores, &options);
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
            difference(order[k - 1], order[k])
        }
        Criterion::Determinant => {
            // The product of the eigenvalues but the least, which is that of the constant direction.
            let (values, _) = duel::linalg::symmetric_eigen(&s, n).expect("eigenvalues");
            values[1..].iter().map(|v| v.ln()).sum()
        }
    }
}

/// Greedy choice by trying every comparison.
fn check(specification: &Specification, criterion: Criterion, judge: usize) {
    let set = votes();
    let fit = fitted(&set, specification);
    let question = Question { criterion, batch: 3, judge: Some(judge), threads: 1 };
    let found = next_comparisons(&fit, &question, &mut unwatched()).expect("comparisons");
    let threaded = Question { threads: 3, ..question };
    assert_eq!(found, next_comparisons(&fit, &threaded, &mut unwatched()).expect("comparisons"));
    let mut set = set;
    for next in &found {
        let model = Model::given(&set, specification, &fit.theta).expect("model");
        near("before", next.before, value(&model, criterion), relative(1e-8));
        let mut best = f64::INFINITY;
        for (i, j) in (0..ITEMS).flat_map(|i| (0..ITEMS).map(move |j| (i, j))).filter(|(i, j)| i != j) {
            let mut more = set.clone();
            append(&mut more, &[Cell::new(Some(judge as u32), i, j, 1.0, 0.0, 0.0)], false);
            let model = Model::given(&more, specification, &fit.theta).expect("model");
            let after = value(&model, criterion);
            best = best.min(after);
            if [i as usize, j as usize] == [next.left, next.right] {
                near("after", next.after, after, relative(1e-8));
            }
        }
        near("best", next.after, best, relative(1e-8));
        append(
            &mut set,
            &[Cell::new(Some(judge as u32), next.left as u32, next.right as u32, 1.0, 0.0, 0.0)],
            false,
        );
    }
}

const ALL: [Criterion; 4] =
    [Criterion::Scores, Criterion::Determinant, Criterion::Difference(0, 4), Criterion::Boundary(2)];

#[test]
fn the_next_comparison_is_the_best() {
    let plain = Specification { strength: StrengthModel::Pooled, ..Specification::default() };
    let position = Specification { position: Position::Shared, ..plain.clone() };
    let ties = Specification { outcome: Outcome::Davidson, position: Position::ByJudge, ..plain.clone() };
    let sensitive =
        Specification { strength: StrengthModel::SENSITIVITY, outcome: Outcome::RaoKupper, ..plain.clone() };
    for (specification, judge) in [(plain, 0), (position, 1), (ties, 2), (sensitive, 1)] {
        ALL.into_iter().for_each(|criterion| check(&specification, criterion, judge));
    }
}

#[test]
fn what_is_no_question_is_refused() {
    let set = votes();
    let model = fitted(&set, &Specification::default());
    let base = Question { criterion: Criterion::Scores, batch: 1, judge: None, threads: 1 };
    assert!(next_comparisons(&model, &base, &mut unwatched()).is_ok());
    for question in [
        Question { batch: 0, ..base },
        Question { judge: Some(3), ..base },
        Question { criterion: Criterion::Difference(0, 5), ..base },
        Question { criterion: Criterion::Difference(2, 2), ..base },
        Question { criterion: Criterion::Boundary(0), ..base },
        Question { criterion: Criterion::Boundary(5), ..base },
    ] {
        let error = next_comparisons(&model, &question, &mut unwatched()).expect_err("refused");
        assert!(matches!(error, Error::Argument(_)), "{error:?}");
    }
    let stop = next_comparisons(&model, &base, &mut |_| Err(Error::Cancelled));
    assert!(matches!(stop, Err(Error::Cancelled)));
}
