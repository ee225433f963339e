//! The estimate as contexts come in: batches on threads, shards merged in any order.

use super::batch::{Array, Batch, OwnedLabels};
use super::clusters::{self, Clustering, Open};
use super::diagnostics::Diagnostics;
use super::evaluator::Evaluator;
use super::groups::{widened, GroupWeights, Groups};
use super::input::{Grouped, LabelColumns};
use super::moments::Moments;
use super::own::ScoreFunction;
use super::second_order::{Remainder, Verdict};
use super::specification::GarsSpecification;
use crate::error::{Error, Result};
use crate::progress::{Progress, Watch};
use crate::room::{self, reserve, with_room, Gather as _, Put as _};
use crate::threads;
use std::sync::{Arc, Mutex, PoisonError};

/// Contexts of a block, which one thread does at a time. Fixed, so that sums do not depend on threads.
pub(super) const BLOCK: usize = 128;

/// Numbers that the blocks between two merges may hold.
const HELD: usize = 1 << 22;

/// Writes the probabilities of this many contexts from a first one on.
pub type Fill<'a> = &'a mut dyn FnMut(usize, usize, &mut [f64]) -> Result<()>;

/// Numbers that the probabilities of a batch may have where a function writes them and one thread reads them:
/// 1 MB, which its own cache holds until then; but not less than a block.
const NEAR: usize = 1 << 17;

/// The same for several threads: 10 MB, which are worth a start of them.
const SHARED: usize = 5 << 18;

/// The estimates so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Accumulator {
    pub(super) specification: GarsSpecification,
    pub(super) clustering: Clustering,
    pub(super) psi: Moments,
    pub(super) plugin: Moments,
    pub(super) open: Open,
    pub(super) diagnostics: Diagnostics,
    pub(super) contexts: f64,
    pub(super) groups: Groups,
    pub(super) second: Remainder,
}

/// Contexts at which scores of the caller's own are tried before they are used.
const TRIED: usize = 8;

/// The result of a thread for a block.
pub(super) struct Block {
    pub(super) psi: Vec<f64>,
    pub(super) plugin: Vec<f64>,
    moments: Option<[Moments; 2]>,
    pub(super) floored: f64,
}

impl Accumulator {
    /// Nothing yet.
    pub fn new(specification: &GarsSpecification, clustering: Clustering) -> Result<Accumulator> {
        Accumulator::in_parts(specification, clustering, Vec::new())
    }

    /// Nothing yet, with groups of contexts by their names.
    pub fn in_parts(
        specification: &GarsSpecification,
        clustering: Clustering,
        names: Vec<String>,
    ) -> Result<Accumulator> {
        specification.check()?;
        if let Some((at, name)) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(Error::Argument(format!("group_names[{at}] is '{name}', as is another")));
        }
        let groups = Groups::new(names);
        let size = groups.width(specification.size());
        Ok(Accumulator {
            specification: specification.clone(),
            clustering,
            psi: Moments::new(size)?,
            plugin: Moments::new(size)?,
            open: Open::default(),
            diagnostics: Diagnostics::new(specification.items)?,
            contexts: 0.0,
            groups,
            second: Remainder::new(specification.size())?,
        })
    }

    /// Gives the function of a score of the caller's own: before contexts are added, and again after loading.
    pub fn give(&mut self, functional: usize, name: &str, function: Arc<dyn ScoreFunction>) -> Result<()> {
        self.specification.give(functional, name, function)
    }

    /// The functionals to be estimated.
    pub fn specification(&self) -> &GarsSpecification {
        &self.specification
    }

    /// How contexts are clustered.
    pub fn clustering(&self) -> Clustering {
        self.clustering
    }

    /// Number of contexts.
    pub fn contexts(&self) -> f64 {
        self.contexts
    }

    /// Diagnostics of the data.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Number of values of all functionals.
    pub fn size(&self) -> usize {
        self.specification.size()
    }

    /// Numbers that moments have of a context.
    pub(super) fn width(&self) -> usize {
        self.psi.mean.len()
    }

    /// Adds contexts: all of them, or none where one is refused, whose row the error then has.
    pub fn add(&mut self, batch: &Batch<'_>, threads: usize, watch: Watch<'_>) -> Result<()> {
        let grouped = self.check(batch)?;
        self.try_own(batch)?;
        self.add_grouped(batch, &grouped, threads, watch)
    }

    /// Tries scores of the caller's own at some of the first contexts.
    pub(super) fn try_own(&self, batch: &Batch<'_>) -> Result<()> {
        if self.contexts > 0.0 || self.specification.own().is_none() {
            return Ok(());
        }
        let mut evaluator = Evaluator::new(&self.specification)?;
        let tried = batch.contexts.min(TRIED);
        (0..tried).try_for_each(|at| {
            let context = at * batch.contexts / tried;
            batch.in_turn(&mut evaluator, context..context + 1, |evaluator, _| evaluator.check_smooth())
        })
    }

    pub(super) fn add_grouped(
        &mut self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<()> {
        let verdict = self.verdict(batch, grouped)?;
        if verdict == Verdict::Corrected {
            let split = self.split(batch, grouped, threads, watch)?;
            return self.add_splits(batch, grouped, &[split]);
        }
        let mut added = self.beside(batch, grouped)?;
        if verdict == Verdict::Few {
            added.second.few = batch.contexts as f64;
        }
        self.add_blocks(batch, grouped, threads, watch, &mut added)?;
        self.take_added(added)
    }

    /// Contexts without their probabilities, as an estimate of its own: labels, groups, numbers.
    pub(super) fn beside(&self, batch: &Batch<'_>, grouped: &Grouped) -> Result<Accumulator> {
        let names = self.groups.names.clone();
        let mut added = Accumulator::in_parts(&self.specification, self.clustering, names)?;
        added.open.last.clone_from(&self.open.last);
        let together = batch.clusters.filter(|_| self.clustering == Clustering::Together);
        for context in 0..batch.contexts {
            added.diagnostics.add(grouped.of(context), grouped.rows(context));
            if let Some(groups) = batch.groups {
                added.groups.add(groups, context, together.map(|clusters| clusters[context]));
            }
        }
        let GarsSpecification { items, categories, .. } = self.specification;
        added.diagnostics.probabilities = (batch.contexts * items * (items - 1) * categories) as f64;
        added.contexts = batch.contexts as f64;
        Ok(added)
    }

    fn add_blocks(
        &self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        threads: usize,
        watch: Watch<'_>,
        added: &mut Accumulator,
    ) -> Result<()> {
        let size = self.width();
        let blocks = Blocks {
            specification: &self.specification,
            clustering: self.clustering,
            groups: batch.groups,
            width: size,
        };
        blocks.each(batch, grouped, threads, watch, |first, block| {
            added.diagnostics.floored += block.floored;
            if let Some([psi, plugin]) = &block.moments {
                added.psi.merge(psi);
                added.plugin.merge(plugin);
                return Ok(());
            }
            let mut sums = with_room(2 * size);
            let rows = block.psi.chunks_exact(size).zip(block.plugin.chunks_exact(size));
            for (row, (psi, plugin)) in rows.enumerate() {
                let number = batch.clusters.map_or(0, |clusters| clusters[first + row]);
                sums.clear();
                sums.put_all(psi);
                sums.put_all(plugin);
                if added.open.add(added.clustering, number, 1.0, &sums) {
                    added.open.flush(&mut added.psi, &mut added.plugin)?;
                }
            }
            Ok(())
        })
    }

    /// Takes in contexts that were added beside.
    pub(super) fn take_added(&mut self, mut added: Accumulator) -> Result<()> {
        // The last cluster goes on in the batch.
        let [last, before] = [added.open.last.take(), self.open.last.take()];
        let taken = room::attempt(|| self.take_in(added));
        self.open.last = if taken.is_ok() { last } else { before };
        taken
    }

    /// Adds contexts of which a function writes the probabilities (count x K x K x C, row-major; first context
    /// and count are reported), a batch at a time, on the calling thread; `mu` of the batch is ignored.
    /// All contexts are added, or none.
    pub fn run(&mut self, batch: &Batch<'_>, fill: Fill<'_>, threads: usize, watch: Watch<'_>) -> Result<()> {
        let GarsSpecification { items, categories, .. } = self.specification;
        let cells = items * items * categories;
        let whole = Batch { mu: Array { values: &[0.0], strides: [0; 4] }, ..*batch };
        self.check_arrays(&whole)?;
        batch.labels.check(&self.specification, batch.contexts)?;
        let mut order = (0..batch.labels.len()).gathered();
        order.sort_unstable_by_key(|&row| (batch.labels.context[row], row));
        // Whole blocks, where there is room for one: they do not depend on threads.
        if batch.folds.is_some() && self.may_correct() {
            return self.run_at_once(batch, fill, threads, watch);
        }
        let step = match SHARED / cells {
            few if few < BLOCK => few.max(1),
            most => {
                let most = if threads > 1 { most } else { NEAR / cells };
                (most - most % BLOCK).max(BLOCK)
            }
        };
        let mut mu = reserve(cells * step.min(batch.contexts))?;
        let mut grown = self.clone();
        let (mut first, mut taken) = (0, 0);
        while first < batch.contexts {
            let count = step.min(batch.contexts - first);
            let here =
                order[taken..].partition_point(|&row| batch.labels.context[row] < (first + count) as u64);
            let rows = &order[taken..taken + here];
            let labels = OwnedLabels::of(&batch.labels, rows, first as u64);
            let grouped = labels.labels(batch.labels.replicates).group(&self.specification, count);
            let grouped = grouped.map_err(|error| in_row(error, |row| rows[row]))?;
            let mu = &mut mu[..count * cells];
            // Probabilities that the callback leaves out stay NaN, and are refused.
            mu.fill(f64::NAN);
            fill(first, count, mu)?;
            let part = Batch {
                contexts: count,
                mu: Array::dense(mu, items, categories),
                judge: batch.judge.map(|array| array.from(first)),
                propensities: batch.propensities.map(|array| array.from(first)),
                labels: LabelColumns::none(),
                clusters: batch.clusters.map(|clusters| &clusters[first..first + count]),
                groups: batch.groups.map(|groups| groups.from(first)),
                folds: None,
            };
            grown.try_own(&part).map_err(|error| in_row(error, |row| first + row))?;
            let mut tell = |now: &Progress| {
                let fraction = (first as f64 + now.fraction * count as f64) / batch.contexts as f64;
                watch(&Progress { fraction, iteration: (first / BLOCK) as u64 + now.iteration, ..*now })
            };
            let added = grown.add_grouped(&part, &grouped, threads, &mut tell);
            added.map_err(|error| in_row(error, |row| first + row))?;
            first += count;
            taken += here;
        }
        room::check();
        *self = grown;
        Ok(())
    }

    /// The same where folds are given: a correction looks at all contexts twice, so that their probabilities are kept.
    fn run_at_once(
        &mut self,
        batch: &Batch<'_>,
        fill: Fill<'_>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<()> {
        let GarsSpecification { items, categories, .. } = self.specification;
        let size = batch.contexts.checked_mul(items * items * categories);
        let mut mu = reserve(size.ok_or_else(|| Error::Size("probabilities overflow memory".into()))?)?;
        mu.fill(f64::NAN);
        let step = (SHARED / (items * items * categories)).max(1);
        for first in (0..batch.contexts).step_by(step) {
            let count = step.min(batch.contexts - first);
            let cells = items * items * categories;
            fill(first, count, &mut mu[first * cells..(first + count) * cells])?;
        }
        self.add(&Batch { mu: Array::dense(&mu, items, categories), ..*batch }, threads, watch)
    }

    /// The influence values of contexts, contexts x values, and their plug-ins: nothing is added. With folds those that
    /// are corrected to the second order.
    pub fn psi(&self, batch: &Batch<'_>, threads: usize, watch: Watch<'_>) -> Result<[Vec<f64>; 2]> {
        let grouped = self.check(batch)?;
        if self.verdict(batch, &grouped)? == Verdict::Corrected {
            self.try_own(batch)?;
            return self.corrected_psi(batch, &grouped, threads, watch);
        }
        let count = batch.contexts.checked_mul(self.size());
        let count = count.ok_or_else(|| Error::Size("influence values overflow the address space".into()))?;
        let mut tables = [reserve(count)?, reserve(count)?];
        self.try_own(batch)?;
        let width = self.size();
        let clustering = Clustering::Keyed;
        let blocks = Blocks { specification: &self.specification, clustering, groups: None, width };
        blocks.each(batch, &grouped, threads, watch, |first, block| {
            let from = first * self.size();
            tables[0][from..from + block.psi.len()].copy_from_slice(&block.psi);
            tables[1][from..from + block.plugin.len()].copy_from_slice(&block.plugin);
            Ok(())
        })?;
        Ok(tables)
    }

    /// The weights of labels of a functional, contexts x K x K, as [`Evaluator::weights`] has them; labels,
    /// clusters and propensities are ignored.
    pub fn weights(
        &self,
        functional: usize,
        batch: &Batch<'_>,
        q: Option<&[f64]>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Vec<f64>> {
        let (from, to) = self.range(functional)?;
        // The others are not needed.
        let specification = GarsSpecification {
            functionals: vec![self.specification.functionals[functional].clone()],
            ..self.specification.clone()
        };
        let GarsSpecification { items, categories, .. } = specification;
        let n = batch.contexts;
        batch.mu.check("mu", n, items, categories)?;
        batch.judge.iter().try_for_each(|judge| judge.check("judge", n, items, categories))?;
        if q.is_some_and(|q| q.len() != (to - from) * (to - from)) {
            return Err(Error::Size(format!("q: it must be {} x {}", to - from, to - from)));
        }
        if let Some(at) = q.and_then(|q| q.iter().position(|v| !v.is_finite())) {
            return Err(Error::Argument(format!("q: element {at} is not finite")));
        }
        let pairs = items * items;
        let size = n.checked_mul(pairs).ok_or_else(|| Error::Size("weights overflow memory".into()))?;
        let mut table = reserve(size)?;
        let parts: Vec<Mutex<&mut [f64]>> = table.chunks_mut(BLOCK * pairs).map(Mutex::new).gathered();
        let begin = || Evaluator::new(&specification);
        let work = |evaluator: &mut Evaluator, task: usize| {
            let mut own = parts[task].lock().unwrap_or_else(PoisonError::into_inner);
            let contexts = task * BLOCK..n.min((task + 1) * BLOCK);
            batch.in_turn(evaluator, contexts.clone(), |evaluator, some| {
                let rows = some.start - contexts.start..some.end - contexts.start;
                evaluator.weights_of_all(0, q, &mut own[rows.start * pairs..rows.end * pairs])
            })
        };
        threads::run(parts.len(), threads, begin, work, watch)?;
        drop(parts);
        Ok(table)
    }

    pub(super) fn check(&self, batch: &Batch<'_>) -> Result<Grouped> {
        self.check_arrays(batch)?;
        batch.labels.group(&self.specification, batch.contexts)
    }

    /// Checks contexts whose probabilities are still to be learnt.
    pub(super) fn check_without_mu(&self, batch: &Batch<'_>) -> Result<Grouped> {
        self.check(&Batch { mu: Array { values: &[0.0], strides: [0; 4] }, ..*batch })
    }

    fn check_arrays(&self, batch: &Batch<'_>) -> Result<()> {
        let GarsSpecification { items, categories, .. } = self.specification;
        let n = batch.contexts;
        batch.mu.check("mu", n, items, categories)?;
        batch.judge.iter().try_for_each(|judge| judge.check("judge", n, items, categories))?;
        batch.propensities.iter().try_for_each(|p| p.check("propensities", n, items, 1))?;
        self.groups.check(batch.groups, n)?;
        self.check_second_order(batch)?;
        clusters::check(self.clustering, batch.clusters, n)
    }

    /// Takes in what was estimated from other contexts. Clusters are the same where their numbers are, if
    /// clusters are keyed; where they come together, none goes on in the other.
    pub fn merge(&mut self, other: &Accumulator) -> Result<()> {
        if self.specification != other.specification {
            return Err(Error::Argument("other: it estimates something else, or in another way".into()));
        }
        if self.groups.names != other.groups.names {
            return Err(Error::Argument("other: its contexts are in other groups".into()));
        }
        if self.clustering != other.clustering {
            return Err(Error::Argument("other: its contexts are clustered in another way".into()));
        }
        let mut sum = self.clone();
        sum.take_in(other.clone())?;
        if sum.open.ended.len() >= clusters::BLOCK {
            sum.open.flush(&mut sum.psi, &mut sum.plugin)?;
        }
        room::check();
        *self = sum;
        Ok(())
    }

    /// Takes in what others have seen: all of it, or nothing where memory is refused.
    fn take_in(&mut self, other: Accumulator) -> Result<()> {
        let [mut psi, mut plugin] = [self.psi.clone(), self.plugin.clone()];
        psi.merge(&other.psi);
        plugin.merge(&other.plugin);
        room::check();
        self.open.merge(other.open)?;
        (self.psi, self.plugin) = (psi, plugin);
        self.diagnostics.merge(&other.diagnostics);
        self.groups.merge(&other.groups);
        self.second.merge(&other.second);
        self.contexts += other.contexts;
        Ok(())
    }

    /// The moments of psi and of the plug-in with all clusters.
    pub(super) fn moments(&self) -> Result<[Moments; 2]> {
        let (mut psi, mut plugin) = (self.psi.clone(), self.plugin.clone());
        self.open.all(&mut psi, &mut plugin)?;
        Ok([psi, plugin])
    }

    /// Number of clusters; of contexts, where they are independent.
    pub fn clusters(&self) -> f64 {
        let open = self.open.keyed.len() + self.open.ended.len() + usize::from(self.open.last.is_some());
        self.psi.clusters + open as f64
    }
}

/// The blocks of a batch, and what is made of them.
pub(super) struct Blocks<'a> {
    pub(super) specification: &'a GarsSpecification,
    pub(super) clustering: Clustering,
    /// Weights of contexts in groups, where moments have them.
    pub(super) groups: Option<GroupWeights<'a>>,
    /// Numbers of a context, those of groups among them.
    pub(super) width: usize,
}

impl Blocks<'_> {
    /// Does them on threads, and hands them over in order with their first context.
    pub(super) fn each(
        &self,
        batch: &Batch<'_>,
        grouped: &Grouped,
        threads: usize,
        watch: Watch<'_>,
        mut each: impl FnMut(usize, &Block) -> Result<()>,
    ) -> Result<()> {
        let size = self.width;
        let count = batch.contexts.div_ceil(BLOCK);
        let summed = self.clustering == Clustering::None;
        let held = if summed { 2 * size * size } else { 2 * size * BLOCK };
        // Functions of the caller's own are called on the caller's thread.
        let threads = if self.specification.own().is_some() { 1 } else { threads };
        let most = (HELD / held).max(threads).max(1);
        let mut done = 0;
        while done < count {
            let wave = most.min(count - done);
            let begin = || Evaluator::new(self.specification);
            let work = |evaluator: &mut Evaluator, task: usize| {
                let first = (done + task) * BLOCK;
                let rows = first..batch.contexts.min(first + BLOCK);
                self.block(evaluator, batch, grouped, rows)
            };
            let mut tell = |now: &Progress| {
                let fraction = (done as f64 + now.fraction * wave as f64) / count as f64;
                watch(&Progress { fraction, iteration: done as u64 + now.iteration, ..*now })
            };
            let blocks = threads::run(wave, threads, begin, work, &mut tell)?;
            for (at, block) in blocks.iter().enumerate() {
                each((done + at) * BLOCK, block)?;
            }
            done += wave;
        }
        Ok(())
    }

    fn block(
        &self,
        evaluator: &mut Evaluator,
        batch: &Batch<'_>,
        grouped: &Grouped,
        contexts: std::ops::Range<usize>,
    ) -> Result<Block> {
        let (size, rows) = (self.specification.size(), contexts.len());
        let mut block =
            Block { psi: reserve(size * rows)?, plugin: reserve(size * rows)?, moments: None, floored: 0.0 };
        let first = contexts.start;
        batch.in_turn(evaluator, contexts, |evaluator, some| {
            let own = (some.start - first) * size..(some.end - first) * size;
            let (psi, plugin) = (&mut block.psi[own.clone()], &mut block.plugin[own]);
            evaluator.psi_of_all(|context| grouped.of(some.start + context), psi, plugin)?;
            block.floored += (0..some.len()).map(|context| evaluator.floored(context)).sum::<f64>();
            Ok(())
        })?;
        if let Some(groups) = self.groups {
            let count = (self.width - size) / (1 + size);
            let weight = |row: usize, group: usize| groups.at(first + row, group);
            block.psi = widened(&block.psi, size, count, weight);
            block.plugin = widened(&block.plugin, size, count, weight);
        }
        if self.clustering == Clustering::None {
            let alone = vec![1.0; rows];
            let moments = |rows: &[f64]| Moments::of(self.width, &alone, rows);
            block.moments = Some([moments(&block.psi)?, moments(&block.plugin)?]);
            (block.psi, block.plugin) = (Vec::new(), Vec::new());
        }
        Ok(block)
    }
}

/// An error with another row.
fn in_row(error: Error, row: impl Fn(usize) -> usize) -> Error {
    match error {
        Error::Data { row: Some(at), message } => Error::row(row(at), message),
        other => other,
    }
}
