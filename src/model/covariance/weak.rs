//! Errors of what many votes tell, beside what a weak prior alone holds: they are as if that were not there.

use super::tests::{fitted, scores, Vote};
use super::*;
use crate::model::Specification;
use crate::random::Random;

/// Votes by the million of 12 contexts on the pairs of some items.
fn many(items: std::ops::Range<u32>, seed: u64) -> Vec<Vote> {
    let mut random = Random::new(seed, 0);
    let mut votes = Vec::new();
    for context in 0..12 {
        for (left, right) in items.clone().flat_map(|i| (items.start..i).map(move |j| (i, j))) {
            let share = 0.3 + 0.4 * random.uniform();
            let total = (1e6 * random.uniform()).ceil();
            let won = (share * total).round();
            votes.push((context, context % 3, left, right, [won, total - won, 0.0]));
        }
    }
    votes
}

/// Errors of the differences of the first four items.
fn errors(votes: &[Vote], ridge: f64, kind: CovarianceKind, correction: Correction) -> Vec<f64> {
    let model = fitted(votes, Specification { ridge, ..Specification::default() });
    let items = model.set.items();
    let mut weights = Vec::new();
    for (a, b) in [(0, 1), (0, 2), (1, 3)] {
        let mut row = vec![0.0; items];
        (row[a], row[b]) = (1.0, -1.0);
        weights.extend(row);
    }
    let jacobian = scores(&model).contrasts(&weights, 3);
    model.covariance(kind, correction).unwrap().variances(&jacobian, 1).unwrap()
}

#[test]
fn clusters_beside_what_a_weak_prior_holds() {
    let alone = many(0..4, 1);
    let apart: Vec<Vote> = alone.iter().copied().chain(many(4..7, 2)).collect();
    // An item that loses all its votes to one of them.
    let lost: Vec<Vote> = (0..12).map(|context| (context, context % 3, 0, 4, [1e6, 0.0, 0.0])).collect();
    let lost: Vec<Vote> = alone.iter().copied().chain(lost).collect();
    let context = CovarianceKind::ClusteredByContext;
    for (kind, correction, beside) in [
        (CovarianceKind::Sandwich, Correction::None, 1e-10),
        (CovarianceKind::SandwichExpected, Correction::None, 1e-10),
        (CovarianceKind::ClusteredByJudge, Correction::None, 1e-10),
        (CovarianceKind::ClusteredTwoWay, Correction::Cr1, 1e-9),
        (context, Correction::None, 1e-10),
        (context, Correction::Cr1, 1e-10),
        // Leverages are of an inverse.
        (context, Correction::Cr2, 1e-4),
        (context, Correction::Jackknife, 1e-4),
    ] {
        let wanted = errors(&alone, 0.0, kind, correction);
        for (what, votes, within) in [("apart", &apart, 1e-10), ("lost", &lost, beside)] {
            for ridge in [1e-6, 1e-8] {
                let found = errors(votes, ridge, kind, correction);
                for (found, wanted) in found.iter().zip(&wanted) {
                    let off = (found / wanted - 1.0).abs();
                    assert!(
                        off <= within,
                        "{what}, {kind:?}, {correction:?}, ridge {ridge:e}: off by {off:e}"
                    );
                }
            }
        }
    }
}
