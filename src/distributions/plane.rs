//! The largest of several standard normal values that lie in a plane, in absolute value.

use crate::room::{self, Gather as _};
use std::f64::consts::{FRAC_PI_2, PI};

use super::quadrature::adaptive;

/// Correlations that differ from those in a plane by no more than this are in it, with three values...
const THREE: f64 = 1e-14;

/// ... and with more, for which there is no other formula.
const TOLERANCE_OF_MORE: f64 = 1e-10;

/// Values u_k'X for X standard normal in the plane and unit vectors u_k: correlations of rank two, such
/// as of the scores of three items, or of their differences.
#[derive(Debug, Clone)]
pub(crate) struct Plane {
    /// Half the angles between lines along neighbouring vectors; they sum to a right angle.
    halves: Vec<f64>,
}

impl Plane {
    /// The values with these correlations (size x size), if they lie in a plane.
    pub(crate) fn new(correlation: &[f64], size: usize) -> Option<Plane> {
        let r = |i: usize, j: usize| correlation[i * size + j];
        // The first vector is the axis, the one nearest to a right angle with it gives the other.
        let across = (1..size).min_by(|&i, &j| r(0, i).abs().total_cmp(&r(0, j).abs()))?;
        let height = ((1.0 - r(0, across)) * (1.0 + r(0, across))).sqrt();
        if height.is_nan() || height <= 0.0 {
            return None;
        }
        let vector = |i: usize| match i {
            0 => [1.0, 0.0],
            _ if i == across => [r(0, i), height],
            _ => [r(0, i), (r(across, i) - r(0, i) * r(0, across)) / height],
        };
        let vectors: Vec<[f64; 2]> = (0..size).map(vector).gathered();
        let tolerance = if size <= 3 { THREE } else { TOLERANCE_OF_MORE };
        let product = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let fits = |i: usize, j: usize| (product(vectors[i], vectors[j]) - r(i, j)).abs() <= tolerance;
        if !(0..size).all(|i| (0..=i).all(|j| fits(i, j))) {
            return None;
        }
        let mut angles: Vec<f64> = vectors.iter().map(|[x, y]| y.atan2(*x).rem_euclid(PI)).gathered();
        room::sort_by(&mut angles, f64::total_cmp);
        let around = angles[0] + PI - angles[size - 1];
        let mut halves: Vec<f64> = angles.windows(2).map(|pair| 0.5 * (pair[1] - pair[0])).gathered();
        halves.push(0.5 * around);
        Some(Plane { halves })
    }

    /// P(max |Z_k| > c) for c >= 0; `scale` is the size of probability that must come out accurately.
    ///
    /// Within half the angle to its neighbours a vector decides: there a direction at angle t from it
    /// leaves at the distance c / cos t from the origin, which is beyond X with probability
    /// exp(-(c / cos t)^2 / 2).
    pub(crate) fn outside(&self, c: f64, scale: f64) -> f64 {
        // Beyond this nothing is left beside the middle.
        let end = (10.0 / c).atan();
        let leaves = &mut |t: f64| (-0.5 * (c / t.cos()).powi(2)).exp();
        let mut sum = 0.0;
        for &half in &self.halves {
            let half = half.min(FRAC_PI_2).min(end);
            if half > 0.0 {
                sum += adaptive(0.0, half, 1, scale * 1e-12, leaves);
            }
        }
        (2.0 * sum / PI).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::{bivariate, normal};

    /// The plane of unit vectors at these angles.
    fn at(angles: &[f64]) -> Plane {
        let size = angles.len();
        let correlation: Vec<f64> =
            (0..size * size).map(|k| (angles[k / size] - angles[k % size]).cos()).collect();
        Plane::new(&correlation, size).unwrap()
    }

    /// The average over this many directions: of a smooth periodic function but for kinks.
    fn by_definition(angles: &[f64], c: f64) -> f64 {
        let steps = 200_000;
        let leaves = |step: usize| {
            let angle = PI * (step as f64 + 0.5) / steps as f64;
            let cosine = angles.iter().map(|a| (angle - a).cos().abs()).fold(0.0, f64::max);
            (-0.5 * (c / cosine).powi(2)).exp()
        };
        (0..steps).map(leaves).sum::<f64>() / steps as f64
    }

    #[test]
    fn equals_the_definition() {
        let sets: [&[f64]; 5] = [
            &[0.0, 1.0, 2.0],
            &[0.3, 2.9, 3.1],
            &[0.0, 1e-5, 1.3],
            &[-1.0, 0.2, 4.0, 5.5, 9.0],
            &[0.0, PI / 3.0, 2.0 * PI / 3.0],
        ];
        for angles in sets {
            for c in [0.05, 0.7, 1.96, 2.4, 4.0] {
                let (found, exact) = (at(angles).outside(c, 0.05), by_definition(angles, c));
                assert!((found - exact).abs() < 1e-9, "{angles:?}, {c}: {found} for {exact}");
            }
        }
    }

    #[test]
    fn two_values_and_one_are_the_known_distributions() {
        for c in [0.0, 1e-3, 0.5, 1.96, 5.0, 12.0] {
            let one = normal::outside(c);
            for angle in [1e-3f64, 0.3, 1.5, 3.0] {
                let found = at(&[0.0, angle]).outside(c, one);
                let exact = bivariate::outside(c, angle.cos());
                assert!((found - exact).abs() < 1e-9 * exact.max(1e-12), "{c}, {angle}: {found} for {exact}");
            }
        }
    }

    #[test]
    fn what_is_not_in_a_plane_is_refused() {
        assert!(Plane::new(&[1.0, 0.2, 0.3, 0.2, 1.0, 0.4, 0.3, 0.4, 1.0], 3).is_none());
        assert!(Plane::new(&[1.0; 9], 3).is_none());
    }
}
