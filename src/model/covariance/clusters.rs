//! Clusters of comparisons: the scores of each, summed, and its expected information.

use super::leverage::root_of;
use crate::comparisons::NONE;
use crate::component::Aggregation;
use crate::error::Result;
use crate::interrupt::spend;
use crate::likelihood::{Block, Design};
use crate::model::fitted::Model;
use crate::outcome::{Counts, QuadraticForm};
use crate::room::{self, Gather as _, Put as _};
use crate::terms::COORDINATES;
use crate::terms::{product, Local};
use std::array::from_fn;
use std::ops::Range;

/// Number of [`ClusteredBy`].
pub(in crate::model) const WAYS: usize = 4;

/// The units by which comparisons are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClusteredBy {
    /// Contexts; a comparison without one is a cluster of its own.
    Context,
    /// Clusters of the set; a comparison without one is in the cluster of its context, or is one of its own.
    Cluster,
    /// Judges; the anonymous judge is one of them.
    Judge,
    /// Clusters and judges: their intersections.
    Both,
}

/// A cluster, on the parameters that it touches.
#[derive(Debug, Default)]
pub(crate) struct Cluster {
    /// Context, cluster (as `Set::cluster_labels` gives it) or judge; NONE for a comparison that is a cluster of its own.
    pub(crate) id: u32,
    /// How many clusters there are like this one.
    pub(crate) times: f64,
    /// Comparisons, in the units of the data.
    pub(crate) comparisons: f64,
    /// The free parameters that it touches.
    pub(crate) columns: Vec<u32>,
    /// Gradient of its negative log-likelihood in these.
    pub(crate) score: Vec<f64>,
    /// Z, with Z'Z the expected information, as (row, place in `columns`, value) row after row; only
    /// where it was asked for.
    pub(super) root: Vec<(u32, u32, f64)>,
    /// Number of rows of Z.
    pub(super) rows: u32,
}

impl Cluster {
    /// A cluster with its information in the parameters that it touches.
    pub(crate) fn with_information(
        columns: Vec<u32>,
        score: Vec<f64>,
        times: f64,
        mut information: Vec<f64>,
    ) -> Result<Cluster> {
        let width = columns.len().max(1);
        let mut root = Vec::new();
        let mut rows = 0;
        for row in root_of(&mut information, columns.len())?.chunks(width) {
            root.put_each(row.iter().enumerate().map(|(at, value)| (rows, at as u32, *value)));
            rows += 1;
        }
        Ok(Cluster { id: NONE, times, comparisons: times, columns, score, root, rows })
    }

    /// A copy for which Z is not needed.
    pub(super) fn without_root(&self) -> Cluster {
        let (columns, score) = (room::copied(&self.columns), room::copied(&self.score));
        Cluster { columns, score, root: Vec::new(), ..*self }
    }
}

/// The clusters of a model.
pub(crate) struct Clusters<'a> {
    model: &'a Model,
    block: Block,
    /// Cells in the order of clusters.
    order: Vec<u32>,
    /// Stretches of `order`, one for each cluster.
    runs: Vec<Range<usize>>,
    /// The stretch of `order` where each comparison is a cluster.
    unclustered: Range<usize>,
    by: ClusteredBy,
}

impl<'a> Clusters<'a> {
    /// Groups the comparisons of a model.
    pub(crate) fn new(model: &'a Model, by: ClusteredBy) -> Result<Clusters<'a>> {
        let finer = Aggregation {
            context: by == ClusteredBy::Context,
            judge: matches!(by, ClusteredBy::Judge | ClusteredBy::Both),
            order: false,
            cluster: matches!(by, ClusteredBy::Cluster | ClusteredBy::Both),
            shares: by != ClusteredBy::Judge,
            grade: false,
        };
        let mut design = Design::new(&model.set, &model.layout.terms, model.layout.aggregation.or(finer))?;
        if model.facts.unit != 1.0 {
            design.scale(1.0 / model.facts.unit);
        }
        let key = |cell: u32| {
            let cell = cell as usize;
            let judge = design.judge(cell) as u32;
            match by {
                ClusteredBy::Context => (design.contexts[cell], 0),
                ClusteredBy::Cluster => (design.cluster(cell), 0),
                ClusteredBy::Judge => (0, judge),
                ClusteredBy::Both => (design.cluster(cell), judge),
            }
        };
        let mut order: Vec<u32> = (0..design.len() as u32).gathered();
        // Cells come by context and judge, so that only judges may have to be brought together.
        room::sort_by_key(&mut order, |&cell| key(cell));
        let first_unclustered = order.partition_point(|&cell| key(cell).0 != NONE);
        let mut runs = Vec::new();
        let mut start = 0;
        for run in order[..first_unclustered].chunk_by(|&a, &b| key(a) == key(b)) {
            runs.put(start..start + run.len());
            start += run.len();
        }
        let unclustered = first_unclustered..order.len();
        let block = Block { design: design.into(), ..model.objective.data.empty() };
        Ok(Clusters { model, block, order, runs, unclustered, by })
    }

    /// Refuses what leaves out clusters, one at a time, where that needs too much memory.
    pub(crate) fn expect_deletion(&self, what: &str) -> Result<()> {
        let (p, items) = (self.model.theta.len(), self.model.layout.items);
        let mut last_seen: Vec<usize> = room::filled(usize::MAX, items);
        let mut bytes = 0;
        for (at, run) in self.runs.iter().enumerate() {
            spend(2 * run.len());
            let mut width = 0;
            for &cell in &self.order[run.clone()] {
                for items in [&self.block.design.left, &self.block.design.right] {
                    let seen = &mut last_seen[items[cell as usize] as usize];
                    width += usize::from(*seen != at);
                    *seen = at;
                }
            }
            // Of few rows Z M and a factor, or what takes their place in the columns.
            let of_rows = run.len().saturating_mul(8 * (run.len() + width));
            bytes = of_rows.min(room::matrices(5, width)).max(bytes);
        }
        room::expect(what, bytes.saturating_add(room::matrices(2, p)))
    }

    /// The work of the leverages of all clusters, in third powers of the smaller of cells and parameters.
    pub(super) fn work_of_leverages(&self) -> f64 {
        let p = self.model.theta.len();
        self.runs.iter().map(|run| (run.len().min(p) as f64).powi(3)).sum()
    }

    /// About how many bytes the leverages of all clusters take: of each a matrix of as many rows as it has cells, or columns.
    pub(super) fn bytes_of_leverages(&self) -> usize {
        let p = self.model.theta.len();
        // A cell brings two items, and often a judge.
        let bytes = |cells: usize| 8 * p.min(3 * cells).saturating_mul(p.min(cells) + 4);
        let single = bytes(1).saturating_mul(self.unclustered.len());
        self.runs.iter().map(|run| bytes(run.len())).fold(single, usize::saturating_add)
    }

    /// Number of clusters.
    pub(crate) fn count(&self) -> usize {
        let single = |&cell: &u32| {
            self.outcomes(cell as usize).iter().map(|(counts, weight)| counts.total() / weight).sum::<f64>()
        };
        let unclustered: f64 = self.order[self.unclustered.clone()].iter().map(single).sum();
        self.runs.len() + unclustered.round() as usize
    }

    /// Calls `each` with every cluster; `information` asks for its Z.
    pub(crate) fn for_each(
        &self,
        information: bool,
        mut each: impl FnMut(&Cluster) -> Result<()>,
    ) -> Result<()> {
        let mut gather = Gather::new(self.model, information);
        let (strength, theta) = (&self.model.objective.strength, &self.model.theta);
        let design = &self.block.design;
        let clustered = &self.order[..self.unclustered.start];
        let (mut runs, mut done) = (self.runs.iter(), 0);
        let mut end = runs.next().map_or(0, |run| run.end);
        self.block.each_slope(strength, theta, clustered, |cell, slopes| {
            gather.add(&self.block, cell, slopes, design.counts[cell].total());
            done += 1;
            if done < end {
                return Ok(());
            }
            end = runs.next().map_or(end, |run| run.end);
            let id = match self.by {
                ClusteredBy::Judge => design.judge(cell) as u32,
                ClusteredBy::Context => design.contexts[cell],
                ClusteredBy::Cluster | ClusteredBy::Both => design.cluster(cell),
            };
            each(gather.finish(id, 1.0))
        })?;
        for &cell in &self.order[self.unclustered.clone()] {
            for (counts, weight) in self.outcomes(cell as usize) {
                if counts.total() > 0.0 {
                    let times = counts.total() / weight;
                    let single = Counts::new(counts.numbers().map(|count| count / times));
                    let cell = cell as usize;
                    let at = self.block.predictor(strength, theta, cell);
                    let slopes = self.block.outcome.derivatives(&single, at).slopes;
                    gather.add(&self.block, cell, slopes, weight);
                    each(gather.finish(NONE, times))?;
                }
            }
        }
        Ok(())
    }

    /// The comparisons of a cell by outcome, and the weight of a single one of each: for importance
    /// weights the one that has their sum of squares. Split judgements are alike, and have all outcomes at once.
    fn outcomes(&self, cell: usize) -> [(Counts, f64); 4] {
        let importance = self.model.weighting().is_some();
        let design = &self.block.design;
        let (counts, squares) = (&design.counts[cell], design.squares(cell));
        let weight = |count: f64, square: f64| match () {
            _ if count == 0.0 => 1.0,
            _ if importance => square / count,
            _ => 1.0 / self.model.facts.unit,
        };
        if design.is_split(cell) {
            let of_judgements = squares.total() + 2.0 * design.sum_of_products(cell);
            let unit = if importance { 1.0 } else { self.model.facts.unit };
            let weight = of_judgements / counts.total() / unit;
            let none = (Counts::default(), 1.0);
            return [(*counts, weight), none, none, none];
        }
        let numbers = counts.numbers().into_iter().zip(squares.numbers());
        let mut outcomes = [(Counts::default(), 1.0); 4];
        for (which, (count, square)) in numbers.enumerate() {
            let mut only = [0.0; 4];
            only[which] = count;
            outcomes[which] = (Counts::new(only), weight(count, square));
        }
        outcomes
    }
}

/// Adds cells up to clusters.
struct Gather<'a> {
    model: &'a Model,
    information: bool,
    /// Place of every parameter among the columns of the cluster, NONE if it is not there.
    slots: Vec<u32>,
    local: Local,
    cluster: Cluster,
}

impl<'a> Gather<'a> {
    fn new(model: &'a Model, information: bool) -> Gather<'a> {
        Gather {
            model,
            information,
            slots: vec![NONE; model.theta.len()],
            local: Local::default(),
            cluster: Cluster::default(),
        }
    }

    /// Adds comparisons of a cell, of `total` weight, by their slopes.
    fn add(&mut self, block: &Block, cell: usize, slopes: [f64; 3], total: f64) {
        if self.cluster.times > 0.0 {
            self.clear();
        }
        spend(150);
        let (strength, theta) = (&self.model.objective.strength, &self.model.theta);
        block.touch(strength, theta, cell, &mut self.local);
        let cluster = &mut self.cluster;
        cluster.comparisons += total * self.model.facts.unit;
        for (parameter, along) in self.local.rows() {
            if self.model.objective.fixed[parameter] {
                continue;
            }
            let slot = &mut self.slots[parameter];
            if *slot == NONE {
                *slot = cluster.columns.len() as u32;
                cluster.columns.put(parameter as u32);
                cluster.score.put(0.0);
            }
            cluster.score[*slot as usize] += product(slopes, along);
        }
        if self.information {
            let at = block.predictor(strength, theta, cell);
            self.add_rows(&block.outcome.information(total, at));
        }
    }

    /// Adds L' d for the expected information L L' of a cell, d the derivatives of u and the thresholds.
    fn add_rows(&mut self, form: &QuadraticForm) {
        // A predictor that the cell's parameters do not move has no row.
        let none = [false; COORDINATES];
        let mut moved = self.local.rows().fold(none, |m, (_, d)| from_fn(|k| m[k] || d[k] != 0.0));
        moved[0] = true;
        let form = form.map(|a, b, value| if moved[a] && moved[b] { value } else { 0.0 });
        for column in form.root() {
            if column == [0.0; COORDINATES] {
                continue;
            }
            for (parameter, along) in self.local.rows() {
                let value = product(column, along);
                let slot = self.slots[parameter];
                if value != 0.0 && slot != NONE {
                    self.cluster.root.put((self.cluster.rows, slot, value));
                }
            }
            self.cluster.rows += 1;
        }
    }

    /// The cluster of the cells added, to be forgotten when the next one begins.
    fn finish(&mut self, id: u32, times: f64) -> &Cluster {
        (self.cluster.id, self.cluster.times) = (id, times);
        self.cluster.columns.iter().for_each(|&c| self.slots[c as usize] = NONE);
        &self.cluster
    }

    fn clear(&mut self) {
        let cluster = &mut self.cluster;
        (cluster.times, cluster.comparisons, cluster.rows) = (0.0, 0.0, 0);
        cluster.columns.clear();
        cluster.score.clear();
        cluster.root.clear();
    }
}
