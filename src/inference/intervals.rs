//! Intervals from an estimate, its standard error and a critical value, on the scale where the
//! estimate is nearest to normal.

use crate::claims::Mixture;

/// The guarantee of a family of intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Each interval holds at the level by itself.
    #[default]
    Marginal,
    /// All hold at once, whatever their dependence.
    Bonferroni,
    /// All hold at once, by the distribution of the largest |z| of their joint normal distribution.
    Simultaneous,
    /// Each by itself holds at all looks at growing data.
    Anytime,
    /// All hold at once and at all looks, whatever their dependence.
    AnytimeSimultaneous,
}

impl Method {
    /// All by their numbers.
    pub const ALL: [Method; 5] = [
        Method::Marginal,
        Method::Bonferroni,
        Method::Simultaneous,
        Method::Anytime,
        Method::AnytimeSimultaneous,
    ];

    /// Whether intervals hold at all looks.
    pub fn is_anytime(self) -> bool {
        matches!(self, Method::Anytime | Method::AnytimeSimultaneous)
    }

    /// Whether all intervals hold at once.
    pub fn is_together(self) -> bool {
        !matches!(self, Method::Marginal | Method::Anytime)
    }
}

/// How far an interval reaches to each side of the estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reach {
    /// A multiple of the standard error.
    Errors(f64),
    /// Valid at all looks, for an error larger than stated by this factor: above one where it is
    /// sampled.
    Anytime(Mixture, f64),
}

impl Reach {
    /// How far that is for an estimate with this standard error.
    pub fn half_width(self, error: f64) -> f64 {
        match self {
            Reach::Errors(critical) => critical * error,
            Reach::Anytime(mixture, times) => mixture.half_width(times * error),
        }
    }
}

impl From<f64> for Reach {
    fn from(critical: f64) -> Reach {
        Reach::Errors(critical)
    }
}

/// The scale on which an interval is symmetric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IntervalScale {
    /// Any real number: scores, contrasts.
    #[default]
    Identity,
    /// Positive numbers: sensitivities, thresholds.
    Log,
    /// Between 0 and 1: probabilities.
    Logit,
}

impl IntervalScale {
    /// The number on this scale; infinite at the ends of the range, NaN outside.
    pub fn transform(self, value: f64) -> f64 {
        match self {
            IntervalScale::Identity => value,
            IntervalScale::Log => value.ln(),
            IntervalScale::Logit => value.ln() - (-value).ln_1p(),
        }
    }

    /// The number that [`IntervalScale::transform`] takes to `value`.
    pub fn inverse(self, value: f64) -> f64 {
        match self {
            IntervalScale::Identity => value,
            IntervalScale::Log => value.exp(),
            IntervalScale::Logit => 1.0 / (1.0 + (-value).exp()),
        }
    }

    /// Derivative of the transform at a number inside the range.
    fn slope(self, value: f64) -> f64 {
        match self {
            IntervalScale::Identity => 1.0,
            IntervalScale::Log => 1.0 / value,
            IntervalScale::Logit => 1.0 / (value * (1.0 - value)),
        }
    }
}

/// The lower and upper end from an estimate and a standard error in the estimate's own units; the
/// delta method takes the standard error to the scale.
///
/// A standard error of 0 gives the estimate twice, an infinite one the whole range of the scale, NaN
/// or a negative one NaN. An estimate at the end of its range or outside has an interval in these
/// cases only, else NaN: there is no delta method at an end. At all looks a standard error of 0 says nothing (NaN), and
/// one that is not known gives the whole range.
pub fn interval(
    scale: IntervalScale,
    estimate: f64,
    standard_error: f64,
    reach: impl Into<Reach>,
) -> (f64, f64) {
    let reach = reach.into();
    if let Some(ends) = degenerate(scale, estimate, standard_error, reach) {
        return ends;
    }
    let value = scale.transform(estimate);
    if scale != IntervalScale::Identity && !value.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    let half = match reach {
        // Multiplied in this order, to the bit.
        Reach::Errors(critical) => critical * standard_error * scale.slope(estimate),
        Reach::Anytime(mixture, times) => mixture.half_width(times * standard_error * scale.slope(estimate)),
    };
    (scale.inverse(value - half), scale.inverse(value + half))
}

/// The ends that no arithmetic is needed for.
fn degenerate(scale: IntervalScale, estimate: f64, standard_error: f64, reach: Reach) -> Option<(f64, f64)> {
    let nothing = (f64::NAN, f64::NAN);
    let range = (scale.inverse(f64::NEG_INFINITY), scale.inverse(f64::INFINITY));
    let is_unknown = estimate.is_nan() || standard_error.is_nan() || standard_error < 0.0;
    match reach {
        Reach::Anytime(..) if is_unknown => Some(range),
        Reach::Anytime(..) if standard_error == 0.0 => Some(nothing),
        Reach::Errors(critical) if is_unknown || critical.is_nan() => Some(nothing),
        Reach::Errors(_) if standard_error == 0.0 => Some((estimate, estimate)),
        _ if standard_error == f64::INFINITY => Some(range),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const SCALES: [IntervalScale; 3] = [IntervalScale::Identity, IntervalScale::Log, IntervalScale::Logit];

    fn close(found: (f64, f64), expected: (f64, f64)) {
        assert_relative_eq!(found.0, expected.0, max_relative = 1e-14);
        assert_relative_eq!(found.1, expected.1, max_relative = 1e-14);
    }

    #[test]
    fn each_scale_by_hand() {
        close(interval(IntervalScale::Identity, 1.0, 0.5, 2.0), (0.0, 2.0));
        close(interval(IntervalScale::Log, 2.0, 0.5, 2.0), (2.0 * (-0.5f64).exp(), 2.0 * 0.5f64.exp()));
        // Odds 3, standard error of the log odds 0.1 / (0.75 * 0.25) = 8 / 15.
        let (low, high) = (3.0 * (-16f64 / 15.0).exp(), 3.0 * (16f64 / 15.0).exp());
        close(interval(IntervalScale::Logit, 0.75, 0.1, 2.0), (low / (1.0 + low), high / (1.0 + high)));
    }

    #[test]
    fn nothing_is_exact_without_a_critical_value() {
        for error in [0.0, f64::INFINITY] {
            let (lower, upper) = interval(IntervalScale::Identity, 0.4, error, f64::NAN);
            assert!(lower.is_nan() && upper.is_nan(), "{error}");
            let (lower, upper) = interval(IntervalScale::Identity, f64::NAN, error, 2.0);
            assert!(lower.is_nan() && upper.is_nan(), "{error}");
        }
    }

    #[test]
    fn standard_errors_zero_infinite_and_nan() {
        let whole = [(f64::NEG_INFINITY, f64::INFINITY), (0.0, f64::INFINITY), (0.0, 1.0)];
        for (scale, range) in SCALES.into_iter().zip(whole) {
            assert_eq!(interval(scale, 0.4, 0.0, 2.0), (0.4, 0.4));
            assert_eq!(interval(scale, 0.4, 0.0, f64::INFINITY), (0.4, 0.4));
            assert_eq!(interval(scale, 0.4, f64::INFINITY, 2.0), range);
            assert_eq!(interval(scale, 0.4, 0.1, f64::INFINITY), range);
            for (estimate, se, c) in
                [(f64::NAN, 0.1, 2.0), (0.4, f64::NAN, 2.0), (0.4, 0.1, f64::NAN), (0.4, -0.1, 2.0)]
            {
                let (lower, upper) = interval(scale, estimate, se, c);
                assert!(lower.is_nan() && upper.is_nan());
            }
        }
    }

    #[test]
    fn at_all_looks() {
        let mixture = Mixture { scale: 0.5, alpha: 0.05 };
        // r = 1: k = 3.247...
        let k = (2.0 * (2f64.ln() + 2.0 * 20f64.ln())).sqrt();
        close(
            interval(IntervalScale::Identity, 1.0, 0.5, Reach::Anytime(mixture, 1.0)),
            (1.0 - 0.5 * k, 1.0 + 0.5 * k),
        );
        // The mixture is on the scale of the interval: a standard error of 1 is one of 0.5 of the logarithm.
        let (low, high) = (2.0 * (-0.5 * k).exp(), 2.0 * (0.5 * k).exp());
        close(interval(IntervalScale::Log, 2.0, 1.0, Reach::Anytime(mixture, 1.0)), (low, high));
        assert_eq!(
            interval(IntervalScale::Log, 2.0, f64::NAN, Reach::Anytime(mixture, 1.0)),
            (0.0, f64::INFINITY)
        );
        assert_eq!(
            interval(IntervalScale::Logit, 0.5, f64::INFINITY, Reach::Anytime(mixture, 1.0)),
            (0.0, 1.0)
        );
        let (low, high) = interval(IntervalScale::Identity, 2.0, 0.0, Reach::Anytime(mixture, 1.0));
        assert!(low.is_nan() && high.is_nan());
    }

    #[test]
    fn estimates_at_an_end() {
        assert_eq!(interval(IntervalScale::Log, 0.0, 0.0, 2.0), (0.0, 0.0));
        assert_eq!(interval(IntervalScale::Log, 0.0, f64::INFINITY, 2.0), (0.0, f64::INFINITY));
        assert_eq!(interval(IntervalScale::Logit, 1.0, 0.0, 2.0), (1.0, 1.0));
        for (scale, estimate) in [
            (IntervalScale::Log, 0.0),
            (IntervalScale::Log, -1.0),
            (IntervalScale::Logit, 0.0),
            (IntervalScale::Logit, 1.0),
            (IntervalScale::Logit, 1.5),
        ] {
            let (lower, upper) = interval(scale, estimate, 0.1, 2.0);
            assert!(lower.is_nan() && upper.is_nan());
        }
    }
}
