//! Labels that are not missing at random: bounds of scores where whether a label was answered depends on the answer by a
//! factor Gamma, and the least factor that turns a claim.
//!
//! A share a of the labels that were drawn was answered. A pair's mean score is then within
//! s+- = a s + (1 - a) u+-, u the bounds of [`bound`]. Contexts and pairs are free of each other, so that a sum over pairs
//! of increasing functions of them takes its bound pair by pair: Borda and its kin are such sums, the projection of
//! Bradley and Terry where weights are complementary, and so are differences of two values, whose bounds are narrower than
//! the difference of bounds. Bounds are estimated as scores are: psi is that of the bound, with the derivative of s+- in mu
//! in place of that of s. A propensity is that with which a label was recorded: drawn and answered.

mod bound;
mod claims;
mod form;

pub use bound::largest;
pub use claims::{Claim, CLAIMS};
use form::Form;

use super::accumulator::Accumulator;
use super::batch::Batch;
use super::clusters::Clustering;
use super::input::{self, Grouped, StridedMatrix};
use super::specification::GarsSpecification;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::progress::Watch;
use crate::room::{reserve, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use crate::threads::{self, Ask};
use std::collections::BTreeMap;

/// How answering may depend on the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SelectionModel {
    /// The odds of answering given the answer, over those not given it (Tan 2006).
    #[default]
    Marginal,
    /// The odds of two answers to one another, among labels not answered and answered (Rosenbaum 2002).
    Odds,
}

impl SelectionModel {
    /// All by their numbers.
    pub const ALL: [SelectionModel; 2] = [SelectionModel::Marginal, SelectionModel::Odds];
}

/// How bounds are computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The model of answering.
    pub model: SelectionModel,
    /// Share of drawn labels that were answered, of every ordered pair, K x K, or one number for all.
    pub answered: Vec<f64>,
    /// Level of intervals.
    pub level: f64,
    /// Threads; results do not depend on them.
    pub threads: usize,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { model: SelectionModel::Marginal, answered: vec![0.0], level: 0.95, threads: 1 }
    }
}

/// Bounds of a value, or of a difference, at one factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The factor.
    pub gamma: f64,
    /// The value.
    pub item: usize,
    /// The least value and its standard error.
    pub least: [f64; 2],
    /// The largest value and its standard error.
    pub largest: [f64; 2],
    /// The ends of an interval that holds the whole range.
    pub interval: [f64; 2],
}

/// The columns of [`Bounds`].
pub static BOUNDS: Schema<Bounds> = Schema {
    name: "gars_bounds",
    title: c"Bounds of scores under selection",
    columns: &[
        SchemaColumn::f64(
            c"gamma",
            c"",
            c"The factor by which the odds of answering may depend on the answer.",
            |b| b.gamma,
        ),
        SchemaColumn::item(c"item", c"The item, or the number of the value.", |b| Some(b.item)),
        SchemaColumn::f64(c"least", c"that of the functional", c"The least value.", |b| b.least[0]),
        SchemaColumn::f64(c"least_se", c"that of the functional", c"Its standard error.", |b| b.least[1]),
        SchemaColumn::f64(c"largest", c"that of the functional", c"The largest value.", |b| b.largest[0]),
        SchemaColumn::f64(c"largest_se", c"that of the functional", c"Its standard error.", |b| b.largest[1]),
        SchemaColumn::f64(
            c"lower",
            c"that of the functional",
            c"Lower end of an interval that holds all values between the two.",
            |b| b.interval[0],
        ),
        SchemaColumn::f64(c"upper", c"that of the functional", c"Its upper end.", |b| b.interval[1]),
    ],
};

/// Contexts, read once for many bounds.
struct Question<'a> {
    items: usize,
    categories: usize,
    form: Form,
    selection: &'a Selection,
    /// The probabilities of every context, of those that have the same once, and which a context has.
    tables: Vec<f64>,
    table: Vec<usize>,
    grouped: Grouped,
    /// The cluster of every context, numbered in the order of their first ones.
    clusters: Vec<usize>,
    cluster_count: usize,
    folded: bool,
}

impl Accumulator {
    /// The bounds of all values of a functional over contexts, at every factor; nothing is added.
    pub fn bounds(
        &self,
        functional: usize,
        batch: &Batch<'_>,
        selection: &Selection,
        gammas: &[f64],
        watch: Watch<'_>,
    ) -> Result<Vec<Bounds>> {
        let question = Question::new(self, functional, batch, selection)?;
        if gammas.is_empty() {
            return Err(Error::Argument("gamma: there is none".into()));
        }
        if let Some(at) = gammas.iter().position(|gamma| gamma.is_nan() || *gamma < 1.0) {
            return Err(Error::Argument(format!(
                "gamma[{at}] is {}; it must be at least 1: a bound on how much more likely",
                gammas[at]
            )));
        }
        let critical = selection.critical()?;
        let (from, to) = self.range(functional)?;
        let values = to - from;
        let work = |_: &mut (), task: usize, ask: Ask<'_>| {
            let (gamma, item) = (gammas[task / values], task % values);
            question.bounds([Some(item), None], item, gamma, critical, ask)
        };
        threads::run_long(gammas.len() * values, selection.threads, || Ok(()), work, watch)
    }

    /// The bounds of a value less another at one factor: narrower than the differences of their bounds.
    pub fn difference_bounds(
        &self,
        functional: usize,
        [above, below]: [usize; 2],
        batch: &Batch<'_>,
        selection: &Selection,
        gamma: f64,
    ) -> Result<Bounds> {
        let question = Question::new(self, functional, batch, selection)?;
        let critical = selection.critical()?;
        question.bounds([Some(above), Some(below)], above, gamma, critical, &mut || Ok(()))
    }
}

impl Selection {
    fn critical(&self) -> Result<f64> {
        match self.level > 0.0 && self.level < 1.0 {
            true => Ok(crate::distributions::normal::quantile(0.5 + 0.5 * self.level)),
            false => Err(Error::Argument(format!("level is {}; it must lie between 0 and 1", self.level))),
        }
    }

    fn check(&self, specification: &GarsSpecification) -> Result<()> {
        let pairs = specification.items * specification.items;
        if self.answered.len() != 1 && self.answered.len() != pairs {
            return Err(Error::Size(format!(
                "answered: there are {} shares; give one, or one of every pair, {pairs}",
                self.answered.len()
            )));
        }
        if let Some(at) = self.answered.iter().position(|a| !(0.0..=1.0).contains(a)) {
            return Err(Error::Argument(format!(
                "answered[{at}] is {}; it must be a share of labels, within [0, 1]",
                self.answered[at]
            )));
        }
        if self.model == SelectionModel::Odds && specification.categories != 2 {
            return Err(Error::Unsupported(format!(
                "selection_model: odds of answers to one another are of two categories; there are {}",
                specification.categories
            )));
        }
        Ok(())
    }

    fn answered(&self, pair: usize) -> f64 {
        self.answered[if self.answered.len() == 1 { 0 } else { pair }]
    }
}

impl Question<'_> {
    fn new<'a>(
        accumulator: &Accumulator,
        functional: usize,
        batch: &Batch<'_>,
        selection: &'a Selection,
    ) -> Result<Question<'a>> {
        let specification = accumulator.specification();
        let (items, categories) = (specification.items, specification.categories);
        accumulator.range(functional)?;
        let form = Form::of(specification, functional)?;
        selection.check(specification)?;
        let grouped = accumulator.check(batch)?;
        if batch.contexts == 0 {
            return Err(Error::data("there are no contexts"));
        }
        let (tables, table) = tables(specification, batch)?;
        let (mut clusters, mut numbers) = (Vec::new(), BTreeMap::new());
        for context in 0..batch.contexts {
            let new = numbers.len();
            clusters.put(match (batch.clusters, accumulator.clustering()) {
                (Some(given), Clustering::Keyed | Clustering::Together) => {
                    *numbers.entry(given[context]).or_insert(new)
                }
                _ => context,
            });
        }
        let cluster_count = clusters.iter().max().map_or(0, |most| most + 1);
        let folded = specification.pairs == super::Pairs::Unordered;
        Ok(Question {
            items,
            categories,
            form,
            selection,
            tables,
            table,
            grouped,
            clusters,
            cluster_count,
            folded,
        })
    }

    /// The bounds of a value, or of one less another, which are said to be of an item.
    fn bounds(
        &self,
        of: [Option<usize>; 2],
        item: usize,
        gamma: f64,
        critical: f64,
        ask: Ask<'_>,
    ) -> Result<Bounds> {
        let least = self.extreme(of, gamma, false, ask)?;
        let largest = self.extreme(of, gamma, true, ask)?;
        let interval = [least[0] - critical * least[1], largest[0] + critical * largest[1]];
        Ok(Bounds { gamma, item, least, largest, interval })
    }

    /// The least or largest of a value, or of one less another, and its standard error.
    fn extreme(&self, of: [Option<usize>; 2], gamma: f64, up: bool, ask: Ask<'_>) -> Result<[f64; 2]> {
        let cells = self.items * self.items * self.categories;
        let mut slopes = vec![0.0; cells];
        // No table yet.
        let (mut now, mut base) = (usize::MAX, 0.0);
        let mut sums = vec![0.0; self.cluster_count];
        let mut counts = vec![0.0; self.cluster_count];
        for (context, &table) in self.table.iter().enumerate() {
            let mu = &self.tables[table * cells..(table + 1) * cells];
            if now != table {
                spend(cells * 10);
                ask()?;
                base = self.of_table(of, mu, gamma, up, &mut slopes);
                now = table;
            }
            let mut psi = base;
            for label in self.grouped.of(context) {
                let pair = (label.first * self.items + label.second) * self.categories;
                let own = pair..pair + self.categories;
                let terms = slopes[own.clone()].iter().zip(&label.shares).zip(&mu[own]);
                psi += terms.map(|((slope, y), m)| slope * (y - m)).sum::<f64>() / label.propensity;
            }
            sums[self.clusters[context]] += psi;
            counts[self.clusters[context]] += 1.0;
        }
        let n = self.table.len() as f64;
        let mean = sums.iter().sum::<f64>() / n;
        if !mean.is_finite() {
            return Err(Error::Numeric(format!("gamma is {gamma}: the bound is not finite")));
        }
        let square: f64 = sums.iter().zip(&counts).map(|(sum, count)| (sum - count * mean).powi(2)).sum();
        Ok([mean, square.sqrt() / n])
    }

    /// The bound of a context by its probabilities, and the derivatives in those of every pair.
    fn of_table(&self, of: [Option<usize>; 2], mu: &[f64], gamma: f64, up: bool, slopes: &mut [f64]) -> f64 {
        let (n, c) = (self.items, self.categories);
        let sign = if up { 1.0 } else { -1.0 };
        let (mut load, mut slope, mut order) = (vec![0.0; c], vec![0.0; c], vec![0; c]);
        let mut sum = self.form.constant(of);
        slopes.fill(0.0);
        for j in 0..n {
            for k in (0..n).filter(|&k| if self.folded { k > j } else { k != j }) {
                let Some(edge) = self.form.load(of, [j, k], self.folded, &mut load) else { continue };
                let own = (j * n + k) * c..(j * n + k + 1) * c;
                // The side of the pair that counts: weights times minus one have their bounds exchanged.
                let side = sign * edge.signum();
                load.iter_mut().for_each(|w| *w *= side);
                let found =
                    largest(self.selection.model, &load, &mu[own.clone()], gamma, &mut order, &mut slope);
                let answered = self.selection.answered(j * n + k);
                let plain: f64 = load.iter().zip(&mu[own.clone()]).map(|(w, m)| w * m).sum();
                let score = side * (answered * plain + (1.0 - answered) * found);
                let (value, steep) = self.form.outer(score);
                sum += edge * value;
                let to = slopes[own].iter_mut().zip(&slope).zip(&load);
                to.for_each(|((to, slope), w)| {
                    *to = edge * steep * side * (answered * w + (1.0 - answered) * slope);
                });
            }
        }
        sum
    }
}

/// The probabilities of contexts as estimates use them, those that are the same in succession once.
fn tables(specification: &GarsSpecification, batch: &Batch<'_>) -> Result<(Vec<f64>, Vec<usize>)> {
    let GarsSpecification { items: k, categories: c, floor, .. } = *specification;
    let (mut tables, mut table) = (Vec::new(), Vec::new());
    let mut last: Option<StridedMatrix<'_>> = None;
    let mut own = reserve(k * k * c)?;
    for context in 0..batch.contexts {
        let mu = batch.mu.context(context);
        if !last.is_some_and(|last| mu.are(k, c, &last)) {
            mu.gather(k, k, c, &mut own);
            input::normalise(&mut own, k, c, "mu").map_err(|error| match error {
                Error::Data { row: None, message } => Error::row(context, message),
                other => other,
            })?;
            if specification.pairs == super::Pairs::Unordered {
                super::evaluator::fold(&mut own, k, c);
            }
            for (pair, mu) in own.chunks_exact_mut(c).enumerate() {
                if pair / k != pair % k {
                    mu.iter_mut().for_each(|m| *m = (1.0 - c as f64 * floor) * *m + floor);
                }
            }
            tables.put_all(&own);
        }
        table.put(tables.len() / (k * k * c) - 1);
        last = Some(mu);
    }
    Ok((tables, table))
}

/// The pairs of neighbours among values, largest first.
fn neighbours(values: &[f64]) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..values.len()).gathered();
    order.sort_unstable_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
    order.windows(2).map(|pair| [pair[0], pair[1]]).gathered()
}

#[cfg(test)]
mod tests;
