//! Davidson: left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e). The threshold e is
//! any real number; e = -infinity is Bradley-Terry without ties. Where "both bad" is an outcome of its own,
//! it stands beside the tie with weight exp(b). All are exponential families: derivatives are moments of
//! the statistics (left less right) / 2, tie and both bad.

use super::model::{with_cuts, Existence, Margins, OutcomeModel};
use super::{At, Counts, Derivatives, Outcome, QuadraticForm};

/// Each exponent against the others: z / 2, -z / 2, e and, with votes both bad, b.
const OF_THREE: Margins = [
    &[[1.0, 0.0, 0.0], [0.5, -1.0, 0.0]],
    &[[-1.0, 0.0, 0.0], [-0.5, -1.0, 0.0]],
    &[[-0.5, 1.0, 0.0], [0.5, 1.0, 0.0]],
    &[],
];
const OF_FOUR: Margins = [
    &[[1.0, 0.0, 0.0], [0.5, -1.0, 0.0], [0.5, 0.0, -1.0]],
    &[[-1.0, 0.0, 0.0], [-0.5, -1.0, 0.0], [-0.5, 0.0, -1.0]],
    &[[-0.5, 1.0, 0.0], [0.5, 1.0, 0.0], [0.0, 1.0, -1.0]],
    &[[-0.5, 0.0, 1.0], [0.5, 0.0, 1.0], [0.0, -1.0, 1.0]],
];

/// The formulas; `BAD`: with votes both bad.
pub(super) struct Davidson<const BAD: bool>;

impl<const BAD: bool> OutcomeModel for Davidson<BAD> {
    const NAME: &'static str = "Davidson";
    const OUTCOMES: usize = if BAD { 4 } else { 3 };
    const CANONICAL: bool = true;
    const EXISTENCE: Existence = if BAD { Existence::Unknown } else { Existence::Threshold };
    const MARGINS: Option<Margins> = Some(if BAD { OF_FOUR } else { OF_THREE });
    const OF_TWO: Outcome = Outcome::BradleyTerry;
    const BOTH_BAD: Option<Outcome> = Some(Outcome::DavidsonBothBad);

    fn probabilities(at: At) -> [f64; 4] {
        if at.e() == f64::INFINITY {
            return [0.0, 0.0, 1.0, 0.0];
        }
        outcome::<BAD>(at).0
    }

    #[inline]
    fn value(counts: &Counts, at: At) -> f64 {
        value_from::<BAD>(counts, at, outcome::<BAD>(at).1)
    }

    #[inline]
    fn derivatives(counts: &Counts, at: At) -> Derivatives {
        let (p, log_sum) = outcome::<BAD>(at);
        let [win, loss, tie, bad] = p;
        // Each count against the probabilities it did not get: no cancellation in the tails.
        let (even, p_even) = (open::<BAD>(counts.tie, counts.bad), open::<BAD>(tie, bad));
        let (decided, p_decided) = (counts.win + counts.loss, win + loss);
        let slope =
            counts.loss * (2.0 * win + p_even) - counts.win * (2.0 * loss + p_even) + even * (win - loss);
        Derivatives {
            value: value_from::<BAD>(counts, at, log_sum),
            slopes: with_cuts([
                0.5 * slope,
                open::<BAD>(decided, counts.bad) * tie - counts.tie * open::<BAD>(p_decided, bad),
                if BAD { (decided + counts.tie) * bad - counts.bad * (p_decided + tie) } else { 0.0 },
            ]),
            second: second::<BAD>(decided + even, p),
        }
    }

    #[inline]
    fn information(total: f64, at: At) -> QuadraticForm {
        second::<BAD>(total, outcome::<BAD>(at).0)
    }

    #[inline]
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm {
        let [win, loss, tie, bad] = outcome::<BAD>(at).0;
        let open = tie + bad;
        let mut form = QuadraticForm::default();
        form.add_square(counts.win, with_cuts([-0.5 * (2.0 * loss + open), tie, bad]));
        form.add_square(counts.loss, with_cuts([0.5 * (2.0 * win + open), tie, bad]));
        form.add_square(counts.tie, with_cuts([0.5 * (win - loss), -(win + loss + bad), bad]));
        if BAD {
            form.add_square(counts.bad, with_cuts([0.5 * (win - loss), tie, -(win + loss + tie)]));
        }
        form
    }

    fn threshold_of(share: f64) -> f64 {
        (2.0 * share / (1.0 - share)).ln()
    }
}

/// Votes without a winner: without votes both bad, ties alone, which spares the compiler adding zeros.
#[inline]
fn open<const BAD: bool>(tie: f64, bad: f64) -> f64 {
    if BAD {
        tie + bad
    } else {
        tie
    }
}

/// Probabilities and the logarithm of the sum of the weights; `BAD`: four of them, else three.
#[inline]
fn outcome<const BAD: bool>(at: At) -> ([f64; 4], f64) {
    // One of the weights is the largest; the others are taken relative to it.
    let half = 0.5 * at.z;
    let top = half.abs().max(at.e());
    let top = if BAD { top.max(at.b()) } else { top };
    let (win, loss, tie) = ((half - top).exp(), (-half - top).exp(), (at.e() - top).exp());
    let bad = if BAD { (at.b() - top).exp() } else { 0.0 };
    let sum = win + loss + open::<BAD>(tie, bad);
    ([win / sum, loss / sum, tie / sum, bad / sum], top + sum.ln())
}

#[inline]
fn value_from<const BAD: bool>(counts: &Counts, at: At, log_sum: f64) -> f64 {
    let half = 0.5 * at.z;
    let mut value = counts.win * (log_sum - half) + counts.loss * (log_sum + half);
    if counts.tie > 0.0 {
        value += counts.tie * (log_sum - at.e());
    }
    if BAD && counts.bad > 0.0 {
        value += counts.bad * (log_sum - at.b());
    }
    value
}

#[inline]
fn second<const BAD: bool>(total: f64, [win, loss, tie, bad]: [f64; 4]) -> QuadraticForm {
    let (decided, gap) = (win + loss, win - loss);
    // win + loss - (win - loss)^2 = 4 win loss + (tie + bad) (win + loss).
    let zz = 0.25 * total * (4.0 * win * loss + open::<BAD>(tie, bad) * decided);
    let (ze, ee) = (-0.5 * total * tie * gap, total * tie * open::<BAD>(decided, bad));
    if BAD {
        let (zb, eb, bb) = (-0.5 * total * bad * gap, -total * tie * bad, total * bad * (decided + tie));
        QuadraticForm::of([zz, ze, ee, zb, eb, bb])
    } else {
        QuadraticForm::of([zz, ze, ee])
    }
}
