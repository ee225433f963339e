//! The order of items by one judge: its strengths as values of their own, of which all questions of order are asked.
//!
//! With directions of disagreement these are strengths with their covariance J_k H^-1 J_k' (or a sandwich), J_k the rows of the
//! judge. Without, S_k = gamma_k mu is a product, whose delta method fails near gamma_k = 0: the order is that of the consensus
//! where gamma_k > 0, and its reverse where gamma_k < 0, and a difference is as sure as the less sure of its two factors
//! (intersection and union, Berger 1982): z = min(|z_gamma|, |z_mu|), with the sign of the product.

use super::degrees::degrees;
use super::estimates::covariance_among;
use super::few::{self, Way};
use super::{Behind, Degrees, Given, Means};
use super::{Correction, CovarianceKind, Errors, Jacobian, Options, Quantiles};
use crate::error::{Error, Result};
use crate::model::{Model, Normalisation, Problems, Quantity, StrengthModel, View};
use crate::room::Gather as _;

/// The values that order is asked of, and the options that they are asked with.
#[derive(Debug)]
pub(crate) struct JudgeOrder {
    /// The strengths, with what is known of their differences.
    pub(crate) given: Given,
    /// Options of values that have their covariance.
    pub(crate) options: Options,
    /// |gamma_k| in standard errors where strengths are a product; infinite else.
    pub(crate) sign: f64,
}

/// The strengths of a judge.
pub(crate) fn judge_order(model: &Model, judge: usize, options: &Options) -> Result<JudgeOrder> {
    options.check()?;
    check_judge(model, judge)?;
    if options.method.is_anytime() {
        return Err(Error::Unsupported(
            "intervals: order by judge is of one look; take DUEL_INTERVALS_MARGINAL, or ask for values"
                .into(),
        ));
    }
    let items = model.layout.items;
    let rows: Vec<usize> = (judge * items..(judge + 1) * items).gathered();
    let strengths = model.readout(Quantity::Strengths, &options.view)?;
    let estimates: Vec<f64> = rows.iter().map(|&row| strengths.estimates[row]).gathered();
    // Disagreement of rank zero has no directions, either.
    let is_product = model.layout.strength.columns == 1;
    let (jacobian, covariance, factor) = match is_product {
        false => {
            let covariance = covariance_among(model, Quantity::Strengths, Some(&rows), options)?;
            (strengths.jacobian.of_rows(&rows), covariance, 1.0)
        }
        true => {
            let whole = Options {
                view: View { normalisation: Normalisation::Sum, ..View::default() },
                ..options.clone()
            };
            let scores = model.readout(Quantity::Scores, &whole.view)?;
            let gamma = model.readout(Quantity::Sensitivities, &whole.view)?.estimates[judge];
            let mut covariance = covariance_among(model, Quantity::Scores, None, &whole)?;
            covariance.iter_mut().for_each(|entry| *entry *= gamma * gamma);
            (scores.jacobian, covariance, gamma)
        }
    };
    let sign = if is_product { certainty_of_sign(model, judge, options)? } else { f64::INFINITY };
    let (degrees, way) = match &options.bootstrap {
        Some(_) => (vec![f64::INFINITY; items], Way::Drawn),
        None => (degrees(model, &jacobian, options)?, few::way(model, options)?),
    };
    let behind = Behind {
        contributions: contributions(model, &jacobian, factor, way, options)?,
        degrees: Degrees::Each(degrees.iter().map(|df| if df.is_nan() { 0.0 } else { *df }).gathered()),
        are_shares: false,
        is_solved_or_not: false,
    };
    let is_normal = degrees.iter().all(|df| df.is_infinite());
    let units = model.independent_units(options.covariance)?;
    let given = Given::of_units(Means {
        estimates,
        covariance,
        behind,
        units: units as usize,
        is_normal,
        lower_is_better: false,
        notes: String::new(),
    })?
    .with_sign(sign);
    let correction = if way == Way::Drawn { Correction::None } else { Correction::Auto };
    let options = Options {
        covariance: CovarianceKind::Auto,
        correction,
        quantiles: if is_normal { Quantiles::Auto } else { options.quantiles },
        view: View::default(),
        errors: Errors::Exact,
        bootstrap: None,
        contexts: None,
        ignore_position: false,
        ..options.clone()
    };
    Ok(JudgeOrder { given, options, sign })
}

/// Checks that a judge is one of the model, and refuses models in which all judges have one ranking.
pub(crate) fn check_judge(model: &Model, judge: usize) -> Result<()> {
    if model.specification.strength == StrengthModel::Pooled {
        return Err(Error::Unsupported(
            "judge: all judges have one ranking in this model: ask for scores (DUEL_QUANTITY_SCORES)".into(),
        ));
    }
    match judge < model.layout.judges {
        true => Ok(()),
        false => Err(Error::Argument(format!(
            "judge: {judge} is no judge of the model, which has {}; give a number below that",
            model.layout.judges
        ))),
    }
}

/// |gamma_k| in standard errors: how sure the sign is. Zero at the end of its range; infinite where it is held.
fn certainty_of_sign(model: &Model, judge: usize, options: &Options) -> Result<f64> {
    if model.judge_problems[judge].contains(Problems::BOUNDARY) {
        return Ok(0.0);
    }
    let view = View::default();
    let gamma = model.readout(Quantity::Sensitivities, &view)?.estimates[judge];
    let plain = Options { view, ..options.clone() };
    let variance = covariance_among(model, Quantity::Sensitivities, Some(&[judge]), &plain)?[0];
    let z = gamma.abs() / variance.max(0.0).sqrt();
    Ok(if z.is_nan() { 0.0 } else { z })
}

/// The contributions of clusters, where their signs are flipped.
fn contributions(
    model: &Model,
    jacobian: &Jacobian,
    factor: f64,
    way: Way,
    options: &Options,
) -> Result<Option<crate::model::Contributions>> {
    if way != Way::Signs {
        return Ok(None);
    }
    let mut found = model.contributions(model.kind(options.covariance), jacobian)?;
    found.numbers.iter_mut().for_each(|number| *number *= factor);
    Ok(Some(found))
}
