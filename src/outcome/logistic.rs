//! The logistic function and its integral.

/// log(1 + exp(x)) without overflow.
#[inline]
pub(crate) fn log1p_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// log(1 + exp(x)) and log(1 + exp(-x)), each without a difference of large numbers.
#[inline]
pub(crate) fn log1p_exp_both(x: f64) -> [f64; 2] {
    let small = (-x.abs()).exp().ln_1p();
    [x.max(0.0) + small, (-x).max(0.0) + small]
}

/// The logistic function 1 / (1 + exp(-x)) without overflow.
#[inline]
pub(crate) fn logistic(x: f64) -> f64 {
    let tail = (-x.abs()).exp();
    let small = tail / (1.0 + tail);
    if x >= 0.0 {
        1.0 - small
    } else {
        small
    }
}
