//! Bradley-Terry: p(left) = logistic(z). A tie is half a win for each side (a quasi-likelihood).

use super::model::{Existence, Margins, OutcomeModel, OF_SIDES};
use super::{kernel, log1p_exp, logistic, At, Counts, Derivatives, Outcome, QuadraticForm};
use crate::terms::COORDINATES;

/// Cells whose derivatives are written together.
const MANY: usize = 128;

/// The formulas.
pub(super) struct BradleyTerry;

impl OutcomeModel for BradleyTerry {
    const NAME: &'static str = "Bradley-Terry";
    const OUTCOMES: usize = 2;
    const CANONICAL: bool = true;
    const EXISTENCE: Existence = Existence::Wins;
    const MARGINS: Option<Margins> = Some(OF_SIDES);
    const OF_TWO: Outcome = Outcome::BradleyTerry;

    fn probabilities(at: At) -> [f64; 4] {
        [logistic(at.z), logistic(-at.z), 0.0, 0.0]
    }

    #[inline]
    fn value(counts: &Counts, At { z, .. }: At) -> f64 {
        // Written with |z| so that neither term cancels where the model fits well.
        let [left, right] = counts.halved();
        left * log1p_exp(-z) + right * log1p_exp(z)
    }

    #[inline]
    fn derivatives(counts: &Counts, At { z, .. }: At) -> Derivatives {
        let [left, right] = counts.halved();
        let total = left + right;
        let tail = (-z.abs()).exp();
        let small = tail / (1.0 + tail);
        let big = 1.0 / (1.0 + tail);
        let (p, q) = if z >= 0.0 { (big, small) } else { (small, big) };
        let log = tail.ln_1p();
        let value = left * ((-z).max(0.0) + log) + right * (z.max(0.0) + log);
        // right * p - left * q is total * p - left without its cancellation in the tails.
        Derivatives::of_z(value, right * p - left * q, total * p * q)
    }

    #[inline]
    fn information(total: f64, At { z, .. }: At) -> QuadraticForm {
        let (p, q) = both(z);
        QuadraticForm::of_z(total * p * q)
    }

    #[inline]
    fn squared_scores(counts: &Counts, At { z, .. }: At) -> QuadraticForm {
        let (p, q) = both(z);
        let tie = 0.5 * (p - q);
        QuadraticForm::of_z(counts.win * q * q + counts.loss * p * p + counts.tie * tie * tie)
    }

    fn threshold_of(_: f64) -> f64 {
        f64::NAN
    }

    fn pairs(counts: &[Counts], z: &[f64], out: [&mut [f64]; 3]) {
        kernel::bradley_terry(counts, z, out);
    }

    fn squares(counts: &[Counts], z: &[f64], out: &mut [f64]) {
        kernel::bradley_terry_squares(counts, z, out);
    }

    fn derivatives_of_many(counts: &[Counts], [z, ..]: [&[f64]; COORDINATES], out: &mut [Derivatives]) {
        let mut terms = [[0.0; MANY]; 3];
        for ((counts, z), out) in counts.chunks(MANY).zip(z.chunks(MANY)).zip(out.chunks_mut(MANY)) {
            kernel::bradley_terry(counts, z, terms.each_mut().map(|terms| &mut terms[..z.len()]));
            let [value, slope, weight] = &terms;
            for (at, out) in out.iter_mut().enumerate() {
                (out.value, out.slopes[0], *out.second.entry(0, 0)) = (value[at], slope[at], weight[at]);
            }
        }
    }
}

/// p and 1 - p, neither of them by subtraction.
#[inline]
fn both(z: f64) -> (f64, f64) {
    let tail = (-z.abs()).exp();
    let big = 1.0 / (1.0 + tail);
    if z >= 0.0 {
        (big, tail * big)
    } else {
        (tail * big, big)
    }
}
