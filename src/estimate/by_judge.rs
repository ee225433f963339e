//! Rankings by judge: the strengths of one judge as an estimate of its own, and the ranks of several judges at once.

use super::{Estimate, Source};
use crate::claims::Side;
use crate::component::judge_name;
use crate::error::{Error, Result};
use crate::inference::{
    check_judge, covariance_among, judge_order, row_of_readout, JudgeOrder, Options, RankDistribution,
    RankQuestion, RankSet,
};
use crate::model::{Model, Quantity};
use crate::progress::Watch;
use crate::room::{filled, Duplicate as _, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use std::sync::{Arc, OnceLock};

/// The strengths of one judge of a model.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) model: Arc<Model>,
    pub(super) judge: usize,
    /// Its order, worked out when it is first asked for.
    order: OnceLock<Result<JudgeOrder>>,
}

/// Where an item may stand by a judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgeRank {
    /// The judge.
    pub judge: usize,
    /// The set of ranks.
    pub set: RankSet,
}

/// The columns of ranks by judge.
pub static JUDGE_RANKS: Schema<JudgeRank> = Schema {
    name: "estimate_judge_ranks",
    title: c"Ranks that items may have by each judge",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |r| Some(r.judge)),
        SchemaColumn::item(c"item", c"The item.", |r| Some(r.set.item)),
        SchemaColumn::f64(
            c"rank",
            c"rank",
            c"Rank by the judge's strengths, 1 is best; equal ones share the mean; missing where it is not known.",
            |r| r.set.rank,
        ),
        SchemaColumn::i64(c"rank_best", c"rank", c"The best rank that it may have.", |r| Some(r.set.best as i64)),
        SchemaColumn::i64(c"rank_worst", c"rank", c"The worst.", |r| Some(r.set.worst as i64)),
        SchemaColumn::bool(
            c"is_top",
            c"Whether it may be among the first ranks that were asked for; missing if none were.",
            |r| r.set.top,
        ),
        SchemaColumn::bool(
            c"is_bottom",
            c"Whether it may be among the last ranks that were asked for; missing if none were.",
            |r| r.set.bottom,
        ),
        SchemaColumn::i64(c"told_apart", c"items", c"Items significantly better or worse.", |r| {
            Some(r.set.decided as i64)
        }),
    ],
};

impl Judged {
    fn new(model: Arc<Model>, judge: usize) -> Result<Judged> {
        check_judge(&model, judge)?;
        let items = model.layout.items;
        let own = model.readout(Quantity::Strengths, &Default::default())?;
        if own.estimates[judge * items..(judge + 1) * items].iter().all(|value| value.is_nan()) {
            return Err(Error::NotIdentified(format!(
                "judge: the votes of {} do not determine its strengths",
                judge_name(&model.set, judge)
            )));
        }
        Ok(Judged { model, judge, order: OnceLock::new() })
    }

    /// Its values among all strengths.
    pub(super) fn places(&self) -> Vec<usize> {
        let items = self.model.layout.items;
        (self.judge * items..(self.judge + 1) * items).gathered()
    }

    /// The values that order is asked of.
    pub(super) fn order(&self, options: &Options) -> Result<&JudgeOrder> {
        crate::room::once_or(&self.order, || judge_order(&self.model, self.judge, options))
    }

    /// Rows of weights of its values as rows of weights of all strengths.
    pub(super) fn padded(&self, weights: &[f64], count: usize) -> Result<Vec<f64>> {
        let (items, all) = (self.model.layout.items, self.model.layout.judges * self.model.layout.items);
        if count.checked_mul(items) != Some(weights.len()) {
            return Err(Error::Size(format!("weights: {} numbers are not {count} x {items}", weights.len())));
        }
        let mut padded = filled(0.0, count * all);
        for (row, own) in padded.chunks_exact_mut(all).zip(weights.chunks_exact(items)) {
            row[self.judge * items..(self.judge + 1) * items].copy_from_slice(own);
        }
        Ok(padded)
    }

    /// Estimate, error and interval of each strength.
    pub(super) fn rows(&self, options: &Options, watch: Watch<'_>) -> Result<Vec<[f64; 4]>> {
        row_of_readout(&self.model, Quantity::Strengths, &self.places(), options, watch)
    }

    pub(super) fn strengths(&self, options: &Options) -> Result<Vec<f64>> {
        let all = self.model.readout(Quantity::Strengths, &options.view)?.estimates;
        Ok(self.places().iter().map(|&place| all[place]).gathered())
    }

    pub(super) fn covariance(&self, options: &Options) -> Result<Vec<f64>> {
        covariance_among(&self.model, Quantity::Strengths, Some(&self.places()), options)
    }

    /// Refuses what a product of sensitivity and score does not answer.
    pub(super) fn check_sum(&self, what: &str, options: &Options) -> Result<&JudgeOrder> {
        let order = self.order(options)?;
        match order.sign.is_finite() {
            true => Err(Error::Unsupported(format!(
                "{what}: without directions of disagreement the strengths of a judge are a sensitivity times the scores; ask \
                 this of the scores, or fit disagreement of a higher rank"
            ))),
            false => Ok(order),
        }
    }

    /// The distribution of ranks; of a product, the order of the consensus and its reverse by the sign.
    pub(super) fn rank_probabilities(&self, options: &Options, watch: Watch<'_>) -> Result<RankDistribution> {
        let order = self.order(options)?;
        let found = order.given.rank_probabilities(&order.options, watch)?;
        if order.sign.is_infinite() {
            return Ok(found);
        }
        let share = crate::distributions::normal::cdf(order.sign);
        let table = found.probabilities();
        let n = table.len().isqrt();
        let mixed = |at: usize| share * table[at] + (1.0 - share) * table[at / n * n + (n - 1 - at % n)];
        RankDistribution::of_probabilities((0..n * n).map(mixed).gathered())
    }

    /// The probabilities of being better; the same of a product.
    pub(super) fn superiority(&self, options: &Options) -> Result<Vec<f64>> {
        let order = self.order(options)?;
        let plain = order.given.clone().with_sign(f64::INFINITY);
        let table = plain.superiority(&order.options)?;
        if order.sign.is_infinite() {
            return Ok(table);
        }
        let share = crate::distributions::normal::cdf(order.sign);
        let n = table.len().isqrt();
        let mixed = |at: usize| share * table[at] + (1.0 - share) * table[at % n * n + at / n];
        Ok((0..n * n).map(mixed).gathered())
    }
}

impl Estimate {
    /// The strengths of one judge, of an estimate of the strengths of all: one value for each item.
    pub fn of_judge(&self, judge: usize) -> Result<Estimate> {
        self.at_level(judge, self.options.level)
    }

    /// The same at another level.
    fn at_level(&self, judge: usize, level: f64) -> Result<Estimate> {
        let options = Options { level, ..self.options.clone() };
        let source = match &self.source {
            Source::Model { model, quantity: Quantity::Strengths } => {
                Source::Judge(Arc::new(Judged::new(model.clone(), judge)?))
            }
            Source::Averaged(averaged) => {
                Source::Averaged(Arc::new(averaged.map(|estimate| estimate.at_level(judge, level))?))
            }
            _ => return Err(only_strengths()),
        };
        Ok(Estimate { source, options, set: self.set.clone() })
    }

    /// The judges of an estimate of strengths.
    pub(super) fn strengths(&self) -> Result<&Arc<Model>> {
        match &self.source {
            Source::Model { model, quantity: Quantity::Strengths } => Ok(model),
            Source::Averaged(averaged) => averaged.chosen().strengths(),
            _ => Err(only_strengths()),
        }
    }

    /// The judges asked for, each once; none: all.
    pub(super) fn judges(&self, judges: &[usize]) -> Result<Vec<usize>> {
        let model = self.strengths()?;
        check_judge(model, 0)?;
        if judges.is_empty() {
            return Ok((0..model.layout.judges).gathered());
        }
        let mut seen = filled(false, model.layout.judges);
        for (row, &judge) in judges.iter().enumerate() {
            match seen.get_mut(judge) {
                None => {
                    return Err(Error::row(
                        row,
                        format!("judges: {judge} is none of the {} judges", model.layout.judges),
                    ))
                }
                Some(true) => return Err(Error::row(row, format!("judges: {judge} comes twice"))),
                Some(slot) => *slot = true,
            }
        }
        Ok(judges.duplicate())
    }

    /// Where items may stand by each of some judges (none: all), all at once.
    ///
    /// Each judge has level^(1/K), K the number of judges: symmetric families are at least as sure together as if they were
    /// independent (the Gaussian correlation inequality, Royen 2014). Of one side that does not hold, and each judge has
    /// 1 - (1 - level) / K.
    pub fn judge_ranks(
        &self,
        judges: &[usize],
        question: &RankQuestion,
        watch: Watch<'_>,
    ) -> Result<Vec<JudgeRank>> {
        let judges = self.judges(judges)?;
        let count = judges.len() as f64;
        let level = match question.side {
            Side::Both => self.options.level.powf(1.0 / count),
            _ => 1.0 - (1.0 - self.options.level) / count,
        };
        let items = self.strengths()?.layout.items;
        let mut rows = Vec::new();
        for &judge in &judges {
            match self.at_level(judge, level).and_then(|own| own.rank_sets(question, &mut *watch)) {
                Ok(sets) => rows.put_each(sets.into_iter().map(|set| JudgeRank { judge, set })),
                Err(Error::NotIdentified(_)) if judges.len() > 1 => {
                    let asked: Vec<usize> = match question.items.is_empty() {
                        true => (0..items).gathered(),
                        false => question.items.duplicate(),
                    };
                    let is_open = (question.top > 0).then_some(true);
                    let open = |item: usize| RankSet {
                        item,
                        rank: f64::NAN,
                        best: 1,
                        worst: items,
                        top: is_open,
                        bottom: is_open,
                        decided: 0,
                    };
                    rows.put_each(asked.into_iter().map(|item| JudgeRank { judge, set: open(item) }));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(rows)
    }
}

fn only_strengths() -> Error {
    Error::Unsupported(
        "estimate: judges have rankings in an estimate of DUEL_QUANTITY_STRENGTHS; take one of a model, or over ranks".into(),
    )
}
