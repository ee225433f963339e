//! Arguments of an outcome model, the place and the counts of a cell, and its results.

/// Where an outcome model is evaluated: the predictor and the thresholds of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// The predictor.
    pub z: f64,
    /// The tie threshold; outcome models without one do not read it.
    pub e: f64,
    /// The threshold of "both bad"; outcome models without one do not read it.
    pub b: f64,
}

impl At {
    /// Without the outcome both bad.
    pub fn new(z: f64, e: f64) -> At {
        At { z, e, b: f64::NEG_INFINITY }
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
        Counts { win: self.loss, loss: self.win, ..*self }
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

/// Negative log-likelihood of a cell and its derivatives in (z, e, b).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Derivatives {
    /// Negative log-likelihood.
    pub value: f64,
    /// Derivative in z.
    pub z: f64,
    /// Derivative in e.
    pub e: f64,
    /// Derivative in b.
    pub b: f64,
    /// Second derivative.
    pub second: QuadraticForm,
}

impl Derivatives {
    /// The derivatives in z, e and b.
    #[inline]
    pub fn slopes(&self) -> [f64; 3] {
        [self.z, self.e, self.b]
    }
}

/// A symmetric form in (z, e, b).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct QuadraticForm {
    /// Coefficient of z z.
    pub zz: f64,
    /// Coefficient of z e.
    pub ze: f64,
    /// Coefficient of e e.
    pub ee: f64,
    /// Coefficient of z b.
    pub zb: f64,
    /// Coefficient of e b.
    pub eb: f64,
    /// Coefficient of b b.
    pub bb: f64,
}

impl QuadraticForm {
    /// The form of z alone.
    #[inline]
    pub fn of_z(zz: f64) -> QuadraticForm {
        QuadraticForm { zz, ..QuadraticForm::default() }
    }

    /// The rows of the symmetric matrix.
    #[inline]
    pub fn rows(&self) -> [[f64; 3]; 3] {
        [[self.zz, self.ze, self.zb], [self.ze, self.ee, self.eb], [self.zb, self.eb, self.bb]]
    }

    /// The product with a vector (z, e, b).
    #[inline]
    pub fn times(&self, [z, e, b]: [f64; 3]) -> [f64; 3] {
        self.rows().map(|row| row[0] * z + row[1] * e + row[2] * b)
    }

    /// A root L of the form, L L', as the columns of the lower triangle L; a direction without curvature has a column of zeros.
    pub fn root(&self) -> [[f64; 3]; 3] {
        let mut left = self.rows();
        let mut columns = [[0.0; 3]; 3];
        for k in 0..3 {
            let pivot = left[k][k].max(0.0).sqrt();
            if pivot == 0.0 {
                continue;
            }
            let column: [f64; 3] =
                std::array::from_fn(|row| if row < k { 0.0 } else { left[row][k] / pivot });
            (k..3).for_each(|a| (k..3).for_each(|b| left[a][b] -= column[a] * column[b]));
            columns[k] = column;
        }
        columns
    }

    /// The information about z where e and b are unknown.
    pub fn of_z_alone(&self) -> f64 {
        // Eliminated one after the other, as far as they are there.
        let QuadraticForm { zz, ze, ee, zb, eb, bb } = *self;
        let of_e = |a: f64, b: f64| if ee > 0.0 { a * b / ee } else { 0.0 };
        let (zz, zb, bb) = (zz - of_e(ze, ze), zb - of_e(ze, eb), bb - of_e(eb, eb));
        if bb > 0.0 {
            zz - zb * zb / bb
        } else {
            zz
        }
    }

    /// Adds weight times the square of the vector (z, e, b).
    #[inline]
    pub(super) fn add_square(&mut self, weight: f64, [z, e, b]: [f64; 3]) {
        self.zz += weight * z * z;
        self.ze += weight * z * e;
        self.ee += weight * e * e;
        self.zb += weight * z * b;
        self.eb += weight * e * b;
        self.bb += weight * b * b;
    }
}
