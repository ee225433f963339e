//! Single changes of the data: votes that go, turn or come, judges and contexts that go.

use super::Attack;
use crate::claims::{in_order, Change};
use crate::comparisons::{Unit, NONE};
use crate::error::{Error, Result};
use crate::likelihood::{Design, Objective};
use crate::model::Model;
use crate::outcome::Counts;
use crate::room::{Duplicate as _, Gather as _, Put as _};

/// Votes of cells of the design.
pub(super) type Votes = Vec<(usize, Counts)>;

/// A change of the data.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// Of one vote of a cell.
    Vote {
        /// The cell of the design.
        cell: usize,
        /// The outcome that it has; None: there was no such vote.
        from: Option<usize>,
        /// The outcome that it gets; None: it is left out.
        to: Option<usize>,
    },
    /// All votes of a judge or a context are left out.
    Unit(usize),
}

/// Changes that an attack can make.
#[derive(Debug)]
pub(super) struct Changes {
    pub(super) kinds: Vec<Kind>,
    /// The votes of every judge or context; none for single votes.
    pub(super) units: Vec<Votes>,
    /// All votes, judges or contexts.
    pub(super) total: f64,
}

/// Changes that can still be made.
#[derive(Debug, Clone)]
pub(super) struct Open {
    /// Votes of each cell, as they were, without those that were changed.
    counts: Vec<Counts>,
    /// Kinds of changes that are not made any more.
    shut: Vec<bool>,
}

impl Changes {
    /// All changes of an attack on a design, whose counts are `counts` as votes. `vote` is the one that is added, if it
    /// was chosen.
    pub(super) fn new(
        model: &Model,
        objective: &Objective,
        counts: &[Counts],
        (attack, unit): (Attack, Unit),
        vote: Option<[usize; 2]>,
    ) -> Result<Changes> {
        let units = units(model, unit)?;
        if unit != Unit::Row {
            let kinds: Vec<Kind> =
                (0..units.len()).filter(|&id| !units[id].is_empty()).map(Kind::Unit).gathered();
            let total = kinds.len() as f64;
            return Ok(Changes { kinds, units, total });
        }
        let design = &objective.data.design;
        let asked = |cell: usize, outcome: usize| {
            let pair = [design.left[cell] as usize, design.right[cell] as usize];
            let Some([winner, loser]) = vote else { return counts[cell].total() > 0.0 };
            (outcome == 0 && pair == [winner, loser]) || (outcome == 1 && pair == [loser, winner])
        };
        let outcomes = if model.outcome().outcomes() > 3 { 4 } else { 3 };
        let mut kinds = Vec::new();
        for (cell, counts) in counts.iter().enumerate() {
            for (o, number) in counts.numbers().into_iter().enumerate().take(outcomes) {
                let mut add = |from, to| kinds.put(Kind::Vote { cell, from, to });
                match attack {
                    Attack::Drop => add(Some(o), None),
                    // A decided vote for the other; others for either.
                    Attack::Flip if o < 2 => add(Some(o), Some(1 - o)),
                    Attack::Flip => [0, 1].into_iter().for_each(|to| add(Some(o), Some(to))),
                    // Ties only where there are some.
                    Attack::Add if asked(cell, o) && (o < 2 || number > 0.0) => add(None, Some(o)),
                    Attack::Add => {}
                }
            }
        }
        Ok(Changes { kinds, units, total: counts.iter().map(Counts::total).sum() })
    }

    /// All of them are open.
    pub(super) fn open(&self, counts: &[Counts]) -> Open {
        Open { counts: counts.duplicate(), shut: vec![false; self.kinds.len()] }
    }

    /// Those that are open and work against a claim, the strongest first, by what a vote of each outcome of each cell does.
    pub(super) fn in_order(&self, effects: &[[f64; 4]], open: &Open) -> Vec<Change> {
        let all = self.kinds.iter().enumerate().filter(|(which, _)| !open.shut[*which]);
        in_order(all.filter_map(|(which, kind)| self.change(which, kind, effects, open)).gathered())
    }

    fn change(&self, which: usize, kind: &Kind, effects: &[[f64; 4]], open: &Open) -> Option<Change> {
        let (effect, times) = match *kind {
            Kind::Unit(id) => {
                let of = |(cell, counts): &(usize, Counts)| -> f64 {
                    counts.numbers().iter().zip(effects[*cell]).map(|(n, e)| n * e).sum()
                };
                (self.units[id].iter().map(of).sum(), 1.0)
            }
            Kind::Vote { cell, from, to } => {
                let [left, right, ..] = effects[cell];
                // A vote without a winner is decided for the side that it hurts most.
                if from.is_some_and(|o| o > 1) && to.is_some_and(|to| to != usize::from(left >= right)) {
                    return None;
                }
                let of = |outcome: Option<usize>| outcome.map_or(0.0, |o| effects[cell][o]);
                let times = from.map_or(f64::INFINITY, |o| open.counts[cell].numbers()[o]);
                (of(from) - of(to), times)
            }
        };
        Some(Change { effect, times, which })
    }

    /// Makes changes in counts that are votes divided by `unit`.
    pub(super) fn make(&self, made: impl Iterator<Item = (usize, f64)>, unit: f64, counts: &mut [Counts]) {
        for (which, times) in made {
            match self.kinds[which] {
                Kind::Unit(id) => {
                    self.units[id].iter().for_each(|(cell, own)| counts[*cell].add(own, -1.0 / unit))
                }
                Kind::Vote { cell, from, to } => {
                    let mut add = |outcome: Option<usize>, sign: f64| {
                        outcome
                            .into_iter()
                            .for_each(|o| counts[cell].add(&Counts::single(o), sign * times / unit));
                    };
                    add(from, -1.0);
                    add(to, 1.0);
                }
            }
        }
    }
}

impl Open {
    /// Takes what was changed.
    pub(super) fn take(&mut self, changes: &Changes, made: &[(usize, f64)]) {
        for &(which, times) in made {
            match changes.kinds[which] {
                Kind::Unit(_) => self.shut[which] = true,
                Kind::Vote { cell, from, .. } => {
                    from.into_iter().for_each(|o| self.counts[cell].add(&Counts::single(o), -times));
                }
            }
        }
    }

    /// No longer makes a kind of change.
    pub(super) fn shut(&mut self, which: usize) {
        self.shut[which] = true;
    }
}

/// The votes of every judge or context, by cell of the model's design; none for single votes.
fn units(model: &Model, unit: Unit) -> Result<Vec<Votes>> {
    let count = match unit {
        Unit::Row => return Ok(Vec::new()),
        Unit::Judge => model.set.judges() + 1,
        Unit::Context => model.set.contexts(),
        Unit::Cluster => model.set.clusters() + model.set.contexts(),
        Unit::Pair => {
            return Err(Error::Argument("by: votes, judges or contexts are left out, not pairs".into()))
        }
    };
    let (_, origins) = Design::traced(&model.set, &model.layout.terms, model.layout.aggregation)?;
    let cells = model.set.cells();
    let mut votes: Vec<Votes> = (0..count).map(|_| Vec::new()).gathered();
    for origin in origins {
        let Some(id) = unit_of(model, unit, origin.cell as usize) else { continue };
        let counts = model.layout.terms.read(&cells.counts[origin.cell as usize]);
        let counts = if origin.swapped { counts.swapped() } else { counts };
        let slot = origin.slot as usize;
        match votes[id].last_mut() {
            Some((last, sum)) if *last == slot => sum.add(&counts, 1.0),
            _ => votes[id].put((slot, counts)),
        }
    }
    Ok(votes)
}

/// The judge, context or cluster of a cell of the set: votes without a judge are of one, those without a context of none.
pub(super) fn unit_of(model: &Model, unit: Unit, cell: usize) -> Option<usize> {
    let cells = model.set.cells();
    let id = match unit {
        Unit::Judge => cells.judge[cell],
        Unit::Cluster => model.set.cluster_label(cell),
        _ => cells.context[cell],
    };
    match id {
        NONE if unit == Unit::Judge => Some(model.set.judges()),
        NONE => None,
        id => Some(id as usize),
    }
}
