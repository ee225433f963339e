//! Judges that depart from the others: an e-value for each against voting as the model, fitted to the others, expects.
//!
//! Against that stand fixed ways of voting otherwise ([`Departure`]), each the model at the others' parameters with one
//! change. The plain likelihood ratio is no e-value, as the parameters are estimated: what all votes lose by being fitted
//! together is taken off, which the judge's own fit could at most have gained. Adjusted, what is taken off is the
//! logarithm of the mean probability of the judge's votes over what the others' votes leave open of the parameters, by
//! Laplace's method: less, by half of what the determinant of the information grows. Votes of one context depend on each
//! other: the ratio of each alternative is raised to the power 1 / phi, phi how much its sum over a context varies more
//! than independent votes would.

use crate::comparisons::{Kind as Names, NONE};
use crate::error::{Error, Result};
use crate::inference::{adjust, largest_prior_share, Adjustment, MOST_PRIOR};
use crate::likelihood::{Block, Curvature, Design, NullSpace, Objective};
use crate::model::{factored, Model, Position, Quantity, Refit, Refitter, Specification, View};
use crate::outcome::{At, Counts, Outcome, TIE};
use crate::progress::{Progress, Watch};
use crate::room::{self, with_room, Gather as _, Put as _};
use crate::strength::StrengthKind;
use crate::table::{Schema, SchemaColumn};
use std::f64::consts::LN_2;

/// Fewer judges have no others.
const LEAST_JUDGES: usize = 3;

/// Sizes of the changes, in log odds: log 2 and log 5.
const SIZES: [f64; 2] = [LN_2, 1.609_437_912_434_100_3];

/// Options of the search for judges that depart from the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Screening {
    /// The share of false discoveries among the judges that are marked, at most and on average.
    pub alpha: f64,
    /// Whether what is taken off is about what the fit of the judge's votes gains, instead of the most that it can.
    pub adjusted: bool,
}

impl Default for Screening {
    fn default() -> Screening {
        Screening { alpha: 0.05, adjusted: false }
    }
}

/// A way to vote otherwise than the model expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// For one item.
    For,
    /// Against one item.
    Against,
    /// For what is shown first.
    Left,
    /// For what is shown second.
    Right,
    /// With more ties.
    Ties,
    /// With fewer ties.
    Decided,
    /// Answers at random.
    Coin,
    /// The other way round.
    Reverse,
}

impl Departure {
    /// All by their numbers.
    pub const ALL: [Departure; 8] = [
        Departure::For,
        Departure::Against,
        Departure::Left,
        Departure::Right,
        Departure::Ties,
        Departure::Decided,
        Departure::Coin,
        Departure::Reverse,
    ];
    const LABELS: [&'static std::ffi::CStr; 8] =
        [c"for", c"against", c"left", c"right", c"ties", c"decided", c"coin", c"reverse"];
}

/// An alternative: a departure, its item and its shift in log odds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The kind.
    pub departure: Departure,
    /// The item that it is for or against.
    pub item: Option<usize>,
    /// The shift; NaN where there is none.
    pub shift: f64,
    /// Its share of the mixture.
    weight: f64,
}

impl Alternative {
    /// Where a vote stands under the alternative.
    fn moves(&self, outcome: Outcome, vote: &Vote) -> At {
        let mut at = vote.at;
        let shift = self.shift * outcome.per_log_odds();
        match self.departure {
            Departure::For | Departure::Against if self.item == Some(vote.left) => at.z += shift,
            Departure::For | Departure::Against => at.z -= shift,
            Departure::Left | Departure::Right => at.z += shift,
            Departure::Ties | Departure::Decided => {
                // A threshold that cannot be negative shrinks where it cannot be shifted.
                let (e, shifted) = (at.e(), at.e() + shift);
                at.cuts[TIE] = if shifted <= outcome.floor() { e * shift.exp() } else { shifted };
            }
            Departure::Coin => at.z = 0.0,
            Departure::Reverse => at.z = -at.z,
        }
        at
    }
}

/// All alternatives: half of the mixture on items, half on the others.
fn alternatives(items: usize, outcome: Outcome) -> Vec<Alternative> {
    let mut rest: Vec<Alternative> = Vec::new();
    let pairs = [(Departure::Left, Departure::Right), (Departure::Ties, Departure::Decided)];
    for (more, less) in pairs.into_iter().take(if outcome.has_threshold() { 2 } else { 1 }) {
        for size in SIZES {
            rest.put(Alternative { departure: more, item: None, shift: size, weight: 0.0 });
            rest.put(Alternative { departure: less, item: None, shift: -size, weight: 0.0 });
        }
    }
    for departure in [Departure::Coin, Departure::Reverse] {
        rest.put(Alternative { departure, item: None, shift: f64::NAN, weight: 0.0 });
    }
    let share = 0.5 / rest.len() as f64;
    rest.iter_mut().for_each(|a| a.weight = share);
    let weight = 0.5 / (4 * items) as f64;
    for item in (0..items).map(Some) {
        for size in SIZES {
            rest.put(Alternative { departure: Departure::For, item, shift: size, weight });
            rest.put(Alternative { departure: Departure::Against, item, shift: -size, weight });
        }
    }
    rest
}

/// The row of one judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlier {
    /// The judge.
    pub judge: usize,
    /// Its votes.
    pub votes: f64,
    /// Logarithm of the e-value; NaN where there is no fit without the judge.
    pub log_e: f64,
    /// Whether it does not belong, the share of false discoveries among all such being limited.
    pub is_outlier: bool,
    /// The alternative that its votes speak for most; None where there is no e-value.
    pub strongest: Option<Strongest>,
}

/// How strongly votes speak for an alternative.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strongest {
    /// The alternative.
    pub alternative: Alternative,
    /// Logarithm of its likelihood ratio, raised to 1 / phi.
    pub log_ratio: f64,
    /// How dependent votes of a context are, at least 1.
    pub phi: f64,
}

/// The columns of [`outliers`].
pub static OUTLIERS: Schema<Outlier> = Schema {
    name: "model_outliers",
    title: c"Judges that depart from the others",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |o| Some(o.judge)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Its comparisons.", |o| o.votes),
        SchemaColumn::f64(
            c"log_e",
            c"",
            c"Logarithm of the e-value; missing where there is no fit without the judge.",
            |o| o.log_e,
        ),
        SchemaColumn::bool(c"is_outlier", c"Whether it does not belong, by e-BH over the judges.", |o| {
            (!o.log_e.is_nan()).then_some(o.is_outlier)
        }),
        SchemaColumn::choice(
            c"departure",
            c"The alternative that its votes speak for most.",
            &Departure::LABELS,
            |o| o.strongest.map(|s| s.alternative.departure as usize),
        ),
        SchemaColumn::item(
            c"item",
            c"The item that it is for or against; missing for other departures.",
            |o| o.strongest.and_then(|s| s.alternative.item),
        ),
        SchemaColumn::f64(
            c"shift",
            c"log odds",
            c"The shift of the alternative; missing for coin and reverse.",
            |o| o.strongest.map_or(f64::NAN, |s| s.alternative.shift),
        ),
        SchemaColumn::f64(c"log_ratio", c"", c"Logarithm of its likelihood ratio, tempered by phi.", |o| {
            o.strongest.map_or(f64::NAN, |s| s.log_ratio)
        }),
        SchemaColumn::f64(
            c"phi",
            c"",
            c"How much sums over contexts vary more than independent votes would under it, at least 1.",
            |o| o.strongest.map_or(f64::NAN, |s| s.phi),
        ),
    ],
};

/// Votes of one judge on one pair in one context, as they were shown.
#[derive(Debug, Clone, Copy)]
struct Vote {
    context: u32,
    left: usize,
    right: usize,
    at: At,
    counts: Counts,
}

/// A cell of the set in the design of the model, and in the one that predictions are made in.
#[derive(Debug, Clone, Copy)]
struct Place {
    cell: usize,
    slot: usize,
    predicted: usize,
    swapped: bool,
}

/// An e-value for every judge of the set against voting as the model expects at the parameters of the others. Judges
/// without a fit of the others have none.
pub fn outliers(model: &Model, screening: &Screening, watch: Watch<'_>) -> Result<Vec<Outlier>> {
    model.refuse_grades("outliers")?;
    check(model, screening)?;
    let (expected, places) = places(model)?;
    let whole = if screening.adjusted { Some(Volume::of_all(model)?) } else { None };
    let mut refitter = Refitter::new(model, false)?;
    let unit = model.facts.unit;
    let all = model.objective.data_value(&model.theta);
    let alternatives = alternatives(model.layout.items, model.outcome());
    let mut rows: Vec<Outlier> = with_room(places.len());
    for (judge, places) in places.iter().enumerate() {
        watch(&Progress::of_parts(judge as f64 / model.set.judges() as f64, judge as u64))?;
        let read = |place: &Place| model.layout.terms.read(&model.set.cells().counts[place.cell]);
        let votes: f64 = places.iter().map(|place| read(place).total()).sum();
        let mut row = Outlier { judge, votes, log_e: 0.0, is_outlier: false, strongest: None };
        if votes > 0.0 {
            row.log_e = f64::NAN;
            let counts = refitter.counts();
            counts.copy_from_slice(&model.objective.data.design.counts);
            for place in places {
                let own = if place.swapped { read(place).swapped() } else { read(place) };
                counts[place.slot].add(&own, -1.0 / unit);
            }
            // Counts that cancel become exact zeros.
            places.iter().for_each(|place| counts[place.slot].round_off(unit));
            if let Ok(refit) = refitter.refit(watch)? {
                let others = refitter.objective().data_value(&refit.theta);
                let gained = match &whole {
                    Some(whole) => whole.information_of_votes(model, refitter.objective(), &refit)?,
                    None => 0.0,
                };
                let theta = as_others(model, judge, refit.theta, &refit.without_votes);
                let mut shown: Vec<Vote> = with_room(places.len());
                for place in places {
                    let at = expected.predictor(&model.layout.strength, &theta, place.predicted);
                    let cells = model.set.cells();
                    shown.push(Vote {
                        context: cells.context[place.cell],
                        left: cells.left[place.cell] as usize,
                        right: cells.right[place.cell] as usize,
                        at: if place.swapped { At { z: -at.z, ..at } } else { at },
                        counts: read(place),
                    });
                }
                room::sort_by_key(&mut shown, |vote| vote.context);
                let outcome = model.outcome();
                let plain: f64 = shown.iter().map(|vote| -outcome.value(&vote.counts, vote.at)).sum();
                let excess = unit * (others - all) - plain - gained;
                (row.log_e, row.strongest) =
                    evidence(outcome, &shown, &alternatives, excess, model.layout.items);
            }
        }
        rows.push(row);
    }
    let evidence: Vec<f64> = rows.iter().map(|row| row.log_e).gathered();
    let discovered = adjust(&evidence, Adjustment::EBh)?;
    for (row, adjusted) in rows.iter_mut().zip(discovered) {
        row.is_outlier = adjusted >= -screening.alpha.ln();
    }
    Ok(rows)
}

/// The information on the parameters as a volume: its determinant off the null directions, on which there is a weight.
struct Volume {
    log: f64,
    weight: f64,
}

impl Volume {
    /// With all votes.
    fn of_all(model: &Model) -> Result<Volume> {
        let (log, weight) = determinant(model, &model.objective, &model.null_space, &model.theta, None)?;
        Ok(Volume { log, weight })
    }

    /// Half the increase of the log-determinant by the votes of one judge; NaN where either is singular.
    fn information_of_votes(&self, model: &Model, others: &Objective, refit: &Refit) -> Result<f64> {
        let null_space = model.layout.null_space(&model.null_space.shifts, &refit.fixed);
        match determinant(model, others, &null_space, &refit.theta, Some(self.weight)) {
            Ok((log, _)) => Ok(0.5 * (self.log - log)),
            Err(Error::Numeric(_)) => Ok(f64::NAN),
            Err(other) => Err(other),
        }
    }
}

/// The logarithm of the determinant of the Hessian, and the weight on the null directions.
fn determinant(
    model: &Model,
    objective: &Objective,
    null_space: &NullSpace,
    theta: &[f64],
    weight: Option<f64>,
) -> Result<(f64, f64)> {
    let (factor, weight) =
        factored(objective, null_space, theta, &model.directions, Curvature::Observed, weight)?;
    Ok((factor.log_determinant(), weight))
}

/// The remark on a penalty that supplies a good part of the information: the bound on what a judge gains by the fit
/// is approximate then.
pub fn penalty_note(model: &Model) -> Result<Option<String>> {
    let readout = model.readout(Quantity::Scores, &View::default())?;
    let name = |item: usize| model.set.name(Names::Item, item).unwrap_or_default();
    Ok(largest_prior_share(model, &readout.jacobian)?.filter(|(share, _)| *share > MOST_PRIOR).map(
        |(share, [i, j])| {
            format!(
                "The prior supplies {:.3} % of what is known about {:?} and {:?}: e-values are approximate.",
                100.0 * share,
                name(i),
                name(j)
            )
        },
    ))
}

fn check(model: &Model, screening: &Screening) -> Result<()> {
    let refuse = |text: String| Err(Error::Unsupported(text));
    if !(screening.alpha > 0.0 && screening.alpha < 1.0) {
        return Err(Error::Argument(format!("alpha is {}; it must be between 0 and 1", screening.alpha)));
    }
    let Specification { firth, position, threshold_by_judge, .. } = model.specification;
    let strength = model.layout.strength.kind;
    if let Some(weights) = model.weighting() {
        return refuse(format!("outliers: {weights} have no likelihood"));
    }
    if model.has_half_ties() {
        return refuse(
            "outliers: ties that count as half have no likelihood; use DUEL_MODEL_DAVIDSON or \
             DUEL_TIES_DROPPED"
                .into(),
        );
    }
    if strength == StrengthKind::Disagreement {
        return refuse(
            "outliers: with DUEL_STRENGTH_DISAGREEMENT every judge has strengths of its own, so none can depart from the others"
                .into(),
        );
    }
    if firth {
        return refuse("outliers: bias_reduction does not maximise the likelihood".into());
    }
    if model.set.judges() < LEAST_JUDGES {
        return refuse(format!(
            "outliers: {LEAST_JUDGES} judges are needed, and there are {}",
            model.set.judges()
        ));
    }
    if screening.adjusted {
        let own = [
            (strength != StrengthKind::Pooled, "strength"),
            (position == Position::ByJudge, "position"),
            (threshold_by_judge, "threshold"),
        ];
        let own: Vec<&str> = own.into_iter().filter(|(is_own, _)| *is_own).map(|(_, name)| name).gathered();
        if !own.is_empty() {
            return refuse(format!(
                "adjusted: judges have parameters of their own ({}), without which the information on the others' \
                 votes is of fewer",
                own.join(", ")
            ));
        }
        if model.specification.spread.is_some() {
            return refuse(
                "adjusted: with a spread, information changes more with the parameters than with votes"
                    .into(),
            );
        }
        if model.specification.has_floor() {
            return refuse(
                "adjusted: thresholds of pairs that may be held at zero have no information there".into(),
            );
        }
    }
    Ok(())
}

/// The comparisons of every judge, and what predicts them: the model's design, in which no judge has a threshold that is
/// known from its own votes.
fn places(model: &Model) -> Result<(Block, Vec<Vec<Place>>)> {
    let layout = &model.layout;
    let (_, own) = Design::traced(&model.set, &layout.terms, layout.aggregation)?;
    let mut terms = layout.terms.clone();
    if let Some(tie) = terms.cuts[TIE].as_mut().filter(|tie| tie.pinned.len() > 1) {
        tie.pinned.fill(f64::NAN);
    }
    let (design, free) = Design::traced(&model.set, &terms, layout.aggregation)?;
    let mut predicted = vec![NONE; model.set.cells().left.len()];
    free.iter().for_each(|origin| predicted[origin.cell as usize] = origin.slot);
    let mut places: Vec<Vec<Place>> = (0..model.set.judges()).map(|_| Vec::new()).gathered();
    for origin in own {
        let cell = origin.cell as usize;
        let judge = model.set.cells().judge[cell];
        if judge != NONE && predicted[cell] != NONE {
            let (slot, predicted) = (origin.slot as usize, predicted[cell] as usize);
            places[judge as usize].put(Place { cell, slot, predicted, swapped: origin.swapped });
        }
    }
    let Block { outcome, spread, .. } = model.objective.data;
    Ok((Block { design: design.into(), outcome, spread }, places))
}

/// The parameters with those of one judge as they are in the mean of the others.
fn as_others(model: &Model, judge: usize, mut theta: Vec<f64>, without_votes: &[bool]) -> Vec<f64> {
    let layout = &model.layout;
    let offsets = layout.terms.threshold(TIE).and_then(|t| t.offsets);
    for first in layout.of_judge(0) {
        let counts = |k: &usize| {
            let pinned =
                Some(first) == offsets && layout.terms.pinned(TIE).get(*k).is_some_and(|pin| !pin.is_nan());
            *k != judge && !without_votes.get(*k).is_some_and(|without_votes| *without_votes) && !pinned
        };
        let others: Vec<f64> = (0..layout.judges).filter(counts).map(|k| theta[first + k]).gathered();
        if !others.is_empty() {
            theta[first + judge] = others.iter().sum::<f64>() / others.len() as f64;
        }
    }
    theta
}

/// The logarithm of the e-value of votes in the order of contexts, and the strongest alternative.
fn evidence(
    outcome: Outcome,
    votes: &[Vote],
    alternatives: &[Alternative],
    excess: f64,
    items: usize,
) -> (f64, Option<Strongest>) {
    let mut of_item: Vec<Vec<usize>> = (0..items).map(|_| Vec::new()).gathered();
    for (at, vote) in votes.iter().enumerate() {
        of_item[vote.left].put(at);
        of_item[vote.right].put(at);
    }
    let mut strongest: Option<Strongest> = None;
    let (mut terms, mut largest) = (with_room(alternatives.len()), f64::NEG_INFINITY);
    for &alternative in alternatives {
        let (sum, phi) = match alternative.item {
            Some(item) => ratio(outcome, of_item[item].iter().map(|&at| &votes[at]), &alternative),
            None => ratio(outcome, votes.iter(), &alternative),
        };
        let log_ratio = (sum - excess) / phi;
        let term = alternative.weight.ln() + log_ratio;
        if term > largest {
            (largest, strongest) = (term, Some(Strongest { alternative, log_ratio, phi }));
        }
        terms.push(term);
    }
    let sum: f64 = terms.iter().map(|term| (term - largest).exp()).sum();
    (largest + sum.ln(), strongest)
}

/// The logarithm of the likelihood ratio of an alternative to the model, and how much it varies more over contexts than
/// independent votes would let it.
fn ratio<'a>(
    outcome: Outcome,
    votes: impl Iterator<Item = &'a Vote>,
    alternative: &Alternative,
) -> (f64, f64) {
    let (mut sum, mut within, mut alone) = (0.0, 0.0, 0.0);
    let mut context = (NONE, 0.0);
    for vote in votes {
        let moved = alternative.moves(outcome, vote);
        let expected = outcome.probabilities(vote.at);
        let mut ratios = [0.0; 4];
        let mut mean = 0.0;
        for (which, ratio) in ratios.iter_mut().enumerate().filter(|(o, _)| expected[*o] > 0.0) {
            let single = Counts::single(which);
            *ratio = outcome.value(&single, vote.at) - outcome.value(&single, moved);
            mean += expected[which] * *ratio;
        }
        if vote.context != context.0 {
            within += context.1 * context.1;
            context = (vote.context, 0.0);
        }
        for (count, ratio) in vote.counts.numbers().into_iter().zip(ratios).filter(|(n, _)| *n > 0.0) {
            let residual = ratio - mean;
            sum += count * ratio;
            alone += count * residual * residual;
            if vote.context == NONE {
                within += count * residual * residual;
            } else {
                context.1 += count * residual;
            }
        }
    }
    within += context.1 * context.1;
    (sum, if alone > 0.0 { (within / alone).max(1.0) } else { 1.0 })
}
