//! Outcomes: how a scaled difference z and a tie threshold e become left, right or tie.
//!
//! An outcome law is a handful of closed formulas for one cell: value, first and second derivatives
//! of the negative log-likelihood in (z, e), their expectation, and the squared scores that the
//! sandwich needs. Everything else in the library is the chain rule over these.

mod bradley_terry;
mod davidson;
mod kernel;
mod rao_kupper;
mod softplus;

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
}

/// Counts of one cell: left preferred, right preferred, ties.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Left preferred.
    pub win: f64,
    /// Right preferred.
    pub loss: f64,
    /// Ties.
    pub tie: f64,
}

impl Counts {
    /// All comparisons of the cell.
    pub fn total(&self) -> f64 {
        self.win + self.loss + self.tie
    }
}

/// Negative log-likelihood of a cell and its derivatives in (z, e).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Derivatives {
    /// Negative log-likelihood.
    pub value: f64,
    /// Derivative in z.
    pub z: f64,
    /// Derivative in e.
    pub e: f64,
    /// Second derivative.
    pub second: Form,
}

/// A symmetric form in (z, e).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Form {
    /// Coefficient of z z.
    pub zz: f64,
    /// Coefficient of z e.
    pub ze: f64,
    /// Coefficient of e e.
    pub ee: f64,
}

impl Form {
    /// Adds weight times the square of the vector (z, e).
    fn add_square(&mut self, weight: f64, z: f64, e: f64) {
        self.zz += weight * z * z;
        self.ze += weight * z * e;
        self.ee += weight * e * e;
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

    /// Whether the law has a tie threshold.
    pub fn has_threshold(self) -> bool {
        self != Outcome::BradleyTerry
    }

    /// Probabilities of left, right and tie; the Bradley-Terry law has no ties.
    pub fn probabilities(self, z: f64, e: f64) -> [f64; 3] {
        match self {
            Outcome::BradleyTerry => bradley_terry::probabilities(z),
            Outcome::RaoKupper => rao_kupper::probabilities(z, e),
            Outcome::Davidson => davidson::probabilities(z, e),
            Outcome::SoftRaoKupper => softplus::probabilities(z, e),
        }
    }

    /// Negative log-likelihood of a cell; infinite outside the domain of e.
    #[inline]
    pub fn value(self, counts: &Counts, z: f64, e: f64) -> f64 {
        match self {
            Outcome::BradleyTerry => bradley_terry::value(counts, z),
            Outcome::RaoKupper => rao_kupper::value(counts, z, e),
            Outcome::Davidson => davidson::value(counts, z, e),
            Outcome::SoftRaoKupper => softplus::value(counts, z, e),
        }
    }

    /// Negative log-likelihood of a cell with first and second derivatives.
    #[inline]
    pub fn derivatives(self, counts: &Counts, z: f64, e: f64) -> Derivatives {
        match self {
            Outcome::BradleyTerry => bradley_terry::derivatives(counts, z),
            Outcome::RaoKupper => rao_kupper::derivatives(counts, z, e),
            Outcome::Davidson => davidson::derivatives(counts, z, e),
            Outcome::SoftRaoKupper => softplus::derivatives(counts, z, e),
        }
    }

    /// Expected second derivatives of `total` comparisons.
    #[inline]
    pub fn information(self, total: f64, z: f64, e: f64) -> Form {
        match self {
            Outcome::BradleyTerry => bradley_terry::information(total, z),
            Outcome::RaoKupper => rao_kupper::information(total, z, e),
            Outcome::Davidson => davidson::information(total, z, e),
            Outcome::SoftRaoKupper => softplus::information(total, z, e),
        }
    }

    /// Sum over single comparisons of the squared score in (z, e): the middle of the sandwich.
    /// For importance weights pass the sums of squared weights as counts.
    #[inline]
    pub fn squared_scores(self, counts: &Counts, z: f64, e: f64) -> Form {
        match self {
            Outcome::BradleyTerry => bradley_terry::squared_scores(counts, z),
            Outcome::RaoKupper => rao_kupper::squared_scores(counts, z, e),
            Outcome::Davidson => davidson::squared_scores(counts, z, e),
            Outcome::SoftRaoKupper => softplus::squared_scores(counts, z, e),
        }
    }

    /// `derivatives` of many cells at once.
    pub fn derivatives_of_many(self, counts: &[Counts], z: &[f64], e: &[f64], out: &mut [Derivatives]) {
        if self == Outcome::BradleyTerry {
            kernel::bradley_terry(counts, z, out);
            return;
        }
        for (((out, counts), &z), &e) in out.iter_mut().zip(counts).zip(z).zip(e) {
            *out = self.derivatives(counts, z, e);
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

    const LAWS: [Outcome; 4] =
        [Outcome::BradleyTerry, Outcome::RaoKupper, Outcome::Davidson, Outcome::SoftRaoKupper];
    const COUNTS: Counts = Counts { win: 3.0, loss: 1.25, tie: 2.0 };

    #[test]
    fn derivatives_agree_with_differences() {
        let h = 1e-5;
        for law in LAWS {
            for (z, e) in [(0.3, 0.4), (-2.0, 1.5), (6.0, 0.05), (-9.0, 3.0)] {
                let at = |z, e| law.derivatives(&COUNTS, z, e);
                let d = at(z, e);
                assert_eq!(d.value, law.value(&COUNTS, z, e));
                let slope = |plus: f64, minus: f64| (plus - minus) / (2.0 * h);
                let near = |a: f64, b: f64| {
                    assert!((a - b).abs() <= 1e-7 * (1.0 + a.abs()), "{law:?} at {z}, {e}: {a} against {b}")
                };
                near(d.z, slope(at(z + h, e).value, at(z - h, e).value));
                near(d.second.zz, slope(at(z + h, e).z, at(z - h, e).z));
                if law.has_threshold() {
                    near(d.e, slope(at(z, e + h).value, at(z, e - h).value));
                    near(d.second.ze, slope(at(z, e + h).z, at(z, e - h).z));
                    near(d.second.ee, slope(at(z, e + h).e, at(z, e - h).e));
                }
            }
        }
    }

    #[test]
    fn information_is_the_mean_of_second_derivatives_and_of_squared_scores() {
        for law in LAWS {
            for (z, e) in [(0.0, 0.5), (1.7, 0.3), (-4.0, 1.0)] {
                let p = law.probabilities(z, e);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-14);
                let mean = Counts { win: 10.0 * p[0], loss: 10.0 * p[1], tie: 10.0 * p[2] };
                let second = law.derivatives(&mean, z, e).second;
                let squared = law.squared_scores(&mean, z, e);
                let expected = law.information(10.0, z, e);
                for (a, b, c) in [
                    (expected.zz, second.zz, squared.zz),
                    (expected.ze, second.ze, squared.ze),
                    (expected.ee, second.ee, squared.ee),
                ] {
                    assert!((a - b).abs() < 1e-11 && (a - c).abs() < 1e-11, "{law:?}: {a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn squared_scores_are_those_of_single_comparisons() {
        let single = |win, loss, tie| Counts { win, loss, tie };
        for law in LAWS {
            for (z, e) in [(0.4, 0.5), (-3.0, 1.2), (9.0, 0.2)] {
                let mut sum = Form::default();
                for (weight, one) in [
                    (COUNTS.win, single(1.0, 0.0, 0.0)),
                    (COUNTS.loss, single(0.0, 1.0, 0.0)),
                    (COUNTS.tie, single(0.0, 0.0, 1.0)),
                ] {
                    let score = law.derivatives(&one, z, e);
                    sum.add_square(weight, score.z, score.e);
                }
                let form = law.squared_scores(&COUNTS, z, e);
                for (a, b) in [(sum.zz, form.zz), (sum.ze, form.ze), (sum.ee, form.ee)] {
                    assert!((a - b).abs() < 1e-13, "{law:?}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn far_tails_stay_finite() {
        for law in LAWS {
            for z in [-800.0, -300.0, 300.0, 800.0] {
                let d = law.derivatives(&COUNTS, z, 0.7);
                assert!(
                    d.value.is_finite() && d.z.is_finite() && d.second.zz >= 0.0,
                    "{law:?} at {z}: {d:?}"
                );
                assert!(law.probabilities(z, 0.7).iter().all(|p| (0.0..=1.0).contains(p)));
            }
        }
        // A tie between far items costs about |z| under Rao-Kupper and |z|/2 under Davidson.
        let tie = Counts { win: 0.0, loss: 0.0, tie: 1.0 };
        let far = Outcome::RaoKupper.value(&tie, 700.0, 0.5) - 700.0;
        assert!((far + 0.5 + (-(-1.0f64).exp_m1()).ln()).abs() < 1e-9, "{far}");
        assert!((Outcome::Davidson.value(&tie, 700.0, 0.5) - 349.5).abs() < 1e-9);
    }
}
