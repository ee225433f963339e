//! U = d2F(mu)[h, hat] / 2 of contexts with labels, by central differences of dF(mu)[h] along hat.

use super::basis::{below, features_for, Basis};
use super::regression::{Regression, Sample};
use super::{Folds, ResidualBasis, LABELS};
use crate::error::{Error, Result};
use crate::gars::batch::Batch;
use crate::gars::evaluator::{fold, Evaluator};
use crate::gars::functional::Residual;
use crate::gars::input::{Grouped, Judged, StridedMatrix};
use crate::gars::specification::{GarsSpecification, Pairs};
use crate::progress::{Progress, Watch};
use crate::room::{reserve, Gather as _, Put as _};
use crate::threads;
use std::ops::Range;

/// Contexts of a task. Fixed, so that sums do not depend on threads.
const BLOCK: usize = 128;
/// The shorter distance t along hat, the largest element of which is made 1; the other is twice it.
const STEP: f64 = 1e-3;
/// A shorter one leaves rounding alone.
const SHORTEST: f64 = 1e-7;

/// The second-order terms of contexts, contexts x values, zero for scores that are not corrected; by one basis or two.
pub(super) struct Curvature<'a> {
    specification: &'a GarsSpecification,
    batch: &'a Batch<'a>,
    grouped: &'a Grouped,
    threads: usize,
}

impl<'a> Curvature<'a> {
    pub(super) fn new(
        specification: &'a GarsSpecification,
        batch: &'a Batch<'a>,
        grouped: &'a Grouped,
        threads: usize,
    ) -> Curvature<'a> {
        // Functions of the caller's own are called on the caller's thread.
        let threads = if specification.own().is_some() { 1 } else { threads };
        Curvature { specification, batch, grouped, threads }
    }

    /// Labels of the fold that has the fewest, of those that have contexts.
    pub(super) fn least_labels(&self, folds: &Folds<'_>) -> usize {
        let (mut labels, mut contexts) = (vec![0; folds.count()], vec![0; folds.count()]);
        for (context, fold) in folds.fold.iter().enumerate() {
            labels[*fold as usize] += self.grouped.of(context).len();
            contexts[*fold as usize] += 1;
        }
        let own = labels.iter().zip(&contexts).filter(|(_, contexts)| **contexts > 0);
        own.map(|(labels, _)| *labels).min().unwrap_or(0)
    }

    /// Refuses folds of too few labels.
    pub(super) fn check(&self, folds: &Folds<'_>) -> Result<()> {
        match self.least_labels(folds) {
            few if few < LABELS => Err(Error::data(format!(
                "the second-order correction needs {LABELS} labels a fold; there are {few} in one: take fewer folds, or \
                 leave it off"
            ))),
            _ => Ok(()),
        }
    }

    /// The terms: by the larger basis first, where two are to be compared.
    pub(super) fn terms(&self, folds: Folds<'_>, watch: Watch<'_>) -> Result<Vec<Vec<f64>>> {
        let size = self.specification.size();
        let n = self.batch.contexts;
        if !self.specification.has_curved() {
            return Ok(vec_of(reserve(n * size)?));
        }
        let GarsSpecification { items, categories, basis, .. } = *self.specification;
        let features = match basis {
            ResidualBasis::Short => 0,
            ResidualBasis::Full if folds.feature_count == 0 => {
                return Err(Error::Argument(
                    "second_order_basis is the full one, which needs features of contexts".into(),
                ))
            }
            ResidualBasis::Full => folds.feature_count,
            ResidualBasis::Auto => features_for(items, self.least_labels(&folds), folds.feature_count),
        };
        let (odds, labels) = self.residuals(&mut |now| watch(&part(now, 0.0, 0.3)))?;
        let weights = || labels.iter().flatten().map(|label| label.weight);
        let weight = weights().sum::<f64>() / weights().count().max(1) as f64;
        let sample = Sample {
            items,
            categories,
            folded: self.specification.pairs == Pairs::Unordered,
            folds,
            basis: Basis::new(items, &odds, &folds, features),
            odds,
            labels,
            weight,
        };
        let (full, short) = (sample.basis.full(), sample.basis.short());
        let mut sizes = vec_of(full);
        if basis == ResidualBasis::Auto && full > short {
            sizes.put(short);
        }
        let own: Watch<'_> = &mut |now| watch(&part(now, 0.3, 0.2));
        let regression = Regression::new(&sample, &sizes, self.threads, own)?;
        let own: Watch<'_> = &mut |now| watch(&part(now, 0.5, 0.5));
        self.turns(&sample, &regression, sizes.len(), own)
    }

    fn blocks(&self) -> usize {
        self.batch.contexts.div_ceil(BLOCK)
    }

    fn block(&self, task: usize) -> Range<usize> {
        task * BLOCK..self.batch.contexts.min((task + 1) * BLOCK)
    }

    /// Log odds of the score of the item shown first of all pairs of all contexts, and labels with their residuals.
    fn residuals(&self, watch: Watch<'_>) -> Result<(Vec<f64>, Vec<Vec<Residual>>)> {
        let pairs = self.specification.items * self.specification.items;
        let begin = || Evaluator::new(self.specification);
        let work = |evaluator: &mut Evaluator, task: usize| {
            let mut odds = reserve(self.block(task).len() * pairs)?;
            let mut labels = Vec::new();
            self.batch.in_turn(evaluator, self.block(task), |evaluator, some| {
                for context in some.clone() {
                    let at = context - some.start;
                    let own = (context - task * BLOCK) * pairs..(context - task * BLOCK + 1) * pairs;
                    evaluator.log_odds(at, &mut odds[own])?;
                    // A context that is looked at again, alone, is not there twice.
                    labels.truncate(context - task * BLOCK);
                    labels.put(evaluator.residuals_of(at, self.grouped.of(context)));
                }
                Ok(())
            })?;
            Ok((odds, labels))
        };
        let blocks = threads::run(self.blocks(), self.threads, begin, work, watch)?;
        let mut odds = Vec::new();
        let mut labels = Vec::new();
        for (own, some) in blocks {
            odds.put_all(&own);
            labels.put_each(some);
        }
        Ok((odds, labels))
    }

    /// U of all contexts by every basis.
    fn turns(
        &self,
        sample: &Sample<'_>,
        regression: &Regression,
        count: usize,
        watch: Watch<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        let size = self.specification.size();
        let bent = Bent::of(self.specification);
        let begin = || Ok((Evaluator::new(self.specification)?, Evaluator::new(&bent.specification)?));
        let work = |(evaluator, moved): &mut (Evaluator, Evaluator), task: usize| {
            let block = self.block(task);
            let mut out = reserve(count * block.len() * size)?;
            self.batch.in_turn(evaluator, block.clone(), |evaluator, some| {
                for context in some.clone().filter(|context| !sample.labels[*context].is_empty()) {
                    let mu = evaluator.probabilities(context - some.start);
                    for which in 0..count {
                        let coefficients = regression.without(sample, context, which)?;
                        let hat = direction(sample, context, &coefficients);
                        let row = (which * block.len() + context - block.start) * size;
                        bent.turn(moved, &mu, &hat, &sample.labels[context], &mut out[row..row + size])?;
                    }
                }
                Ok(())
            })?;
            Ok(out)
        };
        let blocks = threads::run(self.blocks(), self.threads, begin, work, watch)?;
        let mut tables = Vec::new();
        for which in 0..count {
            let mut table = Vec::new();
            for block in &blocks {
                let length = block.len() / count;
                table.put_all(&block[which * length..(which + 1) * length]);
            }
            tables.put(table);
        }
        Ok(tables)
    }
}

/// The mistakes at all pairs of a context by the regression, K x K x C.
fn direction(sample: &Sample<'_>, context: usize, coefficients: &[f64]) -> Vec<f64> {
    let (k, c) = (sample.items, sample.categories);
    let size = coefficients.len() / c;
    let mut hat = vec![0.0; k * k * c];
    let mut entries = Vec::new();
    for (j, i) in (0..k).flat_map(|j| (0..k).map(move |i| (j, i))).filter(|(j, i)| j != i) {
        sample.functions(context, j, i, &mut entries);
        let own = &mut hat[(j * k + i) * c..][..c];
        for &(function, value) in below(&entries, size) {
            let row = &coefficients[function as usize * c..][..c];
            own.iter_mut().zip(row).for_each(|(own, b)| *own += value * b);
        }
    }
    if sample.folded {
        fold(&mut hat, k, c);
    }
    hat
}

/// The scores that are corrected, at probabilities that have been moved.
struct Bent {
    specification: GarsSpecification,
    /// Where their values are among those of all.
    values: Vec<usize>,
}

impl Bent {
    fn of(specification: &GarsSpecification) -> Bent {
        let offsets = specification.offsets();
        let curved = || {
            let each = specification.functionals.iter().enumerate();
            each.filter(|(_, functional)| specification.is_curved(functional))
        };
        // The floor has been applied.
        let bent = GarsSpecification {
            functionals: curved().map(|(_, functional)| functional.clone()).gathered(),
            floor: 0.0,
            ..specification.clone()
        };
        Bent {
            specification: bent,
            values: curved().flat_map(|(at, _)| offsets[at]..offsets[at + 1]).gathered(),
        }
    }

    /// |hat| / 2 times the derivative of dF(mu + t hat / |hat|)[h] in t at 0, |hat| the largest element of hat:
    /// (4 D(t) - D(2 t)) / 3, D(t) the central difference.
    fn turn(
        &self,
        moved: &mut Evaluator,
        mu: &[f64],
        hat: &[f64],
        residuals: &[Residual],
        out: &mut [f64],
    ) -> Result<()> {
        let GarsSpecification { items, categories, .. } = self.specification;
        let largest = hat.iter().fold(0.0, |most: f64, h| most.max(h.abs()));
        if largest == 0.0 {
            return Ok(());
        }
        let room = |(m, h): (&f64, &f64)| match h.abs() > 0.0 {
            true => 0.25 * m * largest / h.abs(),
            false => STEP,
        };
        let step = mu.iter().zip(hat).map(room).fold(STEP, f64::min);
        if step < SHORTEST {
            return Err(Error::data(
                "mu: a probability is 0, so that the second-order correction has no room; set a floor",
            ));
        }
        let at = |t: f64| mu.iter().zip(hat).map(|(m, h)| m + t * h / largest).gathered();
        let points: [Vec<f64>; 4] = [step, -step, 2.0 * step, -2.0 * step].map(at);
        let contexts = points.iter().map(|mu| Judged {
            mu: StridedMatrix::dense(mu, items, categories),
            judge: None,
            propensities: None,
        });
        moved.visit_some(contexts)?;
        let slopes = moved.slopes(residuals)?;
        for (place, slopes) in self.values.iter().zip(slopes) {
            let [a, b, c, d] = slopes;
            let (near, far) = ((a - b) / (2.0 * step), (c - d) / (4.0 * step));
            out[*place] = 0.5 * largest * (4.0 * near - far) / 3.0;
        }
        match out.iter().find(|value| !value.is_finite()) {
            Some(value) => Err(Error::Numeric(format!("the second-order term is {value}"))),
            None => Ok(()),
        }
    }
}

/// The progress of a part of the work.
pub(super) fn part(now: &Progress, from: f64, share: f64) -> Progress {
    Progress { fraction: from + share * now.fraction, ..*now }
}

/// A vector of one.
fn vec_of<T>(value: T) -> Vec<T> {
    let mut all = Vec::new();
    all.put(value);
    all
}
