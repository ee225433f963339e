//! Cross-fitting: every fold is predicted by a fit to the labels of the others, its setting chosen by
//! three parts of these.

use super::data::mirror;
use super::frequencies::Frequencies;
use super::logit::{Ridges, SplineLogit, FEATURE_RIDGES, ITEM_RIDGES, RIDGES};
use super::propensity::{Propensities, PropensityLearner};
use super::trees::Trees;
use super::{parted, Inputs, Method, Predictor, TrainingSet};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::progress::{Progress, Watch};
use crate::room::{Duplicate as _, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::threads::{self, Ask};
use std::collections::BTreeMap;

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
    /// A ridge for the logistic learners; None: chosen.
    pub ridge: Option<f64>,
    /// A ridge for what features and predictions say; None: that of `ridge`, or else chosen.
    pub feature_ridge: Option<f64>,
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
            feature_ridge: None,
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
    /// The same of the spline learner without features: items and pairs alone. NaN where there are no features, or they
    /// are ignored.
    pub items_loss: f64,
    /// How much smaller the loss is than that, and its standard error, by cluster.
    pub gain: f64,
    /// See there.
    pub gain_se: f64,
    /// Folds in which the ridge of features is the smallest that was tried.
    pub edges: usize,
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
    /// The ridge of a spline learner, of items and pairs.
    pub ridge: Option<f64>,
    /// That of what features and predictions say.
    pub feature_ridge: Option<f64>,
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
            c"The ridge of items and pairs of splines; missing of other learners, and where the fold is predicted by pair frequencies.",
            |s| s.ridge.unwrap_or(f64::NAN),
        ),
        SchemaColumn::i64(
            c"rounds",
            c"",
            c"The number of rounds of trees; missing as the ridge is.",
            |s| s.rounds.map(|rounds| rounds as i64),
        ),
        SchemaColumn::f64(
            c"feature_ridge",
            c"",
            c"The ridge of what features and predictions say, of splines; missing as the ridge is, and without features.",
            |s| s.feature_ridge.unwrap_or(f64::NAN),
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
    learner: Learner,
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
        let fold: Vec<u32> =
            (0..labels.contexts).map(|context| labels.fold(options.seed, context, options.folds)).gathered();
        let frequencies = Frequencies::new(labels);
        let trains: Vec<Vec<usize>> = (0..options.folds).map(|own| seen(labels, &fold, own)).gathered();
        // The watch hears of one part of the work after the other.
        let bare = TrainingSet {
            features: &[],
            feature_count: 0,
            linear: 0,
            predictions: &[],
            prediction_count: 0,
            ..*labels
        };
        let bare_inputs = Inputs { items: labels.items, predictions: Vec::new(), prediction_count: 0 };
        let has_features = labels.feature_count + labels.prediction_count > 0;
        let null = match options.learner {
            Learner::Frequencies => None,
            _ => {
                let ridges = options.ridge.map_or_else(|| ITEM_RIDGES.duplicate(), |ridge| vec![ridge]);
                let null = SplineLogit::new(&bare, &bare_inputs, Ridges::One(ridges))?;
                let own: Watch<'_> = &mut |now| watch(&part_of(now, 0.0, 0.1));
                let losses = tune(labels, &null, &trains, options, own)?;
                let settings: Vec<usize> = losses.iter().map(|losses| least(losses)).gathered();
                Some((null, settings))
            }
        };
        let ridges = match (&null, options.ridge, options.feature_ridge) {
            (Some((null, settings)), ridge, feature) => {
                let items =
                    settings.iter().enumerate().map(|(own, at)| null.ridge(own, *at, 0)[0]).gathered();
                match (ridge, feature) {
                    (_, Some(feature)) => Ridges::Two(items, feature),
                    (Some(ridge), None) => Ridges::One(vec![ridge]),
                    (None, None) if has_features => Ridges::OverLabels(items, FEATURE_RIDGES.duplicate()),
                    (None, None) => Ridges::Two(items, 1.0),
                }
            }
            (None, ..) => Ridges::One(Vec::new()),
        };
        let spline = match options.learner {
            Learner::SplineLogit => Some(SplineLogit::new(labels, &inputs, ridges)?),
            _ => None,
        };
        let other: Option<Box<dyn Method + '_>> = match options.learner {
            Learner::Frequencies => Some(Box::new(Frequencies::new(labels))),
            Learner::Trees => Some(Box::new(Trees::new(labels, &inputs)?)),
            Learner::SplineLogit => None,
        };
        let chosen: [Option<&dyn Method>; 2] = [
            spline.as_ref().map(|spline| spline as &dyn Method),
            other.as_deref().map(|other| other as &dyn Method),
        ];
        let Some(method) = chosen.into_iter().flatten().next() else {
            return Err(Error::Unsupported("learner: there is none".into()));
        };
        let losses = tune(labels, method, &trains, options, &mut |now| watch(&part_of(now, 0.1, 0.5)))?;
        let settings: Vec<usize> = losses.iter().map(|losses| least(losses)).gathered();
        let edges = match (&spline, options.ridge, options.feature_ridge) {
            (Some(_), None, None) if has_features => losses.iter().filter(|own| at_edge(own)).count(),
            _ => 0,
        };
        let work = |_: &mut (), own: usize, ask: Ask<'_>| {
            let first = trains[own].first().map(|&label| labels.category[label]);
            let several = trains[own].iter().any(|&label| Some(labels.category[label]) != first);
            if several {
                method.fit(own, &trains[own], settings[own], ask).map(|fit| (fit, false))
            } else {
                frequencies.fit(own, &trains[own], 0, ask).map(|fit| (fit, true))
            }
        };
        let threads = options.threads;
        let own: Watch<'_> = &mut |now| watch(&part_of(now, 0.6, 0.2));
        let fits = threads::run_long(options.folds, threads, || Ok(()), work, own)?;
        let fallbacks = fits.iter().filter(|(_, fallback)| *fallback).count();
        let taken = fits.iter().zip(settings).enumerate().map(|(fold, ((_, fallback), setting))| {
            let ridges =
                spline.as_ref().filter(|_| !fallback).map(|s| s.ridge(fold, setting, trains[fold].len()));
            Setting {
                fold,
                ridge: ridges.map(|ridges| ridges[0]),
                feature_ridge: ridges.map(|ridges| ridges[1]).filter(|_| has_features),
                rounds: (options.learner == Learner::Trees && !fallback).then_some(setting + 1),
            }
        });
        let settings: Vec<Setting> = taken.gathered();
        let fits: Vec<_> = fits.into_iter().map(|(fit, _)| fit).gathered();
        let own: Watch<'_> = &mut |now| watch(&part_of(now, 0.8, 0.2));
        let of_propensities = options.ridge.map_or_else(|| RIDGES.duplicate(), |ridge| vec![ridge]);
        let propensities = Propensities::learn(labels, &fold, &of_propensities, options, own)?;
        let mut nuisance = Nuisance {
            inputs,
            categories: labels.categories,
            unordered: labels.unordered,
            fold,
            fits,
            learner: options.learner,
            propensities,
            facts: LearnerFacts {
                log_loss: 0.0,
                frequency_loss: 0.0,
                items_loss: f64::NAN,
                gain: f64::NAN,
                gain_se: f64::NAN,
                edges,
                fallbacks,
                unlabelled: unlabelled(labels, &trains),
                settings,
            },
        };
        let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
        let own = nuisance.losses(labels, &nuisance.inputs, &nuisance.fits);
        nuisance.facts.log_loss = mean(&own);
        let ask: Ask<'_> = &mut || Ok(());
        let plain =
            trains.iter().enumerate().map(|(own, train)| frequencies.fit(own, train, 0, ask)).gathered_or();
        nuisance.facts.frequency_loss = mean(&nuisance.losses(labels, &nuisance.inputs, &plain?));
        if let Some((null, settings)) = null.filter(|_| has_features) {
            let fits = trains.iter().zip(&settings).enumerate();
            let fits =
                fits.map(|(own, (train, setting))| null.fit(own, train, *setting, ask)).gathered_or()?;
            let bare = nuisance.losses(labels, &bare_inputs, &fits);
            nuisance.facts.items_loss = mean(&bare);
            (nuisance.facts.gain, nuisance.facts.gain_se) = difference(labels, &bare, &own);
        }
        Ok(nuisance)
    }

    /// - log mu of every label, by the fit of its own fold.
    fn losses(&self, labels: &TrainingSet<'_>, inputs: &Inputs, fits: &[Box<dyn Predictor>]) -> Vec<f64> {
        let mut out = vec![0.0; self.categories];
        let mut other = out.duplicate();
        (0..labels.context.len())
            .map(|label| {
                spend(PREDICTION);
                let context = labels.context[label];
                let fit = &fits[self.fold[context] as usize];
                let (left, right) = (labels.first[label], labels.second[label]);
                fit.pair(inputs, context, left, right, &mut out);
                if self.unordered {
                    fit.pair(inputs, context, right, left, &mut other);
                    fold_into(&mut out, &other);
                }
                -out[labels.category[label]].ln()
            })
            .gathered()
    }

    /// How mu was learnt.
    pub(super) fn learner(&self) -> Learner {
        self.learner
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

    /// The fold of every context: its probabilities are by labels of other folds.
    pub fn folds(&self) -> &[u32] {
        &self.fold
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
    pub(in crate::gars) fn check(&self) -> Result<()> {
        if !(2..=1000).contains(&self.folds) {
            return Err(Error::Argument(format!("folds is {}; it must be 2 to 1000", self.folds)));
        }
        for (name, ridge) in [("ridge", self.ridge), ("feature_ridge", self.feature_ridge)] {
            if let Some(ridge) = ridge.filter(|ridge| !(ridge.is_finite() && *ridge > 0.0)) {
                return Err(Error::Argument(format!("{name} is {ridge}; it must be positive and finite")));
            }
        }
        Ok(())
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

/// Whether the best setting is the last of a grid.
fn at_edge(losses: &[f64]) -> bool {
    losses.len() > 1 && least(losses) == losses.len() - 1
}

/// The mean of a loss less another over labels, and its standard error by cluster.
fn difference(labels: &TrainingSet<'_>, first: &[f64], second: &[f64]) -> (f64, f64) {
    let (mut sums, n) = (BTreeMap::new(), first.len() as f64);
    for ((context, a), b) in labels.context.iter().zip(first).zip(second) {
        let cluster = labels.clusters.get(*context).copied().unwrap_or(*context as u64);
        let own: &mut [f64; 2] = sums.entry(cluster).or_insert([0.0; 2]);
        own[0] += a - b;
        own[1] += 1.0;
    }
    let mean = sums.values().map(|own| own[0]).sum::<f64>() / n;
    let square: f64 = sums.values().map(|own| (own[0] - own[1] * mean).powi(2)).sum();
    (mean, square.sqrt() / n)
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
        method.path(task / PARTS, &train, &test, ask)
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
