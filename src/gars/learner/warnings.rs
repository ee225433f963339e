//! Warnings about learners, with figures.

use super::nuisance::{Learner, LearnerFacts, Nuisance};
use crate::room::Put as _;
use crate::table::{Schema, SchemaColumn};
use std::ffi::{CStr, CString};

/// The subject of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NuisanceWarningKind {
    /// The best setting is the last of its grid.
    Edge,
    /// Features say nothing that items and pairs do not.
    NoGain,
    /// The learner is worse than one that looks at items and pairs alone.
    Worse,
}

impl NuisanceWarningKind {
    /// All by their numbers.
    pub const ALL: [NuisanceWarningKind; 3] =
        [NuisanceWarningKind::Edge, NuisanceWarningKind::NoGain, NuisanceWarningKind::Worse];

    /// Their words.
    const LABELS: [&'static CStr; 3] = [c"edge", c"no_gain", c"worse"];
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NuisanceWarning {
    /// Its subject.
    pub kind: NuisanceWarningKind,
    text: CString,
}

impl NuisanceWarning {
    fn new(kind: NuisanceWarningKind, text: String) -> NuisanceWarning {
        NuisanceWarning { kind, text: CString::new(text).unwrap_or_default() }
    }

    /// One sentence, with figures.
    pub fn text(&self) -> &str {
        self.text.to_str().unwrap_or_default()
    }
}

/// The columns of [`Nuisance::warnings`].
pub static NUISANCE_WARNINGS: Schema<NuisanceWarning> = Schema {
    name: "nuisance_warnings",
    title: c"Warnings about learners",
    columns: &[
        SchemaColumn::choice(c"code", c"The kind of the warning.", &NuisanceWarningKind::LABELS, |w| {
            Some(w.kind as usize)
        }),
        SchemaColumn::text(c"text", c"One sentence, with figures.", |w| Some(&w.text)),
    ],
};

/// Standard errors of a gain beyond which it is none of chance.
const BEYOND: f64 = 1.645;

impl Nuisance {
    /// The warnings about these learners.
    pub fn warnings(&self) -> Vec<NuisanceWarning> {
        let LearnerFacts { log_loss, items_loss, gain, gain_se, edges, .. } = self.facts();
        let mut found = Vec::new();
        if *edges > 0 {
            found.put(NuisanceWarning::new(
                NuisanceWarningKind::Edge,
                format!(
                    "the ridge of features is the smallest tried in {edges} of {} folds: a more flexible learner may be \
                     better",
                    self.facts().settings.len()
                ),
            ));
        }
        // NaN: there is nothing to compare.
        if *gain < -BEYOND * gain_se {
            found.put(NuisanceWarning::new(
                NuisanceWarningKind::Worse,
                format!(
                    "this learner is worse than one of items and pairs alone: log loss {log_loss:.4}, without features \
                     {items_loss:.4}; {}",
                    match self.learner() {
                        Learner::SplineLogit => "leave the ridge to be chosen",
                        _ => "use the spline learner",
                    }
                ),
            ));
        } else if *gain < BEYOND * gain_se || *gain == 0.0 {
            found.put(NuisanceWarning::new(
                NuisanceWarningKind::NoGain,
                format!(
                    "features say nothing that items and pairs do not: log loss {items_loss:.4} without, {log_loss:.4} \
                     with (difference {gain:.4}, error {gain_se:.4})"
                ),
            ));
        }
        found
    }
}
