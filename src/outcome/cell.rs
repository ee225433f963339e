//! Arguments of an outcome model, the place and the counts of a cell, and its results.

use crate::terms::{COORDINATES, CUTS};

/// Outcomes that a comparison may have: left, right, tie and both bad, in this order.
pub const LEVELS: usize = 4;

/// The score of left at each outcome: what has no winner is half a win.
pub const SCORE: [f64; LEVELS] = [1.0, 0.0, 0.5, 0.5];

/// Numbers by outcome with the sides changed.
#[inline]
pub fn mirrored([left, right, rest @ ..]: [f64; LEVELS]) -> [f64; LEVELS] {
    let [tie, bad] = rest;
    [right, left, tie, bad]
}

/// The score that left may expect of these probabilities.
#[inline]
pub fn score(p: [f64; LEVELS]) -> f64 {
    p[0] + 0.5 * (p[2] + p[3])
}

/// The number of the threshold of ties, e in formulas.
pub const TIE: usize = 0;

/// The number of the threshold of "both bad", b in formulas.
pub const BAD: usize = 1;

/// Where an outcome model is evaluated: the predictor and the thresholds of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// The predictor.
    pub z: f64,
    /// The thresholds by their numbers; an outcome model reads those that it has.
    pub cuts: [f64; CUTS],
}

impl At {
    /// With a tie threshold alone.
    pub fn new(z: f64, e: f64) -> At {
        let mut cuts = [f64::NEG_INFINITY; CUTS];
        cuts[TIE] = e;
        At { z, cuts }
    }

    /// The tie threshold.
    #[inline(always)]
    pub fn e(&self) -> f64 {
        self.cuts[TIE]
    }

    /// The threshold of "both bad".
    #[inline(always)]
    pub fn b(&self) -> f64 {
        self.cuts[BAD]
    }

    /// The predictor and the thresholds in their order.
    #[inline(always)]
    pub fn coordinates(&self) -> [f64; COORDINATES] {
        std::array::from_fn(|k| if k == 0 { self.z } else { self.cuts[k - 1] })
    }
}

/// Counts of one cell by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Left preferred.
    pub win: f64,
    /// Right preferred.
    pub loss: f64,
    /// Ties.
    pub tie: f64,
    /// Votes "both bad", where they are an outcome of their own.
    pub bad: f64,
}

impl Counts {
    /// Counts in the order of [`super::Outcome::probabilities`].
    pub fn new([win, loss, tie, bad]: [f64; 4]) -> Counts {
        Counts { win, loss, tie, bad }
    }

    /// One comparison, by the place of its outcome among the probabilities.
    pub fn single(which: usize) -> Counts {
        Counts::new(std::array::from_fn(|k| f64::from(u8::from(k == which))))
    }

    /// The numbers in the order of [`super::Outcome::probabilities`].
    #[inline]
    pub fn numbers(&self) -> [f64; 4] {
        [self.win, self.loss, self.tie, self.bad]
    }

    /// All comparisons of the cell.
    #[inline]
    pub fn total(&self) -> f64 {
        self.win + self.loss + self.tie + self.bad
    }

    /// Wins and losses, a tie as half of each.
    #[inline]
    pub fn halved(&self) -> [f64; 2] {
        [self.win + 0.5 * self.tie, self.loss + 0.5 * self.tie]
    }

    /// Comparisons without a winner.
    #[inline]
    pub fn undecided(&self) -> f64 {
        self.tie + self.bad
    }

    /// The cell with its sides changed.
    pub fn swapped(&self) -> Counts {
        Counts::new(mirrored(self.numbers()))
    }

    /// Sets remainders of rounding, after comparisons were taken out, to zero, in counts divided by `unit`.
    pub(crate) fn round_off(&mut self, unit: f64) {
        *self = Counts::new(self.numbers().map(|n| if n < 1e-9 / unit { 0.0 } else { n }));
    }

    /// Adds a multiple of other counts.
    #[inline]
    pub fn add(&mut self, counts: &Counts, times: f64) {
        self.win += times * counts.win;
        self.loss += times * counts.loss;
        self.tie += times * counts.tie;
        self.bad += times * counts.bad;
    }
}

/// Negative log-likelihood of a cell and its derivatives in the predictor and the thresholds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Derivatives {
    /// Negative log-likelihood.
    pub value: f64,
    /// Derivatives in the coordinates.
    pub slopes: [f64; COORDINATES],
    /// Second derivative.
    pub second: QuadraticForm,
}

impl Derivatives {
    /// Of a model without thresholds.
    #[inline(always)]
    pub(super) fn of_z(value: f64, slope: f64, curvature: f64) -> Derivatives {
        let mut slopes = [0.0; COORDINATES];
        slopes[0] = slope;
        Derivatives { value, slopes, second: QuadraticForm::of_z(curvature) }
    }

    /// The derivative in z.
    #[inline(always)]
    pub fn z(&self) -> f64 {
        self.slopes[0]
    }
}

/// Entries of a symmetric form.
const PACKED: usize = COORDINATES * (COORDINATES + 1) / 2;

/// A symmetric form in the predictor and the thresholds: its lower triangle, row by row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct QuadraticForm {
    packed: [f64; PACKED],
}

/// Where an entry stands, `a` not before `b`.
#[inline(always)]
const fn place(a: usize, b: usize) -> usize {
    a * (a + 1) / 2 + b
}

impl QuadraticForm {
    /// The form of z alone.
    #[inline(always)]
    pub fn of_z(zz: f64) -> QuadraticForm {
        QuadraticForm::of([zz])
    }

    /// The form of the first entries of the lower triangle, row by row: those of z, then those of the first threshold.
    #[inline(always)]
    pub fn of<const N: usize>(first: [f64; N]) -> QuadraticForm {
        let mut packed = [0.0; PACKED];
        packed[..N].copy_from_slice(&first);
        QuadraticForm { packed }
    }

    /// The entry of two coordinates, of which z is 0.
    #[inline(always)]
    pub fn get(&self, a: usize, b: usize) -> f64 {
        self.packed[place(a.max(b), a.min(b))]
    }

    /// The entry of two coordinates, to be changed.
    #[inline(always)]
    pub fn entry(&mut self, a: usize, b: usize) -> &mut f64 {
        &mut self.packed[place(a.max(b), a.min(b))]
    }

    /// Changes every entry by what `of` makes of its two coordinates and its value.
    #[inline(always)]
    pub fn map(mut self, mut of: impl FnMut(usize, usize, f64) -> f64) -> QuadraticForm {
        for a in 0..COORDINATES {
            for b in 0..=a {
                let entry = &mut self.packed[place(a, b)];
                *entry = of(a, b, *entry);
            }
        }
        self
    }

    /// The coefficient of the square of z.
    #[inline(always)]
    pub fn zz(&self) -> f64 {
        self.packed[0]
    }

    /// The coefficients of the squares.
    #[inline(always)]
    pub fn diagonal(&self) -> [f64; COORDINATES] {
        std::array::from_fn(|k| self.packed[place(k, k)])
    }

    /// The rows of the symmetric matrix.
    #[inline(always)]
    pub fn rows(&self) -> [[f64; COORDINATES]; COORDINATES] {
        std::array::from_fn(|a| std::array::from_fn(|b| self.get(a, b)))
    }

    /// The product with a vector.
    #[inline]
    pub fn times(&self, v: [f64; COORDINATES]) -> [f64; COORDINATES] {
        self.rows().map(|row| crate::terms::product(row, v))
    }

    /// A root L of the form, L L', as the columns of the lower triangle L; a direction without curvature has a column of zeros.
    pub fn root(&self) -> [[f64; COORDINATES]; COORDINATES] {
        let mut left = self.rows();
        let mut columns = [[0.0; COORDINATES]; COORDINATES];
        for k in 0..COORDINATES {
            let pivot = left[k][k].max(0.0).sqrt();
            if pivot == 0.0 {
                continue;
            }
            let column: [f64; COORDINATES] =
                std::array::from_fn(|row| if row < k { 0.0 } else { left[row][k] / pivot });
            (k..COORDINATES).for_each(|a| (k..COORDINATES).for_each(|b| left[a][b] -= column[a] * column[b]));
            columns[k] = column;
        }
        columns
    }

    /// The information about z where the thresholds are unknown.
    pub fn of_z_alone(&self) -> f64 {
        // Thresholds are eliminated one after the other, as far as they are there.
        let mut left = *self;
        for cut in 1..COORDINATES {
            let (pivot, own) = (left.get(cut, cut), left.rows()[cut]);
            if pivot > 0.0 {
                left = left.map(
                    |a, b, value| if a == cut || b == cut { value } else { value - own[b] * own[a] / pivot },
                );
            }
        }
        left.zz()
    }

    /// Adds weight times the square of a vector.
    #[inline(always)]
    pub(super) fn add_square(&mut self, weight: f64, v: [f64; COORDINATES]) {
        for a in 0..COORDINATES {
            for b in 0..=a {
                self.packed[place(a, b)] += weight * v[b] * v[a];
            }
        }
    }
}
