//! Student's distribution in place of the normal one where clusters are few: degrees of freedom of values and
//! of differences, and the critical values of single intervals.

use super::critical::{bonferroni, marginal};
use super::ranks::pairs;
use super::{Correction, Jacobian, Options, Quantiles};
use crate::distributions::student;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::room::Gather as _;

/// With more pairs those of the values must do.
const MOST_PAIRS: usize = 2_000;

/// Whether each pair of this many values gets degrees of freedom of its own.
pub(crate) fn has_each_pair(values: usize) -> bool {
    pairs(values) <= MOST_PAIRS
}

/// Degrees of freedom of every row of J, infinite for the normal distribution, NaN for a row that has no error.
pub(super) fn degrees(model: &Model, jacobian: &Jacobian, options: &Options) -> Result<Vec<f64>> {
    let student = match options.quantiles {
        Quantiles::Normal => false,
        Quantiles::Auto => options.settled(model)? != Correction::None,
        Quantiles::Student => true,
    };
    let clustered = model.kind(options.covariance).is_clustered();
    if options.quantiles == Quantiles::Student && !clustered {
        return Err(Error::Unsupported(
            "quantiles: Student's quantiles go with clustered covariances only".into(),
        ));
    }
    if !student {
        return Ok(vec![f64::INFINITY; jacobian.rows()]);
    }
    model.degrees(options.covariance, options.settled(model)?, jacobian)
}

/// The critical value of every one of several intervals that hold `count` at once (Bonferroni).
/// Infinite where there are no degrees of freedom.
pub(super) fn each_value(level: f64, count: usize, degrees: &[f64]) -> Result<Vec<f64>> {
    let normal = if count <= 1 { marginal(level)? } else { bonferroni(level, count)? };
    let tail = 0.5 * (1.0 - level) / count.max(1) as f64;
    let mut last = (f64::INFINITY, normal);
    let mut critical = |df: f64| {
        if df != last.0 {
            let value = if df > 0.0 { -student::quantile(tail, df) } else { f64::INFINITY };
            last = (df, value);
        }
        last.1
    };
    Ok(degrees.iter().map(|&df| critical(df)).gathered())
}

/// The smallest degrees of freedom, which are on the safe side for all; infinite if there are none.
pub(super) fn smallest(degrees: &[f64]) -> f64 {
    degrees.iter().copied().filter(|df| !df.is_nan()).fold(f64::INFINITY, f64::min)
}

/// Degrees of freedom of the differences of all pairs of values i > j, in the order (1, 0), (2, 0),
/// (2, 1), ...; of the values where these do as well, or where there are more than 2000 pairs.
pub(super) fn of_pairs(model: &Model, jacobian: &Jacobian, options: &Options) -> Result<Vec<f64>> {
    let n = jacobian.rows();
    let pairs = pairs(n);
    if options.settled(model)? != Correction::Cr2 || !has_each_pair(n) || pairs == n {
        return degrees(model, jacobian, options);
    }
    let mut weights = vec![0.0; pairs * n];
    let all = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    for (row, (i, j)) in weights.chunks_mut(n.max(1)).zip(all) {
        (row[i], row[j]) = (1.0, -1.0);
    }
    degrees(model, &jacobian.contrasts(&weights, pairs), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_values_of_each() {
        let found = each_value(0.95, 1, &[f64::INFINITY, 10.0, 10.0, 0.0, f64::NAN, 1.0]).unwrap();
        // Tables of Student's t.
        let expected = [1.959_963_984_540_054, 2.228_138_851_986_273, 2.228_138_851_986_273];
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-10));
        assert_eq!(found[3..5], [f64::INFINITY; 2]);
        assert!((found[5] - 12.706_204_736_174_7).abs() < 1e-9);
        let five = each_value(0.95, 5, &[f64::INFINITY, 4.0]).unwrap();
        assert_eq!(five[0], bonferroni(0.95, 5).unwrap());
        assert!((five[1] - student::critical(0.99, 4.0)).abs() < 1e-10);
        // 45 differences of 10 items: the normal quantile at 1 - 0.05 / 90.
        let all = each_value(0.95, pairs(10), &[f64::INFINITY]).unwrap();
        assert!((all[0] - 3.260_767_488_420_521_3).abs() < 1e-9);
        assert_eq!((pairs(0), pairs(1), pairs(2)), (0, 0, 1));
        assert!(each_value(1.0, 1, &[1.0]).is_err());
    }

    #[test]
    fn the_smallest_passes_over_what_is_not_there() {
        assert_eq!(smallest(&[f64::NAN, 7.5, 3.0]), 3.0);
        assert_eq!(smallest(&[f64::NAN]), f64::INFINITY);
    }
}
