//! The very votes whose change turns a claim round.

use super::changes::{unit_of, Kind};
use super::search::{Search, Taken};
use super::{attacked, Assault};
use crate::comparisons::{Unit, NONE};
use crate::error::Result;
use crate::inference::Options;
use crate::likelihood::{Design, Origin};
use crate::model::Model;
use crate::outcome::Counts;
use crate::progress::Watch;
use crate::room::{self, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use std::collections::BTreeMap;

/// Outcomes of votes, as sets count them.
const OUTCOMES: &[&std::ffi::CStr] = &[c"left", c"right", c"tie", c"both_good", c"both_bad"];
const KINDS: usize = OUTCOMES.len();

/// Votes of one judge on one pair in one context that are changed alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FragileVote {
    /// The claim, by its row in the table of claims.
    pub claim: usize,
    /// The context.
    pub context: Option<usize>,
    /// The judge.
    pub judge: Option<usize>,
    /// The item on the left.
    pub left: usize,
    /// The item on the right.
    pub right: usize,
    /// The outcome that the votes have; None: they are added.
    pub outcome: Option<usize>,
    /// The outcome that they get; None: they are left out.
    pub outcome_after: Option<usize>,
    /// How many.
    pub count: f64,
}

/// The columns of [`fragile_votes`].
pub static FRAGILE_VOTES: Schema<FragileVote> = Schema {
    name: "model_fragile_votes",
    title: c"The changes of the data that overturn claims",
    columns: &[
        SchemaColumn::row(c"claim", c"The claim: its row in the table of claims.", |v| Some(v.claim as i64)),
        SchemaColumn::context(
            c"context",
            c"The context of the votes; missing where they have none, or are added.",
            |v| v.context,
        ),
        SchemaColumn::judge(
            c"judge",
            c"Their judge; missing for the anonymous judge, and in models without parameters of judges.",
            |v| v.judge,
        ),
        SchemaColumn::item(c"left", c"The item on the left.", |v| Some(v.left)),
        SchemaColumn::item(c"right", c"The item on the right.", |v| Some(v.right)),
        SchemaColumn::choice(c"outcome", c"Their answer; missing for votes that are added.", OUTCOMES, |v| {
            v.outcome
        }),
        SchemaColumn::choice(
            c"outcome_after",
            c"Their answer after the change; missing for votes that are left out.",
            OUTCOMES,
            |v| v.outcome_after,
        ),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"How many such votes are changed.", |v| v.count),
    ],
};

/// The changes by which each claim falls, or loses its fit, claim after claim in the order in which they are made. Votes that
/// a model does not tell apart are taken in the order of the cells of its set.
pub fn fragile_votes(
    model: &Model,
    assault: &Assault,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<FragileVote>> {
    model.refuse_grades("fragility")?;
    let search = Search::new(model, assault, options)?;
    let (design, origins) = Design::traced(&model.set, &model.layout.terms, model.layout.aggregation)?;
    let mut from: Vec<Vec<Origin>> = (0..design.len()).map(|_| Vec::new()).gathered();
    for origin in origins {
        from[origin.slot as usize].put(origin);
    }
    let mut votes = Vec::new();
    for (claim, Taken { made, .. }) in attacked(&search, watch)?.into_iter().enumerate() {
        let mut used: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (which, times) in made {
            match search.changes.kinds[which] {
                Kind::Unit(id) => {
                    all_of(model, assault.unit, id, |vote| votes.put(FragileVote { claim, ..vote }))
                }
                Kind::Vote { cell, from: None, to } => votes.put(added(&search, claim, (cell, to), times)),
                Kind::Vote { cell, from: Some(outcome), to } => {
                    let mut left = times;
                    for origin in &from[cell] {
                        room::check();
                        let own = origin.cell as usize;
                        let is = |kind: &usize| read(model, *kind, origin.swapped) == Some(outcome);
                        for kind in (0..KINDS).filter(is) {
                            let taken = used.entry((own, kind)).or_default();
                            let count = left.min(model.set.cells().counts[own][kind] - *taken);
                            if count > 0.0 {
                                *taken += count;
                                left -= count;
                                let after = to.map(|to| if origin.swapped { 1 - to } else { to });
                                votes.put(FragileVote {
                                    outcome_after: after,
                                    ..vote(model, claim, own, kind, count)
                                });
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(votes)
}

/// The outcome that a model reads a kind of vote as; None where it does not count.
fn read(model: &Model, kind: usize, swapped: bool) -> Option<usize> {
    let counts = model.layout.terms.read(&std::array::from_fn(|k| f64::from(u8::from(k == kind))));
    let counts: Counts = if swapped { counts.swapped() } else { counts };
    counts.numbers().iter().position(|number| *number > 0.0)
}

/// Votes of a cell of the set that are left out.
fn vote(model: &Model, claim: usize, cell: usize, kind: usize, count: f64) -> FragileVote {
    let cells = model.set.cells();
    let known = |id: u32| (id != NONE).then_some(id as usize);
    FragileVote {
        claim,
        context: known(cells.context[cell]),
        judge: known(cells.judge[cell]),
        left: cells.left[cell] as usize,
        right: cells.right[cell] as usize,
        outcome: Some(kind),
        outcome_after: None,
        count,
    }
}

/// All votes of a judge or context that count.
fn all_of(model: &Model, unit: Unit, id: usize, mut each: impl FnMut(FragileVote)) {
    let counts = &model.set.cells().counts;
    for cell in (0..counts.len()).filter(|&cell| unit_of(model, unit, cell) == Some(id)) {
        for kind in (0..KINDS).filter(|&kind| counts[cell][kind] > 0.0 && read(model, kind, false).is_some())
        {
            each(vote(model, 0, cell, kind, counts[cell][kind]));
        }
    }
}

/// Votes that are added to a cell of the design.
fn added(search: &Search<'_>, claim: usize, (cell, to): (usize, Option<usize>), count: f64) -> FragileVote {
    let design = &search.objective.data.design;
    let judge = (!design.judges.is_empty()).then(|| design.judge(cell));
    FragileVote {
        claim,
        context: None,
        judge: judge.filter(|&judge| judge < search.model.set.judges()),
        left: design.left[cell] as usize,
        right: design.right[cell] as usize,
        outcome: None,
        // The last outcome of a model that has four is both bad.
        outcome_after: to.map(|to| if to == 3 { KINDS - 1 } else { to }),
        count,
    }
}
