//! Probit: p(left) = Phi(z), Thurstone (1927, case V) and Mosteller (1951), z in standard deviations of the difference of
//! two perceptions. A tie is half a win for each side, as under Bradley-Terry; or it is an outcome, where the difference
//! that is perceived is smaller than a threshold: p(left) = Phi(z - e), p(right) = Phi(-z - e), e >= 0 (Glenn and David
//! 1960), which is the model of Rao and Kupper with normal for logistic noise.
//!
//! No exponential family: second derivatives depend on the outcome. They are positive, and the negative log-likelihood is
//! convex in (z, e), since the normal density is log-concave (Prekopa 1973).

use super::model::{with_cut, Existence, Margins, OutcomeModel, OF_GAPS, OF_SIDES};
use super::{At, Counts, Derivatives, Outcome, QuadraticForm};
use crate::distributions::normal;

/// log sqrt(2 pi).
const LOG_ROOT: f64 = 0.918_938_533_204_672_7;

/// Where log odds are small, Phi(z) is logistic(z / 0.6), nearly: between sqrt(2 pi) / 4 at zero and less further out.
const PER_LOG_ODDS: f64 = 0.6;

/// One side of a normal distribution: log Phi(x), its slope phi(x) / Phi(x), and minus the slope of that.
#[derive(Debug, Clone, Copy)]
struct Side {
    log: f64,
    hazard: f64,
    curvature: f64,
}

impl Side {
    fn probability(&self) -> f64 {
        self.log.exp()
    }
}

/// Phi(x) and Phi(-x) for x >= 0: the larger side first.
#[inline]
fn of_size(x: f64) -> [Side; 2] {
    // From here on a continued fraction of a few terms is exact, and nothing cancels.
    const SEAM: f64 = 5.0;
    const TERMS: usize = 28;
    let density = (-0.5 * x * x - LOG_ROOT).exp();
    let small = if x < SEAM {
        let p = normal::upper(x);
        let hazard = density / p;
        Side { log: p.ln(), hazard, curvature: hazard * (hazard - x) }
    } else {
        // phi(x) / Phi(-x) = x + 1 / (x + 2 / (x + 3 / ...)), Laplace's; what comes after x, from its end.
        let beyond = (1..=TERMS).rev().fold(0.0, |rest, k| k as f64 / (x + rest));
        let hazard = x + beyond;
        Side { log: -0.5 * x * x - LOG_ROOT - hazard.ln(), hazard, curvature: hazard * beyond }
    };
    let p = density / small.hazard;
    let hazard = density / (1.0 - p);
    [Side { log: (-p).ln_1p(), hazard, curvature: hazard * (hazard + x) }, small]
}

/// Phi(x) and Phi(-x).
#[inline]
fn sides(x: f64) -> [Side; 2] {
    let [large, small] = of_size(x.abs());
    if x >= 0.0 {
        [large, small]
    } else {
        [small, large]
    }
}

/// Thurstone and Mosteller.
pub(super) struct ThurstoneMosteller;

impl OutcomeModel for ThurstoneMosteller {
    const NAME: &'static str = "Thurstone-Mosteller";
    const OUTCOMES: usize = 2;
    const CANONICAL: bool = false;
    const EXISTENCE: Existence = Existence::Wins;
    const MARGINS: Option<Margins> = Some(OF_SIDES);
    const OF_TWO: Outcome = Outcome::ThurstoneMosteller;
    const PER_LOG_ODDS: f64 = PER_LOG_ODDS;

    fn probabilities(at: At) -> [f64; 4] {
        let [left, right] = sides(at.z);
        [left.probability(), right.probability(), 0.0, 0.0]
    }

    #[inline]
    fn value(counts: &Counts, at: At) -> f64 {
        Self::derivatives(counts, at).value
    }

    #[inline]
    fn derivatives(counts: &Counts, at: At) -> Derivatives {
        let [left, right] = sides(at.z);
        let [won, lost] = counts.halved();
        Derivatives::of_z(
            -(won * left.log + lost * right.log),
            lost * right.hazard - won * left.hazard,
            won * left.curvature + lost * right.curvature,
        )
    }

    #[inline]
    fn information(total: f64, at: At) -> QuadraticForm {
        let [left, right] = sides(at.z);
        QuadraticForm::of_z(total * left.hazard * right.hazard)
    }

    #[inline]
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm {
        let [left, right] = sides(at.z).map(|side| side.hazard);
        let tie = 0.5 * (right - left);
        QuadraticForm::of_z(counts.win * left * left + counts.loss * right * right + counts.tie * tie * tie)
    }

    fn threshold_of(_: f64) -> f64 {
        f64::NAN
    }
}

/// Glenn and David. Below e = 0, where it is no distribution, the formulas for wins and losses go on smoothly, as those of Rao and
/// Kupper do.
pub(super) struct GlennDavid;

/// The sides as the item sees them that is ahead: its win at z - e, its loss at -z - e, for z = |z|.
struct Ahead {
    size: f64,
    e: f64,
    /// Phi(|z| - e), and what it is not.
    win: [Side; 2],
    /// Phi(-|z| - e), and what it is not.
    loss: [Side; 2],
}

/// A tie: log p, and the densities at |z| - e and |z| + e over p as their difference and sum.
struct Tie {
    log: f64,
    difference: f64,
    sum: f64,
}

impl Ahead {
    #[inline]
    fn new(at: At) -> Ahead {
        let size = at.z.abs();
        Ahead { size, e: at.e(), win: sides(size - at.e()), loss: sides(-size - at.e()) }
    }

    /// Phi(|z| + e) - Phi(|z| - e) for e > 0.
    fn tie(&self) -> Tie {
        // Below this the difference of two sides would cancel.
        const NARROW: f64 = 0.5;
        let (size, e) = (self.size, self.e);
        let product = size * e;
        let (log, nearer) = if e < NARROW && product < NARROW {
            // 2 phi(|z|) int_0^e cosh(|z| t) exp(-t^2 / 2) dt, by Hermite's polynomials He_k(|z|) e^k / k!.
            let (mut sum, mut even, mut odd) = (1.0, 1.0, product);
            for k in 1..=9 {
                let (twice, width) = (2.0 * f64::from(k), e * e);
                even = (product * odd - width * even) / twice;
                odd = (product * even - width * odd) / (twice + 1.0);
                sum += even / (twice + 1.0);
            }
            let over_density = 2.0 * e * sum;
            let exponent = product - 0.5 * e * e;
            (over_density.ln() - 0.5 * size * size - LOG_ROOT, exponent.exp() / over_density)
        } else if size >= e {
            let rest = (self.loss[0].log - self.win[1].log).exp();
            (self.win[1].log + (-rest).ln_1p(), self.win[1].hazard / (1.0 - rest))
        } else {
            let outside = self.loss[0].probability() + self.win[0].probability();
            let density = (-0.5 * (size - e) * (size - e) - LOG_ROOT).exp();
            ((-outside).ln_1p(), density / (1.0 - outside))
        };
        // The density at |z| + e is smaller by exp(-2 |z| e).
        let gap = -(-2.0 * product).exp_m1();
        Tie { log, difference: nearer * gap, sum: nearer * (2.0 - gap) }
    }

    /// Counts as the item sees them that is ahead.
    fn counts(at: At, counts: &Counts) -> Counts {
        if at.z >= 0.0 {
            *counts
        } else {
            counts.swapped()
        }
    }
}

/// A form of the item ahead as one of left.
#[inline]
fn turned(at: At, form: QuadraticForm) -> QuadraticForm {
    if at.z >= 0.0 {
        form
    } else {
        form.map(|a, b, value| if (a == 0) == (b == 0) { value } else { -value })
    }
}

impl OutcomeModel for GlennDavid {
    const NAME: &'static str = "Glenn-David";
    const OUTCOMES: usize = 3;
    const CANONICAL: bool = false;
    const FLOOR: f64 = 0.0;
    const EXISTENCE: Existence = Existence::Threshold;
    const MARGINS: Option<Margins> = Some(OF_GAPS);
    const OF_TWO: Outcome = Outcome::ThurstoneMosteller;
    const SOFT: Option<Outcome> = Some(Outcome::SoftGlennDavid);
    const PER_LOG_ODDS: f64 = PER_LOG_ODDS;

    fn probabilities(at: At) -> [f64; 4] {
        if at.e().is_infinite() {
            return [0.0, 0.0, 1.0, 0.0];
        }
        let ahead = Ahead::new(at);
        let tie = if at.e() > 0.0 { ahead.tie().log.exp() } else { 0.0 };
        let p = [ahead.win[0].probability(), ahead.loss[0].probability()];
        let [left, right] = if at.z >= 0.0 { p } else { [p[1], p[0]] };
        [left, right, tie, 0.0]
    }

    #[inline]
    fn value(counts: &Counts, at: At) -> f64 {
        Self::derivatives(counts, at).value
    }

    #[inline]
    fn derivatives(counts: &Counts, at: At) -> Derivatives {
        let ahead = Ahead::new(at);
        let Counts { win, loss, tie, .. } = Ahead::counts(at, counts);
        let ([won, _], [lost, _]) = (ahead.win, ahead.loss);
        let (curve_win, curve_loss) = (win * won.curvature, loss * lost.curvature);
        let mut d = Derivatives {
            value: -(win * won.log + loss * lost.log),
            slopes: with_cut(loss * lost.hazard - win * won.hazard, loss * lost.hazard + win * won.hazard),
            second: QuadraticForm::of([
                curve_win + curve_loss,
                curve_loss - curve_win,
                curve_win + curve_loss,
            ]),
        };
        if tie > 0.0 && at.e() <= 0.0 {
            d.value = f64::INFINITY;
        } else if tie > 0.0 {
            let Tie { log, difference, sum } = ahead.tie();
            let (z, e) = (ahead.size, ahead.e);
            d.value -= tie * log;
            d.slopes[0] += tie * difference;
            d.slopes[1] -= tie * sum;
            let second = e * sum - z * difference;
            *d.second.entry(0, 0) += tie * (second + difference * difference).max(0.0);
            *d.second.entry(1, 1) += tie * (second + sum * sum);
            *d.second.entry(1, 0) += tie * ((z - difference) * sum - e * difference);
        }
        if at.z < 0.0 {
            d.slopes[0] = -d.slopes[0];
        }
        d.second = turned(at, d.second);
        d
    }

    #[inline]
    fn information(total: f64, at: At) -> QuadraticForm {
        // A threshold held at zero is zero but for rounding, and has no ties to expect.
        let at = At::new(at.z, if at.e() < 1e-8 { 0.0 } else { at.e() });
        let counts = Counts::new(Self::probabilities(at).map(|p| total * p));
        Self::derivatives(&counts, at).second
    }

    #[inline]
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm {
        let ahead = Ahead::new(at);
        let Counts { win, loss, tie, .. } = Ahead::counts(at, counts);
        let (won, lost) = (ahead.win[0].hazard, ahead.loss[0].hazard);
        let mut form = QuadraticForm::default();
        form.add_square(win, with_cut(-won, won));
        form.add_square(loss, with_cut(lost, lost));
        if tie > 0.0 {
            let Tie { difference, sum, .. } = ahead.tie();
            form.add_square(tie, with_cut(difference, -sum));
        }
        turned(at, form)
    }

    fn threshold_of(share: f64) -> f64 {
        normal::quantile(0.5 * (1.0 + share))
    }
}
