//! Linear algebra: dense and sparse factors, eigenvalues, singular values and null spaces.
//!
//! Kernels for products and factors of dense matrices are faer's, cut into blocks between which the caller may cancel
//! (`blocks`). Nothing here knows what its matrices mean.

mod alternative;
mod blocks;
mod eigen;
mod elimination;
mod entry;
mod factor;
mod nonnegative;
mod null;
mod sparse;
mod tree;
mod workspace;

pub(crate) use alternative::{alternative, Alternative};
pub use eigen::{singular_values, symmetric_eigen};
pub(crate) use elimination::Elimination;
pub(crate) use entry::Entry;
pub use factor::Factor;
pub(crate) use factor::{add_outer_products, mirror, multiply, multiply_into, outer_products};
pub use nonnegative::nonnegative;
pub use null::NullDesign;
pub(crate) use sparse::{Dual, Number, Pattern, Workspace};
pub(crate) use tree::SpanningForest;
pub use workspace::list_with;
pub(crate) use workspace::ready;
