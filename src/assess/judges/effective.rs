//! How many judges the judges are worth.

use crate::error::{Error, Result};
use crate::geometry::standardise;
use crate::room::{Duplicate as _, Gather as _};
use crate::vectors::dot;

/// The effective number of judges by how their scores go together: (sum of eigenvalues)^2 / sum of squared
/// eigenvalues of the correlation of their rows (the participation ratio). Judges all of whose correlations
/// are zero count one each; those who agree or disagree perfectly count one together. Rows that are constant
/// or not all finite have no correlation, and are left out; NaN if none is left.
pub fn participation(scores: &[f64], judges: usize, items: usize) -> Result<f64> {
    if judges.checked_mul(items) != Some(scores.len()) {
        return Err(Error::Size(format!("scores: {} numbers are not {judges} x {items}", scores.len())));
    }
    let rows: Vec<Vec<f64>> = scores.chunks(items.max(1)).filter_map(standard).gathered();
    // The eigenvalues sum to the trace, and their squares to the sum of squared elements.
    let squares: f64 = rows.iter().flat_map(|a| rows.iter().map(move |b| dot(a, b).powi(2))).sum();
    Ok((rows.len() as f64).powi(2) / squares)
}

/// The effective number of judges by their precisions: (sum w)^2 / sum w^2 (Kish 1965).
pub fn effective_number(precisions: &[f64]) -> Result<f64> {
    if let Some(at) = precisions.iter().position(|w| !(*w >= 0.0 && w.is_finite())) {
        return Err(Error::row(at, format!("precisions: {} is not finite or is negative", precisions[at])));
    }
    let largest = precisions.iter().copied().fold(0.0, f64::max);
    // Shares of the largest neither overflow nor vanish.
    let (sum, squares) = precisions.iter().fold((0.0, 0.0), |(sum, squares), w| {
        let share = w / largest;
        (sum + share, squares + share * share)
    });
    Ok(sum * sum / squares)
}

/// A row to take correlations of; none where it has none.
pub(super) fn standard(row: &[f64]) -> Option<Vec<f64>> {
    let mut row = row.duplicate();
    standardise(&mut row).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::symmetric_eigen;
    use crate::random::Random;

    #[test]
    fn participation_is_that_of_the_eigenvalues() {
        let mut random = Random::new(5, 0);
        let (judges, items) = (6, 9);
        let scores: Vec<f64> = (0..judges * items).map(|_| random.normal()).collect();
        let rows: Vec<Vec<f64>> = scores.chunks(items).map(|row| standard(row).unwrap()).collect();
        let correlation: Vec<f64> =
            (0..judges * judges).map(|k| dot(&rows[k / judges], &rows[k % judges])).collect();
        let (values, _) = symmetric_eigen(&correlation, judges).unwrap();
        let by_values = values.iter().sum::<f64>().powi(2) / values.iter().map(|v| v * v).sum::<f64>();
        let found = participation(&scores, judges, items).unwrap();
        assert!((found - by_values).abs() < 1e-12 && found > 1.0 && found < 6.0, "{found}");
    }

    #[test]
    fn one_voice_many_voices_and_none() {
        let same = [1.0, 2.0, 3.0, -2.0, -4.0, -6.0, 7.0, 7.0, 7.0, f64::NAN, 1.0, 2.0];
        assert!((participation(&same, 4, 3).unwrap() - 1.0).abs() < 1e-14);
        let apart = [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0];
        assert!((participation(&apart, 2, 4).unwrap() - 2.0).abs() < 1e-14);
        assert!(participation(&[5.0, 5.0], 1, 2).unwrap().is_nan());
        assert!(participation(&[], 0, 3).unwrap().is_nan());
        assert!(matches!(participation(&[1.0], 2, 3), Err(Error::Size(_))));
    }

    #[test]
    fn precisions() {
        assert!((effective_number(&[2.0, 2.0, 2.0]).unwrap() - 3.0).abs() < 1e-15);
        assert!((effective_number(&[3e300, 1e300]).unwrap() - 1.6).abs() < 1e-15);
        assert!(effective_number(&[]).unwrap().is_nan() && effective_number(&[0.0]).unwrap().is_nan());
        let error = effective_number(&[1.0, -1.0]).unwrap_err();
        assert_eq!(error.row_number(), Some(1));
    }
}
