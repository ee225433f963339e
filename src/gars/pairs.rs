//! Loops over all pairs of one context, free of branches so that the compiler turns them into vector
//! instructions, and compiled for several instruction sets of which the widest runs. They only add,
//! multiply, divide and compare, so that the bits are the same with each.

use faer::traits::pulp::{Arch, Simd, WithSimd};

/// Pairs whose numbers stand side by side in registers.
const LANES: usize = 8;

/// What probabilities are and make: `from` as they were given, pairs x C.
pub(super) struct Load<'a> {
    pub(super) from: &'a [f64],
    pub(super) categories: usize,
    /// w1 and w2.
    pub(super) weights: [&'a [f64]; 2],
    pub(super) floor: f64,
    /// Written: probabilities that sum to one, mu <- (1 - C eps) mu + eps, and their scores s1 and s2.
    pub(super) mu: &'a mut [f64],
    pub(super) s: [&'a mut [f64]; 2],
}

/// What was found in probabilities.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loaded {
    /// Whether all are at least 0 and those of every pair sum to one within 1e-6.
    pub(super) valid: bool,
    /// How many were below the floor.
    pub(super) floored: usize,
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
        let Load { from, weights, floor, mu, s: [first, second], .. } = self;
        let weights = [&weights[0][..c], &weights[1][..c]];
        let whole = first.len() - first.len() % LANES;
        let mut wrong = [0.0; LANES];
        let mut floored = [0.0; LANES];
        let pairs = first[..whole].chunks_exact_mut(LANES).zip(second[..whole].chunks_exact_mut(LANES));
        let cells = from.chunks_exact(LANES * c).zip(mu.chunks_exact_mut(LANES * c));
        for ((from, mu), (first, second)) in cells.zip(pairs) {
            lanes::<LANES>(c, from, weights, floor, mu, [first, second], [&mut wrong, &mut floored]);
        }
        let pairs = first[whole..].chunks_exact_mut(1).zip(second[whole..].chunks_exact_mut(1));
        let cells = from[whole * c..].chunks_exact(c).zip(mu[whole * c..].chunks_exact_mut(c));
        for ((from, mu), (first, second)) in cells.zip(pairs) {
            let (mut one_wrong, mut one_floored) = ([0.0], [0.0]);
            lanes::<1>(c, from, weights, floor, mu, [first, second], [&mut one_wrong, &mut one_floored]);
            wrong[0] += one_wrong[0];
            floored[0] += one_floored[0];
        }
        Loaded { valid: wrong.iter().all(|w| *w == 0.0), floored: floored.iter().sum::<f64>() as usize }
    }
}

/// Some pairs side by side; counts go to the last two.
#[inline(always)]
fn lanes<const L: usize>(
    c: usize,
    from: &[f64],
    weights: [&[f64]; 2],
    floor: f64,
    mu: &mut [f64],
    [first, second]: [&mut [f64]; 2],
    [wrong, floored]: [&mut [f64; L]; 2],
) {
    let (from, mu) = (&from[..L * c], &mut mu[..L * c]);
    let keep = 1.0 - c as f64 * floor;
    let (mut sum, mut scale, mut least) = ([0.0; L], [0.0; L], [0.0; L]);
    for category in 0..c {
        for lane in 0..L {
            let p = from[lane * c + category];
            sum[lane] += p;
            // Written so that NaN stays in the sum, and negative numbers here.
            least[lane] = if p < least[lane] { p } else { least[lane] };
        }
    }
    for lane in 0..L {
        let off = (sum[lane] - 1.0).abs();
        let fine = off <= 1e-6 && least[lane] >= 0.0;
        wrong[lane] += if fine { 0.0 } else { 1.0 };
        scale[lane] = keep / sum[lane];
    }
    let (mut s1, mut s2) = ([0.0; L], [0.0; L]);
    for category in 0..c {
        let (w1, w2) = (weights[0][category], weights[1][category]);
        for lane in 0..L {
            let p = from[lane * c + category];
            floored[lane] += if p < floor * sum[lane] { 1.0 } else { 0.0 };
            let m = p * scale[lane] + floor;
            mu[lane * c + category] = m;
            s1[lane] += w1 * m;
            s2[lane] += w2 * m;
        }
    }
    first[..L].copy_from_slice(&s1);
    second[..L].copy_from_slice(&s2);
}

/// Symmetric scores of K x K pairs.
pub(super) struct Turn<'a> {
    pub(super) items: usize,
    /// s1 and s2, and their transposes, which are written.
    pub(super) s: [&'a [f64]; 2],
    pub(super) turned: [&'a mut [f64]; 2],
    /// Written: ssym_jk = (s1_jk + s2_kj) / 2 and its transpose.
    pub(super) ssym: [&'a mut [f64]; 2],
}

impl Turn<'_> {
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Turn { items: k, s: [s1, s2], turned: [t1, t2], ssym: [own, other] } = self;
        transpose(s1, t1, k);
        transpose(s2, t2, k);
        for (own, (a, b)) in own.iter_mut().zip(s1.iter().zip(&*t2)) {
            *own = 0.5 * (a + b);
        }
        for (other, (a, b)) in other.iter_mut().zip(t1.iter().zip(s2)) {
            *other = 0.5 * (a + b);
        }
        for j in 0..k {
            own[j * (k + 1)] = 0.0;
            other[j * (k + 1)] = 0.0;
        }
    }
}

/// Sums of the columns of a matrix, to be found in `out`.
pub(super) struct Columns<'a> {
    pub(super) matrix: &'a [f64],
    pub(super) out: &'a mut [f64],
}

impl Columns<'_> {
    pub(super) fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Columns<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Columns { matrix, out } = self;
        let k = out.len();
        let whole = k - k % NARROW;
        for from in (0..whole).step_by(NARROW) {
            let mut sums = [0.0; NARROW];
            for row in matrix.chunks_exact(k) {
                let row = &row[from..from + NARROW];
                for lane in 0..NARROW {
                    sums[lane] += row[lane];
                }
            }
            out[from..from + NARROW].copy_from_slice(&sums);
        }
        for (column, out) in out.iter_mut().enumerate().skip(whole) {
            *out = matrix.iter().skip(column).step_by(k).sum();
        }
    }
}

/// Row means of the log odds of K x K pairs, where one minus a score is the other score: the odds of j
/// against k are s1_jk s2_kj to s2_jk s1_kj.
pub(super) struct Project<'a> {
    pub(super) items: usize,
    pub(super) s: [&'a [f64]; 2],
    pub(super) turned: [&'a [f64]; 2],
    /// Room for K x K odds, above and below the line.
    pub(super) odds: [&'a mut [f64]; 2],
    pub(super) out: &'a mut [f64],
}

/// Products at least as large as this can be multiplied with each other.
pub(super) const SMALL: f64 = 1e-150;

impl Project<'_> {
    /// False where a score is so near to 0 that products vanish: nothing is then said.
    pub(super) fn run(self) -> bool {
        Arch::new().dispatch(self)
    }
}

impl WithSimd for Project<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        let Project { items: k, s, turned, odds: [a, b], out } = self;
        for (a, (x, y)) in a.iter_mut().zip(s[0].iter().zip(turned[1])) {
            *a = x * y;
        }
        for (b, (x, y)) in b.iter_mut().zip(s[1].iter().zip(turned[0])) {
            *b = x * y;
        }
        for j in 0..k {
            a[j * (k + 1)] = 1.0;
            b[j * (k + 1)] = 1.0;
        }
        if !(least(a) > SMALL && least(b) > SMALL) {
            return false;
        }
        let scale = 0.5 / k as f64;
        let whole = k - k % NARROW;
        for from in (0..whole).step_by(NARROW) {
            columns::<NARROW>(a, b, k, from, scale, &mut out[from..from + NARROW]);
        }
        for column in whole..k {
            columns::<1>(a, b, k, column, scale, &mut out[column..=column]);
        }
        true
    }
}

/// Means of the log odds of some columns: row j has what stands above the line for j, which stands below it
/// for the others.
#[inline(always)]
fn columns<const L: usize>(a: &[f64], b: &[f64], k: usize, from: usize, scale: f64, out: &mut [f64]) {
    let (mut above, mut below) = ([1.0; L], [1.0; L]);
    out.fill(0.0);
    for (a, b) in a.chunks_exact(k).zip(b.chunks_exact(k)) {
        let (a, b) = (&a[from..from + L], &b[from..from + L]);
        let mut small = false;
        for lane in 0..L {
            above[lane] *= b[lane];
            below[lane] *= a[lane];
            small |= above[lane] < SMALL || below[lane] < SMALL;
        }
        // A logarithm for as many rows as products stay within range.
        if small {
            take(&mut above, &mut below, scale, out);
        }
    }
    take(&mut above, &mut below, scale, out);
}

/// Columns side by side in a register.
const NARROW: usize = 4;

/// Adds the logarithms of products, which begin anew.
fn take(above: &mut [f64], below: &mut [f64], scale: f64, out: &mut [f64]) {
    for ((above, below), out) in above.iter_mut().zip(below).zip(out) {
        *out += scale * (*above / *below).ln();
        (*above, *below) = (1.0, 1.0);
    }
}

/// The least of some numbers, none of which is NaN.
#[inline(always)]
fn least(values: &[f64]) -> f64 {
    let mut least = [f64::INFINITY; LANES];
    let mut blocks = values.chunks_exact(LANES);
    for block in &mut blocks {
        for lane in 0..LANES {
            least[lane] = if block[lane] < least[lane] { block[lane] } else { least[lane] };
        }
    }
    let rest = blocks.remainder().iter().fold(f64::INFINITY, |a, b| if *b < a { *b } else { a });
    least.iter().fold(rest, |a, b| if *b < a { *b } else { a })
}

#[inline(always)]
fn transpose(from: &[f64], to: &mut [f64], k: usize) {
    // Square blocks, which stay in registers; then what is left at the ends.
    let whole = k - k % NARROW;
    for j in (0..whole).step_by(NARROW) {
        for i in (0..whole).step_by(NARROW) {
            let mut block = [[0.0; NARROW]; NARROW];
            for (lane, own) in block.iter_mut().enumerate() {
                own.copy_from_slice(&from[(i + lane) * k + j..][..NARROW]);
            }
            for lane in 0..NARROW {
                let own = block.map(|row| row[lane]);
                to[(j + lane) * k + i..][..NARROW].copy_from_slice(&own);
            }
        }
    }
    for j in 0..k {
        for i in if j < whole { whole..k } else { 0..k } {
            to[j * k + i] = from[i * k + j];
        }
    }
}
