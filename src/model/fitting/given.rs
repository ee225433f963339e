//! Models whose parameters are given rather than fitted: to predict, to simulate and to plan from.

use super::canonical;
use super::fit::effective;
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::model::fitted::{Facts, Model};
use crate::model::specification::{ParameterLayout, Problems, Specification};
use crate::outcome::TIE;
use crate::room::{Duplicate as _, Gather as _};
use crate::solve::Stop;
use crate::terms::Local;
use crate::vectors::largest;

impl Model {
    /// A model at given parameters, laid out as `DUEL_QUANTITY_PARAMETERS`: scores, the pseudo-item's, then
    /// sensitivities, of each direction of disagreement its items' and its judges' numbers, position effects,
    /// regression coefficients, slopes of sensitivities, spread, thresholds and their offsets, as far as the model
    /// has them; items and judges by their ids in the set. The comparisons of the set are what its information and its
    /// likelihood are of; there need be none.
    pub fn given(set: &Set, specification: &Specification, parameters: &[f64]) -> Result<Model> {
        specification.check(set)?;
        let mut layout = ParameterLayout::new(set, specification);
        if parameters.len() != layout.dimension {
            return Err(Error::Argument(format!(
                "parameter_count is {}, but the model has {} parameters",
                parameters.len(),
                layout.dimension
            )));
        }
        if let Some(at) = parameters.iter().position(|p| !p.is_finite()) {
            return Err(Error::Argument(format!(
                "parameters[{at}] is {}: {} must be finite",
                parameters[at],
                layout.describe(set, at)
            )));
        }
        let judges = layout.threshold_judges();
        layout.terms.cuts[TIE].iter_mut().for_each(|tie| tie.pinned = vec![f64::NAN; judges]);
        let mut theta = parameters.duplicate();
        let mut objective = layout.objective(set, specification)?;
        for (item, &score) in specification.fixed_scores.iter().enumerate() {
            if !score.is_nan() {
                objective.fixed[item] = true;
                theta[item] = score;
            }
        }
        let has_fixed = objective.fixed.contains(&true);
        let everyone: Vec<u32> = (0..layout.strength.items as u32).gathered();
        let shifts = if has_fixed { Vec::new() } else { vec![everyone] };
        let null_space = layout.null_space(&shifts, &objective.fixed);
        if layout.strength.has_disagreement() {
            // Read-outs of disagreement are of its canonical form.
            canonical::to_canonical(&layout, &null_space, &objective.fixed, &mut theta)?;
        }
        let mut gradient = vec![0.0; layout.dimension];
        objective.gradient(&theta, &mut gradient, &mut Local::default());
        let free = objective.fixed.iter().filter(|f| !**f).count();
        let facts = Facts {
            problems: Problems::NONE,
            stop: Stop::Given,
            iterations: 0,
            dimension: (free + layout.items - layout.strength.items).saturating_sub(null_space.len()),
            comparisons: effective(set, &layout, objective.data.design.total()),
            log_likelihood: -objective.data_value(&theta),
            objective: objective.value(&theta),
            gradient: largest(&gradient),
            decrement: f64::NAN,
            step: f64::NAN,
            curvature: f64::NAN,
            unit: 1.0,
        };
        if !facts.log_likelihood.is_finite() {
            return Err(Error::Numeric("the log-likelihood is not finite at these parameters".into()));
        }
        Ok(Model::new(set.clone(), specification.clone(), layout, objective, null_space, theta, facts))
    }
}
