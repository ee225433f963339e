//! The noncentral t distribution: (Z + d) / sqrt(V / df), Z standard normal, V chi-square.
//!
//! An integral over w, u = exp(w) the root of V / df: P(T > t | u) = Phi(d - t u), and the density of w,
//! C exp(df (w - exp(2 w) / 2)), is smooth for all degrees of freedom. Panels end where Phi is curved.

use std::f64::consts::PI;

use once_cell::sync::Lazy;

use super::beta::stirling_error;
use super::normal;
use super::quadrature::{apply, gauss_legendre, Rule};
use crate::room::{self, Gather as _, Put as _};

static PANEL: Lazy<Rule> = Lazy::new(|| gauss_legendre(16));

/// Parts of the range of w.
const PANELS: usize = 48;

/// The density is exp(-FALL) of its largest value at the ends of the range.
const FALL: f64 = 44.0;

/// Phi is 0 or 1 this far out.
const FAR: i32 = 9;

/// P(T > t), of `df` >= 1 degrees of freedom and noncentrality `ncp`, right to 1e-12.
pub fn upper(t: f64, df: f64, ncp: f64) -> f64 {
    if t.is_nan() || !ncp.is_finite() || df.is_nan() || df < 1.0 {
        return f64::NAN;
    }
    if t.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    if df == f64::INFINITY {
        return normal::upper(t - ncp);
    }
    let half = 0.5 * df;
    let log_peak = 0.5 * (2.0 * half / PI).ln() - stirling_error(half);
    let value = |w: f64| (log_peak + df * below_peak(w)).exp() * normal::cdf(ncp - t * w.exp());
    let ends = ends(t, df, ncp);
    let sum: f64 = ends.windows(2).map(|ends| apply(&PANEL, ends[0], ends[1], value)).sum();
    sum.clamp(0.0, 1.0)
}

/// P(T <= t).
pub fn cdf(t: f64, df: f64, ncp: f64) -> f64 {
    upper(-t, df, -ncp)
}

/// w - (exp(2 w) - 1) / 2, which is largest, 0, at w = 0.
fn below_peak(w: f64) -> f64 {
    if w.abs() > 0.1 {
        return w - 0.5 * (2.0 * w).exp_m1();
    }
    let (mut term, mut sum) = (w, 0.0);
    for k in 2..40 {
        term *= 2.0 * w / f64::from(k);
        sum -= term;
        if term.abs() <= 1e-17 * f64::abs(sum) {
            break;
        }
    }
    sum
}

/// The ends of the panels, in their order.
fn ends(t: f64, df: f64, ncp: f64) -> Vec<f64> {
    // Right of the peak -below_peak(w) is at least w^2; left of it convex, at least |w| - 1/2: Newton's steps come from beyond.
    let fall = FALL / df;
    let (mut left, high) = (fall + 0.5, fall.sqrt());
    for _ in 0..60 {
        let step = (-below_peak(-left) - fall) / -(-2.0 * left).exp_m1();
        left -= step;
        if step <= 1e-3 * left {
            break;
        }
    }
    let low = -left;
    let width = (high - low) / PANELS as f64;
    let mut ends: Vec<f64> = (0..=PANELS).map(|at| low + width * at as f64).gathered();
    for z in -FAR..=FAR {
        let w = ((ncp - f64::from(z)) / t).ln();
        if w > low && w < high {
            ends.put(w);
        }
    }
    room::sort_by(&mut ends, f64::total_cmp);
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::student;
    use approx::assert_relative_eq;

    /// (t, df, ncp, P(T > t)) from an integral with 25 digits.
    const UPPER: [(f64, f64, f64, f64); 17] = [
        (2.0, 1.0, 1.0, 0.377_128_035_539_718_3),
        (12.7, 1.0, 3.0, 0.186_196_781_992_395_9),
        (-3.0, 1.0, 0.5, 0.948_754_825_237_552),
        (0.0, 5.0, 0.7, 0.758_036_347_776_927),
        (2.2, 2.0, 2.0, 0.530_198_953_020_540_2),
        (2.04, 33.0, 2.9, 0.802_146_144_962_822_1),
        (1.96, 637.0, 2.8, 0.799_407_019_206_154_5),
        (5.0, 12.0, -1.0, 5.535_129_406_357_06e-6),
        (1.9637, 1767.0, 2.8032, 0.799_355_151_641_957_5),
        (1.96, 1e6, 2.8, 0.799_545_717_944_820_4),
        (40.0, 3.0, 38.0, 0.560_821_593_113_256_2),
        (60.0, 1e4, 61.0, 0.821_727_297_449_650_5),
        (1e3, 8.0, 900.0, 0.406_373_565_157_375),
        (-2.0, 9.0, -2.5, 0.306_636_883_071_444_1),
        (1.96, 1e9, 2.8, 0.799_545_806_650_755_5),
        (0.3, 1.5, 0.1, 0.438_840_333_886_582_8),
        (8.0, 4.0, 0.0, 6.619_484_546_085_839e-4),
    ];

    #[test]
    fn tails_equal_the_table() {
        for (t, df, ncp, p) in UPPER {
            assert_relative_eq!(upper(t, df, ncp), p, epsilon = 2e-13, max_relative = 2e-13);
            assert_relative_eq!(cdf(t, df, ncp), 1.0 - p, epsilon = 2e-13, max_relative = 2e-13);
        }
    }

    /// Without noncentrality it is Student's, at 0 it is normal, and without end of degrees of freedom it is normal, too.
    #[test]
    fn closed_forms() {
        for df in [1.0, 1.3, 2.0, 7.0, 90.0, 2e3, 1e5, 1e9, 1e12] {
            for t in [-30.0, -2.0, -0.1, 0.0, 0.7, 2.0, 9.0] {
                assert_relative_eq!(
                    upper(t, df, 0.0),
                    student::upper(t, df),
                    epsilon = 1e-12,
                    max_relative = 1e-12
                );
            }
            for ncp in [-20.0, -2.0, 0.0, 0.4, 6.0] {
                assert_relative_eq!(upper(0.0, df, ncp), normal::cdf(ncp), epsilon = 1e-12);
            }
        }
        assert_eq!(upper(1.0, f64::INFINITY, 3.0), normal::upper(-2.0));
        assert_relative_eq!(upper(1.0, 1e15, 3.0), normal::upper(-2.0), epsilon = 1e-12);
    }

    #[test]
    fn ends_and_invalid_arguments() {
        assert_eq!((upper(f64::INFINITY, 3.0, 1.0), upper(f64::NEG_INFINITY, 3.0, 1.0)), (0.0, 1.0));
        assert_relative_eq!(upper(1.0, 3.0, 1e9), 1.0, max_relative = 1e-13);
        assert_eq!(upper(1.0, 3.0, -1e9), 0.0);
        for (t, df, ncp) in
            [(f64::NAN, 3.0, 1.0), (1.0, 0.5, 1.0), (1.0, f64::NAN, 1.0), (1.0, 3.0, f64::NAN)]
        {
            assert!(upper(t, df, ncp).is_nan());
        }
    }
}
