//! How many more comparisons a given gap would need.

use super::scores::{Need as Wanted, Scores};
use super::{Options, Quantiles};
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::model::{Correction, CovarianceKind, Model};
use crate::progress::unwatched;
use crate::room::{Duplicate as _, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// The question.
#[derive(Debug, Clone, Copy)]
pub struct PlanningQuestion<'a> {
    /// Pairs of items.
    pub pairs: &'a [[usize; 2]],
    /// The true differences to be found, one for each pair; empty: the estimated ones.
    pub gaps: &'a [f64],
    /// The probability with which they are to be found significant.
    pub power: f64,
}

/// The comparisons that a pair needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// The estimated difference.
    pub difference: f64,
    /// Its standard error.
    pub error: f64,
    /// Comparisons of this very pair.
    pub pair: f64,
    /// Comparisons of the whole design, in the present proportions.
    pub design: f64,
}

/// The columns of [`more_comparisons`], each row with the pair that was asked for.
pub static MORE_COMPARISONS: Schema<([usize; 2], Need)> = Schema {
    name: "model_more_comparisons",
    title: c"Comparisons that gaps between items still need",
    columns: &[
        SchemaColumn::item(c"first", c"The first item.", |r| Some(r.0[0])),
        SchemaColumn::item(c"second", c"The second item.", |r| Some(r.0[1])),
        SchemaColumn::f64(
            c"estimate",
            c"score",
            c"The estimated difference, first less second; missing between components.",
            |r| r.1.difference,
        ),
        SchemaColumn::f64(c"se", c"score", c"Its standard error.", |r| r.1.error),
        SchemaColumn::f64(
            c"pair_comparisons",
            c"comparisons",
            c"Comparisons of this pair still needed, not rounded; 0 where there are enough, infinite where a score diverges.",
            |r| r.1.pair,
        ),
        SchemaColumn::f64(
            c"design_comparisons",
            c"comparisons",
            c"Comparisons of the whole design still needed in the present proportions.",
            |r| r.1.design,
        ),
    ],
};

/// How many more comparisons a two-sided test at the level needs to find each gap with the power.
///
/// The standard error aimed at is |gap| / (z_(1 - alpha / 2) + z_power): the normal approximation,
/// without the chance of significance on the wrong side. Variances fall as 1 / n with the whole design;
/// m more comparisons of the pair alone turn the variance v by the information into v / (1 + m w v),
/// w the expected information of one neutral comparison about the difference. A robust variance is
/// taken to keep its ratio to v.
pub fn more_comparisons(
    model: &Model,
    question: &PlanningQuestion<'_>,
    options: &Options,
) -> Result<Vec<Need>> {
    check(model, question)?;
    let scores = Scores::of(model, Wanted::Errors, options, &mut unwatched())?;
    let n = scores.len();
    let kind = model.kind(options.covariance);
    let plain = matches!(kind, CovarianceKind::Expected | CovarianceKind::Observed);
    // Importance weights have no covariance by the information: theirs stands for it.
    let by_information = if plain || model.weighting().is_some() {
        scores.covariance.duplicate()
    } else {
        let (covariance, correction) = (CovarianceKind::Expected, Correction::None);
        let plain = Options { covariance, correction, quantiles: Quantiles::Normal, ..options.clone() };
        Scores::of(model, Wanted::Errors, &plain, &mut unwatched())?.covariance
    };
    let z = normal::critical(options.level) + normal::quantile(question.power);
    let unit = options.view.unit;
    let needs = question.pairs.iter().enumerate().map(|(at, &[i, j])| {
        let (difference, error) = scores.difference(i, j);
        let gap = question.gaps.get(at).copied().unwrap_or(difference);
        let target = gap.abs() / z;
        // How much more information is needed, as a share of what there is.
        let lacking = match error == f64::INFINITY {
            true => f64::INFINITY,
            false => at_least_zero((error / target).powi(2) - 1.0),
        };
        let v = super::critical::difference_variance(&by_information, n, i, j);
        let w = information(model, i, j, options)? / (unit * unit);
        let (pair, design) = if lacking == 0.0 || !lacking.is_finite() {
            (lacking, lacking)
        } else {
            (lacking / (w * v), lacking * model.facts.comparisons)
        };
        Ok(Need { difference, error, pair, design })
    });
    needs.gathered_or()
}

fn check(model: &Model, question: &PlanningQuestion<'_>) -> Result<()> {
    let items = model.layout.items;
    for (row, &[i, j]) in question.pairs.iter().enumerate() {
        if let Some(item) = [i, j].into_iter().find(|&item| item >= items) {
            return Err(Error::row(row, format!("pairs: item {item} is none of the {items}")));
        }
        if i == j {
            return Err(Error::row(row, format!("pairs: item {i} is compared with itself")));
        }
    }
    if let Some(row) = question.gaps.iter().position(|gap| !gap.is_finite()) {
        return Err(Error::row(row, format!("gaps: {} is not a difference", question.gaps[row])));
    }
    // With less power than one half the sum of quantiles need not be positive.
    if !(question.power >= 0.5 && question.power < 1.0) {
        return Err(Error::Argument(format!(
            "power is {}; it must be at least 0.5 and less than 1",
            question.power
        )));
    }
    Ok(())
}

/// 0 for what is negative; NaN stays.
fn at_least_zero(value: f64) -> f64 {
    if value < 0.0 {
        0.0
    } else {
        value
    }
}

/// Expected information of one comparison of the pair, by a judge of sensitivity one in no position,
/// about the difference of the two scores; thresholds take their share.
pub(super) fn information(model: &Model, i: usize, j: usize, options: &Options) -> Result<f64> {
    let predicted = model.point().predict_neutral(i, j, options.view.scale)?;
    Ok(model.outcome().information(1.0, predicted.at()).of_z_alone())
}
