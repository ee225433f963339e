//! Fits that start from another model: whatever that knows, the fit is refused only where it is refused without it, and is
//! as good.

use crate::support::*;
use duel::model::{
    fit_from, Link, Model, Position, Problems, Specification, SpreadModel, StrengthModel, ThresholdModel,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;

fn is_estimate(model: &Model) -> bool {
    !model.facts.problems.contains(Problems::SEPARATED)
        && !model.facts.problems.contains(Problems::NOT_CONVERGED)
}

fn from(cells: &[Cell], specification: &Specification, start: &Model) -> Model {
    fit_from(&set_of(cells), specification, Some(start), &mut unwatched())
        .unwrap_or_else(|e| panic!("{e}: {specification:?}"))
}

fn accepting(specification: Specification) -> Specification {
    Specification { accept: Problems::ANY, ..specification }
}

/// Votes of three judges on four items, drawn anew from each stream.
fn drawn(stream: u64) -> Vec<Cell> {
    let mut random = Random::new(54, stream);
    let mut count = |most: u64| random.below(most + 1) as f64;
    let mut cells = Vec::new();
    for (judge, left, right) in (0..3).flat_map(|k| [(k, 0, 1), (k, 2, 1), (k, 2, 3), (k, 0, 3), (k, 3, 1)]) {
        cells.push(Cell::new(Some(judge), left, right, 1.0 + count(6), 1.0 + count(4), count(3)));
    }
    cells
}

fn changed(cells: &[Cell], change: impl Fn(&mut Cell)) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.iter_mut().for_each(change);
    cells
}

/// The first tie after a fit without: its threshold is at the end of its range, where a tie has no probability.
#[test]
fn the_first_tie_after_a_fit_without() {
    let cells = drawn(0);
    let without = changed(&cells, |cell| cell.counts[2] = 0.0);
    let mut first = without.clone();
    first[0].counts[2] = 1.0;
    for outcome in [Outcome::RaoKupper, Outcome::GlennDavid, Outcome::Davidson] {
        let specification = accepting(Specification { outcome, ..Specification::default() });
        let start = fitted(&set_of(&without), &specification);
        let warm = from(&first, &specification, &start);
        let cold = fitted(&set_of(&first), &specification);
        near("objective", warm.facts.objective, cold.facts.objective, absolute(1e-9));
        assert!(is_estimate(&warm) && warm.facts.problems == cold.facts.problems, "{outcome:?}");
        let theta = warm.theta.last().copied().unwrap_or(f64::NAN);
        near("threshold", theta, cold.theta.last().copied().unwrap_or(f64::NAN), absolute(1e-6));
    }
}

/// Starts from votes that say next to nothing of the new ones, or have no estimate at all.
#[test]
fn no_start_makes_a_fit_fail() {
    let models = [
        Specification::default(),
        Specification { position: Position::ByJudge, ..Specification::default() },
        Specification { outcome: Outcome::ThurstoneMosteller, ..Specification::default() },
        Specification { outcome: Outcome::RaoKupper, ..Specification::default() },
        Specification { outcome: Outcome::GlennDavid, ..Specification::default() },
        Specification { outcome: Outcome::Davidson, threshold_by_judge: true, ..Specification::default() },
        Specification {
            outcome: Outcome::RaoKupper,
            threshold: ThresholdModel::ADDITIVE,
            ..Specification::default()
        },
        Specification {
            outcome: Outcome::RaoKupper,
            threshold: ThresholdModel::ADDITIVE.with_link(Link::LINEAR),
            ..Specification::default()
        },
        Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() },
        Specification { strength: StrengthModel::SIGNED, ..Specification::default() },
        Specification {
            strength: StrengthModel::SENSITIVITY,
            outcome: Outcome::RaoKupper,
            ..Specification::default()
        },
        Specification { spread: Some(SpreadModel { factors: 0, ridge: 1.0 }), ..Specification::default() },
    ];
    let mut compared = 0;
    for (at, specification) in models.into_iter().enumerate() {
        let specification = accepting(specification);
        for stream in 0..8 {
            let cells = drawn(stream);
            let others = [
                // No ties; item 0 always wins; no judge ever errs; the left item always wins; all turned round.
                changed(&cells, |cell| cell.counts[2] = 0.0),
                changed(&cells, |cell| cell.counts[1] *= f64::from(u8::from(cell.left != 0))),
                changed(&cells, |cell| {
                    let lost = usize::from(cell.left < cell.right);
                    cell.counts[1 - lost] += cell.counts[lost];
                    cell.counts[lost] = 0.0;
                }),
                changed(&cells, |cell| cell.counts[1] = 0.0),
                changed(&cells, |cell| cell.counts.swap(0, 1)),
                changed(&cells, |cell| cell.counts[0] *= 1e5),
                drawn(100 + stream),
            ];
            let cold = fitted(&set_of(&cells), &specification);
            for (which, other) in others.iter().enumerate() {
                let Ok(start) = try_fit(&set_of(other), &specification) else { continue };
                let warm = from(&cells, &specification, &start);
                let what = format!("model {at}, votes {stream}, start {which}");
                assert!(is_estimate(&warm) || !is_estimate(&cold), "{what}: {:?}", warm.diagnostics);
                if is_estimate(&cold) {
                    let worse = warm.facts.objective - cold.facts.objective;
                    assert!(worse <= 1e-6 * cold.facts.objective.abs(), "{what}: worse by {worse}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
