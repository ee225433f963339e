//! Operations on plain vectors.

use crate::room::{self, Gather as _};

/// The dot product, in four partial sums, which the compiler can keep in one register.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 4;
    let mut sums = [0.0; LANES];
    let (mut left, mut right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (x, y) in (&mut left).zip(&mut right) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f64>() + rest
}

/// The sum, in eight partial ones: a number that is added to in a register again and again is waited for.
#[inline(always)]
pub(crate) fn sum(values: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let chunks = values.chunks_exact(8);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for lane in 0..8 {
            sums[lane] += chunk[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// The largest absolute value; zero of none.
pub(crate) fn largest(values: &[f64]) -> f64 {
    let mut most = [0.0; 8];
    let chunks = values.chunks_exact(8);
    let rest = chunks.remainder().iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    for chunk in chunks {
        for lane in 0..8 {
            let size = chunk[lane].abs();
            // False of NaN, as f64::max is.
            most[lane] = if size > most[lane] { size } else { most[lane] };
        }
    }
    most.iter().fold(rest, |m, v| m.max(*v))
}

/// As `all`, many of them looked at together.
#[inline]
pub(crate) fn all<T>(values: &[T], is: impl Fn(&T) -> bool) -> bool {
    values.chunks(64).all(|some| some.iter().fold(true, |all, value| all & is(value)))
}

/// Whether all are finite.
pub(crate) fn are_finite(values: &[f64]) -> bool {
    all(values, |value| value.is_finite())
}

/// The values, and behind them as many defaults as are missing.
#[inline(always)]
pub(crate) fn padded<T: Copy + Default, const N: usize>(some: &[T]) -> [T; N] {
    let mut all = [T::default(); N];
    all[..some.len()].copy_from_slice(some);
    all
}

/// Ranks from the highest score down, ties sharing the mean; NaN for NaN.
pub(crate) fn mean_ranks(scores: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..scores.len()).filter(|&i| !scores[i].is_nan()).gathered();
    // total_cmp tells 0 from -0, which are equal scores.
    let key = |i: usize| scores[i] + 0.0;
    room::sort_by(&mut order, |&i, &j| key(j).total_cmp(&key(i)));
    let mut ranks = vec![f64::NAN; scores.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&i, &j| scores[i] == scores[j]) {
        for &i in tied {
            ranks[i] = before as f64 + 0.5 * (tied.len() + 1) as f64;
        }
        before += tied.len();
    }
    ranks
}
