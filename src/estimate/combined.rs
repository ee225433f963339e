//! Answers of several ranks of disagreement as one: means by weights, and the union of two.

use crate::distributions::student;
use crate::inference::Test;
use crate::room::Gather as _;

/// Estimate, error and interval of one value at one rank, with the criterion of the rank.
pub(super) type Answer = (f64, [f64; 4]);

/// The shares of criteria: exp(-C / 2), which sum to one.
pub fn shares(criteria: &[f64]) -> Vec<f64> {
    let least = criteria.iter().copied().fold(f64::INFINITY, f64::min);
    let raw: Vec<f64> = criteria.iter().map(|c| (-0.5 * (c - least)).exp()).gathered();
    let sum: f64 = raw.iter().sum();
    raw.iter().map(|share| share / sum).gathered()
}

/// The mean over ranks of one value, of those of `answers` that are known.
pub(super) fn mean(answers: &[Answer]) -> [f64; 4] {
    let known: Vec<Answer> =
        answers.iter().filter(|(_, row)| row[0].is_finite() && row[1].is_finite()).copied().gathered();
    if known.is_empty() {
        return answers.first().map_or([f64::NAN; 4], |answer| answer.1);
    }
    let weights = shares(&known.iter().map(|answer| answer.0).gathered());
    let parts = || weights.iter().zip(&known).map(|(w, (_, row))| (*w, row));
    let estimate: f64 = parts().map(|(w, row)| w * row[0]).sum();
    let error: f64 = parts().map(|(w, row)| w * row[1].hypot(row[0] - estimate)).sum();
    if error == 0.0 {
        // Held at every rank.
        return known[0].1;
    }
    let critical: f64 =
        parts().map(|(w, row)| if row[1] > 0.0 { w * 0.5 * (row[3] - row[2]) / row[1] } else { 0.0 }).sum();
    let with_error: f64 = parts().map(|(w, row)| if row[1] > 0.0 { w } else { 0.0 }).sum();
    let half = critical / with_error * error;
    [estimate, error, estimate - half, estimate + half]
}

/// The union of two intervals, and of the estimate where it is outside; a row that is not known is left out.
pub(super) fn union(mean: [f64; 4], two: [[f64; 4]; 2]) -> [f64; 4] {
    let known = two.iter().filter(|row| row[2].is_finite() && row[3].is_finite());
    let ends = known
        .fold([f64::INFINITY, f64::NEG_INFINITY], |ends, row| [ends[0].min(row[2]), ends[1].max(row[3])]);
    match ends[0] <= ends[1] && mean[1].is_finite() {
        true => [mean[0], mean[1], ends[0].min(mean[0]), ends[1].max(mean[0])],
        false => mean,
    }
}

/// The degrees of freedom of Student's distribution whose critical value at a level is this; infinite for the normal one.
fn degrees_of(critical: f64, level: f64) -> f64 {
    let tail = 0.5 * (1.0 - level);
    let at = |df: f64| -student::quantile(tail, df);
    if critical.is_nan() || critical <= at(f64::INFINITY) * (1.0 + 1e-9) {
        return f64::INFINITY;
    }
    let (mut few, mut many) = (-7.0f64, 25.0f64);
    for _ in 0..60 {
        let middle = 0.5 * (few + many);
        match at(middle.exp()) > critical {
            true => few = middle,
            false => many = middle,
        }
    }
    many.exp()
}

/// The test of a row alone against a value; intervals are those of the row.
pub(super) fn test_of(row: [f64; 4], null: f64, level: f64) -> Test {
    let [estimate, error, lower, upper] = row;
    let statistic = if error > 0.0 && error.is_finite() { (estimate - null) / error } else { f64::NAN };
    let degrees = degrees_of(0.5 * (upper - lower) / error, level);
    let p = 2.0 * student::upper(statistic.abs(), degrees);
    Test { estimate, error, statistic, p, adjusted: p, lower, upper }
}

/// Two tests together: only the claims of both. Where they point to different sides neither is believed.
pub(super) fn both(row: [f64; 4], two: [Test; 2]) -> Test {
    let [estimate, error, lower, upper] =
        union(row, two.map(|test| [test.estimate, test.error, test.lower, test.upper]));
    let known: Vec<Test> = two.iter().filter(|test| !test.statistic.is_nan()).copied().gathered();
    let whole = Test { estimate, error, statistic: f64::NAN, p: f64::NAN, adjusted: f64::NAN, lower, upper };
    match known[..] {
        [] => whole,
        [test] => Test { statistic: test.statistic, p: test.p, adjusted: test.adjusted, ..whole },
        _ if two[0].statistic * two[1].statistic <= 0.0 => {
            Test { statistic: 0.0, p: 1.0, adjusted: 1.0, ..whole }
        }
        _ => {
            let weaker = match two[0].statistic.abs() <= two[1].statistic.abs() {
                true => two[0].statistic,
                false => two[1].statistic,
            };
            let (p, adjusted) = (two[0].p.max(two[1].p), two[0].adjusted.max(two[1].adjusted));
            Test { statistic: weaker, p, adjusted, ..whole }
        }
    }
}

pub(super) fn row_of(test: &Test) -> [f64; 4] {
    [test.estimate, test.error, test.lower, test.upper]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two ranks by hand: weights 1/2 each, estimates 1 and 3 with error 1.
    #[test]
    fn a_mean_by_hand() {
        let z = crate::distributions::normal::critical(0.95);
        let answers = [(2.0, [1.0, 1.0, 1.0 - z, 1.0 + z]), (2.0, [3.0, 1.0, 3.0 - z, 3.0 + z])];
        let found = mean(&answers);
        assert_eq!(found[0], 2.0);
        assert!((found[1] - 2f64.sqrt()).abs() < 1e-15);
        assert!((found[3] - 2.0 - z * 2f64.sqrt()).abs() < 1e-12);
        let both = union(found, [answers[0].1, answers[1].1]);
        assert_eq!([both[2], both[3]], [1.0 - z, 3.0 + z]);
        // A value that is unidentified at a rank is left out, however much the rank weighs.
        let unknown = (-900.0, [f64::NAN; 4]);
        let known = mean(&[unknown, answers[0]]).into_iter().zip(answers[0].1);
        assert!(known.into_iter().all(|(found, expected)| (found - expected).abs() < 1e-14));
    }

    #[test]
    fn degrees_of_freedom_are_found_again() {
        for df in [2.5, 7.0, 60.0] {
            let found = degrees_of(-student::quantile(0.025, df), 0.95);
            assert!((found / df - 1.0).abs() < 1e-6, "{df} {found}");
        }
        assert!(degrees_of(crate::distributions::normal::critical(0.95), 0.95).is_infinite());
    }

    /// Tests that point to different sides say nothing; else the weaker speaks.
    #[test]
    fn two_tests_together() {
        let of = |estimate: f64| test_of([estimate, 1.0, estimate - 1.96, estimate + 1.96], 0.0, 0.95);
        let row = [0.0, 1.0, -1.96, 1.96];
        assert_eq!(both(row, [of(3.0), of(-4.0)]).adjusted, 1.0);
        assert_eq!(both(row, [of(3.0), of(4.0)]).p, of(3.0).p);
        assert_eq!(both(row, [of(3.0), of(4.0)]).statistic, 3.0);
    }
}
