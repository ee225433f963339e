use super::*;
use crate::geometry::testing::{distances, points};
use crate::progress::unwatched;

fn scale(d: &[f64], weights: Option<&[f64]>, n: usize, options: &SmacofOptions) -> Smacof {
    smacof(d, weights, n, options, &mut unwatched()).unwrap()
}

fn two(starts: usize) -> SmacofOptions {
    SmacofOptions { starts, ..SmacofOptions::default() }
}

/// Dissimilarities that no map has, and weights.
fn noisy(n: usize) -> (Vec<f64>, Vec<f64>) {
    let (_, mut d) = points(n, 3, 7);
    let mut random = Random::new(8, 0);
    let mut weights = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..i {
            d[i * n + j] *= 0.5 + random.uniform();
            d[j * n + i] = d[i * n + j];
            weights[i * n + j] = random.gamma(1.0);
            weights[j * n + i] = weights[i * n + j];
        }
    }
    (d, weights)
}

fn stress(d: &[f64], weights: Option<&[f64]>, map: &[f64], n: usize, m: usize) -> f64 {
    let found = distances(map, n, m);
    let weight = |at: usize| weights.map_or(1.0, |w| w[at]);
    (0..n * n).map(|at| 0.5 * weight(at) * (found[at] - d[at]).powi(2)).sum()
}

#[test]
fn distances_of_a_plane_are_rebuilt() {
    let (n, far) = (12, 1e200);
    let (_, d) = points(n, 2, 3);
    let found = scale(&d, None, n, &two(3));
    assert!(found.converged && found.stress < 1e-20 && found.stress_1 < 1e-10, "{found:?}");
    assert_eq!((found.start, found.iterations), (0, 1));
    let again = distances(&found.coordinates, n, 2);
    assert!(d.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-10));
    // No unit is too large.
    let huge: Vec<f64> = d.iter().map(|d| far * d).collect();
    let large = scale(&huge, None, n, &two(1));
    assert!(large.coordinates.iter().zip(&found.coordinates).all(|(a, b)| (a / far - b).abs() < 1e-10));
}

#[test]
fn a_third_of_the_pairs_may_be_missing() {
    let n = 12;
    let (_, d) = points(n, 2, 3);
    let mut known = vec![1.0; n * n];
    let mut partial = d.clone();
    for i in 0..n {
        for j in (0..i).filter(|j| (i + j) % 3 == 0) {
            for at in [i * n + j, j * n + i] {
                (known[at], partial[at]) = (0.0, f64::NAN);
            }
        }
    }
    let found = scale(&partial, Some(&known), n, &two(20));
    let again = distances(&found.coordinates, n, 2);
    assert!(found.stress < 1e-9, "{found:?}");
    assert!(d.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-3), "{found:?}");
}

/// At the end the stress is that of the map as given back, and no small step lowers it.
#[test]
fn the_end_is_a_minimum_of_the_stress_reported() {
    let n = 14;
    let (d, weights) = noisy(n);
    for weights in [None, Some(weights.as_slice())] {
        let options = SmacofOptions { tolerance: 1e-15, ..two(4) };
        let found = scale(&d, weights, n, &options);
        assert!(found.converged);
        let at = |map: &[f64]| stress(&d, weights, map, n, 2);
        let best = at(&found.coordinates);
        assert!((best - found.stress).abs() < 1e-10 * best, "{best} {found:?}");
        let step = 1e-4;
        for k in 0..2 * n {
            let mut moved = [found.coordinates.clone(), found.coordinates.clone()];
            moved[0][k] += step;
            moved[1][k] -= step;
            let [up, down] = moved.map(|map| at(&map));
            assert!(((up - down) / (2.0 * step)).abs() < 1e-4 * best, "slope {}", (up - down) / step);
            assert!(up + down - 2.0 * best > 0.0);
        }
        // Principal axes: no correlation, the longer first.
        let x = &found.coordinates;
        let product = |a: usize, b: usize| x.chunks(2).map(|p| p[a] * p[b]).sum::<f64>();
        assert!(product(0, 1).abs() < 1e-10 * product(0, 0) && product(0, 0) >= product(1, 1));
        let size: f64 =
            (0..n * n).map(|at| 0.5 * weights.map_or(1.0, |w| w[at]) * distances(x, n, 2)[at].powi(2)).sum();
        assert!((found.stress_1 - (best / size).sqrt()).abs() < 1e-12);
    }
}

/// Every iteration lowers the stress, and more starts never end higher.
#[test]
fn majorisation_descends_and_starts_compete() {
    let n = 16;
    let (d, weights) = noisy(n);
    let mut last = f64::INFINITY;
    for iterations in 0..30 {
        let options = SmacofOptions { iterations, ..two(1) };
        let found = scale(&d, Some(&weights), n, &options);
        assert!(found.stress <= last * (1.0 + 1e-12) && found.iterations == iterations);
        last = found.stress;
    }
    // On a line there are many optima.
    let line = |starts| scale(&d, None, n, &SmacofOptions { dimensions: 1, ..two(starts) });
    let (few, many) = (line(1), line(40));
    assert!(many.stress < few.stress && many.start > 0, "{} {}", many.stress, few.stress);
    assert!(many.agreeing < 40);
}

/// Items alike in all dissimilarities to others coincide in the classical map, where they would stay.
#[test]
fn items_that_coincide_are_torn_apart() {
    let n = 6;
    let line = [0.0f64, 0.0, 5.0, 10.0, 15.0, 20.0];
    let mut d: Vec<f64> = (0..n * n).map(|k| (line[k / n] - line[k % n]).abs()).collect();
    (d[1], d[n]) = (1.0, 1.0);
    let found = scale(&d, None, n, &SmacofOptions { dimensions: 1, ..two(1) });
    // The pull 2 delta of the two on each other against the distance of n items.
    assert!((distances(&found.coordinates, n, 1)[1] - 1.0 / 3.0).abs() < 1e-12, "{found:?}");
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let n = 13;
    let (d, weights) = noisy(n);
    let with = |threads, seed| scale(&d, Some(&weights), n, &SmacofOptions { threads, seed, ..two(7) });
    let bits = |found: &Smacof| found.coordinates.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let one = with(1, 4);
    for threads in [2, 5] {
        let other = with(threads, 4);
        assert_eq!((bits(&one), one.start), (bits(&other), other.start));
    }
    assert_ne!(bits(&one), bits(&with(1, 5)));
}

#[test]
fn it_can_be_stopped() {
    let (d, _) = noisy(10);
    let mut calls = 0;
    let mut stop = |_: &Progress| {
        calls += 1;
        Err(Error::Cancelled)
    };
    let error = smacof(&d, None, 10, &two(5), &mut stop).unwrap_err();
    assert_eq!((error, calls), (Error::Cancelled, 1));
}

#[test]
fn few_items_and_none_apart() {
    let one = scale(&[0.0], None, 1, &SmacofOptions { dimensions: 1, ..two(2) });
    assert_eq!((one.coordinates[0], one.stress, one.stress_1), (0.0, 0.0, 0.0));
    let two_items = scale(&[0.0, 3.0, 3.0, 0.0], None, 2, &two(2));
    assert!((two_items.coordinates[0] - 1.5).abs() < 1e-12 && two_items.stress < 1e-20, "{two_items:?}");
    let same = scale(&[0.0; 9], None, 3, &two(2));
    assert!(same.coordinates.iter().all(|x| x.abs() < 1e-5) && same.stress < 1e-20, "{same:?}");
}

#[test]
fn what_cannot_be_scaled_is_named() {
    let d = [0.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0];
    let refused = |weights: &[f64], options: &SmacofOptions| {
        smacof(&d, Some(weights), 3, options, &mut unwatched()).unwrap_err()
    };
    let apart = [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert!(matches!(refused(&apart, &two(1)), Error::NotIdentified(m) if m.contains("1 of the 3 items")));
    let negative = [0.0, 1.0, 1.0, 1.0, 0.0, -1.0, 1.0, -1.0, 0.0];
    let error = refused(&negative, &two(1));
    assert!(error.row_number() == Some(2) && error.to_string().contains("weights"), "{error}");
    assert!(matches!(refused(&apart[..4], &two(1)), Error::Size(_)));
    let ones = [1.0; 9];
    for options in [
        SmacofOptions { dimensions: 4, ..two(1) },
        two(0),
        two(MOST_STARTS + 1),
        SmacofOptions { tolerance: 0.0, ..two(1) },
        SmacofOptions { tolerance: f64::NAN, ..two(1) },
    ] {
        assert!(matches!(refused(&ones, &options), Error::Argument(_)), "{options:?}");
    }
}
