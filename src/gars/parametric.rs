//! Parametric fits as nuisance: the probabilities that a fitted model has for all ordered pairs.

use super::specification::GarsSpecification;
use crate::error::{Error, Result};
use crate::inference::{pair_probabilities, Options};
use crate::model::Model;
use crate::room::Gather as _;

/// The probabilities of a context by a model, K x K x C with zeros on the diagonal. Two categories are left
/// and right, of a model without ties; three have ties as well.
pub fn of_model(
    specification: &GarsSpecification,
    model: &Model,
    judge: u32,
    context: u32,
    options: &Options,
) -> Result<Vec<f64>> {
    let GarsSpecification { items, categories, .. } = *specification;
    if model.layout.items != items {
        return Err(Error::Argument(format!("model: it has {} items, not {items}", model.layout.items)));
    }
    if model.outcome().outcomes() > categories || !(2..=3).contains(&categories) {
        return Err(Error::Unsupported(format!(
            "model: its {} outcomes are not {categories} categories: two (left, right) or three (and tie)",
            model.outcome().outcomes()
        )));
    }
    let table = pair_probabilities(model, judge, context, options)?;
    let mu: Vec<f64> = table.chunks_exact(4).flat_map(|row| row[..categories].iter().copied()).gathered();
    if let Some(at) = mu.iter().position(|m| !m.is_finite()) {
        return Err(Error::NotIdentified(format!(
            "model: the probabilities of items {} and {} are not known",
            at / categories / items,
            at / categories % items
        )));
    }
    Ok(mu)
}
