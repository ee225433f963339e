//! Where standard errors are sampled.

use super::{cells, davidson, fitted};
use crate::error::Error;
use crate::inference::sampled::{is_sampled, one_by_one, ranks};
use crate::inference::testing::Cell;
use crate::inference::{
    contrasts, estimates, note_of_ranks, rank_ranges, CovarianceKind, Errors, Method, Options,
};
use crate::model::{Problems, Quantity, Specification};
use crate::progress::unwatched;
use crate::room;

fn sampled() -> Options {
    Options { errors: Errors::Sampled, ..Options::default() }
}

/// Unless asked for, only where two matrices of all parameters take more than they may; no limit is none.
#[test]
fn a_limit_of_memory_decides() {
    let mut model = fitted(&cells(), &davidson());
    let auto = Options { errors: Errors::Auto, ..Options::default() };
    let needed = room::matrices(2, model.theta.len());
    for (limit, expected) in [(0, false), (1, true), (needed - 1, true), (needed, false)] {
        model.specification.max_bytes = limit;
        assert_eq!(is_sampled(&model, &auto), expected, "{limit}");
        assert!(!is_sampled(&model, &Options::default()) && is_sampled(&model, &sampled()));
    }
}

/// Sidak's level of each; one alone keeps its own.
#[test]
fn levels_of_each_multiply_to_that_of_all() {
    let together = Options { method: Method::Simultaneous, level: 0.9, ..Options::default() };
    for count in [0, 1, 2, 7] {
        let each = one_by_one(&together, count);
        assert_eq!(each.method, Method::Marginal);
        assert!((each.level.powi(count.max(1) as i32) - 0.9).abs() < 1e-14, "{count}");
    }
    assert_eq!(*one_by_one(&sampled(), 7), sampled());
}

/// Sixty-four values are solved for one by one, more are refused.
#[test]
fn few_contrasts_are_solved_for() {
    let model = fitted(&cells(), &davidson());
    let ask = |count: usize| {
        let weights: Vec<f64> = (0..4 * count).map(|k| [1.0, -1.0, 0.0, 0.0][(k + k / 4) % 4]).collect();
        contrasts(&model, Quantity::Scores, &weights, count, &sampled(), &mut unwatched())
    };
    let (rows, covariance) = ask(64).unwrap();
    assert!((covariance[0].sqrt() - rows[0][1]).abs() < 1e-12 && rows[0][1] > 0.0);
    assert!(matches!(ask(65), Err(Error::Unsupported(_))));
    let note = |draws| note_of_ranks(&model, &Options { draws, ..sampled() });
    assert!(note(50).contains("those of 50 draws") && note(0).contains("those of 1000 draws"));
    assert_eq!(note_of_ranks(&model, &Options::default()), "");
}

/// Intervals at all looks have twice the Monte Carlo error more for an error.
#[test]
fn sampled_intervals_at_all_looks_are_as_much_wider() {
    let model = fitted(&cells(), &davidson());
    let options = Options { method: Method::Anytime, mixture: 0.5, error_draws: 40, ..sampled() };
    let rows = estimates(&model, Quantity::Scores, &options, &mut unwatched()).unwrap();
    let noise =
        crate::inference::monte_carlo_errors(&model, Quantity::Scores, &options, &mut unwatched()).unwrap();
    let half = |error: f64| {
        let square = (error / 0.5f64).powi(2);
        error * ((1.0 + square) * ((1.0 / square).ln_1p() - 2.0 * 0.05f64.ln())).sqrt()
    };
    for (row, noise) in rows.iter().zip(noise) {
        assert!((row[3] - row[0] - half(row[1] + 2.0 * noise)).abs() < 1e-12, "{row:?} {noise}");
    }
}

/// Outside the largest component there is no rank, however errors are computed.
#[test]
fn items_of_other_components_have_no_rank() {
    let mut cells = cells();
    cells.extend([Cell::new(4, 5, [1.0, 3.0, 0.0])].map(|cell| Cell { context: Some(99), ..cell }));
    let accept = Problems::DISCONNECTED;
    let model = fitted(&cells, &Specification { accept, ..Specification::default() });
    let options = Options { covariance: CovarianceKind::Expected, ..sampled() };
    let found = ranks(&model, &options, &mut unwatched()).unwrap();
    let exact = Options { errors: Errors::Exact, ..options };
    for (found, exact) in found.iter().zip(rank_ranges(&model, &exact, &mut unwatched()).unwrap()) {
        assert!(
            found.rank == exact.rank || found.rank.is_nan() && exact.rank.is_nan(),
            "{found:?} {exact:?}"
        );
        assert!(
            found.best >= 1 && found.best <= exact.best && found.worst >= exact.worst && found.worst <= 6
        );
    }
    assert!(found[..4].iter().all(|rank| rank.rank <= 4.0) && found[4].rank.is_nan());
}
