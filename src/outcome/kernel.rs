//! The Bradley-Terry model for many cells at once, free of branches so that the compiler turns the loop
//! into vector instructions, and compiled for several instruction sets of which the widest runs. It
//! only adds, multiplies, divides and compares, so that the bits are the same with each.

use super::Counts;
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// Negative log-likelihood, its slope and its curvature at every z; slices of equal length.
pub(super) fn bradley_terry(counts: &[Counts], z: &[f64], out: [&mut [f64]; 3]) {
    Arch::new().dispatch(Cells { counts, z, out, of: Terms });
}

/// The sums of squared scores at every z; slices of equal length.
pub(super) fn bradley_terry_squares(counts: &[Counts], z: &[f64], out: &mut [f64]) {
    Arch::new().dispatch(Cells { counts, z, out: [out], of: Squares });
}

/// A computation of a few cells, with `N` results: a type and no closure, since a call of a closure is compiled for the
/// narrowest instruction set.
trait Of<const N: usize> {
    fn lanes(&self, counts: &[Counts], z: &[f64]) -> [Lanes; N];
}

struct Terms;
struct Squares;

struct Cells<'a, F, const N: usize> {
    counts: &'a [Counts],
    z: &'a [f64],
    out: [&'a mut [f64]; N],
    of: F,
}

/// Cells whose numbers stand side by side in registers.
const LANES: usize = 8;

type Lanes = [f64; LANES];

impl<F: Of<N>, const N: usize> WithSimd for Cells<'_, F, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Cells { counts, z, mut out, of } = self;
        let whole = z.len() - z.len() % LANES;
        for first in (0..whole).step_by(LANES) {
            let results = of.lanes(&counts[first..first + LANES], &z[first..first + LANES]);
            for (out, results) in out.iter_mut().zip(results) {
                out[first..first + LANES].copy_from_slice(&results);
            }
        }
        if whole < z.len() {
            let rest = z.len() - whole;
            let mut padded = ([Counts::default(); LANES], [0.0; LANES]);
            padded.0[..rest].copy_from_slice(&counts[whole..]);
            padded.1[..rest].copy_from_slice(&z[whole..]);
            for (out, results) in out.iter_mut().zip(of.lanes(&padded.0, &padded.1)) {
                out[whole..].copy_from_slice(&results[..rest]);
            }
        }
    }
}

impl Of<3> for Terms {
    #[inline(always)]
    fn lanes(&self, counts: &[Counts], z: &[f64]) -> [Lanes; 3] {
        let (mut left, mut right) = ([0.0; LANES], [0.0; LANES]);
        let (mut value, mut slope, mut weight) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            [left[lane], right[lane]] = counts[lane].halved();
        }
        for lane in 0..LANES {
            let (p, q, tail) = probabilities(z[lane]);
            let against = if z[lane] >= 0.0 { right[lane] } else { left[lane] };
            value[lane] = (left[lane] + right[lane]) * ln_1p_unit(tail) + against * z[lane].abs();
            slope[lane] = right[lane] * p - left[lane] * q;
            weight[lane] = (left[lane] + right[lane]) * p * q;
        }
        [value, slope, weight]
    }
}

impl Of<1> for Squares {
    #[inline(always)]
    fn lanes(&self, counts: &[Counts], z: &[f64]) -> [Lanes; 1] {
        let (mut win, mut loss, mut tie, mut out) = ([0.0; LANES], [0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            (win[lane], loss[lane], tie[lane]) = (counts[lane].win, counts[lane].loss, counts[lane].tie);
        }
        for lane in 0..LANES {
            let (p, q, _) = probabilities(z[lane]);
            let half = 0.5 * (p - q);
            out[lane] = win[lane] * q * q + loss[lane] * p * p + tie[lane] * half * half;
        }
        [out]
    }
}

/// The probabilities of left and right, and the smaller of them over the larger.
#[inline(always)]
fn probabilities(z: f64) -> (f64, f64, f64) {
    let tail = exp_negative(-z.abs());
    let big = 1.0 / (1.0 + tail);
    let small = tail * big;
    let up = z >= 0.0;
    (if up { big } else { small }, if up { small } else { big }, tail)
}

/// exp(x) for x <= 0, to the last bits: x = k log 2 + r, the Taylor polynomial of exp(r), times 2^k.
/// Below -708, where the result would lose bits, it is 0.
#[inline(always)]
pub(crate) fn exp_negative(x: f64) -> f64 {
    const HIGH: f64 = 0.693_147_180_369_123_8;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    // Adding and taking away 1.5 * 2^52 rounds to a whole number, which then stands in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const INVERSE_FACTORIALS: [f64; 14] = [
        1.0,
        1.0,
        1.0 / 2.0,
        1.0 / 6.0,
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5_040.0,
        1.0 / 40_320.0,
        1.0 / 362_880.0,
        1.0 / 3_628_800.0,
        1.0 / 39_916_800.0,
        1.0 / 479_001_600.0,
        1.0 / 6_227_020_800.0,
    ];
    let inside = if x > -708.0 { x } else { -708.0 };
    let shifted = inside * std::f64::consts::LOG2_E + ROUND;
    let k = shifted - ROUND;
    let r = (inside - k * HIGH) - k * LOW;
    // Estrin's scheme: a short chain of dependent products, so that lanes hide their latency.
    let c = &INVERSE_FACTORIALS;
    let (r2, r4) = (r * r, (r * r) * (r * r));
    let low =
        ((c[0] + c[1] * r) + (c[2] + c[3] * r) * r2) + ((c[4] + c[5] * r) + (c[6] + c[7] * r) * r2) * r4;
    let high = ((c[8] + c[9] * r) + (c[10] + c[11] * r) * r2) + (c[12] + c[13] * r) * r4;
    let sum = low + high * (r4 * r4);
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    if x > -708.0 {
        sum * scale
    } else {
        0.0
    }
}

/// log(1 + t) for t in [0, 1]: 2 atanh(t / (2 + t)), whose series converges like 9^-k.
#[inline(always)]
pub(crate) fn ln_1p_unit(t: f64) -> f64 {
    const INVERSE_ODD: [f64; 17] = [
        1.0,
        1.0 / 3.0,
        1.0 / 5.0,
        1.0 / 7.0,
        1.0 / 9.0,
        1.0 / 11.0,
        1.0 / 13.0,
        1.0 / 15.0,
        1.0 / 17.0,
        1.0 / 19.0,
        1.0 / 21.0,
        1.0 / 23.0,
        1.0 / 25.0,
        1.0 / 27.0,
        1.0 / 29.0,
        1.0 / 31.0,
        1.0 / 33.0,
    ];
    let s = t / (2.0 + t);
    let square = s * s;
    let (c, q) = (&INVERSE_ODD, square);
    let (q2, q4) = (q * q, (q * q) * (q * q));
    let q8 = q4 * q4;
    let low =
        ((c[0] + c[1] * q) + (c[2] + c[3] * q) * q2) + ((c[4] + c[5] * q) + (c[6] + c[7] * q) * q2) * q4;
    let mid = ((c[8] + c[9] * q) + (c[10] + c[11] * q) * q2)
        + ((c[12] + c[13] * q) + (c[14] + c[15] * q) * q2) * q4;
    2.0 * s * (low + (mid + c[16] * q8) * q8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{At, Outcome};

    #[test]
    fn elementary_functions_agree_with_the_standard_ones() {
        for at in 0..=7_200 {
            let x = -0.1 * f64::from(at);
            let (ours, theirs) = (exp_negative(x), x.exp());
            assert!((ours - theirs).abs() <= 6e-16 * theirs + 1e-307, "exp {x}: {ours} {theirs}");
            let t = theirs;
            let (ours, theirs) = (ln_1p_unit(t), t.ln_1p());
            assert!((ours - theirs).abs() <= 1e-15 * theirs + 1e-307, "log1p {t}: {ours} {theirs}");
        }
    }

    #[test]
    fn many_cells_agree_with_one_at_a_time() {
        let z: Vec<f64> = (0..43).map(|i| 35.0 * (f64::from(i) * 0.7).sin()).collect();
        let counts: Vec<Counts> = (0..43)
            .map(|i| Counts::new([f64::from(i % 5), f64::from(i % 3), f64::from(i % 2), 0.0]))
            .collect();
        let (mut value, mut slope, mut weight, mut square) = ([0.0; 43], [0.0; 43], [0.0; 43], [0.0; 43]);
        bradley_terry(&counts, &z, [&mut value, &mut slope, &mut weight]);
        bradley_terry_squares(&counts, &z, &mut square);
        for (cell, (c, &z)) in counts.iter().zip(&z).enumerate() {
            let one = Outcome::BradleyTerry.derivatives(c, At::new(z, 0.0));
            let squared = Outcome::BradleyTerry.squared_scores(c, At::new(z, 0.0)).zz;
            let single = [one.value, one.z, one.second.zz, squared];
            for (a, b) in single.into_iter().zip([value[cell], slope[cell], weight[cell], square[cell]]) {
                assert!((a - b).abs() <= 1e-14 * (1.0 + a.abs()), "{z}: {a} {b}");
            }
        }
    }
}
