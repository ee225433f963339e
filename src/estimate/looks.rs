//! Looks of a monitor at estimates: by the normal distribution at all times, by the determinant bound where earlier answers
//! chose the pairs, or exactly, by predicting every batch of comparisons from those before.

use super::{Estimate, Source};
use crate::claims::{Ellipsoid, Look, Monitor, MonitorDesign, Order, Predictor, Seen};
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::inference::{self, CovarianceKind, Difference, Method, Options};
use crate::interrupt::spend;
use crate::linalg::symmetric_eigen;
use crate::model::{
    fit, Model, Normalisation, Position, Problems, Quantity, Specification, ThresholdModel, View,
};
use crate::outcome::TIE;
use crate::progress::Watch;
use crate::room::Gather as _;
use std::f64::consts::LN_2;

/// The penalty of the fits that predict the next batch.
const PREDICTION_RIDGE: f64 = 1.0;

/// Lets a monitor look at scores: of a fitted model, or of one functional. `batch` are the comparisons since the last look,
/// where evidence is exact. The options of the estimate say how its errors are computed; a failure changes nothing.
pub fn look(monitor: &mut Monitor, estimate: &Estimate, batch: Option<&Set>, watch: Watch<'_>) -> Result<()> {
    let plan = *monitor.plan();
    match (plan.is_exact, batch) {
        (true, None) => {
            return Err(Error::Null(
                "batch is NULL: exact evidence predicts the comparisons since the last look".into(),
            ))
        }
        (false, Some(_)) => return Err(Error::Argument("batch: only exact evidence asks for one".into())),
        _ => {}
    }
    let mut options = Options { level: 1.0 - plan.alpha, ..estimate.options.clone() };
    options.mixture = match &estimate.source {
        _ if plan.mixture > 0.0 => plan.mixture,
        Source::Model { .. } if options.mixture == 0.0 => inference::LOG_ODDS * options.view.unit,
        _ => options.mixture,
    };
    let (units, comparisons, unit) = match &estimate.source {
        Source::Model { model, .. } => {
            if model.specification.pair_floor().is_some() {
                return Err(Error::Unsupported(
                    "target: where pairs count equally, their weights at one look depend on which pairs are \
                     compared by the next"
                        .into(),
                ));
            }
            check_design(model, &plan.design)?;
            if plan.design == MonitorDesign::Adaptive {
                options.covariance = CovarianceKind::Observed;
            }
            (model.independent_units(options.covariance)?, model.facts.comparisons, options.view.unit)
        }
        Source::Given { given, .. } => {
            if plan.design == MonitorDesign::Adaptive || plan.is_exact {
                return Err(Error::Unsupported(
                    "design: where earlier answers chose the pairs, nonparametric scores need \
                     DUEL_DESIGN_DRAWN, with the propensities that they were chosen with"
                        .into(),
                ));
            }
            let units = given.units().unwrap_or(f64::NAN);
            (units, units, 1.0)
        }
        Source::Averaged(averaged) => return averaged.refuse("monitors"),
        Source::Judge(_) => {
            return Err(Error::Unsupported(
                "monitors: these look at scores; a judge's strengths have no looks".into(),
            ))
        }
    };
    options.method = if plan.is_exact { Method::Marginal } else { Method::Anytime };
    let asked = Estimate { options: options.clone(), ..estimate.clone() };
    let pairs = asked.differences(watch)?;
    let scores: Vec<f64> = asked.scores()?;
    let set = estimate.set();
    let family = monitor.family(set.items());
    let mixture = options.mixture;
    let mut next = Predictor::default();
    // Looks whether to go on.
    let each = || pairs.iter().inspect(|_| spend(50));
    let seen: Vec<Seen> = match (&estimate.source, batch) {
        (Source::Model { model, .. }, Some(batch)) => {
            let evidence;
            (evidence, next) = predictions(monitor, model, batch, watch)?;
            let losses = inference::losses_of_equality(model, watch)?;
            let bars = [1.0, family].map(|count| (2.0 * count / plan.alpha).ln());
            let rows = each().zip(losses);
            rows.map(|(pair, loss)| exact(pair, evidence - model.facts.log_likelihood, loss, bars)).gathered()
        }
        (Source::Model { model, .. }, None) if plan.design == MonitorDesign::Adaptive => {
            let bound = ellipsoid(model, &options, mixture, plan.alpha)?;
            let by = |d: f64, se: f64| (bound.log_e(d, se), [bound.half_width(se); 2]);
            each().map(|pair| of_interval(pair, by)).gathered()
        }
        _ => {
            let own = options.mixture_at(plan.alpha)?;
            let by = |d: f64, se: f64| own.look(d, se, family);
            each().map(|pair| of_interval(pair, by)).gathered()
        }
    };
    let look = Look { set, scores: &scores, units, comparisons, mixture, unit, seen };
    monitor.take(&look)?;
    monitor.predictor = next;
    Ok(())
}

/// The evidence of an estimate with its error, by the logarithm of its e-value and the half-widths of its intervals.
fn of_interval(pair: &Difference, by: impl Fn(f64, f64) -> (f64, [f64; 2])) -> Seen {
    let Difference { pair, estimate: difference, error } = *pair;
    let (log_e, half) = by(difference, error);
    let intervals = half.map(|half| match difference - half {
        // An interval without data is (-inf, inf).
        lower if lower.is_nan() => [f64::NEG_INFINITY, f64::INFINITY],
        lower => [lower, difference + half],
    });
    Seen { pair, difference, error, log_e, intervals, order: Order::Open }
}

/// The evidence of predictions: `gain` is the log-likelihood of the predictions less the largest there is, `loss` what is lost of
/// it where the two are equal.
fn exact(pair: &Difference, gain: f64, loss: f64, bars: [f64; 2]) -> Seen {
    let Difference { pair, estimate: difference, error } = *pair;
    let [above, below] = if difference > 0.0 { [gain + loss, gain] } else { [gain, gain + loss] };
    let order = |bar: f64| match () {
        _ if above >= bar => Order::First,
        _ if below >= bar => Order::Second,
        _ => Order::Open,
    };
    let intervals = bars.map(|bar| match order(bar) {
        Order::First => [0.0, f64::INFINITY],
        Order::Second => [f64::NEG_INFINITY, 0.0],
        Order::Open => [f64::NEG_INFINITY, f64::INFINITY],
    });
    // The mean of both is evidence against equality.
    let largest = above.max(below);
    let log_e = largest + (-(above - below).abs()).exp().ln_1p() - LN_2;
    Seen { pair, difference, error, log_e, intervals, order: order(bars[1]) }
}

/// Refuses models for which evidence does not hold where earlier answers chose the pairs.
fn check_design(model: &Model, design: &MonitorDesign) -> Result<()> {
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    match design {
        MonitorDesign::Fixed => Ok(()),
        MonitorDesign::Drawn => refuse("design: labels drawn with propensities are those of nonparametric scores"),
        MonitorDesign::Adaptive if model.has_half_ties() => refuse(
            "design: ties that count as half have no likelihood; use DUEL_MODEL_DAVIDSON or DUEL_TIES_DROPPED where \
             earlier answers choose the pairs",
        ),
        MonitorDesign::Adaptive if model.set.importance() => {
            refuse("design: importance weights have no likelihood where earlier answers choose the pairs")
        }
        MonitorDesign::Adaptive if !model.specification.fixed_scores.is_empty() => {
            refuse("design: fixed scores are not for pairs that earlier answers choose")
        }
        MonitorDesign::Adaptive => Ok(()),
    }
}

/// The bound on all contrasts of the scores by the information.
fn ellipsoid(model: &Model, options: &Options, mixture: f64, alpha: f64) -> Result<Ellipsoid> {
    let view = View { normalisation: Normalisation::Sum, origin: 0.0, ..options.view.clone() };
    let options = Options { view, method: Method::Marginal, ..options.clone() };
    let scores = model.readout(Quantity::Scores, &options.view)?.estimates;
    if scores.iter().any(|score| !score.is_finite()) {
        return Err(Error::NotIdentified(
            "design: where earlier answers choose the pairs all items must be compared".into(),
        ));
    }
    let covariance = inference::covariance_of(model, Quantity::Scores, &options)?;
    let (values, _) = symmetric_eigen(&covariance, scores.len())?;
    Ok(Ellipsoid::new(&scores, &values[1.min(values.len())..], mixture, alpha))
}

/// The log-likelihood of all batches, each predicted from those before, and what predicts the next one.
fn predictions(monitor: &Monitor, model: &Model, batch: &Set, watch: Watch<'_>) -> Result<(f64, Predictor)> {
    check_exact(model)?;
    let before = &monitor.predictor;
    let predictor = if before.model.is_empty() { indifferent(model)? } else { Model::load(&before.model)? };
    let (likelihood, count) = inference::log_likelihood(&predictor, batch)?;
    let [_, compared] = monitor.size();
    if (compared + count - model.facts.comparisons).abs() > 1e-9 * model.facts.comparisons {
        return Err(Error::Argument(format!(
            "batch: {count} comparisons after {compared} are not the {} of the model",
            model.facts.comparisons
        )));
    }
    let specification = Specification { ridge: PREDICTION_RIDGE, ..model.specification.clone() };
    let next = fit(&model.set, &specification, watch)?.save();
    let log_likelihood = before.log_likelihood + likelihood;
    Ok((log_likelihood, Predictor { log_likelihood, model: next }))
}

/// Equal items, a threshold parameter of zero and no position effect.
fn indifferent(model: &Model) -> Result<Model> {
    let mut parameters = vec![0.0; model.layout.dimension];
    if let Some(threshold) = model.layout.terms.threshold(TIE).filter(|_| model.outcome().floor() == 0.0) {
        // At zero there would be no ties.
        parameters[threshold.first] = LN_2;
    }
    Model::given(&model.set, &model.specification, &parameters)
}

/// Refuses models that have no plain likelihood, or whose parameters have no neutral value to start from.
fn check_exact(model: &Model) -> Result<()> {
    let refuse = |text: &str| Err(Error::Unsupported(text.into()));
    let s = &model.specification;
    model.refuse_grades("exact")?;
    if model.has_half_ties() {
        return refuse(
            "exact: ties that count as half have no likelihood; use DUEL_MODEL_DAVIDSON or DUEL_TIES_DROPPED",
        );
    }
    if !model.is_at_maximum() {
        return refuse("exact: the model must be at the maximum of its likelihood, without a penalty");
    }
    if model.set.importance() {
        return refuse("exact: importance weights have no likelihood");
    }
    let is_plain = !s.strength.is_by_judge()
        && s.position != Position::ByJudge
        && s.threshold == ThresholdModel::Single
        && !s.threshold_by_judge
        && s.spread.is_none()
        && s.covariates.is_empty()
        && s.offsets.is_empty()
        && s.fixed_scores.is_empty();
    if !is_plain {
        return refuse(
            "exact: pooled strengths with at most a shared position effect and one threshold, no more",
        );
    }
    if model.facts.problems != Problems::NONE {
        return refuse("exact: the model must have finite estimates of all scores");
    }
    Ok(())
}
