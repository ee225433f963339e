//! An outcome model with a floor, of a threshold that is above it whatever its parameters: e = log(1 + exp(raw)).

use super::model::{Existence, Margins, OutcomeModel, OF_SOFT_GAPS};
use super::{log1p_exp, logistic, At, Counts, Derivatives, Outcome, QuadraticForm, TIE};
use std::marker::PhantomData;

/// An outcome model whose floor is zero, softened.
pub(super) struct Soft<L>(PhantomData<L>);

/// The place of the tie threshold among the coordinates.
const E: usize = 1 + TIE;

/// A form in (z, e) as one in (z, raw), without the curvature of the link.
#[inline]
fn chain(form: QuadraticForm, slope: f64) -> QuadraticForm {
    form.map(|a, b, value| match (a, b) {
        (E, E) => value * slope * slope,
        (E, _) | (_, E) => value * slope,
        _ => value,
    })
}

/// Where the outcome model itself is evaluated.
#[inline]
fn hard(at: At) -> At {
    let mut at = at;
    at.cuts[TIE] = log1p_exp(at.e());
    at
}

impl<L: OutcomeModel> OutcomeModel for Soft<L> {
    const NAME: &'static str = L::NAME;
    const OUTCOMES: usize = L::OUTCOMES;
    const CANONICAL: bool = false;
    const CONVEX: bool = false;
    const EXISTENCE: Existence = Existence::Unknown;
    const MARGINS: Option<Margins> = Some(OF_SOFT_GAPS);
    const OF_TWO: Outcome = L::OF_TWO;
    const PER_LOG_ODDS: f64 = L::PER_LOG_ODDS;

    fn probabilities(at: At) -> [f64; 4] {
        L::probabilities(hard(at))
    }

    #[inline]
    fn value(counts: &Counts, at: At) -> f64 {
        L::value(counts, hard(at))
    }

    #[inline]
    fn derivatives(counts: &Counts, at: At) -> Derivatives {
        let slope = logistic(at.e());
        let d = L::derivatives(counts, hard(at));
        let mut second = chain(d.second, slope);
        // Far below zero e is the slope itself, and its product with an infinite derivative is -tie.
        *second.entry(E, E) += d.slopes[E] * slope * logistic(-at.e());
        let mut slopes = d.slopes;
        slopes[E] *= slope;
        Derivatives { slopes, second, ..d }
    }

    #[inline]
    fn information(total: f64, at: At) -> QuadraticForm {
        let outcome = hard(at);
        // A threshold of zero has no ties, and does not determine raw.
        if outcome.e() == 0.0 {
            return QuadraticForm::of_z(L::information(total, outcome).zz());
        }
        chain(L::information(total, outcome), logistic(at.e()))
    }

    #[inline]
    fn squared_scores(counts: &Counts, at: At) -> QuadraticForm {
        chain(L::squared_scores(counts, hard(at)), logistic(at.e()))
    }

    fn threshold(e: f64) -> f64 {
        log1p_exp(e)
    }

    fn threshold_slope(e: f64) -> f64 {
        logistic(e)
    }

    fn threshold_of(share: f64) -> f64 {
        L::threshold_of(share).exp_m1().ln()
    }
}
