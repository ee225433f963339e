//! The zero of scores and the scale of scores and sensitivities, as functions of the parameters.

use super::jacobian::Entries;
use super::point::Point;
use crate::error::{Error, Result};
use crate::model::specification::Problems;
use crate::room::{Gather as _, Put as _};

/// Where scores have their zero.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Normalisation {
    /// They sum to zero.
    #[default]
    Sum,
    /// The item has score zero.
    Reference(usize),
    /// The weighted mean is zero.
    Weighted(Vec<f64>),
}

/// How scores and sensitivities are scaled against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Mean sensitivity one.
    #[default]
    Arithmetic,
    /// Geometric mean one.
    Geometric,
    /// The judge has sensitivity one.
    Reference(usize),
}

/// A mean sensitivity that is zero but for rounding, as a share of the mean size.
const CANCELLED: f64 = 1e-13;

/// The factor between solver and read-out: mu = factor (x - centre), gamma = raw / factor.
pub(super) struct Factor {
    pub(super) value: f64,
    pub(super) derivative: Entries,
}

impl Point<'_> {
    pub(super) fn gamma(&self, judge: usize) -> f64 {
        if self.model.layout.strength.is_by_judge() {
            self.theta[self.model.layout.sensitivity(judge)]
        } else {
            1.0
        }
    }

    /// Judges over whom sensitivities are normalised: those not fixed at zero.
    pub(super) fn active_judges(&self) -> Vec<usize> {
        (0..self.model.layout.judges)
            .filter(|&k| {
                let at = self.model.layout.sensitivity(k);
                !self.fixed[at] || self.model.judge_problems[k].contains(Problems::EQUAL_SCORES)
            })
            .filter(|&k| self.gamma(k) != 0.0 || self.model.specification.strength.is_signed())
            .gathered()
    }

    pub(super) fn factor(&self, scale: Scale) -> Result<Factor> {
        if let Some((value, derivative)) = self.spread_scale() {
            return Ok(Factor { value, derivative });
        }
        if !self.model.layout.strength.is_by_judge() {
            return Ok(Factor { value: 1.0, derivative: Vec::new() });
        }
        let active = self.active_judges();
        let count = active.len().max(1) as f64;
        let at = |k: usize| self.model.layout.sensitivity(k) as u32;
        let factor = match scale {
            Scale::Arithmetic => {
                let mean = active.iter().map(|&k| self.gamma(k)).sum::<f64>() / count;
                let size = active.iter().map(|&k| self.gamma(k).abs()).sum::<f64>() / count;
                // Judges who cancel each other have no consensus: scores are zero and sensitivities have no scale.
                let value = if mean.abs() > CANCELLED * size { mean } else { 0.0 };
                let derivative = active.iter().map(|&k| (at(k), 1.0 / count)).gathered();
                Factor { value, derivative }
            }
            Scale::Geometric => {
                if let Some(&k) = active.iter().find(|&&k| self.gamma(k) <= 0.0) {
                    return Err(Error::Unsupported(format!(
                        "scale: the geometric mean needs positive sensitivities, but that of judge #{k} is not"
                    )));
                }
                let value = (active.iter().map(|&k| self.gamma(k).ln()).sum::<f64>() / count).exp();
                let derivative = active.iter().map(|&k| (at(k), value / (count * self.gamma(k)))).gathered();
                Factor { value, derivative }
            }
            Scale::Reference(judge) => {
                let value = self.gamma(judge);
                if value <= 0.0 {
                    return Err(Error::Unsupported(format!(
                        "scale: the reference judge #{judge} has sensitivity {value}"
                    )));
                }
                Factor { value, derivative: vec![(at(judge), 1.0)] }
            }
        };
        if scale == Scale::Arithmetic || self.model.layout.strength.columns == 1 {
            return Ok(factor);
        }
        Ok(self.of_canonical(&factor))
    }

    /// Weights of the mean score that is set to zero, for every group of items that may be shifted.
    pub(super) fn centres(&self, normalisation: &Normalisation) -> Vec<Entries> {
        let items = self.model.layout.items as u32;
        match normalisation {
            Normalisation::Reference(item) => vec![vec![(*item as u32, 1.0)]],
            Normalisation::Weighted(weights) => {
                let sum: f64 = weights.iter().sum();
                vec![(0..items).map(|i| (i, weights[i as usize] / sum)).gathered()]
            }
            // Fixed scores set the zero of whatever they are connected to.
            Normalisation::Sum => self
                .model
                .null_space
                .shifts
                .iter()
                .map(|group| {
                    let own = group.iter().filter(|i| **i < items);
                    let share = 1.0 / own.clone().count().max(1) as f64;
                    own.map(|&i| (i, share)).gathered()
                })
                .gathered(),
        }
    }

    /// The group of centres that an item is measured from.
    pub(super) fn centred_scores(
        &self,
        normalisation: &Normalisation,
    ) -> (Vec<f64>, Vec<Entries>, Vec<Option<usize>>) {
        let centres = self.centres(normalisation);
        let mut of = vec![None; self.model.layout.items];
        if *normalisation == Normalisation::Sum {
            for (group, members) in centres.iter().enumerate() {
                members.iter().for_each(|(i, _)| of[*i as usize] = Some(group));
            }
        } else {
            of.fill(Some(0));
        }
        let means: Vec<f64> =
            centres.iter().map(|c| c.iter().map(|(i, w)| w * self.theta[*i as usize]).sum()).gathered();
        let scores =
            (0..self.model.layout.items).map(|i| self.theta[i] - of[i].map_or(0.0, |g| means[g])).gathered();
        (scores, centres, of)
    }

    /// The score of an item as a function of the raw scores, on the scale of the solver.
    pub(super) fn centred_along(&self, normalisation: &Normalisation, item: usize) -> Entries {
        let (_, centres, of) = self.centred_scores(normalisation);
        let mut along = vec![(item as u32, 1.0)];
        if let Some(group) = of[item] {
            along.put_each(centres[group].iter().map(|&(i, weight)| (i, -weight)));
        }
        along
    }

    /// The factor of the arithmetic scale and its derivative, for a judge of sensitivity one.
    pub(crate) fn consensus(&self, scale: Scale) -> Result<(f64, Entries)> {
        let factor = self.factor(scale)?;
        Ok((factor.value, factor.derivative))
    }
}
