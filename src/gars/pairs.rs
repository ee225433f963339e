//! Loops over all pairs of several contexts at once: the same number of each stands side by side, so that the
//! compiler turns the loops into vector instructions, whatever the number of items. They are compiled for
//! several instruction sets, of which the widest runs, and only add, multiply, divide and compare: the bits
//! are the same with each, and those of a context do not depend on its neighbours.

use crate::error::Result;
use crate::room::reserve_filled;
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// Contexts side by side: as many numbers as a register of AVX2 has.
pub(super) const LANES: usize = 4;

/// A number of each of these contexts.
pub(super) type Lanes = [f64; LANES];

/// Element by element.
#[inline(always)]
pub(super) fn lanes(number: impl Fn(usize) -> f64) -> Lanes {
    let mut all = [0.0; LANES];
    for (lane, own) in all.iter_mut().enumerate() {
        *own = number(lane);
    }
    all
}

/// Zeros of all of them, or an error where memory is short.
pub(super) fn lanes_of(count: usize) -> Result<Vec<Lanes>> {
    reserve_filled(count, [0.0; LANES])
}

/// Probabilities and what follows from them: those of every context as they were given, pairs x C.
pub(super) struct Load<'a> {
    pub(super) from: [&'a [f64]; LANES],
    pub(super) items: usize,
    pub(super) categories: usize,
    /// w1 and w2.
    pub(super) weights: [&'a [f64]; 2],
    pub(super) floor: f64,
    /// Written: probabilities that sum to one, mu <- (1 - C eps) mu + eps, and their scores s1 and s2.
    pub(super) mu: &'a mut [Lanes],
    pub(super) s: [&'a mut [Lanes]; 2],
}

/// Findings in the probabilities of every context.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Loaded {
    /// Pairs whose probabilities are not all at least 0, or do not sum to one within 1e-6.
    pub(super) wrong: Lanes,
    /// How many were below the floor.
    pub(super) floored: Lanes,
}

impl Load<'_> {
    pub(super) fn run(self) -> Loaded {
        Arch::new().dispatch(self)
    }
}

impl WithSimd for Load<'_> {
    type Output = Loaded;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Loaded {
        // The usual numbers of categories are constants to the compiler.
        match self.categories {
            2 => self.all(2),
            3 => self.all(3),
            4 => self.all(4),
            c => self.all(c),
        }
    }
}

impl Load<'_> {
    #[inline(always)]
    fn all(self, c: usize) -> Loaded {
        let Load { from, items, weights, floor, mu, s: [first, second], .. } = self;
        let weights = [&weights[0][..c], &weights[1][..c]];
        let bounds = [floor, 1.0 - c as f64 * floor];
        let mut loaded = Loaded::default();
        let rows = first.chunks_exact_mut(items).zip(second.chunks_exact_mut(items));
        for (row, (mu, (first, second))) in mu.chunks_exact_mut(items * c).zip(rows).enumerate() {
            // A row at a time, which stays in the nearest cache.
            let cells = row * items * c..(row + 1) * items * c;
            side_by_side(from.map(|from| &from[cells.clone()]), mu);
            // On either side of the diagonal, which is ignored.
            for side in [0..row, row + 1..items] {
                let scores = first[side.clone()].iter_mut().zip(&mut second[side.clone()]);
                let mu = &mut mu[side.start * c..side.end * c];
                for (mu, (first, second)) in mu.chunks_exact_mut(c).zip(scores) {
                    ([*first, *second], loaded) = pair(mu, weights, bounds, loaded);
                }
            }
            mu[row * c..(row + 1) * c].fill([0.0; LANES]);
            first[row] = [0.0; LANES];
            second[row] = [0.0; LANES];
        }
        loaded
    }
}

/// Makes the probabilities of a pair sum to one, raises them to the floor and returns their scores, and what
/// was found so far. Every step is done in all lanes before the next.
#[inline(always)]
fn pair(
    mu: &mut [Lanes],
    weights: [&[f64]; 2],
    [floor, keep]: [f64; 2],
    Loaded { wrong, mut floored }: Loaded,
) -> ([Lanes; 2], Loaded) {
    let (mut sum, mut least) = ([0.0; LANES], [0.0; LANES]);
    for p in mu.iter() {
        sum = lanes(|lane| sum[lane] + p[lane]);
        // Written so that NaN stays in the sum, and negative numbers here.
        least = lanes(|lane| if p[lane] < least[lane] { p[lane] } else { least[lane] });
    }
    let off = lanes(|lane| sum[lane] - 1.0);
    let fine = |lane: usize| (off[lane].abs() <= 1e-6) & (least[lane] >= 0.0);
    let wrong = lanes(|lane| wrong[lane] + if fine(lane) { 0.0 } else { 1.0 });
    // One over the sum: what the series leaves out is below 1e-18.
    let scale = lanes(|lane| keep * (1.0 - off[lane] * (1.0 - off[lane])));
    let bound = lanes(|lane| floor * sum[lane]);
    let (mut s1, mut s2) = ([0.0; LANES], [0.0; LANES]);
    for (p, (w1, w2)) in mu.iter_mut().zip(weights[0].iter().zip(weights[1])) {
        floored = lanes(|lane| floored[lane] + if p[lane] < bound[lane] { 1.0 } else { 0.0 });
        let m = lanes(|lane| p[lane] * scale[lane] + floor);
        s1 = lanes(|lane| s1[lane] + w1 * m[lane]);
        s2 = lanes(|lane| s2[lane] + w2 * m[lane]);
        *p = m;
    }
    ([s1, s2], Loaded { wrong, floored })
}

/// Puts the numbers of contexts side by side.
#[inline(always)]
fn side_by_side(from: [&[f64]; LANES], to: &mut [Lanes]) {
    let whole = to.len() - to.len() % LANES;
    for at in (0..whole).step_by(LANES) {
        // A square block, which is turned in registers.
        let mut block = [[0.0; LANES]; LANES];
        for (own, from) in block.iter_mut().zip(from) {
            own.copy_from_slice(&from[at..at + LANES]);
        }
        for (number, to) in to[at..at + LANES].iter_mut().enumerate() {
            *to = lanes(|lane| block[lane][number]);
        }
    }
    for at in whole..to.len() {
        to[at] = lanes(|lane| from[lane][at]);
    }
}

/// Symmetric scores of K x K pairs: ssym_jk = (s1_jk + s2_kj) / 2.
pub(super) struct Symmetric<'a> {
    pub(super) items: usize,
    pub(super) s: [&'a [Lanes]; 2],
    pub(super) ssym: &'a mut [Lanes],
}

impl Symmetric<'_> {
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Symmetric<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Symmetric { items: k, s: [first, second], ssym } = self;
        for (j, (ssym, first)) in ssym.chunks_exact_mut(k).zip(first.chunks_exact(k)).enumerate() {
            let turned = second[j..].iter().step_by(k);
            for ((own, a), b) in ssym.iter_mut().zip(first).zip(turned) {
                *own = lanes(|lane| 0.5 * (a[lane] + b[lane]));
            }
        }
    }
}

/// Sums of the rows of a matrix.
pub(super) struct Rows<'a> {
    pub(super) matrix: &'a [Lanes],
    pub(super) out: &'a mut [Lanes],
}

impl Rows<'_> {
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Rows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Rows { matrix, out } = self;
        for (row, out) in matrix.chunks_exact(out.len()).zip(out) {
            *out = row.iter().fold([0.0; LANES], |sum, own| lanes(|lane| sum[lane] + own[lane]));
        }
    }
}

/// Row means of the log odds of K x K pairs.
pub(super) struct Project<'a> {
    pub(super) items: usize,
    pub(super) s: [&'a [Lanes]; 2],
    /// One minus these.
    pub(super) rest: [&'a [Lanes]; 2],
    /// Whether the odds from either side count, not only those of the lower item shown first.
    pub(super) paired: bool,
    pub(super) out: &'a mut [Lanes],
}

/// Number of odds, each at most one, whose product is taken before its logarithm.
const TOGETHER: usize = 32;

/// A product at least this large has lost no digits by underflow.
const SMALL: f64 = 1e-290;

impl Project<'_> {
    /// Returns for every context whether a score is so near to 0 that products underflow; there the result is undefined.
    pub(super) fn run(self) -> [bool; LANES] {
        Arch::new().dispatch(self)
    }
}

impl WithSimd for Project<'_> {
    type Output = [bool; LANES];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [bool; LANES] {
        // A constant to the compiler.
        if self.paired {
            self.all(true)
        } else {
            self.all(false)
        }
    }
}

impl Project<'_> {
    #[inline(always)]
    fn all(self, paired: bool) -> [bool; LANES] {
        let Project { items, s, rest, out, .. } = self;
        let mut vanish = [false; LANES];
        let scale = if paired { 0.25 } else { 0.5 } / items as f64;
        for (j, out) in out.iter_mut().enumerate() {
            *out = [0.0; LANES];
            for from in (0..items).step_by(TOGETHER) {
                let to = items.min(from + TOGETHER);
                let (mut above, mut below) = ([1.0; LANES], [1.0; LANES]);
                for k in from..to.min(j) {
                    let (a, b) = odds(s, rest, paired, k * items + j, j * items + k);
                    above = lanes(|lane| above[lane] * b[lane]);
                    below = lanes(|lane| below[lane] * a[lane]);
                }
                for k in from.max(j + 1)..to {
                    let (a, b) = odds(s, rest, paired, j * items + k, k * items + j);
                    above = lanes(|lane| above[lane] * a[lane]);
                    below = lanes(|lane| below[lane] * b[lane]);
                }
                for lane in 0..LANES {
                    // Written so that NaN vanishes too.
                    vanish[lane] |= !(above[lane] >= SMALL && below[lane] >= SMALL);
                    out[lane] += scale * (above[lane] / below[lane]).ln();
                }
            }
        }
        vanish
    }
}

/// The ratio whose logarithm is the edge of items j < k, but for its factor: numerator and denominator.
#[inline(always)]
fn odds(s: [&[Lanes]; 2], rest: [&[Lanes]; 2], paired: bool, jk: usize, kj: usize) -> (Lanes, Lanes) {
    let product = |a: &Lanes, b: &Lanes| lanes(|lane| a[lane] * b[lane]);
    let own = (product(&s[0][jk], &s[1][kj]), product(&rest[0][jk], &rest[1][kj]));
    if !paired {
        return own;
    }
    let other = (product(&rest[0][kj], &rest[1][jk]), product(&s[0][kj], &s[1][jk]));
    (product(&own.0, &other.0), product(&own.1, &other.1))
}
