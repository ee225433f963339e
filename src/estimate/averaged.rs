//! An estimate over ranks of disagreement: every rank answers by itself, and the answers are put together.
//!
//! A single value is the mean e = sum w_r e_r with the error sum w_r sqrt(v_r + (e_r - e)^2) (Buckland, Burnham and Augustin
//! 1997), w_r ~ exp(-C_r / 2) by a criterion C. Answers that must hold at once (ranks, sets, pairs after an adjustment) is the union
//! of what two ranks say, that of the least Schwarz criterion and the next: it holds where either of them is right.

use super::combined::{both, mean, row_of, shares, test_of, union, Answer};
use super::{Estimate, Ranked, Source, Tested, Value};
use crate::error::{Error, Result};
use crate::inference::{
    Adjustment, Difference, Family, Method, Options, PairTest, RankDistribution, RankQuestion, RankSet, Test,
};
use crate::model::Quantity;
use crate::progress::Watch;
use crate::room::{filled, with_room, Gather as _, Put as _};
use crate::table::{status_of, Schema, SchemaColumn, TableFacts, STATUS};
use std::ffi::CString;
use std::sync::Arc;

/// How ranks become one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ranks {
    /// Single values by weights; what must hold at once by the union.
    #[default]
    Averaged,
    /// All by the union.
    Either,
}

impl Ranks {
    /// All by their numbers.
    pub const ALL: [Ranks; 2] = [Ranks::Averaged, Ranks::Either];
}

/// A rank with its part in the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct RankPart {
    /// The rank.
    pub rank: usize,
    /// Why it has no part.
    pub failure: Option<Error>,
    /// The identified dimension; 0 without a fit.
    pub dimension: usize,
    /// Twice the negative log-likelihood and the charge for parameters; NaN without a part.
    pub criterion: f64,
    /// Schwarz's criterion.
    pub bic: f64,
    /// Its weight; zero without a part.
    pub weight: f64,
    /// Whether it is one of the two of the union.
    pub in_union: bool,
}

/// The columns of [`Estimate::rank_parts`].
pub static AVERAGED_RANKS: Schema<RankPart> = Schema {
    name: "estimate_averaged_ranks",
    title: c"The part that each rank of disagreement has in an estimate",
    columns: &[
        SchemaColumn::i64(c"directions", c"", c"Number of directions of disagreement, the rank.", |r| {
            Some(r.rank as i64)
        }),
        SchemaColumn::choice(c"status", c"The end of the fit; of a rank that failed, why it is left out.", STATUS, |r| {
            Some(status_of(r.failure.as_ref()))
        }),
        SchemaColumn::i64(c"dimension", c"", c"Identified dimension.", |r| {
            r.failure.is_none().then_some(r.dimension as i64)
        }),
        SchemaColumn::f64(
            c"criterion",
            c"",
            c"The criterion of its weight, Akaike's or, where errors are of clusters, Takeuchi's; missing where a rank is left out.",
            |r| r.criterion,
        ),
        SchemaColumn::f64(c"bic", c"", c"Schwarz's criterion.", |r| r.bic),
        SchemaColumn::f64(c"rank_weight", c"", c"Its weight in single values; 0 where it is left out.", |r| r.weight),
        SchemaColumn::bool(c"is_in_union", c"Whether it is one of the two ranks of which the union is taken.", |r| {
            Some(r.in_union)
        }),
    ],
};

/// A rank with its own estimate.
#[derive(Debug, Clone)]
pub struct Member {
    /// The estimate at this rank alone.
    pub estimate: Estimate,
    /// The criterion that its weight is made of.
    pub criterion: f64,
}

/// Estimates at several ranks.
#[derive(Debug)]
pub(super) struct Averaged {
    members: Vec<Member>,
    /// The members of the union; one twice where there is no next rank.
    union: [usize; 2],
    by: Ranks,
    parts: Vec<RankPart>,
    notes: String,
}

impl Estimate {
    /// An estimate over ranks: `members` have one shape, `union` are two of them.
    pub fn averaged(
        members: Vec<Member>,
        union: [usize; 2],
        by: Ranks,
        parts: Vec<RankPart>,
        notes: String,
    ) -> Result<Estimate> {
        let Some(first) = members.first() else {
            return Err(Error::Internal("no rank to average over".into()));
        };
        let (options, set) = (first.estimate.options.clone(), first.estimate.set.clone());
        let source = Source::Averaged(Arc::new(Averaged { members, union, by, parts, notes }));
        Ok(Estimate { source, options, set })
    }

    /// Refuses claims of means over ranks, whose intervals hold a little less than their level.
    pub(super) fn check_claimable(&self) -> Result<()> {
        match &self.source {
            Source::Averaged(averaged) if averaged.by == Ranks::Averaged => Err(Error::Unsupported(
                "ranks: a claim must hold, and means over ranks hold a little less than their level; take \
                 DUEL_RANKS_EITHER"
                    .into(),
            )),
            Source::Judge(own) => own.check_sum("claims", &self.options).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// The part of each rank, of an estimate over ranks.
    pub fn rank_parts(&self) -> Result<&[RankPart]> {
        match &self.source {
            Source::Averaged(averaged) => Ok(&averaged.parts),
            _ => Err(Error::Unsupported(
                "estimate: this one is of one model, and not averaged over ranks".into(),
            )),
        }
    }
}

impl Averaged {
    /// The same of another estimate at every rank.
    pub(super) fn map(&self, mut of: impl FnMut(&Estimate) -> Result<Estimate>) -> Result<Averaged> {
        let mut members = with_room(self.members.len());
        for member in &self.members {
            members.put(Member { estimate: of(&member.estimate)?, criterion: member.criterion });
        }
        let parts = self.parts.iter().cloned().gathered();
        Ok(Averaged { members, union: self.union, by: self.by, parts, notes: self.notes.clone() })
    }

    /// The estimate at the rank of the least Schwarz criterion.
    pub(super) fn chosen(&self) -> &Estimate {
        &self.members[self.union[0]].estimate
    }

    fn two(&self) -> [&Estimate; 2] {
        self.union.map(|at| &self.members[at].estimate)
    }

    /// Whether answers must hold at once, or are asked for as a union.
    fn is_union(&self, options: &Options) -> bool {
        self.by == Ranks::Either || options.method != Method::Marginal
    }

    /// The facts of a table.
    pub(super) fn facts(&self) -> TableFacts {
        let facts = self.chosen().facts();
        let own = facts.notes.to_string_lossy();
        let space = if own.is_empty() { "" } else { " " };
        let notes = CString::new(format!("{}{space}{own}", self.notes)).unwrap_or_default();
        TableFacts { notes, ..facts }
    }

    /// A row for each value, of the rows of every rank.
    fn rows(&self, options: &Options, of_rank: &[Vec<[f64; 4]>]) -> Vec<[f64; 4]> {
        let count = of_rank.first().map_or(0, Vec::len);
        let row = |at: usize| {
            let mean = self.mean(|rank| of_rank[rank][at]);
            match self.is_union(options) {
                true => union(mean, self.union.map(|member| of_rank[member][at])),
                false => mean,
            }
        };
        (0..count).map(row).gathered()
    }

    fn each<T>(&self, mut ask: impl FnMut(&Estimate) -> Result<T>) -> Result<Vec<T>> {
        let mut answers = with_room(self.members.len());
        for member in &self.members {
            answers.put(ask(&member.estimate)?);
        }
        Ok(answers)
    }

    pub(super) fn values(&self, options: &Options, watch: Watch<'_>) -> Result<Vec<Value>> {
        let of_rank = self.each(|estimate| estimate.values(&mut *watch))?;
        let rows: Vec<Vec<[f64; 4]>> =
            of_rank.iter().map(|values| values.iter().map(|value| value.row).gathered()).gathered();
        let found = self.rows(options, &rows).into_iter().enumerate();
        // Errors that are drawn are known as well as the worst of them.
        let noise = |at: usize| of_rank.iter().map(|values| values[at].simulated).fold(0.0, f64::max);
        Ok(found.map(|(at, row)| Value { row, simulated: noise(at), ..of_rank[0][at] }).gathered())
    }

    /// Rows of contrasts, and their covariance under the mixture sum w_r N(e_r, V_r).
    pub(super) fn contrasts(
        &self,
        options: &Options,
        weights: &[f64],
        count: usize,
        watch: Watch<'_>,
    ) -> Result<(Vec<[f64; 4]>, Vec<f64>)> {
        let of_rank = self.each(|estimate| estimate.contrasts_by(options, weights, count, &mut *watch))?;
        let estimates: Vec<Vec<f64>> =
            of_rank.iter().map(|(rows, _)| rows.iter().map(|row| row[0]).gathered()).gathered();
        let covariances: Vec<&[f64]> = of_rank.iter().map(|(_, covariance)| &covariance[..]).gathered();
        let covariance = self.mixed(&estimates, &covariances);
        let rows: Vec<Vec<[f64; 4]>> = of_rank.into_iter().map(|(rows, _)| rows).gathered();
        Ok((self.rows(options, &rows), covariance))
    }

    /// The covariance of the mixture of ranks; of values that are not known at a rank, that of the others.
    fn mixed(&self, estimates: &[Vec<f64>], covariances: &[&[f64]]) -> Vec<f64> {
        let n = estimates.first().map_or(0, Vec::len);
        let mut found = filled(0.0, n * n);
        for (at, slot) in found.iter_mut().enumerate() {
            let (i, j) = (at / n, at % n);
            let is_known = |r: usize| {
                covariances[r][at].is_finite() && estimates[r][i].is_finite() && estimates[r][j].is_finite()
            };
            let known: Vec<usize> = (0..self.members.len()).filter(|&r| is_known(r)).gathered();
            if known.is_empty() {
                *slot = f64::NAN;
                continue;
            }
            let weights = shares(&known.iter().map(|&r| self.members[r].criterion).gathered());
            let mean = |value: usize| -> f64 {
                weights.iter().zip(&known).map(|(w, &r)| w * estimates[r][value]).sum()
            };
            let means = [mean(i), mean(j)];
            let part = |(w, &r): (&f64, &usize)| {
                w * (covariances[r][at] + (estimates[r][i] - means[0]) * (estimates[r][j] - means[1]))
            };
            *slot = weights.iter().zip(&known).map(part).sum();
        }
        found
    }

    pub(super) fn covariance(&self) -> Result<Vec<f64>> {
        let estimates = self.each(Estimate::scores)?;
        let covariances = self.each(Estimate::covariance)?;
        Ok(self.mixed(&estimates, &covariances.iter().map(|c| &c[..]).gathered()))
    }

    /// The values alone.
    pub(super) fn scores(&self) -> Result<Vec<f64>> {
        Ok(self.mean_of(&self.each(Estimate::scores)?))
    }

    pub(super) fn tests(
        &self,
        options: &Options,
        (weights, count, null): (&[f64], usize, &[f64]),
        adjustment: Adjustment,
        watch: Watch<'_>,
    ) -> Result<Vec<Tested>> {
        let alone = self.each(|estimate| {
            let tests = estimate.tests(weights, count, null, Adjustment::None, &mut *watch)?;
            Ok(tests.into_iter().map(|tested| tested.test).gathered())
        })?;
        let two = match self.needs_union(options, adjustment) {
            false => None,
            true => {
                let [one, other] = self.two();
                Some([
                    one.tests(weights, count, null, adjustment, &mut *watch)?,
                    other.tests(weights, count, null, adjustment, watch)?,
                ])
            }
        };
        let two = two.map(|two| two.map(|tests| tests.into_iter().map(|tested| tested.test).gathered()));
        let null_of = |at: usize| null.get(at).copied().unwrap_or(0.0);
        let tests = self.together(options, &alone, two.as_ref(), null_of);
        let rows = tests.into_iter().enumerate();
        Ok(rows.map(|(contrast, test)| Tested { contrast, null: null_of(contrast), test }).gathered())
    }

    fn needs_union(&self, options: &Options, adjustment: Adjustment) -> bool {
        adjustment != Adjustment::None || self.is_union(options)
    }

    /// Tests of the mean over ranks, or of two ranks together.
    fn together(
        &self,
        options: &Options,
        alone: &[Vec<Test>],
        two: Option<&[Vec<Test>; 2]>,
        null: impl Fn(usize) -> f64,
    ) -> Vec<Test> {
        let marginal = |at: usize| self.mean(|rank| row_of(&alone[rank][at]));
        let count = alone.first().map_or(0, Vec::len);
        let test = |at: usize| match two {
            None => test_of(marginal(at), null(at), options.level),
            Some([one, other]) => both(marginal(at), [one[at], other[at]]),
        };
        (0..count).map(test).gathered()
    }

    pub(super) fn pairs(
        &self,
        options: &Options,
        family: Family,
        adjustment: Adjustment,
        watch: Watch<'_>,
    ) -> Result<Vec<PairTest>> {
        let of = |tests: Vec<PairTest>| tests.into_iter().map(|pair| pair.test).gathered();
        let mut places = Vec::new();
        let alone = self.each(|estimate| {
            let tests = estimate.pairs(family, Adjustment::None, &mut *watch)?;
            places = tests.iter().map(|pair| (pair.first, pair.second)).gathered();
            Ok(of(tests))
        })?;
        let two = match self.needs_union(options, adjustment) {
            false => None,
            true => {
                let [one, other] = self.two();
                Some([
                    of(one.pairs(family, adjustment, &mut *watch)?),
                    of(other.pairs(family, adjustment, watch)?),
                ])
            }
        };
        let tests = self.together(options, &alone, two.as_ref(), |_| 0.0);
        let rows = places.into_iter().zip(tests);
        Ok(rows.map(|((first, second), test)| PairTest { first, second, test }).gathered())
    }

    pub(super) fn differences(&self, watch: Watch<'_>) -> Result<Vec<Difference>> {
        let of_rank = self.each(|estimate| estimate.differences(&mut *watch))?;
        let row = |at: usize| {
            let of = |rank: usize| &of_rank[rank][at];
            let [estimate, error, ..] = self.mean(|rank| [of(rank).estimate, of(rank).error, 0.0, 0.0]);
            Difference { pair: of_rank[0][at].pair, estimate, error }
        };
        Ok((0..of_rank[0].len()).map(row).gathered())
    }

    /// The p-values of two sides: the larger of those of both ranks.
    pub(super) fn one_sided(
        &self,
        mut ask: impl FnMut(&Estimate) -> Result<Vec<[f64; 2]>>,
    ) -> Result<Vec<[f64; 2]>> {
        let [one, other] = self.two();
        let (mut sides, others) = (ask(one)?, ask(other)?);
        for (side, other) in sides.iter_mut().zip(&others) {
            *side = [side[0].max(other[0]), side[1].max(other[1])];
        }
        Ok(sides)
    }

    /// The rank of every item by the mean over ranks.
    fn places(&self) -> Result<Vec<f64>> {
        Ok(crate::vectors::mean_ranks(&self.scores()?))
    }

    pub(super) fn ranks(&self, watch: Watch<'_>) -> Result<Vec<Ranked>> {
        let [one, other] = self.two();
        let (mut found, others) = (one.ranks(&mut *watch)?, other.ranks(watch)?);
        for ((ranked, other), place) in found.iter_mut().zip(&others).zip(self.places()?) {
            let rank = &mut ranked.rank;
            rank.rank = if rank.rank.is_nan() { other.rank.rank } else { rank.rank };
            rank.rank = if rank.rank.is_nan() { f64::NAN } else { place };
            rank.best = rank.best.min(other.rank.best);
            rank.worst = rank.worst.max(other.rank.worst);
            if !rank.rank.is_nan() {
                rank.best = rank.best.min(rank.rank.floor() as usize);
                rank.worst = rank.worst.max(rank.rank.ceil() as usize);
            }
        }
        Ok(found)
    }

    pub(super) fn rank_sets(&self, question: &RankQuestion, watch: Watch<'_>) -> Result<Vec<RankSet>> {
        let [one, other] = self.two();
        let (mut found, others) = (one.rank_sets(question, &mut *watch)?, other.rank_sets(question, watch)?);
        let places = self.places()?;
        let either = |a: Option<bool>, b: Option<bool>| a.zip(b).map(|(a, b)| a || b);
        for (set, other) in found.iter_mut().zip(&others) {
            set.rank = if set.rank.is_nan() && other.rank.is_nan() { f64::NAN } else { places[set.item] };
            set.best = set.best.min(other.best);
            set.worst = set.worst.max(other.worst);
            if !set.rank.is_nan() {
                set.best = set.best.min(set.rank.floor() as usize);
                set.worst = set.worst.max(set.rank.ceil() as usize);
            }
            (set.top, set.bottom) = (either(set.top, other.top), either(set.bottom, other.bottom));
            set.decided = set.decided.min(other.decided);
        }
        Ok(found)
    }

    /// The distribution of ranks under the mixture.
    pub(super) fn rank_probabilities(&self, watch: Watch<'_>) -> Result<RankDistribution> {
        let of_rank = self.each(|estimate| Ok(estimate.rank_probabilities(&mut *watch)?.probabilities()))?;
        RankDistribution::of_probabilities(self.mean_of(&of_rank))
    }

    pub(super) fn superiority(&self) -> Result<Vec<f64>> {
        let of_rank = self.each(|estimate| estimate.superiority(&mut crate::progress::unwatched()))?;
        Ok(self.mean_of(&of_rank))
    }

    /// The mean of a row over ranks, by their numbers.
    fn mean(&self, row: impl Fn(usize) -> [f64; 4]) -> [f64; 4] {
        let answers: Vec<Answer> =
            self.members.iter().enumerate().map(|(rank, member)| (member.criterion, row(rank))).gathered();
        mean(&answers)
    }

    /// Means of numbers over the ranks at which they are known.
    fn mean_of(&self, of_rank: &[Vec<f64>]) -> Vec<f64> {
        let mean = |at: usize| {
            let known: Vec<usize> = (0..of_rank.len()).filter(|&r| of_rank[r][at].is_finite()).gathered();
            let weights = shares(&known.iter().map(|&r| self.members[r].criterion).gathered());
            match known.is_empty() {
                true => f64::NAN,
                false => weights.iter().zip(&known).map(|(w, &r)| w * of_rank[r][at]).sum(),
            }
        };
        (0..of_rank.first().map_or(0, Vec::len)).map(mean).gathered()
    }

    /// Refuses a question that an estimate over ranks does not answer.
    pub(super) fn refuse<T>(&self, what: &str) -> Result<T> {
        Err(Error::Unsupported(format!(
            "{what}: an estimate over ranks of disagreement does not answer this; take one of a single model, or ask for \
             ranks, sets of ranks or pairs"
        )))
    }
}

/// Refuses options that an average over ranks does not have.
pub fn check_average(quantity: Quantity, options: &Options) -> Result<()> {
    options.check()?;
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    match () {
        () if !matches!(quantity, Quantity::Scores | Quantity::Strengths) => {
            refuse("quantity: averages over ranks are of DUEL_QUANTITY_SCORES and DUEL_QUANTITY_STRENGTHS")
        }
        () if options.method.is_anytime() => {
            refuse("intervals: an average over ranks is of one look, with no version that holds at all looks")
        }
        () if options.bootstrap.is_some() => refuse(
            "bootstrap: replicates are of one rank, and those that choose anew make intervals too wide; leave it at its \
             default",
        ),
        () => Ok(()),
    }
}
