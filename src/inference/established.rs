//! The order that is established among items: which are significantly better than which.

use crate::interrupt::spend;
use crate::room::filled;

/// Pairs of items, the better first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Established {
    items: usize,
    /// Words of a row.
    width: usize,
    /// Row i: the items that i is better than, a bit each.
    rows: Vec<u64>,
}

impl Established {
    /// Nothing.
    pub(super) fn new(items: usize) -> Established {
        let width = items.div_ceil(64);
        Established { items, width, rows: filled(0, items * width) }
    }

    /// An item is better than another.
    pub(super) fn put(&mut self, better: usize, worse: usize) {
        self.rows[better * self.width + worse / 64] |= 1 << (worse % 64);
    }

    fn has(&self, better: usize, worse: usize) -> bool {
        self.rows[better * self.width + worse / 64] >> (worse % 64) & 1 == 1
    }

    /// Who is better than one that is better than a third is better than the third: if no pair is false, none of these is
    /// (Warshall 1962).
    pub(super) fn close(&mut self) {
        let width = self.width;
        let mut through = filled(0, width);
        for middle in 0..self.items {
            through.copy_from_slice(&self.rows[middle * width..][..width]);
            if through.iter().all(|word| *word == 0) {
                continue;
            }
            spend(self.items * (2 + width));
            for item in 0..self.items {
                if self.has(item, middle) {
                    let row = &mut self.rows[item * width..][..width];
                    row.iter_mut().zip(&through).for_each(|(word, more)| *word |= more);
                }
            }
        }
    }

    /// Calls `each` with every pair.
    pub(super) fn each(&self, mut each: impl FnMut(usize, usize)) {
        for better in 0..self.items {
            spend(2 * self.items);
            (0..self.items).filter(|&worse| self.has(better, worse)).for_each(|worse| each(better, worse));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Against paths of any length, of orders with more items than a word has bits.
    #[test]
    fn closed_pairs_are_those_with_a_path() {
        let mut random = Random::new(4, 0);
        for items in [0, 1, 5, 70] {
            let mut found = Established::new(items);
            let mut reach = vec![false; items * items];
            for i in 0..items {
                for j in i + 1..items {
                    if random.uniform() < 2.0 / items as f64 {
                        found.put(i, j);
                        reach[i * items + j] = true;
                    }
                }
            }
            // From the last on, whose paths are known.
            for i in (0..items).rev() {
                for j in (i + 1..items).filter(|j| reach[i * items + j]).collect::<Vec<_>>() {
                    (0..items).for_each(|k| reach[i * items + k] |= reach[j * items + k]);
                }
            }
            found.close();
            let mut pairs = Vec::new();
            found.each(|i, j| pairs.push((i, j)));
            let expected: Vec<(usize, usize)> =
                (0..items * items).filter(|&k| reach[k]).map(|k| (k / items, k % items)).collect();
            assert_eq!(pairs, expected);
        }
    }
}
