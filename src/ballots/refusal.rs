//! Who is to blame where no finite estimate exists.

use super::fit::RankingChoices;
use super::layout::Layout;
use super::rows::Ballots;
use crate::comparisons::Kind;
use crate::error::Error;
use crate::room::{Gather as _, Put as _};

/// Moves below this share of the largest are rounding.
const ROUNDING: f64 = 1e-6;

/// The error where estimates diverge along a step; `groups` are items within which each was preferred to each.
pub(super) fn diverging(
    ballots: &Ballots,
    choices: &RankingChoices,
    layout: &Layout,
    groups: &[u32],
    step: &[f64],
) -> Error {
    let items = layout.items;
    let mean = step[..items].iter().sum::<f64>() / items as f64;
    let moves: Vec<f64> = step[..items].iter().map(|by| (by - mean).abs()).gathered();
    let of_items = moves.iter().copied().fold(0.0, f64::max);
    let effects = moving_effects(ballots, layout, step, of_items);
    let is_held = choices.pseudo > 0.0 || choices.ridge > 0.0;
    let strongest = effects.iter().map(|(_, by)| *by).fold(0.0, f64::max);
    // Where each item was preferred to each, by way of others, it is not the items that are to blame.
    let is_of_effects = groups.iter().all(|group| *group == 0) && !effects.is_empty();
    if of_items <= ROUNDING * strongest || is_held || is_of_effects {
        let names: Vec<&str> = effects.iter().map(|(name, _)| name.as_str()).gathered();
        return Error::NotIdentified(match names.is_empty() {
            true => "no finite estimates exist: leave positions, covariates or ties out".into(),
            false => format!(
                "no finite estimates exist: {} would be infinite, since no ballot contradicts it; leave that out",
                names.join(", ")
            ),
        });
    }
    Error::NotIdentified(format!(
        "no finite strengths exist: {}; leave such items out, or let pseudo or ridge hold them",
        blame(ballots, groups, &moves, of_items)
    ))
}

/// The sentence on the items that move.
fn blame(ballots: &Ballots, groups: &[u32], moves: &[f64], largest: f64) -> String {
    let last = groups.iter().max().copied().unwrap_or(0);
    let of = |counts: &dyn Fn(usize) -> bool| (0..groups.len()).filter(|&item| counts(item)).gathered();
    if last == 0 {
        let moving = of(&|item| moves[item] > 0.5 * largest);
        return format!("those of {} diverge", list(ballots, &moving));
    }
    let top = of(&|item| groups[item] == 0);
    match 2 * top.len() <= groups.len() {
        true => format!("nothing else was ever put above {}", list(ballots, &top)),
        false => {
            let low = of(&|item| groups[item] == last);
            let never = if low.len() == 1 { "was never" } else { "were never" };
            format!("{} {never} put above anything else", list(ballots, &low))
        }
    }
}

/// The effects that move along a step, and by how much of a strength.
fn moving_effects(ballots: &Ballots, layout: &Layout, step: &[f64], of_items: f64) -> Vec<(String, f64)> {
    let mut effects = Vec::new();
    for position in 1..layout.positions {
        if let Some(at) = layout.position(position) {
            effects.put((format!("the effect of position {}", position + 1), step[at].abs()));
        }
    }
    for (at, tie) in layout.ties.iter().enumerate() {
        if let Some(tie) = tie {
            effects.put((format!("the weight of ties of {} items", at + 2), step[*tie].abs()));
        }
    }
    for ((number, at), name) in layout.slopes().enumerate().zip(ballots.covariates()) {
        let range = ballots.range_of(number);
        effects.put((format!("the effect of \"{name}\""), step[at].abs() * range));
    }
    let largest = effects.iter().map(|(_, by)| *by).fold(of_items, f64::max);
    effects.retain(|(_, by)| *by > ROUNDING * largest);
    effects
}

/// The names of items, the first of them where there are many.
pub(super) fn list(ballots: &Ballots, items: &[usize]) -> String {
    const MOST: usize = 5;
    let name = |item: &usize| format!("\"{}\"", ballots.names().name(Kind::Item, *item).unwrap_or_default());
    let names: Vec<String> = items.iter().take(MOST).map(name).gathered();
    match items.len().saturating_sub(MOST) {
        0 => names.join(", "),
        1 => format!("{} and another", names.join(", ")),
        more => format!("{} and {more} others", names.join(", ")),
    }
}
