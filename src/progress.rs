//! The progress of long computations, and the callback that receives it and may cancel.

use crate::error::Result;

/// The progress reported at the end of every iteration.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Share of the work, NaN if unknown.
    pub fraction: f64,
    /// Outer iterations so far.
    pub iteration: u64,
    /// The objective.
    pub objective: f64,
    /// Largest element of the gradient.
    pub gradient: f64,
}

impl Progress {
    /// Of what has no objective: the share of the work, and how many parts of it.
    pub(crate) fn of_parts(fraction: f64, iteration: u64) -> Progress {
        Progress { fraction, iteration, objective: f64::NAN, gradient: f64::NAN }
    }
}

/// Something to tell about progress, which may answer that the work is to be cancelled.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> Result<()>;

/// A watch that never cancels.
pub fn unwatched() -> impl FnMut(&Progress) -> Result<()> {
    |_| Ok(())
}
