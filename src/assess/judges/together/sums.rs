//! Sums over the units that two judges share, and how much each cluster moves a function of them.

use super::order::{Answer, Answers};
use super::shrink::pairs;
use crate::error::Result;
use crate::interrupt::spend;
use crate::progress::{Progress, Watch};
use crate::room::{self, Gather as _, Put as _};

/// Over the pairs of votes of two judges on the same units, that with the lower number first: the sums of e e', e^2, e'^2
/// and 1. Or the slopes of a function in these.
pub(super) type Sums = [f64; 4];

/// Progress is told after this many units.
const SOME: usize = 1 << 12;

fn products(a: &Answer, b: &Answer) -> Sums {
    [a.sum * b.sum, a.squares * b.votes, a.votes * b.squares, a.votes * b.votes]
}

/// The sums of all pairs of judges; above the diagonal of a matrix.
pub(super) fn sums(answers: &Answers, judges: usize, watch: Watch<'_>) -> Result<Vec<Sums>> {
    let mut sums: Vec<Sums> = room::reserve_filled(judges * judges, [0.0; 4])?;
    for (at, (_, unit)) in answers.all().enumerate() {
        for (i, a) in unit.iter().enumerate() {
            let row = &mut sums[a.judge as usize * judges..][..judges];
            for b in &unit[i + 1..] {
                let sum = &mut row[b.judge as usize];
                let more = products(a, b);
                (0..4).for_each(|k| sum[k] += more[k]);
            }
        }
        spend(unit.len() * unit.len());
        if at % SOME == 0 {
            watch(&Progress::of_parts(at as f64 / answers.units.len() as f64, at as u64))?;
        }
    }
    Ok(sums)
}

/// Functions of the sums, by their slopes.
pub(super) struct Slopes {
    functions: usize,
    /// Of every judge, those with a higher number in whose sums with it some function has a slope.
    others: Vec<Vec<u32>>,
    /// The slopes in these sums, function by function.
    slopes: Vec<Vec<Sums>>,
}

impl Slopes {
    /// Of functions with slopes above the diagonals of matrices.
    pub(super) fn new(of: &[Vec<Sums>], judges: usize) -> Slopes {
        let mut found = Slopes {
            functions: of.len(),
            others: (0..judges).map(|_| Vec::new()).gathered(),
            slopes: (0..judges).map(|_| Vec::new()).gathered(),
        };
        for (i, j) in pairs(judges) {
            let at = i * judges + j;
            if of.iter().any(|slopes| slopes[at] != [0.0; 4]) {
                found.others[i].put(j as u32);
                found.slopes[i].put_each(of.iter().map(|slopes| slopes[at]));
            }
            spend(of.len());
        }
        found
    }
}

/// The standard errors of functions by the infinitesimal jackknife over clusters (Jaeckel 1972): the first order of what
/// they become without each. NaN where there are fewer than two.
pub(super) fn standard_errors(
    answers: &Answers,
    of: &Slopes,
    clusters: usize,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let Slopes { functions, others, slopes } = of;
    let mut moves = room::reserve(clusters * functions)?;
    let mut is_met = room::reserve_filled(clusters, false)?;
    // Where a judge stands in the unit of this number.
    let mut places = vec![(usize::MAX, 0usize); others.len()];
    for (at, (cluster, unit)) in answers.all().enumerate() {
        for (place, answer) in unit.iter().enumerate() {
            places[answer.judge as usize] = (at, place);
        }
        let moves = &mut moves[cluster as usize * functions..][..*functions];
        let mut pairs = 0;
        for a in unit {
            let judge = a.judge as usize;
            for (other, slopes) in others[judge].iter().zip(slopes[judge].chunks(*functions)) {
                let (met, place) = places[*other as usize];
                if met != at {
                    continue;
                }
                let more = products(a, &unit[place]);
                for (moved, slopes) in moves.iter_mut().zip(slopes) {
                    *moved += (0..4).map(|k| slopes[k] * more[k]).sum::<f64>();
                }
                pairs += 1;
            }
            spend(others[judge].len());
        }
        is_met[cluster as usize] |= pairs > 0;
        spend(pairs * functions);
        if at % SOME == 0 {
            watch(&Progress::of_parts(at as f64 / answers.units.len() as f64, at as u64))?;
        }
    }
    let met: Vec<&[f64]> = moves
        .chunks(*functions)
        .zip(&is_met)
        .filter(|(_, is_met)| **is_met)
        .map(|(moves, _)| moves)
        .gathered();
    let count = met.len() as f64;
    if count < 2.0 {
        return Ok(vec![f64::NAN; *functions]);
    }
    let error = |function: usize| {
        let mean = met.iter().map(|moves| moves[function]).sum::<f64>() / count;
        let squares: f64 = met.iter().map(|moves| (moves[function] - mean).powi(2)).sum();
        (count / (count - 1.0) * squares).sqrt()
    };
    Ok((0..*functions).map(error).gathered())
}
