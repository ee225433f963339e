//! Slopes of sensitivities, gamma_k exp(beta_k . x): which of them the data can tell.

use super::floor;
use crate::comparisons::{Kind, Set};
use crate::component::{Component as _, Slope};
use crate::error::{Error, Result};
use crate::likelihood::{Constraint, ConstraintState, NullSpace, Objective};
use crate::model::quantities::without_votes;
use crate::model::specification::{list, Diagnostic, ParameterLayout, Problems};
use crate::progress::Watch;
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solver};
use std::sync::Arc;

/// A standard deviation below this share of the mean leaves no sensitivity where the covariate is zero: of two judges
/// whose slopes differ by one in standard deviations, sensitivities there differ by a factor of e^20.
const MIN_DEVIATION_SHARE: f64 = 0.05;

/// Slopes that are not identified.
pub(super) struct UnidentifiedSlopes {
    /// Whose.
    pub(super) judges: Vec<usize>,
    /// Their parameters.
    pub(super) parameters: Vec<usize>,
    /// Why.
    pub(super) diagnostic: Diagnostic,
}

/// Covariates that hardly vary over the comparisons of judges, so that a slope and the sensitivity where the covariate
/// is zero are not identified.
pub(super) fn of_constants(
    set: &Set,
    layout: &ParameterLayout,
    objective: &Objective,
) -> Vec<UnidentifiedSlopes> {
    let slopes = layout.terms.slopes.iter();
    slopes.filter_map(|slope| of_constant(set, layout, objective, slope)).gathered()
}

/// Of every judge: comparisons, mean of a covariate in them, and sum of squares about it (Welford 1962).
fn moments(layout: &ParameterLayout, objective: &Objective, first: usize) -> Vec<[f64; 3]> {
    let design = &objective.data.design;
    let mut sums = vec![[0.0; 3]; layout.judges];
    for cell in 0..design.len() {
        let (judge, weight) = (design.judge(cell), design.counts[cell].total());
        let (index, value) = design.log_scale.row(cell);
        let Some(at) = index.iter().position(|&at| at as usize == first + judge) else { continue };
        let [count, mean, squares] = &mut sums[judge];
        if weight > 0.0 {
            let gap = value[at] - *mean;
            *count += weight;
            *mean += gap * weight / *count;
            *squares += weight * gap * (value[at] - *mean);
        }
    }
    sums
}

fn of_constant(
    set: &Set,
    layout: &ParameterLayout,
    objective: &Objective,
    slope: &Slope,
) -> Option<UnidentifiedSlopes> {
    let Slope { name, first, .. } = slope;
    let sums = moments(layout, objective, *first);
    // A deviation of rounding size is that of a constant.
    let deviation = |&[count, mean, squares]: &[f64; 3]| {
        let deviation = (squares / count).sqrt();
        if deviation > 1e-7 * f64::abs(mean) {
            deviation
        } else {
            0.0
        }
    };
    let hardly = |judge: &usize| deviation(&sums[*judge]) <= MIN_DEVIATION_SHARE * sums[*judge][1].abs();
    let judges: Vec<usize> =
        (0..layout.judges).filter(hardly).filter(|judge| !objective.fixed[first + judge]).gathered();
    let widest = judges.iter().map(|&k| &sums[k]).max_by(|a, b| deviation(a).total_cmp(&deviation(b)))?;
    let whose = list(set, Kind::Judge, &judges);
    let message = if deviation(widest) == 0.0 {
        format!("covariate \"{name}\" is the same in all comparisons of {whose}: the slope of sensitivity is not identified")
    } else {
        format!(
            "covariate \"{name}\" hardly varies in the comparisons of {whose} (mean {:.6}, standard deviation {:.2e}): \
             sensitivities where it is zero are not identified; standardise it",
            widest[1],
            deviation(widest)
        )
    };
    let parameters = judges.iter().map(|judge| first + judge).gathered();
    Some(UnidentifiedSlopes {
        judges,
        parameters,
        diagnostic: Diagnostic { problem: Problems::UNDETERMINED, message },
    })
}

/// Judges whose strengths are all zero: whatever their slopes, they stay zero.
pub(super) fn of_uninformative_judges(
    set: &Set,
    layout: &ParameterLayout,
    objective: &Objective,
    theta: &[f64],
) -> Option<UnidentifiedSlopes> {
    let judges = uninformative(layout, objective, theta);
    if judges.is_empty() {
        return None;
    }
    let whose = list(set, Kind::Judge, &judges);
    let message = format!("the sensitivity of {whose} is zero: its slopes are not determined");
    let slopes = layout.terms.slopes.iter();
    let parameters = slopes.flat_map(|slope| judges.iter().map(move |judge| slope.first + judge)).gathered();
    Some(UnidentifiedSlopes {
        judges,
        parameters,
        diagnostic: Diagnostic { problem: Problems::UNDETERMINED, message },
    })
}

/// Judges who have a slope to tell and whose strengths are all zero.
pub(super) fn uninformative(layout: &ParameterLayout, objective: &Objective, theta: &[f64]) -> Vec<usize> {
    let open = |k: &usize| layout.terms.slopes.iter().any(|slope| !objective.fixed[slope.first + k]);
    without_votes(layout, objective, theta).into_iter().filter(open).gathered()
}

/// The factor of a judge's sensitivity in its comparisons, as a geometric mean; one without slopes.
pub(super) fn factors(layout: &ParameterLayout, objective: &Objective, theta: &[f64]) -> Vec<f64> {
    let design = &objective.data.design;
    let mut sums = vec![[0.0; 2]; layout.judges];
    if !design.log_scale.is_empty() {
        for cell in 0..design.len() {
            let (weight, sum) = (design.counts[cell].total(), &mut sums[design.judge(cell)]);
            sum[0] += weight;
            sum[1] += weight * design.log_scale.dot(cell, theta);
        }
    }
    sums.iter().map(|[count, sum]| if *count > 0.0 { (sum / count).exp() } else { 1.0 }).gathered()
}

/// A ridge on what slopes do to the logarithm of a sensitivity, beside one on strengths, in place of any before; none
/// for zero.
pub(super) fn draw_to_zero(layout: &ParameterLayout, objective: &mut Objective, ridge: f64) {
    objective.constraints.retain(|constraint| constraint.state != ConstraintState::Equality);
    let design = &objective.data.design;
    if ridge == 0.0 || design.log_scale.is_empty() {
        return;
    }
    let values = (0..design.len()).flat_map(|cell| design.log_scale.row(cell).1);
    let largest = values.fold(0.0, |m: f64, x| m.max(x.abs()));
    let weight = ridge * largest * largest;
    let all = layout.terms.slopes.iter().flat_map(Slope::range);
    let free: Vec<usize> = all.filter(|&at| !objective.fixed[at]).gathered();
    objective.constraints.put_each(free.into_iter().map(|at| Constraint {
        along: vec![(at as u32, 1.0)],
        target: 0.0,
        weight,
        multiplier: 0.0,
        state: ConstraintState::Equality,
    }));
}

/// Where to start from if covariates are far from zero: at fits to covariates less their means. Sensitivities where
/// a covariate is zero go up and down with its slope, along a narrow curve that no solver follows.
pub(super) fn from_the_middle(
    layout: &ParameterLayout,
    objective: &Objective,
    null_space: &NullSpace,
    starts: Vec<Vec<f64>>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Vec<Vec<f64>>> {
    let means = middles(layout, objective);
    if !is_far(&means) {
        return Ok(starts);
    }
    let of =
        |index: u32| layout.terms.slopes.iter().position(|slope| slope.range().contains(&(index as usize)));
    let mut centred = objective.clone();
    let design = Arc::make_mut(&mut centred.data.design);
    let log_scale = std::mem::take(&mut design.log_scale);
    design.log_scale = log_scale.map(|index, x| x - of(index).map_or(0.0, |covariate| means[covariate]));
    // Sensitivities at the means from those at zero, or back.
    let carry = |theta: &mut [f64], sign: f64| {
        for judge in 0..layout.judges {
            let slopes = layout.terms.slopes.iter().zip(&means);
            let log: f64 = slopes.map(|(slope, mean)| theta[slope.first + judge] * mean).sum();
            (0..layout.strength.columns)
                .for_each(|c| theta[layout.strength.judge(judge, c)] *= (sign * log).exp());
        }
    };
    let limits = Limits { prove: Prove::Step, ..*limits };
    let mut solver = Solver::new(centred.shape())?;
    let each = starts.into_iter().map(|start| {
        let mut theta = start.duplicate();
        carry(&mut theta, 1.0);
        match floor::minimise(&mut solver, &mut centred.clone(), null_space, theta, &limits, watch) {
            Ok(mut found) => {
                carry(&mut found.theta, -1.0);
                Ok(if found.theta.iter().all(|t| t.is_finite()) { found.theta } else { start })
            }
            Err(Error::Numeric(_)) => Ok(start),
            Err(error) => Err(error),
        }
    });
    each.gathered_or()
}

/// Of every covariate the mean over all comparisons, if that is not near zero in standard deviations, else zero.
pub(super) fn middles(layout: &ParameterLayout, objective: &Objective) -> Vec<f64> {
    layout.terms.slopes.iter().map(|slope| middle(layout, objective, slope.first)).gathered()
}

/// Whether a covariate is far from zero.
pub(super) fn is_far(middles: &[f64]) -> bool {
    middles.iter().any(|mean| *mean != 0.0)
}

/// The mean of a covariate over all comparisons if it is not near zero in standard deviations, else zero.
fn middle(layout: &ParameterLayout, objective: &Objective, first: usize) -> f64 {
    let [count, sum, squares] =
        moments(layout, objective, first).iter().fold([0.0; 3], |all, [n, mean, squares]| {
            [all[0] + n, all[1] + n * mean, all[2] + squares + n * mean * mean]
        });
    let mean = sum / count;
    let deviation = (squares / count - mean * mean).max(0.0).sqrt();
    if mean.abs() > deviation {
        mean
    } else {
        0.0
    }
}
