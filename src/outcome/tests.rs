//! All outcome models against differences, means and formulas by hand.

use super::*;

/// All but that of grades, whose cells have answers of one grade: its tests stand beside it.
fn every() -> impl Iterator<Item = Outcome> {
    EVERY.iter().copied().filter(|outcome| !outcome.has_grades())
}

/// Counts of the outcomes that an outcome model has.
fn counts(outcome: Outcome) -> Counts {
    Counts { win: 3.0, loss: 1.25, tie: 2.0, bad: if outcome.outcomes() == 4 { 1.5 } else { 0.0 } }
}

fn near(outcome: Outcome, a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + a.abs()), "{outcome:?}: {a} against {b}");
}

fn entries(form: &QuadraticForm) -> [f64; 6] {
    let rows = form.rows();
    [rows[0][0], rows[1][0], rows[1][1], rows[2][0], rows[2][1], rows[2][2]]
}

#[test]
fn derivatives_agree_with_differences() {
    let h = 1e-5;
    for outcome in every() {
        let counts = counts(outcome);
        for (z, e, b) in [(0.3, 0.4, -0.2), (-2.0, 1.5, 0.7), (6.0, 0.05, 3.1), (-9.0, 3.0, 4.0)] {
            let at = |by: [f64; 3]| {
                outcome.derivatives(&counts, At { z: z + by[0], cuts: [e + by[1], b + by[2]] })
            };
            let d = at([0.0; 3]);
            assert_eq!(d.value, outcome.value(&counts, At { z, cuts: [e, b] }));
            let second: [[f64; 3]; 3] =
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|unit| d.second.times(unit));
            for (k, row) in second.iter().enumerate().take(outcome.outcomes() - 1) {
                let step = |size: f64| at(std::array::from_fn(|at| if at == k { size } else { 0.0 }));
                let (plus, minus) = (step(h), step(-h));
                near(outcome, d.slopes[k], (plus.value - minus.value) / (2.0 * h), 1e-7);
                for (entry, (plus, minus)) in row.iter().zip(plus.slopes.into_iter().zip(minus.slopes)) {
                    near(outcome, *entry, (plus - minus) / (2.0 * h), 1e-7);
                }
            }
        }
    }
}

#[test]
fn information_is_the_mean_of_second_derivatives_and_of_squared_scores() {
    for outcome in every() {
        for (z, e, b) in [(0.0, 0.5, -1.0), (1.7, 0.3, 0.6), (-4.0, 1.0, 2.0)] {
            let at = At { z, cuts: [e, b] };
            let p = outcome.probabilities(at);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            let mean = Counts::new(p.map(|p| 10.0 * p));
            let second = entries(&outcome.derivatives(&mean, at).second);
            let squared = entries(&outcome.squared_scores(&mean, at));
            for ((a, b), c) in entries(&outcome.information(10.0, at)).into_iter().zip(second).zip(squared) {
                assert!((a - b).abs() < 1e-11 && (a - c).abs() < 1e-11, "{outcome:?}: {a} {b} {c}");
            }
        }
    }
}

#[test]
fn squared_scores_are_those_of_single_comparisons() {
    for outcome in every() {
        let counts = counts(outcome);
        for (z, e, b) in [(0.4, 0.5, 0.1), (-3.0, 1.2, 0.4), (9.0, 0.2, 2.0)] {
            let at = At { z, cuts: [e, b] };
            let mut sum = QuadraticForm::default();
            for (which, &weight) in counts.numbers().iter().enumerate().filter(|(_, w)| **w > 0.0) {
                sum.add_square(weight, outcome.derivatives(&Counts::single(which), at).slopes);
            }
            let form = outcome.squared_scores(&counts, at);
            for (a, b) in entries(&sum).into_iter().zip(entries(&form)) {
                assert!((a - b).abs() < 1e-13, "{outcome:?}: {a} {b}");
            }
        }
    }
}

#[test]
fn expected_scores_agree_with_differences() {
    let h = 1e-6;
    for outcome in every() {
        for (z, e, b) in [(0.3, 0.4, 0.2), (-2.0, 1.1, -0.7)] {
            let score =
                |by: [f64; 3]| outcome.expected_score(At { z: z + by[0], cuts: [e + by[1], b + by[2]] });
            let (value, slopes) = score([0.0; 3]);
            let p = outcome.probabilities(At { z, cuts: [e, b] });
            assert_eq!(value, p[0] + 0.5 * (p[2] + p[3]));
            for (k, slope) in slopes.iter().enumerate() {
                let step = |size: f64| score(std::array::from_fn(|at| if at == k { size } else { 0.0 })).0;
                assert!((slope - (step(h) - step(-h)) / (2.0 * h)).abs() < 1e-9, "{outcome:?}");
            }
        }
    }
}

/// Davidson is the model without votes both bad; and with equal items four outcomes are log-linear.
#[test]
fn both_bad_by_hand() {
    let (z, e, b) = (0.8, -0.3, 0.4f64);
    let [three, four] = [Outcome::Davidson, Outcome::DavidsonBothBad];
    let (p, q) = (four.probabilities(At { z, cuts: [e, b] }), three.probabilities(At::new(z, e)));
    let weights = [(0.5 * z).exp(), (-0.5 * z).exp(), e.exp(), b.exp()];
    let sum: f64 = weights.iter().sum();
    for k in 0..4 {
        assert!((p[k] - weights[k] / sum).abs() < 1e-15);
        // The outcomes other than both bad follow Davidson's model.
        assert!((p[k] - (1.0 - p[3]) * q[k]).abs() < 1e-15 || k == 3);
    }
    assert_eq!(four.probabilities(At::new(z, e)), q);
    let counts = counts(three);
    assert_eq!(four.derivatives(&counts, At::new(z, e)), three.derivatives(&counts, At::new(z, e)));
}

#[test]
fn forms_by_hand() {
    let form = Outcome::DavidsonBothBad.information(3.0, At { z: 0.7, cuts: [0.2, -0.4] });
    let root = form.root();
    for (row, unit) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate() {
        let product = form.times(unit);
        for (column, entry) in product.iter().enumerate() {
            let sum: f64 = root.iter().map(|l| l[row] * l[column]).sum();
            assert!((sum - entry).abs() < 1e-15);
        }
    }
    // One over the first entry of the inverse, by the adjugate.
    let [zz, ze, ee, zb, eb, bb] = entries(&form);
    let minor = ee * bb - eb * eb;
    let whole = zz * minor - ze * (ze * bb - eb * zb) + zb * (ze * eb - ee * zb);
    assert!((form.of_z_alone() - whole / minor).abs() < 1e-14);
    assert_eq!(QuadraticForm::of_z(2.0).of_z_alone(), 2.0);
    assert_eq!(QuadraticForm::of_z(4.0).root(), [[2.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
}

#[test]
fn far_tails_stay_finite() {
    for outcome in every() {
        for z in [-800.0, -300.0, 300.0, 800.0] {
            let at = At { z, cuts: [0.7, -0.2] };
            let d = outcome.derivatives(&counts(outcome), at);
            assert!(
                d.value.is_finite() && d.z().is_finite() && d.second.zz() >= 0.0,
                "{outcome:?} at {z}: {d:?}"
            );
            assert!(outcome.probabilities(at).iter().all(|p| (0.0..=1.0).contains(p)));
        }
    }
    // A tie between far items costs about |z| under Rao-Kupper and |z|/2 under Davidson.
    let tie = Counts::single(2);
    let far = Outcome::RaoKupper.value(&tie, At::new(700.0, 0.5)) - 700.0;
    assert!((far + 0.5 + (-(-1.0f64).exp_m1()).ln()).abs() < 1e-9, "{far}");
    assert!((Outcome::Davidson.value(&tie, At::new(700.0, 0.5)) - 349.5).abs() < 1e-9);
}

/// An outcome model with ties between equal items has the share of them that its threshold was made for.
#[test]
fn thresholds_are_of_a_share_of_ties() {
    for &outcome in EVERY.iter().filter(|outcome| outcome.has_threshold()) {
        for share in [0.03, 0.25, 0.6] {
            let at = At::new(0.0, outcome.threshold_of(share));
            let p = outcome.probabilities(at);
            assert!((p[2] - share).abs() < 1e-12 && p[0] == p[1], "{outcome:?}: {} for {share}", p[2]);
        }
    }
}

#[test]
fn counts_are_added_by_outcome() {
    let mut sum = Counts::new([1.0, 2.0, 3.0, 4.0]);
    sum.add(&Counts::new([2.0, 4.0, 8.0, 16.0]), 0.5);
    assert_eq!(sum.numbers(), [2.0, 4.0, 7.0, 12.0]);
}

/// The threshold on the scale of the outcome model and its slope; -log p of left is convex in (z, e) or not.
#[test]
fn links_of_thresholds_have_their_slopes() {
    let h = 1e-6;
    for &outcome in EVERY.iter() {
        let is_soft = [Outcome::SoftRaoKupper, Outcome::SoftGlennDavid].contains(&outcome);
        for e in [-3.0, -0.2, 0.0, 1.7] {
            let expected = if is_soft { f64::exp(e).ln_1p() } else { e };
            near(outcome, outcome.threshold(e), expected, 1e-14);
            let slope = (outcome.threshold(e + h) - outcome.threshold(e - h)) / (2.0 * h);
            near(outcome, outcome.threshold_slope(e), slope, 1e-9);
        }
        assert_eq!(outcome.is_convex(), !is_soft);
        assert!(outcome.has_threshold() || outcome.threshold_of(0.3).is_nan());
    }
}

/// Where neither ties, z over small log odds: one, or for probit about 1.6 times less.
#[test]
fn predictors_of_small_log_odds() {
    for outcome in every() {
        let p = outcome.of_two().probabilities(At::new(1e-4, 0.0));
        let of_log_odds = 1e-4 / (p[0] / p[1]).ln();
        let is_probit =
            [Outcome::ThurstoneMosteller, Outcome::GlennDavid, Outcome::SoftGlennDavid].contains(&outcome);
        assert!(
            (outcome.per_log_odds() - of_log_odds).abs() < if is_probit { 0.03 } else { 1e-8 },
            "{outcome:?}"
        );
        assert_eq!(outcome.has_log_odds(), !is_probit);
    }
}

/// With an infinite threshold all tie; with one at the floor none, and a tie is impossible.
#[test]
fn thresholds_at_the_ends_of_their_range() {
    let linear = [Outcome::RaoKupper, Outcome::Davidson, Outcome::GlennDavid];
    for outcome in linear {
        assert_eq!(outcome.probabilities(At::new(0.7, f64::INFINITY)), [0.0, 0.0, 1.0, 0.0]);
        let at = At::new(0.7, outcome.floor());
        let [p, q] = [outcome.probabilities(at), outcome.of_two().probabilities(at)];
        assert!(p[2] == 0.0 && (p[0] - q[0]).abs() < 1e-15 && (p[1] - q[1]).abs() < 1e-15, "{outcome:?}");
        let counts = Counts { tie: 0.0, ..counts(outcome) };
        near(outcome, outcome.value(&counts, at), outcome.of_two().value(&counts, at), 1e-14);
        let (form, two) = (outcome.information(3.0, at), outcome.of_two().information(3.0, at));
        near(outcome, form.zz(), two.zz(), 1e-13);
        assert_eq!(outcome.value(&Counts::single(2), at), f64::INFINITY);
    }
    for outcome in [Outcome::SoftRaoKupper, Outcome::SoftGlennDavid] {
        let form = outcome.information(3.0, At::new(0.7, -800.0));
        near(outcome, form.zz(), outcome.of_two().information(3.0, At::new(0.7, 0.0)).zz(), 1e-13);
        assert_eq!((form.get(1, 0), form.get(1, 1)), (0.0, 0.0));
    }
}

#[test]
fn counts_of_cells() {
    let mut counts = Counts::new([1.0, 2e-10, 4.0, 8.0]);
    assert_eq!((counts.undecided(), counts.halved()), (12.0, [3.0, 2.0 + 2e-10]));
    assert_eq!(counts.swapped().numbers(), [2e-10, 1.0, 4.0, 8.0]);
    // In units of ten, what is left is 2e-10 of 1e-10, hence something.
    counts.round_off(10.0);
    assert_eq!(counts.numbers(), [1.0, 2e-10, 4.0, 8.0]);
    counts.round_off(1.0);
    assert_eq!(counts.numbers(), [1.0, 0.0, 4.0, 8.0]);
}

/// Ties beside a large threshold are certain: the value was the rounding of a difference of large numbers.
#[test]
fn ties_beside_a_large_threshold_have_a_likelihood_of_one() {
    let counts = Counts { tie: 1.5, ..Counts::default() };
    for e in [40.0, 1e5, 1e10] {
        for z in [0.0, 3.0, -0.5 * e] {
            let value = Outcome::RaoKupper.value(&counts, At::new(z, e));
            assert!((0.0..1e-7).contains(&value), "{e} {z}: {value}");
        }
    }
}
