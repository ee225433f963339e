//! Conditions on a fitted model for statements that hold at all looks, and the mixtures that they use.

use super::critical::difference_variance;
use super::sampled::is_sampled;
use super::{Correction, CovarianceKind, Jacobian, Options, Quantiles};
use crate::claims::Mixture;
use crate::comparisons::Kind;
use crate::error::{Error, Result};
use crate::model::{Model, Quantity};
use crate::solve::Stop;
use std::borrow::Cow;

/// Fewer units say too little of their own variance.
const LEAST_UNITS: f64 = 40.0;

/// The largest share of what is known of a contrast that a penalty may supply.
pub(crate) const MOST_PRIOR: f64 = 0.01;

/// A difference that matters: in log odds, and as a probability.
pub(crate) const LOG_ODDS: f64 = 0.5;
pub(crate) const PROBABILITY: f64 = 0.05;

impl Options {
    /// These options, with the mixture of a quantity where none is given.
    pub(crate) fn or_mixture(&self, default: Option<f64>) -> Cow<'_, Options> {
        match default {
            Some(mixture) if self.mixture == 0.0 => Cow::Owned(Options { mixture, ..self.clone() }),
            _ => Cow::Borrowed(self),
        }
    }

    /// The mixture of each interval; None where intervals hold at one look.
    pub(super) fn mixture_of_each(&self, count: usize) -> Result<Option<Mixture>> {
        if !self.method.is_anytime() {
            return Ok(None);
        }
        let alpha = 1.0 - self.level;
        let shared = if self.method.is_together() { alpha / count.max(1) as f64 } else { alpha };
        self.mixture_at(shared).map(Some)
    }

    /// The mixture with this probability of an error.
    pub(crate) fn mixture_at(&self, alpha: f64) -> Result<Mixture> {
        if self.mixture == 0.0 {
            return Err(Error::Argument(
                "mixture: give the size of a difference that matters, in the unit of the quantity".into(),
            ));
        }
        Ok(Mixture { scale: self.mixture, alpha })
    }
}

/// The mixture of values of a quantity where none is given, on the scale of their intervals.
pub(super) fn of_values(quantity: Quantity, unit: f64) -> Option<f64> {
    match quantity {
        // Intervals are formed on a logarithmic scale.
        Quantity::Sensitivities
        | Quantity::Variances
        | Quantity::Spreads
        | Quantity::DisagreementNorms
        | Quantity::DisagreementRatios
        | Quantity::WinRates
        | Quantity::Shares => Some(LOG_ODDS),
        other => of_contrasts(other, unit),
    }
}

/// The same of contrasts, which have the scale of the quantity itself.
pub(super) fn of_contrasts(quantity: Quantity, unit: f64) -> Option<f64> {
    match quantity {
        Quantity::Scores => Some(LOG_ODDS * unit),
        Quantity::LogSensitivities
        | Quantity::Positions
        | Quantity::Effects
        | Quantity::Thresholds
        | Quantity::ThresholdOffsets
        | Quantity::PairThresholds
        | Quantity::BadThresholds
        | Quantity::Strengths
        | Quantity::LogSpreads
        | Quantity::SensitivitySlopes
        | Quantity::Grades => Some(LOG_ODDS),
        Quantity::WinRates => Some(PROBABILITY),
        _ => None,
    }
}

/// The mixture of probabilities of comparisons, and of curves of sensitivities.
pub(super) const OF_LOGARITHMS: Option<f64> = Some(LOG_ODDS);

/// Refuses models, and options, whose errors do not follow the distribution that holds at all looks.
pub(super) fn check(model: &Model, options: &Options) -> Result<()> {
    check_options(options)?;
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    if model.facts.stop == Stop::Given {
        return refuse("anytime-valid inference needs a fitted model: the parameters of this one were given");
    }
    let kind = model.kind(options.covariance);
    match kind {
        CovarianceKind::ClusteredByJudge | CovarianceKind::ClusteredTwoWay => {
            return refuse("covariance: anytime-valid inference has clusters by context only")
        }
        CovarianceKind::ClusteredByContext => {}
        _ if model.contexts_repeat() => {
            return refuse(
                "covariance: comparisons repeat within contexts, so that anytime-valid inference needs the \
                 covariance clustered by context",
            )
        }
        _ => {}
    }
    if kind == CovarianceKind::ClusteredByContext {
        enough(model.cluster_count(kind)? as f64, "contexts")?;
    } else {
        enough(model.facts.comparisons, "comparisons")?;
    }
    if model.weighting().is_some() {
        let effective = model.effective_weights();
        if effective < LEAST_UNITS {
            return Err(Error::Unsupported(format!(
                "anytime-valid inference needs weights worth {LEAST_UNITS} comparisons, these are worth {effective:.1}"
            )));
        }
    }
    Ok(())
}

/// Refuses what has no distribution that holds at all looks, whatever the estimates.
pub(super) fn check_options(options: &Options) -> Result<()> {
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    if options.bootstrap.is_some() {
        return refuse("bootstrap: replicates are of one look; anytime-valid inference needs a covariance");
    }
    if options.correction == Correction::Cr2 {
        return refuse("correction: anytime-valid inference has no CR2");
    }
    if options.quantiles == Quantiles::Student {
        return refuse("quantiles: anytime-valid inference has no Student's quantiles");
    }
    Ok(())
}

/// Refuses too few units.
pub(super) fn enough(units: f64, what: &str) -> Result<()> {
    if units < LEAST_UNITS {
        return Err(Error::Unsupported(format!(
            "anytime-valid inference needs {LEAST_UNITS} {what}, there are {units}"
        )));
    }
    Ok(())
}

/// The same of the differences of all pairs of scores.
pub(super) fn check_penalty_of_pairs(model: &Model, jacobian: &Jacobian, options: &Options) -> Result<()> {
    check_sampled(model, options)?;
    let name = |item: usize| model.set.name(Kind::Item, item).unwrap_or_default();
    match largest_prior_share(model, jacobian)? {
        Some((share, [i, j])) => check_share(share, || format!("{:?} and {:?}", name(i), name(j))),
        None => Ok(()),
    }
}

/// The largest share of what is known of the difference of two scores that a penalty supplies, and whose it is; None
/// without a penalty.
pub(crate) fn largest_prior_share(model: &Model, jacobian: &Jacobian) -> Result<Option<(f64, [usize; 2])>> {
    let Some((bread, prior)) = model.penalty_in_bread()? else { return Ok(None) };
    let (bread, prior) = (jacobian.covariance(&bread), jacobian.covariance(&prior));
    let n = jacobian.rows();
    let mut largest: Option<(f64, [usize; 2])> = None;
    for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (j, i))) {
        let share = difference_variance(&prior, n, i, j) / difference_variance(&bread, n, i, j);
        if share.is_finite() && largest.is_none_or(|(before, _)| share > before) {
            largest = Some((share, [i, j]));
        }
    }
    Ok(largest)
}

/// Refuses values of which a penalty supplies a good part: c'GRGc of c'Gc, G the inverse of the Hessian and R the share
/// of the penalty in it. `name` says what a row is.
pub(super) fn check_penalty(
    model: &Model,
    jacobian: &Jacobian,
    options: &Options,
    name: impl Fn(usize) -> String,
) -> Result<()> {
    check_sampled(model, options)?;
    let Some((bread, prior)) = model.penalty_in_bread()? else { return Ok(()) };
    let shares = jacobian.variances(&prior).into_iter().zip(jacobian.variances(&bread));
    for (row, (of_prior, all)) in shares.enumerate() {
        check_share(of_prior / all, || name(row))?;
    }
    Ok(())
}

/// Refuses penalties where errors are sampled: the share that they supply would take a matrix of all parameters.
fn check_sampled(model: &Model, options: &Options) -> Result<()> {
    match is_sampled(model, options) && model.has_penalty() {
        true => Err(Error::Unsupported(
            "errors: with sampled standard errors the share of the information that a prior supplies is unknown, and \
             anytime-valid inference allows 1 %; fit without ridge and pseudo, or choose errors DUEL_ERRORS_EXACT"
                .into(),
        )),
        false => Ok(()),
    }
}

fn check_share(share: f64, name: impl Fn() -> String) -> Result<()> {
    if share > MOST_PRIOR {
        return Err(Error::Unsupported(format!(
            "the prior supplies {:.3} % of what is known about {}; anytime-valid inference allows 1 %",
            100.0 * share,
            name()
        )));
    }
    Ok(())
}
