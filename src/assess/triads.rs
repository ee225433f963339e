//! Circular triads (Kendall and Babington Smith 1940): a beats b, b beats c and c beats a, by majority.
//! Are there more than a model with one order of items would let chance make?

use super::cells::{residual_block, swapped as swapped_sides};
use crate::error::{Error, Result};
use crate::inference::Options;
use crate::interrupt::spend;
use crate::likelihood::Block;
use crate::model::Model;
use crate::progress::Watch;
use crate::random::Random;
use crate::room::{self, with_room, Gather as _, Put as _, TryRoom as _};
use crate::threads;

/// Circular triads, and how many there would be if the model were right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Triads {
    /// Triples of items whose three pairs all have a majority.
    pub triads: u64,
    /// Those of them that are circular.
    pub circular: u64,
    /// Mean number of circular triads under the model.
    pub expected: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// (1 + replicates with at least as many) / (1 + replicates).
    pub p: f64,
    /// Replicates.
    pub replicates: usize,
}

/// Counts circular triads and simulates their number from the model at its estimate: every cell keeps
/// its number of comparisons.
pub fn triads(model: &Model, replicates: usize, options: &Options, watch: Watch<'_>) -> Result<Triads> {
    model.refuse_grades("triads")?;
    let plan = Plan::new(model)?;
    if replicates == 0 {
        return Err(Error::Argument("replicates is 0".into()));
    }
    let mut graph = Majorities::new(plan.items)?;
    plan.observed(&mut graph);
    let (triads, circular) = (graph.decided(), graph.circular());
    let counts = simulate(&plan, replicates, options, watch)?;
    let n = replicates as f64;
    let expected = counts.iter().map(|&c| c as f64).sum::<f64>() / n;
    let squares: f64 = counts.iter().map(|&c| (c as f64 - expected).powi(2)).sum();
    let beyond = counts.iter().filter(|&&c| c >= circular).count() as f64;
    Ok(Triads {
        triads,
        circular,
        expected,
        deviation: if replicates > 1 { (squares / (n - 1.0)).sqrt() } else { f64::NAN },
        p: (1.0 + beyond) / (1.0 + n),
        replicates,
    })
}

/// One cell as seen from the smaller id of its pair.
struct Cell {
    comparisons: u64,
    /// Probabilities of the first item winning, of losing, of a tie and of both bad.
    p: [f64; 4],
    /// Wins less losses that were seen.
    margin: f64,
}

/// The cells of every pair.
struct Plan {
    items: usize,
    /// The pair of a run of cells, and where the run ends.
    pairs: Vec<([u32; 2], usize)>,
    cells: Vec<Cell>,
}

impl Plan {
    fn new(model: &Model) -> Result<Plan> {
        if let Some(weights) = model.weighting() {
            return Err(Error::Unsupported(format!("triads: {weights} are no counts to simulate")));
        }
        let block = residual_block(model)?;
        let design = &block.design;
        let key = |cell: usize| {
            let (left, right) = (design.left[cell], design.right[cell]);
            [left.min(right), left.max(right)]
        };
        let mut order: Vec<usize> = (0..design.len()).gathered();
        room::sort_by_key(&mut order, |&cell| (key(cell), cell));
        let mut plan = Plan { items: model.layout.items, pairs: Vec::new(), cells: with_room(design.len()) };
        for pair in order.chunk_by(|&a, &b| key(a) == key(b)) {
            for &cell in pair {
                plan.cells.put(cell_of(model, &block, cell)?);
            }
            plan.pairs.put((key(pair[0]), plan.cells.len()));
        }
        Ok(plan)
    }

    /// Calls `each` with every pair and its cells.
    fn each(&self, mut each: impl FnMut([u32; 2], &[Cell])) {
        let mut from = 0;
        for &(pair, to) in &self.pairs {
            spend(100 * (to - from));
            each(pair, &self.cells[from..to]);
            from = to;
        }
    }

    fn observed(&self, graph: &mut Majorities) {
        graph.clear();
        self.each(|pair, cells| graph.set(pair, cells.iter().map(|c| c.margin).sum()));
    }

    fn simulated(&self, random: &mut Random, graph: &mut Majorities) {
        graph.clear();
        self.each(|pair, cells| graph.set(pair, cells.iter().map(|cell| draw(cell, random)).sum()));
    }
}

fn cell_of(model: &Model, block: &Block, cell: usize) -> Result<Cell> {
    let design = &block.design;
    let counts = &design.counts[cell];
    if let Some(count) = counts.numbers().into_iter().find(|c| c.fract() != 0.0 || *c > 9e15) {
        return Err(Error::Unsupported(format!("triads: {count} is no whole count, which simulation needs")));
    }
    let p = block.probabilities(&model.layout.strength, &model.theta, cell);
    let swapped = design.left[cell] > design.right[cell];
    let p = if swapped { swapped_sides(p) } else { p };
    let margin = if swapped { counts.loss - counts.win } else { counts.win - counts.loss };
    Ok(Cell { comparisons: counts.total() as u64, p, margin })
}

/// Wins less losses of a simulated cell.
fn draw(cell: &Cell, random: &mut Random) -> f64 {
    let [wins, losses, ..] = random.outcomes(cell.comparisons, &cell.p);
    wins as f64 - losses as f64
}

/// Circular triads of every replicate, each from a stream of its own.
fn simulate(plan: &Plan, replicates: usize, options: &Options, watch: Watch<'_>) -> Result<Vec<u64>> {
    let begin = || Majorities::new(plan.items);
    let work = |graph: &mut Majorities, replicate: usize| {
        plan.simulated(&mut Random::new(options.seed, replicate as u64), graph);
        Ok(graph.circular())
    };
    threads::run(replicates, options.threads, begin, work, watch)
}

/// Who has the majority over whom, as one row of bits for every item.
pub(super) struct Majorities {
    words: usize,
    over: Vec<u64>,
    under: Vec<u64>,
    pairs: Vec<[u32; 2]>,
}

impl Majorities {
    pub(super) fn new(items: usize) -> Result<Majorities> {
        let words = items.div_ceil(64);
        let bits = || {
            let mut bits: Vec<u64> = Vec::new();
            bits.try_room(items * words)
                .map_err(|_| Error::Memory(format!("no memory for the pairs of {items} items")))?;
            bits.put_until(items * words, 0);
            Ok::<_, Error>(bits)
        };
        Ok(Majorities { words, over: bits()?, under: bits()?, pairs: Vec::new() })
    }

    fn clear(&mut self) {
        self.over.fill(0);
        self.under.fill(0);
        self.pairs.clear();
    }

    /// Sets the winner of a pair by wins less losses of its first item; none if that is zero.
    pub(super) fn set(&mut self, [first, second]: [u32; 2], margin: f64) {
        let (winner, loser) = match margin {
            m if m > 0.0 => (first, second),
            m if m < 0.0 => (second, first),
            _ => return,
        };
        let (w, l) = (winner as usize, loser as usize);
        self.over[w * self.words + l / 64] |= 1 << (l % 64);
        self.under[l * self.words + w / 64] |= 1 << (w % 64);
        self.pairs.put([winner, loser]);
    }

    fn row<'a>(&self, bits: &'a [u64], item: u32) -> &'a [u64] {
        &bits[item as usize * self.words..][..self.words]
    }

    /// Every circular triad is found from its three pairs: below the loser and above the winner.
    pub(super) fn circular(&self) -> u64 {
        let one = |&[winner, loser]: &[u32; 2]| -> u64 {
            let (below, above) = (self.row(&self.over, loser), self.row(&self.under, winner));
            below.iter().zip(above).map(|(a, b)| u64::from((a & b).count_ones())).sum()
        };
        self.pairs.iter().inspect(|_| spend(self.words)).map(one).sum::<u64>() / 3
    }

    /// Triples with three majorities.
    pub(super) fn decided(&self) -> u64 {
        let one = |&[winner, loser]: &[u32; 2]| -> u64 {
            let (w, l) = (winner as usize * self.words, loser as usize * self.words);
            (0..self.words)
                .map(|k| (self.over[w + k] | self.under[w + k]) & (self.over[l + k] | self.under[l + k]))
                .map(|both| u64::from(both.count_ones()))
                .sum()
        };
        self.pairs.iter().inspect(|_| spend(self.words)).map(one).sum::<u64>() / 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All triples looked at one by one.
    fn brute(items: usize, margin: &dyn Fn(usize, usize) -> f64) -> (u64, u64) {
        let (mut decided, mut circular) = (0, 0);
        for a in 0..items {
            for b in a + 1..items {
                for c in b + 1..items {
                    let sides = [margin(a, b), margin(b, c), -margin(a, c)];
                    if sides.iter().all(|s| *s != 0.0) {
                        decided += 1;
                        circular +=
                            u64::from(sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0));
                    }
                }
            }
        }
        (decided, circular)
    }

    #[test]
    fn bits_agree_with_brute_force() {
        let mut random = Random::new(3, 0);
        for items in [3, 20, 64, 70] {
            let margins: Vec<f64> = (0..items * items).map(|_| random.below(4) as f64 - 1.0).collect();
            let mut graph = Majorities::new(items).unwrap();
            for a in 0..items {
                for b in a + 1..items {
                    graph.set([a as u32, b as u32], margins[a * items + b]);
                }
            }
            assert_eq!((graph.decided(), graph.circular()), brute(items, &|a, b| margins[a * items + b]));
            graph.clear();
            assert_eq!((graph.decided(), graph.circular()), (0, 0));
        }
    }

    #[test]
    fn draws_have_the_distribution_of_their_cell() {
        let cell = Cell { comparisons: 20, p: [0.5, 0.2, 0.1, 0.2], margin: 0.0 };
        let mut random = Random::new(8, 0);
        let draws: Vec<f64> = (0..20_000).map(|_| draw(&cell, &mut random)).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 20_000.0;
        // n (p - q), and n (p + q - (p - q)^2).
        assert!((mean - 6.0).abs() < 0.11, "{mean}");
        assert!((variance - 20.0 * (0.7 - 0.09)).abs() < 0.55, "{variance}");
        let certain = Cell { comparisons: 5, p: [1.0, 0.0, 0.0, 0.0], margin: 0.0 };
        assert_eq!(super::draw(&certain, &mut random), 5.0);
    }
}
