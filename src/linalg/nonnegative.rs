//! Minima of quadratic functions over numbers that are not negative.

use super::Factor;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::{Duplicate as _, Gather as _};

/// Of the largest element of b, how far a slope may be below zero for rounding.
const ROUNDING: f64 = 1e-13;

/// The x >= 0 with the least x'Gx / 2 - b'x, for a positive definite G of n rows, by the active sets of Lawson and Hanson
/// (1974, chapter 23), from a start that is not negative.
pub fn nonnegative(matrix: &[f64], b: &[f64], start: &[f64]) -> Result<Vec<f64>> {
    let n = b.len();
    let least = ROUNDING * b.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    let mut x = start.duplicate();
    let mut held: Vec<bool> = x.iter().map(|v| *v <= 0.0).gathered();
    // Numbers that were let go and came back at once, until something moves.
    let mut barred = vec![false; n];
    let mut factor = Factor::new(n)?;
    let mut entering = None;
    if held.iter().all(|held| *held) {
        entering = steepest(matrix, b, &x, &held, &barred, least);
        match entering {
            Some(at) => held[at] = false,
            None => return Ok(x),
        }
    }
    for _ in 0..10 * n + 100 {
        descend(&mut factor, matrix, b, &mut x, &mut held)?;
        match entering {
            Some(at) if held[at] => barred[at] = true,
            _ => barred.fill(false),
        }
        entering = steepest(matrix, b, &x, &held, &barred, least);
        match entering {
            Some(at) => held[at] = false,
            None => return Ok(x),
        }
    }
    Err(Error::Numeric(format!("a minimum over {n} numbers that are not negative was not found")))
}

/// The number held at zero along which the function falls most.
fn steepest(
    matrix: &[f64],
    b: &[f64],
    x: &[f64],
    held: &[bool],
    barred: &[bool],
    least: f64,
) -> Option<usize> {
    let n = b.len();
    spend(n * n);
    let mut most = (least, None);
    for at in (0..n).filter(|&at| held[at] && !barred[at]) {
        let row = &matrix[at * n..(at + 1) * n];
        let slope = b[at] - row.iter().zip(x).map(|(g, x)| g * x).sum::<f64>();
        if slope > most.0 {
            most = (slope, Some(at));
        }
    }
    most.1
}

/// Goes to the minimum over the numbers that are not held, and holds those that would become negative on the way.
fn descend(factor: &mut Factor, matrix: &[f64], b: &[f64], x: &mut [f64], held: &mut [bool]) -> Result<()> {
    while held.iter().any(|held| !held) {
        factor.matrix().copy_from_slice(matrix);
        spend(matrix.len());
        if !factor.factor_free(held) {
            return Err(Error::Numeric("a matrix of weights is not positive definite".into()));
        }
        let mut to = b.duplicate();
        factor.solve(&mut to);
        let (mut share, mut first) = (1.0, None);
        for at in (0..x.len()).filter(|&at| !held[at] && to[at] <= 0.0) {
            let room = if x[at] > 0.0 { x[at] / (x[at] - to[at]) } else { 0.0 };
            if first.is_none() || room < share {
                (share, first) = (room, Some(at));
            }
        }
        for at in (0..x.len()).filter(|&at| !held[at]) {
            x[at] = (x[at] + share * (to[at] - x[at])).max(0.0);
        }
        let Some(first) = first else { return Ok(()) };
        (x[first], held[first]) = (0.0, true);
        for at in (0..x.len()).filter(|&at| to[at] <= 0.0) {
            held[at] |= x[at] == 0.0;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The conditions of Karush, Kuhn and Tucker.
    fn is_least(matrix: &[f64], b: &[f64], x: &[f64]) -> bool {
        let n = b.len();
        (0..n).all(|i| {
            let slope: f64 = (0..n).map(|j| matrix[i * n + j] * x[j]).sum::<f64>() - b[i];
            x[i] >= 0.0 && if x[i] > 0.0 { slope.abs() < 1e-9 } else { slope > -1e-9 }
        })
    }

    #[test]
    fn minima_have_no_way_down() {
        for seed in 0..40 {
            let mut random = Random::new(seed, 0);
            let n = 1 + (seed as usize % 9);
            let root: Vec<f64> = (0..n * n).map(|_| random.normal()).collect();
            let mut matrix = vec![0.0; n * n];
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                matrix[i * n + j] = (0..n).map(|k| root[i * n + k] * root[j * n + k]).sum();
            }
            (0..n).for_each(|i| matrix[i * n + i] += 0.1);
            let b: Vec<f64> = (0..n).map(|_| random.normal() + 0.5).collect();
            let found = nonnegative(&matrix, &b, &vec![0.0; n]).unwrap();
            assert!(is_least(&matrix, &b, &found), "{seed}: {found:?}");
            // It is the only one, wherever one starts.
            let start: Vec<f64> = (0..n).map(|_| random.normal().abs()).collect();
            let again = nonnegative(&matrix, &b, &start).unwrap();
            assert!(found.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-9), "{seed}: {again:?}");
        }
        assert_eq!(nonnegative(&[2.0], &[-1.0], &[3.0]).unwrap(), [0.0]);
        assert!(nonnegative(&[], &[], &[]).unwrap().is_empty());
        assert!(matches!(nonnegative(&[0.0], &[1.0], &[0.0]), Err(Error::Numeric(_))));
    }
}
