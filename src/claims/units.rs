//! Before there are data: how many units a comparison needs, and which differences a number of units finds.
//!
//! Units are tasks, or groups of tasks, on which both items are tried; s is the standard deviation of a unit's difference. The test is
//! the one that a verdict is read off: the interval of the mean difference by Student's distribution of n - 1 degrees of freedom.

mod exact;
mod spread;

pub use spread::Spread;

use exact::exact_power;
use spread::{check_spread, spread_of_units};

use super::anytime::Mixture;
use super::paired::{check_level, check_margin};
use super::verdict::Want;
use crate::distributions::root::falling_by_halves;
use crate::distributions::{noncentral, normal, student};
use crate::error::{Error, Result};
use crate::interrupt;

/// No plan is for more units.
const MOST_UNITS: f64 = 1e12;

/// Statements at all looks hold from this many units on.
const FEWEST_ANYTIME: f64 = 40.0;

/// The question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planned {
    /// The question that is to be answered with yes.
    pub want: Want,
    /// Its margin.
    pub margin: f64,
    /// The true difference; of tasks and votes it is theirs.
    pub effect: f64,
    /// The spread of a task's difference.
    pub spread: Spread,
    /// Tasks of a group, which is then the unit.
    pub group_size: f64,
    /// Correlation of two tasks of a group.
    pub icc: f64,
    /// The level of the interval.
    pub level: f64,
    /// The probability with which it is to be shown.
    pub power: f64,
    /// The units that there are; None: to be found.
    pub units: Option<f64>,
    /// The size of a difference that matters, for evidence at all looks.
    pub mixture: Option<f64>,
}

/// The plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanFound {
    /// Units, given or the fewest with the power.
    pub units: f64,
    /// The power with them.
    pub power: f64,
    /// The true difference.
    pub effect: f64,
    /// The difference that these units find with the power that is asked for: the smallest, of equality the largest; NaN: none.
    pub effect_found: f64,
    /// Standard deviation of a unit's difference.
    pub sd: f64,
    /// Units by the normal formula, not rounded.
    pub units_normal: f64,
    /// Units after which evidence at all looks will have shown it, an upper figure; NaN without a mixture.
    pub units_anytime: f64,
    /// Power of McNemar's exact test with these units; NaN where it is not the test.
    pub power_exact: f64,
}

/// How many units a comparison needs, or the difference that a number of units finds.
pub fn plan(asked: &Planned) -> Result<PlanFound> {
    let asked = &checked(asked)?;
    let sd = spread_of_units(asked)?;
    if asked.units.is_none() {
        reachable(asked)?;
    }
    let power = |n: f64, effect: f64| power_of(asked, sd, n, effect);
    let is_reachable = gap(asked, asked.effect) > 0.0;
    let normal_units = if is_reachable { normal_units(asked, sd) } else { f64::INFINITY };
    let units = match asked.units {
        Some(units) => units,
        None => fewest(2.0, normal_units, "power", |n| power(n, asked.effect) >= asked.power)?,
    };
    let anytime = match asked.mixture {
        Some(_) if !is_reachable => f64::INFINITY,
        Some(mixture) => {
            let is_enough = |n: f64| anytime_power(asked, sd, n, mixture) >= asked.power;
            fewest(FEWEST_ANYTIME, 2.0 * normal_units, "mixture", is_enough)?
        }
        None => f64::NAN,
    };
    Ok(PlanFound {
        units,
        power: power(units, asked.effect),
        effect: asked.effect,
        effect_found: found_by(asked, sd, units),
        sd,
        units_normal: normal_units,
        units_anytime: anytime,
        power_exact: exact_power(asked, units),
    })
}

/// How far inside of what is wanted the true difference lies.
fn gap(asked: &Planned, effect: f64) -> f64 {
    match asked.want {
        Want::Equal => asked.margin - effect.abs(),
        want => effect - want.threshold(asked.margin),
    }
}

fn reachable(asked: &Planned) -> Result<()> {
    if gap(asked, asked.effect) > 0.0 {
        return Ok(());
    }
    let must = match asked.want {
        Want::Better => format!("above the margin, {}", asked.margin),
        Want::NotWorse => format!("above -{}, the margin", asked.margin),
        Want::Equal => format!("within {}, the margin", asked.margin),
    };
    Err(Error::Argument(format!(
        "effect is {}; it must be {must}: else no number of units shows what is wanted",
        asked.effect
    )))
}

/// The probability that the interval of n units shows what is wanted.
fn power_of(asked: &Planned, sd: f64, n: f64, effect: f64) -> f64 {
    let q = student::critical(asked.level, n - 1.0);
    let error = sd / n.sqrt();
    match asked.want {
        Want::Equal => inside(asked.margin, effect, error, q),
        want => noncentral::upper(q, n - 1.0, (effect - want.threshold(asked.margin)) / error),
    }
}

/// Phi((margin - effect) / s - q) + Phi((margin + effect) / s - q) - 1, of two one-sided tests; 0 where that is negative.
fn inside(margin: f64, effect: f64, error: f64, q: f64) -> f64 {
    let side = |gap: f64| normal::cdf(gap / error - q);
    (side(margin - effect) + side(margin + effect) - 1.0).max(0.0)
}

/// Phi(ncp - k), k the half-width at all looks in errors.
fn anytime_power(asked: &Planned, sd: f64, n: f64, scale: f64) -> f64 {
    let error = sd / n.sqrt();
    let k = Mixture { scale, alpha: 1.0 - asked.level }.half_width(error) / error;
    match asked.want {
        Want::Equal => inside(asked.margin, asked.effect, error, k),
        want => normal::cdf((asked.effect - want.threshold(asked.margin)) / error - k),
    }
}

/// The units by the normal distribution: ((z + z_power) sd / (effect - threshold))^2.
fn normal_units(asked: &Planned, sd: f64) -> f64 {
    let q = normal::critical(asked.level);
    let gap = gap(asked, asked.effect);
    let of = |z: f64| ((q + z) * sd / gap).powi(2);
    if asked.want != Want::Equal {
        return of(normal::quantile(asked.power));
    }
    // Both sides share the error: between that of one of them alone and of both alike.
    let (low, high) = (of(normal::quantile(asked.power)), of(normal::quantile(0.5 + 0.5 * asked.power)));
    falling_by_halves(low, high, |n| asked.power - inside(asked.margin, asked.effect, sd / n.sqrt(), q))
}

/// The fewest whole units, at least `least`, that are enough; once enough, more are, too. `near` is where they are looked for.
fn fewest(least: f64, near: f64, name: &str, is_enough: impl Fn(f64) -> bool) -> Result<f64> {
    let mut high = near.ceil().clamp(least, MOST_UNITS);
    let mut low = least - 1.0;
    while !is_enough(high) {
        if high >= MOST_UNITS {
            return Err(Error::Argument(format!(
                "{name}: more than {MOST_UNITS:e} units are needed; plan for a larger difference or margin"
            )));
        }
        low = high;
        high = (high * 1.25 + 1.0).ceil().min(MOST_UNITS);
    }
    // A start that is enough already may be far above the fewest.
    while high - low > 1.0 {
        let middle = (0.5 * (low + high)).floor();
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
        interrupt::spend(100_000);
    }
    Ok(high)
}

/// The true difference that n units find with the power.
fn found_by(asked: &Planned, sd: f64, n: f64) -> f64 {
    let short = |effect: f64| asked.power - power_of(asked, sd, n, effect);
    if asked.want == Want::Equal {
        if short(0.0) > 0.0 {
            return f64::NAN;
        }
        return falling_by_halves(0.0, asked.margin, |effect| -short(effect));
    }
    let threshold = asked.want.threshold(asked.margin);
    let mut reach = sd / n.sqrt();
    while short(threshold + reach) > 0.0 {
        reach *= 2.0;
        // Of two units and a level near 1 the quantile is beyond all numbers.
        if !reach.is_finite() {
            return f64::NAN;
        }
    }
    threshold + falling_by_halves(0.0, reach, |above| short(threshold + above))
}

/// The question with the true difference in its place, once it is one.
fn checked(asked: &Planned) -> Result<Planned> {
    let bad = |message: String| Err(Error::Argument(message));
    check_level(asked.level)?;
    if !(asked.power >= 0.5 && asked.power < 1.0) {
        return bad(format!("power is {}; it must be at least 0.5 and less than 1", asked.power));
    }
    check_margin(asked.want, asked.margin, f64::INFINITY)?;
    if !asked.effect.is_finite() {
        return bad(format!("effect is {}; it must be finite", asked.effect));
    }
    if let Some(units) = asked.units {
        if !(units >= 2.0 && units.fract() == 0.0 && units <= MOST_UNITS) {
            return bad(format!("units is {units}; it must be a whole number from 2 to {MOST_UNITS:e}"));
        }
    }
    if let Some(mixture) = asked.mixture {
        if !(mixture > 0.0 && mixture.is_finite()) {
            return bad(format!("mixture is {mixture}; it must be positive and finite"));
        }
    }
    check_spread(asked)?;
    let effect = match asked.spread {
        Spread::Tasks(win, lose) => win - lose,
        Spread::Votes(win, lose) => 0.5 * (win - lose),
        _ => asked.effect,
    };
    Ok(Planned { effect, ..*asked })
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    pub(super) const ASKED: Planned = Planned {
        want: Want::Better,
        margin: 0.0,
        effect: 0.05,
        spread: Spread::Sd(0.45),
        group_size: 1.0,
        icc: 0.0,
        level: 0.95,
        power: 0.8,
        units: None,
        mixture: None,
    };

    pub(super) fn found(asked: &Planned) -> PlanFound {
        plan(asked).unwrap()
    }

    /// One unit fewer is not enough, and the two questions are the same one.
    #[test]
    fn the_fewest_units_and_what_they_find() {
        let equal = Planned { want: Want::Equal, margin: 0.06, effect: 0.01, ..ASKED };
        let not_worse = Planned { want: Want::NotWorse, margin: 0.03, effect: 0.0, ..ASKED };
        for asked in [ASKED, not_worse, equal, Planned { power: 0.95, level: 0.9, ..equal }] {
            let fewest = found(&asked);
            let at = |units: f64| found(&Planned { units: Some(units), ..asked });
            assert!(fewest.power >= asked.power && at(fewest.units - 1.0).power < asked.power);
            let back = at(fewest.units);
            assert_eq!((back.power, back.units), (fewest.power, fewest.units));
            let there = found(&Planned { effect: back.effect_found, units: Some(back.units), ..asked });
            assert_relative_eq!(there.power, asked.power, max_relative = 1e-9);
            let is_farther = back.effect_found > asked.effect;
            assert_eq!(is_farther, asked.want == Want::Equal, "{back:?}");
            assert!((fewest.units - fewest.units_normal).abs() < 5.0, "{fewest:?}");
        }
        // Far from the normal distribution.
        let few = found(&Planned { effect: 5.0, spread: Spread::Sd(1.0), ..ASKED });
        assert!(few.units == 3.0 && few.power > 0.8, "{few:?}");
        let large = found(&Planned { effect: 1e-5, spread: Spread::Sd(1.0), ..ASKED });
        assert_relative_eq!(large.units, large.units_normal, max_relative = 1e-6);
        // Equality that not even no difference at all shows.
        assert!(found(&Planned { units: Some(20.0), ..equal }).effect_found.is_nan());
    }

    #[test]
    fn what_the_spread_is_made_of() {
        let of = |spread, group_size, icc| found(&Planned { spread, group_size, icc, ..ASKED });
        let tasks = of(Spread::Tasks(0.12, 0.09), 1.0, 0.0);
        assert_relative_eq!(tasks.sd, (0.21f64 - 0.0009).sqrt(), max_relative = 1e-14);
        assert_relative_eq!(tasks.effect, 0.03, max_relative = 1e-12);
        let votes = of(Spread::Votes(0.4, 0.3), 1.0, 0.0);
        assert_relative_eq!(votes.sd, (0.7f64 / 4.0 - 0.0025).sqrt(), max_relative = 1e-14);
        assert_relative_eq!(votes.effect, 0.05, max_relative = 1e-12);
        let runs = of(Spread::Runs { between: 0.04, within: 0.1, runs: 4.0 }, 1.0, 0.0);
        assert_relative_eq!(runs.sd, 0.3, max_relative = 1e-14);
        let groups = of(Spread::Sd(0.4), 5.0, 0.1);
        assert_relative_eq!(groups.sd, 0.4 * (1.4f64 / 5.0).sqrt(), max_relative = 1e-14);
        assert!(groups.power_exact.is_nan() && tasks.power_exact > 0.7);
        // Groups of the same as one task need as many groups as tasks.
        assert_eq!(of(Spread::Sd(0.4), 5.0, 1.0).units, of(Spread::Sd(0.4), 1.0, 0.0).units);
    }

    #[test]
    fn what_is_refused() {
        let runs =
            |between, within, runs| Planned { spread: Spread::Runs { between, within, runs }, ..ASKED };
        for (asked, words) in [
            (Planned { effect: 0.0, ..ASKED }, "effect is 0; it must be above the margin, 0"),
            (
                Planned { effect: -0.03, want: Want::NotWorse, margin: 0.03, ..ASKED },
                "above -0.03, the margin",
            ),
            (Planned { effect: 0.05, want: Want::Equal, margin: 0.05, ..ASKED }, "within 0.05, the margin"),
            (Planned { effect: f64::NAN, ..ASKED }, "effect is NaN"),
            (Planned { spread: Spread::Sd(0.0), ..ASKED }, "sd is 0"),
            (Planned { spread: Spread::Tasks(0.7, 0.4), ..ASKED }, "win and lose are 0.7 and 0.4"),
            (Planned { spread: Spread::Tasks(-0.1, 0.4), ..ASKED }, "win is -0.1"),
            (Planned { spread: Spread::Votes(1.0, 0.0), ..ASKED }, "standard deviation of 0"),
            (runs(-1.0, 0.1, 1.0), "between is -1"),
            (runs(0.1, f64::NAN, 1.0), "within is NaN"),
            (runs(0.1, 0.1, 0.0), "runs is 0"),
            (Planned { power: 0.4, ..ASKED }, "power is 0.4"),
            (Planned { level: 1.0, ..ASKED }, "level is 1"),
            (Planned { margin: -1.0, ..ASKED }, "margin is -1"),
            (Planned { want: Want::NotWorse, ..ASKED }, "not_worse needs a number above 0"),
            (Planned { units: Some(1.0), ..ASKED }, "units is 1"),
            (Planned { units: Some(20.5), ..ASKED }, "units is 20.5"),
            (Planned { mixture: Some(-1.0), ..ASKED }, "mixture is -1"),
            (Planned { group_size: 2.5, ..ASKED }, "group_size is 2.5"),
            (Planned { icc: 0.1, ..ASKED }, "icc is 0.1 and group_size 1"),
            (Planned { icc: -0.5, group_size: 5.0, ..ASKED }, "icc is -0.5"),
            (Planned { effect: 1e-9, ..ASKED }, "more than 1e12 units"),
        ] {
            let error = plan(&asked).unwrap_err();
            assert!(matches!(error, Error::Argument(_)) && error.to_string().contains(words), "{error}");
        }
    }
}
