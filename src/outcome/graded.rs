//! Graded answers: how far left is ahead, by levels of a logistic variable about z (the symmetric cumulative logit of Agresti
//! 1992; Tutz 1986). An answer of grade l for left has
//!
//! ```text
//! p = logistic(z - e) - logistic(z - e - d),     e = e_l, d = e_(l + 1) - e_l > 0, infinite at the highest grade,
//! ```
//!
//! one for right the same of -z, and the middle that of a tie of Rao and Kupper with e = e_1. So a cell, whose answers have one
//! grade, has two numbers beside z: the threshold e of its grade, and the gap d to the next. The middle has a
//! gap of zero. Answers without a grade have one of minus infinity, and are Rao and Kupper's.
//!
//! With a = e - z and b = a + d, log p = log logistic(b) + log logistic(-a) + log(1 - exp(-d)): a sum without cancellation, and
//! concave (Pratt 1981, Burridge 1981).

use super::model::{with_cuts, Existence, Margins, OutcomeModel};
use super::rao_kupper::RaoKupper;
use super::{log1p_exp, logistic, At, Counts, Derivatives, Outcome, QuadraticForm, BAD};
use crate::terms::COORDINATES;

/// The formulas.
pub(super) struct Graded;

/// Where an answer for left becomes more probable: z passes e, and stays below the next threshold; and the same of right.
const MARGINS: Margins = [
    &[[1.0, -1.0, 0.0], [-1.0, 1.0, 1.0]],
    &[[-1.0, -1.0, 0.0], [1.0, 1.0, 1.0]],
    &[[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]],
    &[],
];

impl OutcomeModel for Graded {
    const NAME: &'static str = "graded";
    const OUTCOMES: usize = 3;
    const CANONICAL: bool = false;
    const FLOOR: f64 = 0.0;
    const EXISTENCE: Existence = Existence::Unknown;
    const MARGINS: Option<Margins> = Some(MARGINS);
    const OF_TWO: Outcome = Outcome::BradleyTerry;
    const AHEAD: Option<Outcome> = Some(Outcome::RaoKupper);

    /// Of who is ahead; within a grade, given the grade.
    fn probabilities(at: At) -> [f64; 4] {
        match gap(at) {
            None => RaoKupper::probabilities(at),
            Some(0.0) => [0.0, 0.0, 1.0, 0.0],
            Some(d) => {
                let [left, right] = sides(at).map(|z| -Side::new(z, at.e(), d).value);
                let p = logistic(left - right);
                [p, 1.0 - p, 0.0, 0.0]
            }
        }
    }

    #[inline]
    fn value(counts: &Counts, at: At) -> f64 {
        match gap(at) {
            Some(d) if d != 0.0 => {
                if d <= 0.0 && counts.total() > 0.0 {
                    return f64::INFINITY;
                }
                let [left, right] = sides(at).map(|z| Side::new(z, at.e(), d).value);
                counts.win * left + counts.loss * right
            }
            _ => RaoKupper::value(counts, at),
        }
    }

    #[inline]
    fn derivatives(counts: &Counts, at: At) -> Derivatives {
        match gap(at) {
            Some(d) if d != 0.0 => {
                if d <= 0.0 && counts.total() > 0.0 {
                    return Derivatives { value: f64::INFINITY, ..Derivatives::default() };
                }
                let mut sum = Derivatives::default();
                each_side(counts, at, d, |times, side| {
                    sum.value += times * side.value;
                    sum.slopes.iter_mut().zip(side.slopes).for_each(|(s, own)| *s += times * own);
                    sum.second = sum.second.map(|a, b, value| value + times * side.second.get(a, b));
                });
                sum
            }
            _ => RaoKupper::derivatives(counts, at),
        }
    }

    /// Expected over who is ahead, given the grade: its mean over grades is the information of an answer.
    #[inline]
    fn information(total: f64, at: At) -> QuadraticForm {
        match gap(at) {
            None => RaoKupper::information(total, at),
            Some(0.0) => RaoKupper::derivatives(&Counts { tie: total, ..Counts::default() }, at).second,
            Some(d) if d < 0.0 => QuadraticForm::default(),
            Some(_) => Self::derivatives(&Counts::new(Self::probabilities(at).map(|p| total * p)), at).second,
        }
    }

    #[inline]
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm {
        match gap(at) {
            Some(d) if d != 0.0 => {
                let mut form = QuadraticForm::default();
                each_side(counts, at, d, |times, side| form.add_square(times, side.slopes));
                form
            }
            _ => RaoKupper::squared_scores(counts, at),
        }
    }

    fn threshold_of(share: f64) -> f64 {
        RaoKupper::threshold_of(share)
    }
}

/// The gap to the next threshold, infinite after the highest; None of answers without a grade.
#[inline]
fn gap(at: At) -> Option<f64> {
    Some(at.cuts[BAD]).filter(|gap| *gap != f64::NEG_INFINITY)
}

/// The predictor as left and as right see it.
#[inline]
fn sides(at: At) -> [f64; 2] {
    [at.z, -at.z]
}

/// Calls `add` with the answers of either side, and what one of them adds, in the coordinates of the cell.
#[inline]
fn each_side(counts: &Counts, at: At, d: f64, mut add: impl FnMut(f64, Side)) {
    let [left, right] = sides(at).map(|z| Side::new(z, at.e(), d));
    if counts.win > 0.0 {
        add(counts.win, left);
    }
    if counts.loss > 0.0 {
        add(counts.loss, right.mirrored());
    }
}

/// The negative log-likelihood of one answer for the side of z, and its derivatives in (z, e, d).
struct Side {
    value: f64,
    slopes: [f64; COORDINATES],
    second: QuadraticForm,
}

impl Side {
    #[inline]
    fn new(z: f64, e: f64, d: f64) -> Side {
        let (a, b) = (e - z, e - z + d);
        let (at_a, above_a) = (logistic(a), logistic(-a));
        let (at_b, above_b) = (logistic(b), logistic(-b));
        // d/dd log(1 - exp(-d)), and what its derivative is less than zero by.
        let rate = 1.0 / d.exp_m1();
        let curvature = rate * (rate + 1.0);
        let (curve_a, curve_b) = (at_a * above_a, at_b * above_b);
        Side {
            value: log1p_exp(-b) + log1p_exp(a) - (-(-d).exp_m1()).ln(),
            slopes: with_cuts([above_b - at_a, at_a - above_b, -above_b - rate]),
            second: QuadraticForm::of([
                curve_a + curve_b,
                -curve_a - curve_b,
                curve_a + curve_b,
                -curve_b,
                curve_b,
                curve_b + curvature,
            ]),
        }
    }

    /// The same where z is that of the other side.
    #[inline]
    fn mirrored(self) -> Side {
        let [z, rest @ ..] = self.slopes;
        let mut slopes = [-z; COORDINATES];
        slopes[1..].copy_from_slice(&rest);
        let second = self.second.map(|a, b, value| if (a == 0) != (b == 0) { -value } else { value });
        Side { slopes, second, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THRESHOLDS: [f64; 4] = [0.3, 0.9, 2.4, f64::INFINITY];

    /// A cell of a grade, 1 to 3.
    fn cell(z: f64, grade: usize) -> At {
        let [e, next] = [THRESHOLDS[grade - 1], THRESHOLDS[grade]];
        At { z, cuts: [e, next - e] }
    }

    fn middle(z: f64) -> At {
        At { z, cuts: [THRESHOLDS[0], 0.0] }
    }

    fn counts(win: f64, loss: f64) -> Counts {
        Counts { win, loss, ..Counts::default() }
    }

    #[test]
    fn all_answers_have_probability_one() {
        for z in [0.0, 0.7, -3.0, 20.0] {
            let one = |counts: Counts, at| (-Outcome::Graded.value(&counts, at)).exp();
            let tie = one(Counts { tie: 1.0, ..Counts::default() }, middle(z));
            let of = |grade| one(counts(1.0, 0.0), cell(z, grade)) + one(counts(0.0, 1.0), cell(z, grade));
            assert!(((1..4).map(of).sum::<f64>() + tie - 1.0).abs() < 1e-14, "{z}");
            let by_hand = logistic(z - 0.3) - logistic(z - 0.9);
            assert!((one(counts(1.0, 0.0), cell(z, 1)) - by_hand).abs() < 1e-15);
        }
    }

    #[test]
    fn derivatives_agree_with_differences() {
        const STEP: f64 = 1e-5;
        for (z, e, d) in [(0.3, 0.4, 0.7), (-2.0, 0.0, 1e-2), (9.0, 2.0, 3.0), (-30.0, 1.0, 0.4)] {
            let counts = counts(3.0, 1.25);
            let at = |by: [f64; 3]| {
                Outcome::Graded.derivatives(&counts, At { z: z + by[0], cuts: [e + by[1], d + by[2]] })
            };
            let here = at([0.0; 3]);
            assert_eq!(here.value, Outcome::Graded.value(&counts, At { z, cuts: [e, d] }));
            // The relative size of a gap is what counts.
            let sizes = [STEP, STEP, STEP * d];
            for (k, size) in sizes.into_iter().enumerate() {
                let step = |sign: f64| at(std::array::from_fn(|j| if j == k { sign * size } else { 0.0 }));
                let (plus, minus) = (step(1.0), step(-1.0));
                let near =
                    |a: f64, b: f64| assert!((a - b).abs() <= 1e-6 * (1.0 + a.abs()), "{a} against {b}");
                near(here.slopes[k], (plus.value - minus.value) / (2.0 * size));
                for j in 0..3 {
                    near(here.second.get(j, k), (plus.slopes[j] - minus.slopes[j]) / (2.0 * size));
                }
            }
        }
    }

    /// The identity of the logistic distribution: information about z, thresholds known, is (1 - the sum of p cubed) / 3.
    #[test]
    fn the_information_of_an_answer() {
        for z in [0.0, 0.7, -3.0] {
            let tie = RaoKupper::probabilities(At::new(z, THRESHOLDS[0]))[2];
            let (mut cubes, mut sum) = (tie.powi(3), tie * Outcome::Graded.information(1.0, middle(z)).zz());
            for grade in 1..4 {
                let p = [counts(1.0, 0.0), counts(0.0, 1.0)]
                    .map(|c| (-Outcome::Graded.value(&c, cell(z, grade))).exp());
                cubes += p.iter().map(|p| p.powi(3)).sum::<f64>();
                sum += p.iter().sum::<f64>() * Outcome::Graded.information(1.0, cell(z, grade)).zz();
            }
            assert!((sum - (1.0 - cubes) / 3.0).abs() < 1e-14, "{z}: {sum}");
        }
    }

    #[test]
    fn answers_without_a_grade_are_those_of_rao_and_kupper() {
        let at = At::new(0.8, 0.4);
        let counts = Counts { win: 2.0, loss: 3.0, tie: 1.0, bad: 0.0 };
        assert_eq!(Outcome::Graded.derivatives(&counts, at), Outcome::RaoKupper.derivatives(&counts, at));
        assert_eq!(Outcome::Graded.probabilities(at), Outcome::RaoKupper.probabilities(at));
        assert_eq!(
            Outcome::Graded.squared_scores(&counts, at),
            Outcome::RaoKupper.squared_scores(&counts, at)
        );
    }

    /// Where grades are decided to the last bit nothing is infinite or lost.
    #[test]
    fn far_and_near_thresholds_lose_nothing() {
        for (z, e, d) in [(700.0, 1.0, 1e-9), (-700.0, 1.0, 2.0), (0.0, 600.0, 1e-300)] {
            let d = Outcome::Graded.derivatives(&counts(1.0, 1.0), At { z, cuts: [e, d] });
            assert!(d.value.is_finite() && d.slopes.iter().all(|s| s.is_finite()), "{d:?}");
        }
        let closed = Outcome::Graded.value(&counts(1.0, 0.0), At { z: 0.0, cuts: [1.0, -0.1] });
        assert_eq!(closed, f64::INFINITY);
    }
}
