//! Information criteria and the fit of a model to its cells.

use super::cells::{log_coefficient, observed, pearson_and_deviance, residual_block};
use crate::error::{Error, Result};
use crate::model::{Model, Problems, Ties};

/// The outcomes of which a likelihood is a probability: likelihoods of different spaces cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Left or right, a tie half of each: a quasi-likelihood where there are ties.
    TwoHalf,
    /// Left or right, ties left out.
    Two,
    /// Left, right or tie.
    Three,
    /// Left, right, tie or both bad.
    Four,
    /// Grades.
    Grades,
}

impl Space {
    /// All by their numbers.
    pub const ALL: [Space; 5] = [Space::TwoHalf, Space::Two, Space::Three, Space::Four, Space::Grades];

    /// The space of a model, by its choices alone.
    pub fn of(model: &Model) -> Space {
        match model.specification.ties {
            _ if model.outcome().has_grades() => Space::Grades,
            _ if model.specification.outcome().outcomes() == 4 => Space::Four,
            _ if model.specification.outcome.has_threshold() => Space::Three,
            Ties::Half => Space::TwoHalf,
            Ties::Dropped => Space::Two,
        }
    }
}

/// Criteria and fit of a model. Everything is of the total likelihood, d the identified dimension and n
/// the number of comparisons.
#[derive(Debug, Clone, PartialEq)]
pub struct Criteria {
    /// Outcomes of a comparison.
    pub space: Space,
    /// Whether the estimate is penalised.
    pub penalised: bool,
    /// Whether a parameter is at the end of its range, or diverges.
    pub boundary: bool,
    /// Identified dimension d.
    pub dimension: usize,
    /// Comparisons n.
    pub comparisons: f64,
    /// Log-likelihood without multinomial coefficients.
    pub log_likelihood: f64,
    /// Sum of the logarithms of the multinomial coefficients of the cells.
    pub log_coefficient: f64,
    /// 2 d - 2 log L (Akaike 1974).
    pub aic: f64,
    /// AIC + 2 d (d + 1) / (n - d - 1) (Hurvich and Tsai 1989); NaN for n <= d + 1.
    pub aicc: f64,
    /// d log n - 2 log L (Schwarz 1978).
    pub bic: f64,
    /// d (log n + 1) - 2 log L (Bozdogan 1987).
    pub caic: f64,
    /// Twice the log-likelihood of the saturated model less that of this one.
    pub deviance: f64,
    /// Pearson's X^2.
    pub pearson: f64,
    /// Outcomes of all cells that are free, less the dimension; negative where there are too few cells.
    pub df: f64,
    /// Number of cells.
    pub cells: usize,
}

/// Whether a fit ended at the end of the range of a parameter.
pub(super) fn at_boundary(model: &Model) -> bool {
    let ends = [Problems::BOUNDARY, Problems::TIE_LIMIT, Problems::SEPARATED];
    ends.iter().any(|&end| model.facts.problems.contains(end))
}

/// The criteria of a model.
pub fn criteria(model: &Model) -> Result<Criteria> {
    if let Some(weights) = model.weighting() {
        return Err(Error::Unsupported(format!(
            "criteria: {weights} are no number of comparisons, and have no likelihood"
        )));
    }
    let block = residual_block(model)?;
    let (pearson, deviance) = pearson_and_deviance(&block, &model.layout.strength, &model.theta);
    let (mut log_coefficients, mut free) = (0.0, 0.0);
    for (cell, counts) in block.design.counts.iter().enumerate() {
        log_coefficients += log_coefficient(&observed(block.outcome, counts));
        // An outcome that the model rules out, such as the ties of a judge who never ties, is not free.
        let possible = block.probabilities(&model.layout.strength, &model.theta, cell);
        free += possible.iter().filter(|p| **p > 0.0).count() as f64 - 1.0;
    }
    let is_graded = Space::of(model) == Space::Grades;
    let of_wins = |value: f64| if is_graded { f64::NAN } else { value };
    let (d, n) = (model.facts.dimension as f64, model.facts.comparisons);
    let twice = -2.0 * model.facts.log_likelihood;
    let aic = twice + 2.0 * d;
    Ok(Criteria {
        space: Space::of(model),
        penalised: !model.is_at_maximum(),
        boundary: at_boundary(model),
        dimension: model.facts.dimension,
        comparisons: n,
        log_likelihood: model.facts.log_likelihood,
        log_coefficient: of_wins(log_coefficients),
        aic,
        aicc: if n > d + 1.0 { aic + 2.0 * d * (d + 1.0) / (n - d - 1.0) } else { f64::NAN },
        bic: twice + d * n.ln(),
        caic: twice + d * (n.ln() + 1.0),
        deviance: of_wins(deviance),
        pearson: of_wins(pearson),
        df: of_wins(free - d),
        cells: block.design.len(),
    })
}
