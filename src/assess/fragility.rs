//! How few votes, judges or contexts a claim hangs on.

use crate::claims::{confirmed, first, in_order, predicted, Change, Fate};
use crate::comparisons::{Unit, NONE};
use crate::error::{Error, Result};
use crate::inference::Options;
use crate::likelihood::{Design, Local};
use crate::model::{Breads, Jacobian, Model, Quantity, Refitter, View};
use crate::outcome::Counts;
use crate::room::Gather as _;
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
#[derive(Debug, Clone, PartialEq)]
pub struct Assault {
    /// What is done.
    pub attack: Attack,
    /// What is left out: votes (rows), judges or contexts.
    pub unit: Unit,
    /// Pairs of items of which the first has the higher score; none: all neighbours in the order of scores.
    pub pairs: Vec<[usize; 2]>,
    /// Who is among so many first, instead; 0: not asked.
    pub top: usize,
}

/// What a claim hangs on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fragile {
    /// The item with the higher score.
    pub upper: usize,
    /// The other.
    pub lower: usize,
    /// The difference of their scores.
    pub gap: f64,
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
        Column::item(c"first", c"The item with the higher score.", |f| Some(f.upper)),
        Column::item(c"second", c"The other item.", |f| Some(f.lower)),
        Column::f64(
            c"estimate",
            c"score",
            c"The difference of their scores; missing where nothing is known of it.",
            |f| f.gap,
        ),
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
    let readout = model.readout(Quantity::Scores, view)?;
    let scores = &readout.estimates;
    let mut refitter = Refitter::new(model, false)?;
    let pairs = siege.pairs(assault, scores)?;
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let mut rows: Vec<Fragile> = Vec::with_capacity(pairs.len());
    let mut plans = Vec::with_capacity(pairs.len());
    for &[a, b] in &pairs {
        let plan = siege.plan(&readout.jacobian, a, b, scores[a] - scores[b]);
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
        watch(&Progress {
            fraction: done as f64 / pairs.len() as f64,
            iteration: done as u64,
            objective: f64::NAN,
            gradient: f64::NAN,
        })?;
        if assault.top > 0 && rows[at].predicted > NEAR * best {
            break;
        }
        rows[at] = siege.confirm(&plans[at], &mut refitter, view, watch)?;
        if rows[at].state == 0 && rows[at].confirmed < best {
            best = rows[at].confirmed;
            winner = Some(at);
        }
    }
    if assault.top > 0 {
        // One claim: who is among the first.
        let at = winner.or(order.first().copied());
        return Ok(at.map(|at| rows[at]).into_iter().collect());
    }
    Ok(rows)
}

/// What is to be tried against one claim.
struct Plan {
    row: Fragile,
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
        let block = &model.objective.data;
        let design = &block.design;
        let strength = &model.objective.strength;
        let scale = model.facts.unit;
        let (mut moves, mut slopes) = (Vec::with_capacity(design.len()), Vec::with_capacity(design.len()));
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
        Ok(Siege { model, attack: assault.attack, bread, moves, slopes, counts, units, total })
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
    fn plan(&self, jacobian: &Jacobian, a: usize, b: usize, gap: f64) -> Plan {
        let p = self.model.theta.len();
        let (mut row_a, mut row_b) = (vec![0.0; p], vec![0.0; p]);
        jacobian.dense_row(a, &mut row_a);
        jacobian.dense_row(b, &mut row_b);
        let apart = self.model.components[a] != self.model.components[b];
        let mut row = Fragile {
            upper: a,
            lower: b,
            gap: if apart { f64::NAN } else { gap },
            predicted: f64::NAN,
            confirmed: f64::NAN,
            share: f64::NAN,
            gap_after: f64::NAN,
            state: if apart || gap.is_nan() { 3 } else { 1 },
            added: None,
        };
        let mut plan = Plan { row, changes: Vec::new(), deltas: Vec::new() };
        if row.state == 3 || gap == 0.0 {
            return plan;
        }
        row_a.iter_mut().zip(&row_b).for_each(|(x, y)| *x -= y);
        let solved: Vec<f64> =
            self.bread.chunks_exact(p).map(|g| g.iter().zip(&row_a).map(|(g, c)| g * c).sum()).collect();
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
            for counts in counts.iter_mut() {
                *counts = Counts::new(counts.numbers().map(|n| if n < 1e-9 / unit { 0.0 } else { n }));
            }
            Ok(match refitter.refit(watch)? {
                Err(_) => Fate::NoFit,
                Ok(refit) => {
                    let scores = refit.point(self.model).readout(Quantity::Scores, view)?.estimates;
                    let gap = scores[row.upper] - scores[row.lower];
                    if gap < 0.0 {
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
