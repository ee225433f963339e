//! The formulas of an outcome model.

use super::{At, Counts, Derivatives, Outcome, QuadraticForm};
use crate::terms::COORDINATES;

/// When a finite estimate exists for differences of scores under an outcome model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existence {
    /// A win of i over j asks of a direction of recession that the score of i does not fall below that of j (Ford 1957).
    Wins,
    /// A win asks also that the difference grows as the threshold does, a tie that the threshold grows as the difference
    /// does, up to a factor that all cells share.
    Threshold,
    /// No theorem is at hand.
    Unknown,
}

/// For every outcome that may be seen (left, right, tie, both bad) the linear forms in (z, e, b) of which none may fall along a
/// line on which the outcome does not become less probable in the end; its probability grows if one of them does.
pub(crate) type Margins = [&'static [[f64; COORDINATES]]; 4];

/// The margins of a model of two: a tie is half a win for each side.
pub(super) const OF_SIDES: Margins =
    [&[[1.0, 0.0, 0.0]], &[[-1.0, 0.0, 0.0]], &[[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]], &[]];

/// The margins of a threshold that z passes on either side: left is z > e, right z < -e.
pub(super) const OF_GAPS: Margins =
    [&[[1.0, -1.0, 0.0]], &[[-1.0, -1.0, 0.0]], &[[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]], &[]];

/// The margins of the same with a threshold log(1 + exp(e)), which falls to zero on a line where e falls, and grows as e where
/// it grows: on lines without a tie none of the outcomes becomes less probable, from any point on.
pub(super) const OF_SOFT_GAPS: Margins = [
    &[[1.0, -1.0, 0.0], [1.0, 0.0, 0.0]],
    &[[-1.0, -1.0, 0.0], [-1.0, 0.0, 0.0]],
    &[[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]],
    &[],
];

/// A vector of the coordinates of which the first are given; it is zero in thresholds that the model does not have.
#[inline(always)]
pub(super) fn with_cuts<const N: usize>(first: [f64; N]) -> [f64; COORDINATES] {
    std::array::from_fn(|k| if k < N { first[k] } else { 0.0 })
}

/// The same with one threshold.
#[inline(always)]
pub(super) fn with_cut(z: f64, e: f64) -> [f64; COORDINATES] {
    with_cuts([z, e])
}

/// A model of the outcome of one comparison: closed formulas for one cell. The choice among them is [`Outcome`]; a loop
/// over cells makes it once, outside.
pub(super) trait OutcomeModel {
    /// Its name.
    const NAME: &'static str;
    /// Outcomes that a comparison may have: left and right, tie, both bad. A model of two takes a tie as half a win for
    /// each side, and reads neither threshold.
    const OUTCOMES: usize;
    /// Whether it is an exponential family in (z, e, b), so that second derivatives do not depend on the outcome.
    const CANONICAL: bool;
    /// Whether the negative log-likelihood is convex in (z, e, b).
    const CONVEX: bool = true;
    /// The least tie threshold, at which pairs cannot tie.
    const FLOOR: f64 = f64::NEG_INFINITY;
    /// When an estimate exists.
    const EXISTENCE: Existence;
    /// When outcomes become more probable along a line; none where probabilities are not of linear forms.
    const MARGINS: Option<Margins> = None;
    /// The model of two outcomes with the same link.
    const OF_TWO: Outcome;
    /// The same outcome model with a threshold that is above the floor whatever its parameters.
    const SOFT: Option<Outcome> = None;
    /// The same outcome model with votes "both bad" as an outcome of their own.
    const BOTH_BAD: Option<Outcome> = None;
    /// The outcome model of who is ahead alone, where answers have grades.
    const AHEAD: Option<Outcome> = None;
    /// The predictor of small log odds, over these.
    const PER_LOG_ODDS: f64 = 1.0;

    /// Probabilities of left, right, tie and both bad.
    fn probabilities(at: At) -> [f64; 4];

    /// Negative log-likelihood of a cell; infinite below the floor.
    fn value(counts: &Counts, at: At) -> f64;

    /// Negative log-likelihood of a cell with first and second derivatives.
    fn derivatives(counts: &Counts, at: At) -> Derivatives;

    /// Expected second derivatives of `total` comparisons.
    fn information(total: f64, at: At) -> QuadraticForm;

    /// Sum over single comparisons of the squared score in (z, e, b).
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm;

    /// The threshold of pairs whose parameter is e.
    fn threshold(e: f64) -> f64 {
        e
    }

    /// The derivative of `threshold`.
    fn threshold_slope(_: f64) -> f64 {
        1.0
    }

    /// The parameter of the threshold that gives a share of ties between equal items; models of two have none.
    fn threshold_of(share: f64) -> f64;

    /// Of many cells without thresholds the negative log-likelihood and its two derivatives in z.
    fn pairs(counts: &[Counts], z: &[f64], [value, slope, weight]: [&mut [f64]; 3]) {
        for (at, (counts, &z)) in counts.iter().zip(z).enumerate() {
            let d = Self::derivatives(counts, At::new(z, 0.0));
            (value[at], slope[at], weight[at]) = (d.value, d.z(), d.second.zz());
        }
    }

    /// Of many cells without thresholds the sums of squared slopes of single comparisons.
    fn squares(counts: &[Counts], z: &[f64], out: &mut [f64]) {
        for ((out, counts), &z) in out.iter_mut().zip(counts).zip(z) {
            *out = Self::squared_scores(counts, At::new(z, 0.0)).zz();
        }
    }

    /// `derivatives` of many cells; a model of two outcomes may leave what it does not have.
    fn derivatives_of_many(counts: &[Counts], predictors: [&[f64]; COORDINATES], out: &mut [Derivatives]) {
        let [z, e, b] = predictors;
        for ((((out, counts), &z), &e), &b) in out.iter_mut().zip(counts).zip(z).zip(e).zip(b) {
            *out = Self::derivatives(counts, At { z, cuts: [e, b] });
        }
    }
}
