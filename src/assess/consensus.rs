//! The consensus of the judges, other than the model's own mean: weighted by precision, by the median, and
//! without each judge in turn.

use crate::comparisons::{Kind as Names, Set, NONE};
use crate::error::{Error, Result};
use crate::inference::{estimates, readout_table, Options};
use crate::model::{fit, Jacobian, Model, Point, Quantity, Readout, Specification, StrengthModel};
use crate::progress::Watch;
use crate::room::{self, with_room, Duplicate as _, Gather as _, Put as _};
use crate::table::{status_of, Schema, SchemaColumn, STATUS};

/// How strengths of judges become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consensus {
    /// Their mean: mu of the model.
    Mean,
    /// Their mean weighted by the inverse of each judge's mean variance, the weights taken as known.
    Precision,
    /// Their median, item by item; of an even number the mean of the middle two.
    Median,
}

impl Consensus {
    /// All by their numbers.
    pub const ALL: [Consensus; 3] = [Consensus::Mean, Consensus::Precision, Consensus::Median];
}

/// The columns of [`consensus`], each row with its item.
pub static CONSENSUS: Schema<(usize, [f64; 4])> = Schema {
    name: "model_consensus",
    title: c"The consensus of the judges",
    columns: &[
        SchemaColumn::item(c"item", c"The item.", |(item, _)| Some(*item)),
        SchemaColumn::f64(c"estimate", c"score", c"The consensus of the judges' strengths.", |(_, e)| e[0]),
        SchemaColumn::f64(c"se", c"score", c"Its standard error.", |(_, e)| e[1]),
        SchemaColumn::f64(c"lower", c"score", c"Lower end of its interval.", |(_, e)| e[2]),
        SchemaColumn::f64(c"upper", c"score", c"Upper end of its interval.", |(_, e)| e[3]),
    ],
};

/// Estimate, standard error and interval of every item's consensus, centred, and the weight of each judge (NaN
/// with the median, which has one of each item).
pub fn consensus(
    model: &Model,
    which: Consensus,
    options: &Options,
    watch: Watch<'_>,
) -> Result<(Vec<[f64; 4]>, Vec<f64>)> {
    if !model.layout.strength.is_by_judge() {
        return Err(Error::Unsupported("consensus: strength is pooled, all judges are alike".into()));
    }
    let judges = model.layout.judges;
    let weights = match which {
        Consensus::Mean => equal(model),
        Consensus::Precision => precisions(model, options, watch)?,
        Consensus::Median => vec![f64::NAN; judges],
    };
    let read = |point: &Point<'_>| -> Result<Readout> {
        let strengths = point.readout(Quantity::Strengths, &options.view)?;
        Ok(match which {
            Consensus::Median => median(model, &strengths),
            _ => weighted(model, &strengths, |_| weights.duplicate()),
        })
    };
    Ok((readout_table(model, &read, options, watch)?, weights))
}

/// Judges with comparisons, alike.
fn equal(model: &Model) -> Vec<f64> {
    let without_votes = model.judges_without_votes();
    let speaks = |k: usize| without_votes.get(k).is_none_or(|without_votes| !without_votes);
    let count = (0..model.layout.judges).filter(|&k| speaks(k)).count() as f64;
    (0..model.layout.judges).map(|k| if speaks(k) { 1.0 / count } else { 0.0 }).gathered()
}

fn precisions(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<f64>> {
    let table = estimates(model, Quantity::Strengths, options, watch)?;
    let items = model.layout.items;
    let of = |rows: &[[f64; 4]]| items as f64 / rows.iter().map(|row| row[1] * row[1]).sum::<f64>();
    let equal = equal(model);
    let raw: Vec<f64> = table
        .chunks(items)
        .zip(&equal)
        .map(|(rows, equal)| if *equal > 0.0 { of(rows) } else { 0.0 })
        .map(|precision| if precision.is_finite() { precision } else { 0.0 })
        .gathered();
    let sum: f64 = raw.iter().sum();
    if sum <= 0.0 {
        return Err(Error::NotIdentified("consensus: no judge's strengths have a standard error".into()));
    }
    Ok(raw.iter().map(|w| w / sum).gathered())
}

/// Sums of strengths over judges, with weights for each item.
fn weighted(model: &Model, strengths: &Readout, weights: impl Fn(usize) -> Vec<f64>) -> Readout {
    let (items, judges) = (model.layout.items, model.layout.judges);
    let mut jacobian = Jacobian::new(model.layout.dimension);
    let mut row = vec![0.0; items * judges];
    let mut estimates = with_room(items);
    for item in 0..items {
        row.fill(0.0);
        let own = weights(item);
        let mut sum = 0.0;
        for (k, &weight) in own.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            row[k * items + item] = weight;
            sum += weight * strengths.estimates[k * items + item];
        }
        estimates.push(sum);
        strengths.jacobian.contrast(&row, &mut jacobian);
    }
    Readout { estimates, jacobian }
}

/// The median moves with the judges in the middle.
fn median(model: &Model, strengths: &Readout) -> Readout {
    let items = model.layout.items;
    let equal = equal(model);
    weighted(model, strengths, |item| {
        let value = |k: usize| strengths.estimates[k * items + item];
        let mut order: Vec<usize> = (0..equal.len()).filter(|&k| equal[k] > 0.0).gathered();
        room::sort_by(&mut order, |&a, &b| value(a).total_cmp(&value(b)));
        let mut weights = vec![0.0; equal.len()];
        let middle = order.len() / 2;
        if order.len() % 2 == 1 {
            weights[order[middle]] = 1.0;
        } else if let [.., low, high] = order[..middle + 1] {
            weights[low] = 0.5;
            weights[high] = 0.5;
        }
        weights
    })
}

/// A fit without one judge.
#[derive(Debug, Clone, PartialEq)]
pub struct Without {
    /// The judge that is left out.
    pub judge: usize,
    /// Why there is none.
    pub failure: Option<Error>,
    /// Consensus scores by item of the whole set; NaN for items that only this judge saw.
    pub scores: Vec<f64>,
}

/// The score of an item without a judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreWithout {
    /// The judge.
    pub without: usize,
    /// The end of the fit.
    pub status: usize,
    /// The item.
    pub item: usize,
    /// Its score.
    pub score: f64,
}

/// The columns of [`leave_one_judge_out`], by [`scores_without`].
pub static WITHOUT: Schema<ScoreWithout> = Schema {
    name: "set_leave_one_judge_out",
    title: c"Scores without each judge",
    columns: &[
        SchemaColumn::judge(c"without", c"The judge that is left out.", |w| Some(w.without)),
        SchemaColumn::item(c"item", c"The item.", |w| Some(w.item)),
        SchemaColumn::f64(
            c"score",
            c"score",
            c"Its consensus score without the judge, those of all items summing to zero; missing for an item that only \
              this judge saw, and where there is no estimate.",
            |w| w.score,
        ),
        SchemaColumn::choice(c"status", c"The end of the fit without the judge.", STATUS, |w| Some(w.status)),
    ],
};

/// One row for each judge and item.
pub fn scores_without(found: &[Without]) -> Vec<ScoreWithout> {
    let of = |fit: &Without| {
        let (without, status) = (fit.judge, status_of(fit.failure.as_ref()));
        let score = move |(item, score): (usize, f64)| ScoreWithout { without, status, item, score };
        fit.scores.duplicate().into_iter().enumerate().map(score)
    };
    found.iter().flat_map(of).gathered()
}

/// The judges that judged, in the order of their ids.
fn heard(set: &Set) -> Vec<usize> {
    let mut has_judged = vec![false; set.judges()];
    set.cells()
        .judge
        .iter()
        .filter(|&&judge| judge != NONE)
        .for_each(|&judge| has_judged[judge as usize] = true);
    (0..set.judges()).filter(|&judge| has_judged[judge]).gathered()
}

/// Fits the model without each judge of the set that judged in turn. Disagreement of a rank that so few judges cannot have is
/// cut down to what they can.
pub fn leave_one_judge_out(
    set: &Set,
    specification: &Specification,
    view: &crate::model::View,
    watch: Watch<'_>,
) -> Result<Vec<Without>> {
    let ids = heard(set);
    if ids.len() < 2 {
        return Err(Error::Unsupported(format!(
            "judges: {} of the set judged, nobody is left without one",
            ids.len()
        )));
    }
    if !specification.fixed_scores.is_empty() {
        return Err(Error::Unsupported("fixed_scores: not where judges are left out".into()));
    }
    // Ids that never judged would be walked through for every fit.
    let narrow = if ids.len() < set.judges() { Some(set.filter(Names::Judge, &ids)?) } else { None };
    let judging = narrow.as_ref().unwrap_or(set);
    let mut all = Vec::new();
    for (out, &judge) in ids.iter().enumerate() {
        let kept: Vec<usize> = (0..ids.len()).filter(|&k| k != out).gathered();
        let rest = judging.filter(Names::Judge, &kept)?;
        let mut own = specification.clone();
        if let StrengthModel::Disagreement { rank, .. } = &mut own.strength {
            *rank = (*rank).min(kept.len().saturating_sub(1));
            if kept.len() < 2 {
                own.strength = StrengthModel::Pooled;
            }
        }
        let scores = match fit(&rest, &own, watch) {
            Ok(model) => model.readout(Quantity::Scores, view).map(|readout| readout.estimates),
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => Err(error),
        };
        all.put(match scores {
            Ok(scores) => Without { judge, failure: None, scores },
            Err(error) => Without { judge, failure: Some(error), scores: vec![f64::NAN; set.items()] },
        });
    }
    Ok(all)
}
