//! How few votes, judges or contexts a claim hangs on.

use crate::claims::{confirmed, first, in_order, predicted, Change, Fate};
use crate::comparisons::{Unit, NONE};
use crate::error::{Error, Result};
use crate::inference::{covariance_of_readout, Options};
use crate::likelihood::{Design, Local};
use crate::model::{Breads, Model, Quantity, Readout, Refitter, View};
use crate::outcome::Counts;
use crate::room::{with_room, Gather as _};
use crate::solve::{reserve, Progress, Stop, Watch};
use crate::table::{Column, Schema};

/// Predictions of pairs up to so many times the best are tried out for the first places.
const NEAR: f64 = 4.0 / 3.0;

/// What is done to the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Attack {
    /// Votes, judges or contexts are left out.
    #[default]
    Drop,
    /// Votes are turned round, and ties decided.
    Flip,
    /// Votes of one kind are added.
    Add,
}

impl Attack {
    /// All by their numbers.
    pub const ALL: [Attack; 3] = [Attack::Drop, Attack::Flip, Attack::Add];
}

/// Which claims are attacked, and how.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assault {
    /// What is done.
    pub attack: Attack,
    /// What is left out: votes (rows), judges or contexts.
    pub unit: Unit,
    /// Pairs of items of which the first has the higher score; none: all neighbours in the order of scores.
    pub pairs: Vec<[usize; 2]>,
    /// Who is among so many first, instead; 0: not asked.
    pub top: usize,
    /// Instead of the order of scores: the sign of every value of this quantity.
    pub signs_of: Option<Quantity>,
    /// Of added votes: who wins and who loses; None: whatever is strongest.
    pub vote: Option<[usize; 2]>,
}

/// A gap of a refit that is a smaller share of the first one is a tie.
const TIED: f64 = 1e-6;

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Claim {
    /// The first of two items has the higher score.
    Order([usize; 2]),
    /// A value has the sign that it has.
    Sign(usize),
}

impl Claim {
    /// The weights of the values in what must be positive.
    fn weights(&self, estimates: &[f64]) -> Vec<f64> {
        let mut weights = vec![0.0; estimates.len()];
        match *self {
            Claim::Order([upper, lower]) => (weights[upper], weights[lower]) = (1.0, -1.0),
            Claim::Sign(value) => weights[value] = if estimates[value] < 0.0 { -1.0 } else { 1.0 },
        }
        weights
    }
}

/// What must be positive.
fn gap(weights: &[f64], estimates: &[f64]) -> f64 {
    weights.iter().zip(estimates).filter(|(w, _)| **w != 0.0).map(|(w, e)| w * e).sum()
}

/// What a claim hangs on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fragile {
    /// The item with the higher score; None where the claim is a sign.
    pub upper: Option<usize>,
    /// The other.
    pub lower: Option<usize>,
    /// The value whose sign is claimed, by its number.
    pub value: Option<usize>,
    /// The difference of the scores, or the size of the value.
    pub gap: f64,
    /// That in standard errors.
    pub z: f64,
    /// How many changes it takes to first order; NaN: all are not enough.
    pub predicted: f64,
    /// How many it takes by refits; NaN where it does not fall.
    pub confirmed: f64,
    /// That as a share of all votes, judges or contexts.
    pub share: f64,
    /// The difference then.
    pub gap_after: f64,
    /// 0: it falls; 1: it stands; 2: there is no fit before it falls; 3: nothing is known of the difference.
    pub state: usize,
    /// Of added votes: who wins, who loses, and the judge where these are told apart.
    pub added: Option<(usize, usize, Option<usize>)>,
}

const STATES: &[&std::ffi::CStr] = &[c"falls", c"stands", c"no_fit", c"not_identified"];

/// The columns of [`fragility`].
pub static FRAGILITY: Schema<Fragile> = Schema {
    name: "model_fragility",
    title: c"How few changes of the data turn claims round",
    columns: &[
        Column::item(c"first", c"The item with the higher score; missing where a sign is claimed.", |f| f.upper),
        Column::item(c"second", c"The other item.", |f| f.lower),
        Column::i64(c"value", c"", c"The number of the value whose sign is claimed, from 0; missing for scores.", |f| {
            f.value.map(|value| value as i64)
        }),
        Column::f64(
            c"estimate",
            c"score",
            c"The difference of their scores, or the size of the value; missing where nothing is known of it.",
            |f| f.gap,
        ),
        Column::f64(c"z", c"", c"That in standard errors, which many votes make large and few votes may still undo.", |f| f.z),
        Column::f64(
            c"predicted",
            c"changes",
            c"How many changes turn it round to first order; missing where all are not enough.",
            |f| f.predicted,
        ),
        Column::f64(
            c"confirmed",
            c"changes",
            c"How many do by a fit without them, as few as were found; missing where it stands.",
            |f| f.confirmed,
        ),
        Column::f64(c"share", c"", c"These as a share of all votes, judges or contexts.", |f| f.share),
        Column::f64(c"estimate_after", c"score", c"The difference after them.", |f| f.gap_after),
        Column::choice(
            c"state",
            c"Whether the claim falls, stands, loses its fit before it falls, or is not identified.",
            STATES,
            |f| Some(f.state),
        ),
        Column::item(c"winner", c"Of added votes: who wins; missing unless votes are added.", |f| {
            f.added.map(|a| a.0)
        }),
        Column::item(c"loser", c"Of added votes: who loses.", |f| f.added.map(|a| a.1)),
        Column::judge(c"judge", c"Of added votes: the judge, where the model tells judges apart.", |f| {
            f.added.and_then(|a| a.2)
        }),
    ],
};

/// Changes of the counts of cells, each made several times.
type Delta = Vec<(usize, Counts)>;

/// A model under attack.
struct Siege<'a> {
    model: &'a Model,
    attack: Attack,
    /// The vote that is added, if it was chosen.
    vote: Option<[usize; 2]>,
    /// The inverse of the Hessian.
    bread: Vec<f64>,
    /// Parameters that move a cell's u, e and b, cell after cell.
    moves: Vec<Vec<(usize, [f64; 3])>>,
    /// Slopes of the negative log-likelihood of one vote of each outcome of each cell.
    slopes: Vec<[[f64; 3]; 4]>,
    /// Counts of the cells, as votes.
    counts: Vec<Counts>,
    /// The votes of every judge or context, by cell; none for votes.
    units: Vec<Delta>,
    /// All that can be changed.
    total: f64,
}

/// How few votes (or judges, or contexts) the claims hang on. Each count is confirmed by fits; that no smaller one does it
/// is not claimed.
pub fn fragility(
    model: &Model,
    assault: &Assault,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Fragile>> {
    let siege = Siege::new(model, assault)?;
    let view = &options.view;
    let quantity = assault.signs_of.unwrap_or(Quantity::Scores);
    let readout = model.readout(quantity, view)?;
    let estimates = &readout.estimates;
    let mut refitter = Refitter::new(model, false)?;
    let claims: Vec<Claim> = match assault.signs_of {
        None => siege.pairs(assault, estimates)?.into_iter().map(Claim::Order).collect(),
        Some(_) => (0..estimates.len()).map(Claim::Sign).collect(),
    };
    let mut order: Vec<usize> = (0..claims.len()).collect();
    let mut rows: Vec<Fragile> = with_room(claims.len());
    let mut plans = with_room(claims.len());
    for claim in &claims {
        let plan = siege.plan(claim, &readout);
        rows.push(plan.row);
        plans.push(plan);
    }
    if assault.top > 0 {
        let key = |at: usize| if rows[at].predicted.is_nan() { f64::INFINITY } else { rows[at].predicted };
        order.sort_by(|&x, &y| key(x).total_cmp(&key(y)));
    }
    let mut best = f64::INFINITY;
    let mut winner = None;
    for (done, &at) in order.iter().enumerate() {
        watch(&Progress::of_parts(done as f64 / claims.len() as f64, done as u64))?;
        if assault.top > 0 && rows[at].predicted > NEAR * best {
            break;
        }
        rows[at] = siege.confirm(&plans[at], &mut refitter, quantity, view, watch)?;
        if rows[at].state == 0 && rows[at].confirmed < best {
            best = rows[at].confirmed;
            winner = Some(at);
        }
    }
    if assault.top > 0 {
        // One claim: who is among the first.
        let at = winner.or(order.first().copied());
        rows = at.map(|at| rows[at]).into_iter().collect();
    }
    for row in &mut rows {
        let claim = match (row.upper, row.lower, row.value) {
            (_, _, Some(value)) => Claim::Sign(value),
            (upper, lower, _) => Claim::Order([upper.unwrap_or(0), lower.unwrap_or(0)]),
        };
        let contrast = readout.jacobian.contrasts(&claim.weights(estimates), 1);
        row.z = row.gap / covariance_of_readout(model, &contrast, options, true)?[0].sqrt();
    }
    Ok(rows)
}

/// What is to be tried against one claim.
struct Plan {
    row: Fragile,
    /// Of the values, in what must be positive.
    weights: Vec<f64>,
    changes: Vec<Change>,
    /// What each change does to the counts.
    deltas: Vec<Delta>,
}

impl<'a> Siege<'a> {
    fn new(model: &'a Model, assault: &Assault) -> Result<Siege<'a>> {
        let refuse = |text: &str| Err(Error::Unsupported(text.into()));
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
                return Err(Error::Argument("quantity: pairs and top are of scores".into()));
            }
        }
        let block = &model.objective.data;
        let design = &block.design;
        if let Some([winner, loser]) = assault.vote {
            if assault.attack != Attack::Add {
                return Err(Error::Argument("vote: only votes that are added can be chosen".into()));
            }
            let met = |cell: usize| {
                let (left, right) = (design.left[cell] as usize, design.right[cell] as usize);
                [left, right] == [winner, loser] || [right, left] == [winner, loser]
            };
            if !(0..design.len()).any(met) {
                return Err(Error::Argument(format!(
                    "vote: items {winner} and {loser} were never compared; what is added is of pairs that were"
                )));
            }
        }
        let strength = &model.objective.strength;
        let scale = model.facts.unit;
        let (mut moves, mut slopes) = (with_room(design.len()), with_room(design.len()));
        let mut local = Local::default();
        for cell in 0..design.len() {
            let at = block.predictor(strength, &model.theta, cell);
            block.touch(strength, &model.theta, cell, &mut local);
            moves.push(local.rows().filter(|(k, _)| !model.objective.fixed[*k]).collect());
            slopes.push(std::array::from_fn(|o| block.outcome.derivatives(&Counts::single(o), at).slopes()));
        }
        let counts: Vec<Counts> = design
            .counts
            .iter()
            .map(|c| Counts::new(c.numbers().map(|n| (n * scale * 1e6).round() / 1e6)))
            .collect();
        let units = units(model, assault.unit)?;
        let total = match assault.unit {
            Unit::Row => counts.iter().map(Counts::total).sum(),
            _ => units.iter().filter(|votes| !votes.is_empty()).count() as f64,
        };
        let bread = Breads::new(model, false)?.observed;
        Ok(Siege {
            model,
            attack: assault.attack,
            vote: assault.vote,
            bread,
            moves,
            slopes,
            counts,
            units,
            total,
        })
    }

    /// The pairs that are claimed to be in their order.
    fn pairs(&self, assault: &Assault, scores: &[f64]) -> Result<Vec<[usize; 2]>> {
        let n = scores.len();
        let mut order: Vec<usize> = (0..n).filter(|&i| !scores[i].is_nan()).collect();
        order.sort_by(|&i, &j| scores[j].total_cmp(&scores[i]));
        if assault.top > 0 {
            if assault.top >= order.len() {
                return Err(Error::Argument(format!(
                    "top is {}; it must be below the {} items with a score",
                    assault.top,
                    order.len()
                )));
            }
            let (first, last) = order.split_at(assault.top);
            return Ok(first.iter().flat_map(|&a| last.iter().map(move |&b| [a, b])).collect());
        }
        if assault.pairs.is_empty() {
            return Ok(order.windows(2).map(|pair| [pair[0], pair[1]]).collect());
        }
        for (row, &[a, b]) in assault.pairs.iter().enumerate() {
            if let Some(item) = [a, b].into_iter().find(|&item| item >= n) {
                return Err(Error::row(row, format!("pairs: item {item} is none of the {n}")));
            }
            if a == b || scores[a] < scores[b] {
                return Err(Error::row(row, format!("pairs: item {a} is not above item {b}")));
            }
        }
        Ok(assault.pairs.clone())
    }

    /// What single changes do to first order, and how many are predicted to be needed.
    fn plan(&self, claim: &Claim, readout: &Readout) -> Plan {
        let p = self.model.theta.len();
        let weights = claim.weights(&readout.estimates);
        let mut gap = gap(&weights, &readout.estimates);
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
        let mut along = vec![0.0; p];
        readout.jacobian.contrasts(&weights, 1).dense_row(0, &mut along);
        let mut plan = Plan { row, weights, changes: Vec::new(), deltas: Vec::new() };
        if row.state == 3 || gap == 0.0 {
            return plan;
        }
        let solved: Vec<f64> =
            self.bread.chunks_exact(p).map(|g| g.iter().zip(&along).map(|(g, c)| g * c).sum()).collect();
        let effects = self.effects(&solved);
        self.list(&effects, &mut plan);
        plan.changes = in_order(std::mem::take(&mut plan.changes));
        if self.attack == Attack::Add {
            // One kind of vote: the strongest.
            plan.changes.truncate(1);
            if let Some(change) = plan.changes.first() {
                let (cell, counts) = plan.deltas[change.which][0];
                let design = &self.model.objective.data.design;
                let (left, right) = (design.left[cell] as usize, design.right[cell] as usize);
                let (winner, loser) = if counts.loss > 0.0 { (right, left) } else { (left, right) };
                let judge = (!design.judges.is_empty()).then(|| design.judge(cell));
                row.added = Some((winner, loser, judge.filter(|&k| k < self.model.set.judges())));
            }
        }
        row.predicted = predicted(&plan.changes, gap).unwrap_or(f64::NAN);
        plan.row = row;
        plan
    }

    /// What a vote of each outcome of each cell adds to the gap: c' H^-1 s.
    fn effects(&self, solved: &[f64]) -> Vec<[f64; 4]> {
        let unit = self.model.facts.unit;
        let flows = self.moves.iter().map(|moves| {
            let mut flow = [0.0; 3];
            for (at, along) in moves {
                (0..3).for_each(|k| flow[k] += solved[*at] * along[k]);
            }
            flow
        });
        flows
            .zip(&self.slopes)
            .map(|(flow, slopes)| slopes.map(|s| -(s[0] * flow[0] + s[1] * flow[1] + s[2] * flow[2]) / unit))
            .gathered()
    }

    /// Whether such a vote is what is to be added.
    fn is_asked(&self, cell: usize, outcome: usize) -> bool {
        let design = &self.model.objective.data.design;
        let pair = [design.left[cell] as usize, design.right[cell] as usize];
        let Some([winner, loser]) = self.vote else { return true };
        (outcome == 0 && pair == [winner, loser]) || (outcome == 1 && pair == [loser, winner])
    }

    /// All changes, with what each takes off the gap.
    fn list(&self, effects: &[[f64; 4]], plan: &mut Plan) {
        let mut add = |effect: f64, times: f64, delta: Delta| {
            plan.changes.push(Change { effect, times, which: plan.deltas.len() });
            plan.deltas.push(delta);
        };
        let one = |o: usize, times: f64| {
            let mut counts = Counts::default();
            counts.add(&Counts::single(o), times);
            counts
        };
        for votes in &self.units {
            let of = |(cell, counts): &(usize, Counts)| -> f64 {
                counts.numbers().iter().zip(effects[*cell]).map(|(n, e)| n * e).sum()
            };
            if !votes.is_empty() {
                let delta =
                    votes.iter().map(|(cell, counts)| (*cell, Counts::new(counts.numbers().map(|n| -n))));
                add(votes.iter().map(of).sum(), 1.0, delta.collect());
            }
        }
        if !self.units.is_empty() {
            return;
        }
        let outcomes = if self.model.law().outcomes() > 3 { 4 } else { 3 };
        for (cell, (counts, effect)) in self.counts.iter().zip(effects).enumerate() {
            let numbers = counts.numbers();
            for o in 0..outcomes {
                match self.attack {
                    Attack::Drop => add(effect[o], numbers[o], vec![(cell, one(o, -1.0))]),
                    Attack::Flip => {
                        // Decided for whom it hurts most; a decided vote for the other.
                        let to = match o {
                            0 => 1,
                            1 => 0,
                            _ if effect[0] < effect[1] => 0,
                            _ => 1,
                        };
                        let mut turned = one(o, -1.0);
                        turned.add(&Counts::single(to), 1.0);
                        add(effect[o] - effect[to], numbers[o], vec![(cell, turned)]);
                    }
                    Attack::Add if !self.is_asked(cell, o) => {}
                    Attack::Add => {
                        let is_known = o < 2 || numbers[o] > 0.0;
                        if is_known && counts.total() > 0.0 {
                            add(-effect[o], f64::INFINITY, vec![(cell, one(o, 1.0))]);
                        }
                    }
                }
            }
        }
    }

    /// The prediction, mended by fits.
    fn confirm(
        &self,
        plan: &Plan,
        refitter: &mut Refitter<'_>,
        quantity: Quantity,
        view: &View,
        watch: Watch<'_>,
    ) -> Result<Fragile> {
        let mut row = plan.row;
        if row.gap == 0.0 {
            (row.predicted, row.confirmed, row.share, row.gap_after, row.state) = (0.0, 0.0, 0.0, 0.0, 0);
            return Ok(row);
        }
        if row.predicted.is_nan() {
            return Ok(row);
        }
        let most = plan.changes.iter().map(|c| c.times).sum::<f64>().min(1e15);
        // One fit starts where the last one ended.
        let mut last: Option<Vec<f64>> = None;
        let found = confirmed(row.predicted, most, |count| {
            let base = &self.model.objective.data.design.counts;
            let unit = self.model.facts.unit;
            let counts = refitter.counts();
            counts.copy_from_slice(base);
            for (which, times) in first(&plan.changes, count) {
                for (cell, delta) in &plan.deltas[which] {
                    counts[*cell].add(delta, times / unit);
                }
            }
            // What is left of nothing is nothing.
            counts.iter_mut().for_each(|counts| counts.round_off(unit));
            let fitted = match last.take() {
                None => refitter.refit(watch)?,
                Some(start) => refitter.refit_from(start, watch)?,
            };
            Ok(match fitted {
                Err(_) => Fate::NoFit,
                Ok(refit) => {
                    let estimates = refit.point(self.model).readout(quantity, view)?.estimates;
                    let gap = gap(&plan.weights, &estimates);
                    last = Some(refit.theta);
                    // A tie has not fallen, to whichever side rounding moves it.
                    if gap < -TIED * row.gap.abs() {
                        Fate::Falls(gap)
                    } else {
                        Fate::Stands
                    }
                }
            })
        })?;
        if let Some((count, fate)) = found {
            row.confirmed = count;
            row.share = count / self.total;
            (row.state, row.gap_after) = match fate {
                Fate::Falls(gap) => (0, gap),
                _ => (2, f64::NAN),
            };
        }
        Ok(row)
    }
}

/// The votes of every judge or context, by cell of the model's design; none for single votes.
fn units(model: &Model, unit: Unit) -> Result<Vec<Delta>> {
    let count = match unit {
        Unit::Row => return Ok(Vec::new()),
        Unit::Judge => model.set.judges() + 1,
        Unit::Context => model.set.contexts(),
        Unit::Pair => {
            return Err(Error::Argument("by: votes, judges or contexts are left out, not pairs".into()))
        }
    };
    let (_, origins) = Design::traced(&model.set, &model.frame.terms, model.frame.grain)?;
    let cells = model.set.cells();
    let mut votes: Vec<Delta> = reserve_each(count)?;
    for origin in origins {
        let cell = origin.cell as usize;
        let id = if unit == Unit::Judge { cells.judge[cell] } else { cells.context[cell] };
        // Votes without a judge are of one, those without a context of none.
        let id = match (id, unit) {
            (NONE, Unit::Judge) => model.set.judges(),
            (NONE, _) => continue,
            (id, _) => id as usize,
        };
        let counts = model.frame.terms.read(&cells.counts[cell]);
        let counts = if origin.swapped { counts.swapped() } else { counts };
        let slot = origin.slot as usize;
        match votes[id].last_mut() {
            Some((last, sum)) if *last == slot => sum.add(&counts, 1.0),
            _ => votes[id].push((slot, counts)),
        }
    }
    Ok(votes)
}

fn reserve_each(count: usize) -> Result<Vec<Delta>> {
    let room: Vec<f64> = reserve(count)?;
    Ok(room.iter().map(|_| Vec::new()).collect())
}
