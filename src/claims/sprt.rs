//! The sequential probability ratio test of two candidates, as the engines of chess are tested.
//!
//! Counts of units from the worst to the best result of the candidate: loss, tie and win of single comparisons, or the
//! five sums of a pair of comparisons in both orders. The ratio is the generalised one of Van den Bergh ("support MLE"
//! and "normalized Elo"): the probabilities of the results are fitted under each hypothesis.

use crate::distributions::root::falling_by_halves;
use crate::error::{Error, Result};
use crate::room::Gather as _;
use std::f64::consts::LN_10;

/// Stands for a count of zero, so that no fitted probability is.
const NO_COUNT: f64 = 1e-3;

/// The least distance of a root from the poles beside it, as a share of their place.
const INSIDE: f64 = 1e-13;

/// Rounds of the fixed point of the normalised scale, and the change at which it has settled.
const ROUNDS: usize = 100;
const SETTLED: f64 = 1e-12;

/// The scale of a difference of Elo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Elo {
    /// The mean result s: 1 / (1 + 10^(-elo / 400)).
    #[default]
    Logistic,
    /// The mean result less one half, in standard deviations of a comparison, times 800 / ln 10.
    Normalized,
}

impl Elo {
    /// All by their numbers.
    pub const ALL: [Elo; 2] = [Elo::Logistic, Elo::Normalized];
}

/// The hypothesis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The scale of the bounds.
    pub scale: Elo,
    /// The first hypothesis: better by at most this.
    pub elo0: f64,
    /// The other hypothesis: better by at least this.
    pub elo1: f64,
    /// Probability of accepting the second where the first holds.
    pub alpha: f64,
    /// Probability of accepting the first where the second holds.
    pub beta: f64,
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// More units are needed.
    GoOn,
    /// The second hypothesis is accepted: at least elo1 better.
    Better,
    /// The first hypothesis is accepted: at most elo0 better.
    NotBetter,
}

/// The state of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtFound {
    /// Logarithm of the likelihood ratio of the second hypothesis to the first.
    pub ratio: f64,
    /// The first hypothesis is accepted at or below it.
    pub lower: f64,
    /// The second hypothesis is accepted at or above it.
    pub upper: f64,
    /// Whether to go on.
    pub decision: Decision,
    /// Mean result, from 0 to 1.
    pub mean: f64,
    /// The mean result in Elo.
    pub elo: f64,
}

/// Where the test stands after these counts, from the worst result to the best: 3 of single comparisons or 5 of pairs.
pub fn sprt(counts: &[f64], test: &Sprt) -> Result<SprtFound> {
    check(counts, test)?;
    let filled: Vec<f64> = counts.iter().map(|&n| if n == 0.0 { NO_COUNT } else { n }).gathered();
    let total: f64 = filled.iter().sum();
    let shares: Vec<f64> = filled.iter().map(|n| n / total).gathered();
    let null = fitted(&shares, test.scale, test.elo0, "elo0")?;
    let other = fitted(&shares, test.scale, test.elo1, "elo1")?;
    let terms = shares.iter().zip(other.iter().zip(&null));
    let ratio = total * terms.map(|(p, (q1, q0))| p * (q1 / q0).ln()).sum::<f64>();
    let upper = ((1.0 - test.beta) / test.alpha).ln();
    let lower = (test.beta / (1.0 - test.alpha)).ln();
    let decision = match ratio {
        _ if ratio >= upper => Decision::Better,
        _ if ratio <= lower => Decision::NotBetter,
        _ => Decision::GoOn,
    };
    let seen: f64 = counts.iter().sum();
    let observed: Vec<f64> = counts.iter().map(|n| n / seen).gathered();
    let (mean, deviation) = moments(&observed);
    let elo = match test.scale {
        Elo::Logistic => 400.0 * (mean / (1.0 - mean)).log10(),
        // Results that are all alike and even have no deviation, and are worth nothing.
        Elo::Normalized if mean == 0.5 => 0.0,
        Elo::Normalized => (mean - 0.5) / deviation / unit(counts.len()),
    };
    Ok(SprtFound { ratio, lower, upper, decision, mean, elo })
}

fn check(counts: &[f64], test: &Sprt) -> Result<()> {
    let bad = |message: String| Err(Error::Argument(message));
    if counts.len() != 3 && counts.len() != 5 {
        return bad(format!(
            "counts: there are {}; it must be 3 (loss, tie, win) or 5 of pairs",
            counts.len()
        ));
    }
    if let Some(at) = counts.iter().position(|n| !(*n >= 0.0 && n.is_finite())) {
        return bad(format!("counts[{at}] is {}; it must be finite and not negative", counts[at]));
    }
    let total: f64 = counts.iter().sum();
    if !(total > 0.0 && total.is_finite()) {
        return bad(format!("counts: their sum is {total}; it must be positive and finite"));
    }
    for (name, rate) in [("alpha", test.alpha), ("beta", test.beta)] {
        if !(rate > 0.0 && rate < 1.0) {
            return bad(format!("{name} is {rate}; it must be between 0 and 1"));
        }
    }
    if test.alpha + test.beta >= 1.0 {
        return bad(format!(
            "alpha and beta are {} and {}; their sum must be below 1",
            test.alpha, test.beta
        ));
    }
    for (name, elo) in [("elo0", test.elo0), ("elo1", test.elo1)] {
        if !elo.is_finite() {
            return bad(format!("{name} is {elo}; it must be finite"));
        }
    }
    if test.elo0 >= test.elo1 {
        return bad(format!("elo0 is {} and elo1 {}; elo1 must be larger", test.elo0, test.elo1));
    }
    Ok(())
}

/// The result of this many steps of a unit.
fn result(at: usize, kinds: usize) -> f64 {
    at as f64 / (kinds - 1) as f64
}

/// Mean and standard deviation of the result.
fn moments(shares: &[f64]) -> (f64, f64) {
    let results = || shares.iter().enumerate().map(|(at, p)| (result(at, shares.len()), p));
    let mean: f64 = results().map(|(a, p)| p * a).sum();
    let variance: f64 = results().map(|(a, p)| p * (a - mean) * (a - mean)).sum();
    (mean, variance.sqrt())
}

/// One Elo of the normalised scale in standard deviations of a unit, which may be a pair.
fn unit(kinds: usize) -> f64 {
    let of_comparison = LN_10 / 800.0;
    if kinds == 5 {
        of_comparison * 2f64.sqrt()
    } else {
        of_comparison
    }
}

/// The probabilities of greatest likelihood under which one candidate is better by the given amount.
fn fitted(shares: &[f64], scale: Elo, elo: f64, name: &str) -> Result<Vec<f64>> {
    let kinds = shares.len();
    match scale {
        Elo::Logistic => {
            let mean = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let distances: Vec<f64> = (0..kinds).map(|at| result(at, kinds) - mean).gathered();
            tilted(shares, &distances, name)
        }
        Elo::Normalized => {
            let effect = elo * unit(kinds);
            let mut found = vec![1.0 / kinds as f64; kinds];
            for _ in 0..ROUNDS {
                let (mean, deviation) = moments(&found);
                let distance = |at: usize| {
                    let a = result(at, kinds);
                    let standardised = (a - mean) / deviation;
                    a - 0.5 - 0.5 * effect * deviation * (1.0 + standardised * standardised)
                };
                let distances: Vec<f64> = (0..kinds).map(distance).gathered();
                let next = tilted(shares, &distances, name)?;
                let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                found = next;
                if change < SETTLED {
                    return Ok(found);
                }
            }
            Err(Error::Numeric(format!(
                "{name} is {elo}: the probabilities under it did not settle in {ROUNDS} rounds"
            )))
        }
    }
}

/// p / (1 + x d), x such that the distances d have mean zero.
fn tilted(shares: &[f64], distances: &[f64], name: &str) -> Result<Vec<f64>> {
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Not so where one of them is NaN, either.
    if !(least < 0.0 && most > 0.0) {
        return Err(Error::Numeric(format!("{name}: no probabilities of results are that good or that bad")));
    }
    let mean = |x: f64| shares.iter().zip(distances).map(|(p, d)| p * d / (1.0 + x * d)).sum::<f64>();
    let x = falling_by_halves(-(1.0 - INSIDE) / most, -(1.0 - INSIDE) / least, mean);
    Ok(shares.iter().zip(distances).map(|(p, d)| p / (1.0 + x * d)).gathered())
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const USUAL: Sprt = Sprt { scale: Elo::Logistic, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };

    /// With two results there is one probability: a test of a binomial proportion, in closed form.
    #[test]
    fn without_ties_the_ratio_is_that_of_a_proportion() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, ..USUAL };
        let s = 1.0 / (1.0 + 10f64.powf(-0.125));
        let found = tilted(&[0.4, 0.6], &[-s, 1.0 - s], "elo1").unwrap();
        assert_relative_eq!(found[1], s, max_relative = 1e-12);
        // The ties that are not there have a share of 1e-3 in 1000: next to none.
        let found = sprt(&[400.0, 0.0, 600.0], &test).unwrap();
        let expected = 600.0 * (s / 0.5).ln() + 400.0 * ((1.0 - s) / 0.5).ln();
        assert!((found.ratio - expected).abs() < 1e-3, "{} {expected}", found.ratio);
        assert_eq!(found.decision, Decision::Better);
        assert_relative_eq!(found.mean, 0.6, max_relative = 1e-15);
        assert_relative_eq!(found.elo, 400.0 * 1.5f64.log10(), max_relative = 1e-12);
    }

    /// The fitted probabilities sum to one and have the mean, or the effect, of the hypothesis; and turning all
    /// results round turns the test round.
    #[test]
    fn what_is_fitted_satisfies_its_hypothesis() {
        let shares = [0.1, 0.2, 0.4, 0.25, 0.05];
        let q = fitted(&shares, Elo::Logistic, 30.0, "elo1").unwrap();
        assert_relative_eq!(q.iter().sum::<f64>(), 1.0, max_relative = 1e-12);
        assert_relative_eq!(moments(&q).0, 1.0 / (1.0 + 10f64.powf(-0.075)), max_relative = 1e-12);
        let q = fitted(&shares, Elo::Normalized, 30.0, "elo1").unwrap();
        let (mean, deviation) = moments(&q);
        assert_relative_eq!(q.iter().sum::<f64>(), 1.0, max_relative = 1e-11);
        assert_relative_eq!(
            (mean - 0.5) / deviation,
            30.0 * LN_10 / 800.0 * 2f64.sqrt(),
            max_relative = 1e-9
        );
        for scale in Elo::ALL {
            let test = Sprt { scale, elo0: -3.0, elo1: 8.0, ..USUAL };
            let turned = Sprt { scale, elo0: -8.0, elo1: 3.0, ..USUAL };
            let counts = [12.0, 40.0, 90.0, 55.0, 13.0];
            let mut back = counts;
            back.reverse();
            let (one, other) = (sprt(&counts, &test).unwrap(), sprt(&back, &turned).unwrap());
            assert!((one.ratio + other.ratio).abs() < 1e-9 && (one.elo + other.elo).abs() < 1e-9);
        }
    }

    #[test]
    fn ends_and_bounds() {
        let found = sprt(&[0.0, 1.0, 0.0], &Sprt { scale: Elo::Normalized, ..USUAL }).unwrap();
        assert_relative_eq!(found.upper, 19f64.ln(), max_relative = 1e-12);
        assert_relative_eq!(found.lower, -(19f64.ln()), max_relative = 1e-12);
        assert_eq!((found.mean, found.elo, found.decision), (0.5, 0.0, Decision::GoOn));
        for scale in Elo::ALL {
            let found = sprt(&[0.0, 0.0, 400.0], &Sprt { scale, ..USUAL }).unwrap();
            assert_eq!((found.mean, found.elo, found.decision), (1.0, f64::INFINITY, Decision::Better));
        }
        let found = sprt(&[900.0, 0.0, 0.0, 0.0, 0.0], &USUAL).unwrap();
        assert_eq!((found.mean, found.elo, found.decision), (0.0, f64::NEG_INFINITY, Decision::NotBetter));
    }

    #[test]
    fn what_is_refused() {
        let counts = [3.0, 4.0, 5.0];
        for (test, words) in [
            (Sprt { elo1: 0.0, ..USUAL }, "elo1 must be larger"),
            (Sprt { elo1: f64::NAN, ..USUAL }, "elo1 is NaN"),
            (Sprt { alpha: 0.5, beta: 0.5, ..USUAL }, "sum must be below 1"),
            (Sprt { beta: -0.1, ..USUAL }, "beta is -0.1"),
        ] {
            let error = sprt(&counts, &test).unwrap_err();
            assert!(matches!(error, Error::Argument(_)) && error.to_string().contains(words), "{error}");
        }
        for (counts, words) in [
            (&[1.0, 2.0][..], "there are 2"),
            (&[1.0, -2.0, 0.0], "counts[1] is -2"),
            (&[1.0, 2.0, f64::INFINITY], "counts[2] is inf"),
            (&[0.0; 5], "sum is 0"),
        ] {
            let error = sprt(counts, &USUAL).unwrap_err();
            assert!(matches!(error, Error::Argument(_)) && error.to_string().contains(words), "{error}");
        }
        // A score that rounds to certainty.
        let error = sprt(&counts, &Sprt { elo1: 1e9, ..USUAL }).unwrap_err();
        assert!(matches!(error, Error::Numeric(_)), "{error}");
    }
}
