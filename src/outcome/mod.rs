//! Outcomes: how a scaled difference z and thresholds, by their numbers (the first, e, of ties; the second, b, of "both bad"),
//! become left, right, tie or both bad.
//!
//! An outcome model is a handful of closed formulas for one cell: value, first and second derivatives
//! of the negative log-likelihood in z and the thresholds, their expectation, and the squared scores that the
//! sandwich needs. Everything else in the library is the chain rule over these. An outcome model is a file of this
//! folder and a line of the list below; what else depends on it is asked of it, not of its name.

mod bradley_terry;
mod cell;
mod davidson;
mod graded;
mod kernel;
mod model;
mod logistic;
mod probit;
mod rao_kupper;
mod softplus;
#[cfg(test)]
mod tests;

use crate::terms::COORDINATES;
pub use cell::{mirrored, score, At, Counts, Derivatives, QuadraticForm, BAD, LEVELS, SCORE, TIE};
pub(crate) use kernel::{exp_negative, ln_1p_unit};
use logistic::log1p_exp_both;
pub(crate) use logistic::{log1p_exp, logistic};
pub use model::Existence;
pub(crate) use model::Margins;
use model::OutcomeModel;

/// Lists the outcome models: the choice, and for each the type with its formulas.
macro_rules! outcomes {
    ($($(#[$doc:meta])* $name:ident: $outcome:ty,)*) => {
        /// A model of the outcome of one comparison.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Outcome {
            $($(#[$doc])* $name,)*
        }

        /// An expression about the type of an outcome model, which stands in it as `Chosen`.
        macro_rules! of_outcome {
            ($choice:expr, $of:expr) => {
                match $choice {
                    $(Outcome::$name => {
                        type Chosen = $outcome;
                        $of
                    })*
                }
            };
        }

        #[cfg(test)]
        const EVERY: &[Outcome] = &[$(Outcome::$name,)*];
    };
}

outcomes! {
    /// Bradley and Terry 1952; ties count as half a win for each side.
    BradleyTerry: bradley_terry::BradleyTerry,
    /// Rao and Kupper 1967, threshold e >= 0.
    RaoKupper: rao_kupper::RaoKupper,
    /// Davidson 1970, threshold e = log nu.
    Davidson: davidson::Davidson<false>,
    /// Rao and Kupper with threshold log(1 + exp(e)).
    SoftRaoKupper: softplus::Soft<rao_kupper::RaoKupper>,
    /// Davidson with votes "both bad" as a fourth outcome.
    DavidsonBothBad: davidson::Davidson<true>,
    /// Thurstone 1927 and Mosteller 1951: probit; ties count as half a win for each side.
    ThurstoneMosteller: probit::ThurstoneMosteller,
    /// Glenn and David 1960: probit, threshold e >= 0.
    GlennDavid: probit::GlennDavid,
    /// Glenn and David with threshold log(1 + exp(e)).
    SoftGlennDavid: softplus::Soft<probit::GlennDavid>,
    /// Graded answers: cumulative logits about z, threshold e >= 0 of ties and a gap for each grade.
    Graded: graded::Graded,
}

impl Outcome {
    /// The outcome models that a model can choose, by their numbers; the link of a threshold and votes "both bad" are choices of
    /// their own.
    pub const ALL: [Outcome; 6] = [
        Outcome::BradleyTerry,
        Outcome::RaoKupper,
        Outcome::Davidson,
        Outcome::ThurstoneMosteller,
        Outcome::GlennDavid,
        Outcome::Graded,
    ];

    /// The name of the outcome model.
    pub fn name(self) -> &'static str {
        of_outcome!(self, Chosen::NAME)
    }

    /// The least tie threshold, at which pairs cannot tie.
    pub fn floor(self) -> f64 {
        of_outcome!(self, Chosen::FLOOR)
    }

    /// The threshold on the scale of the outcome model, which is e itself but for a link.
    pub fn threshold(self, e: f64) -> f64 {
        of_outcome!(self, Chosen::threshold(e))
    }

    /// The derivative of [`Outcome::threshold`].
    pub fn threshold_slope(self, e: f64) -> f64 {
        of_outcome!(self, Chosen::threshold_slope(e))
    }

    /// The parameter of the threshold that gives a share of ties between equal items.
    pub fn threshold_of(self, share: f64) -> f64 {
        of_outcome!(self, Chosen::threshold_of(share))
    }

    /// Whether the model is an exponential family in (z, e, b), so that second derivatives do not depend on the outcome.
    pub fn is_canonical(self) -> bool {
        of_outcome!(self, Chosen::CANONICAL)
    }

    /// Whether the negative log-likelihood is convex in (z, e, b).
    pub fn is_convex(self) -> bool {
        of_outcome!(self, Chosen::CONVEX)
    }

    /// When a finite estimate exists.
    pub fn existence(self) -> Existence {
        of_outcome!(self, Chosen::EXISTENCE)
    }

    /// When outcomes become more probable along a line; none where probabilities are not of linear forms.
    pub(crate) fn margins(self) -> Option<Margins> {
        of_outcome!(self, Chosen::MARGINS)
    }

    /// Whether the outcome model has a tie threshold; without one, ties are half a win for each side, or left out.
    pub fn has_threshold(self) -> bool {
        self.outcomes() > 2
    }

    /// Outcomes that a comparison may have: left and right, tie, both bad.
    pub fn outcomes(self) -> usize {
        of_outcome!(self, Chosen::OUTCOMES)
    }

    /// The model of two outcomes with the same link.
    pub fn of_two(self) -> Outcome {
        of_outcome!(self, Chosen::OF_TWO)
    }

    /// The outcome model with a threshold that is above its floor whatever the parameters, if it has a floor.
    pub fn soft(self) -> Option<Outcome> {
        of_outcome!(self, Chosen::SOFT)
    }

    /// The outcome model with votes "both bad" as an outcome of their own.
    pub fn with_both_bad(self) -> Option<Outcome> {
        of_outcome!(self, Chosen::BOTH_BAD)
    }

    /// The outcome model of who is ahead alone, where answers have grades; a cell has answers of one grade then.
    pub fn ahead(self) -> Option<Outcome> {
        of_outcome!(self, Chosen::AHEAD)
    }

    /// Whether answers have grades.
    pub fn has_grades(self) -> bool {
        self.ahead().is_some()
    }

    /// Whether differences are log odds, of left against right where neither ties.
    pub fn has_log_odds(self) -> bool {
        self.per_log_odds() == 1.0
    }

    /// The predictor of small log odds, over these.
    pub fn per_log_odds(self) -> f64 {
        of_outcome!(self, Chosen::PER_LOG_ODDS)
    }

    /// Probabilities of left, right, tie and both bad; zero for what the outcome model has not.
    pub fn probabilities(self, at: At) -> [f64; 4] {
        of_outcome!(self, Chosen::probabilities(at))
    }

    /// Negative log-likelihood of a cell; infinite outside the domain of e.
    #[inline]
    pub fn value(self, counts: &Counts, at: At) -> f64 {
        of_outcome!(self, Chosen::value(counts, at))
    }

    /// Negative log-likelihood of a cell with first and second derivatives.
    #[inline]
    pub fn derivatives(self, counts: &Counts, at: At) -> Derivatives {
        of_outcome!(self, Chosen::derivatives(counts, at))
    }

    /// Expected second derivatives of `total` comparisons.
    #[inline]
    pub fn information(self, total: f64, at: At) -> QuadraticForm {
        of_outcome!(self, Chosen::information(total, at))
    }

    /// Sum over single comparisons of the squared score in (z, e, b): the middle of the sandwich.
    /// For importance weights pass the sums of squared weights as counts.
    #[inline]
    pub fn squared_scores(self, counts: &Counts, at: At) -> QuadraticForm {
        of_outcome!(self, Chosen::squared_scores(counts, at))
    }

    /// Of many cells without thresholds, in z alone: the negative log-likelihood and its derivatives.
    pub(crate) fn pairs(self, counts: &[Counts], z: &[f64], out: [&mut [f64]; 3]) {
        of_outcome!(self, Chosen::pairs(counts, z, out))
    }

    /// The same of `squared_scores`.
    pub(crate) fn squares(self, counts: &[Counts], z: &[f64], out: &mut [f64]) {
        of_outcome!(self, Chosen::squares(counts, z, out))
    }

    /// `derivatives` of many cells at once; models of two outcomes may leave what they do not have.
    pub fn derivatives_of_many(
        self,
        counts: &[Counts],
        predictors: [&[f64]; COORDINATES],
        out: &mut [Derivatives],
    ) {
        of_outcome!(self, Chosen::derivatives_of_many(counts, predictors, out))
    }

    /// The score of left, one for a win and a half for what has no winner, with its slopes in z and the thresholds.
    pub fn expected_score(self, at: At) -> (f64, [f64; COORDINATES]) {
        let p = self.probabilities(at);
        let mut slopes = [0.0; COORDINATES];
        for (which, value) in SCORE.into_iter().enumerate() {
            let weight = value * p[which];
            if weight > 0.0 {
                // d p = p d log p, and the derivatives are those of - log p.
                let d = self.derivatives(&Counts::single(which), at).slopes;
                slopes.iter_mut().zip(d).for_each(|(slope, d)| *slope -= weight * d);
            }
        }
        (score(p), slopes)
    }
}
