//! Tests of the judge report: planted judges are found out.

use super::*;
use crate::assess::judges::testing::set;
use crate::comparisons::Set;
use crate::model::{fit, Position, Specification, StrengthModel};
use crate::progress::unwatched;
use crate::random::Random;

const ITEMS: u32 = 8;
const JUDGES: u32 = 8;
const ITEM_FAMILIES: [i32; 8] = [0, 0, 1, 1, 2, 2, 3, 3];
const JUDGE_FAMILIES: [i32; 8] = [1, -1, -1, -1, -1, -1, 3, -1];

/// Judges 0 and 1 are fair; 2 hardly looks, 3 turns everything round, 4 takes the left, 5 has a taste of its
/// own and 7 the opposite, 6 favours items 6 and 7.
fn strength(judge: u32, item: u32) -> f64 {
    let consensus = 0.35 * (3.5 - f64::from(item));
    let taste = if item % 2 == 0 { 1.5 } else { -1.5 };
    match judge {
        2 => 0.1 * consensus,
        3 => -consensus,
        5 => 0.5 * consensus + taste,
        7 => 0.5 * consensus - taste,
        6 => consensus + if item >= 6 { 0.8 } else { 0.0 },
        _ => 1.3 * consensus,
    }
}

fn planted() -> Set {
    let mut random = Random::new(21, 0);
    let rows: Vec<[u32; 5]> = (0..JUDGES * 1500)
        .map(|at| {
            let judge = at % JUDGES;
            let left = random.below(u64::from(ITEMS)) as u32;
            let right = (left + 1 + random.below(u64::from(ITEMS) - 1) as u32) % ITEMS;
            let position = if judge == 4 { 4.0 } else { 0.0 };
            let u = strength(judge, left) - strength(judge, right) + position;
            let noise = (random.uniform() / (1.0 - random.uniform())).ln();
            [at / 40, judge, left, right, if u + noise > 0.0 { 1 } else { 2 }]
        })
        .collect();
    set(&rows)
}

fn reported(specification: &Specification, thresholds: &Thresholds) -> Vec<Report> {
    let model = fit(&planted(), specification, &mut unwatched()).unwrap();
    let families = Some([&ITEM_FAMILIES[..], &JUDGE_FAMILIES[..]]);
    report(&model, thresholds, families, &Options::default(), &mut unwatched()).unwrap()
}

fn disagreement() -> Specification {
    Specification {
        strength: StrengthModel::disagreement(1),
        position: Position::ByJudge,
        accept: Problems::OPPOSED,
        ..Specification::default()
    }
}

#[test]
fn planted_judges_are_found_out() {
    let found = reported(&disagreement(), &Thresholds::default());
    for (judge, verdict) in [
        (0, Verdicts::REDUNDANT),
        (1, Verdicts::REDUNDANT),
        (2, Verdicts::WEAK),
        (3, Verdicts::OPPOSED),
        (3, Verdicts::WEAK),
        (4, Verdicts::POSITION_DRIVEN),
        (5, Verdicts::IDIOSYNCRATIC),
        (7, Verdicts::IDIOSYNCRATIC),
        (6, Verdicts::SELF_PREFERRING),
    ] {
        assert!(found[judge].verdicts.contains(verdict), "{judge}: {:?}", found[judge]);
    }
    for (verdict, judges) in [
        (Verdicts::OPPOSED, &[3][..]),
        (Verdicts::POSITION_DRIVEN, &[4]),
        (Verdicts::IDIOSYNCRATIC, &[5, 7]),
        (Verdicts::SELF_PREFERRING, &[6]),
        (Verdicts::WEAK, &[2, 3]),
    ] {
        for judge in (0..8).filter(|judge| !judges.contains(judge) && *judge != 2) {
            assert!(!found[judge].verdicts.contains(verdict), "{judge}: {:?}", found[judge]);
        }
    }
    let position = &found[4];
    assert!(position.position[1] > 3.0 && position.counts.position.share > 0.9, "{position:?}");
    assert!(found[0].nearest.is_some_and(|k| [1, 4].contains(&k)) && found[0].correlation[0] > 0.99);
    let sum: f64 = found.iter().map(|r| r.leverage).sum();
    // Strengths of rank two, 2 (8 + 8 - 3), and a position by judge.
    assert!((sum - 34.0).abs() < 1e-6, "{sum}");
    assert!(found[3].majority.kappa < found[0].majority.kappa - 0.1);
}

#[test]
fn models_without_a_quantity_have_no_verdict_of_it() {
    let pooled = reported(&Specification::default(), &Thresholds::default());
    for (judge, row) in pooled.iter().enumerate() {
        assert!(row.sensitivity[0].is_nan() && row.ratio[0].is_nan() && row.position[0].is_nan());
        assert!(row.nearest.is_none() && (row.share - 0.125).abs() < 1e-12);
        let few = Verdicts::POSITION_DRIVEN.0 | Verdicts::SELF_PREFERRING.0;
        assert_eq!(row.verdicts.0 & !few, 0, "{judge}");
    }
    let sensitivity = Specification { strength: StrengthModel::SIGNED, ..disagreement() };
    let found = reported(
        &Specification { strength: StrengthModel::disagreement(0), ..sensitivity },
        &Thresholds::default(),
    );
    assert!(found[3].verdicts.contains(Verdicts::OPPOSED) && found[2].verdicts.contains(Verdicts::WEAK));
    assert!(found[5].ratio[0].is_nan() && found[0].nearest.is_none());
    // Strengths in proportion: what a judge supplies is its sensitivity.
    for row in &found {
        assert!((row.share - row.sensitivity[0].abs() / 8.0).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn thresholds_move_verdicts_and_are_checked() {
    let strict = Thresholds { weak: 5.0, position: 0.5, idiosyncratic: 0.0, redundant: 1.0 };
    let found = reported(&disagreement(), &strict);
    assert!(found.iter().all(|row| row.verdicts.contains(Verdicts::WEAK)));
    assert!(found.iter().all(|row| !row.verdicts.contains(Verdicts::REDUNDANT)));
    let model = fit(&planted(), &Specification::default(), &mut unwatched()).unwrap();
    for (thresholds, part) in [
        (Thresholds { weak: -1.0, ..Thresholds::default() }, "weak is -1"),
        (Thresholds { position: 0.7, ..Thresholds::default() }, "position is 0.7"),
        (Thresholds { idiosyncratic: f64::NAN, ..Thresholds::default() }, "idiosyncratic is NaN"),
        (Thresholds { redundant: 1.1, ..Thresholds::default() }, "redundant is 1.1"),
    ] {
        let error = report(&model, &thresholds, None, &Options::default(), &mut unwatched()).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    let mut stop = |_: &crate::progress::Progress| Err(Error::Cancelled);
    let stopped = report(&model, &Thresholds::default(), None, &Options::default(), &mut stop);
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
}

#[test]
fn slopes_of_a_correlation() {
    let mut random = Random::new(3, 0);
    let x: Vec<f64> = (0..6).map(|_| random.normal()).collect();
    let y: Vec<f64> = x.iter().map(|x| x + 0.3 * random.normal()).collect();
    let (r, slopes) = correlation(&x, &y);
    assert!(r > 0.5 && r < 1.0);
    for at in 0..6 {
        let moved = |v: &[f64], step: f64| {
            let mut v = v.to_vec();
            v[at] += step;
            v
        };
        let step = 1e-5;
        let in_x =
            (correlation(&moved(&x, step), &y).0 - correlation(&moved(&x, -step), &y).0) / (2.0 * step);
        let in_y =
            (correlation(&x, &moved(&y, step)).0 - correlation(&x, &moved(&y, -step)).0) / (2.0 * step);
        assert!((slopes[0][at] - in_x).abs() < 1e-9 && (slopes[1][at] - in_y).abs() < 1e-9);
    }
}
