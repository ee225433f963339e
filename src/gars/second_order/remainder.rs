//! Second-order corrections: a row for every value.

use super::adding::Remainder;
use super::SecondOrder;
use crate::error::{Error, Result};
use crate::gars::accumulator::Accumulator;
use crate::gars::clusters::Clustering;
use crate::room::Put as _;
use crate::table::{Schema, SchemaColumn};
use std::ffi::CStr;

/// Why a value is corrected, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Corrected,
    Linear,
    Clusters,
    Uncorrected,
    Off,
}

impl State {
    /// Their words.
    const LABELS: [&'static CStr; 5] = [c"corrected", c"linear", c"clusters", c"uncorrected", c"off"];
}

/// A value with its second-order correction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RemainderRow {
    functional: usize,
    value: usize,
    /// The estimate without the correction.
    pub one_step: f64,
    /// The mean of U.
    pub correction: f64,
    /// The standard error of the estimate, with no adjustment for few contexts.
    pub error: f64,
    /// The correction in standard errors, without its sign.
    pub size: f64,
    state: State,
}

/// The columns of [`Accumulator::remainder`].
pub static REMAINDER: Schema<RemainderRow> = Schema {
    name: "gars_remainder",
    title: c"Second-order corrections",
    columns: &[
        SchemaColumn::i64(c"functional", c"", c"Number of the functional, from 0.", |r| Some(r.functional as i64)),
        SchemaColumn::i64(c"value", c"", c"Number of its value, from 0: that of an item, as a rule.", |r| {
            Some(r.value as i64)
        }),
        SchemaColumn::f64(c"one_step", c"", c"The estimate without the second-order correction.", |r| r.one_step),
        SchemaColumn::f64(c"correction", c"", c"The number that the correction adds to it.", |r| r.correction),
        SchemaColumn::f64(c"error", c"", c"The standard error of the estimate.", |r| r.error),
        SchemaColumn::f64(
            c"size",
            c"standard errors",
            c"The size of the correction in standard errors. Above 1 the learner is off by more than the error of the score.",
            |r| r.size,
        ),
        SchemaColumn::choice(
            c"state",
            c"Whether the value is corrected; linear: there is nothing to correct; clusters: contexts are clustered; uncorrected: no context came with folds that have labels enough, or the temperature is too small; off: not asked for.",
            &State::LABELS,
            |r| Some(r.state as usize),
        ),
    ],
};

impl Accumulator {
    /// The second-order correction of every value.
    pub fn remainder(&self) -> Result<Vec<RemainderRow>> {
        if self.contexts == 0.0 {
            return Err(Error::data("there are no contexts yet"));
        }
        let [psi, _] = self.moments()?;
        let (covariance, width) = (psi.covariance(), self.width());
        let specification = &self.specification;
        let offsets = specification.offsets();
        let mut rows = Vec::new();
        for (functional, ends) in offsets.windows(2).enumerate() {
            let of = &specification.functionals[functional];
            for at in ends[0]..ends[1] {
                let correction = self.second.sums[at] / self.contexts;
                let error = (covariance[at * width + at] / psi.count).sqrt();
                rows.put(RemainderRow {
                    functional,
                    value: at - ends[0],
                    one_step: psi.mean[at] - correction,
                    correction,
                    error,
                    size: if correction == 0.0 { 0.0 } else { correction.abs() / error },
                    state: match specification.second_order {
                        _ if of.is_linear() => State::Linear,
                        SecondOrder::Off => State::Off,
                        _ if self.clustering != Clustering::None => State::Clusters,
                        _ if self.second.contexts > 0.0 && specification.is_curved(of) => State::Corrected,
                        _ => State::Uncorrected,
                    },
                });
            }
        }
        Ok(rows)
    }

    /// Contexts that were corrected to the second order.
    pub fn corrected_contexts(&self) -> f64 {
        self.second.contexts
    }

    /// The largest size of a correction in standard errors; NaN where no context was corrected.
    pub fn largest_correction(&self) -> Result<f64> {
        let Remainder { contexts, .. } = self.second;
        if contexts == 0.0 {
            return Ok(f64::NAN);
        }
        Ok(self.remainder()?.iter().fold(0.0, |most: f64, row| most.max(row.size)))
    }
}
