//! One estimate over ranks of disagreement: the fits, their weights, and the warning that the number of directions is open.

use super::criteria::criteria;
use super::rank_selection::fragile_rank;
use crate::error::{Error, Result};
use crate::estimate::{check_average, shares, Estimate, Member, RankPart, Ranks};
use crate::inference::{CovarianceKind, Options};
use crate::model::{fit, Model, Problems, Quantity, StrengthModel};
use crate::progress::Watch;
use crate::room::{Gather as _, Put as _};
use std::sync::Arc;

/// The highest rank that averages go to by default.
const HIGHEST: usize = 3;

/// How to average over ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Averaging {
    /// How ranks become one answer.
    pub by: Ranks,
    /// The highest rank; None: three, or the highest that there can be.
    pub most: Option<usize>,
}

/// A rank that was fitted.
struct Fitted {
    rank: usize,
    model: Arc<Model>,
    dimension: usize,
    criterion: f64,
    bic: f64,
}

/// Fits the model of every rank from 0 on, the other choices and the comparisons as they are, and makes one estimate of them.
pub fn average(
    model: &Arc<Model>,
    quantity: Quantity,
    averaging: &Averaging,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Estimate> {
    check_average(quantity, options)?;
    // Before fits that take long.
    model.readout(quantity, &options.view)?;
    if let Some(weights) = model.weighting() {
        return Err(Error::Unsupported(format!(
            "model: ranks are weighed by likelihood, and {weights} have none"
        )));
    }
    if model.specification.strength == StrengthModel::Pooled {
        return Err(Error::Unsupported(
            "model: all judges have one ranking in it (DUEL_STRENGTH_POOLED); there are no ranks of disagreement".into(),
        ));
    }
    // Where errors are of clusters, so is the charge for parameters.
    let kind = Some(model.kind(options.covariance)).filter(|kind| kind.is_clustered());
    let (fits, mut parts) = fits(model, highest(model, averaging)?, kind, watch)?;
    let Some(first) = fits.first() else {
        return Err(parts
            .into_iter()
            .find_map(|part| part.failure)
            .unwrap_or_else(|| Error::Internal("no rank was fitted".into())));
    };
    // A quantity and options that this model does not have.
    Estimate::of_model(first.model.clone(), quantity, options.clone())?;
    let least = |of: &dyn Fn(&Fitted) -> f64| {
        (0..fits.len()).min_by(|&a, &b| of(&fits[a]).total_cmp(&of(&fits[b]))).unwrap_or(0)
    };
    let (by_criterion, by_bic) = (least(&|fit| fit.criterion), least(&|fit| fit.bic));
    let union = [by_bic, (by_bic + 1).min(fits.len() - 1)];
    let weights = shares(&fits.iter().map(|fit| fit.criterion).gathered());
    for (at, fit) in fits.iter().enumerate() {
        let part = &mut parts[fit.rank];
        (part.criterion, part.bic, part.dimension) = (fit.criterion, fit.bic, fit.dimension);
        (part.weight, part.in_union) = (weights[at], union.contains(&at));
    }
    let choices = [by_bic, by_criterion].map(|at| fits[at].rank);
    let notes = notes(kind.is_some(), averaging.by, &fits, &parts, choices);
    let mut members = Vec::new();
    for fit in fits {
        let estimate = Estimate::of_model(fit.model, quantity, options.clone())?;
        members.put(Member { estimate, criterion: fit.criterion });
    }
    Estimate::averaged(members, union, averaging.by, parts, notes)
}

/// The highest rank to fit.
fn highest(model: &Model, averaging: &Averaging) -> Result<usize> {
    let check = |rank: usize| model.specification.of_rank(rank).check(&model.set);
    match averaging.most {
        Some(most) => check(most).map(|()| most),
        None => {
            let found = (1..=HIGHEST).rev().find(|&rank| check(rank).is_ok()).unwrap_or(0);
            check(found).map(|()| found)
        }
    }
}

/// The fits that have an estimate, and what is known of every rank.
fn fits(
    model: &Arc<Model>,
    most: usize,
    kind: Option<CovarianceKind>,
    watch: Watch<'_>,
) -> Result<(Vec<Fitted>, Vec<RankPart>)> {
    let (mut fits, mut parts) = (Vec::new(), Vec::new());
    for rank in 0..=most {
        let specification = model.specification.of_rank(rank);
        let found = match specification.strength == model.specification.strength {
            true => Ok(model.clone()),
            false => fit(&model.set, &specification, &mut *watch).map(Arc::new),
        };
        let mut part = RankPart {
            rank,
            failure: None,
            dimension: 0,
            criterion: f64::NAN,
            bic: f64::NAN,
            weight: 0.0,
            in_union: false,
        };
        let found = match found {
            // Its likelihood is not the largest of its rank.
            Ok(found) if found.facts.problems.contains(Problems::NOT_CONVERGED) => {
                Err(Error::NotConverged("the solver stopped early".into()))
            }
            other => other,
        };
        match found {
            Ok(found) => {
                let criteria = criteria(&found)?;
                let charge = match kind {
                    Some(kind) => found.effective_dimension(kind)?,
                    None => criteria.dimension as f64,
                };
                fits.put(Fitted {
                    rank,
                    dimension: criteria.dimension,
                    criterion: 2.0 * charge - 2.0 * criteria.log_likelihood,
                    bic: criteria.bic,
                    model: found,
                });
            }
            Err(error @ (Error::NotIdentified(_) | Error::NotConverged(_) | Error::Numeric(_))) => {
                part.failure = Some(error);
            }
            Err(error) => return Err(error),
        }
        parts.put(part);
    }
    Ok((fits, parts))
}

/// The notes of tables.
fn notes(are_clustered: bool, by: Ranks, fits: &[Fitted], parts: &[RankPart], choices: [usize; 2]) -> String {
    let number = |rank: usize| rank.to_string();
    let left_out: Vec<String> =
        parts.iter().filter(|part| part.failure.is_some()).map(|part| number(part.rank)).gathered();
    let mut notes = match fits {
        [only] => {
            format!("One rank of disagreement alone has an estimate, {}: nothing was averaged.", only.rank)
        }
        _ => {
            let ranks: Vec<String> = fits.iter().map(|fit| number(fit.rank)).gathered();
            let criterion = if are_clustered { "Takeuchi's criterion" } else { "Akaike's criterion" };
            let union: Vec<String> =
                parts.iter().filter(|part| part.in_union).map(|part| number(part.rank)).gathered();
            let singles = match by {
                Ranks::Averaged => {
                    "single values are means (their 95 % intervals hold about 93 %), and what must hold at once is the union"
                }
                Ranks::Either => "estimates are means, and intervals and claims the union",
            };
            let (ranks, union) = (ranks.join(", "), union.join(" and "));
            format!("Over ranks of disagreement {ranks} by {criterion}: {singles} of rank {union}.")
        }
    };
    if !left_out.is_empty() {
        notes.push_str(&format!(" Left out, without an estimate: rank {}.", left_out.join(", ")));
    }
    if let Some(text) = fragile_rank(choices) {
        notes.push(' ');
        notes.push_str(&text);
    }
    notes
}
