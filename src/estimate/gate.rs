//! A verdict about two items of an estimate, and claims about their order.

use super::{Estimate, Source, Tested};
use crate::claims::{
    fewest_that_differ, more_units, paired, state, verdict, Claim, Compared, Paired, PairedFound, State,
    Verdict, Want, Words,
};
use crate::comparisons::Kind;
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::inference::{Adjustment, Method, Options, Quantiles};
use crate::progress::Watch;
use crate::room::{self, filled, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use std::ffi::CString;

/// The power with which units that are still needed would pass.
const POWER: f64 = 0.8;

/// Tasks on which two items differ, from which on their mean has an error by its spread.
const ENOUGH_THAT_DIFFER: f64 = 50.0;

/// Differences that are tested at once.
const AT_ONCE: usize = 256;

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

/// A claim with its judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Its number.
    pub claim: usize,
    /// The judgement.
    pub state: State,
    /// The p-values against its being false and its being true.
    pub p: [f64; 2],
    /// Of a claim about one difference the difference, and what it is at least at the level of all claims; else NaN.
    pub difference: [f64; 2],
}

const WANTS: &[&std::ffi::CStr] = &[c"better", c"not_worse", c"equal"];
const VERDICTS: &[&std::ffi::CStr] = &[c"pass", c"fail", c"not_enough"];
const CLAIM_STATES: &[&std::ffi::CStr] = &[c"open", c"supported", c"refuted"];

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

/// The columns of claims.
pub static CLAIMS: Schema<Judged> = Schema {
    name: "estimate_claims",
    title: c"Claims, and whether the data support or refute them",
    columns: &[
        SchemaColumn::i64(c"claim", c"", c"Number of the claim, from 0.", |c| Some(c.claim as i64)),
        SchemaColumn::choice(
            c"state",
            c"Whether it is supported or refuted, jointly with all others at the level of the estimate; else open.",
            CLAIM_STATES,
            |c| Some(c.state as usize),
        ),
        SchemaColumn::f64(
            c"p_supported",
            c"probability",
            c"The p-value against the claim's being false; missing where a difference is not known.",
            |c| c.p[0],
        ),
        SchemaColumn::f64(c"p_refuted", c"probability", c"The p-value against its being true.", |c| c.p[1]),
        SchemaColumn::f64(
            c"estimate",
            c"that of the quantity",
            c"The difference, of a claim about one, as more is better; else missing.",
            |c| c.difference[0],
        ),
        SchemaColumn::f64(
            c"at_least",
            c"that of the quantity",
            c"The difference is at least this, jointly with all other claims.",
            |c| c.difference[1],
        ),
    ],
};

impl Estimate {
    /// A verdict about a candidate.
    pub fn gate(&self, gate: &Gate, watch: Watch<'_>) -> Result<Gated> {
        self.check_items([gate.candidate, gate.baseline].into_iter(), "candidate and baseline")?;
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

    /// Judges claims, all jointly at the level of the estimate.
    pub fn claims(&self, claims: &[Claim], watch: Watch<'_>) -> Result<Vec<Judged>> {
        if self.options.method.is_anytime() {
            return Err(Error::Unsupported("intervals: claims are judged at one look".into()));
        }
        if claims.is_empty() {
            return Err(Error::Argument("count is 0; give at least one claim".into()));
        }
        let alpha = 1.0 - self.options.level;
        let mut judged = Vec::new();
        for (at, claim) in claims.iter().enumerate() {
            self.check_claim(claim).map_err(|error| match error {
                Error::Argument(text) => Error::Argument(format!("claims[{at}]: {text}")),
                other => other,
            })?;
            let pairs = claim.differences(self.size());
            let p = claim.combine(&self.one_sided(&pairs, &mut *watch)?);
            let difference = match claim {
                Claim::Above { first, second, .. } => {
                    self.at_least(*first, *second, alpha / claims.len() as f64, &mut *watch)?
                }
                _ => [f64::NAN; 2],
            };
            judged.put(Judged { claim: at, state: state(p, alpha, claims.len()), p, difference });
        }
        Ok(judged)
    }

    /// A difference as more is better, and its one-sided lower bound.
    fn at_least(&self, first: usize, second: usize, alpha: f64, watch: Watch<'_>) -> Result<[f64; 2]> {
        let options = Options { level: 1.0 - 2.0 * alpha, method: Method::Marginal, ..self.options.clone() };
        let weights = self.weights(std::iter::once((first, second, self.sign())));
        let [estimate, _, lower, _] = self.contrasts_by(&options, &weights, 1, watch)?.0[0];
        Ok([estimate, lower])
    }

    /// The p-values of differences, as more is better, against being no larger than their numbers and no smaller.
    fn one_sided(&self, pairs: &[Compared], watch: Watch<'_>) -> Result<Vec<[f64; 2]>> {
        let mut sides = Vec::new();
        // Weights and covariances of all at once would grow with the square of how many there are.
        for pairs in pairs.chunks(AT_ONCE) {
            let weights = self.weights(pairs.iter().map(|&(i, j, _)| (i, j, self.sign())));
            let null: Vec<f64> = pairs.iter().map(|pair| pair.2).gathered();
            let tests = self.tests(&weights, pairs.len(), &null, Adjustment::None, &mut *watch)?;
            sides.put_each(tests.iter().map(|test| sides_of(test, self.alike())));
        }
        Ok(sides)
    }

    /// The one-sided p-value of a difference that is the same on all units, by signs; zero where it is known.
    fn alike(&self) -> f64 {
        match &self.source {
            Source::Given { given, .. } => given.p_of_units_alike(),
            Source::Model { .. } => 0.0,
        }
    }

    /// Contrasts of pairs, each with a factor, as rows of weights.
    fn weights(&self, pairs: impl Iterator<Item = (usize, usize, f64)>) -> Vec<f64> {
        let n = self.size();
        let mut weights = Vec::new();
        for (at, (first, second, factor)) in pairs.enumerate() {
            weights.put_all(&filled(0.0, n));
            (weights[at * n + first], weights[at * n + second]) = (factor, -factor);
        }
        weights
    }

    /// The items of a claim are there, and it says something.
    fn check_claim(&self, claim: &Claim) -> Result<()> {
        let n = self.size();
        let refuse = |text: String| Err(Error::Argument(text));
        match claim {
            Claim::Above { first, second, by } | Claim::Parity { first, second, within: by } => {
                self.check_items([*first, *second].into_iter(), "items")?;
                if first == second {
                    return refuse(format!("first and second are both item {first}"));
                }
                if !by.is_finite() || (*by <= 0.0 && matches!(claim, Claim::Parity { .. })) {
                    return refuse(format!("by is {by}; it must be finite, and of parity positive"));
                }
            }
            Claim::Top { item, k, .. } => {
                self.check_items(std::iter::once(*item), "items")?;
                if !(1..=n).contains(k) {
                    return refuse(format!("k is {k}; it must be 1 to {n}"));
                }
            }
            Claim::Order(order) => {
                self.check_items(order.iter().copied(), "items")?;
                if order.len() < 2 || repeats(order) {
                    return refuse("items: an order is of at least two different items".into());
                }
            }
            Claim::Groups { upper, lower } => {
                self.check_items(upper.iter().chain(lower).copied(), "items")?;
                let all: Vec<usize> = upper.iter().chain(lower).copied().gathered();
                if upper.is_empty() || lower.is_empty() || repeats(&all) {
                    return refuse(
                        "items, others: two groups are of different items, at least one each".into(),
                    );
                }
            }
        }
        Ok(())
    }

    fn check_items(&self, mut items: impl Iterator<Item = usize>, what: &str) -> Result<()> {
        if self.shape().1 != 1 || self.set.items() != self.size() {
            return Err(Error::Unsupported("this estimate does not have one value for each item".into()));
        }
        match items.find(|item| *item >= self.size()) {
            Some(item) => {
                Err(Error::Argument(format!("{what}: {item} is none of the {} items", self.size())))
            }
            None => Ok(()),
        }
    }

    /// The sign of a difference that is better: minus one where less is.
    fn sign(&self) -> f64 {
        match &self.source {
            Source::Given { given, .. } if given.is_reversed() => -1.0,
            _ => 1.0,
        }
    }

    /// Independent units, where they are known.
    fn units(&self) -> Result<Option<f64>> {
        match &self.source {
            Source::Model { model, .. } => model.independent_units(self.options.covariance).map(Some),
            Source::Given { given, .. } => Ok(given.units()),
        }
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

/// The two one-sided p-values of a test.
///
/// `alike`: the p-value of a difference without an error, that of units that are all alike.
fn sides_of(tested: &Tested, alike: f64) -> [f64; 2] {
    let gap = tested.test.estimate - tested.null;
    let half = 0.5 * tested.test.p;
    match () {
        // Without an error a difference is known, as far as units tell.
        () if tested.test.error == 0.0 => {
            [gap > 0.0, gap < 0.0].map(|is_sure| if is_sure { alike } else { 1.0 })
        }
        () if tested.test.statistic >= 0.0 => [half, 1.0 - half],
        () => [1.0 - half, half],
    }
}

/// Whether an item comes twice.
fn repeats(items: &[usize]) -> bool {
    let mut sorted: Vec<usize> = items.iter().copied().gathered();
    room::sort_by(&mut sorted, |a, b| a.cmp(b));
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// A number with three digits that count.
fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let whole = value.abs().log10().floor() as i32 + 1;
    format!("{value:.*}", (3 - whole).clamp(0, 12) as usize)
}
