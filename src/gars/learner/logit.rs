//! Spline multinomial logit: logits_c = phi(x) a_c,left + phi(x) b_c,right + g_c,left,right + f' h_c.
//!
//! phi are splines of the features of the context, f what judges say of the pair (log-odds). Constants and pairs are
//! under one ridge, chosen without features, and what features and judges say under another, chosen after it; both by
//! held-out log likelihood. The path of the second starts where it lets them say nothing, at 4 n, of n labels, and falls
//! by half decades until the loss grows: the null model, of items and pairs alone, is always among the choices. One ridge
//! for all would have to choose between the effects of items and noise of features. In unordered mode labels are mirrored
//! and the ridges doubled, so that the fit is that of each label once, and symmetric. All pairs of a context
//! need 2 K evaluations of phi.

use super::basis::Features;
use super::multinomial::{log_softmax, normalise, Link, Regression};
use super::{Inputs, Method, Predictor, TrainingSet};
use crate::error::Result;
use crate::room::{with_room, Gather as _};
use crate::threads::Ask;
use std::sync::Arc;

/// The ridges of propensities to choose from; the first is the largest, from which the others start.
pub const RIDGES: [f64; 5] = [30.0, 10.0, 3.0, 1.0, 0.3];

/// The same of items and pairs.
pub const ITEM_RIDGES: [f64; 7] = [300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3];

/// Ridges of features, over the number of labels: none of them, and from 4 down by half decades.
pub const FEATURE_RIDGES: [f64; 13] =
    [1e12, 4.0, 1.265, 0.4, 0.1265, 0.04, 0.01265, 4e-3, 1.265e-3, 4e-4, 1.265e-4, 4e-5, 1.265e-5];

/// The path ends after this many values worse than the best.
const WORSE: usize = 2;

/// Squared Newton decrement per row at which a fit ends, and one that is only compared.
const PRECISION: [f64; 2] = [1e-13, 1e-6];

/// A spline logit of some labels.
#[derive(Debug)]
pub struct SplineLogit<'a> {
    labels: &'a TrainingSet<'a>,
    basis: Arc<Features>,
    regression: Regression,
    ridges: Ridges,
}

/// The ridges to choose from.
#[derive(Debug)]
pub enum Ridges {
    /// One for everything, from large to small.
    One(Vec<f64>),
    /// That of items and pairs in every fold, and those of features, over the number of labels, from large to small.
    OverLabels(Vec<f64>, Vec<f64>),
    /// That of items and pairs in every fold, and that of features.
    Two(Vec<f64>, f64),
}

impl<'a> SplineLogit<'a> {
    /// Of these labels, with ridges chosen among some.
    pub fn new(labels: &'a TrainingSet<'a>, inputs: &Inputs, ridges: Ridges) -> Result<SplineLogit<'a>> {
        let basis = Features::new(labels.features, labels.contexts, labels.feature_count, labels.linear)?;
        let (k, q) = (labels.items, basis.functions());
        let mut regression =
            Regression::new(2 * k * q + k * k + labels.prediction_count, labels.categories, Link::Softmax);
        for label in 0..labels.context.len() {
            for [left, right, category] in labels.views(label) {
                let row = entries(inputs, &basis, labels.context[label], left, right);
                regression.push(row, &[category as u32]);
            }
        }
        Ok(SplineLogit { labels, basis: Arc::new(basis), regression, ridges })
    }

    /// The rows of labels in the regression: one each, or two.
    fn rows(&self, labels: &[usize]) -> Vec<usize> {
        let each = if self.labels.unordered { 2 } else { 1 };
        labels.iter().flat_map(|&label| (0..each).map(move |view| label * each + view)).gathered()
    }

    /// The ridge of items and pairs, and that of features, in a fold at a setting, of fits to a number of labels.
    pub fn ridge(&self, fold: usize, setting: usize, labels: usize) -> [f64; 2] {
        match &self.ridges {
            Ridges::One(ridges) => [ridges[setting]; 2],
            Ridges::OverLabels(items, shares) => [items[fold], shares[setting] * labels as f64],
            Ridges::Two(items, feature) => [items[fold], *feature],
        }
    }

    /// The ridge of every column.
    fn columns(&self, fold: usize, setting: usize, labels: usize) -> Vec<f64> {
        let double = if self.labels.unordered { 2.0 } else { 1.0 };
        let [items, features] = self.ridge(fold, setting, labels).map(|ridge| double * ridge);
        let (q, k) = (self.basis.functions(), self.labels.items);
        let of = |column: usize| match column {
            // The constant comes first.
            of_item if of_item < 2 * k * q => {
                if of_item % q == 0 {
                    items
                } else {
                    features
                }
            }
            pair if pair < 2 * k * q + k * k => items,
            _ => features,
        };
        (0..self.regression.width).map(of).gathered()
    }
}

/// The sparse row of an ordered pair of a context.
fn entries<'b>(
    inputs: &'b Inputs,
    basis: &'b Features,
    context: usize,
    left: usize,
    right: usize,
) -> impl Iterator<Item = (usize, f64)> + 'b {
    let (k, q) = (inputs.items, basis.functions());
    let first = basis.of(context).map(move |(f, value)| (left * q + f, value));
    let second = basis.of(context).map(move |(f, value)| ((k + right) * q + f, value));
    let pair = std::iter::once((2 * k * q + left * k + right, 1.0));
    let judges = inputs.predictions_of(context, left, right).iter().enumerate();
    first.chain(second).chain(pair).chain(judges.map(move |(r, f)| (2 * k * q + k * k + r, *f)))
}

/// Coefficients, columns x categories.
#[derive(Debug)]
struct Coefficients {
    basis: Arc<Features>,
    theta: Vec<f64>,
}

impl Method for SplineLogit<'_> {
    fn settings(&self) -> usize {
        match &self.ridges {
            Ridges::One(ridges) => ridges.len(),
            Ridges::OverLabels(_, shares) => shares.len(),
            Ridges::Two(..) => 1,
        }
    }

    fn path(&self, fold: usize, train: &[usize], test: &[usize], ask: Ask<'_>) -> Result<Vec<f64>> {
        let labels = train.len();
        let (train, test) = (self.rows(train), self.rows(test));
        let regression = &self.regression;
        let bound = regression.bound(&train)?;
        let mut start: Option<Vec<f64>> = None;
        let (mut least, mut worse) = (f64::INFINITY, 0);
        let mut losses = with_room(self.settings());
        for setting in 0..self.settings() {
            if matches!(self.ridges, Ridges::OverLabels(..)) && worse >= WORSE {
                losses.push(f64::INFINITY);
                continue;
            }
            let ridges = self.columns(fold, setting, labels);
            let theta = regression.fit(&train, &bound, &ridges[..], start.as_deref(), PRECISION[1], ask)?;
            let loss = regression.loss(&test, &theta);
            worse = if loss < least { 0 } else { worse + 1 };
            least = least.min(loss);
            losses.push(loss);
            start = Some(theta);
        }
        Ok(losses)
    }

    fn fit(&self, fold: usize, train: &[usize], setting: usize, ask: Ask<'_>) -> Result<Box<dyn Predictor>> {
        let ridges = self.columns(fold, setting, train.len());
        let train = self.rows(train);
        let bound = self.regression.bound(&train)?;
        let theta = self.regression.fit(&train, &bound, &ridges[..], None, PRECISION[0], ask)?;
        Ok(Box::new(Coefficients { basis: self.basis.clone(), theta }))
    }
}

impl Predictor for Coefficients {
    fn pair(&self, inputs: &Inputs, context: usize, left: usize, right: usize, out: &mut [f64]) {
        log_softmax(entries(inputs, &self.basis, context, left, right), &self.theta, out);
        out.iter_mut().for_each(|p| *p = p.exp());
    }

    fn all(&self, inputs: &Inputs, context: usize, out: &mut [f64]) {
        let (items, q) = (inputs.items, self.basis.functions());
        let c = out.len() / (items * items);
        let (functions, rest) = self.theta.split_at(2 * items * q * c);
        let (pairs, judges) = rest.split_at(items * items * c);
        // The contribution of every item to the logits, shown first and shown second.
        let mut sides = vec![0.0; 2 * items * c];
        for (own, theta) in sides.chunks_mut(c).zip(functions.chunks(q * c)) {
            for (function, value) in self.basis.of(context) {
                let theta = &theta[function * c..(function + 1) * c];
                own.iter_mut().zip(theta).for_each(|(z, t)| *z += value * t);
            }
        }
        let (firsts, seconds) = sides.split_at(items * c);
        for (at, own) in out.chunks_mut(c).enumerate() {
            let (left, right) = (at / items, at % items);
            if left == right {
                own.fill(0.0);
                continue;
            }
            let parts = [&firsts[left * c..], &seconds[right * c..], &pairs[at * c..]];
            for (class, z) in own.iter_mut().enumerate() {
                *z = parts.iter().map(|part| part[class]).sum();
            }
            for (f, h) in inputs.predictions_of(context, left, right).iter().zip(judges.chunks(c)) {
                own.iter_mut().zip(h).for_each(|(z, h)| *z += f * h);
            }
            normalise(own);
            own.iter_mut().for_each(|p| *p = p.exp());
        }
    }
}
