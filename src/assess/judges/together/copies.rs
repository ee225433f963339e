//! Judges that are exact copies of another: each of its units is one of the other, with the same answers.

use super::super::place;
use super::order::is_one_unit;
use crate::comparisons::Set;
use crate::interrupt::spend;
use crate::room::{Gather as _, Put as _};

/// The answers of a judge on a unit, those for the item with the lower id first, and the sum of squared shares, which
/// tells two whole answers from halves.
type Said = [f64; 6];

/// The judges of which one may be a copy.
#[derive(Default)]
struct Candidates {
    units: usize,
    /// Judges that said the same on all of its units so far.
    same: Vec<usize>,
}

/// Of every judge, that of which it is a copy. `least`: fewer units are chance.
pub(super) fn copies(set: &Set, judges: usize, order: &[u32], least: usize) -> Vec<Option<usize>> {
    let cells = set.cells();
    let judge_of = |cell: u32| place(cells.judge[cell as usize], judges);
    let mut found: Vec<Candidates> = (0..judges).map(|_| Candidates::default()).gathered();
    let mut said: Vec<(usize, Said)> = Vec::new();
    // Where a judge stands among those who answered the unit of this number.
    let mut at = vec![(usize::MAX, 0usize); judges];
    for (unit, all) in order.chunk_by(|a, b| is_one_unit(set, *a, *b)).enumerate() {
        said.clear();
        for own in all.chunk_by(|a, b| judge_of(*a) == judge_of(*b)) {
            let judge = judge_of(own[0]);
            at[judge] = (unit, said.len());
            said.put((judge, of_cells(set, own)));
        }
        for (judge, own) in &said {
            let Candidates { units, same } = &mut found[*judge];
            if *units == 0 {
                let others = said.iter().filter(|(other, theirs)| other != judge && theirs == own);
                same.put_each(others.map(|(other, _)| *other));
                spend(said.len());
            } else {
                same.retain(|&other| at[other].0 == unit && said[at[other].1].1 == *own);
                spend(same.len());
            }
            *units += 1;
        }
        spend(20 * all.len());
    }
    // Of those who gave each other's answers the one with more units is the first, else the one with the lower id.
    let rank = |judge: usize| (found[judge].units, usize::MAX - judge);
    let of = |judge: usize| {
        let first = found[judge].same.iter().copied().max_by_key(|&other| rank(other))?;
        (found[judge].units >= least && rank(first) > rank(judge)).then_some(first)
    };
    (0..judges).map(of).gathered()
}

fn of_cells(set: &Set, own: &[u32]) -> Said {
    let cells = set.cells();
    let mut said = [0.0; 6];
    for &cell in own {
        let cell = cell as usize;
        let [left, right, rest @ ..] = cells.counts[cell];
        let is_low = cells.left[cell] < cells.right[cell];
        let [low, high] = if is_low { [left, right] } else { [right, left] };
        let squares = cells.shares(cell).map_or(1.0, |shares| shares.iter().map(|s| s * s).sum());
        let votes = left + right + rest.iter().sum::<f64>();
        let more = [low, high, rest[0], rest[1], rest[2], votes * squares];
        (0..6).for_each(|k| said[k] += more[k]);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::set;
    use super::super::order::by_unit;
    use super::*;

    fn found(rows: &[[u32; 5]], judges: usize, least: usize) -> Vec<Option<usize>> {
        let set = set(rows);
        copies(&set, judges, &by_unit(&set), least)
    }

    #[test]
    fn a_part_is_a_copy_of_the_whole() {
        // Judge 1 answers all, judge 0 the first half of it, judge 2 a quarter, in the other order; judge 3 all but one alike.
        let mut rows = Vec::new();
        for context in 0..8 {
            let answer = 1 + context % 3;
            let turned = if answer < 3 { 3 - answer } else { 3 };
            rows.push([context, 1, 0, 1, answer]);
            rows.extend((context < 4).then_some([context, 0, 0, 1, answer]));
            rows.extend((context < 2).then_some([context, 2, 1, 0, turned]));
            rows.push([context, 3, 0, 1, if context == 7 { 3 } else { answer }]);
        }
        assert_eq!(found(&rows, 4, 2), [Some(1), None, Some(1), None]);
        assert_eq!(found(&rows, 4, 3), [Some(1), None, None, None]);
        assert_eq!(found(&rows, 4, 9), [None; 4]);
        // Two that are the same: the second is the copy.
        let twice: Vec<[u32; 5]> =
            (0..4).flat_map(|context| [5, 2].map(|judge| [context, judge, 0, 1, 1])).collect();
        assert_eq!(found(&twice, 6, 4)[2..], [None, None, None, Some(2)]);
    }
}
