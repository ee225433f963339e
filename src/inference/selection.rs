//! Questions that are asked after looking at the order: what the winner is worth, and where one item may stand.

use super::critical::{Leads, MaxDistribution};
use super::degrees::degrees;
use super::errors::keep;
use super::estimates::covariance_among;
use super::few::{bonferroni, Way};
use super::scores::{draws, Need, Scores};
use super::{Given, Options};
use crate::claims::{at_rank, projected_level, ranked, sure, Ordered, Side, Winner};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::{Model, Quantity};
use crate::progress::Watch;
use crate::room::{reserve, with_room, Duplicate as _, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// Errors of fewer clusters are taken with a warning.
const FEW: f64 = 40.0;

/// Whose rank is asked for, and how.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RankQuestion {
    /// The items; none: all.
    pub items: Vec<usize>,
    /// Which ends of the ranges.
    pub side: Side,
    /// Each item by itself, instead of all at once.
    pub one_by_one: bool,
    /// Without steps down.
    pub single_step: bool,
    /// Number of first and of last ranks for which the candidates are computed; 0: not computed.
    pub top: usize,
}

/// Where an item may stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankSet {
    /// The item.
    pub item: usize,
    /// Its rank; NaN where it is not known.
    pub rank: f64,
    /// The best rank that it may have.
    pub best: usize,
    /// The worst.
    pub worst: usize,
    /// Whether it may be among the first.
    pub top: Option<bool>,
    /// Whether it may be among the last.
    pub bottom: Option<bool>,
    /// Items significantly better or worse.
    pub decided: usize,
}

/// The columns of sets of ranks.
pub static RANK_SETS: Schema<RankSet> = Schema {
    name: "estimate_rank_sets",
    title: c"Ranks that items may have",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |r| Some(r.item)),
        SchemaColumn::f64(
            c"rank",
            c"rank",
            c"Rank, 1 is best; equal values share the mean; missing where it is not known.",
            |r| r.rank,
        ),
        SchemaColumn::i64(
            c"rank_best",
            c"rank",
            c"The best rank that it may have; 1 where that is not asked for.",
            |r| Some(r.best as i64),
        ),
        SchemaColumn::i64(
            c"rank_worst",
            c"rank",
            c"The worst rank that it may have; the number of items where that is not asked for.",
            |r| Some(r.worst as i64),
        ),
        SchemaColumn::bool(
            c"is_top",
            c"Whether it may be among the first; missing where that is not asked.",
            |r| r.top,
        ),
        SchemaColumn::bool(
            c"is_bottom",
            c"Whether it may be among the last; missing where that is not asked.",
            |r| r.bottom,
        ),
        SchemaColumn::i64(
            c"told_apart",
            c"items",
            c"Items that are significantly better or significantly worse.",
            |r| Some(r.decided as i64),
        ),
    ],
};

/// The items among which the winner is asked for: scores, or values of a functional, with their covariance, and the degrees of
/// freedom of their errors, infinite for the normal distribution.
struct Contest {
    items: Vec<usize>,
    estimates: Vec<f64>,
    covariance: Vec<f64>,
    degrees: Vec<f64>,
}

/// The value of the item at a rank among some items of a model, and whether there are few clusters.
pub fn winner(
    model: &Model,
    items: &[usize],
    rank: usize,
    options: &Options,
    watch: Watch<'_>,
) -> Result<(Winner, bool)> {
    options.check()?;
    let readout = model.readout(Quantity::Scores, &options.view)?;
    let all = &readout.estimates;
    let asked = entered(items, rank, all.len(), options)?;
    // Of the items that are asked about only: that of all may be too large.
    let some = (!items.is_empty()).then_some(&asked[..]);
    let covariance = covariance_among(model, Quantity::Scores, some, options)?;
    let kind = model.kind(options.covariance);
    let few = options.bootstrap.is_none() && kind.is_clustered() && (model.cluster_count(kind)? as f64) < FEW;
    let estimates = asked.iter().map(|&item| all[item]).gathered();
    let degrees = match options.bootstrap {
        Some(_) => vec![f64::INFINITY; asked.len()],
        None => degrees(model, &readout.jacobian.of_rows(&asked), options)?,
    };
    Ok((Contest { items: asked, estimates, covariance, degrees }.winner(rank, options, watch)?, few))
}

/// Where items of a model may stand.
pub fn rank_sets(
    model: &Model,
    question: &RankQuestion,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<RankSet>> {
    one_look(options)?;
    Leads::expect(model.layout.items, draws(options))?;
    sets_of(&Scores::of(model, Need::Together, options, &mut *watch)?, question, options, watch)
}

impl Given {
    /// The value at a rank among some values, and whether there are few units.
    pub fn winner(
        &self,
        items: &[usize],
        rank: usize,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<(Winner, bool)> {
        let ordered = self.ordered();
        let all = ordered.estimates();
        let items = entered(items, rank, all.len(), options)?;
        let whole = self.covariance(options)?;
        let estimates = items.iter().map(|&item| all[item]).gathered();
        let pairs = items.iter().flat_map(|&i| items.iter().map(move |&j| (i, j)));
        let covariance = pairs.map(|(i, j)| whole[i * all.len() + j]).gathered();
        let degrees = self.degrees_of_each(options)?;
        let degrees = items.iter().map(|&item| degrees[item]).gathered();
        let contest = Contest { items, estimates, covariance, degrees };
        let found = contest.winner(rank, options, watch)?;
        let found = if self.is_reversed() { found.mirrored() } else { found };
        Ok((found, self.units().is_some_and(|units| units < FEW)))
    }

    /// Where values may stand.
    pub fn rank_sets(
        &self,
        question: &RankQuestion,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<Vec<RankSet>> {
        one_look(options)?;
        Leads::expect(self.estimates().len(), draws(options))?;
        sets_of(&self.ordered().scores_together(options)?, question, options, watch)
    }
}

fn one_look(options: &Options) -> Result<()> {
    match options.method.is_anytime() {
        true => Err(Error::Unsupported(
            "intervals: these hold at one look; for ranks at all looks call duel_estimate_ranks".into(),
        )),
        false => Ok(()),
    }
}

/// The chosen items: all if the list is empty.
fn members(items: &[usize], count: usize) -> Result<Vec<usize>> {
    if items.is_empty() {
        return Ok((0..count).gathered());
    }
    let mut seen = vec![false; count];
    for (row, &item) in items.iter().enumerate() {
        match seen.get_mut(item) {
            None => return Err(Error::row(row, format!("items: {item} is none of the {count}"))),
            Some(true) => return Err(Error::row(row, format!("items: {item} comes twice"))),
            Some(slot) => *slot = true,
        }
    }
    Ok(items.duplicate())
}

/// The items among which the winner is asked for, where the question has an answer.
fn entered(items: &[usize], rank: usize, count: usize, options: &Options) -> Result<Vec<usize>> {
    one_look(options)?;
    let items = members(items, count)?;
    if !(1..=items.len()).contains(&rank) {
        return Err(Error::Argument(format!("rank is {rank}; it must be 1 to {}", items.len())));
    }
    Ok(items)
}

impl Contest {
    fn winner(self, rank: usize, options: &Options, watch: Watch<'_>) -> Result<Winner> {
        let Contest { items, estimates, covariance, degrees } = self;
        let size = items.len();
        if let Some(at) = (0..size).find(|&at| {
            !estimates[at].is_finite()
                || covariance[at * size..(at + 1) * size].iter().any(|v| !v.is_finite())
        }) {
            return Err(Error::NotIdentified(format!(
                "the winner: item {} has no finite estimate and variance, or none together with the others",
                items[at]
            )));
        }
        let level = projected_level(options.level);
        let own = degrees[ranked(&estimates)[rank - 1]];
        let critical = match degrees.iter().all(|df| *df == f64::INFINITY) {
            true => {
                let together = Options { level, ..options.clone() };
                let draws = draws(&together);
                let distribution =
                    MaxDistribution::of_values(&covariance, size, f64::INFINITY, draws, &mut keep(watch))?;
                distribution.quantile(level)?.value
            }
            false => bonferroni(level, size, own),
        };
        let mut found = at_rank(&estimates, &covariance, rank, options.level, critical, own);
        if found.error == 0.0 {
            return Err(Error::Unsupported(format!(
                "the winner: item {} is the reference, or fixed, and has no error; choose another normalisation",
                items[found.item]
            )));
        }
        found.item = items[found.item];
        found.next = found.next.map(|at| items[at]);
        found.tied = found.tied.map(|at| items[at]);
        Ok(found)
    }
}

fn sets_of(
    scores: &Scores,
    question: &RankQuestion,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<RankSet>> {
    let n = scores.len();
    let items = members(&question.items, n)?;
    if question.top > n {
        return Err(Error::Argument(format!("top is {}; there are {n} items", question.top)));
    }
    let mut errors = reserve(n * n)?;
    for (i, row) in errors.chunks_exact_mut(n.max(1)).enumerate() {
        spend(20 * n);
        row.iter_mut().enumerate().for_each(|(j, error)| *error = scores.error_of_difference(i, j));
    }
    let mut keep = keep(watch);
    let bars = scores.leads(options, &mut keep)?;
    let mut ask = |members: &[usize], side, in_steps| -> Result<Ordered> {
        let steps = (in_steps, scores.way != Way::Drawn);
        sure(&scores.estimates, &errors, members, side, steps, |family| match options.level_with_failed() {
            level if level < 1.0 => bars.critical(&family.pairs, level, &mut keep),
            _ => Ok(f64::INFINITY),
        })
    };
    let all: Vec<usize> = (0..n).gathered();
    // For all items the families of both ends are the same.
    let ends = if question.top > 0 { Some(ask(&all, Side::Both, true)?) } else { None };
    let together = match question.one_by_one {
        true => None,
        false => Some(ask(&items, question.side, !question.single_step)?),
    };
    let places = scores.places();
    let mut rows = with_room(items.len());
    for &item in &items {
        let own = match &together {
            Some(_) => None,
            None => Some(ask(&[item], question.side, !question.single_step)?),
        };
        let Some(found) = own.as_ref().or(together.as_ref()) else { continue };
        // A pair of two members is asked for one of them where one side is.
        let better = if question.side == Side::Worst { 0 } else { found.better_than(item) };
        let worse = if question.side == Side::Best { 0 } else { found.worse_than(item) };
        rows.push(RankSet {
            item,
            rank: places[item],
            best: 1 + better,
            worst: n - worse,
            top: ends.as_ref().map(|ends| ends.better_than(item) < question.top),
            bottom: ends.as_ref().map(|ends| ends.worse_than(item) < question.top),
            decided: better + worse,
        });
    }
    Ok(rows)
}
