//! Two items on the same tasks, each solved or not: exact tests of the tasks on which they differ, Tango's score interval, and
//! evidence at all looks.
//!
//! b tasks only the first solved, c only the second, n tasks in all. Under "on a task where they differ either is as likely" b is
//! binomial with k = b + c trials of probability one half.

use super::verdict::Want;
use crate::distributions::beta::{binomial_at, binomial_lower, binomial_upper, log_lower, log_term};
use crate::distributions::normal;
use crate::distributions::root::falling_by_halves;
use crate::error::{Error, Result};
use std::f64::consts::LN_2;

/// More tasks are not counted.
const MOST_TASKS: f64 = 1e12;

/// The counts and the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paired {
    /// Tasks that only the first solved.
    pub only_first: f64,
    /// Tasks that only the second solved.
    pub only_second: f64,
    /// All tasks.
    pub tasks: f64,
    /// The level of the interval.
    pub level: f64,
    /// The question of the score test.
    pub want: Want,
    /// Its margin, a difference of shares.
    pub margin: f64,
}

/// The answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedFound {
    /// Share that the first solved less that of the second.
    pub estimate: f64,
    /// Tango's score interval.
    pub interval: [f64; 2],
    /// McNemar's exact p-value, two-sided.
    pub p: f64,
    /// The same with half the weight of what was seen.
    pub p_mid: f64,
    /// One-sided: against the first being no better.
    pub p_larger: f64,
    /// The same, given that the first was tested because it is ahead; 1 where it is not.
    pub p_selective: f64,
    /// Logarithms of e-values against equality, against the first being no better, and the latter given that it is ahead.
    pub log_e: f64,
    /// Against the first being no better.
    pub log_e_larger: f64,
    /// The same given that the first is ahead; minus infinity where it is not.
    pub log_e_selective: f64,
    /// Tango's statistic of what is wanted, and its p-value.
    pub score_z: f64,
    /// One-sided p-value of the statistic.
    pub score_p: f64,
    /// Tasks on which the two differ.
    pub differing: f64,
    /// The fewest that could ever have a p-value of 1 - level.
    pub fewest: f64,
}

/// The answers to counts.
pub fn paired(asked: &Paired) -> Result<PairedFound> {
    check(asked)?;
    let &Paired { only_first: b, only_second: c, tasks: n, .. } = asked;
    let k = b + c;
    let p = (2.0 * binomial_lower(b.min(c), k, 0.5)).min(1.0);
    let p_larger = binomial_upper(b, k, 0.5);
    let ahead = ahead(k);
    let log_e = log_mixture(b, c);
    let log_e_larger = log_e + LN_2 + log_lower(c + 0.5, b + 0.5, 0.5);
    let z = |difference: f64| score(b, c, n, difference);
    let q = normal::critical(asked.level);
    let score_z = match asked.want {
        Want::Equal => z(-asked.margin).min(-z(asked.margin)),
        want => z(want.threshold(asked.margin)),
    };
    Ok(PairedFound {
        estimate: (b - c) / n,
        interval: [q, -q].map(|q| falling_by_halves(-1.0, 1.0, |difference| z(difference) - q)),
        p,
        p_mid: if b == c { 1.0 } else { p - binomial_at(b.min(c), k, 0.5) },
        p_larger,
        p_selective: if b > c { p_larger / ahead } else { 1.0 },
        log_e,
        log_e_larger,
        log_e_selective: if b > c { log_e_larger + ahead.ln() } else { f64::NEG_INFINITY },
        score_z,
        score_p: normal::upper(score_z),
        differing: k,
        fewest: fewest_that_differ(asked.level),
    })
}

/// P(X > k / 2), X binomial with k trials of probability one half.
fn ahead(k: f64) -> f64 {
    if k % 2.0 == 0.0 {
        0.5 * (1.0 - binomial_at(0.5 * k, k, 0.5))
    } else {
        0.5
    }
}

/// k log 2 + log B(b + 1/2, c + 1/2) - log B(1/2, 1/2): Jeffreys' mixture of likelihoods over that of one half.
fn log_mixture(b: f64, c: f64) -> f64 {
    // log_term is -(k + 1) log 2 - log B, and B(1/2, 1/2) is pi.
    -log_term(b + 0.5, c + 0.5, 0.5) - LN_2 - std::f64::consts::PI.ln()
}

/// The fewest units whose signs, all alike, have a two-sided p-value of 1 - level: 2 / 2^k.
pub(crate) fn fewest_that_differ(level: f64) -> f64 {
    // 1 - level is rounded where the level is.
    let alpha = (1.0 - level) * (1.0 + 1e-12);
    let mut k = 1;
    while 2f64.powi(1 - k) > alpha && k < 1024 {
        k += 1;
    }
    f64::from(k)
}

/// Tango's statistic (1998) of the difference of two shares of the same n tasks: the root of the score test with the share of
/// "only second" at its most likely under that difference.
fn score(b: f64, c: f64, n: f64, difference: f64) -> f64 {
    let d = difference;
    // q solves 2 n q^2 + half q - c d (1 - d) = 0, q >= 0.
    let half = (2.0 * n - b + c) * d - b - c;
    let product = c * d * (1.0 - d);
    let root = (half * half + 8.0 * n * product).max(0.0).sqrt();
    let q = if half <= 0.0 { (root - half) / (4.0 * n) } else { 2.0 * product / (half + root) };
    let above = b - c - n * d;
    let variance = n * (2.0 * q + d * (1.0 - d));
    if variance > 0.0 {
        above / variance.sqrt()
    } else if above == 0.0 {
        0.0
    } else {
        above * f64::INFINITY
    }
}

fn check(asked: &Paired) -> Result<()> {
    let bad = |message: String| Err(Error::Argument(message));
    let counts =
        [("only_first", asked.only_first), ("only_second", asked.only_second), ("tasks", asked.tasks)];
    for (name, count) in counts {
        if !(count >= 0.0 && count.fract() == 0.0 && count <= MOST_TASKS) {
            return bad(format!("{name} is {count}; it must be a whole number from 0 to {MOST_TASKS:e}"));
        }
    }
    if asked.tasks == 0.0 {
        return bad("tasks is 0; there must be at least one".into());
    }
    if asked.only_first + asked.only_second > asked.tasks {
        return bad(format!(
            "only_first and only_second are {} and {}, together more than tasks, {}",
            asked.only_first, asked.only_second, asked.tasks
        ));
    }
    check_level(asked.level)?;
    check_margin(asked.want, asked.margin, 1.0)
}

pub(super) fn check_level(level: f64) -> Result<()> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    Err(Error::Argument(format!("level is {level}; it must be between 0 and 1")))
}

/// The margin of a question about differences that are smaller than `most`.
pub(super) fn check_margin(want: Want, margin: f64, most: f64) -> Result<()> {
    let bad = |message: String| Err(Error::Argument(message));
    if !(margin >= 0.0 && margin < most && margin.is_finite()) {
        let below = if most.is_finite() { format!(", and less than {most}") } else { String::new() };
        return bad(format!("margin is {margin}; it must be finite and not negative{below}"));
    }
    if margin == 0.0 && want != Want::Better {
        let (what, word) = match want {
            Want::NotWorse => ("how much worse would not matter?", "not_worse"),
            _ => ("which differences would not matter?", "equal"),
        };
        return bad(format!("margin is 0: {what} {word} needs a number above 0"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const ASKED: Paired = Paired {
        only_first: 8.0,
        only_second: 3.0,
        tasks: 50.0,
        level: 0.95,
        want: Want::Better,
        margin: 0.0,
    };

    /// The first and the second exchanged.
    #[test]
    fn sides_are_alike() {
        let turned = Paired { only_first: 3.0, only_second: 8.0, ..ASKED };
        let (one, other) = (paired(&ASKED).unwrap(), paired(&turned).unwrap());
        assert_eq!((one.p, one.p_mid, one.estimate), (other.p, other.p_mid, -other.estimate));
        assert_relative_eq!(one.log_e, other.log_e, max_relative = 1e-12);
        assert_relative_eq!(one.interval[0], -other.interval[1], max_relative = 1e-12);
        assert_relative_eq!(one.interval[1], -other.interval[0], max_relative = 1e-12);
        assert_relative_eq!(one.score_z, -other.score_z, max_relative = 1e-12);
        // McNemar's z without a margin.
        assert_relative_eq!(one.score_z, 5.0 / 11f64.sqrt(), max_relative = 1e-12);
        // Mean of the two one-sided e-values.
        assert_relative_eq!(
            0.5 * (one.log_e_larger.exp() + other.log_e_larger.exp()),
            one.log_e.exp(),
            max_relative = 1e-12
        );
        assert_eq!((other.p_selective, other.log_e_selective), (1.0, f64::NEG_INFINITY));
        let equal = paired(&Paired { want: Want::Equal, margin: 0.2, ..ASKED }).unwrap();
        let above = paired(&Paired { want: Want::Better, margin: 0.2, ..ASKED }).unwrap();
        assert_eq!(equal.score_z, -above.score_z);
    }

    /// E-values have mean one where either is as likely, and the selective ones at most one given that the first is ahead.
    #[test]
    fn means_of_e_values_are_at_most_one() {
        for k in [1.0f64, 4.0, 7.0, 30.0] {
            let (mut two_sided, mut larger, mut given, mut p) = (0.0, 0.0, 0.0, 0.0);
            for b in 0..=k as usize {
                let b = b as f64;
                let found = paired(&Paired { only_first: b, only_second: k - b, ..ASKED }).unwrap();
                let chance = binomial_at(b, k, 0.5);
                two_sided += chance * found.log_e.exp();
                larger += chance * found.log_e_larger.exp();
                given += chance * found.log_e_selective.exp() / ahead(k);
                p += if found.p_selective <= 0.2 { chance / ahead(k) } else { 0.0 };
            }
            assert_relative_eq!(two_sided, 1.0, max_relative = 1e-12);
            assert_relative_eq!(larger, 1.0, max_relative = 1e-12);
            assert!(given <= 1.0 && p <= 0.2, "{k}: {given} {p}");
        }
    }

    #[test]
    fn ends_of_the_interval() {
        let all = paired(&Paired { only_first: 50.0, only_second: 0.0, ..ASKED }).unwrap();
        let z = |d: f64| score(50.0, 0.0, 50.0, d);
        assert_relative_eq!(z(all.interval[0]), 1.959_963_984_540_054, max_relative = 1e-9);
        assert!(all.interval[1] > 1.0 - 1e-12, "{:?}", all.interval);
        let large = Paired { only_first: 4e11, only_second: 3.999e11, tasks: 1e12, ..ASKED };
        let found = paired(&large).unwrap();
        assert!(found.p < 1e-300 && found.log_e > 6e3 && found.interval[0] > 0.0, "{found:?}");
        let even = paired(&Paired { only_first: 4e11, only_second: 4e11, ..large }).unwrap();
        assert_relative_eq!(even.log_e_larger, even.log_e, epsilon = 1e-9);
        assert_relative_eq!(even.log_e, -0.5 * (8e11 * 0.5 * std::f64::consts::PI).ln(), max_relative = 1e-9);
    }

    #[test]
    fn fewest_tasks() {
        assert_eq!([0.95, 0.9, 0.99, 0.9375, 0.5].map(fewest_that_differ), [6.0, 5.0, 8.0, 5.0, 2.0]);
    }

    #[test]
    fn bad_counts_are_told() {
        for (asked, words) in [
            (Paired { only_first: -1.0, ..ASKED }, "only_first is -1"),
            (Paired { only_second: 2.5, ..ASKED }, "only_second is 2.5"),
            (Paired { tasks: f64::NAN, ..ASKED }, "tasks is NaN"),
            (Paired { tasks: f64::INFINITY, ..ASKED }, "tasks is inf"),
            (Paired { tasks: 0.0, ..ASKED }, "tasks is 0"),
            (Paired { tasks: 10.0, ..ASKED }, "8 and 3, together more than tasks, 10"),
            (Paired { level: 1.0, ..ASKED }, "level is 1"),
            (Paired { margin: -0.1, ..ASKED }, "margin is -0.1"),
            (
                Paired { margin: 1.0, ..ASKED },
                "margin is 1; it must be finite and not negative, and less than 1",
            ),
            (Paired { want: Want::Equal, ..ASKED }, "equal needs a number above 0"),
        ] {
            let error = paired(&asked).unwrap_err();
            assert!(matches!(error, Error::Argument(_)) && error.to_string().contains(words), "{error}");
        }
    }
}
