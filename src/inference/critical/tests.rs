use super::*;
use approx::assert_relative_eq;
use std::f64::consts::PI;

fn go() -> Result<()> {
    Ok(())
}

fn values(covariance: &[f64], n: usize, level: f64) -> Critical {
    gaussian_max(covariance, n, level, 50_000, 1, 1, f64::INFINITY, &mut go).unwrap()
}

fn pairs(covariance: &[f64], n: usize, level: f64) -> Critical {
    gaussian_max_pairs(covariance, n, level, 50_000, 1, 1, f64::INFINITY, &mut go).unwrap()
}

/// The matrix with the element f(i, j).
fn matrix(n: usize, f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..n * n).map(|k| f(k / n, k % n)).collect()
}

fn product(a: &[f64]) -> Vec<f64> {
    matrix(a.len(), |i, j| if i == j { 1.0 } else { a[i] * a[j] })
}

fn equicorrelated(n: usize, r: f64) -> Vec<f64> {
    matrix(n, |i, j| if i == j { 1.0 } else { r })
}

/// A covariance that no closed form fits: L L' plus a diagonal.
fn arbitrary(n: usize) -> Vec<f64> {
    let l = |i: usize, k: usize| ((i * 7 + k * 13 + i * k * 5) % 11) as f64 / 5.0 - 1.0;
    matrix(n, |i, j| {
        (0..3).map(|k| l(i, k) * l(j, k)).sum::<f64>() + if i == j { 0.2 + 0.1 * i as f64 } else { 0.0 }
    })
}

/// The simulated distribution of a correlation matrix, whether there is a closed form or not.
fn simulated_distribution(
    correlation: &[f64],
    n: usize,
    degrees: f64,
    count: usize,
    seed: u64,
) -> MaxDistribution {
    let factor = TriangularFactor::new(correlation, n, &(0..n).collect::<Vec<_>>()).unwrap();
    let source = drawn_values(Draws { count, seed, threads: 1 }, &factor, &mut go).unwrap();
    MaxDistribution::new(source, n, degrees).unwrap()
}

fn simulated(correlation: &[f64], n: usize, level: f64, draws: usize) -> Critical {
    simulated_distribution(correlation, n, f64::INFINITY, draws, 11).quantile(level).unwrap()
}

fn within_four_errors(found: Critical, exact: f64) {
    assert!(found.error > 0.0 && found.error < 0.03, "{found:?}");
    assert!((found.value - exact).abs() <= 4.0 * found.error, "{found:?}, exact {exact}");
}

/// The c with P(max |u_k' X| <= c) = level for unit vectors u_k of the plane at these angles and X
/// standard normal in the plane: the average over directions of P(|X| <= c / the largest |cosine|).
fn in_the_plane(angles: &[f64], level: f64) -> f64 {
    let steps = 20_000;
    let cosine = |step: usize| {
        let angle = PI * (step as f64 + 0.5) / steps as f64;
        angles.iter().map(|a| (angle - a).cos().abs()).fold(0.0, f64::max)
    };
    let cosines: Vec<f64> = (0..steps).map(cosine).collect();
    let outside = |c: f64| cosines.iter().map(|k| (-0.5 * (c / k).powi(2)).exp()).sum::<f64>() / steps as f64;
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if outside(middle) > 1.0 - level {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[test]
fn one_value_bonferroni_and_independent_values() {
    assert_relative_eq!(marginal(0.95).unwrap(), 1.959_963_984_540_054, max_relative = 1e-14);
    assert_relative_eq!(bonferroni(0.95, 5).unwrap(), 2.575_829_303_548_901, max_relative = 1e-14);
    assert_eq!(values(&[4.0], 1, 0.95), Critical::exact(marginal(0.95).unwrap()));
    // P(|Z| <= c)^7 = 0.95.
    let found = values(&matrix(7, |i, j| if i == j { 1.0 + i as f64 } else { 0.0 }), 7, 0.95);
    assert_relative_eq!(normal::inside(found.value).powi(7), 0.95, max_relative = 1e-13);
    assert_eq!(found.error, 0.0);
}

#[test]
fn two_values_equal_the_table() {
    for (r, level, c) in [
        (0.5, 0.95, 2.212_127_746_578_618),
        (-0.9, 0.95, 2.108_143_069_889_797),
        (0.3, 0.99, 2.802_925_929_824_258_4),
    ] {
        let found = values(&[4.0, 6.0 * r, 6.0 * r, 9.0], 2, level);
        assert_relative_eq!(found.value, c, max_relative = 1e-11);
        assert_eq!(found.error, 0.0);
    }
}

#[test]
fn perfectly_correlated_values_count_once() {
    let a = [1.0, -2.0, 0.5, 3.0];
    let found = values(&matrix(4, |i, j| a[i] * a[j]), 4, 0.9);
    assert_eq!(found, Critical::exact(marginal(0.9).unwrap()));
    // Two copies of each of two values.
    let r = [[1.0, 0.5], [0.5, 1.0]];
    let found = values(&matrix(4, |i, j| r[i / 2][j / 2]), 4, 0.95);
    assert_relative_eq!(found.value, 2.212_127_746_578_618, max_relative = 1e-11);
}

#[test]
fn one_common_factor_equals_the_table() {
    for (r, n, level, c) in [
        (0.5, 10, 0.95, 2.716_288_539_255_695_4),
        (0.2, 4, 0.9, 2.216_232_037_967_844),
        (0.9, 129, 0.99, 3.290_331_531_096_043),
    ] {
        let found = values(&equicorrelated(n, r), n, level);
        assert_relative_eq!(found.value, c, max_relative = 1e-10);
        assert_eq!(found.error, 0.0);
    }
    let found = values(&product(&[0.1, -0.5, 0.8, 0.95, 0.3]), 5, 0.95);
    assert_relative_eq!(found.value, 2.537_014_084_566_841, max_relative = 1e-10);
    assert_eq!(found.error, 0.0);
}

#[test]
fn a_common_factor_that_is_one_of_the_values_or_touches_few() {
    // Z1 = F, Z2 and Z3 = (F + E) / sqrt 2: simulation agrees with the closed form.
    let h = 0.5f64.sqrt();
    let correlation = product(&[1.0, h, h]);
    let exact = values(&correlation, 3, 0.95);
    assert_eq!(exact.error, 0.0);
    within_four_errors(simulated(&correlation, 3, 0.95, 200_000), exact.value);
    // Two correlated values and two more that stand alone.
    let correlation = matrix(4, |i, j| {
        if i == j {
            1.0
        } else if i + j == 1 {
            -0.7
        } else {
            0.0
        }
    });
    let exact = values(&correlation, 4, 0.95);
    assert_eq!(exact.error, 0.0);
    let alone = normal::inside(exact.value).powi(2);
    let together = crate::distributions::bivariate::inside(exact.value, 0.7);
    assert_relative_eq!(alone * together, 0.95, max_relative = 1e-10);
}

#[test]
fn simulation_agrees_with_one_common_factor() {
    for (correlation, n) in [
        (equicorrelated(10, 0.5), 10),
        (equicorrelated(40, 0.9), 40),
        (product(&[0.1, -0.5, 0.8, 0.95, 0.3]), 5),
    ] {
        for level in [0.8, 0.95, 0.99] {
            within_four_errors(
                simulated(&correlation, n, level, 100_000),
                values(&correlation, n, level).value,
            );
        }
    }
}

#[test]
fn the_error_is_the_spread_over_seeds() {
    let correlation = equicorrelated(5, 0.4);
    let run =
        |seed| simulated_distribution(&correlation, 5, f64::INFINITY, 4000, seed).quantile(0.95).unwrap();
    let runs: Vec<Critical> = (0..100).map(run).collect();
    let mean = runs.iter().map(|r| r.value).sum::<f64>() / 100.0;
    let spread = (runs.iter().map(|r| (r.value - mean).powi(2)).sum::<f64>() / 99.0).sqrt();
    let stated = runs.iter().map(|r| r.error).sum::<f64>() / 100.0;
    assert!((0.8..1.25).contains(&(stated / spread)), "stated {stated}, spread {spread}");
    assert!((mean - values(&correlation, 5, 0.95).value).abs() < 4.0 * spread / 10.0);
}

/// More columns than are found at once, also of matrices whose pivots become unsound or that are singular.
#[test]
fn large_factors_give_their_matrix_back() {
    let n = 230;
    let mut random = crate::random::Random::new(5, 0);
    for (rank, noise) in [(n, 0.0), (n, 1e-3), (150, 0.0), (70, 0.0), (1, 0.0)] {
        let parts: Vec<f64> = (0..n * rank).map(|_| random.normal()).collect();
        let part = |i: usize| &parts[i * rank..(i + 1) * rank];
        // With noise: a walk, whose neighbours leave almost no variance of each other.
        let element = |i: usize, j: usize| match noise > 0.0 {
            true => 1.0 + noise * i.min(j) as f64,
            false => part(i).iter().zip(part(j)).map(|(x, y)| x * y).sum(),
        };
        let correlation = matrix(n, |i, j| match i == j {
            true => 1.0,
            false => element(i, j) / (element(i, i) * element(j, j)).sqrt(),
        });
        let order: Vec<usize> = (0..n).map(|k| (k * 7) % n).collect();
        let factor = TriangularFactor::new(&correlation, n, &order).unwrap();
        assert_eq!(factor.rank(), rank, "noise {noise}");
        let back = factor.reconstruct();
        for (found, wanted) in back.iter().zip(&correlation) {
            assert!((found - wanted).abs() < 1e-11, "rank {rank}: {found}, {wanted}");
        }
    }
}

#[test]
fn singular_scores_that_sum_to_zero() {
    // Three values with correlation -1/2 lie in the plane at 120 degrees.
    let correlation = equicorrelated(3, -0.5);
    assert_eq!(TriangularFactor::new(&correlation, 3, &[2, 0, 1]).unwrap().rank(), 2);
    let exact = in_the_plane(&[0.0, 2.0 * PI / 3.0, 4.0 * PI / 3.0], 0.95);
    let found = values(&correlation, 3, 0.95);
    assert!((found.value - exact).abs() < 1e-7 && found.error == 0.0, "{found:?}, exact {exact}");
    within_four_errors(simulated(&correlation, 3, 0.95, 200_000), exact);
    // Of any size the factor gives the matrix back.
    let n = 30;
    let covariance = arbitrary(n);
    let row: Vec<f64> =
        (0..n).map(|i| covariance[i * n..(i + 1) * n].iter().sum::<f64>() / n as f64).collect();
    let all = row.iter().sum::<f64>() / n as f64;
    let centred = matrix(n, |i, j| covariance[i * n + j] - row[i] - row[j] + all);
    let (correlation, size) = distinct_correlations(&centred, n).unwrap();
    let factor = TriangularFactor::new(&correlation, size, &(0..size).collect::<Vec<_>>()).unwrap();
    assert_eq!((size, factor.rank()), (n, n - 1));
    assert!(factor.reconstruct().iter().zip(&correlation).all(|(x, y)| (x - y).abs() < 1e-12));
}

#[test]
fn studentized_range_equals_the_table() {
    for (n, level, c) in [
        (3, 0.95, 2.343_700_586_378_408_6),
        (10, 0.95, 3.163_683_577_053_372),
        (20, 0.99, 3.991_769_594_199_767_4),
    ] {
        // With any normalisation: independent scores, scores that sum to zero, scores against a reference.
        for null_space in [
            matrix(n, |i, j| f64::from(u8::from(i == j))),
            matrix(n, |i, j| f64::from(u8::from(i == j)) - 1.0 / n as f64),
            matrix(n, |i, j| if i * j == 0 { 0.0 } else { 1.0 + f64::from(u8::from(i == j)) }),
        ] {
            let found = pairs(&null_space, n, level);
            assert_relative_eq!(found.value, c, max_relative = 1e-10);
            assert_eq!(found.error, 0.0);
        }
    }
}

/// The c of the studentized range.
fn range(n: usize, level: f64) -> f64 {
    let distribution =
        MaxDistribution::new(Source::Exact(Exact::Range(n)), n * (n - 1) / 2, f64::INFINITY).unwrap();
    distribution.quantile(level).unwrap().value
}

#[test]
fn simulated_pairs_agree_with_the_studentized_range() {
    // The closed form asks for equality to 1e-9: a little less makes it simulate.
    let nearly = |n| matrix(n, |i, j| if i == j { 1.0 + 1e-7 * i as f64 } else { 0.0 });
    for n in [10, 20] {
        within_four_errors(pairs(&nearly(n), n, 0.95), range(n, 0.95));
    }
    let three = pairs(&nearly(3), 3, 0.95);
    assert!((three.value - range(3, 0.95)).abs() < 1e-6 && three.error == 0.0, "{three:?}");
}

#[test]
fn three_unequal_items_equal_integration_in_the_plane() {
    // Independent scores; differences 0-1, 0-2, 1-2 as vectors of the plane by their correlations.
    let v = [1.0f64, 4.0, 0.25];
    let covariance = matrix(3, |i, j| if i == j { v[i] } else { 0.0 });
    let se = |i: usize, j: usize| (v[i] + v[j]).sqrt();
    let second = (v[0] / (se(0, 1) * se(0, 2))).acos();
    let third = (-v[1] / (se(0, 1) * se(1, 2))).acos();
    // Difference 1-2 is (0-2) - (0-1): its angle lies on the side of 0-2.
    let (found, exact) = (pairs(&covariance, 3, 0.95), in_the_plane(&[0.0, second, third], 0.95));
    assert!((found.value - exact).abs() < 1e-7 && found.error == 0.0, "{found:?}, exact {exact}");
}

/// A correlation matrix of three values, and what it is by the angles of a plane if it lies in one.
fn three(r12: f64, r13: f64, r23: f64) -> Vec<f64> {
    vec![1.0, r12, r13, r12, 1.0, r23, r13, r23, 1.0]
}

#[test]
fn three_values_need_no_simulation() {
    for r in [
        three(0.3, -0.2, 0.5),
        three(-0.4, -0.4, -0.15),
        three(0.99, 0.9, 0.95),
        three(0.999_999, -0.7, -0.7),
        three(0.0, 0.8, 0.0),
        // In a plane: at 0, 40 and 110 degrees.
        three((40f64).to_radians().cos(), (110f64).to_radians().cos(), (70f64).to_radians().cos()),
    ] {
        for level in [0.5, 0.95, 0.99] {
            for degrees in [f64::INFINITY, 7.5] {
                let draws = Draws { count: 100_000, seed: 1, threads: 1 };
                let distribution = MaxDistribution::of_values(&r, 3, degrees, draws, &mut go).unwrap();
                let exact = distribution.quantile(level).unwrap();
                assert_eq!(exact.error, 0.0, "{r:?}");
                assert_relative_eq!(distribution.p_value(exact.value), 1.0 - level, max_relative = 1e-9);
                let drawn = simulated_distribution(&r, 3, degrees, 100_000, 3).quantile(level).unwrap();
                assert!(
                    (drawn.value - exact.value).abs() <= 4.0 * drawn.error,
                    "{r:?}, {level}, {degrees}: {exact:?}, drawn {drawn:?}"
                );
            }
        }
    }
}

#[test]
fn a_distribution_hardly_changes_where_three_values_become_a_plane_or_two() {
    // The same matrix a little inside, at and a little off the plane; and with a value that is nearly another.
    let distribution = |r: &[f64]| values(r, 3, 0.95).value;
    let (a, b) = (0.3f64, 0.7f64);
    let at = three(a.cos(), (a + b).cos(), b.cos());
    for off in [1e-15, 1e-13, 1e-11, 1e-9] {
        let mut near = at.clone();
        (near[2], near[6]) = (at[2] + off, at[6] + off);
        assert!((distribution(&near) - distribution(&at)).abs() < 10.0 * off + 1e-9, "{off}");
    }
    let two = values(&[1.0, 0.4, 0.4, 1.0], 2, 0.95).value;
    for near in [1e-16, 1e-15, 1e-14, 1e-13, 1e-11] {
        let found = distribution(&three(1.0 - near, 0.4, 0.4));
        assert!((found - two).abs() < 2.0 * near.sqrt() + 1e-9, "{near}: {found} for {two}");
    }
}

#[test]
fn more_values_in_a_plane_and_groups_of_few_need_no_simulation() {
    let angles = [0.0f64, 0.4, 1.1, 2.0, 2.9];
    let plane = matrix(5, |i, j| (angles[i] - angles[j]).cos());
    let found = values(&plane, 5, 0.95);
    assert!((found.value - in_the_plane(&angles, 0.95)).abs() < 1e-7 && found.error == 0.0, "{found:?}");
    // Three values and two more, and one alone: the probabilities multiply.
    let inner = three(0.3, -0.2, 0.5);
    let joint = matrix(6, |i, j| match (i, j) {
        _ if i == j => 1.0,
        _ if i < 3 && j < 3 => inner[i * 3 + j],
        (3, 4) | (4, 3) => -0.6,
        _ => 0.0,
    });
    let found = values(&joint, 6, 0.9);
    assert_eq!(found.error, 0.0);
    use crate::distributions::{bivariate, trivariate};
    let inside = (1.0 - trivariate::outside(found.value, [0.3, -0.2, 0.5], 0.1))
        * bivariate::inside(found.value, -0.6)
        * normal::inside(found.value);
    assert_relative_eq!(inside, 0.9, max_relative = 1e-10);
    within_four_errors(simulated(&joint, 6, 0.9, 200_000), found.value);
}

#[test]
fn the_default_draws_know_the_coverage_to_one_in_a_thousand() {
    for level in [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999] {
        let draws = enough_draws(level) as f64;
        assert!((level * (1.0 - level) / draws).sqrt() < 1e-3 + 1e-12 && draws >= 1e4, "{level}: {draws}");
        assert!(draws * (1.0 - level) >= 9.99, "{level}: {draws}");
    }
    assert_eq!((enough_draws(0.95), enough_draws(0.999), enough_draws(1.0)), (47_500, 10_000, 10_000_000));
}

#[test]
fn pairs_do_not_depend_on_gauge_or_unit() {
    let n = 12;
    let covariance = arbitrary(n);
    let base = pairs(&covariance, n, 0.95);
    let shifted = pairs(&matrix(n, |i, j| covariance[i * n + j] + 3.0), n, 0.95);
    assert!((base.value - shifted.value).abs() < 5.0 * (base.error + shifted.error));
    let scaled = pairs(&matrix(n, |i, j| covariance[i * n + j] * 1e6), n, 0.95);
    assert_relative_eq!(base.value, scaled.value, max_relative = 1e-9);
    let reference =
        matrix(n, |i, j| covariance[i * n + j] - covariance[i * n] - covariance[j] + covariance[0]);
    let reference = pairs(&reference, n, 0.95);
    assert!((base.value - reference.value).abs() < 5.0 * (base.error + reference.error));
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let n = 17;
    let covariance = arbitrary(n);
    let run = |threads| {
        let value = gaussian_max(&covariance, n, 0.95, 3_001, 5, threads, f64::INFINITY, &mut go).unwrap();
        let pair =
            gaussian_max_pairs(&covariance, n, 0.95, 3_001, 5, threads, f64::INFINITY, &mut go).unwrap();
        [value.value, value.error, pair.value, pair.error].map(f64::to_bits)
    };
    let one = run(1);
    assert_eq!(one, run(0));
    assert_eq!(one, run(2));
    assert_eq!(one, run(7));
    let other = gaussian_max(&covariance, n, 0.95, 3_001, 6, 1, f64::INFINITY, &mut go).unwrap();
    assert_ne!(one[0], other.value.to_bits());
}

#[test]
fn values_that_cannot_decide_are_left_out() {
    let one = Critical::exact(marginal(0.95).unwrap());
    assert_eq!(values(&[], 0, 0.95), one);
    assert_eq!(values(&[0.0; 9], 3, 0.95), one);
    assert_eq!(values(&[f64::NAN; 4], 2, 0.95), one);
    assert_eq!(pairs(&[], 0, 0.95), one);
    assert_eq!(pairs(&[2.0], 1, 0.95), one);
    assert_eq!(pairs(&[0.0; 9], 3, 0.95), one);
    assert_eq!(pairs(&[f64::NAN; 4], 2, 0.95), one);
    assert_eq!(pairs(&[1.0, 0.3, 0.3, 2.0], 2, 0.95), one);
    assert_eq!(pairs(&[1.0; 9], 3, 0.95), one, "differences without variance");

    // A value of zero variance among others, and one of infinite variance, change nothing.
    let n = 6;
    let inner = arbitrary(n);
    let padded = matrix(n + 2, |i, j| match (i, j) {
        _ if i < n && j < n => inner[i * n + j],
        _ if i == n || j == n => 0.0,
        _ => f64::INFINITY,
    });
    assert_eq!(values(&inner, n, 0.95), values(&padded, n + 2, 0.95));
    // Among pairs an item of zero variance counts, one of infinite variance does not.
    let finite = matrix(n + 1, |i, j| padded[i * (n + 2) + j]);
    assert_eq!(pairs(&finite, n + 1, 0.95), pairs(&padded, n + 2, 0.95));
    assert!(pairs(&finite, n + 1, 0.95).value > pairs(&inner, n, 0.95).value);
}

#[test]
fn items_of_separate_components_are_not_compared() {
    // Two rounds of three equal items each; differences between them are unidentified. Both ranges
    // must hold, each with the square root of the level.
    let n = 6;
    let part = |i: usize, j: usize| if i / 3 == j / 3 { f64::from(u8::from(i == j)) } else { f64::NAN };
    let found = pairs(&matrix(n, part), n, 0.95);
    assert_relative_eq!(found.value, range(3, 0.95f64.sqrt()), max_relative = 1e-9);
    assert_eq!(found.error, 0.0);
    // Components of four are simulated.
    let part = |i: usize, j: usize| if i / 4 == j / 4 { f64::from(u8::from(i == j)) } else { f64::NAN };
    within_four_errors(pairs(&matrix(8, part), 8, 0.95), range(4, 0.95f64.sqrt()));
    assert_eq!(pairs(&matrix(2, |i, j| if i == j { 1.0 } else { f64::NAN }), 2, 0.95).error, 0.0);
}

#[test]
fn bad_arguments_are_named() {
    let good = arbitrary(5);
    let message = |covariance: &[f64], n, level, draws| {
        let value = gaussian_max(covariance, n, level, draws, 1, 1, f64::INFINITY, &mut go).unwrap_err();
        let pair = gaussian_max_pairs(covariance, n, level, draws, 1, 1, f64::INFINITY, &mut go).unwrap_err();
        assert_eq!(value, pair);
        value.to_string()
    };
    assert_eq!(message(&good, 4, 0.95, 1000), "covariance: 25 numbers are not 4 x 4");
    for level in [0.0, 1.0, -0.5, f64::NAN] {
        assert_eq!(message(&good, 5, level, 1000), format!("level: {level} is not between 0 and 1"));
    }
    assert_eq!(message(&good, 5, 0.95, 100), "draws: 100 are too few for level 0.95, which needs 200");
    let mut bad = good.clone();
    bad[6] = -2.0;
    assert_eq!(message(&bad, 5, 0.95, 1000), "covariance: the variance of row 1 is -2");
    bad = good.clone();
    bad[5] = f64::NAN;
    bad[1] = f64::NAN;
    let error = gaussian_max(&bad, 5, 0.95, 1000, 1, 1, f64::INFINITY, &mut go).unwrap_err();
    assert!(error.to_string().starts_with("covariance: element (1, 0) is NaN"), "{error}");
    bad[5] = 50.0;
    bad[1] = 50.0;
    assert!(message(&bad, 5, 0.95, 1000).starts_with("covariance: element (1, 0) is 50, a correlation of"));
    let indefinite = [1.0, 0.9, 0.9, 0.9, 1.0, -0.9, 0.9, -0.9, 1.0];
    let error = gaussian_max(&indefinite, 3, 0.95, 1000, 1, 1, f64::INFINITY, &mut go).unwrap_err();
    assert!(error.to_string().contains("not positive semidefinite"), "{error}");
    assert!(bonferroni(1.0, 3).is_err() && marginal(f64::NAN).is_err());
}

#[test]
fn cancelling_stops_all_threads() {
    let n = 40;
    let covariance = arbitrary(n);
    for threads in [1, 3] {
        for stop_at in [1, 2, 5] {
            let mut calls = 0;
            let mut keep_going = || {
                calls += 1;
                if calls < stop_at {
                    Ok(())
                } else {
                    Err(Error::Cancelled)
                }
            };
            let found = gaussian_max_pairs(
                &covariance,
                n,
                0.95,
                1_000_000,
                1,
                threads,
                f64::INFINITY,
                &mut keep_going,
            );
            assert_eq!(found, Err(Error::Cancelled));
            assert_eq!(calls, stop_at);
        }
    }
}

/// The critical value of the multivariate t distribution with equal correlations 1/2, by brute integration over
/// the common factor and the chi-square.
fn brute_multivariate_t(c: f64, n: i32, degrees: f64) -> f64 {
    let steps = 400;
    let middle = |k: usize| (k as f64 + 0.5) / steps as f64;
    let mut sum = 0.0;
    for s in
        (0..steps).map(|k| (crate::distributions::chi_square::quantile(middle(k), degrees) / degrees).sqrt())
    {
        for f in (0..steps).map(|k| normal::quantile(middle(k))) {
            let (h, shift) = (c * s * 2f64.sqrt(), f);
            let inside = normal::cdf(h - shift) - normal::cdf(-h - shift);
            sum += inside.powi(n);
        }
    }
    sum / (steps * steps) as f64
}

#[test]
fn multivariate_t_agrees_with_integration_and_with_the_table() {
    let draws = Draws { count: 200_000, seed: 4, threads: 1 };
    // Hochberg and Tamhane (1987), table 5: two-sided |M| quantile for k = 3, nu = 10, rho = 0.5 is 2.76.
    let distribution = MaxDistribution::of_values(&equicorrelated(3, 0.5), 3, 10.0, draws, &mut go).unwrap();
    let exact = distribution.quantile(0.95).unwrap();
    assert_eq!(exact.error, 0.0);
    assert!((exact.value - 2.76).abs() < 0.005, "{exact:?}");
    assert!((brute_multivariate_t(exact.value, 3, 10.0) - 0.95).abs() < 1e-3);
    let found = simulated_distribution(&equicorrelated(3, 0.5), 3, 10.0, 200_000, 4).quantile(0.95).unwrap();
    within_four_errors(found, exact.value);
    // The studentized range: q(.05; 3, 10) = 3.877 over the square root of 2; q(.05; 10, 5) = 6.995.
    for (n, degrees, q) in [(3, 10.0, 3.877), (10, 5.0, 6.995)] {
        let identity = matrix(n, |i, j| f64::from(u8::from(i == j)));
        let distribution = MaxDistribution::of_pairs(&identity, n, degrees, draws, &mut go).unwrap();
        let found = distribution.quantile(0.95).unwrap();
        assert!((found.value * 2f64.sqrt() - q).abs() < 1e-3, "{found:?}");
        assert_relative_eq!(distribution.p_value(found.value), 0.05, max_relative = 1e-9);
    }
    let one = MaxDistribution::of_values(&[2.0], 1, 7.0, draws, &mut go).unwrap();
    assert_relative_eq!(one.quantile(0.9).unwrap().value, 1.894_578_605_061_305, max_relative = 1e-10);
    assert!(MaxDistribution::of_values(&[2.0], 1, 0.0, draws, &mut go).is_err());
}

#[test]
fn p_values_invert_quantiles_and_stay_between_their_bounds() {
    let n = 12;
    let covariance = arbitrary(n);
    for degrees in [f64::INFINITY, 6.0] {
        let draws = Draws { count: 20_000, seed: 2, threads: 1 };
        for distribution in [
            MaxDistribution::of_pairs(&covariance, n, degrees, draws, &mut go).unwrap(),
            MaxDistribution::of_values(&covariance, n, degrees, draws, &mut go).unwrap(),
            MaxDistribution::of_values(&equicorrelated(n, 0.5), n, degrees, draws, &mut go).unwrap(),
        ] {
            for level in [0.5, 0.9, 0.95, 0.99] {
                let c = distribution.quantile(level).unwrap().value;
                assert!(
                    (distribution.p_value(c) - (1.0 - level)).abs() < 1e-6,
                    "{level}: {}",
                    distribution.p_value(c)
                );
            }
            let statistics: Vec<f64> = (0..600).map(|k| 0.02 * k as f64).collect();
            let all = distribution.p_values(&statistics);
            for (k, (&t, &p)) in statistics.iter().zip(&all).enumerate() {
                let one = two_sided(t, degrees);
                assert!(p >= one && p > 0.0 && p <= 1.0, "{t}: {p}");
                assert!(p <= 1.0 - (1.0 - one).powi(distribution.count() as i32) + 1e-12, "{t}: {p}");
                if k % 20 == 7 {
                    assert_relative_eq!(p, distribution.p_value(-t), max_relative = 1e-5);
                }
                assert!(k == 0 || p <= all[k - 1] * (1.0 + 1e-6), "not monotone at {t}");
            }
            assert!(
                distribution.p_value(f64::NAN).is_nan() && distribution.p_values(&[f64::NAN])[0].is_nan()
            );
        }
    }
}

#[test]
fn pruning_leaves_no_pair_out() {
    let n = 45;
    let mut random = crate::random::Random::new(3, 0);
    let variances: Vec<f64> = (0..n).map(|_| (3.0 * random.normal()).exp()).collect();
    // A block of items of another component, and one item of infinite variance.
    let covariance = matrix(n, |i, j| match i == j {
        true if i == 7 => f64::INFINITY,
        true => variances[i] + 0.1,
        false if i == 7 || j == 7 || (i < 9) != (j < 9) => f64::NAN,
        false => 0.1,
    });
    let items: Vec<usize> = (0..n).filter(|i| *i != 7).collect();
    let size = items.len();
    let order: Vec<usize> = (0..size).map(|k| (k * 5) % size).collect();
    let pairs = Pairs::new(&Weights::new(&covariance, n, &items).unwrap(), &order).unwrap();
    let (draws, blocks) = (100, size.div_ceil(LANES));
    let mut values = vec![[0.0; LANES]; draws * blocks];
    for draw in values.chunks_exact_mut(blocks) {
        draw.as_flattened_mut()[..size].iter_mut().for_each(|z| *z = 2.0 * random.normal());
    }
    let mut out = vec![0.0; draws];
    pairs.largest(&values, &mut out, &mut go).unwrap();
    for (draw, found) in values.chunks_exact(blocks).zip(&out) {
        let place = |i: usize| order.iter().position(|item| *item == i).unwrap();
        let value = |i: usize| draw.as_flattened()[place(i)];
        let mut largest: f64 = 0.0;
        for i in 0..size {
            for j in 0..i {
                let variance = difference_variance(&covariance, n, items[i], items[j]);
                if variance.is_finite() {
                    largest = largest.max((value(i) - value(j)).abs() * (1.0 / variance.sqrt()));
                }
            }
        }
        assert_eq!(*found, largest);
    }
}

/// Values that repeat others count once in the number that bounds the distribution, and so do differences of pairs; a variance
/// that is negative by rounding beside the largest is none.
#[test]
fn the_number_of_values_is_of_those_that_count() {
    let draws = Draws { count: 1000, seed: 1, threads: 1 };
    let count = |covariance: &[f64], n: usize| {
        MaxDistribution::of_values(covariance, n, f64::INFINITY, draws, &mut go).map(|found| found.count())
    };
    let r = [[1.0, 0.5], [0.5, 1.0]];
    assert_eq!(count(&matrix(4, |i, j| r[i / 2][j / 2]), 4), Ok(2));
    assert_eq!(count(&matrix(3, |i, j| if i.max(j) == 2 { 0.0 } else { r[i][j] }), 3), Ok(2));
    assert_eq!(count(&arbitrary(5), 5), Ok(5));
    assert_eq!(count(&[1.0, 0.0, 0.0, -1e-13], 2), Ok(1));
    assert_eq!(count(&[-1e-13, 0.0, 0.0, 1.0], 2), Ok(1));
    assert!(count(&[1.0, 0.0, 0.0, -1e-9], 2).is_err());
    // Differences from one item, whose own variance is then zero, are those of all.
    let of_pairs = |covariance: &[f64], n: usize| {
        MaxDistribution::of_pairs(covariance, n, f64::INFINITY, draws, &mut go).unwrap()
    };
    let inner = arbitrary(3);
    let c = |i: usize, j: usize| inner[3 * i + j];
    let from_first = matrix(3, |i, j| c(i, j) - c(i, 0) - c(0, j) + c(0, 0));
    let (all, relative) = (of_pairs(&inner, 3), of_pairs(&from_first, 3));
    assert_eq!((all.count(), relative.count()), (3, 3));
    let [a, b] = [&all, &relative].map(|found| found.quantile(0.95).unwrap());
    assert!((a.value - b.value).abs() < 1e-9 && a.error == 0.0);
}
