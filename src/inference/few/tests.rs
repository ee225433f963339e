//! Inference from few clusters where nothing is asked for.

use super::*;
use crate::comparisons::Set;
use crate::inference::testing::{set_of_cells, Cell};
use crate::inference::{
    compact_letters, contrasts, estimates, rank_ranges, rank_sets, test_contrasts, test_pairs, Adjustment,
    CovarianceKind, Errors, Family, Method, RankQuestion,
};
use crate::model::{fit, Quantity, Specification};
use crate::progress::unwatched;
use crate::random::Random;

const ITEMS: u32 = 5;

/// Votes of contexts of their own mind; `apart` is how far an item is from the next.
fn votes(contexts: u32, apart: f64, seed: u64) -> Set {
    let mut random = Random::new(seed, 0);
    let mut cells = Vec::new();
    for context in 0..contexts {
        let mind: Vec<f64> = (0..ITEMS).map(|i| 0.7 * random.normal() - apart * f64::from(i)).collect();
        for left in 0..ITEMS {
            for right in (0..ITEMS).filter(|&right| right != left) {
                let lead = mind[left as usize] - mind[right as usize];
                let win = f64::from(u8::from(random.uniform() < 1.0 / (1.0 + (-lead).exp())));
                cells.push(Cell { context: Some(context), left, right, counts: [win, 1.0 - win, 0.0] });
            }
        }
    }
    set_of_cells(&cells, false)
}

fn model(contexts: u32, apart: f64, seed: u64) -> Model {
    fit(&votes(contexts, apart, seed), &Specification::default(), &mut unwatched()).unwrap()
}

fn with(correction: Correction) -> Options {
    Options { correction, ..Options::default() }
}

/// CR2 below 200 clusters, CR1 where draws take its place, and nothing of many clusters, one, or none.
#[test]
fn the_correction_follows_the_number_of_clusters() {
    let settled = |contexts, options: &Options| options.settled(&model(contexts, 0.2, 1)).unwrap();
    let open = Options::default();
    for (contexts, expected) in
        [(2, Correction::Cr2), (20, Correction::Cr2), (199, Correction::Cr2), (200, Correction::None)]
    {
        assert_eq!(settled(contexts, &open), expected, "{contexts}");
    }
    assert_eq!(settled(1, &open), Correction::None);
    assert_eq!(settled(20, &Options { errors: Errors::Sampled, ..open.clone() }), Correction::Cr1);
    assert_eq!(settled(20, &Options { method: Method::Anytime, ..open.clone() }), Correction::None);
    let sandwich = Options { covariance: CovarianceKind::Sandwich, ..open.clone() };
    assert_eq!(settled(20, &sandwich), Correction::None);
    assert_eq!(settled(20, &with(Correction::Jackknife)), Correction::Jackknife);
    let model = model(20, 0.2, 1);
    let table = |options: &Options| estimates(&model, Quantity::Scores, options, &mut unwatched()).unwrap();
    assert_eq!(table(&open), table(&with(Correction::Cr2)));
    assert_eq!(way(&model, &open).unwrap(), Way::Signs);
    for options in [
        with(Correction::Cr2),
        Options { quantiles: Quantiles::Normal, ..open.clone() },
        Options { quantiles: Quantiles::Student, ..open.clone() },
        sandwich,
    ] {
        assert_eq!(way(&model, &options).unwrap(), Way::Drawn);
        assert!(!note(&model, &options).contains("sign flips"));
    }
    assert!(note(&model, &open).contains("20 clusters") && note(&model, &open).contains("sign flips"));
}

/// Clusters of two ways have CR1 with the degrees of freedom of the fewer, and comparisons of many Bonferroni's inequality.
#[test]
fn two_ways_have_the_factor_alone() {
    let mut set = Set::new();
    let mut random = Random::new(3, 0);
    let names: Vec<String> = (0..12).map(|at| at.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for judge in 0..8 {
        for context in 0..12 {
            for (left, right) in [(0, 1), (1, 2), (2, 0)] {
                let score = [f64::from(u8::from(random.uniform() < 0.6))];
                let key = |at: usize| crate::comparisons::Key {
                    values: crate::comparisons::Column::Text(std::slice::from_ref(&names[at])),
                    base: 0,
                };
                let rows = crate::comparisons::Rows {
                    length: 1,
                    left: key(left),
                    right: key(right),
                    judge: key(judge),
                    context: key(context),
                    score: crate::comparisons::Column::F64(&score),
                    ..Default::default()
                };
                set.append(&rows).unwrap();
            }
        }
    }
    let model = fit(&set, &Specification::default(), &mut unwatched()).unwrap();
    let covariance = CovarianceKind::ClusteredTwoWay;
    let open = Options { covariance, ..Options::default() };
    let asked = Options { correction: Correction::Cr1, ..open.clone() };
    let of = |options: &Options| estimates(&model, Quantity::Scores, options, &mut unwatched()).unwrap();
    assert_eq!(of(&open), of(&asked));
    let said = note(&model, &open);
    assert!(said.contains("8 clusters") && said.contains("CR1") && said.contains("7 degrees"), "{said}");
    let together = Options { method: Method::Simultaneous, ..open };
    let bonferroni = Options { method: Method::Bonferroni, ..asked };
    for (a, b) in of(&together).iter().zip(of(&bonferroni)) {
        assert!((a[3] - b[3]).abs() < 1e-9);
    }
}

/// Fewer clusters than the level has sign vectors for: Bonferroni with the degrees of freedom of each, and so it is said.
#[test]
fn five_clusters_are_too_few_for_signs() {
    assert!(!are_enough(5, 0.95) && are_enough(6, 0.95) && are_enough(5, 0.9) && !are_enough(7, 0.99));
    assert!(are_enough(8, 0.99));
    let model = model(5, 1.2, 3);
    let open = Options::default();
    assert_eq!(way(&model, &open).unwrap(), Way::Bonferroni);
    assert!(note(&model, &open).contains("too few for sign flips"));
    let tests = |adjustment, options: &Options| {
        test_pairs(&model, Family::AllPairs, adjustment, options, &mut unwatched()).unwrap()
    };
    assert_eq!(tests(Adjustment::SingleStep, &open), tests(Adjustment::Bonferroni, &with(Correction::Cr2)));
    let ranges = rank_ranges(&model, &open, &mut unwatched()).unwrap();
    let sure = tests(Adjustment::SingleStep, &open).iter().filter(|t| t.test.adjusted < 0.05).count();
    let decided: usize = ranges.iter().map(|r| r.best - 1).sum();
    assert!(sure > 0 && decided >= sure, "{sure} {decided}");
    let sets = rank_sets(&model, &RankQuestion::default(), &open, &mut unwatched()).unwrap();
    assert!(sets.iter().all(|set| set.decided <= 4));
}

/// Tests, intervals, ranges, letters and sets of one family agree, are the same for any number of threads, and change with the
/// seed only where vectors of signs are drawn.
#[test]
fn what_is_asked_of_one_family_agrees() {
    for contexts in [9, 30] {
        let model = model(contexts, if contexts == 9 { 0.9 } else { 0.4 }, 4);
        let options = |threads, seed| Options { threads, seed, draws: 3_000, ..Options::default() };
        let open = options(1, 5);
        let tests = |options: &Options| {
            test_pairs(&model, Family::AllPairs, Adjustment::SingleStep, options, &mut unwatched()).unwrap()
        };
        let found = tests(&open);
        assert_eq!(found, tests(&options(2, 5)));
        assert_eq!(found == tests(&options(1, 6)), contexts == 9);
        let mut decided = 0;
        for pair in &found {
            let test = pair.test;
            assert!(test.adjusted >= test.p);
            assert!(test.adjusted <= 0.05 || (test.lower <= 0.0 && 0.0 <= test.upper), "{test:?}");
            decided += usize::from(test.adjusted <= 0.05);
        }
        assert!(decided > 2 && decided < 10, "{decided}");
        // Contrasts that are these pairs.
        let weights: Vec<f64> = found
            .iter()
            .flat_map(|pair| {
                let (first, second) = (pair.first, pair.second);
                (0..ITEMS as usize)
                    .map(move |i| f64::from(u8::from(i == first)) - f64::from(u8::from(i == second)))
            })
            .collect();
        let (_, single) = (
            contrasts(&model, Quantity::Scores, &weights, found.len(), &open, &mut unwatched()).unwrap(),
            Adjustment::SingleStep,
        );
        let same = test_contrasts(
            &model,
            Quantity::Scores,
            &weights,
            found.len(),
            &[],
            single,
            &open,
            &mut unwatched(),
        )
        .unwrap();
        for (a, b) in found.iter().zip(&same) {
            assert!((a.test.adjusted - b.adjusted).abs() < 1e-12, "{a:?} {b:?}");
            assert!((a.test.lower - b.lower).abs() < 1e-7);
        }
        // Ranges go in steps: they tell apart what tests do, and perhaps more.
        let ranges = rank_ranges(&model, &open, &mut unwatched()).unwrap();
        assert!(ranges.iter().map(|r| r.best - 1).sum::<usize>() >= decided);
        let letters = compact_letters(&model, &open, &mut unwatched()).unwrap();
        for pair in found.iter().filter(|pair| pair.test.adjusted <= 0.05) {
            let both = |group: &&Vec<usize>| group.contains(&pair.first) && group.contains(&pair.second);
            assert!(!letters.iter().any(|group| both(&group)));
        }
        let sets = rank_sets(&model, &RankQuestion::default(), &open, &mut unwatched()).unwrap();
        for (set, range) in sets.iter().zip(&ranges) {
            assert!(set.best <= set.worst && range.best <= range.worst);
            // All ordered pairs are the same family; where vectors are drawn both signs of each are not.
            assert!(contexts == 30 || (set.best, set.worst) == (range.best, range.worst));
        }
    }
}

/// Equal items in 8 contexts: without a correction many sets have false ranges, by signs few.
#[test]
fn equal_items_have_open_ranges() {
    let (mut by_default, mut without) = (0, 0);
    for seed in 0..60 {
        let model = model(8, 0.0, 100 + seed);
        let is_false = |options: &Options| {
            let ranges = rank_ranges(&model, options, &mut unwatched()).unwrap();
            u32::from(ranges.iter().any(|r| r.best > 1))
        };
        by_default += is_false(&Options::default());
        without += is_false(&Options { draws: 2_000, ..with(Correction::None) });
    }
    assert!(by_default <= 9 && without >= 12, "{by_default} {without}");
}
