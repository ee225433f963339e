//! Rao-Kupper: p(left) = logistic(z - e), p(right) = logistic(-z - e), the rest is a tie, which has
//! probability (exp(2e) - 1) p(left) p(right). The threshold e is not negative; at e = 0 there are
//! no ties and the model is Bradley-Terry. Below zero, where it is none, the formulas for wins and losses
//! go on smoothly: that lets a solver come back from there.

use super::model::{with_cut, Existence, Margins, OutcomeModel, OF_GAPS};
use super::{log1p_exp_both, logistic, At, Counts, Derivatives, Outcome, QuadraticForm};

/// The formulas.
pub(super) struct RaoKupper;

impl OutcomeModel for RaoKupper {
    const NAME: &'static str = "Rao-Kupper";
    const OUTCOMES: usize = 3;
    const CANONICAL: bool = false;
    const FLOOR: f64 = 0.0;
    const EXISTENCE: Existence = Existence::Threshold;
    const MARGINS: Option<Margins> = Some(OF_GAPS);
    const OF_TWO: Outcome = Outcome::BradleyTerry;
    const SOFT: Option<Outcome> = Some(Outcome::SoftRaoKupper);

    fn probabilities(at: At) -> [f64; 4] {
        let (z, e) = (at.z, at.e());
        let (win, loss) = (logistic(z - e), logistic(-z - e));
        let tie =
            if e.is_infinite() { 1.0 } else { (-(-2.0 * e).exp_m1()) * logistic(z + e) * logistic(e - z) };
        [win, loss, tie, 0.0]
    }

    #[inline]
    fn value(counts: &Counts, at: At) -> f64 {
        let (z, e) = (at.z, at.e());
        if counts.tie > 0.0 && e <= 0.0 {
            return f64::INFINITY;
        }
        let ([win, not_win], [loss, not_loss]) = (log1p_exp_both(e - z), log1p_exp_both(e + z));
        let mut value = counts.win * win + counts.loss * loss;
        if counts.tie > 0.0 {
            // Of small numbers alone, where thresholds are large.
            value += counts.tie * (not_win + not_loss - log_gap(e));
        }
        value
    }

    #[inline]
    fn derivatives(counts: &Counts, at: At) -> Derivatives {
        let (z, e) = (at.z, at.e());
        let value = Self::value(counts, At::new(z, e));
        let left = counts.win + counts.tie;
        let right = counts.loss + counts.tie;
        let (a, not_a) = (logistic(z - e), logistic(e - z));
        let (b, not_b) = (logistic(-z - e), logistic(z + e));
        let (curve_left, curve_right) = (left * a * not_a, right * b * not_b);
        let mut derivatives = Derivatives {
            value,
            slopes: with_cut(right * not_b - left * not_a, left * not_a + right * not_b),
            second: QuadraticForm::of([
                curve_left + curve_right,
                curve_right - curve_left,
                curve_left + curve_right,
            ]),
        };
        if counts.tie > 0.0 {
            let gap = -(-2.0 * e).exp_m1();
            derivatives.slopes[1] -= 2.0 * counts.tie / gap;
            *derivatives.second.entry(1, 1) += 4.0 * counts.tie * (-2.0 * e).exp() / (gap * gap);
        }
        derivatives
    }

    #[inline]
    fn information(total: f64, at: At) -> QuadraticForm {
        let (z, e) = (at.z, at.e());
        // A threshold held at zero is zero but for rounding, and has no ties to expect.
        let at = At::new(z, if e < 1e-8 { 0.0 } else { e });
        let counts = Counts::new(Self::probabilities(at).map(|p| total * p));
        Self::derivatives(&counts, at).second
    }

    #[inline]
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm {
        let (z, e) = (at.z, at.e());
        let (not_a, not_b) = (logistic(e - z), logistic(z + e));
        let mut form = QuadraticForm::default();
        form.add_square(counts.win, with_cut(-not_a, not_a));
        form.add_square(counts.loss, with_cut(not_b, not_b));
        if counts.tie > 0.0 {
            form.add_square(counts.tie, with_cut(not_b - not_a, not_a + not_b + 2.0 / (-2.0 * e).exp_m1()));
        }
        form
    }

    fn threshold_of(share: f64) -> f64 {
        ((1.0 + share) / (1.0 - share)).ln()
    }
}

/// log(1 - exp(-2e)) for e > 0.
#[inline]
fn log_gap(e: f64) -> f64 {
    (-(-2.0 * e).exp_m1()).ln()
}
