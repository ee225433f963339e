//! Warnings about nonparametric scores, with figures.

use super::{SecondOrder, LABELS, SMOOTH};
use crate::error::Result;
use crate::gars::accumulator::Accumulator;
use crate::gars::clusters::Clustering;
use crate::gars::specification::Functional;
use crate::room::Put as _;
use crate::table::{Schema, SchemaColumn};
use std::ffi::{CStr, CString};

/// The subject of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GarsWarningKind {
    /// The correction is larger than the error.
    Learner,
    /// Contexts came without folds.
    NoFolds,
    /// Folds have too few labels.
    FewLabels,
    /// Features made errors much larger.
    ShortBasis,
    /// Contexts are clustered.
    Clusters,
    /// A temperature is too small.
    Temperature,
}

impl GarsWarningKind {
    /// All by their numbers.
    pub const ALL: [GarsWarningKind; 6] = [
        GarsWarningKind::Learner,
        GarsWarningKind::NoFolds,
        GarsWarningKind::FewLabels,
        GarsWarningKind::ShortBasis,
        GarsWarningKind::Clusters,
        GarsWarningKind::Temperature,
    ];

    /// Their words.
    const LABELS: [&'static CStr; 6] =
        [c"learner", c"no_folds", c"few_labels", c"short_basis", c"clusters", c"temperature"];
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GarsWarning {
    /// Its subject.
    pub kind: GarsWarningKind,
    text: CString,
}

impl GarsWarning {
    /// One sentence, with figures.
    pub fn text(&self) -> &str {
        self.text.to_str().unwrap_or_default()
    }
}

/// The columns of [`Accumulator::warnings`].
pub static GARS_WARNINGS: Schema<GarsWarning> = Schema {
    name: "gars_warnings",
    title: c"Warnings about nonparametric scores",
    columns: &[
        SchemaColumn::choice(c"code", c"The kind of the warning.", &GarsWarningKind::LABELS, |w| {
            Some(w.kind as usize)
        }),
        SchemaColumn::text(c"text", c"One sentence, with figures.", |w| Some(&w.text)),
    ],
};

/// Corrections beyond this are larger than what is left of them can be trusted to be small.
const LARGE: f64 = 1.0;

impl Accumulator {
    /// The warnings about this estimate: of scores that are not linear, and of their correction to the second order.
    pub fn warnings(&self) -> Result<Vec<GarsWarning>> {
        let specification = &self.specification;
        let mut found = Vec::new();
        if specification.second_order == SecondOrder::Off || self.contexts == 0.0 {
            return Ok(found);
        }
        let mut warn = |kind: GarsWarningKind, text: String| {
            found.put(GarsWarning { kind, text: CString::new(text).unwrap_or_default() });
        };
        let size = self.largest_correction()?;
        if size > LARGE {
            warn(
                GarsWarningKind::Learner,
                format!(
                    "the learner is off by more than the error of a score: its second-order correction is {size:.1} errors; \
                     use a better learner or more labels"
                ),
            );
        }
        let second = &self.second;
        if specification.has_curved() && self.clustering == Clustering::None {
            let plain = self.contexts - second.contexts - second.few;
            if plain > 0.0 {
                warn(
                    GarsWarningKind::NoFolds,
                    format!(
                        "{plain} of {} contexts came without folds: scores that are not linear have no second-order \
                         correction there, and their intervals may be too narrow; give the fold of every context, or have \
                         the probabilities learnt in the same call",
                        self.contexts
                    ),
                );
            }
        }
        if second.few > 0.0 {
            warn(
                GarsWarningKind::FewLabels,
                format!(
                    "{} contexts have no second-order correction: it needs {LABELS} labels a fold, and intervals of scores \
                     that are not linear may be too narrow",
                    second.few
                ),
            );
        }
        if second.wide > 0.0 {
            warn(
                GarsWarningKind::ShortBasis,
                "features made the errors of a score more than 1.6 times as large, so that its second-order correction is \
                 without them"
                    .into(),
            );
        }
        if specification.has_curved() && self.clustering != Clustering::None {
            warn(
                GarsWarningKind::Clusters,
                "contexts are clustered, for which there is no second-order correction: intervals of scores that are not \
                 linear may be too narrow"
                    .into(),
            );
        }
        let temperatures = specification.functionals.iter().filter_map(|functional| match functional {
            Functional::Copeland(_, temperature) => Some(*temperature),
            Functional::Share(share) => Some(share.temperature),
            _ => None,
        });
        let least = temperatures.fold(f64::INFINITY, f64::min);
        if least < SMOOTH {
            warn(
                GarsWarningKind::Temperature,
                format!(
                    "the temperature {least} is below {SMOOTH}: the score is too near a step for a second-order correction"
                ),
            );
        }
        Ok(found)
    }
}
