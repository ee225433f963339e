//! Davidson: left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e). The threshold e is
//! any real number; e = -infinity is Bradley-Terry without ties.

use super::{Counts, Derivatives, Form};

/// Probabilities and the logarithm of the sum of the three weights.
#[inline]
fn law(z: f64, e: f64) -> ([f64; 3], f64) {
    // One of the three weights is the largest; the others are taken relative to it.
    let half = 0.5 * z;
    let top = half.abs().max(e);
    let (win, loss, tie) = ((half - top).exp(), (-half - top).exp(), (e - top).exp());
    let sum = win + loss + tie;
    ([win / sum, loss / sum, tie / sum], top + sum.ln())
}

pub(super) fn probabilities(z: f64, e: f64) -> [f64; 3] {
    if e == f64::INFINITY {
        return [0.0, 0.0, 1.0];
    }
    law(z, e).0
}

#[inline]
fn value_from(counts: &Counts, z: f64, e: f64, log_sum: f64) -> f64 {
    let half = 0.5 * z;
    let mut value = counts.win * (log_sum - half) + counts.loss * (log_sum + half);
    if counts.tie > 0.0 {
        value += counts.tie * (log_sum - e);
    }
    value
}

#[inline]
pub(super) fn value(counts: &Counts, z: f64, e: f64) -> f64 {
    value_from(counts, z, e, law(z, e).1)
}

#[inline]
pub(super) fn derivatives(counts: &Counts, z: f64, e: f64) -> Derivatives {
    let ([win, loss, tie], log_sum) = law(z, e);
    let total = counts.total();
    let gap = win - loss;
    // Each count against the two probabilities it did not get: no cancellation in the tails.
    let slope = 0.5 * (counts.loss * (2.0 * win + tie) - counts.win * (2.0 * loss + tie) + counts.tie * gap);
    Derivatives {
        value: value_from(counts, z, e, log_sum),
        z: slope,
        e: (counts.win + counts.loss) * tie - counts.tie * (win + loss),
        second: second(total, win, loss, tie),
    }
}

#[inline]
fn second(total: f64, win: f64, loss: f64, tie: f64) -> Form {
    // win + loss - (win - loss)^2 = 4 win loss + tie (win + loss).
    Form {
        zz: 0.25 * total * (4.0 * win * loss + tie * (win + loss)),
        ze: -0.5 * total * tie * (win - loss),
        ee: total * tie * (win + loss),
    }
}

#[inline]
pub(super) fn information(total: f64, z: f64, e: f64) -> Form {
    let [win, loss, tie] = law(z, e).0;
    second(total, win, loss, tie)
}

#[inline]
pub(super) fn squared_scores(counts: &Counts, z: f64, e: f64) -> Form {
    let [win, loss, tie] = law(z, e).0;
    let mut form = Form::default();
    form.add_square(counts.win, -0.5 * (2.0 * loss + tie), tie);
    form.add_square(counts.loss, 0.5 * (2.0 * win + tie), tie);
    form.add_square(counts.tie, 0.5 * (win - loss), -(win + loss));
    form
}
