//! Diagnostics of a fit, as far as they are known.

use crate::error::{Error, Result};
use crate::model::specification::{Diagnostic, Problems};
use crate::room::Put as _;

/// Diagnostics that were accepted.
pub(super) struct Report {
    accept: Problems,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// An empty report, for a caller who accepts some problems.
    pub(super) fn new(accept: Problems) -> Report {
        Report { accept, diagnostics: Vec::new() }
    }

    /// Records a diagnostic, or makes it the error if it is not accepted.
    pub(super) fn record(&mut self, diagnostic: Diagnostic) -> Result<()> {
        if !self.accept.contains(diagnostic.problem) {
            let message = format!(
                "{}; for the fit all the same, accept {}",
                diagnostic.message,
                diagnostic.problem.constant()
            );
            return Err(match diagnostic.problem {
                Problems::NOT_CONVERGED => Error::NotConverged(message),
                _ => Error::NotIdentified(message),
            });
        }
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.put(diagnostic);
        }
        Ok(())
    }

    /// Whether a problem has been met.
    pub(super) fn knows(&self, problem: Problems) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.problem == problem)
    }
}
