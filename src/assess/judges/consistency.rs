//! Whether the preferences of a judge go round in circles (Kendall and Babington Smith 1940).

use super::{folded, judges, place};
use crate::assess::triads::Majorities;
use crate::comparisons::{Set, NONE};
use crate::error::Result;
use crate::progress::{Progress, Watch};
use crate::room::{self, with_room, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// The triads of a judge: triples of items whose three pairs all have a majority among its votes. For
/// random answers the expected share of circular ones is 1/4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Consistency {
    /// Triads, all contexts together.
    pub triads: u64,
    /// Those of them that are circular.
    pub circular: u64,
    /// Triads within a context, all contexts added up.
    pub within: u64,
    /// Those of them that are circular.
    pub circular_within: u64,
}

/// The columns of [`consistency`], each row with its judge.
pub static TRIADS: Schema<(usize, Consistency)> = Schema {
    name: "set_triads",
    title: c"Circular triads of judges",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |(judge, _)| Some(*judge)),
        SchemaColumn::i64(c"triads", c"triads", c"Triads, majorities taken over all contexts.", |(_, c)| {
            Some(c.triads as i64)
        }),
        SchemaColumn::i64(c"circular", c"triads", c"Those of them that are circular.", |(_, c)| {
            Some(c.circular as i64)
        }),
        SchemaColumn::i64(
            c"within",
            c"triads",
            c"Triads within single contexts, over all contexts added up; comparisons without a context are in none.",
            |(_, c)| Some(c.within as i64),
        ),
        SchemaColumn::i64(c"circular_within", c"triads", c"Those of them that are circular.", |(_, c)| {
            Some(c.circular_within as i64)
        }),
    ],
};

/// A vote for the first of a pair, by wins less losses.
struct Edge {
    judge: usize,
    pair: [u32; 2],
    margin: f64,
}

/// The triads of every judge.
pub fn consistency(set: &Set, watch: Watch<'_>) -> Result<Vec<Consistency>> {
    let cells = set.cells();
    let rows = judges(set);
    let mut found = vec![Consistency::default(); rows];
    let mut edges = with_room(cells.len());
    for (cell, counts) in cells.counts.iter().enumerate() {
        let (left, right) = (cells.left[cell], cells.right[cell]);
        let [wins, losses, _] = folded(counts);
        let margin = if left < right { wins - losses } else { losses - wins };
        let pair = [left.min(right), left.max(right)];
        edges.push(Edge { judge: place(cells.judge[cell], rows), pair, margin });
    }
    // Cells come by context and judge.
    let mut from = 0;
    let both = cells.context.iter().zip(&cells.judge).gathered();
    for run in both.chunk_by(|a, b| a == b) {
        let of = &edges[from..from + run.len()];
        if *run[0].0 != NONE && of.len() > 2 {
            let (triads, circular) = triads(of)?;
            found[of[0].judge].within += triads;
            found[of[0].judge].circular_within += circular;
        }
        from += run.len();
    }
    room::sort_by_key(&mut edges, |edge| edge.judge);
    for (at, of) in edges.chunk_by(|a, b| a.judge == b.judge).enumerate() {
        (found[of[0].judge].triads, found[of[0].judge].circular) = triads(of)?;
        let fraction = (at + 1) as f64 / rows as f64;
        watch(&Progress::of_parts(fraction, at as u64))?;
    }
    Ok(found)
}

/// Triads, and those that are circular.
fn triads(edges: &[Edge]) -> Result<(u64, u64)> {
    let mut items: Vec<u32> = edges.iter().flat_map(|edge| edge.pair).gathered();
    items.sort_unstable();
    items.dedup();
    // Only the items that are compared take room.
    let local = |item: u32| items.partition_point(|other| *other < item) as u32;
    let mut sums: Vec<([u32; 2], f64)> =
        edges.iter().map(|edge| (edge.pair.map(local), edge.margin)).gathered();
    room::sort_by_key(&mut sums, |(pair, _)| *pair);
    let mut graph = Majorities::new(items.len())?;
    for run in sums.chunk_by(|a, b| a.0 == b.0) {
        graph.set(run[0].0, run.iter().map(|(_, margin)| margin).sum());
    }
    Ok((graph.decided(), graph.circular()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::set;
    use super::*;
    use crate::progress::unwatched;
    use crate::random::Random;

    #[test]
    fn circles_within_a_context_and_over_all() {
        // In context 0 judge 0 goes round 0, 1, 2; in 1 and 2 it does not, and so not by majority. Judge 1
        // answers one pair each in three contexts, and goes round over all alone.
        let set = set(&[
            [0, 0, 0, 7, 1],
            [0, 0, 7, 9, 1],
            [0, 0, 9, 0, 1],
            [1, 0, 7, 0, 2],
            [1, 0, 7, 9, 1],
            [1, 0, 0, 9, 1],
            [2, 0, 0, 9, 1],
            [0, 1, 0, 1, 1],
            [1, 1, 1, 2, 1],
            [2, 1, 2, 0, 1],
        ]);
        let found = consistency(&set, &mut unwatched()).unwrap();
        assert_eq!(found[0], Consistency { triads: 1, circular: 0, within: 2, circular_within: 1 });
        assert_eq!(found[1], Consistency { triads: 1, circular: 1, within: 0, circular_within: 0 });
    }

    #[test]
    fn a_coin_goes_round_in_a_quarter() {
        let mut random = Random::new(4, 0);
        let mut rows = Vec::new();
        for context in 0..40 {
            for left in 0..8 {
                rows.extend((0..left).map(|right| [context, 0, left, right, 1 + random.below(2) as u32]));
            }
        }
        let found = consistency(&set(&rows), &mut unwatched()).unwrap()[0];
        assert_eq!(found.within, 40 * 56);
        // Kendall and Babington Smith: variance 3/16 of a triad, uncorrelated between triads.
        let mean = 0.25 * found.within as f64;
        let deviation = (3.0 / 16.0 * found.within as f64).sqrt();
        assert!((found.circular_within as f64 - mean).abs() < 4.0 * deviation, "{found:?}");
    }
}
