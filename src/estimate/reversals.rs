//! Where judges contradict the consensus, and where all of them agree.

use super::{Estimate, Source};
use crate::error::Result;
use crate::inference::{adjust, judge_order, Adjustment, Family, Options, PairTest};
use crate::model::{Model, Normalisation, Quantity, View};
use crate::progress::Watch;
use crate::room::{with_room, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use std::sync::Arc;

/// A pair of items by a judge and by the consensus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reversal {
    /// The judge.
    pub judge: usize,
    /// The items.
    pub pair: [usize; 2],
    /// The strength of the first less that of the second by the judge.
    pub difference: f64,
    /// The same by the consensus.
    pub consensus: f64,
    /// Of the judge having them in the order opposite to that of the consensus; NaN where either is not known.
    pub p: f64,
    /// Adjusted for all judges and pairs that were asked about.
    pub adjusted: f64,
}

/// The columns of reversals.
pub static REVERSALS: Schema<Reversal> = Schema {
    name: "estimate_reversals",
    title: c"Pairs that a judge has in another order than the consensus",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |r| Some(r.judge)),
        SchemaColumn::item(c"first", c"The first item.", |r| Some(r.pair[0])),
        SchemaColumn::item(c"second", c"The second item.", |r| Some(r.pair[1])),
        SchemaColumn::f64(
            c"estimate",
            c"that of the quantity",
            c"The judge's strength of the first less that of the second; missing if unidentified.",
            |r| r.difference,
        ),
        SchemaColumn::f64(c"consensus", c"score", c"The same by the consensus.", |r| r.consensus),
        SchemaColumn::f64(
            c"p",
            c"probability",
            c"The larger of two one-sided p-values: of the judge's order, and of the opposite order of the consensus.",
            |r| r.p,
        ),
        SchemaColumn::f64(c"p_adjusted", c"probability", c"The p-value, adjusted for the family of tests.", |r| r.adjusted),
    ],
};

/// A pair of items by all judges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unanimity {
    /// The items; the first is the one that more speaks for.
    pub pair: [usize; 2],
    /// Of not all judges having the first above the second; NaN where a judge has no known difference.
    pub p: f64,
    /// Adjusted for all ordered pairs.
    pub adjusted: f64,
    /// Judges that have the first above the second, at least this many at the level.
    pub first: usize,
    /// Judges that have the second above the first.
    pub second: usize,
}

/// The columns of unanimity.
pub static UNANIMOUS: Schema<Unanimity> = Schema {
    name: "estimate_unanimous",
    title: c"Pairs that all judges have in the same order",
    columns: &[
        SchemaColumn::item(
            c"first",
            c"The item that all judges have above the second, if they agree.",
            |u| Some(u.pair[0]),
        ),
        SchemaColumn::item(c"second", c"The other.", |u| Some(u.pair[1])),
        SchemaColumn::f64(
            c"p",
            c"probability",
            c"The largest one-sided p-value of a judge having the first above the second.",
            |u| u.p,
        ),
        SchemaColumn::f64(
            c"p_adjusted",
            c"probability",
            c"The p-value, adjusted for the family of tests.",
            |u| u.adjusted,
        ),
        SchemaColumn::i64(
            c"judges_first",
            c"judges",
            c"At the level at least this many judges have the first above the second.",
            |u| Some(u.first as i64),
        ),
        SchemaColumn::i64(
            c"judges_second",
            c"judges",
            c"At the level at least this many have the second above the first.",
            |u| Some(u.second as i64),
        ),
    ],
};

/// A difference with its one-sided p-values, of being no larger than zero and no smaller.
#[derive(Clone, Copy)]
struct Side {
    pair: [usize; 2],
    difference: f64,
    p: [f64; 2],
}

impl Estimate {
    /// Where some judges (none: all) have pairs in another order than the consensus, with Holm's adjustment.
    pub fn reversals(&self, judges: &[usize], watch: Watch<'_>) -> Result<Vec<Reversal>> {
        let model = self.model_of_strengths("reversals")?;
        let judges = self.judges(judges)?;
        let consensus = self.of_consensus(model, &mut *watch)?;
        let mut rows = Vec::new();
        for &judge in &judges {
            for (own, all) in self.sides(model, judge, &mut *watch)?.iter().zip(&consensus) {
                let p = own.p[0].max(all.p[1]).min(own.p[1].max(all.p[0]));
                rows.put(Reversal {
                    judge,
                    pair: own.pair,
                    difference: own.difference,
                    consensus: all.difference,
                    p: if own.p[0].is_nan() || all.p[0].is_nan() { f64::NAN } else { p },
                    adjusted: f64::NAN,
                });
            }
        }
        let p: Vec<f64> = rows.iter().map(|row| row.p).gathered();
        let adjusted = adjust(&p, Adjustment::Holm)?;
        rows.iter_mut().zip(adjusted).for_each(|(row, p)| row.adjusted = p);
        Ok(rows)
    }

    /// Which pairs all of some judges (none: all) have in one order, and how many have each.
    ///
    /// That all judges have i above j needs no adjustment for judges: each must. For pairs Holm's adjustment is of both orders
    /// of each, as the data choose the order: where judges hardly differ both can come about by chance alike.
    pub fn unanimous(&self, judges: &[usize], watch: Watch<'_>) -> Result<Vec<Unanimity>> {
        let model = self.model_of_strengths("unanimity")?;
        let judges = self.judges(judges)?;
        let mut all: Vec<Vec<Side>> = with_room(judges.len());
        for &judge in &judges {
            all.put(self.sides(model, judge, &mut *watch)?);
        }
        let alpha = 1.0 - self.options.level;
        let (mut rows, mut family) = (Vec::new(), Vec::new());
        for at in 0..all.first().map_or(0, Vec::len) {
            let side = |order: usize| -> Result<(f64, usize)> {
                let p: Vec<f64> = all.iter().map(|sides| sides[at].p[order]).gathered();
                let largest =
                    p.iter().fold(0.0, |most: f64, p| if p.is_nan() { f64::NAN } else { most.max(*p) });
                let known = p.iter().all(|p| !p.is_nan());
                let held = adjust(&p, Adjustment::Holm)?.iter().filter(|p| **p <= alpha).count();
                Ok((if known { largest } else { f64::NAN }, held))
            };
            let ([first, second], (one, other)) = (all[0][at].pair, (side(0)?, side(1)?));
            let row = |pair, p, first, second| Unanimity { pair, p, adjusted: f64::NAN, first, second };
            family.put(one.0);
            family.put(other.0);
            rows.put(match other.0 < one.0 {
                true => row([second, first], other.0, other.1, one.1),
                false => row([first, second], one.0, one.1, other.1),
            });
        }
        let adjusted = adjust(&family, Adjustment::Holm)?;
        for (row, two) in rows.iter_mut().zip(adjusted.chunks_exact(2)) {
            row.adjusted = two[0].min(two[1]);
        }
        Ok(rows)
    }

    fn model_of_strengths(&self, what: &str) -> Result<&Arc<Model>> {
        match &self.source {
            Source::Averaged(averaged) => averaged.refuse(what),
            _ => self.strengths(),
        }
    }

    /// The differences of all pairs by a judge; not known where its votes leave them open.
    fn sides(&self, model: &Model, judge: usize, watch: Watch<'_>) -> Result<Vec<Side>> {
        let order = judge_order(model, judge, &self.options)?;
        let tests = order.given.test_pairs(Family::AllPairs, Adjustment::None, &order.options, watch)?;
        Ok(sides_of(&tests))
    }

    /// The same by the consensus.
    fn of_consensus(&self, model: &Arc<Model>, watch: Watch<'_>) -> Result<Vec<Side>> {
        let view = View { normalisation: Normalisation::Sum, ..View::default() };
        let options = Options { view, ..self.options.clone() };
        let scores = Estimate::of_model(model.clone(), Quantity::Scores, options)?;
        Ok(sides_of(&scores.pairs(Family::AllPairs, Adjustment::None, watch)?))
    }
}

/// One-sided p-values of two-sided tests.
fn sides_of(tests: &[PairTest]) -> Vec<Side> {
    let side = |pair: &PairTest| {
        let test = &pair.test;
        let half = 0.5 * test.p;
        let p = match () {
            () if test.statistic.is_nan() => [f64::NAN; 2],
            () if test.statistic >= 0.0 => [half, 1.0 - half],
            () => [1.0 - half, half],
        };
        Side { pair: [pair.first, pair.second], difference: test.estimate, p }
    };
    tests.iter().map(side).gathered()
}
