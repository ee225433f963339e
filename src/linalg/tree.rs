//! A heaviest spanning forest of the comparison graph: it starts scores from log odds, and preconditions a Laplacian
//! whose graph is sparse, where the diagonal alone is a poor guide.

use crate::error::{Error, Result};
use crate::graph;
use crate::room::{reserve, reserve_filled, Gather as _};

/// No node.
const NONE: u32 = u32::MAX;

/// A spanning forest, with the memory to grow it again for other weights.
#[derive(Debug)]
pub(crate) struct SpanningForest {
    /// Nodes, each after its parent; a root has none.
    order: Vec<u32>,
    parent: Vec<u32>,
    /// The edge from every node to its parent.
    edge: Vec<u32>,
    /// Edges from the heaviest on.
    sorted: Vec<u32>,
    /// Roots of a union-find structure.
    root: Vec<u32>,
    /// Edges of the forest as lists by node: the first of every node, and the next of every edge at each end.
    first: Vec<u32>,
    next: Vec<[u32; 2]>,
    /// Flows towards the roots.
    flow: Vec<f64>,
}

impl SpanningForest {
    /// Memory for this many nodes and edges.
    pub(crate) fn new(nodes: usize, edges: usize) -> Result<SpanningForest> {
        let fill = |count, value| reserve_filled(count, value);
        if edges >= NONE as usize {
            return Err(Error::Size("more pairs than 32 bits can number".into()));
        }
        Ok(SpanningForest {
            order: fill(nodes, NONE)?,
            parent: fill(nodes, NONE)?,
            edge: fill(nodes, NONE)?,
            sorted: (0..edges as u32).gathered(),
            root: fill(nodes, NONE)?,
            first: fill(nodes, NONE)?,
            next: reserve_filled(edges, [NONE; 2])?,
            flow: reserve(nodes)?,
        })
    }

    /// Grows the forest of the edges (left, right) of most weight.
    pub(crate) fn grow(&mut self, left: &[u32], right: &[u32], weights: &[f64]) {
        let heavier = |a: &u32, b: &u32| {
            let (a, b) = (*a, *b);
            weights[b as usize].total_cmp(&weights[a as usize]).then(a.cmp(&b))
        };
        self.sorted.sort_unstable_by(heavier);
        (0..).zip(&mut self.root).for_each(|(node, root)| *root = node);
        self.first.fill(NONE);
        for &edge in &self.sorted {
            let ends = [left[edge as usize], right[edge as usize]];
            let [a, b] = ends.map(|node| graph::root(&mut self.root, node));
            if a == b {
                continue;
            }
            self.root[a as usize] = b;
            for (side, &end) in ends.iter().enumerate() {
                self.next[edge as usize][side] = self.first[end as usize];
                self.first[end as usize] = edge;
            }
        }
        self.arrange(left, right);
    }

    /// Puts nodes after their parents, breadth first.
    fn arrange(&mut self, left: &[u32], right: &[u32]) {
        let mut placed = 0;
        // No node is in a forest yet.
        self.edge.fill(NONE);
        self.parent.fill(NONE);
        self.root.fill(0);
        for start in 0..self.root.len() {
            if self.root[start] == 1 {
                continue;
            }
            self.root[start] = 1;
            self.order[placed] = start as u32;
            let mut at = placed;
            placed += 1;
            while at < placed {
                let node = self.order[at];
                at += 1;
                let mut edge = self.first[node as usize];
                while edge != NONE {
                    let (a, b) = (left[edge as usize], right[edge as usize]);
                    let side = usize::from(b == node);
                    let other = if side == 0 { b } else { a };
                    if self.root[other as usize] == 0 {
                        self.root[other as usize] = 1;
                        self.parent[other as usize] = node;
                        self.edge[other as usize] = edge;
                        self.order[placed] = other;
                        placed += 1;
                    }
                    edge = self.next[edge as usize][side];
                }
            }
        }
    }

    /// Calls `each` with every node that has a parent, the parent and the edge, parents first.
    pub(crate) fn descend(&self, mut each: impl FnMut(usize, usize, usize)) {
        for &node in &self.order {
            let (parent, edge) = (self.parent[node as usize], self.edge[node as usize]);
            if parent != NONE {
                each(node as usize, parent as usize, edge as usize);
            }
        }
    }

    /// Solves the weighted Laplacian of the forest: `right` sums to zero in every tree, roots get zero. Weights are at
    /// least `smallest`.
    pub(crate) fn solve(&mut self, weights: &[f64], smallest: f64, right: &[f64], out: &mut [f64]) {
        self.flow.copy_from_slice(right);
        for &node in self.order.iter().rev() {
            let parent = self.parent[node as usize];
            if parent != NONE {
                self.flow[parent as usize] += self.flow[node as usize];
            }
        }
        for &node in &self.order {
            let parent = self.parent[node as usize];
            out[node as usize] = if parent == NONE {
                0.0
            } else {
                let weight = weights[self.edge[node as usize] as usize].max(smallest);
                out[parent as usize] + self.flow[node as usize] / weight
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SpanningForest;

    /// The heaviest edges are kept, and the Laplacian of what is kept is inverted.
    #[test]
    fn grows_and_solves() {
        let (left, right) = ([0, 1, 2, 0, 4], [1, 2, 3, 3, 5]);
        let mut tree = SpanningForest::new(6, 5).unwrap();
        for weights in [[3.0, 1.0, 2.0, 5.0, 7.0], [3.0, 9.0, 2.0, 0.5, 7.0]] {
            tree.grow(&left, &right, &weights);
            let lightest = if weights[1] == 1.0 { 1 } else { 3 };
            let mut kept = Vec::new();
            tree.descend(|_, _, edge| kept.push(edge));
            kept.sort_unstable();
            assert_eq!(kept, (0..5).filter(|e| *e != lightest).collect::<Vec<_>>());
            let x = [0.0, 0.4, -1.0, 2.0, 0.0, 0.7];
            let mut right_side = [0.0; 6];
            for &edge in &kept {
                let (i, j) = (left[edge] as usize, right[edge] as usize);
                let flow = weights[edge] * (x[i] - x[j]);
                right_side[i] += flow;
                right_side[j] -= flow;
            }
            let mut found = [0.0; 6];
            tree.solve(&weights, 0.0, &right_side, &mut found);
            for (a, b) in found.iter().zip(x) {
                assert!((a - b).abs() < 1e-14);
            }
        }
    }
}
