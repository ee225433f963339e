//! Contexts with their second-order terms, as they enter an estimate.

use super::curvature::{part, Curvature};
use super::SecondOrder;
use crate::error::{Error, Result};
use crate::gars::accumulator::{Accumulator, Blocks, BLOCK};
use crate::gars::batch::Batch;
use crate::gars::clusters::Clustering;
use crate::gars::groups::{widened, GroupWeights};
use crate::gars::input::Grouped;
use crate::gars::moments::Moments;
use crate::progress::Watch;
use crate::room::{copied, reserve, with_room, Duplicate as _, Gather as _, Put as _};

/// The errors of a score by the larger basis, against those without a correction, beyond which the smaller basis is taken.
const WIDE: f64 = 1.6;

/// The corrections of an estimate.
#[derive(Debug, PartialEq, Default)]
pub(in crate::gars) struct Remainder {
    /// Contexts that were corrected.
    pub(in crate::gars) contexts: f64,
    /// Contexts that were not, as folds had too few labels.
    pub(in crate::gars) few: f64,
    /// Contexts that were corrected without features, as these made errors of a score much larger.
    pub(in crate::gars) wide: f64,
    /// The sums of U, value after value.
    pub(in crate::gars) sums: Vec<f64>,
}

impl Clone for Remainder {
    fn clone(&self) -> Remainder {
        Remainder { sums: copied(&self.sums), ..*self }
    }
}

impl Remainder {
    pub(in crate::gars) fn new(size: usize) -> Result<Remainder> {
        Ok(Remainder { sums: reserve(size)?, ..Remainder::default() })
    }

    pub(in crate::gars) fn merge(&mut self, other: &Remainder) {
        self.contexts += other.contexts;
        self.few += other.few;
        self.wide += other.wide;
        self.sums.iter_mut().zip(&other.sums).for_each(|(a, b)| *a += b);
    }

    /// Whether there is nothing to say.
    pub(in crate::gars) fn is_empty(&self) -> bool {
        self.contexts == 0.0 && self.few == 0.0
    }
}

/// Whether contexts are corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gars) enum Verdict {
    Corrected,
    /// A fold has too few labels.
    Few,
    Plain,
}

/// Contexts by one learner: influence values, plug-ins, contexts x values each, and second-order terms by one basis or
/// two.
pub(in crate::gars) struct Split {
    pub(super) psi: Vec<f64>,
    pub(super) plugin: Vec<f64>,
    pub(super) terms: Vec<Vec<f64>>,
    pub(super) floored: f64,
}

impl Accumulator {
    /// Refuses what the options ask for where contexts do not allow it.
    pub(in crate::gars) fn check_second_order(&self, batch: &Batch<'_>) -> Result<()> {
        batch.folds.iter().try_for_each(|folds| folds.check(batch.contexts))?;
        if self.specification.second_order != SecondOrder::On {
            return Ok(());
        }
        if self.clustering != Clustering::None {
            return Err(Error::Unsupported(
                "second_order: there is no second-order correction of contexts that are clustered".into(),
            ));
        }
        match batch.folds {
            None if batch.contexts > 0 => Err(Error::Null(
                "second_order: give the fold of every context: labels of a fold must not have been used for its mu".into(),
            )),
            _ => Ok(()),
        }
    }

    /// Whether contexts with folds would be corrected.
    pub(in crate::gars) fn may_correct(&self) -> bool {
        let alone = self.clustering == Clustering::None;
        match self.specification.second_order {
            SecondOrder::Off => false,
            SecondOrder::On => alone,
            SecondOrder::Auto => alone && self.specification.has_curved(),
        }
    }

    /// Whether these are.
    pub(in crate::gars) fn verdict(&self, batch: &Batch<'_>, grouped: &Grouped) -> Result<Verdict> {
        let Some(folds) = batch.folds.filter(|_| batch.contexts > 0 && self.may_correct()) else {
            return Ok(Verdict::Plain);
        };
        let enough = Curvature::new(&self.specification, batch, grouped, 1).check(&folds);
        match (enough, self.specification.second_order) {
            (Ok(()), _) => Ok(Verdict::Corrected),
            (Err(_), SecondOrder::Auto) => Ok(Verdict::Few),
            (Err(error), _) => Err(error),
        }
    }

    /// Contexts that are to be corrected.
    pub(in crate::gars) fn split(
        &self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Split> {
        let size = self.size();
        let count = batch.contexts.checked_mul(size);
        let count = count.ok_or_else(|| Error::Size("influence values overflow the address space".into()))?;
        let mut split =
            Split { psi: reserve(count)?, plugin: reserve(count)?, terms: Vec::new(), floored: 0.0 };
        let blocks = Blocks {
            specification: &self.specification,
            clustering: Clustering::Keyed,
            groups: None,
            width: size,
        };
        let own: Watch<'_> = &mut |now| watch(&part(now, 0.0, 0.3));
        blocks.each(batch, grouped, threads, own, |first, block| {
            let from = first * size;
            split.psi[from..from + block.psi.len()].copy_from_slice(&block.psi);
            split.plugin[from..from + block.plugin.len()].copy_from_slice(&block.plugin);
            split.floored += block.floored;
            Ok(())
        })?;
        if let Some(folds) = batch.folds {
            let curvature = Curvature::new(&self.specification, batch, grouped, threads);
            split.terms = curvature.terms(folds, &mut |now| watch(&part(now, 0.3, 0.7)))?;
        }
        Ok(split)
    }

    /// For every value which of the bases of some splits is taken: the larger one, unless it makes the errors of its
    /// functional much larger than those without a correction.
    fn bases(&self, splits: &[Split]) -> Vec<usize> {
        let size = self.size();
        let offsets = self.specification.offsets();
        let mut taken = vec![0; size];
        if splits.iter().any(|split| split.terms.len() < 2) {
            return taken;
        }
        let [mut plain, mut wide] = [0, 1].map(|_| vec![0.0; size]);
        for split in splits {
            let full = &split.terms[0];
            let before = variances(size, |at| split.psi[at], split.psi.len());
            let after = variances(size, |at| split.psi[at] + full[at], split.psi.len());
            let terms = variances(size, |at| full[at], split.psi.len());
            plain.iter_mut().zip(&before).for_each(|(sum, v)| *sum += v.sqrt());
            wide.iter_mut().zip(after.iter().zip(&terms)).for_each(|(sum, (a, b))| *sum += (a + b).sqrt());
        }
        for range in offsets.windows(2).map(|ends| ends[0]..ends[1]) {
            let sum = |errors: &[f64]| errors[range.clone()].iter().sum::<f64>();
            if sum(&wide) > WIDE * sum(&plain) {
                taken[range].fill(1);
            }
        }
        taken
    }

    /// psi + U and U of a split.
    fn corrected(&self, split: &Split, bases: &[usize]) -> [Vec<f64>; 2] {
        let size = self.size();
        let [mut psi, mut terms] = [split.psi.duplicate(), with_room(split.psi.len())];
        for (at, psi) in psi.iter_mut().enumerate() {
            let term = split.terms[bases[at % size]][at];
            *psi += term;
            terms.put(term);
        }
        [psi, terms]
    }

    /// psi + U of contexts, and their plug-ins.
    pub(in crate::gars) fn corrected_psi(
        &self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<[Vec<f64>; 2]> {
        let mut splits = [self.split(batch, grouped, threads, watch)?];
        let bases = self.bases(&splits);
        let [psi, _] = self.corrected(&splits[0], &bases);
        Ok([psi, std::mem::take(&mut splits[0].plugin)])
    }

    /// Adds contexts by their splits.
    pub(in crate::gars) fn add_splits(
        &mut self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        splits: &[Split],
    ) -> Result<()> {
        let mut added = self.beside(batch, grouped)?;
        added.take_splits(batch, splits)?;
        self.take_added(added)
    }

    /// Takes in the contexts of a batch, by as many learners as there are splits: estimates are means over splits, and
    /// so are covariances, each Cov(psi + U) + Cov(U).
    fn take_splits(&mut self, batch: &Batch<'_>, splits: &[Split]) -> Result<()> {
        let (size, width, n) = (self.size(), self.width(), batch.contexts);
        let share = 1.0 / splits.len() as f64;
        let bases = self.bases(splits);
        let mut sums = [Moments::new(width)?, Moments::new(width)?];
        for split in splits {
            let [psi, terms] = self.corrected(split, &bases);
            for (at, term) in terms.iter().enumerate() {
                self.second.sums[at % size] += share * term;
            }
            let [mut psi, terms, plugin] = [
                moments_of(&psi, size, width, batch.groups, true)?,
                moments_of(&terms, size, width, batch.groups, false)?,
                moments_of(&split.plugin, size, width, batch.groups, true)?,
            ];
            psi.products.iter_mut().zip(&terms.products).for_each(|(sum, own)| *sum += own);
            for (sum, own) in sums.iter_mut().zip([&psi, &plugin]) {
                sum.count = n as f64;
                sum.clusters = n as f64;
                sum.squares = n as f64;
                let means = sum.mean.iter_mut().zip(&own.mean);
                means.chain(sum.products.iter_mut().zip(&own.products)).for_each(|(a, b)| *a += share * b);
            }
            self.diagnostics.floored += share * split.floored;
        }
        let [psi, plugin] = sums;
        self.psi.merge(&psi);
        self.plugin.merge(&plugin);
        self.second.contexts += n as f64;
        if bases.contains(&1) {
            self.second.wide += n as f64;
        }
        Ok(())
    }
}

/// Moments of rows of values, with what there is of groups.
fn moments_of(
    rows: &[f64],
    size: usize,
    width: usize,
    groups: Option<GroupWeights<'_>>,
    with_weights: bool,
) -> Result<Moments> {
    let mut sum = Moments::new(width)?;
    for (block, rows) in rows.chunks(BLOCK * size).enumerate() {
        let count = (width - size) / (1 + size);
        let alone = vec![1.0; rows.len() / size];
        let wide = groups.map(|groups| {
            let mut wide = widened(rows, size, count, |row, group| groups.at(block * BLOCK + row, group));
            if !with_weights {
                // The weights themselves are not corrected.
                let places = (0..count).map(|group| size + group * (1 + size));
                wide.chunks_exact_mut(width).for_each(|row| places.clone().for_each(|at| row[at] = 0.0));
            }
            wide
        });
        sum.merge(&Moments::of(width, &alone, wide.as_deref().unwrap_or(rows))?);
    }
    Ok(sum)
}

/// Variances of `size` columns of a table of `count` numbers.
fn variances(size: usize, value: impl Fn(usize) -> f64, count: usize) -> Vec<f64> {
    let n = (count / size) as f64;
    let column = |c: usize| (c..count).step_by(size).map(&value);
    let each = (0..size).map(|c| {
        let mean = column(c).sum::<f64>() / n;
        column(c).map(|v| (v - mean).powi(2)).sum::<f64>() / n
    });
    each.gathered()
}
