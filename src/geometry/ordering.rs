//! Optimal order of the leaves of a tree (Bar-Joseph, Gifford and Jaakkola 2001): of the 2^(n - 1)
//! orders that exchanging the sides of merges makes, one with the least sum of the dissimilarities of
//! neighbours. Time of order n^3 at most, memory of order n^2.

use super::cluster::{leaves, Merge};
use crate::error::Result;
use crate::room::{reserve, Gather as _, Put as _};
use std::ops::Range;

/// Numbers that are compared side by side.
const LANES: usize = 4;

/// Exchanges sides of merges for the least cost and gives the leaves from left to right; the smaller of
/// the two outer leaves stands on the left.
pub(super) fn order_leaves(
    dissimilarities: &[f64],
    n: usize,
    merges: &mut [Merge],
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Vec<usize>> {
    let Some(top) = merges.len().checked_sub(1) else { return Ok((0..n).gathered()) };
    let order = leaves(merges, n);
    let clusters = spans(merges, n, &order);
    let mut costs = Costs::new(dissimilarities, n, &order)?;
    for merge in merges.iter() {
        costs.join(&clusters[merge.left], &clusters[merge.right], keep_going)?;
    }
    let [mut u, mut w] = costs.best_ends(&clusters[merges[top].left], &clusters[merges[top].right]);
    if order[u] > order[w] {
        (u, w) = (w, u);
    }
    turn(merges, &clusters, &costs, [u, w]);
    Ok(leaves(merges, n))
}

/// A cluster as a stretch of leaves, by their places before any exchange.
#[derive(Debug, Clone)]
struct Span {
    first: usize,
    /// Where its right side begins; of one leaf `first`.
    split: usize,
    end: usize,
}

impl Span {
    fn places(&self) -> Range<usize> {
        self.first..self.end
    }

    /// The leaves that can be at the other end when one is the outer one: the other side, or the leaf
    /// itself if it is the only one.
    fn inner(&self, outer: usize) -> Range<usize> {
        if self.end - self.first > 1 && outer >= self.split {
            self.first..self.split
        } else {
            self.split..self.end
        }
    }
}

/// The stretch of every item and of every merge.
fn spans(merges: &[Merge], n: usize, order: &[usize]) -> Vec<Span> {
    let mut clusters = vec![Span { first: 0, split: 0, end: 0 }; n];
    for (place, &leaf) in order.iter().enumerate() {
        clusters[leaf] = Span { first: place, split: place, end: place + 1 };
    }
    for merge in merges {
        let (left, right) = (&clusters[merge.left], &clusters[merge.right]);
        clusters.push(Span { first: left.first, split: right.first, end: right.end });
    }
    clusters
}

/// For every pair of leaves, the least cost of the cluster at which they meet when the two are its outer
/// leaves. All by places, so that a cluster is a stretch of a row.
struct Costs {
    n: usize,
    distance: Vec<f64>,
    cost: Vec<f64>,
    /// For one outer leaf on the left, the cost up to each leaf of the right cluster.
    through: Vec<f64>,
}

impl Costs {
    fn new(dissimilarities: &[f64], n: usize, order: &[usize]) -> Result<Costs> {
        let mut distance = reserve(n * n)?;
        for (row, &a) in distance.chunks_exact_mut(n).zip(order) {
            row.iter_mut().zip(order).for_each(|(d, &b)| *d = dissimilarities[a.max(b) * n + a.min(b)]);
        }
        Ok(Costs { n, distance, cost: reserve(n * n)?, through: reserve(n)? })
    }

    /// The costs of the pairs of leaves that meet where two clusters join: over the inner leaves m and k
    /// the least of cost(u, m) + d(m, k) + cost(k, w), first over m, then over k.
    fn join(&mut self, left: &Span, right: &Span, keep_going: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        let n = self.n;
        for u in left.places() {
            keep_going()?;
            let inner = left.inner(u);
            let own = &self.cost[u * n..][inner.clone()];
            for k in right.places() {
                self.through[k] = least_sum(own, &self.distance[k * n..][inner.clone()]);
            }
            for w in right.places() {
                let inner = right.inner(w);
                let cost = least_sum(&self.through[inner.clone()], &self.cost[w * n..][inner]);
                self.cost[u * n + w] = cost;
                self.cost[w * n + u] = cost;
            }
        }
        Ok(())
    }

    /// The outer leaves of the least cost where two clusters join.
    fn best_ends(&self, left: &Span, right: &Span) -> [usize; 2] {
        let all = left.places().flat_map(|u| right.places().map(move |w| [u, w]));
        first_least(all, |[u, w]| self.cost[u * self.n + w]).unwrap_or([left.first, right.first])
    }

    /// The inner leaves of the least cost where two clusters join with these outer leaves.
    fn best_inner(&self, left: &Span, right: &Span, [u, w]: [usize; 2]) -> [usize; 2] {
        let n = self.n;
        let all = left.inner(u).flat_map(|m| right.inner(w).map(move |k| [m, k]));
        let cost =
            |[m, k]: [usize; 2]| self.cost[u * n + m] + self.distance[m * n + k] + self.cost[k * n + w];
        first_least(all, cost).unwrap_or([left.first, right.first])
    }
}

/// The least of the sums of two rows of numbers.
fn least_sum(a: &[f64], b: &[f64]) -> f64 {
    let mut least = [f64::INFINITY; LANES];
    let lesser = |least: &mut f64, sum: f64| {
        if sum < *least {
            *least = sum;
        }
    };
    let (mut a, mut b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (a, b) in (&mut a).zip(&mut b) {
        (0..LANES).for_each(|lane| lesser(&mut least[lane], a[lane] + b[lane]));
    }
    for (a, b) in a.remainder().iter().zip(b.remainder()) {
        lesser(&mut least[0], a + b);
    }
    least.into_iter().fold(f64::INFINITY, f64::min)
}

/// The first of several of the least cost.
fn first_least(
    all: impl Iterator<Item = [usize; 2]>,
    cost: impl Fn([usize; 2]) -> f64,
) -> Option<[usize; 2]> {
    let costs = all.map(|pair| (cost(pair), pair));
    costs.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, pair)| pair)
}

/// Exchanges sides from the top down so that the outer leaves of every cluster are those of the least
/// cost; `ends` are the places of those of the whole.
fn turn(merges: &mut [Merge], clusters: &[Span], costs: &Costs, ends: [usize; 2]) {
    let n = clusters.len() - merges.len();
    let mut open = vec![(clusters.len() - 1, ends)];
    while let Some((cluster, [u, w])) = open.pop() {
        let Some(at) = cluster.checked_sub(n) else { continue };
        let merge = &mut merges[at];
        if !clusters[merge.left].places().contains(&u) {
            std::mem::swap(&mut merge.left, &mut merge.right);
        }
        let [m, k] = costs.best_inner(&clusters[merge.left], &clusters[merge.right], [u, w]);
        open.put_each([(merge.left, [u, m]), (merge.right, [k, w])]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::cluster::{cluster, Linkage, Tree};
    use super::super::testing::points;
    use super::*;
    use crate::error::Error;

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
