//! What is wrong with a fit, as far as it is known.

use crate::error::{Error, Result};
use crate::model::specification::{Problems, Trouble};

/// Troubles that were met and accepted.
pub(super) struct Report {
    accept: Problems,
    pub(super) troubles: Vec<Trouble>,
}

impl Report {
    /// Nothing yet, for a caller who accepts some problems.
    pub(super) fn new(accept: Problems) -> Report {
        Report { accept, troubles: Vec::new() }
    }

    /// Records a trouble, or makes it the error if it is not accepted.
    pub(super) fn meet(&mut self, trouble: Trouble) -> Result<()> {
        if !self.accept.contains(trouble.problem) {
            return Err(match trouble.problem {
                Problems::NOT_CONVERGED => Error::NotConverged(trouble.message),
                _ => Error::NotIdentified(trouble.message),
            });
        }
        if !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
        Ok(())
    }

    /// Whether a problem has been met.
    pub(super) fn knows(&self, problem: Problems) -> bool {
        self.troubles.iter().any(|trouble| trouble.problem == problem)
    }
}
