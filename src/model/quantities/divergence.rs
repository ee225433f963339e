//! Where the likelihood grows without bound: which way what diverges goes.

use super::moves::Moves;
use crate::graph::Edges;
use crate::interrupt::spend;
use crate::model::fitted::{Direction, Model};
use crate::room::{Gather as _, Put as _};
use std::collections::BTreeMap;

/// In which order what diverges does: groups of items run apart from those that they always beat, anything else
/// in a direction of its own.
#[derive(Debug)]
pub(crate) struct Divergence {
    /// Of every direction the group of items that it moves.
    groups: Vec<Option<usize>>,
    /// The groups below each, the last group being the items that do not move.
    below: Vec<Vec<bool>>,
}

impl Divergence {
    pub(crate) fn new(model: &Model) -> Divergence {
        let items = model.layout.items;
        let is_group = |d: &Direction| d.diverges && d.is_of_items(items);
        let mut groups = vec![None; model.directions.len()];
        let mut count = 0;
        for (slot, _) in groups.iter_mut().zip(&model.directions).filter(|(_, d)| is_group(d)) {
            *slot = Some(count);
            count += 1;
        }
        if count == 0 {
            return Divergence { groups, below: Vec::new() };
        }
        let mut group_of = vec![count; items];
        for (group, direction) in groups.iter().zip(&model.directions) {
            if let Some(group) = group {
                direction.along.iter().for_each(|&(at, _)| group_of[at as usize] = *group);
            }
        }
        let design = &model.objective.data.design;
        let edges = (0..design.len()).flat_map(|cell| design.won(cell));
        let between = edges
            .map(|(i, j)| (group_of[i as usize] as u32, group_of[j as usize] as u32))
            .filter(|(a, b)| a != b);
        let edges = Edges::new(count + 1, between);
        let below = (0..=count)
            .map(|from| {
                let mut seen = vec![false; count + 1];
                let mut open = vec![from];
                while let Some(at) = open.pop() {
                    for &to in edges.of(at) {
                        if !std::mem::replace(&mut seen[to as usize], true) {
                            open.push(to as usize);
                        }
                    }
                }
                spend(count);
                seen
            })
            .gathered();
        Divergence { groups, below }
    }

    /// 1 or -1 for a value that goes to plus or minus infinity wherever the likelihood grows, NaN for one that may
    /// do either.
    pub(super) fn sign(&self, moves: &Moves) -> f64 {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        let (mut up, mut down) = (false, false);
        let mut size = 0.0;
        for &(direction, by) in moves {
            match &self.groups[direction as usize] {
                Some(group) => {
                    *sums.entry(*group).or_default() += by;
                    size += by.abs();
                }
                None => (up, down) = (up | (by > 0.0), down | (by < 0.0)),
            }
        }
        if !sums.is_empty() {
            // Items that do not move take what is left.
            let rest = -sums.values().sum::<f64>();
            if rest.abs() > 1e-9 * size {
                sums.insert(self.below.len() - 1, rest);
            }
            let supply: Vec<(usize, f64)> = sums.into_iter().gathered();
            let back: Vec<(usize, f64)> = supply.iter().map(|&(g, s)| (g, -s)).gathered();
            let rises = self.flows(&supply, 1e-9 * size);
            let falls = self.flows(&back, 1e-9 * size);
            up |= rises;
            down |= falls;
            if !rises && !falls {
                return f64::NAN;
            }
        }
        match (up, down) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => f64::NAN,
        }
    }

    /// Whether what groups have to give reaches those that lack it, down from winners to losers: then the sum of
    /// these amounts times any scores that rise from losers to winners is positive (Farkas). A maximum flow.
    fn flows(&self, supply: &[(usize, f64)], rounding: f64) -> bool {
        let givers: Vec<(usize, f64)> = supply.iter().copied().filter(|(_, s)| *s > rounding).gathered();
        let takers: Vec<(usize, f64)> =
            supply.iter().copied().filter(|(_, s)| *s < -rounding).map(|(g, s)| (g, -s)).gathered();
        if givers.len() == 1 || takers.len() == 1 {
            return self.flows_directly(&givers, &takers, rounding);
        }
        self.flows_among(&givers, &takers, rounding)
    }

    /// As `flows` where several give and several take.
    fn flows_among(&self, givers: &[(usize, f64)], takers: &[(usize, f64)], rounding: f64) -> bool {
        let (mut left, mut lack) =
            (givers.iter().map(|(_, s)| *s).gathered(), takers.iter().map(|(_, s)| *s).gathered());
        let mut sent = vec![vec![0.0; takers.len()]; givers.len()];
        while let Some(from) = left.iter().position(|l| *l > rounding) {
            // A path from the giver to one who lacks, along which what was sent may be sent elsewhere.
            let mut reached: Vec<Option<usize>> = vec![None; takers.len()];
            let mut via: Vec<Option<usize>> = vec![None; givers.len()];
            let mut queue = vec![from];
            let mut end = None;
            let mut seen = vec![false; givers.len()];
            seen[from] = true;
            'search: while let Some(giver) = queue.pop() {
                for (to, taker) in takers.iter().enumerate() {
                    if reached[to].is_some() || !self.below[givers[giver].0][taker.0] {
                        continue;
                    }
                    reached[to] = Some(giver);
                    if lack[to] > rounding {
                        end = Some(to);
                        break 'search;
                    }
                    for other in 0..givers.len() {
                        if !seen[other] && sent[other][to] > rounding {
                            seen[other] = true;
                            via[other] = Some(to);
                            queue.push(other);
                        }
                    }
                }
            }
            let Some(end) = end else { return false };
            let mut path = Vec::new();
            let mut to = end;
            let mut most = left[from].min(lack[end]);
            while let Some(giver) = reached[to] {
                path.put((giver, to));
                match via[giver] {
                    Some(before) => {
                        most = most.min(sent[giver][before]);
                        to = before;
                    }
                    None => break,
                }
            }
            for &(giver, to) in &path {
                sent[giver][to] += most;
                if let Some(before) = via[giver] {
                    sent[giver][before] -= most;
                }
            }
            left[from] -= most;
            lack[end] -= most;
        }
        true
    }

    /// As `flows` where one gives or one takes: every amount has one way to go.
    fn flows_directly(&self, givers: &[(usize, f64)], takers: &[(usize, f64)], rounding: f64) -> bool {
        spend(givers.len() + takers.len());
        let given: f64 = givers.iter().map(|(_, amount)| amount).sum();
        let ways = givers.iter().flat_map(|giver| takers.iter().map(move |taker| (giver, taker)));
        let sent = ways.filter(|(giver, taker)| self.below[giver.0][taker.0]).map(|(g, t)| g.1.min(t.1));
        given - sent.sum::<f64>() <= rounding
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// One who gives to many, and the other way round: what flows is what the maximum flow says.
    #[test]
    fn what_has_one_way_to_go_needs_no_search() {
        let mut random = Random::new(4, 0);
        let (mut flows, mut tried) = (0, 0);
        for round in 0..400 {
            let others = 1 + round % 5;
            let below = (0..=others)
                .map(|_| (0..=others).map(|_| random.uniform() < 0.8).collect::<Vec<bool>>())
                .collect();
            let divergence = Divergence { groups: Vec::new(), below };
            let amounts: Vec<(usize, f64)> = (1..=others).map(|k| (k, 0.1 + random.uniform())).collect();
            let all = [(0, amounts.iter().map(|(_, amount)| amount).sum())];
            for (givers, takers) in [(&all[..], &amounts[..]), (&amounts[..], &all[..])] {
                let found = divergence.flows_directly(givers, takers, 1e-9);
                assert_eq!(found, divergence.flows_among(givers, takers, 1e-9));
                flows += usize::from(found);
                tried += 1;
            }
        }
        assert!(flows > tried / 5 && flows < 4 * tried / 5, "{flows} of {tried}");
    }
}
