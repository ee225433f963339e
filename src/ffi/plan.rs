//! Plans before there are data: how many units a comparison of two items needs.

use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::paired::or;
use super::status::duel_status;
use duel::claims::{plan, Planned, Spread, Want};
use duel::error::{Error, Result};

/// A comparison of two items on the same units, before there are data. Zero the struct and set struct_size, effect or units, and
/// one of sd, win and lose, between and within; zero is the default of every other field.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_plan_options {
    /// sizeof(duel_plan_options).
    pub struct_size: usize,
    /// The statement that is to be shown: DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL.
    pub want: i32,
    /// Non-zero: win and lose are shares of votes for the candidate and for the baseline; the others are ties. The difference is in
    /// points of one half: effect (win - lose) / 2.
    pub of_votes: i32,
    /// The true difference, candidate less baseline, that is to be found. Of win and lose it is theirs: leave it zero.
    pub effect: f64,
    /// A difference that matters, in the same unit, not negative; DUEL_WANT_NOT_WORSE and _EQUAL need one above zero.
    pub margin: f64,
    /// Level of the interval that the verdict is read off; 0: 0.95. .9 makes two one-sided tests at .05.
    pub level: f64,
    /// The probability with which it is to be shown, at least .5 and less than 1; 0: 0.8.
    pub power: f64,
    /// Standard deviation of a task's difference.
    pub sd: f64,
    /// Share of 0/1 tasks that only the candidate solves: sd is sqrt(win + lose - (win - lose)^2), effect win - lose. Of
    /// votes sqrt((win + lose) / 4 - effect^2).
    pub win: f64,
    /// Share that only the baseline solves.
    pub lose: f64,
    /// Variance of the true difference between tasks: sd is sqrt(between + 2 within / runs).
    pub between: f64,
    /// Variance of one run of one item on the same task.
    pub within: f64,
    /// Runs of each item on each task; 0: 1.
    pub runs: usize,
    /// Tasks of a group, where groups are the units: sd becomes sd sqrt((1 + (group_size - 1) icc) / group_size); 0: 1.
    pub group_size: usize,
    /// Correlation of the differences of two tasks of a group, from -1 / (group_size - 1) to 1.
    pub icc: f64,
    /// Units that there are, at least 2: power and effect_found are answered for them; 0: the fewest are looked for.
    pub units: usize,
    /// The size of a difference that matters, for units_anytime; 0: it is not asked for.
    pub mixture: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_plan_options {
    const NAME: &'static str = "duel_plan_options";
    const FIRST: usize = 128;
}

const _: () = assert!(std::mem::size_of::<duel_plan_options>() == 128);

/// A plan.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_plan_facts {
    /// sizeof(duel_plan_facts); set it before the call.
    pub struct_size: usize,
    /// Units, given, or the fewest with the power: tasks, or groups where group_size is above 1.
    pub units: usize,
    /// The probability with which these units show what is wanted of the effect.
    pub power: f64,
    /// The true difference that was planned for.
    pub effect: f64,
    /// The difference that these units find with the power that was asked for, sd being the same: the smallest, of DUEL_WANT_EQUAL
    /// the largest either way. NaN where not even a difference of zero is shown to be equal.
    pub effect_found: f64,
    /// Standard deviation of a unit's difference.
    pub sd: f64,
    /// Units by the formula of the normal distribution, not rounded; infinite where the effect is not as is wanted.
    pub units_normal: f64,
    /// Units after which evidence at all looks has shown it with the power: an upper figure, as most stop earlier. At least 40; NaN
    /// without mixture, infinite where the effect is not as is wanted.
    pub units_anytime: f64,
    /// Power of McNemar's exact two-sided test to find the candidate better, with these units. NaN but for 0/1 tasks without
    /// groups, DUEL_WANT_BETTER without a margin, and up to 1 000 000 units.
    pub power_exact: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_plan_facts {
    const NAME: &'static str = "duel_plan_facts";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_plan_facts>() == 72);

/// How many tasks a comparison of two items needs, before there are data, or the difference that a number of
/// tasks would find. After a fit of paired
/// comparisons duel_model_more_comparisons says how many more are needed, and duel_estimate_gate after any estimate.
///
/// The test is the one that duel_estimate_gate reads off the interval of the mean difference of n units, by Student's distribution
/// with n - 1 degrees of freedom. DUEL_WANT_BETTER and _NOT_WORSE: the fewest n with P(T > t) >= power, t the quantile of the level
/// and T noncentral with ncp = (effect - threshold) sqrt(n) / sd, threshold margin or -margin; exact where differences are normal.
/// DUEL_WANT_EQUAL, with s = sd / sqrt(n): Phi((margin - effect) / s - t) + Phi((margin + effect) / s - t) - 1, which neglects
/// that sd is estimated. At all looks: Phi(ncp - k), k the half-width in errors of DUEL_INTERVALS_ANYTIME at mixture.
/// @param options not NULL. DUEL_ERR_ARGUMENT, with the name and the value, unless one of sd, win and lose, between and within is
///   given; for an effect that is not as is wanted, which no number of units shows; where more than 1e12 units are needed.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_plan_units(
    options: *const duel_plan_options,
    out: *mut duel_plan_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `out` can be written.
        let (asked, out) = unsafe { (read_struct(options)?, output_struct(out)?) };
        let found = plan(&planned(&asked)?)?;
        out.write(&duel_plan_facts {
            struct_size: std::mem::size_of::<duel_plan_facts>(),
            units: found.units as usize,
            power: found.power,
            effect: found.effect,
            effect_found: found.effect_found,
            sd: found.sd,
            units_normal: found.units_normal,
            units_anytime: found.units_anytime,
            power_exact: found.power_exact,
        });
        Ok(())
    })
}

fn planned(o: &duel_plan_options) -> Result<Planned> {
    let given = |value: f64| (value != 0.0).then_some(value);
    Ok(Planned {
        want: choice(&Want::ALL, o.want, "want")?,
        margin: o.margin,
        effect: o.effect,
        spread: spread(o)?,
        group_size: o.group_size.max(1) as f64,
        icc: o.icc,
        level: or(o.level, 0.95),
        power: or(o.power, 0.8),
        units: (o.units != 0).then_some(o.units as f64),
        mixture: given(o.mixture),
    })
}

/// The one description of the spread that is given.
fn spread(o: &duel_plan_options) -> Result<Spread> {
    let bad = |message: String| Err(Error::Argument(message));
    let kinds = [
        ("sd", o.sd != 0.0),
        ("win and lose", o.win != 0.0 || o.lose != 0.0),
        ("between and within", o.between != 0.0 || o.within != 0.0),
    ];
    let mut found = kinds.into_iter().filter(|(_, is_given)| *is_given);
    let kind = match (found.next(), found.next()) {
        (Some((kind, _)), None) => kind,
        (Some((first, _)), Some((second, _))) => {
            return bad(format!(
                "give one of sd, win and lose, between and within; there are two: {first}, {second}"
            ));
        }
        (None, _) => {
            return bad("give one of sd, win and lose, between and within; all are 0".into());
        }
    };
    if o.of_votes != 0 && kind != "win and lose" {
        return bad(format!("of_votes is {}; it goes with win and lose", o.of_votes));
    }
    if o.runs != 0 && kind != "between and within" {
        return bad(format!("runs is {}; it goes with between and within", o.runs));
    }
    if o.effect != 0.0 && kind == "win and lose" {
        return bad(format!("effect is {}; of win and lose it is theirs: leave it 0", o.effect));
    }
    Ok(match kind {
        "sd" => Spread::Sd(o.sd),
        "win and lose" if o.of_votes != 0 => Spread::Votes(o.win, o.lose),
        "win and lose" => Spread::Tasks(o.win, o.lose),
        _ => Spread::Runs { between: o.between, within: o.within, runs: o.runs.max(1) as f64 },
    })
}
