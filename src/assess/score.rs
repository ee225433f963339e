//! Rao's score test: the slope of the larger likelihood at the estimate of the smaller model.
//!
//! Where ties count as halves there is no proper likelihood, and the test is Boos's (1992) generalised one.

use super::nested::is_quasi;
use super::restrictions::{freed_scores, quadratic};
use crate::component::equal;
use crate::error::{Error, Result};
use crate::likelihood::{Curvature, NullSpace, Objective};
use crate::model::{
    embedded, generalised_inverse, Jacobian, Model, ParameterLayout, Problems, Specification,
};
use crate::room::{with_room, Gather as _, Put as _};
use crate::strength::StrengthKind;
use crate::terms::Local;
use crate::vectors::dot;

/// U' F^- U at the estimate of null (Rao 1948), F the expected information of full, and its degrees of
/// freedom. Of full only its choices matter, not its estimate.
pub(super) fn score_test(null: &Model, full: &Model) -> Result<(f64, usize)> {
    check(null, full)?;
    let (layout, mut objective) = open(null, full)?;
    let theta = embedded(null, full, &layout);
    objective.rescale(full.facts.unit);
    let null_space = null_space(null, full, &layout, &objective);
    let free = objective.fixed.iter().filter(|fixed| !**fixed).count().saturating_sub(null_space.len());
    if free <= null.facts.dimension {
        return Err(Error::Unsupported(format!(
            "null has {} identified parameters and full {free}: null must be the smaller model",
            null.facts.dimension
        )));
    }
    let mut slope = vec![0.0; theta.len()];
    objective.gradient(&theta, &mut slope, &mut Local::default());
    let inverse = generalised_inverse(&objective, &null_space, &theta, &[], Curvature::Expected)?;
    let solved: Vec<f64> = inverse.chunks_exact(theta.len()).map(|row| dot(row, &slope)).gathered();
    let df = free - null.facts.dimension;
    let statistic = if is_quasi(full) {
        let rows = released(null, full, &layout, &objective);
        if rows.len() != df {
            return Err(Error::NotIdentified(format!(
                "score: full frees {} parameters, of which {df} can be told",
                rows.len()
            )));
        }
        generalised(&objective, &theta, &inverse, &solved, &rows)?
    } else {
        dot(&slope, &solved)
    };
    Ok((statistic * full.facts.unit, df))
}

/// (R A^- U)' (R A^- B A^- R')^-1 (R A^- U) with the squared scores B of single comparisons (Boos 1992).
fn generalised(
    objective: &Objective,
    theta: &[f64],
    inverse: &[f64],
    solved: &[f64],
    rows: &[(usize, Option<usize>)],
) -> Result<f64> {
    let p = theta.len();
    let mut meat = crate::room::reserve(p * p)?;
    objective.information(theta, Curvature::Squared, &mut meat);
    for column in 0..p {
        for row in column + 1..p {
            meat[row * p + column] = meat[column * p + row];
        }
    }
    let mut values = with_room(rows.len());
    let mut jacobian = Jacobian::new(p);
    for &(at, less) in rows {
        let row = |k: usize| inverse[at * p + k] - less.map_or(0.0, |b| inverse[b * p + k]);
        (0..p).for_each(|k| jacobian.push(k, row(k)));
        jacobian.end_row();
        values.push(solved[at] - less.map_or(0.0, |b| solved[b]));
    }
    quadratic(&values, &jacobian.covariance(&meat))
}

/// The parameters of full that are zero under null, or equal to another: those of read-outs at sensitivity
/// one. Halves of ties have no thresholds.
fn released(
    null: &Model,
    full: &Model,
    layout: &ParameterLayout,
    objective: &Objective,
) -> Vec<(usize, Option<usize>)> {
    let free = |at: usize| !objective.fixed[at];
    let mut rows = Vec::new();
    if null.layout.strength.kind != layout.strength.kind {
        rows.put_each(equal(layout.sensitivity(0)..layout.sensitivity(layout.judges), &free));
    }
    for part in layout.terms.iter() {
        rows.put_each(part.freed(&null.layout.terms, &free).into_iter().filter(|(at, _)| free(*at)));
    }
    rows.put_each(freed_scores(null, full).into_iter().map(|(at, less, _)| (at, less)));
    rows
}

fn check(null: &Model, full: &Model) -> Result<()> {
    let (a, b) = (&null.specification, &full.specification);
    let forms = |s: &Specification| (s.threshold.form(), s.threshold.factors(), s.both_bad.is_additive());
    if a.strength.rank() + b.strength.rank() > 0 {
        return Err(Error::Unsupported("score: not for disagreement of judges".into()));
    }
    if forms(a) != forms(b) || a.spread.or(b.spread).is_some() {
        return Err(Error::Unsupported(
            "score: models with other forms of threshold, or with spreads, have no score test; use the \
             likelihood-ratio test"
                .into(),
        ));
    }
    let unfit = Problems(Problems::TIE_LIMIT.0 | Problems::SEPARATED.0 | Problems::EQUAL_SCORES.0);
    if null.facts.problems.0 & unfit.0 != 0 {
        return Err(Error::Unsupported(
            "score: the estimate of null diverges, or its scores are all equal: there is no point to test at"
                .into(),
        ));
    }
    Ok(())
}

/// The objective of full with all free that null could free: sensitivities and thresholds that the fit
/// of full held at the end of their range are open again. What null holds there stays.
fn open(null: &Model, full: &Model) -> Result<(ParameterLayout, Objective)> {
    let layout = ParameterLayout::new(&full.set, &full.specification);
    let mut objective = layout.objective(&full.set, &full.specification)?;
    for (item, score) in full.specification.fixed_scores.iter().enumerate() {
        objective.fixed[item] = !score.is_nan();
    }
    if null.layout.strength.kind == StrengthKind::Sensitivity {
        for judge in 0..layout.judges {
            objective.fixed[layout.sensitivity(judge)] = null.objective.fixed[null.layout.sensitivity(judge)];
        }
    }
    // Parameters without data: of judges without comparisons, of covariates that never differ.
    let mut touched = vec![false; layout.dimension];
    let theta = embedded(null, full, &layout);
    let mut local = Local::default();
    for cell in 0..objective.data.design.len() {
        objective.data.touch(&objective.strength, &theta, cell, &mut local);
        local.touched.iter().for_each(|touch| touched[touch.index as usize] = true);
    }
    objective.fixed.iter_mut().zip(&touched).for_each(|(fixed, touched)| *fixed |= !touched);
    Ok((layout, objective))
}

/// The null directions in full once all is open.
fn null_space(null: &Model, full: &Model, layout: &ParameterLayout, objective: &Objective) -> NullSpace {
    // Where all judges have sensitivity one, items are connected as in null.
    let pooled = null.layout.strength.is_linear() && layout.strength.kind == StrengthKind::Sensitivity;
    let shifts = if pooled { &null.null_space.shifts } else { &full.null_space.shifts };
    layout.null_space(shifts, &objective.fixed)
}
