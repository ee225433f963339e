//! Optimal order of the leaves of a tree (Bar-Joseph, Gifford and Jaakkola 2001): of the 2^(n - 1)
//! orders that exchanging the sides of merges makes, one with the least sum of the dissimilarities of
//! neighbours. Time of order n^3 at most, memory of order n^2.

use super::cluster::{leaves, Merge};
use crate::error::{Error, Result};
use crate::solve::reserve;

/// For every pair of leaves, the least cost of the cluster at which they meet when the two are its outer
/// leaves, and the inner leaves there.
struct Costs<'a> {
    n: usize,
    distance: &'a [f64],
    cost: Vec<f64>,
    inner: Vec<[u32; 2]>,
}

/// Exchanges sides of merges for the least cost and gives the leaves from left to right; the smaller of
/// the two outer leaves stands on the left.
pub(super) fn order_leaves(
    distance: &[f64],
    n: usize,
    merges: &mut [Merge],
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Vec<usize>> {
    let Some(top) = merges.len().checked_sub(1) else { return Ok((0..n).collect()) };
    let (start, places) = spans(merges, n);
    let span = |cluster: usize| match cluster.checked_sub(n) {
        None => cluster_of_leaf(&start, cluster),
        Some(at) => (places[at].0, places[at].1),
    };
    let order = leaves(merges, n);
    let mut costs = Costs { n, distance, cost: reserve(n * n)?, inner: pairs(n * n)? };
    let mut through = Vec::new();
    for merge in merges.iter() {
        let side = |cluster: usize| {
            let (first, end) = span(cluster);
            let split = match cluster.checked_sub(n) {
                None => first,
                Some(at) => span(merges[at].right).0,
            };
            Side { leaves: &order[first..end], split: split - first }
        };
        costs.join(&side(merge.left), &side(merge.right), &mut through, keep_going)?;
    }
    let sides = |at: usize| {
        let (left, right) = (span(merges[at].left), span(merges[at].right));
        (&order[left.0..left.1], &order[right.0..right.1])
    };
    let (left, right) = sides(top);
    let mut best = (f64::INFINITY, [left[0], right[0]]);
    for &u in left {
        for &w in right {
            let cost = costs.cost[u * n + w];
            if cost < best.0 {
                best = (cost, [u, w]);
            }
        }
    }
    let [u, w] = best.1;
    turn(merges, n, &costs, [u.min(w), u.max(w)], &|cluster, leaf| {
        let (first, end) = span(cluster);
        (first..end).contains(&start[leaf])
    });
    Ok(leaves(merges, n))
}

/// Where each leaf stands, and of every merge the stretch of leaves that it holds.
fn spans(merges: &[Merge], n: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
    let mut start = vec![0; n];
    leaves(merges, n).into_iter().enumerate().for_each(|(at, leaf)| start[leaf] = at);
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(merges.len());
    for merge in merges {
        let first = match merge.left.checked_sub(n) {
            None => start[merge.left],
            Some(at) => places[at].0,
        };
        places.push((first, first + merge.size));
    }
    (start, places)
}

fn cluster_of_leaf(start: &[usize], leaf: usize) -> (usize, usize) {
    (start[leaf], start[leaf] + 1)
}

/// A cluster: its leaves from left to right, and where its right side begins. Of one leaf all is right.
struct Side<'a> {
    leaves: &'a [usize],
    split: usize,
}

impl Side<'_> {
    /// Each leaf that can be the outer one with those that can then be the inner ones: the other side,
    /// or the leaf itself if it is the only one.
    fn ends(&self) -> impl Iterator<Item = (usize, usize, &[usize])> {
        let (left, right) = self.leaves.split_at(self.split);
        let inner = move |at: usize| match (self.leaves.len(), at < self.split) {
            (1, _) => self.leaves,
            (_, true) => right,
            (_, false) => left,
        };
        self.leaves.iter().enumerate().map(move |(at, &leaf)| (at, leaf, inner(at)))
    }
}

impl Costs<'_> {
    /// The costs of the pairs of leaves that meet where two clusters join: over the inner leaves m and k
    /// the least of cost(u, m) + d(m, k) + cost(k, w), first over m, then over k.
    fn join(
        &mut self,
        left: &Side<'_>,
        right: &Side<'_>,
        through: &mut Vec<(f64, u32)>,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<()> {
        let n = self.n;
        let columns = right.leaves.len();
        through.clear();
        through
            .try_reserve(left.leaves.len() * columns)
            .map_err(|_| Error::Memory(format!("no memory to order {n} leaves")))?;
        for (_, u, inner) in left.ends() {
            keep_going()?;
            for &k in right.leaves {
                let mut best = (f64::INFINITY, inner[0] as u32);
                for &m in inner {
                    let cost = self.cost[u * n + m] + self.distance[m * n + k];
                    if cost < best.0 {
                        best = (cost, m as u32);
                    }
                }
                through.push(best);
            }
        }
        for (to, w, inner) in right.ends() {
            keep_going()?;
            // The stretch of columns of the inner leaves.
            let first = if right.leaves.len() > 1 && to < right.split { right.split } else { 0 };
            for (row, &u) in through.chunks_exact(columns).zip(left.leaves) {
                let mut best = (f64::INFINITY, [row[first].1, inner[0] as u32]);
                for (&k, &(half, m)) in inner.iter().zip(&row[first..]) {
                    let cost = half + self.cost[k * n + w];
                    if cost < best.0 {
                        best = (cost, [m, k as u32]);
                    }
                }
                (self.cost[u * n + w], self.inner[u * n + w]) = best;
                (self.cost[w * n + u], self.inner[w * n + u]) = (best.0, [best.1[1], best.1[0]]);
            }
        }
        Ok(())
    }
}

/// Exchanges sides from the top down so that the outer leaves of every cluster are those of the least
/// cost; `ends` are those of the whole, `holds` says whether a cluster holds a leaf.
fn turn(
    merges: &mut [Merge],
    n: usize,
    costs: &Costs<'_>,
    ends: [usize; 2],
    holds: &dyn Fn(usize, usize) -> bool,
) {
    let mut open = vec![(n + merges.len() - 1, ends)];
    while let Some((cluster, [u, w])) = open.pop() {
        let Some(at) = cluster.checked_sub(n) else { continue };
        let merge = &mut merges[at];
        if !holds(merge.left, u) {
            std::mem::swap(&mut merge.left, &mut merge.right);
        }
        let [m, k] = costs.inner[u * n + w].map(|leaf| leaf as usize);
        open.extend([(merge.left, [u, m]), (merge.right, [k, w])]);
    }
}

/// So many pairs of leaves.
fn pairs(count: usize) -> Result<Vec<[u32; 2]>> {
    let mut pairs = Vec::new();
    pairs
        .try_reserve_exact(count)
        .map_err(|_| Error::Memory(format!("no memory for {count} pairs of leaves")))?;
    pairs.resize(count, [0; 2]);
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::super::cluster::{cluster, Linkage, Tree};
    use super::super::testing::points;
    use super::*;

    fn cost(d: &[f64], n: usize, order: &[usize]) -> f64 {
        order.windows(2).map(|pair| d[pair[0] * n + pair[1]]).sum()
    }

    fn ordered(d: &[f64], n: usize, linkage: Linkage) -> Tree {
        cluster(d, n, linkage, true, &mut || Ok(())).unwrap()
    }

    /// The least cost over all exchanges of sides.
    fn brute(d: &[f64], n: usize, merges: &[Merge]) -> f64 {
        let mut best = f64::INFINITY;
        for exchanged in 0..1usize << merges.len() {
            let mut other = merges.to_vec();
            for (at, merge) in other.iter_mut().enumerate() {
                if exchanged >> at & 1 == 1 {
                    std::mem::swap(&mut merge.left, &mut merge.right);
                }
            }
            best = best.min(cost(d, n, &leaves(&other, n)));
        }
        best
    }

    #[test]
    fn the_order_is_the_best_of_all() {
        for n in 2..=10 {
            for seed in 0..4 {
                let (_, d) = points(n, 2, 100 * n as u64 + seed);
                for linkage in Linkage::ALL {
                    let plain = cluster(&d, n, linkage, false, &mut || Ok(())).unwrap();
                    let found = ordered(&d, n, linkage);
                    let least = brute(&d, n, &plain.merges);
                    assert!((cost(&d, n, &found.order) - least).abs() < 1e-12, "{n} {seed} {linkage:?}");
                    assert_eq!(found.order, leaves(&found.merges, n));
                    assert!(found.order[0] < found.order[n - 1]);
                    for (a, b) in plain.merges.iter().zip(&found.merges) {
                        let sides = |m: &Merge| (m.left.min(m.right), m.left.max(m.right));
                        assert_eq!((sides(a), a.height, a.size), (sides(b), b.height, b.size));
                    }
                }
            }
        }
    }

    #[test]
    fn points_on_a_line_come_in_order() {
        let n = 60;
        let (line, d) = points(n, 1, 5);
        for linkage in Linkage::ALL {
            let found: Vec<f64> = ordered(&d, n, linkage).order.into_iter().map(|i| line[i]).collect();
            assert!(found.is_sorted() || found.iter().rev().is_sorted(), "{linkage:?}");
        }
    }

    #[test]
    fn one_item_equal_items_and_long_chains() {
        assert_eq!(ordered(&[0.0], 1, Linkage::Average).order, [0]);
        let mut order = ordered(&[0.0; 49], 7, Linkage::Complete).order;
        order.sort_unstable();
        assert!(order.into_iter().eq(0..7));
        // Ever wider gaps: every merge adds one item to all before.
        let n = 400;
        let line: Vec<f64> = (0..n).map(|i| (i * i) as f64).collect();
        let d: Vec<f64> = (0..n * n).map(|k| (line[k / n] - line[k % n]).abs()).collect();
        assert!(ordered(&d, n, Linkage::Single).order.into_iter().eq(0..n));
    }

    #[test]
    fn it_can_be_stopped() {
        let (_, d) = points(20, 2, 6);
        let mut calls = 0;
        let mut stop = || {
            calls += 1;
            if calls > 45 {
                Err(Error::Cancelled)
            } else {
                Ok(())
            }
        };
        assert_eq!(cluster(&d, 20, Linkage::Average, true, &mut stop).unwrap_err(), Error::Cancelled);
    }
}
