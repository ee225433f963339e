//! The ratio of two estimates: by the delta method, and Fieller's set (1954), the ratios r with
//! (m_a - r m_b)^2 <= z^2 Var(a - r b), which holds its level where the second may be near zero and is then the
//! complement of an interval, or everything.

/// A ratio with its interval and its set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The ratio of the estimates.
    pub ratio: f64,
    /// Its standard error by the delta method.
    pub error: f64,
    /// Lower and upper end of the interval by the delta method.
    pub delta: [f64; 2],
    /// The shape of Fieller's set.
    pub shape: RatioSet,
    /// Its ends: of the interval, or of the gap where it is a complement.
    pub fieller: [f64; 2],
}

/// The shape of Fieller's set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatioSet {
    /// All ratios between the ends.
    Interval,
    /// All ratios at or outside of the ends: the second value may be zero, the first is not.
    Complement,
    /// All ratios: both values may be zero.
    Line,
}

impl RatioSet {
    /// All by their numbers.
    pub const ALL: [RatioSet; 3] = [RatioSet::Interval, RatioSet::Complement, RatioSet::Line];
}

impl Ratio {
    /// Of two values with their covariance (2 x 2), at a critical value.
    pub fn of([a, b]: [f64; 2], covariance: &[f64], critical: f64) -> Ratio {
        let (vaa, vab, vbb) = (covariance[0], covariance[1], covariance[3]);
        let square = critical * critical;
        let ratio = a / b;
        let error = (vaa - 2.0 * ratio * vab + ratio * ratio * vbb).max(0.0).sqrt() / b.abs();
        let half = critical * error;
        // lead r^2 - 2 middle r + last <= 0.
        let (lead, middle, last) = (b * b - square * vbb, a * b - square * vab, a * a - square * vaa);
        let disc = middle * middle - lead * last;
        let (shape, fieller) = match () {
            () if lead > 0.0 => (RatioSet::Interval, roots(lead, middle, last, disc)),
            () if disc > 0.0 => (RatioSet::Complement, roots(lead, middle, last, disc)),
            () => (RatioSet::Line, [f64::NEG_INFINITY, f64::INFINITY]),
        };
        Ratio { ratio, error, delta: [ratio - half, ratio + half], shape, fieller }
    }
}

/// The roots of lead r^2 - 2 middle r + last, the smaller first, without cancellation.
fn roots(lead: f64, middle: f64, last: f64, disc: f64) -> [f64; 2] {
    let far = middle + disc.max(0.0).sqrt().copysign(middle);
    if lead == 0.0 {
        // One end is at infinity.
        let near = last / far;
        return if middle > 0.0 { [near, f64::INFINITY] } else { [f64::NEG_INFINITY, near] };
    }
    let (one, other) = if far == 0.0 { (0.0, 0.0) } else { (far / lead, last / far) };
    [one.min(other), one.max(other)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_solve_the_equation() {
        for (a, b) in [(2.0, 4.0), (-3.0, 5.0), (0.0, 2.0), (3.0, 0.2), (-3.0, 0.2), (3.0, -0.2)] {
            let covariance = [0.25, 0.05, 0.05, 0.16];
            let found = Ratio::of([a, b], &covariance, 1.96);
            let expected = if b.abs() > 1.0 { RatioSet::Interval } else { RatioSet::Complement };
            assert_eq!(found.shape, expected, "{a} {b}");
            for r in found.fieller {
                let error = (0.25 - 2.0 * r * 0.05 + r * r * 0.16f64).sqrt();
                assert!(((a - r * b).abs() - 1.96 * error).abs() < 1e-9, "{a} {b} {r}");
            }
            let inside = (found.fieller[0]..=found.fieller[1]).contains(&(a / b));
            assert_eq!(inside, expected == RatioSet::Interval);
        }
        let line = Ratio::of([0.1, 0.1], &[0.25, 0.0, 0.0, 0.16], 1.96);
        assert_eq!((line.shape, line.fieller), (RatioSet::Line, [f64::NEG_INFINITY, f64::INFINITY]));
    }
}
