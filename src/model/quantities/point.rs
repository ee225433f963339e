//! A point of a model: the parameters at which quantities are read out. The estimate is one; every
//! replicate of a bootstrap is another.

use super::jacobian::{Entries, Jacobian};
use crate::model::fitted::Model;
use crate::room::Gather as _;

/// Parameters of a model, and which of them do not move.
#[derive(Debug, Clone, Copy)]
pub struct Point<'a> {
    /// The model.
    pub model: &'a Model,
    /// The parameters.
    pub theta: &'a [f64],
    /// Which do not move, and so have no error.
    pub fixed: &'a [bool],
    /// Judges without comparisons; None: those of the model.
    pub without_votes: Option<&'a [bool]>,
}

impl Model {
    /// The estimate.
    pub fn point(&self) -> Point<'_> {
        Point { model: self, theta: &self.theta, fixed: &self.objective.fixed, without_votes: None }
    }
}

impl Point<'_> {
    /// Adds an entry unless the parameter is fixed, which has no error.
    pub(crate) fn push_free(&self, jacobian: &mut Jacobian, at: usize, value: f64) {
        if self.varies(at) {
            jacobian.push(at, value);
        }
    }

    /// The entries of parameters that are not fixed.
    pub(crate) fn free_entries(&self, entries: &[(u32, f64)]) -> Entries {
        entries.iter().copied().filter(|(at, _)| self.varies(*at as usize)).gathered()
    }

    /// Whether a parameter is not known for certain: it moves, or was held for want of data.
    pub(super) fn varies(&self, at: usize) -> bool {
        !self.fixed[at] || self.model.is_withheld(at)
    }
}
