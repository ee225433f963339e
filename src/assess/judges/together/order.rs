//! Cells in the order of keys that are small numbers, and the answers of judges on the same pair in the same context.

use super::super::place;
use crate::comparisons::{Set, NONE};
use crate::interrupt::spend;
use crate::room::{Gather as _, Put as _};

/// Sorts by a key below `keys`, keeping the order of equals.
pub(super) fn pass(order: &mut Vec<u32>, keys: usize, key: impl Fn(usize) -> usize) {
    let mut starts = vec![0usize; keys + 1];
    order.iter().for_each(|&cell| starts[key(cell as usize) + 1] += 1);
    (0..keys).for_each(|at| starts[at + 1] += starts[at]);
    let mut sorted = vec![0u32; order.len()];
    const SOME: usize = 1 << 16;
    for some in order.chunks(SOME) {
        for &cell in some {
            let start = &mut starts[key(cell as usize)];
            sorted[*start] = cell;
            *start += 1;
        }
        spend(10 * some.len());
    }
    *order = sorted;
}

/// The cells that have a context, by context, pair and judge.
pub(super) fn by_unit(set: &Set) -> Vec<u32> {
    let cells = set.cells();
    // They are sorted by context and judge.
    let some = cells.context.partition_point(|&context| context != NONE);
    let mut order: Vec<u32> = (0..some as u32).gathered();
    pass(&mut order, set.items(), |cell| cells.left[cell].max(cells.right[cell]) as usize);
    pass(&mut order, set.items(), |cell| cells.left[cell].min(cells.right[cell]) as usize);
    pass(&mut order, set.contexts(), |cell| cells.context[cell] as usize);
    order
}

/// Whether two cells are of one unit: a context and a pair.
pub(super) fn is_one_unit(set: &Set, a: u32, b: u32) -> bool {
    let cells = set.cells();
    let key = |cell: u32| {
        let cell = cell as usize;
        let (left, right) = (cells.left[cell], cells.right[cell]);
        (cells.context[cell], left.min(right), left.max(right))
    };
    key(a) == key(b)
}

/// The votes of a judge on a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    /// The judge, among those that are looked at.
    pub(super) judge: u32,
    /// The sum of its residuals (y - p) / sqrt(p (1 - p)), y the score of the item with the lower id.
    pub(super) sum: f64,
    /// The sum of their squares.
    pub(super) squares: f64,
    /// Its votes.
    pub(super) votes: f64,
}

/// The answers on all units that at least two judges answered.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Where each unit ends, and the cluster that it is in.
    pub(super) units: Vec<(usize, u32)>,
    pub(super) answers: Vec<Answer>,
}

impl Answers {
    /// Of the judges that have a number; `expected` is the score of left that they expect of themselves.
    pub(super) fn new(set: &Set, order: &[u32], expected: &[f64], numbers: &[Option<u32>]) -> Answers {
        let cells = set.cells();
        let mut found = Answers { units: Vec::new(), answers: Vec::new() };
        let judge_of = |cell: u32| place(cells.judge[cell as usize], numbers.len());
        for unit in order.chunk_by(|a, b| is_one_unit(set, *a, *b)) {
            let start = found.answers.len();
            for own in unit.chunk_by(|a, b| judge_of(*a) == judge_of(*b)) {
                let Some(judge) = numbers[judge_of(own[0])] else { continue };
                let mut answer = Answer { judge, sum: 0.0, squares: 0.0, votes: 0.0 };
                own.iter().for_each(|&cell| answer.add(set, cell as usize, expected[cell as usize]));
                found.answers.put(answer);
            }
            spend(20 * unit.len());
            if found.answers.len() < start + 2 {
                found.answers.truncate(start);
            } else {
                found.units.put((found.answers.len(), set.cluster_label(unit[0] as usize)));
            }
        }
        found
    }

    /// Every unit: its cluster and its answers, which come by judge.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &[Answer])> {
        let mut start = 0;
        self.units.iter().map(move |&(end, cluster)| {
            let answers = &self.answers[start..end];
            start = end;
            (cluster, answers)
        })
    }
}

impl Answer {
    /// Adds the votes of a cell, whose left is expected to have the score p.
    fn add(&mut self, set: &Set, cell: usize, p: f64) {
        let cells = set.cells();
        let sign = if cells.left[cell] < cells.right[cell] { 1.0 } else { -1.0 };
        let scale = (p * (1.0 - p)).sqrt();
        let mut add = |votes: f64, y: f64| {
            let residual = sign * (y - p) / scale;
            self.sum += votes * residual;
            self.squares += votes * residual * residual;
            self.votes += votes;
        };
        let counts = &cells.counts[cell];
        match cells.shares(cell) {
            // Each judgement is split alike.
            Some(shares) => add(counts.iter().sum(), shares[0] + 0.5 * shares[2..].iter().sum::<f64>()),
            None => {
                let ties: f64 = counts[2..].iter().sum();
                for (votes, y) in [(counts[0], 1.0), (counts[1], 0.0), (ties, 0.5)] {
                    if votes > 0.0 {
                        add(votes, y);
                    }
                }
            }
        }
    }
}
