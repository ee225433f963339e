//! The Bradley-Terry model for many cells at once, free of branches so that the compiler turns the loop
//! into vector instructions, and compiled for several instruction sets of which the widest runs. It
//! only adds, multiplies, divides and compares, so that the bits are the same with each.

use super::Counts;
use crate::vectors::padded;
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
    fn lanes(&self, counts: &[Counts; LANES], z: &Lanes) -> [Lanes; N];
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
        let blocks = counts.chunks(LANES).zip(z.chunks(LANES));
        for (first, (counts, z)) in (0..).step_by(LANES).zip(blocks) {
            let filled;
            let (counts, of_z) = match (counts.first_chunk(), z.first_chunk()) {
                (Some(counts), Some(z)) => (counts, z),
                _ => {
                    filled = (padded(counts), padded(z));
                    (&filled.0, &filled.1)
                }
            };
            for (out, results) in out.iter_mut().zip(of.lanes(counts, of_z)) {
                match out[first..].first_chunk_mut() {
                    Some(out) => *out = results,
                    None => out[first..].copy_from_slice(&results[..z.len()]),
                }
            }
        }
    }
}

impl Of<3> for Terms {
    #[inline(always)]
    fn lanes(&self, counts: &[Counts; LANES], z: &Lanes) -> [Lanes; 3] {
        let [win, loss, tie] = columns(counts);
        let (mut value, mut slope, mut weight) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            let (left, right) = (win[lane] + 0.5 * tie[lane], loss[lane] + 0.5 * tie[lane]);
            let size = z[lane].abs();
            let tail = exp_negative(-size);
            // Both by one division: 1 / (1 + t), and t / (2 + t) for the logarithm of 1 + t.
            let (one, two) = (1.0 + tail, 2.0 + tail);
            let inverse = 1.0 / (one * two);
            let (p, q) = probabilities(z[lane], tail, two * inverse);
            let log = twice_atanh(tail * one * inverse);
            // The count of those that lost against the odds: of the right where z is positive, else of the left.
            let against = right * (size + z[lane]) + left * (size - z[lane]);
            value[lane] = (left + right) * log + 0.5 * against;
            slope[lane] = right * p - left * q;
            weight[lane] = (left + right) * p * q;
        }
        [value, slope, weight]
    }
}

/// Wins, losses and ties: sums of single numbers, as `Counts::halved` makes them, would be waited for.
#[inline(always)]
fn columns(counts: &[Counts; LANES]) -> [Lanes; 3] {
    [counts.each_ref().map(|c| c.win), counts.each_ref().map(|c| c.loss), counts.each_ref().map(|c| c.tie)]
}

impl Of<1> for Squares {
    #[inline(always)]
    fn lanes(&self, counts: &[Counts; LANES], z: &Lanes) -> [Lanes; 1] {
        let [win, loss, tie] = columns(counts);
        let mut out = [0.0; LANES];
        for lane in 0..LANES {
            let tail = exp_negative(-z[lane].abs());
            let (p, q) = probabilities(z[lane], tail, 1.0 / (1.0 + tail));
            let half = 0.5 * (p - q);
            out[lane] = win[lane] * q * q + loss[lane] * p * p + tie[lane] * half * half;
        }
        [out]
    }
}

/// The probabilities of left and right, the larger of which is given, of odds of the smaller.
#[inline(always)]
fn probabilities(z: f64, odds: f64, large: f64) -> (f64, f64) {
    let small = odds * large;
    let up = z >= 0.0;
    (if up { large } else { small }, if up { small } else { large })
}

/// exp(x) for x <= 0, to the last bits: x = k log 2 + r, a polynomial in r, times 2^k. The polynomial is 1 + r and r^2 times
/// that which meets (exp(r) - 1 - r) / r^2 at the Chebyshev nodes: off by less than 2e-17 of exp(r), two terms before
/// Taylor's. Below -708, where the result would lose bits, it is 0.
#[inline(always)]
pub(crate) fn exp_negative(x: f64) -> f64 {
    const HIGH: f64 = 0.693_147_180_369_123_8;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    // Adding and taking away 1.5 * 2^52 rounds to a whole number, which then stands in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const TERMS: [f64; 12] = [
        1.0,
        1.0,
        0.500_000_000_000_000_1,
        0.166_666_666_666_666_69,
        0.041_666_666_666_624_164,
        0.008_333_333_333_330_065,
        0.001_388_888_891_719_671_9,
        0.000_198_412_698_630_405_45,
        2.480_152_132_236_842_8e-05,
        2.755_726_848_030_982e-06,
        2.762_007_588_010_901_4e-07,
        2.510_037_583_265_786e-08,
    ];
    let inside = if x > -708.0 { x } else { -708.0 };
    let shifted = inside * std::f64::consts::LOG2_E + ROUND;
    let k = shifted - ROUND;
    let r = (inside - k * HIGH) - k * LOW;
    // Estrin's scheme: a short chain of dependent products, so that lanes hide their latency.
    let c = &TERMS;
    let (r2, r4) = (r * r, (r * r) * (r * r));
    let low =
        ((c[0] + c[1] * r) + (c[2] + c[3] * r) * r2) + ((c[4] + c[5] * r) + (c[6] + c[7] * r) * r2) * r4;
    let high = (c[8] + c[9] * r) + (c[10] + c[11] * r) * r2;
    let sum = low + high * (r4 * r4);
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    if x > -708.0 {
        sum * scale
    } else {
        0.0
    }
}

/// log(1 + t) for t in [0, 1].
#[inline(always)]
pub(crate) fn ln_1p_unit(t: f64) -> f64 {
    twice_atanh(t / (2.0 + t))
}

/// 2 atanh(s), which is log(1 + t) of s = t / (2 + t), for s in [0, 1/3]: s times a polynomial in its square that meets
/// atanh(s) / s at the Chebyshev nodes: off by less than 3e-18 of it, with six terms fewer than its series needs.
#[inline(always)]
fn twice_atanh(s: f64) -> f64 {
    const TERMS: [f64; 11] = [
        1.0,
        0.333_333_333_333_330_76,
        0.200_000_000_000_928_74,
        0.142_857_142_727_270_57,
        0.111_111_120_403_738_37,
        0.090_908_704_162_524_03,
        0.076_933_070_211_520_04,
        0.066_501_870_163_373_13,
        0.060_550_843_640_346_09,
        0.041_622_532_559_304_1,
        0.085_220_817_813_906_99,
    ];
    let (c, q) = (&TERMS, s * s);
    let (q2, q4) = (q * q, (q * q) * (q * q));
    let low =
        ((c[0] + c[1] * q) + (c[2] + c[3] * q) * q2) + ((c[4] + c[5] * q) + (c[6] + c[7] * q) * q2) * q4;
    let high = (c[8] + c[9] * q) + c[10] * q2;
    2.0 * s * (low + high * (q4 * q4))
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
            let squared = Outcome::BradleyTerry.squared_scores(c, At::new(z, 0.0)).zz();
            let single = [one.value, one.z(), one.second.zz(), squared];
            for (a, b) in single.into_iter().zip([value[cell], slope[cell], weight[cell], square[cell]]) {
                assert!((a - b).abs() <= 1e-14 * (1.0 + a.abs()), "{z}: {a} {b}");
            }
        }
    }
}
