//! Quantities as linear functions of the parameters, once the scale of the strengths is fixed: what
//! profile likelihoods are taken along.

use super::jacobian::Entries;
use super::readout::{Quantity, View};
use super::scale::{Normalisation, Scale};
use crate::error::{Error, Result};
use crate::model::fitted::Model;
use crate::outcome::BAD;
use crate::room::Gather as _;

/// A linear function of the parameters, and the linear function that is one where the scale of the
/// strengths is that of the quantity.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    /// The function, as (parameter, weight), parameters ascending; empty for what is not estimated.
    pub(crate) along: Entries,
    /// The quantity that is one; None where strengths have no scale of their own.
    pub(crate) scale: Option<Entries>,
    /// The judge whose sensitivity it is.
    pub(crate) judge: Option<usize>,
    /// Whether it is of sensitivities alone, which scale as the scale does.
    pub(crate) is_of_sensitivities: bool,
    /// A value is this, plus size times the function.
    pub(crate) origin: f64,
    /// See `origin`.
    pub(crate) size: f64,
}

impl Model {
    /// Contrasts (count x values) of a quantity.
    pub(crate) fn linear(
        &self,
        quantity: Quantity,
        view: &View,
        weights: &[f64],
        count: usize,
    ) -> Result<Vec<Linear>> {
        let (rows, columns) = self.shape(quantity)?;
        let values = rows * columns;
        self.check_view(view)?;
        let scale = self.scale_function(quantity, view)?;
        (0..count)
            .map(|c| {
                let row = &weights[c * values..(c + 1) * values];
                let mut dense = vec![0.0; self.layout.dimension];
                let single = (0..values).filter(|&at| row[at] != 0.0).gathered();
                let mut scale = scale.clone();
                for &at in &single {
                    for (parameter, weight) in self.value_along(quantity, view, at) {
                        dense[parameter as usize] += row[at] * weight;
                    }
                }
                if quantity == Quantity::Strengths && self.layout.strength.is_by_judge() {
                    let judges: Vec<usize> = single.iter().map(|at| at / self.layout.items).gathered();
                    if judges.windows(2).any(|pair| pair[0] != pair[1]) {
                        return Err(Error::Unsupported(
                            "profile: strengths of several judges together are no linear function".into(),
                        ));
                    }
                    // Where this judge has sensitivity one, its strengths are the scores.
                    scale = judges.first().map(|&k| vec![(self.layout.sensitivity(k) as u32, 1.0)]);
                }
                let is_score = matches!(quantity, Quantity::Scores);
                // Scores that the caller fixed do not move, but count.
                let held = (0..dense.len()).filter(|&k| dense[k] != 0.0 && self.is_held(k));
                let held: f64 = held.map(|k| dense[k] * self.theta[k]).sum();
                let size = if is_score { view.unit } else { 1.0 };
                let along = (0..dense.len() as u32)
                    .map(|k| (k, dense[k as usize]))
                    .filter(|(k, weight)| *weight != 0.0 && !self.is_held(*k as usize))
                    .gathered();
                let judge = match (quantity, &single[..]) {
                    (Quantity::Sensitivities, [judge]) => Some(*judge),
                    _ => None,
                };
                Ok(Linear {
                    along,
                    scale,
                    judge,
                    is_of_sensitivities: quantity == Quantity::Sensitivities,
                    origin: size * held + if is_score { view.origin * row.iter().sum::<f64>() } else { 0.0 },
                    size,
                })
            })
            .gathered_or()
    }

    /// Whether a parameter never moves; a judge at the boundary may.
    fn is_held(&self, at: usize) -> bool {
        let strength = &self.layout.strength;
        let is_sensitivity = strength.is_by_judge() && (strength.items..strength.dimension()).contains(&at);
        self.objective.fixed[at] && !(is_sensitivity && self.point().is_at_boundary(at - strength.items))
    }

    /// A value of a quantity as a function of the parameters.
    fn value_along(&self, quantity: Quantity, view: &View, at: usize) -> Entries {
        let layout = &self.layout;
        match quantity {
            Quantity::Scores => self.point().centred_along(&view.normalisation, at),
            Quantity::Strengths => self.point().centred_along(&Normalisation::Sum, at % layout.items),
            Quantity::Sensitivities => vec![(layout.sensitivity(at) as u32, 1.0)],
            Quantity::Positions => vec![((layout.terms.position().map_or(0, |p| p.first) + at) as u32, 1.0)],
            Quantity::Effects => vec![((layout.terms.coefficients().start + at) as u32, 1.0)],
            Quantity::BadThresholds => {
                layout.terms.threshold(BAD).iter().map(|bad| ((bad.first + at) as u32, 1.0)).gathered()
            }
            Quantity::Grades => {
                let mut dense = vec![0.0; layout.dimension];
                self.point().read_grades().jacobian.dense_row(at, &mut dense);
                (0..).zip(dense).filter(|(_, v)| *v != 0.0).gathered()
            }
            Quantity::Thresholds | Quantity::ThresholdOffsets => {
                let mut dense = vec![0.0; layout.dimension];
                let readout = self.point().read_thresholds(quantity == Quantity::ThresholdOffsets);
                readout.jacobian.dense_row(at, &mut dense);
                (0..).zip(dense).filter(|(_, v)| *v != 0.0).gathered()
            }
            _ => Vec::new(),
        }
    }

    fn scale_function(&self, quantity: Quantity, view: &View) -> Result<Option<Entries>> {
        let of_thresholds = matches!(
            quantity,
            Quantity::Thresholds | Quantity::ThresholdOffsets | Quantity::BadThresholds | Quantity::Grades
        );
        if self.layout.spread.is_some() && !of_thresholds {
            return Err(Error::Unsupported(
                "profile: with a spread no quantity but the thresholds is a linear function of the parameters"
                    .into(),
            ));
        }
        let of_strength = matches!(
            quantity,
            Quantity::Scores | Quantity::Sensitivities | Quantity::Strengths | Quantity::Disagreements
        );
        if self.layout.strength.has_disagreement() && of_strength {
            return Err(Error::Unsupported(
                "profile: with disagreement of judges strengths are no linear functions of the parameters"
                    .into(),
            ));
        }
        match quantity {
            Quantity::LogSensitivities | Quantity::WinRates | Quantity::Shares | Quantity::PairThresholds => {
                return Err(Error::Unsupported(
                    "profile: the quantity is no linear function of the parameters; take the scores or the \
                     sensitivities, whose intervals carry over"
                        .into(),
                ))
            }
            Quantity::Scores | Quantity::Sensitivities => {}
            _ => return Ok(None),
        }
        if self.layout.strength.is_linear() {
            return Ok(None);
        }
        match view.scale {
            Scale::Geometric => Err(Error::Unsupported(
                "profile: with the geometric scale values are no linear functions of the parameters; use the \
                 arithmetic one"
                    .into(),
            )),
            scale => Ok(Some(self.point().consensus(scale)?.1)),
        }
    }
}
