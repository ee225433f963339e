//! Groups of items that do not differ significantly: the compact letter display of Piepho (2004), "An
//! algorithm for a letter-based representation of all-pairwise comparisons".

use super::errors::keep;
use super::scores::{Need, Scores};
use super::Options;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::Model;
use crate::progress::Watch;
use crate::room::{self, with_room, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};

/// More groups than this are of no use to anyone, and contrived data make exponentially many.
const MOST: usize = 10_000;

/// A set of items, one bit for each.
type Members = Vec<u64>;

/// An item in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The group; that of the best item is 0.
    pub group: usize,
    /// The item.
    pub item: usize,
}

/// The columns of [`members`].
pub static COMPACT_LETTERS: Schema<Member> = Schema {
    name: "model_compact_letters",
    title: c"Groups of items without significant differences",
    columns: &[
        SchemaColumn::i64(c"group", c"", c"The group, from 0, that of the best item.", |m| {
            Some(m.group as i64)
        }),
        SchemaColumn::item(c"item", c"An item that belongs to it.", |m| Some(m.item)),
    ],
};

/// The items of all groups, group by group.
pub fn members(lists: &[Vec<usize>]) -> Vec<Member> {
    let of = |(group, list): (usize, &Vec<usize>)| list.iter().map(|&item| Member { group, item }).gathered();
    lists.iter().enumerate().flat_map(of).gathered()
}

/// Groups, each as its items in rising order; the group of the best item first. Two items share a group
/// if and only if their difference is not significant in the simultaneous comparison of all pairs, and
/// no group is part of another.
pub fn compact_letters(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Vec<usize>>> {
    of_scores(&Scores::of(model, Need::Together, options, &mut *watch)?, options, watch)
}

/// The same of scores that are known.
pub(super) fn of_scores(scores: &Scores, options: &Options, watch: Watch<'_>) -> Result<Vec<Vec<usize>>> {
    let sure = sure(scores, options, &mut *watch)?;
    let mut order: Vec<usize> = (0..scores.len()).gathered();
    // Items without a score stand at the end.
    let key = |i: usize| if scores.estimates[i].is_nan() { f64::NEG_INFINITY } else { scores.estimates[i] };
    room::sort_by(&mut order, |&i, &j| key(j).total_cmp(&key(i)));
    letters(&sure, &order, &mut keep(watch))
}

/// The pairs of items, the better first, whose difference is significant in the simultaneous comparison
/// of all pairs.
pub(crate) fn sure_pairs(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<(usize, usize)>> {
    sure(&Scores::of(model, Need::Together, options, &mut *watch)?, options, watch)
}

/// The same of scores that are known.
pub(super) fn sure(scores: &Scores, options: &Options, watch: Watch<'_>) -> Result<Vec<(usize, usize)>> {
    let mut sure = Vec::new();
    scores.established(options, watch)?.each(|i, j| sure.put((i, j)));
    Ok(sure)
}

/// The groups for significant pairs, with items in the order of their scores. They are the largest sets
/// without a significant pair, found item by item: what the groups of the items before have in common
/// with those that the item do not differ significantly from, and the item, makes its groups. This is insert
/// and absorb with all pairs of an item at once.
fn letters(
    sure: &[(usize, usize)],
    order: &[usize],
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Vec<Vec<usize>>> {
    let n = order.len();
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(at, &item)| place[item] = at);
    let mut alike = vec![all(n); n];
    for &(i, j) in sure {
        let (i, j) = (place[i], place[j]);
        remove(&mut alike[i], j);
        remove(&mut alike[j], i);
    }
    let mut groups: Vec<Members> = Vec::new();
    for (item, alike) in alike.iter().enumerate() {
        keep_going()?;
        groups = join(groups, item, alike);
        if groups.len() > MOST {
            return Err(Error::Size(format!("the items form more than {MOST} groups")));
        }
    }
    let mut lists: Vec<Vec<usize>> =
        groups.iter().map(|group| (0..n).filter(|&at| holds(group, at)).gathered()).gathered();
    lists.sort_unstable();
    for list in &mut lists {
        list.iter_mut().for_each(|at| *at = order[*at]);
        list.sort_unstable();
    }
    Ok(lists)
}

/// Adds an item to the groups of those before it. A group that the item cannot join as a whole stays as
/// large as it can be; of the groups that hold the item those within others are absorbed.
fn join(groups: Vec<Members>, item: usize, alike: &[u64]) -> Vec<Members> {
    let mut kept = with_room(groups.len() + 1);
    let mut own = vec![vec![0; alike.len()]];
    for group in groups {
        let common: Members = group.iter().zip(alike).map(|(g, a)| g & a).gathered();
        if common != group {
            kept.push(group);
        }
        own.push(common);
    }
    // One can only lie within a larger one, or equal one that came before.
    room::sort_by_key(&mut own, |group| {
        std::cmp::Reverse(group.iter().map(|bits| bits.count_ones()).sum::<u32>())
    });
    let before = kept.len();
    for mut group in own {
        spend(alike.len() * (1 + kept.len() - before));
        group[item / 64] |= 1 << (item % 64);
        if !kept[before..].iter().any(|other| within(&group, other)) {
            kept.push(group);
        }
    }
    kept
}

fn all(n: usize) -> Members {
    let mut members = vec![u64::MAX; n.div_ceil(64)];
    if n % 64 > 0 {
        if let Some(last) = members.last_mut() {
            *last = (1 << (n % 64)) - 1;
        }
    }
    members
}

fn holds(group: &[u64], item: usize) -> bool {
    group[item / 64] >> (item % 64) & 1 == 1
}

fn remove(group: &mut [u64], item: usize) {
    group[item / 64] &= !(1 << (item % 64));
}

fn within(part: &[u64], group: &[u64]) -> bool {
    part.iter().zip(group).all(|(p, g)| p & !g == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn find(sure: &[(usize, usize)], order: &[usize]) -> Vec<Vec<usize>> {
        letters(sure, order, &mut || Ok(())).unwrap()
    }

    /// All largest sets of items without a significant pair, by looking at every set.
    fn brute(sure: &[(usize, usize)], n: usize) -> Vec<Vec<usize>> {
        let good = |set: usize| sure.iter().all(|(i, j)| set >> i & set >> j & 1 == 0);
        let mut found: Vec<Vec<usize>> = (1usize..1 << n)
            .filter(|&set| good(set) && (0..n).all(|k| set >> k & 1 == 1 || !good(set | 1 << k)))
            .map(|set| (0..n).filter(|k| set >> k & 1 == 1).collect())
            .collect();
        found.sort();
        found
    }

    #[test]
    fn the_groups_are_the_largest_sets_without_a_significant_pair() {
        let mut random = Random::new(12, 0);
        for n in 1..=9 {
            for density in [0.1, 0.4, 0.8] {
                let mut sure = Vec::new();
                for i in 0..n {
                    for j in 0..i {
                        if random.uniform() < density {
                            sure.push(if random.below(2) == 0 { (i, j) } else { (j, i) });
                        }
                    }
                }
                let order: Vec<usize> = (0..n).rev().collect();
                let mut found = find(&sure, &order);
                found.sort();
                assert_eq!(found, brute(&sure, n), "{sure:?}");
            }
        }
    }

    #[test]
    fn overlapping_intervals_in_the_order_of_scores() {
        // Best to worst 2, 0, 3, 1; neighbours do not differ significantly, others can.
        let groups = find(&[(2, 3), (2, 1), (0, 1)], &[2, 0, 3, 1]);
        assert_eq!(groups, [vec![0, 2], vec![0, 3], vec![1, 3]]);
        assert_eq!(find(&[], &[1, 0]), [vec![0, 1]]);
        assert!(find(&[], &[]).is_empty());
        let many = find(&[(0, 129)], &(0..130).collect::<Vec<_>>());
        assert!(many.len() == 2 && many.iter().all(|group| group.len() == 129));
    }

    #[test]
    fn exponentially_many_groups_are_refused() {
        // Twenty pairs, each told apart within itself only: every choice of one of each is a group.
        let pairs: Vec<(usize, usize)> = (0..20).map(|k| (2 * k, 2 * k + 1)).collect();
        let order: Vec<usize> = (0..40).collect();
        assert!(matches!(letters(&pairs, &order, &mut || Ok(())), Err(Error::Size(_))));
    }

    /// Words hold 64 items, the last one no bits beyond them.
    #[test]
    fn sets_of_all_items_hold_these_and_no_others() {
        for n in [1, 63, 64, 65, 127, 128, 129] {
            let members = all(n);
            assert_eq!(members.len(), n.div_ceil(64));
            assert!((0..64 * members.len()).all(|item| holds(&members, item) == (item < n)), "{n}");
        }
    }
}
