//! Answers that a fit gave without grounds, or refused without need.

use crate::support::*;
use duel::inference::{estimates, Options};
use duel::model::{
    Link, Model, Position, Problems, Quantity, Specification, SpreadModel, StrengthModel, ThresholdModel,
    WarningKind,
};
use duel::outcome::Outcome;
use duel::progress::unwatched;
use duel::random::Random;
use duel::threshold::Basis;

fn accepting(specification: Specification) -> Specification {
    Specification { accept: Problems::ANY, ..specification }
}

fn said(model: &Model) -> String {
    model.diagnostics.iter().map(|t| t.message.as_str()).collect::<Vec<_>>().join(" | ")
}

/// Four items, 20 votes on each pair, of which so many are won by the first.
fn twenty_each(wins: [f64; 6]) -> Vec<Cell> {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    pairs.iter().zip(wins).map(|(&(i, j), won)| Cell::new(None, i, j, won, 20.0 - won, 0.0)).collect()
}

/// With as many variances and scores as pairs the optimum may be at a fold of the predictors: their derivatives lose a rank there,
/// and the curvature determines the scores all the same.
#[test]
fn scores_at_a_fold_are_known_or_said_not_to_be() {
    let specification = accepting(Specification {
        spread: Some(SpreadModel { factors: 0, ridge: 0.0 }),
        ..Specification::default()
    });
    let mut sets = vec![twenty_each([14.0, 14.0, 10.0, 10.0, 5.0, 6.0])];
    let mut random = Random::new(11, 0);
    for _ in 0..300 {
        let scores: [f64; 4] = std::array::from_fn(|_| 0.6 * random.normal());
        let mut won = |i: usize, j: usize| {
            let p = 1.0 / (1.0 + (scores[j] - scores[i]).exp());
            (0..20).filter(|_| random.uniform() < p).count() as f64
        };
        sets.push(twenty_each([won(0, 1), won(0, 2), won(0, 3), won(1, 2), won(1, 3), won(2, 3)]));
    }
    let mut known = 0;
    for (at, cells) in sets.iter().enumerate() {
        let model = fitted(&set_of(cells), &specification);
        let is_ok = model.facts.problems == Problems::NONE;
        let rows = match estimates(&model, Quantity::Scores, &Options::default(), &mut unwatched()) {
            Ok(rows) => rows,
            Err(error) => {
                assert!(!is_ok, "set {at}: {error}: {:?}", model.facts);
                continue;
            }
        };
        let none = rows.iter().all(|row| row[0].is_nan());
        assert!(!(none && is_ok), "set {at}: no score, and nothing said");
        known += usize::from(is_ok);
        if at == 0 {
            assert!(is_ok && !none, "{} {rows:?}", said(&model));
            assert!(model.facts.curvature > 0.0);
        }
    }
    println!("{known} known");
    assert!(known > 10, "{known}");
}

/// Sensitivities of either sign have several optima: one start is said to be one.
#[test]
fn one_start_of_signed_sensitivities_is_said() {
    let mut cells = Vec::new();
    for (judge, left, right) in (0..3).flat_map(|k| [(k, 0, 1), (k, 1, 2), (k, 2, 0)]) {
        cells.push(Cell::new(Some(judge), left, right, 6.0 + f64::from(judge), 2.0 + f64::from(left), 0.0));
    }
    let signed = Specification { strength: StrengthModel::SIGNED, ..Specification::default() };
    let kinds = |specification: &Specification| -> Vec<WarningKind> {
        let model = fitted(&set_of(&cells), &accepting(specification.clone()));
        model.warnings().iter().map(|warning| warning.kind).collect()
    };
    assert!(kinds(&signed).contains(&WarningKind::SingleStart));
    assert!(!kinds(&Specification { restarts: 8, ..signed }).contains(&WarningKind::SingleStart));
    assert!(!kinds(&Specification::default()).contains(&WarningKind::SingleStart));
}

/// Of three items with one factor, the basis of the paper spans one threshold for all as that of cosines does: with offsets by judge
/// both are the same model.
#[test]
fn offsets_of_judges_beside_either_basis() {
    let mut random = Random::new(12, 0);
    let mut cells = Vec::new();
    for (judge, left, right) in (0..2).flat_map(|k| [(k, 0, 1), (k, 1, 2), (k, 2, 0)]) {
        let mut count = |most: u64| 2.0 + random.below(most) as f64;
        cells.push(Cell::new(Some(judge), left, right, count(9), count(7), count(4 + 4 * u64::from(judge))));
    }
    let of = |basis| {
        let specification = Specification {
            outcome: Outcome::Davidson,
            threshold: ThresholdModel::factored(1, basis),
            threshold_by_judge: true,
            ..Specification::default()
        };
        fitted(&set_of(&cells), &specification)
    };
    let [cosine, paper] = [Basis::Cosine, Basis::Paper].map(of);
    assert_eq!(paper.facts.problems, Problems::NONE);
    assert_eq!(paper.facts.dimension, cosine.facts.dimension);
    near("log-likelihood", paper.facts.log_likelihood, cosine.facts.log_likelihood, absolute(1e-9));
    for quantity in [Quantity::Scores, Quantity::ThresholdOffsets, Quantity::PairThresholds] {
        let [a, b] = [&cosine, &paper].map(|model| table(model, quantity, &Options::default()));
        for (a, b) in a.0.iter().chain(&a.1).zip(b.0.iter().chain(&b.1)).filter(|(a, _)| !a.is_nan()) {
            near(&format!("{quantity:?}"), *a, *b, absolute(1e-7));
        }
    }
}

/// A dimension is what the comparisons identify, not what a ridge holds.
#[test]
fn a_ridge_adds_no_dimension() {
    let islands = [(0, 1, 4.0, 2.0), (1, 2, 3.0, 3.0), (3, 4, 5.0, 2.0)];
    let cells: Vec<Cell> =
        islands.iter().map(|&(i, j, won, lost)| Cell::new(None, i, j, won, lost, 0.0)).collect();
    let dimension = |specification: &Specification| fitted(&set_of(&cells), specification).facts.dimension;
    let ridge = Specification { ridge: 0.5, ..Specification::default() };
    let apart = accepting(Specification::default());
    assert_eq!(dimension(&apart), 3);
    assert_eq!(dimension(&ridge), 3);
    assert_eq!(dimension(&Specification { pseudo: 0.5, ..Specification::default() }), 3);
    // Items that were always shown in one order trade their difference with the position.
    let one = [Cell::new(None, 0, 1, 4.0, 2.0, 0.0)];
    let position = Specification { position: Position::Shared, ..ridge.clone() };
    assert_eq!(fitted(&set_of(&one), &position).facts.dimension, 1);
    // Where the data alone determine everything nothing changes.
    let whole = [(0, 1, 4.0, 2.0), (1, 2, 3.0, 3.0), (2, 0, 3.0, 1.0), (0, 2, 2.0, 2.0), (1, 0, 1.0, 2.0)];
    let cells: Vec<Cell> =
        whole.iter().map(|&(i, j, won, lost)| Cell::new(None, i, j, won, lost, 0.0)).collect();
    let both = [0.0, 0.5].map(|ridge| {
        let specification = Specification { position: Position::Shared, ridge, ..Specification::default() };
        fitted(&set_of(&cells), &specification).facts.dimension
    });
    assert_eq!(both, [3, 3]);
}

/// Pseudo-comparisons are comparisons by the model of two outcomes with the same link, as votes on one more item would be.
#[test]
fn pseudo_comparisons_are_votes_on_one_more_item() {
    let rows = [(0, 1, 6.0, 2.0), (1, 2, 5.0, 3.0), (0, 2, 4.0, 0.0)];
    let cells: Vec<Cell> =
        rows.iter().map(|&(i, j, won, lost)| Cell::new(None, i, j, won, lost, 0.0)).collect();
    for outcome in [Outcome::BradleyTerry, Outcome::ThurstoneMosteller] {
        let pseudo = Specification { outcome, pseudo: 0.75, ..Specification::default() };
        let model = fitted(&set_of(&cells), &pseudo);
        let votes = (0..3).map(|item| Cell::new(None, item, 3, 0.75, 0.75, 0.0));
        let plain = Specification { outcome, ..Specification::default() };
        let whole = fitted(&set_of(&cells.iter().copied().chain(votes).collect::<Vec<_>>()), &plain);
        for (i, j) in [(0, 1), (1, 2)] {
            let of = |model: &Model| model.theta[i] - model.theta[j];
            near(&format!("{outcome:?}"), of(&model), of(&whole), absolute(1e-8));
        }
    }
}

/// Scores and soft thresholds that run to infinity together are separated, not merely unfinished.
#[test]
fn soft_thresholds_that_run_off_are_separated() {
    let mut random = Random::new(13, 0);
    let (mut separated, mut unfinished) = (0, Vec::new());
    for outcome in [Outcome::GlennDavid, Outcome::RaoKupper] {
        for round in 0..150 {
            let mut cells = Vec::new();
            for (left, right) in [(0, 1), (0, 2), (1, 2), (3, 0), (3, 1)] {
                let mut count = |most: u64| random.below(most) as f64;
                let (won, lost, tied) = (count(5), count(5), count(3));
                // Item 3 loses all that it does not tie.
                let lost = if left == 3 { 1.0 + lost + won } else { 1.0 + lost };
                let won = if left == 3 { 0.0 } else { 1.0 + won };
                cells.push(Cell::new(None, left, right, won, lost, tied));
            }
            let specification = accepting(Specification {
                outcome,
                threshold: ThresholdModel::ADDITIVE.with_link(Link::Softplus),
                ..Specification::default()
            });
            let Ok(model) = try_fit(&set_of(&cells), &specification) else { continue };
            separated += usize::from(model.facts.problems.contains(Problems::SEPARATED));
            if model.facts.problems.contains(Problems::NOT_CONVERGED) {
                unfinished.push(format!("{outcome:?} {round}: {}", said(&model)));
            }
        }
    }
    println!("{separated} separated");
    assert!(unfinished.is_empty(), "{} of {separated}: {unfinished:#?}", unfinished.len());
}
