//! Rao's score test: the slope of the larger likelihood at the estimate of the smaller model.

use super::nested::is_quasi;
use crate::error::{Error, Result};
use crate::likelihood::{Curvature, Gauge, Local, Objective};
use crate::model::{generalised_inverse, Frame, Model, Outcomes};
use crate::solve::dot;
use crate::strength::Kind;

/// U' F^- U at the estimate of null (Rao 1948), F the expected information of full, and its degrees of
/// freedom. Of full only its choices matter, not its estimate.
pub(super) fn score_test(null: &Model, full: &Model) -> Result<(f64, usize)> {
    check(null, full)?;
    let (frame, mut objective) = open(null, full)?;
    let theta = embed(null, &frame);
    objective.rescale(full.facts.unit);
    let gauge = gauge(null, full, &frame, &objective);
    let free = objective.fixed.iter().filter(|fixed| !**fixed).count().saturating_sub(gauge.len());
    if free <= null.facts.dimension {
        return Err(Error::Unsupported(format!(
            "null has {} identified parameters and full {free}: null must be the smaller model",
            null.facts.dimension
        )));
    }
    let mut slope = vec![0.0; theta.len()];
    objective.gradient(&theta, &mut slope, &mut Local::default());
    let inverse = generalised_inverse(&objective, &gauge, &theta, &[], Curvature::Expected)?;
    let solved: Vec<f64> = inverse.chunks_exact(theta.len()).map(|row| dot(row, &slope)).collect();
    Ok((dot(&slope, &solved) * full.facts.unit, free - null.facts.dimension))
}

fn check(null: &Model, full: &Model) -> Result<()> {
    if is_quasi(full) {
        return Err(Error::Unsupported(
            "score: with ties as halves the likelihood is none; use the Wald test or the adjusted ratio"
                .into(),
        ));
    }
    let unfit = Outcomes(Outcomes::TIE_LIMIT.0 | Outcomes::SEPARATED.0 | Outcomes::EQUAL_SCORES.0);
    if null.facts.outcomes.0 & unfit.0 != 0 {
        return Err(Error::Unsupported(
            "score: the estimate of null runs off, or its scores are all equal: there is no point to test at"
                .into(),
        ));
    }
    Ok(())
}

/// The objective of full with all free that null could free: sensitivities and thresholds that the fit
/// of full held at the end of their range are open again. What null holds there stays.
fn open(null: &Model, full: &Model) -> Result<(Frame, Objective)> {
    let frame = Frame::new(&full.set, &full.specification);
    let mut objective = frame.objective(&full.set, &full.specification)?;
    for (item, score) in full.specification.fixed_scores.iter().enumerate() {
        objective.fixed[item] = !score.is_nan();
    }
    if null.frame.strength.kind == Kind::Sensitivity {
        for judge in 0..frame.judges {
            objective.fixed[frame.sensitivity(judge)] = null.objective.fixed[null.frame.sensitivity(judge)];
        }
    }
    // What no comparison touches: judges without any, covariates that never differ.
    let mut touched = vec![false; frame.dimension];
    let theta = embed(null, &frame);
    let mut local = Local::default();
    for cell in 0..objective.data.design.len() {
        objective.data.touch(&objective.strength, &theta, cell, &mut local);
        local.index.iter().for_each(|&at| touched[at as usize] = true);
    }
    objective.fixed.iter_mut().zip(&touched).for_each(|(fixed, touched)| *fixed |= !touched);
    Ok((frame, objective))
}

/// The estimate of null as parameters of full: sensitivities one, further effects zero, every judge the
/// common position and threshold.
fn embed(null: &Model, frame: &Frame) -> Vec<f64> {
    let mut theta = vec![0.0; frame.dimension];
    theta[..frame.items].copy_from_slice(&null.theta[..frame.items]);
    if frame.strength.kind == Kind::Sensitivity {
        for judge in 0..frame.judges {
            theta[frame.sensitivity(judge)] = match null.frame.strength.kind {
                Kind::Pooled => 1.0,
                Kind::Sensitivity => null.theta[null.frame.sensitivity(judge)],
            };
        }
    }
    if let (Some((from, own)), Some((to, by_judge))) = (null.frame.terms.position, frame.terms.position) {
        for judge in 0..if by_judge { frame.judges } else { 1 } {
            theta[to + judge] = null.theta[from + if own { judge } else { 0 }];
        }
    }
    for (name, to) in &frame.terms.covariates {
        if let Some((_, from)) = null.frame.terms.covariates.iter().find(|(known, _)| known == name) {
            theta[*to] = null.theta[*from];
        }
    }
    if let (Some((from, own)), Some((to, offsets))) = (null.frame.terms.threshold, frame.terms.threshold) {
        theta[to] = null.theta[from];
        if let (Some(own), Some(offsets)) = (own, offsets) {
            (0..frame.judges).for_each(|judge| theta[offsets + judge] = null.theta[own + judge]);
        }
    }
    theta
}

/// The directions that change nothing in full once all is open.
fn gauge(null: &Model, full: &Model, frame: &Frame, objective: &Objective) -> Gauge {
    let free = |k: usize| !objective.fixed[k];
    // Where all judges have sensitivity one, items are connected as in null.
    let pooled = null.frame.strength.kind == Kind::Pooled && frame.strength.kind == Kind::Sensitivity;
    let shifts = if pooled { &null.gauge.shifts } else { &full.gauge.shifts };
    let offsets = match frame.terms.threshold {
        Some((single, Some(first))) => {
            Some((single, (first..first + frame.judges).filter(|&k| free(k)).collect()))
        }
        _ => None,
    };
    let sensitive = frame.strength.kind == Kind::Sensitivity;
    Gauge {
        shifts: shifts.clone(),
        scale: sensitive && (0..frame.judges).any(|k| free(frame.sensitivity(k))),
        offsets,
    }
}
