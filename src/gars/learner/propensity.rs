//! Learning pi, the probability that a pair was labelled, cross-fitted by the folds of mu.
//!
//! Where no context has labels of more than one pair: one softmax over the pairs and "none", so that the
//! probabilities of a context sum to no more than one. Else every pair by itself. By frequencies (with a
//! half added to each count), or by logistic regression on splines of the context's features.

use super::basis::Features;
use super::multinomial::{log_softmax, Link, Regression};
use super::nuisance::LearnerOptions;
use super::{parted, TrainingSet};
use crate::error::{Error, Result};
use crate::outcome::logistic;
use crate::progress::Watch;
use crate::room::{reserve, Duplicate as _, Gather as _, Put as _, TryRoom as _};
use crate::threads::{self, Ask};

/// How pi is learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropensityLearner {
    /// Not at all: it is known.
    None,
    /// Frequencies of pairs: selection does not depend on the context.
    Frequencies,
    /// Logistic regression on the features.
    Logit,
}

impl PropensityLearner {
    /// All by their numbers.
    pub const ALL: [PropensityLearner; 3] =
        [PropensityLearner::None, PropensityLearner::Frequencies, PropensityLearner::Logit];
}

/// Propensities by fold.
#[derive(Debug)]
pub struct Propensities {
    items: usize,
    unordered: bool,
    pairs: Vec<(usize, usize)>,
    basis: Option<Features>,
    folds: Vec<Fold>,
}

/// Those of a fold.
#[derive(Debug)]
enum Fold {
    /// One probability a pair.
    Constant(Vec<f64>),
    /// Coefficients of a softmax over the pairs, and none.
    Softmax(Vec<f64>, usize),
    /// Coefficients of yes against no, functions x pairs.
    Each(Vec<f64>),
}

/// Added to every count.
const PRIOR: f64 = 0.5;
const PRECISION: [f64; 2] = [1e-12, 1e-7];
const PARTS: usize = 3;
const TUNING: u64 = 2;

/// The selection, context by context.
struct Selections {
    pairs: usize,
    /// Numbers of the pairs labelled in each context, without repetitions.
    of: Vec<Vec<u32>>,
    one: bool,
    none: bool,
}

impl Selections {
    fn new(labels: &TrainingSet<'_>, pairs: &[(usize, usize)]) -> Result<Selections> {
        let k = labels.items;
        let mut number = vec![u32::MAX; k * k];
        for (at, &(left, right)) in pairs.iter().enumerate() {
            number[left * k + right] = at as u32;
            if labels.unordered {
                number[right * k + left] = at as u32;
            }
        }
        let mut of: Vec<Vec<u32>> = Vec::new();
        of.try_room(labels.contexts)
            .map_err(|_| Error::Memory(format!("no memory for {} contexts", labels.contexts)))?;
        of.put_until(labels.contexts, Vec::new());
        for label in 0..labels.context.len() {
            let pair = number[labels.first[label] * k + labels.second[label]];
            let own = &mut of[labels.context[label]];
            if !own.contains(&pair) {
                own.push(pair);
            }
        }
        let (one, none) = (of.iter().all(|own| own.len() <= 1), of.iter().any(Vec::is_empty));
        Ok(Selections { pairs: pairs.len(), of, one, none })
    }

    /// Classes of the softmax.
    fn classes(&self) -> usize {
        self.pairs + usize::from(self.none)
    }

    fn frequencies(&self, contexts: &[usize]) -> Vec<f64> {
        let mut counts = vec![PRIOR; self.pairs];
        contexts.iter().flat_map(|&c| &self.of[c]).for_each(|&pair| counts[pair as usize] += 1.0);
        let classes = if self.one { self.classes() } else { 2 };
        let total = contexts.len() as f64 + PRIOR * classes as f64;
        counts.iter_mut().for_each(|count| *count /= total);
        counts
    }

    /// Contexts as rows, with the classes of the softmax or the pairs that were labelled.
    fn regression(&self, basis: &Features) -> Regression {
        let (classes, link) =
            if self.one { (self.classes(), Link::Softmax) } else { (self.pairs, Link::Logistic) };
        let mut regression = Regression::new(basis.functions(), classes, link);
        for (context, own) in self.of.iter().enumerate() {
            let none = [self.pairs as u32];
            let answers = if self.one && own.is_empty() { &none } else { own.as_slice() };
            regression.push(basis.of(context), answers);
        }
        regression
    }
}

impl Propensities {
    /// Learns them, if asked.
    pub(super) fn learn(
        labels: &TrainingSet<'_>,
        fold: &[u32],
        ridges: &[f64],
        options: &LearnerOptions,
        watch: Watch<'_>,
    ) -> Result<Option<Propensities>> {
        if options.propensities == PropensityLearner::None {
            return Ok(None);
        }
        let k = labels.items;
        let offered = |&(left, right): &(usize, usize)| {
            if labels.unordered {
                left < right
            } else {
                left != right
            }
        };
        let pairs: Vec<_> = (0..k * k).map(|at| (at / k, at % k)).filter(offered).gathered();
        let selections = Selections::new(labels, &pairs)?;
        let basis = match options.propensities {
            PropensityLearner::Logit => {
                Some(Features::new(labels.features, labels.contexts, labels.feature_count, labels.linear)?)
            }
            _ => None,
        };
        let regression = basis.as_ref().map(|basis| selections.regression(basis));
        let work = |_: &mut (), own: usize, ask: Ask<'_>| {
            let train: Vec<usize> =
                (0..labels.contexts).filter(|&context| fold[context] as usize != own).gathered();
            match &regression {
                None => Ok(Fold::Constant(selections.frequencies(&train))),
                Some(regression) => {
                    let part = |context: usize| labels.part(options.seed, TUNING, context, PARTS);
                    logit(&selections, regression, &train, &part, ridges, ask)
                }
            }
        };
        let folds = threads::run_long(options.folds, options.threads, || Ok(()), work, watch)?;
        Ok(Some(Propensities { items: k, unordered: labels.unordered, pairs, basis, folds }))
    }

    /// pi of a context by the fit of a fold, items x items.
    pub(super) fn predict(&self, fold: usize, context: usize, out: &mut [f64]) -> Result<()> {
        let k = self.items;
        if out.len() != k * k {
            return Err(Error::Size(format!("pi: room for {}, but {} are predicted", out.len(), k * k)));
        }
        let row = || self.basis.iter().flat_map(|basis| basis.of(context));
        let pi = match &self.folds[fold] {
            Fold::Constant(pi) => pi.duplicate(),
            Fold::Softmax(theta, classes) => {
                let mut pi = reserve(*classes)?;
                log_softmax(row(), theta, &mut pi);
                pi.iter_mut().for_each(|p| *p = p.exp());
                pi
            }
            Fold::Each(theta) => {
                let mut pi = reserve(self.pairs.len())?;
                for (function, value) in row() {
                    let own = &theta[function * pi.len()..(function + 1) * pi.len()];
                    pi.iter_mut().zip(own).for_each(|(z, t)| *z += value * t);
                }
                pi.iter_mut().for_each(|z| *z = logistic(*z));
                pi
            }
        };
        out.fill(0.0);
        for (&(left, right), p) in self.pairs.iter().zip(pi) {
            out[left * k + right] = p;
            if self.unordered {
                out[right * k + left] = p;
            }
        }
        Ok(())
    }
}

/// Logistic propensities of all pairs at once: one ridge for all, by the held-out log likelihood.
fn logit(
    selections: &Selections,
    regression: &Regression,
    train: &[usize],
    part: &dyn Fn(usize) -> usize,
    ridges: &[f64],
    ask: Ask<'_>,
) -> Result<Fold> {
    // A ridge is that of a regression with two classes: on their difference, half of it.
    let ridge = |ridge: f64| if selections.one { ridge } else { 0.5 * ridge };
    let mut losses = vec![0.0; ridges.len()];
    if ridges.len() > 1 {
        for own in 0..PARTS {
            let (test, rest) = parted(train, |&context| part(context) == own);
            let bound = regression.bound(&rest)?;
            let mut start = constants(regression, &rest);
            for (loss, own) in losses.iter_mut().zip(ridges) {
                start = regression.fit(&rest, &bound, ridge(*own), Some(&start), PRECISION[1], ask)?;
                *loss += regression.loss(&test, &start);
            }
        }
    }
    let best = (0..losses.len()).fold(0, |best, at| if losses[at] < losses[best] { at } else { best });
    let (bound, start) = (regression.bound(train)?, constants(regression, train));
    let theta = regression.fit(train, &bound, ridge(ridges[best]), Some(&start), PRECISION[0], ask)?;
    Ok(if selections.one { Fold::Softmax(theta, selections.classes()) } else { Fold::Each(theta) })
}

/// Coefficients where the features say nothing: those of the first function, which is constant, are the
/// log odds of the shares, or for one class of several their logarithms less the mean.
fn constants(regression: &Regression, rows: &[usize]) -> Vec<f64> {
    let mut theta = vec![0.0; regression.width * regression.classes];
    let own = &mut theta[..regression.classes];
    let few = regression.link == Link::Softmax;
    for (own, share) in own.iter_mut().zip(regression.shares(rows)) {
        *own = if few { share.ln() } else { (share / (1.0 - share)).ln() };
    }
    if few {
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        own.iter_mut().for_each(|own| *own -= mean);
    }
    theta
}
