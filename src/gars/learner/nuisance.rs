//! Cross-fitting: every fold is predicted by a fit to the labels of the others, its setting chosen by
//! three parts of these.

use super::data::mirror;
use super::frequencies::Frequencies;
use super::logit::{SplineLogit, RIDGES};
use super::propensity::{Propensities, PropensityLearner};
use super::trees::Trees;
use super::{parted, Inputs, Method, Predictor, TrainingSet};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::progress::{Progress, Watch};
use crate::room::{Duplicate as _, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::threads::{self, Ask};

/// How mu is learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learner {
    /// Item times spline multinomial logit, with pair intercepts.
    SplineLogit,
    /// Pair frequencies: ignores features and judges.
    Frequencies,
    /// Small gradient-boosted trees.
    Trees,
}

impl Learner {
    /// All by their numbers.
    pub const ALL: [Learner; 3] = [Learner::SplineLogit, Learner::Frequencies, Learner::Trees];
}

/// How nuisances are learnt.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnerOptions {
    /// The learner of mu.
    pub learner: Learner,
    /// The learner of pi.
    pub propensities: PropensityLearner,
    /// Number of folds, 2 to 1000.
    pub folds: usize,
    /// A ridge for the logistic learners; None: chosen among [`RIDGES`].
    pub ridge: Option<f64>,
    /// Seed of the folds.
    pub seed: u64,
    /// Threads; results do not depend on them.
    pub threads: usize,
}

impl Default for LearnerOptions {
    fn default() -> LearnerOptions {
        LearnerOptions {
            learner: Learner::SplineLogit,
            propensities: PropensityLearner::None,
            folds: 5,
            ridge: None,
            seed: 0,
            threads: 1,
        }
    }
}

/// Facts about cross-fitted nuisances.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnerFacts {
    /// Mean of - log mu over all labels, each by the fit that has not seen it.
    pub log_loss: f64,
    /// The same of pair frequencies.
    pub frequency_loss: f64,
    /// Folds whose labels are of one category or none, predicted by pair frequencies.
    pub fallbacks: usize,
    /// Ordered pairs (unordered in that mode) of which some fit has seen no label.
    pub unlabelled: usize,
    /// The setting taken in every fold.
    pub settings: Vec<Setting>,
}

/// The units taken in a fold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Number of the fold, from 0.
    pub fold: usize,
    /// The ridge of a spline learner.
    pub ridge: Option<f64>,
    /// The rounds of trees.
    pub rounds: Option<usize>,
}

/// The columns of [`LearnerFacts::settings`].
pub static SETTINGS: Schema<Setting> = Schema {
    name: "nuisance_settings",
    title: c"Settings of a learner, fold by fold",
    columns: &[
        SchemaColumn::i64(c"fold", c"", c"Number of the fold, from 0.", |s| Some(s.fold as i64)),
        SchemaColumn::f64(
            c"ridge",
            c"",
            c"The ridge of splines; missing of other learners, and where the fold is predicted by pair frequencies.",
            |s| s.ridge.unwrap_or(f64::NAN),
        ),
        SchemaColumn::i64(
            c"rounds",
            c"",
            c"The number of rounds of trees; missing as the ridge is.",
            |s| s.rounds.map(|rounds| rounds as i64),
        ),
    ],
};

/// Cross-fitted nuisances of the contexts they were learnt from.
#[derive(Debug)]
pub struct Nuisance {
    inputs: Inputs,
    categories: usize,
    unordered: bool,
    fold: Vec<u32>,
    fits: Vec<Box<dyn Predictor>>,
    propensities: Option<Propensities>,
    facts: LearnerFacts,
}

/// Parts of the labels that settings are compared on.
const PARTS: usize = 3;
/// Salts of the folds and of those parts.
pub(super) const FOLDS: u64 = 0;
const TUNING: u64 = 1;

/// About the nanoseconds that a prediction takes.
const PREDICTION: usize = 4000;

/// The labels a fold is learnt from, and its parts.
fn seen(labels: &TrainingSet<'_>, fold: &[u32], own: usize) -> Vec<usize> {
    (0..labels.context.len()).filter(|&label| fold[labels.context[label]] as usize != own).gathered()
}

impl Nuisance {
    /// Learns.
    pub fn fit(labels: &TrainingSet<'_>, options: &LearnerOptions, watch: Watch<'_>) -> Result<Nuisance> {
        labels.check()?;
        options.check()?;
        let inputs = Inputs {
            items: labels.items,
            predictions: labels.predictions.duplicate(),
            prediction_count: labels.prediction_count,
        };
        let fold: Vec<u32> = (0..labels.contexts)
            .map(|context| labels.part(options.seed, FOLDS, context, options.folds) as u32)
            .gathered();
        let frequencies = Frequencies::new(labels);
        let given = options.ridge.map(|ridge| vec![ridge]);
        let ridges = given.unwrap_or_else(|| RIDGES.duplicate());
        let method: Box<dyn Method + '_> = match options.learner {
            Learner::Frequencies => Box::new(Frequencies::new(labels)),
            Learner::SplineLogit => Box::new(SplineLogit::new(labels, &inputs, &ridges)?),
            Learner::Trees => Box::new(Trees::new(labels, &inputs)?),
        };
        let trains: Vec<Vec<usize>> = (0..options.folds).map(|own| seen(labels, &fold, own)).gathered();
        // The watch hears of one part of the work after the other.
        let losses = tune(labels, &*method, &trains, options, &mut |now| watch(&part_of(now, 0.0, 0.6)))?;
        let settings: Vec<usize> = losses.iter().map(|losses| least(losses)).gathered();
        let work = |_: &mut (), own: usize, ask: Ask<'_>| {
            let first = trains[own].first().map(|&label| labels.category[label]);
            let several = trains[own].iter().any(|&label| Some(labels.category[label]) != first);
            if several {
                method.fit(&trains[own], settings[own], ask).map(|fit| (fit, false))
            } else {
                frequencies.fit(&trains[own], 0, ask).map(|fit| (fit, true))
            }
        };
        let threads = options.threads;
        let own: Watch<'_> = &mut |now| watch(&part_of(now, 0.6, 0.2));
        let fits = threads::run_long(options.folds, threads, || Ok(()), work, own)?;
        let fallbacks = fits.iter().filter(|(_, fallback)| *fallback).count();
        let taken = fits.iter().zip(settings).enumerate().map(|(fold, ((_, fallback), setting))| Setting {
            fold,
            ridge: (options.learner == Learner::SplineLogit && !fallback).then(|| ridges[setting]),
            rounds: (options.learner == Learner::Trees && !fallback).then_some(setting + 1),
        });
        let settings: Vec<Setting> = taken.gathered();
        let fits: Vec<_> = fits.into_iter().map(|(fit, _)| fit).gathered();
        let own: Watch<'_> = &mut |now| watch(&part_of(now, 0.8, 0.2));
        let propensities = Propensities::learn(labels, &fold, &ridges, options, own)?;
        let mut nuisance = Nuisance {
            inputs,
            categories: labels.categories,
            unordered: labels.unordered,
            fold,
            fits,
            propensities,
            facts: LearnerFacts {
                log_loss: 0.0,
                frequency_loss: 0.0,
                fallbacks,
                unlabelled: unlabelled(labels, &trains),
                settings,
            },
        };
        nuisance.facts.log_loss = nuisance.loss(labels, &nuisance.fits);
        let plain = trains.iter().map(|train| frequencies.fit(train, 0, &mut || Ok(()))).gathered_or();
        nuisance.facts.frequency_loss = nuisance.loss(labels, &plain?);
        Ok(nuisance)
    }

    /// Mean of - log mu over the labels, each by the fit of its own fold.
    fn loss(&self, labels: &TrainingSet<'_>, fits: &[Box<dyn Predictor>]) -> f64 {
        let mut out = vec![0.0; self.categories];
        let mut other = out.duplicate();
        let total: f64 = (0..labels.context.len())
            .map(|label| {
                spend(PREDICTION);
                let context = labels.context[label];
                let fit = &fits[self.fold[context] as usize];
                let (left, right) = (labels.first[label], labels.second[label]);
                fit.pair(&self.inputs, context, left, right, &mut out);
                if self.unordered {
                    fit.pair(&self.inputs, context, right, left, &mut other);
                    fold_into(&mut out, &other);
                }
                -out[labels.category[label]].ln()
            })
            .sum();
        total / labels.context.len() as f64
    }

    /// mu of a context, items x items x categories, the diagonal zero; in unordered mode mirrored pairs
    /// agree to the last bit. A context that is none of those learnt from is refused.
    pub fn predict(&self, context: usize, out: &mut [f64]) -> Result<()> {
        let (k, c) = (self.inputs.items, self.categories);
        let Some(fold) = self.fold.get(context) else { return Err(self.unknown(context)) };
        if out.len() != k * k * c {
            return Err(Error::Size(format!("mu: room for {}, but {} are predicted", out.len(), k * k * c)));
        }
        self.fits[*fold as usize].all(&self.inputs, context, out);
        if self.unordered {
            for (left, right) in (0..k).flat_map(|left| (0..left).map(move |right| (left, right))) {
                let (before, after) = out.split_at_mut((left * k + right) * c);
                let (other, own) = (&mut before[(right * k + left) * c..][..c], &mut after[..c]);
                fold_into(own, other);
                (0..c).for_each(|category| other[category] = own[mirror(category)]);
            }
        }
        Ok(())
    }

    /// pi of a context, items x items, the diagonal zero. Refused where none were learnt.
    pub fn propensities(&self, context: usize, out: &mut [f64]) -> Result<()> {
        let Some(fold) = self.fold.get(context) else { return Err(self.unknown(context)) };
        match &self.propensities {
            Some(propensities) => propensities.predict(*fold as usize, context, out),
            None => Err(Error::Unsupported("propensities were not learnt; ask for them when fitting".into())),
        }
    }

    fn unknown(&self, context: usize) -> Error {
        Error::Argument(format!("context is {context}; {} were learnt from", self.fold.len()))
    }

    /// Facts.
    pub fn facts(&self) -> &LearnerFacts {
        &self.facts
    }

    /// K, C and n.
    pub fn shape(&self) -> [usize; 3] {
        [self.inputs.items, self.categories, self.fold.len()]
    }

    /// Fold of a context: contexts of one cluster share it.
    pub fn fold(&self, context: usize) -> Option<usize> {
        self.fold.get(context).map(|fold| *fold as usize)
    }
}

impl LearnerOptions {
    fn check(&self) -> Result<()> {
        if !(2..=1000).contains(&self.folds) {
            return Err(Error::Argument(format!("folds is {}; it must be 2 to 1000", self.folds)));
        }
        match self.ridge {
            Some(ridge) if !(ridge.is_finite() && ridge > 0.0) => {
                Err(Error::Argument(format!("ridge is {ridge}; it must be positive and finite")))
            }
            _ => Ok(()),
        }
    }
}

/// The mean of a pair's probabilities and its mirror image's, in place.
fn fold_into(own: &mut [f64], other: &[f64]) {
    own.iter_mut().enumerate().for_each(|(category, p)| *p = 0.5 * (*p + other[mirror(category)]));
}

/// Progress of a part that begins at `from` and is this share of all.
fn part_of(now: &Progress, from: f64, share: f64) -> Progress {
    Progress { fraction: from + share * now.fraction, ..*now }
}

/// The first of the smallest.
fn least(losses: &[f64]) -> usize {
    (0..losses.len()).fold(0, |best, at| if losses[at] < losses[best] { at } else { best })
}

/// Held-out losses of every fold at every setting, summed over the parts of the labels it may see.
fn tune(
    labels: &TrainingSet<'_>,
    method: &dyn Method,
    trains: &[Vec<usize>],
    options: &LearnerOptions,
    watch: Watch<'_>,
) -> Result<Vec<Vec<f64>>> {
    let settings = method.settings();
    if settings == 1 {
        return Ok(vec![vec![0.0]; trains.len()]);
    }
    let work = |_: &mut (), task: usize, ask: Ask<'_>| {
        let is_test =
            |label: &usize| labels.part(options.seed, TUNING, labels.context[*label], PARTS) == task % PARTS;
        let (test, train) = parted(&trains[task / PARTS], is_test);
        if test.is_empty() || train.is_empty() {
            return Ok(vec![0.0; settings]);
        }
        method.path(&train, &test, ask)
    };
    let parts = threads::run_long(trains.len() * PARTS, options.threads, || Ok(()), work, watch)?;
    let sum = |own: &[Vec<f64>]| (0..settings).map(|at| own.iter().map(|part| part[at]).sum()).gathered();
    Ok(parts.chunks(PARTS).map(sum).gathered())
}

/// Ordered pairs (unordered, in that mode) of which some fit has seen no label.
fn unlabelled(labels: &TrainingSet<'_>, trains: &[Vec<usize>]) -> usize {
    let mut always = vec![true; labels.items * labels.items];
    for train in trains {
        let own = Frequencies::labelled(labels, train);
        always.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
    }
    let pair = |at: usize| (at / labels.items, at % labels.items);
    let counts = |(left, right): (usize, usize)| if labels.unordered { left < right } else { left != right };
    always.iter().enumerate().filter(|(at, seen)| !**seen && counts(pair(*at))).count()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
