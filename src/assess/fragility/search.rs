//! A model under attack: what is predicted of a claim, and what fits say.

use super::changes::{Changes, Kind};
use super::effects::Slopes;
use super::{gap, Assault, Attack, Claim, Fragile};
use crate::claims::{confirmed, fewest, first, predicted, Change, Fate};
use crate::comparisons::{Kind as Names, Unit};
use crate::error::{Error, Result};
use crate::inference::Options;
use crate::likelihood::{Design, Objective};
use crate::model::{Model, Quantity, Readout, Refit, Refitter, View};
use crate::outcome::Counts;
use crate::progress::Watch;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::solve::Stop;
use std::borrow::Cow;
use std::sync::Arc;

/// A gap of a refit that is a smaller share of the first one is a tie.
const TIED: f64 = 1e-6;

/// A step of a renewed order changes at most this share of what has been changed before.
const STEP: f64 = 8.0;

/// Fits that a renewed order may take.
const MOST_FITS: usize = 256;

/// A model under attack.
pub(super) struct Search<'a> {
    pub(super) model: &'a Model,
    pub(super) assault: &'a Assault,
    quantity: Quantity,
    view: &'a View,
    pub(super) readout: Readout,
    /// The objective of the model, with a cell for the vote that is added.
    pub(super) objective: Cow<'a, Objective>,
    /// Counts of the cells, as votes.
    counts: Vec<Counts>,
    pub(super) changes: Changes,
}

/// The attack to be tried against one claim.
pub(super) struct Plan {
    pub(super) row: Fragile,
    /// Of the values, in what must be positive.
    weights: Vec<f64>,
    /// The changes in the order of what they do at the estimate.
    order: Vec<Change>,
    /// The effects of votes at the estimate.
    effects: Vec<[f64; 4]>,
}

/// The result for a claim, and the changes that lead to it, each with how often it is made.
pub(super) struct Taken {
    pub(super) row: Fragile,
    pub(super) made: Vec<(usize, f64)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(model: &'a Model, assault: &'a Assault, options: &'a Options) -> Result<Search<'a>> {
        check(model, assault)?;
        let mut objective = Cow::Borrowed(&model.objective);
        if let Some(pair) = assault.vote.filter(|pair| !have_met(&model.objective.data.design, *pair)) {
            let layout = &model.layout;
            let mut design =
                Design::with_pair(&model.set, &layout.terms, layout.aggregation, pair.map(|i| i as u32))?;
            design.scale(1.0 / model.facts.unit);
            objective.to_mut().data.design = design.into();
        }
        let votes = |c: &Counts| Counts::new(c.numbers().map(|n| (n * model.facts.unit * 1e6).round() / 1e6));
        let counts: Vec<Counts> = objective.data.design.counts.iter().map(votes).gathered();
        let what = (assault.attack, assault.unit);
        let changes = Changes::new(model, &objective, &counts, what, assault.vote)?;
        let view = &options.view;
        let quantity = assault.signs_of.unwrap_or(Quantity::Scores);
        let readout = model.readout(quantity, view)?;
        Ok(Search { model, assault, quantity, view, readout, objective, counts, changes })
    }

    /// Refits of the model.
    pub(super) fn refitter(&self) -> Result<Refitter<'a>> {
        match &self.objective {
            Cow::Borrowed(_) => Refitter::new(self.model, false),
            Cow::Owned(objective) => Refitter::with_design(self.model, Arc::clone(&objective.data.design)),
        }
    }

    /// The effects of votes at the estimate.
    pub(super) fn slopes(&self) -> Result<Slopes<'_>> {
        let model = self.model;
        Slopes::at(&self.objective, &model.null_space, &model.theta, &model.directions)
    }

    /// The claim.
    pub(super) fn claims(&self) -> Result<Vec<Claim>> {
        let estimates = &self.readout.estimates;
        Ok(match self.assault.signs_of {
            None => self.pairs(estimates)?.into_iter().map(Claim::Order).gathered(),
            Some(_) => (0..estimates.len()).map(Claim::Sign).gathered(),
        })
    }

    /// The pairs that are claimed to be in their order.
    fn pairs(&self, scores: &[f64]) -> Result<Vec<[usize; 2]>> {
        let Assault { top, ref pairs, .. } = *self.assault;
        let n = scores.len();
        let mut order: Vec<usize> = (0..n).filter(|&i| !scores[i].is_nan()).gathered();
        room::sort_by(&mut order, |&i, &j| scores[j].total_cmp(&scores[i]));
        if top > 0 {
            if top >= order.len() {
                return Err(Error::Argument(format!(
                    "top is {top}; it must be below the {} items with a score",
                    order.len()
                )));
            }
            let (first, last) = order.split_at(top);
            return Ok(first.iter().flat_map(|&a| last.iter().map(move |&b| [a, b])).gathered());
        }
        if pairs.is_empty() {
            return Ok(order.windows(2).map(|pair| [pair[0], pair[1]]).gathered());
        }
        for (row, &[a, b]) in pairs.iter().enumerate() {
            if let Some(item) = [a, b].into_iter().find(|&item| item >= n) {
                return Err(Error::row(row, format!("pairs: item {item} is none of the {n}")));
            }
            if a == b || scores[a] < scores[b] {
                let name = |item: usize| self.model.set.name(Names::Item, item).unwrap_or_default();
                let (a, b) = (name(a), name(b));
                return Err(Error::row(row, format!("pairs: \"{a}\" is not above \"{b}\" in this model")));
            }
        }
        Ok(pairs.duplicate())
    }

    /// The first-order effects of single changes, and the predicted number that is needed.
    pub(super) fn plan(&self, claim: &Claim, slopes: &mut Slopes<'_>) -> Result<Plan> {
        let weights = claim.weights(&self.readout.estimates);
        let mut gap = gap(&weights, &self.readout.estimates);
        let (mut pair, mut value) = (None, None);
        match *claim {
            Claim::Order([a, b]) => {
                pair = Some([a, b]);
                if self.model.components[a] != self.model.components[b] {
                    gap = f64::NAN;
                }
            }
            Claim::Sign(at) => value = Some(at),
        }
        let mut row = Fragile {
            upper: pair.map(|pair| pair[0]),
            lower: pair.map(|pair| pair[1]),
            value,
            gap,
            z: f64::NAN,
            predicted: f64::NAN,
            confirmed: f64::NAN,
            share: f64::NAN,
            gap_after: f64::NAN,
            state: if gap.is_finite() { 1 } else { 3 },
            added: None,
        };
        let mut plan = Plan { row, weights, order: Vec::new(), effects: Vec::new() };
        if row.state == 3 || gap == 0.0 {
            return Ok(plan);
        }
        let along = self.along(&self.readout, &plan.weights);
        plan.effects = slopes.effects(&along, self.model.facts.unit)?;
        plan.order = self.changes.in_order(&plan.effects, &self.changes.open(&self.counts));
        if self.assault.attack == Attack::Add {
            // One kind of vote: the strongest.
            plan.order.truncate(1);
            row.added = plan.order.first().and_then(|change| self.added(change.which));
        }
        row.predicted = predicted(&plan.order, gap).unwrap_or(f64::NAN);
        plan.row = row;
        Ok(plan)
    }

    /// The gradient in the parameters of what must be positive.
    fn along(&self, readout: &Readout, weights: &[f64]) -> Vec<f64> {
        let mut along = vec![0.0; self.model.theta.len()];
        readout.jacobian.contrasts(weights, 1).dense_row(0, &mut along);
        along
    }

    /// Who wins and who loses an added vote, and by which judge.
    fn added(&self, which: usize) -> Option<(usize, usize, Option<usize>)> {
        let Kind::Vote { cell, to, .. } = self.changes.kinds[which] else { return None };
        let design = &self.objective.data.design;
        let (left, right) = (design.left[cell] as usize, design.right[cell] as usize);
        let (winner, loser) = if to == Some(1) { (right, left) } else { (left, right) };
        let judge = (!design.judges.is_empty()).then(|| design.judge(cell));
        Some((winner, loser, judge.filter(|&k| k < self.model.set.judges())))
    }

    /// The prediction, mended by fits.
    pub(super) fn confirm(&self, plan: Plan, refitter: &mut Refitter<'_>, watch: Watch<'_>) -> Result<Taken> {
        let mut row = plan.row;
        if row.gap == 0.0 {
            (row.predicted, row.confirmed, row.share, row.gap_after, row.state) = (0.0, 0.0, 0.0, 0.0, 0);
            return Ok(Taken { row, made: Vec::new() });
        }
        if row.state == 3 {
            return Ok(Taken { row, made: Vec::new() });
        }
        let mut trial = Trial { search: self, plan: &plan, refitter, last: None, watch };
        let mut found = None;
        if !row.predicted.is_nan() {
            let most = plan.order.iter().map(|c| c.times).sum::<f64>().min(1e15);
            let along = |count: f64| first(&plan.order, count);
            let fate = confirmed(row.predicted, most, |count| trial.try_out(along(count)))?;
            found = fate.map(|(count, fate)| (along(count).gathered(), fate));
        }
        let falls = matches!(found, Some((_, Fate::Falls(_))));
        if self.assault.renew && !falls && self.assault.attack != Attack::Add {
            found = trial.renewed()?.or(found);
        }
        let Some((made, fate)) = found else { return Ok(Taken { row, made: Vec::new() }) };
        row.confirmed = made.iter().map(|(_, times)| times).sum();
        row.share = row.confirmed / self.changes.total;
        (row.state, row.gap_after) = match fate {
            Fate::Falls(gap) => (0, gap),
            _ => (2, f64::NAN),
        };
        Ok(Taken { row, made })
    }
}

/// Fits under changes that are tried against one claim.
struct Trial<'t, 'a, 'r> {
    search: &'t Search<'a>,
    plan: &'t Plan,
    refitter: &'t mut Refitter<'r>,
    /// The last fit, where the next one starts.
    last: Option<Refit>,
    watch: Watch<'t>,
}

/// The result for a claim, and the changes that lead to it.
type Found = (Vec<(usize, f64)>, Fate);

impl Trial<'_, '_, '_> {
    fn try_out(&mut self, made: impl Iterator<Item = (usize, f64)>) -> Result<Fate> {
        let Search { model, quantity, view, ref objective, ref changes, .. } = *self.search;
        let unit = model.facts.unit;
        let counts = self.refitter.counts();
        counts.copy_from_slice(&objective.data.design.counts);
        changes.make(made, unit, counts);
        // A share of zero is zero.
        counts.iter_mut().for_each(|counts| counts.round_off(unit));
        let fitted = match self.last.take() {
            None => self.refitter.refit(&mut *self.watch)?,
            Some(refit) => self.refitter.refit_from(refit.theta, &mut *self.watch)?,
        };
        let Ok(refit) = fitted else { return Ok(Fate::NoFit) };
        let gap = gap(&self.plan.weights, &refit.point(model).readout(quantity, view)?.estimates);
        self.last = Some(refit);
        // A tie has not fallen, to whichever side rounding moves it.
        Ok(if gap < -TIED * self.plan.row.gap.abs() { Fate::Falls(gap) } else { Fate::Stands })
    }

    /// Changes by which the claim falls, in an order that every fit renews: the effect of a vote depends on which were removed. A step
    /// without a fit is made smaller, and the change that has none by itself is left alone.
    fn renewed(&mut self) -> Result<Option<Found>> {
        let changes = &self.search.changes;
        let mut open = changes.open(&self.search.counts);
        let mut effects = self.plan.effects.duplicate();
        let mut made: Vec<(usize, f64)> = Vec::new();
        let (mut done, mut step) = (0.0, 1.0f64);
        self.last = None;
        for _ in 0..MOST_FITS {
            let order = changes.in_order(&effects, &open);
            let now: Vec<(usize, f64)> = first(&order, step).gathered();
            let Some(&(strongest, _)) = now.first() else { return Ok(None) };
            let start = self.last.clone();
            match self.try_out(made.iter().chain(&now).copied())? {
                Fate::Stands => {
                    open.take(changes, &now);
                    done += now.iter().map(|(_, times)| times).sum::<f64>();
                    made.put_each(now);
                    step = (2.0 * step).min((done / STEP).floor()).max(1.0);
                    match self.effects_now()? {
                        Some(found) => effects = found,
                        None => return Ok(None),
                    }
                }
                Fate::NoFit => {
                    if step > 1.0 {
                        step = (step / 2.0).floor();
                    } else {
                        open.shut(strongest);
                    }
                    self.last = start;
                }
                fate => {
                    let count: f64 = now.iter().map(|(_, times)| times).sum();
                    let all = |count: f64| made.iter().copied().chain(first(&order, count));
                    let (count, fate) = fewest(0.0, (count, fate), |count| self.try_out(all(count)))?;
                    return Ok(Some((all(count).gathered(), fate)));
                }
            }
        }
        Ok(None)
    }

    /// The effects of votes at the last fit; None where they are unknown.
    fn effects_now(&mut self) -> Result<Option<Vec<[f64; 4]>>> {
        let Search { model, quantity, view, .. } = *self.search;
        let Some(refit) = &self.last else { return Ok(None) };
        self.refitter.fix(&refit.fixed);
        let null_space = model.layout.null_space(&model.null_space.shifts, &refit.fixed);
        let along = self.search.along(&refit.point(model).readout(quantity, view)?, &self.plan.weights);
        let effects = Slopes::at(self.refitter.objective(), &null_space, &refit.theta, &model.directions)
            .and_then(|mut slopes| slopes.effects(&along, model.facts.unit));
        match effects {
            Err(Error::Numeric(_)) => Ok(None),
            other => other.map(Some),
        }
    }
}

/// Whether two items were compared.
fn have_met(design: &Design, [i, j]: [usize; 2]) -> bool {
    (0..design.len()).any(|cell| {
        let pair = [design.left[cell] as usize, design.right[cell] as usize];
        pair == [i, j] || pair == [j, i]
    })
}

fn check(model: &Model, assault: &Assault) -> Result<()> {
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    let wrong = |text: String| Err(Error::Argument(text));
    if let Some(weights) = model.weighting() {
        return refuse(&format!("fragility: {weights} are no votes that could be left out"));
    }
    if model.facts.stop == Stop::Given {
        return refuse("fragility: the parameters of this model were given, not fitted");
    }
    if assault.attack != Attack::Drop && assault.unit != Unit::Row {
        return refuse("fragility: judges and contexts can only be left out");
    }
    if let Some(quantity) = assault.signs_of {
        if !matches!(quantity, Quantity::Effects | Quantity::Positions | Quantity::Sensitivities) {
            return refuse("quantity: signs are those of effects, positions and sensitivities");
        }
        if assault.top > 0 || !assault.pairs.is_empty() {
            return wrong("quantity: pairs and top are of scores".into());
        }
    }
    if let Some([winner, loser]) = assault.vote {
        let items = model.layout.items;
        if assault.attack != Attack::Add {
            return wrong("vote: only votes that are added can be chosen".into());
        }
        if let Some(item) = [winner, loser].into_iter().find(|&item| item >= items) {
            return wrong(format!("vote: item {item} is none of the {items}"));
        }
        if winner == loser {
            return wrong(format!("vote: item {winner} cannot win over itself"));
        }
        if !have_met(&model.objective.data.design, [winner, loser]) {
            if model.components[winner] != model.components[loser] {
                return wrong(format!("vote: nothing connects items {winner} and {loser}"));
            }
            if model.layout.aggregation.judge {
                return wrong(format!(
                    "vote: items {winner} and {loser} were never compared, and the model tells judges apart"
                ));
            }
        }
    }
    Ok(())
}
