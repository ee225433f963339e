//! How many judges without common errors some judges are worth.

use crate::error::Result;
use crate::linalg::nonnegative;
use crate::room::{reserve, Duplicate as _, Gather as _};

/// Judges by their correlations, of which some are looked at.
pub(super) struct Panel {
    /// Who is looked at.
    pub(super) judges: Vec<usize>,
    matrix: Vec<f64>,
}

/// The weights that are best.
pub(super) struct Best {
    /// The number that they are worth.
    pub(super) worth: f64,
    /// They sum to one.
    pub(super) weights: Vec<f64>,
}

impl Panel {
    /// Some of all judges of a matrix.
    pub(super) fn new(all: &[f64], judges: Vec<usize>) -> Result<Panel> {
        let (n, total) = (judges.len(), all.len().isqrt());
        let mut matrix = reserve(n * n)?;
        for (row, i) in matrix.chunks_mut(n.max(1)).zip(&judges) {
            row.iter_mut().zip(&judges).for_each(|(to, j)| *to = all[i * total + j]);
        }
        Ok(Panel { judges, matrix })
    }

    /// With equal weights: K^2 / 1'R1.
    pub(super) fn equal(&self) -> f64 {
        (self.judges.len() as f64).powi(2) / self.matrix.iter().sum::<f64>()
    }

    /// With the best weights that are not negative, 1 / min w'Rw over those of sum 1: the x >= 0 with the least
    /// x'Rx / 2 - 1'x sums to it.
    pub(super) fn best(&self) -> Result<Best> {
        let n = self.judges.len();
        let x = nonnegative(&self.matrix, &vec![1.0; n], &vec![0.0; n])?;
        let worth: f64 = x.iter().sum();
        Ok(Best { worth, weights: x.iter().map(|x| x / worth).gathered() })
    }

    /// How much less the others are worth, at their best weights, without each judge.
    pub(super) fn losses(&self, best: &Best) -> Result<Vec<f64>> {
        let n = self.judges.len();
        let loss = |without: usize| {
            // Who has no weight is not missed.
            if best.weights[without] == 0.0 {
                return Ok(0.0);
            }
            let mut ones = vec![1.0; n];
            let mut start: Vec<f64> = best.weights.iter().map(|w| w * best.worth).gathered();
            (ones[without], start[without]) = (0.0, 0.0);
            let mut matrix = self.matrix.duplicate();
            (0..n).filter(|&k| k != without).for_each(|k| {
                (matrix[without * n + k], matrix[k * n + without]) = (0.0, 0.0);
            });
            Ok(best.worth - nonnegative(&matrix, &ones, &start)?.iter().sum::<f64>())
        };
        (0..n).map(loss).gathered_or()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_judges() {
        let panel = Panel::new(&[1.0, 0.5, 0.5, 1.0], vec![0, 1]).unwrap();
        let best = panel.best().unwrap();
        assert!((panel.equal() - 2.0 / 1.5).abs() < 1e-14 && (best.worth - 2.0 / 1.5).abs() < 1e-14);
        // The second is worth (1 - rho) / (1 + rho).
        assert!(panel.losses(&best).unwrap().iter().all(|loss| (loss - 0.5 / 1.5).abs() < 1e-14));
        assert!(
            (Panel::new(&[1.0, 0.5, 0.5, 1.0], vec![1]).unwrap().best().unwrap().worth - 1.0).abs() < 1e-15
        );
    }

    /// Four kin with .5 and two others, .1 between: as an independent program found.
    #[test]
    fn kin_and_others() {
        let rho = |i: usize, j: usize| match (i, j) {
            _ if i == j => 1.0,
            (0..=3, 0..=3) => 0.5,
            _ => 0.1,
        };
        let all: Vec<f64> = (0..36).map(|at| rho(at / 6, at % 6)).collect();
        let panel = Panel::new(&all, (0..6).collect()).unwrap();
        let best = panel.best().unwrap();
        assert!((panel.equal() - 2.608695652173913).abs() < 1e-12);
        assert!((best.worth - 2.9213483146067407).abs() < 1e-10);
        let losses = panel.losses(&best).unwrap();
        assert!((losses[0] - 0.07088102488711412).abs() < 1e-10);
        assert!((losses[4] - 0.6042751438750336).abs() < 1e-10);
    }
}
