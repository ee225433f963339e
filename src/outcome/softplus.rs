//! Rao-Kupper with a threshold that is positive whatever its parameters: e = log(1 + exp(raw)).

use super::{log1p_exp, logistic, rao_kupper, Counts, Derivatives, Form};

/// The threshold and its slope in raw.
#[inline]
fn link(raw: f64) -> (f64, f64) {
    (log1p_exp(raw), logistic(raw))
}

pub(super) fn probabilities(z: f64, raw: f64) -> [f64; 4] {
    rao_kupper::probabilities(z, link(raw).0)
}

#[inline]
pub(super) fn value(counts: &Counts, z: f64, raw: f64) -> f64 {
    rao_kupper::value(counts, z, link(raw).0)
}

/// A form in (z, e) as one in (z, raw), without the bend of the link.
#[inline]
fn chain(form: Form, slope: f64) -> Form {
    Form { ze: form.ze * slope, ee: form.ee * slope * slope, ..form }
}

#[inline]
pub(super) fn derivatives(counts: &Counts, z: f64, raw: f64) -> Derivatives {
    let (e, slope) = link(raw);
    let d = rao_kupper::derivatives(counts, z, e);
    let mut second = chain(d.second, slope);
    // Far below zero e is the slope itself, and its product with an infinite derivative is -tie.
    second.ee += d.e * slope * logistic(-raw);
    Derivatives { e: d.e * slope, second, ..d }
}

#[inline]
pub(super) fn information(total: f64, z: f64, raw: f64) -> Form {
    let (e, slope) = link(raw);
    // A threshold of zero has no ties, and says nothing of raw.
    if e == 0.0 {
        return Form { ze: 0.0, ee: 0.0, ..rao_kupper::information(total, z, 0.0) };
    }
    chain(rao_kupper::information(total, z, e), slope)
}

#[inline]
pub(super) fn squared_scores(counts: &Counts, z: f64, raw: f64) -> Form {
    let (e, slope) = link(raw);
    chain(rao_kupper::squared_scores(counts, z, e), slope)
}
