//! Graphs of items: components and groups, which say who can be compared with whom and whether finite scores exist.

use crate::interrupt::spend_at;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use std::ops::ControlFlow;

/// Directed edges, by the item where they start.
#[derive(Clone, Debug)]
pub struct Edges {
    starts: Vec<usize>,
    ends: Vec<u32>,
}

impl Edges {
    /// Edges from pairs (from, to) of items below `items`.
    pub fn new(items: usize, edges: impl Iterator<Item = (u32, u32)>) -> Edges {
        Edges::of_pairs(items, &edges.gathered())
    }

    fn of_pairs(items: usize, pairs: &[(u32, u32)]) -> Edges {
        let mut starts = vec![0; items + 1];
        for &(from, _) in pairs {
            starts[from as usize + 1] += 1;
        }
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.duplicate();
        let mut ends = vec![0; pairs.len()];
        for &(from, to) in pairs {
            ends[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Edges { starts, ends }
    }

    /// Where the edges of an item lead.
    pub fn of(&self, item: usize) -> &[u32] {
        &self.ends[self.starts[item]..self.starts[item + 1]]
    }
}

/// The connected component of every item, by edges in either direction. Component 0 has the most
/// items; of equally large ones the one with the smallest id comes first.
pub fn components(items: usize, edges: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..items as u32).gathered();
    let mut count = items;
    for (one, other) in edges {
        if count == 1 {
            break;
        }
        let (one, other) = (root(&mut parent, one), root(&mut parent, other));
        // The smaller id becomes the root, so that a root is the smallest id of its component.
        parent[one.max(other) as usize] = one.min(other);
        count -= usize::from(one != other);
    }
    let roots: Vec<u32> = (0..items as u32).map(|item| root(&mut parent, item)).gathered();
    let mut sizes = vec![0usize; items];
    roots.iter().for_each(|&root| sizes[root as usize] += 1);
    let mut order: Vec<usize> = (0..items).filter(|&item| sizes[item] > 0).gathered();
    room::sort_by_key(&mut order, |&root| std::cmp::Reverse(sizes[root]));
    let mut number = vec![0u32; items];
    order.iter().enumerate().for_each(|(place, &root)| number[root] = place as u32);
    roots.into_iter().map(|root| number[root as usize]).gathered()
}

/// The most items that are equally far from an item at the edge of the graph, by undirected edges: a bound on how much
/// elimination along the graph fills, if it is long.
pub(crate) fn widest_level<'a>(items: usize, pairs: impl Iterator<Item = &'a (u32, u32)> + Clone) -> usize {
    let edges = Edges::new(items, pairs.clone().copied().chain(pairs.map(|&(a, b)| (b, a))));
    let mut level = vec![0u32; items];
    let mut queue: Vec<u32> = Vec::new();
    let mut round = 0;
    let mut widest = 0;
    // Levels of a search count on from those of the one before, so that marks need not be cleared.
    let mut search = |from: u32, level: &mut [u32], queue: &mut Vec<u32>| {
        let base = round + 1;
        round = base;
        queue.clear();
        queue.put(from);
        level[from as usize] = base;
        let (mut done, mut widest, mut here, mut at) = (0, 0, 0, base);
        while done < queue.len() {
            let node = queue[done] as usize;
            done += 1;
            if level[node] != at {
                (here, at) = (0, level[node]);
            }
            here += 1;
            widest = widest.max(here);
            round = round.max(at);
            for &other in edges.of(node) {
                if level[other as usize] < base {
                    level[other as usize] = at + 1;
                    queue.put(other);
                }
            }
        }
        round += 1;
        (widest, queue[queue.len() - 1])
    };
    for item in 0..items as u32 {
        if level[item as usize] == 0 {
            // From the item found last, which is at an edge.
            let (_, last) = search(item, &mut level, &mut queue);
            let (wide, _) = search(last, &mut level, &mut queue);
            widest = widest.max(wide);
        }
    }
    widest
}

/// The members of every group, in their order, from the group of each.
pub(crate) fn members(groups: impl Iterator<Item = Option<usize>>, count: usize) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); count];
    for (member, group) in (0..).zip(groups) {
        if let Some(group) = group {
            lists[group].put(member);
        }
    }
    lists
}

/// As `members`, where everything has a group.
pub(crate) fn members_of(groups: &[u32]) -> Vec<Vec<u32>> {
    let count = groups.iter().max().map_or(0, |most| *most as usize + 1);
    members(groups.iter().map(|group| Some(*group as usize)), count)
}

/// The root of an item in a forest of parents; the path to it is halved on the way.
pub(crate) fn root(parent: &mut [u32], mut item: u32) -> u32 {
    while parent[item as usize] != item {
        let above = parent[parent[item as usize] as usize];
        parent[item as usize] = above;
        item = above;
    }
    item
}

/// Whether a few readings of the edges lead from item 0 to all others; false where more may be needed.
fn reaches_all(items: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> bool {
    const READINGS: usize = 3;
    let mut reached = vec![false; items];
    let mut left = items;
    if let Some(first) = reached.first_mut() {
        *first = true;
        left -= 1;
    }
    for _ in 0..READINGS {
        let before = left;
        let read = edges.clone().enumerate().try_for_each(|(at, (from, to))| {
            spend_at(at + 1, 10);
            if reached[from as usize] && !reached[to as usize] {
                reached[to as usize] = true;
                left -= 1;
            }
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if read.is_break() || left == before {
            break;
        }
    }
    left == 0
}

/// The strongly connected group of every item, from edges winner to loser. Groups are numbered so
/// that an edge never leads to an earlier group: each is beaten by earlier ones only.
///
/// Tarjan's algorithm with a stack of its own: a chain of any length does not overflow.
pub fn groups(items: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    // Most sets have many comparisons of every item, and two readings of the edges show that they are one group.
    let back = edges.clone().map(|(from, to)| (to, from));
    if reaches_all(items, edges.clone()) && reaches_all(items, back) {
        return vec![0; items];
    }
    let pairs: Vec<(u32, u32)> = edges.gathered();
    let edges = Edges::of_pairs(items, &pairs);
    let mut order = vec![UNSEEN; items];
    let mut low = vec![0u32; items];
    let mut group = vec![UNSEEN; items];
    let (mut seen, mut found) = (0u32, 0u32);
    // Items on the way, each with its next edge; and items whose group is still open.
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // From the last item to the first, since groups are found last one first.
    for start in (0..items).rev() {
        if order[start] != UNSEEN {
            continue;
        }
        path.put((start, 0));
        while let Some((item, edge)) = path.last_mut() {
            let item = *item;
            if order[item] == UNSEEN {
                (order[item], low[item]) = (seen, seen);
                seen += 1;
                open.put(item);
            }
            if let Some(&next) = edges.of(item).get(*edge) {
                *edge += 1;
                let next = next as usize;
                if order[next] == UNSEEN {
                    path.put((next, 0));
                } else if group[next] == UNSEEN {
                    low[item] = low[item].min(order[next]);
                }
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                low[above] = low[above].min(low[item]);
            }
            if low[item] == order[item] {
                while let Some(member) = open.pop() {
                    group[member] = found;
                    if member == item {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    group.into_iter().map(|number| found - 1 - number).gathered()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn components_are_numbered_by_size_then_by_id() {
        let edges = [(4, 5), (5, 6), (1, 0), (8, 7)];
        assert_eq!(components(9, edges.into_iter()), [1, 1, 3, 4, 0, 0, 0, 2, 2]);
        assert_eq!(components(0, [].into_iter()), [0u32; 0]);
        assert_eq!(components(2, [].into_iter()), [0, 1]);
    }

    #[test]
    fn groups_come_in_order_of_winning() {
        // 3 beats everybody; 0, 1, 2 beat each other in a circle; 4 loses to 1.
        let edges = [(3, 0), (0, 1), (1, 2), (2, 0), (1, 4), (3, 4)];
        assert_eq!(groups(5, edges.into_iter()), [1, 1, 1, 0, 2]);
        assert_eq!(groups(0, [].into_iter()), [0u32; 0]);
    }

    /// Against the transitive closure.
    #[test]
    fn groups_agree_with_reachability() {
        let mut random = Random::new(5, 0);
        for _ in 0..300 {
            let items = 1 + random.below(12) as usize;
            let count = random.below(2 * items as u64 + 1);
            let mut pick = || random.below(items as u64) as u32;
            let edges: Vec<(u32, u32)> = (0..count).map(|_| (pick(), pick())).collect();
            let mut reach = vec![vec![false; items]; items];
            (0..items).for_each(|item| reach[item][item] = true);
            edges.iter().for_each(|&(from, to)| reach[from as usize][to as usize] = true);
            for middle in 0..items {
                let onward = reach[middle].clone();
                for row in reach.iter_mut().filter(|row| row[middle]) {
                    row.iter_mut().zip(&onward).for_each(|(to, &more)| *to |= more);
                }
            }
            let group = groups(items, edges.iter().copied());
            for (one, from_one) in reach.iter().enumerate() {
                for (other, from_other) in reach.iter().enumerate() {
                    assert_eq!(group[one] == group[other], from_one[other] && from_other[one]);
                    assert!(!from_one[other] || group[one] <= group[other], "{edges:?} {group:?}");
                }
            }
            let used: std::collections::BTreeSet<u32> = group.iter().copied().collect();
            assert!(used.into_iter().eq(0..group.iter().max().unwrap() + 1));
        }
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let items = 300_000;
        let chain = || (0..items as u32 - 1).map(|item| (item, item + 1));
        assert!(groups(items, chain()).into_iter().eq(0..items as u32));
        let circle = chain().chain([(items as u32 - 1, 0)]);
        assert!(groups(items, circle).iter().all(|&group| group == 0));
        assert!(components(items, chain()).iter().all(|&component| component == 0));
    }
}
