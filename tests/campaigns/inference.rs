//! The experiments of the campaign of inference.

use crate::experiment::Experiment;
use crate::{boundaries, clusters, multiplicity, resampling, sizes, sparse};

pub fn all() -> Vec<Experiment> {
    [clusters::all(), boundaries::all(), multiplicity::all(), sparse::all(), sizes::all(), resampling::all()]
        .into_iter()
        .flatten()
        .collect()
}
