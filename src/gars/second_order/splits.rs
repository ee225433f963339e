//! Scores by learners of several random splits: what is learnt, corrected and averaged in one call.

use super::adding::Verdict;
use super::curvature::part;
use super::Folds;
use crate::error::{Error, Result};
use crate::gars::accumulator::Accumulator;
use crate::gars::batch::{Array, Batch};
use crate::gars::input::Grouped;
use crate::gars::learner::{LearnerOptions, Nuisance, TrainingSet};
use crate::gars::specification::Pairs;
use crate::progress::Watch;
use crate::room::{self, reserve, with_room, Gather as _};

/// Splits, where a correction is made.
const SPLITS: usize = 3;
/// No more than this.
const MOST: usize = 100;
/// The share of a split's work that learning is.
const LEARNING: f64 = 0.7;

impl Accumulator {
    /// Adds contexts of which the probabilities are learnt, in as many random splits into folds as asked for (0: three
    /// where scores are corrected to the second order, else one), with the seeds from that of the options on. `mu` and
    /// `folds` of the batch are ignored; features are those of the training set. All contexts are added, or none.
    pub fn learn(
        &mut self,
        batch: &Batch<'_>,
        training: &TrainingSet<'_>,
        options: &LearnerOptions,
        splits: usize,
        watch: Watch<'_>,
    ) -> Result<()> {
        self.check_training(batch, training)?;
        options.check()?;
        if splits > MOST {
            return Err(Error::Argument(format!("splits is {splits}; it must be at most {MOST}")));
        }
        let fold = folds_of(training, options, 0);
        let grouped =
            self.check_without_mu(&Batch { folds: Some(of_contexts(&fold, training)), ..*batch })?;
        let wanted = if splits == 0 { SPLITS } else { splits };
        let verdict = self.verdict_of(batch, &grouped, training, options, wanted)?;
        let count = match verdict {
            Verdict::Corrected => wanted,
            Verdict::Plain if splits > 1 => {
                return Err(Error::Argument(format!(
                    "splits is {splits}: several go with the second-order correction, which these scores do not have"
                )))
            }
            _ => 1,
        };
        let cells = self.specification.items * self.specification.items * self.specification.categories;
        let size = batch.contexts.checked_mul(cells);
        let mut mu = reserve(size.ok_or_else(|| Error::Size("probabilities overflow memory".into()))?)?;
        let mut found = with_room(count);
        let mut grown = self.clone();
        for split in 0..count {
            let (from, share) = (split as f64 / count as f64, 1.0 / count as f64);
            let options = LearnerOptions { seed: options.seed.wrapping_add(split as u64), ..options.clone() };
            let own: Watch<'_> = &mut |now| watch(&part(now, from, LEARNING * share));
            let nuisance = Nuisance::fit(training, &options, own)?;
            for (context, own) in mu.chunks_exact_mut(cells).enumerate() {
                nuisance.predict(context, own)?;
            }
            let own = Batch {
                mu: Array::dense(&mu, training.items, training.categories),
                folds: Some(of_contexts(nuisance.folds(), training)),
                ..*batch
            };
            self.try_own(&own)?;
            let rest: Watch<'_> =
                &mut |now| watch(&part(now, from + LEARNING * share, (1.0 - LEARNING) * share));
            match verdict {
                Verdict::Corrected => found.push(self.split(&own, &grouped, options.threads, rest)?),
                _ => grown.add_grouped(&own, &grouped, options.threads, rest)?,
            }
        }
        if verdict == Verdict::Corrected {
            grown.add_splits(batch, &grouped, &found)?;
        }
        room::check();
        *self = grown;
        Ok(())
    }

    /// Whether contexts are corrected: with labels enough in the folds of all splits.
    fn verdict_of(
        &self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        training: &TrainingSet<'_>,
        options: &LearnerOptions,
        splits: usize,
    ) -> Result<Verdict> {
        let mut verdict = Verdict::Corrected;
        for split in 0..splits {
            let fold = folds_of(training, options, split);
            match self.verdict(&Batch { folds: Some(of_contexts(&fold, training)), ..*batch }, grouped)? {
                Verdict::Corrected => {}
                other => verdict = other,
            }
        }
        Ok(verdict)
    }

    fn check_training(&self, batch: &Batch<'_>, training: &TrainingSet<'_>) -> Result<()> {
        let specification = &self.specification;
        let own = [specification.items, specification.categories, batch.contexts];
        let theirs = [training.items, training.categories, training.contexts];
        let names = ["items", "categories", "contexts"];
        for ((own, theirs), name) in own.iter().zip(theirs).zip(names) {
            if *own != theirs {
                return Err(Error::Argument(format!(
                    "{name} is {theirs} of the learner, and {own} of the scores"
                )));
            }
        }
        match training.unordered == (specification.pairs == Pairs::Unordered) {
            true => Ok(()),
            false => {
                Err(Error::Argument("pairs: learner and scores differ in whether pairs are unordered".into()))
            }
        }
    }
}

/// The fold of every context in a split.
fn folds_of(training: &TrainingSet<'_>, options: &LearnerOptions, split: usize) -> Vec<u32> {
    let seed = options.seed.wrapping_add(split as u64);
    (0..training.contexts).map(|context| training.fold(seed, context, options.folds)).gathered()
}

/// Folds with the features that are learnt from.
fn of_contexts<'a>(fold: &'a [u32], training: &TrainingSet<'a>) -> Folds<'a> {
    Folds { fold, features: training.features, feature_count: training.feature_count }
}
