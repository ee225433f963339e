//! Ends of profile intervals against roots of the likelihood that are found without the solver.

use super::*;
use crate::inference::contrasts;
use crate::inference::testing::{set_of_cells, Cell};
use crate::model::{fit, Problems, Specification};
use crate::progress::unwatched;

const CRITICAL: f64 = 1.959_963_984_540_054;

fn fitted(cells: &[Cell], specification: &Specification) -> Model {
    fit(&set_of_cells(cells, false), specification, &mut unwatched()).unwrap()
}

fn observed() -> Options {
    Options { covariance: CovarianceKind::Observed, ..Options::default() }
}

fn profiled(model: &Model, weights: &[f64], count: usize, options: &Options) -> Vec<[f64; 4]> {
    profile(model, Quantity::Scores, weights, count, options, &mut unwatched()).unwrap()
}

/// Three items, each pair several times.
fn three() -> Vec<Cell> {
    vec![Cell::new(0, 1, [9.0, 4.0, 0.0]), Cell::new(1, 2, [7.0, 5.0, 0.0]), Cell::new(2, 0, [3.0, 8.0, 0.0])]
}

/// The largest log-likelihood of three items of which the first is so far above the second: of the third score, by bisection.
fn held(cells: &[Cell], gap: f64) -> f64 {
    let scores = |x: f64| [gap, 0.0, x];
    let p = |scores: &[f64; 3], cell: &Cell| {
        1.0 / (1.0 + (scores[cell.right as usize] - scores[cell.left as usize]).exp())
    };
    let slope = |x: f64| -> f64 {
        let of = |cell: &Cell| {
            let [win, loss, _] = cell.counts;
            let rest = win - (win + loss) * p(&scores(x), cell);
            rest * (f64::from(u8::from(cell.left == 2)) - f64::from(u8::from(cell.right == 2)))
        };
        cells.iter().map(of).sum()
    };
    let (mut low, mut high) = (-60.0, 60.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let of = |cell: &Cell| {
        let p = p(&scores(low), cell);
        let part = |count: f64, p: f64| if count > 0.0 { count * p.ln() } else { 0.0 };
        part(cell.counts[0], p) + part(cell.counts[1], 1.0 - p)
    };
    cells.iter().map(of).sum()
}

/// Twice what the likelihood loses at an end.
fn loss(model: &Model, cells: &[Cell], end: f64) -> f64 {
    2.0 * (model.facts.log_likelihood - held(cells, end))
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1e-3), "{found}, expected {expected}");
}

#[test]
fn ends_lose_what_the_level_allows() {
    let model = fitted(&three(), &Specification::default());
    let weights = [1.0, -1.0, 0.0];
    for (level, critical) in
        [(0.5, 0.674_489_750_196_081_7), (0.95, CRITICAL), (0.9999, 3.890_591_886_413_094)]
    {
        let [estimate, _, lower, upper] = profiled(&model, &weights, 1, &Options { level, ..observed() })[0];
        assert!(lower < estimate && estimate < upper);
        for end in [lower, upper] {
            near(loss(&model, &three(), end), critical * critical, 1e-6);
        }
    }
    // Three at once by Bonferroni, and a multiple of the difference.
    let all = [1.0, -1.0, 0.0, 0.0, 1.0, -1.0, -3.0, 3.0, 0.0];
    let options = Options { method: Method::Bonferroni, ..observed() };
    let found = profiled(&model, &all, 3, &options);
    let critical = 2.393_979_799_818_51f64.powi(2);
    for end in [found[0][2], found[0][3], found[2][2] / -3.0, found[2][3] / -3.0] {
        near(loss(&model, &three(), end), critical, 1e-6);
    }
}

/// In another unit and from another origin the ends are those numbers.
#[test]
fn units_and_origins_carry_over() {
    let model = fitted(&three(), &Specification::default());
    let weights = [1.0, -1.0, 0.0, 0.0, 1.0, 0.0];
    let plain = profiled(&model, &weights, 2, &observed());
    let view = View { unit: 2.5, origin: 10.0, ..View::default() };
    let scaled = profiled(&model, &weights, 2, &Options { view, ..observed() });
    for (at, origin) in [0.0, 10.0].into_iter().enumerate() {
        for k in [0, 2, 3] {
            near(scaled[at][k], origin + 2.5 * plain[at][k], 1e-6);
        }
        near(scaled[at][1], 2.5 * plain[at][1], 1e-9);
    }
}

/// Under a clustered covariance the statistic is divided by the ratio of the variances, be it above or below one.
#[test]
fn a_robust_covariance_scales_the_statistic() {
    // Contexts of one mind, and contexts that are divided evenly.
    let of = |minds: [[f64; 2]; 2]| -> Vec<Cell> {
        let pairs = [(0, 1), (1, 2), (2, 0)];
        let cell = |context: u32| {
            let (left, right) = pairs[context as usize % 3];
            let [win, loss] = minds[usize::from(context % 5 < 2)];
            Cell { context: Some(context), left, right, counts: [win, loss, 0.0] }
        };
        (0..60).map(cell).collect()
    };
    for (minds, above) in [([[4.0, 0.0], [0.0, 4.0]], true), ([[3.0, 2.0], [2.0, 3.0]], false)] {
        let cells = of(minds);
        let model = fitted(&cells, &Specification::default());
        let weights = [1.0, -1.0, 0.0];
        let covariance = CovarianceKind::ClusteredByContext;
        let options = Options { covariance, correction: Correction::None, ..Options::default() };
        let error = |options: &Options| {
            contrasts(&model, Quantity::Scores, &weights, 1, options, &mut unwatched()).unwrap().0[0][1]
        };
        let ratio = (error(&options) / error(&observed())).powi(2);
        assert!((ratio > 1.2) == above && (ratio < 0.8) != above, "{ratio}");
        let [_, found, lower, upper] = profiled(&model, &weights, 1, &options)[0];
        near(found, error(&options), 1e-9);
        for end in [lower, upper] {
            near(loss(&model, &cells, end), ratio * CRITICAL * CRITICAL, 1e-6);
        }
    }
}

/// A score that diverges has one end; which, depends on the sign of the contrast.
#[test]
fn what_diverges_has_one_end() {
    let cells = vec![
        Cell::new(0, 1, [6.0, 0.0, 0.0]),
        Cell::new(1, 2, [5.0, 3.0, 0.0]),
        Cell::new(2, 0, [0.0, 4.0, 0.0]),
    ];
    let model = fitted(&cells, &Specification { accept: Problems::SEPARATED, ..Specification::default() });
    let found = profiled(&model, &[1.0, -1.0, 0.0, -1.0, 1.0, 0.0], 2, &observed());
    assert_eq!((found[0][0], found[0][3]), (f64::INFINITY, f64::INFINITY));
    assert_eq!((found[1][0], found[1][2]), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    let most = held(&cells, 50.0);
    for end in [found[0][2], -found[1][3]] {
        near(2.0 * (most - held(&cells, end)), CRITICAL * CRITICAL, 1e-5);
    }
}

/// Across components there is no profile; within one it is that of the component alone.
#[test]
fn components_have_their_own_profiles() {
    let mut cells = three();
    cells.push(Cell::new(3, 4, [5.0, 2.0, 0.0]));
    let model = fitted(&cells, &Specification { accept: Problems::DISCONNECTED, ..Specification::default() });
    let weights = [1.0, -1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0];
    let found = profiled(&model, &weights, 3, &observed());
    for end in &found[0][2..] {
        near(loss(&fitted(&three(), &Specification::default()), &three(), *end), CRITICAL * CRITICAL, 1e-6);
    }
    assert!(found[1].iter().all(|v| v.is_nan()), "{found:?}");
    let statistic = |gap: f64| {
        let p = 1.0 / (1.0 + (-gap).exp());
        2.0 * (5.0 * (5.0 / 7.0 / p).ln() + 2.0 * (2.0 / 7.0 / (1.0 - p)).ln())
    };
    near(found[2][0], 2.5f64.ln(), 1e-7);
    near(statistic(found[2][2]), CRITICAL * CRITICAL, 1e-6);
    near(statistic(found[2][3]), CRITICAL * CRITICAL, 1e-6);
}

/// Against a score that the caller fixed the difference is profiled where it stands.
#[test]
fn fixed_scores_stand_where_they_are() {
    let fixed_scores = vec![1.25, f64::NAN, 0.5];
    let model = fitted(&three(), &Specification { fixed_scores, ..Specification::default() });
    let scores = model.readout(Quantity::Scores, &View::default()).unwrap().estimates;
    let weights = [1.0, -1.0, 0.0, 0.0, 1.0, 0.0];
    let found = profiled(&model, &weights, 2, &observed());
    near(found[0][0], scores[0] - scores[1], 1e-8);
    // All that is free is the second score.
    let value = |x: f64| -> f64 {
        let scores = [1.25, x, 0.5];
        let of = |cell: &Cell| {
            let z = scores[cell.left as usize] - scores[cell.right as usize];
            -cell.counts[0] * (-z).exp().ln_1p() - cell.counts[1] * z.exp().ln_1p()
        };
        three().iter().map(of).sum()
    };
    let most = value(scores[1]);
    for x in [1.25 - found[0][2], 1.25 - found[0][3], found[1][2], found[1][3]] {
        near(2.0 * (most - value(x)), CRITICAL * CRITICAL, 1e-6);
    }
}

/// With two scores equal the likelihood is that of one free score.
#[test]
fn losses_of_equality_are_those_of_fits_with_equal_scores() {
    let cells = three();
    let model = fitted(&cells, &Specification::default());
    let found = losses_of_equality(&model, &mut unwatched()).unwrap();
    assert_eq!(found.len(), 3);
    // The pair comes to stand first.
    let turned = |order: [u32; 3]| -> Vec<Cell> {
        let of = |cell: &Cell| Cell {
            left: order[cell.left as usize],
            right: order[cell.right as usize],
            ..*cell
        };
        cells.iter().map(of).collect()
    };
    for (found, order) in found.into_iter().zip([[0, 1, 2], [0, 2, 1], [2, 0, 1]]) {
        near(found, 0.5 * loss(&model, &turned(order), 0.0), 1e-6);
    }
}

#[test]
fn differences_of_sparse_vectors() {
    let (a, b) = (vec![(0, 1.0), (3, -2.0)], vec![(1, 4.0), (3, 0.5)]);
    assert_eq!(difference(&a, 2.0, &b), [(0, 1.0), (1, -8.0), (3, -3.0)]);
    assert_eq!(difference(&b, 0.5, &a), [(0, -0.5), (1, 4.0), (3, 1.5)]);
}
