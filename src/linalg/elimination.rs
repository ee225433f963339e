//! Approximate Cholesky factor of the Laplacian of a comparison graph (Kyng and Sachdeva 2016): an item is eliminated by
//! joining its neighbours in a random tree instead of in pairs, so that the factor stays as sparse as the graph. It
//! preconditions conjugate gradients on graphs where the diagonal is a poor guide, such as ladders.

use super::Entry;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::random::Random;
use crate::room::Put as _;

const NONE: u32 = u32::MAX;

/// Each edge is this many of a share of its weight: more of them bring the random trees nearer to all pairs.
const COPIES: usize = 2;

/// An approximate factor L D L' of a Laplacian.
#[derive(Debug)]
pub(crate) struct Elimination {
    /// Items in the order of their elimination.
    order: Vec<u32>,
    /// The part of `neighbours` and `shares` of each place in the order.
    start: Vec<usize>,
    /// Whom an item is a mixture of, once it is eliminated.
    neighbours: Vec<u32>,
    shares: Vec<f64>,
    /// The weight of all edges of an item at its elimination; zero of the last item of a component.
    totals: Vec<f64>,
}

/// Edges that are left, as lists by node.
struct Lists {
    first: Vec<u32>,
    next: Vec<u32>,
    node: Vec<u32>,
    weight: Vec<f64>,
    degree: Vec<u32>,
}

impl Lists {
    fn add(&mut self, from: usize, to: u32, weight: f64) {
        let at = self.node.len() as u32;
        self.node.put(to);
        self.weight.put(weight);
        self.next.put(self.first[from]);
        self.first[from] = at;
        self.degree[from] += 1;
    }
}

/// Nodes by degree, the least first and among equals the one that was put there last.
struct Queue {
    head: Vec<u32>,
    next: Vec<u32>,
    before: Vec<u32>,
    bucket: Vec<u32>,
    least: usize,
}

impl Queue {
    fn new(degrees: &[u32], is_out: impl Fn(usize) -> bool) -> Queue {
        let n = degrees.len();
        let mut queue = Queue {
            head: vec![NONE; 2 * n.max(1)],
            next: vec![NONE; n],
            before: vec![NONE; n],
            bucket: vec![NONE; n],
            least: 0,
        };
        (0..n).filter(|&k| !is_out(k)).for_each(|k| queue.insert(k as u32, degrees[k]));
        queue
    }

    fn insert(&mut self, node: u32, degree: u32) {
        let at = (degree as usize).min(self.head.len() - 1);
        let k = node as usize;
        (self.bucket[k], self.before[k], self.next[k]) = (at as u32, NONE, self.head[at]);
        if self.head[at] != NONE {
            self.before[self.head[at] as usize] = node;
        }
        self.head[at] = node;
        self.least = self.least.min(at);
    }

    fn remove(&mut self, node: u32) {
        let k = node as usize;
        let (before, next) = (self.before[k], self.next[k]);
        match before {
            NONE => self.head[self.bucket[k] as usize] = next,
            _ => self.next[before as usize] = next,
        }
        if next != NONE {
            self.before[next as usize] = before;
        }
        self.bucket[k] = NONE;
    }

    fn move_to(&mut self, node: u32, degree: u32) {
        let at = (degree as usize).min(self.head.len() - 1);
        if self.bucket[node as usize] != NONE && self.bucket[node as usize] != at as u32 {
            self.remove(node);
            self.insert(node, degree);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let found = self.head[self.least..].iter().position(|&head| head != NONE)?;
        self.least += found;
        let node = self.head[self.least];
        self.remove(node);
        Some(node)
    }
}

impl Elimination {
    /// Eliminates the items of a graph, given by the ends and weights of its edges, in the order of their degrees; `fixed`
    /// items are never eliminated, and solutions are zero there. The trees depend on nothing but the graph.
    pub(crate) fn new(
        [left, right]: [&[u32]; 2],
        weights: &[f64],
        nodes: usize,
        fixed: &[bool],
    ) -> Result<Elimination> {
        // Every elimination leaves fewer edges than it took.
        let most = 4usize.saturating_mul(COPIES).saturating_mul(left.len());
        if most >= NONE as usize {
            return Err(Error::Size("more pairs than 32 bits can number".into()));
        }
        let mut lists = Lists {
            first: vec![NONE; nodes],
            next: Vec::new(),
            node: Vec::new(),
            weight: Vec::new(),
            degree: vec![0; nodes],
        };
        for ((&i, &j), &weight) in left.iter().zip(right).zip(weights) {
            if i != j && weight > 0.0 {
                for _ in 0..COPIES {
                    lists.add(i as usize, j, weight / COPIES as f64);
                    lists.add(j as usize, i, weight / COPIES as f64);
                }
            }
        }
        let mut random = Random::new(0, 0x656c_696d);
        let mut gone = vec![false; nodes];
        let mut queue = Queue::new(&lists.degree, |k| fixed[k]);
        let mut found = Elimination {
            order: Vec::new(),
            start: vec![0],
            neighbours: Vec::new(),
            shares: Vec::new(),
            totals: Vec::new(),
        };
        let mut star: Vec<(u32, f64)> = Vec::new();
        let mut sums: Vec<f64> = Vec::new();
        while let Some(node) = queue.pop() {
            let k = node as usize;
            gone[k] = true;
            star.clear();
            spend(100 * lists.degree[k] as usize);
            let mut at = lists.first[k];
            while at != NONE {
                let edge = at as usize;
                if !gone[lists.node[edge] as usize] {
                    star.put((lists.node[edge], lists.weight[edge]));
                }
                at = lists.next[edge];
            }
            // Lightest first: the tree then joins each to one that is heavier.
            star.sort_unstable_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
            sums.clear();
            let mut total = 0.0;
            for (_, weight) in &star {
                total += weight;
                sums.put(total);
            }
            for (place, &(from, weight)) in star.iter().enumerate() {
                lists.degree[from as usize] = lists.degree[from as usize].saturating_sub(1);
                let rest = total - sums[place];
                if rest <= 0.0 {
                    continue;
                }
                let aim = sums[place] + random.uniform() * rest;
                let to =
                    (place + 1 + sums[place + 1..].partition_point(|&sum| sum <= aim)).min(star.len() - 1);
                let to = star[to].0;
                if to != from {
                    let joined = weight * rest / total;
                    lists.add(from as usize, to, joined);
                    lists.add(to as usize, from, joined);
                }
            }
            star.sort_unstable_by_key(|(to, _)| *to);
            for run in star.chunk_by(|a, b| a.0 == b.0) {
                found.neighbours.put(run[0].0);
                found.shares.put(run.iter().map(|(_, w)| w).sum::<f64>() / total);
                queue.move_to(run[0].0, lists.degree[run[0].0 as usize]);
                queue.least = queue.least.min(lists.degree[run[0].0 as usize] as usize);
            }
            found.order.put(node);
            found.totals.put(total);
            found.start.put(found.neighbours.len());
        }
        Ok(found)
    }

    /// Solves for a vector, or several, item by item, in place.
    pub(crate) fn solve<E: Entry>(&self, vectors: &mut [E]) {
        for (place, &node) in self.order.iter().enumerate() {
            let (from, to) = (self.start[place], self.start[place + 1]);
            let own = vectors[node as usize];
            for (&other, share) in self.neighbours[from..to].iter().zip(&self.shares[from..to]) {
                vectors[other as usize].add_times(*share, &own);
            }
        }
        for (place, &node) in self.order.iter().enumerate().rev() {
            let (from, to) = (self.start[place], self.start[place + 1]);
            let total = self.totals[place];
            // The last item of a component is where its zero is.
            let mut own = if total > 0.0 { vectors[node as usize].times(1.0 / total) } else { E::ZERO };
            for (&other, share) in self.neighbours[from..to].iter().zip(&self.shares[from..to]) {
                own.add_times(*share, &vectors[other as usize]);
            }
            vectors[node as usize] = own;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a tree no neighbours have to be joined: the factor is exact, whatever the weights.
    #[test]
    fn a_tree_is_solved_exactly() {
        let n = 40;
        let left: Vec<u32> = (1..n as u32).collect();
        let right: Vec<u32> = (1..n as u32).map(|k| (k * 7 + 3) % k).collect();
        let weights: Vec<f64> = (1..n).map(|k| 10f64.powi(k as i32 % 7 - 3)).collect();
        let found = Elimination::new([&left, &right], &weights, n, &vec![false; n]).unwrap();
        let x: Vec<f64> = (0..n).map(|k| ((k * k) % 11) as f64).collect();
        let mut product = vec![0.0; n];
        for ((&i, &j), w) in left.iter().zip(&right).zip(&weights) {
            let flow = w * (x[i as usize] - x[j as usize]);
            product[i as usize] += flow;
            product[j as usize] -= flow;
        }
        found.solve(&mut product);
        let shift = product[0] - x[0];
        assert!((0..n).all(|k| (product[k] - x[k] - shift).abs() < 1e-9));
    }
}
