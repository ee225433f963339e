//! Sums over many cells, cut in a fixed number of parts: each has sums of its own, which are added in order, so that bits
//! do not depend on how many threads do them.

use crate::room;
use crate::terms::Local;
use crate::threads;
use std::array::from_fn;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Parts of a sum. More would let more threads help, and cost those who have one: every part is as long as the parameters.
pub(super) const PARTS: usize = 4;

/// Cells from which sums are done in parts.
const MANY: usize = 1 << 16;

/// The workspace of sums over cells, allocated once.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) local: Local,
    parts: [Part; PARTS],
}

/// One part's own.
#[derive(Debug, Default)]
struct Part {
    local: Local,
    sums: Vec<f64>,
    value: f64,
}

/// Whether sums over this many cells, in this many parameters, are done in parts. It depends on the sizes alone.
pub(super) fn are_many(cells: usize, dimension: usize) -> bool {
    cells >= MANY && cells / PARTS >= dimension
}

/// The cells of a part.
fn cells(count: usize, part: usize) -> Range<usize> {
    let size = count.div_ceil(PARTS);
    (part * size).min(count)..((part + 1) * size).min(count)
}

/// The cells of each part of a list with one entry a cell; of an empty list, an empty slice.
pub(super) fn cut<T>(mut list: &mut [T]) -> [&mut [T]; PARTS] {
    let count = list.len();
    from_fn(|part| {
        let (own, rest) = std::mem::take(&mut list).split_at_mut(cells(count, part).len());
        list = rest;
        own
    })
}

impl Scratch {
    /// Adds to each of `outs`, as long as each other, what `work` adds to zeros for the cells of each part, given what is
    /// the part's own; the sum of what it returns.
    pub(super) fn sum<T: Send, const K: usize>(
        &mut self,
        count: usize,
        own: [T; PARTS],
        mut outs: [&mut [f64]; K],
        work: impl Fn(Range<usize>, T, [&mut [f64]; K], &mut Local) -> f64 + Sync,
    ) -> f64 {
        let length = outs.first().map_or(0, |out| out.len());
        let mut given = own.into_iter();
        let mut parts = self.parts.iter_mut();
        let tasks: [_; PARTS] = from_fn(|_| Mutex::new((parts.next(), given.next())));
        threads::each(PARTS, |at| {
            let mut task = tasks[at].lock().unwrap_or_else(PoisonError::into_inner);
            let (Some(part), Some(own)) = (task.0.take(), task.1.take()) else { return };
            if part.sums.len() == K * length {
                part.sums.fill(0.0);
            } else {
                part.sums = room::filled(0.0, K * length);
            }
            let mut rest = &mut part.sums[..];
            let sums = from_fn(|_| {
                let (own, others) = std::mem::take(&mut rest).split_at_mut(length);
                rest = others;
                own
            });
            part.value = work(cells(count, at), own, sums, &mut part.local);
        });
        for part in &self.parts {
            for (out, sums) in outs.iter_mut().zip(part.sums.chunks(length.max(1))) {
                out.iter_mut().zip(sums).for_each(|(out, sum)| *out += sum);
            }
        }
        self.parts.iter().map(|part| part.value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_all_cells_and_their_sums_are_added() {
        for count in [0, 1, 3, 10, 4_001] {
            let mut list: Vec<usize> = (0..count).collect();
            for threads in [1, 3] {
                threads::using(threads, || {
                    let mut scratch = Scratch::default();
                    let (mut first, mut second) = ([1.0; 3], [0.0; 3]);
                    for round in 1..3 {
                        let value = scratch.sum(
                            count,
                            cut(&mut list),
                            [&mut first, &mut second],
                            |range, own, [a, b], _| {
                                assert!(own.iter().copied().eq(range.clone()));
                                a[1] += range.len() as f64;
                                b[2] -= own.iter().sum::<usize>() as f64;
                                range.len() as f64
                            },
                        );
                        let all = count as f64;
                        assert_eq!(value, all);
                        assert_eq!(first, [1.0, 1.0 + f64::from(round) * all, 1.0]);
                        assert_eq!(second[2], -f64::from(round) * all * (all - 1.0).max(0.0) / 2.0);
                    }
                });
            }
        }
    }
}
