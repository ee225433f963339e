//! Models: the choices (`specification`), their layout (`frame`), the fit, and the fitted model that
//! answers questions (`fitted`, `readout`).

mod existence;
mod fit;
mod fitted;
mod frame;
mod readout;
mod saved;
mod specification;
mod trouble;
mod warnings;

pub use fit::{fit, unwatched};
pub use fitted::{Direction, Facts, Model};
pub use frame::Frame;
pub use readout::{Gauge as ScoreGauge, Quantity, Readout, Scale, View};
pub use specification::{Position, Specification, Threshold, Ties};
pub use trouble::{Outcomes, Trouble};
