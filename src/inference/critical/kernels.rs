//! The inner loops of sign flips: T^2 = S^2 / (A - 2 S U + H S^2) of many differences, for S and U of each draw. They only add,
//! multiply, divide and compare, so that the bits are the same with every instruction set.

use super::largest::{between_looks, larger};
use super::simulation::{lanes, LANES};
use crate::error::Result;
use crate::interrupt::spend;
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// A variance that cancels to less than this share of A is rounding only.
const ROUNDING: f64 = 1e-14;

/// T |T|, of the sign of S.
#[inline(always)]
fn signed_square(s: f64, u: f64, a: f64, h: f64) -> f64 {
    s * s.abs() / larger(a + s * (h * s - 2.0 * u), ROUNDING * a)
}

/// The rows of a symmetric matrix below its diagonal, in whole lanes; infinite elsewhere.
pub(super) fn below_diagonal(squares: &[f64], n: usize) -> Result<Vec<[f64; LANES]>> {
    let blocks = n.div_ceil(LANES);
    let mut bars = lanes(n * blocks)?;
    bars.as_flattened_mut().fill(f64::INFINITY);
    for (i, bars) in bars.chunks_exact_mut(blocks.max(1)).enumerate() {
        spend(i);
        bars.as_flattened_mut()[..i].copy_from_slice(&squares[i * n..][..i]);
    }
    Ok(bars)
}

/// T^2 of the value that has the largest of each draw, whose lanes are those of S and then those of U.
pub(super) fn largest_single(values: &[[f64; LANES]], bars: &[[f64; LANES]], h: f64, out: &mut [f64]) {
    Arch::new().dispatch(Single { values, bars, h, out });
}

struct Single<'a> {
    values: &'a [[f64; LANES]],
    bars: &'a [[f64; LANES]],
    h: f64,
    out: &'a mut [f64],
}

impl WithSimd for Single<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let blocks = self.bars.len();
        for (draw, out) in self.values.chunks_exact(2 * blocks.max(1)).zip(self.out) {
            let (s, u) = draw.split_at(blocks);
            let mut largest = [0.0; LANES];
            for ((s, u), a) in s.iter().zip(u).zip(self.bars) {
                for lane in 0..LANES {
                    largest[lane] =
                        larger(signed_square(s[lane], u[lane], a[lane], self.h).abs(), largest[lane]);
                }
            }
            *out = largest.into_iter().fold(0.0, larger);
        }
    }
}

/// The same of the differences of pairs, whose A are the rows of `bars` below the diagonal.
pub(super) fn largest_pair(
    values: &[[f64; LANES]],
    bars: &[[f64; LANES]],
    n: usize,
    h: f64,
    out: &mut [f64],
    check: &mut dyn FnMut() -> Result<()>,
) -> Result<()> {
    let instructions = Arch::new();
    let blocks = n.div_ceil(LANES).max(1);
    let some = between_looks(2 * n, 32);
    for (values, out) in values.chunks(2 * blocks * some).zip(out.chunks_mut(some)) {
        check()?;
        spend(out.len() * n * n / 2);
        instructions.dispatch(OfPairs { values, bars, blocks, h, out });
    }
    Ok(())
}

struct OfPairs<'a> {
    values: &'a [[f64; LANES]],
    bars: &'a [[f64; LANES]],
    blocks: usize,
    h: f64,
    out: &'a mut [f64],
}

impl WithSimd for OfPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let blocks = self.blocks;
        for (draw, out) in self.values.chunks_exact(2 * blocks).zip(self.out) {
            let (s, u) = draw.split_at(blocks);
            let mut largest = [0.0; LANES];
            for (i, bars) in self.bars.chunks_exact(blocks).enumerate() {
                let (own_s, own_u) = (s[i / LANES][i % LANES], u[i / LANES][i % LANES]);
                let used = i.div_ceil(LANES);
                for ((s, u), a) in s[..used].iter().zip(&u[..used]).zip(&bars[..used]) {
                    for lane in 0..LANES {
                        let square = signed_square(own_s - s[lane], own_u - u[lane], a[lane], self.h);
                        largest[lane] = larger(square.abs(), largest[lane]);
                    }
                }
            }
            *out = largest.into_iter().fold(0.0, larger);
        }
    }
}

/// The differences of one value with several, of which it leads some and follows others: A of each, infinite of the rest.
pub(super) struct Row {
    pub(super) at: usize,
    pub(super) leads: Vec<[f64; LANES]>,
    pub(super) follows: Vec<[f64; LANES]>,
}

/// T |T| of the largest lead of each draw, at least zero.
pub(super) fn largest_lead(draw: &[[f64; LANES]], rows: &[Row], h: f64) -> f64 {
    Arch::new().dispatch(OfRows { draw, rows, h })
}

struct OfRows<'a> {
    draw: &'a [[f64; LANES]],
    rows: &'a [Row],
    h: f64,
}

impl WithSimd for OfRows<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let (s, u) = self.draw.split_at(self.draw.len() / 2);
        let mut largest = [0.0; LANES];
        for Row { at, leads, follows } in self.rows {
            let (own_s, own_u) = (s[at / LANES][at % LANES], u[at / LANES][at % LANES]);
            for (((s, u), lead), follow) in s.iter().zip(u).zip(leads).zip(follows) {
                for lane in 0..LANES {
                    let (d, v) = (own_s - s[lane], own_u - u[lane]);
                    let up = signed_square(d, v, lead[lane], self.h);
                    let down = -signed_square(d, v, follow[lane], self.h);
                    largest[lane] = larger(larger(up, down), largest[lane]);
                }
            }
        }
        largest.into_iter().fold(0.0, larger)
    }
}
