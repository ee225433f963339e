//! Bradley-Terry: p(left) = logistic(z). A tie is half a win for each side (a quasi-likelihood).

use super::{log1p_exp, logistic, Counts, Derivatives, Form};

pub(super) fn probabilities(z: f64) -> [f64; 4] {
    [logistic(z), logistic(-z), 0.0, 0.0]
}

#[inline]
pub(super) fn value(counts: &Counts, z: f64) -> f64 {
    // Written with |z| so that neither term cancels where the model fits well.
    let left = counts.win + 0.5 * counts.tie;
    let right = counts.loss + 0.5 * counts.tie;
    left * log1p_exp(-z) + right * log1p_exp(z)
}

#[inline]
pub(super) fn derivatives(counts: &Counts, z: f64) -> Derivatives {
    let left = counts.win + 0.5 * counts.tie;
    let right = counts.loss + 0.5 * counts.tie;
    let total = left + right;
    let tail = (-z.abs()).exp();
    let small = tail / (1.0 + tail);
    let big = 1.0 / (1.0 + tail);
    let (p, q) = if z >= 0.0 { (big, small) } else { (small, big) };
    let log = tail.ln_1p();
    let value = left * ((-z).max(0.0) + log) + right * (z.max(0.0) + log);
    // right * p - left * q is total * p - left without its cancellation in the tails.
    Derivatives {
        value,
        z: right * p - left * q,
        second: Form::of_z(total * p * q),
        ..Derivatives::default()
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

#[inline]
pub(super) fn information(total: f64, z: f64) -> Form {
    let (p, q) = both(z);
    Form::of_z(total * p * q)
}

#[inline]
pub(super) fn squared_scores(counts: &Counts, z: f64) -> Form {
    let (p, q) = both(z);
    let tie = 0.5 * (p - q);
    Form::of_z(counts.win * q * q + counts.loss * p * p + counts.tie * tie * tie)
}
