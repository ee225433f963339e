//! How well a model predicts: the comparisons it was fitted to, or others that were held out.

use super::predictions::{predictions, Predicted};
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::outcome::logistic;
use crate::room::{self, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// The normal quantile of 95 % intervals.
const CRITICAL: f64 = 1.959_963_984_540_054;

/// Bins of the calibration error.
const BINS: usize = 10;

/// How well a model predicts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Comparisons predicted.
    pub comparisons: f64,
    /// Comparisons whose prediction the data do not determine; they are left out of all else.
    pub unpredicted: f64,
    /// Mean log-likelihood of a comparison.
    pub log_score: f64,
    /// Mean over comparisons of the sum over outcomes of (indicator - probability)^2 (Brier 1950).
    pub brier: f64,
    /// Comparisons with a winner.
    pub decided: f64,
    /// Share of these whose winner was the likelier one; equal probabilities count half.
    pub accuracy: f64,
    /// Mean distance of observed and predicted scores over ten bins, by comparisons.
    pub calibration_error: f64,
    /// Intercept of the recalibration.
    pub intercept: f64,
    /// Its standard error.
    pub intercept_error: f64,
    /// Slope of the recalibration: below one where predictions are too extreme.
    pub slope: f64,
    /// Its standard error.
    pub slope_error: f64,
}

/// More bins than this are no diagram.
const MOST_BINS: usize = 1_000_000;

/// A bin of comparisons with similar predictions, seen from the side predicted to score more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// Comparisons.
    pub comparisons: f64,
    /// Mean predicted score.
    pub predicted: f64,
    /// Mean observed score, a tie being half a win.
    pub observed: f64,
    /// Ends of the interval of the observed score at 95 % (Wilson 1927).
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

/// The columns of [`calibration`].
pub static CALIBRATION: Schema<Bin> = Schema {
    name: "model_calibration",
    title: c"Predicted and observed scores, in bins of similar predictions",
    columns: &[
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Comparisons in the bin; 0 if it is empty.", |b| b.comparisons),
        SchemaColumn::f64(
            c"predicted_share",
            c"share of wins",
            c"Mean predicted score of the side that is predicted to score more; missing in an empty bin.",
            |b| b.predicted,
        ),
        SchemaColumn::f64(
            c"observed_share",
            c"share of wins",
            c"Mean observed score of this side, a tie being half a win; missing in an empty bin.",
            |b| b.observed,
        ),
        SchemaColumn::f64(
            c"observed_share_lower",
            c"share of wins",
            c"Lower end of the 95 % interval of the observed score (Wilson 1927, comparisons taken as independent).",
            |b| b.lower,
        ),
        SchemaColumn::f64(c"observed_share_upper", c"share of wins", c"Upper end of this interval.", |b| b.upper),
    ],
};

/// How well a model predicts a set, or its own.
pub fn accuracy(model: &Model, other: Option<&Set>) -> Result<Accuracy> {
    let found = predictions(model, other)?;
    found.some()?;
    Ok(Accuracy { unpredicted: found.unpredicted, ..of_predictions(&found.cells) })
}

/// The same of predictions at hand.
pub(super) fn of_predictions(all: &[Predicted]) -> Accuracy {
    let sum = |of: &dyn Fn(&Predicted) -> f64| all.iter().map(of).sum::<f64>();
    let total = sum(&|c| c.counts.iter().sum());
    let decided = sum(&|c| c.counts[0] + c.counts[1]);
    let hits = sum(&|c| match c.logit {
        logit if logit > 0.0 => c.counts[0],
        logit if logit < 0.0 => c.counts[1],
        _ => 0.5 * (c.counts[0] + c.counts[1]),
    });
    let bins = binned(all, BINS);
    let distance = |bin: &Bin| bin.comparisons * (bin.observed - bin.predicted).abs();
    let error: f64 = bins.iter().filter(|bin| bin.comparisons > 0.0).map(distance).sum();
    let [intercept, intercept_error, slope, slope_error] = recalibration(all);
    Accuracy {
        comparisons: total,
        unpredicted: 0.0,
        log_score: sum(&|c| c.log_likelihood) / total,
        brier: sum(&brier) / total,
        decided,
        accuracy: hits / decided,
        calibration_error: error / total,
        intercept,
        intercept_error,
        slope,
        slope_error,
    }
}

/// sum_k o_k sum_j (d_kj - p_j)^2.
fn brier(cell: &Predicted) -> f64 {
    let squares: f64 = cell.p.iter().map(|p| p * p).sum();
    cell.counts.iter().zip(&cell.p).map(|(o, p)| o * (squares - 2.0 * p + 1.0)).sum()
}

/// Observed against predicted scores in bins of about equal numbers of comparisons, from even matches
/// to the surest.
pub fn calibration(model: &Model, other: Option<&Set>, bins: usize) -> Result<Vec<Bin>> {
    if bins == 0 {
        return Err(Error::Argument("bins is 0".into()));
    }
    if bins > MOST_BINS {
        return Err(Error::Argument(format!("bins is {bins}; it must be at most {MOST_BINS}")));
    }
    let found = predictions(model, other)?;
    found.some()?;
    Ok(binned(&found.cells, bins))
}

fn binned(all: &[Predicted], bins: usize) -> Vec<Bin> {
    // Seen from the side that is predicted to score more: otherwise any model is calibrated at one half.
    let mut cells: Vec<[f64; 3]> = all
        .iter()
        .map(|c| {
            let n: f64 = c.counts.iter().sum();
            // A vote without a winner is half a win.
            let score = |v: &[f64]| v[0] + 0.5 * v[2..].iter().sum::<f64>();
            let (p, o) = (score(&c.p), score(&c.counts));
            if c.logit < 0.0 {
                [1.0 - p, n - o, n]
            } else {
                [p, o, n]
            }
        })
        .gathered();
    room::sort_by(&mut cells, |a, b| a[0].total_cmp(&b[0]));
    let total: f64 = cells.iter().map(|c| c[2]).sum();
    let mut sums = vec![[0.0; 3]; bins];
    let mut before = 0.0;
    for [p, o, n] in cells {
        // A cell is kept whole, in the bin of its middle.
        let bin = ((before + 0.5 * n) / total * bins as f64) as usize;
        let sum = &mut sums[bin.min(bins - 1)];
        sum[0] += n * p;
        sum[1] += o;
        sum[2] += n;
        before += n;
    }
    sums.into_iter().map(bin).gathered()
}

pub(super) fn bin([expected, observed, n]: [f64; 3]) -> Bin {
    let (predicted, share) = (expected / n, observed / n);
    let [lower, upper] = wilson(share, n, CRITICAL);
    Bin { comparisons: n, predicted, observed: share, lower, upper }
}

/// The interval of a share of n independent trials (Wilson 1927); NaN where there are none.
pub(super) fn wilson(share: f64, n: f64, critical: f64) -> [f64; 2] {
    let z2 = critical * critical;
    let centre = (share + 0.5 * z2 / n) / (1.0 + z2 / n);
    let half = critical * (share * (1.0 - share) / n + 0.25 * z2 / (n * n)).sqrt() / (1.0 + z2 / n);
    let bound = |end: f64| if end < 0.0 { 0.0 } else { end };
    [bound(centre - half), 1.0 - bound(1.0 - (centre + half))]
}

/// Cox's (1958) logistic regression of the winner on the predicted logit, among decided comparisons:
/// intercept and slope with their standard errors, all NaN where they are not identified.
fn recalibration(all: &[Predicted]) -> [f64; 4] {
    const ITERATIONS: usize = 100;
    let lost = [f64::NAN; 4];
    let mut at = [0.0, 1.0];
    for _ in 0..ITERATIONS {
        let (mut gradient, mut h) = ([0.0; 2], [0.0; 3]);
        for cell in all.iter().filter(|c| c.counts[0] + c.counts[1] > 0.0) {
            let (x, n) = (cell.logit, cell.counts[0] + cell.counts[1]);
            let u = at[0] + at[1] * x;
            let (p, q) = (logistic(u), logistic(-u));
            let slope = cell.counts[0] * q - cell.counts[1] * p;
            gradient[0] += slope;
            gradient[1] += slope * x;
            let w = n * p * q;
            h[0] += w;
            h[1] += w * x;
            h[2] += w * x * x;
        }
        let determinant = h[0] * h[2] - h[1] * h[1];
        let determined = determinant > 1e-12 * h[0] * h[2];
        if !determined {
            return lost;
        }
        let mut step = [
            (h[2] * gradient[0] - h[1] * gradient[1]) / determinant,
            (h[0] * gradient[1] - h[1] * gradient[0]) / determinant,
        ];
        let size = step[0].abs().max(step[1].abs());
        // From far away a full step overshoots.
        if size > 1.0 {
            step.iter_mut().for_each(|s| *s /= size);
        }
        at[0] += step[0];
        at[1] += step[1];
        if size < 1e-12 * (1.0 + at[0].abs() + at[1].abs()) || size < 1e-10 {
            return [at[0], (h[2] / determinant).sqrt(), at[1], (h[0] / determinant).sqrt()];
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(wins: f64, losses: f64, logit: f64) -> Predicted {
        let p = [logistic(logit), logistic(-logit), 0.0, 0.0];
        let logs = p.map(f64::ln);
        let log_likelihood = wins * logs[0] + losses * logs[1];
        Predicted { key: [0, 0, 1], counts: [wins, losses, 0.0, 0.0], p, logs, logit, log_likelihood }
    }

    #[test]
    fn recalibration_of_two_groups_is_exact() {
        // Two groups determine two parameters: logit of the share = a + b x.
        let all = [cell(30.0, 10.0, 2.0), cell(20.0, 40.0, -1.0)];
        let (high, low) = (3f64.ln(), -(2f64.ln()));
        let slope = (high - low) / 3.0;
        let [a, a_error, b, b_error] = recalibration(&all);
        assert!((b - slope).abs() < 1e-9 && (a - (low + slope)).abs() < 1e-9, "{a} {b}");
        // The logits have variances 1 / (n p q).
        let (vh, vl) = (1.0 / 7.5, 3.0 / 40.0);
        assert!((b_error - ((vh + vl) / 9.0f64).sqrt()).abs() < 1e-9, "{b_error}");
        // a = (high + 2 low) / 3.
        assert!((a_error - ((vh + 4.0 * vl) / 9.0f64).sqrt()).abs() < 1e-9, "{a_error}");
    }

    #[test]
    fn recalibration_that_cannot_be_told() {
        for all in [vec![cell(3.0, 2.0, 0.0)], vec![cell(3.0, 0.0, 1.0), cell(0.0, 3.0, -1.0)], vec![]] {
            assert!(recalibration(&all).iter().all(|v| v.is_nan()));
        }
    }

    #[test]
    fn bins_by_hand() {
        // From the favoured side: 8 of 10 at .8 (twice: once as shown, once swapped) and 5 of 10 at .5.
        let logit = 4f64.ln();
        let all = [cell(8.0, 2.0, logit), cell(3.0, 7.0, -logit), cell(6.0, 4.0, 0.0)];
        let bins = binned(&all, 3);
        assert_eq!(bins.iter().map(|b| b.comparisons).collect::<Vec<_>>(), [10.0, 10.0, 10.0]);
        assert!((bins[0].predicted - 0.5).abs() < 1e-15 && (bins[0].observed - 0.6).abs() < 1e-15);
        let mut observed = [bins[1].observed, bins[2].observed];
        observed.sort_by(f64::total_cmp);
        assert!((observed[0] - 0.7).abs() < 1e-12 && (observed[1] - 0.8).abs() < 1e-12);
        // Wilson's interval of 6 in 10.
        assert!(
            (bins[0].lower - 0.312_674).abs() < 1e-6 && (bins[0].upper - 0.831_820).abs() < 1e-6,
            "{bins:?}"
        );
        // More bins than cells leave some without any.
        assert!(binned(&all, 7)
            .iter()
            .any(|b| b.comparisons == 0.0 && b.observed.is_nan() && b.lower.is_nan()));
        let certain = bin([1.0, 1.0, 1.0]);
        assert!(certain.upper <= 1.0 && certain.lower > 0.0);
    }

    #[test]
    fn brier_by_hand() {
        let mut one = cell(1.0, 0.0, 3f64.ln());
        assert!((brier(&one) - 2.0 * 0.25f64.powi(2)).abs() < 1e-15);
        one.p = [0.5, 0.3, 0.2, 0.0];
        one.counts = [1.0, 0.0, 2.0, 0.0];
        let by_hand = (0.25 + 0.09 + 0.04) + 2.0 * (0.25 + 0.09 + 0.64);
        assert!((brier(&one) - by_hand).abs() < 1e-14);
    }
}
