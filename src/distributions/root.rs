//! Roots of monotone functions in one variable.

/// The x in [low, high] where `f`, falling from positive to negative, is zero (Illinois method). An
/// end whose sign is off, as rounding makes it when the root is an end, is returned itself.
pub(crate) fn falling(low: f64, high: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    let (mut at_low, mut at_high) = (f(low), f(high));
    if at_low <= 0.0 {
        return low;
    }
    if at_high >= 0.0 {
        return high;
    }
    let mut moved_low_last = None;
    let mut last = low;
    for _ in 0..100 {
        let middle = (low * at_high - high * at_low) / (at_high - at_low);
        if !(middle > low && middle < high) {
            break;
        }
        let value = f(middle);
        if (middle - last).abs() <= 1e-13 * middle.abs() {
            return middle;
        }
        last = middle;
        if value > 0.0 {
            // An end that stays twice loses half of its weight, else it would stay for ever.
            if moved_low_last == Some(true) {
                at_high *= 0.5;
            }
            (low, at_low, moved_low_last) = (middle, value, Some(true));
        } else if value < 0.0 {
            if moved_low_last == Some(false) {
                at_low *= 0.5;
            }
            (high, at_high, moved_low_last) = (middle, value, Some(false));
        } else {
            return middle;
        }
    }
    last
}

/// The same by halving, for functions that are flat or have poles at the ends: it needs their signs alone.
pub(crate) fn falling_by_halves(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    loop {
        let middle = low + 0.5 * (high - low);
        // Between neighbouring numbers there is none.
        if !(middle > low && middle < high) {
            return middle;
        }
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The x > 0 where a monotone probability equals `target`. `probability` returns its value and its
/// derivative at x; Newton's method on log x and log probability, where tails are nearly straight.
pub(crate) fn log_newton(start: f64, target: f64, probability: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut x = start;
    for _ in 0..500 {
        let (value, derivative) = probability(x);
        let slope = x * derivative / value;
        let step = ((value / target).ln() / slope).clamp(-2.0, 2.0);
        if step.is_nan() {
            return f64::NAN;
        }
        x *= (-step).exp();
        if step.abs() <= 1e-15 {
            break;
        }
        // At the level of rounding Newton steps no longer shrink.
        if step.abs() <= 1e-11 {
            let (value, derivative) = probability(x);
            let last = (value / target).ln() * value / (x * derivative);
            return if last.abs() < step.abs() { x * (-last).exp() } else { x };
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn falling_finds_the_root_and_respects_the_ends() {
        assert_relative_eq!(falling(0.0, 3.0, |x| 2.0 - x * x), 2f64.sqrt(), max_relative = 1e-13);
        assert_relative_eq!(falling(0.0, 50.0, |x| (-x).exp() - 1e-9), 1e9f64.ln(), max_relative = 1e-9);
        assert_eq!(falling(1.0, 2.0, |x| 0.5 - x), 1.0);
        assert_eq!(falling(1.0, 2.0, |x| 5.0 - x), 2.0);
    }

    #[test]
    fn halves_find_roots_between_poles() {
        let found = falling_by_halves(-1.0, 3.0, |x| 1.0 / (x + 1.0) - 1.0 / (3.0 - x));
        assert_relative_eq!(found, 1.0, max_relative = 1e-15);
        assert_eq!(falling_by_halves(-1.0, 1.0, |x| -x).abs().max(1e-300), 1e-300);
    }

    #[test]
    fn log_newton_inverts_both_directions_from_far_away() {
        let exponential = |x: f64| ((-x).exp(), -(-x).exp());
        assert_relative_eq!(log_newton(1e-6, 1e-50, exponential), 50.0 * 10f64.ln(), max_relative = 1e-14);
        let power = |x: f64| (x.powf(0.3), 0.3 * x.powf(-0.7));
        assert_relative_eq!(log_newton(1e3, 1e-5, power), 1e-5f64.powf(1.0 / 0.3), max_relative = 1e-13);
    }
}
