//! Rao-Kupper: p(left) = logistic(z - e), p(right) = logistic(-z - e), the rest is a tie, which has
//! probability (exp(2e) - 1) p(left) p(right). The threshold e is not negative; at e = 0 there are
//! no ties and the law is Bradley-Terry. Below zero, where it is none, the formulas for wins and losses
//! go on smoothly: that lets a solver come back from there.

use super::{log1p_exp, logistic, Counts, Derivatives, Form};

pub(super) fn probabilities(z: f64, e: f64) -> [f64; 4] {
    let (win, loss) = (logistic(z - e), logistic(-z - e));
    let tie = if e.is_infinite() { 1.0 } else { (-(-2.0 * e).exp_m1()) * logistic(z + e) * logistic(e - z) };
    [win, loss, tie, 0.0]
}

/// log(1 - exp(-2e)) for e > 0.
#[inline]
fn log_gap(e: f64) -> f64 {
    (-(-2.0 * e).exp_m1()).ln()
}

#[inline]
pub(super) fn value(counts: &Counts, z: f64, e: f64) -> f64 {
    if counts.tie > 0.0 && e <= 0.0 {
        return f64::INFINITY;
    }
    let left = counts.win + counts.tie;
    let right = counts.loss + counts.tie;
    let mut value = left * log1p_exp(e - z) + right * log1p_exp(e + z);
    if counts.tie > 0.0 {
        value -= counts.tie * (2.0 * e + log_gap(e));
    }
    value
}

#[inline]
pub(super) fn derivatives(counts: &Counts, z: f64, e: f64) -> Derivatives {
    let value = value(counts, z, e);
    let left = counts.win + counts.tie;
    let right = counts.loss + counts.tie;
    let (a, not_a) = (logistic(z - e), logistic(e - z));
    let (b, not_b) = (logistic(-z - e), logistic(z + e));
    let (curve_left, curve_right) = (left * a * not_a, right * b * not_b);
    let mut derivatives = Derivatives {
        value,
        z: right * not_b - left * not_a,
        e: left * not_a + right * not_b,
        second: Form {
            zz: curve_left + curve_right,
            ze: curve_right - curve_left,
            ee: curve_left + curve_right,
            ..Form::default()
        },
        ..Derivatives::default()
    };
    if counts.tie > 0.0 {
        let gap = -(-2.0 * e).exp_m1();
        derivatives.e -= 2.0 * counts.tie / gap;
        derivatives.second.ee += 4.0 * counts.tie * (-2.0 * e).exp() / (gap * gap);
    }
    derivatives
}

#[inline]
pub(super) fn information(total: f64, z: f64, e: f64) -> Form {
    // A threshold held at zero is zero but for rounding, and has no ties to expect.
    let e = if e < 1e-8 { 0.0 } else { e };
    let counts = Counts::new(probabilities(z, e).map(|p| total * p));
    derivatives(&counts, z, e).second
}

#[inline]
pub(super) fn squared_scores(counts: &Counts, z: f64, e: f64) -> Form {
    let (not_a, not_b) = (logistic(e - z), logistic(z + e));
    let mut form = Form::default();
    form.add_square(counts.win, [-not_a, not_a, 0.0]);
    form.add_square(counts.loss, [not_b, not_b, 0.0]);
    if counts.tie > 0.0 {
        form.add_square(counts.tie, [not_b - not_a, not_a + not_b + 2.0 / (-2.0 * e).exp_m1(), 0.0]);
    }
    form
}
