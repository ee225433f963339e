//! A verdict about two items of an estimate.

use super::{Estimate, Source};
use crate::claims::{
    fewest_that_differ, more_units, paired, verdict, Compared, Paired, PairedFound, Verdict, Want, Words,
};
use crate::comparisons::Kind;
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::inference::{Method, Quantiles};
use crate::progress::Watch;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};
use std::ffi::CString;

/// The power with which units that are still needed would pass.
const POWER: f64 = 0.8;

/// Tasks on which two items differ, from which on their mean has an error by its spread.
const ENOUGH_THAT_DIFFER: f64 = 50.0;

/// A question about a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// The candidate.
    pub candidate: usize,
    /// The item that it is compared with.
    pub baseline: usize,
    /// The question.
    pub want: Want,
    /// A difference that matters, not negative.
    pub margin: f64,
}

/// The answer with all that it is read off.
#[derive(Debug, Clone, PartialEq)]
pub struct Gated {
    /// The question.
    pub gate: Gate,
    /// Candidate less baseline: estimate, standard error, lower and upper end.
    pub row: [f64; 4],
    /// The answer.
    pub verdict: Verdict,
    /// Everything that the interval establishes.
    pub words: Words,
    /// Independent units; NaN where they are not known.
    pub units: f64,
    /// Units that are still needed where the verdict is open, with a power of .8 at the present difference.
    pub units_needed: f64,
    /// One-sided p-value against what is wanted being false; NaN at all looks.
    pub p: f64,
    /// At all looks the logarithm of the e-value; else NaN.
    pub log_e: f64,
    /// The answer in words.
    pub sentence: CString,
}

const WANTS: &[&std::ffi::CStr] = &[c"better", c"not_worse", c"equal"];
const VERDICTS: &[&std::ffi::CStr] = &[c"pass", c"fail", c"not_enough"];

/// The columns of a gate.
pub static GATE: Schema<Gated> = Schema {
    name: "estimate_gate",
    title: c"A verdict about a candidate",
    columns: &[
        SchemaColumn::item(c"candidate", c"The candidate.", |g| Some(g.gate.candidate)),
        SchemaColumn::item(c"baseline", c"The item that the candidate is compared with.", |g| Some(g.gate.baseline)),
        SchemaColumn::choice(c"want", c"The question.", WANTS, |g| Some(g.gate.want as usize)),
        SchemaColumn::f64(c"margin", c"that of the quantity", c"The difference that matters.", |g| g.gate.margin),
        SchemaColumn::choice(
            c"verdict",
            c"Whether it is as is wanted; not_enough: the data do not tell.",
            VERDICTS,
            |g| Some(g.verdict as usize),
        ),
        SchemaColumn::f64(
            c"estimate",
            c"that of the quantity",
            c"The candidate less the baseline; missing if unidentified.",
            |g| g.row[0],
        ),
        SchemaColumn::f64(c"se", c"that of the quantity", c"Its standard error.", |g| g.row[1]),
        SchemaColumn::f64(c"lower", c"that of the quantity", c"Lower end of the interval that all is read off.", |g| {
            g.row[2]
        }),
        SchemaColumn::f64(c"upper", c"that of the quantity", c"Its upper end.", |g| g.row[3]),
        SchemaColumn::bool(c"is_better", c"Whether the candidate is better.", |g| Some(g.words.better)),
        SchemaColumn::bool(c"is_better_by_margin", c"Whether it is better by more than the margin.", |g| {
            Some(g.words.better_by_margin)
        }),
        SchemaColumn::bool(c"is_not_worse", c"Whether it is not worse by the margin or more.", |g| Some(g.words.not_worse)),
        SchemaColumn::bool(c"is_equal", c"Whether the two are equal within the margin.", |g| Some(g.words.equal)),
        SchemaColumn::bool(c"is_worse", c"Whether it is worse.", |g| Some(g.words.worse)),
        SchemaColumn::bool(c"is_worse_by_margin", c"Whether it is worse by more than the margin.", |g| {
            Some(g.words.worse_by_margin)
        }),
        SchemaColumn::i64(c"units", c"units", c"Independent units behind the interval; missing where not known.", |g| {
            (!g.units.is_nan()).then_some(g.units.round() as i64)
        }),
        SchemaColumn::f64(
            c"units_needed",
            c"units",
            c"More units like these that would pass with a power of .8 at the present difference; infinite where no number does, missing where the verdict is not open.",
            |g| g.units_needed,
        ),
        SchemaColumn::f64(
            c"p",
            c"probability",
            c"One-sided p-value of what is wanted against its being false; missing at all looks.",
            |g| g.p,
        ),
        SchemaColumn::f64(
            c"log_e",
            c"",
            c"Logarithm of the e-value of what is wanted, which holds at all looks; missing at one look.",
            |g| g.log_e,
        ),
        SchemaColumn::text(c"sentence", c"The answer in words.", |g| Some(&g.sentence)),
    ],
};

impl Estimate {
    /// A verdict about a candidate.
    pub fn gate(&self, gate: &Gate, watch: Watch<'_>) -> Result<Gated> {
        self.check_items([gate.candidate, gate.baseline].into_iter(), "candidate and baseline")?;
        self.check_claimable()?;
        if gate.candidate == gate.baseline {
            return Err(Error::Argument(format!(
                "candidate and baseline are both item {}; compare two items",
                gate.candidate
            )));
        }
        if !(gate.margin >= 0.0 && gate.margin.is_finite()) {
            return Err(Error::Argument(format!(
                "margin is {}; it must be finite and not negative",
                gate.margin
            )));
        }
        if gate.margin == 0.0 && gate.want != Want::Better {
            let (what, word) = match gate.want {
                Want::NotWorse => ("how much worse would not matter?", "not_worse"),
                _ => ("which differences would not matter?", "equal"),
            };
            return Err(Error::Argument(format!("margin: {what} {word} needs a number above 0")));
        }
        let sign = self.sign();
        let pair = [(gate.candidate, gate.baseline)];
        let weights = self.weights(pair.iter().map(|&(i, j)| (i, j, 1.0)));
        let row = self.contrasts(&weights, 1, &mut *watch)?.0[0].row;
        let exact = self.few_that_differ(gate)?;
        let row = match &exact {
            Some(exact) if sign < 0.0 => [row[0], row[1], -exact.interval[1], -exact.interval[0]],
            Some(exact) => [row[0], row[1], exact.interval[0], exact.interval[1]],
            None => row,
        };
        let [estimate, error, lower, upper] = row;
        let turned = if sign < 0.0 { [-upper, -lower] } else { [lower, upper] };
        let (mut found, mut words) = verdict(turned, gate.want, gate.margin);
        if exact.as_ref().is_some_and(|exact| exact.p > 1.0 - self.options.level) {
            // The score interval is not exact: an order needs McNemar's test, too.
            (words.better, words.worse) = (false, false);
            if (gate.want, gate.margin, found) == (Want::Better, 0.0, Verdict::Pass) {
                found = Verdict::NotEnough;
            }
        }
        let better = sign * estimate;
        // Of equality the nearer of its two ends.
        let z = match gate.want {
            Want::Equal => (gate.margin - better.abs()) / error,
            want => (better - want.threshold(gate.margin)) / error,
        };
        let units = self.units()?.unwrap_or(f64::NAN);
        let units_needed = match found {
            // Units that are all alike decide by their number.
            Verdict::NotEnough if error == 0.0 && self.alike() > 0.0 && z > 0.0 => {
                (fewest_that_differ(self.options.level) - units).max(1.0)
            }
            Verdict::NotEnough => more_units(units, z, (upper - estimate) / error, normal::quantile(POWER)),
            _ => f64::NAN,
        };
        let (p, log_e) = match &exact {
            Some(exact) if (gate.want, gate.margin) == (Want::Better, 0.0) => (exact.p_larger, f64::NAN),
            Some(exact) => (exact.score_p, f64::NAN),
            None => self.evidence(gate, watch)?,
        };
        let mut gated = Gated {
            gate: *gate,
            row,
            verdict: found,
            words,
            units,
            units_needed,
            p,
            log_e,
            sentence: CString::default(),
        };
        gated.sentence = CString::new(self.sentence(&gated)).unwrap_or_default();
        Ok(gated)
    }

    /// Exact answers about tasks that are solved or not, where the two items differ on so few that normal errors say little.
    fn few_that_differ(&self, gate: &Gate) -> Result<Option<PairedFound>> {
        let Source::Given { given, .. } = &self.source else { return Ok(None) };
        if self.options.method != Method::Marginal || self.options.quantiles != Quantiles::Auto {
            return Ok(None);
        }
        // Better is to solve fewer where less is better.
        let (first, second) = match given.is_reversed() {
            true => (gate.baseline, gate.candidate),
            false => (gate.candidate, gate.baseline),
        };
        let Some([only_first, only_second, tasks]) = given.paired_counts(first, second) else {
            return Ok(None);
        };
        if only_first + only_second >= ENOUGH_THAT_DIFFER {
            return Ok(None);
        }
        let (level, want, margin) = (self.options.level, gate.want, gate.margin);
        paired(&Paired { only_first, only_second, tasks, level, want, margin }).map(Some)
    }

    /// The one-sided p-value of what is wanted, or at all looks the logarithm of its e-value.
    fn evidence(&self, gate: &Gate, watch: Watch<'_>) -> Result<(f64, f64)> {
        let pairs: [Compared; 2] = [
            (gate.candidate, gate.baseline, gate.want.threshold(gate.margin)),
            (gate.baseline, gate.candidate, -gate.margin),
        ];
        // Equality is two questions, and both must hold.
        let pairs = if gate.want == Want::Equal { &pairs[..] } else { &pairs[..1] };
        if self.options.method.is_anytime() {
            let weights = self.weights(pairs.iter().map(|&(i, j, _)| (i, j, self.sign())));
            let null: Vec<f64> = pairs.iter().map(|pair| pair.2).gathered();
            let found = self.e_values(&weights, pairs.len(), &null, watch)?;
            return Ok((
                f64::NAN,
                found.iter().fold(f64::INFINITY, |least, e| least.min(e.value.evidence.larger)),
            ));
        }
        let each = self.one_sided(pairs, watch)?;
        Ok((
            each.iter().fold(0.0, |most: f64, p| if p[0].is_nan() { f64::NAN } else { most.max(p[0]) }),
            f64::NAN,
        ))
    }

    /// The answer in words.
    fn sentence(&self, found: &Gated) -> String {
        let name = |item: usize| format!("\"{}\"", self.set.name(Kind::Item, item).unwrap_or_default());
        let (candidate, baseline) = (name(found.gate.candidate), name(found.gate.baseline));
        let margin = short(found.gate.margin);
        let [estimate, _, lower, upper] = found.row;
        let over = match found.units.is_nan() {
            true => String::new(),
            false if found.units.fract() == 0.0 => format!("Over {} units like these ", found.units),
            false => format!("Over {} units like these ", short(found.units)),
        };
        let interval = match lower.is_nan() && found.row[1] == 0.0 {
            true => "on all of them, too few to say more".into(),
            false => format!("[{}, {}]", short(lower), short(upper)),
        };
        let direction = if self.sign() < 0.0 { ", less being better" } else { "" };
        let said = match found.words {
            Words { better: true, .. } => format!("{candidate} is better than {baseline}"),
            Words { worse: true, .. } => format!("{candidate} is worse than {baseline}"),
            Words { equal: true, .. } => format!("{candidate} and {baseline} differ by less than {margin}"),
            Words { not_worse: true, .. } if found.gate.margin > 0.0 => {
                format!("{candidate} is not worse than {baseline} by {margin} or more")
            }
            _ => format!("neither {candidate} nor {baseline} is established as better"),
        };
        let more = match (found.verdict, found.units_needed) {
            (Verdict::NotEnough, needed) if needed.is_finite() => {
                format!(" About {} more units would decide it at the present difference.", needed.ceil())
            }
            (Verdict::NotEnough, needed) if needed == f64::INFINITY => {
                " At this difference no number of units decides it.".into()
            }
            _ => String::new(),
        };
        format!("{over}{said}: the difference is {} {interval}{direction}.{more}", short(estimate))
    }
}

/// A number with three digits that count.
fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let whole = value.abs().log10().floor() as i32 + 1;
    format!("{value:.*}", (3 - whole).clamp(0, 12) as usize)
}
