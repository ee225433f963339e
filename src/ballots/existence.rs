//! Whether finite strengths exist: who was preferred to whom, and which numbers of items were chosen together.

use super::fit::RankingChoices;
use super::layout::Layout;
use super::refusal::{diverging, list};
use super::rows::Ballots;
use super::stages::{Choice, Stages};
use crate::error::{Error, Result};
use crate::graph;
use crate::interrupt::spend;
use crate::linalg::{alternative, Alternative};
use crate::room::{filled, Put as _};
use crate::terms::SparseRows;

/// Most rows of the linear programme: with more the solver is the judge.
const MOST_ROWS: usize = 20_000;

/// Knowledge of the optimum before anything is solved.
#[derive(Debug)]
pub(super) struct Existence {
    /// The group of every item within which each was preferred to each, by way of others.
    pub(super) groups: Vec<u32>,
    /// Whether the optimum is finite for certain (Hunter 2004; with ties that is enough, but not necessary).
    pub(super) is_certain: bool,
    /// Whether it is unique where it is finite.
    pub(super) is_unique: bool,
}

impl Existence {
    pub(super) fn of(ballots: &Ballots, choices: &RankingChoices, layout: &Layout) -> Result<Existence> {
        let items = layout.items;
        check_connected(ballots, choices, items)?;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        // Of numbers chosen together: which were chosen where others could have been.
        let mut orders: Vec<(u32, u32)> = Vec::new();
        let mut stages = Stages::default();
        for ballot in ballots.ballots() {
            stages.read(&ballot, choices.worst, choices.stages);
            for (number, &(from, choice)) in stages.list.iter().enumerate() {
                let left = &stages.order[from..];
                // Items that leave next are above the rest by themselves.
                let seen = match (choice, stages.list.get(number + 1)) {
                    (Choice::Chosen(own), Some((_, Choice::Chosen(next)))) => own + next,
                    _ => left.len(),
                };
                choice.each_preference(seen, |better, worse| {
                    edges.put((ballot.items[left[better]], ballot.items[left[worse]]));
                });
                if let (Choice::Chosen(chosen), false) = (choice, layout.ties.is_empty()) {
                    let could = |order: &u32| *order as usize != chosen && *order as usize <= left.len();
                    let others = (1..=layout.ties.len() as u32 + 1).filter(could);
                    orders.put_each(others.map(|order| (chosen as u32 - 1, order - 1)));
                }
            }
            crate::room::sort_by_key(&mut orders, |pair| *pair);
            orders.dedup();
        }
        let groups = graph::groups(items, edges.iter().copied());
        let is_one = groups.iter().all(|group| *group == 0);
        let in_model = |order: u32| order == 0 || layout.ties[order as usize - 1].is_some();
        let own = orders.iter().copied().filter(|(a, b)| in_model(*a) && in_model(*b));
        let count = layout.ties.len() + 1;
        let of_orders = graph::groups(count, own);
        let first = of_orders[0];
        let ties_are_one = (0..count).all(|order| !in_model(order as u32) || of_orders[order] == first);
        let is_held = choices.pseudo > 0.0 || choices.ridge > 0.0;
        let is_plain = layout.positions == 1 && layout.covariates == 0;
        let is_certain = (is_one || is_held) && ties_are_one && is_plain;
        let mut existence = Existence { groups, is_certain, is_unique: is_plain };
        if !is_certain && !is_held {
            match decide(ballots, choices, layout) {
                Some(Alternative::Balanced) => existence.is_certain = true,
                Some(Alternative::Direction(direction)) => {
                    return Err(diverging(ballots, choices, layout, &existence.groups, &direction))
                }
                None => {}
            }
        }
        Ok(existence)
    }
}

/// Whether some direction lowers no probability of what was chosen and raises one: if so, no estimate is finite (the
/// likelihood is concave). A direction does where at every stage nothing grows by more than what was chosen. None: not known.
pub(super) fn decide(ballots: &Ballots, choices: &RankingChoices, layout: &Layout) -> Option<Alternative> {
    let (mut rows, mut count) = (SparseRows::default(), 0);
    let mut row = filled(0.0, layout.dimension);
    let mut stages = Stages::default();
    let mut alternatives = Vec::new();
    for ballot in ballots.ballots() {
        stages.read(&ballot, choices.worst, choices.stages);
        for &(from, choice) in &stages.list {
            alternatives.clear();
            choice.each_alternative(stages.order.len() - from, &layout.orders(), &mut alternatives);
            count += alternatives.len();
            if count > MOST_ROWS {
                return None;
            }
            spend(10 * alternatives.len() * layout.dimension);
            for other in &alternatives {
                row.fill(0.0);
                for (weights, sign) in [(&choice.chosen(), 1.0), (other, -1.0)] {
                    for &(place, weight) in &weights.items {
                        let at = stages.order[from + place];
                        layout.touch(ballots, &ballot, at, |parameter, along| {
                            row[parameter] += sign * weight * along;
                        });
                    }
                    if let Some(tie) =
                        weights.order.checked_sub(2).and_then(|at| layout.ties.get(at)?.as_ref())
                    {
                        row[*tie] += sign;
                    }
                }
                row.iter().enumerate().filter(|(_, x)| **x != 0.0).for_each(|(at, x)| rows.push(at, *x));
                rows.end_row();
            }
        }
    }
    alternative(&rows, &filled(true, count), layout.dimension)
}

/// Strengths are of items that were shown with each other, by way of others.
fn check_connected(ballots: &Ballots, choices: &RankingChoices, items: usize) -> Result<()> {
    if items < 2 || ballots.len() == 0 {
        return Err(Error::data("there are no ballots"));
    }
    if choices.pseudo > 0.0 || choices.ridge > 0.0 {
        return Ok(());
    }
    let together = ballots.ballots().flat_map(|ballot| {
        let first = ballot.items[0];
        ballot.items[1..].iter().map(move |&item| (first, item))
    });
    let parts = graph::components(items, together);
    match parts.iter().position(|part| *part != 0) {
        None => Ok(()),
        Some(apart) => {
            let alone = ballots.ballots().all(|ballot| !ballot.items.contains(&(apart as u32)));
            let name = list(ballots, &[apart]);
            Err(Error::NotIdentified(match alone {
                true => format!("{name} was never shown: give ids without gaps, or names that rows use, or let ridge hold it"),
                false => format!(
                    "{name} was never shown with {}, not even by way of others: their strengths cannot be compared; \
                     rank them apart, or let pseudo or ridge hold them",
                    list(ballots, &[parts.iter().position(|part| *part == 0).unwrap_or(0)])
                ),
            }))
        }
    }
}
