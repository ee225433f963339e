//! A verdict about a candidate and a baseline: every word is read off one interval of the candidate less the baseline, so
//! that words never contradict each other, and any of them is false no more often than the interval misses.

/// The question about a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Want {
    /// Whether it is better, by more than a margin if there is one.
    #[default]
    Better,
    /// Whether it is worse by no more than the margin.
    NotWorse,
    /// Whether it is neither better nor worse by more than the margin.
    Equal,
}

impl Want {
    /// All by their numbers.
    pub const ALL: [Want; 3] = [Want::Better, Want::NotWorse, Want::Equal];

    /// The differences that the wanted ones lie above; or, of equality, within.
    pub fn threshold(self, margin: f64) -> f64 {
        match self {
            Want::Better => margin,
            Want::NotWorse | Want::Equal => -margin,
        }
    }
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// As is wanted.
    Pass,
    /// Not as is wanted.
    Fail,
    /// The data do not tell.
    NotEnough,
}

/// All that an interval establishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Words {
    /// Above zero.
    pub better: bool,
    /// Above the margin.
    pub better_by_margin: bool,
    /// Above minus the margin.
    pub not_worse: bool,
    /// Within the margin.
    pub equal: bool,
    /// Below zero.
    pub worse: bool,
    /// Below minus the margin.
    pub worse_by_margin: bool,
}

/// The verdict and the words of an interval of the candidate less the baseline. An interval that is not known establishes
/// nothing.
pub fn verdict([lower, upper]: [f64; 2], want: Want, margin: f64) -> (Verdict, Words) {
    let words = Words {
        better: lower > 0.0,
        better_by_margin: lower > margin,
        not_worse: lower > -margin,
        equal: margin > 0.0 && lower > -margin && upper < margin,
        worse: upper < 0.0,
        worse_by_margin: upper < -margin,
    };
    let (pass, fail) = match want {
        Want::Better => (words.better_by_margin, upper < margin),
        Want::NotWorse => (words.not_worse, words.worse_by_margin),
        Want::Equal => (words.equal, words.better_by_margin || words.worse_by_margin),
    };
    let found = match (pass, fail) {
        (true, _) => Verdict::Pass,
        (_, true) => Verdict::Fail,
        _ => Verdict::NotEnough,
    };
    (found, words)
}

/// How many more units like those there are would pass with this power at the present difference, which lies `z` errors
/// above the threshold and has this critical value: infinite where no number does, zero where there are enough.
pub fn more_units(units: f64, z: f64, critical: f64, normal_of_power: f64) -> f64 {
    let needed = units * ((critical + normal_of_power) / z).powi(2) - units;
    match () {
        () if z.is_nan() || units.is_nan() => f64::NAN,
        () if z <= 0.0 => f64::INFINITY,
        () => needed.max(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_the_interval() {
        let of = |interval, want, margin| verdict(interval, want, margin).0;
        assert_eq!(of([0.01, 0.09], Want::Better, 0.0), Verdict::Pass);
        assert_eq!(of([0.01, 0.09], Want::Better, 0.05), Verdict::NotEnough);
        assert_eq!(of([0.01, 0.04], Want::Better, 0.05), Verdict::Fail);
        assert_eq!(of([-0.04, 0.09], Want::NotWorse, 0.05), Verdict::Pass);
        assert_eq!(of([-0.09, -0.06], Want::NotWorse, 0.05), Verdict::Fail);
        assert_eq!(of([-0.04, 0.04], Want::Equal, 0.05), Verdict::Pass);
        assert_eq!(of([0.06, 0.1], Want::Equal, 0.05), Verdict::Fail);
        // At its ends nothing is established.
        assert_eq!(of([0.0, 0.1], Want::Better, 0.0), Verdict::NotEnough);
        let (found, words) = verdict([f64::NAN; 2], Want::Equal, 0.1);
        assert_eq!((found, words), (Verdict::NotEnough, Words::default()));
    }

    #[test]
    fn units_that_are_still_needed() {
        assert!((more_units(100.0, 1.4, 1.96, 0.84) - 300.0).abs() < 1e-9);
        assert_eq!(more_units(100.0, 9.0, 1.96, 0.84), 0.0);
        assert_eq!(more_units(100.0, 0.0, 1.96, 0.84), f64::INFINITY);
        assert_eq!(more_units(100.0, -1.0, 1.96, 0.84), f64::INFINITY);
        assert!(more_units(100.0, f64::NAN, 1.96, 0.84).is_nan());
    }
}
