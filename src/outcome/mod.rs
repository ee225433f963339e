//! Outcomes: how a scaled difference z, a tie threshold e and a threshold b of "both bad" become left,
//! right, tie or both bad.
//!
//! An outcome law is a handful of closed formulas for one cell: value, first and second derivatives
//! of the negative log-likelihood in (z, e, b), their expectation, and the squared scores that the
//! sandwich needs. Everything else in the library is the chain rule over these.

mod bradley_terry;
mod davidson;
mod kernel;
mod rao_kupper;
mod softplus;

pub(crate) use kernel::{exp_negative, ln_1p_unit};

/// A law for the outcome of one comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Bradley and Terry 1952; ties count as half a win for each side.
    BradleyTerry,
    /// Rao and Kupper 1967, threshold e >= 0.
    RaoKupper,
    /// Davidson 1970, threshold e = log nu.
    Davidson,
    /// Rao and Kupper with threshold log(1 + exp(e)).
    SoftRaoKupper,
    /// Davidson with votes "both bad" as a fourth outcome.
    DavidsonBothBad,
}

/// Where a law is looked at: the predictor and the thresholds of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct At {
    /// The predictor.
    pub z: f64,
    /// The tie threshold; laws without one do not read it.
    pub e: f64,
    /// The threshold of "both bad"; laws without one do not read it.
    pub b: f64,
}

impl At {
    /// Where nothing can be both bad.
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
    /// Counts in the order of [`Outcome::probabilities`].
    pub fn new([win, loss, tie, bad]: [f64; 4]) -> Counts {
        Counts { win, loss, tie, bad }
    }

    /// One comparison, by the place of its outcome among the probabilities.
    pub fn single(which: usize) -> Counts {
        Counts::new(std::array::from_fn(|k| f64::from(u8::from(k == which))))
    }

    /// The numbers in the order of [`Outcome::probabilities`].
    #[inline]
    pub fn numbers(&self) -> [f64; 4] {
        [self.win, self.loss, self.tie, self.bad]
    }

    /// All comparisons of the cell.
    #[inline]
    pub fn total(&self) -> f64 {
        self.win + self.loss + self.tie + self.bad
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

    /// Has what is left of nothing after comparisons were taken out, in counts divided by `unit`, be nothing.
    pub(crate) fn round_off(&mut self, unit: f64) {
        *self = Counts::new(self.numbers().map(|n| if n < 1e-9 / unit { 0.0 } else { n }));
    }

    /// Adds other counts, so many times.
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
    pub second: Form,
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
pub struct Form {
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

impl Form {
    /// The form of z alone.
    #[inline]
    pub fn of_z(zz: f64) -> Form {
        Form { zz, ..Form::default() }
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

    /// A root L of the form, L L', as the columns of the lower triangle L; what is flat or not there has none.
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

    /// What the form says of z where e and b are unknown.
    pub fn of_z_alone(&self) -> f64 {
        // Eliminated one after the other, as far as they are there.
        let Form { zz, ze, ee, zb, eb, bb } = *self;
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
    fn add_square(&mut self, weight: f64, [z, e, b]: [f64; 3]) {
        self.zz += weight * z * z;
        self.ze += weight * z * e;
        self.ee += weight * e * e;
        self.zb += weight * z * b;
        self.eb += weight * e * b;
        self.bb += weight * b * b;
    }
}

impl Outcome {
    /// The laws that a model can choose, by their numbers; the link of a threshold is a choice of its own.
    pub const ALL: [Outcome; 3] = [Outcome::BradleyTerry, Outcome::RaoKupper, Outcome::Davidson];

    /// The threshold of pairs that cannot tie.
    pub fn floor(self) -> f64 {
        if self == Outcome::RaoKupper {
            0.0
        } else {
            f64::NEG_INFINITY
        }
    }

    /// The threshold on the scale of the law, which is e itself but for a link.
    pub fn threshold(self, e: f64) -> f64 {
        if self == Outcome::SoftRaoKupper {
            log1p_exp(e)
        } else {
            e
        }
    }

    /// The derivative of [`Outcome::threshold`].
    pub fn threshold_slope(self, e: f64) -> f64 {
        if self == Outcome::SoftRaoKupper {
            logistic(e)
        } else {
            1.0
        }
    }

    /// Whether the model is an exponential family in (z, e, b), so that second derivatives do not depend on the outcome.
    pub fn is_canonical(self) -> bool {
        matches!(self, Outcome::BradleyTerry | Outcome::Davidson | Outcome::DavidsonBothBad)
    }

    /// Whether the law has a tie threshold.
    pub fn has_threshold(self) -> bool {
        self != Outcome::BradleyTerry
    }

    /// Outcomes that a comparison may have: left and right, tie, both bad.
    pub fn outcomes(self) -> usize {
        match self {
            Outcome::BradleyTerry => 2,
            Outcome::RaoKupper | Outcome::SoftRaoKupper | Outcome::Davidson => 3,
            Outcome::DavidsonBothBad => 4,
        }
    }

    /// Probabilities of left, right, tie and both bad; zero for what the law has not.
    pub fn probabilities(self, at: At) -> [f64; 4] {
        match self {
            Outcome::BradleyTerry => bradley_terry::probabilities(at.z),
            Outcome::RaoKupper => rao_kupper::probabilities(at.z, at.e),
            Outcome::Davidson => davidson::probabilities::<false>(at),
            Outcome::SoftRaoKupper => softplus::probabilities(at.z, at.e),
            Outcome::DavidsonBothBad => davidson::probabilities::<true>(at),
        }
    }

    /// Negative log-likelihood of a cell; infinite outside the domain of e.
    #[inline]
    pub fn value(self, counts: &Counts, at: At) -> f64 {
        match self {
            Outcome::BradleyTerry => bradley_terry::value(counts, at.z),
            Outcome::RaoKupper => rao_kupper::value(counts, at.z, at.e),
            Outcome::Davidson => davidson::value::<false>(counts, at),
            Outcome::SoftRaoKupper => softplus::value(counts, at.z, at.e),
            Outcome::DavidsonBothBad => davidson::value::<true>(counts, at),
        }
    }

    /// Negative log-likelihood of a cell with first and second derivatives.
    #[inline]
    pub fn derivatives(self, counts: &Counts, at: At) -> Derivatives {
        match self {
            Outcome::BradleyTerry => bradley_terry::derivatives(counts, at.z),
            Outcome::RaoKupper => rao_kupper::derivatives(counts, at.z, at.e),
            Outcome::Davidson => davidson::derivatives::<false>(counts, at),
            Outcome::SoftRaoKupper => softplus::derivatives(counts, at.z, at.e),
            Outcome::DavidsonBothBad => davidson::derivatives::<true>(counts, at),
        }
    }

    /// Expected second derivatives of `total` comparisons.
    #[inline]
    pub fn information(self, total: f64, at: At) -> Form {
        match self {
            Outcome::BradleyTerry => bradley_terry::information(total, at.z),
            Outcome::RaoKupper => rao_kupper::information(total, at.z, at.e),
            Outcome::Davidson => davidson::information::<false>(total, at),
            Outcome::SoftRaoKupper => softplus::information(total, at.z, at.e),
            Outcome::DavidsonBothBad => davidson::information::<true>(total, at),
        }
    }

    /// Sum over single comparisons of the squared score in (z, e, b): the middle of the sandwich.
    /// For importance weights pass the sums of squared weights as counts.
    #[inline]
    pub fn squared_scores(self, counts: &Counts, at: At) -> Form {
        match self {
            Outcome::BradleyTerry => bradley_terry::squared_scores(counts, at.z),
            Outcome::RaoKupper => rao_kupper::squared_scores(counts, at.z, at.e),
            Outcome::Davidson => davidson::squared_scores::<false>(counts, at),
            Outcome::SoftRaoKupper => softplus::squared_scores(counts, at.z, at.e),
            Outcome::DavidsonBothBad => davidson::squared_scores::<true>(counts, at),
        }
    }

    /// The score of left, one for a win and a half for what has no winner, with its slopes in z, e and b.
    pub fn expected_score(self, at: At) -> (f64, [f64; 3]) {
        let p = self.probabilities(at);
        let mut slopes = [0.0; 3];
        for (which, worth) in [(0, 1.0), (2, 0.5), (3, 0.5)] {
            let weight = worth * p[which];
            if weight > 0.0 {
                // d p = p d log p, and the derivatives are those of - log p.
                let d = self.derivatives(&Counts::single(which), at).slopes();
                slopes.iter_mut().zip(d).for_each(|(slope, d)| *slope -= weight * d);
            }
        }
        (p[0] + 0.5 * (p[2] + p[3]), slopes)
    }

    /// `derivatives` of many cells at once; Bradley-Terry writes only value, z and zz.
    pub fn derivatives_of_many(self, counts: &[Counts], [z, e, b]: [&[f64]; 3], out: &mut [Derivatives]) {
        if self == Outcome::BradleyTerry {
            kernel::bradley_terry(counts, z, out);
            return;
        }
        for ((((out, counts), &z), &e), &b) in out.iter_mut().zip(counts).zip(z).zip(e).zip(b) {
            *out = self.derivatives(counts, At { z, e, b });
        }
    }
}

/// log(1 + exp(x)) without overflow.
#[inline]
pub(crate) fn log1p_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// The logistic function 1 / (1 + exp(-x)) without overflow.
#[inline]
pub(crate) fn logistic(x: f64) -> f64 {
    let tail = (-x.abs()).exp();
    let small = tail / (1.0 + tail);
    if x >= 0.0 {
        1.0 - small
    } else {
        small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: [Outcome; 5] = [
        Outcome::BradleyTerry,
        Outcome::RaoKupper,
        Outcome::Davidson,
        Outcome::SoftRaoKupper,
        Outcome::DavidsonBothBad,
    ];

    /// Counts of the outcomes that a law has.
    fn counts(law: Outcome) -> Counts {
        Counts { win: 3.0, loss: 1.25, tie: 2.0, bad: if law.outcomes() == 4 { 1.5 } else { 0.0 } }
    }

    fn near(law: Outcome, a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance * (1.0 + a.abs()), "{law:?}: {a} against {b}");
    }

    fn entries(form: &Form) -> [f64; 6] {
        [form.zz, form.ze, form.ee, form.zb, form.eb, form.bb]
    }

    #[test]
    fn derivatives_agree_with_differences() {
        let h = 1e-5;
        for law in LAWS {
            let counts = counts(law);
            for (z, e, b) in [(0.3, 0.4, -0.2), (-2.0, 1.5, 0.7), (6.0, 0.05, 3.1), (-9.0, 3.0, 4.0)] {
                let at =
                    |by: [f64; 3]| law.derivatives(&counts, At { z: z + by[0], e: e + by[1], b: b + by[2] });
                let d = at([0.0; 3]);
                assert_eq!(d.value, law.value(&counts, At { z, e, b }));
                let second: [[f64; 3]; 3] =
                    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|unit| d.second.times(unit));
                for (k, row) in second.iter().enumerate().take(law.outcomes() - 1) {
                    let step = |size: f64| at(std::array::from_fn(|at| if at == k { size } else { 0.0 }));
                    let (plus, minus) = (step(h), step(-h));
                    near(law, d.slopes()[k], (plus.value - minus.value) / (2.0 * h), 1e-7);
                    for (entry, (plus, minus)) in
                        row.iter().zip(plus.slopes().into_iter().zip(minus.slopes()))
                    {
                        near(law, *entry, (plus - minus) / (2.0 * h), 1e-7);
                    }
                }
            }
        }
    }

    #[test]
    fn information_is_the_mean_of_second_derivatives_and_of_squared_scores() {
        for law in LAWS {
            for (z, e, b) in [(0.0, 0.5, -1.0), (1.7, 0.3, 0.6), (-4.0, 1.0, 2.0)] {
                let at = At { z, e, b };
                let p = law.probabilities(at);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-14);
                let mean = Counts::new(p.map(|p| 10.0 * p));
                let second = entries(&law.derivatives(&mean, at).second);
                let squared = entries(&law.squared_scores(&mean, at));
                for ((a, b), c) in entries(&law.information(10.0, at)).into_iter().zip(second).zip(squared) {
                    assert!((a - b).abs() < 1e-11 && (a - c).abs() < 1e-11, "{law:?}: {a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn squared_scores_are_those_of_single_comparisons() {
        for law in LAWS {
            let counts = counts(law);
            for (z, e, b) in [(0.4, 0.5, 0.1), (-3.0, 1.2, 0.4), (9.0, 0.2, 2.0)] {
                let at = At { z, e, b };
                let mut sum = Form::default();
                for (which, &weight) in counts.numbers().iter().enumerate().filter(|(_, w)| **w > 0.0) {
                    sum.add_square(weight, law.derivatives(&Counts::single(which), at).slopes());
                }
                let form = law.squared_scores(&counts, at);
                for (a, b) in entries(&sum).into_iter().zip(entries(&form)) {
                    assert!((a - b).abs() < 1e-13, "{law:?}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn expected_scores_agree_with_differences() {
        let h = 1e-6;
        for law in LAWS {
            for (z, e, b) in [(0.3, 0.4, 0.2), (-2.0, 1.1, -0.7)] {
                let score =
                    |by: [f64; 3]| law.expected_score(At { z: z + by[0], e: e + by[1], b: b + by[2] });
                let (value, slopes) = score([0.0; 3]);
                let p = law.probabilities(At { z, e, b });
                assert_eq!(value, p[0] + 0.5 * (p[2] + p[3]));
                for (k, slope) in slopes.iter().enumerate() {
                    let step =
                        |size: f64| score(std::array::from_fn(|at| if at == k { size } else { 0.0 })).0;
                    assert!((slope - (step(h) - step(-h)) / (2.0 * h)).abs() < 1e-9, "{law:?}");
                }
            }
        }
    }

    /// Davidson is the law without votes both bad; and with equal items four outcomes are log-linear.
    #[test]
    fn both_bad_by_hand() {
        let (z, e, b) = (0.8, -0.3, 0.4f64);
        let [three, four] = [Outcome::Davidson, Outcome::DavidsonBothBad];
        let (p, q) = (four.probabilities(At { z, e, b }), three.probabilities(At::new(z, e)));
        let weights = [(0.5 * z).exp(), (-0.5 * z).exp(), e.exp(), b.exp()];
        let sum: f64 = weights.iter().sum();
        for k in 0..4 {
            assert!((p[k] - weights[k] / sum).abs() < 1e-15);
            // What is not both bad is Davidson's.
            assert!((p[k] - (1.0 - p[3]) * q[k]).abs() < 1e-15 || k == 3);
        }
        assert_eq!(four.probabilities(At::new(z, e)), q);
        let counts = counts(three);
        assert_eq!(four.derivatives(&counts, At::new(z, e)), three.derivatives(&counts, At::new(z, e)));
    }

    #[test]
    fn forms_by_hand() {
        let form = Outcome::DavidsonBothBad.information(3.0, At { z: 0.7, e: 0.2, b: -0.4 });
        let root = form.root();
        for (row, unit) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate() {
            let product = form.times(unit);
            for (column, entry) in product.iter().enumerate() {
                let sum: f64 = root.iter().map(|l| l[row] * l[column]).sum();
                assert!((sum - entry).abs() < 1e-15);
            }
        }
        // One over the first entry of the inverse, by the adjugate.
        let minor = form.ee * form.bb - form.eb * form.eb;
        let whole = form.zz * minor - form.ze * (form.ze * form.bb - form.eb * form.zb)
            + form.zb * (form.ze * form.eb - form.ee * form.zb);
        assert!((form.of_z_alone() - whole / minor).abs() < 1e-14);
        assert_eq!(Form::of_z(2.0).of_z_alone(), 2.0);
        assert_eq!(Form::of_z(4.0).root(), [[2.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    }

    #[test]
    fn far_tails_stay_finite() {
        for law in LAWS {
            for z in [-800.0, -300.0, 300.0, 800.0] {
                let at = At { z, e: 0.7, b: -0.2 };
                let d = law.derivatives(&counts(law), at);
                assert!(
                    d.value.is_finite() && d.z.is_finite() && d.second.zz >= 0.0,
                    "{law:?} at {z}: {d:?}"
                );
                assert!(law.probabilities(at).iter().all(|p| (0.0..=1.0).contains(p)));
            }
        }
        // A tie between far items costs about |z| under Rao-Kupper and |z|/2 under Davidson.
        let tie = Counts::single(2);
        let far = Outcome::RaoKupper.value(&tie, At::new(700.0, 0.5)) - 700.0;
        assert!((far + 0.5 + (-(-1.0f64).exp_m1()).ln()).abs() < 1e-9, "{far}");
        assert!((Outcome::Davidson.value(&tie, At::new(700.0, 0.5)) - 349.5).abs() < 1e-9);
    }
}
