//! Learning the nuisances of the nonparametric scores from labels: mu, the probabilities of the labels of
//! all ordered pairs of every context, and pi, the probabilities that a pair was labelled.
//!
//! Cross-fitted: a context's prediction comes of a fit that has seen no label of its cluster. Three
//! learners of mu: pair frequencies, which ignore the features; a multinomial logistic regression on
//! splines of the features for each item, with an intercept for every pair (without which cycles bias
//! everything) and log-odds of judges; small gradient-boosted trees. What they must do is shrink: a confident
//! wrong probability costs 1 / (p (1 - p)) in Bradley-Terry scores. Their settings (ridges, number of
//! rounds, the prior of frequencies) are chosen by held-out log likelihood within the labels they may see. The ridge of
//! features starts where they say nothing, so that noise among them does not make a learner worse than counting.
//!
//! The predictions have the layout that the estimator takes: items x items x categories, row-major, the
//! first item shown first, the diagonal zero.

mod basis;
mod data;
mod folds;
mod frequencies;
mod logit;
mod many;
mod multinomial;
mod nuisance;
mod propensity;
mod trees;
mod warnings;

pub(super) use basis::Shape;
pub use data::TrainingSet;
pub use nuisance::{Learner, LearnerFacts, LearnerOptions, Nuisance, Setting, SETTINGS};
pub use propensity::{Propensities, PropensityLearner};
pub use warnings::{NuisanceWarning, NuisanceWarningKind, NUISANCE_WARNINGS};

use crate::error::Result;
use crate::room::Put as _;
use crate::threads::Ask;

/// The inputs of predictions beside a fit.
#[derive(Debug, Clone)]
pub(crate) struct Inputs {
    items: usize,
    /// Answers of judges on every ordered pair of every context, as in [`TrainingSet`].
    predictions: Vec<f64>,
    prediction_count: usize,
}

impl Inputs {
    /// Answers of judges on an ordered pair of a context.
    fn predictions_of(&self, context: usize, left: usize, right: usize) -> &[f64] {
        let at = ((context * self.items + left) * self.items + right) * self.prediction_count;
        &self.predictions[at..at + self.prediction_count]
    }
}

/// A fit that says what labels are likely.
trait Predictor: Send + Sync + std::fmt::Debug {
    /// The probabilities of the categories of one ordered pair of a context.
    fn pair(&self, inputs: &Inputs, context: usize, left: usize, right: usize, out: &mut [f64]);

    /// Those of all ordered pairs of a context, the diagonal zero.
    fn all(&self, inputs: &Inputs, context: usize, out: &mut [f64]) {
        let items = inputs.items;
        let categories = out.len() / (items * items);
        for (at, own) in out.chunks_mut(categories).enumerate() {
            let (left, right) = (at / items, at % items);
            if left == right {
                own.fill(0.0);
            } else {
                self.pair(inputs, context, left, right, own);
            }
        }
    }
}

/// A way to learn mu from some of the labels, which go by their numbers.
trait Method: Sync {
    /// How many settings there are to choose from.
    fn settings(&self) -> usize;

    /// Minus the log likelihood of the labels `test` at every setting, learnt from `train`, within an outer fold.
    /// Infinite where a setting was not tried. Long loops ask whether to go on.
    fn path(&self, fold: usize, train: &[usize], test: &[usize], ask: Ask<'_>) -> Result<Vec<f64>>;

    /// Learns from labels, for an outer fold.
    fn fit(&self, fold: usize, train: &[usize], setting: usize, ask: Ask<'_>) -> Result<Box<dyn Predictor>>;
}

/// Those of some numbers that belong to a part, and the others.
fn parted(numbers: &[usize], is_of_part: impl Fn(&usize) -> bool) -> (Vec<usize>, Vec<usize>) {
    let (mut part, mut rest) = (Vec::new(), Vec::new());
    for number in numbers {
        let to = if is_of_part(number) { &mut part } else { &mut rest };
        to.put(*number);
    }
    (part, rest)
}
