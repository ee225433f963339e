use super::*;
use crate::random::Random;

const DRAWS: Draws = Draws { count: 4_000, seed: 3, threads: 1 };

fn go() -> Result<()> {
    Ok(())
}

/// Contributions to values that are normal, with their sums: a mean for each value.
fn drawn(units: usize, values: usize, random: &mut Random) -> (Contributions, Vec<f64>) {
    let raw: Vec<f64> = (0..units * values).map(|_| random.normal()).collect();
    let means: Vec<f64> = (0..values).map(|v| raw.iter().skip(v).step_by(values).sum::<f64>()).collect();
    // Of a mean of equal shares: CR2 multiplies deviations by the root of G / (G - 1).
    let size = units as f64;
    let numbers = (0..units * values)
        .map(|k| (raw[k] - means[k % values] / size) * (size / (size - 1.0)).sqrt())
        .collect();
    (Contributions { values, numbers, shares: vec![1.0; units] }, means)
}

/// T of a difference for some signs, as the paper defines it.
fn by_definition(d: &[f64], signs: impl Fn(usize) -> f64) -> f64 {
    let h = 1.0 / d.len() as f64;
    let sum: f64 = d.iter().enumerate().map(|(g, d)| signs(g) * d).sum();
    let variance: f64 = d.iter().enumerate().map(|(g, d)| (signs(g) * d - h * sum).powi(2) / (1.0 - h)).sum();
    sum.abs() / variance.sqrt()
}

/// All vectors, one by one, by the definition: the statistics of the data, critical values and p-values.
#[test]
fn all_vectors_of_few_clusters() {
    let mut random = Random::new(1, 0);
    for (units, values) in [(6, 4), (9, 3), (11, 9)] {
        let (contributions, means) = drawn(units, values, &mut random);
        let signs = Signs::new(contributions.clone(), &means);
        let own = |v: usize| -> Vec<f64> { (0..units).map(|g| signs.numbers[g * values + v]).collect() };
        let difference =
            |i: usize, j: usize| -> Vec<f64> { own(i).iter().zip(own(j)).map(|(a, b)| a - b).collect() };
        let pairs: Vec<(usize, usize)> = (0..values).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        let mut largest: Vec<f64> = (0..1usize << (units - 1))
            .map(|vector| {
                let sign = |g: usize| if vector >> g & 1 == 0 { 1.0 } else { -1.0 };
                pairs.iter().map(|&(i, j)| by_definition(&difference(i, j), sign)).fold(0.0, f64::max)
            })
            .collect();
        for &(i, j) in &pairs {
            let squares = contributions.numbers.chunks(values).map(|c| (c[i] - c[j]).powi(2)).sum::<f64>();
            let cr2 = (means[i] - means[j]).abs() / squares.sqrt();
            assert!((by_definition(&difference(i, j), |_| 1.0) - cr2).abs() < 1e-9 * cr2);
            let flips = signs.of_pairs(|_, _| true, DRAWS, &mut go).unwrap();
            let share = largest.iter().filter(|t| **t >= cr2 - 1e-9).count() as f64 / largest.len() as f64;
            assert!((flips.p_value(cr2) - share).abs() < 1e-12);
        }
        largest.sort_unstable_by(f64::total_cmp);
        let flips = signs.of_pairs(|_, _| true, DRAWS, &mut go).unwrap();
        for level in [0.5, 0.9, 0.95] {
            let at = ((1.0 - level) * largest.len() as f64 + 1e-9).floor() as usize;
            let expected = largest[largest.len() - 1 - at];
            assert!((flips.tests.critical(level) - expected).abs() < 1e-8 * expected, "{units} {level}");
        }
        // With one fewer vector beyond than there are, nothing is decided.
        assert!(flips.tests.critical(0.9999) >= *largest.last().unwrap());
    }
}

/// Steps by brute force: the vectors again over the pairs that are left.
#[test]
fn steps_take_out_what_is_decided() {
    let mut random = Random::new(7, 0);
    let (units, values) = (20, 7);
    let mut most = 0;
    for apart in [1.0, 2.0, 3.0, 4.0, 6.0] {
        let (contributions, mut means) = drawn(units, values, &mut random);
        means.iter_mut().enumerate().for_each(|(v, mean)| *mean += apart * (v * v) as f64);
        let signs = Signs::new(contributions.clone(), &means);
        let mut statistics = vec![f64::NAN; values * values];
        for i in 0..values {
            for j in 0..i {
                let squares =
                    contributions.numbers.chunks(values).map(|c| (c[i] - c[j]).powi(2)).sum::<f64>();
                statistics[i * values + j] = (means[i] - means[j]) / squares.sqrt();
            }
        }
        let mut left: Vec<bool> = statistics.iter().map(|t| !t.is_nan()).collect();
        let mut steps = 0;
        loop {
            let is_known = |i: usize, j: usize| left[i.max(j) * values + i.min(j)];
            let bar = signs.of_pairs(is_known, DRAWS, &mut go).unwrap().tests.critical(0.95);
            let new: Vec<usize> = (0..left.len()).filter(|&k| left[k] && statistics[k].abs() > bar).collect();
            new.iter().for_each(|&k| left[k] = false);
            if new.is_empty() {
                break;
            }
            steps += 1;
        }
        let found = signs.decided(&statistics, 0.95, DRAWS, &mut go).unwrap();
        let expected: Vec<bool> = (0..left.len()).map(|k| !statistics[k].is_nan() && !left[k]).collect();
        assert_eq!(found, expected);
        assert!(found.contains(&true) && left.contains(&true));
        most = most.max(steps);
    }
    assert!(most > 1, "no second step found anything");
}

/// Six systems on ten tasks, all 512 vectors, by the independent program that the method was specified with (evidence.json,
/// signs_tasks): statistics, p-values of the single step, critical values of two steps.
#[test]
fn six_systems_on_ten_tasks() {
    const SCORES: [[f64; 10]; 6] = [
        [0.917524, 0.649371, 0.922947, 0.640848, 0.929646, 0.695806, 0.640928, 0.523272, 1.069967, 0.74996],
        [0.853438, 0.562265, 0.499468, 0.737345, 0.656111, 0.932098, 0.474405, 0.57891, 0.468604, 0.945246],
        [0.530316, 0.535504, 0.518028, 0.732984, 0.503924, 0.682411, 0.500879, 0.584173, 0.499176, 0.695211],
        [0.57975, 0.573517, 0.603669, 0.628225, 0.571043, 0.410504, 0.661731, 0.666786, 0.67996, 0.540315],
        [0.410371, 0.234586, 0.739001, 0.327928, 0.284392, 0.437352, 0.706232, 0.356679, 0.396878, 0.224106],
        [0.059567, 0.552522, 0.081329, 0.12724, 0.363313, 0.285249, 0.221687, 0.282685, 0.56324, 0.277906],
    ];
    // Pairs (0, 1), (0, 2), ..., (4, 5).
    const STATISTICS: [f64; 15] = [
        1.2101378494467088,
        2.665026819460179,
        3.079326066373043,
        4.893224279459359,
        6.6480284033306045,
        2.1317567521730405,
        0.999411767397248,
        2.636242812765726,
        4.204100689915044,
        0.29058043273799206,
        2.29157720540557,
        4.3275361161788535,
        3.167722505389752,
        5.233950185130901,
        1.3587227979142624,
    ];
    const P: [f64; 15] = [
        0.810546875,
        0.193359375,
        0.123046875,
        0.01953125,
        0.00390625,
        0.390625,
        0.904296875,
        0.205078125,
        0.03125,
        1.0,
        0.328125,
        0.029296875,
        0.111328125,
        0.01171875,
        0.71484375,
    ];
    const CRITICAL: [f64; 2] = [3.821802550379833, 3.5024284671305717];
    let means: Vec<f64> = SCORES.iter().map(|row| row.iter().sum::<f64>() / 10.0).collect();
    let share = |task: usize, item: usize| (SCORES[item][task] - means[item]) / 10.0 * (10.0 / 9.0f64).sqrt();
    let numbers = (0..60).map(|k| share(k / 6, k % 6)).collect();
    let signs = Signs::new(Contributions { values: 6, numbers, shares: vec![1.0; 10] }, &means);
    let flips = signs.of_pairs(|_, _| true, DRAWS, &mut go).unwrap();
    assert_eq!(flips.tests.largest.len(), 512);
    assert!((flips.tests.critical(0.95) - CRITICAL[0]).abs() < 1e-7);
    let mut statistics = vec![f64::NAN; 36];
    let pairs = (0..6).flat_map(|i| (i + 1..6).map(move |j| (i, j)));
    for ((i, j), (t, p)) in pairs.zip(STATISTICS.iter().zip(P)) {
        assert_eq!(flips.p_value(*t), p, "{i} {j}");
        statistics[j * 6 + i] = *t;
    }
    let decided = signs.decided(&statistics, 0.95, DRAWS, &mut go).unwrap();
    assert_eq!(decided.iter().filter(|d| **d).count(), 5);
    let left = signs.of_pairs(|i, j| !decided[i.max(j) * 6 + i.min(j)], DRAWS, &mut go).unwrap();
    assert!((left.tests.critical(0.95) - CRITICAL[1]).abs() < 1e-7);
}

/// Equal values, half a thousand times: a false pair in a twentieth of them, where normal draws find more.
#[test]
fn equal_values_are_told_apart_as_often_as_the_level_says() {
    let mut random = Random::new(9, 0);
    let (units, values) = (10, 12);
    let mut errors = 0;
    for _ in 0..500 {
        let (contributions, means) = drawn(units, values, &mut random);
        let flips = Signs::new(contributions.clone(), &means).of_pairs(|_, _| true, DRAWS, &mut go).unwrap();
        let bar = flips.tests.critical(0.95);
        let squares = |i: usize, j: usize| {
            contributions.numbers.chunks(values).map(|c| (c[i] - c[j]).powi(2)).sum::<f64>()
        };
        let is_false = |i: usize, j: usize| (means[i] - means[j]).abs() > bar * squares(i, j).sqrt();
        errors += usize::from((0..values).any(|i| (0..i).any(|j| is_false(i, j))));
    }
    // 25 of 500 are expected, with a deviation of 5.
    assert!((8..=40).contains(&errors), "{errors}");
}

/// The same bits for any number of threads, others for another seed; values and differences from one agree with pairs.
#[test]
fn bits_do_not_depend_on_threads() {
    let mut random = Random::new(5, 0);
    let (contributions, means) = drawn(40, 5, &mut random);
    let signs = Signs::new(contributions, &means);
    let of = |threads, seed| {
        let draws = Draws { threads, seed, ..DRAWS };
        signs.of_pairs(|_, _| true, draws, &mut go).unwrap().tests.largest
    };
    assert_eq!(of(1, 3), of(2, 3));
    assert_ne!(of(1, 3), of(1, 4));
    let against = signs.against(2);
    let of_values = against.of_values(|_| true, DRAWS, &mut go).unwrap();
    let of_pairs = signs.of_pairs(|i, j| i == 2 || j == 2, DRAWS, &mut go).unwrap();
    for (a, b) in of_values.tests.largest.iter().zip(&of_pairs.tests.largest) {
        assert!((a - b).abs() < 1e-12);
    }
    let cancelled = signs.of_pairs(|_, _| true, DRAWS, &mut || Err(crate::error::Error::Cancelled));
    assert!(matches!(cancelled, Err(crate::error::Error::Cancelled)));
}

/// Clusters that all say the same have an infinite statistic, and a p-value by signs; those that say nothing none.
#[test]
fn differences_without_spread() {
    let units = 8;
    let numbers = (0..units).flat_map(|g| [0.0, 0.0, if g % 2 == 0 { 1.0 } else { -1.0 }]).collect();
    let signs = Signs::new(Contributions { values: 3, numbers, shares: vec![1.0; units] }, &[4.0, 0.0, 0.0]);
    let flips = signs.of_pairs(|i, j| (i, j) == (1, 0), DRAWS, &mut go).unwrap();
    assert_eq!(flips.p_value(f64::INFINITY), 1.0 / 128.0);
    assert!(flips.p_value(f64::NAN).is_nan());
    let equal =
        Signs::new(Contributions { values: 2, numbers: vec![0.5; 16], shares: vec![1.0; 8] }, &[1.0, 1.0]);
    assert!(equal.squares_of_pairs(|_, _| true).unwrap().iter().all(|a| a.is_infinite()));
    let nothing = equal.decided(&[f64::NAN, f64::NAN, 3.0, f64::NAN], 0.95, DRAWS, &mut go).unwrap();
    assert!(!nothing.contains(&true));
}

/// Vectors of all numbers of clusters: each once, the data first; drawn ones are the same when asked for again.
#[test]
fn vectors_of_signs() {
    for is_signed in [false, true] {
        let vectors = Vectors::new(5, is_signed, DRAWS);
        assert_eq!(vectors.count, if is_signed { 32 } else { 16 });
        let mut seen: Vec<Vec<f64>> = Vec::new();
        for number in 0..vectors.count {
            let mut signs = vec![0.0; 5];
            vectors.write(number, &mut signs);
            assert!(signs.iter().all(|s| s.abs() == 1.0) && !seen.contains(&signs));
            seen.push(signs);
        }
        assert_eq!(seen[0], [1.0; 5]);
    }
    let vectors = Vectors::new(150, true, DRAWS);
    assert_eq!(vectors.count, 4_001);
    let of = |number| {
        let mut signs = vec![0.0; 150];
        vectors.write(number, &mut signs);
        signs
    };
    assert_eq!(of(0), [1.0; 150]);
    assert_eq!(of(7), of(7));
    let mean: f64 = (1..200).map(|number| of(number).iter().sum::<f64>()).sum::<f64>() / (150.0 * 199.0);
    assert!(mean.abs() < 0.03, "{mean}");
}

/// Values far apart move together in every vector of signs. Tests of those that are equal lose nothing by it; intervals of all
/// differences are as long as those of equal values.
#[test]
fn intervals_do_not_shrink_where_values_are_far_apart() {
    let mut random = Random::new(11, 0);
    let (contributions, means) = drawn(20, 8, &mut random);
    let of = |means: &[f64]| {
        Signs::new(contributions.clone(), means).of_pairs(|_, _| true, DRAWS, &mut go).unwrap()
    };
    let near = of(&means);
    let apart: Vec<f64> = means.iter().enumerate().map(|(v, mean)| mean + 1e3 * (v * v) as f64).collect();
    let far = of(&apart);
    assert!(far.tests.critical(0.95) < 0.8 * near.tests.critical(0.95));
    assert!(far.critical(0.95) > 0.9 * near.critical(0.95));
    assert!(near.critical(0.95) < 1.2 * near.tests.critical(0.95));
}

/// Clusters of shares 1 to 10: errors of equal values by their own shares, where equal shares would find too many.
#[test]
fn clusters_of_unequal_size_have_their_shares() {
    let mut random = Random::new(13, 0);
    let (units, values) = (12, 20);
    let shares: Vec<f64> = (0..units).map(|g| 10f64.powf(g as f64 / 11.0)).collect();
    let total: f64 = shares.iter().sum();
    let (mut own, mut equal) = (0, 0);
    for _ in 0..200 {
        // Effects of clusters, weighted by their shares.
        let raw: Vec<f64> =
            (0..units * values).map(|k| shares[k / values] / total * random.normal()).collect();
        let means: Vec<f64> = (0..values).map(|v| raw.iter().skip(v).step_by(values).sum::<f64>()).collect();
        let numbers: Vec<f64> = (0..units * values)
            .map(|k| {
                let h = shares[k / values] / total;
                (raw[k] - h * means[k % values]) / (1.0 - h).sqrt()
            })
            .collect();
        let is_false = |shares: &[f64]| {
            let contributions = Contributions { values, numbers: numbers.clone(), shares: shares.to_vec() };
            let family = Signs::new(contributions, &means).of_pairs(|_, _| true, DRAWS, &mut go).unwrap();
            let square =
                |i: usize, j: usize| numbers.chunks(values).map(|c| (c[i] - c[j]).powi(2)).sum::<f64>();
            let pairs = (0..values).flat_map(|i| (0..i).map(move |j| (i, j)));
            let largest =
                pairs.map(|(i, j)| (means[i] - means[j]).abs() / square(i, j).sqrt()).fold(0.0, f64::max);
            u32::from(family.p_value(largest) <= 0.05)
        };
        own += is_false(&shares);
        equal += is_false(&[1.0; 12]);
    }
    // 10 of 200 are expected, with a deviation of 3.
    assert!((2..=20).contains(&own) && equal > 25, "{own} {equal}");
}
