//! Assessment: does the model fit, which of two models is better, and where do they fail?
//!
//! Everything starts from what a model expects of the cells it was fitted to (`cells`), or of the
//! comparisons of another set.

mod accuracy;
mod agreement;
mod cells;
mod criteria;
mod goodness;
mod influence;
mod nested;
mod residuals;
mod restrictions;
mod score;
mod triads;

pub use accuracy::{accuracy, calibration, Accuracy, Bin};
pub use agreement::{agreement, Agreement};
pub use cells::{observed, pearson_and_deviance, residual_block};
pub use criteria::{criteria, Criteria, Space};
pub use goodness::{goodness, Goodness, Simulation, Statistic};
pub use influence::{influence, Influence};
pub use nested::{compare, Nested, Test};
pub use residuals::{residual_rows, residuals, By, Residual};
pub use triads::{triads, Triads};
