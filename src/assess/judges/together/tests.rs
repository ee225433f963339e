//! Small panels, by hand.

use super::super::testing::set;
use super::*;
use crate::progress::unwatched;
use crate::random::Random;

/// Judges whose errors have a common part in each context, and a family of two with more of it.
fn panel(judges: u32, contexts: u32, seed: u64) -> Vec<[u32; 5]> {
    let mut random = Random::new(seed, 0);
    let mut rows = Vec::new();
    for context in 0..contexts {
        let (common, kin) = (random.normal(), random.normal());
        let (left, right) = if random.below(2) == 0 { (0, 1) } else { (2, 1) };
        for judge in 0..judges {
            let own = if judge < 2 { kin } else { random.normal() };
            let z = 0.5 + common + 2.0 * own + random.normal();
            rows.push([context, judge, left, right, if z > 0.0 { 1 } else { 2 }]);
        }
    }
    rows
}

fn found(rows: &[[u32; 5]], families: &[i32]) -> Result<Together> {
    Together::new(&set(rows), families, &Common::default(), &mut unwatched())
}

#[test]
fn kin_are_found() {
    let together = found(&panel(6, 400, 1), &[1, 1, 2, 3, -1, -1]).unwrap();
    let families = together.families(&mut unwatched()).unwrap();
    assert_eq!(families.len(), 1);
    let kin = &families[0];
    assert!(kin.family == 1 && kin.judges == 2 && kin.ends == [kin.rho, kin.rho], "{kin:?}");
    assert!(kin.rho > 0.4 && kin.rho < 0.9, "{kin:?}");
    // Two judges are worth 2 / (1 + rho), the second (1 - rho) / (1 + rho).
    assert!((kin.equal[0] - 2.0 / (1.0 + kin.rho)).abs() < 1e-12 && kin.equal[1] > 0.0);
    assert!((kin.equal[0] - 1.0 - kin.second).abs() < 1e-12);
    // Judges of no family are no kin of each other.
    let effective = together.effective(&mut unwatched()).unwrap();
    assert_eq!(effective.kinds.map(|kind| kind.pairs), [1, 14]);
    assert!(effective.equal[0] < effective.best[0] && effective.best[0] < 6.0);
    assert_eq!(effective.shared, 400.0 * 15.0);
}

#[test]
fn nothing_depends_on_order_or_on_who_is_shown_first() {
    let rows = panel(5, 120, 2);
    let families = [0, 0, 1, 1, 2];
    let first = found(&rows, &families).unwrap();
    let turned: Vec<[u32; 5]> = rows.iter().rev().map(|r| [r[0], r[1], r[3], r[2], 3 - r[4]]).collect();
    let second = found(&turned, &families).unwrap();
    for (a, b) in first.pairs().iter().zip(second.pairs()) {
        assert!(a.judges == b.judges && (a.rho - b.rho).abs() < 1e-9, "{a:?} {b:?}");
    }
    let [a, b] = [first, second].map(|found| found.effective(&mut unwatched()).unwrap());
    assert!((0..2).all(|k| (a.equal[k] - b.equal[k]).abs() < 1e-8 && (a.best[k] - b.best[k]).abs() < 1e-8));
}

/// Slopes in each sum are those of differences of the whole.
#[test]
fn slopes_are_those_of_differences() {
    let together = found(&panel(5, 60, 3), &[0, 0, 1, 1, 1]).unwrap();
    let n = together.distinct.len();
    let all = sums::sums(&together.answers, n, &mut unwatched()).unwrap();
    let weights = [0.4, 0.1, 0.3, 0.15, 0.05];
    let is_one = |i: usize, j: usize| together.families[i] == together.families[j];
    let value = |sums: Vec<sums::Sums>| {
        let found = Correlations::new(sums, n, is_one).unwrap();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        pairs.map(|(i, j)| weights[i] * weights[j] * found.shrunk[i * n + j]).sum::<f64>()
    };
    let slopes = together.correlations.slopes(|i, j| weights[i] * weights[j]).unwrap();
    for at in (0..n * n).filter(|at| all[*at][3] > 0.0) {
        for k in 0..4 {
            let step = 1e-5 * all[at][k].abs();
            let by = |step: f64| {
                let mut moved = all.clone();
                moved[at][k] += step;
                value(moved)
            };
            let slope = (by(step) - by(-step)) / (2.0 * step);
            assert!((slope - slopes[at][k]).abs() < 1e-6 * (1e-3 + slope.abs()), "{at} {k}: {slope}");
        }
    }
}

#[test]
fn a_kind_without_pairs_has_the_mean_of_the_other() {
    // The two of the family never meet.
    let rows: Vec<[u32; 5]> =
        panel(5, 100, 4).into_iter().filter(|row| row[1] > 1 || row[1] == row[0] % 2).collect();
    let together = found(&rows, &[7, 7, 1, 2, 3]).unwrap();
    let pairs = together.pairs();
    assert!(pairs[0].judges == [0, 1] && pairs[0].shared == 0.0 && pairs[0].rho.is_nan());
    let mean = together.effective(&mut unwatched()).unwrap().kinds[1].mean;
    assert!((pairs[0].shrunk - mean).abs() < 1e-12 && mean > 0.05);
}

#[test]
fn what_cannot_be_said_is_refused() {
    let text = |rows: &[[u32; 5]], families: &[i32]| found(rows, families).unwrap_err().to_string();
    let few = panel(2, 49, 5);
    assert!(text(&few, &[]).contains("(49 times): their errors cannot be compared"), "{}", text(&few, &[]));
    assert!(found(&panel(2, 50, 5), &[]).is_ok());
    assert!(text(&panel(1, 80, 5), &[]).contains("at least two judges"));
    assert!(text(&panel(3, 80, 5), &[1, 2]).contains("families has 2 values; the set has 3 judges"));
    let mut none = set(&panel(3, 80, 5));
    none = Set::load(&none.save()).unwrap();
    for (options, argument) in [
        (Common { copy_units: 0, ..Common::default() }, "copy_units is 0"),
        (Common { near_copy: 1.0, ..Common::default() }, "near_copy is 1"),
    ] {
        let error = Together::new(&none, &[], &options, &mut unwatched()).unwrap_err();
        assert!(error.to_string().contains(argument), "{error}");
    }
    // Two that always say the same are one judge.
    let same: Vec<[u32; 5]> = (0..60).flat_map(|c| [0, 1].map(|judge| [c, judge, 0, 1, 1 + c % 2])).collect();
    assert!(text(&same, &[]).contains("copies of \"0\""), "{}", text(&same, &[]));
}
