//! Intervals from an estimate, its standard error and a critical value, on the scale where the
//! estimate is nearest to normal.

/// What a family of intervals promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Each interval holds at the level by itself.
    #[default]
    Marginal,
    /// All hold at once, whatever their dependence.
    Bonferroni,
    /// All hold at once, by the law of the largest |z| of their joint normal distribution.
    Simultaneous,
}

impl Method {
    /// All by their numbers.
    pub const ALL: [Method; 3] = [Method::Marginal, Method::Bonferroni, Method::Simultaneous];
}

/// The scale on which an interval is symmetric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Any real number: scores, contrasts.
    #[default]
    Identity,
    /// Positive numbers: sensitivities, thresholds.
    Log,
    /// Between 0 and 1: probabilities.
    Logit,
}

impl Scale {
    /// The number on this scale; infinite at the ends of the range, NaN outside.
    pub fn transform(self, value: f64) -> f64 {
        match self {
            Scale::Identity => value,
            Scale::Log => value.ln(),
            Scale::Logit => value.ln() - (-value).ln_1p(),
        }
    }

    /// The number that [`Scale::transform`] takes to `value`.
    pub fn inverse(self, value: f64) -> f64 {
        match self {
            Scale::Identity => value,
            Scale::Log => value.exp(),
            Scale::Logit => 1.0 / (1.0 + (-value).exp()),
        }
    }

    /// Derivative of the transform at a number inside the range.
    fn slope(self, value: f64) -> f64 {
        match self {
            Scale::Identity => 1.0,
            Scale::Log => 1.0 / value,
            Scale::Logit => 1.0 / (value * (1.0 - value)),
        }
    }
}

/// The lower and upper end from an estimate and a standard error in the estimate's own units; the
/// delta method takes the standard error to the scale.
///
/// A standard error of 0 gives the estimate twice, an infinite one the whole range of the scale, NaN
/// or a negative one NaN. An estimate at the end of its range or outside has an interval in these
/// cases only, else NaN: there is no delta method at an end.
pub fn interval(scale: Scale, estimate: f64, standard_error: f64, critical: f64) -> (f64, f64) {
    if let Some(ends) = degenerate(scale, estimate, standard_error, critical) {
        return ends;
    }
    let value = scale.transform(estimate);
    if scale != Scale::Identity && !value.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    let half = critical * standard_error * scale.slope(estimate);
    (scale.inverse(value - half), scale.inverse(value + half))
}

/// The ends that no arithmetic is needed for.
fn degenerate(scale: Scale, estimate: f64, standard_error: f64, critical: f64) -> Option<(f64, f64)> {
    if estimate.is_nan() || standard_error.is_nan() || standard_error < 0.0 || critical.is_nan() {
        Some((f64::NAN, f64::NAN))
    } else if standard_error == 0.0 {
        Some((estimate, estimate))
    } else if standard_error == f64::INFINITY {
        Some((scale.inverse(f64::NEG_INFINITY), scale.inverse(f64::INFINITY)))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const SCALES: [Scale; 3] = [Scale::Identity, Scale::Log, Scale::Logit];

    fn close(found: (f64, f64), expected: (f64, f64)) {
        assert_relative_eq!(found.0, expected.0, max_relative = 1e-14);
        assert_relative_eq!(found.1, expected.1, max_relative = 1e-14);
    }

    #[test]
    fn each_scale_by_hand() {
        close(interval(Scale::Identity, 1.0, 0.5, 2.0), (0.0, 2.0));
        close(interval(Scale::Log, 2.0, 0.5, 2.0), (2.0 * (-0.5f64).exp(), 2.0 * 0.5f64.exp()));
        // Odds 3, standard error of the log odds 0.1 / (0.75 * 0.25) = 8 / 15.
        let (low, high) = (3.0 * (-16f64 / 15.0).exp(), 3.0 * (16f64 / 15.0).exp());
        close(interval(Scale::Logit, 0.75, 0.1, 2.0), (low / (1.0 + low), high / (1.0 + high)));
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
    fn estimates_at_an_end() {
        assert_eq!(interval(Scale::Log, 0.0, 0.0, 2.0), (0.0, 0.0));
        assert_eq!(interval(Scale::Log, 0.0, f64::INFINITY, 2.0), (0.0, f64::INFINITY));
        assert_eq!(interval(Scale::Logit, 1.0, 0.0, 2.0), (1.0, 1.0));
        for (scale, estimate) in [
            (Scale::Log, 0.0),
            (Scale::Log, -1.0),
            (Scale::Logit, 0.0),
            (Scale::Logit, 1.0),
            (Scale::Logit, 1.5),
        ] {
            let (lower, upper) = interval(scale, estimate, 0.1, 2.0);
            assert!(lower.is_nan() && upper.is_nan());
        }
    }
}
