//! The parameter layout of a model: where its parameters stand, and which cells they enter.

use super::choices::{BothBad, Position, Ties};
use super::model::Specification;
use super::unidentified::UnidentifiedDirection;
use crate::comparisons::{list, Kind as Names, Set, NONE};
use crate::component::{
    Aggregation, Component, CovariateEffect, Cut, Effect, Grades, Offset, Penalty, PositionEffect, Reading,
    Slope, Terms,
};
use crate::error::{Error, Result};
use crate::likelihood::{Block, Design, NullSpace, Objective};
use crate::outcome::{Counts, Outcome, BAD, TIE};
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::spread::{Freedom, Spread};
use crate::strength::{Condition, Strength};
use crate::terms::Entries;
use crate::threshold::{Basis, Form, Threshold};
use crate::vectors::dot;

/// Where the parameters of a model stand:
/// scores, a pseudo-item's score, sensitivities, further columns of the same, positions, effects, slopes of
/// sensitivities, spread, tie thresholds, those of both bad.
#[derive(Debug, Clone)]
pub struct ParameterLayout {
    /// Items of the set.
    pub items: usize,
    /// Judges: those of the set, and the anonymous one as the last if it judged.
    pub judges: usize,
    /// Ids of items in the order of their names, for what depends on an order: the basis of a factored
    /// threshold, the first factors of a spread, and draws of starts. Empty for other models.
    pub item_order: Vec<u32>,
    /// The same of judges, the anonymous one the last.
    pub judge_order: Vec<u32>,
    /// The strength, its pseudo-item included.
    pub strength: Strength,
    /// The spread, if differences have one.
    pub spread: Option<Spread>,
    /// Whether the scale of differences is free where there is a spread.
    pub scale_is_free: bool,
    /// Linear terms.
    pub terms: Terms,
    /// Directions of the thresholds that the comparisons leave open.
    pub unidentified: Vec<UnidentifiedDirection>,
    /// Directions that trade the effect of a covariate of items, which is held, against their free scores.
    pub traded: Vec<Entries>,
    /// Whether thresholds are penalised, so that nothing in them is free but a common value.
    pub ties_penalised: bool,
    /// The aggregation level of the model.
    pub aggregation: Aggregation,
    /// Number of parameters.
    pub dimension: usize,
}

impl ParameterLayout {
    /// Lays out the parameters of a model for a set.
    pub fn new(set: &Set, specification: &Specification) -> ParameterLayout {
        let items = set.items();
        let judges = (set.judges() + usize::from(set.has_anonymous_judge())).max(1);
        let pseudo_item = usize::from(specification.pseudo > 0.0);
        let is_ordered = specification.threshold.form() == Form::Factored
            || specification.spread.is_some()
            || specification.strength.is_by_judge()
            || specification.restarts > 0;
        let (mut item_order, mut judge_order) = (Vec::new(), Vec::new());
        if is_ordered {
            item_order = set.in_order(Names::Item);
            judge_order = set.in_order(Names::Judge);
            judge_order.put_each(judge_order.len() as u32..judges as u32);
        }
        let strength = Strength {
            kind: specification.strength.kind(),
            items: items + pseudo_item,
            judges,
            columns: 1 + specification.strength.rank(),
        };
        let mut next = strength.dimension();
        let mut take = |count: usize| {
            next += count;
            next - count
        };
        let has_threshold = specification.outcome.has_threshold();
        let reading = Reading {
            ties: has_threshold || specification.ties == Ties::Half,
            both_bad: specification.both_bad != BothBad::Dropped,
            bad_apart: specification.both_bad.is_outcome(),
            pair_floor: specification.pair_floor(),
        };
        let mut terms = Terms { reading, ..Terms::default() };
        let position = match specification.position {
            Position::None => None,
            Position::Shared => Some(PositionEffect { first: take(1), judges: None }),
            Position::ByJudge => Some(PositionEffect { first: take(judges), judges: Some(judges) }),
        };
        terms.effects.put_each(position.map(Effect::Position));
        for name in &specification.covariates {
            terms.effects.put(Effect::Covariate(CovariateEffect { name: name.clone(), at: take(1) }));
        }
        let offsets = specification.offsets.iter().map(|name| Effect::Offset(Offset { name: name.clone() }));
        terms.effects.put_each(offsets);
        let interactions = specification.interactions.components(items, &mut take);
        terms.effects.put_each(interactions.into_iter().map(Effect::Interaction));
        for name in specification.strength.covariates() {
            terms.slopes.put(Slope { name: name.clone(), first: take(judges), judges });
        }
        let spread = specification.spread.map(|spread| {
            let spread = Spread { first: 0, items, factors: spread.factors };
            Spread { first: take(spread.len()), ..spread }
        });
        if has_threshold {
            let s = specification;
            let mut threshold =
                Threshold::new(s.threshold.form(), s.threshold.basis(), s.threshold.factors(), items, 0);
            threshold.arrange(&item_order);
            threshold.first = take(threshold.len());
            threshold.offsets = s.threshold_by_judge.then(|| take(judges));
            if threshold.offsets.is_some() && s.threshold.ridge() == 0.0 {
                // Without memory for it the fit, which needs more, says so.
                threshold.span_constant().unwrap_or_default();
            }
            let (pinned, never) = (Vec::new(), Vec::new());
            let floor = s.outcome().floor();
            terms.cuts[TIE] = Some(Cut { threshold, pinned, never, floor, judges, name: "tie threshold" });
        }
        if let BothBad::Outcome { additive } = specification.both_bad {
            let form = if additive { Form::Additive } else { Form::Single };
            let mut bad = Threshold::new(form, Basis::Cosine, 0, items, 0);
            bad.first = take(bad.len());
            let (pinned, never) = (Vec::new(), Vec::new());
            let (floor, name) = (f64::NEG_INFINITY, "threshold of both bad");
            terms.cuts[BAD] = Some(Cut { threshold: bad, pinned, never, floor, judges, name });
        }
        if specification.outcome.has_grades() {
            terms.grades = Grades::of(set, 0);
            if let Some(grades) = &mut terms.grades {
                grades.first = take(grades.range().len());
            }
        }
        let dimension = next;
        let mut aggregation = terms.aggregation(set);
        aggregation.judge |= strength.is_by_judge();
        ParameterLayout {
            items,
            judges,
            item_order,
            judge_order,
            strength,
            spread,
            scale_is_free: specification.offsets.is_empty() && specification.spread_ridge() == 0.0,
            terms,
            unidentified: Vec::new(),
            traded: Vec::new(),
            ties_penalised: specification.threshold.ridge() > 0.0,
            aggregation,
            dimension,
        }
    }

    /// The parameters of a judge's strength, its slopes in covariates the last.
    pub fn strength_of(&self, judge: usize) -> impl Iterator<Item = usize> + '_ {
        let slopes = self.terms.slopes.iter().map(move |slope| slope.first + judge);
        self.columns_of(judge).chain(slopes)
    }

    /// All parameters of a judge.
    pub fn of_judge(&self, judge: usize) -> impl Iterator<Item = usize> + '_ {
        self.columns_of(judge).chain(self.terms.by_judge().map(move |first| first + judge))
    }

    fn columns_of(&self, judge: usize) -> impl Iterator<Item = usize> + '_ {
        let columns = if self.strength.is_by_judge() { self.strength.columns } else { 0 };
        (0..columns).map(move |c| self.strength.judge(judge, c))
    }

    /// Whose parameters count for the canonical form of strengths.
    pub fn condition<'a>(&self, shifts: &'a [Vec<u32>], fixed: &[bool]) -> Condition<'a> {
        let active = (0..self.judges).map(|k| !fixed[self.sensitivity(k)]).gathered();
        Condition { items: self.items, groups: shifts, active }
    }

    /// Parameter of a judge's sensitivity.
    pub fn sensitivity(&self, judge: usize) -> usize {
        self.strength.items + judge
    }

    /// Judges, as the model tells them apart for thresholds: one, or all.
    pub fn threshold_judges(&self) -> usize {
        match self.terms.threshold(TIE) {
            None => 0,
            Some(threshold) if threshold.offsets.is_none() => 1,
            Some(_) => self.judges,
        }
    }

    /// The judge of a set cell.
    pub fn judge_of(&self, judge: u32) -> usize {
        if judge == NONE {
            self.judges - 1
        } else {
            judge as usize
        }
    }

    /// Comparisons, ties and votes "both bad" of every judge.
    pub fn tie_counts(&self, set: &Set) -> Vec<[f64; 3]> {
        let mut counts = vec![[0.0; 3]; self.judges];
        let cells = set.cells();
        let mut first = 0;
        // The cells of one judge that follow each other are summed apart: a sum in memory is waited for.
        for run in cells.judge.chunk_by(|a, b| a == b) {
            let mut sums = [0.0; 3];
            for by_category in &cells.counts[first..first + run.len()] {
                let read = self.terms.read(by_category);
                sums = [sums[0] + read.total(), sums[1] + read.tie, sums[2] + read.bad];
            }
            counts[self.judge_of(run[0])].iter_mut().zip(sums).for_each(|(count, sum)| *count += sum);
            first += run.len();
        }
        counts
    }

    /// Pins thresholds that have no interior optimum: no ties at all, or nothing but ties; and additive ones
    /// of items that never tied. The same of both bad.
    pub fn pin_thresholds(&mut self, set: &Set, ties: &[[f64; 3]]) -> Result<()> {
        let Some(tie) = &self.terms.cuts[TIE] else { return Ok(()) };
        let floor = tie.floor;
        let pin = |[all, ties, _]: [f64; 3]| match () {
            _ if all == 0.0 => f64::NAN,
            _ if ties == 0.0 => floor,
            _ if ties == all => f64::INFINITY,
            _ => f64::NAN,
        };
        let sum = ties.iter().fold([0.0; 3], |s, t| [s[0] + t[0], s[1] + t[1], s[2] + t[2]]);
        if sum[0] > 0.0 && sum[0] == sum[1] {
            return Err(Error::NotIdentified(
                "every comparison is a tie: the threshold runs to infinity and scores are not identified"
                    .into(),
            ));
        }
        if sum[0] > 0.0 && sum[0] == sum[1] + sum[2] {
            return Err(Error::NotIdentified(
                "no comparison has a winner: thresholds run to infinity and scores are not identified".into(),
            ));
        }
        let pinned = match tie.threshold.offsets {
            Some(_) => ties.iter().map(|&t| pin(t)).gathered(),
            None => vec![pin(sum)],
        };
        // A linear threshold of Rao and Kupper ends at zero pair by pair.
        let ends = floor == f64::NEG_INFINITY && !self.ties_penalised;
        let has_ends = ends && tie.threshold.form == Form::Additive && sum[1] > 0.0;
        let never = if has_ends { self.never(set, |counts| counts.tie) } else { Vec::new() };
        let is_additive = self.terms.threshold(BAD).is_some_and(|bad| bad.form == Form::Additive);
        let unbad =
            if is_additive && sum[2] > 0.0 { self.never(set, |counts| counts.bad) } else { Vec::new() };
        if let Some(tie) = &mut self.terms.cuts[TIE] {
            (tie.pinned, tie.never) = (pinned, never);
        }
        if let Some(bad) = &mut self.terms.cuts[BAD] {
            bad.pinned = if sum[2] == 0.0 { vec![f64::NEG_INFINITY] } else { Vec::new() };
            bad.never = unbad;
        }
        Ok(())
    }

    /// Which items were compared and never with such an outcome; empty if there are none.
    fn never(&self, set: &Set, outcome: fn(&Counts) -> f64) -> Vec<bool> {
        let cells = set.cells();
        let mut sums = vec![[0.0; 2]; self.items];
        for (c, by_category) in cells.counts.iter().enumerate() {
            let read = self.terms.read(by_category);
            for item in [cells.left[c], cells.right[c]] {
                sums[item as usize][0] += read.total();
                sums[item as usize][1] += outcome(&read);
            }
        }
        let never: Vec<bool> = sums.iter().map(|[all, such]| *all > 0.0 && *such == 0.0).gathered();
        if never.contains(&true) {
            never
        } else {
            Vec::new()
        }
    }

    /// The outcome model of a cell: where answers have one grade beside the middle, they are wins, losses and ties.
    fn outcome(&self, specification: &Specification) -> Outcome {
        let outcome = specification.outcome();
        match &self.terms.grades {
            None => outcome.ahead().unwrap_or(outcome),
            Some(_) => outcome,
        }
    }

    /// The objective of the model for a set.
    pub fn objective(&self, set: &Set, specification: &Specification) -> Result<Objective> {
        let design = Design::new(set, &self.terms, self.aggregation)?;
        let pseudo = (specification.pseudo > 0.0).then(|| {
            let judges = if self.strength.is_by_judge() { self.judges } else { 1 };
            Block {
                design: Design::pseudo(self.items, self.items, judges, specification.pseudo).into(),
                outcome: specification.outcome().of_two(),
                spread: None,
            }
        });
        Ok(Objective {
            strength: self.strength,
            data: Block { design: design.into(), outcome: self.outcome(specification), spread: self.spread },
            pseudo,
            ridge: specification.ridge,
            fixed: vec![false; self.dimension],
            constraints: Vec::new(),
            penalties: self.penalties(specification),
            dimension: self.dimension,
            units: self.terms.units(),
        })
    }

    fn penalties(&self, specification: &Specification) -> Vec<Penalty> {
        let mut penalties = self.terms.iter().filter_map(Component::penalty).gathered();
        let items = 0..self.items;
        if let (Some(threshold), true) = (self.terms.threshold(TIE), specification.threshold.ridge() > 0.0) {
            // The direction nearest to one threshold for all is free.
            penalties.put(Penalty::Off {
                at: (threshold.first..threshold.first + threshold.len()).map(|at| at as u32).gathered(),
                free: orthonormal(&[threshold.about_one()], self.dimension, |_| true),
                weight: specification.threshold.ridge(),
            });
        }
        if let (Some(spread), true) = (self.spread, specification.spread_ridge() > 0.0) {
            let weight = specification.spread_ridge();
            let at = items.clone().map(|i| spread.tau(i) as u32).gathered();
            penalties.put(Penalty::LogVariance { at, weight });
            let share = 1.0 / (self.items as f64).sqrt();
            let column = |c: usize| items.clone().map(|i| ((spread.row(i) + c) as u32, share)).gathered();
            penalties.put(Penalty::Off {
                at: (spread.row(0)..spread.row(0) + spread.items * spread.factors)
                    .map(|at| at as u32)
                    .gathered(),
                free: (0..spread.factors).map(column).gathered(),
                weight,
            });
        }
        penalties
    }

    /// The null directions, given the groups of items that may be shifted.
    pub fn null_space(&self, shifts: &[Vec<u32>], fixed: &[bool]) -> NullSpace {
        let mut thresholds = self.terms.threshold(TIE).map_or(Vec::new(), |t| self.turns(t, |k| !fixed[k]));
        let of_bad: Vec<Entries> =
            self.unidentified.iter().filter(|l| self.is_of_bad(l)).map(|l| l.along.duplicate()).gathered();
        thresholds.put_each(orthonormal(&of_bad, self.dimension, |k| !fixed[k]));
        NullSpace { thresholds, ..self.null_space_of_differences(shifts, fixed) }
    }

    /// Those of the directions that are not of thresholds.
    pub fn null_space_of_differences(&self, shifts: &[Vec<u32>], fixed: &[bool]) -> NullSpace {
        let free = |k: usize| !fixed[k];
        let compared = |group: &&Vec<u32>| group.iter().filter(|i| (**i as usize) < self.items).count() > 1;
        let spread = self.spread.zip(shifts.iter().find(compared)).map(|(spread, group)| Freedom {
            spread,
            items: group.iter().copied().filter(|i| (*i as usize) < self.items).gathered(),
            scale: self.scale_is_free,
        });
        NullSpace {
            shifts: shifts.duplicate(),
            columns: self.strength.columns,
            scale: self.strength.is_by_judge() && (0..self.judges).any(|k| free(self.sensitivity(k))),
            spread,
            thresholds: Vec::new(),
        }
    }

    /// Whether a direction is of the thresholds of both bad, which stand last, rather than of ties.
    fn is_of_bad(&self, unidentified: &UnidentifiedDirection) -> bool {
        let first = self.terms.threshold(BAD).map_or(self.dimension, |bad| bad.first);
        unidentified.along.iter().all(|(at, _)| *at as usize >= first)
    }

    /// Turns of the factors of a threshold that only its penalty sees: they are no parameters of the model.
    pub fn hidden_turns(&self) -> usize {
        match self.terms.threshold(TIE) {
            Some(threshold) if self.ties_penalised => threshold.rotations().len(),
            _ => 0,
        }
    }

    /// Directions under which no threshold changes, orthonormal.
    fn turns(&self, threshold: &Threshold, free: impl Fn(usize) -> bool) -> Vec<Entries> {
        let mut found = Vec::new();
        if !self.ties_penalised {
            found.put_each(threshold.rotations());
            let of_ties = self.unidentified.iter().filter(|unidentified| !self.is_of_bad(unidentified));
            found.put_each(of_ties.map(|unidentified| unidentified.along.duplicate()));
        }
        if let (Some(first), Some(constant)) = (threshold.offsets, threshold.constant()) {
            let offsets = (first..first + self.judges).filter(|&k| free(k)).map(|k| (k as u32, 1.0));
            let common = constant.iter().filter(|(k, _)| free(*k as usize)).map(|&(k, v)| (k, -v));
            let direction: Entries = common.chain(offsets).gathered();
            // Where every threshold is pinned there is nothing to move.
            if direction.iter().any(|(_, v)| *v < 0.0) && direction.iter().any(|(_, v)| *v > 0.0) {
                found.put(direction);
            }
        }
        let all_free = (threshold.first..threshold.first + threshold.len()).all(&free);
        if all_free && self.unidentified.is_empty() && threshold.offsets.is_none() {
            // Columns of Phi are orthonormal, and so are turns of them but for their length.
            let unit = std::f64::consts::FRAC_1_SQRT_2;
            found.iter_mut().flatten().for_each(|(_, v)| *v *= unit);
            found.iter_mut().for_each(|direction| direction.sort_unstable_by_key(|(k, _)| *k));
            return found;
        }
        orthonormal(&found, self.dimension, free)
    }

    /// The name of a parameter: "item \"x\"", "sensitivity of judge \"y\"", ...
    pub fn describe(&self, set: &Set, parameter: usize) -> String {
        let judge = |k: usize| {
            if k < set.judges() {
                format!("judge {}", list(set, Names::Judge, &[k]))
            } else {
                "the anonymous judge".into()
            }
        };
        if parameter < self.items {
            return format!("the score of {}", list(set, Names::Item, &[parameter]));
        }
        if parameter < self.strength.items {
            return "the pseudo-item".into();
        }
        if parameter < self.strength.dimension() {
            let column = self.strength.items + self.strength.judges;
            let of = match parameter / column {
                0 => "sensitivity",
                _ => "disagreement",
            };
            return match (parameter % column).checked_sub(self.strength.items) {
                Some(k) => format!("the {of} of {}", judge(k)),
                None => format!("the {of} about {}", list(set, Names::Item, &[parameter % column])),
            };
        }
        let item = |i: usize| list(set, Names::Item, &[i]);
        if let Some(spread) = self.spread.filter(|s| (s.first..s.first + s.len()).contains(&parameter)) {
            let at = parameter - spread.first;
            return match at.checked_sub(spread.items) {
                None => format!("the variance of {}", item(at)),
                Some(at) => format!("the spread factors of {}", item(at / spread.factors)),
            };
        }
        self.terms.describe(set, parameter).unwrap_or_else(|| format!("parameter {parameter}"))
    }
}

/// Directions made orthonormal (Gram and Schmidt, twice), on the parameters that are free; without those
/// that depend on others.
fn orthonormal(directions: &[Entries], dimension: usize, free: impl Fn(usize) -> bool) -> Vec<Entries> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for direction in directions {
        let mut row = vec![0.0; dimension];
        direction.iter().filter(|(k, _)| free(*k as usize)).for_each(|&(k, v)| row[k as usize] = v);
        let size = dot(&row, &row).sqrt();
        for _ in 0..2 {
            for other in &rows {
                let along = dot(&row, other);
                // Directions that are orthogonal but for rounding stay sparse.
                if along.abs() > 1e-14 * size {
                    row.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
                }
            }
        }
        let left = dot(&row, &row).sqrt();
        if left > 1e-9 * size {
            row.iter_mut().for_each(|a| *a /= left);
            rows.put(row);
        }
    }
    let sparse = |row: &Vec<f64>| {
        let entries = row.iter().enumerate().map(|(k, v)| (k as u32, *v));
        entries.filter(|(_, v)| *v != 0.0).gathered()
    };
    rows.iter().map(sparse).gathered()
}
